// Sentences of a token that is generated with a cache and without. See rules.h.
#include "rules.h"

namespace explainer::sentences {
namespace {

double counted(const Tables& told, const std::string& token, const char* column) {
    return told.cell("Multiplications for each token", token, column);
}

std::string about_the_cache(const std::smatch& said, const Tables& told) {
    // "Token 8 of 10, “it”: with a cache 9,216 multiplications, and 1,024 bytes are kept"
    const std::string token = said[1];
    const double work = counted(told, token, "with a cache"), bytes = counted(told, token, "bytes");
    if (told.names("Weights of token " + token).size() != static_cast<size_t>(number_in(token)))
        return "the row is another token's";
    if (told.names("Weights of token " + token).back() != said[3]) return "the word is another one";
    if (number_in(said[2]) != static_cast<double>(told.names("Multiplications for each token").size()))
        return "there are more tokens, or fewer";
    if (number_in(said[4]) != work) return differs("the work", said[4], work);
    return number_in(said[5]) == bytes ? "" : differs("what is kept", said[5], bytes);
}

std::string about_no_cache(const std::smatch& said, const Tables& told) {
    const std::vector<double> cached = told.column("Multiplications for each token", "with a cache"),
                              again = told.column("Multiplications for each token", "without");
    const auto at = std::find(again.begin(), again.end(), number_in(said[1]));
    if (at == again.end() || *at != told.value("multiplications without"))
        return "no token takes " + said[1].str();
    // All that was done for the tokens before it is done once more.
    double sum = 0;
    for (size_t i = 0; i <= static_cast<size_t>(at - again.begin()); ++i) sum += cached[i];
    if (sum != *at) return differs("the sum with a cache", said[1], sum);
    const double times = *at / cached[static_cast<size_t>(at - again.begin())];
    return shows(said[2], times) ? "" : differs("the ratio", said[2], times);
}

}  // namespace

const std::vector<Rule>& rules_of_decode() {
    static const std::vector<Rule> all = {
        {"decode",
         "Token ([0-9]+) of ([0-9]+), “(.*)”: with a cache ([0-9,]+) multiplications, and ([0-9,]+) bytes "
         "are "
         "kept",
         about_the_cache},
        {"decode", "Without, ([0-9,]+), ([0-9.]+) times the work", about_no_cache},
    };
    return all;
}

}  // namespace explainer::sentences
