// Curves, points, bands and histograms over two axes, each linear or logarithmic; a marker on the horizontal
// one that can be dragged; the values under the pointer. What cannot be shown (not a number, infinite, 0 on a
// logarithmic axis) is left out and counted in words. Not here: vectors (plane.h), maps (matrix.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

enum class Mark { none, disc, ring, square, hollow_square };

struct Series {
    std::string name = {};  // in the legend and in what is read off; empty: in neither
    Color color = {};
    std::vector<double> x = {}, y = {};
    Mark mark = Mark::none;
    float mark_size = 4;
    bool line = true, dashes = false;
    float thickness = 2;
    std::vector<double> low = {}, high = {};  // a band, as long as x
    int selected = -1;                        // this point is large and has its number
    bool numbered = true;                     // or not, where the number is said elsewhere
    std::vector<char> open = {};              // these points are drawn hollow: still counting
    std::string end = {};                     // at the end of the line, right of the plot
    std::optional<Color> end_color = {};      // where the line's own is too pale to be read
    bool read = true;                         // by the pointer
};

/// Counts over intervals, as steps.
struct Histogram {
    std::string name = {};
    Color color = {};
    std::vector<double> edges = {}, heights = {};  // one edge more than heights
};

/// height × exp(−(x − mean)² ÷ 2 deviation²).
struct NormalCurve {
    double mean = 0, deviation = 1, height = 1;
    Color color = {};
};

/// An upright line at a value of the horizontal axis.
struct Marker {
    double x = 0;
    Color color = {};
    bool dashes = true;
    int parameter = -1;                              // is moved by dragging, in its own steps
    UniqueFunction<void(double)> dragged = nullptr;  // instead
    /// Where on the line its handle is, if not on the axis: on a curve, say.
    std::optional<double> y = {};
    std::optional<Lit> hand =
        {};  // a handle that is moved elsewhere (from more than this plot), and has this
};

/// Words at a place of the plot, moved aside where other labels are.
struct Note {
    double x = 0, y = 0;
    Run text = {};
    Point away = {0, -1};    // the side of the point to stand on, on the screen
    std::string under = {};  // a second line, smaller
};

/// A double arrow beside an upright position, from value to value.
struct Span {
    double x = 0, from = 0, to = 0;
    Color color = {};
};

/// Short lines under the axis: single values of a sample.
struct Strokes {
    std::vector<double> x = {};
    Color color = {};
    int selected = -1;
};

struct PlotLook {
    PlotLook();
    ~PlotLook();
    PlotLook(PlotLook&&) noexcept;

    std::string id = {};
    Axis x = {}, y = {};
    std::string title = {}, x_name = {}, y_name = {};  // (y_name stands behind the title)
    bool x_ticks = true;                               // else the axis is that of a plot below
    int x_decimals = 0,
        y_decimals = 2;  // of what is read off; small and large numbers get a power of ten
    float height = 240;  // of the plot itself
    float left = 0;      // room for the upright axis' labels, so that plots below each other share an axis;
                         // 0: as it needs
    std::vector<Series> series = {};
    std::vector<Histogram> histograms = {};
    std::vector<NormalCurve> normals = {};
    std::vector<Marker> markers = {};
    std::vector<Note> notes = {};
    bool off_dashes = false;  // notes keep off dashed lines too
    std::vector<Strokes> strokes = {};
    std::optional<Span> span = {};
    bool legend = true;
    bool reading = true;  // the values under the pointer; false: `hovered` has them shown elsewhere
    std::string empty = "nothing to show yet";
    UniqueFunction<void(int series, int point)> hovered = nullptr,
                                                pressed = nullptr;  // the nearest point
};

Block plot(PlotLook&& look);
inline constexpr float plot_head = 22;  // over the plot itself: title, and what is read off

}  // namespace explainer::figures
