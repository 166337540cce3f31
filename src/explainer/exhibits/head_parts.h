// How a head that can be switched off is shown, whatever the model: its name with its switch over the large
// map, and its small map. Off, both maps are grey and the small one is crossed out.
#pragma once

#include <span>
#include <string>

#include "explainer/exhibit.h"
#include "explainer/exhibits/head_switches.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/small_maps.h"

namespace explainer {

/// "Head 2.1 looks at …" and its switch. `does` is muted; `most`: the number of characters that there is room
/// for.
struct HeadLine {
    int head = 0;
    std::string does = {};
    bool on = true;
    int most = 60;
    int parameter = -1;  // the switch
};
figures::Block head_line(const Theme& theme, HeadLine line);

/// What such exhibits have in common: a model whose state says which letter or word asks, which is looked at
/// and in which head; and what the pointer is on instead.
template <class Base, class Model>
class HeadsExhibit : public Base {
  protected:
    struct Pointed {
        figures::Entry cell;
        int head = -1;
        int word = -1, step = -1;  // of the next words; of the training
        bool held = false;         // not only pointed at
        bool operator==(const Pointed&) const = default;
    };
    int asks() const { return hover_->cell.row >= 0 ? hover_->cell.row : model_.asks; }
    int looks() const { return hover_->cell.col >= 0 ? hover_->cell.col : model_.looks; }
    int head() const { return hover_->head >= 0 ? hover_->head : model_.head; }
    bool is_on(int head) const { return model_.on[static_cast<size_t>(head)]; }
    Color head_color(const Theme& theme) const { return is_on(head()) ? theme.query : theme.muted; }

    Model model_;
    Hover<Pointed> hover_{this->hovers_};
};

/// Where the controls of the word that asks and the one that is looked at lie: over the map, where they share
/// its native grid; without a map, over the arcs (`place`, of the row that asks).
void place_words(Ui& ui, const figures::MatrixPlace& place, bool map, int row, int column,
                 figures::Entry marked);

/// `chosen`: it is the large map, over which its switch stands.
figures::SmallMap head_map(const Theme& theme, int head, bool on, bool chosen, int first_switch,
                           std::span<const float> values, int n);

/// What the small maps of all heads have in common: boxes to switch them off, the cell and the row that are
/// marked in the large one.
figures::SmallMapsLook head_maps(std::string id, uint64_t version, int parameter, figures::Entry marked);

}  // namespace explainer
