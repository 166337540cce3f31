// NumPy's legacy generator: numpy.random.seed(n), then rand(), bit for bit, and randn(), to two units in the
// last place (the logarithm is the core's, the same everywhere, where NumPy's is that of its C library). For
// examples that are published with a seed, so that the digits are the reader's own. Not for experiments of
// ours (attention/ deviation.h has the core's generator).
#pragma once

#include <cstdint>
#include <random>

namespace explainer {

/// MT19937 seeded with one number, 53 bits of it a double, and Marsaglia's polar method for normal numbers,
/// as numpy.random.RandomState has frozen them (NEP 19).
class NumpyRandom {
  public:
    explicit NumpyRandom(uint32_t seed) : bits_(seed) {}

    /// In [0, 1).
    double rand();
    /// Of the standard normal distribution.
    double randn();

  private:
    std::mt19937 bits_;
    double spare_ = 0;
    bool has_spare_ = false;
};

}  // namespace explainer
