// Multi-head attention: every number of the output is a sum of one share a head, and each head's share comes
// from its own map. What more heads cost, what one head or eight lose, and what heads save that share keys.
// The numbers are in multi_head_model.h, the pieces in multi_head_parts.h; here is where they stand.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/multi_head_parts.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/player.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

namespace at = heads_model;
using figures::Block, figures::Item, figures::Run;
using heads_model::Name, heads_model::Of, heads_model::Spot;

constexpr std::array presets = {
    Preset{"head against head"},
    Preset{"shares that cancel", "row=0;column=0"},
    Preset{"8 heads, one pair of keys", "heads=8;shared=8"},
};

class MultiHead final : public Exhibit, private heads_model::Parts {
  public:
    MultiHead() : Parts(hovers_) {}

    void compute(const State& state) override {
        model_ = heads_model::model(state);
        ++version_;
        // What was pointed at may be gone.
        hover_.forget_if([this](const Pointed& on) { return on.head >= model_.heads; });
    }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        return by_width([this, &ui](float width) {
            const bool beside = width >= 860;
            const float half = beside ? (width - 32) / 2 : width;
            Block left = price(ui, half), right = shared(ui);
            return column(10, figures::presets(presets), head_of_sheet(ui, width), projected(ui, width),
                          centre(ui, width), reading(ui), rule(), one_number(ui, width), rule(),
                          beside ? row({.gap = 32}, {Item(std::move(left), pixels(half)),
                                                     Item(std::move(right), pixels(half))})
                                 : column(16, std::move(left), std::move(right)),
                          rule(), elsewhere(ui), rule(), given(ui, width));
        });
    }

    bool active(const State& state, int parameter) const override {
        return parameter != at::shared || state.choice(at::heads) > 0;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == at::step) return at::step_names[model_.step];
        if (parameter == at::head) return std::to_string(model_.head + 1);
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != at::row && parameter != at::at_row) return state.shown_cell(parameter, row, col);
        const Spot spot{parameter == at::row ? Of::output : model_.spot.of, model_.head, row, col};
        if (row >= at::n || col >= at::width || !there(spot)) return {};
        const heads_model::Origin one = model_.origin(spot);
        return Phrase() << one.name << ": " << one.value << "; " << one.from;
    }

    Description describe() const override { return heads_model::describe(model_); }
    std::string numpy(const State& state) const override { return heads_model::numpy(state, model_); }

  private:
    // ---- How many heads, and how far

    Block head_of_sheet(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        PlayerLook turn{.parameter = at::step, .action = at::play, .ends = false};
        turn.said = false;
        static constexpr const char* names[] = {"X·W", "cut", "scores", "weights", "α·V", "W_O"};
        for (int i = 0; i <= at::mixed; ++i) turn.stops.push_back({i, names[i]});
        Block many = choice(ui, at::heads, theme.ink, "heads h");
        Block said = paragraph(
            caption,
            {{Phrase() << "d_model 8 = h " << model_.heads << " × dₖ " << model_.d_k << ". ", theme.ink,
              true},
             {std::string(model_.drawn ? "Words and weights are random, rounded to tenths, of a seed "
                                         "chosen by search for heads that disagree"
                                       : "Words or weights were changed by hand") +
                  "; no mask. Press a cell of the output to take it apart.",
              theme.muted}},
            178);
        if (width < 700) return column(4, std::move(many), player(std::move(turn)), std::move(said));
        return column(
            4, row({.gap = 24}, {Item(std::move(many), pixels(250)), Item(player(std::move(turn)), share())}),
            std::move(said));
    }

    // ---- X, Q, K, V

    Block projected(Ui& ui, float width) const {
        using namespace figures;
        static constexpr Name names[] = {at::X, at::Q, at::K, at::V};
        const int columns = width >= 880 ? 4 : width >= 480 ? 2 : 1;
        const float gap = 18, left = 44;
        const auto count = static_cast<float>(columns);
        const float cell = std::floor((width - left - gap * (count - 1)) / (count * at::width) * 4) / 4;
        Blocks rows;
        for (int i = 0; i < 4; i += columns) {
            Items across;
            for (int j = 0; j < columns; ++j) {
                const Name name = names[i + j];
                // Those that stand under X are as far from the left as it is, behind its words.
                const float indent = j == 0 ? left : 0;
                Block one = named(ui, name, cell, std::min(cell, 28.0f));
                if (j == 0 && name != at::X) one = padded(left, 0, 0, 0, std::move(one));
                across.emplace_back(std::move(one), pixels(indent + cell * at::width));
            }
            rows.push_back(row({.gap = gap}, std::move(across)));
        }
        return column(8, std::move(rows));
    }

    // ---- Maps, and what becomes of them

    Block centre(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const float gap = 8;
        const std::string sum = Phrase()
                                << "Output of “" << at::words[row_now()] << "”, column " << column_now() + 1;
        if (width < 530) {
            const float cell = std::floor((width - 12) / at::width), line = 30;
            return column(8, maps(ui, width, 660, 2), padded(12, 0, 0, 0, named(ui, at::concat, cell, line)),
                          padded(12, 0, 0, 0, named(ui, at::WO, cell, line)),
                          padded(12, 0, 0, 0, named(ui, at::output, cell, line)),
                          paragraph(strong, theme.output, sum, 30), arithmetic(ui, 25));
        }
        const bool beside = width >= 900;
        const float right = beside ? std::max(392.0f, std::floor(width * 0.42f)) : width;
        const float half = std::floor((right - gap) / 2), cell = std::floor(half / at::width * 4) / 4;
        const float wide = cell * at::width, height = 446, line = 29;
        // Rows and columns of the product line up: a row of heads, a column of W_O, and where they meet.
        Block product =
            column(10,
                   row({.gap = gap, .cross = Cross::bottom},
                       {Item(column(6, paragraph(strong, theme.output, sum, 30), arithmetic(ui, line)),
                             pixels(wide)),
                        Item(named(ui, at::WO, cell, line), pixels(wide))}),
                   row({.gap = gap}, {Item(named(ui, at::concat, cell, line), pixels(wide)),
                                      Item(named(ui, at::output, cell, line), pixels(wide))}));
        if (!beside) return column(12, maps(ui, width, height, 4), std::move(product));
        return row({.gap = 12}, {Item(maps(ui, width - 12 - right, 446, model_.heads > 4 ? 4 : 2), share()),
                                 Item(std::move(product), pixels(right))});
    }

    /// What the number that is looked at came from, and how colours read.
    Block reading(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const heads_model::Origin one = model_.origin(spot_now());
        const bool shares = reached(at::weighed);
        Block weights = heat_legend({.heat = {1.0f, false}, .name = "weight"}),
              scores = heat_legend({.heat = {2.0f, true}, .name = "score ÷ √dₖ"});
        return column(4,
                      wrap(24, 0,
                           blocks(heat_legend({.heat = {2, true}, .name = "numbers"}),
                                  shares ? tallest(blocks(std::move(weights), std::move(scores)))
                                         : tallest(blocks(std::move(scores), std::move(weights))))),
                      paragraph(caption,
                                {{one.name + " is ", theme.ink, false},
                                 {one.value, theme.ink, true},
                                 {": " + one.from + ".", theme.muted}},
                                190));
    }

    Block one_number(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const std::string title = Phrase() << "What each head adds to “" << at::words[row_now()]
                                           << "”, column " << column_now() + 1;
        const char* hint = "point at a head to see its part alone";
        return column(4,
                      width >= 660 ? titled(theme.output, title, theme.muted, hint)
                                   : column(2, paragraph(strong, theme.output, title, 45),
                                            paragraph(caption, theme.muted, hint)),
                      bar(ui, width));
    }

    // ---- What it costs

    Block price(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        return column(8,
                      paragraph(strong, theme.ink, "More heads cost next to nothing, but each is narrower"),
                      costs(ui, width), paragraph(body, theme.ink, model_.lesson(), 204));
    }

    Block shared(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        return column(8, paragraph(strong, theme.ink, "Heads may share keys and values"), sharing(ui),
                      paragraph(caption, theme.muted,
                                "The cache keeps 2 × pairs × dₖ numbers for every token read. A pair that is "
                                "shared is, here, that of the first head of those that share it.",
                                139));
    }

    Block elsewhere(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        return column(0,
                      wrap(20, 0,
                           blocks(padded(0, 12, 0, 0, text(strong, theme.ink, "In another model")),
                                  stepper(ui, at::large), stepper(ui, at::large_heads))),
                      paragraph(body, theme.ink, model_.at_large(), 188));
    }

    // ---- What is given

    Block given(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        static constexpr Name names[] = {at::WQ, at::WK, at::WV};
        const bool beside = width >= 840;
        const float gap = 24, cell = std::floor((beside ? (width - 2 * gap) / 3 : std::min(width, 400.0f)) /
                                                at::width * 4) /
                                     4;
        Items across;
        Blocks down;
        for (const Name name : names) {
            Block one = named(ui, name, cell, std::min(cell, 32.0f));
            if (beside)
                across.emplace_back(std::move(one), pixels(cell * at::width));
            else
                down.push_back(std::move(one));
        }
        return column(10,
                      paragraph(strong,
                                {{"What is given. ", theme.ink, true},
                                 {"Type over X and every W, here and above; a band of columns is a head's.",
                                  theme.muted}},
                                86),
                      beside ? row({.gap = gap}, std::move(across)) : column(16, std::move(down)));
    }
};

}  // namespace

extern const ExhibitType multi_head;
const ExhibitType multi_head = {
    "multi-head",
    "Multi-head attention: where each number of the output comes from",
    "Cut a layer into one to eight heads, take an output apart into what each head adds, and let heads share "
    "keys.",
    heads_model::parameters(),
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<MultiHead>()); },
};

}  // namespace explainer
