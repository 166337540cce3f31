// The axis from what is stated to what is computed: within its place at every width, with whatever values,
// both named and apart; the distance is told where there is one.
#include "explainer/figures/gap.h"

#include "widths.h"

using namespace explainer;

namespace {

Sheet sheet_of(double stated, double computed, double low, double high) {
    return Sheet({}, [=](Ui& ui) {
        return figures::gap({.id = "gap",
                             .stated = stated,
                             .computed = computed,
                             .low = low,
                             .high = high,
                             .stated_name = "stated 6.015",
                             .computed_name = "computed 6.01668",
                             .color = ui.theme().wrong});
    });
}

}  // namespace

TEST_CASE("gap: keeps within its place, its texts apart, at every width and with any values") {
    for (const double computed : extreme_values) {
        for (const double stated : {6.015, 0.0, 100.0}) {
            CAPTURE(computed);
            CAPTURE(stated);
            Sheet sheet = sheet_of(stated, computed, stated - 0.0005, stated + 0.0005);
            check_all_widths(sheet, 8);
            Sheet endless = sheet_of(stated, computed, stated, INFINITY);
            check_all_widths(endless, 8);
        }
    }
}

TEST_CASE("gap: the smaller value's name stands at the left, the distance between them, if there is one") {
    const auto left_of = [](double computed, const char* first, const char* second) {
        Sheet sheet = sheet_of(6.015, computed, 6.0145, 6.0155);
        const LabelPainter painter = sheet.drawn(400).first;
        float x[] = {-1, -1};
        for (const Label& label : painter.labels) {
            if (label.text.starts_with(first)) x[0] = label.box.x;
            if (label.text.starts_with(second)) x[1] = label.box.x;
        }
        REQUIRE(x[0] >= 0);
        return x[0] < x[1];
    };
    CHECK(left_of(6.01668, "stated", "computed"));
    CHECK(left_of(6.013, "computed", "stated"));
    CHECK(sheet_of(6.015, 6.01668, 6.0145, 6.0155).drawn(400).first.says("0.0017"));
    CHECK(!sheet_of(6.015, 6.015, 6.0145, 6.0155).drawn(400).first.says("0.0000"));
}
