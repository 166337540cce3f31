// Matrix products that come to the same bits in every build: four lanes at a time, each multiplied, then
// added, in an order of their own that no instruction set changes. For training, where a last digit grows
// into another course. A third as fast as the core's (attention/panels.h), which may fuse and reorder.
#pragma once

#include <vector>

#include "attention/matrix.h"

namespace model {

using attention::ConstMatrixView;
using attention::MatrixView;

// a [n, inner] · b [inner, columns] → out [n, columns], which overlaps neither. columns: a multiple of 8.
void multiply_exact(ConstMatrixView a, ConstMatrixView b, MatrixView out);
// The same, added to out.
void add_product_exact(ConstMatrixView a, ConstMatrixView b, MatrixView out);

// a [n, m] → its transpose [m, n], in `into`, which grows to hold it and must not hold a.
ConstMatrixView transpose(ConstMatrixView a, std::vector<float>& into);

}  // namespace model
