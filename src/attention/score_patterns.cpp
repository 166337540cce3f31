// Rank by elimination with complete pivoting, orders by comparing all pairs.
#include "score_patterns.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace attention {

int rank(ConstMatrixView values, double noise) {
    assert(usable(values));
    std::vector<double> left;
    for (int i = 0; i < values.rows; ++i) left.insert(left.end(), values.row(i), values.row(i) + values.cols);
    const std::size_t cols = static_cast<std::size_t>(values.cols);
    const int most = std::min(values.rows, values.cols);
    for (int found = 0; found < most; ++found) {
        // What the largest entry explains is taken away, until nothing is left.
        std::size_t at = 0;
        for (std::size_t i = 1; i < left.size(); ++i) at = std::fabs(left[i]) > std::fabs(left[at]) ? i : at;
        const double pivot = left[at];
        if (std::fabs(pivot) <= noise) return found;
        const std::vector<double> before = left;
        for (std::size_t i = 0; i < left.size(); ++i)
            left[i] -= before[i / cols * cols + at % cols] / pivot * before[at / cols * cols + i % cols];
    }
    return most;
}

int orders(ConstMatrixView values, double noise) {
    assert(usable(values));
    std::vector<std::string> found;
    for (int i = 0; i < values.rows; ++i) {
        std::string before;  // for each pair: + or −
        for (int j = 0; j < values.cols; ++j) {
            for (int k = 0; k < values.cols; ++k) {
                const double ahead = static_cast<double>(values(i, k)) - static_cast<double>(values(i, j));
                before += ahead > noise ? '+' : '-';
            }
        }
        if (std::find(found.begin(), found.end(), before) == found.end()) found.push_back(before);
    }
    return static_cast<int>(found.size());
}

}  // namespace attention
