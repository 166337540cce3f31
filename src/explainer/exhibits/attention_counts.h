// What attention costs, counted: pairs of a query and a key, multiplications, the bytes of a cache. Formulas
// that more than one exhibit shows. Not here: what else a layer multiplies.
#pragma once

namespace explainer::counts {

/// Of n queries that look back only, each at itself too.
constexpr double pairs_back(double n) {
    return n * (n + 1) / 2;
}
/// Each pair takes d for its score and d for its share of the value.
constexpr double multiplications(double pairs, double d) {
    return 2 * d * pairs;
}
/// Keys and values of n tokens.
constexpr double cache_bytes(double layers, double kv_heads, double d_k, double bits, double n) {
    return 2 * layers * kv_heads * d_k * (bits / 8) * n;
}

}  // namespace explainer::counts
