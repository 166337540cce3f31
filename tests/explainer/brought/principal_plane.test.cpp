// The plane of two principal directions beside a covariance and a power iteration of the test's own.
#include "explainer/brought/principal_plane.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "given.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

using Numbers = std::vector<double>;

/// The two largest eigenvalues of the covariance, and the sum of all.
struct Spectrum {
    double first = 0, second = 0, all = 0;
};
Spectrum spectrum_of(const std::vector<float>& of, int n, int d, std::mt19937& random) {
    Numbers mean(static_cast<size_t>(d)), covariance(static_cast<size_t>(d * d));
    const auto at = [&](int i, int c) { return static_cast<double>(of[static_cast<size_t>(i * d + c)]); };
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < d; ++c) mean[static_cast<size_t>(c)] += at(i, c) / n;
    for (int i = 0; i < n; ++i)
        for (int a = 0; a < d; ++a)
            for (int b = 0; b < d; ++b)
                covariance[static_cast<size_t>(a * d + b)] +=
                    (at(i, a) - mean[static_cast<size_t>(a)]) * (at(i, b) - mean[static_cast<size_t>(b)]) / n;
    Spectrum out;
    for (int c = 0; c < d; ++c) out.all += covariance[static_cast<size_t>(c * d + c)];
    std::normal_distribution<double> any;
    for (double* eigenvalue : {&out.first, &out.second}) {
        Numbers v(static_cast<size_t>(d));
        for (double& one : v) one = any(random);
        for (int turn = 0; turn < 2000; ++turn) {
            double square = 0;
            for (const double one : v) square += one * one;
            if (square == 0) break;
            for (double& one : v) one /= std::sqrt(square);
            Numbers next(v.size());
            *eigenvalue = 0;
            for (size_t a = 0; a < v.size(); ++a) {
                for (size_t b = 0; b < v.size(); ++b) next[a] += covariance[a * v.size() + b] * v[b];
                *eigenvalue += v[a] * next[a];
            }
            if (turn < 1999) v = next;
        }
        for (size_t a = 0; a < v.size(); ++a)  // the next one is looked for without it
            for (size_t b = 0; b < v.size(); ++b) covariance[a * v.size() + b] -= *eigenvalue * v[a] * v[b];
    }
    return out;
}

/// Variances along the plane's two axes, and what they have in common.
struct Variances {
    double x = 0, y = 0, both = 0;
};
Variances variances_of(const PrincipalPlane& plane) {
    Variances out;
    const auto n = static_cast<double>(plane.at.size());
    for (const figures::Vector2 at : plane.at) {
        out.x += at.x * at.x / n;
        out.y += at.y * at.y / n;
        out.both += at.x * at.y / n;
    }
    return out;
}

PrincipalPlane plane_of(const std::vector<float>& of, int n, int d) {
    return principal_plane({of.data(), n, d});
}

}  // namespace

TEST_CASE("principal plane: it has the two largest variances, of vectors of any number and length") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const int d : {1, 2, 3, 8, 64, 65, 150}) {
        const int n = 1 + static_cast<int>(random() % 120);
        CAPTURE(n);
        CAPTURE(d);
        std::vector<float> of = normal_numbers(random, n * d, 1);
        for (int i = 0; i < n * d; ++i)  // around another mean, with other variances
            of[static_cast<size_t>(i)] =
                5 + of[static_cast<size_t>(i)] * (1 + 3 * static_cast<float>(i % d) / static_cast<float>(d));
        const PrincipalPlane plane = plane_of(of, n, d);
        const Spectrum wanted = spectrum_of(of, n, d, random);
        const Variances got = variances_of(plane);
        // (Of more than 64 components the directions are found but nearly.)
        const double close = d <= 64 || n <= 32 ? 2e-4 : 0.02;
        CHECK(got.x == doctest::Approx(wanted.first).epsilon(close));
        CHECK(std::fabs(got.y - wanted.second) <= close * wanted.first);
        CHECK(std::fabs(got.both) <= close * wanted.first);
        CHECK(got.x + got.y <= wanted.all * (1 + 1e-5));
        CHECK(plane.share == doctest::Approx(n == 1 ? 1 : (got.x + got.y) / wanted.all).epsilon(1e-4));
        for (int i = 0; d <= 2 && i < n; ++i) {  // two components are but turned
            double far = 0;
            for (int c = 0; c < d; ++c)
                far += std::pow(static_cast<double>(of[static_cast<size_t>(i * d + c)]) -
                                    static_cast<double>(of[static_cast<size_t>(c)]),
                                2);
            const figures::Vector2 way = plane.at[static_cast<size_t>(i)] - plane.at[0];
            CHECK(std::sqrt(far) == doctest::Approx(std::hypot(way.x, way.y)).epsilon(1e-4));
        }
    }
}

TEST_CASE("principal plane: vectors that are alike, in a line, in a square, no numbers, huge and tiny") {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const PrincipalPlane alike = plane_of({3, 4, 3, 4, 3, 4}, 3, 2);
    CHECK(alike.share == 1);
    for (const figures::Vector2 at : alike.at) CHECK(at == figures::Vector2{});

    std::vector<float> line;
    for (int i = 0; i < 9; ++i)
        for (int c = 0; c < 70; ++c) line.push_back(static_cast<float>(i * (c + 1)));
    const PrincipalPlane straight = plane_of(line, 9, 70);
    CHECK(straight.share == doctest::Approx(1));
    for (const figures::Vector2 at : straight.at) CHECK(std::fabs(at.y) < 1e-2);
    CHECK(straight.at[8].x - straight.at[0].x > 0);  // the sign is that of the largest component

    // Every direction has the same variance: the first vector spans no more than itself.
    for (const float size : {1.0f, 1e37f, 1e-37f}) {
        CAPTURE(size);
        const PrincipalPlane square = plane_of({size, size, -size, size, -size, -size, size, -size}, 4, 2);
        CHECK(square.share == doctest::Approx(1));
        for (const figures::Vector2 at : square.at)
            CHECK(std::hypot(at.x, at.y) == doctest::Approx(std::sqrt(2.0) * static_cast<double>(size)));
    }

    const PrincipalPlane broken = plane_of({0, 1, nan, 5, 0, -1, 7, infinity}, 4, 2);
    CHECK(std::isnan(broken.at[1].x));
    CHECK(std::isnan(broken.at[3].y));
    CHECK(broken.at[0].x == doctest::Approx(1));
    CHECK(broken.at[2].x == doctest::Approx(-1));
    CHECK(broken.share == doctest::Approx(1));
    CHECK(std::isnan(plane_of({nan}, 1, 1).at[0].x));
}
