// The MLP of a small network (small_network.h): each row normalized, projected up, through GELU, projected
// down and added. Forward with everything kept, and backward; exactly the same in every build.
#pragma once

#include <vector>

#include "attention/matrix.h"

namespace model {

// gain [1, width], bias [1, width]; with RMS norm there is no bias.
template <class T>
struct SmallNorm {
    attention::Matrix<T> gain, bias;
};

template <class T>
struct SmallMlpParameters {
    SmallNorm<T> norm;
    attention::Matrix<T> up, up_bias;      // [width, inner], [1, inner]
    attention::Matrix<T> down, down_bias;  // [inner, width], [1, width]
};

class SmallMlp {
  public:
    SmallMlp(int rows, int width, int inner);

    // x [rows, width] += gelu(layer_norm(x) up + up_bias) down + down_bias
    void forward(const SmallMlpParameters<const float>& by, attention::MatrixView x);
    // After a forward: the derivative with respect to what came out → to what went in, in place; to the
    // parameters: added.
    void backward(const SmallMlpParameters<const float>& by, attention::MatrixView d_x,
                  const SmallMlpParameters<float>& gradient);

  private:
    attention::MatrixView wide(std::vector<float>& of) const { return {of.data(), rows_, inner_}; }
    attention::MatrixView narrow(std::vector<float>& of) const { return {of.data(), rows_, width_}; }

    int rows_, width_, inner_;
    std::vector<float> x_, norm_, up_, bent_;    // kept for the way back; up_: before the bend
    std::vector<float> d_norm_, d_up_, turned_;  // scratch
};

}  // namespace model
