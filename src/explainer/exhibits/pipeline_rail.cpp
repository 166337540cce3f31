// See pipeline_rail.h.
#include "explainer/exhibits/pipeline_rail.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/controls.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"

namespace explainer::pipeline_model {
namespace {

using namespace figures;

constexpr float picture = 34, picture_top = 9, height = 68;

/// Cells of equal size within a rectangle; `color` of each.
template <class Shade>
void small_grid(Ui& ui, Rect rect, int rows, int cols, Shade&& shade) {
    const float wide = rect.width / static_cast<float>(cols), tall = rect.height / static_cast<float>(rows);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < cols; ++j)
            ui.painter().rectangle({rect.x + wide * static_cast<float>(j),
                                    rect.y + tall * static_cast<float>(i), wide - 1, tall - 1},
                                   shade(i, j), 0);
    }
}

void draw_picture(Ui& ui, const Model& model, const Focus& f, int step, Rect rect) {
    const Theme& theme = ui.theme();
    const WorkedExample& e = model.example;
    const Color faint = mix(theme.paper, theme.muted, 0.14f);
    const bool of_query = f.of == Of::q || f.of == Of::grid || f.of == Of::output;
    const auto pair = [&](const std::vector<float>& values, bool shares) {
        float most = shares ? 1 : 0;
        for (const float value : values) most = shares ? most : std::max(most, std::fabs(value));
        small_grid(ui, rect, e.n, e.m, [&](int i, int j) {
            const bool used = f.of == Of::output
                                  ? i == f.row
                                  : f.of == Of::grid && i == f.row && (j == f.col || step == weigh);
            if (!used) return faint;
            const float value = most > 0 ? values[static_cast<size_t>(i * e.m + j)] / most : 0;
            return mix(theme.paper, shares || value >= 0 ? theme.query : theme.key,
                       0.25f + 0.65f * std::min(1.0f, std::fabs(value)));
        });
    };
    switch (step) {
        case words:
            if (!e.from_words) return small_grid(ui, rect, 3, 3, [&](int, int) { return faint; });
            return small_grid(ui, rect, e.n, 4, [&](int i, int) {
                return i == f.row || f.of == Of::grid || f.of == Of::output
                           ? mix(theme.paper, theme.ink, 0.45f)
                           : faint;
            });
        case project: {
            const float side = rect.width / 2 - 1;
            const auto one = [&](Point at, Color color, bool lit) {
                small_grid(ui, {at.x, at.y, side, side}, 3, 3,
                           [&](int, int) { return mix(theme.paper, color, lit ? 0.7f : 0.2f); });
            };
            one({rect.x, rect.y + side / 2}, theme.query, of_query);
            one({rect.x + side + 2, rect.y}, theme.key,
                f.of == Of::k || f.of == Of::grid || f.of == Of::output);
            return one({rect.x + side + 2, rect.y + side + 2}, theme.value,
                       f.of == Of::v || f.of == Of::output);
        }
        case score:
            return pair(model.scores, false);
        case divide:
            return pair(model.now.scaled, false);
        case weigh:
            return pair(model.now.weights, model.softmax);
        default:
            small_grid(ui, rect, e.n, model.now.columns, [&](int i, int j) {
                return f.of == Of::output && i == f.row && j == f.col ? theme.output : faint;
            });
    }
}

}  // namespace

Block rail(const Model& model, const Focus& focus, const std::string* short_names) {
    return drawing(height, [&model, focus, short_names](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float slot = rect.width / static_cast<float>(blend);
        bool names = true;
        for (int i = 0; i < blend; ++i) names = names && fonts::width({13, true}, short_names[i]) <= slot - 4;
        ui.place_parameter(step, rect);
        for (int i = words; i <= blend; ++i) {
            const Rect cell{rect.x + slot * static_cast<float>(i - 1), rect.y, slot, rect.height};
            const PointerState pointer = ui.area("rail/" + std::to_string(i), cell, Grip::press);
            if (pointer.clicked) {
                ui.pause();
                ui.step(step, i);
            }
            const bool here = i == model.step;
            const Rect frame = cell.inset(2);
            if (pointer.hovered) ui.painter().rectangle(frame, theme.raised, 8);
            if (here) ui.painter().outline(frame, theme.ink, 2, 8);
            const float top = names ? picture_top : (height - picture) / 2;
            draw_picture(ui, model, focus, i,
                         {cell.centre().x - picture / 2, cell.y + top, picture, picture});
            const Type type{13, here};
            if (names)
                ui.text({cell.centre().x, cell.y + picture_top + picture + 4}, type,
                        here ? theme.ink : theme.muted, short_names[i - 1], Align::centre);
            // What is given has its place on the first step's sheet.
            if (i == words) {
                bool given = false;
                for (int p = example::x; p <= example::v; ++p) {
                    if (!example_active(ui.state(), p)) continue;
                    ui.place_parameter(p, cell);
                    given = given || ui.focused(p);
                }
                if (given && !here) ui.focus_ring(frame, 9);
            }
        }
        if (ui.focused(step)) ui.focus_ring(rect);
    });
}

Block turning(const Model& model, std::string name) {
    return drawing(row_height, [&model, name = std::move(name)](Ui& ui, Rect rect) {
        const auto go = [&](int to) {
            ui.pause();
            ui.step(step, to);
        };
        const auto place = [&](int i) {
            return Rect{rect.x + 50 * static_cast<float>(i), rect.y, 44, row_height};
        };
        if (sign_button(ui, "turn/back", place(0), Sign::back, {.enabled = model.step > words}))
            go(model.step - 1);
        ui.place_parameter(play, place(1));
        const bool playing = ui.playing(step);
        if (sign_button(ui, "turn/play", place(1), playing ? Sign::pause : Sign::play,
                        {.focused = ui.focused(play)}))
            playing ? ui.pause() : ui.play(step);
        if (sign_button(ui, "turn/on", place(2), Sign::on, {.enabled = model.step < blend}))
            go(model.step + 1);
        const Type type = fonts::width(heading, name) <= rect.width - 160 ? heading : strong;
        ui.text({rect.right(), rect.centre().y - fonts::line_height(type) / 2}, type, ui.theme().ink,
                shortened(type, name, rect.width - 160), Align::right);
    });
}

}  // namespace explainer::pipeline_model
