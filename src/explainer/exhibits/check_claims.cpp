// What five essays say of attention, a row a claim, in the order of the essays. See check_claims.h.
#include "explainer/exhibits/check_claims.h"

#include <cmath>

namespace explainer::checking {
namespace {

// ---- What rows are made of

/// Values of a description, by name.
constexpr Answers values(std::initializer_list<const char*> names, double times = 1) {
    Answers out{.times = times};
    for (const char* name : names) out.add({.name = name});
    return out;
}

/// Cells of one row of a table.
constexpr Answers cells(const char* table, const char* row, std::initializer_list<const char*> columns,
                        double times = 1) {
    Answers out{.times = times};
    for (const char* column : columns) out.add({.table = table, .row = row, .name = column});
    return out;
}

/// Cells of one column of a table.
constexpr Answers down(const char* table, std::initializer_list<const char*> rows, const char* column) {
    Answers out;
    for (const char* row : rows) out.add({.table = table, .row = row, .name = column});
    return out;
}

/// What has to be worked out from several answers.
constexpr Answers by(Numbers (*worked_out)(Asked&)) {
    return {.worked_out = worked_out};
}

struct From {
    const char *exhibit, *state;
    Answers answers;
};
constexpr From from(const char* exhibit, const char* state, const Answers& answers) {
    return {exhibit, state, answers};
}

struct Criterion {
    Judged judged;
    double limit;
};
constexpr Criterion above(double limit) {
    return {Judged::above, limit};
}
constexpr Criterion below(double limit) {
    return {Judged::below, limit};
}
constexpr Criterion alike(double limit) {
    return {Judged::alike, limit};
}
constexpr Criterion rising(double step) {
    return {Judged::rising, step};
}
constexpr Criterion rounds_to(double whole) {
    return {Judged::rounds_to, whole};
}

/// What few claims have; see Claim.
struct More {
    const char *words = nullptr, *reads = nullptr, *note = nullptr;
    double within = 0;
    int component = -1;
    float scale = 0;
    bool one_way = false;
    const char* earlier = "";
};

/// Numbers: name, statement, section, what is said, the numbers, whom to ask, the same by NumPy.
constexpr Claim near(const char* name, const char* statement, const char* section, const char* says,
                     const char* stated, const From& from, const char* python, const More& more = {}) {
    return {.name = name,
            .statement = statement,
            .section = section,
            .says = says,
            .stated = stated,
            .words = more.words,
            .exhibit = from.exhibit,
            .state = from.state,
            .answers = from.answers,
            .reads = more.reads,
            .limit = more.within,
            .component = more.component,
            .note = more.note,
            .scale = more.scale,
            .one_way = more.one_way,
            .python = python,
            .earlier = more.earlier};
}

/// A statement in words, taken to hold under a condition on what is computed, which is put as in `reads`.
constexpr Claim holds_if(Criterion criterion, const char* name, const char* statement, const char* section,
                         const char* says, const char* words, const From& from, const char* reads,
                         const char* python, More more = {}) {
    more.words = words;
    more.reads = reads;
    Claim out = near(name, statement, section, says, "", from, python, more);
    out.judged = criterion.judged;
    out.limit = criterion.limit;
    return out;
}

// ---- States and names that several rows ask for

constexpr const char *four_scores = "count=4;score1=22;score2=-3;score3=1;score4=-5",
                     *listing = "data=seed-42",
                     *by_hand =
                         "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;"
                         "count=3;temperature=1.4142135623730951;chosen=1";
constexpr const char *mask = "Mask first", *score = "Scores Q Kᵀ", *divided = "Scores ÷";
constexpr const char* love_ai[] = {"I", "love", "AI"};

/// The share of a row that a word brings to the output, in percent.
double brought(Asked& of, const char* word, std::initializer_list<const char*> all) {
    double sum = 0;
    for (const char* one : all) sum += of.cell("What arrives", one, "weight × length");
    return 100 * of.cell("What arrives", word, "weight × length") / sum;
}

double square(double x) {
    return x * x;
}

// ---- Claims that take more than a few answers

/// How far the key of “love” is another one when another word asks.
Numbers key_changes(Asked& of) {
    Asked other("scores", "sweep=27");
    double most = 0;
    for (const char* term : {"1", "2", "3"})
        most = std::fmax(most, std::fabs(of.cell("q · k of “I” and “love”", term, "k") -
                                         other.cell("q · k of “AI” and “love”", term, "k")));
    return {most};
}

/// The score of “I” for “love”, if it is the largest.
Numbers largest_score(Asked& of) {
    const double wanted = of.cell(score, "I", "love");
    for (const char* query : love_ai)
        for (const char* key : love_ai)
            if (of.cell(score, query, key) > wanted) return {NAN};
    return {wanted};
}

/// How many pairs of scores of one query are in another order when they are divided.
Numbers pairs_that_change(Asked& of) {
    const auto order = [&of](const char* table, const char* query, int j, int k) {
        const double apart = of.cell(table, query, love_ai[j]) - of.cell(table, query, love_ai[k]);
        return (apart > 0) - (apart < 0);
    };
    double out = 0;
    for (const char* query : love_ai)
        for (int k = 1; k < 3; ++k)
            for (int j = 0; j < k; ++j) out += order(score, query, j, k) != order(divided, query, j, k);
    return {out};
}

/// How many words “sat” sees: of the first three, of the later ones.
Numbers seen_by_sat(Asked& of) {
    double seen[] = {0, 0};
    int place = 0;
    for (const char* word : {"The", "cat", "sat", "on", "the", "soft", "?"})
        seen[place++ < 3 ? 0 : 1] += of.cell(mask, "sat", word) > 0;
    return {seen[0], seen[1]};
}

Numbers sums_of_rows(Asked& of) {
    constexpr const char* words[] = {"word 1", "word 2", "word 3", "word 4"};
    Numbers out;
    for (const char* row : words) {
        double sum = 0;
        for (const char* column : words) sum += of.cell("Weights", row, column);
        out.add(sum);
    }
    return out;
}

/// How many numbers of a word the third head reads, and how many it makes.
Numbers read_and_made(Asked& of) {
    double read = 0;
    for (const char* row : {"1", "2", "3", "4", "5", "6", "7", "8"})
        read += of.cell("W_Q", row, "5") != 0 || of.cell("W_Q", row, "6") != 0;
    return {read, of.value("d_k")};
}

/// Of a layer's multiplications, those of attention, in percent; a third of what is beside the pairs are its
/// projections.
Numbers share_of_attention(Asked& of) {
    const char* what = "multiplications of materialised";
    const double pairs = Asked("cost", "n=512").value(what), all = of.value(what);
    return {100 * (pairs + (all - pairs) / 3) / all};
}

Numbers far_from_second_value(Asked& of) {
    return {std::hypot(
        of.value("first component of the output") - of.cell("Pairs", "k₂ → v₂", "first of value"),
        of.value("second component of the output") - of.cell("Pairs", "k₂ → v₂", "second of value"))};
}

/// For twice the words: bytes of all scores, memory of streaming.
Numbers memory_grows(Asked& of) {
    Asked half("cost", "n=4096");
    const auto grows = [&](const char* what) { return of.value(what) / half.value(what); };
    return {grows("bytes of all scores"), grows("memory of streaming")};
}

// ---- The claims

constexpr std::array all = {
    near("three-products", "e000-03", "Scoring", "(3, 1) · (2, 1.4), (−1, 3), (−2.4, −1)", "7.40 0.00 -8.20",
         from("dot-product", "", values({"q·k₁", "q·k₂", "q·k₃"})),
         "q @ np.transpose([[2, 1.4], [-1, 3], [-2.4, -1]])", {.earlier = "1 2 3"}),
    holds_if(below(0.5), "zero-ignored", "e000-05", "Scoring", "a key whose score is 0 does not matter",
             "no share",
             from("dot-product", "kx=-1;ky=3;k2y=0;k3x=0;k3y=-3;count=3", values({"share of k₁"}, 100)),
             "#1 % beside −3 and −3", "[100 * softmax(np.array([0, -3, -3]))[0]]",
             {.note = "Only differences between scores count, and 0 may be the highest."}),
    near("head-width-and-root", "e000-06", "Scoring", "512 numbers, 8 heads: dₖ and √dₖ", "64 8",
         from("multi-head", "", values({"d_k of the other model", "√d_k of the other model"})),
         "[512 / 8, np.sqrt(512 / 8)]", {.earlier = "8"}),
    near("variance", "e000-07", "Scoring", "the variance of q·k is about dₖ; after ÷ √dₖ, about 1", "1 1",
         from("scaling", "", by([](Asked& of) {
                  return Numbers{square(of.pairs(64).raw()) / 64, square(of.pairs(64).scaled())};
              })),
         "[std(64) ** 2 / 64, (std(64) / 8) ** 2]",
         {.words = "≈ dₖ, then ≈ 1",
          .reads = "#3 × dₖ, then #3",
          .note = "This also needs numbers with mean 0.",
          .within = 0.04}),
    near("softmax-of-five", "e000-08", "Softmax widget", "softmax(2.4, 0.5, 3.1, −1.0, 1.7), in %",
         "27.1 4.0 54.5 0.9 13.4",
         from("softmax", "", values({"weight 1", "weight 2", "weight 3", "weight 4", "weight 5"}, 100)),
         "100 * softmax(five)", {.earlier = "4"}),
    near("sum-of-five", "e000-08", "Softmax widget", "the five weights add up to", "1.0000",
         from("softmax", "", cells("Whole row", "sum of weights", {"value"})), "[softmax(five).sum()]"),
    near("always-temperature-1", "e000-09", "Softmax widget", "inside attention the temperature is always 1",
         "1", from("multi-head", "", values({"√d_k of the other model"})), "[np.sqrt(512 / 8)]",
         {.reads = "#0 before the division",
          .note = "Dividing by √dₖ is the same as a temperature of √dₖ, here with 512 numbers in 8 heads. "
                  "For scores already divided it is 1.",
          .scale = 8}),
    holds_if(
        rising(0), "flatter", "e000-10", "Softmax widget", "a temperature of 3 flattens the five",
        "a lower peak", from("softmax", "temperature=3", by([](Asked& of) {
                                 const char* what = "largest weight";
                                 return Numbers{100 * of.value(what), 100 * Asked("softmax", "").value(what)};
                             })),
        "largest weight #1 %; at T = 1, #1 %", "[100 * softmax(five / 3).max(), 100 * softmax(five).max()]"),
    holds_if(alike(0.5), "weight-is-share", "e000-11", "Combining",
             "a weight is the word’s share of the output", "the same share",
             from("values", "", by([](Asked& of) {
                      return Numbers{100 * of.cell("What arrives", "I", "weight"),
                                     brought(of, "I", {"I", "love", "AI"})};
                  })),
             "“I”: weight #1 %, weight × length #1 % of all",
             "[100 * softmax(S[0])[0], 100 * brings[0] / brings.sum()]",
             {.note = "What a word brings is its weight × its value, and values differ in length and "
                      "direction."}),
    holds_if(below(0.5), "only-the-others", "e000-12", "Combining",
             "only the other words’ values are added up", "nothing of its own",
             from("masks", "row=2;column=2", cells(mask, "sat", {"sat"}, 100)),
             "“sat” gives #1 % of its weight to itself", "[100 * B[2, 2]]",
             {.note = "A word is among the words it looks at."}),
    near("mask-gives-zero", "e000-13", "The causal mask", "a score of −∞ becomes a weight of", "0",
         from("masks", "row=0;column=1", cells(mask, "The", {"cat"})), "[B[0, 1]]"),
    near("pattern-b-question", "e000-15", "Try it", "pattern B: “?” looks back",
         ".01 .88 .01 .01 .01 .01 .07",
         from("masks", "row=6;column=1", cells(mask, "?", {"The", "cat", "sat", "on", "the", "soft", "?"})),
         "B[6]", {.earlier = "5"}),
    near("pattern-b-the", "e000-14", "Try it", "pattern B: “the” looks back", ".84 .02 .02 .02 .11",
         from("masks", "row=4;column=0", cells(mask, "the", {"The", "cat", "sat", "on", "the"})), "B[4, :5]",
         {.earlier = "6"}),
    near("pattern-b-self", "e000-14", "Try it", "pattern B: “cat”, “sat”, “on”, “soft” to themselves",
         ".88 .79 .71 .60", from("masks", "row=3;column=3", by([](Asked& of) {
                                     Numbers out;
                                     for (const char* word : {"cat", "sat", "on", "soft"})
                                         out.add(of.cell(mask, word, word));
                                     return out;
                                 })),
         "B.diagonal()[[1, 2, 3, 5]]", {.earlier = "7"}),
    near("pattern-b-rest", "e000-14", "Try it", "pattern B: the same four to “The”", ".12 .11 .10 .08",
         from("masks", "row=1;column=0", down(mask, {"cat", "sat", "on", "soft"}, "The")),
         "B[[1, 2, 3, 5], 0]"),
    holds_if(above(0), "both-ways", "e000-16", "Try it", "“the” and “The” light each other up", "both ways",
             from("masks", "row=0;column=4", by([](Asked& of) {
                      return Numbers{of.cell(mask, "the", "The"), of.cell(mask, "The", "the")};
                  })),
             "#3 and #0", "[B[4, 0], B[0, 4]]",
             {.note = "Under the causal mask only the later word can look back.",
              .one_way = true,
              .earlier = "9"}),
    near("sees-no-later", "e000-17", "Try it",
         "position 2 sees positions 0, 1, 2, and of the later ones nothing", "3 0",
         from("masks", "row=2;column=0", by(seen_by_sat)), "[(B[2, :3] > 0).sum(), (B[2, 3:] > 0).sum()]",
         {.words = "0, 1, 2; not 3+", .reads = "#0 seen, later ones #0"}),

    near("shapes", "e001-02", "Words to vectors", "words, numbers of each, numbers of a query", "3 4 3",
         from("projection", "", by([](Asked& of) {
                  return Numbers{1.0 * of.rows("X"), 1.0 * of.columns("X"), 1.0 * of.columns("Q")};
              })),
         "[*X.shape, (X @ W_K).shape[1]]"),
    near("largest-score", "e001-04", "Scores", "the largest score, of “I” for “love”", "5",
         from("scores", "", by(largest_score)), "[Q[0] @ (X @ W_K)[1]]",
         {.note = "The essay shows no queries and keys; these were reconstructed to fit."}),
    holds_if(above(100), "hundreds", "e001-05", "Scaling", "with 512 numbers, scores in the hundreds",
             "hundreds", from("scaling", "d=512", by([](Asked& of) { return Numbers{of.pairs(512).raw()}; })),
             "a deviation of #1", "[std(512)]",
             {.note = "Of random numbers with mean 0 and variance 1. If all were positive, they could be.",
              .scale = 100}),
    near("variance-after-division", "e001-06", "Scaling", "divided by √dₖ, scores have a variance of about",
         "1", from("scaling", "d=512", by([](Asked& of) { return Numbers{square(of.pairs(512).scaled())}; })),
         "[std(512) ** 2 / 512]",
         {.reads = "#3", .note = "Of random numbers with mean 0 and variance 1.", .within = 0.04}),
    holds_if(below(0.5), "ranking-kept", "e001-13", "Scaling", "dividing keeps the ranking of the scores",
             "kept", from("scores", "", by(pairs_that_change)), "#0 pairs change places",
             "[(np.argsort(Q @ (X @ W_K).T, axis=1, kind='stable') != "
             "np.argsort(S, axis=1, kind='stable')).sum()]"),
    near("love-scaled", "e001-10", "Softmax", "“love”: 3, 3, 3, each ÷\u00a0√3", "1.732 1.732 1.732",
         from("pipeline", "step=4;of=grid;row=1", cells("Scaled scores", "love", {"I", "love", "AI"})),
         "S[1]", {.earlier = "12"}),
    holds_if(alike(1e-6), "love-alike", "e001-10", "Softmax", "“love”: softmax of 1.732, 1.732, 1.732",
             "all alike",
             from("pipeline", "step=5;of=grid;row=1", cells("Weights", "love", {"I", "love", "AI"})),
             "#4, #4, #4", "softmax(S[1])", {.earlier = "13"}),
    near("softmax-of-i", "e001-07", "Softmax", "“I”: softmax of 1, 5, 3, each ÷\u00a0√3, in %",
         "7.0 70.7 22.3", from("pipeline", "step=5;of=grid", cells("Weights", "I", {"I", "love", "AI"}, 100)),
         "100 * softmax(S[0])", {.earlier = "10 11"}),
    near("three-times", "e001-08", "Softmax", "“love” has about three times the score of “I” itself", "3",
         from("scores", "",
              by([](Asked& of) { return Numbers{of.cell(score, "I", "love") / of.cell(score, "I", "I")}; })),
         "[S[0, 1] / S[0, 0]]",
         {.words = "about 3 ×",
          .reads = "#0 ×",
          .note = "The scores are 5 and 1.",
          .scale = 5,
          .earlier = "15"}),
    near("ten-times", "e001-09", "Softmax", "“love” has ten times the weight of “I” itself", "10",
         from("pipeline", "step=5;of=grid", by([](Asked& of) {
                  return Numbers{of.cell("Weights", "I", "love") / of.cell("Weights", "I", "I")};
              })),
         "[softmax(S[0])[1] / softmax(S[0])[0]]", {.words = "about 10 ×", .reads = "#1 ×"}),
    near("output-of-i", "e001-11", "Output", "output of “I”, second number", "1.637",
         from("values", "", values({"output 2"})), "[rounded(softmax(S[0])) @ [0, 2, 1]]",
         {.note = "The essay shows no values; these were reconstructed from its output.",
          .component = 1,
          .earlier = "14"}),
    holds_if(above(95), "nearly-all-from-love", "e001-12", "Output",
             "nearly all of that output comes from “love”", "nearly all",
             from("values", "",
                  by([](Asked& of) { return Numbers{100 * of.value("part") / of.value("output")}; })),
             "#1 %", "[100 * 2 * softmax(S[0])[1] / (softmax(S[0]) @ [0, 2, 1])]",
             {.note = "The rest is from “AI”, by the same reconstruction."}),

    holds_if(alike(0.5), "heads-read-slices", "e002-02", "§ 03", "each head works on a slice of the vector",
             "its slice", from("multi-head", "", by(read_and_made)), "head 3 reads #0 numbers and makes #0",
             "[W_Q3.any(axis=1).sum(), W_Q3.shape[1]]",
             {.note = "Each head projects the whole vector; only what it makes is as small as a slice."}),
    holds_if(rounds_to(4), "work-grows-squared", "e002-05", "§ 04",
             "work grows as n²: four times for twice the words", "n²",
             from("cost", "", by([](Asked& of) {
                      const char* table = "Multiplications against n";
                      return Numbers{of.cell(table, "8192", "materialised") /
                                     of.cell(table, "4096", "materialised")};
                  })),
             "× #2", "[(2 * 8192**2 * 64) / (2 * 4096**2 * 64)]"),
    holds_if(rounds_to(4), "memory-grows-squared", "e002-05", "§ 04",
             "memory grows as n²: four times for twice the words", "n²", from("cost", "", by(memory_grows)),
             "× #2; streaming, × #2",
             "[8192**2 / 4096**2, (4 * 8192 * 64 + 2 * 8192) / (4 * 4096 * 64 + 2 * 4096)]",
             {.note = "Of a stored table of scores. Streaming stores none."}),
    holds_if(alike(1e-6), "width-d-over-h", "e002-08", "Going deeper", "each of h heads is d/h wide", "d/h",
             from("multi-head", "", by([](Asked& of) {
                      const auto width = [&of](const char* heads) { return of.cell("Cost", heads, "d_k"); };
                      return Numbers{width("1"), 2 * width("2"), 4 * width("4"), 8 * width("8")};
                  })),
             "h · dₖ = #0 for 1, 2, 4 and 8 heads", "[h * (W_Q3.shape[0] / h) for h in (1, 2, 4, 8)]"),
    holds_if(above(95), "only-this-stacked", "e002-10", "five bullets; § 02",
             "a transformer is only attention, stacked", "all of it",
             from("cost", "layer=true;n=512", by(share_of_attention)),
             "#1 % of a layer’s multiplications at 512 words, projections included",
             "[100 * (2 * 512**2 * 64 + 4 * 512 * 64 * 2048) / (2 * 512**2 * 64 + 12 * 512 * 64 * 2048)]",
             {.note = "The rest is the MLP; residual connections and norms come on top."}),

    holds_if(above(0), "key-changes", "e003-01", "first section", "a word’s key changes with who asks",
             "it changes", from("scores", "sweep=9", by(key_changes)), "by #0, whether “I” or “AI” asks",
             "[np.ptp([(X @ W_K)[1] for asker in Q], axis=0).max()]",
             {.note = "k = xW_K: the query is not in it."}),
    near("deviation", "e003-02", "Why Dot Products", "std of q·k for dₖ = 64, 512", "8 22.6",
         from("scaling", "d=512", by([](Asked& of) {
                  return Numbers{of.pairs(64).raw(), of.pairs(512).raw()};
              })),
         "[std(64), std(512)]", {.reads = "#2, #2", .within = 0.02, .earlier = "16"}),
    near("one-hot", "e003-03", "Why Dot Products", "softmax(22, −3, 1, −5)", "1 0 0 0",
         from("softmax", four_scores, values({"weight 1", "weight 3", "weight 2", "weight 4"})),
         "softmax(four)[[0, 2, 1, 3]]", {.words = "one-hot", .reads = "#4, the next #e", .earlier = "17"}),
    holds_if(
        below(1), "divided-within-one", "e003-04", "Why Dot Products", "22, −3, 1, −5, each ÷\u00a0√512",
        "within ±1",
        from("scaling", "d=512;row=0", down("An article's four scores", {"1", "2", "3", "4"}, "q·k ÷ √d_k")),
        "#3, #3, #3, #3", "four / np.sqrt(512)", {.earlier = "18"}),
    holds_if(below(0.001), "saturated-gradient", "e003-13", "Why Dot Products",
             "the gradient of softmax(22, −3, 1, −5)", "close to 0",
             from("softmax", four_scores, values({"gradient"})), "#e",
             "[np.linalg.norm(np.diag(softmax(four)) - np.outer(softmax(four), softmax(four)))]",
             {.note = "This holds for where to look: values, W_O and later layers still learn."}),
    near("width-1", "e003-05", "Why Dot Products", "for dₖ = 1 no scaling is needed: √dₖ is", "1",
         from("scaling", "d=1", values({"√d_k"})), "[np.sqrt(1)]"),
    near("listing-raw", "e003-06", "Weighted Sum", "its listing, seed 42: std of raw scores", "2.0",
         from("scores", listing, values({"deviation of scores"})), "[listing.std()]",
         {.words = "near 2.0",
          .reads = "#3",
          .note = "It multiplies W_Q and W_K by 0.1: queries and keys spread by about 0.28, not 1.",
          .scale = 2,
          .earlier = "19"}),
    near("listing-scaled", "e003-07", "Weighted Sum", "its listing: std of scaled scores", "1.0",
         from("scores", listing, values({"deviation of divided scores"})), "[listing.std() / 2]",
         {.words = "near 1.0",
          .reads = "#3",
          .note = "Half of the raw one, for √4 = 2: queries and keys spread too little.",
          .scale = 2,
          .earlier = "20"}),
    near("listing-rows", "e003-08", "Weighted Sum", "its listing: each row of weights adds up to", "1 1 1 1",
         from("scores", listing, by(sums_of_rows)), "[softmax(row).sum() for row in listing / 2]",
         {.words = "1",
          .reads = "#4, #4, #4, #4",
          .note = "Exact on paper; in floating point, up to rounding."}),
    holds_if(below(0.01), "one-large-weight", "e003-14", "Weighted Sum",
             "with one weight near 1 the output is that value", "the same",
             from("blend", "temperature=0.05", by(far_from_second_value)), "#3 away, at T = 0.05",
             "[np.linalg.norm(softmax(four_keys @ [.7, 1] / .05) @ four_values - four_values[1])]",
             {.note = "Only if the other values are not much longer; see the weight of 0.99 in E004."}),
    near("head-width", "e003-09", "From One Head", "with 512 numbers in 8 heads, dₖ is", "64",
         from("multi-head", "", values({"d_k of the other model"})), "[512 / 8]"),
    near("most-heads", "e003-10", "From One Head", "with as many heads as numbers, dₖ is", "1",
         from("multi-head", "heads=8", values({"d_k"})), "[W_Q3.shape[0] / 8]"),

    near("deviation-4096", "e004-01", "5.6, Figure 5.1", "std of q·k at d = 4096, raw and ÷\u00a0√d", "64 1",
         from("scaling", "d=4096", by([](Asked& of) {
                  return Numbers{of.pairs(4096).raw(), of.pairs(4096).scaled()};
              })),
         "[std(4096), std(4096) / 64]",
         {.words = "about 64, 1", .reads = "#2, #3", .within = 0.02, .earlier = "24"}),
    holds_if(rounds_to(4), "four-orders", "e004-02", "5.6, Figure 5.1", "dₖ up to 4096, orders of magnitude",
             "four", from("scaling", "d=4096", by([](Asked& of) {
                              const double widest = of.value("√d_k"),
                                           narrowest = Asked("scaling", "d=1").value("√d_k");
                              return Numbers{2 * std::log10(widest / narrowest)};
                          })),
             "#2, from dₖ = 1", "[np.log10(4096 / 1)]", {.note = "Rounded."}),
    holds_if(
        rising(0), "words-compete", "e004-03", "5.7", "weights add up to 1, so words compete",
        "one up, others down",
        from("softmax", "score1=3.4", by([](Asked& of) {
                 return Numbers{100 * of.value("weight 3"), 100 * Asked("softmax", "").value("weight 3")};
             })),
        "x₁ up by 1: x₃ has #1 %, before #1 %",
        "[100 * softmax(five + [1, 0, 0, 0, 0])[2], 100 * softmax(five)[2]]"),
    holds_if(alike(0), "map-n-by-n", "e004-04", "5.8", "the map of n words is n\u00a0×\u00a0n",
             "n\u00a0×\u00a0n",
             from("scores", "", by([](Asked& of) {
                      return Numbers{1.0 * of.rows("Weights"), 1.0 * of.columns("Weights")};
                  })),
             "#0 × #0 for “I love AI”", "S.shape"),
    near("scores-by-hand", "e004-05", "5.9", "q₂ = (1, 0): scores, and ÷\u00a0√2", "1 0 1 0.707 0 0.707",
         from("scores", "data=hand", by([](Asked& of) {
                  Numbers out;
                  for (const char* table : {score, divided})
                      for (const char* key : {"k₁", "k₂", "k₃"}) out.add(of.cell(table, "q₂", key));
                  return out;
              })),
         "[*(T * np.sqrt(2)), *T]"),
    near("exponentials", "e004-06", "5.9", "exponentials of 0.707, 0, 0.707, and their sum",
         "2.028 1 2.028 5.056",
         from("softmax", "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1",
              by([](Asked& of) {
                  Numbers out;
                  for (const char* row : {"1", "2", "3"}) out.add(of.cell("Weights", row, "exponential"));
                  out.add(of.value("sum of exponentials"));
                  return out;
              })),
         "np.append(np.exp(T), np.exp(T).sum())", {.earlier = "21"}),
    near("weights-by-hand", "e004-06", "5.9", "the three weights for q₂ = (1, 0)", "0.401 0.198 0.401",
         from("blend", by_hand, values({"weight 1", "weight 2", "weight 3"})), "softmax(T)",
         {.earlier = "22"}),
    near("output-by-hand", "e004-07", "5.9", "the output for q₂ = (1, 0)", "6.015 3.985",
         from("values", "data=hand;component=0", values({"output 1", "output 2"})), "rounded(softmax(T)) @ V",
         {.note = "The weights were rounded to three digits before they met the values.",
          .component = 0,
          .earlier = "23"}),
    near("output-of-the-code", "e004-08", "5.10", "the output as its code prints it", "6.015 3.985",
         from("values", "data=hand;component=1", values({"output 1", "output 2"})), "softmax(T) @ V",
         {.note = "Code does not round on the way."}),
    holds_if(rising(0.01), "one-token-wins", "e004-10", "5.13", "for q = (0, 2) one of the three wins", "one",
             from("blend",
                  "q=0,2;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                  "temperature=1.4142135623730951;chosen=1",
                  values({"weight 2", "weight 3"}, 100)),
             "#1 % and #1 %", "100 * softmax(np.array([0, 2, 2]) / np.sqrt(2))[1:]",
             {.note = "The second and the third have the same score."}),
    holds_if(
        rising(0), "sharper", "e004-11", "5.13", "scores × 10: attention is sharper", "sharper",
        from("blend",
             "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
             "temperature=0.1414213562373095;chosen=1",
             by([](Asked& of) {
                 return Numbers{100 * Asked("blend", by_hand).value("weight 1"), 100 * of.value("weight 1")};
             })),
        "before #1 %, then #1 % for each of k₁ and k₃", "[100 * softmax(T)[0], 100 * softmax(10 * T)[0]]",
        {.note = "The two have the same score and share it: neither wins alone."}),
    holds_if(
        below(10), "large-weight-small-effect", "e004-12", "5.13", "a weight of 0.99 may have little effect",
        "little", from("values", "data=two", by([](Asked& of) {
                           return Numbers{brought(of, "k₁", {"k₁", "k₂"})};
                       })),
        "weight × length is #1 % of all", "[100 * two[0] / two.sum()]", {.note = "If its value is short."}),
};
static_assert(all.size() == claim_count);

constexpr std::array<Choice, claim_count> choices() {
    std::array<Choice, claim_count> out{};
    for (size_t i = 0; i < out.size(); ++i) out[i] = {all[i].name, all[i].says, all[i].earlier};
    return out;
}

/// By the digit that ends the essay's id: "e003-01" is E003's.
constexpr int essay_in(const Claim& claim) {
    return claim.statement[3] - '0';
}

constexpr std::array<Essay, essay_count> counted() {
    std::array<Essay, essay_count> out = {Essay{"E000", "Attention: Queries, keys, and values", 0, 0},
                                          Essay{"E001", "“I love AI” walkthrough", 0, 0},
                                          Essay{"E002", "Attention (one operation)", 0, 0},
                                          Essay{"E003", "What Are Queries, Keys, and Values?", 0, 0},
                                          Essay{"E004", "Attention as weighted aggregation", 0, 0}};
    for (const Claim& claim : all) ++out[static_cast<size_t>(essay_in(claim))].count;
    for (size_t i = 1; i < out.size(); ++i) out[i].first = out[i - 1].first + out[i - 1].count;
    return out;
}
constexpr std::array each = counted();

}  // namespace

constexpr std::array<Choice, claim_count> claim_choices = choices();

std::span<const Claim> claims() {
    return all;
}

std::span<const Essay> essays() {
    return each;
}

int essay_of(int claim) {
    return essay_in(all[static_cast<size_t>(claim)]);
}

int claim_named(std::string_view name) {
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return static_cast<int>(i);
    return -1;
}

}  // namespace explainer::checking
