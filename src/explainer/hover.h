// What the pointer is on, in an exhibit's own terms. It is known only once a frame is drawn, and shown in the
// frame after it. One word for it in all exhibits: `hover_->key` is shown, `hover_.note().key` is found.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace explainer {

/// All hovers of an exhibit; they turn together.
class Hovers {
  public:
    Hovers() = default;
    Hovers(const Hovers&) = delete;
    Hovers& operator=(const Hovers&) = delete;

    /// A frame begins: it shows what the last one found.
    void turn() const {
        for (Any* one : all_) one->turn();
    }
    /// Whether the frame after this one would show something else: what is lit may have moved what is under
    /// the pointer.
    bool moving() const {
        return std::any_of(all_.begin(), all_.end(), [](const Any* one) { return one->moving(); });
    }
    /// Nothing is pointed at, whatever has been found.
    void forget() const {
        for (Any* one : all_) one->forget();
    }
    /// Shows nothing as pointed at as long as it lives, and what was shown again after that.
    class Hidden {
      public:
        explicit Hidden(const Hovers& hovers) : hovers_(hovers) { swap(); }
        ~Hidden() { swap(); }
        Hidden(const Hidden&) = delete;
        Hidden& operator=(const Hidden&) = delete;

      private:
        void swap() const {
            for (Any* one : hovers_.all_) one->swap_hidden();
        }
        const Hovers& hovers_;
    };

  private:
    template <class T>
    friend class Hover;

    struct Any {
        virtual void turn() = 0;
        virtual bool moving() const = 0;
        virtual void forget() = 0;
        virtual void swap_hidden() = 0;

      protected:
        ~Any() = default;
    };
    std::vector<Any*> all_;
};

/// T{} is nothing; T can be compared.
template <class T>
class Hover final : private Hovers::Any {
  public:
    explicit Hover(Hovers& with) { with.all_.push_back(this); }
    Hover(const Hover&) = delete;
    Hover& operator=(const Hover&) = delete;

    const T& shown() const { return shown_; }
    const T* operator->() const { return &shown_; }
    /// What this frame finds. (Const: a drawing that notes it draws no other picture.)
    T& note() const { return noted_; }
    void forget() override { shown_ = noted_ = {}; }
    /// What was pointed at may be gone since: `gone(T)` says whether it is.
    template <class Gone>
    void forget_if(const Gone& gone) {
        for (T* one : {&shown_, &noted_})
            if (gone(*one)) *one = {};
    }

  private:
    void turn() override { shown_ = std::exchange(noted_, {}); }
    bool moving() const override { return !(shown_ == noted_); }
    void swap_hidden() override { std::swap(shown_, hidden_); }

    T shown_ = {}, hidden_ = {};
    mutable T noted_ = {};
};

}  // namespace explainer
