// The list of exhibits as JavaScript sees it, those of the tests too. Asked for when the page is built
// (web/build.mjs), so only in the module that does not ship. Shapes are those of web/element/types.ts.
#include <emscripten/bind.h>

#include <cmath>
#include <utility>

#include "explainer/brought/brought.h"
#include "explainer/exhibit.h"
#include "javascript.h"
#include "state_value.h"

using namespace explainer;
using javascript::begin_list, javascript::begin_object, javascript::end, javascript::name;
using javascript::boolean, javascript::list, javascript::null, javascript::number, javascript::text;

namespace {

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::number:
            return "number";
        case Kind::integer:
            return "integer";
        case Kind::toggle:
            return "toggle";
        case Kind::choice:
            return "choice";
        case Kind::text:
            return "text";
        case Kind::matrix:
            return "matrix";
        case Kind::action:
            return "action";
    }
    return "";
}

void put_bound(const Bound& bound) {
    begin_object();
    text("parameter", bound.parameter);
    name("byChoice");
    list(bound.by_choice, [](double most) { std::isnan(most) ? null() : number(most); });
    text("otherwise", bound.otherwise);
    number("offset", bound.offset);
    end();
}

void put_parameter(const State& state, int index) {
    const Parameter& p = state.parameter(index);
    begin_object();
    text("name", p.name);
    text("label", p.label);
    text("help", p.help);
    text("kind", name_of(p.kind));
    number("minimum", p.minimum);
    number("maximum", p.maximum);
    number("step", p.step);
    name("logarithmic");
    boolean(p.logarithmic);
    name("default");
    put_value(state, index);
    name("choices");
    list(p.choices, [](const Choice& choice) {
        begin_object();
        text("id", choice.id);
        text("label", choice.label);
        if (!choice.earlier.empty()) text("earlier", choice.earlier);
        end();
    });
    number("maxLength", p.max_length);
    // What few parameters have is left out of the others, for the sake of the page's weight.
    if (p.kind == Kind::matrix) {
        name("matrices");
        list(p.matrices,
             [](const MatrixDefault& matrix) { put_rows(matrix.rows, matrix.cols, matrix.values); });
    }
    if (!p.initial_follows.empty()) text("initialFollows", p.initial_follows);
    if (!p.maximum_follows.parameter.empty()) {
        number("initial", p.initial);
        name("maximumFollows");
        put_bound(p.maximum_follows);
    }
    for (const auto [is, called] : {std::pair{p.cycles, "cycles"}, {p.reversed, "reversed"}}) {
        if (!is) continue;
        name(called);
        boolean(true);
    }
    if (!p.grid_column.empty()) text("gridColumn", p.grid_column);
    if (!p.plays.empty()) text("plays", p.plays);
    if (p.piece) {
        name("piece");
        boolean(true);
    }
    end();
}

void put_exhibit(const ExhibitType* type) {
    begin_object();
    text("id", type->id);
    text("title", type->title);
    text("summary", type->summary);
    if (const std::string_view essential = type->essential; !essential.empty()) text("essential", essential);
    if (type->hidden) {
        name("hidden");
        boolean(true);
    }
    const State state(type->id, type->parameters);
    name("parameters");
    begin_list();
    for (int i = 0; i < state.count(); ++i) put_parameter(state, i);
    end();
    name("presets");
    list(type->presets, [](const Preset& preset) {
        begin_object();
        text("label", preset.label);
        text("state", preset.state);
        end();
    });
    end();
}

emscripten::val exhibit_list() {
    list(all_exhibits(), put_exhibit);
    return javascript::made();
}

/// Those that show tensors which are brought.
emscripten::val tensor_exhibit_list() {
    list(brought::types(), put_exhibit);
    return javascript::made();
}

}  // namespace

EMSCRIPTEN_BINDINGS(exhibits) {
    emscripten::function("exhibits", &exhibit_list);
    emscripten::function("tensorExhibits", &tensor_exhibit_list);
}
