// Tables. See table.h.
#include "explainer/figures/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainer/figures/marks.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

class TablePart final : public Part {
  public:
    TablePart(TableLook&& look, std::vector<TableColumn>&& columns, std::vector<TableRow>&& rows)
        : look_(std::move(look)), columns_(std::move(columns)), rows_(std::move(rows)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        float x = rect.x;
        if (head_height() > 0) {
            for (size_t c = 0; c < columns_.size(); ++c) {
                const TableColumn& column = columns_[c];
                put(ui, {x, rect.y, widths_[c], fonts::line_height(caption)}, column.align, caption,
                    column.color, column.head);
                x += widths_[c] + look_.gap;
            }
            ui.painter().line({rect.x, rect.y + head_height() - 3},
                              {rect.right(), rect.y + head_height() - 3}, ui.theme().line, 1);
        }
        for (size_t r = 0; r < rows_.size(); ++r) {
            const float height = row_height();
            draw_row(ui, static_cast<int>(r),
                     {rect.x, rect.y + head_height() + height * static_cast<float>(r), rect.width, height});
        }
    }

  protected:
    Size arrange(float available) override {
        widths_.assign(columns_.size(), 0);
        const float gaps = look_.gap * static_cast<float>(columns_.empty() ? 0 : columns_.size() - 1);
        float left = available - gaps, weights = 0;
        for (size_t c = 0; c < columns_.size(); ++c) {
            const Track& track = columns_[c].track;
            if (track.kind == Track::Kind::share) {
                weights += track.amount;
                continue;
            }
            widths_[c] = track.kind == Track::Kind::pixels ? track.amount : natural(c);
            left -= widths_[c];
        }
        for (size_t c = 0; c < columns_.size(); ++c) {
            if (columns_[c].track.kind == Track::Kind::share)
                widths_[c] = std::floor(std::max(0.0f, left) * columns_[c].track.amount / weights);
        }
        const auto count = std::max(rows_.size(), static_cast<size_t>(look_.least_rows));
        const float width = std::accumulate(widths_.begin(), widths_.end(), gaps);
        return {width, head_height() + look_.row_height * static_cast<float>(count), 0};
    }

  private:
    float head_height() const {
        const bool any = std::any_of(columns_.begin(), columns_.end(),
                                     [](const TableColumn& column) { return !column.head.empty(); });
        return any ? fonts::line_height(caption) + 8 : 0;
    }

    float row_height() const {
        const auto count = static_cast<float>(rows_.size()), most = static_cast<float>(look_.least_rows);
        if (!look_.spread || count >= most) return look_.row_height;
        return look_.row_height * most / count;
    }

    float natural(size_t c) const {
        float width = std::max(fonts::width(caption, columns_[c].head),
                               fonts::width({look_.type.size(), true}, columns_[c].sample));
        for (const TableRow& row : rows_) {
            if (c >= row.cells.size() || row.cells[c].block) continue;
            width = std::max(width, fonts::width({look_.type.size(), row.cells[c].bold}, row.cells[c].text));
        }
        return std::ceil(width);
    }

    static void put(Ui& ui, Rect rect, Align align, Type type, Color color, std::string_view text) {
        const float x = align == Align::left     ? rect.x
                        : align == Align::centre ? rect.centre().x
                                                 : rect.right();
        ui.text({x, rect.y + (rect.height - fonts::line_height(type)) / 2}, type, color, text, align);
    }

    void draw_row(Ui& ui, int index, Rect rect) {
        TableRow& row = rows_[static_cast<size_t>(index)];
        // Of two areas that overlap the pointer takes the first.
        const PointerState pointer = look_.live_cells ? PointerState{} : answer(ui, index, rect);
        // (Where rows lie far apart, only around what stands in them.)
        const float high = std::min(rect.height, 1.6f * look_.row_height);
        const Rect band{rect.x - 6, rect.centre().y - high / 2, rect.width + 12, high};
        if (row.selected)
            ui.painter().rectangle(band, band_color(ui.theme(), row.tint.value_or(ui.theme().query)), 4);
        else if (pointer.hovered)
            ui.painter().rectangle(band, ui.theme().raised, 4);
        if (look_.parameter >= 0 &&
            ui.state().number(look_.parameter) == ui.state().minimum(look_.parameter) + index) {
            ui.place_parameter(look_.parameter, rect);
            if (ui.focused(look_.parameter)) ui.focus_ring(band.inset(2));
        }
        if (row.ruled) ui.painter().line({rect.x, rect.y}, {rect.right(), rect.y}, ui.theme().line, 1);
        float x = rect.x;
        for (size_t c = 0; c < row.cells.size() && c < columns_.size(); ++c) {
            TableCell& cell = row.cells[c];
            if (cell.block) {
                const Size size = cell.block->measure(widths_[c]);
                cell.block->draw(
                    ui, {x, std::round(rect.y + (rect.height - size.height) / 2), widths_[c], size.height});
            } else {
                put(ui, {x, rect.y, widths_[c], rect.height}, columns_[c].align,
                    {look_.type.size(), cell.bold}, cell.color, cell.text);
            }
            x += widths_[c] + look_.gap;
        }
        if (look_.live_cells) answer(ui, index, rect);
    }

    PointerState answer(Ui& ui, int index, Rect rect) {
        if (look_.id.empty()) return {};
        const PointerState pointer = ui.area(Phrase() << look_.id << "/" << index, rect, Grip::press);
        if (pointer.hovered && look_.hovered) look_.hovered(index);
        if (pointer.clicked && look_.pressed) look_.pressed(index);
        if (pointer.clicked && look_.parameter >= 0 &&
            ui.state().minimum(look_.parameter) + index <= ui.state().maximum(look_.parameter))
            ui.change(look_.parameter, ui.state().minimum(look_.parameter) + index);
        return pointer;
    }

    TableLook look_;
    std::vector<TableColumn> columns_;
    std::vector<TableRow> rows_;
    std::vector<float> widths_;
};

}  // namespace

TableCell::TableCell(const char* words, Color ink, bool heavy) : text(words), color(ink), bold(heavy) {}
TableCell::TableCell(std::string words, Color ink, bool heavy)
    : text(std::move(words)), color(ink), bold(heavy) {}
TableCell::TableCell(Block part) : block(std::move(part)) {}

TableRow& TableRow::add(TableCell&& cell) {
    cells.push_back(std::move(cell));
    return *this;
}
TableRow& TableRow::add(const char* words, Color ink, bool heavy) {
    return add(TableCell(words, ink, heavy));
}
TableRow& TableRow::add(const std::string& words, Color ink, bool heavy) {
    return add(TableCell(words, ink, heavy));
}
TableRow& TableRow::add(Block part) {
    return add(TableCell(std::move(part)));
}

Block table(TableLook&& look, std::vector<TableColumn>&& columns, std::vector<TableRow>&& rows) {
    return std::make_unique<TablePart>(std::move(look), std::move(columns), std::move(rows));
}

Block bar_cell(std::string id, double share, Color color) {
    constexpr float thickness = 16;
    return drawing(thickness, [id = std::move(id), share, color](Ui& ui, Rect rect) {
        ui.painter().rectangle(rect, ui.theme().raised, 2);
        if (std::isnan(share) || share < 0) return;
        const float length = rect.width * std::clamp(ui.eased(id, static_cast<float>(share)), 0.0f, 1.0f);
        ui.painter().rectangle({rect.x, rect.y, length, rect.height}, color, std::min(2.0f, length / 2));
    });
}

Block signed_bar_cell(std::string id, double share, Color color, float row_height) {
    return drawing(row_height, [id = std::move(id), share, color](Ui& ui, Rect rect) {
        constexpr float thickness = 16;
        const float zero = std::round(rect.centre().x), y = rect.centre().y;
        if (std::isfinite(share)) {
            const float to =
                zero + rect.width / 2 * ui.eased(id, static_cast<float>(std::clamp(share, -1.0, 1.0)));
            // (Zero is drawn as a line, too.)
            const float length = std::max(3.0f, std::fabs(to - zero)),
                        left = to < zero ? zero - length : zero;
            ui.painter().rectangle({left, y - thickness / 2, length, thickness}, color, 1.5f);
        }
        ui.painter().line({zero, rect.y}, {zero, rect.bottom()}, ui.theme().line, 1);
    });
}

Block facts(const Theme& theme, int columns, std::vector<Fact>&& list) {
    const size_t per_column = (list.size() + static_cast<size_t>(columns) - 1) / static_cast<size_t>(columns);
    Items sides;
    for (size_t from = 0; from < list.size(); from += per_column) {
        std::vector<TableRow> rows;
        for (size_t i = from; i < std::min(from + per_column, list.size()); ++i)
            rows.emplace_back().add(list[i].name, theme.muted).add(list[i].value, list[i].color, true);
        sides.emplace_back(table({.least_rows = static_cast<int>(per_column)},
                                 {{"", theme.muted, Align::left},
                                  {"", theme.muted, columns > 1 ? Align::left : Align::right, share()}},
                                 std::move(rows)),
                           share());
    }
    return row({.gap = 24}, std::move(sides));
}

}  // namespace explainer::figures
