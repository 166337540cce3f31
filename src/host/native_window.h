// A GLFW window (or a hidden one, for pictures) that shows views. OpenGL ES 3, as in the browser.
// No command line, no files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "explainer/view.h"

namespace host {

struct WindowOptions {
    int width = 1120, height = 760;
    bool dark = false;
    bool debug = false;     // the debug pane is shown (F12 in the window)
    bool trap_nan = false;  // see native_stages.h
    std::string shaders;    // a folder to read shaders from, now and whenever they are saved; empty: as built
};

/// Opens a window with the list of exhibits at its left and what the view shows, and runs until it is closed.
/// Returns an error, or nothing.
std::string run_window(std::unique_ptr<explainer::View> view, const WindowOptions& options);

struct Picture {
    int width = 0, height = 0;
    std::vector<unsigned char> rgba;  // rows from the top
};

/// Draws one view without showing a window, once it has settled. Returns an error, or nothing.
std::string take_picture(explainer::View& view, const WindowOptions& options, Picture& out);

}  // namespace host
