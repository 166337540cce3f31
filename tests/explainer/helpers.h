// What the explainer's tests share: reading a description, and a hand that points.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "catalogue_file.h"
#include "explainer/drawing/svg_painter.h"
#include "explainer/view.h"

namespace explainer {

/// An exhibit in a state, at a size.
struct Shown : View {
    explicit Shown(std::string_view id, std::string_view state = "", float width = 720,
                   const language::Catalogue* catalogue = language_of_run())
        : View(*find_exhibit(id)) {
        set_language(catalogue);
        const std::optional<std::string> error = restore(state);
        REQUIRE_MESSAGE(!error, *error);
        const float height = natural_height(width);
        resize(width, height, static_cast<int>(width), static_cast<int>(height));
        set_reduced_motion(true);
    }
};

/// E000's content head over "The cat sat on the soft ?", as the essay prints it: what each word may see.
inline const std::vector<std::vector<double>>& content_head_rows() {
    static const std::vector<std::vector<double>> rows = {{1},
                                                          {.12, .88},
                                                          {.11, .11, .79},
                                                          {.10, .10, .10, .71},
                                                          {.84, .02, .02, .02, .11},
                                                          {.08, .08, .08, .08, .08, .60},
                                                          {.01, .88, .01, .01, .01, .01, .07}};
    return rows;
}

/// The table with that title; the test fails if there is none.
inline const Table& table(const Description& description, std::string_view title) {
    for (const Table& t : description.tables) {
        if (t.title.starts_with(title)) return t;
    }
    FAIL("no table called " << std::string(title));
    return description.tables.front();
}

inline double number(const Table& table, size_t row, size_t column) {
    REQUIRE(row < table.rows.size());
    REQUIRE(column < table.rows[row].size());
    const auto* value = std::get_if<double>(&table.rows[row][column]);
    REQUIRE_MESSAGE(value != nullptr, "not a number: " << std::get<std::string>(table.rows[row][column]));
    return *value;
}

/// The described value with that name; the test fails if there is none.
inline double value(View& view, std::string_view name) {
    for (const auto& [key, number, python] : view.describe(true).values) {
        if (key == name) return number;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

/// The value in the row that begins with `quantity`, of a table of two columns.
inline double quantity(const Table& table, std::string_view name) {
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const auto* label = std::get_if<std::string>(&table.rows[i].front());
        if (label != nullptr && *label == name) return number(table, i, table.rows[i].size() - 1);
    }
    FAIL("no quantity called " << std::string(name));
    return 0;
}

/// What a reader sees, with what the pointer is on (an export is as nobody points), as SVG.
inline std::string seen(View& view, float width) {
    SvgPainter painter;
    const float height = view.draw_with(painter, width);
    return painter.document(width, height, light_theme().paper, "", "");
}

/// Runs frames until nothing moves any more; fails if that takes unreasonably long.
inline void settle(View& view) {
    static double time = 0;
    for (int i = 0; i < 1000; ++i) {
        time += 16;
        if (!view.step(time, false)) return;
    }
    FAIL("does not settle");
}

inline void press(View& view, Point at, bool touch = false) {
    view.pointer(Pointer::move, at, touch);
    settle(view);
    view.pointer(Pointer::down, at, touch);
    settle(view);
}

inline void release(View& view, Point at, bool touch = false) {
    view.pointer(Pointer::up, at, touch);
    settle(view);
}

inline void click(View& view, Point at) {
    press(view, at);
    release(view, at);
}

inline void drag(View& view, Point from, Point to, bool touch = false) {
    press(view, from, touch);
    for (int i = 1; i <= 4; ++i) {
        view.pointer(Pointer::move, from + (to - from) * (static_cast<float>(i) / 4), touch);
        settle(view);
    }
    release(view, to, touch);
}

inline int index_of(const View& view, std::string_view name) {
    for (int i = 0; i < view.state().count(); ++i) {
        if (view.state().parameter(i).name == name) return i;
    }
    FAIL("no parameter called " << std::string(name));
    return -1;
}

}  // namespace explainer
