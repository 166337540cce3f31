// Tiles on demand. See tile_map.h.
#include "explainer/drawing/tile_map.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>

#include "explainer/drawing/tile_slots.h"
#include "explainer/order.h"

namespace explainer {
namespace {

constexpr size_t tile_entries = static_cast<size_t>(tile_side) * tile_side;
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
constexpr uint16_t masked_half = 0xfbff;  // −65504
// Coarser levels are made along with finer ones while all of them fit beside what is in sight.
constexpr int most_coarse_tiles = tile_slots::count / 4;

uint64_t key_of(int level, int row, int col) {
    return static_cast<uint64_t>(level) << 48 | static_cast<uint64_t>(row) << 24 | static_cast<uint64_t>(col);
}

/// Half precision by shifting; the unit keeps what matters among normal numbers. Magnitudes stay below that
/// of masked_half.
uint16_t half_of(float value) {
    if (std::isnan(value)) return masked_half;
    const float magnitude = std::min(std::fabs(value), 60000.0f);
    if (magnitude < 0x1p-14f) return 0;  // the least normal number
    const uint32_t bits = std::bit_cast<uint32_t>(magnitude) - ((127u - 15u) << 23);
    const uint32_t rounded = (bits + 0x0fffu + (bits >> 13 & 1)) >> 13;
    return static_cast<uint16_t>(rounded | (value < 0 ? 0x8000u : 0));
}

/// [2 side, 2 side] → [side, side]: of each 2 × 2 the largest.
void halve(std::vector<float>& values, int side) {
    const auto wide = static_cast<size_t>(2 * side);
    for (size_t i = 0; i < static_cast<size_t>(side); ++i) {
        for (size_t j = 0; j < static_cast<size_t>(side); ++j) {
            const float* at = &values[2 * i * wide + 2 * j];
            values[i * static_cast<size_t>(side) + j] =
                larger(larger(at[0], at[1]), larger(at[wide], at[wide + 1]));
        }
    }
}

}  // namespace

float larger(float a, float b) {
    const float x = std::fabs(a), y = std::fabs(b);
    if (x > y) return a;
    if (y > x) return b;
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return std::max(a, b);
}

void ArrayTiles::fill_rows(int /*level*/, int row, int col, int first, int last, float* out) {
    const int left = col * tile_side, count = std::min(tile_side, cols_ - left);
    for (int i = first; i < std::min(last, rows_ - row * tile_side); ++i) {
        const size_t at =
            static_cast<size_t>(row * tile_side + i) * static_cast<size_t>(cols_) + static_cast<size_t>(left);
        std::copy_n(&values_[at], count, out + static_cast<std::ptrdiff_t>(i) * tile_side);
    }
}

TileMap::TileMap()
    : serial_([] {
          static uint64_t latest = 0;
          return ++latest;
      }()) {}

TileMap::~TileMap() {
    forget();
}

void TileMap::forget() {
    if (generation_ == tile_slots::generation()) {
        for (const auto& [tile, place] : slots_) {
            if (place.slot >= 0) tile_slots::give_back(place.slot);
        }
    }
    slots_.clear();
    partials_.clear();
    work_.rows = 0;
    generation_ = tile_slots::generation();
}

void TileMap::lost(uint64_t tile) {
    slots_.erase(tile);
}

void TileMap::show(int rows, int cols, TileSource& source, uint64_t version, float unit, bool keep) {
    unit = unit > 0 && std::isfinite(unit) ? unit : 1;
    if (rows == rows_ && cols == cols_ && &source == source_ && version == version_ && unit == unit_) return;
    if (keep && rows == rows_ && cols == cols_ && &source == source_ && unit == unit_) {
        partials_.clear();
        work_.rows = 0;
    } else {
        forget();
    }
    rows_ = rows;
    cols_ = cols;
    source_ = &source;
    version_ = version;
    unit_ = unit;
    top_ = 0;
    while (tile_rows(top_) > 1 || tile_cols(top_) > 1) ++top_;
}

int TileMap::tile_rows(int level) const {
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    return static_cast<int>((rows_ + side - 1) / side);
}

int TileMap::tile_cols(int level) const {
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    return static_cast<int>((cols_ + side - 1) / side);
}

int TileMap::level(const CellRegion& seen, double pixel_width, double pixel_height) const {
    const double cells = std::min(seen.cols / pixel_width, seen.rows / pixel_height);  // to a pixel
    return cells > 1 ? std::clamp(static_cast<int>(std::floor(std::log2(cells))), 0, top_) : 0;
}

TileMap::Viewport TileMap::viewport(const CellRegion& seen, int level) const {
    const double side = std::ldexp(tile_side, level);
    const auto first = [side](double at) { return std::max(0, static_cast<int>(std::floor(at / side))); };
    const auto last = [side](double at) { return static_cast<int>(std::ceil(at / side)); };
    Viewport out{level, first(seen.row), first(seen.col), 0, 0};
    out.rows = std::max(0, std::min(last(seen.row + seen.rows), tile_rows(level)) - out.row);
    out.cols = std::max(0, std::min(last(seen.col + seen.cols), tile_cols(level)) - out.col);
    return out;
}

/// Whether what is known still holds: the GPU's memory may have gone.
bool TileMap::current() {
    if (generation_ != tile_slots::generation()) forget();
    return source_ != nullptr && tile_slots::uploader() != nullptr;
}

bool TileMap::known(int level, int row, int col) const {
    const auto found = slots_.find(key_of(level, row, col));
    return found != slots_.end() && found->second.version == version_;
}

TileMap::Standing TileMap::standing(int level, int row, int col) {
    if (!current()) return {};
    for (int coarser = 0; level + coarser <= top_; ++coarser) {
        const auto found = slots_.find(key_of(level + coarser, row >> coarser, col >> coarser));
        if (found == slots_.end()) continue;
        if (found->second.slot == masked_slot) return {Standing::masked, -1, coarser};
        tile_slots::use(found->second.slot);
        return {Standing::there, found->second.slot, coarser};
    }
    return {};
}

bool TileMap::request_visible(const Viewport& viewport, double milliseconds) {
    if (!current()) return false;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto spent = [&start] {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    // First what is begun, whoever asked for it: two that look at one map are not to begin each other's tiles
    // anew.
    bool late = false;
    while (work_.rows > 0 && !late) {
        if (!go_on()) return false;
        late = spent() >= milliseconds;
    }
    // What is in sight and there is not to make room for what is not there yet.
    std::vector<std::pair<int, int>> missing;
    for (int row = viewport.row; row < viewport.row + viewport.rows; ++row) {
        for (int col = viewport.col; col < viewport.col + viewport.cols; ++col) {
            if (!known(viewport.level, row, col)) missing.emplace_back(row, col);
            standing(viewport.level, row, col);
        }
    }
    // From the middle outwards: that is where the reader looks.
    const auto distance = [&viewport, &missing](size_t i) {
        const int row = 2 * (missing[i].first - viewport.row) + 1 - viewport.rows;
        const int col = 2 * (missing[i].second - viewport.col) + 1 - viewport.cols;
        return row * row + col * col;
    };
    // Where nothing stands first, then what is oldest: where versions follow each other fast, the middle is
    // not to be made again and again before the rest.
    const auto age = [this, &viewport, &missing](size_t i) {
        const auto found = slots_.find(key_of(viewport.level, missing[i].first, missing[i].second));
        return found == slots_.end() ? uint64_t{0} : found->second.version + 1;
    };
    const std::vector<size_t> order = order_of(missing.size(), [&distance, &age](size_t a, size_t b) {
        return age(a) != age(b) ? age(a) < age(b) : distance(a) < distance(b);
    });
    if (late) return work_.rows > 0 || !missing.empty();
    for (const size_t i : order) {
        const auto [row, col] = missing[i];
        while (!known(viewport.level, row, col)) {
            if (!work_on(viewport.level, row, col))
                return false;  // no room: more than all places are in sight
            if (spent() >= milliseconds) return !known(viewport.level, row, col) || i != order.back();
        }
    }
    return false;
}

/// The finest level that is made along with the wanted one.
int TileMap::finest_folded(int wanted_level) const {
    const int coarse = (tile_rows(1) * tile_cols(1) * 4 + 2) / 3;
    return coarse <= most_coarse_tiles ? 1 : wanted_level;
}

/// Goes on with the tile at work, and keeps it when it is whole. False if there is no room for it.
bool TileMap::go_on() {
    const auto [level, row, col, filled] = work_;
    if (!ask(level, row, col)) return true;
    const bool stored = store(level, row, col, values_);
    if (!source_->has_levels()) fold(row, col, false, finest_folded(top_ + 1), -1);
    return stored;
}

/// One step towards a tile: some of its own values, or one tile of level 0 for it. False if there is no room.
bool TileMap::work_on(int level, int row, int col) {
    if (source_->masked(level, row, col)) {
        put(key_of(level, row, col), masked_slot);
        return true;
    }
    if (level == 0 || source_->has_levels()) {
        work_ = {level, row, col, 0};
        return go_on();
    }
    // The next tile of level 0 below this one that is not in it yet.
    const auto found = partials_.find(key_of(level, row, col));
    const auto below = size_t{1} << level;
    for (size_t i = found == partials_.end() ? 0 : found->second.next; i < below * below; ++i) {
        if (found != partials_.end() && found->second.seen[i]) continue;
        const int r = (row << level) + static_cast<int>(i >> level),
                  c = (col << level) + static_cast<int>(i & (below - 1));
        if (r >= tile_rows(0) || c >= tile_cols(0)) continue;
        if (found != partials_.end()) found->second.next = i;
        const bool masked = source_->masked(0, r, c);
        work_.rows = 0;
        while (!masked && !ask(0, r, c)) {
        }
        return fold(r, c, masked, finest_folded(level), level);
    }
    return false;
}

/// Takes the tile of level 0 at work (which is spent) into the coarser ones above it. False if the wanted one
/// is whole, but there is no room for it.
bool TileMap::fold(int row, int col, bool masked, int from_level, int wanted_level) {
    bool room = true;
    for (int level = 1; level <= top_; ++level) {
        const int side = tile_side >> level;
        if (!masked) halve(values_, side);
        if (level < from_level) continue;
        const int r = row >> level, c = col >> level, below = 1 << level;
        const uint64_t key = key_of(level, r, c);
        if (known(level, r, c)) continue;
        Partial& partial = partials_[key];
        if (partial.values.empty()) {
            partial.values.assign(tile_entries, nothing);
            partial.seen.assign(static_cast<size_t>(below) * static_cast<size_t>(below), false);
            partial.wanted =
                std::min(below, tile_rows(0) - r * below) * std::min(below, tile_cols(0) - c * below);
        }
        const int i = row - r * below, j = col - c * below;
        const auto index = static_cast<size_t>(i * below + j);
        if (partial.seen[index]) continue;
        partial.seen[index] = true;
        for (int k = 0; k < side && !masked; ++k) {
            std::copy_n(&values_[static_cast<size_t>(k * side)], side,
                        &partial.values[static_cast<size_t>((i * side + k) * tile_side + j * side)]);
        }
        if (--partial.wanted > 0) continue;
        if (!store(level, r, c, partial.values) && level == wanted_level) room = false;
        partials_.erase(key);
    }
    return room;
}

/// Tells where a tile of this version lies; it may have lain elsewhere before.
void TileMap::put(uint64_t key, int slot) {
    Place& place = slots_[key];
    if (place.slot >= 0 && place.slot != slot) tile_slots::give_back(place.slot);
    place = {slot, version_};
}

bool TileMap::store(int level, int row, int col, const std::vector<float>& values) {
    const uint64_t key = key_of(level, row, col);
    halves_.resize(tile_entries);
    const float scale = 1 / unit_;
    bool masked = true;
    for (size_t i = 0; i < tile_entries; ++i) {
        halves_[i] = half_of(values[i] * scale);
        masked = masked && halves_[i] == masked_half;
    }
    if (masked) {
        put(key, masked_slot);
        return true;
    }
    const auto before = slots_.find(key);
    const bool here = before != slots_.end() && before->second.slot >= 0;
    const int slot = here ? before->second.slot : tile_slots::take(*this, key);
    if (slot < 0) return false;
    put(key, slot);
    tile_slots::uploader()->upload(slot, halves_.data());
    ++uploads_;
    return true;
}

/// Fills some rows of the tile at work from the source; beyond the matrix it is masked. True once it is
/// whole.
bool TileMap::ask(int level, int row, int col) {
    values_.resize(tile_entries);
    const int first = work_.rows, last = first + source_->rows_at_once();
    source_->fill_rows(level, row, col, first, last, values_.data());
    work_.rows = last;
    if (last < tile_side) return false;
    work_.rows = 0;
    ++fills_;
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    const int64_t cell = int64_t{1} << level;
    const auto inside = [cell, side](int n, int tile) {
        return static_cast<int>(std::min<int64_t>(tile_side, (n - tile * side + cell - 1) / cell));
    };
    const int rows = inside(rows_, row), cols = inside(cols_, col);
    for (int i = 0; i < tile_side && std::min(rows, cols) < tile_side; ++i) {
        const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(i) * tile_side;
        std::fill(begin + (i < rows ? cols : 0), begin + tile_side, nothing);
    }
    return true;
}

RegionValues read_region(const TileMap& map, const CellRegion& seen, double pixel_width,
                         double pixel_height) {
    RegionValues out;
    if (map.source() == nullptr || map.rows() < 1 || map.cols() < 1) return out;
    TileSource& source = *map.source();
    const int level = map.level(seen, pixel_width, pixel_height);
    const double cell = std::ldexp(1.0, level);
    const auto first = [cell](double at) { return std::max(0, static_cast<int>(std::floor(at / cell))); };
    const auto end = [cell](double at, int n) {
        return static_cast<int>(std::ceil(std::min(at, static_cast<double>(n)) / cell));
    };
    out.level = level;
    out.row = first(seen.row);
    out.col = first(seen.col);
    out.rows = std::max(0, end(seen.row + seen.rows, map.rows()) - out.row);
    out.cols = std::max(0, end(seen.col + seen.cols, map.cols()) - out.col);
    out.values.assign(static_cast<size_t>(out.rows) * static_cast<size_t>(out.cols), nothing);
    if (out.values.empty()) return out;
    // Tiles of the level itself if the source has them, else of level 0, each cell into the entry above it.
    const int asked = source.has_levels() ? level : 0, shift = level - asked;
    const int rows = (map.rows() + (1 << asked) - 1) >> asked,
              cols = (map.cols() + (1 << asked) - 1) >> asked;
    const int row_end = std::min(rows, (out.row + out.rows) << shift);
    const int col_end = std::min(cols, (out.col + out.cols) << shift);
    std::vector<float> tile(tile_entries);
    for (int r = (out.row << shift) / tile_side; r * tile_side < row_end; ++r) {
        for (int c = (out.col << shift) / tile_side; c * tile_side < col_end; ++c) {
            if (source.masked(asked, r, c)) continue;
            source.fill(asked, r, c, tile.data());
            const int last_row = std::min(row_end, (r + 1) * tile_side);
            const int last_col = std::min(col_end, (c + 1) * tile_side);
            for (int i = std::max(r * tile_side, out.row << shift); i < last_row; ++i) {
                for (int j = std::max(c * tile_side, out.col << shift); j < last_col; ++j) {
                    float& entry = out.values[static_cast<size_t>((i >> shift) - out.row) *
                                                  static_cast<size_t>(out.cols) +
                                              static_cast<size_t>((j >> shift) - out.col)];
                    entry = larger(
                        entry,
                        tile[static_cast<size_t>((i & (tile_side - 1)) * tile_side + (j & (tile_side - 1)))]);
                }
            }
        }
    }
    return out;
}

}  // namespace explainer
