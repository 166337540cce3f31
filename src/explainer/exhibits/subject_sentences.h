// The sentences of the essay's question, "The cat sat on the soft …": three of six words each, that end in
// "soft" and differ in who they are about. `opening` and `one-word` have them, and the parameter, so that a
// group of both is about one sentence.
#pragma once

#include <array>
#include <string_view>

#include "explainer/parameter_makers.h"

namespace explainer::learned_heads {

inline constexpr std::array subjects = {Choice{"cat", "cat"}, Choice{"singer", "singer"},
                                        Choice{"rain", "rain"}};
inline constexpr std::array<std::string_view, subjects.size()> subject_sentences = {
    "the cat sat on the soft", "the singer sang in a soft", "the rain fell on the soft"};

/// Their words; the place of the subject, and of "soft", which asks.
inline constexpr int length_of = 6, who = 1, last = length_of - 1;
inline constexpr int finds_the_subject = 4;  // head 2.1

constexpr Parameter subject_parameter() {
    Parameter one = choice_of("subject", "subject", "Who the sentence is about.", subjects);
    one.cycles = true;
    return one;
}

}  // namespace explainer::learned_heads
