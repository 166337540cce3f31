// See learned_heads_model.h.
#include "explainer/exhibits/learned_heads_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::learned_heads {
namespace {

using learned::SentenceKind;

constexpr std::array sentence_choices = {
    Choice{"agreement", "the cats near the dog …"},
    Choice{"pronoun", "… because"},
    Choice{"gift", "… and gave"},
    Choice{"copy", "say … again"},
    Choice{"scene", "the cat sat on the soft …"},
    Choice{"own", "your own"},
};
constexpr std::string_view sentences[] = {"the cats near the dog", "the girl saw the dog because",
                                          "the boy saw the queen and gave", "say ball cat old again cat",
                                          "the cat sat on the soft"};
constexpr double by_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_words[] = {4, 5, 6, 5, 5, by_words};

constexpr Parameter word(std::string_view name, std::string_view label, std::string_view help, double initial,
                         std::string_view column = {}) {
    Parameter out = bounded(
        integer_of(name, label, help, 0, most_shown - 1, initial),
        {.parameter = "sentence", .by_choice = last_words, .otherwise = "words", .offset = -1}, column);
    out.initial_follows = "sentence";
    return out;
}
constexpr std::array read = {
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 24 of the 74 words that the model knows.", "the dogs behind the girl", 240),
    word("row", "word that asks", "The word that looks back, counted from 0.", most_shown - 1, "column"),
    word("column", "word looked at", "The word that is looked at, counted from 0.", 1),
    choice_of("head", "head", "Which head is shown: its layer, and its place there.", head_choices, 4),
};
constexpr std::array shown = {
    piece_of("showNext", "next word", "What the model says comes next.", true),
    piece_of("showHeads", "all heads", "All eight heads, and what each was found to do.", true),
};
constexpr auto table = joined(read, head_switches("Switched off, the head adds nothing."), shown);

constexpr std::string_view found_names[] = {"copied word", "verb’s subject", "pronoun’s name",
                                            "who is given to", "noun’s subject"};

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}

std::vector<Finding> findings(int head, const std::optional<learned::Question>& about) {
    const learned::HeadFacts& facts = learned::facts(head);
    std::vector<Finding> all = {{"previous word", tidy(facts.previous)}};
    for (size_t kind = 0; kind < learned::kind_count; ++kind)
        all.push_back({std::string(found_names[kind]), tidy(facts.weight[kind])});
    const auto rank = [&](size_t i) {
        return all[i].weight + (about && i == 1 + static_cast<size_t>(about->kind));
    };
    std::vector<Finding> out;
    for (const size_t i : order_of(all.size(), [&](size_t a, size_t b) { return rank(a) > rank(b); }))
        if (all[i].weight >= 0.5) out.push_back(all[i]);
    return out;
}

void Model::read(const State& state) {
    const int chosen = state.choice(sentence);
    Reading::read(chosen == own_words ? std::string_view(state.text(typed)) : sentences[at(chosen)]);
    n = static_cast<int>(words.size());
    asks = std::min(state.integer(row_focus), n - 1);
    looks = std::min(state.integer(column_focus), asks);
    head = state.choice(head_choice);
    for (int h = 0; h < head_count; ++h) on[at(h)] = state.toggle(first_switch + h);
    question = learned::question(std::span(words).first(at(asks + 1)));
}

void Model::compute() {
    ++version;
    loaded = learned::weights() != nullptr;
    likeliest.clear();
    all.assign(learned::vocabulary().size(), 0);
    now = all;
    if (!loaded) return;
    Switches heads;
    heads.fill(true);
    all = run(tokens, asks, heads);
    for (int h = 0; h < head_count; ++h) {
        heads[at(h)] = false;
        alone[at(h)] = share(run(tokens, asks, heads));
        heads[at(h)] = true;
    }
    now = run(tokens, asks, on, &maps);
    const auto most = [this](size_t token) { return std::max(all[token], now[token]); };
    std::vector<size_t> order =
        order_of(all.size(), [&most](size_t a, size_t b) { return most(a) > most(b); });
    order.resize(likeliest_count);
    for (const size_t i :
         order_of(order.size(), [&](size_t a, size_t b) { return all[order[a]] > all[order[b]]; }))
        likeliest.push_back(static_cast<int>(order[i]));
}

bool Model::is_right(int token) const {
    if (question) return std::count(question->right.begin(), question->right.end(), token) > 0;
    return token == static_cast<int>(std::max_element(all.begin(), all.end()) - all.begin());
}
bool Model::is_rival(int token) const {
    return question && std::count(question->rivals.begin(), question->rivals.end(), token) > 0;
}

double Model::share(const Probabilities& of) const {
    double sum = 0;
    for (size_t t = 0; t < of.size(); ++t) sum += is_right(static_cast<int>(t)) ? of[t] : 0;
    return sum;
}
double Model::rivals(const Probabilities& of) const {
    double sum = 0;
    for (size_t t = 0; t < of.size(); ++t) sum += is_rival(static_cast<int>(t)) ? of[t] : 0;
    return sum;
}

std::string Model::right_name() const {
    if (question && question->kind == SentenceKind::agreement)
        return "verbs that fit " + quoted(question->source);
    const auto found = std::max_element(all.begin(), all.end()) - all.begin();
    const size_t right = question ? at(question->right.front()) : static_cast<size_t>(found);
    return "“" + std::string(learned::vocabulary()[right]) + "”";
}
std::string Model::rivals_name() const {
    if (!question) return "any other word";
    static constexpr const char* names[] = {"other words that were said", "verbs that do not",
                                            "other pronouns", "other pronouns", "other nouns"};
    return names[static_cast<size_t>(question->kind)];
}

Description Model::describe() const {
    Description out;
    Phrase text;
    for (const std::string& one : words) text << (text.operator std::string_view().empty() ? "" : " ") << one;
    const std::string said = text;
    if (!loaded) {
        out.summary = "The model that reads “" + said + "” is not there yet.";
        return out;
    }
    Phrase summary;
    summary << "A model that learned reads “" << said << "”. After " << quoted(asks) << ", " << right_name()
            << (question && question->right.size() > 1 ? " have " : " has ") << Percent{share(now), 1};
    if (switched_off() > 0)
        summary << " with " << switched() << ", " << Percent{share(all), 1} << " with all on";
    summary << ". In head " << head_name(head) << ", " << quoted(asks) << " gives " << quoted(looks) << " "
            << Fixed{weight(head, asks, looks), 3} << " of its attention.";
    if (!unknown.empty())
        summary << " It does not know "
                << "“" << unknown.front() << "”.";
    out.summary = summary;

    Table heads{
        "Heads", {"head", "found to look for", "mean weight there", "weight here", "right without it"}, {}};
    for (int h = 0; h < head_count; ++h) {
        const std::vector<Finding> found = findings(h, question);
        add_row(heads) << head_name(h) + (on[at(h)] ? "" : ", off")
                       << (found.empty() ? "nothing clear" : found[0].name)
                       << (found.empty() ? Cell("–") : Cell(found[0].weight)) << weight(h, asks, looks)
                       << alone[at(h)];
    }
    Table next{"Next word", {"word", "all heads on", "as switched"}, {}};
    for (const int token : likeliest)
        add_row(next) << std::string(learned::vocabulary()[at(token)]) << all[at(token)] << now[at(token)];
    Table map{"Weights of head " + head_name(head), {"word that asks"}, {}};
    for (int j = 0; j < n; ++j) map.columns.push_back(words[at(j)]);
    for (int i = 0; i < n; ++i) {
        const RowPen row = add_row(map);
        row << words[at(i)];
        for (int j = 0; j < n; ++j) row << (j > i ? Cell("–") : Cell(weight(head, i, j)));
    }
    out.tables.push_back(std::move(heads));
    out.tables.push_back(std::move(next));
    out.tables.push_back(std::move(map));
    out.add_value("weight", weight(head, asks, looks), "maps[head][asks, looks]");
    out.add_value("right, all heads on", share(all), "everything[right].sum()");
    out.add_value("right, as switched", share(now), "now[right].sum()");
    out.add_value("heads on", head_count - switched_off(), "len(maps) - len(off)");
    return out;
}

std::string Model::numpy() const {
    const auto pair = [](int h) -> std::string {
        return Phrase() << "(" << h / learned::heads_a_layer << ", " << h % learned::heads_a_layer << ")";
    };
    Phrase off;
    for (int h = 0; h < head_count; ++h)
        if (!on[at(h)]) off << pair(h) << ", ";
    Phrase out;
    out << python_start(tokens) << "asks, looks, head = " << asks << ", " << looks << ", " << pair(head)
        << "\noff = [" << std::string(off)
        << "]\neverything = run(tokens)[1][asks]\nmaps, now = run(tokens, off)\nnow = now[asks]\nright = "
        << (question ? python_list(question->right) : "[everything.argmax()]") << "\n";
    return out;
}

}  // namespace explainer::learned_heads
