// Watches the parts of a view's work: their own time, frame by frame, and, if wanted, a trap where a NaN is
// born. Shows nothing; see native_debug_pane.h.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "explainer/view.h"

namespace host {

/// Milliseconds of this thread's processor time, one for each explainer::Stage; waiting for the GPU or for
/// other processes is not in them.
using StageTimes = std::array<double, 4>;

class StageMeter final : public explainer::StageObserver {
  public:
    void begin(explainer::Stage stage) override;
    void end(explainer::Stage stage) override;

    /// Called whenever computing begins.
    std::function<void()> on_compute;

    /// Ends a frame: what has been spent since the last call goes into the history.
    void end_frame();
    /// The last frames, at most `frames_kept`, the oldest first.
    const std::vector<StageTimes>& history() const { return history_; }
    static constexpr size_t frames_kept = 120;

    /// An invalid operation in anything but rendering (∞ − ∞, 0 · ∞, 0 / 0, an ordered comparison with NaN)
    /// raises SIGFPE where it happens. Returns why that cannot be, or nothing.
    std::string trap_nan(bool trap);
    bool traps_nan() const { return trap_; }

  private:
    void charge();
    void set_trap() const;

    StageTimes now_{};
    std::vector<StageTimes> history_;
    std::vector<explainer::Stage> open_;
    double since_ = 0;
    bool trap_ = false;
};

}  // namespace host
