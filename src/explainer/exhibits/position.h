// Position: a sentence is shifted and parted, and one sees which scores change: with no positions, with
// ALiBi, with RoPE. Here what is computed and said; the sheet is position_sheet.cpp. q and k are constructed:
// what a model learns to do with places is not here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "attention/options.h"
#include "explainer/exhibit.h"
#include "explainer/figures/matrix.h"
#include "explainer/latest.h"

namespace explainer::position {

enum : int { scheme, gaps, walk, play, asks, answers, pair, base, head, query, key };
enum Scheme : int { none, alibi, rope, rope_halves };

inline constexpr int words = 7, width = 8, pair_count = width / 2, heads = 8;
inline constexpr int most_gap = 58;
inline constexpr std::array<const char*, words> names = {"The", "cat", "sat", "on", "the", "soft", "?"};

using Rows = std::array<float, words * width>;    // [words, width]
using Scores = std::array<float, words * words>;  // [words, words]

/// The sentence at its places, as written or now.
struct Placed {
    int places[words];
    Rows q, k;  // turned, with RoPE
    Scores scores;
};

/// Scores of one pair of words against the offset: the key's place, counted from the query's.
struct Curves {
    int end = 0;
    std::vector<double> at_offsets[3];  // none, ALiBi, RoPE, at −end … end
    std::vector<double> x, between;     // RoPE, also between places
};

class Position final : public Exhibit {
  public:
    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    std::string shown_cell(const State& state, int parameter, int row, int col) const override;

  private:
    void place(Placed& one) const;
    Curves curves(int i, int j) const;
    attention::RopePairs pairs() const;
    // The components of a pair.
    [[gnu::noinline]] int first_of(int pair) const;
    [[gnu::noinline]] int second_of(int pair) const;
    /// "1·2": the components of a pair, counted from 1.
    std::string name_of(int pair) const;
    double degrees(int pair) const;  // that it turns a place
    std::string said(int i, int j) const;
    /// What a pair of components adds to the score of words i and j.
    float part_of(const Placed& at, int i, int j, int pair) const;
    int offset(const Placed& at, int i, int j) const { return at.places[j] - at.places[i]; }
    int distance(const Placed& at, int i, int j) const { return std::abs(offset(at, i, j)); }
    /// "10 places before it"
    std::string where(int i, int j) const;
    /// The score with the key as far on the other side of the query.
    double opposite(int i, int j) const;
    /// What that score tells of what a score knows.
    std::string both_sides(int i, int j) const;
    bool changes(int i, int j) const;
    double score(const Placed& at, int i, int j) const {
        return static_cast<double>(at.scores[static_cast<size_t>(i * words + j)]);
    }

    // The sheet's parts.
    Color color_of(Ui& ui, int word, Color otherwise) const;
    float stands(Ui& ui, int word) const;
    figures::Block head_row(Ui& ui) const;
    void draw_ruler(Ui& ui, Rect rect, bool is_wide) const;
    figures::Block map(Ui& ui) const;
    figures::Block parts_of_score(Ui& ui, bool is_wide) const;
    void draw_dials(Ui& ui, Rect rect) const;
    figures::Block numbers(Ui& ui) const;
    figures::Block plot(Ui& ui, bool is_wide) const;
    /// The query and the key that the sheet shows.
    struct Shown {
        int i, j;
    };
    Shown looked_at(Ui& ui) const;

    Scheme scheme_ = rope;
    float base_ = 0, slope_ = 0, factor_ = 0;
    int asks_ = 0, answers_ = 0, pair_ = 0;
    int gaps_[words] = {};  // before each word
    Rows q_, k_;
    Placed written_, now_;
    double turn_[pair_count] = {};  // radians a place
    int changed_ = 0;
    bool made_ = true;  // queries and keys are ours, none typed over
    uint64_t version_ = 0;

    // What the pointer is on: in the last frame, in this one; and whom the sheet shows therefore.
    struct Pointed {
        figures::Entry cell;
        int pair = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
    int pair_shown() const { return hover_->pair >= 0 ? hover_->pair : pair_; }
    Latest<std::tuple<uint64_t, int, int>, Curves> curves_;  // of a version, a query and a key
};

}  // namespace explainer::position
