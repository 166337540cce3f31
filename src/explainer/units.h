// Bytes and times as text for people: three digits and the unit that fits, "1.50 GiB", "12.0 ms". Plain
// numbers are in format.h.
#pragma once

#include <string>

namespace explainer {

struct Measure {
    std::string number;
    const char* unit;
};
Measure bytes(double value);
Measure seconds(double value);
/// Both, joined by a no-break space.
std::string text_of(const Measure& measure);
/// The same for an axis: "16 GiB", "1 s".
std::string bytes_tick(double value);
std::string seconds_tick(double value);

}  // namespace explainer
