// The canvas's controls. See controls.h.
#include "explainer/figures/controls.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "explainer/figures/bars.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float thumb_radius = 10;
constexpr float track_height = 4;
constexpr float button_height = 32;
constexpr float button_gap = 8;

constexpr float scrub_range = 240;  // CSS pixels of drag from one end of a cell's range to the other, about
constexpr float scrub_slack = 3;    // a mouse may tremble that far before a press becomes a scrub

/// A slider's ends: its maximum may follow the state.
struct Range {
    double minimum, maximum;
    bool logarithmic;

    /// Where on the track (0 to 1) a value lies; the inverse is `value_at`.
    double place_of(double value) const {
        if (maximum <= minimum) return 0;
        if (logarithmic) return std::log(value / minimum) / std::log(maximum / minimum);
        return (std::clamp(value, minimum, maximum) - minimum) / (maximum - minimum);
    }
    double value_at(double place) const {
        place = std::clamp(place, 0.0, 1.0);
        if (logarithmic) return minimum * std::pow(maximum / minimum, place);
        return minimum + place * (maximum - minimum);
    }
};

struct ButtonLook {
    bool chosen = false, focused = false, enabled = true;
};

/// Draws one text button and tells whether it was pressed.
bool button(Ui& ui, std::string_view id, Rect rect, std::string_view label, ButtonLook look) {
    // The area is a finger high even where the outline is not.
    const PointerState pointer =
        look.enabled ? ui.area(id, {rect.x, rect.y - 6, rect.width, rect.height + 12}, Grip::press)
                     : PointerState{};
    const Theme& theme = ui.theme();
    if (look.chosen) ui.painter().rectangle(rect, mix(theme.paper, theme.query, 0.12f), 6);
    if (pointer.hovered && !look.chosen) ui.painter().rectangle(rect, theme.raised, 6);
    ui.painter().outline(rect, look.chosen || pointer.hovered ? theme.query : theme.line,
                         look.chosen ? 1.5f : 1.0f, 6);
    if (look.focused) ui.focus_ring(rect, 8);
    const Type type{15, look.chosen};
    ui.text({rect.centre().x, rect.centre().y - fonts::line_height(type) / 2}, type,
            look.enabled ? theme.ink : theme.muted, label, Align::centre);
    return pointer.clicked;
}

/// Lays buttons out from left to right, onto new lines where they do not fit.
class Flow {
  public:
    Flow(Point at, float width) : at_(at), pen_{at.x, at.y + 6}, right_(at.x + width) {}

    Rect next(float wide) {
        if (pen_.x > at_.x && pen_.x + wide > right_) pen_ = {at_.x, pen_.y + row_height};
        const Rect rect{pen_.x, pen_.y, std::min(wide, right_ - at_.x), button_height};
        pen_.x += wide + button_gap;
        return rect;
    }
    float height() const { return pen_.y - 6 + row_height - at_.y; }

  private:
    Point at_, pen_;
    float right_;
};

float button_width(std::string_view label) {
    return std::max(40.0f, std::ceil(fonts::width(strong, label)) + 24);  // at least a finger wide
}

constexpr float switch_width = 36;
constexpr float most_a_pixel = 0.16f;  // of what a slider with a reach moves

float toggle_width(const Parameter& p) {
    return switch_width + 12 + fonts::width(body, p.label);
}

/// Buttons that wrap: what they need at a width, and all in one line.
Size buttons_size(const std::vector<std::string_view>& labels, float available) {
    Flow flow({0, 0}, available);
    float one_line = -button_gap;
    for (const std::string_view label : labels) {
        flow.next(button_width(label));
        one_line += button_width(label) + button_gap;
    }
    return {std::min(one_line, available), flow.height(), 0};
}

/// A number with a dotted line under it, right-aligned.
void draw_field(Ui& ui, Rect rect, Color color, const std::string& number, bool lit, bool focused,
                const PointerState& pointer, Type type = body) {
    const Rect ground{rect.x, rect.centre().y - 14, rect.width, 28};
    if (lit || pointer.hovered || pointer.held)
        ui.painter().rectangle(ground, lit ? band_color(ui.theme()) : ui.theme().raised, 4);
    const float right = rect.right() - 4, width = std::max(fonts::width(type, number), 32.0f);
    ui.text({right, rect.centre().y - fonts::line_height(type) / 2}, type, color, number, Align::right);
    const float line = rect.centre().y + 10;
    dashed(ui, {right - width, line}, {right, line}, color.faded(0.8f), 1, 1.5f);
    if (focused) ui.focus_ring(ground);
}

}  // namespace

Point hand_of_thumb(Ui& ui, const PointerState& pointer, float x, float radius) {
    const bool on_it = std::fabs(pointer.position.x - x) <= radius;
    return ui.carried(pointer, on_it ? Point{x, pointer.position.y} : pointer.position);
}

float slider(Ui& ui, int parameter, const Rect& rect, const SliderLook& look) {
    const Parameter& p = ui.state().parameter(parameter);
    Range range{ui.state().minimum(parameter), ui.state().maximum(parameter), p.logarithmic};
    if (look.reach > 0) {
        range.minimum = std::max(range.minimum, -look.reach);
        range.maximum = std::min(range.maximum, look.reach);
    }
    const Theme& theme = ui.theme();
    const float top = rect.centre().y - fonts::line_height(body) / 2;
    if (look.label_width > 0) {
        ui.text({rect.x, top}, body, theme.ink, look.label.empty() ? p.label : std::string_view(look.label));
    }
    ui.text({rect.right(), top}, strong, look.color,
            look.shown.empty() ? ui.state().shown(parameter) : look.shown, Align::right);

    const Rect target{rect.x + look.label_width, rect.y, rect.width - look.label_width - look.value_width,
                      rect.height};
    const float from = target.x + thumb_radius, to = target.right() - thumb_radius - 4;
    const PointerState pointer = ui.area(p.name, target, Grip::horizontal);
    if ((pointer.hovered || pointer.held) && look.hovered) look.hovered();
    const auto along = [&](double value) {
        return from + static_cast<float>(range.place_of(value)) * (to - from);
    };
    Point hand = hand_of_thumb(ui, pointer, along(ui.state().number(parameter)), thumb_radius);
    if (look.reach > 0) {
        // Where a short track goes far, the thumb goes less far than the hand (what it is on can be set),
        // until the hand is beyond the track.
        float& taken = ui.kept<float>(p.name);
        if (pointer.pressed) taken = hand.x;
        const auto pixel = static_cast<float>(range.maximum - range.minimum) / (to - from);
        if (hand.x > from && hand.x < to)
            hand.x = taken + (hand.x - taken) * std::min(1.0f, most_a_pixel / pixel);
    }
    const bool moved = hand.x != along(ui.state().number(parameter));  // (a value between steps stays)
    if ((pointer.clicked || pointer.dragging) && moved) {
        const double place = static_cast<double>((hand.x - from) / (to - from));
        ui.change(parameter, ui.state().snapped(parameter, range.value_at(place)));
    }
    ui.place_parameter(parameter, rect);

    const float y = rect.centre().y, x = along(ui.state().number(parameter));
    // The filled part starts at zero where the range has both signs, so that its length is the value's size.
    const bool both_signs = !p.logarithmic && p.minimum < 0 && p.maximum > 0;
    const float zero = both_signs ? along(0) : from;
    ui.painter().rectangle({from, y - track_height / 2, to - from, track_height}, theme.line.faded(0.45f), 2);
    ui.painter().rectangle({std::min(zero, x), y - track_height / 2, std::fabs(x - zero), track_height},
                           look.color, 2);
    if (both_signs) ui.painter().line({zero, y - 6}, {zero, y + 6}, theme.line, 1);
    ui.painter().disc({x, y}, thumb_radius, theme.paper);
    ui.painter().ring({x, y}, thumb_radius - 1, look.color, pointer.hovered || pointer.held ? 3.0f : 2.0f);
    if (pointer.held) ui.painter().disc({x, y}, 4, look.color);
    if (ui.focused(parameter)) {
        ui.painter().ring({x, y}, thumb_radius + 3, theme.query, 2);
        ui.focus_ring({rect.x, rect.y + 4, rect.width, rect.height - 8});
    }
    return x;
}

float choice(Ui& ui, int parameter, const Point& at, float width) {
    const Parameter& p = ui.state().parameter(parameter);
    Flow flow(at, width);
    for (size_t i = 0; i < p.choices.size(); ++i) {
        const Rect rect = flow.next(button_width(p.choices[i].label));
        const bool chosen = ui.state().choice(parameter) == static_cast<int>(i);
        const std::string id = Phrase() << p.name << "/" << p.choices[i].id;
        if (button(ui, id, rect, p.choices[i].label, {chosen, chosen && ui.focused(parameter)})) {
            ui.change(parameter, static_cast<double>(i));
        }
    }
    ui.place_parameter(parameter, {at.x, at.y, width, flow.height()});
    return flow.height();
}

void choice_slider(Ui& ui, int parameter, const Rect& rect, Color color) {
    const Parameter& p = ui.state().parameter(parameter);
    const Theme& theme = ui.theme();
    const float y = rect.y + thumb_radius + 4, names = rect.bottom() - fonts::line_height(caption);
    const float label = fonts::width(body, p.label) + 16;
    ui.text({rect.x, y - fonts::line_height(body) / 2}, body, theme.ink, p.label);

    const Rect target{rect.x + label, rect.y, rect.width - label, rect.height};
    const float from = target.x + thumb_radius, to = target.right() - thumb_radius;
    const float step = (to - from) / static_cast<float>(std::max<size_t>(1, p.choices.size() - 1));
    const auto along = [&](float choice) { return from + step * choice; };
    const PointerState pointer = ui.area(p.name, target, Grip::horizontal);
    const Point hand =
        hand_of_thumb(ui, pointer, along(static_cast<float>(ui.state().choice(parameter))), thumb_radius);
    if (pointer.clicked || pointer.dragging) {
        const double wanted = std::clamp(std::round(static_cast<double>((hand.x - from) / step)), 0.0,
                                         static_cast<double>(p.choices.size()) - 1);
        if (wanted != ui.state().number(parameter)) ui.change(parameter, wanted);
    }
    ui.place_parameter(parameter, rect);

    const int now = ui.state().choice(parameter);
    const float x = along(ui.eased(std::string(p.name) + "/thumb", static_cast<float>(now)));
    ui.painter().rectangle({from, y - track_height / 2, to - from, track_height}, theme.line.faded(0.45f), 2);
    ui.painter().rectangle({from, y - track_height / 2, x - from, track_height}, color, 2);
    for (size_t i = 0; i < p.choices.size(); ++i) {
        const bool chosen = static_cast<int>(i) == now;
        const float at = along(static_cast<float>(i));
        ui.painter().line({at, y - 6}, {at, y + 6}, theme.line, 1);
        ui.text({at, names}, {13, chosen}, chosen ? theme.ink : theme.muted, p.choices[i].label,
                Align::centre);
    }
    ui.painter().disc({x, y}, thumb_radius, theme.paper);
    ui.painter().ring({x, y}, thumb_radius - 1, color, pointer.hovered || pointer.held ? 3.0f : 2.0f);
    if (pointer.held) ui.painter().disc({x, y}, 4, color);
    if (ui.focused(parameter)) ui.focus_ring(rect.inset(2));
}

namespace {

/// The switch itself, pressed within `target`.
void draw_switch(Ui& ui, int parameter, const Rect& target) {
    const Parameter& p = ui.state().parameter(parameter);
    const PointerState pointer = ui.area(p.name, target, Grip::press);
    if (pointer.clicked) ui.change(parameter, ui.state().toggle(parameter) ? 0 : 1);
    ui.place_parameter(parameter, target);

    const float on = ui.eased(p.name, ui.state().toggle(parameter) ? 1 : 0);
    const Rect track{target.x + 1, target.centre().y - 10, switch_width, 20};
    ui.painter().rectangle(track, mix(ui.theme().paper, ui.theme().query, on), 10);
    ui.painter().outline(track, pointer.hovered || on > 0.5f ? ui.theme().query : ui.theme().line, 1.5f, 10);
    ui.painter().disc({track.x + 10 + 16 * on, track.centre().y}, 6,
                      mix(ui.theme().muted, ui.theme().paper, on));
    if (ui.focused(parameter))
        ui.focus_ring({target.x - 2, target.y + 8, target.width + 6, target.height - 16});
}

}  // namespace

void toggle(Ui& ui, int parameter, const Rect& rect) {
    const Parameter& p = ui.state().parameter(parameter);
    const float wide = std::min(rect.width, toggle_width(p));
    draw_switch(ui, parameter, {rect.x, rect.y, wide, rect.height});
    ui.text({rect.x + switch_width + 11, rect.centre().y - fonts::line_height(body) / 2}, body,
            ui.theme().ink, p.label);
}

PointerState tick(Ui& ui, int parameter, const Rect& rect, Color color) {
    const Theme& theme = ui.theme();
    const bool on = ui.state().toggle(parameter);
    const PointerState pointer = ui.area(ui.state().parameter(parameter).name, rect, Grip::press);
    if (pointer.clicked) ui.change(parameter, on ? 0 : 1);
    ui.place_parameter(parameter, rect);
    const Rect box{rect.centre().x - 11, rect.centre().y - 11, 22, 22};
    ui.painter().rectangle(box, on ? color : theme.paper, 4);
    ui.painter().outline(box, pointer.hovered ? theme.ink : on ? color : theme.line, 1.5f, 4);
    const Point sign[] = {{box.x + 5, box.y + 11}, {box.x + 9.5f, box.y + 16}, {box.x + 17, box.y + 6}};
    if (on) ui.painter().polyline(sign, theme.on(color), 2.25f, false);
    if (ui.focused(parameter)) ui.focus_ring(box);
    return pointer;
}

void text_field(Ui& ui, int parameter, const Rect& rect) {
    const Parameter& p = ui.state().parameter(parameter);
    const PointerState pointer = ui.area(p.name, rect, Grip::press);
    if (pointer.clicked) ui.request_focus(parameter);
    ui.place_parameter(parameter, rect);
    ui.painter().outline(rect, pointer.hovered ? ui.theme().query : ui.theme().line, 1, 6);
    if (ui.focused(parameter)) ui.focus_ring(rect, 8);
    ui.text({rect.x + 12, rect.centre().y - fonts::line_height(body) / 2}, body, ui.theme().ink,
            shortened(body, ui.state().text(parameter), rect.width - 24));
}

PointerState number_cell(Ui& ui, int parameter, int row, int col, const Rect& rect) {
    const Parameter& p = ui.state().parameter(parameter);
    const std::string id = Phrase() << p.name << "/" << row << "/" << col;
    const PointerState pointer = ui.area(id, rect, Grip::horizontal);
    ui.place_cell(parameter, row, col, rect);
    const double value = ui.state().matrix(parameter).at(row, col);
    if (pointer.pressed) ui.kept<double>(id) = value;
    const float moved = pointer.position.x - pointer.origin.x;
    if (pointer.dragging && (ui.scrubbing() || std::fabs(moved) > scrub_slack)) {
        ui.set_scrubbing(true);
        const double steps = (p.maximum - p.minimum) / p.step;
        const double pixels = std::clamp(static_cast<double>(scrub_range) / steps, 1.0, 8.0);
        const double wanted = ui.kept<double>(id) + std::round(static_cast<double>(moved) / pixels) * p.step;
        ui.change_cell(parameter, row, col, ui.state().snapped(parameter, wanted));
    }
    if (pointer.clicked && !ui.scrubbing()) ui.request_focus(parameter, row, col);
    return pointer;
}

PointerState number_field(Ui& ui, int parameter, const Rect& rect, Color color, bool lit) {
    const Parameter& p = ui.state().parameter(parameter);
    const std::string id = std::string(p.name) + "/field";
    const PointerState pointer = ui.area(id, rect, Grip::horizontal);
    ui.place_parameter(parameter, rect);
    if (pointer.pressed) ui.kept<double>(id) = ui.state().number(parameter);
    const float moved = pointer.position.x - pointer.origin.x;
    if (pointer.dragging && (ui.scrubbing() || std::fabs(moved) > scrub_slack)) {
        ui.set_scrubbing(true);
        const double steps = (ui.state().maximum(parameter) - p.minimum) / p.step;
        const double pixels = std::clamp(static_cast<double>(scrub_range) / steps, 1.0, 8.0);
        const double wanted = ui.kept<double>(id) + std::round(static_cast<double>(moved) / pixels) * p.step;
        ui.change(parameter, ui.state().snapped(parameter, wanted));
    }
    if (pointer.clicked && !ui.scrubbing()) ui.request_focus(parameter);

    draw_field(ui, rect, color, ui.state().shown(parameter), lit, ui.focused(parameter), pointer);
    return pointer;
}

PointerState number_field(Ui& ui, int parameter, int row, int col, const Rect& rect, Color color, bool lit,
                          Type type) {
    const PointerState pointer = number_cell(ui, parameter, row, col, rect);
    const bool focused = ui.focused_cell(parameter) == MatrixCell{row, col};
    draw_field(ui, rect, color, ui.state().shown_cell(parameter, row, col), lit, focused, pointer, type);
    return pointer;
}

void action(Ui& ui, int parameter, const Rect& rect) {
    const Parameter& p = ui.state().parameter(parameter);
    const Rect look{rect.x, rect.centre().y - button_height / 2, rect.width, button_height};
    ui.place_parameter(parameter, rect);
    if (button(ui, p.name, look, p.label, {false, ui.focused(parameter)})) ui.press_action(parameter);
}

float action_width(Ui& ui, int parameter) {
    return button_width(ui.state().parameter(parameter).label);
}

bool text_button(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, bool chosen,
                 bool enabled) {
    return button(ui, id, {rect.x, rect.centre().y - button_height / 2, rect.width, button_height}, label,
                  {chosen, false, enabled});
}

float text_button_width(std::string_view label) {
    return button_width(label);
}

// ---- As parts

Block slider(int parameter, SliderLook&& look) {
    return drawing(row_height, [parameter, look = std::move(look)](Ui& ui, Rect rect) {
        slider(ui, parameter, {rect.x, rect.y, rect.width, row_height}, look);
    });
}

Block choice(Ui& ui, int parameter) {
    std::vector<std::string_view> labels = {};
    for (const Choice& choice : ui.state().parameter(parameter).choices) labels.push_back(choice.label);
    return drawing([labels = std::move(labels)](float available) { return buttons_size(labels, available); },
                   [parameter](Ui& ui, Rect rect) {
                       choice(ui, parameter, {rect.x, rect.y}, rect.width);
                   });
}

Block choice(Ui& ui, int parameter, Color color, std::string title) {
    Block name = drawing({fonts::width(body, title), row_height, 0}, [color, title](Ui& ui, Rect rect) {
        ui.text({rect.x, rect.y + (row_height - fonts::line_height(body)) / 2}, body, color, title);
    });
    return row({.gap = 16}, {Item(std::move(name)), Item(choice(ui, parameter))});
}

Block choice_slider(int parameter, Color color) {
    return drawing(row_height, [parameter, color](Ui& ui, Rect rect) {
        choice_slider(ui, parameter, {rect.x, rect.y, rect.width, row_height}, color);
    });
}

Block toggle(Ui& ui, int parameter) {
    const float width = toggle_width(ui.state().parameter(parameter)) + 8;
    return drawing({width, row_height, 0}, [parameter](Ui& ui, Rect rect) { toggle(ui, parameter, rect); });
}

Block bare_toggle(int parameter) {
    return drawing({row_height, row_height, 0},
                   [parameter](Ui& ui, Rect rect) { draw_switch(ui, parameter, rect); });
}

Block text_field(int parameter) {
    return drawing(row_height, [parameter](Ui& ui, Rect rect) { text_field(ui, parameter, rect); });
}

Block action(Ui& ui, int parameter) {
    return drawing({action_width(ui, parameter), row_height, 0}, [parameter](Ui& ui, Rect rect) {
        action(ui, parameter, {rect.x, rect.y, rect.width, row_height});
    });
}

Block button(std::string id, std::string label, UniqueFunction<void(Ui&)> pressed) {
    const float width = button_width(label);
    return drawing({width, row_height, 0}, [=, pressed = std::move(pressed)](Ui& ui, Rect rect) {
        const Rect look{rect.x, rect.centre().y - button_height / 2, width, button_height};
        if (button(ui, id, look, label, {})) pressed(ui);
    });
}

Block stepper(Ui& ui, int parameter) {
    const Parameter& p = ui.state().parameter(parameter);
    const float label = std::ceil(fonts::width(body, p.label)) + 10;
    const float number = std::ceil(fonts::width(strong, fixed(p.maximum, 0))) + 20;
    return drawing({label + 2 * row_height + number, row_height, 0}, [=](Ui& ui, Rect rect) {
        const Parameter& p = ui.state().parameter(parameter);
        const double value = ui.state().number(parameter);
        const float top = rect.y + (row_height - fonts::line_height(body)) / 2;
        paragraph(body, ui.theme().ink, std::string(p.label))->draw(ui, {rect.x, top, label, rect.height});
        const Rect less{rect.x + label, rect.y, row_height, row_height},
            more{less.right() + number, rect.y, row_height, row_height};
        const std::string id(p.name);
        if (sign_button(ui, id + "/less", less, Sign::minus,
                        {.enabled = value > ui.state().minimum(parameter)}))
            ui.change(parameter, value - p.step);
        ui.text({less.right() + number / 2, top}, strong, ui.theme().ink, ui.state().shown(parameter),
                Align::centre);
        if (sign_button(ui, id + "/more", more, Sign::plus,
                        {.enabled = value < ui.state().maximum(parameter)}))
            ui.change(parameter, value + p.step);
        const Rect all{less.x, rect.y, more.right() - less.x, row_height};
        ui.place_parameter(parameter, all);
        if (ui.focused(parameter)) ui.focus_ring(all);
    });
}

namespace {

/// The choices of a parameter, if there is one, and then presets; or pieces. As buttons in one line. Those
/// that do not fit are on further pages, which a button at either end turns.
class ButtonLine final : public Part {
  public:
    ButtonLine(std::string_view id, int parameter, std::span<const Choice> choices,
               std::span<const Preset> presets)
        : id_(id), parameter_(parameter), choices_(static_cast<int>(choices.size())), presets_(presets) {
        for (const Choice& choice : choices) labels_.push_back(choice.label);
        for (const Preset& preset : presets) labels_.push_back(preset.label);
    }
    ButtonLine(const State& state, std::vector<int> pieces) : id_("pieces"), pieces_(std::move(pieces)) {
        for (const int piece : pieces_) labels_.push_back(state.parameter(piece).label);
    }

    void draw(Ui& ui, Rect rect) override {
        const std::vector<int> pages = pages_in(rect.width);
        const int last = static_cast<int>(pages.size()) - 1;
        // The page turns to what has become chosen, however it was chosen (not on a hand's way past it), and
        // with the keyboard.
        struct Turned {
            int page = 0;
            unsigned chosen = 0;  // a bit each
        };
        auto& [page, followed] = ui.kept<Turned>(id_);
        State bare = ui.state();  // a preset is one whatever pieces are shown
        bare.reset_pieces();
        const std::string now = presets_.empty() ? "" : bare.save();
        unsigned chosen = 0;
        int come = -1, focused = -1;
        for (int i = 0; i < count(); ++i) {
            const bool here = is_chosen(ui.state(), i, now);
            if (is_focused(ui, i, here)) focused = i;
            if (!here) continue;
            chosen |= 1u << i;
            // (What was pressed is in sight; what comes with it need not be.)
            if (!ui.holding() && (followed >> i & 1u) == 0 && (come < 0 || page_of(pages, i) == page))
                come = i;
        }
        // What is chosen no more leaves the page to the choice there always is.
        if (!ui.holding() && std::exchange(followed, chosen) != chosen && come < 0 && choices_ > 0)
            come = ui.state().choice(parameter_);
        if (come >= 0) page = page_of(pages, come);
        if (focused >= 0) page = page_of(pages, focused);
        page = std::clamp(page, 0, last);

        float x = rect.x;
        const int turned = page;
        const Rect back{x, rect.y, row_height, row_height};
        const Rect on{rect.right() - row_height, rect.y, row_height, row_height};
        if (turned > 0) {
            if (sign_button(ui, id_ + "/back", back, Sign::back)) page -= 1;
            x += row_height + button_gap;
        }
        if (turned < last && sign_button(ui, id_ + "/on", on, Sign::on)) page += 1;
        for (int i = 0; i < count(); ++i) {
            if (const int where = page_of(pages, i); where != turned) {
                placed(ui, i, where < turned ? back : on);
                continue;
            }
            // (Each has one that is chosen: what is before the line, and what is behind it.)
            if (i == choices_ && i > 0 && page_of(pages, i - 1) == turned)
                ui.painter().line({x - button_gap / 2, rect.y + 14}, {x - button_gap / 2, rect.bottom() - 14},
                                  ui.theme().line, 1);
            const std::string_view whole = labels_[static_cast<size_t>(i)];
            const float most = (turned < last ? on.x - button_gap : rect.right()) - x;
            const Rect place{x, rect.y + 6, std::min(button_width(whole), most), button_height};
            placed(ui, i, {place.x, rect.y, place.width, row_height});
            const std::string label = shortened(strong, whole, place.width - 16);
            const bool pressed = button(ui, id_ + "/" + std::to_string(i), place, label,
                                        {(chosen >> i & 1u) != 0, i == focused});
            if (pressed) press(ui, i);
            x += place.width + button_gap;
        }
    }

  protected:
    Size arrange(float available) override { return {std::min(one_line(), available), row_height, 0}; }

  private:
    int count() const { return static_cast<int>(labels_.size()); }
    const Preset& preset(int i) const { return presets_[static_cast<size_t>(i - choices_)]; }
    int piece(int i) const { return pieces_[static_cast<size_t>(i)]; }
    /// `now`: the state as a preset has it.
    bool is_chosen(const State& state, int i, std::string_view now) const {
        if (!pieces_.empty()) return state.toggle(piece(i));
        return i < choices_ ? state.choice(parameter_) == i : preset(i).state == now;
    }
    bool is_focused(const Ui& ui, int i, bool chosen) const {
        if (!pieces_.empty()) return ui.focused(piece(i));
        return i < choices_ ? chosen && ui.focused(parameter_) : ui.preset_focused(i - choices_);
    }
    void press(Ui& ui, int i) const {
        if (!pieces_.empty()) return ui.change(piece(i), ui.state().toggle(piece(i)) ? 0 : 1);
        i < choices_ ? ui.change(parameter_, i) : ui.press(preset(i));
    }
    /// Where a button is; of one that is not in sight, the button that brings it.
    void placed(Ui& ui, int i, Rect rect) const {
        if (!pieces_.empty()) return ui.place_parameter(piece(i), rect);
        if (i >= choices_) return ui.place_preset(i - choices_, rect);
        if (ui.state().choice(parameter_) == i) ui.place_parameter(parameter_, rect);
    }
    float one_line() const {
        float out = -button_gap;
        for (const std::string_view label : labels_) out += button_width(label) + button_gap;
        return out;
    }
    /// The first button of each page; a page has one at least.
    std::vector<int> pages_in(float width) const {
        std::vector<int> out = {0};
        if (one_line() <= width) return out;
        constexpr float turn = row_height + button_gap;
        float left = width - turn;
        for (int i = 0; i < count(); ++i) {
            const float wide = button_width(labels_[static_cast<size_t>(i)]) + button_gap;
            // (the last page needs no button to go on)
            if (i > out.back() && wide - button_gap > left + (i + 1 == count() ? turn : 0)) {
                out.push_back(i);
                left = width - 2 * turn;
            }
            left -= wide;
        }
        return out;
    }
    static int page_of(const std::vector<int>& pages, int button) {
        return static_cast<int>(std::upper_bound(pages.begin(), pages.end(), button) - pages.begin()) - 1;
    }

    std::string id_;
    int parameter_ = -1, choices_ = 0;
    std::span<const Preset> presets_;
    std::vector<int> pieces_;
    std::vector<std::string_view> labels_;
};

}  // namespace

Block presets(std::span<const Preset> presets) {
    return std::make_unique<ButtonLine>("presets", -1, std::span<const Choice>(), presets);
}

Block choice_line(Ui& ui, int parameter, std::span<const Preset> presets) {
    const Parameter& p = ui.state().parameter(parameter);
    return std::make_unique<ButtonLine>(p.name, parameter, p.choices, presets);
}

namespace {

/// A part whose height is whole pixels, so that the page can add up what the pieces need.
class Whole final : public Part {
  public:
    explicit Whole(Block part) : part_(std::move(part)) {}
    void draw(Ui& ui, Rect rect) override { part_->draw(ui, rect); }

  protected:
    Size arrange(float available) override {
        const Size size = part_->measure(available);
        return {size.width, std::ceil(size.height), size.baseline};
    }

  private:
    Block part_;
};

}  // namespace

Block piece(Ui& ui, int parameter, UniqueFunction<Block()> build) {
    return ui.state().toggle(parameter) ? std::make_unique<Whole>(build()) : space(0);
}

bool essential_alone(const State& state) {
    for (int i = 0; i < state.count(); ++i)
        if (state.parameter(i).piece && state.toggle(i)) return false;
    return true;
}

namespace {
std::vector<int> pieces_of(const State& state, int without = -1) {
    std::vector<int> out;
    for (int i = 0; i < state.count(); ++i)
        if (state.parameter(i).piece && i != without) out.push_back(i);
    return out;
}
}  // namespace

Block piece_line(Ui& ui) {
    return std::make_unique<ButtonLine>(ui.state(), pieces_of(ui.state()));
}

Block pieces(Ui& ui, int without) {
    const std::vector<int> which = pieces_of(ui.state(), without);
    std::vector<std::string_view> labels = {};
    for (const int parameter : which) labels.push_back(ui.state().parameter(parameter).label);
    return drawing([labels](float available) { return buttons_size(labels, available); },
                   [which](Ui& now, Rect rect) {
                       Flow flow({rect.x, rect.y}, rect.width);
                       for (const int parameter : which) {
                           const Parameter& p = now.state().parameter(parameter);
                           const Rect place = flow.next(button_width(p.label));
                           const bool shown = now.state().toggle(parameter);
                           now.place_parameter(parameter, {place.x, place.y - 6, place.width, row_height});
                           if (button(now, p.name, place, p.label, {shown, now.focused(parameter)}))
                               now.change(parameter, shown ? 0 : 1);
                       }
                   });
}

}  // namespace explainer::figures
