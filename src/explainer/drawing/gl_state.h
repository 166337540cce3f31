// Put before Dear ImGui's OpenGL back end by the compiler (cmake/dependencies.cmake). The back end asks for
// the whole GL state in every frame, to put it back afterwards; in a browser each question waits for the
// GPU's process, 3.8 ms in all. Our context is ours alone and nobody relies on a state left behind, so
// questions about state are answered here, by GL's initial values. Limits and versions, asked once at the
// start, go through. And it reads a version with sscanf, for which the C library brings its whole scanner,
// long doubles too: 8 KB (gzip) of what a reader loads; and prints why a shader does not compile, which in a
// browser renderer::start() reports. Not for our own sources, which ask nothing.
#pragma once

#include <GLES3/gl3.h>

#include <cstdio>  // before sscanf and fprintf have another meaning
#include <cstdlib>

namespace gl_state {

inline void get_integers(GLenum name, GLint* out) {
    switch (name) {
        case GL_MAJOR_VERSION:
        case GL_MINOR_VERSION:
        case GL_MAX_TEXTURE_SIZE:
            glGetIntegerv(name, out);
            return;
        case GL_VIEWPORT:  // both are set before each use
        case GL_SCISSOR_BOX:
            out[0] = out[1] = out[2] = out[3] = 0;
            return;
        case GL_ACTIVE_TEXTURE:
            *out = GL_TEXTURE0;
            return;
        case GL_BLEND_SRC_RGB:
        case GL_BLEND_SRC_ALPHA:
            *out = GL_ONE;
            return;
        case GL_BLEND_EQUATION_RGB:
        case GL_BLEND_EQUATION_ALPHA:
            *out = GL_FUNC_ADD;
            return;
        default:  // nothing is bound
            *out = 0;
    }
}

inline GLboolean is_enabled(GLenum) {
    return GL_FALSE;
}

inline GLboolean is_program(GLuint program) {
    return program != 0;
}

/// The whole numbers of a text, one after the other: "#version 300 es", "3.1 (Core Profile)".
template <class... Whole>
int read_whole(const char* text, const char* /*format*/, Whole*... out) {
    int found = 0;
    const auto read = [&](int& number) {
        while (*text != 0 && (*text < '0' || *text > '9')) ++text;
        if (*text == 0) return;
        char* end = nullptr;
        number = static_cast<int>(std::strtol(text, &end, 10));
        text = end;
        ++found;
    };
    (read(*out), ...);
    return found;
}

}  // namespace gl_state

#define glGetIntegerv gl_state::get_integers
#define glIsEnabled gl_state::is_enabled
#define glIsProgram gl_state::is_program
#define sscanf gl_state::read_whole
#ifdef __EMSCRIPTEN__
#define fprintf(...) static_cast<void>(0)
#endif
