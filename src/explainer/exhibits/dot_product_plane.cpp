// The plane of the dot product: vectors with their handles, lines of equal score, the chosen pair's
// projection. See dot_product.h.
#include <array>
#include <cmath>
#include <utility>

#include "explainer/exhibits/dot_product.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::dot_products {

void DotProduct::draw_plane(figures::PlanePen& pen) const {
    using namespace figures;
    const Theme& theme = pen.theme();
    const Vector2 q = pen.eased("q", vector_at(q_));
    Vector2 k[most];
    for (int i = 0; i < count_; ++i) k[i] = pen.eased(key_names[i], vector_at(pairs_[i].k));
    const bool zero = !(q_length_ > 0);
    if (!zero) {
        if (halves_) pen.half_plane(q, 0, theme.query.faded(0.07f));
        if (lines_) pen.equal_lines(q, line_step, theme.query, theme.key, theme.ink);
        if (halves_ && !lines_) pen.line({}, {-q.y, q.x}, theme.ink, 2, true);
        pen.line({}, q, theme.query.faded(0.5f));
        if (lines_) {
            const std::string score =
                explainer::shown(pair().score) + (pen.rect().width > 400 ? "  all along this line" : "");
            // The line of score 0 is there already, and stays dashed.
            if (same_line(pair().score, 0))
                pen.label(Vector2{-q.y, q.x} * (0.8 * reach / std::sqrt(dot(q, q))), q, body, theme.ink,
                          score, 10);
            else
                pen.equal_line(q, dot(q, k[chosen_]), color_of(theme, pair().score), score);
        }
        if (lines_ && hover_->line) {
            const Color color = color_of(theme, hover_->line->score);
            pen.equal_line(q, wide(hover_->line->score), color.faded(0.6f), "");
            pen.label(hover_->line->at, {0, 1}, strong, color, explainer::shown(hover_->line->score), 14);
        }
        if (lit() >= 0 && lit() != chosen_) {
            const Vector2 foot = q * (dot(q, k[lit()]) / dot(q, q));
            if (lines_)
                pen.equal_line(q, dot(q, k[lit()]), color_of(theme, pairs_[lit()].score).faded(0.6f), "");
            pen.segment(k[lit()], foot, theme.key, 1.5f, true);
            pen.dot_at(foot, theme.key, 3.5f);
        }
    }
    for (int i = 0; i < count_; ++i) {
        if (i == chosen_) continue;
        const HandleLook look{.color = lights(i) ? theme.key : theme.key.faded(0.6f)};
        pen.arrow_to_handle({}, k[i], look, lights(i) ? 2.5f : 1.5f);
    }
    draw_pair(pen, q, k[chosen_]);
    // The query first: where tips meet, the one drawn on top is the one taken. Then the chosen key.
    pen.handle("q", qx, qy, q, {.color = theme.query, .name = "q", .filled = true, .bold = true});
    for (int n = 0; n < count_; ++n) {
        const int i = n == 0 ? chosen_ : n <= chosen_ ? n - 1 : n;
        const PointerState pointer = pen.handle(key_names[i], key + 2 * i, key + 2 * i + 1, k[i],
                                                {.color = theme.key,
                                                 .name = key_names[i],
                                                 .bold = i == chosen_,
                                                 .pointed = i == chosen_ || lights(i)});
        if (pointer.pressed) pen.ui().change(chosen, i + 1);
        if (pointer.hovered || pointer.held) hover_.note().key = i;
    }
    if (!zero && lines_) slide_along_line(pen);
    if (!zero) point_at_line(pen);
    if (halves_ && !zero) {
        // In two corners opposite each other, best those where the chosen line is not.
        Vector2 corner{reach * 0.7 * (q.x < 0 ? -1 : 1), reach * 0.93 * (q.y < 0 ? -1 : 1)};
        for (const Vector2 other : {Vector2{corner.x, -corner.y}, Vector2{-corner.x, corner.y}}) {
            if (dot(other, q) < 1.2 * std::sqrt(dot(q, q))) continue;
            corner = other;
            break;
        }
        const double inwards = corner.y < 0 ? 1.0 : -1.0;
        pen.label(corner, {0, inwards}, caption, theme.query, "score above 0", 0);
        pen.label(corner * -1, {0, -inwards}, caption, theme.key, "score below 0", 0);
    }
}

/// Where the chosen key's line is pointed at it can be taken itself: the key goes along it, and keeps its
/// score.
void DotProduct::slide_along_line(figures::PlanePen& pen) const {
    using namespace figures;
    Ui& ui = pen.ui();
    Slide& slide = ui.kept<Slide>("slide");
    const bool offered = hover_->line && hover_->line->score == pair().score;
    if (!offered && !slide.held) return;
    const Vector2 q = vector_at(q_), along = Vector2{-q.y, q.x} * (1 / std::sqrt(dot(q, q)));
    const double length = std::sqrt(dot(q, q));
    const Vector2 hand = slide.held ? slide.hand : hover_->line->at;
    const Vector2 place = q * (wide(pair().score) / (length * length)) + along * dot(hand, along);
    // As near as a mouse points; fingers do not point at lines, they have the key's own handle.
    const Point on_line = pen.at(place);
    const PointerState pointer = ui.area("slide", Rect{on_line.x, on_line.y, 0, 0}.inset(-10), Grip::free);
    if (pointer.pressed) {
        slide.score = wide(pair().score);
        slide.from_hand = dot(vector_at(pair().k), along) - dot(pen.of(pointer.position), along);
    }
    slide.held = pointer.held;
    if (pointer.hovered || pointer.held) {
        slide.hand = pen.of(pointer.position);
        hover_.note().line = Pointed::Line{pair().score, slide.hand};
        const Point ahead = unit(pen.at(place + along) - on_line);
        ui.painter().disc(on_line, 5, color_of(pen.theme(), pair().score));
        for (const float way : {-1.0f, 1.0f})
            arrow(ui, on_line, on_line + ahead * (way * 20), color_of(pen.theme(), pair().score), 2.5f);
    }
    if (!pointer.held || pointer.pressed) return;
    // As far as both components stay in their range; finer than a hand's steps, which would leave the line.
    const Vector2 foot = q * (slide.score / (length * length));
    double least = -3 * reach, greatest = 3 * reach;
    for (const auto& [from, step] : {std::pair{foot.x, along.x}, std::pair{foot.y, along.y}}) {
        if (std::fabs(step) < 1e-9) continue;
        const double one = (-reach - from) / step, other = (reach - from) / step;
        least = std::max(least, std::min(one, other));
        greatest = std::min(greatest, std::max(one, other));
    }
    if (least > greatest) return;
    const Vector2 to = foot + along * std::clamp(slide.from_hand + dot(slide.hand, along), least, greatest);
    ui.change(key + 2 * chosen_, std::round(to.x * 1000) / 1000);
    ui.change(key + 2 * chosen_ + 1, std::round(to.y * 1000) / 1000);
}

/// The pointer on the plane: every place there has a score, and one of the numbered lines nearby takes it
/// over.
void DotProduct::point_at_line(figures::PlanePen& pen) const {
    const PointerState pointer = pen.ui().area("ground", pen.rect(), Grip::none);
    if (!pointer.hovered) return;
    const figures::Vector2 at = pen.of(pointer.position);
    const float place[] = {static_cast<float>(at.x), static_cast<float>(at.y)};
    float score = 0;
    attention::scores({q_, 1, 2}, {place, 1, 2}, {&score, 1, 1});
    const auto near = [&](float other) {
        return std::fabs(score - other) / q_length_ * pen.unit_pixels() < 5;
    };
    constexpr auto step = static_cast<float>(line_step);
    float drawn = std::round(score / step) * step;
    for (int i = 0; i < count_; ++i) {
        if (near(pairs_[i].score)) drawn = pairs_[i].score;
    }
    if (near(pair().score)) drawn = pair().score;  // of equal ones the chosen key's
    if (near(drawn)) score = drawn;
    hover_.note().line = Pointed::Line{score, at};
}

/// The query, the chosen key, the angle between them and the part of the key along the query.
void DotProduct::draw_pair(figures::PlanePen& pen, figures::Vector2 q, figures::Vector2 k) const {
    using namespace figures;
    const Theme& theme = pen.theme();
    if (pair().defined && dot(q, q) > 0) {
        // The length of k's projection on q, times ‖q‖, is q·k.
        const double share = dot(q, k) / dot(q, q);
        const Vector2 foot = q * share;
        const Color color = pair().along < 0 ? theme.key : theme.query;
        pen.segment({}, foot, color.faded(0.35f), 10);
        pen.segment(k, foot, theme.key, 2);
        // Neither in a triangle too flat for it, nor on the origin.
        if (std::fabs(pair().along) > 0.3f && std::fabs(pair().angle - 90) < 85)
            pen.right_angle(foot, foot * -1, k - foot, theme.ink);
        if (dot(k, k) > 0) {
            // Between two vectors that are near each other there is no room: then on the key's other side.
            const std::string size = explainer::shown(pair().angle, 1) + "°";
            const bool narrow = pair().angle < 40;
            pen.angle({}, q, k, theme.ink, narrow ? "" : size);
            const double arc = 0.8 / std::sqrt(dot(k, k));
            if (narrow) pen.label(k * arc, k - foot, {13, true}, theme.ink, size, 6);
        }
        const Vector2 side = dot({-q.y, q.x}, k) > 0 ? Vector2{q.y, -q.x} : Vector2{-q.y, q.x};
        pen.label(foot * 0.62, side, body, color, explainer::shown(pair().along) + " along q", 10);
    }
    pen.arrow_to_handle({}, q, {.color = theme.query, .filled = true}, 3);
    pen.arrow_to_handle({}, k, {.color = theme.key}, 3);
}

figures::Block DotProduct::plane_side(Ui& ui) const {
    using namespace figures;
    return column(
        4,
        plane({.id = "plane", .reach = reach, .most = 560, .edge_labels = true, .hint = "drag q or any key"},
              [this](PlanePen& pen) { draw_plane(pen); }),
        wrap(20, 0, blocks(toggle(ui, lines), toggle(ui, halves), stepper(ui, count))));
}

}  // namespace explainer::dot_products
