// Every part at every kind of width: steps of seven pixels, and widths that nobody listed.
#pragma once

#include <random>

#include "../../seed.h"
#include "sheet.h"

namespace explainer {

/// `stride` 1 tries 160 widths and 40 random ones; a larger stride fewer.
inline void check_all_widths(Sheet& sheet, int stride = 1) {
    for (int width = 288; width <= 1400; width += 7 * stride) sheet.check(static_cast<float>(width));
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 40 / stride; ++i)
        sheet.check(static_cast<float>(std::uniform_int_distribution(288, 1400)(random)));
}

/// Numbers that a part may be given though no reader would.
inline constexpr double extreme_values[] = {0,
                                            1e30,
                                            -1e30,
                                            1e-30,
                                            1e308,
                                            -1e308,
                                            5e-324,
                                            std::numeric_limits<double>::quiet_NaN(),
                                            std::numeric_limits<double>::infinity(),
                                            -std::numeric_limits<double>::infinity()};

}  // namespace explainer
