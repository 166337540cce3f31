// See learned.h.
#include "explainer/learned.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace explainer::learned {
namespace {

#include "learned_facts.h"
static_assert(config.width % config.heads == 0 && config.layers == layers && config.heads == heads_a_layer);

/// Null until they are there.
std::optional<model::Weights>& held() {
    static std::optional<model::Weights> one;
    return one;
}

// ---- The language, as train/grammar.py has it

struct Creature {
    std::string_view one, many, subject, object;  // and the pronouns for one of them
};
constexpr Creature creatures[] = {
    {"cat", "cats", "it", "it"},     {"dog", "dogs", "it", "it"},  {"bird", "birds", "it", "it"},
    {"girl", "girls", "she", "her"}, {"boy", "boys", "he", "him"}, {"queen", "queens", "she", "her"},
    {"king", "kings", "he", "him"},
};
constexpr std::string_view verbs_of_one[] = {"runs", "sleeps", "sings", "waits"},
                           verbs_of_many[] = {"run", "sleep", "sing", "wait"};
constexpr std::string_view subjects[] = {"it", "she", "he", "they"}, objects[] = {"it", "her", "him", "them"};
constexpr std::string_view between[] = {"near", "behind", "with"}, seen[] = {"saw", "liked"},
                           qualities[] = {"soft", "warm", "old", "small"};

struct Scene {
    std::string_view who, verbs, place, noun;
};
constexpr Scene scenes[] = {
    {"cat", "sat slept was", "on the", "cushion"}, {"dog", "sat slept was", "on the", "mat"},
    {"bird", "sat sang was", "in the", "nest"},    {"girl", "sat slept was", "on the", "bed"},
    {"boy", "sat slept was", "on the", "chair"},   {"singer", "sang spoke", "in a", "voice"},
    {"rain", "fell", "on the", "ground"},          {"leaf", "fell was", "on the", "grass"},
};

bool among(std::span<const std::string_view> list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// One or many of a kind.
struct Who {
    const Creature* creature = nullptr;
    bool many = false;
};
Who who(std::string_view word) {
    for (const Creature& one : creatures)
        if (word == one.one || word == one.many) return {&one, word == one.many};
    return {};
}

/// Those of `all` that are right, and the others.
Question chosen(SentenceKind kind, int source, std::span<const std::string_view> right,
                std::span<const std::string_view> all) {
    Question out{kind, source, {}, {}};
    for (const std::string_view word : right) out.right.push_back(token(word));
    for (const std::string_view word : all)
        if (!among(right, word)) out.rivals.push_back(token(word));
    return out;
}
Question chosen(SentenceKind kind, int source, std::string_view right,
                std::span<const std::string_view> all) {
    return chosen(kind, source, {&right, 1}, all);
}

/// "say ball cat old again cat": what followed the last word the first time.
std::optional<Question> copy(std::span<const std::string> words) {
    const auto again = std::find(words.begin(), words.end(), "again");
    if (words[0] != "say" || words.end() - again < 2) return std::nullopt;
    const auto first = std::find(words.begin() + 1, again, words.back());
    if (again - first < 2) return std::nullopt;  // not said, or the last that was
    const std::vector<std::string_view> said(words.begin() + 1, again);
    return chosen(SentenceKind::copy, static_cast<int>(first - words.begin()) + 1, first[1], said);
}

std::optional<Question> scene(std::span<const std::string> words) {
    const auto* one = std::find_if(std::begin(scenes), std::end(scenes),
                                   [&](const Scene& any) { return any.who == words[1]; });
    if (one == std::end(scenes) || !among(qualities, words[5])) return std::nullopt;
    const bool can = (" " + std::string(one->verbs) + " ").find(" " + words[2] + " ") != std::string::npos;
    if (!can || words[3] + " " + words[4] != one->place) return std::nullopt;
    std::vector<std::string_view> nouns;
    for (const Scene& any : scenes) nouns.push_back(any.noun);
    return chosen(SentenceKind::scene, 1, one->noun, nouns);
}

}  // namespace

const HeadFacts& facts(int head) {
    static const std::array<HeadFacts, head_count> all = [] {
        std::array<std::int32_t, head_count*(1 + kind_count)> measured;
        fill(measured.data());
        std::array<HeadFacts, head_count> out;
        const std::int32_t* next = measured.data();
        for (HeadFacts& one : out) {
            const auto take = [&next] { return static_cast<float>(*next++) / 100'000; };
            one.previous = take();
            for (float& weight : one.weight) weight = take();
        }
        return out;
    }();
    return all[static_cast<size_t>(head)];
}
int sentences() {
    return held_out_sentences;
}
std::span<const std::string_view> vocabulary() {
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> out;
        for (std::string_view rest = words; !rest.empty();) {
            const size_t end = std::min(rest.find(' '), rest.size());
            out.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return out;
    }();
    return all;
}
int token(std::string_view word) {
    const std::span<const std::string_view> all = vocabulary();
    const auto found = std::lower_bound(all.begin(), all.end(), word);
    return found != all.end() && *found == word ? static_cast<int>(found - all.begin()) : -1;
}

std::string word_of(int token) {
    return std::string(vocabulary()[static_cast<size_t>(token)]);
}

std::string quoted_token(int token) {
    return "“" + word_of(token) + "”";
}

std::optional<Question> question(std::span<const std::string> said) {
    if (said.size() < 5) return std::nullopt;
    if (std::optional<Question> found = copy(said)) return found;
    if (said[0] != "the") return std::nullopt;
    if (said.size() == 6 && said[5] != "because") return scene(said);
    // The other kinds are about two creatures.
    const Who first = who(said[1]), second = who(said[4]);
    if (first.creature == nullptr || second.creature == nullptr || said[3] != "the") return std::nullopt;
    if (said.size() == 5 && among(between, said[2])) {
        std::vector<std::string_view> both(std::begin(verbs_of_one), std::end(verbs_of_one));
        both.insert(both.end(), std::begin(verbs_of_many), std::end(verbs_of_many));
        return chosen(SentenceKind::agreement, 1, first.many ? verbs_of_many : verbs_of_one, both);
    }
    if (said.size() == 6 && among(seen, said[2]))
        return chosen(SentenceKind::pronoun, 1, first.many ? "they" : first.creature->subject, subjects);
    if (said.size() == 7 && said[2] == "saw" && said[5] == "and" && said[6] == "gave")
        return chosen(SentenceKind::gift, 4, second.many ? "them" : second.creature->object, objects);
    return std::nullopt;
}

const model::Weights* weights() {
    return held() ? &*held() : nullptr;
}

std::string take(std::span<const model::Tensor> tensors) {
    model::Bound bound = model::bind_to_valid(tensors, config);
    if (bound.error) return model::message(bound.error);
    held() = std::move(bound.weights);
    return {};
}

std::string take(std::vector<Tensor> tensors) {
    static std::vector<Tensor> kept;
    std::vector<model::Tensor> views;
    for (const Tensor& one : tensors) {
        model::Tensor& view = views.emplace_back();
        view.name = one.name;
        view.shape.assign(one.shape.begin(), one.shape.end());
        view.bytes = std::as_bytes(std::span(one.data));
    }
    std::string wrong = take(views);
    if (wrong.empty()) kept = std::move(tensors);  // (a vector's numbers stay where they are)
    return wrong;
}

}  // namespace explainer::learned
