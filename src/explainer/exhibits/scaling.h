// Why scores are divided by √d_k: random queries and keys at thirteen widths; how far q·k spreads, what
// softmax makes of one row, and how much of the gradient is left. The draws go on in slices over frames; what
// is shown is what has been drawn so far. What is drawn is in scaling_sheet.cpp, the experiment itself in
// scaling_sample.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/scaling_sample.h"
#include "explainer/figures/text.h"

namespace explainer {

class Scaling final : public Exhibit {
  public:
    enum : int { width_d, seed, row_number, key, stop, go_on };
    static constexpr int widest = 4096, widths = 13;
    /// A deviation of 20,000 draws is good to half a percent: three digits.
    static std::string three_digits(double value);
    static std::string gradient_shown(double value);
    /// A median of random rows, no finer than another draw would give it again: far down, its power of ten.
    static std::string about(double value);

    void compute(const State& state) override;

    bool advance(float effort) override;

    void act(int parameter) override { stopped_ = parameter == stop && !finished(); }

    bool active(const State&, int parameter) const override {
        return parameter == stop ? !stopped_ : parameter == go_on ? stopped_ : true;
    }

    std::string shown(const State& state, int parameter) const override;

    figures::Block sheet(Ui& ui) const override;

    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    static int key_of(const KeyRow& row, int wanted) {
        return wanted == 0 || wanted > row.count ? row.top : wanted - 1;
    }
    WidthSample& chosen() {
        if (!other_.empty()) return other_.front();
        return samples_[static_cast<size_t>(std::lround(std::log2(d_)))];
    }
    const WidthSample& chosen() const { return const_cast<Scaling*>(this)->chosen(); }
    bool finished() const {
        const auto done = [](const WidthSample& one) { return one.finished(); };
        return chosen().finished() && std::all_of(samples_.begin(), samples_.end(), done);
    }
    int lit_key() const { return hover_->key >= 0 ? hover_->key : key_; }

    figures::Block title(const Theme& theme) const {
        return figures::text(heading, theme.ink, "key width dₖ = " + std::to_string(d_));
    }
    figures::Block across(Ui& ui) const;
    figures::Block width_slider(Ui& ui) const;
    figures::Block width_plot(Ui& ui, bool gradients) const;
    figures::Block drawing_of_lots(Ui& ui) const;
    figures::Block histogram(Ui& ui) const;
    figures::Block one_row(Ui& ui) const;

    int d_ = 0, seed_ = 0, number_ = 1, key_ = 0;
    bool stopped_ = false;
    struct Pointed {
        int key = -1;  // of the row
        int d = 0;     // a width, by a point of a plot
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
    KeyRow row_;
    std::vector<WidthSample> samples_;  // at the powers of two
    std::vector<WidthSample> other_;    // at the chosen width, if it is none of these
};

}  // namespace explainer
