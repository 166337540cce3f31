// The formulas and the words. See cost_model.h.
#include "explainer/exhibits/cost_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::cost {
namespace {

/// "multiplications of causal"
std::string named(const char* what, int way) {
    return Phrase() << what << " of " << way_words[way].long_name;
}

const char* how(const Time& time) {
    return time.measured ? "measured"
           : time.known  ? "by the formula, from what was measured"
                         : "not measured";
}

/// The seconds, where they are known.
Cell cell_of(const Time& time) {
    return time.known ? Cell(time.seconds) : Cell("–");
}

}  // namespace

const WayWords way_words[way_count] = {
    {"materialised", "materialised", "materialised", "q, k, v, the outputs and every score", "4·n·d + n²",
     "n²", "n²", "2·n²·d"},
    {"causal", "causal", "causal", "q, k, v, the outputs and the scores that the mask leaves",
     "4·n·d + n(n + 1)/2", "n(n + 1)/2", "n²/2", "n²·d"},
    {"window", "window", "window", "q, k, v, the outputs and the scores that the window leaves",
     "4·n·d + one for each pair", "Σ min(i, window)", "n(4·d + w)", "2·n·d·w"},
    {"streaming", "streaming", "streaming", "q, k, v, the outputs, and of each row a maximum and a sum",
     "4·n·d + 2·n", "n²", "n(4·d + 2)", "2·n²·d"},
    {"cache", "KV cache", "decoding with a cache",
     "the keys and values of all tokens, and one row’s query, output, maximum and sum", "2·n·d + 2·d + 2",
     "n(n + 1)/2", "2·n·d", "n²·d"},
    {"no-cache", "no cache", "decoding without a cache", "what streaming holds, in its last step",
     "4·n·d + 2·n", "n(n + 1)(n + 2)/6", "", "n³·d/3"},
};

bool two_sided(int way) {
    return way == materialised || way == streaming;
}

double pairs(int way, const Sizes& sizes) {
    const double n = sizes.n, full = std::min(n, sizes.window);
    if (way == materialised || way == streaming) return n * n;
    if (way == windowed) return counts::pairs_back(full) + (n - full) * full;
    if (way == uncached) return n * (n + 1) * (n + 2) / 6;
    return counts::pairs_back(n);
}

double multiplications(int way, const Sizes& sizes) {
    return counts::multiplications(pairs(way, sizes), sizes.d);
}

double layer_multiplications(int way, const Sizes& sizes) {
    const double tokens = way == uncached ? counts::pairs_back(sizes.n) : sizes.n;
    return 12 * query_heads * sizes.d * sizes.d * tokens;
}

double numbers_held(int way, const Sizes& sizes) {
    if (way == cached) return 2 * sizes.n * sizes.d + 2 * sizes.d + 2;
    const double rows = 4 * sizes.n * sizes.d;  // q, k, v and the outputs
    return rows + (way == streaming || way == uncached ? 2 * sizes.n : pairs(way, sizes));
}

void Dots::read(const Tensor& tensor) {
    n.clear();
    seconds.clear();
    constexpr size_t most = 64;  // lengths
    for (size_t i = 0; i + 1 < std::min(tensor.data.size(), 2 * most); i += 2) {
        const auto length = static_cast<double>(tensor.data[i]),
                   time = static_cast<double>(tensor.data[i + 1]);
        const bool possible = std::isfinite(length) && std::isfinite(time);
        if (!possible || length < 1 || time <= 0 || (!n.empty() && length <= n.back())) continue;
        n.push_back(length);
        seconds.push_back(time / 1e6);
    }
}

/// As measured at n; else from the nearest dot below (or the first one), as `grows` does from there to n.
template <class Grows>
static Time time_at(const Dots& dots, double n, Grows grows) {
    if (dots.empty()) return {};
    size_t at = 0;
    while (at + 1 < dots.n.size() && dots.n[at + 1] <= n) ++at;
    return {dots.seconds[at] * grows(n) / grows(dots.n[at]), true, dots.n[at] == n};
}

Time time_of(int way, const Dots& dots, const Sizes& sizes) {
    return time_at(dots, sizes.n, [&](double n) {
        Sizes there = sizes;
        there.n = n;
        return multiplications(way, there);
    });
}

Time time_of_step(const Dots& dots, double n) {
    return time_at(dots, n, [](double keys) { return keys; });
}

// ---- Two ways compared

double Costs::value(int quantity, int way, double n) const {
    if (quantity == memory) return bytes_of_number * numbers_held(way, at(n));
    if (quantity == work)
        return multiplications(way, at(n)) + (sizes.layer ? layer_multiplications(way, at(n)) : 0);
    const Time time = time_of(way, dots[way], at(n));
    return time.known ? time.seconds : std::numeric_limits<double>::quiet_NaN();
}

Comparison Costs::compared(int quantity, double n) const {
    const double times = ratio(quantity, n);
    if (std::isnan(times)) return {};
    const bool less = times >= 1;
    const double size = less ? times : 1 / times;
    const std::string shown = size < 99.95 ? fixed(size, size < 9.995 ? 2 : 1)
                              : size < 1e6 ? grouped(size)
                                           : scientific(size, 3);
    if (shown == "1.00") return {"", size == 1 ? "the same" : "almost the same"};
    static constexpr const char* words[][2] = {
        {" times less", " times more"},
        {" times fewer multiplications", " times more multiplications"},
        {" times less time", " times more time"}};
    const bool sure = quantity != time || (time_of(first, dots[first], at(n)).measured &&
                                           time_of(second, dots[second], at(n)).measured);
    return {(sure ? "" : "≈ ") + shown, words[quantity][less ? 0 : 1]};
}

bool Costs::measured_any() const {
    return std::any_of(dots, dots + way_count, [](const Dots& one) { return !one.empty(); });
}

void Costs::forget_times() {
    for (Dots& one : dots) one = {};
    step = {};
    trouble.clear();
}

std::string Costs::step_words() const {
    const Time time = time_of_step(step, sizes.n);
    Phrase out;
    out << "One step of decoding, one head, d = " << grouped(sizes.d) << ", reads "
        << text_of(bytes(bytes_of_step())) << " of keys and values";
    if (time.known) out << (time.measured ? " in " : " in ≈ ") << text_of(seconds(time.seconds));
    return out << (time.known ? "." : "; its time is not measured yet.");
}

Description Costs::describe() const {
    Description out;
    const double n = sizes.n;
    const std::string_view former = way_words[first].long_name, latter = way_words[second].long_name;
    const std::string whole =
        sizes.layer ? "with the head’s part of the projections and the MLP" : "in attention alone";
    const std::string works[] = {scientific(value(work, first, n), 3), scientific(value(work, second, n), 3)};
    const Comparison held = compared(memory, n);
    Phrase said;
    said << "For " << grouped(n) << " tokens, one head, d = " << grouped(sizes.d) << ", float32: " << former
         << " holds " << text_of(bytes(value(memory, first, n)));
    if (first == second) {
        said << " and takes " << works[0] << " multiplications " << whole
             << "; no other way is compared with it";
    } else {
        said << ", " << latter << " " << text_of(bytes(value(memory, second, n))) << ", " << held.number
             << held.words << ". ";
        if (works[0] == works[1]) {
            said << "Both take " << works[0] << " multiplications " << whole;
        } else {
            said << former << " takes " << works[0] << " multiplications " << whole << ", " << latter << " "
                 << works[1];
        }
    }
    if (two_sided(first) != two_sided(second))
        said << "; " << (two_sided(first) ? former : latter) << " looks both ways, "
             << (two_sided(first) ? latter : former) << " only back: that alone is a factor of "
             << fixed(pairs(materialised, sizes) / pairs(causal, sizes), 2);
    said << ". A KV cache of " << grouped(layers) << (layers == 1 ? " layer, " : " layers, ")
         << grouped(kv_heads) << (kv_heads == 1 ? " key–value head, dₖ = " : " key–value heads, dₖ = ")
         << grouped(d_k) << ", " << grouped(bits) << " bits, takes " << text_of(bytes(cache(kv_heads)))
         << ". ";
    said << (measuring        ? "Measuring."
             : measured_any() ? "Times were measured on this machine."
                              : "No time is measured yet.");
    if (!trouble.empty()) said << " " << trouble;
    out.summary = said;

    Table ways = Table{Phrase() << "At n = " << grouped(n),
                       {"way", "multiplications", "numbers held", "bytes held", "seconds", "how"},
                       {}};
    Table lines[2] = {Table{"Memory against n, bytes", {"n"}, {}},
                      Table{"Multiplications against n", {"n"}, {}}};
    for (int way = 0; way < way_count; ++way) {
        const Time time = time_of(way, dots[way], sizes);
        add_row(ways) << way_words[way].long_name << value(work, way, n) << numbers_held(way, sizes)
                      << value(memory, way, n) << cell_of(time) << how(time);
        for (Table& line : lines) line.columns.push_back(way_words[way].long_name);
        const std::string key = Phrase() << "[\"" << way_words[way].long_name << "\"]";
        out.add_value(named("multiplications", way), value(work, way, n), "work" + key);
        out.add_value(named("memory", way), value(memory, way, n), "4 * held" + key);
    }
    for (double length = least_n; length <= most_n; length *= 2) {
        for (int quantity : {memory, work}) {
            RowPen row = add_row(lines[quantity]);
            row << length;
            for (int way = 0; way < way_count; ++way) row << value(quantity, way, length);
        }
    }
    Table kept = quantities("Bytes of a KV cache", {{"layers", layers},
                                                    {"key–value heads", kv_heads},
                                                    {"d_k", d_k},
                                                    {"bits of a number", bits},
                                                    {"n", n},
                                                    {"bytes a token", cache(kv_heads) / n},
                                                    {"bytes", cache(kv_heads)},
                                                    {"bytes with 32 key–value heads", cache(query_heads)}});
    Table step_table = quantities("One step of decoding with a cache",
                                  {{"keys and values", n}, {"bytes read", bytes_of_step()}});
    const Time of_step = time_of_step(step, n);
    add_row(step_table) << "seconds" << cell_of(of_step);
    add_row(step_table) << "how" << how(of_step);
    for (Table* one : {&ways, &step_table, &kept, &lines[0], &lines[1]})
        out.tables.push_back(std::move(*one));
    if (measured_any()) {
        Table measured = Table{"Measured on this machine", {"way", "n", "seconds"}, {}};
        for (int way = 0; way <= way_count; ++way) {
            const Dots& from = way < way_count ? dots[way] : step;
            const char* name = way < way_count ? way_words[way].long_name : "one step of decoding";
            for (size_t i = 0; i < from.n.size(); ++i)
                add_row(measured) << name << from.n[i] << from.seconds[i];
        }
        out.tables.push_back(std::move(measured));
    }
    out.add_value("n", n, "n");
    out.add_value("bytes of all scores", bytes_of_number * pairs(materialised, sizes), "4 * n * n");
    out.add_value("times less memory", ratio(memory, n), "held[first] / held[second]");
    out.add_value("times fewer multiplications", ratio(work, n), "work[first] / work[second]");
    out.add_value("cache bytes", cache(kv_heads), "kv_heads * token * n");
    out.add_value("cache bytes a token", cache(kv_heads) / n, "kv_heads * token");
    out.add_value("cache bytes with 32 key–value heads", cache(query_heads), "32 * token * n");
    return out;
}

std::string Costs::numpy() const {
    Phrase out;
    out << "import numpy as np\n\nn, d, window = " << Shortest{sizes.n} << ", " << Shortest{sizes.d} << ", "
        << Shortest{sizes.window} << "\nlayers, kv_heads, d_k, bits = " << Shortest{layers} << ", "
        << Shortest{kv_heads} << ", " << Shortest{d_k} << ", " << Shortest{bits}
        << "\nwhole = " << (sizes.layer ? 1 : 0) << R"(
i = np.arange(1, n + 1, dtype=np.int64)  # what each query may see, if it looks back

pairs = {
    "materialised": n * n,
    "causal": i.sum(),
    "window": np.minimum(i, window).sum(),
    "streaming": n * n,
    "decoding with a cache": i.sum(),
    "decoding without a cache": np.cumsum(i).sum(),  # every step computes all its rows again
}
held = {way: 4 * n * d + count for way, count in pairs.items()}  # q, k, v, outputs, and the scores
held["streaming"] = held["decoding without a cache"] = 4 * n * d + 2 * n
held["decoding with a cache"] = 2 * n * d + 2 * d + 2
tokens = {way: i.sum() if way == "decoding without a cache" else n for way in pairs}
d_model = 32 * d
beside = (4 * d_model ** 2 + 2 * d_model * 4 * d_model) // 32  # projections and MLP, a head's part of a token
work = {way: 2 * d * count + whole * beside * tokens[way] for way, count in pairs.items()}
token = 2 * layers * d_k * bits // 8
first, second = ")"
        << way_words[first].long_name << "\", \"" << way_words[second].long_name << R"("
)";
    return out;
}

}  // namespace explainer::cost
