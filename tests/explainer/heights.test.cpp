// How high each figure is when it opens, beside the picture that it was drawn after: a figure that is much
// higher hides its point below the fold. `build/native-debug/explainer-tests -tc="heights: printed*"` tells
// all.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string_view>

#include "../seed.h"
#include "explainer/view.h"

using namespace explainer;

namespace {

struct Drawn {
    std::string_view exhibit;
    float wide, narrow;  // CSS pixels, at widths of 960 and 360
};

constexpr Drawn pictures[] = {
    {"dot-product", 680, 1156}, {"projection", 706, 1170},
    {"scores", 696, 1130},      {"softmax", 774, 1586},
    {"scaling", 696, 1384},     {"blend", 672, 1096},
    {"values", 752, 1144},      {"pipeline", 758, 879},
    {"heads", 781, 1500},       {"multi-head", 834, 1848},
    {"masks", 676, 1162},       {"position", 682, 1265},
    {"map", 778, 1294},         {"cost", 706, 1012},
    {"check", 1066, 2654},      {"learned-heads", 1072, 1808},
    {"opening", 330, 406},      {"next-word", 739, 1478},
    {"learn", 604, 850},        {"induction", 871, 1571},
    {"training", 1108, 1510},   {"streaming", 870, 1424},
    {"decode", 744, 1384},      {"patch", 600, 1000},
    {"one-word", 600, 660},
};

/// Whole sheets of the essay's appendix; all others fit part one of it with their essential piece alone
/// (show=""): 600 high, on a phone 480.
constexpr std::string_view whole_sheets[] = {"pipeline", "check", "proof"};

/// At widths of 960 and 360, without any of its pieces.
Drawn essential(const ExhibitType& type) {
    View view(type);
    for (int i = 0; i < view.state().count(); ++i)
        if (view.state().parameter(i).piece) view.set(i, 0);
    return {type.id, view.natural_height(960), view.natural_height(360)};
}

}  // namespace

TEST_CASE("heights: printed, beside those of the pictures, and of the essential piece alone") {
    std::ostringstream out;
    for (const Drawn& drawn : pictures) {
        View view(*find_exhibit(drawn.exhibit));
        const Drawn alone = essential(view.type());
        out << "\n  " << drawn.exhibit << std::string(16 - drawn.exhibit.size(), ' ')
            << "at 960: " << view.natural_height(960) << " (drawn " << drawn.wide << ", alone " << alone.wide
            << "); at 360: " << view.natural_height(360) << " (drawn " << drawn.narrow << ", alone "
            << alone.narrow << ")";
    }
    MESSAGE(out.str());
}

TEST_CASE("heights: the essential piece alone is at most 600 high, on a phone 480; the opening 450") {
    for (const ExhibitType* type : exhibits()) {
        if (std::find(std::begin(whole_sheets), std::end(whole_sheets), type->id) != std::end(whole_sheets))
            continue;
        const Drawn alone = essential(*type);
        CAPTURE(type->id);
        CHECK(alone.wide <= (type->id == "opening" ? 450 : 600));
        CHECK(alone.narrow <= (type->id == "opening" ? 450 : 480));
    }
}

TEST_CASE("heights: so is each step of one-word, which the essay shows one at a time") {
    const ExhibitType& type = *find_exhibit("one-word");
    for (int piece = 0; piece < static_cast<int>(type.parameters.size()); ++piece) {
        View view(type);
        if (!view.state().parameter(piece).piece) continue;
        CAPTURE(view.state().parameter(piece).name);
        for (int i = 0; i < view.state().count(); ++i)
            if (view.state().parameter(i).piece) view.set(i, i == piece ? 1 : 0);
        CHECK(view.natural_height(960) <= 600);
        CHECK(view.natural_height(360) <= 480);
    }
}

TEST_CASE("heights: as a figure opens it is at most 1.15 times as high as it was drawn") {
    for (const Drawn& drawn : pictures) {
        CAPTURE(drawn.exhibit);
        View view(*find_exhibit(drawn.exhibit));
        const float wide = view.natural_height(960), narrow = view.natural_height(360);
        CAPTURE(wide);
        CAPTURE(narrow);
        CHECK(wide <= 1.15f * drawn.wide);
        CHECK(narrow <= 1.15f * drawn.narrow);
    }
}

TEST_CASE("heights: no width stands out from those beside it, as where a part just misses its line") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const ExhibitType* type : exhibits()) {
        CAPTURE(type->id);
        View view(*type);
        for (int i = 0; i < 40; ++i) {
            const auto width = static_cast<float>(280 + random() % 1000);
            CAPTURE(width);
            const float before = view.natural_height(width - 1), here = view.natural_height(width),
                        after = view.natural_height(width + 1);
            CHECK(!(std::fabs(before - after) < 20 && std::fabs(here - before) > 40));
        }
    }
}
