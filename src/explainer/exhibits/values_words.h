// The upper half of the sheet of `values`: for each word its value, its weight to drag, and what of it
// arrives. Not here: the outputs that this adds up to (values.cpp).
#pragma once

#include <string>

#include "explainer/exhibits/values_model.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/layout.h"
#include "explainer/hover.h"

namespace explainer::values_model {

/// A value's green, so that neighbours differ in lightness; a name or a place always says which it is.
Color shade(const Theme& theme, int word);

class Words {
  protected:
    explicit Words(Hovers& hovers) : hover_(hovers) {}

    /// What the pointer is on, in one frame.
    struct Pointed {
        int key = -1, component = -1;
        bool operator==(const Pointed&) const = default;
    };

    int key() const { return hover_->key >= 0 ? hover_->key : model_.key; }
    int component() const { return hover_->component >= 0 ? hover_->component : model_.component; }
    bool added(int word) const { return word < model_.step; }
    bool kept(int word) const { return model_.kept[static_cast<size_t>(word)]; }
    double weight_of(int word) const { return model_.weight(model_.word, word); }

    void point(int key, int component) const { hover_.note() = {key, component}; }

    figures::Block words(Ui& ui, float width) const;
    figures::Pointing word_pointing(Ui& ui) const;

    Model model_;
    uint64_t version_ = 0;  // of all matrices
    Hover<Pointed> hover_;

  private:
    /// A title (with a subscript inside) and a note over a column that begins `left` pixels from its edge.
    struct Head {
        std::string title, subscript = {}, rest = {}, note = {};
        float left = 8;
    };
    float word_height() const;
    static figures::Block head(Color color, Color muted, Head of);
    /// A tick in each word's colour: whether it is in the blend.
    figures::Block ticks(Ui& ui) const;
    void draw_tick(Ui& ui, int j, Rect cell) const;
    figures::Block value_matrix(Ui& ui) const;
    figures::Block norms(Ui& ui) const;
    figures::Block word_by_word(Ui& ui, float width) const;
    figures::Block word_block(Ui& ui, int j, float width, float height, const figures::Axis& scale) const;
    figures::Block value_row(Ui& ui, int j, float width) const;
    figures::Block one_bar(Ui& ui, const char* id, figures::Bar bar, figures::Axis scale, int j, float height,
                           float thickness) const;
    figures::Bar weight_bar(Ui& ui, int j) const;
    figures::Bar arrival_bar(const Theme& theme, int j, bool after) const;
    figures::Block weight_bars(Ui& ui) const;
    /// The native cells of the shares lie over the bars of the row that asks.
    void place_hand(Ui& ui, Rect rect) const;
    float label_width() const;
    double largest_arrival() const;
    figures::Block arrival_bars(Ui& ui, bool after, bool labels, double most) const;
};

}  // namespace explainer::values_model
