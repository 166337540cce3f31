// The sheets of parts, as exhibits: at every width, in both themes, as SVG too.
#include "widths.h"

using namespace explainer;

TEST_CASE("the sheets of parts keep their texts apart at every width, and are as high as measured") {
    for (const std::string_view id : {"parts-figures", "parts-formulas", "parts-matrix", "parts-maps"}) {
        CAPTURE(id);
        REQUIRE(find_exhibit(id) != nullptr);
        View view(*find_exhibit(id));
        for (int width = 288; width <= 1400; width += 28) {
            CAPTURE(width);
            const float measured = view.natural_height(static_cast<float>(width));
            LabelPainter painter;
            CHECK(view.draw_with(painter, static_cast<float>(width)) == measured);
            CHECK(painter.outside({0, 0, static_cast<float>(width), measured}) == "");
            CHECK(painter.collision() == "");
        }
        view.resize(960, 4000, 960, 4000);
        settle(view);
        const std::string svg = view.svg();
        const size_t odd = svg.find("nan");
        CHECK_MESSAGE(odd == std::string::npos, svg.substr(odd > 60 ? odd - 60 : 0, 120));
    }
}
