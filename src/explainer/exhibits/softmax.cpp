// Softmax and temperature: two to eight scores, their exponentials, their weights. One row of attention, by
// itself.
#include "attention/softmax.h"

#include <array>
#include <cmath>
#include <span>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/shapes.h"
#include "explainer/format.h"

namespace explainer {
namespace {

enum : int { count, temperature, score };  // score + i is the i-th score

constexpr int most = 8;

constexpr Parameter score_parameter(std::string_view name, std::string_view label, double initial) {
    return {.name = name,
            .label = label,
            .help = "The raw score before softmax.",
            .minimum = -5,
            .maximum = 5,
            .initial = initial};
}

constexpr std::array parameters = {
    Parameter{.name = "count",
              .label = "scores",
              .help = "How many scores compete.",
              .kind = Kind::integer,
              .minimum = 2,
              .maximum = most,
              .step = 1,
              .initial = 5},
    Parameter{.name = "temperature",
              .label = "temperature T",
              .help = "Scores are divided by T first: small T sharpens the weights, large T levels them.",
              .minimum = 0.05,
              .maximum = 5,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
    score_parameter("score1", "x₁", 2.4),
    score_parameter("score2", "x₂", 0.5),
    score_parameter("score3", "x₃", 3.1),
    score_parameter("score4", "x₄", -1.0),
    score_parameter("score5", "x₅", 1.7),
    score_parameter("score6", "x₆", 0.8),
    score_parameter("score7", "x₇", -0.4),
    score_parameter("score8", "x₈", 2.0),
};

constexpr std::array presets = {
    Preset{"five scores", ""},
    Preset{"all equal", "score1=1;score2=1;score3=1;score4=1;score5=1"},
    Preset{"one high", "score1=0;score2=0;score3=5;score4=0;score5=0"},
    // 1, 0, 1 at T = √2 is the book chapter's example: dividing by √d_k is a temperature.
    Preset{"÷ √2", "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1"},
};

class Softmax final : public Exhibit {
  public:
    void compute(const State& state) override {
        count_ = state.integer(count);
        temperature_ = static_cast<float>(state.number(temperature));
        for (int i = 0; i < count_; ++i) scores_[i] = static_cast<float>(state.number(score + i));
        const auto n = static_cast<size_t>(count_);
        const std::span<const float> x(scores_, n);
        // As the formula is written where e^(x/T) fits; shifted by the largest score where it would overflow.
        const float largest = attention::largest(x);
        shift_ = largest / temperature_ > overflow ? largest : 0;
        sum_ = attention::exponentials(x, temperature_, shift_, {exponentials_, n});
        attention::softmax({scores_, 1, count_}, temperature_, {weights_, 1, count_});
        total_ = 0;
        for (int i = 0; i < count_; ++i) total_ += weights_[i];
        entropy_ = attention::entropy({weights_, n});
        top_ = static_cast<int>(std::max_element(weights_, weights_ + count_) - weights_);
    }

    float draw(Ui& ui) override {
        const float margin = 16, width = ui.width() - 2 * margin;
        float y = margin;
        y += figures::presets(ui, presets, {margin, y}, width) + 4;
        const bool wide = width >= 560;
        const float half = wide ? (width - 32) / 2 : width;
        figures::slider(ui, temperature, {margin, y, half, figures::row_height},
                        {.color = ui.theme().ink, .label_width = 112, .value_width = 52});
        if (!wide) y += figures::row_height;
        figures::slider(ui, count, {wide ? margin + half + 32 : margin, y, half, figures::row_height},
                        {.color = ui.theme().ink, .label_width = wide ? 64.0f : 112.0f, .value_width = 52});
        y += figures::row_height + 8;
        y += draw_rows(ui, {margin, y}, width) + 8;
        y += draw_sum(ui, {margin, y}, width);
        return y + margin;
    }

    Description describe() const override {
        Description out;
        out.summary = "Softmax of " + std::to_string(count_) + " scores at temperature " +
                      fixed(static_cast<double>(temperature_), 2) + ": the largest weight is " +
                      percent(static_cast<double>(weights_[top_]), 1) + ", for x" + std::to_string(top_ + 1) +
                      "; the entropy is " + fixed(static_cast<double>(entropy_), 3) + " of at most " +
                      fixed(std::log(count_), 3) + " nats.";
        Table weights{"Weights", {"i", "score", "exponential", "weight", "percent"}, {}};
        for (int i = 0; i < count_; ++i) {
            weights.rows.push_back({i + 1, scores_[i], exponentials_[i], weights_[i], weights_[i] * 100});
        }
        out.tables = {weights,
                      {"Whole row",
                       {"quantity", "value"},
                       {{"temperature", temperature_},
                        {"sum of exponentials", sum_},
                        {"subtracted from every score first", shift_},
                        {"sum of weights", total_},
                        {"entropy in nats", entropy_},
                        {"greatest entropy in nats", std::log(static_cast<double>(count_))}}}};
        out.values = {{"largest weight", tidy(weights_[top_])},
                      {"entropy", tidy(entropy_)},
                      {"greatest entropy", std::log(static_cast<double>(count_))},
                      {"sum of exponentials", tidy(sum_)}};
        return out;
    }

    bool active(const State& state, int parameter) const override {
        return parameter < score || parameter - score < state.integer(count);
    }

  private:
    // e^20 is 4.9e8: still shown as a plain number. Above, the shifted form is shown, which is also the
    // stable one.
    static constexpr float overflow = 20;

    static std::string shown(float exponential) {
        return fixed(static_cast<double>(exponential), exponential < 100 ? 3 : exponential < 1e4f ? 1 : 0);
    }

    float draw_rows(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        const bool roomy = width >= 480;  // else the exponentials are in the table only
        const float control = std::floor(width * (roomy ? 0.42f : 0.55f));
        const float bars = at.x + control + (roomy ? 92 : 8), share = 60;
        const float room = at.x + width - bars - share;
        const float head = fonts::line_height(caption) + 4;
        ui.text({at.x, at.y}, caption, theme.muted, "score x");
        if (roomy)
            ui.text({bars - 12, at.y}, caption, theme.muted, shift_ != 0 ? "exp((x − max)/T)" : "exp(x/T)",
                    Align::right);
        ui.text({bars, at.y}, caption, theme.muted, "weight α");
        // The block is as high as eight rows; fewer rows get more air, and adding one does not move the page.
        const float block = figures::row_height * most;
        const float row = std::min(72.0f, block / static_cast<float>(count_));
        for (int i = 0; i < count_; ++i) {
            const float middle = at.y + head + row * (static_cast<float>(i) + 0.5f);
            figures::slider(ui, score + i,
                            {at.x, middle - figures::row_height / 2, control, figures::row_height},
                            {.color = theme.query, .label_width = 32, .value_width = 52});
            const float line = middle - fonts::line_height(body) / 2;
            if (roomy) ui.text({bars - 12, line}, body, theme.ink, shown(exponentials_[i]), Align::right);
            ui.painter().rectangle({bars, middle - 9, room, 18}, theme.raised, 2);
            figures::bar(ui, {bars, middle}, room * ui.eased("weight" + std::to_string(i), weights_[i]), 18,
                         theme.query);
            ui.text({at.x + width, line}, strong, theme.query, percent(static_cast<double>(weights_[i]), 1),
                    Align::right);
        }
        return head + block;
    }

    float draw_sum(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        const auto number = [](float value, int decimals) {
            return fixed(static_cast<double>(value), decimals);
        };
        ui.painter().line(at, {at.x + width, at.y}, theme.line, 1);
        const std::string largest = number(scores_[top_], 2);
        const std::string power = shift_ != 0 ? "(" + largest + " − " + number(shift_, 2) + ")" : largest;
        // As many lines as the longest formula takes at this width, so that no value moves the page.
        const float line = fonts::line_height(body);
        const float formula_lines = width < 340 ? 3 : width < 560 ? 2 : 1, sum_lines = width < 420 ? 2 : 1;
        ui.runs({at.x, at.y + 10}, width, body,
                {{"largest: α" + subscript(top_ + 1) + " = ", theme.ink},
                 {"exp(" + power + " / " + number(temperature_, 2) + ") / Σ exp", theme.ink},
                 {" = " + shown(exponentials_[top_]) + " / " + shown(sum_), theme.ink},
                 {" = " + number(weights_[top_], 3), theme.query, true}});
        const float y = at.y + 14 + line * formula_lines;
        ui.runs({at.x, y}, width, body,
                {{"sum of weights ", theme.muted},
                 {number(total_, 3) + "      ", theme.ink, true},
                 {"entropy ", theme.muted},
                 {number(entropy_, 3), theme.ink, true},
                 {" of at most " + fixed(std::log(count_), 3) + " nats", theme.muted}});
        return 14 + line * (formula_lines + sum_lines);
    }

    static std::string subscript(int digit) {
        return "\xE2\x82" + std::string(1, static_cast<char>(0x80 + digit));
    }

    int count_ = 0, top_ = 0;            // top_: where the largest weight is
    float temperature_ = 1, shift_ = 0;  // shift_: subtracted from each score before the exponential
    float scores_[most] = {}, exponentials_[most] = {}, weights_[most] = {};
    float sum_ = 0, total_ = 0, entropy_ = 0;
};

}  // namespace

extern const ExhibitType softmax;
const ExhibitType softmax = {
    "softmax",
    "Softmax and temperature",
    "Move scores and the temperature and see them become weights that sum to one.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Softmax>()); },
};

}  // namespace explainer
