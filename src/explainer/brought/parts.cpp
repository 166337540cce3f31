// See parts.h.
#include "explainer/brought/parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/map_view.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::brought {

using namespace figures;

namespace {

constexpr int bars_shown = 6;

/// " (5)", if another token is the same.
std::string place_if_needed(const HeadTensors& of, int key) {
    const std::string& name = of.keys[static_cast<size_t>(key)];
    if (std::count(of.keys.begin(), of.keys.end(), name) == 1) return {};
    return Phrase() << " (" << key << ")";
}

}  // namespace

std::string weight_shown(float weight) {
    if (std::isnan(weight)) return "not a number";
    if (std::isinf(weight)) return weight > 0 ? "infinite" : "−infinite";
    const double value = static_cast<double>(weight);
    return weight != 0 && std::fabs(weight) < 0.001f ? scientific(value, 2) : fixed(value, 3);
}

std::string size_shown(double value) {
    if (!std::isfinite(value)) return weight_shown(static_cast<float>(value));
    const double size = std::fabs(value);
    if (value != 0 && (size < 0.001 || size >= 99999.5)) return scientific(value, 2);
    return fixed(value, size < 99.9995 ? 3 : size < 9999.5 ? 1 : 0);
}

std::string cell_shown(float weight) {
    return std::isfinite(weight) ? fixed(static_cast<double>(weight), 2) : std::string();
}

std::string name_of(const std::vector<std::string>& names, bool named, int index) {
    const std::string& name = names[static_cast<size_t>(index)];
    return named ? "“" + name + "”" : name;
}

std::string asking(const HeadTensors& of, int query) {
    if (!of.named) return Phrase() << "query " << query;
    return name_of(of.queries, true, query);
}

std::string looked_at(const HeadTensors& of, int key) {
    if (!of.named) return Phrase() << "key " << key;
    return name_of(of.keys, true, key);
}

std::string told_apart(const HeadTensors& of, int key) {
    return looked_at(of, key) + place_if_needed(of, key);
}

std::string listed_name(const HeadTensors& of, int key) {
    return of.keys[static_cast<size_t>(key)] + place_if_needed(of, key);
}

Block which(Ui& ui, int parameter) {
    return slider(parameter, {.color = ui.theme().ink, .label_width = 48, .value_width = 32});
}

void Ranges::heads(const HeadTensors& of) {
    int parameter = 0;
    for (const int count : {of.layers, of.heads, of.rows, of.cols}) most(parameter++, count - 1);
}

Block head_choice(Ui& ui, const HeadChoice& parameters, const HeadTensors& of, float width) {
    Block asks = slider(parameters.query,
                        {.color = ui.theme().query,
                         .label_width = 48,
                         .value_width = 112,
                         .shown = shortened(body, asking(of, ui.state().integer(parameters.query)), 108)});
    Block mask = of.attention ? space(row_height) : toggle(ui, parameters.causal);
    Block layer = which(ui, parameters.layer), head = which(ui, parameters.head);
    if (width < 640) return column(0, std::move(layer), std::move(head), std::move(asks), std::move(mask));
    return column(0, row({.gap = 24}, {Item(std::move(layer), share()), Item(std::move(head), share())}),
                  row({.gap = 24}, {Item(std::move(asks), share()), Item(std::move(mask), share())}));
}

Block key_slider(Ui& ui, int key, const HeadTensors& of) {
    return slider(key, {.color = ui.theme().key,
                        .label_width = 48,
                        .value_width = 112,
                        .shown = shortened(body, looked_at(of, ui.state().integer(key)), 108)});
}

Block thin_bar(std::string id, double share, Color color) {
    return drawing(4, [id = std::move(id), share, color](Ui& ui, Rect rect) {
        ui.painter().rectangle(rect, grid_color(ui.theme()), 1);
        const float part = std::clamp(ui.eased(id, static_cast<float>(share)), 0.0f, 1.0f);
        ui.painter().rectangle({rect.x, rect.y, rect.width * part, rect.height}, color, 1);
    });
}

Block list_controls(Ui& ui, int order, int from, float width) {
    Block place = slider(from, {.color = ui.theme().ink, .label_width = 84, .value_width = 48});
    if (order < 0) return place;
    Block by = choice(ui, order, ui.theme().muted, "ordered by");
    if (width < 640) return column(0, std::move(by), std::move(place));
    return row({.gap = 24}, {Item(std::move(by)), Item(std::move(place), share())});
}

std::string brought_vectors(const HeadTensors& of) {
    Phrase said;
    said << "Numbers: your own, " << (of.rows == 1 ? "1 query" : std::to_string(of.rows) + " queries") << ", "
         << plural(of.cols, "key");
    if (!of.attention) said << "; weights are computed from q and k";
    return said << ". ";
}

std::string tokens_of(const HeadTensors& of) {
    std::string out;
    for (const std::string& token : of.keys) out += token + " ";
    return out;
}

std::string sentence_of(const Pair& pair) {
    Phrase out;
    out << "In layer " << pair.layer << ", head " << pair.head << ", " << pair.asks;
    if (pair.masked) return out << " may not look at " << pair.looked_at << ".";
    return out << " gives " << pair.looked_at << " the weight " << weight_shown(pair.weight) << ".";
}

Block headline_of(const Theme& theme, Pair pair) {
    for (std::string* name : {&pair.asks, &pair.looked_at}) *name = shortened(body, *name, 120);
    const std::string where = Phrase() << "Layer " << pair.layer << ", head " << pair.head << ": ";
    std::vector<Run> runs = {{where, theme.ink},
                             {pair.asks, theme.query, true},
                             {pair.masked ? " may not look at " : " gives ", theme.ink},
                             {pair.looked_at, theme.key, true}};
    if (!pair.masked) {
        runs.push_back({" ", theme.ink});
        runs.push_back(headline_number(weight_shown(pair.weight), theme.query));
    }
    return headline(std::move(runs), 96);
}

Block numbers_line(const Theme& theme, std::string what, const Faults& of) {
    Phrase off, nan, infinite;
    if (of.rows_off == 1) off << "1 row does not sum to 1. ";
    if (of.rows_off > 1) off << of.rows_off << " rows do not sum to 1. ";
    if (of.nan == 1) nan << "1 entry is not a number. ";
    if (of.nan > 1) nan << of.nan << " entries are not numbers. ";
    if (of.infinite == 1) infinite << "1 entry is infinite.";
    if (of.infinite > 1) infinite << of.infinite << " entries are infinite.";
    return paragraph(
        caption,
        {{std::move(what), theme.muted}, {off, theme.wrong}, {nan, theme.wrong}, {infinite, theme.wrong}},
        100);
}

Block row_bars(Ui& ui, RowBars&& of) {
    const Theme& theme = ui.theme();
    const LargestValues top = largest_of(of.weights, bars_shown);
    std::vector<Bar> all;
    for (const int j : top.places) {
        const float weight = of.weights[static_cast<size_t>(j)];
        all.push_back({.label = {shortened(caption, of.keys[static_cast<size_t>(j)], 110),
                                 j == of.looks ? theme.key : theme.ink, j == of.looks},
                       .value = static_cast<double>(weight),
                       .color = theme.query,
                       .shown = weight_shown(weight)});
    }
    BarsLook look{.id = "row", .row = 28, .thickness = 12, .label_width = 112};
    look.scale = {.from = 0, .to = 1};
    look.pointing.hovered = [hovered = std::move(of.hovered), places = top.places](int bar) {
        hovered(places[static_cast<size_t>(bar)]);
    };
    look.pointing.pressed = [&ui, key = of.key_parameter, places = top.places](int bar) {
        ui.step(key, places[static_cast<size_t>(bar)]);
    };
    const std::string rest =
        top.others <= 0 ? " "
                        : std::string(Phrase() << "the other " << top.others << ": " << Fixed{top.rest, 3});
    const std::string title = Phrase() << shortened(strong, of.asks, 200) << " looks at";
    return column(4, text(strong, theme.ink, title),
                  reserved(28 * bars_shown, bars(std::move(look), std::move(all))),
                  text(caption, theme.muted, rest));
}

}  // namespace explainer::brought
