// What `decode` computes, and says of it: one step of generating, with a cache of keys and values and
// without. Weights by the core, from queries and keys drawn at random; multiplications and bytes counted. No
// drawing.
#pragma once

#include <string>
#include <vector>

#include "explainer/description.h"

namespace explainer::decode {

inline constexpr int tokens = 10, heads = 4, d_k = 16, d = heads * d_k, bits = 16;
extern const char* const words[tokens + 1];  // behind the last one nothing is known: "–"

inline size_t at(int index) {
    return static_cast<size_t>(index);
}

struct Model {
    int token = 0, kv_heads = 0, head = 0;  // the token from 1, the head from 0
    // [heads, tokens]: the token's weights, of one query beside the kept keys, and of all rows anew.
    std::vector<float> cached, again;

    void compute(int new_token, int new_kv_heads, int new_head);

    /// Which head of keys and values a head of queries reads.
    int read_by(int query_head) const { return query_head * kv_heads / heads; }
    float weight(bool by_cache, int key) const {
        return (by_cache ? cached : again)[at(head * tokens + key)];
    }
    /// Multiplications for token t of one layer: to q, k and v, scores and blend. Without a cache all of it
    /// for all tokens up to t.
    double work(bool by_cache, int t) const;
    double work_so_far(bool by_cache, int t) const;
    double times(int t) const { return work(false, t) / work(true, t); }
    /// Between two steps; without a cache nothing is.
    double bytes(int t) const { return bytes_with(kv_heads, t); }
    static double bytes_with(int shared, int t);

    Description describe() const;
    std::string numpy() const;
};

}  // namespace explainer::decode
