// The model that learned (learned.h) as it was at 24 steps of its training: what was measured then, and its
// weights once a host has brought them (the request "checkpoint"). They are kept as they come, 1 MB for all:
// 24 sets of float32 would be 10 MB, and to unpack one takes no longer than to run it. Not here: what a view
// computes with them, of which it keeps only what it shows (training_model.h).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "explainer/learned.h"

namespace explainer::training {

inline constexpr int checkpoint_count = 24, last = checkpoint_count - 1;

/// How much of its weight a head puts where it helps, the mean over held-out sentences.
struct Scores {
    double copying;  // in the first layer on the word before a copied one, in the second on what followed it
    double subject;  // from the place of a verb on its subject
};

/// Over held-out sentences, by the very weights that are stored.
struct Measured {
    int step;
    double loss;          // nats per word
    double copies_right;  // share of the copies whose next word it finds
    std::array<Scores, learned::head_count> heads;
};
const Measured& measured(int checkpoint);

/// Where copying appears: from the last checkpoint at which the head that is best at it in the end has made
/// less than a tenth of its climb, to the first at which it has made seven tenths.
struct Band {
    int head, from, to;
};
const Band& band();

/// The file that has to come first, so that this checkpoint's weights are there: itself, or what it is added
/// to. −1: they are.
int missing_for(int checkpoint);
/// What a host answers: the tensors of a checkpoint's file. What is wrong with them, or nothing.
std::string take(int checkpoint, std::span<const Tensor> tensors);
/// A set of weights of its own. Once missing_for(checkpoint) is −1.
model::Weights weights_at(int checkpoint);

}  // namespace explainer::training
