// The explainer as JavaScript sees it: the list of exhibits, the palette, and views. Shapes are those of
// web/element/types.ts. No logic of its own; what can fail answers with a text, never with an exception.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "explainer/drawing/renderer.h"
#include "explainer/format.h"
#include "explainer/view.h"

using emscripten::val;
using namespace explainer;

namespace {

val text(std::string_view s) {
    return val(std::string(s));
}

template <class Items, class Convert>
val list(const Items& items, Convert convert) {
    val out = val::array();
    for (const auto& item : items) out.call<void>("push", convert(item));
    return out;
}

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

/// number[][]
val rows_of(int rows, int cols, std::span<const double> values) {
    val out = val::array();
    for (int i = 0; i < rows; ++i) {
        val row = val::array();
        for (int j = 0; j < cols; ++j) row.call<void>("push", values[static_cast<size_t>(i * cols + j)]);
        out.call<void>("push", row);
    }
    return out;
}

/// The reverse; empty if it is no such thing.
MatrixValue matrix_of(const val& rows) {
    MatrixValue out;
    if (!rows.isArray()) return out;
    out.rows = rows["length"].as<int>();
    for (int i = 0; i < out.rows; ++i) {
        const std::vector<double> row = emscripten::convertJSArrayToNumberVector<double>(rows[i]);
        if (i > 0 && static_cast<int>(row.size()) != out.cols) return {};
        out.cols = static_cast<int>(row.size());
        out.values.insert(out.values.end(), row.begin(), row.end());
    }
    return out;
}

/// A value in the type that JavaScript holds for its kind; an action has none, its place holds a false.
val value_of(const State& state, int index) {
    const Parameter& p = state.parameter(index);
    switch (p.kind) {
        case Kind::toggle:
            return val(state.toggle(index));
        case Kind::choice:
            return text(p.choices[static_cast<size_t>(state.choice(index))].id);
        case Kind::text:
            return text(state.text(index));
        case Kind::matrix: {
            const MatrixValue& matrix = state.matrix(index);
            return rows_of(matrix.rows, matrix.cols, matrix.values);
        }
        case Kind::action:
            return val(false);
        case Kind::number:
        case Kind::integer:
            break;
    }
    return val(state.number(index));
}

val bound_info(const Bound& bound) {
    val out = val::object();
    out.set("parameter", text(bound.parameter));
    out.set("byChoice",
            list(bound.by_choice, [](double most) { return std::isnan(most) ? val::null() : val(most); }));
    out.set("otherwise", text(bound.otherwise));
    out.set("offset", bound.offset);
    return out;
}

val parameter_info(const State& state, int index) {
    const Parameter& p = state.parameter(index);
    val out = val::object();
    out.set("name", text(p.name));
    out.set("label", text(p.label));
    out.set("help", text(p.help));
    out.set("kind", text(name_of(p.kind)));
    out.set("minimum", p.minimum);
    out.set("maximum", p.maximum);
    out.set("step", p.step);
    out.set("logarithmic", p.logarithmic);
    out.set("default", value_of(state, index));
    out.set("choices", list(p.choices, [](const Choice& choice) {
                val entry = val::object();
                entry.set("id", text(choice.id));
                entry.set("label", text(choice.label));
                return entry;
            }));
    out.set("maxLength", p.max_length);
    // What few parameters have is left out of the others, for the sake of the page's weight.
    if (p.kind == Kind::matrix) {
        out.set("matrices", list(p.matrices, [](const MatrixDefault& matrix) {
                    return rows_of(matrix.rows, matrix.cols, matrix.values);
                }));
    }
    if (!p.initial_follows.empty()) out.set("initialFollows", text(p.initial_follows));
    if (!p.maximum_follows.parameter.empty()) {
        out.set("initial", p.initial);
        out.set("maximumFollows", bound_info(p.maximum_follows));
    }
    if (!p.grid_column.empty()) out.set("gridColumn", text(p.grid_column));
    if (!p.plays.empty()) out.set("plays", text(p.plays));
    return out;
}

val preset_info(const Preset& preset) {
    val out = val::object();
    out.set("label", text(preset.label));
    out.set("state", text(preset.state));
    return out;
}

val exhibit_info(const ExhibitType* type) {
    val out = val::object();
    out.set("id", text(type->id));
    out.set("title", text(type->title));
    out.set("summary", text(type->summary));
    if (type->hidden) out.set("hidden", true);
    val parameters = val::array();
    const State state(type->id, type->parameters);
    for (int i = 0; i < state.count(); ++i) parameters.call<void>("push", parameter_info(state, i));
    out.set("parameters", parameters);
    out.set("presets", list(type->presets, preset_info));
    return out;
}

val exhibit_list() {
    return list(all_exhibits(), exhibit_info);
}

val palette() {
    val out = val::object();
    for (const bool dark : {false, true}) {
        val colors = val::object();
        for (const NamedColor& named : roles(dark ? dark_theme() : light_theme())) {
            colors.set(std::string(named.role), named.color.hex());
        }
        out.set(dark ? "dark" : "light", colors);
    }
    return out;
}

val rectangle(Rect rect) {
    val out = val::object();
    out.set("x", rect.x);
    out.set("y", rect.y);
    out.set("width", rect.width);
    out.set("height", rect.height);
    return out;
}

val cell(const Cell& c) {
    if (const auto* string = std::get_if<std::string>(&c)) return val(*string);
    return val(std::get<double>(c));
}

val description(const Description& d) {
    val out = val::object();
    out.set("summary", d.summary);
    out.set(
        "tables", list(d.tables, [](const Table& table) {
            val entry = val::object();
            entry.set("title", table.title);
            entry.set("columns", list(table.columns, [](const std::string& column) { return val(column); }));
            entry.set("rows", list(table.rows, [](const std::vector<Cell>& row) { return list(row, cell); }));
            return entry;
        }));
    val values = val::object();
    for (const auto& [name, value] : d.values) values.set(name, value);
    out.set("values", values);
    return out;
}

/// Why these numbers cannot be taken over; empty if they can, and then `out` has room for them.
std::string make_room(const val& entry, Tensor& out) {
    out.name = entry["name"].as<std::string>();
    const double length = entry["data"]["length"].as<double>();
    double numbers = 1;
    const val shape = entry["shape"];
    for (int axis = 0, axes = shape["length"].as<int>(); axis < axes; ++axis) {
        const double size = shape[axis].as<double>();
        if (!(size >= 0 && size <= INT_MAX && size == std::floor(size)))
            return out.name + " has no such shape.";
        out.shape.push_back(static_cast<int>(size));
        numbers *= size;
    }
    if (numbers != length)
        return out.name + " has " + shortest(length) + " numbers, its shape " + shortest(numbers) + ".";
    // Without exceptions a vector that finds no memory ends the engine: ask first.
    const double bytes = length * sizeof(float);
    void* room = bytes < SIZE_MAX ? std::malloc(static_cast<size_t>(bytes)) : nullptr;
    if (room == nullptr && bytes > 0) {
        return "There is no memory for " + out.name + " (" + shortest(length) + " numbers, " +
               fixed(bytes / 1e9, 2) + " GB).";
    }
    std::free(room);
    out.data.resize(static_cast<size_t>(length));
    return "";
}

/// A reply whose tensors cannot be had becomes one that says so and ends the request.
Reply reply_of(const val& news) {
    Reply out;
    out.generation = news["generation"].as<uint32_t>();
    out.progress = news["progress"].as<double>();
    out.done = news["done"].as<bool>();
    out.error = news["error"].as<std::string>();
    const val tensors = news["tensors"];
    for (int i = 0, count = tensors["length"].as<int>(); i < count; ++i) {
        Tensor tensor;
        if (const std::string why = make_room(tensors[i], tensor); !why.empty())
            return {out.generation, out.progress, true, {}, why};
        val(emscripten::typed_memory_view(tensor.data.size(), tensor.data.data()))
            .call<void>("set", tensors[i]["data"]);
        out.tensors.push_back(std::move(tensor));
    }
    return out;
}

/// A View behind the index checks that JavaScript's numbers need.
class EngineView {
  public:
    explicit EngineView(const ExhibitType& type) : view_(std::make_unique<View>(type)) {}

    void resize(float width, float height, int pixel_width, int pixel_height) {
        view_->resize(width, height, pixel_width, pixel_height);
    }
    void set_dark(bool dark) { view_->set_dark(dark); }
    void set_reduced_motion(bool reduced) { view_->set_reduced_motion(reduced); }
    float natural_height(float width) { return view_->natural_height(width); }

    void pointer(int kind, float x, float y, bool touch) {
        view_->pointer(static_cast<Pointer>(kind), {x, y}, touch);
    }
    void pinch(float x, float y, float factor, float shift_x, float shift_y) {
        view_->pinch({x, y}, factor, {shift_x, shift_y});
    }
    int hit(float x, float y, bool) const {
        switch (view_->grip({x, y})) {
            case Grip::none:
                return 0;
            case Grip::free:
                return 2;
            case Grip::pan:
                return 3;
            default:
                return 1;
        }
    }
    std::string cursor() const { return std::string(view_->cursor()); }

    void focus_parameter(int index) { view_->focus_parameter(index); }
    void focus_cell(int index, int row, int col) { view_->focus_parameter(index, MatrixCell{row, col}); }
    void focus_preset(int index) { view_->focus_preset(index); }
    bool step(double time, bool draw) { return view_->step(time, draw); }

    val get(int index) const {
        if (!known(index)) return val::undefined();
        return value_of(view_->state(), index);
    }
    void set(int index, val value) {
        if (!known(index)) return;
        const Parameter& p = view_->state().parameter(index);
        switch (p.kind) {
            case Kind::text:
                view_->set_text(index, value.as<std::string>());
                return;
            case Kind::toggle:
                view_->set(index, value.as<bool>() ? 1 : 0);
                return;
            case Kind::choice: {
                const std::string id = value.as<std::string>();
                for (size_t i = 0; i < p.choices.size(); ++i) {
                    if (p.choices[i].id == id) view_->set(index, static_cast<double>(i));
                }
                return;
            }
            case Kind::matrix:
                view_->set_matrix(index, matrix_of(value));
                return;
            case Kind::action:
                return;
            case Kind::number:
            case Kind::integer:
                view_->set(index, value.as<double>());
        }
    }
    /// An error in words, or nothing.
    std::string restore(const std::string& state) { return view_->restore(state).value_or(""); }
    std::string save() const { return view_->state().save(); }
    std::string shown(int index) { return known(index) ? view_->shown(index) : std::string(); }
    bool active(int index) const { return known(index) && view_->active(index); }
    val rect(int index) const { return rectangle(view_->parameter_rect(index)); }
    bool playing(int index) const { return known(index) && view_->playing(index); }
    std::string cell_text(int index, int row, int col) {
        return known(index) ? view_->cell_text(index, row, col) : std::string();
    }
    val cell_rect(int index, int row, int col) const { return rectangle(view_->cell_rect(index, row, col)); }
    val preset_rect(int index) const { return rectangle(view_->preset_rect(index)); }
    bool take_changed() { return view_->take_changed(); }
    val take_focus_request() {
        const std::optional<FocusRequest> request = view_->take_focus_request();
        if (!request) return val::null();
        val out = val::object();
        out.set("parameter", request->parameter);
        if (request->cell) {
            out.set("row", request->cell->row);
            out.set("column", request->cell->col);
        }
        return out;
    }
    void act(int index) {
        if (known(index)) view_->act(index);
    }
    val take_request() {
        const std::optional<Request> request = view_->take_request();
        if (!request) return val::null();
        val arguments = val::object();
        for (const auto& [name, value] : request->arguments) {
            const auto* string = std::get_if<std::string>(&value);
            arguments.set(name, string != nullptr ? val(*string) : val(std::get<double>(value)));
        }
        val out = val::object();
        out.set("kind", request->kind);
        out.set("generation", request->generation);
        out.set("arguments", arguments);
        return out;
    }
    bool reply(val news) { return view_->receive(reply_of(news)); }
    val describe() { return description(view_->describe()); }
    std::string numpy() { return view_->numpy(); }
    std::string svg() { return view_->svg(); }

  private:
    bool known(int index) const { return index >= 0 && index < view_->state().count(); }

    std::unique_ptr<View> view_;
};

/// JavaScript owns the view; null if there is no exhibit with that id.
EngineView* make_view(const std::string& id) {
    const ExhibitType* type = find_exhibit(id);
    return type != nullptr ? new EngineView(*type) : nullptr;
}

}  // namespace

EMSCRIPTEN_BINDINGS(explainer) {
    emscripten::function("exhibits", &exhibit_list);
    emscripten::function("palette", &palette);
    emscripten::function("startRenderer", &renderer::start);
    emscripten::function("makeView", &make_view, emscripten::allow_raw_pointers());
    emscripten::class_<EngineView>("View")
        .function("resize", &EngineView::resize)
        .function("setDark", &EngineView::set_dark)
        .function("setReducedMotion", &EngineView::set_reduced_motion)
        .function("naturalHeight", &EngineView::natural_height)
        .function("pointer", &EngineView::pointer)
        .function("pinch", &EngineView::pinch)
        .function("hit", &EngineView::hit)
        .function("cursor", &EngineView::cursor)
        .function("focusParameter", &EngineView::focus_parameter)
        .function("focusCell", &EngineView::focus_cell)
        .function("focusPreset", &EngineView::focus_preset)
        .function("step", &EngineView::step)
        .function("get", &EngineView::get)
        .function("set", &EngineView::set)
        .function("restore", &EngineView::restore)
        .function("save", &EngineView::save)
        .function("text", &EngineView::shown)
        .function("playing", &EngineView::playing)
        .function("cellText", &EngineView::cell_text)
        .function("cellRect", &EngineView::cell_rect)
        .function("active", &EngineView::active)
        .function("rect", &EngineView::rect)
        .function("presetRect", &EngineView::preset_rect)
        .function("takeChanged", &EngineView::take_changed)
        .function("takeFocusRequest", &EngineView::take_focus_request)
        .function("act", &EngineView::act)
        .function("takeRequest", &EngineView::take_request)
        .function("reply", &EngineView::reply)
        .function("describe", &EngineView::describe)
        .function("numpy", &EngineView::numpy)
        .function("svg", &EngineView::svg);
}
