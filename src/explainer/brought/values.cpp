// The exhibit `values` of what a reader brings: of one query the weight of each key beside what arrives of
// its value, α‖v‖. A large weight on a short value is little. Not here: outputs put together component by
// component, as the page's own figure does (exhibits/values.cpp).
// Here parameters and the sheet; numbers and words are values_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/kinds.h"
#include "explainer/brought/parts.h"
#include "explainer/brought/values_model.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array listed_by_choices = {Choice{"arrives", "what arrives"}, Choice{"weight", "weight"},
                                          Choice{"place", "key"}};

constexpr std::array values_parameters = {
    integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The token that asks.", 0, most_tokens - 1, 0),
    integer_of("key", "key", "The token whose value is followed.", 0, most_tokens - 1, 0),
    toggle_of("causal", "earlier keys only",
              "A query sees its own token and those before it: for weights that follow from q and k.", false),
    choice_of("order", "order", "What the list of keys is ordered by.", listed_by_choices),
    integer_of("from", "from place", "The first key of the list.", 0, most_tokens - 1, 0),
    piece_of("showTogether", "together", "What all keys add up to.", true),
};

constexpr int values_rows = 10;
constexpr float with_bars = 720;

class HeadValues final : public Exhibit {
    enum : int { layer, head, query, key, causal, order, from, together };

  public:
    explicit HeadValues(std::shared_ptr<const HeadTensors> of) : model_(std::move(of)) {}

    /// What opens: the last query, and the key that most of it arrives from.
    static void open(Brought& out, const HeadTensors& of) {
        Ranges range(out);
        range.heads(of);
        range.most(from, std::max(0, of.cols - values_rows));
        range.initial(query, of.rows - 1);
        range.initial(causal, of.causal ? 1 : 0);
        ValuesModel model({std::shared_ptr<void>(), &of});
        model.set({.query = of.rows - 1, .causal = of.causal});
        range.initial(key, std::max(0, model.most_arrives()));
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    state.toggle(causal), static_cast<ListedBy>(state.choice(order))});
    }

    bool active(const State&, int parameter) const override { return parameter != causal || !of().attention; }
    std::string shown(const State& state, int parameter) const override {
        if (parameter == query) return asking(of(), state.integer(query));
        if (parameter == key)
            return Phrase() << looked_at(of(), state.integer(key)) << ", " << reading(state.integer(key));
        return state.shown(parameter);
    }

    Description describe() const override {
        Description out = model_.describe();
        out.in_piece(together, {"Together"});
        return out;
    }
    std::string verbatim() const override { return tokens_of(of()); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto sums = [this, &ui] { return sums_of_all(ui); };
            return column(8, head_choice(ui, {layer, head, query, causal}, of(), width), headline_now(ui),
                          numbers_line(ui.theme(), brought_vectors(of()), {0, no_numbers(), 0}),
                          list_controls(ui, order, from, width), list(ui, width), reading_line(ui),
                          pieces(ui), piece(ui, together, sums));
        });
    }

  private:
    const HeadTensors& of() const { return model_.of(); }
    int looks() const { return hover_->key >= 0 ? hover_->key : model_.inputs().key; }
    int no_numbers() const {
        int out = 0;
        for (int at = 0; at < of().cols; ++at)
            out += !model_.masked(at) && model_.place_by_weight(at) == 0 ? 1 : 0;
        return out;
    }

    Block headline_now(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto cut = [](const std::string& name) { return shortened(body, name, 110); };
        const std::string asks = cut(asking(of(), model_.inputs().query));
        const int heavy = model_.most_weight(), most = model_.most_arrives();
        if (most < 0)
            return headline({{"No weight of ", theme.ink},
                             {asks, theme.query, true},
                             {" is a number, or no value is", theme.ink}},
                            120);
        std::vector<Run> runs = {{asks, theme.query, true},
                                 {" gives ", theme.ink},
                                 {cut(told_apart(of(), heavy)), theme.key, true}};
        if (heavy == most) {
            runs.push_back({" the most weight, and most arrives from it: ", theme.ink});
        } else {
            runs.push_back({" the most weight, but most arrives from ", theme.ink});
            runs.push_back({cut(told_apart(of(), most)), theme.key, true});
            runs.push_back({": ", theme.ink});
        }
        runs.push_back(headline_number(size_shown(model_.arrives(most)), theme.value));
        return headline(std::move(runs), 130);
    }

    /// What arrives of one key, and its places.
    std::string reading(int at) const {
        if (model_.masked(at)) return "masked";
        Phrase out;
        out << "α‖v‖ = " << model_.product(at);
        if (model_.place_by_weight(at) > 0)
            out << ", no. " << model_.place_by_weight(at) << " by weight, no. " << model_.place_by_arrival(at)
                << " by what arrives";
        return out;
    }
    Block reading_line(Ui& ui) const {
        const Theme& theme = ui.theme();
        return paragraph(caption,
                         {{shortened(caption, told_apart(of(), looks()), 120), theme.key, true},
                          {": ", theme.ink},
                          {reading(looks()), theme.ink}},
                         104);
    }

    Block list(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        const bool wide = width >= with_bars;
        const std::vector<int>& all = model_.listed();
        const int count = static_cast<int>(all.size());
        const int first = std::clamp(ui.state().integer(from), 0, std::max(0, count - values_rows));
        const double most_weight = model_.most_weight() < 0
                                       ? 1
                                       : static_cast<double>(model_.weight(model_.most_weight())),
                     most = model_.most_arrives() < 0 ? 1 : model_.arrives(model_.most_arrives());
        std::vector<TableColumn> columns = {{.head = "key",
                                             .color = theme.key,
                                             .align = Align::left,
                                             .track = wide ? pixels(132) : share(5)}};
        const Track numbers = wide ? Track{} : share(4);
        columns.push_back({.head = "α", .color = theme.query, .track = numbers, .sample = "1.2·10⁻⁷"});
        if (wide) columns.push_back({.track = share()});
        columns.push_back({.head = "‖v‖", .color = theme.muted, .track = numbers, .sample = "1.2·10⁻⁷"});
        columns.push_back({.head = "α‖v‖", .color = theme.value, .track = numbers, .sample = "1.2·10⁻⁷"});
        if (wide) {
            columns.push_back({.track = share()});
            columns.push_back({.head = "ranks", .color = theme.muted, .sample = "4096 → 4096"});
        }
        // Where it is narrow a thin bar stands under its number.
        const auto barred = [&](TableRow& line, const std::string& id, std::string number, double value,
                                double largest, Color color) {
            const double part = largest > 0 ? value / largest : 0;
            if (!wide) {
                line.add(column(1, text(caption, color, std::move(number), Align::right),
                                thin_bar(id, part, color)));
            } else {
                line.add(number, color);
                line.add(bar_cell(id, part, color));
            }
        };
        std::vector<TableRow> rows;
        std::vector<int> keys;
        for (int i = first; i < std::min(count, first + values_rows); ++i) {
            const int at = all[static_cast<size_t>(i)];
            const bool chosen = at == looks();
            keys.push_back(at);
            TableRow& line = rows.emplace_back();
            line.selected = at == model_.inputs().key;
            line.tint = theme.key;
            line.add(shortened(caption, listed_name(of(), at), wide ? 132 : width / 4), theme.ink, chosen);
            const std::string place = std::to_string(i - first);
            barred(line, "weight" + place, weight_shown(model_.weight(at)),
                   static_cast<double>(model_.weight(at)), most_weight, theme.query);
            line.add(size_shown(static_cast<double>(model_.length(at))), theme.muted);
            barred(line, "arrives" + place, size_shown(model_.arrives(at)), model_.arrives(at), most,
                   theme.value);
            if (!wide) continue;
            const int before = model_.place_by_weight(at), now = model_.place_by_arrival(at);
            line.add(before == now ? std::to_string(now) : std::string(Phrase() << before << " → " << now),
                     before == now ? theme.muted : theme.ink);
        }
        TableLook look{.id = "keys",
                       .type = caption,
                       .row_height = 32,
                       .gap = wide ? 12.0f : 8.0f,
                       .least_rows = values_rows};
        look.hovered = [this, keys](int row) { hover_.note().key = keys[static_cast<size_t>(row)]; };
        look.pressed = [&ui, keys](int row) { ui.step(key, keys[static_cast<size_t>(row)]); };
        return table(std::move(look), std::move(columns), std::move(rows));
    }

    /// What all keys add up to: lengths, and the length of the sum.
    Block sums_of_all(Ui& ui) const {
        const Theme& theme = ui.theme();
        const double sum = model_.sum_of_arrivals(), output = model_.output();
        Phrase rest;
        if (std::isfinite(output) && output < 0.995 * sum)
            rest << ": " << Percent{output / sum, 0} << " of it, as values point in different directions";
        return column(4,
                      paragraph(body,
                                {{"Lengths that arrive: Σ α‖v‖ = ", theme.ink},
                                 {size_shown(sum), theme.value, true},
                                 {". The output: ‖Σ\u00a0α\u00a0v‖ = ", theme.ink},
                                 {size_shown(output), theme.output, true},
                                 {rest, theme.ink},
                                 {".", theme.ink}},
                                140),
                      paragraph(caption, theme.muted,
                                Phrase() << "By what arrives, " << model_.moved() << " of "
                                         << static_cast<int>(model_.listed().size())
                                         << " keys rank differently than by their weight.",
                                96));
    }

    ValuesModel model_;
    struct Pointed {
        int key = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace

const Kind values_kind = {
    .type = {.id = "values",
             .title = "Values of your own",
             .summary = "See what arrives of each value in a head of your own: its weight times its length.",
             .parameters = values_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "keys"},
    .of = brought_as<HeadValues, values_kind, read_head<Wanted::arrivals>>};

}  // namespace explainer::brought
