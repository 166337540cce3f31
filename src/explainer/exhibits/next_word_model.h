// What `next-word` computes, and says of it: the shares of the next word as temperature, top-k and top-p
// leave them (model/sampling.h), the words that are written with them, what the model would say after each
// layer, and what each of its parts adds to a word's lead. No drawing in here.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/parameters.h"
#include "model/attribution.h"

namespace explainer::next_word {

using learned_heads::Probabilities, learned::word_of, learned::quoted_token;

enum : int { sentence, typed, temperature, top_k, top_p, pick, seed, written, rank, show_lens, show_parts };
inline constexpr int own_words = 5, sampled = 0, most_written = 12, vocabulary_size = 74, listed = 8;
inline constexpr int depths = learned::layers + 1;  // of the lens: before the layers, and after each
std::span<const Parameter> parameters();

struct Model : learned_heads::Reading {  // `words` and `tokens`: with those that are written
    bool loaded = false;                 // else there is nothing but words
    size_t given = 0;                    // the words before those
    bool samples = true;
    int by_seed = 0, count = 0, place = 0;  // count: of the words that it writes; place: of the chosen one
    model::Sampling how;
    model::Shares shares;
    double drawn = 0;           // where the next word is drawn, if it is
    int next = 0;               // the word that is written next, a token
    int chosen = 0, rival = 0;  // tokens: the word that is looked at, and the likeliest of the others
    std::array<Probabilities, depths> lens;
    std::vector<model::Part> parts;  // what each adds to the lead

    /// What the model reads, and how it chooses.
    void read(const State& state);
    /// What it makes of that, once its weights are there.
    void compute();
    double lead() const;
    bool cuts() const { return shares.kept < shares.order.size(); }
    /// The part that adds most to the lead.
    const model::Part& strongest() const;
    Description describe() const;
    std::string numpy() const;

  private:
    void write();
};

/// "embedding", "after layer 1"
std::string depth_name(size_t depth);

}  // namespace explainer::next_word
