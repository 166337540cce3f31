// A row in blocks: every number against the formula for the whole row, written here; and what a hand does.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../film.h"
#include "../random_state.h"

using namespace explainer;

namespace {

struct Whole {
    double m = -INFINITY, l = 0, o[2] = {};
};
/// Of the first keys, at once, from the tables that the state says.
Whole whole_of(const State& state, int keys) {
    Whole out;
    const MatrixValue &x = state.matrix(state.find("scores")), &v = state.matrix(state.find("values"));
    for (int j = 0; j < keys; ++j) out.m = std::max(out.m, x.at(0, j));
    for (int j = 0; j < keys; ++j) out.l += std::exp(x.at(0, j) - out.m);
    for (int j = 0; j < keys; ++j)
        for (int c = 0; c < 2; ++c) out.o[c] += std::exp(x.at(0, j) - out.m) / out.l * v.at(j, c);
    return out;
}

constexpr const char* rising =
    "scores=-0.4,0.1,0.5,1.2,1.9,2.2,2.6,3.4;values=0,-1/-2,1/2,1/-1,2/3,0/2,-1/1,1/1,3";
constexpr const char* falling =
    "scores=3.4,2.6,2.2,1.9,1.2,0.5,0.1,-0.4;values=1,3/1,1/2,-1/3,0/-1,2/2,1/-2,1/0,-1";

/// Where the disc of a key is: the middle of what its score is typed into.
Point disc_of(View& view, int key) {
    settle(view);
    return view.cell_rect(index_of(view, "scores"), 0, key).centre();
}

}  // namespace

TEST_CASE("streaming: as it opens: × 0.4493, ℓ 2.199, (1.2037, 1.5642) both ways") {
    Shown view("streaming");
    CHECK(fixed(value(view, "factor"), 4) == "0.4493");
    CHECK(fixed(value(view, "sum"), 3) == "2.199");
    CHECK(fixed(value(view, "first component of the output"), 4) == "1.2037");
    CHECK(fixed(value(view, "second component of the output"), 4) == "1.5642");
    CHECK(value(view, "difference") < 1e-15);
    const std::string drawn = seen(view, 960);
    for (const char* text :
         {">m 3.4<", ">× 0.2466<", ">× 1<", ">× 0.4493<", ">2.199<", ">1.2037<", ">0.0000<"}) {
        CAPTURE(text);
        CHECK(drawn.find(text) != std::string::npos);
    }
}

TEST_CASE("streaming: the same keys in any order and in blocks of any size: the same sum and output") {
    for (const char* state : {"", rising, falling}) {
        for (const char* block : {"block=1", "block=2", "block=4", "block=8"}) {
            Shown view("streaming", (*state ? std::string(state) + ";" : "") +
                                        (block == std::string("block=2") ? "" : block));
            CHECK(fixed(value(view, "sum"), 3) == "2.199");
            CHECK(fixed(value(view, "first component of the output"), 4) == "1.2037");
        }
    }
    Shown up("streaming", rising), down("streaming", falling);
    for (const auto& [state, factors] : {std::pair{rising, std::vector{"0.3329", "0.3679", "0.3012"}},
                                         std::pair{falling, std::vector{"1", "1", "1"}}}) {
        Shown view("streaming", state);
        const Description said = view.describe(true);
        for (size_t b = 0; b < 3; ++b) {
            const double factor = number(table(said, "carried"), b + 1, 1);
            CHECK((factor == 1 ? "1" : fixed(factor, 4)) == factors[b]);
        }
    }
}

TEST_CASE("streaming: one at 100: exp(100) is no float32, and no number is infinite") {
    Shown view("streaming", "scores=0.5,1.2,-0.4,2.6,100,0.1,3.4,2.2;step=3");
    CHECK(value(view, "largest score") == 100);
    CHECK(value(view, "sum") == 1);
    CHECK(seen(view, 960).find(">× 0<") != std::string::npos);
    CHECK(seen(view, 960).find(">100<") != std::string::npos);
    CHECK(value(view, "first component of the output") == 3);
}

TEST_CASE("streaming: before the first block nothing is there, and nothing is infinity minus infinity") {
    Shown view("streaming", "step=0");
    CHECK(view.describe(true).summary == "No key has come: m is −∞, ℓ and u are 0.");
    CHECK(value(view, "sum") == 0);
    CHECK(value(view, "first component of the output") == 0);
    const std::string drawn = seen(view, 960);
    CHECK(drawn.find("gone") == std::string::npos);
    CHECK(drawn.find("NaN") == std::string::npos);
    CHECK(drawn.find("nan") == std::string::npos);
}

TEST_CASE("streaming: in any state every number is that of the formula for the whole row") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("streaming");
    for (int trial = 0; trial < 200; ++trial) {
        const std::string state = trial % 2 ? odd_state(type, random) : random_state(type, random);
        CAPTURE(state);
        View view(type);
        REQUIRE(!view.restore(state));
        const int size = 1 << view.state().choice(view.state().find("block")),
                  now = view.state().integer(view.state().find("step"));
        const Description said = view.describe(true);
        REQUIRE(table(said, "carried").rows.size() == static_cast<size_t>(now));
        for (int b = 1; b <= now; ++b) {
            const Whole whole = whole_of(view.state(), b * size);
            const auto row = static_cast<size_t>(b - 1);
            CHECK(number(table(said, "carried"), row, 2) == whole.m);
            CHECK(number(table(said, "carried"), row, 3) == doctest::Approx(whole.l).epsilon(1e-12));
            for (size_t c = 0; c < 2; ++c)
                CHECK(std::abs(number(table(said, "carried"), row, 4 + c) - whole.o[c] * whole.l) < 1e-11);
            if (b == now) {
                CHECK(std::abs(value(view, "first component of the output") - whole.o[0]) < 1e-13);
                CHECK(std::abs(value(view, "second component of the output") - whole.o[1]) < 1e-13);
            }
        }
        CHECK(value(view, "difference") < 1e-14);
    }
}

TEST_CASE("streaming: a disc is dragged: over the stair it lifts it, far below it adds next to nothing") {
    Shown view("streaming", "", 960);
    const Point at = disc_of(view, 5);
    drag(view, at, at + Point{0, -200});
    const int scores = index_of(view, "scores");
    CHECK(view.state().matrix(scores).at(0, 5) == 4);  // the end of the axis
    CHECK(value(view, "largest score") == 4);
    CHECK(value(view, "factor") == 1);
    const Point up = disc_of(view, 5);
    drag(view, up, up + Point{0, 400});
    CHECK(view.state().matrix(scores).at(0, 5) == -1);
    CHECK(value(view, "largest score") == 3.4);
    // The others stay as they were.
    CHECK(view.state().matrix(scores).at(0, 4) == 1.9);
}

TEST_CASE("streaming: a press on a disc asks for its native input, and on a value") {
    Shown view("streaming", "", 960);
    click(view, disc_of(view, 2));
    const auto asked = view.take_focus_request();
    REQUIRE(asked);
    CHECK(asked->parameter == index_of(view, "scores"));
    CHECK(asked->cell == MatrixCell{0, 2});
    click(view, view.cell_rect(index_of(view, "values"), 3, 1).centre());
    const auto value = view.take_focus_request();
    REQUIRE(value);
    CHECK(value->cell == MatrixCell{3, 1});
}

TEST_CASE("streaming: another block size goes to its last step; blocks play one after the other") {
    Shown view("streaming");
    REQUIRE(!view.restore("step=1"));
    CHECK(view.shown(index_of(view, "step")) == "1 of 4");
    view.set(index_of(view, "block"), 0);
    CHECK(view.shown(index_of(view, "step")) == "8 of 8");
    view.set(index_of(view, "block"), 3);
    CHECK(view.shown(index_of(view, "step")) == "1 of 1");
    CHECK(view.state().save() == "block=8");
}
