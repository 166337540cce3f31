// CoreArray: numbers that lie in the core's own memory, so that calls need not copy them in or out.
import { checkWhole } from "./check.js";
import type { KeptMemory } from "./kept-memory.js";
import type { CoreModule } from "./module.js";

/** What every call takes: an array of yours, which is copied, or one in the core's memory, which is used where it lies. */
export type Numbers = Float32Array | CoreArray;

/**
 * Numbers in the core's own memory. From `core.allocate`. Give it to a call in place of a `Float32Array`, as an input or as
 * `out`, and nothing is copied. `dispose()` gives the memory back.
 */
export class CoreArray {
    /** How many numbers. */
    readonly length: number;
    readonly #memory: KeptMemory;
    readonly #first: number; // of these numbers in that memory
    #view: Float32Array | undefined;
    #heap: Float32Array | undefined; // what `#view` is a part of

    /** Use `core.allocate`. */
    constructor(memory: KeptMemory, length: number, first = 0) {
        this.#memory = memory;
        this.#first = first;
        this.length = length;
    }

    /**
     * The numbers, to be read and written. Ask for them again after any other call of the core: its memory may have grown, and
     * then a view from before has no length any more.
     */
    get values(): Float32Array {
        const heap = this.#memory.module.HEAPF32;
        if (!this.#view || this.#heap !== heap) {
            const at = (this.#memory.address >>> 2) + this.#first;
            this.#view = heap.subarray(at, at + this.length);
            this.#heap = heap;
        }
        return this.#view;
    }

    /** Numbers `begin` to `end` (the first one not in it) of these, in the same memory, which either's `dispose()` gives back. */
    subarray(begin: number, end = this.length): CoreArray {
        checkWhole("begin", begin, 0);
        checkWhole("end", end, 0);
        if (begin >= end || end > this.length) {
            throw new RangeError(`begin and end must be a part of ${this.length} numbers, got ${begin} and ${end}`);
        }
        return new CoreArray(this.#memory, end - begin, this.#first + begin);
    }

    /** Where they lie in that core's memory, in bytes. */
    addressIn(module: CoreModule): number {
        if (this.#memory.module !== module) throw new RangeError("this CoreArray lies in the memory of another core");
        return this.#memory.address + 4 * this.#first;
    }

    dispose(): void {
        this.#memory.free();
        this.#view = this.#heap = undefined;
    }
}
