// AttentionCore: the calls that users make. Checks first, then one call into wasm, then one copy out.
import { attend, type AttendOptions, type AttendShape, CheckedCall, trace, type TraceOptions, type TraceResult } from "./attend.js";
import { checkArray, checkNumber, checkObject, checkWhole } from "./check.js";
import { Heap, padded } from "./heap.js";
import type { CorePath } from "./load.js";
import type { CoreModule } from "./module.js";

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
    #heap: Heap;
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
        checkObject("shape", shape);
        checkObject("options", options);
        const { rows, cols } = shape;
        checkWhole("rows", rows, 1);
        checkWhole("cols", cols, 1);
        const length = rows * cols;
        checkArray("x", x, length, `rows × cols = ${rows} × ${cols}`);
        const { temperature = 1, out } = options;
        checkNumber("temperature", temperature, 0);
        if (out !== undefined) checkArray("out", out, length, `rows × cols = ${rows} × ${cols}`);
        const heap = this.#heap;
        heap.begin(padded(length));
        const at = heap.put(x);
        module._core_softmax(at, rows, cols, temperature, at);
        return heap.get(at, length, out);
    }

    /** Gives the memory back. Any later call throws. */
    dispose(): void {
        if (!this.#module) return;
        this.#module._core_release();
        this.#module = undefined;
        this.#heap = undefined as unknown as Heap;
    }

    #live(): CoreModule {
        if (!this.#module) throw new Error("this core was disposed");
        return this.#module;
    }
}
