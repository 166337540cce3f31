// What a Learner learns: sequences in which, from some place on, each letter follows from those before.
// Nothing here is learned.
#pragma once

#include <vector>

#include "attention/xoshiro.h"

namespace model {

enum class Task {
    copy,     // a block of different letters, of any length from a quarter to a half, again and again
    reverse,  // different letters in the first half, then the same backwards
    count,    // some letters at random, then letters at equal distances in the alphabet, which is a circle
    agree,    // sentences: a subject, up to five other nouns, a letter that asks, and the subject's verb
};

// Of agree: the last letters are the one that asks for the verb, the verb of the singular nouns and that of
// the plural ones. All others are nouns, the first half of them (less one where they are odd) singular.
struct AgreeLetters {
    int asks, singular_verb, plural_verb, first_plural;

    explicit constexpr AgreeLetters(int symbols)
        : asks(symbols - 3),
          singular_verb(symbols - 2),
          plural_verb(symbols - 1),
          first_plural((symbols - 3) / 2) {}
};

struct Sequence {
    std::vector<int> tokens;
    std::vector<int>
        answers;  // behind each letter the one that must come next; −1 where that cannot be known
    std::vector<int> subjects;  // of agree: the place of the subject of each letter's sentence
};

// `length` letters, even, of `symbols`, at least half of it.
Sequence sequence_of(Task task, int symbols, int length, attention::Xoshiro& random);

// One of eight, told by the first two letters, is kept for tests and never trained on.
bool is_held_out(const Sequence& sequence);
// The next that is, or is not.
Sequence sequence_that_is(bool held_out, Task task, int symbols, int length, attention::Xoshiro& random);

}  // namespace model
