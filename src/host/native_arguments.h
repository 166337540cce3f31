// The command line of the native host. Parsing only; nothing is opened or printed.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace host {

struct Arguments {
    std::string exhibit = "dot-product";
    std::string state;
    std::string screenshot;  // a file name; empty: none
    int width = 1120, height = 760;
    bool dark = false, describe = false, list = false, help = false;
    bool debug = false, trap_nan = false;
};

inline constexpr const char* usage =
    "attention-explainer [--exhibit ID] [--state STRING] [--theme light|dark] [--describe]\n"
    "                    [--screenshot FILE.png] [--size WxH] [--list] [--help]\n"
    "                    [--debug] [--trap-nan]\n"
    "--debug shows a pane beside the exhibit: state, tables, times (F12 in the window). --trap-nan stops "
    "where\n"
    "a NaN is born (SIGFPE).\n";

/// The arguments, or one line that says what is wrong with them.
std::variant<Arguments, std::string> parse_arguments(int count, const char* const* values);

}  // namespace host
