// See next_word_model.h.
#include "explainer/exhibits/next_word_model.h"

#include <algorithm>
#include <cmath>

#include "attention/stages.h"
#include "explainer/format.h"
#include "explainer/numpy_random.h"
#include "explainer/order.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "model/decode.h"
#include "model/layer_norm.h"

namespace explainer::next_word {
namespace {

constexpr std::array sentence_choices = {
    Choice{"cushion", "the cat sat on the soft …"},
    Choice{"voice", "the singer sang …"},
    Choice{"agreement", "the cats near the dog …"},
    Choice{"pronoun", "… because"},
    Choice{"copy", "say … again"},
    Choice{"own", "your own"},
};
constexpr std::string_view sentences[] = {"the cat sat on the soft", "the singer sang in a soft",
                                          "the cats near the dog", "the girl saw the dog because",
                                          "say ball cat old again cat"};
constexpr std::array pick_choices = {Choice{"sample", "sample"}, Choice{"likeliest", "likeliest"}};

constexpr Parameter number_of(std::string_view name, std::string_view label, std::string_view help,
                              double least, double most) {
    return {.name = name,
            .label = label,
            .help = help,
            .minimum = least,
            .maximum = most,
            .step = 0.01,
            .initial = 1};
}

constexpr std::array table = {
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 24 of the 74 words that the model knows.", "the dogs behind the girl", 240),
    logarithmic(
        number_of("temperature", "temperature", "What logits are divided by before the softmax.", 0.1, 3)),
    integer_of("topK", "top-k", "So many of the likeliest are kept.", 1, vocabulary_size, vocabulary_size),
    number_of("topP", "top-p", "Of these, the fewest that come to this share.", 0.05, 1),
    choice_of("pick", "next word", "Drawn by its share, or the likeliest.", pick_choices),
    integer_of("seed", "seed", "The same seed draws the same.", 0, 99, 1),
    integer_of("written", "words written", "How many the model wrote.", 0, most_written, 0),
    integer_of("rank", "word looked at", "Its place among the likeliest, from 0.", 0, listed - 1, 0),
    piece_of("showLens", "lens", "What the model would say after each layer.", true),
    piece_of("showHeadsParts", "each head’s part", "What each part adds to the word’s lead.", true),
};

size_t at(int index) {
    return static_cast<size_t>(index);
}

/// A decoder with its memory.
struct Writer {
    Writer()
        : memory(at(static_cast<int>(model::decoder_floats(learned::weights()->config)))),
          decoder(*learned::weights(), memory.data()),
          logits(learned::vocabulary().size()) {}
    void read(int token) { decoder.next(token, {}, logits.data()); }

    std::vector<float> memory;
    model::Decoder decoder;
    std::vector<float> logits;  // of what may follow
};

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}

std::string quoted_token(int token) {
    return "“" + std::string(learned::vocabulary()[at(token)]) + "”";
}

std::string depth_name(size_t depth) {
    if (depth == 0) return "embedding";
    return Phrase() << "after layer " << depth;
}

Shares::Shares(std::span<const float> logits, const Choosing& how)
    : plain(learned_heads::probabilities_of(logits)),
      before(learned_heads::probabilities_of(logits, how.temperature)),
      after(before.size()),
      order(order_of(logits.size(), [&](size_t a, size_t b) { return logits[a] > logits[b]; })) {
    const size_t k = std::min(order.size(), at(how.top_k));
    double sum = 0, reached = 0;
    for (size_t i = 0; i < k; ++i) sum += before[order[i]];
    while (kept < k && (how.top_p == 1 || reached < how.top_p * sum)) reached += before[order[kept++]];
    if (kept == order.size()) reached = 1;  // (but for rounding it is)
    for (size_t i = 0; i < kept; ++i) after[order[i]] = before[order[i]] / reached;
}

size_t Shares::word_at(double drawn) const {
    double reached = 0;
    for (size_t i = 0; i + 1 < kept; ++i) {
        reached += after[order[i]];
        if (drawn < reached) return order[i];
    }
    return order[kept - 1];  // (rounded sums may end short of 1)
}

std::vector<Part> parts_of(const model::Run& run, int word, int rival) {
    const model::Weights& weights = *learned::weights();
    const int width = weights.config.width, last = run.n - 1;
    // With the scale of the last norm as it is here, the lead is linear in the residual stream: its product
    // with this direction, and the rest of what the norm's bias says.
    const float* const x = run.residual.back().row(last);
    double mean = 0, squares = 0, middle = 0, bias = 0;
    for (int j = 0; j < width; ++j) mean += static_cast<double>(x[j]) / width;
    for (int j = 0; j < width; ++j) squares += std::pow(static_cast<double>(x[j]) - mean, 2) / width;
    std::vector<double> direction;
    for (int j = 0; j < width; ++j) {
        const double apart =
            static_cast<double>(weights.wte.row(word)[j]) - static_cast<double>(weights.wte.row(rival)[j]);
        direction.push_back(apart * static_cast<double>(weights.ln_f.gain.data[j]) /
                            std::sqrt(squares + static_cast<double>(weights.config.epsilon)));
        middle += direction.back() / width;
        bias += apart * static_cast<double>(weights.ln_f.bias.data[j]);
    }
    const auto along = [&](const float* added) {
        double sum = 0;
        for (int j = 0; j < width; ++j) sum += static_cast<double>(added[j]) * (direction[at(j)] - middle);
        return sum;
    };
    std::vector<Part> out = {{"embedding", along(run.residual[0].row(last))}};
    for (int l = 0; l < learned::layers; ++l) {
        const model::LayerRun& layer = run.layers[at(l)];
        for (int h = 0; h < learned::heads_a_layer; ++h)
            out.push_back({"head " + head_name(l * most_heads + h), along(layer.part(h).row(last))});
        out.push_back({Phrase() << "MLP " << l + 1, along(layer.mlp.row(last))});
        bias += along(weights.layers[at(l)].c_proj.bias.data);
    }
    out.push_back({"bias", bias});
    return out;
}

void Model::read(const State& state) {
    const int which = state.choice(sentence);
    Reading::read(which == own_words ? std::string_view(state.text(typed)) : sentences[at(which)]);
    given = words.size();
    how = {state.number(temperature), state.number(top_p), state.integer(top_k)};
    samples = state.choice(pick) == sampled;
    by_seed = state.integer(seed);
    count = state.integer(written);
    place = state.integer(rank);
}

void Model::compute() {
    loaded = learned::weights() != nullptr;
    words.resize(given);
    tokens.resize(given);
    if (!loaded) return;
    write();

    const learned_heads::Pass pass = learned_heads::pass_over(*learned::weights(), tokens);
    const model::Weights& weights = *learned::weights();
    std::vector<float> norm(at(weights.config.width)), logits(learned::vocabulary().size());
    const model::MatrixView normed{norm.data(), 1, weights.config.width};
    for (size_t depth = 0; depth < depths; ++depth) {
        model::layer_norm(pass.run.residual[2 * depth].rows_from(pass.run.n - 1, 1), weights.ln_f,
                          weights.config.epsilon, normed);
        attention::scores(normed, weights.wte, {logits.data(), 1, weights.config.vocabulary});
        lens[depth] = learned_heads::probabilities_of(logits);
    }
    chosen = static_cast<int>(shares.order[at(place)]);
    rival = static_cast<int>(shares.order[place == 0 ? 1 : 0]);
    parts = parts_of(pass.run, chosen, rival);
}

void Model::write() {
    Writer writer;
    for (const int token : tokens) writer.read(token);
    NumpyRandom random(static_cast<uint32_t>(by_seed));
    for (int i = 0;; ++i) {
        shares = Shares(writer.logits, how);
        drawn = samples ? random.rand() : 0;
        next = static_cast<int>(shares.word_at(drawn));
        if (i == count) return;
        tokens.push_back(next);
        words.emplace_back(learned::vocabulary()[at(next)]);
        writer.read(next);
    }
}

double Model::lead() const {
    double sum = 0;
    for (const Part& one : parts) sum += one.adds;
    return sum;
}

const Part& Model::strongest() const {
    return *std::max_element(parts.begin(), parts.end(),
                             [](const Part& a, const Part& b) { return a.adds < b.adds; });
}

Description Model::describe() const {
    Description out;
    if (!loaded) {
        out.summary = "The model that reads this is not there yet.";
        return out;
    }
    const auto share = [this](const Probabilities& of) { return of[at(chosen)]; };
    Phrase summary;
    summary << "After " << quoted(static_cast<int>(words.size()) - 1) << ", " << quoted_token(chosen)
            << " gets " << learned_heads::said_share(share(shares.after));
    if (cuts())
        summary << "; the cut keeps " << shares.kept << " of " << shares.order.size() << " words, without it "
                << learned_heads::said_share(share(shares.before));
    summary << ". Its logit is " << Fixed{std::fabs(lead()), 2} << (lead() < 0 ? " below" : " above")
            << " that of " << quoted_token(rival) << "; " << strongest().name << " adds most, "
            << Fixed{strongest().adds, 2};
    if (words.size() > given) {
        summary << ". It wrote the last " << plural(static_cast<int>(words.size() - given), "word")
                << " itself, ";
        if (samples)
            summary << "with seed " << by_seed;
        else
            summary << "the likeliest each time";
    }
    if (!unknown.empty()) summary << ". It does not know “" << unknown.front() << "”";
    out.summary = summary << ".";

    Table reads{"Words", {"word", "from"}, {}};
    for (size_t i = 0; i < words.size(); ++i)
        add_row(reads) << words[i] << (i < given ? "the reader" : "the model");
    Table next_words{"Next word", {"word", "at temperature 1", "before the cut", "share"}, {}};
    for (size_t i = 0; i < listed; ++i) {
        const size_t token = shares.order[i];
        add_row(next_words) << std::string(learned::vocabulary()[token]) << shares.plain[token]
                            << shares.before[token] << shares.after[token];
    }
    Table depths_table{
        "Logit lens", {"after", "likeliest", "its share", "share of " + quoted_token(chosen)}, {}};
    for (size_t depth = 0; depth < depths; ++depth) {
        const auto most = std::max_element(lens[depth].begin(), lens[depth].end());
        add_row(depths_table) << depth_name(depth)
                              << std::string(
                                     learned::vocabulary()[static_cast<size_t>(most - lens[depth].begin())])
                              << *most << share(lens[depth]);
    }
    Table adds{"Parts", {"part", "adds to the lead"}, {}};
    for (const Part& one : parts) add_row(adds, one.name, {one.adds});
    depths_table.piece = show_lens;
    adds.piece = show_parts;
    out.tables.push_back(std::move(next_words));
    out.tables.push_back(std::move(reads));
    out.tables.push_back(std::move(depths_table));
    out.tables.push_back(std::move(adds));
    out.add_value("share", share(shares.after), "after[word]");
    out.add_value("before the cut", share(shares.before), "before[word]");
    out.add_value("words kept", static_cast<int>(shares.kept), "(after > 0).sum()");
    out.add_value("lead", lead(), "np.log(said[word] / said[rival])");
    out.add_value("after the embedding", share(lens[0]), "run(tokens, layers=0)[1][-1][word]");
    out.add_value("after layer 1", share(lens[1]), "run(tokens, layers=1)[1][-1][word]");
    return out;
}

std::string Model::numpy() const {
    Phrase out;
    out << "import numpy as np\n"
        << learned_heads::python_start(std::span(tokens).first(given))
        << "from forward import write\nsaid, order, before, after = write(tokens, "
        << Shortest{how.temperature} << ", " << how.top_k << ", " << Shortest{how.top_p} << ", " << count
        << ", ";
    if (samples)
        out << by_seed;
    else
        out << "None";
    return out << ")\nword, rival = order[" << place << "], order[" << (place == 0 ? 1 : 0) << "]\n";
}

}  // namespace explainer::next_word
