// The debug pane without a window: what it shows of a view, and what typing into it does. Its looks and its
// real keys are window.test.mjs's business.
#include <doctest/doctest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <random>

#include "../seed.h"
#include "host/native_debug_pane.h"

namespace {

using namespace explainer;

struct Fixture {
    explicit Fixture(const char* id) : view(*find_exhibit(id)), pane(nullptr, meter, false) {
        pane.attach(view);
        frames();
    }
    ~Fixture() { view.observe(nullptr); }

    void frames() {
        // A few are enough for what the pane does; `scaling` would go on drawing pairs for a second.
        for (int i = 0; i < 4; ++i) {
            view.step(time += 16, true);
            meter.end_frame();
        }
        while (pane.draw(400, 900, 1, 1 / 60.0f)) {
        }
    }
    /// In the pane's place `at`.
    void click(float x, float y) {
        pane.pointer(Pointer::move, x, y);
        frames();
        pane.pointer(Pointer::down, x, y);
        frames();
        pane.pointer(Pointer::up, x, y);
        frames();
    }
    void type(const char* text) {
        for (const char* c = text; *c != 0; ++c) pane.character(static_cast<unsigned>(*c));
        frames();
    }
    bool shows(std::string_view words) {
        text = pane.text();
        return text.find(words) != std::string::npos;
    }

    host::StageMeter meter;
    View view;
    host::DebugPane pane;
    std::string text;
    double time = 0;
};

constexpr float field_x = 200, field_y = 43;  // the state string's field, the first thing in the pane

TEST_CASE("the pane shows the state string and the tables of the exhibit, live") {
    Fixture on("softmax");
    CHECK_FALSE(on.shows("temperature=0.5"));
    REQUIRE_FALSE(on.view.restore("temperature=0.5"));
    on.frames();
    const Description now = on.view.describe();
    CHECK(on.shows("temperature=0.5"));
    INFO(on.text);
    CHECK(on.shows(now.summary.substr(0, 40)));
    for (const Table& table : now.tables) {
        CHECK(on.shows(table.title));
        // (Columns beyond the pane are scrolled to.)
        for (size_t i = 0; i < std::min<size_t>(4, table.columns.size()); ++i)
            CHECK(on.shows(table.columns[i]));
    }
    char number[32];
    const auto& weight = static_cast<const std::variant<std::string, double>&>(now.tables[0].rows[2][3]);
    std::snprintf(number, sizeof number, "%.9g", std::get<double>(weight));
    CHECK(on.shows(number));
}

TEST_CASE("what is typed into the pane is the exhibit's state; what is wrong with it is said in words") {
    Fixture on("softmax");
    on.click(field_x, field_y);
    CHECK(on.pane.typing());
    on.type("temperature=0.25");
    CHECK(on.view.state().save() == "temperature=0.25");
    on.type("x");
    CHECK(on.view.state().save() == "temperature=0.25");
    State same("softmax", on.view.state().parameters());
    CHECK(on.shows(*same.restore("temperature=0.25x")));
    INFO(on.text);
    // A hand on the exhibit wins over what does not hold.
    on.pane.leave();
    REQUIRE_FALSE(on.view.restore("temperature=2"));
    on.frames();
    CHECK(on.shows("temperature=2"));
    CHECK_FALSE(on.shows("0.25x"));
}

TEST_CASE(
    "the metrics of the exhibit are its own frame's, take the pointer only where they are, and can be shut") {
    Fixture on("softmax");
    host::ExhibitMetrics& metrics = on.pane.metrics;
    CHECK_FALSE(metrics.pointer(Pointer::move, 100, 100));  // not shown
    metrics.shown = true;
    on.view.resize(900, 700, 900, 700);
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i) {
            on.view.step(on.time += 16, true);
            metrics.draw(1 / 60.0f);
        }
    };
    frames(3);
    metrics.pointer(Pointer::move, 890, 690);
    frames(2);
    CHECK_FALSE(metrics.pointer(Pointer::move, 890, 690));
    metrics.pointer(Pointer::move, 80, 75);
    frames(2);
    CHECK(metrics.pointer(Pointer::move, 80, 75));
    CHECK_FALSE(metrics.pointer(Pointer::up, 80, 75));  // a release is everybody's
    CHECK(metrics.shown);
}

TEST_CASE("random states, set from either side, are the same in the view and in the pane") {
    const unsigned seed = seed_of_run();
    std::mt19937 random(seed);
    INFO("seed ", seed);
    for (const ExhibitType* type : exhibits()) {
        Fixture on(std::string(type->id).c_str());
        for (int round = 0; round < 5; ++round) {
            for (int i = 0; i < on.view.state().count(); ++i) {
                const Parameter& p = on.view.state().parameter(i);
                if (p.kind == Kind::text) continue;
                std::uniform_real_distribution<double> value(p.minimum, p.maximum);
                on.view.set(i, p.kind == Kind::choice   ? static_cast<double>(random() % p.choices.size())
                               : p.kind == Kind::toggle ? static_cast<double>(random() % 2)
                                                        : on.view.state().snapped(i, value(random)));
            }
            on.frames();
            const std::string state = on.view.state().save();
            INFO(type->id, " ", state);
            CHECK(on.shows(state));
            on.view.reset();
            on.frames();
            on.click(field_x, field_y);
            on.type(state.c_str());
            CHECK(on.view.state().save() == state);
            on.pane.leave();
            on.frames();
        }
    }
}

TEST_CASE("the pane times every part of the frames it is shown") {
    Fixture on("heads");
    REQUIRE_FALSE(on.meter.history().empty());
    host::StageTimes sum{};
    for (int i = 0; i < 200; ++i) {
        on.view.set(0, i % 2);
        on.frames();
        on.view.describe();
        on.meter.end_frame();
    }
    CHECK(on.meter.history().size() == host::StageMeter::frames_kept);
    for (const host::StageTimes& frame : on.meter.history()) {
        for (size_t stage = 0; stage < sum.size(); ++stage) sum[stage] += frame[stage];
    }
    CHECK(sum[static_cast<size_t>(Stage::compute)] > 0);
    CHECK(sum[static_cast<size_t>(Stage::draw)] > 0);
    CHECK(sum[static_cast<size_t>(Stage::describe)] > 0);
    CHECK(sum[static_cast<size_t>(Stage::render)] == 0);  // no renderer was started
    CHECK(on.shows("layout, draw"));
}

}  // namespace
