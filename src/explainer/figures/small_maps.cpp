// Rows of small maps. See small_maps.h.
#include "explainer/figures/small_maps.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/text.h"
#include "explainer/language.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float caption_height = 22, second_line = 18;
constexpr Type letter_type{13, true};
constexpr float least_line = 12;       // from one line of letters to the next, so that none touch
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
            ui.place_parameter(look_.parameter,
                               Rect{rect.x, rect.y, size_.width, size_.height}.inset(-spare()));
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
        const float share = look_.pitch > 0 ? look_.pitch - gap()
                                            : (available - gap() * static_cast<float>(columns_ - 1)) /
                                                  static_cast<float>(columns_);
        side_ = std::max(1.0f, std::floor(std::min(look_.most, share - look_.beside)));
        captioned_ = captions_ && (side_ + look_.beside >= least_captioned ||
                                   (look_.height > 0 && fit(std::floor(share))));
        caption_height_ = !captioned_                ? 0
                          : wraps(std::floor(share)) ? caption_height + second_line
                                                     : caption_height;
        step_x_ = look_.pitch > 0 ? look_.pitch : std::floor(share) + gap();
        const int rows = (count() + columns_ - 1) / columns_;
        const float most = (look_.height + gap()) / static_cast<float>(std::max(1, rows));
        if (look_.height > 0)
            side_ = std::max(1.0f, std::floor(std::min(side_, most - caption_height_ - gap())));
        step_y_ = look_.height > 0 ? most : side_ + caption_height_ + gap();
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
        heat.muted = map.off;
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
        obey_tick(ui, map, words);
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
        const Rect frame = place.map.inset(chosen ? -1 : -0.5f);
        const float thickness = chosen ? 2.5f : 1.0f;
        ui.painter().outline(frame,
                             map.off         ? theme.wrong
                             : chosen || lit ? theme.query
                                             : theme.line,
                             thickness, 3);
        if (map.off)
            ui.painter().line({frame.x + 1, frame.bottom() - 1}, {frame.right() - 1, frame.y + 1},
                              theme.wrong, std::max(1.5f, thickness));
        if (look_.over) look_.over(ui, i, place.map, words);
        if (look_.ticks) draw_tick(ui, map, words);
        if (look_.beside > 0) draw_measures(ui, map, place.beside);
        if (look_.draw_beside && look_.beside > 0) look_.draw_beside(ui, i, place.beside);
        if (captioned_) draw_caption(ui, map, words, chosen);
    }

    // ---- Ticks and measures

    float caption_left() const { return look_.ticks ? 21.0f : 0.0f; }

    void obey_tick(Ui& ui, const SmallMap& map, Rect caption) const {
        if (map.tick_parameter < 0) return;
        if (!look_.ticks) {
            // (No room for a box: what the keyboard is on is seen all the same.)
            ui.place_parameter(map.tick_parameter, caption);
            if (ui.focused(map.tick_parameter)) ui.focus_ring(caption);
            return;
        }
        const Rect target{caption.x - 10, caption.y - 11, 44, 44};  // before the map has the pointer
        ui.place_parameter(map.tick_parameter, target);
        if (ui.area(ui.state().parameter(map.tick_parameter).name, target, Grip::press).clicked)
            ui.step(map.tick_parameter, map.ticked ? 0 : 1);
    }

    static void draw_tick(Ui& ui, const SmallMap& map, Rect caption) {
        const Rect box{caption.x, caption.y + 2, 18, 18};
        if (map.ticked) {
            ui.painter().rectangle(box, map.tick_color, 4);
            const Point points[] = {
                {box.x + 4, box.y + 9.5f}, {box.x + 7.5f, box.y + 13}, {box.x + 14, box.y + 5.5f}};
            ui.painter().polyline(points, ui.theme().on(map.tick_color), 2, false);
        } else {
            ui.painter().outline(box, ui.theme().line, 1.5f, 4);
        }
        if (map.tick_parameter >= 0 && ui.focused(map.tick_parameter)) ui.focus_ring(box.inset(-3));
    }

    /// Name and number are on one line where a map is small, the number alone where that is narrow, and bars
    /// only where there is room. What finds none at all is left out.
    void draw_measures(Ui& ui, const SmallMap& map, Rect rect) const {
        const Theme& theme = ui.theme();
        const float x = rect.x + 8, width = std::min(90.0f, rect.right() - x),
                    line = fonts::line_height(caption);
        const size_t count = std::min(map.measures.size(), static_cast<size_t>(rect.height / least_line));
        const float each = rect.height / static_cast<float>(std::max<size_t>(1, count));
        const bool two = each >= 2 * line - 2;
        const bool named =
            two || std::ranges::all_of(look_.maps, [width](const SmallMap& any) {
                return std::ranges::all_of(any.measures, [width](const Measure& one) {
                    return fonts::width(caption, one.name) + 4 + fonts::width(letter_type, one.shown) <=
                           width;
                });
            });
        float y = rect.y;
        for (const Measure& one : std::span(map.measures).first(count)) {
            if (named) ui.text({x, y}, caption, theme.muted, shortened(caption, one.name, width));
            const Point number = two ? Point{x, y + line - 2} : Point{x + width, y};
            ui.text(number, letter_type, theme.ink, one.shown, two ? Align::left : Align::right);
            const float track = y + (two ? 2 * line - 1 : line);
            if (track + 4 <= y + each) {
                ui.painter().rectangle({x, track, width, 4}, grid_color(theme), 2);
                ui.painter().rectangle({x, track, width * std::min(1.0f, one.share), 4}, theme.muted, 2);
            }
            y += each;
        }
    }

    /// A finger's target even where maps are small: half of the gaps belong to it.
    /// What is pressed is larger by so much: as high as a finger, where the gap lets it.
    float spare() const { return std::min(gap(), std::max(0.0f, 44 - side_)) / 2; }
    Rect target(const Place& place) const { return place.all.inset(-spare()); }

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
        return caption_left() + (map.letter.empty() ? 0 : fonts::width(letter_type, map.letter) + 4);
    }

    bool wraps(const SmallMap& map, float width, bool bold) const {
        return words_left(map) + fonts::width({13, bold}, map.caption) > width;
    }
    /// Whether some caption takes a second line, chosen (bold) or not: then all have the room.
    bool wraps(float width) const {
        if (look_.caption_lines > 0) return look_.caption_lines > 1;
        const float longest = fonts::width({13, true}, look_.longest_caption);
        return std::any_of(look_.maps.begin(), look_.maps.end(), [&](const SmallMap& map) {
            return longest > 0 ? words_left(map) + longest > width : wraps(map, width, true);
        });
    }

    /// Whether all captions are short enough for a narrow map.
    bool fit(float width) const {
        return std::ranges::all_of(look_.maps, [&](const SmallMap& map) {
            const std::string& longest = look_.longest_caption.empty() ? map.caption : look_.longest_caption;
            return words_left(map) + fonts::width({13, true}, longest) <= width;
        });
    }

    void draw_caption(Ui& ui, const SmallMap& map, Rect rect, bool chosen) const {
        const Theme& theme = ui.theme();
        const float line = fonts::line_height(caption);
        float y = rect.y + (caption_height - line) / 2;
        if (!map.letter.empty()) {
            ui.text({rect.x + caption_left(), y}, letter_type, theme.ink,
                    shortened(letter_type, map.letter, rect.width - caption_left()));
        }
        const Type type{13, chosen};
        const float left = words_left(map), room = rect.width - left;
        const Color color = chosen ? theme.ink : theme.muted;
        const Run words{language::translated(map.caption), color, chosen};
        const language::AsItIs said;
        const std::vector<std::vector<Piece>> lines = broken(type, {&words, 1}, room);
        const size_t shown = rect.height > caption_height ? 2 : 1;
        for (size_t i = 0; i < std::min(shown, lines.size()); ++i) {
            std::string text;
            // What does not fit on the last line is cut there.
            for (size_t k = i; k < (i + 1 == shown ? lines.size() : i + 1); ++k) {
                for (const Piece& piece : lines[k]) {
                    if (!text.empty() && k != i) text += ' ';
                    text += piece.text;
                }
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
