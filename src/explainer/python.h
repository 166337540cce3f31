// Lines of Python for Exhibit::numpy(): matrices as np.array, in full precision. Knows no exhibit.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "attention/matrix.h"
#include "explainer/description.h"

namespace explainer::python {

/// `name = np.array([[…], […]])`, a line.
std::string matrix(std::string_view name, std::span<const double> values, int rows, int cols);
std::string matrix(std::string_view name, attention::ConstMatrixView values);

/// `name = np.zeros((rows, cols))` and its entries that are not 0, for matrices that are mostly zeros.
std::string sparse_matrix(std::string_view name, attention::ConstMatrixView values);

/// `values = {"name": expression, …}`, over lines; empty if none has an expression.
std::string values(std::span<const NamedValue> values);

}  // namespace explainer::python
