// Leaks of OpenGL drivers are not ours: suppressed by library, and by nothing wider. See native_leaks.h.
#include "host/native_leaks.h"

#if defined(__SANITIZE_ADDRESS__)
#define LEAKS_ARE_CHECKED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEAKS_ARE_CHECKED
#endif
#endif

#ifdef LEAKS_ARE_CHECKED
#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    // By the module's file name: Mesa's and NVIDIA's. Nothing of ours is called from inside a driver.
    return "leak:libEGL_\nleak:libGLX_\nleak:_dri.so\nleak:libgallium\nleak:libnvidia-";
}

extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
    return "print_suppressions=0";  // a clean end says nothing
}

void host::keep_libraries_loaded() {
    std::vector<std::string> names;  // opening one inside the iteration would wait for the loader's lock
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* to) {
            if (info->dlpi_name != nullptr && *info->dlpi_name != 0)
                static_cast<std::vector<std::string>*>(to)->push_back(info->dlpi_name);
            return 0;
        },
        &names);
    for (const std::string& name : names) dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}
#else
void host::keep_libraries_loaded() {}
#endif
