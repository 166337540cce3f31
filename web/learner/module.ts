// The compiled module as TypeScript sees it: the C exports of src/host/learner_bindings.cpp. Addresses come back signed: use `>>> 0`.

export interface LearnerModule {
    /** Replaced when memory grows, which detaches the old one. */
    HEAPF32: Float32Array;
    _learner_new(task: number, layers: number, heads: number, seed: number, rate: number, mlp: number): number;
    _learner_delete(learner: number): void;
    /** The loss before the step. */
    _learner_step(learner: number): number;
    _learner_parameter_count(learner: number): number;
    _learner_parameters(learner: number): number;
}
