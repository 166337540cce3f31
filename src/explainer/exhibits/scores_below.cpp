// What follows from the map of scores, below it: weights, the terms of one score, and what the division does.
// See scores.h.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "explainer/exhibits/scores.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Block;

namespace {

constexpr float terms_height = 148;  // of the terms: four of two lines each
constexpr float pairs_height = 192;  // of the bars before and after the division
constexpr float value_pixels = 64;   // of a number beside its bar
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

float Scores::depth(int term, int terms) {
    const float share = terms > 1 ? static_cast<float>(term) / static_cast<float>(terms - 1) : 0;
    return 0.5f - 0.36f * share;
}

/// The switch, the temperature, and what the asking word looks at.
Block Scores::weights(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    SankeyLook look{.id = "flow", .from_color = theme.query, .to_color = theme.key};
    for (int i = 0; i < one_.n; ++i)
        look.from.push_back({.name = one_.queries[at(i)], .bold = all_ || i == query_});
    const int best = ranked().front();
    for (int j = 0; j < one_.m; ++j) {
        const bool hidden = covered(query_, one_.m - 1);
        look.to.push_back({.name = one_.keys[at(j)],
                           .shown = all_     ? ""
                                    : hidden ? "?"
                                             : percent(wide(weight(query_, j)), 1),
                           // Of equal scores none is the winner alone.
                           .bold = !all_ && !hidden && !(score(query_, j) < score(query_, best))});
    }
    for (int i = 0; i < one_.n; ++i) {
        for (int j = 0; j < one_.m; ++j)
            look.weights.push_back(covered(i, one_.m - 1) ? static_cast<double>(nothing)
                                                          : wide(weight(i, j)));
    }
    look.lane = 208.0f / static_cast<float>(std::max(one_.n, one_.m));
    look.selected_from = all_ ? -1 : query_;
    look.kept_to = hover_->key;
    look.hovered = [this](int i, int j) { point_pair(i, j); };
    look.pressed = [this, &ui](int i, int j) { go(ui, i, j, one_.d); };
    const std::string who =
        all_ ? "where every word looks" : std::string(Phrase() << "where " << query_name(query_) << " looks");
    return column(4, toggle(ui, example::scaled), paragraph(caption, theme.muted, without_scaling(), 55),
                  slider(example::temperature, {theme.query, 96, 52}), space(4),
                  cut_line(strong, theme.ink, who),
                  cut_line(caption, theme.muted, "softmax of the row; width = weight"), space(4),
                  sankey(std::move(look)), toggle(ui, all_words), space(4),
                  cut_line(strong, theme.ink, stated_title()), paragraph(body, theme.muted, stated(), 135));
}

Block Scores::terms(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    double largest = 0;
    for (const float product : products_) largest = std::max(largest, std::fabs(wide(product)));
    // (One decimal more than factors and sums have: what is shown of them adds up to what is shown.)
    const int fine = decimals_factor_ == 0 ? 0 : largest < 1 ? 4 : largest < 1000 ? 3 : 1;
    std::vector<Term> list;
    for (int t = 0; t < one_.d; ++t) {
        const std::string index = subscript(t + 1);
        list.push_back({.name = {{Phrase() << "q" << index << " ", theme.query}, {"k" + index, theme.key}},
                        .product = {{fixed(wide(q(t)), decimals_factor_), theme.query},
                                    {" × ", theme.muted},
                                    {fixed(wide(k(t)), decimals_factor_), theme.key},
                                    {" = " + fixed(wide(products_[at(t)]), fine), theme.ink}},
                        .value = wide(products_[at(t)]),
                        // As deep as the term's cells in Q and Kᵀ are beside each other.
                        .color = mix(theme.paper, theme.query, 0.4f + 1.2f * depth(t, one_.d))});
    }
    WaterfallLook look{.id = "sum",
                       .decimals = fine,
                       .shown = terms_,
                       .selected = terms_ - 1,
                       .result = {{complete() ? "score" : "so far", theme.ink, true}},
                       .result_color = theme.ink,
                       .height = terms_height,
                       .least_ruler = 110};
    if (complete())
        look.after = {{Phrase() << "÷ " << root() << " = ", theme.ink},
                      {fixed(wide(divided(query_, key_)), decimals_divided_), theme.query, true}};
    look.pointing.hovered = [this](int t) {
        hover_.note().q = {query_, t};
        hover_.note().k_turned = {t, key_};
    };
    look.pointing.pressed = [this, &ui](int t) { go(ui, query_, key_, t + 1); };
    return column(4, text(strong, theme.ink, "the dot product, term by term"),
                  waterfall(std::move(look), std::move(list)));
}

/// The asking word's scores before and after the division, highest first, on one scale: the order stays.
Block Scores::before_and_after(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    double least = 0, most = 0;
    for (int j = 0; j < one_.m; ++j) {
        least = std::min(least, wide(score(query_, j)));
        most = std::max(most, wide(score(query_, j)));
    }
    const bool hidden = covered(query_, one_.m - 1);
    std::vector<int> order = ranked();
    if (hidden) std::iota(order.begin(), order.end(), 0);  // the order is covered too
    std::vector<Bar> list;
    for (const int j : order) {
        for (const bool after : {false, true}) {
            const double value = wide(after ? divided(query_, j) : score(query_, j));
            // (A name for both: the second bar has what was done to the first.)
            Bar bar{.label = {after ? "÷ " + root() : one_.keys[at(j)], after ? theme.muted : theme.key,
                              !after && j == key_ && !turning()},
                    .value = hidden ? static_cast<double>(nothing) : value,
                    .color = after ? theme.query : mix(theme.paper, theme.query, 0.6f)};
            bar.shown =
                hidden ? "?" : fitting(value, after ? decimals_divided_ : decimals_, strong, value_pixels);
            list.push_back(std::move(bar));
        }
    }
    BarsLook look{.id = "divided",
                  .scale = round_axis(least, most),
                  .row = pairs_height / static_cast<float>(list.size()),
                  .thickness = 16,
                  .label_width = std::clamp(widest_key(), 32.0f, 64.0f),
                  .value_width = value_pixels,
                  .values_follow = true};
    if (hover_->key >= 0)
        look.selected =
            2 * static_cast<int>(std::find(order.begin(), order.end(), hover_->key) - order.begin()) + 1;
    look.pointing.hovered = [this, order](int item) { point_pair(query_, order[at(item / 2)]); };
    look.pointing.pressed = [this, order, &ui](int item) { go(ui, query_, order[at(item / 2)], one_.d); };
    const std::string said = spread(false) > 0 ? Phrase() << "same order; spread "
                                                          << spread_shown(spread(false), decimals_) << " → "
                                                          << spread_shown(spread(true), decimals_divided_)
                                               : Phrase() << "all equal, before and after";
    return column(
        4, cut_line(strong, theme.ink, Phrase() << "what ÷ " << root() << " does to " << query_name(query_)),
        cut_line(caption, theme.muted, hidden ? "covered" : said), space(4),
        bars(std::move(look), std::move(list)));
}

float Scores::widest_key() const {
    float out = 0;
    for (const std::string& name : one_.keys) out = std::max(out, std::ceil(fonts::width(strong, name)) + 2);
    return out;
}

}  // namespace explainer
