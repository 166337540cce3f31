// What stands under the projection's matrices: one number's sum term by term, the word's three roles as bars,
// and the product read the other way, as rows added. See projection.h.
#include <cmath>
#include <utility>

#include "explainer/exhibits/projection.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Block, figures::Entry, figures::MatrixLook;

Block Projection::sum_waterfall(Ui& ui, float height) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role_);
    std::vector<Term> terms;
    const int fine = decimals_w_[at(role_)] > 1 ? 3 : decimals_w_[at(role_)];
    for (int t = 0; t < one_.width; ++t) {
        const std::string index = subscript(t + 1);
        terms.push_back({.name = {{Phrase() << "x" << index << " ", theme.ink}, {"w" + index, color}},
                         .product = {{fixed(wide(x(word_, t)), decimals_x_), theme.ink},
                                     {" × ", theme.muted},
                                     {fixed(wide(w(role_, t, column_)), fine), color},
                                     {" = " + fixed(wide(products_[at(t)]), sum_decimals()), theme.ink}},
                         .value = wide(products_[at(t)]),
                         .color = color});
    }
    WaterfallLook look{.id = "sum",
                       .decimals = sum_decimals(),
                       .shown = terms_,
                       .selected = terms_ - 1,
                       .result = {{result_name(), color, true}},
                       .result_color = color,
                       .height = height,
                       .least_ruler = 110};
    look.pointing.hovered = [this](int t) {
        hover_.note().term = t;
        hover_.note().x = {word_, t};
        hover_.note().weights[at(role_)] = {t, column_};
    };
    look.pointing.pressed = [this, &ui](int t) { go(ui, word_, role_, column_, t + 1); };
    return column(4, text(strong, theme.ink, "the sum, term by term"),
                  waterfall(std::move(look), std::move(terms)));
}

/// The same word as query, key and value. Where there is room for one product only, a press also chooses
/// which.
Block Projection::three_roles(Ui& ui, bool choosing) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const auto number = [this](int r, int j) { return values_of(r)[at(row_of(r) * columns(r) + j)]; };
    float largest = 0;
    for (int r = 0; r < 3; ++r) {
        for (int j = 0; j < columns(r); ++j) largest = std::max(largest, std::fabs(number(r, j)));
    }
    Blocks rows;
    // What is covered elsewhere is covered here.
    const auto reached = [this](int r, int j) {
        return !cover_ || r < role_ || (r == role_ && j <= column_);
    };
    for (int r = 0; r < 3; ++r) {
        std::vector<ChartColumn> bars;
        for (int j = 0; j < columns(r); ++j)
            // (And what is being summed is as far as it is there.)
            bars.push_back({.value = !reached(r, j) ? 0
                                     : cover_ && !complete() && r == role_ && j == column_
                                         ? wide(sums_[at(terms_)])
                                         : wide(number(r, j)),
                            .color = color_of(theme, r).faded(r == role_ || !one_.from_words ? 1 : 0.5f),
                            .shown = reached(r, j) ? "" : "?"});
        ColumnChartLook look{.id = std::string("role ") + roles[r].letter,
                             .largest = wide(largest),
                             .height = 32,
                             .depth = 20,
                             .decimals = decimals_[at(r)],
                             .selected = r == role_ && one_.from_words ? column_ : -1};
        look.pointing.hovered = [this, r](int j) { point_result(r, {row_of(r), j}); };
        if (one_.from_words)
            look.pointing.pressed = [this, r, &ui](int j) { go(ui, word_, r, j, one_.width); };
        Block name = drawing(84, [this, r, choosing, &theme](Ui& u, Rect rect) {
            u.text({rect.x, rect.y + 28}, heading, color_of(theme, r), roles[r].letter);
            u.text({rect.x + 16, rect.y + 31}, caption, theme.muted, roles[r].says);
            // A matrix that is not on the sheet has its keyboard focus here, and then comes.
            if (choosing && one_.from_words && r != shown_role(u)) u.place_parameter(weights_of[r], rect);
        });
        rows.push_back(row({.gap = 8}, {Item(std::move(name), pixels(92)),
                                        Item(column_chart(std::move(look), std::move(bars)), share())}));
    }
    return column(8,
                  titled(theme.ink, one_.from_words ? "one word, three roles" : "query, key, value",
                         theme.muted, one_.from_words ? "press a bar" : "as bars"),
                  column(8, std::move(rows)));
}

/// The other way to read the product: rows of the weights, each taken as often as x says, added.
Block Projection::rows_added(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role_);
    const int cols = columns(role_);
    MatrixLook look("added", weights(role_), one_.width, cols, color, version_);
    look.cells.decimals = decimals_w_[at(role_)];
    look.cells.leading_zero = look.cells.decimals == 0;
    for (int t = 0; t < one_.width; ++t)
        look.frame.row_labels.names.push_back(fixed(wide(x(word_, t)), decimals_x_) + " ×");
    look.frame.row_labels.color = theme.ink;
    look.frame.row_label_width = std::ceil(fonts::width(strong, "−100.00 ×"));
    look.size.height = 224;
    look.size.fill = true;
    look.size.least = 26;
    look.marks.linked_col = column_;
    look.cells.ground_of = [this, color, &theme](int t, int j) -> std::optional<Color> {
        if (x(word_, t) == 0) return theme.paper;
        return mix(theme.paper, color, j != column_ ? 0.1f : t == terms_ - 1 ? 0.45f : 0.2f);
    };
    look.marks.pointed = hover_->term >= 0 ? Entry{hover_->term, column_} : Entry{};
    MatrixLook sum("added up", std::span(results_[at(role_)]).subspan(at(word_ * cols), at(cols)), 1, cols,
                   color, version_);
    sum.cells.decimals = decimals_[at(role_)];
    sum.cells.leading_zero = sum.cells.decimals == 0;
    sum.frame.row_labels = {{std::string(roles[role_].letter) + " ="}, color};
    sum.frame.row_label_width = look.frame.row_label_width;
    sum.size.cell_height = 40;
    sum.size.fill = true;
    sum.size.least = 26;
    sum.marks.selected = {0, column_};
    if (cover_) sum.marks.reached = column_ + 1;
    sum.hand.hovered = [this](Entry entry) { point_result(role_, {word_, entry.col}); };
    sum.hand.pressed = [this, &ui](Entry entry) { go(ui, word_, role_, entry.col, one_.width); };
    return column(4,
                  cut_line(strong, theme.ink,
                           Phrase() << "the whole row: rows of W_" << roles[role_].capital << " added"),
                  figures::matrix(std::move(look)), rule(), figures::matrix(std::move(sum)));
}

}  // namespace explainer
