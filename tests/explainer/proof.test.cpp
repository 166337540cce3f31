// The exhibit that measures: what it asks the host for, and what it makes of the answers.
#include "helpers.h"

using namespace explainer;

TEST_CASE("asks once, again when pressed, anew when the size changes; draws what comes in") {
    Shown view("proof");
    settle(view);
    const std::optional<Experiment> first = view.take_experiment();
    REQUIRE(first);
    CHECK(first->n == 64);
    CHECK(first->d == 64);
    CHECK(!first->causal);
    CHECK(!view.take_experiment());
    CHECK(view.describe().tables[0].rows.empty());

    view.receive({"relaxed", 10, 1e-7, 3, 9});
    view.receive({"JavaScript", 40, 2e-7, 3, 9});
    CHECK(view.step(1e7, false));
    settle(view);
    const Table measured = table(view.describe(), "This machine");
    REQUIRE(measured.rows.size() == 2);
    CHECK(number(measured, 0, 2) == doctest::Approx(4));
    CHECK(number(measured, 1, 2) == doctest::Approx(1));
    view.receive({"relaxed", 8, 1e-7, 4, 9});
    CHECK(number(table(view.describe(), "This machine"), 0, 1) == 8);
    CHECK(table(view.describe(), "This machine").rows.size() == 2);

    const Point again = view.preset_rect(0).centre();
    press(view, again);
    release(view, again);
    CHECK(view.take_experiment());
    CHECK(view.state().save().empty());
    CHECK(view.describe().tables[0].rows.empty());  // old numbers would pass for new ones

    REQUIRE(!view.restore("size=sentence;causal=true"));
    const std::optional<Experiment> other = view.take_experiment();
    REQUIRE(other);
    CHECK(other->n == 6);
    CHECK(other->causal);
}
