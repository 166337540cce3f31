// A GL program from GLSL sources. Nothing about what it draws.
#pragma once

#include <GLES3/gl3.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace explainer {

/// Compiles and links in the current context; the fragment stage may come in parts. 0 and the driver's words
/// in `log` if that fails.
GLuint make_program(std::string_view vertex, std::initializer_list<std::string_view> fragment,
                    std::string& log);

}  // namespace explainer
