// What a transformer is: of GPT-2's shape or of Llama's, and its sizes. Plain data; weights are in weights.h.
#pragma once

#include "attention/matrix.h"
#include "attention/validate.h"

namespace model {

using attention::area;
using attention::ConstMatrixView;
using attention::Error;
using attention::FloatCount;
using attention::MatrixView;

// Both norm before each step (pre-norm) and add what it gives to the residual stream. They differ in
enum class Family {
    gpt2,   // layer norm, GELU, learned positions, biases everywhere (Radford et al. 2019)
    llama,  // RMSNorm, SwiGLU, RoPE on halves, no biases; keys may serve several heads (Touvron et al. 2023)
};

struct Config {
    int vocabulary = 0;     // tokens that it knows, 0 … vocabulary − 1
    int context = 0;        // tokens that it can look at
    int width = 0;          // of the residual stream (d_model)
    int layers = 0;         // each attention, then an MLP
    int heads = 0;          // of each attention; divides width, unless head_width is given
    int inner = 0;          // width of the MLP's hidden layer, usually 4 · width
    float epsilon = 1e-5f;  // added to variances (RMSNorm: to mean squares)

    Family family = Family::gpt2;
    int kv_heads = 0;        // heads of keys and values, which divide heads; 0: as many
    int head_width = 0;      // 0: width / heads
    float rope_theta = 1e4;  // base of RoPE's angles
    bool tied = true;  // logits are products with the tokens' embeddings, not with a matrix of their own

    // Figures run our own model only, of GPT-2's shape. Their readers wait for bytes, so there the compiler
    // is told (cmake/modules.cmake), and drops what the other needs.
#ifdef MODEL_OF_FIGURES
    static constexpr bool of_figures = true;
#else
    static constexpr bool of_figures = false;
#endif
    bool llama() const {
        return !of_figures && family == Family::llama;
    }
    int d() const {  // of one head's queries, keys and values
        return of_figures || head_width == 0 ? width / heads : head_width;
    }
    int key_heads() const {
        return of_figures || kv_heads == 0 ? heads : kv_heads;
    }
    int group() const {
        return of_figures ? 1 : heads / key_heads();
    }  // heads that share keys and values
    int columns() const {
        return of_figures ? width : heads * d();
    }  // of all heads side by side
    int key_columns() const {
        return of_figures ? width : key_heads() * d();
    }
};

// Sizes are 1 … largest_size, layers and heads 1 … most_layers, so that no count of floats overflows its 64
// bits, and no count of rows an int; heads divide width; epsilon is finite and greater than 0.
inline constexpr int largest_size = 1 << 20, most_layers = 1 << 10;
Error validate(const Config& config);

// 1 … context tokens, each of the vocabulary. What tokens points to is believed to be n of them.
Error validate(const Config& config, const int* tokens, int n);

}  // namespace model
