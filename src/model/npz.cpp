// One entry.
#include "npz.h"

#include <string_view>

#include "npy.h"

namespace model {

ArrayRead array_of(const ZipEntry& entry, std::unique_ptr<std::byte[]> inflated, std::uint64_t most_bytes) {
    constexpr std::string_view ending = ".npy";
    const auto wrong = [&](std::string what) { return ArrayRead{{entry.name, std::move(what)}, {}}; };
    if (entry.name.ends_with(".pkl")) {
        return wrong(
            "is a pickle, as in PyTorch's files, and reading those runs what the file says: save with "
            "np.savez "
            "or safetensors");
    }
    if (!entry.name.ends_with(ending)) return wrong("is no .npy file, as those of np.savez are");
    const std::span<const std::byte> bytes =
        entry.deflated ? std::span<const std::byte>(inflated.get(), static_cast<std::size_t>(entry.size))
                       : entry.bytes;
    if (crc32(bytes) != entry.crc32) return wrong("is damaged: its checksum is not what the file says");
    ArrayRead read = read_npy(bytes, entry.name.substr(0, entry.name.size() - ending.size()), most_bytes);
    if (!read.array.own && !read.array.is_text) read.array.own = std::move(inflated);  // numbers lie in it
    return read;
}

}  // namespace model
