#include "explainer/brought/reading.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr int most_named = 64;
constexpr std::size_t largest_vocabulary = 1 << 21;

const model::Array* array_called(std::span<const model::Array> arrays, std::string_view name, bool text) {
    for (const model::Array& one : arrays)
        if (one.is_text == text && one.name == name) return &one;
    return nullptr;
}

std::vector<std::string> words_called(std::span<const model::Array> arrays, std::string_view name) {
    const model::Array* found = array_called(arrays, name, true);
    return found ? found->words : std::vector<std::string>();
}

/// It lives as long as the array.
std::string_view text_called(std::span<const model::Array> arrays, std::string_view name) {
    const model::Array* found = array_called(arrays, name, true);
    return found && !found->words.empty() ? std::string_view(found->words[0]) : std::string_view();
}

/// What is wrong; or nothing.
std::string read(std::span<const model::Array> arrays, const std::string& suffix, Following& out) {
    const std::string name = "logits" + suffix;
    const model::Array* found = array_called(arrays, name, false);
    if (!found) return "";
    const std::size_t size = found->shape.empty() ? 0 : static_cast<std::size_t>(found->shape.back());
    if (size == 0 || size > largest_vocabulary || found->numbers.size() < size)
        return "“" + name + "” is [vocabulary], or of several tokens.";
    out.logits = found->numbers.last(size);
    float most = -INFINITY;
    for (const float one : out.logits) {
        if (std::isnan(one) || one == INFINITY) return "“" + name + "” has an entry that is no number.";
        most = std::max(most, one);
    }
    if (most == -INFINITY) return "“" + name + "” leaves no token possible.";
    const std::span<const float> by = out.logits;
    out.order = order_of(size, [by](std::size_t a, std::size_t b) { return by[a] > by[b]; });
    out.names = words_called(arrays, "candidates" + suffix);
    out.names.resize(std::min(out.names.size(), size));
    return "";
}

}  // namespace

int Following::named() const {
    const int size = static_cast<int>(std::min<std::size_t>(logits.size(), most_named));
    return names.empty() ? size : std::min(size, static_cast<int>(names.size()));
}

std::string Following::quoted(std::size_t rank) const {
    if (rank < names.size()) return "“" + seen(names[rank]) + "”";
    return Phrase() << "token " << order[rank];
}

TextReading read_text(const Tensors& tensors) {
    const std::span<const model::Array> arrays = tensors.arrays;
    TextReading out;
    out.error = read(arrays, "", out.all);
    if (out.error.empty() && !out.all.is_there())
        out.error = "None of its arrays is called “logits”: what may follow the text.";
    if (out.error.empty()) out.error = read(arrays, "_without", out.without);
    if (const model::Array* head = array_called(arrays, "without", false);
        head && head->numbers.size() == 2) {
        out.layer = static_cast<int>(head->numbers[0]);
        out.head = static_cast<int>(head->numbers[1]);
    }
    if (out.error.empty() && out.without.is_there() && out.without.logits.size() != out.all.logits.size())
        out.error = "“logits” and “logits_without” are of other vocabularies.";
    for (const std::string& token : tensors.tokens.keys) out.tokens.push_back(seen(token));
    out.text = text_called(arrays, "text");
    out.first_text = text_called(arrays, "first_text");
    out.runs = array_called(arrays, "first_text", true) != nullptr;
    return out;
}

}  // namespace explainer::brought
