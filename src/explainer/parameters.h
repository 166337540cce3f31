// The one parameter table: what an exhibit declares once, and the state that follows from it.
// Widgets, native controls, permalinks, JSON, attributes, --state, reset and tests are all made from it.
// No drawing and no exhibit in here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace explainer {

enum class Kind { number, integer, toggle, choice, text, matrix, action };

struct Choice {
    std::string_view id;            // in state strings: [a-z0-9-]+
    std::string_view label;         // for people
    std::string_view earlier = {};  // ids that it had: state strings that were published still restore
};

struct MatrixValue {
    int rows = 0, cols = 0;
    std::vector<double> values;  // [rows, cols]

    double& at(int row, int col) { return values[static_cast<size_t>(row * cols + col)]; }
    double at(int row, int col) const { return values[static_cast<size_t>(row * cols + col)]; }
    bool operator==(const MatrixValue&) const = default;
};

struct MatrixDefault {
    int rows = 0, cols = 0;
    std::span<const double> values = {};  // [rows, cols]
};

/// What the greatest value of a number or integer follows. `parameter` names one that is declared before:
/// - a choice: `by_choice` has the bound of each; where that is NaN, what `otherwise` names is followed;
/// - an integer: its value + offset;
/// - a text: the number of its words + offset.
/// Never less than the parameter's own minimum, never more than its own maximum.
struct Bound {
    std::string_view parameter = {};         // empty: the bound is fixed
    std::span<const double> by_choice = {};  // one for each choice
    std::string_view otherwise = {};         // an integer or a text
    double offset = 0;
};

/// Words that no canvas draws: hosts show them and read them out. A page has them in its table of exhibits,
/// so the engine that it fetches is compiled without (4 KB less, EXPLAINER_WITHOUT_HOST_WORDS): empty there.
class HostWords {
  public:
    constexpr HostWords() = default;
    constexpr HostWords([[maybe_unused]] std::string_view words) {
#ifndef EXPLAINER_WITHOUT_HOST_WORDS
        words_ = words;
#endif
    }
    constexpr HostWords(const char* words) : HostWords(std::string_view(words)) {}
    constexpr operator std::string_view() const {
        return words_;
    }

  private:
    std::string_view words_;
};

/// One parameter. Fields that its kind does not use keep their defaults.
struct Parameter {
    std::string_view name;   // in state strings and the JavaScript object: [a-z][a-zA-Z0-9]*
    std::string_view label;  // for people; also the accessible name
    HostWords help;          // one sentence; the accessible description
    Kind kind = Kind::number;
    double minimum = 0, maximum = 1, step = 0.1;   // number, integer; matrix: of each cell
    double initial = 0;                            // number, integer; toggle: 0 or 1; choice: its index
    bool logarithmic = false;                      // slider travels in log(value); minimum must be > 0
    int decimals = 2;                              // digits shown after the point (number, matrix)
    std::span<const Choice> choices = {};          // choice
    std::string_view initial_text = {};            // text
    int max_length = 0;                            // text: in UTF-16 code units, as the DOM counts
    Bound maximum_follows = {};                    // number, integer
    std::span<const MatrixDefault> matrices = {};  // matrix: one, or one for each choice of initial_follows
    /// What is declared before and with each change of which it starts anew: for a matrix that has a default
    /// for each of its values one choice, else any names, with blanks between them. Empty: nothing.
    std::string_view initial_follows = {};
    /// On a choice: a press goes on to the next one, and from the last to the first; so do Enter and Space.
    bool cycles = false;
    /// On an integer: its slider goes from the greatest value to the least, as for a count that goes back.
    bool reversed = false;
    /// On an integer: it is the row, and the integer of this name the column, of a focus on a computed
    /// matrix. Both share one native grid control, whose cells Exhibit::shown_cell() puts into words.
    std::string_view grid_column = {};
    /// On an action: it plays, or stops playing, the integer of this name (Ui::play); the exhibit hears
    /// nothing of it. The native button of a player.
    std::string_view plays = {};
    /// On a toggle: it shows a piece of the sheet or puts it away. Only these change the height at a width.
    bool piece = false;
};

/// A button above the figure: a state worth one press. (Something to do that is no state is a parameter of
/// Kind::action.)
struct Preset {
    std::string_view label;
    std::string_view state = {};  // what is restored, as save() writes it: in order, defaults left out
};

/// Whether the parameter starts anew when the one of that name changes.
bool starts_anew(const Parameter& parameter, std::string_view name);

inline constexpr int most_words = 64;

/// The words of a text: what stands between white space, as JavaScript's \s counts it; at most `most_words`.
std::vector<std::string_view> words(std::string_view text);

/// The values of an exhibit's parameters: its whole state. Same string, same picture. Every value is within
/// the bounds of the state it belongs to: when a bound shrinks, the value (and the default) shrinks with it;
/// when a choice changes, the matrices that follow it take its default.
class State {
  public:
    explicit State(std::string_view exhibit, std::span<const Parameter> parameters);

    std::span<const Parameter> parameters() const { return parameters_; }
    const Parameter& parameter(int index) const { return parameters_[static_cast<size_t>(index)]; }
    int count() const { return static_cast<int>(parameters_.size()); }

    double number(int index) const { return values_[static_cast<size_t>(index)].number; }
    int integer(int index) const { return static_cast<int>(number(index)); }
    bool toggle(int index) const { return number(index) != 0; }
    int choice(int index) const { return integer(index); }
    const std::string& text(int index) const { return values_[static_cast<size_t>(index)].text; }
    const MatrixValue& matrix(int index) const { return values_[static_cast<size_t>(index)].matrix; }

    /// The bounds of a number, an integer or a matrix's cells in this state.
    double minimum(int index) const { return parameter(index).minimum; }
    double maximum(int index) const;
    /// The index of the parameter with that name, or −1.
    int find(std::string_view name) const;

    /// Sets a numeric value (toggle 0/1, choice index), clamped to the parameter's range; integers are
    /// rounded.
    void set(int index, double value);
    /// Sets a text, cut to its greatest length.
    void set_text(int index, std::string_view value);
    /// Sets one cell, clamped to the parameter's range. Cells that are not there change nothing.
    void set_cell(int index, int row, int col, double value);
    /// Sets all cells, each clamped. A value of another shape, or with a NaN, changes nothing.
    void set_matrix(int index, const MatrixValue& value);
    /// The value moved to the nearest step of its slider; for values that come from a hand, not from a
    /// string.
    double snapped(int index, double value) const;

    void reset();
    /// Pieces of the sheet (Parameter::piece) as another state of the same exhibit shows them; or as the
    /// figure opens.
    void show_pieces_of(const State& other);
    void reset_pieces();

    /// Replaces the whole state by a state string ("name=value;name=value", what is left out is default;
    /// a matrix is "1,0,0/0,1,0"). Returns an error that names the parameter, or nothing; after an error the
    /// state is as it was. A value is held against the bounds of the very state that the string describes,
    /// in whatever order the names stand.
    std::optional<std::string> restore(std::string_view string);
    /// The canonical state string: declaration order, defaults left out, numbers in their shortest form.
    std::string save() const;

    /// A value as it is shown and spoken: "0.50", "on", "cat", with a true minus sign.
    std::string shown(int index) const;
    /// The number in a matrix's cell, likewise; nothing where there is no cell.
    std::string shown_cell(int index, int row, int col) const;

    bool operator==(const State& other) const { return values_ == other.values_; }
    /// Whether one parameter has the same value in another state of the same exhibit.
    bool same_value(const State& other, int index) const {
        return values_[static_cast<size_t>(index)] == other.values_[static_cast<size_t>(index)];
    }

  private:
    struct Value {
        double number = 0;
        std::string text;
        MatrixValue matrix;
        bool operator==(const Value&) const = default;
    };

    std::optional<std::string> unknown(std::string_view name) const;
    std::optional<std::string> assign(int index, std::string_view value);
    std::optional<std::string> assign_matrix(int index, std::string_view value);
    std::string wanted(int index) const;
    const MatrixDefault& matrix_default(const Parameter& parameter) const;
    double followed(std::string_view name, double offset) const;
    double clamped(int index, double value) const;
    Value initial(int index) const;
    void follow(int changed);

    std::string_view exhibit_;
    std::span<const Parameter> parameters_;
    std::vector<Value> values_;
};

}  // namespace explainer
