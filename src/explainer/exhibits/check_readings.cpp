// How claims are asked and judged. See check_readings.h.
#include "explainer/exhibits/check_readings.h"

#include <algorithm>
#include <cmath>

#include "attention/stages.h"
#include "explainer/decimals.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/worked_example.h"

namespace explainer::checking {
namespace {

constexpr double uniforms = 900000;  // for an effort of 1: about 3 ms, in a browser 5 (as scaling has it)
constexpr int claims_a_slice = 3;    // an exhibit is made for each, and says all it has to say

const Claim& at(int claim) {
    return claims()[static_cast<size_t>(claim)];
}

bool is_named(const Cell& cell, std::string_view name) {
    const auto* number = std::get_if<double>(&cell);
    return name == (number != nullptr ? shortest(*number) : std::get<std::string>(cell));
}

/// The numbers of a claim, from its exhibit.
Numbers numbers_of(const Answers& answers, Asked& of) {
    if (answers.worked_out != nullptr) return answers.worked_out(of);
    Numbers out;
    for (int i = 0; i < answers.count; ++i) {
        const auto& [table, row, name] = answers.at[i];
        out.add(answers.times * (table != nullptr ? of.cell(table, row, name) : of.value(name)));
    }
    return out;
}

/// The first row of an output by the core, once more with its weights rounded.
void write_out(const Claim& claim, const State& state, Reading& out) {
    const WorkedExample one = worked_example(state);
    Sum& sum = out.sum;
    sum.rows = one.n;
    sum.count = std::min(one.m, Sum::most);
    const auto first = static_cast<size_t>(claim.component);
    for (int j = 0; j < sum.count; ++j) {
        sum.weights[j] = one.trace.weights[static_cast<size_t>(j)];
        sum.rounded[j] = std::round(sum.weights[j] * 1000) / 1000;
        sum.values[j] = one.v_view().row(j)[first];
    }
    float output[Sum::most];
    attention::weighted_sum({sum.rounded, 1, sum.count}, one.v_view(), {output, 1, one.dv});
    for (int c = 0; c < out.computed.count; ++c) out.by_hand.add(tidy(output[claim.component + c]));
    sum.exact = one.trace.output[first];
    sum.by_hand = output[claim.component];
}

}  // namespace

const Description& Asked::said() {
    if (view_) return said_;
    view_.emplace(*find_exhibit(exhibit_));
    view_->restore(state_);
    said_ = view_->describe();
    return said_;
}

const State& Asked::state() {
    said();
    return view_->state();
}

double Asked::value(std::string_view name) {
    for (const auto& [known, number, python] : said().values)
        if (known == name) return number;
    return NAN;
}

const Table* Asked::table(std::string_view title) {
    for (const Table& one : said().tables)
        if (std::string_view(one.title).starts_with(title)) return &one;
    return nullptr;
}

double Asked::cell(std::string_view title, std::string_view row, std::string_view column) {
    const Table* found = table(title);
    if (found == nullptr) return NAN;
    const auto at = std::find(found->columns.begin(), found->columns.end(), column);
    for (const std::vector<Cell>& cells : found->rows) {
        if (at == found->columns.end() || !is_named(cells.front(), row)) continue;
        const auto* number = std::get_if<double>(&cells[static_cast<size_t>(at - found->columns.begin())]);
        return number != nullptr ? *number : NAN;
    }
    return NAN;
}

int Asked::rows(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<int>(found->rows.size()) : 0;
}

int Asked::columns(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<int>(found->columns.size()) - 1 : 0;
}

const WidthSample& Asked::pairs(int d) {
    const auto at = std::find_if(samples_.begin(), samples_.end(),
                                 [d](const WidthSample& sample) { return sample.d() == d; });
    const WidthSample& out = at != samples_.end() ? *at : samples_.front();
    whole_ = whole_ && at != samples_.end() && out.finished();
    return out;
}

Stated stated_in(const Claim& claim) {
    Stated out;
    char one[16];
    int length = 0, behind = -1;  // of the point
    for (const char* list = claim.stated;; ++list) {
        if (*list != ' ' && *list != 0) {
            one[length++] = *list;
            if (behind >= 0 || *list == '.') ++behind;
            continue;
        }
        one[length] = 0;
        if (length > 0) {
            out.decimals[out.numbers.count] = std::max(behind, 0);
            out.numbers.add(read_double(one));
        }
        length = 0;
        behind = -1;
        if (*list == 0) return out;
    }
}

Readings& readings() {
    static Readings only;
    return only;
}

Readings::Readings() {
    for (int i = 0; i < claim_count; ++i)
        if (at(i).component >= 0) ask(i);
}

void Readings::ask(int claim) {
    const Claim& one = at(claim);
    Reading& out = readings_[static_cast<size_t>(claim)];
    out = {};
    Asked of(one.exhibit, one.state, samples_);
    out.computed = numbers_of(one.answers, of);
    out.whole = of.whole();
    if (one.component >= 0) write_out(one, of.state(), out);
}

bool Readings::advance(float effort) {
    double budget = static_cast<double>(effort) * uniforms;
    for (int k = 0; k < std::max(1, static_cast<int>(effort * claims_a_slice)) && next_ < claim_count; ++k)
        ask(next_++);
    if (next_ < claim_count) return true;
    bool more = false;
    for (WidthSample& one : samples_) {
        one.advance(budget, WidthSample::pairs);
        more = more || !one.finished();
    }
    // What is still being counted has asked nothing but the pairs.
    for (int i = 0; i < claim_count; ++i)
        if (!of(i).whole) ask(i);
    return more;
}

bool holds(const Claim& claim, const Numbers& found) {
    const Stated stated = stated_in(claim);
    if (claim.judged == Judged::near && found.count != stated.numbers.count) return false;
    bool out = found.count > 0;  // (nothing holds of NaN: it is no answer)
    for (int i = 0; i < found.count; ++i) {
        const double one = found.at[i];
        switch (claim.judged) {
            case Judged::near:
                out = out && std::islessequal(std::fabs(one - stated.numbers.at[i]), slack(claim, i));
                break;
            case Judged::above:
                out = out && std::isgreater(std::fabs(one), claim.limit);
                break;
            case Judged::below:
                out = out && std::isless(std::fabs(one), claim.limit);
                break;
            case Judged::alike:
                out = out && std::islessequal(std::fabs(one - found.at[0]), claim.limit);
                break;
            case Judged::rising:
                out = out && (i == 0 || std::isgreater(one, found.at[i - 1] + claim.limit));
                break;
            case Judged::rounds_to:
                out = out && (i > 0 || std::round(one) == claim.limit);
                break;
        }
    }
    return out;
}

const Numbers& computed(int claim, bool by_hand) {
    const Reading& reading = readings().of(claim);
    return by_hand && reading.by_hand.count > 0 ? reading.by_hand : reading.computed;
}

double slack(const Claim& claim, int number) {
    const Stated stated = stated_in(claim);
    if (claim.limit > 0) return claim.limit * std::fabs(stated.numbers.at[number]);
    // (Whole numbers that are not said to be about right are meant exactly.)
    const bool about = claim.words != nullptr && std::string_view(claim.words).starts_with("about");
    const int decimals = stated.decimals[number];
    return 0.5 * std::pow(10, -(decimals == 0 && !about ? 3 : decimals)) + 1e-9;
}

Verdict verdict(int claim, bool by_hand) {
    const Reading& reading = readings().of(claim);
    if (!reading.whole) return Verdict::pending;
    if (holds(at(claim), computed(claim, by_hand))) return Verdict::holds;
    return holds(at(claim), reading.by_hand) ? Verdict::rounding : Verdict::differs;
}

std::string put(const Claim& claim, const Numbers& numbers) {
    Phrase out;
    int next = 0;
    for (const char* reads = claim.reads; *reads != 0; ++reads) {
        if (*reads != '#') {
            out << *reads;
            continue;
        }
        const double one = next < numbers.count ? numbers.at[next++] : 0;
        ++reads;
        *reads == 'e' ? out << scientific(one, 2) : out << Fixed{one, *reads - '0'};
    }
    return out;
}

std::string claims_numpy(bool by_hand) {
    Phrase out;
    out << "import numpy as np\n\n"
           "def softmax(x):\n"
           "    e = np.exp(x - np.max(x))\n"
           "    return e / e.sum()\n\n"
           "pairs = 2000  # the figure draws others, and ten times as many\n"
           "def std(d):  # of q·k\n"
           "    q, k = np.random.default_rng(d).standard_normal((2, pairs, d))\n"
           "    return (q * k).sum(axis=1).std()\n\n"
           "rounded = lambda a: "
        << (by_hand ? "np.round(a, 3)" : "a")
        << "\n"
           "q = np.array([3, 1])\n"
           "five, four = np.array([2.4, .5, 3.1, -1, 1.7]), np.array([22, -3, 1, -5])\n"
           "B = 2 * np.eye(7) - 1  # pattern B\n"
           "B[4, 0], B[6, 1] = 3, 3.5\n"
           "B[np.triu_indices(7, 1)] = -np.inf\n"
           "B = np.array([softmax(row) for row in B])\n"
           "X = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])  # I love AI\n"
           "W_K = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 1], [1, 1, 0]])\n"
           "Q = np.array([[2, 1, 0], [1, 1, 1], [1, 2, 0]])\n"
           "S = Q @ (X @ W_K).T / np.sqrt(3)\n"
           "brings = softmax(S[0]) * np.linalg.norm([[4, 0, -3], [0, 2, 1], [-1, 1, 0]], axis=1)\n"
           "W_Q3 = np.array([[-.3, .4], [.4, -1.4], [-.4, -.3], [-.1, -.1], [.2, -.3], [.5, -.2], [.8, -.2], "
           "[.7, -1]])\n"
           "T, V = np.array([1, 0, 1]) / np.sqrt(2), np.array([[10, 0], [0, 10], [5, 5]])\n"
           "four_keys = np.array([[-1.2, 1.5], [.8, 1.7], [1.9, .3], [.2, -1.7]])\n"
           "four_values = np.array([[2.3, 1.3], [-2.1, 1.5], [-.5, -2], [1.4, -1.1]])\n"
           "two = softmax(np.array([6.5, 0]) / np.sqrt(2)) * np.linalg.norm([[.02, .01], [40, 30]], axis=1)\n"
           "np.random.seed(42)\n"
           "drawn, A, C = (np.random.randn(*shape) for shape in ((4, 8), (8, 4), (8, 4)))\n"
           "listing = (drawn @ A * 0.1) @ (drawn @ C * 0.1).T\n\n"
           "def near(stated, room):\n"
           "    return lambda a: np.all(abs(np.array(stated.split(), float) - a) <= room)\n"
           "def about(stated, share):  # √10 for a tenth of the pairs\n"
           "    return near(stated, np.sqrt(10) * share * np.array(stated.split(), float))\n"
           "above = lambda limit: lambda a: np.all(np.abs(a) > limit)\n"
           "below = lambda limit: lambda a: np.all(np.abs(a) < limit)\n"
           "alike = lambda limit: lambda a: np.ptp(a) <= limit\n"
           "rising = lambda step: lambda a: np.all(np.diff(a) > step)\n"
           "rounds_to = lambda whole: lambda a: np.round(a[0]) == whole\n\n"
           "claims = {  # how it is judged, what is computed\n";
    for (const Claim& one : claims()) {
        static constexpr const char* names[] = {"", "above", "below", "alike", "rising", "rounds_to"};
        out << "    \"" << one.name << "\": (";
        if (one.judged != Judged::near) {
            out << names[static_cast<int>(one.judged)] << "(" << Shortest{one.limit};
        } else if (one.limit > 0) {
            out << "about(\"" << one.stated << "\", " << Shortest{one.limit};
        } else {
            out << "near(\"" << one.stated << "\", [";
            for (int i = 0; i < stated_in(one).numbers.count; ++i)
                out << (i > 0 ? ", " : "") << Shortest{slack(one, i)};
            out << "]";
        }
        out << "), " << one.python << "),\n";
    }
    return out << "}\n";
}

}  // namespace explainer::checking
