// Plots: axes, what is named, markers, what is read off. See plot.h; lines, bands and histograms are drawn in
// plot_field.cpp.
#include "explainer/figures/plot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "explainer/figures/bars.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot_field.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float tick_gap = 12;  // keeps what is named at an axis off a mark that stands on it
constexpr float legend_sample = 22, legend_gap = 18;
constexpr float near = 32;  // pixels to the side within which a point is read off

std::string read_off(double value, int decimals) {
    const double size = std::fabs(value);
    if (value != 0 && std::isfinite(value) && (size >= 1e6 || size < 0.5 * std::pow(10, -decimals)))
        return scientific(value, 3);
    return fixed(value, decimals);
}

class Plot final : public Part, private PlotField {
  public:
    explicit Plot(PlotLook&& look) : PlotField(std::move(look)) {
        for (const Series& series : look_.series) {
            for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
                if (look_.x.has(series.x[i]) && look_.y.has(series.y[i]))
                    ++shown_;
                else
                    ++left_out_;
            }
        }
        for (const Histogram& one : look_.histograms) {
            for (size_t i = 0; i + 1 < one.edges.size() && i < one.heights.size(); ++i) {
                const bool fits = look_.x.has(one.edges[i]) && look_.x.has(one.edges[i + 1]) &&
                                  std::isfinite(one.heights[i]);
                ++(fits ? shown_ : left_out_);
            }
        }
    }

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const Theme& theme = ui.theme();
        field_ = {rect.x + left_, rect.y + plot_head, std::max(1.0f, rect.width - left_ - right_),
                  look_.height};
        draw_axes(ui, rect);
        take_marker(ui, rect);
        const PointerState pointer = ui.area(look_.id, field_, look_.pressed ? Grip::press : Grip::none);
        find_nearest(ui, pointer);

        for (const Histogram& one : look_.histograms) draw_histogram(ui, one);
        for (const Series& one : look_.series) draw_band(ui, one);
        for (const NormalCurve& one : look_.normals) draw_normal(ui, one);
        for (const Series& one : look_.series) draw_line(ui, one);
        draw_marker_lines(ui);
        Labels labels(Rect{field_.x, field_.y, field_.width + right_, field_.height});
        for (const Marker& one : look_.markers) {
            if (!look_.x.has(one.x)) continue;
            const float from = one.hand ? handle_y(one) : field_.y;
            labels.take({at_x(one.x) - 2, from, 4, field_.bottom() - from});
            if (one.y) labels.take(Rect{at_x(one.x), handle_y(one), 0, 0}.inset(-handle_radius - 1));
        }
        for (const Series& one : look_.series) draw_points(ui, one, labels);
        draw_strokes(ui);
        draw_span(ui);
        draw_marker_handles(ui);
        draw_selected_numbers(ui, labels);
        draw_ends(ui, rect, labels);
        if (!look_.notes.empty()) take_lines(labels);
        for (const Note& note : look_.notes) {
            const Type type{15 * note.text.times, note.text.bold};
            const Point p = at(note.x, note.y);
            if (!inside(p) || !labels.put(ui, p, 6, note.away, type, note.text.color, note.text.text))
                continue;
            const Rect first = labels.last();
            if (!note.under.empty())
                labels.put_at(ui, {first.x + fonts::width(caption, note.under) / 2, first.bottom() + 10},
                              caption, theme.muted, note.under);
        }
        if (shown_ == 0 && look_.normals.empty())
            labels.put_at(ui, field_.centre(), caption, theme.muted,
                          shortened(caption, look_.empty, field_.width - 8));
        draw_head(ui, rect);
        draw_legend(ui, {rect.x + left_, field_.bottom() + under()});
    }

  protected:
    Size arrange(float available) override {
        left_ = 0;
        for (const Tick& tick : ticks(look_.y, look_.height, caption, false))
            left_ = std::max(left_, fonts::width(caption, tick.label));
        left_ = left_ > 0 ? std::ceil(std::min(left_, available / 4)) + tick_gap : 0;
        if (look_.left > 0) left_ = std::min(look_.left, available / 4);
        right_ = 0;
        for (const Series& one : look_.series) right_ = std::max(right_, fonts::width(caption, one.end));
        right_ = right_ > 0 ? std::ceil(std::min(right_, available / 4)) + 8 : 0;
        return {available, plot_head + look_.height + under() + legend_height(available), 0};
    }

  private:
    // ---- Where things are
    float under() const {
        return (look_.x_ticks ? tick_row_height : 4) + (look_.strokes.empty() ? 0 : 10) +
               (look_.x_name.empty() ? 0 : fonts::line_height(caption) + 2);
    }

    float legend_height(float available) const {
        if (!look_.legend) return 0;
        float x = 0, height = 0;
        each_legend([&](const std::string& name, Color, const Series*) {
            const float width =
                legend_sample + std::min(fonts::width(caption, name), available - left_ - legend_sample);
            if (height == 0) height = 8 + fonts::line_height(caption);
            if (x > 0 && x + width > available - left_) {
                x = 0;
                height += fonts::line_height(caption) + 4;
            }
            x += width + legend_gap;
        });
        return height;
    }
    template <class Visit>
    void each_legend(Visit visit) const {
        for (const Series& one : look_.series) {
            if (!one.name.empty()) visit(one.name, one.color, &one);
        }
        for (const Histogram& one : look_.histograms) {
            if (!one.name.empty()) visit(one.name, one.color, nullptr);
        }
    }

    // ---- Axes
    void draw_axes(Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float line = fonts::line_height(caption);
        for (const Tick& tick : ticks(look_.y, field_.height, caption, false)) {
            const float y = field_.bottom() - field_.height * static_cast<float>(look_.y.place(tick.value));
            ui.painter().line({field_.x, y}, {field_.right(), y},
                              tick.value == 0 ? theme.line : grid_color(theme), 1);
            ui.text({field_.x - tick_gap, y - line / 2}, caption, theme.muted,
                    shortened(caption, tick.label, left_ - tick_gap), Align::right);
        }
        const float below = field_.bottom() + (look_.strokes.empty() ? 0 : 10);
        for (const Tick& tick : ticks(look_.x, field_.width, caption, true, std::min(left_, right_))) {
            if (!look_.x_ticks) break;
            const float x = field_.x + field_.width * static_cast<float>(look_.x.place(tick.value));
            ui.painter().line({x, field_.y}, {x, field_.bottom()}, grid_color(theme), 1);
            const float middle =
                field_.x + tick_middle(look_.x, tick, field_.width, caption, std::min(left_, right_));
            ui.text({middle, below + 6}, caption, theme.muted, tick.label, Align::centre);
        }
        ui.painter().line({field_.x, field_.bottom()}, {field_.right(), field_.bottom()}, theme.line, 1);
        if (!look_.x_name.empty())
            ui.text({field_.centre().x, below + tick_row_height}, caption, theme.muted,
                    shortened(caption, look_.x_name,
                              std::min(field_.width, 2 * (rect.right() - field_.centre().x))),
                    Align::centre);
    }

    /// What is under the pointer, else what the upright axis shows, and what it cannot.
    void draw_head(Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float left = look_.title.empty() ? 0 : fonts::width(strong, look_.title) + 16;
        if (left > 0)
            ui.text({rect.x, rect.y - 3}, strong, theme.ink, shortened(strong, look_.title, rect.width));
        rect = {rect.x + left, rect.y, std::max(0.0f, rect.width - left), rect.height};
        if (!reading_.empty()) {
            float x = rect.x;
            for (const Run& run : reading_) {
                const Type type{13, run.bold};
                const float width = fonts::width(type, run.text);
                if (x + width > rect.right()) break;
                ui.text({x, rect.y}, type, run.color, run.text);
                x += width;
            }
            return;
        }
        const std::string missing = left_out_ == 0   ? ""
                                    : left_out_ == 1 ? "1 value cannot be shown"
                                                     : std::to_string(left_out_) + " values cannot be shown";
        const float room = rect.width - (missing.empty() ? 0 : fonts::width(caption, missing) + 16);
        if (room > 0) ui.text({rect.x, rect.y}, caption, theme.muted, shortened(caption, look_.y_name, room));
        ui.text({rect.right(), rect.y}, caption, theme.muted, shortened(caption, missing, rect.width),
                Align::right);
    }

    void draw_legend(Ui& ui, Point pen) {
        if (!look_.legend) return;
        const float left = pen.x, right = field_.right() + right_;
        pen.y += 8;
        each_legend([&](const std::string& name, Color color, const Series* series) {
            const std::string shown = shortened(caption, name, right - left - legend_sample);
            const float width = legend_sample + fonts::width(caption, shown);
            if (pen.x > left && pen.x + width > right + 0.5f)
                pen = {left, pen.y + fonts::line_height(caption) + 4};
            const float y = pen.y + fonts::line_height(caption) / 2;
            const Point from{pen.x, y}, to{pen.x + legend_sample - 6, y};
            if (series == nullptr) ui.painter().rectangle({from.x + 2, y - 5, 10, 10}, color.faded(0.5f), 0);
            if (series != nullptr && series->line && series->dashes)
                dashed(ui, from, to, color, series->thickness, 4);
            if (series != nullptr && series->line && !series->dashes)
                ui.painter().line(from, to, color, series->thickness);
            if (series != nullptr) draw_mark(ui, {(from.x + to.x) / 2, y}, series->mark, 4, color, false);
            ui.text({pen.x + legend_sample, pen.y}, caption, ui.theme().muted, shown);
            pen.x += width + legend_gap;
        });
    }

    /// The names at the ends of lines, below each other in the lines' order.
    void draw_ends(Ui& ui, Rect rect, Labels& labels) {
        struct End {
            float y;
            const Series* series;
        };
        std::vector<End> found, ends;
        for (const Series& one : look_.series) {
            if (one.end.empty()) continue;
            for (size_t i = std::min(one.x.size(), one.y.size()); i-- > 0;) {
                const Point p = at(one.x[i], one.y[i]);
                if (!std::isfinite(p.x)) continue;
                found.push_back({std::clamp(p.y, field_.y, field_.bottom()), &one});
                break;
            }
        }
        for (const size_t i :
             order_of(found.size(), [&found](size_t a, size_t b) { return found[a].y < found[b].y; }))
            ends.push_back(found[i]);
        const float line = fonts::line_height(caption);
        float free = field_.y - line / 2, end = field_.bottom() + line / 2;
        // Downward each keeps off the one above; upward all come back above the lower edge.
        for (End& one : ends) free = (one.y = std::max(one.y, free + line / 2)) + line / 2;
        for (size_t i = ends.size(); i-- > 0;)
            end = (ends[i].y = std::min(ends[i].y, end - line / 2)) - line / 2;
        for (const End& one : ends) {
            if (one.y < field_.y - line / 2) continue;  // more names than lines
            const float room = rect.right() - field_.right() - 8;
            ui.text({field_.right() + 8, one.y - line / 2}, caption,
                    one.series->end_color.value_or(one.series->color),
                    shortened(caption, one.series->end, room));
            labels.take({field_.right() + 4, one.y - line / 2, room + 4, line});
        }
    }

    // ---- Series

    void draw_points(Ui& ui, const Series& one, Labels& labels) {
        for (size_t i = 0; i < std::min(one.x.size(), one.y.size()); ++i) {
            const Point p = at(one.x[i], one.y[i]);
            if (!inside(p)) continue;
            const bool selected = one.selected == static_cast<int>(i),
                       open = i < one.open.size() && one.open[i];
            const bool near_pointer = nearest_x_ == one.x[i];
            const float size = selected       ? one.mark_size * 1.8f
                               : near_pointer ? one.mark_size * 1.4f
                                              : one.mark_size;
            const Mark mark = one.mark == Mark::none && (selected || near_pointer) ? Mark::disc : one.mark;
            draw_mark(ui, p, mark, size, one.color, open);
            if (mark != Mark::none && one.x.size() < 200) labels.take(Rect{p.x, p.y, 0, 0}.inset(-size));
        }
    }

    /// Notes keep off the lines too.
    void take_lines(Labels& labels) const {
        for (const Series& one : look_.series) {
            if (!one.line || (one.dashes && !look_.off_dashes)) continue;
            std::optional<Point> before;  // no way from a point that is nowhere, or to it
            for (const Point p : points_of(one.x, one.y)) {
                const bool somewhere = std::isfinite(p.x) && std::isfinite(p.y);
                const Point last = before.value_or(p);
                before = somewhere ? std::optional(p) : std::nullopt;
                const float way = somewhere ? length(p - last) : 2000;
                const int steps = way < 2000 ? static_cast<int>(way / 6) : -1;
                for (int i = 0; i <= steps; ++i) {
                    const Point at =
                        last + (p - last) * (static_cast<float>(i) / static_cast<float>(steps + 1));
                    if (inside(at)) labels.take(Rect{at.x, at.y, 0, 0}.inset(-2));
                }
            }
        }
    }

    /// They go before all others: rather over a neighbour's mark than nowhere.
    void draw_selected_numbers(Ui& ui, Labels& labels) {
        Labels apart = labels, own(field_);
        apart.take({field_.right(), field_.y, right_, field_.height});  // there stand the names of lines
        const auto each = [this](auto visit) {
            for (const Series& one : look_.series) {
                const auto i = static_cast<size_t>(one.selected);
                if (!one.numbered || i >= std::min(one.x.size(), one.y.size())) continue;
                if (const Point p = at(one.x[i], one.y[i]); inside(p)) visit(one, i, p);
            }
        };
        each([&](const Series& one, size_t, Point p) {
            for (Labels* one_of : {&apart, &own}) one_of->take({p.x - 2, field_.y, 4, field_.height});
            own.take(Rect{p.x, p.y, 0, 0}.inset(-one.mark_size * 1.8f));
        });
        std::vector<std::pair<Point, std::string>> said;
        each([&](const Series& one, size_t i, Point p) {
            // Points on each other that say the same say it once.
            std::string number = read_y(one.y[i]);
            const auto same = [&](const auto& other) {
                return length(other.first - p) < 1 && other.second == number;
            };
            if (std::any_of(said.begin(), said.end(), same)) return;
            said.emplace_back(p, number);
            // To the left, on the side where the line does not come from; at its beginning to the right.
            const bool first = i == 0 && one.line && one.x.size() > 1,
                       falls = one.line && i > 0 && at(one.x[i - 1], one.y[i - 1]).y < p.y - 4;
            const Point away{first ? 0.7f : -0.7f, falls ? 0.7f : -0.7f};
            const auto put = [&](Labels& among) {
                return among.put(ui, p, 12, away, {15, true}, one.color, number);
            };
            if (!look_.notes.empty()) {
                put(labels);
            } else if (put(apart)) {
                own.take(apart.last());
            } else if (put(own)) {
                apart.take(own.last());
            }
        });
    }

    void draw_strokes(Ui& ui) {
        for (const Strokes& one : look_.strokes) {
            for (size_t i = 0; i < one.x.size(); ++i) {
                if (!look_.x.has(one.x[i])) continue;
                const float x = at_x(one.x[i]);
                if (x < field_.x || x > field_.right()) continue;
                const bool selected = one.selected == static_cast<int>(i);
                ui.painter().line({x, field_.bottom() + 2}, {x, field_.bottom() + 10},
                                  selected || one.selected < 0 ? one.color : one.color.faded(0.6f),
                                  selected ? 4.0f : 1.5f);
            }
        }
    }

    /// At the right of its place, or at the left where the plot ends; too short for two heads, there is none.
    void draw_span(Ui& ui) {
        if (!look_.span || !look_.x.has(look_.span->x)) return;
        const Span& one = *look_.span;
        const float aside = at_x(one.x) + 20 < field_.right() ? 14 : -14;
        Point from = at(one.x, one.from) + Point{aside, 0}, to = at(one.x, one.to) + Point{aside, 0};
        if (!std::isfinite(from.x + from.y + to.x + to.y) || !clip(field_.inset(-0.5f), from, to)) return;
        if (std::fabs(to.y - from.y) < 24) return;
        const Point middle = (from + to) * 0.5f;
        arrow(ui, middle, from, one.color, 1.5f);
        arrow(ui, middle, to, one.color, 1.5f);
    }

    // ---- Markers
    float handle_y(const Marker& one) const {
        const float y = one.y ? at(one.x, *one.y).y : field_.bottom();
        return std::isfinite(y) ? std::clamp(y, field_.y, field_.bottom()) : field_.bottom();
    }
    bool movable(const Marker& one) const { return one.parameter >= 0 || one.dragged || one.hand; }

    void take_marker(Ui& ui, Rect rect) {
        for (size_t i = 0; i < look_.markers.size(); ++i) {
            const Marker& one = look_.markers[i];
            lit_.push_back(one.hand.value_or(Lit{}));
            if (!movable(one) || one.hand || !look_.x.has(one.x)) continue;
            const float x = std::clamp(at_x(one.x), field_.x, field_.right());
            const Rect reach{std::max(rect.x, x - target / 2), handle_y(one) - target / 2, 0, target};
            const float right = std::min(rect.right(), x + target / 2);
            const std::string id = Phrase() << look_.id << "/marker" << i;
            const PointerState pointer =
                ui.area(id, {reach.x, reach.y, right - reach.x, reach.height}, Grip::horizontal);
            if (pointer.pressed || pointer.held) {
                const Point to = ui.carried(pointer, {x, handle_y(one)});
                const double value = look_.x.value(
                    std::clamp(static_cast<double>((to.x - field_.x) / field_.width), 0.0, 1.0));
                if (pointer.dragging && one.dragged)
                    one.dragged(value);
                else if (pointer.dragging)
                    ui.change(one.parameter, ui.state().snapped(one.parameter, value));
            }
            if (one.parameter >= 0)
                ui.place_parameter(one.parameter, {field_.x, reach.y, field_.width, reach.height});
            lit_.back() = {pointer.hovered, pointer.held, one.parameter >= 0 && ui.focused(one.parameter)};
        }
    }

    void draw_marker_lines(Ui& ui) {
        for (const Marker& one : look_.markers) {
            if (!look_.x.has(one.x)) continue;
            const float x = at_x(one.x), from = one.hand ? handle_y(one) : field_.y;
            if (x < field_.x - 0.5f || x > field_.right() + 0.5f) continue;
            if (one.dashes)
                dashed(ui, {x, from}, {x, field_.bottom()}, one.color, 1.5f);
            else
                ui.painter().line({x, field_.y}, {x, field_.bottom()}, one.color, 1.5f);
        }
    }

    void draw_marker_handles(Ui& ui) {
        for (size_t i = 0; i < look_.markers.size(); ++i) {
            const Marker& one = look_.markers[i];
            if (!movable(one) || !look_.x.has(one.x)) continue;
            figures::handle(ui, {std::clamp(at_x(one.x), field_.x, field_.right()), handle_y(one)}, one.color,
                            false, lit_[i]);
        }
    }

    // ---- Reading off
    std::string read_y(double value) const {
        return look_.y.shown ? look_.y.shown(value) : read_off(value, look_.y_decimals);
    }
    void find_nearest(Ui& ui, const PointerState& pointer) {
        reading_.clear();
        nearest_x_ = NAN;
        if (!pointer.hovered) return;
        float best = near;
        int best_series = -1, best_point = -1;
        float best_y = 1e9f;
        for (size_t s = 0; s < look_.series.size(); ++s) {
            const Series& one = look_.series[s];
            if (!one.read) continue;
            for (size_t i = 0; i < std::min(one.x.size(), one.y.size()); ++i) {
                const Point p = at(one.x[i], one.y[i]);
                if (!inside(p)) continue;
                const float aside = std::fabs(p.x - pointer.position.x),
                            away = std::fabs(p.y - pointer.position.y);
                if (aside < best - 0.01f || (aside < best + 0.01f && away < best_y)) {
                    best = std::min(best, aside);
                    best_y = away;
                    best_series = static_cast<int>(s);
                    best_point = static_cast<int>(i);
                }
            }
        }
        if (best_series < 0) return;
        nearest_x_ = look_.series[static_cast<size_t>(best_series)].x[static_cast<size_t>(best_point)];
        if (look_.hovered) look_.hovered(best_series, best_point);
        if (look_.pressed && pointer.clicked) look_.pressed(best_series, best_point);
        if (!look_.reading) return;
        const Theme& theme = ui.theme();
        reading_.push_back(
            {Phrase() << (look_.x_name.empty() ? "" : look_.x_name + " ")
                      << (look_.x.shown ? look_.x.shown(nearest_x_) : read_off(nearest_x_, look_.x_decimals))
                      << ":",
             theme.ink, false});
        for (const Series& one : look_.series) {
            if (!one.read) continue;
            for (size_t i = 0; i < std::min(one.x.size(), one.y.size()); ++i) {
                if (one.x[i] != nearest_x_ || !inside(at(one.x[i], one.y[i]))) continue;
                const std::string value = read_y(one.y[i]);
                reading_.push_back({"  " + (one.name.empty() ? "" : one.name + " "), one.color, false});
                reading_.push_back({value, one.color, true});
                break;
            }
        }
    }

    int shown_ = 0, left_out_ = 0;
    float left_ = 0, right_ = 0;  // beside the plot
    std::vector<Lit> lit_;
    std::vector<Run> reading_;
    double nearest_x_ = NAN;
};

}  // namespace

PlotLook::PlotLook() = default;
PlotLook::PlotLook(PlotLook&&) noexcept = default;
PlotLook::~PlotLook() = default;

Block plot(PlotLook&& look) {
    return std::make_unique<Plot>(std::move(look));
}

}  // namespace explainer::figures
