// What an exhibit draws with during one frame: painter, theme, state, pointer, text. One Ui lives in each
// view. Controls made from parameters are in figures/controls.h.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/painter.h"
#include "explainer/parameters.h"
#include "explainer/pointer_queue.h"

namespace explainer {

/// Which CSS cursor, and who owns a drag that begins here.
enum class Grip {
    none,
    press,       // a click; the page may still scroll from here
    horizontal,  // a drag along x; a finger that goes along y is the page's, and has pressed nothing
    free,        // the drag is wholly ours, also for touch
    pan,         // a large map: a mouse drags it, one finger scrolls the page, two fingers zoom the map
};

/// What the pointer did to one area in this frame.
struct PointerState {
    bool hovered = false;
    bool pressed = false;   // since this frame
    bool held = false;      // pressed here and not let go
    bool dragging = false;  // held and moved, as far as a finger does on purpose (a mouse drags at once)
    bool clicked = false;   // pressed and let go here; a cancelled press is no click
    bool doubled = false;   // clicked, and so soon after another click on this place that they are one
    Point position = {};    // of the pointer, in the view
    Point origin = {};      // where it was pressed
};

/// px that a pointer may move from its origin and still press what it was put on.
inline constexpr float finger_tremble = 6;

/// What two fingers did since the last frame: moved by `shift` and parted by `factor`, now around `centre`.
struct Pinch {
    Point centre;
    float factor = 1;
    Point shift = {};
};

enum class Align { left, centre, right };

/// A cell of a matrix parameter; for a focus on a computed matrix (grid_column) the values of both integers.
struct MatrixCell {
    int row = 0, col = 0;
    auto operator<=>(const MatrixCell&) const = default;
};

/// Whose native control is to get the keyboard focus.
struct FocusRequest {
    int parameter = -1;
    std::optional<MatrixCell> cell = {};
};

class Ui {
  public:
    explicit Ui(State& state) : state_(state) {}

    // Set by the view for each frame.
    struct Frame {
        Painter* painter = nullptr;
        const Theme* theme = nullptr;
        float width = 0;    // of the view, CSS pixels
        float seconds = 0;  // since the last frame
        bool reduced_motion = false;
        PointerNow pointer = {};
        bool touch = false;          // the pointer is a finger
        bool cancelled = false;      // the press was taken away (the page scrolls): no click
        int focused_parameter = -1;  // whose native control has the keyboard focus
        std::optional<MatrixCell> focused_cell = {};
        int focused_preset = -1;
        double now = 0;  // seconds, by the host's clock
        bool still = false;
    };
    void begin(const Frame& frame);

    /// False while a sheet is only measured: then there is no painter.
    bool painting() const { return frame_.painter != nullptr; }
    Painter& painter() { return *frame_.painter; }
    const Theme& theme() const { return *frame_.theme; }
    const State& state() const { return state_; }
    float width() const { return frame_.width; }
    /// The pointer is a finger.
    bool touch() const { return frame_.touch; }
    /// For paper or a file: nobody can press what is there.
    bool still() const { return frame_.still; }

    // ---- Changing parameters; each call is remembered as the reader's doing.
    void change(int parameter, double value);
    void change_cell(int parameter, int row, int col, double value);
    /// A preset was pressed: its state is restored.
    void press(const Preset& preset);
    /// A parameter of Kind::action was pressed: Exhibit::act() is called after the frame.
    void press_action(int parameter) { action_ = parameter; }
    /// Asks the host to put the keyboard focus on the parameter's native control, or on a cell of it.
    void request_focus(int parameter) { focus_request_ = FocusRequest{parameter}; }
    void request_focus(int parameter, int row, int col) {
        focus_request_ = FocusRequest{parameter, MatrixCell{row, col}};
    }

    /// One step on or back, by a button: the same as change(), but seen as motion.
    void step(int parameter, double value);

    // ---- Playing: the hand that turns an integer parameter step by step. View state, in no string; it ends
    // at the last step, and with any other change of state, but one with which that integer starts anew.
    void play(int parameter);  // from the beginning, if it is at the end
    void pause() { playing_ = -1; }
    /// How far one step of a player goes, by its buttons or by itself: to the next of origin, origin +
    /// stride, origin + 2 stride … (1 and 0, if nobody says it), and how long it stays there by itself. Said
    /// by the player in each frame.
    void set_stride(int parameter, int stride, int origin, float seconds) {
        strides_[parameter] = {stride, origin, seconds};
    }
    /// The value that is a step further (`direction` 1) or back (−1); within the parameter's bounds.
    double stepped(int parameter, int direction) const;
    bool playing(int parameter) const { return playing_ >= 0 && playing_ == parameter; }
    /// Before each frame, by the view: true if that changed the state. It waits while what the last step
    /// asked for is still being computed.
    bool play_on(float seconds, bool waits);

    /// What a part keeps from frame to frame beside the state, as a type of its own: the page of a long
    /// sentence, how far a wide matrix is scrolled, where a drag began. An exported figure shows what the
    /// first frame shows.
    template <class T>
    T& kept(std::string_view id, const T& initial = {}) {
        std::unique_ptr<AnyKept>& found = kept_[{type_of<T>(), whole(id)}];
        if (!found) found = std::make_unique<Kept<T>>(initial);
        return static_cast<Kept<T>&>(*found).value;
    }

    /// Counts the frames: what is kept of this one is told from what is older.
    uint64_t frame_number() const { return frame_number_; }

    // ---- Names. What has a hand or a motion of its own has an id, unique within its scope.
    /// While it lives, ids are those of a part: "words" in the scope "map" is another one than "words".
    class Scope {
      public:
        Scope(Ui& ui, std::string_view id) : ui_(ui), outer_(ui.scope_.size()) {
            ui.scope_ += id;
            ui.scope_ += '/';
        }
        ~Scope() { ui_.scope_.resize(outer_); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        Ui& ui_;
        size_t outer_;
    };
    /// The first id that two areas of this frame have, in debug builds; empty: none, as it has to be.
    const std::string& repeated_id() const { return repeated_id_; }

    // ---- Pointer
    /// Makes `rect` an area for the pointer. Two areas of a frame never have one id. Where they overlap, the
    /// first one has the pointer. An area that was pressed keeps it until the release; a press on none is
    /// nobody's.
    PointerState area(std::string_view id, const Rect& rect, Grip grip);
    /// Where the hand has moved to what it took hold of: what stood at `at` when it was pressed keeps its
    /// distance from the pointer. Called for each frame in which the area is pressed or held.
    Point carried(const PointerState& pointer, Point at) {
        if (pointer.pressed) taken_at_ = pointer.position - at;
        return pointer.position - taken_at_;
    }
    /// Something was pressed and is not let go: what a scale follows waits, so that nothing slips from the
    /// hand.
    bool holding() const { return !held_.empty(); }
    /// Whether the press that is under way (or has just ended) has moved a cell's number: then it is no
    /// click.
    bool scrubbing() const { return scrubbing_; }
    void set_scrubbing(bool scrubbing) { scrubbing_ = scrubbing; }

    /// By the view, from the host: further moves of two fingers before the next frame.
    void pinch(const Pinch& more);
    /// What two fingers did on this area, once.
    std::optional<Pinch> take_pinch(const Rect& rect);
    /// The frame is over: what nobody took is not for later.
    void drop_pinch() { pinch_.reset(); }

    // ---- Where things are, for the host
    void place_parameter(int parameter, const Rect& rect);
    void place_cell(int parameter, int row, int col, const Rect& rect);
    void place_preset(int preset, const Rect& rect);
    bool focused(int parameter) const { return frame_.focused_parameter == parameter; }
    /// The cell that the keyboard is on, while the parameter's native grid has the focus.
    std::optional<MatrixCell> focused_cell(int parameter) const {
        return focused(parameter) ? frame_.focused_cell : std::nullopt;
    }
    bool preset_focused(int preset) const { return frame_.focused_preset == preset; }
    /// A ring around what the keyboard is on.
    void focus_ring(const Rect& rect, float rounding = 6);

    // ---- Motion
    /// `target`, reached smoothly within 200 ms when a choice or a preset moved it; at once while a hand
    /// moves it.
    float eased(std::string_view id, float target);

    // ---- Text; `at` is the top of the line box, at its left end, centre or right end
    float text_width(Type type, std::string_view text) const { return fonts::width(type, text); }
    void text(const Point& at, Type type, Color color, std::string_view text, Align align = Align::left);

    // ---- What the view asks afterwards
    struct Area {
        Rect rect;
        Grip grip;
    };
    const std::vector<Area>& areas() const { return areas_; }
    Rect parameter_rect(int parameter) const;
    Rect cell_rect(int parameter, int row, int col) const;
    Rect preset_rect(int preset) const;
    /// True once after these have changed.
    bool take_moved();
    /// Something is still to come (tiles of a map): there is another frame.
    void ask_for_frame() { moving_ = true; }
    bool moving() const { return moving_ || playing_ >= 0; }
    bool take_changed() { return std::exchange(changed_, false); }
    /// The action that was pressed in this frame, else −1.
    int take_action() { return std::exchange(action_, -1); }
    std::optional<FocusRequest> take_focus_request() { return std::exchange(focus_request_, std::nullopt); }
    /// Whether the next changes of eased values are to be seen as motion (a choice) or not (a hand on a
    /// slider).
    /// In the frame that the change happens in and the next, which is the first to show all of it: what
    /// moves later moves for another reason.
    void animate(bool smooth) {
        animate_ = smooth;
        animated_frames_ = 2;
        motion_seconds_ = 0.2f;
    }
    void animate_for(int parameter);
    /// Whether anything was changed or dragged since the first frame, in the picture: then hints are gone.
    bool touched() const { return touched_; }

  private:
    void judge_finger();

    enum class Shown { parameter, cell, preset };
    struct Place {
        Shown what;
        int index;
        MatrixCell cell;
        bool operator==(const Place&) const = default;
    };
    struct Placed {
        Place place;
        Rect rect;
        bool operator==(const Placed&) const = default;
    };
    void put(const Place& place, const Rect& rect) { placed_.push_back({place, rect}); }
    Rect rect_of(const Place& place) const;

    struct Motion {
        float from = 0, to = 0, progress = 1;
        uint64_t frame = 0;  // that it was last moved on in
    };
    using Motions = std::map<std::string, Motion, std::less<>>;
    static Motion& motion_of(Motions& motions, std::string_view id, float at);
    struct AnyKept {
        virtual ~AnyKept() = default;
    };
    template <class T>
    struct Kept final : AnyKept {
        explicit Kept(const T& initial) : value(initial) {}
        T value;
    };
    /// One address for each type (there is no RTTI).
    template <class T>
    static const void* type_of() {
        static const char one = 0;
        return &one;
    }
    struct Stride {
        int length = 1, origin = 0;
        float seconds = 0.9f;
    };
    Stride stride_of(int parameter) const;
    bool played_starts_anew() const;

    /// `id` with the scopes it is in.
    std::string whole(std::string_view id) const { return scope_ + std::string(id); }
    void note_id(const std::string& id);

    State& state_;
    Frame frame_;
    std::string scope_, repeated_id_;
    std::vector<std::string> ids_;  // of this frame's areas; in debug builds
    std::vector<Area> areas_;
    std::vector<Placed> placed_;  // in this frame
    Motions motions_;
    std::map<std::pair<const void*, std::string>, std::unique_ptr<AnyKept>> kept_;  // by type and id
    std::map<int, Stride> strides_;
    int playing_ = -1;
    float step_seconds_ = 0;       // since the last step
    std::optional<State> played_;  // what the player left; anything else is somebody's doing
    float motion_seconds_ = 0.2f;
    int animated_frames_ = 0;
    uint64_t frame_number_ = 0;
    std::optional<Pinch> pinch_;
    // Which area was pressed and not let go; whether it was seen in this frame; whether an area has the
    // pointer already in this frame; whether a press that was nobody's is under way.
    std::string held_;
    bool held_seen_ = false, taken_ = false, astray_ = false;
    Point pressed_at_;
    Point taken_at_;  // from what was taken to the pointer, at the press
    bool dragged_ = false;
    bool given_up_ = false;  // the press turned out to be the page's
    // The last click, until another one makes it a double one.
    std::string clicked_;
    Point clicked_at_;
    double clicked_now_ = 0;
    bool changed_ = false, moving_ = false, animate_ = false, touched_ = false, scrubbing_ = false;
    int action_ = -1;
    std::optional<FocusRequest> focus_request_;
    std::vector<Placed> told_;  // the places that the host knows
};

}  // namespace explainer
