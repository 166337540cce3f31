// E003, a mathematics article: what it states. See check_claims.h.
#pragma once

#include <cmath>

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

inline constexpr std::array article_claims = {
    Claim{.name = "key-changes",
          .statement = "e003-01",
          .section = "first section",
          .says = "a word’s key changes with who asks",
          .words = "it changes",
          .exhibit = "scores",
          .state = "sweep=9",
          .computed =
              [](Asked& of) {
                  Asked other("scores", "sweep=27");
                  double most = 0;
                  for (const char* term : {"1", "2", "3"})
                      most = std::fmax(most, std::fabs(of.cell("q · k of “I” and “love”", term, "k") -
                                                       other.cell("q · k of “AI” and “love”", term, "k")));
                  return Numbers{most};
              },
          .reads = "by #0, whether “I” or “AI” asks",
          .judged = Judged::above,
          .note = "k = xW_K: the query is not in it.",
          .python = "[np.ptp([(X @ W_K)[1] for asker in Q], axis=0).max()]"},
    Claim{.name = "deviation",
          .statement = "e003-02",
          .section = "Why Dot Products",
          .says = "std of q·k for dₖ = 64, 512",
          .stated = "8 22.6",
          .exhibit = "scaling",
          .state = "d=512",
          .computed =
              [](Asked& of) {
                  return Numbers{of.pairs(64).raw(), of.pairs(512).raw()};
              },
          .reads = "#2, #2",
          .limit = 0.02,
          .python = "[std(64), std(512)]",
          .earlier = "16"},
    Claim{.name = "one-hot",
          .statement = "e003-03",
          .section = "Why Dot Products",
          .says = "softmax(22, −3, 1, −5)",
          .stated = "1 0 0 0",
          .words = "one-hot",
          .exhibit = "softmax",
          .state = "count=4;score1=22;score2=-3;score3=1;score4=-5",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("weight 1"), of.value("weight 3"), of.value("weight 2"),
                                 of.value("weight 4")};
              },
          .reads = "#4, the next #e",
          .python = "softmax(four)[[0, 2, 1, 3]]",
          .earlier = "17"},
    Claim{.name = "divided-within-one",
          .statement = "e003-04",
          .section = "Why Dot Products",
          .says = "22, −3, 1, −5, each ÷\u00a0√512",
          .words = "within ±1",
          .exhibit = "scaling",
          .state = "d=512;row=0",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* key : {"1", "2", "3", "4"})
                      out.add(of.cell("An article's four scores", key, "q·k ÷ √d_k"));
                  return out;
              },
          .reads = "#3, #3, #3, #3",
          .judged = Judged::below,
          .limit = 1,
          .python = "four / np.sqrt(512)",
          .earlier = "18"},
    Claim{.name = "saturated-gradient",
          .statement = "e003-13",
          .section = "Why Dot Products",
          .says = "the gradient of softmax(22, −3, 1, −5)",
          .words = "close to 0",
          .exhibit = "softmax",
          .state = "count=4;score1=22;score2=-3;score3=1;score4=-5",
          .computed = [](Asked& of) { return Numbers{of.value("gradient")}; },
          .reads = "#e",
          .judged = Judged::below,
          .limit = 0.001,
          .note = "This holds for where to look: values, W_O and later layers still learn.",
          .python = "[np.linalg.norm(np.diag(softmax(four)) - np.outer(softmax(four), softmax(four)))]"},
    Claim{.name = "width-1",
          .statement = "e003-05",
          .section = "Why Dot Products",
          .says = "for dₖ = 1 no scaling is needed: √dₖ is",
          .stated = "1",
          .exhibit = "scaling",
          .state = "d=1",
          .computed = [](Asked& of) { return Numbers{of.value("√d_k")}; },
          .python = "[np.sqrt(1)]"},
    Claim{.name = "listing-raw",
          .statement = "e003-06",
          .section = "Weighted Sum",
          .says = "its listing, seed 42: std of raw scores",
          .stated = "2.0",
          .words = "near 2.0",
          .exhibit = "scores",
          .state = "data=seed-42",
          .computed = [](Asked& of) { return Numbers{of.value("deviation of scores")}; },
          .reads = "#3",
          .note = "It multiplies W_Q and W_K by 0.1: queries and keys spread by about 0.28, not 1.",
          .scale = 2,
          .python = "[listing.std()]",
          .earlier = "19"},
    Claim{.name = "listing-scaled",
          .statement = "e003-07",
          .section = "Weighted Sum",
          .says = "its listing: std of scaled scores",
          .stated = "1.0",
          .words = "near 1.0",
          .exhibit = "scores",
          .state = "data=seed-42",
          .computed = [](Asked& of) { return Numbers{of.value("deviation of divided scores")}; },
          .reads = "#3",
          .note = "Half of the raw one, for √4 = 2: queries and keys spread too little.",
          .scale = 2,
          .python = "[listing.std() / 2]",
          .earlier = "20"},
    Claim{.name = "listing-rows",
          .statement = "e003-08",
          .section = "Weighted Sum",
          .says = "its listing: each row of weights adds up to",
          .stated = "1 1 1 1",
          .words = "1",
          .exhibit = "scores",
          .state = "data=seed-42",
          .computed =
              [](Asked& of) {
                  constexpr const char* words[] = {"word 1", "word 2", "word 3", "word 4"};
                  Numbers out;
                  for (const char* row : words) {
                      double sum = 0;
                      for (const char* column : words) sum += of.cell("Weights", row, column);
                      out.add(sum);
                  }
                  return out;
              },
          .reads = "#4, #4, #4, #4",
          .note = "Exact on paper; in floating point, up to rounding.",
          .python = "[softmax(row).sum() for row in listing / 2]"},
    Claim{.name = "one-large-weight",
          .statement = "e003-14",
          .section = "Weighted Sum",
          .says = "with one weight near 1 the output is that value",
          .words = "the same",
          .exhibit = "blend",
          .state = "temperature=0.05",
          .computed =
              [](Asked& of) {
                  return Numbers{std::hypot(of.value("first component of the output") -
                                                of.cell("Pairs", "k₂ → v₂", "first of value"),
                                            of.value("second component of the output") -
                                                of.cell("Pairs", "k₂ → v₂", "second of value"))};
              },
          .reads = "#3 away, at T = 0.05",
          .judged = Judged::below,
          .limit = 0.01,
          .note = "Only if the other values are not much longer; see the weight of 0.99 in E004.",
          .python = "[np.linalg.norm(softmax(four_keys @ [.7, 1] / .05) @ four_values - four_values[1])]"},
    Claim{.name = "head-width",
          .statement = "e003-09",
          .section = "From One Head",
          .says = "with 512 numbers in 8 heads, dₖ is",
          .stated = "64",
          .exhibit = "multi-head",
          .computed = [](Asked& of) { return Numbers{of.value("d_k of the other model")}; },
          .python = "[512 / 8]"},
    Claim{.name = "most-heads",
          .statement = "e003-10",
          .section = "From One Head",
          .says = "with as many heads as numbers, dₖ is",
          .stated = "1",
          .exhibit = "multi-head",
          .state = "heads=8",
          .computed = [](Asked& of) { return Numbers{of.value("d_k")}; },
          .python = "[W_Q3.shape[0] / 8]"},
};

}  // namespace explainer::checking
