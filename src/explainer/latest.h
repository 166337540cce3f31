// The last answer and the question it was to: what the next frame asks again is not made again. Drawing may
// keep one, as it draws the same with or without it.
#pragma once

#include <optional>
#include <utility>

namespace explainer {

/// Key tells everything that the answer depends on.
template <class Key, class T>
class Latest {
  public:
    template <class Make>
    const T& of(Key key, const Make& make) const {
        if (!answer_ || !(key == key_)) answer_ = make();
        key_ = std::move(key);
        return *answer_;
    }

  private:
    mutable Key key_ = {};
    mutable std::optional<T> answer_;
};

}  // namespace explainer
