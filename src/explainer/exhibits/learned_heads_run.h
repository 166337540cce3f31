// The model that learned (learned.h) at work: what its exhibits, `opening`, `learned-heads`, `next-word` and
// `patch`, share. Asks for the weights and runs them over some words. Not here: what an exhibit shows of
// that.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/head_switches.h"
#include "explainer/learned.h"
#include "explainer/shares.h"
#include "model/sampling.h"
#include "model/transformer.h"

namespace explainer::learned_heads {

using learned::head_count;

using explainer::joined, explainer::said_share, explainer::shown_share;
using learned::word_of, learned::quoted_token;
using model::Probabilities;
/// Of each head [n, n]; not a number: later words.
using Maps = std::array<std::vector<float>, head_count>;
static_assert(head_count == most_maps && learned::heads_a_layer == most_heads);

/// A text as the model reads it: the words that it knows, `most_read` at most; "the" where there are none.
struct Reading {
    std::vector<std::string> words, unknown;
    std::vector<int> tokens;

    void read(std::string_view text);
    std::string text() const;
    std::string quoted(int word) const { return "“" + words[static_cast<size_t>(word)] + "”"; }
};
inline constexpr int most_read = 24;

/// A forward pass with all that it leaves behind.
struct Pass {
    std::vector<float> memory;  // of the run
    model::Run run;
};
Pass pass_over(const model::Weights& weights, std::span<const int> tokens,
               const model::Options& options = {});
/// What a head gave to each word in that pass, [n, n]; not a number: later words.
std::vector<float> map_of(const Pass& pass, int head);

/// All tokens, the likeliest first.
std::vector<size_t> likeliest_first(const Probabilities& shares);
inline constexpr size_t likeliest_count = 6;
/// The tokens with the largest shares of `most`, in the order of `by`.
std::vector<int> likeliest(const Probabilities& most, const Probabilities& by);
int likeliest_of(const Probabilities& shares);

/// What the model, whose weights are there, says behind tokens[asks]; a head that is not `on` adds nothing.
/// Fills `maps`, if there are any.
Probabilities run(std::span<const int> tokens, int asks, const Switches& on, Maps* maps = nullptr);

/// What an exhibit says of itself as long as there are no weights.
Description not_there();

/// Python's list of them: "[1, 2]".
std::string python_list(std::span<const int> numbers);
/// The first lines of what an exhibit gives as Python: what runs the model, and `tokens`.
std::string python_start(std::span<const int> tokens);

/// An exhibit that shows the model: it asks for the weights once; views that come later find them there.
class LearnedExhibit : public Exhibit {
  public:
    std::optional<Request> take_request() override;
    void receive(const Reply& reply) override;

  protected:
    virtual bool loaded() const = 0;
    /// Computes what waited for the weights, if they are there now.
    virtual void run_model() = 0;
    /// What to say as long as they are not.
    std::string waiting() const;

  private:
    bool asked_ = false;
    std::string trouble_;
};

}  // namespace explainer::learned_heads
