// Lying and upright bars. See bars.h.
#include "explainer/figures/bars.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float gap = 12;  // between label, bar and number

float clamped_place(const Axis& scale, double value) {
    const double place = std::isinf(value) ? (value > 0 ? 1 : 0) : scale.place(value);
    return static_cast<float>(std::clamp(place, 0.0, 1.0));
}

/// A bar between two places; a bar that goes on beyond the scale ends in a point.
void lying_bar(Ui& ui, float zero, float end, float y, float thickness, Color color, bool cut) {
    const float left = std::min(zero, end), width = std::fabs(end - zero);
    if (!cut) {
        ui.painter().rectangle({left, y - thickness / 2, std::max(width, 1.0f), thickness}, color,
                               std::min(2.0f, width / 2));
        return;
    }
    const float tip = std::min(width, thickness / 2), neck = end > zero ? end - tip : end + tip;
    const Point shape[] = {{zero, y - thickness / 2},
                           {neck, y - thickness / 2},
                           {end, y},
                           {neck, y + thickness / 2},
                           {zero, y + thickness / 2}};
    ui.painter().polygon(shape, color);
}

class Bars final : public Part {
  public:
    Bars(BarsLook&& look, std::vector<Bar>&& bars) : look_(std::move(look)), bars_(std::move(bars)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        const float left = rect.x + pad_ + (above_ ? 0 : indent_),
                    right = rect.right() - pad_ -
                            (above_ || look_.value_width <= 0 ? 0 : look_.value_width + gap);
        const Rect field{left, rect.y, std::max(1.0f, right - left), row_ * static_cast<float>(bars_.size())};
        if (bars_.empty())
            ui.text(rect.centre() - Point{0, fonts::line_height(caption) / 2}, caption, theme.muted,
                    "nothing to show", Align::centre);
        if (look_.ticks && !bars_.empty())
            tick_row(ui, field, look_.scale, std::min(field.x - rect.x, rect.right() - field.right()));
        for (size_t i = 0; i < bars_.size(); ++i)
            draw_row(ui, {rect.x, rect.y + row_ * static_cast<float>(i), rect.width, row_}, field,
                     static_cast<int>(i));
        const bool both = look_.scale.from < 0 && look_.scale.to > 0;
        if (both && !bars_.empty()) {
            const float zero = field.x + field.width * clamped_place(look_.scale, 0);
            ui.painter().line({zero, field.y}, {zero, field.bottom()}, theme.line, 1);
        }
    }

  protected:
    Size arrange(float available) override {
        // A tinted band needs a margin around what stands on it.
        const float whole = available;
        pad_ = look_.pointing || look_.selected >= 0 ? 8 : 0;
        available -= 2 * pad_;
        indent_ = look_.label_width;
        if (indent_ < 0) {
            indent_ = 0;
            for (const Bar& bar : bars_) indent_ = std::max(indent_, fonts::width(strong, bar.label.text));
        }
        const bool labels = indent_ > 0;
        const float least = std::min(look_.least_bar, available / 4);
        if (labels) indent_ = std::ceil(indent_) + gap;
        const float values = look_.value_width > 0 ? look_.value_width + gap : 0;
        above_ = (labels || values > 0) && available - indent_ - values < look_.least_bar;
        // Long labels alone do not send numbers away: they are cut first, down to a third.
        if (look_.above) {
            above_ = true;
        } else if (above_ && available - values - available / 3 >= least) {
            indent_ = std::floor(std::min(indent_, available / 3));
            above_ = false;
        }
        row_ = above_ && !look_.above ? std::max(look_.row, look_.thickness + 6) + fonts::line_height(body)
                                      : look_.row;
        const float rows = std::max(row_ * static_cast<float>(bars_.size()),
                                    bars_.empty() ? fonts::line_height(caption) : 0);
        return {whole, rows + (look_.ticks && !bars_.empty() ? tick_row_height : 0),
                above_ || !labels ? 0 : look_.row / 2 + 15 * (baseline - 0.625f)};
    }

  private:
    void draw_row(Ui& ui, Rect row, Rect field, int index) {
        const Theme& theme = ui.theme();
        const Bar& bar = bars_[static_cast<size_t>(index)];
        const bool selected = look_.selected == index;
        const float text_height = fonts::line_height(body);
        // (Where they always go above, they stay near their bar in a high row.)
        const float top =
            look_.above ? std::max(0.0f, (row.height - text_height - 8 - look_.thickness) / 2) : 0;
        const float middle = look_.above ? row.y + top + text_height + 6 + look_.thickness / 2
                             : above_    ? row.y + text_height + (row.height - text_height) / 2
                                         : row.centre().y;
        const float line = above_ ? row.y + top : middle - text_height / 2;
        if (selected) ui.painter().rectangle(row, band_color(theme), 2);

        // The pill first: of two areas on each other the first one is taken.
        const std::string id = Phrase() << look_.id << "/" << index;
        const bool drawn = !std::isnan(bar.value);
        const float zero = field.x + field.width * clamped_place(look_.scale, 0);
        const float place =
            drawn ? ui.eased(id, clamped_place(look_.scale, bar.value)) : clamped_place(look_.scale, 0);
        const float end = field.x + field.width * place;
        const bool handled = drawn && (bar.dragged || bar.parameter >= 0);
        PointerState pointer;
        if (handled) pointer = drag(ui, id, bar, {end, middle}, row, field);
        if (look_.pointing || handled) {
            const PointerState on_row =
                look_.pointing ? ui.area(id + "/row", row, look_.pointing.pressed ? Grip::press : Grip::none)
                               : PointerState{};
            look_.pointing.answer(on_row, index);
            if ((pointer.hovered || pointer.held) && look_.pointing.hovered) look_.pointing.hovered(index);
        }
        if (bar.parameter >= 0) ui.place_parameter(bar.parameter, row);

        if (look_.track)
            ui.painter().rectangle({field.x, middle - look_.thickness / 2, field.width, look_.thickness},
                                   selected ? theme.paper : theme.raised, 2);
        const Color color = look_.selected < 0 || selected ? bar.color : bar.color.faded(0.45f);
        const bool cut = drawn && (std::isinf(bar.value) || look_.scale.place(bar.value) > 1.0001 ||
                                   look_.scale.place(bar.value) < -0.0001);
        if (drawn) lying_bar(ui, zero, end, middle, look_.thickness, color, cut);
        if (handled)
            pill(ui, {end, middle}, std::min(row.height - 4, look_.thickness + 10), bar.color,
                 {pointer.hovered, pointer.held, bar.parameter >= 0 && ui.focused(bar.parameter)});

        if (handled && selected && !ui.touched()) draw_hint(ui, {end, middle}, field, color);

        const Type type{15, selected || bar.label.bold};
        const float value_width = above_ ? row.width / 2 - pad_ : look_.value_width;
        const float label_width = above_ ? row.width - 2 * pad_ - value_width - gap : indent_ - gap;
        if (indent_ > 0)
            ui.text({row.x + pad_, line}, type, bar.label.color,
                    shortened(type, bar.label.text, label_width));
        if (look_.value_width > 0) {
            const std::string shown = bar.shown.empty()
                                          ? fitting(bar.value, look_.decimals, strong, value_width)
                                          : shortened(strong, bar.shown, value_width);
            if (look_.values_follow && !above_)
                ui.text({std::max(zero, end) + gap / 2, line}, strong, theme.ink, shown);
            else
                ui.text({row.right() - pad_, line}, strong, bar.color, shown, Align::right);
        }
    }

    /// Right of the pill, else left of it on the bar, else not at all.
    void draw_hint(Ui& ui, Point pill, Rect field, Color bar) const {
        const float width = fonts::width(caption, look_.hint), away = 14;
        const float y = pill.y - fonts::line_height(caption) / 2;
        if (pill.x + away + width < field.right())
            ui.text({pill.x + away, y}, caption, ui.theme().muted, look_.hint);
        else if (pill.x - away - width > field.x)
            ui.text({pill.x - away, y}, caption, ui.theme().on(bar), look_.hint, Align::right);
    }

    PointerState drag(Ui& ui, const std::string& id, const Bar& bar, Point end, Rect row, Rect field) {
        const Rect reach{end.x - target / 2, row.y, target, row.height};
        const float left = std::max(reach.x, row.x), right = std::min(reach.right(), row.right());
        const PointerState pointer =
            ui.area(id + "/pill", {left, reach.y, right - left, reach.height}, Grip::horizontal);
        if (pointer.pressed || pointer.held) {
            const Point to = ui.carried(pointer, end);
            if (pointer.dragging) {
                const double value = look_.scale.value(
                    std::clamp(static_cast<double>((to.x - field.x) / field.width), 0.0, 1.0));
                if (bar.dragged)
                    bar.dragged(value);
                else
                    ui.change(bar.parameter, ui.state().snapped(bar.parameter, value));
            }
        }
        return pointer;
    }

    BarsLook look_;
    std::vector<Bar> bars_;
    float pad_ = 0, indent_ = 0, row_ = 0;
    bool above_ = false;  // labels and numbers stand over the bars
};

/// Texts on one line that do not touch: the first come stand.
class TextLine {
  public:
    TextLine(float left, float right) : left_(left), right_(right) {}

    /// The middle of a text that wants to stand around `x`; −1: there is no room.
    float place(float x, float width) {
        if (width > right_ - left_) return -1;
        const float middle = std::clamp(x, left_ + width / 2, right_ - width / 2);
        const float from = middle - width / 2 - 3, to = middle + width / 2 + 3;
        for (const auto& [begin, end] : taken_) {
            if (from < end && begin < to) return -1;
        }
        taken_.emplace_back(from, to);
        return middle;
    }

  private:
    float left_, right_;
    std::vector<std::pair<float, float>> taken_;
};

class ColumnChart final : public Part {
  public:
    ColumnChart(ColumnChartLook&& look, std::vector<ChartColumn>&& bars)
        : look_(std::move(look)), bars_(std::move(bars)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        const float zero = rect.y + look_.height + number_;
        const float axis = look_.twofold ? zero + label_ : zero;  // where the second values begin
        if (bars_.empty()) {
            ui.text({rect.centre().x, zero - fonts::line_height(caption)}, caption, theme.muted,
                    "nothing to show", Align::centre);
        }
        const double largest = full();
        const auto length = [&](double value, std::string_view which, size_t i) {
            if (std::isnan(value) || largest <= 0) return 0.0f;
            const double least = -static_cast<double>(look_.depth / look_.height);
            const double share =
                std::isinf(value) ? (value > 0 ? 1 : least) : std::clamp(value / largest, least, 1.0);
            return look_.height * ui.eased(Phrase() << look_.id << which << i, static_cast<float>(share));
        };
        TextLine values(rect.x, rect.right()), labels(rect.x, rect.right());
        const float slot = rect.width / static_cast<float>(bars_.size());
        const float thick = std::clamp(slot * 0.64f, 1.0f, 32.0f);
        std::vector<float> ups;  // how far each bar stands up, or hangs down
        for (size_t i = 0; i < bars_.size(); ++i) {
            const ChartColumn& bar = bars_[i];
            const bool selected = look_.selected == static_cast<int>(i);
            const Rect column{rect.x + slot * static_cast<float>(i), rect.y, slot, rect.height};
            const Grip grip = look_.pointing.pressed ? Grip::press : Grip::none;
            if (look_.pointing)
                look_.pointing.answer(ui.area(Phrase() << look_.id << "/" << i, column, grip),
                                      static_cast<int>(i));
            if (selected) ui.painter().rectangle(column, band_color(theme), 2);
            const auto shade = [&](Color color) {
                return look_.selected < 0 || selected ? color : color.faded(0.45f);
            };
            const float left = column.centre().x - thick / 2;
            const float up = ups.emplace_back(length(bar.value, "/up", i));
            ui.painter().rectangle({left, zero - std::max(0.0f, up), thick, std::fabs(up)}, shade(bar.color),
                                   0);
            if (look_.twofold) {
                const float down = std::min(look_.depth, std::max(0.0f, length(bar.below, "/down", i)));
                ui.painter().rectangle({left, axis, thick, down}, shade(bar.below_color), 0);
            }
        }
        /// Whether no other bar stands where this bar's number would.
        const auto is_clear = [&](size_t i, const Rect& box) {
            for (size_t k = 0; k < ups.size(); ++k) {
                const float left = rect.x + slot * (static_cast<float>(k) + 0.5f) - thick / 2;
                if (k != i && left < box.right() && box.x < left + thick &&
                    zero - std::max(0.0f, ups[k]) < box.bottom() && box.y < zero - std::min(0.0f, ups[k]))
                    return false;
            }
            return true;
        };
        const auto write = [&](size_t i) {
            const ChartColumn& bar = bars_[i];
            const bool selected = look_.selected == static_cast<int>(i);
            const float middle = rect.x + slot * (static_cast<float>(i) + 0.5f), up = ups[i];
            const float room = std::max(slot - 6, 40.0f);
            if (number_ > 0) {
                const std::string shown = bar.shown.empty()
                                              ? fitting(bar.value, look_.decimals, caption, room)
                                              : shortened(caption, bar.shown, room);
                const float wide = fonts::width(caption, shown), x = values.place(middle, wide);
                const float y = up >= 0 ? zero - up - fonts::line_height(caption) : zero - up;
                if (x >= 0 && is_clear(i, {x - wide / 2, y, wide, fonts::line_height(caption)}))
                    ui.text({x, y}, caption, selected ? bar.color : theme.ink, shown, Align::centre);
            }
            if (label_ > 0) {
                const Type type{13, selected};
                const std::string label = shortened(type, bar.label, room);
                const float x = labels.place(middle, fonts::width(type, label));
                const float y = look_.twofold ? zero + 1 : rect.bottom() - label_ + 2;
                if (x >= 0) ui.text({x, y}, type, selected ? theme.ink : theme.muted, label, Align::centre);
            }
        };
        // The selected bar first: its texts stand, and its neighbours' give way.
        const auto chosen = static_cast<size_t>(look_.selected);
        if (chosen < bars_.size()) write(chosen);
        for (size_t i = 0; i < bars_.size(); ++i) {
            if (i != chosen) write(i);
        }
        ui.painter().line({rect.x, zero}, {rect.right(), zero}, theme.line, 1);
        if (look_.twofold) ui.painter().line({rect.x, axis}, {rect.right(), axis}, theme.line, 1);
    }

  protected:
    Size arrange(float available) override {
        label_ = 0;
        for (const ChartColumn& bar : bars_) {
            if (!bar.label.empty()) label_ = fonts::line_height(caption) + 2;
        }
        number_ = look_.values && !look_.twofold ? fonts::line_height(caption) : 0;
        const float below = look_.depth + (look_.depth > 0 ? number_ : 0);
        return {available, number_ + look_.height + below + label_, 0};
    }

  private:
    /// The value that fills the height.
    double full() const {
        double out = look_.largest;
        for (const ChartColumn& bar : bars_) {
            if (look_.largest > 0) break;
            for (const double value : {bar.value, bar.below}) {
                if (std::isfinite(value)) out = std::max(out, std::fabs(value));
            }
        }
        return out;
    }

    ColumnChartLook look_;
    std::vector<ChartColumn> bars_;
    float label_ = 0, number_ = 0;
};

}  // namespace

Color grid_color(const Theme& theme) {
    return theme.line.faded(0.22f);
}

void tick_row(Ui& ui, const Rect& rect, const Axis& scale, float overhang) {
    const Theme& theme = ui.theme();
    for (const Tick& tick : ticks(scale, rect.width, caption, true, overhang)) {
        const float x = rect.x + rect.width * static_cast<float>(scale.place(tick.value));
        ui.painter().line({x, rect.y}, {x, rect.bottom()}, grid_color(theme), 1);
        const float middle = rect.x + tick_middle(scale, tick, rect.width, caption, overhang);
        ui.text({middle, rect.bottom() + 4}, caption, theme.muted, tick.label, Align::centre);
    }
}

Block bars(BarsLook&& look, std::vector<Bar>&& bars) {
    return std::make_unique<Bars>(std::move(look), std::move(bars));
}

Block column_chart(ColumnChartLook&& look, std::vector<ChartColumn>&& bars) {
    return std::make_unique<ColumnChart>(std::move(look), std::move(bars));
}

}  // namespace explainer::figures
