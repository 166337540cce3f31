// The order of items.
#include "explainer/order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace explainer;

TEST_CASE("order_of: what std::stable_sort makes of it, of random lists of every length") {
    std::mt19937 random(20);
    for (size_t count = 0; count < 300; ++count) {
        // Few values, so that many are equal; and all sorted, and all the other way round.
        std::vector<int> values(count);
        for (int& value : values) value = static_cast<int>(random() % (1 + count / 3));
        if (count % 10 == 8) std::sort(values.begin(), values.end());
        if (count % 10 == 9) std::sort(values.begin(), values.end(), std::greater<>());
        const auto before = [&values](size_t a, size_t b) { return values[a] < values[b]; };
        std::vector<size_t> wanted(count);
        std::iota(wanted.begin(), wanted.end(), size_t{0});
        std::stable_sort(wanted.begin(), wanted.end(), before);
        CHECK(order_of(count, before) == wanted);
    }
}

TEST_CASE("order_of: n log n comparisons, whatever the order is") {
    constexpr size_t count = 10000;
    for (const bool falling : {false, true}) {
        size_t asked = 0;
        order_of(count, [&](size_t a, size_t b) { return ++asked, falling ? a > b : a < b; });
        CHECK(asked < count * 14);
    }
}

TEST_CASE("order_of: a comparison that contradicts itself gives an order all the same") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> values{3, nan, 1, nan, 2, 0, nan};
    std::vector<size_t> order =
        order_of(values.size(), [&](size_t a, size_t b) { return values[a] < values[b]; });
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}
