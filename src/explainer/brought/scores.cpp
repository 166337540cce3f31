// The exhibit `scores` of queries and keys that a reader brings: one score as the sum over its components,
// and the row it stands in, from q · k over ÷ √d to the share. Not here: the page's own worked example
// (exhibits/scores.cpp).
// Here parameters and the sheet; numbers and words are scores_model.h's.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/kinds.h"
#include "explainer/brought/parts.h"
#include "explainer/brought/scores_model.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array scores_parameters = {
    integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The token that asks.", 0, most_tokens - 1, 0),
    integer_of("key", "key", "The token that is asked.", 0, most_tokens - 1, 0),
    toggle_of("causal", "earlier keys only", "A query sees its own token and those before it.", false),
    integer_of("from", "from place", "The first key of the list.", 0, most_tokens - 1, 0),
    piece_of("showTerms", "components", "The products of components that a score is the sum of.", true),
    piece_of("showRow", "row", "All scores of the query, and the weights that they become.", true),
};

constexpr int terms_shown = 7, scores_rows = 9;
constexpr float scores_beside = 860;

class HeadScores final : public Exhibit {
    enum : int { layer, head, query, key, causal, from, components, whole_row };

  public:
    explicit HeadScores(std::shared_ptr<const HeadTensors> of) : model_(std::move(of)) {}

    /// What opens: the last query, and the key that scores highest.
    static void open(Brought& out, const HeadTensors& of) {
        Ranges range(out);
        range.heads(of);
        range.most(from, std::max(0, of.cols - scores_rows));
        range.initial(query, of.rows - 1);
        range.initial(causal, of.causal ? 1 : 0);
        ScoresModel model({std::shared_ptr<void>(), &of});
        model.set({.query = of.rows - 1, .causal = of.causal});
        range.initial(key, model.ranked().front());
    }

    void compute(const State& state) override {
        model_.set({state.integer(layer), state.integer(head), state.integer(query), state.integer(key),
                    state.toggle(causal)});
        divided_ = "÷ " + model_.root();
    }

    bool active(const State& state, int parameter) const override {
        return parameter != from || state.toggle(whole_row);
    }
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
        out.in_piece(components, {"q · k of"});
        out.in_piece(whole_row, {"Row of"});
        return out;
    }
    std::string verbatim() const override { return tokens_of(of()); }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const auto terms = [this, &ui] { return list_of_terms(ui); };
            const auto keys = [this, &ui] { return list_of_scores(ui); };
            Block above = column(
                8, head_choice(ui, {layer, head, query, causal}, of(), width), key_slider(ui, key, of()),
                headline_now(ui),
                numbers_line(ui.theme(), brought_vectors(of()), {0, model_.not_numbers(), 0}), pieces(ui));
            if (width < scores_beside)
                return column(8, std::move(above), piece(ui, components, terms), piece(ui, whole_row, keys));
            return column(8, std::move(above),
                          row({.gap = 32}, {Item(piece(ui, components, terms), share()),
                                            Item(piece(ui, whole_row, keys), share())}));
        });
    }

  private:
    const HeadTensors& of() const { return model_.of(); }

    /// The way from the product to the share.
    Block headline_now(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int at = model_.inputs().key;
        const std::string way = Phrase() << ": q · k = " << size_shown(static_cast<double>(model_.score(at)))
                                         << ", ÷ " << model_.root() << " = "
                                         << size_shown(static_cast<double>(model_.divided(at)));
        std::vector<Run> runs = {
            {shortened(body, asking(of(), model_.inputs().query), 110), theme.query, true},
            {" asks ", theme.ink},
            {shortened(body, told_apart(of(), at), 110), theme.key, true},
            {way, theme.ink}};
        if (model_.masked(at)) {
            runs.push_back({", masked: no weight", theme.ink});
        } else {
            runs.push_back({", weight ", theme.ink});
            runs.push_back(headline_number(weight_shown(model_.weight(at)), theme.query));
        }
        return headline(std::move(runs), 120);
    }

    /// The largest products, the others' sum, and the score that all come to.
    Block list_of_terms(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto count = static_cast<size_t>(std::min(terms_shown, model_.d()));
        double largest = 0;
        for (size_t i = 0; i < count; ++i) {
            const double size = std::fabs(model_.product(model_.terms()[i]));
            if (std::isfinite(size) && size > largest) largest = size;
        }
        const double rest = model_.rest(count),
                     score = static_cast<double>(model_.score(model_.inputs().key));
        for (const double one : {rest, score})
            if (std::isfinite(one)) largest = std::max(largest, std::fabs(one));
        constexpr float high = 28;
        std::vector<TableColumn> columns = {
            {.head = "component", .color = theme.muted, .align = Align::left, .sample = "the other 4096"},
            {.head = "q", .color = theme.query, .sample = "−12.345"},
            {.head = "k", .color = theme.key, .sample = "−12.345"},
            {.track = share()},
            {.head = "q × k", .color = theme.ink, .sample = "−12.345"}};
        std::vector<TableRow> rows;
        const auto add = [&](std::string name, std::string q, std::string k, double product, Color color) {
            const std::string id = "term" + std::to_string(rows.size());
            TableRow& line = rows.emplace_back();
            line.add(name, theme.ink).add(q, theme.query).add(k, theme.key);
            line.add(signed_bar_cell(id, largest > 0 ? product / largest : 0, color, high));
            line.add(size_shown(product), theme.ink);
        };
        for (size_t i = 0; i < count; ++i) {
            const int t = model_.terms()[i];
            add(std::to_string(t), size_shown(static_cast<double>(model_.q(t))),
                size_shown(static_cast<double>(model_.k(t))), model_.product(t), theme.line);
        }
        if (model_.d() > terms_shown)
            add(Phrase() << "the other " << model_.d() - terms_shown, "", "", rest, theme.line);
        add("q · k", "", "", score, theme.query);
        rows.back().ruled = true;
        TableLook look{.type = caption, .row_height = high, .gap = 8, .least_rows = terms_shown + 2};
        return column(4, text(strong, theme.ink, "What the score adds up"),
                      table(std::move(look), std::move(columns), std::move(rows)));
    }

    /// The keys of the row, those that score highest first.
    Block list_of_scores(Ui& ui) const {
        const Theme& theme = ui.theme();
        const std::vector<int>& all = model_.ranked();
        const int count = static_cast<int>(all.size());
        const int first = std::clamp(ui.state().integer(from), 0, std::max(0, count - scores_rows));
        const auto most = static_cast<double>(model_.weight(all.front()));
        std::vector<TableColumn> columns = {
            {.head = "key", .color = theme.key, .align = Align::left, .track = share(3)},
            {.head = "q · k", .color = theme.muted, .sample = "−12.345"},
            {.head = divided_, .color = theme.muted, .sample = "−12.345"},
            {.track = share(2)},
            {.head = "weight", .color = theme.query, .sample = "1.2·10⁻⁷"}};
        std::vector<TableRow> rows;
        std::vector<int> keys;
        for (int i = first; i < std::min(count, first + scores_rows); ++i) {
            const int at = all[static_cast<size_t>(i)];
            keys.push_back(at);
            TableRow& line = rows.emplace_back();
            line.selected = at == model_.inputs().key;
            line.tint = theme.key;
            line.add(shortened(caption, listed_name(of(), at), 64), theme.ink, line.selected);
            line.add(size_shown(static_cast<double>(model_.score(at))), theme.muted);
            line.add(size_shown(static_cast<double>(model_.divided(at))), theme.muted);
            const auto weight = static_cast<double>(model_.weight(at));
            line.add(
                bar_cell("share" + std::to_string(i - first), most > 0 ? weight / most : 0, theme.query));
            line.add(weight_shown(model_.weight(at)), theme.query);
        }
        TableLook look{
            .id = "scores", .type = caption, .row_height = 32, .gap = 8, .least_rows = scores_rows};
        look.pressed = [&ui, keys](int row) { ui.step(key, keys[static_cast<size_t>(row)]); };
        return column(
            4,
            text(strong, theme.ink,
                 Phrase() << "Row of " << shortened(strong, asking(of(), model_.inputs().query), 200)),
            table(std::move(look), std::move(columns), std::move(rows)), list_controls(ui, -1, from, 0));
    }

    ScoresModel model_;
    std::string divided_;  // the head of a column
};

}  // namespace

const Kind scores_kind = {
    .type = {.id = "scores",
             .title = "Scores of your own",
             .summary = "See which components a score of your own adds up, and what share it becomes.",
             .parameters = scores_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "chain"},
    .of = brought_as<HeadScores, scores_kind, read_head<Wanted::scores>>};

}  // namespace explainer::brought
