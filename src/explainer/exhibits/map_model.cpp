// See map_model.h.
#include "explainer/exhibits/map_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/exp2.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "attention/transcendental.h"
#include "attention/xoshiro.h"
#include "explainer/exhibits/floats.h"

namespace explainer {
namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

// Components of the vectors. The scale of scores, 1/√64, is made up for in Q: there a term's strength is
// multiplied by 8.
constexpr float root = 8;
constexpr int first_at = 0;                    // the first token's mark
constexpr int loud_at = 1;                     // how much every query likes this key
constexpr int pair_at = 2, pair_count = 11;    // noise of a pair
constexpr int subject_at = 13, subjects = 4;   // one-hot
constexpr int block_at = 17, block_count = 4;  // a vector of each block
constexpr int passage_at = 21;                 // in the passage that is copied
constexpr int code_at = 22, code_count = 42;   // there: signs that tell its tokens apart
static_assert(code_at + code_count == MapModel::d);

// What codes of 42 signs have in common by chance is made up for: so much less for all of the passage.
constexpr double code_offset = 0.12;
// Strength of a block's own vector; of a key's and a pair's part of the noise.
constexpr double block_part = 0.5, key_part = 0.6, pair_part = 0.8;

constexpr double first_sample = 65536;  // scores, about 1 ms: before anything is shown
constexpr int most_side = 1024;         // of the coarse picture

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

/// Where blocks of one subject end.
struct Block {
    int end;
    uint32_t subject;
    float vector[block_count];
};
std::vector<Block> blocks_of(int n, int seed) {
    attention::Xoshiro random(static_cast<uint64_t>(seed));
    std::vector<Block> out;
    for (int at = 0; at < n;) {
        Block block{};
        at += 1 + n / 28 + static_cast<int>(random.next() % static_cast<uint32_t>(n / 12));
        block.end = at;
        block.subject = random.next() % subjects;
        for (float& x : block.vector) x = random.signed_unit();
        out.push_back(block);
    }
    return out;
}

}  // namespace

float power_of(float weight) {
    return weight > 0 ? static_cast<float>(attention::natural_log(static_cast<double>(weight)) * log10_e)
                      : -99.0f;
}

float heat_of(float weight) {
    return clamped(heat_base(weight));
}

Passage passage_of(int n, Repeat repeat) {
    // The copy begins 2/5 n behind; who looks at what followed is one token nearer to it.
    return {n * 19 / 100, n * 23 / 100, n * 2 / 5 - (repeat == Repeat::next ? 1 : 0)};
}

// ---- Vectors

void MapModel::make_vectors() {
    const int all = n();
    const auto cells = static_cast<size_t>(all) * d;
    q_.assign(cells, 0);
    k_.assign(cells, 0);
    const auto strength = [](double amount) { return root * static_cast<float>(amount); };
    const float first = strength(inputs_.first), subject = strength(inputs_.blocks),
                own = strength(inputs_.blocks * block_part), loud = strength(inputs_.noise * key_part),
                pair = strength(inputs_.noise * pair_part / std::sqrt(static_cast<double>(pair_count))),
                code = strength(inputs_.copied * (1 + code_offset) / code_count),
                offset = strength(-inputs_.copied * code_offset);
    const float unit = std::sqrt(3.0f);  // makes a uniform number's variance 1
    const std::vector<Block> blocks = blocks_of(all, inputs_.seed);
    size_t at = 0;
    for (int i = 0; i < all; ++i) {
        float* q = &q_[static_cast<size_t>(i) * d];
        float* k = &k_[static_cast<size_t>(i) * d];
        // Neighbouring tokens have streams of their own.
        attention::Xoshiro random((static_cast<uint64_t>(inputs_.seed) << 32) + static_cast<uint64_t>(i) + 1);
        q[first_at] = first;
        k[first_at] = i == 0 ? 1.0f : 0.0f;
        q[loud_at] = loud;
        k[loud_at] = unit * random.signed_unit();
        for (int t = pair_at; t < pair_at + pair_count; ++t) k[t] = unit * random.signed_unit();
        for (int t = pair_at; t < pair_at + pair_count; ++t) q[t] = pair * (unit * random.signed_unit());
        while (i >= blocks[at].end) ++at;
        const int shared = subject_at + static_cast<int>(blocks[at].subject);
        q[shared] = subject;
        k[shared] = 1;
        for (int t = 0; t < block_count; ++t) {
            k[block_at + t] = blocks[at].vector[t];
            q[block_at + t] = own * blocks[at].vector[t];
        }
        if (i < passage_.begin || i >= passage_.begin + passage_.length) continue;
        float* copy = &q_[static_cast<size_t>(i + passage_.distance) * d];
        k[passage_at] = 1;
        copy[passage_at] = offset;
        uint64_t bits = random.next();
        bits = bits << 32 | random.next();
        for (int t = code_at; t < code_at + code_count; ++t, bits >>= 1) {
            k[t] = (bits & 1) != 0 ? 1.0f : -1.0f;
            copy[t] = k[t] * code;
        }
    }
    bias_.resize(static_cast<size_t>(2 * all - 1));
    for (int distance = 0; distance < all; ++distance) {
        const auto bias =
            static_cast<float>(-inputs_.recency * attention::natural_log(static_cast<double>(1 + distance)));
        bias_[static_cast<size_t>(all - 1 - distance)] = bias_[static_cast<size_t>(all - 1 + distance)] =
            bias;
    }
}

void MapModel::set(const MapInputs& inputs) {
    if (inputs == inputs_) return;
    inputs_ = inputs;
    passage_ = passage_of(inputs.n, inputs.repeat);
    make_vectors();
    const auto all = static_cast<size_t>(n());
    most_.assign(all, 0);
    inverse_.assign(all, 0);
    scores_.resize(all);
    weights_.resize(all);
    level_ = 1;
    while ((n() - 1) >> level_ >= most_side) ++level_;
    side_ = ((n() - 1) >> level_) + 1;
    picture_.assign(static_cast<size_t>(side_) * static_cast<size_t>(side_), 0);
    first_ = window_ = itself_ = copied_ = 0;
    largest_ = {0, 0, -1};
    least_ = {0, 0, 2};
    stride_ = 1;
    while (static_cast<double>(n()) * n() / (2.0 * stride_) > first_sample) stride_ *= 2;
    complete_ = stride_;
    next_ = rows_done_ = 0;
    ++version_;
    // The first rows at once, so that there is never a figure without a map.
    while (next_ < n()) {
        work_on(next_);
        next_ += stride_;
    }
    next_ = stride_ / 2;
}

size_t MapModel::bytes() const {
    return sizeof(float) * (q_.size() + k_.size() + bias_.size() + most_.size() + inverse_.size() +
                            scores_.size() + weights_.size()) +
           picture_.size();
}

// ---- What is seen

MapModel::Keys MapModel::seen(int i) const {
    if (inputs_.sees == Sees::all) return {0, n(), false};
    if (inputs_.sees == Sees::earlier) return {0, i + 1, false};
    const int begin = std::max(0, i + 1 - inputs_.window);
    return {begin, i + 1, inputs_.sees == Sees::window_and_first && begin > 0};
}

bool MapModel::visible(int i, int j) const {
    return any_visible(i, i, j, j);
}

/// Of the queries i0 to i1 and the keys j0 to j1.
bool MapModel::any_visible(int i0, int i1, int j0, int j1) const {
    if (inputs_.sees == Sees::all) return true;
    if (j0 > i1) return false;
    if (inputs_.sees == Sees::earlier || i0 - j1 < inputs_.window) return true;
    return inputs_.sees == Sees::window_and_first && j0 == 0;
}

// ---- Rows

/// What the core's trace calls scaled: q·k ÷ √d and the position bias.
void MapModel::scores(int i, int begin, int end, float* out) const {
    const attention::MatrixView view{out, 1, end - begin};
    const size_t row = static_cast<size_t>(i) * d, key = static_cast<size_t>(begin) * d;
    attention::scores({&q_[row], 1, d}, {&k_[key], end - begin, d}, view);
    attention::scale(view, 1 / root, view);
    attention::Options options;
    options.bias = bias(i) + begin;
    attention::add_position(view, options);
}

/// Of the keys that are seen, side by side; how many.
int MapModel::all_scores(int i, float* out) const {
    const Keys keys = seen(i);
    if (keys.first) scores(i, 0, 1, out++);
    scores(i, keys.begin, keys.end, out);
    return keys.count();
}

void MapModel::row(int i, Row& out) const {
    const auto all = static_cast<size_t>(n());
    out = {i, 0, 0, std::vector<float>(all, nothing), std::vector<float>(all, nothing)};
    std::vector<float> scored(all), weighted(all);
    const int count = all_scores(i, scored.data());
    attention::softmax({scored.data(), 1, count}, 1, {weighted.data(), 1, count});
    const Keys keys = seen(i);
    for (int at = 0; at < count; ++at) {
        const int j = keys.first ? at == 0 ? 0 : keys.begin + at - 1 : keys.begin + at;
        const auto key = static_cast<size_t>(j), place = static_cast<size_t>(at);
        out.scores[key] = scored[place];
        out.weights[key] = weighted[place];
        const double weight = wide(weighted[place]);
        if (j == 0) out.first += weight;
        if (j == i) out.itself += weight;
        if (std::abs(i - j) < inputs_.window) out.window += weight;
        if (j == passage_.source(i)) out.copied += weight;
    }
    out.most = attention::largest({scored.data(), static_cast<size_t>(count)});
    out.sum = 1 / attention::largest({weighted.data(), static_cast<size_t>(count)});
}

void MapModel::work_on(int i) {
    const Keys keys = seen(i);
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

    // Shares and extremes.
    const auto weight = [&](int j) { return wide(weights_[static_cast<size_t>(j - keys.begin + shift)]); };
    if (keys.first || keys.begin == 0) first_ += wide(weights_[0]);
    itself_ += weight(i);
    const int from = std::max(keys.begin, i + 1 - inputs_.window),
              to = std::min(keys.end, i + inputs_.window);
    for (int j = from; j < to; ++j) window_ += weight(j);
    if (keys.first && i < inputs_.window) window_ += wide(weights_[0]);
    const int source = passage_.source(i);
    if (source >= keys.begin)
        copied_ += weight(source);
    else if (source == 0 && keys.first)
        copied_ += wide(weights_[0]);
    const auto place = [&](float score) {
        const int found = static_cast<int>(std::find(scored, scored + count, score) - scored);
        return keys.first && found == 0 ? 0 : keys.begin + found - static_cast<int>(shift);
    };
    // (Of equal ones the first row's, whatever the order.)
    if (inverse > largest_.weight || (inverse == largest_.weight && i < largest_.row))
        largest_ = {i, place(most), inverse};
    const float small = weight_of(low, most, inverse);
    if (small < least_.weight || (small == least_.weight && i < least_.row)) least_ = {i, place(low), small};
    ++rows_done_;
}

bool MapModel::advance(double budget) {
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

float MapModel::weight(int i, int j) const {
    const auto row = static_cast<size_t>(i);
    if (!visible(i, j) || inverse_[row] <= 0) return nothing;
    float score = 0;
    scores(i, j, j + 1, &score);
    return weight_of(score, most_[row], inverse_[row]);
}

void MapModel::column(int j, std::vector<float>& out) const {
    const int begin = inputs_.sees == Sees::all ? 0 : j;
    int end = inputs_.sees == Sees::window || (inputs_.sees == Sees::window_and_first && j > 0)
                  ? std::min(n(), j + inputs_.window)
                  : n();
    out.assign(static_cast<size_t>(n()), nothing);
    const attention::MatrixView view{&out[static_cast<size_t>(begin)], end - begin, 1};
    attention::scores({&q_[static_cast<size_t>(begin) * d], end - begin, d},
                      {&k_[static_cast<size_t>(j) * d], 1, d}, view);
    attention::scale(view, 1 / root, view);
    attention::Options options;
    options.bias = &bias_[static_cast<size_t>(n() - 1 + begin - j)];  // the same both ways
    attention::add_position(view, options);
    for (int i = begin; i < end; ++i) {
        const auto row = static_cast<size_t>(i);
        out[row] = inverse_[row] > 0 ? weight_of(out[row], most_[row], inverse_[row]) : nothing;
    }
}

// ---- Tiles

bool MapModel::masked(int level, int row, int col) const {
    const int64_t side = static_cast<int64_t>(tile_side) << level;
    const auto first = [side](int tile) { return static_cast<int>(tile * side); };
    const auto last = [side, this](int tile) {
        return static_cast<int>(std::min<int64_t>(n(), (tile + 1) * side)) - 1;
    };
    return !any_visible(first(row), last(row), first(col), last(col));
}

void MapModel::fill_rows(int level, int row, int col, int first, int last, float* out) {
    if (level < level_ && settled())
        fill_fine(level, row, col, first, last, out);
    else
        fill_coarse(level, row, col, first, last, out);
}

/// From the picture; while rows are missing, of those that are there.
void MapModel::fill_coarse(int level, int row, int col, int first, int last, float* out) {
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
                    const int at = b > known && inputs_.sees != Sees::all ? b - (a - known) : b;
                    most = std::max(most, pixels[std::max(0, at)]);
                }
            }
            *out = static_cast<float>(most) / steps;
        }
    }
}

/// From Q, K and each row's maximum and sum.
void MapModel::fill_fine(int level, int row, int col, int first, int last, float* out) {
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
        const Keys keys = seen(i);
        if (keys.first && left == 0) put(0, 1);
        put(std::max(left, keys.begin), std::min(right, keys.end));
    }
}

}  // namespace explainer
