// The exhibit `blend` of what a reader brings: the values of one head in the plane of their two principal
// directions, the output of one query among them, and where the temperature takes it. Not here: a query that
// is dragged among a few keys, as the page's own figure has it (exhibits/blend.cpp).
// Here parameters and the sheet; numbers and words are blend_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/blend_model.h"
#include "explainer/brought/kinds.h"
#include "explainer/brought/parts.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/map_view.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array blend_parameters = {
    integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The token that asks.", 0, most_tokens - 1, 0),
    integer_of("key", "key", "The token whose value is followed.", 0, most_tokens - 1, 0),
    toggle_of("causal", "earlier keys only",
              "A query sees its own token and those before it: for weights that follow from q and k.", false),
    logarithmic(number_of("temperature", "temperature T",
                          "Scores are divided by T before they become weights.",
                          BlendModel::coldest_temperature, BlendModel::hottest_temperature, 0.01, 1)),
    piece_of("showWeights", "weights", "The largest weights, and what the temperature comes to.", true),
};

constexpr float bars_beside = 860, button_room = 560;
constexpr int lines_shown = 6, names_shown = 3;
constexpr float near = 20;          // pixels from a dot that still point at it
constexpr int dots_apart = 64;      // of more there would be no room for names between them
constexpr float small_dot = 1.25f;  // a radius that is drawn as a square: of thousands of keys most are such

class HeadBlend final : public Exhibit {
    enum : int { layer, head, query, key, causal, temperature, bars_and_limits };

  public:
    explicit HeadBlend(std::shared_ptr<const HeadTensors> of) : model_(std::move(of)) {}

    /// What opens: the last query, and the key that it gives the most weight.
    static void open(Brought& out, const HeadTensors& of) {
        Ranges range(out);
        range.heads(of);
        range.initial(query, of.rows - 1);
        range.initial(causal, of.causal ? 1 : 0);
        BlendModel model({std::shared_ptr<void>(), &of});
        model.set({.query = of.rows - 1, .causal = of.causal});
        range.initial(key, std::max(0, model.heaviest()));
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    state.toggle(causal), state.number(temperature)});
        top_ = largest_of(model_.weights(), lines_shown).places;
        reach_ = {};
        for (int at = 0; at < of().cols; ++at) {
            if (!model_.lies(at)) continue;
            reach_.x = std::max(reach_.x, std::fabs(model_.at(at).x));
            reach_.y = std::max(reach_.y, std::fabs(model_.at(at).y));
        }
    }

    bool active(const State&, int parameter) const override { return parameter != causal || !of().attention; }
    std::string shown(const State& state, int parameter) const override {
        if (parameter == query) return asking(of(), state.integer(query));
        if (parameter != key) return state.shown(parameter);
        const int at = state.integer(key);
        Phrase out;
        out << looked_at(of(), at);
        if (model_.masked(at)) return out << ", masked";
        return out << ", weight " << weight_shown(model_.weight(at));
    }

    Description describe() const override {
        Description out = model_.describe();
        out.in_piece(bars_and_limits, {"Weights of"});
        return out;
    }
    std::string verbatim() const override { return tokens_of(of()); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto beside = [this, &ui] { return column(8, weights(ui), limits(ui)); };
            Block above = column(
                8, head_choice(ui, {layer, head, query, causal}, of(), width), heat(ui, width),
                headline_now(ui),
                numbers_line(ui.theme(), brought_vectors(of()), {0, model_.not_numbers(), 0}), pieces(ui));
            if (width < bars_beside || !ui.state().toggle(bars_and_limits))
                return column(8, std::move(above), values(ui, width), piece(ui, bars_and_limits, beside));
            const float left = std::floor(width * 0.6f);
            return column(8, std::move(above),
                          row({.gap = 32}, {Item(values(ui, left), pixels(left)),
                                            Item(piece(ui, bars_and_limits, beside), share())}));
        });
    }

  private:
    const HeadTensors& of() const { return model_.of(); }
    int looks() const { return hover_->key >= 0 ? hover_->key : model_.inputs().key; }

    static Block heat(Ui& ui, float width) {
        // Near the limits, not at them.
        const auto to = [](const char* label, double t) {
            return button(label, label, [t](Ui& with) { with.step(temperature, t); });
        };
        Block track = slider(temperature, {.color = ui.theme().ink, .label_width = 112, .value_width = 64});
        Block buttons = wrap(6, 0,
                             blocks(to("T = 0.01", BlendModel::coldest_temperature), to("T = 1", 1),
                                    to("T = 100", BlendModel::hottest_temperature)));
        if (width < button_room) return column(0, std::move(track), std::move(buttons));
        return row({.gap = 12}, {Item(std::move(track), share()), Item(std::move(buttons), pixels(250))});
    }

    Block headline_now(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto cut = [](const std::string& name) { return shortened(body, name, 110); };
        const std::string asks = cut(asking(of(), model_.inputs().query));
        const int heavy = model_.heaviest();
        if (heavy < 0)
            return headline({{"No weight of ", theme.ink},
                             {asks, theme.query, true},
                             {" is a number above 0", theme.ink}},
                            130);
        return headline({{asks, theme.query, true},
                         {" gives ", theme.ink},
                         {cut(told_apart(of(), heavy)), theme.key, true},
                         {" ", theme.ink},
                         headline_number(weight_shown(model_.weight(heavy)), theme.query),
                         {model_.has_output() ? ": its output lies within the values’ hull"
                                              : ": a value that it mixes is not finite, nor is its output",
                          theme.ink}},
                        130);
    }

    // ---- The values

    Block values(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        const float height = std::round(width * (width < 520 ? 0.8f : 0.62f));
        // Both directions fill the plane: its reach is that of the height.
        const double reach =
            std::max(reach_.y, reach_.x * static_cast<double>(height - 32) / static_cast<double>(width - 32));
        Block drawn = plane({.id = "values",
                             .reach = reach > 0 && std::isfinite(reach) ? reach : 1,
                             .aspect = height / width,
                             .most = width,
                             .clear_lines = true},
                            [this](PlanePen& pen) { draw(pen); });
        return column(4, text(strong, theme.ink, "Values in their two main directions"),
                      paragraph(caption, theme.muted,
                                Phrase() << Percent{model_.share(), 0}
                                         << " of their variance. A dot is as large as its weight; "
                                            "dashed: where T takes the output.",
                                100),
                      std::move(drawn));
    }

    static float radius(float weight) { return std::isnan(weight) ? 0 : 2 + 11 * std::sqrt(weight); }

    void draw(PlanePen& pen) const {
        const Theme& theme = pen.theme();
        const Vector2 o = model_.output();
        pen.hull(model_.hull(), theme.value);
        draw_small(pen);
        pen.curve(model_.way(), theme.output, 1.5f, true);
        if (model_.has_output())
            for (const int at : top_)
                if (model_.lies(at))
                    pen.segment(o, model_.at(at), theme.value.faded(at == looks() ? 0.8f : 0.4f),
                                1 + 12 * model_.weight(at));
        for (size_t i = top_.size(); i-- > 0;)
            pen.dot_at(model_.at(top_[i]), top_[i] == looks() ? theme.key : theme.value,
                       radius(model_.weight(top_[i])));
        const Vector2 cold = model_.coldest(), hot = model_.hottest();
        pen.cross_at(hot, theme.ink);
        pen.cross_at(cold, theme.ink);
        pen.dot_at(o, theme.paper, 9);
        pen.dot_at(o, theme.output, 7);
        const bool one_place = cold == hot;
        pen.label(o, o - hot + Vector2{1e-9, -2e-9}, {18, true}, theme.output,
                  one_place ? "o, the mean" : "o", 12);
        const int chosen = looks();
        name(pen, chosen, theme.key, true);
        for (size_t i = 0; i < std::min<size_t>(names_shown, top_.size()); ++i)
            if (top_[i] != chosen) name(pen, top_[i], theme.ink, false);
        if (!one_place) {
            pen.label(hot, hot - o, caption, theme.muted, "T → ∞", 11);
            pen.label(cold, cold - o, caption, theme.muted, "T → 0", 11);
        }
        point(pen);
    }

    void name(PlanePen& pen, int at, Color color, bool bold) const {
        if (!model_.lies(at)) return;
        if (bold) {
            const float around = std::max(4.0f, radius(model_.weight(at)) + 3);
            pen.ui().painter().ring(pen.at(model_.at(at)), around, color, 1.5f);
        }
        pen.label(model_.at(at), model_.at(at), {13, bold}, color,
                  shortened(caption, listed_name(of(), at), 84), radius(model_.weight(at)) + 6);
    }

    /// All values but those with the largest weights.
    void draw_small(PlanePen& pen) const {
        const Theme& theme = pen.theme();
        for (int at = 0; at < of().cols; ++at) {
            if (!model_.lies(at) || std::find(top_.begin(), top_.end(), at) != top_.end()) continue;
            const Point p = pen.at(model_.at(at));
            const float size = model_.weight(at) > 1e-3f ? radius(model_.weight(at)) : small_dot;
            const Color color = model_.masked(at) ? theme.line : theme.value.faded(0.7f);
            if (of().cols <= dots_apart)
                pen.dot_at(model_.at(at), color, size);  // names keep off it
            else if (size > small_dot)
                pen.ui().painter().disc(p, size, color);
            else
                pen.ui().painter().rectangle(Rect{p.x, p.y, 0, 0}.inset(-size), color, 0);
        }
    }

    /// A press on a dot is that key.
    void point(PlanePen& pen) const {
        Ui& ui = pen.ui();
        const PointerState pointer = ui.area("dots", pen.rect(), Grip::press);
        const int chosen = model_.inputs().key;
        if (model_.lies(chosen)) {
            const Rect place = target_at(pen.at(model_.at(chosen)));
            ui.place_parameter(key, place);
            if (ui.focused(key)) ui.focus_ring(place);
        }
        if (!pointer.hovered && !pointer.clicked) return;
        int nearest = -1;
        float least = near;
        for (int at = 0; at < of().cols; ++at) {
            if (!model_.lies(at)) continue;
            const float far = length(pen.at(model_.at(at)) - pointer.position);
            if (far >= least) continue;
            least = far;
            nearest = at;
        }
        if (nearest < 0) return;
        hover_.note().key = nearest;
        if (pointer.clicked) ui.step(key, nearest);
    }

    // ---- Beside them

    Block weights(Ui& ui) const {
        return row_bars(ui, {.asks = asking(of(), model_.inputs().query),
                             .weights = model_.weights(),
                             .keys = of().keys,
                             .looks = looks(),
                             .key_parameter = key,
                             .hovered = [this](int at) { hover_.note().key = at; }});
    }

    Block limits(Ui& ui) const {
        const Theme& theme = ui.theme();
        Phrase said;
        if (model_.heaviest() >= 0) {
            said << "As spread out as " << Fixed{model_.spread(), 1} << " equal weights. T\u00a0→\u00a00: ";
            if (model_.winners() == 1)
                said << "the value that scores highest";
            else
                said << "the mean of " << model_.winners() << " values that score highest";
            said << "; T\u00a0→\u00a0∞: the mean of " << plural(model_.mixed(), "value") << ".";
        }
        const char* const acts =
            of().attention
                ? "T acts on ln α: weights are α to the power 1 ÷ T, made to sum to 1. ln α is the "
                  "score but for a constant of the row, which softmax takes out."
                : "Scores q · k ÷ √d are divided by T before they become weights.";
        return column(4, paragraph(body, theme.ink, said, 128), paragraph(caption, theme.muted, acts, 156));
    }

    BlendModel model_;
    std::vector<int> top_;  // the largest weights
    Vector2 reach_;         // of all values, any way
    struct Pointed {
        int key = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

const Kind blend_kind = {
    .type = {.id = "blend",
             .title = "A blend of your own",
             .summary = "See a head of your own mix its values, and where a temperature takes the output.",
             .parameters = blend_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "hull"},
    .of = brought_as<HeadBlend, blend_kind, read_head<Wanted::arrivals>>};

}  // namespace explainer::brought
