// The dot product: parameters, scores and angles, the numbers beside the plane, and what is said of them. See
// dot_product.h.
#include "explainer/exhibits/dot_product.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "attention/softmax.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::dot_products {
namespace {

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
    Parameter{.name = "count",
              .label = "keys",
              .help = "How many keys there are.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = most,
              .step = 1,
              .initial = 4},
    Parameter{.name = "chosen",
              .label = "chosen key",
              .help = "Which key is taken apart.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = most,
              .step = 1,
              .initial = 1,
              .maximum_follows = {.parameter = "count"}},
    Parameter{.name = "lines",
              .label = "lines of equal score",
              .help = "Every key on one line has the same score.",
              .kind = Kind::toggle,
              .initial = 1},
    Parameter{.name = "halves",
              .label = "above and below 0",
              .help = "Tints the side of the plane where scores are positive.",
              .kind = Kind::toggle,
              .initial = 1},
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

}  // namespace

void DotProduct::compute(const State& state) {
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
        p.angle = p.defined ? std::atan2(std::fabs(q_[0] * p.k[1] - q_[1] * p.k[0]), p.score) * degrees : 0;
        largest_ = std::max(largest_, std::fabs(p.score));
    }
    float scores[most], shares[most];
    for (int i = 0; i < count_; ++i) scores[i] = pairs_[i].score;
    attention::softmax({scores, 1, count_}, 1, {shares, 1, count_});
    for (int i = 0; i < count_; ++i) pairs_[i].share = shares[i];
    hover_.forget_if([this](const Pointed& on) { return on.key >= count_ || on.row >= count_; });
}

figures::Block DotProduct::sheet(Ui& ui) const {
    using namespace figures;
    return column(
        16, figures::presets(presets), by_width([this, &ui](float width) {
            const auto formula_lines = [&] {
                return column(10, rule(), formulas(ui.theme(), taken_apart()));
            };
            if (width < 704) return column(16, plane_side(ui), column(20, numbers_side(ui), formula_lines()));
            // The formulas stand where the shorter column is.
            const bool at_left = width < 860;
            Block left = plane_side(ui), right = numbers_side(ui);
            if (at_left)
                left = column(16, std::move(left), formula_lines());
            else
                right = column(20, std::move(right), formula_lines());
            return row({.gap = 36}, {Item(std::move(left), share(55)), Item(std::move(right), share(45))});
        }));
}

bool DotProduct::active(const State& state, int parameter) const {
    return parameter < key || parameter >= count || (parameter - key) / 2 < state.integer(count);
}

std::string DotProduct::shown(const State& state, int parameter) const {
    if (parameter != chosen) return state.shown(parameter);
    return Phrase() << key_names[chosen_] << ", score " << explainer::shown(pair().score);
}

// ---- The numbers

figures::Block DotProduct::numbers_side(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    return column(20, keys(theme), components(theme, taken_apart()), areas(theme, taken_apart()));
}

/// A row a key; a press chooses it.
figures::Block DotProduct::keys(const Theme& theme) const {
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
    const auto list = [&](int least_rows) {
        return table({.id = "keys",
                      .row_height = height,
                      .gap = 10,
                      .least_rows = least_rows,
                      .hovered = [this](int i) { hover_.note().row = i; },
                      .parameter = chosen},
                     {{"key", theme.muted, Align::left, {}, "k₄"},
                      {"‖k‖", theme.muted, Align::right, {}, "4.00"},
                      {"cos θ", theme.muted, Align::right, {}, "undefined"},
                      {"", theme.muted, Align::left, share()},
                      {"score q·k", theme.ink, Align::right, {}, "−32.00"},
                      {"share", theme.muted, Align::right, {}, "100.0 %"}},
                     std::move(rows));
    };
    // Below them the chosen pair in words; where there are fewer keys, their room is kept.
    const std::string said = pair().defined
                                 ? std::string(Phrase() << direction(pair().angle))
                                 : std::string("a vector of length 0 has no direction, so no angle");
    Block words =
        paragraph(caption, theme.muted,
                  Phrase() << "q and " << name() << ": " << said << "; " << meaning(pair(), count_)
                           << ". Shares are the softmax of these scores."
                           << (pair().score == 0 && q_length_ > 0 ? " A longer q leaves a 0 at 0." : ""),
                  163);
    Block both = column(8, list(0), std::move(words));
    const float missing = height * static_cast<float>(most - count_);
    return column(0, std::move(both), space(missing));
}

// ---- In words

Description DotProduct::describe() const {
    const Pair& p = pair();
    std::string summary = Phrase() << "q = (" << explainer::shown(q_[0]) << ", " << explainer::shown(q_[1])
                                   << ") and " << name() << " = (" << explainer::shown(p.k[0]) << ", "
                                   << explainer::shown(p.k[1])
                                   << ") have the dot product q·k = " << explainer::shown(p.score);
    summary += p.defined
                   ? std::string(Phrase() << "; the angle between them is " << explainer::shown(p.angle, 1)
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
    if (count_ > 1) summary += Phrase() << " The scores, and their shares by softmax, are: " << scores << ".";
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
        out.add_value(Phrase() << "q·" << key_names[i], pairs_[i].score, Phrase() << "scores[" << i << "]");
    for (int i = 0; i < count_; ++i)
        out.add_value(Phrase() << "share of " << key_names[i], pairs_[i].share,
                      Phrase() << "shares[" << i << "]");
    return out;
}

std::string DotProduct::numpy(const State& state) const {
    const auto vector = [&state](int first) -> std::string {
        return Phrase() << "[" << Shortest{state.number(first)} << ", " << Shortest{state.number(first + 1)}
                        << "]";
    };
    std::string out = Phrase() << "import numpy as np\n\nq = np.array(" << vector(qx) << ")\nK = np.array([";
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
