// One frame's drawing and pointing. See ui.h.
#include "explainer/ui.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace explainer {
namespace {

constexpr float step_motion_seconds = 0.3f;  // of a step, in motion
constexpr double double_click_seconds = 0.4;
constexpr float double_click_slack = 16;  // CSS pixels that two clicks may lie apart and be one
constexpr float finger_slack = 8;         // CSS pixels a finger may tremble before a press becomes a drag

/// Slow at both ends (smoothstep).
float eased_progress(float t) {
    return t * t * (3 - 2 * t);
}

}  // namespace

void Ui::begin(const Frame& frame) {
    frame_ = frame;
    ++frame_number_;
    if (animated_frames_ > 0 && --animated_frames_ == 0) animate_ = false;
    areas_.clear();
    ids_.clear();
    repeated_id_.clear();
    placed_.clear();
    moving_ = false;
    const PointerNow& now = frame_.pointer;
    if (!held_seen_) held_.clear();  // what was held is not there any more
    held_seen_ = taken_ = false;
    astray_ = now.down && !now.pressed && held_.empty();
    if (now.pressed) {
        pressed_at_ = now.position;
        dragged_ = scrubbing_ = given_up_ = false;
    }
}

void Ui::change(int parameter, double value) {
    const State before = state_;
    state_.set(parameter, value);
    if (state_ == before) return;
    changed_ = touched_ = true;
    animate_for(parameter);
}

void Ui::step(int parameter, double value) {
    change(parameter, value);
    animate(true);
    motion_seconds_ = step_motion_seconds;
}

void Ui::play(int parameter) {
    if (state_.number(parameter) >= state_.maximum(parameter)) step(parameter, state_.minimum(parameter));
    playing_ = parameter;
    step_seconds_ = 0;
    played_ = state_;
}

Ui::Stride Ui::stride_of(int parameter) const {
    const auto found = strides_.find(parameter);
    return found == strides_.end() ? Stride{} : found->second;
}

double Ui::stepped(int parameter, int direction) const {
    const Stride stride = stride_of(parameter);
    const double length = std::max(1, stride.length);
    const double place = (state_.number(parameter) - stride.origin) / length;
    const double next = direction > 0 ? std::floor(place) + 1 : std::ceil(place) - 1;
    return std::clamp(stride.origin + next * length, state_.minimum(parameter), state_.maximum(parameter));
}

/// Whether what has changed is what the played parameter starts anew with; and it stands where it starts.
bool Ui::played_starts_anew() const {
    const Parameter& played = state_.parameter(playing_);
    if (state_.number(playing_) != state_.minimum(playing_)) return false;
    for (int i = 0; i < playing_; ++i)
        if (!played_->same_value(state_, i) && starts_anew(played, state_.parameter(i).name)) return true;
    return false;
}

bool Ui::play_on(float seconds, bool waits) {
    if (playing_ < 0) return false;
    if (!(*played_ == state_)) {
        if (!played_starts_anew()) {
            pause();
            return false;
        }
        step_seconds_ = 0;
        played_ = state_;
    }
    step_seconds_ += seconds;
    if (waits || step_seconds_ < stride_of(playing_).seconds) return false;
    step_seconds_ = 0;
    step(playing_, stepped(playing_, 1));
    const bool changed = !(*played_ == state_);
    played_ = state_;
    if (!changed || state_.number(playing_) >= state_.maximum(playing_)) pause();
    return changed;
}

void Ui::change_cell(int parameter, int row, int col, double value) {
    const MatrixValue before = state_.matrix(parameter);
    state_.set_cell(parameter, row, col, value);
    if (state_.matrix(parameter) == before) return;
    changed_ = touched_ = true;
    animate(false);
}

void Ui::press(const Preset& preset) {
    const State before = state_;
    state_.restore(preset.state);
    state_.show_pieces_of(before);  // a reader who unfolded a piece wants to see it there too
    if (state_ == before) return;
    changed_ = touched_ = true;
    animate(true);
}

void Ui::animate_for(int parameter) {
    const Kind kind = state_.parameter(parameter).kind;
    animate(kind == Kind::choice || kind == Kind::toggle);
}

/// Which way a finger goes that is on what is dragged sideways. On a slant nobody knows yet: a browser that
/// begins to scroll then takes the press away.
void Ui::judge_finger() {
    if (dragged_ || given_up_) return;
    const Point moved = frame_.pointer.position - pressed_at_;
    const float across = std::fabs(moved.x), along = std::fabs(moved.y);
    if (along >= finger_slack && along >= across)
        given_up_ = true;
    else if (across >= finger_slack && (across >= 1.5f * along || across >= 3 * finger_slack))
        dragged_ = true;
}

void Ui::note_id([[maybe_unused]] const std::string& id) {
#ifndef NDEBUG
    if (repeated_id_.empty() && std::find(ids_.begin(), ids_.end(), id) != ids_.end()) repeated_id_ = id;
    ids_.push_back(id);
#endif
}

PointerState Ui::area(std::string_view name, const Rect& rect, Grip grip) {
    areas_.push_back({rect, grip});
    if (rect.width < 1 || rect.height < 1) return {};
    const std::string id = whole(name);
    note_id(id);
    const PointerNow& now = frame_.pointer;
    const bool held_before = !held_.empty() && held_ == id;
    const bool over = rect.contains(now.position) && !taken_ && !astray_ && (held_.empty() || held_before);
    taken_ = taken_ || over;
    PointerState pointer;
    // (Taken back before it was seen, a press is none.)
    pointer.pressed = over && now.pressed && !frame_.cancelled;
    if (pointer.pressed) held_ = id;
    const bool held = pointer.pressed || (held_before && now.down);
    held_seen_ = held_seen_ || held;
    if (held_before && !held) held_.clear();
    const bool judged = frame_.touch && grip == Grip::horizontal;
    if (judged && (held || held_before)) judge_finger();
    const bool ours = !frame_.cancelled && !(judged && given_up_);
    pointer.hovered = over && (held ? ours || !judged : !frame_.touch);
    pointer.held = held && ours;
    pointer.position = now.position;
    pointer.origin = pressed_at_;
    pointer.clicked = held_before && !held && over && ours;
    if (pointer.clicked) {
        // (Let go elsewhere, it was a drag.)
        const bool still = length(now.position - pressed_at_) <= finger_slack;
        pointer.doubled = still && clicked_ == id &&
                          std::fabs(frame_.now - clicked_now_) <= double_click_seconds &&
                          length(now.position - clicked_at_) <= double_click_slack;
        clicked_ = pointer.doubled || !still ? std::string() : id;
        clicked_at_ = now.position;
        clicked_now_ = frame_.now;
    }
    if (pointer.held) {
        dragged_ = dragged_ || !judged;
        pointer.dragging = dragged_;
        touched_ = touched_ || pointer.dragging;
    }
    return pointer;
}

void Ui::pinch(const Pinch& more) {
    if (!(more.factor > 0) || !std::isfinite(more.factor)) return;
    if (!pinch_) pinch_ = Pinch{more.centre};
    pinch_->centre = more.centre;
    pinch_->factor *= more.factor;
    pinch_->shift = pinch_->shift + more.shift;
}

std::optional<Pinch> Ui::take_pinch(const Rect& rect) {
    if (!pinch_ || !rect.contains(pinch_->centre - pinch_->shift)) return std::nullopt;
    return std::exchange(pinch_, std::nullopt);
}

void Ui::place_parameter(int parameter, const Rect& rect) {
    put({Shown::parameter, parameter, {}}, rect);
}
void Ui::place_cell(int parameter, int row, int col, const Rect& rect) {
    put({Shown::cell, parameter, {row, col}}, rect);
}
void Ui::place_preset(int preset, const Rect& rect) {
    put({Shown::preset, preset, {}}, rect);
}

Rect Ui::parameter_rect(int parameter) const {
    return rect_of({Shown::parameter, parameter, {}});
}

Rect Ui::cell_rect(int parameter, int row, int col) const {
    return rect_of({Shown::cell, parameter, {row, col}});
}

Rect Ui::preset_rect(int preset) const {
    return rect_of({Shown::preset, preset, {}});
}

/// What was put last; nothing if it is not there in this frame.
Rect Ui::rect_of(const Place& place) const {
    for (size_t i = placed_.size(); i-- > 0;)
        if (placed_[i].place == place) return placed_[i].rect;
    return {};
}

bool Ui::take_moved() {
    if (placed_ == told_) return false;
    told_ = placed_;
    return true;
}

void Ui::focus_ring(const Rect& rect, float rounding) {
    painter().outline(rect.inset(-2), theme().query, 2, rounding);
}

/// The one of that name; if there is none yet, it rests `at` a place.
Ui::Motion& Ui::motion_of(Motions& motions, std::string_view id, float at) {
    const auto found = motions.find(id);
    return (found != motions.end() ? found : motions.emplace(std::string(id), Motion{at, at, 1}).first)
        ->second;
}

float Ui::eased(std::string_view id, float target) {
    Motion& motion = motion_of(motions_, whole(id), target);
    if (!painting()) return motion.to;  // measuring moves nothing
    const auto at = [&motion] {
        if (motion.progress >= 1) return motion.to;
        return motion.from + (motion.to - motion.from) * eased_progress(motion.progress);
    };
    if (target != motion.to && !(std::isnan(target) && std::isnan(motion.to))) {
        // There is no way to or from what is not finite.
        const bool smooth =
            animate_ && !frame_.reduced_motion && std::isfinite(target) && std::isfinite(motion.to);
        motion = smooth ? Motion{at(), target, 0} : Motion{target, target, 1};
    }
    if (motion.progress < 1 && motion.frame != frame_number_)
        motion.progress = std::min(1.0f, motion.progress + frame_.seconds / motion_seconds_);
    motion.frame = frame_number_;
    moving_ = moving_ || motion.progress < 1;
    return at();
}

void Ui::text(const Point& at, Type type, Color color, std::string_view text, Align align) {
    float left = at.x;
    if (align != Align::left) left -= text_width(type, text) * (align == Align::centre ? 0.5f : 1.0f);
    painter().text({std::round(left), at.y}, type, color, text);
}

}  // namespace explainer
