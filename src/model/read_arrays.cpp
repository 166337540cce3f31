// From each format's reader to the same arrays.
#include "read_arrays.h"

#include "npy.h"
#include "npz.h"
#include "safetensors.h"

namespace model {
namespace {

TensorError add_npy(std::span<const std::byte> file, std::uint64_t most_bytes, Arrays& to) {
    ArrayRead read = read_npy(file, "file", most_bytes);
    if (read.error) return std::move(read.error);
    read.array.name.clear();
    to.arrays.push_back(std::move(read.array));
    return {};
}

TensorError add_npz(std::span<const std::byte> file, Inflate inflate, std::uint64_t most_bytes, Arrays& to) {
    Zip zip = read_zip(file, most_bytes);
    if (zip.error) return std::move(zip.error);
    for (const ZipEntry& entry : zip.entries) {
        const auto wrong = [&](std::string what) { return TensorError{entry.name, std::move(what)}; };
        std::unique_ptr<std::byte[]> inflated;
        if (entry.deflated) {
            const std::string size = std::to_string(entry.size);
            if (!inflate) return wrong("is compressed, which is not read here: save with np.savez");
            inflated = memory_of(entry.size);
            if (!inflated) return wrong("takes " + size + " bytes of memory, which are not there");
            if (!inflate(entry.bytes, {inflated.get(), static_cast<std::size_t>(entry.size)}))
                return wrong("is damaged: does not inflate to the " + size + " bytes that the file says");
        }
        ArrayRead read = array_of(entry, std::move(inflated), most_bytes);
        if (read.error) return std::move(read.error);
        to.arrays.push_back(std::move(read.array));
    }
    return {};
}

TensorError add_safetensors(std::span<const std::byte> file, std::uint64_t most_bytes, Arrays& to) {
    Safetensors tensors = read_safetensors(file);
    if (tensors.error) return std::move(tensors.error);
    for (const Tensor& tensor : tensors.tensors) {
        ArrayRead read = array_of(tensor, most_bytes);
        if (read.error) return std::move(read.error);
        to.arrays.push_back(std::move(read.array));
    }
    to.metadata = std::move(tensors.metadata);
    return {};
}

}  // namespace

Arrays read_arrays(std::span<const std::byte> file, Inflate inflate, std::uint64_t most_bytes) {
    Arrays read;
    read.format = format_of(file);
    switch (read.format) {
        case ArrayFormat::npy:
            read.error = add_npy(file, most_bytes, read);
            break;
        case ArrayFormat::zip:
            read.error = add_npz(file, inflate, most_bytes, read);
            break;
        case ArrayFormat::safetensors:
            read.error = add_safetensors(file, most_bytes, read);
            break;
        case ArrayFormat::unknown:
            read.error = why_unknown(file);
            break;
        case ArrayFormat::json:
            break;
    }
    if (read.error) read.arrays.clear();
    return read;
}

}  // namespace model
