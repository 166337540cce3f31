// See principal_plane.h. Rayleigh and Ritz: the covariance is seen through an orthonormal basis, which is
// made of its own products with a first vector (Lanczos' way, with every vector made orthogonal to all before
// it), and that small matrix is made diagonal.
#include "explainer/brought/principal_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/stages.h"

namespace explainer::brought {
namespace {

using Row = std::vector<double>;

constexpr int most_products = 64, least_products = 8;
constexpr double multiplications = 1e8;  // in all of them: a tenth of a second or less
constexpr double nothing_left = 1e-5;    // of a float32 vector, after what is known is taken away

double dot(const Row& a, const Row& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

void add(Row& to, double factor, const Row& one) {
    for (size_t i = 0; i < to.size(); ++i) to[i] += factor * one[i];
}

/// The rows less their mean, divided by the largest of what is left; rows that are not finite are zeros.
struct Centred {
    std::vector<float> numbers;  // [rows, cols]
    std::vector<char> finite;    // [rows]
    double unit = 1, squares = 0;
    int rows, cols;

    explicit Centred(attention::ConstMatrixView of) : rows(of.rows), cols(of.cols) {
        Row mean(static_cast<size_t>(cols));
        int count = 0;
        for (int i = 0; i < rows; ++i) {
            const float* row = of.row(i);
            finite.push_back(std::all_of(row, row + cols, [](float one) { return std::isfinite(one); }));
            if (finite.back() == 0) continue;
            ++count;
            for (size_t c = 0; c < mean.size(); ++c) mean[c] += static_cast<double>(row[c]);
        }
        for (double& one : mean) one /= std::max(1, count);
        const auto each = [&](auto&& what) {
            for (int i = 0; i < rows; ++i)
                for (int c = 0; c < cols; ++c)
                    what(finite[static_cast<size_t>(i)] != 0
                             ? static_cast<double>(of(i, c)) - mean[static_cast<size_t>(c)]
                             : 0);
        };
        double largest = 0;
        each([&](double one) { largest = std::max(largest, std::fabs(one)); });
        if (largest > 0) unit = largest;
        numbers.reserve(static_cast<size_t>(rows) * static_cast<size_t>(cols));
        each([&](double one) {
            numbers.push_back(static_cast<float>(one / unit));
            squares += one / unit * (one / unit);
        });
    }

    attention::ConstMatrixView view() const { return {numbers.data(), rows, cols}; }
    /// How far each row goes along a direction: [rows].
    std::vector<float> along(const Row& direction) const {
        const std::vector<float> of(direction.begin(), direction.end());
        std::vector<float> out(static_cast<size_t>(rows));
        attention::scores({of.data(), 1, cols}, view(), {out.data(), 1, rows});
        return out;
    }
    /// The covariance, times the number of rows, times a vector.
    Row product(const Row& with) const {
        const std::vector<float> far = along(with);
        std::vector<float> out(static_cast<size_t>(cols));
        attention::weighted_sum({far.data(), 1, rows}, view(), {out.data(), 1, cols});
        return {out.begin(), out.end()};
    }
};

/// Jacobi's rotations: `a` [m][m], symmetric, becomes diagonal; the rows of the answer are its eigenvectors.
std::vector<Row> diagonalise(std::vector<Row>& a) {
    const size_t m = a.size();
    std::vector<Row> vectors(m, Row(m));
    double size = 0;
    for (size_t i = 0; i < m; ++i) {
        vectors[i][i] = 1;
        size += dot(a[i], a[i]);
    }
    for (int sweep = 0; sweep < 30; ++sweep) {
        double beside = 0;
        for (size_t p = 0; p < m; ++p)
            for (size_t q = p + 1; q < m; ++q) {
                beside += a[p][q] * a[p][q];
                if (a[p][q] * a[p][q] <= 1e-30 * size) continue;
                const double half = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const double t = (half < 0 ? -1 : 1) / (std::fabs(half) + std::sqrt(half * half + 1)),
                             c = 1 / std::sqrt(t * t + 1), s = t * c;
                const auto turn = [c, s](double& x, double& y) {
                    const double before = x;
                    x = c * before - s * y;
                    y = s * before + c * y;
                };
                for (size_t k = 0; k < m; ++k) turn(a[k][p], a[k][q]);
                for (size_t k = 0; k < m; ++k) turn(a[p][k], a[q][k]);
                for (size_t k = 0; k < m; ++k) turn(vectors[p][k], vectors[q][k]);
            }
        if (beside <= 1e-20 * size) break;
    }
    return vectors;
}

/// The two directions, the one with more variance first; fewer, if there is but one component.
std::vector<Row> directions(const Centred& of) {
    const auto d = static_cast<size_t>(of.cols);
    const double each = 2.0 * of.rows * of.cols;
    const auto products = static_cast<size_t>(std::min<double>(
        of.cols, std::clamp(multiplications / each, 1.0 * least_products, 1.0 * most_products)));
    std::vector<Row> basis, images;
    Row next(d, 1);
    for (size_t axis = 0; basis.size() < products;) {
        const double before = std::sqrt(dot(next, next));
        // (Twice: the first time leaves rounding errors of what it takes away.)
        for (int time = 0; time < 2; ++time)
            for (const Row& one : basis) add(next, -dot(one, next), one);
        const double left = std::sqrt(dot(next, next));
        if (left > nothing_left * before) {
            for (double& one : next) one /= left;
            basis.push_back(next);
            images.push_back(next = of.product(next));
        } else if (axis < d) {
            // What products can reach is in the basis: other vectors may still be outside.
            next.assign(d, 0);
            next[axis++] = 1;
        } else {
            break;
        }
    }
    std::vector<Row> seen(basis.size(), Row(basis.size()));
    for (size_t i = 0; i < seen.size(); ++i)
        for (size_t j = 0; j < seen.size(); ++j)
            seen[i][j] = (dot(basis[i], images[j]) + dot(basis[j], images[i])) / 2;
    const std::vector<Row> vectors = diagonalise(seen);
    std::vector<Row> out;
    std::vector<char> taken(seen.size());
    for (size_t place = 0; place < std::min<size_t>(2, seen.size()); ++place) {
        size_t best = seen.size();
        for (size_t i = 0; i < seen.size(); ++i)
            if (taken[i] == 0 && (best == seen.size() || seen[i][i] > seen[best][best])) best = i;
        taken[best] = 1;
        Row& direction = out.emplace_back(d);
        for (size_t i = 0; i < basis.size(); ++i) add(direction, vectors[best][i], basis[i]);
        const double most = *std::max_element(direction.begin(), direction.end(),
                                              [](double a, double b) { return std::fabs(a) < std::fabs(b); });
        if (most < 0)
            for (double& one : direction) one = -one;
    }
    return out;
}

}  // namespace

PrincipalPlane principal_plane(attention::ConstMatrixView vectors) {
    const Centred of(vectors);
    PrincipalPlane out;
    out.at.resize(static_cast<size_t>(of.rows));
    double inside = 0;
    int axis = 0;
    for (const Row& direction : directions(of)) {
        const std::vector<float> far = of.along(direction);
        for (size_t i = 0; i < far.size(); ++i) {
            const auto one = static_cast<double>(far[i]);
            (axis == 0 ? out.at[i].x : out.at[i].y) = one * of.unit;
            inside += one * one;
        }
        ++axis;
    }
    if (of.squares > 0) out.share = std::min(1.0, inside / of.squares);
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    for (size_t i = 0; i < out.at.size(); ++i)
        if (of.finite[i] == 0) out.at[i] = {nowhere, nowhere};
    return out;
}

}  // namespace explainer::brought
