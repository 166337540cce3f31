// The same model one token at a time: keys and values of the past are kept by the core's cache, and of each
// token nothing but its logits. What is kept of every token: transformer.h.
#pragma once

#include <vector>

#include "attention/key_value_cache.h"
#include "transformer.h"

namespace model {

// Floats that a decoder takes: keys and values of a whole context, and scratch.
FloatCount decoder_floats(const Config& config);

class Decoder {
  public:
    // The weights and the memory, decoder_floats(weights.config) floats, are the caller's, kept as long as
    // the decoder.
    Decoder(const Weights& weights, float* memory);

    // The next token, which stands at length() → logits [vocabulary] of what may follow it. An error for a
    // token that the model has not, or if its context is full; nothing has happened then. No patches: these
    // are for whole runs.
    Error next(int token, const Options& options, float* logits);
    void clear();
    int length() const { return length_; }

  private:
    const Weights& weights_;
    std::vector<attention::KeyValueCache> caches_;        // a layer each
    MatrixView x_, norm_, qkv_, heads_, added_, hidden_;  // of the newest token, a row each
    float* scratch_;
    int length_ = 0;
};

}  // namespace model
