// The claims, and what they come to. See check_claims.h.
#include "explainer/exhibits/check_claims.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/decimals.h"
#include "explainer/phrase.h"
#include "explainer/view.h"
#include "explainer/worked_example.h"

namespace explainer::checking {
namespace {

#define HAND "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
#define ROOT_2 "temperature=1.4142135623730951;"
#define FOUR "count=4;score1=22;score2=-3;score3=1;score4=-5"

constexpr std::array all = {
    Claim{.essay = "E000",
          .says = "(3, 1) · (2, 1.4)",
          .stated = "7.40",
          .exhibit = "dot-product",
          .state = "count=1",
          .from = "q·k",
          .python = "[q @ [2, 1.4]]"},
    Claim{.essay = "E000",
          .says = "(3, 1) · (−1, 3)",
          .stated = "0",
          .exhibit = "dot-product",
          .state = "kx=-1;ky=3;count=1",
          .from = "q·k",
          .python = "[q @ [-1, 3]]"},
    Claim{.essay = "E000",
          .says = "(3, 1) · (−2.4, −1)",
          .stated = "-8.20",
          .exhibit = "dot-product",
          .state = "kx=-2.4;ky=-1;count=1",
          .from = "q·k",
          .python = "[q @ [-2.4, -1]]"},
    Claim{.essay = "E000",
          .says = "softmax(2.4, 0.5, 3.1, −1.0, 1.7), in %",
          .stated = "27.1 4.0 54.5 0.9 13.4",
          .exhibit = "softmax",
          .state = "",
          .from = "weight 1|weight 2|weight 3|weight 4|weight 5",
          .how = How::percent,
          .python = "100 * softmax(np.array([2.4, .5, 3.1, -1, 1.7]))"},
    Claim{.essay = "E000",
          .says = "pattern B: “?” looks back",
          .stated = ".01 .88 .01 .01 .01 .01 .07",
          .exhibit = "masks",
          .state = "row=6;column=1",
          .table = "Mask first",
          .from = "?/The|?/cat|?/sat|?/on|?/the|?/soft|?/?",
          .python = "B[6]"},
    Claim{.essay = "E000",
          .says = "pattern B: “the” looks back",
          .stated = ".84 .02 .02 .02 .11",
          .exhibit = "masks",
          .state = "row=4;column=0",
          .table = "Mask first",
          .from = "the/The|the/cat|the/sat|the/on|the/the",
          .python = "B[4, :5]"},
    Claim{.essay = "E000",
          .says = "pattern B: four rows, to themselves",
          .stated = ".88 .79 .71 .60",
          .exhibit = "masks",
          .state = "row=3;column=3",
          .table = "Mask first",
          .from = "cat/cat|sat/sat|on/on|soft/soft",
          .python = "B.diagonal()[[1, 2, 3, 5]]"},
    Claim{.essay = "E000",
          .says = "512 numbers, 8 heads: dₖ and √dₖ",
          .stated = "64 8",
          .exhibit = "multi-head",
          .state = "",
          .from = "d_k of the other model|√d_k of the other model",
          .python = "[512 / 8, np.sqrt(512 / 8)]"},
    Claim{.essay = "E000",
          .says = "“the” and “The” light each other up",
          .stated = ".84 .84",
          .words = "both ways",
          .exhibit = "masks",
          .state = "row=0;column=4",
          .table = "Mask first",
          .from = "the/The|The/the",
          .reason = "Under the causal mask only the later word can look back.",
          .python = "[B[4, 0], B[0, 4]]"},

    Claim{.essay = "E001",
          .says = "“I”: “love” has ten times the weight of “I” itself",
          .stated = "10",
          .words = "10 ×",
          .exhibit = "pipeline",
          .state = "step=5;of=grid",
          .table = "Weights",
          .from = "I/love|I/I",
          .how = How::ratio,
          .python = "[softmax(S[0])[1] / softmax(S[0])[0]]"},
    Claim{.essay = "E001",
          .says = "“I”: softmax of 1, 5, 3, each over √3, in %",
          .stated = "7.0 70.7 22.3",
          .exhibit = "pipeline",
          .state = "step=5;of=grid",
          .table = "Weights",
          .from = "I/I|I/love|I/AI",
          .how = How::percent,
          .python = "100 * softmax(S[0])"},
    Claim{.essay = "E001",
          .says = "“love”: 3, 3, 3, each over √3",
          .stated = "1.732 1.732 1.732",
          .exhibit = "pipeline",
          .state = "step=4;of=grid;row=1",
          .table = "Scaled scores",
          .from = "love/I|love/love|love/AI",
          .python = "S[1]"},
    Claim{.essay = "E001",
          .says = "“love”: softmax of these",
          .stated = ".333 .333 .333",
          .words = "all alike",
          .exhibit = "pipeline",
          .state = "step=5;of=grid;row=1",
          .table = "Weights",
          .from = "love/I|love/love|love/AI",
          .python = "softmax(S[1])"},
    Claim{.essay = "E001",
          .says = "output of “I”, second component",
          .stated = "1.637",
          .exhibit = "values",
          .state = "",
          .from = "output 2",
          .component = 1,
          .python = "[rounded(softmax(S[0])) @ [0, 2, 1]]"},
    Claim{.essay = "E001",
          .says = "“love” has about three times the score of “I” itself",
          .stated = "3",
          .words = "about 3 ×",
          .exhibit = "scores",
          .state = "",
          .table = "Scores Q Kᵀ",
          .from = "I/love|I/I",
          .how = How::ratio,
          .reason = "The scores are 5 and 1.",
          .scale = 5,
          .python = "[S[0, 1] / S[0, 0]]"},

    Claim{.essay = "E003",
          .says = "std of q·k for dₖ = 64, 512",
          .stated = "8 22.6",
          .words = "8  22.6",
          .exhibit = "scaling",
          .state = "d=512",
          .from = "64 512",
          .how = How::sampled,
          .python = "[std(64), std(512)]"},
    Claim{.essay = "E003",
          .says = "softmax(22, −3, 1, −5)",
          .stated = "1 0 0 0",
          .words = "one-hot",
          .exhibit = "softmax",
          .state = FOUR,
          .from = "weight 1|weight 2|weight 3|weight 4",
          .how = How::one_hot,
          .python = "softmax(four)"},
    Claim{.essay = "E003",
          .says = "512 numbers, 8 heads: dₖ",
          .stated = "64",
          .exhibit = "multi-head",
          .state = "",
          .from = "d_k of the other model",
          .python = "[512 / 8]"},
    Claim{.essay = "E003",
          .says = "its listing, seed 42: std of raw scores",
          .stated = "2",
          .words = "near 2",
          .exhibit = "scores",
          .state = "data=seed-42",
          .from = "deviation of scores",
          .reason = "The listing draws its weights × 0.1, and scores get both queries’ and keys’.",
          .scale = 2,
          .python = "[listing.std()]"},
    Claim{.essay = "E003",
          .says = "its listing: std of scaled scores",
          .stated = "1",
          .words = "near 1",
          .exhibit = "scores",
          .state = "data=seed-42",
          .from = "deviation of divided scores",
          .reason = "The same cause; dividing by √4 halves it.",
          .scale = 2,
          .python = "[listing.std() / 2]"},

    Claim{.essay = "E004",
          .says = "q₂ = (1, 0): exponentials and their sum",
          .stated = "2.028 1.000 2.028 5.056",
          .words = "2.028  1  2.028  5.056",
          .exhibit = "softmax",
          .state = "count=3;" ROOT_2 "score1=1;score2=0;score3=1",
          .table = "Weights",
          .from = "1/exponential|2/exponential|3/exponential|sum of exponentials",
          .python = "np.append(np.exp(T), np.exp(T).sum())"},
    Claim{.essay = "E004",
          .says = "its weights of three keys",
          .stated = ".401 .198 .401",
          .exhibit = "blend",
          .state = HAND ROOT_2 "chosen=1",
          .from = "weight 1|weight 2|weight 3",
          .python = "softmax(T)"},
    Claim{.essay = "E004",
          .says = "its output",
          .stated = "6.015 3.985",
          .exhibit = "values",
          .state = "data=hand;component=0",
          .from = "output 1|output 2",
          .component = 0,
          .reason = "The weights were rounded to three digits before they met the values.",
          .python = "rounded(softmax(T)) @ V"},
    Claim{.essay = "E004",
          .says = "std of q·k at d = 4096, raw and over √d",
          .stated = "64 1",
          .words = "about 64  1",
          .exhibit = "scaling",
          .state = "d=4096",
          .from = "4096",
          .how = How::sampled2,
          .python = "[std(4096), std(4096) / 64]"},
};

constexpr double uniforms = 900000;  // for an effort of 1: about 3 ms, in a browser 5 (as scaling has it)
constexpr int claims_a_slice = 3;    // an exhibit is made for each, and says all it has to say

bool is_named(const Cell& cell, std::string_view name) {
    const auto* number = std::get_if<double>(&cell);
    return name == (number != nullptr ? shortest(*number) : std::get<std::string>(cell));
}

/// What a description has under one of the names of Claim::from; not a number if it has no such.
double looked_up(const Description& said, const Claim& claim, std::string_view name) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos) {
        for (const auto& [label, value] : said.values)
            if (label == name) return value;
        return NAN;
    }
    for (const Table& table : said.tables) {
        if (!std::string_view(table.title).starts_with(claim.table)) continue;
        for (const std::vector<Cell>& row : table.rows)
            for (size_t i = 1; i < row.size() && is_named(row.front(), name.substr(0, slash)); ++i)
                if (name.substr(slash + 1) == table.columns[i])
                    if (const auto* number = std::get_if<double>(&row[i])) return *number;
    }
    return NAN;
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

/// Asks the exhibit that the claim leads to, in the state that it leads to.
void ask(const Claim& claim, Reading& out) {
    const ExhibitType* type = find_exhibit(claim.exhibit);
    if (type == nullptr) return;
    View view(*type);
    view.restore(claim.state);
    const Description said = view.describe();
    for (std::string_view rest = claim.from; !rest.empty();) {
        const size_t end = std::min(rest.find('|'), rest.size());
        out.computed.add(looked_up(said, claim, rest.substr(0, end)) * (claim.how == How::percent ? 100 : 1));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (claim.how == How::ratio) {
        // (Scores that an essay gives: none is 0.)
        out.computed.at[0] /= out.computed.at[1];
        out.computed.count = 1;
    }
    if (claim.component >= 0) write_out(claim, view.state(), out);
    out.whole = true;
}

}  // namespace

std::span<const Claim> claims() {
    return all;
}

bool is_sampled(const Claim& claim) {
    return claim.how >= How::sampled;
}

Numbers numbers_of(const char* list) {
    Numbers out;
    char one[16];
    for (size_t length = 0;; ++list) {
        if (*list != ' ' && *list != 0) {
            one[length++] = *list;
            continue;
        }
        one[length] = 0;
        out.add(read_double(one));
        length = 0;
        if (*list == 0) return out;
    }
}

int decimals_of(const Claim& claim) {
    const std::string_view list(claim.stated), first = list.substr(0, list.find(' '));
    const size_t point = first.find('.');
    return point == std::string_view::npos ? 0 : static_cast<int>(first.size() - point - 1);
}

// ---- What they come to

Readings& readings() {
    static Readings only;
    return only;
}

/// The claim's own samples: what the scaling exhibit draws in that state.
void Readings::sample(int claim) {
    const Claim& one = all[static_cast<size_t>(claim)];
    Reading& reading = readings_[static_cast<size_t>(claim)];
    reading.computed.count = 0;
    reading.whole = true;
    const Numbers widths = numbers_of(one.from);
    for (const WidthSample& sample : samples_) {
        for (int k = 0; k < widths.count; ++k) {
            if (sample.d() != static_cast<int>(widths.at[k])) continue;
            reading.whole = reading.whole && sample.finished();
            reading.computed.add(sample.raw());
            if (one.how == How::sampled2) reading.computed.add(sample.scaled());
        }
    }
}

bool Readings::advance(float effort) {
    const int count = static_cast<int>(all.size());
    double budget = static_cast<double>(effort) * uniforms;
    for (int k = 0; k < std::max(1, static_cast<int>(effort * claims_a_slice)) && next_ < count; ++k) {
        const Claim& one = all[static_cast<size_t>(next_)];
        is_sampled(one) ? sample(next_) : ask(one, readings_[static_cast<size_t>(next_)]);
        ++next_;
    }
    bool more = next_ < count;
    if (more) return true;
    for (WidthSample& one : samples_) {
        one.advance(budget, WidthSample::pairs);
        more = more || !one.finished();
    }
    for (int i = 0; i < count; ++i)
        if (is_sampled(all[static_cast<size_t>(i)]) && !of(i).whole) sample(i);
    return more;
}

const Numbers& computed(int claim, bool by_hand) {
    const Reading& reading = readings().of(claim);
    return by_hand && reading.by_hand.count > 0 ? reading.by_hand : reading.computed;
}

double slack(int claim, double stated) {
    const Claim& one = all[static_cast<size_t>(claim)];
    // (Four standard errors of 20,000 pairs.)
    if (is_sampled(one)) return 0.02 * stated;
    // (Whole numbers that are not said to be about right are meant exactly.)
    const int decimals = decimals_of(one);
    const bool about = one.words != nullptr && one.how != How::one_hot;
    return 0.5 * std::pow(10, -(decimals == 0 && !about ? 3 : decimals)) + 1e-9;
}

Verdict verdict(int claim, bool by_hand) {
    const Reading& reading = readings().of(claim);
    if (!reading.whole) return Verdict::pending;
    const Numbers stated = numbers_of(all[static_cast<size_t>(claim)].stated);
    const auto hold = [&](const Numbers& found) {
        bool out = found.count == stated.count;
        // (Not a number is no answer: it does not hold.)
        for (int i = 0; i < found.count && out; ++i)
            out = std::islessequal(std::fabs(found.at[i] - stated.at[i]), slack(claim, stated.at[i]));
        return out;
    };
    if (hold(computed(claim, by_hand))) return Verdict::holds;
    return hold(reading.by_hand) ? Verdict::rounding : Verdict::differs;
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
           "B = 2 * np.eye(7) - 1  # pattern B\n"
           "B[4, 0], B[6, 1] = 3, 3.5\n"
           "B[np.triu_indices(7, 1)] = -np.inf\n"
           "B = np.array([softmax(row) for row in B])\n"
           "S = np.array([[1, 5, 3], [3, 3, 3]]) / np.sqrt(3)\n"
           "four = np.array([22, -3, 1, -5])\n"
           "T, V = np.array([1, 0, 1]) / np.sqrt(2), np.array([[10, 0], [0, 10], [5, 5]])\n"
           "np.random.seed(42)\n"
           "X, Q, K = (np.random.randn(*shape) for shape in ((4, 8), (8, 4), (8, 4)))\n"
           "listing = (X @ Q * 0.1) @ (X @ K * 0.1).T\n\n"
           "claims = [  # stated, how far off it may be, computed\n";
    for (size_t i = 0; i < all.size(); ++i) {
        out << "    (\"" << all[i].stated << "\", ";
        is_sampled(all[i]) ? out << "4 / np.sqrt(2 * pairs) * np.array(["
                                 << (all[i].how == How::sampled ? "8, 22.6" : "64, 1") << "])"
                           : out << Shortest{slack(static_cast<int>(i), 0)};
        out << ", " << all[i].python << "),\n";
    }
    return out << "]\n";
}

}  // namespace explainer::checking
