// The score-deviation experiment: the standard deviation of q·k for random q and k, raw and scaled by 1/√d.
import { checkObject, checkWhole } from "./check.js";
import type { Heap } from "./heap.js";
import type { CoreModule } from "./module.js";

export interface DeviationOptions {
    /** Components of q and k, each drawn from N(0, 1). */
    d: number;
    /** Pairs (q, k). */
    pairs: number;
    /** The same seed gives the same numbers; 1 if left out. */
    seed?: number;
}

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
    #module: CoreModule | undefined;
    #address: number;
    #done = 0;
    #raw = 0;

    /** Use `core.startScoreDeviation`. */
    constructor(module: CoreModule, heap: Heap, options: DeviationOptions) {
        checkObject("options", options);
        const { d, pairs, seed = 1 } = options;
        checkWhole("d", d, 1);
        checkWhole("pairs", pairs, 2);
        checkWhole("seed", seed, 0);
        this.d = d;
        this.pairs = pairs;
        this.#module = module;
        this.#address = heap.keep(16, () => module._core_deviation(d, pairs, seed));
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
        const module = this.#module;
        if (!module) return this.pairs - this.#done;
        const left = module._core_deviation_advance(this.#address, count);
        this.#done = this.pairs - left;
        this.#raw = module._core_deviation_raw(this.#address);
        if (left === 0) this.dispose();
        return left;
    }

    /** Stops early and gives the memory back; what was found stays. */
    dispose(): void {
        this.#module?._core_free(this.#address);
        this.#module = undefined;
    }
}
