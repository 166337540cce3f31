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
    /// The vectors and the temperature on their way to where they are, and where things stand in this frame.
    struct Motion {
        blending::Given given;
        float temperature = 1;
        double reach = 0;
        Point key, value;  // of the chosen pair
        Rect row;          // its weight
    };
    /// What a hand does, in no string.
    struct Hand {
        std::vector<figures::Vector2> query_trail, output_trail;
        uint64_t version = 0;  // of the state that the trails came to
        bool drags_query = false;
        double reach = 0;  // of the values' plane while one of them is held; 0: none is
    };
    static Motion& motion_of(Ui& ui) { return ui.kept<Motion>("motion"); }
    static Hand& hand_of(Ui& ui) { return ui.kept<Hand>("hand"); }

    /// How far the plane of the values reaches. Not while a value is being dragged: the ground would slip.
    double value_reach(const Hand& hand) const {
        if (hand.reach > 0) return hand.reach;
        return largest_ <= 2.5f ? 2.5 : largest_ <= 5 ? 5 : 10;
    }
    bool lights(int i) const { return i == chosen_ || i == lit(); }
    int lit() const { return hover_->handle >= 0 ? hover_->handle : hover_->row; }
    void move(Ui& ui) const;
    void take_part(int i, const PointerState& pointer, Ui& ui) const;

    figures::Block planes_wide(Ui& ui, float width) const;
    figures::Block planes_narrow(Ui& ui) const;
    figures::Block key_plane(float width, float height) const;
    figures::Block value_plane(Ui& ui, float width, float height) const;
    figures::Block weight_rows(float height) const;
    figures::Block heat(Ui& ui) const;
    void draw_keys(figures::PlanePen& pen) const;
    void draw_values(figures::PlanePen& pen) const;
    void leave_trail(Hand& hand) const;
    static void draw_elbow(Ui& ui);
    std::string shares() const;
    /// Where the numbers come from.
    const char* origin() const {
        return by_hand_ ? "a book chapter’s example by hand: T = √2 = √dₖ"
               : made_  ? "keys and values are constructed"
                        : "keys or values were changed by hand";
    }

    blending::Given given_;
    blending::Mixed now_;
    float temperature_ = 1, largest_ = 0;
    bool by_hand_ = false;  // query, keys, values and T are the book chapter's
    bool made_ = true;      // keys and values are ours, none typed or dragged
    int chosen_ = 0, best_ = 0;
    Hover<blending::Pointed> hover_{hovers_};
    uint64_t version_ = 0;  // of the state
};

}  // namespace explainer
