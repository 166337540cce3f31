#include "explainer/brought/measures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

namespace explainer::brought {

std::vector<int> numbered(std::span<const std::string> tokens) {
    std::vector<int> out;
    std::map<std::string_view, int> numbers;
    for (const std::string& token : tokens)
        out.push_back(numbers.emplace(token, static_cast<int>(numbers.size())).first->second);
    return out;
}

bool Measuring::advance(int rows) {
    const int end = next_ + std::min(rows, weights_.rows - next_);
    while (next_ < end) read(next_++);
    return next_ < weights_.rows;
}

void Measuring::read(int i) {
    const float* row = weights_.row(i);
    const int query = std::max(0, weights_.cols - weights_.rows) + i;  // which of the tokens asks
    const bool named = static_cast<int>(tokens_.size()) == weights_.cols && query < weights_.cols;
    const auto token = [this](int place) { return tokens_[static_cast<std::size_t>(place)]; };
    const auto at = [row](int j) { return std::isfinite(row[j]) ? static_cast<double>(row[j]) : 0; };
    double sum = 0, duplicate = 0, induction = 0;
    bool earlier = false, sound = true;
    for (int j = 0; j < weights_.cols; ++j) {
        sums_.nan += std::isnan(row[j]) ? 1 : 0;
        sums_.infinite += std::isinf(row[j]) ? 1 : 0;
        sound &= std::isfinite(row[j]);
        const double weight = at(j);
        sum += weight;
        if (weight > 0) sums_.entropy -= weight * std::log(weight);
        sums_.distance += weight * std::abs(query - j);
        if (!named || j >= query) continue;
        if (token(j) == token(query)) {
            earlier = true;
            duplicate += weight;
        }
        if (j > 0 && token(j - 1) == token(query)) induction += weight;
    }
    sums_.rows_off += sound && std::abs(sum - 1) <= 0.01 ? 0 : 1;
    sums_.first += at(0);
    if (query > 0 && query <= weights_.cols) {
        ++with_previous_;
        sums_.previous += at(query - 1);
    }
    if (!earlier) return;
    ++with_earlier_;
    sums_.duplicate += duplicate;
    sums_.induction += induction;
}

Measures Measuring::measures() const {
    Measures out = sums_;
    const auto mean = [](double& sum, int count) {
        sum = count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    };
    mean(out.entropy, next_);
    mean(out.first, next_);
    mean(out.distance, next_);
    mean(out.previous, with_previous_);
    mean(out.duplicate, with_earlier_);
    mean(out.induction, with_earlier_);
    return out;
}

double value_of(const Measures& of, By by) {
    const double values[measure_count] = {of.entropy,  of.first,     of.distance,
                                          of.previous, of.duplicate, of.induction};
    return values[static_cast<int>(by)];
}

}  // namespace explainer::brought
