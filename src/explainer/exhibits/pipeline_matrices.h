// The matrices of `pipeline`, as they stand on any of its sheets: their numbers, what is lit in them for the
// number that is looked at, and what a press does. Not here: where they stand (pipeline.cpp).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/matrix.h"
#include "explainer/hover.h"

namespace explainer::pipeline_model {

/// The matrices of the sheet.
enum Name : int { X, WQ, WK, WV, Q, K, V, grid, output, name_count };

class Matrices {
  protected:
    explicit Matrices(Hovers& hovers) : hover_(hovers) {}

    /// What of a matrix was used.
    struct Use {
        int row = -1, col = -1;
        bool whole = false;
        figures::Entry chosen = {};
    };

    const WorkedExample& e() const { return model_.example; }
    bool reached(int step) const { return model_.step >= step; }
    static void look_at(Ui& ui, Focus focus);
    Use use_of(Name name) const;
    void light(figures::MatrixLook& look, const Use& use) const;
    figures::MatrixLook base(Ui& ui, Name name, const char* id, const std::vector<float>& values, int rows,
                             int cols, Color color);
    /// The native grid of the focus lies over the matrix that the focus is in.
    void place_focus(Ui& ui, Name name, const figures::MatrixPlace& place) const;
    void answers(Ui& ui, figures::MatrixLook& look, Of of);
    figures::MatrixLook x(Ui& ui);
    figures::MatrixLook weights(Ui& ui, Name name);
    figures::MatrixLook queries(Ui& ui);
    figures::MatrixLook keys(Ui& ui);
    /// Values; or X in their place.
    figures::MatrixLook handed(Ui& ui);
    std::optional<Color> weighed(const Theme& theme, Color color, int key) const;
    figures::MatrixLook pairs(Ui& ui);
    figures::MatrixLook outputs(Ui& ui);

    Model model_;
    uint64_t version_ = 0;
    Focus focus_;          // what is looked at in this frame, chosen or pointed at
    bool traced_ = false;  // whether there is a computed number to look at
    struct Pointed {
        std::optional<Focus> number;
        std::optional<Name> given;  // a matrix that is given
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_;
    std::array<figures::MatrixPlace, name_count> places_;  // of the matrices, as they are drawn
};

}  // namespace explainer::pipeline_model
