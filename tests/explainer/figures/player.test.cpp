// Players: buttons, slider, and playing by itself.
#include "explainer/figures/player.h"

#include <memory>

#include "again.h"
#include "sheet.h"

using namespace explainer;

namespace {

enum : int { step, other, playing };

std::vector<Parameter> table(double last) {
    return {
        Parameter{.name = "step",
                  .label = "step",
                  .help = "For the test.",
                  .kind = Kind::integer,
                  .minimum = 1,
                  .maximum = last,
                  .step = 1,
                  .initial = 1},
        Parameter{
            .name = "other", .label = "other", .help = "For the test.", .kind = Kind::number, .maximum = 10},
        Parameter{.name = "playing",
                  .label = "play",
                  .help = "For the test.",
                  .kind = Kind::action,
                  .plays = "step"}};
}

/// Shows a look that outlives it.
Build showing(const figures::PlayerLook* look) {
    return [look](Ui&) {
        return figures::player({look->parameter < 0 ? step : look->parameter, look->action, look->stops,
                                look->sections, look->stride, look->origin, look->ends, again(look->shown),
                                look->said, look->source, look->tight, look->ticks});
    };
}
Build showing(figures::PlayerLook look = {}) {
    return [kept = std::make_shared<figures::PlayerLook>(std::move(look))](Ui& ui) {
        return showing(kept.get())(ui);
    };
}

constexpr float button = 50;  // from one to the next
Point button_at(int index) {
    return {16 + 22 + button * static_cast<float>(index), 16 + 22};
}
enum : int { first, back, play, on, last };

/// Frames of 16 ms; answers how many it took until no more were wanted.
int run(View& view, double& time, int most) {
    for (int i = 0; i < most; ++i) {
        time += 16;
        if (!view.step(time, false)) return i;
    }
    return most;
}

/// Presses play without waiting for the end of it.
double start(View& view) {
    double time = 1e7;
    view.pointer(Pointer::move, button_at(play), false);
    run(view, time, 5);
    view.pointer(Pointer::down, button_at(play), false);
    run(view, time, 5);
    view.pointer(Pointer::up, button_at(play), false);
    run(view, time, 5);
    return time;
}

}  // namespace

TEST_CASE("a player stays in its place with any number of steps and stops") {
    using figures::PlayerLook, figures::Stop;
    const PlayerLook looks[] = {
        {},
        {.ends = false},
        {.said = false},
        {.shown = [](int value) { return "cell " + std::to_string(value) + " of a great many, so long"; }},
        {.stops =
             {{1, "words"}, {2, "project"}, {3, "score"}, {4, "divide by √3"}, {5, "softmax"}, {6, "blend"}}},
        {.stops = {{1, "I"}, {10, "love"}, {19, "AI"}}, .sections = true},
        {.stops = {{1, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"},
                   {2, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"}}},
    };
    for (const PlayerLook& look : looks) {
        for (const double steps : {1.0, 2.0, 6.0, 27.0, 4096.0}) {
            Sheet sheet(table(steps), showing(&look));
            for (const double value : {1.0, steps}) {
                sheet.view().set(step, value);
                sheet.check_widths();
            }
        }
    }
}

TEST_CASE("buttons of a player go on, back and to the ends") {
    Sheet sheet(table(6), showing());
    View& view = sheet.view();
    click(view, button_at(on));
    CHECK(sheet.number(step) == 2);
    CHECK(view.take_changed());
    click(view, button_at(back));
    click(view, button_at(back));
    CHECK(sheet.number(step) == 1);
    click(view, button_at(last));
    CHECK(sheet.number(step) == 6);
    click(view, button_at(on));
    CHECK(sheet.number(step) == 6);
    click(view, button_at(first));
    CHECK(sheet.number(step) == 1);
}

TEST_CASE("the slider of a player is dragged to every step") {
    Sheet sheet(table(6), showing());
    View& view = sheet.view();
    const Rect slider = view.parameter_rect(step);
    CHECK(slider.height >= 44);
    drag(view, {slider.x + 12, slider.centre().y}, {slider.right() - 12, slider.centre().y});
    CHECK(sheet.number(step) == 6);
    drag(view, {slider.x + 12, slider.centre().y}, {slider.centre().x - 30, slider.centre().y}, true);
    CHECK(sheet.number(step) == 3);
    CHECK(view.grip(slider.centre()) == Grip::horizontal);
}

TEST_CASE("playing turns the step, asks for frames, and ends at the last step") {
    Sheet sheet(table(4), showing());
    View& view = sheet.view();
    double time = start(view);
    CHECK(sheet.number(step) == 1);
    run(view, time, 60);  // 960 ms
    CHECK(sheet.number(step) == 2);
    CHECK(view.step(time += 16, false));
    const int frames = run(view, time, 1000);
    CHECK(sheet.number(step) == 4);
    CHECK(frames < 150);  // two steps of 900 ms, and then nothing more
    CHECK_FALSE(view.step(time += 16, false));
    CHECK(view.state().save() == "step=4");  // that it played is in no string
    // At the end play begins anew.
    start(view);
    CHECK(sheet.number(step) == 1);
}

TEST_CASE("any change by hand stops the player") {
    for (int way = 0; way < 5; ++way) {
        CAPTURE(way);
        Sheet sheet(table(6), showing());
        View& view = sheet.view();
        double time = start(view);
        run(view, time, 60);
        REQUIRE(sheet.number(step) == 2);
        const Rect slider = view.parameter_rect(step);
        if (way == 0) view.set(other, 3);
        if (way == 1) view.set(step, 1);
        if (way == 2) REQUIRE(!view.restore("other=2"));
        if (way == 3) click(view, button_at(play));  // pause
        if (way == 4) click(view, slider.centre());
        const double then = sheet.number(step);
        CHECK(run(view, time = 1e9, 200) < 100);
        CHECK(sheet.number(step) == then);
    }
}

TEST_CASE("a step is seen as motion, and under reduced motion it is not") {
    for (const bool reduced : {false, true}) {
        float seen = -1;
        Sheet sheet(table(4), [&seen](Ui& ui) {
            seen = ui.eased("value", static_cast<float>(ui.state().number(step)));
            figures::PlayerLook look;
            look.parameter = step;
            return figures::player(std::move(look));
        });
        View& view = sheet.view();
        view.set_reduced_motion(reduced);
        double time = 1e7;
        view.pointer(Pointer::down, button_at(on), false);
        run(view, time, 5);
        view.pointer(Pointer::up, button_at(on), false);
        bool between = false;
        for (int i = 0; i < 40; ++i) {
            view.step(time += 16, false);
            between = between || (seen > 1.01f && seen < 1.99f);
        }
        CHECK(seen == 2);
        CHECK(between == !reduced);
    }
}

TEST_CASE("the action of a player plays and stops, and its native button stands over the drawn one") {
    Sheet sheet(table(4), showing({.action = playing}));
    View& view = sheet.view();
    CHECK(view.parameter_rect(playing).contains(button_at(play)));
    double time = 2e7;
    view.step(time, false);
    view.act(playing);
    run(view, time, 60);
    CHECK(sheet.number(step) == 2);
    view.act(playing);
    CHECK(run(view, time, 200) < 60);
    CHECK(sheet.number(step) == 2);
}

TEST_CASE("a player whose last step follows the state ends there") {
    std::vector<Parameter> parameters = table(10);
    parameters[step].maximum_follows = {.parameter = "most"};
    // A bound follows what stands before it.
    parameters.insert(parameters.begin(), Parameter{.name = "most",
                                                    .label = "most",
                                                    .help = "For the test.",
                                                    .kind = Kind::integer,
                                                    .minimum = 1,
                                                    .maximum = 10,
                                                    .step = 1,
                                                    .initial = 3});
    constexpr int played = step + 1;
    Sheet sheet(parameters, showing({.parameter = played}));
    View& view = sheet.view();
    click(view, button_at(last));
    CHECK(sheet.number(played) == 3);
    click(view, button_at(first));
    double time = start(view);
    CHECK(run(view, time, 1000) < 200);
    CHECK(sheet.number(played) == 3);
}

TEST_CASE("stops: heads that stay on the sheet wherever they are put, go to their step and play") {
    using figures::StopsLook;
    for (const std::vector<float>& at : {std::vector<float>{}, {58, 200, 330, 420}, {0, 9000, 9000, 9000}}) {
        CAPTURE(at.size());
        const StopsLook look{.parameter = step,
                             .action = playing,
                             .stops = {{1, "score s"}, {2, "÷ T"}, {3, "exp"}, {4, "÷ Σ = weight α"}},
                             .at = at};
        Sheet sheet(table(4), [look](Ui&) { return figures::stops(StopsLook(look)); });
        if (at.size() != 4 || at[1] < 1000) sheet.check_widths();
    }
    const StopsLook look{
        .parameter = step, .action = playing, .stops = {{1, "one"}, {2, "two"}, {3, "three"}, {4, "four"}}};
    Sheet sheet(table(4), [look](Ui&) { return figures::stops(StopsLook(look)); });
    const Rect all = sheet.view().parameter_rect(step);
    click(sheet.view(), {all.x + all.width * 0.6f, all.centre().y});
    CHECK(sheet.number(step) == 3);
    CHECK(sheet.view().parameter_rect(playing).width >= 44);
    // Where there is no room for all names, only the present one is said, and every stop is still pressed.
    for (const auto& [width, all_names] : {std::pair{720.0f, true}, {288.0f, false}}) {
        const LabelPainter painter = sheet.drawn(width).first;
        CHECK(painter.says("three"));
        CHECK(painter.says("two") == all_names);
    }
    Sheet narrow(
        table(4), [look](Ui&) { return figures::stops(StopsLook(look)); }, 288);
    const Rect stops = narrow.view().parameter_rect(step);
    click(narrow.view(), {stops.x + 3.3f * 44, stops.centre().y});
    CHECK(narrow.number(step) == 4);
    sheet.view().act(playing);
    double time = 3e7;
    run(sheet.view(), time, 400);
    CHECK(sheet.number(step) == 4);
    // Without heads it is a button alone, where both native controls have their place.
    Sheet alone(
        table(4), [](Ui&) { return figures::stops({.parameter = step, .action = playing}); }, 76);
    CHECK(alone.view().parameter_rect(step).width == alone.view().parameter_rect(playing).width);
    CHECK(alone.view().parameter_rect(step).x == alone.view().parameter_rect(playing).x);
}

TEST_CASE("with a stride a player goes from stop to stop, by its buttons and by itself") {
    figures::PlayerLook look;
    look.stride = 4;
    look.origin = 2;  // 2, 6, 10
    look.ends = false;
    Sheet sheet(table(11), showing(std::move(look)));
    View& view = sheet.view();
    const Point next = button_at(2), before = button_at(0);  // between them: play
    std::vector<double> seen;
    for (int i = 0; i < 4; ++i) {
        click(view, next);
        seen.push_back(sheet.number(step));
    }
    CHECK(seen == std::vector<double>{2, 6, 10, 11});
    seen.clear();
    for (int i = 0; i < 4; ++i) {
        click(view, before);
        seen.push_back(sheet.number(step));
    }
    CHECK(seen == std::vector<double>{10, 6, 2, 1});
    view.act(playing);
    double time = 1e8;
    view.step(time, false);
    run(view, time, 60);
    CHECK(sheet.number(step) == 2);
    run(view, time, 60);
    CHECK(sheet.number(step) == 6);
}

TEST_CASE("players: a tight one has its slider beside the buttons, also where it is narrow") {
    for (const bool tight : {false, true}) {
        Sheet sheet(table(9), showing({.parameter = step, .action = playing, .ends = false, .tight = tight}),
                    320);
        sheet.check_widths();
        const Rect slider = sheet.view().parameter_rect(step), play = sheet.view().parameter_rect(playing);
        CHECK((slider.x > play.right()) == tight);
        CHECK(slider.height >= 44);
        CHECK(slider.width >= 100);
        click(sheet.view(), {slider.right() - 12, slider.centre().y});
        CHECK(sheet.number(step) == 9);
    }
}
