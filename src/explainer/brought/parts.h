// What the sheets of brought heads have in common: how weights and tokens are written, the sentence about a
// query and a key, what was brought and what is wrong with it, what a query looks at. Not here: what one
// exhibit alone shows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explainer/brought/head_tensors.h"
#include "explainer/exhibit.h"
#include "explainer/figures/layout.h"

namespace explainer::brought {

/// "0.531", "2.1·10⁻⁷"; what is no number or infinite in words.
std::string weight_shown(float weight);
/// A length or a score: three digits behind the point, or a power of ten; what is no number in words.
std::string size_shown(double value);
/// In a cell of a map: two decimals, or nothing.
std::string cell_shown(float weight);
/// A token in quotation marks; its number, where tokens are numbered.
std::string name_of(const std::vector<std::string>& names, bool named, int index);

/// The same in a sentence of its own: "query 5", where tokens are numbered.
std::string asking(const HeadTensors& of, int query);
std::string looked_at(const HeadTensors& of, int key);
/// The same with its place, counted from 0, if another token is the same: "“the” (5)".
std::string told_apart(const HeadTensors& of, int key);
/// The same in a list: without a word before it and without quotation marks.
std::string listed_name(const HeadTensors& of, int key);

/// The ranges of a brought exhibit's parameters are those of what was brought.
class Ranges {
  public:
    explicit Ranges(Brought& of) : of_(of) {}
    void most(int parameter, double value) { at(parameter).maximum = value; }
    void initial(int parameter, double value) { at(parameter).initial = value; }
    /// Of layer, head, query, key: the first four of an exhibit's parameters.
    void heads(const HeadTensors& of);

  private:
    Parameter& at(int parameter) { return of_.parameters[static_cast<size_t>(parameter)]; }
    Brought& of_;
};

/// A slider for the layer, or the head.
figures::Block which(Ui& ui, int parameter);

/// For exhibits of one row: which layer and head, whose row, and (if weights follow from q and k) the mask.
struct HeadChoice {
    int layer, head, query, causal;
};
figures::Block head_choice(Ui& ui, const HeadChoice& parameters, const HeadTensors& of, float width);
/// The key that is asked.
figures::Block key_slider(Ui& ui, int key, const HeadTensors& of);
/// How a list of keys is ordered (−1: in one way), and where it begins.
figures::Block list_controls(Ui& ui, int order, int from, float width);
/// "Numbers: your own, 22 queries, 22 keys; weights are computed from q and k. "
std::string brought_vectors(const HeadTensors& of);
/// A share from 0 to 1 of its width, without a table cell's room.
figures::Block thin_bar(std::string id, double share, Color color);
/// The tokens, with blanks between them (Exhibit::verbatim).
std::string tokens_of(const HeadTensors& of);

struct Pair {
    int layer = 0, head = 0;
    std::string asks, looked_at;  // name_of()
    float weight = 0;
    bool masked = false;
};
/// "In layer 0, head 3, “cat” gives “the” the weight 0.531."
std::string sentence_of(const Pair& pair);
/// The same, large.
figures::Block headline_of(const Theme& theme, Pair pair);

/// What was brought, and what is wrong with its numbers, if anything is.
struct Faults {
    int rows_off = 0, nan = 0, infinite = 0;
};
figures::Block numbers_line(const Theme& theme, std::string what, const Faults& faults);

/// The largest weights of a row as bars, and the rest summed.
struct RowBars {
    std::string asks;  // name_of()
    std::span<const float> weights;
    const std::vector<std::string>& keys;
    int looks = -1;          // the key that is chosen or pointed at
    int key_parameter = -1;  // which a press sets
    UniqueFunction<void(int key)> hovered = nullptr;
};
figures::Block row_bars(Ui& ui, RowBars&& of);

}  // namespace explainer::brought
