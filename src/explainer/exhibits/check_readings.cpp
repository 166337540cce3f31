// How claims are asked, judged and put into words; and the same by NumPy. See check.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "explainer/asked.h"
#include "explainer/decimals.h"
#include "explainer/exhibits/check.h"
#include "explainer/exhibits/scaling_sample.h"
#include "explainer/function_ref.h"
#include "explainer/phrase.h"
#include "explainer/worked_example.h"

namespace explainer::checking {
namespace {

constexpr double uniforms = 900000;  // for an effort of 1: about 3 ms, in a browser 5 (as scaling has it)
constexpr int claims_a_slice = 3;    // an exhibit is made for each, and says all it has to say

// ---- Words

/// As the claim's `reads` says.
std::string put(const Claim& claim, const Numbers& numbers) {
    Phrase out;
    size_t next = 0;
    for (const char* reads = claim.reads; *reads != 0; ++reads) {
        if (*reads != '#') {
            out << *reads;
            continue;
        }
        const double one = next < numbers.size() ? numbers[next++] : 0;
        ++reads;
        *reads == 'e' ? out << scientific(one, 2).c_str() : out << Fixed{one, *reads - '0'};
    }
    return out;
}

/// Side by side, as essays set them: without the 0 before the point where they leave it out; the same three
/// times or more is said once.
std::string side_by_side(const Numbers& numbers, const std::vector<int>& decimals, bool bare) {
    std::vector<std::string> words;
    for (size_t i = 0; i < numbers.size(); ++i) {
        words.push_back(fixed(numbers[i], decimals[i]));
        if (bare && words.back().starts_with("0.")) words.back().erase(0, 1);
    }
    std::string out;
    for (size_t i = 0, times = 1; i < words.size(); i += times) {
        for (times = 1; i + times < words.size() && words[i + times] == words[i];) ++times;
        out += (i > 0 ? ", " : "") + words[i];
        if (times == 2) out += ", " + words[i];
        if (times > 2) out += " ×" + std::to_string(times);
    }
    return out;
}

std::string stated_words(const Claim& claim) {
    if (claim.words != nullptr) return claim.words;
    const Stated stated = stated_in(claim);
    return side_by_side(stated.numbers, stated.decimals, claim.stated[0] == '.');
}

std::string computed_words(const Claim& claim, const Numbers& found) {
    if (claim.reads != nullptr) return put(claim, found);
    Stated as = stated_in(claim);
    for (size_t k = 0; k < found.size(); ++k) {
        // What is exactly so has no more digits than stated.
        const bool exact = std::fabs(found[k] - as.numbers[k]) < 1e-6 * (1 + std::fabs(found[k]));
        if (!exact) as.decimals[k] = found[k] == std::round(found[k]) ? 0 : as.decimals[k] + 1;
    }
    return side_by_side(found, as.decimals, claim.stated[0] == '.');
}

// ---- Asking

/// What a formula comes to; `answered` is asked for what stands in brackets.
Numbers numbers_of(std::string_view formula, FunctionRef<double(std::string_view)> answered) {
    Numbers out;
    for (std::string_view sign = ", "; !sign.empty();) {
        const size_t bracket = formula.starts_with('[') ? 1 : 0;
        const std::string_view word = formula.substr(bracket, formula.find(bracket ? ']' : ' ') - bracket);
        const double number = bracket ? answered(word) : read_double(std::string(word).c_str());
        if (sign == ", ") out.push_back(number);
        if (sign == " + ") out.back() += number;
        if (sign == " × ") out.back() *= number;
        if (sign == " ÷ ") out.back() /= number;
        formula.remove_prefix(word.size() + 2 * bracket);
        sign = formula.substr(0, formula.find(' ', 1) + 1);
        formula.remove_prefix(sign.size());
    }
    return out;
}

class Readings {
  public:
    Readings() {
        for (int i = 0; i < claim_count; ++i) {
            all_[static_cast<size_t>(i)].stated = stated_words(claim(i));
            if (claim(i).component >= 0) ask(i);
        }
    }
    const Reading& of(int claim) const { return all_[static_cast<size_t>(claim)]; }
    bool advance(float effort) {
        double budget = static_cast<double>(effort) * uniforms;
        for (int k = std::max(1, static_cast<int>(effort * claims_a_slice)); k > 0 && next_ < claim_count;
             --k)
            ask(next_++);
        if (next_ < claim_count) return true;
        bool more = false;
        for (WidthSample& one : samples_) {
            one.advance(budget, WidthSample::pairs);
            more = more || !one.finished();
        }
        // What is still being counted has asked nothing but the pairs.
        for (int i = 0; i < claim_count; ++i) ask(i);
        return more;
    }

  private:
    /// Until there is an answer.
    void ask(int i) {
        const Claim& one = claim(i);
        Reading& out = all_[static_cast<size_t>(i)];
        if (out.exact.verdict != Verdict::pending) return;
        Asked of(one.exhibit, one.state);
        out.by_hand = out.exact = answer(one, of);
        if (one.component < 0) return;
        round_weights(one, of.state(), out);
        Asked rounded(one.exhibit, out.hand);
        out.by_hand = answer(one, rounded);
        if (out.exact.off() && !out.by_hand.off()) out.exact.verdict = Verdict::rounding;
    }

    /// The weights of the first row and what they are multiplied with; and the state that sets them rounded.
    static void round_weights(const Claim& claim, const State& state, Reading& out) {
        const WorkedExample one = worked_example(state);
        out.hand = claim.state + std::string(claim.state[0] == 0 ? "hand=" : ";hand=");
        for (int j = 0; j < one.m; ++j) {
            out.weights.push_back(one.trace.weights[static_cast<size_t>(j)]);
            out.rounded.push_back(std::round(out.weights.back() * 1000) / 1000);
            out.values.push_back(one.v_view()(j, claim.component));
            out.hand += (j > 0 ? "," : "") + shortest(tidy(out.rounded.back()));
        }
        for (int i = 1; i < one.n; ++i)
            for (int j = 0; j < one.m; ++j) out.hand += j == 0 ? "/0" : ",0";
    }

    Answer answer(const Claim& claim, Asked& of) {
        Answer out;
        bool whole = true;  // nothing of it is still being counted
        const auto answered = [&](std::string_view asked) {
            if (const size_t at = asked.find(" @"); at != std::string_view::npos)
                return Asked(claim.exhibit, asked.substr(at + 2)).value(asked.substr(0, at));
            const std::string_view table = first_part(asked), row = first_part(asked);
            if (row.empty()) return of.value(table);
            if (!asked.empty()) return of.cell(table, row, asked);
            if (row == "rows") return of.rows(table);
            if (row == "columns") return of.columns(table);
            for (const WidthSample& one : samples_) {
                if (table != "pairs of " + std::to_string(one.d())) continue;
                whole = whole && one.finished();
                return row == "raw" ? one.raw() : row == "scaled" ? one.scaled() : std::pow(one.scaled(), 2);
            }
            return double{NAN};
        };
        out.numbers = claim.asked.function != nullptr ? claim.asked.function(of)
                                                      : numbers_of(claim.asked.formula, answered);
        if (whole) out.verdict = holds(claim, out.numbers) ? Verdict::holds : Verdict::differs;
        if (whole || out.numbers[0] != 0) out.words = computed_words(claim, out.numbers);
        return out;
    }
    /// Of what is parted by "|"; the rest is left.
    static std::string_view first_part(std::string_view& text) {
        const std::string_view out = text.substr(0, text.find('|'));
        text.remove_prefix(std::min(text.size(), out.size() + 1));
        return out;
    }

    std::vector<Reading> all_{static_cast<size_t>(claim_count)};
    WidthSample samples_[3] = {{64, 1}, {512, 1}, {4096, 1}};  // as scaling opens: draw 1
    int next_ = 0;
};

Readings& readings() {
    static Readings only;
    return only;
}

}  // namespace

const Reading& reading(int claim) {
    return readings().of(claim);
}

bool read_on(float effort) {
    return readings().advance(effort);
}

// ---- Judging

Stated stated_in(const Claim& claim) {
    Stated out;
    for (std::string_view rest = claim.stated; !rest.empty();) {
        const std::string one(rest.substr(0, rest.find(' ')));
        const size_t point = one.find('.');
        out.numbers.push_back(read_double(one.c_str()));
        out.decimals.push_back(point == std::string::npos ? 0 : static_cast<int>(one.size() - point - 1));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return out;
}

double slack(const Claim& claim, size_t number) {
    const Stated stated = stated_in(claim);
    if (claim.limit > 0) return claim.limit * std::fabs(stated.numbers[number]);
    // (Whole numbers that are not said to be about right are meant exactly.)
    const bool about = claim.words != nullptr && std::string_view(claim.words).starts_with("about");
    const int decimals = stated.decimals[number];
    return 0.5 * std::pow(10, -(decimals == 0 && !about ? 3 : decimals)) + 1e-9;
}

Room room_for(const Claim& claim, const Numbers& numbers, size_t number) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    const double limit = claim.limit;
    const auto around = [](double middle, double room) { return Room{middle, middle - room, middle + room}; };
    const auto over = [](double least) { return Room{least, std::nextafter(least, endless), endless}; };
    switch (claim.judged) {
        case Judged::near:
            return around(stated_in(claim).numbers[number], slack(claim, number));
        case Judged::above:
            return over(limit);
        case Judged::below:
            return {limit, std::nextafter(-limit, 0), std::nextafter(limit, 0)};
        case Judged::alike:
            return around(numbers[0], limit);
        case Judged::rising:
            if (number == 0) break;
            return over(numbers[number - 1] + limit);
        case Judged::rounds_to:
            if (number == 0) return around(limit, 0.5);
            break;
    }
    return {limit, -endless, endless};
}

bool holds(const Claim& claim, const Numbers& numbers) {
    if (claim.judged == Judged::near && numbers.size() != stated_in(claim).numbers.size()) return false;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const Room room = room_for(claim, numbers, i);
        const double one = claim.judged == Judged::above ? std::fabs(numbers[i]) : numbers[i];
        // (Nothing holds of NaN: it is no answer.)
        if (!std::isgreaterequal(one, room.low) || !std::islessequal(one, room.high)) return false;
    }
    return !numbers.empty();
}

std::string longest_computed(const Claim& claim) {
    // (Each of the numbers has a digit more than is stated.)
    if (claim.reads == nullptr)
        return stated_words(claim) + std::string(2 + stated_in(claim).numbers.size(), '8');
    const bool small = std::string_view(claim.reads).find("#e") != std::string_view::npos;
    return put(claim, Numbers(7, small ? 8.8e-10 : 88.888888));
}

std::string claims_numpy(bool by_hand) {
    Phrase out;
    out << R"(import numpy as np

def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()

pairs = 2000  # the figure draws others, and ten times as many
def std(d):  # of q·k
    q, k = np.random.default_rng(d).standard_normal((2, pairs, d))
    return (q * k).sum(axis=1).std()

rounded = lambda a: )"
        << (by_hand ? "np.round(a, 3)" : "a") << R"(
q = np.array([3, 1])
five, four = np.array([2.4, .5, 3.1, -1, 1.7]), np.array([22, -3, 1, -5])
B = 2 * np.eye(7) - 1  # pattern B
B[4, 0], B[6, 1] = 3, 3.5
B[np.triu_indices(7, 1)] = -np.inf
B = np.array([softmax(row) for row in B])
X = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])  # I love AI
W_K = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 1], [1, 1, 0]])
Q = np.array([[2, 1, 0], [1, 1, 1], [1, 2, 0]])
S = Q @ (X @ W_K).T / np.sqrt(3)
brings = softmax(S[0]) * np.linalg.norm([[4, 0, -3], [0, 2, 1], [-1, 1, 0]], axis=1)
W_Q3 = np.array([[-.3, .4], [.4, -1.4], [-.4, -.3], [-.1, -.1], [.2, -.3], [.5, -.2], [.8, -.2], [.7, -1]])
T, V = np.array([1, 0, 1]) / np.sqrt(2), np.array([[10, 0], [0, 10], [5, 5]])
four_keys = np.array([[-1.2, 1.5], [.8, 1.7], [1.9, .3], [.2, -1.7]])
four_values = np.array([[2.3, 1.3], [-2.1, 1.5], [-.5, -2], [1.4, -1.1]])
two = softmax(np.array([6.5, 0]) / np.sqrt(2)) * np.linalg.norm([[.02, .01], [40, 30]], axis=1)
np.random.seed(42)
drawn, A, C = (np.random.randn(*shape) for shape in ((4, 8), (8, 4), (8, 4)))
listing = (drawn @ A * 0.1) @ (drawn @ C * 0.1).T

near = lambda stated, room: lambda a: np.all(np.abs(np.array(stated.split(), float) - a) <= room)
above = lambda limit: lambda a: np.all(np.abs(a) > limit)
below = lambda limit: lambda a: np.all(np.abs(a) < limit)
alike = lambda limit: lambda a: np.ptp(a) <= limit
rising = lambda step: lambda a: np.all(np.diff(a) > step)
rounds_to = lambda whole: lambda a: np.round(a[0]) == whole

claims = {  # how it is judged, what is computed
)";
    constexpr const char* judges[] = {"near", "above", "below", "alike", "rising", "rounds_to"};
    for (const Claim& one : claims()) {
        out << "    \"" << one.name << "\": (" << judges[static_cast<int>(one.judged)] << "(";
        if (one.judged == Judged::near) {
            const double fewer_pairs = one.limit > 0 ? std::sqrt(10) : 1;
            out << '"' << one.stated << "\", [";
            for (size_t i = 0; i < stated_in(one).numbers.size(); ++i)
                out << (i > 0 ? ", " : "") << Shortest{slack(one, i) * fewer_pairs};
            out << "]";
        } else {
            out << Shortest{one.limit};
        }
        out << "), " << one.python << "),\n";
    }
    out << R"(}

held = {name: bool(judge(np.asarray(a))) for name, (judge, a) in claims.items()}
by_hand = claims["output-by-hand"][0](np.round(softmax(T), 3) @ V)
count = list(held.values()).count
values = {
    "claims": len(held),
    "claims that hold": count(True),
    "claims that differ": count(False),
    "claims that differ by rounding": by_hand and not held["output-by-hand"],
)";
    for (const Named& one : named)
        out << "    \"" << one.name << "\": claims[\"" << one.claim << "\"][1][" << one.number << "],\n";
    return out << R"(}
for name, (judge, a) in claims.items():
    for i, number in enumerate(a):
        values[name if len(a) == 1 else f"{name} {i + 1}"] = float(number)
)";
}

}  // namespace explainer::checking
