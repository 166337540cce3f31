// Masks: the same scores hidden before the softmax (−∞) and zeroed after it; what that leaves of each row's
// sum, how a hidden score still moves the weights, and what becomes of a row with nothing to see. Not here:
// Q, K and V, and outputs (heads, pipeline).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/drawing/fonts.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/python.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using namespace figures;

constexpr int n = 7, cells = n * n;
constexpr std::string_view words_of[n] = {"The", "cat", "sat", "on", "the", "soft", "?"};

enum : int { mask_choice, reach, flip, scores, row_focus, column_focus, show_row, show_leak, show_empty };
enum Mask : int { none, causal, windowed, padded_end, prefixed, empty_rows, mask_count };

constexpr std::array mask_choices = {Choice{"none", "none"},     Choice{"causal", "causal"},
                                     Choice{"window", "window"}, Choice{"padding", "padding"},
                                     Choice{"prefix", "prefix"}, Choice{"empty", "empty"}};

size_t at(int i) {
    return static_cast<size_t>(i);
}
std::span<const float> row_of(const float* values, int i) {
    return {values + n * i, n};
}
/// What may be as large as e¹⁰.
Fixed short_of(float value) {
    return {wide(value), value < 1000 ? 2 : 0};
}
std::string quoted(int word) {
    return Phrase() << "“" << words_of[word] << "”";
}

/// Pattern B of an essay, made to look both ways.
// clang-format off
constexpr std::array<double, cells> given = {
     1, -1,  -1, -1,  3, -1, -1,
    -1,  1,  -1, -1, -1, -1,  3.5,
    -1, -1,   1, -1, -1, -1, -1,
    -1, -1,  -1,  1, -1, -1, -1,
     3, -1,  -1, -1,  1, -1, -1,
    -1, -1,  -1, -1, -1,  1, -1,
    -1,  3.5, -1, -1, -1, -1, 1};
// clang-format on
constexpr std::array<double, cells> untouched{};
constexpr std::array scores_default = {MatrixDefault{n, n, given}};
constexpr MatrixDefault as_named{n, n, untouched};
constexpr std::array flip_defaults = {as_named, as_named, as_named, as_named, as_named, as_named};

/// From 1 to 7, or from 0 to 6.
constexpr Parameter integer(std::string_view name, std::string_view label, std::string_view help, int first,
                            int initial, std::string_view grid_column = {}) {
    return bounded(integer_of(name, label, help, first, first + n - 1, initial), {}, grid_column);
}

constexpr std::array parameters = {
    choice_of("mask", "mask", "Which words a word may see.", mask_choices, causal),
    integer("reach", "words", "How many words the window, the padding or the prefix has.", 1, 2),
    Parameter{.name = "flip",
              .label = "cells turned round",
              .help = "1 turns a cell of the mask round.",
              .kind = Kind::matrix,
              .maximum = 1,
              .step = 1,
              .decimals = 0,
              .matrices = flip_defaults,
              .initial_follows = "mask"},
    Parameter{.name = "scores",
              .label = "scores",
              .help = "The raw scores, before the mask.",
              .kind = Kind::matrix,
              .minimum = -10,
              .maximum = 10,
              .decimals = 1,
              .matrices = scores_default},
    integer("row", "word that asks", "The row that is taken apart.", 0, 1, "column"),
    integer("column", "word that answers", "The column whose score the handle moves.", 0, n - 1),
    piece_of("showRow", "the row", "The chosen row as arithmetic, both ways.", true),
    piece_of("showLeak", "the leak", "How a hidden score still moves the weights.", true),
    piece_of("showEmpty", "nothing to see", "What becomes of a row with nothing to see.", true),
};

constexpr float least_of_two = 648;  // of a sheet's content with both maps
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

template <class Name>
std::vector<std::string> listed(const Name* names, int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.emplace_back(names[i]);
    return out;
}

Block empty_row(const Theme& theme, float each) {
    return column(
        6, text(strong, theme.ink, "nothing to see"), titled(theme.wrong, "0 ÷ 0", theme.muted, "all −∞"),
        titled(theme.wrong, fixed(wide(each), 3) + " each", theme.muted, "with −10⁹ in place of −∞"),
        titled(theme.query, "0 each", theme.muted, "by convention"));
}

Block two(float weight, Block first, Block second) {
    return row({.gap = 32}, {Item(std::move(first), share(weight)), Item(std::move(second), share())});
}

class Masks final : public Exhibit {
  public:
    void compute(const State& state) override {
        mask_ = state.choice(mask_choice);
        row_ = state.integer(row_focus);
        column_ = state.integer(column_focus);
        // Causal, window and padding by the core; a prefix that all see is what it has no option for.
        const int words = state.integer(reach);
        for (int mask = 0; mask < mask_count; ++mask) {
            unsigned char keys[n];
            for (int j = 0; j < n; ++j)
                keys[j] = !(mask == padded_end && j >= n - words) && !(mask == empty_rows && j < words);
            attention::Options options;
            options.key_mask = keys;
            options.causal = mask != none && mask != padded_end;
            if (mask == windowed) options.window = words;
            std::fill_n(named_[mask], cells, 1.0f);
            attention::mask({named_[mask], n, n}, options);
            for (int k = 0; k < cells; ++k) {
                float& one = named_[mask][k];
                if (one < 0) one = mask == prefixed && k % n < words ? 1.0f : 0.08f;
            }
        }
        flipped_ = false;
        float bias[cells];
        for (int k = 0; k < cells; ++k) {
            const bool turned = state.matrix(flip).values[at(k)] >= 0.5;
            flipped_ = flipped_ || turned;
            seen_[k] = (named_[mask_][k] == 1.0f) != turned ? 1.0f : 0.0f;
            bias[k] = seen_[k] != 0 ? 0 : minus_infinity;
            scores_[k] = static_cast<float>(state.matrix(scores).values[at(k)]);
        }
        attention::Options options;
        options.bias = bias;
        float hidden_first[cells];
        std::copy(scores_, scores_ + cells, hidden_first);
        attention::mask({hidden_first, n, n}, options);
        for (int late = 0; late < 2; ++late) {
            float* from = late ? scores_ : hidden_first;
            attention::softmax({from, n, n}, 1, {weights_[late], n, n});
            for (int i = 0; i < n; ++i) {
                totals_[late][i] = attention::exponentials(row_of(from, i), 1, 0, {exps_[late] + n * i, n});
                sums_[late][i] = 0;
                for (int k = n * i; k < n * i + n; ++k) {
                    shown_[late][k] = seen_[k] != 0 ? weights_[late][k] : late ? 0 : no_number;
                    if (seen_[k] != 0) sums_[late][i] += weights_[late][k];
                }
            }
            for (int k = 0; k < cells; ++k) {
                float* row = apart_[late][k / n];
                row[k % n] = late || seen_[k] != 0 ? exps_[late][k] : no_number;
                row[n + k % n] = shown_[late][k];
            }
        }
        for (int k = 0; k < cells; ++k) {
            const float rest = sums_[1][k / n];
            left_[k] = rest > 0 ? shown_[1][k] / rest : 0;
        }
        watched_ = -1;
        for (int j = 0; j < n; ++j) {
            huge_[j] = scores_[row_ * n + j] + -1e9f;
            if (seen(row_, j) && j != column_ &&
                (watched_ < 0 || scores_[row_ * n + j] > scores_[row_ * n + watched_]))
                watched_ = j;
        }
        attention::softmax({huge_, 1, n}, 1, {huge_, 1, n});

        // The leak: one score goes from end to end, and stops where it is.
        const double here = tidy(scores_[row_ * n + column_]);
        leak_at_ = 0;
        for (int k = 0; k < leak_points; ++k) {
            const double grid = 0.25 * k - 10;
            leak_at_ += grid < here;
            leak_x_[k] = grid < here ? grid : grid - 0.25;
        }
        leak_x_[leak_at_] = here;
        for (int late = 0; watched_ >= 0 && late < 2; ++late) {
            for (int k = 0; k < leak_points; ++k) {
                float one[n];
                for (int j = 0; j < n; ++j) one[j] = (late ? scores_ : hidden_first)[row_ * n + j];
                if (late || seen(row_, column_)) one[column_] = static_cast<float>(leak_x_[k]);
                attention::softmax({one, 1, n}, 1, {one, 1, n});
                leak_y_[late][k] = wide(one[watched_]);
            }
        }
        ++version_;
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const bool rows = ui.state().toggle(show_row), narrow = width < least_of_two;
            Block row = piece(ui, show_row, [&] { return taken_apart(ui); });
            Block leaks = piece(ui, show_leak, [&] { return leak(ui); });
            Block empty = piece(ui, show_empty, [&] { return empty_row(ui.theme(), huge_[column_]); });
            // (What stands beside the row is no higher than it.)
            if ((width >= 868 || (!narrow && !rows)) && ui.state().toggle(show_empty))
                leaks = two(1.6f, std::move(leaks), std::exchange(empty, space(0)));
            const float gap = narrow && essential_alone(ui.state()) ? 6 : 10;
            return column(gap, point(ui, narrow),
                          narrow ? one_map(ui) : two(1, map(ui, false, false), map(ui, true, false)),
                          masks(ui), pieces(ui),
                          rows && !narrow ? two(1, std::move(row), std::move(leaks))
                                          : column(10, std::move(row), std::move(leaks)),
                          limited(420, Align::left, std::move(empty)));
        });
    }

    Description describe() const override {
        Description out;
        out.summary = Phrase() << (flipped_ ? "Mask by hand" : mask_choices[at(mask_)].label)
                               << ": the row of " << quoted(row_) << " sums to "
                               << Fixed{wide(sums_[0][row_]), 3} << " if scores are hidden first, to "
                               << Fixed{wide(sums_[1][row_]), 3} << " if weights are zeroed after the softmax"
                               << repaired(row_) << ".";
        const struct {
            const char* title;
            const float *values, *sums;
        } all[] = {{"Scores", scores_, nullptr},
                   {"Mask", seen_, nullptr},
                   {"Exponentials", exps_[1], totals_[1]},
                   {"Mask first", weights_[0], sums_[0]},
                   {"Softmax first", weights_[1], nullptr},
                   {"Zeroed after", shown_[1], sums_[1]},
                   {"Zeroed after, divided by what is left", left_, nullptr}};
        for (const auto& one : all) {
            Table table = Table{one.title, {"word", "The", "cat", "sat", "on", "the", "soft", "?"}, {}};
            if (one.sums) table.columns.push_back("sum");
            for (int i = 0; i < n; ++i) {
                const RowPen cells = add_row(table) << std::string(words_of[i]);
                for (int j = 0; j < n; ++j) cells << one.values[i * n + j];
                if (one.sums) cells << one.sums[i];
            }
            out.tables.push_back(std::move(table));
        }
        Table leak =
            Table{Phrase() << "Score of " << quoted(column_), {"score", "mask first", "zeroed after"}, {}};
        for (int k = 0; watched_ >= 0 && k < leak_points; ++k)
            add_row(leak, {leak_x_[k], leak_y_[0][k], leak_y_[1][k]});
        leak.piece = show_leak;
        out.tables.push_back(std::move(leak));
        out.add_value("row sum, mask first", sums_[0][row_], "(e * seen[row] / (left or 1)).sum()");
        out.add_value("row sum, zeroed after", sums_[1][row_], "zeroed.sum()");
        out.add_value("weight of the chosen cell before zeroing", weights_[1][row_ * n + column_],
                      "e[column] / e.sum()");
        out.add_value("weight of the chosen cell, divided by what is left", left_[row_ * n + column_],
                      "zeroed[column] / (zeroed.sum() or 1)");
        out.add_value("sum of exponentials seen", totals_[0][row_], "left");
        out.add_value("sum of all exponentials", totals_[1][row_], "e.sum()");
        out.add_value("each weight at −10⁹", huge_[column_], "huge[column] / huge.sum()");
        return out;
    }

    std::string numpy(const State& state) const override {
        static constexpr const char* rules[] = {"i == i",
                                                "j <= i",
                                                "(j <= i) & (j > i - reach)",
                                                "j < 7 - reach",
                                                "(j <= i) | (j < reach)",
                                                "(j <= i) & (j >= reach)"};
        Phrase out;
        out << "import numpy as np\n"
            << python::matrix("scores", state.matrix(scores).values, n, n)
            << "reach = " << state.integer(reach) << "\ni, j = np.indices((7, 7))\nseen = " << rules[mask_]
            << "\n";
        if (flipped_)
            out << python::matrix("turned", state.matrix(flip).values, n, n)
                << "seen = seen != (turned >= 0.5)\n";
        out << "row, column = " << row_ << ", " << column_
            << "\n"
               "e = np.exp(scores[row])\n"
               "left = (e * seen[row]).sum()\n"
               "zeroed = e / e.sum() * seen[row]\n"
               "huge = np.exp(np.float32(scores[row]) + np.float32(-1e9) + np.float32(1e9))\n";
        return out;
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == scores) return state.toggle(show_row);
        return parameter != reach || (state.choice(mask_choice) > causal && !essential_alone(state));
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == row_focus || parameter == column_focus)
            return std::string(words_of[state.integer(parameter)]);
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (row < 0 || col < 0 || row >= n || col >= n) return {};
        if (parameter != row_focus && parameter != flip) return state.shown_cell(parameter, row, col);
        return reading(row, col, parameter == row_focus);
    }

  private:
    bool seen(int i, int j) const { return seen_[at(i * n + j)] != 0; }

    /// Where a weight comes from.
    std::string reading(int i, int j, bool late) const {
        Phrase out;
        out << words_of[i] << " → " << words_of[j] << ": ";
        if (!late && !seen(i, j)) {
            if (sums_[0][i] == 0) return out << "nothing to see, so 0 by rule";
            return out << "hidden, exp(−∞) = 0";
        }
        const int k = i * n + j;
        out << "exp(" << Fixed{wide(scores_[k]), 1} << ") ÷ Σ = " << short_of(exps_[late][k]) << " ÷ "
            << short_of(totals_[late][i]) << " = " << Fixed{wide(weights_[late][k]), 3};
        if (late) out << (seen(i, j) ? ", kept" : ", then 0");
        return out;
    }

    /// What dividing by what is left does: the very weights of hiding first, where something is left.
    std::string repaired(int row) const {
        if (sums_[1][row] == 0) return "; nothing is left to divide by";
        for (int k = row * n; k < row * n + n; ++k) {
            if (std::fabs(left_[k] - weights_[0][k]) > 1e-5f)
                return "; divided by that, they come near those of hiding first";
        }
        return "; divided by that, they are the weights of hiding first";
    }

    MatrixLook grid(Ui& ui, const char* id, std::span<const float> values, float cell, float label) const {
        MatrixLook look(id, values, static_cast<int>(values.size()) / n, n, ui.theme().query, version_);
        look.cells.decimals = 2;
        look.cells.leading_zero = false;
        look.size.cell_width = cell;
        look.size.cell_height = 32;
        look.frame.row_label_width = label;
        look.frame.label_lines = 1;
        return look;
    }

    /// All six as pictures with their names; how far the chosen one reaches.
    Block masks(Ui& ui) const {
        constexpr float inset = 4, side_width = 176, name_margin = 6;
        const bool alone = essential_alone(ui.state());
        Block pictures = by_width([this, &ui, alone](float width) {
            constexpr float gap = 2 * inset + 8;  // between cards, which are larger than pictures and names
            SmallMapsLook look{.id = "masks", .version = version_};
            for (const float* one : named_) look.maps.push_back({{one, at(cells)}, n, n});
            look.least = look.most = 35;
            look.gap = gap;
            float card = 0;
            for (const Choice& one : mask_choices)
                card = std::max(card, look.most + name_margin + fonts::width(Type{15, true}, one.label));
            look.columns = 2;
            for (const int rows : {2, 1}) {
                const float columns = mask_count / rows;
                if (card * columns + gap * (columns - 1) <= width) look.columns = mask_count / rows;
            }
            const bool named = !alone || look.columns == mask_count;  // else over the map
            if (!named) look.columns = mask_count;
            look.heat.gap = 0;
            const float columns = static_cast<float>(look.columns);
            if (named) look.beside = std::floor((width - gap * (columns - 1)) / columns) - look.most;
            look.selected = flipped_ ? -1 : mask_;
            look.parameter = mask_choice;
            look.pressed = [this, &ui](int) {
                for (int k = 0; flipped_ && k < cells; ++k) ui.change_cell(flip, k / n, k % n, 0);
            };
            look.draw_beside = [this, named](Ui& ui, int map, Rect rect) {
                const bool chosen = map == mask_ && !flipped_;
                const Color color = chosen ? ui.theme().query : ui.theme().line;
                const Type type{15, chosen};
                if (named)
                    ui.text({rect.x + name_margin, rect.centre().y - fonts::line_height(type) / 2}, type,
                            chosen ? color : ui.theme().ink,
                            shortened(type, mask_choices[at(map)].label, rect.width - name_margin));
                const Rect both{rect.x - rect.height, rect.y, rect.width + rect.height, rect.height};
                ui.painter().outline(both.inset(-inset), color, chosen ? 2.0f : 1.0f, 6);
            };
            return small_maps(std::move(look));
        });
        pictures = padded(inset, std::move(pictures));
        if (alone) return pictures;
        // The hint is gone once a hand has been there; then the mask is told, where there is room before as
        // well. (Others have a number to set.)
        const Theme& theme = ui.theme();
        const bool below = ui.width() < 900;
        Phrase told, hint;
        if (below || ui.touched())
            told << (flipped_          ? "changed by hand"
                     : mask_ == causal ? "each word sees itself and those before"
                                       : "every word sees every word");
        if (!ui.touched())
            hint << (below ? "; " : "")
                 << (ui.width() < 680 && shows_late(ui) ? "press a cell to see where its weight comes from"
                                                        : "press a cell to hide or show it");
        Block side = mask_ > causal ? stepper(ui, reach)
                                    : paragraph(caption, {{told, theme.ink}, {hint, theme.muted}});
        side = row({.gap = 0, .cross = Cross::middle},
                   {Item(space(row_height), pixels(0)), Item(std::move(side), share())});
        if (below) return column(4, std::move(pictures), std::move(side));
        return row({.gap = 24, .cross = Cross::middle},
                   {Item(std::move(pictures), share()), Item(std::move(side), pixels(side_width))});
    }

    /// What goes wrong in the chosen row.
    Block point(Ui& ui, bool narrow) const {
        const Theme& theme = ui.theme();
        const double sum = wide(sums_[1][row_]);
        const bool nothing = sums_[0][row_] == 0, whole = std::fabs(sum - 1) < 5e-4;
        const bool brief = narrow && essential_alone(ui.state());
        return headline({{Phrase() << (brief ? "" : "Zeroed after the softmax, the row of ") << quoted(row_)
                                   << (whole ? " still sums to " : " sums to "),
                          theme.ink},
                         headline_number(fixed(sum, 3), whole ? theme.query : theme.wrong),
                         {nothing ? ": it has nothing to see"
                          : whole ? ""
                                  : ", not to 1.000",
                          theme.ink}},
                        brief ? 32 : 70);
    }

    /// Beside each row what is left of 1, as a bar and a number.
    Strip sums(bool late) const {
        Strip out{.name = "sum"};
        out.draw = [this, late](Ui& ui, int i, Rect track) {
            if (track.width < 20) return;
            const Theme& theme = ui.theme();
            const bool lit = i == row_ || i == hover_->row;
            const double sum = wide(sums_[late][i]);
            const bool whole = std::fabs(sum - 1) < 5e-4, numbers = track.width >= 70;
            const Rect bar{track.x, track.centre().y - 9, track.width - (numbers ? 46.0f : 0.0f), 18};
            const float kept = bar.width * ui.eased(Phrase() << "sum" << 10 * late + i, sums_[late][i]);
            ui.painter().rectangle(bar, mix(theme.paper, late ? theme.wrong : theme.line, 0.12f), 0);
            hatch(ui, bar);
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

    struct OneMap {
        bool late = true;  // the wrong one teaches more
    };
    /// Where there is room for one map: whether it is the second. To turn cells round, the keyboard needs the
    /// first.
    bool shows_late(Ui& ui) const { return ui.kept<OneMap>("map").late && !ui.focused(flip); }

    Block one_map(Ui& ui) const {
        const bool late = shows_late(ui);
        Block choice = drawing(row_height, [late](Ui& now, Rect rect) {
            const float wide = (rect.width - 8) / 2;
            const bool room = wide > text_button_width("softmax, then zero");
            const char* const names[] = {room ? "hide, then softmax" : "hide first",
                                         room ? "softmax, then zero" : "zero after"};
            for (const bool which : {false, true}) {
                const Rect place{rect.x + (which ? wide + 8 : 0), rect.y, wide, rect.height};
                if (text_button(now, names[which], place, names[which], late == which))
                    now.kept<OneMap>("map").late = which;
            }
            // (What turns cells round has its native grid here, while its map is not there.)
            if (late) now.place_parameter(flip, rect);
        });
        return column(8, std::move(choice), map(ui, late, true));
    }

    Block map(Ui& ui, bool late, bool alone) const {
        return by_width([this, &ui, late, alone](float width) {
            const Theme& theme = ui.theme();
            const bool small = alone && essential_alone(ui.state());
            const float label = 32, height = small ? 24 : 32;
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
            }
            // The native grid that turns cells round lies over the first map, that of the focus over the
            // other.
            if (!late)
                look.frame.over = [](Ui& ui, const MatrixPlace& place) {
                    const MatrixCell cell = ui.focused_cell(flip).value_or(MatrixCell{});
                    lay(ui, place, {.over = {flip}, .cells = flip, .ring = {cell.row, cell.col}});
                };
            const Entry on = hover_->row >= 0 && hover_->col >= 0 ? hover_.shown() : Entry{row_, column_};
            const char* about = late ? "red: what went to hidden words" : "hatched: hidden, score −∞";
            // (One at a time, the choice has said which it is.)
            const Color color = late ? theme.wrong : theme.query;
            const char* title = late ? "softmax first, then zero" : "hide first, then softmax";
            Block note = text(caption, theme.muted, about);
            if (small)
                note = titled(theme.ink, std::string(mask_choices[at(mask_)].label), theme.muted, about);
            // (Side by side both heads are as high, so that rows go on from one map to the other.)
            Block head = alone         ? std::move(note)
                         : width < 400 ? column(2, text(strong, color, title), std::move(note))
                                       : titled(color, title, theme.muted, about);
            return column(6, std::move(head), aligned(std::move(look), {.right = vector_of(sums(late))}),
                          paragraph(caption, theme.ink, reading(on.row, on.col, late), 54));
        });
    }

    /// The chosen row as arithmetic, both ways; while a score of another one is typed, that one.
    Block taken_apart(Ui& ui) const {
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            const std::optional<MatrixCell> typed = ui.focused_cell(scores);
            const int row = typed ? typed->row : row_;
            const float label = 40;
            const float cell = std::clamp(std::floor((width - label - 10) / n), 28.0f, 80.0f);
            static constexpr const char* ids[] = {"scores", "seen", "all"};
            static constexpr const char* rows[] = {"score", "exp", "÷ Σ"};
            Blocks parts;
            for (int k = 0; k < 3; ++k) {
                const bool given = k == 0;
                const int late = k - 1;
                MatrixLook look =
                    grid(ui, ids[k], given ? row_of(scores_, row) : std::span<const float>(apart_[late][row]),
                         cell, label);
                look.data.version = version_ * n + static_cast<uint64_t>(row);
                look.frame.row_labels = {listed(rows + !given, given ? 1 : 2), theme.muted};
                look.marks.linked_col = hover_->col >= 0 ? hover_->col : typed ? typed->col : column_;
                const Color color = k == 2 ? theme.wrong : theme.query;
                std::string_view title = late > 0 ? "exp of all, zeroed after" : "exp of what is seen";
                Phrase said;
                if (given) {
                    look.cells.color = theme.ink;
                    look.cells.decimals = 1;
                    look.cells.leading_zero = true;
                    look.frame.col_labels = {listed(words_of, n), theme.key};
                    look.hand.parameter = scores;
                    look.hand.parameter_row = row;
                    look.hand.col_pressed = [&ui](int j) { ui.change(column_focus, j); };
                    look.hand.hovered = [this, row](Entry entry) { hover_.note() = {row, entry.col}; };
                    look.hand.dragged = [&ui](Entry entry) { ui.change(column_focus, entry.col); };
                    title = words_of[row];
                    said << " asks: drag or type a score";
                } else {
                    look.cells.color = color;
                    said << " Σ = " << short_of(totals_[late][row]) << ", weights sum to "
                         << Fixed{wide(sums_[late][row]), 3};
                }
                parts.push_back(paragraph(given ? body : caption,
                                          {{std::string(title), color, true}, {said, theme.muted}}, 40));
                parts.push_back(matrix(std::move(look)));
            }
            return column(6, std::move(parts));
        });
    }

    /// The weight of another word while the chosen score moves; and a row with nothing to see.
    Block leak(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool hidden = !seen(row_, column_);
        PlotLook look;
        look.id = "leak";
        look.x = {-10, 10};
        look.x_decimals = 1, look.y_decimals = 3;
        look.height = 160;
        look.legend = false;
        look.empty = "no other key has a weight";
        look.x_name = Phrase() << "score of " << quoted(column_);
        if (watched_ >= 0)
            look.y_name = Phrase() << "weight of " << quoted(row_) << " on " << quoted(watched_);
        for (int late = 0; late < 2; ++late) {
            Series one;
            one.name = late ? "zeroed after" : "hidden first";
            one.color = late ? theme.wrong : theme.query;
            if (watched_ >= 0) {
                one.x.assign(leak_x_, leak_x_ + leak_points);
                one.y.assign(leak_y_[late], leak_y_[late] + leak_points);
                const double x = leak_x_[leak_at_], y = leak_y_[late][leak_at_];
                look.notes.push_back(
                    {x, y, {one.name + " " + fixed(y, 3), one.color, true}, {-0.8f, late ? -0.6f : 0.6f}});
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

    // What a mask leaves to see, 1 or 0; all six as they are named, for the pictures.
    float seen_[cells], named_[mask_count][cells];
    float scores_[cells];  // given
    // Both ways, the mask first and the softmax first: exponentials and weights of all rows, with the sums of
    // the exponentials; weights as they are shown, hidden ones no number or 0, with their sums.
    float exps_[2][cells], weights_[2][cells], totals_[2][n], shown_[2][cells], sums_[2][n];
    float left_[cells];         // zeroed after the softmax, then divided by what is left of the row
    float apart_[2][n][2 * n];  // of each row: exponentials, weights
    float huge_[n];             // weights of the chosen row, −10⁹ added to all its scores
    // The weight of `watched_` against the score of the chosen word, both ways.
    static constexpr int leak_points = 82;
    double leak_x_[leak_points], leak_y_[2][leak_points];
    int leak_at_ = 0;
    int watched_ = -1;

    int mask_ = causal, row_ = 1, column_ = n - 1;
    bool flipped_ = false;
    Hover<Entry> hover_{hovers_};
    uint64_t version_ = 0;
};

}  // namespace

extern const ExhibitType masks;
const ExhibitType masks = {
    "masks",
    "Masks: hide before the softmax",
    "Choose a mask or hide single cells, and see what zeroing after the softmax does.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Masks>()); },
    "maps",
};

}  // namespace explainer
