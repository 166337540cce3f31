// The essays' numbers, out of what the exhibits say of themselves.
#include <cmath>

#include "helpers.h"

using namespace explainer;

namespace {

void check_column(const Table& table, size_t column, std::initializer_list<double> expected,
                  double tolerance) {
    REQUIRE(table.rows.size() >= expected.size());
    size_t row = 0;
    for (const double value : expected)
        CHECK(number(table, row++, column) == doctest::Approx(value).epsilon(tolerance));
}

}  // namespace

TEST_CASE("the essay section: three dot products") {
    const std::pair<const char*, double> cases[] = {{"", 7.4}, {"kx=-1;ky=3", 0}, {"kx=-2.4;ky=-1", -8.2}};
    for (const auto& [state, expected] : cases) {
        Shown view("dot-product", state);
        const Description d = view.describe();
        CHECK(quantity(table(d, "Geometry"), "q·k") == doctest::Approx(expected).epsilon(1e-6));
        CHECK(quantity(table(d, "Sum of products"), "sum (q·k)") == doctest::Approx(expected).epsilon(1e-6));
    }
    Shown orthogonal("dot-product", "kx=-1;ky=3");
    CHECK(quantity(table(orthogonal.describe(), "Geometry"), "angle θ in degrees") == doctest::Approx(90));
}

TEST_CASE("a vector of length zero has no angle, and nothing divides by it") {
    Shown view("dot-product", "qx=0;qy=0");
    const Description d = view.describe();
    CHECK(quantity(table(d, "Geometry"), "q·k") == 0);
    CHECK(std::get<std::string>(table(d, "Geometry").rows[3][1]) == "undefined");
}

TEST_CASE("the essay section: softmax of five scores") {
    Shown view("softmax");
    const Description d = view.describe();
    const double percents[] = {27.1, 4.0, 54.5, 0.9, 13.4};
    for (size_t i = 0; i < 5; ++i)
        CHECK(std::round(number(table(d, "Weights"), i, 4) * 10) / 10 == percents[i]);
    CHECK(quantity(table(d, "Whole row"), "sum of weights") == doctest::Approx(1));
}

TEST_CASE("softmax at its ends: coldest, warmest, overflow") {
    for (const char* state : {"temperature=0.05", "temperature=5",
                              "temperature=0.05;score1=5;score2=5;score3=-5;subtract=true"}) {
        Shown view("softmax", state);
        const Description d = view.describe();
        CHECK(quantity(table(d, "Whole row"), "sum of weights") == doctest::Approx(1));
        CHECK(std::isfinite(quantity(table(d, "Whole row"), "sum of exponentials")));
    }
}

TEST_CASE("the essay section: the content head, row by row") {
    const std::vector<std::vector<double>>& rows = content_head_rows();
    for (size_t i = 0; i < rows.size(); ++i) {
        Shown view("heads", "row=" + std::to_string(i));
        const Table row = table(view.describe(), "Row");
        for (size_t j = 0; j < 7; ++j) {
            const double expected = j < rows[i].size() ? rows[i][j] : 0;
            CHECK(std::round(number(row, j, 4) * 100) / 100 == doctest::Approx(expected));
        }
    }
    Shown opening("heads");
    check_column(table(opening.describe(), "Row"), 1, {-1, 3.5, -1, -1, -1, -1, 1}, 1e-6);
}

TEST_CASE("the essay section: the mask lets only the later one of the two articles look back") {
    Shown masked("heads", "row=0");
    CHECK(number(table(masked.describe(), "Row"), 4, 4) == 0);
    Shown open("heads", "row=0;causal=false");
    CHECK(number(table(open.describe(), "Row"), 4, 4) > 0.7);
}

TEST_CASE("every head does what its caption says") {
    struct Claim {
        const char* state;
        const char* key;
    };
    for (const Claim& claim : {
             Claim{"head=previous;row=5", "the"},
             Claim{"head=sink;row=5", "The"},
             Claim{"sentence=stone;head=subject-verb;row=2", "cat"},
             Claim{"sentence=stone;head=subject-verb;row=1;causal=false", "sat"},
             Claim{"sentence=noise;head=subject-verb;row=5", "it"},
             Claim{"sentence=stone;head=adjective-noun;row=5;causal=false", "stone"},
             Claim{"sentence=noise;head=pronoun;row=4", "dog"},
             Claim{"sentence=stone;head=preposition;row=3;causal=false", "stone"},
         }) {
        CAPTURE(claim.state);
        Shown view("heads", claim.state);
        const Table row = table(view.describe(), "Row");
        bool found = false;
        for (size_t j = 0; j < row.rows.size(); ++j) {
            if (std::get<std::string>(row.rows[j][0]) != claim.key) continue;
            found = true;
            CHECK(number(row, j, 4) > 0.5);
        }
        CHECK(found);
    }
    Shown uniform("heads", "head=uniform;row=3");
    check_column(table(uniform.describe(), "Row"), 4, {.25, .25, .25, .25, 0, 0, 0}, 1e-6);
}

TEST_CASE("the book chapter: three keys by hand") {
    Shown view("heads", "sentence=keys;scaled=true");
    const Description d = view.describe();
    check_column(table(d, "Row"), 3, {2.028, 1, 2.028}, 5e-4);
    check_column(table(d, "Row"), 4, {.401, .198, .401}, 2e-3);
    CHECK(quantity(table(d, "Whole row"), "sum of exponentials") == doctest::Approx(5.056).epsilon(1e-4));
    CHECK(number(table(d, "Output"), 0, 1) == doctest::Approx(6.0167).epsilon(1e-5));
    CHECK(number(table(d, "Output"), 0, 2) == doctest::Approx(3.9833).epsilon(1e-5));
    Shown same("softmax", "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1");
    check_column(table(same.describe(), "Weights"), 2, {2.028, 1, 2.028}, 5e-4);
}

TEST_CASE("what is described adds up: weights to one, weights times values to the output") {
    for (int row = 0; row < 7; ++row) {
        Shown view("heads", "row=" + std::to_string(row) + ";scaled=true");
        const Description d = view.describe();
        const Table& keys = table(d, "Row");
        double sum = 0, output[3] = {};
        for (size_t j = 0; j < keys.rows.size(); ++j) {
            sum += number(keys, j, 4);
            for (size_t a = 0; a < 3; ++a) output[a] += number(keys, j, 4) * number(keys, j, 5 + a);
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
        for (size_t a = 0; a < 3; ++a)
            CHECK(number(table(d, "Output"), 0, 1 + a) == doctest::Approx(output[a]).epsilon(1e-5));
    }
}

TEST_CASE("the mathematics article and the book chapter: the spread of q·k is √d_k, and 1 after scaling") {
    for (const auto& [state, deviation] :
         {std::pair{"", 8.0}, {"d=256", 16.0}, {"d=512", 22.6}, {"d=4096", 64.0}}) {
        CAPTURE(state);
        Shown view("scaling", state);
        const Description d = view.describe(true);
        CHECK(quantity(table(d, "Chosen width"), "pairs drawn") == 20000);
        // 20,000 pairs leave a standard error of 0.5 %; four of those.
        CHECK(quantity(table(d, "Chosen width"), "standard deviation of q·k") ==
              doctest::Approx(deviation).epsilon(0.02));
        CHECK(quantity(table(d, "Chosen width"), "standard deviation of q·k ÷ √d_k") ==
              doctest::Approx(1).epsilon(0.02));
    }
}
