// See numpy_random.h.
#include "explainer/numpy_random.h"

#include <cmath>

#include "attention/transcendental.h"

namespace explainer {

double NumpyRandom::rand() {
    const uint32_t high = static_cast<uint32_t>(bits_()) >> 5, low = static_cast<uint32_t>(bits_()) >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyRandom::randn() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_;
    }
    double x = 0, y = 0, square = 0;
    do {
        x = 2 * rand() - 1;
        y = 2 * rand() - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * attention::natural_log(square) / square);
    spare_ = factor * x;
    has_spare_ = true;
    return factor * y;
}

}  // namespace explainer
