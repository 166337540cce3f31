// Where a matrix's cells, labels and title stand, and what a hand does with them. See matrix.h; what is drawn
// in the cells is in matrix_cells.cpp, the labels are in matrix_labels.cpp.
#include "explainer/figures/matrix.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/matrix_cells.h"
#include "explainer/figures/matrix_labels.h"
#include "explainer/figures/text.h"

namespace explainer::figures {
namespace {

constexpr float title_line = 28;
constexpr float scroll_room = 24;  // for the thumb, under (or beside) the cells
constexpr float legend_gap = 8, least_legend = 76;

int in_sight(int all, float room, float least) {
    return std::clamp(static_cast<int>(room / least), 1, std::max(1, all));
}

struct DrawnMatrix {
    uint64_t frame = 0;
    MatrixPlace place;
};

class Matrix final : public Part, private MatrixLabels {
  public:
    explicit Matrix(MatrixLook&& look) : MatrixLabels(std::move(look)) {
        look_.data.rows = std::max(0, look_.data.rows);
        look_.data.cols = std::max(0, look_.data.cols);
        if (look_.data.values.size() <
            static_cast<size_t>(look_.data.rows) * static_cast<size_t>(look_.data.cols))
            look_.data.rows = look_.data.cols = 0;  // nothing is better than what is not there
        if (look_.frame.legend) {
            legend_ = heat_legend({.heat = {look_.cells.largest, look_.cells.is_signed, 1, look_.cells.muted},
                                   .name = look_.frame.legend_name,
                                   .decimals = look_.frame.legend_decimals});
        }
    }

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        place_.cells.x = rect.x + cells_.x;
        place_.cells.y = rect.y + cells_.y;
        place_.cells.width = cells_.width;
        place_.cells.height = place_.cell_height * static_cast<float>(place_.rows);
        follow(ui);
        draw_title(ui, rect);
        if (look_.data.rows > 0 && look_.data.cols > 0) {
            obey_cells(ui);
            obey_labels(ui, rect);
            if (look_.frame.behind) look_.frame.behind(ui, place_);
            if (place_.cell_width < look_.cells.least_zero) look_.cells.leading_zero = false;
            const int asked = look_.cells.decimals;
            if (look_.cells.numbers && !look_.cells.alike && asked > 0)
                look_.cells.decimals = shared_decimals(look_, place_.cell_width);
            draw_matrix_cells(ui, look_, place_);
            look_.cells.decimals = asked;
            if (look_.frame.over) look_.frame.over(ui, place_);
            draw_matrix_outlines(ui, look_, place_);
            draw_row_labels(ui, rect);
            draw_col_labels(ui);
            draw_focus(ui);
        }
        ui.kept<DrawnMatrix>(look_.data.id) = {ui.frame_number(), place_};
        if (look_.frame.brackets) draw_brackets(ui);
        if (scrolls_cols_) scroll_cols(ui);
        if (scrolls_rows_) scroll_rows(ui);
        if (legend_ && legend_width_ > 0)
            legend_->draw(ui, {rect.x + cells_.x + legend_left_, rect.y + legend_top_, legend_width_, 24});
    }

  protected:
    Size arrange(float available) override {
        const float pad = look_.frame.brackets ? bracket_room : 0;
        const bool title = !look_.frame.title.empty() || !look_.frame.note.empty();
        const bool beside = title && look_.frame.title_place == TitlePlace::left;
        float left = pad;
        if (beside) left += title_width() + 12;
        label_width_ = row_label_width(available);
        if (label_width_ > 0) left += label_width_ + label_gap;
        scrolls_rows_ = false;
        const int all_cols = std::max({1, look_.data.cols, look_.size.most_cols});
        const int all_rows = std::max({1, look_.data.rows, look_.size.most_rows});

        // Rows first: if they scroll, their thumb takes width.
        const float least = look_.size.least, least_row = std::min(least, 28.0f);  // numbers need no more
        if (look_.size.height > 0)
            scrolls_rows_ = static_cast<float>(all_rows) * least_row > look_.size.height + 0.5f;
        const float right = pad + (scrolls_rows_ ? scroll_room : 0);
        const float room = std::max(least, available - left - right);

        float width = natural_cell_width(look_);
        if (look_.size.cell_width > 0) width = look_.size.cell_width;
        const float share = room / static_cast<float>(std::max(1, look_.data.cols));
        if (look_.size.fill) width = look_.size.most > 0 ? std::min(share, look_.size.most) : share;
        width = std::max(least, std::min(width, share));
        if (width >= 12 && look_.size.cell_width <= 0) width = std::floor(width);
        const int cols = in_sight(look_.data.cols, room + 0.05f, width);
        if (cols < look_.data.cols) width = std::max(least, std::floor(room / static_cast<float>(cols)));
        scrolls_cols_ = least * static_cast<float>(all_cols) > room + 0.5f;

        float height = look_.size.cell_height > 0 ? look_.size.cell_height
                       : look_.size.square        ? width
                       : look_.cells.small        ? 52
                                                  : 32;
        int rows = std::max(1, look_.data.rows);
        if (look_.size.height > 0) {
            height = std::max(least_row, look_.size.height / static_cast<float>(rows));
            rows = in_sight(rows, look_.size.height + 0.5f, height);
            if (rows < look_.data.rows) height = look_.size.height / static_cast<float>(rows);
        }
        place_ = {};
        place_.cell_width = width;
        place_.cell_height = height;
        place_.rows = std::min(rows, look_.data.rows);
        place_.cols = std::min(cols, look_.data.cols);

        float y = 0;
        if (title && look_.frame.title_place == TitlePlace::above) y += title_height(available);
        label_lines_ = lines_over_columns();
        y += label_line * static_cast<float>(label_lines_);
        if (look_.frame.brackets) y += 4;
        cells_ = {left, y, width * static_cast<float>(place_.cols),
                  look_.size.height > 0
                      ? look_.size.height
                      : height * static_cast<float>(std::max({1, look_.data.rows, look_.size.most_rows}))};
        if (label_width_ > 0) cells_.height = std::max(cells_.height, label_line);
        y += cells_.height;
        if (look_.frame.brackets) y += 4;
        if (scrolls_cols_) y += scroll_room;
        Size out{left + cells_.width + right, 0, 0};
        const bool below = title && look_.frame.title_place == TitlePlace::below;
        hidden_ = below && scrolls_cols_;
        if (below && !hidden_) {
            title_top_ = y + 4;
            y += 4 + title_height(available);
        }
        if (legend_ && below) {
            // At the right of the title, where there is room.
            const float room = cells_.width - title_width() - note_width() - 20;
            legend_width_ = room < least_legend || hidden_ ? 0 : legend_->measure(room).width;
            legend_left_ = cells_.width - legend_width_;
            legend_top_ = title_top_ + 2;
        } else if (legend_) {
            legend_width_ = available - left;
            // (Under the cells, in the thumb's room while nothing scrolls.)
            legend_top_ = y + legend_gap - (scrolls_cols_ && cols >= look_.data.cols ? scroll_room : 0);
            out.width = std::max(out.width, left + legend_->measure(legend_width_).width);
            y += legend_gap + 24;
        }
        if (title && !beside) {
            title_left_ = look_.frame.title_place == TitlePlace::above || label_width_ == 0 ? 0 : left - pad;
            out.width = std::max(out.width, std::min(available, title_left_ + title_width() + note_width()));
        }
        out.width = std::min(available, out.width);
        out.height = y;
        return out;
    }

  private:
    // ---- Title: W with its subscript, and what is said of it

    float title_width() const {
        return fonts::width(heading, look_.frame.title) + fonts::width({13, true}, look_.frame.subscript);
    }
    std::string note() const {
        const bool small = place_.cell_width >= look_.cells.least_small &&
                           place_.cell_height >= fonts::line_height(body) + fonts::line_height(caption) + 4;
        return small ? look_.frame.note + look_.frame.small_note : look_.frame.note;
    }
    float note_width() const {
        return look_.frame.note.empty()
                   ? 0
                   : (look_.frame.title.empty() ? 0 : 10) + fonts::width(caption, note());
    }
    bool note_below(float available) const {
        return !look_.frame.note.empty() && !look_.frame.title.empty() &&
               (look_.frame.title_place == TitlePlace::left || title_width() + note_width() > available);
    }
    float title_height(float available) const {
        return title_line + (note_below(available) ? label_line : 0);
    }

    void draw_title(Ui& ui, Rect rect) const {
        if (hidden_ || (look_.frame.title.empty() && look_.frame.note.empty())) return;
        const Theme& theme = ui.theme();
        Point at{rect.x + title_left_, rect.y};
        if (look_.frame.title_place == TitlePlace::below) at.y = rect.y + title_top_;
        if (look_.frame.title_place == TitlePlace::left) {
            at = {rect.x, rect.y + cells_.y + (cells_.height - fonts::line_height(heading)) / 2};
        }
        const std::string title = shortened(heading, look_.frame.title, rect.right() - at.x);
        ui.text(at, heading, look_.cells.color, title);
        float x = at.x + fonts::width(heading, title);
        if (!look_.frame.subscript.empty()) {
            ui.text({x, at.y + 10}, {13, true}, look_.cells.color, look_.frame.subscript);
            x += fonts::width({13, true}, look_.frame.subscript);
        }
        if (look_.frame.note.empty() || look_.frame.title_place == TitlePlace::left) return;
        const bool below = note_below(rect.width);
        if (below)
            x = at.x;
        else if (!look_.frame.title.empty())
            x += 10;
        // On the title's baseline, or on a line of its own.
        const float y = below ? at.y + title_line - 4 : at.y + (heading.size() - caption.size()) * baseline;
        ui.text({x, y}, caption, theme.muted, shortened(caption, note(), rect.right() - x));
    }

    // ---- What a hand does

    void hover(Entry entry) const {
        if (look_.hand.hovered) look_.hand.hovered(entry);
    }

    void press(Ui& ui, Entry entry) const {
        if (look_.hand.row_parameter >= 0) ui.step(look_.hand.row_parameter, entry.row);
        if (look_.hand.col_parameter >= 0) ui.step(look_.hand.col_parameter, entry.col);
        if (look_.hand.pressed) look_.hand.pressed(entry);
    }

    void obey_cells(Ui& ui) {
        if (look_.hand.parameter >= 0 && ui.state().parameter(look_.hand.parameter).kind == Kind::matrix)
            return obey_numbers(ui);
        const bool pressable =
            look_.hand.pressed || look_.hand.row_parameter >= 0 || look_.hand.col_parameter >= 0;
        if (!pressable && !look_.hand.hovered && !scrolls_cols_ && !scrolls_rows_) return;
        const bool drags = place_.cols < look_.data.cols;
        const PointerState pointer =
            ui.area(look_.data.id + "/cells", place_.cells, drags ? Grip::horizontal : Grip::press);
        Scroll& scroll = scroll_of(ui);
        if (pointer.pressed) scroll.taken = scroll.first;
        const Point moved = pointer.position - pointer.origin;
        if (pointer.dragging && length(moved) > finger_tremble) {
            scroll.first.col = scroll.taken.col - static_cast<int>(std::round(moved.x / place_.cell_width));
            scroll.first.row = scroll.taken.row - static_cast<int>(std::round(moved.y / place_.cell_height));
            keep_in_bounds(ui);
        }
        const Entry at = place_.at(pointer.position);
        if (at.row < 0) return;
        if (pointer.hovered || pointer.held) hover(at);
        if (pointer.clicked && pressable && length(moved) <= finger_tremble) press(ui, at);
    }

    /// Cells that are typed over and scrubbed; a matrix of them that is too wide is scrolled by its thumb.
    void obey_numbers(Ui& ui) {
        const MatrixValue& value = ui.state().matrix(look_.hand.parameter);
        ui.place_parameter(look_.hand.parameter, place_.cells);
        for (int row = place_.first_row; row < place_.first_row + place_.rows; ++row) {
            for (int col = place_.first_col; col < place_.first_col + place_.cols; ++col) {
                Entry of = look_.hand.transposed ? Entry{col, row} : Entry{row, col};
                of.row += look_.hand.parameter_row;
                if (of.row >= value.rows || of.col >= value.cols) continue;
                const PointerState pointer =
                    number_cell(ui, look_.hand.parameter, of.row, of.col, place_.cell(row, col));
                if (pointer.hovered || pointer.held) hover({row, col});
                if (pointer.dragging && ui.scrubbing() && look_.hand.dragged) look_.hand.dragged({row, col});
                if (pointer.clicked && !ui.scrubbing() && look_.hand.pressed) look_.hand.pressed({row, col});
            }
        }
    }

    void obey_labels(Ui& ui, Rect rect) const {
        if (look_.hand.row_pressed && label_width_ > 0) {
            const float right = place_.cells.x - (look_.frame.brackets ? bracket_room : 0);
            const float left = std::max(rect.x, right - label_width_ - label_gap);
            const PointerState pointer =
                ui.area(look_.data.id + "/rows", {left, place_.cells.y, right - left, place_.cells.height},
                        Grip::press);
            const int row = place_.at({place_.cells.x + 1, pointer.position.y}).row;
            if (row >= 0 && pointer.hovered) hover({row, -1});
            if (row >= 0 && pointer.clicked) look_.hand.row_pressed(row);
        }
        if (look_.hand.col_pressed && label_lines_ > 0) {
            const float height = label_line * static_cast<float>(label_lines_);
            const float top = place_.cells.y - (look_.frame.brackets ? 4 : 0) - height;
            const PointerState pointer = ui.area(
                look_.data.id + "/cols", {place_.cells.x, top, place_.cells.width, height}, Grip::press);
            const int col = place_.at({pointer.position.x, place_.cells.y + 1}).col;
            if (col >= 0 && pointer.hovered) hover({-1, col});
            if (col >= 0 && pointer.clicked) look_.hand.col_pressed(col);
        }
    }

    /// Where the keyboard is: on a cell that can be typed over, or on the one that is looked at.
    Entry focused_cell(Ui& ui) const {
        for (const int parameter : {look_.hand.parameter, look_.hand.row_parameter}) {
            if (parameter < 0) continue;
            const auto cell = ui.focused_cell(parameter);
            if (!cell) continue;
            if (parameter != look_.hand.parameter) return {cell->row, cell->col};
            const int row = cell->row - look_.hand.parameter_row;
            return look_.hand.transposed ? Entry{cell->col, row} : Entry{row, cell->col};
        }
        return {};
    }

    void draw_focus(Ui& ui) const {
        if (look_.hand.row_parameter >= 0) {
            // A row alone is chosen: its control lies over that row. A pair's native grid lies over all
            // cells.
            const int row = ui.state().integer(look_.hand.row_parameter);
            const bool pair = look_.hand.col_parameter >= 0;
            const Rect all = pair || !place_.shows(row, place_.first_col) ? place_.cells : place_.row(row);
            ui.place_parameter(look_.hand.row_parameter, all);
            if (pair) ui.place_parameter(look_.hand.col_parameter, all);
            const bool grid = !ui.state().parameter(look_.hand.row_parameter).grid_column.empty();
            for (int i = place_.first_row; grid && i < place_.first_row + place_.rows; ++i) {
                for (int j = place_.first_col; j < place_.first_col + place_.cols; ++j)
                    ui.place_cell(look_.hand.row_parameter, i, j, place_.cell(i, j));
            }
            if (ui.focused(look_.hand.row_parameter) || (pair && ui.focused(look_.hand.col_parameter)))
                ring(ui, all);
        }
        if (look_.hand.parameter >= 0 && ui.focused(look_.hand.parameter)) ring(ui, place_.cells);
    }

    /// Around the cell that has the keyboard, or the chosen one; else around `all`.
    void ring(Ui& ui, Rect all) const {
        Entry cell = focused_cell(ui);
        if (cell.row < 0) cell = look_.marks.selected;
        const bool one = place_.shows(cell.row, cell.col);
        ui.focus_ring(one ? place_.cell(cell.row, cell.col).inset(-1) : all, 5);
    }

    // ---- Scrolling, by whole cells

    /// The first cell in sight: now, and when it was taken hold of; and which cell it last went along with.
    struct Scroll {
        Entry first{0, 0}, taken{0, 0}, followed;
    };
    Scroll& scroll_of(Ui& ui) const { return ui.kept<Scroll>(look_.data.id); }

    void keep_in_bounds(Ui& ui) {
        Entry& first = scroll_of(ui).first;
        first.col = std::clamp(first.col, 0, std::max(0, look_.data.cols - place_.cols));
        first.row = std::clamp(first.row, 0, std::max(0, look_.data.rows - place_.rows));
        place_.first_col = first.col;
        place_.first_row = first.row;
    }

    /// The frame shows what has just been chosen, however it was.
    void follow(Ui& ui) {
        const Entry focus = focused_cell(ui);
        const int row = focus.row >= 0                  ? focus.row
                        : look_.marks.selected.row >= 0 ? look_.marks.selected.row
                                                        : look_.marks.selected_row;
        const int col = focus.col >= 0                  ? focus.col
                        : look_.marks.selected.col >= 0 ? look_.marks.selected.col
                                                        : look_.marks.linked_col;
        const auto bring = [](int& followed, int& first, int wanted, int sight) {
            if (std::exchange(followed, wanted) != wanted && wanted >= 0)
                first = std::max(std::min(first, wanted), wanted - sight + 1);
        };
        Scroll& scroll = scroll_of(ui);
        bring(scroll.followed.row, scroll.first.row, row, place_.rows);
        bring(scroll.followed.col, scroll.first.col, col, place_.cols);
        keep_in_bounds(ui);
    }

    void scroll_cols(Ui& ui) {
        if (place_.cols >= look_.data.cols) return;
        const Rect track{place_.cells.x, rect_bottom(), place_.cells.width, scroll_room};
        const float share = static_cast<float>(place_.cols) / static_cast<float>(look_.data.cols);
        const float thumb = std::max(24.0f, track.width * share);
        const int most = look_.data.cols - place_.cols;
        const PointerState pointer = ui.area(look_.data.id + "/scroll", track, Grip::horizontal);
        if (pointer.dragging || pointer.clicked) {
            const float place =
                (pointer.position.x - track.x - thumb / 2) / std::max(1.0f, track.width - thumb);
            scroll_of(ui).first.col = static_cast<int>(std::round(place * static_cast<float>(most)));
            keep_in_bounds(ui);
        }
        const float at = static_cast<float>(place_.first_col) / static_cast<float>(most);
        draw_thumb(ui, {track.x, track.centre().y - 2, track.width, 4},
                   {track.x + at * (track.width - thumb), track.centre().y - 3, thumb, 6},
                   pointer.hovered || pointer.held);
    }

    void scroll_rows(Ui& ui) {
        if (place_.rows >= look_.data.rows) return;
        const Rect track{place_.cells.right() + (look_.frame.brackets ? bracket_room : 0), place_.cells.y,
                         scroll_room, place_.cells.height};
        const float share = static_cast<float>(place_.rows) / static_cast<float>(look_.data.rows);
        const float thumb = std::max(24.0f, track.height * share);
        const int most = look_.data.rows - place_.rows;
        const PointerState pointer = ui.area(look_.data.id + "/scroll rows", track, Grip::free);
        if (pointer.held || pointer.clicked) {
            const float place =
                (pointer.position.y - track.y - thumb / 2) / std::max(1.0f, track.height - thumb);
            scroll_of(ui).first.row = static_cast<int>(std::round(place * static_cast<float>(most)));
            keep_in_bounds(ui);
        }
        const float at = static_cast<float>(place_.first_row) / static_cast<float>(most);
        draw_thumb(ui, {track.centre().x - 2, track.y, 4, track.height},
                   {track.centre().x - 3, track.y + at * (track.height - thumb), 6, thumb},
                   pointer.hovered || pointer.held);
    }

    static void draw_thumb(Ui& ui, Rect track, Rect thumb, bool lit) {
        const Theme& theme = ui.theme();
        ui.painter().rectangle(track, theme.line.faded(0.25f), 2);
        ui.painter().rectangle(thumb, lit ? theme.ink : theme.line, 3);
    }

    /// Under the cells and what closes them.
    float rect_bottom() const { return place_.cells.y + cells_.height + (look_.frame.brackets ? 4 : 0); }

    void draw_brackets(Ui& ui) const {
        const Color color = ui.theme().line;
        const float top = place_.cells.y - 4, bottom = place_.cells.bottom() + 4, lip = 6;
        for (const float side : {-1.0f, 1.0f}) {
            const float x =
                side < 0 ? place_.cells.x - bracket_room + 2 : place_.cells.right() + bracket_room - 2;
            const std::array points = {Point{x - side * lip, top}, Point{x, top}, Point{x, bottom},
                                       Point{x - side * lip, bottom}};
            ui.painter().polyline(points, color, 1.75f, false);
        }
    }

    Block legend_;
    float title_top_ = 0, title_left_ = 0, legend_left_ = 0, legend_top_ = 0, legend_width_ = 0;
    bool hidden_ = false;  // the title
    bool scrolls_cols_ = false, scrolls_rows_ = false;
};

}  // namespace

Entry MatrixPlace::at(Point p) const {
    if (!cells.contains(p) || cell_width <= 0 || cell_height <= 0) return {};
    const int row = first_row + static_cast<int>((p.y - cells.y) / cell_height);
    const int col = first_col + static_cast<int>((p.x - cells.x) / cell_width);
    return {std::min(row, first_row + rows - 1), std::min(col, first_col + cols - 1)};
}

MatrixPlace place_of(Ui& ui, std::string_view id) {
    const DrawnMatrix& drawn = ui.kept<DrawnMatrix>(id);
    return drawn.frame == ui.frame_number() ? drawn.place : MatrixPlace();
}

void lay(Ui& ui, const MatrixPlace& place, const FocusGrid& grid) {
    bool focused = false;
    for (const int parameter : grid.over) {
        ui.place_parameter(parameter, place.cells);
        focused = focused || ui.focused(parameter);
    }
    for (int i = place.first_row; grid.cells >= 0 && i < place.first_row + place.rows; ++i) {
        for (int j = place.first_col; j < place.first_col + place.cols; ++j) {
            const Entry of = grid.transposed ? Entry{j, i} : Entry{i, j};
            ui.place_cell(grid.cells, of.row + grid.first_row, of.col, place.cell(i, j));
        }
    }
    if (focused && place.shows(grid.ring.row, grid.ring.col))
        ui.focus_ring(place.cell(grid.ring.row, grid.ring.col).inset(-1), 5);
}

MatrixLook::MatrixLook() = default;
MatrixLook::MatrixLook(std::string_view id, std::span<const float> values, int rows, int cols, Color color,
                       uint64_t version)
    : data{std::string(id), rows, cols, values, version}, cells{.color = color} {}
MatrixLook::MatrixLook(MatrixLook&&) noexcept = default;
MatrixLook& MatrixLook::operator=(MatrixLook&&) noexcept = default;
MatrixLook::~MatrixLook() = default;

Block matrix(MatrixLook&& look) {
    return std::make_unique<Matrix>(std::move(look));
}

}  // namespace explainer::figures
