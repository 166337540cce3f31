// What `patch` computes, and says of it: the model that learned reads two sentences that differ in one word.
// A vector of one word, or the output of one head, is brought from the one (the source) into the other (the
// base), each by itself, and moves the answer by so much. No drawing in here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/parameters.h"

namespace explainer::patch {

using learned_heads::Probabilities, learned::word_of, learned::quoted_token;

enum : int { typed, place, other, reverse, row_focus, level_focus, head_choice, show_heads, show_next };
inline constexpr int most_shown = 12;
inline constexpr int levels = learned::layers + 1;  // of the residual stream: embedded, and after each layer
std::span<const Parameter> parameters();
std::span<const Preset> presets();

/// What the model says behind the last word of a sentence.
struct Said {
    std::vector<float> logits;
    Probabilities shares;
    int answer = 0;  // the likeliest token

    double share(int token) const { return shares[static_cast<size_t>(token)]; }
};

struct Model : learned_heads::Reading {  // the first sentence
    bool loaded = false, reversed = false;
    int n = 0, differs = 0;              // words, and the place of the one that differs
    int second = 0;                      // the token there in the second sentence
    int word = 0, depth = 0, head = -1;  // what is brought over; a word's vector, or if there is one a head
    Said base, source, patched;
    std::vector<float> map;                             // [n, levels] how far each vector moves the answer
    std::array<float, learned::head_count> heads = {};  // how far each head does
    uint64_t version = 0;                               // of both
    std::vector<int> likeliest;                         // tokens, in the order of the base

    /// What the model reads, and what is brought over.
    void read(const State& state);
    /// What it makes of that, once its weights are there.
    void compute();

    /// Of the base, or of the source.
    std::string word_at(int i, bool of_source) const;
    std::string sentence(bool of_source) const;
    bool same() const { return tokens[static_cast<size_t>(differs)] == second; }
    /// From one answer to the other, in logits. Where that is less than 1 there is no way to take a share of.
    double way() const { return lead(source) - lead(base); }
    bool apart() const { return way() >= 1; }
    float cell(int i, int l) const { return map[static_cast<size_t>(i * levels + l)]; }
    float moved() const { return head >= 0 ? heads[static_cast<size_t>(head)] : cell(word, depth); }
    /// "“singer” after layer 1"; what is brought over: that, or "Head 2.1".
    std::string name_of(int i, int l) const, brought() const;
    Description describe() const;
    std::string numpy() const;

  private:
    std::vector<int> tokens_of(bool of_source) const;
    /// The source's answer over the base's, in logits.
    double lead(const Said& of) const;
    float moves(const Said& of) const;

    std::vector<int> mapped_;  // the tokens of base and source that the maps are of
};

/// What is said beside the figure and in it, in the same words.
inline constexpr const char* from_the_other = ", brought from the other sentence: ";
inline constexpr const char* both_the_same = "Both sentences are the same";

/// "embedded", "after layer 1"
std::string level_name(int level);

}  // namespace explainer::patch
