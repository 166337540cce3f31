// Long computations: what an exhibit comes to in the end depends on its state alone, not on how the work was
// cut or what was shown before.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "helpers.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// Everything that a description says, at full precision.
std::string all_of(const Description& description) {
    std::string out = description.summary;
    for (const Table& t : description.tables) {
        out += "\n" + t.title;
        for (const std::vector<Cell>& row : t.rows) {
            out += "\n";
            for (const Cell& cell : row) {
                const auto* number = std::get_if<double>(&cell);
                out += (number != nullptr ? shortest(*number) : std::get<std::string>(cell)) + " | ";
            }
        }
    }
    return out;
}

}  // namespace

TEST_CASE("same string, same picture: slices of any size, after any other state, give the same description") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> exponent(-9, 4);
    for (const ExhibitType* type : exhibits()) {
        CAPTURE(type->id);
        for (int round = 0; round < 5; ++round) {
            const std::string before = random_state(*type, random), state = random_state(*type, random);
            CAPTURE(before);
            CAPTURE(state);
            Shown whole(type->id, state), sliced(type->id, before);
            for (int i = 0; i < 20 && sliced.advance(std::exp2(exponent(random))); ++i) {
            }
            REQUIRE(!sliced.restore(state));
            int slices = 0;
            while (sliced.advance(std::exp2(exponent(random) + (slices > 400 ? 8.0f : 0.0f)))) ++slices;
            CHECK(all_of(sliced.describe()) == all_of(whole.describe(true)));
        }
    }
}

TEST_CASE("scaling: every point rests on as many pairs as it says, and lies where so many pairs put it") {
    for (const std::string state : {"d=50;seed=30", "d=1;seed=7", "d=300;seed=99"}) {
        CAPTURE(state);
        Shown view("scaling", state);
        const Table curve = table(view.describe(true), "Spread against width");
        REQUIRE(curve.rows.size() >= 7);
        for (size_t row = 0; row < curve.rows.size(); ++row) {
            const double d = number(curve, row, 0), deviation = number(curve, row, 1),
                         pairs = number(curve, row, 4);
            CAPTURE(d);
            CHECK(pairs >= 2000);
            // The variance of a sample variance: q·k has kurtosis 3 + 6/d (Gaussian components).
            const double error = std::sqrt(d) * std::sqrt((2 + 6 / d) / pairs) / 2;
            CHECK(std::fabs(deviation - std::sqrt(d)) < 4.5 * error);
        }
    }
}
