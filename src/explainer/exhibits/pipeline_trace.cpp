// See pipeline_trace.h.
#include "explainer/exhibits/pipeline_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "attention/softmax.h"
#include "explainer/exhibits/floats.h"
#include "explainer/factor.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/order.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::pipeline_model {
namespace {

using namespace figures;

constexpr float line_height = 24;
constexpr const char* line_names[] = {"", "", "project", "score", "divide", "softmax", "blend"};

/// Goes back from a number along the largest terms, and writes a line for each step.
class Trace {
  public:
    /// Of a longer sum so many terms are written; what is left over is one number.
    Trace(const Theme& theme, const Model& model, size_t most_terms)
        : theme_(theme), model_(model), most_terms_(most_terms) {}

    struct Line {
        bool there = false;
        Math formula = "";
        std::vector<Focus> targets = {};  // what its terms lead to
        Block bar = nullptr;              // the parts of the first sum
    };
    std::array<Line, blend + 1> lines;  // by step

    void write(Focus at) {
        std::optional<Focus> handed;  // whose value it leads to, instead of the query
        if (at.of == output) {
            const int key = sum(blend, at, model_.value(at));
            handed = {V, key, at.col};
            at = {grid, at.row, key};
        }
        if (at.of == grid) {
            if (model_.step >= weigh) share(at);
            if (model_.step >= divide) quotient(at);
            const int best = sum(score, at, grid_at(score, at));
            at = handed.value_or(Focus{Q, at.row, best});
        }
        if (model_.example.from_words && (at.of != V || model_.values)) sum(project, at, model_.value(at));
    }

  private:
    double grid_at(int step, const Focus& at) const { return wide(model_.grid_at(step)(at.row, at.col)); }
    template <class... Parts>
    void add(Parts... parts) {
        (parts_.push_back(Math(std::move(parts))), ...);
    }

    /// A term that leads to another number when it is pressed.
    Math linked(Focus to, Math inner) {
        targets_.push_back(to);
        return term(static_cast<int>(targets_.size()) - 1, std::move(inner));
    }

    /// A line begins with what it comes to.
    void begin(int step, const Focus& at, double value, int decimals) {
        Math shown = bold(colored(theme_.*color_of_matrix[at.of], brief(value, decimals)));
        // A score is a number of its own in the grid only while that shows scores.
        const bool there = at.of != grid || step == std::min(model_.step, +weigh);
        add(there ? linked(at, std::move(shown)) : shown, " = ");
    }
    void end(int step) {
        Line& line = lines[static_cast<size_t>(step)];
        line.there = true;
        line.formula = math(std::exchange(parts_, {}));
        line.targets = std::exchange(targets_, {});
    }

    void quotient(const Focus& at) {
        begin(divide, at, grid_at(divide, at), 3);
        add(brief(grid_at(score, at), decimals_of(model_.scores())));
        if (model_.scaled)
            add(" ÷ √" + std::to_string(model_.example.d));
        else
            add(colored(theme_.wrong, ", not divided"));
        end(divide);
    }

    void share(const Focus& at) {
        begin(weigh, at, grid_at(weigh, at), model_.share_decimals());
        const attention::ConstMatrixView given = model_.grid_at(divide);
        const std::span<const float> line(given.row(at.row), static_cast<size_t>(given.cols));
        std::string from = brief(wide(line[static_cast<size_t>(at.col)]), 3), divisor, all;
        if (model_.temperature != 1) divisor = Phrase() << " ÷ " << Shortest{tidy(model_.temperature)};
        if (!model_.softmax) {
            add(from + divisor);
            add(colored(theme_.wrong, divisor.empty() ? " as it is, no softmax" : ", no softmax"));
            return end(weigh);
        }
        // As the formula is written where that can be read, else shifted by the largest.
        const float most = attention::largest(line);
        const bool shifted = std::fabs(most / model_.temperature) > 9;
        std::vector<float> powers(line.size());
        attention::exponentials(line, model_.temperature, shifted ? most : 0, powers);
        for (const float one : powers) all += (all.empty() ? "" : " + ") + brief(wide(one), 3);
        const std::string own = brief(wide(powers, at.col), 3);
        add(own + " ÷ (" + all + ")");
        if (shifted) from += " − " + as_factor(brief(wide(most), 3));
        if (shifted && !divisor.empty()) from = "(" + from + ")";
        add(colored(theme_.muted, ",  exp(" + from + divisor + ") = " + own));
        if (shifted) add(colored(theme_.muted, ", less the row’s largest"));
        end(weigh);
    }

    /// A row times a column. Answers where the largest product is.
    int sum(int step, const Focus& at, double value) {
        const Product of = product_of(at.of);
        const attention::ConstMatrixView left = model_.view(of.left), above = model_.view(of.above, true);
        std::vector<double> products;
        for (int k = 0; k < left.cols; ++k)
            products.push_back(wide(left(at.row, k)) * wide(above(k, at.col)));
        std::vector<size_t> order = order_of(products.size(), [&products](size_t a, size_t b) {
            return std::fabs(products[a]) > std::fabs(products[b]);
        });
        const auto largest = static_cast<int>(order[0]);
        const int decimals = step == score ? decimals_of(model_.scores()) : model_.decimals(at.of);
        begin(step, at, value, decimals);
        if (order.size() > 4) order.resize(most_terms_);
        const auto number = [&](Name name, float factor, Focus place, bool second) {
            const std::string digits = brief(wide(factor), model_.decimals(name, step == blend ? 3 : 2));
            Math out = colored(theme_.*color_of_matrix[name], second ? as_factor(digits) : digits);
            // (Words, and X in place of V, lead no further.)
            return name >= X || (name == V && !model_.values) ? out : linked(place, std::move(out));
        };
        double rest = std::accumulate(products.begin(), products.end(), 0.0);
        bool first = true;
        for (int k = 0; k < left.cols; ++k) {
            const auto one = static_cast<size_t>(k);
            if (std::find(order.begin(), order.end(), one) == order.end()) continue;
            rest -= products[one];
            Math factor = number(of.left, left(at.row, k), {of.left, at.row, k}, false);
            Math product =
                math(std::move(factor), "·",
                     number(of.above, above(k, at.col),
                            of.above == K ? Focus{K, at.col, k} : Focus{of.above, k, at.col}, true));
            add(std::exchange(first, false) ? "" : " + ",
                k == largest ? bold(std::move(product)) : std::move(product));
        }
        if (order.size() < products.size()) add(" + ", colored(theme_.muted, "the rest " + brief(rest, 3)));
        end(step);
        if (!std::exchange(barred_, true))
            lines[static_cast<size_t>(step)].bar = parts_of(products, at, largest, decimals);
        return largest;
    }

    /// The parts of a sum as a bar, on one scale with its signs.
    Block parts_of(const std::vector<double>& products, const Focus& at, int largest, int decimals) const {
        const bool of_words = at.of == output;
        const Color color = of_words ? theme_.value : theme_.*color_of_matrix[at.of];
        Stack stack{.thickness = 20, .sum = SumMark::none};
        double low = 0, high = 0;
        for (size_t k = 0; k < products.size(); ++k) {
            (products[k] < 0 ? low : high) += products[k];
            const float depth = static_cast<int>(k) == largest ? 0.5f : k % 2 == 0 ? 0.2f : 0.3f;
            stack.segments.push_back({.label = of_words ? model_.example.keys[k] : "",
                                      .value = products[k],
                                      .color = mix(theme_.paper, color, depth),
                                      .shown = brief(products[k], decimals)});
        }
        if (!(high > low)) high = low + 1;
        return stacks(
            {.id = "parts", .scale = {low, high}, .label_width = 0, .value_width = 0, .ticks = false},
            vector_of(std::move(stack)));
    }

    const Theme& theme_;
    const Model& model_;
    size_t most_terms_;
    std::vector<Math> parts_;  // of the line that is being written
    std::vector<Focus> targets_;
    bool barred_ = false;
};

}  // namespace

Block trace(Ui& ui, const Model& model, const Focus& focus, void (*chosen)(Ui&, Focus)) {
    return by_width([&ui, &model, focus, chosen](float width) {
        const Theme& theme = ui.theme();
        const bool named = width >= 480;
        Trace all(theme, model, named ? 4 : 3);
        if (model.traced()) all.write(focus);
        const float name_width = named ? 84 : 16;
        Blocks lines, empty;  // what is not traced that far keeps its room
        bool barred = false;
        for (int step = blend; step >= project; --step) {
            Trace::Line& line = all.lines[static_cast<size_t>(step)];
            std::vector<Run> name = {{line.there ? std::to_string(step) : " ", theme.muted, true}};
            if (line.there && named) name.push_back({std::string("  ") + line_names[step], theme.muted});
            FormulaLook look{.id = "line" + std::to_string(step), .most = step == weigh ? 60 : 30};
            look.pointing.pressed = [chosen, &ui, targets = std::move(line.targets)](int id) {
                chosen(ui, targets[static_cast<size_t>(id)]);
            };
            Block written =
                row({.gap = 8}, {Item(paragraph(body, std::move(name)), pixels(name_width)),
                                 Item(formula(std::move(look), std::move(line.formula)), share())});
            (line.there ? lines : empty).push_back(reserved(line_height, std::move(written)));
            if (!line.bar) continue;
            barred = true;
            lines.push_back(
                reserved(line_height,
                         limited(480, Align::left, padded(name_width + 8, 0, 0, 0, std::move(line.bar)))));
        }
        if (!barred) empty.push_back(space(line_height));
        std::move(empty.begin(), empty.end(), std::back_inserter(lines));
        return column(4, std::move(lines));
    });
}

}  // namespace explainer::pipeline_model
