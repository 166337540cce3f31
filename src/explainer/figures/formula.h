// Formulas, set as mathematics: terms in their roles' colours, fractions, roots, scripts, drawn brackets,
// columns of numbers; live numbers; broken at relation signs where they are too wide; terms that answer the
// pointer. Written much as it reads:
//
//     formula({}, math(sub("α", "3"), " = ", over(number(22.198, 3), number(40.712, 3)), " = ",
//     bold(number(0.545, 3))))
//
// Not here: computing anything.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"

namespace explainer::figures {

/// A piece of mathematics. Cheap to copy; never changes.
class Math {
  public:
    Math(const char* text) : Math(std::string(text)) {}
    Math(std::string text);

    struct Node;
    explicit Math(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    const Node& node() const { return *node_; }
    std::shared_ptr<const Node> shared() const { return node_; }

  private:
    std::shared_ptr<const Node> node_;
};

/// One after the other. Texts keep their blanks: " = ".
Math math(std::vector<Math> parts);
template <class... Parts>
Math math(Math first, Parts... parts) {
    return math(std::vector<Math>{std::move(first), Math(std::move(parts))...});
}

Math colored(Color color, Math inner);
Math bold(Math inner);
Math number(double value, int decimals);
Math over(Math above, Math below);
Math root(Math inner);
Math sub(Math base, Math index);
Math sup(Math base, Math exponent);
Math parens(Math inner);
/// Square brackets, drawn as high as what is in them.
Math boxed(Math inner);
/// Rows of so many columns, right-aligned, in square brackets. Fewer entries than fill the last row are
/// blank.
Math matrix_of(int columns, std::vector<Math> entries);
Math column_of(std::vector<Math> entries);
/// Answers the pointer with `id`, and lights up when the look says so.
Math term(int id, Math inner);

struct FormulaLook {
    std::string id = {};
    float size = 15;
    int lines = 0;  // as high as so many lines of text at least: what changes must not move the page
    Align align = Align::left;
    int lit = -1;  // the term with this id has a tinted ground
    Pointing pointing = {};
};

Block formula(FormulaLook look, Math content);

}  // namespace explainer::figures
