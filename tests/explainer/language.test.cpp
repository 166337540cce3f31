// Another language: what exhibits say in it, in states that nobody listed. `RENEW_WORDS=FILE` writes what
// German does not have yet.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "catalogue_file.h"
#include "explainer/exhibits/head_switches.h"
#include "explainer/learned.h"
#include "explainer/phrase.h"
#include "explainer/translation.h"
#include "film.h"
#include "label_painter.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// All that a figure says and draws in its state: at rest, and under a pointer that goes about.
void say_all(const ExhibitType& type, const std::string& state, float width, std::mt19937& random,
             const language::Catalogue& catalogue) {
    Shown view(type.id, state, width, &catalogue);
    view.describe(true);
    double now = 0;
    const float height = view.natural_height(width);
    const auto below = [&random](float most) {
        return std::uniform_real_distribution<float>(0, most)(random);
    };
    for (int i = 0; i < 12; ++i) {
        view.pointer(Pointer::move, {below(width), below(height)}, false);
        for (int k = 0; k < 3; ++k) pass_frame(view, now);
    }
    for (int i = 0; i < view.state().count(); ++i) {
        view.shown(i);
        const Parameter& p = view.state().parameter(i);
        if (p.kind == Kind::matrix || !p.grid_column.empty())
            for (int k = 0; k < 9; ++k) view.cell_text(i, k / 3, k % 3);
    }
}

/// A small language: the texts, one after the other, in the order of the English ones.
std::string texts(std::initializer_list<const char*> all) {
    std::string out;
    for (const char* one : all) out += one + std::string(1, '\0');
    return out;
}

struct Using {
    explicit Using(const language::Catalogue& catalogue) { language::use(&catalogue); }
    ~Using() { language::use(nullptr); }
};

}  // namespace

TEST_CASE("language: numbers, words and quoted words are no part of what is looked up") {
    const language::Translation german(
        ',', texts({"head {}", "Kopf {}", "word", "Wort", "{} asks {}", "{2} wird von {1} gefragt",
                    "{} of {} words", "{} von {} Wörtern", "{} of “{}”", "{} von „{}“"}));
    const Using using_german(german);
    CHECK(language::translated("3 of 7 words") == "3 von 7 Wörtern");
    CHECK(language::translated("0.5 of 7 words") == "0,5 von 7 Wörtern");
    CHECK(language::translated("−2.3·10⁻⁷ of 7 words") == "−2,3·10⁻⁷ von 7 Wörtern");
    CHECK(language::translated("−∞ of ∞ words") == "−∞ von ∞ Wörtern");
    CHECK(language::translated(Phrase() << std::string("cat") << " asks " << std::string("dog")) ==
          "dog wird von cat gefragt");
    CHECK(language::translated("1.50 of “word”") == "1,50 von „Wort“");
    CHECK(language::translated("head 2") == "Kopf 2");
    CHECK(language::translated(" word  ") == " Wort  ");  // blanks at its ends stay
    // what is not there stays, but for marks and the decimal sign
    CHECK(language::translated(Phrase() << std::string("cat") << " sat, " << 2 << " times 0.5") ==
          "cat sat, 2 times 0,5");
    // a word may be a text of its own, and a name's digits are no number
    CHECK(language::translated(Phrase() << std::string("word") << " asks " << std::string("head 2")) ==
          "Kopf 2 wird von Wort gefragt");
    CHECK(language::translated("float32 of 7 words") == "float32 of 7 words");
    // lists whose commas would be read as points, and the names of heads
    CHECK(language::translated("(−1.62, 0.74), 3, 4") == "(−1,62; 0,74), 3, 4");
    CHECK(language::translated("head " + head_name(4)) == "Kopf 2.1");
    CHECK(language::translated(head_name(4)) == "2.1");
    CHECK(language::translated(Phrase() << "head " << head_name(4)) == "Kopf 2.1");
    CHECK(language::translated("head 2.1") == "Kopf 2,1");
    CHECK(language::translated("\3") == "");
    CHECK(language::translated(language::translated("0.5 of 7 words")) == "0,5 von 7 Wörtern");
}

TEST_CASE("language: pieces of a sentence keep their looks in another order") {
    const language::Translation german(
        '.', texts({"⟦aAfter {} steps ⟧⟦b{}⟧⟦c of it⟧", "⟦b{2}⟧⟦a nach {1} Schritten⟧"}));
    const Using using_german(german);
    const std::vector<std::pair<size_t, std::string>> said = german.said({"After 20 steps ", "5", " of it"});
    REQUIRE(said.size() == 2);
    CHECK(said[0] == std::pair<size_t, std::string>(1, "5"));
    CHECK(said[1] == std::pair<size_t, std::string>(0, " nach 20 Schritten"));
    CHECK(german.said({"a b ", "7", " c d"}).empty());
}

TEST_CASE("language: English is what is written, and costs nothing") {
    CHECK(language::translated("0.5 of 7 words") == "0.5 of 7 words");
    CHECK(std::string(Phrase() << std::string("cat") << " asks") == "cat asks");
    // without an end, empty, of odd length: nothing is read that is not there
    for (const std::string& odd :
         {std::string(), std::string("a"), std::string("a\0", 2), std::string("a\0b", 3)}) {
        CHECK(language::Translation('.', odd).said("nothing") == "nothing");
    }
}

/// The words of a text, in small letters.
std::set<std::string> words_in(const std::string& text) {
    std::set<std::string> out;
    std::string word;
    for (const char c : text + " ") {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else {
            if (word.size() > 2) out.insert(word);
            word.clear();
        }
    }
    return out;
}

/// Words that only English has: those of the catalogue's English texts that no German one has, and that are
/// none of the words that figures are about.
std::set<std::string> english_words(const nlohmann::json& file) {
    std::set<std::string> out, others;
    for (const auto& [english, said] : file["words"].items()) {
        out.merge(words_in(english));
        others.merge(words_in(said.get<std::string>()));
    }
    for (const std::string_view word : learned::vocabulary()) others.insert(std::string(word));
    for (const char* word :
         {"cat", "sat", "soft", "love", "warm", "stone", "the", "dog", "barked", "because", "heard", "noise"})
        others.insert(word);
    for (const std::string& word : others) out.erase(word);
    return out;
}

TEST_CASE("language: what exhibits say is there in German") {
    std::vector<std::string> all_missing;
    const language::Translation german = translation_of(words_file("de"), &all_missing);
    const Using using_german(german);
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const char* renew = std::getenv("RENEW_WORDS");
    const int states = renew != nullptr ? 8 : 2;
    std::set<std::string> typed;  // is said as it is
    for (const ExhibitType* type : exhibits()) {
        std::vector<std::string> all;
        for (const Preset& preset : type->presets) all.emplace_back(preset.state);
        for (int i = 0; i < states; ++i)  // (odd ones: what is said of equal numbers, and of none)
            all.push_back(i % 2 == 0 ? random_state(*type, random) : odd_state(*type, random));
        for (std::string& state : all) {
            State pieces(type->id, type->parameters);
            if (pieces.restore(state)) continue;
            for (int i = 0; i < pieces.count(); ++i)
                if (pieces.parameter(i).piece)
                    pieces.set(i, 1);
                else if (pieces.parameter(i).kind == Kind::text)
                    typed.insert(pieces.text(i));
            for (const float width : {960.0f, 360.0f}) say_all(*type, pieces.save(), width, random, german);
        }
        // (What is said may follow from which piece is open.)
        const State plain(type->id, type->parameters);
        for (int piece = 0; piece < plain.count(); ++piece) {
            if (plain.parameter(piece).kind == Kind::text) typed.insert(plain.text(piece));
            if (!plain.parameter(piece).piece) continue;
            State alone = plain;
            for (int i = 0; i < alone.count(); ++i)
                if (alone.parameter(i).piece) alone.set(i, i == piece ? 1 : 0);
            say_all(*type, alone.save(), 360, random, german);
        }
    }
    const std::set<std::string> missing(all_missing.begin(), all_missing.end());
    if (renew != nullptr) {
        std::ofstream out(renew);
        for (const std::string& one : missing) out << one << "\n";
        return;
    }
    const std::set<std::string> english = english_words(words_file("de"));
    CHECK(english.size() > 500);
    for (const std::string& one : missing) {
        const bool cut = one.ends_with("…"),
                   id = one.find(' ') == std::string::npos && one.find_first_of("-=") != std::string::npos;
        if (cut || id || typed.contains(one)) continue;
        for (const std::string& word : words_in(one)) CHECK_MESSAGE(!english.contains(word), one);
    }
}

TEST_CASE(
    "language: words that a figure is about are said as they are, also where they are texts of a figure") {
    const language::Translation german = translation_of(words_file("de"));
    for (const std::string_view word : learned::vocabulary()) CHECK(german.said(word) == word);
    for (const char* sentence : {"The cat sat on the soft ?", "I love AI",
                                 "the more you look the more you see", "the warm stone it heard a"}) {
        std::istringstream words(sentence);
        for (std::string word; words >> word;) CHECK(german.said(word) == word);
    }
    REQUIRE(german.said("weight") == "Gewicht");
    REQUIRE(german.said("noise") == "Rauschen");
    for (const auto& [state, words] :
         {std::pair("sentence=own;words=weight%20of%20the%20head%20noise", "weight of the head noise"),
          std::pair("sentence=noise", "The dog barked because it heard a noise")}) {
        CAPTURE(state);
        Shown view("heads", state, 960, &german);
        LabelPainter painter;
        view.draw_with(painter, 960);
        std::istringstream each(words);
        for (std::string word; each >> word;) {
            const bool there = std::any_of(painter.labels.begin(), painter.labels.end(),
                                           [&](const Label& one) { return one.text == word; });
            CHECK_MESSAGE(there, word);
        }
    }
}

TEST_CASE(
    "language: what something is asked for by is the same in every table, and no mark of a language is "
    "left") {
    const language::Translation german = translation_of(words_file("de"));
    const Description said = Shown("check", "", 960, &german).describe(true);
    language::use(nullptr);
    const Description english = Shown("check", "", 960, nullptr).describe(true);
    CHECK(said.summary != english.summary);
    REQUIRE(said.tables.size() == english.tables.size());
    int asked_for = 0;
    for (size_t t = 0; t < english.tables.size(); ++t) {
        const Table &table = english.tables[t], &other = said.tables[t];
        REQUIRE(other.rows.size() == table.rows.size());
        for (size_t row = 0; row < table.rows.size(); ++row) {
            for (size_t i = 0; i < table.columns.size(); ++i) {
                const auto* const text = std::get_if<std::string>(&table.rows[row][i]);
                if (text == nullptr) continue;
                CHECK(text->find_first_of("\1\2") == std::string::npos);
                CHECK(std::get<std::string>(other.rows[row][i]).find_first_of("\1\2") == std::string::npos);
                const std::string& column = table.columns[i];
                if (column != "exhibit" && column != "state" && column != "name") continue;
                CHECK(std::get<std::string>(other.rows[row][i]) == *text);
                ++asked_for;
            }
        }
    }
    CHECK(asked_for > 200);
}

TEST_CASE(
    "language: no number begins with its comma; where there is no room for its zero it is set smaller") {
    const language::Translation german = translation_of(words_file("de"));
    CHECK(german.said(".88") == "0,88");
    CHECK(german.said("−.5") == "−0,5");
    CHECK(german.said("1.5") == "1,5");
    CHECK(german.said("0.5") == "0,5");
    for (const char* exhibit : {"masks", "induction", "multi-head", "softmax", "heads"}) {
        for (const float width : {320.0f, 360.0f, 600.0f, 960.0f}) {
            CAPTURE(exhibit);
            CAPTURE(width);
            Shown view(exhibit, "", width, &german);
            LabelPainter painter;
            view.draw_with(painter, width);
            int whole = 0;  // numbers of two decimals
            for (const Label& label : painter.labels) {
                const std::string_view text = label.text;
                const std::string_view number =
                    text.substr(text.starts_with("−") ? std::string_view("−").size() : 0);
                const bool bare =
                    number.size() > 1 && number[0] == ',' && number[1] >= '0' && number[1] <= '9';
                CHECK_MESSAGE(!bare, label.text);
                whole += label.text.size() == 4 && label.text.starts_with("0,");
            }
            if (std::string(exhibit) == "masks") CHECK_MESSAGE(whole > 20, whole);
        }
    }
    language::use(nullptr);
}

TEST_CASE("no caption is cut, in columns of phones and of pages; a reader's words may be") {
    const language::Translation german = translation_of(words_file("de"));
    const language::Catalogue* const languages[] = {nullptr, &german};
    for (const language::Catalogue* const language : languages) {
        for (const ExhibitType* type : exhibits()) {
            State state(type->id, type->parameters);
            std::set<std::string> own;  // what ends so by itself
            for (int i = 0; i < state.count(); ++i) {
                if (state.parameter(i).piece) state.set(i, 1);
                for (const Choice& choice : state.parameter(i).choices) own.emplace(choice.label);
            }
            for (const Preset& preset : type->presets) own.emplace(preset.label);
            for (const float width :
                 {320.0f, 333.0f, 360.0f, 400.0f, 480.0f, 560.0f, 700.0f, 768.0f, 860.0f, 960.0f}) {
                Shown view(type->id, state.save(), width, language);
                LabelPainter painter;
                view.draw_with(painter, width);
                for (const Label& label : painter.labels) {
                    const bool quotes = label.text.find("“") != std::string::npos ||
                                        label.text.find("„") != std::string::npos;
                    const bool caption = label.text.size() > 14 && label.text.ends_with("…") && !quotes &&
                                         !own.contains(label.text);
                    CHECK_MESSAGE(!caption, std::string(type->id), " at ", width, ": ", label.text);
                }
            }
        }
    }
    language::use(nullptr);
}
