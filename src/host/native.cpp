// The native host: the same exhibits in a window, as a picture, or as JSON; for developers and their
// debuggers.
#include <png.h>

#include <cstdio>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "explainer/brought/brought.h"
#include "host/native_arguments.h"
#include "host/native_requests.h"
#include "host/native_stages.h"
#include "host/native_tensors.h"
#include "host/native_window.h"

namespace {

using namespace explainer;

int fail(const std::string& line) {
    std::fprintf(stderr, "attention-explainer: %s\n", line.c_str());
    return 2;
}

/// The very object that the element's describe() returns.
nlohmann::ordered_json json_of(const Description& description) {
    nlohmann::ordered_json out = {{"summary", description.summary},
                                  {"tables", nlohmann::ordered_json::array()}};
    for (const Table& table : description.tables) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (const std::vector<Cell>& row : table.rows) {
            nlohmann::ordered_json cells = nlohmann::ordered_json::array();
            for (const Cell& cell : row) {
                std::visit([&cells](const auto& value) { cells.push_back(value); },
                           static_cast<const std::variant<std::string, double>&>(cell));
            }
            rows.push_back(std::move(cells));
        }
        out["tables"].push_back(
            {{"title", table.title}, {"columns", table.columns}, {"rows", std::move(rows)}});
    }
    out["values"] = nlohmann::ordered_json::object();
    for (const auto& [name, value, python] : description.values) out["values"][name] = value;
    return out;
}

std::string write_png(const std::string& file, const host::Picture& picture) {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGBA;
    const int written = png_image_write_to_file(&image, file.c_str(), 0, picture.rgba.data(), 0, nullptr);
    return written != 0 ? "" : "cannot write \"" + file + "\": " + image.message;
}

struct ViewOrNot {
    std::unique_ptr<View> view;
    std::string error;
};

/// The exhibit that is asked for, of the tensors that are, in that state.
ViewOrNot view_of(const host::Arguments& arguments, const std::string& state) {
    const ExhibitType* type = find_exhibit(arguments.exhibit);
    if (type == nullptr) {
        std::string known;
        for (const ExhibitType* one : exhibits()) known += (known.empty() ? "" : ", ") + std::string(one->id);
        return {nullptr, "unknown exhibit \"" + arguments.exhibit + "\" (there are " + known + ")"};
    }
    std::unique_ptr<View> view;
    if (arguments.tensors.empty()) {
        view = std::make_unique<View>(*type);
    } else {
        auto [tensors, error] = host::read_tensors(arguments.tensors);
        if (!error.empty()) return {nullptr, arguments.tensors + ": " + error};
        auto [brought, why_not] =
            brought::bring(type->id, std::make_shared<brought::Tensors>(std::move(tensors)));
        if (!brought) return {nullptr, arguments.tensors + ": " + why_not};
        view = std::make_unique<View>(std::move(brought));
    }
    if (std::optional<std::string> error = view->restore(state)) return {nullptr, *error};
    return {std::move(view), ""};
}

/// Describes an exhibit at every state that comes in, a line each, as one line each: for comparing hosts.
int describe_lines(const host::Arguments& arguments) {
    for (std::string line; std::getline(std::cin, line);) {  // the last may end without a newline
        const auto [view, error] = view_of(arguments, line);
        if (!view) return fail(error);
        host::answer_requests(*view);
        std::printf("%s\n", json_of(view->describe(true)).dump().c_str());
    }
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const auto parsed = host::parse_arguments(count, values);
    if (const auto* error = std::get_if<std::string>(&parsed)) return fail(*error);
    const host::Arguments& arguments = std::get<host::Arguments>(parsed);
    if (arguments.help) {
        std::fputs(host::usage, stdout);
        return 0;
    }
    if (arguments.list) {
        for (const ExhibitType* type : exhibits()) {
            std::printf("%-14.*s %.*s\n", static_cast<int>(type->id.size()), type->id.data(),
                        static_cast<int>(type->title.size()), type->title.data());
        }
        return 0;
    }

    if (arguments.describe && arguments.state == "-") return describe_lines(arguments);
    host::StageMeter meter;  // outlives the view that it watches
    auto [made, wrong] = view_of(arguments, arguments.state);
    if (!made) return fail(wrong);
    View& view = *made;
    view.set_dark(arguments.dark);
    if (std::string error = meter.trap_nan(arguments.trap_nan); !error.empty()) return fail(error);
    const host::WindowOptions options{arguments.width, arguments.height,   arguments.dark,
                                      arguments.debug, arguments.trap_nan, arguments.shaders};
    if (arguments.describe || arguments.numpy) {
        view.observe(&meter);
        host::answer_requests(view);
    }
    if (arguments.describe) std::printf("%s\n", json_of(view.describe(true)).dump(2).c_str());
    if (arguments.numpy) std::fputs(view.numpy().c_str(), stdout);
    std::string error;
    if (!arguments.screenshot.empty()) {
        host::Picture picture;
        error = host::take_picture(view, options, picture);
        if (error.empty()) error = write_png(arguments.screenshot, picture);
    } else if (!arguments.describe && !arguments.numpy) {
        error = host::run_window(std::move(made), options);
    }
    return error.empty() ? 0 : fail(error);
}
