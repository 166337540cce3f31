// What the masks exhibit draws: masks to choose from, the same rows both ways with their sums, one row as
// arithmetic, the leak, a row with nothing to see.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/masks.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/vector_of.h"

namespace explainer::mask_exhibit {
using figures::Block, figures::Entry, figures::MatrixLook;

static std::vector<std::string> listed(const char* const* names, int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(names[i]);
    return out;
}

MatrixLook Masks::grid(Ui& ui, const char* id, std::span<const float> values, float cell, float label) const {
    MatrixLook look(id, values, static_cast<int>(values.size()) / n, n, ui.theme().query, version_);
    look.cells.decimals = 2;
    look.cells.leading_zero = false;
    look.size.cell_width = cell;
    look.size.cell_height = 32;
    look.frame.row_label_width = label;
    look.frame.label_lines = cell < 38 ? 2 : 1;
    return look;
}

/// All six as pictures with their names; how far the chosen one reaches.
Block Masks::masks(Ui& ui) const {
    using namespace figures;
    Block pictures = by_width([this, &ui](float width) {
        constexpr float gap = 10;
        SmallMapsLook look{.id = "masks", .version = version_};
        for (const float* one : named_) look.maps.push_back({{one, at(cells)}, n, n});
        look.columns = width < 320 ? 2 : width < 640 ? 3 : mask_count;
        look.least = look.most = width < 400 ? 35 : 44;
        look.gap = gap;
        look.heat.gap = 0;
        const float columns = static_cast<float>(look.columns);
        look.beside = std::floor((width - gap * (columns - 1)) / columns) - look.most;
        look.selected = flipped_ ? -1 : mask_;
        look.parameter = mask_choice;
        look.pressed = [this, &ui](int) {
            for (int k = 0; flipped_ && k < cells; ++k) ui.change_cell(flip, k / n, k % n, 0);
        };
        look.draw_beside = [this](Ui& ui, int map, Rect rect) {
            const bool chosen = map == mask_ && !flipped_;
            const Color color = chosen ? ui.theme().query : ui.theme().line;
            const Type type{15, chosen};
            ui.text({rect.x + 6, rect.centre().y - fonts::line_height(type) / 2}, type,
                    chosen ? color : ui.theme().ink,
                    shortened(type, mask_choices[at(map)].label, rect.width - 6));
            ui.painter().outline(
                Rect{rect.x - rect.height, rect.y, rect.width + rect.height, rect.height}.inset(-4), color,
                chosen ? 2.0f : 1.0f, 6);
        };
        return small_maps(std::move(look));
    });
    Block side = mask_ > causal ? stepper(ui, reach)
                                : paragraph(caption, ui.theme().muted,
                                            "press a cell of the first map to hide or show it");
    side = reserved(row_height, std::move(side));
    if (ui.width() < 900) return column(4, std::move(pictures), std::move(side));
    return row({.gap = 24}, {Item(std::move(pictures), share()), Item(std::move(side), pixels(176))});
}

/// Beside each row what is left of 1, as a bar and a number.
figures::Strip Masks::sums(bool late) const {
    figures::Strip out{.name = "sum"};
    out.draw = [this, late](Ui& ui, int i, Rect track) {
        if (track.width < 20) return;
        const Theme& theme = ui.theme();
        const bool lit = i == row_ || i == hover_->row;
        const double sum = wide(sums_[late][i]);
        const bool whole = std::fabs(sum - 1) < 5e-4, numbers = track.width >= 70;
        const Rect bar{track.x, track.centre().y - 9, track.width - (numbers ? 46.0f : 0.0f), 18};
        const float kept = bar.width * ui.eased(Phrase() << "sum" << 10 * late + i, sums_[late][i]);
        ui.painter().rectangle(bar, mix(theme.paper, late ? theme.wrong : theme.line, 0.12f), 0);
        figures::hatch(ui, bar);
        ui.painter().rectangle({bar.x, bar.y, kept, bar.height},
                               lit ? theme.query : mix(theme.paper, theme.query, 0.4f), 0);
        if (late)
            ui.painter().line({bar.x + kept, bar.y - 2}, {bar.x + kept, bar.bottom() + 2}, theme.ink, 2);
        const Type type{15, lit};
        if (numbers)
            ui.text({track.right(), bar.centre().y - fonts::line_height(type) / 2}, type,
                    whole ? theme.query : theme.wrong, sum == 0 ? std::string("empty") : fixed(sum, 3),
                    Align::right);
    };
    return out;
}

Block Masks::map(Ui& ui, bool late) const {
    using namespace figures;
    return by_width([this, &ui, late](float width) {
        const Theme& theme = ui.theme();
        constexpr float label = 32, height = 34;
        const float cell = std::clamp(std::floor((0.72f * width - label - 10) / n), 28.0f, 52.0f);
        MatrixLook look =
            grid(ui, late ? "late" : "first", {late ? weights_[1] : shown_[0], at(cells)}, cell, label);
        look.cells.ground = Ground::heat;
        look.size.cell_height = height;
        look.frame.row_labels = {listed(words_of, n), theme.query};
        look.frame.col_labels = {listed(words_of, n), theme.key};
        look.marks.selected_row = row_;
        look.marks.selected = {row_, column_};
        look.marks.pointed = hover_.shown();
        look.marks.mask_border = true;
        look.marks.masked = [this](int i, int j) { return !seen(i, j); };
        look.hand.hovered = [this](Entry entry) { hover_.note() = entry; };
        look.hand.row_pressed = [&ui](int i) { ui.change(row_focus, i); };
        look.hand.row_parameter = row_focus;
        look.hand.col_parameter = column_focus;
        if (late) {
            look.cells.ground_of = [this, &ui](int i, int j) -> std::optional<Color> {
                if (seen(i, j)) return std::nullopt;
                return mix(ui.theme().paper, ui.theme().wrong, 0.1f + 0.8f * weights_[1][i * n + j]);
            };
        } else {
            look.hand.pressed = [&ui](Entry entry) {
                const double turned = ui.state().matrix(flip).at(entry.row, entry.col);
                ui.change_cell(flip, entry.row, entry.col, 1 - turned);
            };
            // The native grid that turns cells round lies over this map, that of the focus over the other.
            look.frame.over = [](Ui& ui, const MatrixPlace& place) {
                ui.place_parameter(flip, place.cells);
                for (int k = 0; k < cells; ++k) ui.place_cell(flip, k / n, k % n, place.cell(k / n, k % n));
                if (!ui.focused(flip)) return;
                const MatrixCell cell = ui.focused_cell(flip).value_or(MatrixCell{});
                ui.focus_ring(place.cell(cell.row, cell.col).inset(-1), 5);
            };
        }
        const Entry on = hover_->row >= 0 && hover_->col >= 0 ? hover_.shown() : Entry{row_, column_};
        return column(6,
                      titled(late ? theme.wrong : theme.query,
                             late ? "softmax first, then zero" : "hide first, then softmax", theme.muted,
                             late ? "red: what went to hidden words" : "hatched: hidden, score −∞"),
                      aligned(std::move(look), {.right = vector_of(sums(late))}),
                      paragraph(caption, theme.ink, reading(on.row, on.col, late), 54));
    });
}

/// The chosen row as arithmetic, both ways; while a score of another one is typed, that one.
Block Masks::taken_apart(Ui& ui) const {
    using namespace figures;
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        const std::optional<MatrixCell> typed = ui.focused_cell(scores);
        const int row = typed ? typed->row : row_;
        const float label = 40;
        const float cell = std::clamp(std::floor((width - label - 10) / n), 28.0f, 80.0f);
        static constexpr const char* ids[] = {"scores", "seen", "all"};
        static constexpr const char* rows[] = {"score", "exp", "÷ Σ", "÷ left"};
        Blocks parts;
        for (int k = 0; k < 3; ++k) {
            const bool given = k == 0;
            const int late = k - 1;
            MatrixLook look =
                grid(ui, ids[k],
                     given ? row_of(scores_, row)
                           : std::span(apart_[late][row], static_cast<size_t>(late > 0 ? 3 * n : 2 * n)),
                     cell, label);
            look.data.version = version_ * n + static_cast<uint64_t>(row);
            look.frame.row_labels = {listed(rows + !given, given ? 1 : 2 + late), theme.muted};
            look.marks.linked_col = hover_->col >= 0 ? hover_->col : typed ? typed->col : column_;
            const Color color = k == 2 ? theme.wrong : theme.query;
            const char* title = late > 0 ? "exp of all, zeroed after" : "exp of what is seen";
            Phrase said;
            if (given) {
                look.cells.color = theme.ink;
                look.cells.decimals = 1;
                look.cells.leading_zero = true;
                look.frame.col_labels = {listed(words_of, n), theme.key};
                look.hand.parameter = scores;
                look.hand.parameter_row = row;
                look.hand.col_pressed = [&ui](int j) { ui.change(column_focus, j); };
                title = words_of[row];
                said << " asks: drag or type a score";
            } else {
                look.cells.color = color;
                said << " Σ = " << short_of(totals_[late][row]) << ", weights sum to "
                     << Fixed{wide(sums_[late][row]), 3};
                if (late > 0) said << repaired(row);
            }
            parts.push_back(paragraph(given ? body : caption, {{title, color, true}, {said, theme.muted}},
                                      k == 2 ? 112 : 40));
            parts.push_back(matrix(std::move(look)));
        }
        return column(6, std::move(parts));
    });
}

/// The weight of another word while the chosen score moves; and a row with nothing to see.
Block Masks::leak(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const bool hidden = !seen(row_, column_);
    PlotLook look;
    look.id = "leak";
    look.x = {-10, 10};
    look.y = {0, 1};
    look.x_decimals = 1;
    look.y_decimals = 3;
    look.height = 176;
    look.empty = "no other key has a weight";
    look.x_name = Phrase() << "score of " << quoted(column_);
    if (watched_ >= 0) look.y_name = Phrase() << "weight of " << quoted(row_) << " on " << quoted(watched_);
    for (int late = 0; late < 2; ++late) {
        Series one;
        one.name =
            late ? "zeroed after" : "hidden first";  // (also where there is no curve: the legend's height)
        one.color = late ? theme.wrong : theme.query;
        if (watched_ >= 0) {
            one.x.assign(leak_x_, leak_x_ + leak_points);
            one.y.assign(leak_y_[late], leak_y_[late] + leak_points);
            const double x = leak_x_[leak_at_], y = leak_y_[late][leak_at_];
            look.notes.push_back({x, y, {fixed(y, 3), one.color, true}, {0.8f, late ? -0.6f : 0.6f}});
        }
        look.series.push_back(std::move(one));
    }
    if (watched_ >= 0) {
        Marker marker{.x = leak_x_[leak_at_], .color = theme.key};
        marker.dragged = [this, &ui](double x) {
            ui.change_cell(scores, row_, column_, std::round(x * 10) / 10);
        };
        look.markers.push_back(std::move(marker));
    }
    return column(4,
                  text(strong, hidden && watched_ >= 0 ? theme.wrong : theme.ink,
                       watched_ < 0     ? "nothing else moves"
                       : !hidden        ? "seen, so both move"
                       : column_ > row_ ? "the future leaks"
                                        : "the hidden leaks"),
                  plot(std::move(look)));
}

static Block empty_row(const Theme& theme, float each) {
    using namespace figures;
    Blocks parts = blocks(text(strong, theme.ink, "nothing to see"));
    static constexpr const char* said[][2] = {
        {"0 ÷ 0", "all −∞"}, {" each", "all −10⁹"}, {"0 each", "by a rule"}};
    for (int k = 0; k < 3; ++k)
        parts.push_back(titled(k == 2 ? theme.query : theme.wrong,
                               (k == 1 ? fixed(wide(each), 3) : "") + said[k][0], theme.muted, said[k][1]));
    parts.push_back(paragraph(
        caption, theme.muted,
        "0 ÷ 0 is not a number. A score added to −10⁹ in float32 is lost: all weigh the same, hidden or not. "
        "By the rule weights and output are 0."));
    return column(6, std::move(parts));
}

/// Side by side, or with a line between.
static Block two(bool beside, float weight, Block first, Block second) {
    using namespace figures;
    if (!beside) return column(16, std::move(first), rule(), std::move(second));
    return row({.gap = 32}, {Item(std::move(first), share(weight)), Item(std::move(second), share())});
}

Block Masks::sheet(Ui& ui) const {
    const bool wide = ui.width() >= 680;
    return figures::column(
        16, masks(ui), two(wide, 1, map(ui, false), map(ui, true)), figures::rule(),
        two(wide, 1, taken_apart(ui),
            two(ui.width() >= 900, 1.6f, leak(ui), empty_row(ui.theme(), huge_[column_]))));
}

}  // namespace explainer::mask_exhibit
