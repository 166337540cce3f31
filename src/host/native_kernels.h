// Which implementation computes while the native host runs, and how far apart they are on what the exhibit
// last computed. Only in a build with ATTENTION_SELECTABLE (attention/selectable.h); elsewhere there is
// nothing to choose.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace host {

/// One stage, over all calls that were noted.
struct StageDifference {
    std::string_view stage;
    int calls = 0;
    double largest = 0;  // of the values in double, absolute
    double simd = 0,
           scalar = 0;  // the largest differences from them; infinite where only one of the two is a number
};

/// Notes what the exhibit has the core compute, as long as it lives. One at a time.
class KernelWatch {
  public:
    KernelWatch();
    ~KernelWatch();
    KernelWatch(const KernelWatch&) = delete;
    KernelWatch& operator=(const KernelWatch&) = delete;

    /// Empty where nothing can be chosen in this build.
    static std::span<const char* const> implementations();
    static int selected();
    static void select(int implementation);

    /// What is noted from now on takes the place of what was.
    void begin_compute();
    /// Every call that was noted, run by both kernels and by the formulas in double. Kept until there are new
    /// ones.
    const std::vector<StageDifference>& differences();

  private:
    class Recorder;
    std::unique_ptr<Recorder> recorder_;
    std::vector<StageDifference> differences_;
};

}  // namespace host
