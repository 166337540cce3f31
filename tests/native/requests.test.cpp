// What the native host answers: to open another exhibit, by whoever can, or in words.
#include <doctest/doctest.h>

#include "host/native_requests.h"

namespace {

using namespace explainer;

View& asking(View& view) {
    view.restore("claim=18");
    const int open = view.state().find("open");
    REQUIRE(open >= 0);
    view.act(open);
    return view;
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

}  // namespace
