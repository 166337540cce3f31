// The reader. The header comes as a stream of what a parser sees, and nothing is kept that does not belong
// there, so that neither deep nesting nor a value of no use takes memory.
#include "safetensors.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace model {
namespace {

constexpr std::size_t most_dimensions = 32;

// What stands in the header of one tensor
struct Entry {
    Tensor tensor;
    std::vector<std::uint64_t> offsets;
    bool has_dtype = false, has_shape = false, has_offsets = false;
};

// Told by nlohmann's parser what comes; returning false stops it.
class Header : public nlohmann::json_sax<nlohmann::json> {
  public:
    TensorError error;
    std::vector<Entry> entries;
    std::map<std::string, std::string> metadata;

    bool start_object(std::size_t) override {
        if (place_ == Place::outside) return go(Place::header);
        if (place_ != Place::header) return misplaced("an object");
        if (name_ == metadata_name) return go(Place::metadata);
        entries.emplace_back().tensor.name = name_;
        return go(Place::tensor);
    }

    bool key(std::string& text) override {
        if (place_ == Place::header) {
            name_ = text;
            return names_.insert(text).second || wrong(text, "is there twice");
        }
        field_ = text;
        if (place_ == Place::metadata)
            return metadata.emplace(text, "").second || wrong(metadata_name, "has " + text + " twice");
        Entry& entry = entries.back();
        bool* has = text == "dtype"          ? &entry.has_dtype
                    : text == "shape"        ? &entry.has_shape
                    : text == "data_offsets" ? &entry.has_offsets
                                             : nullptr;
        if (!has) return wrong(name_, "has a field " + text + ", must have dtype, shape and data_offsets");
        if (*has) return wrong(name_, "has " + text + " twice");
        return *has = true;
    }

    bool end_object() override {
        if (place_ == Place::tensor) {
            const Entry& entry = entries.back();
            for (const auto& [has, field] : {std::pair{entry.has_dtype, "dtype"},
                                             {entry.has_shape, "shape"},
                                             {entry.has_offsets, "data_offsets"}}) {
                if (!has) return wrong(name_, std::string("has no ") + field);
            }
        }
        return go(place_ == Place::header ? Place::outside : Place::header);
    }

    bool start_array(std::size_t) override {
        if (place_ != Place::tensor || field_ == "dtype") return misplaced("a list");
        return go(field_ == "shape" ? Place::shape : Place::offsets);
    }

    bool end_array() override {
        if (place_ == Place::offsets && entries.back().offsets.size() != 2)
            return wrong(name_, "must have two data_offsets, begin and end");
        return go(Place::tensor);
    }

    bool number_unsigned(std::uint64_t number) override {
        if (place_ == Place::shape) {
            std::vector<std::uint64_t>& shape = entries.back().tensor.shape;
            shape.push_back(number);
            return shape.size() <= most_dimensions || wrong(name_, "has more than 32 dimensions");
        }
        if (place_ != Place::offsets) return misplaced("a number");
        std::vector<std::uint64_t>& offsets = entries.back().offsets;
        offsets.push_back(number);
        return offsets.size() <= 2 || wrong(name_, "must have two data_offsets, begin and end");
    }

    bool string(std::string& text) override {
        if (place_ == Place::metadata) {
            metadata[field_] = text;
            return true;
        }
        if (place_ != Place::tensor || field_ != "dtype") return misplaced("a text");
        return dtype_of(text, entries.back().tensor.dtype) ||
               wrong(name_, "has type " + text + ", which the format has not");
    }

    bool null() override { return misplaced("null"); }
    bool boolean(bool) override { return misplaced("true or false"); }
    bool binary(nlohmann::json::binary_t&) override { return misplaced("bytes"); }
    // negative numbers, and those that 64 bits do not hold or that are not whole
    bool number_integer(std::int64_t) override { return not_a_count(); }
    bool number_float(double, const std::string&) override { return not_a_count(); }

    bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
        return wrong("header", "is not JSON from its byte " + std::to_string(at) + " on");
    }

  private:
    enum class Place { outside, header, tensor, shape, offsets, metadata };
    static constexpr const char* metadata_name = "__metadata__";

    Place place_ = Place::outside;
    std::string name_;   // of the tensor
    std::string field_;  // of it, or of the metadata
    std::set<std::string> names_;

    bool go(Place place) {
        place_ = place;
        return true;
    }
    bool wrong(const std::string& argument, const std::string& text) {
        if (!error) error = {argument, text};
        return false;
    }
    bool misplaced(const std::string& what) {
        if (place_ == Place::outside) return wrong("header", "must be an object, is " + what);
        if (place_ == Place::header) return wrong(name_, "must be an object, is " + what);
        return wrong(name_, "has " + what + " in its " + field_);
    }
    bool not_a_count() {
        const bool counts = place_ == Place::shape || place_ == Place::offsets;
        return counts ? wrong(name_, "must have whole numbers from 0 to 2^64 - 1 in its " + field_)
                      : misplaced("a number");
    }
};

// Gives each tensor its bytes. Together they must be all of the data, each byte once.
TensorError place(std::vector<Entry>& entries, std::span<const std::byte> data) {
    std::vector<Entry*> in_order;
    for (Entry& entry : entries) {
        const std::uint64_t begin = entry.offsets[0], end = entry.offsets[1];
        Tensor& tensor = entry.tensor;
        if (begin > end || end > data.size()) {
            return {tensor.name, "has data_offsets " + std::to_string(begin) + " and " + std::to_string(end) +
                                     ", must be in order and within the file's " +
                                     std::to_string(data.size()) + " bytes of data"};
        }
        std::uint64_t bytes = 0;
        if (!bytes_of(tensor.dtype, tensor.shape, bytes))
            return {tensor.name, "has a shape whose bytes 64 bits do not count"};
        if (bytes != end - begin) {
            return {tensor.name, "has " + std::to_string(end - begin) + " bytes, its shape takes " +
                                     std::to_string(bytes)};
        }
        tensor.bytes = data.subspan(begin, bytes);
        in_order.push_back(&entry);
    }
    std::sort(in_order.begin(), in_order.end(),
              [](const Entry* a, const Entry* b) { return a->offsets < b->offsets; });
    std::uint64_t end = 0;
    for (const Entry* entry : in_order) {
        const std::string& name = entry->tensor.name;
        if (entry->offsets[0] < end) return {name, "overlaps the data of another tensor"};
        if (entry->offsets[0] > end) return {name, "comes after data that no tensor has"};
        end = entry->offsets[1];
    }
    if (end < data.size())
        return {"file", "has " + std::to_string(data.size() - end) + " bytes at its end that no tensor has"};
    return {};
}

}  // namespace

Safetensors read_safetensors(std::span<const std::byte> file) {
    constexpr std::size_t prefix = 8;
    const auto wrong = [](std::string argument, std::string text) {
        return Safetensors{{std::move(argument), std::move(text)}, {}, {}};
    };
    if (file.size() < prefix)
        return wrong("file", "has " + std::to_string(file.size()) + " bytes, must have at least 8");
    std::uint64_t length = 0;
    for (std::size_t i = prefix; i-- > 0;) length = length << 8 | static_cast<std::uint64_t>(file[i]);
    if (length > longest_header) {
        return wrong("header", "is said to have " + std::to_string(length) + " bytes, may have " +
                                   std::to_string(longest_header));
    }
    if (length > file.size() - prefix) {
        return wrong("header", "is said to have " + std::to_string(length) + " bytes, the file has " +
                                   std::to_string(file.size() - prefix) + " after its length");
    }
    const char* text = reinterpret_cast<const char*>(file.data() + prefix);
    const char* text_end = text + length;
    if (length == 0 || *text != '{') return wrong("header", "must begin with {");
    // which the parser would take for the end
    if (std::find(text, text_end, '\0') != text_end) return wrong("header", "has a byte that is 0");
    Header header;
    if (!nlohmann::json::sax_parse(text, text_end, &header))
        return Safetensors{std::move(header.error), {}, {}};
    if (TensorError error = place(header.entries, file.subspan(prefix + length)))
        return Safetensors{std::move(error), {}, {}};
    Safetensors read{{}, {}, std::move(header.metadata)};
    for (Entry& entry : header.entries) read.tensors.push_back(std::move(entry.tensor));
    return read;
}

}  // namespace model
