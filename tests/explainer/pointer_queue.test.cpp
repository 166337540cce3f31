// What a pointer did between frames, and which of overlapping, vanishing and passing areas has it.
#include "explainer/pointer_queue.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../seed.h"
#include "explainer/ui.h"

namespace {

using namespace explainer;

constexpr std::array none = {Parameter{.name = "a", .label = "a", .help = "a"}};

/// A Ui that is asked for its areas frame by frame.
struct Areas {
    State state{"none", none};
    Ui ui{state};
    PointerQueue queue;

    struct Area {
        const char* id;
        Rect rect;
    };
    std::map<std::string, PointerState> frame(const std::vector<Area>& areas) {
        Ui::Frame frame;
        frame.pointer = queue.take();
        ui.begin(frame);
        std::map<std::string, PointerState> out;
        for (const Area& area : areas) out[area.id] = ui.area(area.id, area.rect, Grip::press);
        return out;
    }
};

const std::vector<Areas::Area> two = {{"left", {0, 0, 60, 100}}, {"right", {50, 0, 50, 100}}};

}  // namespace

TEST_CASE(
    "a press, a drag and a release between two frames are seen in three frames, each where it happened") {
    PointerQueue queue;
    queue.move({1, 2});
    queue.press();
    queue.move({3, 4});
    queue.release();
    queue.move(PointerNow::nowhere);
    PointerNow now = queue.take();
    CHECK((now.pressed && now.down && now.position == Point{1, 2} && queue.waits()));
    now = queue.take();
    CHECK((!now.pressed && now.down && now.position == Point{3, 4} && queue.waits()));
    now = queue.take();
    CHECK((!now.pressed && !now.down && now.position == Point{3, 4} && queue.waits()));
    now = queue.take();
    CHECK((!now.down && now.position == PointerNow::nowhere && !queue.waits()));
}

TEST_CASE("no press is lost or seen twice, whatever falls between frames") {
    const unsigned seed = seed_of_run();
    std::mt19937 random(seed);
    INFO("seed ", seed);
    PointerQueue queue;
    int pressed = 0, released = 0, seen_pressed = 0, seen_released = 0;
    bool down = false, was_down = false;
    Point last, seen;
    const auto look = [&] {
        const PointerNow now = queue.take();
        CHECK(now.pressed == (now.down && !was_down));
        if (was_down && !now.down) CHECK(now.position == seen);  // where a drag ends is seen before its end
        seen = now.position;
        seen_pressed += now.pressed;
        seen_released += was_down && !now.down;
        was_down = now.down;
        return now;
    };
    for (int i = 0; i < 2000; ++i) {
        const auto what = random() % 5;
        if (what < 2) queue.move(last = {static_cast<float>(random() % 100), static_cast<float>(i)});
        if (what == 2) {
            down ? queue.release() : queue.press();
            ++(down ? released : pressed);
            down = !down;
        }
        if (what > 2) look();
    }
    while (queue.waits()) look();
    CHECK(seen_pressed == pressed);
    CHECK(seen_released == released);
    CHECK(look().position == last);
}

TEST_CASE("where areas overlap the first one has the pointer; what is held keeps it until the release") {
    Areas on;
    on.queue.move({55, 50});
    auto seen = on.frame(two);
    CHECK((seen["left"].hovered && !seen["right"].hovered));
    on.queue.press();
    seen = on.frame(two);
    CHECK((seen["left"].pressed && seen["left"].held && !seen["right"].held));
    on.queue.move({90, 50});
    seen = on.frame(two);
    CHECK((seen["left"].held && !seen["left"].hovered && !seen["right"].hovered));
    CHECK(seen["left"].position == Point{90, 50});
    on.queue.release();
    seen = on.frame(two);
    CHECK((!seen["left"].held && !seen["left"].clicked && !seen["right"].clicked));
    seen = on.frame(two);
    CHECK(seen["right"].hovered);
}

TEST_CASE("a press on no area is nobody's until it is let go; one on an area that vanishes is no click") {
    Areas on;
    on.queue.move({200, 200});
    on.queue.press();
    on.frame(two);
    on.queue.move({10, 10});
    auto seen = on.frame(two);
    CHECK((!seen["left"].hovered && !seen["left"].held && !seen["left"].pressed));
    on.queue.release();
    seen = on.frame(two);
    CHECK(!seen["left"].clicked);
    seen = on.frame(two);
    CHECK(seen["left"].hovered);

    on.queue.press();
    CHECK(on.frame(two)["left"].held);
    on.frame({});  // it is not there in one frame
    seen = on.frame(two);
    CHECK((!seen["left"].held && !seen["left"].hovered));
    on.queue.release();
    CHECK(!on.frame(two)["left"].clicked);
    on.queue.press();
    on.frame(two);
    on.queue.release();
    CHECK(on.frame(two)["left"].clicked);
}
