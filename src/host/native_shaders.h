// A folder of shaders that are read again when they are saved. inotify tells, so nothing polls; elsewhere
// than on Linux they are read once, at the start.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <thread>

namespace host {

class ShaderFolder {
  public:
    /// `folder` empty: none. `woken` is called from another thread when something was saved there.
    ShaderFolder(std::string folder, void (*woken)());
    ~ShaderFolder();
    ShaderFolder(const ShaderFolder&) = delete;
    ShaderFolder& operator=(const ShaderFolder&) = delete;

    /// True once after something was saved.
    bool take_changed() { return changed_.exchange(false); }

    /// Reads the folder and starts the renderer anew with it; after an error with what was good before.
    /// Returns the error, or nothing.
    std::string reload();
    const std::string& folder() const { return folder_; }

  private:
    void watch();

    std::string folder_;
    void (*woken_)();
    std::map<std::string, std::string> good_;  // the texts that compiled, by file name
    std::atomic<bool> changed_ = false;
    int notes_ = -1, stop_ = -1;  // inotify, and an event that ends the thread
    std::thread thread_;
};

}  // namespace host
