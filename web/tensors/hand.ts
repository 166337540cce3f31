// A hand on the engine for what is done in several steps: it waits until the engine and some modules are there, and notices when the engine was lost
// between two steps.

import type { engine, EngineClient } from "../element/life/engine.js";
import type { ExplainerError } from "../element/errors.js";
import type { EngineModule } from "../element/types.js";

/** The page's engine. */
export type HeldEngine = Pick<typeof engine, "attach" | "detach" | "run">;

/** The engine was lost; what was begun in it is gone. */
export class EngineLost extends Error {}

export class Hand implements EngineClient {
    readonly figures: readonly string[];
    readonly speech: readonly string[] = [];
    readonly wantsSvg = false; // it draws nothing
    #module: EngineModule | null = null;
    #taken = false;
    #ready: (module: EngineModule) => void = () => {};
    #failed: (error: ExplainerError) => void = () => {};

    readonly #engine: HeldEngine;

    constructor(engine: HeldEngine, modules: readonly string[]) {
        this.#engine = engine;
        this.figures = modules;
    }

    /** Resolves with the engine's module; let go() follows. */
    take(): Promise<EngineModule> {
        return new Promise((resolve, reject) => {
            this.#ready = resolve;
            this.#failed = reject;
            this.#engine.attach(this);
        });
    }

    /** One step on the module that take() gave. An error, and no EngineLost, if it is this step that the engine does not outlive. */
    do<T>(work: (module: EngineModule) => T): T {
        if (!this.#module) throw new EngineLost("the engine started again");
        const done = this.#engine.run(this, (module) => ({ value: work(module) }));
        if (!done) throw new Error("The engine crashed while it was reading this file.");
        return done.value;
    }

    letGo(): void {
        this.#engine.detach(this);
    }

    /** Another engine after the first one is none of its business: what was begun is gone. */
    engineReady(module: EngineModule): void {
        if (this.#taken) return;
        this.#taken = true;
        this.#module = module;
        this.#ready(module);
    }

    engineFailed(error: ExplainerError): void {
        this.letGo();
        this.#failed(error);
    }

    engineLost(): void {
        this.#module = null;
    }

    engineProgress(): void {}
    engineAgain(): void {}
    speechFailed(): void {}
}
