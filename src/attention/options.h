// What one attention call may vary: mask, scale, temperature, position. Plain data, no behaviour.
// Everything is off by default, which gives softmax(Q Kᵀ / √d) V.
#pragma once

#include <cstdint>
#include <optional>

namespace attention {

// Which two components RoPE turns together: (2p, 2p + 1), as its paper has it and LLaMA's own code, or
// (p, p + d/2), as GPT-NeoX and Hugging Face's models have it. Pair p turns equally fast in both; weights
// made for one give nonsense in the other.
enum class RopePairs { neighbours, halves };

// weights = softmax((scale · q·k + position term + bias) / temperature) over the keys that the query may see.
struct Options {
    bool causal = false;            // query i sees keys j ≤ i + query_offset
    int window = 0;                 // sees only keys with |position − j| < window; 0: all
    std::int64_t query_offset = 0;  // where query 0 stands among the keys; key j stands at j
    std::optional<float> scale;     // factor of q·k; 1/√d if there is none
    float temperature = 1;          // > 0
    float alibi = 0;                // slope: adds −slope · |position − j|; 0: none (Press et al. 2022)
    float rope_base = 0;  // rotates q and k by their positions first; 0: none, usual 10000 (Su et al. 2021)
    RopePairs rope_pairs = RopePairs::neighbours;
    const float* bias = nullptr;              // [n, m], added after scaling; −inf hides a key
    const unsigned char* key_mask = nullptr;  // [m], 0 hides key j from every query (padding)
};

}  // namespace attention
