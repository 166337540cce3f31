// Pipeline: attention from words to outputs on one sheet, in six steps. What stands left of a matrix times
// what stands above it gives the matrix; a number that is pointed at lights up what it came from. The numbers
// are in pipeline_model.h, the arithmetic under the sheet in pipeline_trace.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/pipeline_model.h"
#include "explainer/exhibits/pipeline_trace.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/rail.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace figures;
using namespace pipeline_model;

struct MatrixKind {
    const char *id, *title, *subscript, *note;
    int parameter;  // that gives it, if it is given
    int step;       // that computes it
};
constexpr MatrixKind kinds[] = {
    // by Name
    {"q", "Q", "", "asks", example::q, project},
    {"k", "Kᵀ", "", "answers", example::k, project},
    {"v", "V", "", "hands over", example::v, project},
    {"grid", "α", "", "", -1, score},
    {"output", "output", "", "one row a word", -1, blend},
    {"x", "X", "", "one row a word", example::x, at_words},
    {"wq", "W", "Q", "", example::w_q, at_words},
    {"wk", "W", "K", "", example::w_k, at_words},
    {"wv", "W", "V", "", example::w_v, at_words},
};

constexpr std::array pipeline_presets = {
    Preset{"the whole way"},
    Preset{"where a weight comes from", "step=5;of=grid"},
    Preset{"T = 0.1: a tie", "data=hand;temperature=0.1;step=5;of=grid;column=0"},
};

// Heights, CSS pixels: of a row of weights, of the cells, beside them their brackets, of whole bands.
constexpr float row_of_weights = 28, upper_cells = 4 * row_of_weights, lower_cells = 144;
constexpr float brackets_room = 8, trunk_room = 16, arrow_room = 8;
constexpr float band = upper_cells + brackets_room, made_band = upper_cells,
                lower_band = lower_cells + brackets_room + 32,
                upper_height = trunk_room + band + arrow_room + made_band;
// Widths beside the cells: of both brackets, and before a matrix that has row labels.
constexpr float sides = 20, label_gap = 10;

class Pipeline final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = model(state);
        ++version_;
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            return width >= 900 ? wide_sheet(ui, width) : narrow_sheet(ui, width);
        });
    }

    bool active(const State& state, int parameter) const override {
        const bool of_switches = parameter == example::temperature || parameter == example::scaled ||
                                 parameter == softmax || parameter == values;
        if (of_switches && !state.toggle(show_leave_out)) return false;
        return example_active(state, parameter == values ? +example::x : parameter);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == step) return Phrase() << model_.step << ", " << step_name(model_.step);
        if (parameter == row_focus || parameter == column_focus) return model_.name(model_.focus);
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != row_focus) return state.shown_cell(parameter, row, col);
        const Focus there = model_.valid({model_.focus.of, row, col});
        return Phrase() << model_.name(there) << ": " << Fixed{model_.value(there), 3};
    }

    Description describe() const override { return pipeline_model::describe(model_); }
    std::string numpy(const State& state) const override { return pipeline_model::numpy(state); }

  private:
    const WorkedExample& e() const { return model_.example; }
    bool reached(int step) const { return model_.step >= step; }
    /// What is looked at: pointed at or chosen.
    Focus focus() const { return hover_->number ? model_.valid(*hover_->number) : model_.focus; }
    static void look_at(Ui& ui, Focus focus) {
        ui.change(of, focus.of);
        ui.change(row_focus, focus.row);
        ui.change(column_focus, focus.col);
        ui.animate(true);
    }

    // ---- Words

    std::string step_name(int step) const {
        const std::string root = "divide by √" + std::to_string(e().d);
        const char* names[] = {"", "words", "project", "score", root.c_str(), "softmax", "blend values"};
        return names[step];
    }

    std::string step_says() const {
        const bool words = e().from_words, values = model_.values;
        if (!words && model_.step <= project)
            return "Queries, keys and values are given here: no words and no weights come before them.";
        std::string gets = model_.softmax_gets();
        const std::string blends = "Each row of " + (model_.softmax ? "weights" : gets);
        gets[0] = static_cast<char>(std::toupper(gets[0]));
        const std::string says[] = {
            "Each word is a row of numbers, X. All that follows is made of it and of weights.",
            values ? "Three products of X: what each word asks, what it answers to, what it hands over."
                   : "Two products of X: what each word asks, what it answers to. V is switched off.",
            "Each query meets each key: one dot product for a pair, Q times Kᵀ.",
            model_.scaled ? "Every score is divided by the root of the width, so that the scores of wide "
                            "vectors do not spread wider."
                          : "The scores stay as they are: this step is switched off.",
            gets + (model_.softmax ? " become shares of one whole, row by row: the higher one is, the larger "
                                     "its share."
                                   : " weigh as they are, below 0 too: softmax is switched off."),
            blends + (!values ? " blends the words themselves: V is switched off."
                      : words ? " blends the values: the word’s output."
                              : " blends the values: the query’s output.")};
        return says[model_.step - 1];
    }

    /// The number that is looked at.
    Block point(const Theme& theme) const {
        if (!model_.traced())
            return headline({headline_number(std::to_string(e().n), theme.ink),
                             {Phrase() << " words, each " << e().width << " numbers: nothing is computed yet",
                              theme.ink}},
                            44);
        const Focus f = focus();
        return headline(
            {{Phrase() << model_.sentence_name(f) << " is ", theme.ink},
             headline_number(brief(model_.value(f), model_.decimals(f.of)), theme.*color_of_matrix[f.of])},
            44);
    }

    /// What a hand can do, until it has done it; and whether what it is on is given.
    std::string hint(Ui& ui) const {
        if (hover_->given) {
            const MatrixKind& kind = kinds[*hover_->given];
            const std::string what = kind.subscript[0] == 0 ? kind.title + std::string(" is")
                                                            : kind.subscript + std::string("’s weights are");
            return what + " given: type over a number or drag it sideways";
        }
        return ui.touched() ? " " : "press a number to trace it; type over dotted ones";
    }

    /// Where the numbers are from, and what essays say of these very ones; or the words of one's own.
    Block about(Ui& ui) const {
        Phrase says;
        says << "Numbers: " << e().origin << ".";
        if (e().data == Data::hand && model_.as_given && model_.step == blend)
            says << " The book chapter rounds its weights first and prints 6.015 and 3.985; in full "
                 << Fixed{model_.value({output, 0, 0}), 3} << " and "
                 << Fixed{model_.value({output, 0, 1}), 3} << ".";
        if (e().data == Data::seeded && e().given)
            says << " The article expects scores that spread by 2 and 1; they spread by "
                 << Fixed{deviation(model_.scores()), 3} << " and "
                 << Fixed{deviation(model_.scores()) / std::sqrt(e().d), 3} << ".";
        Block origin = reserved(row_height, paragraph(caption, ui.theme().muted, says, 100));
        if (e().data == Data::own) return tallest(blocks(text_field(example::words), std::move(origin)));
        return origin;
    }

    // ---- Steps that can be left out, and what then breaks

    std::vector<Run> breaks(const Theme& theme, Switch one) const {
        if (one == of_values && !e().from_words) return {{"there is no X to hand over", theme.muted}};
        // (Both numbers are results: neither shows before the step that has them.)
        if (!reached(one == of_values ? +blend : +weigh)) return {{"not computed yet", theme.muted}};
        static constexpr const char* measured[][2] = {{"the largest is ", "the largest is still "},
                                                      {"the row sums to ", "the row still sums to "},
                                                      {"X gives ", "X still gives "}};
        const bool on = model_.on(one);
        const std::string with = brief(model_.measure(one, true), 3),
                          without = brief(model_.measure(one, false), 3);
        const bool same = with == without;
        const Color color = on || same ? theme.muted : theme.wrong;
        std::vector<Run> out = {{(on ? "without, " : "") + std::string(measured[one][same]), color},
                                {without, on || same ? theme.ink : theme.wrong, true}};
        if (!same) out.push_back({(on ? ", not " : ", was ") + with, color});
        return out;
    }

    Block switch_of(Ui& ui, Switch one, Block name) const {
        const bool temperature = name && one == of_softmax;
        Items items = {
            Item(one == of_values && !e().from_words ? space(row_height) : bare_toggle(switches[one]),
                 pixels(row_height))};
        if (name) items.emplace_back(std::move(name), pixels(60));
        items.emplace_back(paragraph(caption, breaks(ui.theme(), one), 30), share());
        if (temperature)
            items.emplace_back(drawing(row_height,
                                       [](Ui& now, Rect rect) {
                                           number_field(now, example::temperature, rect, now.theme().query);
                                       }),
                               pixels(62));
        return row({.gap = 8, .cross = Cross::middle}, std::move(items));
    }

    // ---- The matrices

    /// Whether a matrix has computed numbers, or such as can be looked at.
    bool of_focus(Name name) const { return name <= output && (name != V || model_.values); }
    static Entry entry_of(const Focus& f, bool turned) {
        return turned ? Entry{f.col, f.row} : Entry{f.row, f.col};
    }

    /// What lights up for the number that is looked at.
    void light(MatrixLook& look, Name name, bool turned) const {
        if (!model_.traced()) return;
        const Focus f = focus();
        const Product from = product_of(f.of);
        const bool of_output = f.of == output, of_pair = f.of == grid || of_output;
        const bool whole = name == K ? of_output : of_pair && (name == X || name == WQ || name == WK);
        if (name == f.of) look.marks.selected = entry_of(f, turned);
        if (name == from.left || (name == Q && of_output) || (name == grid && f.of == grid && shares()))
            look.marks.linked_row = f.row;
        if (name == from.above || (name == WV && of_output && model_.values))
            (name == K && !turned ? look.marks.linked_row : look.marks.linked_col) = f.col;
        look.marks.selected_color = look.cells.color;
        look.marks.fade_others = !whole;
    }

    /// `below`: with its name under it, else beside it.
    MatrixLook look(Ui& ui, Name name, bool below, bool turned = true) const {
        const MatrixKind& kind = kinds[name];
        const attention::ConstMatrixView shown = model_.view(name, turned);
        const std::span<const float> all(shown.data, shown.size());
        const bool is_turned = name == K && turned,
                   given = kind.parameter >= 0 && example_active(ui.state(), kind.parameter);
        MatrixLook out(kind.id, all, shown.rows, shown.cols, ui.theme().*color_of_matrix[name], version_);
        out.cells.decimals = model_.decimals(name);
        out.cells.ground = Ground::tint;
        out.cells.alike = out.cells.decimals > 0;
        out.frame.brackets = true;
        out.frame.label_lines = 1;
        if (is_turned) out.frame.col_labels = {e().keys, ui.theme().key};
        if (given) {
            out.hand.parameter = kind.parameter;
            out.hand.transposed = is_turned;
        } else {
            // What is not computed yet is empty; what the step computes, comes cell by cell.
            const float come =
                ui.eased("step", static_cast<float>(model_.step)) - static_cast<float>(kind.step - 1);
            if (come < 1)
                out.marks.reached = static_cast<int>(std::max(0.0f, come) * static_cast<float>(all.size()));
        }
        light(out, name, is_turned);
        if (name == grid) dress_grid(out);
        weigh_grounds(ui.theme(), out, name, is_turned);
        answer(ui, out, name, is_turned, given);

        std::string title = kind.title, note = kind.note;
        if (name == V && !model_.values) title = "X", note = "in place of V";
        if (name == K && !turned) title = "K";
        if (name == grid) title = !reached(divide) ? "Q Kᵀ" : shares() ? "α" : "s", note = grid_note();
        if (name == output && !e().from_words) note = "one row a query";
        const float before = name == V ? label_width() + label_gap : 0;
        out.frame.over = [=, this](Ui& now, const MatrixPlace& place) {
            lay_focus(now, name, place, is_turned);
            if (below) return;
            const float wide = fonts::width(heading, title),
                        x = place.cells.x - 14 - before - wide - fonts::width({13, true}, kind.subscript),
                        y = place.cells.centre().y - fonts::line_height(heading) / 2;
            now.text({x, y}, heading, now.theme().*color_of_matrix[name], title);
            now.text({x + wide, y + 10}, {13, true}, now.theme().*color_of_matrix[name], kind.subscript);
        };
        if (!below) return out;
        out.frame.title_place = TitlePlace::below;
        out.frame.title = title;
        out.frame.note = note;
        if (name == grid && shares())
            out.frame.small_note = model_.scaled ? "; score → scaled" : "; scores not scaled";
        return out;
    }

    bool shares() const { return reached(weigh) && model_.softmax; }

    /// Which number of the grid a colour stands for.
    HeatLegend legend() const {
        const attention::ConstMatrixView all = model_.view(grid);
        const float most = largest_size({all.data, all.size()});
        return {.heat = {shares() || most == 0 ? 1 : most, !shares()},
                .name = model_.grid_name(),
                .decimals = shares() ? 0 : std::min(model_.decimals(grid), most < 100 ? 2 : 0)};
    }
    /// (Ends of many digits have no room.)
    bool has_legend() const { return reached(score) && legend().heat.largest < 1000; }
    void dress_grid(MatrixLook& out) const {
        const HeatLegend depth = legend();
        out.cells.number_width = 48;
        out.cells.ground = Ground::heat;
        out.cells.is_signed = depth.heat.is_signed;
        out.cells.largest = depth.heat.largest;
        out.frame.legend = has_legend();
        out.frame.legend_decimals = depth.decimals;
        out.cells.least_small = 78;  // room for "1 → 0.577"
        if (!reached(divide)) return;
        out.cells.small = [this](int i, int j) -> std::string {
            const std::string raw = brief(wide(model_.grid_at(score)(i, j)), decimals_of(model_.scores()));
            if (!reached(weigh) || !model_.scaled) return "score " + raw;
            return raw + " → " + brief(wide(model_.grid_at(divide)(i, j)), 3);
        };
    }
    std::string grid_note() const {
        if (reached(weigh) && !model_.softmax)
            return (model_.scaled ? "scaled scores" : "scores") +
                   std::string(model_.temperature != 1 ? " ÷ T" : "") + " instead";
        return model_.step == divide && !model_.scaled ? "scores, not scaled" : model_.grid_name() + "s";
    }

    /// Where an output is looked at, keys and the values' column have the depth of the weight they got.
    void weigh_grounds(const Theme& theme, MatrixLook& out, Name name, bool turned) const {
        const Focus f = focus();
        if ((name != K && name != V) || !model_.traced() || f.of != output) return;
        out.cells.ground_of = [=, this, &theme, color = out.cells.color](int i,
                                                                         int j) -> std::optional<Color> {
            if (name == V && j != f.col) return std::nullopt;
            // (Without softmax they are no shares: the largest one is full.)
            const float* const line = model_.grid_at(weigh).row(f.row);
            const float most = std::max(1.0f, largest_size({line, static_cast<size_t>(e().m)}));
            return mix(theme.paper, color, 0.06f + 0.4f * std::fabs(line[turned ? j : i]) / most);
        };
    }

    /// The native grid of the focus lies over the matrix that the focus is in.
    void lay_focus(Ui& ui, Name name, const MatrixPlace& place, bool turned) const {
        if (name != (model_.traced() ? model_.focus.of : X)) return;
        FocusGrid all{.over = {of, row_focus, column_focus}, .transposed = turned};
        if (model_.traced()) {
            all.cells = row_focus;
            all.ring = entry_of(model_.focus, turned);
        }
        lay(ui, place, all);
    }

    void answer(Ui& ui, MatrixLook& out, Name name, bool turned, bool given) const {
        const bool of_results = of_focus(name) && (given || reached(kinds[name].step));
        const auto focus_at = [name, turned](Entry at) {
            return turned ? Focus{name, at.col, at.row} : Focus{name, at.row, at.col};
        };
        out.hand.hovered = [=, this](Entry at) {
            if (at.row < 0 || at.col < 0) return;
            if (of_results) hover_.note().number = focus_at(at);
            if (given) hover_.note().given = name;
        };
        if (given) out.hand.dragged = [=, this, &ui](Entry at) { follow(ui, name, at, turned); };
        if (of_results) out.hand.pressed = [&ui, focus_at](Entry at) { look_at(ui, focus_at(at)); };
    }

    /// A given number is dragged: what is looked at goes to the row or column that it belongs to.
    void follow(Ui& ui, Name name, Entry at, bool turned) const {
        Focus to = model_.focus;
        const Product from = product_of(to.of);
        if (turned) std::swap(at.row, at.col);
        if (name == to.of)
            to = {to.of, at.row, at.col};
        else if (name == X || name == from.left)
            to.row = at.row;
        else if (name == from.above || (name == WV && to.of == output))
            to.col = name == K ? at.row : at.col;
        if (to == model_.focus) return;
        ui.change(row_focus, to.row);
        ui.change(column_focus, to.col);
    }

    // ---- What all layouts have: bands, ways

    float label_width() const {
        float width = 24;
        for (const std::string& name : e().keys)
            width = std::max(width, std::ceil(fonts::width(strong, name)));
        return std::min(width, 64.0f);
    }
    static Block at_the_foot(float height, Block part) {
        return row({.gap = 0, .cross = Cross::bottom},
                   {Item(drawing({0, height, 0}, nullptr)), Item(std::move(part), share())});
    }

    /// Of an upper band: eight rows, or more columns than are in sight, are scrolled.
    Block upper(MatrixLook look, float cell, int cols, float label, float room = made_band) const {
        constexpr float scroll_bar = 24, col_label = 20;
        // (The bar beside eight rows takes the room of a column.)
        room -= brackets_room + (look.data.cols > cols || look.data.rows > 4 ? scroll_bar : 0) +
                (look.frame.col_labels.names.empty() ? 0 : col_label);
        look.size.cell_width = look.size.least = cell;
        if (look.data.rows > 4) {
            look.size.height = room;
            look.size.least = std::min(cell, row_of_weights);
        } else {
            look.size.cell_height =
                std::min(row_of_weights, std::floor(room / static_cast<float>(look.data.rows)));
        }
        look.frame.row_label_width = label;
        return matrix(std::move(look));
    }

    /// Of the lower one: a word is one row from edge to edge.
    float row_height_of_words() const { return std::min(lower_cells / static_cast<float>(e().n), 96.0f); }
    Block lower(MatrixLook look, float cell, int cols, float label) const {
        look.size.cell_width = look.size.least = cell;
        look.size.cell_height = row_height_of_words();
        look.frame.row_label_width = label;
        const float wide = sides + (look.frame.row_labels.names.empty() ? 0 : label + label_gap) +
                           cell * static_cast<float>(std::min(cols, look.data.cols));
        const std::string note = look.frame.note + look.frame.small_note;
        if (fonts::width(heading, look.frame.title) + 10 + fonts::width(caption, note) > wide)
            look.frame.note = look.frame.small_note = "";
        if (look.data.cols > cols)
            look.frame.title = look.frame.note = look.frame.small_note = "", look.frame.legend = false;
        return reserved(lower_band, matrix(std::move(look)));
    }

    /// Behind the figure: the lane of the word that asks; over it: where the number comes from.
    Block with_ways(float top, Block figure) const {
        Block lane = drawing(0, [this, top](Ui& ui, Rect rect) {
            const Focus f = focus();
            if (!model_.traced() || f.of == K || f.of == V) return;
            const float high = row_height_of_words(), y = rect.y + top + 4 + high * static_cast<float>(f.row);
            ui.painter().rectangle({rect.x, y, rect.width, high}, ui.theme().raised, 0);
        });
        return column(0, behind(std::move(lane), std::move(figure)), drawing(0.01f, [this](Ui& ui, Rect) {
                          if (place(ui, WQ).rows > 0 && place(ui, WK).rows > 0) draw_trunk(ui);
                          if (model_.traced()) draw_ways(ui);
                      }));
    }

    static MatrixPlace place(Ui& ui, Name name) { return place_of(ui, kinds[name].id); }

    void draw_ways(Ui& ui) const {
        const Theme& theme = ui.theme();
        const Focus f = focus();
        const auto [from, above] = product_of(f.of);
        const MatrixPlace left = place(ui, from), over = place(ui, above), made = place(ui, f.of);
        const bool on_its_side = f.of == K && place(ui, Q).rows > 0;  // Kᵀ, not K
        if (made.rows == 0) return;
        if (!on_its_side && f.of != V && left.rows > 0 && made.cells.x >= left.cells.right()) {
            const float y = left.row(f.row).centre().y;
            arrow(ui, {left.cells.right() + 11, y}, {made.cells.x - 11, y}, theme.*color_of_matrix[from], 2);
        }
        if (over.shows(over.first_row, f.col))
            arrow(ui, {over.col(f.col).centre().x, over.cells.bottom() + 3},
                  {made.col(on_its_side ? f.row : f.col).centre().x, made.cells.y - 2},
                  theme.*color_of_matrix[above], 2);
    }

    /// X goes to all three weights by one line.
    void draw_trunk(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool lit = model_.traced() && focus().of != grid && focus().of != output;
        const Color color = lit ? theme.muted : theme.line.faded(0.7f);
        const Rect x = place(ui, X).cells, k = place(ui, WK).cells;
        const float y = k.bottom() + 6 - band - trunk_room, from = x.right() - 6;
        const Name last = model_.values ? WV : WK;
        for (int name = WQ; name <= last; ++name) {
            const Rect cells = place(ui, static_cast<Name>(name)).cells;
            arrow(ui, {cells.centre().x, y}, {cells.centre().x, cells.y - 8}, color, 1.5f);
        }
        const Point line[] = {{from, x.y - 6}, {from, y}, {place(ui, last).cells.centre().x, y}};
        ui.painter().polyline(line, color, 1.5f, false);
        ui.text({from + 8, y + 2}, caption, theme.muted,
                model_.values ? "X goes to all three" : "X goes to both");
    }

    // ---- Wide: all matrices on one sheet

    Block wide_sheet(Ui& ui, float width) const {
        constexpr float says_width = 380, gap = 16;
        const Theme& theme = ui.theme();
        const float track = std::floor((width - says_width - 3 * gap) / 3);
        StopsLook turn{.parameter = step, .action = play};
        for (int i = at_words; i <= blend; ++i) {
            turn.stops.push_back({i, std::to_string(i) + "  " + step_name(i)});
            turn.at.push_back(i < divide ? 56 + 113 * static_cast<float>(i - at_words)
                                         : says_width + gap + (track + gap) * static_cast<float>(i - divide));
        }
        Items under = {Item(paragraph(caption, theme.muted, step_says(), 104), share())};
        if (ui.state().toggle(show_leave_out))
            for (const Switch one : {of_scale, of_softmax, of_values})
                under.emplace_back(switch_of(ui, one, nullptr), pixels(track));
        return column(
            0, choice_line(ui, example::data, pipeline_presets),
            with_ways(upper_height + 8, matrices(ui, width)), stops(std::move(turn)),
            reserved(row_height, row({.gap = gap, .cross = Cross::top}, std::move(under))),
            row({.gap = 16, .cross = Cross::baseline},
                {Item(point(theme), share()), Item(text(caption, theme.muted, hint(ui), Align::right))}),
            pieces(ui), piece(ui, show_trace, [&] { return trace(ui, model_, focus(), look_at); }));
    }

    Block matrices(Ui& ui, float width) const {
        constexpr float gap = 30;
        const float more = std::min(width / 928, 1.3f);
        const auto scaled = [more](float cell) { return std::floor(cell * more); };
        const auto cells = [](float cell, int cols) { return sides + cell * static_cast<float>(cols); };
        const float label = label_width(), gutter = label + label_gap;
        const bool words = e().from_words;
        const int x_cols = e().width > 4 ? 3 : e().width, v_cols = std::clamp(model_.now.columns, 3, 4);
        const float x_cell = scaled(decimals_of(e().x) > 0 ? 44 : 30), side = scaled(e().d > 3 ? 46 : 44),
                    v_cell = scaled(e().dv > 3 ? 46 : 52);
        const float first = words ? gutter + cells(x_cell, x_cols) : 150,
                    second = cells(side, e().d) + (words ? 0 : gutter),
                    fourth = gutter + cells(v_cell, v_cols),
                    third = width - first - second - fourth - 3 * gap;
        const float pair = std::floor((third - sides) / static_cast<float>(e().m)),
                    centred = std::floor((third - cells(side, e().d)) / 2);

        Blocks given = blocks(space(4));
        if (ui.state().toggle(show_leave_out)) {
            given.push_back(text(caption, ui.theme().muted, "temperature"));
            given.push_back(slider(example::temperature, {ui.theme().query, 0, 48}));
        }
        given.push_back(about(ui));
        MatrixLook x = look(ui, X, true), q = look(ui, Q, true), v = look(ui, V, false);
        x.frame.row_labels = {e().keys, ui.theme().ink, model_.traced() ? focus().row : -1};
        if (!words) q.frame.row_labels = {e().queries, ui.theme().query};
        v.frame.row_labels = {e().keys, ui.theme().value};
        const auto weights = [&](Name name, float height, float left, float cell) {
            if (!words) return space(height);
            return at_the_foot(height, padded(left, 0, 0, 0, upper(look(ui, name, false), cell, 4, 0, band)));
        };
        // Over a result: weights, and what is made by them, or is given.
        const auto above = [&](Name of, float left, MatrixLook made, float cell, float labels) {
            return column(arrow_room, weights(of, trunk_room + band, left, of == WV ? cell : side),
                          at_the_foot(made_band, upper(std::move(made), cell, 4, labels)));
        };
        const auto stacked = [](float across, Block over, Block under) {
            return Item(column(8, std::move(over), std::move(under)), pixels(across));
        };
        return row(
            {.gap = gap},
            {stacked(first,
                     reserved(upper_height, limited(first - 28, Align::left, column(4, std::move(given)))),
                     words ? lower(std::move(x), x_cell, x_cols, label) : space(lower_band)),
             stacked(second, weights(WQ, upper_height, 0, side), lower(std::move(q), side, 4, label)),
             stacked(third, above(WK, centred, look(ui, K, false), pair, 0),
                     lower(look(ui, grid, true), pair, 4, 0)),
             stacked(fourth, above(WV, gutter, std::move(v), v_cell, label),
                     padded(gutter, 0, 0, 0, lower(look(ui, output, true), v_cell, 4, 0)))});
    }

    // ---- Narrow: the operands of the step and its result

    Name result(Ui& ui) const {
        // While the keyboard is on what is given, it is in sight.
        const auto typed = [&](int parameter) { return ui.painting() && ui.focused(parameter); };
        for (const Name made : {Q, K, V})
            if (typed(kinds[product_of(made).above].parameter)) return made;
        if (typed(example::q) || typed(example::k)) return grid;
        if (typed(example::v)) return output;
        if (e().from_words && (!reached(score) || typed(example::x))) return focus().of <= V ? focus().of : Q;
        return reached(blend) ? output : grid;
    }

    Block narrow_sheet(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        std::vector<Run> says = {
            {Phrase() << model_.step << "  " << step_name(model_.step) << "  ", theme.ink, true},
            {step_says(), theme.muted}};
        return column(4, choice_line(ui, example::data, pipeline_presets), pictures(ui),
                      row({.gap = 10}, {Item(stops({.parameter = step, .action = play}), pixels(row_height)),
                                        Item(paragraph(caption, std::move(says), 122), share())}),
                      with_ways(band + 8, operands(ui, width)), point(theme), pieces(ui),
                      piece(ui, show_trace, [&] { return trace(ui, model_, focus(), look_at); }),
                      piece(ui, show_leave_out,
                            [&] {
                                const std::string names[] = {"÷ √" + std::to_string(e().d), "softmax", "V"};
                                Blocks all;
                                for (const Switch one : {of_scale, of_softmax, of_values})
                                    all.push_back(switch_of(ui, one, text(strong, theme.ink, names[one])));
                                return column(0, std::move(all));
                            }),
                      about(ui));
    }

    Block operands(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        const Name made = result(ui);
        const auto [first, over] = product_of(made);
        MatrixLook left = look(ui, first, true), above = look(ui, over, false),
                   result = look(ui, made, true, first != X);
        left.frame.row_labels =
            first == X ? AxisNames{e().keys, theme.ink} : AxisNames{e().queries, theme.query};
        if (over == V) above.frame.row_labels = {e().keys, theme.value};
        if (first == grid)  // whose keys are out of sight
            left.frame.behind = [this](Ui& now, const MatrixPlace& place) {
                for (int j = place.first_col; j < place.first_col + place.cols; ++j)
                    if (const std::string& key = e().keys[static_cast<size_t>(j)];
                        fonts::width(caption, key) <= place.cell_width)
                        now.text({place.col(j).centre().x, place.cells.y - 24}, caption, now.theme().key, key,
                                 Align::centre);
            };
        const float label = label_width(), gutter = label + label_gap, room = width - gutter - 2 * sides - 16;
        // So many columns of each are in sight as have 30 pixels.
        int cols = 4;
        const auto fit = [&] {
            return std::floor(
                room / static_cast<float>(std::min(cols, left.data.cols) + std::min(cols, result.data.cols)));
        };
        while (cols > 2 && fit() < 30) --cols;
        const float cell = std::min(fit(), 64.0f);
        const auto wide = [&](const MatrixLook& one) {
            return sides + cell * static_cast<float>(std::min(cols, one.data.cols));
        };
        const Track left_width = pixels(gutter + wide(left)), result_width = pixels(wide(result)),
                    above_width = pixels(wide(result) + (over == V ? gutter : 0));
        return column(
            8,
            row({.gap = 44},
                {Item(reserved(band, beside_above(ui, made)), share()),
                 Item(at_the_foot(band, upper(std::move(above), cell, cols, label, band)), above_width)}),
            row({.gap = 0},
                {Item(lower(std::move(left), cell, cols, label), left_width), Item(space(1), share()),
                 Item(lower(std::move(result), cell, cols, 0), result_width)}));
    }

    /// Left of what stands above: the hint, and which of the three products is shown.
    Block beside_above(Ui& ui, Name made) const {
        Blocks parts = blocks(paragraph(caption, ui.theme().muted, hint(ui), 50));
        if (made > V && has_legend())
            parts.push_back(at_least(
                96, [this] { return heat_legend(legend()); }, [] { return space(0); }));
        if (made <= V)
            parts.push_back(drawing(row_height, [this, made](Ui& now, Rect rect) {
                // (Where X stands in place of V, nothing makes V.)
                for (const Name name : {Q, K, V}) {
                    if (name == V && !model_.values) continue;
                    const Rect place{rect.x + 44 * static_cast<float>(name - Q), rect.y, 40, rect.height};
                    const std::string label = std::string(1, "QKV"[name - Q]);
                    if (text_button(now, "make " + label, place, label, made == name))
                        look_at(now, {name, model_.focus.row, model_.focus.col});
                }
            }));
        return column(4, std::move(parts));
    }

    /// Six pictures, in which the sources of the number are lit.
    Block pictures(Ui& ui) const {
        static constexpr Name shown[] = {X, Q, grid, grid, grid, output};
        const std::string root = "÷ √" + std::to_string(e().d);
        const char* const names[] = {"words", "project", "score", root.c_str(), "softmax", "blend"};
        RailLook look{.parameter = step};
        for (int i = at_words; i <= blend; ++i) {
            const Name name = shown[i - 1];
            const Name least = name == output ? output : name == grid ? grid : Q;
            RailStop& stop = look.stops.emplace_back(
                i, names[i - 1], name == grid ? model_.grid_at(i) : model_.view(name),
                ui.theme().*color_of_matrix[name], [=, this, f = focus()](int row, int col) {
                    return reached(i) && row == f.row && (name != output || col == f.col) && f.of >= least;
                });
            // What is given stands on the sheet of one step only; the keyboard reaches it on all.
            for (int p = example::x; p <= example::v; ++p) {
                const int home = p <= example::w_v ? +at_words : p < example::v ? +score : +blend;
                if (home == i && example_active(ui.state(), p)) stop.places.push_back(p);
            }
        }
        return rail(std::move(look));
    }

    struct Pointed {
        std::optional<Focus> number;
        std::optional<Name> given;  // a matrix that is given
        bool operator==(const Pointed&) const = default;
    };
    Model model_;
    uint64_t version_ = 0;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

extern const ExhibitType pipeline;
const ExhibitType pipeline = {
    "pipeline",
    "The whole pipeline",
    "Go from words to outputs in six steps, and follow any number back to where it came from.",
    pipeline_model::parameters(),
    pipeline_presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Pipeline>()); },
    "strip",
};

}  // namespace explainer
