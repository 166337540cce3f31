// See units.h.
#include "explainer/units.h"

#include <span>

#include "explainer/format.h"

namespace explainer {
namespace {

struct Unit {
    double size;
    const char* name;
};
constexpr Unit byte_units[] = {
    {1, "B"}, {1024, "KiB"}, {1048576, "MiB"}, {1073741824, "GiB"}, {1099511627776, "TiB"}};
constexpr Unit time_units[] = {{1e-6, "µs"}, {1e-3, "ms"},    {1, "s"},           {60, "min"},
                               {3600, "h"},  {86400, "days"}, {31557600, "years"}};

const Unit& unit_of(std::span<const Unit> units, double value) {
    size_t at = 0;
    while (at + 1 < units.size() && value >= units[at + 1].size * (1 - 1e-12)) ++at;
    return units[at];
}

Measure in(std::span<const Unit> units, double value) {
    const Unit& unit = unit_of(units, value);
    const double number = value / unit.size;
    return {fixed(number, number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2), unit.name};
}

std::string tick(std::span<const Unit> units, double value) {
    const Unit& unit = unit_of(units, value);
    return shortest(value / unit.size) + " " + unit.name;
}

}  // namespace

Measure bytes(double value) {
    return in(byte_units, value);
}
Measure seconds(double value) {
    return in(time_units, value);
}
std::string text_of(const Measure& measure) {
    return measure.number + "\u00a0" + measure.unit;
}
std::string bytes_tick(double value) {
    return tick(byte_units, value);
}
std::string seconds_tick(double value) {
    return tick(time_units, value);
}

}  // namespace explainer
