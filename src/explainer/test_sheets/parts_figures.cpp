// The parts that show quantities, each in its states, on a sheet that is not on the page: to look at while
// making them. Opened by its id. Shows nothing about attention.
#include <array>
#include <cmath>
#include <limits>

#include "explainer/exhibit.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

enum : int { px, py, width, show_stacks, show_planes };

constexpr std::array parameters = {
    Parameter{.name = "px",
              .label = "p₁",
              .help = "First coordinate of the point.",
              .minimum = -4,
              .maximum = 4,
              .initial = 3},
    Parameter{.name = "py",
              .label = "p₂",
              .help = "Second coordinate of the point.",
              .minimum = -4,
              .maximum = 4,
              .initial = 1},
    Parameter{.name = "width",
              .label = "width",
              .help = "The value of the marker.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 4096,
              .step = 1,
              .initial = 64,
              .logarithmic = true},
    piece_of("showStacks", "stacked bars", "Stacked bars, one above the other.", true),
    piece_of("showPlanes", "planes", "Planes with points and a hull.", false),
};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

class PartsFigures final : public Exhibit {
  public:
    void compute(const State& state) override {
        point_ = {state.number(px), state.number(py)};
        width_ = state.integer(width);
    }

    figures::Block sheet(Ui& ui) const override {
        figures::Blocks all;
        const auto add = [&](std::string title, figures::Block part) {
            all.push_back(figures::column(8, figures::paragraph(strong, ui.theme().ink, std::move(title)),
                                          std::move(part)));
        };
        const auto pair = [&](std::string title, auto a, auto b) {
            add(std::move(title), figures::at_least(
                                      640,
                                      [=] {
                                          return figures::row({.gap = 32},
                                                              {figures::Item(a(), figures::share()),
                                                               figures::Item(b(), figures::share())});
                                      },
                                      [=] { return figures::column(16, a(), b()); }));
        };
        const Ui* with = &ui;
        const auto self = this;
        add("bars, with pills to drag", weights(ui));
        add("one budget, borders to drag", budget(ui));
        pair(
            "bars: signed, and extreme values", [=] { return self->signed_bars(*with); },
            [=] { return self->extreme_bars(*with); });
        all.push_back(figures::pieces(ui));
        all.push_back(figures::piece(ui, show_stacks, [&] { return stacked(ui); }));
        pair(
            "a sum, term by term", [=] { return self->waterfall(*with, -1); },
            [=] { return self->waterfall(*with, 2); });
        pair(
            "upright bars: few, and many twofold", [=] { return self->column_chart(*with); },
            [=] { return self->twofold(*with); });
        all.push_back(figures::piece(
            ui, show_planes, [&] { return figures::column(16, score_plane(*with), hull_plane(*with)); }));
        pair(
            "plots: logarithmic axes, a histogram", [=] { return self->log_plot(*with); },
            [=] { return self->histogram(*with); });
        pair(
            "plots: many values, and nothing that can be shown", [=] { return self->wild_plot(*with); },
            [=] { return self->empty_plot(*with); });
        return figures::column(32, std::move(all));
    }

    Description describe() const override {
        return {"A sheet of parts that show quantities.",
                {},
                {{"width", static_cast<double>(width_)}, {"selected", static_cast<double>(selected_)}}};
    }

  private:
    static std::string subscript(int digit) {
        return "\xE2\x82" + std::string(1, static_cast<char>(0x80 + digit));
    }

    figures::Block weights(const Ui& ui) const {
        const Color color = ui.theme().query;
        std::vector<figures::Bar> bars;
        for (int i = 0; i < 5; ++i) {
            const double share = shares_[static_cast<size_t>(i)];
            bars.push_back({{"x" + subscript(i + 1), ui.theme().ink},
                            share,
                            color,
                            percent(share, 1),
                            [this, i](double to) { shares_[static_cast<size_t>(i)] = to; }});
        }
        return figures::bars({.id = "weights",
                              .thickness = 30,
                              .selected = selected_,
                              .pointing = {nullptr, [this](int i) { selected_ = i; }}},
                             std::move(bars));
    }

    figures::Block budget(const Ui& ui) const {
        std::vector<figures::Segment> segments;
        double sum = 0, entropy = 0;
        for (const double share : shares_) sum += share;
        for (size_t i = 0; i < 5; ++i) {
            const double share = shares_[i] / sum;
            if (share > 0) entropy -= share * std::log(share);
            segments.push_back(
                {"x" + subscript(static_cast<int>(i) + 1), share, ui.theme().query, percent(share, 1)});
        }
        const auto dragged = [this, sum](int border, double place) {
            const auto i = static_cast<size_t>(border);
            double before = 0;
            for (size_t j = 0; j < i; ++j) before += shares_[j];
            const double both = shares_[i] + shares_[i + 1],
                         part = std::clamp(place * sum - before, 0.0, both);
            shares_[i] = part;
            shares_[i + 1] = both - part;
        };
        return figures::stacked_bar({.id = "budget",
                                     .selected = selected_,
                                     .pieces = std::exp(entropy),
                                     .dragged = dragged,
                                     .pointing = {nullptr, [this](int i) { selected_ = i; }}},
                                    std::move(segments));
    }

    figures::Block signed_bars(const Ui& ui) const {
        const Theme& t = ui.theme();
        return figures::bars(
            {.id = "signed",
             .scale = {-10, 10},
             .row = 48,
             .thickness = 24,
             .track = false,
             .ticks = true,
             .selected = 0},
            vector_of(figures::Bar{{"k₁", t.key}, 7.4, t.query}, figures::Bar{{"k₂", t.key}, 0, t.ink},
                      figures::Bar{{"k₃", t.key}, -8.2, t.key}, figures::Bar{{"k₄", t.key}, 7.4, t.query}));
    }

    figures::Block extreme_bars(const Ui& ui) const {
        const Theme& t = ui.theme();
        std::vector<figures::Bar> bars;
        for (const double value : {1e30, -infinite, not_a_number, 0.0, 1e-9})
            bars.push_back({{shortest(value), t.ink}, value, t.value});
        bars.push_back({{"a label that is far too long for its place", t.ink}, 0.5, t.output});
        return figures::bars({.id = "extreme", .scale = {-1, 1}, .row = 32}, std::move(bars));
    }

    figures::Block stacked(const Ui& ui) const {
        const Theme& t = ui.theme();
        const Color i = mix(t.value, t.ink, 0.5f), love = t.value, ai = mix(t.value, t.paper, 0.55f);
        const auto large = [&](int index, double a, double b, double c) {
            const auto shown = [](double value) { return (value > 0 ? "+" : "") + fixed(value, 3); };
            return figures::Stack{
                .label = {"component " + std::to_string(index), index == 2 ? t.ink : t.muted},
                .segments = {{"I", a, i, shown(a)}, {"love", b, love, shown(b)}, {"AI", c, ai, shown(c)}},
                .selected = index == 2};
        };
        const auto small = [&](double a, double b, double c) {
            return figures::Stack{.label = {"output of love", t.muted},
                                  .segments = {{"", a, i}, {"", b, love}, {"", c, ai}},
                                  .thickness = 9};
        };
        return figures::column(
            16,
            figures::stacks({.id = "stacks",
                             .scale = {-1, 1.8},
                             .sum_color = t.output,
                             .selected_stack = segment_[0],
                             .selected_segment = segment_[1],
                             .pressed = [this](int s, int g) { segment_[0] = s, segment_[1] = g; }},
                            [&] {
                                std::vector<figures::Stack> all;
                                all.push_back(large(1, 0.28, 0, -0.223));
                                all.push_back(large(2, 0, 1.414, 0.223));
                                all.push_back(large(3, -0.21, 0.707, 0));
                                all.push_back(small(1.333, -0.333, 0));
                                all.push_back(small(-1, 0.333, not_a_number));
                                return all;
                            }()),
            figures::stacks({.id = "one",
                             .scale = {-0.3, 1.2},
                             .decimals = 2,
                             .sum_color = t.output,
                             .value_width = 0,
                             .ticks = false,
                             .kept_segment = 2},
                            [&] {
                                std::vector<figures::Stack> all;
                                all.push_back(
                                    {.label = {"", t.ink},
                                     .segments = {{"head 4", -0.28, mix(t.output, t.paper, 0.6f), "−0.28"},
                                                  {"head 1", 0.47, mix(t.output, t.ink, 0.5f), "+0.47"},
                                                  {"head 2", 0.25, t.output, "+0.25"},
                                                  {"head 3", 0.45, mix(t.output, t.paper, 0.3f), "+0.45"}},
                                     .sum = figures::SumMark::pointer});
                                return all;
                            }()));
    }

    figures::Block waterfall(const Ui& ui, int shown) const {
        const Theme& t = ui.theme();
        std::vector<figures::Term> terms;
        const int x[] = {1, 1, 0, 0}, w[] = {1, -2, 3, 2};
        for (int i = 0; i < 4; ++i) {
            const std::string n = subscript(i + 1);
            terms.push_back({{{"x" + n + " ", t.ink}, {"w" + n, t.value}},
                             {{fixed(x[i], 0), t.ink, true},
                              {" × ", t.ink},
                              {fixed(w[i], 0), t.value, true},
                              {" = " + fixed(x[i] * w[i], 0), t.ink, true}},
                             static_cast<double>(x[i] * w[i]),
                             t.value});
        }
        return figures::waterfall({.id = "ladder" + std::to_string(shown),
                                   .scale = {-2, 2},
                                   .shown = shown,
                                   .selected = 1,
                                   .result = {{"v₁", t.value, true}, {" of AI", t.ink, true}},
                                   .result_color = t.value},
                                  std::move(terms));
    }

    figures::Block column_chart(const Ui& ui) const {
        const Theme& t = ui.theme();
        return figures::column_chart({.id = "few", .height = 72, .depth = 36, .decimals = 0, .selected = 1},
                                     {{2, t.query, "q"},
                                      {-1, t.query, "k"},
                                      {0, t.query, "v"},
                                      {not_a_number, t.query, "none"},
                                      {infinite, t.query, "∞"}});
    }

    figures::Block twofold(const Ui& ui) const {
        std::vector<figures::ChartColumn> bars;
        for (int i = 0; i < 16; ++i) {
            const double raw = std::exp(-(i - 10) * (i - 10) / 3.0),
                         scaled = 0.06 + 0.1 * std::exp(-(i - 10) * (i - 10) / 9.0);
            bars.push_back({raw, ui.theme().muted, std::to_string(i + 1), "", scaled, ui.theme().query});
        }
        return figures::column_chart(
            {.id = "many", .height = 110, .depth = 40, .twofold = true, .selected = 10}, std::move(bars));
    }

    figures::Block score_plane(const Ui&) const {
        return figures::plane(
            {.id = "scores", .reach = 4, .edge_labels = true}, [this](figures::PlanePen& pen) {
                const Theme& t = pen.theme();
                const figures::Vector2 q = point_, k{2, 1.4}, far{2.9, -1.3};
                pen.half_plane(q, 0, t.query.faded(0.07f));
                pen.equal_lines(q, 2, t.query, t.key, t.ink);
                const double square = dot(q, q), along = square > 0 ? dot(q, k) / square : 0;
                pen.equal_line(q, dot(q, k), t.query, fixed(dot(q, k), 2));
                pen.line({}, q, t.query.faded(0.5f));
                pen.segment({}, q * along, t.query.faded(0.35f), 8);
                pen.segment(k, q * along, t.key, 2, true);
                pen.right_angle(q * along, q * (along > 0 ? -1.0 : 1.0), k - q * along, t.ink);
                pen.angle({}, q, k, t.ink, "16.6°");
                pen.arrow_to_handle({}, far, {.color = t.key.faded(0.6f)}, 1.5f);
                pen.arrow({}, k, t.key);
                pen.arrow({}, q, t.query);
                pen.handle("q", px, py, q, {.color = t.query, .name = "q", .filled = true, .bold = true});
                pen.handle("k", k, {.color = t.key, .name = "k₁"}, [](figures::Vector2) {});
                pen.handle("far", far, {.color = t.key, .name = "k₄"}, [](figures::Vector2) {});
            });
    }

    figures::Block hull_plane(const Ui&) const {
        return figures::plane({.id = "hull", .reach = 2.5}, [](figures::PlanePen& pen) {
            const Theme& t = pen.theme();
            const figures::Vector2 v[] = {{2.3, 1.3}, {-2.1, 1.5}, {-0.5, -2}, {1.4, -1.1}}, o{-1.07, 0.38};
            const figures::Vector2 round[] = {v[0], v[1], v[2], v[3]};
            pen.hull(round, t.value);
            const float weights[] = {1, 12, 7, 1};
            for (int i = 0; i < 4; ++i) pen.segment(o, v[i], t.value.faded(i == 1 ? 0.8f : 0.4f), weights[i]);
            std::vector<figures::Vector2> been, dots;
            for (int i = 0; i < 40; ++i)
                been.push_back({2.1 - 3.17 * i / 39.0, -0.4 + 1.2 * std::sin(i / 15.0)});
            for (int i = 0; i <= 20; ++i)
                dots.push_back(v[1] + (figures::Vector2{0.35, -0.1} - v[1]) * (i / 20.0) -
                               figures::Vector2{0, 0.7 * std::sin(i * 3.14159 / 20)});
            pen.trail(been, t.output);
            pen.curve(dots, t.output, 1.5f, true);
            pen.cross_at({0.35, -0.1}, t.ink);
            pen.label({0.35, -0.1}, {0.5, -1}, caption, t.ink, "T → ∞: the mean", 8);
            pen.dot_at(o, t.output, 9);
            pen.label(o, {1, -1}, {18, true}, t.output, "o", 12);
            for (int i = 0; i < 4; ++i)
                pen.handle("v" + std::to_string(i), v[i],
                           {.color = t.value, .name = "v" + subscript(i + 1), .bold = i == 1},
                           [](figures::Vector2) {});
        });
    }

    figures::Block log_plot(const Ui& ui) const {
        const Theme& t = ui.theme();
        figures::Series raw{
            .name = "q·k", .color = t.muted, .mark = figures::Mark::disc, .mark_size = 4.5f, .line = false};
        figures::Series scaled{
            .name = "q·k ÷ √dₖ", .color = t.query, .mark = figures::Mark::square, .line = false};
        figures::Series expected{
            .name = "expected", .color = t.muted, .dashes = true, .thickness = 1.5f, .end = "√dₖ"};
        figures::Series level{.color = t.query, .dashes = true, .thickness = 1.5f, .end = "1"};
        for (int i = 0; i <= 12; ++i) {
            const double d = std::pow(2, i);
            for (figures::Series* one : {&raw, &scaled, &expected, &level}) one->x.push_back(d);
            raw.y.push_back(std::sqrt(d) * (1 + 0.02 * std::sin(i * 9)));
            scaled.y.push_back(1 + 0.02 * std::sin(i * 9));
            expected.y.push_back(std::sqrt(d));
            level.y.push_back(1);
            if (d == width_) raw.selected = scaled.selected = i;
        }
        raw.open.assign(13, false);
        raw.open[12] = true;
        figures::PlotLook look;
        look.id = "log";
        look.x = {1, 4096, true, 2};
        look.y = {0.5, 128, true, 2};
        look.x_name = "width dₖ";
        look.y_name = "standard deviation";
        look.series = {expected, level, raw, scaled};
        look.markers.push_back(
            {.x = static_cast<double>(width_), .color = t.ink, .dashes = false, .parameter = width});
        look.notes = {{512, 8, {"q·k grows as √dₖ", t.muted}, {0, 1}}};
        return figures::plot(std::move(look));
    }

    figures::Block histogram(const Ui& ui) const {
        const Theme& t = ui.theme();
        figures::Histogram wide{"q·k", t.muted, {}, {}}, narrow{"q·k ÷ 8", t.query, {}, {}};
        figures::Strokes strokes{{}, t.muted, 5};
        for (int i = -32; i <= 32; ++i) {
            wide.edges.push_back(i);
            if (i < 32) wide.heights.push_back(std::exp(-i * i / 128.0) * (1 + 0.05 * std::sin(i * 7)));
        }
        for (int i = -16; i <= 16; ++i) {
            narrow.edges.push_back(i / 4.0);
            if (i < 16) narrow.heights.push_back(8 * std::exp(-i * i / 32.0) * (1 + 0.05 * std::sin(i * 5)));
        }
        for (int i = 0; i < 16; ++i) strokes.x.push_back(24 * std::sin(i * 5.0));
        figures::PlotLook look;
        look.id = "histogram";
        look.x = {-32, 32};
        look.y = {0, 9};
        look.y_name = "scores, equal areas";
        look.histograms = {wide, narrow};
        look.normals = {{0, 8, 1, t.ink}, {0, 1, 8, t.query}};
        look.strokes = {strokes};
        return figures::plot(std::move(look));
    }

    figures::Block wild_plot(const Ui& ui) const {
        const Theme& t = ui.theme();
        figures::Series curve{.name = "gradient", .color = t.ink},
            band{.name = "with its spread", .color = t.output};
        for (int i = 0; i < 500; ++i) {
            const double x = 0.05 * std::pow(400, i / 499.0);
            curve.x.push_back(x);
            curve.y.push_back(i % 100 == 50 ? not_a_number
                              : i == 120    ? infinite
                                            : 0.65 * std::exp(-std::pow(std::log(x / 0.5), 2)));
            if (i % 20 == 0) {
                band.x.push_back(x);
                band.y.push_back(0.3 + 0.1 * std::sin(i / 40.0));
                band.low.push_back(band.y.back() - 0.06);
                band.high.push_back(band.y.back() + 0.09);
            }
        }
        const double here = 1.5;
        figures::PlotLook look;
        look.id = "wild";
        look.x = {0.05, 20, true};
        look.y = {0, 0.7};
        look.x_name = "temperature T";
        look.y_name = "size of the gradient";
        look.x_decimals = 2;
        look.series = {band, curve};
        look.markers.push_back({.x = here, .color = t.ink});
        look.notes = {{0.08, 0.15, {"one wins", t.muted}}, {9, 0.15, {"all alike", t.muted}}};
        return figures::plot(std::move(look));
    }

    figures::Block empty_plot(const Ui& ui) const {
        figures::PlotLook look;
        look.id = "empty";
        look.x = {1, 1000, true};
        look.y = {1e-10, 1, true};
        look.x_name = "n";
        look.y_name = "microseconds";
        look.series = {{.name = "measured",
                        .color = ui.theme().query,
                        .x = {0, 1, 10},
                        .y = {1, 0, -1},
                        .mark = figures::Mark::disc}};
        return figures::plot(std::move(look));
    }

    figures::Vector2 point_;
    // What hands do on this sheet, which has no state for it.
    mutable int width_ = 64, selected_ = 2;
    mutable int segment_[2] = {1, 1};
    mutable std::array<double, 5> shares_ = {0.271, 0.040, 0.545, 0.009, 0.134};
};

}  // namespace

extern const ExhibitType parts_figures;
const ExhibitType parts_figures = {
    "parts-figures",
    "Parts that show quantities",
    "Bars, sums, planes and plots in all their states.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<PartsFigures>()); },
    "bars",
};

}  // namespace explainer
