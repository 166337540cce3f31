// See decode_model.h.
#include "explainer/exhibits/decode_model.h"

#include <algorithm>

#include "attention/trace.h"
#include "explainer/exhibits/attention_counts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/numpy_random.h"
#include "explainer/phrase.h"

namespace explainer::decode {
namespace {

constexpr uint32_t seed = 1;

/// Queries and keys of all tokens: [tokens, heads, d_k], normal numbers. With fewer heads of keys the first
/// ones are taken.
struct Drawn {
    std::vector<float> q, k;

    Drawn() {
        NumpyRandom random(seed);
        for (std::vector<float>* numbers : {&q, &k})
            for (int i = 0; i < tokens * d; ++i) numbers->push_back(static_cast<float>(random.randn()));
    }
};

}  // namespace

const char* const words[tokens + 1] = {"The", "cat", "sat", "on",   "the", "mat",
                                       "as",  "it",  "was", "soft", "–"};

void Model::compute(int new_token, int new_kv_heads, int new_head) {
    token = new_token;
    kv_heads = new_kv_heads;
    head = new_head;
    const Drawn drawn;
    cached.assign(at(heads * tokens), 0);
    again = cached;
    // (KeyValueCache comes to the same, as a test shows; it would bring the fused kernels along.)
    for (const bool by_cache : {true, false}) {
        attention::Options options;
        options.causal = true;
        // One query beside the keys that are kept, or all of them.
        const int first = by_cache ? token - 1 : 0, rows = token - first;
        options.query_offset = first;
        std::vector<float> weights(at(rows * token)), blend(at(rows * d_k));
        for (int h = 0; h < heads; ++h) {
            const attention::ConstMatrixView keys{&drawn.k[at(read_by(h) * d_k)], token, d_k, d};
            attention::TraceViews views;
            views.weights = {weights.data(), rows, token};
            views.output = {blend.data(), rows, d_k};
            attention::trace_into({&drawn.q[at(first * d + h * d_k)], rows, d_k, d}, keys, keys, options,
                                  views);
            std::copy_n(&weights[at((rows - 1) * token)], token,
                        &(by_cache ? cached : again)[at(h * tokens)]);
        }
    }
}

double Model::work(bool by_cache, int t) const {
    const double projected = d * d + 2 * d * kv_heads * d_k, n = t;
    return projected * (by_cache ? 1 : n) +
           counts::multiplications(heads * (by_cache ? n : counts::pairs_back(n)), d_k);
}

double Model::work_so_far(bool by_cache, int t) const {
    double out = 0;
    for (int i = 1; i <= t; ++i) out += work(by_cache, i);
    return out;
}

double Model::bytes_with(int shared, int t) {
    return counts::cache_bytes(1, shared, d_k, bits, t);
}

Description Model::describe() const {
    Description out;
    out.summary = Phrase() << "Token " << token << " of " << tokens << ", “" << std::string(words[token - 1])
                           << "”: with a cache " << grouped(work(true, token)) << " multiplications, and "
                           << grouped(bytes(token)) << " bytes are kept. Without, "
                           << grouped(work(false, token)) << ", " << fixed(times(token), 1)
                           << " times the work. Queries and keys are random numbers from a seed.";
    Table row{Phrase() << "Weights of token " << token << " in head " << head + 1,
              {"word", "with a cache", "without"},
              {}};
    for (int j = 0; j < token; ++j) add_row(row) << words[j] << weight(true, j) << weight(false, j);
    Table counted{"Multiplications for each token, and bytes kept",
                  {"token", "word", "with a cache", "without", "bytes", "bytes with 4 heads"},
                  {}};
    for (int t = 1; t <= tokens; ++t)
        add_row(counted) << t << words[t - 1] << work(true, t) << work(false, t) << bytes(t)
                         << bytes_with(heads, t);
    out.tables = {std::move(row), std::move(counted)};
    out.add_value("multiplications with a cache", work(true, token), "cached[token - 1]");
    out.add_value("multiplications without", work(false, token), "again[token - 1]");
    out.add_value("so far with a cache", work_so_far(true, token), "cached[:token].sum()");
    out.add_value("so far without", work_so_far(false, token), "again[:token].sum()");
    out.add_value("times the work", times(token), "again[token - 1] / cached[token - 1]");
    out.add_value("bytes kept", bytes(token), "kept * token");
    out.add_value("bytes a token", bytes(1), "kept");
    out.add_value("bytes with 4 heads", bytes_with(heads, token), "kept * token * heads / kv_heads");
    out.add_value("weight of itself", weight(true, token - 1), "weights[-1]");
    return out;
}

std::string Model::numpy() const {
    return Phrase() << "import numpy as np\n\ntoken, kv_heads, head = " << token << ", " << kv_heads << ", "
                    << head + 1 << "\nheads, d_k, tokens = " << heads << ", " << d_k << ", " << tokens
                    << "\ndraw = np.random.RandomState(" << static_cast<int>(seed) << R"()
q, k = draw.randn(2, tokens, heads, d_k)
seen = k[:token, (head - 1) * kv_heads // heads]  # the first heads of keys, shared
weights = np.exp(seen @ q[token - 1, head - 1] / np.sqrt(d_k))
weights /= weights.sum()
d, t = heads * d_k, np.arange(1, tokens + 1)
project = d * d + 2 * d * kv_heads * d_k  # one token, to q, k and v
cached = project + 2 * d * t              # its scores and its blend
again = project * t + d * t * (t + 1)     # all tokens, each looking back
kept = 2 * kv_heads * d_k * )"
                    << bits / 8 << "  # bytes a token\n";
}

}  // namespace explainer::decode
