// See state_value.h.
#include "state_value.h"

#include "javascript.h"

namespace explainer {

void put_rows(int rows, int cols, std::span<const double> values) {
    javascript::begin_list();
    for (int i = 0; i < rows; ++i) {
        javascript::begin_list();
        for (int j = 0; j < cols; ++j) javascript::number(values[static_cast<size_t>(i * cols + j)]);
        javascript::end();
    }
    javascript::end();
}

void put_value(const State& state, int index) {
    const Parameter& p = state.parameter(index);
    switch (p.kind) {
        case Kind::toggle:
            return javascript::boolean(state.toggle(index));
        case Kind::choice:
            return javascript::text(p.choices[static_cast<size_t>(state.choice(index))].id);
        case Kind::text:
            return javascript::text(state.text(index));
        case Kind::matrix: {
            const MatrixValue& matrix = state.matrix(index);
            return put_rows(matrix.rows, matrix.cols, matrix.values);
        }
        case Kind::action:
            return javascript::boolean(false);
        case Kind::number:
        case Kind::integer:
            return javascript::number(state.number(index));
    }
}

}  // namespace explainer
