// E002, a lesson with heads: what it states, as far as it can be computed. See check_claims.h.
#pragma once

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

inline constexpr std::array lesson_claims = {
    Claim{.name = "heads-read-slices",
          .statement = "e002-02",
          .section = "§ 03",
          .says = "each head works on a slice of the vector",
          .words = "its slice",
          .exhibit = "multi-head",
          .computed =
              [](Asked& of) {
                  double read = 0;
                  for (const char* row : {"1", "2", "3", "4", "5", "6", "7", "8"})
                      read += of.cell("W_Q", row, "5") != 0 || of.cell("W_Q", row, "6") != 0;
                  return Numbers{read, of.value("d_k")};
              },
          .reads = "head 3 reads #0 numbers and makes #0",
          .judged = Judged::alike,
          .limit = 0.5,
          .note = "Each head projects the whole vector; only what it makes is as small as a slice.",
          .python = "[W_Q3.any(axis=1).sum(), W_Q3.shape[1]]"},
    Claim{.name = "work-grows-squared",
          .statement = "e002-05",
          .section = "§ 04",
          .says = "work grows as n²: four times for twice the words",
          .words = "n²",
          .exhibit = "cost",
          .computed =
              [](Asked& of) {
                  const auto work = [&of](const char* n) {
                      return of.cell("Multiplications against n", n, "materialised");
                  };
                  return Numbers{work("8192") / work("4096")};
              },
          .reads = "× #2",
          .judged = Judged::rounds_to,
          .limit = 4,
          .python = "[(2 * 8192**2 * 64) / (2 * 4096**2 * 64)]"},
    Claim{.name = "memory-grows-squared",
          .statement = "e002-05",
          .section = "§ 04",
          .says = "memory grows as n²: four times for twice the words",
          .words = "n²",
          .exhibit = "cost",
          .computed =
              [](Asked& of) {
                  Asked half("cost", "n=4096");
                  const auto grows = [&](const char* what) { return of.value(what) / half.value(what); };
                  return Numbers{grows("bytes of all scores"), grows("memory of streaming")};
              },
          .reads = "× #2; streaming, × #2",
          .judged = Judged::rounds_to,
          .limit = 4,
          .note = "Of a stored table of scores. Streaming stores none.",
          .python = "[8192**2 / 4096**2, (4 * 8192 * 64 + 2 * 8192) / (4 * 4096 * 64 + 2 * 4096)]"},
    Claim{.name = "width-d-over-h",
          .statement = "e002-08",
          .section = "Going deeper",
          .says = "each of h heads is d/h wide",
          .words = "d/h",
          .exhibit = "multi-head",
          .computed =
              [](Asked& of) {
                  Numbers out;
                  for (const char* heads : {"1", "2", "4", "8"}) out.add(of.cell("Cost", heads, "d_k"));
                  for (int i = 0; i < out.count; ++i) out.at[i] *= 1 << i;
                  return out;
              },
          .reads = "h · dₖ = #0 for 1, 2, 4 and 8 heads",
          .judged = Judged::alike,
          .limit = 1e-6,
          .python = "[h * (W_Q3.shape[0] / h) for h in (1, 2, 4, 8)]"},
    Claim{.name = "only-this-stacked",
          .statement = "e002-10",
          .section = "five bullets; § 02",
          .says = "a transformer is only attention, stacked",
          .words = "all of it",
          .exhibit = "cost",
          .state = "layer=true;n=512",
          .computed =
              [](Asked& of) {
                  Asked alone("cost", "n=512");
                  const char* what = "multiplications of materialised";
                  // Of what a layer multiplies besides, a third are the projections of attention.
                  const double pairs = alone.value(what), all = of.value(what);
                  return Numbers{100 * (pairs + (all - pairs) / 3) / all};
              },
          .reads = "#1 % of a layer’s multiplications at 512 words, projections included",
          .judged = Judged::above,
          .limit = 95,
          .note = "The rest is the MLP; residual connections and norms come on top.",
          .python =
              "[100 * (2 * 512**2 * 64 + 4 * 512 * 64 * 2048) / (2 * 512**2 * 64 + 12 * 512 * 64 * 2048)]"},
};

}  // namespace explainer::checking
