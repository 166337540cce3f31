// One exhibit on one surface. See view.h.
#include "explainer/view.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "explainer/drawing/canvas.h"
#include "explainer/drawing/fonts.h"
#include "explainer/drawing/imgui_painter.h"
#include "explainer/drawing/renderer.h"
#include "explainer/drawing/svg_painter.h"
#include "explainer/language.h"
#include "explainer/python.h"

namespace explainer {
namespace {

/// How wide a sheet is laid out: whole pixels, and never so narrow that its parts divide by nothing. (A page
/// may give a figure one pixel for a moment.)
float laid_out(float width) {
    constexpr float least = 200;
    return std::max(std::floor(width), least);
}

// What one frame finds out (what the pointer is on, say) is shown in the next.
constexpr int settle_frames = 2;
// So many frames after the pointer's last move what is lit follows what is found under it.
constexpr int longest_light = 6;
constexpr float margin = 16;  // around every sheet, CSS pixels
// After so many frames without a touch, a computation may take longer slices.
constexpr int calm_frames = 8;

/// Draws with another painter, in the language of the view, and notes where words and numbers stand.
class Noting final : public Painter {
  public:
    Noting(Painter& to, std::vector<Rect>& texts) : to_(to), texts_(texts) { texts_.clear(); }
    void line(const Point& a, const Point& b, Color color, float thickness) override {
        to_.line(a, b, color, thickness);
    }
    void polyline(std::span<const Point> points, Color color, float thickness, bool closed) override {
        to_.polyline(points, color, thickness, closed);
    }
    void polygon(std::span<const Point> points, Color fill) override { to_.polygon(points, fill); }
    void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) override {
        to_.strip(upper, lower, fill);
    }
    void rectangle(const Rect& rect, Color fill, float rounding) override {
        to_.rectangle(rect, fill, rounding);
    }
    void outline(const Rect& rect, Color color, float thickness, float rounding) override {
        to_.outline(rect, color, thickness, rounding);
    }
    void disc(const Point& centre, float radius, Color fill) override { to_.disc(centre, radius, fill); }
    void ring(const Point& centre, float radius, Color color, float thickness) override {
        to_.ring(centre, radius, color, thickness);
    }
    void text(const Point& at, Type type, Color color, std::string_view text) override {
        if (language::in_use() == nullptr) return say(at, type, color, text);
        const std::string said = language::translated(text);
        const language::AsItIs as_said;
        say(at, type, color, said);
    }
    void heatmap(const Rect& rect, const Heat& heat, const Theme& theme) override {
        to_.heatmap(rect, heat, theme);
    }
    bool tile_map(const Rect& rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
                  const Theme& theme) override {
        return to_.tile_map(rect, map, seen, look, theme);
    }

  private:
    void say(const Point& at, Type type, Color color, std::string_view text) {
        texts_.push_back({at.x, at.y, fonts::width(type, text), type.size()});
        to_.text(at, type, color, text);
    }

    Painter& to_;
    std::vector<Rect>& texts_;
};

/// One part of the view's work, for as long as it lives.
class Observed {
  public:
    Observed(StageObserver* observer, Stage stage) : observer_(observer), stage_(stage) {
        if (observer_ != nullptr) observer_->begin(stage_);
    }
    ~Observed() {
        if (observer_ != nullptr) observer_->end(stage_);
    }
    Observed(const Observed&) = delete;
    Observed& operator=(const Observed&) = delete;

  private:
    StageObserver* observer_;
    Stage stage_;
};

}  // namespace

View::View(const ExhibitType& type)
    : type_(type), state_(type.id, type.parameters), exhibit_(type.make()), ui_(state_) {}

View::View(std::unique_ptr<Brought> brought)
    : brought_(std::move(brought)),
      type_(brought_->type),
      state_(type_.id, type_.parameters),
      exhibit_(std::move(brought_->exhibit)),
      ui_(state_) {}

View::~View() {
    renderer::release(this);
}

void View::resize(float width, float height, int pixel_width, int pixel_height) {
    width_ = std::max(1.0f, width);
    height_ = std::max(1.0f, height);
    pixel_width_ = pixel_width;
    pixel_height_ = pixel_height;
    settling_ = settle_frames;
}

void View::set_language(const language::Catalogue* catalogue) {
    catalogue_ = catalogue;
    touch_state();
}

void View::set_dark(bool dark) {
    theme_ = dark ? dark_theme() : light_theme();
    settling_ = settle_frames;
}

void View::set_color(int role, Color color) {
    theme_.set(role, color);
    settling_ = settle_frames;
}

void View::set_reduced_motion(bool reduced) {
    reduced_motion_ = reduced;
}

void View::set_still(bool still) {
    if (std::exchange(still_, still) != still) settling_ = settle_frames;
}

void View::touch_state(bool by_hand) {
    // What the pointer was on may be gone in a state that comes from elsewhere.
    if (!by_hand) exhibit_->hovers().forget();
    stale_ = true;
    calm_ = 0;
    settling_ = settle_frames;
}

void View::set(int parameter, double value) {
    state_.set(parameter, value);
    ui_.animate_for(parameter);
    touch_state();
}

void View::set_text(int parameter, std::string_view value) {
    state_.set_text(parameter, value);
    touch_state();
}

void View::set_matrix(int parameter, const MatrixValue& value) {
    state_.set_matrix(parameter, value);
    ui_.animate_for(parameter);
    touch_state();
}

std::optional<std::string> View::restore(std::string_view state) {
    std::optional<std::string> error = state_.restore(state);
    if (!error) {
        ui_.animate(true);
        touch_state();
    }
    return error;
}

void View::reset() {
    state_.reset();
    ui_.animate(true);
    touch_state();
}

int View::played_by(int action) const {
    return state_.find(state_.parameter(action).plays);
}

bool View::playing(int action) const {
    const int played = played_by(action);
    return played >= 0 && ui_.playing(played);
}

void View::act(int parameter) {
    if (state_.parameter(parameter).kind != Kind::action) return;
    if (const int played = played_by(parameter); played >= 0) {
        ui_.playing(played) ? ui_.pause() : ui_.play(played);
        touch_state();
        return;
    }
    refresh();
    exhibit_->act(parameter);
    computing_ = news_ = true;  // it may have more to compute now
    settling_ = settle_frames;
}

void View::ask_for_request() {
    refresh();
    std::optional<Request> request = exhibit_->take_request();
    if (!request) return;
    request->generation = ++generation_;
    awaiting_ = !request->kind.empty() && request->kind != stop_request;
    request_ = std::move(request);
}

std::optional<Request> View::take_request() {
    ask_for_request();
    return std::exchange(request_, std::nullopt);
}

bool View::receive(const Reply& reply) {
    ask_for_request();  // a request that the host has not seen yet makes these news old already
    if (!awaiting_ || reply.generation != generation_) return false;
    awaiting_ = !reply.done;
    exhibit_->receive(reply);
    news_ = true;
    settling_ = settle_frames;
    return awaiting_;
}

void View::pointer(Pointer kind, Point at, bool touch) {
    calm_ = 0;
    touch_ = touch;
    pointer_ = at;
    settling_ = settle_frames;
    if (kind != Pointer::cancel) pointer_queue_.move(at);
    if (kind == Pointer::down) {
        cancelled_ = false;
        held_ = true;
        pointer_queue_.press();
    }
    if (kind == Pointer::up || kind == Pointer::cancel) {
        if (kind == Pointer::cancel && held_) cancelled_ = true;
        if (held_) pointer_queue_.release();
        held_ = false;
        if (kind == Pointer::cancel || touch) {
            // A lifted finger hovers nowhere. (The release above is seen first.)
            pointer_queue_.move(PointerNow::nowhere);
            pointer_ = {-1, -1};
        }
    }
}

void View::pinch(Point centre, float factor, Point shift) {
    if (grip(centre - shift) != Grip::pan) return;
    calm_ = 0;
    ui_.pinch({centre, factor, shift});
    settling_ = settle_frames;
}

Grip View::grip(Point at) const {
    const std::vector<Ui::Area>& areas = ui_.areas();
    for (const Ui::Area& area : areas) {  // the first one wins, as in Ui::area()
        if (area.rect.contains(at)) return area.grip;
    }
    return Grip::none;
}

std::string_view View::cursor() const {
    switch (grip(pointer_)) {
        case Grip::none:
            return "default";
        case Grip::press:
            return "pointer";
        case Grip::horizontal:
            return "ew-resize";
        case Grip::free:
        case Grip::pan:
            return held_ ? "grabbing" : "grab";
    }
    return "default";
}

void View::focus_parameter(int parameter, std::optional<MatrixCell> cell) {
    focused_parameter_ = parameter;
    focused_cell_ = cell;
    settling_ = settle_frames;
}

void View::focus_preset(int preset) {
    focused_preset_ = preset;
    settling_ = settle_frames;
}

/// Before anything is asked of the exhibit: what it says is said in the view's language.
void View::refresh() {
    language::use(catalogue_);
    if (stale_) {
        stale_ = false;
        const Observed observed(observer_, Stage::compute);
        exhibit_->compute(state_);
        computing_ = news_ = true;
    }
    if (catalogue_ == nullptr) return;
    std::string words = exhibit_->verbatim();
    for (int i = 0; i < state_.count(); ++i)
        if (state_.parameter(i).kind == Kind::text) words += " " + state_.text(i);
    catalogue_->leave(words);
}

bool View::take_moved() {
    std::vector<bool> now;
    for (int i = 0; i < state_.count(); ++i) now.push_back(active(i));
    const bool other = now != active_;
    active_ = std::move(now);
    return ui_.take_moved() || other;
}

bool View::step(double milliseconds, bool draw) {
    const float seconds = advance_to(milliseconds);
    {
        const Observed observed(observer_, Stage::draw);
        // Pixels are whole: where the canvas is so high that it has fewer than the screen (GPUs have a
        // limit), half a pixel of its width would be several of its height.
        const float wide = static_cast<float>(pixel_width_) / width_,
                    high = static_cast<float>(pixel_height_) / height_;
        const float density = std::fabs(wide - high) * height_ > 1 ? high : wide;
        ImGuiPainter painter(canvas::begin(this, pixel_width_, pixel_height_, density));
        paint(painter, seconds);
    }
    if (draw && renderer::started()) {
        const Observed observed(observer_, Stage::render);
        const Color paper = theme_.paper;
        renderer::draw(canvas::drawn(), pixel_width_, pixel_height_, paper);
    }
    return goes_on();
}

bool View::step_as_svg(double milliseconds, std::string& document) {
    const float seconds = advance_to(milliseconds);
    SvgPainter painter(1);  // its maps have a quarter of a file's pixels, in a quarter of the time
    {
        const Observed observed(observer_, Stage::draw);
        paint(painter, seconds);
    }
    const Observed observed(observer_, Stage::render);
    document = painter.document(width_, height_, theme_.paper, {}, {});
    return goes_on();
}

void View::go_on(float effort) {
    computing_ = exhibit_->advance(effort);
    news_ = true;
}

/// Computes what time asks for. Returns how long the frame is for what moves: a first one after a pause must
/// not skip a motion, so long gaps count as one slow frame. Where frames are slow whatever we do (a GPU in
/// software), a slice is longer once nobody has touched anything for a while: else a computation would take
/// many times its own work.
float View::advance_to(double milliseconds) {
    const double seconds = last_time_ < 0 ? 0 : (milliseconds - last_time_) / 1000;
    last_time_ = milliseconds;
    if (ui_.play_on(std::clamp(static_cast<float>(seconds), 0.0f, 0.25f), computing_)) touch_state(true);
    calm_ = stale_ || held_ || pointer_queue_.waits() ? 0 : calm_ + 1;
    pace_ = calm_ <= 1 ? 1 : calm_ < calm_frames ? std::min(pace_, seconds) : pace_;
    refresh();
    if (computing_) {
        const Observed observed(observer_, Stage::compute);
        go_on(calm_ < calm_frames ? 1 : std::clamp(static_cast<float>(pace_ * 60), 1.0f, 4.0f));
        settling_ = settle_frames;
    }
    return std::clamp(static_cast<float>(seconds), 0.001f, 1 / 30.0f);
}

/// The frame itself: the exhibit sees the pointer and may change the state.
void View::paint(Painter& painter, float seconds) {
    Noting noting(painter, texts_);
    ui_.begin({&noting, &theme_, laid_out(width_), seconds, reduced_motion_, pointer_queue_.take(), touch_,
               cancelled_, focused_parameter_, focused_cell_, focused_preset_, last_time_ / 1000, still_});
    const State before = state_;
    exhibit_->hovers().turn();
    draw(ui_);
    require_unique_ids();
    ui_.drop_pinch();
    if (!(before == state_)) touch_state(true);
    if (const int action = ui_.take_action(); action >= 0) act(action);
}

/// Two areas with one id: the press on one is the other's. Whoever writes a part is told at once, by a debug
/// build.
void View::require_unique_ids() const {
#ifndef NDEBUG
    if (ui_.repeated_id().empty()) return;
    std::fprintf(stderr, "%s: two areas have the id “%s”; give one of them another, or a Ui::Scope\n",
                 std::string(type_.id).c_str(), ui_.repeated_id().c_str());
    std::abort();
#endif
}

bool View::goes_on() {
    if (settling_ > 0) --settling_;
    // What lights up may come under the pointer, or leave it, because it is lit: that ends somewhere.
    const bool lights = calm_ < longest_light && exhibit_->hovers().moving();
    return settling_ > 0 || lights || computing_ || stale_ || pointer_queue_.waits() || ui_.moving();
}

figures::Block View::sheet(Ui& ui) {
    return figures::padded(margin, exhibit_->sheet(ui));
}

float View::draw(Ui& ui) {
    const figures::Block whole = sheet(ui);
    const float height = whole->measure(ui.width()).height;
    whole->draw(ui, {0, 0, ui.width(), height});
    return height;
}

float View::draw_with(Painter& painter, float width, bool still) {
    refresh();
    State copy = state_;
    Ui ui(copy);  // of its own: exporting neither sees the pointer nor disturbs it
    std::vector<Rect> texts;
    Noting noting(painter, texts);
    ui.begin({.painter = &noting, .theme = &theme_, .width = laid_out(width), .still = still});
    return draw(ui);
}

float View::natural_height(float width) {
    refresh();
    State copy = state_;
    Ui ui(copy);
    ui.begin({.theme = &theme_, .width = laid_out(width)});
    return sheet(ui)->measure(ui.width()).height;
}

std::string View::svg() {
    SvgPainter painter;
    const Hovers::Hidden hidden(exhibit_->hovers());
    draw_with(painter, width_, still_);
    return painter.document(width_, height_, theme_.paper, language::translated(type_.title),
                            describe().summary);
}

bool View::unfinished() {
    refresh();
    if (computing_) go_on(0);
    return computing_;
}

std::vector<Rect> View::occupied() {
    std::vector<Rect> out = texts_;
    for (const Ui::Area& area : ui_.areas()) out.push_back(area.rect);
    return out;
}

bool View::advance(float effort) {
    refresh();
    if (computing_) go_on(effort);
    return computing_;
}

std::string View::numpy() {
    refresh();
    language::use(nullptr);
    std::string lines = exhibit_->numpy(state_);
    if (!lines.empty()) lines += python::values(exhibit_->describe().values);
    return catalogue_ != nullptr ? catalogue_->unmarked(std::move(lines)) : lines;
}

Description View::describe(bool finish) {
    refresh();
    while (finish && computing_ && !awaiting_) {
        const Observed observed(observer_, Stage::compute);
        go_on(16);
    }
    const Observed observed(observer_, Stage::describe);
    Description out = exhibit_->describe();
    std::erase_if(out.tables,
                  [this](const Table& table) { return table.piece >= 0 && !state_.toggle(table.piece); });
    if (catalogue_ != nullptr) catalogue_->say(out);
    return out;
}

}  // namespace explainer
