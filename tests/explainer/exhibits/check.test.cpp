// Check: each claim against what the exhibit shows that it leads to, what the essays state, rounding by hand,
// pressing lines, and asking the host to open what they lead to.
#include "explainer/exhibits/check.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "../helpers.h"
#include "../label_painter.h"

using namespace explainer;
using checking::Claim;
using checking::claims;
using checking::How;

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

/// What the exhibit itself says under one of a claim's names; the test fails if it says nothing.
double said(const Description& description, const Claim& claim, const std::string& name) {
    const std::vector<std::string> place = parts_of(name, '/');
    for (const auto& [known, number] : description.values)
        if (place.size() == 1 && known == name) return number;
    if (place.size() == 2) {
        const Table& found = table(description, claim.table);
        for (size_t r = 0; r < found.rows.size(); ++r)
            for (size_t c = 1; c < found.columns.size() && text_of(found.rows[r][0]) == place[0]; ++c)
                if (found.columns[c] == place[1]) return number(found, r, c);
    }
    FAIL("nothing called " << name);
    return 0;
}

/// The rows of the table "Numbers" that belong to a claim, in its column.
std::vector<double> column_of(const Description& description, const Claim& claim, size_t column) {
    std::vector<double> out;
    const Table& all = table(description, "Numbers");
    for (size_t r = 0; r < all.rows.size(); ++r)
        if (text_of(all.rows[r][0]) == claim.says) out.push_back(number(all, r, column));
    return out;
}

std::string outcome(View& view, size_t claim) {
    const Description description = view.describe(true);
    return text_of(table(description, "Claims").rows[claim][4]);
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

constexpr size_t both_ways = 8, love_output = 13, three_times = 14, raw = 18, scaled = 19, output = 22;

}  // namespace

TEST_CASE("check: every claim is what the exhibit shows that it leads to, in the state that it leads to") {
    Shown view("check");
    const Description description = view.describe(true);
    for (const Claim& claim : claims()) {
        CAPTURE(claim.says);
        const std::vector<double> computed = column_of(description, claim, 2);
        REQUIRE(static_cast<int>(computed.size()) == checking::numbers_of(claim.stated).count);
        Shown other(claim.exhibit, claim.state);
        const Description shown = other.describe(true);
        std::vector<double> wanted;
        if (claim.how == How::sampled || claim.how == How::sampled2) {
            for (const std::string& d : parts_of(claim.from, ' ')) {
                Shown width("scaling", "d=" + d);
                wanted.push_back(value(width, "standard deviation of q·k"));
                if (claim.how == How::sampled2)
                    wanted.push_back(value(width, "standard deviation of q·k ÷ √d_k"));
                CHECK(value(width, "pairs drawn") == 20000);
            }
        } else {
            for (const std::string& name : parts_of(claim.from, '|'))
                wanted.push_back(said(shown, claim, name) * (claim.how == How::percent ? 100 : 1));
            if (claim.how == How::ratio) wanted = {wanted[0] / wanted[1]};
        }
        REQUIRE(wanted.size() == computed.size());
        for (size_t i = 0; i < wanted.size(); ++i) CHECK(computed[i] == doctest::Approx(wanted[i]));
    }
}

TEST_CASE("check: no number is shown as stated that its essay does not state") {
    // tests/claims.json: every number and checkable statement of the five essays, read from them, with its
    // place.
    const nlohmann::json all = nlohmann::json::parse(std::ifstream(TESTS_FOLDER "/claims.json"));
    REQUIRE(all.size() > 60);
    const auto numbers_in = [](std::string text) {
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
    };
    for (const Claim& claim : claims()) {
        const std::string shown = claim.words != nullptr ? claim.words : claim.stated;
        for (const double number : numbers_in(shown)) {
            CAPTURE(claim.says);
            CAPTURE(number);
            bool found = false;
            for (const nlohmann::json& one : all) {
                if (one["essay"] != claim.essay) continue;
                for (const std::string stated : one["stated"])
                    for (const std::string& part : parts_of(stated, ' '))
                        for (const double other : numbers_in(part)) found = found || other == number;
            }
            CHECK(found);
        }
    }
}

TEST_CASE("check: 19 of 24 claims hold, and these five do not") {
    Shown view("check");
    CHECK(value(view, "claims") == 24);
    CHECK(value(view, "claims that hold") == 19);
    CHECK(value(view, "claims that differ") == 5);
    CHECK(value(view, "claims that differ by rounding") == 1);
    for (size_t i = 0; i < claims().size(); ++i) {
        CAPTURE(claims()[i].says);
        const bool off = i == both_ways || i == three_times || i == raw || i == scaled;
        CHECK(outcome(view, i) == (off ? "differs" : i == output ? "differs by rounding" : "holds"));
        CHECK((claims()[i].reason != nullptr) == (off || i == output));
    }
    CHECK(says(view, "19 of 24 claims hold; 5 differ"));
}

TEST_CASE("check, E000, E001, E003: what is said and is not so, with what it is") {
    Shown view("check");
    const Description description = view.describe(true);
    CHECK(column_of(description, claims()[both_ways], 2)[0] == doctest::Approx(0.84).epsilon(0.001));
    CHECK(column_of(description, claims()[both_ways], 2)[1] == 0);
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
    CHECK(value(view, "claims that hold") == 20);
    CHECK(value(view, "claims that differ by rounding") == 0);
    CHECK(outcome(view, output) == "holds");
    CHECK(outcome(view, love_output) == "holds");
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
    view.restore("claim=4");
    settle(view);
    view.restore("claim=23;rounded=true");
    settle(view);
    CHECK(!view.take_request());
    view.act(open);  // its native button
    CHECK(open_state(view) == "values data=hand;component=0;hand=0.401,0.198,0.401");
    view.restore("claim=14;rounded=true");
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
          doctest::Approx(column_of(description, claims()[love_output], 2)[0]).epsilon(1e-6));
}

TEST_CASE("check: a link in another line chooses that line and leads from there") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("check", "", width);
        settle(view);
        std::set<std::string> reached;
        const float right = width - 60;
        for (float y = 0; y < view.natural_height(width); y += 20) {
            view.restore("");  // what is open takes room: where another line is depends on it
            press(view, {right, y});
            release(view, {right, y});
            const std::optional<Request> request = view.take_request();
            if (!request) continue;
            reached.insert(std::get<std::string>(request->arguments.at("exhibit")) + " " +
                           std::get<std::string>(request->arguments.at("state")));
        }
        for (const Claim& claim : claims()) {
            CAPTURE(claim.says);
            CHECK(reached.contains(std::string(claim.exhibit) + " " + claim.state));
        }
    }
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
        view.restore("claim=2");
        CHECK(!says(view, "No window can be opened.", width));
    }
}
