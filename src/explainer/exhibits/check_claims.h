// What five essays say of attention, as data: each claim names the exhibit and the state that show it, what
// to ask of them, and how the answer is judged. Draws no figure.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explainer/exhibits/scaling_sample.h"
#include "explainer/view.h"

namespace explainer::checking {

/// As many numbers as a claim has at most.
struct Numbers {
    static constexpr int most = 7;
    int count = 0;
    double at[most] = {};

    Numbers() = default;
    Numbers(std::initializer_list<double> all) {
        for (const double one : all) add(one);
    }
    void add(double one) {
        if (count < most) at[count++] = one;
    }
};

/// An exhibit in a state, made when it is first asked; and the pairs that the scaling exhibit draws.
class Asked {
  public:
    Asked(const char* exhibit, const char* state, std::span<const WidthSample> samples = {})
        : exhibit_(exhibit), state_(state), samples_(samples) {}

    /// A value of its description; not a number if it has none of that name.
    double value(std::string_view name);
    /// A cell of the table whose title begins so, by the row's first cell and the column's name.
    double cell(std::string_view title, std::string_view row, std::string_view column);
    int rows(std::string_view title);
    int columns(std::string_view title);  // without the names of the rows
    const State& state();

    /// Random pairs of that width, as many as are drawn yet.
    const WidthSample& pairs(int d);
    /// Whether all pairs that were asked for are drawn.
    bool whole() const { return whole_; }

  private:
    const Description& said();
    const Table* table(std::string_view title);

    const char *exhibit_, *state_;
    std::span<const WidthSample> samples_;
    std::optional<View> view_;
    Description said_;
    bool whole_ = true;
};

/// What is asked of an exhibit: up to seven values and cells, each so many times as large; or a function that
/// works the numbers out.
struct Answers {
    struct One {
        const char *table = nullptr, *row = nullptr;  // null: a value of that name
        const char* name = nullptr;                   // of a value or of the table's column
    };
    One at[Numbers::most] = {};
    int count = 0;
    double times = 1;
    Numbers (*worked_out)(Asked&) = nullptr;

    constexpr void add(const One& one) { at[count++] = one; }
};

/// How computed numbers are judged, each with the claim's `limit`.
enum class Judged : char {
    near,       // within half a unit of the last stated digit; within that share of what is stated, if > 0
    above,      // each is larger than that, by its size
    below,      // each is smaller, by its size
    alike,      // all are the same but for that
    rising,     // each is larger by more than that than the one before
    rounds_to,  // the first, as a whole number, is that
};

struct Claim {
    const char* name;       // in state strings
    const char* statement;  // where it comes from: its id in tests/claims.json, which begins with the essay's
    const char* section;    // of the essay
    const char* says;
    const char* stated = "";      // numbers, parted by blanks, in as many digits as the essay gives
    const char* words = nullptr;  // what is said instead of numbers; null: they are
    const char *exhibit, *state = "";
    Answers answers = {};
    /// How that is put, "#2" for the next number with two decimals, "#e" for its power of ten; null: the
    /// numbers side by side, a digit further than stated.
    const char* reads = nullptr;
    Judged judged = Judged::near;
    double limit = 0;
    int component = -1;          // of an output that can be put together from rounded weights as well
    const char* note = nullptr;  // why it differs, or on what it depends
    float scale = 0;             // of the two bars that show how far; 0: there are none
    bool one_way = false;        // shown by two arrows, one of which is not there
    const char* python;          // the same by NumPy, from the lines of claims_numpy()
    const char* earlier = "";    // its numbers, when claims had numbers
};

inline constexpr int claim_count = 58, essay_count = 5;

struct Essay {
    const char *id, *title;
    int first, count;  // of its claims
};

std::span<const Claim> claims();
std::span<const Essay> essays();
/// By which essay a claim is made.
int essay_of(int claim);
/// The claim of that name, or −1.
int claim_named(std::string_view name);

/// For the parameter: ids and what is said.
extern const std::array<Choice, claim_count> claim_choices;

}  // namespace explainer::checking
