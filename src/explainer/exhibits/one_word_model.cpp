// See one_word_model.h.
#include "explainer/exhibits/one_word_model.h"

#include <algorithm>
#include <cmath>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"
#include "model/attribution.h"

namespace explainer::one_word {
namespace {

constexpr int layer = head / learned::heads_a_layer, place = head % learned::heads_a_layer;
constexpr size_t words_in_all = length_of;

constexpr std::array table = {
    learned_heads::subject_parameter(),
    integer_of("key", "word looked at", "Counted from 0.", 0, length_of - 1, who),
    integer_of("component", "number", "Which of the 16 products.", 1, d, 13),
    piece_of("showNumbers", "numbers", "Each word’s 64 numbers.", false),
    piece_of("showWords", "q, k and v", "Query, keys and values.", false),
    piece_of("showSum", "the sum", "One score as 16 products.", true),
    piece_of("showShares", "shares", "How scores become weights.", true),
    piece_of("showValues", "what comes back", "What each word adds.", false),
    piece_of("showHeads", "all heads", "All eight heads.", false),
    piece_of("showOrder", "order", "One head with and without places.", false),
    piece_of("showOutcome", "in and out", "“Soft” before and after.", false),
};

size_t at_of(int index) {
    return static_cast<size_t>(index);
}

void append(std::vector<float>& to, attention::ConstMatrixView from, int row, int rows) {
    for (int i = row; i < row + rows; ++i) to.insert(to.end(), from.row(i), from.row(i) + from.cols);
}

double dot(const float* a, const float* b) {
    double sum = 0;
    for (int j = 0; j < width; ++j) sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
    return sum;
}

std::array<Neighbour, neighbours> nearest_to(int token) {
    const model::ConstMatrixView& all = learned::weights()->wte;
    std::vector<Neighbour> others;
    for (int other = 0; other < all.rows; ++other)
        if (other != token)
            others.push_back({other, dot(all.row(token), all.row(other)) /
                                         std::sqrt(dot(all.row(token), all.row(token)) *
                                                   dot(all.row(other), all.row(other)))});
    std::array<Neighbour, neighbours> out;
    std::partial_sort_copy(others.begin(), others.end(), out.begin(), out.end(),
                           [](const Neighbour& a, const Neighbour& b) { return a.cosine > b.cosine; });
    return out;
}

std::vector<int> tokens_of(size_t sentence) {
    learned_heads::Reading reading;
    reading.read(learned_heads::subject_sentences[sentence]);
    return reading.tokens;
}

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}

void Model::read(const State& state) {
    about = at_of(state.choice(subject));
    looks = state.integer(key);
    at = state.integer(component) - 1;
    Reading::read(learned_heads::subject_sentences[about]);
}

void Model::compute() {
    ++version;
    loaded = learned::weights() != nullptr;
    if (!loaded) return;
    for (std::vector<float>* one : {&embeddings, &q, &k, &v, &pair, &looked, &before, &after}) one->clear();
    for (size_t i = 0; i < passages.size(); ++i) {
        const learned_heads::Pass pass = learned_heads::pass_over(*learned::weights(), tokens_of(i));
        const model::Run& run = pass.run;
        const Probabilities next_words =
            model::probabilities_of({run.logits.row(last), at_of(run.logits.cols)});
        const std::vector<size_t> likely = learned_heads::likeliest_first(next_words);
        passages[i] = {static_cast<int>(likely[0]), static_cast<int>(likely[1]), next_words[likely[0]]};
        append(before, run.residual.front(), last, 1);
        append(after, run.residual.back(), last, 1);
        if (i != about) continue;

        next = static_cast<int>(likely[0]);
        rival = static_cast<int>(likely[1]);
        lead = static_cast<double>(run.logits.row(last)[next] - run.logits.row(last)[rival]);
        for (const int token : tokens) append(embeddings, learned::weights()->wte, token, 1);
        nearest = nearest_to(tokens[who]);

        const model::LayerRun& of = run.layers[layer];
        append(q, of.q_of(place, d), last, 1);
        append(k, of.k_of(place, d), 0, length_of);
        append(v, of.v_of(place, d), 0, length_of);
        attention::scores({q.data(), 1, d}, {k.data(), length_of, d}, {scores.data(), 1, length_of});
        attention::scale({scores.data(), 1, length_of}, 1 / std::sqrt(static_cast<float>(d)),
                         {divided.data(), 1, length_of});
        std::copy_n(of.weights_of(place).row(last), length_of, weights.begin());
        pair = q;
        append(pair, {k.data(), length_of, d}, looks, 1);
        for (size_t t = 0; t < d; ++t) pair.push_back(pair[t] * pair[d + t]);
        for (int h = 0; h < learned::head_count; ++h)
            append(looked,
                   run.layers[at_of(h / learned::heads_a_layer)].weights_of(h % learned::heads_a_layer), last,
                   1);
        // The same with embeddings alone, to which no vector of a place is added.
        const model::Patch alone{.layer = 0, .values = {embeddings.data(), length_of, width}};
        const learned_heads::Pass placed_nowhere =
            learned_heads::pass_over(*learned::weights(), tokens, {.patches = {&alone, 1}});
        std::copy_n(placed_nowhere.run.layers[looks_back / learned::heads_a_layer]
                        .weights_of(looks_back % learned::heads_a_layer)
                        .row(last),
                    length_of, placeless.begin());
        // What a value adds to the residual stream, by the head's rows of W_O.
        const model::Lead ahead(*learned::weights(), run, next, rival);
        std::array<float, width> added;
        for (int j = 0; j < length_of; ++j) {
            attention::project({&v[at_of(j * d)], 1, d},
                               learned::weights()->layers[layer].c_proj.weight.rows_from(place * d, d),
                               {added.data(), 1, width});
            brings[at_of(j)] = static_cast<double>(weights[at_of(j)]) * ahead.of(added.data());
        }
    }
}

std::string Model::named(int word) const {
    return told_apart(words, at_of(word), quoted(word));
}

double Model::says(int word) const {
    return brings[at_of(word)] / static_cast<double>(weights[at_of(word)]);
}

double Model::undivided(int word) const {
    std::array<float, length_of> shared{};
    attention::softmax({scores.data(), 1, length_of}, 1, {shared.data(), 1, length_of});
    return static_cast<double>(shared[at_of(word)]);
}

double Model::sum_of_brings() const {
    double sum = 0;
    for (const double one : brings) sum += one;
    return sum;
}

Description Model::describe() const {
    if (!loaded) return learned_heads::not_there();
    Description out;
    const auto j = at_of(looks);
    const std::string word = named(looks);
    Phrase summary;
    summary << "In head " << head_name(head) << ", the score of “soft” and " << word << " is "
            << Fixed{static_cast<double>(divided[j]), 2} << ", and “soft” gives " << word << " "
            << Percent{static_cast<double>(weight()), 1} << " of its attention. After it, the model says "
            << quoted_token(next) << "; " << word << " brings " << Fixed{brings[j], 2} << " of its lead over "
            << quoted_token(rival) << ".";
    out.summary = summary;

    Table row{"Words", {"word", "q · k", "÷ √16", "exp", "weight", "value", "brings to the lead"}, {}};
    for (size_t i = 0; i < words_in_all; ++i)
        add_row(row) << told_apart(words, i, words[i]) << scores[i] << divided[i]
                     << std::exp(static_cast<double>(divided[i])) << weights[i] << says(static_cast<int>(i))
                     << brings[i];
    Table sum{"Products", {"number", "q", "k", "q × k"}, {}};
    for (size_t t = 0; t < d; ++t)
        add_row(sum) << static_cast<int>(t) + 1 << pair[t] << pair[d + t] << pair[2 * d + t];
    Table like{"Like " + quoted(who), {"word", "cosine"}, {}};
    for (const Neighbour& one : nearest) add_row(like, word_of(one.token), {one.cosine});
    Table in_heads{"Where “soft” looks", {"head"}, {}};
    for (const std::string& one : words) in_heads.columns.push_back(one);
    for (int h = 0; h < learned::head_count; ++h) {
        RowPen pen = add_row(in_heads) << head_name(h);
        for (size_t i = 0; i < words_in_all; ++i) pen << looked[at_of(h) * words_in_all + i];
    }
    Table vectors_of{"Query, keys and values", {"vector"}, {}};
    for (int t = 1; t <= d; ++t) vectors_of.columns.push_back(std::to_string(t));
    const auto add_vector = [&](std::string name, const float* of) {
        RowPen pen = add_row(vectors_of) << std::move(name);
        for (int t = 0; t < d; ++t) pen << of[t];
    };
    add_vector("q soft", q.data());
    for (size_t i = 0; i < words_in_all; ++i) add_vector("k " + words[i], &k[i * d]);
    for (size_t i = 0; i < words_in_all; ++i) add_vector("v " + words[i], &v[i * d]);
    Table one_back{"One word back", {"word", "with places", "without"}, {}};
    for (size_t i = 0; i < words_in_all; ++i)
        add_row(one_back) << told_apart(words, i, words[i]) << placed(static_cast<int>(i)) << placeless[i];
    one_back.piece = order;
    Table after{"After “soft”", {"subject", "next word", "its share", "runner-up"}, {}};
    for (size_t i = 0; i < passages.size(); ++i)
        add_row(after) << std::string(subjects[i].id) << word_of(passages[i].next) << passages[i].share
                       << word_of(passages[i].rival);
    sum.piece = one_word::products;
    like.piece = one_word::numbers;
    in_heads.piece = one_word::heads;
    vectors_of.piece = one_word::vectors;
    out.tables.push_back(std::move(row));
    out.tables.push_back(std::move(sum));
    out.tables.push_back(std::move(like));
    out.tables.push_back(std::move(vectors_of));
    out.tables.push_back(std::move(in_heads));
    out.tables.push_back(std::move(one_back));
    out.tables.push_back(std::move(after));

    out.add_value("weight", weight(), "weights[key]");
    out.add_value("weight on the subject", weights[who], "weights[1]");
    out.add_value("score", divided[j], "q @ k[key] / 4");
    out.add_value("q·k", scores[j], "q @ k[key]");
    out.add_value("weight without the division", undivided(looks),
                  "(np.exp(k @ q) / np.exp(k @ q).sum())[key]");
    out.add_value("product", pair[at_of(2 * d + at)], "q[t] * k[key, t]");
    out.add_value("nearest", nearest[0].cosine, "np.sort(cosines)[-2]");
    out.add_value("brings", brings[j], "brings[key]");
    out.add_value("the head brings", sum_of_brings(), "brings.sum()");
    out.add_value("lead", lead, "np.log(said[word] / said[rival])");
    out.add_value("one word back", placed(last - 1), "places[-2]");
    out.add_value("one word back, without places", placeless[last - 1], "no_places[-2]");
    out.add_value("share", passages[about].share, "said[word]");
    return out;
}

std::string Model::numpy() const {
    return Phrase()
           << "import numpy as np\nfrom forward import one_word\n"
           << learned_heads::python_start(tokens) << "key, t = " << looks << ", " << at
           << "\nq, k, weights, said, word, rival, cosines, brings, places, no_places = one_word(tokens)\n";
}

}  // namespace explainer::one_word
