// training: what is said of each checkpoint is what train/learned has measured, frames are whole, and a hand
// anywhere on the axis of time goes to the nearest checkpoint.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "../helpers.h"
#include "../random_state.h"
#include "explainer/exhibits/training_model.h"

using namespace explainer;
using training::checkpoint_count;
using training::last;

namespace {

nlohmann::json measured_in(const char* file) {
    return nlohmann::json::parse(std::ifstream(std::string(TESTS_FOLDER "/../train/learned/") + file));
}

training::Model model_of(std::string_view state) {
    const ExhibitType& type = *find_exhibit("training");
    State values(type.id, type.parameters);
    REQUIRE(!values.restore(state));
    training::Model out;
    out.read(values);
    while (out.run_next()) {
    }
    return out;
}

int checkpoint_of(const View& view) {
    return view.state().integer(training::checkpoint);
}

/// Where a checkpoint is on the axis, found by pressing there.
float place_on_axis(Shown& view, int wanted) {
    const Rect field = view.parameter_rect(training::checkpoint);
    for (float x = field.x + 2; x < field.right(); x += 4) {
        view.set(training::checkpoint, wanted < 12 ? last : 0);  // (a press on the handle moves nothing)
        settle(view);
        click(view, {x, field.centre().y});
        if (checkpoint_of(view) == wanted) return x;
    }
    FAIL("no place of checkpoint " << wanted);
    return 0;
}

}  // namespace

TEST_CASE("training: losses, copies and scores are training.json's, and at the end evaluation.json's") {
    const auto recorded = measured_in("training.json")["checkpoints"];
    REQUIRE(recorded.size() == checkpoint_count);
    const auto same = [](double ours, const nlohmann::json& theirs) {
        CHECK(ours == doctest::Approx(theirs.get<double>()).epsilon(1e-9));
    };
    const auto same_heads = [&](const training::Measured& ours, const nlohmann::json& heads) {
        for (size_t h = 0; h < learned::head_count; ++h) {
            CHECK(heads[h]["layer"] == h / 4);
            CHECK(heads[h]["head"] == h % 4);
            const auto& copy = heads[h]["kinds"]["copy"];
            same(ours.heads[h].copying, h < 4 ? copy["before"] : copy["weight"]);
            same(ours.heads[h].subject, heads[h]["kinds"]["agreement"]["weight"]);
        }
    };
    for (int i = 0; i < checkpoint_count; ++i) {
        CAPTURE(i);
        const auto& theirs = recorded[static_cast<size_t>(i)];
        const training::Measured& ours = training::measured(i);
        CHECK(ours.step == theirs["step"]);
        same(ours.loss, theirs["loss"]);
        same(ours.copies_right, theirs["kinds"]["copy"]["accuracy"]);
        same_heads(ours, theirs["heads"]);
    }
    const auto end = measured_in("evaluation.json");
    same(training::measured(last).loss, end["loss"]);
    same_heads(training::measured(last), end["heads"]);
}

TEST_CASE("training: the captions are those numbers, at each checkpoint") {
    const auto recorded = measured_in("training.json")["checkpoints"];
    for (int i = 0; i < checkpoint_count; ++i) {
        const auto& theirs = recorded[static_cast<size_t>(i)];
        const auto& head = theirs["heads"][7]["kinds"];
        Shown view("training", "checkpoint=" + std::to_string(i), 960);
        settle(view);
        const std::string svg = seen(view, 960);
        for (const std::string& said :
             {">" + fixed(theirs["loss"], 2) + "<", "induction " + fixed(head["copy"]["weight"], 2),
              "subject " + fixed(head["agreement"]["weight"], 2), ">step " + grouped(theirs["step"]) + "<"}) {
            CAPTURE(i);
            CAPTURE(said);
            CHECK(svg.find(said) != std::string::npos);
        }
    }
}

TEST_CASE(
    "training: the words on the curve hold: most of the fall comes before copying, which appears in the "
    "band") {
    const auto recorded = measured_in("training.json")["checkpoints"];
    const training::Band& band = training::band();
    const auto score = [&](int i) {
        return recorded[static_cast<size_t>(i)]["heads"][static_cast<size_t>(band.head)]["kinds"]["copy"]
                       ["weight"]
                           .get<double>();
    };
    for (size_t h = 4; h < 8; ++h)
        CHECK(recorded.back()["heads"][h]["kinds"]["copy"]["weight"].get<double>() <= score(last));
    const auto made = [&](int i) { return (score(i) - score(0)) / (score(last) - score(0)); };
    CHECK(made(band.from) < 0.1);
    for (int i = band.from + 1; i < checkpoint_count; ++i) CHECK(made(i) >= 0.1);
    CHECK(made(band.to) >= 0.7);
    for (int i = 0; i < band.to; ++i) CHECK(made(i) < 0.7);
    // "falls fast, then slowly": in a twentieth of the steps, four fifths of the way.
    const training::Measured &start = training::measured(0), &before = training::measured(band.from),
                             &end = training::measured(last);
    CHECK(before.step * 20 <= end.step);
    CHECK((start.loss - before.loss) / (start.loss - end.loss) > 0.75);
    CHECK(before.copies_right < 0.005);
    CHECK(training::measured(band.to).copies_right > 0.3);
    Shown view("training", "", 960);
    settle(view);
    const std::string svg = seen(view, 960);
    for (const char* said : {"80 % of the drop", "copies right: 0 %", "copies right: 41 %"})
        CHECK_MESSAGE(svg.find(said) != std::string::npos, said);
}

TEST_CASE(
    "training: at the first step it knows nothing, at the last it copies, and the sentence is no training "
    "text") {
    const training::Model start = model_of("checkpoint=0"), end = model_of("checkpoint=23");
    REQUIRE(start.question);
    const auto right = static_cast<size_t>(start.question->right.front());
    CHECK(learned::vocabulary()[right] == "cat");
    CHECK(start.question->source == start.looks);
    CHECK(start.shares(0)[right] < 0.05);
    CHECK(end.shares(last)[right] > 0.99);
    CHECK(end.weight(last, end.asks, end.looks) > 0.8);
    CHECK(start.weight(0, start.asks, start.looks) < 0.3);
    // It comes between two checkpoints: wrong at step 400, right at 520.
    CHECK(training::likeliest_of(end.shares(15)) != static_cast<int>(right));
    CHECK(training::likeliest_of(end.shares(16)) == static_cast<int>(right));
}

TEST_CASE(
    "training: in any state rows sum to 1, shares to 1, and the six words are the likeliest of all frames") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("training");
    for (int trial = 0; trial < 12; ++trial) {
        State state(type.id, type.parameters);
        REQUIRE(!state.restore(random_state(type, random)));
        state.set(training::show_map, 1);
        CAPTURE(state.save());
        const training::Model model = model_of(state.save());
        CHECK(model.n <= training::most_shown);
        std::vector<double> most(learned::vocabulary().size());
        for (int of = 0; of < checkpoint_count; ++of) {
            CHECK(model.frame(of).there == model.needed(of));
            if (!model.frame(of).there) continue;
            for (const std::vector<float>& map : model.frame(of).maps) {
                for (int i = 0; i < model.n; ++i) {
                    double sum = 0;
                    for (int j = 0; j < model.n; ++j) {
                        const float weight = map[static_cast<size_t>(i * model.n + j)];
                        CHECK(std::isnan(weight) == (j > i));
                        sum += j > i ? 0 : static_cast<double>(weight);
                    }
                    CHECK(sum == doctest::Approx(1).epsilon(1e-5));
                }
            }
            const training::Probabilities shares = model.shares(of);
            double whole = 0;
            for (size_t t = 0; t < shares.size(); ++t) {
                whole += shares[t];
                most[t] = std::max(most[t], shares[t]);
            }
            CHECK(whole == doctest::Approx(1).epsilon(1e-12));
        }
        REQUIRE(model.likeliest.size() == training::likeliest_count);
        std::set<int> listed(model.likeliest.begin(), model.likeliest.end());
        double least = 1, before = 1;
        const training::Probabilities end = model.shares(last);
        for (const int token : model.likeliest) {
            least = std::min(least, most[static_cast<size_t>(token)]);
            CHECK(end[static_cast<size_t>(token)] <= before);
            before = end[static_cast<size_t>(token)];
        }
        for (size_t t = 0; t < most.size(); ++t)
            if (!listed.contains(static_cast<int>(t))) CHECK(most[t] <= least);
    }
}

TEST_CASE("training: a change of sentence forgets the frames, another head or word keeps them") {
    const ExhibitType& type = *find_exhibit("training");
    State state(type.id, type.parameters);
    training::Model model;
    const auto read = [&](const char* string) {
        REQUIRE(!state.restore(string));
        model.read(state);
        int there = 0;
        for (const training::Frame& one : model.frames) there += one.there;
        return there;
    };
    CHECK(read("") == 0);
    while (model.run_next()) {
    }
    CHECK(read("checkpoint=3;head=1-2;row=2") == checkpoint_count);
    CHECK(read("sentence=pronoun") == 0);
    while (model.run_next()) {
    }
    const training::Model fresh = model_of("sentence=pronoun");
    for (int of = 0; of < checkpoint_count; ++of) CHECK(model.frame(of).logits == fresh.frame(of).logits);
}

TEST_CASE("training: what is not shown is not computed, nor asked for") {
    const auto needed = [](const char* state) {
        const training::Model model = model_of(state);
        std::vector<int> out;
        for (int of = 0; of < checkpoint_count; ++of)
            if (model.needed(of)) out.push_back(of);
        return out;
    };
    CHECK(needed("showStrip=false;showMap=false").empty());
    CHECK(needed("checkpoint=12;showStrip=false") == std::vector<int>{11, 12, last});
    CHECK(needed("checkpoint=0;showStrip=false") == std::vector<int>{0, last});
    CHECK(needed("showMap=false").size() == checkpoint_count);
    Shown view("training", "showStrip=false;showMap=false", 960);
    settle(view);
    CHECK(!view.take_request());
}

TEST_CASE("training: a drag anywhere on the axis goes to the nearest checkpoint and rests on it") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("training", "", width);
        settle(view);
        const float early = place_on_axis(view, 4), late = place_on_axis(view, 19);
        CHECK(early < late);
        const Rect field = view.parameter_rect(training::checkpoint);
        for (const float share : {0.1f, 0.5f, 0.75f}) {  // on the curve, under it, on the scores
            const float y = field.y + field.height * share;
            drag(view, {early, y}, {late, y});
            CHECK(checkpoint_of(view) == 19);
            drag(view, {late, y}, {early, y});
            CHECK(checkpoint_of(view) == 4);
            drag(view, {early, y}, {field.right() + 200, y});
            CHECK(checkpoint_of(view) == last);
        }
        // Taken beside its middle, the handle does not jump.
        REQUIRE(!view.restore("checkpoint=10"));
        settle(view);
        const float ten = place_on_axis(view, 10) + 4;  // (found at its left edge)
        press(view, {ten, field.centre().y});
        CHECK(checkpoint_of(view) == 10);
        release(view, {ten, field.centre().y});
    }
}

TEST_CASE("training: a press on the film strip goes there, also on a phone, where it has steps of its own") {
    Shown wide("training", "", 960);
    settle(wide);
    const Rect field = wide.parameter_rect(training::checkpoint);
    const float x = place_on_axis(wide, 7);
    REQUIRE(!wide.restore(""));
    settle(wide);
    click(wide, {x + 4, field.bottom() - 8});
    CHECK(checkpoint_of(wide) == 7);

    Shown narrow("training", "", 360);
    settle(narrow);
    const Rect axis = narrow.parameter_rect(training::checkpoint);
    std::set<int> reached;
    for (float at = axis.x + 12; at < axis.right(); at += 24) {
        REQUIRE(!narrow.restore(""));
        settle(narrow);
        click(narrow, {at, axis.bottom() + 70});
        reached.insert(checkpoint_of(narrow));
    }
    CHECK(reached == std::set<int>{13, 14, 15, 16, 17, 18, 19});
}

TEST_CASE("training: played it goes through all checkpoints, slower where copying appears; a drag stops it") {
    Shown view("training", "checkpoint=23", 960);
    settle(view);
    view.act(training::play);
    CHECK(view.playing(training::play));
    std::vector<int> went;
    std::vector<int> frames(checkpoint_count);
    double time = 1e6;
    for (int i = 0; i < 4000 && view.playing(training::play); ++i) {
        view.step(time += 16, false);
        const int now = checkpoint_of(view);
        if (went.empty() || went.back() != now) went.push_back(now);
        ++frames[static_cast<size_t>(now)];
    }
    std::vector<int> all;
    for (int i = 0; i < checkpoint_count; ++i) all.push_back(i);
    CHECK(went == all);
    const auto at = [&](int i) { return frames[static_cast<size_t>(i)]; };
    CHECK(at(training::band().from + 1) > 1.6 * at(3));
    view.act(training::play);
    view.step(time += 16, false);
    const Rect field = view.parameter_rect(training::checkpoint);
    drag(view, {field.x + 100, field.centre().y}, {field.x + 300, field.centre().y});
    CHECK(!view.playing(training::play));
}

TEST_CASE("training: what the pointer is on is drawn over time, as one thin line, and says so") {
    Shown view("training", "", 960);
    settle(view);
    const std::string before = seen(view, 960);
    CHECK(before.find("thin:") == std::string::npos);
    view.pointer(Pointer::move, view.cell_rect(training::row_focus, 7, 2).centre(), false);
    settle(view);
    CHECK(seen(view, 960).find("thin: “old” to “cat”") != std::string::npos);
    view.pointer(Pointer::move, {-1, -1}, false);
    settle(view);
    CHECK(seen(view, 960) == before);
}

TEST_CASE(
    "training: at step 0 there is nothing earlier; words that it never saw are left out, and it says so") {
    Shown view("training", "checkpoint=0", 960);
    settle(view);
    for (const auto& [name, number, python] : view.describe(true).values)
        CHECK(name.find("earlier") == std::string::npos);
    const training::Model model = model_of("sentence=own;words=the%20zebra%20sat%20on");
    CHECK(model.n == 3);
    CHECK(model.unknown == std::vector<std::string>{"zebra"});
    CHECK(model.describe().summary.find("“zebra”") != std::string::npos);
    const training::Model longest = model_of("sentence=own;words=" + [] {
        std::string text;
        for (int i = 0; i < 20; ++i) text += "cat%20";
        return text;
    }());
    CHECK(longest.n == training::most_shown);
}

TEST_CASE("training: a file that is not whole is refused in words, and what is there stays") {
    const auto before = training::weights_at(5).own;
    CHECK(training::take(5, std::vector<Tensor>{}) == "The file of step 12 is not whole.");
    CHECK(training::take(5, std::vector<Tensor>{{"scales", {1036}, std::vector<float>(1036)},
                                                {"codes", {100}, std::vector<float>(100)}}) != "");
    CHECK(training::weights_at(5).own == before);
    CHECK(training::missing_for(5) == -1);
    // The last one is the model itself, the first is near what others are added to.
    CHECK(training::weights_at(last).own.size() == 107'904);
}
