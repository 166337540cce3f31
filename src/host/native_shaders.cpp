// Watching and reading shaders. See native_shaders.h.
#include "host/native_shaders.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "explainer/drawing/renderer.h"
#include "explainer/drawing/shader_text.h"

#if __has_include(<sys/inotify.h>)
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>
#define HAS_INOTIFY
#endif

namespace host {
namespace {

using Texts = std::map<std::string, std::string>;

Texts read(const std::string& folder) {
    Texts out;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string extension = entry.path().extension();
        if (extension != ".vert" && extension != ".frag") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        out[entry.path().filename()] = text.str();
    }
    return out;
}

Texts used;

std::string_view find(std::string_view name) {
    const auto found = used.find(std::string(name));
    return found == used.end() ? std::string_view{} : found->second;
}

void use(Texts texts) {
    used = std::move(texts);
    explainer::replaced_shader = find;
}

}  // namespace

ShaderFolder::ShaderFolder(std::string folder, void (*woken)()) : folder_(std::move(folder)), woken_(woken) {
    if (folder_.empty()) return;
#ifdef HAS_INOTIFY
    notes_ = inotify_init1(IN_CLOEXEC);
    stop_ = eventfd(0, EFD_CLOEXEC);
    // Editors write the file, or write another and move it there.
    if (inotify_add_watch(notes_, folder_.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) >= 0) {
        thread_ = std::thread([this] { watch(); });
    }
#endif
}

ShaderFolder::~ShaderFolder() {
    use({});
#ifdef HAS_INOTIFY
    if (thread_.joinable()) {
        eventfd_write(stop_, 1);
        thread_.join();
    }
    for (const int descriptor : {notes_, stop_}) {
        if (descriptor >= 0) close(descriptor);
    }
#endif
}

void ShaderFolder::watch() {
#ifdef HAS_INOTIFY
    pollfd wanted[] = {{notes_, POLLIN, 0}, {stop_, POLLIN, 0}};
    while (poll(wanted, 2, -1) >= 0 && wanted[1].revents == 0) {
        alignas(inotify_event) char events[4096];
        if (::read(notes_, events, sizeof events) <= 0) return;
        changed_ = true;
        woken_();
    }
#endif
}

std::string ShaderFolder::reload() {
    Texts texts = read(folder_);
    if (texts.empty()) return "there is no shader in " + folder_;
    use(texts);
    std::string error = explainer::renderer::start();
    while (error.ends_with('\n')) error.pop_back();  // drivers end their words so
    if (error.empty()) {
        good_ = std::move(texts);
        return "";
    }
    use(good_);
    explainer::renderer::start();
    return error;
}

}  // namespace host
