// What is drawn as arithmetic is worked out again, in random states.
#include "equations.h"

#include <doctest/doctest.h>

#include <map>

#include "../helpers.h"
#include "../random_state.h"
#include "drawn.h"

using namespace explainer;
using namespace explainer::sentences;

TEST_CASE("equations: the reader finds what holds and what does not") {
    const auto read = [](std::string_view text) {
        std::string out;
        for (const Equation& one : equations_in(text)) out += one.holds ? "+" : "-";
        return out;
    };
    CHECK(read("3 ÷ √2 = 2.12") == "+");
    CHECK(read("3 ÷ √2 = 2.13") == "-");
    CHECK(read("q · k = 3.00, ÷ √2 = 2.12, ÷ T 0.5 = 4.24, weight 12 %") == "++");
    CHECK(read("q · k = 3.00, ÷ √2 = 2.12, ÷ T 0.5 = 4.27, weight 12 %") == "+-");
    CHECK(read("q · k = 3.00, ÷ √2 = 2.32, ÷ T 0.5 = 4.64, weight 12 %") == "-+");
    CHECK(read("0.545 (1 − 0.545) ÷ 1.00 = 0.248") == "+");
    CHECK(read("0.545 (1 − 0.545) ÷ 2.00 = 0.248") == "-");
    CHECK(read("2 · 32 · 8 · 128 · 2 B · 64 = 8.00 MiB") == "+");
    CHECK(read("2 · 32 · 8 · 128 · 2 B · 64 = 8.20 MiB") == "-");
    CHECK(read("2nd + 2 = 17") == "");
    CHECK(read("any of 74 words: ln 74 = 4.30") == "+");
    CHECK(read("any of 74 words: ln 74 = 4.32") == "-");
    CHECK(read("1 · 2 + 3 · 4 + 5 = 14 so far") == "+");
    CHECK(read("1 · 2 + 3 · 4 + 5 = 17 so far") == "-");
    CHECK(read("α = exp 0 ÷ Σ = 1 ÷ 4 = 25 %") == "+");
    CHECK(read("α = exp 0 ÷ Σ = 1 ÷ 4 = 26 %") == "-");
    CHECK(read("1.50 − 0.50 − −0.30 = 1.29") == "+");
    CHECK(read("1.50 − 0.50 + 0.30 = 1.27") == "-");
    CHECK(read("(0.30·2 + 1·0.4) ÷ 2 = 0.5") == "+");
    CHECK(read("d_model 8 = h 2 × dₖ 4") == "+");
    CHECK(read("d_model 8 = h 2 × dₖ 3") == "-");
    CHECK(read("√(0.3² + (−0.4)²) = 0.5") == "+");
    CHECK(read("64·64 = 4,096, and 2.0·10⁹ × 2 = 4·10⁹") == "++");
    CHECK(read("component 2 = 0.5 · 3 + 0.5 · 4 = 3.5, component 1 = 7") == "+");
    CHECK(read("‖v‖ of word 1 = √(3² + 4²) = 5") == "+");
    CHECK(read("component 2 = 0.500 · 3 + 0.500 · 4 = 3.60") == "-");
    CHECK(read("no numbers = here, 3 of 4 = words") == "");
}

TEST_CASE("equations of random states: what is drawn and spoken as arithmetic is right") {
    const unsigned seed = seed_of_run();
    const int wanted = states_wanted(320);
    MESSAGE("SEED=" << seed << " STATES=" << wanted);
    std::mt19937 random(seed);
    const auto types = exhibits();
    std::map<std::string, int> read;
    for (int n = 0; n < wanted; ++n) {
        const ExhibitType& type = *types[static_cast<size_t>(n) % types.size()];
        View view(type);
        view.set_reduced_motion(true);
        const std::string state = odd_state(type, random);
        REQUIRE(!view.restore(state));
        for (int i = 0; i < view.state().count(); ++i)  // what is folded away says nothing
            if (view.state().parameter(i).piece) view.set(i, 1);
        for (const float width : {720.0f, 360.0f}) {
            for (const std::string& text : drawn_texts(view, width)) {
                for (const Equation& one : equations_in(text)) {
                    ++read[std::string(type.id)];
                    CHECK_MESSAGE(one.holds, type.id << ", " << width << " px, state \"" << state
                                                     << "\": " << one.text << " in “" << text << "”");
                }
            }
        }
    }
    // The exhibits whose arithmetic is drawn in figures: were it read no more, it would not be checked any
    // more.
    for (const std::string id : {"blend", "cost", "dot-product", "heads", "masks", "multi-head", "pipeline",
                                 "position", "projection", "scores", "softmax", "values"})
        CHECK_MESSAGE(read[id] >= wanted / 20, id << ": hardly an equation is read any more");
}
