// Scores: K turns into Kᵀ, Q meets it pair by pair, the map of all scores is divided by √dₖ, and a word's row
// becomes what it looks at. One walk through all of it, so that any instant is a number in the state. Not
// here: the numbers (scores_model.h), softmax in steps, and what is blended by the weights.
#include <algorithm>
#include <array>
#include <limits>

#include "explainer/exhibit.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/scores_model.h"
#include "explainer/exhibits/walk.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/motion.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/slopes.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace scores_parameters;
using namespace figures;

constexpr std::array pace_choices = {Choice{"term", "a term"}, Choice{"cell", "a pair"},
                                     Choice{"word", "a word"}};

/// Keys that turn, then pairs × terms.
constexpr double last_steps[] = {3 + 9 * 3, 3 + 3 * 2, 2 + 2 * 2, 4 + 16 * 4, 3 + 9 * 3};

const auto parameters = joined(
    example_parameters, softmax_parameters,
    std::array{Parameter{.name = "sweep",
                         .label = "sweep",
                         .help = "How far the product is, term by term.",
                         .kind = Kind::integer,
                         .minimum = 0,
                         .maximum = 4 + 16 * 4,
                         .step = 1,
                         .initial = 9,
                         .maximum_follows = {.parameter = "data", .by_choice = last_steps}},
               walk_pace(pace_choices), walk_cover("Results that the walk has not reached are empty."),
               toggle_of("allWords", "all words at once",
                         "Ribbons of every word, or only of the one that asks.", false),
               play_of("sweep"),
               piece_of("showChain", "the sum", "The score of the pair, term by term.", true),
               piece_of("showFlow", "ribbons", "Where the word that asks looks, by its weights.", true),
               piece_of("showMore", "pace", "What a step of the player is.", false)});

constexpr std::array starts = {
    Preset{"“I” asks “love”", ""},
    Preset{"three equal scores", "sweep=15"},
    Preset{"K before it turns", "sweep=0"},
};

constexpr float key_height = 84;    // of K's cells, turned or not
constexpr float flow_height = 152;  // of the ribbons, where they do not stand beside the map
constexpr float name_room = 26;     // left of Kᵀ and over Q, for their names
constexpr float label_height = 20;
constexpr float bracket_pad = 10, bracket_lip = 4;  // the matrix part's own, for what has no brackets
constexpr float least_cell = 28;
constexpr int most_said = 66;  // characters of the live sentence
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// Deep for the first term, pale for the last: the same place in a row and in a column has the same depth.
float depth(int term, int terms) {
    return 0.5f - (terms > 1 ? 0.36f * static_cast<float>(term) / static_cast<float>(terms - 1) : 0);
}

class Scores final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_ = ScoresModel(state);
        ++version_;
    }
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override {
        return parameter == sweep ? model_.walked() : state.shown(parameter);
    }
    Description describe() const override { return model_.describe(); }
    std::string numpy(const State& state) const override { return model_.numpy(state); }
    Block sheet(Ui& ui) const override;

  private:
    /// What is pointed at, everywhere where it plays a role.
    struct Linked {
        Entry map, q, k_turned;
        int key = -1;
        Entry from_q, from_k;  // a number of Q or K itself, which came from X
        bool operator==(const Linked&) const = default;
    };

    static size_t at(int index) { return ScoresModel::at(index); }
    void go(Ui& ui, int i, int j, int terms) const { ui.step(sweep, model_.step_at(i, j, terms)); }
    /// "1" for "word 1".
    std::vector<std::string> short_names(std::vector<std::string> names) const {
        for (size_t i = 0; model_.one.data == Data::seeded && i < names.size(); ++i)
            names[i] = std::to_string(i + 1);
        return names;
    }
    void point_pair(int i, int j) const {
        hover_.note().map = {i, j};
        hover_.note().q = {i, -1};
        hover_.note().k_turned = {-1, j};
        hover_.note().key = j;
    }
    int seen(Ui& ui) const;
    float arrived(Ui& ui) const;

    PlayerLook player(Ui& ui) const;
    Block figure(Ui& ui, float width, bool wide) const;
    Block sentence(Ui& ui) const;
    Block keys(Ui& ui) const;
    Block queries(Ui& ui, float width, float height) const;
    Block map(Ui& ui, float height) const;
    Block flow_head(Ui& ui) const;
    Block flow(Ui& ui, float height, bool names) const;
    Block terms(Ui& ui) const;
    Block before_and_after(Ui& ui, float height) const;
    Block more(Ui& ui) const;
    void draw_turning(Ui& ui, Rect rect, float turned) const;
    void draw_across(Ui& ui, Rect rect) const;

    ScoresModel model_;
    uint64_t version_ = 0;
    Hover<Linked> hover_{hovers_};
};

bool Scores::active(const State& state, int parameter) const {
    // Words become Q and K elsewhere (projection), and values play no role yet.
    if ((parameter >= example::x && parameter <= example::w_v) || parameter == example::v) return false;
    if (parameter == all_words || parameter == example::scaled) return state.toggle(show_flow);
    // (What plays covers by itself, and softmax has the temperature: links and presets say them.)
    if (parameter == cover || parameter == example::temperature) return false;
    if (parameter == pace) return state.toggle(show_more);
    return example_active(state, parameter);
}

/// How far what the last step of the walk computes has come on its way.
float Scores::arrived(Ui& ui) const {
    return arrival(ui, "step", ui.state().integer(sweep));
}

/// So many scores are on the sheet, in the order of the walk: none before K has turned, and only those that
/// have been reached while it plays.
int Scores::seen(Ui& ui) const {
    if (model_.turning()) return 0;
    if (!model_.cover && !ui.playing(sweep)) return model_.pairs();
    return model_.reached() - (model_.complete() && arrived(ui) < 1 ? 1 : 0);
}

Block Scores::sheet(Ui& ui) const {
    const auto wide = [this, &ui] {
        const auto chain = [&] {
            return column(
                8, rule(),
                row({.gap = 32}, {Item(terms(ui), share(57)), Item(before_and_after(ui, 132), share(43))}));
        };
        return column(8, by_width([this, &ui](float width) { return figure(ui, width, true); }),
                      example_player(ui, model_.one, player(ui)), pieces(ui), piece(ui, show_chain, chain));
    };
    const auto narrow = [this, &ui] {
        const auto chain = [&] { return column(8, rule(), terms(ui), before_and_after(ui, 150)); };
        const auto ribbons = [&] { return column(4, rule(), flow_head(ui), flow(ui, flow_height, true)); };
        return column(4, by_width([this, &ui](float width) { return figure(ui, width, false); }),
                      example_player(ui, model_.one, player(ui)), pieces(ui), piece(ui, show_chain, chain),
                      piece(ui, show_flow, ribbons));
    };
    return column(4, example_choice(ui, model_.one, starts), at_least(800, wide, narrow),
                  piece(ui, show_more, [this, &ui] { return more(ui); }));
}

PlayerLook Scores::player(Ui& ui) const {
    PlayerLook look{.parameter = sweep, .action = play};
    const int chosen = ui.state().choice(pace), of_pair = model_.one.d, of_word = model_.one.m * of_pair;
    look.stride = chosen == 0 ? 1 : chosen == 1 ? of_pair : of_word;
    look.origin = chosen == 0 ? 0 : model_.one.m;
    look.ends = false;
    look.tight = true;
    look.shown = [this](int value) -> std::string {
        const int keys = model_.one.m;
        if (value <= keys) return Phrase() << value << " of " << keys << " turned";
        return Phrase() << "pair " << (value - keys - 1) / model_.one.d + 1 << " of " << model_.pairs();
    };
    return look;
}

/// The keys above the map and the queries at its left, in line with its columns and rows. Where there is
/// room, what the division does and where the row looks stand at the right, in the height of these.
Block Scores::figure(Ui& ui, float width, bool wide) const {
    const bool looks = wide && ui.state().toggle(show_flow);  // at the right
    const float own = looks ? std::floor(0.57f * width) : width, high = wide ? 168.0f : 120.0f;
    const float gap = std::clamp(0.055f * own - 8, 8.0f, 28.0f);
    // The map has room for four columns, whatever the queries take.
    const float least_map = 4 * least_cell + 2 * bracket_pad;
    const auto at_least = [=](float room) {
        return std::max(std::floor(std::min(0.42f * own, 240.0f)), std::min(room, own - gap - least_map));
    };
    const float left = at_least(model_.decimals_q == 0 ? 162 : 152);
    // (The sentence has no more room where whole numbers take more: it would reserve fewer lines there.)
    Items above{Item(padded(0, 0, name_room + left - at_least(152), 0, sentence(ui)), pixels(left)),
                Item(keys(ui), pixels(own - gap - left))};
    Items below{
        Item(queries(ui, left, high), pixels(left)),
        Item(padded(bracket_pad, bracket_lip, bracket_pad, 0, map(ui, high)), pixels(own - gap - left))};
    if (looks) {
        above.emplace_back(flow_head(ui), share());
        below.emplace_back(padded(0, bracket_lip, 0, 0, flow(ui, high, false)), share());
    }
    Block rows = column(name_room, row({.gap = gap, .cross = Cross::bottom}, std::move(above)),
                        row({.gap = gap}, std::move(below)));
    return column(0, std::move(rows), drawing(0, [this](Ui& now, Rect rect) { draw_across(now, rect); }));
}

/// What is walked to, or pointed at: who asks whom, and what comes of it.
Block Scores::sentence(Ui& ui) const {
    const Theme& theme = ui.theme();
    const auto cut = [](const std::string& name) { return shortened(strong, name, 72); };
    const WorkedExample& one = model_.one;
    for (const bool of_key : {false, true}) {
        const Entry e = of_key ? hover_->from_k : hover_->from_q;
        if (!one.from_words || e.row < 0 || e.col < 0) continue;
        const Color color = of_key ? theme.key : theme.query;
        const float number = (of_key ? one.k : one.q)[at(e.row * one.d + e.col)];
        const std::string whose = cut(of_key ? model_.key_name(e.row) : model_.query_name(e.row));
        return headline(
            {{Phrase() << (of_key ? "k" : "q") << subscript(e.col + 1).c_str() << " of " << whose << " = ",
              color},
             headline_number(fixed(wide(number), of_key ? model_.decimals_k : model_.decimals_q), color),
             {Phrase() << ": its row of X times column " << e.col + 1 << " of " << (of_key ? "K" : "Q")
                       << "’s weights",
              theme.muted}},
            most_said);
    }
    if (model_.turning() && model_.turned == 0)
        return headline({{model_.turning_words(), theme.ink}}, most_said);
    if (model_.turning())
        return headline({headline_number(std::to_string(model_.turned), theme.key),
                         {bound(model_.turning_words().substr(1)), theme.ink}},
                        most_said);

    const bool pointed = hover_->map.row >= 0 && hover_->map.col >= 0;
    const int i = pointed ? hover_->map.row : model_.query, j = pointed ? hover_->map.col : model_.key;
    const bool walked = i == model_.query && j == model_.key, whole = !walked || model_.complete();
    std::vector<Run> runs = {{cut(model_.query_name(i)), theme.query, true},
                             {" asks ", theme.ink},
                             {cut(model_.key_name(j)), theme.key, true},
                             {": ", theme.ink}};
    const int known = seen(ui);
    if (whole && i * one.m + j >= known) {
        runs.push_back({"not computed yet", theme.muted});
        return headline(std::move(runs), most_said);
    }
    const double number = wide(whole ? model_.score(i, j) : model_.sums[at(model_.terms)]);
    runs.push_back({bound("q · k =") + " ", theme.ink});
    runs.push_back(headline_number(ScoresModel::in_chain(number, model_.decimals_raw), theme.query));
    const std::string so_far = Phrase() << " after " << model_.terms << " of " << one.d << " terms";
    runs.push_back({bound(whole ? model_.chain(i, j, known) : so_far), theme.ink});
    return headline(std::move(runs), most_said);
}

/// K, which stands where Kᵀ is going to: as it is, on its way, or turned.
Block Scores::keys(Ui& ui) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    const float turned = ui.eased("turned", static_cast<float>(model_.turned));
    if (turned < static_cast<float>(one.m))
        return drawing(label_height + 2 * bracket_lip + key_height,
                       [this, turned](Ui& now, Rect rect) { draw_turning(now, rect, turned); });
    MatrixLook look("KT", one.k_turned, one.d, one.m, theme.key, version_);
    look.cells.decimals = model_.decimals_k;
    look.cells.leading_zero = model_.decimals_k == 0;
    look.frame.brackets = true;
    look.frame.col_labels = {short_names(one.keys), theme.key, model_.key};
    look.frame.label_lines = 1;
    look.size.height = key_height;
    look.size.fill = true;
    look.size.least = std::min(least_cell, key_height / static_cast<float>(one.d));  // (all rows in sight)
    if (!model_.turning()) look.marks.linked_col = model_.key;
    look.marks.pointed = hover_->k_turned;
    if (hover_->k_turned == Entry{} && !model_.turning()) look.marks.pointed = {model_.terms - 1, model_.key};
    look.cells.ground_of = [this, &theme](int t, int j) -> std::optional<Color> {
        if (model_.turning()) return mix(theme.paper, theme.key, 0.2f);
        return j == model_.key ? mix(theme.paper, theme.key, depth(t, model_.one.d)) : theme.paper;
    };
    look.hand.hovered = [this](Entry entry) {
        hover_.note().k_turned = entry;
        hover_.note().key = entry.col;
        hover_.note().from_k = {entry.col, entry.row};
        hover_.note().map = {-1, entry.col};
        if (entry.row >= 0) hover_.note().q = {-1, entry.row};
    };
    if (one.from_words) {
        look.hand.pressed = [this, &ui](Entry entry) { go(ui, model_.query, entry.col, entry.row + 1); };
    } else {
        look.hand.parameter = example::k;
        look.hand.transposed = true;
        look.hand.dragged = [this, &ui](Entry entry) { go(ui, model_.query, entry.col, model_.one.d); };
    }
    return matrix(std::move(look));
}

/// Keys that have turned stand as columns at the left, the others as rows beside them; each number goes
/// straight from its place before a step to the one after it.
void Scores::draw_turning(Ui& ui, Rect rect, float turned) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    const Rect box{rect.x + bracket_pad, rect.y + label_height + bracket_lip, rect.width - 2 * bracket_pad,
                   key_height};
    brackets(ui, box, theme.line);
    float names = 0;
    for (const std::string& key : one.keys) names = std::max(names, fonts::width(body, key) + 8);
    names = std::min(names, box.width / 4);
    // Where a number stands when so many keys have turned; component −1 is the key's name.
    const auto place = [&](int j, int t, int columns) -> Rect {
        const bool up = j < columns, all = columns == one.m;
        const float width = all ? box.width / static_cast<float>(one.m)
                                : (box.width - names) / static_cast<float>(columns + one.d);
        const float height = key_height / static_cast<float>(up ? one.d : one.m);
        const float left = up ? box.x + width * static_cast<float>(j)
                              : box.x + width * static_cast<float>(columns + t) + names;
        const float top = box.y + height * static_cast<float>(up ? t : j);
        if (t >= 0) return {left, top, width - 1, height - 1};
        if (up) return {left, box.y - bracket_lip - label_height, width, label_height};
        return {left + width - names, top, names, height};
    };
    const int before = static_cast<int>(turned), after = std::min(one.m, before + 1);
    const float along = turned - static_cast<float>(before);
    if (!one.from_words) ui.place_parameter(example::k, box);
    for (int j = 0; j < one.m; ++j) {
        for (int t = -1; t < one.d; ++t) {
            const Rect from = place(j, t, before), to = place(j, t, after);
            const auto between = [along](float a, float b) { return a + (b - a) * along; };
            const Rect here{between(from.x, to.x), between(from.y, to.y), between(from.width, to.width),
                            between(from.height, to.height)};
            const Color plate = mix(theme.paper, theme.key, j < model_.turned ? 0.2f : 0.08f);
            if (t >= 0) ui.painter().rectangle(here, plate, 0);
            if (t >= 0 && !one.from_words) number_cell(ui, example::k, j, t, here);
            const Type type{here.width < 32 ? caption.size() : body.size(), t >= 0};
            const std::string text =
                t < 0 ? shortened(type, one.keys[at(j)], here.width - 2)
                      : fitting(wide(one.k[at(j * one.d + t)]), model_.decimals_k, type, here.width - 2);
            ui.text({here.centre().x, here.centre().y - fonts::line_height(type) / 2}, type,
                    t < 0 ? theme.key : theme.on(plate), text, Align::centre);
        }
    }
    ui.text({box.x - bracket_pad - 14, box.centre().y - fonts::line_height(heading) / 2}, heading, theme.key,
            "K", Align::centre);
}

Block Scores::queries(Ui& ui, float width, float height) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    MatrixLook look("Q", one.q, one.n, one.d, theme.query, version_);
    look.cells.decimals = model_.decimals_q;
    look.cells.leading_zero = model_.decimals_q == 0;
    look.frame.brackets = true;
    look.frame.row_labels = {short_names(one.queries), theme.query, model_.query};
    float label = 0;
    for (const std::string& name : look.frame.row_labels.names)
        label = std::max(label, std::ceil(fonts::width(strong, name)));
    // As buttons, where the cells leave room for that.
    const float least = model_.decimals_q == 0 ? 24 : least_cell;
    const float left = width - static_cast<float>(one.d) * least - 3 * bracket_pad;
    look.frame.row_labels.buttons = left >= label + 2 * bracket_pad;
    look.frame.row_label_width = std::min(label, std::max(34.0f, left - 2 * bracket_pad));
    look.hand.row_pressed = [this, &ui](int i) { go(ui, i, model_.key, model_.one.d); };
    // One row is not as high as three.
    look.size.height = one.n == 1 ? 0 : height;
    look.size.cell_height = height / 2;
    look.size.most_rows = one.n == 1 ? 2 : 0;
    look.size.fill = true;
    look.size.most = 48;
    look.size.least = least;
    look.cells.number_width = least - 8;
    look.marks.linked_row = model_.query;
    look.marks.pointed = hover_->q;
    if (hover_->q.row < 0 && !model_.turning()) look.marks.pointed = {model_.query, model_.terms - 1};
    look.cells.ground_of = [this, &theme](int i, int t) -> std::optional<Color> {
        if (i != model_.query || model_.turning()) return theme.paper;
        return mix(theme.paper, theme.query, depth(t, model_.one.d));
    };
    look.hand.hovered = [this](Entry entry) {
        hover_.note().q = hover_.note().from_q = entry;
        hover_.note().map = {entry.row, -1};
        if (entry.col >= 0) hover_.note().k_turned = {entry.col, -1};
    };
    if (one.from_words)
        look.hand.pressed = [this, &ui](Entry entry) { go(ui, entry.row, model_.key, entry.col + 1); };
    else
        look.hand.parameter = example::q;
    if (!model_.turning())
        look.hand.dragged = [this, &ui](Entry entry) { go(ui, entry.row, model_.key, model_.one.d); };
    return matrix(std::move(look));
}

/// All scores, the asking word's row outlined.
Block Scores::map(Ui& ui, float height) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    const bool scaled = model_.scaled;
    MatrixLook look("map", scaled ? model_.divided : one.trace.scores, one.n, one.m, theme.query, version_);
    look.cells.ground = Ground::heat;
    look.cells.largest = model_.largest;
    look.cells.is_signed = true;
    look.cells.decimals = scaled ? model_.decimals_divided : model_.decimals;
    look.cells.least_zero = 42;
    look.cells.small = [this, scaled](int i, int j) {
        return scaled ? fixed(wide(model_.score(i, j)), model_.decimals)
                      : fixed(wide(model_.after(i, j)), model_.decimals_divided);
    };
    look.size.height = one.n == 1 ? 0 : height;
    look.size.cell_height = height / 2;
    look.size.most_rows = one.n == 1 ? 2 : 0;
    look.size.fill = true;
    look.size.least = least_cell;
    look.frame.line = true;
    look.frame.legend = true;
    look.frame.legend_name = scaled ? "score ÷ " + model_.root() : "score";
    look.frame.legend_decimals = std::min(2, model_.decimals);
    look.marks.selected_row = model_.query;
    if (!model_.turning()) look.marks.selected = {model_.query, model_.key};
    look.marks.pointed = hover_->map;
    const int known = seen(ui);
    if (known < model_.pairs()) look.marks.reached = known;
    look.frame.over = [this, known](Ui& now, const MatrixPlace& place) {
        if (model_.turning() || !place.shows(model_.query, model_.key)) return;
        const Rect cell = place.cell(model_.query, model_.key);
        const bool arriving = arrived(now) < 1;
        // What has just come lights up; where the score is still to come stands what there is of the sum.
        if (arriving && known > model_.reached() - 1)
            now.painter().rectangle(cell, now.theme().ink.faded(0.12f * (1 - arrived(now))), 0);
        const int terms = model_.terms - (arriving ? 1 : 0);
        if (known > model_.query * model_.one.m + model_.key || terms == 0) return;
        now.text({cell.centre().x, cell.centre().y - fonts::line_height(body) / 2}, body, now.theme().muted,
                 fitting(wide(model_.sums[at(terms)]), model_.decimals_raw, body, cell.width - 4),
                 Align::centre);
    };
    look.hand.hovered = [this](Entry entry) {
        if (entry.col >= 0) return point_pair(entry.row, entry.col);
        hover_.note().map = hover_.note().q = {entry.row, -1};
    };
    look.hand.pressed = [this, &ui](Entry entry) { go(ui, entry.row, entry.col, model_.one.d); };
    return matrix(std::move(look));
}

/// Names of Q and Kᵀ, arrows to the pair that is walked to, what is on its way there, and the hint.
void Scores::draw_across(Ui& ui, Rect rect) const {
    const Theme& theme = ui.theme();
    const MatrixPlace map = place_of(ui, "map"), turned = place_of(ui, "KT"), q = place_of(ui, "Q");
    ui.text({q.cells.x, q.cells.y - bracket_lip - fonts::line_height(heading)}, heading, theme.query, "Q");
    if (!ui.touched())
        ui.text({rect.x, map.cells.bottom() + 12}, caption, theme.muted,
                shortened(caption, "press a word or a pair", map.cells.x - rect.x - 8));
    if (turned.rows == 0) return;
    ui.text({turned.cells.x - bracket_pad - 14, turned.cells.centre().y - fonts::line_height(heading) / 2},
            heading, theme.key, "Kᵀ", Align::centre);
    if (model_.turning() || map.rows == 0) return;
    const float x = turned.col(model_.key).centre().x, y = map.row(model_.query).centre().y;
    arrow(ui, {x, turned.cells.bottom() + 7}, {x, map.cells.y - 4}, theme.key);
    arrow(ui, {q.cells.right() + 10, y}, {map.cells.x - 4, y}, theme.query);
    // Where the ribbons stand beside the map, the row goes on to them.
    const bool beside = ui.state().toggle(show_flow) && rect.right() - map.cells.right() > 200;
    if (beside && model_.row_seen(model_.query, seen(ui)))
        arrow(ui, {map.cells.right() + 6, y}, {map.cells.right() + 28, y}, theme.query);
    // Each factor of the row goes to the one that it meets, then what comes of both to the score.
    const float along = arrived(ui);
    if (along >= 1 || !q.shows(model_.query, q.first_col)) return;
    const Point score = map.cell(model_.query, model_.key).centre();
    for (int t = ui.state().choice(pace) == 0 ? model_.terms - 1 : 0; t < model_.terms; ++t) {
        if (!q.shows(model_.query, t)) continue;
        const Point there = turned.cell(t, model_.key).centre();
        travelling(ui, q.cell(model_.query, t).centre(), there, 2 * along,
                   fixed(wide(model_.q(t)), model_.decimals_q), mix(theme.paper, theme.query, 0.3f));
        travelling(ui, there, score, 2 * along - 1,
                   fixed(wide(model_.products[at(t)]), model_.decimals_factor), theme.raised);
    }
}

// ---------------------------------------------------------------- What follows from the map

/// The division, and the title of what follows from it.
Block Scores::flow_head(Ui& ui) const {
    const bool all = ui.state().toggle(all_words);
    Block title =
        cut_line(strong, ui.theme().ink,
                 all ? "where each looks"
                     : std::string(Phrase() << "where " << model_.query_name(model_.query) << " looks"));
    return column(0, toggle(ui, example::scaled),
                  paragraph(caption, ui.theme().muted, model_.without_division(seen(ui)), 55),
                  row({.gap = 16, .cross = Cross::middle},
                      {Item(std::move(title), share()), Item(toggle(ui, all_words))}));
}

/// What the asking word looks at. `names`: those of the words that ask, which stand beside the map otherwise.
Block Scores::flow(Ui& ui, float height, bool names) const {
    const Theme& theme = ui.theme();
    const WorkedExample& one = model_.one;
    const bool all = ui.state().toggle(all_words);
    const int known = seen(ui), best = model_.ranked().front();
    const bool told = model_.row_seen(model_.query, known);
    SankeyLook look{.id = "flow", .from_color = theme.query, .to_color = theme.key};
    for (int i = 0; i < one.n; ++i) {
        look.from.push_back({.name = names ? one.queries[at(i)] : "", .bold = all || i == model_.query});
        for (int j = 0; j < one.m; ++j)
            look.weights.push_back(wide(model_.row_seen(i, known) ? model_.weight(i, j) : unknown));
    }
    for (int j = 0; j < one.m; ++j)
        look.to.push_back(
            {.name = one.keys[at(j)],
             .shown = all    ? ""
                      : told ? percent(wide(model_.weight(model_.query, j)), 1)
                             : "?",
             // Of equal scores none is the winner alone.
             .bold = !all && told && !(model_.score(model_.query, j) < model_.score(model_.query, best))});
    look.lane = height / static_cast<float>(one.m);
    if (!names && one.n == 1) look.from_lane = height / 2;
    look.selected_from = all ? -1 : model_.query;
    look.kept_to = hover_->key;
    look.hovered = [this](int i, int j) { point_pair(i, j); };
    look.pressed = [this, &ui](int i, int j) { go(ui, i, j, model_.one.d); };
    return sankey(std::move(look));
}

Block Scores::terms(Ui& ui) const {
    const Theme& theme = ui.theme();
    const int d = model_.one.d, factor = model_.decimals_factor;
    double largest = 0;
    for (const float product : model_.products) largest = std::max(largest, std::fabs(wide(product)));
    // (One decimal more than factors and sums have: what is shown of them adds up to what is shown.)
    const int fine = factor == 0 ? 0 : largest < 1 ? 4 : largest < 1000 ? 3 : 1;
    std::vector<Term> list;
    for (int t = 0; t < d; ++t) {
        const std::string index = subscript(t + 1);
        list.push_back({.name = {{Phrase() << "q" << index << " ", theme.query}, {"k" + index, theme.key}},
                        .product = {{fixed(wide(model_.q(t)), factor), theme.query},
                                    {" × ", theme.muted},
                                    {fixed(wide(model_.k(t)), factor), theme.key},
                                    {" = " + fixed(wide(model_.products[at(t)]), fine), theme.ink}},
                        .value = wide(model_.products[at(t)]),
                        // As deep as the term's cells in Q and Kᵀ are beside each other.
                        .color = mix(theme.paper, theme.query, 0.4f + 1.2f * depth(t, d))});
    }
    WaterfallLook look{.id = "sum",
                       .decimals = fine,
                       .shown = model_.terms,
                       .selected = model_.terms - 1,
                       .result = {{model_.complete() ? "score" : "so far", theme.ink, true}},
                       .result_color = theme.ink,
                       .height = 96,
                       .least_ruler = 70};
    if (model_.complete())
        look.after = {{Phrase() << "÷ " << model_.root() << " = ", theme.ink},
                      {fixed(wide(model_.after(model_.query, model_.key)), model_.decimals_divided),
                       theme.query, true}};
    look.pointing.hovered = [this](int t) {
        hover_.note().q = {model_.query, t};
        hover_.note().k_turned = {t, model_.key};
    };
    look.pointing.pressed = [this, &ui](int t) { go(ui, model_.query, model_.key, t + 1); };
    return column(4, text(strong, theme.ink, "the dot product, term by term"),
                  waterfall(std::move(look), std::move(list)));
}

/// The asking word's scores before and after the division on one scale: the order stays.
Block Scores::before_and_after(Ui& ui, float height) const {
    const Theme& theme = ui.theme();
    const int known = seen(ui), i = model_.query;
    SlopesLook look{.id = "divided", .color = theme.query, .height = height};
    std::vector<Slope> list;
    for (int j = 0; j < model_.one.m; ++j) {
        const double before = wide(model_.score(i, j)), after = wide(model_.after(i, j));
        list.push_back({.name = model_.one.keys[at(j)],
                        .color = theme.key,
                        .before = before,
                        .after = after,
                        .shown_before = fitting(before, model_.decimals, strong, look.number),
                        .shown_after = fitting(after, model_.decimals_divided, strong, look.number),
                        .there = i * model_.one.m + j < known});
    }
    if (!model_.turning()) look.selected = model_.key;
    look.pointed = hover_->key;
    look.pointing.hovered = [this, i](int j) { point_pair(i, j); };
    look.pointing.pressed = [this, i, &ui](int j) { go(ui, i, j, model_.one.d); };
    const std::string title = Phrase() << "what ÷ " << model_.root() << " does to " << model_.query_name(i);
    const std::string spread = model_.row_seen(i, known) ? model_.spread_words() : "not all computed yet";
    return column(0, by_width([=, &theme](float width) {
                      Block said = text(caption, theme.muted, spread);
                      if (width < 340) return column(0, cut_line(strong, theme.ink, title), std::move(said));
                      return row({.gap = 12, .cross = Cross::baseline},
                                 {Item(cut_line(strong, theme.ink, title), share()), Item(std::move(said))});
                  }),
                  slopes(std::move(look), std::move(list)));
}

/// What drives the walk.
Block Scores::more(Ui& ui) const {
    Block step = choice(ui, pace, ui.theme().muted, std::string(ui.state().parameter(pace).label));
    return column(0, rule(), limited(400, Align::left, std::move(step)));
}

}  // namespace

extern const ExhibitType scores;
const ExhibitType scores = {
    "scores",
    "Scores: every query meets every key",
    "Sweep rows of Q over keys pair by pair, divide by √dₖ, and see where each word looks.",
    parameters,
    starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Scores>()); },
    "map",
};

}  // namespace explainer
