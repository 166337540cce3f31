// GLFW and its GL context. See native_surface.h.
#include "host/native_surface.h"

#include <algorithm>

#include "explainer/drawing/renderer.h"
#include "host/native_leaks.h"

namespace host {
namespace {

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

}  // namespace

Window::Window(int width, int height, bool visible) {
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
    error = explainer::renderer::start();
    keep_libraries_loaded();
}

Window::~Window() {
    explainer::renderer::stop();
    if (handle != nullptr) glfwDestroyWindow(handle);
    glfwTerminate();
}

Surface::Surface(int width, int height) : width_(width), height_(height) {
    glGenRenderbuffers(1, &color_);
    glBindRenderbuffer(GL_RENDERBUFFER, color_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenFramebuffers(1, &frame_);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
}

Surface::~Surface() {
    glDeleteFramebuffers(1, &frame_);
    glDeleteRenderbuffers(1, &color_);
}

void Surface::copy_to_window(int left) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, left, 0, left + width_, height_, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

void Surface::copy_to(std::vector<unsigned char>& rgba, int picture_width, int left) const {
    bind();
    const size_t stride = static_cast<size_t>(width_) * 4;
    std::vector<unsigned char> bottom_up(stride * static_cast<size_t>(height_));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, bottom_up.data());
    for (int row = 0; row < height_; ++row) {
        const size_t to =
            static_cast<size_t>(row) * static_cast<size_t>(picture_width) + static_cast<size_t>(left);
        std::copy_n(&bottom_up[static_cast<size_t>(height_ - 1 - row) * stride], stride, &rgba[to * 4]);
    }
}

}  // namespace host
