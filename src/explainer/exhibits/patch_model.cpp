// See patch_model.h.
#include "explainer/exhibits/patch_model.h"

#include <algorithm>

#include "explainer/exhibits/learned_heads_sentence.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::patch {
namespace {

using learned::heads_a_layer;
using learned_heads::Pass;
using learned_heads::said_share;

constexpr std::array table = {
    words_of("Up to 12 of the 74 words that the model knows.", "the cat sat on the soft", 240),
    bounded(integer_of("place", "word that differs", "Counted from 0.", 0, most_shown - 1, 1),
            {.parameter = "words", .offset = -1}),
    text_of("other", "other word", "In the second sentence.", "singer", 24),
    toggle_of("reverse", "reverse", "From the first sentence into the second.", false),
    bounded(integer_of("row", "word looked at", "The word that is looked at, counted from 0.", 0,
                       most_shown - 1, 1),
            {.parameter = "words", .offset = -1}, "level"),
    integer_of("level", "layers", "After so many layers.", 0, levels - 1, 1),
    anew_with("words row level",
              integer_of("head", "head", "Its output instead; 0: none.", 0, learned::head_count, 0)),
    piece_of("showHeads", "heads", "All eight heads.", true),
    piece_of("showNext", "next word", "What the model says comes next.", true),
};

constexpr std::array states = {
    Preset{"cat → singer"},
    Preset{"cats → cat", "words=the%20cats%20near%20the%20dog;other=cat"},
    Preset{"girl → boy", "words=the%20girl%20saw%20the%20dog%20because;other=boy"},
    Preset{"old → book", "words=say%20ball%20cat%20old%20again%20cat;place=3;other=book;row=3"},
};

size_t at(int index) {
    return static_cast<size_t>(index);
}

Said said_by(const Pass& pass) {
    const model::MatrixView last = pass.run.logits.rows_from(pass.run.n - 1, 1);
    Said out{{last.data, last.data + last.cols}, {}, 0};
    out.shares = model::probabilities_of(out.logits);
    out.answer = learned_heads::likeliest_of(out.shares);
    return out;
}

/// The same over a sentence into which something of another pass is brought.
Said say(std::span<const int> tokens, const model::Patch& patch) {
    return said_by(learned_heads::pass_over(*learned::weights(), tokens, {.patches = {&patch, 1}}));
}

model::MatrixView vector_in(const Pass& pass, int i, int l) {
    return pass.run.residual[at(2 * l)].rows_from(i, 1);
}
model::Patch vector_of(const Pass& pass, int i, int l) {
    return {.layer = l, .position = i, .values = vector_in(pass, i, l)};
}
model::Patch output_of(const Pass& pass, int head) {
    const int l = head / heads_a_layer, h = head % heads_a_layer;
    return {.site = model::Patch::Site::head,
            .layer = l,
            .head = h,
            .values = pass.run.layers[at(l)].head(h, learned::weights()->config.d())};
}

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}
std::span<const Preset> presets() {
    return states;
}

std::string level_name(int level) {
    if (level == 0) return "embedded";
    return Phrase() << "after layer " << level;
}

void Model::read(const State& state) {
    Reading::read(state.text(typed));
    words.resize(std::min(words.size(), at(most_shown)));
    tokens.resize(words.size());
    n = static_cast<int>(words.size());
    differs = std::min(state.integer(place), n - 1);
    second = tokens[at(differs)];
    if (const auto said = explainer::words(state.text(other)); !said.empty()) {
        if (const int token = learned::token(said[0]); token >= 0)
            second = token;
        else
            unknown.emplace_back(said[0]);
    }
    reversed = state.toggle(reverse);
    word = std::min(state.integer(row_focus), n - 1);
    depth = state.integer(level_focus);
    head = state.integer(head_choice) - 1;
}

std::vector<int> Model::tokens_of(bool of_source) const {
    std::vector<int> out = tokens;
    if (of_source != reversed) out[at(differs)] = second;
    return out;
}

void Model::compute() {
    loaded = learned::weights() != nullptr;
    if (!loaded) return;
    const std::vector<int> to = tokens_of(false), from = tokens_of(true);
    const Pass before = learned_heads::pass_over(*learned::weights(), to),
               there = learned_heads::pass_over(*learned::weights(), from);
    base = said_by(before);
    source = said_by(there);
    patched = say(to, head >= 0 ? output_of(there, head) : vector_of(there, word, depth));
    Probabilities most = base.shares;
    for (size_t t = 0; t < most.size(); ++t)
        most[t] = std::max({most[t], patched.shares[t], source.shares[t]});
    for (const Said* one : {&base, &source, &patched}) most[at(one->answer)] += 1;
    likeliest = learned_heads::likeliest(most, base.shares);

    std::vector<int> both = to;
    both.insert(both.end(), from.begin(), from.end());
    if (mapped_ == both) return;
    mapped_ = std::move(both);
    ++version;
    map.clear();
    for (int i = 0; i < n; ++i) {
        for (int l = 0; l < levels; ++l) {
            // What is the same in both changes nothing.
            const model::MatrixView here = vector_in(before, i, l), other_one = vector_in(there, i, l);
            const bool equal = std::equal(here.data, here.data + here.cols, other_one.data);
            map.push_back(equal ? 0 : moves(say(to, vector_of(there, i, l))));
        }
    }
    for (int h = 0; h < learned::head_count; ++h) heads[at(h)] = moves(say(to, output_of(there, h)));
}

double Model::lead(const Said& of) const {
    return static_cast<double>(of.logits[at(source.answer)]) -
           static_cast<double>(of.logits[at(base.answer)]);
}

float Model::moves(const Said& of) const {
    return static_cast<float>(apart() ? (lead(of) - lead(base)) / way()
                                      : of.share(base.answer) - base.share(base.answer));
}

std::string Model::word_at(int i, bool of_source) const {
    return i == differs && of_source != reversed ? word_of(second) : words[at(i)];
}

std::string Model::sentence(bool of_source) const {
    Reading said = *this;
    said.words[at(differs)] = word_at(differs, of_source);
    return said.text();
}

std::string Model::name_of(int i, int l) const {
    return "“" + word_at(i, true) + "” " + level_name(l);
}

std::string Model::brought() const {
    return head >= 0 ? "Head " + head_name(head) : name_of(word, depth);
}

Description Model::describe() const {
    if (!loaded) return learned_heads::not_there();
    Description out;
    Phrase summary;
    const auto says = [&](const char* name, bool of_source, const Said& said) {
        summary << name << "“" << sentence(of_source) << "”, " << quoted_token(said.answer) << " gets "
                << said_share(said.share(said.answer));
    };
    says("After the base, ", false, base);
    says("; after the source, ", true, source);
    summary << ". " << brought() << from_the_other << quoted_token(patched.answer) << " gets "
            << said_share(patched.share(patched.answer));
    if (apart())
        summary << ", " << Fixed{static_cast<double>(moved()), 2} << " of the way";
    else
        summary << ". " << (same() ? both_the_same : "The two answers are too close");
    if (!unknown.empty()) summary << ". It does not know “" << unknown.front() << "”";
    out.summary = summary << ".";

    Table vectors{"Vectors", {"word"}, {}};
    for (int l = 0; l < levels; ++l) vectors.columns.push_back(level_name(l));
    for (int i = 0; i < n; ++i) {
        const RowPen pen = add_row(vectors);
        pen << word_at(i, true);
        for (int l = 0; l < levels; ++l) pen << cell(i, l);
    }
    Table outputs{"Heads", {"head", "moved"}, {}};
    for (int h = 0; h < learned::head_count; ++h) add_row(outputs) << head_name(h) << heads[at(h)];
    Table next{"Next word", {"word", "base", "patched", "source"}, {}};
    for (const int token : likeliest)
        add_row(next) << word_of(token) << base.share(token) << patched.share(token) << source.share(token);
    outputs.piece = show_heads;
    next.piece = show_next;
    out.tables.push_back(std::move(vectors));
    out.tables.push_back(std::move(outputs));
    out.tables.push_back(std::move(next));
    out.add_value("moved", moved(), "moved");
    out.add_value("patched", patched.share(patched.answer), "patched");
    out.add_value("base", base.share(base.answer), "base");
    out.add_value("source", source.share(source.answer), "source");
    out.add_value("way", way(), "way");
    return out;
}

std::string Model::numpy() const {
    Phrase out;
    out << learned_heads::python_start(tokens_of(false))
        << "from forward import brought\nmoved, patched, base, source, way = brought(tokens, "
        << learned_heads::python_list(tokens_of(true)) << ", ";
    if (head >= 0)
        out << learned_heads::HeadsReading::python_head(head);
    else
        out << depth << ", " << word;
    return out << ")\n";
}

}  // namespace explainer::patch
