// ImGui contexts of the debug tools: made alike, entered and left, given frames and the pointer. The views
// have none (drawing/canvas.h).
#pragma once

#include "explainer/view.h"

struct ImGuiContext;

namespace host {

/// In the faces of the exhibits, never writing a file. Not made current.
ImGuiContext* make_context(bool dark);

/// Makes a context current for as long as it lives.
class InContext {
  public:
    explicit InContext(ImGuiContext* context);
    ~InContext();
    InContext(const InContext&) = delete;
    InContext& operator=(const InContext&) = delete;

  private:
    ImGuiContext* before_;
};

/// In the current context.
void begin_frame(float width, float height, float density, float seconds);

void send_pointer(ImGuiContext* context, explainer::Pointer kind, float x, float y);

}  // namespace host
