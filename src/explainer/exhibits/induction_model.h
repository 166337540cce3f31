// What `induction` computes, and says of it: two heads made by hand over a line of words. The first hands
// each word one place on, the second looks for the present word among what was handed on; both by the core,
// from one-hot vectors. No drawing in here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/parameters.h"

namespace explainer::induction {

enum : int { text_typed, asked, layer1, layer2, step, play, show_numbers };
/// How far the path is shown: what a step shows, no earlier step does.
enum : int { at_words = 1, at_handing, at_slots, at_match, at_copy };
inline constexpr int most_words_read = 63;      // and "start" in front of them
inline constexpr float one_back = 6, same = 8;  // what a head multiplies its matches by
inline constexpr float half_a_match = same / 2;
std::span<const Parameter> parameters();
std::span<const Preset> presets();

inline size_t at(int index) {
    return static_cast<size_t>(index);
}

/// One head: all [n, n], but for its output, [n, vocabulary].
struct Layer {
    bool on = true;
    std::vector<float> scores, weights, output;
    std::vector<float> map;  // the weights; NaN: masked
};

struct Model {
    std::vector<std::string> words, vocabulary;  // "start" is the first of both, whatever is typed
    std::vector<int> ids;                        // which word of the vocabulary each is
    int n = 0, asks = 0, reached = at_copy;
    Layer first, second;                 // as they would be if they were on: the maps
    std::vector<float> slots;            // [n, vocabulary]: what `first` has written, as it is switched
    std::vector<float> shares, without;  // [n, vocabulary]: the next word, now and with `first` off
    std::vector<float> answers;          // [n], zeros: the row of cells that the next words stand in
    uint64_t version = 0;

    void compute(const State& state);

    int size() const { return static_cast<int>(vocabulary.size()); }
    float weight(const Layer& of, int i, int j) const { return of.weights[at(i * n + j)]; }
    float score(int i, int j) const { return second.scores[at(i * n + j)]; }
    /// The word in the slot of j, or −1: how much of the asking word is in it.
    int slot(int j) const;
    float filled(int j, int word) const { return slots[at(j * size() + word)]; }
    /// Whether i finds itself in the slot of j: more than half a full match.
    bool matches(int i, int j) const { return j <= i && score(i, j) > half_a_match; }
    bool found(int i) const;
    /// The place with the highest score.
    int best(int i) const;
    /// The words with the largest share of [n, vocabulary] in row i, all that look alike.
    std::vector<int> winners(const std::vector<float>& of, int i) const;
    float share(const std::vector<float>& of, int i, int word) const { return of[at(i * size() + word)]; }
    float largest(const std::vector<float>& of, int i) const;
    /// Words, by their shares in the row that asks.
    std::vector<int> likeliest(size_t most) const;

    std::string quoted(int i) const { return "“" + words[at(i)] + "”"; }
    /// "“B”", "“B” and “C”", "all 5 words".
    std::string named(const std::vector<int>& some) const;
    /// Whether all that is shown at a step is there.
    bool shows(int at_step) const { return reached >= at_step; }
    /// What has happened up to the step that is shown, before anything is copied.
    const char* so_far() const;
    Description describe() const;
    std::string numpy() const;

  private:
    Layer run(const std::vector<float>& q, const std::vector<float>& k, int width,
              const std::vector<float>& v, float strength, const float* bias) const;
};

}  // namespace explainer::induction
