// GLFW window of the native host. See native_window.h.
#include "host/native_window.h"

// clang-format off
#include <GLES3/gl3.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
// clang-format on

#include <algorithm>
#include <array>
#include <memory>

#include "explainer/drawing/renderer.h"
#include "explainer/figures/controls.h"
#include "host/native_requests.h"

namespace host {
namespace {

using namespace explainer;

constexpr float menu_width = 224;

/// The list of exhibits, itself an exhibit with one parameter, so that it needs no drawing or pointing of its
/// own.
class Menu final : public Exhibit {
  public:
    void compute(const State&) override {}
    float draw(Ui& ui) override {
        ui.painter().rectangle({0, 0, ui.width(), 1 << 14}, ui.theme().raised, 0);
        ui.text({16, 16}, caption, ui.theme().muted, "exhibits");
        // A narrow column makes the flow of choices a list.
        return 40 + figures::choice(ui, 0, {16, 40}, ui.width() - 32);
    }
    Description describe() const override { return {}; }
};

const ExhibitType& menu_type() {
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> out;
        for (const ExhibitType* type : exhibits()) out.push_back({type->id, type->title});
        return out;
    }();
    static const std::array parameters = {Parameter{.name = "exhibit",
                                                    .label = "exhibit",
                                                    .help = "Which exhibit the window shows.",
                                                    .kind = Kind::choice,
                                                    .choices = choices}};
    static const ExhibitType type = {
        "menu",     "Exhibits", "Choose an exhibit.",
        parameters, {},         [] {
            return std::unique_ptr<Exhibit>(std::make_unique<Menu>()); }};
    return type;
}

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

/// GLFW and one window with a GL ES context, for as long as it lives.
class Window {
  public:
    Window(int width, int height, bool visible) {
        if (glfwInit() == GLFW_FALSE) {
            error = "cannot open a display: " + glfw_error();
            return;
        }
        glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
        glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
        handle = glfwCreateWindow(width, height, "Attention explainer", nullptr, nullptr);
        if (handle == nullptr) {
            error = "cannot open a window with OpenGL ES 3: " + glfw_error();
            return;
        }
        glfwMakeContextCurrent(handle);
        glfwSwapInterval(1);
        error = renderer::start();
    }
    ~Window() {
        renderer::stop();
        if (handle != nullptr) glfwDestroyWindow(handle);
        glfwTerminate();
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle = nullptr;
    std::string error;
};

/// A framebuffer to draw a view in; the renderer draws to the lower left corner of whatever is bound.
class Surface {
  public:
    Surface(int width, int height) : width_(width), height_(height) {
        glGenRenderbuffers(1, &color_);
        glBindRenderbuffer(GL_RENDERBUFFER, color_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glGenFramebuffers(1, &frame_);
        glBindFramebuffer(GL_FRAMEBUFFER, frame_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
    }
    ~Surface() {
        glDeleteFramebuffers(1, &frame_);
        glDeleteRenderbuffers(1, &color_);
    }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    bool fits(int width, int height) const { return width == width_ && height == height_; }
    void bind() const { glBindFramebuffer(GL_FRAMEBUFFER, frame_); }
    void copy_to_window(int left) const {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
        glBlitFramebuffer(0, 0, width_, height_, left, 0, left + width_, height_, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
    }

  private:
    int width_, height_;
    GLuint color_ = 0, frame_ = 0;
};

/// A view and its place in the window.
struct Pane {
    std::unique_ptr<View> view;
    std::unique_ptr<Surface> surface;
    float left = 0, width = 0;  // window coordinates

    bool draw(float height, float density) {
        const int pixel_width = static_cast<int>(width * density),
                  pixel_height = static_cast<int>(height * density);
        if (!surface || !surface->fits(pixel_width, pixel_height)) {
            surface = std::make_unique<Surface>(pixel_width, pixel_height);
            view->resize(width, height, pixel_width, pixel_height);
        }
        answer_requests(*view);
        surface->bind();
        const bool more = view->step(glfwGetTime() * 1000, true);
        surface->copy_to_window(static_cast<int>(left * density));
        return more;
    }
};

struct Session {
    Pane menu, exhibit;
    bool dark = false;
    int held = -1;  // the pane whose press goes on outside it
    bool dirty = true;

    Pane& pane(int index) { return index == 0 ? menu : exhibit; }

    void show(const ExhibitType& type) {
        exhibit.view = std::make_unique<View>(type);
        exhibit.view->set_dark(dark);
        exhibit.surface.reset();
        dirty = true;
    }

    void pointer(Pointer kind, double x, double y) {
        const int over = static_cast<float>(x) < exhibit.left ? 0 : 1;
        const int target = held >= 0 ? held : over;
        if (kind == Pointer::down) held = over;
        if (kind == Pointer::up) held = -1;
        Pane& pane = this->pane(target);
        pane.view->pointer(kind, {static_cast<float>(x) - pane.left, static_cast<float>(y)}, false);
        if (kind == Pointer::move && held < 0)
            this->pane(1 - target).view->pointer(Pointer::cancel, {-1, -1}, false);
        dirty = true;
    }
};

Session& session_of(GLFWwindow* window) {
    return *static_cast<Session*>(glfwGetWindowUserPointer(window));
}

void listen(GLFWwindow* window) {
    glfwSetCursorPosCallback(
        window, [](GLFWwindow* w, double x, double y) { session_of(w).pointer(Pointer::move, x, y); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
        if (button != GLFW_MOUSE_BUTTON_LEFT) return;
        double x = 0, y = 0;
        glfwGetCursorPos(w, &x, &y);
        session_of(w).pointer(action == GLFW_PRESS ? Pointer::down : Pointer::up, x, y);
    });
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int) {
        if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS) glfwSetWindowShouldClose(w, GLFW_TRUE);
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { session_of(w).dirty = true; });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { session_of(w).dirty = true; });
}

}  // namespace

std::string run_window(const ExhibitType& type, const std::string& state, int width, int height, bool dark) {
    Window window(width, height, true);
    if (!window.error.empty()) return window.error;
    Session session;
    session.dark = dark;
    session.menu.view = std::make_unique<View>(menu_type());
    session.menu.view->set_dark(dark);
    session.menu.view->restore("exhibit=" + std::string(type.id));
    session.show(type);
    if (std::optional<std::string> error = session.exhibit.view->restore(state)) return *error;
    glfwSetWindowUserPointer(window.handle, &session);
    listen(window.handle);

    while (glfwWindowShouldClose(window.handle) == GLFW_FALSE) {
        // Idle costs nothing here too: without anything to draw, wait for the next event.
        session.dirty ? glfwPollEvents() : glfwWaitEvents();
        int window_width = 0, window_height = 0, pixel_width = 0, pixel_height = 0;
        glfwGetWindowSize(window.handle, &window_width, &window_height);
        glfwGetFramebufferSize(window.handle, &pixel_width, &pixel_height);
        if (window_width == 0 || pixel_width == 0) continue;  // minimised
        const float density = static_cast<float>(pixel_width) / static_cast<float>(window_width);
        session.menu.width = session.exhibit.left =
            std::min(menu_width, static_cast<float>(window_width) / 2);
        session.exhibit.width = static_cast<float>(window_width) - session.exhibit.left;
        const auto tall = static_cast<float>(window_height);
        const bool menu_moves = session.menu.draw(tall, density);
        const bool exhibit_moves = session.exhibit.draw(tall, density);
        session.dirty = menu_moves || exhibit_moves;
        glfwSwapBuffers(window.handle);
        if (session.menu.view->take_changed()) {
            session.show(*exhibits()[static_cast<size_t>(session.menu.view->state().choice(0))]);
        }
    }
    return "";
}

std::string take_picture(View& view, int width, int height, Picture& out) {
    const Window window(width, height, false);
    if (!window.error.empty()) return window.error;
    const Surface surface(width, height);
    surface.bind();
    view.set_reduced_motion(true);
    view.resize(static_cast<float>(width), static_cast<float>(height), width, height);
    answer_requests(view);
    double time = 0;
    while (view.step(time, true)) time += 16;
    out = {width, height,
           std::vector<unsigned char>(static_cast<size_t>(width) * static_cast<size_t>(height) * 4)};
    std::vector<unsigned char> bottom_up(out.rgba.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bottom_up.data());
    const size_t stride = static_cast<size_t>(width) * 4;
    for (size_t row = 0; row < static_cast<size_t>(height); ++row) {
        std::copy_n(&bottom_up[(static_cast<size_t>(height) - 1 - row) * stride], stride,
                    &out.rgba[row * stride]);
    }
    return "";
}

}  // namespace host
