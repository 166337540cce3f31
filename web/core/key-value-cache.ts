// KeyValueCache: decoding one token at a time against the keys and values of all tokens before.
import { CheckedCall, DECODE_OPTIONS } from "./attend.js";
import { checkArray } from "./check-array.js";
import { checkObject, checkWhole, type Known } from "./check.js";
import type { Numbers } from "./core-array.js";
import { type Heap, padded, room } from "./heap.js";
import type { KeptMemory } from "./kept-memory.js";
import type { CoreModule } from "./module.js";

const SHAPE: Known = ["capacity", "d", "dv", "heads", "kvHeads"];

export interface CacheShape {
    /** Tokens that fit. */
    capacity: number;
    /** Components of a query and a key, per head. */
    d: number;
    /** Components of a value, per head; d if left out. */
    dv?: number;
    /** Heads of queries; 1 if left out. */
    heads?: number;
    /** Heads of keys and values; `heads` if left out. */
    kvHeads?: number;
}

/** No `rope`: `core.rope` turns keys before they are appended, and the query before it asks. */
export interface DecodeOptions {
    /** Sees only that many of the newest tokens; all if left out. */
    window?: number;
    scale?: number;
    temperature?: number;
    /** ALiBi: head h of H uses alibi · 2^(−8 (h+1) / H). */
    alibi?: number;
    /** [heads, dv], filled and returned instead of a new array. (Of a `CoreArray` its `values` are returned.) */
    out?: Numbers;
}

/** Keys and values of the tokens so far. From `core.createCache`; `dispose()` gives the memory back. */
export class KeyValueCache {
    readonly capacity: number;
    readonly d: number;
    readonly dv: number;
    readonly heads: number;
    readonly kvHeads: number;
    #length = 0;
    readonly #memory: KeptMemory;
    readonly #heap: Heap;
    readonly #call = new CheckedCall();

    /** Use `core.createCache`. */
    constructor(module: CoreModule, heap: Heap, shape: CacheShape) {
        checkObject("shape", shape, SHAPE);
        const { capacity, d, dv = d, heads = 1, kvHeads = heads } = shape;
        checkWhole("capacity", capacity, 1);
        checkWhole("d", d, 1);
        checkWhole("dv", dv, 1);
        checkWhole("heads", heads, 1);
        checkWhole("kvHeads", kvHeads, 1);
        if (heads % kvHeads !== 0) throw new RangeError(`kvHeads must divide heads: ${kvHeads} does not divide ${heads}`);
        this.capacity = capacity;
        this.d = d;
        this.dv = dv;
        this.heads = heads;
        this.kvHeads = kvHeads;
        this.#heap = heap;
        this.#memory = heap.keep("KeyValueCache", capacity * kvHeads * (d + dv), () => module._core_cache(capacity, kvHeads, d, dv));
    }

    /** Tokens kept so far. */
    get length(): number {
        return this.#length;
    }

    /**
     * Adds a token: key [kvHeads, d], value [kvHeads, dv]; or as many as `tokens` says: key [tokens, kvHeads, d], value
     * [tokens, kvHeads, dv]. A RangeError if there is no room for all of them, and then none is added.
     */
    append(key: Numbers, value: Numbers, tokens = 1): void {
        const { module, address } = this.#memory;
        const { kvHeads, d, dv, capacity } = this;
        checkWhole("tokens", tokens, 1);
        const [names, sizes] = tokens === 1 ? ["kvHeads", kvHeads] : ["tokens × kvHeads", `${tokens} × ${kvHeads}`];
        checkArray("key", key, tokens * kvHeads * d, `${names} × d = ${sizes} × ${d}`);
        checkArray("value", value, tokens * kvHeads * dv, `${names} × dv = ${sizes} × ${dv}`);
        if (this.#length + tokens > capacity) {
            const more = tokens === 1 ? "" : ` and no room for ${tokens} more`;
            throw new RangeError(`the cache is full: it has ${this.#length} tokens of ${capacity}${more}`);
        }
        this.#heap.begin(room(key) + room(value));
        module._core_cache_append(address, this.#heap.put(key), this.#heap.put(value), tokens);
        this.#length += tokens;
    }

    /** The newest token's query [heads, d] → [heads, dv]; sees every token in the cache. */
    attend(query: Numbers, options: DecodeOptions = {}): Float32Array {
        const { module, address } = this.#memory;
        const { heads, d, dv } = this;
        checkArray("query", query, heads * d, `heads × d = ${heads} × ${d}`);
        this.#call.checkOptions(options, DECODE_OPTIONS, 1, 1, 1, d);
        const { out } = options;
        this.#call.checkOut(out, "heads × dv", heads, dv);
        const { window, scale, temperature, alibi } = this.#call;
        const heap = this.#heap;
        const scratch = module._core_cache_scratch(address, heads);
        heap.begin(room(query) + padded(heads * dv) + padded(scratch));
        const atQuery = heap.put(query);
        const atOut = heap.place(heads * dv, out);
        const atScratch = heap.take(scratch);
        heap.checkApart(out, atOut, "query", query, atQuery);
        module._core_cache_attend(address, atQuery, heads, window, scale, temperature, alibi, atScratch, atOut);
        return heap.get(atOut, heads * dv, out);
    }

    /** Forgets every token and keeps the memory. */
    clear(): void {
        const { module, address } = this.#memory;
        module._core_cache_clear(address);
        this.#length = 0;
    }

    dispose(): void {
        this.#memory.free();
    }
}
