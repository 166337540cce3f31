// Dear ImGui's metrics over the exhibit: what its draw list and the font atlas hold, in an ImGui context of
// their own at the exhibit's place, so that what is pointed at in the list lights up where it was drawn.
#pragma once

#include "explainer/view.h"

namespace host {

class ExhibitMetrics {
  public:
    explicit ExhibitMetrics(bool dark);
    ~ExhibitMetrics();
    ExhibitMetrics(const ExhibitMetrics&) = delete;
    ExhibitMetrics& operator=(const ExhibitMetrics&) = delete;

    bool shown = false;

    /// Input, in the exhibit's coordinates; whether it was for the metrics, not for the exhibit.
    bool pointer(explainer::Pointer kind, float x, float y);
    void wheel(float dx, float dy);
    /// Over the canvas's frame, which was just rendered to the bound framebuffer.
    void draw(float seconds);

  private:
    struct ImGuiContext* context_;
};

}  // namespace host
