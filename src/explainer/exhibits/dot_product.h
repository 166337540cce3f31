// The dot product as geometry: one query, one to four keys on a plane, and the lines along which every key
// has the same score. The chosen pair in components, as a projection, and as areas. Two dimensions only, so
// that the picture is the whole truth. The plane is in dot_product_plane.cpp, all else in dot_product.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "attention/stages.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/dot_product_pair.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/plane.h"

namespace explainer::dot_products {

inline constexpr int most = 4;
// The components of key i are key + 2 i and the one behind it.
enum : int { key = qy + 1, count = key + 2 * most, chosen, lines, halves };

inline constexpr double reach = 4;
inline constexpr double line_step = 2;  // from one line of equal score to the next

inline constexpr const char* key_names[most] = {"k₁", "k₂", "k₃", "k₄"};

inline figures::Vector2 vector_at(const float* v) {
    return {wide(v[0]), wide(v[1])};
}

class DotProduct final : public Exhibit {
  public:
    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// The chosen key's line, held by the pointer.
    struct Slide {
        bool held = false;
        figures::Vector2 hand;            // where it is
        double score = 0, from_hand = 0;  // when it was taken; along the line, from the hand to the key
    };

    const Pair& pair() const { return pairs_[chosen_]; }
    std::string name() const { return key_names[chosen_]; }
    /// The key that is pointed at: on the plane, else in the table.
    int lit() const { return hover_->key >= 0 ? hover_->key : hover_->row; }

    /// Whether two scores are those of one line: they show as the same, and their lines are no further apart
    /// than that. A short query's lines are far apart where its scores are not.
    bool same_line(float one, float other, float tolerance = 0.005f) const {
        return q_length_ > 0 && std::fabs(one - other) < tolerance * std::min(1.0f, q_length_);
    }
    /// Whether a key is on the line that is pointed at, or is pointed at itself.
    bool lights(int i) const {
        return i == lit() ||
               (lines_ && hover_->line && same_line(pairs_[i].score, hover_->line->score, 0.05f));
    }

    static float length_of(const float* v) {
        float square = 0;
        attention::scores({v, 1, 2}, {v, 1, 2}, {&square, 1, 1});
        return std::sqrt(square);
    }

    /// What fills half of a bar: a round number, so that bars seldom change their scale.
    float full_bar() const {
        for (const float full : {1.0f, 2.0f, 5.0f, 10.0f, 20.0f}) {
            if (largest_ <= full) return full;
        }
        return 40;
    }

    figures::Block plane_side(Ui& ui) const;
    figures::Block numbers_side(Ui& ui) const;
    void draw_plane(figures::PlanePen& pen) const;
    void point_at_line(figures::PlanePen& pen) const;
    void slide_along_line(figures::PlanePen& pen) const;
    void draw_pair(figures::PlanePen& pen, figures::Vector2 q, figures::Vector2 k) const;
    figures::Block keys(const Theme& theme) const;
    TakenApart taken_apart() const {
        return {pair(),          {q_[0], q_[1]}, q_length_, name(), key + 2 * chosen_,
                hover_->product, &hover_.note()};
    }

    float q_[2] = {};  // [2]
    float q_length_ = 0, largest_ = 0;
    Pair pairs_[most];
    int count_ = 0, chosen_ = 0;
    bool lines_ = true, halves_ = true;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace explainer::dot_products
