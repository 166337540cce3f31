// See head_weights.h.
#include "explainer/brought/head_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/exp2.h"
#include "attention/softmax.h"

namespace explainer::brought {
namespace {

constexpr float not_seen = std::numeric_limits<float>::quiet_NaN();
constexpr double products_at_once = 4e6;  // of components, for a slice of a tile: a millisecond or two
constexpr int picture_side = 1024;

}  // namespace

void HeadWeights::show(const HeadTensors& of, int layer, int head, bool causal, bool logarithmic) {
    const attention::ConstMatrixView q = std::exchange(q_, {});
    const bool mask = std::exchange(causal_, causal && !of.attention);
    of_ = &of;
    rows_ = of.rows;
    cols_ = of.cols;
    weights_ = of.attention ? of.weights_of(layer, head) : attention::ConstMatrixView();
    given_.show(weights_, logarithmic);
    if (of.attention) return;
    q_ = of.of(*of.q, layer, head);
    k_ = of.of(*of.k, layer, head);
    if (q_.data == q.data && causal_ == mask) return;
    level_ = 0;
    while ((std::max(rows_, cols_) - 1) >> level_ >= picture_side) ++level_;
    most_.assign(static_cast<size_t>(rows_), 0);
    inverse_.assign(static_cast<size_t>(rows_), 0);
    at_work_.resize(static_cast<size_t>(at_once) * static_cast<size_t>(cols_));
    picture_.assign(static_cast<size_t>(((rows_ - 1) >> level_) + 1) * static_cast<size_t>(picture_cols()),
                    not_seen);
}

void HeadWeights::scores(int query, int count, int begin, int end, float* out) const {
    scaled_scores(q_.rows_from(query, count), k_.rows_from(begin, end - begin), {out, count, end - begin});
}

/// Their weights, and what tiles need of them.
void HeadWeights::make(int query, int count, float* out) const {
    scores(query, count, 0, cols_, out);
    for (int i = query; i < query + count; ++i, out += cols_) {
        const auto at = static_cast<size_t>(i), size = static_cast<size_t>(seen(i));
        most_[at] = attention::largest({out, size});
        attention::softmax({out, 1, seen(i)}, 1, {out, 1, seen(i)});
        // One score that is no number, and there is no sum; else the largest weight is e⁰ ÷ sum.
        inverse_[at] = std::isnan(out[0]) ? not_seen : attention::largest({out, size});
        std::fill(out + seen(i), out + cols_, not_seen);
        float* cells = &picture_[(at >> level_) * static_cast<size_t>(picture_cols())];
        for (int j = 0; j < seen(i); ++j) cells[j >> level_] = larger(cells[j >> level_], out[j]);
    }
}

void HeadWeights::know(int query, int count) const {
    const auto unknown = [](float inverse) { return inverse == 0; };  // (NaN: known to have no sum)
    const auto from = inverse_.begin() + query;
    if (std::any_of(from, from + count, unknown)) make(query, count, at_work_.data());
}

float HeadWeights::weight_of(float score, int query) const {
    const auto at = static_cast<size_t>(query);
    return attention::exp2_flushed((score - most_[at]) * attention::exp2_factor(1)) * inverse_[at];
}

void HeadWeights::rows(int query, int count, std::vector<float>& out) const {
    if (!made()) {
        out.assign(weights_.row(query), weights_.row(query) + static_cast<std::ptrdiff_t>(count) * cols_);
        return;
    }
    out.resize(static_cast<size_t>(count) * static_cast<size_t>(cols_));
    make(query, count, out.data());
}

void HeadWeights::column(int key, std::vector<float>& out) const {
    out.resize(static_cast<size_t>(rows_));
    for (int i = 0; i < rows_; ++i) out[static_cast<size_t>(i)] = weight(i, key);
}

float HeadWeights::weight(int query, int key) const {
    if (!made()) return weights_(query, key);
    if (key >= seen(query)) return not_seen;
    know(query, 1);
    float score = 0;
    scores(query, 1, key, key + 1, &score);
    return weight_of(score, query);
}

int HeadWeights::rows_at_once() const {
    if (!made()) return given_.rows_at_once();
    // A row of a tile of the whole map is of so many rows of the map, each with its sum and its scores.
    const double each = 2.0 * std::max(1, rows_ / tile_side) * cols_ * q_.cols;
    int out = 32;
    while (out > 1 && each * out > products_at_once) out /= 2;
    return out;
}

bool HeadWeights::masked(int level, int row, int col) const {
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    const int64_t last = std::min<int64_t>(rows_, (row + 1) * side) - 1;
    return causal_ && col * side >= seen(static_cast<int>(last));
}

void HeadWeights::fill_rows(int level, int row, int col, int first, int last, float* out) {
    if (!made()) return given_.fill_rows(level, row, col, first, last, out);
    std::fill(out + static_cast<std::ptrdiff_t>(first) * tile_side,
              out + static_cast<std::ptrdiff_t>(last) * tile_side, not_seen);
    const int side = 1 << level, left = col * tile_side * side, top = row * tile_side * side;
    const int end = std::min(rows_, top + last * side);
    for (int from = top + first * side; from < end; from += at_once) {
        const int count = std::min(at_once, end - from);
        const int right = std::min(seen(from + count - 1), left + tile_side * side);
        if (right <= left) continue;
        know(from, count);
        if (level < level_) scores(from, count, left, right, at_work_.data());
        for (int i = from; i < from + count; ++i) {
            const float* row_scores =
                &at_work_[static_cast<size_t>(i - from) * static_cast<size_t>(right - left)];
            const float* cells =
                &picture_[static_cast<size_t>(i >> level_) * static_cast<size_t>(picture_cols())];
            float* entries = out + static_cast<std::ptrdiff_t>((i - top) >> level) * tile_side;
            for (int j = left; j < std::min(right, seen(i)); j += side) {
                const int width = std::min({side, right - j, seen(i) - j});
                float most = not_seen;
                if (level < level_)  // (the one that scores highest)
                    most = weight_of(
                        attention::largest({row_scores + (j - left), static_cast<size_t>(width)}), i);
                else
                    for (int cell = j >> level_; cell <= (j + width - 1) >> level_; ++cell)
                        most = larger(most, cells[cell]);
                float& entry = entries[(j - left) >> level];
                entry = larger(entry, shade(most));
            }
        }
    }
}

}  // namespace explainer::brought
