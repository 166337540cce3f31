// A sentence: its words as chips to press, point at and edit, on a number of lines that never changes; what
// does not fit is on further pages in the same place. Not here: what the words are (sentences.h), and the
// native input that edits them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

struct SentenceLook {
    std::string_view id;  // unique in the exhibit
    std::vector<std::string> words;
    Color color;              // the role's
    int selected = -1;        // the pill
    int pointed = -1;         // bold, and whole: pointed at elsewhere
    int lines = 2;            // each 44 px high
    int text_parameter = -1;  // the text that the words come from: a pencil asks for its native input
    int word_parameter = -1;  // the integer that `selected` is: a press sets it, its focus shows at the pill
    std::vector<Color> grounds = {};  // behind the words, where there is one for each (weights)
    UniqueFunction<void(int word)> pressed = nullptr;
    UniqueFunction<void(int word)> hovered = nullptr;  // called in each frame while the pointer is on a word
};

Block sentence(SentenceLook&& look);

}  // namespace explainer::figures
