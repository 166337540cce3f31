// The figure of the heads: one axis of words from the ribbons over the map down to the values. See heads.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/heads.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/sankey.h"

namespace explainer::attention_heads {

using figures::Block, figures::Entry, figures::MatrixLook, figures::MatrixPlace;

namespace {

// From top to bottom of the figure, CSS pixels.
constexpr float words_height = 44;
constexpr float below_map = 28;  // also room for the thumb of a map that scrolls
constexpr float line = 24, bars_height = 68, value_line = 28;
constexpr int most_axes = 3;
constexpr float apart_height = 3 * line + bars_height + 6 + most_axes * value_line;

constexpr float letter_room = 18;  // over the bars
float ribbons_height(bool narrow) {
    return narrow ? 110.0f : 132.0f;
}

/// ".88" where there is no room for "0.88".
std::string written(double value, int decimals, bool leading_zero) {
    std::string out = fixed(value, decimals);
    if (leading_zero || decimals == 0) return out;
    if (value == 0) return "0";
    if (out.starts_with("0.")) return out.substr(1);
    if (out.starts_with("−0.")) return "−" + out.substr(std::string_view("−0").size());
    return out;
}

}  // namespace

float Heads::around_map(float width) {
    return ribbons_height(is_narrow(width)) + words_height + below_map + apart_height;
}

void Heads::centred(Ui& ui, Point at, float height, Type type, Color color, std::string_view text,
                    Align align) {
    ui.text({at.x, at.y + (height - fonts::line_height(type)) / 2}, type, color, text, align);
}

Color Heads::shade(const Theme& theme, int head) const {
    // Towards the paper where above 0, else towards the ink.
    static constexpr float shades[head_count] = {-0.62f, 0, -0.3f, 0.4f, 0.2f, -0.45f, 0.52f, -0.15f};
    const float t = shades[head];
    return mix(theme.query, t < 0 ? theme.ink : theme.paper, std::fabs(t));
}

int Heads::ticked() const {
    if (model_.by_hand()) return 0;
    return static_cast<int>(std::count(std::begin(ticks_), std::end(ticks_), true));
}

Block Heads::figure(float width, float map_height) const {
    return figures::drawing({width, around_map(width) + map_height, 0},
                            [this, map_height](Ui& ui, Rect rect) { draw_figure(ui, rect, map_height); });
}

void Heads::draw_figure(Ui& ui, Rect rect, float map_height) const {
    const Ui::Scope scope(ui, "figure");
    const Theme& theme = ui.theme();
    const bool narrow = is_narrow(rect.width);
    const float label = rect.width < 380 ? 40 : 62, beside = narrow ? 36 : 60, least = narrow ? 20 : 28;
    // A short sentence has no huge cells; what its map does not need the ribbons have.
    const float height = std::min(map_height, 64 * static_cast<float>(model_.n));
    const float top = rect.y + ribbons_height(narrow) + map_height - height, map_top = top + words_height;
    const bool scrolls = static_cast<float>(model_.n) * least > height + 0.5f;
    const float thumb = scrolls ? 24.0f : 0.0f;
    const float room = rect.width - label - 10 - beside - thumb;
    const int in_sight = std::clamp(static_cast<int>(room / least), 1, model_.m);
    const float cell = std::min(room / static_cast<float>(in_sight), model_.by_hand() ? 300.0f : 96.0f);

    Columns columns;
    columns.rect = rect;
    columns.narrow = narrow;
    // Another head is another map, though nothing was computed anew.
    const uint64_t map_version = model_.version * head_count + static_cast<uint64_t>(head_);
    MatrixLook look("map", large().map, model_.n, model_.m, theme.query, map_version);
    look.cells.decimals = model_.scores_shown ? 1 : 2;
    look.cells.leading_zero = cell >= 42;
    look.cells.ground = figures::Ground::heat;
    look.cells.largest = model_.scores_shown ? model_.largest_score : 1.0f;
    look.cells.is_signed = model_.scores_shown;
    look.frame.row_labels = {model_.queries, theme.query, asks()};
    look.frame.row_label_width = label;
    look.marks.selected_row = asks();
    look.marks.selected = {asks(), looked_at()};
    look.marks.pointed = hover_->cell;
    look.marks.rings = large().rings;
    look.size.height = height;
    look.size.cell_width = cell;
    look.size.least = least;
    look.hand.row_parameter = row_focus;
    look.hand.hovered = [this](Entry entry) { hover_.note().cell = entry; };
    look.hand.pressed = [&ui](Entry entry) { ui.step(column_focus, entry.col); };
    look.hand.row_pressed = [&ui](int row) { ui.step(row_focus, row); };
    look.frame.behind = [this, &columns, rect, top](Ui& ui, const MatrixPlace& place) {
        columns.place = place;
        if (!place.shows(place.first_row, looked_at())) return;
        const Rect col = place.col(looked_at());
        const float unused = static_cast<float>(most_axes - model_.axis_count) * value_line;
        ui.painter().rectangle({col.x, top, col.width, rect.bottom() - unused - top},
                               mix(ui.theme().paper, ui.theme().key, 0.09f), 0);
    };
    const float width = label + 10 + cell * static_cast<float>(in_sight) + thumb + 0.5f;
    const Block map = figures::matrix(std::move(look));
    map->measure(width);
    map->draw(ui, {rect.x, map_top, width, height});
    columns.right = rect.x + width + 6;
    // (The column has the same native grid, over the chosen row.)
    ui.place_parameter(column_focus, ui.parameter_rect(row_focus));

    draw_ribbons(ui, {rect.x, rect.y, rect.width, top - rect.y}, columns);
    if (!model_.by_hand())
        draw_words(ui, columns, {columns.place.cells.x, top, columns.place.cells.width, words_height});
    draw_entropies(ui, columns, {columns.right, top, rect.right() - columns.right, words_height});
    const float apart = map_top + height + below_map;
    // From the row to what it is taken apart into.
    if (columns.place.shows(asks(), columns.first()) && asks() + 1 < model_.n) {
        const float x = columns.place.cells.x - 5;
        ui.painter().line({x, columns.place.row(asks()).centre().y}, {x, apart - 6}, theme.query, 1.25f);
    }
    draw_apart(ui, columns, apart);
}

void Heads::draw_ribbons(Ui& ui, Rect rect, const Columns& columns) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    // (Out of sight only what is strong.)
    const auto weights_of = [this, &columns](const HeadNumbers& head) {
        const float* row = &head.trace.weights[at(asks() * model_.m)];
        std::vector<double> out(row, row + model_.m);
        for (int j = 0; j < model_.m; ++j) {
            if ((j < columns.first() || j >= columns.end()) && out[at(j)] < 0.05) out[at(j)] = 0;
        }
        return out;
    };
    if (model_.by_hand()) {
        SankeyLook look{.id = "flow", .from_color = theme.query, .to_color = theme.key, .downward = true};
        look.from.push_back({model_.queries[0], "", true});
        look.weights = weights_of(large());
        for (int j = 0; j < model_.m; ++j)
            look.to.push_back({model_.keys[at(j)], percent(look.weights[at(j)], 1), j == looked_at()});
        look.length = rect.height + words_height - 84;
        look.thickness = 90;
        look.hovered = [this](int, int to) { hover_.note().cell = {0, to}; };
        look.pressed = [&ui](int, int to) { ui.step(column_focus, to); };
        const float width = columns.place.cells.width;
        const Block part = sankey(std::move(look));
        const float height = part->measure(width).height;
        part->draw(ui, {columns.place.cells.x, rect.y, width, height});
        return;
    }
    std::vector<int> drawn;
    ArcsLook look{.id = "ribbons", .words = model_.m, .asks = asks()};
    for (int h = 0; h < head_count; ++h) {
        if (!ticks_[h]) continue;
        drawn.push_back(h);
        look.heads.push_back({std::string(1, letter(h)), shade(theme, h), weights_of(model_.heads()[at(h)])});
    }
    // All words have a column, also those out of sight: their ribbons leave at the edge of the cells.
    const float cell = columns.place.cell_width;
    if (columns.place.cols < model_.m)
        rect = {columns.place.cells.x, rect.y, columns.place.cells.width, rect.height};
    look.left = columns.place.cells.x - rect.x - cell * static_cast<float>(columns.first());
    look.right = rect.width - look.left - cell * static_cast<float>(model_.m);
    look.height = rect.height;
    look.kept_word = hover_->cell.col;
    look.hovered = [this, drawn](int head, int word) { hover_.note() = {{asks(), word}, drawn[at(head)]}; };
    look.pressed = [&ui, drawn](int head, int word) {
        ui.step(column_focus, word);
        ui.step(head_choice, drawn[at(head)]);
    };
    const Block part = arcs(std::move(look));
    part->measure(rect.width);
    part->draw(ui, rect);
    if (drawn.empty())
        ui.text({rect.centre().x, rect.centre().y}, caption, theme.muted,
                shortened(caption, "tick a head to draw its ribbons", rect.width), Align::centre);
}

/// The words over their columns; the one that asks is filled.
void Heads::draw_words(Ui& ui, const Columns& columns, Rect rect) const {
    const Theme& theme = ui.theme();
    const PointerState pointer = ui.area("words", rect, Grip::press);
    const int under = columns.at_x(pointer.position.x);
    if (under >= 0 && pointer.hovered) hover_.note().cell = {-1, under};
    if (under >= 0 && pointer.clicked) ui.step(row_focus, under);
    const float cell = columns.place.cell_width;
    const Type plain{cell < 44 ? 13.0f : 15.0f};
    // Long words take turns on two lines.
    bool two = false;
    for (int j = columns.first(); j < columns.end(); ++j)
        two = two || fonts::width({plain.size(), true}, model_.keys[at(j)]) > cell - 8;
    const float height = two ? rect.height / 2 : rect.height, room = (two ? 2 * cell : cell) - 8;
    float free_from[] = {columns.rect.x, columns.rect.x};  // on each line
    const int lines = two ? 2 : 1;
    for (int j = columns.first(); j < columns.end(); ++j) {
        const bool is_asking = j == asks();
        const int on = (j - columns.first()) % lines;
        const float from = free_from[on];
        // (The last one may not reach what stands beside the cells.)
        const float to = j + lines < columns.end() ? columns.rect.right() : rect.right() + 4;
        const Type type{plain.size(), is_asking || j == looked_at()};
        const std::string word =
            figures::shortened(type, model_.keys[at(j)], std::min(std::max(room, 12.0f), to - from - 8));
        const float wide = fonts::width(type, word) + 8;
        const float left = std::max(from, std::min(columns.x(j) - wide / 2, to - wide));
        const Rect box{left, rect.y + height * static_cast<float>(on) + (height - 22) / 2, wide, 22};
        if (is_asking) ui.painter().rectangle({box.x - 2, box.y, box.width + 4, box.height}, theme.query, 11);
        centred(ui, {box.centre().x, box.y}, box.height, type, is_asking ? theme.on(theme.query) : theme.key,
                word);
        free_from[on] = box.right();
    }
}

void Heads::draw_entropies(Ui& ui, const Columns& columns, Rect words) const {
    const Theme& theme = ui.theme();
    const MatrixPlace& place = columns.place;
    const attention::Trace& t = large().trace;
    if (words.width < 24) return;
    ui.text({words.right(), words.bottom() - fonts::line_height(caption) - 2}, caption, theme.muted,
            columns.narrow ? "H" : "entropy", Align::right);
    const PointerState pointer =
        ui.area("entropy", {words.x, place.cells.y, words.width, place.cells.height}, Grip::press);
    if (const int row = place.at({place.cells.x + 1, pointer.position.y}).row; row >= 0 && pointer.hovered)
        hover_.note() = {{row, -1}, -1, entropy_of_row};
    float largest = 1e-3f;
    for (const float one : t.entropy) largest = std::max(largest, one);
    const bool bars = place.cell_height >= 27 && model_.n > 1;
    for (int i = place.first_row; i < place.first_row + place.rows; ++i) {
        if (place.cell_height < 18 && i != asks()) continue;
        const Rect row = place.row(i);
        const Type type{13, i == asks()};
        const float line = fonts::line_height(type);
        const float y = row.centre().y - (bars ? line + 6 : line) / 2;
        ui.text({words.right(), y}, type, i == asks() ? theme.ink : theme.muted, large().entropies[at(i)],
                Align::right);
        if (!bars) continue;
        const Rect track{words.x, y + line + 2, words.width, 4};
        ui.painter().rectangle(track, figures::grid_color(theme), 2);
        const float share = ui.eased(Phrase() << "entropy" << i, t.entropy[at(i)] / largest);
        if (share < 0.01f) continue;
        ui.painter().rectangle({track.x, track.y, track.width * share, track.height},
                               i == asks() ? theme.ink : theme.muted, 2);
    }
}

/// What the row that asks is taken apart into, as it is written in those columns.
std::vector<Heads::Line> Heads::lines_of(const Columns& columns) const {
    std::vector<Line> out;
    const HeadNumbers& head = large();
    const attention::Trace& t = head.trace;
    const float cell = columns.place.cell_width;
    const size_t row = at(asks() * model_.m);
    const auto add = [&](std::string label, int step, int decimals, const float* values, int axis,
                         double total, int total_decimals) {
        Line& one = out.emplace_back();
        one.label = std::move(label);
        one.step = step;
        one.axis = axis;
        if (total_decimals >= 0) {
            const float room = columns.rect.right() - columns.place.cells.right() - 2;
            int digits = total_decimals;
            do {
                one.total = fixed(total, digits);
            } while (digits-- > 0 && fonts::width({13, true}, one.total) > room);
        }
        // One precision for all that are in sight, set smaller or shorter where there is little room.
        for (; decimals >= 0; --decimals) {
            one.texts.clear();
            float widest = 0;
            size_t longest = 0;
            for (int j = columns.first(); j < columns.end(); ++j) {
                const double value = wide(axis < 0 ? values[j] : model_.value(j, axis));
                one.texts.push_back(std::isfinite(value) ? written(value, decimals, cell >= 42) : "–");
                if (one.texts.back().size() <= longest) continue;
                longest = one.texts.back().size();
                widest = fonts::width({13, true}, one.texts.back());
            }
            one.size = widest <= cell - 3 ? 13 : 11;
            if (widest * one.size / 13 <= cell - 3) return;
        }
        one.texts.clear();  // there is no room at all
    };
    const bool divided = model_.divided;
    add(divided ? "q·k ÷ " + root() : std::string(columns.narrow ? "score" : "score q·k"), after_score, 1,
        divided ? &t.scaled[row] : &t.scores[row], -1, 0, -1);
    add("exp", after_exp, 2, &head.exps[row], -1, wide(head.sums[at(asks())]), 2);
    add("α", after_weight, 3, &t.weights[row], -1, 1, 3);
    for (int a = 0; a < model_.axis_count; ++a)
        add(std::string(Phrase() << (columns.narrow ? "" : "× ") << model_.axes[a]), after_score, 1, nullptr,
            a, wide(t.output_view()(asks(), a)), 3);
    return out;
}

/// The row that asks, in the map's columns: scores, exponentials, weights, values and their blend.
void Heads::draw_apart(Ui& ui, const Columns& columns, float top) const {
    const Theme& theme = ui.theme();
    const HeadNumbers& head = large();
    const float cell = columns.place.cell_width;
    const Rect cells{columns.place.cells.x, top, columns.place.cells.width, apart_height};
    const PointerState pointer = ui.area("apart", cells, Grip::press);
    const int under = columns.at_x(pointer.position.x);
    if (under >= 0 && pointer.hovered) hover_.note().cell = {asks(), under};
    if (under >= 0 && pointer.clicked) ui.step(column_focus, under);

    const std::string of = Phrase() << static_cast<size_t>(model_.version) << " " << head_ << " " << asks()
                                    << " " << columns.first() << " " << columns.end() << " "
                                    << static_cast<int>(cell * 16);
    const std::vector<Line>& lines = lines_.of(of, [&] { return lines_of(columns); });
    const Color tinted = mix(theme.paper, theme.key, 0.09f), nothing = mix(theme.paper, theme.value, 0.04f);
    const float* weights = &head.trace.weights[at(asks() * model_.m)];
    float y = top;
    for (size_t k = 0; k < lines.size(); ++k) {
        const Line& one = lines[k];
        const bool is_value = one.axis >= 0, weight = one.step == after_weight;
        const float height = is_value ? value_line : line;
        if (weight) {
            if (step_ >= after_weight) draw_bars(ui, columns, {cells.x, y, cells.width, bars_height});
            y += bars_height;
        }
        if (k == 3) y += 6;
        const bool now = step_ < after_sum && step_ == (is_value ? int{after_value} : one.step);
        const Color role = is_value ? theme.value : weight ? theme.query : theme.ink;
        centred(ui, {cells.x - 10, y}, height, {13, now},
                now        ? theme.ink
                : is_value ? theme.value
                           : theme.muted,
                figures::shortened({13, now}, one.label, cells.x - 10 - columns.rect.x), Align::right);
        for (int j = columns.first(); step_ >= one.step && j < columns.end(); ++j) {
            const bool lit = j == looked_at(), masked = hidden(head, asks(), j);
            const float value = is_value ? model_.value(j, one.axis) : 1.0f;
            Color ground = lit ? tinted : theme.paper;
            bool pale = !lit;  // every role reads on paper
            if (is_value) {
                const float share = step_ < after_value ? 0
                                                        : std::fabs(weights[j] * value) /
                                                              std::max(1e-6f, model_.largest_value[one.axis]);
                pale = share < 0.02f;
                ground = pale ? nothing : mix(theme.paper, theme.value, 0.04f + 0.8f * std::min(1.0f, share));
                ui.painter().rectangle({columns.x(j) - cell / 2, y + 1, cell - 1, height - 2}, ground, 0);
            }
            if (one.texts.empty()) continue;
            Color color = masked || value == 0 ? theme.muted : role;
            if (!pale && contrast(color, ground) < 4.5) color = theme.on(ground);
            centred(ui, {columns.x(j), y}, height, {one.size, lit}, color,
                    one.texts[at(j - columns.first())]);
        }
        const float totals = columns.rect.right();
        if (k == 0 && !model_.by_hand())
            centred(ui, {totals, y}, height, caption, theme.muted, "Σ", Align::right);
        const bool summed = !one.total.empty() && step_ >= (is_value ? int{after_sum} : one.step);
        if (summed && !weight) {
            const Rect number{cells.right(), y, totals - cells.right(), height};
            if (ui.area(Phrase() << "sum" << k, number, Grip::press).hovered)
                hover_.note().sum = is_value ? one.axis : int{sum_of_exps};
        }
        if (summed)
            centred(ui, {totals, y}, height, {13, true}, is_value ? theme.output : role, one.total,
                    Align::right);
        y += height;
    }
}

/// The weights of the ticked heads, side by side in each column.
void Heads::draw_bars(Ui& ui, const Columns& columns, Rect rect) const {
    const Theme& theme = ui.theme();
    const float bottom = rect.bottom() - 4, high = rect.height - letter_room - 6;
    ui.painter().line({rect.x, bottom}, {rect.right(), bottom}, theme.line, 1);
    const int count = model_.by_hand() ? 1 : ticked();
    if (count == 0) return;
    const float width = std::min(16.0f, (columns.place.cell_width - 6) / static_cast<float>(count));
    Point letters[head_count];
    unsigned lettered = 0;  // heads that have one, bit by bit
    int place = 0;
    for (int h = 0; h < static_cast<int>(model_.heads().size()); ++h) {
        if (!model_.by_hand() && !ticks_[h]) continue;
        const float offset = width * (static_cast<float>(place) - static_cast<float>(count) / 2);
        const float* weights = &model_.heads()[at(h)].trace.weights[at(asks() * model_.m)];
        int best = columns.first();
        const Color color = shade(theme, model_.by_hand() ? 1 : h);
        for (int j = columns.first(); j < columns.end(); ++j) {
            if (weights[j] > weights[best]) best = j;
            const float share = ui.eased(Phrase() << "bar" << h << "/" << j, weights[j]);
            if (share < 1e-3f) continue;
            const float height = std::max(1.0f, high * share);
            const bool other = hover_->head >= 0 && hover_->head != h;
            ui.painter().rectangle({columns.x(j) + offset, bottom - height, width - 1, height},
                                   other ? color.faded(0.3f) : color, 0);
        }
        ++place;
        if (model_.by_hand() || weights[best] < 0.04f) continue;
        letters[h] = {columns.x(best) + offset + width / 2, bottom - high * weights[best] - 9};
        lettered |= 1u << h;
    }
    // Over all bars.
    figures::Labels labels(rect);
    for (int h = 0; h < head_count; ++h) {
        if ((lettered >> h & 1u) != 0)
            labels.put_at(ui, letters[h], {13, true}, theme.ink, std::string(1, letter(h)));
    }
}

}  // namespace explainer::attention_heads
