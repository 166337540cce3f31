// See superlatives.h.
#include "explainer/superlatives.h"

#include <algorithm>
#include <cmath>

#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

std::vector<int> shown_alike(std::span<const float> values, float one, int decimals) {
    const std::string text = fixed(static_cast<double>(one), decimals);
    std::vector<int> out;
    for (size_t i = 0; i < values.size(); ++i) {
        if (fixed(static_cast<double>(values[i]), decimals) == text) out.push_back(static_cast<int>(i));
    }
    return out;
}

}  // namespace

std::vector<int> largest_shown(std::span<const float> values, int decimals) {
    return shown_alike(values, *std::max_element(values.begin(), values.end()), decimals);
}

std::vector<int> smallest_shown(std::span<const float> values, int decimals) {
    return shown_alike(values, *std::min_element(values.begin(), values.end()), decimals);
}

std::string listed(const std::vector<std::string>& names) {
    Phrase out;
    for (size_t i = 0; i < names.size(); ++i)
        out << (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") << names[i];
    return out;
}

std::string largest_and_smallest(std::span<const std::string> names, std::span<const float> parts,
                                 std::string (*shown)(float), std::string (*size)(double)) {
    const auto size_of = [&](float part) { return size(std::fabs(static_cast<double>(part))); };
    const auto smaller = [](float a, float b) { return std::fabs(a) < std::fabs(b); };
    const auto [least, most] = std::minmax_element(parts.begin(), parts.end(), smaller);
    const auto those_like = [&](const std::string& one) {
        std::vector<std::string> out;
        for (size_t i = 0; i < parts.size(); ++i)
            if (size_of(parts[i]) == one)
                out.push_back(Phrase() << names[i] << " (" << shown(parts[i]) << ")");
        return out;
    };
    const std::vector<std::string> large = those_like(size_of(*most)), small = those_like(size_of(*least));
    return Phrase() << (large.size() == 1 ? "the largest part has " : "the largest parts have ")
                    << listed(large) << (small.size() == 1 ? ", the smallest " : ", the smallest ones ")
                    << listed(small);
}

std::string told_apart(std::span<const std::string> names, size_t i, std::string shown) {
    if (std::count(names.begin(), names.end(), names[i]) > 1) shown += " (" + std::to_string(i + 1) + ")";
    return shown;
}

}  // namespace explainer
