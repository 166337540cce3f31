// See aligned.h.
#include "explainer/figures/aligned.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/figures/matrix_labels.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"

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
            draw_along(ui, strip, place, {rect.x, y, rect.width, strip.size});
            y += strip.size + strip.gap;
        }
        y += matrix_size_.height;
        for (const Strip& strip : strips_.below) {
            y += strip.gap;
            draw_along(ui, strip, place, {rect.x, y, rect.width, strip.size});
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
        if (!strip.name.empty() && fonts::width(caption, strip.name) <= width)
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

    void draw_along(Ui& ui, const Strip& strip, const MatrixPlace& place, Rect whole) const {
        obey(ui, strip, {place.cells.x, whole.y, place.cells.width, strip.size}, [&place](Point at) {
            return place.at({at.x, place.cells.y + 1}).col;
        });
        if (strip.behind) strip.behind(ui, place, whole);
        for (int j = place.first_col; j < place.first_col + place.cols; ++j) {
            const Rect col = place.col(j);
            if (strip.draw) strip.draw(ui, j, {col.x, whole.y, col.width, strip.size});
        }
    }

    std::string id_;
    Block matrix_;
    Strips strips_;
    Size matrix_size_;
    float fixed_ = 0, sharing_ = 0;  // widths and gaps that are given; strips that share what is left
};

/// ".879" where "0.879" is too wide, then ".88".
std::string narrowed(double value, int decimals, Type type, float width) {
    if (!std::isfinite(value)) return "–";
    for (int kept = decimals; kept > 0; --kept) {
        std::string out = fixed(value, kept);
        if (fonts::width(type, out) > width && out.starts_with("0.")) out.erase(0, 1);
        if (fonts::width(type, out) <= width) return out;
    }
    return fitting(value, decimals, type, width);
}

/// In the middle of the height of `box`.
void put(Ui& ui, Rect box, Type type, Color color, std::string_view text, Align align) {
    const float x = align == Align::left ? box.x : align == Align::right ? box.right() : box.centre().x;
    ui.text({x, box.centre().y - fonts::line_height(type) / 2}, type, color, text, align);
}

}  // namespace

Strip number_line(NumberLine&& line) {
    Strip out{.size = line.height, .gap = line.gap, .id = line.id};
    out.hovered = std::move(line.hovered);
    out.pressed = std::move(line.pressed);
    const auto of = std::make_shared<NumberLine>(std::move(line));
    out.behind = [of](Ui& ui, const MatrixPlace& place, Rect whole) {
        const Rect left{whole.x, whole.y, place.cells.x - label_gap - whole.x, whole.height};
        const Type type{13, of->bold};
        put(ui, left, type, of->name_color, shortened(type, of->name, left.width), Align::right);
        const Rect right{place.cells.right(), whole.y, whole.right() - place.cells.right(), whole.height};
        put(ui, right, {13, true}, of->total_color, shortened({13, true}, of->total, right.width),
            Align::right);
        if (of->total_hovered && ui.area(of->id + "/total", right, Grip::press).hovered) of->total_hovered();
    };
    out.draw = [of](Ui& ui, int col, Rect track) {
        if (!of->value) return;
        const Theme& theme = ui.theme();
        const Color ground = of->ground ? of->ground(col) : theme.paper;
        if (of->filled)
            ui.painter().rectangle({track.x, track.y + 1, track.width - 1, track.height - 2}, ground, 0);
        const double value = of->value(col);
        const Color color = value == 0 || !std::isfinite(value) ? theme.muted : of->color;
        const Type type{13, col == of->lit};
        put(ui, track, type, contrast(color, ground) >= 4.5 ? color : theme.on(ground),
            narrowed(value, of->decimals, type, track.width - 2), Align::centre);
    };
    return out;
}

namespace {

/// At the left of the words: what to do with them.
void draw_margin(Ui& ui, const Rect& words, int text_parameter) {
    const float margin = words.x - 10;
    if (text_parameter >= 0) {
        ui.place_parameter(text_parameter, words);
        if (ui.focused(text_parameter)) ui.focus_ring(words);
        if (sign_button(ui, "type", {margin - 44, words.y, 44, 44}, Sign::pencil))
            ui.request_focus(text_parameter);
    } else if (!ui.touched()) {
        ui.text({margin, words.y + 4}, caption, ui.theme().muted, "press", Align::right);
        ui.text({margin, words.y + 20}, caption, ui.theme().muted, "a word", Align::right);
    }
}

}  // namespace

Strip word_line(WordLine&& line) {
    Strip out{.size = line.height, .gap = 0, .id = line.id};
    out.hovered = std::move(line.hovered);
    out.pressed = std::move(line.pressed);
    out.behind = [line = std::move(line)](Ui& ui, const MatrixPlace& place, Rect whole) {
        draw_margin(ui, {place.cells.x, whole.y, place.cells.width, whole.height}, line.text_parameter);
        const float cell = place.cell_width;
        const Type plain{cell < 44 ? 13.0f : 15.0f}, heavy{plain.size(), true};
        const int first = place.first_col, end = first + place.cols;
        bool two = false;
        for (int col = first; col < end; ++col)
            two = two || fonts::width(heavy, line.words[static_cast<size_t>(col)]) > cell - 4;
        const float lines = two ? 2 : 1, height = whole.height / lines;
        for (int col = first; col < end; ++col) {
            // The first and the last may not reach what stands beside the cells.
            const bool at_edge = col == first || col + 1 == end;
            const Type type = col == line.chosen || col == line.lit ? heavy : plain;
            const std::string word = shortened(type, line.words[static_cast<size_t>(col)],
                                               std::max(12.0f, (at_edge ? cell : cell * lines) - 4));
            const float wide = fonts::width(type, word) + 12;
            const float y = whole.y + height * (two && (col - first) % 2 == 1 ? 1.0f : 0.0f);
            const Rect box{place.col(col).centre().x - wide / 2, y + (height - 22) / 2, wide, 22};
            if (col == line.chosen) ui.painter().rectangle(box, line.chosen_color, 11);
            put(ui, box, type, col == line.chosen ? ui.theme().on(line.chosen_color) : line.color, word,
                Align::centre);
        }
    };
    return out;
}

Block aligned(MatrixLook&& look, Strips&& strips) {
    return std::make_unique<Aligned>(std::move(look), std::move(strips));
}

}  // namespace explainer::figures
