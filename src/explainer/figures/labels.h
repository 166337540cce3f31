// Labels beside points of a drawing, kept off each other and within its bounds. Finds places; draws the text
// only.
#pragma once

#include <string_view>
#include <vector>

#include "explainer/ui.h"

namespace explainer::figures {

class Labels {
  public:
    explicit Labels(Rect bounds) : bounds_(bounds) {}

    /// A place that no label may have.
    void take(Rect rect) { taken_.push_back(rect); }
    /// One that a label has only where there is no other, because a line runs there. Those that were given
    /// first are kept longer: see avoid_these_most().
    void avoid(Rect rect) { avoided_.push_back(rect); }
    void avoid_these_most() { most_avoided_ = avoided_.size(); }
    /// Whether a line runs there.
    bool is_clear(const Rect& rect) const { return is_clear(rect, avoided_.size()); }
    bool is_free(const Rect& rect) const;
    /// What was taken last; after a label was put, its box.
    Rect last() const { return taken_.back(); }
    /// Text with its middle at `at`, if that is free.
    bool put_at(Ui& ui, const Point& at, Type type, Color color, std::string_view text, bool ground = false);
    /// Text beside a point, `distance` from it: towards `side` if that is free, else around the point, else
    /// further out. False: there was no place near, and nothing was drawn.
    bool put(Ui& ui, const Point& anchor, float distance, const Point& side, Type type, Color color,
             std::string_view text);

  private:
    bool is_clear(const Rect& rect, size_t of_avoided) const;
    void draw(Ui& ui, const Rect& box, Type type, Color color, std::string_view text, bool ground);

    Rect bounds_;
    std::vector<Rect> taken_, avoided_;
    size_t most_avoided_ = 0;
};

}  // namespace explainer::figures
