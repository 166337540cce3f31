// Training: the backward pass beside PyTorch's gradient and beside differences of the network written out
// once more in double; the optimizer beside PyTorch's; and what is learned.
#include <set>

#include "model/exact_product.h"
#include "model/learner.h"
#include "model/training_steps.h"
#include "stored_case.h"

using namespace model;
using test::z;

namespace {

constexpr SmallConfig small = {8, 8, 16, 2, 2}, with_mlp = {8, 8, 16, 2, 2, 24};
constexpr int sequences = 3;

/// What make_training_case.py wrote.
template <class T>
std::vector<T> stored(const std::string& name) {
    static const test::StoredCase all("training_case");
    return all.numbers<T>(name);
}

/// Mean loss where an answer is asked for, and its derivative by the logits.
double loss_of(ConstMatrixView logits, const std::vector<int>& answers, std::vector<float>& d_logits) {
    int count = 0;
    for (const int answer : answers) count += answer >= 0 ? 1 : 0;
    d_logits.assign(logits.size(), 0);
    double sum = 0;
    for (int i = 0; i < logits.rows; ++i) {
        if (answers[z(i)] < 0) continue;
        sum += cross_entropy({logits.row(i), z(logits.cols)}, answers[z(i)], 1 / static_cast<float>(count),
                             &d_logits[z(i * logits.cols)]);
    }
    return sum / count;
}

std::vector<float> gradient_of(const SmallConfig& config, int count, const std::vector<float>& parameters,
                               const std::vector<int>& tokens, const std::vector<int>& answers) {
    SmallNetwork network(config, count);
    network.forward(parameters, tokens);
    // It is added to: 2 is there already.
    std::vector<float> d_logits, gradient(parameters.size(), 2);
    loss_of(network.logits(), answers, d_logits);
    network.backward(parameters, tokens, d_logits, gradient);
    for (float& one : gradient) one -= 2;
    return gradient;
}

float largest_of(const std::vector<float>& all) {
    float out = 0;
    for (const float one : all) out = std::max(out, std::fabs(one));
    return out;
}

/// The same network in double, in plain loops, its parameters read in their order: the mean loss of one
/// batch.
double loss_in_double(const SmallConfig& config, const std::vector<double>& w, const std::vector<int>& tokens,
                      const std::vector<int>& answers) {
    const int n = config.context, width = config.width, d = width / config.heads,
              vocabulary = config.vocabulary;
    const bool mlp = config.inner > 0;
    const int norm_size = mlp ? 2 * width : width, square = width * width, first = (vocabulary + n) * width;
    const int mlp_size = mlp ? norm_size + 2 * width * config.inner + config.inner + width : 0;
    const int layer_size = norm_size + 4 * square + mlp_size, end = first + config.layers * layer_size;
    const auto normed = [&](std::vector<double> x, int gain) {
        double sum = 0, squares = 0;
        for (const double one : x) sum += one;
        for (double& one : x) one -= mlp ? sum / width : 0, squares += one * one;
        for (int j = 0; j < width; ++j)
            x[z(j)] = x[z(j)] / std::sqrt(squares / width + 1e-5) * w[z(gain + j)] +
                      (mlp ? w[z(gain + width + j)] : 0);
        return x;
    };
    const auto times = [&](const std::vector<double>& x, int from, int columns) {
        std::vector<double> out(z(columns), 0);
        for (size_t k = 0; k < x.size(); ++k)
            for (int j = 0; j < columns; ++j) out[z(j)] += x[k] * w[z(from) + k * z(columns) + z(j)];
        return out;
    };
    double loss = 0;
    int count = 0;
    for (size_t s = 0; s < tokens.size() / z(n); ++s) {
        std::vector<std::vector<double>> x;
        for (int i = 0; i < n; ++i) {
            std::vector<double>& row = x.emplace_back();
            for (int j = 0; j < width; ++j)
                row.push_back(w[z(tokens[s * z(n) + z(i)] * width + j)] + w[z((vocabulary + i) * width + j)]);
        }
        for (int l = 0; l < config.layers; ++l) {
            const int at = first + l * layer_size;
            std::vector<std::vector<double>> qkv;
            for (const auto& row : x) qkv.push_back(times(normed(row, at), at + norm_size, 3 * width));
            for (int i = 0; i < n; ++i) {
                std::vector<double> all;
                for (int h = 0; h < config.heads; ++h) {
                    std::vector<double> e, out(z(d), 0);
                    double sum = 0;
                    for (int j = 0; j <= i; ++j) {
                        double dot = 0;
                        for (int c = h * d; c < (h + 1) * d; ++c)
                            dot += qkv[z(i)][z(c)] * qkv[z(j)][z(width + c)];
                        sum += e.emplace_back(std::exp(dot / std::sqrt(d)));
                    }
                    for (int j = 0; j <= i; ++j)
                        for (int c = 0; c < d; ++c)
                            out[z(c)] += e[z(j)] / sum * qkv[z(j)][z(2 * width + h * d + c)];
                    all.insert(all.end(), out.begin(), out.end());
                }
                const std::vector<double> added = times(all, at + norm_size + 3 * square, width);
                for (int j = 0; j < width; ++j) x[z(i)][z(j)] += added[z(j)];
            }
            for (int i = 0; mlp && i < n; ++i) {
                const int norm = at + norm_size + 4 * square, up = norm + norm_size;
                const int up_bias = up + width * config.inner, down = up_bias + config.inner;
                std::vector<double> inside = times(normed(x[z(i)], norm), up, config.inner);
                for (int j = 0; j < config.inner; ++j) {
                    const double a = inside[z(j)] + w[z(up_bias + j)];
                    inside[z(j)] = a / 2 * (1 + std::tanh(0.7978845608028654 * (a + 0.044715 * a * a * a)));
                }
                const std::vector<double> added = times(inside, down, width);
                for (int j = 0; j < width; ++j)
                    x[z(i)][z(j)] += added[z(j)] + w[z(down + config.inner * width + j)];
            }
        }
        for (int i = 0; i < n; ++i) {
            const int answer = answers[s * z(n) + z(i)];
            if (answer < 0) continue;
            const std::vector<double> logits = times(normed(x[z(i)], end), end + norm_size, vocabulary);
            double sum = 0;
            for (const double one : logits) sum += std::exp(one);
            loss += std::log(sum) - logits[z(answer)];
            ++count;
        }
    }
    return loss / count;
}

}  // namespace

TEST_CASE("training: logits, loss and gradient are PyTorch's") {
    const auto tokens = stored<int>("tokens"), answers = stored<int>("answers");
    for (const auto& [config, name] : {std::pair(small, std::string()), {with_mlp, "mlp."}}) {
        CAPTURE(name);
        const auto parameters = stored<float>(name + "parameters"),
                   gradient = stored<float>(name + "gradient");
        REQUIRE(parameters.size() == parameter_count(config));
        SmallNetwork network(config, sequences);
        network.forward(parameters, tokens);
        const auto logits = stored<float>(name + "logits");
        REQUIRE(logits.size() == network.logits().size());
        for (size_t i = 0; i < logits.size(); ++i)
            CHECK(network.logits().data[i] == doctest::Approx(logits[i]).epsilon(1e-4));
        std::vector<float> d_logits;
        CHECK(loss_of(network.logits(), answers, d_logits) ==
              doctest::Approx(stored<float>(name + "loss")[0]).epsilon(1e-6));
        const std::vector<float> ours = gradient_of(config, sequences, parameters, tokens, answers);
        REQUIRE(gradient.size() == ours.size());
        float off = 0;
        for (size_t i = 0; i < ours.size(); ++i) off = std::max(off, std::fabs(ours[i] - gradient[i]));
        CHECK(off <= 1e-5f * largest_of(gradient));
    }
}

TEST_CASE("training: AdamW takes PyTorch's steps") {
    const auto gradient = stored<float>("gradient"), after = stored<float>("after");
    auto parameters = stored<float>("parameters");
    std::vector<float> first(parameters.size(), 0), second = first, now = first;
    for (int step = 1; step <= 3; ++step) {
        for (size_t i = 0; i < now.size(); ++i)
            now[i] = gradient[i] * (1.5f - 0.5f * static_cast<float>(step));
        AdamW().update(step, 0.01f, now, first, second, parameters);
    }
    for (size_t i = 0; i < after.size(); ++i)
        CHECK(parameters[i] == doctest::Approx(static_cast<double>(after[i])).epsilon(1e-5));
}

TEST_CASE("training: the gradient is the slope of the loss, written out once more in double") {
    test::Random random(seed_of_run());
    for (const SmallConfig& config :
         {SmallConfig{8, 8, 16, 1, 2}, SmallConfig{16, 16, 8, 2, 1}, small, SmallConfig{8, 8, 16, 1, 2, 8},
          SmallConfig{16, 16, 8, 2, 1, 32}, with_mlp}) {
        std::vector<float> parameters;
        for (size_t i = 0; i < parameter_count(config); ++i) parameters.push_back(random.normal() * 0.3f);
        const std::vector<int> tokens = random.tokens(2 * config.context, config.vocabulary);
        std::vector<int> answers = random.tokens(2 * config.context, config.vocabulary);
        for (int i = 0; i < config.context / 2; ++i) answers[z(i)] = -1;
        const std::vector<float> ours = gradient_of(config, 2, parameters, tokens, answers);
        const float scale = largest_of(ours);
        REQUIRE(scale > 0);
        std::vector<double> w(parameters.begin(), parameters.end());
        for (int tried = 0; tried < 60; ++tried) {
            const size_t i = z(random.from(0, static_cast<int>(w.size()) - 1));
            const double there = w[i], step = 1e-4;
            w[i] = there + step;
            const double up = loss_in_double(config, w, tokens, answers);
            w[i] = there - step;
            const double down = loss_in_double(config, w, tokens, answers);
            w[i] = there;
            CAPTURE(i);
            CHECK(std::fabs((up - down) / (2 * step) - static_cast<double>(ours[i])) <=
                  1e-4 * static_cast<double>(scale));
        }
    }
}

TEST_CASE("training: the exact product is a product, for any count of rows") {
    test::Random random(seed_of_run());
    for (const int rows : {1, 3, 4, 7, 24}) {
        const int inner = random.from(1, 40), columns = 8 * random.from(1, 4);
        std::vector<float> a, b, out(z(rows * columns), 2);
        for (int i = 0; i < rows * inner; ++i) a.push_back(random.normal());
        for (int i = 0; i < inner * columns; ++i) b.push_back(random.normal());
        add_product_exact({a.data(), rows, inner}, {b.data(), inner, columns}, {out.data(), rows, columns});
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < columns; ++j) {
                double sum = 2;
                for (int k = 0; k < inner; ++k)
                    sum +=
                        static_cast<double>(a[z(i * inner + k)]) * static_cast<double>(b[z(k * columns + j)]);
                CHECK(static_cast<double>(out[z(i * columns + j)]) == doctest::Approx(sum).epsilon(1e-4));
            }
        }
    }
}

TEST_CASE("training: what follows, follows by the task's rule") {
    attention::Xoshiro random(seed_of_run());
    std::set<int> blocks, noises, strides;
    for (int i = 0; i < 600; ++i) {
        const auto task = static_cast<Task>(i % 3);
        const Sequence one = sequence_of(task, 16, 24, random);
        REQUIRE(one.tokens.size() == 24);
        const auto token = [&](int k) { return one.tokens[z(k)]; };
        int first = 0;  // behind which the next one is known
        while (one.answers[z(first)] < 0) ++first;
        for (int k = 0; k < 24; ++k) {
            CAPTURE(i);
            CAPTURE(k);
            CHECK((token(k) >= 0 && token(k) < 16));
            const bool known = k >= first && k < 23;
            CHECK(one.answers[z(k)] == (known ? token(k + 1) : -1));
            if (!known) continue;
            if (task == Task::count)
                CHECK((token(k + 1) + 16 - token(k)) % 16 == (token(k) + 16 - token(k - 1)) % 16);
            if (task == Task::copy) CHECK(token(k + 1) == token(k + 1 - first));
            if (task == Task::reverse) CHECK(token(k + 1) == token(22 - k));
        }
        if (task == Task::count) {
            noises.insert(first - 1);
            strides.insert((token(23) + 16 - token(22)) % 16);
            continue;
        }
        CHECK(std::set<int>(one.tokens.begin(), one.tokens.begin() + first).size() == z(first));
        if (task == Task::copy)
            blocks.insert(first);
        else
            CHECK(first == 12);
    }
    CHECK(blocks == std::set<int>{6, 7, 8, 9, 10, 11, 12});
    CHECK(noises.size() == 12);
    CHECK(strides == std::set<int>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("training: in sentences the verb agrees with the subject, and nothing else is asked for") {
    attention::Xoshiro random(seed_of_run());
    constexpr int asks = 13, singular = 14, plural = 15;
    std::set<size_t> others;
    int against = 0;  // verbs that another noun right before them would have otherwise
    for (int i = 0; i < 300; ++i) {
        const Sequence one = sequence_of(Task::agree, 16, 24, random);
        REQUIRE(one.tokens.size() == 24);
        REQUIRE(one.answers.size() == 24);
        for (size_t k = 0; k < 24;) {
            CAPTURE(i);
            const size_t subject = k;
            const int verb = one.tokens[subject] < 6 ? singular : plural;
            for (; k < 24 && one.tokens[k] < asks; ++k) {
                CHECK(one.answers[k] == -1);
                CHECK(one.subjects[k] == static_cast<int>(subject));
            }
            REQUIRE(k > subject);  // it begins with a noun
            if (k == 24) break;
            others.insert(k - subject - 1);
            CHECK(one.tokens[k] == asks);
            CHECK(one.answers[k] == (k == 23 ? -1 : verb));
            CHECK(one.subjects[k] == static_cast<int>(subject));
            against += (one.tokens[k - 1] < 6 ? singular : plural) != verb ? 1 : 0;
            if (++k == 24) break;
            CHECK(one.tokens[k] == verb);
            CHECK(one.answers[k] == -1);
            CHECK(one.subjects[k] == static_cast<int>(subject));
            ++k;
        }
    }
    CHECK(others == std::set<size_t>{0, 1, 2, 3, 4, 5});
    CHECK(against > 200);
}

TEST_CASE("training: what is held out is never trained on") {
    attention::Xoshiro random(seed_of_run());
    for (int i = 0; i < 300; ++i) {
        const bool wanted = i % 2 == 0;
        CHECK(is_held_out(sequence_that_is(wanted, static_cast<Task>(i % 4), 16, 24, random)) == wanted);
    }
    CHECK(is_held_out(Learner({.seed = 9}).example()));
}

// (That it comes to the same bits in other builds: tests/browser/learn.test.mjs and
// tests/node/training.test.mjs.)
TEST_CASE("training: it learns to copy, and the same seed gives the same course") {
    Learner one({.seed = 3}), again({.seed = 3}), other({.seed = 4});
    double apart = 0;
    for (int step = 0; step < 20; ++step) {
        const double loss = one.step();
        CHECK(loss == again.step());
        apart += std::fabs(loss - other.step());
    }
    CHECK(apart > 0.1);
    CHECK(one.evaluate(one.parameters()).right < 0.25);
    while (one.steps() < 400) one.step();
    const Score score = one.evaluate(one.parameters());
    CHECK(score.right > 0.95);
    CHECK(score.loss < 0.3);
    // Two layers, and in each what the other needs: without either nothing is left but a guess.
    const unsigned char without_first[] = {1, 0, 0, 0}, without_second[] = {0, 0, 1, 1};
    CHECK(one.evaluate(one.parameters(), without_second).right < 0.3);
    const Pass with = one.pass(one.parameters(), one.example()),
               cut = one.pass(one.parameters(), one.example(), without_first);
    CHECK(with.weights[0] == cut.weights[0]);  // it still looks, but adds nothing
    CHECK(with.weights[2] != cut.weights[2]);
    for (const std::vector<float>& map : with.weights) {
        for (int i = 0; i < Learner::length; ++i) {
            double sum = 0;
            for (int j = 0; j < Learner::length; ++j) {
                sum += static_cast<double>(map[z(i * Learner::length + j)]);
                if (j > i) CHECK(map[z(i * Learner::length + j)] == 0);
            }
            CHECK(sum == doctest::Approx(1).epsilon(1e-5));
        }
    }
}

TEST_CASE("training: other tasks are learned too") {
    for (const Task task : {Task::reverse, Task::count}) {
        Learner one({.task = task, .heads = 1, .seed = 2});
        for (int step = 0; step < 400; ++step) one.step();
        CHECK(one.evaluate(one.parameters()).right > 0.9);
    }
    Learner agrees({.task = Task::agree, .heads = 1, .seed = 2});
    for (int step = 0; step < 600; ++step) agrees.step();
    CHECK(agrees.evaluate(agrees.parameters()).right > 0.95);
}

TEST_CASE("training: one layer does not come to copy, nor to agree across other nouns") {
    Learner one({.layers = 1, .heads = 1, .seed = 2});
    for (int step = 0; step < 400; ++step) one.step();
    CHECK(one.evaluate(one.parameters()).right < 0.4);
    Learner agrees({.task = Task::agree, .layers = 1, .heads = 1, .seed = 2});
    for (int step = 0; step < 600; ++step) agrees.step();
    CHECK(agrees.evaluate(agrees.parameters()).right < 0.85);
}

TEST_CASE("training: an MLP after each attention learns as well, and does not stand in for a layer") {
    Learner two({.seed = 2, .mlp = true}), one({.layers = 1, .heads = 1, .seed = 2, .mlp = true});
    const auto rms = [](const attention::Matrix<const float>& all) {
        double squares = 0;
        for (size_t i = 0; i < all.size(); ++i) squares += std::pow(static_cast<double>(all.data[i]), 2);
        return std::sqrt(squares / static_cast<double>(all.size()));
    };
    const SmallConfig config = {16, 24, 32, 2, 2, 128};
    REQUIRE(two.parameters().size() == parameter_count(config));
    const SmallParameters<const float> random(config, two.parameters().data());
    for (const auto& layer : random.layers) {
        for (const float gain : std::span(layer.mlp.norm.gain.data, 32)) CHECK(gain == 1);
        CHECK(rms(layer.mlp.up) == doctest::Approx(1 / std::sqrt(32.0)).epsilon(0.1));
        CHECK(rms(layer.mlp.down) == doctest::Approx(1 / std::sqrt(32.0) / 4).epsilon(0.1));
        CHECK(rms(layer.mlp.up_bias) + rms(layer.mlp.down_bias) + rms(layer.mlp.norm.bias) == 0);
    }
    for (int step = 0; step < 400; ++step) two.step(), one.step();
    const Score trained = two.evaluate(two.parameters());
    CHECK(trained.right > 0.95);
    CHECK(one.evaluate(one.parameters()).right < 0.4);
    std::vector<float> without(two.parameters().begin(), two.parameters().end());
    const SmallParameters<float> parts(config, without.data());
    for (const auto& layer : parts.layers) std::fill_n(layer.mlp.down.data, layer.mlp.down.size(), 0.0f);
    CHECK(two.evaluate(without).loss > 2 * trained.loss);
}

TEST_CASE("training: another rate is another course") {
    Learner slow({.seed = 2, .rate = 0.001f}), fast({.seed = 2, .rate = 0.01f});
    for (int step = 0; step < 60; ++step) slow.step(), fast.step();
    CHECK(fast.evaluate(fast.parameters()).loss < slow.evaluate(slow.parameters()).loss);
}
