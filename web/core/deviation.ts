// The score-deviation experiment: the standard deviation of q·k for random q and k, raw and scaled by 1/√d.
import { checkObject, checkWhole, type Known } from "./check.js";
import type { Heap } from "./heap.js";
import type { KeptMemory } from "./kept-memory.js";
import type { CoreModule } from "./module.js";

export interface DeviationOptions {
    /** Components of q and k, each drawn from N(0, 1). */
    d: number;
    /** Pairs (q, k). */
    pairs: number;
    /** The same seed gives the same numbers, to the last bit, in every build, browser and machine; 1 if left out. */
    seed?: number;
}

const OPTIONS: Known = ["d", "pairs", "seed"];

export interface DeviationResult {
    /** Standard deviation of q·k; expected √d. */
    raw: number;
    /** Standard deviation of q·k / √d; expected 1. */
    scaled: number;
}

/** The experiment in steps, to be spread over frames. From `core.startScoreDeviation`. */
export class ScoreDeviation implements DeviationResult {
    readonly pairs: number;
    readonly d: number;
    readonly #memory: KeptMemory;
    #done = 0;
    #raw = 0;

    /** Use `core.startScoreDeviation`. */
    constructor(module: CoreModule, heap: Heap, options: DeviationOptions) {
        checkObject("options", options, OPTIONS);
        const { d, pairs, seed = 1 } = options;
        checkWhole("d", d, 1);
        checkWhole("pairs", pairs, 2);
        checkWhole("seed", seed, 0);
        this.d = d;
        this.pairs = pairs;
        this.#memory = heap.keep("ScoreDeviation", 16, () => module._core_deviation(d, pairs, seed));
    }

    /** Pairs drawn so far. */
    get done(): number {
        return this.#done;
    }
    /** Of the pairs so far. */
    get raw(): number {
        return this.#raw;
    }
    /** Of the pairs so far. */
    get scaled(): number {
        return this.#raw / Math.sqrt(this.d);
    }

    /** Draws up to `count` more pairs; returns how many are left. Gives its memory back with the last. */
    advance(count: number): number {
        checkWhole("count", count, 1);
        if (this.#done === this.pairs) return 0;
        const { module, address } = this.#memory;
        const left = module._core_deviation_advance(address, count);
        this.#done = this.pairs - left;
        this.#raw = module._core_deviation_raw(address);
        if (left === 0) this.dispose();
        return left;
    }

    /** Stops early and gives the memory back. What was found stays, `advance` is an Error. */
    dispose(): void {
        this.#memory.free();
    }
}
