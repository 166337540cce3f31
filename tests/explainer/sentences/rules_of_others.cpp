// Sentences about costs, masks, widths, places, sums of products and maps. See rules.h.
#include "rules.h"

namespace explainer::sentences {
namespace {

// ---- cost

double bytes_in(const std::string& amount, const std::string& unit) {
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double out = number_in(amount);
    for (const char* one : units) {
        if (unit == one) return out;
        out *= 1024;
    }
    return NAN;
}

bool shows_bytes(const std::string& amount, const std::string& unit, double bytes) {
    const double one = bytes_in("1", unit);
    return std::fabs(bytes_in(amount, unit) - bytes) <= half_unit(amount) * one * 1.001;
}

std::string about_memory(const std::smatch& said, const Tables& told) {
    // "For n tokens, one head, d = D, float32: A holds X, B Y, N times less|more"
    const double a = told.value("memory of " + said[2].str()), b = told.value("memory of " + said[5].str());
    if (number_in(said[1]) != told.value("n")) return differs("n", said[1], told.value("n"));
    if (!shows_bytes(said[3], said[4], a)) return differs("the first's bytes", said[3], a);
    if (!shows_bytes(said[6], said[7], b)) return differs("the second's bytes", said[6], b);
    const std::string how = said[9];
    const double ratio = how == "less" ? a / b : b / a;
    if (how == "less" ? b >= a : b <= a)
        return "“" + how + "”: " + std::to_string(a) + " and " + std::to_string(b);
    return shows(said[8], ratio) ? "" : differs("the ratio", said[8], ratio);
}

std::string about_same_memory(const std::smatch& said, const Tables& told) {
    const double a = told.value("memory of " + said[1].str()), b = told.value("memory of " + said[4].str());
    if (!shows_bytes(said[2], said[3], a)) return differs("the first's bytes", said[2], a);
    if (!shows_bytes(said[5], said[6], b)) return differs("the second's bytes", said[5], b);
    if (said[7].matched ? a == b || std::fabs(a / b - 1) > 0.0051 : a != b)
        return differs("“the same”", said[2], b);
    return "";
}

std::string about_one_way(const std::smatch& said, const Tables& told) {
    const double held = told.value("memory of " + said[1].str()),
                 work = told.value("multiplications of " + said[1].str());
    if (!shows_bytes(said[2], said[3], held)) return differs("the bytes", said[2], held);
    return shows(said[4], work) ? "" : differs("the multiplications", said[4], work);
}

std::string about_work(const std::smatch& said, const Tables& told) {
    // Which ways these are stands in the sentence before: any two will do, in this order.
    const std::string other = said[2].matched ? said[2] : said[1];
    static constexpr const char* ways[] = {
        "materialised", "causal", "window", "streaming", "decoding with a cache", "decoding without a cache"};
    for (const char* a : ways)
        for (const char* b : ways)
            if (shows(said[1], told.value(std::string("multiplications of ") + a)) &&
                shows(other, told.value(std::string("multiplications of ") + b))) {
                if (!said[3].matched) return "";
                const double n = told.value("n");
                const double factor = 2 * n / (n + 1);
                return shows(said[3], factor) ? "" : differs("the factor", said[3], factor);
            }
    return "no two ways take so many multiplications: " + said[1].str() + " and " + said[2].str();
}

std::string about_cache(const std::smatch& said, const Tables& told) {
    const double bytes = 2 * told.value("n") * number_in(said[1]) * number_in(said[2]) * number_in(said[3]) *
                         number_in(said[4]) / 8;
    return shows_bytes(said[5], said[6], bytes) ? "" : differs("the cache", said[5], bytes);
}

// ---- masks

std::string about_sums(const std::smatch& said, const Tables& told) {
    const std::string word = said[1];
    double first = 0, after = 0;
    const Table& mask = *told.table("Mask");
    const std::vector<std::string> names = told.names("Scores");
    // (Words may stand twice: any row of that name will do.)
    for (size_t row = 0; row < names.size(); ++row) {
        if (names[row] != word) continue;
        std::vector<double> scores;
        const std::vector<Cell>& cells = told.table("Scores")->rows[row];
        for (size_t i = 1; i < cells.size(); ++i) scores.push_back(Tables::number(cells[i]));
        const std::vector<double> weights = softmax(scores);
        first = after = 0;
        for (size_t i = 0; i < weights.size(); ++i)
            if (Tables::number(mask.rows[row][i + 1]) != 0) first = 1, after += weights[i];
        if (shows(said[2], first) && shows(said[3], after)) {
            const bool nothing = said[4].str().find("nothing is left") != std::string::npos;
            return nothing == (first == 0) ? "" : "“" + said[4].str() + "” with " + std::to_string(first);
        }
    }
    return "the sums are " + std::to_string(first) + " and " + std::to_string(after);
}

// ---- scaling

std::string about_deviation(const std::smatch& said, const Tables& told) {
    const double d = number_in(said[1]), spread = told.value("standard deviation of q·k");
    if (number_in(said[2]) != told.value("pairs drawn"))
        return differs("the pairs", said[2], told.value("pairs drawn"));
    if (!shows(said[3], spread)) return differs("the deviation", said[3], spread);
    return shows(said[4], std::sqrt(d)) ? "" : differs("√d_k", said[4], std::sqrt(d));
}

std::string about_divided(const std::smatch& said, const Tables& told) {
    const double found = told.value("standard deviation of q·k") / told.value("√d_k");
    return shows(said[1], found) ? "" : differs("the divided deviation", said[1], found);
}

std::string about_gradients(const std::smatch& said, const Tables& told) {
    const double without = told.value("gradient without scaling"), with = told.value("gradient with scaling");
    if (said[1].matched ? !shows(said[1], without)
                        : std::fabs(std::log10(without) - std::round(number_in(said[2]))) > 0.51)
        return differs("the gradient without", said[1].matched ? said[1] : said[2], without);
    return shows(said[3], with) ? "" : differs("the gradient with", said[3], with);
}

// ---- values

std::string about_bringing(const std::smatch& said, const Tables& told) {
    const double weight = told.value("weight"), value = told.value("value");
    if (!shows(said[1], weight * value)) return differs("the part", said[1], weight * value);
    if (!shows(said[2], weight)) return differs("the weight", said[2], weight);
    if (!shows(said[3], value)) return differs("the value", said[3], value);
    double sum = 0, size = 0;
    bool found = false;
    for (const Table& output : told.description.tables) {
        // (A word may stand twice: one of its outputs.)
        if (output.title != "Output of “" + said[5].str() + "”") continue;
        const std::vector<Cell>& row = output.rows[std::stoul(said[4]) - 1];
        sum = size = 0;
        for (size_t i = 1; i < row.size(); ++i)
            if (output.columns[i].starts_with("from "))
                sum += Tables::number(row[i]), size = std::max(size, std::fabs(Tables::number(row[i])));
        found = found || shows(said[6], sum, 8 * size);
    }
    if (!found) return differs("the output", said[6], sum);
    const double whole = told.value("output with every word");
    if (said[8].matched && !shows(said[8], whole)) return differs("the whole output", said[8], whole);
    if (said[7].matched && !shows(said[6], whole, 8 * size)) return differs("the same", said[6], whole);
    return "";
}

std::string about_nothing_left(const std::smatch& said, const Tables& told) {
    if (told.value("output") != 0) return "the output is not 0";
    if (!said[1].matched) return "";
    const double whole = told.value("output with every word");
    return shows(said[1], whole) ? "" : differs("the whole output", said[1], whole);
}

std::string about_two(const std::smatch& said, const Tables& told) {
    // "Put 0 in place of the value of a, which has W of the attention: component c goes from X to Y. Leave …"
    const double weight = told.cell("What arrives", said[1].str(), "weight");
    if (!shows(said[2], weight)) return differs("the weight", said[2], weight);
    const std::string row = said[3];
    const Table* output = told.table("Output of");
    for (const std::vector<Cell>& cells : output->rows) {
        if (Tables::number(cells[0]) != number_in(row)) continue;
        double sum = 0, own = 0;
        for (size_t i = 1; i < cells.size(); ++i) {
            if (!output->columns[i].starts_with("from ")) continue;
            sum += Tables::number(cells[i]);
            if (output->columns[i] == "from " + said[1].str()) own = Tables::number(cells[i]);
        }
        if (!shows(said[4], sum, 1000)) return differs("the output", said[4], sum);
        return shows(said[5], sum - own, 1000) ? "" : differs("without it", said[5], sum - own);
    }
    return "no such component";
}

std::string about_leaving(const std::smatch& said, const Tables& told) {
    // All its share goes to the other: the output is that one's value, whichever component is looked at.
    const Table* values = told.table("Values");
    const std::vector<std::string> names = told.names("Values");
    for (size_t i = 0; i < names.size(); ++i)
        for (size_t c = 1; names[i] == said[1].str() && c < values->rows[i].size(); ++c)
            if (shows(said[2], Tables::number(values->rows[i][c]))) return "";
    return "no component of that value is " + said[2].str();
}

std::string about_one_weight(const std::smatch&, const Tables& told) {
    for (const double weight : told.column("What arrives", "weight"))
        if (weight == 1) return "";
    return "both words have weights";
}

std::string about_hand(const std::smatch&, const Tables& told) {
    return told.state.find("hand=") != std::string::npos ? "" : "no weight is set by hand";
}

/// A number of the output if the weights are rounded to three digits first, as the book chapter does.
double of_rounded_weights(const Tables& told, size_t component) {
    const Table* values = told.table("Values");
    double sum = 0;
    const std::vector<double> weights = told.column("What arrives at", "weight");
    for (size_t k = 0; k < weights.size(); ++k)
        sum += std::round(1000 * weights[k]) / 1000 * Tables::number(values->rows[k][1 + component]);
    return sum;
}

std::string about_the_chapter(const std::smatch& said, const Tables& told) {
    for (const size_t c : {0u, 1u}) {
        const double rounded = of_rounded_weights(told, c);
        if (!shows(said[c + 1], rounded)) return differs("what the chapter prints", said[c + 1], rounded);
    }
    return "";
}

std::string about_all_digits(const std::smatch& said, const Tables& told) {
    for (const size_t c : {0u, 1u}) {
        const double output = told.value("output " + std::to_string(c + 1));
        if (!shows(said[c + 1], output)) return differs("the output", said[c + 1], output);
        if (shows(said[c + 1], of_rounded_weights(told, c))) return "rounded weights give the same";
    }
    return "";
}

// ---- position

std::string about_places(const std::smatch& said, const Tables& told) {
    const double offset = told.value("offset"), places = number_in(said[1]);
    if (std::fabs(offset) != places) return differs("the distance", said[1], offset);
    if (offset != 0 && (said[2] == "before" ? offset > 0 : offset < 0))
        return "“" + said[2].str() + "” at an offset of " + std::to_string(offset);
    if (!shows(said[3], told.value("score"), 20)) return differs("the score", said[3], told.value("score"));
    return shows(said[4], told.value("score as written"), 20)
               ? ""
               : differs("the score as written", said[4], told.value("score as written"));
}

std::string about_changes(const std::smatch& said, const Tables& told) {
    const Table &now = *told.table("Scores now"), &before = *told.table("Scores as written");
    // (What float32 rounds is no change; between that and what a reader sees, either is right.)
    int seen = 0, at_all = 0, all = 0;
    for (size_t r = 0; r < now.rows.size(); ++r)
        for (size_t c = 1; c < now.rows[r].size(); ++c, ++all) {
            const double by = std::fabs(Tables::number(now.rows[r][c]) - Tables::number(before.rows[r][c]));
            seen += by > 0.005;
            at_all += by > 2e-6;
        }
    if (std::stoi(said[2]) != all) return differs("the number of scores", said[2], all);
    const int changed = std::stoi(said[1]);
    return changed >= seen && changed <= at_all ? "" : differs("the scores that change", said[1], seen);
}

std::string about_the_other_side(const std::smatch& said, const Tables& told) {
    const double here = told.value("score"), there = told.value("score at the opposite offset");
    const bool before = said[1] == "before";
    if (told.value("offset") != 0 && before != (told.value("offset") > 0))
        return "the other side is not " + said[1].str();
    if (!shows(said[2], there, 20)) return differs("the other side's score", said[2], there);
    const std::string then = said[3];
    if (then == "the same" && std::fabs(here - there) > 0.011) return "they are not the same";
    if (then != "the same") {
        if (!shows(said[4], here, 20)) return differs("this side's score", said[4], here);
        if (said[4] == said[2]) return "“not” the same number";
    }
    const std::string what = said[5];
    if (what.find("on which side") != std::string::npos && what.find("not on") == std::string::npos &&
        what.find("RoPE") != 0)
        return "only RoPE knows the side";
    return "";
}

std::string about_itself(const std::smatch& said, const Tables& told) {
    if (told.value("offset") != 0) return "it is not itself";
    if (!shows(said[1], told.value("score"), 20)) return differs("the score", said[1], told.value("score"));
    return shows(said[2], told.value("score as written"), 20)
               ? ""
               : differs("the score as written", said[2], told.value("score as written"));
}

std::string about_no_other_side(const std::smatch&, const Tables& told) {
    return told.value("offset") == 0 ? "" : "there is another side";
}

// ---- pipeline

std::string about_temperature(const std::smatch& said, const Tables& told) {
    const double temperature = told.given("temperature");
    if ((said[1] == "Scaled scores") == (told.state.find("scaled=false") != std::string::npos))
        return "scaled or not";
    return shows(said[2], temperature) ? "" : differs("the temperature", said[2], temperature);
}

std::string about_chosen(const std::smatch& said, const Tables& told) {
    const double chosen = told.value("chosen number");
    return shows(said[1], chosen) ? "" : differs("the number", said[1], chosen);
}

bool without_softmax(const Tables& told) {
    return told.state.find("softmax=false") != std::string::npos;
}

/// Without a softmax, the row that is blended: its scores, divided or not, over the temperature.
std::vector<double> not_softmaxed(const Tables& told) {
    const Table* scores = told.table("Scaled scores");
    if (scores == nullptr) scores = told.table("Scores, not scaled");
    if (scores == nullptr) return {};
    const double row = told.given("row"), temperature = told.given("temperature");
    const size_t i = std::isnan(row) ? 0 : std::min(static_cast<size_t>(row), scores->rows.size() - 1);
    std::vector<double> out;
    for (size_t j = 1; j < scores->rows[i].size(); ++j)
        out.push_back(Tables::number(scores->rows[i][j]) / (std::isnan(temperature) ? 1 : temperature));
    return out;
}

std::string about_row_sum(const std::smatch& said, const Tables& told) {
    if (!without_softmax(told)) return "there is one";
    double sum = 0, sizes = 0;
    for (const double one : not_softmaxed(told)) {
        sum += one;
        sizes += std::fabs(one);
    }
    return shows(said[1], sum, sizes) ? "" : differs("the row's sum", said[1], sum);
}

std::string about_largest_of_row(const std::smatch& said, const Tables& told) {
    if (told.state.find("scaled=false") == std::string::npos) return "they are divided";
    const double temperature = told.given("temperature");
    if (said[1].matched ? !shows(said[1], temperature) : !std::isnan(temperature))
        return differs("the temperature", said[1], temperature);
    // (What is no softmax's is not called a weight.)
    if (said[2].matched == without_softmax(told)) return "a weight or not";
    const std::vector<double> row = not_softmaxed(told);
    if (row.empty()) return "there are no scores";
    const double largest =
        without_softmax(told) ? *std::max_element(row.begin(), row.end()) : told.value("largest weight");
    return shows(said[3], largest) ? "" : differs("the largest of the row", said[3], largest);
}

// ---- map

std::string about_map(const std::smatch& said, const Tables& told) {
    return number_in(said[1]) == number_in(said[2]) &&
                   number_in(said[1]) == told.cell("Map", "queries", "value")
               ? ""
               : "another size";
}

std::string about_map_shares(const std::smatch& said, const Tables& told) {
    const std::vector<double> shares = told.column("Shares of weight", "of all rows");
    static const std::regex percent(
        "((?:−)?[0-9.]+) % is on|, ((?:−)?[0-9.]+) % on|both ways, ((?:−)?[0-9.]+) % on");
    std::string rest = said[0];
    size_t i = 0;
    for (std::smatch found; std::regex_search(rest, found, percent); rest = found.suffix(), ++i) {
        const std::string one = found[1].matched ? found[1] : found[2].matched ? found[2] : found[3];
        if (i >= shares.size()) return "more shares than there are";
        if (number_in(one) < 0 || number_in(one) > 100) return "a share of " + one + " %";
        if (!shows(one, 100 * shares[i], 100)) return differs("a share", one, 100 * shares[i]);
    }
    return i > 0 ? "" : "no share is read";
}

std::string about_map_cell(const std::smatch& said, const Tables& told) {
    if (number_in(said[1]) != told.cell("Chosen cell", "query", "value") ||
        number_in(said[2]) != told.cell("Chosen cell", "key", "value"))
        return "another cell";
    if (!said[3].matched) return "";  // "may not see"
    const double weight = told.value("weight");
    return shows(said[3], weight, 0) ? "" : differs("the weight", said[3], weight);
}

// ---- projection

std::string about_projection(const std::smatch& said, const Tables& told) {
    if (said[1].matched && !shows(said[1], told.value("result"), 1000))
        return differs("the result", said[1], told.value("result"));
    const std::vector<double> so_far = told.column("Sum of", "so far"),
                              products = told.column("Sum of", "x × w");
    const size_t terms = std::stoul(said[2]);
    if (terms == 0 || std::stoul(said[3]) != products.size() || terms > products.size())
        return "another number of terms";
    double sum = 0, size = 0;
    for (size_t i = 0; i < terms; ++i) sum += products[i], size = std::max(size, std::fabs(products[i]));
    return shows(said[4], sum, 8 * size) ? "" : differs("the sum so far", said[4], sum);
}

// ---- check

std::string about_a_claim(const std::smatch& said, const Tables& told) {
    for (const std::vector<Cell>& row : told.table("Claims")->rows) {
        const auto text = [&row](size_t i) { return std::get<std::string>(row[i]); };
        std::string whole = text(0) + ", " + text(8) + ", " + text(1) + ": stated " + text(2) +
                            ", computed " + text(3) + ", " + text(4);
        for (size_t at = whole.find("\u00a0"); at != std::string::npos; at = whole.find("\u00a0"))
            whole.replace(at, 2, " ");
        if (whole == said[0].str()) return "";
    }
    return "no such line in the table";
}

std::string about_claims(const std::smatch& said, const Tables& told) {
    const Table& all = *told.table("Claims");
    size_t holding = 0, rounding = 0;
    for (const std::vector<Cell>& row : all.rows) {
        const std::string outcome = std::get<std::string>(row[4]);
        holding += outcome == "holds";
        rounding += outcome == "differs by rounding";
    }
    if (std::stoul(said[1]) != holding || std::stoul(said[2]) != all.rows.size() ||
        std::stoul(said[3]) != all.rows.size() - holding)
        return differs("what holds", said[1], holding);
    if (said[4] == "none by rounding") return rounding == 0 ? "" : "some differ by rounding";
    return std::stoul(said[5]) == rounding && std::stoul(said[6]) == all.rows.size() - holding - rounding
               ? ""
               : "another number by rounding";
}

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
    // "At step 520 of 2,500 the loss is 1.49 nats a word"
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

const std::vector<Rule>& rules_of_others() {
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
        {"learned-heads",
         "After “.*?”, .* ha(?:s|ve) ([0-9.]+) %( with (?:head ([0-9.]+)|([0-9]+) heads) off, ([0-9.]+) % "
         "with all on)?",
         about_right},
        {"learned-heads", "In head ([0-9.]+), “(.*?)” gives “(.*?)” ([0-9.]+) of its attention",
         about_learned_weight},
        {"training", "At step ([0-9,]+) of ([0-9,]+) the loss is ([0-9.]+) nats a word", about_checkpoint},
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
        {"cost",
         "For ([0-9,]+) tokens?, one head, d = [0-9,]+, float32: (.*?) holds ([0-9.]+) ([KMGTP]?i?B), (.*?) "
         "([0-9.]+) ([KMGTP]?i?B), ([0-9.,]+) times (less|more)",
         about_memory},
        {"cost",
         "For [0-9,]+ tokens?, one head, d = [0-9,]+, float32: (.*?) holds ([0-9.]+) ([KMGTP]?i?B), (.*?) "
         "([0-9.]+) ([KMGTP]?i?B), (almost )?the same",
         about_same_memory},
        {"cost",
         "For [0-9,]+ tokens?, one head, d = [0-9,]+, float32: (.*?) holds ([0-9.]+) ([KMGTP]?i?B) and takes "
         "([^ ;]+) multiplications (?:in attention alone|with the head’s part of the projections and the "
         "MLP); no other way is compared with it",
         about_one_way},
        {"cost",
         "(?:[a-z ]+ takes|Both take) ([^ ;]+) multiplications (?:in attention alone|with the head’s part of "
         "the projections and the MLP)"
         "(?:, [a-z ]+ ([^ ;]+))?(?:; .* looks both ways, .* only back: that alone is a factor of "
         "([0-9.]+))?",
         about_work},
        {"cost",
         "A KV cache of ([0-9,]+) layers?, ([0-9,]+) key heads?, dₖ = ([0-9,]+), ([0-9]+) bits, takes "
         "([0-9.]+) ([KMGTP]?i?B)",
         about_cache},
        {"masks",
         ".*: the row of “(.*)” sums to ([0-9.]+) if scores are hidden first, to ([0-9.]+) if weights are "
         "zeroed after the softmax; (.*)",
         about_sums},
        {"scaling",
         "With d_k = ([0-9]+), q·k of ([0-9,]+) random pairs has a standard deviation of ([0-9.]+); expected "
         "is √d_k = ([0-9.]+)",
         about_deviation},
        {"scaling", "Divided by √d_k it is ([0-9.]+)", about_divided},
        {"scaling",
         "The gradient of the weights by q·k has a median size of (?:([0-9.]+)|about 10([^ ]+)) without and "
         "([0-9.]+) with scaling, over [0-9]+ rows",
         about_gradients},
        {"values",
         "“.*” brings ((?:−)?[0-9.]+) \\(((?:−)?[0-9.]+) × ((?:−)?[0-9.]+)\\) to number ([0-9]+) of the "
         "output of “(.*?)”, which comes to ((?:−)?[0-9.]+)(?:; with every word it would be (?:(the "
         "same)|((?:−)?[0-9.]+)))?",
         about_bringing},
        {"values", "Every word is left out: there is nothing to blend, and every output is 0",
         about_nothing_left},
        {"values",
         "All the weight of “.*” is on words that are left out: nothing is handed over, its output is 0; "
         "with every word, number [0-9]+ of the output of “.*” would be ((?:−)?[0-9.]+)",
         about_nothing_left},
        {"values",
         "Put 0 in place of the value of (.*?), which has ([0-9.]+) of the attention: component ([0-9]+) "
         "goes from ((?:−)?[0-9.]+) to ((?:−)?[0-9.]+)",
         about_two},
        {"values", "Leave the word out instead, and its share moves on to (.*): then it is ((?:−)?[0-9.]+)",
         about_leaving},
        {"values", "The weights are set by hand", about_hand},
        {"values",
         "The book chapter prints ([0-9.]+) and ([0-9.]+): it rounds the weights to three digits first",
         about_the_chapter},
        {"values", "With all digits it is ([0-9.]+) and ([0-9.]+)", about_all_digits},
        {"values", "Leave the word out instead, and nothing is left to hand over: then it is 0",
         about_one_weight},
        {"position", ".*: .* asks itself: ((?:−)?[0-9.]+), as written ((?:−)?[0-9.]+)", about_itself},
        {"position", "A word and itself: there is no other side", about_no_other_side},
        {"pipeline", "(Scaled scores) are divided by a temperature of ([0-9.]+)", about_temperature},
        {"check", "(?:Course|Example|Lesson|Article|Chapter), .*: stated .*, computed .*", about_a_claim},
        {"position",
         ".*: .* asks .*, ([0-9]+) places? (before|after) it: ((?:−)?[0-9.]+), as written ((?:−)?[0-9.]+)",
         about_places},
        {"position", "([0-9]+) of ([0-9]+) scores change", about_changes},
        {"position",
         "The key as far (before|after) the query would score ((?:−)?[0-9.]+), (the same|not "
         "((?:−)?[0-9.]+)): (.*)",
         about_the_other_side},
        {"pipeline", "(?:The .*|Number .*) is ((?:−)?[0-9.]+)", about_chosen},
        {"pipeline", "There is no softmax: the row sums to ((?:−)?[0-9.]+)", about_row_sum},
        {"pipeline",
         "Scores are not divided(?: by √dₖ, but by a temperature of ([0-9.]+))?: the largest (weight )?of "
         "the row is ((?:−)?[0-9.]+)",
         about_largest_of_row},
        {"map", "A map of ([0-9,]+) queries and ([0-9,]+) keys", about_map},
        {"map", "Of all weight .*", about_map_shares},
        {"map", "Query ([0-9]+) (?:may not see key|gives key) ([0-9]+)(?: the weight ([^ ]+))?",
         about_map_cell},
        {"projection",
         "“.*” .*: its row of X times column [0-9]+ of W_. is .*?(?: = ((?:−)?[0-9.]+))?; after ([0-9]+) of "
         "([0-9]+) terms the sum is ((?:−)?[0-9.]+)",
         about_projection},
        {"check",
         "([0-9]+) of ([0-9]+) claims hold; ([0-9]+) differ, (none by rounding|([0-9]+) by rounding, "
         "([0-9]+) otherwise)",
         about_claims},
    };
    return all;
}

}  // namespace explainer::sentences
