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

    figures::Block sheet(Ui& ui) const override;

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
    void move(Ui& ui) const;
    void take_part(int i, const PointerState& pointer, Ui& ui) const;

    figures::Block planes_wide(Ui& ui, float width) const;
    figures::Block planes_narrow(Ui& ui) const;
    figures::Block key_plane(float width, float height) const;
    figures::Block value_plane(float width, float height) const;
    figures::Block weight_rows(float height) const;
    figures::Block heat(Ui& ui) const;
    void draw_keys(figures::PlanePen& pen) const;
    void draw_values(figures::PlanePen& pen) const;
    void leave_trail() const;
    void draw_elbow(Ui& ui) const;
    std::string shares() const;
    /// Where the numbers come from.
    const char* origin() const {
        return by_hand_ ? "a book chapter’s example by hand: T = √2 = √dₖ"
               : made_  ? "keys and values are constructed"
                        : "keys or values were changed by hand";
    }

    blending::Given given_;
    mutable blending::Given moving_;  // as they are drawn in this frame
    blending::Mixed now_;
    mutable float moving_temperature_ = 1;
    mutable double moving_reach_ = 0;
    float temperature_ = 1, largest_ = 0;
    bool by_hand_ = false;  // query, keys, values and T are the book chapter's
    bool made_ = true;      // keys and values are ours, none typed or dragged
    int chosen_ = 0, best_ = 0;
    Hover<blending::Pointed> hover_{hovers_};
    // What a hand does, in no string.
    mutable std::vector<figures::Vector2> query_trail_, output_trail_;
    mutable bool dragging_query_ = false;
    mutable double held_reach_ = 0;    // 0: nothing is held
    mutable Point key_at_, value_at_;  // where the chosen pair was drawn in this frame
    mutable Rect row_at_;
};

}  // namespace explainer
