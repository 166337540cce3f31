// The dot product as geometry: drag a query and a key on a plane and see q·k, the angle and the projection.
// Two dimensions only, so that the picture is the whole truth.
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/ladder.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
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

    figures::Block sheet(Ui& ui) override {
        using namespace figures;
        return at_least(
            560,
            [this, &ui] {
                return row({.gap = 32}, Item(vectors(), share(54)), Item(numbers(ui), share(46)));
            },
            [this, &ui] { return column(16, vectors(), numbers(ui)); });
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
    /// The plane with both vectors, the angle between them, and the part of k along q.
    figures::Block vectors() const {
        using namespace figures;
        return plane({.id = "plane", .reach = reach, .most = 440, .hint = "drag the tip of q or k"},
                     [this](PlanePen& pen) {
                         const Theme& theme = pen.theme();
                         const Vector2 zero{}, q = pen.eased("q", wide(q_)), k = pen.eased("k", wide(k_));
                         if (const double square = dot(q, q); square > 0) {
                             // The length of k's projection on q, times |q|, is q·k.
                             const Vector2 foot = q * (dot(q, k) / square);
                             pen.segment(zero, foot, theme.output.faded(0.45f), 7);
                             pen.segment(k, foot, theme.muted, 1.5f, true);
                             if (dot(k, k) > 0) pen.angle(zero, q, k, theme.ink, fixed(angle_, 0) + "°");
                         }
                         pen.arrow(zero, q, theme.query, 3);
                         pen.arrow(zero, k, theme.key, 3);
                         // The query first: where both tips meet, the one drawn on top is the one taken.
                         pen.handle("q", qx, qy, q,
                                    {.color = theme.query, .name = "q", .filled = true, .bold = true});
                         pen.handle("k", kx, ky, k, {.color = theme.key, .name = "k", .bold = true});
                     });
    }

    figures::Block numbers(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        Blocks sliders;
        for (int i = qx; i <= ky; ++i) sliders.push_back(slider(i, {i < kx ? theme.query : theme.key, 36}));
        return column(12, figures::presets(presets), sum(theme), geometry(theme),
                      paragraph(caption, theme.muted,
                                defined_ ? std::string(relation(dot_, cosine_))
                                         : "a vector of length 0 has no direction, so no angle",
                                2),
                      column(0, std::move(sliders)));
    }

    /// q·k, product by product, on a ruler.
    figures::Block sum(const Theme& theme) const {
        using namespace figures;
        std::vector<Term> terms;
        const char* const names[][2] = {{"q₁", "k₁"}, {"q₂", "k₂"}};
        for (int i = 0; i < 2; ++i) {
            terms.push_back({.name = {{names[i][0], theme.query}, {names[i][1], theme.key}},
                             .product = {{fixed(q_[i], 2), theme.query},
                                         {" × ", theme.ink},
                                         {fixed(k_[i], 2), theme.key},
                                         {" = " + fixed(product_[i], 2), theme.ink}},
                             .value = static_cast<double>(product_[i]),
                             .color = theme.muted});
        }
        return ladder({.id = "sum",
                       .decimals = 2,
                       .result = {{"q", theme.query}, {"·", theme.ink}, {"k", theme.key}},
                       .result_color = theme.output},
                      std::move(terms));
    }

    figures::Block geometry(const Theme& theme) const {
        const auto number = [this](float value, int decimals, const char* unit = "") {
            return defined_ ? fixed(static_cast<double>(value), decimals) + unit : std::string("undefined");
        };
        return figures::facts(theme, 2,
                              {{"|q|", fixed(static_cast<double>(q_length_), 2), theme.query},
                               {"|k|", fixed(static_cast<double>(k_length_), 2), theme.key},
                               {"cos θ", number(cosine_, 3), theme.ink},
                               {"θ", number(angle_, 1, "°"), theme.ink},
                               {"k along q", number(shadow_, 2), theme.output}});
    }

    static figures::Vector2 wide(const float* v) {
        return {static_cast<double>(v[0]), static_cast<double>(v[1])};
    }

    float q_[2] = {}, k_[2] = {};  // [2]
    float product_[2] = {};        // q_i k_i
    float shadow_ = 0;             // signed length of k's projection on q: q·k / |q|
    float dot_ = 0, q_length_ = 0, k_length_ = 0, cosine_ = 0, angle_ = 0;  // angle in degrees, 0 to 180
    bool defined_ = false;                                                  // whether there is an angle
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
