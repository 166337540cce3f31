// Softmax over rows, entropy, Jacobian. The row loop that needs speed is in rows.h.
#include "softmax.h"

#include <cmath>
#include <limits>

#include "rows.h"
#include "selectable.h"
#include "transcendental.h"

namespace attention {

float largest(std::span<const float> x) {
    float m = -std::numeric_limits<float>::infinity();
    for (const float value : x) m = value > m ? value : m;
    return m;
}

float exponentials(std::span<const float> x, float temperature, float shift, std::span<float> out) {
    assert(out.size() == x.size() && temperature > 0);
    float sum = 0;
    if (shift == -std::numeric_limits<float>::infinity())
        shift = 0;  // nothing but masked entries: all 0, not −∞ − −∞
    for (std::size_t j = 0; j < x.size(); ++j) {
        const float exponent = (x[j] - shift) / temperature;
        sum += out[j] = static_cast<float>(exponential(static_cast<double>(exponent)));
    }
    return sum;
}

bool softmax(ConstMatrixView x, float temperature, MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x) && temperature > 0);
    bool all_seen = true;
    if (selectable::softmax(x, temperature, out, all_seen)) return all_seen;
    for (int i = 0; i < x.rows; ++i) all_seen &= rows::softmax_row(x.row(i), x.cols, temperature, out.row(i));
    return all_seen;
}

float entropy(std::span<const float> weights) {
    double sum = 0;
    for (const float w : weights) {
        if (w != 0) sum -= static_cast<double>(w) * natural_log(static_cast<double>(w));  // NaN stays NaN
    }
    return static_cast<float>(sum > 0 || sum != sum ? sum : 0);  // a weight rounded to 1 + ε would give −ε
}

void jacobian(std::span<const float> weights, float temperature, MatrixView out) {
    assert(usable(out) && out.rows == out.cols && weights.size() == static_cast<std::size_t>(out.rows));
    assert(temperature > 0);
    for (int i = 0; i < out.rows; ++i) {
        const double own =
            static_cast<double>(weights[static_cast<std::size_t>(i)]) / static_cast<double>(temperature);
        double others = 0;  // 1 − w_i, which near one-hot would have no digit left
        for (int j = 0; j < out.cols; ++j) {
            const double other = static_cast<double>(weights[static_cast<std::size_t>(j)]);
            if (j != i) others += other;
            out(i, j) = static_cast<float>(-own * other);
        }
        out(i, i) = static_cast<float>(own * others);
    }
}

float gradient_norm(std::span<const float> weights, float temperature) {
    assert(!weights.empty() && temperature > 0);
    // Σ_i w_i² ((1 − w_i)² + Σ_{j≠i} w_j²), with both differences taken as sums over the others: near one-hot
    // 1 − w and Σw² − w² would lose every digit.
    std::size_t top = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) top = weights[i] > weights[top] ? i : top;
    double rest = 0;
    double rest_squares = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (i == top) continue;
        rest += static_cast<double>(weights[i]);
        rest_squares += static_cast<double>(weights[i]) * static_cast<double>(weights[i]);
    }
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double w = static_cast<double>(weights[i]);
        const double head = static_cast<double>(weights[top]);
        const double away = i == top ? rest : 1 - w;
        const double others = i == top ? rest_squares : head * head + rest_squares - w * w;
        sum += w * w * (away * away + others);
    }
    return static_cast<float>(std::sqrt(sum) / static_cast<double>(temperature));
}

}  // namespace attention
