// The opening: what the model says of its three sentences, and the word that is pressed.
#include <doctest/doctest.h>

#include <algorithm>

#include "../helpers.h"
#include "explainer/exhibits/learned_heads_run.h"

using namespace explainer;

namespace {

struct Sentence {
    const char *state, *words, *next;
};
constexpr Sentence asked[] = {{"", "the cat sat on the soft", "cushion"},
                              {"subject=singer", "the singer sang in a soft", "voice"},
                              {"subject=rain", "the rain fell on the soft", "ground"}};

}  // namespace

TEST_CASE("opening: the model says the word that fits, and head 2.1 looks most at the subject") {
    for (const Sentence& one : asked) {
        CAPTURE(one.words);
        Shown view("opening", one.state);
        const Description said = view.describe(true);
        CHECK(said.summary.find(one.words) != std::string::npos);
        const Table& next = table(said, "Next word");
        CHECK(std::get<std::string>(next.rows.front().front()) == one.next);
        CHECK(value(view, "probability of the likeliest") > 0.99);
        const Table& weights = table(said, "Weights");
        double sum = 0;
        for (size_t j = 0; j < weights.rows.size(); ++j) {
            sum += number(weights, j, 1);
            CHECK(number(weights, j, 1) <= value(view, "weight on the subject"));
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-6));
    }
}

TEST_CASE("opening: its weights and probabilities are those of learned-heads for the same words") {
    for (const Sentence& one : asked) {
        CAPTURE(one.words);
        std::string typed = one.words;
        for (size_t at = typed.find(' '); at != std::string::npos; at = typed.find(' '))
            typed.replace(at, 1, "%20");
        Shown opening("opening", one.state), heads("learned-heads", "sentence=own;words=" + typed);
        CHECK(value(opening, "weight on the subject") == value(heads, "weight"));
        CHECK(value(opening, "probability of the likeliest") == value(heads, "right, all heads on"));
        const Description mine = opening.describe(true), theirs = heads.describe(true);
        for (size_t i = 0; i < 3; ++i) {
            CHECK(std::get<std::string>(table(mine, "Next").rows[i][0]) ==
                  std::get<std::string>(table(theirs, "Next").rows[i][0]));
            CHECK(number(table(mine, "Next"), i, 1) == number(table(theirs, "Next"), i, 1));
        }
    }
}

TEST_CASE("opening: a press on the subject goes round; the hint leaves with the first") {
    for (const float width : {928.0f, 360.0f, 320.0f}) {
        CAPTURE(width);
        Shown view("opening", "", width);
        settle(view);
        const auto hint_shown = [&view] {
            const Rect switched = view.parameter_rect(0);
            const std::vector<Rect> all = view.occupied();
            return std::ranges::any_of(all, [&](const Rect& one) {
                return one.contains({switched.centre().x, switched.bottom() + 34});
            });
        };
        CHECK(hint_shown());
        for (const char* const next : {"subject=singer", "subject=rain", ""}) {
            const Rect target = view.parameter_rect(0);
            CHECK(std::min(target.width, target.height) >= 44);
            CHECK(target.right() <= width);
            click(view, target.centre());
            CHECK(view.state().save() == next);
            CHECK(!hint_shown());
        }
    }
}

TEST_CASE("opening: pointing at a word shows what “soft” gives it") {
    Shown view("opening", "", 928);
    settle(view);
    const std::string before = seen(view, 928);
    CHECK(before.find("10.0") == std::string::npos);
    view.pointer(Pointer::move, {38, view.parameter_rect(0).centre().y}, false);
    settle(view);
    CHECK(seen(view, 928).find("10.0") != std::string::npos);
}

TEST_CASE("opening: the hint is there however it begins, and on no paper") {
    // What an author begins with is no change.
    Shown begun("opening", "subject=rain", 928);
    CHECK(seen(begun, 928).find("press rain") != std::string::npos);
    settle(begun);
    const size_t on_screen = begun.occupied().size();
    begun.set_still(true);
    CHECK(begun.svg().find("press") == std::string::npos);
    settle(begun);
    CHECK(begun.occupied().size() == on_screen - 1);
}
