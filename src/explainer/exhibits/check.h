// What five essays say of attention, as data (check_claims.cpp), and what it comes to (check_readings.cpp):
// each claim names the exhibit and the state that show it, what to ask of them, and how the answer is judged.
// What is drawn and said of it is in check.cpp.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/exhibit.h"

namespace explainer {
class Asked;
}

namespace explainer::checking {

using Numbers = std::vector<double>;

/// What is asked of an exhibit: a formula, or a function that works the numbers out. A formula is one number
/// or several, parted by commas; each is reckoned from left to right, as "100 × [part] ÷ [output]". In
/// brackets stands
///     [weight 1]              a named value of the claim's exhibit in its state,
///     [weight 1 @n=4096]      in another state,
///     [Weights|I|love]        a cell of the table whose title begins so, by row and column; "*" sums all,
///     [X|rows], [X|columns]   the size of a table,
///     [pairs of 64|raw]       of random pairs of that width: their deviation "raw" or "scaled", or the
///                             "variance" once scaled.
struct Question {
    constexpr Question() = default;
    constexpr Question(const char* asked) : formula(asked) {}
    constexpr Question(Numbers (*work_out)(Asked&)) : function(work_out) {}

    const char* formula = "";
    Numbers (*function)(Asked&) = nullptr;
};

/// How computed numbers are judged, each with the claim's `limit`.
enum class Judged : char {
    near,       // within half a unit of the last stated digit; within that share of what is stated, if > 0
    above,      // the size of each is larger than that
    below,      // the size of each is smaller
    alike,      // all are the same but for that
    rising,     // each is larger by more than that than the one before
    rounds_to,  // the first, as a whole number, is that
};

struct Claim {
    const char* name;       // in state strings
    const char* statement;  // where it comes from: its id in tests/claims.json, which begins with the essay's
    const char* section;    // of the essay
    const char* says;
    const char* stated = "";  // numbers, parted by blanks, in as many digits as the essay gives
    const char *exhibit = "", *state = "";
    Question asked = {};
    const char* python = "";      // the same by NumPy, from the lines of claims_numpy()
    const char* words = nullptr;  // what is said instead of numbers; null: they are
    /// How the computed ones are put, "#2" for the next with two decimals, "#e" for its power of ten; null:
    /// side by side, a digit further than stated.
    const char* reads = nullptr;
    Judged judged = Judged::near;
    double limit = 0;
    int component = -1;          // of an output that can be put together from rounded weights as well
    const char* why = nullptr;   // it differs
    const char* note = nullptr;  // on what it depends that it holds
    int scale = 0;               // of the two bars that show how far it is off; 0: there are none
    bool one_way = false;        // shown by two arrows, one of which is not there
    const char* earlier = "";    // its numbers, when claims had numbers
};

inline constexpr int claim_count = 58, essay_count = 5;

struct Essay {
    const char *id, *name, *title;  // in tests/claims.json; for readers
    int list;                       // which essays are listed together: three lists of about the same length
    int first = 0, count = 0;       // of its claims
};

std::span<const Claim> claims();
std::span<const Essay> essays();
inline const Claim& claim(int i) {
    return claims()[static_cast<size_t>(i)];
}
/// By which essay a claim is made.
const Essay& essay_of(int claim);
/// The claim of that name, or −1.
int claim_named(std::string_view name);

/// For the parameter: ids and what is said.
extern const std::array<Choice, claim_count> claim_choices;

/// What the essay's sentences are about; published pages ask for these by name.
struct Named {
    const char *name, *claim;
    size_t number;
};
inline constexpr Named named[] = {{"times the score", "three-times", 0},
                                  {"deviation of the listing's scores", "listing-raw", 0},
                                  {"deviation of the listing's scaled scores", "listing-scaled", 0},
                                  {"first component of the output", "output-by-hand", 0},
                                  {"second component of the output", "output-by-hand", 1}};

// ---- What they come to

enum class Verdict : char { pending, holds, rounding, differs };

/// What a claim's exhibit answers: numbers, the same in words a digit further than stated (so that agreement
/// is seen, not believed), and what that says of the claim.
struct Answer {
    Numbers numbers;
    std::string words = "…";
    Verdict verdict = Verdict::pending;
    bool off() const { return verdict == Verdict::differs || verdict == Verdict::rounding; }
};

struct Reading {
    std::string stated;     // in words
    Answer exact, by_hand;  // by_hand: with weights rounded first; the same where there are none
    // Of an output that is put together from weights: what its sum is of, and the state that has them
    // rounded.
    std::vector<float> weights, rounded, values;
    std::string hand;
};

/// What a claim comes to. That depends on no state: all views share the readings, which are made once; those
/// that are written out as a sum with the first question, as the room for them waits for nothing.
const Reading& reading(int claim);
/// Some more of them, about `effort` × 5 ms; true while there is more to do.
bool read_on(float effort);

/// The stated numbers, and how many decimals each is given in.
struct Stated {
    Numbers numbers;
    std::vector<int> decimals;
};
Stated stated_in(const Claim& claim);
/// How far a computed number of a claim that is judged as near may be from the stated one.
double slack(const Claim& claim, size_t number);

/// Where a computed number has to lie so that the claim holds, and what it is held against.
struct Room {
    double at, low, high;
};
Room room_for(const Claim& claim, const Numbers& numbers, size_t number);
bool holds(const Claim& claim, const Numbers& numbers);

/// As long as what is computed may become, in words.
std::string longest_computed(const Claim& claim);

/// Python that computes all of them, and with them `values`.
std::string claims_numpy(bool by_hand);

}  // namespace explainer::checking
