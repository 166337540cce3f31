// See pipeline_matrices.h.
#include "explainer/exhibits/pipeline_matrices.h"

#include <algorithm>
#include <cmath>

#include "explainer/exhibits/pipeline_strip.h"
#include "explainer/phrase.h"

namespace explainer::pipeline_model {

using figures::Entry, figures::MatrixLook;

void Matrices::look_at(Ui& ui, Focus focus) {
    ui.change(of, static_cast<double>(focus.of));
    ui.change(row, focus.row);
    ui.change(column, focus.col);
    ui.animate(true);
}

// ---- What lights up for the number that is looked at

Matrices::Use Matrices::use_of(Name name) const {
    const Focus f = focus();
    const bool of_output = f.of == Of::output, of_grid = f.of == Of::grid;
    switch (name) {
        case X:
            return of_output || of_grid ? Use{.whole = true} : Use{.row = f.row};
        case WQ:
            return {.col = f.of == Of::q ? f.col : -1, .whole = of_grid || of_output};
        case WK:
            return {.col = f.of == Of::k ? f.col : -1, .whole = of_grid || of_output};
        case WV:
            return {.col = f.of == Of::v || (of_output && model_.values) ? f.col : -1};
        case Q:
            if (f.of == Of::q) return {.chosen = {f.row, f.col}};
            return {.row = of_grid || of_output ? f.row : -1};
        case K:  // drawn as Kᵀ
            if (f.of == Of::k) return {.chosen = {f.col, f.row}};
            return {.col = of_grid ? f.col : -1, .whole = of_output};
        case V:
            if (f.of == Of::v) return {.chosen = {f.row, f.col}};
            return {.col = of_output ? f.col : -1};
        case grid:
            if (of_grid)
                return {.row = model_.step >= weigh && model_.softmax ? f.row : -1, .chosen = {f.row, f.col}};
            return {.row = of_output ? f.row : -1};
        default:
            return of_output ? Use{.chosen = {f.row, f.col}} : Use{};
    }
}

void Matrices::light(MatrixLook& look, const Use& use) const {
    if (!traced()) return;
    look.marks.linked_row = use.row;
    look.marks.linked_col = use.col;
    look.marks.selected = use.chosen;
    look.marks.selected_color = look.cells.color;
    look.marks.fade_others = !use.whole;
}

// ---- The matrices, each as it stands on any sheet

MatrixLook Matrices::base(Ui& ui, Name name, const std::vector<float>& values, int rows, int cols,
                          Color color) const {
    MatrixLook look(ids[name], values, rows, cols, color, version_);
    look.cells.decimals = decimals_of(values);
    look.cells.ground = figures::Ground::tint;
    look.frame.brackets = true;
    look.cells.number_width = 30;
    light(look, use_of(name));
    look.frame.over = [this, &ui, name](Ui&, const figures::MatrixPlace& place) {
        place_focus(ui, name, place);
    };
    if (name <= WV)
        look.hand.hovered = [this, name](Entry entry) {
            if (entry.row >= 0 && entry.col >= 0) hover_.note().given = name;
        };
    return look;
}

void Matrices::place_focus(Ui& ui, Name name, const figures::MatrixPlace& place) const {
    static constexpr Name holding[] = {Q, K, V, grid, output};
    if (holding[static_cast<size_t>(model_.focus.of)] != name && traced()) return;
    if (!traced() && name != X) return;
    const Focus& f = model_.focus;
    figures::FocusGrid all{.over = {of, row, column}, .transposed = name == K};
    if (traced()) {
        all.cells = row;
        all.ring = name == K ? Entry{f.col, f.row} : Entry{f.row, f.col};
    }
    figures::lay(ui, place, all);
}

void Matrices::answers(Ui& ui, MatrixLook& look, Of of) const {
    const auto focus_of = [of](Entry entry) {
        return of == Of::k ? Focus{of, entry.col, entry.row} : Focus{of, entry.row, entry.col};
    };
    look.hand.hovered = [this, focus_of](Entry entry) {
        if (entry.row >= 0 && entry.col >= 0) hover_.note().number = focus_of(entry);
    };
    look.hand.pressed = [&ui, focus_of](Entry entry) { look_at(ui, focus_of(entry)); };
}

MatrixLook Matrices::x(Ui& ui) const {
    MatrixLook look = base(ui, X, e().x, e().n, e().width, ui.theme().ink);
    look.frame.row_labels = {e().keys, ui.theme().ink, traced() ? focus().row : -1};
    look.frame.title = "X";
    look.frame.note = "one row a word";
    look.hand.parameter = example::x;
    return look;
}

MatrixLook Matrices::weights(Ui& ui, Name name) const {
    const Theme& theme = ui.theme();
    const auto& values = name == WQ ? e().w_q : name == WK ? e().w_k : e().w_v;
    const Color color = name == WQ ? theme.query : name == WK ? theme.key : theme.value;
    const auto which = static_cast<size_t>(name - WQ);
    MatrixLook look = base(ui, name, values, e().width, name == WV ? e().dv : e().d, color);
    look.frame.title = "W";
    look.frame.subscript = std::string(1, "QKV"[which]);
    look.hand.parameter = example::w_q + static_cast<int>(which);
    return look;
}

MatrixLook Matrices::queries(Ui& ui) const {
    MatrixLook look = base(ui, Q, e().q, e().n, e().d, ui.theme().query);
    look.frame.title = "Q";
    look.frame.note = "asks";
    if (!e().from_words) {
        look.hand.parameter = example::q;
        look.frame.row_labels = {e().queries, ui.theme().query};
    }
    if (!reached(project) && e().from_words)
        look.marks.reached = 0;
    else
        answers(ui, look, Of::q);
    return look;
}

MatrixLook Matrices::keys(Ui& ui) const {
    MatrixLook look = base(ui, K, model_.transposed, e().d, e().m, ui.theme().key);
    look.frame.title = "Kᵀ";
    look.frame.note = "answers";
    look.frame.col_labels = {e().keys, ui.theme().key};
    look.frame.label_lines = 1;
    look.hand.transposed = true;
    if (!e().from_words) look.hand.parameter = example::k;
    if (!reached(project) && e().from_words)
        look.marks.reached = 0;
    else
        answers(ui, look, Of::k);
    // Where an output is looked at, each key has the depth of the weight that it got.
    if (traced() && focus().of == Of::output)
        look.cells.ground_of = [this, &ui](int, int j) { return weighed(ui.theme(), ui.theme().key, j); };
    return look;
}

MatrixLook Matrices::handed(Ui& ui) const {
    const int columns = model_.values ? e().dv : e().width;
    MatrixLook look = base(ui, V, model_.handed(), e().m, columns, ui.theme().value);
    look.frame.title = model_.values ? "V" : "X";
    look.frame.note = model_.values ? "hands over" : "in place of V";
    look.frame.row_labels = {e().keys, ui.theme().value};
    if (!e().from_words) look.hand.parameter = example::v;
    if (!reached(project) && e().from_words)
        look.marks.reached = 0;
    else if (model_.values)
        answers(ui, look, Of::v);
    if (traced() && focus().of == Of::output)
        look.cells.ground_of = [this, &ui](int j, int c) {
            return c == focus().col ? weighed(ui.theme(), ui.theme().value, j) : std::nullopt;
        };
    return look;
}

std::optional<Color> Matrices::weighed(const Theme& theme, Color color, int key) const {
    // (Without softmax they are no shares: the largest one is full.)
    double most = 1;
    for (int j = 0; j < e().m; ++j)
        most = std::max(most, std::fabs(model_.at(model_.now.weights, e().m, focus().row, j)));
    const double share = std::fabs(model_.at(model_.now.weights, e().m, focus().row, key)) / most;
    return mix(theme.paper, color, 0.06f + 0.4f * static_cast<float>(share));
}

MatrixLook Matrices::pairs(Ui& ui) const {
    const bool shares = reached(weigh) && model_.softmax;
    const std::vector<float>& values = model_.grid();
    MatrixLook look = base(ui, grid, values, e().n, e().m, ui.theme().query);
    look.cells.decimals = model_.decimals({Of::grid});
    look.cells.number_width = 48;
    look.cells.ground = figures::Ground::heat;
    look.cells.is_signed = !shares;
    look.cells.largest = 1;
    if (!shares) {
        float most = 0;
        for (const float value : values) most = std::max(most, std::fabs(value));
        look.cells.largest = most > 0 ? most : 1;
    }
    const int score_decimals = decimals_of(model_.scores);
    look.cells.least_small = 82;  // room for "1 → 0.577"
    if (reached(divide))
        look.cells.small = [this, score_decimals](int i, int j) -> std::string {
            const std::string raw = brief(model_.at(model_.scores, e().m, i, j), score_decimals);
            if (!reached(weigh) || !model_.scaled) return "score " + raw;
            return Phrase() << raw << " → " << brief(model_.at(model_.now.scaled, e().m, i, j), 3);
        };
    const bool cooled = model_.temperature != 1;
    look.frame.title = !reached(divide) ? "Q Kᵀ" : reached(weigh) ? "α" : "s";
    look.frame.note = !reached(divide)                   ? "scores"
                      : reached(weigh) && model_.softmax ? "weights"
                      : !reached(weigh) ? model_.scaled ? "scaled scores" : "scores, not scaled"
                      : cooled          ? model_.scaled ? "scaled scores ÷ T instead" : "scores ÷ T instead"
                      : model_.scaled   ? "scaled scores instead"
                                        : "scores instead";
    if (reached(weigh) && model_.softmax)
        look.frame.small_note = model_.scaled ? "; score → scaled" : "; scores not scaled";
    look.frame.legend = reached(score);
    look.frame.legend_name = shares ? "weight" : "score";
    look.frame.legend_decimals = shares || look.cells.largest >= 10 ? 0 : 1;
    if (!reached(score))
        look.marks.reached = 0;
    else
        answers(ui, look, Of::grid);
    return look;
}

MatrixLook Matrices::outputs(Ui& ui) const {
    MatrixLook look = base(ui, output, model_.now.output, e().n, model_.now.columns, ui.theme().output);
    look.cells.decimals = 3;
    look.cells.number_width = 40;
    look.frame.title = "output";
    look.frame.note = e().from_words ? "one row a word" : "one row a query";
    if (!reached(blend))
        look.marks.reached = 0;
    else
        answers(ui, look, Of::output);
    return look;
}

}  // namespace explainer::pipeline_model
