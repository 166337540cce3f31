// See slopes.h.
#include "explainer/figures/slopes.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/text.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float head = 24;        // "before", "after"
constexpr float number_gap = 10;  // between a dot and its number
constexpr float near_enough = 14;

/// Middles of labels that are one line apart at least, as near as that allows to where they belong.
std::vector<float> apart(std::vector<float> wanted, float top, float bottom, float line) {
    const std::vector<size_t> order =
        order_of(wanted.size(), [&wanted](size_t a, size_t b) { return wanted[a] < wanted[b]; });
    float least = top;
    for (const size_t i : order) {
        wanted[i] = std::max(wanted[i], least);
        least = wanted[i] + line;
    }
    float most = bottom;
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
        wanted[*i] = std::min(wanted[*i], most);
        most = wanted[*i] - line;
    }
    return wanted;
}

class Slopes final : public Part {
  public:
    Slopes(SlopesLook&& look, std::vector<Slope>&& slopes)
        : look_(std::move(look)), slopes_(std::move(slopes)) {
        for (Slope& one : slopes_) {
            scale_.from = std::min({scale_.from, one.before, one.after});
            scale_.to = std::max({scale_.to, one.before, one.after});
        }
    }

    void draw(Ui& ui, Rect rect) override {
        const Theme& theme = ui.theme();
        const float names = std::min(rect.width / 4, all_names());
        field_ = {rect.x + names + look_.number + number_gap, rect.y + head,
                  rect.width - names - 2 * (look_.number + number_gap), look_.height};
        const float left = field_.x, right = field_.right();
        for (const auto& [x, word] : {std::pair(left, "before"), std::pair(right, "after")}) {
            ui.painter().line({x, field_.y}, {x, field_.bottom()}, grid_color(theme), 1);
            ui.text({x, rect.y}, caption, theme.muted, word, Align::centre);
        }
        const float zero = y_of(0);
        ui.painter().line({left - 6, zero}, {right + 6, zero}, theme.line, 1);
        const int pointed = answer(ui);
        std::vector<float> before, after;
        for (const Slope& one : slopes_) {
            before.push_back(y_of(one.before));
            after.push_back(y_of(one.after));
        }
        const std::vector<float> heights = labels(before), ends = labels(after);
        for (size_t i = 0; i < slopes_.size(); ++i) {
            const Slope& one = slopes_[i];
            const float grown = ui.eased(look_.id + "/" + std::to_string(i), one.there ? 1.0f : 0.0f);
            if (!one.there) continue;
            const int index = static_cast<int>(i);
            const bool chosen = index == look_.selected, lit = chosen || index == pointed;
            const Color color = chosen ? look_.color : theme.muted;
            const Point from{left, before[i]}, to = from + (Point{right, after[i]} - from) * grown;
            ui.painter().line(from, to, color, lit ? 3.0f : 1.75f);
            for (const Point dot : {from, to}) ui.painter().disc(dot, lit ? 5.0f : 4.0f, color);
            if (twin(i) < i) continue;  // the same line: the first one's numbers are its own
            const Type type{15,
                            lit || (look_.selected >= 0 && twin(static_cast<size_t>(look_.selected)) == i)};
            const float line = fonts::line_height(type) / 2;
            ui.text({left - number_gap, heights[i] - line}, type, theme.ink, one.shown_before, Align::right);
            const float end = left - number_gap - fonts::width(type, one.shown_before) - number_gap;
            ui.text({end, heights[i] - line}, type, one.color, shortened(type, names_at(i), end - rect.x),
                    Align::right);
            if (grown >= 1)
                ui.text({right + number_gap, ends[i] - line}, type, chosen ? look_.color : theme.ink,
                        one.shown_after);
        }
    }

  protected:
    Size arrange(float available) override { return {available, head + look_.height + 8, 0}; }

  private:
    float y_of(double value) const {
        return field_.bottom() - field_.height * static_cast<float>(scale_.place(value));
    }
    /// The first one with the same line that is there.
    size_t twin(size_t i) const {
        for (size_t k = 0; k < i; ++k)
            if (slopes_[k].there && slopes_[k].before == slopes_[i].before &&
                slopes_[k].after == slopes_[i].after)
                return k;
        return i;
    }
    std::string names_at(size_t i) const {
        Phrase out;
        for (size_t k = i; k < slopes_.size(); ++k)
            if (slopes_[k].there && twin(k) == i) out << (k == i ? "" : ", ") << slopes_[k].name;
        return out;
    }
    float all_names() const {
        float out = 0;
        for (const Slope& one : slopes_) out += std::ceil(fonts::width(strong, one.name + ", "));
        return out;
    }
    /// Labels of equal lines share a place; others keep off each other.
    std::vector<float> labels(const std::vector<float>& dots) const {
        std::vector<float> wanted;
        std::vector<size_t> whose;
        for (size_t i = 0; i < dots.size(); ++i) {
            if (!slopes_[i].there || twin(i) < i) continue;
            wanted.push_back(dots[i]);
            whose.push_back(i);
        }
        const float half = fonts::line_height(body) / 2;
        wanted = apart(std::move(wanted), field_.y + half - 4, field_.bottom() - half + 6, 2 * half - 2);
        std::vector<float> out = dots;
        for (size_t k = 0; k < whose.size(); ++k) out[whose[k]] = wanted[k];
        return out;
    }
    /// The line that the pointer is on, if it is near one.
    int answer(Ui& ui) const {
        if (!look_.pointing) return look_.pointed;
        const Rect area{field_.x - look_.number - number_gap, field_.y - 8,
                        field_.width + 2 * (look_.number + number_gap), field_.height + 16};
        const PointerState pointer = ui.area(look_.id, area, Grip::press);
        if (!pointer.hovered && !pointer.clicked) return look_.pointed;
        const float along =
            std::clamp((pointer.position.x - field_.x) / std::max(1.0f, field_.width), 0.0f, 1.0f);
        int found = -1;
        float nearest = near_enough;
        for (size_t i = 0; i < slopes_.size(); ++i) {
            if (!slopes_[i].there) continue;
            const float y =
                y_of(slopes_[i].before + (slopes_[i].after - slopes_[i].before) * static_cast<double>(along));
            if (std::fabs(y - pointer.position.y) >= nearest) continue;
            nearest = std::fabs(y - pointer.position.y);
            found = static_cast<int>(i);
        }
        if (found >= 0) look_.pointing.answer(pointer, found);
        return found >= 0 ? found : look_.pointed;
    }

    SlopesLook look_;
    std::vector<Slope> slopes_;
    Axis scale_{0, 0};
    Rect field_;
};

}  // namespace

Block slopes(SlopesLook&& look, std::vector<Slope>&& slopes) {
    return std::make_unique<Slopes>(std::move(look), std::move(slopes));
}

}  // namespace explainer::figures
