// What `training` computes, and says of it: the model that learned runs on a sentence with the weights that
// it had at each checkpoint that the sheet shows. Of each pass it keeps the maps and the logits (9 KB for
// eight words, 19 for twelve), so that another head or word costs nothing, and a change of the sentence some
// milliseconds. No drawing in here.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/exhibits/learned_heads_sentence.h"
#include "explainer/exhibits/training_checkpoints.h"

namespace explainer::training {

enum : int { checkpoint, head_choice, sentence, typed, row_focus, column_focus, play, show_strip, show_map };
inline constexpr int own_words = 3, most_shown = 12;
std::span<const Parameter> parameters();
std::span<const Preset> presets();

using learned_heads::likeliest_count, learned_heads::likeliest_of, learned_heads::Probabilities;

/// What was computed of one checkpoint.
struct Frame {
    bool there = false;
    learned_heads::Maps maps;
    std::vector<float> logits;  // [n, vocabulary]
};

struct Model final : learned_heads::HeadsReading {
    static constexpr learned_heads::HeadsParameters by{sentence, typed, row_focus, column_focus, head_choice};

    int now = 0;                        // the checkpoint that is shown
    bool strip = false, below = false;  // the pieces that are shown
    std::array<Frame, checkpoint_count> frames;
    std::vector<int> likeliest;  // tokens, in the order of the last checkpoint

    /// Forgets the frames, if the words are others.
    void read(const State& state);
    /// Whether the sheet shows what this checkpoint says.
    bool needed(int of) const;
    /// Computes a frame, whose weights are there.
    void run(int of);
    /// The next frame that is needed and can be computed; −1: there is none.
    int can_run() const;
    /// Computes it; whether there are more.
    bool run_next();
    /// After frames have come, or another word asks.
    void rank();

    const Frame& frame(int of) const { return frames[static_cast<size_t>(of)]; }
    /// Those that are compared with: one checkpoint earlier. At the first there is none.
    bool earlier() const { return now > 0 && frame(now - 1).there; }
    std::span<const float> map_at(int of) const;
    std::span<const float> map(int) const override { return map_at(now); }
    double weight(int of, int i, int j) const {
        return static_cast<double>(map_at(of)[static_cast<size_t>(i * n + j)]);
    }
    const Scores& scores(int of) const { return measured(of).heads[static_cast<size_t>(head)]; }
    /// Of the next word behind the one that asks.
    Probabilities shares(int of) const;
    Description describe() const;
    std::string numpy() const;
};

/// "step 520"; what the head's first score is called, and what it is on.
std::string step_name(int checkpoint);
const char* copying_name(int head);

}  // namespace explainer::training
