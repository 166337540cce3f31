// What `training` computes, and says of it: the model that learned runs on a sentence with the weights that
// it had at each checkpoint that the sheet shows. Of each pass it keeps the maps and the logits (9 KB for
// eight words, 19 for twelve), so that another head or word costs nothing, and a change of the sentence some
// milliseconds. No drawing in here.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/exhibits/training_checkpoints.h"
#include "explainer/parameters.h"

namespace explainer::training {

enum : int { checkpoint, head_choice, sentence, typed, row_focus, column_focus, play, show_strip, show_map };
inline constexpr int own_words = 3, most_shown = 12, likeliest_count = 6;
std::span<const Parameter> parameters();
std::span<const Preset> presets();

using learned_heads::Probabilities;

/// What was computed of one checkpoint.
struct Frame {
    bool there = false;
    learned_heads::Maps maps;
    std::vector<float> logits;  // [n, vocabulary]
};

struct Model : learned_heads::Reading {
    int now = 0, head = 0;  // the checkpoint and the head that are shown
    int n = 0, asks = 0, looks = 0;
    bool strip = false, map = false;  // the pieces that are shown
    std::array<Frame, checkpoint_count> frames;
    std::optional<learned::Question> question;  // what is right behind the word that asks
    std::vector<int> likeliest;                 // tokens, in the order of the last checkpoint
    uint64_t version = 0;                       // of the frames

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
    double weight(int of, int i, int j) const {
        return static_cast<double>(frame(of).maps[at(head)][at(i * n + j)]);
    }
    const Scores& scores(int of) const { return measured(of).heads[at(head)]; }
    /// Of the next word behind the one that asks.
    Probabilities shares(int of) const;
    bool is_right(int token) const;
    Description describe() const;
    std::string numpy() const;

  private:
    static size_t at(int index) { return static_cast<size_t>(index); }
};

/// "step 520"; what the head's first score is called, and what it is on.
std::string step_name(int checkpoint);
const char* copying_name(int head);
int likeliest_of(const Probabilities& shares);

}  // namespace explainer::training
