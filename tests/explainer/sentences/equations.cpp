#include "equations.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "tables.h"

namespace explainer::sentences {
namespace {

/// All that a printed number may be, and the largest number that it was made of (float32 rounds at its
/// scale).
struct Range {
    double least, most, scale;
};

Range about(double value, double room) {
    return {value - room, value + room, std::fabs(value)};
}

Range of(std::initializer_list<double> ends, double scale) {
    return {std::min(ends), std::max(ends), std::max(scale, std::fabs(std::max(ends)))};
}

struct Token {
    enum Kind { number, sign, equals, word } kind;
    std::string text;
    Range range = {0, 0, 0};
};

constexpr std::string_view digits = "0123456789";
constexpr const char* raised[] = {"⁻", "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/// Length of the number that a text begins with, 0 if there is none: "8,192", "0.25", "1.2·10⁻⁹".
size_t number_at(std::string_view text) {
    size_t end = text.find_first_not_of(digits);
    end = end == std::string_view::npos ? text.size() : end;
    if (end == 0) return 0;
    const auto digit_at = [&](size_t at) {
        return at < text.size() && digits.find(text[at]) != std::string_view::npos;
    };
    while (end + 3 < text.size() && text[end] == ',' && digit_at(end + 1) && digit_at(end + 2) &&
           digit_at(end + 3) && !digit_at(end + 4))
        end += 4;
    if (end < text.size() && text[end] == '.' && digit_at(end + 1)) {
        ++end;
        while (digit_at(end)) ++end;
    }
    constexpr std::string_view power = "·10";
    if (!text.substr(end).starts_with(power)) return end;
    size_t exponent = end + power.size();
    for (bool more = true; more;) {
        more = false;
        for (const std::string_view one : raised) {
            if (!text.substr(exponent).starts_with(one)) continue;
            exponent += one.size();
            more = true;
        }
    }
    return exponent > end + power.size() ? exponent : end;
}

/// A decimal fraction and a long number were rounded to their last digit; another whole number is what it
/// says, and so is one with a comma.
Range range_of(const std::string& text) {
    const bool whole = text.find_first_not_of("0123456789,") == std::string::npos;
    const bool exact = whole && (text.size() < 3 || text.find(',') != std::string::npos);
    return about(number_in(text), exact ? 0 : half_unit(text));
}

/// What a number is multiplied by because of the unit after it, if that is known here.
struct Unit {
    std::string_view name;
    double times;
};
constexpr Unit units[] = {{"%", 0.01},     {"B", 1},        {"KiB", 0x1p10},
                          {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}};

bool letter_at(std::string_view text, size_t at) {
    return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
}

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> out;
    const auto begins = [&](std::string_view with) { return text.starts_with(with); };
    while (!text.empty()) {
        if (begins(" ") || begins("\u00a0") || begins("\u2009") || begins("\u202f")) {
            text.remove_prefix(begins(" ") ? 1 : begins("\u00a0") ? 2 : 3);
            continue;
        }
        if (const size_t length = number_at(text); length > 0) {
            const std::string number(text.substr(0, length));
            out.push_back({Token::number, number, range_of(number)});
            text.remove_prefix(length);
            if (letter_at(text, 0)) {  // "2nd", "4096d": a product of what no number stands for
                out.back().kind = Token::word;
                continue;
            }
            size_t blank = 0;
            while (text.substr(blank).starts_with(" ") || text.substr(blank).starts_with("\u00a0"))
                blank += text[blank] == ' ' ? 1 : 2;
            for (const Unit& unit : units) {
                if (!text.substr(blank).starts_with(unit.name) || letter_at(text, blank + unit.name.size()))
                    continue;
                text.remove_prefix(blank + unit.name.size());
                Range& range = out.back().range;
                if (unit.times > 1) range = about(number_in(number), half_unit(number));
                range = {range.least * unit.times, range.most * unit.times, range.scale * unit.times};
                break;
            }
            continue;
        }
        bool is_sign = false;
        for (const std::string_view sign : {"+", "−", "×", "·", "÷", "√", "²", "(", ")", "exp", "ln "}) {
            if (!begins(sign)) continue;
            out.push_back({Token::sign, std::string(sign)});
            text.remove_prefix(sign.size());
            is_sign = true;
            break;
        }
        if (is_sign) continue;
        if (begins("=")) {
            out.push_back({Token::equals, "="});
            text.remove_prefix(1);
            continue;
        }
        if (begins(", ÷")) {  // "3.00, ÷ √2 = 2.12": the number before goes on
            text.remove_prefix(1);
            continue;
        }
        // a word: up to a blank or a sign
        size_t end = 1;
        while (end < text.size() && text[end] != ' ' && text[end] != '=' && text[end] != '(' &&
               text[end] != ')' && !text.substr(end).starts_with("\u00a0"))
            ++end;
        // "the (2)": the second "the" of a sentence
        if (text.size() > end + 3 && text.substr(end, 2) == " (" && text[end + 2] >= '2' &&
            text[end + 2] <= '9' && text[end + 3] == ')')
            end += 4;
        out.push_back({Token::word, std::string(text.substr(0, end))});
        text.remove_prefix(end);
    }
    // what an equation ends with was rounded, whole or not
    for (size_t i = 1; i < out.size(); ++i) {
        if (out[i].kind != Token::number || out[i - 1].kind != Token::equals) continue;
        if (i + 1 < out.size() && out[i + 1].kind == Token::sign) continue;
        Range& range = out[i].range;
        const double one = number_in(out[i].text);
        if (range.least == range.most) range = about(range.least, one == 0 ? 0.5 : 0.5 * range.least / one);
    }
    // "component 2", "word 3": which one it is, no quantity
    for (size_t i = 1; i < out.size(); ++i)
        if (out[i].kind == Token::number && (out[i - 1].text == "component" || out[i - 1].text == "word"))
            out[i].kind = Token::word;
    // a name before its number says whose it is: a setting's, to three decimals
    for (size_t i = 0; i + 1 < out.size(); ++i) {
        const bool name = out[i].kind == Token::word && (out[i].text == "T" || out[i].text == "h" ||
                                                         out[i].text == "dₖ" || out[i].text == "d_model");
        if (!name || out[i + 1].kind != Token::number) continue;
        out.erase(out.begin() + static_cast<long>(i));
        out[i].range = about(number_in(out[i].text), 0.0005);
    }
    return out;
}

/// Recursive descent; empty where the tokens are no expression.
class Parser {
  public:
    Parser(const Token* from, const Token* to) : at_(from), end_(to) {}
    std::optional<Range> sum() {
        std::optional<Range> out = product();
        while (out && (is("+") || is("−"))) {
            const bool minus = at_++->text == "−";
            const std::optional<Range> other = product();
            if (!other) return {};
            const double scale = std::max(out->scale, other->scale);
            out = minus ? of({out->least - other->most, out->most - other->least}, scale)
                        : of({out->least + other->least, out->most + other->most}, scale);
        }
        return out;
    }
    const Token* at() const { return at_; }

  private:
    bool is(std::string_view sign) const {
        return at_ != end_ && at_->kind == Token::sign && at_->text == sign;
    }
    std::optional<Range> product() {
        std::optional<Range> out = factor();
        while (out && (is("×") || is("·") || is("÷") || is("("))) {
            const bool divide = is("÷");
            if (!is("(")) ++at_;
            std::optional<Range> other = factor();
            if (!other) return {};
            if (divide) {
                if (other->least <= 0 && other->most >= 0) return {};  // by what may be nothing
                other = of({1 / other->least, 1 / other->most}, 0);
            }
            out = of({out->least * other->least, out->least * other->most, out->most * other->least,
                      out->most * other->most},
                     0);
        }
        return out;
    }
    std::optional<Range> factor() {
        if (is("−")) {
            ++at_;
            const std::optional<Range> out = factor();
            return out ? std::optional<Range>({-out->most, -out->least, out->scale}) : out;
        }
        std::optional<Range> out = base();
        if (out && is("²")) {
            ++at_;
            const double a = out->least * out->least, b = out->most * out->most;
            out = of({out->least < 0 && out->most > 0 ? 0 : std::min(a, b), a, b}, 0);
        }
        return out;
    }
    std::optional<Range> base() {
        if (at_ == end_) return {};
        if (at_->kind == Token::number) return (at_++)->range;
        if (is("√")) {
            ++at_;
            const std::optional<Range> out = base();
            if (!out || out->most < 0) return {};
            return of({std::sqrt(std::max(0.0, out->least)), std::sqrt(out->most)}, 0);
        }
        if (is("exp")) {
            ++at_;
            const std::optional<Range> out = factor();
            return out ? std::optional<Range>(of({std::exp(out->least), std::exp(out->most)}, 0)) : out;
        }
        if (is("ln ")) {
            ++at_;
            const std::optional<Range> out = factor();
            if (!out || out->least <= 0) return {};
            return of({std::log(out->least), std::log(out->most)}, 0);
        }
        if (!is("(")) return {};
        ++at_;
        const std::optional<Range> out = sum();
        if (!out || !is(")")) return {};
        ++at_;
        return out;
    }
    const Token *at_, *end_;
};

bool agree(const Range& a, const Range& b) {
    const double room = 2e-6 * std::max(a.scale, b.scale);
    return a.least <= b.most + room && b.least <= a.most + room;
}

/// The expression from the last word or "=" up to there, if that is one.
std::optional<Range> before(const std::vector<Token>& tokens, size_t end, size_t& from) {
    from = end;
    while (from > 0 && tokens[from - 1].kind != Token::word && tokens[from - 1].kind != Token::equals) --from;
    Parser parser(tokens.data() + from, tokens.data() + end);
    const std::optional<Range> found = parser.sum();
    return found && parser.at() == tokens.data() + end ? found : std::nullopt;
}

/// "a + b + c = 3 so far": those that are added are the first, or none.
bool some_terms_give(const std::vector<Token>& tokens, size_t from, size_t to, const Range& sum) {
    if (agree(sum, {0, 0, 0})) return true;
    for (size_t end = from + 1; end <= to; ++end) {
        Parser parser(tokens.data() + from, tokens.data() + end);
        const std::optional<Range> some = parser.sum();
        if (some && parser.at() == tokens.data() + end && agree(*some, sum)) return true;
    }
    return false;
}

std::string text_of(const std::vector<Token>& tokens, size_t from, size_t to) {
    std::string out;
    for (size_t i = from; i < to; ++i) out += (i == from ? "" : " ") + tokens[i].text;
    return out;
}

}  // namespace

std::vector<Equation> equations_in(std::string_view text) {
    const std::vector<Token> tokens = tokens_of(text);
    std::vector<Equation> out;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::equals) continue;
        size_t from = i;
        const std::optional<Range> left = before(tokens, i, from);
        if (!left) continue;
        Parser whole(tokens.data() + i + 1, tokens.data() + tokens.size());
        const std::optional<Range> right = whole.sum();
        if (!right) continue;
        const size_t end = static_cast<size_t>(whole.at() - tokens.data());
        bool holds = agree(*left, *right);
        const bool so_far = end < tokens.size() && tokens[end].text == "so";
        if (so_far) holds = some_terms_give(tokens, from, i, *right);
        if (!holds && end < tokens.size() && tokens[end].kind == Token::equals) {
            size_t first = i + 1;
            while (first < end && tokens[first].kind != Token::number) ++first;
            Parser number(tokens.data() + i + 1, tokens.data() + first + 1);
            const std::optional<Range> alone = number.sum();
            holds = alone && agree(*left, *alone);
        }
        out.push_back({text_of(tokens, from, end), holds});
    }
    return out;
}

}  // namespace explainer::sentences
