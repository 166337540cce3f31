// What a painter makes of strokes that it may draw in a way of its own. Not here: what figures draw.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explainer/drawing/svg_painter.h"

using namespace explainer;

TEST_CASE("a strip in SVG is one closed shape that runs along one edge and back along the other") {
    SvgPainter painter;
    const std::vector<Point> upper = {{0, 10}, {50, 0}, {100, 10}}, lower = {{0, 20}, {50, 30}, {100, 20}};
    painter.strip(upper, lower, {1, 2, 3});
    const std::string document = painter.document(100, 40, {255, 255, 255}, "", "");
    CHECK(document.find("<polygon points=\"0,10 50,0 100,10 100,20 50,30 0,20\" fill=\"#010203\"/>") !=
          std::string::npos);
}
