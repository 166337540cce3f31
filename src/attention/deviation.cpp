// xoshiro128+ and the polar method; the sums in double.
#include "deviation.h"

#include <bit>
#include <cmath>

namespace attention {

ScoreDeviation::ScoreDeviation(int d, int pairs, std::uint32_t seed) : d_(d), pairs_(pairs) {
    std::uint64_t x = seed;
    for (std::uint32_t& word : state_) {  // SplitMix64, so that neighbouring seeds start far apart
        x += 0x9e3779b97f4a7c15u;
        std::uint64_t y = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        y = (y ^ (y >> 27)) * 0x94d049bb133111ebu;
        word = static_cast<std::uint32_t>((y ^ (y >> 31)) >> 16);
    }
}

std::uint32_t ScoreDeviation::next() {  // xoshiro128+ (Blackman, Vigna 2018)
    const std::uint32_t result = state_[0] + state_[3];
    const std::uint32_t t = state_[1] << 9;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 11);
    return result;
}

int ScoreDeviation::advance(int count) {
    for (; count > 0 && done_ < pairs_; --count) {
        double dot = 0;
        for (int t = 0; t < d_; ++t) {
            // Marsaglia's polar method makes two independent normals: one for q, one for k.
            float x = 0;
            float y = 0;
            float s = 0;
            do {
                x = static_cast<float>(static_cast<std::int32_t>(next())) * 0x1p-31f;
                y = static_cast<float>(static_cast<std::int32_t>(next())) * 0x1p-31f;
                s = x * x + y * y;
            } while (s >= 1 || s == 0);
            dot += static_cast<double>(x * y * (-2 * std::log(s) / s));
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

}  // namespace attention
