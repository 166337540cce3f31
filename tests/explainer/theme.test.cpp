// Colours: readable pairs, and maps that mean what they say.
#include "explainer/drawing/theme.h"

#include <doctest/doctest.h>

#include <string>

using namespace explainer;

TEST_CASE("text passes WCAG AA on paper and on raised, lines pass 3:1") {
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        for (const NamedColor& ground : roles(*theme)) {
            if (ground.role != "paper" && ground.role != "raised") continue;
            for (const NamedColor& named : roles(*theme)) {
                if (named.role == "paper" || named.role == "raised") continue;
                CAPTURE(named.role);
                CAPTURE(ground.role);
                CHECK(contrast(named.color, ground.color) >= (named.role == "line" ? 3.0 : 4.5));
            }
        }
    }
}

TEST_CASE("contrast of black and white is 21") {
    CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21));
    CHECK(contrast({120, 90, 30}, {120, 90, 30}) == doctest::Approx(1));
}

TEST_CASE("maps: nothing looks like nothing, the ends have the roles' colours, contrast grows with weight") {
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        CHECK(theme->weight(0) == theme->paper);
        CHECK(theme->weight(1) == theme->query);
        CHECK(theme->weight(7) == theme->query);
        CHECK(theme->score(0) == theme->paper);
        CHECK(theme->score(1) == theme->query);
        CHECK(theme->score(-1) == theme->key);
        double before = 0;
        for (int i = 0; i <= 20; ++i) {
            const double now = contrast(theme->weight(static_cast<float>(i) / 20), theme->paper);
            CHECK(now >= before);
            before = now;
        }
    }
}

TEST_CASE("a number on any colour of a map can be read") {
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        for (int i = -20; i <= 20; ++i) {
            const Color ground = theme->score(static_cast<float>(i) / 20);
            CAPTURE(ground.hex());
            CHECK(contrast(theme->on(ground), ground) >= 4.5);
        }
    }
}
