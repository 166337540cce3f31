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
inline constexpr const char* ids[name_count] = {"x", "wq", "wk", "wv", "q", "k", "v", "grid", "output"};

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
    figures::MatrixLook base(Ui& ui, Name name, const std::vector<float>& values, int rows, int cols,
                             Color color) const;
    /// The native grid of the focus lies over the matrix that the focus is in.
    void place_focus(Ui& ui, Name name, const figures::MatrixPlace& place) const;
    void answers(Ui& ui, figures::MatrixLook& look, Of of) const;
    figures::MatrixLook x(Ui& ui) const;
    figures::MatrixLook weights(Ui& ui, Name name) const;
    figures::MatrixLook queries(Ui& ui) const;
    figures::MatrixLook keys(Ui& ui) const;
    /// Values; or X in their place.
    figures::MatrixLook handed(Ui& ui) const;
    std::optional<Color> weighed(const Theme& theme, Color color, int key) const;
    figures::MatrixLook pairs(Ui& ui) const;
    figures::MatrixLook outputs(Ui& ui) const;

    Model model_;
    uint64_t version_ = 0;
    /// What is looked at: pointed at or chosen.
    Focus focus() const { return hover_->number ? model_.valid(*hover_->number) : model_.focus; }
    /// Whether there is a computed number to look at.
    bool traced() const { return model_.step >= project || !e().from_words; }
    struct Pointed {
        std::optional<Focus> number;
        std::optional<Name> given;  // a matrix that is given
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_;
};

}  // namespace explainer::pipeline_model
