// Projection: words as vectors, and how the same vector becomes a query, a key and a value. One walk through
// every term of every sum, so that any instant is a number in the state. The sheet is in
// projection_sheet.cpp and projection_sums.cpp. Not here: what q, k and v are then used for (scores, blend).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/matrix.h"
#include "explainer/phrase.h"

namespace explainer {

class Projection final : public Exhibit {
  public:
    /// Indices of its own parameters, behind those of the example.
    enum : int { term_number = example::count, pace, cover, play };

    void compute(const State& state) override;

    figures::Block sheet(Ui& ui) const override;

    bool active(const State& state, int parameter) const override;

    std::string shown(const State& state, int parameter) const override;

    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// What a word is asked to be: query, key, value.
    struct Role {
        const char *letter, *capital, *says;
    };
    static constexpr int weights_of[] = {example::w_q, example::w_k, example::w_v};
    static constexpr Role roles[3] = {{"q", "Q", "asks"}, {"k", "K", "offers"}, {"v", "V", "hands over"}};

    /// What is pointed at, everywhere where it plays a role.
    struct Linked {
        figures::Entry x;
        std::array<figures::Entry, 3> weights, results;
        int term = -1;
        bool operator==(const Linked&) const = default;
    };

    static size_t at(int index) { return static_cast<size_t>(index); }

    // ---- The numbers

    int columns(int role) const { return role == 2 ? one_.dv : one_.d; }
    int rows(int role) const { return role == 0 ? one_.n : one_.m; }
    int row_of(int role) const { return role == 0 ? std::min(word_, one_.n - 1) : word_; }
    const std::vector<float>& values_of(int role) const {
        return role == 0 ? one_.q : role == 1 ? one_.k : one_.v;
    }
    const std::vector<float>& weights(int role) const {
        return role == 0 ? one_.w_q : role == 1 ? one_.w_k : one_.w_v;
    }
    float x(int word, int i) const { return one_.x[at(word * one_.width + i)]; }
    float w(int role, int i, int column) const { return weights(role)[at(i * columns(role) + column)]; }
    float result() const { return sums_.back(); }
    bool complete() const { return terms_ == one_.width; }

    /// Whether a result may be told: not while its sum is under way, nor while it is covered.
    bool told(int role, int word, int column) const;

    /// Products and partial sums of the cell walked to: sums_[t] is that of the first t terms, each by the
    /// core.
    void compute_sum();

    float length_of(int role) const;

    int sum_decimals() const { return std::min(3, decimals_x_ + decimals_w_[at(role_)]); }

    /// The step at which a cell's sum has so many terms.
    int term_at(int word, int role, int column, int terms) const {
        return ((word * (2 * one_.d + one_.dv)) + role * one_.d + column) * one_.width + terms;
    }
    int cell_count() const { return one_.n * (2 * one_.d + one_.dv); }

    // ---- Words

    std::string quoted(int word) const { return Phrase() << "“" << one_.queries[at(word)] << "”"; }
    std::string key_name() const { return one_.keys[at(word_)]; }
    std::string result_name() const { return roles[role_].letter + subscript(column_ + 1); }
    std::string product_text(int t) const {
        return Phrase() << Fixed{wide(x(word_, t)), decimals_x_} << " × "
                        << Fixed{wide(w(role_, t, column_)), decimals_w_[at(role_)]} << " = "
                        << Fixed{wide(products_[at(t)]), sum_decimals()};
    }

    // ---- The sheet

    static Color color_of(const Theme& theme, int role) {
        return role == 0 ? theme.query : role == 1 ? theme.key : theme.value;
    }
    figures::Block head(Ui& ui) const;
    figures::Block wide_figure(Ui& ui, float width) const;
    figures::Block narrow_figure(Ui& ui, float width) const;
    figures::Block given(Ui& ui) const;
    static figures::Block given_hint(Ui& ui);
    figures::Block lengths(Ui& ui) const;
    figures::Block state_words(Ui& ui) const;
    figures::Block short_words(Ui& ui) const;
    figures::Block walking(Ui& ui) const;

    static figures::Block x_title();
    figures::Block x_matrix(Ui& ui, bool scrolls) const;
    figures::Block x_upright(Ui& ui, int role) const;
    figures::Block weights_matrix(Ui& ui, int role) const;
    figures::Block result_matrix(Ui& ui, int role, float given_row = 0) const;
    figures::Block sum_waterfall(Ui& ui, float height) const;
    figures::Block three_roles(Ui& ui, bool choosing) const;
    figures::Block rows_added(Ui& ui) const;
    figures::Block over_all(figures::Block figure) const;
    void draw_arrow(Ui& ui, int role) const;
    void draw_flight(Ui& ui) const;
    float flight(Ui& ui) const;
    int shown_role(const Ui& ui) const;
    void go(Ui& ui, int word, int role, int column, int terms) const {
        ui.step(term_number, term_at(word, role, column, terms));
    }
    void point_result(int role, figures::Entry entry) const;
    std::string reading() const;

    WorkedExample one_;
    int word_ = 0, role_ = 0, column_ = 0, terms_ = 0;  // the cell walked to, and how many of its terms
    bool cover_ = false;
    std::vector<float> products_, sums_;
    std::array<std::vector<float>, 3> results_;  // Q, K, V as shown: the cell walked to as far as it is
    std::array<float, 3> length_ = {};
    std::array<int, 3> decimals_w_ = {}, decimals_ = {};
    int decimals_x_ = 0;
    uint64_t version_ = 0;

    Hover<Linked> hover_{hovers_};
};

}  // namespace explainer
