// E001, a walkthrough of “I love AI”: what it states. See check_claims.h.
#pragma once

#include <cmath>

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

inline constexpr std::array walkthrough_claims = {
    Claim{.name = "shapes",
          .statement = "e001-02",
          .section = "Words to vectors",
          .says = "words, numbers of each, numbers of a query",
          .stated = "3 4 3",
          .exhibit = "projection",
          .computed =
              [](Asked& of) {
                  return Numbers{1.0 * of.rows("X"), 1.0 * of.columns("X"), 1.0 * of.columns("Q")};
              },
          .python = "[*X.shape, (X @ W_K).shape[1]]"},
    Claim{.name = "largest-score",
          .statement = "e001-04",
          .section = "Scores",
          .says = "the largest score, of “I” for “love”",
          .stated = "5",
          .exhibit = "scores",
          .computed =
              [](Asked& of) {
                  double largest = -INFINITY;
                  for (const char* query : {"I", "love", "AI"})
                      for (const char* key : {"I", "love", "AI"})
                          largest = std::fmax(largest, of.cell("Scores Q Kᵀ", query, key));
                  return Numbers{of.cell("Scores Q Kᵀ", "I", "love") == largest ? largest : NAN};
              },
          .note = "The essay shows no queries and keys; these were reconstructed to fit.",
          .python = "[Q[0] @ (X @ W_K)[1]]"},
    Claim{.name = "hundreds",
          .statement = "e001-05",
          .section = "Scaling",
          .says = "with 512 numbers, scores in the hundreds",
          .words = "hundreds",
          .exhibit = "scaling",
          .state = "d=512",
          .computed = [](Asked& of) { return Numbers{of.pairs(512).raw()}; },
          .reads = "a deviation of #1",
          .judged = Judged::above,
          .limit = 100,
          .note = "Of random numbers with mean 0 and variance 1. If all were positive, they could be.",
          .scale = 100,
          .python = "[std(512)]"},
    Claim{.name = "variance-after-division",
          .statement = "e001-06",
          .section = "Scaling",
          .says = "divided by √dₖ, scores have a variance of about",
          .stated = "1",
          .exhibit = "scaling",
          .state = "d=512",
          .computed =
              [](Asked& of) {
                  const double deviation = of.pairs(512).scaled();
                  return Numbers{deviation * deviation};
              },
          .reads = "#3",
          .limit = 0.04,
          .note = "Of random numbers with mean 0 and variance 1.",
          .python = "[std(512) ** 2 / 512]"},
    Claim{.name = "ranking-kept",
          .statement = "e001-13",
          .section = "Scaling",
          .says = "dividing keeps the ranking of the scores",
          .words = "kept",
          .exhibit = "scores",
          .computed =
              [](Asked& of) {
                  static constexpr const char* words[] = {"I", "love", "AI"};
                  const auto order = [&of](const char* table, const char* query, int j, int k) {
                      const double apart = of.cell(table, query, words[j]) - of.cell(table, query, words[k]);
                      return (apart > 0) - (apart < 0);
                  };
                  Numbers out{0};
                  for (const char* query : words)
                      for (int k = 1; k < 3; ++k)
                          for (int j = 0; j < k; ++j)
                              out.at[0] +=
                                  order("Scores Q Kᵀ", query, j, k) != order("Scores ÷", query, j, k);
                  return out;
              },
          .reads = "#0 pairs change places",
          .judged = Judged::below,
          .limit = 0.5,
          .python = "[(np.argsort(Q @ (X @ W_K).T, axis=1, kind='stable') != "
                    "np.argsort(S, axis=1, kind='stable')).sum()]"},
    Claim{.name = "love-scaled",
          .statement = "e001-10",
          .section = "Softmax",
          .says = "“love”: 3, 3, 3, each ÷\u00a0√3",
          .stated = "1.732 1.732 1.732",
          .exhibit = "pipeline",
          .state = "step=4;of=grid;row=1",
          .computed =
              [](Asked& of) {
                  return Numbers{of.cell("Scaled scores", "love", "I"),
                                 of.cell("Scaled scores", "love", "love"),
                                 of.cell("Scaled scores", "love", "AI")};
              },
          .python = "S[1]",
          .earlier = "12"},
    Claim{.name = "love-alike",
          .statement = "e001-10",
          .section = "Softmax",
          .says = "“love”: softmax of 1.732, 1.732, 1.732",
          .words = "all alike",
          .exhibit = "pipeline",
          .state = "step=5;of=grid;row=1",
          .computed =
              [](Asked& of) {
                  return Numbers{of.cell("Weights", "love", "I"), of.cell("Weights", "love", "love"),
                                 of.cell("Weights", "love", "AI")};
              },
          .reads = "#4, #4, #4",
          .judged = Judged::alike,
          .limit = 1e-6,
          .python = "softmax(S[1])",
          .earlier = "13"},
    Claim{.name = "softmax-of-i",
          .statement = "e001-07",
          .section = "Softmax",
          .says = "“I”: softmax of 1, 5, 3, each ÷\u00a0√3, in %",
          .stated = "7.0 70.7 22.3",
          .exhibit = "pipeline",
          .state = "step=5;of=grid",
          .computed =
              [](Asked& of) {
                  return Numbers{100 * of.cell("Weights", "I", "I"), 100 * of.cell("Weights", "I", "love"),
                                 100 * of.cell("Weights", "I", "AI")};
              },
          .python = "100 * softmax(S[0])",
          .earlier = "10 11"},
    Claim{.name = "three-times",
          .statement = "e001-08",
          .section = "Softmax",
          .says = "“love” has about three times the score of “I” itself",
          .stated = "3",
          .words = "about 3 ×",
          .exhibit = "scores",
          .computed =
              [](Asked& of) {
                  return Numbers{of.cell("Scores Q Kᵀ", "I", "love") / of.cell("Scores Q Kᵀ", "I", "I")};
              },
          .reads = "#0 ×",
          .note = "The scores are 5 and 1.",
          .scale = 5,
          .python = "[S[0, 1] / S[0, 0]]",
          .earlier = "15"},
    Claim{
        .name = "ten-times",
        .statement = "e001-09",
        .section = "Softmax",
        .says = "“love” has ten times the weight of “I” itself",
        .stated = "10",
        .words = "about 10 ×",
        .exhibit = "pipeline",
        .state = "step=5;of=grid",
        .computed =
            [](Asked& of) { return Numbers{of.cell("Weights", "I", "love") / of.cell("Weights", "I", "I")}; },
        .reads = "#1 ×",
        .python = "[softmax(S[0])[1] / softmax(S[0])[0]]"},
    Claim{.name = "output-of-i",
          .statement = "e001-11",
          .section = "Output",
          .says = "output of “I”, second number",
          .stated = "1.637",
          .exhibit = "values",
          .computed = [](Asked& of) { return Numbers{of.value("output 2")}; },
          .component = 1,
          .note = "The essay shows no values; these were reconstructed from its output.",
          .python = "[rounded(softmax(S[0])) @ [0, 2, 1]]",
          .earlier = "14"},
    Claim{.name = "nearly-all-from-love",
          .statement = "e001-12",
          .section = "Output",
          .says = "nearly all of that output comes from “love”",
          .words = "nearly all",
          .exhibit = "values",
          .computed = [](Asked& of) { return Numbers{100 * of.value("part") / of.value("output")}; },
          .reads = "#1 %",
          .judged = Judged::above,
          .limit = 95,
          .note = "The rest is from “AI”, by the same reconstruction.",
          .python = "[100 * 2 * softmax(S[0])[1] / (softmax(S[0]) @ [0, 2, 1])]"},
};

}  // namespace explainer::checking
