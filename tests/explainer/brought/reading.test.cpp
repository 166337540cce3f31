// A text that a model of the reader's own has read: made-up numbers, states and hands that nobody listed.
// What is said is computed here anew.
#include "explainer/brought/reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../exhibits/random_layout.h"
#include "explainer/numpy_random.h"
#include "given_reading.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

constexpr std::string_view both[] = {"learned-heads", "next-word"};

/// What a state keeps of the likeliest: how many, and their shares.
struct Kept {
    size_t count = 0;
    std::vector<double> shares;  // by rank
};
Kept kept_of(const std::vector<float>& logits, const std::vector<size_t>& order, double temperature, int k,
             double p) {
    const std::vector<double> all = softmax_of(logits, temperature);
    const size_t most = std::min(order.size(), static_cast<size_t>(k));
    double of_most = 0, reached = 0;
    for (size_t i = 0; i < most; ++i) of_most += all[order[i]];
    Kept out;
    while (out.count < most && (p == 1 || reached < p * of_most)) reached += all[order[out.count++]];
    for (size_t i = 0; i < order.size(); ++i)
        out.shares.push_back(i < out.count ? all[order[i]] / reached : 0);
    return out;
}

std::string argument(const Request& request, const char* name) {
    return std::get<std::string>(request.arguments.find(name)->second);
}
double number_of(const Request& request, const char* name) {
    return std::get<double>(request.arguments.find(name)->second);
}
bool says(View& view, const std::string& words) {
    LabelPainter painter;
    view.draw_with(painter, 960);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&words](const Label& label) { return label.text.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("brought texts: no text is cut off or lies on another, and no state or tensor moves the page") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const std::string_view id : both) {
        std::vector<float> heights;
        for (const GivenText& given : some_texts(random)) {
            const std::unique_ptr<View> view = given.view(id);
            CAPTURE(id);
            CAPTURE(given.n);
            CAPTURE(given.vocabulary);
            check_random_layout(*view, random, 3);
            std::vector<float> now;
            REQUIRE(!view->restore(""));
            for (float width = 280; width <= 1400; width += 9) now.push_back(view->natural_height(width));
            if (heights.empty()) heights = now;
            CHECK(now == heights);
        }
    }
}

TEST_CASE("brought next token: shares, what is kept and what is written next, in any state") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const GivenText& given : some_texts(random)) {
        const std::unique_ptr<View> view = given.view("next-word");
        const std::vector<size_t> order = by_logit(given.logits);
        for (int round = 0; round < 8; ++round) {
            const std::string state = random_state(view->type(), random);
            CAPTURE(state);
            REQUIRE(!view->restore(state));
            const State& now = view->state();
            const double temperature = now.number(now.find("temperature")), p = now.number(now.find("topP"));
            const int k = now.integer(now.find("topK"));
            const Kept kept = kept_of(given.logits, order, temperature, k, p);
            const std::vector<double> plain = softmax_of(given.logits, 1),
                                      before = softmax_of(given.logits, temperature);
            CHECK(value(*view, "share") == doctest::Approx(kept.shares[0]).epsilon(1e-9));
            CHECK(value(*view, "tokens kept") == static_cast<double>(kept.count));
            const Table rows = table(view->describe(true), "Next token");
            REQUIRE(rows.rows.size() == std::min<size_t>(64, order.size()));
            for (size_t i = 0; i < rows.rows.size(); ++i) {
                CHECK(number(rows, i, 1) == doctest::Approx(plain[order[i]]).epsilon(1e-9));
                CHECK(number(rows, i, 2) == doctest::Approx(before[order[i]]).epsilon(1e-9));
                CHECK(number(rows, i, 3) == doctest::Approx(kept.shares[i]).epsilon(1e-9));
            }
            // The token that a press of “write on” asks for: where the draw of this place of the text falls.
            if (!given.runs || !given.named) continue;
            size_t next = 0;
            if (now.choice(now.find("pick")) == 0) {
                NumpyRandom draws(static_cast<uint32_t>(now.integer(now.find("seed"))));
                double drawn = 0;
                for (int i = 0; i <= given.n; ++i) drawn = draws.rand();
                for (double reached = kept.shares[0]; next + 1 < kept.count && drawn >= reached;)
                    reached += kept.shares[++next];
            }
            if (now.text(now.find("text")) != given.text) continue;
            // (Of a figure that has asked for nothing yet: it asks once for the same text.)
            const std::unique_ptr<View> fresh = given.view("next-word");
            REQUIRE(!fresh->restore(state));
            fresh->act(now.find("write"));
            const auto request = fresh->take_request();
            REQUIRE(request.has_value() != given.candidates[next].empty());
            if (!request) continue;
            CHECK(request->kind == "read");
            CHECK(argument(*request, "text") == given.text + given.candidates[next]);
            CHECK(number_of(*request, "head") == -1);
        }
    }
}

TEST_CASE("brought learned heads: what comes next, with the chosen head and without it") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const GivenText& given : some_texts(random)) {
        const std::unique_ptr<View> view = given.view("learned-heads");
        const std::vector<size_t> order = by_logit(given.logits);
        const std::vector<double> all = softmax_of(given.logits, 1), without = softmax_of(given.without, 1);
        for (int round = 0; round < 8; ++round) {
            std::string state = random_state(view->type(), random);
            if (round == 0 && given.off_layer >= 0)
                state = "layer=" + std::to_string(given.off_layer) +
                        ";head=" + std::to_string(given.off_head) + ";without=true";
            CAPTURE(state);
            REQUIRE(!view->restore(state));
            const State& now = view->state();
            const auto integer = [&now](const char* name) { return now.integer(now.find(name)); };
            const int layer = integer("layer"), head = integer("head"), query = integer("query"),
                      key = integer("key");
            const float weight = given.attention[static_cast<size_t>(
                ((layer * given.heads + head) * given.n + query) * given.n + key)];
            CHECK(value(*view, "weight") == doctest::Approx(static_cast<double>(weight)));
            CHECK(value(*view, "share") == doctest::Approx(all[order[0]]).epsilon(1e-9));
            const bool compares =
                now.toggle(now.find("without")) && given.off_layer == layer && given.off_head == head;
            const Table rows = table(view->describe(true), "Next token");
            CHECK(rows.columns.size() == (compares ? 3u : 2u));
            for (size_t i = 0; i < rows.rows.size(); ++i) {
                CHECK(number(rows, i, 1) == doctest::Approx(all[order[i]]).epsilon(1e-9));
                if (compares) CHECK(number(rows, i, 2) == doctest::Approx(without[order[i]]).epsilon(1e-9));
            }
        }
    }
}

TEST_CASE("brought texts: another text, or a head that is off, is asked for once; what was wrong is said") {
    std::mt19937 random(1);
    GivenText given = random_text(random, {2, 3, 7, 300, true, true});
    for (const std::string_view id : both) {
        CAPTURE(id);
        const std::unique_ptr<View> view = given.view(id);
        CHECK(view->state().text(index_of(*view, "text")) == given.first_text);
        CHECK(!view->take_request());
        view->set_text(index_of(*view, "text"), "a dog");
        auto request = view->take_request();
        REQUIRE(request);
        CHECK(request->kind == "read");
        CHECK(argument(*request, "text") == "a dog");
        CHECK(number_of(*request, "head") == -1);
        CHECK(!view->take_request());
        CHECK(says(*view, "reads …"));
        // Back to what is there: nothing is wanted any more.
        view->set_text(index_of(*view, "text"), given.text);
        request = view->take_request();
        REQUIRE(request);
        CHECK(request->kind == stop_request);
        CHECK(!view->take_request());
        CHECK(!says(*view, "reads …"));
        view->set_text(index_of(*view, "text"), "zebra");
        request = view->take_request();
        REQUIRE(request);
        Reply reply;
        reply.generation = request->generation;
        reply.done = true;
        reply.error = "No token for zebra.";
        view->receive(reply);
        CHECK(says(*view, "No token for zebra."));
        CHECK(!view->take_request());
        view->set_text(index_of(*view, "text"), "zebras");
        CHECK(view->take_request());
        CHECK(!says(*view, "No token for zebra."));
    }
    const std::unique_ptr<View> view = given.view("learned-heads");
    REQUIRE(!view->restore("layer=1;head=2;without=true"));
    auto request = view->take_request();
    REQUIRE(request);
    CHECK(argument(*request, "text") == given.text);
    CHECK(number_of(*request, "layer") == 1);
    CHECK(number_of(*request, "head") == 2);
    given.switch_off(1, 2);
    const std::unique_ptr<View> there = given.view("learned-heads");
    REQUIRE(!there->restore("layer=1;head=2;without=true"));
    CHECK(!there->take_request());
    REQUIRE(!there->restore("layer=1;head=2"));
    CHECK(!there->take_request());
    REQUIRE(!there->restore("layer=0;head=2;without=true"));
    CHECK(there->take_request());
}

TEST_CASE("brought next token: a press on a token writes it; of a file nothing is written") {
    std::mt19937 random(seed_of_run());
    GivenText given = random_text(random, {1, 2, 5, 40, true, true});
    for (size_t i = 0; i < given.candidates.size(); ++i) given.candidates[i] = " w" + std::to_string(i);
    for (const bool runs : {true, false}) {
        given.runs = runs;
        const std::unique_ptr<View> view = given.view("next-word");
        const float width = 960, height = view->natural_height(width);
        view->resize(width, height, static_cast<int>(width), static_cast<int>(height));
        view->set_reduced_motion(true);
        settle(*view);
        CHECK(view->active(index_of(*view, "text")) == runs);
        CHECK(view->active(index_of(*view, "write")) == runs);
        LabelPainter painter;
        view->draw_with(painter, width);
        const auto third = std::find_if(painter.labels.begin(), painter.labels.end(),
                                        [](const Label& label) { return label.text == "“ w2”"; });
        REQUIRE(third != painter.labels.end());
        click(*view, third->box.centre());
        const auto request = view->take_request();
        CHECK(request.has_value() == runs);
        if (request) CHECK(argument(*request, "text") == given.text + " w2");
    }
    // A part of a letter cannot be written.
    given.runs = true;
    for (std::string& one : given.candidates) one = "\ufffd";
    const std::unique_ptr<View> view = given.view("next-word");
    view->act(index_of(*view, "write"));
    CHECK(!view->take_request());
    CHECK(says(*view, "a part of a letter"));
}

TEST_CASE("brought texts: what cannot be shown is said") {
    std::mt19937 random(1);
    const auto why = [&random](std::string_view id, auto change) {
        GivenText given = random_text(random, {1, 2, 3, 8, true, false, 0, 1});
        change(given);
        return bring(id, given.tensors()).why_not;
    };
    for (const std::string_view id : both) {
        CHECK(why(id, [](GivenText&) {}) == "");
        CHECK(why(id, [](GivenText& of) { of.logits.clear(); }).find("called “logits”") != std::string::npos);
        CHECK(why(id, [](GivenText& of) { of.logits[3] = std::nanf(""); }).find("no number") !=
              std::string::npos);
        CHECK(why(id, [](GivenText& of) { of.without[3] = INFINITY; }).find("“logits_without”") !=
              std::string::npos);
        CHECK(why(id, [](GivenText& of) {
                  std::fill(of.logits.begin(), of.logits.end(), -INFINITY);
              }).find("no token possible") != std::string::npos);
    }
    CHECK(why("learned-heads", [](GivenText& of) { of.attention.clear(); }) != "");
    CHECK(why("next-word", [](GivenText& of) { of.attention.clear(); }) == "");
}
