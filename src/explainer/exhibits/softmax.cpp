// Softmax and temperature: two to eight scores, their exponentials, their weights. One row of attention, by
// itself.
#include "attention/softmax.h"

#include <array>
#include <cmath>
#include <span>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
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

    figures::Block sheet(Ui& ui) override {
        using namespace figures;
        const Color ink = ui.theme().ink;
        return column(
            8, figures::presets(presets),
            at_least(
                560,
                [ink] {
                    return row({.gap = 32}, Item(slider(temperature, {ink, 112, 52}), share()),
                               Item(slider(count, {ink, 64, 52}), share()));
                },
                [ink] {
                    return column(0, slider(temperature, {ink, 112, 52}), slider(count, {ink, 112, 52}));
                }),
            by_width([this, &ui](float width) { return rows(ui, width); }), rule(),
            by_width([this, &ui](float width) { return result(ui, width); }));
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

    /// A row a score: its slider, its exponential, its weight as a bar.
    figures::Block rows(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const bool with_exponentials = width >= 480;  // else they are in the table only
        std::vector<TableColumn> columns = {
            {"score x", theme.muted, Align::left,
             pixels(std::floor(width * (with_exponentials ? 0.42f : 0.55f)))}};
        if (with_exponentials)
            columns.push_back(
                {shift_ != 0 ? "exp((x − max)/T)" : "exp(x/T)", theme.muted, Align::right, pixels(96)});
        columns.push_back({"weight α", theme.muted, Align::left, share()});
        columns.push_back({"", theme.muted, Align::right, {}, "100.0 %"});
        std::vector<TableRow> rows;
        for (int i = 0; i < count_; ++i) {
            TableRow row = TableRow::of(slider(score + i, {theme.query, 32, 52}));
            if (with_exponentials) row.cells.emplace_back(shown(exponentials_[i]), theme.ink);
            row.cells.emplace_back(
                bar_cell("weight" + std::to_string(i), static_cast<double>(weights_[i]), theme.query));
            row.cells.emplace_back(percent(static_cast<double>(weights_[i]), 1), theme.query, true);
            rows.push_back(std::move(row));
        }
        // Room for eight rows; fewer get more air, and adding one does not move the page.
        return table({.row_height = row_height, .least_rows = most, .spread = true}, std::move(columns),
                     std::move(rows));
    }

    /// The largest weight as the formula has it, and what the whole row comes to.
    figures::Block result(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const auto number = [](float value, int decimals) {
            return fixed(static_cast<double>(value), decimals);
        };
        const std::string largest = number(scores_[top_], 2);
        const std::string power = shift_ != 0 ? "(" + largest + " − " + number(shift_, 2) + ")" : largest;
        // As many lines as the longest formula takes at this width, so that no value moves the page.
        const int formula_lines = width < 340 ? 3 : width < 560 ? 2 : 1, sum_lines = width < 420 ? 2 : 1;
        return column(4,
                      paragraph(body,
                                {{"largest: α" + subscript(top_ + 1) + " = ", theme.ink},
                                 {"exp(" + power + " / " + number(temperature_, 2) + ") / Σ exp", theme.ink},
                                 {" = " + shown(exponentials_[top_]) + " / " + shown(sum_), theme.ink},
                                 {" = " + number(weights_[top_], 3), theme.query, true}},
                                formula_lines),
                      paragraph(body,
                                {{"sum of weights ", theme.muted},
                                 {number(total_, 3) + "      ", theme.ink, true},
                                 {"entropy ", theme.muted},
                                 {number(entropy_, 3), theme.ink, true},
                                 {" of at most " + fixed(std::log(count_), 3) + " nats", theme.muted}},
                                sum_lines));
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
