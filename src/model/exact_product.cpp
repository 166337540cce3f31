// Four rows by eight columns of the result stay in registers while the inner dimension goes by. A vector of
// four floats is the compiler's own (GCC's and Clang's vector_size): SIMD where there is any, else four
// floats in a row. Compiled with -ffp-contract=off.
#include "exact_product.h"

#include <algorithm>
#include <cstring>

namespace model {
namespace {

typedef float Lanes __attribute__((vector_size(16)));
constexpr int lanes = 4, block_rows = 4, block_columns = 2 * lanes;

Lanes load(const float* from) {
    Lanes out;
    std::memcpy(&out, from, sizeof out);
    return out;
}
void store(Lanes value, float* to) {
    std::memcpy(to, &value, sizeof value);
}

template <int rows>
void block(const ConstMatrixView& a, const ConstMatrixView& b, const MatrixView& out, int i, int j,
           bool adds) {
    Lanes sums[rows][2] = {};
    for (int r = 0; adds && r < rows; ++r) {
        sums[r][0] = load(out.row(i + r) + j);
        sums[r][1] = load(out.row(i + r) + j + lanes);
    }
    for (int k = 0; k < a.cols; ++k) {
        const Lanes left = load(b.row(k) + j), right = load(b.row(k) + j + lanes);
        for (int r = 0; r < rows; ++r) {
            const float factor = a(i + r, k);
            const Lanes all = {factor, factor, factor, factor};
            sums[r][0] += all * left;
            sums[r][1] += all * right;
        }
    }
    for (int r = 0; r < rows; ++r) {
        store(sums[r][0], out.row(i + r) + j);
        store(sums[r][1], out.row(i + r) + j + lanes);
    }
}

void product(const ConstMatrixView& a, const ConstMatrixView& b, const MatrixView& out, bool adds) {
    assert(usable(a) && usable(b) && usable(out));
    assert(a.cols == b.rows && out.rows == a.rows && out.cols == b.cols && b.cols % block_columns == 0);
    int i = 0;
    for (; i + block_rows <= a.rows; i += block_rows)
        for (int j = 0; j < b.cols; j += block_columns) block<block_rows>(a, b, out, i, j, adds);
    for (; i < a.rows; ++i)
        for (int j = 0; j < b.cols; j += block_columns) block<1>(a, b, out, i, j, adds);
}

}  // namespace

void multiply_exact(ConstMatrixView a, ConstMatrixView b, MatrixView out) {
    product(a, b, out, false);
}
void add_product_exact(ConstMatrixView a, ConstMatrixView b, MatrixView out) {
    product(a, b, out, true);
}

ConstMatrixView transpose(ConstMatrixView a, std::vector<float>& into) {
    assert(usable(a));
    into.resize(std::max(into.size(), static_cast<std::size_t>(attention::area(a.rows, a.cols))));
    const MatrixView out{into.data(), a.cols, a.rows};
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.cols; ++j) out(j, i) = a(i, j);
    return out;
}

}  // namespace model
