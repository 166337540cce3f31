// Projection: words as vectors, and how the same vector becomes a query, a key and a value. One walk through
// every term of every sum, so that any instant is a number in the state. Not here: the numbers
// (projection_model.h), and what q, k and v are then used for (scores, blend).
#include <array>
#include <cmath>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/projection_model.h"
#include "explainer/exhibits/walk.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/motion.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace projection_parameters;
using namespace figures;
using Model = ProjectionModel;

constexpr std::array pace_choices = {Choice{"term", "a term"}, Choice{"cell", "a cell"},
                                     Choice{"word", "a word"}};

/// Terms of all sums: words × three results of so many columns × rows of the weights. Where Q, K and V are
/// given there are none: then it is the key that is looked at.
constexpr double last_terms[] = {3 * 9 * 4, 3, 2, 4 * 12 * 8, 3 * 9 * 3};

const auto parameters = joined(
    example_parameters,
    std::array{
        Parameter{.name = "term",
                  .label = "term",
                  .help = "How far the walk is, term by term.",
                  .kind = Kind::integer,
                  .minimum = 1,
                  .maximum = 4 * 12 * 8,
                  .step = 1,
                  .initial = 98,
                  .maximum_follows = {.parameter = "data", .by_choice = last_terms}},
        walk_pace(pace_choices), walk_cover("Results that the walk has not reached are empty."),
        play_of("term"), piece_of("showSum", "the sum", "The cell that is walked to, term by term.", true),
        piece_of("showWords", "q, k and v", "The word as query, key and value: three cards.", true),
        piece_of("showWeights", "rows added", "The product as rows of weights that are added.", false)});

constexpr std::array starts = {
    Preset{"“AI” hands over −1", ""},
    Preset{"terms that cancel", "term=64"},
    Preset{"what if K had Q’s weights?", "wk=1,1,0/0,1,0/1,0,0/1,0,1;term=16"},
};

constexpr int weights_of[] = {example::w_q, example::w_k, example::w_v};
constexpr int given_of[] = {example::q, example::k, example::v};

constexpr float weights_height = 112;   // of four rows; further ones scroll
constexpr float words_height = 96;      // of three: of X and of a product
constexpr float low_words_height = 84;  // of them on a phone
constexpr float least_cell = 30;        // of results: "−.14"
constexpr float upright_width = 36;     // of the row of X that stands beside a column
constexpr float arrow_room = 32;        // between weights and results: their names and arrows
constexpr float beside_gap = 4;
constexpr float four_columns = 836;  // side by side: where there is less, matrices of four columns scroll
constexpr float least_said = 104;    // beside the weights, else the sentence stands over them
constexpr float two_lines = 320;     // Q, K and V stand on two lines where there is less, so high with
constexpr float given_height = 353;  // the sentence
constexpr float terms_height = 164;  // of eight terms, where each has one line
constexpr float added_height = 240;  // of the rows added
constexpr int most_said = 66;        // characters of the live sentence

Color color_of(const Theme& theme, int role) {
    return role == 0 ? theme.query : role == 1 ? theme.key : theme.value;
}

class Projection final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = Model(state);
        for (int r = 0; r < 3; ++r) results_[at(r)] = model_.values(r);
        // The cell walked to is as far as its sum.
        if (model_.one.from_words)
            results_[at(model_.role)][at(model_.word * model_.columns(model_.role) + model_.column)] =
                model_.sums[at(model_.terms)];
        ++version_;
    }
    Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override {
        if (parameter == cover) return false;  // what plays covers by itself; links say it
        if (parameter == pace && !state.toggle(show_sum)) return false;
        return example_active(state, parameter == pace ? static_cast<int>(example::x) : parameter);
    }
    std::string shown(const State& state, int parameter) const override {
        return parameter == term_number ? model_.shown() : state.shown(parameter);
    }
    Description describe() const override { return model_.describe(); }
    std::string numpy(const State& state) const override { return model_.numpy(state); }

  private:
    /// What is pointed at, everywhere where it plays a role.
    struct Linked {
        Entry x;
        std::array<Entry, 3> weights, results;
        int term = -1;
        bool operator==(const Linked&) const = default;
    };

    static size_t at(int index) { return Model::at(index); }
    void go(Ui& ui, int word, int role, int column, int terms) const {
        ui.step(term_number, model_.step_at(word, role, column, terms));
    }
    void point_result(int role, Entry entry) const {
        hover_.note().results[at(role)] = entry;
        hover_.note().x = {entry.row, -1};
        hover_.note().weights[at(role)] = {-1, entry.col};
    }
    /// Whether what the walk has not come to is not there: also while it plays.
    bool covers(Ui& ui) const { return model_.cover || (model_.one.from_words && ui.playing(term_number)); }
    /// How far the row of X has turned upright: a walk to another word or matrix sends it anew. And how far
    /// the last product has come.
    float upright(Ui& ui) const { return arrival(ui, "upright", model_.word * 3 + model_.role); }
    float arrived(Ui& ui) const { return arrival(ui, "step", ui.state().integer(term_number)); }
    int shown_role(const Ui& ui) const;

    PlayerLook player(Ui& ui) const;
    Block pace_choice(Ui& ui) const;
    Block wide_figure(Ui& ui) const;
    Block narrow_figure(Ui& ui, float width) const;
    Block across(Block figure) const;
    Block given(Ui& ui, bool told) const;
    Block sentence(Ui& ui) const;
    MatrixLook look(std::string id, std::span<const float> values, int rows, int cols, Color color,
                    int decimals) const;
    Block x_matrix(Ui& ui, float height) const;
    Block weights_matrix(Ui& ui, int role) const;
    Block result_matrix(Ui& ui, int role, float height) const;
    Block terms(Ui& ui, float height) const;
    Block cards(Ui& ui, bool choosing) const;
    Block card(Ui& ui, int role, double largest, bool choosing) const;
    Block lengths(Ui& ui) const;
    Block rows_added(Ui& ui) const;
    void draw_upright(Ui& ui, const MatrixPlace& weights) const;
    void draw_across(Ui& ui) const;

    Model model_;
    std::array<std::vector<float>, 3> results_;  // Q, K, V as shown
    uint64_t version_ = 0;
    Hover<Linked> hover_{hovers_};
};

/// On a narrow sheet there is one product: that of the matrix which the keyboard is in, else the walk's.
int Projection::shown_role(const Ui& ui) const {
    for (int r = 0; r < 3; ++r)
        if (ui.focused(weights_of[r])) return r;
    return model_.role;
}

Block Projection::sheet(Ui& ui) const {
    // Where Q, K and V are given, the sheet keeps the height that it has with words.
    const auto as_high = [this](Block given, Block words) {
        return model_.one.from_words ? std::move(words) : tallest(blocks(std::move(given), std::move(words)));
    };
    // (Where the three need two lines, that is higher than a product.)
    const auto figure = [=, this, &ui](float width) {
        return reserved(width < two_lines ? given_height : 0,
                        as_high(given(ui, true), narrow_figure(ui, width)));
    };
    const auto sum = [=, this, &ui](float height, bool wide) {
        return piece(ui, show_sum, [=, this, &ui] {
            Block all = terms(ui, height);
            Block given =
                column(8,
                       paragraph(body, ui.theme().muted,
                                 "Here Q, K and V are given: there are no words, no X and no weights "
                                 "to multiply. Press a key to see its vectors."),
                       lengths(ui));
            if (!model_.one.from_words) std::swap(all, given);
            all = tallest(blocks(std::move(all), std::move(given)));
            if (!wide) return column(8, rule(), std::move(all), pace_choice(ui));
            Items beside{Item(std::move(all), share(2))};
            if (ui.state().toggle(show_weights)) beside.emplace_back(rows_added(ui), share(1));
            return column(8, rule(), row({.gap = 28}, std::move(beside)));
        });
    };
    const auto added = [this, &ui] { return rows_added(ui); };
    const auto wide = [=, this, &ui] {
        // The cards take the place of the sentence.
        const bool words = ui.state().toggle(show_words), summed = ui.state().toggle(show_sum);
        return column(
            6, row({.gap = 16}, {Item(example_choice(ui, model_.one, starts), share()), Item(pieces(ui))}),
            piece(ui, show_words, [&] { return sentence(ui); }), as_high(given(ui, !words), wide_figure(ui)),
            example_player(ui, model_.one, player(ui)), summed ? pace_choice(ui) : space(0),
            sum(terms_height, true), summed ? space(0) : piece(ui, show_weights, added));
    };
    // (On the narrowest sheets eight products need lines of their own.)
    const auto narrow = [=, this, &ui] {
        return column(6, example_choice(ui, model_.one, starts), by_width(figure),
                      example_player(ui, model_.one, player(ui)), pieces(ui),
                      piece(ui, show_words, [&] { return cards(ui, true); }), by_width([sum](float width) {
                          return sum(width < 310 ? 8 * 38 : terms_height, false);
                      }),
                      piece(ui, show_weights, added));
    };
    return at_least(four_columns, wide, narrow);
}

PlayerLook Projection::player(Ui& ui) const {
    PlayerLook look{.parameter = term_number, .action = play, .ends = false, .tight = true};
    const WorkedExample& one = model_.one;
    const int a_word = (2 * one.d + one.dv) * one.width, chosen = ui.state().choice(pace);
    if (one.from_words) {
        look.stride = chosen == 0 ? 1 : chosen == 1 ? one.width : a_word;
        for (int i = 1; i < one.n; ++i) look.ticks.push_back(i * a_word + 1);
    }
    look.shown = [this](int value) -> std::string {
        if (!model_.one.from_words) return Phrase() << "key " << value << " of " << model_.one.m;
        return Phrase() << "cell " << (value - 1) / model_.one.width + 1 << " of " << model_.cell_count();
    };
    return look;
}

Block Projection::pace_choice(Ui& ui) const {
    Block step = choice(ui, pace, ui.theme().muted, std::string(ui.state().parameter(pace).label));
    return model_.one.from_words ? std::move(step) : tallest(blocks(space(0), std::move(step)));
}

// ---------------------------------------------------------------- The product

Block Projection::wide_figure(Ui& ui) const {
    constexpr float above = 28 + 4 + weights_height + 4;  // of weights with their title
    Block corner = ui.state().toggle(show_words) ? cards(ui, false) : sentence(ui);
    Items items{
        Item(column(arrow_room, reserved(above, std::move(corner)), x_matrix(ui, words_height)), share(30))};
    for (int r = 0; r < 3; ++r) {
        items.emplace_back(
            padded(upright_width + beside_gap, 0, 0, 0,
                   column(arrow_room, weights_matrix(ui, r), result_matrix(ui, r, words_height))),
            share(23));
    }
    return across(row({.gap = 8}, std::move(items)));
}

/// One product at a time; the cards choose which.
Block Projection::narrow_figure(Ui& ui, float width) const {
    const int r = shown_role(ui);
    constexpr float around = 43;  // a product's columns: brackets, and what scrolls W
    const float cell = std::clamp((0.42f * width - around) / 4, least_cell, 56.0f);
    const float right = around + static_cast<float>(std::max(3, model_.columns(r))) * cell;
    // (The sentence is as wide beside three columns as beside four: its height is that of the width.)
    const float said = width - around - 4 * cell - upright_width - 2 * beside_gap;
    const bool beside = said >= least_said;
    Block left = beside ? limited(said, Align::left, sentence(ui)) : space(0);
    Block top = row({.gap = upright_width + 2 * beside_gap, .cross = Cross::bottom},
                    {Item(std::move(left), share()), Item(weights_matrix(ui, r), pixels(right))});
    Block bottom = row({.gap = beside_gap},
                       {Item(x_matrix(ui, low_words_height), share()),
                        Item(model_.one.from_words ? result_matrix(ui, r, low_words_height) : space(0),
                             pixels(right))});  // (X is as high)
    Block figure = across(column(arrow_room - 8, std::move(top), std::move(bottom)));
    return beside ? std::move(figure) : column(4, sentence(ui), std::move(figure));
}

/// Q, K and V as they are given: there is nothing to multiply.
Block Projection::given(Ui& ui, bool told) const {
    Blocks list;
    for (int r = 0; r < 3; ++r) list.push_back(result_matrix(ui, r, words_height));
    Block all = wrap(16, 12, std::move(list));
    return told ? column(8, sentence(ui), std::move(all)) : std::move(all);
}

/// What is walked to, or pointed at, and what comes of it.
Block Projection::sentence(Ui& ui) const {
    const Theme& theme = ui.theme();
    if (!model_.one.from_words)
        return headline(
            {{Phrase() << "the value of " << model_.one.keys[at(model_.word)] << " is as long as ",
              theme.ink},
             headline_number(fixed(wide(model_.length[2]), 3), theme.value)},
            most_said);
    int word = model_.word, role = model_.role, column = model_.column;
    for (int r = 0; r < 3; ++r)
        if (const Entry e = hover_->results[at(r)]; e.row >= 0 && e.col >= 0) {
            word = e.row;
            role = r;
            column = e.col;
        }
    const bool walked = std::tuple(word, role, column) == std::tuple(model_.word, model_.role, model_.column);
    const Color color = color_of(theme, role);
    const std::string name = Model::roles[role].letter + subscript(column + 1);
    std::vector<Run> runs = {{shortened(strong, model_.quoted(word), 96), theme.ink, true},
                             {Phrase() << " " << Model::roles[role].says << " ", theme.ink}};
    if (!walked && covers(ui) && !model_.reached(role, word, column)) {
        runs.push_back({name + ", not computed yet", color});
        return headline(std::move(runs), most_said);
    }
    const bool whole = !walked || model_.complete();
    const double number = wide(whole ? model_.value(role, word, column) : model_.sums[at(model_.terms)]);
    runs.push_back({bound(name + " =") + " ", color});
    runs.push_back(
        headline_number(fixed(number, walked ? model_.sum_decimals() : model_.decimals[at(role)]), color));
    runs.push_back(
        {whole ? std::string(Phrase() << ": its row of X times column " << column + 1 << " of "
                                      << Model::roles[role].capital << "’s weights")
               : bound(Phrase() << " after " << model_.terms << " of " << model_.one.width << " terms"),
         theme.muted});
    return headline(std::move(runs), most_said);
}

/// What all matrices here have in common.
MatrixLook Projection::look(std::string id, std::span<const float> values, int rows, int cols, Color color,
                            int decimals) const {
    MatrixLook out(id, values, rows, cols, color, version_);
    out.cells.decimals = decimals;
    out.cells.leading_zero = decimals == 0;
    out.frame.brackets = true;
    out.size.fill = true;
    out.size.most = 72;
    out.size.least = 26;
    return out;
}

Block Projection::x_matrix(Ui& ui, float height) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    MatrixLook x = look("x", one.x, one.n, one.width, theme.ink, model_.decimals_x);
    x.frame.row_labels = {one.queries, theme.query, model_.word, true};
    if (one.data == Data::seeded)
        for (int i = 0; i < one.n; ++i) x.frame.row_labels.names[at(i)] = std::to_string(i + 1);
    x.size.height = height;
    x.size.most = 96;
    x.size.least = model_.decimals_x > 0 ? 36 : 28;
    x.size.most_cols = 64;  // whatever the example, so that the height is the same
    x.marks.linked_row = model_.word;
    x.marks.selected = {model_.word, model_.terms - 1};
    x.marks.pointed = hover_->x;
    x.cells.ground_of = [this, &theme](int i, int t) -> std::optional<Color> {
        if (i != model_.word) return theme.paper;
        return mix(theme.paper, theme.ink, t == model_.terms - 1 ? 0.34f : 0.1f);
    };
    x.hand.parameter = example::x;
    x.hand.hovered = [this](Entry entry) {
        hover_.note().x = entry;
        if (entry.col >= 0) hover_.note().weights.fill({entry.col, -1});
        hover_.note().results.fill({entry.row, -1});
    };
    x.hand.dragged = [&ui, this](Entry e) { go(ui, e.row, model_.role, model_.column, model_.one.width); };
    x.hand.row_pressed = [this, &ui](int word) { go(ui, word, model_.role, model_.column, model_.terms); };
    return matrix(std::move(x));
}

/// Where a number of the row of X stands upright, beside the weights, whatever rows of these are in sight.
Rect upright_cell(const MatrixPlace& weights, int row) {
    const Rect beside = weights.cell(row, weights.first_col);
    return {weights.cells.x - 10 - beside_gap - upright_width, beside.y, upright_width, beside.height};
}

/// The word's row of X, upright beside the column that it meets.
void Projection::draw_upright(Ui& ui, const MatrixPlace& weights) const {
    const Theme& theme = ui.theme();
    const int first = weights.first_row, last = first + weights.rows - 1;
    for (int t = first; t <= last; ++t) {
        const Rect cell = upright_cell(weights, t);
        const Color ground = mix(theme.paper, theme.ink, t == model_.terms - 1 ? 0.34f : 0.1f);
        ui.painter().rectangle({cell.x, cell.y, cell.width, cell.height - 1}, ground, 0);
        if (t == hover_->term) outline(ui, cell, Emphasis::pointed, theme.ink);
        if (upright(ui) >= 1)
            ui.text({cell.centre().x, cell.centre().y - fonts::line_height(caption) / 2}, {13, true},
                    theme.on(ground),
                    fitting(wide(model_.x(model_.word, t)), model_.decimals_x, {13, true}, cell.width),
                    Align::centre);
    }
    const Rect top = upright_cell(weights, first), bottom = upright_cell(weights, last);
    outline(ui, {top.x, top.y, top.width, bottom.bottom() - top.y}, Emphasis::linked, theme.ink);
    ui.text({top.centre().x, top.y - 24}, strong, theme.ink, "x", Align::centre);
}

Block Projection::weights_matrix(Ui& ui, int role) const {
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role);
    MatrixLook w = look(std::string("w") + Model::roles[role].letter, model_.weights(role), model_.one.width,
                        model_.columns(role), color, model_.decimals_w[at(role)]);
    w.frame.title = "W";
    w.frame.subscript = Model::roles[role].capital;
    w.size.height = weights_height;
    if (role == model_.role && model_.one.from_words) {
        w.marks.linked_col = model_.column;
        w.marks.selected = {model_.terms - 1, model_.column};
        w.marks.selected_color = color;
        w.frame.over = [this](Ui& now, const MatrixPlace& place) { draw_upright(now, place); };
    }
    w.marks.pointed = hover_->weights[at(role)];
    w.cells.ground_of = [this, role, color, &theme](int i, int j) -> std::optional<Color> {
        const bool in_play = role == model_.role && j == model_.column;
        return mix(theme.paper, color, !in_play ? 0.06f : i == model_.terms - 1 ? 0.45f : 0.14f);
    };
    w.hand.parameter = weights_of[role];
    w.hand.dragged = [&ui, this, role](Entry e) { go(ui, model_.word, role, e.col, model_.one.width); };
    w.hand.hovered = [this, role](Entry entry) {
        hover_.note().weights[at(role)] = entry;
        hover_.note().x = {-1, entry.row};
        hover_.note().results[at(role)] = {-1, entry.col};
    };
    return matrix(std::move(w));
}

/// Q, K or V: computed, or given and to be typed over.
Block Projection::result_matrix(Ui& ui, int role, float height) const {
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role);
    const bool computed = model_.one.from_words, here = role == model_.role && computed;
    MatrixLook y = look(Model::roles[role].capital, results_[at(role)], model_.rows(role),
                        model_.columns(role), color, model_.decimals[at(role)]);
    y.marks.pointed = hover_->results[at(role)];
    if (here) y.marks.selected = {model_.word, model_.column};
    y.cells.ground_of = [this, role, here, color, &theme](int i, int j) -> std::optional<Color> {
        if (i != model_.row_of(role)) return theme.paper;
        return mix(theme.paper, color, here && j == model_.column ? 0.45f : 0.2f);
    };
    y.hand.hovered = [this, role](Entry entry) { point_result(role, entry); };
    if (computed) {
        y.size.height = height;
        const bool covered = covers(ui), arriving = here && arrived(ui) < 1;
        if (covered || arriving)
            y.marks.empty = [this, role, covered, arriving](int i, int j) {
                if (arriving && i == model_.word && j == model_.column) return true;
                return covered && !model_.reached(role, i, j);
            };
        y.hand.pressed = [this, role, &ui](Entry entry) {
            go(ui, entry.row, role, entry.col, model_.one.width);
        };
    } else {
        y.frame.title = Model::roles[role].capital;
        y.frame.note = Model::roles[role].says;
        y.frame.title_place = TitlePlace::below;
        y.size.fill = false;
        y.size.cell_width = 32;
        y.size.cell_height = 28;
        y.hand.parameter = given_of[role];
        if (role > 0) y.hand.dragged = [&ui](Entry entry) { ui.step(term_number, entry.row + 1); };
        if (role == 1) {
            y.frame.row_labels = {model_.one.keys, color, model_.word};
            y.hand.row_pressed = [&ui](int j) { ui.step(term_number, j + 1); };
        }
    }
    return matrix(std::move(y));
}

/// The figure with what is drawn across it: arrows, the row that turns upright, the product on its way.
Block Projection::across(Block figure) const {
    return column(0, std::move(figure), drawing(0, [this](Ui& ui, Rect) {
                      if (model_.one.from_words) draw_across(ui);
                  }));
}

void Projection::draw_across(Ui& ui) const {
    const Theme& theme = ui.theme();
    const MatrixPlace rows = place_of(ui, "x");
    const auto name = [&ui](const MatrixPlace& place, Color color, const char* letter) {
        ui.text({place.cells.x - 8, place.cells.y - 4 - fonts::line_height(heading)}, heading, color, letter);
    };
    name(rows, theme.ink, "X");
    const std::string hint = "dotted: type over";
    if (const MatrixPlace last = place_of(ui, "wv");
        !ui.touched() && fonts::width(caption, hint) + 40 <= last.cells.width)
        ui.text({last.cells.right() + 8, last.cells.y - 26}, caption, theme.muted, hint, Align::right);
    for (int r = 0; r < 3; ++r) {
        const MatrixPlace from = place_of(ui, std::string("w") + Model::roles[r].letter),
                          to = place_of(ui, Model::roles[r].capital);
        if (from.cols == 0 || to.cols == 0) continue;
        const Color color = color_of(theme, r);
        name(to, color, Model::roles[r].capital);
        const bool here = r == model_.role && from.shows(from.first_row, model_.column);
        const float x = (here ? from.col(model_.column) : from.cells).centre().x;
        arrow(ui, {x, from.cells.bottom() + 8}, {x, to.cells.y - 8}, here ? color : color.faded(0.4f),
              here ? 2.5f : 2.0f);
        if (!here) continue;
        const int last = model_.terms - 1;
        if (from.shows(last, model_.column))
            travelling(ui, from.cell(last, model_.column).centre(),
                       to.cell(model_.word, model_.column).centre(), arrived(ui),
                       fixed(wide(model_.products[at(last)]), model_.sum_decimals()), theme.raised);
        for (int t = 0; t < model_.one.width && rows.rows > 0; ++t)
            if (rows.shows(model_.word, t) && from.shows(t, model_.column))
                travelling(ui, rows.cell(model_.word, t).centre(), upright_cell(from, t).centre(),
                           upright(ui), fixed(wide(model_.x(model_.word, t)), model_.decimals_x),
                           theme.raised);
    }
}

// ---------------------------------------------------------------- What stands under it

Block Projection::terms(Ui& ui, float height) const {
    const Theme& theme = ui.theme();
    const int r = model_.role,
              fine = std::min(3, model_.decimals_w[at(r)] > 1 ? 3 : model_.decimals_w[at(r)]);
    const Color color = color_of(theme, r);
    std::vector<Term> list;
    for (int t = 0; t < model_.one.width; ++t) {
        const std::string index = subscript(t + 1);
        const double product = wide(model_.products[at(t)]);
        list.push_back({.name = {{Phrase() << "x" << index << " ", theme.ink}, {"w" + index, color}},
                        .product = {{fixed(wide(model_.x(model_.word, t)), model_.decimals_x), theme.ink},
                                    {" × ", theme.muted},
                                    {fixed(wide(model_.w(r, t, model_.column)), fine), color},
                                    {" = " + fixed(product, model_.sum_decimals()), theme.ink}},
                        .value = product,
                        .color = color});
    }
    WaterfallLook look{.id = "sum",
                       .decimals = model_.sum_decimals(),
                       .shown = model_.terms,
                       .selected = model_.terms - 1,
                       .result = {{model_.result_name(), color, true}},
                       .result_color = color,
                       .height = height,
                       .most_row = 44,
                       .least_ruler = 66};
    look.pointing.hovered = [this, r](int t) {
        hover_.note().term = t;
        hover_.note().x = {model_.word, t};
        hover_.note().weights[at(r)] = {t, model_.column};
    };
    look.pointing.pressed = [this, r, &ui](int t) { go(ui, model_.word, r, model_.column, t + 1); };
    return column(4, text(strong, theme.ink, "the sum, term by term"),
                  waterfall(std::move(look), std::move(list)));
}

/// The same word as query, key and value. `choosing`: there is one product, and a card brings its own.
Block Projection::cards(Ui& ui, bool choosing) const {
    float largest = 0;
    Items list;
    for (int r = 0; r < 3; ++r)
        for (int j = 0; j < model_.columns(r); ++j)
            largest = std::max(largest, std::fabs(model_.value(r, model_.row_of(r), j)));
    for (int r = 0; r < 3; ++r) list.emplace_back(card(ui, r, wide(largest), choosing), share());
    const bool words = model_.one.from_words;
    return column(
        4,
        titled(ui.theme().ink, words ? "one word, three roles" : "query, key, value", ui.theme().muted, ""),
        row({.gap = 8}, std::move(list)));
}

Block Projection::card(Ui& ui, int role, double largest, bool choosing) const {
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role);
    const bool words = model_.one.from_words, chosen = words && role == model_.role, covered = covers(ui);
    const float high = 36;
    std::vector<ChartColumn> bars;
    for (int j = 0; j < model_.columns(role); ++j) {
        const bool reached = !covered || model_.reached(role, model_.row_of(role), j);
        // What is being summed is as far as it is everywhere.
        const double number = wide(results_[at(role)][at(model_.row_of(role) * model_.columns(role) + j)]);
        bars.push_back({.value = reached ? number : 0, .color = color, .shown = reached ? "" : "?"});
    }
    ColumnChartLook look{.id = std::string("role ") + Model::roles[role].letter,
                         .largest = largest,
                         .height = high,
                         .depth = 0.6f * high,
                         .decimals = model_.decimals[at(role)],
                         .selected = chosen ? model_.column : -1};
    look.pointing.hovered = [this, role](int j) { point_result(role, {model_.row_of(role), j}); };
    if (words)
        look.pointing.pressed = [this, role, &ui](int j) { go(ui, model_.word, role, j, model_.one.width); };
    Block name = drawing(24, [this, role, words, choosing, color, high](Ui& u, Rect rect) {
        const Model::Role& about = Model::roles[role];
        const float letter = fonts::width(heading, about.letter) + 6;
        const bool says = letter + fonts::width(caption, about.says) <= rect.width;
        const float left = rect.centre().x - (letter + (says ? fonts::width(caption, about.says) : 0)) / 2;
        u.text({left, rect.y}, heading, color, about.letter);
        if (says) u.text({left + letter, rect.y + 3}, caption, u.theme().muted, about.says);
        // A matrix that is not on the sheet has its keyboard focus here, and then comes.
        const Rect all{rect.x, rect.y - high, rect.width, rect.height + high};
        if (choosing && words && role != shown_role(u)) u.place_parameter(weights_of[role], all);
        const PointerState pointer = u.area(Phrase() << "card " << about.letter, rect, Grip::press);
        if (words && pointer.clicked) go(u, model_.word, role, 0, model_.one.width);
    });
    Block inside =
        padded(4, 4, 4, 4, column(0, column_chart(std::move(look), std::move(bars)), std::move(name)));
    return behind(drawing(0,
                          [chosen, color](Ui& u, Rect rect) {
                              if (chosen) u.painter().rectangle(rect, mix(u.theme().paper, color, 0.08f), 6);
                              u.painter().outline(rect, chosen ? color : u.theme().line, chosen ? 1.5f : 1.0f,
                                                  6);
                          }),
                  std::move(inside));
}

Block Projection::lengths(Ui& ui) const {
    std::vector<Fact> list;
    for (int r = 0; r < 3; ++r)
        list.push_back({"length of " + std::string(Model::roles[r].letter),
                        fixed(wide(model_.length[at(r)]), 3), color_of(ui.theme(), r)});
    return facts(ui.theme(), 1, std::move(list));
}

/// The other way to read the product: rows of the weights, each taken as often as x says, added.
Block Projection::rows_added(Ui& ui) const {
    const Theme& theme = ui.theme();
    if (!model_.one.from_words)
        return reserved(added_height, paragraph(body, theme.muted, "There are no rows of weights to add."));
    const int r = model_.role, cols = model_.columns(r);
    const Color color = color_of(theme, r);
    MatrixLook all =
        look("added", model_.weights(r), model_.one.width, cols, color, model_.decimals_w[at(r)]);
    for (int t = 0; t < model_.one.width; ++t)
        all.frame.row_labels.names.push_back(fixed(wide(model_.x(model_.word, t)), model_.decimals_x) + " ×");
    all.frame.row_labels.color = theme.ink;
    all.frame.row_label_width = std::ceil(fonts::width(strong, "−100.00 ×"));
    all.frame.brackets = false;
    all.size.height = weights_height;
    all.marks.linked_col = model_.column;
    all.marks.selected = {model_.terms - 1, model_.column};
    all.marks.selected_color = color;
    all.cells.ground_of = [this, color, &theme](int t, int j) -> std::optional<Color> {
        if (model_.x(model_.word, t) == 0) return theme.paper;
        return mix(theme.paper, color, j != model_.column ? 0.1f : t == model_.terms - 1 ? 0.45f : 0.2f);
    };
    all.marks.pointed = hover_->term >= 0 ? Entry{hover_->term, model_.column} : Entry{};
    MatrixLook sum = look("added up", std::span(results_[at(r)]).subspan(at(model_.word * cols), at(cols)), 1,
                          cols, color, model_.decimals[at(r)]);
    sum.frame.row_labels = {{std::string(Model::roles[r].letter) + " ="}, color};
    sum.frame.row_label_width = all.frame.row_label_width;
    sum.frame.brackets = false;
    sum.size.cell_height = 32;
    sum.marks.selected = {0, model_.column};
    if (covers(ui)) sum.marks.reached = model_.column + 1;
    sum.hand.hovered = [this, r](Entry entry) { point_result(r, {model_.word, entry.col}); };
    sum.hand.pressed = [this, r, &ui](Entry entry) { go(ui, model_.word, r, entry.col, model_.one.width); };
    return reserved(added_height,
                    column(4,
                           cut_line(strong, theme.ink,
                                    Phrase() << "rows of " << Model::roles[r].capital << "’s weights added"),
                           matrix(std::move(all)), rule(), matrix(std::move(sum))));
}

}  // namespace

extern const ExhibitType projection;
const ExhibitType projection = {
    "projection",
    "Projection: one word, three vectors",
    "Follow a word’s vector through three weight matrices, term by term, into query, key and value.",
    parameters,
    starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Projection>()); },
    "product",
};

}  // namespace explainer
