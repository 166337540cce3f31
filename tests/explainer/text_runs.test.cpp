// Words of readers: which runs of a line our faces draw and which are handed on as a whole; widths agree with
// what is drawn; boxes say which signs they stand for. How a browser draws them is tested in
// tests/browser/glyphs.test.mjs.
#include "explainer/drawing/text_runs.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include <random>
#include <string>

#include "../seed.h"
#include "explainer/drawing/canvas.h"
#include "explainer/drawing/fonts.h"
#include "explainer/drawing/glyph_cache.h"
#include "explainer/drawing/svg_painter.h"

using namespace explainer;

namespace {

/// Latin and a few signs, as our faces.
bool latin(const void*, uint32_t c) {
    return c < 0x180 || c == 0x2192;
}

/// As "ours|{theirs}|ours", in the order in which it is drawn.
std::string cut(std::string_view text) {
    std::string out;
    for (const TextRun& run : text_runs(text, latin, nullptr)) {
        if (!out.empty()) out += "|";
        out += run.ours ? std::string(run.text) : "{" + std::string(run.text) + "}";
    }
    return out;
}

/// A frame of the canvas.
struct Frame {
    ImDrawList* list;
    explicit Frame(float density = 1)
        : list(canvas::begin(nullptr, static_cast<int>(400 * density), static_cast<int>(300 * density),
                             density)) {}
};

}  // namespace

TEST_CASE("a line is cut where our faces end; what belongs together stays together") {
    CHECK(cut("") == "");
    CHECK(cut("The cat") == "The cat");
    CHECK(cut("naïve → ł") == "naïve → ł");
    CHECK(cut("a😀b") == "a|{😀}|b");
    CHECK(cut("😀 😀") == "{😀}| |{😀}");
    CHECK(cut("👩‍👩‍👧‍👦!") == "{👩‍👩‍👧‍👦}|!");  // joined by U+200D
    CHECK(cut("x👍🏽y") == "x|{👍🏽}|y");                                 // a skin tone
    CHECK(cut("🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿") ==
          "{🇩🇪}| |{🏴󠁧󠁢󠁥󠁮󠁧󠁿}");  // flags: letters, tags
    CHECK(cut("a1️⃣b") == "a|{1️⃣}|b");            // a keycap takes its digit along
    CHECK(cut("cafe\u0301 x") == "caf|{e\u0301}| x");      // an accent of its own takes its letter along
    CHECK(cut("q\u0323\u0307r") == "{q\u0323\u0307}|r");
    CHECK(cut("मेरा नाम") == "{मेरा}| |{नाम}");
    CHECK(cut("我爱AI") == "{我爱}|AI");
}

TEST_CASE("words that read from right to left are one run with what is between them") {
    CHECK(cut("the قطة sat") == "the |{قطة}| sat");
    CHECK(cut("جلست القطة") == "{جلست القطة}");
    CHECK(cut("החתול 7 ישב, כן") == "{החתול 7 ישב, כן}");
    CHECK(cut("חתול cat חתול") == "{חתול}| cat |{חתול}");
    CHECK(cut("(שלום)") == "(|{שלום}|)");
    CHECK(cut("חתו… ישב") == "{חתו… ישב}");
    // What names them one by one keeps its order.
    CHECK(cut("\"חתול\" → \"ישב\"") == "\"|{חתול}|\" → \"|{ישב}|\"");
    CHECK(cut("קטה: 0.5, חתול = 2") == "{קטה}|: 0.5, |{חתול}| = 2");
}

TEST_CASE(
    "viewers of SVG keep that order: what reads from right to left is isolated, between the signs that part "
    "it") {
    CHECK(isolated("") == "");
    CHECK(isolated("the cat → sat") == "the cat → sat");
    CHECK(isolated("“חתול” → “ישב”") == "“\u2068חתול\u2069” → “\u2068ישב\u2069”");
    CHECK(isolated("the قطة, جلست sat") == "the \u2068قطة, جلست\u2069 sat");
    CHECK(isolated("“חתו…” …") == "“\u2068חתו…\u2069” …");
    CHECK(isolated("ש") == "\u2068ש\u2069");
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<std::string> pieces = {"a", " ", "→", "”", "ק", "ש", "7", ",", "\xff", "😀"};
    for (int i = 0; i < 500; ++i) {
        std::string text, plain;
        for (int k = 0; k < 12; ++k) text += pieces[random() % pieces.size()];
        CAPTURE(text);
        bool within = false;
        const std::string marked = isolated(text);
        for (size_t at = 0; at < marked.size(); ++at) {
            const bool opens = marked.compare(at, 3, "\u2068") == 0,
                       closes = marked.compare(at, 3, "\u2069") == 0;
            if (opens || closes) {
                CHECK(within == closes);
                within = opens;
                at += 2;
                continue;
            }
            plain += marked[at];
        }
        CHECK_FALSE(within);
        CHECK(plain == text);
    }
}

TEST_CASE("very long words are cut into pictures of bounded size, none of them in the middle of a sign") {
    std::string chinese, family, arabic, thai;
    for (int i = 0; i < 200; ++i) {
        chinese += "注";
        family += "👩‍👩‍👧‍👦";
        arabic += i % 10 == 8 ? "ق " : "ق";
        thai += "ก";
    }
    for (const std::string& text : {chinese, family, arabic, thai}) {
        const std::vector<TextRun> runs = text_runs(text, latin, nullptr);
        CHECK(runs.size() > 3);
        size_t bytes = 0;
        for (const TextRun& run : runs) {
            CHECK_FALSE(run.ours);
            CHECK(run.text.size() <= 600);
            bytes += run.text.size();
            std::string_view rest = run.text;
            CHECK(take_code_point(rest) != 0x200d);
            CHECK_FALSE(run.text.ends_with("\u200d"));
        }
        CHECK(bytes == text.size());
    }
    // From right to left: the last picture is drawn first.
    CHECK(text_runs(arabic, latin, nullptr).back().text.data() == arabic.data());
}

TEST_CASE("any bytes: nothing is lost, nothing is empty, all that is ours our faces have") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<std::string> pieces = {
        "a",      "é", " ",    "→",        "😀",        "\u200d",   "\ufe0f",      "🏽", "ق",
        "ש",      "क", "्",     "ष",        "注",       "\u0301",   "🇩",           "🇪",    "1",
        "\u20e3", ",", "\xff", "\xe2\x82", "\xf0\x9f", "\xc0\x80", "\xed\xa0\x80"};
    for (int i = 0; i < 3000; ++i) {
        std::string text;
        for (int n = std::uniform_int_distribution(0, 40)(random); n > 0; --n)
            text += pieces[std::uniform_int_distribution<size_t>(0, pieces.size() - 1)(random)];
        size_t bytes = 0;
        for (const TextRun& run : text_runs(text, latin, nullptr)) {
            bytes += run.text.size();
            CHECK((text.empty() || !run.text.empty()));
            std::string_view rest = run.text;
            while (run.ours && !rest.empty()) CHECK(latin(nullptr, take_code_point(rest)));
        }
        CHECK(bytes == text.size());
    }
}

TEST_CASE("UTF-8, and what is not") {
    const auto first = [](std::string_view text) {
        const size_t size = text.size();
        const uint32_t c = take_code_point(text);
        return std::pair(c, size - text.size());
    };
    CHECK(first("a") == std::pair(0x61u, size_t{1}));
    CHECK(first("é") == std::pair(0xe9u, size_t{2}));
    CHECK(first("→x") == std::pair(0x2192u, size_t{3}));
    CHECK(first("😀") == std::pair(0x1f600u, size_t{4}));
    for (const std::string_view bad : {"\xff", "\x80", "\xc0\x80", "\xe2\x82", "\xed\xa0\x80",
                                       "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xe0\x80\x80"})
        CHECK(first(bad) == std::pair(0xfffdu, size_t{1}));
}

TEST_CASE("a line is as wide as its pieces, whatever the density, and in proportion to its size") {
    for (const char* text : {"a😀b", "जलcat", "the قطة sat", "👩‍👩‍👧‍👦"}) {
        float at_one = 0;
        {
            const Frame frame(1);
            at_one = fonts::width(body, text);
            float sum = 0;
            for (const TextRun& run : text_runs(text, latin, nullptr)) sum += fonts::width(body, run.text);
            CHECK(at_one == doctest::Approx(static_cast<double>(sum)));
            CHECK(fonts::width({30}, text) == doctest::Approx(2 * static_cast<double>(at_one)).epsilon(0.01));
        }
        const Frame frame(2.625f);
        CHECK(fonts::width(body, text) == doctest::Approx(static_cast<double>(at_one)).epsilon(1e-5));
    }
}

TEST_CASE("what is drawn lies within the width, on whole pixels, and is kept") {
    for (const float density : {1.0f, 1.25f, 1.5f, 2.0f, 3.0f}) {
        const Frame frame(density);
        for (const float size : {13.0f, 15.0f, 18.0f}) {
            ImDrawList* list = frame.list;
            const int before = list->VtxBuffer.Size;
            fonts::draw(list, {20.3f, 40.7f}, {size}, {200, 30, 40}, "我爱😀");
            const float right = 20.3f + fonts::width({size}, "我爱😀");
            REQUIRE(list->VtxBuffer.Size > before);
            for (int i = before; i < list->VtxBuffer.Size; ++i) {
                const ImVec2 p = list->VtxBuffer[i].pos;
                CHECK(p.x >= 20.3f - 1 / density);
                CHECK(p.x <= right + 1 / density);
                CHECK(p.y >= 40.7f - 1);
                CHECK(p.y <= 40.7f + fonts::line_height({size}) + 1.1f);
                CHECK(std::fabs(p.x * density - std::round(p.x * density)) < 0.01f);
            }
            const int kept = glyph_cache::kept();
            fonts::draw(list, {100, 140}, {size}, {200, 30, 40}, "我爱😀");
            CHECK(glyph_cache::kept() == kept);
            fonts::draw(list, {100, 140}, {size}, {200, 30, 41}, "我爱😀");
            CHECK(glyph_cache::kept() > kept);
        }
    }
}

TEST_CASE(
    "letters stand on half pixels, lines on whole ones: the middle of a pixel is the middle of a texel") {
    for (const float density : {1.0f, 1.25f, 1.5f, 2.0f, 2.625f, 3.0f}) {
        const Frame frame(density);
        for (const float size : {11.0f, 13.0f, 15.0f, 18.0f, 28.0f}) {
            const int before = frame.list->VtxBuffer.Size;
            fonts::draw(frame.list, {20.3f, 41.2f}, {size, size > 15}, {200, 30, 40},
                        "temperature T = 54.5 %");
            REQUIRE(frame.list->VtxBuffer.Size == before + 4 * 18);
            CAPTURE(density);
            CAPTURE(size);
            const auto whole = [](float x) { return std::fabs(x - std::round(x)) < 0.01f; };
            for (int i = before; i < frame.list->VtxBuffer.Size; ++i) {
                const ImVec2 p = frame.list->VtxBuffer[i].pos;
                CHECK(whole(p.x * density * 2 + 0.5f));
                CHECK(whole(p.y * density));
            }
        }
    }
}

TEST_CASE("a box says which sign it is: different numbers look different, joiners have none") {
    const auto pixels = [](std::string_view text) {
        return hex_boxes().draw(text, body, {10, 20, 30}, 2).pixels;
    };
    CHECK(pixels("注") == pixels("注"));
    CHECK(pixels("注") != pixels("泩"));
    CHECK(pixels("😀") != pixels("😁"));
    CHECK(hex_boxes().advance("👩‍👩", body) == 2 * hex_boxes().advance("👩", body));
    CHECK(hex_boxes().draw("\u200d", body, {}, 1).pixels.empty());
    // A wide box under a narrow one that begins where it does, so few pixels there are, is in the picture.
    for (const float density : {0.02f, 0.1f, 0.2f, 0.5f})
        CHECK(hex_boxes().draw("😀注", body, {}, density).width >=
              hex_boxes().draw("😀", body, {}, density).width);
    // All sixteen digits differ.
    std::vector<std::vector<uint32_t>> seen;
    for (uint32_t digit = 0; digit < 16; ++digit) {
        std::string text = {static_cast<char>(0xe4), static_cast<char>(0xb8),
                            static_cast<char>(0x80 + digit)};
        seen.push_back(pixels(text));
    }
    for (size_t i = 0; i < seen.size(); ++i)
        for (size_t j = 0; j < i; ++j) CHECK(seen[i] != seen[j]);
}

TEST_CASE("thousands of words: what was drawn long ago goes, what is in sight stays") {
    const auto word = [](int i) {
        return std::string{static_cast<char>(0xe4 + i / 4096 % 4), static_cast<char>(0x80 + i / 64 % 64),
                           static_cast<char>(0x80 + i % 64)};
    };
    for (int frame = 0; frame < 200; ++frame) {
        const Frame of(1);
        ImDrawList* list = of.list;
        for (int i = 0; i < 20; ++i) fonts::draw(list, {0, 0}, body, {}, word(frame * 20 + i));
        const int kept = glyph_cache::kept();
        for (int i = 0; i < 20; ++i) fonts::draw(list, {0, 0}, body, {}, word(frame * 20 + i));
        CHECK(glyph_cache::kept() == kept);
    }
    CHECK(glyph_cache::kept() < 120 * 20 + 600);
}
