// See python.h.
#include "explainer/python.h"

#include <vector>

#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::python {

std::string matrix(std::string_view name, std::span<const double> values, int rows, int cols) {
    std::string out = std::string(name) + " = np.array([";
    for (int i = 0; i < rows; ++i) {
        out += i == 0 ? "[" : ", [";
        for (int j = 0; j < cols; ++j)
            out += (j == 0 ? "" : ", ") + shortest(values[static_cast<size_t>(i * cols + j)]);
        out += "]";
    }
    return out + "])\n";
}

std::string matrix(std::string_view name, attention::ConstMatrixView values) {
    std::vector<double> wide;
    for (int i = 0; i < values.rows; ++i) {
        for (int j = 0; j < values.cols; ++j) wide.push_back(tidy(values(i, j)));
    }
    return matrix(name, wide, values.rows, values.cols);
}

std::string sparse_matrix(std::string_view name, attention::ConstMatrixView values) {
    std::string out = Phrase() << name << " = np.zeros((" << values.rows << ", " << values.cols
                               << "))\nfor row, column, entry in [";
    bool first = true;
    for (int i = 0; i < values.rows; ++i) {
        for (int j = 0; j < values.cols; ++j) {
            if (values(i, j) == 0) continue;
            out += Phrase() << (first ? "(" : ", (") << i << ", " << j << ", " << Shortest{tidy(values(i, j))}
                            << ")";
            first = false;
        }
    }
    return Phrase() << out << "]:\n    " << name << "[row, column] = entry\n";
}

std::string values(std::span<const NamedValue> values) {
    std::string out;
    for (const NamedValue& one : values) {
        if (!one.python.empty()) out += Phrase() << "    \"" << one.name << "\": " << one.python << ",\n";
    }
    return out.empty() ? "" : "\nvalues = {\n" + out + "}\n";
}

}  // namespace explainer::python
