// The dot product as geometry: one query, one to four keys on a plane, and the lines along which every key
// has the same score. The chosen pair in components, as a projection, and as areas (dot_product_pair.h). Two
// dimensions only, so that the picture is the whole truth.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/dot_product_pair.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::dot_products {
namespace {

using figures::Block;

constexpr int most = 4;
// The components of key i are key + 2 i and the one behind it.
enum : int { key = qy + 1, count = key + 2 * most, chosen, lines, halves };

constexpr double reach = 4;
constexpr double line_step = 2;  // from one line of equal score to the next

constexpr const char* key_names[most] = {"k₁", "k₂", "k₃", "k₄"};

figures::Vector2 vector_at(const float* v) {
    return {wide(v[0]), wide(v[1])};
}

constexpr Parameter coordinate(std::string_view name, std::string_view label, std::string_view help,
                               double initial) {
    return {
        .name = name, .label = label, .help = help, .minimum = -reach, .maximum = reach, .initial = initial};
}

constexpr std::string_view across = "Along the horizontal axis.", up = "Along the vertical axis.";

// The first three keys are the essay section's; the fourth is made to score what the first scores.
constexpr std::array parameters = {
    coordinate("qx", "q, first component", across, 3),
    coordinate("qy", "q, second component", up, 1),
    coordinate("kx", "k₁, first component", across, 2),
    coordinate("ky", "k₁, second component", up, 1.4),
    coordinate("k2x", "k₂, first component", across, -1),
    coordinate("k2y", "k₂, second component", up, 3),
    coordinate("k3x", "k₃, first component", across, -2.4),
    coordinate("k3y", "k₃, second component", up, -1),
    coordinate("k4x", "k₄, first component", across, 2.9),
    coordinate("k4y", "k₄, second component", up, -1.3),
    integer_of("count", "keys", "How many keys there are.", 1, most, 4),
    bounded(integer_of("chosen", "chosen key", "Which key is taken apart.", 1, most, 1),
            {.parameter = "count"}),
    toggle_of("lines", "lines of equal score", "Every key on one line has the same score.", true),
    toggle_of("halves", "above and below 0", "Tints the side of the plane where scores are positive.", true),
};

constexpr std::array presets = {
    Preset{"all four", ""},
    Preset{"aligned", "count=1"},
    Preset{"orthogonal", "kx=-1;ky=3;count=1"},
    Preset{"opposite", "kx=-2.4;ky=-1;count=1"},
    Preset{"same score", "k2x=1.5;k2y=2.9;k3x=2.4;k3y=0.2"},
    Preset{"zero wins", "kx=-1;ky=3;k2y=0;k3x=0;k3y=-3;count=3"},
};

constexpr float degrees = 180 / 3.14159265f;

/// How two vectors lie to each other: by the angle alone, in degrees, as it shows.
std::string_view direction(float angle) {
    if (angle < 0.05f) return "they point the same way";
    if (angle < 5) return "they point nearly the same way";
    if (angle < 85) return "they lean the same way";
    if (std::fabs(angle - 90) < 0.05f) return "they stand at a right angle";
    if (angle <= 95) return "they stand nearly at a right angle";
    if (angle <= 175) return "they lean apart";
    return angle < 179.95f ? "they point nearly opposite ways" : "they point opposite ways";
}

/// What a key's score says of it: its sign by itself, its size only among all keys.
std::string meaning(const Pair& pair, int count) {
    const std::string_view sign = pair.score == 0                 ? "a score of 0"
                                  : shown(pair.score) == shown(0) ? "hardly a score"
                                  : pair.score > 0                ? "a positive score"
                                                                  : "a negative score";
    if (count == 1) return Phrase() << sign << "; the only key, so all attention is its own";
    return Phrase() << sign << ", and " << Percent{wide(pair.share), 1} << " of the attention among " << count
                    << " keys";
}

class DotProduct final : public Exhibit {
  public:
    void compute(const State& state) override {
        count_ = state.integer(count);
        chosen_ = state.integer(chosen) - 1;
        lines_ = state.toggle(lines);
        halves_ = state.toggle(halves);
        for (int c = 0; c < 2; ++c) q_[c] = static_cast<float>(state.number(qx + c));
        q_length_ = length_of(q_);
        largest_ = 0;
        for (int i = 0; i < count_; ++i) {
            Pair& p = pairs_[i];
            for (int c = 0; c < 2; ++c) {
                p.k[c] = static_cast<float>(state.number(key + 2 * i + c));
                p.product[c] = q_[c] * p.k[c];
            }
            attention::scores({q_, 1, 2}, {p.k, 1, 2}, {&p.score, 1, 1});
            p.length = length_of(p.k);
            p.defined = q_length_ > 0 && p.length > 0;
            p.cosine = p.defined ? std::clamp(p.score / (q_length_ * p.length), -1.0f, 1.0f) : 0;
            p.along = p.defined ? p.score / q_length_ : 0;
            // atan2 keeps small angles exact where acos(cosine) loses half the digits.
            p.angle =
                p.defined ? std::atan2(std::fabs(q_[0] * p.k[1] - q_[1] * p.k[0]), p.score) * degrees : 0;
            largest_ = std::max(largest_, std::fabs(p.score));
        }
        float scores[most], shares[most];
        for (int i = 0; i < count_; ++i) scores[i] = pairs_[i].score;
        attention::softmax({scores, 1, count_}, 1, {shares, 1, count_});
        for (int i = 0; i < count_; ++i) pairs_[i].share = shares[i];
        hover_.forget_if([this](const Pointed& on) { return on.key >= count_ || on.row >= count_; });
    }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        return column(16, figures::presets(presets), by_width([this, &ui](float width) {
                          const auto formula_lines = [&] {
                              return column(10, rule(), formulas(ui.theme(), taken_apart()));
                          };
                          if (width < 704)
                              return column(16, plane_side(ui),
                                            column(20, numbers_side(ui), formula_lines()));
                          // The formulas stand where the shorter column is.
                          const bool at_left = width < 860;
                          Block left = plane_side(ui), right = numbers_side(ui);
                          if (at_left)
                              left = column(16, std::move(left), formula_lines());
                          else
                              right = column(20, std::move(right), formula_lines());
                          return row({.gap = 36},
                                     {Item(std::move(left), share(55)), Item(std::move(right), share(45))});
                      }));
    }

    bool active(const State& state, int parameter) const override {
        return parameter < key || parameter >= count || (parameter - key) / 2 < state.integer(count);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != chosen) return state.shown(parameter);
        return Phrase() << key_names[chosen_] << ", score " << explainer::shown(pair().score);
    }

    Description describe() const override {
        const Pair& p = pair();
        std::string summary = Phrase() << "q = (" << explainer::shown(q_[0]) << ", "
                                       << explainer::shown(q_[1]) << ") and " << name() << " = ("
                                       << explainer::shown(p.k[0]) << ", " << explainer::shown(p.k[1])
                                       << ") have the dot product q·k = " << explainer::shown(p.score);
        summary +=
            p.defined ? std::string(Phrase() << "; the angle between them is " << explainer::shown(p.angle, 1)
                                             << "°: " << direction(p.angle) << ". ")
                      : "; a vector of length 0 has no angle. ";
        summary += Phrase() << name() << " has " << meaning(p, count_) << ".";
        Table all = Table{"Keys",
                          {"key", "first component", "second component", "|k|", "cos θ", "score q·k",
                           "length along q", "share"},
                          {}};
        const auto if_defined = [](const Pair& one, float value) {
            return one.defined ? Cell(value) : Cell("undefined");
        };
        std::string scores, alike;
        for (int i = 0; i < count_; ++i) {
            const Pair& one = pairs_[i];
            add_row(all) << key_names[i] << one.k[0] << one.k[1] << one.length << if_defined(one, one.cosine)
                         << one.score << if_defined(one, one.along) << one.share;
            scores += Phrase() << (i == 0 ? "" : ", ") << key_names[i] << " " << explainer::shown(one.score)
                               << " (" << Percent{wide(one.share), 1} << ")";
            if (i != chosen_ && same_line(one.score, p.score))
                alike += (alike.empty() ? "" : ", ") + std::string(key_names[i]);
        }
        if (count_ > 1)
            summary += Phrase() << " The scores, and their shares by softmax, are: " << scores << ".";
        if (!alike.empty())
            summary += Phrase() << " On the same line of equal score as " << name() << ": " << alike << ".";
        Table sum = Table{"Sum of products", {"component", "q", "", "q × k"}, {}};
        sum.columns[2] = name();
        add_row(sum) << "1" << q_[0] << p.k[0] << p.product[0];
        add_row(sum) << "2" << q_[1] << p.k[1] << p.product[1];
        add_row(sum) << "sum (q·k)"
                     << ""
                     << "" << p.score;
        Table geometry = Table{"Geometry", {"quantity", "value"}, {}};
        add_row(geometry) << "q·k" << p.score;
        add_row(geometry) << "|q|" << q_length_;
        add_row(geometry) << "|k|" << p.length;
        add_row(geometry) << "cos θ" << if_defined(p, p.cosine);
        add_row(geometry) << "angle θ in degrees" << if_defined(p, p.angle);
        add_row(geometry) << "length of k along q" << if_defined(p, p.along);
        Description out;
        out.summary = std::move(summary);
        out.tables = vector_of(std::move(sum), std::move(geometry), std::move(all));
        out.add_value("q·k", p.score, "score");
        out.add_value("|q|", q_length_, "np.linalg.norm(q)");
        out.add_value("|k|", p.length, "np.linalg.norm(k)");
        if (p.defined) {
            out.add_value("cos θ", p.cosine, "cosine");
            out.add_value("angle", p.angle, "angle");  // in degrees
            out.add_value("length of k along q", p.along, "along");
        }
        for (int i = 0; i < count_; ++i)
            out.add_value(Phrase() << "q·" << key_names[i], pairs_[i].score,
                          Phrase() << "scores[" << i << "]");
        for (int i = 0; i < count_; ++i)
            out.add_value(Phrase() << "share of " << key_names[i], pairs_[i].share,
                          Phrase() << "shares[" << i << "]");
        return out;
    }

    std::string numpy(const State& state) const override {
        const auto vector = [&state](int first) -> std::string {
            return Phrase() << "[" << Shortest{state.number(first)} << ", "
                            << Shortest{state.number(first + 1)} << "]";
        };
        std::string out = Phrase() << "import numpy as np\n\nq = np.array(" << vector(qx)
                                   << ")\nK = np.array([";
        for (int i = 0; i < count_; ++i) out += (i == 0 ? "" : ", ") + vector(key + 2 * i);
        out += Phrase() << "])  # a row a key\nk = K[" << chosen_
                        << "]\n\nscores = K @ q\nscore = k @ q\n"
                           "shares = np.exp(scores - scores.max())\nshares /= shares.sum()\n";
        if (pair().defined)
            out +=
                "cosine = score / (np.linalg.norm(q) * np.linalg.norm(k))\n"
                "angle = np.degrees(np.arctan2(abs(q[0] * k[1] - q[1] * k[0]), score))\n"
                "along = score / np.linalg.norm(q)\n";
        return out;
    }

  private:
    /// The chosen key's line, held by the pointer.
    struct Slide {
        bool held = false;
        figures::Vector2 hand;            // where it is
        double score = 0, from_hand = 0;  // when it was taken; along the line, from the hand to the key
    };

    const Pair& pair() const { return pairs_[chosen_]; }
    std::string name() const { return key_names[chosen_]; }
    /// The key that is pointed at: on the plane, else in the table.
    int lit() const { return hover_->key >= 0 ? hover_->key : hover_->row; }

    /// Whether two scores are those of one line: they show as the same, and their lines are no further apart
    /// than that. A short query's lines are far apart where its scores are not.
    bool same_line(float one, float other, float tolerance = 0.005f) const {
        return q_length_ > 0 && std::fabs(one - other) < tolerance * std::min(1.0f, q_length_);
    }
    /// Whether a key is on the line that is pointed at, or is pointed at itself.
    bool lights(int i) const {
        return i == lit() ||
               (lines_ && hover_->line && same_line(pairs_[i].score, hover_->line->score, 0.05f));
    }

    static float length_of(const float* v) {
        float square = 0;
        attention::scores({v, 1, 2}, {v, 1, 2}, {&square, 1, 1});
        return std::sqrt(square);
    }

    /// What fills half of a bar: a round number, so that bars seldom change their scale.
    float full_bar() const {
        for (const float full : {1.0f, 2.0f, 5.0f, 10.0f, 20.0f}) {
            if (largest_ <= full) return full;
        }
        return 40;
    }

    Block numbers_side(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        return column(20, keys(theme), components(theme, taken_apart()), areas(theme, taken_apart()));
    }

    /// A row a key; a press chooses it.
    Block keys(const Theme& theme) const {
        using namespace figures;
        constexpr float height = 44;
        std::vector<TableRow> rows;
        for (int i = 0; i < count_; ++i) {
            const Pair& p = pairs_[i];
            const bool strong = i == chosen_ || lights(i);
            const Color color = color_of(theme, p.score);
            TableRow& row = rows.emplace_back();
            row.add(key_names[i], theme.key, strong)
                .add(explainer::shown(p.length), theme.ink, strong)
                .add(p.defined ? explainer::shown(p.cosine, 3) : "undefined", theme.ink, strong)
                .add(signed_bar_cell("bar" + std::to_string(i), wide(p.score / full_bar()),
                                     strong ? color : color.faded(0.45f), height))
                .add(explainer::shown(p.score), color, true)
                .add(percent(wide(p.share), 1), theme.ink, strong);
            row.selected = i == chosen_;
        }
        Block list = table({.id = "keys",
                            .row_height = height,
                            .gap = 10,

                            .hovered = [this](int i) { hover_.note().row = i; },
                            .parameter = chosen},
                           {{"key", theme.muted, Align::left, {}, "k₄"},
                            {"‖k‖", theme.muted, Align::right, {}, "4.00"},
                            {"cos θ", theme.muted, Align::right, {}, "undefined"},
                            {"", theme.muted, Align::left, share()},
                            {"score q·k", theme.ink, Align::right, {}, "−32.00"},
                            {"share", theme.muted, Align::right, {}, "100.0 %"}},
                           std::move(rows));
        // Below them the chosen pair in words; where there are fewer keys, their room is kept.
        const std::string said = pair().defined
                                     ? std::string(direction(pair().angle))
                                     : std::string("a vector of length 0 has no direction, so no angle");
        Block words =
            paragraph(caption, theme.muted,
                      Phrase() << "q and " << name() << ": " << said << "; " << meaning(pair(), count_)
                               << ". Shares are the softmax of these scores."
                               << (pair().score == 0 && q_length_ > 0 ? " A longer q leaves a 0 at 0." : ""),
                      163);
        return column(0, column(8, std::move(list), std::move(words)),
                      space(height * static_cast<float>(most - count_)));
    }

    void draw_plane(figures::PlanePen& pen) const {
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
    void slide_along_line(figures::PlanePen& pen) const {
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
        const PointerState pointer =
            ui.area("slide", Rect{on_line.x, on_line.y, 0, 0}.inset(-10), Grip::free);
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
        // As far as both components stay in their range; finer than a hand's steps, which would leave the
        // line.
        const Vector2 foot = q * (slide.score / (length * length));
        double least = -3 * reach, greatest = 3 * reach;
        for (const auto& [from, step] : {std::pair{foot.x, along.x}, std::pair{foot.y, along.y}}) {
            if (std::fabs(step) < 1e-9) continue;
            const double one = (-reach - from) / step, other = (reach - from) / step;
            least = std::max(least, std::min(one, other));
            greatest = std::min(greatest, std::max(one, other));
        }
        if (least > greatest) return;
        const Vector2 to =
            foot + along * std::clamp(slide.from_hand + dot(slide.hand, along), least, greatest);
        ui.change(key + 2 * chosen_, std::round(to.x * 1000) / 1000);
        ui.change(key + 2 * chosen_ + 1, std::round(to.y * 1000) / 1000);
    }

    /// The pointer on the plane: every place there has a score, and one of the numbered lines nearby takes it
    /// over.
    void point_at_line(figures::PlanePen& pen) const {
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
    void draw_pair(figures::PlanePen& pen, figures::Vector2 q, figures::Vector2 k) const {
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
                // Between two vectors that are near each other there is no room: then on the key's other
                // side.
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

    Block plane_side(Ui& ui) const {
        using namespace figures;
        return column(4,
                      plane({.id = "plane",
                             .reach = reach,
                             .most = 560,
                             .edge_labels = true,
                             .hint = "drag q or any key"},
                            [this](PlanePen& pen) { draw_plane(pen); }),
                      wrap(20, 0, blocks(toggle(ui, lines), toggle(ui, halves), stepper(ui, count))));
    }

    TakenApart taken_apart() const {
        return {pair(),          {q_[0], q_[1]}, q_length_, name(), key + 2 * chosen_,
                hover_->product, &hover_.note()};
    }

    float q_[2] = {};  // [2]
    float q_length_ = 0, largest_ = 0;
    Pair pairs_[most];
    int count_ = 0, chosen_ = 0;
    bool lines_ = true, halves_ = true;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace explainer::dot_products

namespace explainer {

extern const ExhibitType dot_product;
const ExhibitType dot_product = {
    "dot-product",
    "The dot product",
    "Drag a query among its keys and see how angle and length make each score q·k.",
    dot_products::parameters,
    dot_products::presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<dot_products::DotProduct>()); },
};

}  // namespace explainer
