// Layout in states that nobody listed: no text is cut off or lies on another, no state moves the page, and
// nothing reads "nan" or "inf".
#pragma once

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"

namespace explainer {

inline void check_random_layout(View& view, std::mt19937& random, int states) {
    for (const float width : {288.0f, 344.0f, 600.0f, 736.0f, 760.0f, 900.0f, 1280.0f}) {
        REQUIRE(!view.restore(""));
        const float height = view.natural_height(width);
        for (int i = 0; i < states; ++i) {
            const std::string state = random_state(view.type(), random);
            CAPTURE(width);
            CAPTURE(state);
            REQUIRE(!view.restore(state));
            LabelPainter painter;
            CHECK(view.draw_with(painter, width) == height);
            CHECK(painter.outside({0, 0, width, height}) == "");
            CHECK(painter.collision() == "");
            for (const Label& label : painter.labels) {
                CHECK(label.text.find("nan") == std::string::npos);
                CHECK(label.text.find("inf") == std::string::npos);
            }
        }
    }
}

inline void check_random_layout(std::string_view id, int states) {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    View view(*find_exhibit(id));
    check_random_layout(view, random, states);
}

}  // namespace explainer
