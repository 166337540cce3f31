// The native host's answers. See native_requests.h.
#include "host/native_requests.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/attend.h"
#include "attention/kernels.h"
#include "attention/key_value_cache.h"
#include "attention/reference.h"
#include "attention/trace.h"
#include "explainer/learned.h"
#include "host/checkpoint_file.h"

namespace host {
namespace {

constexpr int rounds = 9;
constexpr double batch_microseconds = 2000;  // long enough for the clock, short enough for a window

double microseconds_of(const std::function<void()>& work, int calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begin;
    return passed.count() / calls;
}

struct Contender {
    const char* name;
    std::function<void()> work;
    std::vector<double> times = {};
    int calls = 1;
};

using explainer::Reply;
using explainer::Request;

int whole(const Request& request, std::string_view name) {
    const auto found = request.arguments.find(name);
    const double* number = found != request.arguments.end() ? std::get_if<double>(&found->second) : nullptr;
    return number != nullptr && *number >= 0 && *number <= 65536 ? static_cast<int>(*number) : 0;
}

/// Kind "time-builds" (n, d, causal): the kernels of this build and the formula in double take turns over the
/// same q, k, v [n, d]. A tensor for each: microseconds a call, largest error, rounds, rounds wanted.
void time_builds(const Request& request, Reply& reply, const Opener&) {
    const int n = whole(request, "n"), d = whole(request, "d");
    if (n == 0 || d == 0) {
        reply.error = "time-builds needs n and d.";
        return;
    }
    const auto size = static_cast<size_t>(n) * static_cast<size_t>(d);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> q(size), k(size), v(size), out(size);
    for (std::vector<float>* matrix : {&q, &k, &v})
        std::generate(matrix->begin(), matrix->end(), [&] { return normal(random); });

    attention::Options options;
    options.causal = whole(request, "causal") != 0;
    std::vector<float> scratch(std::max(attention::kernels::attend_scratch(n, n, d, d),
                                        attention::scalar::attend_scratch(n, n, d, d)) +
                               4);
    void* aligned = scratch.data();
    size_t room = scratch.size() * sizeof(float);
    auto* const space = static_cast<float*>(std::align(16, 16, aligned, room));
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    const attention::ConstMatrixView qm{q.data(), n, d}, km{k.data(), n, d}, vm{v.data(), n, d};
    const attention::AttendCall call{qm, km, vm, {out.data(), n, d}, options};
    attention::reference::Result exact = attention::reference::attend(qm, km, vm, options);

    Contender contenders[] = {
        {"native SIMD", [&] { attention::kernels::attend(call, scale, space); }},
        {"native scalar", [&] { attention::scalar::attend(call, scale, space); }},
        {"formula in double", [&] { exact = attention::reference::attend(qm, km, vm, options); }},
    };
    for (Contender& one : contenders) {
        one.calls = std::clamp(
            static_cast<int>(batch_microseconds / std::max(0.01, microseconds_of(one.work, 1))), 1, 20000);
    }
    for (int round = 1; round <= rounds; ++round) {
        for (Contender& one : contenders)
            one.times.push_back(microseconds_of(one.work, one.calls));  // A B C A B C ...
    }
    for (Contender& one : contenders) {
        std::fill(out.begin(), out.end(), 0.0f);
        one.work();
        double error = 0;
        const bool in_double = &one == &contenders[2];
        for (size_t i = 0; i < size && !in_double; ++i) {
            const double distance = std::fabs(static_cast<double>(out[i]) - exact.output[i]);
            if (!(distance <= error)) error = distance;  // a NaN stays: std::max would lose it
            if (std::isnan(error)) break;
        }
        std::nth_element(one.times.begin(), one.times.begin() + rounds / 2, one.times.end());
        reply.tensors.push_back({one.name,
                                 {4},
                                 {static_cast<float>(one.times[rounds / 2]), static_cast<float>(error),
                                  static_cast<float>(rounds), static_cast<float>(rounds)}});
    }
}

/// One way of attention on the first n rows of q, k, v [most, d].
struct LengthWay {
    const char* name;  // of its tensor
    std::function<void(int n)> work;
    std::function<double(int n)> grows;               // in proportion: how much longer another length takes
    std::function<void(int n)> prepare = [](int) {};  // before it is timed
    std::vector<float> dots = {};                     // n, microseconds, n, microseconds …
    bool over = false;                                // it goes no further
};

/// Kind "time-lengths" (n, d, window): six ways at growing lengths, and one step of decoding, each as far as
/// it takes a few hundredths of a second. A tensor [k, 2] for each: n, microseconds.
void time_lengths(const Request& request, Reply& reply, const Opener&) {
    constexpr double enough = 1000, most = 60000;  // microseconds of one time
    constexpr int most_scores = 4096;              // n × n is held in full: 64 MiB
    const int n = whole(request, "n"), d = whole(request, "d"), window = whole(request, "window");
    if (n == 0 || d == 0 || window == 0) {
        reply.error = "time-lengths needs n, d and window.";
        return;
    }
    std::vector<int> lengths = {n};
    for (int length = 64; length <= 65536; length *= 2) {
        if (length != n) lengths.push_back(length);
    }
    std::sort(lengths.begin(), lengths.end());
    constexpr int most_numbers = 1 << 22;  // of each of q, k, v and the output
    const int longest = lengths.back(), most_rows = most_numbers / d;
    std::erase_if(lengths, [most_rows](int length) { return length > most_rows; });

    const auto size = static_cast<size_t>(lengths.back()) * static_cast<size_t>(d);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> q(size), k(size), v(size), out(size), weights, memory, scratch;
    for (std::vector<float>* matrix : {&q, &k, &v}) {
        // Some numbers over and over: to draw them all would take longer than the rest.
        constexpr size_t period = 1 << 15;
        for (size_t at = 0; at < size; ++at)
            (*matrix)[at] = at < period ? normal(random) : (*matrix)[at - period];
    }
    const auto of = [d](std::vector<float>& all, int rows) {
        return attention::MatrixView{all.data(), rows, d};
    };
    const auto attend = [&](int rows, bool causal, int reach) {
        attention::Options options;
        options.causal = causal;
        options.window = reach;
        attention::attend(of(q, rows), of(k, rows), of(v, rows), options, of(out, rows));
    };
    const auto square = [](int rows) { return static_cast<double>(rows) * rows; };
    const auto empty_cache = [&](int rows) {
        const attention::CacheShape shape{rows, 1, d, d};
        memory.resize(attention::KeyValueCache::cache_floats(shape));
        scratch.resize(attention::KeyValueCache::attend_scratch(shape, 1));
        return attention::KeyValueCache(shape, memory.data());
    };
    std::optional<attention::KeyValueCache> full;
    LengthWay ways[] = {
        {"materialised",
         [&](int rows) {
             weights.resize(static_cast<size_t>(rows) * static_cast<size_t>(rows));
             attention::TraceViews views;
             views.weights = {weights.data(), rows, rows};
             views.output = of(out, rows);
             attention::trace_into(of(q, rows), of(k, rows), of(v, rows), {}, views);
         },
         square},
        {"causal", [&](int rows) { attend(rows, true, 0); }, square},
        {"window", [&](int rows) { attend(rows, true, window); },
         [window](int rows) { return static_cast<double>(std::min(rows, window)) * rows; }},
        {"streaming", [&](int rows) { attend(rows, false, 0); }, square},
        {"cache",
         [&](int rows) {
             attention::KeyValueCache cache = empty_cache(rows);
             for (int i = 0; i < rows; ++i) {
                 const auto at = static_cast<size_t>(i) * static_cast<size_t>(d);
                 cache.append(k.data() + at, v.data() + at);
                 cache.attend(q.data() + at, 1, {}, scratch.data(), out.data() + at);
             }
         },
         square},
        {"step", [&](int) { full->attend(q.data(), 1, {}, scratch.data(), out.data()); },
         [](int rows) { return static_cast<double>(rows); },
         [&](int rows) {
             full = empty_cache(rows);
             full->append(k.data(), v.data(), rows);
         }},
        {"no-cache",
         [&](int rows) {
             for (int step = 1; step <= rows; ++step) attend(step, true, 0);
         },
         [square](int rows) { return square(rows) * rows; }},
    };
    for (const int length : lengths) {
        for (LengthWay& way : ways) {
            if (way.over) continue;
            if (&way == ways && length > most_scores) {
                way.over = true;
                reply.error += "Materialised not above n = " + std::to_string(most_scores) +
                               ": n × n would take too much memory.";
                continue;
            }
            const size_t count = way.dots.size();
            if (count > 0) {
                const double before = static_cast<double>(way.dots[count - 2]);
                const double took = static_cast<double>(way.dots[count - 1]);
                way.over = took * way.grows(length) / way.grows(static_cast<int>(before)) > most;
                if (way.over) continue;
            }
            way.prepare(length);
            double spent = 0;
            int passes = 0;
            for (; passes == 0 || spent < enough; ++passes)
                spent += microseconds_of([&] { way.work(length); }, 1);
            way.dots.push_back(static_cast<float>(length));
            way.dots.push_back(static_cast<float>(spent / passes));
        }
    }
    const bool all_over = std::all_of(std::begin(ways), std::end(ways), std::mem_fn(&LengthWay::over));
    if (lengths.back() < longest && !all_over)
        reply.error += (reply.error.empty() ? "Nothing above n = " : " Nothing above n = ") +
                       std::to_string(lengths.back()) + ": q, k and v would take too much memory.";
    for (LengthWay& way : ways)
        reply.tensors.push_back({way.name, {static_cast<int>(way.dots.size() / 2), 2}, std::move(way.dots)});
}

std::string words(const Request& request, std::string_view name) {
    const auto found = request.arguments.find(name);
    const std::string* text =
        found != request.arguments.end() ? std::get_if<std::string>(&found->second) : nullptr;
    return text != nullptr ? *text : "";
}

/// Kind "open" (exhibit, state): the window shows that exhibit.
void open_exhibit(const Request& request, Reply& reply, const Opener& opener) {
    const std::string id = words(request, "exhibit"), state = words(request, "state");
    const explainer::ExhibitType* type = explainer::find_exhibit(id);
    if (type == nullptr) {
        reply.error = "There is no exhibit “" + id + "”.";
    } else if (!opener) {
        reply.error = "Only a window can show another exhibit.";
    } else if (std::optional<std::string> error =
                   explainer::State(type->id, type->parameters).restore(state)) {
        reply.error = *error;
    } else {
        opener(*type, state);
    }
}

/// Kind "learned": the weights of the model that learned, which are taken before the answer.
void bring_learned(const Request&, Reply& reply, const Opener&) {
    const std::string bytes = bytes_of_file(LEARNED_FOLDER "/model.safetensors");
    const model::Safetensors read = model::read_safetensors(std::as_bytes(std::span(bytes)));
    reply.error = read.error ? model::message(read.error) : explainer::learned::take(read.tensors);
}

/// Kind "checkpoint" (step): what is stored of these weights at a step of their training.
void bring_checkpoint(const Request& request, Reply& reply, const Opener&) {
    answer_with(LEARNED_FOLDER "/" + checkpoint_file(whole(request, "step")), reply);
}

struct Kind {
    std::string_view name;
    void (*answer)(const Request&, Reply&, const Opener&);
};
constexpr Kind kinds[] = {{"checkpoint", bring_checkpoint},
                          {"learned", bring_learned},
                          {"open", open_exhibit},
                          {"time-builds", time_builds},
                          {"time-lengths", time_lengths}};

}  // namespace

void answer_requests(explainer::View& view, const Opener& opener) {
    // Some ask for one thing after the other.
    while (const std::optional<Request> request = view.take_request()) {
        if (request->kind.empty() || request->kind == explainer::stop_request) return;
        Reply reply{request->generation, 1, true, {}, ""};
        const auto* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                        [&](const Kind& one) { return one.name == request->kind; });
        if (kind != std::end(kinds)) {
            kind->answer(*request, reply, opener);
        } else {
            reply.error = "This program cannot answer “" + request->kind + "”.";
        }
        view.receive(reply);
    }
}

}  // namespace host
