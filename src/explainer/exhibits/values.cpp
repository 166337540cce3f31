// Values: every output put together from what each word brings, component by component; and why a large
// weight need not mean a large effect. The numbers are in values_model.h.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/values_model.h"
#include "explainer/factor.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"

namespace explainer {
namespace {

namespace at = values_model;
using namespace figures;
using values_model::Model;

constexpr std::array lessons = {
    Preset{"3 times the weight, less effect"},
    Preset{"0.99, and little effect", "data=two"},
    Preset{"0.05 that decides", "data=two;k=2.08,0/0,0;v=0.3,-0.2/12,9;component=0"},
};

constexpr float head_height = 40, bracket_air = 4;
constexpr float tall = 176, medium = 108, low = 88;  // of all rows: two, three or four words share it
constexpr float name_width = 56, tick_width = 44, given_cell = 30;

/// A value's green, so that neighbours differ in lightness; a name or a place always says which it is.
Color shade(const Theme& theme, int word) {
    const float toward[] = {0.55f, 0, 0.55f, 0.28f};
    return mix(theme.value, word == 2 ? theme.paper : theme.ink, toward[word]);
}

/// "3.2 times", "12 times", and in words where no number helps.
std::string times(double ratio) {
    if (ratio > 1000) return "over\u00a01000\u00a0times";
    return fixed(ratio, ratio < 0.095 ? 3 : ratio < 10 ? 1 : 0) + "\u00a0times";
}

/// Over a list: what its numbers are, and a word on them.
Block head(const Theme& theme, Color color, Math title, std::string note) {
    return behind(
        padded(8, 20, 0, 0, cut_line(caption, theme.muted, std::move(note))),
        reserved(head_height, padded(8, 0, 0, 0, formula({}, colored(color, bold(std::move(title)))))));
}

class Values final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = values_model::model(state);
        hover_.forget_if(
            [this](const Pointed& on) { return on.key >= model_.m() || on.component >= model_.dv(); });
        ++version_;
    }

    Block sheet(Ui& ui) const override {
        if (essential_alone(ui.state()))
            return column(8, headline(output_now(ui.theme()), 44), asks(ui),
                          at_least(
                              920, [this, &ui] { return outputs(ui, 380); },
                              [this, &ui] { return outputs(ui, 250, 1); }),
                          pieces(ui));
        return column(
            8, presets(lessons), headline(lesson(ui.theme()), 108), asks(ui),
            at_least(
                920, [this, &ui] { return column(16, words_beside(ui), outputs(ui, 356), pieces(ui)); },
                [this, &ui] { return column(10, outputs(ui, 466), words_below(ui)); }),
            piece(ui, at::show_made_of, [this, &ui] { return made_of(ui); }));
    }

    bool active(const State& state, int parameter) const override {
        // Weights are dragged here, so what makes queries and keys of words is left to other exhibits.
        if (parameter == example::w_q || parameter == example::w_k) return false;
        if (essential_alone(state) && (parameter == at::hand || parameter == example::v)) return false;
        if (parameter >= at::keep && parameter < at::keep + 4)
            return parameter - at::keep < model_.m() && !essential_alone(state);
        for (const int given : {+example::data, +example::x, +example::w_v, +example::q, +example::k,
                                +example::scaled, +example::temperature, +at::w_o})
            if (parameter == given && !state.toggle(at::show_made_of)) return false;
        return example_active(state, parameter);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == at::word) return model_.asks(model_.word);
        if (parameter == at::step) return Phrase() << model_.step << " of " << model_.m() << " words";
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter == at::hand && row < model_.n() && col < model_.m())
            return Phrase() << "“" << model_.asks(row) << "” to “" << model_.name(col)
                            << "”: " << state.shown_cell(parameter, row, col);
        if (parameter != at::key || row >= model_.m() || col >= model_.dv())
            return state.shown_cell(parameter, row, col);
        return Phrase() << "“" << model_.name(row) << "”, component " << col + 1 << ": "
                        << Fixed{model_.weight(model_.word, row), 3} << " × "
                        << Fixed{model_.value(row, col), 3} << " = "
                        << Fixed{model_.part(model_.word, row, col), 3};
    }

    Description describe() const override { return values_model::describe(model_); }
    std::string numpy(const State& state) const override { return values_model::numpy(state); }

  private:
    /// What the pointer is on.
    struct Pointed {
        int key = -1, component = -1;
        bool operator==(const Pointed&) const = default;
    };

    int key() const { return hover_->key >= 0 ? hover_->key : model_.key; }
    int component() const { return hover_->component >= 0 ? hover_->component : model_.component; }
    bool added(int word) const { return word < model_.step; }
    bool kept(int word) const { return model_.kept[static_cast<size_t>(word)]; }
    double weight_of(int word) const { return model_.weight(model_.word, word); }
    float each(float rows) const { return rows / static_cast<float>(model_.m()); }
    void point(int key, int component) const { hover_.note() = {key, component}; }
    Pointing pointing(Ui& ui) const {
        return {[this](int j) { point(j, -1); }, [&ui](int j) { ui.change(at::key, j); }};
    }

    // ---- What this state teaches, from its numbers

    /// Of a figure that is about nothing else.
    std::vector<Run> output_now(const Theme& theme) const {
        const int i = model_.word, c = component();
        const double sum = model_.step == model_.m() ? model_.sum(i, c) : model_.so_far(i, c);
        return {{"Output of ", theme.ink},
                {shortened(strong, model_.asks(i), 90), theme.query, true},
                {Phrase() << ", component " << c + 1 << ": ", theme.ink},
                headline_number(fixed(sum, 3), theme.output)};
    }

    std::vector<Run> lesson(const Theme& theme) const {
        const int i = model_.word, c = model_.component, j = model_.key;
        const auto plain = [&](std::string words) { return Run{std::move(words), theme.ink}; };
        const auto bold_name = [&](const std::string& name) {
            return Run{shortened(strong, name, 90), theme.ink, true};
        };
        const auto named = [&](int word) { return bold_name(model_.name(word)); };
        const auto large = [](double number, Color color) {
            return headline_number(fixed(number, 3), color);
        };
        const std::string place = "component " + std::to_string(c + 1);

        if (model_.weightless(i))
            return {
                plain("All the weight of "), bold_name(model_.asks(i)),
                plain(" is on words left out: nothing is handed over. With every word, " + place + " is "),
                large(model_.sum_before(i, c), theme.output), plain(".")};
        if (model_.step < model_.m())
            return {plain(Phrase() << model_.step << " of " << model_.m() << " words added: so far " << place
                                   << " of the output of "),
                    bold_name(model_.asks(i)), plain(" is "), large(model_.so_far(i, c), theme.output),
                    plain(".")};
        if (!model_.complete()) {
            std::vector<std::string> gone;
            for (int k = 0; k < model_.m(); ++k)
                if (!kept(k)) gone.push_back(shortened(strong, model_.name(k), 90));
            return {plain("Without "),
                    {listed(gone), theme.ink, true},
                    plain(Phrase() << ", " << place << " goes from " << Fixed{model_.sum_before(i, c), 3}
                                   << " (dashed) to "),
                    large(model_.sum(i, c), theme.output),
                    plain(gone.size() == 1 ? ": its share goes to the others."
                                           : ": their shares go to the others.")};
        }
        const values_model::Turned pair = values_model::turned(model_);
        if (pair.more < 0)
            return {
                plain(pair.ordered ? "More weight also means more effect here. It need not: "
                                   : "What arrives is α times a vector, whose length counts as much as α: "),
                named(j), plain(" brings "), large(model_.arrives(j), theme.value),
                plain(Phrase() << " = " << Fixed{weight_of(j), 3} << " × "
                               << Fixed{wide(model_.lengths, j), 3} << ".")};
        const double weights = weight_of(pair.more) / weight_of(pair.less),
                     brings = model_.arrives(pair.more) / model_.arrives(pair.less);
        return {named(pair.more),
                plain(Phrase() << " gets " << times(weights) << " the weight of "),
                named(pair.less),
                plain(", yet brings "),
                headline_number(times(brings), theme.value),
                plain(Phrase() << " as much, because ‖v‖ is " << Fixed{wide(model_.lengths, pair.more), 2}
                               << " against " << Fixed{wide(model_.lengths, pair.less), 2} << ".")};
    }

    // ---- Whose output it is, and the player that adds word after word

    Block asks(Ui& ui) const {
        return by_width([this, &ui](float width) {
            const bool room = width >= 720;
            SentenceLook look{.id = "asks", .words = model_.example.queries, .color = ui.theme().query};
            look.selected = model_.word;
            look.lines = 1;
            look.word_parameter = at::word;
            if (model_.example.data == Data::own) look.text_parameter = example::words;
            StopsLook heads{.parameter = at::step, .action = at::play};
            for (int j = 0; j < model_.m() && room; ++j)
                heads.stops.push_back({j + 1, Phrase() << "+ " << model_.name(j)});
            Items items;
            // (A pencil needs the room of these words where it is narrow.)
            if (room || look.text_parameter < 0)
                items.emplace_back(text(caption, ui.theme().muted, "output of"));
            items.emplace_back(sentence(std::move(look)), share());
            items.emplace_back(stops(std::move(heads)), room ? share() : pixels(row_height));
            return row({.gap = 8, .cross = Cross::middle}, std::move(items));
        });
    }

    // ---- For each word its value, its weight, and how much of it arrives

    Block words_beside(Ui& ui) const {
        Items parts = {Item(ticks(ui.theme()), pixels(tick_width)), Item(value_grid(ui, tall)),
                       Item(weights(ui), share(6))};
        if (ui.state().toggle(at::show_arrivals)) {
            parts.emplace_back(arrivals(ui, false, tall), share(5));
            parts.emplace_back(arrivals(ui, true, tall), share(5));
        }
        return banded(tall, std::move(parts));
    }

    /// The same lists one below the other, as far as they do not fit side by side.
    Block words_below(Ui& ui) const {
        const auto given_weights = [this, &ui] {
            return banded(tall, {Item(ticks(ui.theme()), pixels(tick_width)),
                                 Item(names(tall), pixels(name_width)), Item(weights(ui), share())});
        };
        const auto grid = [this, &ui](float rows) { return banded(rows, {Item(value_grid(ui, rows))}); };
        const auto beside = [=] {
            return row({.gap = 24}, {Item(given_weights(), share()), Item(grid(tall))});
        };
        const auto below = [=] { return column(4, given_weights(), grid(medium)); };
        return column(4, at_least(620, beside, below), pieces(ui), piece(ui, at::show_arrivals, [this, &ui] {
                          return banded(low, {Item(names(low), pixels(name_width)),
                                              Item(arrivals(ui, false, low), share()),
                                              Item(arrivals(ui, true, low), share())});
                      }));
    }

    /// Lists with one band under the word that is looked at.
    Block banded(float rows, Items parts) const {
        const auto band = [this, rows](Ui& ui, Rect rect) {
            const float y = rect.y + head_height + bracket_air + each(rows) * static_cast<float>(key());
            ui.painter().rectangle({rect.x, y, rect.width, each(rows)}, band_color(ui.theme()), 4);
        };
        return behind(drawing(head_height + rows + 2 * bracket_air, band), row({.gap = 8}, std::move(parts)));
    }

    /// A drawing for each word, in rows that stand beside those of the other lists.
    Block each_word(float width, float rows, UniqueFunction<void(Ui&, int, Rect)> draw) const {
        return drawing({width, head_height + rows + 2 * bracket_air, 0},
                       [this, rows, draw = std::move(draw)](Ui& ui, Rect rect) {
                           for (int j = 0; j < model_.m(); ++j) {
                               const float y = head_height + bracket_air + each(rows) * static_cast<float>(j);
                               draw(ui, j, {rect.x, rect.y + y, rect.width, each(rows)});
                           }
                       });
    }

    Block names(float rows) const {
        return each_word(name_width, rows, [this](Ui& ui, int j, Rect cell) {
            const Type type{15, j == key()};
            ui.text({cell.x + 8, cell.centre().y - fonts::line_height(type) / 2}, type, ui.theme().ink,
                    shortened(type, model_.name(j), cell.width - 8));
        });
    }

    /// A tick in each word's colour: whether it is in the blend.
    Block ticks(const Theme& theme) const {
        Block boxes = each_word(tick_width, tall, [this](Ui& ui, int j, Rect cell) {
            const PointerState pointer = tick(ui, at::keep + j, cell, shade(ui.theme(), j));
            if (pointer.hovered) point(j, -1);
            if (pointer.clicked) ui.change(at::key, j);
        });
        return behind(head(theme, theme.muted, "", "keep"), std::move(boxes));
    }

    /// The values, and beside each its length.
    Block value_grid(Ui& ui, float rows) const {
        const Theme& theme = ui.theme();
        const WorkedExample& e = model_.example;
        MatrixLook look("v", e.v, e.m, e.dv, theme.value, version_);
        look.cells.decimals = decimals_of(e.v);
        look.cells.ground = Ground::tint;
        look.frame.row_labels = {e.keys, theme.ink, key()};
        look.frame.brackets = true;
        look.size.height = rows;
        look.size.cell_width = 44;
        look.marks.selected = {key(), component()};
        look.hand.hovered = [this](Entry entry) { point(entry.row, entry.col); };
        look.hand.row_pressed = [&ui](int row) { ui.change(at::key, row); };
        if (!e.from_words) look.hand.parameter = example::v;
        for (auto* const taken : {&look.hand.pressed, &look.hand.dragged})
            *taken = [&ui](Entry entry) {
                ui.change(at::key, entry.row);
                ui.change(at::component, entry.col);
            };
        // The focus has its place here too, under what may be typed.
        look.frame.over = [this](Ui& now, const MatrixPlace& place) {
            lay(now, place,
                {.over = {at::key, at::component}, .cells = at::key, .ring = {model_.key, model_.component}});
        };
        Strip length{.size = 48, .gap = 14, .name = "‖v‖"};
        length.draw = [this](Ui& now, int j, Rect track) {
            const Type type{15, j == key()};
            now.text({track.right(), track.centre().y - fonts::line_height(type) / 2}, type, now.theme().ink,
                     fitting(wide(model_.lengths, j), 2, type, track.width), Align::right);
        };
        Strips strips;
        strips.right.push_back(std::move(length));
        Block title =
            head(theme, theme.value, "value v", std::string(e.origin) + (e.from_words ? "" : ", type over"));
        return behind(std::move(title),
                      padded(8, head_height, 0, 0, aligned(std::move(look), std::move(strips))));
    }

    /// The weights, to be dragged: as queries and keys give them, or set by hand and one press away from
    /// that.
    Block weights(Ui& ui) const {
        const Theme& theme = ui.theme();
        BarsLook look{.id = "weights", .scale = {0, 1}};
        look.row = each(tall);
        look.thickness = 24;
        look.value_width = 52;
        look.least_bar = 20;
        look.selected = key();
        look.pointing = pointing(ui);
        look.hint = "drag";
        std::vector<Bar> all;
        for (int j = 0; j < model_.m(); ++j) {
            Bar bar{.value = weight_of(j), .color = theme.query};
            bar.shown = kept(j) ? percent(weight_of(j), 1) : "left out";
            if (kept(j))
                bar.dragged = [this, &ui, j](double to) {
                    const std::vector<double> shares = values_model::dragged(model_, j, to);
                    for (int k = 0; k < model_.m(); ++k)
                        ui.change_cell(at::hand, model_.word, k, shares[static_cast<size_t>(k)]);
                    ui.change(at::key, j);
                };
            all.push_back(std::move(bar));
        }
        const auto place_hand = [this](Ui& now, Rect rect) {
            // (A row of shares stands here as a column.)
            lay(now, {rect, rect.width, each(tall), 0, model_.word, model_.m(), 1},
                {.over = {at::hand}, .cells = at::hand, .transposed = true});
            if (now.focused(at::hand)) now.focus_ring(rect.inset(2));
        };
        return column(0, weights_head(ui),
                      padded(0, bracket_air, 0, bracket_air,
                             behind(drawing(tall, place_hand), bars(std::move(look), std::move(all)))));
    }

    Block weights_head(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool by_hand = model_.set_by_hand();
        std::string scores = by_hand                              ? "s = T·ln α"
                             : ui.state().toggle(example::scaled) ? "s = q·k ÷ √dₖ:"
                                                                  : "s = q·k:";
        for (int j = 0; j < model_.m() && !by_hand; ++j)
            scores += (j == 0 ? " " : ", ") + fixed(wide(model_.scaled, model_.word * model_.m() + j), 2);
        Block title = head(theme, theme.query, by_hand ? "α by hand" : "weight α", std::move(scores));
        if (!by_hand) return title;
        Block back = button("back", "back to Q·K", [this](Ui& now) {
            for (int j = 0; j < model_.m(); ++j) now.change_cell(at::hand, model_.word, j, 0);
            now.animate(true);
        });
        const float over = (head_height - row_height) / 2;  // a finger's target is higher than a head
        return row({.gap = 4},
                   {Item(std::move(title), share()), Item(padded(0, over, 0, over, std::move(back)))});
    }

    /// α‖v‖ of each word, or α‖W_O v‖: on one scale.
    Block arrivals(Ui& ui, bool after, float rows) const {
        const Theme& theme = ui.theme();
        double most = 0;
        for (int j = 0; j < model_.m(); ++j)
            most = std::max({most, model_.arrives(j), model_.arrives_after(j)});
        BarsLook look{.id = after ? "after" : "arrives"};
        look.scale = most > 0 && std::isfinite(most) ? Axis{0, most} : Axis{0, 1};
        look.decimals = 3;
        look.row = each(rows);
        look.thickness = 16;
        look.value_width = 42;
        look.least_bar = 12;  // numbers above the bars would part these from their words
        look.track = false;
        look.selected = key();
        look.pointing = pointing(ui);
        std::vector<Bar> all;
        for (int j = 0; j < model_.m(); ++j) {
            const double brought = after ? model_.arrives_after(j) : model_.arrives(j);
            all.push_back({.value = added(j) ? brought : NAN, .color = after ? theme.output : theme.value});
            if (!added(j)) all.back().shown = " ";
        }
        return column(0,
                      after ? head(theme, theme.output, math("α‖", sub("W", "O"), " v‖"), model_.w_o_origin)
                            : head(theme, theme.value, "α‖v‖", "what arrives"),
                      padded(0, bracket_air, 0, bracket_air, bars(std::move(look), std::move(all))));
    }

    // ---- The outputs: the chosen word's as large stacks, the others' as small ones, on one axis

    Block outputs(Ui& ui, float height, int most = 9) const {
        return column(4, sum(ui), by_width([this, &ui, height, most](float width) {
                          const std::string note = values_model::remark(model_);
                          Block below = note.empty() ? space(0) : paragraph(body, ui.theme().ink, note);
                          const float left = height - below->measure(width).height;
                          return column(0, stacked(ui, left, most), std::move(below));
                      }));
    }

    Block sum(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int decimals = decimals_of(model_.example.v);
        std::vector<Math> terms = {bold("component " + std::to_string(component() + 1)), " = "};
        for (int j = 0; j < model_.m(); ++j) {
            if (j > 0) terms.emplace_back(" + ");
            const Color weight = added(j) ? theme.query : theme.muted,
                        value = added(j) ? theme.value : theme.muted;
            Math product = math(colored(weight, number(weight_of(j), 3)), " · ",
                                colored(value, as_factor(fixed(model_.value(j, component()), decimals))));
            terms.push_back(term(j, j == key() ? bold(std::move(product)) : std::move(product)));
        }
        terms.emplace_back(" = ");
        const bool all = model_.step == model_.m();
        const double total =
            all ? model_.sum(model_.word, component()) : model_.so_far(model_.word, component());
        terms.push_back(colored(theme.output, bold(number(total, 3))));
        if (!all) terms.push_back(colored(theme.muted, " so far"));
        FormulaLook look{.id = "sum", .most = 92, .pointed = key(), .pointing = pointing(ui)};
        look.pointing.hovered = [this](int j) { point(j, component()); };
        return formula(std::move(look), math(std::move(terms)));
    }

    Block stacked(Ui& ui, float height, int most) const {
        const int n = std::min(model_.n(), most), dv = model_.dv();
        std::vector<Stack> all;
        std::vector<int> whose;
        for (int turn = 0; turn < n; ++turn) {
            const int i = turn == 0 ? model_.word : turn <= model_.word ? turn - 1 : turn;
            whose.push_back(i);
            for (int c = 0; c < dv; ++c) all.push_back(stack(ui.theme(), i, c));
        }
        StacksLook look{.id = "outputs", .scale = scale(), .label_width = 128, .height = height};
        look.sum_color = ui.theme().output;
        look.thickest = n > 1 ? 60 : 96;
        look.gap = 3;
        look.selected_stack = component();
        look.selected_segment = key();
        look.kept_segment = hover_->key;
        look.hovered = [this, dv](int stack, int segment) { point(segment, stack % dv); };
        look.pressed = [&ui, dv, whose](int stack, int segment) {
            ui.change(at::word, whose[static_cast<size_t>(stack / dv)]);
            ui.change(at::key, segment);
            ui.change(at::component, stack % dv);
            ui.animate(true);
        };
        // (Alone, the focus has its place here.)
        const auto focus = [this](Ui& now, Rect rect) {
            if (!essential_alone(now.state())) return;
            const float wide = rect.width / static_cast<float>(model_.m()),
                        high = rect.height / static_cast<float>(model_.dv());
            lay(now, {rect, wide, high, 0, 0, model_.dv(), model_.m()},
                {.over = {at::key, at::component},
                 .cells = at::key,
                 .ring = {model_.component, model_.key},
                 .transposed = true});
        };
        return behind(drawing(0, focus), stacks(std::move(look), std::move(all)));
    }

    Stack stack(const Theme& theme, int i, int c) const {
        const bool large = i == model_.word;
        Stack out{.label = {large    ? "component " + std::to_string(c + 1)
                            : c == 0 ? std::string(Phrase() << "output of " << model_.asks(i))
                                     : "",
                            large && c == component() ? theme.ink : theme.muted}};
        out.thickness = large ? 0 : model_.n() * model_.dv() > 9 ? 7.0f : 10.0f;
        out.selected = large && c == component();
        for (int j = 0; j < model_.m(); ++j) {
            const double part = added(j) ? model_.part(i, j, c) : 0;
            out.segments.push_back({large ? model_.name(j) : "", part, shade(theme, j),
                                    large ? (part > 0 ? "+" : "") + fixed(part, 3) : ""});
        }
        if (!model_.complete() && large) out.before = model_.sum_before(i, c);
        return out;
    }

    Axis scale() const {
        double low = 0, high = 0;
        for (int i = 0; i < model_.n(); ++i) {
            for (int c = 0; c < model_.dv(); ++c) {
                double down = 0, up = 0;
                for (int j = 0; j < model_.m(); ++j)
                    (model_.part(i, j, c) < 0 ? down : up) += model_.part(i, j, c);
                low = std::min({low, down, model_.sum_before(i, c)});
                high = std::max({high, up, model_.sum_before(i, c)});
            }
        }
        return high > low ? Axis{low, high} : round_axis(low, high, 6);
    }

    // ---- What values and weights are made of, to be typed over

    Block made_of(Ui& ui) const {
        const WorkedExample& e = model_.example;
        const Theme& theme = ui.theme();
        const auto as_high = [](Block one) {
            const float scroll_bar = 44;  // (eight columns are scrolled where it is narrow)
            return reserved(36 + 4 * given_cell + scroll_bar, std::move(one));
        };
        const auto first = [=, this, &e, &theme, &ui] {
            return as_high(
                e.from_words ? given(ui, "x", example::x, "X", "one row a word", theme.ink, e.x, e.n, e.keys)
                             : given(ui, "q", example::q, "Q", "who asks", theme.query, e.q, e.n, e.queries));
        };
        const auto second = [=, this, &e, &theme, &ui] {
            return as_high(e.from_words ? given(ui, "wv", example::w_v, "WV", "makes values of words",
                                                theme.value, e.w_v, e.width, {})
                                        : given(ui, "k", example::k, "K", "what the words answer with",
                                                theme.key, e.k, e.m, e.keys));
        };
        const auto third = [=, this, &e, &theme, &ui] {
            return as_high(
                given(ui, "wo", at::w_o, "WO", model_.w_o_origin, theme.output, model_.w_o, e.dv, {}));
        };
        Phrase length;
        length << "‖v‖ of " << model_.name(key()) << " = √(";
        for (int c = 0; c < model_.dv(); ++c)
            length << (c > 0 ? " + " : "") << Fixed{std::fabs(model_.value(key(), c)), decimals_of(e.v)}
                   << "²";
        length << ") = " << Fixed{wide(model_.lengths, key()), 3}
               << "; multiplied by the output’s matrix it is "
               << Fixed{wide(model_.projected_lengths, key()), 3} << " long.";
        Block controls = wrap(32, 0,
                              blocks(limited(320, Align::left, slider(example::temperature, {theme.query})),
                                     toggle(ui, example::scaled)));
        return column(10, rule(), choice(ui, example::data),
                      at_least(
                          860,
                          [=] {
                              return row({.gap = 32}, {Item(first(), share(3)), Item(second(), share(2)),
                                                       Item(third(), share(3))});
                          },
                          [=] { return column(0, first(), second(), third()); }),
                      paragraph(caption, theme.muted, std::string(length), 110), std::move(controls));
    }

    /// Lit: what the number that is looked at came from.
    Block given(Ui& ui, const char* id, int parameter, const std::string& title, std::string_view note,
                Color color, const std::vector<float>& values, int rows,
                std::vector<std::string> labels) const {
        MatrixLook look(id, values, rows, static_cast<int>(values.size()) / rows, color, version_);
        look.cells.decimals = decimals_of(values);
        look.cells.number_width = 34;
        look.cells.ground = Ground::tint;
        look.frame.brackets = true;
        look.frame.title = title.substr(0, 1);
        look.frame.subscript = title.substr(1);
        look.frame.note = note;
        look.frame.row_labels = {std::move(labels), color};
        look.size.cell_height = given_cell;
        look.size.least = 28;
        if (rows > 4) look.size.height = 4 * given_cell;  // the others are scrolled to
        // Its row or its column is that of what is looked at, and the other way round while it is dragged.
        const bool of_key = parameter == example::x || parameter == example::k;
        const int whose = of_key ? +at::key : parameter == example::q ? +at::word : +at::component;
        const bool by_col = parameter == example::w_v;
        (by_col ? look.marks.linked_col : look.marks.linked_row) = of_key              ? key()
                                                                   : whose == at::word ? model_.word
                                                                                       : component();
        look.hand.dragged = [=, &ui](Entry at) { ui.change(whose, by_col ? at.col : at.row); };
        look.hand.parameter = parameter;
        return matrix(std::move(look));
    }

    Model model_;
    uint64_t version_ = 0;  // of all matrices
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

extern const ExhibitType values;
const ExhibitType values = {
    "values",
    "Values: what is handed over",
    "Put each output together, and see why a large weight need not matter.",
    values_model::parameters(),
    lessons,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Values>()); },
    "output",
};

}  // namespace explainer
