// Softmax, its exponentials, entropy, Jacobian and gradient norm.
#include "attention/softmax.h"

#include "attention/exp2.h"
#include "attention/rows.h"
#include "attention/trace.h"
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

TEST_CASE("equal scores get equal weights, to the bit: every count and every position of the largest") {
    // T = 0.12: 5 − (−5) is 120 in powers of two, where weights are next to nothing.
    for (const float temperature : {0.1f, 0.12f, 0.135f, 0.14f, 0.142f, 0.2f, 1.0f, 30.0f}) {
        for (int count = 1; count <= 40; ++count) {
            for (int at = 0; at < count; ++at) {
                std::vector<float> x(test::z(count), -5.0f);
                x[test::z(at)] = 5;
                const std::vector<float> w = softmax_of(x, temperature);
                std::vector<float> by_scalar(test::z(count));
                scalar::softmax_row(x.data(), count, temperature, by_scalar.data());
                std::vector<float> exps(test::z(count));
                exponentials(x, temperature, 5, exps);
                for (const std::vector<float>& got : {w, by_scalar, exps}) {
                    const float other = got[at == 0 ? got.size() - 1 : 0];
                    int unequal = 0;
                    for (int j = 0; j < count; ++j) {
                        if (j != at && got[test::z(j)] != other) ++unequal;
                    }
                    CAPTURE(temperature);
                    CAPTURE(count);
                    CAPTURE(at);
                    CHECK(unequal == 0);
                }
                if (count > 1) CHECK((w[at == 0 ? 1 : 0] == 0) == (by_scalar[at == 0 ? 1 : 0] == 0));
            }
        }
    }
}

TEST_CASE("equal keys get equal weights in the trace and in multi-head attention") {
    test::Random random(11);
    for (int m = 1; m <= 40; ++m) {
        CAPTURE(m);
        const Owned q = random.matrix(3, 7, 3);
        Owned k(m, 7);
        const Owned key = random.matrix(1, 7);
        for (int j = 0; j < m; ++j) std::copy(key.data.begin(), key.data.end(), &k(j, 0));
        const int odd = random.below(m);
        k(odd, 0) += 9;
        const Trace t = trace(q.get(), k.get(), k.get());
        for (int i = 0; i < 3; ++i) {
            const float* row = t.weights_view().row(i);
            for (int j = 0; j < m; ++j) {
                if (j != odd) CHECK(row[j] == row[odd == 0 ? m - 1 : 0]);
            }
        }
    }
}

TEST_CASE("softmax of the largest numbers: differences that float32 cannot hold") {
    for (const float temperature : {1.0f, 1e37f, 1e38f, 3e38f}) {
        for (int count = 1; count < 22; ++count) {
            std::vector<float> x;
            for (int j = 0; j < count; ++j) x.push_back(j % 3 == 0 ? 3e38f : j % 3 == 1 ? -3e38f : 1e38f);
            const std::vector<double> wide(x.begin(), x.end());
            const auto expected = reference::softmax(wide, static_cast<double>(temperature));
            CHECK(test::distance(softmax_of(x, temperature), expected) < 1e-6);
        }
    }
}

TEST_CASE("softmax works in place") {
    std::vector<float> x{1, 2, 3, 4, 5};
    const std::vector<float> apart = softmax_of(x);
    softmax({x.data(), 1, 5}, 1, {x.data(), 1, 5});
    CHECK(x == apart);
}

TEST_CASE("2^x less 2^-101: at most 3e-7 relative, exact at whole numbers, zero from -101 down") {
    double worst = 0;
    for (double x = -101; x < 127; x += 0.000917) {
        const float input = static_cast<float>(x);
        const double power = std::exp2(static_cast<double>(input));
        const double expected = power - 0x1p-101;
        worst = std::max(worst, std::abs(static_cast<double>(exp2_flushed(input)) - expected) / power);
    }
    CHECK(worst < 3e-7);
    CHECK(exp2_flushed(0) == 1.0f);
    CHECK(exp2_flushed(-3) == 0.125f);
    CHECK(exp2_flushed(-101) == 0.0f);
    CHECK(exp2_flushed(-126.5f) == 0.0f);
    CHECK(exp2_flushed(-test::infinity) == 0.0f);
    CHECK(std::isnan(exp2_flushed(test::nan)));
}

TEST_CASE("exponentials overflow to infinity, as the textbook's way does") {
    const std::vector<float> x{0, 88, 89, 200, 1e30f};
    std::vector<float> exps(5);
    exponentials(x, 1, 0, exps);
    CHECK(exps[1] == doctest::Approx(std::exp(88.0f)));
    for (std::size_t i = 2; i < 5; ++i) CHECK(exps[i] == test::infinity);
}

TEST_CASE("exponentials are float32's own to both of its ends") {
    const std::vector<float> x{88.5f, 88.72f, 88.73f, -70, -86, -100, -104.5f};
    std::vector<float> exps(x.size());
    exponentials(x, 1, 0, exps);
    for (std::size_t i = 0; i < x.size(); ++i) {
        INFO(x[i]);
        CHECK(exps[i] == static_cast<float>(std::exp(static_cast<double>(x[i]))));
    }
    CHECK(exps[1] < test::infinity);
    CHECK(exps[2] == test::infinity);
    CHECK(exps[5] > 0);  // less than any normal number
    CHECK(exps[6] == 0);
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

TEST_CASE("Jacobian next to one-hot: the diagonal keeps its digits, and its norm is the norm") {
    const std::vector<float> w = softmax_of({22, -3, 1, -5}, 1);
    Owned j(4, 4);
    jacobian(w, 1, j.view());
    double squares = 0;
    for (int a = 0; a < 4; ++a) {
        double sum = 0, others = 0;
        for (int b = 0; b < 4; ++b) {
            sum += static_cast<double>(j(a, b));
            squares += static_cast<double>(j(a, b)) * static_cast<double>(j(a, b));
            if (b != a) others += std::abs(static_cast<double>(j(a, b)));
        }
        CHECK(others > 0);
        CHECK(std::abs(sum) < 1e-6 * others);
    }
    CHECK(std::sqrt(squares) == doctest::Approx(static_cast<double>(gradient_norm(w, 1))).epsilon(1e-6));
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
