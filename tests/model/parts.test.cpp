// The small pieces alone, at the places where a model of random weights would not take them.
#include <limits>

#include "helpers.h"
#include "model/gelu.h"
#include "model/half.h"
#include "model/layer_norm.h"
#include "model/linear.h"

using namespace model;
using test::z;

TEST_CASE("gelu: the tanh form in double, from one end of float32 to the other") {
    std::vector<float> x;
    for (int i = -4000; i <= 4000; ++i) x.push_back(static_cast<float>(i) / 400);
    for (const float far : {13.0f, 20.0f, 100.0f, 1e4f, 1e13f, 3e38f}) {
        x.push_back(far);
        x.push_back(-far);
    }
    const int n = static_cast<int>(x.size());
    std::vector<float> y(x.size());
    gelu({x.data(), 1, n}, {y.data(), 1, n});
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = static_cast<double>(x[i]);
        const double u = 0.7978845608028654 * (a + 0.044715 * a * a * a);
        const double expected = 0.5 * a * (1 + std::tanh(u));
        CAPTURE(a);
        CHECK(std::abs(static_cast<double>(y[i]) - expected) <= 1e-6 * std::max(1.0, std::abs(a)));
    }
    CHECK(y[4000] == 0);  // of 0
    // In place, and NaN stays one.
    std::vector<float> own = {1, std::numeric_limits<float>::quiet_NaN(), -1};
    gelu({own.data(), 1, 3}, {own.data(), 1, 3});
    CHECK(own[0] == doctest::Approx(0.841192));
    CHECK(std::isnan(own[1]));
    CHECK(own[2] == doctest::Approx(-0.158808));
}

TEST_CASE("gelu, backward: the slope of the tanh form, from one end of float32 to the other") {
    const auto exact = [](double a) {
        return a / 2 * (1 + std::tanh(0.7978845608028654 * (a + 0.044715 * a * a * a)));
    };
    std::vector<float> x = {9.9f, -9.9f, 10.1f, -10.1f};
    for (int i = -800; i <= 800; ++i) x.push_back(static_cast<float>(i) / 80);
    const std::size_t near = x.size();
    for (const float far : {13.0f, 100.0f, 1e4f, 1e13f, 3e38f}) x.insert(x.end(), {far, -far});
    std::vector<float> d(x.size(), -3);
    const int n = static_cast<int>(x.size());
    gelu_backward({x.data(), 1, n}, {d.data(), 1, n});
    // Of rows a stride apart, and NaN stays one.
    const float two[] = {1, 0, std::numeric_limits<float>::quiet_NaN()};
    float slopes[] = {1, 7, 1};
    gelu_backward({two, 2, 1, 2}, {slopes, 2, 1, 2});
    CHECK(static_cast<double>(slopes[0]) == doctest::Approx((exact(1.00001) - exact(0.99999)) / 2e-5));
    CHECK(slopes[1] == 7);
    CHECK(std::isnan(slopes[2]));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = static_cast<double>(x[i]), by = 1e-5;
        CAPTURE(a);
        const double slope = i < near ? (exact(a + by) - exact(a - by)) / (2 * by) : a > 0;
        CHECK(std::abs(static_cast<double>(d[i]) + 3 * slope) < 2e-6);
    }
}

TEST_CASE("layer norm, backward: differences in double, added to what is there") {
    test::Random random(seed_of_run());
    const int rows = 3, width = random.from(4, 40);
    const float epsilon = 0.1f;  // so that it counts
    const auto some = [&](int count, float scale) {
        std::vector<float> all;
        for (int i = 0; i < count; ++i) all.push_back(random.normal() * scale);
        return all;
    };
    const std::vector<float> x = some(rows * width, 2), d_out = some(rows * width, 1), gain = some(width, 1),
                             bias = some(width, 1);
    std::vector<float> d_x(x.size(), 5), d_gain(gain.size(), 6), d_bias(bias.size(), 7);
    layer_norm_backward({x.data(), rows, width}, {{gain.data(), 1, width}, {bias.data(), 1, width}}, epsilon,
                        {d_out.data(), rows, width}, {d_x.data(), rows, width}, {d_gain.data(), 1, width},
                        {d_bias.data(), 1, width});
    /// Σ d_out · layer_norm(x): its slopes are asked for.
    std::vector<double> all(x.begin(), x.end());
    all.insert(all.end(), gain.begin(), gain.end());
    all.insert(all.end(), bias.begin(), bias.end());
    const auto sum_of = [&] {
        double out = 0;
        for (int i = 0; i < rows; ++i) {
            double sum = 0, squares = 0;
            for (int j = 0; j < width; ++j) sum += all[z(i * width + j)];
            for (int j = 0; j < width; ++j) squares += std::pow(all[z(i * width + j)] - sum / width, 2);
            for (int j = 0; j < width; ++j)
                out += static_cast<double>(d_out[z(i * width + j)]) *
                       ((all[z(i * width + j)] - sum / width) /
                            std::sqrt(squares / width + static_cast<double>(epsilon)) * all[x.size() + z(j)] +
                        all[x.size() + gain.size() + z(j)]);
        }
        return out;
    };
    CAPTURE(width);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double there = all[i], by = 1e-6;
        all[i] = there + by;
        const double up = sum_of();
        all[i] = there - by;
        const double slope = (up - sum_of()) / (2 * by);
        all[i] = there;
        const float got = i < x.size()                 ? d_x[i] - 5
                          : i < x.size() + gain.size() ? d_gain[i - x.size()] - 6
                                                       : d_bias[i - x.size() - gain.size()] - 7;
        CHECK(std::abs(static_cast<double>(got) - slope) < 1e-5 * (1 + std::abs(slope)));
    }
}

TEST_CASE("layer norm: a mean far larger than the differences from it, and a row of one value") {
    const int width = 5;
    const std::vector<float> gain = {1, 2, -1, 0.5f, 1}, bias = {0, 1, 2, 3, -4};
    const Norm norm{{gain.data(), 1, width}, {bias.data(), 1, width}};
    const std::vector<float> x = {10000, 10001, 10002, 10003, 10004, 3, 3, 3, 3, 3};
    std::vector<float> y(x.size());
    layer_norm({x.data(), 2, width}, norm, 1e-5f, {y.data(), 2, width});
    const double root = std::sqrt(2 + 1e-5f);  // variance of −2 … 2
    for (std::size_t j = 0; j < z(width); ++j) {
        const double shifted = static_cast<double>(j) - 2;
        CHECK(std::abs(static_cast<double>(y[j]) - (shifted / root * static_cast<double>(gain[j]) +
                                                    static_cast<double>(bias[j]))) < 1e-6);
        CHECK(y[z(width) + j] == bias[j]);  // no difference: only the bias, not NaN
    }
    // epsilon counts: with a variance of 2 and epsilon 2 everything is halved
    layer_norm({x.data(), 1, width}, norm, 2, {y.data(), 1, width});
    CHECK(y[0] == doctest::Approx(-1));
}

TEST_CASE("products: every count of rows and columns around a tile, a panel and a slab, in strided views") {
    test::Random random(4);
    for (const int n : {1, 2, 3, 4, 5, 6, 7, 12, 13}) {
        for (const int columns : {1, 7, 8, 9, 31, 32, 33, 40, 65}) {
            const int inner = random.from(1, 20), stride = columns + 3;
            std::vector<float> x(z(n * inner)), w(z(inner * columns)), bias(z(columns));
            for (std::vector<float>* m : {&x, &w, &bias}) {
                for (float& one : *m) one = random.normal();
            }
            std::vector<float> out(z(n * stride), 77.0f), scratch(multiply_scratch(n, inner));
            const Linear by{{w.data(), inner, columns}, {bias.data(), 1, columns}};
            linear({x.data(), n, inner}, by, scratch.data(), {out.data(), n, columns, stride});
            for (int i = 0; i < n; ++i) {
                for (int j = 0; j < columns; ++j) {
                    double expected = static_cast<double>(bias[z(j)]);
                    for (int t = 0; t < inner; ++t)
                        expected += static_cast<double>(x[z(i * inner + t)]) *
                                    static_cast<double>(w[z(t * columns + j)]);
                    CHECK(std::abs(static_cast<double>(out[z(i * stride + j)]) - expected) < 1e-5);
                }
                for (int j = columns; j < stride; ++j) CHECK(out[z(i * stride + j)] == 77.0f);
            }
        }
    }
}

TEST_CASE("all 65,536 numbers of F16 and of BF16 become what their bits mean") {
    // sign, exponent and fraction by arithmetic: (−1)^s · 2^(e − bias) · (1 + f), or 2^(1 − bias) · f for e =
    // 0
    const auto meant = [](int bits, int fraction_bits, int exponent_bits) {
        const int fraction = bits & ((1 << fraction_bits) - 1);
        const int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
        const int bias = (1 << (exponent_bits - 1)) - 1;
        const double sign = bits >> 15 ? -1 : 1;
        if (exponent == (1 << exponent_bits) - 1)
            return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : sign * std::numeric_limits<double>::infinity();
        const int whole = exponent == 0 ? 0 : 1 << fraction_bits;
        return sign * std::ldexp(fraction + whole, std::max(exponent, 1) - bias - fraction_bits);
    };
    int wrong = 0;
    for (int bits = 0; bits < 65536; ++bits) {
        const auto same = [&](float got, double expected) {
            return std::isnan(expected)
                       ? std::isnan(got)
                       : static_cast<double>(got) == expected && std::signbit(got) == std::signbit(expected);
        };
        wrong += !same(from_f16(static_cast<std::uint16_t>(bits)), meant(bits, 10, 5));
        wrong += !same(from_bf16(static_cast<std::uint16_t>(bits)), meant(bits, 7, 8));
    }
    CHECK(wrong == 0);
}
