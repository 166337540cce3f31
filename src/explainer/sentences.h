// Sentences whose heads are built, not learned: X, W_Q, W_K and W_V such that each head does what its caption
// says. The attention itself is computed by the core from these matrices, as in a real layer. No drawing in
// here.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "attention/matrix.h"

namespace explainer {

inline constexpr int longest_sentence = 8;  // tokens
inline constexpr int head_count = 8;
inline constexpr int key_width = 16;   // d_k of every head; √16 = 4
inline constexpr int value_width = 3;  // d_v

/// What a word is in its sentence. Each is one column of X.
enum Feature : int {
    constant,  // 1 for every token
    position,  // position + i is 1 for the token at i
    noun = position + longest_sentence,
    animal,  // a noun that sits, barks, ...
    verb,
    first_subject,
    first_verb,  // of the first clause
    second_subject,
    second_verb,  // of the second
    adjective,
    described,  // an adjective and the noun it describes
    pronoun,
    antecedent,
    preposition,
    its_object,
    determiner,
    upper_the,
    lower_the,
    question,       // the token to be predicted, which asks for an animal
    feature_count,  // d_model
};

struct Sentence {
    std::span<const std::string_view> tokens;
    std::vector<float> x;  // [tokens, feature_count]
};

/// Index 0 to 2: see the choices of the exhibit `heads`.
const Sentence& sentence(int index);

struct Head {
    std::string_view id, letter, caption;
    std::array<float, feature_count * key_width> w_q{}, w_k{};  // [feature_count, key_width]
};

const std::array<Head, head_count>& constructed_heads();

/// One for all heads, so that what differs is where they look. [feature_count, value_width]
attention::ConstMatrixView value_weights();

}  // namespace explainer
