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
#include "explainer/figures/shapes.h"
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

    float draw(Ui& ui) override {
        const float margin = 16, width = ui.width() - 2 * margin;
        const Theme& theme = ui.theme();
        float y = margin;
        y += figures::presets(ui, presets, {margin, y}, width) + 4;
        const bool wide = width >= 560;
        const float half = wide ? (width - 32) * 0.6f : width;
        figures::slider(ui, width_d, {margin, y, half, figures::row_height},
                        {.color = theme.ink, .label_width = 100});
        if (!wide) y += figures::row_height;
        figures::slider(
            ui, seed,
            {wide ? margin + half + 32 : margin, y, wide ? width - half - 32 : width, figures::row_height},
            {.color = theme.ink, .label_width = wide ? 72.0f : 100.0f, .value_width = wide ? 32.0f : 56.0f});
        y += figures::row_height + 8;
        const float chart_width = wide ? width * 0.58f : width;
        const Rect chart{margin + 32, y + 8, chart_width - 40, wide ? 280.0f : 240.0f};
        draw_chart(ui, chart);
        const float chart_bottom = chart.bottom() + 44;
        const float x = wide ? margin + chart_width + 24 : margin;
        const float bottom = draw_numbers(ui, {x, wide ? y : chart_bottom + 8}, margin + width - x);
        return std::max(chart_bottom, bottom) + margin;
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

    void draw_chart(Ui& ui, Rect chart) {
        const Theme& theme = ui.theme();
        // Both axes are logarithmic: a power law is a straight line, √d_k one of slope ½.
        const float top = 128, bottom = 0.25f;
        const auto at = [&](double d, double deviation) {
            const double along = std::log(d) / std::log(widest);
            const double up = std::log(deviation / static_cast<double>(bottom)) /
                              std::log(static_cast<double>(top / bottom));
            return Point{chart.x + chart.width * static_cast<float>(along),
                         chart.bottom() - chart.height * static_cast<float>(up)};
        };
        for (const int d : curve_widths) {
            const Point p = at(d, 1);
            ui.painter().line({p.x, chart.y}, {p.x, chart.bottom()}, theme.line.faded(0.2f), 1);
            ui.text({p.x, chart.bottom() + 4}, caption, theme.muted, std::to_string(d), Align::centre);
        }
        for (const double deviation : {0.25, 1.0, 4.0, 16.0, 64.0}) {
            const float y = at(1, deviation).y;
            ui.painter().line({chart.x, y}, {chart.right(), y}, theme.line.faded(0.2f), 1);
            ui.text({chart.x - 6, y - fonts::line_height(caption) / 2}, caption, theme.muted,
                    fixed(deviation, deviation < 1 ? 2 : 0), Align::right);
        }
        ui.text({chart.centre().x, chart.bottom() + 22}, caption, theme.muted, "key width dₖ", Align::centre);
        figures::dashed(ui, at(1, 1), at(widest, root(widest)), theme.muted);
        figures::dashed(ui, at(1, 1), at(widest, 1), theme.muted);
        for (size_t i = 0; i < curve_.size(); ++i) {
            if (curve_[i].done() < 2) continue;
            // Discs before, rings after scaling: the shape says it too.
            ui.painter().disc(at(curve_widths[i], curve_[i].raw()), 4, theme.query);
            ui.painter().ring(at(curve_widths[i], curve_[i].scaled()), 4, theme.output, 2);
        }
        const Point raw = at(d_, chosen_->raw()), scaled = at(d_, chosen_->scaled());
        ui.painter().line(raw, scaled, theme.ink.faded(0.4f), 1);
        ui.painter().disc(raw, 7, theme.query);
        ui.painter().ring(scaled, 7, theme.output, 3);
        ui.text({chart.x + 10, chart.y + 4}, caption, theme.query, "● std of q·k");
        ui.text({chart.x + 10, chart.bottom() - 24}, caption, theme.output, "○ std of q·k ÷ √dₖ");
    }

    float draw_numbers(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        struct Line {
            std::string name, value;
            Color color;
        };
        const Line lines[] = {{"std of q·k", fixed(chosen_->raw(), 2), theme.query},
                              {"√dₖ", fixed(root(d_), 2), theme.ink},
                              {"std of q·k ÷ √dₖ", fixed(chosen_->scaled(), 3), theme.output},
                              {"random pairs so far", std::to_string(chosen_->done()), theme.ink}};
        float y = at.y;
        for (const Line& line : lines) {
            ui.text({at.x, y}, body, theme.muted, line.name);
            ui.text({at.x + width, y}, strong, line.color, line.value, Align::right);
            y += 28;
        }
        // d_model shared out: the numbers of the original Transformer.
        constexpr int model = 512, heads = 8;
        y += 8;
        y += ui.paragraph(
            {at.x, y}, width, caption, theme.muted,
            "A sum of dₖ products of independent numbers with variance 1 has variance dₖ. A model " +
                std::to_string(model) + " wide with " + std::to_string(heads) +
                " heads has dₖ = " + std::to_string(model / heads) + ", so its scores are divided by " +
                fixed(root(model / heads), 0) + ".");
        return y;
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
