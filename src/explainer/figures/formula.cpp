// Formulas. See formula.h.
#include "explainer/figures/formula.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/bars.h"
#include "explainer/figures/formula_layout.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::figures {
namespace {

using namespace formulas;

class Setter {
  public:
    Setter(Ui& ui, const FormulaLook& look) : ui_(ui), look_(look) {}

    bool banded = false;  // what is set next has its band already

    /// The ground of a lit term.
    void band(Point at, const Extent& all) {
        ui_.painter().rectangle(around(at, all), band_color(ui_.theme()), 3);
    }

    void set(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Color color = setting.color;
        switch (node.kind) {
            case Kind::text:
                ui_.painter().text({at.x, at.y - setting.size * baseline}, setting.type(), color, node.text);
                return;
            case Kind::row:
                for (const Math& part : node.parts) {
                    set(part, at, setting);
                    at.x += extent(part, setting).width;
                }
                return;
            case Kind::colored:
            case Kind::bold:
                set(node.parts[0], at, inside(node, setting));
                return;
            case Kind::term:
                set_term(math, at, setting);
                return;
            case Kind::over:
                set_fraction(math, at, setting);
                return;
            case Kind::root:
                set_root(math, at, setting);
                return;
            case Kind::sub:
            case Kind::sup: {
                set(node.parts[0], at, setting);
                const float shift = node.kind == Kind::sub ? 0.22f * setting.size : -0.42f * setting.size;
                set(node.parts[1], {at.x + extent(node.parts[0], setting).width + 1, at.y + shift},
                    setting.script());
                return;
            }
            case Kind::parens:
            case Kind::boxed:
                set_bracketed(math, at, setting);
                return;
            case Kind::matrix:
                set_matrix(math, at, setting);
                return;
        }
    }

  private:
    static Rect around(Point at, const Extent& all) {
        return {at.x - 2, at.y - all.up - 1, all.width + 4, all.up + all.down + 2};
    }

    void set_term(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Extent all = extent(math, setting);
        const Rect box = around(at, all);
        // A target of 24 pixels at least, also where the term is a single letter; the first of two that touch
        // has it.
        const float extra_x = std::max(0.0f, (24 - box.width) / 2),
                    extra_y = std::max(0.0f, (24 - box.height) / 2);
        if (look_.pointing) {
            const Rect reach{box.x - extra_x, box.y - extra_y, box.width + 2 * extra_x,
                             box.height + 2 * extra_y};
            const std::string id = Phrase() << look_.id << "/" << node.number << "/" << terms_++;
            look_.pointing.answer(ui_.area(id, reach, look_.pointing.pressed ? Grip::press : Grip::none),
                                  node.number);
        }
        if (look_.pointed == node.number && !banded) band({at.x, at.y}, all);
        set(node.parts[0], at, setting);
    }

    void set_fraction(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Extent all = extent(math, setting), above = extent(node.parts[0], setting),
                     below = extent(node.parts[1], setting);
        const float y = at.y - setting.axis();
        set(node.parts[0], {at.x + (all.width - above.width) / 2, y - bar_gap - above.down}, setting);
        set(node.parts[1], {at.x + (all.width - below.width) / 2, y + bar_gap + below.up}, setting);
        ui_.painter().line({at.x + 1, y}, {at.x + all.width - 1, y}, setting.color, 1.25f);
    }

    void set_root(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Extent in = extent(node.parts[0], setting);
        const float lead = setting.size * 0.6f, top = at.y - in.up - 2, foot = at.y + in.down;
        const Point sign[] = {{at.x, foot - (foot - top) * 0.42f},
                              {at.x + lead * 0.25f, foot - (foot - top) * 0.48f},
                              {at.x + lead * 0.55f, foot},
                              {at.x + lead, top},
                              {at.x + lead + in.width + setting.size * 0.1f, top}};
        ui_.painter().polyline(sign, setting.color, 1.25f, false);
        set(node.parts[0], {at.x + lead + setting.size * 0.06f, at.y}, setting);
    }

    void set_bracketed(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Extent in = extent(node.parts[0], setting);
        const Rect inner{at.x + bracket_room, at.y - in.up - 2, in.width, in.up + in.down + 4};
        if (node.kind == Kind::boxed) {
            brackets(ui_, inner, setting.color);
        } else {
            for (const float side : {-1.0f, 1.0f}) {
                std::vector<Point> curve;
                const float x = side < 0 ? inner.x - 3 : inner.right() + 3;
                for (int i = 0; i <= 12; ++i) {
                    const float t = static_cast<float>(i) / 6 - 1;
                    curve.push_back({x + side * 3.5f * (1 - t * t), inner.centre().y + t * inner.height / 2});
                }
                ui_.painter().polyline(curve, setting.color, 1.25f, false);
            }
        }
        set(node.parts[0], {inner.x, at.y}, setting);
    }

    void set_matrix(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Grid grid(node, setting);
        const Rect inner{at.x + bracket_room, at.y - setting.axis() - grid.height / 2, grid.width,
                         grid.height};
        brackets(ui_, inner, setting.color);
        float y = inner.y;
        for (size_t row = 0; row < grid.rows.size(); ++row) {
            float x = inner.x;
            for (size_t column = 0; column < grid.widths.size(); ++column) {
                const size_t i = row * grid.widths.size() + column;
                x += grid.widths[column];
                if (i < node.parts.size()) {
                    const float width = extent(node.parts[i], setting).width;
                    set(node.parts[i], {x - width, y + grid.rows[row].up}, setting);
                }
                x += column_gap;
            }
            y += grid.rows[row].up + grid.rows[row].down;
        }
    }

    Ui& ui_;
    const FormulaLook& look_;
    int terms_ = 0;
};

class Formula final : public Part {
  public:
    Formula(FormulaLook&& look, Math content) : look_(std::move(look)), content_(std::move(content)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        Setter setter(ui, look_);
        Setting setting = setting_;
        setting.color = ui.theme().ink;
        float y = rect.y;
        for (const Line& line : lines_) {
            const float spare = std::max(0.0f, rect.width - line.extent.width);
            float x = rect.x + (look_.align == Align::left     ? 0
                                : look_.align == Align::centre ? std::floor(spare / 2)
                                                               : spare);
            const float base = std::round(y + up_of(line));
            // A term may be broken into several parts: the band of the next would lie over the end of the
            // last.
            Extent lit;
            float left = x;
            for (size_t i = 0; i <= line.parts.size(); ++i) {
                const bool on = i < line.parts.size() && lights(line.parts[i]);
                const Extent one = i < line.parts.size() ? extent(line.parts[i], setting) : Extent{};
                if (on) lit = {lit.width + one.width, std::max(lit.up, one.up), std::max(lit.down, one.down)};
                if (!on && lit.width > 0) {
                    setter.band({left - lit.width, base}, lit);
                    lit = {};
                }
                left = std::min(left + one.width,
                                rect.right());  // (a space at the end of a line may be beyond it)
            }
            for (const Math& part : line.parts) {
                setter.banded = lights(part);
                setter.set(part, {x, base}, setting);
                x += extent(part, setting).width;
            }
            y += up_of(line) + down_of(line);
        }
    }

  protected:
    Size arrange(float available) override {
        const float room = room_for(look_.most, look_.size, available);
        Size out;
        // Where one piece alone is too wide, or all too high, it is set smaller.
        for (float size = look_.size;; size -= 1) {
            setting_ = {size, false, {}};
            lines_ = lines_of(content_, setting_, available);
            out = {0, 0, up_of(lines_.front())};
            for (const Line& line : lines_) {
                out.width = std::max(out.width, line.extent.width);
                out.height += up_of(line) + down_of(line);
            }
            if ((out.width <= available && (room == 0 || out.height <= room)) || size <= 8) break;
        }
        if (room > 0) out.height = room;
        return out;
    }

  private:
    bool lights(const Math& part) const {
        const Node* node = &part.node();
        while (node->kind == Kind::colored || node->kind == Kind::bold) node = &node->parts[0].node();
        return node->kind == Kind::term && node->number == look_.pointed;
    }

    // At least a line box, so that plain formulas stand as text does.
    float up_of(const Line& line) const { return std::max(line.extent.up, setting_.size * baseline); }
    float down_of(const Line& line) const {
        return std::max(line.extent.down, setting_.size * (1.25f - baseline));
    }

    FormulaLook look_;
    Math content_;
    Setting setting_;
    std::vector<Line> lines_;
};

}  // namespace

Math::Node* Math::of(const char* text) {
    return of(std::string(text));
}
Math::Node* Math::of(std::string&& text) {
    return new Node{Node::Kind::text, std::move(text)};
}
Math::Node* Math::used(Node* node) {
    if (node != nullptr) ++node->users;
    return node;
}
void Math::drop(Node* node) {
    if (--node->users == 0) delete node;
}

Math math(std::vector<Math> parts) {
    return formulas::make(formulas::Kind::row, std::move(parts));
}
Math math_of(Math::Node* const* parts, size_t count) {
    std::vector<Math> list;
    list.reserve(count);
    for (size_t i = 0; i < count; ++i) list.emplace_back(parts[i]);
    return math(std::move(list));
}
Math colored(Color color, Math inner) {
    return formulas::make(formulas::Kind::colored, vector_of(std::move(inner)), 0, color);
}
Math bold(Math inner) {
    return formulas::make(formulas::Kind::bold, vector_of(std::move(inner)));
}
Math number(double value, int decimals) {
    const bool plain = !std::isfinite(value) || value == 0 ||
                       (std::fabs(value) < 1e7 && std::fabs(value) >= 0.5 * std::pow(10, -decimals));
    return Math(plain                                             ? fixed(value, decimals)
                : std::fabs(value) < 1 && std::fabs(value) > 1e-4 ? fixed(value, decimals)
                                                                  : scientific(value, 3));
}
Math over(Math above, Math below) {
    return formulas::make(formulas::Kind::over, vector_of(std::move(above), std::move(below)));
}
Math root(Math inner) {
    return formulas::make(formulas::Kind::root, vector_of(std::move(inner)));
}
Math sub(Math base, Math index) {
    return formulas::make(formulas::Kind::sub, vector_of(std::move(base), std::move(index)));
}
Math sup(Math base, Math exponent) {
    return formulas::make(formulas::Kind::sup, vector_of(std::move(base), std::move(exponent)));
}
Math parens(Math inner) {
    return formulas::make(formulas::Kind::parens, vector_of(std::move(inner)));
}
Math boxed(Math inner) {
    return formulas::make(formulas::Kind::boxed, vector_of(std::move(inner)));
}
Math matrix_of(int columns, std::vector<Math> entries) {
    return formulas::make(formulas::Kind::matrix, std::move(entries), columns);
}
Math column_of(std::vector<Math> entries) {
    return formulas::make(formulas::Kind::matrix, std::move(entries), 1);
}
Math term(int id, Math inner) {
    return formulas::make(formulas::Kind::term, vector_of(std::move(inner)), id);
}

Block formula(FormulaLook&& look, Math content) {
    return std::make_unique<Formula>(std::move(look), std::move(content));
}

}  // namespace explainer::figures
