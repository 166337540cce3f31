// The seed of what is random in a test: SEED of the environment, which tests/run makes of the checkout;
// another one each time where there is none. A test that fails prints it.
#pragma once

#include <cstdlib>
#include <random>

inline unsigned seed_of_run() {
    const char* given = std::getenv("SEED");
    return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                            : std::random_device{}();
}
