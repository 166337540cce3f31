// The command line of the native host. Parsing only; nothing is opened or printed.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace host {

struct Arguments {
    std::string exhibit = "dot-product";
    std::string state;
    std::string tensors;     // a file name; empty: the exhibit's own numbers
    std::string screenshot;  // a file name; empty: none
    int width = 1120, height = 760;
    std::string shaders;  // a folder; empty: as built
    bool dark = false, describe = false, numpy = false, list = false, help = false;
    bool debug = false, trap_nan = false;
};

inline constexpr const char* usage =
    "attention-explainer [--exhibit ID] [--tensors FILE] [--state STRING] [--theme light|dark]\n"
    "                    [--describe] [--numpy] [--screenshot FILE.png] [--size WxH] [--list] [--help]\n"
    "                    [--debug] [--trap-nan] [--shaders FOLDER]\n"
    "--tensors: shows those of a .npy, .npz or .safetensors file; an exhibit that takes them\n"
    "--describe: what the exhibit says, as JSON; with --state - for every line of the input, a line each\n"
    "--numpy: Python that computes what the exhibit shows\n"
    "--debug: a pane beside the exhibit with state, kernels, times and tables (F12 in the window)\n"
    "--trap-nan: stop where a NaN is born (SIGFPE)\n"
    "--shaders: read them from a folder, and again when they are saved\n";

/// The arguments, or one line that says what is wrong with them.
std::variant<Arguments, std::string> parse_arguments(int count, const char* const* values);

}  // namespace host
