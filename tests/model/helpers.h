// What the model's tests share: random models as tensors, a forward pass, and the same in double, written out
// once more in plain loops: of src/model it uses plain types only, of the core nothing.
#pragma once

#if !defined(__cpp_exceptions) && !defined(DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS)
#define DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
#endif
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../seed.h"
#include "model/transformer.h"

namespace test {

using model::Config;
using Numbers = std::vector<double>;

inline std::size_t z(int i) {
    return static_cast<std::size_t>(i);
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}

    int from(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine_); }
    float normal() { return std::normal_distribution<float>()(engine_); }
    std::vector<int> tokens(int n, int vocabulary) {
        std::vector<int> all(z(n));
        for (int& token : all) token = from(0, vocabulary - 1);
        return all;
    }

  private:
    std::mt19937 engine_;
};

// Sizes that are no multiples of anything, so that remainders of tiles and panels occur. Narrow ones with a
// large epsilon: with two numbers in a row, a layer norm divides their difference by itself, and where it is
// next to nothing float32 and double are 5e-4 apart.
inline Config random_config(Random& random) {
    const int heads = random.from(1, 4);
    Config config{.vocabulary = random.from(1, 70),
                  .context = random.from(1, 30),
                  .width = heads * random.from(1, 9),
                  .layers = random.from(1, 3),
                  .heads = heads,
                  .inner = random.from(1, 80)};
    if (config.width < 10 || random.from(0, 1)) config.epsilon = 0.3f;
    return config;
}

// A model's tensors by name, each with its shape.
struct Parameters {
    struct One {
        std::vector<std::uint64_t> shape;
        std::vector<float> numbers;
    };
    std::map<std::string, One> all;

    std::vector<model::Tensor> tensors() const {
        std::vector<model::Tensor> list;
        for (const auto& [name, one] : all)
            list.push_back({name, model::Dtype::f32, one.shape, std::as_bytes(std::span(one.numbers))});
        return list;
    }
    // As double, for the reference.
    Numbers operator()(const std::string& name) const {
        const std::vector<float>& numbers = all.at(name).numbers;
        return {numbers.begin(), numbers.end()};
    }
};

// Weights large enough that heads differ from averages and the GELU bends, gains about 1; all biases count.
inline Parameters random_parameters(const Config& config, Random& random) {
    Parameters made;
    const auto add = [&](const std::string& name, std::vector<int> shape, float deviation, float mean = 0) {
        Parameters::One& one = made.all[name];
        std::size_t count = 1;
        for (const int size : shape) {
            one.shape.push_back(z(size));
            count *= z(size);
        }
        one.numbers.resize(count);
        for (float& x : one.numbers) x = mean + deviation * random.normal();
    };
    const int width = config.width, inner = config.inner;
    const auto norm = [&](const std::string& name) {
        add(name + ".weight", {width}, 0.3f, 1);
        add(name + ".bias", {width}, 0.3f);
    };
    const auto linear = [&](const std::string& name, int in, int out) {
        add(name + ".weight", {in, out}, 1 / std::sqrt(static_cast<float>(in)));
        add(name + ".bias", {out}, 0.3f);
    };
    add("wte.weight", {config.vocabulary, width}, 1 / std::sqrt(static_cast<float>(width)));
    add("wpe.weight", {config.context, width}, 1 / std::sqrt(static_cast<float>(width)));
    for (int l = 0; l < config.layers; ++l) {
        const std::string layer = "h." + std::to_string(l);
        norm(layer + ".ln_1");
        linear(layer + ".attn.c_attn", width, 3 * width);
        linear(layer + ".attn.c_proj", width, width);
        norm(layer + ".ln_2");
        linear(layer + ".mlp.c_fc", width, inner);
        linear(layer + ".mlp.c_proj", inner, width);
    }
    norm("ln_f");
    return made;
}

// --- the formulas in double

// What the reference keeps, one matrix after the other as in model::Run.
struct Expected {
    std::vector<Numbers> residual;
    struct Layer {
        Numbers norm_1, q, k, v, heads, attention, norm_2, hidden_before, hidden, mlp;
        std::vector<Numbers> weights, parts;  // of each head
    };
    std::vector<Layer> layers;
    Numbers norm, logits;
};

// x [n, width] normed by the parameters of that name.
inline Numbers normed(const Numbers& x, int n, const Parameters& by, const std::string& name,
                      double epsilon) {
    const Numbers gain = by(name + ".weight"), bias = by(name + ".bias");
    const std::size_t width = gain.size();
    Numbers out(x.size());
    for (std::size_t i = 0; i < z(n); ++i) {
        double mean = 0, variance = 0;
        for (std::size_t j = 0; j < width; ++j) mean += x[i * width + j] / static_cast<double>(width);
        for (std::size_t j = 0; j < width; ++j)
            variance += std::pow(x[i * width + j] - mean, 2) / static_cast<double>(width);
        for (std::size_t j = 0; j < width; ++j)
            out[i * width + j] =
                (x[i * width + j] - mean) / std::sqrt(variance + epsilon) * gain[j] + bias[j];
    }
    return out;
}

// x [n, in] · weight [in, out] + bias
inline Numbers through(const Numbers& x, int n, const Parameters& by, const std::string& name) {
    const Numbers weight = by(name + ".weight"), bias = by(name + ".bias");
    const std::size_t out = bias.size(), in = weight.size() / out;
    Numbers y(z(n) * out);
    for (std::size_t i = 0; i < z(n); ++i) {
        for (std::size_t j = 0; j < out; ++j) {
            y[i * out + j] = bias[j];
            for (std::size_t t = 0; t < in; ++t) y[i * out + j] += x[i * in + t] * weight[t * out + j];
        }
    }
    return y;
}

inline Numbers sum(Numbers a, const Numbers& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

// What model::Patch says, with its values in double.
struct Put {
    model::Patch patch;
    Numbers values;
};

// Rows of x, of which one has `width` numbers: those of a place that a patch replaces.
inline void put_in(Numbers& x, std::size_t width, const std::vector<Put>& puts, model::Patch::Site site,
                   int layer, int head = 0) {
    for (const Put& put : puts) {
        if (put.patch.site != site || put.patch.layer != layer) continue;
        const bool whole = site == model::Patch::Site::residual;
        if (!whole && put.patch.head != head) continue;
        const std::size_t cols = z(put.patch.values.cols), first = whole ? 0 : z(head) * cols;
        for (std::size_t i = 0; i < put.values.size(); ++i)
            x[(z(put.patch.position) + i / cols) * width + first + i % cols] = put.values[i];
    }
}

// off [layers, heads] or empty: those heads' outputs are zeros.
inline Expected reference(const Config& config, const Parameters& by, const std::vector<int>& tokens,
                          const std::vector<unsigned char>& off = {}, const std::vector<Put>& puts = {}) {
    const std::size_t n = tokens.size(), width = z(config.width), d = z(config.width / config.heads);
    const int rows = static_cast<int>(n);
    const double epsilon = static_cast<double>(config.epsilon);
    const Numbers wte = by("wte.weight"), wpe = by("wpe.weight");
    Expected all;
    Numbers x(n * width);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < width; ++j)
            x[i * width + j] = wte[z(tokens[i]) * width + j] + wpe[i * width + j];
    }
    put_in(x, width, puts, model::Patch::Site::residual, 0);
    all.residual.push_back(x);
    for (int l = 0; l < config.layers; ++l) {
        const std::string name = "h." + std::to_string(l);
        Expected::Layer layer;
        layer.norm_1 = normed(x, rows, by, name + ".ln_1", epsilon);
        const Numbers qkv = through(layer.norm_1, rows, by, name + ".attn.c_attn");
        for (std::size_t i = 0; i < n; ++i) {
            const double* row = qkv.data() + i * 3 * width;
            layer.q.insert(layer.q.end(), row, row + width);
            layer.k.insert(layer.k.end(), row + width, row + 2 * width);
            layer.v.insert(layer.v.end(), row + 2 * width, row + 3 * width);
        }
        layer.heads.resize(n * width);
        layer.attention.assign(n * width, 0);
        const Numbers w_o = by(name + ".attn.c_proj.weight"), b_o = by(name + ".attn.c_proj.bias");
        for (std::size_t h = 0; h < z(config.heads); ++h) {
            const bool is_off = !off.empty() && off[z(l * config.heads) + h];
            Numbers weights(n * n), part(n * width);
            for (std::size_t i = 0; i < n; ++i) {
                double total = 0;
                for (std::size_t j = 0; j <= i; ++j) {
                    double score = 0;
                    for (std::size_t t = h * d; t < (h + 1) * d; ++t)
                        score += layer.q[i * width + t] * layer.k[j * width + t];
                    weights[i * n + j] = std::exp(score / std::sqrt(static_cast<double>(d)));
                    total += weights[i * n + j];
                }
                for (std::size_t j = 0; j <= i; ++j) weights[i * n + j] /= total;
                for (std::size_t t = h * d; t < (h + 1) * d; ++t) {
                    double& y = layer.heads[i * width + t];
                    for (std::size_t j = 0; j <= i; ++j) y += weights[i * n + j] * layer.v[j * width + t];
                }
            }
            put_in(layer.heads, width, puts, model::Patch::Site::head, l, static_cast<int>(h));
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t t = h * d; t < (h + 1) * d; ++t) {
                    for (std::size_t c = 0; !is_off && c < width; ++c)
                        part[i * width + c] += layer.heads[i * width + t] * w_o[t * width + c];
                }
            }
            layer.attention = sum(layer.attention, part);
            layer.weights.push_back(weights);
            layer.parts.push_back(part);
        }
        for (std::size_t i = 0; i < n * width; ++i) layer.attention[i] += b_o[i % width];
        all.residual.push_back(x = sum(x, layer.attention));
        layer.norm_2 = normed(x, rows, by, name + ".ln_2", epsilon);
        layer.hidden_before = through(layer.norm_2, rows, by, name + ".mlp.c_fc");
        layer.hidden = layer.hidden_before;
        for (double& y : layer.hidden)
            y = 0.5 * y * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (y + 0.044715 * y * y * y)));
        layer.mlp = through(layer.hidden, rows, by, name + ".mlp.c_proj");
        x = sum(x, layer.mlp);
        put_in(x, width, puts, model::Patch::Site::residual, l + 1);
        all.residual.push_back(x);
        all.layers.push_back(layer);
    }
    all.norm = normed(x, rows, by, "ln_f", epsilon);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t word = 0; word < z(config.vocabulary); ++word) {
            double logit = 0;
            for (std::size_t j = 0; j < width; ++j) logit += all.norm[i * width + j] * wte[word * width + j];
            all.logits.push_back(logit);
        }
    }
    return all;
}

// --- ours

// Bound weights, which must be there.
inline model::Weights bound(const Config& config, const Parameters& parameters) {
    model::Bound made = model::bind_weights(parameters.tensors(), config);
    CHECK(message(made.error) == "");
    REQUIRE(!made.error);
    return std::move(made.weights);
}

// A run in memory of its own, filled with a mark so that an unwritten number shows, and exactly as large as
// is asked for, so that the sanitizer sees what is written beyond.
struct OwnRun {
    std::vector<float> memory;
    model::Run run;

    OwnRun(const model::Weights& weights, const std::vector<int>& tokens, const model::Options& options = {})
        : memory(model::run_floats(weights.config, static_cast<int>(tokens.size())), 12345.0f),
          run(weights.config, static_cast<int>(tokens.size()), memory.data()) {
        const attention::Error error = model::forward(weights, tokens.data(), options, run);
        CHECK(attention::message(error) == "");
    }
};

// Largest difference; infinite where shapes differ or something is not a number.
inline double distance(model::ConstMatrixView a, const Numbers& b) {
    if (a.size() != b.size()) return INFINITY;
    double worst = 0;
    for (int i = 0; i < a.rows; ++i) {
        for (int j = 0; j < a.cols; ++j) {
            const double difference = std::abs(static_cast<double>(a(i, j)) - b[z(i) * z(a.cols) + z(j)]);
            worst = difference <= worst ? worst : std::isnan(difference) ? INFINITY : difference;
        }
    }
    return worst;
}

inline Numbers widen(model::ConstMatrixView a) {
    Numbers all;
    for (int i = 0; i < a.rows; ++i) all.insert(all.end(), a.row(i), a.row(i) + a.cols);
    return all;
}

}  // namespace test
