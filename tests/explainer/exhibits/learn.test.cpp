// learn: what is shown of a training is what the learner comes to, whatever the slices, and whichever way the
// reader came there.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../helpers.h"
#include "explainer/exhibits/learn_model.h"

using namespace explainer;

namespace {

State state_of(const std::string& string) {
    State state("learn", learn::parameters());
    REQUIRE(!state.restore(string));
    return state;
}

learn::Model trained(const std::string& string, float effort = 16) {
    learn::Model model;
    model.read(state_of(string));
    while (model.train(effort)) {
    }
    return model;
}

bool same(const learn::Model& a, const learn::Model& b) {
    for (int h = 0; h < most_maps; ++h) {
        if (a.exists(h) != b.exists(h)) return false;
        for (int i = 0; a.exists(h) && i < a.n; ++i)
            for (int j = 0; j <= i; ++j)
                if (a.weight(h, i, j) != b.weight(h, i, j)) return false;
    }
    return a.says == b.says && a.now.right == b.now.right && a.now.loss == b.now.loss;
}

}  // namespace

TEST_CASE("learn: slices, going on and going back come to the same model") {
    const learn::Model at_once = trained("step=40"), in_slices = trained("step=40", 1);
    CHECK(same(at_once, in_slices));
    CHECK(at_once.losses == in_slices.losses);
    CHECK(at_once.losses.size() == 40);

    learn::Model further = trained("step=20");
    CHECK(!same(further, at_once));
    const learn::Model twenty = trained("step=20");
    further.read(state_of("step=40"));
    while (further.train(3)) {
    }
    CHECK(same(further, at_once));
    CHECK(same(trained("step=40;ago=20"), twenty));
    further.read(state_of("step=20"));  // it goes back to what was kept
    CHECK(same(further, twenty));
    CHECK(further.trained == 40);
    further.read(state_of("step=20;seed=2"));
    CHECK(further.trained == 0);
    CHECK(further.kept.size() == 1);
}

TEST_CASE("learn: the film has a frame of each step that it names, and none twice") {
    for (const auto& [state, steps] : std::vector<std::pair<std::string, std::vector<int>>>{
             {"", {0}},
             {"step=20", {0, 10, 20}},
             {"step=60", {0, 10, 30, 40, 60}},
             {"step=60;ago=30;head=0", {0, 10, 30, 40, 60}}}) {
        const learn::Model model = trained(state);
        REQUIRE(model.film_count == static_cast<int>(steps.size()));
        for (size_t f = 0; f < steps.size(); ++f) {
            CHECK(model.film_steps[f] == steps[f]);
            const learn::Model then = trained("step=" + std::to_string(steps[f]));
            for (int i = 0; i < model.n; ++i)
                for (int j = 0; j <= i; ++j)
                    CHECK(static_cast<double>(model.film[f][static_cast<size_t>(i * model.n + j)]) ==
                          then.weight(model.head, i, j));
        }
    }
    // Without the plot there is nothing to go back in.
    CHECK(trained("step=40;ago=20;showLoss=false").shown().step == 40);
    CHECK(trained("step=40;ago=20;showLoss=false;showFilm=true").shown().step == 20);
}

TEST_CASE("learn: it comes to copy, by one head in each layer, and cut it cannot") {
    const learn::Model whole = trained("step=400");
    CHECK(whole.now.right > 0.98);
    CHECK(whole.habits[4].next > 0.8);
    CHECK(whole.habits[0].previous > 0.3);
    CHECK(whole.habits[0].next < 0.2);
    for (int i = 0; i < whole.n; ++i) {
        const size_t at = static_cast<size_t>(i);
        if (whole.example.answers[at] >= 0) CHECK(whole.says[at] == whole.example.answers[at]);
    }
    REQUIRE(whole.half_right() != nullptr);
    CHECK(whole.half_right()->step > 100);
    CHECK(whole.half_right()->step < 340);
    for (const char* cut : {";head11=false", ";head21=false"}) {
        const learn::Model without = trained(std::string("step=400") + cut);
        CHECK(without.now.right < 0.3);
        CHECK(without.shown().score.right == whole.now.right);
        CHECK(without.cut() == 1);
    }
    // A head that this model does not have cannot be cut.
    CHECK(trained("step=10;head24=false").cut() == 0);
}

TEST_CASE("learn: rows sum to 1 and see nothing later, in every task, with any heads") {
    for (const std::string task : {"copy", "reverse", "count"}) {
        for (const int layers : {1, 2}) {
            for (const int heads : {1, 2, 4}) {
                if (layers == 1 && heads > 1) continue;
                const learn::Model model =
                    trained("step=10;task=" + task + ";shape=" + std::to_string(layers) + "-" +
                            std::to_string(heads));
                CHECK(model.exists(model.head));
                int there = 0;
                for (int h = 0; h < most_maps; ++h) {
                    if (!model.exists(h)) continue;
                    CHECK(model.head_at(model.place(h)) == h);
                    CHECK(model.place(h) == there++);
                    for (int i = 0; i < model.n; ++i) {
                        double sum = 0;
                        for (int j = 0; j <= i; ++j) sum += model.weight(h, i, j);
                        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
                        for (int j = i + 1; j < model.n; ++j) CHECK(std::isnan(model.weight(h, i, j)));
                    }
                }
                CHECK(there == layers * heads);
                CHECK(model.place(model.head) == there - 1);
                const Description told = model.describe();
                for (const NamedValue& one : told.values) CHECK(std::isfinite(one.value));
            }
        }
    }
}

TEST_CASE(
    "learn: another task, shape or seed begins anew, with all heads on; a link has its step and its heads") {
    const std::string far = "step=40;ago=20;pace=fast;row=9;head=0;head11=false;showFilm=true";
    for (const auto& [name, value, anew] : std::vector<std::tuple<const char*, int, std::string>>{
             {"task", 1, "task=reverse;pace=fast;row=9;head=0;showFilm=true"},
             {"seed", 7, "seed=7;pace=fast;row=9;head=0;showFilm=true"},
             {"shape", 3, "shape=2-4;pace=fast;row=9;showFilm=true"}}) {  // (of which the last head is shown)
        CAPTURE(name);
        State state = state_of(far);
        state.set(state.find(name), value);
        CHECK(state.save() == anew);
        state.set(learn::row_focus, 3);
        state.set(learn::step, 20);
        CHECK(state.integer(learn::step) == 20);
    }
    CHECK(state_of("task=reverse;" + far).save() == "task=reverse;" + far);
    // The pace and what is looked at are no other training.
    State state = state_of(far);
    state.set(learn::pace, 0);
    state.set(learn::row_focus, 4);
    state.set(learn::head_shown, 1);
    CHECK(state.integer(learn::step) == 40);
    CHECK(!state.toggle(learn::first_switch));
}

TEST_CASE("learn: what plays goes on with another training, and stops where a head is cut") {
    Shown view("learn", "step=20;pace=fast");
    double time = 0;
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i) view.step(time += 50, false);
    };
    frames(4);
    view.act(learn::play);
    frames(40);
    CHECK(view.state().integer(learn::step) > 20);
    view.set(learn::task, 2);
    CHECK(view.state().integer(learn::step) == 0);
    frames(40);
    CHECK(view.playing(learn::play));
    CHECK(view.state().integer(learn::step) > 0);
    view.set(learn::first_switch, 0);
    frames(2);
    CHECK(!view.playing(learn::play));
    // What stands still stays so.
    view.set(learn::task, 1);
    frames(20);
    CHECK(!view.playing(learn::play));
    CHECK(view.state().integer(learn::step) == 0);
}

TEST_CASE("learn: the film names the step of each frame on the narrowest sheets, too") {
    for (const float width : {320.0f, 340.0f, 360.0f, 960.0f}) {
        CAPTURE(width);
        Shown view("learn", "step=30;showFilm=true", width);
        view.describe(true);
        const std::string drawn = view.svg();
        for (const char* const step : {">0</text>", ">10</text>", ">20</text>", ">30</text>"})
            CHECK(drawn.find(step) != std::string::npos);
    }
}
