// A view that shows nothing but one part, with parameters of the test's own: for what a part draws at a width
// and what it answers to a pointer.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "../helpers.h"
#include "../label_painter.h"
#include "explainer/exhibit.h"
#include "explainer/figures/layout.h"

namespace explainer {

using Build = std::function<figures::Block(Ui&)>;

class Sheet {
  public:
    static constexpr float margin = 16;  // around the part, as around every exhibit

    Sheet(std::vector<Parameter> parameters, Build build, float width = 720)
        : parameters_(std::move(parameters)), type_(make_type(parameters_)), view_(begin(build)) {
        const float height = view_.natural_height(width);
        view_.resize(width, height, static_cast<int>(width), static_cast<int>(height));
        view_.set_reduced_motion(true);
        settle(view_);
    }

    View& view() { return view_; }
    double number(int parameter) const { return view_.state().number(parameter); }

    /// The whole sheet as nobody points at it.
    std::pair<LabelPainter, float> drawn(float width) {
        LabelPainter painter;
        const float height = view_.draw_with(painter, width);
        return {std::move(painter), height};
    }

    /// Nothing is outside of the height that is reserved at a width, no text on another. (That it is not too
    /// much is a matter of whole exhibits: see layout.test.cpp.)
    void check(float width) {
        CAPTURE(width);
        const float height = view_.natural_height(width);
        const LabelPainter painter = drawn(width).first;
        CHECK(std::isfinite(height));
        CHECK(painter.outside(Rect{0, 0, width, height}.inset(margin)) == "");
        CHECK(painter.collision() == "");
        for (const Label& label : painter.labels) {
            CHECK(label.text.find("nan") == std::string::npos);
            CHECK(label.text.find("inf") == std::string::npos);
        }
    }

    /// At widths from a phone's to a desk's.
    void check_widths() {
        for (float width = 288; width <= 1400; width += 29) check(width);
        check(320);
    }

  private:
    class Shower final : public Exhibit {
      public:
        explicit Shower(Build build) : build_(std::move(build)) {}
        void compute(const State&) override {}
        figures::Block sheet(Ui& ui) const override { return build_(ui); }
        Description describe() const override { return {}; }

      private:
        Build build_;
    };

    inline static Build next_;

    static std::unique_ptr<Exhibit> make() { return std::make_unique<Shower>(std::exchange(next_, nullptr)); }
    static ExhibitType make_type(const std::vector<Parameter>& parameters) {
        ExhibitType type{};
        type.id = "sheet";
        type.title = "Sheet";
        type.summary = "One part.";
        type.parameters = parameters;
        type.make = make;
        return type;
    }
    const ExhibitType& begin(const Build& build) {
        next_ = build;
        return type_;
    }

    std::vector<Parameter> parameters_;
    ExhibitType type_;
    View view_;
};

}  // namespace explainer
