// The sizes of a transformer of GPT-2's shape (Radford et al. 2019). Plain data; weights are in weights.h.
#pragma once

#include "attention/matrix.h"
#include "attention/validate.h"

namespace model {

using attention::area;
using attention::ConstMatrixView;
using attention::Error;
using attention::FloatCount;
using attention::MatrixView;

struct Config {
    int vocabulary = 0;     // tokens that it knows, 0 … vocabulary − 1
    int context = 0;        // tokens that it can look at, one learned position each
    int width = 0;          // of the residual stream (d_model)
    int layers = 0;         // each attention, then an MLP
    int heads = 0;          // of each attention; divides width
    int inner = 0;          // width of the MLP's hidden layer, usually 4 · width
    float epsilon = 1e-5f;  // added to variances in layer norms

    int d() const { return width / heads; }  // of one head's queries, keys and values
};

// Sizes are 1 … largest_size, layers and heads 1 … most_layers, so that no count of floats overflows its 64
// bits, and no count of rows an int; heads divide width; epsilon is finite and greater than 0.
inline constexpr int largest_size = 1 << 20, most_layers = 1 << 10;
Error validate(const Config& config);

// 1 … context tokens, each of the vocabulary. What tokens points to is believed to be n of them.
Error validate(const Config& config, const int* tokens, int n);

}  // namespace model
