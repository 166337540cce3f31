// AttentionCore: the calls that users make. Checks first, then one call into wasm, then one copy out.
import {
    attend,
    ATTEND_OPTIONS,
    type AttendOptions,
    type AttendShape,
    CheckedCall,
    ROPE_PAIRS,
    type RopePairs,
    trace,
    TRACE_OPTIONS,
    type TraceOptions,
    type TraceResult,
} from "./attend.js";
import { type CacheShape, KeyValueCache } from "./key-value-cache.js";
import { checkArray, isNumbers } from "./check-array.js";
import { checkNumber, checkObject, checkOneOf, checkWhole, type Known } from "./check.js";
import { CoreArray, type Numbers } from "./core-array.js";
import { type DeviationOptions, type DeviationResult, ScoreDeviation } from "./deviation.js";
import { Heap, padded, room } from "./heap.js";
import type { CorePath } from "./load.js";
import type { CoreModule } from "./module.js";
import {
    multiHead,
    type MultiHeadOptions,
    type MultiHeadResult,
    type MultiHeadShape,
    type MultiHeadWeights,
    PreparedWeights,
    prepareWeights,
} from "./multi-head.js";

const NO_OPTIONS = Object.freeze({});
const ROWS: Known = ["rows", "cols"];
const SOFTMAX_OPTIONS: Known = ["temperature", "out"];
const TEMPERATURE: Known = ["temperature"];
const ROPE_SHAPE: Known = ["n", "d", "heads"];
const ROPE_OPTIONS: Known = ["base", "pairs", "position", "out"];

export interface SoftmaxOptions {
    /** Divides x first; greater than 0, 1 if left out. */
    temperature?: number;
    /** [rows, cols], filled and returned instead of a new array. May be x. */
    out?: Numbers;
}

export interface RopeOptions {
    /** 10000 if left out. */
    base?: number;
    /** As `ropePairs` of `attend`. */
    pairs?: RopePairs;
    /** Where the first token stands, 0 if left out. */
    position?: number;
    /** [n, heads, d], filled and returned instead of a new array. May be x. */
    out?: Numbers;
}

/**
 * Attention on `Float32Array`s, row-major. Made by `createAttentionCore`.
 *
 * Arrays are copied into the core's memory and results out of it. What is used again and again can lie there: `allocate` gives a
 * `CoreArray`, which any call takes in place of a `Float32Array`, as an input or as `out`, and uses where it lies.
 *
 * Every call checks its arguments first and throws a `TypeError` (wrong type) or a `RangeError` (wrong length, size
 * or value, or too large for memory) that names the argument and both numbers. Then nothing has been written, and the
 * core can be used further.
 */
export class AttentionCore {
    /** Which build runs. */
    readonly path: CorePath;
    #module: CoreModule | undefined;
    readonly #heap: Heap;
    readonly #call = new CheckedCall();

    /** Use `createAttentionCore`. */
    constructor(path: CorePath, module: CoreModule) {
        this.path = path;
        this.#module = module;
        this.#heap = new Heap(module);
    }

    /**
     * softmax(q kᵀ · scale / temperature) v, without ever holding the n × m weights.
     * q [n, d], k [m, d], v [m, dv] → [n, dv]. Vaswani et al. 2017, eq. 1.
     */
    attend(q: Numbers, k: Numbers, v: Numbers, shape: AttendShape, options: AttendOptions = NO_OPTIONS): Float32Array {
        const module = this.#live();
        const call = this.#call;
        call.check(q, k, v, shape, options, ATTEND_OPTIONS);
        const { out } = options;
        call.checkOut(out, "n × dv", call.n, call.dv);
        return attend(module, this.#heap, call, q, k, v, out);
    }

    /** The same attention with every stage kept, to be looked at. Memory grows with n × m. */
    trace(q: Numbers, k: Numbers, v: Numbers, shape: AttendShape, options: TraceOptions = NO_OPTIONS): TraceResult {
        const module = this.#live();
        this.#call.check(q, k, v, shape, options, TRACE_OPTIONS);
        return trace(module, this.#heap, this.#call, q, k, v);
    }

    /**
     * Softmax of each row of x [rows, cols] / temperature. −Infinity gives exactly 0; a row of nothing else gives
     * zeros. Rows sum to 1.
     */
    softmax(x: Numbers, shape: { rows: number; cols: number }, options: SoftmaxOptions = NO_OPTIONS): Float32Array {
        const module = this.#live();
        checkObject("options", options, SOFTMAX_OPTIONS);
        const { rows, cols } = checkRows("x", x, shape);
        const length = rows * cols;
        const { temperature = 1, out } = options;
        checkNumber("temperature", temperature, 0);
        if (out !== undefined) checkArray("out", out, length, `rows × cols = ${rows} × ${cols}`);
        const heap = this.#heap;
        heap.begin(room(x) + padded(length));
        const atX = heap.put(x);
        const atOut = heap.place(length, out);
        if (atOut !== atX) heap.checkApart(out, atOut, "x", x, atX);
        module._core_softmax(atX, rows, cols, temperature, atOut);
        return heap.get(atOut, length, out);
    }

    /** Entropy −Σ w ln w of each row of weights [rows, cols], in nats → [rows]. */
    entropy(weights: Numbers, shape: { rows: number; cols: number }): Float32Array {
        const module = this.#live();
        const { rows, cols } = checkRows("weights", weights, shape);
        this.#heap.begin(room(weights));
        const at = this.#heap.put(weights);
        return Float32Array.from({ length: rows }, (_, i) => module._core_entropy(at + 4 * i * cols, cols));
    }

    /** ∂w_i/∂x_j = w_i (δ_ij − w_j) / temperature of one row of softmax weights [count] → [count, count]. */
    softmaxJacobian(weights: Numbers, options: { temperature?: number } = NO_OPTIONS): Float32Array {
        const module = this.#live();
        const { count, temperature } = checkRow(weights, options);
        this.#heap.begin(room(weights) + padded(count * count));
        const at = this.#heap.put(weights);
        const out = this.#heap.take(count * count);
        module._core_jacobian(at, count, temperature, out);
        return this.#heap.get(out, count * count);
    }

    /** Frobenius norm of that Jacobian: how much gradient softmax lets through. 0 where it is one-hot. */
    softmaxGradientNorm(weights: Numbers, options: { temperature?: number } = NO_OPTIONS): number {
        const module = this.#live();
        const { count, temperature } = checkRow(weights, options);
        this.#heap.begin(room(weights));
        return module._core_gradient_norm(this.#heap.put(weights), count, temperature);
    }

    /**
     * Multi-head attention with its projections: x [n, dModel] → [n, dModel]; with kvHeads < heads grouped-query.
     * ALiBi slopes fall by head: alibi · 2^(−8 (h+1) / heads). Vaswani et al. 2017, section 3.2.2.
     */
    multiHead(
        x: Numbers,
        weights: MultiHeadWeights | PreparedWeights,
        shape: MultiHeadShape,
        options: MultiHeadOptions = NO_OPTIONS,
    ): MultiHeadResult {
        return multiHead(this.#live(), this.#heap, this.#call, x, weights, shape, options);
    }

    /** Copies and packs weights once, for many calls of `multiHead`. Later changes of the arrays are not seen. */
    prepareWeights(weights: MultiHeadWeights, shape: Omit<MultiHeadShape, "n">): PreparedWeights {
        return prepareWeights(this.#live(), this.#heap, weights, shape);
    }

    /**
     * Turns x [n, d] as RoPE does: token i by its place, position + i (Su et al. 2021). With `heads` x is [n, heads, d], and all heads
     * of a token turn alike. `attend` and `multiHead` do this themselves with their option `rope`; a cache does not.
     */
    rope(x: Numbers, shape: { n: number; d: number; heads?: number }, options: RopeOptions = NO_OPTIONS): Float32Array {
        const module = this.#live();
        checkObject("shape", shape, ROPE_SHAPE);
        checkObject("options", options, ROPE_OPTIONS);
        const { n, d, heads = 1 } = shape;
        checkWhole("n", n, 1);
        checkWhole("d", d, 2);
        checkWhole("heads", heads, 1);
        const length = n * heads * d;
        checkArray("x", x, length, `n × heads × d = ${n} × ${heads} × ${d}`);
        const { base = 10000, pairs = "neighbours", position = 0, out } = options;
        checkNumber("base", base, 0);
        checkOneOf("pairs", pairs, ROPE_PAIRS);
        checkWhole("position", position, 0);
        if (out !== undefined) checkArray("out", out, length, `n × heads × d = ${n} × ${heads} × ${d}`);
        // Turned where the result is to be: in `out` if that lies in the core, else in a copy.
        const heap = this.#heap;
        heap.begin(padded(length));
        let at: number;
        if (out instanceof CoreArray) {
            at = heap.put(out);
            if (out !== x) out.values.set(x instanceof CoreArray ? x.values : x);
        } else at = heap.copyOf(x);
        module._core_rope(at, n, heads, d, position, base, +(pairs === "halves"));
        return heap.get(at, length, out);
    }

    /** `length` numbers, all 0, in the core's own memory, which any call takes without copying them. */
    allocate(length: number): CoreArray {
        const module = this.#live();
        checkWhole("length", length, 1);
        const array = new CoreArray(
            this.#heap.keep("CoreArray", length, () => module._core_allocate(length)),
            length,
        );
        array.values.fill(0);
        return array;
    }

    /** A cache for decoding token after token. */
    createCache(shape: CacheShape): KeyValueCache {
        return new KeyValueCache(this.#live(), this.#heap, shape);
    }

    /** Standard deviation of q·k over random pairs, raw and scaled, all at once: 20,000 pairs at d = 4096 take seconds. */
    scoreDeviation(options: DeviationOptions): DeviationResult {
        const experiment = this.startScoreDeviation(options);
        experiment.advance(experiment.pairs);
        return { raw: experiment.raw, scaled: experiment.scaled };
    }

    /** The same in steps, to be spread over frames; the steps do not change the result. */
    startScoreDeviation(options: DeviationOptions): ScoreDeviation {
        return new ScoreDeviation(this.#live(), this.#heap, options);
    }

    /** Gives the memory back, also that of caches, weights and experiments from this core. Any later call of them throws. */
    dispose(): void {
        this.#heap.dispose();
        this.#module = undefined;
    }

    #live(): CoreModule {
        if (!this.#module) throw new Error("this core was disposed");
        return this.#module;
    }
}

function checkRows(name: string, x: Numbers, shape: { rows: number; cols: number }): { rows: number; cols: number } {
    checkObject("shape", shape, ROWS);
    const { rows, cols } = shape;
    checkWhole("rows", rows, 1);
    checkWhole("cols", cols, 1);
    checkArray(name, x, rows * cols, `rows × cols = ${rows} × ${cols}`);
    return { rows, cols };
}

function checkRow(weights: Numbers, options: { temperature?: number }): { count: number; temperature: number } {
    checkObject("options", options, TEMPERATURE);
    const { temperature = 1 } = options;
    checkNumber("temperature", temperature, 0);
    const count = isNumbers(weights) ? Math.max(1, weights.length) : 1;
    checkArray("weights", weights, count, "at least 1");
    return { count, temperature };
}
