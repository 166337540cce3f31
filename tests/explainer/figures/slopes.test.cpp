// Slope charts: one scale that holds 0, labels that keep off each other, equal lines that share a label; and
// what moves because something happened.
#include "explainer/figures/slopes.h"

#include <algorithm>

#include "explainer/figures/controls.h"
#include "explainer/figures/motion.h"
#include "explainer/format.h"
#include "sheet.h"

using namespace explainer;
using figures::Slope;

namespace {

std::vector<Slope> lines(std::initializer_list<std::pair<double, double>> values) {
    std::vector<Slope> out;
    for (const auto& [before, after] : values)
        out.push_back({.name = "k" + std::to_string(out.size() + 1),
                       .before = before,
                       .after = after,
                       .shown_before = fixed(before, 1),
                       .shown_after = fixed(after, 1)});
    return out;
}

}  // namespace

TEST_CASE("slopes: labels keep off each other, whatever the values, at every width") {
    for (const auto& values :
         {lines({{5, 2.9}, {3, 1.7}, {1, 0.6}}), lines({{0, 0}, {0, 0}}),
          lines({{4, 4}, {4.1, 4}, {4.2, 3}, {-9, 4.1}}), lines({{1e6, 1}, {-1e6, -1}})}) {
        Sheet sheet({}, [&values](Ui&) { return figures::slopes({.id = "s"}, std::vector<Slope>(values)); });
        sheet.check_widths();
    }
}

TEST_CASE("slopes: equal lines share a label, and what is not there yet has none") {
    std::vector<Slope> values = lines({{3, 2}, {3, 2}, {1, 0.5}});
    Sheet sheet({}, [&values](Ui&) { return figures::slopes({.id = "s"}, std::vector<Slope>(values)); });
    CHECK(sheet.drawn(400).first.says("k1, k2"));
    CHECK(sheet.drawn(400).first.says("k3"));
    values[1].there = false;
    CHECK(sheet.drawn(400).first.says("k1"));
    CHECK(!sheet.drawn(400).first.says("k1, k2"));
}

TEST_CASE("slopes: a press goes to the line that is nearest, and to none in the middle of nowhere") {
    int pressed = -1;
    Sheet sheet(
        {},
        [&pressed](Ui&) {
            figures::SlopesLook look{.id = "s", .height = 200};
            look.pointing.pressed = [&pressed](int line) { pressed = line; };
            return figures::slopes(std::move(look), lines({{10, 10}, {5, 5}}));
        },
        400);
    const auto press_at = [&](float height) {
        pressed = -1;
        click(sheet.view(), {200, Sheet::margin + 20 + 200 * (1 - height / 10)});
        return pressed;
    };
    CHECK(press_at(9.8f) == 0);
    CHECK(press_at(5.3f) == 1);
    CHECK(press_at(7.5f) == -1);
}

TEST_CASE("arrival: at rest 1; from 0 upward once what it waits for has become another") {
    std::vector<float> film;
    Sheet sheet({Parameter{.name = "step",
                           .label = "step",
                           .help = "For the test.",
                           .kind = Kind::integer,
                           .maximum = 9,
                           .step = 1}},
                [&film](Ui&) {
                    return figures::column(
                        0, figures::button("on", "on", [](Ui& ui) { ui.step(0, ui.state().number(0) + 1); }),
                        figures::drawing(10, [&film](Ui& ui, Rect) {
                            film.push_back(figures::arrival(ui, "a", ui.state().integer(0)));
                        }));
                });
    for (const float one : film) CHECK(one == 1);
    for (const bool still : {true, false}) {
        sheet.view().set_reduced_motion(still);
        film.clear();
        click(sheet.view(), {Sheet::margin + 12, Sheet::margin + 20});
        CHECK(*std::min_element(film.begin(), film.end()) == (still ? 1 : doctest::Approx(0).epsilon(0.3)));
        CHECK(std::is_sorted(std::find_if(film.begin(), film.end(), [](float one) { return one < 1; }),
                             film.end()));
        CHECK(film.back() == 1);
    }
}
