// Values: every output put together from what each word brings, per word and per component; and why a large
// weight need not mean a large effect. The numbers are in values_model.h.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/values_given.h"
#include "explainer/exhibits/values_model.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer {
namespace {

namespace at = values_model;
using figures::Block, figures::Blocks, figures::Item, figures::Run;
using values_model::Model;

constexpr std::array presets = {
    Preset{"3 times the weight, less effect"},
    Preset{"0.99 of the attention, no effect", "data=two"},
    Preset{"0.05 that decides", "data=two;k=2.08,0/0,0;v=0.3,-0.2/12,9;component=0"},
};

constexpr float head_height = 28, bracket_air = 4;
constexpr float words_height = 184;  // of all words together: two, three or four share it
constexpr float norm_width = 56, tick_width = 44;

/// A value's green, so that neighbours differ in lightness; a name or a place always says which it is.
Color shade(const Theme& theme, int word) {
    switch (word) {
        case 0:
            return mix(theme.value, theme.ink, 0.55f);
        case 1:
            return theme.value;
        case 2:
            return mix(theme.value, theme.paper, 0.55f);
        default:
            return mix(theme.value, theme.ink, 0.28f);
    }
}

std::string with_sign(double value, int decimals) {
    return (value > 0 ? "+" : "") + fixed(value, decimals);
}

/// "3.2 times", "12 times", and in words where no number helps.
std::string times(double ratio) {
    if (ratio > 1000) return "over 1000 times";
    return fixed(ratio, ratio < 10 ? 1 : 0) + " times";
}

class Values final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = values_model::model(state);
        ++version_;
    }

    Block sheet(Ui& ui) override {
        using namespace figures;
        pointed_ = std::exchange(points_, {});
        return column(10, figures::presets(presets), asking(ui),
                      by_width([this, &ui](float width) { return words(ui, width); }),
                      by_width([this, &ui](float width) { return lesson(ui, width); }), rule(), sum(ui),
                      by_width([this, &ui](float width) { return outputs(ui, width); }), rule(),
                      values_model::made_of(ui, model_, key(), component(), version_));
    }

    bool active(const State& state, int parameter) const override {
        // Weights are dragged here, so what makes queries and keys of words is left to other exhibits.
        if (parameter == example::w_q || parameter == example::w_k) return false;
        if (parameter >= at::keep && parameter < at::keep + 4) {
            constexpr int counts[] = {3, 3, 2, 4, 3};
            return parameter - at::keep < counts[state.choice(example::data)];
        }
        return example_active(state, parameter);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == at::word) return model_.asks(model_.word);
        if (parameter == at::step)
            return std::to_string(model_.step) + " of " + std::to_string(model_.m()) + " words";
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter == at::hand && row < model_.n() && col < model_.m())
            return "“" + model_.asks(row) + "” to “" + model_.name(col) +
                   "”: " + state.shown_cell(parameter, row, col);
        if (parameter != at::key || row >= model_.m() || col >= model_.dv())
            return state.shown_cell(parameter, row, col);
        return "“" + model_.name(row) + "”, component " + std::to_string(col + 1) + ": " +
               fixed(model_.weight(model_.word, row), 3) + " × " + fixed(model_.value(row, col), 3) + " = " +
               fixed(model_.part(model_.word, row, col), 3);
    }

    Description describe() const override { return values_model::describe(model_); }
    std::string numpy(const State& state) const override { return values_model::numpy(state); }

  private:
    /// What the pointer is on, in one frame.
    struct Pointed {
        int key = -1, component = -1;
    };

    int key() const { return pointed_.key >= 0 ? pointed_.key : model_.key; }
    int component() const { return pointed_.component >= 0 ? pointed_.component : model_.component; }
    bool added(int word) const { return word < model_.step; }
    bool kept(int word) const { return model_.kept[static_cast<size_t>(word)]; }
    double weight_of(int word) const { return model_.weight(model_.word, word); }

    void point(int key, int component) { points_ = {key, component}; }

    // ---- Who asks, and where the weights come from

    Block asking(Ui& ui) {
        using namespace figures;
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            SentenceLook look{.id = "asks", .words = model_.example.queries, .color = theme.query};
            look.selected = model_.word;
            look.lines = 1;
            look.word_parameter = at::word;
            if (model_.example.data == Data::own) look.text_parameter = example::words;
            const auto asks = std::make_shared<SentenceLook>(std::move(look));
            PlayerLook turn{.parameter = at::step, .action = at::play, .ends = false};
            turn.said = false;
            for (int j = 0; j < model_.m(); ++j) turn.stations.push_back({j + 1, "+ " + model_.name(j)});
            const float name = fonts::width(body, "who asks");
            Block who =
                row({.gap = 12, .cross = Cross::middle},
                    Item(text(body, theme.ink, "who asks"), pixels(name)), Item(sentence(*asks), share()));
            if (width >= 720)
                return column(4, row({.gap = 24}, Item(std::move(who), share()), Item(source(), pixels(390))),
                              player(std::move(turn)));
            return column(4, std::move(who), source(), player(std::move(turn)));
        });
    }

    /// Weights as Q·K gives them; or set by hand, and one press away from that.
    Block source() {
        using namespace figures;
        return drawing(row_height, [this](Ui& now, Rect rect) {
            const Theme& theme = now.theme();
            const bool by_hand = model_.set_by_hand(), right = rect.x > 100;
            std::string scores = by_hand                               ? "s = T·ln α:"
                                 : now.state().toggle(example::scaled) ? "s = q·k ÷ √dₖ:"
                                                                       : "s = q·k:";
            for (int j = 0; j < model_.m(); ++j)
                scores += (j == 0 ? " " : ", ") +
                          fixed(Model::wide(model_.scaled, model_.word * model_.m() + j), 2);
            float x = right ? rect.right() : rect.x;
            const float wide = text_button_width("back to Q·K");
            if (by_hand) {
                if (text_button(now, "back", {rect.right() - wide, rect.y, wide, rect.height},
                                "back to Q·K")) {
                    for (int j = 0; j < model_.m(); ++j) now.change_cell(at::hand, model_.word, j, 0);
                    now.animate(true);
                }
                if (right) x -= wide + 12;
            }
            const Align align = right ? Align::right : Align::left;
            const float room = rect.width - (by_hand ? wide + 12 : 0);
            now.text({x, rect.y + 5}, {13, by_hand}, by_hand ? theme.query : theme.muted,
                     by_hand ? "weights set by hand" : "weights from queries and keys", align);
            now.text({x, rect.y + 23}, caption, theme.muted, shortened(caption, scores, room), align);
        });
    }

    // ---- One row a word: its value, its weight, and what of it arrives

    float word_height() const { return words_height / static_cast<float>(model_.m()); }

    Block words(Ui& ui, float width) {
        using namespace figures;
        const double most = largest_arrival();
        if (width < 560) return word_by_word(ui, width);
        Block left = row({.gap = 0}, Item(ticks(ui), pixels(tick_width)), Item(value_matrix(ui)),
                         Item(norms(ui), pixels(norm_width)));
        if (width >= 860)
            return row({.gap = 8}, Item(std::move(left)), Item(weight_bars(ui), share(5)),
                       Item(arrival_bars(ui, false, false, most), share(4)),
                       Item(arrival_bars(ui, true, false, most), share(4)));
        return column(8, row({.gap = 8}, Item(std::move(left)), Item(weight_bars(ui), share())),
                      row({.gap = 16}, Item(arrival_bars(ui, false, true, most), share()),
                          Item(arrival_bars(ui, true, true, most), share())));
    }

    /// A title (with a subscript inside) and a note over a column that begins `left` pixels from its edge.
    struct Head {
        std::string title, subscript = {}, rest = {}, note = {};
        float left = 8;
    };
    static Block head(Color color, Color muted, Head of) {
        return figures::drawing({1, head_height, 0}, [=, of = std::move(of)](Ui& ui, Rect rect) {
            Point pen{rect.x + of.left, rect.y + 2};
            const auto put = [&](Type type, Color ink, const std::string& text, float down) {
                const std::string shown = figures::shortened(type, text, rect.right() - pen.x);
                ui.text({pen.x, pen.y + down}, type, ink, shown);
                pen.x += fonts::width(type, shown);
            };
            put(strong, color, of.title, 0);
            if (!of.subscript.empty()) put({11, true}, color, of.subscript, 8);
            put(strong, color, of.rest, 0);
            if (!of.title.empty()) pen.x += 8;
            if (fonts::width(caption, of.note) <= rect.right() - pen.x)
                put(caption, muted, of.note, (body.size - caption.size) * baseline);
        });
    }

    /// A tick in each word's colour: whether it is in the blend.
    Block ticks(Ui& ui) {
        using namespace figures;
        const float height = word_height();
        return column(0, head(ui.theme().ink, ui.theme().muted, {.title = "", .note = "keep"}),
                      drawing(words_height + 2 * bracket_air, [this, height](Ui& now, Rect rect) {
                          for (int j = 0; j < model_.m(); ++j) {
                              const Rect cell{rect.x, rect.y + bracket_air + height * static_cast<float>(j),
                                              rect.width, height};
                              if (j == key()) now.painter().rectangle(cell, band_color(now.theme()), 0);
                              draw_tick(now, j, cell);
                          }
                      }));
    }

    void draw_tick(Ui& ui, int j, Rect cell) {
        const Theme& theme = ui.theme();
        const int parameter = at::keep + j;
        const PointerState pointer = ui.area("keep/" + std::to_string(j), cell, Grip::press);
        if (pointer.hovered) point(j, -1);
        if (pointer.clicked) ui.change(parameter, kept(j) ? 0 : 1);
        ui.place_parameter(parameter, cell);
        const Rect box{cell.x + 12, cell.centre().y - 11, 22, 22};
        const Color color = shade(theme, j);
        ui.painter().rectangle(box, kept(j) ? color : theme.paper, 4);
        ui.painter().outline(box, pointer.hovered ? theme.ink : kept(j) ? color : theme.line, 1.5f, 4);
        if (kept(j)) {
            const Point sign[] = {
                {box.x + 5, box.y + 11}, {box.x + 9.5f, box.y + 16}, {box.x + 17, box.y + 6}};
            ui.painter().polyline(sign, theme.on(color), 2.25f, false);
        }
        if (ui.focused(parameter)) ui.focus_ring(box);
    }

    Block value_matrix(Ui& ui) {
        using namespace figures;
        const Theme& theme = ui.theme();
        const WorkedExample& e = model_.example;
        MatrixLook look{.id = "v",
                        .rows = e.m,
                        .cols = e.dv,
                        .values = e.v,
                        .version = version_,
                        .decimals = decimals_of(e.v),
                        .color = theme.value};
        look.ground = Ground::tint;
        look.cell_ground = [this, &theme](int i, int) {
            return std::optional<Color>(i == key() ? mix(theme.paper, theme.value, 0.2f)
                                                   : mix(theme.paper, theme.value, 0.07f));
        };
        look.row_labels = {e.keys, theme.ink, key()};
        look.brackets = true;
        look.height = words_height;
        look.cell_width = 44;
        look.chosen = {key(), component()};
        if (e.from_words) {
            look.row_parameter = at::key;
            look.col_parameter = at::component;
        } else {
            look.parameter = example::v;
            look.pressed = [&ui](Entry entry) {
                ui.change(at::key, entry.row);
                ui.change(at::component, entry.col);
            };
            // The focus has its place here too, under what is typed.
            look.over = [](Ui& now, const MatrixPlace& place) {
                for (const int parameter : {+at::key, +at::component})
                    now.place_parameter(parameter, place.cells);
                for (int i = 0; i < place.rows; ++i) {
                    for (int j = 0; j < place.cols; ++j) now.place_cell(at::key, i, j, place.cell(i, j));
                }
            };
        }
        look.hovered = [this](Entry entry) { point(entry.row, entry.col); };
        look.row_pressed = [&ui](int row) { ui.change(at::key, row); };
        return column(
            0,
            head(theme.value, theme.muted,
                 {.title = "value v", .note = e.from_words ? "" : "type over", .left = label_width() + 20}),
            matrix(std::move(look)));
    }

    Block norms(Ui& ui) {
        using namespace figures;
        const float height = word_height();
        return column(
            0, head(ui.theme().ink, ui.theme().muted, {.title = "‖v‖", .left = 20}),
            drawing(words_height + 2 * bracket_air, [this, height](Ui& now, Rect rect) {
                for (int j = 0; j < model_.m(); ++j) {
                    const Type type{15, j == key()};
                    const float y = rect.y + bracket_air + height * (static_cast<float>(j) + 0.5f);
                    now.text({rect.right() - 4, y - fonts::line_height(type) / 2}, type, now.theme().ink,
                             fitting(Model::wide(model_.lengths, j), 2, type, rect.width - 6), Align::right);
                }
            }));
    }

    // ---- The same where it is narrow: a block a word

    Block word_by_word(Ui& ui, float width) {
        using namespace figures;
        const double most = largest_arrival();
        const Axis scale = most > 0 && std::isfinite(most) ? round_axis(0, most) : Axis{0, 1};
        // Four blocks just fit; fewer have more room each.
        const float all = 4 * 152, each = std::min(all / static_cast<float>(model_.m()), 216.0f);
        Blocks words;
        for (int j = 0; j < model_.m(); ++j) words.push_back(word_block(ui, j, width, each, scale));
        return reserved(all, column(0, std::move(words)));
    }

    Block word_block(Ui& ui, int j, float width, float height, const figures::Axis& scale) {
        using namespace figures;
        const Theme& theme = ui.theme();
        const float matrix_width =
            std::min(width - 8 - tick_width - 80, 20 + 52 * static_cast<float>(model_.dv()));
        const float line = (height - 52) / 3;
        Block name = column(
            0,
            text({15, j == key()}, theme.ink,
                 shortened(strong, model_.name(j), width - 8 - tick_width - matrix_width - 8)),
            text(caption, theme.muted, "‖v‖ " + fitting(Model::wide(model_.lengths, j), 2, caption, 50)));
        Block top = row(
            {.gap = 0, .cross = Cross::middle},
            Item(drawing(44, [this, j](Ui& now, Rect rect) { draw_tick(now, j, rect); }), pixels(tick_width)),
            Item(std::move(name), share()), Item(value_row(ui, j, matrix_width), pixels(matrix_width)),
            Item(space(1), pixels(8)));
        const auto labelled = [&](Math label, Block part) {
            return row({.gap = 4, .cross = Cross::middle},
                       Item(padded(12, 0, 0, 0, formula({}, std::move(label))), pixels(80)),
                       Item(std::move(part), share()));
        };
        Block weight = behind(drawing(line,
                                      [this, j](Ui& now, Rect rect) {
                                          now.place_cell(at::hand, model_.word, j, rect);
                                          if (j != key()) return;
                                          now.place_parameter(at::hand, rect);
                                          if (now.focused(at::hand)) now.focus_ring(rect.inset(2));
                                      }),
                              one_bar(ui, "weight", weight_bar(ui, j), {0, 1}, j, line, 22));
        Block arrives = one_bar(ui, "arrives", arrival_bar(theme, j, false), scale, j, line, 14);
        Block after = one_bar(ui, "after", arrival_bar(theme, j, true), scale, j, line, 14);
        Block block =
            column(0, reserved(52, padded(0, 2, 0, 0, std::move(top))),
                   labelled(colored(theme.query, "α"), std::move(weight)),
                   labelled(colored(theme.value, "α‖v‖"), std::move(arrives)),
                   labelled(colored(theme.output, math("α‖", sub("W", "O"), " v‖")), std::move(after)));
        return behind(drawing(height,
                              [this, j](Ui& now, Rect rect) {
                                  if (j == key()) now.painter().rectangle(rect, band_color(now.theme()), 4);
                              }),
                      std::move(block));
    }

    Block value_row(Ui& ui, int j, float width) {
        using namespace figures;
        const WorkedExample& e = model_.example;
        MatrixLook look{
            .id = "v" + std::to_string(j),
            .rows = 1,
            .cols = e.dv,
            .values = std::span(e.v).subspan(static_cast<size_t>(j * e.dv), static_cast<size_t>(e.dv)),
            .version = version_,
            .decimals = decimals_of(e.v),
            .color = ui.theme().value};
        look.ground = Ground::tint;
        look.brackets = true;
        look.fill = true;
        look.most = 52;
        look.leading_zero = (width - 20) / static_cast<float>(e.dv) >= 40;
        look.cell_height = 36;
        if (j == key()) look.chosen = {0, component()};
        if (!e.from_words) {
            look.parameter = example::v;
            look.parameter_row = j;
        }
        look.pressed = [&ui, j](Entry entry) {
            ui.change(at::key, j);
            ui.change(at::component, entry.col);
        };
        look.hovered = [this, j](Entry entry) { point(j, entry.col); };
        look.over = [this, j](Ui& now, const MatrixPlace& place) {
            for (int c = 0; c < place.cols; ++c) now.place_cell(at::key, j, c, place.cell(0, c));
            if (j != model_.key) return;
            for (const int parameter : {+at::key, +at::component})
                now.place_parameter(parameter, place.cells);
            if (now.focused(at::key) || now.focused(at::component))
                now.focus_ring(place.cell(0, model_.component).inset(-1), 5);
        };
        return matrix(std::move(look));
    }

    Block one_bar(Ui& ui, const char* id, figures::Bar bar, figures::Axis scale, int j, float height,
                  float thickness) {
        using namespace figures;
        BarsLook look{.id = std::string(id) + std::to_string(j), .scale = std::move(scale), .decimals = 3};
        look.row = height;
        look.thickness = thickness;
        look.label_width = 0;
        look.value_width = 60;
        look.track = thickness > 20;
        look.pointing = {[this, j](int) { point(j, -1); }, [&ui, j](int) { ui.change(at::key, j); }};
        std::vector<Bar> one;
        one.push_back(std::move(bar));
        return bars(std::move(look), std::move(one));
    }

    figures::Bar weight_bar(Ui& ui, int j) {
        const Theme& theme = ui.theme();
        figures::Bar bar{.label = {model_.name(j), theme.ink}, .value = weight_of(j), .color = theme.query};
        bar.shown = kept(j) ? percent(weight_of(j), 1) : "left out";
        if (kept(j))
            bar.dragged = [this, &ui, j](double to) {
                const std::vector<double> shares = values_model::dragged(model_, j, to);
                for (int k = 0; k < model_.m(); ++k)
                    ui.change_cell(at::hand, model_.word, k, shares[static_cast<size_t>(k)]);
                ui.change(at::key, j);
            };
        return bar;
    }

    figures::Bar arrival_bar(const Theme& theme, int j, bool after) const {
        figures::Bar bar{.label = {model_.name(j), theme.ink}};
        bar.value = after ? model_.arrives_after(j) : model_.arrives(j);
        bar.color = after ? theme.output : theme.value;
        return bar;
    }

    figures::Pointing word_pointing(Ui& ui) {
        return {[this](int j) { point(j, -1); }, [&ui](int j) { ui.change(at::key, j); }};
    }

    Block weight_bars(Ui& ui) {
        using namespace figures;
        const Theme& theme = ui.theme();
        BarsLook look{.id = "weights", .scale = {0, 1}};
        look.row = word_height();
        look.thickness = 26;
        look.label_width = 0;
        look.value_width = 60;
        look.selected = key();
        look.pointing = word_pointing(ui);
        std::vector<Bar> all;
        for (int j = 0; j < model_.m(); ++j) all.push_back(weight_bar(ui, j));
        Block list = padded(0, bracket_air, 0, bracket_air, bars(std::move(look), std::move(all)));
        const float height = words_height + 2 * bracket_air;
        return column(0, head(theme.query, theme.muted, {.title = "weight α", .note = "drag"}),
                      behind(drawing(height, [this](Ui& now, Rect rect) { place_hand(now, rect); }),
                             reserved(height, std::move(list))));
    }

    /// The native cells of the shares lie over the bars of the row that asks.
    void place_hand(Ui& ui, Rect rect) const {
        ui.place_parameter(at::hand, rect);
        const float height = rect.height / static_cast<float>(model_.m());
        for (int j = 0; j < model_.m(); ++j) {
            const Rect cell{rect.x, rect.y + height * static_cast<float>(j), rect.width, height};
            ui.place_cell(at::hand, model_.word, j, cell);
        }
        if (ui.focused(at::hand)) ui.focus_ring(rect.inset(2));
    }

    float label_width() const {
        float width = 0;
        for (const std::string& name : model_.example.keys)
            width = std::max(width, fonts::width(strong, name));
        return std::clamp(std::ceil(width), 40.0f, 110.0f);
    }

    double largest_arrival() const {
        double most = 0;
        for (int j = 0; j < model_.m(); ++j)
            most = std::max({most, model_.arrives(j), model_.arrives_after(j)});
        return most;
    }

    Block arrival_bars(Ui& ui, bool after, bool labels, double most) {
        using namespace figures;
        const Theme& theme = ui.theme();
        BarsLook look{.id = after ? "after" : "arrives"};
        look.scale = most > 0 && std::isfinite(most) ? round_axis(0, most) : Axis{0, 1};
        look.decimals = 3;
        look.row = labels ? 128 / static_cast<float>(model_.m()) : word_height();
        look.thickness = 18;
        look.label_width = labels ? label_width() : 0;
        look.value_width = 56;
        look.track = false;
        look.selected = key();
        look.pointing = word_pointing(ui);
        std::vector<Bar> all;
        for (int j = 0; j < model_.m(); ++j) all.push_back(arrival_bar(theme, j, after));
        const float height = labels ? 4 * 32 + 2 * bracket_air : words_height + 2 * bracket_air;
        const bool random = model_.example.data == Data::seeded;
        Block title =
            after ? head(theme.output, theme.muted, {"α‖W", "O", " v‖", random ? "random" : "constructed"})
                  : head(theme.value, theme.muted, {.title = "α‖v‖", .note = "what arrives"});
        return column(
            0, std::move(title),
            reserved(height, padded(0, bracket_air, 0, bracket_air, bars(std::move(look), std::move(all)))));
    }

    // ---- What this state teaches, from its numbers

    Block lesson(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        const int lines = width < 300 ? 5 : width < 520 ? 4 : width < 860 ? 2 : 1;
        return figures::paragraph(body, lesson_runs(theme), lines);
    }

    std::vector<Run> lesson_runs(const Theme& theme) const {
        const auto plain = [&](std::string words) { return Run{std::move(words), theme.muted}; };
        const auto loud = [&](std::string words) { return Run{std::move(words), theme.ink, true}; };
        const int i = model_.word, c = model_.component;
        const auto named = [&](int word) {
            return Run{figures::shortened(strong, model_.name(word), 90), theme.ink, true};
        };
        if (!model_.left_any())
            return {plain("Every word is left out: nothing is handed over, all outputs are 0.")};
        if (!model_.complete())
            return {plain("Its share goes to the others: component " + std::to_string(c + 1) + " goes from "),
                    loud(fixed(model_.sum_before(i, c), 3)), plain(" to "), loud(fixed(model_.sum(i, c), 3)),
                    plain(" (dashed: with every word).")};
        const values_model::Turned pair = values_model::turned(model_);
        if (pair.more < 0)
            return {plain(
                "More weight also means more effect here. It need not: what arrives is α times a vector.")};
        const double brings = model_.arrives(pair.more) / model_.arrives(pair.less);
        return {named(pair.more),
                plain(" gets "),
                loud(times(weight_of(pair.more) / weight_of(pair.less))),
                plain(" the weight of "),
                named(pair.less),
                plain(", yet brings "),
                loud(brings < 0.095 ? fixed(brings, 3) + " times" : times(brings)),
                plain(" as much, because ‖v‖ is " + fixed(Model::wide(model_.lengths, pair.more), 2) +
                      " against " + fixed(Model::wide(model_.lengths, pair.less), 2) + ".")};
    }

    // ---- The chosen component as a sum

    Block sum(Ui& ui) {
        using namespace figures;
        const Theme& theme = ui.theme();
        std::vector<Math> terms;
        for (int j = 0; j < model_.m(); ++j) {
            if (j > 0) terms.emplace_back(" + ");
            const int decimals = decimals_of(model_.example.v);
            Math product = math(colored(theme.query, number(weight_of(j), 3)), " · ",
                                colored(theme.value, number(model_.value(j, component()), decimals)));
            terms.push_back(term(j, j == key() ? bold(std::move(product)) : std::move(product)));
        }
        terms.emplace_back(" = ");
        terms.push_back(colored(theme.output, bold(number(model_.sum(model_.word, component()), 3))));
        FormulaLook look{.id = "sum", .lit = key(), .pointing = word_pointing(ui)};
        look.pointing.hovered = [this](int j) { point(j, component()); };
        const std::string title = "output of “" + shortened(strong, model_.asks(model_.word), 90) +
                                  "”, component " + std::to_string(component() + 1);
        const auto content = std::make_shared<Math>(math(std::move(terms)));
        const auto shared_look = std::make_shared<FormulaLook>(std::move(look));
        return by_width([=, ink = theme.ink](float width) {
            FormulaLook own = *shared_look;
            own.lines = width < 300 ? 3 : width < 860 ? 2 : 1;
            return row_or_column(width, paragraph(strong, ink, title, width < 640 ? 1 : 0),
                                 formula(own, *content));
        });
    }

    static Block row_or_column(float width, Block first, Block second) {
        if (width < 640) return figures::column(4, std::move(first), std::move(second));
        return figures::row({.gap = 24, .cross = figures::Cross::top},
                            Item(std::move(first), figures::pixels(260)),
                            Item(std::move(second), figures::share()));
    }

    // ---- Outputs as stacks: the chosen word's large, the others' small, on one axis

    Block outputs(Ui& ui, float width) {
        using namespace figures;
        const Theme& theme = ui.theme();
        const bool narrow = width < 520;
        // Four words of four components just fit; fewer have more room each.
        const float height = narrow ? 580 : 434, ticks = 24, labels = narrow ? 21 : 0;
        const int n = model_.n(), dv = model_.dv(), count = n * dv;
        const float gap = count > 9 ? 7 : n > 1 ? 14 : 28;
        const float small = static_cast<float>((n - 1) * dv) * 15 + static_cast<float>(n - 1) * labels;
        const float rest = height - ticks - small - gap * static_cast<float>(count - 1);
        const float large =
            std::clamp(rest / static_cast<float>(dv) - 11 - labels, 20.0f, n > 1 ? 60.0f : 84.0f);

        std::vector<Stack> all;
        std::vector<int> whose;
        for (int turn = 0; turn < n; ++turn) {
            const int i = turn == 0 ? model_.word : turn <= model_.word ? turn - 1 : turn;
            whose.push_back(i);
            for (int c = 0; c < dv; ++c)
                all.push_back(stack(theme, i, c, turn == 0 ? std::floor(large) : 9, narrow));
        }
        StacksLook look{.id = "outputs", .scale = scale(), .sum_color = theme.output};
        look.gap = gap;
        look.label_width = narrow ? -1 : 128;
        look.value_width = narrow ? 52 : 64;
        look.selected_stack = component();
        look.selected_segment = key();
        look.kept_segment = pointed_.key;
        look.hovered = [this, dv](int stack, int segment) { point(segment, stack % dv); };
        look.pressed = [&ui, dv, whose](int stack, int segment) {
            ui.change(at::word, whose[static_cast<size_t>(stack / dv)]);
            ui.change(at::key, segment);
            ui.change(at::component, stack % dv);
            ui.animate(true);
        };
        Blocks parts = blocks(stacks(std::move(look), std::move(all)));
        if (const std::string note = note_for(); !note.empty())
            parts.push_back(paragraph(body, theme.muted, note));
        return reserved(height, column(20, std::move(parts)));
    }

    figures::Stack stack(const Theme& theme, int i, int c, float thickness, bool narrow) const {
        const bool large = i == model_.word;
        const std::string place = large    ? "component " + std::to_string(c + 1)
                                  : narrow ? (c == 0 ? "output of " + model_.asks(i) : "")
                                  : c == 0 ? "output of " + model_.asks(i) + ", 1"
                                           : std::to_string(c + 1);
        figures::Stack out{.label = {place, large && c == component() ? theme.ink : theme.muted}};
        out.thickness = thickness;
        out.selected = large && c == component();
        for (int j = 0; j < model_.m(); ++j) {
            const double part = added(j) ? model_.part(i, j, c) : 0;
            out.segments.push_back(
                {large ? model_.name(j) : "", part, shade(theme, j), large ? with_sign(part, 3) : ""});
        }
        if (!model_.complete() && large) out.before = model_.sum_before(i, c);
        return out;
    }

    figures::Axis scale() const {
        double low = 0, high = 0;
        for (int i = 0; i < model_.n(); ++i) {
            for (int c = 0; c < model_.dv(); ++c) {
                double down = 0, up = 0;
                for (int j = 0; j < model_.m(); ++j) {
                    const double part = model_.part(i, j, c);
                    (part < 0 ? down : up) += part;
                }
                low = std::min({low, down, model_.sum_before(i, c)});
                high = std::max({high, up, model_.sum_before(i, c)});
            }
        }
        return figures::round_axis(low, high, 6);
    }

    /// What an essay says of the very numbers that are shown.
    std::string note_for() const {
        if (model_.example.data == Data::hand)
            return "The book chapter prints 6.015 and 3.985: it rounds the weights to three digits first. "
                   "With all digits it is "
                   "6.017 and 3.983.";
        if (model_.example.data == Data::two)
            return "Type another value over the long one or the short one, and see which of them moves the "
                   "output.";
        return {};
    }

    Model model_;
    uint64_t version_ = 0;      // of all matrices
    Pointed pointed_, points_;  // in the last frame, in this one
};

}  // namespace

extern const ExhibitType values;
const ExhibitType values = {
    "values",
    "Values: what is handed over",
    "Put each output together from what every word brings, and see why a large weight need not matter.",
    values_model::parameters(),
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Values>()); },
};

}  // namespace explainer
