// The map of a brought head, as large as it may be, in tiles.
#pragma once

#include "attention/matrix.h"
#include "explainer/drawing/tile_map.h"

namespace explainer::brought {

/// The largest weight of a block of cells, `side` on a side; not a number: there is none.
float largest_in(attention::ConstMatrixView map, int row, int col, int side);

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

}  // namespace explainer::brought
