// learn: what is shown of a training is what the learner comes to, whatever the slices, and whichever way the
// reader came there.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../helpers.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/learn_model.h"
#include "explainer/view.h"

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
    const learn::Checkpoint* const half = whole.first_right(0.5);
    REQUIRE(half != nullptr);
    CHECK(half->step > 100);
    CHECK(half->step < 340);
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
    for (const std::string task : {"copy", "reverse", "count", "agree"}) {
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
    "learn: another task, shape, seed, rate or MLP begins anew, with all heads on; a link has its step and "
    "its heads") {
    const std::string far = "step=40;ago=20;pace=fast;row=9;head=0;head11=false;showFilm=true";
    for (const auto& [name, value, anew] : std::vector<std::tuple<const char*, int, std::string>>{
             {"task", 1, "task=reverse;pace=fast;row=9;head=0;showFilm=true"},
             {"seed", 7, "seed=7;pace=fast;row=9;head=0;showFilm=true"},
             {"rate", 2, "rate=high;pace=fast;row=9;head=0;showFilm=true"},
             {"mlp", 1, "mlp=true;pace=fast;row=9;head=0;showFilm=true"},
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

TEST_CASE("learn: a row of the map is the softmax of that row's dot products") {
    for (const std::string state : {"step=60;shape=2-1", "step=30;shape=2-2;head=1;task=count",
                                    "step=20;shape=2-4;head=6;task=agree;rate=high", "shape=1-1;row=22"}) {
        CAPTURE(state);
        learn::Model model = trained(state);
        const int row = model.asks;
        std::vector<double> scores;
        double sum = 0;
        for (int j = 0; j <= row; ++j) {
            model.read(state_of(state + (j == 5 ? "" : ";column=" + std::to_string(j))));
            REQUIRE(model.looks == j);
            REQUIRE(model.d() == 32 / model.head_count);
            double product = 0;
            for (size_t t = 0, d = static_cast<size_t>(model.d()); t < d; ++t) {
                const double q = static_cast<double>(model.pair[t]),
                             k = static_cast<double>(model.pair[d + t]);
                CHECK(static_cast<double>(model.pair[2 * d + t]) == doctest::Approx(q * k).epsilon(1e-6));
                product += q * k;
            }
            CHECK(model.product() == doctest::Approx(product).epsilon(1e-5));
            scores.push_back(product / std::sqrt(32.0 / model.head_count));
            CHECK(model.score() == doctest::Approx(scores.back()).epsilon(1e-5));
            sum += std::exp(scores.back());
        }
        for (int j = 0; j <= row; ++j)
            CHECK(model.weight(model.head, row, j) ==
                  doctest::Approx(std::exp(scores[static_cast<size_t>(j)]) / sum).epsilon(1e-4));
    }
}

TEST_CASE("learn: what a host trains is the same, and where it gives up the figure goes on by itself") {
    const std::string state = "step=60;task=agree;shape=2-1;rate=high;mlp=true";
    const auto said = [](View& view) { return view.describe(true); };
    View alone(*find_exhibit("learn"));
    REQUIRE(!alone.restore(state));
    const Description wanted = said(alone);

    const auto numbers = [](const Request& request, const char* name) {
        return std::get<double>(request.arguments.find(name)->second);
    };
    for (const int given : {0, 2, 6}) {  // chunks before the host gives up; six are all
        CAPTURE(given);
        View view(*find_exhibit("learn"));
        REQUIRE(!view.restore(state));
        // A slice may come before the request is taken; the first is left to the host.
        for (int i = 0; i < std::min(given, 3); ++i) view.advance(1);
        const std::optional<Request> request = view.take_request();
        REQUIRE(request);
        CHECK(request->kind == "train");
        CHECK(numbers(*request, "from") == 0);
        CHECK(numbers(*request, "until") == 60);
        CHECK(numbers(*request, "rate") == static_cast<double>(0.01f));
        CHECK(!view.take_request());
        CHECK(view.describe(true).summary.find("After 0 steps") ==
              0);  // who waits for the host does not hang
        model::Learner learner(
            {static_cast<model::Task>(numbers(*request, "task")),
             static_cast<int>(numbers(*request, "layers")), static_cast<int>(numbers(*request, "heads")),
             static_cast<unsigned>(numbers(*request, "seed")), static_cast<float>(numbers(*request, "rate")),
             numbers(*request, "mlp") != 0});
        for (int chunk = 0; chunk < given; ++chunk) {
            std::vector<float> losses;
            for (int i = 0; i < 10; ++i) losses.push_back(static_cast<float>(learner.step()));
            const std::span<const float> now = learner.parameters();
            const int count = static_cast<int>(now.size());
            CHECK(view.receive(
                {.generation = request->generation,
                 .tensors = {{"losses", {10}, losses}, {"parameters", {count}, {now.begin(), now.end()}}},
                 .error = {}}));
            CHECK(view.describe().summary.find("After " + std::to_string(10 * (chunk + 1)) + " steps") == 0);
        }
        view.receive({.generation = request->generation,
                      .done = true,
                      .tensors = {},
                      .error = given < 6 ? "No worker." : ""});
        CHECK(!view.take_request());  // it is not asked again
        const Description here = said(view);
        CHECK(here.summary == wanted.summary);
        REQUIRE(here.values.size() == wanted.values.size());
        for (size_t i = 0; i < here.values.size(); ++i) CHECK(here.values[i].value == wanted.values[i].value);
        CHECK(here.tables[2].rows.size() == 7);
    }

    // Nor is it asked again for ever if it sends parameters of another size and says that it is done.
    View mistaken(*find_exhibit("learn"));
    REQUIRE(!mistaken.restore(state));
    const std::optional<Request> asked = mistaken.take_request();
    REQUIRE(asked);
    mistaken.receive(
        {.generation = asked->generation,
         .done = true,
         .tensors = {{"losses", {10}, std::vector<float>(10)}, {"parameters", {7}, std::vector<float>(7)}},
         .error = ""});
    CHECK(!mistaken.take_request());
    CHECK(said(mistaken).summary == wanted.summary);

    // Another training, or a step that is there already, ends what was asked for.
    View view(*find_exhibit("learn"));
    REQUIRE(!view.restore(state));
    REQUIRE(view.take_request());
    REQUIRE(!view.restore("step=0;task=agree;shape=2-1;rate=high;mlp=true"));
    const std::optional<Request> stop = view.take_request();
    REQUIRE(stop);
    CHECK(stop->kind == stop_request);
    CHECK(!view.take_request());
    REQUIRE(!view.restore("step=30;seed=4"));
    const std::optional<Request> other = view.take_request();
    REQUIRE(other);
    CHECK(numbers(*other, "seed") == 4);

    // There and back between two frames: it begins anew, and what is on its way is of the old course.
    const Reply late{.generation = other->generation,
                     .tensors = {{"losses", {10}, std::vector<float>(10)},
                                 {"parameters", {6784}, std::vector<float>(6784)}},
                     .error = {}};
    REQUIRE(!view.restore("step=30;seed=5"));
    view.describe();
    REQUIRE(!view.restore("step=30;seed=4"));
    CHECK(!view.receive(late));
    const std::optional<Request> anew = view.take_request();
    REQUIRE(anew);
    CHECK(numbers(*anew, "from") == 0);
    CHECK(view.describe().summary.find("After 0 steps") == 0);
}

TEST_CASE("learn: steps that somebody else trained follow those that are kept, and none is there twice") {
    const learn::Model wanted = trained("step=60");
    learn::Model model;
    model.read(state_of("step=60"));
    model.train(16);  // beyond the third checkpoint
    REQUIRE(model.trained > 30);
    REQUIRE(model.trained < 40);
    for (int from = 30; from < 60; from += 10) {
        CHECK(model.newest_kept() == from);
        const auto first = wanted.losses.begin() + from;
        model.take(std::vector<float>(first, first + 10),
                   wanted.kept[static_cast<size_t>(from / 10 + 1)].parameters);
    }
    CHECK(model.trained == 60);
    CHECK(model.losses == wanted.losses);
    CHECK(same(model, wanted));
    model.read(state_of("step=80"));  // and goes on from there by itself
    while (model.train(16)) {
    }
    const learn::Model further = trained("step=80");
    CHECK(model.losses == further.losses);
    CHECK(same(model, further));
}

TEST_CASE("learn: of sentences the second layer finds the subject, and cut it cannot") {
    const learn::Model whole = trained("step=600;task=agree;shape=2-1"),
                       cut = trained("step=600;task=agree;shape=2-1;head21=false");
    CHECK(whole.now.right > 0.95);
    CHECK(whole.habits[4].next > 0.5);
    CHECK(whole.habits[0].next < 0.5);
    CHECK(cut.now.right < 0.8);
    for (int i = 0; i < whole.n; ++i)
        for (int j = 0; j < whole.n; ++j)
            CHECK(whole.tells_next(i, j) == (whole.example.tokens[static_cast<size_t>(i)] == 13 && i < 23 &&
                                             whole.example.subjects[static_cast<size_t>(i)] == j));
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
