// What `next-word` computes, and says of it: the shares of the next word as temperature, top-k and top-p
// leave them, the words that are written with them, what the model would say after each layer, and what each
// of its parts adds to a word's lead. No drawing in here.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/parameters.h"

namespace explainer::next_word {

using learned_heads::Probabilities;

enum : int { sentence, typed, temperature, top_k, top_p, pick, seed, written, rank, show_lens, show_parts };
inline constexpr int own_words = 5, sampled = 0, most_written = 12, vocabulary_size = 74, listed = 8;
inline constexpr int depths = learned::layers + 1;  // of the lens: before the layers, and after each
std::span<const Parameter> parameters();

/// How a word is chosen out of its logits.
struct Choosing {
    double temperature = 1, top_p = 1;
    int top_k = vocabulary_size;
};

/// The shares of the next word, by token.
struct Shares {
    Probabilities plain;        // the model's own: a temperature of 1, and no word cut
    Probabilities before;       // at this temperature
    Probabilities after;        // 0 for words that are cut, the others sum to 1
    std::vector<size_t> order;  // tokens, the likeliest first; of equal ones the one with the smaller number
    size_t kept = 0;            // so many of these are not cut

    Shares() = default;
    /// Top-k takes the likeliest k words; of what these then have, top-p the fewest that come to p.
    Shares(std::span<const float> logits, const Choosing& how);
    /// The word that a number in [0, 1) falls on, where the kept ones stand side by side, the likeliest
    /// first.
    size_t word_at(double drawn) const;
};

/// What one part of the model adds to the lead of a word over another.
struct Part {
    std::string name;
    double adds = 0;
};
/// The embedding, each head and each MLP, and the bias, by the order in which they are added: their sum is
/// the difference of the two words' logits behind the pass's last word, as the last norm's scale is taken as
/// it is there.
std::vector<Part> parts_of(const model::Run& run, int word, int rival);

struct Model : learned_heads::Reading {  // `words` and `tokens`: with those that are written
    bool loaded = false;                 // else there is nothing but words
    size_t given = 0;                    // the words before those
    bool samples = true;
    int by_seed = 0, count = 0, place = 0;  // count: of the words that it writes; place: of the chosen one
    Choosing how;
    Shares shares;
    double drawn = 0;           // where the next word is drawn, if it is
    int next = 0;               // the word that is written next, a token
    int chosen = 0, rival = 0;  // tokens: the word that is looked at, and the likeliest of the others
    std::array<Probabilities, depths> lens;
    std::vector<Part> parts;

    /// What the model reads, and how it chooses.
    void read(const State& state);
    /// What it makes of that, once its weights are there.
    void compute();
    double lead() const;
    bool cuts() const { return shares.kept < shares.order.size(); }
    /// The part that adds most to the lead.
    const Part& strongest() const;
    Description describe() const;
    std::string numpy() const;

  private:
    void write();
};

/// "“cat”"
std::string quoted_token(int token);
/// "embedding", "after layer 1"
std::string depth_name(size_t depth);

}  // namespace explainer::next_word
