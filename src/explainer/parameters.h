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

enum class Kind { number, integer, toggle, choice, text };

struct Choice {
    std::string_view id;     // in state strings: [a-z0-9-]+
    std::string_view label;  // for people
};

/// One parameter. Fields that its kind does not use keep their defaults.
struct Parameter {
    std::string_view name;   // in state strings and the JavaScript object: [a-z][a-zA-Z0-9]*
    std::string_view label;  // for people; also the accessible name
    std::string_view help;   // one sentence; the accessible description
    Kind kind = Kind::number;
    double minimum = 0, maximum = 1, step = 0.1;  // number, integer
    double initial = 0;                           // number, integer; toggle: 0 or 1; choice: its index
    bool logarithmic = false;                     // slider travels in log(value); minimum must be > 0
    int decimals = 2;                             // digits shown after the point (number)
    std::span<const Choice> choices = {};         // choice
    std::string_view initial_text = {};           // text
    int max_length = 0;                           // text: in UTF-16 code units, as the DOM counts
};

/// A button above the figure: a state worth one press, or something to do that is no state (`action`), such
/// as to run a measurement again.
struct Preset {
    std::string_view label;
    std::string_view state = {};  // what is restored
    bool action = false;          // nothing is restored: Exhibit::act() is called
};

/// The values of an exhibit's parameters: its whole state. Same string, same picture.
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

    /// Sets a numeric value (toggle 0/1, choice index), clamped to the parameter's range; integers are
    /// rounded.
    void set(int index, double value);
    /// Sets a text, cut to its greatest length.
    void set_text(int index, std::string_view value);
    /// The value moved to the nearest step of its slider; for values that come from a hand, not from a
    /// string.
    double snapped(int index, double value) const;

    void reset();

    /// Replaces the whole state by a state string ("name=value;name=value", what is left out is default).
    /// Returns an error that names the parameter, or nothing; after an error the state is as it was.
    std::optional<std::string> restore(std::string_view string);
    /// The canonical state string: declaration order, defaults left out, numbers in their shortest form.
    std::string save() const;

    /// A value as it is shown and spoken: "0.50", "on", "cat", with a true minus sign.
    std::string shown(int index) const;

    bool operator==(const State& other) const { return values_ == other.values_; }

  private:
    struct Value {
        double number = 0;
        std::string text;
        bool operator==(const Value&) const = default;
    };

    std::optional<std::string> assign(std::string_view name, std::string_view value);
    Value initial(const Parameter& parameter) const;

    std::string_view exhibit_;
    std::span<const Parameter> parameters_;
    std::vector<Value> values_;
};

}  // namespace explainer
