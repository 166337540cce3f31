// The mix, its hull and its sum. See blend_parts.h.
#include "explainer/exhibits/blend_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"

namespace explainer::blending {
Mixed mixed(const Given& given, float t) {
    Mixed out;
    attention::Options options;
    options.scale = 1.0f;  // no 1/√d: it would be a temperature
    options.temperature = t;
    attention::TraceViews views;
    views.scores = {out.scores, 1, given.n};
    views.weights = {out.weights, 1, given.n};
    views.output = {out.output, 1, 2};
    attention::trace_into({given.q, 1, 2}, {given.k, given.n, 2}, {given.v, given.n, 2}, options, views);
    return out;
}

figures::Vector2 limit(const Given& given, const Mixed& now, bool of_winners) {
    const float best = *std::max_element(now.scores, now.scores + given.n);
    // Scores of the same size in decimals differ by float32's last digits, which no temperature of the
    // slider tells apart: a tie is within a few of them, of what the score is the sum of.
    const auto wins = [&](int i) {
        const float terms =
            std::fabs(given.q[0] * given.k[2 * i]) + std::fabs(given.q[1] * given.k[2 * i + 1]);
        return !of_winners || best - now.scores[i] <= 4e-7f * std::max(terms, std::fabs(best));
    };
    float weights[most] = {}, out[2] = {}, alike = 0;
    for (int i = 0; i < given.n; ++i) alike += wins(i) ? 1.0f : 0.0f;
    for (int i = 0; i < given.n; ++i) weights[i] = wins(i) ? 1 / alike : 0;
    attention::weighted_sum({weights, 1, given.n}, {given.v, given.n, 2}, {out, 1, 2});
    return vector_at(out);
}

// Andrew's monotone chain.
std::vector<figures::Vector2> hull_of(const Given& given) {
    using figures::Vector2;
    const auto value = [&given](size_t i) { return given.value(static_cast<int>(i)); };
    const auto before = [&value](size_t i, size_t j) {
        const Vector2 a = value(i), b = value(j);
        return a.x < b.x || (a.x == b.x && a.y < b.y);
    };
    std::vector<Vector2> points;
    for (const size_t i : order_of(static_cast<size_t>(given.n), before)) points.push_back(value(i));
    std::vector<Vector2> out;
    for (const bool lower : {true, false}) {
        const size_t from = out.size();
        for (size_t n = 0; n < points.size(); ++n) {
            const Vector2 p = lower ? points[n] : points[points.size() - 1 - n];
            const auto turns_left = [&] {
                const Vector2 a = out[out.size() - 2], ab = out.back() - a, ap = p - a;
                return ab.x * ap.y - ab.y * ap.x > 0;
            };
            while (out.size() >= from + 2 && !turns_left()) out.pop_back();
            out.push_back(p);
        }
        out.pop_back();  // begins the other half
    }
    return out.empty() ? std::vector<Vector2>{points.front()} : out;
}

/// The query and the chosen key, component by component; their numbers can be changed.
figures::Block pair_line(const Theme& theme, Sum sum) {
    using namespace figures;
    constexpr float field = 50, high = 36;
    const auto vector = [](const std::string& name, int parameter, int index, Color color) {
        const float lead = std::ceil(fonts::width(strong, name + " = (")), comma = 8, end = 10;
        return drawing({lead + 2 * (field - 3) + comma + end, high, 0}, [=](Ui& ui, Rect rect) {
            const float top = rect.y + (high - fonts::line_height(body)) / 2;
            ui.text({rect.x, top}, strong, color, name + " = (");
            float x = rect.x + lead;
            for (int c = 0; c < 2; ++c) {
                number_field(ui, parameter, index, c, {x, rect.y, field, high}, color);
                x += field - 3;  // to where the number ends
                ui.text({x, top}, body, color, c == 0 ? "," : ")");
                x += comma;
            }
            if (parameter == query) ui.place_parameter(query, rect);
        });
    };
    const auto score = [sum, &theme] {
        const float *q = sum.given.q, *k = sum.given.k + 2 * sum.chosen;
        const auto part = [](Color color, float value) { return colored(color, shown(value)); };
        return padded(0, 9, 0, 0,
                      formula({.most = 42},
                              math(score_names[sum.chosen], " = ", part(theme.query, q[0]), " × ",
                                   part(theme.key, k[0]), " + ", part(theme.query, q[1]), " × ",
                                   part(theme.key, k[1]), " = ", bold(shown(sum.now.scores[sum.chosen])))));
    };
    const auto q_and_k = [=, &theme, i = sum.chosen] {
        return wrap(20, 0,
                    blocks(vector("q", query, 0, theme.query), vector(key_names[i], keys, i, theme.key)));
    };
    return at_least(
        740,
        [=] {
            return row({.gap = 24}, {Item(q_and_k()), Item(score(), share())});
        },
        [=] { return column(0, q_and_k(), score()); });
}

/// The output as a sum, written out; the values in it can be changed.
figures::Block sum_line(Sum sum) {
    using namespace figures;
    constexpr float cell = 30, field = 48, bracket = 8;
    return drawing(2 * cell + 12, [sum](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float middle = rect.centre().y, line = middle - fonts::line_height(body) / 2;
        const auto vector = [&](float x, Color color, float inner) {
            brackets(ui, {x + bracket, middle - cell + 3, inner, 2 * cell - 6}, color);
            return Rect{x + bracket, middle - cell, inner, cell};
        };
        const float lead = 34, result = field + 10, tail = 24 + result + 2 * bracket;
        const float slot = (rect.width - lead - tail) / static_cast<float>(sum.given.n);
        ui.text({rect.x, middle - fonts::line_height(heading) / 2}, heading, theme.output, "o");
        ui.text({rect.x + 18, line}, body, theme.ink, "=");
        for (int i = 0; i < sum.given.n; ++i) {
            const float weight = 42, dot = 14, plus = 12;
            const Rect place{rect.x + lead + slot * static_cast<float>(i), rect.y, slot, rect.height};
            const float whole = weight + dot + field + 2 * bracket;
            const float x = place.x + std::max(0.0f, std::floor((slot - plus - whole) / 2));
            if (sum.lights(i))
                ui.painter().rectangle({x - 6, rect.y, whole + 10, rect.height}, band_color(theme), 4);
            Rect cells = vector(x + weight + dot, theme.value, field);
            for (int c = 0; c < 2; ++c) {
                const PointerState pointer = number_field(ui, values, i, c, cells, theme.value);
                if (pointer.hovered || pointer.held) sum.pointed->handle = i;
                cells.y += cell;
            }
            const PointerState pointer = ui.area("term/" + std::to_string(i), place, Grip::press);
            if (pointer.hovered) sum.pointed->handle = i;
            if (pointer.clicked) ui.change(chosen, i + 1);
            ui.text({x + weight, line}, strong, theme.query, shown(sum.now.weights[i], 3), Align::right);
            ui.text({x + weight + dot / 2, line}, body, theme.ink, "·", Align::centre);
            if (i + 1 < sum.given.n)
                ui.text({place.right() - plus / 2, line}, body, theme.ink, "+", Align::centre);
        }
        const float x = rect.right() - tail;
        ui.text({x + 8, line}, body, theme.ink, "=", Align::centre);
        const Rect cells = vector(rect.right() - result - 2 * bracket, theme.output, result);
        for (int c = 0; c < 2; ++c)
            ui.text({cells.right() - 4, cells.y + cell * static_cast<float>(c) + 6}, strong, theme.output,
                    shown(sum.now.output[c], 3), Align::right);
        ui.place_parameter(values, rect);
    });
}

/// The same as a table, where there is no room for a line.
figures::Block sum_table(const Theme& theme, float width, const Sum& sum) {
    using namespace figures;
    const bool scores = width >= 312, large = width >= 420;
    const Type type{large ? 15.0f : 13.0f};
    const float field = large ? 56 : 42;
    const auto cell = [=, &theme, pointed = sum.pointed](int i, int c) {
        return drawing({field, 44, 0}, [=, &theme](Ui& ui, Rect rect) {
            const PointerState pointer = number_field(ui, values, i, c, rect, theme.value, false, type);
            if (pointer.hovered || pointer.held) pointed->handle = i;
        });
    };
    const auto product = [&sum](int i, int c) { return shown(sum.now.weights[i] * sum.given.v[2 * i + c]); };
    std::vector<TableColumn> columns = {{large ? "pair" : "", theme.muted, Align::left}};
    if (large) columns.push_back({"", theme.muted, Align::left, share()});
    if (!large) columns.back().track = share();
    if (scores) columns.push_back({"score", theme.muted, Align::right, {}, "−12.50"});
    columns.push_back({"weight", theme.muted, Align::right, {}, "0.000"});
    columns.push_back({"value", theme.muted, Align::right, pixels(field)});
    columns.push_back({"", theme.muted, Align::right, pixels(field)});
    columns.push_back({"w · v", theme.muted, Align::right, {}, "−10.00"});
    columns.push_back({"", theme.muted, Align::right, {}, "−10.00"});
    std::vector<TableRow> rows;
    for (int i = 0; i < sum.given.n; ++i) {
        TableRow row;
        row.add(large ? score_names[i] : key_names[i], theme.key, sum.lights(i));
        if (large) row.add(bar_cell("share" + std::to_string(i), wide(sum.now.weights[i]), theme.query));
        if (scores) row.add(shown(sum.now.scores[i]), theme.ink);
        row.add(shown(sum.now.weights[i], 3), theme.query, true);
        for (int c = 0; c < 2; ++c) row.add(cell(i, c));
        for (int c = 0; c < 2; ++c) row.add(product(i, c), theme.ink);
        row.selected = i == sum.chosen;
        rows.push_back(std::move(row));
    }
    TableRow output;
    output.add("o", theme.output, true);
    for (int c = 0; c < 3 + (scores ? 1 : 0) + (large ? 1 : 0); ++c) output.add("", theme.ink);
    // As many decimals as take no more room than "−10.00".
    for (int c = 0; c < 2; ++c)
        output.add(shown(sum.now.output[c], std::fabs(sum.now.output[c]) < 9.9995f ? 3 : 2), theme.output,
                   true);
    output.ruled = true;
    rows.push_back(std::move(output));
    return table({.id = "sum",
                  .type = type,
                  .row_height = 44,
                  .gap = large ? 14.0f : 5.0f,
                  .least_rows = most + 1,
                  .hovered = [pointed = sum.pointed](int i) { pointed->row = i; },
                  .parameter = blending::chosen,
                  .live_cells = true},
                 std::move(columns), std::move(rows));
}

}  // namespace explainer::blending
