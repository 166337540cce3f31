// A large matrix as a pyramid of tiles that are asked for as they come into sight and stay on the GPU. Level
// 0 holds the cells, level L the value of largest magnitude among each 2^L × 2^L cells, so that a single hot
// cell among millions stays visible. The matrix itself need not exist: a source fills one tile at a time.
// Knows no pointer and no label; painters draw it (Painter::tile_map).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer {

inline constexpr int tile_side = 256;

/// Where a large matrix comes from.
class TileSource {
  public:
    virtual ~TileSource() = default;

    /// Fills the rows `first` to `last` − 1 of `out` [256, 256], the tile in row `row` and column `col` of
    /// `level`; NaN: masked. Entries beyond the matrix are not looked at.
    virtual void fill_rows(int level, int row, int col, int first, int last, float* out) = 0;
    /// How many rows of a tile are filled in a millisecond or two: a divisor of 256.
    virtual int rows_at_once() const { return tile_side; }
    void fill(int level, int row, int col, float* out) { fill_rows(level, row, col, 0, tile_side, out); }
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
    void fill_rows(int level, int row, int col, int first, int last, float* out) override;

  private:
    std::span<const float> values_;
    int rows_, cols_;
};

/// Of two values the one of larger magnitude (of equal ones the positive); a number rather than a masked NaN.
float larger(float a, float b);

class TileMap {
  public:
    TileMap();
    ~TileMap();
    TileMap(const TileMap&) = delete;
    TileMap& operator=(const TileMap&) = delete;

    /// The matrix: its shape (at most 65536 × 65536), where its values come from, and their version. Free of
    /// cost if all three are as before; else every tile is forgotten. `unit`: the magnitude that matters (as
    /// HeatLook::largest): values are kept to 11 bits, from 6e-5 to 6e4 times that; smaller ones are 0. The
    /// source must outlive the map, or the next call of show(). With `keep`, where only the version is
    /// another one, what stands stays in sight until its tile is made anew.
    void show(int rows, int cols, TileSource& source, uint64_t version, float unit = 1, bool keep = false);

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    float unit() const { return unit_; }
    /// Another number for other values, and for every map: as long as it stays, so does what there is to see.
    std::pair<uint64_t, uint64_t> version() const { return {serial_, version_}; }
    /// Null before show().
    TileSource* source() const { return source_; }
    /// The coarsest level, of one tile.
    int top_level() const { return top_; }
    /// The coarsest level that has an entry for each device pixel; so it has less than two a pixel in each
    /// direction.
    int level(const CellRegion& seen, double pixel_width, double pixel_height) const;

    /// The tiles of a level that are in sight.
    struct Viewport {
        int level = 0, row = 0, col = 0, rows = 0, cols = 0;

        bool operator==(const Viewport&) const = default;
    };
    Viewport viewport(const CellRegion& seen, int level) const;

    /// Works for up to `milliseconds` (on a source's rows_at_once() at least) towards the tiles in sight.
    /// True if more are wanted. Without a renderer nothing is asked for.
    bool request_visible(const Viewport& viewport, double milliseconds);

    /// What there is to draw for one tile of a level: its own values, or those of a tile `coarser` levels up.
    struct Standing {
        enum { none, there, masked } kind = none;
        int slot = -1, coarser = 0;
    };
    Standing standing(int level, int row, int col);

    /// Tiles that went up to the GPU, and tiles that the source filled, since the map was made.
    int uploads() const { return uploads_; }
    int fills() const { return fills_; }

    /// tile_slots has given the tile's place to another.
    void lost(uint64_t tile);

  private:
    /// A tile that is being made from level 0.
    struct Partial {
        std::vector<float> values;
        std::vector<char> seen;  // which tiles of level 0 are in it
        int wanted = 0;          // how many are not
        size_t next = 0;         // all before are
    };
    static constexpr int masked_slot = -1;
    /// Where a tile lies, and of what version its values are.
    struct Place {
        int slot = masked_slot;
        uint64_t version = 0;
    };

    bool current();
    void forget();
    int tile_rows(int level) const;
    int tile_cols(int level) const;
    /// Whether a tile is there and of this version.
    bool known(int level, int row, int col) const;
    bool work_on(int level, int row, int col);
    bool go_on();
    bool fold(int row, int col, bool masked, int from_level, int wanted_level);
    int finest_folded(int wanted_level) const;
    bool store(int level, int row, int col, const std::vector<float>& values);
    void put(uint64_t key, int slot);
    bool ask(int level, int row, int col);

    const uint64_t serial_;
    TileSource* source_ = nullptr;
    int rows_ = 0, cols_ = 0, top_ = 0;
    float unit_ = 1;
    uint64_t version_ = 0;
    int generation_ = -1;
    std::map<uint64_t, Place> slots_;
    std::map<uint64_t, Partial> partials_;
    std::vector<float> values_;  // of the tile at work
    struct {
        int level = 0, row = 0, col = 0;
        int rows = 0;  // of it that are filled; 0: none is at work
    } work_;
    std::vector<uint16_t> halves_;
    int uploads_ = 0, fills_ = 0;
};

/// The part of a large matrix that is seen, for painters of files: entries [rows, cols] of the level whose
/// entries are at least as fine as `pixel_width` × `pixel_height` pixels; NaN: masked. Asks the source for
/// all of it at once.
struct RegionValues {
    int level = 0, row = 0, col = 0, rows = 0, cols = 0;  // in entries of the level
    std::vector<float> values;
};
RegionValues read_region(const TileMap& map, const CellRegion& seen, double pixel_width, double pixel_height);

}  // namespace explainer
