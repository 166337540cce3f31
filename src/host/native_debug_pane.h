// The pane beside the exhibit: what the view holds, computes and costs, in Dear ImGui's own widgets and with
// its own keys. A debugging tool in a context of its own; the exhibit's look and keys are untouched by it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "explainer/view.h"
#include "host/native_kernels.h"
#include "host/native_metrics.h"
#include "host/native_stages.h"

struct GLFWwindow;

namespace host {

class DebugPane {
  public:
    /// Keys and clipboard are those of `window`; null for pictures and tests, which have a clipboard of their
    /// own.
    DebugPane(GLFWwindow* window, StageMeter& meter, bool dark);
    ~DebugPane();
    DebugPane(const DebugPane&) = delete;
    DebugPane& operator=(const DebugPane&) = delete;

    static constexpr float width = 400;

    /// A new view is shown. It goes before the pane, or another one comes.
    void attach(explainer::View& view);

    // ---- Input, in coordinates of the pane. Keys are handed on by the window's callbacks.
    void pointer(explainer::Pointer kind, float x, float y);
    /// The press went elsewhere: a field that was typed in is left, with what it holds.
    void leave();
    void wheel(float dx, float dy);
    void key(int key, int scancode, int action, int modifiers);
    void character(unsigned sign);
    /// Whether a field is being typed in, so that keys are not the window's.
    bool typing() const;

    /// One frame, with `density` device pixels to one of the layout. Drawn by the renderer, if it was
    /// started, to the bound framebuffer. True while another frame is wanted.
    bool draw(float width, float height, float density, float seconds);
    /// Everything that the next frame says, as text.
    std::string text();
    /// Whether every frame of the exhibit is to be drawn, changed or not, so that its times can be read.
    bool always_draws() const { return always_draw_; }

    /// Dear ImGui's metrics of the exhibit, drawn over it if they are asked for here.
    ExhibitMetrics metrics;

    /// What came of the last change of a shader, for the pane to show; null: nothing.
    const std::string* shader_news = nullptr;

  private:
    void sections();
    void state_section();
    void kernel_section();
    void time_section();
    void tools_section();
    void description_section();
    void show_table(const explainer::Table& table, int index);
    void restore(std::string_view state);

    struct ImGuiContext* context_;
    GLFWwindow* window_;
    StageMeter& meter_;
    explainer::View* view_ = nullptr;
    bool dark_;
    bool pane_metrics_ = false, always_draw_ = false;
    int settling_ = 3;    // frames still to draw after the last input
    std::string edited_;  // the state string in its field
    std::string saved_;   // what it was when last taken from the view
    std::string state_error_;
    std::string trap_error_;
    KernelWatch kernels_;
    std::string* log_ = nullptr;
};

}  // namespace host
