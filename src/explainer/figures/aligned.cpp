// See aligned.h.
#include "explainer/figures/aligned.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/text.h"

namespace explainer::figures {
namespace {

float height_of(const std::vector<Strip>& strips) {
    float out = 0;
    for (const Strip& strip : strips) out += strip.size + strip.gap;
    return out;
}

class Aligned final : public Part {
  public:
    Aligned(MatrixLook&& look, Strips&& strips)
        : id_(look.data.id), matrix_(matrix(std::move(look))), strips_(std::move(strips)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        rect.y = std::round(rect.y);
        const float above = height_of(strips_.above);
        matrix_->draw(ui, {rect.x, rect.y + above, matrix_size_.width, matrix_size_.height});
        const MatrixPlace place = place_of(ui, id_);
        float x = rect.x + matrix_size_.width;
        for (const Strip& strip : strips_.right) {
            x += strip.gap;
            const float width = width_of(strip, rect.width);
            draw_beside(ui, strip, place, x, width);
            x += width;
        }
        float y = rect.y;
        for (const Strip& strip : strips_.above) {
            draw_along(ui, strip, place, y);
            y += strip.size + strip.gap;
        }
        y += matrix_size_.height;
        for (const Strip& strip : strips_.below) {
            y += strip.gap;
            draw_along(ui, strip, place, y);
            y += strip.size;
        }
    }

  protected:
    Size arrange(float available) override {
        fixed_ = 0;
        sharing_ = 0;
        for (const Strip& strip : strips_.right) {
            fixed_ += strip.gap + strip.size;
            sharing_ += strip.size == 0 ? 1.0f : 0.0f;
        }
        matrix_size_ = matrix_->measure(std::max(0.0f, available - fixed_));
        return {sharing_ > 0 ? available : matrix_size_.width + fixed_,
                height_of(strips_.above) + matrix_size_.height + height_of(strips_.below), 0};
    }

  private:
    float width_of(const Strip& strip, float all) const {
        if (strip.size > 0) return strip.size;
        return std::max(0.0f, all - matrix_size_.width - fixed_) / sharing_;
    }

    /// Answers the pointer in `whole`, of which `index` tells the track at a point.
    template <class Index>
    void obey(Ui& ui, const Strip& strip, Rect whole, Index&& index) const {
        if (!strip.hovered && !strip.pressed) return;
        const PointerState pointer = ui.area(strip.id, whole, Grip::press);
        const int at = index(pointer.position);
        if (at >= 0 && pointer.hovered && strip.hovered) strip.hovered(at);
        if (at >= 0 && pointer.clicked && strip.pressed) strip.pressed(at);
    }

    void draw_beside(Ui& ui, const Strip& strip, const MatrixPlace& place, float x, float width) const {
        if (width <= 0) return;
        if (fonts::width(caption, strip.name) <= width)
            ui.text({x + width, place.cells.y - fonts::line_height(caption) - 2}, caption, ui.theme().muted,
                    strip.name, Align::right);
        obey(ui, strip, {x, place.cells.y, width, place.cells.height}, [&place](Point at) {
            return place.at({place.cells.x + 1, at.y}).row;
        });
        for (int i = place.first_row; i < place.first_row + place.rows; ++i) {
            const Rect row = place.row(i);
            strip.draw(ui, i, {x, row.y, width, row.height});
        }
    }

    void draw_along(Ui& ui, const Strip& strip, const MatrixPlace& place, float y) const {
        obey(ui, strip, {place.cells.x, y, place.cells.width, strip.size}, [&place](Point at) {
            return place.at({at.x, place.cells.y + 1}).col;
        });
        for (int j = place.first_col; j < place.first_col + place.cols; ++j) {
            const Rect col = place.col(j);
            strip.draw(ui, j, {col.x, y, col.width, strip.size});
        }
    }

    std::string id_;
    Block matrix_;
    Strips strips_;
    Size matrix_size_;
    float fixed_ = 0, sharing_ = 0;  // widths and gaps that are given; strips that share what is left
};

}  // namespace

Block aligned(MatrixLook&& look, Strips&& strips) {
    return std::make_unique<Aligned>(std::move(look), std::move(strips));
}

}  // namespace explainer::figures
