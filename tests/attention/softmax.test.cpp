// Softmax, its exponentials, entropy, Jacobian and gradient norm.
#include "attention/softmax.h"

#include "attention/exp2.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {
std::vector<float> softmax_of(std::vector<float> x, float temperature = 1) {
    std::vector<float> out(x.size(), 5.0f);
    const int count = static_cast<int>(x.size());
    softmax({x.data(), 1, count}, temperature, {out.data(), 1, count});
    return out;
}
}  // namespace

TEST_CASE("softmax against the reference, every count") {
    test::Random random(1);
    for (int count = 1; count < 70; ++count) {
        for (const float temperature : {0.05f, 0.5f, 1.0f, 5.0f}) {
            const Owned x = random.matrix(3, count, 2);
            Owned out(3, count);
            CHECK(softmax(x.get(), temperature, out.view()));
            for (int i = 0; i < 3; ++i) {
                const std::vector<double> row(x.data.begin() + i * count, x.data.begin() + (i + 1) * count);
                const std::vector<float> got(out.data.begin() + i * count,
                                             out.data.begin() + (i + 1) * count);
                CHECK(test::distance(got, reference::softmax(row, static_cast<double>(temperature))) < 2e-6);
                double sum = 0;
                for (const float w : got) sum += static_cast<double>(w);
                CHECK(std::abs(sum - 1) < 1e-6);
            }
        }
    }
}

TEST_CASE("softmax works in place") {
    std::vector<float> x{1, 2, 3, 4, 5};
    const std::vector<float> apart = softmax_of(x);
    softmax({x.data(), 1, 5}, 1, {x.data(), 1, 5});
    CHECK(x == apart);
}

TEST_CASE("2^x: at most 3e-7 relative, exact at whole numbers, zero when it would be subnormal") {
    double worst = 0;
    for (double x = -126; x < 127; x += 0.000917) {
        const float input = static_cast<float>(x);
        const double expected = std::exp2(static_cast<double>(input));
        worst = std::max(worst, std::abs(static_cast<double>(exp2_flushed(input)) / expected - 1));
    }
    CHECK(worst < 3e-7);
    CHECK(exp2_flushed(0) == 1.0f);
    CHECK(exp2_flushed(-3) == 0.125f);
    CHECK(exp2_flushed(-126.5f) == 0.0f);
    CHECK(exp2_flushed(-test::infinity) == 0.0f);
    CHECK(std::isnan(exp2_flushed(test::nan)));
}

TEST_CASE("exponentials: the textbook's and the stable way have the same weights") {
    const std::vector<float> x{2.4f, 0.5f, 3.1f, -1.0f, 1.7f};
    std::vector<float> plain(5);
    std::vector<float> stable(5);
    const float sum = exponentials(x, 1, 0, plain);
    const float stable_sum = exponentials(x, 1, largest(x), stable);
    CHECK(sum == doctest::Approx(40.7117).epsilon(1e-5));
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(plain[i] == doctest::Approx(std::exp(x[i])).epsilon(1e-6));
        CHECK(plain[i] / sum == doctest::Approx(stable[i] / stable_sum).epsilon(1e-6));
    }
}

TEST_CASE("entropy: 0 for one-hot, ln n for uniform") {
    CHECK(entropy(std::vector<float>{0, 1, 0}) == 0.0f);
    CHECK(entropy(std::vector<float>(8, 0.125f)) == doctest::Approx(std::log(8.0)).epsilon(1e-6));
    CHECK(entropy(std::vector<float>{1.0000001f}) == 0.0f);
    CHECK(entropy(std::vector<float>{0, 0}) == 0.0f);
}

TEST_CASE("Jacobian: rows sum to 0, agrees with finite differences, and with the norm") {
    test::Random random(6);
    const Owned x = random.matrix(1, 7);
    for (const float temperature : {0.5f, 1.0f, 3.0f}) {
        const std::vector<float> w = softmax_of(x.data, temperature);
        Owned j(7, 7);
        jacobian(w, temperature, j.view());
        double squares = 0;
        for (int a = 0; a < 7; ++a) {
            double sum = 0;
            for (int b = 0; b < 7; ++b) {
                sum += static_cast<double>(j(a, b));
                squares += static_cast<double>(j(a, b)) * static_cast<double>(j(a, b));
                std::vector<double> up(x.data.begin(), x.data.end());
                std::vector<double> down = up;
                up[test::z(b)] += 1e-5;
                down[test::z(b)] -= 1e-5;
                const double t = static_cast<double>(temperature);
                const double slope =
                    (reference::softmax(up, t)[test::z(a)] - reference::softmax(down, t)[test::z(a)]) / 2e-5;
                CHECK(std::abs(static_cast<double>(j(a, b)) - slope) < 1e-6);
            }
            CHECK(std::abs(sum) < 1e-6);
        }
        CHECK(gradient_norm(w, temperature) == doctest::Approx(std::sqrt(squares)).epsilon(1e-5));
    }
    // Near one-hot the norm is tiny, not noise: √(2 + …) times the small weight.
    CHECK(gradient_norm(std::vector<float>{1.0f, 1e-12f}, 1) == doctest::Approx(2e-12).epsilon(1e-4));
    CHECK(gradient_norm(std::vector<float>{1.0f, 0.0f}, 1) == 0.0f);
}
