// The next word: shares, lens and parts against the model written out again in double, words that are written
// against whole passes, and the hand.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../helpers.h"
#include "../random_state.h"
#include "explainer/exhibits/next_word_model.h"

using namespace explainer;
using next_word::Model;

namespace {

using Vector = std::vector<double>;

/// The model in double, as Radford et al. 2019 have it, for the last of some tokens: what each part adds to
/// the residual stream there, in the order of model::parts_of, but the bias of the last norm.
struct InDouble {
    const model::Weights& w = *learned::weights();
    size_t width = static_cast<size_t>(w.config.width), d = static_cast<size_t>(w.config.d());
    std::vector<Vector> parts;

    static double cell(const model::ConstMatrixView& m, size_t row, size_t col) {
        return static_cast<double>(m.row(static_cast<int>(row))[col]);
    }
    double spread(const Vector& x, double& mean) const {
        mean = 0;
        for (const double one : x) mean += one / static_cast<double>(x.size());
        double squares = 0;
        for (const double one : x) squares += (one - mean) * (one - mean) / static_cast<double>(x.size());
        return std::sqrt(squares + 1e-5);
    }
    Vector norm(const Vector& x, const model::Norm& by) const {
        double mean = 0;
        const double root = spread(x, mean);
        Vector out;
        for (size_t j = 0; j < width; ++j)
            out.push_back((x[j] - mean) / root * cell(by.gain, 0, j) + cell(by.bias, 0, j));
        return out;
    }
    static Vector times(const Vector& x, const model::Linear& by) {
        Vector out;
        for (size_t j = 0; j < static_cast<size_t>(by.weight.cols); ++j) {
            out.push_back(cell(by.bias, 0, j));
            for (size_t i = 0; i < x.size(); ++i) out.back() += x[i] * cell(by.weight, i, j);
        }
        return out;
    }
    static void add(Vector& to, const Vector& x) {
        for (size_t j = 0; j < x.size(); ++j) to[j] += x[j];
    }

    explicit InDouble(const std::vector<int>& tokens) {
        const size_t n = tokens.size();
        std::vector<Vector> x(n, Vector(width));
        for (size_t i = 0; i < n; ++i)
            for (size_t j = 0; j < width; ++j)
                x[i][j] = cell(w.wte, static_cast<size_t>(tokens[i]), j) + cell(w.wpe, i, j);
        parts.push_back(x.back());
        Vector biases(width);
        for (const model::LayerWeights& layer : w.layers) {
            std::vector<Vector> qkv;
            for (const Vector& row : x) qkv.push_back(times(norm(row, layer.ln_1), layer.c_attn));
            for (size_t h = 0; h < static_cast<size_t>(w.config.heads); ++h) {
                for (size_t i = 0; i < n; ++i) {
                    Vector scores;
                    for (size_t j = 0; j <= i; ++j) {
                        double dot = 0;
                        for (size_t c = 0; c < d; ++c) dot += qkv[i][h * d + c] * qkv[j][width + h * d + c];
                        scores.push_back(dot / std::sqrt(static_cast<double>(d)));
                    }
                    double sum = 0;
                    for (double& one : scores) sum += one = std::exp(one);
                    Vector added(width);
                    for (size_t j = 0; j <= i; ++j)
                        for (size_t c = 0; c < d; ++c)
                            for (size_t o = 0; o < width; ++o)
                                added[o] += scores[j] / sum * qkv[j][2 * width + h * d + c] *
                                            cell(layer.c_proj.weight, h * d + c, o);
                    add(x[i], added);
                    if (i + 1 == n) parts.push_back(added);
                }
            }
            for (size_t i = 0; i < n; ++i) {
                for (size_t j = 0; j < width; ++j) x[i][j] += cell(layer.c_proj.bias, 0, j);
                Vector inner = times(norm(x[i], layer.ln_2), layer.c_fc);
                for (double& y : inner)
                    y = y / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (y + 0.044715 * y * y * y)));
                const Vector added = times(inner, layer.c_proj_of_mlp);
                add(x[i], added);
                if (i + 1 == n) parts.push_back(added);
            }
            for (size_t j = 0; j < width; ++j) biases[j] += cell(layer.c_proj.bias, 0, j);
        }
        parts.push_back(biases);
    }

    /// The residual stream's last row after so many layers.
    Vector residual(size_t layers) const {
        Vector out = parts[0];
        for (size_t i = 1; i < 1 + layers * 5; ++i) add(out, parts[i]);
        for (size_t l = 0; l < layers; ++l)
            for (size_t j = 0; j < width; ++j) out[j] += cell(w.layers[l].c_proj.bias, 0, j);
        return out;
    }
    Vector logits(size_t layers) const {
        const Vector normed = norm(residual(layers), w.ln_f);
        Vector out(learned::vocabulary().size());
        for (size_t t = 0; t < out.size(); ++t)
            for (size_t j = 0; j < width; ++j) out[t] += normed[j] * cell(w.wte, t, j);
        return out;
    }
    /// What a part says of a token's logit: the last norm without its bias, at the scale of the whole.
    double part(size_t which, size_t token) const {
        double mean = 0, of_part = 0, out = 0;
        const double root = spread(residual(w.layers.size()), mean);
        spread(parts[which], of_part);
        for (size_t j = 0; j < width; ++j)
            out += (parts[which][j] - of_part) / root * cell(w.ln_f.gain, 0, j) * cell(w.wte, token, j);
        return out;
    }
};

Vector softmax(Vector logits, double temperature = 1) {
    const double most = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (double& one : logits) sum += one = std::exp((one - most) / temperature);
    for (double& one : logits) one /= sum;
    return logits;
}

const ExhibitType& type() {
    return *find_exhibit("next-word");
}

Model model_of(const State& state) {
    Model out;
    out.read(state);
    out.compute();
    return out;
}
Model model_of(std::string_view string) {
    State state(type().id, type().parameters);
    REQUIRE(!state.restore(string));
    return model_of(state);
}

/// Any state, over words that the model knows.
State any_state(std::mt19937& random) {
    State state(type().id, type().parameters);
    REQUIRE(!state.restore(random_state(type(), random)));
    std::string text;
    for (size_t n = 1 + random() % 24; n > 0; --n)
        text += std::string(learned::vocabulary()[random() % learned::vocabulary().size()]) + " ";
    state.set_text(next_word::typed, text);
    return state;
}

bool near(double a, double b, double within) {
    return std::fabs(a - b) <= within;
}

}  // namespace

TEST_CASE("next-word: the essay's two sentences end as they should") {
    for (const auto& [state, word] : {std::pair{"", "“cushion”"}, {"sentence=voice", "“voice”"}}) {
        const Model model = model_of(state);
        CHECK(learned::quoted_token(model.chosen) == word);
        CHECK(model.shares.after[static_cast<size_t>(model.chosen)] > 0.99);
    }
    CHECK(learned::vocabulary().size() == next_word::vocabulary_size);
}

TEST_CASE("next-word: lens, shares and parts are those of the model in double") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int trial = 0; trial < 12; ++trial) {
        const State state = any_state(random);
        CAPTURE(state.save());
        const Model model = model_of(state);
        const InDouble exact(model.tokens);
        for (size_t depth = 0; depth < next_word::depths; ++depth) {
            const Vector wanted = softmax(exact.logits(depth));
            for (size_t t = 0; t < wanted.size(); ++t) CHECK(near(model.lens[depth][t], wanted[t], 1e-4));
        }
        const Vector logits = exact.logits(learned::layers);
        const Vector before = softmax(logits, state.number(next_word::temperature));
        for (size_t t = 0; t < before.size(); ++t) CHECK(near(model.shares.before[t], before[t], 1e-3));

        // Each part, and all of them together.
        const size_t word = static_cast<size_t>(model.chosen), rival = static_cast<size_t>(model.rival);
        REQUIRE(model.parts.size() == exact.parts.size());
        double sum = 0;
        for (size_t i = 0; i < model.parts.size(); ++i) {
            CAPTURE(model.parts[i].name());
            sum += model.parts[i].adds;
            if (model.parts[i].name() == "bias") continue;  // and the last norm's
            CHECK(near(model.parts[i].adds, exact.part(i, word) - exact.part(i, rival), 1e-4));
        }
        CHECK(near(sum, logits[word] - logits[rival], 1e-4));
        CHECK(near(model.lead(), logits[word] - logits[rival], 1e-4));
        CHECK(model.parts[1].name() == "head 1.1");
        CHECK(model.parts[10].name() == "MLP 2");
        CHECK((logits[rival] >= logits[word]) == (state.integer(next_word::rank) > 0));
    }
}

TEST_CASE("next-word: words written with the cache are those of whole passes, drawn as NumPy draws") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    Switches on;
    on.fill(true);
    for (int trial = 0; trial < 8; ++trial) {
        State state = any_state(random);
        state.set(next_word::written, next_word::most_written);
        CAPTURE(state.save());
        const Model all = model_of(state);
        REQUIRE(all.tokens.size() == all.given + next_word::most_written);
        for (int count = 0; count <= next_word::most_written; ++count) {
            state.set(next_word::written, count);
            const Model model = model_of(state);
            const size_t n = model.given + static_cast<size_t>(count);
            REQUIRE(model.tokens.size() == n);
            CHECK(std::equal(model.tokens.begin(), model.tokens.end(), all.tokens.begin()));
            if (n < all.tokens.size()) CHECK(model.next == all.tokens[n]);
            CHECK(model.shares.after[static_cast<size_t>(model.next)] > 0);
            if (!model.samples) CHECK(model.next == static_cast<int>(model.shares.order.front()));
            const auto whole = learned_heads::run(model.tokens, static_cast<int>(n) - 1, on);
            for (size_t t = 0; t < whole.size(); ++t) CHECK(near(model.shares.plain[t], whole[t], 1e-5));
        }
    }
    // numpy.random.RandomState(1): rand(), rand(), rand()
    for (const auto& [state, drawn] : {std::pair{"", 0.417022004702574},
                                       {"written=1", 0.7203244934421581},
                                       {"written=2", 0.00011437481734488664}})
        CHECK(model_of(state).drawn == doctest::Approx(drawn).epsilon(1e-12));
}

TEST_CASE("next-word: words that it never saw are left out, and it says so") {
    const Model model = model_of("sentence=own;words=the%20zebra%20sat");
    CHECK(model.given == 2);
    CHECK(model.describe().summary.find("“zebra”") != std::string::npos);
    CHECK(model_of("sentence=own;words=zebra").words == std::vector<std::string>{"the"});
}

TEST_CASE("next-word: the hand writes on, goes back, starts again, and looks at another word") {
    for (const float width : {928.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("next-word", "temperature=2", width);
        settle(view);
        const Rect write = view.parameter_rect(next_word::written);
        const Point again{write.right() + 30, write.centre().y};
        for (const char* const state :
             {"temperature=2;written=1", "temperature=2;written=2", "temperature=2;written=3"}) {
            click(view, write.centre());
            CHECK(view.state().save() == state);
        }
        click(view, again);
        CHECK(view.state().save() == "temperature=2");
        click(view, again);  // there is nothing to take back
        CHECK(view.state().save() == "temperature=2");

        const Rect list = view.parameter_rect(next_word::rank);
        const float row = list.height / next_word::listed;
        click(view, {list.centre().x, list.y + 1.5f * row});
        CHECK(view.state().save() == "temperature=2;rank=1");
        CHECK(value(view, "lead") < 0);
        click(view, {list.centre().x, list.y + 0.5f * row});
        CHECK(view.state().save() == "temperature=2");
        // The others are no word.
        click(view, {list.centre().x, list.y + 8.5f * row});
        CHECK(view.state().save() == "temperature=2");
    }
    Shown view("next-word", "written=12", 928);
    settle(view);
    click(view, view.parameter_rect(next_word::written).centre());
    CHECK(view.state().save() == "written=12");
    // A press on a word: it is the last that stays. The first chip stands left, below the choice.
    click(view, {20, view.parameter_rect(next_word::sentence).bottom() + 26});
    CHECK(view.state().save() == "");
}

TEST_CASE("next-word: its height follows from the width alone, and nothing stands out at the right") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const float width : {288.0f, 328.0f, 480.0f, 520.0f, 736.0f, 800.0f, 928.0f, 1248.0f}) {
        Shown opened("next-word", "", width);
        for (int trial = 0; trial < 6; ++trial) {
            const std::string state = any_state(random).save();
            CAPTURE(state);
            CAPTURE(width);
            Shown view("next-word", state, width);
            CHECK(view.natural_height(width) == opened.natural_height(width));
            settle(view);
            for (int i = 0; i < view.state().count(); ++i)
                CHECK(view.parameter_rect(i).right() <= width + 6);  // a row's band is a little wider
        }
    }
}

TEST_CASE("next-word: what is cut is shown, and what is left of it is said") {
    Shown view("next-word", "temperature=3", 928);
    const double uncut = value(view, "share");
    CHECK(value(view, "words kept") == next_word::vocabulary_size);
    REQUIRE(!view.restore("temperature=3;topK=3"));
    CHECK(value(view, "words kept") == 3);
    CHECK(value(view, "share") > uncut);
    CHECK(value(view, "before the cut") == uncut);
    CHECK(seen(view, 928).find(">cut<") != std::string::npos);
    CHECK(view.describe(true).summary.find("keeps 3 of 74 words") != std::string::npos);
    REQUIRE(!view.restore("temperature=3;topK=3;rank=3"));
    CHECK(value(view, "share") == 0);
}
