// Formulas: set within their width, broken at signs, terms that answer.
#include "explainer/figures/formula.h"

#include <algorithm>

#include "explainer/figures/text.h"
#include "widths.h"

using namespace explainer;
using namespace explainer::figures;

namespace {

Math everything(const Theme& t, double value) {
    return math(
        colored(t.query, sub("α", "3")), " = ",
        over(number(value, 3), math("Σ", sub("", "j"), " ", sup("e", over("x", "T")))), " ≈ ",
        over(math(sup("e", "3.10"), " + ", root(math(sub("d", "k"), " + 1"))), root(number(value, 2))), " + ",
        number(value, 2), " · ", colored(t.value, column_of({number(value, 2), "1.30"})), " + ",
        parens(over("1", number(value, 0))), boxed("q k"), " = ",
        matrix_of(3, {"1", "0", "−1", "0", number(value, 2)}), " → ",
        bold(colored(t.output, number(value, 3))));
}

/// The texts that are drawn, in lines from above.
std::vector<float> lines_of(const LabelPainter& painter) {
    std::vector<float> out;
    for (const Label& label : painter.labels) {
        if (out.empty() || label.box.y > out.back() + 4) out.push_back(label.box.y);
    }
    return out;
}

}  // namespace

TEST_CASE("formulas keep within their place, their texts apart, at every width") {
    for (const double value : {0.545, 1e30, extreme_values[7], extreme_values[9], -1e-30}) {
        CAPTURE(value);
        Sheet sheet({}, [=](Ui& ui) {
            return formula({.id = "f", .pointing = {[](int) {}, nullptr}},
                           term(1, everything(ui.theme(), value)));
        });
        check_all_widths(sheet, 4);
        Sheet open({}, [=](Ui& ui) {
            return formula({.id = "f", .size = 18, .align = Align::centre}, everything(ui.theme(), value));
        });
        check_all_widths(open, 4);
    }
    Sheet empty({}, [](Ui&) { return formula({}, ""); });
    check_all_widths(empty, 16);
    Sheet endless({}, [](Ui&) { return formula({}, std::string(400, 'x')); });
    (void)endless.drawn(320);  // nothing to break it at: it is set small, and still ends
}

TEST_CASE("a formula that is too wide is broken before its relation signs first") {
    Sheet sheet({}, [](Ui&) { return formula({}, "q·k = 3.00 × 2.00 + 1.00 × 1.40 = 6.00 + 1.40 = 7.40"); });
    CHECK(lines_of(sheet.drawn(720).first).size() == 1);
    const auto [painter, height] = sheet.drawn(288);
    CHECK(lines_of(painter).size() == 2);
    bool begins = false;
    for (const Label& label : painter.labels) {
        if (label.box.x == Sheet::margin && label.box.y > painter.labels.front().box.y + 4)
            begins = label.text.starts_with("= ");
    }
    CHECK(begins);
}

TEST_CASE(
    "what fits no line is broken before sums, and only then before products; a sign of a number stays with "
    "it") {
    Sheet sheet({}, [](Ui&) {
        return formula({}, "o = 0.115 · 2.30 + 0.569 · −2.10 + 0.303 · −0.50 + 0.012 · 1.40 + 0.001 · 0.30");
    });
    const LabelPainter painter = sheet.drawn(288).first;
    float y = painter.labels.front().box.y;
    CHECK(painter.labels.front().text == "o");
    CHECK(painter.labels[1].box.y == y);  // "= …" begins beside it, as no line could hold it
    int lines = 1;
    for (const Label& label : painter.labels) {
        if (label.box.y <= y + 4) continue;
        y = label.box.y;
        ++lines;
        CAPTURE(label.text);
        CHECK(label.text.starts_with("+ "));
    }
    CHECK(lines == 2);
}

TEST_CASE("formulas stand on the baseline of the text beside them") {
    const View with_fonts(*exhibits().front());
    CHECK(formula({}, "α = 0.5")->measure(400).baseline == doctest::Approx(15 * baseline));
    CHECK(formula({}, "α = 0.5")->measure(400).height == doctest::Approx(15 * 1.25));
    const Size tall = formula({}, over("1", "2"))->measure(400);
    CHECK(tall.baseline > 15 * baseline);
    CHECK(tall.height > 30);
    CHECK(formula({.most = 150}, "α")->measure(400).height == room_for(150, 15, 400));
    CHECK(formula({.most = 1}, "α = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9")->measure(200).height == 15 * 1.25f);
}

TEST_CASE("numbers of a formula have their decimals, and short forms where they are extreme") {
    const auto says = [](double value, int decimals, std::string_view text) {
        Sheet sheet({}, [=](Ui&) { return formula({}, number(value, decimals)); });
        return sheet.drawn(400).first.says(text);
    };
    CHECK(says(0.5452, 3, "0.545"));
    CHECK(says(-2, 2, "−2.00"));
    CHECK(says(1e30, 2, "1.00·10³⁰"));
    CHECK(says(extreme_values[7], 2, "–"));
    CHECK(says(extreme_values[9], 2, "−∞"));
    CHECK(says(0.0003, 2, "0.00"));
}

TEST_CASE("terms answer with their numbers") {
    int hovered = -1, pressed = -1;
    Sheet sheet({}, [&](Ui&) {
        return formula(
            {.id = "f", .pointing = {[&](int id) { hovered = id; }, [&](int id) { pressed = id; }}},
            math(term(7, "first term"), " + ", term(9, over("second", "term"))));
    });
    const LabelPainter painter = sheet.drawn(720).first;
    REQUIRE(painter.labels.size() == 4);
    sheet.view().pointer(Pointer::move, painter.labels[0].box.centre(), false);
    settle(sheet.view());
    CHECK(hovered == 7);
    press(sheet.view(), painter.labels[3].box.centre());
    release(sheet.view(), painter.labels[3].box.centre());
    CHECK(pressed == 9);
}

TEST_CASE("the ground of a lit term lies under all of it, however many parts it is broken into") {
    Sheet sheet({}, [](Ui& ui) {
        return formula(
            {.id = "f", .pointed = 3},
            math("0.070 · 4", " + ", bold(term(3, math("0.500", " · ", colored(ui.theme().value, "0")))),
                 " + 0.223 · ", "1 = 1.637"));
    });
    for (int width = 60; width < 400; width += 7) {
        CAPTURE(width);
        const LabelPainter painter = sheet.drawn(static_cast<float>(width)).first;
        CHECK(painter.collision() == "");
        CHECK(!painter.strokes.empty());
        for (const Label& label : painter.labels) {
            const bool of_it = label.text == "0.500" || label.text == "0";
            const bool on_ground =
                std::any_of(painter.strokes.begin(), painter.strokes.end(),
                            [&](const Rect& ground) { return ground.contains(label.box.centre()); });
            CAPTURE(label.text);
            CHECK((!of_it || on_ground));
            CHECK((of_it || label.text.find("·") != std::string::npos || !on_ground));
        }
    }
}
