// Sentences as chips: pages, long and foreign words, what the pointer does.
#include "explainer/figures/sentence.h"

#include "explainer/figures/text.h"
#include "sheet.h"

using namespace explainer;

namespace {

enum : int { word, text };

std::vector<Parameter> table() {
    return {
        Parameter{.name = "word",
                  .label = "word",
                  .help = "For the test.",
                  .kind = Kind::integer,
                  .maximum = 63,
                  .step = 1},
        Parameter{
            .name = "text", .label = "text", .help = "For the test.", .kind = Kind::text, .max_length = 400}};
}

std::vector<std::string> numbered(int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back("word" + std::to_string(i));
    return out;
}

struct Seen {
    std::vector<std::string> words;
    int pressed = -1, hovered = -1, lines = 2, lit = -1;
    bool editable = true;
};

Build showing(Seen& seen) {
    return [&seen](Ui& ui) {
        seen.hovered = -1;
        figures::SentenceLook look{.id = "sentence",
                                   .words = seen.words,
                                   .color = ui.theme().query,
                                   .selected = ui.state().integer(word),
                                   .pointed = seen.lit,
                                   .lines = seen.lines,
                                   .word_parameter = word};
        if (seen.editable) look.text_parameter = text;
        look.pressed = [&seen](int i) { seen.pressed = i; };
        look.hovered = [&seen](int i) { seen.hovered = i; };
        return figures::sentence(std::move(look));
    };
}

/// Where a text stands on the sheet.
Point place_of(Sheet& sheet, std::string_view wanted, float width = 720) {
    const auto [painter, height] = sheet.drawn(width);
    for (const Label& label : painter.labels) {
        if (label.text == wanted) return label.box.centre();
    }
    FAIL("no text " << std::string(wanted));
    return {};
}

}  // namespace

TEST_CASE("a sentence stays within its lines, whatever its words are") {
    const std::vector<std::vector<std::string>> cases = {
        {},
        {"?"},
        {"The", "cat", "sat", "on", "the", "soft", "?"},
        {"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"},
        {"I", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "AI"},
        {"قطة", "جلست", "على", "السجادة"},
        {"👩‍👩‍👧‍👦", "loves", "🇫🇷", "👍🏽"},
        numbered(64),
    };
    for (const std::vector<std::string>& words : cases) {
        for (const int lines : {1, 2, 3}) {
            for (const bool editable : {false, true}) {
                Seen seen{words, -1, -1, lines, -1, editable};
                Sheet sheet(table(), showing(seen));
                CAPTURE(words.size());
                CAPTURE(lines);
                sheet.check_widths();
                CHECK(sheet.view().natural_height(500) == 32 + 44 * static_cast<float>(lines));
            }
        }
    }
}

TEST_CASE("every one of 64 words is on exactly one page, and the page follows the chosen word") {
    Seen seen{numbered(64)};
    for (const float width : {288.0f, 320.0f, 500.0f, 960.0f}) {
        CAPTURE(width);
        Sheet sheet(table(), showing(seen), width);
        for (int i = 0; i < 64; ++i) {
            sheet.view().set(word, i);
            CHECK(sheet.drawn(width).first.says("word" + std::to_string(i)));
        }
    }
}

TEST_CASE("pages turn by the pointer, on and back") {
    Seen seen{numbered(64)};
    Sheet sheet(table(), showing(seen), 320);
    View& view = sheet.view();
    const auto shows = [&](const std::string& id) {
        // By what a press takes hold of: the canvas' own frame, not a fresh one.
        settle(view);
        seen.pressed = -1;
        for (float y = 20; y < 104; y += 11) {
            for (float x = 20; x < 300; x += 9) {
                view.pointer(Pointer::move, {x, y}, false);
                settle(view);
                if (seen.hovered >= 0 && "word" + std::to_string(seen.hovered) == id) return true;
            }
        }
        return false;
    };
    CHECK(shows("word0"));
    // The button on to the rest names how many words that is; it is the last thing of the page.
    const auto [painter, height] = sheet.drawn(320);
    const Label& rest = painter.labels.back();
    CHECK(std::stoi(rest.text) > 40);
    const int first_of_second = 64 - std::stoi(rest.text);
    press(view, rest.box.centre());
    release(view, rest.box.centre());
    CHECK(shows("word" + std::to_string(first_of_second)));
    CHECK_FALSE(shows("word0"));
    CHECK(view.state().integer(word) == 0);  // to look at another page is not to choose
    press(view, {40, 38});
    release(view, {40, 38});
    CHECK(shows("word0"));
}

TEST_CASE("a word is pressed, pointed at, and edited by its native input") {
    Seen seen{{"The", "cat", "sat"}};
    Sheet sheet(table(), showing(seen));
    View& view = sheet.view();
    const Point cat = place_of(sheet, "cat");
    view.pointer(Pointer::move, cat, false);
    settle(view);
    CHECK(seen.hovered == 1);
    CHECK(view.cursor() == "pointer");
    press(view, cat);
    release(view, cat);
    CHECK(seen.pressed == 1);
    CHECK(sheet.number(word) == 1);
    CHECK(view.take_changed());
    CHECK(view.parameter_rect(word).contains(cat));
    const Point pencil{720 - 16 - 22, 16 + 22};
    press(view, pencil);
    release(view, pencil);
    CHECK(sheet.number(word) == 1);
    CHECK(view.parameter_rect(text).height >= 44);
}

TEST_CASE("a word that is too long is cut, and whole when pointed at") {
    const std::string giant = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
    Seen seen{{"The", giant, "sat", "on", "a", "mat"}};
    for (const float width : {320.0f, 720.0f}) {
        Sheet sheet(table(), showing(seen), width);
        seen.lit = -1;
        CHECK_FALSE(sheet.drawn(width).first.says(giant));
        seen.lit = 1;
        sheet.view().set(word, 1);  // the page that it is on
        sheet.check(width);
        std::string shown;
        for (const Label& label : sheet.drawn(width).first.labels) shown += label.text;
        CAPTURE(shown);
        CAPTURE(width);
        CHECK(shown.find(giant) != std::string::npos);
    }
}

TEST_CASE("a text is cut between characters, never within one") {
    const std::string family = "👩‍👩‍👧‍👦", accent = "e\u0301e\u0301e\u0301e\u0301",
                      flags = "🇫🇷🇫🇷";
    for (const std::string& text :
         {family + "abc" + family, accent, flags, std::string("ab\u200dcd"), std::string("नमस्ते")}) {
        for (float width = 0; width < 200; width += 1) {
            const std::string cut = figures::shortened(body, text, width);
            CAPTURE(text);
            CAPTURE(cut);
            if (cut.empty() || cut == text) continue;
            REQUIRE(cut.ends_with("…"));
            const std::string kept = cut.substr(0, cut.size() - 3);
            REQUIRE(text.starts_with(kept));
            const std::string rest = text.substr(kept.size());
            CHECK((static_cast<unsigned char>(rest[0]) & 0xC0) != 0x80);
            CHECK_FALSE(rest.starts_with("\u0301"));
            CHECK_FALSE(rest.starts_with("\u200d"));
            CHECK_FALSE(kept.ends_with("\u200d"));
            CHECK(fonts::width(body, cut) <= width);
        }
    }
}

TEST_CASE("in very little room each page still has a word") {
    Seen seen{{"one", "Donaudampfschifffahrt", "three"}};
    seen.lines = 1;
    const Build all = showing(seen);
    for (const float room : {152.0f, 120.0f, 90.0f}) {
        CAPTURE(room);
        Sheet sheet(
            table(), [&](Ui& ui) { return figures::limited(room, Align::left, all(ui)); }, 320);
        for (int i = 0; i < 3; ++i) {
            sheet.view().set(word, i);
            CHECK(!sheet.drawn(320).first.labels.empty());
        }
    }
}
