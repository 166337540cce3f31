#include "explainer/brought/attention.h"

#include <array>
#include <string_view>
#include <utility>

namespace explainer::brought {
namespace {

constexpr std::array<std::string_view, 4> attention_names = {"attention", "attentions", "attn", "weights"};

Attention refused(std::string why) {
    Attention out;
    out.error = std::move(why);
    return out;
}

// Arrays that stand for the layers, in their order; several of them, or one.
std::vector<const model::Array*> chosen(std::span<const model::Array> arrays) {
    std::vector<const model::Array*> out = called(arrays, attention_names);
    if (!out.empty()) return out;
    for (const model::Array& one : arrays) {
        if (one.is_text || one.shape.size() < 2 || one.shape.size() > 5) continue;
        if (!out.empty()) return {};  // which of them is not clear
        out.push_back(&one);
    }
    return out;
}

}  // namespace

bool has_attention(std::span<const model::Array> arrays) {
    return !called(arrays, attention_names).empty();
}

Attention attention_of(std::span<const model::Array> arrays, const Tokens& tokens) {
    const std::vector<const model::Array*> layers = chosen(arrays);
    if (layers.empty())
        return refused(arrays.empty()
                           ? "There are no arrays in it."
                           : "None of its arrays is called “attention”, and which is meant is not clear.");
    Stack stack = stack_of(layers, {.shape = "attention is [layers, heads, n, n], [heads, n, n] or [n, n]",
                                    .rows = "queries",
                                    .cols = "keys"});
    if (!stack.error.empty()) return refused(std::move(stack.error));
    TokenNames names = names_of(stack.rows, stack.cols, tokens);
    if (!names.error.empty()) return refused(std::move(names.error));
    return {.error = {},
            .layers = stack.layers,
            .heads = stack.heads,
            .rows = stack.rows,
            .cols = stack.cols,
            .weights = std::move(stack.of_layers),
            .queries = std::move(names.queries),
            .keys = std::move(names.keys),
            .named = names.named};
}

}  // namespace explainer::brought
