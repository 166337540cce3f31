// Processor time and floating-point traps. See native_stages.h.
#include "host/native_stages.h"

#include <cfenv>
#include <ctime>

namespace host {
namespace {

double milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// GNU's C library has these two; there is no standard way.
#ifdef __GLIBC__
bool enable_trap() {
    std::feclearexcept(FE_INVALID);
    // The processor may refuse (many ARM ones do); only reading back tells.
    return feenableexcept(FE_INVALID) != -1 && (fegetexcept() & FE_INVALID) != 0;
}
void disable_trap() {
    fedisableexcept(FE_INVALID);
}
#else
bool enable_trap() {
    return false;
}
void disable_trap() {}
#endif

}  // namespace

void StageMeter::charge() {
    const double time = milliseconds();
    if (!open_.empty()) now_[static_cast<size_t>(open_.back())] += time - since_;
    since_ = time;
}

void StageMeter::set_trap() const {
    if (!trap_) return;
    // Rendering is the driver's code, which may do as it likes.
    const bool ours = !open_.empty() && open_.back() != explainer::Stage::render;
    ours ? static_cast<void>(enable_trap()) : disable_trap();
}

void StageMeter::begin(explainer::Stage stage) {
    charge();
    open_.push_back(stage);
    if (stage == explainer::Stage::compute && on_compute) on_compute();
    set_trap();
}

void StageMeter::end(explainer::Stage) {
    charge();
    open_.pop_back();
    set_trap();
}

void StageMeter::end_frame() {
    if (history_.size() == frames_kept) history_.erase(history_.begin());
    history_.push_back(now_);
    now_ = {};
}

std::string StageMeter::trap_nan(bool trap) {
    const bool possible = enable_trap();
    disable_trap();
    if (trap && !possible) return "this machine cannot stop where a NaN is born";
    trap_ = trap;
    return "";
}

}  // namespace host
