// Bytes and times as text: the unit that fits, three digits, at its edges too.
#include "explainer/units.h"

#include <doctest/doctest.h>

using namespace explainer;

TEST_CASE("units: three digits and the unit that fits") {
    const auto has = [](const Measure& measure, const char* number, const char* unit) {
        CHECK(measure.number == number);
        CHECK(measure.unit == std::string(unit));
    };
    has(bytes(1), "1.00", "B");
    has(bytes(1023), "1023", "B");
    has(bytes(1024), "1.00", "KiB");
    has(bytes(1.5 * 1073741824), "1.50", "GiB");
    has(bytes(3.0 * 1024 * 1099511627776), "3072", "TiB");  // there is no larger one
    has(seconds(1.5e-8), "0.01", "µs");                     // nor a smaller one
    has(seconds(0.012), "12.0", "ms");
    has(seconds(60), "1.00", "min");
    has(seconds(2 * 31557600.0), "2.00", "years");
    CHECK(text_of(bytes(2048)) == "2.00\u00a0KiB");
}

TEST_CASE("units: an axis has whole numbers where it can") {
    CHECK(bytes_tick(16 * 1073741824.0) == "16 GiB");
    CHECK(bytes_tick(4) == "4 B");
    CHECK(seconds_tick(1) == "1 s");
    CHECK(seconds_tick(8640000) == "100 days");
}
