// Notes calls of the core and runs them again. See native_kernels.h.
#include "host/native_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/reference.h"
#include "attention/selectable.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "attention/trace.h"

namespace host {

#ifdef ATTENTION_SELECTABLE
namespace {

using attention::ConstMatrixView;
using attention::Options;
using attention::selectable::Implementation, attention::selectable::reference_implementation,
    attention::selectable::scalar_implementation, attention::selectable::simd_implementation;

/// A matrix that outlives the call it was given to.
struct Kept {
    int rows = 0, cols = 0;
    std::vector<float> values;

    Kept() = default;
    explicit Kept(ConstMatrixView from)
        : rows(from.rows), cols(from.cols), values(from.data, from.data + from.size()) {}
    ConstMatrixView view() const { return {values.data(), rows, cols}; }
};

enum class StageCall { project, scores, softmax, weighted_sum, trace };

struct Call {
    StageCall stage;
    Kept a, b, c;  // x w | q k | x | weights v | q k v
    float temperature = 1;
    Options options = {};
    std::vector<float> bias = {};              // what the options point at
    std::vector<unsigned char> key_mask = {};  // likewise
};

/// The matrices that a call comes to, each a stage of its own.
using Results = std::vector<std::pair<std::string_view, std::vector<double>>>;

std::vector<double> widened(const std::vector<float>& from) {
    return {from.begin(), from.end()};
}

Results run_trace(const Call& call) {
    Options options = call.options;
    options.bias = call.bias.empty() ? nullptr : call.bias.data();
    options.key_mask = call.key_mask.empty() ? nullptr : call.key_mask.data();
    if (attention::selectable::selection().implementation->in_double) {
        attention::reference::Result r =
            attention::reference::attend(call.a.view(), call.b.view(), call.c.view(), options);
        return {{"scores", std::move(r.scores)},
                {"scaled", std::move(r.scaled)},
                {"weights", std::move(r.weights)},
                {"output", std::move(r.output)},
                {"entropy", std::move(r.entropy)}};
    }
    const attention::Trace t = attention::trace(call.a.view(), call.b.view(), call.c.view(), options);
    return {{"scores", widened(t.scores)},
            {"scaled", widened(t.scaled)},
            {"weights", widened(t.weights)},
            {"output", widened(t.output)},
            {"entropy", widened(t.entropy)}};
}

/// The same in double, not rounded at the end as the exhibits' float is.
Results run_reference(const Call& call) {
    using namespace attention::reference;
    const Kept &a = call.a, &b = call.b;
    switch (call.stage) {
        case StageCall::project:
            return {{"project", multiply(widen(a.view()), widen(b.view()), a.rows, a.cols, b.cols)}};
        case StageCall::scores: {
            std::vector<double> out;
            for (int i = 0; i < a.rows; ++i) {
                for (int j = 0; j < b.rows; ++j) {
                    double sum = 0;
                    for (int t = 0; t < a.cols; ++t)
                        sum += static_cast<double>(a.view()(i, t)) * static_cast<double>(b.view()(j, t));
                    out.push_back(sum);
                }
            }
            return {{"scores", std::move(out)}};
        }
        case StageCall::softmax: {
            std::vector<double> out;
            for (int i = 0; i < a.rows; ++i) {
                const float* row = a.view().row(i);
                const std::vector<double> weights =
                    softmax({row, row + a.cols}, static_cast<double>(call.temperature));
                out.insert(out.end(), weights.begin(), weights.end());
            }
            return {{"weights", std::move(out)}};
        }
        case StageCall::weighted_sum: {
            // What has weight 0 is not looked at, as in the stage: 0 · NaN would be NaN.
            std::vector<double> out;
            for (int i = 0; i < a.rows; ++i) {
                for (int t = 0; t < b.cols; ++t) {
                    double sum = 0;
                    for (int j = 0; j < b.rows; ++j) {
                        const auto weight = static_cast<double>(a.view()(i, j));
                        if (weight != 0) sum += weight * static_cast<double>(b.view()(j, t));
                    }
                    out.push_back(sum);
                }
            }
            return {{"output", std::move(out)}};
        }
        case StageCall::trace:
            break;
    }
    return run_trace(call);
}

Results run(const Call& call, const Implementation& by) {
    auto& selection = attention::selectable::selection();
    const auto before = std::exchange(selection, {&by, nullptr});
    Results out;
    const Kept &a = call.a, &b = call.b;
    const auto into = [&out](std::string_view stage, int rows, int cols, const auto& work) {
        std::vector<float> to(static_cast<size_t>(rows) * static_cast<size_t>(cols));
        work(attention::MatrixView{to.data(), rows, cols});
        out.emplace_back(stage, widened(to));
    };
    if (by.in_double) {
        out = run_reference(call);
    } else if (call.stage == StageCall::project) {
        into("project", a.rows, b.cols,
             [&](attention::MatrixView to) { attention::project(a.view(), b.view(), to); });
    } else if (call.stage == StageCall::scores) {
        into("scores", a.rows, b.rows,
             [&](attention::MatrixView to) { attention::scores(a.view(), b.view(), to); });
    } else if (call.stage == StageCall::softmax) {
        into("weights", a.rows, a.cols,
             [&](attention::MatrixView to) { attention::softmax(a.view(), call.temperature, to); });
    } else if (call.stage == StageCall::weighted_sum) {
        into("output", a.rows, b.cols,
             [&](attention::MatrixView to) { attention::weighted_sum(a.view(), b.view(), to); });
    } else {
        out = run_trace(call);
    }
    selection = before;
    return out;
}

double difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;  // also of infinities: masked is masked
    const double apart = std::fabs(a - b);
    return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double out = 0;
    for (size_t i = 0; i < a.size(); ++i) out = std::max(out, difference(a[i], b[i]));
    return out;
}

void add_difference(const Call& call, std::vector<StageDifference>& to) {
    const Results exact = run(call, reference_implementation);
    const Results simd = run(call, simd_implementation), scalar = run(call, scalar_implementation);
    for (size_t i = 0; i < exact.size(); ++i) {
        const auto& [stage, values] = exact[i];
        auto found =
            std::find_if(to.begin(), to.end(), [&](const auto& one) { return one.stage == exact[i].first; });
        if (found == to.end()) found = to.insert(to.end(), {stage});
        ++found->calls;
        for (const double x : values) {
            if (std::isfinite(x)) found->largest = std::max(found->largest, std::fabs(x));
        }
        found->simd = std::max(found->simd, largest_difference(values, simd[i].second));
        found->scalar = std::max(found->scalar, largest_difference(values, scalar[i].second));
    }
}

}  // namespace

class KernelWatch::Recorder final : public attention::selectable::Watcher {
  public:
    void project(ConstMatrixView x, ConstMatrixView w) override {
        keep({StageCall::project, Kept(x), Kept(w), {}});
    }
    void scores(ConstMatrixView q, ConstMatrixView k) override {
        keep({StageCall::scores, Kept(q), Kept(k), {}});
    }
    void softmax(ConstMatrixView x, float temperature) override {
        keep({StageCall::softmax, Kept(x), {}, {}, temperature});
    }
    void weighted_sum(ConstMatrixView weights, ConstMatrixView v) override {
        keep({StageCall::weighted_sum, Kept(weights), Kept(v), {}});
    }
    void trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) override {
        Call call{StageCall::trace, Kept(q), Kept(k), Kept(v), options.temperature, options};
        if (options.bias != nullptr)
            call.bias.assign(options.bias,
                             options.bias + static_cast<size_t>(q.rows) * static_cast<size_t>(k.rows));
        if (options.key_mask != nullptr) call.key_mask.assign(options.key_mask, options.key_mask + k.rows);
        keep(std::move(call));
    }

    std::vector<Call> calls;
    bool outdated = false;  // what comes next is of another computation
    bool compared = true;   // there is nothing that differences() does not know

  private:
    static constexpr size_t most_calls = 1000;  // an exhibit in a loop must not fill the memory

    void keep(Call call) {
        if (std::exchange(outdated, false)) calls.clear();
        if (calls.size() < most_calls) calls.push_back(std::move(call));
        compared = false;
    }
};

KernelWatch::KernelWatch() : recorder_(std::make_unique<Recorder>()) {
    attention::selectable::selection().watcher = recorder_.get();
}
KernelWatch::~KernelWatch() {
    attention::selectable::selection().watcher = nullptr;
}

std::span<const char* const> KernelWatch::implementations() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> out;
        for (const Implementation* one : attention::selectable::implementations()) out.push_back(one->name);
        return out;
    }();
    return names;
}
int KernelWatch::selected() {
    const auto all = attention::selectable::implementations();
    return static_cast<int>(
        std::find(all.begin(), all.end(), attention::selectable::selection().implementation) - all.begin());
}
void KernelWatch::select(int implementation) {
    attention::selectable::selection().implementation =
        attention::selectable::implementations()[static_cast<size_t>(implementation)];
}

void KernelWatch::begin_compute() {
    recorder_->outdated = true;
}

const std::vector<StageDifference>& KernelWatch::differences() {
    if (!std::exchange(recorder_->compared, true)) {
        differences_.clear();
        for (const Call& call : recorder_->calls) add_difference(call, differences_);
    }
    return differences_;
}

#else

class KernelWatch::Recorder {};
KernelWatch::KernelWatch() = default;
KernelWatch::~KernelWatch() = default;
std::span<const char* const> KernelWatch::implementations() {
    return {};
}
int KernelWatch::selected() {
    return 0;
}
void KernelWatch::select(int) {}
void KernelWatch::begin_compute() {}
const std::vector<StageDifference>& KernelWatch::differences() {
    return differences_;
}

#endif

}  // namespace host
