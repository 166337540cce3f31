// The block of wasm memory that calls lay their arrays out in, and the copies in and out.
// Views are kept between calls: making one costs more than a whole attention of six tokens.
import type { CoreModule } from "./module.js";

/** Where `TypedArray.set` gets cheaper than a loop, in numbers; below it the call itself dominates. */
const SHORT = 96;

/** Memory addresses and lengths are 32 bit: no block may reach 4 GB. */
const MOST_FLOATS = 0x3fff0000;

export class Heap {
    floats: Float32Array;
    bytes: Uint8Array;
    readonly #module: CoreModule;
    #start = 0;
    #capacity = 0;
    #used = 0;

    constructor(module: CoreModule) {
        this.#module = module;
        this.floats = module.HEAPF32;
        this.bytes = module.HEAPU8;
    }

    /** Starts a new call's layout with room for `total` floats (sum of `padded` lengths). */
    begin(total: number): void {
        if (total > this.#capacity) this.#grow(total);
        // Memory may also have grown for an object's sake, elsewhere; a detached view has no length.
        if (this.floats.length === 0) this.refresh();
        this.#used = this.#start;
    }

    /** The byte address of the next `length` floats. */
    take(length: number): number {
        const address = this.#used;
        this.#used += padded(length) * 4;
        return address;
    }

    /** Copies an array in and gives its address. */
    put(array: Float32Array): number {
        const address = this.take(array.length);
        const at = address >>> 2;
        const { floats } = this;
        if (array.length > SHORT) floats.set(array, at);
        else for (let i = 0; i < array.length; i++) floats[at + i] = array[i]!;
        return address;
    }

    putBytes(array: Uint8Array): number {
        const address = this.take((array.length + 3) >>> 2);
        this.bytes.set(array, address);
        return address;
    }

    /** Copies `length` floats out, into `out` or a new array. */
    get(address: number, length: number, out?: Float32Array): Float32Array {
        const at = address >>> 2;
        const { floats } = this;
        if (!out) return floats.slice(at, at + length);
        if (length > SHORT) out.set(floats.subarray(at, at + length));
        else for (let i = 0; i < length; i++) out[i] = floats[at + i]!;
        return out;
    }

    /** Memory that outlives a call; the module's `_core_free` gives it back. */
    keep(floats: number, allocate: () => number): number {
        const address = floats > MOST_FLOATS ? 0 : allocate() >>> 0;
        this.refresh();
        if (address === 0) throw tooLarge(floats);
        return address;
    }

    /** After anything that may have grown the memory. */
    refresh(): void {
        this.floats = this.#module.HEAPF32;
        this.bytes = this.#module.HEAPU8;
    }

    #grow(total: number): void {
        this.#capacity = 0;
        const address = total > MOST_FLOATS ? 0 : this.#module._core_reserve(total) >>> 0;
        this.refresh();
        if (address === 0) {
            throw tooLarge(total);
        }
        this.#start = address;
        this.#capacity = total;
    }
}

/** Length rounded up so that every array starts on a cache line. */
export function padded(length: number): number {
    return Math.ceil(length / 16) * 16;
}

function tooLarge(floats: number): RangeError {
    return new RangeError(`too large for memory: the arrays of this call need ${(floats / 262144).toFixed(0)} MiB`);
}
