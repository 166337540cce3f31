// What an exhibit is: parameters, presets, a computation, a drawing, a description. Exhibits are listed in
// exhibits.cpp. To add one: CONTRIBUTING.md, "A new exhibit".
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/description.h"
#include "explainer/figures/layout.h"
#include "explainer/hover.h"
#include "explainer/parameters.h"
#include "explainer/request.h"
#include "explainer/ui.h"

namespace explainer {

class Exhibit {
  public:
    virtual ~Exhibit() = default;

    /// An exhibit that shows another one has that one's.
    virtual const Hovers& hovers() const { return hovers_; }

    /// Computes everything that is shown, by the core, from the state alone. Called after each change of
    /// state.
    virtual void compute(const State& state) = 0;

    /// Long computations go on here, a slice of about `effort` × 5 ms a call, at least one step. True while
    /// there is more to do. How the slices fall changes nothing of what is there in the end.
    virtual bool advance(float /*effort*/) { return false; }

    /// A parameter of Kind::action was pressed, in the canvas or by its native button.
    virtual void act(int /*parameter*/) {}

    /// What only the host can do, once; it ends the request before it. receive() is then called as often as
    /// there is something new, and never with news of an older request.
    virtual std::optional<Request> take_request() { return std::nullopt; }
    virtual void receive(const Reply&) {}

    /// What compute() made, as a tree of parts (figures/). Built for each frame, and whenever the figure is
    /// measured or exported: twice the same, if nothing has happened. Its height depends on the width only,
    /// so that no interaction moves the page.
    virtual figures::Block sheet(Ui& /*ui*/) const { return nullptr; }

    /// The values that the sheet shows, in words and tables.
    virtual Description describe() const = 0;
    /// Words of a built-in sentence that it is about, with blanks between them: if one is also a text of a
    /// figure ("noise"), it is not said in another language. (Nor are those that a reader typed.)
    virtual std::string verbatim() const { return {}; }

    /// Python that computes with NumPy, from this state's inputs and not from results, what the exhibit
    /// shows: the lines that the expressions of describe().values need, beginning with `import numpy as np`.
    /// View::numpy() puts `values = {"largest weight": …}` behind them. Empty: the exhibit has none, and an
    /// export lists the tables instead. Called after compute().
    virtual std::string numpy(const State&) const { return {}; }

    /// Whether a parameter plays a role in this state; others have no control.
    virtual bool active(const State&, int /*parameter*/) const { return true; }

    /// A parameter's value as it is shown beside its control and spoken, where the table's own way says too
    /// little.
    virtual std::string shown(const State& state, int parameter) const { return state.shown(parameter); }

    /// What is spoken for a cell of a matrix, or of the computed matrix that a focus (Parameter::grid_column)
    /// with this row parameter is on; `row` and `col` are then values of the two integers. By default the
    /// number of a matrix's cell, and nothing for a computed one.
    virtual std::string shown_cell(const State& state, int parameter, int row, int col) const {
        return state.shown_cell(parameter, row, col);
    }

  protected:
    Hovers hovers_;
};

/// An entry of the list.
struct ExhibitType {
    std::string_view id;  // attribute value: [a-z-]+
    std::string_view title;
    HostWords summary;  // one sentence: what one can do here
    std::span<const Parameter> parameters;
    std::span<const Preset> presets;
    std::unique_ptr<Exhibit> (*make)();
    /// The piece of the sheet that is always shown: what `show` calls it.
    HostWords essential = {};
    bool hidden = false;  // can be asked for by its id, but is in no list: a sheet for tests and for makers
};

/// An exhibit of what a reader brought, with a type made for it alone (brought/brought.h). Not moved: the
/// type holds the parameters.
struct Brought {
    std::vector<Parameter> parameters;
    ExhibitType type;  // `make` is null
    std::unique_ptr<Exhibit> exhibit;
};

/// Those on the page, in its order.
std::span<const ExhibitType* const> exhibits();
/// Exhibits that wait for room on the page, and sheets of parts: natively and in the tests' own module
/// (test_sheets/list.cpp); none in what ships (test_sheets/none.cpp).
std::span<const ExhibitType* const> hidden_exhibits();
/// Both.
std::span<const ExhibitType* const> all_exhibits();
/// Null if there is none with that id, hidden or not.
const ExhibitType* find_exhibit(std::string_view id);

}  // namespace explainer
