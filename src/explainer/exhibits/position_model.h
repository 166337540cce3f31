// A sentence that is shifted and parted, and what its words score then: with no positions, with ALiBi, with
// RoPE; the same in words and in Python. Draws nothing, and has no parameters.
#pragma once

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "attention/options.h"
#include "explainer/description.h"
#include "explainer/parameters.h"

namespace explainer::position {

enum Scheme : int { none, alibi, rope, rope_halves };
inline constexpr std::array schemes = {Choice{"none", "none"}, Choice{"alibi", "ALiBi"},
                                       Choice{"rope", "RoPE"}, Choice{"halves", "RoPE, halves"}};

inline constexpr int words = 7, width = 8, pair_count = width / 2, heads = 8;
inline constexpr std::array<std::string_view, words> names = {"The", "cat", "sat", "on", "the", "soft", "?"};

using Rows = std::array<float, words * width>;    // [words, width]
using Scores = std::array<float, words * words>;  // [words, words]

/// Where a key is, that far from its query: "10 places before it".
std::string where(int offset);

/// The sentence at its places, as written or now.
struct Placed {
    int places[words];
    Rows q, k;  // turned, with RoPE
    Scores scores;

    double score(int i, int j) const {
        return static_cast<double>(scores[static_cast<size_t>(i * words + j)]);
    }
    /// The key's place, counted from the query's.
    int offset(int i, int j) const { return places[j] - places[i]; }
    int distance(int i, int j) const { return std::abs(offset(i, j)); }
};

/// Scores of one pair of words against the offset.
struct Curves {
    int end = 0;
    std::vector<double> at_offsets[3];  // none, ALiBi, RoPE, at −end … end
    std::vector<double> x, between;     // RoPE, also between places
};

struct Model {
    // Given
    Scheme scheme = rope;
    double base = 0;
    int head = 1;                         // ALiBi: from 1
    int gaps[words] = {};                 // empty places before each word
    Rows given_q, given_k;                // before they turn
    int asks = 0, answers = 0, pair = 0;  // what is told in full

    // Computed, by the core
    float slope = 0, factor = 0;
    Placed written, now;
    double turn[pair_count] = {};  // radians a place
    int changed = 0;               // scores

    void compute();

    // The components of a pair, from 0; and how they are called: "1·2".
    int first_of(int p) const { return scheme == rope_halves ? p : 2 * p; }
    int second_of(int p) const { return scheme == rope_halves ? p + pair_count : 2 * p + 1; }
    std::string name_of(int p) const;
    double degrees(int p) const;  // that it turns a place
    /// What a pair of components adds to the score of words i and j.
    float part_of(const Placed& at, int i, int j, int p) const;
    bool changes(int i, int j) const;
    Curves curves(int i, int j) const;

    /// "10 places before it"
    std::string where(int i, int j) const;
    /// "? asks cat, 10 places before it: 0.53, as written 1.55"
    std::string said(int i, int j) const;

    Description describe() const;
    /// Of the queries and keys as they stand in the state.
    std::string numpy(const MatrixValue& q, const MatrixValue& k) const;

  private:
    void place(Placed& one) const;
    attention::RopePairs pairs() const;
    /// The score with the key as far on the other side of the query; and what that tells.
    double opposite(int i, int j) const;
    std::string both_sides(int i, int j) const;
};

}  // namespace explainer::position
