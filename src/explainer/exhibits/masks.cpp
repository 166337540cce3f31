// Masks: the same scores hidden before the softmax (−∞) and zeroed after it; what that leaves of each row's
// sum, how a hidden score still moves the weights, and what becomes of a row with nothing to see. Not here:
// Q, K and V, and outputs (heads, pipeline).
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/mask.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"
#include "explainer/python.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using figures::Block, figures::Entry, figures::MatrixLook;

constexpr int n = 7, cells = n * n;
constexpr const char* words_of[n] = {"The", "cat", "sat", "on", "the", "soft", "?"};

enum : int { mask_choice, window, padding, prefix, flip, scores, row_focus, column_focus };
enum Mask : int { none, causal, windowed, padded_end, prefixed, empty_rows, mask_count };

constexpr std::array mask_choices = {Choice{"none", "none"},     Choice{"causal", "causal"},
                                     Choice{"window", "window"}, Choice{"padding", "padding"},
                                     Choice{"prefix", "prefix"}, Choice{"empty", "empty"}};

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

constexpr Parameter extent(std::string_view name, std::string_view help, double maximum, double initial) {
    return {.name = name,
            .label = name,
            .help = help,
            .kind = Kind::integer,
            .minimum = 1,
            .maximum = maximum,
            .step = 1,
            .initial = initial};
}

constexpr Parameter focus(std::string_view name, std::string_view label, std::string_view help,
                          double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::integer,
            .minimum = 0,
            .maximum = n - 1,
            .step = 1,
            .initial = initial,
            .grid_column = name == "row" ? "column" : ""};
}

constexpr std::array parameters = {
    Parameter{.name = "mask",
              .label = "mask",
              .help = "Which words a word may not see. Choosing one shows it as it is named.",
              .kind = Kind::choice,
              .initial = causal,
              .choices = mask_choices},
    extent("window", "How many words a word sees, itself and those before it.", n, 3),
    extent("padding", "How many words are only padding: at the end, or with “empty” at the front.", n - 1, 2),
    extent("prefix", "How many words at the front everyone sees.", n, 3),
    Parameter{.name = "flip",
              .label = "cells turned round",
              .help = "1 turns a cell of the mask round: the hidden is shown, the shown is hidden.",
              .kind = Kind::matrix,
              .maximum = 1,
              .step = 1,
              .decimals = 0,
              .matrices = flip_defaults,
              .initial_follows = "mask"},
    Parameter{.name = "scores",
              .label = "scores",
              .help = "The raw score of each word (a row) for each word (a column).",
              .kind = Kind::matrix,
              .minimum = -10,
              .maximum = 10,
              .decimals = 1,
              .matrices = scores_default},
    focus("row", "word that asks", "The row that is taken apart.", 1),
    focus("column", "word that answers", "The column whose score the handle moves.", n - 1),
};

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

size_t at(int i) {
    return static_cast<size_t>(i);
}
std::span<const float> row_of(const float* values, int i) {
    return {values + n * i, n};
}
float sum_of(std::span<const float> values) {
    float out = 0;
    for (const float one : values) out += one;
    return out;
}
std::string quoted(int word) {
    return Phrase() << "“" << words_of[word] << "”";
}

class Masks final : public Exhibit {
  public:
    void compute(const State& state) override;
    void forget_pointer() override { pointed_ = {}; }
    Block sheet(Ui& ui) override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

    bool active(const State& state, int parameter) const override {
        return parameter < window || parameter > prefix || parameter == extent_of(state.choice(mask_choice));
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == row_focus || parameter == column_focus) return words_of[state.integer(parameter)];
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (row < 0 || col < 0 || row >= n || col >= n) return {};
        if (parameter == flip)
            return Phrase() << quoted(row) << " on " << quoted(col)
                            << (seen(row, col) ? ": seen" : ": hidden");
        if (parameter != row_focus) return state.shown_cell(parameter, row, col);
        return reading(row, col, true);
    }

  private:
    /// The parameter that says how far a mask reaches, or −1.
    static int extent_of(int mask) {
        constexpr signed char of[] = {-1, -1, window, padding, prefix, padding};
        return of[mask];
    }

    bool seen(int i, int j) const { return seen_[at(i * n + j)] != 0; }
    float first(int i, int j) const { return first_[at(i * n + j)]; }
    float before(int i, int j) const { return before_[at(i * n + j)]; }

    std::string reading(int i, int j, bool late) const;
    void turn(Ui& ui, int i, int j) const;
    MatrixLook grid(Ui& ui, const char* id, std::span<const float> values, float cell, float label) const;
    Block masks(Ui& ui);
    Block map(Ui& ui, bool late);
    void draw_sums(Ui& ui, Rect rect, float top, float height, bool late) const;
    Block taken_apart(Ui& ui);
    Block leak(Ui& ui) const;

    // What a mask leaves to see, 1 or 0; all six as they are named, for the pictures.
    float seen_[cells], named_[mask_count][cells];
    float scores_[cells];                 // given
    float first_[cells], shown_[cells];   // weights, hidden before the softmax; hidden ones are no number
    float before_[cells], after_[cells];  // softmax of all; then hidden ones zeroed
    float sums_[2][n];                    // of the rows of first_ and after_
    // The chosen row: exponentials and weights of both ways; sums of exponentials; what went to hidden words.
    float exps_[n], apart_[2][2 * n], totals_[2], lost_ = 0;
    float huge_[n], none_ = 0;  // a row of −10⁹ added; the sum of exponentials of a row of −∞
    // The weight of `watched_` against the score of the chosen word, both ways.
    std::vector<double> leak_x_, leak_y_[2];
    size_t leak_at_ = 0;
    int watched_ = -1;

    int mask_ = causal, row_ = 1, column_ = n - 1, hidden_ = 0;
    bool flipped_ = false;
    Entry hovered_, pointed_;  // by the pointer: in the last frame, in this one
    uint64_t version_ = 0;
};

/// By the core: what causal, window and padding leave; a prefix that all see is what it has no option for.
bool seen_by(const State& state, int mask, int i, int j) {
    attention::Options options;
    unsigned char keys[n];
    const int padded = state.integer(padding);
    for (int k = 0; k < n; ++k)
        keys[k] = mask == padded_end ? k < n - padded : mask == empty_rows ? k >= padded : true;
    options.key_mask = keys;
    options.causal = mask != none && mask != padded_end;
    if (mask == windowed) options.window = state.integer(window);
    return attention::visible(options, i, j, n) || (mask == prefixed && j < state.integer(prefix));
}

void Masks::compute(const State& state) {
    mask_ = state.choice(mask_choice);
    row_ = state.integer(row_focus);
    column_ = state.integer(column_focus);
    const MatrixValue& turned = state.matrix(flip);
    flipped_ = false;
    hidden_ = 0;
    float bias[cells];
    for (int k = 0; k < cells; ++k) {
        for (int mask = 0; mask < mask_count; ++mask)
            named_[mask][k] = seen_by(state, mask, k / n, k % n) ? 1.0f : 0.08f;
        const bool turn = turned.values[at(k)] >= 0.5;
        flipped_ = flipped_ || turn;
        seen_[k] = (named_[mask_][k] == 1.0f) != turn ? 1.0f : 0.0f;
        bias[k] = seen_[k] != 0 ? 0 : minus_infinity;
        hidden_ += seen_[k] == 0;
        scores_[k] = static_cast<float>(state.matrix(scores).values[at(k)]);
    }
    attention::Options options;
    options.bias = bias;
    float hidden_first[cells];
    std::copy(scores_, scores_ + cells, hidden_first);
    attention::mask({hidden_first, n, n}, options);
    attention::softmax({hidden_first, n, n}, 1, {first_, n, n});
    attention::softmax({scores_, n, n}, 1, {before_, n, n});
    for (int k = 0; k < cells; ++k) {
        shown_[k] = seen_[k] != 0 ? first_[k] : no_number;
        after_[k] = seen_[k] != 0 ? before_[k] : 0;
    }
    for (int i = 0; i < n; ++i) {
        sums_[0][i] = sum_of(row_of(first_, i));
        sums_[1][i] = sum_of(row_of(after_, i));
    }

    // The chosen row, and the same with nothing to see: −10⁹ added in float32, or −∞.
    totals_[0] = attention::exponentials(row_of(hidden_first, row_), 1, 0, {apart_[0], n});
    totals_[1] = attention::exponentials(row_of(scores_, row_), 1, 0, {exps_, n});
    lost_ = 0;
    float nothing[n];
    watched_ = -1;
    for (int j = 0; j < n; ++j) {
        const int k = row_ * n + j;
        apart_[0][n + j] = shown_[k];
        apart_[1][j] = exps_[j];
        apart_[1][n + j] = after_[k];
        if (seen_[k] == 0) {
            apart_[0][j] = no_number;
            lost_ += before_[k];
        }
        huge_[j] = scores_[k] + -1e9f;
        nothing[j] = minus_infinity;
        if (seen_[k] != 0 && j != column_ && (watched_ < 0 || scores_[k] > scores_[row_ * n + watched_]))
            watched_ = j;
    }
    attention::softmax({huge_, 1, n}, 1, {huge_, 1, n});
    none_ = attention::exponentials(nothing, 1, 0, nothing);

    // The leak: one score goes from end to end, and stops where it is.
    const double here = wide(scores_[row_ * n + column_]);
    leak_x_.clear();
    for (int step = 0; step <= 80; ++step) {
        const double x = 0.25 * step - 10;
        if (x == here || (x > here && (leak_x_.empty() || leak_x_.back() < here))) {
            leak_at_ = leak_x_.size();
            leak_x_.push_back(here);
        }
        if (x != here) leak_x_.push_back(x);
    }
    for (int late = 0; late < 2; ++late) {
        leak_y_[late].clear();
        for (const double x : leak_x_) {
            float one[n];
            for (int j = 0; j < n; ++j) {
                one[j] = j == column_ ? static_cast<float>(x) : scores_[row_ * n + j];
                if (late == 0 && seen_[row_ * n + j] == 0) one[j] = minus_infinity;
            }
            attention::softmax({one, 1, n}, 1, {one, 1, n});
            leak_y_[late].push_back(watched_ < 0 ? std::nan("") : wide(one[watched_]));
        }
    }
    ++version_;
}

/// Where a weight comes from.
std::string Masks::reading(int i, int j, bool late) const {
    Phrase out;
    out << words_of[i] << " → " << words_of[j] << ": ";
    if (!late && !seen(i, j)) {
        if (sums_[0][i] == 0) return out << "nothing to see, so 0 by rule";
        return out << "hidden, exp(−∞) = 0";
    }
    // (The row's own exponentials: only the chosen row's are kept.)
    float exps[n], masked[n];
    for (int k = 0; k < n; ++k) masked[k] = late || seen(i, k) ? scores_[i * n + k] : minus_infinity;
    const float total = attention::exponentials(masked, 1, 0, exps);
    const int decimals = total < 1000 ? 2 : 0;
    out << "exp(" << Fixed{wide(masked[j]), 1} << ") ÷ Σ = " << Fixed{wide(exps[j]), decimals} << " ÷ "
        << Fixed{wide(total), decimals} << " = " << Fixed{wide(late ? before(i, j) : first(i, j)), 3};
    if (late) out << (seen(i, j) ? ", kept" : ", then 0");
    return out;
}

void Masks::turn(Ui& ui, int i, int j) const {
    ui.change_cell(flip, i, j, 1 - ui.state().matrix(flip).at(i, j));
}

// ---- What is drawn

std::vector<std::string> names() {
    return {std::begin(words_of), std::end(words_of)};
}

MatrixLook Masks::grid(Ui& ui, const char* id, std::span<const float> values, float cell, float label) const {
    MatrixLook look(id, values, static_cast<int>(values.size()) / n, n, ui.theme().query, version_);
    look.decimals = 2;
    look.leading_zero = false;
    look.cell_width = cell;
    look.cell_height = 32;
    look.row_label_width = label;
    look.label_lines = cell < 38 ? 2 : 1;
    return look;
}

/// All six as pictures with their names; how far the chosen one reaches.
Block Masks::masks(Ui& ui) {
    using namespace figures;
    const int extent = extent_of(mask_);
    Block pictures = by_width([this, &ui](float width) {
        constexpr float gap = 10;
        SmallMapsLook look{.id = "masks", .version = version_};
        for (const float* one : named_) look.maps.push_back({{one, at(cells)}, n, n});
        look.columns = width < 320 ? 2 : width < 640 ? 3 : mask_count;
        look.least = look.most = width < 400 ? 35 : 42;
        look.gap = gap;
        const float columns = static_cast<float>(look.columns);
        look.beside = std::floor((width - gap * (columns - 1)) / columns) - look.most;
        look.chosen = flipped_ ? -1 : mask_;
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
    Block reach = extent >= 0 ? stepper(ui, extent)
                              : padded(0, 12, 0, 0,
                                       paragraph(caption, ui.theme().muted,
                                                 flipped_        ? "a mask by hand"
                                                 : mask_ == none ? "every word sees every word"
                                                                 : "a word sees no later one"));
    reach = reserved(row_height, std::move(reach));
    if (ui.width() < 900) return column(4, std::move(pictures), std::move(reach));
    return row({.gap = 24}, {Item(std::move(pictures), share()), Item(std::move(reach), pixels(176))});
}

/// Beside each row what is left of 1, as a bar and a number.
void Masks::draw_sums(Ui& ui, Rect rect, float top, float height, bool late) const {
    if (rect.width < 20) return;
    const Theme& theme = ui.theme();
    const float numbers = rect.width >= 70 ? 46.0f : 0.0f;
    const float line = fonts::line_height(caption);
    if (numbers > 0) {
        ui.text({rect.x, rect.y + top - line - 2}, caption, theme.query, late ? "kept" : "");
        ui.text({rect.right(), rect.y + top - line - 2}, caption, theme.muted, "sum", Align::right);
    }
    for (int i = 0; i < n; ++i) {
        const bool lit = i == row_ || i == hovered_.row;
        const double sum = wide(sums_[late][i]);
        const bool whole = std::fabs(sum - 1) < 5e-4;
        const Rect bar{rect.x, rect.y + top + height * (static_cast<float>(i) + 0.5f) - 9,
                       rect.width - numbers, 18};
        const float kept =
            bar.width * ui.eased(Phrase() << "sum" << (late ? "late" : "first") << i, sums_[late][i]);
        if (!whole) {
            ui.painter().rectangle(bar, mix(theme.paper, late ? theme.wrong : theme.line, 0.12f), 0);
            figures::hatch(ui, bar);
        }
        ui.painter().rectangle({bar.x, bar.y, kept, bar.height},
                               lit ? theme.query : mix(theme.paper, theme.query, 0.4f), 0);
        if (late)
            ui.painter().line({bar.x + kept, bar.y - 2}, {bar.x + kept, bar.bottom() + 2}, theme.ink, 2);
        const Type type{15, lit};
        if (numbers > 0)
            ui.text({rect.right(), bar.centre().y - fonts::line_height(type) / 2}, type,
                    whole ? theme.query : theme.wrong, fixed(sum, 3), Align::right);
    }
}

Block Masks::map(Ui& ui, bool late) {
    using namespace figures;
    return by_width([this, &ui, late](float width) {
        const Theme& theme = ui.theme();
        constexpr float label = 32, height = 34;
        const float cell = std::clamp(std::floor((width - label - 10 - 92) / n), 28.0f, 40.0f);
        MatrixLook look =
            grid(ui, late ? "late" : "first", {late ? before_ : shown_, at(cells)}, cell, label);
        look.ground = Ground::heat;
        look.cell_height = height;
        look.row_labels = {names(), theme.query};
        look.col_labels = {names(), theme.key};
        look.selected_row = row_;
        look.chosen = {row_, column_};
        look.lit = hovered_;
        look.mask_border = true;
        look.hidden = [this](int i, int j) { return !seen(i, j); };
        look.hovered = [this](Entry entry) { pointed_ = entry; };
        look.row_pressed = [&ui](int i) { ui.change(row_focus, i); };
        look.col_pressed = [&ui](int j) { ui.change(column_focus, j); };
        if (late) {
            look.row_parameter = row_focus;
            look.col_parameter = column_focus;
            look.cell_ground = [this, &ui](int i, int j) -> std::optional<Color> {
                if (seen(i, j)) return std::nullopt;
                return mix(ui.theme().paper, ui.theme().wrong, 0.1f + 0.8f * before(i, j));
            };
        } else {
            look.pressed = [this, &ui](Entry entry) {
                ui.change(row_focus, entry.row);
                ui.change(column_focus, entry.col);
                turn(ui, entry.row, entry.col);
            };
            // The native grid that turns cells round lies over this one.
            look.over = [](Ui& ui, const MatrixPlace& place) {
                ui.place_parameter(flip, place.cells);
                for (int k = 0; k < cells; ++k) ui.place_cell(flip, k / n, k % n, place.cell(k / n, k % n));
                if (!ui.focused(flip)) return;
                const MatrixCell cell = ui.focused_cell(flip).value_or(MatrixCell{});
                ui.focus_ring(place.cell(cell.row, cell.col).inset(-1), 5);
            };
        }
        const float top = 20 * static_cast<float>(look.label_lines);
        const Entry on = hovered_.row >= 0 && hovered_.col >= 0 ? hovered_ : Entry{row_, column_};
        return column(
            6,
            late
                ? titled(theme.wrong, "softmax first, then zero", theme.muted, "the hidden has had its share")
                : titled(theme.query, "hide first, then softmax", theme.muted, "a hidden score is −∞"),
            row({.gap = 12},
                {Item(matrix(std::move(look))), Item(drawing(top + n * height,
                                                             [this, top, late](Ui& ui, Rect rect) {
                                                                 draw_sums(ui, rect, top, height, late);
                                                             }),
                                                     share())}),
            paragraph(caption, theme.ink, reading(on.row, on.col, late), width < 430 ? 2 : 1),
            paragraph(caption, late ? theme.wrong : theme.muted,
                      late ? "red: weight that went to hidden words"
                           : "hatched: hidden; press a cell to hide or show it"));
    });
}

/// The chosen row as arithmetic, both ways.
Block Masks::taken_apart(Ui& ui) {
    using namespace figures;
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        const float label = 40;
        const float cell = std::clamp(std::floor((width - label - 10) / n), 28.0f, 60.0f);
        const int column_lit = hovered_.col >= 0 ? hovered_.col : column_;
        MatrixLook given = grid(ui, "scores", row_of(scores_, row_), cell, label);
        given.color = theme.ink;
        given.decimals = 1;
        given.leading_zero = true;
        given.cell_height = 36;
        given.row_labels = {vector_of(std::string("score")), theme.muted};
        given.col_labels = {names(), theme.key};
        given.used_col = column_lit;
        given.parameter = scores;
        given.parameter_row = row_;
        given.col_pressed = [&ui](int j) { ui.change(column_focus, j); };
        Blocks parts = blocks(paragraph(body, {{"the row of ", theme.ink, true},
                                               {words_of[row_], theme.query, true},
                                               {" – drag or type a score", theme.muted}}),
                              matrix(std::move(given)));
        for (int late = 0; late < 2; ++late) {
            const Color color = late ? theme.wrong : theme.query;
            MatrixLook look = grid(ui, late ? "all" : "hidden", {apart_[late], 2 * n}, cell, label);
            look.color = color;
            look.row_labels = {vector_of(std::string("exp"), std::string("÷ Σ")), theme.muted};
            look.used_col = column_lit;
            parts.push_back(
                paragraph(caption,
                          {{late ? "exp of all, zeroed after:" : "exp of what is seen:", color, true},
                           {Phrase() << " Σ = " << Fixed{wide(totals_[late]), totals_[late] < 1000 ? 2 : 0}
                                     << ", weights sum to ",
                            theme.muted},
                           {fixed(wide(sums_[late][row_]), 3), color, true}},
                          width < 340 ? 2 : 1));
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
    look.height = 164;
    look.x_name = Phrase() << "score of " << quoted(column_) << ": drag it";
    look.empty = "there is nothing else to see in this row";
    look.legend = false;
    for (int late = 0; late < 2; ++late) {
        const Color color = late ? theme.wrong : theme.query;
        const char* name = late ? "zeroed after" : "hidden first";
        look.series.push_back({.name = name,
                               .color = color,
                               .x = leak_x_,
                               .y = leak_y_[late],
                               .selected = static_cast<int>(leak_at_)});
        // Where they are apart, if ever.
        if (watched_ >= 0) look.notes.push_back({-9.5, leak_y_[late][2], {name, color}, {0.8f, 0.6f}});
    }
    Marker marker{.x = leak_x_[leak_at_], .color = theme.key};
    marker.dragged = [this, &ui](double x) {
        ui.change_cell(scores, row_, column_, std::round(x * 10) / 10);
    };
    look.markers.push_back(std::move(marker));
    Phrase what;
    if (watched_ >= 0)
        what << "weight of " << quoted(row_) << " on " << quoted(watched_) << " against the score of "
             << quoted(column_);
    return column(4,
                  text(strong, hidden ? theme.wrong : theme.ink,
                       !hidden          ? "seen, so both move"
                       : column_ > row_ ? "the future leaks"
                                        : "the hidden leaks"),
                  paragraph(caption, theme.muted, what, 2), plot(std::move(look)));
}

Block empty_row(Ui& ui, float none, float each) {
    using namespace figures;
    const Theme& theme = ui.theme();
    return column(
        6, text(strong, theme.ink, "a row with nothing to see"),
        facts(theme, 1,
              vector_of(Fact{"all −∞", Phrase() << Fixed{wide(none), 0} << " ÷ " << Fixed{wide(none), 0},
                             theme.wrong},
                        Fact{"all −10⁹", Phrase() << Fixed{wide(each), 3} << " each", theme.wrong},
                        Fact{"a rule for it", "0 each", theme.query})),
        paragraph(
            caption, theme.muted,
            "0 ÷ 0 is not a number. In float32 a score added to −10⁹ is lost: all words weigh the same, "
            "hidden ones too. The rule gives weights and output of 0; the maps keep to it."));
}

Block Masks::sheet(Ui& ui) {
    using namespace figures;
    hovered_ = std::exchange(pointed_, {});
    const auto nothing = [this, &ui] { return empty_row(ui, none_, huge_[column_]); };
    if (ui.width() < 680)
        return column(16, masks(ui), map(ui, false), map(ui, true), rule(), taken_apart(ui), rule(), leak(ui),
                      rule(), nothing());
    const auto two = [](Block left, Block right) {
        return row({.gap = 32}, {Item(std::move(left), share()), Item(std::move(right), share())});
    };
    Block below = at_least(
        420,
        [this, &ui, nothing] {
            return row({.gap = 24}, {Item(leak(ui), share(3)), Item(nothing(), share(2))});
        },
        [this, &ui, nothing] { return column(12, leak(ui), nothing()); });
    return column(16, masks(ui), two(map(ui, false), map(ui, true)), rule(),
                  two(taken_apart(ui), std::move(below)));
}

// ---- What is said

Description Masks::describe() const {
    Description out;
    out.summary = Phrase() << (flipped_ ? "A mask of one’s own" : "Mask: ")
                           << (flipped_ ? "" : mask_choices[at(mask_)].label) << ". The row of "
                           << quoted(row_) << " sums to " << Fixed{wide(sums_[0][row_]), 3}
                           << " where scores are hidden before the softmax, to "
                           << Fixed{wide(sums_[1][row_]), 3} << " where weights are zeroed after it.";
    for (const auto& [title, values] : {std::pair{"Scores", scores_},
                                        {"Mask", seen_},
                                        {"Mask first", first_},
                                        {"Softmax first", before_},
                                        {"Zeroed after", after_}}) {
        Table table = table_of(title, "word");
        for (const char* word : words_of) table.columns.emplace_back(word);
        const int sums = values == first_ ? 0 : values == after_ ? 1 : -1;
        if (sums >= 0) table.columns.emplace_back("sum");
        for (int i = 0; i < n; ++i) {
            const RowPen cells = add_row(table) << words_of[i];
            for (int j = 0; j < n; ++j) cells << values[i * n + j];
            if (sums >= 0) cells << sums_[sums][i];
        }
        out.tables.push_back(std::move(table));
    }
    Table row = table_of(Phrase() << "Row of " << quoted(row_),
                         "word|score|exponential|weight, mask first|weight, zeroed after");
    for (int j = 0; j < n; ++j)
        add_row(row) << words_of[j] << scores_[row_ * n + j] << exps_[j] << first(row_, j)
                     << after_[row_ * n + j];
    out.tables.push_back(std::move(row));
    Table leak =
        table_of(Phrase() << "Score of " << quoted(column_), "score|weight, mask first|weight, zeroed after");
    for (size_t k = 0; watched_ >= 0 && k < leak_x_.size(); ++k)
        add_row(leak, {leak_x_[k], leak_y_[0][k], leak_y_[1][k]});
    out.tables.push_back(std::move(leak));
    out.add_value("row sum, mask first", sums_[0][row_]);
    out.add_value("row sum, zeroed after", sums_[1][row_]);
    out.add_value("weight lost to hidden words", lost_);
    out.add_value("weight of the chosen cell before zeroing", before(row_, column_));
    out.add_value("sum of exponentials seen", totals_[0]);
    out.add_value("sum of all exponentials", totals_[1]);
    out.add_value("hidden cells", hidden_);
    out.add_value("each weight at −10⁹", huge_[column_]);
    return out;
}

std::string Masks::numpy(const State& state) const {
    static constexpr const char* rules[][2] = {{"i == i", ""},
                                               {"j <= i", ""},
                                               {"(j <= i) & (j > i - ", ")"},
                                               {"j < len(scores) - ", ""},
                                               {"(j <= i) | (j < ", ")"},
                                               {"(j <= i) & (j >= ", ")"}};
    const int mask = state.choice(mask_choice);
    Phrase out;
    out << "import numpy as np\n\n"
        << python::matrix("scores", state.matrix(scores).values, n, n)
        << "i, j = np.indices(scores.shape)\nseen = " << rules[mask][0];
    if (extent_of(mask) >= 0) out << state.integer(extent_of(mask));
    out << rules[mask][1] << "\n";
    if (flipped_)
        out << python::matrix("turned", state.matrix(flip).values, n, n) << "seen = seen != (turned == 1)\n";
    out << "row, column = " << row_ << ", " << column_
        << "\n"
           "exponentials = np.exp(scores[row])\n"
           "left = exponentials[seen[row]].sum()\n"
           "weights = exponentials / exponentials.sum()\n"
           "drowned = scores[row].astype(np.float32) + np.float32(-1e9)\n"
           "drowned = np.exp((drowned - drowned.max()).astype(float))\n"
           "values = {\n"
           "    \"row sum, mask first\": (exponentials * seen[row] / left).sum() if left > 0 else 0,\n"
           "    \"row sum, zeroed after\": (weights * seen[row]).sum(),\n"
           "    \"weight lost to hidden words\": (weights * ~seen[row]).sum(),\n"
           "    \"weight of the chosen cell before zeroing\": weights[column],\n"
           "    \"sum of exponentials seen\": left,\n"
           "    \"sum of all exponentials\": exponentials.sum(),\n"
           "    \"hidden cells\": (~seen).sum(),\n"
           "    \"each weight at −10⁹\": (drowned / drowned.sum())[column],\n"
           "}\n";
    return out;
}

}  // namespace

extern const ExhibitType masks;
const ExhibitType masks = {
    "masks",
    "Masks: hide before the softmax",
    "Choose a mask or hide single cells, and see what zeroing after the softmax does to the sums.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Masks>()); },
};

}  // namespace explainer
