// A picture like the host's, then, with any argument, a leak of our own: what the leak checker has to say is
// tested by leaks.test.mjs. Not part of the host.
#include <cstdio>

#include "host/native_window.h"

namespace {

int* volatile kept = nullptr;

void lose(int count) {
    kept = new int[static_cast<size_t>(count) * 1000];
    kept = nullptr;
}

}  // namespace

int main(int count, char**) {
    explainer::View view(*explainer::exhibits().front());
    host::Picture picture;
    const std::string error = host::take_picture(view, {}, picture);
    if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());
    if (count > 1) lose(count);
    return error.empty() ? 0 : 2;
}
