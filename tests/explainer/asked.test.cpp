// What an exhibit answers that is asked for its numbers, and what it answers where it has none.
#include "explainer/asked.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace explainer;

TEST_CASE("asked: values, cells and sizes are those of the exhibit in that state") {
    Asked sharp("softmax", "temperature=0.5"), as_it_opens("softmax", "");
    View view(*find_exhibit("softmax"));
    REQUIRE(!view.restore("temperature=0.5"));
    for (const NamedValue& one : view.describe().values) CHECK(sharp.value(one.name) == one.value);
    CHECK(sharp.value("largest weight") > as_it_opens.value("largest weight"));
    CHECK(sharp.state().save() == "temperature=0.5");
    CHECK(sharp.cell("Weights", "3", "exponential") > 0);  // a row that is named by a number
    Asked scores("scores", "");
    CHECK(scores.cell("Scores Q", "I", "love") == 5);
    CHECK(scores.cell("Scores ÷", "I", "love") < 5);
    CHECK(scores.cell("Scores Q", "I", "*") == 9);
    CHECK(scores.cell("Scores Q", "*", "love") == 12);
    CHECK(scores.cell("Scores Q", "*", "*") == 27);
    CHECK(scores.rows("Q (") == 3);
    CHECK(scores.columns("Scores Q") == 3);
}

TEST_CASE("asked: what is not there is not a number, and tables that are not there are empty") {
    Asked scores("scores", "");
    CHECK(std::isnan(scores.value("no such value")));
    CHECK(std::isnan(scores.cell("No such table", "I", "love")));
    CHECK(std::isnan(scores.cell("Scores Q", "you", "love")));
    CHECK(std::isnan(scores.cell("Scores Q", "I", "hate")));
    CHECK(std::isnan(scores.cell("Scores Q", "I", "query")));  // words, not a number
    CHECK(scores.rows("No such table") == 0);
    CHECK(scores.columns("No such table") == 0);
}
