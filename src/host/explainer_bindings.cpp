// The explainer as JavaScript sees it: views. Shapes are those of web/element/types.ts. No logic of its own;
// what can fail answers with a text, never with an exception.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "engine_view.h"
#include "explainer/drawing/renderer.h"
#include "explainer/format.h"
#include "explainer/translation.h"
#include "explainer/view.h"
#include "javascript.h"
#include "state_value.h"

using emscripten::val;
using namespace explainer;
using javascript::begin_object, javascript::end, javascript::list, javascript::made, javascript::name;
using javascript::number, javascript::number_of, javascript::part, javascript::text, javascript::text_of;

namespace {

/// Of a number[][]; empty if it is no such thing.
MatrixValue matrix_of(const val& rows) {
    MatrixValue out;
    if (!javascript::is_list(rows)) return out;
    out.rows = static_cast<int>(number_of(rows, "length"));
    for (int i = 0; i < out.rows; ++i) {
        const val row = part(rows, i);
        const int cols = static_cast<int>(number_of(row, "length"));
        if (i > 0 && cols != out.cols) return {};
        out.cols = cols;
        out.values.resize(out.values.size() + static_cast<size_t>(cols));
        javascript::copy(row, out.values.data() + out.values.size() - cols);
    }
    return out;
}

val rectangles(std::span<const Rect> all) {
    static_assert(sizeof(Rect) == 4 * sizeof(float));
    return javascript::rectangles(&all.data()->x, all.size());
}

val rectangle(const Rect& rect) {
    return part(rectangles({&rect, 1}), 0);
}

template <class Variant>
void put_cell(const Variant& cell) {
    const auto* string = std::get_if<std::string>(&cell);
    string != nullptr ? text(*string) : number(std::get<double>(cell));
}

void put_table(const Table& table) {
    begin_object();
    text("title", table.title);
    name("columns");
    list(table.columns, [](const std::string& column) { text(column); });
    name("rows");
    list(table.rows, [](const std::vector<Cell>& row) { list(row, put_cell<Cell>); });
    end();
}

val description(const Description& d) {
    begin_object();
    text("summary", d.summary);
    name("tables");
    list(d.tables, put_table);
    name("values");
    begin_object();
    for (const auto& [called, value, python] : d.values) number(called, value);
    end();
    end();
    return made();
}

/// Why these numbers cannot be taken over; empty if they can, and then `out` has room for them.
std::string make_room(const val& entry, Tensor& out) {
    out.name = text_of(part(entry, "name"));
    const double length = number_of(part(entry, "data"), "length");
    double numbers = 1;
    const val shape = part(entry, "shape");
    for (int axis = 0, axes = static_cast<int>(number_of(shape, "length")); axis < axes; ++axis) {
        const double size = number_of(part(shape, axis));
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
    out.generation = static_cast<uint32_t>(number_of(news, "generation"));
    out.progress = number_of(news, "progress");
    out.done = number_of(news, "done") != 0;
    out.error = text_of(part(news, "error"));
    const val tensors = part(news, "tensors");
    for (int i = 0, count = static_cast<int>(number_of(tensors, "length")); i < count; ++i) {
        const val entry = part(tensors, i);
        Tensor tensor;
        if (const std::string why = make_room(entry, tensor); !why.empty())
            return {out.generation, out.progress, true, {}, why};
        javascript::copy(part(entry, "data"), tensor.data.data());
        out.tensors.push_back(std::move(tensor));
    }
    return out;
}

}  // namespace

/// A View behind the index checks that JavaScript's numbers need.
class EngineView {
  public:
    explicit EngineView(std::unique_ptr<View> view) : view_(std::move(view)) {}

    void resize(float width, float height, int pixel_width, int pixel_height) {
        view_->resize(width, height, pixel_width, pixel_height);
    }
    void set_language(size_t number) { view_->set_language(language::numbered(number)); }
    void set_dark(bool dark) { view_->set_dark(dark); }
    /// Red, green and blue in the low 24 bits, red the lowest.
    void set_color(int role, int rgb) {
        view_->set_color(role, {static_cast<uint8_t>(rgb), static_cast<uint8_t>(rgb >> 8),
                                static_cast<uint8_t>(rgb >> 16)});
    }
    void set_reduced_motion(bool reduced) { view_->set_reduced_motion(reduced); }
    void set_still(bool still) { view_->set_still(still); }
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
            case Grip::horizontal:
                return 4;
            default:
                return 1;
        }
    }
    std::string cursor() const { return std::string(view_->cursor()); }

    void focus_parameter(int index) { view_->focus_parameter(index); }
    void focus_cell(int index, int row, int col) { view_->focus_parameter(index, MatrixCell{row, col}); }
    void focus_preset(int index) { view_->focus_preset(index); }
    bool step(double time, bool draw) { return view_->step(time, draw); }
    /// "1" if another frame is wanted, else "0"; behind it the document.
    std::string step_as_svg(double time) {
        std::string document;
        const bool more = view_->step_as_svg(time, document);
        return (more ? "1" : "0") + document;
    }

    val get(int index) const {
        if (!known(index)) return val::undefined();
        put_value(view_->state(), index);
        return made();
    }
    void set(int index, val value) {
        if (!known(index)) return;
        const Parameter& p = view_->state().parameter(index);
        switch (p.kind) {
            case Kind::text:
                view_->set_text(index, text_of(value));
                return;
            case Kind::toggle:
                view_->set(index, number_of(value) != 0 ? 1 : 0);
                return;
            case Kind::choice: {
                const std::string id = text_of(value);
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
                view_->set(index, number_of(value));
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
        begin_object();
        number("parameter", request->parameter);
        if (request->cell) {
            number("row", request->cell->row);
            number("column", request->cell->col);
        }
        end();
        return made();
    }
    void act(int index) {
        if (known(index)) view_->act(index);
    }
    val take_request() {
        const std::optional<Request> request = view_->take_request();
        if (!request) return val::null();
        begin_object();
        text("kind", request->kind);
        number("generation", request->generation);
        name("arguments");
        begin_object();
        for (const auto& [called, value] : request->arguments) {
            name(called);
            put_cell(value);
        }
        end();
        end();
        return made();
    }
    bool reply(val news) { return view_->receive(reply_of(news)); }
    bool unfinished() { return view_->unfinished(); }
    /// What the view says is, and where the controls are.
    val occupied() {
        std::vector<Rect> all = view_->occupied();
        for (int i = 0; i < view_->state().count(); ++i)
            if (active(i)) all.push_back(view_->parameter_rect(i));
        for (size_t i = 0; i < view_->type().presets.size(); ++i)
            all.push_back(view_->preset_rect(static_cast<int>(i)));
        return rectangles(all);
    }
    bool take_moved() { return view_->take_moved(); }
    bool take_news() { return view_->take_news(); }
    val describe() { return description(view_->describe()); }
    std::string numpy() { return view_->numpy(); }
    std::string svg() { return view_->svg(); }

  private:
    bool known(int index) const { return index >= 0 && index < view_->state().count(); }

    std::unique_ptr<View> view_;
};

EngineView* engine_view_of(std::unique_ptr<View> view) {
    return new EngineView(std::move(view));
}

namespace {

/// JavaScript owns the view; null if there is no exhibit with that id.
EngineView* make_view(const std::string& id) {
    const ExhibitType* type = find_exhibit(id);
    return type != nullptr ? new EngineView(std::make_unique<View>(*type)) : nullptr;
}

}  // namespace

EMSCRIPTEN_BINDINGS(explainer) {
    emscripten::function("startRenderer", &renderer::start);
    emscripten::function("makeView", &make_view, emscripten::allow_raw_pointers());
    emscripten::function("makeLanguage", &language::add_translation);
    emscripten::class_<EngineView>("View")
        .function("setLanguage", &EngineView::set_language)
        .function("resize", &EngineView::resize)
        .function("setDark", &EngineView::set_dark)
        .function("setColor", &EngineView::set_color)
        .function("setReducedMotion", &EngineView::set_reduced_motion)
        .function("setStill", &EngineView::set_still)
        .function("naturalHeight", &EngineView::natural_height)
        .function("pointer", &EngineView::pointer)
        .function("pinch", &EngineView::pinch)
        .function("hit", &EngineView::hit)
        .function("cursor", &EngineView::cursor)
        .function("focusParameter", &EngineView::focus_parameter)
        .function("focusCell", &EngineView::focus_cell)
        .function("focusPreset", &EngineView::focus_preset)
        .function("step", &EngineView::step)
        .function("stepAsSvg", &EngineView::step_as_svg)
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
        .function("takeMoved", &EngineView::take_moved)
        .function("takeNews", &EngineView::take_news)
        .function("takeChanged", &EngineView::take_changed)
        .function("takeFocusRequest", &EngineView::take_focus_request)
        .function("act", &EngineView::act)
        .function("takeRequest", &EngineView::take_request)
        .function("reply", &EngineView::reply)
        .function("unfinished", &EngineView::unfinished)
        .function("occupied", &EngineView::occupied)
        .function("describe", &EngineView::describe)
        .function("numpy", &EngineView::numpy)
        .function("svg", &EngineView::svg);
}
