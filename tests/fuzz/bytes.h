// What the fuzz targets share: numbers out of the fuzzer's bytes, and a way to fail.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace fuzz {

// Takes numbers from the fuzzer's bytes, zeros when they run out.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    int below(int count) { return count > 0 ? static_cast<int>(byte() | byte() << 8) % count : 0; }
    std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
    float any() {  // every bit pattern: subnormals, infinities, NaN
        std::uint8_t raw[4] = {byte(), byte(), byte(), byte()};
        float x;
        std::memcpy(&x, raw, 4);
        return x;
    }
    float ordinary() { return static_cast<float>(static_cast<std::int8_t>(byte())) / 32; }
    // One of a few, ordinary ones and those at the ends of float32.
    template <std::size_t Count>
    float one_of(const float (&values)[Count]) {
        return values[byte() % Count];
    }
    // Each column copies one row of what it multiplies, perhaps negated: products stay exact.
    std::vector<float> selection(int rows, int cols) {
        std::vector<float> m(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
        for (int c = 0; c < cols; ++c)
            m[static_cast<std::size_t>(below(rows) * cols + c)] = byte() & 1 ? 1.0f : -1.0f;
        return m;
    }
    std::vector<float> matrix(int rows, int cols, bool wild) {
        std::vector<float> m(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
        for (float& x : m) x = wild && byte() < 8 ? any() : ordinary();
        return m;
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

inline void demand(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fuzz: %s\n", what);
    std::abort();
}

// Temperatures and scales far from 1: there scores overflow and equal scores must be told from unequal ones.
// Matrices of `ordinary` numbers have exact products, so that answers can still be compared.
inline constexpr float temperatures[] = {1e-45f, 1e-38f, 1e-20f, 1e-9f, 1e-5f, 1e-3f, 0.01f,
                                         0.12f,  1,      10,     1e3f,  1e9f,  1e20f, 3e38f};
inline constexpr float scales[] = {0,     1e-38f, 1e-20f, 1e-8f, 1e-3f, 0.125f, 1,
                                   -1.0f, 8,      -100,   1e6f,  1e12f, -1e25f, 3e38f};

// Answers at such options are compared less closely: exponents reach 2^15.
inline constexpr double extreme_bound = 3e-2;

// What each target defines: one case. Tame inputs are ordinary numbers, and answers are checked; with wild
// ones, of any bit pattern, nothing may crash.
void check(Bytes& bytes, bool wild);

}  // namespace fuzz
