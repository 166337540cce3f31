// What the exhibits of the heads of the model that learned, `learned-heads` and `training`, have in common: a
// sentence, the word in it that asks and the one that is looked at, a head and its map. Not here: how the
// model runs (learned_heads_run.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/head_parts.h"
#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/text.h"

namespace explainer::learned_heads {

/// A word of the sentence, by its place. `last_words`: that of the last one in each sentence to choose; not a
/// number where these are the reader's own.
constexpr Parameter word_of_sentence(std::string_view name, std::string_view label, std::string_view help,
                                     int most, double initial, std::span<const double> last_words,
                                     std::string_view column = {}) {
    Parameter out = bounded(
        integer_of(name, label, help, 0, most - 1, initial),
        {.parameter = "sentence", .by_choice = last_words, .otherwise = "words", .offset = -1}, column);
    out.initial_follows = "sentence";
    return out;
}
constexpr Parameter word_that_asks(int most, std::span<const double> last_words) {
    return word_of_sentence("row", "word that asks", "The word that looks back, counted from 0.", most,
                            most - 1, last_words, "column");
}
constexpr Parameter word_looked_at(int most, double initial, std::span<const double> last_words) {
    return word_of_sentence("column", "word looked at", "The word that is looked at, counted from 0.", most,
                            initial, last_words);
}

/// Where these stand among an exhibit's parameters. The last choice of `sentence` is the reader's own words.
struct HeadsParameters {
    int sentence, typed, row, column, head;
};

struct HeadsReading : Reading {
    HeadsReading() = default;
    HeadsReading(const HeadsReading&) = default;
    HeadsReading& operator=(const HeadsReading&) = default;
    virtual ~HeadsReading() = default;

    int n = 0, asks = 0, looks = 0, head = 0;
    std::optional<learned::Question> question;  // what is right behind the word that asks
    uint64_t version = 0;                       // of all maps

    void read(const State& state, const HeadsParameters& by, std::span<const std::string_view> sentences,
              size_t most);
    /// [n, n] of a head; empty: it is not there yet.
    virtual std::span<const float> map(int of_head) const = 0;

    bool answers(int token) const;  // the question
    float weight_of(int of_head, int i, int j) const { return map(of_head)[static_cast<size_t>(i * n + j)]; }
    /// What a word gives to another one, in words; nothing where there is no such cell.
    std::string said_weight(int i, int j) const;
    Table weights_table() const;
    /// "(0, 2)": a head in Python.
    static std::string python_head(int of_head);
};

// ---- What is drawn

/// The end of the sentence up to the word that asks, so many words of it.
std::string end_of(const HeadsReading& of, int words);
/// "step 520  … again old cat ✓"
struct Saying {
    std::string name = {}, before = {}, word = {};
    Color name_color = {}, color = {};
    std::optional<bool> right = {};
    float name_width = 0;  // 0: the name stands in a line of its own
};
figures::Block saying(const Theme& theme, Saying&& said);

figures::ComparedBar candidate(int token, Color color, double before, double now);

/// One head's: its cells, the words at its rows, the row and the cell that are marked.
figures::MatrixLook map_of_head(const Theme& theme, const HeadsReading& of, int head, bool on,
                                figures::Entry marked, uint64_t version);

/// That a word of the reader's own is none of the model's.
std::vector<figures::Run> never_saw(const Theme& theme, const std::string& word);

template <class Model>
class HeadsOfLearned : public HeadsExhibit<LearnedExhibit, Model> {
  public:
    std::string shown(const State& state, int parameter) const override {
        const Model& of = this->model_;
        if (parameter == Model::by.row) return of.words[static_cast<size_t>(of.asks)];
        if (parameter == Model::by.column) return of.words[static_cast<size_t>(of.looks)];
        return state.shown(parameter);
    }
    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        return parameter == Model::by.row ? this->model_.said_weight(row, col)
                                          : state.shown_cell(parameter, row, col);
    }
    Description describe() const override { return this->model_.describe(); }
};

}  // namespace explainer::learned_heads
