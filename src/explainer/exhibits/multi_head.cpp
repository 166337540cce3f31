// Multi-head attention: every number of the output is a sum of one share a head, and each head's share comes
// from its own map. The sheet: Q, K, V cut into heads, a map a head, what they add up to, what heads cost.
// Not here: the numbers (multi_head_model.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/multi_head_model.h"
#include "explainer/figures/bands.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/sharing.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using namespace figures;
using namespace multi_head_model;

constexpr std::array all_presets = {
    Preset{"head against head"},
    Preset{"shares that cancel", "row=0;column=0;at=0"},
    Preset{"8 heads, one pair of keys", "heads=8;shared=8"},
};

/// How the matrices are drawn, by Name.
struct MatrixKind {
    const char *id, *letter, *index, *note;
    Color Theme::*color;
    int step = projected;  // from which on it is there
    Of of = Of::output;    // whose numbers can be looked at; Of::output: none
};
constexpr MatrixKind kinds[] = {
    {"x", "X", "", " for every head", &Theme::ink},
    {"wq", "W", "Q", " makes queries", &Theme::query},
    {"wk", "W", "K", " makes keys", &Theme::key},
    {"wv", "W", "V", " makes values", &Theme::value},
    {"wo", "W", "O", " mixes the heads", &Theme::ink},
    {"q", "Q", "Q", "", &Theme::query, projected, Of::q},
    {"k", "K", "K", "", &Theme::key, projected, Of::k},
    {"v", "V", "V", "", &Theme::value, projected, Of::v},
    {"concat", "", "", "heads side by side", &Theme::ink, blended, Of::concat},
    {"output", "output", "", ": press a cell", &Theme::output, mixed},
};

constexpr float figure_height = 358;  // of all maps, and of what stands beside them
constexpr float strips_width = 112;   // of X, Q, K and V where they stand beside the maps

constexpr float real(int number) {
    return static_cast<float>(number);
}

class MultiHead final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = model(state);
        ++version_;
        hover_.forget_if([this](const Pointed& on) { return on.head >= model_.heads; });
    }

    std::string verbatim() const override {
        std::string out;
        for (int i = 0; i < head_layer::n; ++i) out += std::string(head_layer::tokens[i]) + " ";
        return out;
    }

    Block sheet(Ui& ui) const override {
        if (essential_alone(ui.state())) return essential(ui);
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            Blocks figure = width < 600   ? blocks(strips(ui), maps(ui, figure_height))
                            : width < 860 ? blocks(strips(ui), joined(ui))
                                          : blocks(whole(ui));
            Blocks told = width < 600   ? blocks(pieces(ui), product(ui), said(ui))
                          : width < 860 ? blocks(pieces(ui), said(ui))
                                        : blocks(row({}, {Item(said(ui), share()), Item(pieces(ui))}));
            return column(
                8,
                beside(860, 8, {Item(choice_slider(heads, theme.ink), share()), Item(presets(all_presets))}),
                beside(860, 8, {Item(origins(theme), pixels(300)), Item(steps(), share())}),
                column(8, std::move(figure)), column(8, std::move(told)),
                piece(ui, show_shares, [&] { return bar(ui); }),
                piece(ui, show_cost,
                      [&] {
                          return beside(720, 16,
                                        {Item(cost_of_heads(theme), share()), Item(sharing(ui), share())});
                      }),
                piece(ui, show_other, [&] { return another_model(ui); }),
                piece(ui, show_given, [&] { return given(ui); }));
        });
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == out_row || parameter == out_column) return state.toggle(show_shares);
        if (parameter == shared) return state.toggle(show_cost) && state.choice(heads) > 0;
        if (parameter == large || parameter == large_heads) return state.toggle(show_other);
        return parameter < x || parameter > w_o || state.toggle(show_given);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == step) return step_names[model_.step];
        if (parameter == head) return std::to_string(model_.head + 1);
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != out_row && parameter != at_row) return state.shown_cell(parameter, row, col);
        const Spot spot{parameter == out_row ? Of::output : model_.spot.of, model_.head, row, col};
        if (row >= n || col >= width || !model_.has(spot)) return {};
        const Origin one = model_.origin(spot);
        return Phrase() << one.name << ": " << one.value << "; " << one.from;
    }

    Description describe() const override { return multi_head_model::describe(model_); }
    std::string numpy(const State& state) const override { return multi_head_model::numpy(state, model_); }

  private:
    /// The maps, and what they make as far as there is room; a slider, and a player.
    Block essential(Ui& ui) const {
        return by_width([this, &ui](float width) {
            // (The number that is looked at may be in a matrix that is not there.)
            Block focus = drawing(0, [](Ui& now, Rect rect) {
                for (const int one : {of, at_row, at_column}) now.place_parameter(one, rect);
            });
            Block choice = choice_slider(heads, ui.theme().ink), number = said(ui);
            if (width < 600) {
                Block player = stops({.parameter = step, .action = play});
                return column(
                    2,
                    row({.gap = 8, .cross = Cross::middle},
                        {Item(std::move(number), share()), Item(std::move(player), pixels(row_height))}),
                    behind(std::move(focus), maps(ui, 294)), std::move(choice), pieces(ui));
            }
            return column(4, steps(), std::move(number),
                          behind(std::move(focus), width < 860 ? joined(ui) : whole(ui)),
                          beside(860, 16, {Item(std::move(choice), share()), Item(pieces(ui), share())}));
        });
    }

    Block joined(Ui& ui) const {
        return reserved(
            372, row({.gap = 12}, {Item(maps(ui, figure_height), share(19)), Item(product(ui), share(20))}));
    }
    Block whole(Ui& ui) const {
        return row({.gap = 12}, {Item(strips(ui), pixels(strips_width)), Item(joined(ui), share())});
    }

    // ---- What is looked at

    struct Pointed {
        std::optional<Spot> spot;
        Entry output;
        int head = -1;
        bool operator==(const Pointed&) const = default;
    };

    bool reached(int step) const { return model_.step >= step; }
    /// The number that is looked at, pointed at or chosen; the output that is taken apart, likewise.
    Spot spot_now() const {
        const std::optional<Spot>& at = hover_->spot;
        return at && at->head < model_.heads && model_.has(*at) ? *at : model_.spot;
    }
    Entry output_now() const {
        return hover_->output.row >= 0 ? hover_->output : Entry{model_.row, model_.column};
    }
    void look_at(Ui& ui, Spot spot) const {
        ui.change(of, static_cast<double>(spot.of));
        ui.change(head, spot.head);
        ui.change(at_row, spot.row);
        ui.change(at_column, spot.col);
        ui.animate(true);
    }

    /// The colour of a head: the output's, from dark to pale, and paler where another one is pointed at. Its
    /// number goes with it.
    Color shade(const Theme& theme, int h) const {
        const float t = model_.heads == 1 ? 0.35f : real(h) / real(model_.heads - 1);
        const bool light = theme.paper.r() > 127;  // else the output's colour is pale itself
        const Color pale = light ? mix(theme.output, theme.paper, 0.58f) : theme.output;
        const Color color = mix(mix(theme.output, Color{24, 6, 64}, 0.72f), pale, t);
        return hover_->head >= 0 && hover_->head != h ? mix(theme.paper, color, 0.25f) : color;
    }

    // ---- Above the figure

    /// The live sentence.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        if (const Origin one = model_.origin(spot_now()); !ui.state().toggle(show_shares))
            return headline({{one.name + " is ", theme.ink}, headline_number(one.value, theme.query)}, 40);
        std::vector<Run> runs = {{Phrase() << "What " << plural(model_.heads, "head")
                                           << (model_.heads == 1 ? " adds" : " add") << " to number "
                                           << output_now().col + 1 << " of the output of “"
                                           << tokens[output_now().row]
                                           << (reached(mixed) ? "” comes to " : "”: not yet summed up"),
                                  theme.ink}};
        if (reached(mixed)) runs.push_back(headline_number(total(), theme.output));
        return headline(std::move(runs), 72);
    }
    std::string total() const { return brief(wide(model_.at(output, output_now().row, output_now().col))); }

    /// What h does to the width, and where the numbers come from.
    Block origins(const Theme& theme) const {
        return column(0,
                      formula({}, math(sub("d", "model"), " 8 = h ", bold(std::to_string(model_.heads)),
                                       " × ", sub("d", "k"), " ", bold(std::to_string(model_.d_k)))),
                      paragraph(caption, theme.muted,
                                model_.drawn ? "random, chosen so that heads disagree; no mask"
                                             : "numbers changed by hand; no mask",
                                47));
    }

    static Block steps() {
        StopsLook look{.parameter = step, .action = play};
        static constexpr const char* names[] = {"X · W", "split", "scores", "weights", "side by side", "sum"};
        for (int i = projected; i <= mixed; ++i) look.stops.push_back({i, names[i]});
        return stops(std::move(look));
    }

    // ---- Matrices

    MatrixLook values_of(const Theme& theme, Name name) const {
        const attention::ConstMatrixView view = model_.view(name);
        MatrixLook look(kinds[name].id, {view.data, view.size()}, view.rows, view.cols,
                        theme.*kinds[name].color, version_);
        look.cells.ground = Ground::heat;
        look.cells.is_signed = true;
        look.cells.largest = 2;
        look.frame.line = true;
        return look;
    }

    /// Under what stands below W_O, over all others.
    static Block titled_matrix(const Theme& theme, Name name, std::string note, MatrixLook&& look) {
        const MatrixKind& kind = kinds[name];
        Math letter = bold(name >= WQ && name <= WO ? sub(kind.letter, kind.index) : Math(kind.letter));
        Math rest = name >= Q && name <= V ? math(" = X ", sub("W", kind.index)) : Math(std::move(note));
        Math said =
            math(colored(theme.*kind.color, std::move(letter)), colored(theme.muted, std::move(rest)));
        Block title = reserved(20, formula({.size = 13}, std::move(said))), cells = matrix(std::move(look));
        if (name >= concat) std::swap(title, cells);
        return column(band_room, std::move(title), std::move(cells));
    }

    /// One matrix by its colours, with what the heads, the asking word and the number looked at have of it.
    Block picture(Ui& ui, Name name, float cell_width, float cell_height) const {
        const MatrixKind& kind = kinds[name];
        MatrixLook look = values_of(ui.theme(), name);
        look.cells.numbers = false;
        look.size = {.cell_width = cell_width, .cell_height = cell_height, .least = 8, .most_cols = width};
        const bool there = reached(kind.step);
        if (!there) look.marks.reached = 0;
        if (name == X || name == Q || name == concat) look.marks.selected_row = output_now().row;
        if (name == WO) look.marks.linked_col = output_now().col;
        look.frame.over = [this, name](Ui& now, const MatrixPlace& place) { mark(now, name, place); };
        if (name == output) {
            look.hand.row_parameter = out_row;
            look.hand.col_parameter = out_column;
            look.hand.hovered = [this](Entry at) { hover_.note().output = at; };
            look.marks.selected_color = ui.theme().output;
            if (there) look.marks.selected = output_now();
        } else if (there && kind.of != Of::output) {
            const auto spot = [this, &kind](Entry at) { return Spot{kind.of, model_.head, at.row, at.col}; };
            look.hand.hovered = [this, spot](Entry at) { hover_.note().spot = spot(at); };
            look.hand.pressed = [this, &ui, spot](Entry at) { look_at(ui, spot(at)); };
        }
        const bool hint = name != output || !ui.touched();
        return titled_matrix(ui.theme(), name, hint ? kind.note : "", std::move(look));
    }

    void mark(Ui& ui, Name name, const MatrixPlace& place) const {
        const Theme& theme = ui.theme();
        if (name != X && name != output && reached(cut)) draw_bands(ui, place, bands_of(theme, name));
        if (name == output && reached(mixed)) {
            // The row of heads and the column of W_O lead to the number that they make.
            const Rect cell = place.cell(output_now().row, output_now().col);
            const Point at = cell.centre();
            const float top = place_of(ui, kinds[WO].id).cells.bottom();
            ui.painter().line({at.x, top}, {at.x, cell.y}, theme.ink, 1.5f);
            const float left = place_of(ui, kinds[concat].id).cells.right();
            ui.painter().line({left, at.y}, {cell.x, at.y}, theme.ink, 1.5f);
        }
        if (const Model::Used used = model_.used(spot_now(), name); used.rows > 0) {
            const Rect first = place.cell(used.row, used.col);
            const Rect last = place.cell(used.row + used.rows - 1, used.col + used.cols - 1);
            ui.painter().outline({first.x, first.y, last.right() - first.x, last.bottom() - first.y},
                                 theme.ink, 1.5f, 2);
        }
        if (kinds[name].of == model_.spot.of) place_focus(ui, place);
    }

    /// The native grid of the number that is looked at lies over the matrix that it is in.
    void place_focus(Ui& ui, const MatrixPlace& place) const {
        const Spot& at = model_.spot;
        lay(ui, place, {.over = {of, at_row, at_column}, .cells = at_row, .ring = {at.row, at.col}});
    }

    /// What is cut among the heads has their shades along its edge; a pair of keys and values that is shared
    /// has those of all who share it.
    Bands bands_of(const Theme& theme, Name name) const {
        const bool pairs = name == K || name == V;
        Bands out{.id = pairs ? "pairs" : "heads",
                  .tracks = model_.columns(name),
                  .parts = pairs ? model_.pairs : model_.heads};
        out.down = name == WO;
        for (int h = 0; h < model_.heads; ++h) out.colors.push_back(shade(theme, h));
        return out;
    }

    /// X and what is made of it.
    Block strips(Ui& ui) const {
        return by_width([this, &ui](float available) {
            // One below the other beside the maps, else two or four side by side.
            const int across = available <= strips_width ? 1 : available < 484 ? 2 : 4;
            const float room = available - 12 * real(across - 1);
            // (As wide as whole pixels, as wrap() counts: else one misses its line at every other width.)
            const float cell = std::min(19.5f, std::floor(room / real(across)) / real(width));
            Blocks all;
            for (const Name name : {X, Q, K, V})
                all.push_back(row({}, {Item(picture(ui, name, cell, 12), pixels(cell * width))}));
            return wrap(12, 5, std::move(all));
        });
    }

    // ---- Maps, and what becomes of them

    Block maps(Ui& ui, float height) const {
        return by_width([this, &ui, height](float available) {
            constexpr float left = 44, title = 24, gap = 10;  // left: the words that ask
            const int across = std::max(1, model_.heads / 2), down = model_.heads / across;
            const float cell = (available - left - gap * real(across - 1)) / real(across * n);
            const int lines = cell < 32 ? 2 : 1;  // of the words that are asked, over the upper maps
            const float room = height - 20 * real(lines) - title * real(down) - gap * real(down - 1);
            Blocks all;
            for (int i = 0; i < down; ++i) {
                Items side;
                for (int h = i * across; h < (i + 1) * across; ++h) {
                    const float indent = h == i * across ? left : 0;
                    MatrixLook look = map(ui, h);
                    look.size = {
                        .cell_width = cell, .cell_height = std::floor(room / real(down * n)), .least = 8};
                    look.cells.numbers = cell >= 20;  // else two decimals do not fit
                    look.frame.row_label_width = left - 10;
                    look.frame.label_lines = lines;
                    if (indent == 0) look.frame.row_labels = {};
                    if (i > 0) look.frame.col_labels = {};
                    Block name = drawing(title, [this, h](Ui& now, Rect at) { draw_map_title(now, at, h); });
                    side.push_back(
                        {column(0, padded(indent, 0, 0, 0, std::move(name)), matrix(std::move(look))),
                         pixels(indent + cell * n)});
                }
                all.push_back(row({.gap = gap}, std::move(side)));
            }
            return reserved(height, column(gap, std::move(all)));
        });
    }

    void draw_map_title(Ui& ui, Rect rect, int h) const {
        const Theme& theme = ui.theme();
        const PointerState pointer = ui.area("head/" + std::to_string(h), rect, Grip::press);
        if (pointer.hovered) hover_.note().head = h;
        if (pointer.clicked) ui.change(head, h);
        if (h == model_.head) {
            ui.place_parameter(head, rect);
            if (ui.focused(head)) ui.focus_ring(rect, 5);
        }
        const Rect badge{rect.x, rect.y + 1, 20, 20};
        ui.painter().rectangle(badge, shade(theme, h), 4);
        ui.text({badge.centre().x, rect.y + 2}, {13, true}, theme.on(shade(theme, h)), std::to_string(h + 1),
                Align::centre);
        const std::string name = model_.pairs == model_.heads
                                     ? Phrase() << "head " << h + 1
                                     : Phrase() << "k, v of " << model_.pair_of(h) * model_.together() + 1;
        const Rect rest{badge.right() + 6, rect.y, rect.right() - badge.right() - 6, rect.height};
        if (fonts::width(strong, name) <= rest.width) ui.text({rest.x, rect.y + 1}, strong, theme.ink, name);
    }

    MatrixLook map(Ui& ui, int h) const {
        const Theme& theme = ui.theme();
        const bool shares = reached(weighed);
        const float* values = (shares ? model_.weights : model_.scaled) + h * n * n;
        MatrixLook look(std::string(Phrase() << "map" << h), {values, n * n}, n, n, theme.ink, version_);
        look.cells.decimals = shares ? 2 : 1;
        look.cells.leading_zero = !shares;
        look.cells.alike = true;
        look.cells.number_row = output_now().row;
        look.cells.ground = Ground::heat;
        look.cells.is_signed = !shares;
        look.cells.largest = shares ? 1 : 2;
        look.frame.line = true;
        look.frame.row_labels = {{tokens, tokens + n}, theme.query};
        look.frame.col_labels = {{tokens, tokens + n}, theme.key};
        if (model_.spot.of == Of::weights && model_.head == h)
            look.frame.over = [this](Ui& now, const MatrixPlace& place) { place_focus(now, place); };
        if (!reached(scored)) {
            look.marks.reached = 0;
            return look;
        }
        const Spot spot = spot_now();
        look.marks.selected_row = output_now().row;
        if (spot.of == Of::weights && spot.head == h) look.marks.selected = {spot.row, spot.col};
        if (spot.of == Of::concat && model_.head_of(spot.col) == h) look.marks.linked_row = spot.row;
        look.marks.fade_others = hover_->head >= 0 && hover_->head != h;
        const auto there = [h](Entry at) { return Spot{Of::weights, h, at.row, at.col}; };
        look.hand.hovered = [this, there](Entry at) { hover_.note().spot = there(at); };
        look.hand.pressed = [this, &ui, there](Entry at) { look_at(ui, there(at)); };
        return look;
    }

    /// A row of heads times a column of W_O is a number of the output: they stand so that they meet there.
    Block product(Ui& ui) const {
        return by_width([this, &ui](float available) {
            constexpr float gap = 12;
            const float cell = std::floor(std::min(28.0f, (available - gap) / (2 * width))),
                        wide = cell * width;
            if (!ui.state().toggle(show_shares))
                return column(10, reading(ui), picture(ui, concat, std::floor(available / width), 36));
            return column(
                10, row({.gap = gap}, {Item(reading(ui), pixels(wide)), Item(picture(ui, WO, cell, 24))}),
                row({.gap = gap}, {Item(picture(ui, concat, cell, 24), pixels(wide)),
                                   Item(picture(ui, output, cell, 24))}));
        });
    }

    /// How colours read, and what the number came from that is looked at, or what a head adds that is pointed
    /// at.
    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool shares = reached(weighed), terms = hover_->head >= 0 && reached(mixed);
        const Entry out = output_now();
        const Origin one = terms ? model_.addend(hover_->head, out.row, out.col) : model_.origin(spot_now());
        HeatLegend legend{.heat = {2, true}, .name = "score"};
        if (shares) legend = {.heat = {1, false}, .name = "weight"};
        return column(2, heat_legend({.heat = {2, true}, .name = "number"}), heat_legend(std::move(legend)),
                      paragraph(caption,
                                {{one.name + (terms ? " adds " : " is "), theme.ink},
                                 {one.value, theme.ink, true},
                                 {Phrase() << ": " << one.from << ".", theme.muted}},
                                190));
    }

    // ---- What each head adds

    Block bar(Ui& ui) const {
        const Entry out = output_now();
        Stack stack{.thickness = 56, .sum = SumMark::pointer};
        double up = 0, down = 0;
        for (int h = 0; h < model_.heads; ++h) {
            const float share = model_.share(h, out.row, out.col);
            (share > 0 ? up : down) += wide(share);
            stack.segments.push_back(
                {std::to_string(h + 1), wide(share), shade(ui.theme(), h), with_sign(share)});
        }
        StacksLook look{.id = "bar", .sum_color = ui.theme().output, .label_width = 0, .value_width = 0};
        look.scale = up > down ? Axis{down, up} : Axis{-1, 1};
        look.ticks = false;
        look.hovered = [this](int, int h) { hover_.note().head = h; };
        look.pressed = [&ui](int, int h) { ui.change(head, h); };
        Block whole = stacks(std::move(look), vector_of(std::move(stack)));
        return reached(mixed) ? std::move(whole) : tallest(blocks(space(0), std::move(whole)));
    }

    // ---- What heads cost

    Block cost_of_heads(const Theme& theme) const {
        return column(
            6,
            titled(theme.ink, "Hardly more work, but narrower heads", theme.muted, "by heads h; log scale"),
            by_width([this, &theme](float width) {
                if (width >= 440) return costs(theme, false, model_.heads);
                // (Names stand in a legend there, with numbers, which may take another line.)
                return tallest(blocks(costs(theme, true, model_.heads), costs(theme, true, 8)));
            }),
            paragraph(caption, theme.muted, model_.narrowness(), 68));
    }

    Block costs(const Theme& theme, bool legend, int heads_now) const {
        PlotLook look;
        look.id = "costs";
        look.x = {0.88, 9, true, 2, {1, 2, 4, 8}};
        look.y = {1, 4096, true, 16};
        look.y_decimals = 0;
        look.height = 84;
        look.legend = legend;
        const std::pair<const char*, Color> lines[] = {{"multiplications", theme.ink},
                                                       {"parameters", theme.output},
                                                       {"exponentials", theme.muted},
                                                       {"width of a head", theme.query}};
        for (const auto& [name, color] : lines) {
            Series one{
                .color = color, .mark = Mark::disc, .dashes = look.series.size() == 2, .numbered = false};
            for (int h = 1; h <= width; h *= 2) {
                const Cost c = cost(h, h / std::min(h, model_.together()));
                const int values[] = {c.multiplications, c.parameters, c.exponentials, width / h};
                if (h == heads_now) {
                    one.selected = static_cast<int>(one.x.size());
                    one.name = Phrase() << name << " " << values[look.series.size()];
                }
                one.x.push_back(h);
                one.y.push_back(values[look.series.size()]);
            }
            if (!legend) one.end = one.name;
            look.series.push_back(std::move(one));
        }
        look.markers.push_back({.x = static_cast<double>(heads_now), .color = theme.ink, .dashes = false});
        return plot(std::move(look));
    }

    Block sharing(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block rows = drawing(4 * row_height, [this](Ui& now, Rect rect) {
            rect.height = row_height;
            for (int i = 0; i <= now.state().choice(heads); ++i, rect.y += row_height)
                draw_card(now, rect, i);
        });
        return column(6,
                      titled(theme.ink, "Heads may share keys and values", theme.muted,
                             "a group uses its first head’s"),
                      std::move(rows));
    }

    /// Whose keys: circles ask, each bracket ends at the pair that they share.
    void draw_card(Ui& ui, Rect rect, int choice) const {
        const Theme& theme = ui.theme();
        const int count = model_.heads, together = 1 << choice, pairs = count / together;
        const bool chosen = together == model_.together();
        const PointerState pointer = ui.area("share/" + std::to_string(choice), rect, Grip::press);
        if (pointer.clicked) ui.change(shared, choice);
        if (chosen) ui.place_parameter(shared, rect);
        const Rect card = rect.inset(1);
        if (chosen || pointer.hovered)
            ui.painter().rectangle(card, chosen ? band_color(theme) : theme.raised, 6);
        if (chosen && ui.focused(shared)) ui.focus_ring(card, 8);

        const float words =
            14 + draw_sharing(ui, {card.x + 6, card.y + 1, card.width - 136, sharing_height},
                              {count, together, "q", "k", "v", theme.query, theme.key, theme.value});
        static constexpr const char* names[] = {"a pair each", "two share", "four share", "eight share"};
        ui.text({words, card.y + 3}, {15, chosen}, theme.ink,
                pairs == 1 ? "one pair for all" : names[choice]);
        ui.text({words, card.y + 22}, caption, theme.ink,
                Phrase() << cost(count, pairs).cache << " numbers a token");
    }

    // ---- Appendices

    Block another_model(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block name = padded(0, 12, 0, 0, text(strong, theme.ink, "In another model"));
        return column(0, rule(),
                      wrap(20, 0, blocks(std::move(name), stepper(ui, large), stepper(ui, large_heads))),
                      paragraph(body, theme.ink, model_.at_large(), 188));
    }

    /// X and every W, to type over.
    Block given(Ui& ui) const {
        const Theme& theme = ui.theme();
        Blocks all;
        for (const Name name : {X, WQ, WK, WV, WO}) {
            MatrixLook look = values_of(theme, name);
            look.data.id += " given";
            look.cells.decimals = 1;
            look.size = {.cell_width = 36, .cell_height = 28, .least = 24};
            look.hand.parameter = +x + +name;
            look.hand.dragged = [this, &ui, name](Entry at) {
                // What is looked at goes to what the number makes.
                if (name == X) return ui.change(out_row, at.row);
                if (name == WO) return ui.change(out_column, at.col);
                const Spot made{kinds[name + Q - WQ].of, model_.head, model_.row, at.col};
                if (model_.has(made)) look_at(ui, made);
            };
            const bool part = model_.pairs < model_.heads && (name == WK || name == WV);
            all.push_back(titled_matrix(
                theme, name, part ? ": of each pair, the first head’s" : kinds[name].note, std::move(look)));
        }
        return column(8, rule(), paragraph(strong, theme.ink, "What is given: type over any number"),
                      wrap(32, 12, std::move(all)));
    }

    Model model_;
    uint64_t version_ = 0;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

extern const ExhibitType multi_head;
const ExhibitType multi_head = {
    "multi-head",
    "Multi-head attention: where each number of the output comes from",
    "Cut a layer into heads, see what each adds, and let heads share keys.",
    multi_head_model::parameters(),
    all_presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<MultiHead>()); },
    "maps",
};

}  // namespace explainer
