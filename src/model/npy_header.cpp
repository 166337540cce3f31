// The parser: one pass over the dict, which stops at the first thing that is wrong.
#include "npy_header.h"

#include <algorithm>
#include <string_view>

namespace model {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t most_dimensions = 32;
constexpr std::size_t longest_text = 64;  // a key's or a type's: an error may repeat it

class Dict {
  public:
    Dict(std::string_view text, NpyHeader& to) : text_(text), to_(to) {}

    // Says what is wrong; nothing if nothing is.
    std::string read() {
        if (!take('{')) return no_dict();
        while (!take('}')) {
            std::string key;
            if (!string(key) || !take(':')) return no_dict();
            if (std::string wrong = value(key); !wrong.empty()) return wrong;
            if (!take(',') && !next_is('}')) return no_dict();
        }
        spaces();
        if (at_ != text_.size()) return no_dict();
        for (const auto& [has, key] :
             {std::pair{has_descr_, "descr"}, {has_order_, "fortran_order"}, {has_shape_, "shape"}}) {
            if (!has) return std::string("has no ") + key + " in its header";
        }
        return {};
    }

  private:
    std::string_view text_;
    NpyHeader& to_;
    std::size_t at_ = 0;
    bool has_descr_ = false, has_order_ = false, has_shape_ = false;

    std::string no_dict() const {
        return "has a header that is not a dict of Python from its byte " + std::to_string(at_ + 1) + " on";
    }
    static std::string no_tuple() {
        return "has a shape that is not a tuple of sizes, such as (3, 4) or (3,)";
    }

    // --- tokens
    void spaces() {
        while (at_ < text_.size() && std::string_view(" \t\n\r\f").find(text_[at_]) != text_.npos) ++at_;
    }
    bool next_is(char c) {
        spaces();
        return at_ < text_.size() && text_[at_] == c;
    }
    bool take(char c) {
        if (!next_is(c)) return false;
        ++at_;
        return true;
    }
    bool take(std::string_view word) {
        spaces();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    // In either of Python's quotes. Escapes are not understood, as no type has any.
    bool string(std::string& to) {
        const char quote = next_is('"') ? '"' : '\'';
        if (!next_is(quote)) return false;
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == text_.npos) return false;
        const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        const bool plain = std::all_of(inside.begin(), inside.end(),
                                       [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
        if (!plain || inside.size() > longest_text) return false;
        to = inside;
        at_ = end + 1;
        return true;
    }

    // --- what stands behind a key
    std::string value(const std::string& key) {
        bool* has = key == "descr"           ? &has_descr_
                    : key == "fortran_order" ? &has_order_
                    : key == "shape"         ? &has_shape_
                                             : nullptr;
        if (!has) return "has a key " + key + " in its header, must have descr, fortran_order and shape";
        if (*has) return "has " + key + " twice in its header";
        *has = true;
        return has == &has_descr_ ? descr() : has == &has_order_ ? order() : shape();
    }

    std::string descr() {
        if (next_is('[') || next_is('('))
            return "has a structured type, whose elements have fields: must be of numbers or of text";
        return string(to_.descr) ? std::string() : no_dict();
    }

    std::string order() {
        to_.fortran_order = take("True");
        if (to_.fortran_order || take("False")) return {};
        return "has a fortran_order that is neither True nor False";
    }

    std::string shape() {
        if (!take('(')) return no_tuple();
        bool comma = true;  // what a second size must have before it, and a single one behind
        while (!take(')')) {
            if (!comma) return no_tuple();
            if (to_.shape.size() == most_dimensions) return "has more than 32 dimensions";
            if (std::string wrong = size(); !wrong.empty()) return wrong;
            comma = take(',');
            if (!comma && to_.shape.size() == 1) return no_tuple();  // to Python, (3) is a number
        }
        return {};
    }

    std::string size() {
        const bool negative = take('-');
        spaces();
        const std::size_t begin = at_;
        std::uint64_t number = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
            const std::uint64_t digit = static_cast<std::uint64_t>(text_[at_] - '0');
            if (number > (UINT64_MAX - digit) / 10) return "has a size in its shape that 64 bits do not hold";
            number = number * 10 + digit;
        }
        if (at_ == begin || (text_[begin] == '0' && at_ - begin > 1)) return no_tuple();
        if (negative) return "has the size -" + std::to_string(number) + " in its shape, must have 0 or more";
        if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote long ones
        to_.shape.push_back(number);
        return {};
    }
};

}  // namespace

NpyHeader read_npy_header(std::span<const std::byte> file, const std::string& name) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const auto wrong = [&](std::string what) {
        NpyHeader header;
        header.error = {name, std::move(what)};
        return header;
    };
    if (text.substr(0, magic.size()) != magic.substr(0, text.size()) || text.empty())
        return wrong("is no .npy file: does not begin with \\x93NUMPY");
    const std::size_t version_at = magic.size();
    // one version has two bytes for the length, the later ones four
    const std::size_t major = file.size() > version_at ? static_cast<std::size_t>(file[version_at]) : 1;
    const std::size_t prefix = version_at + 2 + (major == 1 ? 2 : 4);
    if (file.size() >= version_at + 2 && (major < 1 || major > 3 || file[version_at + 1] != std::byte{0})) {
        return wrong("has version " + std::to_string(major) + "." +
                     std::to_string(static_cast<int>(file[version_at + 1])) +
                     " of the .npy format, must have 1.0, 2.0 or 3.0");
    }
    if (file.size() < prefix) return wrong("is cut short, before its header");
    std::size_t length = 0;
    for (std::size_t i = prefix; i-- > version_at + 2;)
        length = length << 8 | static_cast<std::size_t>(file[i]);
    if (length > file.size() - prefix) {
        return wrong("is said to have a header of " + std::to_string(length) + " bytes, has " +
                     std::to_string(file.size() - prefix));
    }
    NpyHeader header;
    header.bytes = prefix + length;
    if (std::string what = Dict(text.substr(prefix, length), header).read(); !what.empty())
        return wrong(std::move(what));
    return header;
}

}  // namespace model
