// Pipeline: attention from words to outputs on one sheet, in six steps. What stands left of a matrix times
// what stands above it gives the matrix; a number that is pointed at lights up what it came from. The numbers
// are in pipeline_model.h, the arithmetic under the sheet in pipeline_trace.h.
#include <algorithm>
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
    {"q", "Q", "", "asks", example::q, project},       {"k", "Kᵀ", "", "answers", example::k, project},
    {"v", "V", "", "hands over", example::v, project}, {"grid", "α", "", "", -1, score},
    {"output", "output", "", "", -1, blend},           {"x", "X", "", "one row a word", example::x, at_words},
    {"wq", "W", "Q", "", example::w_q, at_words},      {"wk", "W", "K", "", example::w_k, at_words},
    {"wv", "W", "V", "", example::w_v, at_words},
};

constexpr std::array pipeline_presets = {
    Preset{"the whole way"},
    Preset{"where a weight comes from", "step=5;of=grid"},
    Preset{"T = 0.1: a tie", "data=hand;temperature=0.1;step=5;of=grid;column=0"},
};

struct Step {
    const char *name, *brief, *says;
};
constexpr Step all_steps[] = {
    {"words", "words",
     "Each word is a row of numbers in X. All that follows is computed from X and the weights."},
    {"project", "project",
     "Three products of X: what each word asks, what it answers to, what it hands over."},
    {"score", "score", "Each query meets each key: one dot product for a pair, Q times Kᵀ."},
    {"divide by √", "÷ √",  // (and the width behind it)
     "Every score is divided by the root of the width, so that the scores of wide vectors do not spread "
     "wider."},
    {"softmax", "softmax",
     "Scores become shares of one whole, row by row: the higher one is, the larger its share."},
    {"blend values", "blend", "Each output row blends the values its word looks at."},
};

// CSS pixels. All matrices are on the sheet, or those of the present step; switches stand under their steps.
constexpr float whole_sheet = 720, with_stations = 900;
// Of all cells: weights, what stands over results, results; and of the bands, with brackets, labels, names.
constexpr float weights_cells = 112, upper_cells = 104, lower_cells = 144;
constexpr float weights_height = weights_cells + 8, trunk_room = 14,
                upper_height = trunk_room + weights_height + 8 + upper_cells + 8,
                lower_height = lower_cells + 40;
constexpr float brackets = 20, label_gap = 10, label_line = 20, scroll_bar = 24;

class Pipeline final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = model(state);
        ++version_;
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            Blocks parts = blocks(choice_line(ui, example::data, pipeline_presets), matrices(ui, width),
                                  steps(ui, width),
                                  beside(640, 16, {Item(point(ui.theme()), share()), Item(pieces(ui))}),
                                  piece(ui, show_trace, [&] { return trace(ui, model_, focus(), look_at); }));
            if (width < with_stations && ui.state().toggle(show_leave_out))
                for (const Switch one : {of_scale, of_softmax, of_values})
                    parts.push_back(switch_of(ui, one, true));
            if (width < whole_sheet) parts.push_back(given(ui));
            return column(2, std::move(parts));
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
    Focus focus() const { return hover_.shown() ? model_.valid(*hover_.shown()) : model_.focus; }
    static void look_at(Ui& ui, Focus focus) {
        ui.change(of, focus.of);
        ui.change(row_focus, focus.row);
        ui.change(column_focus, focus.col);
        ui.animate(true);
    }

    // ---- Words

    std::string step_name(int step) const { return named(all_steps[step - 1].name, step); }
    std::string named(const std::string& name, int step) const {
        return step == divide ? name + std::to_string(e().d) : name;
    }
    const char* step_says() const {
        const int step = model_.step;
        if (!e().from_words && step <= project)
            return "Queries, keys and values are given here: no words and no weights come before them.";
        if (!model_.values && step == project)
            return "Two products of X: what each word asks, what it answers to.";
        if (!model_.values && step == blend)
            return "Each row blends the words themselves: V is switched off.";
        const bool off = step == divide ? !model_.scaled : step == weigh && !model_.softmax;
        return off ? "This step is switched off." : all_steps[step - 1].says;
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

    /// Where the numbers are from, or the words of one's own; and what else is given.
    Block given(Ui& ui) const {
        const Theme& theme = ui.theme();
        Blocks parts =
            blocks(e().data == Data::own
                       ? text_field(example::words)
                       : reserved(row_height, paragraph(caption, theme.muted,
                                                        Phrase() << "Numbers: " << e().origin << ".", 40)));
        if (ui.state().toggle(show_leave_out))
            parts.push_back(slider(example::temperature, {theme.query, 20, 40, "T"}));
        return column(0, std::move(parts));
    }

    /// In the corner that no matrix has: what a hand can do, until it has done it, and what has no other
    /// place.
    Block corner(Ui& ui, bool whole, bool little, Name made) const {
        // (Where there is little room the shorter one is enough: dotted lines say the rest.)
        const char* const hint =
            little ? "press any number" : "press a number to trace it; type over dotted ones";
        Blocks parts =
            blocks(paragraph(caption, ui.theme().muted, ui.touched() ? " " : hint, little ? 16 : 50));
        if (whole) parts.push_back(given(ui));
        Items makers;  // (Where X stands in place of V, nothing makes V.)
        for (const Name name : {Q, K, V})
            if (!whole && made <= V && (name != V || model_.values))
                makers.emplace_back(button(std::string("make/") + kinds[name].id, std::string(1, "QKV"[name]),
                                           [=, this](Ui& now) {
                                               look_at(now, {name, model_.focus.row, model_.focus.col});
                                           }));
        if (!makers.empty()) parts.push_back(row({.gap = 4}, std::move(makers)));
        return column(4, std::move(parts));
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

    Block switch_of(Ui& ui, Switch one, bool with_name) const {
        const bool there = one != of_values || e().from_words;
        Items items = {Item(there ? bare_toggle(switches[one]) : space(row_height), pixels(row_height))};
        const int left_out = static_cast<int>(divide) + one;
        const std::string name = one == of_values ? "V" : named(all_steps[left_out - 1].brief, left_out);
        if (with_name) items.emplace_back(text(strong, ui.theme().ink, name), pixels(60));
        items.emplace_back(paragraph(caption, breaks(ui.theme(), one), 32), share());
        return row({.gap = 8, .cross = Cross::middle}, std::move(items));
    }

    // ---- The steps

    Block steps(Ui& ui, float width) const {
        Block says = paragraph(caption, ui.theme().muted, step_says(), 104);
        if (width < with_stations)
            return column(0, pictures(ui),
                          row({.gap = 10, .cross = Cross::middle},
                              {Item(stops({.parameter = step, .action = play}), pixels(row_height)),
                               Item(std::move(says), share())}));
        constexpr float says_width = 340, gap = 16;
        const float track = std::floor((width - says_width - 3 * gap) / 3);
        StopsLook turn{.parameter = step, .action = play};
        for (int i = at_words; i <= blend; ++i) {
            turn.stops.push_back({i, std::to_string(i) + "  " + step_name(i)});
            turn.at.push_back(i < divide ? 56 + 100 * static_cast<float>(i - at_words)
                                         : says_width + gap + (track + gap) * static_cast<float>(i - divide));
        }
        Items under = {Item(std::move(says), share())};
        if (ui.state().toggle(show_leave_out))
            for (const Switch one : {of_scale, of_softmax, of_values})
                under.emplace_back(switch_of(ui, one, false), pixels(track));
        return column(0, stops(std::move(turn)),
                      reserved(row_height, row({.gap = gap, .cross = Cross::top}, std::move(under))));
    }

    /// Six pictures, in which the sources of the number are lit.
    Block pictures(Ui& ui) const {
        static constexpr Name shown[] = {X, Q, grid, grid, grid, output};
        RailLook look{.parameter = step};
        for (int i = at_words; i <= blend; ++i) {
            const Name name = shown[i - 1], least = name == X ? Q : name;
            look.stops.emplace_back(
                i, named(all_steps[i - 1].brief, i), name == grid ? model_.grid_at(i) : model_.view(name),
                ui.theme().*color_of_matrix[name], [=, this, f = focus()](int row, int col) {
                    return reached(i) && row == f.row && (name != output || col == f.col) && f.of >= least;
                });
        }
        // What is given stands on the sheet of one step only; the keyboard reaches it on all.
        for (int p = example::x; p <= example::v; ++p)
            if (example_active(ui.state(), p)) look.stops.front().places.push_back(p);
        return rail(std::move(look));
    }

    // ---- The matrices

    static Entry entry_of(const Focus& f, bool turned) {
        return turned ? Entry{f.col, f.row} : Entry{f.row, f.col};
    }

    /// `below`: with its name under it, else beside it, and K turned. `less`: of the height of its cells.
    MatrixLook look(Ui& ui, Name name, bool below, float less) const {
        const MatrixKind& kind = kinds[name];
        const bool turned = name == K && !below,
                   given = kind.parameter >= 0 && example_active(ui.state(), kind.parameter);
        const attention::ConstMatrixView shown = model_.view(name, turned);
        const std::span<const float> all(shown.data, shown.size());
        MatrixLook out(kind.id, all, shown.rows, shown.cols, ui.theme().*color_of_matrix[name], version_);
        out.cells.decimals = model_.decimals(name);
        out.cells.ground = Ground::tint;
        out.cells.alike = true;
        out.frame.brackets = true;
        out.frame.label_lines = 1;
        // A word is one row from edge to edge; of weights more than four rows are scrolled.
        const float rows = static_cast<float>(shown.rows), over = name > X ? weights_cells : upper_cells,
                    room = (below ? lower_cells : over - (turned ? label_line : 0)) - less;
        out.size = {.cell_height = std::min(room / rows, (below ? 96.0f : 28.0f) - less / rows),
                    .least = out.cells.decimals > 0 ? 28.0f : 24.0f,
                    .fill = true,
                    .most = name == WK ? 48.0f : 112.0f};
        if (!below && shown.rows > 4) out.size.height = room;
        if (turned) out.frame.col_labels = {e().keys, ui.theme().key};
        if (given) {
            out.hand.parameter = kind.parameter;
            out.hand.transposed = turned;
        } else {
            // What is not computed yet is empty; what the step computes, comes cell by cell.
            const float come =
                ui.eased("step", static_cast<float>(model_.step)) - static_cast<float>(kind.step - 1);
            if (come < 1)
                out.marks.reached = static_cast<int>(std::max(0.0f, come) * static_cast<float>(all.size()));
        }
        if (model_.traced()) light(ui.theme(), out.marks, out.cells, name, turned);
        answer(ui, out.hand, name, turned, given);
        std::string title = kind.title, note = kind.note;
        if (name == V && !model_.values) title = "X", note = "in place of V";
        if (name == K && below) title = "K";
        if (name == grid) {
            dress_grid(out);
            title = !reached(divide) ? "Q Kᵀ" : shares() ? "α" : "s";
            note =
                model_.grid_name() + (reached(weigh) && !shares() && model_.temperature != 1 ? "s ÷ T" : "s");
        }
        const float before = name == V && !below ? label_width() + label_gap : 0;
        out.frame.over = [=, this](Ui& now, const MatrixPlace& place) {
            if (name == (model_.traced() ? model_.focus.of : X)) lay_focus(now, place, turned);
            if (below) return;
            for (int i = 0; name == V && i < place.rows; ++i)
                now.text({place.cells.x - 18, place.row(i).centre().y - fonts::line_height(body) / 2}, body,
                         now.theme().value, shortened(body, e().keys[static_cast<size_t>(i)], label_width()),
                         Align::right);
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
        return out;
    }

    /// For the number that is looked at, what it comes from; and how much of it, by the depth of a colour.
    void light(const Theme& theme, MatrixMarks& marks, MatrixCells& cells, Name name, bool turned) const {
        const Focus f = focus();
        const Product from = product_of(f.of);
        const bool of_output = f.of == output, of_pair = f.of == grid || of_output;
        if (name == f.of) marks.selected = entry_of(f, turned);
        if (name == from.left || (name == Q && of_output) || (name == grid && f.of == grid && shares()))
            marks.linked_row = f.row;
        if (name == from.above || (name == WV && of_output && model_.values))
            (name == K && !turned ? marks.linked_row : marks.linked_col) = f.col;
        marks.selected_color = cells.color;
        // (What was used whole is only tinted.)
        marks.fade_others = !(name == K ? of_output : of_pair && (name == X || name == WQ || name == WK));
        if (!of_output || (name != K && name != V)) return;
        cells.ground_of = [=, this, &theme, color = cells.color](int i, int j) -> std::optional<Color> {
            if (name == V && j != f.col) return std::nullopt;
            // (Without softmax they are no shares: the largest one is full.)
            const float* const line = model_.grid_at(weigh).row(f.row);
            const float most = std::max(1.0f, largest_size({line, static_cast<size_t>(e().m)}));
            return mix(theme.paper, color, 0.06f + 0.4f * std::fabs(line[turned ? j : i]) / most);
        };
    }

    bool shares() const { return reached(weigh) && model_.softmax; }

    void dress_grid(MatrixLook& out) const {
        const float most = largest_size(out.data.values);
        out.cells.number_width = 48;
        out.cells.ground = Ground::heat;
        out.cells.is_signed = !shares();
        out.cells.largest = shares() || most == 0 ? 1 : most;
        // (Ends of many digits have no room.)
        out.frame.legend = reached(score) && out.cells.largest < 1000;
        out.frame.legend_decimals = shares() ? 0 : std::min(out.cells.decimals, most < 100 ? 2 : 0);
        out.cells.least_small = 78;  // room for "1 → 0.577"
        if (!reached(divide)) return;
        if (shares() && model_.scaled) out.frame.small_note = "; score → scaled";
        out.cells.small = [this](int i, int j) -> std::string {
            const std::string raw = brief(wide(model_.grid_at(score)(i, j)), decimals_of(model_.scores()));
            if (!reached(weigh) || !model_.scaled) return "score " + raw;
            return raw + " → " + brief(wide(model_.grid_at(divide)(i, j)), 3);
        };
    }

    /// The native grid of the focus lies over the matrix that the focus is in.
    void lay_focus(Ui& ui, const MatrixPlace& place, bool turned) const {
        FocusGrid all{.over = {of, row_focus, column_focus}, .transposed = turned};
        if (model_.traced()) {
            all.cells = row_focus;
            all.ring = entry_of(model_.focus, turned);
        }
        lay(ui, place, all);
    }

    void answer(Ui& ui, MatrixHand& hand, Name name, bool turned, bool given) const {
        const auto focus_at = [name, turned](Entry at) {
            return turned ? Focus{name, at.col, at.row} : Focus{name, at.row, at.col};
        };
        if (given) hand.dragged = [=, this, &ui](Entry at) { follow(ui, focus_at(at)); };
        // (Of what can be looked at: what is computed, or given in its place, but not X where V was.)
        if (name > output || (name == V && !model_.values) || !(given || reached(kinds[name].step))) return;
        hand.hovered = [=, this](Entry at) {
            if (at.row >= 0 && at.col >= 0) hover_.note() = focus_at(at);
        };
        hand.pressed = [&ui, focus_at](Entry at) { look_at(ui, focus_at(at)); };
    }

    /// A given number is dragged: what is looked at goes to the row or column that it belongs to.
    void follow(Ui& ui, const Focus& dragged) const {
        const Focus& now = model_.focus;
        const Product from = product_of(now.of);
        const Name name = dragged.of;
        if (name == now.of || name == X || name == from.left) ui.change(row_focus, dragged.row);
        if (name == now.of || name == from.above || (name == WV && now.of == output))
            ui.change(column_focus, name == K && name != now.of ? dragged.row : dragged.col);
    }

    // ---- Where they stand

    /// A result; what is multiplied by the matrix at its left stands above it, and over that what makes it.
    struct Stage {
        Name below;
        std::optional<Name> above = {}, top = {};
    };

    /// Of a narrow sheet: the result of the step, or what a number goes into that the keyboard is on.
    Name made(Ui& ui) const {
        const Name now = e().from_words && !reached(score) ? focus().of : reached(blend) ? output : grid;
        for (const Name result : {now, Q, K, V, grid, output})
            for (const Name name : {product_of(result).left, product_of(result).above})
                if (kinds[name].parameter >= 0 && ui.painting() && ui.focused(kinds[name].parameter))
                    return result;
        return now;
    }

    Block matrices(Ui& ui, float width) const {
        const bool whole = width >= whole_sheet;
        const float upper_room = whole ? upper_height : weights_height;
        const Name result = made(ui);
        std::vector<Stage> stages = {{product_of(result).left}, {result, product_of(result).above}};
        if (whole) stages = {{X}, {Q, WQ}, {grid, K, WK}, {output, V, WV}};
        if (whole && !e().from_words) stages = {{Q}, {grid, K}, {output, V}};
        const auto shown = [&](Name name, MatrixLook look) {
            // (Eight rows of weights are scrolled by a thumb at their right.)
            const bool beside_thumb = name <= output && e().width > 4 && (whole || result <= V);
            return padded(0, 0, beside_thumb ? scroll_bar : 0, 0, matrix(std::move(look)));
        };
        const auto line = [&](bool below, float less) {
            Items out;
            for (const Stage& stage : stages) {
                MatrixLook one = look(ui, stage.below, true, less);
                // In proportion to what numbers need: in a wide sheet a weight has its score under it.
                const bool wide = width >= with_stations && stage.below == grid && e().m < 4;
                const float cell = wide ? 96 : one.cells.decimals > 0 ? 48 : 33;
                float wanted = brackets + static_cast<float>(std::min(one.data.cols, 4)) * cell;
                Blocks parts;
                if (out.empty()) {
                    wanted += label_width() + label_gap;
                    begin_row(ui, one, width);
                    if (!below)
                        parts.push_back(reserved(upper_room, padded(0, 0, label_gap + label_width(), 0,
                                                                    corner(ui, whole, width < 350, result))));
                } else if (whole && stage.above == V) {  // whose names stand at its left
                    out.emplace_back(space(1), pixels(label_width()));
                }
                for (const std::optional<Name>& name : {stage.top, stage.above})
                    if (name && !below) parts.push_back(shown(*name, look(ui, *name, false, less)));
                if (below) parts.push_back(shown(stage.below, std::move(one)));
                out.emplace_back(column(8, std::move(parts)), share(wanted));
            }
            return row({.gap = whole ? 32.0f : 16.0f, .cross = below ? Cross::top : Cross::bottom},
                       std::move(out));
        };
        // What thumbs and another line of a title take, the cells of a whole line give up.
        const auto within = [&](bool below, float room) {
            Block out = line(below, 0);
            const float more = out->measure(width).height - room;
            return more > 0 ? line(below, whole && !below ? more / 2 : more) : std::move(out);
        };
        return column(6, within(false, upper_room), reserved(lower_height, within(true, lower_height)),
                      drawing(0.01f, [this](Ui& now, Rect) { draw_ways(now); }));
    }

    /// The first matrix has the words' names, the lane of the one that asks behind it, and the keys over
    /// weights where Kᵀ is out of sight.
    void begin_row(Ui& ui, MatrixLook& look, float width) const {
        const bool of_words = look.data.id == kinds[X].id, of_pairs = look.data.id == kinds[grid].id;
        const Focus f = focus();
        look.frame.row_labels = {of_words ? e().keys : e().queries,
                                 of_words ? ui.theme().ink : ui.theme().query, model_.traced() ? f.row : -1};
        look.frame.row_label_width = label_width();
        look.frame.behind = [=, this](Ui& now, const MatrixPlace& place) {
            const Rect row = place.row(f.row);
            if (model_.traced() && f.of != K && f.of != V)
                now.painter().rectangle({(now.width() - width) / 2, row.y, width, row.height},
                                        now.theme().raised, 0);
            // (The names of V's rows reach over the last columns.)
            const float end = place.cells.right() + brackets - (width < whole_sheet ? label_width() : 0);
            for (int j = place.first_col; of_pairs && j < place.first_col + place.cols; ++j)
                if (const std::string& key = e().keys[static_cast<size_t>(j)];
                    fonts::width(caption, key) <= place.cell_width &&
                    place.col(j).centre().x + fonts::width(caption, key) / 2 <= end)
                    now.text({place.col(j).centre().x, place.cells.y - 24}, caption, now.theme().key, key,
                             Align::centre);
        };
    }

    /// X goes to all weights by one line; a row and a column meet in the number that is looked at.
    void draw_ways(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto at = [&ui](Name name) { return place_of(ui, kinds[name].id); };
        const Focus f = focus();
        if (const MatrixPlace x = at(X), k = at(WK); at(WQ).rows > 0 && k.rows > 0) {
            const bool lit = model_.traced() && f.of != grid && f.of != output;
            const Color color = lit ? theme.muted : theme.line.faded(0.7f);
            const Name last = model_.values ? WV : WK;
            const float y = std::min(k.cells.y, at(last).cells.y) - trunk_room - 6,
                        from = x.cells.right() - 6;
            const Point line[] = {{from, x.cells.y - 6}, {from, y}, {at(last).cells.centre().x, y}};
            ui.painter().polyline(line, color, 1.5f, false);
            for (const Name name : {WQ, WK, last})
                arrow(ui, {at(name).cells.centre().x, y}, {at(name).cells.centre().x, at(name).cells.y - 8},
                      color, 1.5f);
            ui.text({from + 8, y + 2}, caption, theme.muted,
                    model_.values ? "X goes to all three" : "X goes to both");
        }
        const auto [from, above] = product_of(f.of);
        const MatrixPlace left = at(from), over = at(above), made = at(f.of);
        if (!model_.traced() || made.rows == 0) return;
        const bool turned = f.of == K && at(Q).rows > 0;
        if (!turned && f.of != V && left.rows > 0 && made.cells.x >= left.cells.right()) {
            const float y = left.row(f.row).centre().y;
            arrow(ui, {left.cells.right() + 11, y}, {made.cells.x - 11, y}, theme.*color_of_matrix[from], 2);
        }
        if (over.shows(over.first_row, f.col))
            arrow(ui, {over.col(f.col).centre().x, over.cells.bottom() + 3},
                  {made.col(turned ? f.row : f.col).centre().x, made.cells.y - 2},
                  theme.*color_of_matrix[above], 2);
    }

    float label_width() const {
        float width = 24;
        for (const std::string& name : e().keys)
            width = std::max(width, std::ceil(fonts::width(strong, name)));
        return std::min(width, 64.0f);
    }

    Model model_;
    uint64_t version_ = 0;
    Hover<std::optional<Focus>> hover_{hovers_};  // a number that is computed
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
