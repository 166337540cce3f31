// What `learned-heads` computes, and says of it: the model that learned (learned.h) runs on a sentence, with
// all heads, with some switched off, and with each alone switched off. No drawing in here.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "explainer/exhibits/learned_heads_sentence.h"

namespace explainer::learned_heads {

enum : int {
    sentence,
    typed,
    row_focus,
    column_focus,
    head_choice,
    first_switch,
    show_next = first_switch + head_count,
    show_heads
};
inline constexpr int own_words = 5, most_shown = most_read;
std::span<const Parameter> parameters();

/// Something that a head was found to look for, and its mean weight on that.
struct Finding {
    std::string name;
    double weight = 0;
};
/// The clearest first, none below a half: then it is diffuse. `about`: what a sentence asks goes before.
std::vector<Finding> findings(int head, const std::optional<learned::Question>& about = {});

struct Model final : HeadsReading {
    static constexpr HeadsParameters by{sentence, typed, row_focus, column_focus, head_choice};

    bool loaded = false;  // else there is nothing but words
    Switches on = {};
    Maps maps;                                  // as switched
    Probabilities all, now;                     // with all heads, and as they are switched
    std::array<double, head_count> alone = {};  // share() with this head alone switched off
    std::vector<int> likeliest;                 // tokens, by their largest probability of the two

    /// What the model reads, and with which heads.
    void read(const State& state);
    /// What it makes of that, once its weights are there.
    void compute();
    int switched_off() const { return heads_off(on); }
    std::span<const float> map(int of_head) const override {
        return loaded ? std::span<const float>(maps[at(of_head)]) : std::span<const float>();
    }
    /// The probability of what is right; of what is likeliest with all heads, where nothing is right.
    double share(const Probabilities& of) const { return sum_of(of, &Model::is_right); }
    double rivals(const Probabilities& of) const { return sum_of(of, &Model::is_rival); }
    /// What that share is of: "verbs that fit “cats”", "“cushion”"; and the rivals.
    std::string right_name() const, rivals_name() const;
    bool is_right(int token) const, is_rival(int token) const;
    std::string switched() const { return name_of_off(on, "off"); }
    Description describe() const;
    std::string numpy() const;

  private:
    double sum_of(const Probabilities& of, bool (Model::*counts)(int token) const) const;
    static size_t at(int index) { return static_cast<size_t>(index); }
};

}  // namespace explainer::learned_heads
