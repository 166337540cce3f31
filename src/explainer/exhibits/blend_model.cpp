// See blend_model.h.
#include "explainer/exhibits/blend_model.h"

#include <algorithm>
#include <cmath>

#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/figures/convex_hull.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"

namespace explainer::blending {

Mixed mixed(const Given& given, float t) {
    Mixed out;
    attention::Options options;
    options.scale = 1.0f;  // no 1/√d: it would be a temperature
    options.temperature = t;
    attention::TraceViews views;
    views.scores = {out.scores, 1, given.n};
    views.weights = {out.weights, 1, given.n};
    views.output = {out.output, 1, 2};
    attention::trace_into({given.q, 1, 2}, {given.k, given.n, 2}, {given.v, given.n, 2}, options, views);
    return out;
}

figures::Vector2 limit(const Given& given, const Mixed& now, bool of_winners) {
    const float best = *std::max_element(now.scores, now.scores + given.n);
    // Scores of the same size in decimals differ by float32's last digits, which no temperature of the
    // slider tells apart: a tie is within a few of them, of what the score is the sum of.
    const auto wins = [&](int i) {
        const float terms =
            std::fabs(given.q[0] * given.k[2 * i]) + std::fabs(given.q[1] * given.k[2 * i + 1]);
        return !of_winners || best - now.scores[i] <= 4e-7f * std::max(terms, std::fabs(best));
    };
    float weights[most] = {}, out[2] = {}, alike = 0;
    for (int i = 0; i < given.n; ++i) alike += wins(i) ? 1.0f : 0.0f;
    for (int i = 0; i < given.n; ++i) weights[i] = wins(i) ? 1 / alike : 0;
    attention::weighted_sum({weights, 1, given.n}, {given.v, given.n, 2}, {out, 1, 2});
    return vector_at(out);
}

Attention attention(const Given& given, const Mixed& now) {
    const float most_weight = *std::max_element(now.weights, now.weights + given.n);
    float percents[most];
    for (int i = 0; i < given.n; ++i) percents[i] = now.weights[i] * 100;
    const std::vector<int> top = largest_shown({percents, static_cast<size_t>(given.n)}, 1);
    const std::string share = percent(wide(most_weight), 1);
    if (static_cast<int>(top.size()) == given.n) return {"each key ", share, " of its attention"};
    std::vector<std::string> names;
    for (const int i : top) names.emplace_back(key_names[i]);
    return {"", share,
            Phrase() << (names.size() == 1 ? " of its attention to " : " of its attention to each of ")
                     << listed(names)};
}

void Trails::go(const Given& given, float temperature) {
    constexpr size_t longest = 160;  // points
    const figures::Vector2 to = given.query(), from = query.empty() ? to : query.back(), way = to - from;
    if (!query.empty() && from == to) return;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::sqrt(dot(way, way)) / 0.1)));
    for (int i = 1; i <= steps; ++i) {
        const figures::Vector2 q = i == steps ? to : from + way * (i / static_cast<double>(steps));
        Given then = given;
        then.q[0] = static_cast<float>(q.x);
        then.q[1] = static_cast<float>(q.y);
        query.push_back(q);
        output.push_back(mixed(then, temperature).at());
    }
    for (std::vector<figures::Vector2>* trail : {&query, &output}) {
        const size_t old = trail->size() - std::min(trail->size(), longest);
        trail->erase(trail->begin(), trail->begin() + static_cast<std::ptrdiff_t>(old));
    }
}

std::vector<figures::Vector2> hull_of(const Given& given) {
    std::vector<figures::Vector2> values;
    for (int i = 0; i < given.n; ++i) values.push_back(given.value(i));
    return figures::convex_hull(values);
}

}  // namespace explainer::blending
