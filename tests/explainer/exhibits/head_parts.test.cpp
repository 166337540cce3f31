// A head that is switched off, in each exhibit that has such: its maps are grey, and its small one is crossed
// out, on the canvas as in a file.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../helpers.h"
#include "../label_painter.h"

using namespace explainer;

namespace {

/// Notes which maps are grey, and where lines in the colour of what is wrong go from corner to corner.
class Maps final : public LabelPainter {
  public:
    struct Map {
        Rect rect;
        bool grey;
        int crossed = 0;
    };
    std::vector<Map> all;

    void heatmap(const Rect& rect, const Heat& heat, const Theme&) override {
        all.push_back({rect, heat.muted});
    }
    void line(const Point& a, const Point& b, Color color, float) override {
        for (Map& one : all) {
            const auto near = [](float x, float y) { return std::abs(x - y) <= 3; };
            if (color == light_theme().wrong && near(a.x, one.rect.x) && near(a.y, one.rect.bottom()) &&
                near(b.x, one.rect.right()) && near(b.y, one.rect.y))
                ++one.crossed;
        }
    }
};

}  // namespace

TEST_CASE("a head that is off has grey maps, and a small one that is crossed out; the others are as ever") {
    struct Off {
        const char *exhibit, *state;
        size_t large, small, heads;  // places among the maps that are drawn
    };
    for (const Off& one :
         {Off{"learn", "step=10;head21=false", 0, 2, 2}, Off{"learn", "step=10;head=0;head11=false", 0, 1, 2},
          Off{"learned-heads", "head21=false", 0, 5, 8}}) {
        for (const float width : {960.0f, 360.0f}) {
            CAPTURE(one.state);
            CAPTURE(width);
            Shown view(one.exhibit, one.state, width);
            view.describe(true);
            Maps maps;
            view.draw_with(maps, width);
            REQUIRE(maps.all.size() == one.heads + 1);
            for (size_t i = 0; i < maps.all.size(); ++i) {
                CAPTURE(i);
                CHECK(maps.all[i].grey == (i == one.large || i == one.small));
                CHECK(maps.all[i].crossed == (i == one.small ? 1 : 0));
            }
        }
    }
}

TEST_CASE("the grey of a map begins at paper as the blue does, and is seen at its end, in both themes") {
    for (const Theme& theme : {light_theme(), dark_theme()}) {
        const HeatLook blue, grey{.muted = true};
        CHECK(heat_color(grey, 0, theme) == theme.paper);
        CHECK(contrast(heat_color(grey, 1, theme), theme.paper) >= 3);
        CHECK(heat_color(grey, 0.5f, theme) != heat_color(blue, 0.5f, theme));
    }
}
