// See unique_function.h.
#include "explainer/unique_function.h"

#include <utility>

namespace explainer {

[[gnu::noinline]] HeldFunction* HeldFunction::make(size_t captures, Any call,
                                                   void (*destroy)(HeldFunction*)) {
    return new (::operator new(sizeof(HeldFunction) + captures)) HeldFunction{call, destroy};
}

void HeldFunction::release(HeldFunction* held) {
    ::operator delete(held);
}

[[gnu::noinline]] void HeldFunction::replace(HeldFunction*& place, HeldFunction* held) {
    HeldFunction* const before = std::exchange(place, held);
    if (before != nullptr) before->destroy(before);
}

}  // namespace explainer
