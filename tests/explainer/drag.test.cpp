// Drags, frame by frame: what a hand changes, what it leaves, and what is looked at afterwards.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "film.h"
#include "helpers.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// What a hand can take hold of: the place of a number, or of a cell of a matrix.
struct Handle {
    int parameter;
    Point at;
};

std::vector<Handle> handles(const View& view) {
    std::vector<Handle> out;
    const State& state = view.state();
    const auto add = [&](int parameter, const Rect& place) {
        const Grip grip = view.grip(place.centre());
        if (place.width > 0 && (grip == Grip::horizontal || grip == Grip::free))
            out.push_back({parameter, place.centre()});
    };
    for (int p = 0; p < state.count(); ++p) {
        const Kind kind = state.parameter(p).kind;
        if (kind == Kind::number || kind == Kind::integer) add(p, view.parameter_rect(p));
        if (kind != Kind::matrix) continue;
        for (int i = 0; i < state.matrix(p).rows; ++i)
            for (int j = 0; j < state.matrix(p).cols; ++j) add(p, view.cell_rect(p, i, j));
    }
    return out;
}

}  // namespace

TEST_CASE("drag: what it leaves is its state; the figure is drawn as if that had been restored") {
    const unsigned seed = seed_of_run();
    MESSAGE("SEED=" << seed);
    std::mt19937 random(seed);
    int moved = 0;
    for (const ExhibitType* type : exhibits()) {
        // (On narrower sheets a matrix may be scrolled and a line of buttons turned; both stay as they are.)
        for (const float width : {960.0f, 1200.0f}) {
            const int trials = type->id == "learn" ? 1 : 4;  // a state of that one has to be trained, twice
            for (int trial = 0; trial < trials; ++trial) {
                Film view(type->id, width), other(type->id, width);
                view.set_reduced_motion(false);
                const std::string_view preset = trial == 0 || type->presets.empty()
                                                    ? ""
                                                    : type->presets[random() % type->presets.size()].state;
                REQUIRE(!view.restore(preset));
                REQUIRE(!other.restore(preset));
                double now = 0, then = 0;
                rest(view, now);
                rest(other, then);
                std::vector<Handle> all = handles(view);
                // (Not how far it is trained: all its steps take minutes with sanitizers.)
                if (type->id == "learn")
                    std::erase_if(all, [step = index_of(view, "step")](const Handle& one) {
                        return one.parameter == step;
                    });
                if (all.empty()) continue;
                const Handle handle = all[random() % all.size()];
                const float angle = static_cast<float>(random() % 628) / 100.0f;
                CAPTURE(std::string(type->id));
                CAPTURE(width);
                CAPTURE(std::string(preset));
                CAPTURE(std::string(view.state().parameter(handle.parameter).name));
                CAPTURE(angle);
                const auto frame = [&](View& one, double& clock, Pointer kind, Point at) {
                    one.pointer(kind, at, false);
                    pass_frame(one, clock);
                };
                frame(view, now, Pointer::move, handle.at);
                frame(view, now, Pointer::down, handle.at);
                Point to = handle.at;
                for (int i = 1; i <= 10; ++i) {
                    to = handle.at + Point{std::cos(angle), std::sin(angle)} * (6 * static_cast<float>(i));
                    frame(view, now, Pointer::move, to);
                }
                frame(view, now, Pointer::up, to);
                frame(view, now, Pointer::move, {-1, -1});
                rest(view, now);
                const std::string left = next_frame(view, now), state = view.state().save();
                moved += state != preset;
                // Another figure that was touched, too.
                frame(other, then, Pointer::move, handle.at);
                frame(other, then, Pointer::down, handle.at);
                frame(other, then, Pointer::up, handle.at);
                frame(other, then, Pointer::move, {-1, -1});
                REQUIRE(!other.restore(state));
                rest(other, then);
                CHECK((next_frame(other, then) == left));
            }
        }
    }
    CHECK(moved > 60);
}

TEST_CASE("drag: what is dragged is what is looked at (figures of values and heads)") {
    struct Case {
        const char *exhibit, *state, *parameter;
        int row, col;
        Point by;
        const char* saved;  // beside the matrix that is dragged
    };
    constexpr Point far{90, 0}, none{0, 0};  // over its neighbours
    static constexpr Case cases[] = {
        {"blend", "chosen=1;temperature=0.05", "q", 0, 0, far, "temperature=0.05;chosen=3"},
        {"blend", "", "q", 0, 0, {-90, 0}, "chosen=1"},
        {"blend", "", "k", 3, 0, {20, 10}, "chosen=4"},
        {"blend", "", "v", 0, 1, far, "chosen=1"},
        {"values", "data=hand", "v", 2, 0, far, "data=hand;key=2;component=0"},
        {"values", "showMadeOf=true", "x", 2, 1, far, "key=2;showMadeOf=true"},
        {"values", "showMadeOf=true", "wv", 1, 0, far, "component=0;showMadeOf=true"},
        {"values", "showMadeOf=true", "wo", 2, 0, far, "component=2;showMadeOf=true"},
        {"values", "data=hand;showMadeOf=true", "k", 2, 0, far, "data=hand;key=2;showMadeOf=true"},
        {"values", "data=hand;key=2;showMadeOf=true", "q", 0, 0, far, "data=hand;key=2;showMadeOf=true"},
        {"pipeline", "", "x", 2, 1, far, "row=2"},
        {"pipeline", "", "wv", 2, 0, far, "column=0"},
        {"pipeline", "step=2;of=q", "wq", 0, 0, far, "step=2;of=q;column=0"},
        {"multi-head", "showGiven=true", "x", 3, 2, far, "row=3;showGiven=true"},
        {"multi-head", "showGiven=true", "wq", 3, 5, far, "of=q;atColumn=5;showGiven=true"},
        {"multi-head", "showGiven=true", "wv", 3, 3, far, "of=v;atColumn=3;showGiven=true"},
        {"multi-head", "showGiven=true", "wo", 3, 4, far, "column=4;showGiven=true"},
        {"multi-head", "", "row", 3, 4, none, "row=3;column=4"},
        {"heads", "head=pronoun", "row", 4, 2, none, "head=pronoun;row=4;column=2"},
    };
    for (const Case& one : cases) {
        CAPTURE(std::string(one.exhibit));
        CAPTURE(std::string(one.state));
        CAPTURE(std::string(one.parameter));
        Shown view(one.exhibit, one.state, 960);
        settle(view);
        const Point from = view.cell_rect(index_of(view, one.parameter), one.row, one.col).centre();
        drag(view, from, from + one.by);
        // Let go, the hand passes over other numbers.
        view.pointer(Pointer::move, from + Point{0, -30}, false);
        settle(view);
        std::string saved = ";" + view.state().save();
        if (const size_t at = saved.find(";" + std::string(one.parameter) + "="); one.by.x != 0) {
            REQUIRE(at != std::string::npos);
            saved.erase(at, saved.find(';', at + 1) - at);
        }
        CHECK(saved.substr(saved.size() > 1 ? 1 : 0) == one.saved);
    }
}

TEST_CASE("drag: what is dragged is what is looked at (masks, position, map)") {
    const struct {
        const char *exhibit, *start, *parameter;
        int row, col;  // of a cell; −1: the middle of a slider
        float right;
        const char* left;  // the state that is saved
    } drags[] = {
        {"masks", "row=3;column=0", "scores", 3, 5, 30,
         "scores=1,-1,-1,-1,3,-1,-1/-1,1,-1,-1,-1,-1,3.5/-1,-1,1,-1,-1,-1,-1/-1,-1,-1,1,-1,1.5,-1/"
         "3,-1,-1,-1,1,-1,-1/-1,-1,-1,-1,-1,1,-1/-1,3.5,-1,-1,-1,-1,1;row=3;column=5"},
        {"position", "gaps=0,0,0,0,0,0,0", "gaps", 0, 3, 80, "gaps=0,0,0,1,0,0,0;asks=3"},
        // (What answers is looked at as well.)
        {"position", "gaps=0,0,0,0,0,0,0", "gaps", 0, 1, 80, "gaps=0,1,0,0,0,0,0"},
        {"map", "", "copied", -1, -1, 30, "copied=7.85;outline=copied"},
        {"map", "outline=copied", "window", -1, -1, -30, "window=6"},
        // (No share is of noise alone.)
        {"map", "outline=copied", "noise", -1, -1, 30, "noise=2.25;outline=copied"},
    };
    for (const auto& one : drags) {
        CAPTURE(std::string(one.exhibit));
        CAPTURE(std::string(one.parameter));
        Shown view(one.exhibit, one.start, 960);
        settle(view);
        const int parameter = index_of(view, one.parameter);
        const Rect place =
            one.row < 0 ? view.parameter_rect(parameter) : view.cell_rect(parameter, one.row, one.col);
        REQUIRE(place.width > 0);
        drag(view, place.centre(), place.centre() + Point{one.right, 0});
        CHECK(view.state().save() == std::string(one.left));
    }
}

TEST_CASE("drag: what is dragged is what is looked at") {
    // A hand takes a number, or a cell of a matrix, 30 pixels to the right.
    constexpr struct {
        std::string_view exhibit, state, parameter;
        int row, col;
        std::string_view left;
    } drags[] = {
        {"dot-product", "", "k3x", -1, -1, "k3x=-1.9;chosen=3"},
        {"projection", "", "wk", 2, 1, "wk=0,1,1/1,0,0/0,3,1/1,1,0;term=92"},
        {"projection", "", "x", 0, 1, "x=1,3,1,0/0,1,0,1/1,1,0,0;term=28"},
        {"projection", "data=hand", "k", 1, 0, "data=hand;k=1,0/3,1/1,1;term=2"},
        {"projection", "data=hand", "v", 0, 1, "data=hand;v=10,3/0,10/5,5;term=1"},
        {"scores", "data=hand", "k", 1, 0, "data=hand;k=1,0/3,1/1,1;sweep=7"},
        {"scores", "data=two;sweep=3", "q", 0, 1, "data=two;q=2,3;sweep=4"},
        {"softmax", "", "score4", -1, -1, "score4=1.7;row=3;column=3"},
    };
    for (const auto& [exhibit, state, parameter, row, col, left] : drags) {
        CAPTURE(exhibit);
        CAPTURE(parameter);
        Film view(exhibit, 960);
        REQUIRE(!view.restore(state));
        double now = 0;
        rest(view, now);
        const int p = view.state().find(parameter);
        const Point from = (row < 0 ? view.parameter_rect(p) : view.cell_rect(p, row, col)).centre();
        for (const auto& [kind, to] : {std::pair(Pointer::down, 0.0f),
                                       {Pointer::move, 15.0f},
                                       {Pointer::move, 30.0f},
                                       {Pointer::up, 30.0f}}) {
            view.pointer(kind, from + Point{to, 0}, false);
            pass_frame(view, now);
        }
        CHECK(view.state().save() == left);
    }
}
