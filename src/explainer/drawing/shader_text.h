// Where the texts of shaders come from: built in, or, in a host to debug with, what a file holds by now.
#pragma once

#include <string_view>

namespace explainer {

/// Finds the text to use instead of shaders/`name`; empty: the built-in one. Set by a host that reads them
/// from files, before renderer::start().
inline std::string_view (*replaced_shader)(std::string_view name) = nullptr;

/// The text of shaders/`name`: `built_in`, unless it was replaced.
inline std::string_view shader_text(std::string_view name, std::string_view built_in) {
    const std::string_view found = replaced_shader == nullptr ? std::string_view{} : replaced_shader(name);
    return found.empty() ? built_in : found;
}

}  // namespace explainer
