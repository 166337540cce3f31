// The film, not the still: frames one after the other, with a pointer and with what hosts ask for between two
// of them. What has not changed is drawn as before; what moves moves once a frame.
#include "film.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "described.h"
#include "explainer/drawing/canvas.h"
#include "helpers.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// What stands in a picture, run by run.
std::set<std::string> texts_of(const std::string& svg) {
    std::set<std::string> out;
    for (size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
        const size_t from = svg.find('>', at) + 1;
        out.insert(svg.substr(from, svg.find('<', from) - from));
    }
    return out;
}

/// A figure that plays from its beginning, with motion.
struct Playing : Shown {
    Playing(std::string_view id, const std::string& state, std::string_view plays, float width = 960)
        : Shown(id, state, width), step(index_of(*this, plays)) {
        set_reduced_motion(false);
        set(step, -1e9);
        rest(*this, now);
        for (size_t i = 0; i < this->state().parameters().size(); ++i)
            if (this->state().parameters()[i].plays == plays) act(static_cast<int>(i));
    }
    int reached() const { return state().integer(step); }
    std::set<std::string> texts(bool* more) { return texts_of(next_frame(*this, now, more)); }
    int step;
    double now = 0;
};

}  // namespace

TEST_CASE("film: what hosts ask of a figure that rests changes nothing of the next frame") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : exhibits()) {
        if (type->id == "proof") continue;  // measures as it is drawn
        Film view(type->id, 720);
        double now = 0;
        for (int i = 0; i < 12; ++i) {
            const Point at = view.anywhere(random);
            view.pointer(Pointer::move, at, false);
            const std::string before = rested(view, now);
            ask(view, 720);
            CAPTURE(std::string(type->id));
            CAPTURE(at.x);
            CAPTURE(at.y);
            CHECK((next_frame(view, now) == before));
        }
    }
}

TEST_CASE("film: what is said, and where controls are, changes only where the view tells so") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    int heard = 0, silent = 0, moved = 0;
    for (const ExhibitType* type : exhibits()) {
        Film view(type->id, 720);
        const auto said = [&view] {
            std::string out = text_of(view.describe());
            for (int i = 0; i < view.state().count(); ++i) {
                out += "\n" + view.shown(i);
                for (int k = 0; k < 9; ++k) out += " " + view.cell_text(i, k / 3, k % 3);
            }
            return out;
        };
        const auto placed = [&view] {
            std::vector<Rect> out;
            for (int i = 0; i < view.state().count(); ++i) {
                out.push_back(view.active(i) ? view.parameter_rect(i) : Rect{-1, -1, -1, -1});
                for (int k = 0; k < 9; ++k) out.push_back(view.cell_rect(i, k / 3, k % 3));
            }
            for (size_t i = 0; i < view.type().presets.size(); ++i)
                out.push_back(view.preset_rect(static_cast<int>(i)));
            return out;
        };
        double now = 0;
        rest(view, now);
        CHECK(view.take_news());
        CHECK(view.take_moved());
        for (int i = 0; i < 24; ++i) {
            const std::string words = said();
            const std::vector<Rect> places = placed();
            view.take_news();
            const Point at = view.anywhere(random);
            view.pointer(Pointer::move, at, false);
            if (i % 3 == 2) {
                view.pointer(Pointer::down, at, false);
                view.pointer(Pointer::up, at, false);
            }
            rested(view, now);
            CAPTURE(std::string(type->id));
            CAPTURE(at.x);
            CAPTURE(at.y);
            const bool news = view.take_news();
            ++(news ? heard : silent);
            if (!news) CHECK((said() == words));
            if (view.take_moved())
                ++moved;
            else
                CHECK((placed() == places));
        }
    }
    CHECK(heard > 5);
    CHECK(silent > 5);
    CHECK(moved > 5);
}

TEST_CASE("film: a pointer that trembles on one thing leaves it lit in every frame") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    int trembled = 0;
    for (const ExhibitType* type : exhibits()) {
        Film view(type->id, 720);
        double now = 0;
        for (int i = 0; i < 12; ++i) {
            const Point at = view.anywhere(random), beside{at.x + 1, at.y};
            view.pointer(Pointer::move, at, false);
            const std::string here = rested(view, now);
            view.pointer(Pointer::move, beside, false);
            if (rested(view, now) != here) continue;  // something else is there
            ++trembled;
            for (int k = 0; k < 6; ++k) {
                ask(view, 720);
                view.pointer(Pointer::move, k % 2 == 0 ? at : beside, false);
                CAPTURE(std::string(type->id));
                CAPTURE(at.x);
                CAPTURE(at.y);
                CHECK((next_frame(view, now) == here));
            }
        }
    }
    CHECK(trembled > 20);
}

TEST_CASE("film: a motion belongs to the change that caused it") {
    // After a preset things move; what the pointer lights up a second later does not.
    for (const std::string id : {"position", "softmax", "blend", "values", "pipeline"}) {
        CAPTURE(id);
        Film moved(id, 720), still(id, 720);
        moved.set_reduced_motion(false);
        still.set_reduced_motion(false);
        double now = 0, other = 0;
        const std::string_view preset = moved.type().presets.back().state;
        REQUIRE(!moved.restore(preset));
        REQUIRE(!still.restore(preset));
        rested(moved, now);
        rested(still, other);
        still.set(0, still.state().number(0));  // as a hand on a slider leaves it
        rested(still, other);
        std::mt19937 random(7);
        for (int i = 0; i < 8; ++i) {
            const Point at = moved.anywhere(random);
            moved.pointer(Pointer::move, at, false);
            still.pointer(Pointer::move, at, false);
            for (int frame = 0; frame < 3; ++frame)
                CHECK((next_frame(moved, now) == next_frame(still, other)));
            rested(moved, now);
            rested(still, other);
        }
    }
}

TEST_CASE("film: a play goes through the same states with and without motion, and comes to the same rest") {
    for (const ExhibitType* type : exhibits()) {
        for (int action = 0; action < static_cast<int>(type->parameters.size()); ++action) {
            const Parameter& one = type->parameters[static_cast<size_t>(action)];
            if (one.kind != Kind::action || one.plays.empty()) continue;
            CAPTURE(type->id);
            CAPTURE(one.name);
            std::vector<std::string> states[2];
            std::string last[2];
            // (What trains is paused: all its steps take minutes with sanitizers.)
            const size_t enough = type->id == "learn" ? 4 : 10'000;
            for (const bool reduced : {false, true}) {
                Film view(type->id, 720);
                view.set_reduced_motion(reduced);
                view.set(index_of(view, one.plays), -1e9);  // its beginning
                double now = 0;
                rest(view, now);
                view.act(action);
                bool more = true;
                for (int frame = 0; more && frame < 20000; ++frame) {
                    more = pass_frame(view, now);
                    std::string state = view.state().save();
                    if (states[reduced].empty() || states[reduced].back() != state)
                        states[reduced].push_back(std::move(state));
                    if (states[reduced].size() >= enough && view.playing(action)) view.act(action);
                }
                CHECK(!view.playing(action));
                last[reduced] = next_frame(view, now);
            }
            CHECK(states[0].size() > 2);
            CHECK(states[0] == states[1]);
            CHECK((last[0] == last[1]));
        }
    }
}

TEST_CASE("film: while it plays, no result is there before the step that computes it") {
    struct Result {
        std::string_view exhibit, state, plays, text;
        int from;  // the step
    };
    static constexpr Result results[] = {
        {"scores", "pace=cell", "sweep", "2.887", 9},
        {"scores", "pace=cell", "sweep", "70.7 %", 12},
        {"scores", "pace=cell", "sweep", "1.155", 24},
        {"scores", "pace=cell", "sweep", "2.309", 27},
        // (The ruler of a sum ends at its largest part: its ticks are none of the results.)
        {"projection", "pace=cell;showSum=false", "term", "4", 27},
        {"projection", "pace=cell;showSum=false", "term", "−3", 35},
        {"softmax", "", "step", "22.198", 3},
        {"softmax", "", "step", "54.5 %", 4},
        {"values", "", "added", "1.581", 2},
        {"values", "", "added", "1.637", 3},
        {"pipeline", "", "step", "2.887", 4},
        {"pipeline", "", "step", "0.707", 5},
        {"pipeline", "", "step", "1.637", 6},
        {"heads", "", "step", "33.12", 2},
        {"heads", "", "step", "0.879", 3},
        {"heads", "", "step", "0.464", 5},
        {"multi-head", "", "step", ".82", 3},
        {"multi-head", "", "step", "2.28", 5},
        {"induction", "", "step", "7.94", 4},
        {"induction", "", "step", "99.8 %", 5},
        {"streaming", "", "step", "2.324", 3},
        {"streaming", "", "step", "1.5642", 4},
        {"decode", "", "token", ".36", 2},
        {"decode", "", "token", "478,720 so far", 10},
        {"training", "", "checkpoint", "1.38", 17},
    };
    // Rows that follow each other are of one play.
    for (const Result *first = std::begin(results), *end = first; first != std::end(results); first = end) {
        end = std::find_if(first, std::end(results), [first](const Result& one) {
            return std::tuple(one.exhibit, one.state, one.plays) !=
                   std::tuple(first->exhibit, first->state, first->plays);
        });
        CAPTURE(std::string(first->exhibit));
        Playing view(first->exhibit, std::string(first->state), first->plays);
        std::set<std::string_view> came;
        for (bool more = true; more;) {
            const std::set<std::string> texts = view.texts(&more);
            CAPTURE(view.state().save());
            for (const Result* one = first; one != end; ++one) {
                if (!texts.contains(std::string(one->text))) continue;
                CHECK_MESSAGE(view.reached() >= one->from, one->text);
                came.insert(one->text);
            }
        }
        for (const Result* one = first; one != end; ++one) CHECK_MESSAGE(came.contains(one->text), one->text);
    }
    // Every player has its results there, but for one that moves a sentence along, and one that trains for
    // as long as it is left to.
    for (const ExhibitType* type : exhibits()) {
        for (const Parameter& one : type->parameters) {
            if (one.plays.empty() || type->id == "position" || type->id == "learn") continue;
            CAPTURE(type->id);
            CHECK(std::any_of(std::begin(results), std::end(results), [&](const Result& result) {
                return result.exhibit == type->id && result.plays == one.plays;
            }));
        }
    }
}

TEST_CASE("film: what a hand drags is what is chosen, and then rests") {
    const struct {
        const char *exhibit, *state, *dragged;
        int row, col;  // of a matrix; −1: a number
        const char *chosen, *then;
    } drags[] = {
        {"softmax", "", "score4", -1, -1, "row", "3"},
        {"softmax", "showSteps=false;row=0", "score2", -1, -1, "row", "1"},
        {"dot-product", "", "k3x", -1, -1, "chosen", "3"},
        {"dot-product", "showKeys=false;showAreas=false;chosen=3", "kx", -1, -1, "chosen", "1"},
        {"blend", "chosen=1", "v", 2, 0, "chosen", "3"},
        {"scores", "data=hand", "k", 2, 0, "sweep", "9"},
        {"projection", "", "wq", 0, 1, "term", "80"},
    };
    for (const auto& [exhibit, state, dragged, row, col, chosen, then] : drags) {
        for (const float width : {960.0f, 360.0f}) {
            CAPTURE(exhibit);
            CAPTURE(state);
            CAPTURE(width);
            Shown view(exhibit, state, width);
            settle(view);
            const int parameter = index_of(view, dragged);
            if (row >= 0 && view.cell_rect(parameter, row, col).width <= 0) continue;  // not in sight
            const Point at = row < 0 ? view.parameter_rect(parameter).centre()
                                     : view.cell_rect(parameter, row, col).centre();
            drag(view, at, at + Point{24, 0});
            CHECK(view.state().shown(index_of(view, chosen)) == then);
            double now = 1e6;
            view.set_reduced_motion(false);
            const std::string rest = rested(view, now);
            for (int i = 0; i < 3; ++i) CHECK((next_frame(view, now) == rest));
        }
    }
}

TEST_CASE("film: a thumb that is grabbed off its centre keeps its distance from the hand") {
    Shown view("softmax", "", 720);
    settle(view);
    const int temperature = index_of(view, "temperature");
    const Rect rect = view.parameter_rect(temperature);
    // Where the thumb is: the place on the track that a press beside it brings it to.
    const float y = rect.centre().y, there = rect.centre().x;
    press(view, {there, y});
    release(view, {there, y});
    const double value = view.state().number(temperature);
    press(view, {there + 5, y});
    CHECK(view.state().number(temperature) == value);
    view.pointer(Pointer::move, {there + 45, y}, false);
    settle(view);
    const double moved = view.state().number(temperature);
    release(view, {there + 45, y});
    view.set(temperature, value);
    settle(view);
    press(view, {there, y});
    view.pointer(Pointer::move, {there + 40, y}, false);
    settle(view);
    CHECK(view.state().number(temperature) == moved);
    release(view, {there + 40, y});
}

TEST_CASE("film: with any number of pixels to a point, the second of two equal frames is the same strokes") {
    // Places and colours of all corners, as the renderer gets them. (Not where their glyphs lie: those move
    // in the atlas as it grows.)
    const auto corners = [] {
        std::string out;
        const ImDrawData* drawn = canvas::drawn();
        for (const ImDrawList* list : drawn->CmdLists) {
            for (const ImDrawVert& one : list->VtxBuffer) {
                out.append(reinterpret_cast<const char*>(&one.pos), sizeof one.pos);
                out.append(reinterpret_cast<const char*>(&one.col), sizeof one.col);
            }
        }
        return out;
    };
    const unsigned seed = seed_of_run();
    MESSAGE("SEED=" << seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : exhibits()) {
        if (type->id == "proof") continue;  // measures as it is drawn
        for (const float density : {1.0f, 1.25f, 1.5f, 2.0f}) {
            Film view(type->id, 720);
            view.resize(view.width, view.height, static_cast<int>(view.width * density),
                        static_cast<int>(view.height * density));
            view.pointer(Pointer::move, view.anywhere(random), false);
            double now = 0;
            for (bool more = true; more;) more = pass_frame(view, now);
            const std::string before = corners();
            CHECK(before.size() > 1000);
            ask(view, 720);
            view.step(now += frame_milliseconds, false);
            CAPTURE(std::string(type->id));
            CAPTURE(density);
            CHECK((corners() == before));
        }
    }
}

TEST_CASE("film: no two areas have one id, in any state at any width") {
    // (Where two have, a debug build ends and says which.)
    const unsigned seed = seed_of_run();
    MESSAGE("SEED=" << seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : all_exhibits()) {
        for (const float width : {320.0f, 560.0f, 960.0f}) {
            for (int i = 0; i < 4; ++i) {
                Film view(type->id, width);
                REQUIRE(!view.restore(odd_state(*type, random)));
                double now = 0;
                CHECK(!next_frame(view, now).empty());
            }
        }
    }
}

TEST_CASE("film: an id that comes twice is told, unless a scope tells the two apart") {
    const ExhibitType& type = *find_exhibit("softmax");
    State state(type.id, type.parameters);
    Ui ui(state);
    ui.begin({});
    ui.area("words", {0, 0, 10, 10}, Grip::press);
    {
        const Ui::Scope scope(ui, "map");
        ui.area("words", {20, 0, 10, 10}, Grip::press);
        CHECK(ui.repeated_id().empty());
        ui.area("words", {40, 0, 10, 10}, Grip::press);
        CHECK(ui.repeated_id() == "map/words");
    }
    ui.begin({});
    ui.area("words", {0, 0, 10, 10}, Grip::press);
    CHECK(ui.repeated_id().empty());
}

TEST_CASE("film: a piece's button stays where it was pressed, and what the piece shows comes under it") {
    for (const std::string id : {"softmax", "scaling", "blend", "heads", "multi-head", "masks", "cost"}) {
        for (const float width : {280.0f, 360.0f, 455.0f, 648.0f, 801.0f, 960.0f, 1180.0f}) {
            Film view(id, width);
            settle(view);
            for (int i = 0; i < static_cast<int>(view.type().parameters.size()); ++i) {
                if (!view.type().parameters[static_cast<size_t>(i)].piece || !view.active(i)) continue;
                CAPTURE(id);
                CAPTURE(width);
                CAPTURE(std::string(view.type().parameters[static_cast<size_t>(i)].name));
                const Rect before = view.parameter_rect(i);
                click(view, before.centre());
                const Rect after = view.parameter_rect(i);
                CHECK(before.x == after.x);
                CHECK(before.y == after.y);
                click(view, after.centre());
                CHECK(view.state().save().empty());
            }
        }
    }
}
