// Small maps: their rows at every width, and what the pointer finds in them.
#include "explainer/figures/small_maps.h"

#include <cmath>
#include <limits>

#include "sheet.h"

using namespace explainer;
using figures::Entry, figures::SmallMapsLook;

namespace {

enum : int { head };

std::vector<Parameter> maps_table() {
    return {Parameter{
        .name = "head", .label = "head", .help = "", .kind = Kind::integer, .maximum = 143, .step = 1}};
}

SmallMapsLook maps(int count, const std::vector<float>& values, int side) {
    SmallMapsLook look;
    look.id = "maps";
    look.version = 1;
    for (int i = 0; i < count; ++i) look.maps.push_back({values, side, side, "A", "first-token sink"});
    return look;
}

}  // namespace

TEST_CASE("small maps of any number stay in their place, and each is drawn") {
    const std::vector<float> values(48 * 48, std::numeric_limits<float>::quiet_NaN());
    for (const int count : {0, 1, 2, 8, 9, 144}) {
        for (const int columns : {0, 4, 12}) {
            for (const float beside : {0.0f, 60.0f}) {
                if (beside > 0 && columns == 12) continue;  // such a room is not to be had on a phone
                const auto shown = [=, &values] {
                    SmallMapsLook look = maps(count, values, 48);
                    look.columns = columns;
                    look.beside = beside;
                    look.captions_above = columns == 4;
                    look.selected = 0;
                    look.pointed_entry = {47, 47};
                    look.selected_row = 3;
                    for (auto& map : look.maps) map.ring = {0, 47};
                    return look;
                };
                CAPTURE(count);
                CAPTURE(columns);
                CAPTURE(beside);
                Sheet sheet(maps_table(), [&](Ui&) { return figures::small_maps(shown()); });
                sheet.check_widths();
                CHECK(sheet.drawn(320).first.heatmaps == count);
            }
        }
    }
}

TEST_CASE("a map whose values are not there is left empty") {
    Sheet sheet(maps_table(), [&](Ui&) { return figures::small_maps(maps(3, {}, 7)); });
    sheet.check_widths();
    CHECK(sheet.drawn(320).first.heatmaps == 0);
}

TEST_CASE("maps come one after the other, with no stroke between: one draw") {
    struct Order final : LabelPainter {
        int strokes_before_last_map = 0, maps = 0;
        void heatmap(const Rect& rect, const Heat& heat, const Theme& theme) override {
            if (maps++ > 0) strokes_before_last_map = std::max(strokes_before_last_map, others());
            LabelPainter::heatmap(rect, heat, theme);
        }
        int others() const { return static_cast<int>(strokes.size() + labels.size()) - maps + 1; }
    };
    const std::vector<float> values(49, 0.5f);
    Sheet sheet(maps_table(), [&](Ui&) {
        SmallMapsLook look = maps(8, values, 7);
        look.selected = 2;
        return figures::small_maps(std::move(look));
    });
    Order painter;
    sheet.view().draw_with(painter, 720);
    CHECK(painter.maps == 8);
    CHECK(painter.strokes_before_last_map == 0);
}

TEST_CASE("a small map is pressed, and pointing finds its cell") {
    const std::vector<float> values(49, 0.5f);
    int pressed = -1, hovered = -1;
    Entry cell;
    std::array<Rect, 8> places;
    Sheet sheet(
        maps_table(),
        [&](Ui&) {
            SmallMapsLook look = maps(8, values, 7);
            look.parameter = head;
            look.pressed = [&](int map) { pressed = map; };
            look.hovered = [&](int map, Entry entry) {
                hovered = map;
                cell = entry;
            };
            look.over = [&](Ui&, int map, Rect rect, Rect) { places[static_cast<size_t>(map)] = rect; };
            return figures::small_maps(std::move(look));
        },
        320);
    View& view = sheet.view();
    for (int map = 0; map < 8; ++map) {
        const Rect place = places[static_cast<size_t>(map)];
        const float side = place.width / 7;
        for (const Entry wanted : {Entry{0, 0}, Entry{6, 0}, Entry{2, 5}}) {
            view.pointer(Pointer::move,
                         {place.x + side * (static_cast<float>(wanted.col) + 0.5f),
                          place.y + side * (static_cast<float>(wanted.row) + 0.5f)},
                         false);
            settle(view);
            CHECK(hovered == map);
            CHECK(cell == wanted);
        }
        press(view, place.centre(), map % 2 == 1);
        release(view, place.centre(), map % 2 == 1);
        CHECK(pressed == map);
        CHECK(sheet.number(head) == map);
    }
}

TEST_CASE("a tick before a caption has the pointer before the map, which is still pressed beside it") {
    const std::vector<float> values(49, 0.5f);
    int pressed = -1;
    std::vector<Parameter> parameters;
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
        parameters.push_back(Parameter{.name = name, .label = name, .help = "", .kind = Kind::toggle});
    Sheet sheet(
        parameters,
        [&](Ui& ui) {
            SmallMapsLook look = maps(8, values, 7);
            look.captions_above = look.ticks = true;
            look.columns = 2;
            look.least = look.most = 90;
            look.beside = 40;
            look.pressed = [&](int map) { pressed = map; };
            for (int map = 0; map < 8; ++map) {
                figures::SmallMap& one = look.maps[static_cast<size_t>(map)];
                one.ticked = ui.state().toggle(map);
                one.tick_parameter = map == 3 ? -1 : map;  // one is set as it is
            }
            return figures::small_maps(std::move(look));
        },
        320);
    View& view = sheet.view();
    settle(view);
    for (int map = 0; map < 8; ++map) {
        if (map == 3) continue;
        const Rect tick = view.parameter_rect(map);
        CHECK(tick.width >= 44);
        CHECK(tick.height >= 44);
        pressed = -1;
        click(view, tick.centre());
        CHECK(view.state().toggle(map));
        CHECK(pressed == -1);
        click(view, {tick.right() + 20, tick.centre().y});
        CHECK(pressed == map);
        CHECK(view.state().toggle(map));
    }
}

TEST_CASE("small maps of a given height fill it, measures on their own lines or beside their names") {
    const std::vector<float> values(49, 0.5f);
    for (const float height : {300.0f, 620.0f}) {
        Sheet sheet(
            maps_table(),
            [&](Ui&) {
                SmallMapsLook look = maps(8, values, 7);
                look.captions_above = look.ticks = true;
                look.columns = 2;
                look.height = height;
                look.most = 112;
                look.beside = 60;
                look.longest_caption = "a caption that takes two lines";
                for (figures::SmallMap& one : look.maps)
                    one.measures = {{"entropy", "0.53", 0.4f}, {"first", "94 %", 0.94f}, {"away", "3.3", 1}};
                return figures::small_maps(std::move(look));
            },
            380);
        for (const float width : {300.0f, 380.0f, 420.0f}) {
            const auto [painter, drawn] = sheet.drawn(width);
            CHECK(painter.collision() == "");
            CHECK(drawn == sheet.drawn(380).second);
        }
    }
}

TEST_CASE("captions have the room they are told, and marks stand where they are told") {
    const std::vector<float> values(49, 0.5f);
    const Entry rings[] = {{0, 3}, {2, 6}};
    const auto height = [&](int lines) {
        Sheet sheet(maps_table(), [&](Ui&) {
            SmallMapsLook look = maps(2, values, 7);
            for (auto& map : look.maps) {
                map.caption = "B";
                map.rings = rings;
            }
            look.captions_above = true;
            look.caption_lines = lines;
            return figures::small_maps(std::move(look));
        });
        LabelPainter painter;
        return sheet.view().draw_with(painter, 320);
    };
    CHECK(height(1) == height(0));
    CHECK(height(2) > height(1));
}
