// A matrix of weights where it lies: float32, or numbers of 16 bits as a file holds them, which are widened
// as they are used (weight_product.h). That halves a model's memory, and what decoding a token reads.
#pragma once

#include <cstdint>

#include "attention/matrix.h"
#include "tensors.h"

namespace model {

// [rows, cols] as its base says. Of float32 it is the base, and nothing else; of halves `data` is null.
struct WeightMatrix : attention::ConstMatrixView {
    const std::uint16_t* halves = nullptr;
    Dtype dtype = Dtype::f32;  // f16 or bf16 of halves

    WeightMatrix() = default;
    WeightMatrix(attention::ConstMatrixView numbers) : Matrix(numbers) {}
    WeightMatrix(const float* numbers, int rows, int cols) : Matrix(numbers, rows, cols) {}
    WeightMatrix(const std::uint16_t* halves, Dtype dtype, int rows, int cols)
        : Matrix(nullptr, rows, cols), halves(halves), dtype(dtype) {}

    bool is_there() const { return data || halves; }
    // Parts of it, as Matrix::rows_from and cols_from, whatever its numbers are.
    WeightMatrix part_of_rows(int first, int count) const {
        WeightMatrix part = *this;
        part.rows = count;
        return part.from(static_cast<std::ptrdiff_t>(first) * stride);
    }
    WeightMatrix part_of_cols(int first, int count) const {
        WeightMatrix part = *this;
        part.cols = count;
        return part.from(first);
    }

  private:
    WeightMatrix& from(std::ptrdiff_t numbers) {
        if (data) data += numbers;
        if (halves) halves += numbers;
        return *this;
    }
};

}  // namespace model
