// Callables that are owned, and those that are only called.
#include "explainer/unique_function.h"

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "explainer/function_ref.h"

using explainer::FunctionRef;
using explainer::UniqueFunction;

namespace {

/// Counts how often what it is captured in is destroyed; what was moved from does not count.
class Counted {
  public:
    explicit Counted(int& count) : count_(&count) {}
    Counted(Counted&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
    ~Counted() {
        if (count_ != nullptr) ++*count_;
    }

  private:
    int* count_;
};

}  // namespace

TEST_CASE("a function can be empty, and can be called through a const one") {
    UniqueFunction<int(int)> none, null = nullptr;
    CHECK(!none);
    CHECK(!null);
    int base = 2;
    const UniqueFunction<int(int)> adds = [&base](int x) { return base + x; };
    CHECK(adds);
    CHECK(adds(3) == 5);
    base = 10;
    CHECK(adds(3) == 13);
}

TEST_CASE("captures of any size and kind are held") {
    const UniqueFunction<int()> nothing = [] { return 7; };
    CHECK(nothing() == 7);
    std::array<double, 40> many{};
    many[39] = 1.5;
    const UniqueFunction<double()> large = [many] { return many[39]; };
    CHECK(large() == 1.5);
    const UniqueFunction<std::string(std::string)> text =
        [before = std::string(100, 'a')](std::string after) { return before + after; };
    CHECK(text("b") == std::string(100, 'a') + "b");
    int n = 0;
    const UniqueFunction<int()> counts = [&n] { return ++n; };
    CHECK(counts() == 1);
    CHECK(counts() == 2);
    const UniqueFunction<std::unique_ptr<int>(std::unique_ptr<int>)> hands_on = [](std::unique_ptr<int> x) {
        return x;
    };
    CHECK(*hands_on(std::make_unique<int>(4)) == 4);
}

TEST_CASE("what is captured is destroyed once: by destruction, assignment, or whoever took it") {
    int destroyed = 0;
    const auto make = [&destroyed](int value) -> UniqueFunction<int()> {
        return [value, counted = Counted(destroyed)] { return value; };
    };
    {
        UniqueFunction<int()> one = make(1);
        CHECK(destroyed == 0);
        UniqueFunction<int()> moved = std::move(one);
        CHECK(!one);  // NOLINT: that is the question
        CHECK(moved() == 1);
        one = make(2);
        CHECK(one() == 2);
        CHECK(destroyed == 0);
        moved = std::move(one);
        CHECK(destroyed == 1);
        CHECK(moved() == 2);
        moved = nullptr;
        CHECK(destroyed == 2);
        CHECK(!moved);
        moved = [] { return 3; };
        CHECK(moved() == 3);
        UniqueFunction<int()>& same = moved;
        moved = std::move(same);
        CHECK(moved() == 3);
        moved = make(4);
    }
    CHECK(destroyed == 3);
    const auto takes = [](UniqueFunction<int()> given) { return given(); };
    CHECK(takes(make(5)) == 5);
    CHECK(destroyed == 4);
}

TEST_CASE("a reference to a function calls it and keeps nothing") {
    const auto twice = [](FunctionRef<int(int)> f) { return f(f(3)); };
    int calls = 0;
    const auto doubles = [&calls](int x) {
        ++calls;
        return 2 * x;
    };
    CHECK(twice(doubles) == 12);
    CHECK(calls == 2);
    const UniqueFunction<int(int)> owned = [](int x) { return x + 1; };
    CHECK(twice(owned) == 5);
}
