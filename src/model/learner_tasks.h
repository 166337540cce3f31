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
};

struct Sequence {
    std::vector<int> tokens;
    std::vector<int>
        answers;  // behind each letter the one that must come next; −1 where that cannot be known
};

// `length` letters, even, of `symbols`, at least half of it.
Sequence sequence_of(Task task, int symbols, int length, attention::Xoshiro& random);

// One of eight, told by the first two letters, is kept for tests and never trained on.
bool is_held_out(const Sequence& sequence);
// The next that is, or is not.
Sequence sequence_that_is(bool held_out, Task task, int symbols, int length, attention::Xoshiro& random);

}  // namespace model
