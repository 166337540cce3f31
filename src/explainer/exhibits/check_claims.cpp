// What five essays say of attention, a row a claim, in the order of the essays. See check.h.
#include <cmath>

#include "explainer/asked.h"
#include "explainer/exhibits/check.h"

namespace explainer::checking {
namespace {

// ---- What few claims have, behind what all have

template <auto member>
constexpr auto with = [](auto what) { return [what](Claim& claim) { claim.*member = what; }; };
constexpr auto words = with<&Claim::words>;
constexpr auto reads = with<&Claim::reads>;
constexpr auto why = with<&Claim::why>;
constexpr auto note = with<&Claim::note>;
constexpr auto earlier = with<&Claim::earlier>;
constexpr auto within = with<&Claim::limit>;
constexpr auto component = with<&Claim::component>;
constexpr auto scale = with<&Claim::scale>;
constexpr auto one_way = with<&Claim::one_way>;

template <Judged judged>
constexpr auto judge =
    [](double limit) { return [limit](Claim& claim) { claim.judged = judged, claim.limit = limit; }; };
constexpr auto above = judge<Judged::above>;
constexpr auto below = judge<Judged::below>;
constexpr auto alike = judge<Judged::alike>;
constexpr auto rising = judge<Judged::rising>;
constexpr auto rounds_to = judge<Judged::rounds_to>;

/// Name, statement, section, what is said, numbers that are stated; whom to ask, in which state, what; the
/// same by NumPy.
template <class... More>
constexpr Claim quote(const char* name, const char* statement, const char* section, const char* says,
                      const char* stated, const char* exhibit, const char* state, const Question& asked,
                      const char* python, const More&... more) {
    Claim out{name, statement, section, says, stated, exhibit, state, asked, python};
    (more(out), ...);
    return out;
}

// ---- States and names that several rows ask for

constexpr const char *four_scores = "count=4;score1=22;score2=-3;score3=1;score4=-5",
                     *listing = "data=seed-42",
                     *by_hand =
                         "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                         "temperature=1.4142135623730951;chosen=1",
                     *ten_times_sharper =
                         "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                         "temperature=0.1414213562373095;chosen=1";
constexpr const char *score = "Scores Q Kᵀ", *divided = "Scores ÷";
constexpr const char* love_ai[] = {"I", "love", "AI"};

// ---- Questions that no formula asks

Numbers orders_of_magnitude(Asked& of) {
    return {2 * std::log10(of.value("√d_k") / Asked("scaling", "d=1").value("√d_k"))};
}

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

/// How many numbers of a word the third head reads, and how many it makes.
Numbers read_and_made(Asked& of) {
    double read = 0;
    for (const char* row : {"1", "2", "3", "4", "5", "6", "7", "8"})
        read += of.cell("W_Q", row, "5") != 0 || of.cell("W_Q", row, "6") != 0;
    return {read, of.value("d_k")};
}

Numbers far_from_second_value(Asked& of) {
    return {std::hypot(
        of.value("first component of the output") - of.cell("Pairs", "k₂ → v₂", "first of value"),
        of.value("second component of the output") - of.cell("Pairs", "k₂ → v₂", "second of value"))};
}

Numbers before_and_sharper(Asked& of) {
    return {100 * Asked("blend", by_hand).value("weight 1"), 100 * of.value("weight 1")};
}

// ---- The claims

constexpr std::array all = {
    quote("three-products", "e000-03", "Scoring", "(3, 1) · (2, 1.4), (−1, 3), (−2.4, −1)", "7.40 0.00 -8.20",
          "dot-product", "", "[q·k₁], [q·k₂], [q·k₃]", "q @ np.transpose([[2, 1.4], [-1, 3], [-2.4, -1]])",
          earlier("1 2 3")),
    quote("zero-ignored", "e000-05", "Scoring", "a key whose score is 0 does not matter", "", "dot-product",
          "kx=-1;ky=3;k2y=0;k3x=0;k3y=-3;count=3", "100 × [share of k₁]",
          "[100 * softmax(np.array([0, -3, -3]))[0]]", words("no share"), below(0.5),
          reads("#1 % beside −3 and −3"),
          why("Only differences between scores count, and 0 may be the highest.")),
    quote("head-width-and-root", "e000-06", "Scoring", "512 numbers, 8 heads: dₖ and √dₖ", "64 8",
          "multi-head", "", "[d_k of the other model], [√d_k of the other model]",
          "[512 / 8, np.sqrt(512 / 8)]", earlier("8")),
    quote("variance", "e000-07", "Scoring", "the variance of q·k is about dₖ; after ÷ √dₖ, about 1", "1 1",
          "scaling", "", "[pairs of 64|variance], [pairs of 64|variance]",
          "[std(64) ** 2 / 64, (std(64) / 8) ** 2]", words("≈ dₖ, then ≈ 1"), reads("#3 × dₖ, then #3"),
          note("This also needs numbers with mean 0."), within(0.04)),
    quote("softmax-of-five", "e000-08", "Softmax widget", "softmax(2.4, 0.5, 3.1, −1.0, 1.7), in %",
          "27.1 4.0 54.5 0.9 13.4", "softmax", "",
          "100 × [weight 1], 100 × [weight 2], 100 × [weight 3], 100 × [weight 4], 100 × [weight 5]",
          "100 * softmax(five)", earlier("4")),
    quote("sum-of-five", "e000-08", "Softmax widget", "the five weights add up to", "1.0000", "softmax", "",
          "[Whole row|sum of weights|value]", "[softmax(five).sum()]"),
    quote("always-temperature-1", "e000-09", "Softmax widget", "inside attention the temperature is always 1",
          "1", "multi-head", "", "[√d_k of the other model]", "[np.sqrt(512 / 8)]",
          reads("#0 before the division"),
          why("Dividing by √dₖ is the same as a temperature of √dₖ, here with 512 numbers in 8 heads. For "
              "scores already divided it is 1."),
          scale(8)),
    quote("flatter", "e000-10", "Softmax widget", "a temperature of 3 flattens the five", "", "softmax",
          "temperature=3", "100 × [largest weight], 100 × [largest weight @]",
          "[100 * softmax(five / 3).max(), 100 * softmax(five).max()]", words("a lower peak"), rising(0),
          reads("largest weight #1 %; at T = 1, #1 %")),
    quote("weight-is-share", "e000-11", "Combining", "a weight is the word’s share of the output", "",
          "values", "",
          "100 × [What arrives|I|weight], 100 × [What arrives|I|weight × length] ÷ [What arrives|*|weight × "
          "length]",
          "[100 * softmax(S[0])[0], 100 * brings[0] / brings.sum()]", words("the same share"), alike(0.5),
          reads("“I”: weight #1 %, weight × length #1 % of all"),
          why("What a word brings is its weight × its value, and values differ in length and direction.")),
    quote("only-the-others", "e000-12", "Combining", "only the other words’ values are added up", "", "masks",
          "row=2;column=2", "100 × [Mask first|sat|sat]", "[100 * B[2, 2]]", words("nothing of its own"),
          below(0.5), reads("“sat” gives #1 % of its weight to itself"),
          why("A word is among the words it looks at.")),
    quote("mask-gives-zero", "e000-13", "The causal mask", "a score of −∞ becomes a weight of", "0", "masks",
          "row=0;column=1", "[Mask first|The|cat]", "[B[0, 1]]"),
    quote("pattern-b-question", "e000-15", "Try it", "pattern B: “?” looks back",
          ".01 .88 .01 .01 .01 .01 .07", "masks", "row=6;column=1",
          "[Mask first|?|The], [Mask first|?|cat], [Mask first|?|sat], [Mask first|?|on], [Mask "
          "first|?|the], [Mask first|?|soft], [Mask first|?|?]",
          "B[6]", earlier("5")),
    quote("pattern-b-the", "e000-14", "Try it", "pattern B: “the” looks back", ".84 .02 .02 .02 .11", "masks",
          "row=4;column=0",
          "[Mask first|the|The], [Mask first|the|cat], [Mask first|the|sat], [Mask first|the|on], [Mask "
          "first|the|the]",
          "B[4, :5]", earlier("6")),
    quote("pattern-b-self", "e000-14", "Try it", "pattern B: “cat”, “sat”, “on”, “soft” to themselves",
          ".88 .79 .71 .60", "masks", "row=3;column=3",
          "[Mask first|cat|cat], [Mask first|sat|sat], [Mask first|on|on], [Mask first|soft|soft]",
          "B.diagonal()[[1, 2, 3, 5]]", earlier("7")),
    quote("pattern-b-rest", "e000-14", "Try it", "pattern B: the same four to “The”", ".12 .11 .10 .08",
          "masks", "row=1;column=0",
          "[Mask first|cat|The], [Mask first|sat|The], [Mask first|on|The], [Mask first|soft|The]",
          "B[[1, 2, 3, 5], 0]"),
    quote("both-ways", "e000-16", "Try it", "“the” and “The” light each other up", "", "masks",
          "row=0;column=4", "[Mask first|the|The], [Mask first|The|the]", "[B[4, 0], B[0, 4]]",
          words("both ways"), above(0), reads("#3 and #0"),
          why("Under the causal mask only the later word can look back."), one_way(true), earlier("9")),
    quote("sees-no-later", "e000-17", "Try it",
          "position 2 sees positions 0, 1, 2, and of the later ones nothing", "3 0", "masks",
          "row=2;column=0",
          "[Mask|sat|The] + [Mask|sat|cat] + [Mask|sat|sat], [Mask|sat|on] + [Mask|sat|the] + "
          "[Mask|sat|soft] + [Mask|sat|?]",
          "[(B[2, :3] > 0).sum(), (B[2, 3:] > 0).sum()]", words("0, 1, 2; not 3+"),
          reads("#0 seen, later ones #0")),

    quote("shapes", "e001-02", "Words to vectors", "words, numbers of each, numbers of a query", "3 4 3",
          "projection", "", "[X|rows], [X|columns], [Q|columns]", "[*X.shape, (X @ W_K).shape[1]]"),
    quote("largest-score", "e001-04", "Scores", "the largest score, of “I” for “love”", "5", "scores", "",
          largest_score, "[Q[0] @ (X @ W_K)[1]]",
          note("The essay shows no queries and keys; these were reconstructed to fit.")),
    quote("hundreds", "e001-05", "Scaling", "with 512 numbers, scores in the hundreds", "", "scaling",
          "d=512", "[pairs of 512|raw]", "[std(512)]", words("hundreds"), above(100),
          reads("a deviation of #1"),
          why("Of random numbers with mean 0 and variance 1. If all were positive, they could be."),
          scale(100)),
    quote("variance-after-division", "e001-06", "Scaling", "divided by √dₖ, scores have a variance of about",
          "1", "scaling", "d=512", "[pairs of 512|variance]", "[std(512) ** 2 / 512]", reads("#3"),
          note("Of random numbers with mean 0 and variance 1."), within(0.04)),
    quote("ranking-kept", "e001-13", "Scaling", "dividing keeps the ranking of the scores", "", "scores", "",
          pairs_that_change,
          "[(np.argsort(Q @ (X @ W_K).T, axis=1, kind='stable') != np.argsort(S, axis=1, "
          "kind='stable')).sum()]",
          words("kept"), below(0.5), reads("#0 pairs change places")),
    quote("love-scaled", "e001-10", "Softmax", "“love”: 3, 3, 3, each ÷\u00a0√3", "1.732 1.732 1.732",
          "pipeline", "step=4;of=grid;row=1",
          "[Scaled scores|love|I], [Scaled scores|love|love], [Scaled scores|love|AI]", "S[1]",
          earlier("12")),
    quote("love-alike", "e001-10", "Softmax", "“love”: softmax of 1.732, 1.732, 1.732", "", "pipeline",
          "step=5;of=grid;row=1", "[Weights|love|I], [Weights|love|love], [Weights|love|AI]", "softmax(S[1])",
          words("all alike"), alike(1e-6), reads("#4, #4, #4"), earlier("13")),
    quote("softmax-of-i", "e001-07", "Softmax", "“I”: softmax of 1, 5, 3, each ÷\u00a0√3, in %",
          "7.0 70.7 22.3", "pipeline", "step=5;of=grid",
          "100 × [Weights|I|I], 100 × [Weights|I|love], 100 × [Weights|I|AI]", "100 * softmax(S[0])",
          earlier("10 11")),
    quote("three-times", "e001-08", "Softmax", "“love” has about three times the score of “I” itself", "3",
          "scores", "", "[Scores Q Kᵀ|I|love] ÷ [Scores Q Kᵀ|I|I]", "[S[0, 1] / S[0, 0]]", words("about 3 ×"),
          reads("#0 ×"), why("The scores are 5 and 1."), scale(5), earlier("15")),
    quote("ten-times", "e001-09", "Softmax", "“love” has ten times the weight of “I” itself", "10",
          "pipeline", "step=5;of=grid", "[Weights|I|love] ÷ [Weights|I|I]",
          "[softmax(S[0])[1] / softmax(S[0])[0]]", words("about 10 ×"), reads("#1 ×")),
    quote("output-of-i", "e001-11", "Output", "output of “I”, second number", "1.637", "values", "",
          "[output 2]", "[rounded(softmax(S[0])) @ [0, 2, 1]]",
          note("The essay shows no values; these were reconstructed from its output."), component(1),
          earlier("14")),
    quote("nearly-all-from-love", "e001-12", "Output", "nearly all of that output comes from “love”", "",
          "values", "", "100 × [part] ÷ [output]",
          "[100 * 2 * softmax(S[0])[1] / (softmax(S[0]) @ [0, 2, 1])]", words("nearly all"), above(95),
          reads("#1 %"), why("The rest is from “AI”, by the same reconstruction.")),

    quote("heads-read-slices", "e002-02", "§ 03", "each head works on a slice of the vector", "",
          "multi-head", "", read_and_made, "[W_Q3.any(axis=1).sum(), W_Q3.shape[1]]", words("its slice"),
          alike(0.5), reads("head 3 reads #0 numbers and makes #0"),
          why("Each head projects the whole vector; only what it makes is as small as a slice.")),
    quote("work-grows-squared", "e002-05", "§ 04", "work grows as n²: four times for twice the words", "",
          "cost", "",
          "[Multiplications against n|8192|materialised] ÷ [Multiplications against n|4096|materialised]",
          "[(2 * 8192**2 * 64) / (2 * 4096**2 * 64)]", words("n²"), rounds_to(4), reads("× #2")),
    quote("memory-grows-squared", "e002-05", "§ 04", "memory grows as n²: four times for twice the words", "",
          "cost", "",
          "[bytes of all scores] ÷ [bytes of all scores @n=4096], [memory of streaming] ÷ [memory of "
          "streaming @n=4096]",
          "[8192**2 / 4096**2, (4 * 8192 * 64 + 2 * 8192) / (4 * 4096 * 64 + 2 * 4096)]", words("n²"),
          rounds_to(4), reads("× #2; streaming, × #2"),
          note("Of a stored table of scores. Streaming stores none.")),
    quote("width-d-over-h", "e002-08", "Going deeper", "each of h heads is d/h wide", "", "multi-head", "",
          "[Cost|1|d_k], 2 × [Cost|2|d_k], 4 × [Cost|4|d_k], 8 × [Cost|8|d_k]",
          "[h * (W_Q3.shape[0] / h) for h in (1, 2, 4, 8)]", words("d/h"), alike(1e-6),
          reads("h · dₖ = #0 for 1, 2, 4 and 8 heads")),
    // (A third of what is beside the pairs are attention's projections.)
    quote("only-this-stacked", "e002-10", "five bullets; § 02", "a transformer is only attention, stacked",
          "", "cost", "layer=true;n=512",
          "200 × [multiplications of materialised @n=512] ÷ [multiplications of materialised] + 100 ÷ 3",
          "[100 * (2 * 512**2 * 64 + 4 * 512 * 64 * 2048) / (2 * 512**2 * 64 + 12 * 512 * 64 * 2048)]",
          words("all of it"), above(95),
          reads("#1 % of a layer’s multiplications at 512 words, projections included"),
          why("The rest is the MLP; residual connections and norms come on top.")),

    quote("key-changes", "e003-01", "first section", "a word’s key changes with who asks", "", "scores",
          "sweep=9", key_changes, "[np.ptp([(X @ W_K)[1] for asker in Q], axis=0).max()]",
          words("it changes"), above(0), reads("by #0, whether “I” or “AI” asks"),
          why("k = x\u00a0W_K: the query is not in it.")),
    quote("deviation", "e003-02", "Why Dot Products", "std of q·k for dₖ = 64, 512", "8 22.6", "scaling",
          "d=512", "[pairs of 64|raw], [pairs of 512|raw]", "[std(64), std(512)]", reads("#2, #2"),
          within(0.02), earlier("16")),
    quote("one-hot", "e003-03", "Why Dot Products", "softmax(22, −3, 1, −5)", "1 0 0 0", "softmax",
          four_scores, "[weight 1], [weight 3], [weight 2], [weight 4]", "softmax(four)[[0, 2, 1, 3]]",
          words("one-hot"), reads("#4, the next #e"), earlier("17")),
    quote("divided-within-one", "e003-04", "Why Dot Products", "22, −3, 1, −5, each ÷\u00a0√512", "",
          "scaling", "d=512;row=0",
          "[An article's four scores|1|q·k ÷ √d_k], [An article's four scores|2|q·k ÷ √d_k], [An article's "
          "four scores|3|q·k ÷ √d_k], [An article's four scores|4|q·k ÷ √d_k]",
          "four / np.sqrt(512)", words("within ±1"), below(1), reads("#3, #3, #3, #3"), earlier("18")),
    quote("saturated-gradient", "e003-13", "Why Dot Products", "the gradient of softmax(22, −3, 1, −5)", "",
          "softmax", four_scores, "[gradient]",
          "[np.linalg.norm(np.diag(softmax(four)) - np.outer(softmax(four), softmax(four)))]",
          words("close to 0"), below(0.001), reads("#e"),
          note("This holds for where to look: values, W_O and later layers still learn.")),
    quote("width-1", "e003-05", "Why Dot Products", "for dₖ = 1 no scaling is needed: √dₖ is", "1", "scaling",
          "d=1", "[√d_k]", "[np.sqrt(1)]"),
    quote("listing-raw", "e003-06", "Weighted Sum", "its listing, seed 42: std of raw scores", "2.0",
          "scores", listing, "[deviation of scores]", "[listing.std()]", words("near 2.0"), reads("#3"),
          why("It multiplies W_Q and W_K by 0.1: queries and keys spread by about 0.28, not 1."), scale(2),
          earlier("19")),
    quote("listing-scaled", "e003-07", "Weighted Sum", "its listing: std of scaled scores", "1.0", "scores",
          listing, "[deviation of divided scores]", "[listing.std() / 2]", words("near 1.0"), reads("#3"),
          why("Half of the raw one, for √4 = 2: queries and keys spread too little."), scale(2),
          earlier("20")),
    quote("listing-rows", "e003-08", "Weighted Sum", "its listing: each row of weights adds up to", "1 1 1 1",
          "scores", listing, "[Weights|word 1|*], [Weights|word 2|*], [Weights|word 3|*], [Weights|word 4|*]",
          "[softmax(row).sum() for row in listing / 2]", words("1"), reads("#4, #4, #4, #4"),
          note("Exact on paper; in floating point, up to rounding.")),
    quote("one-large-weight", "e003-14", "Weighted Sum", "with one weight near 1 the output is that value",
          "", "blend", "temperature=0.05", far_from_second_value,
          "[np.linalg.norm(softmax(four_keys @ [.7, 1] / .05) @ four_values - four_values[1])]",
          words("the same"), below(0.01), reads("#3 away, at T = 0.05"),
          note("Only if the other values are not much longer; see the weight of 0.99 in the chapter.")),
    quote("head-width", "e003-09", "From One Head", "with 512 numbers in 8 heads, dₖ is", "64", "multi-head",
          "", "[d_k of the other model]", "[512 / 8]"),
    quote("most-heads", "e003-10", "From One Head", "with as many heads as numbers, dₖ is", "1", "multi-head",
          "heads=8", "[d_k]", "[W_Q3.shape[0] / 8]"),

    quote("deviation-4096", "e004-01", "5.6, Figure 5.1", "std of q·k at d = 4096, raw and ÷\u00a0√d", "64 1",
          "scaling", "d=4096", "[pairs of 4096|raw], [pairs of 4096|scaled]", "[std(4096), std(4096) / 64]",
          words("about 64, 1"), reads("#2, #3"), within(0.02), earlier("24")),
    quote("four-orders", "e004-02", "5.6, Figure 5.1", "dₖ up to 4096, orders of magnitude", "", "scaling",
          "d=4096", orders_of_magnitude, "[np.log10(4096 / 1)]", words("four"), rounds_to(4),
          reads("#2, from dₖ = 1"), note("Rounded.")),
    quote("words-compete", "e004-03", "5.7", "weights add up to 1, so words compete", "", "softmax",
          "score1=3.4", "100 × [weight 3], 100 × [weight 3 @]",
          "[100 * softmax(five + [1, 0, 0, 0, 0])[2], 100 * softmax(five)[2]]", words("one up, others down"),
          rising(0), reads("s₁ up by 1: s₃ has #1 %, before #1 %")),
    quote("map-n-by-n", "e004-04", "5.8", "the map of n words is n\u00a0×\u00a0n", "", "scores", "",
          "[Weights|rows], [Weights|columns]", "S.shape", words("n\u00a0×\u00a0n"), alike(0),
          reads("#0 × #0 for “I love AI”")),
    quote("scores-by-hand", "e004-05", "5.9", "q₂ = (1, 0): scores, and ÷\u00a0√2", "1 0 1 0.707 0 0.707",
          "scores", "data=hand",
          "[Scores Q Kᵀ|q₂|k₁], [Scores Q Kᵀ|q₂|k₂], [Scores Q Kᵀ|q₂|k₃], [Scores ÷|q₂|k₁], [Scores "
          "÷|q₂|k₂], [Scores ÷|q₂|k₃]",
          "[*(T * np.sqrt(2)), *T]"),
    quote("exponentials", "e004-06", "5.9", "exponentials of 0.707, 0, 0.707, and their sum",
          "2.028 1 2.028 5.056", "softmax",
          "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1",
          "[Weights|1|exponential], [Weights|2|exponential], [Weights|3|exponential], [sum of exponentials]",
          "np.append(np.exp(T), np.exp(T).sum())", earlier("21")),
    quote("weights-by-hand", "e004-06", "5.9", "the three weights for q₂ = (1, 0)", "0.401 0.198 0.401",
          "blend", by_hand, "[weight 1], [weight 2], [weight 3]", "softmax(T)", earlier("22")),
    quote("output-by-hand", "e004-07", "5.9", "the output for q₂ = (1, 0)", "6.015 3.985", "values",
          "data=hand;component=0", "[output 1], [output 2]", "rounded(softmax(T)) @ V",
          why("The weights were rounded to three digits before they met the values."), component(0),
          earlier("23")),
    quote("output-of-the-code", "e004-08", "5.10", "the output as its code prints it", "6.015 3.985",
          "values", "data=hand;component=1", "[output 1], [output 2]", "softmax(T) @ V",
          why("Code does not round on the way.")),
    quote("one-token-wins", "e004-10", "5.13", "for q = (0, 2) one of the three wins", "", "blend",
          "q=0,2;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/"
          "0.6,2.2;count=3;temperature=1.4142135623730951;chosen=1",
          "100 × [weight 2], 100 × [weight 3]", "100 * softmax(np.array([0, 2, 2]) / np.sqrt(2))[1:]",
          words("one"), rising(0.01), reads("#1 % and #1 %"),
          why("The second and the third have the same score.")),
    quote("sharper", "e004-11", "5.13", "scores × 10: attention is sharper", "", "blend", ten_times_sharper,
          before_and_sharper, "[100 * softmax(T)[0], 100 * softmax(10 * T)[0]]", words("sharper"), rising(0),
          reads("before #1 %, then #1 % for each of k₁ and k₃"),
          note("The two have the same score and share it: neither wins alone.")),
    quote("large-weight-small-effect", "e004-12", "5.13", "a weight of 0.99 may have little effect", "",
          "values", "data=two", "100 × [What arrives|k₁|weight × length] ÷ [What arrives|*|weight × length]",
          "[100 * two[0] / two.sum()]", words("little"), below(10), reads("weight × length is #1 % of all"),
          note("If its value is short.")),
};
static_assert(all.size() == claim_count);

constexpr std::array<Choice, claim_count> choices() {
    std::array<Choice, claim_count> out{};
    for (size_t i = 0; i < out.size(); ++i) out[i] = {all[i].name, all[i].says, all[i].earlier};
    return out;
}

/// By the digit in the statement's id: "e003-01" is E003's.
constexpr size_t essay_in(const Claim& claim) {
    return static_cast<size_t>(claim.statement[3] - '0');
}

constexpr std::array<Essay, essay_count> counted() {
    std::array<Essay, essay_count> out = {Essay{"E000", "Course", "Attention: Queries, keys, and values", 0},
                                          Essay{"E001", "Example", "“I love AI” walkthrough", 1},
                                          Essay{"E002", "Lesson", "Attention (one operation)", 1},
                                          Essay{"E003", "Article", "What Are Queries, Keys, and Values?", 2},
                                          Essay{"E004", "Chapter", "Attention as weighted aggregation", 2}};
    for (const Claim& claim : all) ++out[essay_in(claim)].count;
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

const Essay& essay_of(int claim) {
    return each[essay_in(all[static_cast<size_t>(claim)])];
}

int claim_named(std::string_view name) {
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return static_cast<int>(i);
    return -1;
}

}  // namespace explainer::checking
