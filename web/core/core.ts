// AttentionCore: the calls that users make. Checks first, then one call into wasm, then one copy out.
import { attend, type AttendOptions, type AttendShape, CheckedCall, trace, type TraceOptions, type TraceResult } from "./attend.js";
import { type CacheShape, KeyValueCache } from "./key-value-cache.js";
import { checkArray, checkNumber, checkObject, checkWhole, isFloat32Array } from "./check.js";
import { type DeviationOptions, type DeviationResult, ScoreDeviation } from "./deviation.js";
import { Heap, padded } from "./heap.js";
import type { CorePath } from "./load.js";
import type { CoreModule } from "./module.js";
import {
    multiHead, type MultiHeadOptions, type MultiHeadResult, type MultiHeadShape, type MultiHeadWeights, PreparedWeights,
    prepareWeights,
} from "./multi-head.js";

const NO_OPTIONS = Object.freeze({});

export interface SoftmaxOptions {
    /** Divides x first; greater than 0, 1 if left out. */
    temperature?: number;
    /** [rows, cols], filled and returned instead of a new array. May be x. */
    out?: Float32Array;
}

/**
 * Attention on `Float32Array`s, row-major. Made by `createAttentionCore`.
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
    attend(
        q: Float32Array, k: Float32Array, v: Float32Array, shape: AttendShape, options: AttendOptions = NO_OPTIONS,
    ): Float32Array {
        const module = this.#live();
        const call = this.#call;
        call.check(q, k, v, shape, options);
        const { out } = options;
        if (out !== undefined) {
            const length = call.n * call.dv;
            if (!(out instanceof Float32Array) || out.length !== length) {
                checkArray("out", out, length, `n × dv = ${call.n} × ${call.dv}`);
            }
        }
        return attend(module, this.#heap, call, q, k, v, out);
    }

    /** The same attention with every stage kept, to be looked at. Memory grows with n × m. */
    trace(
        q: Float32Array, k: Float32Array, v: Float32Array, shape: AttendShape, options: TraceOptions = NO_OPTIONS,
    ): TraceResult {
        const module = this.#live();
        this.#call.check(q, k, v, shape, options);
        return trace(module, this.#heap, this.#call, q, k, v);
    }

    /**
     * Softmax of each row of x [rows, cols] / temperature. −Infinity gives exactly 0; a row of nothing else gives
     * zeros. Rows sum to 1.
     */
    softmax(x: Float32Array, shape: { rows: number; cols: number }, options: SoftmaxOptions = NO_OPTIONS): Float32Array {
        const module = this.#live();
        checkObject("options", options);
        const { rows, cols } = checkRows("x", x, shape);
        const length = rows * cols;
        const { temperature = 1, out } = options;
        checkNumber("temperature", temperature, 0);
        if (out !== undefined) checkArray("out", out, length, `rows × cols = ${rows} × ${cols}`);
        const heap = this.#heap;
        heap.begin(padded(length));
        const at = heap.put(x);
        module._core_softmax(at, rows, cols, temperature, at);
        return heap.get(at, length, out);
    }

    /** Entropy −Σ w ln w of each row of weights [rows, cols], in nats → [rows]. */
    entropy(weights: Float32Array, shape: { rows: number; cols: number }): Float32Array {
        const module = this.#live();
        const { rows, cols } = checkRows("weights", weights, shape);
        this.#heap.begin(padded(rows * cols));
        const at = this.#heap.put(weights);
        return Float32Array.from({ length: rows }, (_, i) => module._core_entropy(at + 4 * i * cols, cols));
    }

    /** ∂w_i/∂x_j = w_i (δ_ij − w_j) / temperature of one row of softmax weights [count] → [count, count]. */
    softmaxJacobian(weights: Float32Array, options: { temperature?: number } = NO_OPTIONS): Float32Array {
        const module = this.#live();
        const { count, temperature } = checkRow(weights, options);
        this.#heap.begin(padded(count) + padded(count * count));
        const at = this.#heap.put(weights);
        const out = this.#heap.take(count * count);
        module._core_jacobian(at, count, temperature, out);
        return this.#heap.get(out, count * count);
    }

    /** Frobenius norm of that Jacobian: how much gradient softmax lets through. 0 where it is one-hot. */
    softmaxGradientNorm(weights: Float32Array, options: { temperature?: number } = NO_OPTIONS): number {
        const module = this.#live();
        const { count, temperature } = checkRow(weights, options);
        this.#heap.begin(padded(count));
        return module._core_gradient_norm(this.#heap.put(weights), count, temperature);
    }

    /**
     * Multi-head attention with its projections: x [n, dModel] → [n, dModel]; with kvHeads < heads grouped-query.
     * ALiBi slopes fall by head: alibi · 2^(−8 (h+1) / heads). Vaswani et al. 2017, section 3.2.2.
     */
    multiHead(
        x: Float32Array, weights: MultiHeadWeights | PreparedWeights, shape: MultiHeadShape,
        options: MultiHeadOptions = NO_OPTIONS,
    ): MultiHeadResult {
        return multiHead(this.#live(), this.#heap, this.#call, x, weights, shape, options);
    }

    /** Copies and packs weights once, for many calls of `multiHead`. Later changes of the arrays are not seen. */
    prepareWeights(weights: MultiHeadWeights, shape: Omit<MultiHeadShape, "n">): PreparedWeights {
        return prepareWeights(this.#live(), this.#heap, weights, shape);
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

function checkRows(
    name: string, x: Float32Array, shape: { rows: number; cols: number },
): { rows: number; cols: number } {
    checkObject("shape", shape);
    const { rows, cols } = shape;
    checkWhole("rows", rows, 1);
    checkWhole("cols", cols, 1);
    checkArray(name, x, rows * cols, `rows × cols = ${rows} × ${cols}`);
    return { rows, cols };
}

function checkRow(weights: Float32Array, options: { temperature?: number }): { count: number; temperature: number } {
    checkObject("options", options);
    const { temperature = 1 } = options;
    checkNumber("temperature", temperature, 0);
    const count = isFloat32Array(weights) ? Math.max(1, weights.length) : 1;
    checkArray("weights", weights, count, "at least 1");
    return { count, temperature };
}
