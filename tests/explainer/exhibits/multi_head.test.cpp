// Multi-head: the core's numbers beside the reference in double, shares that sum to the output, what heads
// cost and share, what a hand does, and what bad values show.
#include "attention/multi_head.h"

#include <array>
#include <cmath>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "../sentences/drawn.h"
#include "attention/reference.h"

using namespace explainer;

namespace {

std::vector<float> floats(View& view, const char* name) {
    const std::vector<double>& values = view.state().matrix(index_of(view, name)).values;
    return {values.begin(), values.end()};
}

/// Layers as the state gives them; heads that share have the columns of the first of them.
struct Layer {
    int heads, pairs;
    std::vector<float> x, wq, wk, wv, wo;

    Layer(View& view, int heads_, int pairs_)
        : heads(heads_),
          pairs(pairs_),
          x(floats(view, "x")),
          wq(floats(view, "wq")),
          wk(kept(floats(view, "wk"))),
          wv(kept(floats(view, "wv"))),
          wo(floats(view, "wo")) {}

    std::vector<float> kept(const std::vector<float>& whole) const {
        const int d = 8 / heads, together = heads / pairs;
        std::vector<float> out;
        for (size_t i = 0; i < whole.size(); ++i) {
            if (static_cast<int>(i % 8) / d % together == 0) out.push_back(whole[i]);
        }
        return out;
    }
    attention::MultiHeadWeights weights() const {
        const int kv = pairs * 8 / heads;
        return {{wq.data(), 8, 8}, {wk.data(), 8, kv}, {wv.data(), 8, kv}, {wo.data(), 8, 8}, heads, pairs};
    }
};

bool says(Shown& view, std::string_view text, float width = 960) {
    for (const std::string& one : sentences::drawn_texts(view, width))
        if (one.find(text) != std::string::npos) return true;
    return false;
}

Point centre_of(Shown& view, std::string_view text, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    for (const Label& label : painter.labels) {
        if (label.text == text) return label.box.centre();
    }
    FAIL("nothing says " << std::string(text));
    return {};
}

}  // namespace

TEST_CASE(
    "multi-head: outputs are those of the reference in double, for every number of heads and of pairs") {
    for (int h = 1; h <= 8; h *= 2) {
        for (int shared = 1; shared <= h; shared *= 2) {
            CAPTURE(h);
            CAPTURE(shared);
            Shown view("multi-head", "heads=" + std::to_string(h) + ";shared=" + std::to_string(shared));
            const Layer layer(view, h, h / shared);
            const std::vector<double> wanted =
                attention::reference::multi_head({layer.x.data(), 5, 8}, layer.weights());
            const Description d = view.describe();
            const Table output = table(d, "Output");
            for (size_t i = 0; i < 5; ++i) {
                for (size_t c = 0; c < 8; ++c)
                    CHECK(std::fabs(number(output, i, c + 1) - wanted[i * 8 + c]) < 1e-5);
            }
            // The fast way of the core has the same, weights too.
            const attention::MultiHeadShape shape{5, 8, h, h / shared};
            std::vector<float> packed(attention::packed_weights_floats(shape)),
                scratch(attention::multi_head_scratch(shape, true)), out(40),
                weights(static_cast<size_t>(h) * 25);
            attention::pack_weights(layer.weights(), packed.data());
            CHECK(attention::multi_head({layer.x.data(), 5, 8}, packed.data(), shape, {}, scratch.data(),
                                        {out.data(), 5, 8}, weights.data()));
            for (int g = 0; g < h; ++g) {
                const Table map = table(d, "Weights of head " + std::to_string(g + 1));
                for (size_t i = 0; i < 5; ++i) {
                    double sum = 0;
                    for (size_t j = 0; j < 5; ++j) {
                        const double weight = number(map, i, j + 1);
                        sum += weight;
                        CHECK(std::fabs(weight - static_cast<double>(
                                                     weights[static_cast<size_t>(g) * 25 + i * 5 + j])) <
                              1e-5);
                    }
                    CHECK(sum == doctest::Approx(1));
                }
            }
            for (size_t i = 0; i < 40; ++i) CHECK(std::fabs(static_cast<double>(out[i]) - wanted[i]) < 1e-5);
        }
    }
}

TEST_CASE("multi-head: the shares of the heads, and the products in them, come to the output") {
    for (const char* state :
         {"", "heads=1", "heads=8;row=4;column=7", "row=0;column=0", "heads=8;shared=8"}) {
        CAPTURE(state);
        Shown view("multi-head", state);
        const Description d = view.describe();
        const Table shares = table(d, "Heads"), products = table(d, "Products");
        CHECK(shares.rows.size() == static_cast<size_t>(value(view, "heads")));
        double sum = 0, all = 0;
        for (size_t h = 0; h < shares.rows.size(); ++h) {
            double own = 0;
            for (size_t t = 0; t < 8; ++t) {
                if (number(products, t, 1) == number(shares, h, 0)) own += number(products, t, 4);
            }
            CHECK(own == doctest::Approx(number(shares, h, 1)).epsilon(1e-4));
            sum += number(shares, h, 1);
        }
        for (size_t t = 0; t < 8; ++t) all += number(products, t, 4);
        CHECK(std::fabs(sum - value(view, "output")) < 1e-5);
        CHECK(std::fabs(all - value(view, "output")) < 1e-5);
    }
    // The opening state has a head against the others; in the second preset they leave next to nothing.
    Shown opening("multi-head"), nothing("multi-head", "row=0;column=0");
    CHECK(value(opening, "smallest share") < -0.3);
    CHECK(std::fabs(value(nothing, "output")) < 0.05);
    CHECK(value(nothing, "largest share") > 1);
}

TEST_CASE("multi-head: more heads leave parameters and multiplications as they are, d_k shrinks") {
    for (const auto& [h, d] : {std::pair{1, 8}, {2, 4}, {4, 2}, {8, 1}}) {
        Shown view("multi-head", "heads=" + std::to_string(h));
        CHECK(value(view, "d_k") == d);
        CHECK(value(view, "parameters") == 256);
        CHECK(value(view, "multiplications") == 1680);
        CHECK(value(view, "exponentials") == h * 25);
        CHECK(value(view, "cached numbers a token") == 16);
        // No table of scores has a higher rank than d_k, nor than there are words.
        const Table heads = table(view.describe(), "Heads");
        for (size_t g = 0; g < heads.rows.size(); ++g) CHECK(number(heads, g, 3) == std::min(d, 5));
    }
    // With d_k = 1 all words put the keys in one order or its reverse.
    Shown narrow("multi-head", "heads=8");
    const Table heads = table(narrow.describe(), "Heads");
    for (size_t g = 0; g < 8; ++g) CHECK(number(heads, g, 4) <= 2);
    CHECK(says(narrow, "its scores have rank 1 of at most 1."));
    Shown one("multi-head", "heads=1");
    CHECK(says(one, "its scores have rank 5 of at most 5."));
}

TEST_CASE("multi-head: heads that share a pair save its cache and parameters, and read the same keys") {
    for (const auto& [shared, cache, parameters] :
         {std::array{1, 16, 256}, {2, 8, 192}, {4, 4, 160}, {8, 2, 144}}) {
        Shown view("multi-head", "heads=8;shared=" + std::to_string(shared));
        CHECK(value(view, "cached numbers a token") == cache);
        CHECK(value(view, "parameters") == parameters);
        CHECK(table(view.describe(), "K").columns.size() == static_cast<size_t>(8 / shared + 1));
        CHECK(says(view, "numbers a token"));
    }
    // No more heads can share than there are; one alone has nothing to share.
    Shown two("multi-head", "heads=2;shared=8");
    CHECK(value(two, "cached numbers a token") == 8);
    Shown one("multi-head", "heads=1;shared=8");
    CHECK(value(one, "cached numbers a token") == 16);
    CHECK(!one.active(index_of(one, "shared")));
}

TEST_CASE("multi-head, E000: d_model 512 with 8 heads: d_k 64, and √d_k 8") {
    Shown view("multi-head", "showOther=true");
    CHECK(value(view, "d_k of the other model") == 64);
    CHECK(value(view, "√d_k of the other model") == 8);
    for (const float width : {360.0f, 960.0f}) {
        CHECK(says(view, "512 ÷ 8 = 64", width));
        CHECK(says(view, "√64 = 8", width));
    }
    Shown odd("multi-head", "largeHeads=7;showOther=true");
    CHECK(says(odd, "cannot be shared out"));
}

TEST_CASE("multi-head: a press on a cell of the output, on a weight, on a stop, on a card") {
    Shown view("multi-head", "showOther=true", 960);
    settle(view);
    CHECK(says(view, "press a cell"));
    click(view, view.cell_rect(index_of(view, "row"), 3, 5).centre());
    CHECK(view.state().save() == "row=3;column=5;showOther=true");
    CHECK(says(view, "What 4 heads add to number 6 of the output of “still” comes to"));
    std::string frame;  // of this reader, who has pressed one
    view.step_as_svg(1e6, frame);
    CHECK(frame.find("heads side by side") != std::string::npos);
    CHECK(frame.find("press a cell") == std::string::npos);
    // Head 1's map stands at the left of head 2's, on which the focus is.
    const Rect cell = view.cell_rect(index_of(view, "at"), 4, 0);
    click(view, cell.centre());
    CHECK(view.state().integer(index_of(view, "at")) == 4);
    CHECK(view.state().integer(index_of(view, "atColumn")) == 0);
    CHECK(says(view, "Head 2, “hot” to “The” is"));
    click(view, centre_of(view, "head 3"));
    CHECK(view.state().integer(index_of(view, "head")) == 2);
    click(view, centre_of(view, "one pair for all"));
    CHECK(value(view, "cached numbers a token") == 4);
    click(view, centre_of(view, "8"));
    CHECK(value(view, "d_k") == 1);
    // (The slider of h stands above all else that says 1.)
    click(view, centre_of(view, "1"));
    CHECK(value(view, "heads") == 1);
    click(view, view.parameter_rect(index_of(view, "large")).centre() + Point{50, 0});
    CHECK(value(view, "d_k of the other model") == 72);
}

TEST_CASE("multi-head: what is given is typed over where it stands, and all that follows is computed") {
    Shown view("multi-head", "showGiven=true", 960);
    settle(view);
    for (const char* name : {"x", "wq", "wk", "wv", "wo"}) {
        CAPTURE(name);
        const int parameter = index_of(view, name);
        const Rect cell = view.cell_rect(parameter, 1, 3);
        CHECK(cell.width >= 23);
        CHECK(cell.height >= 24);
        click(view, cell.centre());
        const std::optional<FocusRequest> request = view.take_focus_request();
        REQUIRE(request);
        CHECK(request->parameter == parameter);
        CHECK(request->cell == MatrixCell{1, 3});
    }
    const double before = value(view, "output");
    drag(view, view.cell_rect(index_of(view, "wo"), 2, 1).centre(),
         view.cell_rect(index_of(view, "wo"), 2, 1).centre() + Point{40, 0});
    CHECK(value(view, "output") != before);
}

TEST_CASE("multi-head: what is spoken for a computed number is what it came from") {
    Shown view("multi-head");
    const int at = index_of(view, "at"), row = index_of(view, "row");
    CHECK(view.cell_text(at, 1, 2).starts_with("Head 2, “tea” to “is”: 0.36; softmax over its row"));
    CHECK(view.cell_text(at, 1, 5).empty());
    CHECK(view.cell_text(row, 1, 1) ==
          "Output of “tea”, column 2: 2.28; head 1 +0.74, head 2 −0.36, head 3 +0.88, head 4 +1.02");
    Shown q("multi-head", "of=q");
    CHECK(q.cell_text(at, 1, 7).starts_with("Q of “tea”, column 8"));
    Shown k("multi-head", "of=k;shared=8");
    CHECK(!k.cell_text(at, 1, 1).empty());
    CHECK(k.cell_text(at, 1, 2).empty());
}

TEST_CASE("multi-head: pointing at a head keeps it and fades the others; at an output, shows its sum") {
    Shown view("multi-head", "", 960);
    settle(view);
    const std::string plain = seen(view, 960);
    view.pointer(Pointer::move, centre_of(view, "head 3"), false);
    settle(view);
    CHECK(seen(view, 960) != plain);
    CHECK(says(view, "Head 3 adds +0.88: −1.57·(−0.10) + 1.79·0.40."));
    view.pointer(Pointer::move, view.cell_rect(index_of(view, "row"), 4, 2).centre(), false);
    settle(view);
    CHECK(seen(view, 960).find("to number 3 of the output of “hot” comes to") != std::string::npos);
    CHECK(view.state().save().empty());
}

TEST_CASE("multi-head: what the heads add up to is the largest thing on a sheet that is not too high") {
    for (const auto& [width, most] : {std::pair{960.0f, 850.0f}, std::pair{360.0f, 1900.0f}}) {
        CAPTURE(width);
        Shown view("multi-head");
        LabelPainter painter;
        CHECK(view.draw_with(painter, width) <= most);
        float largest = 0;
        std::string text;
        for (const Label& label : painter.labels)
            if (std::exchange(largest, std::max(largest, label.box.height)) < largest) text = label.text;
        CHECK(text == "2.28");
        CHECK(largest > 24 * 0.85);
    }
}

TEST_CASE("multi-head: of one head, and of equal shares, nobody adds most or least") {
    std::string zeros = ";wo=";
    for (int i = 0; i < 64; ++i) zeros += std::string(i == 0 ? "" : i % 8 == 0 ? "/" : ",") + "0";
    CHECK(View(*find_exhibit("multi-head"))
              .describe()
              .summary.find("the largest part has head 4 (+1.02), the smallest head ") != std::string::npos);
    for (const auto& [state, said] : {std::pair{std::string("heads=1"), "all of it by that head."},
                                      {"heads=1" + zeros, "all of it by that head."},
                                      {"heads=4" + zeros, "every head adds the same, 0.00."}}) {
        CAPTURE(state);
        const std::string summary = Shown("multi-head", state).describe().summary;
        CHECK(summary.find(said) != std::string::npos);
        CHECK(summary.find("largest") == std::string::npos);
    }
}

TEST_CASE("multi-head: steps cover what comes later") {
    Shown view("multi-head", "step=2");
    CHECK(says(view, "score"));
    CHECK(!says(view, "+0.74"));
    CHECK(view.shown(index_of(view, "step")) == "scores");
    // What is looked at, and what is spoken for a cell, are as far as that: a score, and no weight of it.
    CHECK(says(view, "1.09"));
    CHECK(!says(view, "0.36"));
    CHECK(!says(view, "softmax over"));
    CHECK(view.cell_text(index_of(view, "at"), 1, 2).starts_with("Head 2, “tea” to “is”: 1.09; q·k ÷ √2: ("));
    CHECK(view.cell_text(index_of(view, "row"), 1, 1) ==
          "Output of “tea”, column 2: not there yet; go on to the step “times W_O”");
    REQUIRE(!view.restore("step=1"));
    CHECK(says(view, "go on to the step “scores”"));
    CHECK(!says(view, "1.09"));
    REQUIRE(!view.restore("step=3;of=concat"));
    CHECK(says(view, "go on to the step “side by side”"));
    Shown weights("multi-head", "step=3");
    CHECK(says(weights, ".43"));
    CHECK(!says(weights, ".61"));  // only the word that asks has its numbers
}

TEST_CASE(
    "multi-head: huge, zero and equal numbers are numbers; no text lies on another; no state moves the "
    "page") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("multi-head");
    const auto filled = [](const char* name, const char* cell, int rows) {
        std::string out = std::string(name) + "=";
        for (int i = 0; i < rows * 8; ++i) out += std::string(i == 0 ? "" : i % 8 == 0 ? "/" : ",") + cell;
        return out;
    };
    std::vector<std::string> states = {filled("x", "0", 5),
                                       filled("x", "10", 5),
                                       filled("x", "-10", 5) + ";" + filled("wq", "10", 8) + ";" +
                                           filled("wk", "-10", 8) + ";" + filled("wv", "10", 8) + ";" +
                                           filled("wo", "10", 8) + ";heads=1",
                                       filled("wo", "0", 8),
                                       "large=16384;largeHeads=1",
                                       "large=64;largeHeads=256",
                                       "heads=8;shared=8;of=v;atColumn=7;at=4"};
    for (int i = 0; i < 12; ++i) states.push_back(random_state(type, random));
    for (const float width : {288.0f, 360.0f, 512.0f, 600.0f, 768.0f, 940.0f, 960.0f, 1280.0f}) {
        View view(type);
        const float height = view.natural_height(width);
        for (const std::string& state : states) {
            CAPTURE(width);
            CAPTURE(state);
            REQUIRE(!view.restore(state));
            for (const auto& [name, value, python] : view.describe().values) CHECK(std::isfinite(value));
            LabelPainter painter;
            CHECK(view.draw_with(painter, width) == height);
            CHECK(painter.collision() == "");
            CHECK(painter.outside({0, 0, width, height}) == "");
            CHECK(!painter.says("nan"));
            CHECK(!painter.says("–"));
        }
    }
}

TEST_CASE("multi-head: largest and smallest part by size, of negative sums too; ties are named together") {
    // From the table alone: whose part is the largest by size, read as it is written.
    std::mt19937 random(seed_of_run());
    for (int i = 0; i < 60; ++i) {
        const std::string state =
            i == 0 ? "heads=2;row=0;column=3" : random_state(*find_exhibit("multi-head"), random);
        CAPTURE(state);
        Shown view("multi-head", state);
        const Description all = view.describe();
        const Table& heads = table(all, "Heads");
        double most = 0, least = 1e30;
        for (size_t h = 0; h < heads.rows.size(); ++h) {
            most = std::max(most, std::fabs(number(heads, h, 1)));
            least = std::min(least, std::fabs(number(heads, h, 1)));
        }
        const size_t part = all.summary.find("the largest part has head ");
        if (part == std::string::npos) continue;
        const int named = std::atoi(all.summary.c_str() + part + 26);
        CHECK(std::fabs(number(heads, static_cast<size_t>(named - 1), 1)) == doctest::Approx(most));
        const size_t small = all.summary.find(", the smallest head ");
        if (small == std::string::npos) continue;
        const int last = std::atoi(all.summary.c_str() + small + 20);
        CHECK(std::fabs(number(heads, static_cast<size_t>(last - 1), 1)) == doctest::Approx(least));
    }
    const std::string negative = Shown("multi-head", "heads=2;row=0;column=3").describe().summary;
    CAPTURE(negative);
    CHECK(negative.find("(−") != std::string::npos);
}

TEST_CASE("multi-head: random, of a seed found by search, until a number is typed over") {
    const auto origin = [](const std::string& state) {
        Shown view("multi-head", state, 960);
        LabelPainter painter;
        view.draw_with(painter, 960);
        return std::string(painter.says_within("random, chosen")    ? "drawn"
                           : painter.says_within("changed by hand") ? "changed"
                                                                    : "");
    };
    const ExhibitType* type = find_exhibit("multi-head");
    for (const char* name : {"x", "wq", "wk", "wv", "wo"}) {
        State typed(type->id, type->parameters);
        typed.set_cell(typed.find(name), 1, 2, 3);
        CHECK(origin(typed.save()) == "changed");
    }
    CHECK(origin("heads=8;row=2") == "drawn");
}

TEST_CASE("multi-head: scores of eight heads have rank one at most: words that are 0 leave rank 0") {
    const std::string zeros =
        "x=0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0";
    for (const char* heads : {"4", "8"}) {
        Shown view("multi-head", std::string("heads=") + heads + ";" + zeros);
        CHECK(value(view, "rank of scores") == 0);
        CHECK(view.describe().summary.find("rank one at most") != std::string::npos);
    }
}

TEST_CASE(
    "multi-head: h is a slider with four stops; as it moves, the bands of Q, K and V part on their way") {
    Shown view("multi-head", "", 960);
    settle(view);
    const Rect slider = view.parameter_rect(index_of(view, "heads"));
    const float y = slider.y + 14;
    const auto stop = [&](const char* name) { return Point{centre_of(view, name).x, y}; };
    drag(view, stop("4"), stop("8") + Point{30, 0});
    CHECK(value(view, "heads") == 8);
    drag(view, stop("8"), stop("2") - Point{20, 0});  // goes to the nearest stop
    CHECK(value(view, "heads") == 2);
    view.set_reduced_motion(false);
    std::vector<std::string> frames(1);
    double now = 1e8;
    view.set(index_of(view, "heads"), 2);
    while (view.step_as_svg(now += 16, frames.back())) frames.emplace_back();
    CHECK(frames.size() > 5);
    CHECK(frames.size() < 25);  // 300 ms
    CHECK(frames[1] != frames[3]);
    CHECK(frames[3] != frames.back());
}

TEST_CASE("multi-head: what a piece shows that is put away has no control; all else has its place") {
    Shown open("multi-head", "showOther=true;showGiven=true", 960),
        closed("multi-head", "showShares=false;showCost=false", 960);
    settle(open);
    settle(closed);
    for (const char* name : {"shared", "x", "wq", "wk", "wv", "wo", "row", "column", "large", "largeHeads"}) {
        CAPTURE(name);
        CHECK(open.active(index_of(open, name)));
        CHECK(open.parameter_rect(index_of(open, name)).width > 0);
        CHECK(!closed.active(index_of(closed, name)));
    }
    for (const char* name : {"heads", "of", "head", "at", "atColumn", "step", "play"}) {
        CAPTURE(name);
        CHECK(closed.active(index_of(closed, name)));
        CHECK(closed.parameter_rect(index_of(closed, name)).width > 0);
    }
}

TEST_CASE("multi-head: while it plays nothing shows before what it is made of, with motion and without") {
    for (const bool reduced : {false, true}) {
        CAPTURE(reduced);
        Shown view("multi-head", "", 360);
        settle(view);
        view.set_reduced_motion(reduced);
        const Point button = view.parameter_rect(index_of(view, "play")).centre();
        double now = 2e9;
        std::string frame;
        for (const Pointer kind : {Pointer::move, Pointer::down, Pointer::up}) {
            view.pointer(kind, button, false);
            view.step_as_svg(now += 16, frame);
        }
        std::vector<int> steps;
        for (int i = 0; i < 1200; ++i) {
            if (!view.step_as_svg(now += 16, frame)) break;
            const int step = view.state().integer(index_of(view, "step"));
            if (steps.empty() || steps.back() != step) steps.push_back(step);
            CAPTURE(step);
            if (step < 5) CHECK(frame.find(">2.28<") == std::string::npos);
            if (step < 5) CHECK(frame.find("+0.74") == std::string::npos);
            if (step < 3) CHECK(frame.find(">.82<") == std::string::npos);
        }
        CHECK(steps.size() >= 6);  // all of them were gone through
        CHECK(steps.back() == 5);
        CHECK(frame.find(">2.28<") != std::string::npos);
        CHECK(frame.find(">.82<") != std::string::npos);
    }
}
