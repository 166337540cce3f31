// Ribbons and arcs: as wide as their weights, none below half a percent, and answering the pointer.
#include "explainer/figures/sankey.h"

#include "widths.h"

using namespace explainer;
using figures::ArcsLook;
using figures::SankeyLook;

namespace {

/// Counts bands and measures the widest of each.
struct StripPainter final : LabelPainter {
    std::vector<float> widths;
    void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) override {
        LabelPainter::strip(upper, lower, fill);
        REQUIRE(upper.size() == lower.size());
        REQUIRE(!upper.empty());
        widths.push_back(length(upper.front() - lower.front()));
    }
};

SankeyLook three(const Theme& t) {
    return {.id = "f",
            .from = {{"I"}},
            .to = {{"I", "7.0 %"}, {"love", "70.7 %", true}, {"AI", "22.3 %"}},
            .weights = {0.07, 0.707, 0.223},
            .from_color = t.query,
            .to_color = t.key};
}

}  // namespace

TEST_CASE("ribbons and arcs keep within their place, their texts apart, at every width") {
    for (const bool downward : {false, true}) {
        for (const int count : {0, 1, 3, 7, 64}) {
            CAPTURE(downward);
            CAPTURE(count);
            Sheet sheet({}, [=](Ui& ui) {
                SankeyLook look{.id = "f",
                                .from_color = ui.theme().query,
                                .to_color = ui.theme().key,
                                .downward = downward};
                for (int i = 0; i < count; ++i) {
                    look.from.push_back({"word" + std::to_string(i), "12.3 %"});
                    look.to.push_back(
                        {i == 2 ? "an endlessly long word of a reader" : "word", "12.3 %", true});
                }
                for (int i = 0; i < count * count; ++i)
                    look.weights.push_back(count == 7 ? extreme_values[i % 10] : (i % 5) / (2.0 * count));
                look.hovered = [](int, int) {};
                return figures::sankey(std::move(look));
            });
            check_all_widths(sheet, count == 64 ? 40 : 8);
        }
    }
    for (const int words : {0, 1, 7, 64}) {
        CAPTURE(words);
        Sheet sheet({}, [=](Ui& ui) {
            ArcsLook look{.id = "a", .words = words, .asks = words / 2, .left = 80, .right = 40};
            for (int head = 0; head < 3; ++head) {
                look.heads.push_back({"A", ui.theme().query, {}});
                for (int i = 0; i < words; ++i)
                    look.heads.back().weights.push_back(head == 2 ? extreme_values[i % 10]
                                                                  : (i + head) % 3 * 0.4);
            }
            return figures::arcs(std::move(look));
        });
        check_all_widths(sheet, 8);
    }
}

TEST_CASE("a ribbon is as wide as its weight, and there is none below half a percent") {
    Sheet sheet({}, [](Ui& ui) {
        SankeyLook look = three(ui.theme());
        look.weights = {0.004, 0.75, 0.25};
        look.thickness = 100;
        return figures::sankey(std::move(look));
    });
    StripPainter painter;
    sheet.view().draw_with(painter, 720);
    REQUIRE(painter.widths.size() == 2);
    CHECK(painter.widths[0] == doctest::Approx(75));
    CHECK(painter.widths[1] == doctest::Approx(25));
}

TEST_CASE("ribbons answer the pointer where they run, and only there") {
    int hovered[2] = {-1, -1}, pressed[2] = {-1, -1};
    Sheet sheet({}, [&](Ui& ui) {
        SankeyLook look = three(ui.theme());
        look.hovered = [&](int from, int to) { hovered[0] = from, hovered[1] = to; };
        look.pressed = [&](int from, int to) { pressed[0] = from, pressed[1] = to; };
        return figures::sankey(std::move(look));
    });
    // Three lanes of 56 pixels; the thick ribbon runs to the middle one.
    sheet.view().pointer(Pointer::move, {360, Sheet::margin + 84}, false);
    settle(sheet.view());
    CHECK(hovered[0] == 0);
    CHECK(hovered[1] == 1);
    press(sheet.view(), {600, Sheet::margin + 140});
    release(sheet.view(), {600, Sheet::margin + 140});
    CHECK(pressed[1] == 2);
    hovered[0] = -1;
    sheet.view().pointer(Pointer::move, {200, Sheet::margin + 10}, false);
    settle(sheet.view());
    CHECK(hovered[0] == -1);
}

TEST_CASE("arcs answer with their head and their word") {
    int head = -1, word = -1;
    Sheet sheet({}, [&](Ui& ui) {
        return figures::arcs({.id = "a",
                              .words = 7,
                              .asks = 6,
                              .heads = {{"B", ui.theme().query, {0, 1, 0, 0, 0, 0, 0}}},
                              .hovered = [&](int h, int w) { head = h, word = w; }});
    });
    // From the middle of the second column (688 / 7 pixels wide) upward.
    sheet.view().pointer(Pointer::move, {Sheet::margin + 147, Sheet::margin + 138}, false);
    settle(sheet.view());
    CHECK(head == 0);
    CHECK(word == 1);
}

TEST_CASE("ribbons: where the ends that ask stand in lanes of their own, they begin at the top") {
    struct Places final : LabelPainter {
        std::vector<Point> begins;
        void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) override {
            LabelPainter::strip(upper, lower, fill);
            begins.push_back((upper.front() + lower.front()) * 0.5f);
        }
    };
    for (const float lane : {0.0f, 40.0f}) {
        Sheet sheet({}, [lane](Ui& ui) {
            SankeyLook look = three(ui.theme());
            look.weights = {0, 1, 0};
            look.lane = 60;
            look.from_lane = lane;
            return figures::sankey(std::move(look));
        });
        Places painter;
        sheet.view().draw_with(painter, 720);
        REQUIRE(painter.begins.size() == 1);
        CHECK(painter.begins[0].y == doctest::Approx(Sheet::margin + (lane > 0 ? 20 : 90)));
    }
}
