// What the leak checker of a sanitized build needs to tell the OpenGL driver's leaks from ours. Does nothing
// in other builds.
#pragma once

namespace host {

/// Keeps every library that is loaded now in memory until the process ends. Drivers are unloaded with the
/// window, and a leak whose library is gone has no name left to be told by. Call while the window is open.
void keep_libraries_loaded();

}  // namespace host
