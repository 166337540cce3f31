// Marks at the beginning. Safetensors has none, but a length no text can be.
#include "array_format.h"

#include <string_view>

#include "safetensors.h"

namespace model {
namespace {

// A header's length that the format allows, and a { after it. (Its upper bytes are zeros, which no JSON has.)
bool is_safetensors(std::string_view text) {
    if (text.size() < 9 || text[8] != '{') return false;
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>(text[i]);
    return length <= longest_header;
}

}  // namespace

ArrayFormat format_of(std::span<const std::byte> file) {
    std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (text.starts_with("\x93NUMPY")) return ArrayFormat::npy;
    // the second: a .zip without entries
    if (text.starts_with("PK\3\4") || text.starts_with("PK\5\6")) return ArrayFormat::zip;
    if (is_safetensors(text)) return ArrayFormat::safetensors;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // editors' mark of UTF-8
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = first != text.npos && (text[first] == '{' || text[first] == '[');
    return json ? ArrayFormat::json : ArrayFormat::unknown;
}

TensorError why_unknown(std::span<const std::byte> file) {
    if (file.empty()) return {"file", "is empty"};
    if (file[0] == std::byte{0x80}) {
        return {"file",
                "is a pickle, and reading those runs what the file says: save with np.savez or safetensors"};
    }
    return {"file", "is none of .npy, .npz, .safetensors and JSON"};
}

}  // namespace model
