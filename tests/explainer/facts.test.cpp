// The essays' numbers (tests/facts.json), out of what the exhibits say of themselves.
// tests/browser/facts.test.mjs asks the browser the same.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "helpers.h"

using namespace explainer;

namespace {

/// Where a fact is to be read: named values, a column of a table, or a row behind its first cell.
std::vector<double> read(const Description& d, const nlohmann::json& fact) {
    std::vector<double> out;
    if (fact.contains("values")) {
        for (const std::string name : fact["values"]) {
            for (const auto& [known, value, python] : d.values) {
                if (known == name) out.push_back(value);
            }
        }
        return out;
    }
    const Table& t = table(d, fact["table"].get<std::string>());
    if (fact.contains("column")) {
        const std::string name = fact["column"];
        for (size_t c = 0; c < t.columns.size(); ++c) {
            if (t.columns[c] != name) continue;
            for (size_t r = 0; r < t.rows.size(); ++r) out.push_back(number(t, r, c));
        }
        return out;
    }
    const std::string name = fact["row"];
    for (size_t r = 0; r < t.rows.size(); ++r) {
        const auto* label = std::get_if<std::string>(&t.rows[r].front());
        if (label == nullptr || *label != name) continue;
        for (size_t c = 1; c < t.rows[r].size(); ++c) out.push_back(number(t, r, c));
    }
    return out;
}

}  // namespace

TEST_CASE("facts of the essays") {
    const nlohmann::json facts = nlohmann::json::parse(std::ifstream(TESTS_FOLDER "/facts.json"));
    REQUIRE(facts.size() > 30);
    for (const nlohmann::json& fact : facts) {
        const std::string name = fact["essay"].get<std::string>() + ": " + fact["fact"].get<std::string>();
        SUBCASE(name.c_str()) {
            Shown view(fact["exhibit"].get<std::string>(), fact["state"].get<std::string>());
            const std::vector<double> found = read(view.describe(true), fact);
            const std::vector<double> expected = fact["expected"];
            REQUIRE(found.size() >= expected.size());
            for (size_t i = 0; i < expected.size(); ++i)
                CHECK(std::fabs(found[i] - expected[i]) <= fact["within"].get<double>());
        }
    }
}
