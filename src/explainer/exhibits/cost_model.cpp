// The formulas. See cost_model.h.
#include "explainer/exhibits/cost_model.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "explainer/format.h"

namespace explainer::cost {
namespace {

struct Unit {
    double size;
    const char* name;
};
constexpr Unit byte_units[] = {
    {1, "B"}, {1024, "KiB"}, {1048576, "MiB"}, {1073741824, "GiB"}, {1099511627776, "TiB"}};
constexpr Unit time_units[] = {{1e-6, "µs"}, {1e-3, "ms"},    {1, "s"},           {60, "min"},
                               {3600, "h"},  {86400, "days"}, {31557600, "years"}};

const Unit& unit_of(std::span<const Unit> units, double value) {
    size_t at = 0;
    while (at + 1 < units.size() && value >= units[at + 1].size * (1 - 1e-12)) ++at;
    return units[at];
}

Measure in(std::span<const Unit> units, double value) {
    const Unit& unit = unit_of(units, value);
    const double number = value / unit.size;
    return {fixed(number, number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2), unit.name};
}

std::string tick(std::span<const Unit> units, double value) {
    const Unit& unit = unit_of(units, value);
    return shortest(value / unit.size) + " " + unit.name;
}

}  // namespace

const WayWords way_words[way_count] = {
    {"materialised", "materialised", "materialised", "materialised", "q, k, v, the outputs and every score",
     "4nd + n²", "n²", "n²", "2n²d"},
    {"causal", "causal", "causal", "causal", "q, k, v, the outputs and the scores that the mask leaves",
     "4nd + n(n + 1)/2", "n(n + 1)/2", "n²/2", "n²d"},
    {"window", "window", "window", "window", "q, k, v, the outputs and the scores that the window leaves",
     "4nd + one for each pair", "Σ min(i, window)", "n(4d + window)", "2nd·window"},
    {"streaming", "streaming", "streaming", "streaming",
     "q, k, v, the outputs, and of each row a maximum and a sum", "4nd + 2n", "n²", "n(4d + 2)", "2n²d"},
    {"cache", "KV cache", "decode, KV cache", "decoding with a cache",
     "the keys and values of all tokens, and one row’s query, output, maximum and sum", "2nd + 2d + 2",
     "n(n + 1)/2", "2nd", "n²d"},
    {"no-cache", "no cache", "decode, no cache", "decoding without a cache",
     "what streaming holds, in its last step", "4nd + 2n", "n(n + 1)(n + 2)/6", "", "n³d/3"},
};

bool two_sided(int way) {
    return way == materialised || way == streaming;
}

double pairs(int way, const Sizes& sizes) {
    const double n = sizes.n, full = std::min(n, sizes.window);
    if (way == materialised || way == streaming) return n * n;
    if (way == windowed) return full * (full + 1) / 2 + (n - full) * full;
    if (way == uncached) return n * (n + 1) * (n + 2) / 6;
    return n * (n + 1) / 2;
}

double multiplications(int way, const Sizes& sizes) {
    return 2 * sizes.d * pairs(way, sizes);
}

double layer_multiplications(int way, const Sizes& sizes) {
    const double tokens = way == uncached ? sizes.n * (sizes.n + 1) / 2 : sizes.n;
    return 12 * query_heads * sizes.d * sizes.d * tokens;
}

double numbers_held(int way, const Sizes& sizes) {
    if (way == cached) return 2 * sizes.n * sizes.d + 2 * sizes.d + 2;
    const double rows = 4 * sizes.n * sizes.d;  // q, k, v and the outputs
    return rows + (way == streaming || way == uncached ? 2 * sizes.n : pairs(way, sizes));
}

double cache_bytes(double layers, double kv_heads, double d_k, double bits, double n) {
    return 2 * layers * kv_heads * d_k * (bits / 8) * n;
}

void Dots::read(const Tensor& tensor) {
    n.clear();
    seconds.clear();
    constexpr size_t most = 64;  // lengths
    for (size_t i = 0; i + 1 < std::min(tensor.data.size(), 2 * most); i += 2) {
        const auto length = static_cast<double>(tensor.data[i]),
                   time = static_cast<double>(tensor.data[i + 1]);
        const bool possible = std::isfinite(length) && std::isfinite(time);
        if (!possible || length < 1 || time <= 0 || (!n.empty() && length <= n.back())) continue;
        n.push_back(length);
        seconds.push_back(time / 1e6);
    }
}

/// As measured at n; else from the nearest dot below (or the first one), as `grows` does from there to n.
template <class Grows>
static Time time_at(const Dots& dots, double n, Grows grows) {
    if (dots.empty()) return {};
    size_t at = 0;
    while (at + 1 < dots.n.size() && dots.n[at + 1] <= n) ++at;
    return {dots.seconds[at] * grows(n) / grows(dots.n[at]), true, dots.n[at] == n};
}

Time time_of(int way, const Dots& dots, const Sizes& sizes) {
    return time_at(dots, sizes.n, [&](double n) {
        Sizes there = sizes;
        there.n = n;
        return multiplications(way, there);
    });
}

Time time_of_step(const Dots& dots, double n) {
    return time_at(dots, n, [](double keys) { return keys; });
}

Measure bytes(double value) {
    return in(byte_units, value);
}
Measure seconds(double value) {
    return in(time_units, value);
}
std::string text_of(const Measure& measure) {
    return measure.number + "\u00a0" + measure.unit;
}
std::string bytes_tick(double value) {
    return tick(byte_units, value);
}
std::string seconds_tick(double value) {
    return tick(time_units, value);
}
std::string count_of(double value) {
    return value < 1e9 ? grouped(value) : scientific(value, 3);
}

}  // namespace explainer::cost
