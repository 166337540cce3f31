// Why scores are divided by √d_k: draws random queries and keys and measures how far q·k spreads, against
// d_k. The draws go on in slices over frames; what is shown is what has been drawn so far.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "attention/deviation.h"
#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer {
namespace {

enum : int { width_d, seed };

constexpr int widest = 4096;
constexpr int pairs = 20000;       // at the chosen width, as in the book chapter
constexpr int pairs_aside = 2000;  // at the widths of the curve: enough for a dot on a logarithmic axis
constexpr int slice = 300000;      // components a frame: about 5 ms
constexpr std::array curve_widths = {1, 4, 16, 64, 256, 1024, 4096};

constexpr std::array parameters = {
    Parameter{.name = "d",
              .label = "key width dₖ",
              .help = "How many components a query and a key have.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = widest,
              .step = 1,
              .initial = 64,
              .logarithmic = true},
    Parameter{.name = "seed",
              .label = "draw no.",
              .help = "Another number draws other random vectors.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 99,
              .step = 1,
              .initial = 1},
};

constexpr std::array presets = {
    Preset{"dₖ = 64", ""},
    Preset{"dₖ = 256", "d=256"},
    Preset{"dₖ = 512", "d=512"},
    Preset{"dₖ = 4096", "d=4096"},
};

class Scaling final : public Exhibit {
  public:
    void compute(const State& state) override {
        const int new_d = state.integer(width_d), new_seed = state.integer(seed);
        if (new_seed != seed_) {
            curve_.clear();
            for (const int d : curve_widths)
                curve_.emplace_back(d, pairs_aside, static_cast<std::uint32_t>(new_seed));
        }
        if (new_seed != seed_ || new_d != d_)
            chosen_.emplace(new_d, pairs, static_cast<std::uint32_t>(new_seed));
        d_ = new_d;
        seed_ = new_seed;
        // A few pairs at once, so that there is never a figure without numbers.
        draw_pairs(slice / 16);
    }

    bool advance(float effort) override { return draw_pairs(static_cast<double>(effort) * slice); }

    figures::Block sheet(Ui& ui) override {
        using namespace figures;
        const Color ink = ui.theme().ink;
        return column(8, figures::presets(presets),
                      at_least(
                          560,
                          [ink] {
                              return row({.gap = 32}, Item(slider(width_d, {ink, 100}), share(3)),
                                         Item(slider(seed, {ink, 72, 32}), share(2)));
                          },
                          [ink] {
                              return column(0, slider(width_d, {ink, 100}), slider(seed, {ink, 100}));
                          }),
                      at_least(
                          560,
                          [this, &ui] {
                              return row({.gap = 24}, Item(chart(ui.theme()), share(3)),
                                         Item(numbers(ui.theme()), share(2)));
                          },
                          [this, &ui] { return column(12, chart(ui.theme()), numbers(ui.theme())); }));
    }

    Description describe() const override {
        Table curve{"Spread against width",
                    {"d_k", "standard deviation of q·k", "of q·k ÷ √d_k", "√d_k", "pairs"},
                    {}};
        for (size_t i = 0; i < curve_.size(); ++i) {
            if (curve_[i].done() < 2) continue;
            curve.rows.push_back({curve_widths[i], curve_[i].raw(), curve_[i].scaled(), root(curve_widths[i]),
                                  curve_[i].done()});
        }
        return {"With d_k = " + std::to_string(d_) + ", q·k of " + std::to_string(chosen_->done()) +
                    " random pairs has a standard deviation of " + fixed(chosen_->raw(), 2) +
                    ", close to √d_k = " + fixed(root(d_), 2) + "; divided by √d_k it is " +
                    fixed(chosen_->scaled(), 3) + ".",
                {{"Chosen width",
                  {"quantity", "value"},
                  {{"d_k", d_},
                   {"√d_k", root(d_)},
                   {"pairs drawn", chosen_->done()},
                   {"standard deviation of q·k", chosen_->raw()},
                   {"standard deviation of q·k ÷ √d_k", chosen_->scaled()}}},
                 curve},
                {{"standard deviation of q·k", chosen_->raw()},
                 {"standard deviation of q·k ÷ √d_k", chosen_->scaled()},
                 {"√d_k", root(d_)},
                 {"pairs drawn", chosen_->done()}}};
    }

  private:
    /// Draws about `budget` components, at least one pair: of the chosen width first, then of the curve's, in
    /// their order. Whether there is more to draw.
    bool draw_pairs(double budget) {
        const auto run = [&budget](attention::ScoreDeviation& one, int d) {
            const int left = one.pairs() - one.done();
            if (left == 0 || budget <= 0) return;
            const int count = static_cast<int>(std::clamp(budget / d, 1.0, static_cast<double>(left)));
            one.advance(count);
            budget -= static_cast<double>(count) * d;
        };
        run(*chosen_, d_);
        for (size_t i = 0; i < curve_.size(); ++i) run(curve_[i], curve_widths[i]);
        const auto unfinished = [](const attention::ScoreDeviation& one) { return one.done() < one.pairs(); };
        return unfinished(*chosen_) || std::any_of(curve_.begin(), curve_.end(), unfinished);
    }

    static double root(int d) { return std::sqrt(static_cast<double>(d)); }

    /// Spread against width, both logarithmic: a power law is a straight line, √d_k one of slope ½.
    figures::Block chart(const Theme& theme) const {
        using namespace figures;
        Series raw{.name = "std of q·k", .color = theme.query, .mark = Mark::disc, .line = false};
        Series scaled{.name = "std of q·k ÷ √dₖ", .color = theme.output, .mark = Mark::ring, .line = false};
        for (size_t i = 0; i < curve_.size(); ++i) {
            if (curve_[i].done() < 2) continue;
            add(raw, curve_widths[i], curve_[i].raw(), curve_[i]);
            add(scaled, curve_widths[i], curve_[i].scaled(), curve_[i]);
        }
        // The chosen width, larger and with its number, where the curve has no dot of its own.
        Series chosen_raw = raw, chosen_scaled = scaled;
        for (Series* one : {&chosen_raw, &chosen_scaled}) {
            one->name.clear();
            one->x.clear();
            one->y.clear();
            one->open.clear();
            one->selected = 0;
        }
        add(chosen_raw, d_, chosen_->raw(), *chosen_);
        add(chosen_scaled, d_, chosen_->scaled(), *chosen_);
        const double last = widest;
        Series expected{
            .color = theme.muted, .x = {1, last}, .y = {1, root(widest)}, .dashes = true, .thickness = 1.5f};
        Series one{.color = theme.muted, .x = {1, last}, .y = {1, 1}, .dashes = true, .thickness = 1.5f};
        return plot(
            {.id = "spread",
             .x = {.from = 1, .to = last, .logarithmic = true, .ticks = {1, 4, 16, 64, 256, 1024, 4096}},
             .y = {.from = 0.25, .to = 128, .logarithmic = true, .ticks = {0.25, 1, 4, 16, 64}},
             .x_name = "key width dₖ",
             .height = 280,
             .series = {expected, one, raw, scaled, chosen_raw, chosen_scaled},
             .markers = {{.x = static_cast<double>(d_), .color = theme.muted, .parameter = width_d}}});
    }

    static void add(figures::Series& series, int d, double deviation, const attention::ScoreDeviation& one) {
        series.x.push_back(d);
        series.y.push_back(deviation);
        series.open.push_back(one.done() < one.pairs());  // still counting
    }

    figures::Block numbers(const Theme& theme) const {
        using namespace figures;
        // d_model shared out: the numbers of the original Transformer.
        constexpr int model = 512, heads = 8;
        int drawn = pairs_aside;
        for (const attention::ScoreDeviation& one : curve_) drawn = std::min(drawn, one.done());
        return column(
            12,
            facts(theme, 1,
                  {{"std of q·k", fixed(chosen_->raw(), 2), theme.query},
                   {"√dₖ", fixed(root(d_), 2), theme.ink},
                   {"std of q·k ÷ √dₖ", fixed(chosen_->scaled(), 3), theme.output},
                   {"random pairs at dₖ = " + std::to_string(d_), std::to_string(chosen_->done()), theme.ink},
                   {"at each small dot, at least", std::to_string(drawn), theme.ink}}),
            paragraph(
                caption, theme.muted,
                "A sum of dₖ products of independent numbers with variance 1 has variance dₖ. A model " +
                    std::to_string(model) + " wide with " + std::to_string(heads) +
                    " heads has dₖ = " + std::to_string(model / heads) + ", so its scores are divided by " +
                    fixed(root(model / heads), 0) + "."));
    }

    int d_ = 0, seed_ = 0;
    std::optional<attention::ScoreDeviation> chosen_;
    std::vector<attention::ScoreDeviation> curve_;
};

}  // namespace

extern const ExhibitType scaling;
const ExhibitType scaling = {
    "scaling",
    "Why divide by √dₖ",
    "Choose how wide keys are and see how far random scores spread, before and after dividing by √dₖ.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Scaling>()); },
};

}  // namespace explainer
