// The steps of a layer that GPT-2 and Llama do differently, for forward passes and for decoding: norm, what
// projects to queries, keys and values, and the MLP. Which one it is, the config says.
#pragma once

#include "weights.h"

namespace model {

// Token i, which stands at first + i: its embedding, and that of its place, if places have some → x [n,
// width].
void embed(const Weights& weights, const int* tokens, int first, MatrixView x);

// Layer norm or RMSNorm.
void norm(const Config& config, ConstMatrixView x, const Norm& by, MatrixView out);

// x [n, width] → q | k | v [n, columns + 2 · key columns], the first row's token standing at `first`: turned
// by RoPE, if places have no embeddings.
void project_heads(const Config& config, const LayerWeights& by, ConstMatrixView x, int first, float* scratch,
                   MatrixView qkv);

// x [n, width] → before, hidden [n, inner], up [n, inner] (of GELU it is not looked at) → out [n, width].
// before and hidden may be one, and so may up and hidden.
void mlp(const Config& config, const LayerWeights& by, ConstMatrixView x, float* scratch, MatrixView before,
         MatrixView up, MatrixView hidden, MatrixView out);

}  // namespace model
