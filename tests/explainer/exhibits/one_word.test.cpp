// One word looks back: each step follows from the one before it, by hand in double; the same head, weight and
// lead as other exhibits have; and the hand.
#include <doctest/doctest.h>

#include <cmath>

#include "../helpers.h"
#include "explainer/exhibits/one_word_model.h"

using namespace explainer;

namespace {

struct About {
    const char *state, *words, *next, *nearest;
};
constexpr About all[] = {{"", "the%20cat%20sat%20on%20the%20soft", "cushion", "girl"},
                         {"subject=singer", "the%20singer%20sang%20in%20a%20soft", "voice", "rain"},
                         {"subject=rain", "the%20rain%20fell%20on%20the%20soft", "ground", "leaf"}};

std::string with(const About& one, const std::string& more) {
    return *one.state == 0 ? more : std::string(one.state) + ";" + more;
}

std::string text(const Table& table, size_t row, size_t column) {
    return std::get<std::string>(table.rows[row][column]);
}

}  // namespace

TEST_CASE("one-word: products add up to the score, scores make the weights, weights sum to 1") {
    for (const About& one : all)
        for (int key = 0; key < 6; ++key) {
            CAPTURE(one.words);
            CAPTURE(key);
            Shown view("one-word", with(one, "key=" + std::to_string(key)));
            const Description said = view.describe(true);
            const Table &words = table(said, "Words"), &products = table(said, "Products");
            const auto row = static_cast<size_t>(key);
            double sum = 0, powers = 0, shares = 0;
            REQUIRE(products.rows.size() == 16);
            for (size_t t = 0; t < 16; ++t) {
                CHECK(number(products, t, 3) ==
                      doctest::Approx(number(products, t, 1) * number(products, t, 2)).epsilon(1e-5));
                sum += number(products, t, 3);
            }
            CHECK(number(words, row, 1) == doctest::Approx(sum).epsilon(1e-5));
            for (size_t j = 0; j < 6; ++j) {
                CHECK(number(words, j, 2) == doctest::Approx(number(words, j, 1) / 4).epsilon(1e-6));
                powers += std::exp(number(words, j, 2));
                shares += number(words, j, 4);
            }
            CHECK(shares == doctest::Approx(1).epsilon(1e-6));
            for (size_t j = 0; j < 6; ++j)
                CHECK(number(words, j, 4) ==
                      doctest::Approx(std::exp(number(words, j, 2)) / powers).epsilon(1e-5));
            double raw = 0;
            for (size_t j = 0; j < 6; ++j) raw += std::exp(number(words, j, 1));
            CHECK(value(view, "weight without the division") ==
                  doctest::Approx(std::exp(number(words, row, 1)) / raw).epsilon(1e-5));
            CHECK(value(view, "q·k") == number(words, row, 1));
        }
}

TEST_CASE(
    "one-word: weights are those of opening and learned-heads, the lead and what the head adds next-word’s") {
    for (const About& one : all) {
        CAPTURE(one.words);
        Shown word("one-word", with(one, "showNumbers=true;showHeads=true;showOutcome=true")),
            opening("opening", one.state),
            heads("learned-heads", std::string("sentence=own;words=") + one.words),
            next("next-word", std::string("sentence=own;words=") + one.words);
        CHECK(value(word, "weight") == value(heads, "weight"));
        CHECK(value(word, "weight on the subject") == value(opening, "weight on the subject"));
        CHECK(value(word, "share") == value(opening, "probability of the likeliest"));
        CHECK(value(word, "lead") == doctest::Approx(value(next, "lead")).epsilon(1e-5));
        CHECK(value(word, "the head brings") ==
              doctest::Approx(quantity(table(next.describe(true), "Parts"), "head 2.1")).epsilon(1e-5));
        const Description mine = word.describe(true), theirs = heads.describe(true);
        for (size_t j = 0; j < 6; ++j)
            CHECK(number(table(mine, "Where"), 4, j + 1) ==
                  number(table(theirs, "Weights of head 2.1"), 5, j + 1));
        CHECK(text(table(mine, "Like"), 0, 0) == one.nearest);
        const Table& after = table(mine, "After");
        for (size_t i = 0; i < 3; ++i) CHECK(text(after, i, 1) == all[i].next);
    }
}

TEST_CASE("one-word: without places two words that are the same get the same; with places they do not") {
    for (const About& one : all) {
        CAPTURE(one.words);
        Shown view("one-word", with(one, "showOrder=true"));
        const Description said = view.describe(true);
        const Table& back = table(said, "One word back");
        REQUIRE(back.rows.size() == 6);
        double placed = 0, placeless = 0;
        for (size_t i = 0; i < 6; ++i) {
            placed += number(back, i, 1);
            placeless += number(back, i, 2);
        }
        CHECK(placed == doctest::Approx(1).epsilon(1e-6));
        CHECK(placeless == doctest::Approx(1).epsilon(1e-6));
        if (one.words != all[1].words) {  // “the” stands there twice
            CHECK(text(back, 0, 0) == "the (1)");
            CHECK(text(back, 4, 0) == "the (5)");
            CHECK(number(back, 0, 2) == doctest::Approx(number(back, 4, 2)).epsilon(1e-5));
            CHECK(number(back, 4, 1) > 10 * number(back, 0, 1));
        }
        Shown heads("learned-heads", std::string("sentence=own;head=1-4;words=") + one.words);
        for (size_t i = 0; i < 6; ++i)
            CHECK(number(back, i, 1) == number(table(heads.describe(true), "Weights of head 1.4"), 5, i + 1));
        CHECK(number(back, 4, 1) > 10 * number(back, 4, 2));
    }
}

TEST_CASE("one-word: “soft” goes in the same in all three sentences, and comes out as three other vectors") {
    Shown view("one-word");
    one_word::Model model;
    model.read(view.state());
    model.compute();
    REQUIRE(model.before.size() == 3 * one_word::width);
    REQUIRE(model.after.size() == 3 * one_word::width);
    for (size_t other = 1; other < 3; ++other) {
        double apart = 0;
        for (size_t i = 0; i < one_word::width; ++i) {
            CHECK(model.before[i] == model.before[other * one_word::width + i]);
            apart +=
                std::fabs(static_cast<double>(model.after[i] - model.after[other * one_word::width + i]));
        }
        CHECK(apart > 10);
    }
}

TEST_CASE("one-word: a press on a word, a line or a row looks at it; on a product, takes that number") {
    for (const float width : {928.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("one-word", "", width);
        settle(view);
        const auto parameter = [&](std::string_view name) {
            return view.state().integer(index_of(view, name));
        };
        const Rect of_numbers = view.parameter_rect(index_of(view, "component"));  // all 16
        CHECK(parameter("component") == 13);
        click(view, {of_numbers.x + of_numbers.width / 16 * 10.5f, of_numbers.centre().y});
        CHECK(parameter("component") == 11);
        // The lines of shares are the last thing on the sheet above the choice of a subject, one a word.
        const float bottom = view.natural_height(width) - 16 - 44;
        click(view, {200, bottom - 30 * 3 - 15});
        CHECK(parameter("key") == 2);
        CHECK(view.describe(true).summary.find("“sat”") != std::string::npos);
        const Rect pill = view.parameter_rect(index_of(view, "key"));
        click(view, {pill.x - 24, pill.centre().y});
        CHECK(parameter("key") == 1);
    }
}

TEST_CASE("one-word: a row of “soft” in and out chooses its sentence") {
    Shown view("one-word", "showSum=false;showShares=false;showOutcome=true", 928);
    settle(view);
    const float bottom = view.natural_height(928) - 16 - 44;
    click(view, {400, bottom - 12});
    CHECK(view.state().choice(index_of(view, "subject")) == 2);
}
