// See streaming_stage.h.
#include "explainer/exhibits/streaming_stage.h"

#include <algorithm>
#include <cmath>

#include "explainer/exhibits/example_parts.h"
#include "explainer/factor.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/ticks.h"
#include "explainer/phrase.h"

namespace explainer::streaming {
namespace {

using namespace figures;

constexpr double lowest = -1, highest = 4;  // of the axis; scores beyond it stand at its ends

float part(double value) {
    return static_cast<float>(value);
}

class Stage {
  public:
    Stage(const Model& model, const Hover<Pointed>& hover, bool wide)
        : model_(model), hover_(hover), wide_(wide) {}

    static float height(bool wide) { return wide ? 390.0f : 272.0f; }

    void draw(Ui& ui, Rect rect) {
        // What is chosen glides there, and the stream with it; blocks come in one after the other.
        bool moves = false;
        for (int j = 0; j < keys; ++j) {
            const float there = part(model_.x[j]), here = ui.eased(Phrase() << "x" << j, there);
            if (here == there) continue;
            model_.x[j] = static_cast<double>(here);
            moves = true;
        }
        if (moves) model_.run();
        come_ =
            ui.eased("come", static_cast<float>(model_.now * model_.size)) / static_cast<float>(model_.size);
        lay(rect);
        ui.place_parameter(scores, {left_, top_, rect.right() - left_, track_});
        for (int j = 0; j < keys; ++j) {
            take_disc(ui, j);
            take_values(ui, j);
        }
        for (int b = 0; b < model_.blocks; ++b) draw_ground(ui, b);
        names(ui, rect);
        ui.painter().line({left_, level(0)}, {rect.right(), level(0)}, grid_color(ui.theme()), 1.5f);
        for (int j = 0; j < keys; ++j) draw_key(ui, j);
        for (int b = 0; b < model_.blocks; ++b) draw_stair(ui, b);
        for (int j = 0; j < keys; ++j) draw_disc(ui, j);
        for (int b = 0; b < model_.blocks; ++b) draw_stream(ui, b);
        ui.painter().line({left_, base_}, {rect.right(), base_}, ui.theme().line, 1);
        draw_reading(ui, rect);
    }

  private:
    void lay(Rect rect) {
        left_ = rect.x + (wide_ ? name_room : 0);
        key_width_ = (rect.right() - left_) / static_cast<float>(keys);
        top_ = rect.y + head();
        track_ = wide_ ? 122.0f : 80.0f;
        names_ = top_ + track_ + 10;
        base_ = rect.bottom() - 1;
        double most = 2.3;
        for (const double step : {4.0, 8.0})
            for (const attention::OnlineSoftmax& one : model_.after)
                if (one.sum > most) most = step;
        unit_ = (base_ - names_ - (wide_ ? 66.0f : 74.0f)) / part(most);
    }
    float head() const { return wide_ ? 42.0f : 34.0f; }  // over the tracks
    float x(int key) const { return left_ + key_width_ * static_cast<float>(key); }
    float begin(int of_block) const { return x(of_block * model_.size); }
    float end(int of_block) const { return begin(of_block + 1); }
    float level(double score) const {
        const double place = (std::clamp(score, lowest, highest) - lowest) / (highest - lowest);
        return top_ + track_ * (1 - part(place));
    }
    Point disc(int key) const { return {x(key) + key_width_ / 2, level(model_.x[key])}; }
    /// How far a block is in: 0 to 1; and one of the beats in which it comes.
    float in(int of_block) const { return std::clamp(come_ - static_cast<float>(of_block), 0.0f, 1.0f); }
    float beat(int of_block, float from, float to) const {
        return std::clamp((in(of_block)-from) / (to - from), 0.0f, 1.0f);
    }
    bool newest(int of_block) const { return of_block == model_.now - 1; }
    bool dim(int key) const { return hover_->key >= 0 && hover_->key != key; }

    // ---- The hand

    void take_disc(Ui& ui, int j) const {
        if (j >= model_.come()) return;
        const Point at = disc(j);
        const Rect target{at.x - 22, at.y - 22, std::min(key_width_, wide_ ? 80.0f : 44.0f), 44};
        const PointerState pointer = ui.area(Phrase() << "disc" << j, target, Grip::free);
        ui.place_cell(scores, 0, j, target);
        if (pointer.hovered || pointer.held) hover_.note() = {j, model_.block_of(j)};
        const Point to = ui.carried(pointer, at);
        bool& moved = ui.kept<bool>("moved");
        if (pointer.pressed) moved = false;
        if (pointer.dragging && (moved || std::fabs(pointer.position.y - pointer.origin.y) > 2)) {
            moved = true;
            const double place = std::clamp(static_cast<double>((top_ + track_ - to.y) / track_), 0.0, 1.0);
            ui.change_cell(scores, 0, j, ui.state().snapped(scores, lowest + place * (highest - lowest)));
        }
        if (pointer.clicked && !moved) ui.request_focus(scores, 0, j);
    }

    Rect value_cell(int key, int c) const {
        const float down = names_ + 20, middle = x(key) + key_width_ / 2, side = static_cast<float>(c);
        return wide_ ? Rect{middle - 40 + 40 * side, down, 40, 24}
                     : Rect{x(key), down + 17 * side, key_width_, 17};
    }
    void take_values(Ui& ui, int j) const {
        for (int c = 0; c < 2; ++c)
            if (number_cell(ui, values, j, c, value_cell(j, c)).hovered)
                hover_.note() = {j, model_.block_of(j)};
    }

    // ---- Columns

    void draw_ground(Ui& ui, int b) const {
        const Theme& theme = ui.theme();
        const Rect column{begin(b), top_ - head(), end(b) - begin(b), base_ - top_ + head()};
        if (newest(b)) ui.painter().rectangle(column, band_color(theme), 6);
        if (b > 0) ui.painter().line({column.x, column.y}, {column.x, base_}, grid_color(theme), 1);
        for (int j = b * model_.size; j < (b + 1) * model_.size; ++j) {
            const PointerState pointer =
                ui.area(Phrase() << "key" << j, {x(j), column.y, key_width_, column.height}, Grip::press);
            if (pointer.hovered && j < model_.come()) hover_.note() = {j, b};
            if (pointer.clicked) ui.step(step, b + 1);
        }
        // (Where the stair is at the very top, its name stands there; in narrow columns the next one's name
        // does, too.)
        const int named = b + (column.width < 60 ? 2 : 1);
        if (b + 1 < model_.now && level(model_.m(named)) > top_ + 12)
            ui.text({column.centre().x, column.y + 3}, caption, theme.muted, "gone", Align::centre);
    }

    void names(Ui& ui, Rect rect) const {
        if (!wide_) return ui.text({left_ + 2, names_ + 58}, {13, true}, ui.theme().query, "sum ℓ");
        const Theme& theme = ui.theme();
        const auto say = [&](float y, Type type, Color color, const char* text) {
            ui.text({rect.x, y}, type, color, text);
        };
        say(top_ - 4, strong, theme.query, "score s");
        say(top_ + 16, caption, theme.muted, "drag");
        say(top_ + 44, strong, theme.ink, "largest m");
        say(names_, strong, theme.key, "key");
        say(names_ + 21, strong, theme.value, "value v");
        say(names_ + 58, strong, theme.query, "sum ℓ");
        say(names_ + 78, caption, theme.muted, "exp(x − m)");
        ui.text({left_ - 8, level(0) - 8}, caption, theme.muted, "0", Align::right);
    }

    void draw_key(Ui& ui, int j) const {
        const Theme& theme = ui.theme();
        const bool fresh = newest(model_.block_of(j)) || hover_->key == j;
        const float middle = disc(j).x;
        ui.painter().rectangle({middle - 2, top_, 4, track_}, theme.line.faded(0.3f), 2);
        ui.text({middle, names_}, {15, fresh}, theme.key, "k" + subscript(j + 1), Align::centre);
        const Type type{wide_ ? 15.0f : 13.0f, fresh};
        for (int c = 0; c < 2; ++c) {
            const Rect cell = value_cell(j, c);
            const std::string number = tenths_of(model_.v[2 * j + c]);
            ui.text({cell.centre().x, cell.centre().y - fonts::line_height(type) / 2}, type, theme.value,
                    number, Align::centre);
            const float half = fonts::width(type, number) / 2, y = cell.bottom() - 1;
            dashed(ui, {cell.centre().x - half, y}, {cell.centre().x + half, y}, theme.value.faded(0.7f), 1,
                   1.5f);
            if (ui.focused_cell(values) == MatrixCell{j, c}) ui.focus_ring(cell);
        }
    }

    /// What is not there yet has a track, and nothing on it.
    void draw_disc(Ui& ui, int j) const {
        const Theme& theme = ui.theme();
        const int b = model_.block_of(j);
        const float drop = beat(b, 0, 0.35f);
        if (drop <= 0) return;
        Point at = disc(j);
        at.y = top_ - 12 + (at.y - top_ + 12) * drop;
        const bool fresh = newest(b) || hover_->key == j;
        const Color color = mix(theme.paper, theme.query, dim(j) ? 0.35f : fresh ? 1 : 0.6f);
        if (drop >= 1)
            ui.painter().rectangle({at.x - 2, std::min(at.y, level(0)), 4, std::fabs(at.y - level(0))}, color,
                                   0);
        handle(ui, at, color, false,
               {.hovered = hover_->key == j, .focused = ui.focused_cell(scores) == MatrixCell{0, j}});
        const double score = model_.x[j];
        const bool off = score < lowest || score > highest;
        if (off) {
            const float ahead = score > highest ? -1.0f : 1.0f;
            arrow(ui, {at.x, at.y + 10 * ahead}, {at.x, at.y + 19 * ahead}, color, 2);
        }
        if (!wide_ && !off) return;
        Type type{wide_ ? 15.0f : 13.0f, fresh};
        const Color ink = fresh ? theme.query : theme.muted;
        const std::string number = tenths_of(score);
        // (Right under the stair it would be struck through.)
        const float clear = std::fabs(at.y - level(model_.m(b + 1))) < 14 ? 12.0f : 0;
        if (wide_) return ui.text({at.x + 15, at.y - 10 + clear}, type, ink, number);
        // (No wider than its column: another may stand beside it.)
        constexpr float margin = 3;
        const float room = key_width_ - 2 * margin, natural = fonts::width(type, number);
        if (natural > room) type = {std::floor(type.size() * room / natural * 2) / 2, fresh};
        const float width = fonts::width(type, number) + 2 * margin;
        const Rect plate{at.x - width / 2, at.y + (score > highest ? 12.0f : -29.0f), width, 17};
        ui.painter().rectangle(plate, theme.paper, 3);
        ui.text({at.x, plate.y}, type, ink, number, Align::centre);
    }

    void draw_stair(Ui& ui, int b) const {
        const float rise = beat(b, 0.3f, 0.55f);
        if (rise <= 0) return;
        const Color ink = ui.theme().ink;
        const float old = b > 0 ? level(model_.m(b)) : level(model_.m(b + 1)),
                    y = old + (level(model_.m(b + 1)) - old) * rise;
        ui.painter().line({begin(b), old}, {begin(b), y}, ink, 2);
        ui.painter().line({begin(b), y}, {end(b), y}, ink, 2);
        if (rise < 1 || (b > 0 && !model_.shrinks(b))) return;
        const Type type{wide_ ? 15.0f : 13.0f, true};
        const std::string text = Phrase() << "m " << tenths_of(model_.m(b + 1));
        const float width = fonts::width(type, text), x0 = begin(b) + 4;
        float lift = 20;
        for (int j = b * model_.size; j < (b + 1) * model_.size; ++j)
            if (std::fabs(disc(j).y - y + 8) < 18 &&
                disc(j).x - 10 < x0 + width)  // (over its number, if it has one)
                lift = std::max(lift, !wide_ && model_.x[j] < lowest ? 50.0f : 30.0f);
        ui.text({std::min(x0, end(b) - width), y - lift}, type, ink, text);
    }

    // ---- The sum, as a stream

    void draw_stream(Ui& ui, int b) const {
        if (in(b) <= 0) return;
        const Theme& theme = ui.theme();
        const float from = begin(b), to = end(b), shrink = beat(b, 0.45f, 0.75f), grow = beat(b, 0.7f, 1),
                    narrows = model_.shrinks(b) ? key_width_ * 0.83f : 0;
        const double old = model_.l(b);
        const float high = unit_ * part(old), kept = high * (1 + (part(model_.factors[at(b)]) - 1) * shrink);
        const bool fresh = newest(b);
        const auto ground = [&](float share, bool pale) {
            return mix(theme.paper, theme.query, pale ? 0.4f * share : share);
        };
        if (b > 0) {
            hatch(ui, {from, base_ - high, narrows, high - kept});
            std::vector<Point> upper, lower;
            constexpr int steps = 24;
            for (int i = 0; i <= steps; ++i) {
                const float t = static_cast<float>(i) / steps, down = t * t * (3 - 2 * t);
                upper.push_back({from + narrows * t, base_ - high + (high - kept) * down});
                lower.push_back({upper.back().x, base_});
            }
            upper.push_back({to, base_ - kept});
            lower.push_back({to, base_});
            // (Opaque: what it covers of the hatching is what stays.)
            const Color color = ground(fresh ? 0.38f : 0.22f, hover_->key >= 0);
            ui.painter().strip(upper, lower, color);
            const Type type{fresh && wide_ ? 18.0f : wide_ ? 15.0f : 13.0f, true};
            const std::string factor = Phrase() << "× " << factor_text(model_.factors[at(b)], wide_ ? 4 : 2);
            // (Beside it the first key's part may rise.)
            const bool rises = !wide_ && kept + unit_ * part(model_.added(b * model_.size)) > high;
            const float room = rises ? narrows : to - from;
            if (in(b) >= 0.45f && (wide_ || narrows > 0) && fonts::width(type, factor) + 4 <= room)
                ui.text({from + 4, base_ - high - fonts::line_height(type) - 1}, type,
                        fresh ? theme.ink : theme.muted, factor);
            if (wide_ && kept >= 18)
                write(ui, {from + 0.5f * key_width_, base_ - kept, to - from - 0.5f * key_width_, kept},
                      theme.on(color), old * model_.factors[at(b)]);
        }
        float top = base_ - kept;
        const auto starts = [&](int j) {
            const bool first = j == b * model_.size;
            return first && narrows > 0 ? from + narrows : x(j) + 0.35f * key_width_;
        };
        for (int j = b * model_.size; j < (b + 1) * model_.size; ++j) {
            const float more = unit_ * part(model_.added(j)) * grow;
            const Rect rect{starts(j), top - more, to - starts(j), more};
            top -= more;
            const Color color = ground(fresh ? (j % 2 ? 1.0f : 0.86f) : j % 2 ? 0.5f : 0.42f, dim(j));
            ui.painter().rectangle(rect, color, 0);
            if (!wide_ || grow < 1) continue;
            const float room = (j + 1 < (b + 1) * model_.size ? starts(j + 1) : to) - rect.x;
            if (more >= 18)
                write(ui, {rect.x, rect.y, room, more}, theme.on(color), model_.added(j));
            else
                write(ui, {rect.x, rect.y - 18, room, 17}, theme.muted, model_.added(j));
        }
    }

    static void write(Ui& ui, Rect box, Color color, double number) {
        const std::string text = fixed(number, 3);
        const Type type{box.height < 18 ? 13.0f : 15.0f};
        if (fonts::width(type, text) > box.width) return;
        ui.text({box.centre().x, box.centre().y - fonts::line_height(type) / 2}, type, color, text,
                Align::centre);
    }

    /// What the key under the pointer adds, where it adds it.
    void draw_reading(Ui& ui, Rect rect) const {
        const int j = hover_->key;
        if (j < 0 || j >= model_.come()) return;
        const Theme& theme = ui.theme();
        const std::string text = Phrase() << "exp(" << tenths_of(model_.x[j]) << " − "
                                          << as_factor(tenths_of(model_.m(model_.block_of(j) + 1)))
                                          << ") = " << Fixed{model_.added(j), 4};
        const Type type{wide_ ? 15.0f : 13.0f, true};
        const float width = fonts::width(type, text) + 12;
        const Rect plate{std::clamp(disc(j).x - width / 2, left_, rect.right() - width), base_ - 26, width,
                         22};
        ui.painter().rectangle(plate, theme.paper, 4);
        ui.painter().outline(plate, theme.query, 1, 4);
        ui.text({plate.centre().x, plate.centre().y - fonts::line_height(type) / 2}, type, theme.query, text,
                Align::centre);
    }

    Model model_;  // its scores may be on their way
    const Hover<Pointed>& hover_;
    bool wide_;
    float come_ = 0;
    float left_ = 0, key_width_ = 0, top_ = 0, track_ = 0, names_ = 0, base_ = 0, unit_ = 0;
};

constexpr float card_row = 20;

void draw_card(Ui& ui, const Model& model, int b, Rect rect, bool lit) {
    const Theme& theme = ui.theme();
    const bool alive = b == model.now - 1;
    if (!alive) ui.painter().rectangle(rect, theme.raised, 6);
    ui.painter().outline(rect,
                         alive ? theme.ink
                         : lit ? theme.query
                               : theme.line.faded(0.5f),
                         alive ? 2.0f : 1.0f, 6);
    if (b >= model.now) return;
    const attention::OnlineSoftmax& then = model.after[at(b + 1)];
    const double numbers[] = {then.largest, then.sum, then.blend[0], then.blend[1]};
    static constexpr const char* names[] = {"m", "ℓ", "u₁", "u₂"};
    const Color colors[] = {theme.ink, theme.query, theme.output, theme.output};
    const bool named = rect.width > 66;
    const Type type{rect.width > 90 ? 15.0f : 13.0f, alive};
    const float air = rect.width > 90 ? 12.0f : named ? 6.0f : 2.0f;
    for (int i = 0; i < 4; ++i) {
        const float y = rect.y + 8 + card_row * static_cast<float>(i);
        if (named) ui.text({rect.x + air, y}, {type.size(), true}, alive ? colors[i] : theme.muted, names[i]);
        ui.text({rect.right() - air, y}, type, alive ? theme.ink : theme.muted,
                fitting(numbers[i], i == 0 ? 2 : 3, type, rect.width - 2 * air - (named ? 18.0f : 0)),
                Align::right);
    }
}

}  // namespace

Block stage(const Model& model, const Hover<Pointed>& hover, bool wide) {
    return drawing(Stage::height(wide),
                   [&model, &hover, wide](Ui& ui, Rect rect) { Stage(model, hover, wide).draw(ui, rect); });
}

Block cards(const Model& model, const Hover<Pointed>& hover, bool wide) {
    return drawing(4 * card_row + 16, [&model, &hover, wide](Ui& ui, Rect rect) {
        const float left = wide ? name_room : 0, gap = wide ? 16.0f : 3.0f,
                    width = (rect.width - left + gap) / static_cast<float>(model.blocks);
        const Theme& theme = ui.theme();
        if (wide) {
            ui.text({rect.x, rect.y + 8}, strong, theme.ink, "carried");
            ui.text({rect.x, rect.y + 28}, caption, theme.muted, "all it needs");
        }
        for (int b = 0; b < model.blocks; ++b) {
            const Rect card{rect.x + left + width * static_cast<float>(b), rect.y, width - gap, rect.height};
            const PointerState pointer = ui.area(Phrase() << "card" << b, card, Grip::press);
            if (pointer.hovered && b < model.now) hover.note() = {-1, b};
            if (pointer.clicked) ui.step(step, b + 1);
            draw_card(ui, model, b, card, hover->block == b);
            if (wide && b > 0 && b < model.now)
                arrow(ui, {card.x - gap + 2, card.centre().y}, {card.x - 2, card.centre().y}, theme.muted,
                      1.5f);
        }
    });
}

}  // namespace explainer::streaming
