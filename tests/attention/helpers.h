// What the core's tests share: seeded matrices and the largest difference from the double reference.
#pragma once

#if !defined(__cpp_exceptions) && !defined(DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS)
#define DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
#endif
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/attend.h"
#include "attention/kernels.h"
#include "attention/matrix.h"
#include "attention/options.h"
#include "attention/reference.h"
#include "attention/stages.h"

namespace test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

inline std::size_t z(int i) {
    return static_cast<std::size_t>(i);
}

// A matrix that owns its numbers.
struct Owned {
    std::vector<float> data;
    int rows = 0;
    int cols = 0;

    Owned(int r, int c, float fill = 0) : data(z(r) * z(c), fill), rows(r), cols(c) {}
    Owned(int r, int c, std::vector<float> values) : data(std::move(values)), rows(r), cols(c) {}

    float& operator()(int i, int j) { return data[z(i) * z(cols) + z(j)]; }
    attention::MatrixView view() { return {data.data(), rows, cols}; }
    attention::ConstMatrixView get() const { return {data.data(), rows, cols}; }
};

class Random {
  public:
    explicit Random(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}

    double uniform() {  // [0, 1), mulberry32
        state_ += 0x6d2b79f5u;
        std::uint32_t t = (state_ ^ (state_ >> 15)) * (1 | state_);
        t = (t + (t ^ (t >> 7)) * (61 | t)) ^ t;
        return static_cast<double>(t ^ (t >> 14)) / 4294967296.0;
    }
    int below(int count) { return static_cast<int>(uniform() * count); }
    float normal() {
        return static_cast<float>(std::sqrt(-2 * std::log(1 - uniform())) *
                                  std::cos(6.283185307179586 * uniform()));
    }
    Owned matrix(int rows, int cols, float scale = 1) {
        Owned m(rows, cols);
        for (float& x : m.data) x = scale * normal();
        return m;
    }

  private:
    std::uint32_t state_;
};

// Largest |a − b|; infinite where one is NaN and the other not, or where they are different infinities.
inline double distance(const std::vector<float>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = static_cast<double>(a[i]);
        if (x == b[i] || (std::isnan(x) && std::isnan(b[i]))) continue;
        const double difference = std::abs(x - b[i]);
        worst = difference <= worst ? worst : std::isnan(difference) ? INFINITY : difference;
    }
    return worst;
}

inline double distance(const std::vector<float>& a, const std::vector<float>& b) {
    return distance(a, std::vector<double>(b.begin(), b.end()));
}

// Fused attention into a matrix filled with a mark, so that an unwritten number shows.
inline std::vector<float> attend(const Owned& q, const Owned& k, const Owned& v,
                                 const attention::Options& options = {}) {
    Owned out(q.rows, v.cols, 12345.0f);
    attention::attend(q.get(), k.get(), v.get(), options, out.view());
    return out.data;
}

// The scalar implementation, also in builds whose attend is the SIMD one.
inline std::vector<float> attend_scalar(const Owned& q, const Owned& k, const Owned& v,
                                        const attention::Options& options = {}) {
    Owned out(q.rows, v.cols, 12345.0f);
    std::vector<float> scratch(attention::scalar::attend_scratch(q.rows, k.rows, q.cols, v.cols));
    const attention::AttendCall call{q.get(), k.get(), v.get(), out.view(), options};
    attention::scalar::attend(call, attention::scale_factor(options, q.cols), scratch.data());
    return out.data;
}

}  // namespace test
