// See learn_trainer.h.
#include "explainer/exhibits/learn_trainer.h"

#include <span>
#include <string>
#include <utility>

namespace explainer::learn {

bool Trainer::advance(Model& model, float effort) {
    if (asked_.until > 0) return true;
    if (!std::exchange(offered_, true)) return model.trained < model.wanted;
    return model.train(effort);
}

std::optional<Request> Trainer::take_request(const Model& model) {
    const bool more = !alone_ && model.trained < model.wanted;
    const Asked now = more ? Asked{model.course(), model.wanted} : Asked{};
    if (more ? now == asked_ : asked_.until == 0) return std::nullopt;
    asked_ = now;
    if (!more) return Request{std::string(stop_request), {}};
    const auto number = [](auto value) { return static_cast<double>(value); };
    const model::LearnerSettings& of = model.settings();
    return Request{"train",
                   {{"task", number(of.task)},
                    {"layers", number(of.layers)},
                    {"heads", number(of.heads)},
                    {"seed", number(of.seed)},
                    {"rate", number(of.rate)},
                    {"mlp", number(of.mlp)},
                    {"from", number(model.newest_kept())},
                    {"until", number(now.until)},
                    {"every", number(checkpoint_every)}}};
}

void Trainer::receive(Model& model, const Reply& reply) {
    std::span<const float> losses, parameters;
    for (const Tensor& one : reply.tensors) (one.name == "losses" ? losses : parameters) = one.data;
    if (!parameters.empty()) model.take(losses, parameters);
    // Who says it is done and is not would be asked again for ever.
    alone_ |= !reply.error.empty() || (reply.done && model.trained < asked_.until);
    if (reply.done || model.trained >= asked_.until) asked_ = {};
}

}  // namespace explainer::learn
