// A query and a key, taken apart. See dot_product_pair.h.
#include "explainer/exhibits/dot_product_pair.h"

#include <cmath>
#include <utility>
#include <vector>

#include "explainer/exhibits/dot_product_areas.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::dot_products {
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
