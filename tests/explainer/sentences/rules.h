// Rules that read one kind of sentence each: what it looks like, and what follows from the tables instead.
#pragma once

#include <regex>
#include <string>
#include <vector>

#include "tables.h"

namespace explainer::sentences {

struct Rule {
    const char* exhibit;
    const char*
        pattern;  // of a whole sentence of the summary, without its full stop; no-break spaces as spaces
    /// What is wrong with it, given the groups of the pattern; empty: nothing.
    std::string (*fault)(const std::smatch& said, const Tables& told);
};

/// Of exhibits with one row of weights (softmax, blend, dot-product, scores, heads, multi-head) …
const std::vector<Rule>& rules_of_rows();
/// … of two heads in a row …
const std::vector<Rule>& rules_of_induction();
/// … of a row that comes in blocks …
const std::vector<Rule>& rules_of_streaming();
/// … of a token with a cache and without …
const std::vector<Rule>& rules_of_decode();
/// … of a model that learned, and of one that learns …
const std::vector<Rule>& rules_of_learned();
/// … and of the others.
const std::vector<Rule>& rules_of_others();
/// Of what only stands beside a figure: the pattern is that of a whole text of the drawing (drawn.h).
const std::vector<Rule>& rules_of_drawn();

inline std::string differs(const char* what, const std::string& said, double found) {
    return std::string(what) + " is said to be " + said + ", it is " + std::to_string(found);
}

}  // namespace explainer::sentences
