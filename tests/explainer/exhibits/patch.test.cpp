// Activation patching: both maps against the model in double, what has to be exactly 0 and 1, sentences with
// the same answer, and the hand.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../../model/helpers.h"
#include "../helpers.h"
#include "../random_state.h"
#include "explainer/exhibits/patch_model.h"

using namespace explainer;
using patch::Model;

namespace {

const ExhibitType& type() {
    return *find_exhibit("patch");
}

Model model_of(const State& state) {
    Model out;
    out.read(state);
    out.compute();
    REQUIRE(out.loaded);
    return out;
}
State state_of(std::string_view string) {
    State state(type().id, type().parameters);
    REQUIRE(!state.restore(string));
    return state;
}
Model model_of(std::string_view string) {
    return model_of(state_of(string));
}

/// Any state, over words that the model knows.
State any_state(std::mt19937& random) {
    State state = state_of(random_state(type(), random));
    const auto vocabulary = learned::vocabulary();
    const auto any = [&] { return std::string(vocabulary[random() % vocabulary.size()]); };
    std::string text;
    for (size_t n = 1 + random() % 14; n > 0; --n) text += any() + " ";
    state.set_text(patch::typed, text);
    state.set_text(patch::other, any());
    return state;
}

/// The weights by GPT-2's names, for the reference that the model's own tests have (tests/model/helpers.h).
const test::Parameters& parameters() {
    static const test::Parameters all = [] {
        test::Parameters out;
        const auto put = [&](const std::string& name, const model::ConstMatrixView& matrix) {
            std::vector<float>& numbers = out.all[name].numbers;
            for (int i = 0; i < matrix.rows; ++i)
                numbers.insert(numbers.end(), matrix.row(i), matrix.row(i) + matrix.cols);
        };
        const auto norm = [&](const std::string& name, const model::Norm& by) {
            put(name + ".weight", by.gain);
            put(name + ".bias", by.bias);
        };
        const auto linear = [&](const std::string& name, const model::Linear& by) {
            put(name + ".weight", by.weight);
            put(name + ".bias", by.bias);
        };
        const model::Weights& weights = *learned::weights();
        put("wte.weight", weights.wte);
        put("wpe.weight", weights.wpe);
        norm("ln_f", weights.ln_f);
        for (size_t l = 0; l < weights.layers.size(); ++l) {
            const std::string layer = "h." + std::to_string(l);
            const model::LayerWeights& by = weights.layers[l];
            norm(layer + ".ln_1", by.ln_1);
            linear(layer + ".attn.c_attn", by.c_attn);
            linear(layer + ".attn.c_proj", by.c_proj);
            norm(layer + ".ln_2", by.ln_2);
            linear(layer + ".mlp.c_fc", by.c_fc);
            linear(layer + ".mlp.c_proj", by.c_proj_of_mlp);
        }
        return out;
    }();
    return all;
}

/// Two sentences in double, and what one activation of the second does to the first.
struct InDouble {
    const model::Config& config = learned::weights()->config;
    std::vector<int> to, from;
    test::Expected base, source;

    InDouble(std::vector<int> into, std::vector<int> other)
        : to(std::move(into)), from(std::move(other)), base(run(to)), source(run(from)) {}

    test::Expected run(const std::vector<int>& tokens, const std::vector<test::Put>& puts = {}) const {
        return test::reference(config, parameters(), tokens, {}, puts);
    }
    test::Numbers last(const test::Expected& of) const {
        return {of.logits.end() - config.vocabulary, of.logits.end()};
    }
    static test::Numbers columns(const test::Numbers& all, size_t width, size_t first, size_t count) {
        test::Numbers out;
        for (size_t row = 0; row < all.size(); row += width)
            for (size_t c = 0; c < count; ++c) out.push_back(all[row + first + c]);
        return out;
    }
    test::Numbers with_vector(int i, int l) const {
        const auto width = static_cast<size_t>(config.width);
        const test::Numbers& all = source.residual[static_cast<size_t>(2 * l)];
        const auto at = all.begin() + i * config.width;
        const model::Patch patch{.layer = l, .position = i, .values = {nullptr, 1, config.width}};
        return last(run(to, {{patch, {at, at + static_cast<std::ptrdiff_t>(width)}}}));
    }
    test::Numbers with_head(int head) const {
        const int l = head / learned::heads_a_layer, h = head % learned::heads_a_layer, d = config.d();
        const model::Patch patch{.site = model::Patch::Site::head,
                                 .layer = l,
                                 .head = h,
                                 .values = {nullptr, static_cast<int>(to.size()), d}};
        return last(run(to, {{patch, columns(source.layers[static_cast<size_t>(l)].heads,
                                             static_cast<size_t>(config.width), static_cast<size_t>(h * d),
                                             static_cast<size_t>(d))}}));
    }
};

test::Numbers softmax(test::Numbers logits) {
    const double most = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (double& one : logits) sum += one = std::exp(one - most);
    for (double& one : logits) one /= sum;
    return logits;
}

bool near(double a, double b, double within) {
    return std::fabs(a - b) <= within;
}

/// All that the model says, against the reference.
void compare(const Model& model) {
    std::vector<int> first = model.tokens, second = model.tokens;
    second[static_cast<size_t>(model.differs)] = model.second;
    const InDouble exact = model.reversed ? InDouble(second, first) : InDouble(first, second);
    const auto answer = static_cast<size_t>(model.base.answer),
               aim = static_cast<size_t>(model.source.answer);
    const test::Numbers base = exact.last(exact.base), source = exact.last(exact.source);
    CHECK(base[answer] > *std::max_element(base.begin(), base.end()) - 1e-4);
    CHECK(source[aim] > *std::max_element(source.begin(), source.end()) - 1e-4);
    const auto shares = [&](const patch::Said& got, const test::Numbers& logits) {
        const test::Numbers wanted = softmax(logits);
        for (size_t t = 0; t < wanted.size(); ++t) CHECK(near(got.shares[t], wanted[t], 1e-4));
    };
    shares(model.base, base);
    shares(model.source, source);
    shares(model.patched,
           model.head >= 0 ? exact.with_head(model.head) : exact.with_vector(model.word, model.depth));
    const auto lead = [&](const test::Numbers& logits) { return logits[aim] - logits[answer]; };
    const double way = lead(source) - lead(base);
    CHECK(near(model.way(), way, 2e-4));
    const auto moved = [&](const test::Numbers& logits) {
        return model.apart() ? (lead(logits) - lead(base)) / way
                             : softmax(logits)[answer] - softmax(base)[answer];
    };
    REQUIRE(model.map.size() == static_cast<size_t>(model.n * patch::levels));
    for (int i = 0; i < model.n; ++i)
        for (int l = 0; l < patch::levels; ++l)
            CHECK(near(static_cast<double>(model.cell(i, l)), moved(exact.with_vector(i, l)), 5e-4));
    for (int h = 0; h < learned::head_count; ++h)
        CHECK(
            near(static_cast<double>(model.heads[static_cast<size_t>(h)]), moved(exact.with_head(h)), 5e-4));
}

}  // namespace

TEST_CASE("patch: both maps, and what each sentence says, are those of the model in double") {
    for (const Preset& preset : type().presets) {
        State state = state_of(preset.state);
        for (const double reverse : {0, 1}) {
            state.set(patch::reverse, reverse);
            CAPTURE(state.save());
            compare(model_of(state));
        }
    }
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int trial = 0; trial < 8; ++trial) {
        const State state = any_state(random);
        CAPTURE(state.save());
        compare(model_of(state));
    }
}

TEST_CASE("patch: nothing, and all, is exactly that") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int trial = 0; trial < 40; ++trial) {
        State state = any_state(random);
        if (trial < static_cast<int>(type().presets.size()))
            state = state_of(type().presets[static_cast<size_t>(trial)].state);
        CAPTURE(state.save());
        const Model model = model_of(state);
        const float all = model.apart() ? 1.0f
                                        : static_cast<float>(model.source.share(model.base.answer) -
                                                             model.base.share(model.base.answer));
        const int last = model.n - 1;
        for (int i = 0; i < model.n; ++i) {
            // Embedded, only the word that differs is another one; what stands before it never is.
            CHECK(model.cell(i, 0) == (i == model.differs ? all : 0));
            if (i < model.differs)
                for (int l = 0; l < patch::levels; ++l) CHECK(model.cell(i, l) == 0);
            CHECK(model.cell(i, learned::layers) == (i == last ? all : 0));
        }
        for (const float one : model.map) CHECK(std::isfinite(one));
        for (const float one : model.heads) CHECK(std::isfinite(one));
        if (model.same()) CHECK(!model.apart());
    }
}

TEST_CASE("patch: what the presets show") {
    const auto word = [](const Model& model, int token) {
        return std::string(learned::vocabulary()[static_cast<size_t>(token)]) + (model.apart() ? "" : "?");
    };
    struct Wanted {
        std::string base, source;
        int head;  // that moves it most
    };
    const Wanted all[] = {{"cushion", "voice", 4}, {"wait", "runs", 4}, {"she", "he", 4}, {"old", "book", 7}};
    REQUIRE(type().presets.size() == std::size(all));
    for (size_t i = 0; i < std::size(all); ++i) {
        CAPTURE(type().presets[i].label);
        const Model model = model_of(type().presets[i].state);
        CHECK(word(model, model.base.answer) == all[i].base);
        CHECK(word(model, model.source.answer) == all[i].source);
        CHECK(std::max_element(model.heads.begin(), model.heads.end()) - model.heads.begin() == all[i].head);
        CHECK(model.moved() > 0.85f);  // the cell that is looked at
        CHECK(model.patched.answer == model.source.answer);
    }
    // After layer 1 the king is at the end of the sentence already, and no longer where he stands.
    const Model gift = model_of("words=the%20boy%20saw%20the%20queen%20and%20gave;place=4;other=king");
    CHECK(gift.cell(6, 1) > 0.95f);
    CHECK(gift.cell(4, 1) < 0.05f);
}

TEST_CASE("patch: without a way to go the maps show how a share changes, and it says why") {
    const Model same = model_of("other=cat");
    CHECK(same.same());
    CHECK(same.way() == 0);
    for (const float one : same.map) CHECK(one == 0);
    for (const float one : same.heads) CHECK(one == 0);
    CHECK(same.describe().summary.find("Both sentences are the same") != std::string::npos);

    const Model close = model_of("words=the%20cats%20near%20the%20dog;other=dogs");  // any plural verb
    CHECK(!close.same());
    CHECK(!close.apart());
    CHECK(close.describe().summary.find("The two answers are too close") != std::string::npos);
    for (const float one : close.map) CHECK(std::fabs(one) < 0.2f);

    const Model unknown = model_of("other=zebra");
    CHECK(unknown.same());
    CHECK(unknown.describe().summary.find("It does not know “zebra”") != std::string::npos);
    CHECK(model_of("other=").same());
    CHECK(model_of("words=zebra").words == std::vector<std::string>{"the"});
    Shown view("patch", "other=zebra", 928);
    settle(view);
    CHECK(seen(view, 928).find("zebra") != std::string::npos);
}

TEST_CASE("patch: another cell is looked at without the maps being computed anew") {
    Model model = model_of("");
    const uint64_t version = model.version;
    model.read(state_of("row=5;level=2"));
    model.compute();
    CHECK(model.version == version);
    CHECK(model.patched.shares == model.source.shares);
    model.read(state_of("reverse=true"));
    model.compute();
    CHECK(model.version == version + 1);
}

TEST_CASE("patch: a cell, a head, a word and the direction are pressed") {
    for (const float width : {928.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("patch", "", width);
        settle(view);
        const Rect cells = view.parameter_rect(patch::row_focus);
        const auto cell = [&](int i, int l) {
            return Point{cells.x + cells.width * (static_cast<float>(l) + 0.5f) / patch::levels,
                         cells.y + cells.height * (static_cast<float>(i) + 0.5f) / 6};
        };
        click(view, cell(5, 2));
        CHECK(view.state().save() == "row=5;level=2");
        CHECK(value(view, "moved") == 1);
        const Rect heads = view.parameter_rect(patch::head_choice);
        click(view, {heads.x + heads.width / 8, heads.y + heads.height * 0.75f});
        CHECK(view.state().save() == "row=5;level=2;head=5");
        CHECK(view.describe(true).summary.find("Head 2.1, brought") != std::string::npos);
        click(view, cell(5, 2));  // the same cell again: the head is left
        CHECK(view.state().save() == "row=5;level=2");
        click(view, cell(1, 1));
        CHECK(view.state().save() == "");
        // The keyboard leaves the head, too.
        view.set(patch::head_choice, 3);
        view.set(patch::level_focus, 2);
        CHECK(view.state().save() == "level=2");
        view.set(patch::level_focus, 1);

        // The first chip of the first sentence; then the second one of the other, right below.
        const Rect chip = view.parameter_rect(patch::place);
        click(view, {chip.x - 20, chip.centre().y});
        CHECK(view.state().save() == "place=0");
        const float below = view.parameter_rect(patch::other).centre().y;
        click(view, {chip.centre().x + 40, below});
        CHECK(view.state().save() == "");
        const Rect buttons = view.parameter_rect(patch::reverse);
        click(view, {buttons.x + 20, buttons.centre().y});
        CHECK(view.state().save() == "reverse=true");
        CHECK(view.describe(true).summary.find("After the base, “the singer") != std::string::npos);
    }
}

TEST_CASE("patch: its height follows from the width alone, and nothing stands out at the right") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const float width : {288.0f, 328.0f, 480.0f, 736.0f, 800.0f, 928.0f, 1248.0f}) {
        Shown opened("patch", "", width);
        for (int trial = 0; trial < 6; ++trial) {
            State other = any_state(random);
            other.reset_pieces();
            CAPTURE(other.save());
            CAPTURE(width);
            Shown view("patch", other.save(), width);
            CHECK(view.natural_height(width) == opened.natural_height(width));
            settle(view);
            for (int i = 0; i < view.state().count(); ++i) CHECK(view.parameter_rect(i).right() <= width + 6);
        }
    }
}
