// E000, an essay section with widgets: what it states. See check_claims.h.
#pragma once

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

inline constexpr std::array section_claims = {
    Claim{.name = "three-products",
          .statement = "e000-03",
          .section = "Scoring",
          .says = "(3, 1) · (2, 1.4), (−1, 3), (−2.4, −1)",
          .stated = "7.40 0.00 -8.20",
          .exhibit = "dot-product",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("q·k₁"), of.value("q·k₂"), of.value("q·k₃")};
              },
          .python = "q @ np.transpose([[2, 1.4], [-1, 3], [-2.4, -1]])",
          .earlier = "1 2 3"},
    Claim{.name = "zero-ignored",
          .statement = "e000-05",
          .section = "Scoring",
          .says = "a key whose score is 0 does not matter",
          .words = "no share",
          .exhibit = "dot-product",
          .state = "kx=-1;ky=3;k2y=0;k3x=0;k3y=-3;count=3",
          .computed = [](Asked& of) { return Numbers{100 * of.value("share of k₁")}; },
          .reads = "#1 % beside −3 and −3",
          .judged = Judged::below,
          .limit = 0.5,
          .note = "Only differences between scores count, and 0 may be the highest.",
          .python = "[100 * softmax(np.array([0, -3, -3]))[0]]"},
    Claim{.name = "head-width-and-root",
          .statement = "e000-06",
          .section = "Scoring",
          .says = "512 numbers, 8 heads: dₖ and √dₖ",
          .stated = "64 8",
          .exhibit = "multi-head",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("d_k of the other model"), of.value("√d_k of the other model")};
              },
          .python = "[512 / 8, np.sqrt(512 / 8)]",
          .earlier = "8"},
    Claim{.name = "variance",
          .statement = "e000-07",
          .section = "Scoring",
          .says = "the variance of q·k is about dₖ; after ÷ √dₖ, about 1",
          .stated = "1 1",
          .words = "≈ dₖ, then ≈ 1",
          .exhibit = "scaling",
          .computed =
              [](Asked& of) {
                  const WidthSample& at64 = of.pairs(64);
                  return Numbers{at64.raw() * at64.raw() / 64, at64.scaled() * at64.scaled()};
              },
          .reads = "#3 × dₖ, then #3",
          .limit = 0.04,
          .note = "This also needs numbers with mean 0.",
          .python = "[std(64) ** 2 / 64, (std(64) / 8) ** 2]"},
    Claim{.name = "softmax-of-five",
          .statement = "e000-08",
          .section = "Softmax widget",
          .says = "softmax(2.4, 0.5, 3.1, −1.0, 1.7), in %",
          .stated = "27.1 4.0 54.5 0.9 13.4",
          .exhibit = "softmax",
          .computed =
              [](Asked& of) {
                  return Numbers{100 * of.value("weight 1"), 100 * of.value("weight 2"),
                                 100 * of.value("weight 3"), 100 * of.value("weight 4"),
                                 100 * of.value("weight 5")};
              },
          .python = "100 * softmax(five)",
          .earlier = "4"},
    Claim{.name = "sum-of-five",
          .statement = "e000-08",
          .section = "Softmax widget",
          .says = "the five weights add up to",
          .stated = "1.0000",
          .exhibit = "softmax",
          .computed = [](Asked& of) { return Numbers{of.cell("Whole row", "sum of weights", "value")}; },
          .python = "[softmax(five).sum()]"},
    Claim{.name = "always-temperature-1",
          .statement = "e000-09",
          .section = "Softmax widget",
          .says = "inside attention the temperature is always 1",
          .stated = "1",
          .exhibit = "multi-head",
          .computed = [](Asked& of) { return Numbers{of.value("√d_k of the other model")}; },
          .reads = "#0 before the division",
          .note = "Dividing by √dₖ is the same as a temperature of √dₖ, here with 512 numbers in 8 heads. "
                  "For scores "
                  "already divided it is 1.",
          .scale = 8,
          .python = "[np.sqrt(512 / 8)]"},
    Claim{.name = "flatter",
          .statement = "e000-10",
          .section = "Softmax widget",
          .says = "a temperature of 3 flattens the five",
          .words = "a lower peak",
          .exhibit = "softmax",
          .state = "temperature=3",
          .computed =
              [](Asked& of) {
                  return Numbers{100 * of.value("largest weight"),
                                 100 * Asked("softmax", "").value("largest weight")};
              },
          .reads = "largest weight #1 %; at T = 1, #1 %",
          .judged = Judged::rising,
          .python = "[100 * softmax(five / 3).max(), 100 * softmax(five).max()]"},
    Claim{.name = "weight-is-share",
          .statement = "e000-11",
          .section = "Combining",
          .says = "a weight is the word’s share of the output",
          .words = "the same share",
          .exhibit = "values",
          .computed =
              [](Asked& of) {
                  const auto brings = [&of](const char* word) {
                      return of.cell("What arrives", word, "weight × length");
                  };
                  return Numbers{100 * of.cell("What arrives", "I", "weight"),
                                 100 * brings("I") / (brings("I") + brings("love") + brings("AI"))};
              },
          .reads = "“I”: weight #1 %, weight × length #1 % of all",
          .judged = Judged::alike,
          .limit = 0.5,
          .note = "What a word brings is its weight × its value, and values differ in length and direction.",
          .python = "[100 * softmax(S[0])[0], 100 * brings[0] / brings.sum()]"},
    Claim{.name = "only-the-others",
          .statement = "e000-12",
          .section = "Combining",
          .says = "only the other words’ values are added up",
          .words = "nothing of its own",
          .exhibit = "masks",
          .state = "row=2;column=2",
          .computed = [](Asked& of) { return Numbers{100 * of.cell("Mask first", "sat", "sat")}; },
          .reads = "“sat” gives #1 % of its weight to itself",
          .judged = Judged::below,
          .limit = 0.5,
          .note = "A word is among the words it looks at.",
          .python = "[100 * B[2, 2]]"},
    Claim{.name = "mask-gives-zero",
          .statement = "e000-13",
          .section = "The causal mask",
          .says = "a score of −∞ becomes a weight of",
          .stated = "0",
          .exhibit = "masks",
          .state = "row=0;column=1",
          .computed = [](Asked& of) { return Numbers{of.cell("Mask first", "The", "cat")}; },
          .python = "[B[0, 1]]"},
    Claim{.name = "pattern-b-question",
          .statement = "e000-15",
          .section = "Try it",
          .says = "pattern B: “?” looks back",
          .stated = ".01 .88 .01 .01 .01 .01 .07",
          .exhibit = "masks",
          .state = "row=6;column=1",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* word : {"The", "cat", "sat", "on", "the", "soft", "?"})
                      out.add(of.cell("Mask first", "?", word));
                  return out;
              },
          .python = "B[6]",
          .earlier = "5"},
    Claim{.name = "pattern-b-the",
          .statement = "e000-14",
          .section = "Try it",
          .says = "pattern B: “the” looks back",
          .stated = ".84 .02 .02 .02 .11",
          .exhibit = "masks",
          .state = "row=4;column=0",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* word : {"The", "cat", "sat", "on", "the"})
                      out.add(of.cell("Mask first", "the", word));
                  return out;
              },
          .python = "B[4, :5]",
          .earlier = "6"},
    Claim{.name = "pattern-b-self",
          .statement = "e000-14",
          .section = "Try it",
          .says = "pattern B: “cat”, “sat”, “on”, “soft” to themselves",
          .stated = ".88 .79 .71 .60",
          .exhibit = "masks",
          .state = "row=3;column=3",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* word : {"cat", "sat", "on", "soft"})
                      out.add(of.cell("Mask first", word, word));
                  return out;
              },
          .python = "B.diagonal()[[1, 2, 3, 5]]",
          .earlier = "7"},
    Claim{.name = "pattern-b-rest",
          .statement = "e000-14",
          .section = "Try it",
          .says = "pattern B: the same four to “The”",
          .stated = ".12 .11 .10 .08",
          .exhibit = "masks",
          .state = "row=1;column=0",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* word : {"cat", "sat", "on", "soft"})
                      out.add(of.cell("Mask first", word, "The"));
                  return out;
              },
          .python = "B[[1, 2, 3, 5], 0]"},
    Claim{.name = "both-ways",
          .statement = "e000-16",
          .section = "Try it",
          .says = "“the” and “The” light each other up",
          .words = "both ways",
          .exhibit = "masks",
          .state = "row=0;column=4",
          .computed =
              [](Asked& of) {
                  return Numbers{of.cell("Mask first", "the", "The"), of.cell("Mask first", "The", "the")};
              },
          .reads = "#3 and #0",
          .judged = Judged::above,
          .note = "Under the causal mask only the later word can look back.",
          .one_way = true,
          .python = "[B[4, 0], B[0, 4]]",
          .earlier = "9"},
    Claim{.name = "sees-no-later",
          .statement = "e000-17",
          .section = "Try it",
          .says = "position 2 sees positions 0, 1, 2, and of the later ones nothing",
          .stated = "3 0",
          .words = "0, 1, 2; not 3+",
          .exhibit = "masks",
          .state = "row=2;column=0",
          .computed =
              [](Asked& of) {
                  Numbers out{0, 0};
                  int place = 0;
                  for (const char* word : {"The", "cat", "sat", "on", "the", "soft", "?"}) {
                      const bool seen = of.cell("Mask first", "sat", word) > 0;
                      out.at[place++ < 3 ? 0 : 1] += seen;
                  }
                  return out;
              },
          .reads = "#0 seen, later ones #0",
          .python = "[(B[2, :3] > 0).sum(), (B[2, 3:] > 0).sum()]"},
};

}  // namespace explainer::checking
