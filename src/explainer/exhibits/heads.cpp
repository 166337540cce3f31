// Heads: who looks at whom in a sentence. One large map, all heads as small maps, one row taken apart.
// The heads are built (sentences.h); the example with three keys is the book chapter's.
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/shapes.h"
#include "explainer/format.h"
#include "explainer/sentences.h"

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

double wide(float value) {
    return static_cast<double>(value);
}

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
    }

    float draw(Ui& ui) override {
        const float margin = 16, width = ui.width() - 2 * margin;
        float y = margin;
        y += figures::presets(ui, presets, {margin, y}, width) + 8;
        const bool two_columns = width >= 640;
        const float map_width = two_columns ? std::floor(std::min(0.46f * width, 440.0f)) : width;
        const float right = two_columns ? margin + map_width + 32 : margin;
        const float column = two_columns ? margin + width - right : width;
        hovered_row_ = hovered_column_ = -1;
        float left_y = y + draw_map(ui, {margin, y}, map_width) + 4;
        left_y += draw_map_choice(ui, {margin, left_y}, map_width);
        float row_y = two_columns ? y : left_y + 12;
        row_y += draw_row(ui, {right, row_y}, column) + 4;
        row_y += draw_toggles(ui, {right, row_y}, column);
        y = std::max(left_y, row_y) + 8;
        y += draw_sentences(ui, {margin, y}, width) + 8;
        y += draw_grid(ui, {margin, y}, width);
        return y + margin;
    }

    bool active(const State& state, int parameter) const override {
        const bool by_hand = state.choice(sentence_choice) == three_keys;
        return !by_hand || parameter == sentence_choice || parameter == map_choice || parameter == scaled;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != row_number) return state.shown(parameter);
        return std::to_string(row_) + ", “" + asking(row_) + "”";
    }

    Description describe() const override;

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
        static constexpr float q[] = {1, 0};                // [1, 2]
        static constexpr float k[] = {1, 0, 0, 1, 1, 1};    // [3, 2]
        static constexpr float v[] = {10, 0, 0, 10, 5, 5};  // [3, 2]
        rows_ = query_names;
        columns_ = key_names;
        axes_ = hand_axis_names;
        values_.assign(v, v + 6);
        attend(q, 1, k, 3, 2, 2);
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

    Heat heat(int head, float gap) const {
        const attention::Trace& t = traces_[static_cast<size_t>(head)];
        return {
            maps_[static_cast<size_t>(head)].data(), t.n, t.m, show_scores_ ? 5.0f : 1.0f, show_scores_, gap};
    }

    float draw_map(Ui& ui, Point at, float width);
    float draw_row(Ui& ui, Point at, float width);
    float draw_map_choice(Ui& ui, Point at, float width);
    float draw_toggles(Ui& ui, Point at, float width);
    float draw_sentences(Ui& ui, Point at, float width);
    float draw_grid(Ui& ui, Point at, float width);

    int head_ = 0, row_ = 0;
    bool by_hand_ = false, causal_ = true, scaled_ = false, show_scores_ = false;
    std::span<const std::string_view> rows_, columns_, axes_;
    std::vector<float> values_;                   // [m, dv]
    std::vector<attention::Trace> traces_;        // one a head
    std::vector<std::vector<float>> maps_;        // one a head, [n, m]
    int hovered_row_ = -1, hovered_column_ = -1;  // by the pointer, in this frame
};

float Heads::draw_map(Ui& ui, Point at, float width) {
    const Theme& theme = ui.theme();
    const attention::Trace& t = trace();
    const float title = fonts::line_height(strong) + 6;
    ui.text(at, strong, theme.ink,
            by_hand_ ? std::string("Three keys")
                     : "Head " + std::string(head_choices[static_cast<size_t>(head_)].label));
    at.y += title;
    // As wide as the longest word of any sentence, so that the map keeps its size.
    const float label = std::ceil(ui.text_width(strong, "because")) + 12;
    // Words over narrow columns take turns on two lines.
    const float line = fonts::line_height(caption), head_height = 2 * line + 4;
    const float side =
        std::min((width - label) / static_cast<float>(longest_sentence - 1), 52.0f) * (longest_sentence - 1);
    const float cell = by_hand_ ? side / 3 : side / static_cast<float>(t.m);
    const float row_height = by_hand_ ? 52 : cell;
    const Rect map{at.x + label, at.y + head_height, cell * static_cast<float>(t.m),
                   row_height * static_cast<float>(t.n)};

    const PointerState pointer = ui.area("map", {at.x, map.y, map.right() - at.x, map.height}, Grip::press);
    if (pointer.hovered || pointer.held) {
        hovered_row_ = std::clamp(static_cast<int>((pointer.position.y - map.y) / row_height), 0, t.n - 1);
        hovered_column_ = static_cast<int>(std::floor((pointer.position.x - map.x) / cell));
        if (hovered_column_ >= t.m) hovered_column_ = -1;
    }
    if (pointer.clicked) ui.change(row_number, hovered_row_);

    ui.painter().heatmap(map, heat(head_, 1), theme);
    for (int j = 0; j < t.m; ++j) {
        const float up = (j % 2 == 0) ? line : 0;
        const bool lit = j == hovered_column_;
        ui.text({map.x + cell * (static_cast<float>(j) + 0.5f), at.y + up}, {13, lit},
                lit ? theme.ink : theme.key, columns_[static_cast<size_t>(j)], Align::centre);
    }
    for (int i = 0; i < t.n; ++i) {
        const float middle = map.y + row_height * (static_cast<float>(i) + 0.5f);
        const bool chosen = i == row_;
        ui.text({map.x - 8, middle - fonts::line_height(body) / 2}, {15, chosen}, theme.query,
                rows_[static_cast<size_t>(i)], Align::right);
        if (cell < 30) continue;
        for (int j = 0; j < t.m; ++j) {
            const float value = maps_[static_cast<size_t>(head_)][static_cast<size_t>(i * t.m + j)];
            if (std::isnan(value)) continue;
            const Color ground = heat_color(heat(head_, 1), value, theme);
            ui.text({map.x + cell * (static_cast<float>(j) + 0.5f), middle - line / 2}, {13, chosen},
                    theme.on(ground), fixed(wide(value), show_scores_ ? 1 : 2), Align::centre);
        }
    }
    const auto row_rect = [&](int i) {
        return Rect{map.x, map.y + row_height * static_cast<float>(i), map.width, row_height};
    };
    if (hovered_row_ >= 0 && hovered_row_ != row_)
        ui.painter().outline(row_rect(hovered_row_), theme.line, 1.5f, 3);
    ui.painter().outline(row_rect(row_).inset(-1), theme.query, 2, 3);
    const Rect whole_row{at.x, row_rect(row_).y, map.right() - at.x, row_height};
    ui.place_parameter(row_number, whole_row);
    if (ui.focused(row_number)) ui.focus_ring(whole_row.inset(-2));

    const float below = at.y + head_height + side + 10;
    std::string reading = "point at a cell, press a row";
    if (hovered_row_ >= 0 && hovered_column_ >= 0) {
        const float value =
            maps_[static_cast<size_t>(head_)][static_cast<size_t>(hovered_row_ * t.m + hovered_column_)];
        reading = "“" + asking(hovered_row_) + "” → “" + token(hovered_column_) + "”: ";
        reading += std::isnan(value) ? "masked" : fixed(wide(value), show_scores_ ? 2 : 4);
    }
    ui.text({at.x, below}, caption, theme.muted, reading);
    figures::legend(ui, {at.x, below + line + 4}, width, heat(head_, 1), show_scores_ ? "score" : "weight",
                    0);
    return title + below + 2 * line + 8 - at.y;
}

float Heads::draw_row(Ui& ui, Point at, float width) {
    const Theme& theme = ui.theme();
    const attention::Trace& t = trace();
    const int row = hovered_row_ >= 0 ? hovered_row_ : row_;  // a hovered row is a preview
    const bool roomy = width >= 400;
    const float line = roomy ? 28 : 24;
    const Type type{roomy ? 15.0f : 13.0f}, bold{type.size, true};
    ui.runs(at, width, strong,
            {{"“" + asking(row) + "”", theme.query}, {" asks; each key answers", theme.ink}});
    float y = at.y + fonts::line_height(strong) + 6;

    const int axes = t.dv;
    const float token_width = roomy ? 76 : 52, number = roomy ? 56 : 40;
    const float score_right = at.x + token_width + number - 8, scaled_right = score_right + number;
    const float weight_right = scaled_right + number;
    const float axis = roomy ? 62 : std::min(44.0f, (width - token_width - 3 * number) / 3);
    const float values_right = at.x + width;
    const float bar_left = weight_right + 8,
                bar_room = values_right - axis * static_cast<float>(axes) - 8 - bar_left;
    const auto put = [&](float right, std::string_view text, Type look, Color color) {
        ui.text({right, y + (line - fonts::line_height(look)) / 2}, look, color, text, Align::right);
    };
    ui.text({at.x, y + (line - fonts::line_height(caption)) / 2}, caption, theme.muted, "key");
    put(score_right, "q·k", caption, theme.muted);
    put(scaled_right, scaled_ ? "÷√dₖ" : "as is", caption, theme.muted);
    put(weight_right, "α", caption, theme.muted);
    for (int a = 0; a < axes; ++a) {
        const std::string_view name =
            roomy ? axes_[static_cast<size_t>(a)] : axis_letters[static_cast<size_t>(a)];
        put(values_right - axis * static_cast<float>(axes - 1 - a), name, caption, theme.value);
    }
    y += line;
    ui.painter().line({at.x, y - 2}, {values_right, y - 2}, theme.line, 1);
    for (int j = 0; j < t.m; ++j) {
        const bool hidden = std::isinf(t.scaled_view()(row, j));
        const Color ink = hidden ? theme.muted : theme.ink;
        const float alpha = t.weights_view()(row, j);
        ui.text({at.x, y + (line - fonts::line_height(type)) / 2}, type, hidden ? theme.muted : theme.key,
                token(j));
        put(score_right, fixed(wide(t.scores_view()(row, j)), 2), type, ink);
        put(scaled_right, fixed(wide(t.scaled_view()(row, j)), 2), type, ink);
        put(weight_right, fixed(wide(alpha), 3), hidden ? type : bold, hidden ? theme.muted : theme.query);
        if (bar_room > 24) {
            figures::bar(ui, {bar_left, y + line / 2}, bar_room * ui.eased("bar" + std::to_string(j), alpha),
                         12, theme.query);
        }
        for (int a = 0; a < axes; ++a) {
            put(values_right - axis * static_cast<float>(axes - 1 - a),
                fixed(wide(values_[static_cast<size_t>(j * axes + a)]), 1), type,
                hidden ? theme.muted : theme.value);
        }
        y += line;
    }
    ui.painter().line({at.x, y}, {values_right, y}, theme.line, 1);
    y += 4;
    ui.text({at.x, y + (line - fonts::line_height(type)) / 2}, type, theme.ink, "output Σ α v");
    for (int a = 0; a < axes; ++a) {
        put(values_right - axis * static_cast<float>(axes - 1 - a),
            fixed(wide(t.output_view()(row, a)), roomy ? 3 : 2), bold, theme.output);
    }
    // Room for the longest sentence, so that choosing another one does not move what is below.
    return fonts::line_height(strong) + 6 + line * (longest_sentence + 2) + 8;
}

float Heads::draw_map_choice(Ui& ui, Point at, float width) {
    const std::string_view title = ui.state().parameter(map_choice).label;
    const float label = ui.text_width(body, title) + 16;
    ui.text({at.x, at.y + (figures::row_height - fonts::line_height(body)) / 2}, body, ui.theme().ink, title);
    return figures::choice(ui, map_choice, {at.x + label, at.y}, width - label);
}

float Heads::draw_toggles(Ui& ui, Point at, float width) {
    const float half = std::min(width / 2, 200.0f);
    figures::toggle(ui, scaled, {at.x, at.y, half, figures::row_height});
    if (!by_hand_) figures::toggle(ui, causal, {at.x + half, at.y, half, figures::row_height});
    return figures::row_height;
}

float Heads::draw_sentences(Ui& ui, Point at, float width) {
    ui.text(at, caption, ui.theme().muted, "sentence");
    const float line = fonts::line_height(caption);
    return line + figures::choice(ui, sentence_choice, {at.x, at.y + line}, width);
}

float Heads::draw_grid(Ui& ui, Point at, float width) {
    const Theme& theme = ui.theme();
    const int per_row = width >= 860 ? 8 : 4;
    const float gap = 16,
                cell = (width - gap * static_cast<float>(per_row - 1)) / static_cast<float>(per_row);
    const float map_side = std::min(cell, 120.0f), line = fonts::line_height(caption);
    const bool captions = cell >= 96;
    const float row_height = map_side + line * (captions ? 2 : 1) + 16;
    const float rows = per_row == 8 ? 1 : 2;
    const float height = line + 8 + row_height * rows;
    if (by_hand_) {
        ui.paragraph(at, width, caption, theme.muted,
                     "One query and three keys, worked through by hand in a well-known book chapter. It "
                     "prints 6.015 and "
                     "3.985, because it rounds the weights to three digits first; the exact blend is above.");
        return height;
    }
    ui.text(at, caption, theme.muted, "all heads; press one to enlarge it");
    for (int h = 0; h < head_count; ++h) {
        const Head& head = constructed_heads()[static_cast<size_t>(h)];
        const Rect box{at.x + (cell + gap) * static_cast<float>(h % per_row),
                       at.y + line + 8 + row_height * static_cast<float>(h / per_row), cell, row_height - 8};
        const Rect map{box.x, box.y, map_side, map_side};
        const PointerState pointer = ui.area("head/" + std::string(head.id), box, Grip::press);
        if (pointer.clicked) ui.change(head_choice, h);
        const bool chosen = h == head_;
        ui.painter().heatmap(map, heat(h, 0.5f), theme);
        ui.painter().outline(map.inset(-1), chosen || pointer.hovered ? theme.query : theme.line,
                             chosen ? 2.5f : 1.0f, 3);
        if (chosen && ui.focused(head_choice)) ui.focus_ring(map.inset(-4));
        const std::string name =
            std::string(head.letter) + (captions ? "  " + std::string(head.caption) : "");
        ui.paragraph({box.x, map.bottom() + 4}, cell, {13, chosen}, chosen ? theme.ink : theme.muted, name);
    }
    ui.place_parameter(head_choice, {at.x, at.y, width, height});
    return height;
}

Description Heads::describe() const {
    const attention::Trace& t = trace();
    int best = 0;
    for (int j = 1; j < t.m; ++j) best = weight(j) > weight(best) ? j : best;
    std::string output;
    for (int a = 0; a < t.dv; ++a) output += (a == 0 ? "" : ", ") + fixed(wide(t.output_view()(row_, a)), 3);
    Description out;
    out.summary = by_hand_ ? std::string("Three keys by hand: ")
                           : "Head " + std::string(head_choices[static_cast<size_t>(head_)].label) + ": ";
    out.summary += "“" + asking(row_) + "” gives " + fixed(wide(weight(best)), 3) + " of its attention to “" +
                   token(best) + "”; its output is (" + output + ").";

    Table row{"Row “" + asking(row_) + "”", {"key", "q·k", "scaled", "exponential", "weight"}, {}};
    for (const std::string_view axis : axes_) row.columns.emplace_back(axis);
    float sum = 0;
    for (int j = 0; j < t.m; ++j) {
        const float scaled_score = t.scaled_view()(row_, j);
        const bool hidden = std::isinf(scaled_score);
        const float exponential = hidden ? 0 : std::exp(scaled_score);
        sum += exponential;
        std::vector<Cell> cells = {token(j), t.scores_view()(row_, j),
                                   hidden ? Cell("masked") : Cell(scaled_score), exponential, weight(j)};
        for (int a = 0; a < t.dv; ++a) cells.emplace_back(values_[static_cast<size_t>(j * t.dv + a)]);
        row.rows.push_back(std::move(cells));
    }
    Table result{"Output of “" + asking(row_) + "”", {"quantity"}, {}};
    std::vector<Cell> blend = {"Σ α v"};
    for (int a = 0; a < t.dv; ++a) {
        result.columns.emplace_back(axes_[static_cast<size_t>(a)]);
        blend.emplace_back(t.output_view()(row_, a));
    }
    result.rows.push_back(std::move(blend));
    Table whole{"Whole row",
                {"quantity", "value"},
                {{"sum of exponentials", sum},
                 {"entropy in nats", t.entropy[static_cast<size_t>(row_)]},
                 {"factor on q·k", t.scale}}};
    Table map{show_scores_ ? "Scores" : "Weights", {"query"}, {}};
    for (int j = 0; j < t.m; ++j) map.columns.push_back(token(j));
    for (int i = 0; i < t.n; ++i) {
        std::vector<Cell> cells = {asking(i)};
        for (int j = 0; j < t.m; ++j) {
            const float value = maps_[static_cast<size_t>(head_)][static_cast<size_t>(i * t.m + j)];
            cells.push_back(std::isnan(value) ? Cell("masked") : Cell(value));
        }
        map.rows.push_back(std::move(cells));
    }
    out.tables = {row, result, whole, map};
    out.values = {{"largest weight", tidy(weight(best))},
                  {"entropy", tidy(t.entropy[static_cast<size_t>(row_)])},
                  {"sum of exponentials", tidy(sum)}};
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
