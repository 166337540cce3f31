// The exhibit `learned-heads` of a reader's own model: its heads as `heads` shows them (heads.cpp), above
// them the text that it read, below what it says comes next, with the chosen head and without it. Where the
// model is there to run again, the text can be typed. Not here: the model that learned
// (exhibits/learned_heads.cpp).
#include <algorithm>
#include <utility>
#include <vector>

#include "explainer/brought/heads_parameters.h"
#include "explainer/brought/kinds.h"
#include "explainer/brought/reading_exhibit.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"
#include "explainer/shares.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr size_t following_listed = 6;

/// Behind the parameters of `heads`.
constexpr std::array text_parameters = {
    typed_text,
    toggle_of("without", "without this head", "What comes next if the chosen head adds nothing.", false),
    piece_of("showNext", "next token", "What comes next, and what the chosen head has to do with it.", true),
};

constexpr auto learned_parameters = joined(heads_parameters, text_parameters);
constexpr int first_of_text = static_cast<int>(heads_parameters.size());

class HeadsOfText final : public ReadingExhibit {
    enum : int { layer, head, query, key };  // as `heads` has them
    enum : int { text_ = first_of_text, without_, show_next_ };

  public:
    HeadsOfText(std::shared_ptr<const TextReading> said, std::unique_ptr<Exhibit> heads)
        : ReadingExhibit(std::move(said)), heads_(std::move(heads)) {
        both_.all = model::probabilities_of(of().all.logits);
        if (of().without.is_there()) both_.without = model::probabilities_of(of().without.logits);
    }

    const Hovers& hovers() const override { return heads_->hovers(); }
    void compute(const State& state) override {
        heads_->compute(state);
        chosen_ = {state.text(text_), state.integer(layer), state.integer(head)};
        off_ = state.toggle(without_);
        wish_for(off_ ? chosen_ : Wish{chosen_.text});
    }
    bool advance(float effort) override { return heads_->advance(effort); }

    bool active(const State& state, int parameter) const override {
        if (parameter == text_) return of().runs;
        if (parameter == without_) return of().runs || of().without.is_there();
        return parameter > text_ || heads_->active(state, parameter);
    }
    std::string shown(const State& state, int parameter) const override {
        return parameter < text_ ? heads_->shown(state, parameter) : state.shown(parameter);
    }
    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        return heads_->shown_cell(state, parameter, row, col);
    }

    Description describe() const override {
        Description out = heads_->describe();
        Phrase said;
        if (!of().tokens.empty()) said << "After “" << of().tokens.back() << "”, ";
        said << of().all.quoted(0) << " gets " << said_share(share(0));
        if (compares()) said << ", without this head " << said_share(share_without(0));
        const std::string next_said = said << ".";
        out.summary = Phrase() << out.summary << " " << next_said;
        Table& next = out.tables.emplace_back();
        next.title = "Next token";
        next.columns = {"token", "share"};
        if (compares()) next.columns.emplace_back("without this head");
        for (size_t i = 0; i < static_cast<size_t>(of().all.named()); ++i) {
            RowPen pen = add_row(next) << of().all.quoted(i) << share(i);
            if (compares()) pen = pen << share_without(i);
        }
        next.piece = show_next_;
        out.add_value("share", share(0));
        if (compares()) out.add_value("without this head", share_without(0));
        return out;
    }

    Block sheet(Ui& ui) const override {
        const int selected = std::min(ui.state().integer(query), static_cast<int>(of().tokens.size()) - 1);
        Block words = text_block(ui, text_, selected, 1, [&ui](int token) { ui.step(query, token); });
        return column(8, std::move(words), said(ui), heads_->sheet(ui),
                      piece(ui, show_next_, [this, &ui] { return column(8, rule(), next(ui)); }));
    }

  private:
    double share(size_t rank) const { return both_.all[of().all.order[rank]]; }
    double share_without(size_t rank) const { return both_.without[of().all.order[rank]]; }
    /// What the model says without the head that is chosen and off is known.
    bool compares() const {
        return off_ && of().without.is_there() && chosen_.layer == of().layer && chosen_.head == of().head;
    }

    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        if (const std::optional<Run> now = status(theme)) return headline({*now}, 110);
        std::vector<Run> runs = {
            {likeliest_gets(), theme.ink},
            headline_number(joined(shown_share(compares() ? share_without(0) : share(0))),
                            compares() ? theme.wrong : theme.output)};
        if (compares())
            runs.push_back({Phrase() << " without this head, " << joined(shown_share(share(0))) << " with it",
                            theme.muted});
        return headline(std::move(runs), 110);
    }

    Block next(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool compared = compares();
        std::vector<ComparedBar> bars;
        for (size_t i = 0; i < std::min(following_listed, static_cast<size_t>(of().all.named())); ++i) {
            ComparedBar& bar = bars.emplace_back();
            bar.name = of().all.quoted(i);
            bar.color = theme.ink;
            bar.before = share(i);
            bar.now = compared ? share_without(i) : share(i);
            bar.shown_before = shown_share(bar.before);
            bar.shown_now = shown_share(bar.now);
        }
        ComparedBarsLook look{.id = "next", .title = "next token", .count = following_listed};
        look.before = compared ? "head on" : "";
        look.now = compared ? "without" : "share";
        look.now_color = compared ? theme.wrong : theme.muted;
        look.compared = compared;
        look.name = 116;
        look.number = 66;
        const bool switches = of().runs || of().without.is_there();
        return column(4, switches ? toggle(ui, without_) : space(row_height),
                      compared_bars(std::move(look), std::move(bars)), likeliest_without(theme));
    }

    /// What takes the place of the likeliest one.
    Block likeliest_without(const Theme& theme) const {
        std::string now = " ";
        if (compares() && of().without.order[0] != of().all.order[0])
            now = Phrase() << "Without this head, " << shortened(caption, of().without.quoted(0), 120)
                           << " is the likeliest.";
        return text(caption, theme.muted, now);
    }

    std::unique_ptr<Exhibit> heads_;
    struct {
        model::Probabilities all, without;
    } both_;
    Wish chosen_;
    bool off_ = false;
};

/// (A function with a name: kinds.h says why.)
BroughtOrNot bring_learned_heads(std::shared_ptr<const Tensors> tensors) {
    TextReading said = read_text(*tensors);
    auto [out, why_not] = heads_kind.of(tensors);
    if (!out || !said.error.empty()) return {nullptr, out ? said.error : why_not};
    out->parameters.insert(out->parameters.end(), text_parameters.begin(), text_parameters.end());
    open_with_text(*out, first_of_text, said);
    out->type = learned_heads_kind.type;
    out->type.parameters = out->parameters;
    out->exhibit =
        std::make_unique<HeadsOfText>(kept(std::move(tensors), std::move(said)), std::move(out->exhibit));
    return {std::move(out), ""};
}

}  // namespace

const Kind learned_heads_kind = {
    .type = {.id = "learned-heads",
             .title = "A model of your own reads a text",
             .summary = "See where the heads of a model of your own look, and what it says without one.",
             .parameters = learned_parameters,
             .presets = {},
             .make = nullptr,
             .essential = "map"},
    .of = bring_learned_heads};

}  // namespace explainer::brought
