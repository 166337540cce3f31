// A GLFW window with an OpenGL ES 3 context, and framebuffers to draw views in. No view, no event.
#pragma once

// clang-format off
#include <GLES3/gl3.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
// clang-format on

#include <string>
#include <vector>

namespace host {

/// GLFW, one window and the renderer, for as long as it lives.
class Window {
  public:
    Window(int width, int height, bool visible);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle = nullptr;
    std::string error;  // why there is none, in words
};

/// A framebuffer to draw a view in; the renderer draws to the lower left corner of whatever is bound.
class Surface {
  public:
    Surface(int width, int height);
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    bool fits(int width, int height) const { return width == width_ && height == height_; }
    void bind() const { glBindFramebuffer(GL_FRAMEBUFFER, frame_); }
    void copy_to_window(int left) const;
    /// RGBA, rows from the top, into a picture that is `picture_width` wide, from its column `left` on.
    void copy_to(std::vector<unsigned char>& rgba, int picture_width, int left) const;

  private:
    int width_, height_;
    GLuint color_ = 0, frame_ = 0;
};

}  // namespace host
