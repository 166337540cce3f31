// Sentences about models that learned, and about one that learns. See rules.h.
#include "rules.h"

namespace explainer::sentences {
namespace {

// ---- opening

/// "more than 99.9 %" or "99.4 %" of the largest in that column, and whose it is.
std::string about_largest(const std::smatch& said, const std::vector<std::string>& names,
                          std::vector<double> column) {
    const size_t most = static_cast<size_t>(std::max_element(column.begin(), column.end()) - column.begin());
    if (most >= names.size() || names[most] != said[1]) return "another word has most";
    if (said[2].matched) return column[most] > number_in(said[3]) / 100 ? "" : "it is not more";
    return shows(said[3], 100 * column[most]) ? "" : differs("the most", said[3], 100 * column[most]);
}

std::string about_next_word(const std::smatch& said, const Tables& told) {
    return about_largest(said, told.names("Next word"), told.column("Next word", "probability"));
}

std::string about_the_look(const std::smatch& said, const Tables& told) {
    std::vector<double> earlier = told.column("Weights", "weight");
    if (earlier.size() != 6) return "there is no table of its weights";
    earlier.pop_back();  // what it keeps for itself
    return about_largest(said, told.names("Weights"), std::move(earlier));
}

// ---- one-word

std::string about_one_score(const std::smatch& said, const Tables& told) {
    // "In head 2.1, the score of “soft” and “cat” is 1.90, and “soft” gives “cat” 77.6 % of its attention";
    // of a word that stands there twice with its place, "“the” (5)"
    const std::string word = said[1].str() + said[2].str();
    if (word != said[4].str() + said[5].str()) return "it is about two words";
    const std::vector<std::string> names = told.names("Words");
    const std::vector<double> scores = told.column("Words", "÷ √16"),
                              weights = told.column("Words", "weight");
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);
    for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == word)
            return shows(said[3], scores[i]) && shows(said[6], 100 * std::exp(scores[i]) / sum) &&
                           std::fabs(weights[i] - std::exp(scores[i]) / sum) < 1e-6
                       ? ""
                       : "another score, or another weight";
    return "there is no such word";
}

std::string about_what_it_brings(const std::smatch& said, const Tables& told) {
    // "After it, the model says “cushion”; “cat” brings 3.62 of its lead over “bed”"
    const std::vector<std::string> names = told.names("Words");
    bool there = false;
    if (const Table* const after = told.table("After"))
        for (const std::vector<Cell>& row : after->rows)
            there |= names.size() > 1 && Tables::name(row[0]) == names[1] &&
                     Tables::name(row[1]) == said[1] && Tables::name(row[3]) == said[5];
    if (!there) return "the sentence does not go on with that word, or another one is next to it";
    const double brings = told.cell("Words", said[2].str() + said[3].str(), "brings to the lead");
    return shows(said[4], brings) ? "" : differs("what it brings", said[4], brings);
}

// ---- learned-heads

std::string about_right(const std::smatch& said, const Tables& told) {
    // "After “dog”, verbs that fit “cats” have P %[ with head 2.1 off, Q % with all on]"
    if (!shows(said[1], 100 * told.value("right, as switched")))
        return differs("the share", said[1], 100 * told.value("right, as switched"));
    size_t off = 0;
    for (const std::string& head : told.names("Heads")) off += head.ends_with(", off") ? 1 : 0;
    if (said[2].matched != (off > 0)) return std::to_string(off) + " heads are off";
    if (off == 0) return "";
    if (off == 1 ? !said[3].matched : number_in(said[4]) != static_cast<double>(off))
        return std::to_string(off) + " heads are off";
    if (off == 1 && std::isnan(told.cell("Heads", said[3].str() + ", off", "weight here")))
        return said[3].str() + " is on";
    return shows(said[5], 100 * told.value("right, all heads on"))
               ? ""
               : differs("the share with all on", said[5], 100 * told.value("right, all heads on"));
}

std::string about_learned_weight(const std::smatch& said, const Tables& told) {
    // "In head 2.1, “dog” gives “cats” 0.959 of its attention"
    const double weight = told.value("weight");
    if (!shows(said[4], weight)) return differs("the weight", said[4], weight);
    const Table* const map = told.table("Weights of head " + said[1].str());
    if (map == nullptr) return "the table is of another head";
    // A word may stand there twice: one of its rows and columns has that weight.
    for (const std::vector<Cell>& row : map->rows)
        for (size_t j = 1; j < row.size(); ++j)
            if (Tables::name(row[0]) == said[2] && map->columns[j] == said[3] &&
                Tables::number(row[j]) == weight)
                return "";
    return "the table has no such weight there";
}

// ---- training

std::string about_checkpoint(const std::smatch& said, const Tables& told) {
    // "At step 520 of 2,500 the loss is 1.49 nats per word"
    const std::vector<double> steps = told.column("Training", "step"),
                              losses = told.column("Training", "loss");
    if (number_in(said[2]) != steps.back()) return differs("the last step", said[2], steps.back());
    for (size_t i = 0; i < steps.size(); ++i)
        if (number_in(said[1]) == steps[i] && steps[i] == told.value("step"))
            return shows(said[3], losses[i]) ? "" : differs("the loss", said[3], losses[i]);
    return differs("the step", said[1], told.value("step"));
}

std::string about_scores_of_head(const std::smatch& said, const Tables& told) {
    // "Head 2.4 puts 0.81 of its weight on the word to copy, 0.12 on a verb’s subject"
    const bool first_layer = said[1].str().starts_with("1.");
    if (first_layer != (said[3] == "before a copied one")) return "another layer does that";
    const double copying = told.value(first_layer ? "word before" : "induction");
    if (!shows(said[2], copying)) return differs("its first score", said[2], copying);
    return shows(said[4], told.value("subject")) ? "" : differs("its second", said[4], told.value("subject"));
}

std::string about_word_then(const std::smatch& said, const Tables& told) {
    // "After “old”, the likeliest word is “cat” with 90.1 %"
    const double share = told.value("likeliest word");
    if (!shows(said[2], 100 * share)) return differs("the share", said[2], 100 * share);
    // (One that is likeliest by little may be in none of the rows.)
    const double listed = told.cell("Next word", said[1].str(), "now");
    return std::isnan(listed) || listed == share ? ""
                                                 : "the table has another share of “" + said[1].str() + "”";
}

// ---- next-word

/// "more than 99.9 %", "less than 0.1 %", "12.3 %": the word before the number, and the number.
bool shows_share(const std::string& word, const std::string& number, double share) {
    if (word == "more than ") return number == "99.9" && share > 0.9995 && share < 1;
    if (word == "less than ") return number == "0.1" && share < 0.0005 && share > 0;
    return shows(number, 100 * share);
}

std::string about_share_of_word(const std::smatch& said, const Tables& told) {
    // "After “dog”, “run” gets P %[; the cut keeps 3 of 74 words, without it Q %]"
    const std::string word = said[1];
    const double share = told.cell("Next word", word, "share"),
                 uncut = told.cell("Next word", word, "before the cut"), kept = told.value("words kept");
    if (!shows_share(said[2], said[3], share)) return differs("the share", said[3], 100 * share);
    if (said[4].matched != (kept < 74)) return std::to_string(kept) + " words are kept";
    if (!said[4].matched) return share == uncut ? "" : "its share is another one than before";
    if (number_in(said[5]) != kept) return differs("the number of words", said[5], kept);
    return shows_share(said[6], said[7], uncut) ? "" : differs("the share", said[7], 100 * uncut);
}

std::string about_lead(const std::smatch& said, const Tables& told) {
    // "Its logit is 8.12 above that of “mat”; head 2.1 adds most, 3.05"
    const std::vector<std::string> names = told.names("Parts");
    const std::vector<double> adds = told.column("Parts", "adds to the lead");
    double sum = 0;
    for (const double one : adds) sum += one;
    if (said[2] != (sum < 0 ? "below" : "above")) return "it is the other way round";
    if (!shows(said[1], std::fabs(sum), 30)) return differs("the lead", said[1], sum);
    // The likeliest word that is not the one looked at.
    const std::vector<std::string> words = told.names("Next word");
    if (said[3] != words[sum < 0 ? 0 : 1] && sum != 0) return "it is compared with another word";
    const size_t most = static_cast<size_t>(std::max_element(adds.begin(), adds.end()) - adds.begin());
    if (names[most] != said[4]) return names[most] + " adds most";
    return shows(said[5], adds[most]) ? "" : differs("what it adds", said[5], adds[most]);
}

std::string about_written(const std::smatch& said, const Tables& told) {
    // "It wrote the last 3 words itself, with seed 1"
    if (number_in(said[1]) != told.given("written")) return "another number of words was written";
    const double seed = told.given("seed");
    if (said[2].matched && number_in(said[2]) != (std::isnan(seed) ? 1 : seed)) return "it is another seed";
    return "";
}

// ---- patch

/// Whose share is the largest of a column of the next words.
std::string about_answer(const std::string& word, const std::string& about, const std::string& number,
                         const std::string& column, const Tables& told) {
    const std::vector<double> shares = told.column("Next word", column);
    const double share = told.cell("Next word", word, column);
    if (!(share >= *std::max_element(shares.begin(), shares.end()))) return word + " is not the likeliest";
    return shows_share(about, number, share) ? "" : differs("the share", number, 100 * share);
}

std::string about_both_answers(const std::smatch& said, const Tables& told) {
    // "After the base, “…”, “cushion” gets P %; after the source, “…”, “voice” gets Q %"
    if (said[1] == said[5] && told.value("way") != 0) return "one sentence has two answers";
    const std::string fault = about_answer(said[2], said[3], said[4], "base", told);
    return fault.empty() ? about_answer(said[6], said[7], said[8], "source", told) : fault;
}

std::string about_brought(const std::smatch& said, const Tables& told) {
    // "With “singer” after layer 1 brought from the source into the base, “voice” gets P %[, 0.90 of the
    // way]"
    const double moved = told.value("moved");
    if (said[8].matched != (told.value("way") >= 1)) return "there is a way to go, or none";
    if (said[8].matched && !shows(said[8], moved)) return differs("the part of the way", said[8], moved);
    if (said[4].matched) {
        if (told.cell("Heads", said[4].str(), "moved") != moved) return "another head does that";
    } else {
        const std::vector<std::string> words = told.names("Vectors");
        const std::vector<double> moves = told.column("Vectors", said[2].str());
        bool found = false;  // a word may stand there twice
        for (size_t i = 0; i < words.size(); ++i) found |= words[i] == said[1] && moves[i] == moved;
        if (!found) return "another vector does that";
    }
    return about_answer(said[5], said[6], said[7], "patched", told);
}

std::string about_no_way(const std::smatch& said, const Tables& told) {
    const double way = told.value("way");
    if (way >= 1) return "there is one";
    return said[1].str().starts_with("Both") && way != 0 ? "they are not the same" : "";
}

// ---- learn

std::string about_training(const std::smatch& said, const Tables& told) {
    // "After 300 steps of training the model gets P % of the letters right that can be known[ with head 2.1
    // cut, Q % with all heads]"
    if (number_in(said[1]) != told.value("step")) return differs("the step", said[1], told.value("step"));
    if (!shows(said[2], 100 * told.value("right")))
        return differs("the share", said[2], 100 * told.value("right"));
    size_t cut = 0;
    for (const std::string& head : told.names("Heads")) cut += head.ends_with(", cut") ? 1 : 0;
    if (said[3].matched != (cut > 0)) return std::to_string(cut) + " heads are cut";
    if (cut == 0) return "";
    if (cut == 1 ? !said[4].matched : number_in(said[5]) != static_cast<double>(cut))
        return std::to_string(cut) + " heads are cut";
    if (cut == 1 && std::isnan(told.cell("Heads", said[4].str() + ", cut", "on the letter before")))
        return said[4].str() + " is there";
    const double all = 100 * told.value("right, all heads on");
    return shows(said[6], all) ? "" : differs("the share with all heads", said[6], all);
}

std::string about_learned_look(const std::smatch& said, const Tables& told) {
    // "In head 2.1, N (letter 14) looks most at J (letter 6), 0.987"
    const Table* const map = told.table("Weights of head " + said[1].str());
    if (map == nullptr) return "the table is of another head";
    const size_t i = std::stoul(said[3]) - 1, j = std::stoul(said[5]);
    if (i >= map->rows.size() || j > i + 1) return "there is no such letter";
    const std::vector<Cell>& row = map->rows[i];
    if (Tables::name(row[0]) != said[2] || map->columns[j] != said[4]) return "other letters stand there";
    for (size_t k = 1; k <= i + 1; ++k)
        if (Tables::number(row[k]) > Tables::number(row[j]))
            return "it looks more at letter " + std::to_string(k);
    return shows(said[6], Tables::number(row[j])) ? ""
                                                  : differs("the weight", said[6], Tables::number(row[j]));
}

}  // namespace

const std::vector<Rule>& rules_of_learned() {
    static const std::vector<Rule> all = {
        {"learn",
         "After ([0-9]+) steps of training the model gets ([0-9.]+) % of the predictable letters "
         "right( with "
         "(?:head ([0-9.]+)|([0-9]+) heads) cut, ([0-9.]+) % with all heads)?",
         about_training},
        {"learn",
         "In head ([0-9.]+), ([A-P]) \\(letter ([0-9]+)\\) looks most at ([A-P]) \\(letter ([0-9]+)\\), "
         "([0-9.]+)",
         about_learned_look},
        {"opening", "After “.*”, the likeliest word is “(.*?)”, with (more than )?([0-9.]+) %",
         about_next_word},
        {"opening", "“soft” looks most at “(.*?)”: (more than )?([0-9.]+) % of its attention in head 2.1",
         about_the_look},
        {"one-word",
         "In head 2.1, the score of “soft” and “(.*?)”( \\([0-9]\\))? is ((?:−)?[0-9.]+), and “soft” gives "
         "“(.*?)”( \\([0-9]\\))? ([0-9.]+) % of its attention",
         about_one_score},
        {"one-word",
         "After it, the model says “(.*?)”; “(.*?)”( \\([0-9]\\))? brings ((?:−)?[0-9.]+) of its lead over "
         "“(.*?)”",
         about_what_it_brings},
        {"learned-heads",
         "After “.*?”, .* ha(?:s|ve) ([0-9.]+) %( with (?:head ([0-9.]+)|([0-9]+) heads) off, ([0-9.]+) % "
         "with all on)?",
         about_right},
        {"learned-heads", "In head ([0-9.]+), “(.*?)” gives “(.*?)” ([0-9.]+) of its attention",
         about_learned_weight},
        {"training", "At step ([0-9,]+) of ([0-9,]+) the loss is ([0-9.]+) nats per word", about_checkpoint},
        {"training",
         "Head ([0-9.]+) puts ([0-9.]+) of its weight on the word (to copy|before a copied one), ([0-9.]+) "
         "on a "
         "verb’s subject",
         about_scores_of_head},
        {"training", "After “.*”, the likeliest word is “(.*?)” with ([0-9.]+) %", about_word_then},
        {"next-word",
         "After “.*”, “(.*?)” gets (more than |less than )?([0-9.]+) %(; the cut keeps ([0-9]+) of 74 words, "
         "without it (more than |less than )?([0-9.]+) %)?",
         about_share_of_word},
        {"next-word", "Its logit is ([0-9.]+) (above|below) that of “(.*?)”; (.*) adds most, ((?:−)?[0-9.]+)",
         about_lead},
        {"next-word",
         "It wrote the last ([0-9]+) words? itself, (?:with seed ([0-9]+)|the likeliest each time)",
         about_written},
        {"patch",
         "After the base, “(.*?)”, “(.*?)” gets (more than |less than )?([0-9.]+) %; after the source, "
         "“(.*?)”, “(.*?)” gets (more than |less than )?([0-9.]+) %",
         about_both_answers},
        {"patch",
         "(?:“(.*?)” (embedded|after layer ([0-9]+))|Head ([0-9.]+)), brought from the other sentence: "
         "“(.*?)” "
         "gets (more than |less than )?([0-9.]+) %(?:, ((?:−)?[0-9.]+) of the way)?",
         about_brought},
        {"patch", "(Both sentences are the same|The two answers are too close)", about_no_way},
    };
    return all;
}

}  // namespace explainer::sentences
