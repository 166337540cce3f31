// xoshiro128+ and the polar method; the sums in double. Compiled without contraction and with a logarithm of
// ours, so that a seed's numbers are the same to the last bit wherever they are drawn.
#include "deviation.h"

#include <cmath>

#include "transcendental.h"

namespace attention {

ScoreDeviation::ScoreDeviation(int d, int pairs, std::uint32_t seed) : d_(d), pairs_(pairs), random_(seed) {}

int ScoreDeviation::advance(int count) {
    for (; count > 0 && done_ < pairs_; --count) {
        double dot = 0;
        for (int t = 0; t < d_; ++t) {
            // Marsaglia's polar method makes two independent normals: one for q, one for k.
            float x = 0;
            float y = 0;
            float s = 0;
            do {
                x = random_.signed_unit();
                y = random_.signed_unit();
                s = x * x + y * y;
            } while (s >= 1 || s == 0);
            const float log = static_cast<float>(natural_log(static_cast<double>(s)));
            dot += static_cast<double>(x * y * (-2 * log / s));
        }
        ++done_;
        const double step = dot - mean_;
        mean_ += step / done_;
        squares_ += step * (dot - mean_);
    }
    return pairs_ - done_;
}

double ScoreDeviation::raw() const {
    return done_ > 1 ? std::sqrt(squares_ / (done_ - 1)) : 0;
}
double ScoreDeviation::scaled() const {
    return raw() / std::sqrt(static_cast<double>(d_));
}

ScoreDraw::ScoreDraw(int d, std::uint32_t seed, std::uint32_t stream)
    : d_(d), random_(seed | static_cast<std::uint64_t>(stream) << 32) {}

double ScoreDraw::normal() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_;
    }
    float x = 0;
    float y = 0;
    float s = 0;
    do {
        x = random_.signed_unit();
        y = random_.signed_unit();
        s = x * x + y * y;
    } while (s >= 1 || s == 0);
    const double square = static_cast<double>(s);
    const double factor = std::sqrt(-2 * natural_log(square) / square);
    spare_ = factor * static_cast<double>(y);
    has_spare_ = true;
    return factor * static_cast<double>(x);
}

double ScoreDraw::length() {
    // Two components have the squared length −2 ln u (Box, Muller 1958); one logarithm does for 24 of them,
    // whose product is 2^−768 at the least.
    double squares = 0;
    for (int left = d_ / 2; left > 0;) {
        double product = 1;
        for (int n = left < 24 ? left : 24; n > 0; --n, --left)
            product *= (static_cast<double>(random_.next()) + 1) * 0x1p-32;
        squares -= 2 * natural_log(product);
    }
    if (d_ % 2 != 0) {
        const double last = normal();
        squares += last * last;
    }
    return std::sqrt(squares);
}

float ScoreDraw::score() {
    const double q = length();
    return static_cast<float>(q * normal());
}

void ScoreDraw::row(std::span<float> out) {
    const double q = length();
    for (float& score : out) score = static_cast<float>(q * normal());
}

}  // namespace attention
