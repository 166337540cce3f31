// What attention costs: the formulas for one head, and times as they come in from the host. No drawing and no
// state: the exhibit is cost.h, who measures are the hosts (the request "time-lengths").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainer/request.h"

namespace explainer::cost {

/// Ways to come to the same outputs (causal ones look back only).
enum Way : int { materialised, causal, windowed, streaming, cached, uncached, way_count };

inline constexpr double least_n = 64, most_n = 65536;
inline constexpr int query_heads = 32;  // of the model whose cache is shared

struct WayWords {
    const char* id;         // in state strings and of the host's tensor
    const char* brief;      // beside lines
    const char* name;       // in the table
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

/// Keys and values of n tokens, in bytes.
double cache_bytes(double layers, double kv_heads, double d_k, double bits, double n);

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

// ---- Numbers with units, three digits

struct Measure {
    std::string number;
    const char* unit;
};
Measure bytes(double value);
Measure seconds(double value);
std::string text_of(const Measure& measure);
/// The same for an axis: "16 GiB", "1 s".
std::string bytes_tick(double value);
std::string seconds_tick(double value);
/// Whole as far as nine digits go, else a power of ten.
std::string count_of(double value);

}  // namespace explainer::cost
