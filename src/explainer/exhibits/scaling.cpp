// The scaling exhibit's numbers: its parameters, the draws slice by slice, what it says of itself.
#include "explainer/exhibits/scaling.h"

#include <array>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

constexpr double slice = 900000;   // uniform numbers, for an effort of 1: about 3 ms, in a browser 5
constexpr int first_pairs = 1000;  // of every width, before any has all

constexpr std::array parameters = {
    Parameter{.name = "d",
              .label = "key width dₖ",
              .help = "How many components a query and a key have.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = Scaling::widest,
              .step = 1,
              .initial = 64,
              .logarithmic = true},
    Parameter{.name = "seed",
              .label = "draw no.",
              .help = "Another number draws other random vectors.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 99,
              .step = 1,
              .initial = 1},
    Parameter{.name = "row",
              .label = "row of keys",
              .help = "Which query meets sixteen keys; 0 is an article's four scores 22, −3, 1 and −5.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = WidthSample::rows,
              .step = 1,
              .initial = 1},
    Parameter{.name = "key",
              .label = "key",
              .help = "Which key of the row is followed; 0 is the one with the largest weight.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = KeyRow::most,
              .step = 1,
              .initial = 0},
    Parameter{.name = "stop", .label = "stop", .help = "Draws no more for now.", .kind = Kind::action},
    Parameter{.name = "goOn", .label = "go on", .help = "Draws on where it stopped.", .kind = Kind::action},
};

constexpr std::array presets = {
    Preset{"dₖ = 64", ""},
    Preset{"dₖ = 4096", "d=4096"},
    Preset{"22, −3, 1, −5 at 512", "d=512;row=0"},
};

}  // namespace

std::string Scaling::gradient_shown(double value) {
    if (value <= 0) return "0";
    if (value >= 0.001) return value == 1 ? "1" : fixed(value, value >= 0.01 ? 3 : 4);
    const std::string out = scientific(value, 2);
    return out.starts_with("1.0·") ? out.substr(5) : out;  // 10⁻³
}

std::string Scaling::about(double value) {
    if (value >= 0.01 || value <= 0) return gradient_shown(value);
    const double exponent = std::log10(value), whole = std::round(exponent);
    const bool exact = std::fabs(exponent - whole) < 1e-9;
    if (value >= 0.001 && !exact) return gradient_shown(value);
    return (exact ? "" : "about ") + power_of_ten(std::to_string(static_cast<int>(whole)));
}

std::string Scaling::three_digits(double value) {
    return fixed(value, value == std::round(value) || value >= 100 ? 0
                        : value >= 10                              ? 1
                        : value >= 1                               ? 2
                                                                   : 3);
}

void Scaling::compute(const State& state) {
    const int new_d = state.integer(width_d), new_seed = state.integer(seed);
    if (new_seed != seed_) {
        samples_.clear();
        for (int d = 1; d <= widest; d *= 2) samples_.emplace_back(d, new_seed);
        other_.clear();
    }
    if (new_d != d_ || new_seed != seed_) {
        other_.clear();
        if ((new_d & (new_d - 1)) != 0) other_.emplace_back(new_d, new_seed);
        stopped_ = false;
    }
    d_ = new_d;
    seed_ = new_seed;
    number_ = state.integer(row_number);
    row_ = key_row(d_, seed_, number_);
    key_ = key_of(row_, state.integer(key));
    // A few pairs at once, so that there is never a figure without numbers.
    double budget = slice / 8;
    chosen().advance(budget, 2 * WidthSample::pairs / WidthSample::rows);
    for (WidthSample& one : samples_) {
        budget = std::max(budget, 1.0);
        one.advance(budget, 2);
    }
    // What was pointed at may be gone.
    hover_.forget_if([this](const Pointed& on) { return on.key >= row_.count; });
}

bool Scaling::advance(float effort) {
    if (stopped_) return false;
    double budget = static_cast<double>(effort) * slice;
    chosen().advance(budget, WidthSample::pairs);
    for (const int most : {first_pairs, WidthSample::pairs}) {
        for (WidthSample& one : samples_) one.advance(budget, most);
    }
    return !finished();
}

std::string Scaling::shown(const State& state, int parameter) const {
    const int value = state.integer(parameter);
    if (parameter == row_number && value == 0) return "0, an article's four scores";
    if (parameter == key && (value == 0 || value > row_.count))
        return "the largest, key " + std::to_string(row_.top + 1);
    return state.shown(parameter);
}

figures::Block Scaling::sheet(Ui& ui) const {
    using namespace figures;
    return at_least(
        720,
        [this, &ui] {
            return column(12, figures::presets(explainer::presets),
                          row({.gap = 40}, {Item(across(ui), share(55)),
                                            Item(column(14, drawing_of_lots(ui), histogram(ui), one_row(ui)),
                                                 share(45))}));
        },
        [this, &ui] {
            return column(16, figures::presets(explainer::presets), across(ui), drawing_of_lots(ui),
                          histogram(ui), one_row(ui));
        });
}

Description Scaling::describe() const {
    const WidthSample& sample = chosen();
    Table curve = Table{
        "Spread against width",
        {"d_k", "standard deviation of q·k", "of q·k ÷ √d_k", "√d_k", "pairs",
         "gradient without scaling, median of the rows", "with scaling", "without scaling, mean of the rows"},
        {}};
    for (const WidthSample& one : samples_) {
        if (one.done() < 2) continue;
        add_row(curve, {static_cast<double>(one.d()), one.raw(), one.scaled(), one.root(),
                        static_cast<double>(one.done()), one.raw_gradient(), one.scaled_gradient(),
                        one.mean_raw_gradient()});
    }
    Table histogram =
        Table{"Scores at the chosen width", {"q·k from", "to", "q·k ÷ √d_k from", "to", "pairs"}, {}};
    const double bin = 2 * WidthSample::reach / WidthSample::bins;
    for (int i = 0; i < WidthSample::bins; ++i) {
        const double from = -WidthSample::reach + bin * i;
        add_row(histogram, {from * sample.root(), (from + bin) * sample.root(), from, from + bin,
                            static_cast<double>(sample.counts()[static_cast<size_t>(i)])});
    }
    Table row = Table{row_.given ? "An article's four scores" : "Row " + std::to_string(number_),
                      {"key", "q·k", "weight", "q·k ÷ √d_k", "weight with scaling"},
                      {}};
    for (int j = 0; j < row_.count; ++j)
        add_row(row, {j + 1.0, tidy(row_.scores[j]), tidy(row_.raw[j]), tidy(row_.divided[j]),
                      tidy(row_.scaled[j])});
    Description out;
    out.summary = Phrase() << "With d_k = " << d_ << ", q·k of " << grouped(sample.done())
                           << " random pairs has a standard deviation of " << three_digits(sample.raw())
                           << "; expected is √d_k = " << Fixed{sample.root(), 2} << ". Divided by √d_k it is "
                           << three_digits(sample.scaled())
                           << ". The gradient of the weights by q·k has a median size of "
                           << about(sample.raw_gradient()) << " without and "
                           << about(sample.scaled_gradient()) << " with scaling, over " << sample.rows_done()
                           << (sample.rows_done() == 1 ? " row." : " rows.");
    Table whole = Table{"That row", {"quantity", "without scaling", "with scaling"}, {}};
    add_row(whole, "weight of key " + std::to_string(key_ + 1),
            {tidy(row_.raw[key_]), tidy(row_.scaled[key_])});
    add_row(whole, "effective number of keys", {tidy(row_.raw_spread), tidy(row_.scaled_spread)});
    add_row(whole, "size of the gradient by q·k", {tidy(row_.raw_gradient), tidy(row_.scaled_gradient)});
    Table chosen_width =
        quantities("Chosen width", {{"d_k", d_},
                                    {"√d_k", sample.root()},
                                    {"pairs drawn", sample.done()},
                                    {"standard deviation of q·k", sample.raw()},
                                    {"standard deviation of q·k ÷ √d_k", sample.scaled()},
                                    {"share of q·k beyond ±5", sample.raw_far()},
                                    {"share of q·k ÷ √d_k beyond ±5", sample.scaled_far()},
                                    {"rows drawn", sample.rows_done()},
                                    {"gradient without scaling, median of the rows", sample.raw_gradient()},
                                    {"gradient with scaling, median of the rows", sample.scaled_gradient()}});
    for (Table* one : {&chosen_width, &curve, &row, &whole, &histogram})
        out.tables.push_back(std::move(*one));
    out.add_value("standard deviation of q·k", sample.raw(), "scores.std(ddof=1)");
    out.add_value("standard deviation of q·k ÷ √d_k", sample.scaled(), "(scores / np.sqrt(d)).std(ddof=1)");
    out.add_value("√d_k", sample.root(), "np.sqrt(d)");
    out.add_value("pairs drawn", sample.done(), "len(scores)");
    out.add_value("gradient without scaling", sample.raw_gradient(), "np.median(gradient(row_scores))");
    out.add_value("gradient with scaling", sample.scaled_gradient(),
                  "np.median(gradient(row_scores, np.sqrt(d)))");
    out.add_value("weight of the chosen key without scaling", row_.raw[key_], "a[key]");
    out.add_value("weight of the chosen key with scaling", row_.scaled[key_], "b[key]");
    out.add_value("effective number of keys without scaling", row_.raw_spread, "np.exp(H(a))");
    out.add_value("effective number of keys with scaling", row_.scaled_spread, "np.exp(H(b))");
    out.add_value("gradient of the row without scaling", row_.raw_gradient, "gradient(row)[0]");
    out.add_value("gradient of the row with scaling", row_.scaled_gradient, "gradient(row, np.sqrt(d))[0]");
    return out;
}

std::string Scaling::numpy(const State& state) const {
    const KeyRow row = key_row(state.integer(width_d), state.integer(seed), state.integer(row_number));
    return scaling_numpy(row.d, state.integer(seed), row, key_of(row, state.integer(key)));
}

extern const ExhibitType scaling;
const ExhibitType scaling = {
    "scaling",
    "Why divide by √dₖ",
    "Choose how wide keys are and see how far random scores spread, and what softmax makes of them, before "
    "and after "
    "dividing by √dₖ.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Scaling>()); },
};

}  // namespace explainer
