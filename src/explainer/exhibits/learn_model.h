// What `learn` computes: a transformer with random weights is trained by our own backward pass, a slice at a
// time, as far as the state asks; what it was like at each checkpoint is kept. No drawing in here.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/head_switches.h"
#include "explainer/parameters.h"
#include "model/learner.h"

namespace explainer::learn {

inline constexpr int checkpoint_every = 10, last_step = 1000;
inline constexpr int film_frames = 5;

enum : int {
    task,
    shape,
    seed,
    rate,
    mlp,
    step,
    ago,
    pace,
    row_focus,
    column_focus,
    head_shown,
    first_switch,
    play = first_switch + most_maps,
    show_loss,
    show_heads,
    show_film,
    show_product
};
std::span<const Parameter> parameters();
/// Whether there is something to go back in: the plot or the film. Without, the newest is shown.
bool goes_back(const State& state);

/// What the model was after some steps.
struct Checkpoint {
    int step = 0;
    std::vector<float> parameters;
    model::Score score;  // with all heads
};

/// What one head does on the example: its mean weight on the places that tell what comes next, over the
/// letters behind which that can be known; and on the letter before, over the letters up to there (in
/// sentences, over all others).
struct Habit {
    double next = 0, previous = 0;
};

struct Model {
    int n = 0;  // letters of the example
    model::Sequence example;
    std::vector<std::string> letters;  // of the example
    int layer_count = 0, head_count = 0, asks = 0, looks = 0, head = 0;
    Switches on = {};  // heads that are not there are on

    int wanted = 0, trained = 0;                     // steps
    std::vector<float> losses;                       // of each step so far
    std::vector<Checkpoint> kept;                    // every checkpoint_every steps
    int at = 0;                                      // the checkpoint that is shown, of `kept`
    model::Score now;                                // of what is shown, with heads cut
    std::array<std::vector<float>, most_maps> maps;  // [n, n] of each head; NaN: later letters
    std::array<Habit, most_maps> habits;
    std::vector<int> says;    // the likeliest letter behind each
    std::vector<float> pair;  // [3, d]: the query of `asks`, the key of `looks`, their products
    std::array<std::vector<float>, film_frames> film;  // the chosen head's map, from noise until now; 0 later
    std::array<int, film_frames> film_steps = {};
    int film_count = 0;  // so many of these, each of another step
    uint64_t version = 0;

    /// Begins anew where the state asks for another training.
    void read(const State& state);
    /// A slice of training; whether there is more to do.
    bool train(float effort);
    /// What somebody else trained from the newest checkpoint that is kept: checkpoint_every steps, by the
    /// same learner.
    void take(std::span<const float> step_losses, std::span<const float> then);
    const model::LearnerSettings& settings() const { return settings_; }
    /// Another number each time that it begins anew.
    int course() const { return course_; }
    int newest_kept() const { return kept.back().step; }
    /// How far it is: as far as is wanted and trained.
    int reached() const { return std::min(wanted, trained); }
    /// The newest checkpoint that is wanted and there.
    int newest() const { return reached() / checkpoint_every * checkpoint_every; }
    const Checkpoint& shown() const { return kept[static_cast<size_t>(at)]; }
    /// Of a head (layer · most_heads + place), among those that there are.
    int place(int of_head) const { return of_head / most_heads * head_count + of_head % most_heads; }
    /// The other way round.
    int head_at(int place) const { return place / head_count * most_heads + place % head_count; }
    bool agrees() const { return !example.subjects.empty(); }
    /// Whether j tells what comes behind the letter at i: it is that letter or, in sentences, the subject.
    bool tells_next(int i, int j) const {
        const int answer = example.answers[static_cast<size_t>(i)];
        if (agrees()) return answer >= 0 && example.subjects[static_cast<size_t>(i)] == j;
        return answer == example.tokens[static_cast<size_t>(j)];
    }
    int d() const { return static_cast<int>(pair.size()) / 3; }
    /// Of the chosen pair in the chosen head: q · k, and divided by √d.
    double product() const { return std::accumulate(pair.begin() + 2 * d(), pair.end(), 0.0); }
    /// The largest of its queries', keys' and products' numbers, without their signs.
    float largest_factor() const;
    double score() const { return product() / std::sqrt(static_cast<double>(d())); }
    bool exists(int head) const { return head / most_heads < layer_count && head % most_heads < head_count; }
    /// The first checkpoint that has so many of the answers right, if there is one so far.
    const Checkpoint* first_right(double share) const;
    int cut() const { return heads_off(on); }
    double weight(int of_head, int i, int j) const {
        return static_cast<double>(maps[static_cast<size_t>(of_head)][static_cast<size_t>(i * n + j)]);
    }
    /// The letter that a row looks at most, in a head.
    int most(int of_head, int i) const;
    std::string cut_name() const { return name_of_off(on, "cut"); }
    Description describe() const;

  private:
    void keep(std::span<const float> then);
    void show();

    model::LearnerSettings settings_;
    std::unique_ptr<model::Learner> learner_;
    int course_ = 0;
    int ago_ = 0;
    std::vector<unsigned char> off_;  // [layers · heads]
};

/// Of a token: "A" …
std::string letter(int token);

}  // namespace explainer::learn
