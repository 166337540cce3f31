// See blend_model.h.
#include "explainer/brought/blend_model.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "attention/softmax.h"
#include "explainer/brought/parts.h"
#include "explainer/figures/convex_hull.h"
#include "explainer/figures/map_view.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr int listed_weights = 32, steps_of_way = 48;
constexpr float none = std::numeric_limits<float>::quiet_NaN();
constexpr float no_score = -std::numeric_limits<float>::infinity();

}  // namespace

void BlendModel::set(const BlendInputs& inputs) {
    const BlendInputs before = std::exchange(inputs_, inputs);
    const bool first = !std::exchange(made_, true);
    const bool other_head = first || before.layer != inputs.layer || before.head != inputs.head;
    if (other_head) plane_ = principal_plane(of_->of(*of_->v, inputs.layer, inputs.head));
    if (other_head || before.query != inputs.query || before.causal != inputs.causal) score();
    make_weights(inputs.temperature, weights_);
    output_ = mix(weights_);
    heaviest_ = -1;
    for (int key = 0; key < seen_; ++key)
        if (weight(key) > (heaviest_ < 0 ? 0 : weight(heaviest_))) heaviest_ = key;
    std::vector<float> numbers;
    for (const float one : weights_)
        if (one > 0) numbers.push_back(one);
    spread_ = heaviest_ < 0 ? 0 : std::exp(static_cast<double>(attention::entropy(numbers)));
}

/// What T divides: q · k ÷ √d, or ln α; and all that it alone decides.
void BlendModel::score() {
    const int cols = of_->cols, query = inputs_.query;
    seen_ = of_->seen(query, inputs_.causal && !of_->attention);
    scores_.resize(static_cast<size_t>(cols));
    if (of_->attention) {
        const float* weights = of_->weights_of(inputs_.layer, inputs_.head).row(query);
        std::transform(weights, weights + cols, scores_.begin(), [](float weight) {
            return std::isfinite(weight) && weight >= 0 ? std::log(weight) : none;
        });
    } else {
        scaled_scores(of_->of(*of_->q, inputs_.layer, inputs_.head).rows_from(query, 1),
                      of_->of(*of_->k, inputs_.layer, inputs_.head), {scores_.data(), 1, cols});
    }
    not_numbers_ = 0;
    std::vector<Vector2> corners;
    float largest = no_score, size = 0;
    bool shared = true;  // one score of q and k that is no number leaves no sum to share
    for (int key = 0; key < seen_; ++key) {
        const float score = scores_[static_cast<size_t>(key)];
        const bool number = !std::isnan(score) && score != -no_score;
        if (!number && !of_->attention) shared = false;
        if (!number || !lies(key)) ++not_numbers_;
        if (lies(key)) corners.push_back(at(key));
        largest = std::fmax(largest, score);
        if (std::isfinite(score)) size = std::max(size, std::fabs(score));
    }
    hull_ = figures::convex_hull(corners);
    way_.clear();
    // (Scores that differ by float32's last digits are a tie: no temperature tells them apart.)
    way_.push_back(mean_of_scores_from(shared ? largest - 1e-6f * size : none, winners_));
    std::vector<float> weights;
    for (int i = 0; i <= steps_of_way; ++i) {
        make_weights(coldest_temperature *
                         std::pow(hottest_temperature / coldest_temperature, i / double{steps_of_way}),
                     weights);
        way_.push_back(mix(weights));
    }
    way_.push_back(mean_of_scores_from(shared ? -std::numeric_limits<float>::max() : none, mixed_));
}

void BlendModel::make_weights(double temperature, std::vector<float>& out) const {
    out.assign(scores_.size(), none);
    std::copy_n(scores_.begin(), seen_, out.begin());
    // (A brought weight that is no number has no share.)
    const auto unknown = [this](float score) { return of_->attention && std::isnan(score); };
    std::replace_if(out.begin(), out.begin() + seen_, unknown, no_score);
    const attention::MatrixView row{out.data(), 1, seen_};
    attention::softmax(row, static_cast<float>(temperature), row);
    for (int key = 0; key < seen_; ++key)
        if (unknown(scores_[static_cast<size_t>(key)])) out[static_cast<size_t>(key)] = none;
}

figures::Vector2 BlendModel::mix(const std::vector<float>& weights) const {
    Vector2 out;
    double sum = 0;
    for (int key = 0; key < seen_; ++key) {
        const auto weight = static_cast<double>(weights[static_cast<size_t>(key)]);
        if (weight == 0 || (of_->attention && std::isnan(weight))) continue;
        out = out + at(key) * weight;
        sum += weight;
    }
    return sum == 0 ? Vector2{NAN, NAN} : out;
}

figures::Vector2 BlendModel::mean_of_scores_from(float least, int& count) const {
    std::vector<float> weights(scores_.size());
    count = 0;
    for (int key = 0; key < seen_; ++key)
        if (scores_[static_cast<size_t>(key)] >= least) ++count;
    for (int key = 0; key < seen_; ++key)
        if (scores_[static_cast<size_t>(key)] >= least)
            weights[static_cast<size_t>(key)] = 1 / static_cast<float>(count);
    return mix(weights);
}

Description BlendModel::describe() const {
    const int query = inputs_.query, key = inputs_.key;
    Description out;
    Phrase said;
    said << "A blend of your own: " << plural(of_->cols, "key") << ". At temperature "
         << Fixed{inputs_.temperature, 2} << " ";
    if (heaviest_ < 0)
        said << "no weight of " << asking(*of_, query) << " is a number above 0.";
    else
        said << asking(*of_, query) << " gives " << told_apart(*of_, heaviest_) << " the most weight, "
             << weight_shown(weight(heaviest_)) << "; its weights are as spread out as " << Fixed{spread_, 1}
             << " equal ones.";
    if (heaviest_ >= 0 && !has_output()) said << " A value that it mixes is not finite, nor is the output.";
    said << " The plane has " << Percent{share(), 0} << " of the values’ variance.";
    out.summary = said;

    Table all{
        Phrase() << "Weights of " << asking(*of_, query),
        {"key", "token", of_->attention ? "ln α" : "score", "weight", "first direction", "second direction"},
        {}};
    const figures::LargestValues top = figures::largest_of(weights_, listed_weights);
    for (const int one : top.places)
        add_row(all) << one << of_->keys[static_cast<size_t>(one)] << scores_[static_cast<size_t>(one)]
                     << weight(one) << at(one).x << at(one).y;
    if (top.others > 0)
        add_row(all) << std::string(Phrase() << "the other " << top.others) << ""
                     << "" << top.rest << ""
                     << "";
    out.tables.push_back(std::move(all));
    out.tables.push_back({"In the plane", {"", "first direction", "second direction"}, {}});
    for (const auto& [name, where] :
         {std::pair{"output", output_}, {"T towards 0", coldest()}, {"T towards infinity", hottest()}})
        add_row(out.tables.back(), name, {where.x, where.y});

    out.add_value("weight", masked(key) ? 0 : weight(key));
    if (heaviest_ >= 0) out.add_value("largest weight", weight(heaviest_));
    out.add_value("as many equal weights", spread_);
    out.add_value("share of the variance", share());
    out.add_value("keys at T towards 0", winners_);
    out.add_value("keys at T towards infinity", mixed_);
    out.add_value("first direction of the output", output_.x);
    out.add_value("second direction of the output", output_.y);
    out.add_value("not numbers", not_numbers_);
    return out;
}

}  // namespace explainer::brought
