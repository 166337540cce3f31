// The core's generator: xoshiro128+ (Blackman, Vigna 2018), the same numbers everywhere. For experiments, not
// for secrets.
#pragma once

#include <bit>
#include <cstdint>

namespace attention {

class Xoshiro {
  public:
    /// Neighbouring seeds start far apart (SplitMix64).
    explicit Xoshiro(std::uint64_t seed) {
        for (std::uint32_t& word : state_) {
            seed += 0x9e3779b97f4a7c15u;
            std::uint64_t y = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
            y = (y ^ (y >> 27)) * 0x94d049bb133111ebu;
            word = static_cast<std::uint32_t>((y ^ (y >> 31)) >> 16);
        }
    }

    std::uint32_t next() {
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

    /// In [−1, 1).
    float signed_unit() { return static_cast<float>(static_cast<std::int32_t>(next())) * 0x1p-31f; }

  private:
    std::uint32_t state_[4];
};

}  // namespace attention
