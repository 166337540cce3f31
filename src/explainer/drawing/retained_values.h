// Which matrices of which view lie where in the GPU's memory, so that values go up once for each version.
// Pages of 256 entries a row; the matrices that were drawn longest ago make room. Decides only: an uploader
// moves the values, so this knows no GL.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer {

class RetainedValues {
  public:
    static constexpr int row_entries = 256,
                         page_rows = 2048;  // 2 MB a page; every GPU has textures of that size
    static constexpr int most_pages = 16;
    static constexpr int most_entries = row_entries * page_rows;

    class Uploader {
      public:
        virtual ~Uploader() = default;
        /// `entries` [rows, 256], masked ones as `masked`; pages are made when first named.
        virtual void upload(int page, int row, int rows, const float* entries) = 0;
    };
    static constexpr float masked = -3e38f;  // NaN does not reliably survive a shader

    /// Where a matrix lies. Larger ones than a page are kept in blocks, of which the value of largest
    /// magnitude.
    struct Place {
        int page = 0, row = 0;
        int rows = 0, cols = 0;
    };

    /// From here on, what was used before may make room. Once a frame, of whatever view.
    void begin_frame() { frame_start_ = tick_; }
    /// Finds the matrix, or sends it up.
    Place place(const void* view, const Heat& heat, Uploader& uploader);
    /// The view is gone.
    void release(const void* view);
    /// The GPU's memory is gone.
    void clear();

    int uploads() const { return uploads_; }
    size_t kept() const { return entries_.size(); }
    int pages() const { return static_cast<int>(free_.size()); }

  private:
    struct Key {
        const void* view;
        uint64_t id;  // the caller's, or the hash of the values
        bool hashed;
        auto operator<=>(const Key&) const = default;
    };
    struct Entry {
        Place place;
        int held_rows = 0;       // of the page
        int rows = 0, cols = 0;  // the matrix's
        uint64_t version = 0, used = 0;
    };

    struct Range {
        int first, rows;
    };

    bool find_room(int rows, Place& place);
    void give_back(const Entry& entry);
    bool evict_one();
    void send(const Heat& heat, const Entry& entry, Uploader& uploader);

    std::map<Key, Entry> entries_;
    std::vector<std::vector<Range>> free_;  // of each page, no two adjacent
    std::vector<float> staging_;
    uint64_t tick_ = 0, frame_start_ = 0;
    int uploads_ = 0;
};

}  // namespace explainer
