// Frames, hands and readings of large maps. See map_view.h; what is said of them is in map_summary.cpp.
#include "explainer/figures/map_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/figures/controls.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float number_cell_width = 40;  // from here on cells have numbers
constexpr float button_side = 44, button_gap = 6;
constexpr float axis_height = 20;
constexpr float reading_height = 24;
constexpr double button_factor = 2;

/// The parameters that say what is in sight of a map that is shown in that size.
class Viewport {
  public:
    Viewport(Ui& ui, const MapLook& look, Point shown) : ui_(ui), look_(look), shown_(shown) {}

    double zoom() const { return look_.zoom_parameter < 0 ? 1 : ui_.state().number(look_.zoom_parameter); }
    double row() const { return number(look_.row_parameter, look_.map->rows()); }
    double col() const { return number(look_.col_parameter, look_.map->cols()); }

    CellRegion seen() const {
        return seen_region(look_.map->rows(), look_.map->cols(), zoom(), row(), col(), shown_.x, shown_.y);
    }

    /// Around a centre, in cells; to what a pixel can tell, so that a link stays short. No further out than
    /// the map goes: the next step of a key, or of a hand, is to be seen.
    void centre(double row, double col, const MapPlace& place) {
        const double pixel =
            std::exp2(std::floor(std::log2(place.seen.cols / static_cast<double>(place.rect.width))));
        const CellRegion now = seen();
        const auto within = [pixel](double centre, double seen, double all) {
            if (seen >= all) return all / 2;
            return std::clamp(std::round(centre / pixel) * pixel, seen / 2, all - seen / 2);
        };
        set(look_.row_parameter, within(row, now.rows, look_.map->rows()));
        set(look_.col_parameter, within(col, now.cols, look_.map->cols()));
    }

    /// The place in the matrix that is at `around` stays there.
    void enlarge(double factor, Point around, const MapPlace& place) {
        if (look_.zoom_parameter < 0) return;
        const Parameter& p = ui_.state().parameter(look_.zoom_parameter);
        const double before = zoom(), most = ui_.state().maximum(look_.zoom_parameter);
        const double after = std::clamp(before * factor, std::max(1.0, p.minimum), most);
        // (Three digits: a hundredth of a pixel at most, and a link that can be read.)
        const double scale = std::pow(10.0, 2 - std::floor(std::log10(after)));
        const double rounded =
            after >= most ? most
                          : std::clamp(std::round(after * scale) / scale, std::max(1.0, p.minimum), most);
        const double row =
            place.seen.row + static_cast<double>((around.y - place.rect.y) / place.cell_height());
        const double col =
            place.seen.col + static_cast<double>((around.x - place.rect.x) / place.cell_width());
        const double centre_row = place.seen.row + place.seen.rows / 2,
                     centre_col = place.seen.col + place.seen.cols / 2;
        set(look_.zoom_parameter, rounded);
        const double shrink = before / rounded;
        centre(row + (centre_row - row) * shrink, col + (centre_col - col) * shrink, place);
    }

  private:
    double number(int parameter, int all) const {
        return parameter < 0 ? all / 2.0 : ui_.state().number(parameter);
    }
    void set(int parameter, double value) {
        if (parameter >= 0) ui_.change(parameter, value);
    }

    Ui& ui_;
    const MapLook& look_;
    Point shown_;
};

int chosen(Ui& ui, int parameter) {
    return parameter < 0 ? -1 : ui.state().integer(parameter);
}

bool within(const MapLook& look, Entry entry) {
    return entry.row >= 0 && entry.col >= 0 && entry.row < look.map->rows() && entry.col < look.map->cols();
}

/// Larger, smaller, all; upright also how large the map is now.
void draw_buttons(Ui& ui, const MapLook& look, Viewport& viewport, const MapPlace& place, Point at,
                  bool upright) {
    const auto next = [&](const char* name, Sign sign, bool enabled) {
        const Rect box{at.x, at.y, button_side, row_height};
        (upright ? at.y : at.x) += button_side + button_gap;
        return sign_button(ui, look.id + name, box, sign, {.enabled = enabled});
    };
    const Parameter* p = look.zoom_parameter < 0 ? nullptr : &ui.state().parameter(look.zoom_parameter);
    const double zoom = viewport.zoom();
    // Around what is chosen, if it is in sight.
    Point around = place.rect.centre();
    const Entry cell{chosen(ui, look.selected_row_parameter), chosen(ui, look.selected_col_parameter)};
    if (const Point at_cell = place.at(cell.row + 0.5, cell.col + 0.5);
        within(look, cell) && place.rect.contains(at_cell))
        around = at_cell;
    if (next("/in", Sign::plus, p != nullptr && zoom < ui.state().maximum(look.zoom_parameter)))
        viewport.enlarge(button_factor, around, place);
    if (next("/out", Sign::minus, zoom > 1)) viewport.enlarge(1 / button_factor, around, place);
    if (next("/all", Sign::whole, zoom > 1)) viewport.enlarge(0, around, place);
    if (upright)
        ui.text({at.x + button_side / 2, at.y}, caption, ui.theme().ink,
                fixed(zoom, zoom < 10 ? 2 : 0) + " ×", Align::centre);
}

/// The map alone.
class MapView : public Part {
  public:
    explicit MapView(MapLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        if (look_.map == nullptr || look_.map->rows() <= 0 || look_.map->cols() <= 0) return;
        Viewport viewport(ui, look_, {width_, height_});
        MapPlace place{place_in(rect), viewport.seen()};
        const Lit disc = carry_row(ui, place);
        obey(ui, viewport, place);
        draw_controls(ui, viewport, place, rect);
        place.seen = viewport.seen();

        const Theme& theme = ui.theme();
        if (ui.painter().tile_map(place.rect, *look_.map, place.seen, look_.heat, theme)) ui.ask_for_frame();
        if (place.cell_width() >= number_cell_width && look_.value && look_.shown != nullptr)
            draw_numbers(ui, place);
        if (look_.over) look_.over(ui, place);
        draw_chosen(ui, place);
        ui.painter().outline(place.rect, theme.line, 1, 0);
        draw_around(ui, place);
        if (has_disc(ui, place)) handle(ui, disc_at(ui, place), look_.row_color, false, disc);
        place_parameters(ui, place);
    }

  protected:
    Size arrange(float available) override {
        width_ = std::min(available, look_.most);
        height_ = look_.height > 0 ? look_.height : width_;
        return {width_, height_, 0};
    }
    virtual Rect place_in(Rect rect) const { return {rect.x, rect.y, width_, height_}; }
    virtual void draw_controls(Ui&, Viewport&, const MapPlace&, Rect) const {}
    virtual void draw_around(Ui&, const MapPlace&) const {}

    MapLook look_;
    float width_ = 0, height_ = 0;
    Entry pointed_;

  private:
    Point disc_at(Ui& ui, const MapPlace& place) const {
        return {place.rect.right(), place.at(chosen(ui, look_.selected_row_parameter) + 0.5, 0).y};
    }
    /// Only while the chosen row is in sight.
    bool has_disc(Ui& ui, const MapPlace& place) const {
        const float y = look_.row_handle ? disc_at(ui, place).y : -1;
        return look_.row_handle && y >= place.rect.y - 1 && y <= place.rect.bottom() + 1;
    }
    /// The disc has the pointer before the map, which lies under it.
    Lit carry_row(Ui& ui, const MapPlace& place) const {
        const std::string id = look_.id + "/row";
        bool& held = ui.kept<bool>(id);
        if (!held && !has_disc(ui, place)) return {};
        const Point at = disc_at(ui, place);
        const PointerState pointer = ui.area(id, target_at(at), Grip::free);
        held = pointer.held;
        const Point hand = ui.carried(pointer, at);
        if (pointer.dragging) ui.change(look_.selected_row_parameter, place.entry({at.x, hand.y}).row);
        return {pointer.hovered, pointer.held, ui.focused(look_.selected_row_parameter)};
    }

    void obey(Ui& ui, Viewport& viewport, const MapPlace& place) {
        const PointerState pointer = ui.area(look_.id, place.rect, Grip::pan);
        // What was taken hold of stays under the pointer: the drag is counted from the press, so that the
        // rounding of its many steps does not add up.
        struct Hold {
            float row = 0, col = 0;  // what was pressed
            bool moved = false;
        };
        Hold& hold = ui.kept<Hold>(look_.id);
        const Point p = pointer.position;
        if (pointer.pressed) {
            hold.row = static_cast<float>(place.seen.row) + (p.y - place.rect.y) / place.cell_height();
            hold.col = static_cast<float>(place.seen.col) + (p.x - place.rect.x) / place.cell_width();
            hold.moved = false;
        }
        if (length(p - pointer.origin) > finger_tremble) hold.moved = true;
        if (pointer.held && !ui.touch() && hold.moved) {
            const Point centre = place.rect.centre();
            viewport.centre(static_cast<double>(hold.row + (centre.y - p.y) / place.cell_height()),
                            static_cast<double>(hold.col + (centre.x - p.x) / place.cell_width()), place);
        }
        if (const auto pinch = ui.take_pinch(place.rect)) {
            MapPlace shifted = place;
            shifted.seen.row -= static_cast<double>(pinch->shift.y / place.cell_height());
            shifted.seen.col -= static_cast<double>(pinch->shift.x / place.cell_width());
            viewport.enlarge(static_cast<double>(pinch->factor), pinch->centre, shifted);
        }
        pointed_ = place.rect.contains(p) ? place.entry(p) : Entry{};
        const bool on = within(look_, pointed_);
        if (on && pointer.clicked && !hold.moved) {
            if (look_.selected_row_parameter >= 0) ui.change(look_.selected_row_parameter, pointed_.row);
            if (look_.selected_col_parameter >= 0) ui.change(look_.selected_col_parameter, pointed_.col);
            if (pointer.doubled) viewport.enlarge(button_factor, p, place);
        }
        if (!on || !(pointer.hovered || pointer.held) || (pointer.held && hold.moved)) pointed_ = {};
        if (pointed_.row >= 0 && look_.hovered) look_.hovered(pointed_);
    }

    void draw_numbers(Ui& ui, const MapPlace& place) const {
        const int first_row = std::max(0, static_cast<int>(std::ceil(place.seen.row)));
        const int first_col = std::max(0, static_cast<int>(std::ceil(place.seen.col)));
        const int last_row =
            std::min(look_.map->rows(), static_cast<int>(std::floor(place.seen.row + place.seen.rows)));
        const int last_col =
            std::min(look_.map->cols(), static_cast<int>(std::floor(place.seen.col + place.seen.cols)));
        for (int row = first_row; row < last_row; ++row) {
            for (int col = first_col; col < last_col; ++col) {
                const float value = look_.value(row, col);
                if (std::isnan(value)) continue;
                const std::string text = look_.shown(value);
                if (fonts::width(caption, text) > place.cell_width() - 2) continue;
                const Color under =
                    heat_color(look_.heat, look_.shade != nullptr ? look_.shade(value) : value, ui.theme());
                const Color ink =
                    contrast(ui.theme().ink, under) >= 4.5 ? ui.theme().ink : ui.theme().on(under);
                const Point centre = place.at(row + 0.5, col + 0.5);
                ui.text({centre.x, centre.y - fonts::line_height(caption) / 2}, caption, ink, text,
                        Align::centre);
            }
        }
    }

    void draw_chosen(Ui& ui, const MapPlace& place) const {
        const Rect& box = place.rect;
        const Entry cell{chosen(ui, look_.selected_row_parameter), chosen(ui, look_.selected_col_parameter)};
        const Point centre = place.at(cell.row + 0.5, cell.col + 0.5);
        const bool row_in = cell.row >= 0 && centre.y >= box.y && centre.y < box.bottom();
        const bool col_in = cell.col >= 0 && centre.x >= box.x && centre.x < box.right();
        const Rect whole{place.at(cell.row, cell.col).x, place.at(cell.row, cell.col).y, place.cell_width(),
                         place.cell_height()};
        const bool wide = place.cell_width() >= 16 && place.cell_height() >= 16;
        if (wide) {
            // Cells that can be seen as such are framed; nothing is drawn across their numbers.
            const Rect seen{std::max(whole.x, box.x), std::max(whole.y, box.y),
                            std::min(whole.right(), box.right()) - std::max(whole.x, box.x),
                            std::min(whole.bottom(), box.bottom()) - std::max(whole.y, box.y)};
            if (cell.row >= 0 && cell.col >= 0 && seen.width > 2 && seen.height > 2)
                ui.painter().outline(seen, ui.theme().ink, 2.5f, 2);
            return;
        }
        if (row_in) ui.painter().line({box.x, centre.y}, {box.right(), centre.y}, look_.row_color, 2);
        if (col_in) ui.painter().line({centre.x, box.y}, {centre.x, box.bottom()}, look_.col_color, 2);
        if (!row_in || !col_in) return;
        const float radius = 8;
        const Point ring{std::clamp(centre.x, box.x + radius, box.right() - radius),
                         std::clamp(centre.y, box.y + radius, box.bottom() - radius)};
        ui.painter().ring(ring, radius, ui.theme().paper, 4);
        ui.painter().ring(ring, radius, ui.theme().ink, 2);
    }

    void place_parameters(Ui& ui, const MapPlace& place) const {
        const std::array all = {look_.zoom_parameter, look_.row_parameter, look_.col_parameter,
                                look_.selected_row_parameter, look_.selected_col_parameter};
        bool focused = false;
        for (const int parameter : all) {
            if (parameter < 0) continue;
            ui.place_parameter(parameter, place.rect);
            focused = focused || ui.focused(parameter);
        }
        if (focused) ui.focus_ring(place.rect, 4);
    }
};

/// With what is in sight above it, a reading below it, and buttons.
class FramedMap final : public MapView {
  public:
    using MapView::MapView;

  protected:
    Size arrange(float available) override {
        width_ = std::min(available, look_.most) - beside(available);
        height_ = look_.height > 0 ? look_.height : width_;
        const float below = look_.buttons && beside(available) == 0 ? row_height + 8 : 0;
        return {width_ + beside(available), axis_height + height_ + reading_height + below, 0};
    }
    Rect place_in(Rect rect) const override { return {rect.x, rect.y + axis_height, width_, height_}; }
    void draw_controls(Ui& ui, Viewport& viewport, const MapPlace& place, Rect rect) const override {
        if (!look_.buttons) return;
        const bool upright = beside(rect.width) > 0;
        const Point at = upright ? Point{place.rect.right() + 12, place.rect.y}
                                 : Point{place.rect.x, place.rect.bottom() + reading_height + 8};
        draw_buttons(ui, look_, viewport, place, at, upright);
    }
    void draw_around(Ui& ui, const MapPlace& place) const override {
        draw_axes(ui, place);
        draw_reading(ui, {place.rect.x, place.rect.bottom() + 2, width_, reading_height});
    }

  private:
    /// Buttons stand beside the map where there is room.
    float beside(float available) const { return look_.buttons && available >= 480 ? button_side + 12 : 0; }

    /// "columns 0 to 3071, rows 1024 to 4095".
    void draw_axes(Ui& ui, const MapPlace& place) const {
        const auto span = [](double first, double count, int all) -> std::string {
            const int from = std::clamp(static_cast<int>(std::floor(first)), 0, all - 1);
            const int to = std::clamp(static_cast<int>(std::ceil(first + count)) - 1, from, all - 1);
            return Phrase() << from << " to " << to;
        };
        const std::string across = span(place.seen.col, place.seen.cols, look_.map->cols());
        const std::string down = span(place.seen.row, place.seen.rows, look_.map->rows());
        const float y = place.rect.y - axis_height;
        const std::string left = "columns " + across, right = "rows " + down;
        const float room = place.rect.width / 2 - 6;
        ui.text({place.rect.x, y}, caption, readable(ui, look_.col_color), shortened(caption, left, room));
        ui.text({place.rect.right(), y}, caption, readable(ui, look_.row_color),
                shortened(caption, right, room), Align::right);
    }

    static Color readable(Ui& ui, Color color) {
        return color.a() == 255 && contrast(color, ui.theme().paper) >= 4.5 ? color : ui.theme().muted;
    }

    void draw_reading(Ui& ui, Rect rect) const {
        Entry cell = pointed_;
        if (cell.row < 0)
            cell = {chosen(ui, look_.selected_row_parameter), chosen(ui, look_.selected_col_parameter)};
        std::string said = "point at a cell";
        if (within(look_, cell)) {
            said = look_.reading ? look_.reading(cell)
                                 : std::string(Phrase() << "row " << cell.row << ", column " << cell.col);
            if (!look_.reading && look_.value) {
                const float value = look_.value(cell.row, cell.col);
                said += std::isnan(value) ? ": masked" : ": " + exact(static_cast<double>(value));
            }
        }
        ui.text({rect.x, rect.y + (rect.height - fonts::line_height(caption)) / 2}, caption, ui.theme().ink,
                shortened(caption, said, rect.width));
    }

    /// Four digits, of whatever size.
    static std::string exact(double value) {
        const double size = std::fabs(value);
        if (value == 0 || !std::isfinite(value)) return fixed(value, 0);
        if (size < 1e-3 || size >= 1e5) return scientific(value, 4);
        return fixed(value, std::clamp(3 - static_cast<int>(std::floor(std::log10(size))), 0, 6));
    }
};

class Overview final : public Part {
  public:
    Overview(MapLook&& look, float side, Point shown) : look_(std::move(look)), side_(side), shown_(shown) {}

    void draw(Ui& ui, Rect rect) override {
        const Size size = measure(rect.width);
        if (look_.map == nullptr || look_.map->rows() <= 0 || look_.map->cols() <= 0) return;
        const Rect box{rect.x, rect.y, size.width, size.height};
        Viewport viewport(ui, look_, shown_);
        const MapPlace place{
            box, seen_region(look_.map->rows(), look_.map->cols(), 1, 0, 0, box.width, box.height)};
        const bool sized = resize(ui, viewport, place);
        const PointerState pointer = ui.area(look_.id + "/overview", box, Grip::pan);
        if (pointer.clicked || (pointer.held && !ui.touch())) {
            const Point p = pointer.position;
            viewport.centre(place.seen.row + static_cast<double>((p.y - box.y) / place.cell_height()),
                            place.seen.col + static_cast<double>((p.x - box.x) / place.cell_width()), place);
        }
        const Theme& theme = ui.theme();
        if (ui.painter().tile_map(box, *look_.map, place.seen, look_.heat, theme)) ui.ask_for_frame();
        ui.painter().outline(box, theme.line, 1, 0);
        const auto [a, b] = corners(viewport, place);
        // (Never smaller than what an eye finds.)
        const float more_x = std::max(0.0f, 8 - (b.x - a.x)) / 2,
                    more_y = std::max(0.0f, 8 - (b.y - a.y)) / 2;
        const Rect frame{std::clamp(a.x - more_x, box.x, box.right() - 8),
                         std::clamp(a.y - more_y, box.y, box.bottom() - 8), std::max(8.0f, b.x - a.x),
                         std::max(8.0f, b.y - a.y)};
        ui.painter().outline(frame, pointer.hovered || pointer.held ? theme.query : theme.ink, 2, 2);
        if (sizable(a, b)) handle(ui, {b.x, a.y}, sized ? theme.query : theme.ink, false, {sized, sized});
    }

  protected:
    Size arrange(float available) override {
        const float side = std::min(side_, available);
        return {side, side, 0};
    }

  private:
    /// Two corners of the frame, as far as it is on the map.
    std::pair<Point, Point> corners(const Viewport& viewport, const MapPlace& place) const {
        const Rect& box = place.rect;
        const CellRegion seen = viewport.seen();
        const Point from = place.at(seen.row, seen.col),
                    to = place.at(seen.row + seen.rows, seen.col + seen.cols);
        return {{std::max(from.x, box.x), std::max(from.y, box.y)},
                {std::min(to.x, box.right()), std::min(to.y, box.bottom())}};
    }

    /// Whether the frame is so large that its corner and the rest of it can be told apart by a finger.
    bool sizable(Point a, Point b) const {
        return look_.zoom_parameter >= 0 && std::min(b.x - a.x, b.y - a.y) >= target;
    }

    /// The upper right corner is carried to or from the middle. Whether a hand is on it.
    bool resize(Ui& ui, Viewport& viewport, const MapPlace& place) const {
        const auto [a, b] = corners(viewport, place);
        const std::string id = look_.id + "/corner";
        bool& held = ui.kept<bool>(id);
        if (!sizable(a, b) && !held) return false;
        const Point corner{b.x, a.y}, middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
        const PointerState pointer = ui.area(id, target_at(corner), Grip::free);
        held = pointer.held;
        const Point hand = ui.carried(pointer, corner);
        if (pointer.dragging) {
            const float half = std::max(hand.x - middle.x, middle.y - hand.y);
            const MapPlace shown{{0, 0, shown_.x, shown_.y}, viewport.seen()};
            viewport.enlarge(static_cast<double>((b.x - a.x) / 2 / std::max(4.0f, half)), shown.rect.centre(),
                             shown);
        }
        return pointer.hovered || pointer.held;
    }

    MapLook look_;
    float side_;
    Point shown_;
};

}  // namespace

Point MapPlace::at(double row, double col) const {
    return {rect.x + static_cast<float>((col - seen.col) / seen.cols * static_cast<double>(rect.width)),
            rect.y + static_cast<float>((row - seen.row) / seen.rows * static_cast<double>(rect.height))};
}

Entry MapPlace::entry(Point p) const {
    return {static_cast<int>(
                std::floor(seen.row + static_cast<double>((p.y - rect.y) / rect.height) * seen.rows)),
            static_cast<int>(
                std::floor(seen.col + static_cast<double>((p.x - rect.x) / rect.width) * seen.cols))};
}

CellRegion seen_region(int rows, int cols, double zoom, double centre_row, double centre_col, float width,
                       float height) {
    const double wide = std::max(1.0, static_cast<double>(width)),
                 high = std::max(1.0, static_cast<double>(height));
    // Pixels to a cell: the same across and down.
    const double pixels = std::max(1.0, zoom) * std::min(wide / cols, high / rows);
    CellRegion out;
    out.rows = high / pixels;
    out.cols = wide / pixels;
    const auto first = [](double centre, double seen, double all) {
        if (seen >= all) return (all - seen) / 2;  // centred, with margins
        return std::clamp(centre - seen / 2, 0.0, all - seen);
    };
    out.row = first(centre_row, out.rows, rows);
    out.col = first(centre_col, out.cols, cols);
    return out;
}

MapLook map_look(std::string id, TileMap& map, const HeatLook& heat, const Theme& theme,
                 const MapParameters& parameters) {
    MapLook out;
    out.id = std::move(id);
    out.map = &map;
    out.heat = heat;
    out.zoom_parameter = parameters.zoom;
    out.row_parameter = parameters.centre_row;
    out.col_parameter = parameters.centre_col;
    out.selected_row_parameter = parameters.row;
    out.selected_col_parameter = parameters.col;
    out.row_color = theme.query;
    out.col_color = theme.key;
    return out;
}

Block map_view(MapLook&& look) {
    return std::make_unique<FramedMap>(std::move(look));
}

Block map_alone(MapLook&& look) {
    return std::make_unique<MapView>(std::move(look));
}

Block map_buttons(MapLook&& look, Point shown, bool upright) {
    constexpr float three = 3 * (button_side + button_gap);
    const Size size = upright ? Size{button_side, three + fonts::line_height(caption), 0}
                              : Size{three - button_gap, row_height, 0};
    return drawing(size, [look = std::move(look), shown, upright](Ui& ui, Rect rect) {
        Viewport viewport(ui, look, shown);
        // (Where it stands matters not; but the chosen cell's place in it does.)
        const MapPlace place{{0, 0, shown.x, shown.y}, viewport.seen()};
        draw_buttons(ui, look, viewport, place, {rect.x, rect.y}, upright);
    });
}

Block map_overview(MapLook&& look, float side, Point shown) {
    return std::make_unique<Overview>(std::move(look), side, shown);
}

}  // namespace explainer::figures
