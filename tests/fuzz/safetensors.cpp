// libFuzzer: files of weights, well formed or with anything put in and taken out. What is read must be what
// the format promises: each byte of data is one tensor's, and shapes and sizes fit. Then a small model is
// bound to it.
#include "model/safetensors.h"

#include <algorithm>
#include <string>

#include "bytes.h"
#include "model/transformer.h"

using namespace model;
using namespace fuzz;

namespace {

constexpr Config config{.vocabulary = 2, .context = 2, .width = 2, .layers = 1, .heads = 1, .inner = 1};

struct Named {
    const char* name;
    const char* shape;
    int numbers;
};
constexpr Named named[] = {{"wte.weight", "[2,2]", 4},
                           {"wpe.weight", "[2,2]", 4},
                           {"h.0.ln_1.weight", "[2]", 2},
                           {"h.0.ln_1.bias", "[2]", 2},
                           {"h.0.attn.c_attn.weight", "[2,6]", 12},
                           {"h.0.attn.c_attn.bias", "[6]", 6},
                           {"h.0.attn.c_proj.weight", "[2,2]", 4},
                           {"h.0.attn.c_proj.bias", "[2]", 2},
                           {"h.0.ln_2.weight", "[2]", 2},
                           {"h.0.ln_2.bias", "[2]", 2},
                           {"h.0.mlp.c_fc.weight", "[2,1]", 2},
                           {"h.0.mlp.c_fc.bias", "[1]", 1},
                           {"h.0.mlp.c_proj.weight", "[1,2]", 2},
                           {"h.0.mlp.c_proj.bias", "[2]", 2},
                           {"ln_f.weight", "[2]", 2},
                           {"ln_f.bias", "[2]", 2}};

// A file of that model in types of the fuzzer's choice.
std::string well_formed(Bytes& bytes) {
    std::string header, data;
    for (const Named& one : named) {
        const int type = bytes.below(3);
        const char* types[] = {"F32", "F16", "BF16"};
        const std::size_t begin = data.size();
        for (int i = one.numbers * (type == 0 ? 4 : 2); i > 0; --i) data += static_cast<char>(bytes.byte());
        header += (header.empty() ? "{\"" : ",\"") + std::string(one.name) + "\":{\"dtype\":\"" +
                  types[type] + "\",\"shape\":" + one.shape + ",\"data_offsets\":[" + std::to_string(begin) +
                  "," + std::to_string(data.size()) + "]}";
    }
    return header + "}" + data;
}

// What may be put anywhere in it.
constexpr const char* snippets[] = {
    "[",   "]",     "{",          "}",          ",",    ":",        "\"",
    "-1",  "0",     "4294967296", "1e9",        "null", "[[[[[[[[", "18446744073709551615",
    "F64", "\\u00", "\xff",       "\"dtype\":", "[2]",  "{\"a\":",  "\"__metadata__\":{"};

}  // namespace

void fuzz::check(Bytes& bytes, bool wild) {
    std::string text = well_formed(bytes);
    const std::size_t header = text.find("}}") + 2;
    if (wild) {
        for (int edits = bytes.below(6); edits > 0; --edits) {
            const std::size_t at = static_cast<std::size_t>(bytes.below(static_cast<int>(text.size())));
            switch (bytes.byte() % 4) {
                case 0:
                    text[at] = static_cast<char>(bytes.byte());
                    break;
                case 1:
                    text.insert(at, snippets[bytes.byte() % std::size(snippets)]);
                    break;
                case 2:
                    text.erase(at, static_cast<std::size_t>(1 + bytes.below(40)));
                    break;
                default:
                    text = text.substr(0, at) + text.substr(at / 2);
                    break;
            }
            if (text.empty()) text = "{";
        }
    }
    const std::uint64_t length =
        !wild || bytes.byte() & 1 ? header : std::uint64_t{bytes.byte()} << bytes.below(64);
    std::vector<std::byte> file;
    for (int i = 0; i < 8; ++i) file.push_back(static_cast<std::byte>(length >> 8 * i));
    for (const char c : text) file.push_back(static_cast<std::byte>(c));
    if (wild && bytes.byte() % 4 == 0)
        file.resize(static_cast<std::size_t>(bytes.below(static_cast<int>(file.size()))));

    const Safetensors read = read_safetensors(file);
    if (read.error) {
        demand(wild, "a well-formed file is refused");
        demand(message(read.error).size() > 5 && read.tensors.empty(), "an error that says nothing");
        return;
    }
    std::size_t total = 0;
    std::vector<std::span<const std::byte>> parts;
    for (const Tensor& tensor : read.tensors) {
        std::uint64_t size = 0;
        demand(bytes_of(tensor.dtype, tensor.shape, size) && size == tensor.bytes.size(),
               "bytes are not the shape's");
        total += tensor.bytes.size();
        if (!tensor.bytes.empty()) parts.push_back(tensor.bytes);
    }
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.data() < b.data(); });
    for (std::size_t i = 1; i < parts.size(); ++i)
        demand(parts[i - 1].data() + parts[i - 1].size() == parts[i].data(),
               "data is not one tensor after the other");
    if (!parts.empty()) {
        demand(parts.back().data() + parts.back().size() == file.data() + file.size(),
               "data does not end with the file");
        demand(parts[0].data() == file.data() + (file.size() - total),
               "data does not begin after the header");
    }

    const Bound bound = bind_weights(read.tensors, config);
    demand(wild || !bound.error, "a model's own tensors are refused");
    if (bound.error) return;
    std::vector<float> memory(run_floats(config, 2));
    const int tokens[] = {bytes.below(2), bytes.below(2)};
    demand(!forward(bound.weights, tokens, {}, Run(config, 2, memory.data())), "a valid call is refused");
}
