// Arithmetic that stands in a text, worked out again: "3 ÷ √2 = 2.12" holds if numbers that print so can
// make it true. Shares no code with what writes texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace explainer::sentences {

struct Equation {
    std::string text;
    bool holds = true;
};

/// Each "=" between two expressions of numbers, + − × · ÷ √ ² exp and brackets. A name before a number
/// ("T 0.5", "h 2") is passed over; what stands beside a word that is no number is not read ("÷ Σ = …").
/// A chain that goes on ("3 ÷ √2 = 2.12 ÷ 0.5 = 4.24") may mean the first number after "=" or all of it.
std::vector<Equation> equations_in(std::string_view text);

}  // namespace explainer::sentences
