// Contrast of all that is written with what is painted under it: WCAG's 4.5:1, 3:1 for letters of 24 px and
// more, in light and dark, wide and narrow, in the states one opens and in states that nobody chose.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "explainer/view.h"
#include "figures/watched_matrix.h"
#include "ground_painter.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// What is said of the texts that cannot be read well, each once.
void check_all(const GroundPainter& painter, std::set<std::string>& known) {
    for (const Legibility& one : painter.texts()) {
        if (one.ratio >= one.wanted()) continue;
        if (!known.insert(one.text + one.ink.hex() + one.ground.hex()).second) continue;
        CAPTURE(one.text);
        CAPTURE(one.at.x);
        CAPTURE(one.at.y);
        CAPTURE(one.ink.hex());
        CAPTURE(one.ground.hex());
        CHECK(one.ratio >= one.wanted());
    }
}

/// The default, every preset, and some states from the seed.
std::vector<std::string> states_of(const ExhibitType& type, std::mt19937& random) {
    std::vector<std::string> out = {""};
    for (const Preset& preset : type.presets) out.emplace_back(preset.state);
    for (int i = 0; i < states_wanted(4); ++i) out.push_back(random_state(type, random));
    return out;
}

}  // namespace

TEST_CASE("contrast: all that is written reads on what is painted under it, in every exhibit") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    size_t texts = 0;
    for (const ExhibitType* type : exhibits()) {
        CAPTURE(type->id);
        std::set<std::string> known;
        View view(*type);
        view.set_reduced_motion(true);
        for (const std::string& state : states_of(*type, random)) {
            CAPTURE(state);
            REQUIRE(!view.restore(state));
            while (view.advance(8)) {
            }
            for (const bool dark : {false, true}) {
                CAPTURE(dark);
                view.set_dark(dark);
                for (const float width : {960.0f, 360.0f}) {
                    CAPTURE(width);
                    GroundPainter painter((dark ? dark_theme() : light_theme()).paper);
                    view.draw_with(painter, width);
                    texts += painter.texts().size();
                    check_all(painter, known);
                }
            }
        }
    }
    CHECK(texts > 10000);
}

TEST_CASE("contrast: digits read on every colour of both ramps and of every role's tint") {
    using namespace watched_matrix;
    // From the least to the greatest in small steps: 20 × 20 cells.
    constexpr int side = 20;
    std::vector<float> values;
    for (int i = 0; i < side * side; ++i) values.push_back(2 * static_cast<float>(i) / (side * side - 1) - 1);
    for (const bool dark : {false, true}) {
        const Theme& theme = dark ? dark_theme() : light_theme();
        for (const bool is_signed : {false, true}) {
            for (const Color Theme::*role :
                 {&Theme::query, &Theme::key, &Theme::value, &Theme::output, &Theme::ink, &Theme::wrong}) {
                CAPTURE(dark);
                CAPTURE(is_signed);
                Watched shown(look_of(values, side, side));
                MatrixLook& look = shown.look;
                look.cells.ground = Ground::heat;
                look.cells.is_signed = is_signed;
                look.cells.decimals = 1;
                look.cells.color = theme.*role;
                look.cells.small = [](int, int) { return std::string("8"); };
                look.cells.ground_of = [&](int i, int j) -> std::optional<Color> {
                    if (role == &Theme::query) return std::nullopt;  // the map's own colours
                    return mix(theme.paper, theme.*role, static_cast<float>(i * side + j) / (side * side));
                };
                look.size.cell_height = 44;
                look.marks.selected_row = 3;
                look.marks.linked_col = 4;
                look.marks.fade_others = dark;  // (either way, in one of the two)
                Sheet sheet(table(), shown.build(), 1200);
                sheet.view().set_dark(dark);
                GroundPainter painter(theme.paper);
                sheet.view().draw_with(painter, 1200);
                std::set<std::string> known;
                CHECK(painter.texts().size() > side * side);
                check_all(painter, known);
            }
        }
    }
}
