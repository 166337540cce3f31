// Cells of a matrix. See matrix_cells.h.
#include "explainer/figures/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/format.h"
#include "explainer/language.h"

namespace explainer::figures {
namespace {

constexpr float least_number_width = 28, least_number_height = 20;  // smaller cells show colour alone
constexpr float air = 6;                                            // beside a number

/// ".12" for "0.12", unless the look has zeros.
std::string led(const MatrixLook& look, std::string text) {
    if (look.cells.leading_zero) return text;
    if (text.starts_with("0.")) return text.substr(1);
    if (text.starts_with("−0.")) return "−" + text.substr(std::string_view("−0").size());
    return text;
}

std::string written(const MatrixLook& look, double value, int decimals) {
    return value == 0 && !look.cells.leading_zero ? "0" : led(look, fixed(value, decimals));
}

/// The least size of a number. Where a language keeps the zero that the look has no room for, it is set
/// smaller.
float least_size(const MatrixLook& look) {
    return look.cells.leading_zero || language::in_use() == nullptr ? 13 : 11;
}

/// How one cell is to be seen.
struct Cell {
    int row, col;
    Rect rect;
    float value;
    bool masked, used, chosen, faded, bold;
};

class Cells {
  public:
    Cells(Ui& ui, const MatrixLook& look, const MatrixPlace& place) : ui_(ui), look_(look), place_(place) {}

    void draw() {
        if (look_.cells.numbers && look_.cells.alike) agree();
        // (A heatmap in one call is one texture; the other ways are for small matrices.)
        const bool whole = place_.rows == look_.data.rows && place_.cols == look_.data.cols;
        const bool retained = look_.cells.ground == Ground::heat && whole && look_.marks.reached < 0 &&
                              !look_.marks.empty && !look_.cells.ground_of && !look_.marks.fade_others;
        if (retained) {
            Heat heat{look_.data.values.data(), look_.data.rows,       look_.data.cols,
                      look_.cells.largest,      look_.cells.is_signed, cell_gap()};
            heat.id = std::hash<std::string>{}(look_.data.id);
            heat.version = look_.data.version;
            heat.muted = look_.cells.muted;
            ui_.painter().heatmap(place_.cells, heat, ui_.theme());
        } else {
            each([&](const Cell& cell) { draw_ground(cell); });
        }
        if (look_.cells.numbers)
            each([&](const Cell& cell) {
                if (numbered(cell.row)) draw_number(cell);
            });
        if (look_.marks.mask_border) draw_mask_border();
        draw_rings();
    }

  private:
    float cell_gap() const { return std::min(place_.cell_width, place_.cell_height) >= 8 ? 1.0f : 0.0f; }
    float value(int row, int col) const {
        return look_.data.values[static_cast<size_t>(row) * static_cast<size_t>(look_.data.cols) +
                                 static_cast<size_t>(col)];
    }
    bool reached(int row, int col) const {
        if (look_.marks.empty && look_.marks.empty(row, col)) return false;
        return look_.marks.reached < 0 || row * look_.data.cols + col < look_.marks.reached;
    }

    bool numbered(int row) const { return look_.cells.number_row < 0 || row == look_.cells.number_row; }

    template <class Work>
    void each(Work work) const {
        for (int row = place_.first_row; row < place_.first_row + place_.rows; ++row) {
            for (int col = place_.first_col; col < place_.first_col + place_.cols; ++col) {
                if (!reached(row, col)) continue;
                Cell cell{row,   col,  place_.cell(row, col), value(row, col), false, false, false,
                          false, false};
                cell.masked = std::isnan(cell.value);
                cell.used = row == look_.marks.linked_row || col == look_.marks.linked_col;
                cell.chosen = look_.marks.selected == Entry{row, col};
                cell.faded = look_.marks.fade_others && !cell.used && !cell.chosen;
                cell.bold = cell.used || cell.chosen || row == look_.marks.selected_row ||
                            look_.marks.pointed == Entry{row, col};
                work(cell);
            }
        }
    }

    bool fits(const std::string& text, float size) const {
        return fonts::width({size, true}, text) <= place_.cell_width - 4;
    }
    /// The precision and the size that all numbers fit with, be they bold or not.
    void agree() {
        std::span<const float> numbers = look_.data.values;
        if (const int row = look_.cells.number_row; row >= 0 && row < look_.data.rows)
            numbers = numbers.subspan(static_cast<size_t>(row * look_.data.cols),
                                      static_cast<size_t>(look_.data.cols));
        for (decimals_ = look_.cells.decimals; decimals_ > 0; --decimals_) {
            for (const float size : {15.0f, 13.0f, 12.0f, 11.0f}) {
                size_ = size;
                bool all = size < 14 || place_.cell_width >= 44;
                // (Where ".12" fits, a whole "1" will do for 1.00.)
                for (const float one : numbers)
                    all = all && (fits(written(look_, static_cast<double>(one), decimals_), size) ||
                                  (!look_.cells.leading_zero && std::fabs(one) > 0.99f));
                if (all) return;
            }
        }
    }
    CellNumber number_of(const Cell& cell) const {
        if (!look_.cells.alike)
            return cell_number(look_, cell.value, cell.rect.width, cell.rect.height, cell.bold);
        const double number = static_cast<double>(cell.value);
        if (number != 0 && std::fabs(number) < 0.5 * std::pow(10.0, -decimals_)) {
            if (!look_.cells.powers) return {"0", {size_, cell.bold}};
            const std::string power = scientific(number, 2);
            for (const float size : {size_, 13.0f, 12.0f}) {
                if (size <= size_ && fits(power, size)) return {power, {size, cell.bold}};
            }
        }
        for (const int decimals : {decimals_, 0}) {
            const std::string text = written(look_, number, decimals);
            if (fits(text, size_)) return {text, {size_, cell.bold}};
        }
        return {};
    }

    std::optional<Color> own_ground(const Cell& cell) const {
        return look_.cells.ground_of ? look_.cells.ground_of(cell.row, cell.col) : std::nullopt;
    }
    Color ground(const Cell& cell) const {
        const Theme& theme = ui_.theme();
        if (const std::optional<Color> own = own_ground(cell)) return *own;
        Color out = theme.paper;
        if (look_.cells.ground == Ground::heat) {
            out = heat_color(HeatLook{look_.cells.largest, look_.cells.is_signed, 1, look_.cells.muted},
                             cell.value, theme);
            if (cell.faded) out = mix(theme.paper, out, 0.35f);
        } else if (!cell.faded && look_.cells.ground == Ground::tint) {
            out = mix(theme.paper, look_.cells.color, cell.chosen ? 0.34f : cell.used ? 0.2f : 0.09f);
        } else if (look_.cells.ground == Ground::none && (cell.used || cell.chosen)) {
            out = mix(theme.paper, look_.cells.color, 0.14f);
        }
        return out;
    }

    void draw_ground(const Cell& cell) const {
        const float gap = cell_gap();
        const Rect box{cell.rect.x, cell.rect.y, cell.rect.width - gap, cell.rect.height - gap};
        const Color color = ground(cell);
        // (What is drawn is the same in every theme, also where one of them rounds a colour to the paper's.)
        const bool by_value = look_.cells.ground == Ground::heat && !own_ground(cell);
        if (by_value ? cell.value != 0 && !cell.masked : !(color == ui_.theme().paper))
            ui_.painter().rectangle(box, color, 0);
        if (cell.masked) hatch(ui_, box);
    }

    void draw_number(const Cell& cell) const {
        if (cell.masked) return;
        const Rect& rect = cell.rect;
        const CellNumber number = number_of(cell);
        if (number.text.empty()) return;
        const Theme& theme = ui_.theme();
        const Color under = ground(cell);
        const auto readable = [&](Color color) {
            return contrast(color, under) >= 4.5 ? color : theme.on(under);
        };
        const Color color = readable(cell.faded ? theme.muted : theme.ink);
        const float line = fonts::line_height(number.type), small_line = fonts::line_height(caption);
        std::string small;
        const bool second = look_.cells.small && rect.width >= look_.cells.least_small &&
                            rect.height >= line + small_line + 4;
        if (second) {
            small = led(look_, look_.cells.small(cell.row, cell.col));
            if (fonts::width(caption, small) > rect.width - 4) small.clear();
        }
        const float top = rect.centre().y - (line + (second ? small_line : 0)) / 2;
        const float centre = rect.x + (rect.width - cell_gap()) / 2;
        ui_.text({centre, top}, number.type, color, number.text, Align::centre);
        if (!small.empty())
            ui_.text({centre, top + line}, caption, readable(cell.faded ? theme.muted : theme.ink), small,
                     Align::centre);
        if (look_.hand.parameter >= 0) {
            const float half = std::max(10.0f, fonts::width(number.type, number.text)) / 2;
            underline({centre - half, top + line - 1}, {centre + half, top + line - 1},
                      readable(look_.cells.color));
        }
    }

    /// Dotted: can be typed over.
    void underline(Point from, Point to, Color color) const {
        for (float x = from.x; x < to.x - 1; x += 4)
            ui_.painter().rectangle({x, from.y, 2, 1.25f}, color.faded(0.8f), 0);
    }

    void draw_mask_border() const {
        const Color ink = ui_.theme().ink;
        const auto hidden = [&](int row, int col) {
            return look_.marks.masked ? look_.marks.masked(row, col) : std::isnan(value(row, col));
        };
        each([&](const Cell& cell) {
            const Rect& r = cell.rect;
            const float right = r.right() - cell_gap() / 2, bottom = r.bottom() - cell_gap() / 2;
            if (cell.col + 1 < look_.data.cols && place_.shows(cell.row, cell.col + 1) &&
                hidden(cell.row, cell.col) != hidden(cell.row, cell.col + 1))
                ui_.painter().line({right, r.y - 1}, {right, r.bottom()}, ink, 2);
            if (cell.row + 1 < look_.data.rows && place_.shows(cell.row + 1, cell.col) &&
                hidden(cell.row, cell.col) != hidden(cell.row + 1, cell.col))
                ui_.painter().line({r.x - 1, bottom}, {r.right(), bottom}, ink, 2);
        });
    }

    void draw_rings() const {
        for (const Entry& ring : look_.marks.rings) {
            if (!place_.shows(ring.row, ring.col)) continue;
            const Rect rect = place_.cell(ring.row, ring.col);
            const float radius = std::min(8.0f, std::min(rect.width, rect.height) * 0.32f);
            if (radius >= 2) ui_.painter().disc(rect.centre(), radius, ui_.theme().paper);
            ui_.painter().ring(rect.centre(), radius, ui_.theme().muted, 1.75f);
        }
    }

    Ui& ui_;
    const MatrixLook& look_;
    const MatrixPlace& place_;
    int decimals_ = 0;  // for `alike`
    float size_ = 13;
};

}  // namespace

float natural_cell_width(const MatrixLook& look) {
    if (!look.cells.numbers) return 32;
    float width = look.cells.number_width;
    if (width <= 0) {
        std::string sample = "−0";
        if (look.cells.decimals > 0)
            sample += "." + std::string(static_cast<size_t>(look.cells.decimals), '0');
        width = fonts::width(strong, sample);
    }
    return std::max(36.0f, std::ceil(width) + 18);
}

int shared_decimals(const MatrixLook& look, float width) {
    double low = 0, high = 0, least = INFINITY;
    for (const float value : look.data.values) {
        const double number = static_cast<double>(value);
        if (!std::isfinite(number)) continue;
        low = std::min(low, number);
        high = std::max(high, number);
        if (number != 0) least = std::min(least, std::fabs(number));
    }
    const auto fits = [&](double number, int decimals) {
        return fonts::width({least_size(look), true}, written(look, number, decimals)) <= width - 4;
    };
    for (int decimals = look.cells.decimals; decimals >= 0; --decimals) {
        // (Not so few that nothing is left of the smallest.)
        if (decimals < look.cells.decimals && std::round(least * std::pow(10.0, decimals)) == 0) break;
        if (fits(low, decimals) && fits(high, decimals)) return decimals;
    }
    return look.cells.decimals;
}

CellNumber cell_number(const MatrixLook& look, float value, float width, float height, bool bold) {
    const float expected = look.cells.number_width > 0 ? look.cells.number_width + air : least_number_width;
    if (width < std::min(least_number_width, expected) || height < least_number_height) return {};
    const double number = static_cast<double>(value);
    // All cells of a matrix begin with the same size; only what is too long for it is set smaller, then
    // with fewer decimals, then as a power of ten.
    const float size = width >= 80 && height >= 48 ? 18 : width >= 44 && height >= 26 ? 15 : 13;
    const auto fits = [&](const std::string& text, float at) {
        return fonts::width({at, bold}, text) <= width - (at > 13 ? air : 4);
    };
    const std::string plain = written(look, number, look.cells.decimals);
    for (const float smaller : {size, 15.0f, 13.0f, least_size(look)}) {
        if (smaller <= size && fits(plain, smaller)) return {plain, {smaller, bold}};
    }
    for (int decimals = look.cells.decimals - 1; decimals >= 0; --decimals) {
        const std::string text = written(look, number, decimals);
        // (Not so few that nothing of it is left.)
        if (fits(text, 13) && (number == 0 || std::round(number * std::pow(10.0, decimals)) != 0))
            return {text, {13, bold}};
    }
    const std::string power = scientific(number, 1);
    if (std::isfinite(number) && fits(power, 13)) return {power, {13, bold}};
    return {};
}

void draw_matrix_cells(Ui& ui, const MatrixLook& look, const MatrixPlace& place) {
    Cells(ui, look, place).draw();
}

void draw_matrix_outlines(Ui& ui, const MatrixLook& look, const MatrixPlace& place) {
    const Theme& theme = ui.theme();
    const auto shows_row = [&](int row) {
        return row >= place.first_row && row < place.first_row + place.rows;
    };
    const auto shows_col = [&](int col) {
        return col >= place.first_col && col < place.first_col + place.cols;
    };
    if (look.frame.line) ui.painter().outline(place.cells.inset(-0.5f), theme.line, 1, 0);
    if (look.marks.pointed.row >= 0 && look.marks.pointed.col < 0 && shows_row(look.marks.pointed.row) &&
        look.marks.pointed.row != look.marks.selected_row)
        outline(ui, place.row(look.marks.pointed.row), Emphasis::pointed, theme.line);
    if (look.marks.pointed.col >= 0 && look.marks.pointed.row < 0 && shows_col(look.marks.pointed.col))
        outline(ui, place.col(look.marks.pointed.col), Emphasis::pointed, theme.line);
    if (shows_row(look.marks.linked_row))
        outline(ui, place.row(look.marks.linked_row), Emphasis::linked, look.cells.color);
    if (shows_col(look.marks.linked_col))
        outline(ui, place.col(look.marks.linked_col), Emphasis::linked, look.cells.color);
    if (look.marks.selected_row >= 0) {
        // It slides to another row.
        const float row =
            ui.eased(look.data.id + "/selected row", static_cast<float>(look.marks.selected_row));
        const float first = static_cast<float>(place.first_row);
        if (row >= first && row <= first + static_cast<float>(place.rows - 1)) {
            Rect rect = place.row(place.first_row);
            rect.y += (row - first) * place.cell_height;
            outline(ui, rect, Emphasis::selected, look.cells.color);
        }
    }
    if (look.marks.pointed.row >= 0 && look.marks.pointed.col >= 0 &&
        place.shows(look.marks.pointed.row, look.marks.pointed.col) &&
        !(look.marks.pointed == look.marks.selected))
        outline(ui, place.cell(look.marks.pointed.row, look.marks.pointed.col), Emphasis::pointed, theme.ink);
    if (place.shows(look.marks.selected.row, look.marks.selected.col))
        outline(ui, place.cell(look.marks.selected.row, look.marks.selected.col), Emphasis::selected,
                look.marks.selected_color.value_or(theme.ink));
}

}  // namespace explainer::figures
