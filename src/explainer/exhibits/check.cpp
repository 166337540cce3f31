// Check: its parameters, and what it says of the claims.
#include "explainer/exhibits/check.h"

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"

namespace explainer::checking {
namespace {

constexpr int claim_count = 24;

constexpr std::array parameters = {
    Parameter{.name = "claim",
              .label = "claim",
              .help = "Which claim is taken apart.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = claim_count,
              .step = 1,
              .initial = 23},
    Parameter{.name = "rounded",
              .label = "round weights to 3 digits",
              .help = "As one does by hand, before the weights meet the values.",
              .kind = Kind::toggle},
    Parameter{.name = "open",
              .label = "go to its exhibit",
              .help = "Shows the chosen claim where it comes from.",
              .kind = Kind::action},
};

constexpr const char* verdicts[] = {"still being drawn", "holds", "differs by rounding", "differs"};

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
        for (int i = 0; i < said; ++i) text_ += (text_.empty() ? "" : "  ") + last_;
        if (count_ >= 3) text_ += " ×" + std::to_string(count_);
        count_ = 0;
    }

    std::string text_, last_;
    int count_ = 0;
};

}  // namespace

void Check::compute(const State& state) {
    const int claim = state.integer(chosen_claim) - 1;
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
    lines_.resize(claims().size());
    for (int i = 0; i < claim_count; ++i) {
        Line& one = lines_[static_cast<size_t>(i)];
        one.wanted = numbers_of(claim(i).stated);
        one.verdict = verdict(i, by_hand_);
        one.stated = listed(i, true);
        one.computed = listed(i, false);
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

int Check::count(Verdict wanted) const {
    int out = 0;
    for (int i = 0; i < claim_count; ++i) out += verdict_of(i) == wanted;
    return out;
}

std::string Check::headline() const {
    return Phrase() << count(Verdict::holds) << " of " << claim_count << " claims hold; "
                    << count(Verdict::differs) + count(Verdict::rounding) << " differ";
}

std::string Check::note() const {
    if (const int pending = count(Verdict::pending); pending > 0)
        return Phrase() << pending << " are still being computed";
    if (const int rounding = count(Verdict::rounding); rounding > 0)
        return Phrase() << rounding << " by rounding, " << count(Verdict::differs) << " otherwise";
    return "none by rounding";
}

/// The numbers of a claim as it states them; or as computed, a digit further, so that agreement is seen, not
/// believed. What is exactly so has no more digits than stated.
std::string Check::listed(int i, bool as_stated) const {
    const Claim& one = claim(i);
    const Numbers &wanted = line(i).wanted, &found = as_stated ? wanted : computed(i, by_hand_);
    if (as_stated && one.words != nullptr) return one.words;
    if (found.count == 0 || (!as_stated && found.at[0] == 0 && line(i).verdict == Verdict::pending))
        return "…";
    if (!as_stated && one.how == How::one_hot)
        return Phrase() << Fixed{found.at[0], 4} << ", the next " << scientific(found.at[2], 2);
    const int stated = decimals_of(one);
    const bool more = line(i).verdict == Verdict::differs || is_sampled(one);
    Row said;
    for (int k = 0; k < found.count; ++k) {
        const double value = found.at[k];
        int decimals = more ? std::max(stated + 1, value < 4 ? 3 : 2) : stated + 1;
        if (std::fabs(value - wanted.at[k]) < 1e-6 * (1 + std::fabs(value))) decimals = stated;
        if (value == 0 || (stated == 0 && value == std::round(value))) decimals = 0;
        said.add(set(value, decimals, one.stated[0] == '.'));
    }
    return said.take() + (one.how == How::ratio ? " ×" : "");
}

std::string Check::outcome(int i) const {
    return Phrase() << claim(i).essay << ", " << claim(i).says << ": stated " << line(i).stated
                    << ", computed " << line(i).computed << ", " << verdicts[static_cast<int>(verdict_of(i))];
}

std::string Check::shown(const State& state, int parameter) const {
    return parameter == chosen_claim ? outcome(chosen_) : state.shown(parameter);
}

Description Check::describe() const {
    Description out;
    out.summary = Phrase() << headline() << ", " << note() << ". " << outcome(chosen_) << ".";
    if (claim(chosen_).reason != nullptr) out.summary += Phrase() << " " << claim(chosen_).reason;
    if (!trouble_.empty()) out.summary += " " + trouble_;
    Table list = table_of("Claims", "essay|claim|stated|computed|outcome|why|exhibit|state");
    Table each = table_of("Numbers", "claim|stated|computed|apart|allowed");
    for (int i = 0; i < claim_count; ++i) {
        const Claim& one = claim(i);
        add_row(list) << one.essay << one.says << line(i).stated << line(i).computed
                      << verdicts[static_cast<int>(verdict_of(i))] << (one.reason ? one.reason : "")
                      << one.exhibit << target(i);
        const Numbers &found = computed(i, by_hand_), &wanted = line(i).wanted;
        for (int k = 0; k < std::min(found.count, wanted.count); ++k)
            add_row(
                each, one.says,
                {wanted.at[k], found.at[k], std::fabs(found.at[k] - wanted.at[k]), slack(i, wanted.at[k])});
    }
    out.tables.push_back(std::move(list));
    out.tables.push_back(std::move(each));
    const Sum& sum = readings().of(chosen_).sum;
    if (sum.count > 0) {
        Table parts = table_of("Sum", "weight|to 3 digits|value|weight × value|to 3 digits × value");
        for (int j = 0; j < sum.count; ++j)
            add_row(parts, {tidy(sum.weights[j]), tidy(sum.rounded[j]), tidy(sum.values[j]),
                            tidy(sum.weights[j] * sum.values[j]), tidy(sum.rounded[j] * sum.values[j])});
        add_row(parts) << "sum"
                       << ""
                       << "" << sum.exact << sum.by_hand;
        out.tables.push_back(std::move(parts));
    }
    out.add_value("claims", claim_count);
    out.add_value("claims that hold", count(Verdict::holds));
    out.add_value("claims that differ", count(Verdict::differs) + count(Verdict::rounding));
    out.add_value("claims that differ by rounding", count(Verdict::rounding));
    // By the numbers of the list above: what the essays' sentences are about.
    static constexpr struct {
        const char* name;
        int claim, number;
    } named[] = {{"times the score", 14, 0},
                 {"deviation of the listing's scores", 18, 0},
                 {"deviation of the listing's scaled scores", 19, 0},
                 {"first component of the output", 22, 0},
                 {"second component of the output", 22, 1}};
    for (const auto& one : named)
        if (const Numbers& found = computed(one.claim, by_hand_); found.count > one.number)
            out.add_value(one.name, found.at[one.number]);
    return out;
}

std::string Check::numpy(const State& state) const {
    return claims_numpy(state.toggle(rounded)) +
           "held = [bool(np.all(abs(np.array(s.split(), float) - c) <= room)) for s, room, c in claims]\n"
           "rounding = not held[22] and bool(np.allclose(np.round(softmax(T), 3) @ V, [6.015, 3.985]))\n"
           "values = {\n"
           "    \"claims\": len(held),\n"
           "    \"claims that hold\": sum(held),\n"
           "    \"claims that differ\": held.count(False),\n"
           "    \"claims that differ by rounding\": rounding,\n"
           "    \"times the score\": claims[14][2][0],\n"
           "    \"deviation of the listing's scores\": claims[18][2][0],\n"
           "    \"deviation of the listing's scaled scores\": claims[19][2][0],\n"
           "    \"first component of the output\": claims[22][2][0],\n"
           "    \"second component of the output\": claims[22][2][1],\n"
           "}\n";
}

}  // namespace explainer::checking

namespace explainer {

extern const ExhibitType check;
const ExhibitType check = {
    "check",
    "What the essays say, computed",
    "Go through numbers that five essays state, see which ones hold, and follow each to the exhibit "
    "that "
    "computes it.",
    checking::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<checking::Check>()); },
};

}  // namespace explainer
