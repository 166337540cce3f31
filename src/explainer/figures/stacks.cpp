// Stacked bars and budgets. See stacks.h.
#include "explainer/figures/stacks.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float side_gap = 12;   // between label, bar and number
constexpr float sum_height = 8;  // of the bar that is the sum

/// The wider part of a box that is left and right of a rule through it.
Rect beside(Rect box, float rule) {
    if (rule <= box.x || rule >= box.right()) return box;
    const float left = rule - 3 - box.x, right = box.right() - rule - 3;
    return left > right ? Rect{box.x, box.y, left, box.height} : Rect{rule + 3, box.y, right, box.height};
}

/// Label and number in a segment, as much of both as fits.
void segment_text(Ui& ui, Rect box, const Segment& segment, Color ground) {
    const float room = box.width - 8;
    const float cover = static_cast<float>(ground.a()) / 255;
    const Color color = ui.theme().on(mix(ui.theme().paper, ground.with_alpha(255), cover));
    const Type type = box.height >= 18 ? body : caption;
    if (box.height < fonts::line_height(caption)) return;
    const Type bold{type.size(), true};
    const float label = fonts::width(type, segment.label), number = fonts::width(bold, segment.shown);
    const float space = segment.label.empty() || segment.shown.empty() ? 0 : 7;
    const float y = box.centre().y - fonts::line_height(type) / 2;
    if (label + space + number <= room) {
        const float x = std::round(box.centre().x - (label + space + number) / 2);
        if (!segment.label.empty()) ui.text({x, y}, type, color, segment.label);
        if (!segment.shown.empty()) ui.text({x + label + space, y}, bold, color, segment.shown);
        return;
    }
    // Too narrow for both side by side: one over the other, else the label alone.
    constexpr Type small{caption.size(), true};
    const float line = fonts::line_height(small);
    const bool both = !segment.label.empty() && !segment.shown.empty() && box.height >= 2 * line &&
                      std::max(label, fonts::width(small, segment.shown)) <= box.width - 3;
    if (both) {
        ui.text({box.centre().x, box.centre().y - line}, caption, color, segment.label, Align::centre);
        ui.text(box.centre(), small, color, segment.shown, Align::centre);
    } else if (!segment.label.empty() && label <= room) {
        ui.text({box.centre().x, y}, type, color, segment.label, Align::centre);
    }
}

class Stacks final : public Part {
  public:
    Stacks(StacksLook&& look, std::vector<Stack>&& stacks)
        : look_(std::move(look)), stacks_(std::move(stacks)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const float left = rect.x + (above_ ? 0 : indent_);
        const float right = rect.right() - (look_.value_width > 0 ? look_.value_width + side_gap : 0);
        Rect field{left, rect.y, std::max(1.0f, right - left),
                   rect.height - (look_.ticks ? tick_row_height : 0)};
        if (stacks_.empty())
            ui.text(rect.centre() - Point{0, fonts::line_height(caption) / 2}, caption, ui.theme().muted,
                    "nothing to show", Align::centre);
        if (look_.ticks && !stacks_.empty())
            tick_row(ui, field, look_.scale, std::min(field.x - rect.x, rect.right() - field.right()));
        if (look_.scale.from < 0 && look_.scale.to > 0 && !stacks_.empty()) {
            const float zero = at(field, 0);
            ui.painter().line({zero, field.y}, {zero, field.bottom()}, ui.theme().line, 1.5f);
        }
        float y = rect.y;
        for (size_t i = 0; i < stacks_.size(); ++i) {
            draw_stack(ui, {rect.x, y, rect.width, height_of(stacks_[i])}, field, static_cast<int>(i));
            y += height_of(stacks_[i]) + gap_after(stacks_[i]);
        }
    }

  protected:
    Size arrange(float available) override {
        indent_ = look_.label_width;
        if (indent_ < 0) {
            indent_ = 0;
            for (const Stack& stack : stacks_)
                indent_ = std::max(indent_, fonts::width(strong, stack.label.text));
        }
        if (indent_ > 0) indent_ = std::ceil(indent_) + side_gap;
        above_ = indent_ > 0 && available - indent_ - look_.value_width < 300;
        share_out();
        return {available, std::max(look_.height, height_of_all() + (look_.ticks ? tick_row_height : 0)), 0};
    }

  private:
    static constexpr float large = 24;  // from that thickness on with larger type and a thicker sum

    float height_of_all() const {
        float height = stacks_.empty() ? fonts::line_height(caption) : 0;
        for (const Stack& stack : stacks_)
            height += height_of(stack) + (&stack != &stacks_.back() ? gap_after(stack) : 0);
        return height;
    }
    float thickness_of(const Stack& stack) const { return stack.thickness > 0 ? stack.thickness : shared_; }
    float gap_after(const Stack& stack) const { return look_.gap + (stack.thickness > 0 ? 0 : spread_); }

    /// How thick the stacks are that have no thickness of their own, and how far apart.
    void share_out() {
        const auto sharing = static_cast<float>(std::count_if(
            stacks_.begin(), stacks_.end(), [](const Stack& stack) { return stack.thickness <= 0; }));
        shared_ = large;
        spread_ = 0;
        if (sharing == 0) return;
        const auto left = [this] {
            return look_.height - (look_.ticks ? tick_row_height : 0) - height_of_all();
        };
        // (Where they are no longer large, their sums take less room.)
        if (left() < 0) shared_ = large - 1;
        const float most = shared_ < large ? large - 1 : std::max(large, look_.thickest);
        shared_ = std::clamp(std::floor(shared_ + left() / sharing), 12.0f, most);
        const bool alone = sharing == static_cast<float>(stacks_.size());
        spread_ = std::max(0.0f, left()) / std::max(1.0f, sharing - (alone ? 1 : 0));
    }

    float at(Rect field, double value) const {
        return field.x + field.width * static_cast<float>(std::clamp(look_.scale.place(value), 0.0, 1.0));
    }
    float label_height(const Stack& stack) const {
        return above_ && !stack.label.text.empty() ? fonts::line_height(body) + 2 : 0;
    }
    float height_of(const Stack& stack) const {
        const float below = stack.sum == SumMark::bar ? (thickness_of(stack) >= large ? sum_height + 3 : 6)
                            : stack.sum == SumMark::pointer ? 12
                                                            : 0;
        return label_height(stack) + thickness_of(stack) + below;
    }

    void draw_stack(Ui& ui, Rect place, Rect field, int index) {
        const Theme& theme = ui.theme();
        const Stack& stack = stacks_[static_cast<size_t>(index)];
        const Rect lane{field.x, place.y + label_height(stack), field.width, thickness_of(stack)};
        const Type type{lane.height >= large ? 15.0f : 13.0f, stack.selected || stack.label.bold};
        const float room = above_ ? place.width : indent_ - side_gap;
        const float label_y = above_ ? place.y : lane.centre().y - fonts::line_height(type) / 2;
        if (indent_ > 0) {
            const std::string shown = shortened(type, stack.label.text, room);
            // Above its bar it stands on the grid: dimmed under the letters.
            if (above_)
                ui.painter().rectangle(
                    {place.x, label_y + 2, fonts::width(type, shown) + 2, fonts::line_height(type) - 3},
                    theme.paper.faded(0.85f), 0);
            ui.text({place.x, label_y}, type, stack.label.color, shown);
        }

        double sum = 0;
        for (const Segment& segment : stack.segments) sum += std::isfinite(segment.value) ? segment.value : 0;
        const float rule = eased(ui, Phrase() << look_.id << "/" << index << "/sum", field, sum);
        double up = 0, down = 0;
        Rect framed{};
        const bool thin = lane.height < large;
        const Rect lane_reach{field.x, place.y - look_.gap / 2, field.width, place.height + look_.gap};
        for (size_t i = 0; i < stack.segments.size(); ++i) {
            const Segment& segment = stack.segments[i];
            if (!std::isfinite(segment.value)) continue;
            double& end = segment.value >= 0 ? up : down;
            const std::string id = Phrase() << look_.id << "/" << index << "/" << i;
            const float from = eased(ui, id + "a", field, end),
                        to = eased(ui, id + "b", field, end + segment.value);
            end += segment.value;
            const Rect box{std::min(from, to), lane.y, std::fabs(to - from), lane.height};
            // (A thin one is taken anywhere in its lane, up to its neighbours'.)
            answer(ui, id, thin ? Rect{box.x, lane_reach.y, box.width, lane_reach.height} : box, index,
                   static_cast<int>(i));
            if (box.width <= 0) continue;
            const bool pale = look_.kept_segment >= 0 && look_.kept_segment != static_cast<int>(i);
            const Color color = pale ? segment.color.faded(0.35f) : segment.color;
            // A hair of paper between neighbours.
            const Rect inner{box.x + (box.width > 2 ? 0.5f : 0), box.y,
                             box.width > 2 ? box.width - 1 : box.width, box.height};
            ui.painter().rectangle(inner, color, 0);
            Rect room = stack.sum == SumMark::bar ? beside(inner, rule) : inner;
            if (stack.before && std::isfinite(*stack.before)) room = beside(room, at(field, *stack.before));
            segment_text(ui, room, segment, color);
            if (index == look_.selected_stack && static_cast<int>(i) == look_.selected_segment) framed = box;
        }
        // Beside its segments it is taken too, and keeps the segment that is chosen.
        if (thin && look_.selected_segment >= 0)
            answer(ui, Phrase() << look_.id << "/" << index << "/lane", lane_reach, index,
                   look_.selected_segment);
        if (stack.before && std::isfinite(*stack.before)) {
            const float was = at(field, *stack.before);
            ui.painter().line({was, lane.y - 2}, {was, place.bottom()}, theme.paper, 5);
            dashed(ui, {was, lane.y - 2}, {was, place.bottom()}, look_.sum_color, 1.5f, 3);
        }
        if (stack.sum != SumMark::none) draw_sum(ui, place, lane, field, stack, rule, sum);
        if (framed.width > 0) ui.painter().outline(framed.inset(-2), theme.ink, 2.5f, 3);
    }

    void draw_sum(Ui& ui, Rect place, Rect lane, Rect field, const Stack& stack, float end, double sum) {
        const bool large = lane.height >= Stacks::large;
        const float zero = at(field, 0);
        if (stack.sum == SumMark::bar) {
            const float height = large ? sum_height : 5.0f, y = lane.bottom() + (large ? 2 : 1);
            ui.painter().rectangle({std::min(zero, end), y, std::fabs(end - zero), height}, look_.sum_color,
                                   0);
            ui.painter().line({end, lane.y - (large ? 3 : 0)}, {end, y + height}, ui.theme().paper, 5);
            ui.painter().line({end, lane.y - (large ? 3 : 0)}, {end, y + height}, look_.sum_color, 3);
        } else {
            const Point tip{end, lane.bottom() + 2};
            const Point shape[] = {tip, tip + Point{6, 9}, tip + Point{-6, 9}};
            ui.painter().polygon(shape, look_.sum_color);
        }
        if (stack.sum == SumMark::pointer || look_.value_width <= 0) return;
        const Type type{large ? 15.0f : 13.0f, large};
        ui.text({place.right(), lane.centre().y - fonts::line_height(type) / 2}, type, look_.sum_color,
                stack.shown.empty() ? fitting(sum, look_.decimals, type, look_.value_width)
                                    : shortened(type, stack.shown, look_.value_width),
                Align::right);
    }

    float eased(Ui& ui, const std::string& id, Rect field, double value) {
        if (!std::isfinite(value)) return at(field, 0);
        return field.x +
               field.width * ui.eased(id, static_cast<float>(std::clamp(look_.scale.place(value), 0.0, 1.0)));
    }

    void answer(Ui& ui, const std::string& id, Rect box, int stack, int segment) {
        if (!look_.hovered && !look_.pressed) return;
        const PointerState pointer = ui.area(id, box, look_.pressed ? Grip::press : Grip::none);
        if (pointer.hovered && look_.hovered) look_.hovered(stack, segment);
        if (pointer.clicked && look_.pressed) look_.pressed(stack, segment);
    }

    StacksLook look_;
    std::vector<Stack> stacks_;
    float indent_ = 0;
    bool above_ = false;             // labels stand over their bars
    float shared_ = 0, spread_ = 0;  // thickness and further gap of stacks that share the height
};

class StackedBar final : public Part {
  public:
    StackedBar(StackedBarLook&& look, std::vector<Segment>&& shares)
        : look_(std::move(look)), shares_(std::move(shares)) {}

    void draw(Ui& ui, Rect rect) override {
        const Theme& theme = ui.theme();
        knobs_.clear();
        const Rect bar{rect.x, rect.y + knob_room(), rect.width, look_.thickness};
        ui.painter().rectangle(bar, theme.raised, 0);
        double whole = 0;
        for (const Segment& share : shares_) whole += sane(share.value);
        if (whole <= 0) {
            ui.text(bar.centre() - Point{0, fonts::line_height(caption) / 2}, caption, theme.muted,
                    shortened(caption, look_.empty, bar.width), Align::centre);
        } else {
            std::vector<float> ends = {bar.x};
            double sum = 0;
            for (size_t i = 0; i < shares_.size(); ++i) {
                sum += sane(shares_[i].value);
                ends.push_back(bar.x + bar.width * ui.eased(Phrase() << look_.id << "/end" << i,
                                                            static_cast<float>(sum / whole)));
            }
            take_knobs(ui, bar, ends);
            draw_segments(ui, bar, ends);
            draw_knobs(ui, bar, ends);
            if (look_.pieces > 0) draw_pieces(ui, {rect.x, bar.bottom() + knob_room() + 6, rect.width, 0});
        }
    }

  protected:
    Size arrange(float available) override {
        return {available,
                look_.thickness + 2 * knob_room() + (look_.pieces > 0 ? 14 + fonts::line_height(caption) : 0),
                0};
    }

  private:
    static double sane(double value) { return std::isfinite(value) && value > 0 ? value : 0; }
    float knob_room() const { return look_.dragged ? 24 : 0; }

    void draw_segments(Ui& ui, Rect bar, const std::vector<float>& ends) {
        for (size_t i = 0; i < shares_.size(); ++i) {
            const Rect box{ends[i], bar.y, std::max(0.0f, ends[i + 1] - ends[i]), bar.height};
            const bool full = look_.selected < 0 || look_.selected == static_cast<int>(i);
            const Color color = full ? shares_[i].color : shares_[i].color.faded(0.42f);
            if (look_.pointing)
                look_.pointing.answer(ui.area(Phrase() << look_.id << "/" << i, box,
                                              look_.pointing.pressed ? Grip::press : Grip::none),
                                      static_cast<int>(i));
            const Rect inner{box.x + (i > 0 && box.width > 2 ? 1.0f : 0), box.y,
                             box.width > 2 ? box.width - 1 : box.width, box.height};
            ui.painter().rectangle(inner, color, 0);
            segment_text(ui, inner, shares_[i], color);
        }
    }

    /// Lollipops on the borders, in turn above and below, so that borders near each other stay apart. Their
    /// areas come before those of the segments: of two on each other the first one is taken.
    void take_knobs(Ui& ui, Rect bar, const std::vector<float>& ends) {
        if (!look_.dragged) return;
        for (size_t i = 1; i + 1 < ends.size(); ++i) {
            const bool above = i % 2 == 1;
            const float x = std::clamp(ends[i], bar.x + 1, bar.right() - 1);
            const Point at{std::clamp(x, bar.x + 9, bar.right() - 9), above ? bar.y - 13 : bar.bottom() + 13};
            const float left = std::max(bar.x, at.x - target / 2),
                        right = std::min(bar.right(), at.x + target / 2);
            const float height = 24 + bar.height / 2, top = above ? bar.y - 24 : bar.centre().y;
            const PointerState pointer = ui.area(Phrase() << look_.id << "/border" << i,
                                                 {left, top, right - left, height}, Grip::horizontal);
            if (pointer.pressed || pointer.held) {
                const Point to = ui.carried(pointer, {x, at.y});
                if (pointer.dragging)
                    look_.dragged(static_cast<int>(i) - 1,
                                  std::clamp(static_cast<double>((to.x - bar.x) / bar.width), 0.0, 1.0));
            }
            knobs_.push_back({at, x, above, {pointer.hovered, pointer.held, false}});
        }
    }

    void draw_knobs(Ui& ui, Rect bar, const std::vector<float>& ends) {
        const Theme& theme = ui.theme();
        for (const Knob& knob : knobs_) {
            const float foot = knob.above ? bar.bottom() : bar.y,
                        head = knob.above ? bar.y - 6 : bar.bottom() + 6;
            ui.painter().line({knob.border, head}, {knob.border, foot}, theme.paper, 5);
            ui.painter().line({knob.border, head}, {knob.border, foot}, theme.query, 2);
        }
        for (size_t i = 0; i < knobs_.size(); ++i) {
            const Knob& knob = knobs_[i];
            if (knob.lit.any()) ui.painter().disc(knob.at, 11.5f, theme.query.faded(0.22f));
            ui.painter().disc(knob.at, 8, theme.paper);
            ui.painter().ring(knob.at, 7.5f, theme.query, knob.lit.held ? 3.0f : 2.0f);
            // The share at its right says its name here where the segment is too narrow for it.
            const Segment& share = shares_[i + 1];
            if (share.label.empty() || fonts::width(body, share.label) + 8 <= ends[i + 2] - ends[i + 1])
                continue;
            const float end = i + 2 < knobs_.size() ? knobs_[i + 2].at.x - 14 : bar.right();
            const float x = knob.at.x + 14, y = knob.at.y - fonts::line_height(caption) / 2;
            const float label = fonts::width(caption, share.label),
                        number = fonts::width({13, true}, share.shown);
            if (x + label > end) continue;
            ui.text({x, y}, caption, theme.ink, share.label);
            if (x + label + 6 + number <= end)
                ui.text({x + label + 6, y}, {13, true}, theme.ink, share.shown);
        }
    }

    void draw_pieces(Ui& ui, Rect place) {
        const Theme& theme = ui.theme();
        const double pieces = std::min(look_.pieces, 400.0);
        const float one = place.width / static_cast<float>(pieces), foot = place.y + 8;
        const int count = static_cast<int>(std::ceil(pieces - 1e-6));
        const std::string all = fixed(look_.pieces, 2);
        const float all_width = fonts::width({13, true}, all);
        for (int i = 0; i < count; ++i) {
            const float left = place.x + one * static_cast<float>(i);
            const float from = left + 1.5f, to = std::min(place.right(), left + one) - 1.5f;
            const Point shape[] = {{from, place.y}, {from, foot}, {to, foot}, {to, place.y}};
            if (to > from) ui.painter().polyline(shape, theme.ink, 1.5f, false);
            const std::string number = std::to_string(i + 1);
            const bool fits =
                fonts::width(caption, number) + 6 < one &&
                (from + to) / 2 + fonts::width(caption, number) / 2 + 8 < place.right() - all_width;
            if (fits && to - from > one - 5)
                ui.text({(from + to) / 2, foot + 4}, caption, theme.muted, number, Align::centre);
        }
        ui.text({place.right(), foot + 4}, {13, true}, theme.ink, all, Align::right);
    }

    struct Knob {
        Point at;
        float border;
        bool above;
        Lit lit;
    };

    StackedBarLook look_;
    std::vector<Segment> shares_;
    std::vector<Knob> knobs_;
};

}  // namespace

Block stacks(StacksLook&& look, std::vector<Stack>&& stacks) {
    return std::make_unique<Stacks>(std::move(look), std::move(stacks));
}

Block stacked_bar(StackedBarLook&& look, std::vector<Segment>&& shares) {
    return std::make_unique<StackedBar>(std::move(look), std::move(shares));
}

}  // namespace explainer::figures
