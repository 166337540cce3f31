// Proof: the core timed and checked on the reader's own machine, each build beside plain JavaScript.
// The host measures, in slices; this asks for it, shows what has come in, and says it in words.
#include <algorithm>
#include <array>
#include <cmath>
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
    int n = 0, d = 0;
    bool operator==(const Size&) const = default;
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

constexpr size_t most_contenders = 4;

/// What one contender has come to so far.
struct Result {
    std::string name;
    double microseconds = 0;   // of one call, the median of the rounds; 0 while there is none
    double largest_error = 0;  // of any output, absolute, against double precision; may be NaN
    int rounds = 0, rounds_wanted = 0;

    bool timed() const { return microseconds > 0; }
    bool wrong() const { return !std::isfinite(largest_error); }
    std::string error() const { return wrong() ? "not a number" : scientific(largest_error, 2); }
    std::string time() const {
        if (microseconds >= 1000) return fixed(microseconds / 1000, 2) + " ms";
        return fixed(microseconds, microseconds < 10 ? 2 : 1) + " µs";
    }
};

class Proof final : public Exhibit {
  public:
    void compute(const State& state) override {
        const std::pair asked{sizes[static_cast<size_t>(state.choice(size_choice))], state.toggle(causal)};
        if (std::exchange(asked_, asked) != asked) act(again);
    }

    void act(int) override {
        results_.clear();
        trouble_.clear();
        done_ = false;
        wanted_ = true;
    }

    std::optional<Request> take_request() override {
        if (!std::exchange(wanted_, false)) return std::nullopt;
        const auto [size, masked] = asked_;
        return Request{"time-builds",
                       {{"n", 1.0 * size.n}, {"d", 1.0 * size.d}, {"causal", masked ? 1.0 : 0.0}}};
    }

    /// A tensor for each contender: microseconds, largest error, rounds, rounds wanted.
    void receive(const Reply& reply) override {
        done_ = reply.done;
        if (!reply.error.empty()) trouble_ += (trouble_.empty() ? "" : " ") + reply.error;
        for (const auto& [name, shape, data] : reply.tensors) {
            if (data.size() != 4) continue;
            auto place = std::ranges::find(results_, name, &Result::name);
            if (place == results_.end() && results_.size() == most_contenders) continue;
            if (place == results_.end()) place = results_.emplace(place);
            const double microseconds = data[0] > 0 && data[2] > 0 ? tidy(data[0]) : 0;
            *place = {name, microseconds, tidy(data[1]), static_cast<int>(data[2]),
                      static_cast<int>(data[3])};
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
        const auto [size, masked] = asked_;
        Description out;
        out.summary = Phrase() << "Attention over " << size.n << " tokens, d = " << size.d
                               << (masked ? ", causal" : "") << ": " << summary();
        Table table = {
            "This machine",
            {"what ran", "microseconds a call", "times as fast as the slowest", "largest error", "rounds"},
            {}};
        for (const Result& one : results_)
            if (one.timed())
                add_row(table) << one.name << one.microseconds << gain(one)
                               << (one.wrong() ? Cell(one.error()) : Cell(one.largest_error)) << one.rounds;
        out.tables.push_back(std::move(table));
        if (const Result* best = fastest(); best != nullptr) {
            out.add_value("microseconds of the fastest", best->microseconds);
            out.add_value("times as fast as the slowest", gain(*best));
            if (wrong_ones().empty()) out.add_value("largest error", worst_error());
        }
        return out;
    }

  private:
    const Result* fastest() const {
        const Result* out = nullptr;
        for (const Result& one : results_)
            if (one.timed() && (out == nullptr || one.microseconds < out->microseconds)) out = &one;
        return out;
    }

    /// How many times as fast as the slowest it is.
    double gain(const Result& one) const {
        return std::ranges::max(results_, {}, &Result::microseconds).microseconds / one.microseconds;
    }

    double worst_error() const {
        return std::ranges::max(results_, {}, &Result::largest_error).largest_error;
    }

    /// Names the contenders whose answers are no numbers at all; empty if there are none.
    std::string wrong_ones() const {
        std::string names;
        for (const Result& one : results_)
            if (one.wrong()) names += (names.empty() ? "Wrong: " : " and ") + one.name;
        return names.empty() ? "" : names + " answered with something that is not a number.";
    }

    std::string summary() const {
        Phrase out;
        const Result* best = fastest();
        const std::string wrong = wrong_ones();
        if (best == nullptr) {
            out << (done_ ? "nothing could be measured." : "not measured yet.");
        } else {
            out << "fastest is " << best->name << " with " << best->time() << " a call, "
                << Fixed{gain(*best), 1} << " times as fast as the slowest";
            if (wrong.empty())
                out << "; the largest error of all is " << scientific(worst_error(), 2) << ".";
            else
                out << ". " << wrong;
        }
        return trouble_.empty() ? out : out << " " << trouble_;
    }

    /// The line below the bars: trouble first, then what is known so far.
    std::string verdict() const {
        const std::string wrong = wrong_ones();
        if (!trouble_.empty()) return trouble_ + (wrong.empty() ? "" : " " + wrong);
        if (!wrong.empty()) return wrong;
        const Result* best = fastest();
        if (best == nullptr) return done_ ? "Nothing could be measured." : "measuring …";
        return Phrase() << best->name << ": " << Fixed{gain(*best), 1}
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
        for (const Result& one : results_) {
            TableRow& row = rows.emplace_back();
            Block bar = bar_cell("bar" + one.name, one.timed() ? 1 / gain(one) : 0, theme.query);
            if (beside) row.add(one.name, theme.ink);
            row.add(beside ? std::move(bar) : column(2, text(body, theme.ink, one.name), std::move(bar)));
            if (one.timed()) {
                row.add(one.time(), theme.query, true);
                row.add(one.error(), one.wrong() ? theme.wrong : theme.ink);
            } else {
                row.add(done_ ? "–" : "waiting", theme.muted);
                row.add("", theme.muted);
            }
        }
        return table({.row_height = beside ? 36.0f : 52.0f, .least_rows = most_contenders},
                     std::move(columns), std::move(rows));
    }

    std::pair<Size, bool> asked_;  // how large, and whether causal
    std::vector<Result> results_;
    std::string trouble_;  // what the host could not do, in its words
    bool wanted_ = false;  // the host has not taken the request yet
    bool done_ = false;
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
