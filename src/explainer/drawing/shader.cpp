// Compiling and linking. See shader.h.
#include "explainer/drawing/shader.h"

#include <vector>

namespace explainer {
namespace {

GLuint compile(GLenum stage, std::initializer_list<std::string_view> parts, std::string& log) {
    const GLuint shader = glCreateShader(stage);
    std::vector<const char*> texts;
    std::vector<GLint> sizes;
    for (const std::string_view part : parts) {
        texts.push_back(part.data());
        sizes.push_back(static_cast<GLint>(part.size()));
    }
    glShaderSource(shader, static_cast<GLsizei>(texts.size()), texts.data(), sizes.data());
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == 0) {
        char words[512] = "";
        glGetShaderInfoLog(shader, sizeof words, nullptr, words);
        log += words;
    }
    return shader;
}

}  // namespace

GLuint make_program(std::string_view vertex, std::initializer_list<std::string_view> fragment,
                    std::string& log) {
    const GLuint program = glCreateProgram();
    const GLuint first = compile(GL_VERTEX_SHADER, {vertex}, log);
    const GLuint second = compile(GL_FRAGMENT_SHADER, fragment, log);
    glAttachShader(program, first);
    glAttachShader(program, second);
    glLinkProgram(program);
    glDeleteShader(first);
    glDeleteShader(second);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good != 0) return program;
    if (log.empty()) {
        char words[512] = "";
        glGetProgramInfoLog(program, sizeof words, nullptr, words);
        log = words;
    }
    glDeleteProgram(program);
    return 0;
}

}  // namespace explainer
