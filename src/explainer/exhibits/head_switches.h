// Two layers of up to four heads, each of which can be switched off: the switches as parameters, and what
// heads are called, and a map of weights as a table. Shared by the exhibits of trained models. Not here: what
// is drawn (head_parts.h).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/description.h"
#include "explainer/parameter_makers.h"

namespace explainer {

inline constexpr int most_layers = 2, most_heads = 4, most_maps = most_layers * most_heads;

/// Of each head (layer · most_heads + place) whether it is on.
using Switches = std::array<bool, most_maps>;

/// One toggle a head, all on; they start anew with what `follows` names.
constexpr std::array<Parameter, most_maps> head_switches(std::string_view help,
                                                         std::string_view follows = {}) {
    constexpr std::string_view names[] = {"head11", "head12", "head13", "head14",
                                          "head21", "head22", "head23", "head24"};
    constexpr std::string_view labels[] = {"head 1.1", "head 1.2", "head 1.3", "head 1.4",
                                           "head 2.1", "head 2.2", "head 2.3", "head 2.4"};
    std::array<Parameter, most_maps> out;
    for (size_t h = 0; h < out.size(); ++h) {
        out[h] = toggle_of(names[h], labels[h], help, true);
        out[h].initial_follows = follows;
    }
    return out;
}

/// The heads of two layers of four, to choose one.
inline constexpr std::array head_choices = {Choice{"1-1", "1.1"}, Choice{"1-2", "1.2"}, Choice{"1-3", "1.3"},
                                            Choice{"1-4", "1.4"}, Choice{"2-1", "2.1"}, Choice{"2-2", "2.2"},
                                            Choice{"2-3", "2.3"}, Choice{"2-4", "2.4"}};

/// "2.1": layer and place in it, from 1.
std::string head_name(int head);

int heads_off(const Switches& on);
/// "head 2.1 cut", "3 heads cut": those that are off, and the word for it.
std::string name_of_off(const Switches& on, std::string_view word);

/// Weights [n, n] as a table: "–" where one is not a number. `corner`: what stands over the names of rows.
Table weights_table(std::string title, const char* corner, const std::vector<std::string>& names,
                    std::span<const float> weights);

}  // namespace explainer
