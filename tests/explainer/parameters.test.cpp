// The parameter table and the state string, against the table that the element is tested against too.
#include "explainer/parameters.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "explainer/exhibit.h"
#include "explainer/state_grammar.h"

using namespace explainer;

TEST_CASE(
    "tests/state-strings.json: good strings become canonical, bad ones are refused and change nothing") {
    std::ifstream file(TESTS_FOLDER "/state-strings.json");
    REQUIRE(file.good());
    const nlohmann::json cases = nlohmann::json::parse(file);
    REQUIRE(!cases.empty());
    for (const auto& one : cases) {
        const std::string id = one["exhibit"];
        const ExhibitType* type = find_exhibit(id);
        REQUIRE_MESSAGE(type != nullptr, id);
        State state(type->id, type->parameters);
        for (const auto& good : one["good"]) {
            const std::string in = good["in"];
            CAPTURE(in);
            const auto error = state.restore(in);
            CHECK_MESSAGE(!error, error.value_or(""));
            CHECK(state.save() == good["canonical"].get<std::string>());
        }
        for (const auto& bad : one["bad"]) {
            const std::string in = bad["in"], before = state.save();
            CAPTURE(in);
            CHECK(state.restore(in).value_or("no error") == bad["error"].get<std::string>());
            CHECK(state.save() == before);
        }
    }
}

TEST_CASE("every table is sound") {
    for (const ExhibitType* type : all_exhibits()) {
        CAPTURE(type->id);
        std::set<std::string_view> names;
        const auto declared = [type](std::string_view name) {
            for (const Parameter& p : type->parameters) {
                if (p.name == name) return &p;
            }
            return static_cast<const Parameter*>(nullptr);
        };
        for (const Parameter& p : type->parameters) {
            CAPTURE(p.name);
            // What is followed is declared before: so one pass in the order of the table settles all.
            if (const Bound& bound = p.maximum_follows; !bound.parameter.empty()) {
                REQUIRE(names.contains(bound.parameter));
                const Parameter& followed = *declared(bound.parameter);
                CHECK((followed.kind == Kind::choice) == !bound.by_choice.empty());
                if (followed.kind == Kind::choice) CHECK(bound.by_choice.size() == followed.choices.size());
                if (!bound.otherwise.empty()) CHECK(names.contains(bound.otherwise));
            }
            if (!p.initial_follows.empty()) {
                for (const std::string_view one : grammar::split(p.initial_follows, ' '))
                    REQUIRE(names.contains(one));
                if (p.kind == Kind::matrix)
                    CHECK(declared(p.initial_follows)->choices.size() == p.matrices.size());
            } else if (p.kind == Kind::matrix) {
                CHECK(p.matrices.size() == 1);
            }
            for (const MatrixDefault& matrix : p.matrices) {
                CHECK(matrix.values.size() == static_cast<size_t>(matrix.rows * matrix.cols));
                for (const double cell : matrix.values) CHECK((cell >= p.minimum && cell <= p.maximum));
            }
            if (!p.grid_column.empty()) {
                REQUIRE(declared(p.grid_column) != nullptr);
                CHECK(p.kind == Kind::integer);
                CHECK(declared(p.grid_column)->kind == Kind::integer);
            }
            CHECK(names.insert(p.name).second);
            CHECK(!p.label.empty());
            CHECK(std::string_view(p.help).ends_with('.'));
            if (p.kind == Kind::number || p.kind == Kind::integer) {
                CHECK(p.minimum < p.maximum);
                CHECK(p.initial >= p.minimum);
                CHECK(p.initial <= p.maximum);
                CHECK(p.step > 0);
                CHECK((!p.reversed || (p.kind == Kind::integer && !p.logarithmic)));
                CHECK((!p.logarithmic || p.minimum > 0));
            }
            CHECK((p.kind == Kind::choice) == !p.choices.empty());
            CHECK((!p.cycles || p.kind == Kind::choice));
            CHECK((p.kind == Kind::matrix) == !p.matrices.empty());
        }
        for (const Preset& preset : type->presets) {
            // A preset's string is compared with save() to know whether it is the one that is on.
            State state(type->id, type->parameters);
            CAPTURE(preset.label);
            CHECK(!state.restore(preset.state));
            CHECK_MESSAGE(state.save() == preset.state,
                          "write the preset's state as save() does, or its button never looks pressed: "
                              << state.save());
        }
    }
}

namespace {

constexpr Choice choices[] = {{"a", "A"}, {"b", "B"}};
constexpr Parameter declared[] = {
    {.name = "x", .label = "x", .help = ".", .minimum = -5, .maximum = 5, .step = 0.1, .initial = 1},
    {.name = "n",
     .label = "n",
     .help = ".",
     .kind = Kind::integer,
     .minimum = 1,
     .maximum = 8,
     .step = 1,
     .initial = 2},
    {.name = "on", .label = "on", .help = ".", .kind = Kind::toggle},
    {.name = "pick", .label = "pick", .help = ".", .kind = Kind::choice, .choices = choices},
    {.name = "words",
     .label = "words",
     .help = ".",
     .kind = Kind::text,
     .initial_text = "hi",
     .max_length = 6},
};

}  // namespace

TEST_CASE("all kinds: set, clamp, show, save") {
    State state("test", declared);
    CHECK(state.save().empty());
    state.set(0, 7);
    CHECK(state.number(0) == 5);
    state.set(0, state.snapped(0, 0.30000000000000004));
    CHECK(state.number(0) == 0.3);
    state.set(0, std::nan(""));
    CHECK(state.number(0) == 0.3);
    state.set(1, 3.4);
    CHECK(state.integer(1) == 3);
    state.set(2, 1);
    state.set(3, 99);
    CHECK(state.choice(3) == 1);
    state.set_text(4, "a;=&é😀zz");
    CHECK(state.text(4) == "a;=&é");  // six UTF-16 units would cut the emoji in half
    CHECK(state.shown(0) == "0.30");
    CHECK(state.shown(1) == "3");
    CHECK(state.shown(2) == "on");
    CHECK(state.shown(3) == "B");
    const std::string saved = state.save();
    CHECK(saved == "x=0.3;n=3;on=true;pick=b;words=a%3B%3D%26%C3%A9");
    State other("test", declared);
    CHECK(!other.restore(saved));
    CHECK(other == state);
    state.reset();
    CHECK(state.save().empty());
}

TEST_CASE("errors name the parameter, the range and what was given") {
    State state("test", declared);
    CHECK(!state.restore("x=2;n=4"));
    const auto refused = [&state](std::string_view in) {
        const std::string error = state.restore(in).value_or("no error");
        CHECK(state.save() == "x=2;n=4");
        return error;
    };
    CHECK(refused("y=1") == "unknown parameter \"y\" (test has x, n, on, pick, words)");
    CHECK(refused("x=9") == "x must be a number from -5 to 5, got 9");
    CHECK(refused("x=abc") == "x must be a number from -5 to 5, got \"abc\"");
    CHECK(refused("x=") == "x must be a number from -5 to 5, got \"\"");
    CHECK(refused("x=0x1") == "x must be a number from -5 to 5, got \"0x1\"");
    CHECK(refused("x=inf") == "x must be a number from -5 to 5, got \"inf\"");
    CHECK(refused("n=2.5") == "n must be a whole number from 1 to 8, got 2.5");
    CHECK(refused("on=1") == "on must be true or false, got \"1\"");
    CHECK(refused("pick=c") == "pick must be one of a, b; got \"c\"");
    CHECK(refused("words=longerthan6") == "words is too long: 11 characters, at most 6");
    CHECK(refused("words=%zz") == "words is not percent-encoded text: \"%zz\"");
    CHECK(refused("words=%ff") == "words is not percent-encoded text: \"%ff\"");
    CHECK(refused("words=%c3") == "words is not percent-encoded text: \"%c3\"");
    CHECK(refused("nonsense") == "expected name=value, got \"nonsense\"");
    CHECK(refused("x=1;y=1") == "unknown parameter \"y\" (test has x, n, on, pick, words)");
}
