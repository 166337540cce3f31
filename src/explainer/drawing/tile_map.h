// A large matrix as a pyramid of tiles that are asked for as they come into sight and stay on the GPU. Level
// 0 holds the cells, level L the value of largest magnitude among each 2^L × 2^L cells, so that a single hot
// cell among millions stays visible. The matrix itself need not exist: a source fills one tile at a time.
// Knows no pointer and no label; painters draw it (Painter::tile_map).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer {

inline constexpr int tile_side = 256;

/// Where a large matrix comes from.
class TileSource {
  public:
    virtual ~TileSource() = default;

    /// Fills `out` [256, 256] with the tile in row `row` and column `col` of `level`; NaN: masked. Entries
    /// beyond the matrix are not looked at. A few milliseconds at most.
    virtual void fill(int level, int row, int col, float* out) = 0;
    /// Whether fill() answers levels above 0 too. If not, they are made from level 0.
    virtual bool has_levels() const { return false; }
    /// Whether the whole tile is masked: then it is neither asked for nor stored. May answer false where it
    /// does not know.
    virtual bool masked(int /*level*/, int /*row*/, int /*col*/) const { return false; }
};

/// A matrix that is there, [rows, cols] row-major. The values must live as long as the map.
class ArrayTiles final : public TileSource {
  public:
    ArrayTiles(std::span<const float> values, int rows, int cols)
        : values_(values), rows_(rows), cols_(cols) {}
    void fill(int level, int row, int col, float* out) override;

  private:
    std::span<const float> values_;
    int rows_, cols_;
};

/// Of two values the one of larger magnitude (of equal ones the positive); a number rather than a masked NaN.
float larger(float a, float b);

class TileMap {
  public:
    TileMap() = default;
    ~TileMap();
    TileMap(const TileMap&) = delete;
    TileMap& operator=(const TileMap&) = delete;

    /// The matrix: its shape (at most 65536 × 65536), where its values come from, and their version. Free of
    /// cost if all three are as before; else every tile is forgotten. `unit`: the magnitude that matters (as
    /// HeatLook::largest): values are kept to 11 bits, from 6e-8 to 6e4 times that. The source must outlive
    /// the map, or the next call of show().
    void show(int rows, int cols, TileSource& source, uint64_t version, float unit = 1);

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    TileSource& source() const { return *source_; }
    /// The finest level that has no more than two entries to a device pixel.
    int level(const CellRegion& seen, double pixel_width, double pixel_height) const;
    int top_level() const { return top_; }

    /// Works for up to `milliseconds` (one tile at least) towards the tiles of that level that are in sight.
    /// True if more are wanted. Needs the renderer's GL context; without one nothing is asked for.
    bool request_visible(const CellRegion& seen, int level, double milliseconds);

    /// Tiles that have gone up to the GPU since the map was made, and calls of the source.
    int uploads() const { return uploads_; }
    int fills() const { return fills_; }
};

}  // namespace explainer
