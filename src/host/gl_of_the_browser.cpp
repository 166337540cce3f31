// What the explainer asks of GL, for its web modules: the answers of Emscripten's GL, which know every
// question that there is, would be 1.2 KB (gzip) more of JavaScript. Found before those, so that they stay
// out.
#include <GLES3/gl3.h>
#include <emscripten/em_js.h>

// clang-format off
EM_JS_DEPS(gl_of_the_browser, "$GL,$stringToUTF8");

// How its shader or program number `object` fared, and in what words.
EM_JS(int, status_of, (bool program, unsigned object, unsigned status), {
    return Number(program ? GLctx.getProgramParameter(GL.programs[object], status) : GLctx.getShaderParameter(GL.shaders[object], status));
});
EM_JS(int, words_of, (bool program, unsigned object, char* out, int room), {
    const words = (program ? GLctx.getProgramInfoLog(GL.programs[object]) : GLctx.getShaderInfoLog(GL.shaders[object])) || "";
    if (room > 0) stringToUTF8(words, out, room);
    return words.length;
});
EM_JS(int, limit_of_gl, (unsigned name), { return Number(GLctx.getParameter(name)); });
// clang-format on

static void answer(bool program, GLuint object, GLenum name, GLint* out) {
    *out = name == GL_INFO_LOG_LENGTH ? words_of(program, object, nullptr, 0) + 1
                                      : status_of(program, object, name);
}

extern "C" {

void glGetShaderiv(GLuint shader, GLenum name, GLint* out) {
    answer(false, shader, name, out);
}
void glGetProgramiv(GLuint program, GLenum name, GLint* out) {
    answer(true, program, name, out);
}
void glGetShaderInfoLog(GLuint shader, GLsizei room, GLsizei*, GLchar* out) {
    words_of(false, shader, out, room);
}
void glGetProgramInfoLog(GLuint program, GLsizei room, GLsizei*, GLchar* out) {
    words_of(true, program, out, room);
}
void glGetIntegerv(GLenum name, GLint* out) {
    *out = name == GL_MAJOR_VERSION ? 3 : name == GL_MINOR_VERSION ? 0 : limit_of_gl(name);
}
const GLubyte* glGetString(GLenum) {
    return reinterpret_cast<const GLubyte*>("OpenGL ES 3.0");
}

}  // extern "C"
