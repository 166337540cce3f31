// Heads that learned: what is right behind words, what was measured, and what is left when heads are off.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "../helpers.h"
#include "../random_state.h"
#include "explainer/exhibits/learned_heads_model.h"

using namespace explainer;
using learned::SentenceKind;

namespace {

std::vector<std::string> split(std::string_view text) {
    const std::vector<std::string_view> all = words(text);
    return {all.begin(), all.end()};
}

std::string names(const std::vector<int>& tokens) {
    std::string out;
    for (const int one : tokens)
        out += (out.empty() ? "" : " ") + std::string(learned::vocabulary()[static_cast<size_t>(one)]);
    return out;
}

learned_heads::Model heads_of(std::string_view state) {
    const ExhibitType& type = *find_exhibit("learned-heads");
    State values(type.id, type.parameters);
    REQUIRE(!values.restore(state));
    learned_heads::Model out;
    out.read(values);
    out.compute();
    return out;
}

}  // namespace

TEST_CASE("learned: what is right behind words, and what is not asked") {
    struct Asked {
        const char *words, *right;
        SentenceKind kind;
        int source;
        size_t rivals;
    };
    constexpr Asked asked[] = {
        {"the cats near the dog", "run sleep sing wait", SentenceKind::agreement, 1, 4},
        {"the queen behind the kings", "runs sleeps sings waits", SentenceKind::agreement, 1, 4},
        {"the girl saw the dog because", "she", SentenceKind::pronoun, 1, 3},
        {"the boys liked the cat because", "they", SentenceKind::pronoun, 1, 3},
        {"the boy saw the queen and gave", "her", SentenceKind::gift, 4, 3},
        {"the boy saw the birds and gave", "them", SentenceKind::gift, 4, 3},
        {"say ball cat old again cat", "old", SentenceKind::copy, 3, 2},
        {"say ball cat old again ball cat", "old", SentenceKind::copy, 3, 2},
        {"say ball cat old again ball", "cat", SentenceKind::copy, 2, 2},
        {"the cat sat on the soft", "cushion", SentenceKind::scene, 1, 7},
        {"the singer sang in a soft", "voice", SentenceKind::scene, 1, 7},
    };
    for (const Asked& one : asked) {
        CAPTURE(one.words);
        const auto question = learned::question(split(one.words));
        REQUIRE(question);
        CHECK(question->kind == one.kind);
        CHECK(question->source == one.source);
        CHECK(names(question->right) == one.right);
        CHECK(question->rivals.size() == one.rivals);
    }
    for (const char* words :
         {"the", "the cats near the", "the cats near the dog run", "the cats near a dog",
          "the girl saw the dog", "the girl near the dog because", "say ball cat old again",
          "say ball cat old again old", "say ball cat old again dog", "the rain sat on the soft",
          "the cat sat in the soft", "the boy liked the queen and gave", "say say say say again"}) {
        CAPTURE(words);
        CHECK(!learned::question(split(words)));
    }
}

TEST_CASE("learned: weights that are not the model's are refused by name, and those that are there stay") {
    const model::Weights* const before = learned::weights();
    REQUIRE(before != nullptr);
    const float* const numbers = before->wte.data;
    CHECK(learned::take(std::vector<Tensor>{}) == "wte.weight is missing");
    CHECK(learned::take(std::vector<Tensor>{{"wte.weight", {2, 2}, {1, 2, 3, 4}}})
              .starts_with("wte.weight has shape [2, 2]"));
    CHECK(learned::weights()->wte.data == numbers);
}

TEST_CASE("learned-heads: what heads were found to do is what train/learned/evaluation.json says") {
    const auto measured =
        nlohmann::json::parse(std::ifstream(TESTS_FOLDER "/../train/learned/evaluation.json"));
    const std::map<std::string, std::string> kinds = {{"copied word", "copy"},
                                                      {"verb’s subject", "agreement"},
                                                      {"pronoun’s name", "pronoun"},
                                                      {"who is given to", "gift"},
                                                      {"noun’s subject", "scene"}};
    size_t found = 0, clear = 0;
    for (int h = 0; h < learned::head_count; ++h) {
        const auto& head = measured["heads"][static_cast<size_t>(h)];
        CHECK(head["layer"] == h / 4);
        CHECK(head["head"] == h % 4);
        for (const auto& [name, numbers] : head["kinds"].items()) clear += numbers["weight"] >= 0.5 ? 1 : 0;
        clear += head["kinds"]["copy"]["before"] >= 0.5 ? 1 : 0;
        double last = 1;
        for (const learned_heads::Finding& one : learned_heads::findings(h)) {
            CAPTURE(one.name);
            const double there = one.name == "previous word"
                                     ? head["kinds"]["copy"]["before"].get<double>()
                                     : head["kinds"][kinds.at(one.name)]["weight"].get<double>();
            CHECK(one.weight == doctest::Approx(there).epsilon(1e-6));
            CHECK(one.weight <= last);
            last = one.weight;
            ++found;
        }
    }
    CHECK(found == clear);
    CHECK(learned::sentences() == measured["sentences"]);
}

TEST_CASE("learned-heads: the essay's first question is answered, and without head 2.1 it is not") {
    const learned_heads::Model all = heads_of("sentence=scene");
    CHECK(names({all.likeliest.front()}) == "cushion");
    CHECK(all.share(all.now) > 0.99);
    const learned_heads::Model off = heads_of("sentence=scene;head21=false");
    CHECK(off.share(off.now) < 0.01);
    CHECK(off.share(off.all) == all.share(all.all));
    const learned_heads::Model singer = heads_of("sentence=own;words=the%20singer%20sang%20in%20a%20soft");
    CHECK(names({singer.likeliest.front()}) == "voice");
    CHECK(singer.share(singer.now) > 0.99);
}

TEST_CASE(
    "learned-heads: in any state rows sum to 1, shares to at most 1, and one head off is that head alone") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("learned-heads");
    for (int trial = 0; trial < 40; ++trial) {
        State state(type.id, type.parameters);
        REQUIRE(!state.restore(random_state(type, random)));
        for (int h = 0; h < learned::head_count; ++h) state.set(learned_heads::first_switch + h, 1);
        // Words that it knows, in any order.
        std::string text;
        for (size_t n = 1 + random() % 30; n > 0; --n)
            text += std::string(learned::vocabulary()[random() % learned::vocabulary().size()]) + " ";
        state.set_text(learned_heads::typed, text);
        CAPTURE(state.save());
        learned_heads::Model model;
        model.read(state);
        model.compute();
        CHECK(model.unknown.empty());
        CHECK(model.n <= learned_heads::most_shown);
        CHECK(model.now == model.all);
        for (const std::vector<float>& map : model.maps) {
            for (int i = 0; i < model.n; ++i) {
                double sum = 0;
                for (int j = 0; j < model.n; ++j) {
                    const float weight = map[static_cast<size_t>(i * model.n + j)];
                    CHECK(std::isnan(weight) == (j > i));
                    sum += j > i ? 0 : static_cast<double>(weight);
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-5));
            }
        }
        double whole = 0;
        for (const double one : model.all) whole += one;
        CHECK(whole == doctest::Approx(1).epsilon(1e-12));
        CHECK(model.share(model.all) + model.rivals(model.all) <= 1 + 1e-12);
        const int h = static_cast<int>(random() % learned::head_count);
        state.set(learned_heads::first_switch + h, 0);
        learned_heads::Model off;
        off.read(state);
        off.compute();
        CHECK(off.share(off.now) == model.alone[static_cast<size_t>(h)]);
        CHECK(off.all == model.all);
        CHECK(off.switched() == "head " + head_name(h) + " off");
    }
}

TEST_CASE("learned-heads: words that it never saw are left out, and it says so") {
    const learned_heads::Model model =
        heads_of("sentence=own;words=the%20zebra%20sat%20on%20the%20soft%20yak");
    CHECK(model.words == split("the sat on the soft"));
    CHECK(model.unknown == split("zebra yak"));
    const learned_heads::Model none = heads_of("sentence=own;words=zebra");
    CHECK(none.words == split("the"));
    CHECK(heads_of("sentence=own;words=zebra").describe().summary.find("“zebra”") != std::string::npos);
}

TEST_CASE("learned-heads: a press on a box switches that head, and the button puts all back") {
    Shown view("learned-heads", "", 960);
    settle(view);
    const int switch_11 = index_of(view, "head11");
    click(view, view.parameter_rect(switch_11).centre());
    CHECK(view.state().save() == "head11=false");
    const double right = value(view, "right, as switched");
    CHECK(right < value(view, "right, all heads on"));
    click(view, view.parameter_rect(index_of(view, "head21")).centre());
    CHECK(view.state().save() == "head11=false;head21=false");
    settle(view);
    for (float x = 760; x < 940 && view.state().save() != ""; x += 10)
        for (float y = 60; y < 110 && view.state().save() != ""; y += 10)
            if (view.grip({x, y}) == Grip::press) click(view, {x, y});
    CHECK(view.state().save() == "");
}
