// Tensors that a page brings, as JavaScript sees them: a file comes piece by piece into the engine's memory,
// where its arrays then lie; views are made of it. Shapes are those of web/element/types.ts. What can fail
// answers with a text. The code is a module of its own (cmake/figure_modules.mjs), fetched with the first
// tensors.
#include <emscripten/bind.h>

#include <climits>
#include <cmath>
#include <map>
#include <utility>

#include "../explainer/brought/brought.h"
#include "../model/array_format.h"
#include "../model/npy.h"
#include "../model/npz.h"
#include "engine_view.h"
#include "javascript.h"

using emscripten::val;
using namespace explainer;
using javascript::begin_object, javascript::end, javascript::list, javascript::made, javascript::name;
using javascript::number, javascript::number_of, javascript::part, javascript::text, javascript::text_of;

namespace {

struct Brought {
    std::shared_ptr<brought::Tensors> tensors = std::make_shared<brought::Tensors>();
    size_t size = 0, put = 0;  // of the file, in bytes; how many are there
    std::vector<model::ZipEntry> entries;

    std::span<const std::byte> file() const { return {tensors->file.get(), put}; }
};

std::map<int, Brought>& all() {
    static std::map<int, Brought> map;
    return map;
}

/// Those with that number; empty ones that are kept by nobody, where there are none.
Brought& brought_by(int which) {
    static Brought none;
    const auto found = all().find(which);
    if (found != all().end()) return found->second;
    return none = Brought();
}

/// A number for a file of so many bytes, or for arrays (none); 0: there is no memory for it.
int begin(double bytes) {
    static int latest = 0;
    Brought one;
    if (!(bytes >= 0 && bytes < static_cast<double>(INT_MAX))) return 0;
    one.size = static_cast<size_t>(bytes);
    one.tensors->file = model::memory_of(one.size);
    if (!one.tensors->file) return 0;
    all()[++latest] = std::move(one);
    return latest;
}

/// The next bytes of the file. False: they are more than were said.
bool put(int which, const val& chunk) {
    Brought& one = brought_by(which);
    const double count = number_of(chunk, "length");
    if (!(count <= static_cast<double>(one.size - one.put))) return false;
    javascript::copy(chunk, reinterpret_cast<uint8_t*>(one.tensors->file.get()) + one.put);
    one.put += static_cast<size_t>(count);
    return true;
}

/// What the file is: {format, bytes, entries}, the entries those of a .zip that JavaScript inflates; or a
/// text that says what is wrong.
void open(int which) {
    Brought& one = brought_by(which);
    const model::ArrayFormat format = model::format_of(one.file());
    if (format == model::ArrayFormat::unknown) return text(model::message(model::why_unknown(one.file())));
    if (format == model::ArrayFormat::zip) {
        model::Zip zip = model::read_zip(one.file(), model::most_array_bytes);
        if (zip.error) return text(model::message(zip.error));
        one.entries = std::move(zip.entries);
    }
    static constexpr const char* names[] = {"unknown", "npy", "zip", "safetensors", "json"};
    begin_object();
    text("format", names[static_cast<int>(format)]);
    name("entries");
    list(one.entries, [&one](const model::ZipEntry& entry) {
        begin_object();
        text("name", entry.name);
        number("deflated", entry.deflated ? 1 : 0);
        number("begin", static_cast<double>(entry.bytes.data() - one.tensors->file.get()));
        number("length", static_cast<double>(entry.bytes.size()));
        number("size", static_cast<double>(entry.size));
        end();
    });
    end();
}

val bytes_of(int which) {
    const Brought& one = brought_by(which);
    return javascript::view_of(one.tensors->file.get(), one.put);
}

std::string add(brought::Tensors& to, model::ArrayRead&& read) {
    if (read.error) return model::message(read.error);
    to.arrays.push_back(std::move(read.array));
    return "";
}

/// One entry of a .zip: as it is stored, or inflated by JavaScript.
std::string add_entry(int which, int index, const val& inflated) {
    Brought& one = brought_by(which);
    if (index < 0 || static_cast<size_t>(index) >= one.entries.size()) return "There is no such entry";
    const model::ZipEntry& entry = one.entries[static_cast<size_t>(index)];
    std::unique_ptr<std::byte[]> own;
    if (entry.deflated) {
        own = model::memory_of(entry.size);
        if (!own) return entry.name + " takes more memory than there is";
        if (number_of(inflated, "length") != static_cast<double>(entry.size))
            return entry.name + " is damaged: it inflates to another size than the file says";
        javascript::copy(inflated, reinterpret_cast<uint8_t*>(own.get()));
    }
    return add(*one.tensors, model::array_of(entry, std::move(own)));
}

/// Sizes as JavaScript has them.
std::string shape_of(const val& list, model::Array& to) {
    for (int axis = 0, axes = static_cast<int>(number_of(list, "length")); axis < axes; ++axis) {
        const double size = number_of(part(list, axis));
        if (!(size >= 0 && size <= INT_MAX && size == std::floor(size)))
            return to.name + " has no such shape";
        to.shape.push_back(static_cast<std::uint64_t>(size));
    }
    return "";
}

/// A tensor that lies in the file: {name, dtype, shape, begin, end}, from where its data begin.
std::string add_tensor(int which, double data, const val& entry) {
    Brought& one = brought_by(which);
    model::Array named;
    named.name = text_of(part(entry, "name"));
    if (std::string why = shape_of(part(entry, "shape"), named); !why.empty()) return why;
    model::Tensor tensor;
    tensor.name = named.name;
    tensor.shape = named.shape;
    const std::string dtype = text_of(part(entry, "dtype"));
    if (!model::dtype_of(dtype, tensor.dtype))
        return tensor.name + " is of a type that is not known: " + dtype;
    const double begin = data + number_of(entry, "begin"), stop = data + number_of(entry, "end");
    if (!(begin >= 0 && begin <= stop && stop <= static_cast<double>(one.put)))
        return tensor.name + " lies outside of the file";
    tensor.bytes = one.file().subspan(static_cast<size_t>(begin), static_cast<size_t>(stop - begin));
    std::uint64_t bytes = 0;
    if (!model::bytes_of(tensor.dtype, tensor.shape, bytes) || bytes != tensor.bytes.size())
        return tensor.name + " has other than the bytes of its shape";
    return add(*one.tensors, model::array_of(tensor));
}

std::vector<std::string> texts_of(const val& list) {
    std::vector<std::string> out;
    for (int i = 0, count = static_cast<int>(number_of(list, "length")); i < count; ++i)
        out.push_back(text_of(part(list, i)));
    return out;
}

/// An array of the page's own: {name, shape, data}, the data typed numbers; copied. Or {name, shape, words}.
std::string add_array(int which, const val& entry) {
    model::Array array;
    array.name = text_of(part(entry, "name"));
    if (std::string why = shape_of(part(entry, "shape"), array); !why.empty()) return why;
    if (const val words = part(entry, "words"); !words.isUndefined()) {
        array.is_text = true;
        array.words = texts_of(words);
        brought_by(which).tensors->arrays.push_back(std::move(array));
        return "";
    }
    const val data = part(entry, "data");
    const double length = number_of(data, "length");
    std::uint64_t count = 0;
    if (!model::count_of(array.shape, count) || static_cast<double>(count) != length)
        return array.name + " has not as many numbers as its shape says";
    array.own = model::memory_of(count * sizeof(float));
    if (!array.own) return array.name + " takes more memory than there is";
    auto* numbers = reinterpret_cast<float*>(array.own.get());
    javascript::copy(data, numbers);
    array.numbers = {numbers, static_cast<size_t>(count)};
    brought_by(which).tensors->arrays.push_back(std::move(array));
    return "";
}

/// The arrays are there: with these tokens, or those among the arrays. A text that says why the exhibit
/// cannot show them, or what the parameters of that exhibit are: their greatest values and their defaults.
void bring(int which, const std::string& exhibit, const val& keys, const val& queries) {
    Brought& one = brought_by(which);
    if (model::format_of(one.file()) == model::ArrayFormat::npy) {
        model::ArrayRead read = model::read_npy(one.file());
        read.array.name.clear();
        if (std::string why = add(*one.tensors, std::move(read)); !why.empty()) return text(why);
    }
    one.tensors->tokens = {.keys = texts_of(keys), .queries = texts_of(queries)};
    if (one.tensors->tokens.keys.empty()) one.tensors->tokens = brought::tokens_among(one.tensors->arrays);
    const auto [made_of_it, why_not] = brought::bring(exhibit, one.tensors);
    if (!made_of_it) return text(why_not);
    list(made_of_it->parameters, [](const Parameter& parameter) {
        begin_object();
        number("maximum", parameter.maximum);
        number("initial", parameter.initial);
        end();
    });
}

/// Null: the exhibit cannot show them.
EngineView* view_of(const std::string& exhibit, int which) {
    auto [made_of_it, why_not] = brought::bring(exhibit, brought_by(which).tensors);
    return made_of_it ? engine_view_of(std::make_unique<View>(std::move(made_of_it))) : nullptr;
}

/// One step, by its name. (One function for all: each function of the engine that JavaScript knows takes room
/// in what every page fetches.)
val step(const std::string& name, val of) {
    const int which = static_cast<int>(number_of(of, "which"));
    if (name == "bytes") return bytes_of(which);
    if (name == "begin") number(begin(number_of(of, "bytes")));
    if (name == "put") number(put(which, part(of, "chunk")) ? 1 : 0);
    if (name == "open") open(which);
    if (name == "entry")
        text(add_entry(which, static_cast<int>(number_of(of, "index")), part(of, "inflated")));
    if (name == "tensor") text(add_tensor(which, number_of(of, "data"), part(of, "tensor")));
    if (name == "array") text(add_array(which, part(of, "array")));
    if (name == "bring") bring(which, text_of(part(of, "exhibit")), part(of, "tokens"), part(of, "queries"));
    if (name == "free") {
        all().erase(which);
        number(0);
    }
    return made();
}

}  // namespace

EMSCRIPTEN_BINDINGS(tensors) {
    emscripten::function("tensors", &step);
    emscripten::function("makeTensorView", &view_of, emscripten::allow_raw_pointers());
}
