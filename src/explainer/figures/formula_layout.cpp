// Sizes and lines of formulas. See formula_layout.h.
#include "explainer/figures/formula_layout.h"

#include <utility>

#include "explainer/function_ref.h"
#include "explainer/vector_of.h"

namespace explainer::figures::formulas {

Math make(Kind kind, std::vector<Math> parts, int number, Color color) {
    return Math(new Node{kind, {}, std::move(parts), color, number});
}

Setting inside(const Node& node, Setting setting) {
    if (node.kind == Kind::colored) setting.color = node.color;
    if (node.kind == Kind::bold) setting.bold = true;
    return setting;
}

Grid::Grid(const Node& node, const Setting& setting) {
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

namespace {

/// How well a line may begin before a piece.
enum class Break { never, anywhere, product, sum, relation };

Break break_before(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    for (const std::string_view sign : {"=", "≈", "≠", "<", ">", "≤", "≥", "→", "⇒"}) {
        if (text.starts_with(sign)) return Break::relation;
    }
    for (const auto& [sign, strength] : {std::pair<std::string_view, Break>{"+", Break::sum},
                                         {"−", Break::sum},
                                         {"×", Break::product},
                                         {"÷", Break::product},
                                         {"·", Break::product}}) {
        // A sign that is not followed by a blank belongs to its number: −2.
        if (text.starts_with(sign) && (text.size() == sign.size() || text[sign.size()] == ' '))
            return strength;
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
void atoms_of(const Math& math, std::vector<Atom>& out, FunctionRef<Math(Math)> dress) {
    const Node& node = math.node();
    if (node.kind == Kind::row) {
        for (const Math& part : node.parts) atoms_of(part, out, dress);
    } else if (is_dress(node) && undressed(node).kind == Kind::row) {
        atoms_of(node.parts[0], out, [&](Math inner) {
            return dress(make(node.kind, vector_of(std::move(inner)), node.number, node.color));
        });
    } else if (node.kind == Kind::text) {
        std::string_view rest = node.text;
        while (!rest.empty()) {
            // Up to the next blank that a sign follows.
            size_t end = 1;
            while (end < rest.size() &&
                   !(rest[end] == ' ' && break_before(rest.substr(end)) >= Break::product))
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
    if (is_dress(node)) return make(node.kind, vector_of(trimmed(node.parts[0])), node.number, node.color);
    return math;
}

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
            // What no line can hold begins where it stands, and is broken on its way.
            const bool full = lines_.back().extent.width + width > available_;
            if (lines_.back().extent.width > 0 && full && (width <= available_ || at == Break::anywhere) &&
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

}  // namespace

std::vector<Line> lines_of(const Math& math, const Setting& setting, float available) {
    std::vector<Atom> atoms;
    atoms_of(math, atoms, [](Math piece) { return piece; });
    Breaker breaker(available, setting);
    breaker.add(atoms, Break::relation);
    return breaker.take();
}

}  // namespace explainer::figures::formulas
