// See stack.h.
#include "explainer/brought/stack.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

std::string shape_text(std::span<const std::uint64_t> shape) {
    std::string out = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return out + "]";
}

Stack refused_stack(std::string why) {
    Stack out;
    out.error = std::move(why);
    return out;
}

/// The number behind a name's last dot.
int number_of(const std::string& name) {
    return std::atoi(name.c_str() + name.rfind('.') + 1);
}

// "attention.3" → 3, for one of the names.
std::optional<int> place_in_list(const std::string& name, std::span<const std::string_view> names) {
    for (const std::string_view known : names) {
        if (!name.starts_with(known) || name.size() < known.size() + 2 || name[known.size()] != '.') continue;
        const std::string_view digits = std::string_view(name).substr(known.size() + 1);
        if (digits.size() > 4 ||
            !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
            continue;
        return number_of(name);
    }
    return std::nullopt;
}

}  // namespace

std::string seen(const std::string& token) {
    std::string out;
    const bool blank = token.find_first_not_of(' ') == std::string::npos;
    constexpr const char* digits = "0123456789abcdef";
    for (const char letter : token) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '\n')
            out += "\\n";
        else if (letter == '\t')
            out += "\\t";
        else if (letter == '\r')
            out += "\\r";
        else if (code < 0x20 || code == 0x7f)
            out += std::string("\\x") + digits[code >> 4] + digits[code & 15];
        else if (blank)
            out += "·";
        else
            out += letter;
    }
    return out;
}

std::vector<const model::Array*> called(std::span<const model::Array> arrays,
                                        std::span<const std::string_view> names) {
    for (const std::string_view name : names)
        for (const model::Array& one : arrays)
            if (!one.is_text && one.name == name) return {&one};
    std::vector<std::pair<int, const model::Array*>> list;
    for (const model::Array& one : arrays)
        if (const std::optional<int> place = place_in_list(one.name, names); place && !one.is_text)
            list.emplace_back(*place, &one);
    std::vector<const model::Array*> out;
    for (const size_t i :
         order_of(list.size(), [&list](size_t a, size_t b) { return list[a].first < list[b].first; }))
        out.push_back(list[i].second);
    return out;
}

Stack stack_of(std::span<const model::Array* const> layers, const StackWords& words) {
    Stack out;
    std::string before;  // the name of the last
    int place = -1;      // of the last one in their list
    for (const model::Array* one : layers) {
        std::span<const std::uint64_t> shape = one->shape;
        const std::string name = one->name.empty() ? "The array" : "“" + one->name + "”";
        const std::size_t least = 2, most = layers.size() > 1 ? 4 : 5;
        if (shape.size() < least || shape.size() > most)
            return refused_stack(name + " has the shape " + shape_text(shape) + "; " +
                                 std::string(words.shape) + ".");
        std::uint64_t here = 1;  // layers in this array
        if (shape.size() == 5 || (layers.size() > 1 && shape.size() == 4)) {
            const std::uint64_t batch = shape[shape.size() - 4];
            if (batch != 1)
                return refused_stack(name + " has the shape " + shape_text(shape) + ": a batch of " +
                                     std::to_string(batch) + ", and one can be shown.");
        }
        if (layers.size() == 1 && shape.size() >= 4) here = shape[0];
        const std::uint64_t heads = shape.size() > 2 ? shape[shape.size() - 3] : 1;
        const std::uint64_t rows = shape[shape.size() - 2], cols = shape[shape.size() - 1];
        if (here == 0 || heads == 0 || rows == 0 || cols == 0)
            return refused_stack(name + " has the shape " + shape_text(shape) + ": there is nothing in it.");
        if (rows > most_tokens || cols > most_tokens)
            return refused_stack(name + " has " + std::to_string(rows) + " " + std::string(words.rows) +
                                 " and " + std::to_string(cols) + " " + std::string(words.cols) +
                                 ", and at most " + std::to_string(most_tokens) + " of each can be shown.");
        if (here > most_heads || heads > most_heads ||
            (static_cast<std::uint64_t>(out.layers) + here) * heads > most_heads)
            return refused_stack("It has more than " + std::to_string(most_heads) + " heads in all.");
        if (out.layers > 0 && (static_cast<int>(heads) != out.heads || static_cast<int>(rows) != out.rows ||
                               static_cast<int>(cols) != out.cols))
            return refused_stack(name + " has the shape " + shape_text(shape) +
                                 ", another than the layer before it.");
        if (!before.empty() && number_of(one->name) != place + 1)
            return refused_stack(name + " comes after " + before +
                                 ": a list of layers is numbered one by one.");
        before = name;
        place = number_of(one->name);
        if (out.layers == 0) out.name = name;
        out.heads = static_cast<int>(heads);
        out.rows = static_cast<int>(rows);
        out.cols = static_cast<int>(cols);
        out.by_heads = shape.size() > 2;
        const std::size_t each = one->numbers.size() / static_cast<std::size_t>(here);
        for (std::size_t l = 0; l < here; ++l) out.of_layers.push_back(one->numbers.subspan(l * each, each));
        out.layers += static_cast<int>(here);
    }
    return out;
}

TokenNames names_of(int rows, int cols, const Tokens& tokens) {
    TokenNames out;
    const auto fits = [](const std::vector<std::string>& names, int count) {
        return names.empty() || names.size() == static_cast<std::size_t>(count);
    };
    if (!fits(tokens.keys, cols))
        out.error =
            plural(static_cast<int>(tokens.keys.size()), "token") + " came for " + plural(cols, "key") + ".";
    if (!fits(tokens.queries, rows))
        out.error = plural(static_cast<int>(tokens.queries.size()), "token") + " of queries came for " +
                    (rows == 1 ? "1 query" : std::to_string(rows) + " queries") + ".";
    if (!out.error.empty()) return out;
    out.named = !tokens.keys.empty();
    const auto numbers = [](int count) {
        std::vector<std::string> all;
        for (int i = 0; i < count; ++i) all.push_back(std::to_string(i));
        return all;
    };
    out.keys = out.named ? std::vector<std::string>() : numbers(cols);
    for (const std::string& token : tokens.keys) out.keys.push_back(seen(token));
    for (const std::string& token : tokens.queries) out.queries.push_back(seen(token));
    if (out.queries.empty())
        out.queries =
            rows <= cols ? std::vector<std::string>(out.keys.end() - rows, out.keys.end()) : numbers(rows);
    return out;
}

}  // namespace explainer::brought
