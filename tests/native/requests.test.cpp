// The native host's answers to what exhibits ask for: there at once, possible, and complete, or in words.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "explainer/view.h"
#include "host/native_requests.h"

using namespace explainer;

namespace {

int index_of(const View& view, std::string_view name) {
    for (int i = 0; i < view.state().count(); ++i) {
        if (view.state().parameter(i).name == name) return i;
    }
    FAIL("no parameter called " << std::string(name));
    return -1;
}

View& asking(View& view) {
    view.restore("claim=divided-within-one");
    const int open = view.state().find("open");
    REQUIRE(open >= 0);
    view.act(open);
    return view;
}

}  // namespace

TEST_CASE("time-lengths: six ways are timed at growing lengths, the reader's own among them") {
    View view(*find_exhibit("cost"));
    REQUIRE(!view.restore("n=100;d=8;window=16"));
    host::answer_requests(view);
    CHECK(view.describe().summary.find("No time is measured yet.") != std::string::npos);
    view.act(index_of(view, "measure"));
    host::answer_requests(view);
    const Description description = view.describe();
    CHECK(description.summary.find("Times were measured on this machine.") != std::string::npos);
    const Table& dots = description.tables.back();
    REQUIRE(dots.title == "Measured on this machine");
    std::set<std::string> ways;
    bool own = false;
    for (const std::vector<Cell>& row : dots.rows) {
        ways.insert(std::get<std::string>(row[0]));
        own = own || std::get<double>(row[1]) == 100;
        CHECK(std::get<double>(row[2]) > 0);
        CHECK(std::isfinite(std::get<double>(row[2])));
    }
    CHECK(ways.size() == 7);  // and one step of decoding
    CHECK(ways.count("one step of decoding") == 1);
    CHECK(own);
    view.act(index_of(view, "stop"));
    host::answer_requests(view);
    CHECK(view.describe().tables.back().rows.size() == dots.rows.size());
}

TEST_CASE("time-lengths: a request that makes no sense is answered in words") {
    struct Asking final : Exhibit {
        std::string error;
        bool asked = false;
        void compute(const State&) override {}
        std::optional<Request> take_request() override {
            if (asked) return std::nullopt;
            asked = true;
            return Request{"time-lengths",
                           {{"n", -1.0}, {"d", std::nan("")}, {"window", std::string("wide")}}};
        }
        void receive(const Reply& reply) override { error = reply.error; }
        Description describe() const override { return {error, {}}; }
    };
    const ExhibitType type{"asking", "", "", {}, {}, [] { return std::unique_ptr<Exhibit>(new Asking); }};
    View view(type);
    host::answer_requests(view);
    CHECK(view.describe().summary == "time-lengths needs n, d and window.");
}

TEST_CASE("open: the window is told the exhibit and its state, once") {
    View view(*find_exhibit("check"));
    std::string opened;
    const host::Opener opener = [&opened](const ExhibitType& type, const std::string& state) {
        opened += std::string(type.id) + " " + state + "|";
    };
    host::answer_requests(asking(view), opener);
    host::answer_requests(view, opener);
    CHECK(opened == "scaling d=512;row=0|");
}

TEST_CASE("open: where there is no window it is said in words") {
    View view(*find_exhibit("check"));
    host::answer_requests(asking(view));
    CHECK(view.describe().summary.find("Only a window can show another exhibit.") != std::string::npos);
}
