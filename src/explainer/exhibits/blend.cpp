// The blend: a query among three to five keys, each with its value. Scores become weights, and the weights
// mix the values; the mix cannot leave the values' hull. Two dimensions, so that the picture is the whole
// truth. The mix itself and the sum written out are in blend_parts.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/blend_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/superlatives.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using namespace blending;
using figures::Block;

constexpr double key_reach = 2.5;  // of the plane of query and keys
constexpr double coldest = 0.01, hottest = 100;
constexpr size_t longest_trail = 160;  // points

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
    Parameter{.name = "temperature",
              .label = "temperature T",
              .help = "Scores are divided by T before they become weights.",
              .minimum = coldest,
              .maximum = hottest,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
    bounded(integer_of("chosen", "chosen pair", "Which key and value light up together.", 1, most, 2),
            {.parameter = "count"}),
};

constexpr std::array presets = {
    Preset{"four keys", ""},
    Preset{"two the same", "k=-1.2,1.5/0.8,1.7/0.8,1.7/0.2,-1.7/-1.6,-0.9"},
    Preset{"one inside", "q=0.3,-1.2;v=2.3,1.3/-2.1,1.5/-0.5,-2/1.2,0.7/0.6,2.2;chosen=4"},
    // The book chapter's: T = √2 is its division by √d_k.
    Preset{"three by hand",
           "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
           "temperature=1.4142135623730951;chosen=1"},
};

/// What a plane's reach must be so that all within `reach` of the origin is within its edges, also upwards.
double reach_of(double reach, float width, float height) {
    constexpr float edge = 2 * 16;  // a handle with its halo (plane.h)
    return height >= width ? reach : reach * wide((width - edge) / std::max(1.0f, height - edge));
}

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
        largest_ = 0;
        for (int i = 0; i < 2 * given_.n; ++i) largest_ = std::max(largest_, std::fabs(given_.v[i]));
        static constexpr float chapter[] = {1, 0, 0, 1, 1, 1, 10, 0, 0, 10, 5, 5};
        made_ = as_made(state, presets, {keys, values});
        by_hand_ = given_.n == 3 && given_.q[0] == 1 && given_.q[1] == 0 &&
                   std::fabs(temperature_ - 1.41421356f) < 1e-6f &&
                   std::equal(chapter, chapter + 6, given_.k) &&
                   std::equal(chapter + 6, chapter + 12, given_.v);
        hover_.forget_if([this](const Pointed& on) { return on.handle >= given_.n || on.row >= given_.n; });
        ++version_;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter != chosen) return state.shown(parameter);
        return Phrase() << key_names[chosen_] << ", weight " << Percent{wide(now_.weights[chosen_]), 1};
    }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        move(ui);
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            const bool room = width >= 860;
            const Sum sum{given_, now_, chosen_, lit(), &hover_.note()};
            return column(16, figures::presets(explainer::presets),
                          room ? planes_wide(ui, width) : planes_narrow(ui), heat(ui), rule(),
                          pair_line(theme, sum), room ? sum_line(sum) : sum_table(theme, width, sum));
        });
    }

    Description describe() const override {
        Description out;
        const int best = best_;
        const figures::Vector2 mean = limit(given_, now_, false), winner = limit(given_, now_, true);
        const auto vector = [](figures::Vector2 v) -> std::string {
            return Phrase() << "(" << Fixed{v.x, 2} << ", " << Fixed{v.y, 2} << ")";
        };
        out.summary = Phrase() << "At temperature " << explainer::shown(temperature_) << " the query "
                               << vector(given_.query()) << " gives " << shares() << "; the output is "
                               << vector(now_.at()) << ", within the hull of the " << given_.n
                               << " values (of one head, before W_O). Towards T = 0 it would go to "
                               << vector(winner) << ", towards T = ∞ to the mean " << vector(mean) << ".";
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
        out.add_value("largest weight", now_.weights[best], "weights.max()");
        out.add_value("largest score", now_.scores[best], "scores.max()");
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
    /// The vectors and the temperature on their way to where they are, and where things stand in this frame.
    struct Motion {
        blending::Given given;
        float temperature = 1;
        double reach = 0;
        Point key, value;  // of the chosen pair
        Rect row;          // its weight
    };
    /// What a hand does, in no string.
    struct Hand {
        std::vector<figures::Vector2> query_trail, output_trail;
        uint64_t version = 0;  // of the state that the trails came to
        bool drags_query = false;
        double reach = 0;  // of the values' plane while one of them is held; 0: none is
    };
    static Motion& motion_of(Ui& ui) { return ui.kept<Motion>("motion"); }
    static Hand& hand_of(Ui& ui) { return ui.kept<Hand>("hand"); }

    /// How far the plane of the values reaches. Not while a value is being dragged: the ground would slip.
    double value_reach(const Hand& hand) const {
        if (hand.reach > 0) return hand.reach;
        return largest_ <= 2.5f ? 2.5 : largest_ <= 5 ? 5 : 10;
    }
    bool lights(int i) const { return i == chosen_ || i == lit(); }
    int lit() const { return hover_->handle >= 0 ? hover_->handle : hover_->row; }
    /// "56.9 % of its attention to k₂"; all whose percentage shows the same.
    std::string shares() const {
        float percents[most];
        for (int i = 0; i < given_.n; ++i) percents[i] = now_.weights[i] * 100;
        const std::vector<int> top = largest_shown({percents, static_cast<size_t>(given_.n)}, 1);
        const Percent share{wide(now_.weights[best_]), 1};
        if (static_cast<int>(top.size()) == given_.n)
            return Phrase() << "each key " << share << " of its attention";
        std::vector<std::string> names;
        for (const int i : top) names.emplace_back(key_names[i]);
        return Phrase() << share << " of its attention to " << (names.size() == 1 ? "" : "each of ")
                        << listed(names);
    }

    /// Where the numbers come from.
    const char* origin() const {
        return by_hand_ ? "a book chapter’s example by hand: T = √2 = √dₖ"
               : made_  ? "keys and values are constructed"
                        : "keys or values were changed by hand";
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
        if (std::exchange(hand.version, version_) != version_ && !hand.drags_query) {
            hand.query_trail.clear();
            hand.output_trail.clear();
        }
    }

    static void drag(Ui& ui, int parameter, int row, figures::Vector2 to, double reach) {
        const double place[] = {to.x, to.y};
        for (int c = 0; c < 2; ++c)
            ui.change_cell(parameter, row, c,
                           ui.state().snapped(parameter, std::clamp(place[c], -reach, reach)));
    }

    /// The handles of all keys or all values, which a hand takes as far as `reach`. Pointing at one lights
    /// all that belongs to its pair, taking it chooses the pair. Answers whether one is held.
    bool handles(figures::PlanePen& pen, int parameter, double reach) const {
        Ui& ui = pen.ui();
        const Given& given = motion_of(ui).given;
        const bool of_keys = parameter == keys;
        const std::optional<MatrixCell> cell = ui.focused_cell(parameter);
        bool held = false;
        for (int n = 0; n < given.n; ++n) {
            const int i = n == 0 ? chosen_ : n <= chosen_ ? n - 1 : n;  // the chosen one first
            const char* name = of_keys ? key_names[i] : value_names[i];
            const PointerState pointer =
                pen.handle(name, of_keys ? given.key(i) : given.value(i),
                           {.color = of_keys ? pen.theme().key : pen.theme().value,
                            .name = name,
                            .bold = i == chosen_,
                            .pointed = lights(i) || (cell && cell->row == i)},
                           [&](figures::Vector2 to) { drag(ui, parameter, i, to, reach); });
            if (pointer.hovered || pointer.held) hover_.note().handle = i;
            if (pointer.pressed) ui.change(chosen, i + 1);
            held = held || pointer.held;
        }
        ui.place_parameter(parameter, pen.rect());
        return held;
    }

    void draw_keys(figures::PlanePen& pen) const {
        using namespace figures;
        const Theme& theme = pen.theme();
        Motion& motion = motion_of(pen.ui());
        Hand& hand = hand_of(pen.ui());
        const Given& given = motion.given;
        const Vector2 q = given.query();
        pen.trail(hand.query_trail, theme.query, 3);
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
                                                 .pointed = pen.ui().focused_cell(query).has_value()},
                                                [&](Vector2 to) { drag(pen.ui(), query, 0, to, key_reach); });
        hand.drags_query = pointer.held;
        // A key under the query's disc shows through it.
        for (int i = 0; i < given.n; ++i) {
            if (length(pen.at(given.key(i)) - pen.at(q)) < 6) pen.dot_over(given.key(i), theme.key, 4);
        }
        for (int i = 0; i < given.n; ++i) {
            for (int c = 0; c < 2; ++c) pen.ui().place_cell(keys, i, c, target_at(pen.at(given.key(i))));
        }
        pen.ui().place_parameter(query, target_at(pen.at(q)));
        handles(pen, keys, key_reach);
        motion.key = pen.at(given.key(chosen_));
    }

    /// Where the query and the output have been since the last frame: as if the hand had moved in a straight
    /// line.
    void leave_trail(Hand& hand) const {
        using figures::Vector2;
        const Vector2 to = given_.query(), from = hand.query_trail.empty() ? to : hand.query_trail.back(),
                      way = to - from;
        if (!hand.query_trail.empty() && from == to) return;
        const int steps = std::max(1, static_cast<int>(std::ceil(std::sqrt(dot(way, way)) / 0.1)));
        for (int i = 1; i <= steps; ++i) {
            const Vector2 q = from + way * (i / static_cast<double>(steps));
            Given then = given_;
            then.q[0] = static_cast<float>(q.x);
            then.q[1] = static_cast<float>(q.y);
            hand.query_trail.push_back(i == steps ? to : q);
            hand.output_trail.push_back(mixed(then, temperature_).at());
        }
        for (std::vector<Vector2>* trail : {&hand.query_trail, &hand.output_trail}) {
            const size_t old = trail->size() - std::min(trail->size(), longest_trail);
            trail->erase(trail->begin(), trail->begin() + static_cast<std::ptrdiff_t>(old));
        }
    }

    void draw_values(figures::PlanePen& pen) const {
        using namespace figures;
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

        if (hand.drags_query) leave_trail(hand);
        pen.trail(hand.output_trail, theme.output);
        // Over the handles, which it arrives at as T falls; within a handle's ring it leaves the ring in
        // sight.
        pen.dot_at(o, theme.paper, 10);
        pen.dot_over(o, theme.output, 7.5f);
        pen.label(o, o - mean + Vector2{0.01, -0.02}, {18, true}, theme.output, "o", 12);
        const bool room = pen.rect().width > 340;
        const auto limit_name = [room](const char* to, const char* what, Vector2 v) -> std::string {
            if (!room) return to;
            return Phrase() << to << ": " << what << "(" << Fixed{v.x, 2} << ", " << Fixed{v.y, 2} << ")";
        };
        // As the state has it, so that the numbers do not run while the picture glides.
        pen.label(mean, mean - o, caption, theme.ink,
                  limit_name("T → ∞", "mean ", limit(given_, now_, false)), 9);
        if (!(winner == mean))
            pen.label(winner, winner - mean, caption, theme.ink,
                      limit_name("T → 0", "", limit(given_, now_, true)), 13);

        const double reach = value_reach(hand);
        hand.reach = handles(pen, values, reach) ? reach : 0;
        motion.value = pen.at(given.value(chosen_));
    }

    Block key_plane(float width, float height) const {
        using namespace figures;
        return plane({.id = "keys",
                      .reach = reach_of(key_reach, width, height),
                      .aspect = height / width,
                      .most = width,
                      .hint = "drag q"},
                     [this](PlanePen& pen) { draw_keys(pen); });
    }

    Block value_plane(Ui& ui, float width, float height) const {
        using namespace figures;
        return plane({.id = "values",
                      .reach = reach_of(motion_of(ui).reach, width, height),
                      .aspect = height / width,
                      .most = width},
                     [this](PlanePen& pen) { draw_values(pen); });
    }

    /// A row a pair: its score, its weight, a bar.
    Block weight_rows(float height) const {
        using namespace figures;
        return drawing(height, [this](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            Motion& motion = motion_of(ui);
            const Given& given = motion.given;
            const Mixed now = mixed(given, motion.temperature);
            const float each = std::min(rect.height / static_cast<float>(given.n), 104.0f);
            const float top = rect.y + (rect.height - each * static_cast<float>(given.n)) / 2;
            for (int i = 0; i < given.n; ++i) {
                const Rect row{rect.x, std::round(top + each * static_cast<float>(i)), rect.width,
                               std::round(each)};
                const Rect band{row.x, row.centre().y - 32, row.width, 64};
                const PointerState pointer = ui.area("pair/" + std::to_string(i), row, Grip::press);
                if (pointer.hovered) hover_.note().handle = i;
                if (pointer.clicked) ui.change(chosen, i + 1);
                if (i == chosen_) {
                    ui.place_parameter(chosen, band);
                    if (ui.focused(chosen)) ui.focus_ring(band);
                    motion.row = band;
                }
                if (lights(i)) ui.painter().rectangle(band, band_color(theme), 4);
                const Type type{15, lights(i)};
                const float line = band.y + 8, left = band.x + 10, right = band.right() - 10;
                ui.text({left, line}, type, theme.key, score_names[i]);
                ui.text({(left + right) / 2 + 12, line}, type, theme.ink, explainer::shown(now_.scores[i]),
                        Align::right);
                ui.text({right, line}, strong, theme.query, percent(wide(now_.weights[i]), 1), Align::right);
                const Rect track{left, line + 25, right - left, 16};
                ui.painter().rectangle(track, lights(i) ? theme.paper : theme.raised, 2);
                const float bar = track.width * now.weights[i];
                ui.painter().rectangle({track.x, track.y, bar, track.height},
                                       lights(i) ? theme.query : theme.query.faded(0.45f),
                                       std::min(2.0f, bar / 2));
            }
        });
    }

    /// From the chosen key through its row to its value.
    static void draw_elbow(Ui& ui) {
        const Motion& at = motion_of(ui);
        const Theme& theme = ui.theme();
        const float middle = at.row.centre().y, gap = 14;
        const Point in[] = {{at.key.x + figures::handle_radius + 1, at.key.y},
                            {at.row.x - gap, at.key.y},
                            {at.row.x - gap, middle},
                            {at.row.x, middle}};
        const Point out[] = {{at.row.right(), middle},
                             {at.row.right() + gap, middle},
                             {at.row.right() + gap, at.value.y},
                             {at.value.x - figures::handle_radius - 1, at.value.y}};
        ui.painter().polyline(in, theme.key, 1.5f, false);
        ui.painter().polyline(out, theme.value, 1.5f, false);
    }

    Block planes_wide(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        constexpr float gap = 28;
        const float room = width - 2 * gap, left = std::floor(room * 0.31f), right = std::floor(room * 0.43f),
                    height = std::min(right, 460.0f);
        const auto part = [&theme](const char* title, Block figure, const char* note, int most) {
            return column(6, text(strong, theme.ink, title), std::move(figure),
                          paragraph(caption, theme.muted, note, most));
        };
        Block all =
            row({.gap = gap}, {Item(part("where q looks", key_plane(left, height),
                                         "where a key’s dashes meet q’s line: score ÷ ‖q‖", 47),
                                    pixels(left)),
                               Item(part("score → weight", weight_rows(height), origin(), 46), share()),
                               Item(part("what comes back", value_plane(ui, right, height),
                                         "trail: where o has been · dots: where T alone would take it", 59),
                                    pixels(right))});
        // Over all of it, so drawn last; it takes no room of its own.
        return column(0, std::move(all), drawing(0, [](Ui& with, Rect) { draw_elbow(with); }));
    }

    Block planes_narrow(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        return by_width([this, &ui, &theme](float width) {
            std::vector<Segment> shares;
            for (int i = 0; i < given_.n; ++i) {
                const double weight = wide(now_.weights[i]);
                shares.push_back({Phrase() << key_names[i] << " → " << value_names[i], weight, theme.query,
                                  percent(weight, 1)});
            }
            const char *looks = "where q looks", *looks_note = "dashes: score ÷ ‖q‖",
                       *comes = "what comes back", *comes_note = "trail: where o has been · dots: T alone";
            Block weights = stacked_bar({.id = "weights",
                                         .selected = lit() >= 0 ? lit() : chosen_,
                                         .pointing = {[this](int i) { hover_.note().handle = i; },
                                                      [&ui](int i) { ui.change(chosen, i + 1); }}},
                                        std::move(shares));
            weights = column(6, std::move(weights), paragraph(caption, theme.muted, origin()));
            if (width >= 520) {
                const float left = std::floor((width - 24) * 0.43f), right = width - 24 - left,
                            height = std::round(right * 0.95f);
                const auto part = [&theme](const char* title, const char* note, Block figure) {
                    return column(
                        6, column(2, text(strong, theme.ink, title), paragraph(caption, theme.muted, note)),
                        std::move(figure));
                };
                return column(
                    10,
                    row({.gap = 24},
                        {Item(part(looks, looks_note, key_plane(left, height)), pixels(left)),
                         Item(part(comes, comes_note, value_plane(ui, right, height)), pixels(right))}),
                    std::move(weights));
            }
            return column(8, titled(theme.ink, looks, theme.muted, looks_note),
                          key_plane(width, std::round(width * 0.72f)), std::move(weights),
                          titled(theme.ink, comes, theme.muted, comes_note),
                          value_plane(ui, width, std::round(width * 0.92f)));
        });
    }

    Block heat(Ui& ui) const {
        using namespace figures;
        const Color ink = ui.theme().ink;
        // The ends of the slider, but on the way one sees where the output goes. Near the limits, not at
        // them.
        const auto coldest_button = [] {
            return button("to coldest", "T = 0.01", [](Ui& with) { with.step(temperature, coldest); });
        };
        const auto hottest_button = [] {
            return button("to hottest", "T = 100", [](Ui& with) { with.step(temperature, hottest); });
        };
        return at_least(
            860,
            [=, &ui] {
                return row({.gap = 12},
                           {Item(slider(temperature, {ink, 112, 64}), share()), Item(coldest_button()),
                            Item(hottest_button()), Item(space(0), pixels(12)), Item(stepper(ui, count))});
            },
            [=, &ui] {
                return column(0, slider(temperature, {ink, 112, 64}),
                              wrap(12, 0, blocks(coldest_button(), hottest_button(), stepper(ui, count))));
            });
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
    "Drag the query among its keys: scores become weights, and the output moves within the hull of the "
    "values.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Blend>()); },
};

}  // namespace explainer
