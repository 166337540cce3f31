// A transformer as small as one can be that copies: attention only, RMS norms before it and at the end,
// learned positions, an output of its own; or with an MLP after each attention, and layer norms.
// Forward with everything kept, and backward, for a batch of sequences, exactly the same in every build
// (exact_product.h). Not the model that is read from files (transformer.h).
#pragma once

#include <span>
#include <vector>

#include "small_mlp.h"

namespace model {

struct SmallConfig {
    int vocabulary = 16, context = 24, width = 32, layers = 2, heads = 2;  // the first three: multiples of 8
    int inner = 0;  // width of the MLPs, a multiple of 8; 0: none

    int d() const { return width / heads; }  // a multiple of 8
    bool operator==(const SmallConfig&) const = default;
};

// All parameters in one list: views of parts of it, for the values, their gradients and their moments.
template <class T>
struct SmallParameters {
    using View = attention::Matrix<T>;
    struct Layer {
        SmallNorm<T> norm;  // before the attention
        View qkv;           // [width, 3 · width]
        View output;        // [width, width]: W_O
        SmallMlpParameters<T> mlp;
    };
    View letters, places;  // [vocabulary, width], [context, width]
    std::vector<Layer> layers;
    SmallNorm<T> norm;
    View unembed;  // [width, vocabulary]
    std::size_t count = 0;

    SmallParameters(const SmallConfig& config, T* from);
};

std::size_t parameter_count(const SmallConfig& config);

class SmallNetwork {
  public:
    SmallNetwork(const SmallConfig& config, int sequences);

    // tokens [sequences, context] → logits; parameters: parameter_count. off [layers, heads] or null: not 0
    // switches a head off, as if its output were zeros.
    void forward(std::span<const float> parameters, std::span<const int> tokens,
                 const unsigned char* off = nullptr);
    // After a forward with no head off. d_logits, of logits' shape → gradient, parameter_count, added to.
    void backward(std::span<const float> parameters, std::span<const int> tokens,
                  std::span<const float> d_logits, std::span<float> gradient);

    // [sequences · context, vocabulary]
    attention::ConstMatrixView logits() const;
    // [context, context]
    attention::ConstMatrixView weights(int sequence, int layer, int head) const;
    // [context, width / heads]
    attention::ConstMatrixView queries(int sequence, int layer, int head) const;
    attention::ConstMatrixView keys(int sequence, int layer, int head) const;

  private:
    using View = attention::MatrixView;
    View part(std::vector<float>& of, int cols) const { return {of.data(), rows_, cols}; }
    attention::ConstMatrixView map(int sequence, int layer, int head) const;
    attention::ConstMatrixView projected(int sequence, int layer, int first_column) const;
    void normalize(View x, const SmallNorm<const float>& by, View out) const;
    void normalize_back(View x, const SmallNorm<const float>& by, View d_out, View d_x,
                        const SmallNorm<float>& gradient) const;
    void attend(int layer, const unsigned char* off);
    void attend_back(int layer, View d_heads, View d_qkv);

    struct Layer {
        std::vector<float> x, norm, qkv, heads, weights;
    };
    SmallConfig config_;
    int sequences_, rows_;
    std::vector<Layer> layers_;
    std::vector<SmallMlp> mlps_;
    std::vector<float> x_, norm_, logits_;                                       // at the end
    std::vector<float> d_x_, d_norm_, d_heads_, d_qkv_, turned_, keys_, d_map_;  // scratch
};

}  // namespace model
