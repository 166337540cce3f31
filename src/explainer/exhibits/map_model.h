// The map exhibit's attention: vectors Q and K made so that their products are blocks, a first token, a
// copied passage and noise; a position bias for recency; and what shares of the weight lie where. Draws
// nothing; the weights are weight_tiles.h's, what is said of them is in map_words.cpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/weight_tiles.h"

namespace explainer {

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

/// What a share of the weight lies on; they overlap.
enum Share : int { no_share, first_share, window_share, itself_share, copied_share, share_count };
using Shares = std::array<double, share_count>;

class MapModel final : public WeightTiles {
  public:
    /// Forgets what was computed, and makes Q and K, unless nothing has changed.
    void set(const MapInputs& inputs);
    const MapInputs& inputs() const { return inputs_; }
    Passage passage() const { return passage_; }
    /// Of all weight in the rows so far.
    double share(int of) const { return rows_done() > 0 ? sums_[static_cast<size_t>(of)] / rows_done() : 0; }
    /// Of the weight of one row.
    Shares shares_of(const Row& row) const;

  private:
    void make_vectors();
    template <class Weight>
    Shares shares_in(int row, Weight weight) const;
    void take_row(int row, const float* weights) override;

    MapInputs inputs_;
    Passage passage_;
    Shares sums_ = {};
};

/// What is said of a map, its chosen row, and the weights of its chosen key in all rows.
struct MapWords {
    const MapModel& model;
    const MapModel::Row& row;
    const std::vector<float>& column;
    int key;

    std::string share_name(int what) const;   // "window of 256"
    std::string share_place(int what) const;  // what the weight is on: "the window of 256"
    Description describe() const;
    /// Python that makes the same vectors and reads the same values.
    std::string numpy() const;
};

}  // namespace explainer
