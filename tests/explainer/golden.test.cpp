// What every exhibit says and draws in its default and its presets, held against files under tests/golden. A
// change of theirs is a change of what readers see: `RENEW_GOLDEN=1 build/native-debug/explainer-tests
// -tc="golden*"` writes those that differ or are missing, and the difference is read before it is committed.
// How near numbers must be: golden_difference.h.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "described.h"
#include "golden_difference.h"
#include "helpers.h"

using namespace explainer;

namespace {

/// Pictures of large maps are left out: megabytes, and their steps of colour are a machine's own.
std::string without_pictures(std::string svg) {
    constexpr std::string_view start = "data:image/png;base64,";
    for (size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + start.size()))
        svg.erase(at + start.size(), svg.find('"', at) - at - start.size());
    return svg;
}

const std::string renew = "`RENEW_GOLDEN=1 build/native-debug/explainer-tests -tc=\"golden*\"`";

/// Also when files are renewed, what is the same but for another machine's last digits stays as it is.
void hold(const std::filesystem::path& file, const std::string& now) {
    const std::filesystem::path path = std::filesystem::path(TESTS_FOLDER) / "golden" / file;
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const std::string parts =
        in.good() ? golden::difference(text.str(), now, file.extension() == ".svg")
                  : "there is no such golden file: " + renew + " writes it, to be read and committed";
    if (std::getenv("RENEW_GOLDEN") != nullptr && !parts.empty()) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << now;
        return;
    }
    CAPTURE(path.string());
    CHECK_MESSAGE(parts.empty(), parts);
}

}  // namespace

TEST_CASE("golden files: what each exhibit says and draws, in its default and its presets") {
    for (const ExhibitType* type : exhibits()) {
        std::vector<std::string> states = {""};
        for (const Preset& preset : type->presets)
            if (!preset.state.empty()) states.emplace_back(preset.state);
        // (As it opens, nothing is learned yet.)
        if (type->id == "learn") states.emplace_back("step=30;ago=10;head21=false");
        for (size_t i = 0; i < states.size(); ++i) {
            CAPTURE(type->id);
            CAPTURE(states[i]);
            Shown view(type->id, states[i], 720);
            view.describe(true);  // to the end of what takes its time
            const std::string kind = i > type->presets.size() ? "state-" : "preset-",
                              name = std::string(type->id) + "/" +
                                     (i == 0 ? "default" : kind + std::to_string(i));
            hold(name + ".txt", "state: " + states[i] + "\n" + text_of(view.describe(true)));
            hold(name + ".svg", without_pictures(view.svg()));
        }
    }
}

TEST_CASE("published state strings stay valid: essays out there hold them") {
    std::ifstream in(std::string(TESTS_FOLDER) + "/published-states.txt");
    REQUIRE(in.good());
    int count = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        const size_t blank = line.find(' ');
        const std::string id = line.substr(0, blank),
                          state = blank == std::string::npos ? "" : line.substr(blank + 1);
        CAPTURE(line);
        const ExhibitType* type = find_exhibit(id);
        REQUIRE(type != nullptr);
        View view(*type);
        const std::optional<std::string> error = view.restore(state);
        CHECK_MESSAGE(!error, (error ? *error : std::string()));
        ++count;
    }
    CHECK(count >= 20);
}
