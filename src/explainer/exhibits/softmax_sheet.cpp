// What the softmax exhibit draws: the recipe, a row a score; the budget with its borders; how every weight
// answers every score.
#include <cmath>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/softmax.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/player.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {

constexpr int most = SoftmaxRow::most;
constexpr float narrow_row = 80;

// ---- Rows: the recipe, a row a score

figures::Block Softmax::head(float width, std::vector<float> at) const {
    const bool close = at.empty();
    if (close) {
        for (const float share : {0.0f, 0.19f, 0.43f, 0.67f}) at.push_back(56 + share * (width - 56));
    }
    return figures::stops({.parameter = step,
                           .action = play,
                           .stops = {{1, close ? "x" : "score x"},
                                     {2, r_.subtract && !close ? "− max, ÷ T" : "÷ T"},
                                     {3, "exp"},
                                     {4, !close        ? "÷ Σ = weight α"
                                         : width < 320 ? "÷ Σ"
                                                       : "÷ Σ = α"}},
                           .at = std::move(at)});
}

std::string Softmax::weight_shown(int i) const {
    if (step_ < 4) return "";
    if (std::isnan(r_.quotients[i])) return r_.sum > 0 ? "∞ ÷ ∞" : "0 ÷ 0";
    return percent(wide(r_.quotients[i]), 1);
}

std::string Softmax::sum_of_weights() const {
    if (step_ < 4) return "";
    return r_.whole() ? percent(wide(r_.total), 1) : "no sum";
}

figures::Block Softmax::weight_bar(Ui& ui, int i, float height) const {
    // (Not reached: a bar without length, so that it grows when its step comes.)
    const bool none = step_ == 4 && std::isnan(r_.quotients[i]);
    const double value = none ? std::nan("") : step_ == 4 ? wide(r_.quotients[i]) : 0.0;
    figures::Bar bar{.value = value, .color = ui.theme().query};
    if (step_ == 4 && !none)
        bar.dragged = [this, &ui, i](double share) { ui.change(score + i, r_.score_for(i, share)); };
    return figures::bars({.id = "weight" + std::to_string(i),
                          .row = height,
                          .thickness = std::min(44.0f, height - 14),
                          .label_width = 0,
                          .value_width = 0,
                          .selected = lit().row == i ? 0 : 1},  // (one that is not there: it is paler)
                         vector_of(std::move(bar)));
}

figures::Block Softmax::rows_table(Ui& ui, float row_height, std::vector<figures::TableColumn> columns,
                                   FunctionRef<figures::TableRow(int)> row) const {
    std::vector<figures::TableRow> rows;
    for (int i = 0; i < r_.count; ++i) {
        rows.push_back(row(i));
        rows.back().selected = lit().row == i || lit().col == i;
    }
    // Room for eight rows; fewer get more air, and adding one does not move the page.
    return figures::table({.id = "rows",
                           .row_height = row_height,
                           .least_rows = most,
                           .spread = true,
                           .hovered =
                               [this](int i) {
                                   hover_.note() = {i, i};
                               },
                           .pressed = [this, &ui](int i) { choose(ui, i, i); },
                           .live_cells = true},
                          std::move(columns), std::move(rows));
}

/// Adding one, and dropping the chosen one. `count` has its native control over them.
figures::Block Softmax::buttons(Ui& ui) const {
    const int chosen = focus_.row;
    const std::string drop = "drop " + name_of("x", chosen);
    const float first = figures::text_button_width("+ score"), second = figures::text_button_width("drop x₈");
    return figures::drawing({first + 8 + second, figures::row_height, 0}, [=, &ui, this](Ui&, Rect rect) {
        ui.place_parameter(count, {rect.x, rect.y, first + 8 + second, rect.height});
        if (figures::text_button(ui, "add", {rect.x, rect.y, first, rect.height}, "+ score", false,
                                 r_.count < most))
            ui.change(count, r_.count + 1);
        if (figures::text_button(ui, "drop", {rect.x + first + 8, rect.y, second, rect.height}, drop, false,
                                 r_.count > 2)) {
            // The dropped score waits behind the last one, where "+ score" finds it.
            const double dropped = ui.state().number(score + chosen);
            for (int i = chosen; i + 1 < r_.count; ++i)
                ui.change(score + i, ui.state().number(score + i + 1));
            ui.change(score + r_.count - 1, dropped);
            ui.change(count, r_.count - 1);
        }
        if (ui.focused(count)) ui.focus_ring({rect.x - 2, rect.y + 4, first + second + 12, rect.height - 8});
    });
}

/// α₃ = 22.198 ÷ 40.712 = 0.545
figures::Block Softmax::division(const Theme& theme) const {
    const int i = lit().row;
    const bool none = std::isnan(r_.quotients[i]);
    std::vector<figures::Run> runs;
    if (step_ == 4) {
        runs = {{Phrase() << name_of("α", i) << " = " << SoftmaxRow::shown(r_.exponentials[i]) << " ÷ "
                          << SoftmaxRow::shown(r_.sum) << " ",
                 theme.ink},
                {none ? "is\u00a0no\u00a0number" : "=\u00a0" + fixed(wide(r_.quotients[i]), 3),
                 none ? theme.wrong : theme.query, true}};
    }
    return figures::paragraph(body, std::move(runs), 32);
}

figures::Block Softmax::wide_rows(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    constexpr float gap = 12, divided = 64, number = 80, percents = 68;
    const bool bars = width >= 800;  // of the exponentials
    const float first = std::floor(width * (bars ? 0.3f : 0.33f)), small = bars ? 64 : 0;
    float largest = 0;
    for (int i = 0; i < r_.count; ++i)
        if (std::isfinite(r_.exponentials[i])) largest = std::max(largest, r_.exponentials[i]);
    const auto make_columns = [&] {
        std::vector<TableColumn> out = {{.align = Align::left, .track = pixels(first)},
                                        {.track = pixels(divided)}};
        if (bars) out.push_back({.track = pixels(small)});
        out.push_back({.track = pixels(number)});
        out.push_back({.track = share()});
        out.push_back({.track = pixels(percents)});
        return out;
    };
    const float exp_at = first + gap + divided + gap,
                weight_at = exp_at + (bars ? small + gap : 0) + number + gap;
    Block list = rows_table(ui, row_height, make_columns(), [&](int i) {
        const bool reached = step_ >= 3, none = step_ == 4 && std::isnan(r_.quotients[i]),
                   endless = std::isinf(r_.exponentials[i]);
        const bool chosen = lit().row == i;
        TableRow out;
        out.add(slider(score + i, {.color = theme.query,
                                   .label_width = 36,
                                   .value_width = 64,
                                   .fine = 1,
                                   .hovered =
                                       [this, i] {
                                           hover_.note() = {i, i};
                                       }}))
            .add(step_ >= 2 ? fitting(wide(r_.divided[i]), 2, body, divided) : "", theme.ink);
        if (bars)
            out.add(bar_cell("exp" + std::to_string(i),
                             !reached || largest <= 0 ? 0
                             : endless                ? 1
                                                      : wide(r_.exponentials[i] / largest),
                             endless  ? theme.wrong
                             : chosen ? theme.query
                                      : mix(theme.paper, theme.query, 0.45f)));
        out.add(reached ? SoftmaxRow::shown(r_.exponentials[i]) : "", endless ? theme.wrong : theme.ink);
        out.add(weight_bar(ui, i, height_of(row_height)));
        out.add(weight_shown(i), none ? theme.wrong : theme.query, true);
        return out;
    });
    const std::string sum = step_ >= 3 ? SoftmaxRow::shown(r_.sum) : "";
    const float sigma = (bars ? small + gap : 0) + number;
    Block sums =
        row({.gap = gap, .cross = Cross::middle},
            {Item(buttons(ui), pixels(first + gap + divided)),
             Item(row({.gap = 0},
                      {Item(text(body, theme.muted, step_ >= 3 ? "Σ" : "")),
                       Item(text(strong, std::isfinite(r_.sum) ? theme.ink : theme.wrong, sum, Align::right),
                            share())}),
                  pixels(sigma)),
             Item(division(theme), share()),
             Item(text(strong, r_.whole() ? theme.ink : theme.wrong, sum_of_weights(), Align::right),
                  pixels(percents))});
    const float line_from = exp_at;
    return column(
        0,
        head(width, {58, exp_at - divided - gap - (r_.subtract ? 52.0f : 30.0f), exp_at - 8, weight_at + 4}),
        std::move(list),
        drawing(4,
                [line_from, &theme](Ui& on, Rect rect) {
                    on.painter().line({rect.x + line_from, rect.y + 1}, {rect.right(), rect.y + 1},
                                      theme.line, 1);
                }),
        std::move(sums));
}

figures::Block Softmax::narrow_rows(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const float gap = 8, divided = width < 340 ? 48 : 60, number = width < 340 ? 68 : 80, percents = 64;
    Block list = rows_table(ui, narrow_row, {{.track = share()}}, [&](int i) {
        const bool reached = step_ >= 3, none = step_ == 4 && std::isnan(r_.quotients[i]);
        const auto number_text = [&](std::string shown, Color color) {
            return text({width < 340 ? 13.0f : 15.0f}, color, std::move(shown), Align::right);
        };
        TableRow out;
        out.add(column(
            0,
            slider(score + i, {.color = theme.query,
                               .label_width = 30,
                               .value_width = 64,
                               .fine = 1,
                               .hovered =
                                   [this, i] {
                                       hover_.note() = {i, i};
                                   }}),
            row({.gap = gap, .cross = Cross::middle},
                {Item(
                     number_text(step_ >= 2 ? fitting(wide(r_.divided[i]), 2, {13}, divided) : "", theme.ink),
                     pixels(divided)),
                 Item(number_text(reached ? SoftmaxRow::shown(r_.exponentials[i]) : "",
                                  std::isinf(r_.exponentials[i]) ? theme.wrong : theme.ink),
                      pixels(number)),
                 Item(limited(2000, Align::left, weight_bar(ui, i, height_of(narrow_row) - row_height)),
                      share()),
                 Item(text(strong, none ? theme.wrong : theme.query, weight_shown(i), Align::right),
                      pixels(percents))})));
        return out;
    });
    return column(
        0, head(width, {}), std::move(list), rule(),
        row({.gap = gap, .cross = Cross::middle},
            {Item(text(body, theme.muted, step_ >= 3 ? "Σ" : ""), pixels(16)),
             Item(text(strong, std::isfinite(r_.sum) ? theme.ink : theme.wrong,
                       step_ >= 3 ? SoftmaxRow::shown(r_.sum) : "", Align::right),
                  pixels(divided + number + gap - 16 - gap)),
             Item(space(row_height), share()),
             Item(text(strong, r_.whole() ? theme.ink : theme.wrong, sum_of_weights(), Align::right),
                  pixels(percents))}),
        division(theme), buttons(ui));
}

// ---- The budget

figures::Block Softmax::budget(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    std::vector<Segment> shares;
    if (step_ == 4) {
        for (int i = 0; i < r_.count; ++i)
            shares.push_back(
                {name_of("x", i), wide(r_.weights[i]), theme.query, percent(wide(r_.weights[i]), 1)});
    }
    const Math spread =
        math("as spread as ", colored(theme.ink, bold(math(sup("e", "H"), " = ", fixed(wide(r_.spread), 2)))),
             " equal shares of at most " + std::to_string(r_.count));
    const Math entropy = std::string(Phrase() << "H = " << Fixed{wide(r_.entropy), 3} << " of at most "
                                              << Fixed{r_.greatest_entropy(), 3} << " nats");
    const auto said = [muted = theme.muted](const Math& words, float size, Align align) {
        return formula({.size = size, .most = 1, .align = align}, colored(muted, words));
    };
    const std::string title = "one budget of 1, shared out";
    const auto dragged = [this, &ui](int border, double place) {
        double left = 0, right = 0;
        if (!r_.scores_for(border, place, left, right)) return;
        ui.change(score + border, left);
        ui.change(score + border + 1, right);
    };
    return column(6,
                  at_least(
                      760,
                      [=, &theme] {
                          return row({.gap = 16, .cross = Cross::baseline},
                                     {Item(text(strong, theme.ink, title)),
                                      Item(said(math(spread, "; ", entropy), 15, Align::right), share())});
                      },
                      [=, &theme] {
                          return column(2, text(strong, theme.ink, title), said(spread, 13, Align::left),
                                        said(entropy, 13, Align::left));
                      }),
                  figures::stacked_bar({.id = "budget",
                                        .selected = lit().row,
                                        .pieces = wide(r_.spread),
                                        .thickness = 40,
                                        .dragged = dragged,
                                        .pointing = {[this](int i) {
                                                         hover_.note() = {i, i};
                                                     },
                                                     [this, &ui](int i) { choose(ui, i, i); }},
                                        .empty = "shared out in the last step"},
                                       std::move(shares)));
}

// ---- How the weights answer

figures::Block Softmax::sensitivity(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Entry at = lit();
    const auto n = static_cast<size_t>(r_.count);
    MatrixLook look("sensitivity", std::span<const float>(r_.jacobian, n * n), r_.count, r_.count,
                    theme.query, version_);
    look.cells.decimals = 3;
    look.cells.alike = true;
    look.cells.leading_zero = false;
    look.cells.ground = Ground::heat;
    look.cells.is_signed = true;
    // Where no weight answers any score there is no colour: what shows as 0.000 is not the fullest of them.
    look.cells.largest = 0.001f;
    for (size_t i = 0; i < n * n; ++i)
        look.cells.largest = std::max(look.cells.largest, std::fabs(r_.jacobian[i]));
    for (int i = 0; i < r_.count; ++i) {
        look.frame.row_labels.names.push_back(name_of("α", i));
        look.frame.col_labels.names.push_back(name_of("x", i));
    }
    look.frame.row_labels.color = look.frame.col_labels.color = theme.ink;
    look.frame.row_label_width = 20;
    look.frame.label_lines = 1;
    look.marks.linked_row = at.row;
    look.marks.linked_col = at.col;
    look.marks.selected = at;
    look.size.fill = true;
    look.size.height = 232;
    look.hand.row_parameter = row_focus;
    look.hand.col_parameter = column_focus;
    look.hand.hovered = [this](Entry entry) {
        hover_.note() = {std::max(entry.row, 0), std::max(entry.col, 0)};
    };
    look.frame.legend = true;
    look.frame.legend_decimals = look.cells.largest < 0.1f ? 3 : 2;

    const double own = wide(r_.weights[at.row]), other = wide(r_.weights[at.col]);
    const std::string number = Phrase() << "∂" << name_of("α", at.row) << "/∂" << name_of("x", at.col);
    return column(
        6, paragraph(strong, {{"sensitivity", theme.ink}, {" ∂αᵢ/∂xⱼ = αᵢ(δᵢⱼ − αⱼ)/T", theme.muted, false}}),
        matrix(std::move(look)),
        paragraph(caption,
                  {{number + " = ", theme.muted},
                   {Phrase() << Fixed{own, 3} << " (" << (at.row == at.col ? "1" : "0") << " − "
                             << Fixed{other, 3} << ")\u00a0÷\u00a0" << Fixed{r_.temperature, 2} << " ",
                    theme.muted},
                   {"=\u00a0" + SoftmaxRow::answer(r_.sensitivity(at.row, at.col)), theme.ink, true}},
                  46));
}

}  // namespace explainer
