// GLFW window of the native host. See native_window.h.
#include "host/native_window.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "explainer/figures/controls.h"
#include "host/native_debug_pane.h"
#include "host/native_requests.h"
#include "host/native_shaders.h"
#include "host/native_surface.h"

namespace host {
namespace {

using namespace explainer;

constexpr float menu_width = 224;

// The sources' own folder in a debug build: what is saved there is seen at once.
#ifdef SHADERS_FOLDER
constexpr const char* built_shaders = SHADERS_FOLDER;
#else
constexpr const char* built_shaders = "";
#endif

/// The list of exhibits, itself an exhibit with one parameter, so that it needs no drawing or pointing of its
/// own.
class Menu final : public Exhibit {
  public:
    void compute(const State&) override {}
    figures::Block sheet(Ui& ui) const override {
        // A narrow column makes the flow of choices a list.
        return figures::column(
            0,
            figures::drawing(24,
                             [](Ui& on, Rect rect) {
                                 on.painter().rectangle({0, 0, on.width(), 1 << 14}, on.theme().raised, 0);
                                 on.text({rect.x, rect.y}, caption, on.theme().muted, "exhibits");
                             }),
            figures::choice(ui, 0));
    }
    Description describe() const override { return {}; }
};

/// The exhibits of the list, and `shown` where it is one that the list leaves out.
struct MenuType {
    std::vector<const ExhibitType*> entries{exhibits().begin(), exhibits().end()};
    std::vector<Choice> choices;
    Parameter parameter{.name = "exhibit",
                        .label = "exhibit",
                        .help = "Which exhibit the window shows.",
                        .kind = Kind::choice};
    ExhibitType type{
        "menu",          "Exhibits", "Choose an exhibit.",
        {&parameter, 1}, {},         [] {
                         return std::unique_ptr<Exhibit>(std::make_unique<Menu>()); }};

    explicit MenuType(const ExhibitType& shown) {
        if (std::find(entries.begin(), entries.end(), &shown) == entries.end()) entries.push_back(&shown);
        for (const ExhibitType* entry : entries) choices.push_back({entry->id, entry->title});
        parameter.choices = choices;
    }
    MenuType(const MenuType&) = delete;  // its parts point at each other
    MenuType& operator=(const MenuType&) = delete;
};

/// The part of the window that one view, or the debug pane, draws in.
struct Place {
    std::unique_ptr<Surface> surface;
    float left = 0, width = 0;  // window coordinates

    /// Ready to be drawn in. True if it is new, at another size than before.
    bool bind(float height, float density) {
        const int pixel_width = static_cast<int>(width * density),
                  pixel_height = static_cast<int>(height * density);
        const bool fits = surface && surface->fits(pixel_width, pixel_height);
        if (!fits) surface = std::make_unique<Surface>(pixel_width, pixel_height);
        surface->bind();
        return !fits;
    }
    void copy_to_window(float density) const { surface->copy_to_window(static_cast<int>(left * density)); }
};

/// A view and its place in the window.
struct ViewPane {
    std::unique_ptr<View> view;
    Place place;

    /// `metrics` may lie over it.
    bool draw(float height, float density, ExhibitMetrics* metrics = nullptr,
              const Opener& opener = nullptr) {
        if (place.bind(height, density)) {
            view->resize(place.width, height, static_cast<int>(place.width * density),
                         static_cast<int>(height * density));
        }
        answer_requests(*view, opener);
        place.surface->bind();
        const bool more = view->step(glfwGetTime() * 1000, true);
        if (metrics != nullptr) metrics->draw(1 / 60.0f);
        place.copy_to_window(density);
        return more;
    }
    void pointer(Pointer kind, float x, float y) { view->pointer(kind, {x - place.left, y}, false); }
};

struct Session {
    Session(GLFWwindow* handle, const WindowOptions& options) : window(handle), dark(options.dark) {
        meter.trap_nan(options.trap_nan);
    }

    GLFWwindow* window;
    StageMeter meter;         // outlives the views that it watches
    std::string shader_news;  // outlives the pane that shows it
    ViewPane menu, exhibit;
    Place pane_place;
    std::unique_ptr<DebugPane> pane;
    bool dark, pane_shown = false;
    // As the last event told it. Where the pointer is by now (glfwGetCursorPos) is further on than a press
    // that waited for a slow frame.
    Point pointer_at;
    int held = -1;  // the part whose press goes on outside it: 0 menu, 1 exhibit, 2 debug pane
    bool dirty = true;
    double last_time = 0;
    float width = 0;
    // What the exhibit asked to be shown in its place (null: nothing), once this frame is over.
    const ExhibitType* wanted = nullptr;
    std::string wanted_state;

    void show(std::unique_ptr<View> view) {
        exhibit.view = std::move(view);
        exhibit.view->set_dark(dark);
        exhibit.view->observe(&meter);
        exhibit.place.surface.reset();
        if (pane) pane->attach(*exhibit.view);
        dirty = true;
    }

    void show_pane(bool shown) {
        pane_shown = shown;
        if (shown && !pane) {
            pane = std::make_unique<DebugPane>(window, meter, dark);
            pane->attach(*exhibit.view);
            pane->shader_news = &shader_news;
        }
        layout(width);  // for a press that comes before the next frame
    }

    /// Reads them, and says what came of it; also for those who have no pane open.
    void read(ShaderFolder& shaders) {
        const std::string error = shaders.reload();
        shader_news = error.empty() ? "shaders read from " + shaders.folder() : error;
        std::fprintf(stderr, "attention-explainer: %s\n", shader_news.c_str());
        dirty = true;
    }

    void layout(float window_width) {
        width = window_width;
        menu.place.width = exhibit.place.left = std::min(menu_width, width / 3);
        pane_place.width = pane_shown ? std::min(DebugPane::width, width / 3) : 0;
        pane_place.left = width - pane_place.width;
        exhibit.place.width = pane_place.left - exhibit.place.left;
    }

    /// One frame of everything.
    void draw(float height, float density) {
        const bool menu_moves = menu.draw(height, density);
        const bool exhibit_moves = exhibit.draw(height, density, pane_shown ? &pane->metrics : nullptr,
                                                [this](const ExhibitType& type, const std::string& state) {
                                                    wanted = &type;
                                                    wanted_state = state;
                                                });
        bool pane_moves = false;
        if (pane_shown) {
            const double time = glfwGetTime();
            pane_place.bind(height, density);
            const std::string before = exhibit.view->state().save();
            pane_moves = pane->draw(pane_place.width, height, density, static_cast<float>(time - last_time));
            // What was typed there shows here in the next frame.
            pane_moves |= pane->always_draws() || before != exhibit.view->state().save();
            pane_place.copy_to_window(density);
            last_time = time;
        }
        meter.end_frame();
        dirty = menu_moves || exhibit_moves || pane_moves;
        const std::string state = exhibit.view->state().save();
        const std::string title = std::string(exhibit.view->type().id) + (state.empty() ? "" : " " + state) +
                                  (pane_shown ? " [debug]" : "");
        if (title != title_) glfwSetWindowTitle(window, (title_ = title).c_str());
    }

    void pointer(Pointer kind) {
        const auto [x, y] = pointer_at;
        const int over = x < exhibit.place.left ? 0 : pane_shown && x >= pane_place.left ? 2 : 1;
        const int target = held >= 0 ? held : over;
        if (kind == Pointer::down) {
            held = over;
            if (pane_shown && over != 2) pane->leave();
        }
        if (kind == Pointer::up) held = -1;
        for (int part = 0; part < 3; ++part) {
            if (part == target) {
                send(part, kind, x, y);
            } else if (kind == Pointer::move && held < 0) {
                send(part, Pointer::cancel, -1, -1);  // it is not over the others
            }
        }
        dirty = true;
    }

    void wheel(float dx, float dy) {
        if (!pane_shown) return;
        pointer_at.x >= pane_place.left ? pane->wheel(dx, dy) : pane->metrics.wheel(dx, dy);
        dirty = true;
    }

    void key(int key, int scancode, int action, int modifiers) {
        const bool typing = pane_shown && pane->typing();
        if (pane_shown) pane->key(key, scancode, action, modifiers);
        if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS && !typing)
            glfwSetWindowShouldClose(window, GLFW_TRUE);
        if (key == GLFW_KEY_F12 && action == GLFW_PRESS) show_pane(!pane_shown);
        dirty = true;
    }

  private:
    void send(int part, Pointer kind, float x, float y) {
        if (part == 0) menu.pointer(kind, x, y);
        if (part == 1 && !(pane_shown && pane->metrics.pointer(kind, x - exhibit.place.left, y)))
            exhibit.pointer(kind, x, y);
        if (part == 2 && pane_shown) pane->pointer(kind, x - pane_place.left, y);
    }

    std::string title_;
};

Session& session_of(GLFWwindow* window) {
    return *static_cast<Session*>(glfwGetWindowUserPointer(window));
}

void listen(GLFWwindow* window) {
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
        session_of(w).pointer_at = {static_cast<float>(x), static_cast<float>(y)};
        session_of(w).pointer(Pointer::move);
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
        if (button != GLFW_MOUSE_BUTTON_LEFT) return;
        session_of(w).pointer(action == GLFW_PRESS ? Pointer::down : Pointer::up);
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double dx, double dy) {
        session_of(w).wheel(static_cast<float>(dx), static_cast<float>(dy));
    });
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        session_of(w).key(key, scancode, action, modifiers);
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned sign) {
        Session& session = session_of(w);
        if (session.pane_shown) session.pane->character(sign);
        session.dirty = true;
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { session_of(w).dirty = true; });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { session_of(w).dirty = true; });
}

}  // namespace

std::string run_window(std::unique_ptr<View> view, const WindowOptions& options) {
    const ExhibitType& type = *find_exhibit(view->type().id);
    Window window(options.width, options.height, true);
    if (!window.error.empty()) return window.error;
    const MenuType menu(type);  // outlives the view that refers to it
    Session session(window.handle, options);
    session.menu.view = std::make_unique<View>(menu.type);
    session.menu.view->set_dark(options.dark);
    session.menu.view->restore("exhibit=" + std::string(type.id));
    session.show(std::move(view));
    session.show_pane(options.debug);
    ShaderFolder shaders(options.shaders.empty() ? built_shaders : options.shaders, glfwPostEmptyEvent);
    if (!options.shaders.empty()) session.read(shaders);
    glfwSetWindowUserPointer(window.handle, &session);
    listen(window.handle);

    while (glfwWindowShouldClose(window.handle) == GLFW_FALSE) {
        // Idle costs nothing here too: without anything to draw, wait for the next event.
        session.dirty ? glfwPollEvents() : glfwWaitEvents();
        int window_width = 0, window_height = 0, pixel_width = 0, pixel_height = 0;
        glfwGetWindowSize(window.handle, &window_width, &window_height);
        glfwGetFramebufferSize(window.handle, &pixel_width, &pixel_height);
        if (window_width == 0 || pixel_width == 0) continue;  // minimised
        if (shaders.take_changed()) session.read(shaders);
        session.layout(static_cast<float>(window_width));
        session.draw(static_cast<float>(window_height),
                     static_cast<float>(pixel_width) / static_cast<float>(window_width));
        glfwSwapBuffers(window.handle);
        if (session.menu.view->take_changed()) {
            const auto chosen = static_cast<size_t>(session.menu.view->state().choice(0));
            session.show(std::make_unique<View>(*menu.entries[chosen]));
        } else if (const ExhibitType* wanted = std::exchange(session.wanted, nullptr)) {
            session.menu.view->restore("exhibit=" + std::string(wanted->id));
            session.show(std::make_unique<View>(*wanted));
            session.exhibit.view->restore(session.wanted_state);
        }
    }
    return "";
}

std::string take_picture(View& view, const WindowOptions& options, Picture& out) {
    const int width = options.width, height = options.height;
    const int pane_width = options.debug ? std::min(static_cast<int>(DebugPane::width), width / 2) : 0;
    const int view_width = width - pane_width;
    const Window window(width, height, false);
    if (!window.error.empty()) return window.error;
    ShaderFolder shaders(options.shaders, [] {});
    if (!options.shaders.empty()) {
        if (std::string error = shaders.reload(); !error.empty()) return error;
    }
    StageMeter meter;
    meter.trap_nan(options.trap_nan);
    view.observe(&meter);
    out = {width, height,
           std::vector<unsigned char>(static_cast<size_t>(width) * static_cast<size_t>(height) * 4)};
    {
        const Surface surface(view_width, height);
        view.set_reduced_motion(true);
        view.resize(static_cast<float>(view_width), static_cast<float>(height), view_width, height);
        answer_requests(view);
        surface.bind();
        double time = 0;
        while (view.step(time, true)) {
            time += 16;
            meter.end_frame();
        }
        surface.copy_to(out.rgba, width, 0);
    }
    if (pane_width > 0) {
        const Surface surface(pane_width, height);
        surface.bind();
        DebugPane pane(nullptr, meter, options.dark);
        pane.attach(view);
        while (pane.draw(static_cast<float>(pane_width), static_cast<float>(height), 1, 1 / 60.0f)) {
        }
        surface.copy_to(out.rgba, width, view_width);
    }
    view.observe(nullptr);
    return "";
}

}  // namespace host
