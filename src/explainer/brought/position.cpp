// The exhibit `position` of queries and keys that a reader brings, as they are before places are put in: one
// row of scores without places and with them, and the score of one key against its distance. Not here: the
// page's own sentence, which is shifted and parted (exhibits/position.cpp).
// Here parameters and the sheet; numbers and words are position_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/kinds.h"
#include "explainer/brought/parts.h"
#include "explainer/brought/position_model.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array position_parameters = {
    integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The token that asks.", 0, most_tokens - 1, 0),
    integer_of("key", "key", "The token that is asked.", 0, most_tokens - 1, 0),
    toggle_of("causal", "earlier keys only", "A query sees its own token and those before it.", false),
    choice_of("scheme", "places", "What a score knows of places.", position::schemes, position::rope),
    logarithmic(integer_of("base", "base", "RoPE: pair p of d ÷ 2 turns by base^(−2p ÷ d) a place, p from 0.",
                           1, 1e7, 10000)),
    integer_of("gap", "gap", "Empty places before the query; what comes after it moves too.", 0, most_tokens,
               0),
    integer_of("from", "from place", "The first key of the list.", 0, most_tokens - 1, 0),
    piece_of("showRow", "row", "All scores of the query, and the weights that they become.", true),
    piece_of("showCurve", "curve", "The score against the offset of the key.", true),
};

constexpr int position_rows = 9;
constexpr float row_beside_curve = 860, offsets_in_row = 420;

class HeadPosition final : public Exhibit {
    enum : int { layer, head, query, key, causal, scheme, base, gap, from, whole_row, curve };

  public:
    explicit HeadPosition(std::shared_ptr<const HeadTensors> of) : model_(std::move(of)) {}

    /// What opens: the last query, and the other token that scores highest with RoPE (ALiBi, if RoPE
    /// cannot be).
    static void open(Brought& out, const HeadTensors& of) {
        const position::Scheme opens = of.d() % 2 == 0 ? position::rope : position::alibi;
        Ranges range(out);
        range.heads(of);
        range.most(from, std::max(0, of.cols - position_rows));
        range.most(gap, std::clamp(2 * of.cols, 64, most_tokens));
        range.initial(query, of.rows - 1);
        range.initial(causal, of.causal ? 1 : 0);
        range.initial(scheme, opens);
        PositionModel model({std::shared_ptr<void>(), &of});
        model.set({.query = of.rows - 1, .causal = of.causal, .scheme = opens});
        // (Not the query's own, which no scheme moves.)
        const auto other = std::find_if(model.ranked().begin(), model.ranked().end(),
                                        [&model](int at) { return model.offset(at) != 0; });
        range.initial(key, other == model.ranked().end() ? model.ranked().front() : *other);
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    state.toggle(causal), static_cast<position::Scheme>(state.choice(scheme)),
                    state.number(base), state.integer(gap)});
        curve_ = model_.curve();
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == base) return state.choice(scheme) >= position::rope;
        return parameter != from || state.toggle(whole_row);
    }
    std::string shown(const State& state, int parameter) const override {
        if (parameter == query) return asking(of(), state.integer(query));
        if (parameter != key) return state.shown(parameter);
        const int at = state.integer(key);
        Phrase out;
        out << looked_at(of(), at) << ", " << position::where(model_.offset(at));
        if (model_.masked(at)) return out << ", masked";
        return out << ", weight " << weight_shown(model_.with().weight(at));
    }

    Description describe() const override {
        Description out = model_.describe();
        out.in_piece(whole_row, {"Scores of"});
        out.in_piece(curve, {"Score against"});
        return out;
    }
    std::string verbatim() const override { return tokens_of(of()); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto keys = [this, &ui] { return list_of_scores(ui); };
            const auto line = [this, &ui] { return plot_of_key(ui); };
            Block above = column(
                8, head_choice(ui, {layer, head, query, causal}, of(), width), key_slider(ui, key, of()),
                places(ui, width), headline_now(ui),
                numbers_line(ui.theme(), brought_vectors(of()), {0, model_.not_numbers(), 0}), pieces(ui));
            if (width < row_beside_curve)
                return column(8, std::move(above), piece(ui, whole_row, keys), piece(ui, curve, line));
            return column(8, std::move(above),
                          row({.gap = 32}, {Item(piece(ui, whole_row, keys), share()),
                                            Item(piece(ui, curve, line), share())}));
        });
    }

  private:
    const HeadTensors& of() const { return model_.of(); }
    int chosen() const { return model_.inputs().key; }
    bool turns() const { return model_.inputs().scheme >= position::rope; }

    /// The scheme, its base, and the gap.
    Block places(Ui& ui, float width) const {
        const Color ink = ui.theme().ink;
        Block strength =
            turns() ? slider(base, {.color = ink, .label_width = 48, .value_width = 80}) : space(row_height);
        Block empty = slider(gap, {.color = ink, .label_width = 48, .value_width = 48});
        if (width < 640) return column(0, choice_line(ui, scheme), std::move(strength), std::move(empty));
        return column(
            0, choice_line(ui, scheme),
            row({.gap = 24}, {Item(std::move(strength), share()), Item(std::move(empty), share())}));
    }

    /// What the scheme makes of the pair's score.
    Block headline_now(Ui& ui) const {
        const Theme& theme = ui.theme();
        constexpr int longest = 130;
        if (model_.odd()) return headline({{model_.said(), theme.ink}}, longest);
        const int at = chosen(), offset = model_.offset(at);
        const auto shown = [](float score) { return size_shown(static_cast<double>(score)); };
        std::vector<Run> runs = {
            {shortened(body, asking(of(), model_.inputs().query), 110), theme.query, true},
            {" asks ", theme.ink},
            {shortened(body, told_apart(of(), at), 110), theme.key, true},
            {Phrase() << ", " << position::where(offset) << ": ", theme.ink}};
        Phrase way;
        const std::string plain = shown(model_.without().score(at));
        if (turns())
            way << "RoPE turns " << plain << " into ";
        else if (model_.inputs().scheme == position::alibi)
            way << plain << " − " << std::abs(offset) << " × "
                << Fixed{static_cast<double>(model_.slope()), 5} << " = ";
        runs.push_back({way, theme.ink});
        runs.push_back(headline_number(shown(model_.with().score(at)), theme.query));
        if (model_.inputs().scheme == position::none) runs.push_back({" at any distance", theme.ink});
        if (model_.masked(at)) runs.push_back({", masked: no weight", theme.ink});
        return headline(std::move(runs), longest);
    }

    /// The keys of the row, those that score highest with places first.
    Block list_of_scores(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block list =
            by_width([this, &ui](float width) { return table_of_scores(ui, width >= offsets_in_row); });
        const int before = model_.without().heaviest, now = model_.with().heaviest;
        const auto called = [this](int at) { return shortened(caption, told_apart(of(), at), 120); };
        std::vector<Run> runs;
        if (before >= 0 && now >= 0)
            runs = {{"The largest weight without places: ", theme.muted},
                    {called(before), theme.key},
                    {"; with them: ", theme.muted},
                    {called(now), theme.key},
                    {". A pale bar is the weight without places.", theme.muted}};
        return column(
            4,
            text(strong, theme.ink,
                 Phrase() << "Row of " << shortened(strong, asking(of(), model_.inputs().query), 200)),
            std::move(list), paragraph(caption, std::move(runs), 140), list_controls(ui, -1, from, 0));
    }

    Block table_of_scores(Ui& ui, bool offsets) const {
        const Theme& theme = ui.theme();
        const std::vector<int>& all = model_.ranked();
        const int count = static_cast<int>(all.size());
        const int first = std::clamp(ui.state().integer(from), 0, std::max(0, count - position_rows));
        double most = 0;
        for (const PositionModel::Row* one : {&model_.without(), &model_.with()})
            if (one->heaviest >= 0) most = std::max(most, static_cast<double>(one->weight(one->heaviest)));
        std::vector<TableColumn> columns = {
            {.head = "key", .color = theme.key, .align = Align::left, .track = share(3)}};
        if (offsets) columns.push_back({.head = "offset", .color = theme.muted, .sample = "−8192"});
        columns.push_back({.head = "no places", .color = theme.muted, .sample = "−12.345"});
        columns.push_back({.head = "score", .color = theme.ink, .sample = "−12.345"});
        columns.push_back({.track = share(2)});
        columns.push_back({.head = "weight", .color = theme.query, .sample = "1.2·10⁻⁷"});
        std::vector<TableRow> rows;
        std::vector<int> keys;
        for (int i = first; i < std::min(count, first + position_rows); ++i) {
            const int at = all[static_cast<size_t>(i)];
            keys.push_back(at);
            TableRow& line = rows.emplace_back();
            line.selected = at == chosen();
            line.tint = theme.key;
            line.add(shortened(caption, listed_name(of(), at), 64), theme.ink, line.selected);
            if (offsets) line.add(fixed(model_.offset(at), 0), theme.muted);
            line.add(size_shown(static_cast<double>(model_.without().score(at))), theme.muted);
            line.add(size_shown(static_cast<double>(model_.with().score(at))), theme.ink);
            const auto bar = [&](const char* id, const PositionModel::Row& of_row, Color color) {
                const auto weight = static_cast<double>(of_row.weight(at));
                return thin_bar(id + std::to_string(i - first), most > 0 ? weight / most : 0, color);
            };
            line.add(column(2, bar("without", model_.without(), theme.query.faded(0.4f)),
                            bar("with", model_.with(), theme.query)));
            line.add(weight_shown(model_.with().weight(at)), theme.query);
        }
        TableLook look{
            .id = "scores", .type = caption, .row_height = 32, .gap = 8, .least_rows = position_rows};
        look.pressed = [&ui, keys](int row) { ui.step(key, keys[static_cast<size_t>(row)]); };
        return table(std::move(look), std::move(columns), std::move(rows));
    }

    /// The chosen key's score against its offset, and where it is.
    Block plot_of_key(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int offset = model_.offset(chosen());
        const auto plain = static_cast<double>(model_.without().score(chosen()));
        PlotLook look;
        look.id = "curve";
        look.x = {1.0 * curve_.from, 1.0 * curve_.to};
        look.x_name = "places from the query to the key";
        look.height = 240;
        look.legend = false;
        look.y_decimals = 3;
        double least = 0, most = 0;
        for (const std::vector<double>& list : {curve_.y, std::vector{plain}})
            for (const double one : list) {
                if (!std::isfinite(one)) continue;
                least = std::min(least, one);
                most = std::max(most, one);
            }
        look.y = round_axis(least, most);
        look.series.push_back({.color = theme.muted,
                               .x = {1.0 * curve_.from, 1.0 * curve_.to},
                               .y = {plain, plain},
                               .dashes = true,
                               .thickness = 1.25f,
                               .read = false});
        if (model_.inputs().scheme != position::none)
            look.series.push_back({.name = "score", .color = theme.query, .x = curve_.x, .y = curve_.y});
        // As brought, and now.
        for (const int place : {model_.offset_without_gap(chosen()), offset})
            look.series.push_back({.color = theme.query,
                                   .x = {1.0 * place},
                                   .y = {model_.score_at(place)},
                                   .mark = place == offset ? Mark::disc : Mark::ring,
                                   .mark_size = 6,
                                   .read = false});
        Marker marker{.x = 1.0 * offset, .color = theme.key};
        if (offset < 0)
            marker.dragged = [&ui, start = model_.offset_without_gap(chosen())](double to) {
                ui.change(gap, std::max(0.0, start - std::floor(to + 0.5)));
            };
        look.markers.push_back(std::move(marker));
        const std::string title = Phrase() << "Score of " << shortened(strong, told_apart(of(), chosen()), 84)
                                           << " at any distance";
        return column(
            4, text(strong, theme.ink, title), plot(std::move(look)),
            paragraph(caption, theme.muted,
                      "Dashed: without places. Disc: now; ring: without the gap. A key before the query "
                      "goes away with the gap.",
                      120));
    }

    PositionModel model_;
    PositionModel::Curve curve_;
};

}  // namespace

const Kind position_kind = {
    .type = {.id = "position",
             .title = "Positions of your own",
             .summary = "See what ALiBi or RoPE makes of your own scores, near and far away.",
             .parameters = position_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "line"},
    .of = brought_as<HeadPosition, position_kind, read_head<Wanted::scores>>};

}  // namespace explainer::brought
