// The parameters of brought heads: those of `heads`, with which `learned-heads` begins.
#pragma once

#include <array>
#include <string_view>

#include "explainer/brought/stack.h"
#include "explainer/parameter_makers.h"

namespace explainer::brought {

inline constexpr std::array heads_measures = {
    Choice{"entropy", "entropy"},      Choice{"first", "first token"},
    Choice{"distance", "distance"},    Choice{"previous", "previous token"},
    Choice{"duplicate", "same token"}, Choice{"induction", "induction"}};
inline constexpr std::array heads_orders = {Choice{"most", "largest first"},
                                            Choice{"least", "smallest first"}};

inline constexpr std::string_view heads_zoom_help = "How many times the map is enlarged.";

/// For as much as there may be; open() makes the ranges those of what was brought.
inline constexpr std::array heads_parameters = {
    bounded(
        integer_of("layer", "layer", "Which layer's head is shown, counted from 0.", 0, most_heads - 1, 0),
        {}, "head"),
    integer_of("head", "head", "Which head of the layer is shown, counted from 0.", 0, most_heads - 1, 0),
    integer_of("query", "query", "The row of the map that is followed: the token that asks.", 0,
               most_tokens - 1, 0),
    integer_of("key", "key", "The column of the map that is followed: the token that is looked at.", 0,
               most_tokens - 1, 0),
    choice_of("measure", "compared by", "What all heads are compared by.", heads_measures),
    choice_of("order", "order", "Whether the list begins with the largest or the smallest.", heads_orders),
    integer_of("from", "from place", "The first head of the list.", 0, most_heads - 1, 0),
    toggle_of("logarithmic", "logarithmic",
              "Colours follow the powers of ten of weights, so that small ones can be seen.", false),
    logarithmic(number_of("zoom", "zoom", heads_zoom_help, 1, 512, 0.01, 1)),
    by_steps(1, number_of("centreRow", "centre, query", "Which query is in the middle of the map.", 0,
                          most_tokens, 1, 0)),
    by_steps(1, number_of("centreColumn", "centre, key", "Which key is in the middle of the map.", 0,
                          most_tokens, 1, 0)),
    piece_of("showList", "list of heads", "Heads in their order, with all that they are compared by.", true),
    piece_of("showLayer", "maps of the layer", "The maps of all heads of the layer, small.", true),
};

}  // namespace explainer::brought
