// Online softmax: a query's row of scores comes in blocks, and three things are carried on: the largest, the
// sum, the blend. Here the sheet; what is carried is computed in streaming_model.*, its picture is drawn in
// streaming_stage.*. Not here: what it saves (cost.cpp).
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/streaming_stage.h"
#include "explainer/factor.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/player.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::streaming {
namespace {

using namespace figures;

constexpr float wide_from = 720;

class Streaming final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_.compute(state);
        hover_.forget_if(
            [this](const Pointed& on) { return on.block >= model_.now || on.key >= model_.come(); });
    }
    bool active(const State& state, int parameter) const override {
        return parameter != values || state.toggle(show_numbers);
    }
    Description describe() const override { return model_.describe(); }
    std::string numpy(const State&) const override { return model_.numpy(); }
    std::string shown(const State& state, int parameter) const override {
        if (parameter != step) return state.shown(parameter);
        return counted(state.integer(step), static_cast<int>(state.maximum(step)));
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const bool wide = width >= wide_from;
            Items line;  // (with little room presets take pages behind the sizes)
            if (wide) line.emplace_back(figures::presets(streaming::presets()), share());
            line.emplace_back(text(body, ui.theme().muted, "block"));
            if (wide)
                line.emplace_back(choice_line(ui, block));
            else
                line.emplace_back(choice_line(ui, block, streaming::presets()), share());
            Block first = player({.parameter = step,
                                  .action = play,
                                  .ends = false,
                                  .shown = [this](int now) { return counted(now, model_.blocks); },
                                  .said = true,
                                  .tight = true}),
                  second = said(ui.theme(), wide);
            // The pieces stand with the player, or where that needs all the room, with the sentence.
            const auto with_pieces = [&ui](Block part) {
                return row({.gap = 16, .cross = Cross::middle},
                           {Item(std::move(part), share()), Item(pieces(ui))});
            };
            (wide ? first : second) = with_pieces(std::move(wide ? first : second));
            return column(
                8, std::move(first), std::move(second), stage(model_, hover_, wide),
                piece(ui, show_carried, [&] { return cards(model_, hover_, wide); }),
                row({.gap = 8, .cross = Cross::middle}, std::move(line)), piece(ui, show_numbers, [&] {
                    return column(8, rule(),
                                  tiles(280, 32, 16, blocks(arithmetic(ui), values_plane(ui), same(ui))));
                }));
        });
    }

  private:
    /// The live sentence: the sum, and, where there is room, what it is for.
    Block said(const Theme& theme, bool wide) const {
        if (model_.now == 0) return headline({{"No key has come yet.", theme.ink}}, wide ? 68 : 28);
        const Vector2 o = model_.output(model_.now);
        std::vector<Run> runs = {
            {Phrase() << "After " << model_.come() << " of " << keys << " keys, ℓ is ", theme.ink},
            headline_number(fixed(model_.l(model_.now), 3), theme.query)};
        if (wide)
            runs.push_back(
                {Phrase() << ", the output u ÷ ℓ (" << Fixed{o.x, 2} << ", " << Fixed{o.y, 2} << ")",
                 theme.output});
        return headline(std::move(runs), wide ? 68 : 28);
    }

    /// The block that is looked at: the one under the pointer, else the newest.
    int shown_block() const { return hover_->block >= 0 ? hover_->block : model_.now - 1; }

    static std::string counted(int now, int blocks) { return Phrase() << now << " of " << blocks; }
    /// 1 as it is, other numbers with three decimals.
    static std::string number(double value) { return as_factor(fixed(value, value == 1 ? 0 : 3)); }

    // ---- One block, number by number

    Block arithmetic(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int b = std::max(0, shown_block());
        const attention::OnlineSoftmax &old = model_.after[at(b)],
                                       &now = model_.after[at(std::min(b + 1, model_.now))];
        const double factor = b > 0 ? model_.factors[at(b)] : 0;
        const auto line = [](Math content) { return formula({.most = 38}, std::move(content)); };
        // What was there, scaled, and what the keys add: one by one, where there are few of them.
        const auto sum = [&](Color color, const char* name, double before, double after, int c) {
            std::vector<Math> parts = {colored(color, bold(name)), " = "};
            const auto add = [&](std::string text, bool lit) {
                if (parts.size() > 2) parts.emplace_back(" + ");
                parts.push_back(colored(lit ? theme.query : theme.ink, std::move(text)));
            };
            if (b > 0) add(Phrase() << number(before) << " · " << factor_text(factor, 4), false);
            for (int j = b * model_.size;
                 model_.size <= 2 && j < std::min((b + 1) * model_.size, model_.come()); ++j) {
                const std::string e = number(model_.added(j));
                add(c < 0 ? e : e + " · " + as_factor(tenths_of(model_.v[2 * j + c])), hover_->key == j);
            }
            if (model_.size > 2 && b > 0) add(number(after - before * factor), false);
            if (parts.size() > 2) parts.emplace_back(" = ");
            parts.push_back(bold(fixed(after, 3)));
            return line(math(std::move(parts)));
        };
        return column(
            8, text(strong, theme.ink, "what m did to the old sum"),
            line(b > 0
                     ? Math(Phrase() << "exp(" << Fixed{old.largest, 2} << " − "
                                     << as_factor(fixed(now.largest, 2)) << ") = " << factor_text(factor, 4))
                     : Math("nothing was carried")),
            drawing(36,
                    [factor, any = b > 0](Ui& now, Rect rect) {
                        const float kept = rect.width * now.eased("kept", static_cast<float>(factor));
                        if (any) hatch(now, rect);
                        now.painter().rectangle({rect.x, rect.y, kept, rect.height},
                                                mix(now.theme().paper, now.theme().query, 0.38f), 0);
                        now.painter().outline(rect, now.theme().line, 1, 0);
                    }),
            text(caption, theme.muted, "hatched: what the new scale takes off", Align::right),
            sum(theme.query, "ℓ", old.sum, now.sum, -1),
            sum(theme.output, "u₁", old.blend[0], now.blend[0], 0),
            sum(theme.output, "u₂", old.blend[1], now.blend[1], 1));
    }

    // ---- Where the output is, block by block

    Block values_plane(Ui& ui) const {
        return column(8, text(strong, ui.theme().ink, "the answer so far, u ÷ ℓ"),
                      plane({.id = "plane",
                             .reach = value_reach / 0.84,
                             .aspect = 0.84f,
                             .most = 280,
                             .clear_lines = true},
                            [this](PlanePen& pen) { draw_values(pen); }));
    }

    void draw_values(PlanePen& pen) const {
        const Theme& theme = pen.theme();
        const auto cell = pen.ui().focused_cell(values);
        for (int b = 1; b <= model_.now; ++b) {
            const Vector2 stop = model_.output(b);
            if (b > 1) pen.segment(model_.output(b - 1), stop, theme.output, 2);
            pen.dot_over(stop, theme.output, b == shown_block() + 1 ? 6 : 4);
        }
        pen.ring_at(model_.whole, theme.ink, 9);
        for (int j = 0; j < keys; ++j) {
            const std::string name = "v" + subscript(j + 1);
            const bool come = j < model_.come();
            pen.dot_at(model_.value(j), theme.value.faded(0.25f),
                       9 + 16 * static_cast<float>(std::sqrt(model_.weights[j])));
            const PointerState pointer = pen.handle(
                name, model_.value(j),
                {.color = come ? theme.value : theme.muted,
                 .name = name,
                 .pointed = hover_->key == j || (cell && cell->row == j)},
                [&](Vector2 to) {
                    const double place[] = {to.x, to.y};
                    for (int c = 0; c < 2; ++c)
                        pen.ui().change_cell(values, j, c,
                                             pen.ui().state().snapped(
                                                 values, std::clamp(place[c], -value_reach, value_reach)));
                });
            if (come && (pointer.hovered || pointer.held)) hover_.note() = {j, model_.block_of(j)};
        }
        pen.ui().place_parameter(values, pen.rect());
    }

    // ---- The other way

    Block same(Ui& ui) const {
        const Theme& theme = ui.theme();
        const Vector2 o = model_.output(model_.now), w = model_.whole, off = o - w;
        Block both = by_width([&theme, o, w, off, come = model_.come()](float width) {
            std::vector<TableRow> rows(3);
            const auto fill = [&](TableRow& row, Color color, const char* name, std::string of, Vector2 at,
                                  bool heavy) {
                row.add(name, color, true).add(width < 300 ? "" : std::move(of), theme.muted);
                for (const double one : {at.x, at.y}) row.add(fixed(one, 4), theme.ink, heavy);
            };
            fill(rows[0], theme.output, "u ÷ ℓ", "4 numbers", o, true);
            fill(rows[1], theme.output, "Σ α v", plural(come, "weight"), w, false);
            fill(rows[2], theme.muted, "difference", "", off, true);
            rows[2].ruled = true;
            return table({},
                         {{.align = Align::left},
                          {.align = Align::left, .track = share()},
                          {.sample = "−0.0000"},
                          {.sample = "−0.0000"}},
                         std::move(rows));
        });
        std::vector<Segment> shares;
        for (int j = 0; j < keys; ++j)
            shares.push_back(
                {.label = "α" + subscript(j + 1),
                 .value = model_.weights[j],
                 .color = mix(theme.paper, theme.query, model_.block_of(j) == model_.now - 1 ? 1 : 0.45f),
                 .shown = percent(model_.weights[j], 1)});
        return column(
            8, text(strong, theme.ink, "the same keys at once"), std::move(both),
            text(caption, theme.muted, "weights α so far: each new key changes them all"),
            stacked_bar(
                {.id = "weights", .selected = hover_->key, .pointing = {[this](int j) {
                                                               if (j < model_.come())
                                                                   hover_.note() = {j, model_.block_of(j)};
                                                           }}},
                std::move(shares)));
    }

    Model model_;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace explainer::streaming

namespace explainer {

extern const ExhibitType streaming_exhibit;
const ExhibitType streaming_exhibit = {
    "streaming",
    "Softmax without the whole row",
    "Let scores come in blocks: the largest, a sum and a blend are all that is kept.",
    streaming::parameters(),
    streaming::presets(),
    [] { return std::unique_ptr<Exhibit>(std::make_unique<streaming::Streaming>()); },
    "stream",
};

}  // namespace explainer
