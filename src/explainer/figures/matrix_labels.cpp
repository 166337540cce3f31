// Labels of rows and columns. See matrix_labels.h.
#include "explainer/figures/matrix_labels.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/text.h"

namespace explainer::figures {
namespace {

constexpr float most_label = 120;
constexpr float button_pad = 10, most_button = 44;

}  // namespace

float MatrixLabels::row_label_width(float available) const {
    if (look_.frame.row_labels.names.empty()) return 0;
    float width = look_.frame.row_label_width;
    if (width <= 0) {
        for (const std::string& name : look_.frame.row_labels.names)
            width = std::max(width, std::ceil(fonts::width(strong, name)));
    }
    if (look_.frame.row_labels.buttons) width += 2 * button_pad;
    return std::min({width, most_label, available * 0.3f});
}

int MatrixLabels::lines_over_columns() const {
    if (look_.frame.col_labels.names.empty()) return 0;
    if (look_.frame.label_lines > 0) return look_.frame.label_lines;
    for (const std::string& name : look_.frame.col_labels.names) {
        if (fonts::width(strong, name) + 6 > place_.cell_width) return 2;
    }
    return 1;
}

bool MatrixLabels::row_lit(int row) const {
    return row == look_.marks.selected_row || row == look_.marks.linked_row ||
           row == look_.marks.selected.row || row == look_.marks.pointed.row ||
           row == look_.frame.row_labels.bold;
}

bool MatrixLabels::col_lit(int col) const {
    return col == look_.marks.linked_col || col == look_.marks.selected.col ||
           col == look_.marks.pointed.col || col == look_.frame.col_labels.bold;
}

void MatrixLabels::draw_row_labels(Ui& ui, Rect) const {
    if (label_width_ <= 0) return;
    const bool small = place_.cell_height < 22;
    const float apart = look_.frame.row_labels.apart, line = apart > 0 ? apart : fonts::line_height(caption);
    // Where rows are lower than a line, those are named that are lit, then those that find room.
    std::vector<float> taken;
    for (const bool lit_turn : {true, false}) {
        for (int row = place_.first_row; row < place_.first_row + place_.rows; ++row) {
            const bool lit = row_lit(row);
            if (lit != lit_turn || row >= static_cast<int>(look_.frame.row_labels.names.size())) continue;
            const Type type{small ? 13.0f : 15.0f, lit};
            const float half = fonts::line_height(type) / 2, edge = apart > 0 ? apart / 2 : half;
            const float y = std::clamp(place_.row(row).centre().y, place_.cells.y + edge,
                                       place_.cells.y + cells_.height - edge);
            if (std::any_of(taken.begin(), taken.end(), [&](float t) { return std::fabs(t - y) < line; }))
                continue;
            taken.push_back(y);
            const float right = place_.cells.x - (look_.frame.brackets ? bracket_room : 0) - label_gap;
            if (look_.frame.row_labels.buttons) {
                draw_row_button(ui, row, lit, {right - label_width_, y, label_width_, 0});
                continue;
            }
            ui.text({right, y - half}, type, look_.frame.row_labels.color,
                    shortened(type, look_.frame.row_labels.names[static_cast<size_t>(row)], label_width_),
                    Align::right);
        }
    }
}

void MatrixLabels::draw_row_button(Ui& ui, int row, bool lit, Rect place) const {
    const Theme& theme = ui.theme();
    const float height = std::min(most_button, place_.cell_height - 4);
    const Rect box{place.x, place.y - height / 2, place.width, height};
    const bool chosen = row == look_.frame.row_labels.bold;
    if (chosen) ui.painter().rectangle(box, mix(theme.paper, look_.frame.row_labels.color, 0.12f), 6);
    ui.painter().outline(box, lit ? look_.frame.row_labels.color : theme.line, chosen ? 1.5f : 1.0f, 6);
    const Type type{place_.cell_height < 22 ? 13.0f : 15.0f, lit};
    const std::string name =
        shortened(type, look_.frame.row_labels.names[static_cast<size_t>(row)], place.width - 8);
    ui.text({box.centre().x, box.centre().y - fonts::line_height(type) / 2}, type, theme.ink, name,
            Align::centre);
}

void MatrixLabels::draw_col_labels(Ui& ui) const {
    if (label_lines_ == 0) return;
    const float bottom = place_.cells.y - (look_.frame.brackets ? 4 : 0);
    const float room = place_.cell_width * static_cast<float>(label_lines_) - 6;
    const Type plain{place_.cell_width * static_cast<float>(label_lines_) < 60 ? 13.0f : 15.0f};
    struct Span {
        float left, right;
        int line;
    };
    std::vector<Span> taken;
    const float from = place_.cells.x - (label_width_ > 0 ? label_width_ : 0), to = place_.cells.right();
    for (const bool lit_turn : {true, false}) {
        for (int col = place_.first_col; col < place_.first_col + place_.cols; ++col) {
            const bool lit = col_lit(col);
            if (lit != lit_turn || col >= static_cast<int>(look_.frame.col_labels.names.size())) continue;
            const Type type{plain.size(), lit};
            // (One that is lit may be longer where names are no more than a letter or two; the others
            // make way.)
            const float most = std::min(to - from, lit && room < 48 ? 96.0f : std::max(room, 24.0f));
            const std::string name =
                shortened(type, look_.frame.col_labels.names[static_cast<size_t>(col)], most);
            const float wide = fonts::width(type, name);
            const float centre = place_.col(col).centre().x;
            const float left = std::clamp(centre - wide / 2, from, std::max(from, to - wide));
            const int line = label_lines_ == 2 ? (col - place_.first_col) % 2 : 0;
            if (name.empty() || std::any_of(taken.begin(), taken.end(), [&](const Span& span) {
                    return span.line == line && left < span.right + 6 && span.left < left + wide + 6;
                }))
                continue;
            taken.push_back({left, left + wide, line});
            const float top = bottom - label_line * static_cast<float>(label_lines_ - line);
            ui.text({left, top + (label_line - fonts::line_height(type)) / 2}, type,
                    look_.frame.col_labels.color, name);
        }
    }
}

}  // namespace explainer::figures
