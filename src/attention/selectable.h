// The implementation chosen while the program runs, and who watches the stages. Only where
// ATTENTION_SELECTABLE is defined (the native debug host and its tests): elsewhere rows.h and kernels.h
// choose when compiled, and all here is nothing.
#pragma once

#include <span>

#include "attend.h"
#include "trace.h"

namespace attention::selectable {

#ifdef ATTENTION_SELECTABLE

// One way to compute, for the whole of a frame.
struct Implementation {
    const char* name;
    const char* needs;  // of the processor
    bool in_double;     // the formulas, rounded at the end: whole stages, not only rows
    float (*dot)(const float* a, const float* b, int count);
    void (*add_scaled)(float* y, float factor, const float* x, int count);
    bool (*softmax_row)(const float* x, int count, float temperature, float* out);
    bool (*attend)(const AttendCall& call, float scale, float* scratch);
};
extern const Implementation simd_implementation, scalar_implementation, reference_implementation;
std::span<const Implementation* const> implementations();

// Told what a stage is about to compute from; not of the stages inside a trace.
class Watcher {
  public:
    virtual ~Watcher() = default;
    virtual void project(ConstMatrixView x, ConstMatrixView w) = 0;
    virtual void scores(ConstMatrixView q, ConstMatrixView k) = 0;
    virtual void softmax(ConstMatrixView x, float temperature) = 0;
    virtual void weighted_sum(ConstMatrixView weights, ConstMatrixView v) = 0;
    virtual void trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) = 0;
};

struct Selection {
    const Implementation* implementation = &simd_implementation;
    Watcher* watcher = nullptr;
};
Selection& selection();  // of this thread

// What rows:: and kernels:: are here.
float dot(const float* a, const float* b, int count);
void add_scaled(float* y, float factor, const float* x, int count);
bool softmax_row(const float* x, int count, float temperature, float* out);
FloatCount attend_scratch(int n, int m, int d, int dv);
bool attend(const AttendCall& call, float scale, float* scratch);

// True where the stage has been computed here (in double throughout), so that its own code has nothing left
// to do.
bool project(ConstMatrixView x, ConstMatrixView w, MatrixView out);
bool scores(ConstMatrixView q, ConstMatrixView k, MatrixView out);
bool softmax(ConstMatrixView x, float temperature, MatrixView out, bool& all_seen);
bool weighted_sum(ConstMatrixView weights, ConstMatrixView v, MatrixView out);
bool trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
           const TraceViews& views, bool& all_seen);

#else

inline bool project(ConstMatrixView, ConstMatrixView, MatrixView) {
    return false;
}
inline bool scores(ConstMatrixView, ConstMatrixView, MatrixView) {
    return false;
}
inline bool softmax(ConstMatrixView, float, MatrixView, bool&) {
    return false;
}
inline bool weighted_sum(ConstMatrixView, ConstMatrixView, MatrixView) {
    return false;
}
inline bool trace(ConstMatrixView, ConstMatrixView, ConstMatrixView, const Options&, const TraceViews&,
                  bool&) {
    return false;
}

#endif

}  // namespace attention::selectable
