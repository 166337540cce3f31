// The blend: a query among three to five keys, each with its value. Scores become weights, and the weights
// mix the values; the mix cannot leave the values' hull. Two dimensions, so that the picture is the whole
// truth. The planes are in blend_sheet.cpp, the sum written out in blend_parts.h.
#pragma once

#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/blend_parts.h"
#include "explainer/figures/plane.h"

namespace explainer {

class Blend final : public Exhibit {
  public:
    static constexpr double key_reach = 2.5;  // of the plane of query and keys
    static constexpr double coldest = 0.01, hottest = 100;

    void compute(const State& state) override;

    figures::Block sheet(Ui& ui) override;

    std::string shown(const State& state, int parameter) const override;

    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// How far the plane of the values reaches. Not while a value is being dragged: the ground would slip.
    double value_reach() const {
        if (held_reach_ > 0) return held_reach_;
        return largest_ <= 2.5f ? 2.5 : largest_ <= 5 ? 5 : 10;
    }
    bool lights(int i) const { return i == chosen_ || i == lit(); }
    int lit() const { return hover_->handle >= 0 ? hover_->handle : hover_->row; }
    void move(Ui& ui);
    void take_part(int i, const PointerState& pointer, Ui& ui);

    figures::Block planes_wide(Ui& ui, float width);
    figures::Block planes_narrow(Ui& ui);
    figures::Block key_plane(float width, float height);
    figures::Block value_plane(float width, float height);
    figures::Block weight_rows(float height);
    figures::Block heat(Ui& ui) const;
    void draw_keys(figures::PlanePen& pen);
    void draw_values(figures::PlanePen& pen);
    void leave_trail();
    void draw_elbow(Ui& ui) const;
    std::string shares() const;
    /// Where the numbers come from.
    const char* origin() const {
        return by_hand_ ? "a book chapter’s example by hand: T = √2 = √dₖ"
               : made_  ? "keys and values are constructed"
                        : "keys or values were changed by hand";
    }

    blending::Given given_, moving_;  // moving: as they are drawn in this frame
    blending::Mixed now_;
    float moving_temperature_ = 1;
    double moving_reach_ = 0;
    float temperature_ = 1, largest_ = 0;
    bool by_hand_ = false;  // query, keys, values and T are the book chapter's
    bool made_ = true;      // keys and values are ours, none typed or dragged
    int chosen_ = 0, best_ = 0;
    Hover<blending::Pointed> hover_{hovers_};
    // What a hand does, in no string.
    std::vector<figures::Vector2> query_trail_, output_trail_;
    bool dragging_query_ = false;
    double held_reach_ = 0;    // 0: nothing is held
    Point key_at_, value_at_;  // where the chosen pair was drawn in this frame
    Rect row_at_;
};

}  // namespace explainer
