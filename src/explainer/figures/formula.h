// Formulas, set as mathematics: terms in their roles' colours, fractions, roots, scripts, drawn brackets,
// columns of numbers; live numbers; broken at relation signs where they are too wide; terms that answer the
// pointer. Written much as it reads:
//
//     formula({}, math(sub("α", "3"), " = ", over(number(22.198, 3), number(40.712, 3)), " = ",
//     bold(number(0.545, 3))))
//
// Not here: computing anything.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"

namespace explainer::figures {

/// A piece of mathematics. Cheap to copy; never changes. (Not a std::shared_ptr: formulas are written out of
/// so many of these that each has to be one word, handed over in a register.)
class [[clang::trivial_abi]] Math {
  public:
    struct Node;

    Math(const char* text) : node_(of(text)) {}
    Math(std::string text) : node_(of(std::move(text))) {}
    explicit Math(Node* node) : node_(node) {}  // whose first user it is
    Math(const Math& other) : node_(used(other.node_)) {}
    Math(Math&& other) noexcept : node_(other.release()) {}
    Math& operator=(Math other) noexcept {
        std::swap(node_, other.node_);
        return *this;
    }
    ~Math() {
        if (node_ != nullptr) drop(node_);
    }

    const Node& node() const { return *node_; }
    Node* release() { return std::exchange(node_, nullptr); }

  private:
    static Node* of(const char* text);
    static Node* of(std::string&& text);
    static Node* used(Node* node);  // once more
    static void drop(Node* node);

    Node* node_;
};

/// One after the other. Texts keep their blanks: " = ".
Math math(std::vector<Math> parts);
/// The same of so many that are handed over.
Math math_of(Math::Node* const* parts, size_t count);
template <std::same_as<Math>... Parts>
[[gnu::noinline]] Math joined(Parts... parts) {
    Math::Node* const list[] = {parts.release()...};
    return math_of(list, sizeof...(parts));
}
template <class... Parts>
Math math(Math first, Parts&&... parts) {
    return joined(std::move(first), Math(std::forward<Parts>(parts))...);
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
    int most = 0;  // characters, if they change with the state: see paragraph()
    Align align = Align::left;
    int pointed = -1;  // the term with this id has a tinted ground
    Pointing pointing = {};
};

Block formula(FormulaLook&& look, Math content);

}  // namespace explainer::figures
