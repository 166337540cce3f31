// One exhibit on one surface: a state, a size, the pointer. What a host holds for each
// element or window. Draws nothing unless asked, keeps no clock, sees no key.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/language.h"

namespace explainer {

enum class Pointer { move, down, up, cancel };

/// The parts of a view's work, for whoever times or guards them.
enum class Stage { compute, draw, render, describe };

/// Told when a part begins and ends; one may lie inside another (a press in a drawing computes). The view
/// itself keeps no clock.
class StageObserver {
  public:
    virtual ~StageObserver() = default;
    virtual void begin(Stage stage) = 0;
    virtual void end(Stage stage) = 0;
};

class View {
  public:
    explicit View(const ExhibitType& type);
    explicit View(std::unique_ptr<Brought> brought);
    ~View();
    View(const View&) = delete;
    View& operator=(const View&) = delete;

    const ExhibitType& type() const { return type_; }
    const State& state() const { return state_; }

    /// What it says from now on; null: English. The catalogue outlives the view. For a new view: what was
    /// made before may stay as it was said.
    void set_language(const language::Catalogue* catalogue);

    // ---- Surface. Everything is laid out at the whole part of the width, so that a height can be known for
    // every width there is.
    void resize(float width, float height, int pixel_width, int pixel_height);  // CSS pixels; device pixels
    void set_dark(bool dark);
    /// One colour of the theme (Theme::set) until the next set_dark.
    void set_color(int role, Color color);
    void set_reduced_motion(bool reduced);
    /// The frames are for paper, where nothing can be pressed.
    void set_still(bool still);
    /// Null: nobody. The observer outlives the view, or is taken away first.
    void observe(StageObserver* observer) { observer_ = observer; }
    /// The height in CSS pixels that the exhibit wants at a width. Depends on the width only.
    float natural_height(float width);

    // ---- Parameters. Values are clamped to the table; states are checked.
    void set(int parameter, double value);
    void set_text(int parameter, std::string_view value);
    void set_matrix(int parameter, const MatrixValue& value);
    std::optional<std::string> restore(std::string_view state);
    void reset();
    std::string shown(int parameter) {
        refresh();
        const bool toggle = catalogue_ != nullptr && state_.parameter(parameter).kind == Kind::toggle;
        if (toggle) return language::translated(state_.toggle(parameter) ? "switched on" : "switched off");
        return language::translated(exhibit_->shown(state_, parameter));
    }
    /// What is spoken for a cell: of a matrix parameter, or of the computed matrix that the focus
    /// (grid_column) with this row parameter is on.
    std::string cell_text(int parameter, int row, int col) {
        refresh();
        return language::translated(exhibit_->shown_cell(state_, parameter, row, col));
    }
    bool active(int parameter) const { return exhibit_->active(state_, parameter); }

    // ---- What an exhibit does beside its state
    /// Presses the button of a parameter of Kind::action.
    void act(int parameter);
    /// Whether an action plays an integer (Parameter::plays) just now.
    bool playing(int action) const;
    /// A new request of the exhibit, once; the one before it is at an end.
    std::optional<Request> take_request();
    /// Hands over news of the latest request; news of any other is dropped. Returns whether more is of use.
    bool receive(const Reply& reply);

    // ---- Pointer, CSS pixels from the upper left corner
    void pointer(Pointer kind, Point at, bool touch);
    /// Two fingers on what grip() calls Grip::pan: since the last call they moved by `shift`, their distance
    /// grew by `factor`; now they are around `centre`.
    void pinch(Point centre, float factor, Point shift);
    /// What a press at `at` would take hold of, by the last frame's layout.
    Grip grip(Point at) const;
    /// CSS cursor for where the pointer is now.
    std::string_view cursor() const;

    // ---- Keyboard focus is elsewhere; these light up its place in the canvas (−1: none)
    void focus_parameter(int parameter, std::optional<MatrixCell> cell = std::nullopt);
    void focus_preset(int preset);
    Rect parameter_rect(int parameter) const { return ui_.parameter_rect(parameter); }
    Rect cell_rect(int parameter, int row, int col) const { return ui_.cell_rect(parameter, row, col); }
    Rect preset_rect(int preset) const { return ui_.preset_rect(preset); }
    /// True once after these rectangles, or which parameters are active, have changed.
    bool take_moved();

    // ---- Frames
    /// One frame at a time in milliseconds. With `draw`, the renderer (renderer.h) paints it.
    /// True while another frame is wanted: motion, a long computation, or settling after input.
    bool step(double milliseconds, bool draw);
    /// The same frame as an SVG document instead, where there is no renderer.
    bool step_as_svg(double milliseconds, std::string& document);
    /// True once after the pointer changed a parameter.
    bool take_changed() { return ui_.take_changed(); }
    std::optional<FocusRequest> take_focus_request() { return ui_.take_focus_request(); }

    /// A slice of a long computation without a frame (see Exhibit::advance); true while there is more to do.
    bool advance(float effort);
    /// Whether what is described is a part of the whole yet: a computation goes on in slices.
    bool unfinished();
    /// True once after what describe(), shown() and cell_text() say may have changed.
    bool take_news() { return std::exchange(news_, false); }
    /// Where there was something to read or to touch in the last frame, in CSS pixels.
    std::vector<Rect> occupied();
    /// Finishes every computation first, if asked to and nothing is awaited of the host; else describes what
    /// is there.
    Description describe(bool finish = false);
    /// Python that computes what is shown (Exhibit::numpy); empty: the exhibit has none.
    std::string numpy();
    /// The figure as an SVG document, at the view's size, as nobody points at it.
    std::string svg();
    /// The figure by another painter, `width` CSS pixels wide, with what was pointed at in the last frame.
    /// Returns its height.
    float draw_with(Painter& painter, float width, bool still = false);

  private:
    int played_by(int action) const;  // the integer, or −1
    void touch_state(bool by_hand = false);
    void refresh();
    void go_on(float effort);
    float advance_to(double milliseconds);
    void paint(Painter& painter, float seconds);
    figures::Block sheet(Ui& ui);
    void require_unique_ids() const;
    float draw(Ui& ui);
    bool goes_on();
    void ask_for_request();

    std::unique_ptr<Brought> brought_;  // null: the exhibit is one of the list
    const ExhibitType& type_;
    const language::Catalogue* catalogue_ = nullptr;
    State state_;
    std::unique_ptr<Exhibit> exhibit_;
    Ui ui_;
    StageObserver* observer_ = nullptr;
    Theme theme_ = light_theme();
    float width_ = 640, height_ = 480;
    int pixel_width_ = 640, pixel_height_ = 480;
    double last_time_ = -1;
    PointerQueue pointer_queue_;
    Point pointer_{-1, -1};
    bool touch_ = false, held_ = false, cancelled_ = false, reduced_motion_ = false, still_ = false;
    std::vector<Rect> texts_;   // of the last frame
    std::vector<bool> active_;  // as the host knows it
    bool stale_ = true;         // the state has changed since compute()
    bool news_ = true;          // what it says is not what the host has heard
    bool computing_ = false;
    int settling_ = 2;  // frames still to draw after the last change
    int calm_ = 0;      // frames since the state or the pointer last changed
    double pace_ = 0;   // seconds: the quickest of the first of them
    int focused_parameter_ = -1, focused_preset_ = -1;
    std::optional<MatrixCell> focused_cell_;
    std::optional<Request> request_;  // the host has not taken it yet
    uint32_t generation_ = 0;         // of the latest request
    bool awaiting_ = false;           // news of it
};

}  // namespace explainer
