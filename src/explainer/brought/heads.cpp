// The exhibit `heads` of attention that a reader brings: one head's map with the words that ask and are
// looked at, what the chosen word looks at, all heads by a measure, and the maps of a layer. Not here: heads
// that the page made (exhibits/heads.cpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/heads_model.h"
#include "explainer/brought/heads_parameters.h"
#include "explainer/brought/kinds.h"
#include "explainer/brought/parts.h"
#include "explainer/brought/weight_map.h"
#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/map_names.h"
#include "explainer/figures/map_view.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

enum : int { layer, head, query, key, measure, order, from, powers, zoom, centre_row, centre_col };
enum : int { show_list = centre_col + 1, show_layer };

constexpr MapParameters map_parameters{zoom, centre_row, centre_col, query, key};

constexpr float wide = 800, map_side = 440, most_side = 560;
constexpr float name_room = 84, narrow_name_room = 64, name_line = 24;
constexpr float matrix_height = 168, matrix_room = 212, layer_height = 160;  // the room: with a scroll bar
constexpr float list_of_all = 720;  // the list with every measure is as wide
constexpr int list_rows = 6;
constexpr double slice = 1e6;  // weights that are read in a slice of effort 1

class Heads final : public Exhibit {
  public:
    explicit Heads(std::shared_ptr<const Attention> attention) : model_(std::move(attention)) {}

    /// What opens: the last query of the first head, and the key that it gives most weight.
    static void open(Brought& out, const Attention& of) {
        Ranges range(out);
        range.most(layer, of.layers - 1);
        range.most(head, of.heads - 1);
        range.most(query, of.rows - 1);
        range.most(key, of.cols - 1);
        range.most(from, std::max(0, of.layers * of.heads - list_rows));
        range.most(zoom, std::max(1.0, std::max(of.rows, of.cols) / 6.0));
        range.most(centre_row, of.rows);
        range.most(centre_col, of.cols);
        const std::span<const float> last_row = of.map(0, 0).last(static_cast<size_t>(of.cols));
        const LargestValues top = largest_of(last_row, 1);
        range.initial(query, of.rows - 1);
        range.initial(key, top.places.empty() ? 0 : top.places[0]);
        range.initial(powers, of.cols > 64 ? 1 : 0);
        range.initial(centre_row, of.rows / 2.0);
        range.initial(centre_col, of.cols / 2.0);
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    static_cast<By>(state.choice(measure)), state.choice(order) == 1, state.toggle(powers)});
        tiles_.show(of().rows, of().cols, model_.tiles(), model_.version());
    }
    bool advance(float effort) override { return model_.advance(static_cast<double>(effort) * slice); }

    bool active(const State& state, int parameter) const override {
        if (parameter == order || parameter == from) return state.toggle(show_list);
        return true;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == query) return name_of(of().queries, state.integer(query));
        if (parameter == key)
            return Phrase() << name_of(of().keys, state.integer(key)) << ", weight "
                            << weight_shown(model_.weight(state.integer(query), state.integer(key)));
        return state.shown(parameter);
    }
    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != layer) return state.shown_cell(parameter, row, col);
        const auto at = static_cast<size_t>(row * of().heads + col);
        return Phrase() << measure_name() << " " << compared_shown(model_.compared()[at]);
    }

    Description describe() const override {
        return model_.describe(sentence_of(pair(model_.inputs().query, model_.inputs().key)));
    }
    std::string verbatim() const override {
        std::string out;
        for (const std::string& token : of().keys) out += token + " ";
        return out;
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto list = [this, &ui] { return list_of_heads(ui); };
            const auto small = [this, &ui] { return maps_of_layer(ui); };
            if (width < wide)
                return column(8, column(0, which(ui, layer), which(ui, head)),
                              headline_of(ui.theme(), pair(asks(), looks())), brought_line(ui),
                              map_block(ui, width, narrow_name_room), toggle(ui, powers), row_of_bars(ui),
                              pieces(ui), compared(ui), piece(ui, show_list, list),
                              piece(ui, show_layer, small));
            const float left = name_room + map_side;
            return column(8,
                          row({.gap = 24}, {Item(which(ui, layer), share()), Item(which(ui, head), share()),
                                            Item(pieces(ui))}),
                          headline_of(ui.theme(), pair(asks(), looks())), brought_line(ui),
                          row({.gap = 28}, {Item(map_block(ui, left, name_room), pixels(left)),
                                            Item(column(8, row_of_bars(ui), compared(ui)), share())}),
                          piece(ui, show_list, list), piece(ui, show_layer, small));
        });
    }

  private:
    const Attention& of() const { return model_.attention(); }
    std::string name_of(const std::vector<std::string>& names, int index) const {
        return brought::name_of(names, of().named, index);
    }
    Pair pair(int query, int key) const {
        const HeadsInputs& in = model_.inputs();
        return {in.layer, in.head, name_of(of().queries, query), name_of(of().keys, key),
                model_.weight(query, key)};
    }
    int asks() const { return hover_->cell.row >= 0 ? hover_->cell.row : model_.inputs().query; }
    int looks() const { return hover_->cell.col >= 0 ? hover_->cell.col : model_.inputs().key; }
    const char* measure_name() const {
        return heads_measures[static_cast<size_t>(model_.inputs().by)].label.data();
    }
    bool is_share() const { return model_.inputs().by != By::entropy && model_.inputs().by != By::distance; }
    static std::string compared_shown(float value) {
        return std::isnan(value) ? std::string("–") : fixed(static_cast<double>(value), 2);
    }

    // ---- Above

    Block brought_line(Ui& ui) const {
        const std::string said = Phrase() << "Numbers: your own, " << plural(of().layers, "layer") << ", "
                                          << plural(of().heads, "head") << " each, "
                                          << plural(of().cols, "token") << ". ";
        const Measures& of_all = model_.faults();
        return numbers_line(ui.theme(), said, {of_all.rows_off, of_all.nan, of_all.infinite});
    }

    // ---- One head

    MapLook look(Ui& ui, Point size) const {
        MapLook out = weight_map(tiles_, ui.theme(), map_parameters, model_.inputs().logarithmic);
        out.value = [this](int i, int j) { return model_.weight(i, j); };
        out.height = size.y;
        out.most = most_side;
        out.hovered = [this](Entry entry) { hover_.note().cell = entry; };
        return out;
    }

    Block map_block(Ui& ui, float width, float names) const {
        const float side = std::min(width - names, most_side);
        const Point size{side, side};
        const auto [keys, queries] = weight_axes(ui, map_parameters, of().rows, of().cols, size);
        return column(0,
                      row({.gap = 0}, {Item(map_names(queries, of().queries, size.y, names), pixels(names)),
                                       Item(map_alone(look(ui, size)), pixels(side))}),
                      row({.gap = 0}, {Item(space(0), pixels(names)),
                                       Item(map_names(keys, of().keys, side, name_line), pixels(side))}),
                      space(8), buttons_and_legend(ui, size));
    }

    Block buttons_and_legend(Ui& ui, Point size) const {
        Items items = {Item(map_buttons(look(ui, size), size, false), pixels(150)),
                       Item(weight_legend(model_.inputs().logarithmic,
                                          model_.faults().nan > 0 ? "not a number" : nullptr),
                            share())};
        if (ui.width() >= wide) items.push_back(Item(toggle(ui, powers)));
        return row({.gap = 16, .cross = Cross::middle}, std::move(items));
    }

    /// What the word that asks looks at.
    Block row_of_bars(Ui& ui) const {
        return row_bars(ui, {.asks = name_of(of().queries, asks()),
                             .weights = model_.row(asks()),
                             .keys = of().keys,
                             .looks = looks(),
                             .key_parameter = key,
                             .hovered = [this](int at) {
                                 hover_.note().cell = {-1, at};
                             }});
    }

    // ---- All heads

    Block compared(Ui& ui) const {
        MatrixLook look("heads", model_.compared(), of().layers, of().heads, ui.theme().query,
                        static_cast<uint64_t>(model_.measured() * measure_count) +
                            static_cast<uint64_t>(model_.inputs().by));
        look.cells.ground = Ground::heat;
        look.cells.largest = model_.largest();
        look.cells.numbers = of().heads <= 16 && of().layers <= 8;
        look.cells.decimals = 2;
        look.size.fill = true;
        look.size.least = 1.5f;
        look.size.height = matrix_height;
        look.marks.selected = {model_.inputs().layer, model_.inputs().head};
        const auto numbers = [&ui](int count) {
            AxisNames out{.color = ui.theme().muted};
            for (int i = 0; i < count; ++i) out.names.push_back(std::to_string(i));
            return out;
        };
        look.frame.row_labels = numbers(of().layers);
        look.frame.col_labels = numbers(of().heads);
        look.frame.label_lines = 1;
        look.hand.row_parameter = layer;
        look.hand.col_parameter = head;
        return column(4, text(strong, ui.theme().ink, "All heads: layers down, heads across"),
                      choice_line(ui, measure), reserved(matrix_room, figures::matrix(std::move(look))));
    }

    Block list_of_heads(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool narrow = ui.width() < list_of_all;
        const int chosen_measure = static_cast<int>(model_.inputs().by);
        std::vector<TableColumn> columns = {{.head = "layer", .color = theme.muted, .sample = "1024"},
                                            {.head = "head", .color = theme.muted, .sample = "1024"}};
        for (int by = 0; by < measure_count; ++by)
            if (!narrow || by == chosen_measure)
                columns.push_back({.head = heads_measures[static_cast<size_t>(by)].label,
                                   .color = by == chosen_measure ? theme.query : theme.muted,
                                   .track = share(),
                                   .sample = "1024.00"});
        std::vector<TableRow> rows;
        std::vector<int> listed;
        const int all = static_cast<int>(model_.order().size());
        const int first = std::clamp(ui.state().integer(from), 0, std::max(0, all - list_rows));
        for (int at = first; at < std::min(all, first + list_rows); ++at) {
            const int one = model_.order()[static_cast<size_t>(at)];
            listed.push_back(one);
            TableRow& line = rows.emplace_back();
            line.selected = one == model_.chosen();
            line.add(std::to_string(one / of().heads), theme.ink)
                .add(std::to_string(one % of().heads), theme.ink);
            for (int by = 0; by < measure_count; ++by) {
                if (narrow && by != chosen_measure) continue;
                const double value = value_of(model_.measures(one), static_cast<By>(by));
                line.add(compared_shown(static_cast<float>(value)), theme.ink, by == chosen_measure);
            }
        }
        TableLook look{.id = "list", .type = caption, .row_height = 32, .least_rows = list_rows};
        look.pressed = [&ui, listed, this](int row) {
            const int one = listed[static_cast<size_t>(row)];
            ui.step(layer, one / of().heads);
            ui.step(head, one % of().heads);
        };
        Block which_order = choice(ui, order);
        Block place = slider(from, {.color = theme.ink, .label_width = 84, .value_width = 48});
        return column(4, rule(),
                      narrow
                          ? column(0, std::move(which_order), std::move(place))
                          : row({.gap = 24}, {Item(std::move(which_order)), Item(std::move(place), share())}),
                      table(std::move(look), std::move(columns), std::move(rows)));
    }

    /// Of the layer's heads as many as there is room for in two lines, those around the chosen one.
    Block maps_of_layer(Ui& ui) const {
        const bool narrow = ui.width() < wide;
        const int columns = narrow ? 6 : 16, shown = std::min(2 * columns, model_.small_count());
        const int chosen = model_.inputs().head - model_.first_small();
        const int first = std::clamp(chosen - shown / 2, 0, model_.small_count() - shown);
        const int from_head = model_.first_small() + first;
        SmallMapsLook look{.id = "layer", .version = model_.small_version()};
        look.heat = {1, false, 0};
        for (int at = first; at < first + shown; ++at) {
            SmallMap& map = look.maps.emplace_back();
            map.values = model_.small(at);
            map.rows = model_.small_rows();
            map.cols = model_.small_cols();
            map.letter = std::to_string(model_.first_small() + at);
        }
        look.least = narrow ? 40 : 44;
        look.most = 116;
        look.gap = 10;
        look.height = layer_height;
        look.captions_above = true;
        look.caption_lines = 1;
        look.selected = chosen - first;
        look.pointed_entry = {model_.folded(asks()), model_.folded(looks())};
        look.pressed = [&ui, from_head](int map) { ui.step(head, from_head + map); };
        const std::string title = Phrase() << "Layer " << model_.inputs().layer << ": heads " << from_head
                                           << " to " << from_head + shown - 1;
        return column(4, text(strong, ui.theme().ink, title),
                      reserved(layer_height, small_maps(std::move(look))));
    }

    HeadsModel model_;
    mutable TileMap tiles_;
    struct Pointed {
        Entry cell;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

Attention read_attention(const Tensors& tensors) {
    return attention_of(tensors.arrays, tensors.tokens);
}

}  // namespace

const Kind heads_kind = {
    .type = {.id = "heads",
             .title = "Heads of your own",
             .summary = "See what each head of a model of your own looks at, and compare all of them.",
             .parameters = heads_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "map"},
    .of = brought_as<Heads, heads_kind, read_attention>};

}  // namespace explainer::brought
