// See head_tensors.h.
#include "explainer/brought/head_tensors.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "attention/stages.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

using Names = std::array<std::string_view, 4>;
constexpr Names query_names = {"q", "Q", "query", "queries"}, key_names = {"k", "K", "key", "keys"},
                value_names = {"v", "V", "value", "values"};

HeadTensors refused_heads(std::string why) {
    HeadTensors out;
    out.error = std::move(why);
    return out;
}

/// The stack of that name; none: there is no such array. Its error may be set.
std::optional<Stack> vectors_of(std::span<const model::Array> arrays, const Names& names, const char* each) {
    const std::vector<const model::Array*> found = called(arrays, names);
    if (found.empty()) return std::nullopt;
    return stack_of(
        found,
        {.shape = "it is [n, d] of a head, or [layers, heads, n, d]", .rows = each, .cols = "components"});
}

std::string not_there(const char* name) {
    return "None of its arrays is called “" + std::string(name) + "”.";
}

/// Why keys or values are not those of the heads that ask; empty: they are.
std::string misfit(const Stack& one, int rows, const std::string& whose, int layers, int heads) {
    if (one.rows != rows)
        return one.name + " has " + std::to_string(one.rows) + " rows, and there are " +
               std::to_string(rows) + " keys.";
    if (one.layers != layers)
        return one.name + " is of " + plural(one.layers, "layer") + ", and " + whose + " of " +
               std::to_string(layers) + ".";
    // (One matrix for many heads is shared by all of them only where its shape says so.)
    if (one.heads != heads && (!one.by_heads || one.heads > heads || heads % one.heads != 0))
        return one.name + " is of " + plural(one.heads, "head") + ", and " + whose + " of " +
               std::to_string(heads) + ".";
    return "";
}

/// Whether the first query of the first head gives all its weight to itself and to what is before it.
bool looks_back_only(const Attention& attention) {
    const int itself = std::max(0, attention.cols - attention.rows);
    if (itself + 1 >= attention.cols) return false;
    const std::span<const float> row = attention.map(0, 0).first(static_cast<std::size_t>(attention.cols));
    return std::all_of(row.begin() + itself + 1, row.end(), [](float weight) { return weight == 0; });
}

}  // namespace

attention::ConstMatrixView HeadTensors::weights_of(int layer, int head) const {
    return {attention->map(layer, head).data(), rows, cols};
}

attention::ConstMatrixView HeadTensors::of(const Stack& stack, int layer, int head) const {
    return {stack.matrix(layer, head * stack.heads / heads).data(), stack.rows, stack.cols};
}

void scaled_scores(attention::ConstMatrixView q, attention::ConstMatrixView k, attention::MatrixView out) {
    attention::scores(q, k, out);
    attention::scale(out, attention::scale_factor({}, q.cols), out);
}

HeadTensors head_tensors_of(std::span<const model::Array> arrays, const Tokens& tokens, Wanted wanted) {
    if (arrays.empty()) return refused_heads("There are no arrays in it.");
    HeadTensors out;
    out.q = vectors_of(arrays, query_names, "queries");
    out.k = vectors_of(arrays, key_names, "keys");
    const bool brought = has_attention(arrays);
    const bool from_vectors = wanted == Wanted::scores || (!brought && (out.q || out.k));
    if (from_vectors) {
        if (!out.q) return refused_heads(not_there("q"));
        if (!out.k) return refused_heads(not_there("k"));
        for (const Stack* one : {&*out.q, &*out.k})
            if (!one->error.empty()) return refused_heads(one->error);
        if (out.q->cols != out.k->cols)
            return refused_heads(out.q->name + " has " + plural(out.q->cols, "component") + ", and " +
                                 out.k->name + " " + std::to_string(out.k->cols) + ".");
        if (std::string why = misfit(*out.k, out.k->rows, out.q->name, out.q->layers, out.q->heads);
            !why.empty())
            return refused_heads(std::move(why));
        out.layers = out.q->layers;
        out.heads = out.q->heads;
        out.rows = out.q->rows;
        out.cols = out.k->rows;
        TokenNames names = names_of(out.rows, out.cols, tokens);
        if (!names.error.empty()) return refused_heads(std::move(names.error));
        out.queries = std::move(names.queries);
        out.keys = std::move(names.keys);
        out.named = names.named;
        if (brought) {
            const Attention beside = attention_of(arrays, tokens);
            out.causal = beside.error.empty() && beside.rows == out.rows && beside.cols == out.cols &&
                         looks_back_only(beside);
        }
    } else {
        if (wanted == Wanted::arrivals && !brought)
            return refused_heads("None of its arrays is called “attention”, or “q” and “k”.");
        out.q.reset();
        out.k.reset();
        out.attention = attention_of(arrays, tokens);
        Attention& given = *out.attention;
        if (!given.error.empty()) return refused_heads(std::move(given.error));
        out.layers = given.layers;
        out.heads = given.heads;
        out.rows = given.rows;
        out.cols = given.cols;
        out.queries = std::move(given.queries);
        out.keys = std::move(given.keys);
        out.named = given.named;
    }
    if (wanted != Wanted::arrivals) return out;
    out.v = vectors_of(arrays, value_names, "rows");
    if (!out.v) return refused_heads(not_there("v"));
    if (!out.v->error.empty()) return refused_heads(out.v->error);
    if (std::string why =
            misfit(*out.v, out.cols, from_vectors ? out.q->name : "attention", out.layers, out.heads);
        !why.empty())
        return refused_heads(std::move(why));
    return out;
}

}  // namespace explainer::brought
