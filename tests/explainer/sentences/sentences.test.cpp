// Sentences in states that nobody listed. Each sentence that an exhibit says of its state is read by a rule,
// which derives it again from the exhibit's tables (rules.h), or is listed in unread.txt; and all that is
// drawn, spoken or told is held to grammar. STATES=3000 SEED=7 explainer-tests -tc="sentences*" for a long
// run.
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "drawn.h"
#include "rules.h"

using namespace explainer;
using namespace explainer::sentences;

namespace {

/// Lines of unread.txt: an exhibit and what its sentence looks like; each with the line that says why above.
std::vector<Rule> unread_kinds(std::vector<std::string>& lines) {
    std::ifstream file(TESTS_FOLDER "/explainer/sentences/unread.txt");
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    std::vector<Rule> out;
    for (std::string& line : lines) {
        const size_t end = line.find(": ");
        REQUIRE(end != std::string::npos);
        line[end] = 0;
        out.push_back({line.c_str(), line.c_str() + end + 2, nullptr});
    }
    return out;
}

struct Read {
    Rule rule;
    std::regex pattern;
    int times = 0;
};

/// Where one sentence ends, another begins: at a full stop before a blank.
std::vector<std::string> sentences_of(std::string text) {
    for (size_t at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0"))
        text.replace(at, 2, " ");
    std::vector<std::string> out;
    size_t from = 0;
    for (size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
        out.push_back(text.substr(from, at - from));
        from = at + 2;
    }
    out.push_back(text.substr(from, text.size() - from - (text.ends_with('.') ? 1 : 0)));
    std::erase(out, "");
    return out;
}

/// Everything a reader of the exhibit meets in this state besides, one text each.
std::vector<std::string> told_besides(View& view, const Description& description) {
    std::vector<std::string> out = {description.summary};
    for (const Table& table : description.tables) {
        out.push_back(table.title);
        for (const std::string& column : table.columns) out.push_back(column);
        for (const std::vector<Cell>& row : table.rows) {
            for (const Cell& cell : row) {
                if (const auto* text = std::get_if<std::string>(&cell)) out.push_back(*text);
            }
        }
    }
    for (int i = 0; i < view.state().count(); ++i) {
        if (view.state().parameter(i).kind != Kind::text) out.push_back(view.shown(i));
    }
    LabelPainter painter;
    view.draw_with(painter, 720);
    for (const Label& label : painter.labels) out.push_back(label.text);
    return out;
}

/// What is wrong with a sentence whatever the state is; empty: nothing.
std::string fault_of(const std::string& sentence) {
    static const std::regex one_of_many(
        "(^|[^0-9.,·⁻−^×÷=√] )1 (keys|queries|tokens|words|heads|pairs|patterns|rows|columns|weights|scores|"
        "places|claims|orders|layers|terms|steps)\\b");
    static const std::regex many_of_one(
        "(^|[^0-9.,a-z#] ?)([2-9]|[1-9][0-9]+) (key|query|token|word|pair|pattern|place|claim|layer|term)(?! "
        "heads)([ ,.;:)]|$)");
    static const std::regex no_number("(^|[^A-Za-z])(nan|inf|NaN|-nan)([^A-Za-z]|$)");
    static const std::regex minus_nothing("−0(\\.0+)?([^0-9.]|$)");
    static const std::regex plain_minus("(^|[ (])-[0-9]");
    if (std::regex_search(sentence, one_of_many)) return "one of a thing, in the plural";
    if (std::regex_search(sentence, many_of_one)) return "several of a thing, in the singular";
    if (std::regex_search(sentence, no_number)) return "not a number";
    if (std::regex_search(sentence, minus_nothing)) return "minus zero";
    if (std::regex_search(sentence, plain_minus)) return "a hyphen before a number, where a minus belongs";
    return {};
}

}  // namespace

TEST_CASE("sentences of random states: what each says follows from the exhibit's tables") {
    const unsigned seed = seed_of_run();
    const int wanted = states_wanted(320);
    MESSAGE("SEED=" << seed << " STATES=" << wanted);
    std::mt19937 random(seed);
    std::vector<std::string> lines;
    std::vector<Read> readers;
    for (const std::vector<Rule>& some :
         {rules_of_rows(), rules_of_induction(), rules_of_streaming(), rules_of_decode(), rules_of_learned(),
          rules_of_others(), unread_kinds(lines)})
        for (const Rule& one : some) readers.push_back({one, std::regex(one.pattern)});
    const auto types = exhibits();
    for (int n = 0; n < wanted; ++n) {
        const ExhibitType& type = *types[static_cast<size_t>(n) % types.size()];
        View view(type);
        view.set_reduced_motion(true);
        const std::string state = odd_state(type, random);
        REQUIRE(!view.restore(state));
        const Tables told{std::string(type.id), state, view.describe(true)};
        for (const std::string& sentence : sentences_of(told.description.summary)) {
            bool read = false;
            for (Read& reader : readers) {
                std::smatch said;
                if (reader.rule.exhibit != type.id || !std::regex_match(sentence, said, reader.pattern))
                    continue;
                read = true;
                ++reader.times;
                const std::string fault = reader.rule.fault != nullptr ? reader.rule.fault(said, told) : "";
                CHECK_MESSAGE(fault.empty(),
                              type.id << ", state \"" << state << "\": “" << sentence << "”: " << fault);
            }
            CHECK_MESSAGE(read, type.id
                                    << ", state \"" << state << "\": no rule reads “" << sentence
                                    << "”. Write one in tests/explainer/sentences/, which derives it from "
                                       "the tables; if there is nothing to derive, list it in unread.txt.");
        }
    }
    // A list that nobody needs any more is no list. (A rule may be for what is rare.)
    if (wanted >= 3000)
        for (const Read& reader : readers)
            CHECK_MESSAGE((reader.rule.fault != nullptr || reader.times > 0),
                          "unread.txt: no sentence of " << std::string(reader.rule.exhibit) << " looks like “"
                                                        << std::string(reader.rule.pattern)
                                                        << "”; take the line out");
}

TEST_CASE("sentences of random states: what stands beside the figures follows from the tables, too") {
    const unsigned seed = seed_of_run();
    const int wanted = states_wanted(320);
    MESSAGE("SEED=" << seed << " STATES=" << wanted);
    std::mt19937 random(seed);
    std::vector<Read> readers;
    for (const Rule& one : rules_of_drawn()) readers.push_back({one, std::regex(one.pattern)});
    const auto types = exhibits();
    for (int n = 0; n < wanted; ++n) {
        const ExhibitType& type = *types[static_cast<size_t>(n) % types.size()];
        View view(type);
        view.set_reduced_motion(true);
        const std::string state = odd_state(type, random);
        REQUIRE(!view.restore(state));
        const Tables told{std::string(type.id), state, view.describe(true)};
        for (const std::string& text : drawn_texts(view, 720)) {
            for (const Read& reader : readers) {
                std::smatch said;
                if (reader.rule.exhibit != type.id || !std::regex_match(text, said, reader.pattern)) continue;
                const std::string fault = reader.rule.fault(said, told);
                CHECK_MESSAGE(fault.empty(),
                              type.id << ", state \"" << state << "\": “" << text << "”: " << fault);
            }
        }
    }
}

TEST_CASE("sentences of random states: number and grammar agree, no number is NaN, infinite or minus zero") {
    const unsigned seed = seed_of_run();
    MESSAGE("SEED=" << seed);
    std::mt19937 random(seed);
    const auto types = exhibits();
    const int wanted = states_wanted(112);
    for (int n = 0; n < wanted; ++n) {
        const ExhibitType& type = *types[static_cast<size_t>(n) % types.size()];
        View view(type);
        view.set_reduced_motion(true);
        const std::string state = odd_state(type, random);
        REQUIRE(!view.restore(state));
        const Description description = view.describe(true);
        for (const std::string& text : told_besides(view, description)) {
            const std::string fault = fault_of(text);
            CHECK_MESSAGE(fault.empty(),
                          fault << ": “" << text << "” in " << type.id << ", state \"" << state << "\"");
        }
    }
}
