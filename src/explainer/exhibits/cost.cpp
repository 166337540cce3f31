// Cost: its parameters, its numbers, what it asks of the host, what is said of it.
#include "explainer/exhibits/cost.h"

#include <array>
#include <cmath>
#include <limits>

#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::cost {
namespace {

constexpr Parameter length(std::string_view name, std::string_view label, std::string_view help,
                           double initial) {
    Parameter out = integer_of(name, label, help, least_n, most_n, initial);
    out.logarithmic = true;
    return out;
}
constexpr Parameter by_eights(Parameter one) {
    one.step = 8;
    return one;
}

constexpr std::array plots = {Choice{"memory", "memory"}, Choice{"multiplications", "multiplications"},
                              Choice{"time", "time"}};
constexpr std::array way_choices = {Choice{"materialised", "materialised"},
                                    Choice{"causal", "causal"},
                                    Choice{"window", "window"},
                                    Choice{"streaming", "streaming"},
                                    Choice{"cache", "decode, KV cache"},
                                    Choice{"no-cache", "decode, no cache"}};
constexpr std::array pair_choices = {Choice{"1", "1"}, Choice{"2", "2"},   Choice{"4", "4"},
                                     Choice{"8", "8"}, Choice{"16", "16"}, Choice{"32", "32"}};
constexpr std::array bit_choices = {Choice{"8", "8 bit"}, Choice{"16", "16 bit"}, Choice{"32", "32 bit"}};

constexpr std::array parameters = {
    length("n", "your n", "How many tokens; it moves the line in every plot.", 8192),
    integer_of("d", "d", "How wide queries, keys and values are.", 1, 512, 64),
    integer_of("window", "window", "How many tokens back a query sees with a window, itself included.", 1,
               4096, 256),
    choice_of("plot", "plot", "Which of the three plots is the large one.", plots, memory),
    choice_of("first", "compare", "The first of two ways that are compared.", way_choices, materialised),
    choice_of("second", "with", "The second of two ways that are compared.", way_choices, streaming),
    integer_of("layers", "layers", "How many layers the model has; each has a cache of its own.", 1, 128, 32),
    choice_of("kvHeads", "key heads", "How many heads of keys and values 32 heads of queries share.",
              pair_choices, 3),
    by_eights(integer_of("keyWidth", "dₖ", "How many components a key and a value have.", 8, 256, 128)),
    choice_of("precision", "precision", "How many bits each number in the cache takes.", bit_choices, 1),
    Parameter{.name = "measure",
              .label = "measure here",
              .help = "Times all six ways on this machine, at growing n.",
              .kind = Kind::action},
    Parameter{.name = "stop", .label = "stop", .help = "Measures no more.", .kind = Kind::action},
    Parameter{.name = "layer",
              .label = "projections and MLP too",
              .help = "Counts with each head its part of what else a layer of 32 heads multiplies.",
              .kind = Kind::toggle},
};

constexpr std::array presets = {
    Preset{"8,192 tokens", ""},
    Preset{"64 tokens", "n=64"},
    Preset{"decoding, with and without a cache", "plot=multiplications;first=no-cache;second=cache"},
    Preset{"a window at 65,536", "n=65536;first=causal;second=window"},
};

/// "multiplications of causal"
std::string named(const char* what, int way) {
    return Phrase() << what << " of " << way_words[way].long_name;
}

}  // namespace

void Cost::compute(const State& state) {
    const Sizes sizes{state.number(length_n), state.number(width_d), state.number(window_w),
                      state.toggle(whole_layer)};
    if (sizes.d != sizes_.d || sizes.window != sizes_.window) {
        // Times of other sizes would pass for these.
        for (Dots& one : dots_) one = {};
        step_ = {};
        trouble_.clear();
        if (measuring_) act(stop);
    }
    sizes_ = sizes;
    plot_ = state.choice(plot_shown);
    first_ = state.choice(first_way);
    second_ = state.choice(second_way);
    layers_ = state.number(layers);
    kv_heads_ = 1 << state.choice(kv_heads);
    d_k_ = state.number(d_k);
    bits_ = 8 << state.choice(precision);
}

// ---- Measuring

void Cost::act(int parameter) {
    measuring_ = parameter == measure;
    wish_ = measuring_ ? Wish::measure : Wish::stop;
    if (!measuring_) return;
    for (Dots& one : dots_) one = {};
    step_ = {};
    trouble_.clear();
    progress_ = 0;
}

std::optional<Request> Cost::take_request() {
    const Wish wish = std::exchange(wish_, Wish::none);
    if (wish == Wish::none) return std::nullopt;
    if (wish == Wish::stop) return Request{std::string(stop_request), {}};
    return Request{"time-lengths", {{"n", sizes_.n}, {"d", sizes_.d}, {"window", sizes_.window}}};
}

/// A tensor for each way, named by its id: [k, 2], lengths and microseconds.
void Cost::receive(const Reply& reply) {
    measuring_ = !reply.done;
    if (reply.progress > 0) progress_ = std::min(reply.progress, 1.0);
    if (!reply.error.empty()) trouble_ += (trouble_.empty() ? "" : " ") + reply.error;
    for (const Tensor& tensor : reply.tensors) {
        for (int way = 0; way < way_count; ++way) {
            if (tensor.name == way_words[way].id) dots_[way].read(tensor);
        }
        if (tensor.name == "step") step_.read(tensor);
    }
    if (reply.done && !measured_any() && trouble_.empty()) trouble_ = "Nothing could be measured.";
}

bool Cost::measured_any() const {
    for (const Dots& one : dots_) {
        if (!one.empty()) return true;
    }
    return false;
}

double Cost::value(int quantity, int way, double n) const {
    if (quantity == memory) return bytes_of_number * numbers_held(way, at(n));
    if (quantity == work)
        return multiplications(way, at(n)) + (sizes_.layer ? layer_multiplications(way, at(n)) : 0);
    const Time time = time_of(way, dots_[way], at(n));
    return time.known ? time.seconds : std::numeric_limits<double>::quiet_NaN();
}

std::string Cost::compared(int quantity, double n) const {
    const double times = ratio(quantity, n);
    if (std::isnan(times)) return "";
    const bool less = times >= 1;
    const double size = less ? times : 1 / times;
    const std::string shown = size < 99.95 ? fixed(size, size < 9.995 ? 2 : 1)
                              : size < 1e6 ? grouped(size)
                                           : scientific(size, 3);
    if (shown == "1.00") return size == 1 ? "the same" : "almost the same";
    static constexpr const char* words[][2] = {
        {"less", "more"}, {"fewer", "more"}, {"less time", "more time"}};
    const bool sure = quantity != time || (time_of(first_, dots_[first_], at(n)).measured &&
                                           time_of(second_, dots_[second_], at(n)).measured);
    return Phrase() << (sure ? "" : "≈ ") << shown << " times " << words[quantity][less ? 0 : 1];
}

// ---- What is said

const char* Cost::how(const Time& time) {
    return time.measured ? "measured"
           : time.known  ? "by the formula, from what was measured"
                         : "not measured";
}

/// Of one step of decoding: what it reads, and how long it took.
std::string Cost::step_words() const {
    const Time time = time_of_step(step_, sizes_.n);
    Phrase out;
    out << "One step of decoding, one head, d = " << grouped(sizes_.d) << ", reads "
        << text_of(bytes(bytes_of_step())) << " of keys and values";
    if (time.known) out << (time.measured ? " in " : " in ≈ ") << text_of(seconds(time.seconds));
    return out << (time.known ? "." : "; its time is not measured yet.");
}

Description Cost::describe() const {
    Description out;
    const double n = sizes_.n;
    const char* const first = way_words[first_].long_name;
    const char* const second = way_words[second_].long_name;
    const std::string whole =
        sizes_.layer ? "with the head’s part of the projections and the MLP" : "in attention alone";
    const std::string works[] = {scientific(value(work, first_, n), 3),
                                 scientific(value(work, second_, n), 3)};
    Phrase said;
    said << "For " << grouped(n) << " tokens, one head, d = " << grouped(sizes_.d) << ", float32: " << first
         << " holds " << text_of(bytes(value(memory, first_, n)));
    if (first_ == second_) {
        said << " and takes " << works[0] << " multiplications " << whole
             << "; no other way is compared with it";
    } else {
        said << ", " << second << " " << text_of(bytes(value(memory, second_, n))) << ", "
             << compared(memory, n) << ". ";
        if (works[0] == works[1])
            said << "Both take " << works[0] << " multiplications " << whole;
        else
            said << first << " takes " << works[0] << " multiplications " << whole << ", " << second << " "
                 << works[1];
    }
    if (first_ != second_ && two_sided(first_) != two_sided(second_))
        said << "; " << (two_sided(first_) ? first : second) << " looks both ways, "
             << (two_sided(first_) ? second : first) << " only back: that alone is a factor of "
             << fixed(pairs(materialised, sizes_) / pairs(causal, sizes_), 2);
    said << ". A KV cache of " << grouped(layers_) << (layers_ == 1 ? " layer, " : " layers, ")
         << grouped(kv_heads_) << (kv_heads_ == 1 ? " key head, dₖ = " : " key heads, dₖ = ") << grouped(d_k_)
         << ", " << grouped(bits_) << " bits, takes " << text_of(bytes(cache(kv_heads_))) << ". ";
    said << (measuring_       ? "Measuring."
             : measured_any() ? "Times were measured on this machine."
                              : "No time is measured yet.");
    if (!trouble_.empty()) said << " " << trouble_;
    out.summary = said;

    Table ways = Table{Phrase() << "At n = " << grouped(n),
                       {"way", "multiplications", "numbers held", "bytes held", "seconds", "how"},
                       {}};
    Table lines[2] = {Table{"Memory against n, bytes", {"n"}, {}},
                      Table{"Multiplications against n", {"n"}, {}}};
    for (int way = 0; way < way_count; ++way) {
        const Time time = time_of(way, dots_[way], sizes_);
        RowPen row = add_row(ways);
        row << way_words[way].long_name << value(work, way, n) << numbers_held(way, sizes_)
            << value(memory, way, n);
        if (time.known)
            row << time.seconds;
        else
            row << "–";
        row << how(time);
        for (Table& one : lines) one.columns.push_back(way_words[way].long_name);
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
    Table kept = quantities("Bytes of a KV cache", {{"layers", layers_},
                                                    {"key heads", kv_heads_},
                                                    {"d_k", d_k_},
                                                    {"bits of a number", bits_},
                                                    {"n", n},
                                                    {"bytes a token", cache(kv_heads_) / n},
                                                    {"bytes", cache(kv_heads_)},
                                                    {"bytes with 32 key heads", cache(query_heads)}});
    Table step = quantities("One step of decoding with a cache",
                            {{"keys and values", n}, {"bytes read", bytes_of_step()}});
    const Time of_step = time_of_step(step_, n);
    RowPen seconds_row = add_row(step);
    seconds_row << "seconds";
    if (of_step.known)
        seconds_row << of_step.seconds;
    else
        seconds_row << "–";
    add_row(step) << "how" << how(of_step);
    for (Table* one : {&ways, &step, &kept, &lines[0], &lines[1]}) out.tables.push_back(std::move(*one));
    if (measured_any()) {
        Table dots = Table{"Measured on this machine", {"way", "n", "seconds"}, {}};
        for (int way = 0; way < way_count; ++way) {
            for (size_t i = 0; i < dots_[way].n.size(); ++i)
                add_row(dots) << way_words[way].long_name << dots_[way].n[i] << dots_[way].seconds[i];
        }
        for (size_t i = 0; i < step_.n.size(); ++i)
            add_row(dots) << "one step of decoding" << step_.n[i] << step_.seconds[i];
        out.tables.push_back(std::move(dots));
    }
    out.add_value("n", n, "n");
    out.add_value("bytes of all scores", bytes_of_number * pairs(materialised, sizes_), "4 * n * n");
    out.add_value("times less memory", ratio(memory, n), "held[first] / held[second]");
    out.add_value("times fewer multiplications", ratio(work, n), "work[first] / work[second]");
    out.add_value("cache bytes", cache(kv_heads_), "kv_heads * token * n");
    out.add_value("cache bytes a token", cache(kv_heads_) / n, "kv_heads * token");
    out.add_value("cache bytes with 32 key heads", cache(query_heads), "32 * token * n");
    return out;
}

/// Pairs are counted query by query here, not by the formulas.
std::string Cost::numpy(const State& state) const {
    Phrase out;
    out << "import numpy as np\n\nn, d, window = " << state.integer(length_n) << ", "
        << state.integer(width_d) << ", " << state.integer(window_w)
        << "\nlayers, kv_heads, d_k, bits = " << state.integer(layers) << ", "
        << (1 << state.choice(kv_heads)) << ", " << state.integer(d_k) << ", "
        << (8 << state.choice(precision)) << "\nwhole = " << (state.toggle(whole_layer) ? 1 : 0) << R"(
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
        << way_words[first_].long_name << "\", \"" << way_words[second_].long_name << R"("
)";
    return out;
}

}  // namespace explainer::cost

namespace explainer {

extern const ExhibitType cost_exhibit;
const ExhibitType cost_exhibit = {
    "cost",
    "What attention costs",
    "Move n and see what six ways of attention hold and multiply, time them here, and count the bytes of a "
    "cache.",
    cost::parameters,
    cost::presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<cost::Cost>()); },
};

}  // namespace explainer
