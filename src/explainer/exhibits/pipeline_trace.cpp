// See pipeline_trace.h.
#include "explainer/exhibits/pipeline_trace.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/factor.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::pipeline_model {
namespace {

using namespace figures;

constexpr float bar_thickness = 20, bar_room = 24;

constexpr const char* line_names[] = {"", "", "project", "score", "divide", "softmax", "blend"};

Color color_of(const Theme& theme, const Source& source) {
    return theme.*color_of_matrix[source.result.of];
}

int decimals_of_result(const Model& model, const Source& source) {
    if (source.step == score) return decimals_of(model.scores());
    if (source.step == divide) return 3;
    return source.step == weigh ? model.share_decimals() : model.decimals(source.result.of);
}

/// Writes the sources as formulas, and keeps which numbers their terms stand for.
class Writer {
  public:
    /// Of a longer sum so many terms are written; what is left over is one number.
    Writer(const Theme& theme, const Model& model, size_t most_terms)
        : theme_(theme), model_(model), most_terms_(most_terms) {}

    Math write(const Source& source) {
        targets.clear();
        parts_ = {};
        Math shown =
            bold(colored(color_of(theme_, source), brief(source.sum, decimals_of_result(model_, source))));
        // A score is a number of its own in the grid only while that shows scores.
        const bool there = source.result.of != grid || source.step == std::min(model_.step, +weigh);
        add(there ? linked(source.result, std::move(shown)) : shown, " = ");
        if (source.step == divide)
            quotient(source);
        else if (source.step == weigh)
            share(source);
        else
            sum(source);
        return math(std::move(parts_));
    }

    std::vector<Focus> targets;

  private:
    template <class... Parts>
    void add(Parts... parts) {
        (parts_.push_back(Math(std::move(parts))), ...);
    }
    void remark(Math what) { add(colored(theme_.muted, std::move(what))); }
    void broken(const char* what) { add(colored(theme_.wrong, what)); }

    /// A term that leads to another number when it is pressed.
    Math linked(Focus to, Math inner) {
        targets.push_back(to);
        return term(static_cast<int>(targets.size()) - 1, std::move(inner));
    }

    void quotient(const Source& source) {
        add(brief(source.left[0], decimals_of(model_.scores())));
        if (!model_.scaled) return broken(", not divided");
        add(" ÷ √" + std::to_string(model_.example.d));
    }

    void share(const Source& source) {
        const Focus& at = source.result;
        const double scaled = wide(model_.grid_at(divide)(at.row, at.col));
        const bool cooled = model_.temperature != 1;
        const std::string divisor =
            cooled ? std::string(Phrase() << " ÷ " << Shortest{tidy(model_.temperature)}) : "";
        if (!model_.softmax) {
            add(brief(scaled, 3) + divisor);
            return broken(cooled ? ", no softmax" : " as it is, no softmax");
        }
        const double own = source.left[static_cast<size_t>(source.chosen)], shift = source.right[0];
        std::string all;
        for (const double one : source.left) all += (all.empty() ? "" : " + ") + brief(one, 3);
        add(brief(own, 3) + " ÷ (" + all + ")");
        // Whose power of e that is, and what the exponent is made of where it is not the scaled score itself.
        const std::string exponent = brief((scaled - shift) / wide(model_.temperature), 3);
        remark(",  exp(" + exponent + ") = " + brief(own, 3));
        if (shift == 0 && !cooled) return;
        std::string from = brief(scaled, 3);
        if (shift != 0) from += " − " + (shift < 0 ? "(" + brief(shift, 3) + ")" : brief(shift, 3));
        if (shift != 0 && cooled) from = "(" + from + ")";
        remark(",  " + exponent + " = " + from + divisor);
        if (shift != 0)
            remark(model_.scaled ? ", less the row’s largest scaled score"
                                 : ", less the row’s largest score");
    }

    void sum(const Source& source) {
        const size_t count = source.left.size();
        const auto size = [&](size_t k) { return std::fabs(source.left[k] * source.right[k]); };
        const std::vector<size_t> order =
            order_of(count, [&size](size_t a, size_t b) { return size(a) > size(b); });
        const size_t written = count <= 4 ? count : most_terms_;
        std::vector<bool> named(count, false);
        for (size_t i = 0; i < written; ++i) named[order[i]] = true;
        double rest = 0;
        const char* between = "";
        for (size_t k = 0; k < count; ++k) {
            if (!named[k]) {
                rest += source.left[k] * source.right[k];
                continue;
            }
            Math product = factors(source, static_cast<int>(k));
            add(std::exchange(between, " + "),
                static_cast<int>(k) == source.chosen ? bold(std::move(product)) : std::move(product));
        }
        if (count > written) {
            add(" + ");
            remark("the rest " + brief(rest, 3));
        }
    }

    Math factors(const Source& source, int k) {
        const Focus& at = source.result;
        const auto [left, above] = product_of(at.of);
        const int most = source.step == blend ? 3 : 2;
        const auto number = [&](Name name, const std::vector<double>& side, Focus place) {
            const std::string shown = brief(side[static_cast<size_t>(k)], model_.decimals(name, most));
            Math out =
                colored(theme_.*color_of_matrix[name], &side == &source.right ? as_factor(shown) : shown);
            // (Words, and X in place of V, lead no further.)
            return name >= X || (name == V && !model_.values) ? out : linked(place, std::move(out));
        };
        Math first = number(left, source.left, {left, at.row, k});
        return math(std::move(first), "·",
                    number(above, source.right, above == K ? Focus{K, at.col, k} : Focus{above, k, at.col}));
    }

    const Theme& theme_;
    const Model& model_;
    size_t most_terms_;
    std::vector<Math> parts_;
};

/// The parts of a sum as a bar, on one scale with its signs.
Block parts_bar(const Theme& theme, const Model& model, const Source& source) {
    const Color color = source.step == blend ? theme.value : color_of(theme, source);
    Stack stack{.thickness = bar_thickness, .sum = SumMark::none};
    double low = 0, high = 0;
    for (size_t k = 0; k < source.left.size(); ++k) {
        const double part = source.left[k] * source.right[k];
        (part < 0 ? low : high) += part;
        const float depth = static_cast<int>(k) == source.chosen ? 0.5f : k % 2 == 0 ? 0.2f : 0.3f;
        stack.segments.push_back({.label = source.step == blend ? model.example.keys[k] : "",
                                  .value = part,
                                  .color = mix(theme.paper, color, depth),
                                  .shown = brief(part, decimals_of_result(model, source))});
    }
    if (!(high > low)) high = low + 1;
    StacksLook look{.id = "parts", .scale = {low, high}, .label_width = 0, .value_width = 0, .ticks = false};
    return stacks(std::move(look), vector_of(std::move(stack)));
}

}  // namespace

Block trace(Ui& ui, const Model& model, const Focus& focus, void (*chosen)(Ui&, Focus)) {
    return by_width([&ui, &model, focus, chosen](float width) {
        const Theme& theme = ui.theme();
        const bool beside = width >= 720;  // the bar beside the line of its sum, or under it
        const std::vector<Source> sources = model.traced() ? traced(model, focus) : std::vector<Source>();
        Writer writer(theme, model, beside ? 4 : 3);
        const float name_width = beside ? 84 : 16;
        Blocks lines, empty;  // What is not traced that far keeps its room.
        bool barred = false;
        auto source = sources.begin();
        for (int step = blend; step >= project; --step) {
            const bool there = source != sources.end() && source->step == step;
            FormulaLook look{.id = "line" + std::to_string(step), .most = step == weigh ? 60 : 30};
            Math content = there ? writer.write(*source) : "";
            look.pointing.pressed = [chosen, &ui, targets = writer.targets](int id) {
                chosen(ui, targets[static_cast<size_t>(id)]);
            };
            std::vector<Run> name = {{there ? std::to_string(step) : " ", theme.muted, there}};
            if (there && beside) name.push_back({std::string("  ") + line_names[step], theme.muted});
            Items items = {Item(paragraph(body, std::move(name)), pixels(name_width)),
                           Item(formula(std::move(look), std::move(content)), share())};
            // The first sum has its parts as a bar.
            Block bar =
                there && !barred && source->right.size() > 1 ? parts_bar(theme, model, *source) : nullptr;
            barred = barred || bar;
            if (bar && beside) items.emplace_back(std::move(bar), pixels(280));
            (there ? lines : empty).push_back(reserved(bar_room, row({.gap = 8}, std::move(items))));
            if (bar) lines.push_back(reserved(bar_room, padded(name_width + 8, 0, 0, 0, std::move(bar))));
            if (there) ++source;
        }
        if (!barred && !beside) empty.push_back(space(bar_room));
        std::move(empty.begin(), empty.end(), std::back_inserter(lines));
        return column(4, std::move(lines));
    });
}

}  // namespace explainer::pipeline_model
