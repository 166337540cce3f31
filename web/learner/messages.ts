// What the page and the worker that trains for it say to each other.

/** What is trained, as the learner of the model's module counts tasks. */
export interface Training {
    task: number;
    layers: number;
    heads: number;
    seed: number;
    rate: number;
    /** 1: an MLP after each attention layer; 0: none. */
    mlp: number;
}

/** Train until that step and tell what there is after each `every` steps behind `from`; ends the work before it. */
export interface Wanted {
    id: number;
    training: Training;
    from: number;
    until: number;
    every: number;
}

/** `every` steps: the loss before each, and the parameters behind the last. */
export interface Trained {
    losses: Float32Array;
    parameters: Float32Array;
}

/** News of the work with that id: steps, its end, or why it failed. */
export type Told = { id: number } & ({ trained: Trained } | { done: true } | { error: string });
