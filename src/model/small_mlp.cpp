#include "small_mlp.h"

#include <algorithm>

#include "exact_product.h"
#include "gelu.h"
#include "layer_norm.h"
#include "training_steps.h"

namespace model {
namespace {

void add_to_rows(const float* bias, MatrixView x) {
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.cols; ++j) x(i, j) += bias[j];
}
// The derivative by a bias: the sum of the rows, added.
void add_rows(ConstMatrixView x, float* to) {
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.cols; ++j) to[j] += x(i, j);
}

}  // namespace

SmallMlp::SmallMlp(int rows, int width, int inner) : rows_(rows), width_(width), inner_(inner) {
    for (std::vector<float>* one : {&x_, &norm_, &d_norm_}) one->resize(narrow(*one).size());
    for (std::vector<float>* one : {&up_, &bent_, &d_up_}) one->resize(wide(*one).size());
}

void SmallMlp::forward(const SmallMlpParameters<const float>& by, MatrixView x) {
    assert(x.rows == rows_ && x.cols == width_ && x.stride == width_);
    std::copy_n(x.data, x.size(), x_.begin());
    layer_norm(x, {by.norm.gain, by.norm.bias}, norm_epsilon, narrow(norm_));
    multiply_exact(narrow(norm_), by.up, wide(up_));
    add_to_rows(by.up_bias.data, wide(up_));
    gelu(wide(up_), wide(bent_));
    add_product_exact(wide(bent_), by.down, x);
    add_to_rows(by.down_bias.data, x);
}

void SmallMlp::backward(const SmallMlpParameters<const float>& by, MatrixView d_x,
                        const SmallMlpParameters<float>& gradient) {
    add_rows(d_x, gradient.down_bias.data);
    add_product_exact(transpose(wide(bent_), turned_), d_x, gradient.down);
    multiply_exact(d_x, transpose(by.down, turned_), wide(d_up_));
    gelu_backward(wide(up_), wide(d_up_));
    add_rows(wide(d_up_), gradient.up_bias.data);
    add_product_exact(transpose(narrow(norm_), turned_), wide(d_up_), gradient.up);
    multiply_exact(wide(d_up_), transpose(by.up, turned_), narrow(d_norm_));
    layer_norm_backward(narrow(x_), {by.norm.gain, by.norm.bias}, norm_epsilon, narrow(d_norm_), d_x,
                        gradient.norm.gain, gradient.norm.bias);
}

}  // namespace model
