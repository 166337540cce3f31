// Softmax and temperature: two to eight scores become one budget of 1, step by step; scores, weights, borders
// and T can all be dragged. One row of attention, by itself. Its numbers are in softmax_row.h, its rows,
// budget and sensitivity in softmax_sheet.cpp, what stands below in softmax_parts.h.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/softmax_row.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/table.h"
#include "explainer/function_ref.h"

namespace explainer {

class Softmax final : public Exhibit {
  public:
    // score + i is the i-th score
    enum : int {
        count,
        temperature,
        score,
        step = score + SoftmaxRow::most,
        subtract,
        row_focus,
        column_focus,
        play
    };

    void compute(const State& state) override;

    figures::Block sheet(Ui& ui) const override;

    Description describe() const override { return r_.describe(focus_.row, focus_.col); }
    std::string numpy(const State& state) const override;

    bool active(const State& state, int parameter) const override {
        return parameter < score || parameter >= step || parameter - score < state.integer(count);
    }

    std::string shown(const State& state, int parameter) const override;

    std::string shown_cell(const State& state, int parameter, int row, int col) const override;

  private:
    static std::string name_of(const char* letter, int i) { return letter + SoftmaxRow::index(i); }

    // ---- Rows
    figures::Block head(float width, std::vector<float> at) const;
    figures::Block wide_rows(Ui& ui, float width) const;
    figures::Block narrow_rows(Ui& ui, float width) const;
    figures::Block weight_bar(Ui& ui, int i, float height) const;
    figures::Block buttons(Ui& ui) const;
    figures::Block division(const Theme& theme) const;
    std::string weight_shown(int i) const;
    std::string sum_of_weights() const;
    figures::Block rows_table(Ui& ui, float row_height, std::vector<figures::TableColumn> columns,
                              FunctionRef<figures::TableRow(int)> row) const;

    // ---- Below
    figures::Block budget(Ui& ui) const;
    figures::Block sensitivity(Ui& ui) const;

    /// How high a row is where eight would have `least` each.
    float height_of(float least) const {
        return std::min(1.6f * least, least * SoftmaxRow::most / static_cast<float>(r_.count));
    }
    void choose(Ui& ui, int row, int column) const {
        ui.change(row_focus, row);
        ui.change(column_focus, column);
    }
    /// Pointed at, or else chosen.
    figures::Entry lit() const { return hover_->row >= 0 ? hover_.shown() : focus_; }

    SoftmaxRow r_;
    int step_ = 4;
    figures::Entry focus_;  // the chosen weight and score
    Hover<figures::Entry> hover_{hovers_};
    uint64_t version_ = 0;
};

}  // namespace explainer
