// Buttons and slider of a player. See player.h.
#include "explainer/figures/player.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/controls.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"

namespace explainer::figures {
namespace {

constexpr float button = 44, button_gap = 6, side_gap = 16;
constexpr float thumb = 10, least_track = 180;
constexpr float name_height = 20;

class Player final : public Part {
  public:
    explicit Player(PlayerLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        begin(ui);
        measure(rect.width);
        if (look_.tight && !one_line_) return draw_tight(ui, rect);
        draw_buttons(ui, {rect.x, rect.y});
        const float said = said_width();
        const float top = one_line_ ? rect.y : rect.y + row_height;
        const float left = one_line_ ? rect.x + buttons_width() + side_gap : rect.x;
        const float right = rect.x + std::min(rect.width, size_.width) - said;
        draw_slider(ui, {left, top, right - left, row_height});
        if (look_.said) {
            ui.text({right + said, top + (row_height - fonts::line_height(body)) / 2}, body, ui.theme().ink,
                    shortened(body, said_for(value_), said - 8), Align::right);
        }
    }

  protected:
    Size arrange(float available) override {
        one_line_ = available >= buttons_width() + side_gap + least_track + widest_said;
        const float names = look_.stops.empty() ? 0 : name_height;
        size_ = {available,
                 (one_line_      ? row_height
                  : !look_.tight ? 2 * row_height
                  : look_.said   ? tight_said + row_height
                                 : row_height) +
                     names,
                 0};
        return size_;
    }

  private:
    static constexpr float widest_said = 150;  // reserved for the words at the right, if they need it
    static constexpr float tight_said = 8;     // by so much they stand higher than the slider's target

    void draw_tight(Ui& ui, Rect rect) {
        const float down = look_.said ? tight_said : 0;
        draw_buttons(ui, {rect.x, rect.y + down / 2});
        const float left = rect.x + buttons_width() + side_gap;
        draw_slider(ui, {left, rect.y + down, rect.right() - left, row_height});
        if (!look_.said) return;
        // Where there is no room for both, the count is said while it plays.
        std::string said = said_for(value_);
        const float both = fonts::width(caption, look_.source) + 8 + fonts::width(caption, said);
        if (both <= rect.right() - left)
            ui.text({left, rect.y}, caption, ui.theme().muted, look_.source);
        else if (!look_.source.empty() && !ui.playing(look_.parameter))
            said = look_.source;
        ui.text({rect.right(), rect.y}, caption, ui.theme().muted,
                shortened(caption, said, rect.right() - left), Align::right);
    }

    void begin(Ui& ui) {
        const Parameter& p = ui.state().parameter(look_.parameter);
        first_ = static_cast<int>(p.minimum);
        last_ = static_cast<int>(ui.state().maximum(look_.parameter));
        value_ = std::clamp(ui.state().integer(look_.parameter), first_, last_);
        shown_ = ui.state().shown(look_.parameter);
        ui.set_stride(look_.parameter, look_.stride, look_.origin, look_.seconds);
    }

    float buttons_width() const {
        const float count = look_.ends ? 5 : 3;
        return count * button + (count - 1) * button_gap;
    }

    std::string said_for(int value) const { return look_.shown ? look_.shown(value) : shown_; }
    float said_width() const {
        if (!look_.said) return 0;
        float width = fonts::width(body, said_for(value_));
        for (const int value : {first_, last_}) width = std::max(width, fonts::width(body, said_for(value)));
        return std::min(widest_said, std::ceil(width) + 12);
    }

    void draw_buttons(Ui& ui, Point at) {
        const int parameter = look_.parameter;
        const std::string id = std::string(ui.state().parameter(parameter).name) + "/";
        const auto next = [&](const char* name, Sign sign, bool enabled) {
            const Rect rect{at.x, at.y, button, row_height};
            at.x += button + button_gap;
            const bool native = look_.action >= 0 && (sign == Sign::play || sign == Sign::pause);
            if (native) ui.place_parameter(look_.action, rect);
            return sign_button(ui, id + name, rect, sign,
                               {.enabled = enabled, .focused = native && ui.focused(look_.action)});
        };
        const auto go = [&](double value) {
            ui.pause();
            ui.step(parameter, value);
        };
        if (look_.ends && next("first", Sign::first, value_ > first_)) go(first_);
        if (next("back", Sign::back, value_ > first_)) go(ui.stepped(parameter, -1));
        const bool playing = ui.playing(parameter);
        if (next("play", playing ? Sign::pause : Sign::play, last_ > first_)) {
            playing ? ui.pause() : ui.play(parameter);
        }
        if (next("on", Sign::on, value_ < last_)) go(ui.stepped(parameter, 1));
        if (look_.ends && next("last", Sign::last, value_ < last_)) go(last_);
    }

    float along(const Rect& rect, float value) const {
        const float from = rect.x + thumb, to = rect.right() - thumb;
        const float steps = static_cast<float>(std::max(1, last_ - first_));
        return from + (to - from) * (value - static_cast<float>(first_)) / steps;
    }

    void draw_slider(Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const bool names = !look_.stops.empty();
        // Pressing a stop's name goes there too.
        const Rect target{rect.x, rect.y, rect.width, rect.height + (names ? name_height : 0)};
        const PointerState pointer =
            ui.area(ui.state().parameter(look_.parameter).name, target, Grip::horizontal);
        const Point hand = hand_of_thumb(ui, pointer, along(rect, static_cast<float>(value_)), thumb);
        if ((pointer.clicked || pointer.dragging) && last_ > first_) {
            const float from = along(rect, static_cast<float>(first_)),
                        to = along(rect, static_cast<float>(last_));
            const float place = std::clamp((hand.x - from) / (to - from), 0.0f, 1.0f);
            const auto value = static_cast<int>(
                ui.state().snapped(look_.parameter, first_ + static_cast<double>(place) * (last_ - first_)));
            ui.pause();
            if (value != value_) ui.step(look_.parameter, value);
            value_ = std::clamp(value, first_, last_);
        }
        ui.place_parameter(look_.parameter, target);

        const float y = rect.centre().y;
        const float now = ui.eased(std::string(ui.state().parameter(look_.parameter).name) + "/thumb",
                                   static_cast<float>(value_));
        const float from = along(rect, static_cast<float>(first_)),
                    to = along(rect, static_cast<float>(last_));
        const float x = std::clamp(along(rect, now), from, to);
        ui.painter().rectangle({from, y - 2, to - from, 4}, theme.line.faded(0.45f), 2);
        ui.painter().rectangle({from, y - 2, x - from, 4}, theme.ink, 2);
        draw_stations(ui, rect, x);
        ui.painter().disc({x, y}, thumb, theme.paper);
        ui.painter().ring({x, y}, thumb - 1, theme.ink, pointer.hovered || pointer.held ? 3.0f : 2.0f);
        if (pointer.held) ui.painter().disc({x, y}, 4, theme.ink);
        if (ui.focused(look_.parameter)) {
            ui.painter().ring({x, y}, thumb + 3, theme.query, 2);
            ui.focus_ring(target.inset(2));
        }
        if (names) draw_names(ui, {rect.x, rect.y + row_height - 8, rect.width, name_height + 8});
    }

    void draw_stations(Ui& ui, Rect rect, float thumb_x) const {
        const Theme& theme = ui.theme();
        const float y = rect.centre().y;
        const auto mark = [&](int value) {
            if (value < first_ || value > last_) return;
            const float x = along(rect, static_cast<float>(value));
            const Color color = x <= thumb_x ? theme.ink : theme.line;
            if (look_.sections) return ui.painter().line({x, y - 8}, {x, y + 8}, theme.line, 1);
            ui.painter().disc({x, y}, 4.5f, theme.paper);
            ui.painter().ring({x, y}, 4, color, 1.5f);
        };
        if (!look_.stops.empty()) {
            for (const Stop& stop : look_.stops) {
                if (!look_.sections || stop.value != first_) mark(stop.value);
            }
        } else if (!look_.ticks.empty()) {
            for (const int value : look_.ticks) {
                const float x = along(rect, static_cast<float>(value));
                ui.painter().line({x, y - 8}, {x, y + 8}, theme.line, 1);
            }
        } else if (static_cast<float>(last_ - first_) * 14 <= rect.width) {
            for (int value = first_; value <= last_; ++value) mark(value);
        }
    }

    /// The stop that is in force at the present value, or none.
    int present() const {
        int out = -1;
        for (size_t i = 0; i < look_.stops.size(); ++i) {
            if (look_.stops[i].value <= value_) out = static_cast<int>(i);
        }
        return out;
    }

    void draw_names(Ui& ui, Rect rect) const {
        const Theme& theme = ui.theme();
        const int now = present();
        struct Name {
            float left, width;
        };
        std::vector<Name> names;
        bool fit = true;
        for (size_t i = 0; i < look_.stops.size(); ++i) {
            const Stop& stop = look_.stops[i];
            float x = along(rect, static_cast<float>(stop.value));
            float room = rect.width;
            if (look_.sections) {
                const float end = i + 1 < look_.stops.size()
                                      ? along(rect, static_cast<float>(look_.stops[i + 1].value))
                                      : along(rect, static_cast<float>(last_));
                room = end - x - 4;
                x = (x + end) / 2;
            }
            const float width = fonts::width({13, true}, stop.name);
            fit = fit && width <= room;
            const float left = std::clamp(x - width / 2, rect.x, std::max(rect.x, rect.right() - width));
            fit = fit && (names.empty() || left >= names.back().left + names.back().width + 8);
            names.push_back({left, width});
        }
        for (size_t i = 0; i < names.size(); ++i) {
            const bool chosen = static_cast<int>(i) == now;
            if (!fit && !chosen) continue;
            const Type type{13, chosen};
            const std::string name = shortened(type, look_.stops[i].name, rect.width);
            const float width = std::min(names[i].width, rect.width);
            const float left = std::clamp(names[i].left, rect.x, std::max(rect.x, rect.right() - width));
            ui.text({left + width / 2, rect.y + 4}, type, chosen ? theme.ink : theme.muted, name,
                    Align::centre);
        }
    }

    PlayerLook look_;
    Size size_;
    bool one_line_ = true;
    int first_ = 0, last_ = 0, value_ = 0;
    std::string shown_;
};

class Stops final : public Part {
  public:
    explicit Stops(StopsLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        const int parameter = look_.parameter, now = ui.state().integer(parameter);
        const std::string id = std::string(ui.state().parameter(parameter).name) + "/";
        const bool playing = ui.playing(parameter);
        const Rect play{rect.x, rect.y, button, row_height};
        if (look_.action >= 0) ui.place_parameter(look_.action, play);
        if (sign_button(ui, id + "play", play, playing ? Sign::pause : Sign::play,
                        {.focused = look_.action >= 0 && ui.focused(look_.action)})) {
            playing ? ui.pause() : ui.play(parameter);
        }
        const Rect all =
            look_.stops.empty() ? play : Rect{rect.x + first, rect.y, rect.width - first, rect.height};
        // (A button alone leaves the place to what shows the steps above it.)
        const bool placed = !look_.stops.empty() || ui.parameter_rect(parameter).width <= 0;
        if (placed) ui.place_parameter(parameter, all);
        const float y = rect.centre().y;
        for (size_t i = 0; i < look_.stops.size(); ++i) {
            const Stop& stop = look_.stops[i];
            const float from = rect.x + begins_[i],
                        to = i + 1 < look_.stops.size() || close_ ? rect.x + begins_[i + 1] : rect.right();
            const Rect head{from, rect.y, std::max(0.0f, to - from), rect.height};
            const PointerState pointer = ui.area(id + std::to_string(stop.value), head, Grip::press);
            if (pointer.clicked) {
                ui.pause();
                ui.step(parameter, stop.value);
            }
            const bool here = stop.value == now, reached = stop.value <= now;
            const Point dot{from + dot_middle, y};
            if (here) ui.painter().disc(dot, 9, theme.ink.faded(pointer.hovered ? 0.3f : 0.16f));
            ui.painter().ring(dot, pointer.hovered ? 8.0f : 6.5f, reached ? theme.ink : theme.line, 1.75f);
            if (reached) ui.painter().disc(dot, here ? 6.5f : 3, theme.ink);
            const Type type{15, here};
            if (close_) {
                if (here)
                    ui.text({rect.right(), y - fonts::line_height(type) / 2}, type, theme.ink, stop.name,
                            Align::right);
                if (i + 1 < look_.stops.size())
                    ui.painter().line({dot.x + 11, y}, {to - 1, y}, theme.line, 1);
                continue;
            }
            const std::string name = shortened(type, stop.name, std::max(0.0f, head.width - name_begin - 4));
            ui.text({from + name_begin, y - fonts::line_height(type) / 2}, type,
                    reached ? theme.ink : theme.muted, name);
            const float line = from + name_begin + fonts::width({15, true}, name) + 8;
            if (i + 1 < look_.stops.size() && line < to - 4)
                ui.painter().line({line, y}, {to - 4, y}, theme.line, 1);
        }
        if (placed && ui.focused(parameter)) ui.focus_ring(all.inset(2));
    }

  protected:
    Size arrange(float available) override {
        std::vector<float> rooms;  // what each stop wants
        float all = 0, widest = 0;
        for (const Stop& stop : look_.stops) {
            const float name = fonts::width({15, true}, stop.name);
            rooms.push_back(name_begin + name + 12);
            all += rooms.back();
            widest = std::max(widest, name);
        }
        const float count = static_cast<float>(std::max<size_t>(1, rooms.size())),
                    spare = (available - first - all) / count;
        close_ = look_.at.empty() && spare < 0;
        const float step = std::min(44.0f, std::max(0.0f, available - first - widest - 8) / count);
        begins_ = {first};
        for (size_t i = 0; i < rooms.size(); ++i) {
            const float given = i + 1 < look_.at.size() ? look_.at[i + 1] : available;
            begins_.push_back(!look_.at.empty() ? std::clamp(given, first, std::max(first, available - 24))
                              : close_          ? begins_.back() + step
                                                : begins_.back() + rooms[i] + spare);
        }
        if (!look_.at.empty()) begins_.front() = std::max(first, look_.at.front());
        return {available, row_height, 0};
    }

  private:
    static constexpr float first = 56, dot_middle = 10, name_begin = 26;

    StopsLook look_;
    std::vector<float> begins_;  // of each stop's place, and the end of the last one's
    bool close_ = false;         // there is no room for all names
};

}  // namespace

Block stops(StopsLook&& look) {
    return std::make_unique<Stops>(std::move(look));
}

Block player(PlayerLook&& look) {
    return std::make_unique<Player>(std::move(look));
}

}  // namespace explainer::figures
