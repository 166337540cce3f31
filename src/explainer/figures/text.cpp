// Lines and paragraphs. See text.h.
#include "explainer/figures/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "explainer/vector_of.h"

namespace explainer::figures {
namespace {

Type look_of(Type type, const Run& run) {
    return {type.size(), type.bold() || run.bold};
}

/// Bytes of the first character of a text that is not empty.
size_t first_character(std::string_view text) {
    size_t end = 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    return end;
}

/// Fills lines word by word.
class Breaker {
  public:
    Breaker(Type type, float width) : type_(type), width_(width), lines_(1) {}

    void add(int index, const Run& run) {
        std::string_view rest = run.text;
        while (!rest.empty()) {
            const size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
            const size_t end = std::min(rest.find(' ', blanks), rest.size());
            add_word(index, look_of(type_, run), rest.substr(0, end), blanks);
            rest.remove_prefix(end);
        }
    }

    std::vector<std::vector<Piece>> take() { return std::move(lines_); }

  private:
    /// A word with the blanks before it, which a line does not begin with.
    void add_word(int index, Type look, std::string_view word, size_t blanks) {
        // A run may begin in the middle of a word ("“" + token): then it is not parted from what stands
        // before it, unless it must be.
        float wide = fonts::width(look, word);
        if (pen_ > 0 && pen_ + wide > width_) {
            next_line();
        }
        if (pen_ == 0 && lines_.size() > 1) {
            word.remove_prefix(blanks);
            wide = fonts::width(look, word);
        }
        while (wide > width_ && word.size() > first_character(word)) {
            size_t fits = first_character(word);
            for (size_t next = fits; next < word.size();) {
                next += first_character(word.substr(next));
                if (fonts::width(look, word.substr(0, next)) > width_) break;
                fits = next;
            }
            put(index, look, word.substr(0, fits));
            next_line();
            word.remove_prefix(fits);
            wide = fonts::width(look, word);
        }
        put(index, look, word);
    }

    void put(int index, Type look, std::string_view text) {
        if (text.empty()) return;
        std::vector<Piece>& line = lines_.back();
        if (!line.empty() && line.back().run == index) {
            line.back().text += text;
            pen_ = line.back().x + fonts::width(look, line.back().text);
            return;
        }
        line.push_back({pen_, index, std::string(text)});
        pen_ += fonts::width(look, text);
    }

    void next_line() {
        lines_.emplace_back();
        pen_ = 0;
    }

    Type type_;
    float width_, pen_ = 0;
    std::vector<std::vector<Piece>> lines_;
};

/// The code point that begins at `at`.
uint32_t code_point(std::string_view text, size_t at) {
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
    const uint32_t lead = byte(at);
    const size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    uint32_t out = more == 3 ? lead & 7 : more == 2 ? lead & 15 : more == 1 ? lead & 31 : lead;
    for (size_t i = 1; i <= more && at + i < text.size(); ++i) out = out << 6 | (byte(at + i) & 63);
    return out;
}

/// Whether a character belongs to the one before it: accents, joiners, the colour of a hand, half a flag
/// (which keeps flags whole and, at worst, two of them together).
bool continues(uint32_t before, uint32_t c) {
    const auto within = [c](uint32_t first, uint32_t last) { return c >= first && c <= last; };
    const auto flag = [](uint32_t p) { return p >= 0x1F1E6 && p <= 0x1F1FF; };
    return before == 0x200D || c == 0x200D || within(0x300, 0x36F) || within(0x483, 0x489) ||
           within(0x591, 0x5C7) || within(0x610, 0x61A) || within(0x64B, 0x65F) || within(0x900, 0x903) ||
           within(0x93A, 0x94F) || within(0x1AB0, 0x1AFF) || within(0x20D0, 0x20FF) ||
           within(0xFE00, 0xFE0F) || within(0x1F3FB, 0x1F3FF) || within(0xE0020, 0xE007F) ||
           (flag(before) && flag(c));
}

class Line final : public Part {
  public:
    Line(Type type, Color color, std::string text, Align align)
        : type_(type), color_(color), text_(std::move(text)), align_(align) {}

    void draw(Ui& ui, Rect rect) override {
        const float x = align_ == Align::left     ? rect.x
                        : align_ == Align::centre ? rect.centre().x
                                                  : rect.right();
        ui.text({x, rect.y}, type_, color_, text_, align_);
    }

  protected:
    Size arrange(float) override {
        return {fonts::width(type_, text_), fonts::line_height(type_), type_.size() * baseline};
    }

  private:
    Type type_;
    Color color_;
    std::string text_;
    Align align_;
};

class Paragraph final : public Part {
  public:
    Paragraph(Type type, std::vector<Run> runs, int lines)
        : type_(type), runs_(std::move(runs)), least_(lines) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        float y = rect.y;
        for (const std::vector<Piece>& line : lines_) {
            for (const Piece& piece : line) {
                const Run& run = runs_[static_cast<size_t>(piece.run)];
                ui.painter().text({rect.x + piece.x, y}, look_of(type_, run), run.color, piece.text);
            }
            y += fonts::line_height(type_);
        }
    }

  protected:
    Size arrange(float available) override {
        lines_ = broken(type_, runs_, available);
        float width = 0;
        for (const std::vector<Piece>& line : lines_) {
            if (line.empty()) continue;
            const Piece& last = line.back();
            width = std::max(
                width,
                last.x + fonts::width(look_of(type_, runs_[static_cast<size_t>(last.run)]), last.text));
        }
        const int lines = std::max(least_, static_cast<int>(lines_.size()));
        return {width, fonts::line_height(type_) * static_cast<float>(lines), type_.size() * baseline};
    }

  private:
    Type type_;
    std::vector<Run> runs_;
    int least_;
    std::vector<std::vector<Piece>> lines_;
};

}  // namespace

std::vector<std::vector<Piece>> broken(Type type, std::span<const Run> runs, float width) {
    Breaker breaker(type, width);
    for (size_t i = 0; i < runs.size(); ++i) breaker.add(static_cast<int>(i), runs[i]);
    return breaker.take();
}

std::string shortened(Type type, std::string_view text, float width) {
    if (fonts::width(type, text) <= width) return std::string(text);
    constexpr std::string_view dots = "…";
    std::string out;
    uint32_t before = 0;
    for (size_t end = 0; end < text.size();) {
        const uint32_t c = code_point(text, end);
        if (end > 0 && !continues(before, c)) {
            std::string candidate = std::string(text.substr(0, end)) + std::string(dots);
            if (fonts::width(type, candidate) > width) break;
            out = std::move(candidate);
        }
        before = c;
        end += first_character(text.substr(end));
    }
    if (out.empty() && fonts::width(type, dots) <= width) out = dots;
    return out;
}

Block text(Type type, Color color, std::string text, Align align) {
    return std::make_unique<Line>(type, color, std::move(text), align);
}

Block text(Type type, Color color, const char* text, Align align) {
    return figures::text(type, color, std::string(text), align);
}

Block paragraph(Type type, Color color, std::string text, int lines) {
    return paragraph(type, vector_of(Run{std::move(text), color, false}), lines);
}

Block paragraph(Type type, Color color, const char* text, int lines) {
    return paragraph(type, color, std::string(text), lines);
}

Block paragraph(Type type, std::vector<Run> runs, int lines) {
    return std::make_unique<Paragraph>(type, std::move(runs), lines);
}

Block titled(Color color, std::string title, Color note_color, std::string note) {
    const float wanted = fonts::width(strong, title) + 16 + fonts::width(caption, note);
    return by_width([=](float available) {
        if (available >= wanted)
            return row({.gap = 16, .cross = Cross::baseline},
                       {Item(text(strong, color, title)),
                        Item(text(caption, note_color, note, Align::right), share())});
        return column(2, text(strong, color, title), paragraph(caption, note_color, note));
    });
}

}  // namespace explainer::figures
