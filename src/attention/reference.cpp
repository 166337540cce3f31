// Double precision, straight from the formulas. Includes nothing that computes: what it judges must not judge
// itself.
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention::reference {
namespace {
std::size_t z(int i) {
    return static_cast<std::size_t>(i);
}
}  // namespace

std::vector<double> widen(ConstMatrixView x) {
    std::vector<double> out;
    out.reserve(x.size());
    for (int i = 0; i < x.rows; ++i) out.insert(out.end(), x.row(i), x.row(i) + x.cols);
    return out;
}

std::vector<double> softmax(const std::vector<double>& row, double temperature) {
    double shift = -std::numeric_limits<double>::infinity();
    for (const double x : row) shift = x > shift ? x : shift;
    std::vector<double> weights(row.size(), 0.0);
    const bool nan = std::any_of(row.begin(), row.end(), [](double x) { return std::isnan(x); });
    if (shift == -std::numeric_limits<double>::infinity() && !nan) return weights;
    double sum = 0;
    for (std::size_t j = 0; j < row.size(); ++j) sum += weights[j] = std::exp((row[j] - shift) / temperature);
    for (double& w : weights) w /= sum;
    return weights;
}

double entropy(const std::vector<double>& weights) {
    double sum = 0;
    for (const double w : weights) sum -= w > 0 ? w * std::log(w) : 0;
    return sum;
}

std::vector<double> multiply(const std::vector<double>& a, const std::vector<double>& b, int n, int k,
                             int m) {
    std::vector<double> c(z(n) * z(m), 0.0);
    for (int i = 0; i < n; ++i) {
        for (int t = 0; t < k; ++t) {
            for (int j = 0; j < m; ++j)
                c[z(i) * z(m) + z(j)] += a[z(i) * z(k) + z(t)] * b[z(t) * z(m) + z(j)];
        }
    }
    return c;
}

std::vector<double> apply_rope(const std::vector<double>& x, int n, int d, std::int64_t offset, double base,
                               RopePairs pairs) {
    std::vector<double> y = x;
    for (int i = 0; i < n; ++i) {
        for (int p = 0; p < d / 2; ++p) {
            const double angle = (static_cast<double>(offset) + i) * std::pow(base, -2.0 * p / d);
            const bool halves = pairs == RopePairs::halves;
            const std::size_t a = z(i) * z(d) + z(halves ? p : 2 * p);
            const std::size_t b = z(i) * z(d) + z(halves ? p + d / 2 : 2 * p + 1);
            y[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
            y[b] = x[a] * std::sin(angle) + x[b] * std::cos(angle);
        }
    }
    return y;
}

namespace {

struct Sizes {
    int n, m, d, dv;
};

// Whether query i may see key j, as the essays say it: the query stands query_offset + i places from the
// first key, the key j; a causal query looks back only, a window reaches less than `window` places to either
// side, and what is padded or has a bias of −∞ is hidden. Written with i − j, which cannot overflow.
bool sees(const Options& options, int i, int j, int m) {
    const std::int64_t ahead = static_cast<std::int64_t>(j) - i;  // the key is query_offset − ahead back
    if (options.causal && ahead > options.query_offset) return false;
    if (options.window > 0 &&
        (options.query_offset >= ahead + options.window || options.query_offset <= ahead - options.window))
        return false;
    if (options.key_mask != nullptr && options.key_mask[j] == 0) return false;
    return options.bias == nullptr ||
           options.bias[z(i) * z(m) + z(j)] != -std::numeric_limits<float>::infinity();
}

// One head; `slope` is its ALiBi slope, in place of options.alibi.
Result attend_wide(const std::vector<double>& q_in, const std::vector<double>& k_in,
                   const std::vector<double>& v, const Sizes& sizes, const Options& options, double slope) {
    const auto [n, m, d, dv] = sizes;
    const bool rotated = options.rope_base > 0;
    const double base = static_cast<double>(options.rope_base);
    const std::vector<double> q =
        rotated ? apply_rope(q_in, n, d, options.query_offset, base, options.rope_pairs) : q_in;
    const std::vector<double> k = rotated ? apply_rope(k_in, m, d, 0, base, options.rope_pairs) : k_in;
    const double scale = options.scale ? static_cast<double>(*options.scale) : 1 / std::sqrt(d);
    Result r;
    for (int i = 0; i < n; ++i) {
        std::vector<double> row(z(m));
        for (int j = 0; j < m; ++j) {
            double score = 0;
            for (int t = 0; t < d; ++t) score += q[z(i) * z(d) + z(t)] * k[z(j) * z(d) + z(t)];
            r.scores.push_back(score);
            double x = score * scale;
            x -= slope * std::abs(static_cast<double>(options.query_offset) + i - j);
            if (options.bias) x += static_cast<double>(options.bias[z(i) * z(m) + z(j)]);
            if (!sees(options, i, j, m)) x = -std::numeric_limits<double>::infinity();
            r.scaled.push_back(x);
            row[z(j)] = x;
        }
        const std::vector<double> weights = softmax(row, static_cast<double>(options.temperature));
        r.entropy.push_back(entropy(weights));
        for (int t = 0; t < dv; ++t) {
            double sum = 0;
            for (int j = 0; j < m; ++j)
                sum += weights[z(j)] == 0 ? 0 : weights[z(j)] * v[z(j) * z(dv) + z(t)];
            r.output.push_back(sum);
        }
        r.weights.insert(r.weights.end(), weights.begin(), weights.end());
    }
    return r;
}

// Columns [first, first + count) of x [rows, columns].
std::vector<double> columns_of(const std::vector<double>& x, int rows, int columns, int first, int count) {
    std::vector<double> part;
    for (int i = 0; i < rows; ++i) {
        for (int t = 0; t < count; ++t) part.push_back(x[z(i) * z(columns) + z(first + t)]);
    }
    return part;
}

// The heads of queries are dealt to those of keys in their order, as many to each: the first heads /
// kv_heads of them read the first key head.
int key_head_of(int head, int heads, int kv_heads) {
    int from = 0;
    for (int dealt = heads / kv_heads; head >= dealt; dealt += heads / kv_heads) ++from;
    return from;
}

// The geometric sequence of Press et al.: 2^(−8/H), 2^(−16/H), … for H heads.
double head_slope(const Options& options, int head, int heads) {
    return static_cast<double>(options.alibi) * std::pow(std::pow(2.0, -8.0 / heads), head + 1);
}

}  // namespace

Result attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) {
    return attend_wide(widen(q), widen(k), widen(v), {q.rows, k.rows, q.cols, v.cols}, options,
                       static_cast<double>(options.alibi));
}

std::vector<double> decode(ConstMatrixView query, ConstMatrixView keys, ConstMatrixView values, int kv_heads,
                           const Options& options) {
    const int heads = query.rows;
    const int d = query.cols;
    const int dv = values.cols / kv_heads;
    const int length = keys.rows;
    Options newest;  // what the last of the tokens sees of all of them
    newest.causal = true;
    newest.query_offset = length - 1;
    newest.window = options.window;
    newest.scale = options.scale;
    newest.temperature = options.temperature;
    std::vector<double> out;
    for (int h = 0; h < heads; ++h) {
        const int from = key_head_of(h, heads, kv_heads);
        const Result r =
            attend_wide(widen({query.row(h), 1, d}), columns_of(widen(keys), length, keys.cols, from * d, d),
                        columns_of(widen(values), length, values.cols, from * dv, dv), {1, length, d, dv},
                        newest, head_slope(options, h, heads));
        out.insert(out.end(), r.output.begin(), r.output.end());
    }
    return out;
}

std::vector<double> multi_head(ConstMatrixView x, const MultiHeadWeights& w, const Options& options) {
    const int n = x.rows;
    const int d_model = x.cols;
    const int d_k = d_model / w.heads;
    const int kv = w.kv_heads * d_k;
    const std::vector<double> q = multiply(widen(x), widen(w.wq), n, d_model, d_model);
    const std::vector<double> k = multiply(widen(x), widen(w.wk), n, d_model, kv);
    const std::vector<double> v = multiply(widen(x), widen(w.wv), n, d_model, kv);
    std::vector<double> concat(z(n) * z(d_model));
    for (int h = 0; h < w.heads; ++h) {
        const int from = key_head_of(h, w.heads, w.kv_heads) * d_k;
        const Result r = attend_wide(columns_of(q, n, d_model, h * d_k, d_k), columns_of(k, n, kv, from, d_k),
                                     columns_of(v, n, kv, from, d_k), {n, n, d_k, d_k}, options,
                                     head_slope(options, h, w.heads));
        for (int i = 0; i < n; ++i) {
            for (int t = 0; t < d_k; ++t)
                concat[z(i) * z(d_model) + z(h * d_k + t)] = r.output[z(i) * z(d_k) + z(t)];
        }
    }
    return multiply(concat, widen(w.wo), n, d_model, d_model);
}

}  // namespace attention::reference
