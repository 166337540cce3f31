// The numbers of brought values: of one query each key's weight α, the length of its value ‖v‖, and what
// arrives of it, α‖v‖; in which order they are by either; and the output that all of them add up to. No
// drawing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "explainer/brought/head_tensors.h"
#include "explainer/brought/head_weights.h"
#include "explainer/description.h"

namespace explainer::brought {

/// In the order of the parameter's choices.
enum class ListedBy { arrival, weight, place };

struct ValuesInputs {
    int layer = 0, head = 0, query = 0, key = 0;
    bool causal = false;
    ListedBy by = ListedBy::arrival;
};

class ValuesModel {
  public:
    explicit ValuesModel(std::shared_ptr<const HeadTensors> of) : of_(std::move(of)) {}

    void set(const ValuesInputs& inputs);

    const HeadTensors& of() const { return *of_; }
    const ValuesInputs& inputs() const { return inputs_; }
    bool masked(int key) const { return key >= weights_.seen(inputs_.query); }
    float weight(int key) const { return row_[static_cast<size_t>(key)]; }  // NaN where masked
    float length(int key) const { return lengths_[static_cast<size_t>(key)]; }
    double arrives(int key) const {
        return static_cast<double>(weight(key)) * static_cast<double>(length(key));
    }
    /// Keys whose weight and length are finite numbers, in the order that is asked for.
    const std::vector<int>& listed() const { return listed_; }
    /// Places among these, counted from 1; equal ones share one. 0: it is not among them.
    int place_by_weight(int key) const { return by_weight_[static_cast<size_t>(key)]; }
    int place_by_arrival(int key) const { return by_arrival_[static_cast<size_t>(key)]; }
    /// How many have another place by one than by the other.
    int moved() const { return moved_; }
    /// The largest of either; −1: there is none.
    int most_weight() const { return most_weight_; }
    int most_arrives() const { return most_arrives_; }
    double sum_of_weights() const { return sum_of_weights_; }
    double sum_of_arrivals() const { return sum_of_arrivals_; }
    /// ‖Σ α v‖.
    double output() const { return output_; }

    /// “the”: 0.321 × 7.071 = 2.270
    std::string product(int key) const;
    Description describe() const;

  private:
    void measure();

    std::shared_ptr<const HeadTensors> of_;
    ValuesInputs inputs_;
    HeadWeights weights_;
    bool made_ = false;
    std::vector<float> row_, lengths_;  // [cols]
    std::vector<int> listed_, by_weight_, by_arrival_;
    int moved_ = 0, most_weight_ = -1, most_arrives_ = -1;
    double sum_of_weights_ = 0, sum_of_arrivals_ = 0, output_ = 0;
};

}  // namespace explainer::brought
