// See learner_tasks.h.
#include "learner_tasks.h"

#include <numeric>
#include <utility>

namespace model {

namespace {

// 0 … count − 1. (Of the upper bits: the lowest of xoshiro128+ are weak.)
int below(int count, attention::Xoshiro& random) {
    return static_cast<int>((std::uint64_t{random.next()} * static_cast<std::uint64_t>(count)) >> 32);
}

// Different letters in random order (Fisher and Yates).
std::vector<int> shuffled(int count, int symbols, attention::Xoshiro& random) {
    std::vector<int> all(static_cast<std::size_t>(symbols));
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < count; ++i)
        std::swap(all[static_cast<std::size_t>(i)],
                  all[static_cast<std::size_t>(i + below(symbols - i, random))]);
    all.resize(static_cast<std::size_t>(count));
    return all;
}

Sequence sentences_of(int symbols, int length, attention::Xoshiro& random) {
    const AgreeLetters letters(symbols);
    Sequence out;
    const auto add = [&](int token, int subject, int answer) {
        if (static_cast<int>(out.tokens.size()) == length) return;
        out.tokens.push_back(token);
        out.subjects.push_back(subject);
        out.answers.push_back(static_cast<int>(out.tokens.size()) == length ? -1 : answer);
    };
    while (static_cast<int>(out.tokens.size()) < length) {
        const int place = static_cast<int>(out.tokens.size()), noun = below(letters.asks, random),
                  verb = noun < letters.first_plural ? letters.singular_verb : letters.plural_verb;
        add(noun, place, -1);
        for (int others = below(6, random); others > 0; --others) add(below(letters.asks, random), place, -1);
        add(letters.asks, place, verb);
        add(verb, place, -1);
    }
    return out;
}

}  // namespace

Sequence sequence_of(Task task, int symbols, int length, attention::Xoshiro& random) {
    if (task == Task::agree) return sentences_of(symbols, length, random);
    const int half = length / 2;
    Sequence out;
    std::vector<int>& tokens = out.tokens;
    // Behind the letter at this place, the next one is known.
    int first = 0;
    if (task == Task::count) {
        const int noise = below(half, random);
        for (int i = 0; i < noise; ++i) tokens.push_back(below(symbols, random));
        const int start = below(symbols, random), stride = 1 + below(symbols / 2 - 1, random);
        for (int i = 0; noise + i < length; ++i) tokens.push_back((start + i * stride) % symbols);
        first = noise + 1;
    } else {
        // That the block is at its end, only the first letter of what follows shows.
        first = task == Task::reverse ? half : half / 2 + below(half - half / 2 + 1, random);
        tokens = shuffled(first, symbols, random);
        for (int i = first; i < length; ++i)
            tokens.push_back(
                tokens[static_cast<std::size_t>(task == Task::copy ? i - first : length - 1 - i)]);
    }
    for (int i = 0; i < length; ++i) {
        const bool known = i >= first && i + 1 < length;
        out.answers.push_back(known ? tokens[static_cast<std::size_t>(i) + 1] : -1);
    }
    return out;
}

bool is_held_out(const Sequence& sequence) {
    return (sequence.tokens[0] + 2 * sequence.tokens[1]) % 8 == 0;
}

Sequence sequence_that_is(bool held_out, Task task, int symbols, int length, attention::Xoshiro& random) {
    for (;;) {
        Sequence one = sequence_of(task, symbols, length, random);
        if (is_held_out(one) == held_out) return one;
    }
}

}  // namespace model
