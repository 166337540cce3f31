// The model that learned (train/): its words, the language that they are from, what was measured of each
// head, and its weights once a host has brought them (the request "learned"). One for all views. Not here:
// how it computes (model/transformer.h).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/request.h"
#include "model/weights.h"

namespace explainer::learned {

inline constexpr int layers = 2, heads_a_layer = 4, head_count = layers * heads_a_layer;

/// The kinds of sentences that it learned. In each is a place whose next word one earlier word decides.
enum class SentenceKind { copy, agreement, pronoun, gift, scene };
inline constexpr int kind_count = 5;

/// Measured over held-out sentences; by kind, as SentenceKind counts.
struct HeadFacts {
    float previous;                        // from the first time of a copied word to the word before it
    std::array<float, kind_count> weight;  // from the word that asks to the word that decides
};
const HeadFacts& facts(int head);
int sentences();  // so many of them

/// In the order of their tokens.
std::span<const std::string_view> vocabulary();
/// −1: it has no such word.
int token(std::string_view word);
std::string word_of(int token), quoted_token(int token);  // "cat", "“cat”"

/// What is right behind some words, and what the model could take it for.
struct Question {
    SentenceKind kind = SentenceKind::copy;
    int source = 0;                  // the place of the word that decides
    std::vector<int> right, rivals;  // tokens
};
/// Of words that are the beginning of a sentence of the language, up to a place that is decided.
std::optional<Question> question(std::span<const std::string> words);

/// Null until a host has brought them.
const model::Weights* weights();
/// Makes tensors by GPT-2's names the model's weights. What is wrong with them, or nothing. float32 stays
/// where it is, as long as the program runs.
std::string take(std::span<const model::Tensor> tensors);
/// The same of what a host answers to the request "learned".
std::string take(std::vector<Tensor> tensors);

}  // namespace explainer::learned
