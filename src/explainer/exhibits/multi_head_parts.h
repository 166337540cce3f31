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
    figures::Block named(Ui& ui, Name name, float cell_width, float cell_height) const;
    figures::Block maps(Ui& ui, float width, float height, int columns) const;
    /// The products that one number of the output is the sum of, a line each, `line` pixels high.
    figures::Block arithmetic(Ui& ui, float line) const;
    figures::Block bar(Ui& ui, float width) const;
    figures::Block costs(Ui& ui, float width) const;
    figures::Block sharing(Ui& ui) const;

    Model model_;
    uint64_t version_ = 0;
    struct Pointed {
        std::optional<Spot> spot;
        figures::Entry output;
        int head = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_;
    /// Heads that share keys have fewer columns of them; a map has a column a word.
    bool there(const Spot& spot) const {
        const bool pairs = spot.of == Of::k || spot.of == Of::v;
        return spot.col < (pairs ? model_.kv_columns() : spot.of == Of::weights ? +n : +width);
    }

    /// The number that is looked at, pointed at or chosen; row and column of the output, likewise.
    Spot spot_now() const {
        const std::optional<Spot>& at = hover_->spot;
        return at && at->head < model_.heads && there(*at) ? *at : model_.spot;
    }
    int row_now() const { return hover_->output.row >= 0 ? hover_->output.row : model_.row; }
    int column_now() const { return hover_->output.row >= 0 ? hover_->output.col : model_.column; }

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
    void over(Ui& ui, Name name, const figures::MatrixPlace& place) const;
    figures::Block map(Ui& ui, int head, float cell_width, float cell_height, bool rows,
                       int label_lines) const;
    figures::Block map_title(Ui& ui, int head) const;
    void draw_sharing(Ui& ui, Rect rect, int choice) const;
};

}  // namespace explainer::heads_model
