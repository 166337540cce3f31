// Weights from words to words, as a Sankey diagram: ribbons between two rows or columns, as wide as their
// weights; and arcs over one sentence, in the shades of several heads. Where the weights come from is not
// here.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/pointing.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// Weights below this get no ribbon.
inline constexpr double least_ribbon = 0.005;

/// A band between two edges.
struct Band {
    std::vector<Point> upper, lower;
};
/// Half an ellipse over the line from a to b, with its ends upright: `height` pixels up to its middle line,
/// `width` across.
Band arch(Point a, Point b, float height, float width, int steps = 40);
/// From a to b, leaving and arriving along `ahead`, `width` pixels across: as it leaves, or (`even`) wherever
/// it runs.
Band swept(Point a, Point b, Point ahead, float width, int steps, bool even = false);
/// Whether a point is on a band of that width; a thin one is easier to hit than to see.
bool is_on(const Band& band, float width, Point p);

struct SankeyEnd {
    std::string name = {};
    std::string shown = {};  // under the name, where there is room: "70.7 %"
    bool bold = false;
};

struct SankeyLook {
    std::string id;
    std::vector<SankeyEnd> from = {}, to = {};
    std::vector<double> weights = {};  // [from, to], row-major; not a number: none
    Color from_color = {}, to_color = {};
    bool downward = false;   // from above to below; else from left to right
    float thickness = 0;     // pixels for a weight of 1; 0: as fits
    float length = 160;      // downward: the height; to the right it takes the width
    float lane = 56;         // to the right: the height of an end
    float from_lane = 0;     // to the right: that of an asking end, from the top; 0: they share the height
    int selected_from = -1;  // only its ribbons, or all
    int kept_to = -1;        // ribbons to other ends are paler
    UniqueFunction<void(int from, int to)> hovered = nullptr, pressed = nullptr;
};

Block sankey(SankeyLook&& look);

/// One head's weights over a sentence.
struct ArcHead {
    std::string name = {};
    Color color = {};
    std::vector<double> weights = {};  // from the asking word to each word
};

struct ArcsLook {
    std::string id;
    int words = 0;  // equal columns from `left` to `right` of the width
    int asks = 0;   // the word that looks at the others
    float left = 0, right = 0;
    float height = 140;
    float thickness = 24;  // pixels for a weight of 1
    std::vector<ArcHead> heads = {};
    int kept_word = -1;  // arcs to other words are paler
    UniqueFunction<void(int head, int word)> hovered = nullptr, pressed = nullptr;
};

/// Arcs from the columns' middles at the lower edge; the farthest leaves from the outermost place, so
/// that thick ones do not cross. Each head's largest has its name and weight where that fits.
Block arcs(ArcsLook&& look);

/// The same in `whole`, over the columns of a matrix: also of words whose columns are out of sight.
void arcs_over(Ui& ui, const MatrixPlace& place, Rect whole, ArcsLook&& look);

/// Ribbons that run down from the columns of a matrix to others of its columns.
struct Flow {
    int from = 0, to = 0;
    double weight = 0;  // below least_ribbon: a hairline
    Color color = {};
    bool pointed = false;
};
struct FlowsLook {
    std::string id;
    std::vector<Flow> flows = {};  // the last ones lie over the first
    float grown = 1;               // so far they have come
    bool gathered = false;         // they end beside each other, else each in the middle of its column
    UniqueFunction<void(int from, int to)> hovered = nullptr;
};

/// From the upper to the lower edge of `whole`, kept within the columns in sight.
void flows_over(Ui& ui, const MatrixPlace& place, Rect whole, FlowsLook&& look);
/// The middle of a column; of one that is out of sight: right beside those in sight.
float middle_of_column(const MatrixPlace& place, int col);

}  // namespace explainer::figures
