// The exhibit `map` of what a reader brings: the weights of one head, up to 4096 queries and as many keys, to
// be panned and enlarged, with the chosen row and column along the axes. Not here: the map that the page made
// (exhibits/map.cpp), and many heads at once (heads.h).
// Here parameters and the sheet; numbers and words are map_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/kinds.h"
#include "explainer/brought/map_model.h"
#include "explainer/brought/parts.h"
#include "explainer/brought/weight_map.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/map_frame.h"
#include "explainer/figures/map_names.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/latest.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array map_parameters = {
    integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The row of the map that is followed: the token that asks.", 0,
               most_tokens - 1, 0),
    integer_of("key", "key", "The column of the map that is followed: the token that is looked at.", 0,
               most_tokens - 1, 0),
    toggle_of("causal", "earlier keys only",
              "A query sees its own token and those before it: for weights that follow from q and k.", false),
    toggle_of("logarithmic", "logarithmic",
              "Colours follow the powers of ten of weights, so that small ones can be seen.", false),
    logarithmic(integer_of("window", "window",
                           "How many tokens to either side are near a query, the query itself included.", 1,
                           most_tokens, 16)),
    logarithmic(number_of("zoom", "zoom", "How many times the map is enlarged.", 1, 512, 0.01, 1)),
    by_steps(1, number_of("centreRow", "centre, query", "Which query is in the middle of the map.", 0,
                          most_tokens, 1, 0)),
    by_steps(1, number_of("centreColumn", "centre, key", "Which key is in the middle of the map.", 0,
                          most_tokens, 1, 0)),
    piece_of("showProfiles", "row and column", "The weights of the chosen row and column, along the map.",
             true),
    piece_of("showRow", "largest of the row", "The keys that the query looks at most.", true),
    piece_of("showShares", "shares", "How much of all weight lies where.", true),
};

constexpr float two_columns = 900, side_of_two = 436, largest_side = 560, column_gap = 24;
constexpr float tokens_at_left = 84, narrow_tokens = 52, tokens_below = 26;
constexpr float least_named = 6;   // pixels of a row from which on it has a name instead of a number
constexpr double map_slice = 1e6;  // weights that are read in a slice of effort 1

class HeadMap final : public Exhibit {
    enum : int { layer, head, query, key, causal, powers, window, zoom, centre_row, centre_col };
    enum : int { profiles = centre_col + 1, largest, shares };
    static constexpr MapParameters of_map{zoom, centre_row, centre_col, query, key};

  public:
    explicit HeadMap(std::shared_ptr<const HeadTensors> of) : model_(std::move(of)) {}

    /// What opens: the last query, what it looks at most, all of the map.
    static void open(Brought& out, const HeadTensors& of) {
        Ranges range(out);
        range.heads(of);
        range.most(window, std::max(of.rows, of.cols));
        range.most(zoom, std::max(1.0, std::max(of.rows, of.cols) / 6.0));
        range.most(centre_row, of.rows);
        range.most(centre_col, of.cols);
        HeadWeights weights;
        weights.show(of, 0, 0, of.causal, false);
        std::vector<float> last;
        weights.row(of.rows - 1, last);
        const LargestValues top = largest_of(last, 1);
        range.initial(query, of.rows - 1);
        range.initial(key, top.places.empty() ? 0 : top.places[0]);
        range.initial(causal, of.causal ? 1 : 0);
        range.initial(powers, of.cols > 64 ? 1 : 0);
        range.initial(window, std::clamp(of.cols / 16, std::min(4, of.cols), 256));
        range.initial(centre_row, of.rows / 2.0);
        range.initial(centre_col, of.cols / 2.0);
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    state.integer(window), state.toggle(causal), state.toggle(powers)});
        tiles_.show(of().rows, of().cols, model_.weights(), model_.version());
    }
    bool advance(float effort) override { return model_.advance(static_cast<double>(effort) * map_slice); }

    bool active(const State& state, int parameter) const override {
        if (parameter == causal) return !of().attention;
        return parameter != window || state.toggle(shares);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == query) return asking(of(), state.integer(query));
        if (parameter != key) return state.shown(parameter);
        const Pair pair = chosen_pair();
        Phrase out;
        out << pair.looked_at;
        if (pair.masked) return out << ", masked";
        return out << ", weight " << weight_shown(pair.weight);
    }

    Description describe() const override {
        Description out = model_.describe();
        out.in_piece(profiles, {"Who looks"});
        out.in_piece(shares, {"Shares"});
        return out;
    }
    std::string verbatim() const override { return tokens_of(of()); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto row_now = [this, &ui] { return largest_of_row(ui); };
            const auto share_list = [this, &ui] { return list_of_shares(ui); };
            if (width < two_columns)
                return column(8, column(0, which(ui, layer), which(ui, head)), headline_now(ui), brought(ui),
                              map_block(ui, width), controls_of_map(ui, width), switches(ui), pieces(ui),
                              piece(ui, largest, row_now), piece(ui, shares, share_list));
            const float left = tokens_at_left + side_of_two + profile_gap + profile_depth(width);
            return column(8,
                          row({.gap = column_gap}, {Item(which(ui, layer), share()),
                                                    Item(which(ui, head), share()), Item(pieces(ui))}),
                          headline_now(ui), brought(ui),
                          row({.gap = column_gap},
                              {Item(map_block(ui, width), pixels(left)),
                               Item(column(8, controls_of_map(ui, width), switches(ui),
                                           piece(ui, largest, row_now), piece(ui, shares, share_list)),
                                    share())}));
        });
    }

  private:
    const HeadTensors& of() const { return model_.of(); }
    int asks() const { return hover_->row >= 0 ? hover_->row : model_.inputs().query; }
    int looks() const { return hover_->col >= 0 ? hover_->col : model_.inputs().key; }
    Pair chosen_pair() const {
        const int key = model_.inputs().key;
        return model_.pair(model_.inputs().query, key, model_.row()[static_cast<size_t>(key)]);
    }
    /// The row of what is pointed at, or else chosen.
    const std::vector<float>& row_now() const {
        if (asks() == model_.inputs().query) return model_.row();
        return other_.of({model_.version(), asks()}, [this] {
            std::vector<float> out;
            model_.weights().row(asks(), out);
            return out;
        });
    }

    Block headline_now(Ui& ui) const {
        const float weight = row_now()[static_cast<size_t>(looks())];
        return headline_of(ui.theme(), model_.pair(asks(), looks(), weight));
    }

    Block brought(Ui& ui) const { return numbers_line(ui.theme(), brought_vectors(of()), model_.faults()); }

    // ---- The map

    static float axis_width(float width) { return width < two_columns ? narrow_tokens : tokens_at_left; }
    /// Where the profiles are put away, the map takes their room at its right.
    static Point map_size(const Ui& ui, float width) {
        const float beside = profile_gap + profile_depth(width);
        const float side =
            std::min(width < two_columns ? largest_side : side_of_two, width - axis_width(width) - beside);
        return {side + (ui.state().toggle(profiles) ? 0 : beside), side};
    }

    MapLook look(Ui& ui, float height) const {
        MapLook out = weight_map(tiles_, ui.theme(), of_map, model_.inputs().logarithmic);
        out.value = [this](int i, int j) { return model_.weights().weight(i, j); };
        out.height = height;
        out.most = 2 * largest_side;
        out.row_handle = true;
        out.hovered = [this](Entry entry) { hover_.note() = entry; };
        out.over = [this](Ui& on, const MapPlace& place) { draw_cross(on, place, hover_.shown()); };
        return out;
    }

    Block map_block(Ui& ui, float width) const {
        const Point size = map_size(ui, width);
        const float axis = axis_width(width), depth = profile_depth(width);
        const WeightAxes axes = weight_axes(ui, of_map, of().rows, of().cols, size);
        const MapAxis &keys = axes.keys, &queries = axes.queries;
        const bool named = of().named && size.y / static_cast<float>(queries.count) >= least_named;
        const auto profile = [&](const char* id, int parameter, const MapAxis& along,
                                 const std::vector<float>& weights, float length, float deep) {
            MapProfileLook out = weight_profile(id, parameter, along, weights, ui.theme());
            out.title =
                Phrase() << shortened(strong, chosen_pair().asks, std::clamp(length - 120, 24.0f, 120.0f))
                         << " looks at";
            out.hovered = [this, upright = along.upright](int cell) {
                hover_.note() =
                    upright ? Entry{cell, model_.inputs().key} : Entry{model_.inputs().query, cell};
            };
            return map_profile(std::move(out), length, deep);
        };
        const auto beside = [&] { return profile("column", query, queries, model_.column(), size.y, depth); };
        const auto below = [&] { return profile("row", key, keys, model_.row(), size.x, profile_height); };
        const auto corner = [&] {
            return paragraph(caption, ui.theme().key,
                             Phrase() << "who looks at " << shortened(caption, chosen_pair().looked_at, 72),
                             30);
        };
        return map_frame(
            axis, size.x, depth,
            {.rows = named ? map_names(queries, of().queries, size.y, axis)
                           : padded(axis - map_axis_width, 0, 0, 0, map_axis(queries, size.y)),
             .map = map_alone(look(ui, size.y)),
             .column = piece(ui, profiles, beside),
             .row = piece(ui, profiles, below),
             .corner = piece(ui, profiles, corner),
             .cols = named ? map_names(keys, of().keys, size.x, tokens_below) : map_axis(keys, size.x)});
    }

    /// The whole map, small, what enlarges it, and how colours read.
    Block controls_of_map(Ui& ui, float sheet) const {
        const Point size = map_size(ui, sheet);
        Block over = by_width([this, &ui, size](float width) {
            const float small = std::min(118.0f, width - 156);
            return row({.gap = 12}, {Item(map_overview(look(ui, size.y), small, size), pixels(small)),
                                     Item(map_buttons(look(ui, size.y), size, false), share())});
        });
        return column(4, std::move(over),
                      weight_legend(model_.inputs().logarithmic,
                                    model_.inputs().causal && !of().attention ? "masked" : nullptr));
    }

    Block switches(Ui& ui) const {
        const auto mask = [this, &ui] { return of().attention ? space(row_height) : toggle(ui, causal); };
        return at_least(
            296,
            [=, &ui] {
                return row({.gap = 16}, {Item(toggle(ui, powers)), Item(mask())});
            },
            [=, &ui] { return column(0, toggle(ui, powers), mask()); });
    }

    // ---- Beside it

    Block largest_of_row(Ui& ui) const {
        return row_bars(ui, {.asks = asking(of(), asks()),
                             .weights = row_now(),
                             .keys = of().keys,
                             .looks = looks(),
                             .key_parameter = key,
                             .hovered = [this](int at) {
                                 hover_.note() = {-1, at};
                             }});
    }

    Block list_of_shares(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<Bar> all;
        for (const Part part : {first_token, near_tokens, own_token})
            all.push_back({.label = {model_.part_name(part), theme.ink},
                           .value = model_.share(part),
                           .color = model_.settled() ? theme.query : theme.muted,
                           .shown = percent(model_.share(part), 1)});
        BarsLook look{.id = "shares", .row = 28, .thickness = 12, .label_width = 112};
        look.scale = {.from = 0, .to = 1};
        return column(4, text(strong, theme.ink, "Of all weight"), bars(std::move(look), std::move(all)),
                      slider(window, {.color = theme.ink, .label_width = 64, .value_width = 44}));
    }

    MapModel model_;
    mutable TileMap tiles_;  // a cache: drawing asks it for tiles, which it makes or keeps
    Latest<std::pair<uint64_t, int>, std::vector<float>> other_;  // the row that is pointed at
    Hover<Entry> hover_{hovers_};
};

}  // namespace

const Kind map_kind = {
    .type = {.id = "map",
             .title = "A map of your own",
             .summary = "Pan and zoom over the weights of a head of your own, up to 4096 tokens.",
             .parameters = map_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "map"},
    .of = brought_as<HeadMap, map_kind, read_head<Wanted::weights>>};

}  // namespace explainer::brought
