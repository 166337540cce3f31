// Sentences of two heads in a row that copy. See rules.h.
#include "rules.h"

namespace explainer::sentences {
namespace {

/// "“B” gets 50.9 %", "“B” and “C” get 33.3 % each", "5 words get 20.0 % each": of a column of shares.
std::string about_likeliest(const std::string& text, const Tables& told, const char* column) {
    static const std::regex pattern("(.*) (gets|get) ([0-9.]+) %( each)?");
    std::smatch said;
    if (!std::regex_match(text, said, pattern)) return "no rule reads “" + text + "”";
    std::vector<double> percents = told.column("Next word", column);
    for (double& one : percents) one = 100 * one;
    std::vector<std::string> names;
    for (const size_t i : most_of(percents, 1)) names.push_back("“" + told.names("Next word")[i] + "”");
    const bool many = names.size() > 1;
    const std::string who = names.size() > 2 ? std::to_string(names.size()) + " words" : joined(names);
    if (said[1] != who) return "it is " + who;
    if (many != (said[2] == "get") || many != said[4].matched) return "one, or several";
    const double most = *std::max_element(percents.begin(), percents.end());
    return shows(said[3], most, 100) ? "" : differs("the share", said[3], most);
}

std::string about_finding(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Who is asked", "score");
    const auto best = static_cast<size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    const std::vector<std::string> names = told.names("Who is asked");
    if (names.back() != said[1]) return names.back() + " asks";
    if (names[best] != said[2]) return "the highest score has " + names[best];
    if (Tables::name(told.table("Who is asked")->rows[best][1]) != said[1]) return "its slot holds another";
    if (!(scores[best] > 4) || !shows(said[3], scores[best]))
        return differs("the score", said[3], scores[best]);
    return about_likeliest(said[4], told, "share");
}

std::string about_finding_none(const std::smatch& said, const Tables& told) {
    for (const double score : told.column("Who is asked", "score"))
        if (score > 4) return "there is a score of " + std::to_string(score);
    if (told.names("Who is asked").back() != said[1]) return told.names("Who is asked").back() + " asks";
    return about_likeliest(said[2], told, "share");
}

std::string about_empty_slots(const std::smatch& said, const Tables& told) {
    for (const std::vector<Cell>& row : told.table("Who is asked")->rows)
        if (Tables::name(row[1]) != "–" || Tables::number(row[2]) != 0) return "a slot holds something";
    return about_likeliest(said[1], told, "share");
}

std::string about_without_layer_1(const std::smatch& said, const Tables& told) {
    return about_likeliest(said[1], told, "with layer 1 off");
}

std::string about_no_copy(const std::smatch&, const Tables& told) {
    return told.value("share") == 0 && told.state.find("layer2=false") != std::string::npos
               ? ""
               : "something is copied";
}

std::string about_step(const std::smatch& said, const Tables& told) {
    return number_in(said[1]) == told.given("step") ? "" : "another step";
}

std::string about_layer_so_far(const std::smatch& said, const Tables& told) {
    static constexpr const char* steps[] = {"says who", "looks at", "now also", "word that asks"};
    const auto step = static_cast<size_t>(told.given("step"));
    return step >= 1 && step <= 4 && said[0].str().find(steps[step - 1]) != std::string::npos
               ? ""
               : "another step";
}

}  // namespace

const std::vector<Rule>& rules_of_induction() {
    static const std::vector<Rule> all = {
        {"induction", "“(.*)” finds itself in the slot of “(.*)”, with a score of ([0-9.]+): (.*)",
         about_finding},
        {"induction", "No slot holds “(.*)”, so nothing can be copied: (.*)", about_finding_none},
        {"induction", "Layer 1 is off, no slot is filled and every score is 0: (.*)", about_empty_slots},
        {"induction", "With layer 1 off, (.*)", about_without_layer_1},
        {"induction", "Layer 2 is off: no word asks, nothing is copied", about_no_copy},
        {"induction", "Step ([1-4]) of 5", about_step},
        {"induction", "(Each word|The word that asks) [a-z ,]+", about_layer_so_far},
    };
    return all;
}

}  // namespace explainer::sentences
