// The block of wasm memory that calls lay their arrays out in, and the copies in and out.
// Views are kept between calls: making one costs more than a whole attention of six tokens.
import { CoreArray, type Numbers } from "./core-array.js";
import { KeptMemory } from "./kept-memory.js";
import type { CoreModule } from "./module.js";

/** Memory addresses and lengths are 32 bit: no block may reach 4 GB. */
const MOST_FLOATS = 0x3fff0000;

export class Heap {
    floats: Float32Array;
    bytes: Uint8Array;
    #module: CoreModule | undefined;
    #last: Float32Array; // what `get` read last
    #lastAt = -1;
    #lastLength = 0;
    #start = 0;
    #capacity = 0;
    #used = 0;

    constructor(module: CoreModule) {
        this.#module = module;
        this.floats = module.HEAPF32;
        this.bytes = module.HEAPU8;
        this.#last = this.floats;
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

    /** The address of an array: where it lies, or of a copy of it. */
    put(array: Numbers): number {
        return array instanceof CoreArray ? array.addressIn(this.#live()) : this.copy(array);
    }

    /** The address of a copy in any case. */
    copyOf(array: Numbers): number {
        return this.copy(array instanceof CoreArray ? array.values : array);
    }

    /** Copies an array in and gives its address. */
    copy(array: Float32Array): number {
        const address = this.take(array.length);
        this.floats.set(array, address >>> 2); // cheaper than a loop from 16 numbers on
        return address;
    }

    putBytes(array: Uint8Array): number {
        const address = this.take((array.length + 3) >>> 2);
        this.bytes.set(array, address);
        return address;
    }

    /** The address for a result: of `out` if that lies in the memory, else of the next `length` floats. */
    place(length: number, out: Numbers | undefined): number {
        return out instanceof CoreArray ? this.put(out) : this.take(length);
    }

    /** A result that was put into its place: copied out, into `out` or a new array, unless it is there already. */
    get(address: number, length: number, out?: Numbers): Float32Array {
        return out instanceof CoreArray ? out.values : this.copyOut(address, length, out);
    }

    /** Copies `length` floats out, into `out` or a new array. */
    copyOut(address: number, length: number, out?: Float32Array): Float32Array {
        const at = address >>> 2;
        if (!out) return this.floats.slice(at, at + length);
        // A new view costs twice the copy of a short array, and calls of one shape repeat: keep the last.
        if (this.#lastAt !== at || this.#lastLength !== length) {
            this.#last = this.floats.subarray(at, at + length);
            this.#lastAt = at;
            this.#lastLength = length;
        }
        out.set(this.#last);
        return out;
    }

    /** A RangeError if a result would be written over what it is computed from: only one that lies in the memory can. */
    checkApart(out: Numbers | undefined, atOut: number, name: string, input: Numbers | undefined, at: number): void {
        if (out instanceof CoreArray && input && atOut < at + 4 * input.length && at < atOut + 4 * out.length) {
            throw new RangeError(`out and ${name} overlap in the core's memory: number ${(atOut - at) / 4} of ${name} is the first of out`);
        }
    }

    /** A RangeError when that many floats cannot be had in any case. */
    check(floats: number): void {
        if (floats > MOST_FLOATS) throw tooLarge(floats);
    }

    /** Memory that outlives a call, on behalf of an object of class `owner`. */
    keep(owner: string, floats: number, allocate: () => number): KeptMemory {
        const address = floats > MOST_FLOATS ? 0 : allocate() >>> 0;
        this.refresh();
        if (address === 0) throw tooLarge(floats);
        return new KeptMemory(this, owner, address);
    }

    /** The module, unless the core was disposed. */
    get module(): CoreModule | undefined {
        return this.#module;
    }

    /**
     * Gives up the module, and with it the whole of its memory: what was kept in it too, so none of that is to be
     * freed by itself. From then on `KeptMemory` refuses.
     */
    dispose(): void {
        this.#module = undefined;
        this.floats = this.#last = new Float32Array(0);
        this.bytes = new Uint8Array(0);
    }

    /** After anything that may have grown the memory. */
    refresh(): void {
        if (!this.#module) return;
        this.floats = this.#module.HEAPF32;
        this.bytes = this.#module.HEAPU8;
        this.#lastAt = -1;
    }

    #live(): CoreModule {
        if (!this.#module) throw new Error("this core was disposed");
        return this.#module;
    }

    #grow(total: number): void {
        this.#capacity = 0;
        const address = total > MOST_FLOATS || !this.#module ? 0 : this.#module._core_reserve(total) >>> 0;
        this.refresh();
        if (address === 0) {
            throw tooLarge(total);
        }
        this.#start = address;
        this.#capacity = total;
    }
}

/** What `put` takes of the block; `copied`: what `copy` takes. */
export function room(array: Numbers | undefined, copied = false): number {
    return !array || (array instanceof CoreArray && !copied) ? 0 : padded(array.length);
}

/** Length rounded up so that every array starts on a cache line. */
export function padded(length: number): number {
    return Math.ceil(length / 16) * 16;
}

function tooLarge(floats: number): RangeError {
    return new RangeError(`too large for memory: the arrays of this call need ${(floats / 262144).toFixed(0)} MiB`);
}
