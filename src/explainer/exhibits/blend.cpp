// The blend: a query among three to five keys, each with its value. Scores become weights, and the weights
// mix the values; the mix cannot leave the values' hull. Two dimensions, so that the picture is the whole
// truth. The numbers are in blend_model.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/blend_model.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/factor.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using namespace blending;
using namespace figures;

constexpr double key_reach = 2.5;  // of the plane of query and keys
constexpr double coldest = 0.01, hottest = 100;
constexpr Vector2 trail_begin{-2, -1};  // of the trail that is there before a hand leaves one

constexpr double query_default[] = {0.7, 1};
constexpr double keys_default[] = {-1.2, 1.5, 0.8, 1.7, 1.9, 0.3, 0.2, -1.7, -1.6, -0.9};
constexpr double values_default[] = {2.3, 1.3, -2.1, 1.5, -0.5, -2, 1.4, -1.1, 0.6, 2.2};
constexpr std::array query_matrix = {MatrixDefault{1, 2, query_default}};
constexpr std::array keys_matrix = {MatrixDefault{most, 2, keys_default}};
constexpr std::array values_matrix = {MatrixDefault{most, 2, values_default}};

constexpr std::array parameters = {
    matrix_of("q", "query q", "What every key is scored against.", key_reach, query_matrix),
    matrix_of("k", "keys", "A row a key. Those beyond the number of keys play no role.", key_reach,
              keys_matrix),
    matrix_of("v", "values", "A row a value: what its key hands over.", 10, values_matrix),
    integer_of("count", "keys", "How many keys, each with its value.", 3, most, 4),
    logarithmic(number_of("temperature", "temperature T",
                          "Scores are divided by T before they become weights.", coldest, hottest, 0.01, 1)),
    bounded(integer_of("chosen", "chosen pair", "Which key and value light up together.", 1, most, 2),
            {.parameter = "count"}),
    piece_of("showWeights", "weights", "How scores become weights.", true),
    piece_of("showSum", "the sum", "The output written out, number by number.", true),
};

constexpr std::array states = {
    Preset{"four keys", ""},
    Preset{"two the same", "k=-1.2,1.5/0.8,1.7/0.8,1.7/0.2,-1.7/-1.6,-0.9"},
    Preset{"one inside", "q=0.3,-1.2;v=2.3,1.3/-2.1,1.5/-0.5,-2/1.2,0.7/0.6,2.2;chosen=4"},
    // The book chapter's: T = √2 is its division by √d_k.
    Preset{"three by hand",
           "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
           "temperature=1.4142135623730951;chosen=1"},
};

constexpr float phone_width = 520;  // below, a phone's measures

class Blend final : public Exhibit {
  public:
    void compute(const State& state) override {
        given_.n = state.integer(count);
        for (int c = 0; c < 2; ++c) given_.q[c] = static_cast<float>(state.matrix(query).at(0, c));
        for (int i = 0; i < most; ++i) {
            for (int c = 0; c < 2; ++c) {
                given_.k[2 * i + c] = static_cast<float>(state.matrix(keys).at(i, c));
                given_.v[2 * i + c] = static_cast<float>(state.matrix(values).at(i, c));
            }
        }
        temperature_ = static_cast<float>(state.number(temperature));
        chosen_ = state.integer(chosen) - 1;
        now_ = mixed(given_, temperature_);
        best_ = static_cast<int>(std::max_element(now_.scores, now_.scores + given_.n) - now_.scores);
        largest_ = largest_size({given_.v, static_cast<size_t>(2 * given_.n)});
        static constexpr float chapter[] = {1, 0, 0, 1, 1, 1, 10, 0, 0, 10, 5, 5};
        made_ = as_made(state, states, {keys, values});
        by_hand_ = given_.n == 3 && given_.q[0] == 1 && given_.q[1] == 0 &&
                   std::fabs(temperature_ - 1.41421356f) < 1e-6f &&
                   std::equal(chapter, chapter + 6, given_.k) &&
                   std::equal(chapter + 6, chapter + 12, given_.v);
        hover_.forget_if([this](const Pointed& on) { return on.pair >= given_.n; });
        ++version_;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != chosen) return state.shown(parameter);
        return Phrase() << key_names[chosen_] << ", weight " << Percent{wide(now_.weights[chosen_]), 1};
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == count) return state.toggle(show_weights);
        return parameter != chosen || state.toggle(show_weights) || state.toggle(show_sum);
    }

    Block sheet(Ui& ui) const override {
        move(ui);
        return column(8, presets(states), headline(lesson(ui.theme()), 112),
                      by_width([this, &ui](float width) { return planes(ui, width); }),
                      piece(ui, show_sum, [this, &ui] {
                          return column(4, pair_line(ui),
                                        at_least(
                                            520, [&] { return sum(ui); }, [&] { return sum_table(ui); }));
                      }));
    }

    Description describe() const override {
        Description out;
        const Vector2 mean = limit(given_, now_, false), winner = limit(given_, now_, true);
        const Attention gives = attention(given_, now_);
        out.summary = Phrase() << "At temperature " << explainer::shown(temperature_) << " the query "
                               << in_brackets(given_.query()) << " gives " << gives.before << gives.share
                               << gives.behind << "; the output is " << in_brackets(now_.at())
                               << ", within the hull of the " << given_.n
                               << " values (of one head, before W_O). Towards T = 0 it would go to "
                               << in_brackets(winner) << ", towards T = ∞ to the mean " << in_brackets(mean)
                               << ".";
        Table pairs = Table{"Pairs",
                            {"pair", "first of key", "second of key", "score q·k", "weight", "first of value",
                             "second of value", "weight × first", "weight × second"},
                            {}};
        for (int i = 0; i < given_.n; ++i) {
            const float *k = given_.k + 2 * i, *v = given_.v + 2 * i, w = now_.weights[i];
            add_row(pairs) << std::string(Phrase() << key_names[i] << " → " << value_names[i]) << k[0] << k[1]
                           << now_.scores[i] << w << v[0] << v[1] << w * v[0] << w * v[1];
        }
        Table result = Table{"Output", {"quantity", "first component", "second component"}, {}};
        add_row(result) << "query q" << given_.q[0] << given_.q[1];
        add_row(result) << "output o" << now_.output[0] << now_.output[1];
        add_row(result) << "mean of the values (T → ∞)" << mean.x << mean.y;
        // Keys that tie for the highest score share it, however small T is.
        add_row(result) << "mean of the values whose keys score highest (T → 0)" << winner.x << winner.y;
        out.tables = vector_of(std::move(pairs), std::move(result));
        out.add_value("largest weight", now_.weights[best_], "weights.max()");
        out.add_value("largest score", now_.scores[best_], "scores.max()");
        out.add_value("first component of the output", now_.output[0], "output[0]");
        out.add_value("second component of the output", now_.output[1], "output[1]");
        out.add_value("first component for T towards 0", winner.x, "coldest[0]");
        out.add_value("second component for T towards 0", winner.y, "coldest[1]");
        out.add_value("first component for T towards infinity", mean.x, "hottest[0]");
        out.add_value("second component for T towards infinity", mean.y, "hottest[1]");
        out.add_value("weight of the chosen pair", now_.weights[chosen_],
                      Phrase() << "weights[" << chosen_ << "]");
        for (int i = 0; i < given_.n; ++i)
            out.add_value(Phrase() << "weight " << i + 1, now_.weights[i],
                          Phrase() << "weights[" << i << "]");
        return out;
    }

    std::string numpy(const State& state) const override {
        const int n = state.integer(count);
        const auto rows = [&state](int parameter, int rows) {
            std::string out = "np.array([";
            for (int i = 0; i < rows; ++i)
                out += Phrase() << (i == 0 ? "[" : ", [") << Shortest{state.matrix(parameter).at(i, 0)}
                                << ", " << Shortest{state.matrix(parameter).at(i, 1)} << "]";
            return out + "])\n";
        };
        return Phrase()
               << "import numpy as np\n\nq = " << rows(query, 1) << "K = " << rows(keys, n)
               << "V = " << rows(values, n) << "T = " << Shortest{state.number(temperature)}
               << "\n\nscores = (q @ K.T)[0]\n"
                  "exponentials = np.exp((scores - scores.max()) / T)\n"
                  "weights = exponentials / exponentials.sum()\n"
                  "output = weights @ V\n"
                  "coldest = V[np.isclose(scores, scores.max(), rtol=1e-6, atol=1e-7)].mean(axis=0)\n"
                  "hottest = V.mean(axis=0)\n\n";
    }

  private:
    /// The pair that the pointer is on: by one of its handles, bars or numbers.
    struct Pointed {
        int pair = -1;
        bool operator==(const Pointed&) const = default;
    };
    /// The vectors and the temperature on their way to where they are, and where things stand in this frame.
    struct Motion {
        Given given;
        float temperature = 1;
        double reach = 0;
        Trails rest;       // what is shown before a hand leaves a trail
        Point key, value;  // of the chosen pair
        Rect row;          // its weight
    };
    /// What a hand does, in no string.
    struct Hand {
        Trails trails;
        uint64_t version = 0;  // of the state that the trails came to
        bool drags_query = false;
        double reach = 0;  // of the values' plane while one of them is held; 0: none is
    };
    static Motion& motion_of(Ui& ui) { return ui.kept<Motion>("motion"); }
    static Hand& hand_of(Ui& ui) { return ui.kept<Hand>("hand"); }
    static const Trails& trails_of(Ui& ui) {
        const Hand& hand = hand_of(ui);
        return hand.trails.query.empty() ? motion_of(ui).rest : hand.trails;
    }

    /// How far the plane of the values reaches. Not while a value is being dragged: the ground would slip.
    double value_reach(const Hand& hand) const {
        if (hand.reach > 0) return hand.reach;
        return largest_ <= 2.5f ? 2.5 : largest_ <= 5 ? 5 : 10;
    }
    int lit() const { return hover_->pair >= 0 ? hover_->pair : chosen_; }
    bool lights(int i) const { return i == chosen_ || i == lit(); }
    void point(int pair) const { hover_.note().pair = pair; }
    Pointing pointing(Ui& ui) const {
        return {[this](int i) { point(i); }, [&ui](int i) { ui.change(chosen, i + 1); }};
    }

    std::vector<Run> lesson(const Theme& theme) const {
        const Attention most_of_it = attention(given_, now_);
        return {{"q gives " + most_of_it.before, theme.ink},
                headline_number(most_of_it.share, theme.query),
                {Phrase() << most_of_it.behind << ": o is " << in_brackets(now_.at())
                          << ", within the hull of the " << given_.n << " values.",
                 theme.ink}};
    }
    static std::string in_brackets(Vector2 v) {
        return Phrase() << "(" << Fixed{v.x, 2} << ", " << Fixed{v.y, 2} << ")";
    }

    /// Where the numbers come from.
    const char* origin() const {
        return by_hand_ ? "a book chapter’s: T = √2 = √dₖ"
               : made_  ? "keys and values constructed"
                        : "keys or values changed by hand";
    }

    /// The vectors and the temperature on their way to where they are: those of a preset glide there, and the
    /// blend with them. Once a sheet, so that all parts show the same.
    void move(Ui& ui) const {
        Motion& now = motion_of(ui);
        now.given = given_;
        const auto ease = [&ui](const char* name, float* numbers, int n) {
            for (int i = 0; i < n; ++i) numbers[i] = ui.eased(name + std::to_string(i), numbers[i]);
        };
        ease("q/", now.given.q, 2);
        ease("k/", now.given.k, 2 * most);
        ease("v/", now.given.v, 2 * most);
        // Along the logarithm, as its slider travels.
        now.temperature = std::exp(ui.eased("log T", std::log(temperature_)));
        Hand& hand = hand_of(ui);
        now.reach = wide(ui.eased("reach", static_cast<float>(value_reach(hand))));
        // A trail is of one way of the hand; any other change of state ends it.
        if (std::exchange(hand.version, version_) != version_ && !hand.drags_query) hand.trails = {};
        Given begin = now.given;
        begin.q[0] = static_cast<float>(trail_begin.x);
        begin.q[1] = static_cast<float>(trail_begin.y);
        now.rest = {};
        now.rest.go(begin, now.temperature);
        now.rest.go(now.given, now.temperature);
    }

    static void drag(Ui& ui, int parameter, int row, Vector2 to, double reach) {
        const double place[] = {to.x, to.y};
        for (int c = 0; c < 2; ++c)
            ui.change_cell(parameter, row, c,
                           ui.state().snapped(parameter, std::clamp(place[c], -reach, reach)));
    }

    /// The handles of all keys or all values, which a hand takes as far as `reach`. Pointing at one lights
    /// all that belongs to its pair, taking it chooses the pair. Answers whether one is held.
    bool handles(PlanePen& pen, int parameter, double reach) const {
        Ui& ui = pen.ui();
        const Given& given = motion_of(ui).given;
        const bool of_keys = parameter == keys;
        const std::optional<MatrixCell> cell = ui.focused_cell(parameter);
        bool held = false;
        for (int n = 0; n < given.n; ++n) {
            const int i = n == 0 ? chosen_ : n <= chosen_ ? n - 1 : n;  // the chosen one first
            const char* name = of_keys ? key_names[i] : value_names[i];
            const PointerState pointer = pen.handle(name, of_keys ? given.key(i) : given.value(i),
                                                    {.color = of_keys ? pen.theme().key : pen.theme().value,
                                                     .name = name,
                                                     .bold = i == chosen_,
                                                     .pointed = lights(i) || (cell && cell->row == i)},
                                                    [&](Vector2 to) { drag(ui, parameter, i, to, reach); });
            if (pointer.hovered || pointer.held) point(i);
            if (pointer.pressed) ui.change(chosen, i + 1);
            held = held || pointer.held;
        }
        ui.place_parameter(parameter, pen.rect());
        return held;
    }

    void draw_keys(PlanePen& pen, bool elbow) const {
        const Theme& theme = pen.theme();
        Motion& motion = motion_of(pen.ui());
        Hand& hand = hand_of(pen.ui());
        const Given& given = motion.given;
        const Vector2 q = given.query();
        pen.trail(trails_of(pen.ui()).query, theme.query, 3);
        if (dot(q, q) > 0) {
            pen.line({}, q, theme.query.faded(0.6f));
            for (int i = 0; i < given.n; ++i) {
                // The foot is score ÷ ‖q‖ from the origin.
                const Vector2 foot = q * (dot(q, given.key(i)) / dot(q, q));
                const Color color = lights(i) ? theme.key : theme.key.faded(0.6f);
                pen.segment(given.key(i), foot, color, lights(i) ? 2 : 1.5f, true);
                pen.dot_at(foot, color, lights(i) ? 5 : 3.5f);
            }
        }
        pen.arrow_to_handle({}, q, {.color = theme.query, .filled = true}, 3);
        // The query first: where handles meet, the one drawn on top is the one taken.
        const PointerState pointer = pen.handle("q", q,
                                                {.color = theme.query,
                                                 .name = "q",
                                                 .filled = true,
                                                 .bold = true,
                                                 .pointed = pen.ui().focused_cell(query).has_value(),
                                                 .hint = "drag q"},
                                                [&](Vector2 to) {
                                                    drag(pen.ui(), query, 0, to, key_reach);
                                                    // What it looks at most lights up, not what it once did.
                                                    pen.ui().change(chosen, best_ + 1);
                                                });
        hand.drags_query = pointer.held;
        // A key under the query's disc shows through it.
        for (int i = 0; i < given.n; ++i) {
            if (length(pen.at(given.key(i)) - pen.at(q)) < 6) pen.dot_over(given.key(i), theme.key, 4);
            for (int c = 0; c < 2; ++c) pen.ui().place_cell(keys, i, c, target_at(pen.at(given.key(i))));
        }
        pen.ui().place_parameter(query, target_at(pen.at(q)));
        handles(pen, keys, key_reach);
        motion.key = pen.at(given.key(chosen_));
        if (elbow) pen.keep_off(given.key(chosen_), pen.of({pen.rect().right(), motion.key.y}));
    }

    void draw_values(PlanePen& pen, bool elbow) const {
        const Theme& theme = pen.theme();
        Motion& motion = motion_of(pen.ui());
        Hand& hand = hand_of(pen.ui());
        const Given& given = motion.given;
        const Mixed now = mixed(given, motion.temperature);
        const Vector2 o = now.at(), mean = limit(given, now, false), winner = limit(given, now, true);
        pen.hull(hull_of(given), theme.value);
        for (int i = 0; i < given.n; ++i)
            pen.segment(o, given.value(i), theme.value.faded(lights(i) ? 0.8f : 0.4f),
                        1 + 14 * now.weights[i]);

        // Where T alone would take the output.
        std::vector<Vector2> way = {winner};
        constexpr int steps = 48;
        for (int i = 0; i <= steps; ++i)
            way.push_back(
                mixed(given, static_cast<float>(coldest * std::pow(hottest / coldest, i / double{steps})))
                    .at());
        way.push_back(mean);
        pen.curve(way, theme.output, 1.5f, true);
        pen.cross_at(mean, theme.ink);
        pen.cross_at(winner, theme.ink);

        if (hand.drags_query) hand.trails.go(given_, temperature_);
        pen.trail(trails_of(pen.ui()).output, theme.output);
        // Over the handles, which it arrives at as T falls; within a handle's ring it leaves the ring in
        // sight.
        pen.dot_at(o, theme.paper, 10);
        pen.dot_over(o, theme.output, 7.5f);
        // Where all keys tie, whatever T is, o is the mean: one label says so.
        const bool alike = winner == mean;
        pen.label(o, o - mean + Vector2{0.01, -0.02}, {18, true}, theme.output, alike ? "o, the mean" : "o",
                  12);
        const char* const at_mean = pen.rect().width < 340 ? "T → ∞" : "T → ∞: the mean";
        if (!alike) pen.label(mean, mean - o, caption, theme.ink, at_mean, 13);
        if (!alike) pen.label(winner, winner - mean, caption, theme.ink, "T → 0", 13);

        const double reach = value_reach(hand);
        hand.reach = handles(pen, values, reach) ? reach : 0;
        motion.value = pen.at(given.value(chosen_));
        if (elbow) pen.keep_off(given.value(chosen_), pen.of({pen.rect().x, motion.value.y}));
    }

    static Block plane_of(const char* id, double reach, float width, float height,
                          UniqueFunction<void(PlanePen&)> draw) {
        return plane({.id = id, .reach = reach, .aspect = height / width, .most = width, .clear_lines = true},
                     std::move(draw));
    }

    // ---- The planes, and between them how scores become weights

    Block planes(Ui& ui, float width) const {
        const Theme& theme = ui.theme();
        const bool weights = ui.state().toggle(show_weights);
        const bool phone = width < phone_width;
        const auto part = [&theme, phone](float wide, const char* title, std::string note, const char* less,
                                          Block figure) {
            if (fonts::width(caption, note) > wide) note = less;
            return column(4,
                          column(0, text(strong, theme.ink, title),
                                 phone ? space(0) : cut_line(caption, theme.muted, note)),
                          std::move(figure));
        };
        const char* const trail = hand_of(ui).trails.query.empty() ? "trail: o while q came from (−2, −1)"
                                                                   : "trail: where o has been";
        const bool beside = width >= 860, elbow = beside && weights;  // there is room for them in the middle
        const auto keys_part = [=, this](float wide, float high) {
            return part(wide, "where q looks", "dashed: how far each key reaches along q",
                        "dashed: how far along q",
                        plane_of("keys", key_reach, wide, high,
                                 [this, elbow](PlanePen& pen) { draw_keys(pen, elbow); }));
        };
        const auto values_part = [=, this, &ui](float wide, float high) {
            return part(wide, "what comes back", Phrase() << trail << " · dots: where T takes it", trail,
                        plane_of("values", motion_of(ui).reach, wide, high,
                                 [this, elbow](PlanePen& pen) { draw_values(pen, elbow); }));
        };
        // Where there is no room between the planes, the weights unfold under the buttons.
        const auto bar = [this, &ui] {
            return piece(ui, show_weights, [this, &ui] { return weight_bar(ui); });
        };
        if (phone) {
            const float half = std::floor((width - 8) / 2), high = std::round(0.52f * width);
            return column(8,
                          row({.gap = 8}, {Item(keys_part(half, high), pixels(half)),
                                           Item(values_part(half, high), pixels(half))}),
                          heat(ui), bar());
        }
        constexpr float gap = 28;
        const float middle = elbow ? std::floor(width * 0.25f) + gap : 0;
        const float room = width - middle - gap, left = std::floor(room * 0.42f), right = room - left;
        const float height = std::min(std::round(width * (beside ? 0.4f : 0.52f)), 380.0f);
        Items items = {Item(keys_part(left, height), pixels(left))};
        if (middle > 0)
            items.emplace_back(
                part(middle - gap, "score → weight", origin(), origin(), weight_rows(ui, height)),
                pixels(middle - gap));
        items.emplace_back(values_part(right, height), pixels(right));
        // The elbow is over all of it, so drawn last; it takes no room of its own.
        Block side = column(0, row({.gap = gap}, std::move(items)), drawing(0, [middle](Ui& now, Rect) {
                                if (middle > 0) draw_elbow(now);
                            }));
        if (beside) return column(8, std::move(side), heat(ui));
        return column(8, std::move(side), pieces(ui), bar(), heat(ui));
    }

    /// A row a pair: its score, its weight, a bar.
    Block weight_rows(Ui& ui, float height) const {
        const Theme& theme = ui.theme();
        const auto n = static_cast<float>(given_.n);
        const float each = std::floor(std::min(height / n, 92.0f)), top = std::floor((height - n * each) / 2);
        BarsLook look{.id = "pair", .scale = {0, 1}};
        look.row = each;
        look.thickness = 16;
        look.above = true;
        look.selected = lit();
        look.pointing = pointing(ui);
        std::vector<Bar> all;
        for (int i = 0; i < given_.n; ++i)
            all.push_back(
                {.label = {Phrase() << score_names[i] << " = " << Fixed{wide(now_.scores[i]), 2}, theme.key},
                 .value = wide(now_.weights[i]),
                 .color = theme.query,
                 .shown = percent(wide(now_.weights[i]), 1)});
        Block chosen_row = drawing(n * each, [this, each](Ui& now, Rect rect) {
            const Rect row{rect.x, rect.y + each * static_cast<float>(chosen_), rect.width, each};
            now.place_parameter(chosen, row);
            if (now.focused(chosen)) now.focus_ring(row);
            motion_of(now).row = row;
        });
        return reserved(height, padded(0, top, 0, 0,
                                       behind(std::move(chosen_row), bars(std::move(look), std::move(all)))));
    }

    /// The same as one bar.
    Block weight_bar(Ui& ui) const {
        std::vector<Segment> shares;
        for (int i = 0; i < given_.n; ++i)
            shares.push_back({Phrase() << key_names[i] << " → " << value_names[i], wide(now_.weights[i]),
                              ui.theme().query, percent(wide(now_.weights[i]), 1)});
        Block bar =
            stacked_bar({.id = "weights", .selected = lit(), .pointing = pointing(ui)}, std::move(shares));
        Block place = drawing(44, [](Ui& now, Rect rect) {
            now.place_parameter(chosen, {rect.x, rect.y - 4, rect.width, 44});
            if (now.focused(chosen)) now.focus_ring({rect.x, rect.y, rect.width, 36});
        });
        return column(2, cut_line(caption, ui.theme().muted, origin()),
                      behind(std::move(place), std::move(bar)));
    }

    /// From the chosen key through its row to its value.
    static void draw_elbow(Ui& ui) {
        const Motion& at = motion_of(ui);
        const Theme& theme = ui.theme();
        const float middle = at.row.centre().y, gap = 14;
        const Point in[] = {{at.key.x + handle_radius + 1, at.key.y},
                            {at.row.x - gap, at.key.y},
                            {at.row.x - gap, middle},
                            {at.row.x, middle}};
        const Point out[] = {{at.row.right(), middle},
                             {at.row.right() + gap, middle},
                             {at.row.right() + gap, at.value.y},
                             {at.value.x - handle_radius - 1, at.value.y}};
        ui.painter().polyline(in, theme.key, 1.5f, false);
        ui.painter().polyline(out, theme.value, 1.5f, false);
    }

    Block heat(Ui& ui) const {
        const Color ink = ui.theme().ink;
        // The ends of the slider, but on the way one sees where the output goes. Near the limits, not at
        // them.
        const auto to = [](const char* label, double t) {
            return button(label, label, [t](Ui& with) { with.step(temperature, t); });
        };
        const bool more = ui.state().toggle(show_weights);
        return by_width([=, &ui](float width) {
            Block track = slider(temperature, {ink, 112, 64});
            Blocks others;
            if (more) others = blocks(to("T = 0.01", coldest), to("T = 100", hottest), stepper(ui, count));
            if (width < 860)
                return column(0, std::move(track), width < phone_width ? pieces(ui) : space(0),
                              wrap(6, 0, std::move(others)));
            Items line{Item(std::move(track), share())};
            for (Block& one : others) line.emplace_back(std::move(one));
            line.emplace_back(pieces(ui));
            return row({.gap = 12}, std::move(line));
        });
    }

    // ---- The sum, written out

    /// The query and the chosen key, component by component; their numbers can be changed.
    Block pair_line(Ui& ui) const {
        const auto vectors = [this, &ui] {
            const Theme& theme = ui.theme();
            const auto vector = [this, &ui](const std::string& name, int parameter, int index, const float* v,
                                            Color color) {
                MatrixLook look = numbers("pair/" + name, v, 1, 2, color);
                look.hand.parameter = parameter;
                look.hand.parameter_row = index;
                if (parameter == query)
                    look.hand.dragged = [this, &ui](Entry) { ui.change(chosen, best_ + 1); };
                return row(
                    {.gap = 6, .cross = Cross::middle},
                    {Item(text(strong, color, name + " ="), pixels(30)), Item(matrix(std::move(look)))});
            };
            return wrap(20, 0,
                        blocks(vector("q", query, 0, given_.q, theme.query),
                               vector(key_names[chosen_], keys, chosen_, given_.k + 2 * chosen_, theme.key)));
        };
        const auto product = [this, &ui] {
            const float *q = given_.q, *k = given_.k + 2 * chosen_;
            const auto part = [&theme = ui.theme()](float q, float k) {
                return math(colored(theme.query, explainer::shown(q)), " × ",
                            colored(theme.key, as_factor(explainer::shown(k))));
            };
            return padded(0, 6, 0, 0,
                          formula({.most = 42},
                                  math(score_names[chosen_], " = ", part(q[0], k[0]), " + ", part(q[1], k[1]),
                                       " = ", bold(explainer::shown(now_.scores[chosen_])))));
        };
        return at_least(
            740,
            [=] {
                return row({.gap = 24}, {Item(vectors(), pixels(330)), Item(product(), share())});
            },
            [=] { return column(0, vectors(), product()); });
    }

    /// The output as a sum, a term a pair; the values in it can be changed.
    Block sum(Ui& ui) const {
        Blocks shown_terms, most_terms;
        for (int i = 0; i < most; ++i) most_terms.push_back(term_of(ui, std::min(i, given_.n - 1), i));
        for (int i = 0; i < given_.n; ++i) shown_terms.push_back(term_of(ui, i, i));
        shown_terms.push_back(result(ui));
        most_terms.push_back(result(ui));
        return tallest(blocks(wrap(4, 4, std::move(shown_terms)), wrap(4, 4, std::move(most_terms))));
    }

    /// The same on a phone: a row a pair, so that what is added stands under each other.
    Block sum_table(Ui& ui) const {
        constexpr float cell = 42, part = 48;
        const Theme& theme = ui.theme();
        const auto field = [this, color = theme.value](int i, int c) {
            return drawing(28, [=, this](Ui& now, Rect rect) {
                const PointerState pointer = number_field(now, values, i, c, rect, color);
                if (pointer.hovered) point(i);
                if (pointer.clicked || (pointer.held && now.scrubbing())) now.change(chosen, i + 1);
            });
        };
        std::vector<TableRow> rows;
        for (int i = 0; i < given_.n; ++i) {
            TableRow& row = rows.emplace_back();
            row.add(key_names[i], theme.key, lights(i))
                .add(explainer::shown(now_.weights[i], 3), theme.query, true);
            for (const int c : {0, 1}) row.add(field(i, c));
            for (const int c : {0, 1})
                row.add(fitting(wide(now_.weights[i] * given_.v[2 * i + c]), 3, body, part), theme.ink);
            row.selected = lights(i);
        }
        TableRow& whole = rows.emplace_back();
        whole.ruled = true;
        whole.add("o", theme.output, true).add("", theme.ink).add("", theme.ink).add("", theme.ink);
        for (const float one : now_.output) whole.add(fitting(wide(one), 3, body, part), theme.output, true);
        return table({.id = "sum",
                      .row_height = 28,
                      .gap = 2,
                      .least_rows = most + 1,
                      .hovered =
                          [this](int i) {
                              if (i < given_.n) point(i);
                          },
                      .pressed =
                          [this, &ui](int i) {
                              if (i < given_.n) ui.change(chosen, i + 1);
                          },
                      .live_cells = true},
                     {{"", theme.ink, Align::left, share()},
                      {"weight", theme.query, Align::right, {}, "0.000"},
                      {"", theme.value, Align::right, pixels(cell)},
                      {"value", theme.value, Align::right, pixels(cell)},
                      {"", theme.output, Align::right, pixels(part)},
                      {"part", theme.output, Align::right, pixels(part)}},
                     std::move(rows));
    }

    Block term_of(Ui& ui, int i, int place) const {
        const Theme& theme = ui.theme();
        MatrixLook look = numbers("term" + std::to_string(place), given_.v + 2 * i, 2, 1, theme.value);
        look.hand.parameter = blending::values;
        look.hand.parameter_row = i;
        look.hand.transposed = true;
        look.hand.hovered = [this, i](Entry) { point(i); };
        look.hand.dragged = [&ui, i](Entry) { ui.change(chosen, i + 1); };
        look.hand.pressed = [&ui, i](Entry) { ui.change(chosen, i + 1); };
        const Type type{15, true};
        Block weight = drawing({80, 60, 0}, [this, i, type](Ui& now, Rect rect) {
            const float line = rect.centre().y - fonts::line_height(type) / 2;
            pointing(now).answer(now.area("weight/" + std::to_string(i), rect, Grip::press), i);
            if (i == 0) now.text({rect.x, line}, type, now.theme().output, "o");
            now.text({rect.x + sign_width - 6, line}, body, now.theme().ink, i == 0 ? "=" : "+",
                     Align::right);
            now.text({rect.right() - 10, line}, type, now.theme().query, explainer::shown(now_.weights[i], 3),
                     Align::right);
        });
        Block all = row({.gap = 0}, {Item(std::move(weight)), Item(matrix(std::move(look)))});
        if (!lights(i)) return all;
        return behind(drawing(60,
                              [](Ui& now, Rect rect) {
                                  now.painter().rectangle(
                                      {rect.x + sign_width, rect.y, rect.width - sign_width, rect.height},
                                      band_color(now.theme()), 4);
                              }),
                      std::move(all));
    }

    static constexpr float sign_width = 32;  // "o =", "+"

    Block result(Ui& ui) const {
        MatrixLook look = numbers("output", now_.output, 2, 1, ui.theme().output);
        look.cells.decimals = 3;
        look.cells.ground = Ground::tint;
        return row(
            {.gap = 0, .cross = Cross::middle},
            {Item(padded(16, 0, 6, 0, text(body, ui.theme().ink, "="))), Item(matrix(std::move(look)))});
    }

    MatrixLook numbers(std::string_view id, const float* v, int rows, int cols, Color color) const {
        MatrixLook look(id, {v, 2}, rows, cols, color, version_);
        look.cells.decimals = 2;
        look.frame.brackets = true;
        look.size.cell_width = 48;
        look.size.cell_height = 26;
        return look;
    }

    Given given_;
    Mixed now_;
    float temperature_ = 1, largest_ = 0;
    bool by_hand_ = false;  // query, keys, values and T are the book chapter's
    bool made_ = true;      // keys and values are ours, none typed or dragged
    int chosen_ = 0, best_ = 0;
    Hover<Pointed> hover_{hovers_};
    uint64_t version_ = 0;  // of the state
};

}  // namespace

extern const ExhibitType blend;
const ExhibitType blend = {
    "blend",
    "The blend",
    "Drag the query among its keys: the output moves within "
    "the hull of the values.",
    parameters,
    states,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Blend>()); },
    "hull",
};

}  // namespace explainer
