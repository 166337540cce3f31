// Something that can be called, whatever it is, owned and moved but never copied: what std::function is
// without its copies. A sheet is made of hundreds of these, so each is as little as can be: one pointer to
// what was captured, with the functions that call and destroy it before it. (A class with virtual functions
// would be a table more for each; a buffer for small captures, more to write, move and ask about.)
#pragma once

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace explainer {

/// What is before the captures.
struct HeldFunction {
    using Any = void (*)();
    Any call;
    void (*destroy)(HeldFunction*);  // and frees it

    /// With room for so much behind it. Not inlined: it would be, hundreds of times.
    static HeldFunction* make(size_t captures, Any call, void (*destroy)(HeldFunction*));
    /// What `destroy` is where captures need no destructor.
    static void release(HeldFunction* held);
    /// Destroys what is in `place`.
    static void replace(HeldFunction*& place, HeldFunction* held);
};

template <class Signature>
class UniqueFunction;

// (Handed over in a register, and destroyed by whoever it is handed to.)
template <class Result, class... Arguments>
class [[clang::trivial_abi]] UniqueFunction<Result(Arguments...)> {
  public:
    UniqueFunction() = default;
    UniqueFunction(std::nullptr_t) {}
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, UniqueFunction>) UniqueFunction(Callable callable)
        : held_(held(std::move(callable))) {}
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, UniqueFunction>) UniqueFunction& operator=(
        Callable callable) {
        HeldFunction::replace(held_, held(std::move(callable)));
        return *this;
    }
    UniqueFunction(UniqueFunction&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
    UniqueFunction& operator=(UniqueFunction&& other) noexcept {
        HeldFunction::replace(held_, std::exchange(other.held_, nullptr));
        return *this;
    }
    UniqueFunction& operator=(std::nullptr_t) {
        HeldFunction::replace(held_, nullptr);
        return *this;
    }
    ~UniqueFunction() {
        if (held_ != nullptr) held_->destroy(held_);
    }

    /// Only if there is something to call.
    Result operator()(Arguments... arguments) const {
        return reinterpret_cast<Result (*)(HeldFunction*, Arguments...)>(held_->call)(
            held_, std::forward<Arguments>(arguments)...);
    }
    explicit operator bool() const { return held_ != nullptr; }

  private:
    template <class Callable>
    static HeldFunction* held(Callable&& callable) {
        static_assert(alignof(Callable) <= alignof(std::max_align_t) &&
                      alignof(Callable) <= sizeof(HeldFunction));
        HeldFunction* out = HeldFunction::make(
            sizeof(Callable), reinterpret_cast<HeldFunction::Any>(call<Callable>),
            std::is_trivially_destructible_v<Callable> ? HeldFunction::release : destroy<Callable>);
        new (out + 1) Callable(std::move(callable));
        return out;
    }
    template <class Callable>
    static Callable& captured(HeldFunction* held) {
        return *std::launder(reinterpret_cast<Callable*>(held + 1));
    }
    template <class Callable>
    static Result call(HeldFunction* held, Arguments... arguments) {
        // (As it was the last time: what is called may be called again.)
        return std::as_const(captured<Callable>(held))(std::forward<Arguments>(arguments)...);
    }
    template <class Callable>
    static void destroy(HeldFunction* held) {
        captured<Callable>(held).~Callable();
        HeldFunction::release(held);
    }

    HeldFunction* held_ = nullptr;
};

}  // namespace explainer
