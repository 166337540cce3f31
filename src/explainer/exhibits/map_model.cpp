// See map_model.h.
#include "explainer/exhibits/map_model.h"

#include <algorithm>
#include <cmath>

#include "attention/transcendental.h"
#include "attention/xoshiro.h"
#include "explainer/exhibits/floats.h"

namespace explainer {
namespace {

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

/// Where blocks of one subject end.
struct SubjectBlock {
    int end;
    uint32_t subject;
    float vector[block_count];
};
std::vector<SubjectBlock> blocks_of(int n, int seed) {
    attention::Xoshiro random(static_cast<uint64_t>(seed));
    std::vector<SubjectBlock> out;
    for (int at = 0; at < n;) {
        SubjectBlock block{};
        at += 1 + n / 28 + static_cast<int>(random.next() % static_cast<uint32_t>(n / 12));
        block.end = at;
        block.subject = random.next() % subjects;
        for (float& x : block.vector) x = random.signed_unit();
        out.push_back(block);
    }
    return out;
}

}  // namespace

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
    const std::vector<SubjectBlock> blocks = blocks_of(all, inputs_.seed);
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
    sums_ = {};
    reset(inputs.n, inputs.sees, inputs.window);
    make_vectors();
    begin();
}

/// `weight(key)` is 0 where there is none.
template <class Weight>
Shares MapModel::shares_in(int row, Weight weight) const {
    const SeenKeys keys = seen(row);
    Shares out{};
    out[first_share] = weight(0);
    out[itself_share] = weight(row);
    out[copied_share] = weight(passage_.source(row));
    const int begin = std::max(keys.begin, row + 1 - inputs_.window),
              end = std::min(keys.end, row + inputs_.window);
    for (int key = begin; key < end; ++key) out[window_share] += weight(key);
    return out;
}

Shares MapModel::shares_of(const Row& row) const {
    return shares_in(row.index, [&row](int key) {
        const float weight = key < 0 ? 0 : row.weights[static_cast<size_t>(key)];
        return std::isnan(weight) ? 0 : wide(weight);
    });
}

void MapModel::take_row(int row, const float* weights) {
    const Shares shares = shares_in(row, [weights, keys = seen(row)](int key) {
        const int place = keys.place(key);
        return place < 0 ? 0 : wide(weights[place]);
    });
    for (size_t of = 0; of < shares.size(); ++of) sums_[of] += shares[of];
}

}  // namespace explainer
