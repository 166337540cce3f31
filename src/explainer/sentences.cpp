// Built sentences and heads. See sentences.h.
#include "explainer/sentences.h"

#include <initializer_list>

namespace explainer {
namespace {

using Tags = std::initializer_list<Feature>;

Sentence make_sentence(std::span<const std::string_view> tokens, std::initializer_list<Tags> tags) {
    Sentence out{tokens, std::vector<float>(tokens.size() * feature_count)};
    size_t i = 0;
    for (const Tags& word : tags) {
        float* row = &out.x[i * feature_count];
        row[constant] = 1;
        row[position + static_cast<int>(i)] = 1;
        for (const Feature tag : word) row[tag] = 1;
        ++i;
    }
    return out;
}

/// "Whoever has `from` looks for whoever has `to`": one dimension of the head, adding `strength` to q·k.
struct Term {
    int from, to;
    float strength;
};

class HeadMaker {
  public:
    HeadMaker(std::string_view id, std::string_view letter, std::string_view caption)
        : head_{id, letter, caption, {}, {}} {}

    HeadMaker& term(int from, int to, float strength) {
        head_.w_q[static_cast<size_t>(from * key_width + used_)] = strength;
        head_.w_k[static_cast<size_t>(to * key_width + used_)] = 1;
        ++used_;
        return *this;
    }
    /// Every token towards the one `back` places before it; 0 is itself.
    HeadMaker& backwards(int back, float strength) {
        for (int i = back; i < longest_sentence; ++i) term(position + i, position + i - back, strength);
        return *this;
    }
    /// Where a head finds nothing to do, it rests on the first token, as trained heads do.
    HeadMaker& rest() { return term(constant, position, 2); }

    operator Head() const { return head_; }

  private:
    Head head_;
    int used_ = 0;  // dimensions of key_width taken
};

constexpr float strong_link = 5;

}  // namespace

const Sentence& sentence(int index) {
    static constexpr std::string_view soft[] = {"The", "cat", "sat", "on", "the", "soft", "?"};
    static constexpr std::string_view stone[] = {"The", "cat", "sat", "on", "the", "warm", "stone"};
    static constexpr std::string_view noise[] = {"The", "dog",   "barked", "because",
                                                 "it",  "heard", "a",      "noise"};
    static const std::array all = {
        make_sentence(soft, {{determiner, upper_the},
                             {noun, animal, first_subject, antecedent},
                             {verb, first_verb},
                             {preposition},
                             {determiner, lower_the},
                             {adjective},
                             {question, described, its_object}}),
        make_sentence(stone, {{determiner, upper_the},
                              {noun, animal, first_subject, antecedent},
                              {verb, first_verb},
                              {preposition},
                              {determiner, lower_the},
                              {adjective},
                              {noun, described, its_object}}),
        make_sentence(noise, {{determiner, upper_the},
                              {noun, animal, first_subject, antecedent},
                              {verb, first_verb},
                              {preposition},
                              {pronoun, second_subject},
                              {verb, second_verb},
                              {determiner},
                              {noun}}),
    };
    return all[static_cast<size_t>(index)];
}

const std::array<Head, head_count>& constructed_heads() {
    static const std::array<Head, head_count> all = {
        HeadMaker("previous", "A", "previous token").backwards(1, strong_link),
        // Scores of the essay's pattern B: −1, but 1 for itself, 3 between "the" and "The", 3.5 from "?" to
        // the animal.
        HeadMaker("content", "B", "content")
            .term(constant, constant, -1)
            .backwards(0, 2)
            .term(lower_the, upper_the, 4)
            .term(upper_the, lower_the, 4)
            .term(question, animal, 4.5f),
        HeadMaker("uniform", "C", "uniform"),
        HeadMaker("sink", "D", "first-token sink").term(constant, position, 4),
        HeadMaker("subject-verb", "E", "subject ↔ verb")
            .rest()
            .term(first_verb, first_subject, strong_link)
            .term(first_subject, first_verb, strong_link)
            .term(second_verb, second_subject, strong_link)
            .term(second_subject, second_verb, strong_link),
        HeadMaker("adjective-noun", "F", "adjective → noun").rest().term(adjective, described, strong_link),
        HeadMaker("pronoun", "G", "pronoun → antecedent").rest().term(pronoun, antecedent, strong_link),
        HeadMaker("preposition", "H", "preposition → object")
            .rest()
            .term(preposition, its_object, strong_link),
    };
    return all;
}

attention::ConstMatrixView value_weights() {
    static const auto weights = [] {
        std::array<float, feature_count * value_width> w{};  // columns: thing, action, quality
        w[noun * value_width + 0] = 1;
        w[animal * value_width + 0] = 0.5f;
        w[animal * value_width + 1] = 0.5f;
        w[verb * value_width + 1] = 2;
        w[adjective * value_width + 2] = 2;
        w[preposition * value_width + 1] = 0.5f;
        w[pronoun * value_width + 0] = 0.5f;
        w[determiner * value_width + 2] = 0.2f;
        return w;
    }();
    return {weights.data(), feature_count, value_width};
}

}  // namespace explainer
