// The legend of a heatmap. See heat_legend.h.
#include "explainer/figures/heat_legend.h"

#include <cmath>

#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/format.h"

namespace explainer::figures {
namespace {

constexpr float bar_width = 96, least_bar = 40, bar_height = 12, gap = 8;

class Legend final : public Part {
  public:
    explicit Legend(HeatLegend legend) : legend_(std::move(legend)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        float x = rect.x;
        const float top = rect.y + (rect.height - fonts::line_height(caption)) / 2;
        const auto say = [&](const std::string& text, Color color) {
            ui.text({x, top}, caption, color, text);
            x += fonts::width(caption, text) + gap;
        };
        if (named_) say(legend_.name, theme.ink);
        say(least(), theme.muted);
        const Rect bar{x, rect.centre().y - bar_height / 2, bar_, bar_height};
        constexpr int steps = 32;
        const float from = legend_.heat.is_signed ? -legend_.heat.largest : 0;
        for (int i = 0; i < steps; ++i) {
            const float share = (static_cast<float>(i) + 0.5f) / steps;
            const Color color = heat_color(legend_.heat, from + share * (legend_.heat.largest - from), theme);
            // (Each reaches under the next one, so that no seam shows.)
            const float left = bar.x + bar.width * static_cast<float>(i) / steps;
            const float right = std::min(bar.right(), left + bar.width * 1.5f / steps);
            ui.painter().rectangle({left, bar.y, right - left, bar.height}, color, 0);
        }
        ui.painter().outline(bar, theme.line, 1, 0);
        x += bar_ + gap;
        say(most(), theme.muted);
        if (!hatched_) return;
        const Rect box{x + gap, bar.y - 1, 18, bar_height + 2};
        hatch(ui, box);
        ui.painter().outline(box, theme.line, 1, 0);
        x = box.right() + gap;
        say(legend_.hatching, theme.muted);
    }

  protected:
    Size arrange(float available) override {
        const auto wide = [](const std::string& text) { return fonts::width(caption, text) + gap; };
        const float numbers = wide(least()) + wide(most());
        const float name = legend_.name.empty() ? 0 : wide(legend_.name);
        const bool hatching = legend_.hatching != nullptr;
        const float hatch = hatching ? gap + 18 + wide(legend_.hatching) : 0;
        named_ = name > 0 && name + numbers + least_bar + gap <= available;
        const float rest = available - numbers - gap - (named_ ? name : 0);
        hatched_ = hatching && rest - hatch >= least_bar;
        bar_ = std::max(0.0f, std::min(bar_width, rest - (hatched_ ? hatch : 0)));
        const float width = numbers + gap + bar_ + (named_ ? name : 0) + (hatched_ ? hatch : 0) - gap;
        return {std::min(available, width), 24, 0};
    }

  private:
    std::string least() const {
        if (legend_.least != nullptr) return legend_.least;
        return legend_.heat.is_signed ? fixed(-static_cast<double>(legend_.heat.largest), legend_.decimals)
                                      : "0";
    }
    std::string most() const {
        if (legend_.most != nullptr) return legend_.most;
        return fixed(static_cast<double>(legend_.heat.largest), legend_.decimals);
    }

    HeatLegend legend_;
    bool named_ = false, hatched_ = false;
    float bar_ = 0;
};

}  // namespace

Block heat_legend(HeatLegend legend) {
    return std::make_unique<Legend>(std::move(legend));
}

}  // namespace explainer::figures
