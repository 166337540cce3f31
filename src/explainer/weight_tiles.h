// The weights of attention over so many queries and keys that n × n of them are stored nowhere, as a source
// of tiles for a large map: from Q, K and a position bias each row's maximum and sum, and from these any
// tile, row, column and cell. By the core, in slices, coarse rows first. Draws nothing; what Q and K are is
// up to who makes them.
#pragma once

#include <cstdint>
#include <vector>

#include "attention/matrix.h"
#include "explainer/drawing/tile_map.h"

namespace explainer {

/// Weights from here on have a colour, all above `heat_most` the same; on a logarithmic scale.
inline constexpr float heat_least = 1e-5f, heat_most = 0.1f;
/// 0 to 1 between them.
float heat_of(float weight);
/// Its power of ten; far down for 0.
float power_of(float weight);

enum class Sees { all, earlier, window, window_and_first };

/// The keys that a query sees: a range, and before it perhaps the first one.
struct SeenKeys {
    int begin = 0, end = 0;
    bool first = false;
    int count() const { return end - begin + (first ? 1 : 0); }
    /// The key that stands at a place among them, side by side; the place of a key, −1: it is not seen.
    int key(int place) const { return !first ? begin + place : place == 0 ? 0 : begin + place - 1; }
    int place(int key) const {
        if (first && key == 0) return 0;
        return key >= begin && key < end ? key - begin + (first ? 1 : 0) : -1;
    }
};

class WeightTiles : public TileSource {
  public:
    static constexpr int d = 64;  // of a query, of a key

    /// Works on rows while there is a budget, in scores, at least on one. True while there are more.
    bool advance(double budget);

    int n() const { return n_; }
    bool settled() const { return rows_done_ == n(); }
    int rows_done() const { return rows_done_; }
    /// Of so many rows at least one is in the picture.
    int stride() const { return complete_; }
    /// Changes whenever tiles would be filled with other values.
    uint64_t version() const { return version_; }
    bool visible(int i, int j) const;
    int visible_count(int i) const { return seen(i).count(); }
    /// Bytes held for Q, K, the rows, and the coarse picture.
    size_t bytes() const;

    attention::ConstMatrixView queries() const { return {q_.data(), n(), d}; }
    attention::ConstMatrixView keys() const { return {k_.data(), n(), d}; }
    /// Row i of the position bias, [n].
    const float* bias(int i) const { return &bias_[static_cast<size_t>(n() - 1 - i)]; }

    struct Row {
        int index = -1;
        float most = 0, sum = 0;             // the largest score; Σ e^(score − most)
        std::vector<float> scores, weights;  // [n]; NaN where masked

        /// Which of its weights a key's is, counted from 1; 0: it is masked.
        int rank(int key) const;
    };
    /// All of one row, known at any time.
    Row row(int i) const;
    /// The weights of one key in all rows, [n]; NaN where masked, or where the row is not known yet.
    void column(int j, std::vector<float>& out) const;
    /// NaN where masked, or where the row is not known yet.
    float weight(int i, int j) const;

    struct Extreme {
        int row = 0, col = 0;
        float weight = 0;
    };
    Extreme largest() const { return largest_; }
    Extreme least() const { return least_; }

    void fill_rows(int level, int row, int col, int first, int last, float* out) override;
    int rows_at_once() const override { return 64; }
    bool has_levels() const override { return true; }
    bool masked(int level, int row, int col) const override;

  protected:
    /// Forgets what was computed: other sizes, another mask. Then `q_`, `k_` and `bias_` are made, and
    /// begin() computes the first rows at once, so that there is never a figure without a map.
    void reset(int count, Sees sees, int window);
    void begin();
    SeenKeys seen(int i) const;
    /// A row is computed: the weights of the keys that it sees, side by side.
    virtual void take_row(int row, const float* weights) = 0;

    std::vector<float> q_, k_;  // [n, d]; the scale 1/√d is applied to their products
    std::vector<float> bias_;   // [2n − 1] by distance

  private:
    bool any_visible(int i0, int i1, int j0, int j1) const;
    void scores(int i, int begin, int end, float* out) const;
    int all_scores(int i, float* out) const;
    void work_on(int i);
    void fill_coarse(int level, int row, int col, int first, int last, float* out);
    void fill_fine(int level, int row, int col, int first, int last, float* out);

    int n_ = 0, window_ = 0;
    Sees sees_ = Sees::earlier;
    std::vector<float> most_, inverse_;    // [n]: largest score, 1 ÷ sum (0: not known yet)
    std::vector<float> scores_, weights_;  // of the row at work
    std::vector<uint8_t> picture_;         // [side, side]: heat of each 2^level_ × 2^level_ cells
    int level_ = 1, side_ = 0;
    int stride_ = 1, next_ = 0, complete_ = 1, rows_done_ = 0;
    uint64_t version_ = 0;
    Extreme largest_, least_;
};

}  // namespace explainer
