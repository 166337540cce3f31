// See traced_head.h.
#include "explainer/traced_head.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "attention/softmax.h"

namespace explainer {

void TracedHead::attend(attention::ConstMatrixView q, attention::ConstMatrixView k,
                        attention::ConstMatrixView v, const attention::Options& options, int first_row) {
    n = q.rows;
    m = k.rows;
    trace = attention::trace(q, k, v, options);
    entropy = first = distance = 0;
    sums.clear();
    const auto count = static_cast<size_t>(m);
    exps.resize(static_cast<size_t>(n) * count);
    for (int i = 0; i < n; ++i) {
        const size_t row = static_cast<size_t>(i) * count;
        sums.push_back(attention::exponentials({&trace.scaled[row], count}, 1, 0, {&exps[row], count}));
        if (i < first_row) continue;
        const auto rows = static_cast<float>(n - first_row);
        entropy += trace.entropy[static_cast<size_t>(i)] / rows;
        first += trace.weights[row] / rows;
        for (int j = 0; j < m; ++j)
            distance += trace.weights_view()(i, j) * static_cast<float>(std::abs(i - j)) / rows;
    }
}

bool TracedHead::hidden(int i, int j) const {
    return std::isinf(trace.scaled_view()(i, j));
}

int TracedHead::best(int row) const {
    const float* scores = &trace.scores[static_cast<size_t>(row) * static_cast<size_t>(m)];
    return static_cast<int>(std::max_element(scores, scores + m) - scores);
}

}  // namespace explainer
