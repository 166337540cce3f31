// What the pointer is on, and what is left of it: a description and an export are as nobody points, and what
// was pointed at may be gone when the next frame is drawn.
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
    const unsigned seed = fresh_seed();
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
    const unsigned seed = fresh_seed();
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
