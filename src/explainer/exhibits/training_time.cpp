// See training_time.h.
#include "explainer/exhibits/training_time.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::training {
namespace {

using namespace figures;

constexpr float narrow = 520;  // below, a phone's measures
constexpr int slots = 7;       // of the film strip there, around the checkpoint that is shown
constexpr float most_frame = 44, gap = 8, step_line = 22;

/// The axis at a width, and what stands on it.
class Time {
  public:
    Time(Ui& ui, std::shared_ptr<const TimeLook> look, float width)
        : ui_(ui),
          look_(std::move(look)),
          model_(*look_->model),
          phone_(width < narrow),
          left_(phone_ ? 24.0f : 40.0f),
          pitch_((width - left_) / checkpoint_count) {}

    /// On a phone the film strip has steps of its own, and lies outside.
    Block block() const {
        Block curves = column(gap, loss(), scores());
        if (!model_.strip) return held(std::move(curves));
        if (phone_) return column(gap, held(std::move(curves)), strip());
        return held(column(gap, std::move(curves), strip()));
    }

  private:
    float x(int checkpoint) const { return left_ + pitch_ * (static_cast<float>(checkpoint) + 0.5f); }

    // ---- The hand, and what runs behind all of it

    Block held(Block front) const {
        return behind(drawing(0, [this_time = *this](Ui& ui, Rect rect) { this_time.draw_ground(ui, rect); }),
                      std::move(front));
    }

    void draw_ground(Ui& ui, Rect rect) const {
        const Theme& theme = ui.theme();
        const Rect field{rect.x, rect.y + plot_head, rect.width, rect.height - plot_head};
        const PointerState pointer = ui.area("time", field, Grip::horizontal);
        const Point hand =
            hand_of_thumb(ui, pointer, rect.x + x(model_.now), std::min(handle_radius + 2, pitch_ / 2));
        const auto nearest = [&](float at) {
            return std::clamp(static_cast<int>(std::lround((at - rect.x - x(0)) / pitch_)), 0, last);
        };
        if (pointer.clicked || pointer.dragging) {
            const int to = nearest(hand.x);
            ui.pause();
            if (to != model_.now) pointer.dragging ? ui.change(checkpoint, to) : ui.step(checkpoint, to);
        }
        if (pointer.hovered || pointer.held) look_->hovered(nearest(pointer.position.x), pointer.held);
        ui.place_parameter(checkpoint, field);
        if (ui.focused(checkpoint)) ui.focus_ring(field);
        const float from = rect.x + x(band().from), to = rect.x + x(band().to);
        ui.painter().rectangle({from, field.y, to - from, field.height}, band_color(theme), 0);
        if (look_->pointed < 0) return;
        const float at = rect.x + x(look_->pointed);
        ui.painter().line({at, field.y}, {at, field.bottom()}, theme.line, 1);
    }

    // ---- The curves

    PlotLook axis(std::string id, std::string title, std::string note, float height) const {
        PlotLook look;
        look.id = std::move(id);
        look.title = std::move(title);
        look.y_name = std::move(note);
        look.x = {.from = -0.5, .to = last + 0.5, .ticks = {}};
        for (int i = 0; i < checkpoint_count; ++i)
            if (is_labelled(i)) look.x.ticks.push_back(i);
        look.x.shown = [](double i) { return grouped(measured(static_cast<int>(i)).step); };
        look.x_ticks = false;
        look.height = height;
        look.left = left_;
        look.legend = false;
        return look;
    }
    bool is_labelled(int i) const { return i == last || (phone_ ? i % 6 == 0 && i < last - 3 : i % 3 == 0); }

    Series over_time(Color color, int from, int to, float thickness) const {
        Series out{.color = color, .thickness = thickness};
        for (int i = from; i <= to; ++i) out.x.push_back(i);
        return out;
    }

    Block loss() const {
        const Theme& theme = ui_.theme();
        PlotLook look = axis("loss", "Loss falls fast, then slowly",
                             look_->pointed >= 0 ? said_of(look_->pointed)
                             : phone_            ? "nats per word"
                                                 : "nats per word, on held-out sentences",
                             phone_ ? 177 : 232);
        const int now = model_.now;
        const double words = static_cast<double>(learned::vocabulary().size()), guess = std::log(words);
        const auto loss_at = [](double i) { return measured(static_cast<int>(i)).loss; };
        look.y = {.from = 1.2, .to = 4.6, .ticks = {2, 3, 4}};
        look.series.push_back({.color = theme.line,
                               .x = {look.x.from, look.x.to},
                               .y = {guess, guess},
                               .dashes = true,
                               .thickness = 1});
        Series ahead = over_time(theme.muted, now, last, 1.5f), walked = over_time(theme.ink, 0, now, 3);
        ahead.mark = phone_ ? Mark::none : Mark::ring;
        walked.mark = phone_ ? Mark::none : Mark::disc;
        for (Series* one : {&ahead, &walked}) {
            one->mark_size = 3.5f;
            for (const double i : one->x) one->y.push_back(loss_at(i));
            look.series.push_back(std::move(*one));
        }
        Marker& handle = look.markers.emplace_back();
        handle.x = now;
        handle.y = loss_at(now);
        handle.color = theme.ink;
        handle.hand = look_->hand;

        // The handle's number first; that of the end makes way.
        look.notes = {
            {1.0 * now, loss_at(now), {fixed(loss_at(now), 2), theme.ink, true, 1.2f}, {0.8f, -0.6f}}};
        if (now < last - 2)
            look.notes.push_back({1.0 * last, loss_at(last), {fixed(loss_at(last), 2), theme.ink, true}});
        Phrase any;
        if (!phone_) any << "any of " << learned::vocabulary().size() << " words: ";
        any << "ln " << learned::vocabulary().size() << " = " << Fixed{guess, 2};
        look.notes.push_back({last - 1.5, guess, {any, theme.muted, false, 13 / 15.0f}, {-0.7f, 1}});
        // What the curve shows: how much of the fall is over before copying appears, and that it appears.
        const Measured &start = measured(0), &before = measured(band().from), &after = measured(band().to);
        const float size = phone_ ? 13 / 15.0f : 1;
        const auto copies = [](const Measured& of) -> std::string {
            return Phrase() << "copies right: " << Percent{of.copies_right, 0};
        };
        const double fallen = (start.loss - before.loss) / (start.loss - loss_at(last));
        look.notes.push_back(
            {0,
             phone_ ? 2.4 : 2.9,
             {Phrase() << "1  " << Percent{fallen, 0} << " of the drop", theme.ink, true, size},
             {1, 0},
             copies(before)});
        look.notes.push_back(
            {1.0 * band().to, 3.5, {"2  copying appears", theme.query, true, size}, {1, 0}, copies(after)});
        return plot(std::move(look));
    }
    std::string said_of(int of) const {
        return Phrase() << step_name(of) << ": loss " << Fixed{measured(of).loss, 2} << ", "
                        << copying_name(model_.head) << " " << Fixed{model_.scores(of).copying, 2}
                        << ", subject " << Fixed{model_.scores(of).subject, 2};
    }

    Block scores() const {
        const Theme& theme = ui_.theme();
        PlotLook look =
            axis("scores", "Head " + head_name(model_.head),
                 look_->thin.values.empty() ? "share of its weight on the target" : look_->thin.name,
                 phone_ ? 84 : 104);
        look.x_ticks = phone_ || !model_.strip;
        look.y = {.from = 0, .to = 1.1, .ticks = {0, 1}};
        Series copying = over_time(theme.query, 0, last, 3), subject = over_time(theme.key, 0, last, 2.5f);
        subject.dashes = true;
        for (int i = 0; i < checkpoint_count; ++i) {
            copying.y.push_back(model_.scores(i).copying);
            subject.y.push_back(model_.scores(i).subject);
        }
        look.series.push_back(std::move(subject));
        look.series.push_back(std::move(copying));
        if (!look_->thin.values.empty()) {
            look.series.push_back(over_time(look_->thin.color, 0, last, 1.25f));
            look.series.back().y = look_->thin.values;
        }
        Marker& marker = look.markers.emplace_back();
        marker.x = model_.now;
        marker.color = theme.ink;
        const Scores& now = model_.scores(model_.now);
        const float up = now.copying < now.subject ? 0.8f : -0.8f;
        // At the first there is no room at the left: both stand over the marks.
        const bool first = model_.now == 0;
        const double over = std::min(0.5, std::max(now.copying, now.subject));
        const auto mark = [&](Mark shape, double score, Color color, std::string name, Point away,
                              double lift) {
            look.series.push_back(
                {.color = color, .x = {1.0 * model_.now}, .y = {score}, .mark = shape, .mark_size = 5});
            if (first) away = {1, -0.3f};
            look.notes.push_back({model_.now + 0.15 * static_cast<double>(away.x),
                                  first ? over + lift : score,
                                  {std::move(name) + " " + fixed(score, 2), color, true},
                                  away});
        };
        mark(Mark::disc, now.copying, theme.query, copying_name(model_.head), {-1, up}, 0.12);
        mark(Mark::square, now.subject, theme.key, "subject", {1, -up}, 0.34);
        return plot(std::move(look));
    }

    // ---- The film strip

    Block strip() const {
        const int from = phone_ ? std::clamp(model_.now - slots / 2, 0, checkpoint_count - slots) : 0,
                  count = phone_ ? slots : checkpoint_count;
        const float pitch = phone_ ? (left_ + pitch_ * checkpoint_count) / slots : pitch_,
                    between = phone_ ? 6.0f : 3.0f, side = std::floor(std::min(most_frame, pitch - between));
        SmallMapsLook look{
            .id = "frame",
            .version = model_.version * learned::head_count + static_cast<uint64_t>(model_.head)};
        look.heat.gap = 0;
        for (int i = from; i < from + count; ++i)
            look.maps.push_back({.values = model_.map_at(i), .rows = model_.n, .cols = model_.n});
        look.columns = count;
        look.most = side;
        look.gap = between;
        look.pitch = pitch;
        look.selected = model_.now - from;
        look.pointed = look_->pointed < 0 ? -1 : look_->pointed - from;
        look.pointed_entry = look_->cell;
        look.over = [this_time = *this, from](Ui& ui, int map, Rect rect, Rect) {
            this_time.draw_step(ui, from + map, rect);
        };
        if (phone_) {  // (else the hand on the axis goes there)
            look.pressed = [&ui = ui_, from](int map) {
                ui.pause();
                ui.step(checkpoint, from + map);
            };
            look.hovered = [look = look_, from](int map, Entry) { look->hovered(from + map, false); };
        }
        const float aside = (pitch - side) / 2;
        return column(2, strip_title(),
                      padded((phone_ ? 0 : left_) + aside, 0, 0, step_line, small_maps(std::move(look))));
    }
    Block strip_title() const {
        const Theme& theme = ui_.theme();
        return paragraph(caption, {{"Its map", theme.ink, true, 15 / 13.0f},
                                   {"  in this sentence, step by step", theme.muted}});
    }
    void draw_step(Ui& ui, int i, Rect rect) const {
        if (!model_.frame(i).there) hatch(ui, rect);
        const bool here = i == model_.now;
        if (!phone_ && !is_labelled(i)) return;
        ui.text({rect.centre().x, rect.bottom() + 4}, Type{pitch_ < 13 && phone_ ? 11.0f : 13.0f, here},
                here ? ui.theme().ink : ui.theme().muted, grouped(measured(i).step), Align::centre);
    }

    Ui& ui_;
    std::shared_ptr<const TimeLook> look_;
    const Model& model_;
    bool phone_;
    float left_, pitch_;
};

}  // namespace

Block time_line(Ui& ui, TimeLook&& look) {
    const auto shared = std::make_shared<const TimeLook>(std::move(look));
    return by_width([&ui, shared](float width) { return Time(ui, shared, width).block(); });
}

}  // namespace explainer::training
