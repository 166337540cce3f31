#include "host/native_tensors.h"

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/read_arrays.h"

namespace host {
namespace {

bool inflated(std::span<const std::byte> compressed, std::span<std::byte> to) {
    z_stream stream = {};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;  // (raw DEFLATE)
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(compressed.data()));
    stream.avail_in = static_cast<uInt>(compressed.size());
    stream.next_out = reinterpret_cast<Bytef*>(to.data());
    stream.avail_out = static_cast<uInt>(to.size());
    const int ended = inflate(&stream, Z_FINISH);
    const bool whole = ended == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return whole;
}

/// The list of tokens' texts that a safetensors file may carry by that name.
std::vector<std::string> tokens_of(const std::map<std::string, std::string>& metadata, const char* name) {
    const auto found = metadata.find(name);
    if (found == metadata.end()) return {};
    const nlohmann::json list = nlohmann::json::parse(found->second, nullptr, false);
    if (!list.is_array()) return {};
    std::vector<std::string> out;
    for (const nlohmann::json& one : list) {
        if (!one.is_string()) return {};
        out.push_back(one.get<std::string>());
    }
    return out;
}

}  // namespace

TensorsRead read_tensors(const std::string& file) {
    TensorsRead out;
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    std::ifstream from(file, std::ios::binary);
    if (unknown || !from) {
        out.error = "cannot be read.";
        return out;
    }
    out.tensors.file = model::memory_of(size);
    if (!out.tensors.file ||
        !from.read(reinterpret_cast<char*>(out.tensors.file.get()), static_cast<std::streamsize>(size))) {
        out.error = "cannot be read.";
        return out;
    }
    model::Arrays read = model::read_arrays({out.tensors.file.get(), size}, inflated);
    if (read.error) {
        out.error = model::message(read.error);
        return out;
    }
    if (read.format == model::ArrayFormat::json) {
        out.error = "is JSON, which only pages read.";
        return out;
    }
    out.tensors.arrays = std::move(read.arrays);
    for (const char* name : {"candidates", "candidates_without"}) {
        std::vector<std::string> words = tokens_of(read.metadata, name);
        if (words.empty()) continue;
        model::Array& texts = out.tensors.arrays.emplace_back();
        texts.name = name;
        texts.is_text = true;
        texts.shape = {words.size()};
        texts.words = std::move(words);
    }
    out.tensors.tokens = {.keys = tokens_of(read.metadata, "tokens"),
                          .queries = tokens_of(read.metadata, "query_tokens")};
    if (out.tensors.tokens.keys.empty())
        out.tensors.tokens = explainer::brought::tokens_among(out.tensors.arrays);
    return out;
}

}  // namespace host
