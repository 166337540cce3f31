// Sums on a ruler. See waterfall.h.
#include "explainer/figures/waterfall.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float usual_row = 34, most_bar = 24, least_gap = 6, column_gap = 12;
constexpr float head_pixels = 24;    // the ruler's numbers
constexpr float result_pixels = 44;  // the last line

float width_of(const std::vector<Run>& runs, bool bold = false) {
    float out = 0;
    for (const Run& run : runs) out += fonts::width({15, run.bold || bold}, run.text);
    return std::ceil(out);
}

/// Runs on one line, as many as fit whole.
void line_of(Ui& ui, Point at, const std::vector<Run>& runs, float room, bool bold, float size = 15) {
    const float right = at.x + room + 0.5f;
    for (const Run& run : runs) {
        const Type type{size, run.bold || bold};
        const std::string text = shortened(type, run.text, right - at.x);
        ui.text(at, type, run.color, text);
        at.x += fonts::width(type, text);
        if (text != run.text) return;
    }
}

class Waterfall final : public Part {
  public:
    Waterfall(WaterfallLook&& look, std::vector<Term>&& terms)
        : look_(std::move(look)), terms_(std::move(terms)) {
        sums_ = {0};
        double low = 0, high = 0;
        for (const Term& term : terms_) {
            sums_.push_back(sums_.back() + term.value);
            if (!std::isfinite(sums_.back())) continue;
            low = std::min(low, sums_.back());
            high = std::max(high, sums_.back());
        }
        if (look_.scale.from == look_.scale.to) look_.scale = round_axis(low, high);
        seen_ = look_.shown < 0 ? terms_.size() : std::min(terms_.size(), static_cast<size_t>(look_.shown));
    }

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        const Rect ruler{rect.x + ruler_, rect.y + head_pixels, std::max(1.0f, rect.width - ruler_ - 6),
                         row_ * rows()};
        const float so_far = ruler.x - 18;  // right edge of the partial sums
        for (const Tick& tick : ticks(look_.scale, ruler.width, caption, true, 6)) {
            const float x = at(ruler, tick.value);
            ui.painter().line({x, ruler.y - 4}, {x, ruler.bottom()},
                              tick.value == 0 ? theme.line : grid_color(theme), 1);
            ui.text({ruler.x + tick_middle(look_.scale, tick, ruler.width, caption, 6), rect.y}, caption,
                    theme.muted, tick.label, Align::centre);
        }
        if (!alone_ && so_far - rect.x > fonts::width(caption, "so far"))
            ui.text({so_far, rect.y}, caption, theme.muted, "so far", Align::right);
        for (size_t i = 0; i < terms_.size(); ++i)
            draw_term(ui, {rect.x, ruler.y + row_ * static_cast<float>(i), rect.width, row_}, ruler, so_far,
                      i);
        if (terms_.empty())
            ui.text({rect.x, ruler.y + 8}, caption, theme.muted, "no terms: an empty sum is 0");

        const float line = ruler.bottom() + 4,
                    y = line + (result_pixels - 4) / 2 - fonts::line_height(body) / 2;
        ui.painter().line({rect.x, line}, {rect.right(), line}, theme.line, 1);
        const std::string shown = fitting(sums_[seen_], look_.decimals, strong, sum_);
        line_of(ui, {rect.x, y}, look_.result, so_far - sum_ - column_gap - rect.x, false);
        ui.text({so_far, y}, strong, look_.result_color, shown, Align::right);
        if (!look_.after.empty()) {
            line_of(ui, {ruler.x, y}, look_.after, rect.right() - ruler.x, false);
        } else if (std::isfinite(sums_[seen_])) {
            const float x = eased_at(ui, ruler, "/sum", sums_[seen_]);
            if (seen_ > 0)
                ui.painter().line({x, ruler.y + row_ * (static_cast<float>(seen_) - 0.5f) - below_ / 2},
                                  {x, line + 12}, theme.ink, 1);
            ui.painter().disc({std::clamp(x, rect.x + 7, rect.right() - 7), line + 20}, 7,
                              look_.result_color);
        }
    }

  protected:
    Size arrange(float available) override {
        row_ = look_.height > 0 ? std::min(look_.most_row, look_.height / rows()) : usual_row;
        const bool selects = look_.selected >= 0;  // what is selected is bold
        name_ = width_of(look_.result) + 4;
        product_ = 0;
        for (const Term& term : terms_) {
            name_ = std::max(name_, width_of(term.name, selects) + 4);
            product_ = std::max(product_, width_of(term.product, selects) + 6);
        }
        sum_ = 52;
        const auto ruler_with = [&](float product) {
            return name_ + column_gap + (product > 0 ? product + column_gap : 0) + sum_ + 18;
        };
        const float second = fonts::line_height(caption);
        const bool room = available - ruler_with(product_) >= look_.least_ruler;
        below_ = !room && product_ > 0 && row_ >= fonts::line_height(body) + second ? second : 0;
        instead_ = !room && product_ > name_ && below_ == 0 &&
                   available - ruler_with(product_ - name_ - column_gap) >= look_.least_ruler;
        if (instead_) name_ = product_;
        alone_ = look_.products_first && !room && below_ == 0 && !instead_ && product_ > 0 &&
                 product_ <= sum_ + column_gap;
        if (!room) product_ = 0;
        bar_ = std::min(most_bar, row_ - below_ - least_gap);
        // Long names are cut before the ruler is.
        name_ = std::max(24.0f, std::min(name_, available - look_.least_ruler - sum_ - column_gap - 18));
        ruler_ = ruler_with(product_);
        return {available, head_pixels + (look_.height > 0 ? look_.height : row_ * rows()) + result_pixels,
                0};
    }

  private:
    float rows() const { return static_cast<float>(std::max<size_t>(1, terms_.size())); }
    float at(Rect ruler, double value) const {
        return ruler.x + ruler.width * static_cast<float>(std::clamp(look_.scale.place(value), 0.0, 1.0));
    }
    float eased_at(Ui& ui, Rect ruler, std::string_view id, double value) {
        return ruler.x +
               ruler.width * ui.eased(look_.id + std::string(id),
                                      static_cast<float>(std::clamp(look_.scale.place(value), 0.0, 1.0)));
    }

    void draw_term(Ui& ui, Rect row, Rect ruler, float so_far, size_t i) {
        const Term& term = terms_[i];
        const bool selected = look_.selected == static_cast<int>(i);
        const std::string number = std::to_string(i);
        if (look_.pointing)
            look_.pointing.answer(ui.area(Phrase() << look_.id << "/" << number, row,
                                          look_.pointing.pressed ? Grip::press : Grip::none),
                                  static_cast<int>(i));
        if (selected)
            ui.painter().rectangle({row.x, row.y + 1, so_far + 8 - row.x, row.height - 2},
                                   band_color(ui.theme(), term.color), 2);
        // A product on a second line may run on under the ruler: the bar stands beside the first.
        const float middle = row.centre().y - below_ / 2, y = middle - fonts::line_height(body) / 2;
        line_of(ui, {row.x + 4, y}, instead_ && i < seen_ ? term.product : term.name, name_ - 4, selected);
        if (i >= seen_) return;
        if (below_ > 0)
            line_of(ui, {row.x + 4, middle + fonts::line_height(body) / 2}, term.product, row.width - 4,
                    selected, caption.size());
        const float product = alone_ ? so_far - width_of(term.product, selected) : row.x + name_ + column_gap;
        if (alone_ || product_ > 0)
            line_of(ui, {product, y}, term.product, alone_ ? sum_ + column_gap : product_, selected);
        if (!alone_)
            ui.text({so_far, y}, strong, ui.theme().ink, fitting(sums_[i + 1], look_.decimals, strong, sum_),
                    Align::right);
        if (!std::isfinite(sums_[i]) || !std::isfinite(sums_[i + 1])) return;

        const float from = eased_at(ui, ruler, "/from" + number, sums_[i]),
                    to = eased_at(ui, ruler, "/to" + number, sums_[i + 1]);
        const float top = middle - bar_ / 2, bottom = top + bar_;
        const Color pale = selected ? term.color : term.color.faded(0.5f);
        if (i > 0) ui.painter().line({from, top - (row_ - bar_)}, {from, top}, ui.theme().ink, 1);
        if (std::fabs(to - from) < 1) {
            ui.painter().line({from, top}, {from, bottom}, term.color, 3);
        } else if (to > from) {
            ui.painter().rectangle({from, top, to - from, bar_}, pale, 0);
        } else {
            const float tip = std::min(10.0f, from - to);
            const Point shape[] = {
                {from, top}, {to + tip, top}, {to, middle}, {to + tip, bottom}, {from, bottom}};
            ui.painter().polygon(shape, term.color.faded(0.14f));
            ui.painter().polyline(shape, term.color, selected ? 2.5f : 1.5f, true);
        }
    }

    WaterfallLook look_;
    std::vector<Term> terms_;
    std::vector<double> sums_;  // before each term, and after the last
    size_t seen_ = 0;
    float name_ = 0, product_ = 0, sum_ = 0, ruler_ = 0;
    float row_ = usual_row, bar_ = most_bar;
    float below_ = 0;       // height of the second line, where products stand there
    bool instead_ = false;  // they stand where names would
    bool alone_ = false;    // they stand where the sums so far would: the bars show these
};

}  // namespace

Block waterfall(WaterfallLook&& look, std::vector<Term>&& terms) {
    return std::make_unique<Waterfall>(std::move(look), std::move(terms));
}

}  // namespace explainer::figures
