// Matrix views: pointer, rows, columns; row-major and contiguous.
// A view owns nothing and checks nothing. It is not a tensor library: heads are views into columns by stride.
#pragma once

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

    T* row(int i) const { return data + static_cast<std::size_t>(i) * static_cast<std::size_t>(cols); }
    T& operator()(int i, int j) const { return row(i)[j]; }
    std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }

    operator Matrix<const T>() const { return {data, rows, cols}; }
};

using MatrixView = Matrix<float>;
using ConstMatrixView = Matrix<const float>;

}  // namespace attention
