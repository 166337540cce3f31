// Something that can be called, whatever it is, owned and moved but never copied: what std::function is
// without its copies. A sheet is made of hundreds of these, and each copy that nobody makes was code that
// every reader loaded (an eighth of the module).
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace explainer {

template <class Signature>
class UniqueFunction;

template <class Result, class... Arguments>
class UniqueFunction<Result(Arguments...)> {
  public:
    UniqueFunction() = default;
    UniqueFunction(std::nullptr_t) {}
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, UniqueFunction>) UniqueFunction(Callable callable)
        : held_(std::make_unique<Held<Callable>>(std::move(callable))) {}

    /// Only if there is something to call.
    Result operator()(Arguments... arguments) const {
        return held_->call(std::forward<Arguments>(arguments)...);
    }
    explicit operator bool() const { return held_ != nullptr; }

  private:
    struct Base {
        virtual ~Base() = default;
        virtual Result call(Arguments... arguments) = 0;
    };
    template <class Callable>
    struct Held final : Base {
        explicit Held(Callable what) : callable(std::move(what)) {}
        Result call(Arguments... arguments) override {
            return callable(std::forward<Arguments>(arguments)...);
        }
        Callable callable;
    };

    std::unique_ptr<Base> held_;
};

}  // namespace explainer
