// Decode: one more token with a cache of keys and values, beside the same without: what is done, what was
// done before, what is kept. Here controls and charts; the two pictures are in decode_panel.*, what is
// computed and said in decode_model.*. Not here: lengths that matter in practice (cost.cpp), words that a
// model chose (next_word.cpp).
#include <algorithm>
#include <array>
#include <memory>

#include "explainer/exhibit.h"
#include "explainer/exhibits/decode_panel.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace decode {
namespace {

using namespace figures;

constexpr std::array sharing = {Choice{"4", "4"}, Choice{"2", "2"}, Choice{"1", "1"}};
constexpr std::array parameters = {
    integer_of("token", "token", "How far the sentence is written; this token is computed.", 1, tokens, 8),
    choice_of("kvHeads", "k, v heads", "How many heads of keys and values 4 heads of queries share.", sharing,
              1),
    integer_of("head", "head", "The head of queries whose weights are shown.", 1, heads, 1),
    play_of("token"),
    piece_of("showCharts", "charts", "The work for each token, and what is kept.", true),
};

constexpr float wide_from = 700, chart_height = 176, axis = 22;

class Decode final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_.compute(state.integer(token), heads >> state.choice(kv_heads), state.integer(head) - 1);
    }
    std::string shown(const State& state, int parameter) const override {
        return parameter == token ? of_all(state.integer(token)) : state.shown(parameter);
    }
    std::string verbatim() const override {
        std::string out;
        for (const char* word : words) out += std::string(word) + " ";
        return out;
    }
    Description describe() const override {
        Description out = model_.describe();
        out.in_piece(show_charts, {"Multiplications"});
        return out;
    }
    std::string numpy(const State&) const override { return model_.numpy(); }

    Block sheet(Ui& ui) const override {
        const bool wide = ui.width() >= wide_from;
        const Theme& theme = ui.theme();
        PlayerLook look{.parameter = token, .action = play, .ends = false, .tight = true};
        look.shown = of_all;
        Items controls;
        if (wide) controls.push_back(Item(player(std::move(look)), share()));
        constexpr const char* label = "key–value heads for 4 query heads";
        controls.push_back(wide ? Item(text(body, theme.muted, label))
                                : Item(paragraph(body, theme.muted, label), share()));
        controls.push_back(Item(choice(ui, kv_heads)));
        Block shared = row({.gap = 16, .cross = Cross::middle}, std::move(controls)),
              sides = row({.gap = wide ? 28.0f : 16.0f},
                          {Item(side(ui, true), share()), Item(side(ui, false), share())});
        return column(wide ? 8.0f : 4.0f,
                      wide ? column(8, std::move(shared), std::move(sides))
                           : column(4, player(std::move(look)), std::move(sides), std::move(shared)),
                      wrap(16, 4, blocks(pieces(ui), stepper(ui, head))),
                      piece(ui, show_charts, [&] { return charts(ui); }));
    }

  private:
    static std::string of_all(int t) { return Phrase() << "token " << t << " of " << tokens; }
    /// The token that the charts' words are about.
    int looked_at() const { return hover_->token >= 0 ? hover_->token + 1 : model_.token; }

    /// A panel with its title; both titles are as high.
    Block side(Ui& ui, bool cached) const {
        const auto title = [&](bool of) {
            return paragraph(ui.width() >= wide_from ? heading : Type{13, true}, ui.theme().ink,
                             of ? "with a cache: one new row" : "without: everything again");
        };
        return column(4, tallest(blocks(title(cached), title(!cached))), panel(model_, hover_, cached));
    }

    Block charts(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto chart = [&](bool kept) {
            return column(4,
                          titled(theme.ink, kept ? "what is kept" : "work for each token", theme.muted,
                                 kept ? "bytes, 16 bit each" : "multiplications"),
                          drawing(chart_height, [this, kept](Ui& on, Rect rect) {
                              const Ui::Scope scope(on, kept ? "bytes" : "work");
                              draw_chart(on, rect, kept);
                          }));
        };
        return column(
            8, rule(), beside(600, 28, {Item(chart(false), share()), Item(chart(true), share())}),
            paragraph(
                caption, theme.muted,
                "Counted for one layer of width 64 with 4 heads of 16: a token’s q, k and v, its scores "
                "and its blend. The rest of the layer is computed for the new token alone with a cache, "
                "for every token without. Queries and keys are random numbers from a seed."));
    }

    void draw_chart(Ui& ui, Rect rect, bool kept) const {
        const Theme& theme = ui.theme();
        const float pitch = rect.width / tokens, base = rect.bottom() - axis;
        const double most = kept ? Model::bytes_with(heads, tokens) : model_.work(false, tokens);
        const auto top_of = [&](double value) {
            return base - (base - rect.y - 4) * static_cast<float>(value / most);
        };
        const PointerState pointer = ui.area("bars", rect, Grip::press);
        const int at =
            std::clamp(static_cast<int>((pointer.position.x - rect.x) / pitch), 0, int{tokens} - 1);
        if (pointer.hovered) hover_.note().token = at;
        if (pointer.clicked) {
            ui.pause();
            ui.step(token, at + 1);
        }
        const int look = looked_at();
        ui.painter().rectangle({rect.x + pitch * static_cast<float>(look - 1), rect.y, pitch, base - rect.y},
                               band_color(theme), 0);
        const double now = static_cast<double>(ui.eased("heads", static_cast<float>(model_.kv_heads)));
        for (int t = 1; t <= tokens; ++t) {
            const bool later = t > model_.token, here = t == model_.token;
            const double whole = kept ? Model::bytes_with(heads, t) : model_.work(false, t),
                         upper = kept ? Model::bytes_with(1, t) * now : whole,
                         lower = kept ? upper / 2 : model_.work(true, t);
            const float left = rect.x + pitch * (static_cast<float>(t) - 0.92f), wide = pitch * 0.84f,
                        strength = later  ? 0.25f
                                   : here ? 1.0f
                                          : 0.55f;
            const auto bar = [&](double from, double to) {
                return Rect{left, top_of(to), wide, top_of(from) - top_of(to)};
            };
            const auto fill = [&](double from, double to, Color color) {
                ui.painter().rectangle(bar(from, to), mix(theme.paper, color, strength), 0);
            };
            fill(0, lower, kept ? theme.key : theme.query);
            if (kept) fill(lower, upper, theme.value);
            if (!kept && !later && t > 1) {
                draw_again(ui, bar(lower, upper));
                ui.painter().outline(bar(lower, upper), theme.line, 1, 0);
            }
            if (kept || later) dashed_outline(ui, bar(0, whole), theme.line, 1);
            ui.text({left + wide / 2, base + 4}, {13, here}, here ? theme.ink : theme.muted,
                    std::to_string(t), Align::centre);
        }
        ui.painter().line({rect.x, base}, {rect.right(), base}, theme.line, 1);

        // What stands at the left is clear of the bars there, which are low: at its level where it can be.
        const auto level = [&](double value, float lowest, Type type, const std::string& note) {
            const float y = top_of(value), middle = std::clamp(y, rect.y + 12, rect.y + lowest),
                        line = middle - fonts::line_height(type) / 2;
            const std::string number = grouped(value);
            const float behind = rect.x + fonts::width(type, number) + 8,
                        from = behind + fonts::width(caption, note) + 8,
                        to = rect.x + pitch * (static_cast<float>(look) - 0.92f);
            ui.text({rect.x, line}, type, theme.ink, number);
            ui.text({behind, middle - fonts::line_height(caption) / 2}, caption, theme.muted, note);
            if (y <= rect.y + lowest && to > from) dashed(ui, {from, y}, {to, y}, theme.line, 1);
            return middle;
        };
        if (kept) {
            level(Model::bytes_with(heads, look), 40, body, "with 4 heads");
            if (model_.kv_heads < heads)
                level(model_.bytes(look), 96, strong, Phrase() << "with " << model_.kv_heads);
            return;
        }
        const float under =
            level(model_.work(false, look), 40, strong, Phrase() << "for token " << look) + 12;
        ui.text({rect.x, under}, strong, theme.query, Phrase() << "= " << plural(look, "blue bar"));
        ui.text({rect.x, under + 20}, caption, theme.muted,
                Phrase() << grouped(model_.work(true, look)) << " with a cache");
    }

    Model model_;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace decode

extern const ExhibitType decode_exhibit;
const ExhibitType decode_exhibit = {
    "decode",
    "Writing on with a cache",
    "Write on word by word: see what a cache of keys and values saves, and what it takes.",
    decode::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<decode::Decode>()); },
    "panels",
};

}  // namespace explainer
