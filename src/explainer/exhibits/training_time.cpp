// See training_time.h.
#include "explainer/exhibits/training_time.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/language.h"
#include "explainer/phrase.h"

namespace explainer::training {
namespace {

using namespace figures;

constexpr float narrow = 520;  // below, a phone's measures
constexpr int slots = 7;       // of the film strip there, around the checkpoint that is shown
constexpr double top_loss = 4.6, bottom_loss = 1.2;
constexpr float number_away = 16;

/// Where things are at a width, from the top left.
struct Places {
    Places(float width, bool strip)
        : phone(width < narrow),
          left(phone ? 24.0f : 40.0f),
          first(left + (phone ? 8 : 24)),
          pitch((width - first - (phone ? 8 : 20)) / last) {
        loss = {left, phone ? 46.0f : 38.0f, width - left, phone ? 178.0f : 256.0f};
        scores_title = loss.bottom() + 10;
        scores = {left, scores_title + 34, width - left, phone ? 84.0f : 104.0f};
        side = phone ? std::min(44.0f, width / slots - 6) : std::min(40.0f, std::floor(pitch - 3));
        // On a phone the film strip has steps of its own, under the axis.
        steps = scores.bottom() + 6;
        frames = steps + (phone ? 50.0f : 24.0f);
        if (strip && !phone) {
            frames = scores.bottom() + 36;
            steps = frames + side + 6;
        }
        bottom = (strip && !phone ? frames + side : scores.bottom());
        height = std::ceil(strip && phone ? frames + side + 24 : steps + 20);
    }
    float x(int checkpoint) const { return first + pitch * static_cast<float>(checkpoint); }

    bool phone;
    float left, first, pitch;
    Rect loss, scores;
    float scores_title, side, steps, frames;
    float bottom;  // of what the axis runs through
    float height;
};

/// One frame's drawing.
class Time {
  public:
    Time(Ui& ui, const TimeLook& look, Rect rect)
        : ui_(ui),
          theme_(ui.theme()),
          look_(look),
          model_(*look.model),
          rect_(rect),
          places_(rect.width, model_.strip) {}

    void draw() {
        const Lit lit = take_hand();
        draw_band();
        draw_titles();
        draw_grid();
        draw_steps();
        draw_scores();
        if (look_.pointed >= 0)
            ui_.painter().line({x(look_.pointed), loss().y}, {x(look_.pointed), rect_.y + places_.bottom},
                               theme_.line, 1);
        draw_now();
        draw_loss();
        draw_marks();
        handle(ui_, loss_at(model_.now), theme_.ink, false, lit);
        if (model_.strip) draw_strip();
    }

  private:
    // ---- Where things are
    float x(int checkpoint) const { return rect_.x + places_.x(checkpoint); }
    Rect moved(Rect one) const { return {rect_.x + one.x, rect_.y + one.y, one.width, one.height}; }
    Rect loss() const { return moved(places_.loss); }
    Rect scores() const { return moved(places_.scores); }
    static float along(const Rect& field, double place) {
        return field.bottom() - field.height * static_cast<float>(place);
    }
    float loss_y(double value) const {
        return along(loss(), (value - bottom_loss) / (top_loss - bottom_loss));
    }
    Point loss_at(int checkpoint) const { return {x(checkpoint), loss_y(measured(checkpoint).loss)}; }
    Point score_at(int checkpoint, double score) const { return {x(checkpoint), along(scores(), score)}; }

    // ---- The hand
    Lit take_hand() {
        const Rect field{rect_.x, loss().y, rect_.width, places_.bottom - places_.loss.y};
        const PointerState pointer = ui_.area("time", field, Grip::horizontal);
        const Point hand =
            hand_of_thumb(ui_, pointer, x(model_.now), std::min(handle_radius + 2, places_.pitch / 2));
        const auto nearest = [this](float at) {
            return std::clamp(static_cast<int>(std::lround((at - x(0)) / places_.pitch)), 0, last);
        };
        if (pointer.clicked || pointer.dragging) {
            const int to = nearest(hand.x);
            ui_.pause();
            if (to != model_.now) pointer.dragging ? ui_.change(checkpoint, to) : ui_.step(checkpoint, to);
        }
        if (pointer.hovered && !pointer.held && look_.hovered) look_.hovered(nearest(pointer.position.x));
        ui_.place_parameter(checkpoint, field);
        if (ui_.focused(checkpoint)) ui_.focus_ring(field);
        return {pointer.hovered, pointer.held, ui_.focused(checkpoint)};
    }

    /// From the handle down through all that is at this time, but for a title in the way.
    void draw_now() {
        const float at = x(model_.now);
        float from = loss_at(model_.now).y;
        for (const Rect& words : titles_) {
            if (words.y < from || words.right() + 4 < at || words.y > rect_.y + places_.bottom) continue;
            dashed(ui_, {at, from}, {at, words.y}, theme_.ink, 1.5f, 2);
            from = words.bottom();
        }
        dashed(ui_, {at, from}, {at, rect_.y + places_.bottom}, theme_.ink, 1.5f, 2);
    }

    // ---- What stands behind
    void draw_band() {
        const float from = x(band().from), to = x(band().to);
        ui_.painter().rectangle({from, loss().y, to - from, places_.bottom - places_.loss.y},
                                band_color(theme_), 0);
    }

    /// A title with a note behind it, or below it on a phone; what does not fit is left out.
    void title(float y, const std::string& words, const std::string& note, bool below) {
        const Type type = places_.phone ? strong : Type{16, true};
        const std::string shown = shortened(type, words, rect_.width);
        ui_.text({rect_.x, y}, type, theme_.ink, shown);
        const float behind = fonts::width(type, shown) + 16, room = fonts::width(caption, note);
        const bool fits = !below && behind + room <= rect_.width;
        if (below) ui_.text({rect_.x, y + 20}, caption, theme_.muted, shortened(caption, note, rect_.width));
        if (fits)
            ui_.text({rect_.x + behind, y + (type.size() - 13) * baseline}, caption, theme_.muted, note);
        titles_.push_back({rect_.x, y, fits ? behind + room : behind - 16, fonts::line_height(type)});
    }

    void draw_titles() {
        std::string note = "nats a word, on held-out sentences";
        if (look_.pointed >= 0) note = said_of(look_.pointed);
        title(rect_.y, "Loss falls fast, then slowly", note, places_.phone);
        title(rect_.y + places_.scores_title, "Head " + head_name(model_.head),
              look_.thin.values.empty() ? "share of its weight on the target" : look_.thin.name, false);
        if (model_.strip)
            title(rect_.y + places_.frames - 24, "Its map",
                  model_.frame(model_.now).there ? "in this sentence, step by step" : "on its way", false);
    }
    std::string said_of(int of) const {
        return Phrase() << step_name(of) << ": loss " << Fixed{measured(of).loss, 2} << ", "
                        << copying_name(model_.head) << " " << Fixed{model_.scores(of).copying, 2}
                        << ", subject " << Fixed{model_.scores(of).subject, 2};
    }

    void draw_grid() {
        const auto line = [this](float y, const std::string& label) {
            ui_.painter().line({rect_.x + places_.left, y}, {rect_.right(), y}, grid_color(theme_), 1);
            ui_.text({rect_.x + places_.left - 8, y - fonts::line_height(caption) / 2}, caption, theme_.muted,
                     label, Align::right);
        };
        for (const int nats : {2, 3, 4}) line(loss_y(nats), std::to_string(nats));
        line(along(scores(), 0), "0");
        line(along(scores(), 1), "1");
    }

    void draw_steps() {
        for (int i = 0; i < checkpoint_count; ++i) {
            const bool labelled = places_.phone ? i % 6 == 0 || i == last : i % 3 == 0 || i == last;
            if (!labelled || (i > last - 3 && i < last && places_.phone)) continue;
            const std::string label = grouped(measured(i).step);
            const float half = fonts::width(caption, label) / 2;
            ui_.text({std::min(x(i), rect_.right() - half), rect_.y + places_.steps}, caption, theme_.muted,
                     label, Align::centre);
        }
    }

    // ---- The loss
    void draw_loss() {
        Labels labels(Rect{rect_.x + places_.left, loss().y, rect_.width - places_.left, loss().height});
        const auto text = [&](Point at, Type type, Color color, const std::string& words, Align align) {
            const float width = fonts::width(type, words);
            const float left = align == Align::right ? at.x - width : at.x;
            const Rect box{left, at.y, width, fonts::line_height(type)};
            if (!labels.is_free(box)) return false;
            labels.take(box);
            ui_.text({left, at.y}, type, color, words);
            return true;
        };
        std::vector<Point> points;
        for (int i = 0; i < checkpoint_count; ++i) {
            points.push_back(loss_at(i));
            const Point before = points[static_cast<size_t>(std::max(0, i - 1))];
            for (const float way : {0.25f, 0.5f, 0.75f, 1.0f}) {
                const Point on = before + (points.back() - before) * way;
                labels.take(Rect{on.x, on.y, 0, 0}.inset(-5));
            }
        }
        const auto here = static_cast<size_t>(model_.now);
        const std::span<const Point> all(points);
        ui_.painter().polyline(all.subspan(here), theme_.muted, 1.5f, false);
        ui_.painter().polyline(all.first(here + 1), theme_.ink, 3, false);
        for (size_t i = 0; i < points.size() && !places_.phone; ++i) {
            ui_.painter().disc(points[i], i <= here ? 3.5f : 4, i <= here ? theme_.ink : theme_.paper);
            if (i > here) ui_.painter().ring(points[i], 3.5f, theme_.muted, 1.5f);
        }
        // The handle's number, under it where there is no room above; then that of the end, which makes way.
        const Type large{18, true};
        const std::string now = fixed(measured(model_.now).loss, 2), end = fixed(measured(last).loss, 2);
        const float width = fonts::width(large, now), above = points[here].y - 31;
        const bool left = points[here].x + number_away + width > rect_.right();
        const Rect box{points[here].x + (left ? -number_away - width : number_away),
                       above < loss().y - 4 ? points[here].y + 8 : above, width, fonts::line_height(large)};
        ui_.text({box.x, box.y}, large, theme_.ink, now);
        labels.take(box);
        if (model_.now < last - 2)
            text({rect_.right(), points.back().y - 26}, strong, theme_.ink, end, Align::right);
        draw_guess(text);
        draw_notes(text);
    }

    using Put = std::function<bool(Point, Type, Color, const std::string&, Align)>;

    void draw_guess(const Put& text) {
        const auto words = static_cast<double>(learned::vocabulary().size());
        const float y = loss_y(std::log(words));
        dashed(ui_, {rect_.x + places_.left, y}, {rect_.right(), y}, theme_.line, 1);
        const std::string logarithm = Phrase() << "ln " << learned::vocabulary().size() << " = "
                                               << Fixed{std::log(words), 2};
        const std::string whole = Phrase()
                                  << "any of " << learned::vocabulary().size() << " words: " << logarithm;
        text({rect_.right(), y + 3}, caption, theme_.muted, places_.phone ? logarithm : whole, Align::right);
    }

    /// What the curve shows: how much of the fall is over before copying appears, and that it appears.
    void draw_notes(const Put& text) {
        const Type type{places_.phone ? 13.0f : 15.0f, true};
        const Measured &start = measured(0), &before = measured(band().from), &after = measured(band().to);
        const std::string fallen =
            Phrase() << "1  " << Percent{(start.loss - before.loss) / (start.loss - measured(last).loss), 0}
                     << " of the fall";
        const auto copies = [](const Measured& of) -> std::string {
            return Phrase() << "copies right: " << Percent{of.copies_right, 0};
        };
        const float line = places_.phone ? 17 : 20, y = loss_y(places_.phone ? 2.4 : 2.9);
        if (text({x(0), y}, type, theme_.ink, fallen, Align::left))
            text({x(0), y + line}, caption, theme_.muted, copies(before), Align::left);
        // Behind the band; at the edge, where there is too little room.
        const std::string copying = "2  copying appears";
        const float wide = fonts::width(type, language::translated(copying)),
                    right = std::min(x(band().to) + 12, rect_.right() - wide), top = loss_y(3.5);
        if (text({right, top}, type, theme_.query, copying, Align::left))
            text({right, top + line}, caption, theme_.muted, copies(after), Align::left);
    }

    // ---- The scores
    void draw_scores() {
        std::vector<Point> copying, subject, thin;
        for (int i = 0; i < checkpoint_count; ++i) {
            copying.push_back(score_at(i, model_.scores(i).copying));
            subject.push_back(score_at(i, model_.scores(i).subject));
            if (!look_.thin.values.empty())
                thin.push_back(score_at(i, look_.thin.values[static_cast<size_t>(i)]));
        }
        const Rect field = scores().inset(-2);
        curve_within(ui_, field, subject, theme_.key, 2.5f, true);
        curve_within(ui_, field, copying, theme_.query, 3, false);
        if (!thin.empty()) curve_within(ui_, field, thin, look_.thin.color, 1.25f, false);
    }

    /// The marks of now on both lines, each with its name and number: one at either side, or above each
    /// other.
    void draw_marks() {
        const Scores& now = model_.scores(model_.now);
        const Point copying = score_at(model_.now, now.copying), subject = score_at(model_.now, now.subject);
        ui_.painter().disc(copying, 5.5f, theme_.query);
        ui_.painter().rectangle(Rect{subject.x, subject.y, 0, 0}.inset(-5), theme_.key, 0);
        const std::string first = Phrase() << copying_name(model_.head) << " " << Fixed{now.copying, 2},
                          second = Phrase() << "subject " << Fixed{now.subject, 2};
        const float line = fonts::line_height(strong), away = 12;
        const float room_left = copying.x - away - rect_.x - places_.left,
                    room_right = rect_.right() - copying.x - away;
        const bool left = room_left >= fonts::width(strong, first),
                   right = room_right >= fonts::width(strong, second);
        float y = copying.y - line / 2, below = subject.y - line / 2;
        if (left != right) {  // both on one side
            const float apart = line + 1, middle = (y + below) / 2;
            const bool over = y <= below;
            if (std::fabs(y - below) < apart) {
                y = middle + (over ? -apart : apart) / 2;
                below = middle + (over ? apart : -apart) / 2;
            }
        }
        const float least = scores().y - 8, most = scores().bottom() - line + 4;
        const float push =
            std::max(0.0f, least - std::min(y, below)) - std::max(0.0f, std::max(y, below) - most);
        const auto put = [&](float top, Color color, const std::string& words, bool at_left) {
            const float width = fonts::width(strong, words);
            const float from = at_left ? copying.x - away - width : copying.x + away;
            ui_.painter().rectangle({from - 3, top, width + 6, line}, theme_.paper.faded(0.82f), 3);
            ui_.text({from, top}, strong, color, words);
        };
        put(y + push, theme_.query, first, left);
        put(below + push, theme_.key, second, !right);
    }

    // ---- The film strip
    void draw_strip() {
        const int from = places_.phone ? std::clamp(model_.now - slots / 2, 0, checkpoint_count - slots) : 0,
                  to = places_.phone ? from + slots : checkpoint_count;
        const float slot = rect_.width / slots;
        const auto place = [&](int i) -> Rect {
            const float middle =
                places_.phone ? rect_.x + slot * (static_cast<float>(i - from) + 0.5f) : x(i);
            return {middle - places_.side / 2, rect_.y + places_.frames, places_.side, places_.side};
        };
        // All maps first, with no stroke between them: one draw.
        for (int i = from; i < to; ++i) {
            const Frame& one = model_.frame(i);
            if (!one.there) continue;
            const std::vector<float>& map = one.maps[static_cast<size_t>(model_.head)];
            Heat heat{map.data(), model_.n, model_.n, 1, false, 0};
            heat.id = static_cast<uint64_t>(i) + 1;
            heat.version = model_.version * learned::head_count + static_cast<uint64_t>(model_.head);
            ui_.painter().heatmap(place(i), heat, theme_);
        }
        for (int i = from; i < to; ++i) {
            const Rect frame = place(i);
            if (!model_.frame(i).there) hatch(ui_, frame);
            if (places_.phone && i != model_.now) press(i, frame, slot);
            if (look_.cell.row >= 0 && look_.cell.col >= 0 && look_.cell.row < model_.n) {
                const float cell = frame.width / static_cast<float>(model_.n);
                ui_.painter().outline({frame.x + cell * static_cast<float>(look_.cell.col),
                                       frame.y + cell * static_cast<float>(look_.cell.row), cell, cell},
                                      theme_.ink, 1.5f, 0);
            }
            const bool here = i == model_.now;
            ui_.painter().outline(frame.inset(here ? -2 : -0.5f),
                                  here || i == look_.pointed ? theme_.query : theme_.line, here ? 3.0f : 1.0f,
                                  3);
            if (places_.phone)
                ui_.text({frame.centre().x, frame.bottom() + 5}, Type{slot < 44 ? 11.0f : 13.0f, here},
                         here ? theme_.ink : theme_.muted, grouped(measured(i).step), Align::centre);
        }
    }
    void press(int i, const Rect& frame, float slot) {
        const Rect all{frame.centre().x - slot / 2, frame.y - 4, slot, frame.height + 28};
        const PointerState pointer = ui_.area(Phrase() << "frame/" << i, all, Grip::press);
        if (pointer.clicked) {
            ui_.pause();
            ui_.step(checkpoint, i);
        }
        if (pointer.hovered && look_.hovered) look_.hovered(i);
    }

    Ui& ui_;
    const Theme& theme_;
    const TimeLook& look_;
    const Model& model_;
    Rect rect_;
    Places places_;
    std::vector<Rect> titles_;
};

}  // namespace

Block time_line(TimeLook&& look) {
    const bool strip = look.model->strip;
    return drawing(
        [strip](float width) {
            return Size{width, Places(width, strip).height, 0};
        },
        [look = std::move(look)](Ui& ui, Rect rect) { Time(ui, look, rect).draw(); });
}

}  // namespace explainer::training
