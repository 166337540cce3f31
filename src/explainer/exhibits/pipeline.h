// Pipeline: attention from words to outputs on one sheet, in six steps. What stands left of a matrix times
// what stands above it gives the matrix; a number that is pointed at lights up what it came from. The numbers
// are in pipeline_model.h, the sheets in pipeline_wide.cpp and pipeline_narrow.cpp, the arithmetic under them
// in pipeline_strip.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/pipeline_matrices.h"
#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/player.h"
#include "explainer/figures/text.h"

namespace explainer {

class Pipeline final : public Exhibit, private pipeline_model::Matrices {
  public:
    Pipeline() : Matrices(hovers_) {}

    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    std::string shown_cell(const State& state, int parameter, int row, int col) const override;
    Description describe() const override { return pipeline_model::describe(model_); }
    std::string numpy(const State& state) const override { return pipeline_model::numpy(state); }

  private:
    /// How high the cells of a matrix are together; its rows share them.
    static constexpr float weights_band = 192, lower_band = 216;
    static constexpr float band_cell(float band, int rows, float most) {
        return std::min(band / static_cast<float>(rows), most);
    }

    std::string step_name(int step) const;
    std::string step_says() const;

    // ---- All on one sheet
    figures::Block wide(Ui& ui, float width) const;
    float label_width() const;
    static figures::Block at_the_foot(float height, float used, figures::Block part);
    /// W with its title over it, at the foot of its band.
    figures::Block weights_block(Ui& ui, pipeline_model::Name name, float cell) const;
    figures::Block over_lower(Ui& ui, pipeline_model::Name name, float upper, float cell) const;
    /// W over what it makes: Kᵀ or V.
    figures::Block tower(Ui& ui, pipeline_model::Name name, float cell, float label, float room) const;
    /// Where weights would stand, if there were any.
    figures::Block given_words(Ui& ui, bool here) const;
    float grid_cell(float room) const { return std::floor((room - 20) / static_cast<float>(e().m)); }

    /// A matrix of the lower band, its title under it.
    figures::Block lower(Ui& ui, pipeline_model::Name name, float cell, float label) const;
    /// What is chosen before anything is computed.
    figures::Block example_choice(Ui& ui) const;
    figures::PlayerLook turn() const;

    // ---- Steps that can be left out, and what then breaks
    std::vector<figures::Run> breaks(const Theme& theme, int parameter) const;
    figures::Block one_switch(Ui& ui, int parameter, bool below) const;
    figures::Block switches(Ui& ui, bool below) const;
    /// What the step does, and beside it the steps that can be left out.
    figures::Block step_and_switches(Ui& ui) const;

    // ---- Arrows from sources to the number that is looked at
    void draw_ways(Ui& ui) const;
    /// X goes to all three weights by one line.
    void draw_trunk(Ui& ui) const;

    // ---- Narrow: the operands of the step and its result, as wide as there is room
    figures::Block narrow(Ui& ui, float width) const;
    figures::Block sized(figures::MatrixLook look, float band, float most, bool labelled) const;
    bool keyboard_on_given(Ui& ui) const;
    figures::Block operands(Ui& ui, bool two) const;
    figures::MatrixLook pairs_labelled(Ui& ui) const;
    figures::Block which(pipeline_model::Of of) const;

    // ---- Under the sheet: the arithmetic
    figures::Block heard(Ui& ui) const;
    figures::Block arithmetic(Ui& ui) const;
    /// What essays say of these very numbers.
    figures::Block note(const Theme& theme) const;

    std::array<std::string, pipeline_model::blend> short_names_;
};

}  // namespace explainer
