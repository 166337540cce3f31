// The exhibit `next-word` of a reader's own model: the likeliest next tokens of a text, how temperature,
// top-k and top-p share that out, and one token more at each press, if the model is there to read on. Not
// here: the model that learned (exhibits/next_word.cpp), which explains where each share comes from.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/brought/kinds.h"
#include "explainer/brought/reading_exhibit.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/text.h"
#include "explainer/numpy_random.h"
#include "explainer/phrase.h"
#include "explainer/shares.h"

namespace explainer::brought {
namespace {

using namespace figures;

constexpr std::array next_word_picks = {Choice{"sample", "sample"}, Choice{"likeliest", "likeliest"}};

constexpr std::array next_word_parameters = {
    typed_text,
    logarithmic(number_of("temperature", "temperature", "What logits are divided by before the softmax.", 0.1,
                          3, 0.01, 1)),
    integer_of("topK", "top-k", "So many of the likeliest are kept.", 1, 64, 50),
    number_of("topP", "top-p", "Of these, the fewest that come to this share.", 0.05, 1, 0.01, 1),
    choice_of("pick", "next token", "Drawn by its share, or the likeliest.", next_word_picks),
    integer_of("seed", "seed", "The same seed draws the same.", 0, 99, 1),
    action_of("write", "write on", "The next token is written behind the text, and the model reads on."),
};

constexpr size_t tokens_listed = 10;
constexpr float beside_from = 800, token_row = 28;

class NextToken final : public ReadingExhibit {
    enum : int { text, temperature, top_k, top_p, pick, seed, write_on };

  public:
    explicit NextToken(std::shared_ptr<const TextReading> of) : ReadingExhibit(std::move(of)) {}

    static void open(Brought& out, const TextReading& of) {
        open_with_text(out, text, of);
        Parameter& kept = out.parameters[top_k];
        kept.maximum = of.all.named();
        kept.initial = std::min(kept.initial, kept.maximum);
    }

    void compute(const State& state) override {
        wish_for({state.text(text)});
        shares_ = {of().all.logits,
                   {state.number(temperature), state.number(top_p), state.integer(top_k)},
                   of().all.order};
        double drawn = 0;
        if (state.choice(pick) == 0) {
            // Each place of the text has a draw of its own.
            NumpyRandom random(static_cast<uint32_t>(state.integer(seed)));
            for (size_t i = 0; i <= of().tokens.size(); ++i) drawn = random.rand();
        }
        const size_t token = shares_.token_at(drawn);
        next_ = 0;
        while (shares_.order[next_] != token) ++next_;
    }

    void act(int) override { write_token(next_); }

    bool active(const State& state, int parameter) const override {
        if (parameter == text || parameter == write_on) return of().runs;
        return parameter != seed || state.choice(pick) == 0;
    }

    Description describe() const override {
        Description out;
        Phrase summary;
        if (!of().tokens.empty()) summary << "After “" << of().tokens.back() << "”, ";
        summary << name(0) << " gets " << said_share(share_of(0)) << "; " << static_cast<int>(shares_.kept)
                << " of " << shares_.order.size() << " tokens are kept.";
        out.summary = summary;
        Table& following = out.tables.emplace_back();
        following.title = "Next token";
        following.columns = {"token", "at temperature 1", "before the cut", "share"};
        for (size_t i = 0; i < std::min(shares_.order.size(), static_cast<size_t>(of().all.named())); ++i) {
            const size_t token = shares_.order[i];
            add_row(following) << name(i) << shares_.plain[token] << shares_.before[token]
                               << shares_.after[token];
        }
        Table& reads = out.tables.emplace_back();
        reads.title = "Tokens";
        reads.columns = {"token"};
        for (const std::string& token : of().tokens) add_row(reads) << token;
        out.add_value("share", share_of(0));
        out.add_value("at temperature 1", shares_.plain[shares_.order[0]]);
        out.add_value("tokens kept", static_cast<double>(shares_.kept));
        return out;
    }

    Block sheet(Ui& ui) const override {
        const auto beside = [this, &ui] {
            return row({.gap = 40},
                       {Item(list(ui), share()), Item(column(4, sliders(ui), hand(ui)), pixels(330))});
        };
        const auto below = [this, &ui] { return column(4, list(ui), sliders(ui), hand(ui)); };
        return column(8, text_block(ui, text, static_cast<int>(of().tokens.size()) - 1, 2, nullptr), said(ui),
                      at_least(beside_from, beside, below));
    }

  private:
    std::string name(size_t rank) const { return of().all.quoted(rank); }
    double share_of(size_t rank) const { return shares_.after[shares_.order[rank]]; }
    bool writes(size_t rank) const {
        return of().runs && rank < of().all.names.size() && !of().all.names[rank].empty();
    }
    void write_token(size_t rank) const {
        if (writes(rank)) write(of().all.names[rank]);
    }

    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<Run> runs;
        if (const std::optional<Run> now = status(theme)) {
            runs = {*now};
        } else {
            runs = {{likeliest_gets(), theme.ink},
                    headline_number(joined(shown_share(share_of(0))), theme.output)};
        }
        return headline(std::move(runs), 96);
    }

    Block sliders(Ui& ui) const {
        const auto look = [&ui] { return SliderLook{.color = ui.theme().ink, .value_width = 52}; };
        return column(0, slider(temperature, look()), slider(top_k, look()), slider(top_p, look()));
    }

    /// What writes on.
    Block hand(Ui& ui) const {
        if (!of().runs) return space(3 * row_height + 8);
        const bool samples = ui.state().choice(pick) == 0;
        Block next = drawing(row_height, [this](Ui& now, Rect rect) {
            now.place_parameter(write_on, rect);
            if (text_button(now, "write", rect, "write " + shortened(body, name(next_), rect.width - 90),
                            false, writes(next_)))
                write_token(next_);
            if (now.focused(write_on)) now.focus_ring({rect.x, rect.y + 4, rect.width, rect.height - 8});
        });
        return column(4, choice(ui, pick), samples ? stepper(ui, seed) : space(row_height), std::move(next));
    }

    /// An outline: before tokens are cut. Filled: what the kept ones then have.
    Block list(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool cuts = shares_.kept < shares_.order.size();
        ComparedBarsLook look{.id = "token", .now_color = theme.muted, .compared = cuts};
        look.title = "next token";
        look.before = "uncut";
        look.now = "kept";
        look.count = tokens_listed;
        look.more = 1;
        look.row = token_row;
        look.name = 116;
        look.number = 66;
        if (of().runs) look.pointing.pressed = [this](int rank) { write_token(static_cast<size_t>(rank)); };
        std::vector<ComparedBar> bars;
        double before = 1, after = 1;
        for (size_t i = 0; i < std::min(tokens_listed, static_cast<size_t>(of().all.named())); ++i) {
            const size_t token = shares_.order[i];
            before -= shares_.before[token];
            after -= shares_.after[token];
            bars.push_back(bar(name(i), i < shares_.kept ? theme.ink : theme.muted, shares_.before[token],
                               shares_.after[token], i >= shares_.kept));
        }
        if (const size_t rest = shares_.order.size() - bars.size(); rest > 0)
            bars.push_back(bar(Phrase() << rest << " others", theme.muted, std::max(0.0, before),
                               std::max(0.0, after), shares_.kept <= bars.size()));
        return compared_bars(std::move(look), std::move(bars));
    }
    static ComparedBar bar(std::string of_token, Color color, double before, double now, bool cut) {
        ComparedBar out;
        out.name = std::move(of_token);
        out.color = color;
        out.before = before;
        out.now = now;
        out.shown_before = shown_share(before);
        out.shown_now = cut ? "cut" : shown_share(now);
        out.gone = cut;
        return out;
    }

    model::Shares shares_;
    size_t next_ = 0;  // the rank of the token that is written next
};

}  // namespace

const Kind next_word_kind = {.type = {.id = "next-word",
                                      .title = "The next token of a model of your own",
                                      .summary = "See what a model of your own says next; let it write on.",
                                      .parameters = next_word_parameters,
                                      .presets = {},
                                      .make = nullptr,
                                      .essential = "shares"},
                             .of = brought_as<NextToken, next_word_kind, read_text>};

}  // namespace explainer::brought
