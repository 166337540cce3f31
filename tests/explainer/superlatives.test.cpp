// Who is named as the largest, and whose numbers are whose.
#include "explainer/superlatives.h"

#include <doctest/doctest.h>

#include "explainer/exhibit.h"
#include "explainer/provenance.h"
#include "helpers.h"
#include "label_painter.h"

using namespace explainer;

TEST_CASE("superlatives: all that show the same as the largest, however they differ behind it") {
    const float values[] = {54.51f, 54.49f, 54.44f, -2, 54.46f};
    CHECK(largest_shown(values, 1) == std::vector{0, 1, 4});
    CHECK(largest_shown(values, 2) == std::vector{0});
    CHECK(smallest_shown(values, 1) == std::vector{3});
    const float equal[] = {0, -0.0f, 0.04f};
    CHECK(largest_shown(equal, 1).size() == 3);
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

TEST_CASE("softmax and blend: a tie names all or none; what small temperatures do depends on the scores") {
    const auto softmax = [](const std::string& state) { return Shown("softmax", state).describe().summary; };
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(says(softmax("score1=1;score2=1;score3=1;score4=1;score5=1"), ": all weights are 20.0 %;"));
    CHECK(says(softmax("count=3;score1=2;score2=2;score3=0"),
               ": the largest weights are 46.8 %, for s₁ and s₂;"));
    CHECK(says(softmax(""), ": the largest weight is 54.5 %, for s₃;"));
    const auto axis = [](const char* state) {
        Shown view("softmax", std::string(state) + ";showSensitivity=true", 960);
        LabelPainter painter;
        view.draw_with(painter, 960);
        for (const char* said :
             {"small T: one wins; large T: all alike", "small T: 2 share it; large T: all alike",
              "equal scores: all alike at any T"}) {
            if (painter.says_within(said)) return std::string(said);
        }
        return std::string("none of them");
    };
    CHECK(axis("count=5") == "small T: one wins; large T: all alike");
    CHECK(axis("count=3;score1=2;score2=2;score3=0") == "small T: 2 share it; large T: all alike");
    CHECK(axis("count=2;score1=-7;score2=-7") == "equal scores: all alike at any T");
    const auto blend = [](const std::string& state) { return Shown("blend", state).describe().summary; };
    CHECK(says(blend("k=-1.2,1.5/0.8,1.7/0.8,1.7/0.2,-1.7/-1.6,-0.9"),
               "of its attention to each of k₂ and k₃;"));
    CHECK(says(blend("q=0,0"), "gives each key 25.0 % of its attention;"));
    CHECK(says(blend(""), "gives 56.9 % of its attention to k₂;"));
}

TEST_CASE("blend: constructed while it is as made, a book chapter's while all of it is") {
    const auto origin = [](const std::string& state) {
        std::string out;
        for (const float width : {960.0f, 600.0f, 360.0f}) {
            Shown view("blend", state, width);
            LabelPainter painter;
            view.draw_with(painter, width);
            std::string found;
            for (const char* said : {"constructed", "changed", "chapter’s"}) {
                if (painter.says_within(said)) found += said;
            }
            CHECK(!found.empty());
            CHECK((out.empty() || out == found));
            out = found;
        }
        return out;
    };
    const std::string chapter(find_exhibit("blend")->presets.back().state);
    CHECK(origin("") == "constructed");
    CHECK(origin("q=-1,2;count=5;temperature=3") == "constructed");
    CHECK(origin("v=2.3,1.3/-2.1,1.5/-0.5,-2/1.4,-1.1/0.6,2.1") == "changed");
    CHECK(origin(chapter) == "chapter’s");
    std::string moved = chapter;
    moved.replace(moved.find("q=1,0"), 5, "q=1,1");
    CHECK(origin(moved) == "constructed");
}
