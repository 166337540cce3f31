// Heads: who looks at whom in a sentence. One large map, all heads as small maps, one row taken apart.
// The heads are built (sentences.h); the example with three keys is the book chapter's.
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/python.h"
#include "explainer/sentences.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

enum : int { sentence_choice, head_choice, row_number, map_choice, causal, scaled };
enum : int { three_keys = 3 };  // the sentence that is none

constexpr std::array sentence_choices = {
    Choice{"soft", "The cat sat on the soft ?"},
    Choice{"stone", "… on the warm stone"},
    Choice{"noise", "The dog barked because …"},
    Choice{"keys", "three keys"},
};

constexpr std::array head_choices = {
    Choice{"previous", "A previous token"},
    Choice{"content", "B content"},
    Choice{"uniform", "C uniform"},
    Choice{"sink", "D first-token sink"},
    Choice{"subject-verb", "E subject ↔ verb"},
    Choice{"adjective-noun", "F adjective → noun"},
    Choice{"pronoun", "G pronoun → antecedent"},
    Choice{"preposition", "H preposition → object"},
};

/// The last row of each sentence; three keys have one query.
constexpr double last_rows[] = {6, 6, 7, 0};

constexpr std::array map_choices = {Choice{"weights", "weights"}, Choice{"scores", "scores"}};

constexpr std::array parameters = {
    Parameter{.name = "sentence",
              .label = "sentence",
              .help = "Which tokens attend to each other.",
              .kind = Kind::choice,
              .choices = sentence_choices},
    Parameter{.name = "head",
              .label = "head",
              .help = "Which of the eight heads the large map shows.",
              .kind = Kind::choice,
              .initial = 1,
              .choices = head_choices},
    Parameter{.name = "row",
              .label = "row",
              .help = "The token that asks, counted from 0.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = longest_sentence - 1,
              .step = 1,
              .initial = 6,
              .maximum_follows = {.parameter = "sentence", .by_choice = last_rows}},
    Parameter{.name = "map",
              .label = "map shows",
              .help = "Weights after softmax, or raw scores before it.",
              .kind = Kind::choice,
              .choices = map_choices},
    Parameter{.name = "causal",
              .label = "causal mask",
              .help = "A token may look back, not ahead.",
              .kind = Kind::toggle,
              .initial = 1},
    Parameter{.name = "scaled",
              .label = "divide by √dₖ",
              .help = "Scores are divided by the root of the key width.",
              .kind = Kind::toggle,
              .initial = 0},
};

constexpr std::array presets = {
    Preset{"“?” finds the cat", ""},
    Preset{"an adjective looks ahead", "sentence=stone;head=adjective-noun;row=5;causal=false"},
    Preset{"what “it” means", "sentence=noise;head=pronoun;row=4"},
    Preset{"three keys by hand", "sentence=keys;scaled=true"},
};

const std::array<std::string_view, 3> key_names = {"k₁", "k₂", "k₃"};
const std::array<std::string_view, 1> query_names = {"q₂"};
const std::array<std::string_view, 3> axis_names = {"thing", "action", "quality"};
const std::array<std::string_view, 3> axis_letters = {"v₁", "v₂", "v₃"};
const std::array<std::string_view, 2> hand_axis_names = {"v₁", "v₂"};

// The book chapter's example.
constexpr float hand_q[] = {1, 0};                // [1, 2]
constexpr float hand_k[] = {1, 0, 0, 1, 1, 1};    // [3, 2]
constexpr float hand_v[] = {10, 0, 0, 10, 5, 5};  // [3, 2]

class Heads final : public Exhibit {
  public:
    void compute(const State& state) override {
        by_hand_ = state.choice(sentence_choice) == three_keys;
        head_ = by_hand_ ? 0 : state.choice(head_choice);
        causal_ = !by_hand_ && state.toggle(causal);
        scaled_ = state.toggle(scaled);
        show_scores_ = state.choice(map_choice) == 1;
        traces_.clear();
        by_hand_ ? compute_by_hand() : compute_heads(sentence(state.choice(sentence_choice)));
        row_ = state.integer(row_number);
        maps_.clear();
        for (const attention::Trace& t : traces_) maps_.push_back(map_of(t));
        ++version_;
    }

    void forget_pointer() override { pointed_ = {}; }

    figures::Block sheet(Ui& ui) override {
        using namespace figures;
        hovered_ = std::exchange(pointed_, {});
        // What was drawn there may have had more rows and columns.
        if (hovered_.row >= trace().n || hovered_.col >= trace().m) hovered_ = {};
        return column(
            8, figures::presets(presets),
            at_least(
                640,
                [this, &ui] {
                    return row({.gap = 32}, {Item(map(ui), share(46)), Item(row_apart(ui), share(54))});
                },
                [this, &ui] { return column(12, map(ui), row_apart(ui)); }),
            column(0, text(caption, ui.theme().muted, "sentence"), choice(ui, sentence_choice)), grid(ui));
    }

    bool active(const State& state, int parameter) const override {
        const bool by_hand = state.choice(sentence_choice) == three_keys;
        return !by_hand || parameter == sentence_choice || parameter == map_choice || parameter == scaled;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != row_number) return state.shown(parameter);
        return Phrase() << row_ << ", “" << asking(row_) << "”";
    }

    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    const attention::Trace& trace() const { return traces_[static_cast<size_t>(head_)]; }
    float weight(int j) const { return trace().weights_view()(row_, j); }
    std::string token(int j) const { return std::string(columns_[static_cast<size_t>(j)]); }
    std::string asking(int i) const { return std::string(rows_[static_cast<size_t>(i)]); }

    void compute_heads(const Sentence& words) {
        rows_ = columns_ = words.tokens;
        axes_ = axis_names;
        const int n = static_cast<int>(words.tokens.size());
        const attention::ConstMatrixView x{words.x.data(), n, feature_count};
        values_.assign(static_cast<size_t>(n * value_width), 0);
        attention::project(x, value_weights(), {values_.data(), n, value_width});
        std::vector<float> q(static_cast<size_t>(n * key_width)), k(q.size());
        for (const Head& head : constructed_heads()) {
            attention::project(x, {head.w_q.data(), feature_count, key_width}, {q.data(), n, key_width});
            attention::project(x, {head.w_k.data(), feature_count, key_width}, {k.data(), n, key_width});
            attend(q.data(), n, k.data(), n, key_width, value_width);
        }
    }

    void compute_by_hand() {
        rows_ = query_names;
        columns_ = key_names;
        axes_ = hand_axis_names;
        values_.assign(std::begin(hand_v), std::end(hand_v));
        attend(hand_q, 1, hand_k, 3, 2, 2);
    }

    void attend(const float* q, int n, const float* k, int m, int d, int dv) {
        attention::Options options;
        options.causal = causal_;
        if (!scaled_) options.scale = 1.0f;  // instead of 1/√d_k
        traces_.push_back(attention::trace({q, n, d}, {k, m, d}, {values_.data(), m, dv}, options));
    }

    /// What a map draws: weights or scores, with NaN where the mask hides the entry.
    std::vector<float> map_of(const attention::Trace& t) const {
        std::vector<float> out = show_scores_ ? t.scores : t.weights;
        for (size_t i = 0; i < out.size(); ++i) {
            if (std::isinf(t.scaled[i])) out[i] = std::numeric_limits<float>::quiet_NaN();
        }
        return out;
    }

    figures::Block map(Ui& ui);
    figures::Block row_apart(Ui& ui) const;
    figures::Block switches(Ui& ui) const;
    figures::Block grid(Ui& ui);

    float largest() const { return show_scores_ ? 5.0f : 1.0f; }
    const std::vector<float>& values_of(int head) const { return maps_[static_cast<size_t>(head)]; }
    std::string reading() const;

    int head_ = 0, row_ = 0;
    bool by_hand_ = false, causal_ = true, scaled_ = false, show_scores_ = false;
    std::span<const std::string_view> rows_, columns_, axes_;
    std::vector<float> values_;             // [m, dv]
    std::vector<attention::Trace> traces_;  // one a head
    std::vector<std::vector<float>> maps_;  // one a head, [n, m]
    uint64_t version_ = 0;                  // of the maps: another one after each computation
    figures::Entry hovered_, pointed_;      // by the pointer: in the last frame, in this one
};

std::vector<std::string> names(std::span<const std::string_view> words) {
    return {words.begin(), words.end()};
}

/// The large map with what is read off it, its legend, and the choice of what it shows.
figures::Block Heads::map(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    return by_width([this, &ui, &theme](float width) {
        // As wide as the longest word of any sentence, so that the map keeps its size.
        const float label = std::ceil(fonts::width(strong, "because")) + 12;
        const float side = std::min(std::floor(width - label), 364.0f);
        MatrixLook look("map", values_of(head_), trace().n, trace().m, theme.query, version_);
        look.decimals = show_scores_ ? 1 : 2;
        look.ground = Ground::heat;
        look.largest = largest();
        look.is_signed = show_scores_;
        look.row_labels = {names(rows_), theme.query, hovered_.row};
        look.row_label_width = label - 12;
        look.col_labels = {names(columns_), theme.key, hovered_.col};
        look.label_lines = 2;  // words over narrow columns take turns
        look.selected_row = row_;
        look.lit = hovered_;
        look.cell_width = side / static_cast<float>(trace().m);
        look.height = by_hand_ ? 52 : side;
        look.least = 20;  // eight words on the narrowest screen
        look.row_parameter = row_number;
        look.hovered = [this](Entry entry) { pointed_ = entry; };
        look.row_pressed = [&ui](int row) { ui.change(row_number, row); };
        return column(
            6,
            text(strong, theme.ink,
                 by_hand_ ? std::string("Three keys")
                          : "Head " + std::string(head_choices[static_cast<size_t>(head_)].label)),
            reserved(side + 52, matrix(std::move(look))), text(caption, theme.muted, reading()),
            heat_legend({.heat = {largest(), show_scores_}, .name = show_scores_ ? "score" : "weight"}),
            choice(ui, map_choice, theme.ink, std::string(ui.state().parameter(map_choice).label)));
    });
}

std::string Heads::reading() const {
    if (hovered_.row < 0 || hovered_.col < 0) return "point at a cell, press a row";
    const float value = values_of(head_)[static_cast<size_t>(hovered_.row * trace().m + hovered_.col)];
    return Phrase() << "“" << asking(hovered_.row) << "” → “" << token(hovered_.col)
                    << "”: " << (std::isnan(value) ? "masked" : fixed(wide(value), show_scores_ ? 2 : 4));
}

/// One row of the map taken apart: scores, weights, values, and the output they blend to.
figures::Block Heads::row_apart(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    return by_width([this, &ui, &theme](float width) {
        const attention::Trace& t = trace();
        const int asks =
            hovered_.row >= 0 && hovered_.row < t.n ? hovered_.row : row_;  // a hovered row is a preview
        const bool long_names = width >= 400;
        std::vector<TableColumn> columns = {
            {"key", theme.muted, Align::left, {}, long_names ? "because" : ""},
            {"q·k", theme.muted, Align::right, {}, "−1.00"},
            {scaled_ ? "÷√dₖ" : "as is", theme.muted, Align::right, {}, "−1.00"},
            {"α", theme.muted, Align::right, {}, "0.000"},
            {"", theme.muted, Align::left, share()}};
        for (size_t a = 0; a < axes_.size(); ++a)
            columns.push_back({long_names ? axes_[a] : axis_letters[a],
                               theme.value,
                               Align::right,
                               {},
                               long_names ? "0.000" : "0.00"});
        std::vector<TableRow> rows;
        for (int j = 0; j < t.m; ++j) {
            const bool hidden = std::isinf(t.scaled_view()(asks, j));
            const Color ink = hidden ? theme.muted : theme.ink;
            const float alpha = t.weights_view()(asks, j);
            TableRow row;
            row.add(token(j), hidden ? theme.muted : theme.key)
                .add(fixed(wide(t.scores_view()(asks, j)), 2), ink)
                .add(fixed(wide(t.scaled_view()(asks, j)), 2), ink)
                .add(fixed(wide(alpha), 3), hidden ? theme.muted : theme.query, !hidden)
                .add(bar_cell("bar" + std::to_string(j), wide(alpha), theme.query));
            for (int a = 0; a < t.dv; ++a)
                row.add(fixed(wide(values_[static_cast<size_t>(j * t.dv + a)]), 1),
                        hidden ? theme.muted : theme.value);
            rows.push_back(std::move(row));
        }
        TableRow output;
        output.add("Σ α v", theme.ink);
        for (int blank = 0; blank < 4; ++blank) output.add("", theme.ink);
        for (int a = 0; a < t.dv; ++a)
            output.add(fixed(wide(t.output_view()(asks, a)), long_names ? 3 : 2), theme.output, true);
        output.ruled = true;
        rows.push_back(std::move(output));
        return column(
            6,
            paragraph(strong, {{Phrase() << "“" << asking(asks) << "”", theme.query},
                               {" asks; each key answers", theme.ink}}),
            // Room for the longest sentence, so that choosing another one does not move what is below.
            table({.type = {long_names ? 15.0f : 13.0f},
                   .row_height = long_names ? 28.0f : 24.0f,
                   .gap = long_names ? 12.0f : 6.0f,
                   .least_rows = longest_sentence + 1},
                  std::move(columns), std::move(rows)),
            switches(ui));
    });
}

/// Three keys have no mask; the room is kept all the same.
figures::Block Heads::switches(Ui& ui) const {
    using namespace figures;
    Block both = wrap(24, 0, blocks(toggle(ui, scaled), toggle(ui, causal)));
    return by_hand_ ? tallest(blocks(toggle(ui, scaled), std::move(both))) : std::move(both);
}

/// All heads; one is large.
figures::Block Heads::grid(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    SmallMapsLook look{.id = "heads", .version = version_, .heat = {largest(), show_scores_, 0.5f}};
    for (int h = 0; h < head_count; ++h) {
        const Head& head = constructed_heads()[static_cast<size_t>(h)];
        // By hand there are none to show; the room is kept all the same.
        const size_t shown = by_hand_ ? 0 : static_cast<size_t>(h);
        look.maps.push_back(
            {maps_[shown], trace().n, trace().m, std::string(head.letter), std::string(head.caption)});
    }
    look.chosen = head_;
    look.parameter = head_choice;
    look.lit = hovered_;
    Block by_hand =
        paragraph(caption, theme.muted,
                  "One query and three keys, worked through by hand in a well-known book chapter. It prints "
                  "6.015 and 3.985, "
                  "because it rounds the weights to three digits first; the exact blend is above.");
    Block maps = column(8, text(caption, theme.muted, "all heads; press one to enlarge it"),
                        small_maps(std::move(look)));
    return tallest(by_hand_ ? blocks(std::move(by_hand), std::move(maps))
                            : blocks(std::move(maps), std::move(by_hand)));
}

Description Heads::describe() const {
    const attention::Trace& t = trace();
    int best = 0;
    for (int j = 1; j < t.m; ++j) best = weight(j) > weight(best) ? j : best;
    std::string output;
    for (int a = 0; a < t.dv; ++a) output += (a == 0 ? "" : ", ") + fixed(wide(t.output_view()(row_, a)), 3);
    Description out;
    out.summary =
        by_hand_ ? std::string("Three keys by hand: ")
                 : std::string(Phrase() << "Head " << head_choices[static_cast<size_t>(head_)].label << ": ");
    out.summary += Phrase() << "“" << asking(row_) << "” gives " << Fixed{wide(weight(best)), 3}
                            << " of its attention to “" << token(best) << "”; its output is (" << output
                            << ").";

    Table row = table_of(Phrase() << "Row “" << asking(row_) << "”", "key|q·k|scaled|exponential|weight");
    for (const std::string_view axis : axes_) row.columns.emplace_back(axis);
    float sum = 0;
    for (int j = 0; j < t.m; ++j) {
        const float scaled_score = t.scaled_view()(row_, j);
        const bool hidden = std::isinf(scaled_score);
        const float exponential = hidden ? 0 : std::exp(scaled_score);
        sum += exponential;
        const RowPen cells = add_row(row)
                             << token(j) << t.scores_view()(row_, j)
                             << (hidden ? Cell("masked") : Cell(scaled_score)) << exponential << weight(j);
        for (int a = 0; a < t.dv; ++a) cells << values_[static_cast<size_t>(j * t.dv + a)];
    }
    Table result = table_of(Phrase() << "Output of “" << asking(row_) << "”", "quantity");
    const RowPen blend = add_row(result) << "Σ α v";
    for (int a = 0; a < t.dv; ++a) {
        result.columns.emplace_back(axes_[static_cast<size_t>(a)]);
        blend << t.output_view()(row_, a);
    }
    Table whole = quantities("Whole row", {{"sum of exponentials", sum},
                                           {"entropy in nats", t.entropy[static_cast<size_t>(row_)]},
                                           {"factor on q·k", t.scale}});
    Table map = table_of(show_scores_ ? "Scores" : "Weights", "query");
    for (int j = 0; j < t.m; ++j) map.columns.push_back(token(j));
    for (int i = 0; i < t.n; ++i) {
        const RowPen cells = add_row(map) << asking(i);
        for (int j = 0; j < t.m; ++j) {
            const float value = maps_[static_cast<size_t>(head_)][static_cast<size_t>(i * t.m + j)];
            cells << (std::isnan(value) ? Cell("masked") : Cell(value));
        }
    }
    out.tables = vector_of(std::move(row), std::move(result), std::move(whole), std::move(map));
    out.add_value("largest weight", weight(best));
    out.add_value("entropy", t.entropy[static_cast<size_t>(row_)]);
    out.add_value("sum of exponentials", sum);
    return out;
}

std::string Heads::numpy(const State& state) const {
    std::string out = "import numpy as np\n\n";
    if (by_hand_) {
        out += python::matrix("Q", {hand_q, 1, 2}) + python::matrix("K", {hand_k, 3, 2}) +
               python::matrix("V", {hand_v, 3, 2});
    } else {
        const Sentence& words = sentence(state.choice(sentence_choice));
        const Head& head = constructed_heads()[static_cast<size_t>(head_)];
        const int n = static_cast<int>(words.tokens.size());
        out += Phrase()
               << "# What each word is, in columns, and a head that was built to find it: constructed, not "
                  "learned.\n"
               << python::sparse_matrix("X", {words.x.data(), n, feature_count})
               << python::sparse_matrix("W_Q", {head.w_q.data(), feature_count, key_width})
               << python::sparse_matrix("W_K", {head.w_k.data(), feature_count, key_width})
               << python::sparse_matrix("W_V", value_weights()) << "Q, K, V = X @ W_Q, X @ W_K, X @ W_V\n";
    }
    out += "scores = Q @ K.T\n";
    if (scaled_) out += "scores = scores / np.sqrt(Q.shape[1])\n";
    if (causal_) out += "scores = np.where(np.tri(len(scores), dtype=bool), scores, -np.inf)\n";
    out += Phrase() << "exponentials = np.exp(scores)\n"
                       "weights = exponentials / exponentials.sum(axis=1, keepdims=True)\n"
                       "output = weights @ V\n"
                       "row = "
                    << row_
                    << "\n"
                       "seen = weights[row][weights[row] > 0]\n"
                       "values = {\n"
                       "    \"largest weight\": weights[row].max(),\n"
                       "    \"entropy\": -(seen * np.log(seen)).sum(),\n"
                       "    \"sum of exponentials\": exponentials[row].sum(),\n"
                       "}\n";
    return out;
}

}  // namespace

extern const ExhibitType heads;
const ExhibitType heads = {
    "heads",
    "Heads: who looks at whom",
    "Eight heads over one sentence: pick a head and a row, and follow scores into weights and weights into "
    "an output.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Heads>()); },
};

}  // namespace explainer
