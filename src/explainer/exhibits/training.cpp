// Training: one looks at the model that learned as it was at 24 steps of its training. Over one axis of time
// the loss with a handle on it, what a head does by then, and its map as a film strip; below, that map and
// what the model says next, beside one checkpoint earlier. The loss and the scores are stored numbers, so
// they stand before any weights are there. Weights are asked for as they are looked at: none for the curve
// alone; those of now, then of one checkpoint earlier, then for the film strip the others, last to first. The
// numbers are in training_model.*. Not here: a model that is trained in the page (learn.cpp).
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/training_time.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/player.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace training {
namespace {

using namespace figures;
using learned_heads::HeadsOfLearned, learned_heads::LearnedExhibit;

constexpr float map_height = 304;
constexpr float seconds_a_frame = 0.33f;  // twice as long where copying appears

class Training final : public HeadsOfLearned<Model> {
  public:
    void compute(const State& state) override {
        // What could not be had is tried again, as it is looked at.
        if (const int to = state.integer(checkpoint); to != model_.now)
            for (const int file : {to, missing_for(to)})
                if (file >= 0) this->file(file) = {};
        model_.read(state);
        for (const int of : {model_.now, model_.now - 1})  // (the others in slices)
            if (of >= 0 && model_.can_run() == of) model_.run(of);
        model_.rank();
        hover_.forget_if(
            [this](const Pointed& on) { return std::max(on.cell.row, on.cell.col) >= model_.n; });
    }
    bool advance(float) override { return model_.run_next(); }

    std::optional<Request> take_request() override {
        const int wanted = waiting_for_ >= 0 ? -1 : next_wanted();
        if (wanted < 0) return std::nullopt;
        waiting_for_ = wanted;
        if (wanted == last) return Request{"learned", {}};
        return Request{"checkpoint", {{"step", static_cast<double>(measured(wanted).step)}}};
    }
    void receive(const Reply& reply) override {
        File& of = file(waiting_for_);
        if (waiting_for_ == last)
            LearnedExhibit::receive(reply);
        else if (!reply.tensors.empty())
            of.trouble = take(waiting_for_, reply.tensors);
        if (!reply.error.empty()) of.trouble = reply.error;
        if (!reply.done) return;
        of.asked = true;
        waiting_for_ = -1;
        while (model_.run_next()) {
        }
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == typed && state.choice(sentence) != own_words) return false;
        return parameter == checkpoint || parameter >= play || state.toggle(show_map);
    }
    std::string shown(const State& state, int parameter) const override {
        if (parameter == checkpoint)
            return Phrase() << "step " << grouped(measured(state.integer(checkpoint)).step) << " of "
                            << grouped(measured(last).step);
        return HeadsOfLearned::shown(state, parameter);
    }
    std::string numpy(const State&) const override { return model_.numpy(); }

    Block sheet(Ui& ui) const override {
        const bool in_band = model_.now >= band().from && model_.now <= band().to;
        ui.set_stride(checkpoint, 1, 0, in_band ? 2 * seconds_a_frame : seconds_a_frame);
        const bool alone = essential_alone(ui.state());
        return column(8, top(ui), time(ui),
                      at_least(
                          760, [] { return figures::presets(presets()); },
                          [alone, &ui] { return alone ? pieces(ui) : figures::presets(presets()); }),
                      piece(ui, show_map, [&] { return column(8, rule(), below(ui)); }));
    }

  private:
    bool there() const { return model_.frame(model_.now).there; }

    // ---- What is asked of the host

    bool loaded() const override { return learned::weights() != nullptr; }
    void run_model() override {}

    /// The file to ask for next: what is looked at, the one before, then from the last to the first.
    int next_wanted() const {
        const auto missing = [this](int of) {
            if (of < 0 || !model_.needed(of) || model_.frame(of).there) return -1;
            const int file = missing_for(of);
            return file < 0 || this->file(file).asked ? -1 : file;
        };
        for (const int of : {model_.now, model_.now - 1})
            if (const int file = missing(of); file >= 0) return file;
        for (int of = last; of >= 0; --of)
            if (const int file = missing(of); file >= 0) return file;
        return -1;
    }

    /// Why the map is not there yet.
    std::string late() const {
        const int of = missing_for(model_.now);
        return of < 0 || file(of).trouble.empty() ? waiting() : file(of).trouble;
    }

    // ---- Over the figure

    /// What plays it stands before the sentence that it changes.
    Block top(Ui& ui) const {
        return by_width([this, &ui](float width) {
            const bool wide = width >= 760;
            Block told = row({.gap = 12, .cross = Cross::middle},
                             {Item(stops({.parameter = checkpoint, .action = play}), pixels(row_height)),
                              Item(said(ui.theme(), wide), share())});
            if (!wide)
                return essential_alone(ui.state()) ? std::move(told) : column(4, std::move(told), pieces(ui));
            return row({.gap = 16, .cross = Cross::middle},
                       {Item(std::move(told), share()), Item(pieces(ui))});
        });
    }
    /// The live sentence.
    Block said(const Theme& theme, bool wide) const {
        const Measured& now = measured(model_.now);
        std::vector<Run> runs = {{"At " + step_name(model_.now) + " the loss is ", theme.ink},
                                 headline_number(fixed(now.loss, 2), theme.ink)};
        if (wide)
            runs.push_back(
                {Phrase() << " nats per word, " << Percent{now.copies_right, 0} << " of copies are right",
                 theme.muted});
        return headline(std::move(runs), wide ? 76 : 34);
    }

    Block time(Ui& ui) const {
        TimeLook look{.model = &model_, .pointed = hover_->step, .cell = pointed_cell(ui), .thin = thin(ui)};
        look.hand = {hover_->step >= 0, hover_->held, ui.focused(checkpoint)};
        look.hovered = [this](int at, bool held) {
            hover_.note().step = at;
            hover_.note().held = held;
        };
        return time_line(ui, std::move(look));
    }
    Entry pointed_cell(Ui& ui) const {
        if (hover_->cell.row >= 0 && hover_->cell.col >= 0) return hover_->cell;
        const std::optional<MatrixCell> focused = ui.focused_cell(row_focus);
        return focused ? Entry{focused->row, focused->col} : Entry{};
    }
    /// What the pointer is on, over time.
    Thin thin(Ui& ui) const {
        Thin out;
        const Entry cell = pointed_cell(ui);
        const bool in_map = cell.row >= 0 && cell.col >= 0 && cell.col <= cell.row && cell.row < model_.n;
        if (!in_map && hover_->word < 0) return out;
        for (int of = 0; of < checkpoint_count; ++of) {
            double value = std::nan("");
            if (model_.frame(of).there)
                value = in_map ? model_.weight(of, cell.row, cell.col)
                               : model_.shares(of)[static_cast<size_t>(hover_->word)];
            out.values.push_back(value);
        }
        out.color = in_map ? ui.theme().ink : ui.theme().output;
        if (in_map)
            out.name = Phrase() << "thin: " << model_.quoted(cell.row) << " to " << model_.quoted(cell.col);
        else
            out.name = Phrase() << "thin: " << learned::quoted_token(hover_->word) << " is next";
        return out;
    }

    // ---- Below

    Block below(Ui& ui) const {
        Block reads = choice_line(ui, sentence);
        if (ui.state().choice(sentence) == own_words)
            reads = row({.gap = 12}, {Item(std::move(reads), share()), Item(text_field(typed), share())});
        return column(
            8, std::move(reads),
            at_least(
                760,
                [this, &ui] {
                    return row({.gap = 48}, {Item(map(ui), share(54)), Item(next_word(ui, true), share(46))});
                },
                [this, &ui] { return column(16, map(ui), next_word(ui, false)); }));
    }

    Block map(Ui& ui) const {
        const Theme& theme = ui.theme();
        MatrixLook look =
            learned_heads::map_of_head(theme, model_, model_.head, true, {model_.asks, model_.looks},
                                       model_.version * checkpoint_count + static_cast<uint64_t>(model_.now));
        look.cells.powers = false;
        look.frame.col_labels = {model_.words, theme.key, model_.looks};
        look.frame.label_lines = 2;
        look.marks.pointed = hover_->cell;
        look.size.height = map_height;
        look.size.least = 20;
        look.size.most_cols = most_shown;
        look.hand.row_parameter = row_focus;
        look.hand.col_parameter = column_focus;
        look.hand.hovered = [this](Entry entry) { hover_.note().cell = entry; };
        look.hand.row_pressed = [&ui](int i) { ui.step(row_focus, i); };
        return column(6, drawing(row_height, [this](Ui& now, Rect rect) { draw_heads(now, rect); }),
                      matrix(std::move(look)), reading(ui));
    }

    /// All eight in one line at any width, the layers apart.
    void draw_heads(Ui& ui, Rect rect) const {
        const float width = std::min(54.0f, (rect.width - 8) / learned::head_count);
        ui.place_parameter(head_choice, rect);
        for (int h = 0; h < learned::head_count; ++h) {
            const float x = rect.x + width * static_cast<float>(h) + (h < learned::heads_a_layer ? 0 : 8);
            if (text_button(ui, "head/" + head_name(h), {x, rect.y, width - 4, rect.height}, head_name(h),
                            h == model_.head))
                ui.step(head_choice, h);
        }
        if (ui.focused(head_choice)) ui.focus_ring(rect);
    }

    /// The weight that is looked at; or what is wrong.
    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<Run> runs = {{" ", theme.ink}};
        if (!there()) {
            runs = {{late(), theme.muted}};
        } else if (!model_.unknown.empty()) {
            runs = learned_heads::never_saw(theme, model_.unknown.front());
        } else {
            const int i = model_.asks, j = model_.looks;
            runs = {{model_.quoted(i) + " gives " + model_.quoted(j), theme.ink},
                    {" " + fixed(model_.weight(model_.now, i, j), 3), theme.query, true}};
            if (model_.question && model_.question->source == j)
                runs.push_back({", which decides what is right", theme.muted});
        }
        return paragraph(caption, std::move(runs), 60);
    }

    Block next_word(Ui& ui, bool wide) const {
        const Theme& theme = ui.theme();
        ComparedBarsLook look{.id = "candidate", .title = "six likeliest, at step", .now_color = theme.ink};
        look.now = grouped(measured(model_.now).step);
        look.compared = there() && model_.earlier();
        if (look.compared) look.before = grouped(measured(model_.now - 1).step);
        look.row = wide ? 43 : 36;
        std::vector<ComparedBar> words;
        if (there()) {
            const Probabilities now = model_.shares(model_.now),
                                before = look.compared ? model_.shares(model_.now - 1) : now;
            for (const int token : model_.likeliest) {
                const auto at = static_cast<size_t>(token);
                words.push_back(learned_heads::candidate(token, color_of(theme, token), before[at], now[at]));
            }
        }
        look.pointing.hovered = [this](int i) {
            hover_.note().word = model_.likeliest[static_cast<size_t>(i)];
        };
        return column(6, text(strong, theme.ink, "Next word after " + model_.quoted(model_.asks)),
                      says(theme, model_.now - 1), says(theme, model_.now),
                      compared_bars(std::move(look), std::move(words)),
                      paragraph(caption, theme.muted, "Outline: one checkpoint earlier. Filled: now."));
    }
    Color color_of(const Theme& theme, int token) const {
        return model_.answers(token) ? theme.output : model_.question ? theme.muted : theme.ink;
    }

    /// The end of the sentence with the word that is likeliest at a checkpoint.
    Block says(const Theme& theme, int of) const {
        if (of < 0 || !model_.frame(of).there) return space(28);
        const int token = likeliest_of(model_.shares(of));
        const bool right = model_.answers(token);
        learned_heads::Saying said{
            .name = step_name(of), .before = end_of(model_, 2), .word = learned_heads::word_of(token)};
        said.name_color = of == model_.now ? theme.ink : theme.muted;
        said.color = !model_.question ? theme.ink : right ? theme.output : theme.wrong;
        if (model_.question) said.right = right;
        said.name_width = 84;
        return saying(theme, std::move(said));
    }

    /// What was asked for: once each, but what is turned to is asked for again.
    struct File {
        bool asked = false;
        std::string trouble;
    };
    const File& file(int of) const { return files_[static_cast<size_t>(of)]; }
    File& file(int of) { return files_[static_cast<size_t>(of)]; }

    int waiting_for_ = -1;  // the checkpoint whose weights the host was asked for
    std::array<File, checkpoint_count> files_;
};

}  // namespace
}  // namespace training

extern const ExhibitType training_exhibit;
const ExhibitType training_exhibit = {
    "training",
    "How it came to know",
    "Go through the training of a model: its loss falls, and a head begins to copy.",
    training::parameters(),
    training::presets(),
    [] { return std::unique_ptr<Exhibit>(std::make_unique<training::Training>()); },
    "curve",
};

}  // namespace explainer
