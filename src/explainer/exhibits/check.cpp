// Check: its parameters, and what it says of the claims.
#include "explainer/exhibits/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"

namespace explainer::checking {
namespace {

constexpr std::array parameters = {
    Parameter{.name = "claim",
              .label = "claim",
              .help = "Which claim is taken apart.",
              .kind = Kind::choice,
              .initial = 53,  // output-by-hand
              .choices = claim_choices},
    Parameter{.name = "rounded",
              .label = "round weights to 3 digits",
              .help = "As one does by hand, before the weights meet the values.",
              .kind = Kind::toggle},
    Parameter{.name = "open",
              .label = "go to its exhibit",
              .help = "Shows the chosen claim where it comes from.",
              .kind = Kind::action},
};

constexpr const char* verdicts[] = {"still being computed", "holds", "differs by rounding", "differs"};

/// What the essay's sentences are about; published pages ask for these by name.
constexpr struct {
    const char *name, *claim;
    int number;
} named[] = {{"times the score", "three-times", 0},
             {"deviation of the listing's scores", "listing-raw", 0},
             {"deviation of the listing's scaled scores", "listing-scaled", 0},
             {"first component of the output", "output-by-hand", 0},
             {"second component of the output", "output-by-hand", 1}};

/// A number as essays set it: without the 0 before the point where they leave it out.
std::string set(double value, int decimals, bool bare) {
    std::string out = fixed(value, decimals);
    if (bare && out.starts_with("0.")) out.erase(0, 1);
    return out;
}

/// Numbers side by side; the same three times or more is said once.
class Row {
  public:
    void add(std::string number) {
        if (count_ > 0 && number == last_) {
            ++count_;
            return;
        }
        flush();
        last_ = std::move(number);
        count_ = 1;
    }
    std::string take() {
        flush();
        return std::move(text_);
    }

  private:
    void flush() {
        const int said = count_ < 3 ? count_ : 1;
        for (int i = 0; i < said; ++i) text_ += (text_.empty() ? "" : ", ") + last_;
        if (count_ >= 3) text_ += " ×" + std::to_string(count_);
        count_ = 0;
    }

    std::string text_, last_;
    int count_ = 0;
};

}  // namespace

void Check::compute(const State& state) {
    const int claim = state.choice(chosen_claim);
    if (claim != chosen_) trouble_.clear();
    chosen_ = claim;
    by_hand_ = state.toggle(rounded);
    take_readings();
}

bool Check::advance(float effort) {
    const bool more = readings().advance(effort);
    take_readings();
    return more;
}

void Check::take_readings() {
    lines_.resize(static_cast<size_t>(claim_count));
    for (int i = 0; i < claim_count; ++i) {
        Line& one = lines_[static_cast<size_t>(i)];
        one.wanted = stated_in(claim(i));
        one.verdict = verdict(i, by_hand_);
        one.stated = stated(i);
        one.computed = computed_words(i);
    }
}

void Check::act(int) {
    wanted_ = true;
    trouble_.clear();
}

std::optional<Request> Check::take_request() {
    if (!std::exchange(wanted_, false)) return std::nullopt;
    return Request{"open", {{"exhibit", std::string(claim(chosen_).exhibit)}, {"state", target(chosen_)}}};
}

/// The state that shows a claim; with weights rounded by hand, where they are set by hand.
std::string Check::target(int i) const {
    const Sum& sum = readings().of(i).sum;
    std::string out = claim(i).state;
    if (!by_hand_ || sum.count == 0) return out;
    out += out.empty() ? "hand=" : ";hand=";
    for (int row = 0; row < sum.rows; ++row) {
        for (int j = 0; j < sum.count; ++j) {
            if (j > 0) out += ',';
            out += row == 0 ? shortest(tidy(sum.rounded[j])) : "0";
        }
        if (row + 1 < sum.rows) out += '/';
    }
    return out;
}

// ---- In words

int Check::count(Verdict wanted, int essay) const {
    int out = 0;
    for (int i = 0; i < claim_count; ++i)
        out += verdict_of(i) == wanted && (essay < 0 || essay_of(i) == essay);
    return out;
}

std::string Check::headline() const {
    if (const int pending = count(Verdict::pending); pending > 0)
        return Phrase() << pending << " of " << claim_count
                        << (pending == 1 ? " claims is being computed" : " claims are being computed");
    return Phrase() << count(Verdict::holds) << " of " << claim_count << " claims hold; "
                    << count(Verdict::differs) + count(Verdict::rounding) << " differ";
}

std::string Check::note() const {
    if (count(Verdict::pending) > 0) return Phrase() << count(Verdict::holds) << " hold so far";
    if (const int rounding = count(Verdict::rounding); rounding > 0)
        return Phrase() << rounding << " by rounding, " << count(Verdict::differs) << " otherwise";
    return "none by rounding";
}

/// As the essay says it.
std::string Check::stated(int i) const {
    const Claim& one = claim(i);
    if (one.words != nullptr) return one.words;
    const Stated& wanted = line(i).wanted;
    Row said;
    for (int k = 0; k < wanted.numbers.count; ++k)
        said.add(set(wanted.numbers.at[k], wanted.decimals[k], one.stated[0] == '.'));
    return said.take();
}

/// As the claim puts it; or the numbers, a digit further, so that agreement is seen, not believed. What is
/// exactly so has no more digits than stated.
std::string Check::computed_words(int i) const {
    const Claim& one = claim(i);
    const Stated& wanted = line(i).wanted;
    const Numbers& found = computed(i, by_hand_);
    if (found.count == 0 || (found.at[0] == 0 && verdict_of(i) == Verdict::pending)) return "…";
    if (one.reads != nullptr) return put(one, found);
    Row said;
    for (int k = 0; k < found.count; ++k) {
        const double value = found.at[k], stated = wanted.numbers.at[k];
        int decimals = wanted.decimals[k];
        if (std::fabs(value - stated) >= 1e-6 * (1 + std::fabs(value)))
            decimals = value == std::round(value) ? 0 : decimals + 1;
        said.add(set(value, decimals, one.stated[0] == '.'));
    }
    return said.take();
}

std::string Check::outcome(int i) const {
    const Claim& one = claim(i);
    return Phrase() << essays()[static_cast<size_t>(essay_of(i))].id << ", " << one.section << ", "
                    << one.says << ": stated " << line(i).stated << ", computed " << line(i).computed << ", "
                    << verdicts[static_cast<int>(verdict_of(i))];
}

std::string Check::shown(const State& state, int parameter) const {
    return parameter == chosen_claim ? outcome(chosen_) : state.shown(parameter);
}

Description Check::describe() const {
    Description out;
    out.summary = Phrase() << headline() << ", " << note() << ". " << outcome(chosen_) << ".";
    if (claim(chosen_).note != nullptr) out.summary += Phrase() << " " << claim(chosen_).note;
    if (!trouble_.empty()) out.summary += " " + trouble_;
    Table list = Table{
        "Claims",
        {"essay", "claim", "stated", "computed", "outcome", "why", "exhibit", "state", "section", "name"},
        {}};
    Table each = Table{"Numbers", {"name", "stated", "computed", "apart", "allowed"}, {}};
    out.add_value("claims", claim_count);
    out.add_value("claims that hold", count(Verdict::holds));
    out.add_value("claims that differ", count(Verdict::differs) + count(Verdict::rounding));
    out.add_value("claims that differ by rounding", count(Verdict::rounding));
    for (const auto& one : named)
        if (const Numbers& found = computed(claim_named(one.claim), by_hand_); found.count > one.number)
            out.add_value(one.name, found.at[one.number]);
    for (int i = 0; i < claim_count; ++i) {
        const Claim& one = claim(i);
        add_row(list) << essays()[static_cast<size_t>(essay_of(i))].id << one.says << line(i).stated
                      << line(i).computed << verdicts[static_cast<int>(verdict_of(i))]
                      << (one.note ? one.note : "") << one.exhibit << target(i) << one.section << one.name;
        const Numbers &found = computed(i, by_hand_), &wanted = line(i).wanted.numbers;
        for (int k = 0; k < found.count; ++k) {
            std::string name = one.name;
            if (found.count > 1) name += " " + std::to_string(k + 1);
            out.add_value(name.c_str(), found.at[k]);
            if (one.judged == Judged::near && k < wanted.count)
                add_row(each, one.name,
                        {wanted.at[k], found.at[k], std::fabs(found.at[k] - wanted.at[k]), slack(one, k)});
        }
    }
    out.tables.push_back(std::move(list));
    out.tables.push_back(std::move(each));
    const Sum& sum = readings().of(chosen_).sum;
    if (sum.count > 0) {
        Table parts =
            Table{"Sum", {"weight", "to 3 digits", "value", "weight × value", "to 3 digits × value"}, {}};
        for (int j = 0; j < sum.count; ++j)
            add_row(parts, {tidy(sum.weights[j]), tidy(sum.rounded[j]), tidy(sum.values[j]),
                            tidy(sum.weights[j] * sum.values[j]), tidy(sum.rounded[j] * sum.values[j])});
        add_row(parts) << "sum"
                       << ""
                       << "" << sum.exact << sum.by_hand;
        out.tables.push_back(std::move(parts));
    }
    return out;
}

std::string Check::numpy(const State& state) const {
    Phrase out;
    out << claims_numpy(state.toggle(rounded))
        << "held = {name: bool(judge(np.asarray(a))) for name, (judge, a) in claims.items()}\n"
           "judge, a = claims[\"output-by-hand\"][0], softmax(T)\n"
           "by_rounding = not held[\"output-by-hand\"] and bool(judge(np.round(a, 3) @ V))\n"
           "count = list(held.values()).count\n"
           "values = {\n"
           "    \"claims\": len(held),\n"
           "    \"claims that hold\": count(True),\n"
           "    \"claims that differ\": count(False),\n"
           "    \"claims that differ by rounding\": by_rounding,\n";
    for (const auto& one : named)
        out << "    \"" << one.name << "\": claims[\"" << one.claim << "\"][1][" << one.number << "],\n";
    return out << "}\n"
                  "for name, (judge, a) in claims.items():\n"
                  "    for i, number in enumerate(a):\n"
                  "        values[name if len(a) == 1 else f\"{name} {i + 1}\"] = float(number)\n";
}

}  // namespace explainer::checking

namespace explainer {

extern const ExhibitType check;
const ExhibitType check = {
    "check",
    "What the essays say, computed",
    "Go through what five essays state of attention, see what holds, and follow each claim to the exhibit "
    "that computes it.",
    checking::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<checking::Check>()); },
};

}  // namespace explainer
