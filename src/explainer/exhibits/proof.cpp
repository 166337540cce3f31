// Proof: the core timed and checked on the reader's own machine, each build beside plain JavaScript.
// The host measures, in slices; this asks for it, shows what has come in, and says it in words.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/shapes.h"
#include "explainer/format.h"

namespace explainer {
namespace {

enum : int { size_choice, causal };

struct Size {
    int n, d;
};
// One call of the slowest contender must fit into a frame: 128 × 64 is 4 million multiply-adds.
constexpr std::array sizes = {Size{6, 8}, Size{64, 64}, Size{128, 64}};

constexpr std::array size_choices = {
    Choice{"sentence", "6 tokens, d = 8"},
    Choice{"paragraph", "64 tokens, d = 64"},
    Choice{"page", "128 tokens, d = 64"},
};

constexpr std::array parameters = {
    Parameter{.name = "size",
              .label = "size",
              .help = "How many tokens, and how wide their vectors are.",
              .kind = Kind::choice,
              .initial = 1,
              .choices = size_choices},
    Parameter{.name = "causal",
              .label = "causal mask",
              .help = "Half of the work is masked, and skipped.",
              .kind = Kind::toggle},
};

constexpr std::array presets = {Preset{.label = "run again", .action = true}};

constexpr int most_contenders = 4;

class Proof final : public Exhibit {
  public:
    void compute(const State& state) override {
        const Size size = sizes[static_cast<size_t>(state.choice(size_choice))];
        const Experiment now{size.n, size.d, state.toggle(causal)};
        if (now.n == experiment_.n && now.d == experiment_.d && now.causal == experiment_.causal) return;
        experiment_ = now;
        start();
    }

    void act(int) override { start(); }

    std::optional<Experiment> take_experiment() override {
        if (!std::exchange(wanted_, false)) return std::nullopt;
        return experiment_;
    }

    void receive(const Measurement& news) override {
        const auto same = [&news](const Measurement& m) { return m.name == news.name; };
        const auto found = std::find_if(results_.begin(), results_.end(), same);
        if (found != results_.end()) {
            *found = news;
        } else if (results_.size() < most_contenders) {
            results_.push_back(news);
        }
    }

    float draw(Ui& ui) override {
        const float margin = 16, width = ui.width() - 2 * margin;
        float y = margin;
        y += figures::choice(ui, size_choice, {margin, y}, width);
        const float row = figures::row_height;
        const float switch_width = std::min(width / 2, 180.0f);
        figures::toggle(ui, causal, {margin, y, switch_width, row});
        figures::presets(ui, presets, {margin + switch_width + 8, y}, width - switch_width - 8);
        y += row + 8;
        y += draw_results(ui, {margin, y}, width);
        return y + margin;
    }

    Description describe() const override {
        Table table{
            "This machine",
            {"what ran", "microseconds a call", "times as fast as the slowest", "largest error", "rounds"},
            {}};
        for (const Measurement& m : results_) {
            if (m.rounds == 0) continue;
            table.rows.push_back(
                {m.name, m.microseconds, slowest() / m.microseconds, m.largest_error, m.rounds});
        }
        std::string summary = "Attention over " + std::to_string(experiment_.n) +
                              " tokens, d = " + std::to_string(experiment_.d) +
                              (experiment_.causal ? ", causal" : "") + ": ";
        const Measurement* best = fastest();
        summary += best == nullptr ? "not measured yet."
                                   : "fastest is " + best->name + " with " + time(best->microseconds) +
                                         " a call, " + fixed(slowest() / best->microseconds, 1) +
                                         " times as fast as the slowest; the largest error of all is " +
                                         scientific(worst_error(), 2) + ".";
        return {summary, {table}};
    }

  private:
    void start() {
        results_.clear();
        wanted_ = true;
    }

    static std::string time(double microseconds) {
        if (microseconds >= 1000) return fixed(microseconds / 1000, 2) + " ms";
        return fixed(microseconds, microseconds < 10 ? 2 : 1) + " µs";
    }

    double slowest() const {
        double out = 0;
        for (const Measurement& m : results_) out = std::max(out, m.microseconds);
        return out;
    }

    const Measurement* fastest() const {
        const Measurement* out = nullptr;
        for (const Measurement& m : results_) {
            if (m.rounds > 0 && (out == nullptr || m.microseconds < out->microseconds)) out = &m;
        }
        return out;
    }

    double worst_error() const {
        double out = 0;
        for (const Measurement& m : results_) out = std::max(out, m.largest_error);
        return out;
    }

    float draw_results(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        const bool roomy = width >= 520;
        const float row = roomy ? 36 : 52, head = fonts::line_height(caption) + 6;
        const float name = roomy ? 132 : 0, time_width = 88, error_width = 92;
        const float right = at.x + width, bar_left = at.x + name;
        const float bar_room = width - name - time_width - error_width - 16;
        const float time_right = right - error_width - 16;
        ui.text({time_right, at.y}, caption, theme.muted, "time a call", Align::right);
        ui.text({right, at.y}, caption, theme.muted, "largest error", Align::right);
        for (size_t i = 0; i < results_.size(); ++i) {
            const Measurement& m = results_[i];
            const float top = at.y + head + row * static_cast<float>(i);
            const float middle = roomy ? top + row / 2 : top + row - 16;
            const float line = middle - fonts::line_height(body) / 2;
            ui.text({at.x, roomy ? line : top}, body, theme.ink, m.name);
            if (m.rounds == 0) {
                ui.text({time_right, line}, body, theme.muted, "waiting", Align::right);
                continue;
            }
            const auto share = static_cast<float>(m.microseconds / slowest());
            figures::bar(ui, {bar_left, middle}, std::max(1.0f, bar_room * share), 14, theme.query);
            ui.text({time_right, line}, strong, theme.query, time(m.microseconds), Align::right);
            ui.text({right, line}, body, theme.ink, scientific(m.largest_error, 2), Align::right);
        }
        const float below = at.y + head + row * most_contenders + 8;
        const Measurement* best = fastest();
        std::string verdict = "measuring …";
        if (best != nullptr) {
            verdict = best->name + ": " + fixed(slowest() / best->microseconds, 1) +
                      " times as fast as the slowest here; round " + std::to_string(best->rounds) + " of " +
                      std::to_string(best->rounds_wanted);
        }
        const float lines = roomy ? 1 : 2;
        ui.paragraph({at.x, below}, width, caption, theme.muted, verdict);
        ui.paragraph(
            {at.x, below + fonts::line_height(caption) * lines}, width, caption, theme.muted,
            "Every answer is compared with the formula in double precision. Shorter bars are faster.");
        return below + fonts::line_height(caption) * 2 * lines - at.y;
    }

    Experiment experiment_;
    bool wanted_ = false;  // the host has not taken it yet
    std::vector<Measurement> results_;
};

}  // namespace

extern const ExhibitType proof;
const ExhibitType proof = {
    "proof",
    "On your machine, now",
    "Time each build of the core beside plain JavaScript, and see how far each is from double precision.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Proof>()); },
};

}  // namespace explainer
