// The Python that an exhibit gives away, run by NumPy in states that nobody listed: it comes to the numbers
// that the exhibit says of itself. One Python runs the snippets of all states. (In published states, through
// the program: tests/native/numpy.test.mjs.)  STATES=3000 SEED=7 explainer-tests -tc="NumPy*" for a long run.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explainer/view.h"
#include "random_state.h"

using namespace explainer;

namespace {

struct Asked {
    std::string exhibit, state;
    std::map<std::string, double> shown;
    std::map<std::string, double> moved = {};  // by how much each moves with the last bits of what goes in
};

/// What another generator's numbers cannot be held to: `scaling` draws pairs and rows at random, `check` asks
/// it for some, and NumPy draws others. What `scaling` says of its one row is held as everything else is.
bool drawn_anew(const Asked& asked, const std::string& name) {
    if (asked.exhibit == "check")
        return std::set<std::string>{
                   "variance 1",  "variance 2",  "hundreds",         "variance-after-division",
                   "deviation 1", "deviation 2", "deviation-4096 1", "deviation-4096 2"}
                   .count(name) > 0;
    return asked.exhibit == "scaling" &&
           std::set<std::string>{"standard deviation of q·k", "standard deviation of q·k ÷ √d_k",
                                 "gradient without scaling", "gradient with scaling"}
                   .count(name) > 0;
}

/// Runs every N.py of the folder in a namespace of its own; a line for each value: which, its name, the
/// number.
constexpr const char* runner = R"(
import pathlib, sys, time, traceback, warnings, numpy
warnings.simplefilter("error")
folder, count = sys.argv[1], int(sys.argv[2])
chance = numpy.random.default_rng(1)
def shaken(*given, **more):
    out = numpy.array(*given, **more)
    return out * (1 + 2**-22 * chance.uniform(-1, 1, out.shape)) if out.dtype.kind in "fi" else out
for i in range(count):
    space = {}
    try:
        source = pathlib.Path(f"{folder}/{i}.py").read_text()
        begun = time.perf_counter()
        exec(compile(source, f"{i}.py", "exec"), space)
        slow = time.perf_counter() - begun > 0.3
        for name, value in space["values"].items():
            print(i, repr(float(value)), name, sep="\t")
        # How well single precision can do: the same with the last bits of every number that goes in moved.
        moved = dict.fromkeys(space["values"], 0.0)
        for _ in range(0 if "standard_normal" in source or slow else 4):  # (other pairs, or a map of millions)
            again = {"shaken": shaken}
            exec(source.replace("np.array(", "shaken("), again)
            for name, value in again["values"].items():
                moved[name] = max(moved[name], abs(float(value) - float(space["values"][name])))
        for name, value in moved.items():
            print(i, repr(value), "moved " + name, sep="\t")
    except Exception:
        print(i, "failed", traceback.format_exc().strip().replace("\n", " | "), sep="\t")
)";

}  // namespace

TEST_CASE("NumPy comes to the numbers of every exhibit in random states") {
    const unsigned seed = seed_of_run();
    const int wanted = states_wanted(64);
    MESSAGE("SEED=" << seed << " STATES=" << wanted);
    std::mt19937 random(seed);
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("numpy-states-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);

    std::vector<const ExhibitType*> types;
    for (const ExhibitType* type : exhibits()) {
        // One measures this machine, one trains.
        if (type->id != "proof" && type->id != "learn") types.push_back(type);
    }
    std::vector<Asked> asked;
    for (size_t i = 0; i < static_cast<size_t>(wanted); ++i) {
        const ExhibitType& type = *types[i % types.size()];
        View view(type);
        const std::string state = odd_state(type, random);
        REQUIRE(!view.restore(state));
        std::ofstream(folder / (std::to_string(i) + ".py")) << view.numpy();
        asked.push_back({std::string(type.id), state, {}});
        const Description description = view.describe(true);
        for (const auto& [name, value, python] : description.values) asked.back().shown[name] = value;
    }
    std::ofstream(folder / "run.py") << runner;
    const char* python = std::getenv("PYTHON");
    // (The model that learned is a file of Python's own.)
    const std::string command = "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" TESTS_FOLDER "/../train/learned " +
                                std::string(python != nullptr ? python : "/usr/bin/python3") + " " +
                                (folder / "run.py").string() + " " + folder.string() + " " +
                                std::to_string(wanted) + " > " + (folder / "out").string();
    REQUIRE(std::system(command.c_str()) == 0);

    std::vector<std::map<std::string, double>> computed(asked.size());
    std::ifstream out(folder / "out");
    for (std::string line; std::getline(out, line);) {
        std::istringstream parts(line);
        std::string which, number, name;
        std::getline(parts, which, '\t');
        std::getline(parts, number, '\t');
        std::getline(parts, name);
        const size_t i = std::stoul(which);
        CHECK_MESSAGE(number != "failed",
                      asked[i].exhibit << ", state \"" << asked[i].state << "\": " << name);
        if (number != "failed" && name.starts_with("moved "))
            asked[i].moved[name.substr(6)] = std::strtod(number.c_str(), nullptr);
        else if (number != "failed")
            computed[i][name] = std::strtod(number.c_str(), nullptr);
    }
    std::filesystem::remove_all(folder);

    for (size_t i = 0; i < asked.size(); ++i) {
        Asked& a = asked[i];
        CHECK_MESSAGE(computed[i].size() == a.shown.size(),
                      a.exhibit << ", state \"" << a.state << "\": " << a.shown.size()
                                << " values are described, NumPy computes " << computed[i].size()
                                << ": each add_value() wants an expression over the lines of numpy()");
        for (const auto& [name, value] : a.shown) {
            const double there = computed[i].count(name) > 0 ? computed[i][name] : NAN;
            const double holds =
                (drawn_anew(a, name) ? 0.15 : 1e-5) * std::max(1.0, std::abs(value)) + 4 * a.moved[name];
            const bool near = std::abs(there - value) <= holds;
            CHECK_MESSAGE(near, a.exhibit << ", state \"" << a.state << "\", " << name << ": shown " << value
                                          << ", NumPy " << there);
        }
    }
}
