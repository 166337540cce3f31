// What attention costs: the formulas for one head, times as they come in from the host, and what is said of
// both. No drawing: the exhibit is cost.cpp, who measures are the hosts (the request "time-lengths").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/attention_counts.h"
#include "explainer/request.h"
#include "explainer/units.h"

namespace explainer::cost {

/// Ways to come to the same outputs (causal ones look back only).
enum Way : int { materialised, causal, windowed, streaming, cached, uncached, way_count };

inline constexpr double least_n = 64, most_n = 65536;
inline constexpr int query_heads = 32;  // of the model whose cache is shared

struct WayWords {
    const char* id;         // in state strings and of the host's tensor
    const char* brief;      // beside lines and in the table
    const char* long_name;  // in sentences and of described values
    const char* keeps;      // what is held while it computes
    const char* held;       // how many numbers that are
    const char* pairs;      // of a query and a key that meet
    const char* held_end;   // the leading part of both, for the ends of lines
    const char* work_end;
};
extern const WayWords way_words[way_count];

struct Sizes {
    double n = 8192, d = 64, window = 256;
    bool layer = false;  // with the head's part of a layer's projections and of its MLP
};

/// Whether a query sees the keys behind it too; all other ways look back only.
bool two_sided(int way);

/// Pairs of a query and a key that meet, over all queries; without a cache, over all steps.
double pairs(int way, const Sizes& sizes);
/// Of attention alone: each pair takes d for its score and d for its share of the value.
double multiplications(int way, const Sizes& sizes);
/// One head's part, for all tokens that are computed (without a cache, again in every step), of what else a
/// layer of `query_heads` heads multiplies: d_model = heads · d, four projections and an MLP four times as
/// wide. A token takes 4 d_model² + 8 d_model², a head's part of that is 12 · heads · d².
double layer_multiplications(int way, const Sizes& sizes);
/// Numbers held at once, by one rule for all ways: queries, keys, values, outputs and all that lies between;
/// for decoding in the last step.
double numbers_held(int way, const Sizes& sizes);
inline constexpr double bytes_of_number = 4;  // float32

/// Seconds that one way took, by n in ascending order.
struct Dots {
    std::vector<double> n, seconds;

    bool empty() const { return n.empty(); }
    /// Only what can be: pairs of n and microseconds [k, 2], n ascending, both above 0 and finite.
    void read(const Tensor& tensor);
};

struct Time {
    double seconds = 0;
    bool known = false, measured = false;  // at this very n
};
/// The time at sizes.n: as measured there, else as the multiplications grow from the nearest dot below (or
/// from the first one, down). Unknown without dots.
Time time_of(int way, const Dots& dots, const Sizes& sizes);
/// The same of one step of decoding, a query beside n cached keys and values, which it reads once: as n
/// grows.
Time time_of_step(const Dots& dots, double n);

// ---- Two ways compared

enum Quantity : int { memory, work, time, quantity_count };

/// "≈ 124" and " times less"; one without a number is "the same", without words it is not known.
struct Comparison {
    std::string number, words;
};

/// The choices of a state and what was measured for its d and window, with all that is said of them.
struct Costs {
    Sizes sizes = {0, 0, 0};
    int first = materialised, second = streaming;
    double layers = 0, kv_heads = 0, d_k = 0, bits = 0;  // of the model whose cache is counted

    Dots dots[way_count], step;  // step: one step of decoding with a cache
    std::string trouble;         // what the host left out, in its words
    bool measuring = false;

    Sizes at(double n) const { return {n, sizes.d, sizes.window, sizes.layer}; }
    /// Bytes, multiplications or seconds; not a number where there is none.
    double value(int quantity, int way, double n) const;
    /// How many times as much the first of the two takes as the second.
    double ratio(int quantity, double n) const {
        return value(quantity, first, n) / value(quantity, second, n);
    }
    /// Of the second against the first.
    Comparison compared(int quantity, double n) const;
    bool measured_any() const;
    void forget_times();
    double cache(double heads) const { return counts::cache_bytes(layers, heads, d_k, bits, sizes.n); }
    /// What a step of decoding reads: keys and values of n tokens, of one head.
    double bytes_of_step() const { return 2 * sizes.n * sizes.d * bytes_of_number; }
    /// Of one step of decoding: what it reads, and how long it took.
    std::string step_words() const;

    Description describe() const;
    /// Pairs are counted query by query here, not by the formulas.
    std::string numpy() const;
};

}  // namespace explainer::cost
