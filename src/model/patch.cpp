// What is wrong with patches, found before a run: apart from it, as whoever makes them out of another run
// need not ask.
#include "transformer.h"

namespace model {
namespace {

Error below(const char* what, int value, int size) {
    return value < 0 || value >= size ? Error{what, "is {}, there are {}", {double(value), double(size)}}
                                      : Error{};
}

}  // namespace

Error validate(const Config& config, std::span<const Patch> patches, int n) {
    for (const Patch& patch : patches) {
        const bool of_head = patch.site == Patch::Site::head;
        const int layers = config.layers + (of_head ? 0 : 1), cols = of_head ? config.d() : config.width;
        if (const Error error = below("patch: layer", patch.layer, layers)) return error;
        if (const Error error = below("patch: head", of_head ? patch.head : 0, config.heads)) return error;
        if (const Error error = below("patch: position", patch.position, n)) return error;
        const ConstMatrixView& values = patch.values;
        if (!values.data || values.rows < 1) return {"patch: values", "has no data", {}};
        if (values.cols != cols)
            return {"patch: values", "has {} columns, the place has {}", {double(values.cols), double(cols)}};
        if (values.rows > n - patch.position)
            return {"patch: values",
                    "has {} rows, from its position on there are {}",
                    {double(values.rows), double(n - patch.position)}};
    }
    return {};
}

}  // namespace model
