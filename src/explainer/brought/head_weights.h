// The weights of one head: those that a reader's array has, where they lie, or softmax(q kᵀ ÷ √d) of their
// queries and keys, of which a row, a column or a tile is made when it is asked for: n × m of them are stored
// nowhere, only a coarse picture. Draws nothing.
#pragma once

#include <vector>

#include "attention/matrix.h"
#include "explainer/brought/head_tensors.h"
#include "explainer/brought/head_tiles.h"

namespace explainer::brought {

class HeadWeights final : public TileSource {
  public:
    static constexpr int at_once = 16;  // rows that are made together

    /// Of the tensors, which outlive it. Causal: where weights follow from q and k, a query sees its own key
    /// and those before it (HeadTensors::seen).
    void show(const HeadTensors& of, int layer, int head, bool causal, bool logarithmic);

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    /// How many keys a query sees: those before that number.
    int seen(int query) const { return of_->seen(query, causal_); }

    /// Of so many queries, at_once at most, [count, cols]; NaN where masked. By the core's softmax.
    void rows(int query, int count, std::vector<float>& out) const;
    void row(int query, std::vector<float>& out) const { rows(query, 1, out); }
    /// [rows], the same of one key.
    void column(int key, std::vector<float>& out) const;
    /// NaN where masked.
    float weight(int query, int key) const;
    /// What a weight's colour shows.
    float shade(float weight) const { return given_.shade(weight); }
    /// What the work for a row costs, in weights that are there.
    double cost() const { return made() ? cols_ * (1 + q_.cols / 8.0) : cols_; }

    void fill_rows(int level, int row, int col, int first, int last, float* out) override;
    int rows_at_once() const override;
    bool has_levels() const override { return true; }
    bool masked(int level, int row, int col) const override;

  private:
    bool made() const { return q_.data != nullptr; }
    /// Scaled scores of so many queries and the keys from `begin` to `end` − 1.
    void scores(int query, int count, int begin, int end, float* out) const;
    void make(int query, int count, float* out) const;
    void know(int query, int count) const;
    int picture_cols() const { return ((cols_ - 1) >> level_) + 1; }
    float weight_of(float score, int query) const;

    const HeadTensors* of_ = nullptr;
    int rows_ = 0, cols_ = 0;
    bool causal_ = false;
    HeadTiles given_;                     // of weights that were brought
    attention::ConstMatrixView weights_;  // [rows, cols]
    attention::ConstMatrixView q_, k_;    // [rows, d] [cols, d]; or none
    mutable std::vector<float> most_;     // [rows]: the largest score
    mutable std::vector<float> inverse_;  // [rows]: 1 ÷ Σ e^(score − most); 0: not known yet
    mutable std::vector<float> at_work_;  // [at_once, cols]
    /// Of each 2^level_ × 2^level_ cells the largest weight, of the rows that were made: up to 1024².
    mutable std::vector<float> picture_;
    int level_ = 0;
};

}  // namespace explainer::brought
