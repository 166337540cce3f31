// The map exhibit's attention: vectors Q and K made so that their products are blocks, a first token, a
// copied passage and noise; a position bias for recency; from them each row's maximum and sum, and any tile,
// row, column and cell of the n × n weights, which exist nowhere. By the core, in slices, coarse rows first.
// Draws nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/drawing/tile_map.h"

namespace explainer {

enum class Sees { all, earlier, window, window_and_first };
/// What a token that repeats an earlier one looks at: that one (a duplicate-token head), or the token behind
/// it (an induction head, which reads there what came next).
enum class Repeat { same, next };

struct MapInputs {
    int n = 0, seed = 1, window = 256;
    Sees sees = Sees::earlier;
    double recency = 0, blocks = 0, first = 0, copied = 0, noise = 0;
    Repeat repeat = Repeat::same;

    bool operator==(const MapInputs&) const = default;
};

/// A passage of keys that later queries look at, each `distance` tokens before its query.
struct Passage {
    int begin = 0, length = 0, distance = 0;

    /// Of a query that repeats, the key that it looks at for that; else −1.
    int source(int query) const {
        const int key = query - distance;
        return key >= begin && key < begin + length ? key : -1;
    }
};
Passage passage_of(int n, Repeat repeat);

/// Weights from here on have a colour, all above `heat_most` the same; on a logarithmic scale.
inline constexpr float heat_least = 1e-5f, heat_most = 0.1f;
/// 0 to 1 between them.
float heat_of(float weight);
/// Its power of ten; far down for 0.
float power_of(float weight);

class MapModel final : public TileSource {
  public:
    static constexpr int d = 64;

    /// Forgets what was computed, and makes Q and K, unless nothing has changed.
    void set(const MapInputs& inputs);
    /// Works on rows while there is a budget, in scores, at least on one. True while there are more.
    bool advance(double budget);

    const MapInputs& inputs() const { return inputs_; }
    int n() const { return inputs_.n; }
    bool settled() const { return rows_done_ == n(); }
    int rows_done() const { return rows_done_; }
    /// Of so many rows at least one is in the picture.
    int stride() const { return complete_; }
    /// Changes whenever tiles would be filled with other values.
    uint64_t version() const { return version_; }
    bool visible(int i, int j) const;
    int visible_count(int i) const { return seen(i).count(); }
    Passage passage() const { return passage_; }
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
        double first = 0, window = 0, itself = 0, copied = 0;
    };
    /// All of one row, known at any time.
    void row(int i, Row& out) const;
    /// The weights of one key in all rows, [n]; NaN where masked, or where the row is not known yet.
    void column(int j, std::vector<float>& out) const;
    /// NaN where masked, or where the row is not known yet.
    float weight(int i, int j) const;

    /// Shares of all weight in the rows so far.
    double first_share() const { return share(first_); }
    double window_share() const { return share(window_); }
    double itself_share() const { return share(itself_); }
    double copied_share() const { return share(copied_); }

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

  private:
    /// The keys that a query sees: a range, and before it perhaps the first one.
    struct Keys {
        int begin = 0, end = 0;
        bool first = false;
        int count() const { return end - begin + (first ? 1 : 0); }
    };
    Keys seen(int i) const;
    bool any_visible(int i0, int i1, int j0, int j1) const;
    double share(double sum) const { return rows_done_ > 0 ? sum / rows_done_ : 0; }
    void make_vectors();
    void scores(int i, int begin, int end, float* out) const;
    int all_scores(int i, float* out) const;
    void work_on(int i);
    void fill_coarse(int level, int row, int col, int first, int last, float* out);
    void fill_fine(int level, int row, int col, int first, int last, float* out);

    MapInputs inputs_;
    Passage passage_;
    std::vector<float> q_, k_;             // [n, d]
    std::vector<float> bias_;              // [2n − 1] by distance
    std::vector<float> most_, inverse_;    // [n]: largest score, 1 ÷ sum (0: not known yet)
    std::vector<float> scores_, weights_;  // of the row at work
    std::vector<uint8_t> picture_;         // [side, side]: heat of each 2^level_ × 2^level_ cells
    int level_ = 1, side_ = 0;
    int stride_ = 1, next_ = 0, complete_ = 1, rows_done_ = 0;
    uint64_t version_ = 0;
    double first_ = 0, window_ = 0, itself_ = 0, copied_ = 0;
    Extreme largest_, least_;
};

/// Python that makes the same vectors and reads the same values.
std::string map_numpy(const MapInputs& inputs, int query, int key);

}  // namespace explainer
