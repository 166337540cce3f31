// What a forward pass leaves behind: every intermediate value, for showing. Views into one buffer of the
// caller's; filled by transformer.h.
#pragma once

#include <vector>

#include "config.h"

namespace model {

// One layer's values for n tokens.
struct LayerRun {
    MatrixView norm_1;   // [n, width] the residual stream, normed, as attention sees it
    MatrixView q, k, v;  // [n, width] heads side by side (of grouped queries, k and v: those of keys), turned
                         // by RoPE, if any; q, k and v are columns of one matrix
    MatrixView weights;  // [heads · n, n] one head after the other; exactly 0 for later keys
    MatrixView heads;  // [n, width] weights · v, heads side by side, as patched; what a head that is switched
                       // off would say
    MatrixView parts;  // [heads · n, width] what each head adds to the residual stream; zeros if switched off
    MatrixView attention;      // [n, width] what all add: the sum of parts, and c_proj's bias
    MatrixView norm_2;         // [n, width] the residual stream, normed, as the MLP sees it
    MatrixView hidden_before;  // [n, inner] before the GELU; of SwiGLU the gate
    MatrixView up;             // [n, inner] what SwiGLU's gate lets through; of GELU none
    MatrixView hidden;         // [n, inner] after it
    MatrixView mlp;            // [n, width] what the MLP adds to the residual stream

    // Of one head of d columns; k and v of one head of keys.
    MatrixView q_of(int head, int d) const { return q.cols_from(head * d, d); }
    MatrixView k_of(int head, int d) const { return k.cols_from(head * d, d); }
    MatrixView v_of(int head, int d) const { return v.cols_from(head * d, d); }
    MatrixView head(int head, int d) const { return heads.cols_from(head * d, d); }
    MatrixView weights_of(int head) const { return of_head(weights, head); }
    MatrixView part(int head) const { return of_head(parts, head); }

  private:
    // (Where not everything is kept there is room for one head.)
    MatrixView of_head(const MatrixView& all, int head) const {
        return all.rows == q.rows ? all : all.rows_from(head * q.rows, q.rows);
    }
};

// What a run has room for. Of logits: each layer computes where the one before did, and each of its heads,
// so that a long text takes memory for one layer. Of weights: the same, but for the attention weights of each
// layer, and with the logits of the last token alone. The same numbers come out, to the last bit.
enum class Keep { everything, weights, logits };

struct Run {
    int n = 0;
    // [n, width] each, 2 · layers + 1 of them: the residual stream as it enters layer l (2l), between its
    // attention and its MLP (2l + 1), and at the end, as the last norm sees it.
    std::vector<MatrixView> residual;
    std::vector<LayerRun> layers;
    MatrixView norm;    // [n, width] of the residual stream's end
    MatrixView logits;  // [n, vocabulary]; of Keep::weights [1, vocabulary]
    float* scratch = nullptr;
    FloatCount floats = 0;  // that all of this takes

    // Lays out views for a valid config and 1 ≤ n ≤ context. memory: run_floats of them, kept as long as the
    // run; null only measures.
    Run(const Config& config, int n, float* memory, Keep keep = Keep::everything);
};

// Floats that a run of n tokens takes, scratch included.
FloatCount run_floats(const Config& config, int n, Keep keep = Keep::everything);

}  // namespace model
