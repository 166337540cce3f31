// A figure frame by frame, with motion, as its readers see it.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <string_view>

#include "helpers.h"

namespace explainer {

inline constexpr double frame_milliseconds = 16;

/// The next frame, as strokes.
inline std::string next_frame(View& view, double& now, bool* more = nullptr) {
    std::string out;
    const bool goes_on = view.step_as_svg(now += frame_milliseconds, out);
    if (more != nullptr) *more = goes_on;
    return out;
}

/// The same, where nobody looks: writing strokes down takes as long again. Whether anything is left to do.
inline bool pass_frame(View& view, double& now) {
    return view.step(now += frame_milliseconds, false);
}

/// Goes on until nothing is left to do.
inline void rest(View& view, double& now) {
    bool more = true;
    for (int i = 0; more && i < 2000; ++i) more = pass_frame(view, now);
    CHECK(!more);
}

/// The very frame in which nothing is left to do: hosts draw none after it.
inline std::string rested(View& view, double& now) {
    bool more = true;
    std::string out;
    for (int i = 0; more && i < 2000; ++i) out = next_frame(view, now, &more);
    CHECK(!more);
    return out;
}

/// What a host asks of a figure that rests.
inline void ask(View& view, float width) {
    view.occupied();
    view.natural_height(width);
    view.natural_height(width / 2);
    view.describe();
}

struct Film : Shown {
    Film(std::string_view id, float width) : Shown(id, "", width), height(natural_height(width)) {}
    Point anywhere(std::mt19937& random) const {
        const auto below = [&random](float most) {
            return std::floor(std::uniform_real_distribution<float>(0, most)(random));
        };
        return {below(width), below(height)};
    }
    float width = 720, height;
};

}  // namespace explainer
