// See scaling_sample.h.
#include "explainer/exhibits/scaling_sample.h"

#include <algorithm>
#include <cmath>

#include "attention/softmax.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

// What a pair and a row cost beside the length of q, in uniform numbers.
constexpr double pair_cost = 20, row_cost = 1500;

/// Streams of one seed: the pairs of a width, and each of its rows.
uint32_t stream(int d, int row) {
    return static_cast<uint32_t>(d * 512 + row);
}

/// Below `low` is a quarter of the values, above `high` another one. Returns the median.
double middle_half(const std::vector<float>& values, double& low, double& high) {
    const auto less = [&values](size_t a, size_t b) { return values[a] < values[b]; };
    const std::vector<size_t> order = order_of(values.size(), less);
    const auto at = [&](size_t i) { return static_cast<double>(values[order[i]]); };
    low = at(values.size() / 4);
    high = at(values.size() * 3 / 4);
    return at(values.size() / 2);
}

}  // namespace

void KeyRow::weigh() {
    const auto n = static_cast<size_t>(count);
    const float root = std::sqrt(static_cast<float>(d));
    for (int j = 0; j < count; ++j) divided[j] = scores[j] / root;
    attention::softmax({scores, 1, count}, 1, {raw, 1, count});
    attention::softmax({divided, 1, count}, 1, {scaled, 1, count});
    raw_gradient = attention::gradient_norm({raw, n}, 1);
    scaled_gradient = attention::gradient_norm({scaled, n}, root);  // ÷ √d acts as a temperature of √d
    raw_spread = std::exp(attention::entropy({raw, n}));
    scaled_spread = std::exp(attention::entropy({scaled, n}));
    top = static_cast<int>(std::max_element(raw, raw + count) - raw);
}

KeyRow key_row(int d, int seed, int number) {
    KeyRow out;
    out.d = d;
    out.given = number == 0;
    if (out.given) {
        static constexpr float article[] = {22, -3, 1, -5};
        out.count = 4;
        std::copy(article, article + 4, out.scores);
    } else {
        out.count = KeyRow::most;
        attention::ScoreDraw(d, static_cast<uint32_t>(seed), stream(d, number)).row(out.scores);
    }
    out.weigh();
    return out;
}

WidthSample::WidthSample(int d, int seed)
    : d_(d), seed_(seed), draw_(d, static_cast<uint32_t>(seed), stream(d, 0)), counts_(bins) {}

double WidthSample::root() const {
    return std::sqrt(static_cast<double>(d_));
}

double WidthSample::raw() const {
    return done_ > 1 ? std::sqrt(squares_ / (done_ - 1)) : 0;
}

double WidthSample::mean_raw_gradient() const {
    double sum = 0;
    for (const float one : raw_gradients_) sum += static_cast<double>(one);
    return raw_gradients_.empty() ? 0 : sum / static_cast<double>(raw_gradients_.size());
}

void WidthSample::draw_row() {
    const KeyRow row = key_row(d_, seed_, rows_done() + 1);
    raw_gradients_.push_back(row.raw_gradient);
    scaled_gradients_.push_back(row.scaled_gradient);
}

void WidthSample::draw_pair() {
    const auto score = static_cast<double>(draw_.score());
    const double unit = score / root();
    ++done_;
    const double step = score - mean_;
    mean_ += step / done_;
    squares_ += step * (score - mean_);
    raw_far_ += std::fabs(score) > far_out;
    scaled_far_ += std::fabs(unit) > far_out;
    const double bin = std::floor((unit + reach) / (2 * reach) * bins);
    if (bin >= 0 && bin < bins) ++counts_[static_cast<size_t>(bin)];
}

void WidthSample::advance(double& budget, int most_pairs) {
    const double length_cost = d_ / 2.0;
    const int rows_before = rows_done(), last = std::min(most_pairs, pairs);
    while (budget > 0) {
        // Rows in step with pairs, so that both say something early.
        const int due = std::min(rows, done_ * rows / pairs + 1);
        const bool row = rows_done() < due;
        if (!row && done_ >= last) break;
        row ? draw_row() : draw_pair();
        budget -= length_cost + (row ? row_cost : pair_cost);
    }
    if (rows_done() != rows_before) {
        double low = 0, high = 0;
        scaled_median_ = middle_half(scaled_gradients_, low, high);
        raw_median_ = middle_half(raw_gradients_, raw_low_, raw_high_);
    }
}

std::string scaling_numpy(int d, int seed, const KeyRow& shown, int key) {
    Phrase out;
    out << "import numpy as np\n\nd, pairs, rows, keys = " << d << ", " << WidthSample::pairs << ", "
        << WidthSample::rows << ", " << KeyRow::most << "\nrandom = np.random.default_rng(" << seed
        << R"()  # another generator than the figure's: the numbers agree as far as chance lets them

scores = []
for _ in range(40):  # not all components at once: they would need gigabytes
    q, k = random.standard_normal((2, pairs // 40, d), dtype=np.float32)
    scores.append((q * k).sum(axis=1))
scores = np.concatenate(scores)

def softmax(s):  # row by row
    a = np.exp(s - s.max(axis=1, keepdims=True))
    return a / a.sum(axis=1, keepdims=True)

def gradient(s, divisor=1):  # size of every weight's answer to every q·k, row by row
    a = softmax(s / divisor)
    jacobian = a[:, :, None] * (np.eye(a.shape[1]) - a[:, None, :]) / divisor
    return np.linalg.norm(jacobian, axis=(1, 2))

q = random.standard_normal((rows, d))
row_scores = np.stack([random.standard_normal((keys, d)) @ one for one in q])

row = np.array([[)";
    for (int j = 0; j < shown.count; ++j) out << (j > 0 ? ", " : "") << Shortest{tidy(shown.scores[j])};
    return out << "]])  # the figure's\nkey = " << key << R"(
a, b = softmax(row)[0], softmax(row / np.sqrt(d))[0]
H = lambda a: -(a[a > 0] * np.log(a[a > 0])).sum()

)";
}

}  // namespace explainer
