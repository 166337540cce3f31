// Cost: multiplications, memory and time of attention against the length n, for six ways; and the bytes of a
// KV cache. Here what is computed, asked of the host and said; the sheet is cost_sheet.cpp, the formulas are
// in cost_model.h. Memory is by the formulas: nothing here allocates n × n.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/cost_model.h"

namespace explainer::cost {

enum : int {
    length_n,
    width_d,
    window_w,
    plot_shown,
    first_way,
    second_way,
    layers,
    kv_heads,
    d_k,
    precision,
    measure,
    stop,
    whole_layer
};
enum Quantity : int { memory, work, time, quantity_count };

class Cost final : public Exhibit {
  public:
    void compute(const State& state) override;
    void act(int parameter) override;
    bool active(const State&, int parameter) const override {
        return parameter == stop ? measuring_ : parameter != measure || !measuring_;
    }
    std::optional<Request> take_request() override;
    void receive(const Reply& reply) override;
    figures::Block sheet(Ui& ui) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    Sizes at(double n) const {
        Sizes there = sizes_;
        there.n = n;
        return there;
    }
    /// Bytes, multiplications or seconds; not a number where there is none.
    double value(int quantity, int way, double n) const;
    /// How many times as much the first of the two takes as the second.
    double ratio(int quantity, double n) const {
        return value(quantity, first_, n) / value(quantity, second_, n);
    }
    bool measured_any() const;
    /// What a step of decoding reads: keys and values of n tokens, of one head.
    double bytes_of_step() const { return 2 * sizes_.n * sizes_.d * bytes_of_number; }
    std::string step_words() const;
    static const char* how(const Time& time);
    double cache(double heads) const { return cache_bytes(layers_, heads, d_k_, bits_, sizes_.n); }
    /// "124 times less", of the second against the first.
    std::string compared(int quantity, double n) const;

    // The sheet's parts.
    /// Of a way's family, for words; its line may be paler.
    Color end_color(const Theme& theme, int way) const;
    Color color_of(const Theme& theme, int way) const;
    /// Fades what is not looked at.
    Color lit_color(const Theme& theme, int way) const;
    figures::Block length(Ui& ui) const;
    figures::Block given(Ui& ui) const;
    figures::Block chart(Ui& ui, int quantity, bool large) const;
    figures::Block large(Ui& ui) const;
    figures::Block measuring(Ui& ui) const;
    figures::Block ways(Ui& ui, float width) const;
    figures::Block explained(Ui& ui) const;
    figures::Block cache_of_model(Ui& ui) const;

    Sizes sizes_ = {0, 0, 0};
    int plot_ = memory, first_ = materialised, second_ = streaming;
    double layers_ = 0, kv_heads_ = 0, d_k_ = 0, bits_ = 0;

    // What was measured, for this d and window.
    Dots dots_[way_count], step_;  // step_: one step of decoding with a cache
    std::string trouble_;          // what the host left out, in its words
    double progress_ = 0;
    bool measuring_ = false;
    enum class Wish { none, measure, stop } wish_ = Wish::none;  // that the host has not taken yet

    // What the pointer is on: in the last frame, in this one.
    struct Pointed {
        int way = -1, factor = -1;
        double n = 0;  // 0: none
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace explainer::cost
