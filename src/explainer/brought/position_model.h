// The numbers of brought positions: of one query all scores and weights without places and with those that a
// scheme puts into its query and keys, and the score of one key at other places. Draws nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attention/options.h"
#include "explainer/brought/head_tensors.h"
#include "explainer/description.h"
#include "explainer/exhibits/position_model.h"

namespace explainer::brought {

struct PositionInputs {
    int layer = 0, head = 0, query = 0, key = 0;
    bool causal = false;
    position::Scheme scheme = position::none;
    double base = 10000;
    int gap = 0;  // empty places before the query; what comes after it moves too
    bool operator==(const PositionInputs&) const = default;
};

class PositionModel {
  public:
    explicit PositionModel(std::shared_ptr<const HeadTensors> of) : of_(std::move(of)) {}

    void set(const PositionInputs& inputs);

    const HeadTensors& of() const { return *of_; }
    const PositionInputs& inputs() const { return inputs_; }
    bool masked(int key) const { return key >= seen_; }
    /// RoPE turns components two by two, and their number is odd: no place is put in.
    bool odd() const { return inputs_.scheme >= position::rope && of_->d() % 2 != 0; }
    /// The key's place, counted from the query's.
    int offset(int key) const { return offset_in(key, inputs_.gap); }
    int offset_without_gap(int key) const { return offset_in(key, 0); }
    /// ALiBi's, of this head.
    float slope() const { return slope_; }

    /// Of a row, [cols]: q · k ÷ √d, what is added for places included; and the weights, NaN where masked.
    struct Row {
        std::vector<float> scores, weights;
        int heaviest = -1;  // −1: no weight is a number above 0
        float score(int key) const { return scores[static_cast<size_t>(key)]; }
        float weight(int key) const { return weights[static_cast<size_t>(key)]; }
    };
    const Row& without() const { return without_; }
    const Row& with() const { return with_; }
    /// Keys that are not masked, by their score with places, the highest first; those that are no numbers
    /// last.
    const std::vector<int>& ranked() const { return ranked_; }
    int not_numbers() const { return not_numbers_; }

    /// The chosen key's score if it stood elsewhere, from the query; also between places, for the eye.
    double score_at(double offset) const;
    /// The same from place to place, thinned where it is long: of several places the least and the largest.
    struct Curve {
        int from = 0, to = 0;
        std::vector<double> x, y;
    };
    Curve curve() const;

    /// "ALiBi: 13 places before it: 0.740, without places 1.553"
    std::string said() const;
    Description describe() const;

  private:
    int offset_in(int key, int gap) const;
    attention::RopePairs pairs() const;
    void score_row();
    void share(Row& row) const;
    void make_turns();

    std::shared_ptr<const HeadTensors> of_;
    PositionInputs inputs_;
    int seen_ = 0, not_numbers_ = 0;
    float slope_ = 0;
    Row without_, with_;
    struct Turn {
        double along, across, angle;
    };
    std::vector<Turn> turns_;  // of the chosen query and key, with RoPE
    std::vector<int> ranked_;
};

}  // namespace explainer::brought
