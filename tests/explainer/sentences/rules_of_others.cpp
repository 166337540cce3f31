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

}  // namespace

const std::vector<Rule>& rules_of_others() {
    static const std::vector<Rule> all = {
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
         "A KV cache of ([0-9,]+) layers?, ([0-9,]+) key–value heads?, dₖ = ([0-9,]+), ([0-9]+) bits, takes "
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
