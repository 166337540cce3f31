// Two heads in a row: every number against a formula in double, written here; and what a hand does.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "../film.h"
#include "../random_state.h"
#include "explainer/exhibits/induction_model.h"

using namespace explainer;

namespace {

constexpr double e6 = 403.4287934927351;  // e⁶: a score of layer 1, before its row is shared out

std::vector<std::string> tokens_of(std::string_view text) {
    std::vector<std::string> out = {"start"};
    for (const std::string_view word : words(text))
        if (out.size() < 64) out.emplace_back(word);
    return out;
}

/// What is in the slot of j, by place: the weights of layer 1, which adds nothing at "start".
double handed(int j, int from) {
    return j == 0 || from > j ? 0 : (from == j - 1 ? e6 : 1) / (e6 + j);
}

struct Expected {
    std::vector<double> scores, weights;
    std::map<std::string, double> shares;  // "start" stands in front and is no word: as "^"
};
Expected expected(const std::vector<std::string>& tokens, int asks, bool first, bool second) {
    const auto same = [&](int a, int b) {
        return a == b || (a > 0 && b > 0 && tokens[static_cast<size_t>(a)] == tokens[static_cast<size_t>(b)]);
    };
    Expected out;
    double sum = 0;
    for (int j = 0; j <= asks; ++j) {
        double match = 0;
        for (int from = 0; first && from <= j; ++from) match += same(from, asks) ? handed(j, from) : 0;
        out.scores.push_back(8 * match);
        sum += std::exp(8 * match);
    }
    for (int j = 0; j <= asks; ++j) {
        out.weights.push_back(std::exp(out.scores[static_cast<size_t>(j)]) / sum);
        out.shares[j == 0 ? "^" : tokens[static_cast<size_t>(j)]] += second ? out.weights.back() : 0;
    }
    return out;
}

induction::Model model_of(std::string_view state) {
    const ExhibitType& type = *find_exhibit("induction");
    State values(type.id, type.parameters);
    REQUIRE(!values.restore(state));
    induction::Model out;
    out.compute(values);
    return out;
}

double share(View& view, const std::string& word) {
    const Description said = view.describe(true);
    const Table& next = table(said, "Next word");
    for (size_t i = 0; i < next.rows.size(); ++i)
        if (std::get<std::string>(next.rows[i][0]) == word) return number(next, i, 1);
    FAIL("no word " << word);
    return 0;
}

int counted(const std::string& text, const std::string& what) {
    int out = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
    return out;
}

}  // namespace

TEST_CASE("induction: the sentence as it opens: 0.993, 7.94, 0.998, and 28.6 % without layer 1") {
    Shown view("induction");
    CHECK(value(view, "weight in layer 1") == doctest::Approx(e6 / (e6 + 3)).epsilon(1e-6));
    CHECK(fixed(value(view, "weight in layer 1"), 3) == "0.993");
    CHECK(fixed(value(view, "score"), 2) == "7.94");
    CHECK(fixed(value(view, "weight in layer 2"), 3) == "0.998");
    CHECK(percent(value(view, "share"), 1) == "99.8 %");
    CHECK(value(view, "share with layer 1 off") == doctest::Approx(2.0 / 7).epsilon(1e-6));
    CHECK(share(view, "cat") == value(view, "share"));
    const std::string drawn = seen(view, 960);
    for (const char* text : {">7.94<", ">0.998<", ">99.8", ">“big” before?<"}) {
        CAPTURE(text);
        CHECK(drawn.find(text) != std::string::npos);
    }
    CHECK(drawn.find("0.993") != std::string::npos);
}

TEST_CASE("induction: each layer alone copies nothing") {
    Shown first_off("induction", "layer1=false");
    CHECK(value(first_off, "share") == doctest::Approx(2.0 / 7).epsilon(1e-6));
    CHECK(value(first_off, "score") == 0);
    const std::string drawn = seen(first_off, 960);
    CHECK(drawn.find("28.6 %, a guess") != std::string::npos);
    CHECK(drawn.find("“big” before? Nowhere") != std::string::npos);
    Shown second_off("induction", "layer2=false");
    CHECK(value(second_off, "share") == 0);
    CHECK(value(second_off, "score") > 7.9);  // it would match: the slots stay
    CHECK(seen(second_off, 960).find("before?") == std::string::npos);
}

TEST_CASE("induction: presets: one that is copied, two that share, one that was not seen") {
    Shown once("induction", "text=A%20B%20C%20A"), twice("induction", "text=A%20B%20x%20A%20C%20y%20A"),
        never("induction", "text=A%20B%20C%20D");
    CHECK(percent(share(once, "B"), 1) == "99.9 %");
    CHECK(percent(share(twice, "B"), 1) == "50.9 %");
    CHECK(percent(share(twice, "C"), 1) == "49.0 %");
    CHECK(value(never, "score") < 0.1);
    CHECK(value(never, "share") < 0.21);
    CHECK(seen(never, 960).find("first time seen") != std::string::npos);
    const induction::Model all = model_of("text=A%20A%20A");
    CHECK(!all.matches(3, 1));
    CHECK(all.matches(3, 2));
    CHECK(all.matches(3, 3));  // its own slot holds the same word
}

TEST_CASE("induction: in any text every number is that of the formula in double") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("induction");
    for (int trial = 0; trial < 150; ++trial) {
        State state(type.id, type.parameters);
        std::string text;
        for (size_t n = random() % 70, kinds = 1 + random() % 12; n > 0; --n) {
            const size_t word = random() % kinds;
            text += word == 0   ? "start "
                    : word == 1 ? "Donaudampfschifffahrtsgesellschaft "
                                : std::string(1, static_cast<char>('a' + word)) + " ";
        }
        // (A text is cut at its greatest length: some words of these are not there.)
        state.set_text(induction::text_typed, text);
        const std::vector<std::string> tokens = tokens_of(state.text(induction::text_typed));
        const int n = static_cast<int>(tokens.size());
        CHECK(static_cast<int>(state.maximum(induction::asked)) == n - 1);
        CHECK(state.integer(induction::asked) == n - 1);
        const int asks = static_cast<int>(random() % tokens.size());
        state.set(induction::asked, asks);
        const bool first = random() % 4 != 0, second = random() % 4 != 0;
        state.set(induction::layer1, first);
        state.set(induction::layer2, second);
        CAPTURE(state.save());
        induction::Model model;
        model.compute(state);
        REQUIRE(model.n == n);
        for (int i = 0; i < n; ++i) {
            double sums[2] = {0, 0};
            for (int j = 0; j < n; ++j) {
                const double one = static_cast<double>(model.weight(model.first, i, j));
                CHECK(one == doctest::Approx(i == 0 ? 0 : handed(i, j)).epsilon(1e-5));
                sums[0] += one;
                sums[1] += static_cast<double>(model.weight(model.second, i, j));
                CHECK(std::isnan(model.second.map[static_cast<size_t>(i * n + j)]) == (j > i));
                CHECK(std::isnan(model.first.map[static_cast<size_t>(i * n + j)]) == (j > i || i == 0));
            }
            CHECK(sums[0] == doctest::Approx(i == 0 ? 0 : 1).epsilon(1e-5));
            CHECK(sums[1] == doctest::Approx(1).epsilon(1e-5));
        }
        const Expected now = expected(tokens, asks, first, second),
                       without = expected(tokens, asks, false, second);
        for (int j = 0; j <= asks; ++j) {
            CHECK(std::fabs(static_cast<double>(model.score(asks, j)) - now.scores[static_cast<size_t>(j)]) <
                  1e-5);
            CHECK(std::fabs(static_cast<double>(model.weight(model.second, asks, j)) -
                            now.weights[static_cast<size_t>(j)]) < 1e-5);
        }
        for (int word = 0; word < model.size(); ++word) {
            const std::string name = word == 0 ? "^" : model.vocabulary[static_cast<size_t>(word)];
            const auto of = [&name](const Expected& all) {
                const auto found = all.shares.find(name);
                return found == all.shares.end() ? 0 : found->second;
            };
            CHECK(std::fabs(static_cast<double>(model.share(model.shares, asks, word)) - of(now)) < 1e-5);
            CHECK(std::fabs(static_cast<double>(model.share(model.without, asks, word)) - of(without)) <
                  1e-5);
        }
        CHECK(model.found(asks) == (second && *std::max_element(now.scores.begin(), now.scores.end()) > 4));
    }
}

TEST_CASE("induction: no words, one word, words that are the same but for a capital, a typed start") {
    const induction::Model none = model_of("text="), one = model_of("text=a"),
                           capital = model_of("text=The%20cat%20the"), start = model_of("text=a%20start");
    CHECK(none.n == 1);
    CHECK(!none.found(0));
    CHECK(one.n == 2);
    CHECK(!one.found(1));
    CHECK(!capital.found(3));
    CHECK(capital.size() == 4);
    CHECK(start.size() == 3);  // the one in front, "a", and the one that was typed
    CHECK(!start.found(2));
    for (const char* state : {"text=", "text=a", "text=;step=1", "text=;layer1=false"}) {
        CAPTURE(state);
        Shown view("induction", state, 360);
        const std::string drawn = seen(view, 360);
        CHECK(drawn.find("nan") == std::string::npos);
        CHECK(drawn.find("inf") == std::string::npos);
    }
}

TEST_CASE("induction: nothing is shown before its cause") {
    // What is there at each step, and was not before.
    const std::vector<std::vector<const char*>> appears = {
        {}, {">1.00<"}, {">–<"}, {">“big” before?<", ">7.94<"}, {">99.8\u00a0%<", ">99.8 %<", ">?<"}};
    const std::vector<const char*> tables[] = {
        {}, {"Weights of layer 1"}, {}, {"Who is asked", "Weights of layer 2"}, {"Next word"}};
    std::set<std::string> there;
    for (int step = 1; step <= 5; ++step) {
        CAPTURE(step);
        Shown view("induction", step == 5 ? "" : "step=" + std::to_string(step));
        const std::string drawn = seen(view, 960);
        for (int later = 1; later <= 5; ++later) {
            bool any = appears[static_cast<size_t>(later - 1)].empty();
            for (const char* text : appears[static_cast<size_t>(later - 1)]) {
                CAPTURE(text);
                any = any || drawn.find(text) != std::string::npos;
                if (later > step) CHECK(drawn.find(text) == std::string::npos);
            }
            if (later <= step) CHECK(any);
        }
        for (const char* title : tables[step - 1]) there.insert(title);
        const Description said = view.describe(true);
        CHECK(said.tables.size() == there.size());
        for (const std::string& title : there) table(said, title);
    }
}

TEST_CASE("induction: it plays from the words to the copy, and the height stays") {
    Shown view("induction", "step=1", 960);
    const float height = view.natural_height(960);
    view.set_reduced_motion(false);
    settle(view);
    click(view, view.parameter_rect(induction::play).centre());  // settles where the player ends
    CHECK(view.state().save() == "");
    CHECK(view.natural_height(960) == height);
    // Step by step the ribbons grow: the frame after a press is another one than the last.
    view.restore("step=1");
    double now = 1e6;
    rested(view, now);
    const std::string before = seen(view, 960);
    REQUIRE(!view.restore("step=2"));
    rested(view, now);
    CHECK(counted(seen(view, 960), "<polygon") + counted(seen(view, 960), "<path") >
          counted(before, "<polygon") + counted(before, "<path"));
}

TEST_CASE("induction: a press on a word asks from there, on a switch switches, on a stop goes there") {
    for (const float width : {960.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("induction", "", width);
        settle(view);
        const Rect line = view.parameter_rect(induction::asked);
        CHECK(line.height >= 44);
        // The columns share the line.
        const auto column = [&line](int j) {
            return Point{line.x + line.width * (static_cast<float>(j) + 0.5f) / 7, line.centre().y};
        };
        click(view, column(3));
        CHECK(view.state().save() == "ask=3");
        CHECK(view.shown(induction::asked) == "“cat”");
        click(view, column(6));
        CHECK(view.state().save() == "");
        for (const int layer : {induction::layer1, induction::layer2}) {
            const Rect toggle = view.parameter_rect(layer);
            REQUIRE(toggle.height >= 44);
            click(view, {toggle.x + 18, toggle.centre().y});
            CHECK(view.state().save() == (layer == induction::layer1 ? "layer1=false" : "layer2=false"));
            click(view, {toggle.x + 18, toggle.centre().y});
            CHECK(view.state().save() == "");
        }
    }
}

TEST_CASE(
    "induction: a new text is asked from its end; what is pointed at is lit, and leaves with the pointer") {
    Shown view("induction", "ask=2", 960);
    settle(view);
    view.set_text(induction::text_typed, "A B A");
    CHECK(view.state().integer(induction::asked) == 3);
    REQUIRE(!view.restore(""));
    settle(view);
    const std::string before = seen(view, 960);
    // From the words downward: a ribbon, a slot, a flow, the maps. Each lights something else.
    std::set<std::string> pictures = {before};
    const Rect line = view.parameter_rect(induction::asked);
    const float column = line.width / 7;
    for (const Point at :
         {Point{line.x + 2 * column, line.bottom() + 48}, Point{line.x + 3.5f * column, line.bottom() + 115},
          Point{line.x + 6.2f * column, line.bottom() + 288},
          Point{line.x + 2.5f * column, line.centre().y}}) {
        view.pointer(Pointer::move, at, false);
        settle(view);
        pictures.insert(seen(view, 960));
    }
    CHECK(pictures.size() >= 4);
    view.pointer(Pointer::move, {-100, -100}, false);
    settle(view);
    CHECK(seen(view, 960) == before);
}

TEST_CASE("induction: 64 words scroll to the one that asks, in the height of seven") {
    std::string text;
    for (int i = 0; i < 90; ++i) text += (i > 0 ? "%20" : "") + std::to_string(i % 20);
    Shown seven("induction", "", 360), many("induction", "text=" + text, 360);
    CHECK(many.natural_height(360) == seven.natural_height(360));
    CHECK(many.state().integer(induction::asked) == 63);
    const std::string end = seen(many, 360);
    REQUIRE(!many.restore("text=" + text + ";ask=1"));
    settle(many);
    CHECK(seen(many, 360) != end);
    CHECK(value(many, "share") > 0);
}
