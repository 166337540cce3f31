// Chips, their lines and pages. See sentence.h.
#include "explainer/figures/sentence.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/controls.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float gap = 8, padding = 11, chip_height = 34;
constexpr float least_chip = 36;  // with the gap a finger's target
constexpr float longest_chip = 200;
constexpr float turn = 60;  // "‹ 12" and "52 ›"
constexpr float pencil_room = 52;

class Sentence final : public Part {
  public:
    explicit Sentence(SentenceLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const std::string id(look_.id);
        if (look_.text_parameter >= 0) draw_pencil(ui, rect);
        // The page turns with the selected word, however that was chosen.
        struct Turned {
            int page = 0, followed = -2;
        };
        auto& [page, followed] = ui.kept<Turned>(id);
        if (std::exchange(followed, look_.selected) != look_.selected) page = page_of(look_.selected);
        page = std::clamp(page, 0, static_cast<int>(pages_.size()) - 1);
        const Page& shown = pages_[static_cast<size_t>(page)];
        if (look_.words.empty())
            ui.text({rect.x, rect.y + (row_height - fonts::line_height(body)) / 2}, body, ui.theme().muted,
                    "no words yet");
        if (shown.first > 0 &&
            turn_button(ui, id + "/back", {rect.x, rect.y, turn, row_height}, shown.first, Sign::back))
            page -= 1;
        int pointed = -1;
        for (const Place& place : shown.places) {
            const Rect target{rect.x + place.x - gap / 2, rect.y + place.y, place.width + gap, row_height};
            if (chip(ui, place, target)) pointed = place.word;
        }
        const int rest = static_cast<int>(look_.words.size()) - shown.end();
        if (rest > 0 &&
            turn_button(ui, id + "/on", {rect.x + shown.turn_x, rect.y + shown.turn_y, turn, row_height},
                        rest, Sign::on))
            page += 1;
        place_word(ui, rect, shown);
        if (pointed >= 0 && look_.hovered) look_.hovered(pointed);
        const int whole = pointed >= 0 ? pointed : look_.pointed;
        if (whole >= shown.first && whole < shown.end()) draw_whole(ui, rect, shown, whole);
    }

  protected:
    Size arrange(float available) override {
        room_ = available - (look_.text_parameter >= 0 ? pencil_room : 0);
        pages_.clear();
        int next = 0;
        do {
            pages_.push_back(fill(next));
            next = pages_.back().end();
        } while (next < static_cast<int>(look_.words.size()));
        return {available, row_height * static_cast<float>(look_.lines), 0};
    }

  private:
    struct Place {
        int word = 0;
        float x = 0, y = 0, width = 0;
        bool whole = true;
    };
    struct Page {
        int first = 0;
        std::vector<Place> places;
        float turn_x = 0, turn_y = 0;  // of the button to the next page

        int end() const { return first + static_cast<int>(places.size()); }
    };

    /// The page that begins with that word: at least one word of it.
    Page fill(int first) const {
        Page page{first, {}, 0, 0};
        const int count = static_cast<int>(look_.words.size());
        const float last_line = row_height * static_cast<float>(look_.lines - 1);
        float x = first > 0 ? turn + gap : 0, y = 0;
        const float widest = std::min(longest_chip, room_ - (look_.lines == 1 ? 2 * (turn + gap) : 0));
        for (int word = first; word < count; ++word) {
            // (Bold, because the selected word is.)
            const float whole =
                std::ceil(fonts::width(strong, look_.words[static_cast<size_t>(word)])) + 2 * padding;
            const float width = std::clamp(whole, least_chip, std::max(least_chip, widest));
            if (x > 0 && x + width > room_) {
                if (y >= last_line && page.places.empty()) {
                    // A page has a word, however little room there is.
                } else if (y >= last_line) {
                    break;
                } else {
                    x = 0;
                    y += row_height;
                }
            }
            page.places.push_back({word, x, y, width, whole <= width});
            x += width + gap;
        }
        if (page.end() == count) return page;
        // There is more: the last line must have room for the button.
        while (page.places.size() > 1 && page.places.back().y >= last_line &&
               page.places.back().x + page.places.back().width + gap + turn > room_) {
            page.places.pop_back();
        }
        const Place& last = page.places.back();
        page.turn_y = last_line;
        page.turn_x = last.y >= last_line ? last.x + last.width + gap : 0;
        return page;
    }

    int page_of(int word) const {
        for (size_t i = 0; i < pages_.size(); ++i) {
            if (word < pages_[i].end()) return static_cast<int>(i);
        }
        return 0;
    }

    Type type_of(int word) const { return word == look_.selected || word == look_.pointed ? strong : body; }

    /// Answers whether it is pointed at.
    bool chip(Ui& ui, const Place& place, Rect target) {
        const Theme& theme = ui.theme();
        const std::string id = Phrase() << look_.id << "/" << place.word;
        const PointerState pointer = ui.area(id, target, Grip::press);
        if (pointer.clicked) {
            if (look_.word_parameter >= 0) ui.change(look_.word_parameter, place.word);
            if (look_.pressed) look_.pressed(place.word);
        }
        const bool selected = place.word == look_.selected,
                   lit = pointer.hovered || place.word == look_.pointed;
        const Rect box{target.x + gap / 2, target.centre().y - chip_height / 2, place.width, chip_height};
        Color ground = theme.paper;
        if (look_.grounds.size() == look_.words.size())
            ground = look_.grounds[static_cast<size_t>(place.word)];
        else if (selected)
            ground = mix(theme.paper, look_.color, 0.12f);
        else if (lit)
            ground = theme.raised;
        ui.painter().rectangle(box, ground, 8);
        ui.painter().outline(box, selected || lit ? look_.color : theme.line, selected ? 2.0f : 1.0f, 8);
        const Type type = type_of(place.word);
        const Color color = contrast(look_.color, ground) >= 4.5 ? look_.color : theme.on(ground);
        ui.text({box.centre().x, box.centre().y - fonts::line_height(type) / 2}, type, color,
                shortened(type, look_.words[static_cast<size_t>(place.word)], place.width - 2 * padding + 2),
                Align::centre);
        if (selected && look_.word_parameter >= 0 && ui.focused(look_.word_parameter)) ui.focus_ring(box, 10);
        return pointer.hovered;
    }

    bool turn_button(Ui& ui, const std::string& id, Rect rect, int count, Sign sign) {
        const Theme& theme = ui.theme();
        const PointerState pointer = ui.area(id, rect, Grip::press);
        const Rect box{rect.x, rect.centre().y - chip_height / 2, rect.width, chip_height};
        if (pointer.hovered) ui.painter().rectangle(box, theme.raised, 8);
        const Color color = pointer.hovered ? theme.ink : theme.muted;
        ui.painter().outline(box, theme.line.faded(pointer.hovered ? 1 : 0.45f), 1, 8);
        const float side = sign == Sign::back ? box.x + 14 : box.right() - 14;
        draw_sign(ui, {side, box.centre().y}, 10, sign, color);
        ui.text({sign == Sign::back ? box.x + 24 : box.right() - 24,
                 box.centre().y - fonts::line_height(body) / 2},
                body, color, std::to_string(count), sign == Sign::back ? Align::left : Align::right);
        return pointer.clicked;
    }

    void draw_pencil(Ui& ui, Rect rect) {
        const int parameter = look_.text_parameter;
        const Rect button{rect.right() - 44, rect.y, 44, row_height};
        const std::string id = std::string(look_.id) + "/pencil";
        if (sign_button(ui, id, button, Sign::pencil, {.focused = ui.focused(parameter)}))
            ui.request_focus(parameter);
        // Here the native input stands while it has the focus.
        ui.place_parameter(parameter, {rect.x, rect.y, rect.width, row_height});
    }

    void place_word(Ui& ui, Rect rect, const Page& shown) const {
        if (look_.word_parameter < 0) return;
        Rect at{rect.x, rect.y, room_, row_height};
        for (const Place& place : shown.places) {
            if (place.word != look_.selected) continue;
            const float width = std::max(44.0f, place.width);
            at = {std::min(rect.x + place.x, rect.right() - width), rect.y + place.y, width, row_height};
        }
        ui.place_parameter(look_.word_parameter, at);
    }

    /// A word that had to be cut, whole, over its neighbours.
    void draw_whole(Ui& ui, Rect rect, const Page& shown, int word) const {
        const Place& place = shown.places[static_cast<size_t>(word - shown.first)];
        if (place.whole) return;
        const Theme& theme = ui.theme();
        const std::string& text = look_.words[static_cast<size_t>(word)];
        const Type type = type_of(word);
        const Run run{text, look_.color};
        const auto lines = broken(type, {&run, 1}, rect.width - 2 * padding);
        const float line = fonts::line_height(type);
        const size_t count = std::min(
            lines.size(), static_cast<size_t>(std::max(1.0f, (rect.height - (chip_height - line)) / line)));
        const float width =
            lines.size() > 1 ? rect.width : std::min(rect.width, fonts::width(type, text) + 2 * padding);
        const float height = chip_height + line * static_cast<float>(count - 1);
        const Rect box{std::clamp(rect.x + place.x, rect.x, rect.right() - width),
                       std::clamp(rect.y + place.y + (row_height - chip_height) / 2, rect.y,
                                  std::max(rect.y, rect.bottom() - height)),
                       width, height};
        ui.painter().rectangle(box, theme.paper, 8);
        ui.painter().outline(box, look_.color, 2, 8);
        float y = box.y + (chip_height - line) / 2;
        for (size_t i = 0; i < count; ++i, y += line) {
            if (!lines[i].empty())
                ui.text({box.x + padding, y}, type,
                        contrast(look_.color, theme.paper) >= 4.5 ? look_.color : theme.ink,
                        lines[i].front().text);
        }
    }

    SentenceLook look_;
    float room_ = 0;
    std::vector<Page> pages_;
};

}  // namespace

Block sentence(SentenceLook&& look) {
    return std::make_unique<Sentence>(std::move(look));
}

}  // namespace explainer::figures
