// The numbers of brought scores: the products of one query's and one key's components, largest first; and of
// that query all scores, divided scores and weights. No drawing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/brought/head_tensors.h"
#include "explainer/description.h"

namespace explainer::brought {

struct ScoresInputs {
    int layer = 0, head = 0, query = 0, key = 0;
    bool causal = false;
};

class ScoresModel {
  public:
    explicit ScoresModel(std::shared_ptr<const HeadTensors> of) : of_(std::move(of)) {}

    void set(const ScoresInputs& inputs);

    const HeadTensors& of() const { return *of_; }
    const ScoresInputs& inputs() const { return inputs_; }
    int d() const { return of_->d(); }
    bool masked(int key) const { return key >= seen_; }
    /// Of the chosen query: q · k, ÷ √d, and the share; a masked key has scores, and no share (NaN).
    float score(int key) const { return scores_[static_cast<size_t>(key)]; }
    float divided(int key) const { return divided_[static_cast<size_t>(key)]; }
    float weight(int key) const { return weights_[static_cast<size_t>(key)]; }
    /// Keys that are not masked, by their score, the highest first; those that are no numbers last.
    const std::vector<int>& ranked() const { return ranked_; }
    /// A key's place among these, counted from 1; 0: it is masked.
    int place(int key) const;
    int not_numbers() const { return not_numbers_; }

    float q(int component) const;
    float k(int component) const;
    double product(int component) const {
        return static_cast<double>(q(component)) * static_cast<double>(k(component));
    }
    /// Components by the size of their product, the largest first.
    const std::vector<int>& terms() const { return terms_; }
    /// Of all products but the first so many of terms().
    double rest(size_t but) const;

    /// "√64"
    std::string root() const;
    Description describe() const;

  private:
    std::shared_ptr<const HeadTensors> of_;
    ScoresInputs inputs_;
    attention::ConstMatrixView q_, k_;  // of the head
    int seen_ = 0, not_numbers_ = 0;
    std::vector<float> scores_, divided_, weights_;  // [cols]
    std::vector<int> ranked_, terms_;
};

}  // namespace explainer::brought
