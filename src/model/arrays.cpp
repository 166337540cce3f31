// Conversion: every type has one function that reads a number of it, and the order of elements is another's
// business (element_places.h).
#include "arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "element_places.h"
#include "half.h"

namespace model {
namespace {

static_assert(std::endian::native == std::endian::little, "float32 is used where it lies in a file");

template <class T>
T stored(const std::byte* at, bool big_endian) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, at, sizeof(T));
    if (big_endian) std::reverse(raw, raw + sizeof(T));
    T number;
    std::memcpy(&number, raw, sizeof(T));
    return number;
}

template <class T>
float number(const std::byte* at, bool big_endian) {
    return static_cast<float>(stored<T>(at, big_endian));
}

using Read = float (*)(const std::byte* at, bool big_endian);

// Null: numbers of this type are not converted.
Read reader_of(Dtype dtype) {
    switch (dtype) {
        case Dtype::boolean:
            return [](const std::byte* at, bool) { return *at == std::byte{0} ? 0.0f : 1.0f; };
        case Dtype::f16:
            return [](const std::byte* at, bool big) { return from_f16(stored<std::uint16_t>(at, big)); };
        case Dtype::bf16:
            return [](const std::byte* at, bool big) { return from_bf16(stored<std::uint16_t>(at, big)); };
        case Dtype::u8:
            return number<std::uint8_t>;
        case Dtype::i8:
            return number<std::int8_t>;
        case Dtype::u16:
            return number<std::uint16_t>;
        case Dtype::i16:
            return number<std::int16_t>;
        case Dtype::u32:
            return number<std::uint32_t>;
        case Dtype::i32:
            return number<std::int32_t>;
        case Dtype::u64:
            return number<std::uint64_t>;
        case Dtype::i64:
            return number<std::int64_t>;
        case Dtype::f32:
            return number<float>;
        case Dtype::f64:
            return number<double>;
        case Dtype::f8_e5m2:
        case Dtype::f8_e4m3:
            break;
    }
    return nullptr;
}

// With one index that runs, both orders are the same.
bool is_row(std::span<const std::uint64_t> shape) {
    return std::count_if(shape.begin(), shape.end(), [](std::uint64_t size) { return size != 1; }) < 2;
}

}  // namespace

bool count_of(std::span<const std::uint64_t> shape, std::uint64_t& count) {
    count = 1;
    for (const std::uint64_t size : shape) {
        if (size != 0 && count > UINT64_MAX / size) return false;
        count *= size;
    }
    return true;
}

std::unique_ptr<std::byte[]> memory_of(std::uint64_t bytes) {
    if (bytes > static_cast<std::uint64_t>(PTRDIFF_MAX)) return nullptr;
    return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[static_cast<std::size_t>(bytes)]);
}

TensorError set_numbers(Array& array, const Encoded& from, std::uint64_t most_bytes) {
    const Read read = reader_of(from.dtype);
    if (!read) {
        return {array.name, std::string("has type ") + name_of(from.dtype) +
                                ", which is not read: must be F16, BF16, F32, F64, whole numbers or BOOL"};
    }
    const std::size_t size = static_cast<std::size_t>(bytes_of(from.dtype)), count = from.bytes.size() / size;
    const std::uint64_t bytes = std::uint64_t{count} * sizeof(float);
    if (bytes > most_bytes) {
        return {array.name, "takes " + std::to_string(bytes) + " bytes as float32, may take " +
                                std::to_string(most_bytes)};
    }
    const bool fortran = from.fortran && !is_row(array.shape);
    const bool as_here = from.dtype == Dtype::f32 && !from.big_endian && !fortran;
    if (as_here && reinterpret_cast<std::uintptr_t>(from.bytes.data()) % alignof(float) == 0) {
        array.numbers = {reinterpret_cast<const float*>(from.bytes.data()), count};
        return {};
    }
    array.own = memory_of(bytes);
    if (!array.own)
        return {array.name, "takes " + std::to_string(bytes) + " bytes of memory, which are not there"};
    float* to = reinterpret_cast<float*>(array.own.get());
    array.numbers = {to, count};
    if (as_here) {
        std::memcpy(to, from.bytes.data(), from.bytes.size());
        return {};
    }
    ElementPlaces places(array.shape, fortran);
    for (std::size_t i = 0; i < count; ++i)
        to[i] = read(from.bytes.data() + places.next() * size, from.big_endian);
    return {};
}

ArrayRead array_of(const Tensor& tensor, std::uint64_t most_bytes) {
    ArrayRead read;
    read.array.name = tensor.name;
    read.array.shape = tensor.shape;
    if (TensorError error = set_numbers(read.array, {tensor.dtype, tensor.bytes}, most_bytes))
        return {std::move(error), {}};
    return read;
}

NotFinite count_not_finite(std::span<const float> numbers) {
    NotFinite counts;
    for (const float number : numbers) {
        // by its bits: compilers that may take all numbers for finite do not see through them
        const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(number) & 0x7fffffff;
        counts.nan += magnitude > 0x7f800000;
        counts.infinite += magnitude == 0x7f800000;
    }
    return counts;
}

}  // namespace model
