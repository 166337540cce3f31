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
    Choice{"scene", "… on the soft"},
    Choice{"own", "your own"},
};
constexpr std::string_view sentences[] = {"the cats near the dog", "the girl saw the dog because",
                                          "the boy saw the queen and gave", "say ball cat old again cat",
                                          "the cat sat on the soft"};
constexpr double by_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_words[] = {4, 5, 6, 5, 5, by_words};

constexpr std::array read = {
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 24 of the 74 words that the model knows.", "the dogs behind the girl", 240),
    word_that_asks(most_shown, last_words),
    word_looked_at(most_shown, 1, last_words),
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
    HeadsReading::read(state, by, sentences, most_shown);
    for (int h = 0; h < head_count; ++h) on[at(h)] = state.toggle(first_switch + h);
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
    Probabilities most;
    for (size_t token = 0; token < all.size(); ++token) most.push_back(std::max(all[token], now[token]));
    likeliest = learned_heads::likeliest(most, all);
}

bool Model::is_right(int token) const {
    return question ? answers(token) : token == likeliest_of(all);
}
bool Model::is_rival(int token) const {
    return question && std::count(question->rivals.begin(), question->rivals.end(), token) > 0;
}

double Model::sum_of(const Probabilities& of, bool (Model::*counts)(int token) const) const {
    double sum = 0;
    for (size_t t = 0; t < of.size(); ++t) sum += (this->*counts)(static_cast<int>(t)) ? of[t] : 0;
    return sum;
}

std::string Model::right_name() const {
    if (question && question->kind == SentenceKind::agreement)
        return "verbs that fit " + quoted(question->source);
    return quoted_token(question ? question->right.front() : likeliest_of(all));
}
std::string Model::rivals_name() const {
    if (!question) return "any other word";
    static constexpr const char* names[] = {"other words that were said", "verbs that do not",
                                            "other pronouns", "other pronouns", "other nouns"};
    return names[static_cast<size_t>(question->kind)];
}

Description Model::describe() const {
    if (!loaded) return not_there();
    Description out;
    Phrase summary;
    summary << "A model that learned reads “" << text() << "”. After " << quoted(asks) << ", " << right_name()
            << (question && question->right.size() > 1 ? " have " : " has ") << Percent{share(now), 1};
    if (switched_off() > 0)
        summary << " with " << switched() << ", " << Percent{share(all), 1} << " with all on";
    summary << ". In head " << head_name(head) << ", " << quoted(asks) << " gives " << quoted(looks) << " "
            << Fixed{weight_of(head, asks, looks), 3} << " of its attention.";
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
                       << (found.empty() ? Cell("–") : Cell(found[0].weight)) << weight_of(h, asks, looks)
                       << alone[at(h)];
    }
    Table next{"Next word", {"word", "all heads on", "as switched"}, {}};
    for (const int token : likeliest) add_row(next) << word_of(token) << all[at(token)] << now[at(token)];
    heads.piece = show_heads;
    next.piece = show_next;
    out.tables.push_back(std::move(heads));
    out.tables.push_back(std::move(next));
    out.tables.push_back(weights_table());
    out.add_value("weight", weight_of(head, asks, looks), "maps[head][asks, looks]");
    out.add_value("right, all heads on", share(all), "everything[right].sum()");
    out.add_value("right, as switched", share(now), "now[right].sum()");
    out.add_value("heads on", head_count - switched_off(), "len(maps) - len(off)");
    return out;
}

std::string Model::numpy() const {
    Phrase off;
    for (int h = 0; h < head_count; ++h)
        if (!on[at(h)]) off << python_head(h) << ", ";
    Phrase out;
    out << python_start(tokens) << "asks, looks, head = " << asks << ", " << looks << ", "
        << python_head(head) << "\noff = [" << std::string(off)
        << "]\neverything = run(tokens)[1][asks]\nmaps, now = run(tokens, off)\nnow = now[asks]\nright = "
        << (question ? python_list(question->right) : "[everything.argmax()]") << "\n";
    return out;
}

}  // namespace explainer::learned_heads
