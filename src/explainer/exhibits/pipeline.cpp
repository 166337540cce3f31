// Pipeline: attention from words to outputs on one sheet, in six steps. What stands left of a matrix times
// what stands above it gives the matrix; a number that is pointed at lights up what it came from. The numbers
// are in pipeline_model.h, the arithmetic under the sheet is in pipeline_strip.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/pipeline_matrices.h"
#include "explainer/exhibits/pipeline_model.h"
#include "explainer/exhibits/pipeline_rail.h"
#include "explainer/exhibits/pipeline_strip.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

namespace at = pipeline_model;
using figures::Block, figures::Blocks, figures::Entry, figures::Item, figures::MatrixLook, figures::Run;
using pipeline_model::Focus, pipeline_model::Of;
using enum pipeline_model::Name;
using pipeline_model::Name;

constexpr std::array presets = {
    Preset{"the whole way"},
    Preset{"where a weight comes from", "step=5;of=grid"},
    Preset{"T = 0.1: two winners tie", "data=hand;temperature=0.1;step=5;of=grid;column=0"},
};

// Heights of the cells of a matrix together; its rows share them.
constexpr float weights_band = 192, middle_band = 132, lower_band = 216;
constexpr float trunk = 26;  // room for the line from X to all weights
constexpr float title = 28, labels = 20, bracket_air = 8, legend = 32, gap = 12;

constexpr float band_cell(float band, int rows, float most) {
    return std::min(band / static_cast<float>(rows), most);
}

class Pipeline final : public Exhibit, private pipeline_model::Matrices {
  public:
    void compute(const State& state) override {
        model_ = pipeline_model::model(state);
        ++version_;
    }

    void forget_pointer() override { points_.reset(); }

    Block sheet(Ui& ui) override {
        using namespace figures;
        pointed_ = std::exchange(points_, std::nullopt);
        given_ = std::exchange(points_given_, std::nullopt);
        focus_ = pointed_ ? model_.valid(*pointed_) : model_.focus;
        traced_ = model_.step >= at::project || !e().from_words;
        return column(12, figures::presets(presets), by_width([this, &ui](float width) {
                          return width >= 900 ? wide(ui, width) : narrow(ui, width);
                      }));
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == at::values) return example_active(state, example::x);
        return example_active(state, parameter);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == at::step) return Phrase() << model_.step << ", " << step_name(model_.step);
        if (parameter == at::row || parameter == at::column) return model_.name(model_.focus);
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != at::row) return state.shown_cell(parameter, row, col);
        const Focus there = model_.valid({model_.focus.of, row, col});
        return Phrase() << model_.name(there) << ": " << Fixed{model_.value(there), 3};
    }

    Description describe() const override { return pipeline_model::describe(model_); }
    std::string numpy(const State& state) const override { return pipeline_model::numpy(state); }

  private:
    std::string step_name(int step) const {
        switch (step) {
            case at::words:
                return "words";
            case at::project:
                return "project";
            case at::score:
                return "score";
            case at::divide:
                return "divide by √" + std::to_string(e().d);
            case at::weigh:
                return "softmax";
            default:
                return "blend values";
        }
    }

    std::string step_says() const {
        switch (model_.step) {
            case at::words:
                return e().from_words ? "Each word is a row of numbers, X. All that follows is made of it."
                                      : "Queries, keys and values are given here: no words and no weights "
                                        "come before them.";
            case at::project:
                return e().from_words ? "Three products of X: what each word asks, what it answers to, what "
                                        "it hands over."
                                      : "Queries, keys and values are given here: no words and no weights "
                                        "come before them.";
            case at::score:
                return "Each query meets each key: one dot product for a pair, Q times Kᵀ.";
            case at::divide:
                return model_.scaled ? "Every score is divided by the root of the width, so that wide "
                                       "vectors do not score higher."
                                     : "The scores stay as they are: this step is switched off.";
            case at::weigh:
                return model_.softmax ? "Each row becomes shares of one whole. Large scores take most of it."
                                      : "The scores weigh as they are, below 0 too: softmax is switched off.";
            default:
                return model_.values ? "Each row of weights blends the values: the word's output."
                                     : "Each row of weights blends the words themselves: V is switched off.";
        }
    }

    // ---- All on one sheet

    Block wide(Ui& ui, float width) {
        using namespace figures;
        const float more = std::max(0.0f, width - 928);  // is shared out, most of it to the grid
        const float upper =
            trunk + title + weights_band + bracket_air + gap + title + labels + middle_band + bracket_air;
        const bool narrow_cells = e().d > 3;  // of four columns, with decimals
        const float x_cell = (decimals_of(e().x) > 0 ? 34 : 30) + 0.02f * more,
                    side = (narrow_cells ? 46 : 40) + 0.03f * more,
                    v_cell = (narrow_cells ? 44 : 60) + 0.05f * more;
        const float label = label_width();
        const float first =
            std::max(172.0f, label + 30 + x_cell * static_cast<float>(std::min(4, e().width)));
        const float second = 20 + side * static_cast<float>(e().d) + (e().from_words ? 0 : 36);
        const float fourth = label + 30 + v_cell * static_cast<float>(std::max(e().dv, 3));
        const float third = std::floor(width - first - second - fourth - 3 * 20);
        Items columns;
        columns.emplace_back(column(gap, reserved(upper, example_choice(ui)), lower(ui, X, x_cell, label)),
                             pixels(first));
        columns.emplace_back(column(gap, over_lower(ui, WQ, upper, side), lower(ui, Q, side, 0)),
                             pixels(second));
        columns.emplace_back(column(gap, tower(ui, WK, side, 0, third), lower(ui, grid, 0, 0)),
                             pixels(third));
        columns.emplace_back(
            column(gap, tower(ui, WV, v_cell, label, fourth), lower(ui, output, v_cell, label)),
            pixels(fourth));
        return column(14, player(turn()), step_and_switches(ui),
                      drawing(0.01f, [this](Ui&, Rect rect) { sheet_top_ = rect.y + 14; }),
                      row({.gap = 20}, std::move(columns)),
                      drawing(0.0f, [this](Ui& now, Rect) { draw_ways(now); }), rule(), heard(ui),
                      arithmetic(ui), note(ui.theme()));
    }

    float label_width() const {
        float width = 24;
        for (const std::string& name : e().keys)
            width = std::max(width, std::ceil(fonts::width(strong, name)));
        return std::min(width, 64.0f);
    }

    static Block at_the_foot(float height, float used, Block part) {
        return figures::column(0, figures::space(std::max(0.0f, height - used)), std::move(part));
    }

    /// W with its title over it, at the foot of its band.
    Block weights_block(Ui& ui, Name name, float cell) {
        const float high = band_cell(weights_band, e().width, 44);
        MatrixLook look = weights(ui, name);
        look.cell_width = cell;
        look.cell_height = high;
        const float height = title + weights_band + bracket_air;
        return figures::reserved(
            height, at_the_foot(height, title + bracket_air + high * static_cast<float>(e().width),
                                figures::matrix(std::move(look))));
    }

    Block over_lower(Ui& ui, Name name, float upper, float cell) {
        const float height = title + weights_band + bracket_air;
        if (!e().from_words) return figures::space(upper);
        return figures::column(0, figures::space(upper - height), weights_block(ui, name, cell));
    }

    /// W over what it makes: Kᵀ or V.
    Block tower(Ui& ui, Name name, float cell, float label, float room) {
        using namespace figures;
        const bool of_keys = name == WK;
        MatrixLook made = of_keys ? keys(ui) : handed(ui);
        // (Where there are no weights, what is given has their room too.)
        const float more = e().from_words ? 0 : 134;
        // Eight columns are scrolled to; the thumb takes some of the band.
        const bool scrolls = !of_keys && made.cols > 4;
        if (scrolls) made.least = 34;
        const float high =
            band_cell(middle_band + more - (scrolls ? 4 : 0), made.rows, e().from_words ? 44 : 92);
        made.cell_height = high;
        made.row_label_width = label;
        if (e().from_words) made.note = model_.values || of_keys ? "" : made.note;  // arrows come down there
        if (of_keys) cell = std::min(cell, std::floor((room - 20) / static_cast<float>(e().d)));
        made.cell_width = of_keys ? grid_cell(room) : made.cols > 4 ? 34 : cell;
        const float height = title + labels + middle_band + more + bracket_air;
        const float used = title +
                           (of_keys   ? labels
                            : scrolls ? 24
                                      : 0) +
                           bracket_air + high * static_cast<float>(made.rows);
        Block below = reserved(height, at_the_foot(height, used, matrix(std::move(made))));
        Block above = reserved(trunk + title + weights_band - more + bracket_air, given_words(ui, of_keys));
        if (e().from_words && of_keys)
            above = padded(std::floor((room - 20 - cell * static_cast<float>(e().d)) / 2), trunk, 0, 0,
                           weights_block(ui, name, cell));
        else if (e().from_words)
            above = padded(label + 10, trunk, 0, 0, weights_block(ui, name, cell));
        return column(gap, std::move(above), std::move(below));
    }

    /// Where weights would stand, if there were any.
    Block given_words(Ui& ui, bool here) const {
        if (!here) return figures::space(1);
        return figures::padded(
            0, trunk, 0, 0,
            figures::paragraph(body, ui.theme().muted,
                               "Queries, keys and values are given here. No words and no weights come before "
                               "them; all dotted numbers can be typed over."));
    }

    float grid_cell(float room) const { return std::floor((room - 20) / static_cast<float>(e().m)); }

    /// A matrix of the lower band, its title under it.
    Block lower(Ui& ui, Name name, float cell, float label) {
        using namespace figures;
        const float high = band_cell(lower_band, e().n, 130);
        const float height = bracket_air + lower_band + 4 + title + legend;
        if (name == X && !e().from_words) return space(height);
        MatrixLook look = name == X      ? x(ui)
                          : name == Q    ? queries(ui)
                          : name == grid ? pairs(ui)
                                         : outputs(ui);
        look.title_place = TitlePlace::below;
        look.cell_height = high;
        if (name == grid) {
            return by_width([look = std::move(look), this, height](float room) mutable {
                MatrixLook own = std::move(look);
                own.cell_width = grid_cell(room);
                return reserved(height, matrix(std::move(own)));
            });
        }
        look.cell_width = name == output && look.cols > 4 ? 34 : cell;
        if (look.cols > 4) look.least = 34;
        if (name == X) look.row_label_width = label;

        // (V's labels stand over the gutter beside the outputs, so that both share their columns.)
        Block part = matrix(std::move(look));
        if (name == output) part = padded(label + 10, 0, 0, 0, std::move(part));
        return reserved(height, std::move(part));
    }

    /// What is chosen before anything is computed.
    Block example_choice(Ui& ui) {
        using namespace figures;
        const Theme& theme = ui.theme();
        Blocks parts = blocks(text(caption, theme.muted, "example"), choice(ui, example::data),
                              paragraph(caption, theme.muted, std::string(e().origin)), space(2),
                              text(caption, theme.muted, "temperature"),
                              slider(example::temperature, {theme.query, 0, 48}));
        if (e().data == Data::own) parts.push_back(text_field(example::words));
        return limited(152, Align::left, column(4, std::move(parts)));
    }

    figures::PlayerLook turn() const {
        figures::PlayerLook look{.parameter = at::step, .action = at::play, .ends = false, .said = false};
        for (int step = at::words; step <= at::blend; ++step)
            look.stations.push_back({step, step_name(step)});
        return look;
    }

    // ---- Steps that can be left out, and what then breaks

    std::vector<Run> breaks(const Theme& theme, int parameter) const {
        const auto number = [](double value) { return pipeline_model::brief(value, 3); };
        bool on = model_.scaled;
        std::string with, without, what = "the largest weight is ";
        if (parameter == example::scaled) {
            with = number(model_.largest_weight(model_.with_scale));
            without = number(model_.largest_weight(model_.without_scale));
        } else if (parameter == at::softmax) {
            on = model_.softmax;
            what = "the row sums to ";
            with = number(model_.row_sum(model_.with_softmax));
            without = number(model_.row_sum(model_.without_softmax));
        } else {
            on = model_.values;
            if (!e().from_words) return {{"there is no X to hand over", theme.muted}};
            what = "X is handed over: ";
            with = number(model_.output(model_.with_values));
            without = number(model_.output(model_.without_values));
        }
        const Color plain = on ? theme.muted : theme.wrong;
        // (Where a row of weights has but one large one, or at an x that is 0, nothing changes that is
        // shown.)
        if (with == without)
            return {{on ? "without it " + what + "still " : what + "still ", theme.muted},
                    {without, theme.ink, true}};
        if (on) return {{"without it " + what, plain}, {without, theme.ink, true}, {", not " + with, plain}};
        return {{what, plain}, {without, theme.wrong, true}, {", was " + with, plain}};
    }

    Block one_switch(Ui& ui, int parameter, int lines) const {
        using namespace figures;
        Block control =
            parameter == at::values && !e().from_words ? space(row_height) : toggle(ui, parameter);
        Block says = paragraph(caption, breaks(ui.theme(), parameter), lines);
        if (lines > 1) return column(0, std::move(control), std::move(says));
        return row({.gap = 12, .cross = Cross::middle},
                   {Item(std::move(control), pixels(190)), Item(std::move(says), share())});
    }

    Block switches(Ui& ui, int lines) const {
        using namespace figures;
        return column(lines > 1 ? 6 : 0, one_switch(ui, example::scaled, lines),
                      one_switch(ui, at::softmax, lines), one_switch(ui, at::values, lines));
    }

    /// What the step does, and beside it the steps that can be left out.
    Block step_and_switches(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        Block says =
            column(4, text(heading, theme.ink, Phrase() << model_.step << "  " << step_name(model_.step)),
                   paragraph(body, theme.muted, step_says(), 3));
        return row(
            {.gap = 24},
            {Item(std::move(says), share(10)), Item(one_switch(ui, example::scaled, 2), share(7)),
             Item(one_switch(ui, at::softmax, 2), share(7)), Item(one_switch(ui, at::values, 2), share(7))});
    }

    // ---- Arrows from sources to the number that is looked at

    void draw_ways(Ui& ui) {
        if (!e().from_words && !traced_) return;
        const Theme& theme = ui.theme();
        if (e().from_words) draw_trunk(ui);
        if (!traced_) return;
        const Focus& f = focus_;
        const auto across = [&](Name from, Name to, int row, Color color) {
            const Rect source = places_[from].row(row), target = places_[to].row(row);
            // Between the brackets, through neither.
            figures::arrow(ui, {source.right() + 11, source.centre().y}, {target.x - 11, source.centre().y},
                           color, 2);
        };
        const auto down = [&](Name from, int from_col, Name to, int to_col, Color color) {
            if (from_col < places_[from].first_col ||
                from_col >= places_[from].first_col + places_[from].cols)
                return;
            const Rect source = places_[from].col(from_col), target = places_[to].col(to_col);
            figures::arrow(ui, {source.centre().x, source.bottom() + 3}, {target.centre().x, target.y - 2},
                           color, 2);
        };
        switch (f.of) {
            case Of::q:
                if (!e().from_words) return;
                across(X, Q, f.row, theme.ink);
                return down(WQ, f.col, Q, f.col, theme.query);
            case Of::k:
                if (e().from_words) down(WK, f.col, K, f.row, theme.key);
                return;
            case Of::v:
                if (e().from_words) down(WV, f.col, V, f.col, theme.value);
                return;
            case Of::grid:
                across(Q, grid, f.row, theme.query);
                return down(K, f.col, grid, f.col, theme.key);
            case Of::output:
                across(grid, output, f.row, theme.query);
                return down(V, f.col, output, f.col, theme.value);
        }
    }

    /// X goes to all three weights by one line.
    void draw_trunk(Ui& ui) const {
        const Theme& theme = ui.theme();
        const Rect x = places_[X].cells, q = places_[WQ].cells, k = places_[WK].cells, v = places_[WV].cells;
        const bool lit = traced_ && focus_.of != Of::grid && focus_.of != Of::output;
        const Color color = lit ? theme.muted : theme.line.faded(0.7f);
        // In the gap beside Q, so that it keeps off what is chosen over X.
        const float top = sheet_top_ + 18, from = places_[Q].cells.x - 20, left = q.centre().x;
        const Point line[] = {{x.centre().x, x.y - 5},
                              {x.centre().x, x.y - 14},
                              {from, x.y - 14},
                              {from, top},
                              {v.centre().x, top}};
        ui.painter().polyline(line, color, 1.5f, false);
        ui.text({from + 8, top - 18}, caption, theme.muted, "X goes to all three");
        figures::arrow(ui, {left, top}, {left, q.y - 8}, color, 1.5f);
        figures::arrow(ui, {k.centre().x, top}, {k.centre().x, k.y - 8}, color, 1.5f);
        figures::arrow(ui, {v.centre().x, top}, {v.centre().x, v.y - 8}, color, 1.5f);
    }

    // ---- Narrow: the operands of the step and its result, as wide as there is room

    Block narrow(Ui& ui, float width) {
        using namespace figures;
        const Theme& theme = ui.theme();
        const bool two = width >= 560;
        const int lines = width < 330 ? 4 : width < 560 ? 3 : 2;
        short_names_ = {"words", "project", "score", "÷ √" + std::to_string(e().d), "softmax", "blend"};
        Block says =
            column(4, pipeline_model::rail(model_, focus_, short_names_.data()),
                   pipeline_model::turning(model_, Phrase() << model_.step << "  " << step_name(model_.step)),
                   paragraph(body, theme.muted, step_says(), lines));
        Blocks given =
            blocks(choice(ui, example::data), paragraph(caption, theme.muted, std::string(e().origin)));
        const float words_room = row_height;
        given.push_back(
            reserved(words_room, e().data == Data::own ? text_field(example::words) : space(words_room)));
        return column(12, std::move(says),
                      reserved(two           ? 520
                               : width < 330 ? 776
                                             : 740,
                               operands(ui, two)),
                      rule(), heard(ui), arithmetic(ui), note(theme), rule(), switches(ui, two ? 1 : 2),
                      rule(), column(4, std::move(given)),
                      slider(example::temperature, {theme.query, 96, 52}));
    }

    Block sized(MatrixLook look, float band, float most, bool labelled) const {
        look.fill = true;
        look.most = 96;
        look.cell_height = band_cell(band, look.rows, most);
        if (labelled) {
            look.row_label_width = label_width();
            if (look.row_labels.names.empty())
                look.row_labels.names.assign(static_cast<size_t>(look.rows), " ");
        }
        return figures::matrix(std::move(look));
    }

    bool keyboard_on_given(Ui& ui) const {
        for (int p = example::x; p <= example::v; ++p) {
            if (ui.painting() && ui.focused(p)) return true;
        }
        return false;
    }

    Block operands(Ui& ui, bool two) {
        using namespace figures;
        const auto beside = [two](Block left, Block first, Block second) {
            if (!two) return column(12, std::move(left), std::move(first), std::move(second));
            return row({.gap = 24, .cross = Cross::bottom},
                       {Item(std::move(left), share(2)),
                        Item(column(12, std::move(first), std::move(second)), share(3))});
        };
        // (While the keyboard is on what is given, it is in sight.)
        const int step = keyboard_on_given(ui) ? +at::words : model_.step;
        if (step >= at::blend) {
            MatrixLook out = outputs(ui);
            out.row_labels = {e().queries, ui.theme().output};
            return beside(sized(pairs_labelled(ui), lower_band, 72, true), sized(handed(ui), 160, 44, true),
                          sized(std::move(out), 160, 48, true));
        }
        if (step >= at::score || !e().from_words) {
            MatrixLook asks = queries(ui);
            asks.row_labels = {e().queries, ui.theme().query};
            if (step < at::score)
                return beside(sized(std::move(asks), 160, 44, true), sized(keys(ui), 160, 44, true),
                              sized(handed(ui), 160, 44, true));
            return beside(sized(std::move(asks), 160, 44, true), sized(keys(ui), 160, 44, true),
                          sized(pairs_labelled(ui), lower_band, 72, true));
        }
        if (step == at::words) {
            Block q = sized(weights(ui, WQ), weights_band, 44, false),
                  k = sized(weights(ui, WK), weights_band, 44, false);
            return beside(sized(x(ui), 160, 44, true),
                          row({.gap = 12}, {Item(std::move(q), share()), Item(std::move(k), share())}),
                          sized(weights(ui, WV), weights_band, 44, false));
        }
        // One of the three products.
        const Of of = focus_.of == Of::k || focus_.of == Of::v ? focus_.of : Of::q;
        MatrixLook made = of == Of::q ? queries(ui) : of == Of::k ? keys(ui) : handed(ui);
        if (of == Of::q) made.row_labels = {e().queries, ui.theme().query};
        const Name name = of == Of::q ? WQ : of == Of::k ? WK : WV;
        return column(4, which(of),
                      beside(sized(x(ui), 160, 44, true), sized(weights(ui, name), weights_band, 44, true),
                             sized(std::move(made), 160, 44, true)));
    }

    MatrixLook pairs_labelled(Ui& ui) {
        MatrixLook look = pairs(ui);
        look.row_labels = {e().queries, ui.theme().query};
        return look;
    }

    Block which(Of of) const {
        using namespace figures;
        return drawing(row_height, [this, of](Ui& now, Rect rect) {
            static constexpr const char* names[] = {"make Q", "make K", "make V"};
            float left = rect.x;
            for (int i = 0; i < 3; ++i) {
                const float wide = text_button_width(names[i]);
                if (text_button(now, names[i], {left, rect.y, wide, rect.height}, names[i],
                                static_cast<int>(of) == i))
                    look_at(now, {static_cast<Of>(i), model_.focus.row, model_.focus.col});
                left += wide + 8;
            }
        });
    }

    // ---- Under the sheet: the arithmetic

    Block heard(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const std::string what =
            traced_ ? std::string(Phrase()
                                  << model_.name(focus_) << ": "
                                  << pipeline_model::brief(model_.value(focus_), model_.decimals(focus_)))
                    : "nothing is computed yet";
        static constexpr const char* given[] = {"X", "W_Q", "W_K", "W_V"};
        const std::string hint =
            given_ ? std::string(given[*given_]) + " is given: type over it or drag it sideways"
                   : "point at a number to trace it; type over dotted ones";
        return by_width([=, &theme](float width) {
            if (width >= 700)
                return titled(theme.ink, shortened(strong, what, width - 380), theme.muted, hint);
            return column(2, text(strong, theme.ink, shortened(strong, what, width)),
                          paragraph(caption, theme.muted, hint, width < 330 ? 2 : 1));
        });
    }

    Block arithmetic(Ui& ui) { return pipeline_model::strip(ui, model_, focus_, look_at); }

    /// What essays say of these very numbers.
    Block note(const Theme& theme) const {
        std::string says = " ";
        if (e().data == Data::hand && model_.as_given && model_.step == at::blend)
            says = Phrase() << "The book chapter prints 6.015 and 3.985 for this output: its weights are "
                               "rounded to three digits first. With all digits it is "
                            << Fixed{model_.at(model_.now.output, 2, 0, 0), 3} << " and "
                            << Fixed{model_.at(model_.now.output, 2, 0, 1), 3} << ".";
        if (e().data == Data::seeded)
            says =
                Phrase() << "The article expects scores that spread by about 2, and by 1 once scaled. With "
                            "weights × 0.1 "
                            "they spread by "
                         << Fixed{deviation(model_.scores), 3} << " and "
                         << Fixed{deviation(model_.with_scale.scaled), 3} << ".";
        return figures::by_width([says, &theme](float width) {
            return figures::paragraph(caption, theme.muted, says,
                                      width < 330   ? 5
                                      : width < 560 ? 4
                                      : width < 900 ? 2
                                                    : 1);
        });
    }

    static double deviation(const std::vector<float>& values) {
        double sum = 0, squares = 0;
        for (const float value : values) sum += static_cast<double>(value);
        const double mean = sum / static_cast<double>(values.size());
        for (const float value : values)
            squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
        return std::sqrt(squares / static_cast<double>(values.size()));
    }

    float sheet_top_ = 0;
    std::array<std::string, at::blend> short_names_;
};

}  // namespace

extern const ExhibitType pipeline;
const ExhibitType pipeline = {
    "pipeline",
    "The whole pipeline",
    "Go from words to outputs in six steps, and follow any number back to where it came from.",
    pipeline_model::parameters(),
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Pipeline>()); },
};

}  // namespace explainer
