// The dot product as geometry: drag a query and a key on a plane and see q·k, the angle and the projection.
// Two dimensions only, so that the picture is the whole truth.
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/shapes.h"
#include "explainer/format.h"

namespace explainer {
namespace {

enum : int { qx, qy, kx, ky };

constexpr double reach = 4;

constexpr Parameter coordinate(std::string_view name, std::string_view label, std::string_view help,
                               double initial) {
    return {
        .name = name, .label = label, .help = help, .minimum = -reach, .maximum = reach, .initial = initial};
}

constexpr std::array parameters = {
    coordinate("qx", "q₁", "First component of the query, along the horizontal axis.", 3),
    coordinate("qy", "q₂", "Second component of the query, along the vertical axis.", 1),
    coordinate("kx", "k₁", "First component of the key, along the horizontal axis.", 2),
    coordinate("ky", "k₂", "Second component of the key, along the vertical axis.", 1.4),
};

constexpr std::array presets = {
    Preset{"aligned", ""},
    Preset{"orthogonal", "kx=-1;ky=3"},
    Preset{"opposite", "kx=-2.4;ky=-1"},
};

constexpr float degrees = 180 / 3.14159265f;

/// The relation in words. Within 5° of a right angle, or a product that shows as 0.00, counts as orthogonal.
std::string_view relation(float dot, float cosine) {
    if (std::fabs(dot) < 0.005f || std::fabs(cosine) < 0.0872f)
        return "nearly orthogonal: they ignore each other";
    return dot > 0 ? "pointing the same way: a high score" : "pointing apart: a negative score";
}

class DotProduct final : public Exhibit {
  public:
    void compute(const State& state) override {
        for (int i = 0; i < 2; ++i) {
            q_[i] = static_cast<float>(state.number(qx + i));
            k_[i] = static_cast<float>(state.number(kx + i));
            product_[i] = q_[i] * k_[i];
        }
        attention::scores({q_, 1, 2}, {k_, 1, 2}, {&dot_, 1, 1});
        float square = 0;
        attention::scores({q_, 1, 2}, {q_, 1, 2}, {&square, 1, 1});
        q_length_ = std::sqrt(square);
        attention::scores({k_, 1, 2}, {k_, 1, 2}, {&square, 1, 1});
        k_length_ = std::sqrt(square);
        defined_ = q_length_ > 0 && k_length_ > 0;
        cosine_ = defined_ ? std::clamp(dot_ / (q_length_ * k_length_), -1.0f, 1.0f) : 0;
        shadow_ = defined_ ? dot_ / q_length_ : 0;
        // atan2 keeps small angles exact where acos(cosine) loses half the digits.
        angle_ = defined_ ? std::atan2(std::fabs(q_[0] * k_[1] - q_[1] * k_[0]), dot_) * degrees : 0;
    }

    float draw(Ui& ui) override {
        const float width = ui.width(), margin = 16;
        const bool wide = width >= 520;
        const float plane_side =
            wide ? std::min(0.52f * width, 420.0f) : std::min(width - 2 * margin, 420.0f);
        const Rect plane{wide ? margin : (width - plane_side) / 2, margin, plane_side, plane_side};
        draw_plane(ui, {plane, static_cast<float>(reach)});

        const float x = wide ? plane.right() + 32 : margin, column = width - margin - x;
        float y = wide ? margin : plane.bottom() + 16;
        y += figures::presets(ui, presets, {x, y}, column) + 8;
        y += draw_vectors(ui, {x, y}) + 10;
        y += draw_sum(ui, {x, y}, column) + 12;
        y += draw_geometry(ui, {x, y}, column) + 12;
        for (int i = 0; i < 4; ++i) {
            const Color color = i < kx ? ui.theme().query : ui.theme().key;
            figures::slider(ui, i, {x, y, column, figures::row_height}, {.color = color, .label_width = 36});
            y += figures::row_height;
        }
        return std::max(y, plane.bottom()) + margin;
    }

    Description describe() const override {
        std::string summary = "q = (" + fixed(q_[0], 2) + ", " + fixed(q_[1], 2) + ") and k = (" +
                              fixed(k_[0], 2) + ", " + fixed(k_[1], 2) +
                              ") have the dot product q·k = " + fixed(dot_, 2);
        summary += defined_ ? "; the angle between them is " + fixed(angle_, 1) + "°, " +
                                  std::string(relation(dot_, cosine_)) + "."
                            : "; a vector of length 0 has no angle.";
        std::vector<std::pair<std::string, double>> values = {
            {"q·k", tidy(dot_)}, {"|q|", tidy(q_length_)}, {"|k|", tidy(k_length_)}};
        if (defined_) {
            values.insert(values.end(), {{"cos θ", tidy(cosine_)},
                                         {"angle", tidy(angle_)},  // in degrees
                                         {"length of k along q", tidy(shadow_)}});
        }
        return {summary,
                {{"Sum of products",
                  {"component", "q", "k", "q × k"},
                  {{"1", q_[0], k_[0], product_[0]},
                   {"2", q_[1], k_[1], product_[1]},
                   {"sum (q·k)", "", "", dot_}}},
                 {"Geometry",
                  {"quantity", "value"},
                  {{"q·k", dot_},
                   {"|q|", q_length_},
                   {"|k|", k_length_},
                   {"cos θ", defined_ ? Cell(cosine_) : Cell("undefined")},
                   {"angle θ in degrees", defined_ ? Cell(angle_) : Cell("undefined")},
                   {"length of k along q", defined_ ? Cell(shadow_) : Cell("undefined")}}}},
                values};
    }

  private:
    /// Takes hold of a vector's tip: it follows the pointer, at the distance at which it was taken.
    PointerState grab(Ui& ui, const figures::Plane& plane, std::string_view name, int first, const float* v) {
        const Point tip = plane.at(v[0], v[1]);
        const float target = 22;  // half of a finger's 44 px
        const PointerState pointer =
            ui.area(name, {tip.x - target, tip.y - target, 2 * target, 2 * target}, Grip::free);
        if (pointer.pressed) held_at_ = pointer.position - tip;
        if (pointer.held) {
            const Point to = pointer.position - held_at_;
            ui.change(first, ui.state().snapped(first, static_cast<double>(plane.x_of(to))));
            ui.change(first + 1, ui.state().snapped(first + 1, static_cast<double>(plane.y_of(to))));
        }
        return pointer;
    }

    void handle(Ui& ui, Point tip, int first, PointerState pointer, Color color) {
        const bool lit = pointer.hovered || pointer.held || ui.focused(first) || ui.focused(first + 1);
        ui.painter().disc(tip, 13, color.faded(lit ? 0.3f : 0.16f));
        ui.painter().ring(tip, 13, color, lit ? 2.5f : 1.0f);
    }

    void draw_plane(Ui& ui, const figures::Plane& plane) {
        const Theme& theme = ui.theme();
        figures::axes(ui, plane);
        const Point zero = plane.at(0, 0);
        // The query first: where both tips meet, the one drawn on top is the one taken.
        const PointerState on_q = grab(ui, plane, "q", qx, q_), on_k = grab(ui, plane, "k", kx, k_);
        const float q[] = {ui.eased("q0", q_[0]), ui.eased("q1", q_[1])};
        const float k[] = {ui.eased("k0", k_[0]), ui.eased("k1", k_[1])};
        const float square = q[0] * q[0] + q[1] * q[1];
        if (square > 0) {
            // The shadow of k on the line through q: its length times |q| is q·k.
            const float share = (q[0] * k[0] + q[1] * k[1]) / square;
            const Point foot = plane.at(share * q[0], share * q[1]);
            figures::dashed(ui, plane.at(k[0], k[1]), foot, theme.muted);
            ui.painter().line(zero, foot, theme.output.faded(0.45f), 7);
        }
        if (defined_) {
            const float from = std::atan2(q[1], q[0]);
            float turn = std::atan2(k[1], k[0]) - from;
            constexpr float full = 2 * 3.14159265f;
            if (turn > full / 2) turn -= full;
            if (turn < -full / 2) turn += full;
            const float radius = 0.11f * plane.rect.width;
            figures::arc(ui, zero, radius, from, from + turn, theme.ink);
            const float middle = from + turn / 2;
            const Point label{zero.x + (radius + 18) * std::cos(middle),
                              zero.y - (radius + 18) * std::sin(middle)};
            ui.text({label.x, label.y - 9}, caption, theme.ink, fixed(angle_, 0) + "°", Align::centre);
        }
        figures::arrow(ui, zero, plane.at(q[0], q[1]), theme.query, 3);
        figures::arrow(ui, zero, plane.at(k[0], k[1]), theme.key, 3);
        handle(ui, plane.at(k[0], k[1]), kx, on_k, theme.key);
        handle(ui, plane.at(q[0], q[1]), qx, on_q, theme.query);
        const Point q_name = name_place(plane, q);
        Point k_name = name_place(plane, k);
        // Where both tips meet, the letters stand side by side.
        if (length(k_name - q_name) < 20)
            k_name.x = q_name.x + (q_name.x > plane.rect.centre().x ? -20.0f : 20.0f);
        const float half = fonts::line_height(heading) / 2;
        ui.text({q_name.x, q_name.y - half}, heading, theme.query, "q", Align::centre);
        ui.text({k_name.x, k_name.y - half}, heading, theme.key, "k", Align::centre);
        if (!ui.touched()) {
            ui.text({plane.rect.x + 8, plane.rect.bottom() - 24}, caption, theme.muted,
                    "drag the tip of q or k");
        }
    }

    /// Where a vector's letter stands: beyond its tip, kept on the plane.
    static Point name_place(const figures::Plane& plane, const float* v) {
        const Point tip = plane.at(v[0], v[1]);
        Point away = unit(tip - plane.at(0, 0));
        if (away == Point{}) away = {0.7f, -0.7f};
        const Point at = tip + away * 24;
        const Rect inner = plane.rect.inset(12);
        return {std::clamp(at.x, inner.x, inner.right()), std::clamp(at.y, inner.y, inner.bottom())};
    }

    /// q · k set as mathematics: two columns and their product.
    float draw_vectors(Ui& ui, Point at) {
        const Theme& theme = ui.theme();
        const float line = fonts::line_height(body), middle = at.y + line / 2;
        float x = at.x;
        const auto sign = [&](std::string_view text, Type type, Color color) {
            ui.text({x, middle}, type, color, text);
            x += ui.text_width(type, text);
        };
        const std::string q[] = {fixed(q_[0], 2), fixed(q_[1], 2)}, k[] = {fixed(k_[0], 2), fixed(k_[1], 2)};
        sign("q·k = ", body, theme.ink);
        x += figures::column_vector(ui, {x, at.y}, body, q, theme.query);
        sign(" · ", body, theme.ink);
        x += figures::column_vector(ui, {x, at.y}, body, k, theme.key);
        sign(" = ", body, theme.ink);
        sign(fixed(dot_, 2), strong, theme.output);
        return 2 * line;
    }

    float draw_sum(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        const float line = 28;
        const std::string signs[] = {"q₁k₁", "q₂k₂", "q·k"};
        const float values[] = {product_[0], product_[1], dot_};
        const float number_width = ui.text_width(strong, "−16.00") + 10;
        const float formula_width = ui.text_width(body, "q₁k₁ = −4.00 × −4.00 = ") + 8;
        const bool room = width > formula_width + number_width + 90;
        const float bar_left = at.x + (room ? formula_width : 48) + number_width;
        const float bar_width = width - (bar_left - at.x);
        // One scale for all three bars lets lengths be compared; it widens in steps, to the utmost 2 × 4 × 4.
        const float longest = std::max({std::fabs(product_[0]), std::fabs(product_[1]), std::fabs(dot_)});
        const float scale = bar_width / 2 / (longest <= 8 ? 8.0f : longest <= 16 ? 16.0f : 32.0f);
        const float zero = bar_left + bar_width / 2;
        for (int i = 0; i < 3; ++i) {
            const float y = at.y + line * static_cast<float>(i) + (i == 2 ? 4.0f : 0.0f);
            const bool sum = i == 2;
            const Type type = sum ? strong : body;
            if (sum) ui.painter().line({at.x, y - 2}, {at.x + width, y - 2}, theme.line, 1);
            float x = at.x;
            const auto run = [&](Color color, const std::string& text) {
                ui.text({x, y + 4}, type, color, text);
                x += ui.text_width(type, text);
            };
            run(theme.ink, signs[i]);
            if (room && !sum) {
                run(theme.ink, " = ");
                run(theme.query, fixed(q_[i], 2));
                run(theme.ink, " × ");
                run(theme.key, fixed(k_[i], 2));
            }
            ui.text({bar_left - 10, y + 4}, type, sum ? theme.output : theme.ink, fixed(values[i], 2),
                    Align::right);
            figures::bar(ui, {zero, y + line / 2}, ui.eased(signs[i], values[i]) * scale, sum ? 14.0f : 10.0f,
                         sum ? theme.output : theme.muted);
        }
        ui.painter().line({zero, at.y}, {zero, at.y + 3 * line + 4}, theme.line, 1);
        return 3 * line + 4;
    }

    float draw_geometry(Ui& ui, Point at, float width) {
        const Theme& theme = ui.theme();
        const std::string cosine = defined_ ? fixed(cosine_, 3) : "undefined";
        const std::string angle = defined_ ? fixed(angle_, 1) + "°" : "undefined";
        struct Pair {
            std::string name, value;
            Color color;
        };
        const Pair pairs[] = {{"|q|", fixed(q_length_, 2), theme.query},
                              {"|k|", fixed(k_length_, 2), theme.key},
                              {"cos θ", cosine, theme.ink},
                              {"θ", angle, theme.ink},
                              {"k along q", defined_ ? fixed(shadow_, 2) : "undefined", theme.output}};
        const float cell = width / 2;
        for (int i = 0; i < 5; ++i) {
            const float x = at.x + cell * static_cast<float>(i % 2),
                        y = at.y + 24 * static_cast<float>(i / 2);
            ui.text({x, y}, body, theme.muted, pairs[i].name);
            ui.text({x + (i == 4 ? 76.0f : 48.0f), y}, strong, pairs[i].color, pairs[i].value);
        }
        const float used = 72 + 4;
        // Two lines are kept for the sentence, whatever it says.
        ui.paragraph(
            {at.x, at.y + used}, width, caption, theme.muted,
            defined_ ? relation(dot_, cosine_) : "a vector of length 0 has no direction, so no angle");
        return used + 2 * fonts::line_height(caption);
    }

    float q_[2] = {}, k_[2] = {};  // [2]
    float product_[2] = {};        // q_i k_i
    float shadow_ = 0;             // signed length of k's projection on q: q·k / |q|
    float dot_ = 0, q_length_ = 0, k_length_ = 0, cosine_ = 0, angle_ = 0;  // angle in degrees, 0 to 180
    Point held_at_;         // from the tip to the pointer while it is dragged
    bool defined_ = false;  // whether there is an angle
};

}  // namespace

extern const ExhibitType dot_product;
const ExhibitType dot_product = {
    "dot-product",
    "The dot product",
    "Drag a query and a key and see how their angle and lengths make the score q·k.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<DotProduct>()); },
};

}  // namespace explainer
