// A sheet of the parts made of cells and words, in all their states: for whoever makes or uses a part, and
// for tests. Hidden: it is in no list, and its numbers mean nothing.
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/text.h"

namespace explainer {
namespace {

using figures::Block, figures::Entry, figures::Ground, figures::MatrixLook, figures::TitlePlace;

enum : int { word, text, step, cell, row, col, head, weights_v, play };

constexpr double given_cells[] = {1, 0, -1, -2, 1, 1, 3, 0, -2, 2, 1, 0};
constexpr MatrixDefault given[] = {{4, 3, given_cells}};

constexpr std::array parameters = {
    Parameter{.name = "word",
              .label = "word",
              .help = "The chosen word.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 6,
              .step = 1,
              .initial = 1},
    Parameter{.name = "text",
              .label = "sentence",
              .help = "A sentence of any words.",
              .kind = Kind::text,
              .initial_text = "The cat sat on the soft ?",
              .max_length = 400},
    Parameter{.name = "step",
              .label = "step",
              .help = "How far the calculation is.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 6,
              .step = 1,
              .initial = 4},
    Parameter{.name = "cell",
              .label = "cell",
              .help = "How many cells are reached.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 27,
              .step = 1,
              .initial = 25},
    Parameter{.name = "row",
              .label = "row",
              .help = "The row of the chosen cell.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 6,
              .step = 1,
              .initial = 6,
              .grid_column = "col"},
    Parameter{.name = "col",
              .label = "column",
              .help = "The column of the chosen cell.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 6,
              .step = 1,
              .initial = 1},
    Parameter{.name = "head",
              .label = "head",
              .help = "The chosen small map.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 7,
              .step = 1,
              .initial = 1},
    Parameter{.name = "w",
              .label = "weights of V",
              .help = "A matrix whose cells can be typed over.",
              .kind = Kind::matrix,
              .minimum = -9,
              .maximum = 9,
              .step = 1,
              .decimals = 0,
              .matrices = given},
    Parameter{.name = "play",
              .label = "play",
              .help = "Goes from step to step, or stops.",
              .kind = Kind::action,
              .plays = "step"},
};

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

const std::vector<std::string> tokens = {"The", "cat", "sat", "on", "the", "soft", "?"};
const std::vector<std::string> three = {"I", "love", "AI"};

float share(int i, int j) {
    return std::fabs(std::sin(static_cast<float>(i * 7 + j * 3 + 1) * 1.7f));
}

class PartsMatrix final : public Exhibit {
  public:
    PartsMatrix() {
        x_ = {1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0};
        v_ = {4, 0, -3, 0, 2, 1, -1, 1, 0};
        weights_ = {0.070f, 0.707f, 0.223f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 0.168f, 0.533f, 0.299f};
        for (int i = 0; i < 7; ++i) {
            for (int j = 0; j < 7; ++j) causal_.push_back(j > i ? nothing : share(i, j));
        }
        for (int i = 0; i < 8 * 8; ++i) signed_.push_back(std::sin(static_cast<float>(i * i)) * 2);
        for (int i = 0; i < 64 * 64; ++i) large_.push_back(share(i / 64, i % 64));
        for (int h = 0; h < 8; ++h) {
            for (int i = 0; i < 7; ++i) {
                for (int j = 0; j < 7; ++j) heads_.push_back(j > i ? nothing : share(i + h, j * (h + 1)));
            }
        }
        extremes_ = {0,         1e30f,      -1e30f, nothing, std::numeric_limits<float>::infinity(),
                     -0.00001f, 12345.678f, 1};
    }

    void compute(const State& state) override {
        w_.clear();
        for (const double cell_value : state.matrix(weights_v).values)
            w_.push_back(static_cast<float>(cell_value));
        ++version_;
    }
    Description describe() const override { return {"A sheet of parts made of cells and words.", {}}; }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        const Entry lit = hover_.shown();
        return column(24, words(ui), words_on_pages(ui), players(ui), rule(), products(ui, lit), rule(),
                      maps(ui, lit), rule(), heads(ui, lit), rule(), edges(ui));
    }

  private:
    Block words(Ui& ui) const {
        using namespace figures;
        SentenceLook look{.id = "sentence",
                          .words = tokens,
                          .color = ui.theme().query,
                          .selected = ui.state().integer(word),
                          .text_parameter = text,
                          .word_parameter = word};
        return column(8,
                      titled(ui.theme().ink, "Sentence", ui.theme().muted, "press a word; the pencil edits"),
                      sentence(std::move(look)));
    }

    Block words_on_pages(Ui& ui) const {
        using namespace figures;
        SentenceLook look{.id = "long sentence", .words = {}, .color = ui.theme().key, .selected = 1};
        for (int i = 0; i < 64; ++i) look.words.push_back(tokens[static_cast<size_t>(i) % 6]);
        look.words[3] = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
        look.words[5] = "قطة";
        look.words[7] = "👍🏽";
        SentenceLook tinted{
            .id = "tinted", .words = tokens, .color = ui.theme().query, .selected = 6, .lines = 1};
        for (int i = 0; i < 7; ++i) tinted.grounds.push_back(ui.theme().weight(share(6, i)));
        return column(8, sentence(std::move(look)), sentence(std::move(tinted)));
    }

    Block players(Ui& ui) const {
        using namespace figures;
        PlayerLook stops{.parameter = step, .action = play};
        stops.stops = {{1, "words"},        {2, "project"}, {3, "score"},
                       {4, "divide by √3"}, {5, "softmax"}, {6, "blend values"}};
        PlayerLook cells{.parameter = cell};
        cells.stops = {{1, "I"}, {10, "love"}, {19, "AI"}};
        cells.sections = true;
        cells.ends = false;
        cells.shown = [](int value) { return "cell " + std::to_string(value) + " of 27"; };
        return column(16, titled(ui.theme().ink, "Player", ui.theme().muted, "stops; sections"),
                      player(std::move(stops)), player(std::move(cells)));
    }

    MatrixLook look(std::string id, const std::vector<float>& values, int rows, int cols, Color color) const {
        MatrixLook out;
        out.data.id = std::move(id);
        out.data.values = values;
        out.data.rows = rows;
        out.data.cols = cols;
        out.data.version = 1;
        out.cells.color = color;
        return out;
    }

    /// X, W, V and the weights, as they stand in a calculation.
    Block products(Ui& ui, Entry lit) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const float side = 44;
        MatrixLook x = look("x", x_, 3, 4, theme.ink);
        x.frame.row_labels = {three, theme.ink};
        x.cells.ground = Ground::tint;
        x.frame.brackets = true;
        x.size.cell_width = 40;
        x.size.cell_height = side;
        x.marks.linked_row = 2;
        x.marks.fade_others = true;
        x.frame.title = "X";
        x.frame.note = "one row a word";
        x.frame.title_place = TitlePlace::below;
        MatrixLook w = look("w", w_, 4, 3, theme.value);
        w.cells.ground = Ground::tint;
        w.frame.brackets = true;
        w.size.cell_width = 56;
        w.size.cell_height = side;
        w.marks.linked_col = 0;
        w.hand.parameter = weights_v;
        w.data.version = version_;
        w.frame.title = "W";
        w.frame.subscript = "V";
        w.frame.note = "dotted: type over";
        MatrixLook v = look("v", v_, 3, 3, theme.value);
        v.cells.ground = Ground::tint;
        v.frame.brackets = true;
        v.size.cell_width = 56;
        v.size.cell_height = side;
        v.marks.selected = {2, 0};
        v.marks.reached = ui.state().integer(cell) * 9 / 27;
        v.frame.title = "V";
        v.frame.note = "hands over";
        v.frame.title_place = TitlePlace::below;
        MatrixLook weights = look("weights", weights_, 3, 3, theme.query);
        weights.cells.ground = Ground::heat;
        weights.cells.decimals = 3;
        weights.size.cell_width = 96;
        weights.size.cell_height = 64;
        weights.frame.row_labels = {three, theme.query};
        weights.frame.col_labels = {three, theme.key};
        weights.marks.selected_row = 0;
        weights.marks.selected = {0, 1};
        weights.cells.small = [](int i, int j) {
            return std::to_string(i + j) + " → " + std::to_string(i) + ".577";
        };
        weights.frame.title = "α";
        weights.frame.note = "weights; under each, score → score ÷ √3";
        weights.frame.title_place = TitlePlace::below;
        weights.frame.legend = true;
        weights.frame.legend_name = "weight";
        weights.marks.pointed = lit;
        weights.hand.hovered = [this](Entry entry) { hover_.note() = entry; };
        return wrap(32, 24,
                    blocks(matrix(std::move(x)), matrix(std::move(w)), matrix(std::move(v)),
                           matrix(std::move(weights))));
    }

    Block causal_map(Ui& ui, Entry lit) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        MatrixLook map = look("map", causal_, 7, 7, theme.query);
        map.cells.ground = Ground::heat;
        map.cells.decimals = 2;
        map.size.fill = true;
        map.size.cell_height = 44;
        map.frame.row_labels = {tokens, theme.query};
        map.frame.col_labels = {tokens, theme.key};
        map.marks.selected_row = ui.state().integer(row);
        map.marks.selected = {ui.state().integer(row), ui.state().integer(col)};
        map.hand.row_parameter = row;
        map.hand.col_parameter = col;
        map.marks.pointed = lit;
        map.hand.hovered = [this](Entry entry) { hover_.note() = entry; };
        map.hand.row_pressed = [&ui](int i) { ui.change(row, i); };
        map.marks.rings = {{0, 4}};
        map.marks.mask_border = true;
        map.frame.legend = true;
        map.frame.legend_name = "weight";
        return matrix(std::move(map));
    }

    Block signed_map(Ui& ui) const {
        using namespace figures;
        MatrixLook scores = look("signed", signed_, 8, 8, ui.theme().ink);
        scores.cells.ground = Ground::heat;
        scores.cells.is_signed = true;
        scores.cells.largest = 2;
        scores.cells.decimals = 1;
        scores.size.fill = true;
        scores.size.cell_height = 38;
        scores.frame.title = "Q";
        scores.frame.subscript = "2";
        scores.frame.note = "signed scores";
        scores.frame.line = true;
        scores.frame.legend = true;
        scores.marks.linked_col = 3;
        scores.cells.leading_zero = false;
        return matrix(std::move(scores));
    }

    Block maps(Ui& ui, Entry lit) const {
        return figures::at_least(
            640, [=, this, &ui] { return row_of(causal_map(ui, lit), signed_map(ui)); },
            [=, this, &ui] { return figures::column(24, causal_map(ui, lit), signed_map(ui)); });
    }

    static Block row_of(Block first, Block second) {
        return figures::row({.gap = 32}, {figures::Item(std::move(first), figures::share()),
                                          figures::Item(std::move(second), figures::share())});
    }

    Block heads(Ui& ui, Entry lit) const {
        using namespace figures;
        static constexpr std::array names = {"previous token",
                                             "content",
                                             "uniform",
                                             "first-token sink",
                                             "subject ↔ verb",
                                             "adjective → noun",
                                             "pronoun → antecedent",
                                             "preposition → object"};
        SmallMapsLook look{.id = "heads", .maps = {}};
        for (size_t h = 0; h < 8; ++h) {
            look.maps.push_back({std::span(heads_).subspan(h * 49, 49), 7, 7,
                                 std::string(1, static_cast<char>('A' + h)), names[h],
                                 h == 4 ? Entry{1, 3} : Entry{}});
        }
        look.version = 1;
        look.selected = ui.state().integer(head);
        look.parameter = head;
        look.selected_row = 6;
        look.pointed_entry = lit.row >= 0 ? lit : Entry{6, 1};
        look.hovered = [this](int, Entry entry) { hover_.note() = entry; };
        return column(16, titled(ui.theme().ink, "Small maps", ui.theme().muted, "press one to enlarge it"),
                      small_maps(std::move(look)),
                      heat_legend({.heat = {1, false}, .name = "weight", .hatching = "masked"}));
    }

    Block edges(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        MatrixLook wide = look("wide", large_, 2, 64, theme.key);
        wide.cells.ground = Ground::heat;
        wide.cells.decimals = 2;
        wide.frame.title = "K";
        wide.frame.note = "64 columns: drag sideways";
        wide.frame.brackets = true;
        std::vector<std::string> many;
        for (int i = 0; i < 64; ++i) many.push_back("w" + std::to_string(i));
        wide.frame.col_labels = {many, theme.key};
        wide.marks.selected = {1, 5};
        MatrixLook tall = look("tall", large_, 64, 64, theme.query);
        tall.cells.ground = Ground::heat;
        tall.size.height = 300;
        tall.size.least = 4;
        tall.size.fill = true;
        tall.size.most = 6;
        tall.frame.row_labels = {many, theme.query};
        tall.frame.col_labels = {many, theme.key};
        tall.marks.pointed = {20, 12};
        tall.frame.title = "64 × 64";
        MatrixLook odd = look("odd", extremes_, 2, 4, theme.output);
        odd.cells.decimals = 3;
        odd.cells.ground = Ground::tint;
        odd.frame.title = "0, 10³⁰, masked, ∞ …";
        odd.marks.selected = {1, 2};
        MatrixLook one = look("one", x_, 1, 1, theme.output);
        one.frame.brackets = true;
        one.frame.title = "o";
        one.frame.title_place = TitlePlace::left;
        return column(
            24, matrix(std::move(wide)),
            wrap(32, 24, blocks(matrix(std::move(tall)), matrix(std::move(odd)), matrix(std::move(one)))));
    }

    std::vector<float> x_, w_, v_, weights_, causal_, signed_, large_, heads_, extremes_;
    uint64_t version_ = 0;
    Hover<Entry> hover_{hovers_};
};

}  // namespace

extern const ExhibitType parts_matrix;
const ExhibitType parts_matrix = {
    "parts-matrix",
    "Parts: cells and words",
    "Every part made of cells and words, in all its states.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<PartsMatrix>()); },
    {},
    true,
};

}  // namespace explainer
