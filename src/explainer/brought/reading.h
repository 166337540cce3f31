// What a model said of a text, as a reader or the page brings it: logits of what may follow, with all heads
// and perhaps without one of them, the names of the likeliest tokens, and the text. What cannot be shown is
// said in a sentence. No drawing. Not here: the attention beside it (attention.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/brought/brought.h"
#include "explainer/brought/stack.h"
#include "model/sampling.h"

namespace explainer::brought {

struct Following {
    std::span<const float> logits;   // [vocabulary]; somebody else's. None: nobody brought them
    std::vector<std::size_t> order;  // tokens, the likeliest first
    std::vector<std::string> names;  // of the first of these, as they stand in a text; none: numbers

    bool is_there() const { return !logits.empty(); }
    /// How many are told from one another.
    int named() const;
    /// "“ mat”", or "token 7": of the token with that rank.
    std::string quoted(std::size_t rank) const;
};

struct TextReading {
    std::string error;                // a sentence; if there is one, nothing else is here
    std::vector<std::string> tokens;  // of the text
    Following all, without;           // `without`: with one head off,
    int layer = -1, head = -1;        // this one
    std::string text;                 // that was read
    std::string_view first_text;      // that the figure opens with; the tensors' own
    bool runs = false;                // the model is there to read another text
};

// The array "logits": [vocabulary], or of several tokens, whose last row counts. Texts "candidates": the
// likeliest tokens, the likeliest first. "logits_without" and "candidates_without": the same with the head
// off that "without" names, [layer, head]. "text" is what was read; who can run the model again brings
// "first_text" besides.
TextReading read_text(const Tensors& tensors);

}  // namespace explainer::brought
