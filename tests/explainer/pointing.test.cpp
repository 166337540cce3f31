// What the pointer is on, and what is left of it: a description and an export are as nobody points, and what
// was pointed at may be gone when the next frame is drawn.
#include <algorithm>
#include <cmath>

#include "helpers.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// Three frames: what is pointed at is known in the first one, and shown in the next.
void frames(View& view) {
    static double time = 4e9;
    for (int i = 0; i < 3; ++i) view.step(time += 16, false);
}

/// The pointer rests somewhere.
void point(View& view, std::mt19937& random, float width, float height) {
    const Point at{std::uniform_real_distribution<float>(0, width)(random),
                   std::uniform_real_distribution<float>(0, height)(random)};
    view.pointer(Pointer::move, at, false);
    frames(view);
}

}  // namespace

TEST_CASE("exports are as nobody points, wherever the pointer is") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : all_exhibits()) {
        if (type->id == "scaling" || type->id == "proof") continue;  // goes on counting meanwhile
        CAPTURE(type->id);
        constexpr float width = 900;
        View view(*type), other(*type);
        for (View* one : {&view, &other}) {
            const float height = one->natural_height(width);
            one->resize(width, height, static_cast<int>(width), static_cast<int>(height));
            settle(*one);
        }
        const std::string untouched = other.svg();
        const float height = view.natural_height(width);
        for (int i = 0; i < 3; ++i) {
            point(view, random, width, height);
            CHECK(view.svg() == untouched);
            CHECK(view.svg() == untouched);
        }
    }
}

TEST_CASE("a state that changes under a resting pointer is drawn without what was there before") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : all_exhibits()) {
        CAPTURE(type->id);
        constexpr float width = 900;
        View view(*type);
        const float height = view.natural_height(width);
        view.resize(width, height, static_cast<int>(width), static_cast<int>(height));
        for (int i = 0; i < 6; ++i) {
            view.restore(random_state(*type, random));
            point(view, random, width, height);
            view.restore(random_state(*type, random));
            frames(view);  // under the sanitizers
        }
    }
}

TEST_CASE("a finger that goes up or down from what is dragged sideways scrolls the page, and moves nothing") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : all_exhibits()) {
        CAPTURE(type->id);
        constexpr float width = 360;
        View view(*type);
        const float height = view.natural_height(width);
        view.resize(width, height, static_cast<int>(width), static_cast<int>(height));
        view.set_reduced_motion(true);
        settle(view);
        const std::string before = view.state().save();
        int tried = 0;
        for (int i = 0; i < 4000 && tried < 24; ++i) {
            const Point at{std::uniform_real_distribution<float>(0, width)(random),
                           std::uniform_real_distribution<float>(0, height)(random)};
            if (view.grip(at) != Grip::horizontal) continue;
            const float way = tried++ % 2 == 0 ? 1.0f : -1.0f;
            CAPTURE(at.x);
            CAPTURE(at.y);
            press(view, at, true);
            // Before the browser takes the press away; on a slant, and with a hook at its end.
            for (const Point moved : {Point{1, 3}, {4, 7}, {6, 11}, {7, 14}, {30, 20}}) {
                view.pointer(Pointer::move, at + moved * way, true);
                settle(view);
            }
            if (tried % 3 == 0)
                view.pointer(Pointer::up, at + Point{30, 20} * way, true);
            else
                view.pointer(Pointer::cancel, {-1, -1}, true);
            settle(view);
            CHECK(view.state().save() == before);
            CHECK(!view.take_changed());
            CHECK(!view.take_focus_request());
        }
    }
}

TEST_CASE("a finger moves a slider by a tap, and sideways once that is clear; a mouse at once") {
    Shown view("softmax", "", 360);
    settle(view);
    const int temperature = index_of(view, "temperature");
    const auto now = [&] { return view.state().number(temperature); };
    const double before = now();
    const Rect track = view.parameter_rect(temperature);
    // Beside its thumb, on the track.
    Point at = track.centre();
    for (float x = track.x; x < track.right(); x += 4) {
        if (view.grip({x, at.y}) == Grip::horizontal && std::fabs(x - at.x) > 40) at.x = x;
    }
    press(view, at, true);
    CHECK(now() == before);  // a tap, or the page's: nobody knows
    view.pointer(Pointer::move, at + Point{-5, 4}, true);
    settle(view);
    CHECK(now() == before);
    view.pointer(Pointer::move, at + Point{-14, 5}, true);
    settle(view);
    const double dragged = now();
    CHECK(dragged != before);
    view.pointer(Pointer::move, at + Point{-18, 60}, true);  // it is ours from then on
    settle(view);
    CHECK(now() != dragged);
    release(view, at + Point{-18, 60}, true);
    view.reset();
    settle(view);
    press(view, at, true);
    release(view, at + Point{1, 2}, true);
    const double tapped = now();
    CHECK(tapped != before);
    view.reset();
    settle(view);
    press(view, at);
    CHECK(now() == doctest::Approx(tapped).epsilon(0.1));
    release(view, at);
    // A flick up that nobody saw on its way is no tap.
    view.reset();
    settle(view);
    view.pointer(Pointer::down, at, true);
    view.pointer(Pointer::move, at + Point{2, -12}, true);
    view.pointer(Pointer::up, at + Point{2, -12}, true);
    settle(view);
    CHECK(now() == before);
}

TEST_CASE("what is pressed does not move away under the pointer: presets, switches, choices, pieces") {
    for (const ExhibitType* type : all_exhibits()) {
        for (const float width : {360.0f, 960.0f}) {
            CAPTURE(type->id);
            CAPTURE(width);
            // (The view is as high as it wants to be before; a page that follows it moves nothing above.)
            const auto stays = [](View& view, const Rect& before, auto&& after) {
                if (before.width <= 0) return;
                const Point at{before.x + std::min(before.width / 2, 20.0f), before.centre().y};
                click(view, at);
                CHECK(after().contains(at));
                view.reset();
                settle(view);
            };
            Shown view(type->id, "", width);
            settle(view);
            for (int i = 0; i < static_cast<int>(type->presets.size()); ++i) {
                CAPTURE(i);
                // (Of one on another page, the place is the button that turns there: the state stays then.
                // To be told by that, the state is another one before.)
                const auto& presets = type->presets;
                if (view.state().save() == presets[static_cast<size_t>(i)].state && presets.size() > 1) {
                    const size_t next = static_cast<size_t>(i + 1) % presets.size();
                    REQUIRE(!view.restore(presets[next].state));
                    settle(view);
                }
                stays(view, view.preset_rect(i), [&] {
                    const bool turned = view.state().save() != type->presets[static_cast<size_t>(i)].state;
                    return turned ? Rect{0, 0, width, 1e6f} : view.preset_rect(i);
                });
            }
            // (Presets that were pressed have turned the page of the line that they stand in with a choice.)
            Shown anew(type->id, "", width);
            settle(anew);
            for (int i = 0; i < anew.state().count(); ++i) {
                const Parameter& one = anew.state().parameter(i);
                if (!anew.active(i) || (one.kind != Kind::toggle && one.kind != Kind::choice)) continue;
                CAPTURE(one.name);
                // (The place of these two choices is the chosen row of a table.)
                if (type->id == "cost" && one.kind == Kind::choice) continue;
                // (The last piece leaves the essential one alone, which is another sheet.)
                int shown = 0;
                for (int j = 0; j < anew.state().count(); ++j)
                    shown += anew.state().parameter(j).piece && anew.state().toggle(j) ? 1 : 0;
                if (one.piece && anew.state().toggle(i) && shown == 1) continue;
                // (Of a piece on another page, the place is the button that turns there: turned until it is
                // there.)
                bool turned = one.piece;
                for (int pages = 0; turned && pages < anew.state().count(); ++pages) {
                    click(anew, anew.parameter_rect(i).centre());
                    turned = anew.state().save().empty();
                    anew.reset();
                    settle(anew);
                }
                REQUIRE(!turned);
                stays(anew, anew.parameter_rect(i), [&] { return anew.parameter_rect(i); });
            }
        }
    }
}
