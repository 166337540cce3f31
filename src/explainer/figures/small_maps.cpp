// Rows of small maps. See small_maps.h.
#include "explainer/figures/small_maps.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float caption_height = 22, second_line = 18;
constexpr Type letter_type{13, true};
constexpr float least_captioned = 56;  // pixels of width that a caption is worth

class SmallMaps final : public Part {
  public:
    explicit SmallMaps(SmallMapsLook&& look) : look_(std::move(look)) {
        captions_ = std::any_of(look_.maps.begin(), look_.maps.end(), [](const SmallMap& map) {
            return !map.letter.empty() || !map.caption.empty();
        });
    }

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Point at{rect.x, rect.y};
        // All maps first, with no stroke between them: one draw.
        for (int i = 0; i < count(); ++i) draw_map(ui, i, place(at, i));
        for (int i = 0; i < count(); ++i) draw_around(ui, i, place(at, i));
        if (look_.parameter >= 0) {
            ui.place_parameter(look_.parameter, {rect.x, rect.y, size_.width, size_.height});
            if (ui.focused(look_.parameter) && look_.selected >= 0 && look_.selected < count())
                ui.focus_ring(place(at, look_.selected).map.inset(-3));
        }
    }

  protected:
    Size arrange(float available) override {
        const auto columns_of = [&](float side) {
            return std::max(1, static_cast<int>((available + gap()) / (side + look_.beside + gap())));
        };
        columns_ = look_.columns > 0 ? look_.columns : columns_of(look_.least);
        // Rows are equally full, and no row is wider than there are maps.
        columns_ = std::clamp(columns_, 1, std::max(1, count()));
        if (look_.columns == 0) {
            const int rows = (count() + columns_ - 1) / std::max(1, columns_);
            columns_ = rows > 0 ? (count() + rows - 1) / rows : 1;
        }
        const float share =
            (available - gap() * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_);
        side_ = std::max(1.0f, std::floor(std::min(look_.most, share - look_.beside)));
        captioned_ = captions_ && side_ + look_.beside >= least_captioned;
        caption_height_ = !captioned_                ? 0
                          : wraps(std::floor(share)) ? caption_height + second_line
                                                     : caption_height;
        step_x_ = std::floor(share) + gap();
        step_y_ = side_ + caption_height_ + gap();
        const int rows = (count() + columns_ - 1) / columns_;
        size_ = {std::min(available, step_x_ * static_cast<float>(columns_) - gap()),
                 std::max(0.0f, step_y_ * static_cast<float>(rows) - gap()), 0};
        return size_;
    }

  private:
    struct Place {
        Rect all, map, caption, beside;
    };

    int count() const { return static_cast<int>(look_.maps.size()); }
    float gap() const { return look_.columns > 8 ? std::min(look_.gap, 6.0f) : look_.gap; }

    Place place(Point at, int i) const {
        const float x = at.x + step_x_ * static_cast<float>(i % columns_);
        const float y = at.y + step_y_ * static_cast<float>(i / columns_);
        const float caption = caption_height_, width = step_x_ - gap();
        const bool above = look_.captions_above;
        Place out;
        out.all = {x, y, width, side_ + caption};
        out.map = {x, y + (above ? caption : 0), side_, side_};
        out.caption = {x, above ? y : y + side_, width, caption};
        out.beside = {x + side_, out.map.y, width - side_, side_};
        return out;
    }

    void draw_map(Ui& ui, int i, const Place& place) const {
        const SmallMap& map = look_.maps[static_cast<size_t>(i)];
        if (!there(map)) return;
        Heat heat{map.values.data(),    map.rows,      map.cols, look_.heat.largest,
                  look_.heat.is_signed, look_.heat.gap};
        heat.id = std::hash<std::string>{}(Phrase() << look_.id << "/" << i);
        heat.version = look_.version;
        ui.painter().heatmap(place.map, heat, ui.theme());
    }

    static bool there(const SmallMap& map) {
        return map.rows > 0 && map.cols > 0 &&
               map.values.size() >= static_cast<size_t>(map.rows) * static_cast<size_t>(map.cols);
    }

    void draw_around(Ui& ui, int i, const Place& place) {
        const SmallMap& map = look_.maps[static_cast<size_t>(i)];
        const Theme& theme = ui.theme();
        PointerState pointer;
        // Over a map, a caption of one line is as near to it as one of two.
        Rect words = place.caption;
        if (look_.captions_above && captioned_ && !wraps(map, words.width, i == look_.selected)) {
            words.y = words.bottom() - caption_height;
            words.height = caption_height;
        }
        if (look_.first) look_.first(ui, i, place.map, words);
        if (look_.pressed || look_.hovered || look_.parameter >= 0)
            pointer = ui.area(Phrase() << look_.id << "/" << i, target(place), Grip::press);
        if (pointer.clicked) {
            if (look_.parameter >= 0) ui.step(look_.parameter, i);
            if (look_.pressed) look_.pressed(i);
        }
        const MatrixPlace cells{place.map,
                                place.map.width / static_cast<float>(std::max(1, map.cols)),
                                place.map.height / static_cast<float>(std::max(1, map.rows)),
                                0,
                                0,
                                map.rows,
                                map.cols};
        if (pointer.hovered && look_.hovered && there(map)) look_.hovered(i, cells.at(pointer.position));
        if (there(map)) draw_marks(ui, map, cells);
        const bool chosen = i == look_.selected, lit = pointer.hovered || i == look_.pointed;
        ui.painter().outline(place.map.inset(chosen ? -1 : -0.5f), chosen || lit ? theme.query : theme.line,
                             chosen ? 2.5f : 1.0f, 3);
        if (look_.over) look_.over(ui, i, place.map, words);
        if (look_.draw_beside && look_.beside > 0) look_.draw_beside(ui, i, place.beside);
        if (captioned_) draw_caption(ui, map, words, chosen);
    }

    /// A finger's target even where maps are small: half of the gaps belong to it.
    Rect target(const Place& place) const {
        const float spare = std::min(gap(), std::max(0.0f, 44 - side_)) / 2;
        return place.all.inset(-spare);
    }

    void draw_marks(Ui& ui, const SmallMap& map, const MatrixPlace& cells) const {
        const Theme& theme = ui.theme();
        if (look_.selected_row >= 0 && look_.selected_row < map.rows)
            ui.painter().outline(cells.row(look_.selected_row), theme.line, 1, 0);
        const auto mark = [&](Entry entry) {
            return entry.row >= 0 && entry.col >= 0 && cells.shows(entry.row, entry.col);
        };
        const auto draw_ring = [&](Entry ring) {
            if (!mark(ring)) return;
            const Point centre = cells.cell(ring.row, ring.col).centre();
            const float radius = std::clamp(cells.cell_width * 0.3f, 2.5f, 6.0f);
            ui.painter().disc(centre, radius, theme.paper);
            ui.painter().ring(centre, radius, theme.muted, 1.5f);
        };
        draw_ring(map.ring);
        for (const Entry& ring : map.rings) draw_ring(ring);
        if (mark(look_.pointed_entry)) {
            // Never smaller than what an eye finds.
            const Rect cell = cells.cell(look_.pointed_entry.row, look_.pointed_entry.col);
            const float more = std::max(0.0f, 6 - cell.width) / 2;
            ui.painter().outline(cell.inset(-more), theme.ink, 2, 0);
        }
    }

    /// Where a caption's words begin: behind its letter.
    float words_left(const SmallMap& map) const {
        return look_.caption_left + (map.letter.empty() ? 0 : fonts::width(letter_type, map.letter) + 6);
    }

    bool wraps(const SmallMap& map, float width, bool bold) const {
        return words_left(map) + fonts::width({13, bold}, map.caption) > width;
    }
    /// Whether some caption takes a second line, chosen (bold) or not: then all have the room.
    bool wraps(float width) const {
        if (look_.caption_lines > 0) return look_.caption_lines > 1;
        return std::any_of(look_.maps.begin(), look_.maps.end(),
                           [&](const SmallMap& map) { return wraps(map, width, true); });
    }

    void draw_caption(Ui& ui, const SmallMap& map, Rect rect, bool chosen) const {
        const Theme& theme = ui.theme();
        const float line = fonts::line_height(caption);
        float y = rect.y + (caption_height - line) / 2;
        if (!map.letter.empty()) {
            ui.text({rect.x + look_.caption_left, y}, letter_type, theme.ink,
                    shortened(letter_type, map.letter, rect.width - look_.caption_left));
        }
        const Type type{13, chosen};
        const float left = words_left(map), room = rect.width - left;
        const Color color = chosen ? theme.ink : theme.muted;
        const Run words{map.caption, color, chosen};
        const std::vector<std::vector<Piece>> lines = broken(type, {&words, 1}, room);
        const size_t shown = rect.height > caption_height ? 2 : 1;
        for (size_t i = 0; i < std::min(shown, lines.size()); ++i) {
            std::string text;
            // What does not fit on the last line is cut there.
            for (size_t k = i; k < (i + 1 == shown ? lines.size() : i + 1); ++k) {
                for (const Piece& piece : lines[k]) text += (text.empty() || k == i ? "" : " ") + piece.text;
            }
            ui.text({rect.x + left, y}, type, color, shortened(type, text, room));
            y += second_line;
        }
    }

    SmallMapsLook look_;
    Size size_;
    bool captions_ = false, captioned_ = false;
    int columns_ = 1;
    float side_ = 0, step_x_ = 0, step_y_ = 0, caption_height_ = 0;
};

}  // namespace

Block small_maps(SmallMapsLook&& look) {
    return std::make_unique<SmallMaps>(std::move(look));
}

}  // namespace explainer::figures
