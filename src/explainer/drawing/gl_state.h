// Put before Dear ImGui's OpenGL back end by the compiler (cmake/dependencies.cmake). The back end asks for
// the whole GL state in every frame, to put it back afterwards; in a browser each question waits for the
// GPU's process, 3.8 ms in all. Our context is ours alone and nobody relies on a state left behind, so
// questions about state are answered here, by GL's initial values. Limits and versions, asked once at the
// start, go through. Not for our own sources, which ask nothing.
#pragma once

#include <GLES3/gl3.h>

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

}  // namespace gl_state

#define glGetIntegerv gl_state::get_integers
#define glIsEnabled gl_state::is_enabled
#define glIsProgram gl_state::is_program
