// The numbers of a brought blend: of one query the weights at a temperature, the values where they lie in the
// plane of their two principal directions, the output among them, and where the temperature takes it. No
// drawing.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "explainer/brought/head_tensors.h"
#include "explainer/brought/principal_plane.h"
#include "explainer/description.h"

namespace explainer::brought {

struct BlendInputs {
    int layer = 0, head = 0, query = 0, key = 0;
    bool causal = false;
    double temperature = 1;
};

class BlendModel {
  public:
    using Vector2 = figures::Vector2;
    static constexpr double coldest_temperature = 0.01, hottest_temperature = 100;

    explicit BlendModel(std::shared_ptr<const HeadTensors> of) : of_(std::move(of)) {}

    void set(const BlendInputs& inputs);

    const HeadTensors& of() const { return *of_; }
    const BlendInputs& inputs() const { return inputs_; }
    bool masked(int key) const { return key >= seen_; }
    /// [cols]; NaN where masked, and where a brought weight has no logarithm.
    const std::vector<float>& weights() const { return weights_; }
    float weight(int key) const { return weights_[static_cast<size_t>(key)]; }
    /// The one with the largest weight; −1: no weight is a number above 0.
    int heaviest() const { return heaviest_; }
    /// How many equal weights are as spread out as these: e to the entropy.
    double spread() const { return spread_; }

    /// Where a key's value lies in the plane, from the mean of all values of the head; NaN: its value is not
    /// finite.
    Vector2 at(int key) const { return plane_.at[static_cast<size_t>(key)]; }
    bool lies(int key) const { return std::isfinite(at(key).x); }
    /// How much of the values' variance the plane has.
    double share() const { return plane_.share; }
    /// Of the values that the query sees.
    const std::vector<Vector2>& hull() const { return hull_; }
    /// NaN, where there are no weights or where one mixes a value that is not finite.
    Vector2 output() const { return output_; }
    bool has_output() const { return std::isfinite(output_.x); }
    /// Towards T = 0: the mean of the values whose keys score highest; towards T = ∞: of all.
    Vector2 coldest() const { return way_.front(); }
    Vector2 hottest() const { return way_.back(); }
    /// How many keys share the weight there.
    int winners() const { return winners_; }
    int mixed() const { return mixed_; }
    /// Where the output goes from one to the other.
    const std::vector<Vector2>& way() const { return way_; }
    /// Scores, weights and values of keys that the query sees and that are not finite.
    int not_numbers() const { return not_numbers_; }

    Description describe() const;

  private:
    void score();
    void make_weights(double temperature, std::vector<float>& out) const;
    Vector2 mix(const std::vector<float>& weights) const;
    Vector2 mean_of_scores_from(float least, int& count) const;

    std::shared_ptr<const HeadTensors> of_;
    BlendInputs inputs_;
    bool made_ = false;
    PrincipalPlane plane_;
    int seen_ = 0, heaviest_ = -1, winners_ = 0, mixed_ = 0, not_numbers_ = 0;
    std::vector<float> scores_, weights_;  // [cols]: what T divides; the weights
    std::vector<Vector2> hull_, way_;
    Vector2 output_;
    double spread_ = 0;
};

}  // namespace explainer::brought
