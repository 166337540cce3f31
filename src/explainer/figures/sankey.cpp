// Ribbons and arcs. See sankey.h.
#include "explainer/figures/sankey.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainer/figures/labels.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

struct Ribbon : Band {
    int from = 0, to = 0;
    float width = 0;
};

/// A frame has room for so many: of more, the strongest are drawn, and of many each has fewer points.
constexpr size_t most_ribbons = 400;
int steps_for(size_t ribbons) {
    return std::clamp(static_cast<int>(5000 / std::max<size_t>(1, ribbons)), 10, 40);
}

/// The weight that the strongest `most_ribbons` reach.
double least_of(const std::vector<double>& weights) {
    if (weights.size() <= most_ribbons) return 0;
    const auto more = [&weights](size_t a, size_t b) { return weights[a] > weights[b]; };
    return weights[order_of(weights.size(), more)[most_ribbons - 1]];
}

double sane(double weight) {
    return std::isfinite(weight) && weight >= least_ribbon ? std::min(weight, 1.0) : 0;
}

/// Thick ones first, thin ones over them.
std::vector<size_t> drawing_order(const std::vector<Ribbon>& ribbons) {
    return order_of(ribbons.size(),
                    [&ribbons](size_t a, size_t b) { return ribbons[a].width > ribbons[b].width; });
}

template <class Answer>
void answer_ribbons(Ui& ui, const std::string& id, Rect rect, const std::vector<Ribbon>& ribbons,
                    bool presses, Answer answer) {
    const PointerState pointer = ui.area(id, rect, presses ? Grip::press : Grip::none);
    if (!pointer.hovered && !pointer.clicked) return;
    // The thinnest of those on each other: it is drawn last.
    const Ribbon* best = nullptr;
    for (const Ribbon& ribbon : ribbons) {
        if (is_on(ribbon, ribbon.width, pointer.position) && (best == nullptr || ribbon.width < best->width))
            best = &ribbon;
    }
    if (best != nullptr) answer(pointer, *best);
}

class Sankey final : public Part {
  public:
    explicit Sankey(SankeyLook&& look) : look_(std::move(look)) {
        std::vector<double> all;
        for (size_t i = 0; i < look_.from.size(); ++i) {
            for (size_t j = 0;
                 j < look_.to.size() && look_.weights.size() >= look_.from.size() * look_.to.size(); ++j) {
                if (const double one = weight(i, j); one > 0) all.push_back(one);
            }
        }
        count_ = std::min(all.size(), most_ribbons);
        least_ = least_of(all);
    }

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const size_t rows = look_.from.size(), cols = look_.to.size();
        if (rows == 0 || cols == 0 || look_.weights.size() < rows * cols) {
            ui.text(rect.centre() - Point{0, fonts::line_height(caption) / 2}, caption, ui.theme().muted,
                    shortened(caption, "nothing flows", rect.width), Align::centre);
            return;
        }
        std::vector<Ribbon> ribbons;
        place_ribbons(ui, rect, ribbons);
        answer_ribbons(ui, look_.id, inner(rect), ribbons, static_cast<bool>(look_.pressed),
                       [&](const PointerState& pointer, const Ribbon& ribbon) {
                           if (pointer.hovered && look_.hovered) look_.hovered(ribbon.from, ribbon.to);
                           if (pointer.clicked && look_.pressed) look_.pressed(ribbon.from, ribbon.to);
                       });
        for (const size_t i : drawing_order(ribbons)) {
            const Ribbon& ribbon = ribbons[i];
            const bool kept = look_.kept_to < 0 || look_.kept_to == ribbon.to;
            const double weight =
                look_.weights[static_cast<size_t>(ribbon.from) * cols + static_cast<size_t>(ribbon.to)];
            const Color color = ui.theme().weight(
                0.2f + 0.5f * static_cast<float>(std::isnan(weight) ? 0 : std::min(1.0, weight)));
            ui.painter().strip(ribbon.upper, ribbon.lower, kept ? color.faded(0.92f) : color.faded(0.3f));
        }
        draw_ends(ui, rect, look_.from, true);
        draw_ends(ui, rect, look_.to, false);
    }

  protected:
    Size arrange(float available) override {
        const auto widest = [](const std::vector<SankeyEnd>& ends) {
            float out = 0;
            for (const SankeyEnd& end : ends)
                out = std::max({out, fonts::width(strong, end.name), fonts::width(strong, end.shown)});
            return std::ceil(out);
        };
        from_width_ = std::min(widest(look_.from), available / 4);
        to_width_ = std::min(widest(look_.to), available / 4);
        const float lines = static_cast<float>(std::max(look_.from.size(), look_.to.size()));
        const float height =
            look_.downward ? look_.length + 2 * name_height() : std::max(1.0f, lines) * look_.lane;
        return {available, height, 0};
    }

  private:
    static constexpr float post = 7;  // the mark at an end

    float name_height() const { return fonts::line_height(body) + 2 + fonts::line_height(caption); }

    /// Where ribbons may be.
    Rect inner(Rect rect) const {
        if (look_.downward)
            return {rect.x, rect.y + name_height(), rect.width, rect.height - 2 * name_height()};
        const float left = from_width_ > 0 ? from_width_ + 8 : 0, right = to_width_ > 0 ? to_width_ + 10 : 0;
        return {rect.x + left, rect.y, rect.width - left - right, rect.height};
    }
    float lane_of(Rect box, bool from) const {
        if (from && look_.from_lane > 0) return look_.from_lane;
        const size_t count = from ? look_.from.size() : look_.to.size();
        return (look_.downward ? box.width : box.height) / static_cast<float>(count);
    }
    float middle(Rect box, bool from, size_t i) const {
        return (look_.downward ? box.x : box.y) + lane_of(box, from) * (static_cast<float>(i) + 0.5f);
    }

    double weight(size_t i, size_t j) const {
        if (look_.selected_from >= 0 && static_cast<size_t>(look_.selected_from) != i) return 0;
        const double out = sane(look_.weights[i * look_.to.size() + j]);
        return out >= least_ ? out : 0;
    }
    double sum(bool from, size_t index) const {
        double out = 0;
        for (size_t k = 0; k < (from ? look_.to.size() : look_.from.size()); ++k)
            out += from ? weight(index, k) : weight(k, index);
        return out;
    }
    float thickness(Rect box) const {
        if (look_.thickness > 0) return look_.thickness;
        double most = 1;
        for (size_t i = 0; i < look_.from.size(); ++i) most = std::max(most, sum(true, i));
        for (size_t j = 0; j < look_.to.size(); ++j) most = std::max(most, sum(false, j));
        return 0.82f * std::min(lane_of(box, true), lane_of(box, false)) / static_cast<float>(most);
    }

    void place_ribbons(Ui& ui, Rect rect, std::vector<Ribbon>& out) {
        const Rect box = inner(rect);
        const float pixels = thickness(box);
        // At each end in the order of the other end: ribbons of one end never cross each other.
        std::vector<float> at_to;
        for (size_t j = 0; j < look_.to.size(); ++j)
            at_to.push_back(middle(box, false, j) - pixels * static_cast<float>(sum(false, j)) / 2);
        for (size_t i = 0; i < look_.from.size(); ++i) {
            float at_from = middle(box, true, i) - pixels * static_cast<float>(sum(true, i)) / 2;
            for (size_t j = 0; j < look_.to.size(); ++j) {
                const std::string id = Phrase() << look_.id << "/" << i << "/" << j;
                const float width = pixels * ui.eased(id, static_cast<float>(weight(i, j)));
                if (width < 0.1f || out.size() >= most_ribbons) continue;  // equals of the least are too many
                const float a = at_from + width / 2, b = at_to[j] + width / 2;
                const Point from = look_.downward ? Point{a, box.y + post} : Point{box.x + post, a};
                const Point to =
                    look_.downward ? Point{b, box.bottom() - post} : Point{box.right() - post, b};
                out.push_back({swept(from, to, look_.downward ? Point{0, 1} : Point{1, 0}, width,
                                     std::min(28, steps_for(count_))),
                               static_cast<int>(i), static_cast<int>(j), width});
                at_from += width;
                at_to[j] += width;
            }
        }
    }

    void draw_ends(Ui& ui, Rect rect, const std::vector<SankeyEnd>& ends, bool from) {
        const Rect box = inner(rect);
        const float pixels = thickness(box), lane = lane_of(box, from);
        const Color color = from ? look_.from_color : look_.to_color;
        const float line = fonts::line_height(body), small = fonts::line_height(caption);
        for (size_t i = 0; i < ends.size(); ++i) {
            const float at = middle(box, from, i),
                        size = std::max(3.0f, pixels * static_cast<float>(sum(from, i)));
            const bool in_play =
                !from || look_.selected_from < 0 || static_cast<size_t>(look_.selected_from) == i;
            if (!in_play && ends[i].name.empty()) continue;  // a mark of nothing
            const Color shade = in_play ? color : color.faded(0.35f);
            if (look_.downward)
                ui.painter().rectangle(
                    {at - size / 2, from ? box.y : box.bottom() - post + 1, size, post - 1}, shade, 0);
            else
                ui.painter().rectangle({from ? box.x : box.right() - post + 1, at - size / 2, post - 1, size},
                                       shade, 0);
            const Type type{15, ends[i].bold};
            if (look_.downward) {
                const float room = lane - 6;
                const std::string name = shortened(type, ends[i].name, room);
                const float top = from ? rect.y + small + 2 : rect.bottom() - name_height() + 2;
                ui.text({at, top}, type, color, name, Align::centre);
                if (fonts::width(caption, ends[i].shown) <= room)
                    ui.text({at, from ? rect.y : top + line}, caption, ui.theme().ink, ends[i].shown,
                            Align::centre);
                continue;
            }
            if (lane < small && i % static_cast<size_t>(std::ceil(small / lane)) != 0) continue;
            const bool two = !ends[i].shown.empty() && lane >= line + small;
            const float x = from ? rect.x + from_width_ : rect.right() - to_width_,
                        top = at - (two ? line + small : std::min(line, std::max(lane, small))) / 2;
            const Align align = from ? Align::right : Align::left;
            const Type look = lane < line ? Type{13, type.bold()} : type;
            ui.text({x, top}, look, color, shortened(look, ends[i].name, from ? from_width_ : to_width_),
                    align);
            if (two)
                ui.text({x, top + line}, caption, ui.theme().query,
                        shortened(caption, ends[i].shown, from ? from_width_ : to_width_), align);
        }
    }

    SankeyLook look_;
    float from_width_ = 0, to_width_ = 0;
    double least_ = 0;  // lesser weights are not drawn
    size_t count_ = 0;
};

class Arcs final : public Part {
  public:
    explicit Arcs(ArcsLook&& look) : look_(std::move(look)) {}

    void draw(Ui& ui, Rect rect) override {
        if (look_.words <= 0) return;
        std::vector<Ribbon> ribbons;
        place(ui, rect, ribbons);
        answer_ribbons(ui, look_.id, rect, ribbons, static_cast<bool>(look_.pressed),
                       [&](const PointerState& pointer, const Ribbon& ribbon) {
                           if (pointer.hovered && look_.hovered) look_.hovered(ribbon.from, ribbon.to);
                           if (pointer.clicked && look_.pressed) look_.pressed(ribbon.from, ribbon.to);
                       });
        Labels labels(rect);
        for (const size_t i : drawing_order(ribbons)) {
            const Ribbon& ribbon = ribbons[i];
            const bool kept = look_.kept_word < 0 || look_.kept_word == ribbon.to;
            const Color color = look_.heads[static_cast<size_t>(ribbon.from)].color;
            ui.painter().strip(ribbon.upper, ribbon.lower, color.faded(kept ? 0.85f : 0.25f));
        }
        // Each head's largest says who it is, on the side that looks away from the asking word.
        for (size_t h = 0; h < look_.heads.size(); ++h) {
            const Ribbon* best = nullptr;
            for (const Ribbon& ribbon : ribbons) {
                if (ribbon.from == static_cast<int>(h) && (best == nullptr || ribbon.width > best->width))
                    best = &ribbon;
            }
            if (best == nullptr || look_.heads[h].name.empty()) continue;
            const double weight = look_.heads[h].weights[static_cast<size_t>(best->to)];
            const size_t place = best->upper.size() * 7 / 10;
            const Point away = best->upper[place] - best->lower[place];
            if (labels.put(ui, best->upper[place], 3, away, caption, ui.theme().ink,
                           Phrase() << look_.heads[h].name << " " << Fixed{weight, 2}))
                labels.take(labels.last().inset(-4));  // so that two of them do not read as one
        }
    }

  protected:
    Size arrange(float available) override { return {available, look_.height, 0}; }

  private:
    struct Strand {
        int head, word;
        float width;
    };

    float column(Rect rect) const {
        return std::max(1.0f, rect.width - look_.left - look_.right) / static_cast<float>(look_.words);
    }
    float middle(Rect rect, int word) const {
        return rect.x + look_.left + column(rect) * (static_cast<float>(word) + 0.5f);
    }

    void place(Ui& ui, Rect rect, std::vector<Ribbon>& out) {
        std::vector<Strand> found, strands;
        float all = 0;
        for (size_t h = 0; h < look_.heads.size(); ++h) {
            for (int w = 0; w < look_.words && w < static_cast<int>(look_.heads[h].weights.size()); ++w) {
                const std::string id = Phrase() << look_.id << "/" << h << "/" << w;
                const float share =
                    ui.eased(id, static_cast<float>(sane(look_.heads[h].weights[static_cast<size_t>(w)])));
                if (share < 1e-3f) continue;
                found.push_back({static_cast<int>(h), w, std::max(1.0f, look_.thickness * share)});
            }
        }
        if (found.size() > most_ribbons) {
            std::vector<Strand> widest;
            for (const size_t i :
                 order_of(found.size(), [&](size_t a, size_t b) { return found[a].width > found[b].width; }))
                widest.push_back(found[i]);
            widest.resize(most_ribbons);
            found = std::move(widest);
        }
        for (const Strand& strand : found) all += strand.width;
        // What leaves one word, and what arrives at another, must fit their columns.
        const float shrink = std::min(1.0f, 0.8f * column(rect) / std::max(1.0f, all));
        for (Strand& strand : found) strand.width = std::max(0.7f, strand.width * shrink);
        all = std::accumulate(found.begin(), found.end(), 0.0f,
                              [](float sum, const Strand& one) { return sum + one.width; });
        // At the asking word from left to right: to the left the nearest first (the farthest is outermost at
        // the right, over all others), to the right the farthest first.
        const int asks = look_.asks;
        const auto before = [&found, asks](size_t i, size_t j) {
            const int a = found[i].word, b = found[j].word;
            return (a <= asks) != (b <= asks) ? a <= asks : a > b;
        };
        for (const size_t i : order_of(found.size(), before)) strands.push_back(found[i]);
        float from = middle(rect, asks) - all / 2;
        std::vector<float> arrived(static_cast<size_t>(look_.words), 0);
        for (const Strand& strand : strands) arrived[static_cast<size_t>(strand.word)] += strand.width;
        for (float& one : arrived) one /= -2;  // from the left edge of what arrives
        const float farthest = static_cast<float>(std::max(asks, look_.words - 1 - asks));
        for (const Strand& strand : strands) {
            const float a = from + strand.width / 2, b = middle(rect, strand.word) +
                                                         arrived[static_cast<size_t>(strand.word)] +
                                                         strand.width / 2;
            from += strand.width;
            arrived[static_cast<size_t>(strand.word)] += strand.width;
            const float span = static_cast<float>(std::abs(strand.word - asks));
            const float least = 0.3f, share = farthest > 0 ? least + (1 - least) * span / farthest : least;
            Ribbon ribbon{arch({a, rect.bottom()}, {b, rect.bottom()}, share * (rect.height - strand.width),
                               strand.width, steps_for(strands.size())),
                          strand.head, strand.word, strand.width};
            for (std::vector<Point>* edge : {&ribbon.upper, &ribbon.lower})
                for (Point& one : *edge) one.x = std::clamp(one.x, rect.x, rect.right());
            out.push_back(std::move(ribbon));
        }
    }

    ArcsLook look_;
};

}  // namespace

Band arch(Point a, Point b, float height, float width, int steps) {
    Band out;
    const float half = width / 2, radius = std::max(std::fabs(b.x - a.x) / 2, half + 2),
                centre = (a.x + b.x) / 2, sign = b.x < a.x ? -1.0f : 1.0f;
    for (int i = 0; i <= steps; ++i) {
        const float t = 3.14159265f * static_cast<float>(i) / static_cast<float>(steps);
        const float x = -sign * std::cos(t), y = std::sin(t);
        out.upper.push_back({centre + x * (radius + half), a.y - y * (height + half)});
        out.lower.push_back({centre + x * (radius - half), a.y - y * std::max(0.0f, height - half)});
    }
    return out;
}

Band swept(Point a, Point b, Point ahead, float width, int steps, bool even) {
    Band out;
    const Point along{ahead.x * std::fabs(b.x - a.x) * 0.5f, ahead.y * std::fabs(b.y - a.y) * 0.5f};
    const Point p1 = a + along, p2 = b - along;
    for (int i = 0; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps), s = 1 - t;
        const Point middle = a * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + b * (t * t * t);
        const Point way = (p1 - a) * (s * s) + (p2 - p1) * (2 * s * t) + (b - p2) * (t * t);
        // Both edges are the middle line, moved.
        const Point side = turned(even && length(way) > 0 ? unit(way) : ahead) * (width / 2);
        out.upper.push_back(middle + side);
        out.lower.push_back(middle - side);
    }
    return out;
}

bool is_on(const Band& band, float width, Point p) {
    for (size_t i = 1; i < band.upper.size(); ++i) {
        // The quadrangle between two of its points, at least a few pixels across.
        Point corners[] = {band.upper[i - 1], band.upper[i], band.lower[i], band.lower[i - 1]};
        const Point across = unit(band.upper[i] - band.lower[i]) * std::max(0.0f, 5 - width / 2);
        corners[0] = corners[0] + across;
        corners[1] = corners[1] + across;
        corners[2] = corners[2] - across;
        corners[3] = corners[3] - across;
        bool left = true, right = true;
        for (int c = 0; c < 4; ++c) {
            const Point edge = corners[(c + 1) % 4] - corners[c], to_p = p - corners[c];
            const float side = edge.x * to_p.y - edge.y * to_p.x;
            left = left && side >= 0;
            right = right && side <= 0;
        }
        if (left || right) return true;
    }
    return false;
}

Block sankey(SankeyLook&& look) {
    return std::make_unique<Sankey>(std::move(look));
}

Block arcs(ArcsLook&& look) {
    return std::make_unique<Arcs>(std::move(look));
}

void arcs_over(Ui& ui, const MatrixPlace& place, Rect whole, ArcsLook&& look) {
    look.left = place.cells.x - whole.x - place.cell_width * static_cast<float>(place.first_col);
    look.right = whole.width - look.left - place.cell_width * static_cast<float>(look.words);
    look.height = whole.height;
    Arcs(std::move(look)).draw(ui, whole);
}

float middle_of_column(const MatrixPlace& place, int col) {
    const int shown = std::clamp(col - place.first_col, -1, place.cols);
    return place.cells.x + place.cell_width * (static_cast<float>(shown) + 0.5f);
}

void flows_over(Ui& ui, const MatrixPlace& place, Rect whole, FlowsLook&& look) {
    constexpr int steps = 24;
    const float thick = std::clamp(place.cell_width * 0.27f, 10.0f, 26.0f);  // of a weight of 1
    const auto last = static_cast<size_t>(std::ceil(look.grown * steps)) + 1;
    std::vector<Ribbon> ribbons;
    float gathered = -thick / 2;
    for (const Flow& flow : look.flows) {
        const float width = thick * ui.eased(Phrase() << look.id << flow.from << "/" << flow.to,
                                             static_cast<float>(flow.weight)),
                    aside = look.gathered ? gathered + width / 2 : 0;
        gathered += width;
        const bool hair = flow.weight < least_ribbon;
        if (hair && !place.shows(0, flow.from)) continue;
        Band band = swept({middle_of_column(place, flow.from), whole.y},
                          {middle_of_column(place, flow.to) + aside, whole.bottom()}, {0, 1}, width, steps,
                          look.gathered);
        for (std::vector<Point>* edge : {&band.upper, &band.lower}) {
            edge->resize(std::min(edge->size(), last));
            for (Point& one : *edge) one.x = std::clamp(one.x, place.cells.x, place.cells.right());
        }
        if (hair)
            ui.painter().polyline(band.upper, flow.color.faded(look.grown), 1, false);
        else
            ui.painter().strip(band.upper, band.lower, flow.color);
        for (const std::vector<Point>* edge : {&band.upper, &band.lower})
            if (flow.pointed) ui.painter().polyline(*edge, ui.theme().ink, 1.25f, false);
        ribbons.push_back({std::move(band), flow.from, flow.to, width});
    }
    answer_ribbons(ui, look.id, {place.cells.x, whole.y, place.cells.width, whole.height}, ribbons, false,
                   [&](const PointerState&, const Ribbon& one) { look.hovered(one.from, one.to); });
}

}  // namespace explainer::figures
