// Paragraphs: where lines end, and the room that they keep.
#include "explainer/figures/text.h"

#include <doctest/doctest.h>

#include <random>

#include "../random_state.h"
#include "sheet.h"

using namespace explainer;
using namespace explainer::figures;

namespace {

/// Runs of words, blanks and marks that nobody chose.
std::vector<Run> random_runs(std::mt19937& random) {
    static constexpr const char* pieces[] = {"I",
                                             " ",
                                             "love",
                                             "  ",
                                             "“",
                                             "”,",
                                             "0.125\u00a0%",
                                             "(",
                                             ")",
                                             "é",
                                             ", ",
                                             "e\u0301",
                                             "👩‍👩‍👧",
                                             " a ",
                                             "Donaudampfschifffahrtsgesellschaft"};
    std::vector<Run> out;
    for (unsigned i = 0, count = 1 + random() % 12; i < count; ++i) {
        Run run{"", {}, random() % 2 == 0};
        for (unsigned j = 0, parts = random() % 4; j < parts; ++j)
            run.text += pieces[random() % std::size(pieces)];
        out.push_back(std::move(run));
    }
    return out;
}

std::string joined(const std::vector<Run>& runs) {
    std::string out;
    for (const Run& run : runs) out += run.text;
    return out;
}

std::string joined(const std::vector<Piece>& line) {
    std::string out;
    for (const Piece& piece : line) out += piece.text;
    return out;
}

std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

}  // namespace

TEST_CASE("lines end at blanks alone, whatever runs a word is made of, and lose nothing but those blanks") {
    const View with_fonts(*exhibits().front());
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 400; ++i) {
        const std::vector<Run> runs = random_runs(random);
        const float width = 80 + static_cast<float>(random() % 300);
        CAPTURE(width);
        CAPTURE(joined(runs));
        std::string rest = joined(runs);
        const auto lines = broken(15, runs, width);
        for (size_t k = 0; k < lines.size(); ++k) {
            const std::string line = joined(lines[k]);
            float right = 0;
            for (const Piece& piece : lines[k])
                right = piece.x + fonts::width({15, runs[static_cast<size_t>(piece.run)].bold}, piece.text);
            if (k > 0) rest = trimmed(rest);
            CAPTURE(k);
            CAPTURE(line);
            CHECK(right <= width + 0.01f);
            REQUIRE(rest.starts_with(line));
            rest.erase(0, line.size());
            // What goes on without a blank is a word that no line has room for (with the blanks that the text
            // begins with).
            if (k + 1 < lines.size() && !line.empty() && line.back() != ' ' && !rest.starts_with(" ")) {
                const size_t blank = line.rfind(' ');
                const bool first = line.find_first_not_of(' ') > blank || blank == std::string::npos;
                const std::string word = line.substr(first ? 0 : blank + 1) + rest.substr(0, rest.find(' '));
                CHECK(fonts::width({15, true}, word) > width);
            }
        }
        CHECK(trimmed(rest).empty());
    }
}

TEST_CASE(
    "what is joined and has no room is parted at its joints; a number is cut only if it has no room alone") {
    const View with_fonts(*exhibits().front());
    const std::string number = "−911468310";
    const std::vector<Run> runs = {
        {"so\u00a0÷\u00a0T\u00a00.181\u00a0=\u00a0" + number + ",\u00a0weight", {}}};
    const float least = fonts::width(15, number + ",\u00a0");
    for (float width = least; width < fonts::width(15, runs[0].text) + 2; width += 7) {
        CAPTURE(width);
        int whole = 0;
        for (const auto& line : broken(15, runs, width))
            whole += joined(line).find(number) != std::string::npos;
        CHECK(whole == 1);
    }
    CHECK(broken(15, runs, least - 30).size() > broken(15, runs, least).size());
}

TEST_CASE("no line begins with what closes the word before it, also if that is of another run") {
    const View with_fonts(*exhibits().front());
    const std::vector<Run> runs = {{"it goes to “", {}}, {"cat", {}, true}, {"”, and back", {}}};
    for (float width = 40; width < 260; ++width) {
        for (const std::vector<Piece>& line : broken(15, runs, width)) {
            CAPTURE(width);
            CHECK(!joined(line).starts_with("”"));
            CHECK(!joined(line).starts_with(","));
        }
    }
}

TEST_CASE("a paragraph keeps the room of its longest text, and what is longer still is set smaller") {
    Sheet sheet({}, [](Ui& ui) { return paragraph(body, ui.theme().ink, "", 60); });
    const std::string words = "The cat sat on the mat because it was tired and had nowhere to go.";
    for (const float width : {168.0f, 300.0f, 800.0f}) {  // (no sheet is laid out narrower than 200 px)
        CAPTURE(width);
        const float room = room_for(60, body, width);
        for (size_t length = 0; length < words.size(); ++length)
            CHECK(paragraph(body, {}, words.substr(0, length), 60)->measure(width).height == room);
        const std::string twice = words + " " + words;
        Sheet full({}, [=](Ui& ui) { return paragraph(body, ui.theme().ink, twice, 100); });
        const float height = room_for(100, body, width);
        CHECK(full.drawn(width + 2 * Sheet::margin).first.outside({16, 16, width, height}) == "");
    }
}

TEST_CASE(
    "names such as W_Q and d_model are set with a subscript, other words with an underscore as they are") {
    const auto set = [](std::string_view text) {
        std::string out;
        for (const Run& run : with_subscripts(text, {}))
            out += run.lowered > 0 ? "[" + run.text + "]" : run.text;
        return out;
    };
    CHECK(set("Q = X · W_Q") == "Q = X · W[Q]");
    CHECK(set("d_model") == "d[model]");
    CHECK(set("d_k of d_model, W_O") == "d[k] of d[model], W[O]");
    for (const std::string as_is : {"word_count", "a_b", "X_", "d_", "_d", "W_q"}) CHECK(set(as_is) == as_is);
}

TEST_CASE("what is too long is cut between characters, and says so") {
    const View with_fonts(*exhibits().front());
    const std::string family = "👩‍👩‍👧‍👦";
    for (float width = 0; width < 200; ++width) {
        const std::string cut = shortened(15, family + family + "e\u0301e\u0301e\u0301e\u0301 word", width);
        CAPTURE(cut);
        CHECK(fonts::width(15, cut) <= width);
        CHECK(!cut.ends_with("\u200d…"));
        CHECK(!cut.ends_with("e…"));
    }
}
