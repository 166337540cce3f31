// The way in from libFuzzer, the same for every target.
#include "bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 8) return 0;
    fuzz::Bytes bytes(data, size);
    fuzz::check(bytes, bytes.byte() & 1);
    return 0;
}
