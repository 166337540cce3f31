// The same model one token at a time: keys and values of the past are kept by the core's cache, and of each
// token nothing but its logits. What is kept of every token: transformer.h.
#pragma once

#include <vector>

#include "attention/key_value_cache.h"
#include "transformer.h"

namespace model {

// Tokens that are read at once; more of them go through the layers one block after the other.
inline constexpr int decoder_block = 96;

// Floats that a decoder of so many tokens takes: their keys and values, and scratch for the most that are
// read at once. tokens: 1 … context, most: 1 … decoder_block.
FloatCount decoder_floats(const Config& config, int tokens, int most = 1);
// Of a whole context, token by token.
inline FloatCount decoder_floats(const Config& config) {
    return decoder_floats(config, config.context);
}

class Decoder {
  public:
    // The weights and the memory, decoder_floats(weights.config, tokens, most) floats, are the caller's, kept
    // as long as the decoder.
    Decoder(const Weights& weights, int tokens, int most, float* memory);
    Decoder(const Weights& weights, float* memory) : Decoder(weights, weights.config.context, 1, memory) {}

    // The next token, which stands at length() → logits [vocabulary] of what may follow it. An error for a
    // token that the model has not, or if there is no room for it; nothing has happened then. No patches:
    // these are for whole runs.
    Error next(int token, const Options& options, float* logits) { return read(&token, 1, options, logits); }
    // The next n tokens, and what may follow the last of them: a prompt, read at once. The weights then go
    // through memory once for a block of tokens instead of once for each.
    Error read(const int* tokens, int n, const Options& options, float* logits);
    void clear();
    int length() const { return length_; }

  private:
    const Weights& weights_;
    int tokens_, most_;
    std::vector<attention::KeyValueCache> caches_;             // a layer each
    MatrixView x_, norm_, qkv_, heads_, added_, hidden_, up_;  // of the newest tokens, a row each
    float* scratch_;
    int length_ = 0;

    // n ≤ most_, room and tokens checked.
    void read_block(const int* tokens, int n, const Options& options);
};

}  // namespace model
