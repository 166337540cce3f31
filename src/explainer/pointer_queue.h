// What a pointer did between two frames, told frame by frame: a press, where it was dragged to, and a release
// that fall between the same two frames are seen in three frames, so that nobody misses one.
#pragma once

#include <cstddef>
#include <vector>

#include "explainer/drawing/geometry.h"

namespace explainer {

/// The pointer in one frame.
struct PointerNow {
    Point position = nowhere;
    bool down = false;
    bool pressed = false;  // since the last frame

    static constexpr Point nowhere = {-1e9f, -1e9f};
};

class PointerQueue {
  public:
    void move(Point to) { events_.push_back({to, Event::moved}); }
    void press() { events_.push_back({{}, Event::pressed}); }
    void release() { events_.push_back({{}, Event::released}); }

    /// The next frame's: moves up to the next press or release, and that one; but a release after a drag
    /// waits until the place where it ended has been seen.
    PointerNow take() {
        const PointerNow before = now_;
        now_.pressed = false;
        size_t taken = 0;
        for (bool button = false; taken < events_.size() && !button; ++taken) {
            const Event& event = events_[taken];
            if (event.kind == Event::released && before.down && now_.position != before.position) break;
            button = event.kind != Event::moved;
            if (button) {
                now_.down = now_.pressed = event.kind == Event::pressed;
            } else {
                now_.position = event.position;
            }
        }
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(taken));
        return now_;
    }
    /// Something is left for a further frame.
    bool waits() const { return !events_.empty(); }

  private:
    struct Event {
        Point position;
        enum { moved, pressed, released } kind;
    };
    std::vector<Event> events_;
    PointerNow now_;
};

}  // namespace explainer
