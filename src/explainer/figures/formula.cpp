// Formulas. See formula.h.
#include "explainer/figures/formula.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer::figures {

struct Math::Node {
    enum class Kind { text, row, colored, bold, over, root, sub, sup, parens, boxed, matrix, term };
    Kind kind = Kind::text;
    std::string text = {};
    std::vector<Math> parts = {};
    Color color = {};
    int number = 0;  // columns of a matrix, id of a term
};

namespace {

using Node = Math::Node;
using Kind = Node::Kind;

/// What a piece takes around its baseline.
struct Extent {
    float width = 0, up = 0, down = 0;
};

/// How a piece is set: inherited from what is around it.
struct Setting {
    float size = 15;
    bool bold = false;
    Color color = {};

    Type type() const { return {size, bold}; }
    float axis() const {
        return 0.31f * size;
    }  // the height of minus signs and fraction bars over the baseline
    Setting script() const { return {std::max(9.0f, std::round(size * 0.74f)), bold, color}; }
};

constexpr float bar_gap = 3, bracket_room = 9, column_gap = 14;

Math make(Kind kind, std::vector<Math> parts, int number = 0, Color color = {}) {
    return Math(std::make_shared<const Node>(Node{kind, {}, std::move(parts), color, number}));
}

Setting inside(const Node& node, Setting setting) {
    if (node.kind == Kind::colored) setting.color = node.color;
    if (node.kind == Kind::bold) setting.bold = true;
    return setting;
}

Extent extent(const Math& math, const Setting& setting);

/// Line by line: the widths of columns and the height of rows.
struct Grid {
    std::vector<float> widths;
    std::vector<Extent> rows;
    float width = 0, height = 0;

    Grid(const Node& node, const Setting& setting) {
        const auto columns = static_cast<size_t>(std::max(1, node.number));
        widths.assign(columns, 0);
        for (size_t i = 0; i < node.parts.size(); ++i) {
            const Extent one = extent(node.parts[i], setting);
            if (i % columns == 0) rows.push_back({0, setting.size * 0.85f, setting.size * 0.35f});
            rows.back().up = std::max(rows.back().up, one.up + 2);
            rows.back().down = std::max(rows.back().down, one.down + 2);
            widths[i % columns] = std::max(widths[i % columns], std::ceil(one.width));
        }
        for (const float one : widths) width += one;
        width += column_gap * static_cast<float>(columns - 1);
        for (const Extent& row : rows) height += row.up + row.down;
    }
};

Extent extent(const Math& math, const Setting& setting) {
    const Node& node = math.node();
    const auto of = [&](size_t i, const Setting& with) { return extent(node.parts[i], with); };
    switch (node.kind) {
        case Kind::text:
            return {fonts::width(setting.type(), node.text), setting.size * 0.8f, setting.size * 0.24f};
        case Kind::row: {
            Extent out;
            for (const Math& part : node.parts) {
                const Extent one = extent(part, setting);
                out = {out.width + one.width, std::max(out.up, one.up), std::max(out.down, one.down)};
            }
            return out;
        }
        case Kind::colored:
        case Kind::bold:
        case Kind::term:
            return of(0, inside(node, setting));
        case Kind::over: {
            const Extent above = of(0, setting), below = of(1, setting);
            return {std::max(above.width, below.width) + 6, setting.axis() + bar_gap + above.up + above.down,
                    std::max(0.0f, below.up + below.down + bar_gap - setting.axis())};
        }
        case Kind::root: {
            const Extent in = of(0, setting);
            return {in.width + setting.size * 0.72f, in.up + 4, in.down};
        }
        case Kind::sub:
        case Kind::sup: {
            const Extent base = of(0, setting), script = of(1, setting.script());
            const float shift = node.kind == Kind::sub ? -0.22f * setting.size : 0.42f * setting.size;
            return {base.width + script.width + 1, std::max(base.up, script.up + shift),
                    std::max(base.down, script.down - shift)};
        }
        case Kind::parens:
        case Kind::boxed: {
            const Extent in = of(0, setting);
            return {in.width + 2 * bracket_room, in.up + 2, in.down + 2};
        }
        case Kind::matrix: {
            const Grid grid(node, setting);
            const float half = grid.height / 2;
            return {grid.width + 2 * bracket_room, half + setting.axis(),
                    std::max(0.0f, half - setting.axis())};
        }
    }
    return {};
}

class Setter {
  public:
    Setter(Ui& ui, const FormulaLook& look) : ui_(ui), look_(look) {}

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
    void set_term(const Math& math, Point at, const Setting& setting) {
        const Node& node = math.node();
        const Extent all = extent(math, setting);
        const Rect box{at.x - 2, at.y - all.up - 1, all.width + 4, all.up + all.down + 2};
        // A target of 24 pixels at least, also where the term is a single letter; the first of two that touch
        // has it.
        const float extra_x = std::max(0.0f, (24 - box.width) / 2),
                    extra_y = std::max(0.0f, (24 - box.height) / 2);
        if (look_.pointing) {
            const Rect reach{box.x - extra_x, box.y - extra_y, box.width + 2 * extra_x,
                             box.height + 2 * extra_y};
            const std::string id =
                look_.id + "/" + std::to_string(node.number) + "/" + std::to_string(terms_++);
            look_.pointing.answer(ui_.area(id, reach, look_.pointing.pressed ? Grip::press : Grip::none),
                                  node.number);
        }
        if (look_.lit == node.number) ui_.painter().rectangle(box, band_color(ui_.theme()), 3);
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

// ---- Breaking

/// How well a line may begin before a piece.
enum class Break { never, anywhere, operation, relation };

Break break_before(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    for (const std::string_view sign : {"=", "≈", "≠", "<", ">", "≤", "≥", "→", "⇒"}) {
        if (text.starts_with(sign)) return Break::relation;
    }
    for (const std::string_view sign : {"+ ", "− ", "× ", "÷ ", "· "}) {
        if (text.starts_with(sign) || text == sign.substr(0, sign.size() - 1)) return Break::operation;
    }
    return Break::anywhere;
}

struct Atom {
    Math math;
    Break before;
};

/// Whether a node only says how what is in it looks, or what it is to the pointer.
bool is_dress(const Node& node) {
    return node.kind == Kind::colored || node.kind == Kind::bold || node.kind == Kind::term;
}

const Node& undressed(const Node& node) {
    return is_dress(node) ? undressed(node.parts[0].node()) : node;
}

/// The pieces of a formula's outermost row; texts parted before the signs in them. What is coloured or bold
/// around a whole row keeps that for its pieces.
void atoms_of(const Math& math, std::vector<Atom>& out, const std::function<Math(Math)>& dress) {
    const Node& node = math.node();
    if (node.kind == Kind::row) {
        for (const Math& part : node.parts) atoms_of(part, out, dress);
    } else if (is_dress(node) && undressed(node).kind == Kind::row) {
        atoms_of(node.parts[0], out, [&](Math inner) {
            return dress(make(node.kind, {std::move(inner)}, node.number, node.color));
        });
    } else if (node.kind == Kind::text) {
        std::string_view rest = node.text;
        while (!rest.empty()) {
            // Up to the next blank that a sign follows.
            size_t end = 1;
            while (end < rest.size() &&
                   !(rest[end] == ' ' && break_before(rest.substr(end)) >= Break::operation))
                ++end;
            const std::string_view piece = rest.substr(0, end);
            const Break before = break_before(piece);
            const bool joined = before == Break::anywhere && !piece.starts_with(' ');
            out.push_back({dress(Math(std::string(piece))), joined && !out.empty() ? Break::never : before});
            rest.remove_prefix(end);
        }
    } else {
        const Node& first = undressed(node);
        out.push_back({dress(math), first.kind == Kind::text ? break_before(first.text) : Break::never});
    }
}

/// Without the blanks that a line does not begin with.
Math trimmed(const Math& math) {
    const Node& node = math.node();
    if (node.kind == Kind::text) {
        const size_t blanks = std::min(node.text.find_first_not_of(' '), node.text.size());
        return Math(node.text.substr(blanks));
    }
    if (is_dress(node)) return make(node.kind, {trimmed(node.parts[0])}, node.number, node.color);
    return math;
}

struct Line {
    std::vector<Math> parts;
    Extent extent;
};

class Breaker {
  public:
    Breaker(float available, const Setting& setting) : available_(available), setting_(setting), lines_(1) {}

    void add(std::span<const Atom> atoms, Break at) {
        // Groups between breaks of this kind: each goes where it fits, else it is broken at lesser ones.
        for (size_t begin = 0; begin < atoms.size();) {
            size_t end = begin + 1;
            while (end < atoms.size() && atoms[end].before < at) ++end;
            const std::span<const Atom> group = atoms.subspan(begin, end - begin);
            begin = end;
            const float width = width_of(group);
            if (lines_.back().extent.width > 0 && lines_.back().extent.width + width > available_ &&
                group.front().before != Break::never)
                lines_.emplace_back();
            if (lines_.back().extent.width + width <= available_ || group.size() == 1 ||
                at == Break::anywhere) {
                for (const Atom& atom : group) put(atom.math);
            } else {
                add(group, static_cast<Break>(static_cast<int>(at) - 1));
            }
        }
    }

    std::vector<Line> take() { return std::move(lines_); }

  private:
    float width_of(std::span<const Atom> atoms) const {
        float out = 0;
        for (const Atom& atom : atoms) out += extent(atom.math, setting_).width;
        return out;
    }
    void put(const Math& math) {
        Line& line = lines_.back();
        const Math piece = line.parts.empty() ? trimmed(math) : math;
        const Extent one = extent(piece, setting_);
        line.parts.push_back(piece);
        line.extent = {line.extent.width + one.width, std::max(line.extent.up, one.up),
                       std::max(line.extent.down, one.down)};
    }

    float available_;
    const Setting& setting_;
    std::vector<Line> lines_;
};

class Formula final : public Part {
  public:
    Formula(FormulaLook look, Math content) : look_(std::move(look)), content_(std::move(content)) {}

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
            for (const Math& part : line.parts) {
                setter.set(part, {x, base}, setting);
                x += extent(part, setting).width;
            }
            y += up_of(line) + down_of(line);
        }
    }

  protected:
    Size arrange(float available) override {
        std::vector<Atom> atoms;
        atoms_of(content_, atoms, [](Math math) { return math; });
        // Where one piece alone is too wide all is set smaller.
        for (float size = look_.size;; size -= 1) {
            setting_ = {size, false, {}};
            Breaker breaker(available, setting_);
            breaker.add(atoms, Break::relation);
            lines_ = breaker.take();
            const bool fits = std::all_of(lines_.begin(), lines_.end(),
                                          [&](const Line& line) { return line.extent.width <= available; });
            if (fits || size <= 8) break;
        }
        Size out{0, 0, up_of(lines_.front())};
        for (const Line& line : lines_) {
            out.width = std::max(out.width, line.extent.width);
            out.height += up_of(line) + down_of(line);
        }
        out.height = std::max(out.height, static_cast<float>(look_.lines) * look_.size * 1.25f);
        return out;
    }

  private:
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

Math::Math(std::string text) : node_(std::make_shared<const Node>(Node{Node::Kind::text, std::move(text)})) {}

Math math(std::vector<Math> parts) {
    return make(Kind::row, std::move(parts));
}
Math colored(Color color, Math inner) {
    return make(Kind::colored, {std::move(inner)}, 0, color);
}
Math bold(Math inner) {
    return make(Kind::bold, {std::move(inner)});
}
Math number(double value, int decimals) {
    const bool plain = !std::isfinite(value) || value == 0 ||
                       (std::fabs(value) < 1e7 && std::fabs(value) >= 0.5 * std::pow(10, -decimals));
    return Math(plain                                             ? fixed(value, decimals)
                : std::fabs(value) < 1 && std::fabs(value) > 1e-4 ? fixed(value, decimals)
                                                                  : scientific(value, 3));
}
Math over(Math above, Math below) {
    return make(Kind::over, {std::move(above), std::move(below)});
}
Math root(Math inner) {
    return make(Kind::root, {std::move(inner)});
}
Math sub(Math base, Math index) {
    return make(Kind::sub, {std::move(base), std::move(index)});
}
Math sup(Math base, Math exponent) {
    return make(Kind::sup, {std::move(base), std::move(exponent)});
}
Math parens(Math inner) {
    return make(Kind::parens, {std::move(inner)});
}
Math boxed(Math inner) {
    return make(Kind::boxed, {std::move(inner)});
}
Math matrix_of(int columns, std::vector<Math> entries) {
    return make(Kind::matrix, std::move(entries), columns);
}
Math column_of(std::vector<Math> entries) {
    return make(Kind::matrix, std::move(entries), 1);
}
Math term(int id, Math inner) {
    return make(Kind::term, {std::move(inner)}, id);
}

Block formula(FormulaLook look, Math content) {
    return std::make_unique<Formula>(std::move(look), std::move(content));
}

}  // namespace explainer::figures
