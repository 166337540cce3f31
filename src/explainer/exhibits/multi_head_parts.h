// The pieces of the sheet of `multi-head`: matrices in the heads' bands, maps, the sum that makes one number
// of the output, what a layer costs, and who shares keys. Not here: the numbers (multi_head_model.h), and
// where the pieces stand (multi_head.cpp).
#pragma once

#include <optional>

#include "explainer/exhibits/multi_head_model.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/matrix.h"
#include "explainer/hover.h"

namespace explainer::heads_model {

class Parts {
  protected:
    explicit Parts(Hovers& hovers) : hover_(hovers) {}

    /// The colour of a head: the output's, from dark to pale. Its number goes with it.
    Color shade(const Theme& theme, int head) const;
    Color lit_shade(const Theme& theme, int head) const;  // paler where another head is kept
    void badge(Ui& ui, Point at, int head) const;
    bool reached(int step) const { return model_.step >= step; }

    /// One matrix, named by its title.
    figures::Block named(Ui& ui, Name name, float cell_width, float cell_height);
    figures::Block maps(Ui& ui, float width, float height, int columns);
    /// The products that one number of the output is the sum of, a line each, `line` pixels high.
    figures::Block arithmetic(Ui& ui, float line);
    figures::Block bar(Ui& ui, float width);
    figures::Block costs(Ui& ui, float width);
    figures::Block sharing(Ui& ui);

    Model model_;
    uint64_t version_ = 0;
    struct Pointed {
        std::optional<Spot> spot;
        figures::Entry output;
        int head = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_;
    Spot spot_;                          // that is looked at, chosen or pointed at
    int row_ = 0, column_ = 0;           // of the output
    figures::MatrixPlace w_o_, concat_;  // as they are drawn, for the lines from them

  private:
    /// A part of a matrix that the number looked at came from.
    struct Piece {
        int row = 0, rows = 0, col = 0, cols = 0;
    };
    Piece used(Name name) const;
    void strips(Ui& ui, Name name, const figures::MatrixPlace& place) const;
    void strip_of(Ui& ui, Rect rect, int first_head, int count) const;
    void look_at(Ui& ui, Spot spot) const;
    /// The native grid of the number that is looked at lies over the matrix that it is in.
    void place_focus(Ui& ui, const figures::MatrixPlace& place) const;
    void over(Ui& ui, Name name, const figures::MatrixPlace& place);
    figures::Block map(Ui& ui, int head, float cell_width, float cell_height, bool rows, int label_lines);
    figures::Block map_title(Ui& ui, int head);
    void draw_sharing(Ui& ui, Rect rect, int choice) const;
};

}  // namespace explainer::heads_model
