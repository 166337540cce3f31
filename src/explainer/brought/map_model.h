// The numbers of a brought map: the chosen head's weights, its chosen row and column, and, in slices over all
// rows, on what its weight lies and what is wrong with it. No drawing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explainer/brought/head_tensors.h"
#include "explainer/brought/head_weights.h"
#include "explainer/brought/parts.h"
#include "explainer/description.h"

namespace explainer::brought {

/// What a share of the weight lies on; they overlap.
enum Part : int { first_token, near_tokens, own_token, part_count };

struct MapInputs {
    int layer = 0, head = 0, query = 0, key = 0, window = 1;
    bool causal = false, logarithmic = false;
};

class MapModel {
  public:
    explicit MapModel(std::shared_ptr<const HeadTensors> of) : of_(std::move(of)) {}

    void set(const MapInputs& inputs);
    /// A slice of so many weights. True while there is more to do.
    bool advance(double weights);

    const HeadTensors& of() const { return *of_; }
    const MapInputs& inputs() const { return inputs_; }
    HeadWeights& weights() { return weights_; }
    const HeadWeights& weights() const { return weights_; }
    /// Another one for another head, mask or colours.
    uint64_t version() const { return version_; }

    const std::vector<float>& row() const { return row_; }        // of the chosen query
    const std::vector<float>& column() const { return column_; }  // of the chosen key
    bool masked(int query, int key) const { return key >= weights_.seen(query); }
    /// Of the chosen row's weights, counted from 1; 0: it is masked, or no number.
    int rank() const;
    int rows_read() const { return next_; }
    bool settled() const { return next_ == weights_.rows(); }
    /// Of the weight of all rows that were read, and of the chosen row.
    double share(Part part) const;
    double share_of_row(Part part) const { return shares_in(inputs_.query, row_)[static_cast<size_t>(part)]; }
    /// In the rows that were read.
    const Faults& faults() const { return faults_; }

    std::string part_name(Part part) const;  // "window of 64"
    Pair pair(int query, int key, float weight) const;
    Description describe() const;

  private:
    using Shares = std::array<double, part_count>;
    Shares shares_in(int query, std::span<const float> row) const;
    void read(int query, std::span<const float> row);

    std::shared_ptr<const HeadTensors> of_;
    MapInputs inputs_;
    HeadWeights weights_;
    uint64_t version_ = 0;
    std::vector<float> row_, column_, at_work_;
    int next_ = 0;
    Shares sums_ = {};
    double all_ = 0;
    Faults faults_;
};

}  // namespace explainer::brought
