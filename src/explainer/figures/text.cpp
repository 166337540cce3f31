// Lines and paragraphs. See text.h.
#include "explainer/figures/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "explainer/language.h"

namespace explainer::figures {
namespace {

/// Runs in the language of the view: said as one text, which may have them in another order; else each on its
/// own.
std::vector<Run> said(std::vector<Run> runs) {
    if (language::in_use() == nullptr) return runs;
    std::vector<std::string_view> pieces;
    for (const Run& run : runs) pieces.push_back(run.text);
    std::vector<Run> out;
    for (const auto& [which, text] : language::in_use()->said(pieces))
        (out.emplace_back(runs[which])).text = text;
    if (!out.empty()) return out;
    for (Run& run : runs) run.text = language::translated(run.text);
    return runs;
}

Type look_of(Type type, const Run& run) {
    return {type.size() * run.times, type.bold() || run.bold};
}

/// Bytes of the first code point of a text that is not empty.
size_t code_point_size(std::string_view text) {
    size_t end = 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    return end;
}

/// The first code point of a text that is not empty.
uint32_t code_point(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
    const uint32_t lead = byte(0);
    const size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    uint32_t out = more == 3 ? lead & 7 : more == 2 ? lead & 15 : more == 1 ? lead & 31 : lead;
    for (size_t i = 1; i <= more && i < text.size(); ++i) out = out << 6 | (byte(i) & 63);
    return out;
}

/// Whether a code point belongs to the character before it: accents, joiners, the colour of a hand, half a
/// flag (which keeps flags whole and, at worst, two of them together).
bool continues(uint32_t before, uint32_t c) {
    const auto within = [c](uint32_t first, uint32_t last) { return c >= first && c <= last; };
    const auto flag = [](uint32_t p) { return p >= 0x1F1E6 && p <= 0x1F1FF; };
    return before == 0x200D || c == 0x200D || within(0x300, 0x36F) || within(0x483, 0x489) ||
           within(0x591, 0x5C7) || within(0x610, 0x61A) || within(0x64B, 0x65F) || within(0x900, 0x903) ||
           within(0x93A, 0x94F) || within(0x1AB0, 0x1AFF) || within(0x20D0, 0x20FF) ||
           within(0xFE00, 0xFE0F) || within(0x1F3FB, 0x1F3FF) || within(0xE0020, 0xE007F) ||
           (flag(before) && flag(c));
}

/// Bytes of the first character, as a reader sees them, of a text that is not empty.
size_t character_size(std::string_view text) {
    size_t end = code_point_size(text);
    uint32_t before = code_point(text);
    while (end < text.size()) {
        const uint32_t c = code_point(text.substr(end));
        if (!continues(before, c)) break;
        before = c;
        end += code_point_size(text.substr(end));
    }
    return end;
}

/// Fills lines word by word. A word may be of several runs (“token”, bold within plain quotes): it is broken
/// only if it is longer than a line.
class Breaker {
  public:
    Breaker(Type type, std::span<const Run> runs, float width)
        : type_(type), runs_(runs), width_(width), lines_(1) {}

    std::vector<std::vector<Piece>> lines() {
        for (size_t i = 0; i < runs_.size(); ++i) {
            std::string_view rest = runs_[i].text;
            while (!rest.empty()) {
                const bool blanks = rest.front() == ' ';
                const size_t end =
                    std::min(blanks ? rest.find_first_not_of(' ') : rest.find(' '), rest.size());
                if (blanks && begun_) end_word();
                begun_ = begun_ || !blanks;
                const Piece piece{0, static_cast<int>(i), rest.substr(0, end)};
                word_.push_back({piece, wide(piece)});
                rest.remove_prefix(end);
            }
        }
        end_word();
        return std::move(lines_);
    }

    /// How narrow it may be to have the same lines.
    float least() const { return least_; }

  private:
    struct Word {
        Piece piece;
        float width;
    };

    Type look(const Piece& piece) const { return look_of(type_, runs_[static_cast<size_t>(piece.run)]); }
    float wide(const Piece& piece) const { return fonts::width(look(piece), piece.text); }

    /// Puts the word, with the blanks before it, on this line or the next, which no blanks begin.
    void end_word() {
        float all = 0;
        for (const Word& word : word_) all += word.width;
        const bool fits = pen_ + all <= width_;
        if (fits) least_ = std::max(least_, pen_ + all);
        if (begun_ && pen_ > 0 && !fits) next_line();
        if (!begun_ && !fits) word_.clear();  // blanks at the end
        if (pen_ == 0 && lines_.size() > 1)
            std::erase_if(word_, [](const Word& word) { return word.piece.text.front() == ' '; });
        for (const Word& word : word_) put(word);
        word_.clear();
        begun_ = false;
    }

    /// Puts what is of one run, on lines of its own if it is longer than one: parted at its no-break spaces,
    /// and between characters only where there is none.
    void put(Word word) {
        constexpr std::string_view joint = "\u00a0";
        auto& [piece, width] = word;
        while (pen_ + width > width_) {
            least_ = width_;  // what is cut is cut for this width
            std::string_view& text = piece.text;
            size_t fits = 0;
            for (size_t next = 0; next < text.size();) {
                next += character_size(text.substr(next));
                if (pen_ + wide({0, piece.run, text.substr(0, next)}) > width_) break;
                fits = next;
            }
            if (fits == 0 && pen_ == 0) fits = character_size(text);  // one at least
            if (fits == text.size()) break;
            const size_t parted = text.substr(0, fits).rfind(joint);
            if (parted != std::string_view::npos) fits = parted + joint.size();
            append({0, piece.run, text.substr(0, fits)});
            next_line();
            text.remove_prefix(fits);
            width = wide(piece);
        }
        least_ = std::max(least_, pen_ + width);
        append(piece);
    }

    void append(const Piece& piece) {
        if (piece.text.empty()) return;
        std::vector<Piece>& line = lines_.back();
        if (line.empty() || line.back().run != piece.run) {
            line.push_back({pen_, piece.run, piece.text.substr(0, 0)});
            last_width_ = 0;
            last_is_ours_ = true;
        }
        Piece& last = line.back();
        // It goes on where that ends.
        last.text = {last.text.data(),
                     static_cast<size_t>(piece.text.data() + piece.text.size() - last.text.data())};
        const std::optional<float> own =
            last_is_ours_ ? fonts::own_width(look(piece), piece.text, last_width_) : std::nullopt;
        last_is_ours_ = own.has_value();
        last_width_ = own ? *own : wide(last);
        pen_ = last.x + last_width_;
    }

    void next_line() {
        lines_.emplace_back();
        pen_ = 0;
    }

    Type type_;
    std::span<const Run> runs_;
    float width_, pen_ = 0;
    float last_width_ = 0;      // of the line's last piece
    bool last_is_ours_ = true;  // so far all of it
    float least_ = 0;
    std::vector<Word> word_;
    bool begun_ = false;  // the word has more than blanks
    std::vector<std::vector<Piece>> lines_;
};

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
        if (width_ < 0) width_ = fonts::width(type_, text_);
        return {width_, fonts::line_height(type_), type_.size() * baseline};
    }

  private:
    Type type_;
    Color color_;
    std::string text_;
    Align align_;
    float width_ = -1;  // not measured yet
};

class Paragraph final : public Part {
  public:
    /// `more`: height kept beside that of the characters, for what is set larger.
    Paragraph(Type type, std::vector<Run> runs, int most, float more = 0)
        : type_(type), set_(type), runs_(std::move(runs)), most_(most), more_(more) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        const language::AsItIs said;
        float y = rect.y;
        for (const std::vector<Piece>& line : lines_) {
            const Type largest = largest_of(line);
            for (const Piece& piece : line) {
                const Run& run = runs_[static_cast<size_t>(piece.run)];
                const Type type = look_of(set_, run);
                const float down =  // all on one baseline, but for subscripts
                    (largest.size() - type.size()) * baseline + run.lowered * set_.size();
                ui.painter().text({rect.x + piece.x, y + down}, type, run.color, piece.text);
            }
            y += fonts::line_height(largest);
        }
    }

  protected:
    Size arrange(float available) override {
        const float room = room_for(most_, type_, available) + more_;
        const language::AsItIs said;
        // Asked for its natural width first, and then for little more than that, it has its lines already.
        const bool same = available >= least_ && available <= broken_for_ && set_.size() == type_.size() &&
                          (most_ == 0 || height() <= room);
        if (!same) {
            set_ = type_;
            break_to(available);
            while (most_ > 0 && height() > room && set_.size() > 0.7f * type_.size()) {
                set_ = {set_.size() - 0.25f, set_.bold()};
                break_to(available);
            }
        }
        float width = 0;
        for (const std::vector<Piece>& line : lines_) {
            if (line.empty()) continue;
            const Piece& last = line.back();
            width = std::max(
                width, last.x + fonts::width(look_of(set_, runs_[static_cast<size_t>(last.run)]), last.text));
        }
        const float first = lines_.empty() ? set_.size() : largest_of(lines_[0]).size();
        return {width, most_ > 0 ? room : height(), first * baseline};
    }

  private:
    void break_to(float width) {
        Breaker breaker(set_, runs_, width);
        lines_ = breaker.lines();
        least_ = breaker.least();
        broken_for_ = width;
    }
    Type largest_of(const std::vector<Piece>& line) const {
        float times = 1;
        for (const Piece& piece : line) times = std::max(times, runs_[static_cast<size_t>(piece.run)].times);
        return {set_.size() * times, set_.bold()};
    }
    float height() const {
        float out = 0;
        for (const std::vector<Piece>& line : lines_) out += fonts::line_height(largest_of(line));
        return out;
    }

    Type type_, set_;  // as it is asked for, and as it is set at this width
    std::vector<Run> runs_;
    int most_;
    float more_;
    std::vector<std::vector<Piece>> lines_;
    float least_ = 0, broken_for_ = -1;  // the widths at which they are these
};

}  // namespace

std::vector<std::vector<Piece>> broken(Type type, std::span<const Run> runs, float width) {
    return Breaker(type, runs, width).lines();
}

float room_for(int most, Type type, float width) {
    // On average a character is 0.415 ems wide, and half a word does not fit the end of a line.
    const float usable = std::max(width - 2.2f * type.size(), 4 * type.size());
    const language::Catalogue* catalogue = language::in_use();
    const float longer = catalogue != nullptr ? catalogue->longer() : 1;
    const float lines = std::ceil(0.415f * type.size() * longer * static_cast<float>(most) / usable);
    return lines * fonts::line_height(type);
}

std::string shortened(Type type, std::string_view english, float width) {
    if (fonts::width(type, english) <= width) return std::string(english);
    const std::string text = language::translated(english);
    const language::AsItIs said;
    constexpr std::string_view dots = "…";
    std::string out;
    for (size_t end = 0; end < text.size();) {
        end += character_size(std::string_view(text).substr(end));
        std::string candidate = text.substr(0, end) + std::string(dots);
        if (fonts::width(type, candidate) > width) break;
        out = std::move(candidate);
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

Block paragraph(Type type, Color color, std::string text, int most) {
    return std::make_unique<Paragraph>(type, with_subscripts(language::translated(text), color), most);
}

Block paragraph(Type type, Color color, const char* text, int most) {
    return paragraph(type, color, std::string(text), most);
}

std::vector<Run> with_subscripts(std::string_view text, Color color) {
    const auto within = [&](size_t i, char least, char most) {
        return i < text.size() && text[i] >= least && text[i] <= most;
    };
    std::vector<Run> out;
    size_t from = 0;
    for (size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] != '_') continue;
        size_t end = i + 1;
        if (within(i - 1, 'A', 'Z')) end += within(end, 'A', 'Z');
        if (text[i - 1] == 'd' && !(i > 1 && within(i - 2, 'a', 'z')))
            while (within(end, 'a', 'z')) ++end;
        if (end == i + 1) continue;
        out.push_back({std::string(text.substr(from, i - from)), color});
        out.push_back({std::string(text.substr(i + 1, end - i - 1)), color, false, 0.75f, 0.12f});
        from = end;
    }
    out.push_back({std::string(text.substr(from)), color});
    return out;
}

Block paragraph(Type type, std::vector<Run> runs, int most) {
    return std::make_unique<Paragraph>(type, said(std::move(runs)), most);
}

namespace {
constexpr Type headline_type{16};
constexpr float headline_times = 26 / headline_type.size();
}  // namespace

Run headline_number(std::string number, Color color) {
    return {std::move(number), color, true, headline_times};
}

Block headline(std::vector<Run> runs, int most) {
    const float more =
        fonts::line_height({headline_type.size() * headline_times}) - fonts::line_height(headline_type);
    return std::make_unique<Paragraph>(headline_type, said(std::move(runs)), most, more);
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
