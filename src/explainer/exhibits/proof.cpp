// Proof: the core timed and checked on the reader's own machine, each build beside plain JavaScript.
// The host measures, in slices; this asks for it, shows what has come in, and says it in words.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

enum : int { size_choice, causal, again };

struct Size {
    int n, d;
};
// One call of the slowest contender must fit into a frame: 128 × 64 is 4 million multiply-adds.
constexpr std::array sizes = {Size{6, 8}, Size{64, 64}, Size{128, 64}};

constexpr std::array size_choices = {
    Choice{"sentence", "6 tokens, d = 8"},
    Choice{"paragraph", "64 tokens, d = 64"},
    Choice{"page", "128 tokens, d = 64"},
};

constexpr std::array parameters = {
    Parameter{.name = "size",
              .label = "size",
              .help = "How many tokens, and how wide their vectors are.",
              .kind = Kind::choice,
              .initial = 1,
              .choices = size_choices},
    Parameter{.name = "causal",
              .label = "causal mask",
              .help = "Half of the work is masked, and skipped.",
              .kind = Kind::toggle},
    Parameter{
        .name = "again", .label = "run again", .help = "Times every build once more.", .kind = Kind::action},
};

constexpr int most_contenders = 4;

/// What one contender has come to so far.
struct Result {
    std::string name;
    double microseconds = 0;   // of one call, the median of the rounds
    double largest_error = 0;  // of any output, absolute, against double precision; may be NaN
    int rounds = 0, rounds_wanted = 0;

    bool timed() const { return rounds > 0 && microseconds > 0; }
    bool wrong() const { return !std::isfinite(largest_error); }
};

class Proof final : public Exhibit {
  public:
    void compute(const State& state) override {
        const Size size = sizes[static_cast<size_t>(state.choice(size_choice))];
        const bool masked = state.toggle(causal);
        if (size.n == size_.n && size.d == size_.d && masked == masked_) return;
        size_ = size;
        masked_ = masked;
        start();
    }

    void act(int) override { start(); }

    std::optional<Request> take_request() override {
        if (!std::exchange(wanted_, false)) return std::nullopt;
        return Request{"time-builds",
                       {{"n", static_cast<double>(size_.n)},
                        {"d", static_cast<double>(size_.d)},
                        {"causal", masked_ ? 1.0 : 0.0}}};
    }

    /// A tensor for each contender: microseconds, largest error, rounds, rounds wanted.
    void receive(const Reply& reply) override {
        done_ = reply.done;
        if (!reply.error.empty()) trouble_ += (trouble_.empty() ? "" : " ") + reply.error;
        for (const Tensor& tensor : reply.tensors) {
            if (tensor.data.size() != 4) continue;
            const Result news{tensor.name, tidy(tensor.data[0]), tidy(tensor.data[1]),
                              static_cast<int>(tensor.data[2]), static_cast<int>(tensor.data[3])};
            const auto same = [&news](const Result& result) { return result.name == news.name; };
            const auto found = std::find_if(results_.begin(), results_.end(), same);
            if (found != results_.end()) {
                *found = news;
            } else if (results_.size() < most_contenders) {
                results_.push_back(news);
            }
        }
    }

    figures::Block sheet(Ui& ui) const override {
        using namespace figures;
        const Theme& theme = ui.theme();
        return column(8, choice(ui, size_choice),
                      row({.gap = 24}, {Item(toggle(ui, causal)), Item(action(ui, again))}),
                      by_width([this, &theme](float width) { return results(theme, width); }),
                      // Room for what can be said at all, trouble in words included.
                      paragraph(caption, theme.muted, verdict(), 180));
    }

    Description describe() const override {
        Description out;
        out.summary = Phrase() << "Attention over " << size_.n << " tokens, d = " << size_.d
                               << (masked_ ? ", causal" : "") << ": " << summary();
        Table table = Table{
            "This machine",
            {"what ran", "microseconds a call", "times as fast as the slowest", "largest error", "rounds"},
            {}};
        for (const Result& result : results_) {
            if (!result.timed()) continue;
            add_row(table) << result.name << result.microseconds << slowest() / result.microseconds
                           << error_cell(result) << result.rounds;
        }
        out.tables.push_back(std::move(table));
        if (const Result* best = fastest(); best != nullptr) {
            out.add_value("microseconds of the fastest", best->microseconds);
            out.add_value("times as fast as the slowest", slowest() / best->microseconds);
            const bool numbers = std::none_of(results_.begin(), results_.end(), std::mem_fn(&Result::wrong));
            if (numbers) out.add_value("largest error", worst_error());
        }
        return out;
    }

  private:
    void start() {
        results_.clear();
        trouble_.clear();
        done_ = false;
        wanted_ = true;
    }

    static Cell error_cell(const Result& result) {
        if (result.wrong()) return "not a number";
        return result.largest_error;
    }

    std::string summary() const {
        const Result* best = fastest();
        std::string out =
            best == nullptr
                ? std::string(done_ ? "nothing could be measured." : "not measured yet.")
                : std::string(Phrase() << "fastest is " << best->name << " with " << time(best->microseconds)
                                       << " a call, " << Fixed{slowest() / best->microseconds, 1}
                                       << " times as fast as the slowest");
        if (best != nullptr) {
            const std::string wrong = wrong_ones();
            out += wrong.empty() ? std::string(Phrase() << "; the largest error of all is "
                                                        << scientific(worst_error(), 2) << ".")
                                 : ". " + wrong;
        }
        return trouble_.empty() ? out : std::string(Phrase() << out << " " << trouble_);
    }

    /// Names the contenders whose answers are no numbers at all; empty if there are none.
    std::string wrong_ones() const {
        std::string names;
        for (const Result& result : results_) {
            if (result.wrong()) names += (names.empty() ? "" : " and ") + result.name;
        }
        return names.empty() ? ""
                             : std::string(Phrase() << "Wrong: " << names
                                                    << " answered with something that is not a number.");
    }

    static std::string time(double microseconds) {
        if (microseconds >= 1000) return fixed(microseconds / 1000, 2) + " ms";
        return fixed(microseconds, microseconds < 10 ? 2 : 1) + " µs";
    }

    double slowest() const {
        double out = 0;
        for (const Result& result : results_) {
            if (result.timed()) out = std::max(out, result.microseconds);
        }
        return out;
    }

    const Result* fastest() const {
        const Result* out = nullptr;
        for (const Result& result : results_) {
            const bool first = out == nullptr;
            if (result.timed() && (first || result.microseconds < out->microseconds)) out = &result;
        }
        return out;
    }

    double worst_error() const {
        double out = 0;
        for (const Result& result : results_) out = std::max(out, result.largest_error);
        return out;
    }

    /// The line below the bars: trouble first, then what is known so far.
    std::string verdict() const {
        const std::string wrong = wrong_ones();
        if (!trouble_.empty()) return trouble_ + (wrong.empty() ? "" : " " + wrong);
        if (!wrong.empty()) return wrong;
        const Result* best = fastest();
        if (best == nullptr) return done_ ? "Nothing could be measured." : "measuring …";
        return Phrase() << best->name << ": " << Fixed{slowest() / best->microseconds, 1}
                        << " times as fast as the slowest here; round " << best->rounds << " of "
                        << best->rounds_wanted;
    }

    figures::Block results(const Theme& theme, float width) const {
        using namespace figures;
        const bool beside = width >= 520;  // else a name stands over its bar
        std::vector<TableColumn> columns = {{"", theme.muted, Align::left, share()},
                                            {"time a call", theme.muted, Align::right, {}, "999.99 ms"},
                                            {"largest error", theme.muted, Align::right, {}, "not a number"}};
        if (beside) columns.insert(columns.begin(), {"", theme.muted, Align::left, pixels(128)});
        std::vector<TableRow> rows;
        for (const Result& result : results_) {
            const double share = result.timed() ? result.microseconds / slowest() : 0;
            Block bar = bar_cell("bar" + result.name, share, theme.query);
            TableRow row;
            if (beside) {
                row.add(result.name, theme.ink);
                row.add(std::move(bar));
            } else {
                row.add(column(2, text(body, theme.ink, result.name), std::move(bar)));
            }
            if (result.timed()) {
                row.add(time(result.microseconds), theme.query, true);
                row.add(result.wrong() ? "not a number" : scientific(result.largest_error, 2),
                        result.wrong() ? theme.wrong : theme.ink);
            } else {
                row.add(done_ ? "–" : "waiting", theme.muted);
                row.add("", theme.muted);
            }
            rows.push_back(std::move(row));
        }
        return table({.row_height = beside ? 36.0f : 52.0f, .least_rows = most_contenders},
                     std::move(columns), std::move(rows));
    }

    Size size_{0, 0};
    bool masked_ = false;
    bool wanted_ = false;  // the host has not taken the request yet
    bool done_ = false;
    std::vector<Result> results_;
    std::string trouble_;  // what the host could not do, in its words
};

}  // namespace

extern const ExhibitType proof;
const ExhibitType proof = {
    "proof",
    "On your machine, now",
    "Time each build of the core beside plain JavaScript, and see how far each is from double precision.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Proof>()); },
};

}  // namespace explainer
