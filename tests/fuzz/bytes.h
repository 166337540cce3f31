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

// What each target defines: one case. Tame inputs are ordinary numbers, and answers are checked; with wild
// ones, of any bit pattern, nothing may crash.
void check(Bytes& bytes, bool wild);

}  // namespace fuzz
