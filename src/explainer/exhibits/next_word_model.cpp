// See next_word_model.h.
#include "explainer/exhibits/next_word_model.h"

#include <algorithm>
#include <cmath>

#include "explainer/format.h"
#include "explainer/numpy_random.h"
#include "explainer/order.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "model/decode.h"

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

constexpr std::array table = {
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 24 of the 74 words that the model knows.", "the dogs behind the girl", 240),
    logarithmic(number_of("temperature", "temperature", "What logits are divided by before the softmax.", 0.1,
                          3, 0.01, 1)),
    integer_of("topK", "top-k", "So many of the likeliest are kept.", 1, vocabulary_size, vocabulary_size),
    number_of("topP", "top-p", "Of these, the fewest that come to this share.", 0.05, 1, 0.01, 1),
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

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}

std::string depth_name(size_t depth) {
    if (depth == 0) return "embedding";
    return Phrase() << "after layer " << depth;
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
    std::vector<float> logits(learned::vocabulary().size());
    for (size_t depth = 0; depth < depths; ++depth) {
        model::lens(*learned::weights(), pass.run, static_cast<int>(depth), logits.data());
        lens[depth] = model::probabilities_of(logits);
    }
    chosen = static_cast<int>(shares.order[at(place)]);
    rival = static_cast<int>(shares.order[place == 0 ? 1 : 0]);
    parts = model::parts_of(*learned::weights(), pass.run, chosen, rival);
}

void Model::write() {
    const model::Weights& weights = *learned::weights();
    std::vector<float> memory(static_cast<size_t>(model::decoder_floats(weights.config))),
        logits(learned::vocabulary().size());  // of what may follow
    model::Decoder decoder(weights, memory.data());
    const auto read = [&](int token) { decoder.next(token, {}, logits.data()); };
    for (const int token : tokens) read(token);
    NumpyRandom random(static_cast<uint32_t>(by_seed));
    for (int i = 0;; ++i) {
        shares = {logits, how,
                  order_of(logits.size(), [&](size_t a, size_t b) { return logits[a] > logits[b]; })};
        drawn = samples ? random.rand() : 0;
        next = static_cast<int>(shares.token_at(drawn));
        if (i == count) return;
        tokens.push_back(next);
        words.push_back(word_of(next));
        read(next);
    }
}

double Model::lead() const {
    double sum = 0;
    for (const model::Part& one : parts) sum += one.adds;
    return sum;
}

const model::Part& Model::strongest() const {
    return *std::max_element(parts.begin(), parts.end(),
                             [](const model::Part& a, const model::Part& b) { return a.adds < b.adds; });
}

Description Model::describe() const {
    if (!loaded) return learned_heads::not_there();
    Description out;
    const auto share = [this](const Probabilities& of) { return of[at(chosen)]; };
    Phrase summary;
    summary << "After " << quoted(static_cast<int>(words.size()) - 1) << ", " << quoted_token(chosen)
            << " gets " << learned_heads::said_share(share(shares.after));
    if (cuts())
        summary << "; the cut keeps " << shares.kept << " of " << shares.order.size() << " words, without it "
                << learned_heads::said_share(share(shares.before));
    summary << ". Its logit is " << Fixed{std::fabs(lead()), 2} << (lead() < 0 ? " below" : " above")
            << " that of " << quoted_token(rival) << "; " << strongest().name() << " adds most, "
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
        add_row(next_words) << word_of(static_cast<int>(token)) << shares.plain[token] << shares.before[token]
                            << shares.after[token];
    }
    Table depths_table{
        "Logit lens", {"after", "likeliest", "its share", "share of " + quoted_token(chosen)}, {}};
    for (size_t depth = 0; depth < depths; ++depth) {
        const int most = learned_heads::likeliest_of(lens[depth]);
        add_row(depths_table) << depth_name(depth) << word_of(most) << lens[depth][at(most)]
                              << share(lens[depth]);
    }
    Table adds{"Parts", {"part", "adds to the lead"}, {}};
    for (const model::Part& one : parts) add_row(adds, one.name(), {one.adds});
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
    return Phrase() << "import numpy as np\n"
                    << learned_heads::python_start(std::span(tokens).first(given))
                    << "from forward import write\nsaid, order, before, after = write(tokens, "
                    << Shortest{how.temperature} << ", " << how.top_k << ", " << Shortest{how.top_p} << ", "
                    << count << ", " << (samples ? std::to_string(by_seed) : "None")
                    << ")\nword, rival = order[" << place << "], order[" << (place == 0 ? 1 : 0) << "]\n";
}

}  // namespace explainer::next_word
