// Something to call that belongs to somebody else: what a function takes that calls it before it returns.
// Two words, never kept. What is kept is a UniqueFunction.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace explainer {

template <class Signature>
class FunctionRef;

template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
  public:
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef>) FunctionRef(const Callable& callable)
        : callable_(&callable), call_([](const void* it, Arguments... arguments) -> Result {
              return (*static_cast<const Callable*>(it))(std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const {
        return call_(callable_, std::forward<Arguments>(arguments)...);
    }

  private:
    const void* callable_;
    Result (*call_)(const void*, Arguments...);
};

}  // namespace explainer
