// Matrix views: pointer, rows, columns; row-major, the rows side by side or a stride apart, so that a head is
// a view into columns of a wider matrix. A view owns nothing.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace attention {

// A count of floats, 64 bits everywhere: where addresses have 32 bits, as in WebAssembly, std::size_t would
// wrap for what is too large, and look small.
using FloatCount = std::uint64_t;

inline FloatCount area(int rows, int cols) {
    return static_cast<FloatCount>(rows) * static_cast<FloatCount>(cols);
}

template <class T>
struct Matrix {
    T* data = nullptr;
    int rows = 0;
    int cols = 0;
    int stride = 0;  // from one row to the next, ≥ cols

    Matrix() = default;
    Matrix(T* data, int rows, int cols) : Matrix(data, rows, cols, cols) {}
    Matrix(T* data, int rows, int cols, int stride) : data(data), rows(rows), cols(cols), stride(stride) {}

    T* row(int i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
    T& operator()(int i, int j) const { return row(i)[j]; }
    std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
    bool same_shape(const Matrix<const T>& other) const { return rows == other.rows && cols == other.cols; }

    // Parts of it, by the first of them and how many.
    Matrix rows_from(int first, int count) const { return {row(first), count, cols, stride}; }
    Matrix cols_from(int first, int count) const { return {data + first, rows, count, stride}; }

    operator Matrix<const T>() const { return {data, rows, cols, stride}; }
};

using MatrixView = Matrix<float>;
using ConstMatrixView = Matrix<const float>;

// Whether something can be read from (or written to) it: for the assertions of those who believe their
// arguments.
template <class T>
bool usable(const Matrix<T>& x) {
    return x.data != nullptr && x.rows > 0 && x.cols > 0 && x.stride >= x.cols;
}

}  // namespace attention
