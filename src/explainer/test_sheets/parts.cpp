// Parts: a sheet with a parameter of every kind, for tests and for whoever makes a new part. Hidden: it is in
// no list, and shows nothing about attention.
#include <array>
#include <limits>
#include <string>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/format.h"

namespace explainer {
namespace {

enum : int {
    amount,
    size,
    detail,
    shade,
    data,
    weights,
    fixed_matrix,
    sentence_text,
    token,
    row,
    column,
    again
};

constexpr std::array data_choices = {
    Choice{"square", "2 × 2"},
    Choice{"tall", "3 × 2"},
    Choice{"words", "as many columns as words"},
};
constexpr double follow_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_columns[] = {1, 2, follow_words};
constexpr double square[] = {1, 0, 0, 1};
constexpr double tall[] = {1, 0, 0, 1, 0.5, -0.5};
constexpr double flat[] = {0.25, 0.5, 0.75, 1, -1, 0};
constexpr MatrixDefault weight_defaults[] = {{2, 2, square}, {3, 2, tall}, {2, 3, flat}};
constexpr MatrixDefault fixed_default[] = {{2, 2, square}};
constexpr int most_rows = 6;
constexpr int most_columns = 8;

constexpr std::array parameters = {
    Parameter{.name = "amount",
              .label = "amount",
              .help = "A number.",
              .minimum = -2,
              .maximum = 2,
              .step = 0.1,
              .initial = 1},
    Parameter{.name = "size",
              .label = "rows",
              .help = "How many rows the computed matrix has.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = most_rows,
              .step = 1,
              .initial = 4},
    Parameter{.name = "detail", .label = "detail", .help = "Shows the shade.", .kind = Kind::toggle},
    Parameter{.name = "shade",
              .label = "shade",
              .help = "A number that plays a role with detail only.",
              .minimum = 0.01,
              .maximum = 100,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
    Parameter{.name = "data",
              .label = "data",
              .help = "Which weights are given.",
              .kind = Kind::choice,
              .choices = data_choices},
    Parameter{.name = "w",
              .label = "weights W",
              .help = "A matrix whose default follows the data.",
              .kind = Kind::matrix,
              .minimum = -3,
              .maximum = 3,
              .step = 0.05,
              .matrices = weight_defaults,
              .initial_follows = "data"},
    Parameter{.name = "m",
              .label = "matrix M",
              .help = "A matrix with one default.",
              .kind = Kind::matrix,
              .minimum = -10,
              .maximum = 10,
              .step = 1,
              .decimals = 0,
              .matrices = fixed_default},
    Parameter{.name = "words",
              .label = "words",
              .help = "A sentence.",
              .kind = Kind::text,
              .initial_text = "The cat sat",
              .max_length = 400},
    Parameter{.name = "token",
              .label = "token",
              .help = "One of the words, counted from 0.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = most_words - 1,
              .step = 1,
              .initial = 1,
              .maximum_follows = {.parameter = "words", .offset = -1}},
    Parameter{.name = "row",
              .label = "products",
              .help = "The cell of the computed matrix whose product is shown.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = most_rows - 1,
              .step = 1,
              .initial = 3,
              .maximum_follows = {.parameter = "size", .offset = -1},
              .grid_column = "column"},
    Parameter{.name = "column",
              .label = "column",
              .help = "The column of that cell.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = most_columns - 1,
              .step = 1,
              .maximum_follows =
                  {.parameter = "data", .by_choice = last_columns, .otherwise = "words", .offset = -1}},
    Parameter{.name = "again",
              .label = "count up",
              .help = "Counts how often it was pressed.",
              .kind = Kind::action},
};

constexpr std::array presets = {
    Preset{"as it is", ""},
    Preset{"tall", "data=tall;w=1,2/3,-1/0,0.5;row=2"},
};

class Parts final : public Exhibit {
  public:
    void compute(const State& state) override {
        amount_ = state.number(amount);
        rows_ = state.integer(size);
        columns_ = static_cast<int>(state.maximum(column)) + 1;
        row_ = state.integer(row);
        column_ = state.integer(column);
        words_.clear();
        for (const std::string_view word : words(state.text(sentence_text))) words_.emplace_back(word);
        sum_ = 0;
        for (const int matrix : {weights, fixed_matrix}) {
            for (const double cell : state.matrix(matrix).values) sum_ += cell;
        }
        token_ = state.integer(token);
    }

    void act(int) override { ++presses_; }

    bool active(const State& state, int parameter) const override {
        return parameter != shade || state.toggle(detail);
    }

    std::string shown_cell(const State& state, int parameter, int i, int j) const override {
        if (parameter != row) return Exhibit::shown_cell(state, parameter, i, j);
        return std::to_string(i + 1) + " times " + std::to_string(j + 1) + " times " + fixed(amount_, 1) +
               " is " + fixed(product(i, j), 1);
    }

    figures::Block sheet(Ui& ui) const override {
        using namespace figures;
        const auto line = [&](int parameter) { return slider(parameter, {.color = ui.theme().ink}); };
        const auto grid = [&](int parameter, int rows) {
            return drawing(static_cast<float>(rows) * cell_height + 8,
                           [this, parameter](Ui& on, Rect rect) { draw_matrix(on, parameter, rect); });
        };
        return figures::column(
            0, figures::presets(explainer::presets), line(amount), line(size), toggle(ui, detail),
            ui.state().toggle(detail) ? line(shade) : space(row_height), choice(ui, data), space(8),
            grid(weights, 3), grid(fixed_matrix, 2), text_field(sentence_text), line(token), space(8),
            drawing(most_rows * cell_height + 8, [this](Ui& on, Rect rect) { draw_products(on, rect); }),
            action(ui, again));
    }

    Description describe() const override {
        Table cells{"Products", {"row", "column", "product"}, {}};
        for (int i = 0; i < rows_; ++i) {
            for (int j = 0; j < columns_; ++j) cells.rows.push_back({i, j, product(i, j)});
        }
        const std::string word = words_.empty() ? "none" : "“" + words_[static_cast<size_t>(token_)] + "”";
        return {"The product is " + fixed(product(row_, column_), 2) + ", the token is " + word + ".",
                {cells},
                {{"product", product(row_, column_)},
                 {"sum of all cells", sum_},
                 {"words", static_cast<double>(words_.size())},
                 {"presses", static_cast<double>(presses_)}}};
    }

  private:
    static constexpr float cell_width = 56, cell_height = 36;

    double product(int i, int j) const { return amount_ * (i + 1) * (j + 1); }

    void draw_matrix(Ui& ui, int parameter, Rect rect) const {
        const Parameter& p = ui.state().parameter(parameter);
        const MatrixValue& matrix = ui.state().matrix(parameter);
        const Theme& theme = ui.theme();
        const float label = 104;
        ui.text({rect.x, rect.y + 8}, body, theme.ink, p.label);
        const Rect whole{rect.x + label, rect.y, cell_width * static_cast<float>(matrix.cols),
                         cell_height * static_cast<float>(matrix.rows)};
        ui.place_parameter(parameter, whole);
        for (int i = 0; i < matrix.rows; ++i) {
            for (int j = 0; j < matrix.cols; ++j) {
                const Rect cell{whole.x + cell_width * static_cast<float>(j),
                                whole.y + cell_height * static_cast<float>(i), cell_width, cell_height};
                figures::number_cell(ui, parameter, i, j, cell);
                draw_cell(ui, cell, fixed(matrix.at(i, j), p.decimals), false);
            }
        }
        if (ui.focused(parameter)) ui.focus_ring(whole);
    }

    void draw_products(Ui& ui, Rect rect) const {
        const float wide = std::min(cell_width, rect.width / most_columns);
        const Rect whole{rect.x, rect.y, wide * static_cast<float>(columns_),
                         cell_height * static_cast<float>(rows_)};
        ui.place_parameter(row, whole);
        for (int i = 0; i < rows_; ++i) {
            for (int j = 0; j < columns_; ++j) {
                const Rect cell{whole.x + wide * static_cast<float>(j),
                                whole.y + cell_height * static_cast<float>(i), wide, cell_height};
                const std::string id = "product/" + std::to_string(i) + "/" + std::to_string(j);
                if (ui.area(id, cell, Grip::press).clicked) {
                    ui.change(row, i);
                    ui.change(column, j);
                }
                ui.place_cell(row, i, j, cell);
                draw_cell(ui, cell, fixed(product(i, j), 1), i == row_ && j == column_);
                if (ui.focused_cell(row) == MatrixCell{i, j}) ui.focus_ring(cell);
            }
        }
    }

    static void draw_cell(Ui& ui, Rect cell, const std::string& text, bool chosen) {
        const Theme& theme = ui.theme();
        if (chosen) ui.painter().rectangle(cell.inset(1), mix(theme.paper, theme.query, 0.12f), 4);
        ui.painter().outline(cell.inset(1), chosen ? theme.query : theme.line.faded(0.4f), 1, 4);
        ui.text({cell.right() - 6, cell.centre().y - fonts::line_height(caption) / 2}, caption, theme.ink,
                text, Align::right);
    }

    double amount_ = 0, sum_ = 0;
    int rows_ = 1, columns_ = 1, row_ = 0, column_ = 0, token_ = 0;
    int presses_ = 0;
    std::vector<std::string> words_;
};

}  // namespace

extern const ExhibitType parts;
const ExhibitType parts = {
    "parts",    "Parts", "A parameter of every kind, to test and to look at.",
    parameters, presets, [] { return std::unique_ptr<Exhibit>(std::make_unique<Parts>()); },
    {},         true,
};

}  // namespace explainer
