// The numbers of brought heads: what each is measured by, in slices; their order by one of these; the chosen
// head's map as tiles and its chosen row; small pictures of a layer. No drawing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainer/brought/attention.h"
#include "explainer/brought/measures.h"
#include "explainer/description.h"
#include "explainer/drawing/tile_map.h"

namespace explainer::brought {

/// In the order of the parameter's choices.
enum class By { entropy, first, distance, previous, duplicate, induction };
inline constexpr int measure_count = 6;
double value_of(const Measures& of, By by);

/// What a weight's colour shows: the weight, or where it stands among powers of ten.
float (*shade_of(bool logarithmic))(float weight);

/// A head's map as a source of tiles; of a block of cells the largest weight.
class HeadTiles final : public TileSource {
  public:
    void show(attention::ConstMatrixView weights, bool logarithmic) {
        weights_ = weights;
        logarithmic_ = logarithmic;
    }
    void fill_rows(int level, int row, int col, int first, int last, float* out) override;
    int rows_at_once() const override { return 32; }
    bool has_levels() const override { return true; }
    /// What a weight's colour shows.
    float shade(float weight) const { return shade_of(logarithmic_)(weight); }

  private:
    attention::ConstMatrixView weights_;
    bool logarithmic_ = false;
};

struct HeadsInputs {
    int layer = 0, head = 0, query = 0, key = 0;
    By by = By::entropy;
    bool least_first = false, logarithmic = false;
};

class HeadsModel {
  public:
    static constexpr int most_small = 64;  // maps of a layer, and cells along a side of each

    explicit HeadsModel(std::shared_ptr<const Attention> attention);

    void set(const HeadsInputs& inputs);
    /// A slice of so many weights. True while there is more to do.
    bool advance(double weights);

    const Attention& attention() const { return *attention_; }
    const HeadsInputs& inputs() const { return inputs_; }
    int heads() const { return attention_->layers * attention_->heads; }
    int chosen() const { return inputs_.layer * attention_->heads + inputs_.head; }
    /// Of all heads before this one the measures are known.
    int measured() const { return static_cast<int>(measures_.size()); }
    const Measures& measures(int head) const { return measures_[static_cast<std::size_t>(head)]; }
    /// All heads together: how many rows do not sum to 1, how many numbers are none or infinite.
    const Measures& faults() const { return faults_; }
    /// The measure by which heads are compared, [layers, heads]; NaN where there is none, or none yet.
    const std::vector<float>& compared() const { return compared_; }
    /// What has the full colour among them.
    float largest() const { return largest_; }
    /// All heads in their order by it. Empty until all are measured, and where there is no such measure (no
    /// token comes twice).
    const std::vector<int>& order() const { return order_; }

    std::span<const float> row() const { return row(inputs_.query); }
    std::span<const float> row(int query) const;
    float weight(int query, int key) const { return row(query)[static_cast<std::size_t>(key)]; }
    HeadTiles& tiles() { return tiles_; }
    /// Another one for another head or other colours.
    uint64_t version() const { return version_; }

    /// The first head of the layer that has a small map, and how many have; a map's values, of one cell or
    /// the largest of several; empty while it is not made.
    int first_small() const { return first_small_; }
    int small_count() const { return std::min(most_small, attention_->heads); }
    int small_rows() const { return (attention_->rows + fold_ - 1) / fold_; }
    int small_cols() const { return (attention_->cols + fold_ - 1) / fold_; }
    std::span<const float> small(int map) const { return small_[static_cast<std::size_t>(map)]; }
    /// The cell of a small map that a cell is in.
    int folded(int index) const { return index / fold_; }
    uint64_t small_version() const { return small_version_; }

    Description describe(const std::string& summary_of_row) const;

  private:
    attention::ConstMatrixView map(int head) const;
    void compare();
    void begin_small();
    void make_small(int map);

    std::shared_ptr<const Attention> attention_;
    std::vector<int> tokens_;
    HeadsInputs inputs_;
    std::vector<Measures> measures_;
    std::optional<Measuring> at_work_;
    Measures faults_;
    std::vector<float> compared_;
    float largest_ = 1;
    std::vector<int> order_;
    HeadTiles tiles_;
    uint64_t version_ = 0, small_version_ = 0;
    int fold_ = 1, first_small_ = 0, small_layer_ = -1, small_done_ = 0;
    std::vector<std::vector<float>> small_;
};

}  // namespace explainer::brought
