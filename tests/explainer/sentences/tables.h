// What an exhibit tells in a state, for rules that derive a sentence once more: its tables and values,
// numbers as they are printed, and whether a printed number is that number. Shares no code with what writes
// sentences.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/view.h"

namespace explainer::sentences {

/// A number as it stands in a sentence: "−1.2", "2.14·10⁹", "8,192", "+0.36". NaN if it is none.
inline double number_in(std::string text) {
    const auto replace = [&text](std::string_view from, std::string_view to) {
        for (size_t at = text.find(from); at != std::string::npos; at = text.find(from))
            text.replace(at, from.size(), to);
    };
    replace("−", "-");
    replace("·10", "e");
    replace("⁻", "-");
    replace(",", "");
    constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (int digit = 0; digit < 10; ++digit) replace(raised[digit], std::to_string(digit));
    char* end = nullptr;
    const double out = std::strtod(text.c_str(), &end);
    return text.empty() || *end != 0 ? NAN : out;
}

/// Half a unit of its last printed digit.
inline double half_unit(const std::string& text) {
    const size_t power = text.find("·10");
    const std::string digits = text.substr(0, power);
    const size_t point = digits.find('.');
    const double unit =
        point == std::string::npos ? 1 : std::pow(10, -static_cast<double>(digits.size() - point - 1));
    if (power == std::string::npos) return 0.5 * unit;
    return 0.5 * unit * std::fabs(number_in("1" + text.substr(power)));
}

/// Whether `text` is that number in the digits it is printed with; float32 sums may have moved it by a few
/// steps of the largest number in the sum.
inline bool shows(const std::string& text, double value, double largest = 0) {
    const double room = half_unit(text) * 1.0001 + 4e-7 * std::max(std::fabs(value), largest);
    return std::fabs(number_in(text) - value) <= room;
}

/// An exhibit in a state, as it describes itself.
struct Tables {
    std::string exhibit, state;
    Description description;

    /// What the state string gives a parameter; NaN if it says nothing.
    double given(std::string_view name) const {
        const std::string all = ";" + state + ";", from = ";" + std::string(name) + "=";
        const size_t at = all.find(from);
        if (at == std::string::npos) return NAN;
        return std::strtod(all.c_str() + at + from.size(), nullptr);
    }
    double value(std::string_view name) const {
        for (const auto& [known, number, python] : description.values)
            if (known == name) return number;
        return NAN;
    }
    const Table* table(std::string_view title) const {
        for (const Table& one : description.tables)
            if (std::string_view(one.title).starts_with(title)) return &one;
        return nullptr;
    }
    static double number(const Cell& cell) {
        const auto* found = std::get_if<double>(&cell);
        return found != nullptr ? *found : NAN;
    }
    static std::string name(const Cell& cell) {
        const auto* text = std::get_if<std::string>(&cell);
        return text != nullptr ? *text : std::to_string(static_cast<long>(number(cell)));
    }
    /// A column of a table: NaN where it holds words; empty if there is none.
    std::vector<double> column(std::string_view title, std::string_view column) const {
        std::vector<double> out;
        const Table* found = table(title);
        if (found == nullptr) return out;
        const auto at = std::find(found->columns.begin(), found->columns.end(), column);
        if (at == found->columns.end()) return out;
        for (const std::vector<Cell>& row : found->rows)
            out.push_back(number(row[static_cast<size_t>(at - found->columns.begin())]));
        return out;
    }
    /// The first cells of its rows.
    std::vector<std::string> names(std::string_view title) const {
        std::vector<std::string> out;
        if (const Table* found = table(title))
            for (const std::vector<Cell>& row : found->rows) out.push_back(name(row.front()));
        return out;
    }
    double cell(std::string_view title, std::string_view row, std::string_view of) const {
        const std::vector<std::string> all = names(title);
        const std::vector<double> numbers = column(title, of);
        for (size_t i = 0; i < std::min(all.size(), numbers.size()); ++i)
            if (all[i] == row) return numbers[i];
        return NAN;
    }
};

/// softmax in double, of scores over a temperature.
inline std::vector<double> softmax(std::vector<double> scores, double temperature = 1) {
    const double most = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (double& one : scores) sum += one = std::exp((one - most) / temperature);
    for (double& one : scores) one /= sum;
    return scores;
}

/// "a", "a and b", "a, b and c".
inline std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

/// The places of those that look as large as the largest (or as small as the smallest) when they are printed
/// with so many decimals.
inline std::vector<size_t> most_of(const std::vector<double>& all, int decimals, double sign = 1) {
    const auto printed = [&](double one) { return std::round(one * std::pow(10, decimals)); };
    std::vector<size_t> out;
    double most = -INFINITY;
    for (const double one : all) most = std::max(most, sign * one);
    for (size_t i = 0; i < all.size(); ++i)
        if (printed(sign * all[i]) == printed(most)) out.push_back(i);
    return out;
}

}  // namespace explainer::sentences
