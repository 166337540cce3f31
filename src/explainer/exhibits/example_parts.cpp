// What sheets about the worked example share. See example_parts.h.
#include "explainer/exhibits/example_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/text.h"

namespace explainer {

figures::Block cut_line(Type type, Color color, std::string words) {
    return figures::drawing(
        fonts::line_height(type), [type, color, words = std::move(words)](Ui& ui, Rect rect) {
            ui.text({rect.x, rect.y}, type, color, figures::shortened(type, words, rect.width));
        });
}

figures::Block cut_line(Type type, Color color, const char* words) {
    return cut_line(type, color, std::string(words));
}

namespace {

bool has_room(const Ui& ui) {
    return ui.width() >= 752;
}

}  // namespace

figures::Block example_choice(Ui& ui, const WorkedExample& one, std::span<const Preset> presets) {
    using namespace figures;
    Block line = choice_line(ui, example::data, presets);
    if (one.data != Data::own || has_room(ui)) return line;
    return row({.gap = 8}, {Item(std::move(line), share(3)), Item(text_field(example::words), share(2))});
}

figures::Block example_player(Ui& ui, const WorkedExample& one, figures::PlayerLook&& look) {
    using namespace figures;
    if (!has_room(ui)) {
        look.source = one.origin;
        return player(std::move(look));
    }
    Block about =
        one.data == Data::own
            ? text_field(example::words)
            : reserved(row_height,
                       padded(0, 12, 0, 0,
                              cut_line(caption, ui.theme().muted, "numbers: " + std::string(one.origin))));
    return row({.gap = 16}, {Item(std::move(about), share(2)), Item(player(std::move(look)), share(3))});
}

std::string subscript(int number) {
    static constexpr std::array digits = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    return digits[static_cast<size_t>(std::clamp(number, 0, 9))];
}

std::string bound(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ' && i > 0 && text[i - 1] != ',')
            out += "\u00a0";
        else
            out += text[i];
    }
    return out;
}

std::vector<float> row_lengths(attention::ConstMatrixView rows) {
    std::vector<float> out;
    for (int i = 0; i < rows.rows; ++i) {
        float square = 0;
        attention::scores({rows.row(i), 1, rows.cols}, {rows.row(i), 1, rows.cols}, {&square, 1, 1});
        out.push_back(std::sqrt(square));
    }
    return out;
}

Table matrix_table(std::string title, const char* first, const std::vector<std::string>& names,
                   std::span<const float> values, int cols, const std::vector<std::string>& col_names) {
    Table out;
    out.title = std::move(title);
    out.columns.push_back(first);
    for (int j = 0; j < cols; ++j)
        out.columns.push_back(col_names.empty() ? std::to_string(j + 1) : col_names[static_cast<size_t>(j)]);
    size_t at = 0;
    for (const std::string& name : names) {
        const RowPen row = add_row(out) << name;
        for (int j = 0; j < cols; ++j) row << values[at++];
    }
    return out;
}

}  // namespace explainer
