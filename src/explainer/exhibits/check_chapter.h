// E004, a book chapter: what it states. See check_claims.h.
#pragma once

#include <cmath>

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

inline constexpr std::array chapter_claims = {
    Claim{.name = "deviation-4096",
          .statement = "e004-01",
          .section = "5.6, Figure 5.1",
          .says = "std of q·k at d = 4096, raw and ÷\u00a0√d",
          .stated = "64 1",
          .words = "about 64, 1",
          .exhibit = "scaling",
          .state = "d=4096",
          .computed =
              [](Asked& of) {
                  return Numbers{of.pairs(4096).raw(), of.pairs(4096).scaled()};
              },
          .reads = "#2, #3",
          .limit = 0.02,
          .python = "[std(4096), std(4096) / 64]",
          .earlier = "24"},
    Claim{.name = "four-orders",
          .statement = "e004-02",
          .section = "5.6, Figure 5.1",
          .says = "dₖ up to 4096, orders of magnitude",
          .words = "four",
          .exhibit = "scaling",
          .state = "d=4096",
          .computed =
              [](Asked& of) {
                  const double widest = of.value("√d_k"), narrowest = Asked("scaling", "d=1").value("√d_k");
                  return Numbers{2 * std::log10(widest / narrowest)};
              },
          .reads = "#2, from dₖ = 1",
          .judged = Judged::rounds_to,
          .limit = 4,
          .note = "Rounded.",
          .python = "[np.log10(4096 / 1)]"},
    Claim{.name = "words-compete",
          .statement = "e004-03",
          .section = "5.7",
          .says = "weights add up to 1, so words compete",
          .words = "one up, others down",
          .exhibit = "softmax",
          .state = "score1=3.4",
          .computed =
              [](Asked& of) {
                  return Numbers{100 * of.value("weight 3"), 100 * Asked("softmax", "").value("weight 3")};
              },
          .reads = "x₁ up by 1: x₃ has #1 %, before #1 %",
          .judged = Judged::rising,
          .python = "[100 * softmax(five + [1, 0, 0, 0, 0])[2], 100 * softmax(five)[2]]"},
    Claim{.name = "map-n-by-n",
          .statement = "e004-04",
          .section = "5.8",
          .says = "the map of n words is n\u00a0×\u00a0n",
          .words = "n\u00a0×\u00a0n",
          .exhibit = "scores",
          .computed =
              [](Asked& of) {
                  return Numbers{1.0 * of.rows("Weights"), 1.0 * of.columns("Weights")};
              },
          .reads = "#0 × #0 for “I love AI”",
          .judged = Judged::alike,
          .python = "S.shape"},
    Claim{.name = "scores-by-hand",
          .statement = "e004-05",
          .section = "5.9",
          .says = "q₂ = (1, 0): scores, and ÷\u00a0√2",
          .stated = "1 0 1 0.707 0 0.707",
          .exhibit = "scores",
          .state = "data=hand",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* table : {"Scores Q Kᵀ", "Scores ÷"})
                      for (const char* key : {"k₁", "k₂", "k₃"}) out.add(of.cell(table, "q₂", key));
                  return out;
              },
          .python = "[*(T * np.sqrt(2)), *T]"},
    Claim{.name = "exponentials",
          .statement = "e004-06",
          .section = "5.9",
          .says = "exponentials of 0.707, 0, 0.707, and their sum",
          .stated = "2.028 1 2.028 5.056",
          .exhibit = "softmax",
          .state = "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1",
          .computed =
              [](Asked& of) {
                  return Numbers{of.cell("Weights", "1", "exponential"),
                                 of.cell("Weights", "2", "exponential"),
                                 of.cell("Weights", "3", "exponential"), of.value("sum of exponentials")};
              },
          .python = "np.append(np.exp(T), np.exp(T).sum())",
          .earlier = "21"},
    Claim{.name = "weights-by-hand",
          .statement = "e004-06",
          .section = "5.9",
          .says = "the three weights for q₂ = (1, 0)",
          .stated = "0.401 0.198 0.401",
          .exhibit = "blend",
          .state = "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                   "temperature=1.4142135623730951;chosen=1",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("weight 1"), of.value("weight 2"), of.value("weight 3")};
              },
          .python = "softmax(T)",
          .earlier = "22"},
    Claim{.name = "output-by-hand",
          .statement = "e004-07",
          .section = "5.9",
          .says = "the output for q₂ = (1, 0)",
          .stated = "6.015 3.985",
          .exhibit = "values",
          .state = "data=hand;component=0",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("output 1"), of.value("output 2")};
              },
          .component = 0,
          .note = "The weights were rounded to three digits before they met the values.",
          .python = "rounded(softmax(T)) @ V",
          .earlier = "23"},
    Claim{.name = "output-of-the-code",
          .statement = "e004-08",
          .section = "5.10",
          .says = "the output as its code prints it",
          .stated = "6.015 3.985",
          .exhibit = "values",
          .state = "data=hand;component=1",
          .computed =
              [](Asked& of) {
                  return Numbers{of.value("output 1"), of.value("output 2")};
              },
          .note = "Code does not round on the way.",
          .python = "softmax(T) @ V"},
    Claim{.name = "one-token-wins",
          .statement = "e004-10",
          .section = "5.13",
          .says = "for q = (0, 2) one of the three wins",
          .words = "one",
          .exhibit = "blend",
          .state = "q=0,2;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                   "temperature=1.4142135623730951;chosen=1",
          .computed =
              [](Asked& of) {
                  return Numbers{100 * of.value("weight 2"), 100 * of.value("weight 3")};
              },
          .reads = "#1 % and #1 %",
          .judged = Judged::rising,
          .limit = 0.01,
          .note = "The second and the third have the same score.",
          .python = "100 * softmax(np.array([0, 2, 2]) / np.sqrt(2))[1:]"},
    Claim{.name = "sharper",
          .statement = "e004-11",
          .section = "5.13",
          .says = "scores × 10: attention is sharper",
          .words = "sharper",
          .exhibit = "blend",
          .state = "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                   "temperature=0.1414213562373095;chosen=1",
          .computed =
              [](Asked& of) {
                  Asked before(
                      "blend",
                      "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
                      "temperature=1.4142135623730951;chosen=1");
                  return Numbers{100 * before.value("weight 1"), 100 * of.value("weight 1")};
              },
          .reads = "before #1 %, then #1 % for each of k₁ and k₃",
          .judged = Judged::rising,
          .note = "The two have the same score and share it: neither wins alone.",
          .python = "[100 * softmax(T)[0], 100 * softmax(10 * T)[0]]"},
    Claim{.name = "large-weight-small-effect",
          .statement = "e004-12",
          .section = "5.13",
          .says = "a weight of 0.99 may have little effect",
          .words = "little",
          .exhibit = "values",
          .state = "data=two",
          .computed =
              [](Asked& of) {
                  const double first = of.cell("What arrives", "k₁", "weight × length"),
                               second = of.cell("What arrives", "k₂", "weight × length");
                  return Numbers{100 * first / (first + second)};
              },
          .reads = "weight × length is #1 % of all",
          .judged = Judged::below,
          .limit = 10,
          .note = "If its value is short.",
          .python = "[100 * two[0] / two.sum()]"},
};

}  // namespace explainer::checking
