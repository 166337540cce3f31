// Learn: a transformer learns while one watches. A player trains it; beside it how many letters it gets
// right, its loss step by step, the map of one head with what the model says beside each row and the dot
// product behind a cell, that map as it came about, and all heads, each of which can be cut. Who trains it:
// learn_trainer.*; the numbers: learn_model.*. Not here: a model that was trained before (learned_heads.cpp).
#include <algorithm>
#include <cmath>
#include <memory>

#include "explainer/exhibit.h"
#include "explainer/exhibits/head_parts.h"
#include "explainer/exhibits/learn_trainer.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/player.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace learn {
namespace {

using namespace figures;

constexpr float wide = 800;    // from here on two columns
constexpr float narrow = 520;  // below, a phone's measures
constexpr float says_width = 34, legend_width = 128, least_legend = 110, film_gap = 10, most_frame = 150,
                caption_room = 22;

/// What follows from the width of the sheet: the height of a row of the map, of the plot, of all heads.
struct Measures {
    float cell, loss, heads;
    bool phone;
};
Measures measures(const Ui& ui) {
    const bool phone = ui.width() < narrow;
    if (phone) return {essential_alone(ui.state()) ? 8.0f : 11.5f, 60, 72, true};
    const float alone = ui.width() < wide ? 12 : 14;
    return {essential_alone(ui.state()) ? alone : 13.5f, 164, 178, false};
}

/// A share of all letters; "100 %" is said of all of them only.
std::string shown_right(double right) {
    std::string shown = percent(right, 0);
    return right < 1 && shown == percent(1, 0) ? "> 99 %" : shown;
}

/// A guess among all letters, in nats.
double guess() {
    return std::log(static_cast<double>(model::Learner::symbols));
}

/// How far one frame of the player goes, and how long it stays.
struct Pace {
    int steps;
    float seconds;
};
constexpr Pace paces[] = {{10, 1}, {10, 0.2f}, {10, 0.1f}};

class Learn final : public HeadsExhibit<Exhibit, Model> {
  public:
    void compute(const State& state) override {
        model_.read(state);
        trainer_.state_changed();
        hover_.forget_if([this](const Pointed& on) {
            return std::max(on.cell.row, on.cell.col) >= model_.n ||
                   (on.head >= 0 && !model_.exists(on.head));
        });
    }
    bool advance(float effort) override { return trainer_.advance(model_, effort); }
    std::optional<Request> take_request() override { return trainer_.take_request(model_); }
    void receive(const Reply& reply) override { trainer_.receive(model_, reply); }

    bool active(const State& state, int parameter) const override {
        if (parameter == ago) return goes_back(state) && state.integer(step) > 0;
        if (parameter >= first_switch && parameter < play)
            return model_.exists(parameter - first_switch) &&
                   (state.toggle(show_heads) || parameter == first_switch + model_.head);
        if (parameter == head_shown) return state.toggle(show_heads);
        const bool set = parameter == task || parameter == shape || parameter == seed || parameter == rate ||
                         parameter == mlp || parameter == pace;
        return !set || !essential_alone(state);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == row_focus) return named(model_.asks);
        if (parameter == column_focus) return named(model_.looks);
        if (parameter == head_shown) return head_name(model_.head);
        // (However far the training is by now.)
        if (parameter == ago)
            return Phrase() << "step "
                            << std::max(0, (state.integer(step) - state.integer(ago)) / checkpoint_every *
                                               checkpoint_every);
        return state.shown(parameter);
    }
    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != row_focus) return state.shown_cell(parameter, row, col);
        if (row < 0 || col < 0 || std::max(row, col) >= model_.n) return {};
        if (col > row) return Phrase() << named(row) << " may not look ahead";
        return Phrase() << named(row) << " gives " << named(col) << " "
                        << Fixed{model_.weight(model_.head, row, col), 3};
    }
    Description describe() const override { return model_.describe(); }

    Block sheet(Ui& ui) const override {
        const auto curve = [this, &ui] { return piece(ui, show_loss, [&] { return loss(ui); }); };
        const auto heads = [this, &ui] { return piece(ui, show_heads, [&] { return all_heads(ui); }); };
        const auto strip = [this, &ui] { return piece(ui, show_film, [&] { return film(ui); }); };
        const auto pair = [this, &ui] { return piece(ui, show_product, [&] { return product(ui); }); };
        const auto beside = [this, &ui, curve, heads, strip, pair] {
            // (What stands at the right is never higher, so the height is the figure's, whatever is shown.)
            Items middle;
            middle.emplace_back(column(4, figure(ui), pair()), share(47));
            if (ui.state().toggle(show_loss) || ui.state().toggle(show_heads))
                middle.emplace_back(column(12, curve(), heads()), share(53));
            return column(8, row({.gap = 24}, {Item(steps(ui), share()), Item(pieces(ui))}), said(ui),
                          row({.gap = 40}, std::move(middle)), strip());
        };
        const auto below = [this, &ui, curve, heads, strip, pair] {
            if (!measures(ui).phone)
                return column(8, steps(ui), said(ui), figure(ui), pieces(ui), pair(), curve(), heads(),
                              strip());
            Block line = row({.gap = 12, .cross = Cross::middle},
                             {Item(piece_line(ui), share()), Item(legend(), pixels(least_legend))});
            return column(4, steps(ui), said(ui), figure(ui), std::move(line), pair(), curve(), heads(),
                          strip());
        };
        Block main = at_least(wide, beside, below);
        if (essential_alone(ui.state())) return main;
        return column(8, std::move(main), rule(), settings(ui));
    }

  private:
    const std::string& name(int i) const { return model_.letters[static_cast<size_t>(i)]; }
    std::string named(int i) const { return Phrase() << name(i) << ", letter " << i + 1; }

    // ---- The training

    Block steps(Ui& ui) const {
        const Pace& at = paces[ui.state().choice(pace)];
        PlayerLook look{.parameter = step, .action = play};
        look.stride = at.steps;
        look.seconds = at.seconds;
        look.tight = true;
        look.ends = false;
        look.shown = [this](int value) -> std::string {
            const int wanted = value / checkpoint_every * checkpoint_every;
            if (wanted != model_.wanted || model_.trained >= wanted) return Phrase() << "step " << wanted;
            return Phrase() << "step " << model_.trained << " of " << wanted;
        };
        // Who trains on wants to see what comes: the newest is shown again.
        return column(0, player(std::move(look)), drawing(0, [](Ui& now, Rect) {
                          if (!now.playing(step) || now.state().integer(ago) == 0) return;
                          now.change(ago, 0);
                          now.play(step);
                      }));
    }

    /// The live sentence.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool cut = model_.cut() > 0;
        const bool brief = measures(ui).phone && essential_alone(ui.state());
        const int step_shown = model_.shown().step;
        std::vector<Run> runs = {
            {Phrase() << "After " << grouped(step_shown) << " steps"
                      << (cut ? " with " + model_.cut_name() + ":" : std::string(" it gets")) << " ",
             theme.ink},
            headline_number(shown_right(model_.now.right), worse() ? theme.wrong : theme.output),
            {brief ? " right" : " of " + what(ui) + " right", theme.ink}};
        if (brief) return headline(std::move(runs), 40);
        if (cut)
            runs.push_back({", " + shown_right(model_.shown().score.right) + " with all", theme.muted});
        else if (step_shown == 0)
            runs.push_back({": it guesses among " + std::to_string(model::Learner::symbols), theme.muted});
        return headline(std::move(runs), 84);
    }
    bool worse() const { return model_.now.right < model_.shown().score.right; }
    /// What can be known.
    static std::string what(Ui& ui) {
        static constexpr const char* names[] = {"the repeat", "the way back", "the count", "the verbs"};
        return names[ui.state().choice(task)];
    }

    Block loss(Ui& ui) const {
        const Theme& theme = ui.theme();
        PlotLook look;
        look.id = "loss";
        const int until = std::max(200, model_.reached());
        look.x = {.from = 0, .to = until <= 200 ? 200.0 : until <= 500 ? 500.0 : double{last_step}};
        look.y = {.from = 0, .to = model_.now.loss > 4 ? 8.0 : 4.0, .ticks = {0, 1, 2, 3, 4, 6, 8}};
        look.y_decimals = 2;
        look.y_name = measures(ui).phone ? "loss: nats per letter, where it can be known"
                                         : "nats per letter, where it can be known";
        look.height = measures(ui).loss;
        look.legend = false;
        Series line{.name = "loss", .color = theme.ink};
        const size_t count = std::min(model_.losses.size(), static_cast<size_t>(model_.wanted));
        for (size_t i = 0; i < count; ++i) {
            line.x.push_back(static_cast<double>(i + 1));
            line.y.push_back(static_cast<double>(model_.losses[i]));
        }
        look.series.push_back({.color = theme.line,
                               .x = {0, look.x.to},
                               .y = {guess(), guess()},
                               .dashes = true,
                               .thickness = 1,
                               .read = false});
        look.series.push_back(std::move(line));
        look.notes = {{look.x.to * 0.97, guess(), {"a guess", theme.muted}, {-0.4f, -1}}};
        // (Of two verbs half are right by guessing.)
        if (const Checkpoint* found = model_.first_right(model_.agrees() ? 0.75 : 0.5))
            look.notes.push_back({static_cast<double>(found->step),
                                  found->score.loss,
                                  {model_.agrees() ? "three of four right" : "half of it right", theme.query},
                                  {1, -0.4f}});
        const int now = model_.shown().step;
        const double here = model_.now.loss;
        const int end = model_.newest();
        if (worse())
            look.notes.push_back(
                {static_cast<double>(now), here, {fixed(here, 2), theme.wrong, true}, {-1, -0.4f}});
        Marker& marker = look.markers.emplace_back();
        marker.x = now;
        marker.y = std::min(here, look.y.to);
        marker.color = worse() ? theme.wrong : theme.ink;
        marker.parameter = ago;
        marker.dragged = [&ui, end](double x) {
            ui.change(ago, ui.state().snapped(ago, std::max(0.0, end - x)));
        };
        if (measures(ui).phone) return plot(std::move(look));
        return column(4, titled(theme.ink, "Loss", theme.muted, "drag the ring back to see how it was"),
                      plot(std::move(look)));
    }

    /// The chosen head's map, from noise until now.
    Block film(Ui& ui) const {
        Block maps = by_width([this, &ui](float width) {
            const float all = width - film_gap * (film_frames - 1);
            return small_maps(frames(ui, std::min(most_frame, std::floor(all / film_frames))));
        });
        // The slider through the steps lies over the plot, and here where that is put away.
        Block slider = drawing(0, [](Ui& now, Rect rect) {
            if (now.state().toggle(show_loss)) return;
            now.place_parameter(ago, rect);
            if (now.focused(ago)) now.focus_ring(rect);
        });
        return column(4, text(caption, ui.theme().muted, "head " + head_name(model_.head) + " at step"),
                      behind(std::move(slider), std::move(maps)));
    }
    SmallMapsLook frames(Ui& ui, float side) const {
        SmallMapsLook look{.id = "film", .version = model_.version};
        for (size_t f = 0; f < static_cast<size_t>(model_.film_count); ++f) {
            SmallMap& map = look.maps.emplace_back();
            map.values = model_.film[f];
            map.rows = map.cols = model_.n;
            map.caption = std::to_string(model_.film_steps[f]);
        }
        look.columns = film_frames;
        look.gap = film_gap;
        look.most = side;
        look.height = side + caption_room;
        look.captions_above = true;
        look.caption_lines = 1;
        look.longest_caption = std::to_string(last_step);
        look.pressed = [this, &ui](int frame) {
            const int end = model_.newest();
            ui.step(ago, end - model_.film_steps[static_cast<size_t>(frame)]);
        };
        return look;
    }

    // ---- The map of one head

    Block figure(Ui& ui) const {
        Strips strips;
        strips.right.push_back({.size = says_width,
                                .gap = 8,
                                .id = "says",
                                .name = "says",
                                .draw = [this](Ui& now, int i, Rect track) { draw_said(now, i, track); }});
        Block words = reading(ui);
        if (!measures(ui).phone)
            words = row({.gap = 12}, {Item(std::move(words), share()), Item(legend(), pixels(legend_width))});
        return column(4, head_line(ui), aligned(map_look(ui), std::move(strips)), std::move(words));
    }
    Block legend() const { return heat_legend({.heat = {.muted = !is_on(head())}, .name = "weight"}); }

    Block head_line(Ui& ui) const {
        const Habit& habit = model_.habits[static_cast<size_t>(head())];
        const char* const does = habit.next >= 0.5       ? next()
                                 : habit.previous >= 0.5 ? before()
                                                         : "has no clear pattern";
        return explainer::head_line(ui.theme(), {.head = head(),
                                                 .does = does,
                                                 .on = is_on(head()),
                                                 .most = 52,
                                                 .parameter = first_switch + model_.head});
    }

    const char* next() const { return model_.agrees() ? "looks at the subject" : "looks at what comes next"; }
    const char* before() const {
        return model_.agrees() ? "looks at the letter before" : "looks at the letter before, at first";
    }

    MatrixLook map_look(Ui& ui) const {
        const Theme& theme = ui.theme();
        MatrixLook look("map", model_.maps[static_cast<size_t>(head())], model_.n, model_.n,
                        head_color(theme), model_.version * most_maps + static_cast<uint64_t>(head()));
        look.cells.numbers = false;
        look.cells.ground = Ground::heat;
        look.cells.muted = !is_on(head());
        look.frame.row_labels = {model_.letters, theme.query, asks()};
        look.frame.col_labels = {model_.letters, theme.key, looks()};
        look.frame.label_lines = 2;
        look.frame.row_label_width = 16;  // of any letter
        const float cell = measures(ui).cell;
        look.frame.row_labels.apart = cell < 11.5f ? 2 * cell : 11.5f;  // capitals need less than a line
        look.marks.selected_row = asks();
        look.marks.selected = {asks(), looks()};
        look.marks.pointed = hover_->cell;
        look.size.height = cell * static_cast<float>(model_.n);
        look.size.fill = true;
        look.size.least = 6;
        look.hand.row_parameter = row_focus;
        look.hand.col_parameter = column_focus;
        look.hand.hovered = [this](Entry entry) { hover_.note().cell = entry; };
        return look;
    }

    /// What the model says behind a letter, beside its row.
    void draw_said(Ui& ui, int i, Rect track) const {
        const int right = model_.example.answers[static_cast<size_t>(i)];
        if (right < 0) return;
        const Theme& theme = ui.theme();
        const int says = model_.says[static_cast<size_t>(i)];
        const Color color = says == right ? theme.output : theme.wrong;
        if (track.height < 11.5f && i != asks()) {  // no room for a letter: full where it is right
            const Rect mark{track.centre().x - 5, track.centre().y - 2.5f, 10, 5};
            says == right ? ui.painter().rectangle(mark, color, 0) : ui.painter().outline(mark, color, 1, 0);
            return;
        }
        const std::string text = learn::letter(says);
        const Type type{13, true};
        const float y = track.centre().y - fonts::line_height(type) / 2;
        ui.text({track.centre().x, y}, type, color, text, Align::centre);
        if (says == right) return;
        // Wrong, also without colours: underlined, close below capitals, as rows may be 15 px high.
        const float half = fonts::width(type, text) / 2 + 2, under = track.centre().y + 7;
        ui.painter().line({track.centre().x - half, under}, {track.centre().x + half, under}, color, 1);
    }

    /// The row that asks, in words.
    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int i = asks(), j = hover_->cell.col >= 0 ? hover_->cell.col : looks(),
                  most = model_.most(head(), i);
        std::vector<Run> runs = {{name(i), theme.query, true}};
        if (j > i) {
            runs.push_back({" may not look ahead to ", theme.ink});
            runs.push_back({name(j), theme.key, true});
        } else {
            runs.push_back({j == most ? " looks most at " : " gives ", theme.ink});
            runs.push_back({name(j), theme.key, true});
            runs.push_back({" " + fixed(model_.weight(head(), i, j), 3), theme.query});
            if (model_.tells_next(i, j))
                runs.push_back({model_.agrees() ? ", the subject" : ", what comes next", theme.muted});
            if (j != most)
                runs.push_back({Phrase() << "; most to " << name(most) << " "
                                         << Fixed{model_.weight(head(), i, most), 3},
                                theme.ink});
        }
        return paragraph(caption, std::move(runs), 44);
    }

    /// The score of the chosen cell, number by number.
    Block product(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int d = model_.d();
        const std::string &asks = name(model_.asks), &looks = name(model_.looks);
        MatrixLook look("product", model_.pair, 3, d, theme.ink, model_.version);
        look.cells.numbers = false;
        look.cells.ground = Ground::heat;
        look.cells.is_signed = true;
        look.cells.largest = model_.largest_factor();
        look.frame.row_labels = {{"q " + asks, "k " + looks, "q × k"}, theme.ink};
        look.frame.row_label_width = 44;
        look.frame.row_labels.apart = 15;
        look.size.cell_height = 16;
        look.size.fill = true;
        look.size.least = 1;
        const std::string sum = fixed(model_.product(), 2), score = fixed(model_.score(), 2),
                          weight = fixed(model_.weight(model_.head, model_.asks, model_.looks), 3);
        return column(4,
                      titled(theme.ink, Phrase() << "Dot product of " << asks << " and " << looks,
                             theme.muted, Phrase() << d << " products, added up"),
                      matrix(std::move(look)),
                      paragraph(body,
                                {{"q · k = " + sum + ", ÷ √" + std::to_string(d) + " = ", theme.ink},
                                 {score, theme.query, true},
                                 {", weight " + weight, theme.query}},
                                24));
    }

    // ---- All heads

    Block all_heads(Ui& ui) const {
        if (measures(ui).phone) return small_maps(maps(ui));
        return column(4, titled(ui.theme().ink, "All heads", ui.theme().muted, "untick one to cut it"),
                      small_maps(maps(ui)));
    }

    SmallMapsLook maps(Ui& ui) const {
        SmallMapsLook look = head_maps("maps", model_.version, head_shown, {asks(), looks()});
        for (int h = 0; h < most_maps; ++h) {
            if (!model_.exists(h)) continue;
            if (h == model_.head) look.selected = static_cast<int>(look.maps.size());
            if (h == hover_->head) look.pointed = static_cast<int>(look.maps.size());
            look.maps.push_back(head_map(ui.theme(), h, is_on(h), h == model_.head, first_switch,
                                         model_.maps[static_cast<size_t>(h)], model_.n));
        }
        look.columns = std::max(2, model_.head_count);
        look.height = look.most = measures(ui).heads;
        if (measures(ui).phone) {
            // All in one row, at the cost of the boxes where they are many: the switch over the large map
            // does the same.
            look.columns = std::max(2, model_.layer_count * model_.head_count);
            look.ticks = look.columns <= 4;
            look.gap = 6;
        }
        look.hovered = [this](int map, Entry entry) { hover_.note() = {entry, model_.head_at(map)}; };
        return look;
    }

    // ---- What is trained

    /// As many controls to a line as fit, or each in its own, and what the task is about.
    static Block settings(Ui& ui) {
        static constexpr const char* tasks[] = {"Different letters, again and again.",
                                                "Different letters, then the same backwards.",
                                                "Random letters, then equal steps in the alphabet.",
                                                "Nouns A to F take the verb O, G to M take P; N asks."};
        const auto about = [&ui] {
            return paragraph(caption, ui.theme().muted, tasks[ui.state().choice(task)], 52);
        };
        if (measures(ui).phone) return column(0, settings_of_phone(ui), about());
        const auto named = [&ui](int parameter, const char* name) {
            return choice(ui, parameter, ui.theme().muted, name);
        };
        const RowLook line{.gap = 24, .cross = Cross::middle};
        const auto first = [named, about, line](bool with_pace) {
            Items items{Item(named(task, "task")), Item(about(), share())};
            if (with_pace) items.emplace_back(named(pace, "steps a second"));
            return row(line, std::move(items));
        };
        return by_width([named, about, first, &ui](float width) {
            const bool pace_first = width >= 900;
            Blocks rest = figures::blocks(named(shape, "layers × heads"), toggle(ui, mlp),
                                          named(rate, "learning rate"), stepper(ui, seed));
            if (!pace_first) rest.push_back(named(pace, "steps a second"));
            return column(4, width >= 640 ? first(pace_first) : column(0, named(task, "task"), about()),
                          wrap(16, 4, std::move(rest)));
        });
    }

    static Block settings_of_phone(Ui& ui) {
        return by_width([&ui](float width) {
            const RowLook line{.gap = 5, .cross = Cross::middle};
            const auto named = [&ui, line](const char* name, int parameter) {
                return row(line, {Item(paragraph(caption, ui.theme().muted, name), pixels(47)),
                                  Item(choice(ui, parameter), share())});
            };
            Block shapes = named("layers × heads", shape), rates = named("learning rate", rate),
                  paces = named("steps a second", pace);
            if (width < 326)
                return column(0, choice(ui, task), std::move(shapes), std::move(rates),
                              row(line, {stepper(ui, seed), toggle(ui, mlp)}), std::move(paces));
            return column(0, choice(ui, task), std::move(shapes),
                          row(line, {Item(std::move(rates), share()), toggle(ui, mlp)}),
                          row(line, {Item(next_seed(), pixels(112)), Item(std::move(paces), share())}));
        });
    }

    /// The stepper's room is another control's on a phone.
    static Block next_seed() {
        return drawing(row_height, [](Ui& now, Rect rect) {
            const State& state = now.state();
            const int here = state.integer(seed),
                      next = here < static_cast<int>(state.maximum(seed)) ? here + 1 : 1;
            now.place_parameter(seed, rect);
            if (text_button(now, "next seed", rect, Phrase() << "seed " << here << " → " << next))
                now.change(seed, next);
            if (now.focused(seed)) now.focus_ring(rect);
        });
    }

    Trainer trainer_;
};

}  // namespace
}  // namespace learn

extern const ExhibitType learn_exhibit;
const ExhibitType learn_exhibit = {
    "learn",
    "It learns while you watch",
    "Watch a transformer learn: a map of noise becomes a diagonal. Then cut the head that does it.",
    learn::parameters(),
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<learn::Learn>()); },
    "map",
};

}  // namespace explainer
