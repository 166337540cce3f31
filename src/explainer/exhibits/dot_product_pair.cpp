// A query and a key, taken apart. See dot_product_pair.h.
#include "explainer/exhibits/dot_product_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::dot_products {
namespace {

// ---- Products as rectangles, a + b = c, all three to one scale

struct Area {
    double width = 0, height = 0;    // with their signs, of which the picture shows that of `value`
    double value = 0;                // negative: outlined, in the other colour
    std::string below, beside = {};  // what its sides are
};

constexpr float top = 20, foot = 22;  // for numbers above and below
constexpr float beside = 38;          // for the number at the left of a rectangle
constexpr float sign = 22;            // for + and =
constexpr float most_scale = 44;      // pixels to 1

constexpr float narrow = 320;  // there only the numbers under a rectangle widen its place

/// What a rectangle and its numbers need.
float slot(const Area& area, float scale, float available) {
    const float under = fonts::width(caption, area.below),
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
    ui.text({x + room / 2, ground + 3}, caption, theme.query, area.below, Align::centre);
    // Beside the rectangle, never lower than the words under it, and off the number above it.
    const float line = fonts::line_height(caption);
    const float left = inside ? box.x : std::min(box.x, box.centre().x - wide / 2);
    ui.text({left - 5, std::min(box.centre().y - line / 2, ground - line)}, caption, theme.key, area.beside,
            Align::right);
}

/// `lit` is one that is pointed at elsewhere, or −1.
figures::Block areas_to_scale(std::array<Area, 3> areas, int lit) {
    const auto size = [](float available) {
        return figures::Size{available, top + foot + std::round(std::clamp(0.21f * available, 60.0f, 96.0f)),
                             0};
    };
    return figures::drawing(size, [areas = std::move(areas), lit](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float scale = fitting_scale(areas, rect.width, rect.height - top - foot);
        const float ground = rect.bottom() - foot;
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

}  // namespace

Color color_of(const Theme& theme, float score) {
    return std::fabs(score) < 0.005f ? theme.ink : score > 0 ? theme.query : theme.key;
}

figures::Block components(const Theme& theme, const TakenApart& all) {
    using namespace figures;
    constexpr float field = 52, margin = 8;
    const int first = all.first, lit = all.product;
    const auto vector = [lit](int parameter, Color color) {
        return drawing({field + 2 * margin, 2 * row_height, 0}, [=](Ui& ui, Rect rect) {
            brackets(ui, {rect.x + margin, rect.y + 6, field, rect.height - 12}, color);
            for (int c = 0; c < 2; ++c)
                number_field(
                    ui, parameter + c,
                    {rect.x + margin, rect.y + row_height * static_cast<float>(c), field, row_height}, color,
                    lit == c);
        });
    };
    const auto pair_of_vectors = [=] {
        return row({.gap = 6, .cross = Cross::middle},
                   {Item(vector(qx, theme.query)), Item(text(heading, theme.ink, "·")),
                    Item(vector(first, theme.key))});
    };
    const auto sum = [all, &theme](float height) {
        std::vector<TableRow> rows;
        for (int c = 0; c < 2; ++c) {
            rows.emplace_back()
                .add(formula({.most = 1}, math(c == 0 ? "= " : "+ ", colored(theme.query, shown(all.q[c], 2)),
                                               " × ", colored(theme.key, shown(all.pair.k[c], 2)))))
                .add(shown(all.pair.product[c]), theme.ink, true);
        }
        const Color color = color_of(theme, all.pair.score);
        rows.emplace_back()
            .add("=", theme.ink)
            .add(text(heading, color, shown(all.pair.score), Align::right));
        rows.back().ruled = true;
        return table({.id = "sum",
                      .row_height = height,
                      .hovered = [pointed = all.pointed](int i) { pointed->product = i; }},
                     {{"", theme.ink, Align::left, share()}, {"", theme.ink, Align::right, pixels(72)}},
                     std::move(rows));
    };
    return column(4,
                  titled(theme.ink, Phrase() << "q·" << all.name << " in components", theme.muted,
                         "drag a number sideways"),
                  at_least(
                      344,
                      [=] {
                          return row({.gap = 20}, {Item(pair_of_vectors()), Item(sum(row_height), share())});
                      },
                      [=] { return column(4, pair_of_vectors(), sum(32)); }));
}

figures::Block areas(const Theme& theme, const TakenApart& all) {
    using namespace figures;
    const Pair& p = all.pair;
    const auto product = [&](int c) {
        return Area{wide(all.q[c]), wide(p.k[c]), wide(p.product[c]), shown(all.q[c]), shown(p.k[c])};
    };
    const Area whole{wide(all.q_length), wide(p.along), wide(p.score), "‖q‖ " + shown(all.q_length),
                     p.defined ? shown(p.along) : "–"};
    return column(4, titled(theme.ink, "one number, two pictures of it", theme.muted, "areas to one scale"),
                  areas_to_scale({product(0), product(1), whole}, all.product));
}

figures::Block formulas(const Theme& theme, const TakenApart& all) {
    using namespace figures;
    const auto line = [&theme](Block left, const char* note) {
        return row({.cross = Cross::baseline},
                   {Item(std::move(left)), Item(text(caption, theme.muted, note, Align::right), share())});
    };
    const std::string length = Phrase() << "‖" << all.name << "‖";
    const auto first = [=, &theme] {
        return formula({.most = 1},
                       math(colored(theme.key, length), " cos θ = ",
                            colored(theme.key, shown(all.pair.length, 2)), " × ", shown(all.pair.cosine, 3),
                            " = ", bold(colored(color_of(theme, all.pair.along), shown(all.pair.along, 2)))));
    };
    const auto second = [=, &theme] {
        return formula({.most = 1},
                       math(colored(theme.query, "‖q‖"), " ", colored(theme.key, length), " cos θ = ",
                            colored(theme.query, shown(all.q_length, 2)), " × ", shown(all.pair.along, 2),
                            " = ", bold(colored(color_of(theme, all.pair.score), shown(all.pair.score, 2)))));
    };
    if (!all.pair.defined) {
        return column(8, paragraph(body, theme.ink, "A vector of length 0 has no direction:"),
                      paragraph(body, theme.ink, "no angle, cos θ undefined, score 0."));
    }
    return at_least(
        400,
        [=] { return column(8, line(first(), "its part along q"), line(second(), "times the length of q")); },
        [=] { return column(8, first(), second()); });
}

}  // namespace explainer::dot_products
