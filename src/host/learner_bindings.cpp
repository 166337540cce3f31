// The learner's face to JavaScript, a module of its own: plain C exports. Who trains with it is
// web/learner/training-worker.ts.
#include <emscripten/emscripten.h>

#include "../model/learner.h"

using namespace model;

extern "C" {

EMSCRIPTEN_KEEPALIVE Learner* learner_new(int task, int layers, int heads, unsigned seed, float rate,
                                          int mlp) {
    return new Learner({static_cast<Task>(task), layers, heads, seed, rate, mlp != 0});
}

EMSCRIPTEN_KEEPALIVE void learner_delete(Learner* learner) {
    delete learner;
}

// The loss before the step, nats an answer.
EMSCRIPTEN_KEEPALIVE double learner_step(Learner* learner) {
    return learner->step();
}

EMSCRIPTEN_KEEPALIVE int learner_parameter_count(const Learner* learner) {
    return static_cast<int>(learner->parameters().size());
}

// learner_parameter_count() floats.
EMSCRIPTEN_KEEPALIVE const float* learner_parameters(const Learner* learner) {
    return learner->parameters().data();
}

}  // extern "C"
