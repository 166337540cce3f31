// Who trains the model of `learn`: a worker of the host, if it has one, or this thread, in slices between
// frames. Both come to the same numbers.
#pragma once

#include <optional>

#include "explainer/exhibits/learn_model.h"
#include "explainer/request.h"

namespace explainer::learn {

class Trainer {
  public:
    /// A host is offered the training for one frame, before this thread takes it up.
    void state_changed() { offered_ = alone_; }
    /// A slice, unless a host trains; whether there is more to do, or to wait for.
    bool advance(Model& model, float effort);

    /// What to ask of the host, if that has changed: to train until the step that is wanted, or to stop.
    std::optional<Request> take_request(const Model& model);
    void receive(Model& model, const Reply& reply);

  private:
    /// Which course the host was asked to go on with, and until which step; 0: nothing.
    struct Asked {
        int course = 0, until = 0;
        bool operator==(const Asked&) const = default;
    };
    Asked asked_;
    bool alone_ = false;    // the host has no worker, or it failed
    bool offered_ = false;  // since the state changed
};

}  // namespace explainer::learn
