// The command line of the native host. See native_arguments.h.
#include "host/native_arguments.h"

#include <cstdio>
#include <string_view>

namespace host {

std::variant<Arguments, std::string> parse_arguments(int count, const char* const* values) {
    Arguments out;
    for (int i = 1; i < count; ++i) {
        const std::string name = values[i];
        if (name == "--describe") {
            out.describe = true;
        } else if (name == "--numpy") {
            out.numpy = true;
        } else if (name == "--list") {
            out.list = true;
        } else if (name == "--debug") {
            out.debug = true;
        } else if (name == "--trap-nan") {
            out.trap_nan = true;
        } else if (name == "--help") {
            out.help = true;
        } else if (name == "--exhibit" || name == "--state" || name == "--screenshot" || name == "--size" ||
                   name == "--theme" || name == "--shaders" || name == "--tensors") {
            if (i + 1 == count) return name + " needs a value";
            const std::string value = values[++i];
            if (name == "--exhibit") out.exhibit = value;
            if (name == "--state") out.state = value;
            if (name == "--shaders") out.shaders = value;
            if (name == "--tensors") {
                if (value.empty()) return "--tensors needs a file name";
                out.tensors = value;
            }
            if (name == "--screenshot") {
                if (value.empty()) return "--screenshot needs a file name";
                out.screenshot = value;
            }
            if (name == "--theme") {
                if (value != "light" && value != "dark")
                    return "--theme must be light or dark, got \"" + value + "\"";
                out.dark = value == "dark";
            }
            if (name == "--size") {
                int end = 0;
                const bool read = std::sscanf(value.c_str(), "%5dx%5d%n", &out.width, &out.height, &end) == 2;
                if (!read || value.size() != static_cast<size_t>(end) || out.width < 1 || out.height < 1 ||
                    out.width > 8192 || out.height > 8192) {
                    return "--size must be WxH, from 1x1 to 8192x8192, got \"" + value + "\"";
                }
            }
        } else {
            return "unknown argument \"" + name + "\"; --help lists them";
        }
    }
    return out;
}

}  // namespace host
