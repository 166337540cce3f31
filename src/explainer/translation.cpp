// See translation.h.
#include "explainer/translation.h"

#include <algorithm>

#include "explainer/description.h"

namespace explainer::language {
namespace {

constexpr std::string_view piece_open = "⟦", piece_close = "⟧", quote = "“", unquote = "”";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Bytes of the sign that a text begins with, if it is one of those: figures above or below the line.
template <size_t count>
size_t sign_size(std::string_view text, const std::string_view (&signs)[count]) {
    for (const std::string_view sign : signs) {
        if (text.starts_with(sign)) return sign.size();
    }
    return 0;
}
constexpr std::string_view raised[] = {"⁻", "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::string_view lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

/// Bytes of the number that a text begins with: digits with signs between them, and a power of ten.
size_t number_size(std::string_view text) {
    constexpr std::string_view minus = "−", infinite = "∞";
    if (text.starts_with(infinite)) return infinite.size();
    if (text.starts_with(minus)) {
        const size_t size = number_size(text.substr(minus.size()));
        return size > 0 ? minus.size() + size : 0;
    }
    size_t end = 0;
    while (end < text.size() && (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') &&
                                                         end + 1 < text.size() && is_digit(text[end + 1]))))
        ++end;
    if (end > 0 && text[0] == ',') return 0;
    for (size_t more = end > 0 ? 1 : 0; more > 0; end += more) more = sign_size(text.substr(end), raised);
    constexpr std::string_view power = "·10";
    if (end == 0 || !text.substr(end).starts_with(power)) return end;
    const size_t before = end + power.size();
    size_t after = before;
    for (size_t more = 1; more > 0; after += more) more = sign_size(text.substr(after), raised);
    return after > before ? after : end;
}

/// Bytes of what is between marks, which it begins with, and of the marks.
size_t marked_size(std::string_view text) {
    size_t end = 0;
    for (int depth = 0; end < text.size();) {
        const char c = text[end++];
        depth += c == open ? 1 : c == close ? -1 : 0;
        if (depth == 0) break;
    }
    return end;
}

/// Where the second sentence of a text begins; 0: there is only one.
size_t second_sentence(std::string_view text) {
    int depth = 0;
    for (size_t at = 0; at + 2 < text.size(); ++at) {
        depth += text[at] == open ? 1 : text[at] == close ? -1 : 0;
        const char next = text[at + 2];
        const bool begins =
            (next >= 'A' && next <= 'Z') || next == open || text.substr(at + 2).starts_with(quote);
        if (depth == 0 && (text[at] == '.' || text[at] == '?') && text[at + 1] == ' ' && begins)
            return at + 2;
    }
    return 0;
}

/// Whether a text ends with a number and a comma behind which `next` would be read as its decimals: 0,5, 0,7.
bool reads_on(std::string_view text, std::string_view next) {
    constexpr std::string_view comma = ", ";
    if (!text.ends_with(comma) || number_size(next) == 0) return false;
    text.remove_suffix(comma.size());
    const std::string_view last = text.substr(text.find_last_of(" (") + 1);
    return !last.empty() && is_digit(last.back()) &&
           (last.find(',') != std::string_view::npos || next.find(',') != std::string_view::npos);
}

/// Values put where a text has "{}" or "{2}".
std::string filled(std::string_view text, const std::vector<std::string>& values) {
    std::string out;
    size_t next = 0;
    for (size_t at = 0; at < text.size();) {
        size_t end = at + 1, which = 0;
        while (text[at] == '{' && end < text.size() && is_digit(text[end]))
            which = 10 * which + static_cast<size_t>(text[end++] - '0');
        if (text[at] != '{' || end >= text.size() || text[end] != '}') {
            out += text[at++];
            continue;
        }
        which = which > 0 ? which - 1 : next++;
        if (which < values.size()) {
            if (reads_on(out, values[which])) out[out.size() - 2] = ';';
            out += values[which];
        }
        at = end + 1;
    }
    return out;
}

}  // namespace

Translation::Translation(char decimal, std::string texts, std::vector<std::string>* missing)
    : decimal_(decimal), texts_(std::move(texts)), missing_(missing) {
    const auto next = [this](size_t& from) {
        from = std::min(from, texts_.size());
        const size_t end = std::min(texts_.find('\0', from), texts_.size());
        const std::string_view out = std::string_view(texts_).substr(from, end - from);
        from = end + 1;
        return out;
    };
    size_t english_bytes = 1, bytes = 1;
    for (size_t from = 0; from < texts_.size();) {
        const std::string_view english = next(from), said = next(from);
        sorted_.emplace_back(english, said);
        english_bytes += english.size();
        bytes += said.size();
    }
    longer_ = std::max(1.0f, static_cast<float>(bytes) / static_cast<float>(english_bytes));
}

std::string_view Translation::find(std::string_view english) const {
    size_t first = 0, last = sorted_.size();
    while (first < last) {
        const size_t middle = (first + last) / 2;
        sorted_[middle].first < english ? first = middle + 1 : last = middle;
    }
    return first < sorted_.size() && sorted_[first].first == english ? sorted_[first].second : "";
}

std::string Translation::number(std::string_view english) const {
    std::string out(english);
    // (English may leave a zero out before its point; before a comma it is always written.)
    if (const size_t point = out.find('.');
        decimal_ != '.' && point < out.size() && (point == 0 || !is_digit(out[point - 1])))
        out.insert(point, 1, '0');
    std::replace(out.begin(), out.end(), '.', decimal_);
    return out;
}

Translation::Asked Translation::asked(std::string_view text) const {
    Asked out;
    bool in_name = false;  // a digit behind a letter belongs to a name
    for (size_t at = 0, size = 0; at < text.size(); at += size) {
        const std::string_view rest = text.substr(at);
        const char c = rest.front();
        if (c == open) {
            size = marked_size(rest);
            out.values.push_back(said(rest.substr(1, size - 2)));
        } else if (c == kept_open) {
            const size_t end = std::min(rest.find(kept_close), rest.size() - 1);
            size = end + 1;
            out.values.emplace_back(rest.substr(1, end - 1));
        } else if (size = in_name ? 0 : number_size(rest); size > 0) {
            out.values.push_back(number(rest.substr(0, size)));
        } else if (size = sign_size(rest, lowered); size > 0) {
            out.values.emplace_back(rest.substr(0, size));
        } else if (rest.starts_with(quote) && rest.find(unquote) != std::string_view::npos) {
            size = rest.find(unquote);
            out.text += quote;
            out.values.push_back(said(rest.substr(quote.size(), size - quote.size())));
        } else if (rest.starts_with(piece_open)) {
            size = std::min(piece_open.size() + 1, rest.size());  // with the letter that tells whose it is
            out.text += rest.substr(0, size);
            in_name = false;
            continue;
        } else {
            out.text += c;
            size = 1;
            in_name = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (in_name && is_digit(c));
            continue;
        }
        out.text += "{}";
        in_name = false;
    }
    return out;
}

std::optional<std::string> Translation::found(std::string_view text) const {
    if (const std::string_view exact = find(text); !exact.empty()) return std::string(exact);
    const Asked of = asked(text);
    const std::string_view known = find(of.text);
    return known.empty() ? std::nullopt : std::optional(filled(known, of.values));
}

std::string Translation::said(std::string_view text) const {
    constexpr size_t most_known = 4096;
    if (const auto known = known_.find(text); known != known_.end()) return known->second;
    std::string out = looked_up(text);
    if (known_.size() >= most_known) known_.clear();
    known_.emplace(text, out);
    return out;
}

std::string Translation::looked_up(std::string_view text) const {
    const size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    if (first == std::string_view::npos) return std::string(text);
    if (last - first + 1 < text.size()) {
        std::string out(text);
        return out.replace(first, last - first + 1, said(text.substr(first, last - first + 1)));
    }
    if (is_left(text)) return std::string(text);
    if (std::optional<std::string> whole = found(text)) return *whole;
    if (const size_t second = second_sentence(text); second > 0)
        return said(text.substr(0, second)) + said(text.substr(second));
    const Asked of = asked(text);
    if (missing_ != nullptr) missing_->push_back(of.text);
    return filled(of.text, of.values);
}

std::vector<std::pair<size_t, std::string>> Translation::said(
    const std::vector<std::string_view>& pieces) const {
    std::string english;
    for (size_t i = 0; i < pieces.size(); ++i) {
        english += piece_open;
        english += static_cast<char>('a' + i);
        // One that is a single word is what the text is about.
        const bool single = pieces[i].find(' ') == std::string_view::npos;
        if (single) english += open;
        english += pieces[i];
        if (single) english += close;
        english += piece_close;
    }
    std::vector<std::pair<size_t, std::string>> out;
    const std::optional<std::string> whole = found(english);
    if (!whole) return out;
    const std::string_view text = *whole;
    for (size_t at = text.find(piece_open); at != std::string_view::npos; at = text.find(piece_open, at)) {
        at += piece_open.size();
        const size_t end = text.find(piece_close, at);
        if (end == std::string_view::npos || end == at) break;
        const auto which = static_cast<size_t>(text[at] - 'a');
        if (which < pieces.size()) out.emplace_back(which, std::string(text.substr(at + 1, end - at - 1)));
        at = end;
    }
    return out;
}

void Translation::leave(std::string_view words) const {
    std::string left = ' ' + std::string(words) + ' ';
    if (left == left_) return;
    left_ = std::move(left);
    known_.clear();
}

bool Translation::is_left(std::string_view text) const {
    return text.find(' ') == std::string_view::npos &&
           left_.find(' ' + std::string(text) + ' ') != std::string::npos;
}

std::string Translation::unmarked(std::string text) const {
    std::erase_if(text, [](char c) { return c >= open && c <= kept_close; });
    return text;
}

void Translation::say(Description& description) const {
    const auto say = [this](std::string& text) { text = said(text); };
    say(description.summary);
    for (Table& table : description.tables) {
        for (std::vector<Cell>& row : table.rows) {
            for (Cell& cell : row) {
                if (auto* const text = std::get_if<std::string>(&cell)) say(*text);
            }
        }
        say(table.title);
        for (std::string& column : table.columns) say(column);
    }
    for (NamedValue& value : description.values) value.name = unmarked(value.name);
}

size_t add_translation(const std::string& decimal, const std::string& texts) {
    return keep(std::make_unique<Translation>(decimal.empty() ? '.' : decimal.front(), texts));
}

}  // namespace explainer::language
