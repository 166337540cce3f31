// Check: each claim against what the exhibit shows that it leads to, what the essays state, rounding by hand,
// pressing lines, and asking the host to open what they lead to.
#include "explainer/exhibits/check.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "../helpers.h"
#include "../label_painter.h"
#include "../sentences/drawn.h"

using namespace explainer;
using checking::Claim;
using checking::claims;

namespace {

std::vector<std::string> parts_of(std::string list, char by) {
    std::vector<std::string> out;
    list += by;
    for (size_t end = list.find(by); end != std::string::npos; end = list.find(by)) {
        out.push_back(list.substr(0, end));
        list.erase(0, end + 1);
    }
    return out;
}

std::string text_of(const Cell& cell) {
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? shortest(*number) : std::get<std::string>(cell);
}

/// The rows of the table "Numbers" that belong to a claim, in its column.
std::vector<double> column_of(const Description& description, std::string_view claim, size_t column) {
    std::vector<double> out;
    const Table& all = table(description, "Numbers");
    for (size_t r = 0; r < all.rows.size(); ++r)
        if (text_of(all.rows[r][0]) == claim) out.push_back(number(all, r, column));
    return out;
}

std::string outcome(View& view, std::string_view claim) {
    const Description description = view.describe(true);
    return text_of(table(description, "Claims").rows[static_cast<size_t>(checking::claim_named(claim))][4]);
}

/// Every number that stands in a text.
std::vector<double> numbers_in(std::string text) {
    std::vector<double> out;
    std::erase(text, ',');
    for (size_t at = 0; at < text.size();) {
        char* end = nullptr;
        const bool begins =
            std::isdigit(static_cast<unsigned char>(text[at])) != 0 ||
            ((text[at] == '-' || text[at] == '.') && at + 1 < text.size() &&
             (std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0 || text[at + 1] == '.'));
        const double one = begins ? std::strtod(text.c_str() + at, &end) : 0;
        if (begins && end != text.c_str() + at) {
            out.push_back(one);
            at = static_cast<size_t>(end - text.c_str());
        } else {
            ++at;
        }
    }
    return out;
}

/// tests/claims.json: every number and checkable statement of the five essays, read from them, with its place
/// and what a reader who computed it found.
nlohmann::json statements() {
    nlohmann::json out = nlohmann::json::parse(std::ifstream(TESTS_FOLDER "/claims.json"));
    REQUIRE(out.size() > 60);
    return out;
}

std::string open_state(View& view) {
    const std::optional<Request> request = view.take_request();
    REQUIRE(request);
    CHECK(request->kind == "open");
    const ExhibitType* type = find_exhibit(std::get<std::string>(request->arguments.at("exhibit")));
    REQUIRE(type != nullptr);
    const std::string state = std::get<std::string>(request->arguments.at("state"));
    CHECK(!View(*type).restore(state));
    return std::string(type->id) + " " + state;
}

bool says(View& view, std::string_view wanted, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&](const Label& label) { return label.text.find(wanted) != std::string::npos; });
}

}  // namespace

TEST_CASE("check: a claim is where its essay states it, and shows as stated no number that is not there") {
    const nlohmann::json all = statements();
    for (const Claim& claim : claims()) {
        CAPTURE(claim.name);
        const auto row = std::find_if(
            all.begin(), all.end(), [&](const nlohmann::json& one) { return one["id"] == claim.statement; });
        REQUIRE(row != all.end());
        const checking::Essay& essay = checking::essay_of(checking::claim_named(claim.name));
        CHECK((*row)["essay"] == essay.id);
        CHECK((*row)["where"] == claim.section);
        std::vector<double> there;
        for (const std::string stated : (*row)["stated"])
            for (const std::string& part : parts_of(stated, ' '))
                for (const double one : numbers_in(part)) there.push_back(one);
        std::vector<double> shown = numbers_in(claim.words != nullptr ? claim.words : "");
        // (What is compared but not shown, too; but for numbers in units of dₖ.)
        if (std::string_view(claim.name) != "variance")
            for (const std::string& part : parts_of(claim.stated, ' '))
                for (const double one : numbers_in(part)) shown.push_back(one);
        for (const double one : shown) {
            CAPTURE(one);
            CHECK(std::find(there.begin(), there.end(), one) != there.end());
        }
        CHECK((claim.judged == checking::Judged::near) == (claim.stated[0] != 0));
        CHECK((claim.stated[0] != 0 || claim.words != nullptr));
    }
}

TEST_CASE("check: whatever the essays state is a claim, or it is said why it is none") {
    for (const nlohmann::json& one : statements()) {
        CAPTURE(one["id"].get<std::string>());
        const bool claimed = std::any_of(claims().begin(), claims().end(),
                                         [&](const Claim& claim) { return one["id"] == claim.statement; });
        CHECK(claimed != one.contains("not_computed"));
    }
}

TEST_CASE("check: what holds and what differs is what a reader found who computed it") {
    Shown view("check");
    const nlohmann::json all = statements();
    int holding = 0;
    for (const Claim& claim : claims()) {
        CAPTURE(claim.name);
        const auto row = std::find_if(
            all.begin(), all.end(), [&](const nlohmann::json& one) { return one["id"] == claim.statement; });
        // (Where that reader was wrong, "mended" has what is right, with its computation.)
        const bool holds =
            row->at(row->contains("mended") ? "mended" : "verdict").get<std::string>().starts_with("holds");
        holding += holds;
        const std::string found = outcome(view, claim.name);
        CHECK(found == (holds                                              ? "holds"
                        : std::string_view(claim.name) == "output-by-hand" ? "differs by rounding"
                                                                           : "differs"));
        CHECK((claim.why != nullptr) == !holds);  // (the lists keep room for it)
    }
    CHECK(value(view, "claims") == claims().size());
    CHECK(value(view, "claims that hold") == holding);
    CHECK(value(view, "claims that differ") == static_cast<int>(claims().size()) - holding);
    CHECK(value(view, "claims that differ by rounding") == 1);
    CHECK(says(view, "of 58 claims hold; 16 differ"));
}

TEST_CASE("check: names are one of a kind, and each earlier number leads to one claim") {
    std::set<std::string> names;
    std::multiset<std::string> earlier;
    for (const Claim& claim : claims()) {
        CHECK(names.insert(claim.name).second);
        for (const std::string& one : parts_of(claim.earlier, ' '))
            if (!one.empty()) earlier.insert(one);
    }
    CHECK(earlier.size() == 24);
    for (int i = 1; i <= 24; ++i) CHECK(earlier.count(std::to_string(i)) == 1);
    // (What they were when they had numbers; tests/published-states.txt has pages that ask for them.)
    for (const auto& [number, name] :
         {std::pair{"claim=9", "both-ways"}, {"claim=15", "three-times"}, {"claim=24", "deviation-4096"}}) {
        View view(*find_exhibit("check"));
        REQUIRE(!view.restore(number));
        CHECK(view.state().save() == std::string("claim=") + name);
    }
}

TEST_CASE("check: each judgement tells what holds from what does not") {
    using checking::Judged, checking::Numbers;
    const auto judged = [](Judged judged, double limit, const Numbers& numbers, const char* stated = "") {
        return checking::holds(Claim{.name = "",
                                     .statement = "",
                                     .section = "",
                                     .says = "",
                                     .stated = stated,
                                     .judged = judged,
                                     .limit = limit},
                               numbers);
    };
    CHECK(judged(Judged::near, 0, {1.2349, 7}, "1.23 7"));
    CHECK(!judged(Judged::near, 0, {1.2351, 7}, "1.23 7"));
    CHECK(!judged(Judged::near, 0, {1.23, 7.001}, "1.23 7"));
    CHECK(!judged(Judged::near, 0, {1.23}, "1.23 7"));
    CHECK(!judged(Judged::near, 0, {0.6, 0.4}, "1 0"));
    CHECK(judged(Judged::near, 0.02, {101.9}, "100"));
    CHECK(!judged(Judged::near, 0.02, {102.1}, "100"));
    CHECK(judged(Judged::above, 5, {-6, 6}));
    CHECK(!judged(Judged::above, 5, {6, 5}));
    CHECK(judged(Judged::below, 5, {-4, 4}));
    CHECK(!judged(Judged::below, 5, {4, -5}));
    CHECK(judged(Judged::alike, 0.5, {1, 1.5, 0.5}));
    CHECK(!judged(Judged::alike, 0.5, {1, 1.6}));
    CHECK(judged(Judged::rising, 0.1, {1, 1.2, 1.4}));
    CHECK(!judged(Judged::rising, 0.1, {1, 1.2, 1.25}));
    CHECK(judged(Judged::rounds_to, 4, {3.61, 2}));
    CHECK(!judged(Judged::rounds_to, 4, {3.49}));
    for (const Judged one :
         {Judged::near, Judged::above, Judged::below, Judged::alike, Judged::rising, Judged::rounds_to}) {
        CHECK(!judged(one, 0, {}, "1"));
        CHECK(!judged(one, 0, {NAN, NAN}, "1 1"));
    }
}

TEST_CASE("check, E000, E001, E003: what is said and is not so, with what it is") {
    Shown view("check");
    CHECK(value(view, "both-ways 1") == doctest::Approx(0.84).epsilon(0.001));
    CHECK(value(view, "both-ways 2") == 0);
    CHECK(value(view, "zero-ignored") == doctest::Approx(90.9).epsilon(0.001));
    CHECK(value(view, "times the score") == 5);
    CHECK(std::fabs(value(view, "deviation of the listing's scores") - 0.102) < 5e-4);
    CHECK(std::fabs(value(view, "deviation of the listing's scaled scores") - 0.051) < 5e-4);
}

TEST_CASE("check, E004: rounding the weights gives 6.015 and 3.985, without it 6.017 and 3.983") {
    Shown view("check");
    CHECK(std::fabs(value(view, "first component of the output") - 6.017) < 5e-4);
    CHECK(std::fabs(value(view, "second component of the output") - 3.983) < 5e-4);
    CHECK(says(view, "6.0167"));
    CHECK(says(view, "rounding moves it by 0.0017"));
    view.restore("rounded=true");
    CHECK(value(view, "first component of the output") == doctest::Approx(6.015).epsilon(1e-6));
    CHECK(value(view, "second component of the output") == doctest::Approx(3.985).epsilon(1e-6));
    CHECK(value(view, "claims that hold") == 43);
    CHECK(value(view, "claims that differ by rounding") == 0);
    CHECK(outcome(view, "output-by-hand") == "holds");
    CHECK(outcome(view, "output-of-the-code") == "differs");
    CHECK(outcome(view, "output-of-i") == "holds");
}

TEST_CASE("check: a line leads to its exhibit once, when it is pressed and never else") {
    Shown view("check");
    view.describe(true);
    settle(view);
    CHECK(!view.take_request());
    const int open = index_of(view, "open");
    press(view, view.parameter_rect(open).centre());
    release(view, view.parameter_rect(open).centre());
    CHECK(open_state(view) == "values data=hand;component=0");
    CHECK(!view.take_request());
    settle(view);
    view.restore("claim=softmax-of-five");
    settle(view);
    view.restore("claim=output-by-hand;rounded=true");
    settle(view);
    CHECK(!view.take_request());
    view.act(open);  // its native button
    CHECK(open_state(view) == "values data=hand;component=0;hand=0.401,0.198,0.401");
    view.restore("claim=output-of-i;rounded=true");
    view.act(open);
    CHECK(open_state(view) == "values hand=0.07,0.707,0.223/0,0,0/0,0,0");
}

TEST_CASE("check: rounded by hand, a line leads to where the weights are set so") {
    Shown view("values", "data=hand;component=0;hand=0.401,0.198,0.401");
    CHECK(value(view, "output 1") == doctest::Approx(6.015).epsilon(1e-6));
    Shown love("values", "hand=0.07,0.707,0.223/0,0,0/0,0,0");
    Shown check("check", "rounded=true");
    const Description description = check.describe(true);
    CHECK(value(love, "output 2") ==
          doctest::Approx(column_of(description, "output-of-i", 2)[0]).epsilon(1e-6));
}

TEST_CASE(
    "check: a link in another line chooses that line and leads from there; a cell of the tally shows its "
    "essay") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("check", "", width);
        view.describe(true);
        std::set<std::string> reached;
        for (const checking::Essay& essay : checking::essays()) {
            const std::string first = "claim=" + std::string(claims()[static_cast<size_t>(essay.first)].name);
            const float height = view.natural_height(width);
            for (float y = 0; y < height; y += 20) {
                view.restore(first);  // what is open takes room: where another line is depends on it
                press(view, {width - 60, y});
                release(view, {width - 60, y});
                const std::optional<Request> request = view.take_request();
                if (!request) continue;
                reached.insert(std::get<std::string>(request->arguments.at("exhibit")) + " " +
                               std::get<std::string>(request->arguments.at("state")));
            }
        }
        for (const Claim& claim : claims()) {
            CAPTURE(claim.name);
            CHECK(reached.contains(std::string(claim.exhibit) + " " + claim.state));
        }
    }
    Shown view("check", "", 960);
    settle(view);
    std::set<std::string> chosen;
    for (float x = 4; x < 960; x += 6) {
        press(view, {x, 130});
        release(view, {x, 130});
        chosen.insert(view.state().save());
    }
    CHECK(chosen.size() == claims().size());
}

TEST_CASE("check: as high whatever is chosen and listed") {
    for (const float width : {960.0f, 720.0f, 360.0f, 288.0f}) {
        Shown view("check", "", width);
        view.describe(true);
        settle(view);
        const float height = view.natural_height(width);
        for (const Claim& claim : claims()) {
            for (const char* list : {"", ";list=differing"}) {
                CAPTURE(std::string(claim.name));
                CAPTURE(std::string(list));
                CAPTURE(width);
                view.restore("claim=" + std::string(claim.name) + list);
                LabelPainter painter;
                CHECK(view.draw_with(painter, width) == height);
                CHECK(painter.outside({0, 0, width, height}) == "");  // and nothing lies on the foot:
                CHECK(painter.collision() == "");
            }
        }
    }
}

TEST_CASE("check: the list of those that differ has all of these, what else is chosen, and nothing else") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("check", "list=differing;claim=sum-of-five", width);
        view.describe(true);
        settle(view);
        const Description description = view.describe();
        const Table& all = table(description, "Claims");
        std::vector<std::string> texts = sentences::drawn_texts(view, width);
        const auto drawn = [&](std::string says) {
            for (size_t at = says.find("\u00a0"); at != std::string::npos; at = says.find("\u00a0"))
                says.replace(at, 2, " ");
            // (Narrow, what is stated stands below it and is read as its next line.)
            return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
                return text == says || text.starts_with(says + " stated");
            });
        };
        for (size_t i = 0; i < claims().size(); ++i) {
            CAPTURE(std::string(claims()[i].name));
            CAPTURE(width);
            const bool differs = text_of(all.rows[i][4]) != "holds";
            CHECK(drawn(claims()[i].says) ==
                  (differs || std::string_view(claims()[i].name) == "sum-of-five"));
        }
        // Rounded by hand, the chosen one stays where it was though it holds now.
        view.restore("list=differing;rounded=true");
        texts = sentences::drawn_texts(view, width);
        CHECK(drawn("the output for q₂ = (1, 0)"));
        view.restore("list=differing;rounded=true;claim=sum-of-five");
        texts = sentences::drawn_texts(view, width);
        CHECK(!drawn("the output for q₂ = (1, 0)"));
    }
}

TEST_CASE("check: the axis goes from what is stated to what is computed, and names both") {
    Shown view("check");
    view.describe(true);
    CHECK(says(view, "stated 6.015"));
    CHECK(says(view, "computed 6.01668"));
    CHECK(says(view, "0.0017"));
    view.restore("rounded=true");
    CHECK(says(view, "computed 6.01500"));
    CHECK(!says(view, "0.0000"));  // there is no way to speak of
    view.restore("claim=hundreds");
    CHECK(says(view, "more than 100"));
    CHECK(says(view, "computed 22.6"));
    // Of several numbers the one that is farthest off.
    view.restore("claim=one-token-wins");
    CHECK(says(view, "more than 44.6"));
    view.restore("showChosen=false");
    CHECK(!says(view, "stated 6.015"));
}

TEST_CASE("check: what the host cannot open is said in words, until another claim is chosen") {
    for (const float width : {960.0f, 320.0f}) {
        Shown view("check", "", width);
        view.act(index_of(view, "open"));
        const std::optional<Request> request = view.take_request();
        REQUIRE(request);
        view.receive({request->generation, 1, true, {}, "No window can be opened."});
        CHECK(view.describe().summary.find("No window can be opened.") != std::string::npos);
        CHECK(says(view, "No window can be opened.", width));
        view.restore("claim=zero-ignored");
        CHECK(!says(view, "No window can be opened.", width));
    }
}
