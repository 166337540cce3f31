// See head_parts.h.
#include "explainer/exhibits/head_parts.h"

#include <utility>

#include "explainer/figures/controls.h"
#include "explainer/figures/text.h"

namespace explainer {

using namespace figures;

Block head_line(const Theme& theme, HeadLine line) {
    return row(
        {.gap = 12, .cross = Cross::middle},
        {Item(paragraph(body,
                        {{"Head " + head_name(line.head) + " ", line.on ? theme.ink : theme.muted, true},
                         {std::move(line.does), theme.muted}},
                        line.most),
              share()),
         Item(text(caption, line.on ? theme.muted : theme.wrong, line.on ? "head on" : "head off",
                   Align::right),
              pixels(60)),
         Item(bare_toggle(line.parameter), pixels(row_height))});
}

void place_words(Ui& ui, const MatrixPlace& place, bool map, int row, int column, Entry marked) {
    if (map) return ui.place_parameter(column, ui.parameter_rect(row));
    lay(ui, place, {.over = {row, column}, .cells = row, .ring = {0, marked.col}, .first_row = marked.row});
}

SmallMap head_map(const Theme& theme, int head, bool on, bool chosen, int first_switch,
                  std::span<const float> values, int n) {
    SmallMap map;
    map.values = values;
    map.rows = map.cols = n;
    map.letter = head_name(head);
    map.ticked = on;
    map.off = !on;
    map.tick_color = theme.query;
    map.tick_parameter = chosen ? -1 : first_switch + head;
    return map;
}

SmallMapsLook head_maps(std::string id, uint64_t version, int parameter, Entry marked) {
    SmallMapsLook look{.id = std::move(id), .version = version};
    look.heat = {1, false, 0.5f};
    look.gap = 14;
    look.captions_above = look.ticks = true;
    look.parameter = parameter;
    look.pointed_entry = marked;
    look.selected_row = marked.row;
    return look;
}

}  // namespace explainer
