// A large map: the weights of up to 4096 queries and as many keys, from vectors that are made of recency,
// blocks, a first token, a copied passage and noise. What is in sight is panned and enlarged; a row and a
// column lie along its axes; shares of all weight. Here parameters and the sheet; numbers and words are
// map_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/map_model.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/map_frame.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/latest.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace figures;

enum : int { tokens, sees, window, recency, blocks, first, copied, noise, seed, zoom, centre_row };
enum : int { centre_col = centre_row + 1, query, key, repeat, outlined, profiles, shares, making };

constexpr int least_tokens = 64, most_tokens = 4096;
// Scores to a slice of effort 1: 1.5 ms, in a browser 2 to 3, without SIMD 6.
constexpr double slice = 120000;

constexpr std::array sees_choices = {Choice{"all", "all"}, Choice{"earlier", "earlier"},
                                     Choice{"window", "window"}, Choice{"sink", "and first"}};
constexpr std::array share_choices = {Choice{"none", "none"}, Choice{"first", "first token"},
                                      Choice{"window", "window"}, Choice{"itself", "itself"},
                                      Choice{"copied", "repeats"}};
constexpr std::array repeat_choices = {Choice{"same", "the first"}, Choice{"next", "what followed"}};

/// Of the map's middle: within n, whole steps.
constexpr Parameter centre(std::string_view name, std::string_view label, std::string_view help,
                           double initial) {
    Parameter out = number_of(name, label, help, 0, most_tokens, 1, initial);
    out.decimals = 0;
    return bounded(out, {.parameter = "n"});
}

constexpr std::array parameters = {
    logarithmic(integer_of("n", "tokens n", "How many queries there are, and how many keys.", least_tokens,
                           most_tokens, most_tokens)),
    choice_of("sees", "a query sees", "Which keys a query may look at.", sees_choices, 1),
    bounded(logarithmic(integer_of("window", "window",
                                   "How many tokens the window reaches back, the query itself included.", 1,
                                   most_tokens, 256)),
            {.parameter = "n"}),
    number_of("recency", "recency", "How fast scores fall with distance: by this times its logarithm.", 0, 3,
              0.05, 1.05),
    number_of("blocks", "blocks", "How much more a key of the same subject scores.", 0, 4, 0.05, 1.5),
    number_of("first", "first token", "How much more the first token scores, for every query.", 0, 14, 0.05,
              8.6),
    number_of("copied", "repeats", "How much more a query of the later passage scores what it repeats.", 0,
              14, 0.05, 9),
    number_of("noise", "noise", "How far scores are scattered, by a part of each key and of each pair.", 0, 4,
              0.05, 0.9),
    integer_of("seed", "draw no.", "Another number makes other blocks, codes and noise.", 1, 99, 11),
    // (At this zoom each step of a key is one of the map, at its left edge too.)
    bounded(
        logarithmic(number_of("zoom", "zoom", "How many times the map is enlarged.", 1, 512, 0.01, 1.3298)),
        {.parameter = "n"}),
    centre("centreRow", "centre, query", "Which query is in the middle of the map.", 2555),
    centre("centreColumn", "centre, key", "Which key is in the middle of the map.", 1541),
    bounded(integer_of("query", "query", "The row that is followed.", 0, most_tokens - 1, 2912),
            {.parameter = "n", .offset = -1}),
    bounded(integer_of("key", "key", "The column that is followed.", 0, most_tokens - 1, 1274),
            {.parameter = "n", .offset = -1}),
    choice_of("repeat", "repeats find", "The earlier token that it repeats, or what followed that one.",
              repeat_choices),
    choice_of("outline", "outlined share", "The cells of which share are outlined in the map.", share_choices,
              window_share),
    piece_of("showProfiles", "row and column", "The weights of the chosen row and column, along the map.",
             true),
    piece_of("showShares", "shares", "How much of all weight lies where.", true),
    piece_of("showMaking", "scores", "What the scores are made of, to be changed.", true),
};

constexpr std::array starts = {
    Preset{"all together"},
    Preset{"window and sink", "sees=sink;blocks=0.5;copied=0;key=2800;outline=first"},
    Preset{"duplicate tokens", "recency=0.3;blocks=0;first=5;noise=0.5;outline=copied"},
    Preset{"induction", "recency=0.3;blocks=0;first=5;noise=0.5;key=1275;repeat=next;outline=copied"},
    Preset{"noise only", "recency=0;blocks=0;first=0;copied=0;noise=2.5;key=1200;outline=itself"},
};

constexpr HeatLook heat{1, false, 1};
constexpr float side_of_two = 436, most_side = 560;  // of the map, beside other things and alone
constexpr float panel_gap = 24;
constexpr float least_column = 3;

/// Three digits.
std::string weight_shown(double weight) {
    if (weight > 0 && weight < 0.001) return scientific(weight, 3);
    return fixed(weight, weight >= 0.1 ? 3 : weight >= 0.01 ? 4 : 5);
}

/// In a cell: what is too little to have a colour has no number.
std::string cell_shown(float weight) {
    if (weight < heat_least) return {};
    return weight < 0.001f ? scientific(wide(weight), 1) : fixed(wide(weight), 3);
}

class Map final : public Exhibit {
  public:
    void compute(const State& state) override {
        MapInputs inputs;
        inputs.n = state.integer(tokens);
        inputs.seed = state.integer(seed);
        inputs.window = state.integer(window);
        inputs.sees = static_cast<Sees>(state.choice(sees));
        inputs.repeat = static_cast<Repeat>(state.choice(repeat));
        inputs.recency = state.number(recency);
        inputs.blocks = state.number(blocks);
        inputs.first = state.number(first);
        inputs.copied = state.number(copied);
        inputs.noise = state.number(noise);
        const bool other_mask =
            inputs.sees != model_.inputs().sees || inputs.window != model_.inputs().window;
        const uint64_t before = model_.version();
        model_.set(inputs);
        const bool changed = model_.version() != before;
        // Where another part is masked, what stands is not near to what will: the map begins anew.
        if (changed) tiles_.show(inputs.n, inputs.n, model_, model_.version(), 1, !other_mask);
        if (changed || chosen_.index != state.integer(query)) chosen_ = model_.row(state.integer(query));
        if (key_ != state.integer(key)) shown_version_ = 0;
        key_ = state.integer(key);
        update();
        // What was pointed at may be gone.
        hover_.forget_if(
            [n = model_.n()](const Pointed& on) { return on.cell.row >= n || on.cell.col >= n; });
    }

    bool advance(float effort) override {
        const bool more = model_.advance(static_cast<double>(effort) * slice);
        update();
        return more;
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == outlined || parameter == sees || parameter == window) return state.toggle(shares);
        const bool makes =
            (parameter >= recency && parameter <= seed) || parameter == repeat || parameter == tokens;
        return !makes || state.toggle(making);
    }

    std::string shown(const State& state, int parameter) const override {
        const int at = state.integer(key);
        if (parameter != key || at >= model_.n()) return state.shown(parameter);
        const float weight = chosen_.weights[static_cast<size_t>(at)];
        return Phrase() << state.shown(parameter) << ", "
                        << (std::isnan(weight) ? std::string("masked")
                                               : "weight " + scientific(wide(weight), 3));
    }

    Description describe() const override {
        Description out = words().describe();
        out.in_piece(profiles, {"What query", "Who reads"});
        out.in_piece(shares, {"Shares"});
        out.in_piece(making, {"What the scores"});
        return out;
    }
    std::string numpy(const State&) const override { return words().numpy(); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const bool beside = width >= 900;
            const float ticks = beside ? map_axis_width : 0;
            const auto made = [&] {
                return column(0,
                              slider(tokens, {.color = ui.theme().ink, .label_width = 92, .value_width = 44}),
                              generators(ui));
            };
            const auto part = [&] { return overview(ui, map_size(ui, width, ticks)); };
            Block map = map_block(ui, width, ticks);
            const auto rest = [&] {
                return tiles(256, panel_gap, 4, figures::blocks(mask(ui), share_list(ui)));
            };
            if (!beside)
                return column(8, pieces(ui), sentence(ui), std::move(map), presets(starts),
                              piece(ui, shares, part), piece(ui, making, made), piece(ui, shares, rest));
            const float left = ticks + side_of_two + profile_gap + profile_depth(width);
            return column(
                8, row({.gap = panel_gap}, {Item(presets(starts), share()), Item(pieces(ui))}), sentence(ui),
                row({.gap = panel_gap}, {Item(std::move(map), pixels(left)),
                                         Item(column(8, part(), piece(ui, shares, rest)), share())}),
                piece(ui, making, made));
        });
    }

  private:
    MapWords words() const { return {model_, chosen_, column_, key_}; }
    int query_now() const { return chosen_.index; }

    /// What rests on the rows that are there by now.
    void update() {
        if (shown_version_ == model_.version()) return;
        shown_version_ = model_.version();
        tiles_.show(model_.n(), model_.n(), model_, shown_version_, 1, true);
        model_.column(key_, column_);
        model_.column(0, first_column_);
    }

    const MapModel::Row& row_of(int index) const {
        if (index == chosen_.index) return chosen_;
        return other_.of({model_.version(), index}, [&] { return model_.row(index); });
    }

    // ---- The map and what lies along its axes

    /// Where the profiles are put away, the map takes their room at its right.
    static Point map_size(const Ui& ui, float width, float ticks) {
        const float beside = profile_gap + profile_depth(width);
        const float side = std::min(ticks > 0 ? side_of_two : most_side, width - ticks - beside);
        return {side + (ui.state().toggle(profiles) ? 0 : beside), width < 520 ? 0.9f * side : side};
    }

    MapLook look(Ui& ui, float height) const {
        MapLook out = map_look("map", tiles_, heat, ui.theme(), {zoom, centre_row, centre_col, query, key});
        out.value = [this](int i, int j) { return model_.weight(i, j); };
        out.shade = heat_of;
        out.shown = cell_shown;
        out.height = height;
        out.most = 2 * most_side;
        out.row_handle = true;
        out.hovered = [this](Entry entry) { hover_.note().cell = entry; };
        out.over = [this](Ui& on, const MapPlace& place) { draw_over(on, place); };
        return out;
    }

    Block map_block(Ui& ui, float width, float ticks) const {
        const Point size = map_size(ui, width, ticks);
        const float side = size.x, depth = profile_depth(width);
        const CellRegion seen =
            seen_region(model_.n(), model_.n(), ui.state().number(zoom), ui.state().number(centre_row),
                        ui.state().number(centre_col), size.x, size.y);
        const MapAxis keys{seen.col, seen.cols, false, key_, ui.theme().key},
            queries{seen.row, seen.rows, true, query_now(), ui.theme().query};
        const auto beside = [&] { return profile(ui, "column", query, queries, column_, size.y, depth); };
        const auto below = [&] {
            return profile(ui, "row", key, keys, chosen_.weights, side, profile_height);
        };
        const auto corner = [&] {
            return paragraph(caption, ui.theme().key, Phrase() << "who reads key " << key_, 18);
        };
        return map_frame(ticks, side, depth,
                         {.rows = ticks > 0 ? map_axis(queries, size.y) : space(0),
                          .map = map_alone(look(ui, size.y)),
                          .column = piece(ui, profiles, beside),
                          .row = piece(ui, profiles, below),
                          .corner = piece(ui, profiles, corner),
                          .cols = map_axis(keys, side)});
    }

    Block profile(Ui& ui, const char* id, int parameter, const MapAxis& axis,
                  const std::vector<float>& values, float length, float depth) const {
        MapProfileLook out = weight_profile(id, parameter, axis, values, ui.theme());
        out.title = Phrase() << "query " << query_now() << " reads";
        out.hovered = [this, upright = axis.upright](int cell) {
            hover_.note().cell = upright ? Entry{cell, key_} : Entry{query_now(), cell};
        };
        return map_profile(std::move(out), length, depth);
    }

    void draw_over(Ui& ui, const MapPlace& place) const {
        widen_first_column(ui, place);
        // What is pointed at, here or in a profile.
        draw_cross(ui, place, hover_->cell);
        draw_outline(ui, place, share_now(ui));
        draw_names(ui, place);
    }

    /// The first column is one token, and the point: never thinner than so many pixels.
    void widen_first_column(Ui& ui, const MapPlace& place) const {
        const Rect& box = place.rect;
        const float left = place.at(0, 0).x;
        if (place.cell_width() >= least_column || left <= box.x - 1) return;
        for (float y = box.y; y < box.bottom(); ++y) {
            const int row = std::clamp(place.entry({box.x, y + 0.5f}).row, 0, model_.n() - 1);
            const float weight = first_column_[static_cast<size_t>(row)];
            if (!std::isnan(weight))
                ui.painter().rectangle({left, y, least_column, 1}, ui.theme().weight(heat_of(weight)), 0);
        }
    }

    /// The share that is pointed at, else the outlined one.
    int share_now(Ui& ui) const { return hover_->share > 0 ? hover_->share : ui.state().choice(outlined); }

    /// The cells of a share.
    void draw_outline(Ui& ui, const MapPlace& place, int what) const {
        const auto stroke = [&](double row0, double col0, double row1, double col1, bool dashes) {
            Point from = place.at(row0, col0), to = place.at(row1, col1);
            if (!clip(place.rect, from, to)) return;
            if (!dashes) return ui.painter().line(from, to, ui.theme().ink, 1.5f);
            ui.painter().line(from, to, ui.theme().paper, 4);
            dashed(ui, from, to, ui.theme().ink, 2, 6);
        };
        const double n = model_.n(), w = model_.inputs().window;
        if (what == first_share) {
            const double right = std::max(1.0, static_cast<double>((least_column + 1) / place.cell_width()));
            stroke(0, right, n, right, false);
            stroke(0, 0, n, 0, false);
        }
        if (what == window_share || what == itself_share) stroke(0, 1, n - 1, n, false);
        if (what == itself_share) stroke(1, 0, n, n - 1, false);
        if (what == window_share) {
            stroke(w, 0, n, n - w, true);
            if (model_.inputs().sees == Sees::all) stroke(0, w, n - w, n, true);
        }
        if (what == copied_share) {
            const Passage copy = model_.passage();
            const double out = std::max(0.5, static_cast<double>(4 / place.cell_width()));  // to either side
            const double row = copy.begin + copy.distance, col = copy.begin, length = copy.length;
            stroke(row - out, col + out, row + length - out, col + length + out, true);
            stroke(row + out, col - out, row + length + out, col + length - out, true);
        }
    }

    /// What stands where, as far as there is room.
    void draw_names(Ui& ui, const MapPlace& place) const {
        const Theme& theme = ui.theme();
        const MapInputs& in = model_.inputs();
        const Rect& box = place.rect;
        Labels labels(box.inset(2));
        // Not on the chosen row and column.
        const Point chosen = place.at(query_now() + 0.5, key_ + 0.5);
        labels.take({box.x, chosen.y - 3, box.width, 6});
        labels.take({chosen.x - 3, box.y, 6, box.height});
        if (!ui.touched() && place.cell_width() < 16)
            labels.put_at(ui, {box.right() - 30, chosen.y - 16}, caption, theme.ink, "drag", true);
        const auto row_in_sight = [&](double share) { return place.seen.row + place.seen.rows * share; };
        const auto name = [&](double row, double col, Point away, const std::string& text) {
            const Point at = place.at(row, col);
            if (box.contains(at)) labels.put(ui, at, 8, away, caption, theme.ink, text);
        };
        if (in.first > 0 && place.seen.col < 1 && in.sees != Sees::window)
            name(std::min(model_.n() - 1.0, row_in_sight(0.9)), 1, {1, 0}, "← first token");
        const Passage copy = model_.passage();
        if (in.copied > 0 && in.sees <= Sees::earlier)
            name(copy.begin + copy.distance + copy.length * 0.06, copy.begin + copy.length * 0.06, {0, -1},
                 in.repeat == Repeat::same ? "duplicate tokens" : "induction");
        // (Where it would crowd the others, the sentence above is enough.)
        if (share_now(ui) == window_share && box.width >= 400) {
            const double row = row_in_sight(0.5);
            name(row, row - in.window, {-1, 0.4f}, words().share_name(window_share));
        }
    }

    // ---- Beside it

    /// The share that is outlined; without one, the weight of the chosen cell.
    Block sentence(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int what = share_now(ui);
        const float weight = chosen_.weights[static_cast<size_t>(key_)];
        const std::string of_what = model_.settled() ? std::string(" of all weight is on ")
                                                     : Phrase() << " (sample: 1 row in " << model_.stride()
                                                                << ") of the weight is on ";
        std::vector<Run> runs;
        if (what != no_share)
            runs = {headline_number(percent(model_.share(what), 1), theme.query),
                    {of_what + words().share_place(what), theme.ink}};
        else if (std::isnan(weight))
            runs = {{Phrase() << "Query " << query_now() << " may not see key " << key_, theme.ink}};
        else
            runs = {headline_number(weight_shown(wide(weight)), theme.query),
                    {Phrase() << " is the weight that query " << query_now() << " gives key " << key_,
                     theme.ink}};
        return headline(std::move(runs), 74);
    }

    /// The whole map, what zooms, the weight that is looked at, and how colours read.
    Block overview(Ui& ui, Point size) const {
        Block over = by_width([this, &ui, size](float width) {
            const float small = std::min(118.0f, width - 156);
            return row({.gap = 12},
                       {Item(map_overview(look(ui, size.y), small, size), pixels(small)),
                        Item(column(4, map_buttons(look(ui, size.y), size, false), reading(ui)), share())});
        });
        return column(
            4, std::move(over),
            heat_legend(
                {.heat = heat, .name = "α", .hatching = "masked", .least = "10⁻⁵", .most = "0.1 and more"}));
    }

    Block mask(Ui& ui) const {
        return column(0, text(caption, ui.theme().muted, "a query sees"), choice_line(ui, sees),
                      source(ui, window));
    }

    /// The weight of the cell that is pointed at, or else chosen, and what it came from.
    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        const Entry cell = hover_->cell.row >= 0 ? hover_->cell : Entry{query_now(), key_};
        const MapModel::Row& row = row_of(cell.row);
        const auto at = static_cast<size_t>(cell.col);
        const bool masked = std::isnan(row.weights[at]);
        const double most = wide(row.most), sum = wide(row.sum);
        std::string value = "masked: α = 0", how = "a query may not look there", place;
        if (!masked) {
            value = "α = " + weight_shown(wide(row.weights[at]));
            how = Phrase() << "= exp(" << Fixed{wide(row.scores[at]), 2} << (most < 0 ? " + " : " − ")
                           << Fixed{std::fabs(most), 2} << ") ÷ " << Fixed{sum, sum < 100 ? 2 : 0};
            place = Phrase() << "no. " << row.rank(cell.col) << " of " << model_.visible_count(cell.row)
                             << " keys";
        }
        std::vector<Run> who = {{"query ", theme.ink},
                                {std::to_string(cell.row), theme.query, true},
                                {" → key ", theme.ink},
                                {std::to_string(cell.col), theme.key, true}};
        return column(0, paragraph(caption, std::move(who), 21), text(strong, theme.query, value),
                      paragraph(caption, theme.muted, place, 20), paragraph(caption, theme.muted, how, 26));
    }

    Block share_list(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int now = ui.state().choice(outlined);
        std::vector<Bar> all;
        for (int what = first_share; what < share_count; ++what)
            all.push_back({.label = {std::string(share_choices[static_cast<size_t>(what)].label), theme.ink},
                           .value = model_.share(what),
                           .color = model_.settled() ? theme.query : theme.muted,
                           .shown = percent(model_.share(what), 1)});
        BarsLook look{.id = "shares", .thickness = 8, .selected = now - 1};
        look.pointing.hovered = [this](int row) { hover_.note().share = row + 1; };
        look.pointing.pressed = [&ui, now](int row) { ui.change(outlined, row + 1 == now ? 0 : row + 1); };
        Block list = bars(std::move(look), std::move(all));
        Block native = drawing(row_height * (share_count - 1), [](Ui& on, Rect rect) {
            on.place_parameter(outlined, rect);
            if (on.focused(outlined)) on.focus_ring(rect);
        });
        return column(0, text(caption, theme.muted, "shares overlap; press one"),
                      behind(std::move(native), std::move(list)));
    }

    /// A slider that outlines what it makes while the pointer is on it.
    Block source(Ui& ui, int parameter) const {
        const int makes = parameter == first    ? first_share
                          : parameter == copied ? copied_share
                          : parameter == window ? window_share
                                                : no_share;
        return slider(parameter, {.color = ui.theme().ink,
                                  .label_width = 92,
                                  .value_width = 44,
                                  .hovered = [this, &ui, makes, parameter] {
                                      // What is dragged stays outlined.
                                      const double now = ui.state().number(parameter),
                                                   before = std::exchange(ui.kept("before", now), now);
                                      if (now != before && hover_->share == makes && makes != no_share &&
                                          ui.holding() && ui.state().toggle(shares))
                                          ui.change(outlined, makes);
                                      hover_.note().share = makes;
                                  }});
    }

    /// What the scores are made of.
    Block generators(Ui& ui) const {
        const Theme& theme = ui.theme();
        Blocks all;
        for (const int parameter : {recency, blocks, first, copied, noise})
            all.push_back(source(ui, parameter));
        all.push_back(stepper(ui, seed));
        return column(0, tiles(250, panel_gap, 0, std::move(all)),
                      tiles(320, panel_gap, 0,
                            figures::blocks(choice(ui, repeat, theme.ink, "repeats find"),
                                            text(caption, theme.muted, "Numbers: constructed."))));
    }

    MapModel model_;
    mutable TileMap tiles_;  // a cache: drawing asks it for tiles, which it makes or keeps
    uint64_t shown_version_ = 0;
    MapModel::Row chosen_;                                   // the chosen query's row
    Latest<std::pair<uint64_t, int>, MapModel::Row> other_;  // that is pointed at: of a version and an index
    std::vector<float> column_;                              // of the chosen key
    std::vector<float> first_column_;                        // of key 0
    int key_ = -1;
    struct Pointed {
        Entry cell;
        int share = no_share;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

extern const ExhibitType large_map;
const ExhibitType large_map = {
    "map",
    "A map of sixteen million weights",
    "Pan and zoom over the weights of up to 4096 tokens, and see on what most of it lies.",
    parameters,
    starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Map>()); },
    "map",
};

}  // namespace explainer
