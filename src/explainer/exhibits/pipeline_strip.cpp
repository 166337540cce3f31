// The strip under the sheet of `pipeline`. See pipeline_strip.h.
#include "explainer/exhibits/pipeline_strip.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::pipeline_model {
namespace {

using namespace figures;

constexpr int most_terms = 4;  // of a sum; what is left over is one number
constexpr const char* step_names[] = {"", "", "project", "score", "divide", "softmax", "blend"};

/// A formula with the numbers that its terms stand for.
struct Line {
    int step;
    Math content;
    std::vector<Focus> targets;
};

class Writer {
  public:
    Writer(const Theme& theme, const Model& model) : theme_(theme), model_(model) {}

    Line write(const Source& source) {
        targets_.clear();
        std::vector<Math> parts = {result(source), " = "};
        switch (source.step) {
            case weigh:
                share(source, parts);
                break;
            case divide:
                parts.push_back(number_of(source.left[0], decimals_of(model_.scores)));
                if (model_.scaled) {
                    parts.emplace_back(" ÷ ");
                    parts.push_back(root(Math(std::to_string(model_.example.d))));
                } else {
                    parts.push_back(colored(theme_.wrong, ", not divided"));
                }
                break;
            default:
                sum(source, parts);
        }
        return {source.step, math(std::move(parts)), targets_};
    }

  private:
    Math number_of(double value, int decimals) const { return Math(brief(value, decimals)); }

    /// A term that leads to another number when it is pressed.
    Math linked(Focus to, Math inner) {
        targets_.push_back(to);
        return term(static_cast<int>(targets_.size()) - 1, std::move(inner));
    }

    int decimals(const Source& source) const {
        const WorkedExample& e = model_.example;
        if (source.step == score) return decimals_of(model_.scores);
        if (source.step == project)
            return decimals_of(source.result.of == Of::q ? e.q : source.result.of == Of::k ? e.k : e.v);
        if (source.step == weigh) return model_.share_decimals();
        return 3;
    }

    Color color(const Source& source) const {
        if (source.step != project) return source.step == blend ? theme_.output : theme_.query;
        return source.result.of == Of::q   ? theme_.query
               : source.result.of == Of::k ? theme_.key
                                           : theme_.value;
    }

    Math result(const Source& source) {
        Math shown = bold(colored(color(source), number_of(source.sum, decimals(source))));
        // A score is a number of its own in the grid only while that shows scores.
        const bool there = source.result.of != Of::grid || (source.step == std::min(model_.step, +weigh));
        return there ? linked(source.result, std::move(shown)) : shown;
    }

    void share(const Source& source, std::vector<Math>& parts) {
        const double scaled = model_.at(model_.now.scaled, model_.m(), source.result.row, source.result.col);
        const bool cooled = model_.temperature != 1;
        Math divisor = cooled ? Math(Phrase() << " ÷ " << Shortest{tidy(model_.temperature)}) : Math("");
        if (!model_.softmax) {
            parts.push_back(number_of(scaled, 3));
            if (cooled) parts.push_back(std::move(divisor));
            parts.push_back(colored(theme_.wrong, cooled ? ", no softmax" : " as it is, no softmax"));
            return;
        }
        const double own = source.left[static_cast<size_t>(source.chosen)];
        double all = 0;
        for (const double one : source.left) all += one;
        parts.push_back(number_of(own, 3));
        parts.emplace_back(" ÷ ");
        parts.push_back(number_of(all, 3));
        parts.push_back(colored(theme_.muted, math(",  ", number_of(all, 3), " = ")));
        for (size_t k = 0; k < source.left.size(); ++k) {
            if (k > 0) parts.emplace_back(" + ");
            parts.push_back(number_of(source.left[k], 3));
        }
        // Whose power of e that is.
        const double most = source.right[0], T = static_cast<double>(model_.temperature);
        const double exponent = (scaled - most) / T;
        parts.push_back(colored(
            theme_.muted, math(",  ", sup(Math("e"), number_of(exponent, 3)), " = ", number_of(own, 3))));
        if (most == 0 && !cooled) return;
        // What the exponent is made of, where it is not the scaled score itself.
        Math from = number_of(scaled, 3);
        if (most != 0) {
            Math largest = number_of(most, 3);
            from = math(std::move(from), " − ", most < 0 ? parens(std::move(largest)) : std::move(largest));
            if (cooled) from = parens(std::move(from));
        }
        parts.push_back(colored(theme_.muted, math(",  ", number_of(exponent, 3), " = ", std::move(from))));
        if (cooled) parts.push_back(colored(theme_.muted, std::move(divisor)));
        if (most != 0)
            parts.push_back(colored(theme_.muted, model_.scaled ? ", less the row's largest scaled score"
                                                                : ", less the row's largest score"));
    }

    void sum(const Source& source, std::vector<Math>& parts) {
        const size_t count = source.left.size();
        const auto term = [&](size_t k) { return source.left[k] * source.right[k]; };
        std::vector<char> named(count, count <= most_terms);
        double rest = 0;
        if (count > most_terms) {
            const std::vector<size_t> order = order_of(
                count, [&term](size_t a, size_t b) { return std::fabs(term(a)) > std::fabs(term(b)); });
            for (size_t i = 0; i < most_terms; ++i) named[order[i]] = true;
            for (size_t i = most_terms; i < count; ++i) rest += term(order[i]);
        }
        bool first = true;
        for (size_t k = 0; k < count; ++k) {
            if (!named[k]) continue;
            if (!first) parts.emplace_back(" + ");
            first = false;
            Math product = factors(source, static_cast<int>(k));
            parts.push_back(static_cast<int>(k) == source.chosen ? bold(std::move(product))
                                                                 : std::move(product));
        }
        if (count > most_terms) {
            parts.emplace_back(" + ");
            parts.push_back(colored(theme_.muted, "the rest " + brief(rest, 3)));
        }
    }

    Math factors(const Source& source, int k) {
        const WorkedExample& e = model_.example;
        const Focus& at = source.result;
        const auto left = [&](int decimals) {
            return number_of(source.left[static_cast<size_t>(k)], decimals);
        };
        const auto right = [&](int decimals) {
            return number_of(source.right[static_cast<size_t>(k)], decimals);
        };
        if (source.step == blend) {
            Math value = colored(theme_.value, right(decimals_of(model_.handed())));
            return math(linked({Of::grid, at.row, k}, colored(theme_.query, left(model_.share_decimals()))),
                        "·", model_.values ? linked({Of::v, k, at.col}, std::move(value)) : std::move(value));
        }
        if (source.step == score)
            return math(
                linked({Of::q, at.row, k}, colored(theme_.query, left(std::min(2, decimals_of(e.q))))), "·",
                linked({Of::k, at.col, k}, colored(theme_.key, right(std::min(2, decimals_of(e.k))))));
        const auto& w = at.of == Of::q ? e.w_q : at.of == Of::k ? e.w_k : e.w_v;
        return math(left(std::min(2, decimals_of(e.x))), "·",
                    colored(color(source), right(std::min(2, decimals_of(w)))));
    }

    const Theme& theme_;
    const Model& model_;
    std::vector<Focus> targets_;
};

/// The first sum among the sources: the parts of that one are drawn as a bar under its line.
size_t first_sum(const std::vector<Source>& sources) {
    size_t at = 0;
    while (at < sources.size() && sources[at].right.size() < 2) ++at;
    return at < sources.size() ? at : 0;
}

/// The parts of a sum as a bar, on one scale with its signs.
Block parts_bar(const Theme& theme, const Model& model, const std::vector<Source>& sources) {
    if (sources.empty()) return space(26);
    const Source* const found = &sources[first_sum(sources)];
    if (found->right.size() < 2) return space(26);
    const bool values = found->step == blend || (found->step == project && found->result.of == Of::v);
    const Color color = values                                                ? theme.value
                        : found->step == project && found->result.of == Of::k ? theme.key
                                                                              : theme.query;
    // (A product of whole numbers is one.)
    const int digits = found->step == blend   ? 3
                       : found->step == score ? decimals_of(model.scores)
                                              : model.decimals(found->result);
    Stack stack{.thickness = 26, .sum = SumMark::none};
    double low = 0, high = 0;
    for (size_t k = 0; k < found->left.size(); ++k) {
        const double part = found->left[k] * found->right[k];
        (part < 0 ? low : high) += part;
        const Color shade = static_cast<int>(k) == found->chosen
                                ? mix(theme.paper, color, 0.5f)
                                : mix(theme.paper, color, k % 2 == 0 ? 0.2f : 0.3f);
        stack.segments.push_back({.label = found->step == blend ? model.example.keys[k] : "",
                                  .value = part,
                                  .color = shade,
                                  .shown = brief(part, digits)});
    }
    if (!(high > low)) high = low + 1;
    StacksLook look{.id = "parts", .scale = {low, high}, .label_width = 0, .value_width = 0, .ticks = false};
    std::vector<Stack> one;
    one.push_back(std::move(stack));
    return stacks(std::move(look), std::move(one));
}

}  // namespace

std::string brief(double value, int decimals) {
    const double size = std::fabs(value);
    if (size >= 1e5) return scientific(value, 2);
    return fixed(value, size >= 1000  ? 0
                        : size >= 100 ? std::min(decimals, 1)
                        : size >= 10  ? std::min(decimals, 2)
                                      : decimals);
}

Block strip(Ui& ui, const Model& model, const Focus& focus, void (*chosen)(Ui&, Focus)) {
    const Theme& theme = ui.theme();
    const bool any = model.step >= project || !model.example.from_words;
    const auto sources =
        std::make_shared<std::vector<Source>>(any ? traced(model, focus) : std::vector<Source>());
    Writer writer(theme, model);
    const auto lines = std::make_shared<std::vector<Line>>();
    for (const Source& source : *sources) lines->push_back(writer.write(source));
    return by_width([=, &ui, &theme, &model](float width) {
        const bool columns = width >= 860,
                   beside = width >= 560;  // names beside their formulas, or over them
        const auto line = [&](size_t i) -> Block {
            const float height = beside ? 44 : 0;
            if (i >= lines->size()) return space(height);
            const Line& one = (*lines)[i];
            FormulaLook look{.id = "line" + std::to_string(i)};
            look.pointing.pressed = [chosen, &ui, targets = one.targets](int id) {
                chosen(ui, targets[static_cast<size_t>(id)]);
            };
            std::vector<Run> name = {{std::to_string(one.step) + "  ", theme.muted, true},
                                     {step_names[one.step], theme.muted}};
            if (!beside)
                return reserved(height, figures::column(2, paragraph(caption, std::move(name)),
                                                        formula(std::move(look), one.content)));
            return reserved(height, figures::row({.gap = 12, .cross = Cross::baseline},
                                                 {Item(paragraph(body, std::move(name)), pixels(84)),
                                                  Item(formula(std::move(look), one.content), share())}));
        };
        Blocks first, rest;
        const size_t barred = first_sum(*sources);
        for (size_t i = 0; i < 5; ++i) {
            Blocks& side = columns && i >= 2 ? rest : first;
            // (What has its sum so late has but four lines: the bar has the room of the fifth.)
            if (columns && i == 4 && barred >= 2) break;
            side.push_back(line(i));
            if (i == barred)
                side.push_back(padded(beside ? 96 : 0, 0, 0, 0, parts_bar(theme, model, *sources)));
        }
        // (Narrow, what one line needs less, another may need more.)
        if (!beside) return reserved(width < 330 ? 500 : 390, figures::column(8, std::move(first)));
        if (!columns) return reserved(306, figures::column(6, std::move(first)));
        return reserved(168, figures::row({.gap = 32}, {Item(figures::column(8, std::move(first)), share()),
                                                        Item(figures::column(8, std::move(rest)), share())}));
    });
}

}  // namespace explainer::pipeline_model
