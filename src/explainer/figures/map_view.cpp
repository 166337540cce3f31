// Frames, hands and readings of large maps. See map_view.h; what is said of them is in map_summary.cpp.
#include "explainer/figures/map_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explainer/figures/controls.h"
#include "explainer/figures/matrix_cells.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float number_cell_width = 40;  // from here on cells have numbers
constexpr float button = 44, button_gap = 6;
constexpr float axis_height = 20;
constexpr float reading_height = 24;
constexpr float finger_tremble = 6;
constexpr double button_factor = 2;

/// The parameters that say what is in sight.
class Sight {
  public:
    Sight(Ui& ui, const MapLook& look) : ui_(ui), look_(look) {}

    double zoom() const { return look_.zoom_parameter < 0 ? 1 : ui_.state().number(look_.zoom_parameter); }
    double row() const { return number(look_.row_parameter, look_.map->rows()); }
    double col() const { return number(look_.col_parameter, look_.map->cols()); }

    CellRegion seen(float width, float height) const {
        return seen_region(look_.map->rows(), look_.map->cols(), zoom(), row(), col(), width, height);
    }

    /// Around a centre, in cells; to what a pixel can tell, so that a link stays short.
    void centre(double row, double col, const MapPlace& place) {
        const double pixel =
            std::exp2(std::floor(std::log2(place.seen.cols / static_cast<double>(place.rect.width))));
        set(look_.row_parameter, std::round(row / pixel) * pixel);
        set(look_.col_parameter, std::round(col / pixel) * pixel);
    }

    /// The place in the matrix that is at `around` stays there.
    void enlarge(double factor, Point around, const MapPlace& place) {
        if (look_.zoom_parameter < 0) return;
        const Parameter& p = ui_.state().parameter(look_.zoom_parameter);
        const double before = zoom();
        const double after = std::clamp(before * factor, std::max(1.0, p.minimum), p.maximum);
        // (Three digits: a hundredth of a pixel at most, and a link that can be read.)
        const double scale = std::pow(10.0, 2 - std::floor(std::log10(after)));
        const double rounded =
            std::clamp(std::round(after * scale) / scale, std::max(1.0, p.minimum), p.maximum);
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
};

class MapView final : public Part {
  public:
    explicit MapView(MapLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        if (look_.map == nullptr || look_.map->rows() <= 0 || look_.map->cols() <= 0) return;
        Sight sight(ui, look_);
        MapPlace place{{rect.x, rect.y + axis_height, width_, height_}, {}};
        place.seen = sight.seen(width_, height_);
        obey(ui, sight, place);
        if (look_.buttons) draw_buttons(ui, sight, place, rect);
        place.seen = sight.seen(width_, height_);

        const Theme& theme = ui.theme();
        if (ui.painter().tile_map(place.rect, *look_.map, place.seen, look_.heat, theme)) ui.ask_for_frame();
        if (place.cell_width() >= number_cell_width && look_.value) draw_numbers(ui, place);
        if (look_.over) look_.over(ui, place);
        draw_chosen(ui, place);
        ui.painter().outline(place.rect, theme.line, 1, 0);
        draw_axes(ui, place);
        draw_reading(ui, {rect.x, place.rect.bottom() + 2, width_, reading_height});
        place_parameters(ui, place);
    }

  protected:
    Size arrange(float available) override {
        width_ = std::min(available, look_.most) - beside(available);
        height_ = look_.height > 0 ? look_.height : width_;
        const float below = look_.buttons && beside(available) == 0 ? row_height + 8 : 0;
        return {width_ + beside(available), axis_height + height_ + reading_height + below, 0};
    }

  private:
    /// Buttons stand beside the map where there is room.
    float beside(float available) const { return look_.buttons && available >= 480 ? button + 12 : 0; }

    int chosen(Ui& ui, int parameter) const { return parameter < 0 ? -1 : ui.state().integer(parameter); }

    bool within(Entry entry) const {
        return entry.row >= 0 && entry.col >= 0 && entry.row < look_.map->rows() &&
               entry.col < look_.map->cols();
    }

    void obey(Ui& ui, Sight& sight, const MapPlace& place) {
        const PointerState pointer = ui.area(look_.id, place.rect, Grip::pan);
        // What was taken hold of stays under the pointer: the drag is counted from the press, so that the
        // rounding of its many steps does not add up.
        float& press_x = ui.kept(look_.id + "/x", 0);
        float& press_y = ui.kept(look_.id + "/y", 0);
        float& held_row = ui.kept(look_.id + "/held row", 0);
        float& held_col = ui.kept(look_.id + "/held col", 0);
        float& moved = ui.kept(look_.id + "/moved", 0);
        const Point p = pointer.position;
        if (pointer.pressed) {
            press_x = p.x;
            press_y = p.y;
            held_row = static_cast<float>(place.seen.row) + (p.y - place.rect.y) / place.cell_height();
            held_col = static_cast<float>(place.seen.col) + (p.x - place.rect.x) / place.cell_width();
            moved = 0;
        }
        if (length(p - Point{press_x, press_y}) > finger_tremble) moved = 1;
        if (pointer.held && !ui.touch() && moved > 0) {
            const Point centre = place.rect.centre();
            sight.centre(static_cast<double>(held_row + (centre.y - p.y) / place.cell_height()),
                         static_cast<double>(held_col + (centre.x - p.x) / place.cell_width()), place);
        }
        if (const auto pinch = ui.take_pinch(place.rect)) {
            MapPlace shifted = place;
            shifted.seen.row -= static_cast<double>(pinch->shift.y / place.cell_height());
            shifted.seen.col -= static_cast<double>(pinch->shift.x / place.cell_width());
            sight.enlarge(static_cast<double>(pinch->factor), pinch->centre, shifted);
        }
        pointed_ = place.rect.contains(p) ? place.entry(p) : Entry{};
        const bool on = within(pointed_);
        if (on && pointer.clicked && moved <= 0) {
            if (look_.chosen_row_parameter >= 0) ui.change(look_.chosen_row_parameter, pointed_.row);
            if (look_.chosen_col_parameter >= 0) ui.change(look_.chosen_col_parameter, pointed_.col);
        }
        if (!on || !(pointer.hovered || pointer.held) || (pointer.held && moved > 0)) pointed_ = {};
        if (pointed_.row >= 0 && look_.hovered) look_.hovered(pointed_);
    }

    void draw_buttons(Ui& ui, Sight& sight, const MapPlace& place, Rect rect) const {
        const bool column = beside(rect.width) > 0;
        Point at = column ? Point{place.rect.right() + 12, place.rect.y}
                          : Point{place.rect.x, place.rect.bottom() + reading_height + 8};
        const auto next = [&](const char* name, Sign sign, bool enabled) {
            const Rect box{at.x, at.y, button, row_height};
            (column ? at.y : at.x) += button + button_gap;
            return sign_button(ui, look_.id + name, box, sign, {.enabled = enabled});
        };
        const Parameter* p = look_.zoom_parameter < 0 ? nullptr : &ui.state().parameter(look_.zoom_parameter);
        const double zoom = sight.zoom();
        // Around what is chosen, if it is in sight.
        Point around = place.rect.centre();
        const Entry cell{chosen(ui, look_.chosen_row_parameter), chosen(ui, look_.chosen_col_parameter)};
        if (const Point at_cell = place.at(cell.row + 0.5, cell.col + 0.5);
            within(cell) && place.rect.contains(at_cell))
            around = at_cell;
        if (next("/in", Sign::plus, p != nullptr && zoom < p->maximum))
            sight.enlarge(button_factor, around, place);
        if (next("/out", Sign::minus, zoom > 1)) sight.enlarge(1 / button_factor, around, place);
        if (next("/all", Sign::whole, zoom > 1)) sight.enlarge(0, around, place);
        const std::string shown = fixed(zoom, zoom < 10 ? 2 : 0) + " ×";
        const float line = fonts::line_height(caption);
        ui.text(column ? Point{at.x + button / 2, at.y} : Point{at.x + 4, at.y + (row_height - line) / 2},
                caption, ui.theme().ink, shown, column ? Align::centre : Align::left);
    }

    void draw_numbers(Ui& ui, const MapPlace& place) const {
        MatrixLook numbers;
        numbers.decimals = look_.decimals;
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
                const CellNumber number =
                    cell_number(numbers, value, place.cell_width(), place.cell_height(), false);
                const Color under = heat_color(look_.heat, value, ui.theme());
                const Color ink =
                    contrast(ui.theme().ink, under) >= 4.5 ? ui.theme().ink : ui.theme().on(under);
                const Point centre = place.at(row + 0.5, col + 0.5);
                ui.text({centre.x, centre.y - fonts::line_height(number.type) / 2}, number.type, ink,
                        number.text, Align::centre);
            }
        }
    }

    void draw_chosen(Ui& ui, const MapPlace& place) const {
        const Rect& box = place.rect;
        const Entry cell{chosen(ui, look_.chosen_row_parameter), chosen(ui, look_.chosen_col_parameter)};
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
            cell = {chosen(ui, look_.chosen_row_parameter), chosen(ui, look_.chosen_col_parameter)};
        std::string said = "point at a cell";
        if (within(cell)) {
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

    void place_parameters(Ui& ui, const MapPlace& place) const {
        const std::array all = {look_.zoom_parameter, look_.row_parameter, look_.col_parameter,
                                look_.chosen_row_parameter, look_.chosen_col_parameter};
        bool focused = false;
        for (const int parameter : all) {
            if (parameter < 0) continue;
            ui.place_parameter(parameter, place.rect);
            focused = focused || ui.focused(parameter);
        }
        if (focused) ui.focus_ring(place.rect, 4);
    }

    MapLook look_;
    float width_ = 0, height_ = 0;
    Entry pointed_;
};

class Overview final : public Part {
  public:
    Overview(MapLook&& look, float side, Point shown) : look_(std::move(look)), side_(side), shown_(shown) {}

    void draw(Ui& ui, Rect rect) override {
        const Size size = measure(rect.width);
        if (look_.map == nullptr || look_.map->rows() <= 0 || look_.map->cols() <= 0) return;
        const Rect box{rect.x, rect.y, size.width, size.height};
        Sight sight(ui, look_);
        const MapPlace place{
            box, seen_region(look_.map->rows(), look_.map->cols(), 1, 0, 0, box.width, box.height)};
        const PointerState pointer = ui.area(look_.id + "/overview", box, Grip::pan);
        if (pointer.clicked || (pointer.held && !ui.touch())) {
            const Point p = pointer.position;
            sight.centre(place.seen.row + static_cast<double>((p.y - box.y) / place.cell_height()),
                         place.seen.col + static_cast<double>((p.x - box.x) / place.cell_width()), place);
        }
        const Theme& theme = ui.theme();
        if (ui.painter().tile_map(box, *look_.map, place.seen, look_.heat, theme)) ui.ask_for_frame();
        ui.painter().outline(box, theme.line, 1, 0);
        const CellRegion seen = sight.seen(shown_.x, shown_.y);
        const Point from = place.at(seen.row, seen.col),
                    to = place.at(seen.row + seen.rows, seen.col + seen.cols);
        const Point a{std::max(from.x, box.x), std::max(from.y, box.y)};
        const Point b{std::min(to.x, box.right()), std::min(to.y, box.bottom())};
        // (Never smaller than what an eye finds.)
        const float more_x = std::max(0.0f, 8 - (b.x - a.x)) / 2,
                    more_y = std::max(0.0f, 8 - (b.y - a.y)) / 2;
        const Rect frame{std::clamp(a.x - more_x, box.x, box.right() - 8),
                         std::clamp(a.y - more_y, box.y, box.bottom() - 8), std::max(8.0f, b.x - a.x),
                         std::max(8.0f, b.y - a.y)};
        ui.painter().outline(frame, pointer.hovered || pointer.held ? theme.query : theme.ink, 2, 2);
    }

  protected:
    Size arrange(float available) override {
        const float side = std::min(side_, available);
        return {side, side, 0};
    }

  private:
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

Block map_view(MapLook&& look) {
    return std::make_unique<MapView>(std::move(look));
}

Block map_overview(MapLook&& look, float side, Point shown) {
    return std::make_unique<Overview>(std::move(look), side, shown);
}

}  // namespace explainer::figures
