// Values checked against the parameter table, and the state string. See parameters.h.
// The element checks the same in TypeScript, before any WebAssembly is there; tests/state-strings.json holds
// both to the same answers.
#include "explainer/parameters.h"

#include <algorithm>
#include <cmath>

#include "explainer/format.h"
#include "explainer/state_grammar.h"

namespace explainer {
namespace {

using grammar::quoted;

/// As JavaScript writes it; no negative zero in strings.
double positive_zero(double value) {
    return value == 0 ? 0 : value;
}

std::string shape(int rows, int cols) {
    return std::to_string(rows) + " × " + std::to_string(cols);
}

}  // namespace

bool starts_anew(const Parameter& parameter, std::string_view name) {
    const std::vector<std::string_view> names = grammar::split(parameter.initial_follows, ' ');
    return std::find(names.begin(), names.end(), name) != names.end();
}

State::State(std::string_view exhibit, std::span<const Parameter> parameters)
    : exhibit_(exhibit), parameters_(parameters) {
    reset();
}

int State::find(std::string_view name) const {
    for (int i = 0; i < count(); ++i) {
        if (parameter(i).name == name) return i;
    }
    return -1;
}

// ---- what follows from what

const MatrixDefault& State::matrix_default(const Parameter& p) const {
    const int choice_index = p.initial_follows.empty() ? -1 : find(p.initial_follows);
    return p.matrices[choice_index < 0 ? 0 : static_cast<size_t>(choice(choice_index))];
}

double State::followed(std::string_view name, double offset) const {
    const int index = find(name);
    if (parameter(index).kind == Kind::text) return static_cast<double>(words(text(index)).size()) + offset;
    return number(index) + offset;
}

double State::maximum(int index) const {
    const Parameter& p = parameter(index);
    const Bound& bound = p.maximum_follows;
    if (bound.parameter.empty()) return p.maximum;
    double most = 0;
    if (bound.by_choice.empty()) {
        most = followed(bound.parameter, bound.offset);
    } else {
        most = bound.by_choice[static_cast<size_t>(choice(find(bound.parameter)))];
        if (std::isnan(most)) most = followed(bound.otherwise, bound.offset);
    }
    return std::clamp(most, p.minimum, p.maximum);
}

double State::clamped(int index, double value) const {
    const Parameter& p = parameter(index);
    double low = p.minimum, high = p.maximum;
    if (p.kind == Kind::toggle) low = 0, high = 1;
    if (p.kind == Kind::choice) low = 0, high = static_cast<double>(p.choices.size()) - 1;
    if (p.kind == Kind::number || p.kind == Kind::integer) high = maximum(index);
    if (p.kind == Kind::toggle || p.kind == Kind::choice || p.kind == Kind::integer)
        value = std::round(value);
    return positive_zero(std::clamp(value, low, high));
}

State::Value State::initial(int index) const {
    const Parameter& p = parameter(index);
    if (p.kind == Kind::matrix) {
        const MatrixDefault& matrix = matrix_default(p);
        return {0, {}, {matrix.rows, matrix.cols, {matrix.values.begin(), matrix.values.end()}}};
    }
    if (p.kind == Kind::text) return {0, std::string(p.initial_text), {}};
    if (p.kind == Kind::action) return {};
    return {clamped(index, p.initial), {}, {}};
}

/// Brings what is declared after a changed parameter in line with it.
void State::follow(int changed) {
    for (int i = changed + 1; i < count(); ++i) {
        const Parameter& p = parameter(i);
        Value& slot = values_[static_cast<size_t>(i)];
        if (starts_anew(p, parameter(changed).name)) slot = initial(i);
        if (!p.maximum_follows.parameter.empty()) slot.number = clamped(i, slot.number);
    }
}

// ---- values from a hand

void State::reset() {
    values_.clear();
    for (int i = 0; i < count(); ++i) values_.push_back(initial(i));  // each follows those before it
}

void State::show_pieces_of(const State& other) {
    for (int i = 0; i < count(); ++i) {
        if (parameter(i).piece) set(i, other.number(i));
    }
}

void State::reset_pieces() {
    for (int i = 0; i < count(); ++i) {
        if (parameter(i).piece) set(i, parameter(i).initial);
    }
}

void State::set(int index, double value) {
    const Kind kind = parameter(index).kind;
    if (!std::isfinite(value) || kind == Kind::text || kind == Kind::matrix || kind == Kind::action) return;
    double& slot = values_[static_cast<size_t>(index)].number;
    const double next = clamped(index, value);
    if (next == slot) return;
    slot = next;
    follow(index);
}

void State::set_text(int index, std::string_view value) {
    if (parameter(index).kind != Kind::text) return;
    std::string next(grammar::without_mark(grammar::cut_to(value, parameter(index).max_length)));
    std::string& slot = values_[static_cast<size_t>(index)].text;
    if (next == slot) return;
    slot = std::move(next);
    follow(index);
}

void State::set_cell(int index, int row, int col, double value) {
    MatrixValue& matrix = values_[static_cast<size_t>(index)].matrix;
    if (row < 0 || row >= matrix.rows || col < 0 || col >= matrix.cols || !std::isfinite(value)) return;
    matrix.at(row, col) = clamped(index, value);
}

void State::set_matrix(int index, const MatrixValue& value) {
    MatrixValue& matrix = values_[static_cast<size_t>(index)].matrix;
    if (value.rows != matrix.rows || value.cols != matrix.cols || value.values.size() != matrix.values.size())
        return;
    for (const double cell : value.values) {
        if (!std::isfinite(cell)) return;
    }
    for (size_t i = 0; i < value.values.size(); ++i) matrix.values[i] = clamped(index, value.values[i]);
}

double State::snapped(int index, double value) const {
    const Parameter& p = parameter(index);
    // Rounded once more to nine decimals, because 3 * 0.1 is 0.30000000000000004.
    const double near = std::round(std::round(value / p.step) * p.step * 1e9) / 1e9;
    return clamped(index, near);
}

// ---- values from a string

std::optional<std::string> State::unknown(std::string_view name) const {
    const int index = find(name);
    if (index >= 0 && parameter(index).kind != Kind::action) return std::nullopt;
    if (index >= 0) return std::string(name) + " is an action and has no value";
    std::string known;
    for (const Parameter& p : parameters_) {
        if (p.kind != Kind::action) known += (known.empty() ? "" : ", ") + std::string(p.name);
    }
    return "unknown parameter " + quoted(name) + " (" + std::string(exhibit_) + " has " +
           (known.empty() ? "none" : known) + ")";
}

/// What a parameter wants, for error messages: "temperature must be a number from 0.05 to 30, ".
std::string State::wanted(int index) const {
    const Parameter& p = parameter(index);
    const std::string range = " from " + shortest(minimum(index)) + " to " + shortest(maximum(index)) + ", ";
    std::string out = std::string(p.name);
    switch (p.kind) {
        case Kind::number:
            return out + " must be a number" + range;
        case Kind::integer:
            return out + " must be a whole number" + range;
        case Kind::toggle:
            return out + " must be true or false, ";
        case Kind::choice:
            out += " must be one of ";
            for (const Choice& choice : p.choices) {
                out += std::string(choice.id) + (&choice == &p.choices.back() ? "; " : ", ");
            }
            return out;
        case Kind::matrix:
            return out + " must be a matrix of " + shape(matrix(index).rows, matrix(index).cols) +
                   " numbers, ";
        case Kind::text:
        case Kind::action:
            break;
    }
    return out;
}

std::optional<std::string> State::assign(int index, std::string_view value) {
    const Parameter& p = parameter(index);
    Value& slot = values_[static_cast<size_t>(index)];
    switch (p.kind) {
        case Kind::number:
        case Kind::integer: {
            const std::optional<double> number = grammar::parse_number(value);
            const bool whole = p.kind == Kind::integer;
            if (!number || *number < minimum(index) || *number > maximum(index) ||
                (whole && *number != std::floor(*number))) {
                return wanted(index) + "got " + (number ? std::string(value) : quoted(value));
            }
            slot.number = positive_zero(*number);
            return std::nullopt;
        }
        case Kind::toggle:
            if (value != "true" && value != "false") return wanted(index) + "got " + quoted(value);
            slot.number = value == "true" ? 1 : 0;
            return std::nullopt;
        case Kind::choice:
            for (size_t i = 0; i < p.choices.size(); ++i) {
                const std::vector<std::string_view> earlier = grammar::split(p.choices[i].earlier, ' ');
                if (value.empty() || (p.choices[i].id != value &&
                                      std::find(earlier.begin(), earlier.end(), value) == earlier.end()))
                    continue;
                slot.number = static_cast<double>(i);
                return std::nullopt;
            }
            return wanted(index) + "got " + quoted(value);
        case Kind::text: {
            std::optional<std::string> text = grammar::percent_decoded(value);
            if (!text) return std::string(p.name) + " is not percent-encoded text: " + quoted(value);
            const int length = grammar::utf16_length(*text);
            if (length > p.max_length) {
                return std::string(p.name) + " is too long: " + std::to_string(length) +
                       " characters, at most " + std::to_string(p.max_length);
            }
            slot.text = grammar::without_mark(*text);
            return std::nullopt;
        }
        case Kind::matrix:
            return assign_matrix(index, value);
        case Kind::action:
            break;
    }
    return std::nullopt;
}

std::optional<std::string> State::assign_matrix(int index, std::string_view value) {
    const std::vector<std::string_view> rows = grammar::split(value, '/');
    MatrixValue& matrix = values_[static_cast<size_t>(index)].matrix;
    MatrixValue read{static_cast<int>(rows.size()), 0, {}};
    std::vector<std::string_view> cells;
    for (const std::string_view row : rows) {
        const std::vector<std::string_view> some = grammar::split(row, ',');
        if (read.cols != 0 && read.cols != static_cast<int>(some.size()))
            return wanted(index) + "got rows of different lengths";
        read.cols = static_cast<int>(some.size());
        cells.insert(cells.end(), some.begin(), some.end());
    }
    if (read.rows != matrix.rows || read.cols != matrix.cols)
        return wanted(index) + "got " + shape(read.rows, read.cols);
    for (size_t i = 0; i < cells.size(); ++i) {
        const std::optional<double> number = grammar::parse_number(cells[i]);
        if (!number || *number < minimum(index) || *number > maximum(index)) {
            const int at = static_cast<int>(i);
            return std::string(parameter(index).name) + "[" + std::to_string(at / read.cols) + "][" +
                   std::to_string(at % read.cols) + "] must be a number from " + shortest(minimum(index)) +
                   " to " + shortest(maximum(index)) + ", got " +
                   (number ? std::string(cells[i]) : quoted(cells[i]));
        }
        read.values.push_back(positive_zero(*number));
    }
    matrix = std::move(read);
    return std::nullopt;
}

std::optional<std::string> State::restore(std::string_view string) {
    std::vector<std::vector<std::string_view>> given(parameters_.size());  // values by parameter
    constexpr std::string_view blanks = " \t\r\n";  // before a name: an attribute may have several lines
    for (;;) {
        string.remove_prefix(std::min(string.find_first_not_of(blanks), string.size()));
        if (string.empty()) break;
        const size_t end = std::min(string.find_first_of(";&"), string.size());
        const std::string_view pair = string.substr(0, end);
        string.remove_prefix(std::min(end + 1, string.size()));
        if (pair.empty()) continue;  // "a=1;" and ";;" are harmless
        const size_t equals = pair.find('=');
        if (equals == std::string_view::npos) return "expected name=value, got " + quoted(pair);
        const std::string_view name = pair.substr(0, equals);
        if (std::optional<std::string> error = unknown(name)) return error;
        given[static_cast<size_t>(find(name))].push_back(pair.substr(equals + 1));
    }
    // In the order of the table, in which what is followed comes first: so the order of names says nothing.
    std::vector<Value> before = std::move(values_);
    values_.clear();
    for (int i = 0; i < count(); ++i) {
        values_.push_back(initial(i));
        for (const std::string_view value : given[static_cast<size_t>(i)]) {
            if (std::optional<std::string> error = assign(i, value)) {
                values_ = std::move(before);
                return error;
            }
        }
    }
    return std::nullopt;
}

std::string State::save() const {
    std::string out;
    for (int i = 0; i < count(); ++i) {
        const Parameter& p = parameter(i);
        const Value& value = values_[static_cast<size_t>(i)];
        if (value == initial(i)) continue;
        if (!out.empty()) out += ';';
        out += std::string(p.name) + "=";
        switch (p.kind) {
            case Kind::number:
            case Kind::integer:
                out += shortest(value.number);
                break;
            case Kind::toggle:
                out += value.number != 0 ? "true" : "false";
                break;
            case Kind::choice:
                out += p.choices[static_cast<size_t>(value.number)].id;
                break;
            case Kind::text:
                out += grammar::percent_encoded(value.text);
                break;
            case Kind::matrix:
                for (int row = 0; row < value.matrix.rows; ++row) {
                    for (int col = 0; col < value.matrix.cols; ++col) {
                        if (col > 0) out += ',';
                        if (row > 0 && col == 0) out += '/';
                        out += shortest(value.matrix.at(row, col));
                    }
                }
                break;
            case Kind::action:
                break;
        }
    }
    return out;
}

std::string State::shown(int index) const {
    const Parameter& p = parameter(index);
    switch (p.kind) {
        case Kind::number:
            return fixed(number(index), p.decimals);
        case Kind::integer:
            return fixed(number(index), 0);
        case Kind::toggle:
            return toggle(index) ? "on" : "off";
        case Kind::choice:
            return std::string(p.choices[static_cast<size_t>(choice(index))].label);
        case Kind::text:
            return text(index);
        case Kind::matrix:
            return shape(matrix(index).rows, matrix(index).cols) + " numbers";
        case Kind::action:
            break;
    }
    return {};
}

std::string State::shown_cell(int index, int row, int col) const {
    const MatrixValue& cells = matrix(index);
    const bool inside = row >= 0 && row < cells.rows && col >= 0 && col < cells.cols;
    return inside ? fixed(cells.at(row, col), parameter(index).decimals) : std::string();
}

}  // namespace explainer
