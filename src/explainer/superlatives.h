// Who may be called the largest: a sentence names all that a reader sees as equal, or none. Knows no exhibit.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace explainer {

/// Which values show as the largest with so many decimals, in their order. Several where the difference does
/// not show; all of them where none stands out. `values` are numbers, one at least.
std::vector<int> largest_shown(std::span<const float> values, int decimals);
/// The same of the smallest.
std::vector<int> smallest_shown(std::span<const float> values, int decimals);

/// "x₁", "x₁ and x₂", "x₁, x₂ and x₃"
std::string listed(const std::vector<std::string>& names);

/// "the largest part has b (2.0), the smallest a (−1.0)": of what adds up to one sum, by size, whatever the
/// sign: of a negative sum, what is most negative is the largest part of it. All are named that a reader sees
/// as equal; `shown` writes a part, `size` how large one is. Two parts at least.
std::string largest_and_smallest(std::span<const std::string> names, std::span<const float> parts,
                                 std::string (*shown)(float), std::string (*size)(double));

/// `shown`, what names[i] is called; with its place, "“the” (5)", if another one has the same name.
std::string told_apart(std::span<const std::string> names, size_t i, std::string shown);

}  // namespace explainer
