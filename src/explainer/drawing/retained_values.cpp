// Places for matrices. See retained_values.h.
#include "explainer/drawing/retained_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "explainer/drawing/tile_map.h"

namespace explainer {
namespace {

/// 64 bits that tell matrices apart: shape and every value (two chains, so that the multiplications overlap).
uint64_t hash_of(const Heat& heat) {
    constexpr uint64_t prime = 0x9e3779b97f4a7c15;
    uint64_t a = prime ^ static_cast<uint64_t>(heat.rows), b = static_cast<uint64_t>(heat.cols);
    const size_t count = static_cast<size_t>(heat.rows) * static_cast<size_t>(heat.cols);
    const auto mixed = [](uint64_t h, uint64_t word) {
        h = (h ^ word) * prime;
        return h ^ (h >> 29);
    };
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        uint64_t words[2];
        std::memcpy(words, heat.values + i, sizeof words);
        a = mixed(a, words[0]);
        b = mixed(b, words[1]);
    }
    for (; i < count; ++i) {
        uint32_t word = 0;
        std::memcpy(&word, heat.values + i, sizeof word);
        a = mixed(a, word);
    }
    return mixed(a, b);
}

int rows_of(int rows, int cols) {
    const int64_t entries = static_cast<int64_t>(rows) * cols;
    return static_cast<int>((entries + RetainedValues::row_entries - 1) / RetainedValues::row_entries);
}

/// The side of the blocks that a matrix is kept in: 1 unless it is larger than a page.
int block_of(const Heat& heat) {
    const auto blocks = [](int n, int block) { return static_cast<int64_t>((n + block - 1) / block); };
    int block = 1;
    while (blocks(heat.rows, block) * blocks(heat.cols, block) > RetainedValues::most_entries) ++block;
    return block;
}

}  // namespace

RetainedValues::Place RetainedValues::place(const void* view, const Heat& heat, Uploader& uploader) {
    const bool hashed = heat.id == 0;
    const Key key{view, hashed ? hash_of(heat) : heat.id, hashed};
    const uint64_t version = hashed ? 0 : heat.version;
    Entry& entry = entries_[key];
    entry.used = ++tick_;
    const bool same_shape = entry.rows == heat.rows && entry.cols == heat.cols;
    if (same_shape && entry.version == version) return entry.place;
    const int block = block_of(heat);
    Place place{0, 0, (heat.rows + block - 1) / block, (heat.cols + block - 1) / block};
    const int rows = rows_of(place.rows, place.cols);
    if (entry.held_rows == rows) {
        place.page = entry.place.page;
        place.row = entry.place.row;
    } else {
        if (entry.held_rows > 0) give_back(entry);
        entry.held_rows = 0;
        while (!find_room(rows, place) && evict_one()) {
        }
    }
    entry = {place, rows, heat.rows, heat.cols, version, tick_};
    send(heat, entry, uploader);
    return place;
}

bool RetainedValues::find_room(int rows, Place& place) {
    for (size_t page = 0; page < free_.size(); ++page) {
        for (Range& range : free_[page]) {
            if (range.rows < rows) continue;
            place.page = static_cast<int>(page);
            place.row = range.first;
            range.first += rows;
            range.rows -= rows;
            return true;
        }
    }
    // A frame that needs more than all pages has them; others must make room.
    const bool crowded = free_.size() >= most_pages;
    if (crowded && std::any_of(entries_.begin(), entries_.end(), [this](const auto& entry) {
            return entry.second.held_rows > 0 && entry.second.used <= frame_start_;
        }))
        return false;
    place.page = static_cast<int>(free_.size());
    place.row = 0;
    free_.emplace_back();
    free_.back().push_back({rows, page_rows - rows});
    return true;
}

void RetainedValues::give_back(const Entry& entry) {
    Range range{entry.place.row, entry.held_rows};
    auto& ranges = free_[static_cast<size_t>(entry.place.page)];
    for (size_t i = ranges.size(); i-- > 0;) {
        const Range& other = ranges[i];
        const bool after = other.first == range.first + range.rows;
        if (!after && other.first + other.rows != range.first && other.rows > 0) continue;
        if (!after && other.rows > 0) range.first = other.first;
        range.rows += other.rows;
        ranges[i] = ranges.back();
        ranges.pop_back();
    }
    ranges.push_back(range);
}

bool RetainedValues::evict_one() {
    auto oldest = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
        if (entry->second.held_rows == 0 || entry->second.used > frame_start_) continue;
        if (oldest == entries_.end() || entry->second.used < oldest->second.used) oldest = entry;
    }
    if (oldest == entries_.end()) return false;
    give_back(oldest->second);
    entries_.erase(oldest);
    return true;
}

void RetainedValues::send(const Heat& heat, const Entry& entry, Uploader& uploader) {
    const int block = block_of(heat);
    staging_.assign(static_cast<size_t>(entry.held_rows) * row_entries, masked);
    size_t at = 0;
    for (int i = 0; i < entry.place.rows; ++i) {
        for (int j = 0; j < entry.place.cols; ++j) {
            float value = heat.values[static_cast<size_t>(i * block) * static_cast<size_t>(heat.cols) +
                                      static_cast<size_t>(j * block)];
            for (int k = 1; k < block * block; ++k) {
                const int row = i * block + k / block, col = j * block + k % block;
                if (row >= heat.rows || col >= heat.cols) continue;
                value = larger(value, heat.values[static_cast<size_t>(row) * static_cast<size_t>(heat.cols) +
                                                  static_cast<size_t>(col)]);
            }
            staging_[at++] = std::isnan(value) ? masked : value;
        }
    }
    uploader.upload(entry.place.page, entry.place.row, entry.held_rows, staging_.data());
    ++uploads_;
}

void RetainedValues::release(const void* view) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        if (entry->first.view == view) {
            give_back(entry->second);
            entry = entries_.erase(entry);
        } else {
            ++entry;
        }
    }
}

void RetainedValues::clear() {
    entries_.clear();
    free_.clear();
}

}  // namespace explainer
