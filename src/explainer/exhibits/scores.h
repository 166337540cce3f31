// Scores: K turns into Kᵀ, Q meets it pair by pair, the map of all scores is divided by √dₖ, and a word's row
// becomes what it looks at. One walk through all of it, so that any instant is a number in the state. The
// sheet is in scores_sheet.cpp. Not here: softmax in steps, and what is blended by the weights.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/matrix.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"

namespace explainer {

class Scores final : public Exhibit {
  public:
    /// Indices of its own parameters, behind those of the example.
    enum : int { sweep = example::softmax_count, pace, cover, all_words, play };

    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// What is pointed at, everywhere where it plays a role.
    struct Linked {
        figures::Entry map, q, k_turned;
        int key = -1;
        figures::Entry from_q, from_k;  // a number of Q or K itself, which came from X
        bool operator==(const Linked&) const = default;
    };

    // ---- The numbers

    static size_t at(int index) { return static_cast<size_t>(index); }
    float score(int i, int j) const { return one_.trace.scores_view()(i, j); }
    float divided(int i, int j) const { return divided_[at(i * one_.m + j)]; }
    float weight(int i, int j) const { return one_.trace.weights_view()(i, j); }
    float q(int t) const { return one_.q[at(query_ * one_.d + t)]; }
    float k(int t) const { return one_.k[at(key_ * one_.d + t)]; }
    bool turning() const { return terms_ == 0; }
    bool complete() const { return terms_ == one_.d; }
    /// Pairs whose score is known, in the order of the walk.
    int reached() const { return query_ * one_.m + key_ + (complete() ? 1 : 0); }
    bool covered(int i, int j) const { return cover_ && i * one_.m + j >= reached(); }
    int step_at(int i, int j, int terms) const { return one_.m + (i * one_.m + j) * one_.d + terms; }
    double spread(bool of_divided) const;
    /// A spread as text; one too small for so many decimals as a power of ten.
    static std::string spread_shown(double spread, int decimals);
    std::vector<int> ranked() const;
    /// Keys that no other key's score exceeds: as many as share the highest.
    int winners() const;

    // ---- Words

    std::string named(const std::string& name) const {
        return one_.from_words ? std::string(Phrase() << "“" << name << "”") : name;
    }
    std::string query_name(int i) const {
        return told_apart(one_.queries, at(i), named(one_.queries[at(i)]));
    }
    std::string key_name(int j) const { return told_apart(one_.keys, at(j), named(one_.keys[at(j)])); }
    std::string root() const { return "√" + std::to_string(one_.d); }
    std::string root_value() const;
    std::string temperature_words() const;
    std::string headline() const;
    std::string result_line() const;
    std::string pair_line(int i, int j) const;
    std::string weight_words(int i, int j) const;
    /// What a score is divided by before softmax, and what is left of it: " ÷ √3 = 2.887, ÷ T 0.50 = 5.774,
    /// weight 99.7 %". What is off is left out.
    std::string chain(int i, int j) const;
    static std::string in_chain(double value, int decimals);
    /// "√3", "T = 0.50" or both, joined; empty where nothing is divided.
    std::string divisors() const;
    double divisor() const { return (scaled_ ? std::sqrt(static_cast<double>(one_.d)) : 1) * temperature_; }
    std::string without_scaling() const;
    std::string highest() const;
    std::string spread_words() const;
    std::string stated_title() const;
    std::string stated() const;

    // ---- The sheet

    figures::Block player(Ui& ui) const;
    figures::Block walking(Ui& ui) const;
    figures::Block wide_figure(Ui& ui, float width) const;
    figures::Block narrow_figure(Ui& ui, float width) const;
    figures::Block over_all(figures::Block figure) const;
    std::vector<std::string> names_of(std::vector<std::string> names) const;
    float short_label() const;
    figures::Block reading(Ui& ui) const;
    figures::Block matrix_of_q(Ui& ui, bool buttons, float height) const;
    figures::Block matrix_of_k(Ui& ui, bool short_names) const;
    figures::Block turned(Ui& ui) const;
    figures::Block map(Ui& ui, float label_width) const;
    figures::Block weights(Ui& ui) const;
    figures::Block terms(Ui& ui) const;
    figures::Block before_and_after(Ui& ui) const;
    figures::Block said(Ui& ui) const;
    float widest_key() const;
    /// Numbers may be of any size: several lines hold the longest of them, one is cut.
    /// Deep for the first term, pale for the last: the same place in a row and in a column has the same
    /// depth.
    static float depth(int term, int terms);
    /// How many keys have turned, those on their way in part.
    float turned_shown(Ui& ui) const;
    void draw_arrows(Ui& ui) const;
    void draw_turning(Ui& ui) const;
    void go(Ui& ui, int i, int j, int count) const { ui.step(sweep, step_at(i, j, count)); }
    void point_pair(int i, int j) const;

    WorkedExample one_;
    std::vector<float> divided_;           // [n, m] scores ÷ √d, also where the switch is off
    std::vector<float> unscaled_;          // [n, m] weights without the division, at the same temperature
    std::vector<float> products_;          // [d] of the pair walked to
    std::vector<float> sums_;              // [d + 1] of so many of them
    std::vector<float> shown_map_;         // [n, m] what is large in the map
    std::vector<float> turned_values_;     // [d, m] Kᵀ
    int turned_ = 0;                       // keys that are columns
    int query_ = 0, key_ = 0, terms_ = 0;  // the pair walked to, and how many of its terms
    bool cover_ = false, all_ = false, scaled_ = true;
    double temperature_ = 1, deviation_ = 0, divided_deviation_ = 0;
    // Of queries, keys, scores, divided scores: as many as their matrices have room for.
    int decimals_raw_ = 0;  // of scores, whatever their size
    int decimals_q_ = 0, decimals_k_ = 0, decimals_ = 0, decimals_divided_ = 3;
    int decimals_factor_ = 0;  // of queries and keys where products are written out
    float largest_ = 1;        // of all scores: the full colour
    uint64_t version_ = 0;

    // Of the frame: what is pointed at, and where things stand for what is drawn over them.
    Hover<Linked> hover_{hovers_};
};

}  // namespace explainer
