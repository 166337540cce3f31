// What the blend draws: the plane of the query and its keys, the plane of the values with their hull, the
// weights between them, and what a hand does on all three.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibits/blend.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {
using namespace blending;

constexpr size_t longest_trail = 160;  // points

/// The vectors and the temperature on their way to where they are: those of a preset glide there, and the
/// blend with them. Once a sheet, so that all parts show the same.
void Blend::move(Ui& ui) const {
    Motion& now = motion_of(ui);
    now.given = given_;
    const auto ease = [&ui](const char* name, float* numbers, int n) {
        for (int i = 0; i < n; ++i) numbers[i] = ui.eased(name + std::to_string(i), numbers[i]);
    };
    ease("q/", now.given.q, 2);
    ease("k/", now.given.k, 2 * most);
    ease("v/", now.given.v, 2 * most);
    // Along the logarithm, as its slider travels.
    now.temperature = std::exp(ui.eased("log T", std::log(temperature_)));
    Hand& hand = hand_of(ui);
    now.reach = wide(ui.eased("reach", static_cast<float>(value_reach(hand))));
    // A trail is of one way of the hand; any other change of state ends it.
    if (std::exchange(hand.version, version_) != version_ && !hand.drags_query) {
        hand.query_trail.clear();
        hand.output_trail.clear();
    }
}

/// A handle of a pair: pointing at it lights all that belongs to the pair, taking it chooses the pair.
void Blend::take_part(int i, const PointerState& pointer, Ui& ui) const {
    if (pointer.hovered || pointer.held) hover_.note().handle = i;
    if (pointer.pressed) ui.change(chosen, i + 1);
}

// ---- The planes

void Blend::draw_keys(figures::PlanePen& pen) const {
    using namespace figures;
    const Theme& theme = pen.theme();
    Motion& motion = motion_of(pen.ui());
    Hand& hand = hand_of(pen.ui());
    const Given& given = motion.given;
    const Vector2 q = given.query();
    pen.trail(hand.query_trail, theme.query, 3);
    if (dot(q, q) > 0) {
        pen.line({}, q, theme.query.faded(0.6f));
        for (int i = 0; i < given.n; ++i) {
            // The foot is score ÷ ‖q‖ from the origin.
            const Vector2 foot = q * (dot(q, given.key(i)) / dot(q, q));
            const Color color = lights(i) ? theme.key : theme.key.faded(0.6f);
            pen.segment(given.key(i), foot, color, lights(i) ? 2 : 1.5f, true);
            pen.dot_at(foot, color, lights(i) ? 5 : 3.5f);
        }
    }
    pen.arrow_to_handle({}, q, {.color = theme.query, .filled = true}, 3);
    const auto drag_cell = [&](int parameter, int row, Vector2 to) {
        pen.ui().change_cell(parameter, row, 0, pen.ui().state().snapped(parameter, to.x));
        pen.ui().change_cell(parameter, row, 1, pen.ui().state().snapped(parameter, to.y));
    };
    // The query first: where handles meet, the one drawn on top is the one taken.
    const PointerState pointer = pen.handle("q", q,
                                            {.color = theme.query,
                                             .name = "q",
                                             .filled = true,
                                             .bold = true,
                                             .pointed = pen.ui().focused_cell(query).has_value()},
                                            [&](Vector2 to) { drag_cell(query, 0, to); });
    hand.drags_query = pointer.held;
    // A key under the query's disc shows through it.
    for (int i = 0; i < given.n; ++i) {
        if (length(pen.at(given.key(i)) - pen.at(q)) < 6) pen.dot_over(given.key(i), theme.key, 4);
    }
    for (int n = 0; n < given.n; ++n) {
        const int i = n == 0 ? chosen_ : n <= chosen_ ? n - 1 : n;
        const std::optional<MatrixCell> cell = pen.ui().focused_cell(keys);
        take_part(i,
                  pen.handle(key_names[i], given.key(i),
                             {.color = theme.key,
                              .name = key_names[i],
                              .bold = i == chosen_,
                              .pointed = lights(i) || (cell && cell->row == i)},
                             [&](Vector2 to) { drag_cell(keys, i, to); }),
                  pen.ui());
        for (int c = 0; c < 2; ++c) pen.ui().place_cell(keys, i, c, target_at(pen.at(given.key(i))));
    }
    pen.ui().place_parameter(query, target_at(pen.at(q)));
    pen.ui().place_parameter(keys, pen.rect());
    motion.key = pen.at(given.key(chosen_));
}

/// Where the query and the output have been since the last frame: as if the hand had moved in a straight
/// line.
void Blend::leave_trail(Hand& hand) const {
    using figures::Vector2;
    const Vector2 to = given_.query(), from = hand.query_trail.empty() ? to : hand.query_trail.back(),
                  way = to - from;
    if (!hand.query_trail.empty() && from == to) return;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::sqrt(dot(way, way)) / 0.1)));
    for (int i = 1; i <= steps; ++i) {
        const Vector2 q = from + way * (i / static_cast<double>(steps));
        Given then = given_;
        then.q[0] = static_cast<float>(q.x);
        then.q[1] = static_cast<float>(q.y);
        hand.query_trail.push_back(i == steps ? to : q);
        hand.output_trail.push_back(mixed(then, temperature_).at());
    }
    const size_t old = hand.query_trail.size() - std::min(hand.query_trail.size(), longest_trail);
    hand.query_trail.erase(hand.query_trail.begin(),
                           hand.query_trail.begin() + static_cast<std::ptrdiff_t>(old));
    hand.output_trail.erase(hand.output_trail.begin(),
                            hand.output_trail.begin() + static_cast<std::ptrdiff_t>(old));
}

void Blend::draw_values(figures::PlanePen& pen) const {
    using namespace figures;
    const Theme& theme = pen.theme();
    Motion& motion = motion_of(pen.ui());
    Hand& hand = hand_of(pen.ui());
    const Given& given = motion.given;
    const Mixed now = mixed(given, motion.temperature);
    const Vector2 o = now.at(), mean = limit(given, now, false), winner = limit(given, now, true);
    pen.hull(hull_of(given), theme.value);
    for (int i = 0; i < given.n; ++i)
        pen.segment(o, given.value(i), theme.value.faded(lights(i) ? 0.8f : 0.4f), 1 + 14 * now.weights[i]);

    // Where T alone would take the output.
    std::vector<Vector2> way = {winner};
    constexpr int steps = 48;
    for (int i = 0; i <= steps; ++i)
        way.push_back(
            mixed(given, static_cast<float>(coldest * std::pow(hottest / coldest, i / double{steps}))).at());
    way.push_back(mean);
    pen.curve(way, theme.output, 1.5f, true);
    pen.cross_at(mean, theme.ink);
    pen.cross_at(winner, theme.ink);

    if (hand.drags_query) leave_trail(hand);
    pen.trail(hand.output_trail, theme.output);
    // Over the handles, which it arrives at as T falls; within a handle's ring it leaves the ring in sight.
    pen.dot_at(o, theme.paper, 10);
    pen.dot_over(o, theme.output, 7.5f);
    pen.label(o, o - mean + Vector2{0.01, -0.02}, {18, true}, theme.output, "o", 12);
    const bool room = pen.rect().width > 340;
    const auto limit_name = [room](const char* to, const char* what, Vector2 v) -> std::string {
        if (!room) return to;
        return Phrase() << to << ": " << what << "(" << Fixed{v.x, 2} << ", " << Fixed{v.y, 2} << ")";
    };
    // As the state has it, so that the numbers do not run while the picture glides.
    pen.label(mean, mean - o, caption, theme.ink, limit_name("T → ∞", "mean ", limit(given_, now_, false)),
              9);
    if (!(winner == mean))
        pen.label(winner, winner - mean, caption, theme.ink,
                  limit_name("T → 0", "", limit(given_, now_, true)), 13);

    const double reach = value_reach(hand);
    hand.reach = 0;
    for (int n = 0; n < given.n; ++n) {
        const int i = n == 0 ? chosen_ : n <= chosen_ ? n - 1 : n;
        const std::optional<MatrixCell> cell = pen.ui().focused_cell(values);
        const PointerState pointer = pen.handle(
            value_names[i], given.value(i),
            {.color = theme.value,
             .name = value_names[i],
             .bold = i == chosen_,
             .pointed = lights(i) || (cell && cell->row == i)},
            [&](Vector2 to) {
                const double place[] = {to.x, to.y};
                for (int c = 0; c < 2; ++c)
                    pen.ui().change_cell(
                        values, i, c, pen.ui().state().snapped(values, std::clamp(place[c], -reach, reach)));
            });
        take_part(i, pointer, pen.ui());
        if (pointer.held) hand.reach = reach;
    }
    pen.ui().place_parameter(values, pen.rect());
    motion.value = pen.at(given.value(chosen_));
}

/// What a plane's reach must be so that all within `reach` of the origin is within its edges, also upwards.
static double reach_of(double reach, float width, float height) {
    constexpr float edge = 2 * 16;  // a handle with its halo (plane.h)
    return height >= width ? reach : reach * wide((width - edge) / std::max(1.0f, height - edge));
}

figures::Block Blend::key_plane(float width, float height) const {
    using namespace figures;
    return plane({.id = "keys",
                  .reach = reach_of(key_reach, width, height),
                  .aspect = height / width,
                  .most = width,
                  .hint = "drag q"},
                 [this](PlanePen& pen) { draw_keys(pen); });
}

figures::Block Blend::value_plane(Ui& ui, float width, float height) const {
    using namespace figures;
    return plane({.id = "values",
                  .reach = reach_of(motion_of(ui).reach, width, height),
                  .aspect = height / width,
                  .most = width},
                 [this](PlanePen& pen) { draw_values(pen); });
}

/// A row a pair: its score, its weight, a bar.
figures::Block Blend::weight_rows(float height) const {
    using namespace figures;
    return drawing(height, [this](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        Motion& motion = motion_of(ui);
        const Given& given = motion.given;
        const Mixed now = mixed(given, motion.temperature);
        const float each = std::min(rect.height / static_cast<float>(given.n), 104.0f);
        const float top = rect.y + (rect.height - each * static_cast<float>(given.n)) / 2;
        for (int i = 0; i < given.n; ++i) {
            const Rect row{rect.x, std::round(top + each * static_cast<float>(i)), rect.width,
                           std::round(each)};
            const Rect band{row.x, row.centre().y - 32, row.width, 64};
            const PointerState pointer = ui.area("pair/" + std::to_string(i), row, Grip::press);
            if (pointer.hovered) hover_.note().handle = i;
            if (pointer.clicked) ui.change(chosen, i + 1);
            if (i == chosen_) {
                ui.place_parameter(chosen, band);
                if (ui.focused(chosen)) ui.focus_ring(band);
                motion.row = band;
            }
            if (lights(i)) ui.painter().rectangle(band, band_color(theme), 4);
            const Type type{15, lights(i)};
            const float line = band.y + 8, left = band.x + 10, right = band.right() - 10;
            ui.text({left, line}, type, theme.key, score_names[i]);
            ui.text({(left + right) / 2 + 12, line}, type, theme.ink, explainer::shown(now_.scores[i]),
                    Align::right);
            ui.text({right, line}, strong, theme.query, percent(wide(now_.weights[i]), 1), Align::right);
            const Rect track{left, line + 25, right - left, 16};
            ui.painter().rectangle(track, lights(i) ? theme.paper : theme.raised, 2);
            const float bar = track.width * now.weights[i];
            ui.painter().rectangle({track.x, track.y, bar, track.height},
                                   lights(i) ? theme.query : theme.query.faded(0.45f),
                                   std::min(2.0f, bar / 2));
        }
    });
}

/// From the chosen key through its row to its value.
void Blend::draw_elbow(Ui& ui) {
    const Motion& at = motion_of(ui);
    const Theme& theme = ui.theme();
    const float middle = at.row.centre().y, gap = 14;
    const Point in[] = {{at.key.x + figures::handle_radius + 1, at.key.y},
                        {at.row.x - gap, at.key.y},
                        {at.row.x - gap, middle},
                        {at.row.x, middle}};
    const Point out[] = {{at.row.right(), middle},
                         {at.row.right() + gap, middle},
                         {at.row.right() + gap, at.value.y},
                         {at.value.x - figures::handle_radius - 1, at.value.y}};
    ui.painter().polyline(in, theme.key, 1.5f, false);
    ui.painter().polyline(out, theme.value, 1.5f, false);
}

figures::Block Blend::planes_wide(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    constexpr float gap = 28;
    const float room = width - 2 * gap, left = std::floor(room * 0.31f), right = std::floor(room * 0.43f),
                height = std::min(right, 460.0f);
    const auto part = [](Block title, Block figure, Block note) {
        return column(6, std::move(title), std::move(figure), std::move(note));
    };
    Block all = row(
        {.gap = gap},
        {Item(part(text(strong, theme.ink, "where q looks"), key_plane(left, height),
                   paragraph(caption, theme.muted, "where a key’s dashes meet q’s line: score ÷ ‖q‖", 47)),
              pixels(left)),
         Item(part(text(strong, theme.ink, "score → weight"), weight_rows(height),
                   paragraph(caption, theme.muted, origin(), 46)),
              share()),
         Item(part(text(strong, theme.ink, "what comes back"), value_plane(ui, right, height),
                   paragraph(caption, theme.muted,
                             "trail: where o has been · dots: where T alone would take it", 59)),
              pixels(right))});
    // Over all of it, so drawn last; it takes no room of its own.
    return column(0, std::move(all), drawing(0, [](Ui& with, Rect) { draw_elbow(with); }));
}

figures::Block Blend::planes_narrow(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    return by_width([this, &ui, &theme](float width) {
        std::vector<Segment> shares;
        for (int i = 0; i < given_.n; ++i) {
            const double weight = wide(now_.weights[i]);
            shares.push_back({Phrase() << key_names[i] << " → " << value_names[i], weight, theme.query,
                              percent(weight, 1)});
        }
        struct Text {
            const char *title, *note;
        };
        const Text looks{"where q looks", "dashes: score ÷ ‖q‖"},
            comes{"what comes back", "trail: where o has been · dots: T alone"};
        const auto title = [&theme](const Text& said) {
            return titled(theme.ink, said.title, theme.muted, said.note);
        };
        Block weights = budget({.id = "weights",
                                .selected = lit() >= 0 ? lit() : chosen_,
                                .pointing = {[this](int i) { hover_.note().handle = i; },
                                             [&ui](int i) { ui.change(chosen, i + 1); }}},
                               std::move(shares));
        weights = column(6, std::move(weights), paragraph(caption, theme.muted, origin()));
        if (width >= 520) {
            const float left = std::floor((width - 24) * 0.43f), right = width - 24 - left,
                        height = std::round(right * 0.95f);
            const auto words = [&theme](const Text& said) {
                return column(2, text(strong, theme.ink, said.title),
                              paragraph(caption, theme.muted, said.note));
            };
            return column(10,
                          row({.gap = 24},
                              {Item(column(6, words(looks), key_plane(left, height)), pixels(left)),
                               Item(column(6, words(comes), value_plane(ui, right, height)), pixels(right))}),
                          std::move(weights));
        }
        return column(8, title(looks), key_plane(width, std::round(width * 0.72f)), std::move(weights),
                      title(comes), value_plane(ui, width, std::round(width * 0.92f)));
    });
}

figures::Block Blend::heat(Ui& ui) const {
    using namespace figures;
    const Color ink = ui.theme().ink;
    // The ends of the slider, but on the way one sees where the output goes. Near the limits, not at them.
    const auto coldest_button = [] {
        return button("to coldest", "T = 0.01", [](Ui& with) { with.step(temperature, coldest); });
    };
    const auto hottest_button = [] {
        return button("to hottest", "T = 100", [](Ui& with) { with.step(temperature, hottest); });
    };
    return at_least(
        860,
        [=, &ui] {
            return row({.gap = 12},
                       {Item(slider(temperature, {ink, 112, 64}), share()), Item(coldest_button()),
                        Item(hottest_button()), Item(space(0), pixels(12)), Item(stepper(ui, count))});
        },
        [=, &ui] {
            return column(0, slider(temperature, {ink, 112, 64}),
                          wrap(12, 0, blocks(coldest_button(), hottest_button(), stepper(ui, count))));
        });
}

}  // namespace explainer
