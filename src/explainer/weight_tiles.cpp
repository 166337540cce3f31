// See weight_tiles.h.
#include "explainer/weight_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/exp2.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "attention/transcendental.h"

namespace explainer {
namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

constexpr double first_sample = 65536;  // scores, about 1 ms: before anything is shown
constexpr int most_side = 1024;         // of the coarse picture
constexpr float scale = 0.125f;         // 1/√d
static_assert(WeightTiles::d == 64);

// From scores to heat: 255 steps over four powers of ten.
constexpr double decades = 4, log10_e = 0.4342944819032518;
constexpr float steps = 255;
constexpr float heat_slope = static_cast<float>(log10_e / decades);
float heat_base(float inverse) {
    return (power_of(inverse) + 5) / static_cast<float>(decades);
}

float clamped(float heat) {
    return heat > 0 ? heat < 1 ? heat : 1 : 0;
}

uint8_t byte_of(float heat) {
    return static_cast<uint8_t>(clamped(heat) * steps + 0.5f);
}

/// A weight as the core's softmax has it: e^(score − most) ÷ sum.
float weight_of(float score, float most, float inverse) {
    return attention::exp2_flushed((score - most) * attention::exp2_factor(1)) * inverse;
}

}  // namespace

float power_of(float weight) {
    return weight > 0 ? static_cast<float>(attention::natural_log(static_cast<double>(weight)) * log10_e)
                      : -99.0f;
}

float heat_of(float weight) {
    return clamped(heat_base(weight));
}

void WeightTiles::reset(int count, Sees sees, int window) {
    n_ = count;
    sees_ = sees;
    window_ = window;
    const auto all = static_cast<size_t>(n());
    most_.assign(all, 0);
    inverse_.assign(all, 0);
    scores_.resize(all);
    weights_.resize(all);
    level_ = 1;
    while ((n() - 1) >> level_ >= most_side) ++level_;
    side_ = ((n() - 1) >> level_) + 1;
    picture_.assign(static_cast<size_t>(side_) * static_cast<size_t>(side_), 0);
    largest_ = {0, 0, -1};
    least_ = {0, 0, 2};
    stride_ = 1;
    while (static_cast<double>(n()) * n() / (2.0 * stride_) > first_sample) stride_ *= 2;
    complete_ = stride_;
    next_ = rows_done_ = 0;
    ++version_;
}

void WeightTiles::begin() {
    while (next_ < n()) {
        work_on(next_);
        next_ += stride_;
    }
    next_ = stride_ / 2;
}

size_t WeightTiles::bytes() const {
    return sizeof(float) * (q_.size() + k_.size() + bias_.size() + most_.size() + inverse_.size() +
                            scores_.size() + weights_.size()) +
           picture_.size();
}

// ---- What is seen

SeenKeys WeightTiles::seen(int i) const {
    if (sees_ == Sees::all) return {0, n(), false};
    if (sees_ == Sees::earlier) return {0, i + 1, false};
    const int begin = std::max(0, i + 1 - window_);
    return {begin, i + 1, sees_ == Sees::window_and_first && begin > 0};
}

bool WeightTiles::visible(int i, int j) const {
    return any_visible(i, i, j, j);
}

/// Of the queries i0 to i1 and the keys j0 to j1.
bool WeightTiles::any_visible(int i0, int i1, int j0, int j1) const {
    if (sees_ == Sees::all) return true;
    if (j0 > i1) return false;
    if (sees_ == Sees::earlier || i0 - j1 < window_) return true;
    return sees_ == Sees::window_and_first && j0 == 0;
}

// ---- Rows

/// What the core's trace calls scaled: q·k ÷ √d and the position bias.
void WeightTiles::scores(int i, int begin, int end, float* out) const {
    const attention::MatrixView view{out, 1, end - begin};
    const size_t row = static_cast<size_t>(i) * d, key = static_cast<size_t>(begin) * d;
    attention::scores({&q_[row], 1, d}, {&k_[key], end - begin, d}, view);
    attention::scale(view, scale, view);
    attention::Options options;
    options.bias = bias(i) + begin;
    attention::add_position(view, options);
}

/// Of the keys that are seen, side by side; how many.
int WeightTiles::all_scores(int i, float* out) const {
    const SeenKeys keys = seen(i);
    if (keys.first) scores(i, 0, 1, out++);
    scores(i, keys.begin, keys.end, out);
    return keys.count();
}

WeightTiles::Row WeightTiles::row(int i) const {
    const auto all = static_cast<size_t>(n());
    Row out{i, 0, 0, std::vector<float>(all, nothing), std::vector<float>(all, nothing)};
    std::vector<float> scored(all), weighted(all);
    const int count = all_scores(i, scored.data());
    attention::softmax({scored.data(), 1, count}, 1, {weighted.data(), 1, count});
    const SeenKeys keys = seen(i);
    for (int place = 0; place < count; ++place) {
        const auto key = static_cast<size_t>(keys.key(place)), from = static_cast<size_t>(place);
        out.scores[key] = scored[from];
        out.weights[key] = weighted[from];
    }
    out.most = attention::largest({scored.data(), static_cast<size_t>(count)});
    out.sum = 1 / attention::largest({weighted.data(), static_cast<size_t>(count)});
    return out;
}

int WeightTiles::Row::rank(int key) const {
    const float weight = weights[static_cast<size_t>(key)];
    if (std::isnan(weight)) return 0;
    return 1 + static_cast<int>(std::count_if(weights.begin(), weights.end(), [weight](float other) {
               return std::isgreater(other, weight);
           }));
}

void WeightTiles::work_on(int i) {
    const SeenKeys keys = seen(i);
    const int count = all_scores(i, scores_.data());
    const auto size = static_cast<size_t>(count), row = static_cast<size_t>(i);
    const float most = attention::largest({scores_.data(), size});
    attention::softmax({scores_.data(), 1, count}, 1, {weights_.data(), 1, count});
    const float inverse = attention::largest({weights_.data(), size});  // e⁰ ÷ sum
    most_[row] = most;
    inverse_[row] = inverse;

    // The picture takes each group's largest.
    const float base = heat_base(inverse) - most * heat_slope;
    uint8_t* pixels = &picture_[(row >> level_) * static_cast<size_t>(side_)];
    const float* scored = scores_.data();
    const auto put = [&](int j, float score) {
        uint8_t& pixel = pixels[j >> level_];
        pixel = std::max(pixel, byte_of(score * heat_slope + base));
    };
    const auto shift = static_cast<std::ptrdiff_t>(keys.first ? 1 : 0);
    if (keys.first) put(0, scored[0]);
    const float* at = scored + shift - keys.begin;
    float low = scored[0];
    for (int j = keys.begin; j < keys.end;) {
        const int end = std::min(keys.end, ((j >> level_) + 1) << level_), group = j;
        float high = at[j];
        for (; j < end; ++j) {
            high = at[j] > high ? at[j] : high;
            low = at[j] < low ? at[j] : low;
        }
        put(group, high);
    }

    take_row(i, weights_.data());
    const auto place = [&](float score) {
        return keys.key(static_cast<int>(std::find(scored, scored + count, score) - scored));
    };
    // (Of equal ones the first row's, whatever the order.)
    if (inverse > largest_.weight || (inverse == largest_.weight && i < largest_.row))
        largest_ = {i, place(most), inverse};
    const float small = weight_of(low, most, inverse);
    if (small < least_.weight || (small == least_.weight && i < least_.row)) least_ = {i, place(low), small};
    ++rows_done_;
}

bool WeightTiles::advance(double budget) {
    while (rows_done_ < n() && budget > 0) {
        work_on(next_);
        budget -= visible_count(next_) + 64;
        next_ += stride_;
        if (next_ < n()) continue;
        // All rows of this stride are there: the next ones lie between them.
        stride_ /= 2;
        complete_ = stride_;
        next_ = stride_ / 2;
        ++version_;
    }
    return rows_done_ < n();
}

float WeightTiles::weight(int i, int j) const {
    const auto row = static_cast<size_t>(i);
    if (!visible(i, j) || inverse_[row] <= 0) return nothing;
    float score = 0;
    scores(i, j, j + 1, &score);
    return weight_of(score, most_[row], inverse_[row]);
}

void WeightTiles::column(int j, std::vector<float>& out) const {
    const int begin = sees_ == Sees::all ? 0 : j;
    int end = sees_ == Sees::window || (sees_ == Sees::window_and_first && j > 0) ? std::min(n(), j + window_)
                                                                                  : n();
    out.assign(static_cast<size_t>(n()), nothing);
    const attention::MatrixView view{&out[static_cast<size_t>(begin)], end - begin, 1};
    attention::scores({&q_[static_cast<size_t>(begin) * d], end - begin, d},
                      {&k_[static_cast<size_t>(j) * d], 1, d}, view);
    attention::scale(view, scale, view);
    attention::Options options;
    options.bias = &bias_[static_cast<size_t>(n() - 1 + begin - j)];  // the same both ways
    attention::add_position(view, options);
    for (int i = begin; i < end; ++i) {
        const auto row = static_cast<size_t>(i);
        out[row] = inverse_[row] > 0 ? weight_of(out[row], most_[row], inverse_[row]) : nothing;
    }
}

// ---- Tiles

bool WeightTiles::masked(int level, int row, int col) const {
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    const auto first = [side](int tile) { return static_cast<int>(tile * side); };
    const auto last = [side, this](int tile) {
        return static_cast<int>(std::min<int64_t>(n(), (tile + 1) * side)) - 1;
    };
    return !any_visible(first(row), last(row), first(col), last(col));
}

void WeightTiles::fill_rows(int level, int row, int col, int first, int last, float* out) {
    if (level < level_ && settled())
        fill_fine(level, row, col, first, last, out);
    else
        fill_coarse(level, row, col, first, last, out);
}

/// From the picture; while rows are missing, of those that are there.
void WeightTiles::fill_coarse(int level, int row, int col, int first, int last, float* out) {
    const int up = std::max(0, level - level_), down = std::max(0, level_ - level);
    out += static_cast<std::ptrdiff_t>(first) * tile_side;
    for (int y = first; y < last; ++y) {
        for (int x = 0; x < tile_side; ++x, ++out) {
            const int64_t r = row * tile_side + y, c = col * tile_side + x;
            const int i0 = static_cast<int>(r << level), j0 = static_cast<int>(c << level);
            *out = nothing;
            if (i0 >= n() || j0 >= n()) continue;
            const int i1 = std::min(n(), i0 + (1 << level)) - 1, j1 = std::min(n(), j0 + (1 << level)) - 1;
            if (!any_visible(i0, i1, j0, j1)) continue;
            uint8_t most = 0;
            const int upper = static_cast<int>(r << up >> down), left = static_cast<int>(c << up >> down);
            for (int a = upper; a < std::min(side_, upper + (1 << up)); ++a) {
                const int known = ((a << level_) & ~(complete_ - 1)) >> level_;
                const uint8_t* pixels = &picture_[static_cast<size_t>(known) * static_cast<size_t>(side_)];
                for (int b = left; b < std::min(side_, left + (1 << up)); ++b) {
                    // What the known row does not see yet: as far from the diagonal in it.
                    const int at = b > known && sees_ != Sees::all ? b - (a - known) : b;
                    most = std::max(most, pixels[std::max(0, at)]);
                }
            }
            *out = static_cast<float>(most) / steps;
        }
    }
}

/// From Q, K and each row's maximum and sum.
void WeightTiles::fill_fine(int level, int row, int col, int first, int last, float* out) {
    std::fill(out + static_cast<std::ptrdiff_t>(first) * tile_side,
              out + static_cast<std::ptrdiff_t>(last) * tile_side, nothing);
    const int left = (col * tile_side) << level, right = std::min(n(), left + (tile_side << level));
    const int top = (row * tile_side) << level, bottom = std::min(n(), top + (last << level));
    for (int i = top + (first << level); i < bottom; ++i) {
        const auto at = static_cast<size_t>(i);
        const float base = heat_base(inverse_[at]) - most_[at] * heat_slope;
        float* entries = out + static_cast<std::ptrdiff_t>((i - top) >> level) * tile_side;
        const auto put = [&](int begin, int end) {
            if (begin >= end) return;
            scores(i, begin, end, scores_.data());
            for (int j = begin; j < end; ++j) {
                float& entry = entries[(j - left) >> level];
                const float heat = clamped(scores_[static_cast<size_t>(j - begin)] * heat_slope + base);
                if (std::isnan(entry) || entry < heat) entry = heat;
            }
        };
        const SeenKeys keys = seen(i);
        if (keys.first && left == 0) put(0, 1);
        put(std::max(left, keys.begin), std::min(right, keys.end));
    }
}

}  // namespace explainer
