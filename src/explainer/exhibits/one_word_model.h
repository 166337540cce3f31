// What `one-word` computes, and says of it: what "soft" goes through in one head of the model that learned,
// from the list of numbers it is to what it brings back; and another head, with and without places. No
// drawing in here.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/exhibits/subject_sentences.h"

namespace explainer::one_word {

using learned_heads::length_of, learned_heads::who, learned_heads::last;
using learned_heads::Probabilities, learned_heads::subjects, learned::word_of, learned::quoted_token;

enum : int { subject, key, component, numbers, vectors, products, shares, values, heads, order, outcome };
std::span<const Parameter> parameters();

inline constexpr int width = 64, d = 16, head = learned_heads::finds_the_subject, neighbours = 4,
                     looks_back = 3;  // head 1.4: mostly

/// What the model says after "soft" in one of the three sentences.
struct Passage {
    int next = 0, rival = 0;  // the likeliest word and the one behind it
    double share = 0;
};

/// Another word, and how nearly its embedding has the direction of the subject's.
struct Neighbour {
    int token = 0;
    double cosine = 0;
};

struct Model : learned_heads::Reading {
    bool loaded = false;
    size_t about = 0;       // of the subjects
    int looks = 0, at = 0;  // the word that is looked at; of the d numbers, the one that is
    uint64_t version = 0;

    std::vector<float> embeddings;                // [length_of, width]
    std::array<Neighbour, neighbours> nearest{};  // nearest first
    std::vector<float> q, k, v;                   // of "soft" [d]; of all words [length_of, d] each
    std::array<float, length_of> scores{}, divided{}, weights{};
    std::vector<float> pair;                 // [3, d]: q, k of the word that is looked at, and their products
    std::vector<float> looked;               // of all heads, [head_count, length_of]: what "soft" gives
    std::array<double, length_of> brings{};  // to the lead of `next` over `rival`, weight · value
    double lead = 0;                         // all of it
    std::array<float, length_of> placeless{};  // weights in head 1.4, were no places added
    int next = 0, rival = 0;                   // the likeliest word and the one behind it
    std::array<Passage, subjects.size()> passages;
    std::vector<float> before, after;  // "soft" as it goes in and as it comes out, [subjects, width] each

    void read(const State& state);
    void compute();
    /// “cat”; of a word that is there twice with its place, “the” (5).
    std::string named(int word) const;
    float weight() const { return weights[static_cast<size_t>(looks)]; }
    /// What a word's value says for `next` and against `rival`, had it all of the attention.
    double says(int word) const;
    double sum_of_brings() const;
    /// What "soft" gives to a word in head 1.4.
    float placed(int word) const { return looked[static_cast<size_t>(looks_back * length_of + word)]; }
    /// The weight of a word, if scores were not divided by √d.
    double undivided(int word) const;
    Description describe() const;
    std::string numpy() const;
};

}  // namespace explainer::one_word
