// Proof: the core timed and checked on the reader's own machine, each build beside plain JavaScript.
// Not here: the measuring, which the host does in slices; this asks for it, shows what came in, and says it
// in words.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

enum : int { size_choice, causal, again };

constexpr std::pair<int, int> sizes[] = {{6, 8}, {64, 64}, {128, 64}};  // tokens, and their width
constexpr std::array size_choices = {Choice{"sentence", "6 tokens, d = 8"},
                                     Choice{"paragraph", "64 tokens, d = 64"},
                                     Choice{"page", "128 tokens, d = 64"}};
constexpr std::array parameters = {
    choice_of("size", "size", "How many tokens, and how wide their vectors are.", size_choices, 1),
    toggle_of("causal", "causal mask", "Half of the work is masked, and skipped.", false),
    action_of("again", "run again", "Times every build once more."),
};

/// What one contender has come to so far.
struct Result {
    std::string name;
    double microseconds = 0;   // of one call, the median of the rounds; 0 while there is none
    double largest_error = 0;  // of any output, absolute, against double precision; may be NaN
    int rounds = 0;

    bool timed() const { return microseconds > 0; }
    double speed() const { return timed() ? 1 / microseconds : 0; }
    std::string time() const {
        if (microseconds >= 1000) return fixed(microseconds / 1000, 2) + " ms";
        return fixed(microseconds, microseconds < 10 ? 2 : 1) + " µs";
    }
    bool wrong() const { return !std::isfinite(largest_error); }
    std::string error() const { return wrong() ? "not a number" : scientific(largest_error, 2); }
};

class Proof final : public Exhibit {
  public:
    void compute(const State& state) override {
        const std::pair asked{state.choice(size_choice), state.toggle(causal)};
        if (std::exchange(asked_, asked) != asked) act(again);
    }

    void act(int) override {
        results_.clear();
        trouble_.clear();
        wrong_.clear();
        done_ = false;
        wanted_ = true;
    }

    std::optional<Request> take_request() override {
        if (!std::exchange(wanted_, false)) return std::nullopt;
        const auto [n, d] = sizes[asked_.first];
        return Request{"time-builds", {{"n", 1.0 * n}, {"d", 1.0 * d}, {"causal", 1.0 * asked_.second}}};
    }

    /// A tensor for each contender: microseconds, largest error, rounds, rounds wanted.
    void receive(const Reply& reply) override {
        done_ = reply.done;
        if (!reply.error.empty()) trouble_ += " " + reply.error;
        for (const auto& [name, shape, data] : reply.tensors) {
            if (data.size() != 4) continue;
            auto place = std::ranges::find(results_, name, &Result::name);
            if (place == results_.end()) {
                place = results_.emplace(place);
                if (!std::isfinite(data[1])) wrong_.push_back(name);
            }
            *place = {name, data[2] > 0 ? tidy(data[0]) : 0, tidy(data[1]), static_cast<int>(data[2])};
        }
    }

    figures::Block sheet(Ui& ui) const override {
        using namespace figures;
        const Theme& theme = ui.theme();
        std::vector<Run> said = {{done_ ? "Nothing could be measured." : "measuring …", theme.muted}};
        if (const Result* best = fastest(); best != nullptr)
            said = {{Phrase() << "Here, " << best->name << " is ", theme.ink},
                    headline_number(fixed(gain(*best), 1), theme.query),
                    {" times as fast as the slowest", theme.ink}};
        const auto times = [&](bool narrow) { return times_table(theme, narrow); };
        const std::string trouble = this->trouble();
        Block note = trouble.empty()
                         ? paragraph(caption, theme.muted,
                                     "The median of many calls. The error is the largest in any output, "
                                     "against the same formula in double precision.",
                                     180)
                         : paragraph(caption, theme.wrong, trouble, 180);
        return column(8, choice(ui, size_choice),
                      row({.gap = 24}, {Item(toggle(ui, causal)), Item(action(ui, again))}),
                      headline(std::move(said), 70),
                      at_least(
                          480, [times] { return times(false); }, [times] { return times(true); }),
                      std::move(note));
    }

    /// What ran, a row each. Narrow: names may take two lines.
    figures::Block times_table(const Theme& theme, bool narrow) const {
        using namespace figures;
        std::vector<TableRow> rows;
        const auto named = [narrow](Color color, const std::string& name, Block bar) {
            return column(2, narrow ? paragraph(body, color, name, most_of_name) : text(body, color, name),
                          std::move(bar));
        };
        for (const Result& one : results_) {
            Block bar = bar_cell("bar" + one.name, one.timed() ? 1 / gain(one) : 0, theme.query);
            rows.emplace_back()
                .add(named(theme.ink, one.name, std::move(bar)))
                .add(one.timed() ? one.time() : "–", theme.query, true)
                .add(one.error(), one.wrong() ? theme.wrong : theme.ink);
        }
        // Those that are not back yet have their places.
        constexpr size_t contenders = 4;
        while (!done_ && rows.size() < contenders)
            rows.emplace_back()
                .add(named(theme.muted, "…", bar_cell("", NAN, theme.query)))
                .add("–", theme.muted)
                .add("–", theme.muted);
        return table({.row_height = narrow ? 72.0f : 48.0f, .least_rows = contenders},
                     {{"", theme.muted, Align::left, share()},
                      {"time per call", theme.muted, Align::right, {}, "999.99 ms"},
                      {"largest error", theme.muted, Align::right, {}, "not a number"}},
                     std::move(rows));
    }

    Description describe() const override {
        const auto [n, d] = sizes[asked_.first];
        Description out;
        Phrase said;
        said << "Attention over " << n << " tokens, d = " << d << (asked_.second ? ", causal: " : ": ");
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
            said << "fastest is " << best->name << " with " << best->time() << " a call, "
                 << Fixed{gain(*best), 1} << " times as fast as the slowest";
            if (std::ranges::none_of(results_, &Result::wrong)) {
                const Result worst = std::ranges::max(results_, {}, &Result::largest_error);
                out.add_value("largest error", worst.largest_error);
                said << "; the largest error of all is " << worst.error();
            }
            said << ".";
        } else {
            said << (done_ ? "nothing could be measured." : "not measured yet.");
        }
        out.summary = said << trouble();
        return out;
    }

  private:
    static constexpr int most_of_name = 30;  // signs: "the core with relaxed SIMD"

    /// What went wrong, a sentence each.
    std::string trouble() const {
        Phrase out;
        if (!trouble_.empty()) out << trouble_;
        for (const std::string& name : wrong_)
            out << " Wrong: " << name << " answered with something that is not a number.";
        return out;
    }
    const Result* fastest() const {
        const auto best = std::ranges::max_element(results_, {}, &Result::speed);
        return best != results_.end() && best->timed() ? &*best : nullptr;
    }
    /// How many times as fast as the slowest it is.
    double gain(const Result& one) const {
        return std::ranges::max(results_, {}, &Result::microseconds).microseconds / one.microseconds;
    }

    std::pair<int, bool> asked_ = {-1, false};  // which size, and whether causal
    std::vector<Result> results_;
    std::string trouble_;                 // what the host could not do, in its words
    std::vector<std::string> wrong_;      // who answered nonsense
    bool wanted_ = false, done_ = false;  // the request waits for the host; the host has answered
};

}  // namespace

extern const ExhibitType proof;
const ExhibitType proof = {
    "proof",
    "On your machine, now",
    "Time each build of the core here, and see how far each is from double precision.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Proof>()); },
    "summary",
};

}  // namespace explainer
