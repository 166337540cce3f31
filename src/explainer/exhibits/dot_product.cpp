// The dot product as geometry: one query, one to four keys on a plane, and the lines along which every key
// has the same score; the chosen pair in components and as areas. Two dimensions only, so that the picture is
// the whole truth. The numbers are in dot_product_model.*.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/dot_product_model.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace dot_products {
namespace {

using namespace figures;

constexpr double reach = 4;
constexpr double line_step = 2;  // from one line of equal score to the next

constexpr Parameter coordinate(std::string_view name, std::string_view label, std::string_view help,
                               double initial) {
    return {
        .name = name, .label = label, .help = help, .minimum = -reach, .maximum = reach, .initial = initial};
}

constexpr std::string_view across = "Along the horizontal axis.", up = "Along the vertical axis.";

// The first three keys are the essay section's; the fourth is made to score what the first scores.
constexpr std::array parameters = {
    coordinate("qx", "q, first component", across, 3),
    coordinate("qy", "q, second component", up, 1),
    coordinate("kx", "k₁, first component", across, 2),
    coordinate("ky", "k₁, second component", up, 1.4),
    coordinate("k2x", "k₂, first component", across, -1),
    coordinate("k2y", "k₂, second component", up, 3),
    coordinate("k3x", "k₃, first component", across, -2.4),
    coordinate("k3y", "k₃, second component", up, -1),
    coordinate("k4x", "k₄, first component", across, 2.9),
    coordinate("k4y", "k₄, second component", up, -1.3),
    integer_of("count", "keys", "How many keys there are.", 1, most, 4),
    bounded(integer_of("chosen", "chosen key", "Which key is taken apart.", 1, most, 1),
            {.parameter = "count"}),
    toggle_of("lines", "lines of equal score", "Every key on one line has the same score.", true),
    toggle_of("halves", "above, below 0", "Tints the side of the plane where scores are positive.", true),
    piece_of("showKeys", "each key", "A row a key: length, angle, score and share.", true),
    piece_of("showComponents", "components", "The chosen pair, product by product.", true),
    piece_of("showAreas", "areas", "The same number as areas.", true),
};

constexpr std::array presets = {
    Preset{"all four", ""},
    Preset{"aligned", "count=1"},
    Preset{"orthogonal", "kx=-1;ky=3;count=1"},
    Preset{"opposite", "kx=-2.4;ky=-1;count=1"},
    Preset{"same score", "k2x=1.5;k2y=2.9;k3x=2.4;k3y=0.2"},
    Preset{"zero wins", "kx=-1;ky=3;k2y=0;k3x=0;k3y=-3;count=3"},
};

Vector2 vector_at(const float* v) {
    return {wide(v[0]), wide(v[1])};
}

/// The colour of a score: with its sign, so never alone.
Color color_of(const Theme& theme, float score) {
    return std::fabs(score) < 0.005f ? theme.ink : score > 0 ? theme.query : theme.key;
}

// ---- Products as rectangles, a + b = c, all three to one scale

struct Area {
    double width = 0, height = 0;     // with their signs, of which the picture shows that of `value`
    double value = 0;                 // negative: outlined, in the other colour
    std::string under, at_left = {};  // what its sides are
};

constexpr float above = 20, below = 22;  // for numbers
constexpr float beside = 38;             // for the number at the left of a rectangle
constexpr float sign = 22;               // for + and =
constexpr float most_scale = 44;         // pixels to 1

constexpr float two_columns = 760;  // from here on other pieces stand beside the plane
constexpr float narrow = 320;       // there only the numbers under a rectangle widen its place

/// What a rectangle and its numbers need.
float slot(const Area& area, float scale, float available) {
    const float under = fonts::width(caption, area.under),
                over = available < narrow ? 0 : fonts::width(strong, fixed(area.value, 2));
    return std::max({static_cast<float>(std::fabs(area.width)) * scale, under + 2, over + 2});
}

float whole_width(const std::array<Area, 3>& areas, float scale, float available) {
    float out = 2 * sign;
    for (const Area& area : areas) out += beside + slot(area, scale, available);
    return out;
}

float fitting_scale(const std::array<Area, 3>& areas, float width, float height) {
    double highest = 0;
    for (const Area& area : areas) highest = std::max(highest, std::fabs(area.height));
    float scale = most_scale;
    while (scale > 1 &&
           (whole_width(areas, scale, width) > width || static_cast<float>(highest) * scale > height))
        scale *= 0.96f;
    return scale;
}

/// Draws one that stands on `ground`, from `x` on, in a place `room` wide.
void draw_area(Ui& ui, const Area& area, float x, float ground, float room, float scale, Color fill) {
    const Theme& theme = ui.theme();
    float width = static_cast<float>(std::fabs(area.width)) * scale,
          height = static_cast<float>(std::fabs(area.height)) * scale;
    if (width < 1 || height < 1) height = 0;
    const Rect box{x + (room - width) / 2, ground - height, width, height};
    ui.painter().rectangle(box, fill, 0);
    if (area.value < 0 && width > 3 && height > 3) ui.painter().outline(box.inset(1), theme.key, 1.5f, 0);
    ui.painter().line({box.x - 2, ground}, {box.right() + 2, ground}, theme.line, 1);

    const std::string value = fixed(area.value, 2);
    const float wide = fonts::width(strong, value);
    const bool inside = width > wide + 6 && height > 20;
    const float y =
        inside ? box.centre().y - fonts::line_height(strong) / 2 : box.y - fonts::line_height(strong) - 1;
    ui.text({box.centre().x, y}, strong, theme.ink, value, Align::centre);
    ui.text({x + room / 2, ground + 3}, caption, theme.query, area.under, Align::centre);
    // Beside the rectangle, never lower than the words under it, and off the number above it.
    const float line = fonts::line_height(caption);
    const float left = inside ? box.x : std::min(box.x, box.centre().x - wide / 2);
    ui.text({left - 5, std::min(box.centre().y - line / 2, ground - line)}, caption, theme.key, area.at_left,
            Align::right);
}

/// `lit` is one that is pointed at elsewhere, or −1.
Block areas_to_scale(std::array<Area, 3> areas, int lit) {
    const auto size = [](float available) {
        return Size{available, above + below + std::round(std::clamp(0.21f * available, 60.0f, 96.0f)), 0};
    };
    return drawing(size, [areas = std::move(areas), lit](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float scale = fitting_scale(areas, rect.width, rect.height - above - below);
        const float ground = rect.bottom() - below;
        float x =
            rect.x + std::max(0.0f, std::floor((rect.width - whole_width(areas, scale, rect.width)) / 2));
        for (size_t i = 0; i < areas.size(); ++i) {
            if (i > 0) {
                // Out of the way of numbers over narrow rectangles.
                const float y = rect.width < narrow ? ground + 1 : ground - 30;
                ui.text({x + sign / 2, y}, body, theme.ink, i == 1 ? "+" : "=", Align::centre);
                x += sign;
            }
            x += beside;
            const bool pointed = lit == static_cast<int>(i);
            const Color fill = areas[i].value < 0 ? theme.key.faded(pointed ? 0.3f : 0.06f)
                                                  : theme.query.faded(pointed  ? 0.6f
                                                                      : i == 2 ? 0.45f
                                                                               : 0.22f);
            const float room = slot(areas[i], scale, rect.width);
            draw_area(ui, areas[i], x, ground, room, scale, fill);
            x += room;
        }
    });
}

class DotProduct final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_.compute(state);
        lines_ = state.toggle(lines);
        halves_ = state.toggle(halves);
        hover_.forget_if(
            [this](const Pointed& on) { return on.key >= model_.keys || on.row >= model_.keys; });
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == lines || parameter == halves || parameter == count) return state.toggle(show_keys);
        return parameter < key || parameter >= count || (parameter - key) / 2 < state.integer(count);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != chosen) return state.shown(parameter);
        return Phrase() << model_.name() << ", score " << explainer::shown(model_.pair().score);
    }

    Description describe() const override { return model_.describe(); }
    std::string numpy(const State& state) const override { return model_.numpy(state); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            Block main = figure(ui, width), states = figures::presets(presets);
            if (width < two_columns) return column(8, std::move(states), said(ui.theme()), std::move(main));
            return column(8, said(ui.theme()), std::move(main), std::move(states));
        });
    }

  private:
    /// The plane, and beside or below it what else is shown.
    Block figure(Ui& ui, float width) const {
        const auto shows = [&ui](int piece) { return ui.state().toggle(piece); };
        Block controls = pieces(ui), numbers = numbers_of(ui, false);
        if (shows(show_keys))
            controls =
                wrap(12, 0,
                     blocks(std::move(controls), toggle(ui, lines), toggle(ui, halves), stepper(ui, count)));
        if (width < two_columns)
            return column(16, column(8, the_plane(width, 0.73f * width), std::move(controls)),
                          std::move(numbers));
        const float side = std::floor(0.55f * (width - 36)), low = std::min(side, 382.0f);
        Block beside = the_plane(1.6f * low, low);
        // Whatever other pieces are shown, there is room for them beside the plane.
        if (shows(show_keys) || shows(show_components) || shows(show_areas))
            beside = row({.gap = 36},
                         {Item(the_plane(side, shows(show_areas) ? side : low), pixels(side)),
                          Item(tallest(blocks(std::move(numbers), padded(0, 0, 0, 3, numbers_of(ui, true)))),
                               share())});
        return column(8, std::move(controls), std::move(beside));
    }

    /// What the pointer is on.
    struct Pointed {
        int key = -1, row = -1;  // a key: on the plane; in the table
        int product = -1;        // 0, 1: products; 2: their sum
        struct Line {
            float score;
            Vector2 at;  // where the pointer is
            bool operator==(const Line&) const = default;
        };
        std::optional<Line> line;  // of equal score
        bool operator==(const Pointed&) const = default;
    };
    /// The chosen key's line, held by the pointer.
    struct Slide {
        bool held = false;
        Vector2 hand;                     // where it is
        double score = 0, from_hand = 0;  // when it was taken; along the line, from the hand to the key
    };

    /// The key that is pointed at: on the plane, else in the table.
    int lit() const { return hover_->key >= 0 ? hover_->key : hover_->row; }
    /// Whether a key is on the line that is pointed at, or is pointed at itself.
    bool lights(int i) const {
        return i == lit() || (lines_ && hover_->line &&
                              model_.same_line(model_.pairs[i].score, hover_->line->score, 0.05f));
    }

    /// The live sentence: the chosen pair's score, and how the two lie to each other.
    Block said(const Theme& theme) const {
        const Pair& p = model_.pair();
        Phrase how;
        if (!p.defined)
            how << ": a vector of length 0 has no direction";
        else
            how << ": " << p.direction() << ", " << Fixed{wide(p.angle), 1} << "° apart";
        if (p.score == 0 && p.defined) how << "; a longer q leaves it 0";
        return headline({{Phrase() << "q·" << model_.name() << " = ", theme.ink},
                         headline_number(explainer::shown(p.score), color_of(theme, p.score)),
                         {how, theme.ink}},
                        88);
    }

    /// Keys, components and areas, those of them that are shown; or `all` that may stand there.
    Block numbers_of(Ui& ui, bool all) const {
        const auto shown = [&](int one, UniqueFunction<Block()> build) {
            return all && one != show_areas ? build() : piece(ui, one, std::move(build));
        };
        const Theme& theme = ui.theme();
        return column(16, shown(show_keys, [&] { return keys(theme); }),
                      shown(show_components, [&] { return components(theme); }),
                      shown(show_areas, [&] { return areas(theme); }));
    }

    /// A row a key; a press chooses it.
    Block keys(const Theme& theme) const {
        constexpr float height = 44;
        // What fills half of a bar: a round number, so that bars seldom change their scale.
        float full = 40;
        for (const float round : {20.0f, 10.0f, 5.0f, 2.0f, 1.0f})
            if (model_.largest <= round) full = round;
        std::vector<TableRow> rows;
        for (int i = 0; i < model_.keys; ++i) {
            const Pair& p = model_.pairs[i];
            const bool strong = i == model_.taken || lights(i);
            const Color color = color_of(theme, p.score);
            TableRow& row = rows.emplace_back();
            row.add(key_names[i], theme.key, strong)
                .add(explainer::shown(p.length), theme.ink, strong)
                .add(p.defined ? explainer::shown(p.cosine, 3) : "undefined", theme.ink, strong)
                .add(signed_bar_cell("bar" + std::to_string(i), wide(p.score / full),
                                     strong ? color : color.faded(0.45f), height))
                .add(explainer::shown(p.score), color, true)
                .add(percent(wide(p.share), 1), theme.ink, strong);
            row.selected = i == model_.taken;
        }
        return table({.id = "keys",
                      .row_height = height,
                      .gap = 10,
                      .least_rows = most,
                      .hovered = [this](int i) { hover_.note().row = i; },
                      .parameter = chosen},
                     {{"key", theme.muted, Align::left, {}, "k₄"},
                      {"‖k‖", theme.muted, Align::right, {}, "4.00"},
                      {"cos θ", theme.muted, Align::right, {}, "undefined"},
                      {"", theme.muted, Align::left, share()},
                      {"score q·k", theme.ink, Align::right, {}, "−32.00"},
                      {"share", theme.muted, Align::right, {}, "100.0 %"}},
                     std::move(rows));
    }

    /// q·k, product by product; the numbers of both vectors can be changed.
    Block components(const Theme& theme) const {
        constexpr float field = 52, margin = 8;
        const auto vector = [lit = hover_->product](int parameter, Color color) {
            return drawing({field + 2 * margin, 2 * row_height, 0}, [=](Ui& ui, Rect rect) {
                brackets(ui, {rect.x + margin, rect.y + 6, field, rect.height - 12}, color);
                for (int c = 0; c < 2; ++c) {
                    const float y = rect.y + row_height * static_cast<float>(c);
                    number_field(ui, parameter + c, {rect.x + margin, y, field, row_height}, color, lit == c);
                }
            });
        };
        const auto vectors = [=, this, &theme] {
            return row({.gap = 6, .cross = Cross::middle},
                       {Item(vector(qx, theme.query)), Item(text(heading, theme.ink, "·")),
                        Item(vector(key + 2 * model_.taken, theme.key))});
        };
        const auto sum = [this, &theme] {
            const Pair& p = model_.pair();
            std::vector<TableRow> rows;
            for (int c = 0; c < 2; ++c)
                rows.emplace_back()
                    .add(formula({.most = 1}, math(c == 0 ? "=  " : "+  ",
                                                   colored(theme.query, explainer::shown(model_.q[c])), " × ",
                                                   colored(theme.key, explainer::shown(p.k[c])))))
                    .add(explainer::shown(p.product[c]), theme.ink, true);
            rows.emplace_back()
                .add("=", theme.ink)
                .add(explainer::shown(p.score), color_of(theme, p.score), true);
            rows.back().ruled = true;
            return table(
                {.id = "sum", .row_height = 32, .hovered = [this](int i) { hover_.note().product = i; }},
                {{"", theme.ink, Align::left, share()}, {"", theme.ink, Align::right, pixels(60)}},
                std::move(rows));
        };
        return column(4, text(strong, theme.ink, Phrase() << "q·" << model_.name() << " in components"),
                      at_least(
                          320,
                          [=] {
                              return row({.gap = 12}, {Item(vectors()), Item(sum(), share())});
                          },
                          [=] { return column(4, vectors(), sum()); }));
    }

    /// Two products as rectangles, and the same area once more: ‖q‖ wide, the part of the key along q high.
    Block areas(const Theme& theme) const {
        const Pair& p = model_.pair();
        const auto product = [&](int c) {
            return Area{wide(model_.q[c]), wide(p.k[c]), wide(p.product[c]), explainer::shown(model_.q[c]),
                        explainer::shown(p.k[c])};
        };
        const Area whole{wide(model_.q_length), wide(p.along), wide(p.score),
                         "‖q‖ " + explainer::shown(model_.q_length),
                         p.defined ? explainer::shown(p.along) : "–"};
        return column(4,
                      titled(theme.ink, "one number, two pictures of it", theme.muted, "areas to one scale"),
                      areas_to_scale({product(0), product(1), whole}, hover_->product),
                      tallest(blocks(in_lengths(theme, p), in_lengths(theme, Pair{.defined = true}))));
    }

    /// The same once more, in lengths.
    Block in_lengths(const Theme& theme, const Pair& p) const {
        const std::string length = Phrase() << "‖" << model_.name() << "‖";
        const auto product = [&](Math what, float one, Color color, const std::string& other, float result) {
            return formula({.most = 1},
                           math(std::move(what), " = ", colored(color, explainer::shown(one)), " × ", other,
                                " = ", bold(colored(color_of(theme, result), explainer::shown(result)))));
        };
        if (!p.defined)
            return paragraph(body, theme.ink, "A vector of length 0 has no cos θ; its score is 0.");
        return column(4,
                      product(math(colored(theme.key, length), " cos θ"), p.length, theme.key,
                              explainer::shown(p.cosine, 3), p.along),
                      product(math(colored(theme.query, "‖q‖ "), colored(theme.key, length), " cos θ"),
                              model_.q_length, theme.query, explainer::shown(p.along), p.score));
    }

    Block the_plane(float width, float height) const {
        return plane(
            {.id = "plane", .reach = reach, .aspect = height / width, .most = width, .edge_labels = true},
            [this](PlanePen& pen) { draw_plane(pen); });
    }

    void draw_plane(PlanePen& pen) const {
        const Theme& theme = pen.theme();
        const Vector2 q = pen.eased("q", vector_at(model_.q));
        Vector2 k[most];
        for (int i = 0; i < model_.keys; ++i) k[i] = pen.eased(key_names[i], vector_at(model_.pairs[i].k));
        const bool zero = !(model_.q_length > 0);
        if (!zero) {
            if (halves_) pen.half_plane(q, 0, theme.query.faded(0.07f));
            if (lines_) pen.equal_lines(q, line_step, theme.query, theme.key, theme.ink);
            if (halves_ && !lines_) pen.line({}, {-q.y, q.x}, theme.ink, 2, true);
            pen.line({}, q, theme.query.faded(0.5f));
            if (lines_) {
                const std::string score = explainer::shown(model_.pair().score) +
                                          (pen.rect().width > 400 ? "  all along this line" : "");
                // The line of score 0 is there already, and stays dashed.
                if (model_.same_line(model_.pair().score, 0))
                    pen.label(Vector2{-q.y, q.x} * (0.8 * reach / std::sqrt(dot(q, q))), q, body, theme.ink,
                              score, 10);
                else
                    pen.equal_line(q, dot(q, k[model_.taken]), color_of(theme, model_.pair().score), score);
            }
            if (lines_ && hover_->line) {
                const Color color = color_of(theme, hover_->line->score);
                pen.equal_line(q, wide(hover_->line->score), color.faded(0.6f), "");
                pen.label(hover_->line->at, {0, 1}, strong, color, explainer::shown(hover_->line->score), 14);
            }
            if (lit() >= 0 && lit() != model_.taken) {
                const Vector2 foot = q * (dot(q, k[lit()]) / dot(q, q));
                if (lines_)
                    pen.equal_line(q, dot(q, k[lit()]),
                                   color_of(theme, model_.pairs[lit()].score).faded(0.6f), "");
                pen.segment(k[lit()], foot, theme.key, 1.5f, true);
                pen.dot_at(foot, theme.key, 3.5f);
            }
        }
        for (int i = 0; i < model_.keys; ++i) {
            if (i == model_.taken) continue;
            const HandleLook look{.color = lights(i) ? theme.key : theme.key.faded(0.6f)};
            pen.arrow_to_handle({}, k[i], look, lights(i) ? 2.5f : 1.5f);
        }
        draw_pair(pen, q, k[model_.taken]);
        // The query first: where tips meet, the one drawn on top is the one taken. Then the chosen key.
        pen.handle("q", qx, qy, q,
                   {.color = theme.query, .name = "q", .filled = true, .bold = true, .hint = "drag q"});
        for (int n = 0; n < model_.keys; ++n) {
            const int i = n == 0 ? model_.taken : n <= model_.taken ? n - 1 : n;
            const PointerState pointer = pen.handle(key_names[i], key + 2 * i, key + 2 * i + 1, k[i],
                                                    {.color = theme.key,
                                                     .name = key_names[i],
                                                     .bold = i == model_.taken,
                                                     .pointed = i == model_.taken || lights(i)});
            if (pointer.pressed) pen.ui().change(chosen, i + 1);
            if (pointer.hovered || pointer.held) hover_.note().key = i;
        }
        if (Ui& ui = pen.ui(); !ui.state().toggle(show_keys)) {  // else its place is the table
            const Rect place = target_at(pen.at(k[model_.taken]));
            ui.place_parameter(chosen, place);
            if (ui.focused(chosen)) ui.focus_ring(place);
        }
        if (!zero && lines_) slide_along_line(pen);
        if (!zero) point_at_line(pen);
        if (halves_ && !zero) {
            // In two corners opposite each other, best those where the chosen line is not.
            Vector2 corner{reach * 0.7 * (q.x < 0 ? -1 : 1), reach * 0.93 * (q.y < 0 ? -1 : 1)};
            for (const Vector2 other : {Vector2{corner.x, -corner.y}, Vector2{-corner.x, corner.y}}) {
                if (dot(other, q) < 1.2 * std::sqrt(dot(q, q))) continue;
                corner = other;
                break;
            }
            const double inwards = corner.y < 0 ? 1.0 : -1.0;
            pen.label(corner, {0, inwards}, caption, theme.query, "score above 0", 0);
            pen.label(corner * -1, {0, -inwards}, caption, theme.key, "score below 0", 0);
        }
    }

    /// Where the chosen key's line is pointed at it can be taken itself: the key goes along it, and keeps its
    /// score.
    void slide_along_line(PlanePen& pen) const {
        Ui& ui = pen.ui();
        Slide& slide = ui.kept<Slide>("slide");
        const bool offered = hover_->line && hover_->line->score == model_.pair().score;
        if (!offered && !slide.held) return;
        const Vector2 q = vector_at(model_.q), along = Vector2{-q.y, q.x} * (1 / std::sqrt(dot(q, q)));
        const double length = std::sqrt(dot(q, q));
        const Vector2 hand = slide.held ? slide.hand : hover_->line->at;
        const Vector2 place = q * (wide(model_.pair().score) / (length * length)) + along * dot(hand, along);
        // As near as a mouse points; fingers do not point at lines, they have the key's own handle.
        const Point on_line = pen.at(place);
        const PointerState pointer =
            ui.area("slide", Rect{on_line.x, on_line.y, 0, 0}.inset(-10), Grip::free);
        if (pointer.pressed) {
            slide.score = wide(model_.pair().score);
            slide.from_hand = dot(vector_at(model_.pair().k), along) - dot(pen.of(pointer.position), along);
        }
        slide.held = pointer.held;
        if (pointer.hovered || pointer.held) {
            slide.hand = pen.of(pointer.position);
            hover_.note().line = Pointed::Line{model_.pair().score, slide.hand};
            const Point ahead = unit(pen.at(place + along) - on_line);
            ui.painter().disc(on_line, 5, color_of(pen.theme(), model_.pair().score));
            for (const float way : {-1.0f, 1.0f})
                arrow(ui, on_line, on_line + ahead * (way * 20), color_of(pen.theme(), model_.pair().score),
                      2.5f);
        }
        if (!pointer.held || pointer.pressed) return;
        // As far as both components stay in their range; finer than a hand's steps, which would leave the
        // line.
        const Vector2 foot = q * (slide.score / (length * length));
        double least = -3 * reach, greatest = 3 * reach;
        for (const auto& [from, step] : {std::pair{foot.x, along.x}, std::pair{foot.y, along.y}}) {
            if (std::fabs(step) < 1e-9) continue;
            const double one = (-reach - from) / step, other = (reach - from) / step;
            least = std::max(least, std::min(one, other));
            greatest = std::min(greatest, std::max(one, other));
        }
        if (least > greatest) return;
        const Vector2 to =
            foot + along * std::clamp(slide.from_hand + dot(slide.hand, along), least, greatest);
        ui.change(key + 2 * model_.taken, std::round(to.x * 1000) / 1000);
        ui.change(key + 2 * model_.taken + 1, std::round(to.y * 1000) / 1000);
    }

    /// The pointer on the plane: every place there has a score, and one of the numbered lines nearby takes it
    /// over.
    void point_at_line(PlanePen& pen) const {
        const PointerState pointer = pen.ui().area("ground", pen.rect(), Grip::none);
        if (!pointer.hovered) return;
        const Vector2 at = pen.of(pointer.position);
        float score = model_.score_at(static_cast<float>(at.x), static_cast<float>(at.y));
        const auto near = [&](float other) {
            return std::fabs(score - other) / model_.q_length * pen.unit_pixels() < 5;
        };
        constexpr auto step = static_cast<float>(line_step);
        float drawn = std::round(score / step) * step;
        for (int i = 0; i < model_.keys; ++i) {
            if (near(model_.pairs[i].score)) drawn = model_.pairs[i].score;
        }
        if (near(model_.pair().score)) drawn = model_.pair().score;  // of equal ones the chosen key's
        if (near(drawn)) score = drawn;
        hover_.note().line = Pointed::Line{score, at};
    }

    /// The query, the chosen key, the angle between them and the part of the key along the query.
    void draw_pair(PlanePen& pen, Vector2 q, Vector2 k) const {
        const Theme& theme = pen.theme();
        if (model_.pair().defined && dot(q, q) > 0) {
            // The length of k's projection on q, times ‖q‖, is q·k.
            const double share = dot(q, k) / dot(q, q);
            const Vector2 foot = q * share;
            const Color color = model_.pair().along < 0 ? theme.key : theme.query;
            pen.segment({}, foot, color.faded(0.35f), 10);
            pen.segment(k, foot, theme.key, 2);
            // Neither in a triangle too flat for it, nor on the origin.
            if (std::fabs(model_.pair().along) > 0.3f && std::fabs(model_.pair().angle - 90) < 85)
                pen.right_angle(foot, foot * -1, k - foot, theme.ink);
            if (dot(k, k) > 0) {
                // Between two vectors that are near each other there is no room: then at the key's shaft.
                const std::string size = explainer::shown(model_.pair().angle, 1) + "°";
                const bool narrow = model_.pair().angle < 40;
                pen.angle({}, q, k, theme.ink, narrow ? "" : size);
                if (narrow) pen.label(k * 0.6, k - foot, {13, true}, theme.ink, size, 6);
            }
            const Vector2 side = dot({-q.y, q.x}, k) > 0 ? Vector2{q.y, -q.x} : Vector2{-q.y, q.x};
            pen.label(foot * 0.62, side, body, color, explainer::shown(model_.pair().along) + " along q", 10);
        }
        pen.arrow_to_handle({}, q, {.color = theme.query, .filled = true}, 3);
        pen.arrow_to_handle({}, k, {.color = theme.key}, 3);
    }

    Model model_;
    bool lines_ = true, halves_ = true;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace dot_products

extern const ExhibitType dot_product;
const ExhibitType dot_product = {
    "dot-product",
    "The dot product",
    "Drag a query among its keys and see how angle and length make each score q·k.",
    dot_products::parameters,
    dot_products::presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<dot_products::DotProduct>()); },
    "plane",
};

}  // namespace explainer
