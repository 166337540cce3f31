// See large_map.h. Parameters, what is computed when, and what is said.
#include "explainer/exhibits/large_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

constexpr int least_tokens = 64, most_tokens = 4096;
// Scores to a slice of effort 1: 1.5 ms, in a browser 2 to 3, without SIMD 6.
constexpr double slice = 120000;
constexpr size_t listed = 32;  // of a row or a column in the description

constexpr std::array sees_choices = {Choice{"all", "all keys"}, Choice{"earlier", "earlier ones"},
                                     Choice{"window", "window"}, Choice{"sink", "window + first"}};
constexpr std::array share_choices = {Choice{"none", "none"}, Choice{"first", "first token"},
                                      Choice{"window", "window"}, Choice{"itself", "itself"},
                                      Choice{"copied", "repeats"}};
constexpr std::array repeat_choices = {Choice{"same", "duplicate token"}, Choice{"next", "induction"}};

constexpr Parameter strength(std::string_view name, std::string_view label, std::string_view help,
                             double most, double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::number,
            .minimum = 0,
            .maximum = most,
            .step = 0.05,
            .initial = initial};
}

constexpr Parameter centre(std::string_view name, std::string_view label, std::string_view help,
                           double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::number,
            .minimum = 0,
            .maximum = most_tokens,
            .step = 1,
            .initial = initial,
            .decimals = 0,
            .maximum_follows = {.parameter = "n"}};
}

constexpr Parameter place(std::string_view name, std::string_view help, double initial) {
    return bounded(integer_of(name, name, help, 0, most_tokens - 1, initial),
                   {.parameter = "n", .offset = -1});
}

constexpr std::array parameters = {
    Parameter{.name = "n",
              .label = "tokens n",
              .help = "How many queries there are, and how many keys.",
              .kind = Kind::integer,
              .minimum = least_tokens,
              .maximum = most_tokens,
              .step = 1,
              .initial = most_tokens,
              .logarithmic = true},
    Parameter{.name = "sees",
              .label = "a query sees",
              .help = "Which keys a query may look at: all, those up to itself, the last ones only, or these "
                      "and the first token.",
              .kind = Kind::choice,
              .initial = 1,
              .choices = sees_choices},
    Parameter{
        .name = "window",
        .label = "window",
        .help =
            "How many tokens the window reaches back, the query itself included; and on, where all are seen.",
        .kind = Kind::integer,
        .minimum = 1,
        .maximum = most_tokens,
        .step = 1,
        .initial = 256,
        .logarithmic = true,
        .maximum_follows = {.parameter = "n"}},
    strength("recency", "recency", "How fast scores fall with distance: by this times its logarithm.", 3,
             1.05),
    strength("blocks", "blocks", "How much more a key of the same subject scores.", 4, 1.5),
    strength("first", "first token", "How much more the first token scores, for every query.", 14, 8.6),
    strength(
        "copied", "repeats",
        "How much more a query of the later passage scores the token that it repeats, or the one behind it.",
        14, 9),
    strength("noise", "noise", "How far scores are scattered, by a part of each key and of each pair.", 4,
             0.9),
    Parameter{.name = "seed",
              .label = "draw no.",
              .help = "Another number makes other blocks, codes and noise.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = 99,
              .step = 1,
              .initial = 11},
    Parameter{.name = "zoom",
              .label = "zoom",
              .help = "How many times the map is enlarged.",
              .kind = Kind::number,
              .minimum = 1,
              .maximum = 512,
              .step = 0.01,
              .initial = 1.3298,  // from here each step of a key is one of the map, at its left edge too
              .logarithmic = true,
              .maximum_follows = {.parameter = "n"}},
    centre("centreRow", "centre, query", "Which query is in the middle of the map.", 2555),
    centre("centreColumn", "centre, key", "Which key is in the middle of the map.", 1541),
    place("query", "The row that is followed.", 2912),
    place("key", "The column that is followed.", 1274),
    Parameter{.name = "repeat",
              .label = "head for repeats",
              .help = "The earlier token that it repeats, or what followed that one.",
              .kind = Kind::choice,
              .choices = repeat_choices},
    Parameter{.name = "outline",
              .label = "outlined share",
              .help = "The cells of which share are outlined in the map.",
              .kind = Kind::choice,
              .initial = 2,
              .choices = share_choices},
};

constexpr std::array presets = {
    Preset{"all together"},
    Preset{"window and sink", "sees=sink;blocks=0.5;copied=0;key=2800;outline=first"},
    Preset{"duplicate tokens", "recency=0.3;blocks=0;first=5;noise=0.5;outline=copied"},
    Preset{"induction", "recency=0.3;blocks=0;first=5;noise=0.5;key=1275;repeat=next;outline=copied"},
    Preset{"noise only", "recency=0;blocks=0;first=0;copied=0;noise=2.5;key=1200;outline=itself"},
};

struct Said {
    const char* name;  // of the value
    const char* python;
    const char* row_name = "";
    const char* row_python = "";
};
// Names are forever.
constexpr Said share_values[] = {
    {"", ""},
    {"share of the first token", "a[:, 0].mean()", "share of the first token in the row", "row[0]"},
    {"share of the window", "a[near].sum() / n", "share of the window in the row", "row[near[query]].sum()"},
    {"share of the diagonal", "np.trace(a) / n"},
    {"share of the copied passage", "a[copy].sum() / n"},
};

/// The largest of a row or column, and the rest summed.
Table listing(std::string title, std::vector<std::string> columns, const std::vector<float>& weights) {
    Table out{std::move(title), std::move(columns), {}};
    const auto at = [&weights](int j) { return weights[static_cast<size_t>(j)]; };
    std::vector<int> top;  // the largest so far, falling
    double rest = 0;
    int others = 0, hidden = 0;
    for (int j = 0; j < static_cast<int>(weights.size()); ++j) {
        if (std::isnan(at(j))) {
            ++hidden;
            continue;
        }
        auto place = top.end();
        while (place != top.begin() && at(j) > at(place[-1])) --place;
        top.insert(place, j);
        if (top.size() <= listed) continue;
        rest += wide(at(top.back()));
        ++others;
        top.pop_back();
    }
    for (const int j : top) add_row(out) << j << at(j);
    if (others > 0) add_row(out) << std::string(Phrase() << "the other " << others) << rest;
    if (hidden > 0) add_row(out) << std::string(Phrase() << hidden << " masked") << 0;
    return out;
}

}  // namespace

std::span<const Preset> LargeMap::listed_presets() {
    return presets;
}

void LargeMap::compute(const State& state) {
    MapInputs inputs;
    inputs.n = state.integer(tokens);
    inputs.seed = state.integer(seed);
    inputs.window = state.integer(window);
    inputs.sees = static_cast<Sees>(state.choice(sees));
    inputs.repeat = static_cast<Repeat>(state.choice(repeat));
    double* const strengths[] = {&inputs.recency, &inputs.blocks, &inputs.first, &inputs.copied,
                                 &inputs.noise};
    for (int i = recency; i <= noise; ++i) *strengths[i - recency] = state.number(i);
    const bool other_mask = inputs.sees != model_.inputs().sees || inputs.window != model_.inputs().window;
    const uint64_t before = model_.version();
    model_.set(inputs);
    const bool changed = model_.version() != before;
    // Where another part is masked, what stands is not near to what will: the map begins anew.
    if (changed) tiles_.show(inputs.n, inputs.n, model_, model_.version(), 1, !other_mask);
    if (changed || chosen_.index != state.integer(query)) model_.row(state.integer(query), chosen_);
    if (key_ != state.integer(key)) shown_version_ = 0;
    key_ = state.integer(key);
    update();
    // What was pointed at may be gone.
    hover_.forget_if([n = model_.n()](const Pointed& on) { return on.cell.row >= n || on.cell.col >= n; });
}

/// What rests on the rows that are there by now.
void LargeMap::update() {
    if (shown_version_ == model_.version()) return;
    shown_version_ = model_.version();
    tiles_.show(model_.n(), model_.n(), model_, shown_version_, 1, true);
    model_.column(key_, column_);
    model_.column(0, first_column_);
}

bool LargeMap::advance(float effort) {
    const bool more = model_.advance(static_cast<double>(effort) * slice);
    update();
    return more;
}

const MapModel::Row& LargeMap::row_of(int index) const {
    if (index == chosen_.index) return chosen_;
    return other_.of({model_.version(), index}, [&] {
        MapModel::Row out;
        model_.row(index, out);
        return out;
    });
}

int LargeMap::rank(const MapModel::Row& row, int key) {
    const float weight = row.weights[static_cast<size_t>(key)];
    if (std::isnan(weight)) return 0;
    return 1 + static_cast<int>(std::count_if(row.weights.begin(), row.weights.end(), [weight](float other) {
               return std::isgreater(other, weight);
           }));
}

double LargeMap::share_of(int what) const {
    const double all[] = {0, model_.first_share(), model_.window_share(), model_.itself_share(),
                          model_.copied_share()};
    return all[what];
}

double LargeMap::row_share_of(int what) const {
    const double all[] = {0, chosen_.first, chosen_.window, chosen_.itself, chosen_.copied};
    return all[what];
}

std::string LargeMap::share_name(int what) const {
    std::string name(share_choices[static_cast<size_t>(what)].label);
    if (what == window_share)
        name += Phrase() << " of " << model_.inputs().window
                         << (model_.inputs().sees == Sees::all ? ", both ways" : "");
    return name;
}

bool LargeMap::active(const State&, int) const {
    return true;
}

std::string LargeMap::shown(const State& state, int parameter) const {
    if (parameter != key || model_.n() == 0) return state.shown(parameter);
    const auto at = static_cast<size_t>(state.integer(key));
    if (at >= chosen_.weights.size()) return state.shown(parameter);
    const float weight = chosen_.weights[at];
    return Phrase() << state.shown(parameter) << ", "
                    << (std::isnan(weight) ? std::string("masked") : "weight " + scientific(wide(weight), 3));
}

Description LargeMap::describe() const {
    const MapInputs& in = model_.inputs();
    const auto at = static_cast<size_t>(key_);
    const bool masked = std::isnan(chosen_.weights[at]);
    const double weight = masked ? 0 : wide(chosen_.weights[at]);
    const MapModel::Extreme largest = model_.largest(), least = model_.least();
    const float row_most =
        *std::max_element(chosen_.weights.begin(), chosen_.weights.end(),
                          [](float a, float b) { return std::isnan(a) || std::isless(a, b); });
    Description out;
    out.summary = Phrase() << "A map of " << in.n << " queries and " << in.n << " keys. ";
    if (!model_.settled())
        out.summary += Phrase() << "So far a sample: " << model_.rows_done() << " of " << in.n << " rows. ";
    out.summary += "Shares overlap. Of all weight ";
    for (int what = first_share; what < share_count; ++what)
        out.summary += Phrase() << (what == first_share ? "" : ", ") << Percent{share_of(what), 1}
                                << (what == first_share    ? " is on the "
                                    : what == itself_share ? " on the query's own token ("
                                                           : " on the ")
                                << share_name(what) << (what == itself_share ? ")" : "");
    out.summary += Phrase() << ". Query " << chosen_.index << (masked ? " may not see key " : " gives key ")
                            << key_;
    if (!masked) out.summary += Phrase() << " the weight " << scientific(weight, 3);
    out.summary += ".";

    Table map = Table{"Map", {"quantity", "query", "key", "value"}, {}};
    add_row(map) << "queries"
                 << ""
                 << "" << in.n;
    add_row(map) << "keys"
                 << ""
                 << "" << in.n;
    add_row(map) << "rows computed"
                 << ""
                 << "" << model_.rows_done();
    add_row(map) << "largest weight" << largest.row << largest.col << largest.weight;
    add_row(map) << "least weight" << least.row << least.col << least.weight;
    Table shares = Table{"Shares of weight", {"share", "of all rows", "of the chosen row"}, {}};
    for (int what = first_share; what < share_count; ++what)
        add_row(shares, share_name(what), {share_of(what), row_share_of(what)});
    Table cell = quantities("Chosen cell", {{"query", chosen_.index}, {"key", key_}});
    if (!masked) add_row(cell) << "score q·k ÷ √d + position" << chosen_.scores[at];
    add_row(cell) << "largest score of the row" << chosen_.most;
    add_row(cell) << "sum of the row" << chosen_.sum;
    add_row(cell) << "weight" << weight;
    add_row(cell) << "place in the row" << rank(chosen_, key_);
    add_row(cell) << "keys that the row sees" << model_.visible_count(chosen_.index);
    const Passage copy = model_.passage();
    Table made =
        quantities("What the scores are made of", {{"recency", in.recency},
                                                   {"blocks", in.blocks},
                                                   {"first token", in.first},
                                                   {"repeats", in.copied},
                                                   {"noise", in.noise},
                                                   {"seed", in.seed},
                                                   {"window", in.window},
                                                   {"keys that are looked at again begin at", copy.begin},
                                                   {"keys that are looked at again", copy.length},
                                                   {"from such a key to its query", copy.distance},
                                                   {"components of a vector", MapModel::d},
                                                   {"bytes held", static_cast<double>(model_.bytes())}});
    Table row =
        listing(Phrase() << "What query " << chosen_.index << " reads", {"key", "weight"}, chosen_.weights);
    Table column = listing(Phrase() << "Who reads key " << key_, {"query", "weight"}, column_);
    for (Table* one : {&map, &shares, &cell, &row, &column, &made}) out.tables.push_back(std::move(*one));

    out.add_value("weight", weight, "row[key]");
    out.add_value("largest score of the row", chosen_.most, "m[query, 0]");
    out.add_value("sum of the row", chosen_.sum, "z[query, 0]");
    if (!masked) out.add_value("place in the row", rank(chosen_, key_), "1 + (row > row[key]).sum()");
    for (int what = first_share; what < share_count; ++what)
        out.add_value(share_values[what].name, share_of(what), share_values[what].python);
    for (int what = first_share; what <= window_share; ++what)
        out.add_value(share_values[what].row_name, row_share_of(what), share_values[what].row_python);
    out.add_value("largest weight", largest.weight, "a.max()");
    out.add_value("largest weight of the row", row_most, "row.max()");
    return out;
}

std::string LargeMap::numpy(const State& state) const {
    return map_numpy(model_.inputs(), state.integer(query), state.integer(key));
}

extern const ExhibitType large_map;
const ExhibitType large_map = {
    "map",
    "A map of sixteen million weights",
    "Pan and zoom over the weights of up to 4096 tokens, follow a row and a column, and see how much of all "
    "weight lies on the first token, the window, the diagonal and a passage that repeats.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<LargeMap>()); },
};

}  // namespace explainer
