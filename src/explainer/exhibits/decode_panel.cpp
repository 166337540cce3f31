// See decode_panel.h.
#include "explainer/exhibits/decode_panel.h"

#include <algorithm>
#include <cmath>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/motion.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::decode {
namespace {

using namespace figures;

constexpr float large_from = 350;  // below, only the present token has its name
constexpr int quick = 3;           // with a cache a step is over in a third of the time

/// Where things are, from the top left. The height is that of the most heads and of all tokens.
struct Places {
    explicit Places(float width)
        : large(width >= large_from),
          left(large ? 70.0f : 16.0f),
          pitch(std::floor((width - left) / tokens)),
          least_row(large ? 21.0f : std::clamp(std::floor(pitch * 0.7f), 9.0f, 16.0f)),
          strip(large ? 11.0f : 6.0f),
          top(large ? 24.0f : 19.0f),
          query(large ? 5.0f : 3.0f) {}

    float x(int column) const { return left + pitch * static_cast<float>(column); }
    float block(float heads_kept) const { return strip * heads_kept - 1; }
    float values(float heads_kept) const { return top + std::max(block(heads_kept) + 4, 18.0f); }
    float map(float heads_kept) const { return values(heads_kept) + block(heads_kept) + 6; }
    float bottom() const { return map(heads) + least_row * tokens; }
    /// Rows have what keys and values leave.
    float row(float heads_kept) const { return std::floor((bottom() - map(heads_kept)) / tokens); }
    float y(float heads_kept, int i) const {
        return map(heads_kept) + row(heads_kept) * static_cast<float>(i);
    }
    float numbers() const { return bottom() + (large ? 22.0f : 18.0f); }
    float height() const { return numbers() + (large ? 76.0f : 78.0f); }

    bool large;
    float left, pitch, least_row, strip, top, query;
};

/// One frame's drawing.
class Panel {
  public:
    Panel(Ui& ui, const Model& model, const Hover<Pointed>& hover, bool cached, Rect rect)
        : ui_(ui),
          theme_(ui.theme()),
          model_(model),
          hover_(hover),
          cached_(cached),
          rect_(rect),
          places_(rect.width),
          last_(model.token - 1),
          kept_(ui.eased("heads", static_cast<float>(model.kv_heads))),
          row_(places_.row(kept_)),
          done_(arrival(ui, "step", model.token)) {}

    void draw() {
        obey();
        draw_pointed();
        draw_kept();
        draw_map();
        draw_queries();
        draw_frames();
        draw_words();
        draw_next();
        if (places_.large) draw_reading();
        draw_numbers();
    }

  private:
    // ---- Where things are
    float x(int column) const { return rect_.x + places_.x(column); }
    float y(int row) const { return rect_.y + places_.y(kept_, row); }
    float block_top(int role) const { return rect_.y + (role == 0 ? places_.top : places_.values(kept_)); }
    float kept_bottom() const { return block_top(1) + places_.block(kept_); }
    Rect columns(int from, int to, float top, float bottom) const {
        return {x(from), top, places_.pitch * static_cast<float>(to - from) - 1, bottom - top};
    }
    Rect cell(int row, int column) const { return columns(column, column + 1, y(row), y(row + 1) - 1); }
    Rect query_of(int row, int h) const {
        const float wide = places_.query;
        return {x(0) - (places_.large ? 8.0f : 3.0f) - wide * static_cast<float>(heads - h), y(row), wide - 1,
                row_ - 1};
    }
    Rect next_word() const {
        const float words_wide = fonts::width(caption, "next word") + 8;
        const float wide = (places_.large ? words_wide : 0) + 24 + fonts::width(strong, words[last_ + 1]);
        return {std::max(x(0), x(last_ + 1) - wide), y(last_ + 1) + 2, wide, 18};
    }
    bool pointed(Spot spot) const { return hover_->spot == spot && hover_->cached == cached_; }
    bool shared(int query_head) const {
        return hover_->head >= 0 && model_.read_by(hover_->head) == model_.read_by(query_head);
    }

    // ---- The hand
    void obey() {
        const float numbers = rect_.y + places_.numbers();
        const PointerState pointer =
            ui_.area("picture", {rect_.x, rect_.y, rect_.width, numbers - rect_.y}, Grip::press);
        const Point at = pointer.position;
        const int column = static_cast<int>(std::floor((at.x - x(0)) / places_.pitch)),
                  row = static_cast<int>(std::floor((at.y - y(0)) / row_));
        const bool in_map = row >= 0 && row < tokens, in_columns = column >= 0 && column < tokens;
        if (pointer.hovered) {
            Pointed& found = hover_.note();
            found.cached = cached_;
            if (next_word().contains(at)) {
                found.spot = Spot::word;
            } else if (in_columns && (!in_map || column <= row)) {
                found = {column, in_map ? row : -1, -1, cached_, Spot::cell};
            } else if (in_map && row <= last_ && column < 0) {
                for (int h = 0; h < heads; ++h)
                    if (at.x >= query_of(row, h).x) found.head = h;
                if (found.head >= 0) found.spot = Spot::query;
            }
            if (pointer.clicked && (found.head >= 0 || found.token >= 0)) {
                ui_.pause();
                if (found.head >= 0)
                    ui_.change(head, found.head + 1);
                else
                    ui_.step(token, 1 + std::max(found.token, found.row));
            }
        }
        const Rect below{rect_.x, numbers, rect_.width, rect_.bottom() - numbers};
        const PointerState number = ui_.area("numbers", below, Grip::none);
        if (number.hovered) {
            hover_.note().cached = cached_;
            hover_.note().spot = number.position.x < below.centre().x ? Spot::work : Spot::bytes;
        }
    }

    void draw_pointed() {
        if (hover_->token >= 0)
            ui_.painter().rectangle(columns(hover_->token, hover_->token + 1, rect_.y, y(last_ + 1)),
                                    band_color(theme_), 4);
    }

    // ---- Keys and values
    void draw_kept() {
        for (int role = 0; role < 2; ++role) {
            const Color color = role == 0 ? theme_.key : theme_.value;
            for (int g = 0; g < model_.kv_heads; ++g) {
                const float top = block_top(role) + places_.strip * static_cast<float>(g),
                            bottom = top + places_.strip - 1;
                const Rect before = columns(0, last_, top, bottom);
                if (last_ > 0 && cached_) ui_.painter().rectangle(before, mix(theme_.paper, color, 0.38f), 0);
                if (last_ > 0 && !cached_) draw_again(ui_, before);
                ui_.painter().rectangle(columns(last_, last_ + 1, top, bottom), color, 0);
                for (int j = last_ + 1; j < tokens; ++j) faint(columns(j, j + 1, top, bottom));
                if (hover_->head >= 0 && model_.read_by(hover_->head) == g)
                    outline(ui_, columns(0, last_ + 1, top, bottom), Emphasis::linked, theme_.ink);
            }
            const float middle = block_top(role) + places_.block(kept_) / 2,
                        line = middle - fonts::line_height(caption) / 2;
            if (places_.large && role == 0)
                ui_.text({rect_.x, line}, caption, theme_.muted, cached_ ? "cache" : "redone");
            ui_.text({x(0) - 6, line}, {13, true}, color, role == 0 ? "k" : "v", Align::right);
        }
        part_columns(block_top(0), kept_bottom(), last_);
    }
    void faint(const Rect& rect) { ui_.painter().outline(rect, theme_.line.faded(0.4f), 1, 0); }
    /// What was filled in one stroke, into columns.
    void part_columns(float top, float bottom, int count) {
        for (int j = 1; j <= count; ++j)
            ui_.painter().line({x(j) - 0.5f, top}, {x(j) - 0.5f, bottom}, theme_.paper, 1);
    }

    // ---- The map
    void draw_map() {
        const auto rows = static_cast<float>(model_.token);
        for (int i = 0; i < last_; ++i) {
            for (int j = 0; cached_ && j <= i; ++j) faint(cell(i, j));
            // Without a cache the new row comes last.
            if (!cached_ && done_ * rows > static_cast<float>(i))
                draw_again(ui_, columns(0, i + 1, y(i), y(i + 1) - 1));
        }
        if (!cached_) part_columns(y(0), y(last_), last_);
        const float filled = cached_ ? done_ * quick * rows : (done_ * rows - rows + 1) * rows;
        for (int j = 0; j <= last_ && static_cast<float>(j) < filled; ++j) {
            const float weight = model_.weight(cached_, j);
            const Rect place = cell(last_, j);
            const Color fill = theme_.weight(weight);
            ui_.painter().rectangle(place, fill, 0);
            const std::string number = fixed(wide(weight), 2);
            if (places_.large)
                ui_.text({place.centre().x, place.centre().y - fonts::line_height(caption) / 2}, caption,
                         theme_.on(fill), number[0] == '0' ? number.substr(1) : number, Align::centre);
        }
    }

    void draw_queries() {
        for (int i = 0; i <= last_; ++i) {
            for (int h = 0; h < heads; ++h) {
                const Rect place = query_of(i, h);
                if (i < last_ && cached_) {
                    faint(place);
                    continue;
                }
                const bool lit = i == last_ && (hover_->head >= 0 ? shared(h) : h == model_.head);
                ui_.painter().rectangle(place,
                                        i < last_ ? mix(theme_.paper, theme_.muted, 0.4f)
                                        : lit     ? theme_.query
                                                  : mix(theme_.paper, theme_.query, 0.45f),
                                        0);
            }
        }
        ui_.text({query_of(0, 2).x, y(last_ + 1)}, {13, true}, theme_.query, "q", Align::centre);
    }

    /// Around what is new, and around what a number counts.
    void draw_frames() {
        const float top = places_.large ? rect_.y : block_top(0);
        const Rect column = columns(last_, last_ + 1, top, kept_bottom()).inset(-1),
                   row = columns(0, last_ + 1, y(last_), y(last_ + 1) - 1).inset(-1);
        if (cached_) ui_.painter().outline(column, theme_.ink, 2, 4);
        ui_.painter().outline(row, theme_.ink, 2, 4);
        const auto counts = [this](const Rect& rect) {
            outline(ui_, rect.inset(-3), Emphasis::selected, theme_.query);
        };
        const bool work = pointed(Spot::work);
        if (work && cached_) counts(column);
        if (work && cached_) counts(row);
        if ((work && !cached_) || (pointed(Spot::bytes) && cached_))
            counts(columns(0, last_ + 1, block_top(0), kept_bottom()));
        if (work && !cached_) counts(columns(0, last_ + 1, y(0), y(last_ + 1)));
    }

    // ---- Words
    void draw_words() {
        for (int j = 0; j < tokens; ++j) {
            const bool now = j == last_, known = j <= last_;
            if (!places_.large && !now) continue;
            const Type type{places_.pitch >= 34 ? 15.0f : 13.0f, now};
            const float half = fonts::width(type, words[j]) / 2,
                        middle = std::clamp(x(j) + places_.pitch / 2, rect_.x + half, rect_.right() - half);
            ui_.text({middle, rect_.y + 1}, type,
                     now     ? theme_.key
                     : known ? theme_.ink
                             : theme_.muted,
                     words[j], Align::centre);
            if (places_.large)
                ui_.text({query_of(0, 0).x - 6, cell(j, 0).centre().y - fonts::line_height(caption) / 2},
                         {13, now},
                         now                 ? theme_.query
                         : known && !cached_ ? theme_.ink
                                             : theme_.muted,
                         words[j], Align::right);
        }
    }

    void draw_next() {
        const Rect place = next_word();
        if (places_.large) ui_.text({place.x, place.y + 1}, caption, theme_.muted, "next word");
        const float end = place.right() - fonts::width(strong, words[last_ + 1]), middle = place.centre().y;
        arrow(ui_, {end - 24, middle}, {end - 4, middle}, theme_.output, 2);
        ui_.text({end, middle - fonts::line_height(strong) / 2}, strong, theme_.output, words[last_ + 1]);
    }

    /// What the pointer is on; stands where the map never is.
    void draw_reading() {
        const Rect room{x(5) + 12, y(0), rect_.right() - x(5) - 12, 4 * row_};
        paragraph(caption, theme_.muted, reading())->draw(ui_, room);
    }
    std::string reading() const {
        const Pointed& at = hover_.shown();
        if (pointed(Spot::word)) return "The words are given: no model chose them.";
        if (at.spot == Spot::query) {
            const int sharing = heads / model_.kv_heads, g = model_.read_by(at.head);
            Phrase out;
            out << "q head " << g * sharing + 1;
            if (sharing > 1) out << " to " << (g + 1) * sharing;
            return out << ": k, v head " << g + 1;
        }
        if (at.cached == cached_ && at.spot == Spot::cell && at.token <= last_) {
            const int first = std::max(at.token, at.row);
            if (at.row == last_)
                return Phrase() << "“" << std::string(words[at.token]) << "” gets "
                                << shown(model_.weight(cached_, at.token), 3) << " in head "
                                << model_.head + 1;
            if (first < last_ && cached_)
                return Phrase() << "done at token " << first + 1 << ", not needed again";
            if (first < last_)
                return Phrase() << "first done at token " << first + 1 << ", " << last_ - first + 1
                                << " times by now";
        }
        return last_ == 0 ? "both do the same" : cached_ ? "done: not needed again" : "grey: done again";
    }

    // ---- What it comes to
    void draw_numbers() {
        const float top = rect_.y + places_.numbers(), left = rect_.x, right = rect_.right();
        const std::string work = grouped(model_.work(cached_, model_.token)),
                          bytes = grouped(cached_ ? model_.bytes(model_.token) : 0),
                          so_far = Phrase()
                                   << grouped(model_.work_so_far(cached_, model_.token)) << " so far",
                          times = Phrase() << fixed(model_.times(model_.token), 1) << " times the work",
                          each = Phrase() << grouped(model_.bytes(1)) << " B each token";
        const Color color = cached_ ? theme_.query : theme_.ink;
        if (places_.large) {
            ui_.text({left, top}, {28, true}, color, work);
            ui_.text({right, top}, {28, true}, theme_.ink, bytes + " B", Align::right);
            ui_.text({left, top + 34}, caption, theme_.muted, "multiplications for this token");
            ui_.text({right, top + 34}, caption, theme_.muted, "kept for later", Align::right);
            ui_.text({left, top + 55}, body, theme_.ink, so_far);
            ui_.text({right, top + 55}, cached_ ? body : strong, theme_.ink, cached_ ? each : times,
                     Align::right);
        } else {
            ui_.text({left, top}, {22, true}, color, work);
            ui_.text({left, top + 26}, caption, theme_.muted, "multiplications");
            ui_.text({left, top + 42}, caption, theme_.ink, cached_ ? so_far : times);
            ui_.text({left, top + 58}, strong, theme_.ink, Phrase() << bytes << " B kept");
        }
    }

    Ui& ui_;
    const Theme& theme_;
    const Model& model_;
    const Hover<Pointed>& hover_;
    const bool cached_;
    const Rect rect_;
    const Places places_;
    const int last_;    // the present token, from 0
    const float kept_;  // heads of k and v, on the way to another number
    const float row_;   // the height of a row
    const float done_;  // of this step, 0 to 1
};

}  // namespace

void draw_again(Ui& ui, const Rect& rect) {
    ui.painter().rectangle(rect, mix(ui.theme().paper, ui.theme().muted, 0.14f), 0);
    hatch(ui, rect);
}

Block panel(const Model& model, const Hover<Pointed>& hover, bool cached) {
    return drawing(
        [](float available) -> Size {
            return {available, Places(available).height(), 0};
        },
        [&model, &hover, cached](Ui& ui, Rect rect) {
            const Ui::Scope scope(ui, cached ? "cache" : "none");
            Panel(ui, model, hover, cached, rect).draw();
        });
}

}  // namespace explainer::decode
