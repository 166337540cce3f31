// attend and trace: sizes, options, layout of the call. The arithmetic is in src/attention.
import { checkArray } from "./check-array.js";
import { checkFlag, checkNumber, checkObject, checkOneOf, checkWhole, describeValue, isUint8Array, type Known } from "./check.js";
import { CoreArray, type Numbers } from "./core-array.js";
import { type Heap, padded, room } from "./heap.js";
import type { CoreModule } from "./module.js";

/** Sizes of one attention: q [n, d], k [m, d], v [m, dv]; of several, one after the other, with `batch`: q [batch, n, d] and so on. */
export interface AttendShape {
    /** Queries. */
    n: number;
    /** Keys; as many as queries if left out. */
    m?: number;
    /** Components of a query and a key. */
    d: number;
    /** Components of a value; d if left out. */
    dv?: number;
    /** Attentions of these sizes, independent of each other, with the same options; 1 if left out. */
    batch?: number;
}

export type RopePairs = "neighbours" | "halves";

export interface TraceOptions {
    /** Query i sees keys j ≤ position + i only. */
    causal?: boolean;
    /** Sees only keys with |position + i − j| < window; all if left out. */
    window?: number;
    /** Factor of q·k; 1/√d if left out. */
    scale?: number;
    /** Divides the scaled scores; greater than 0, 1 if left out. */
    temperature?: number;
    /** Where query 0 stands among the keys, 0 if left out. A query of the newest token stands at m − 1. */
    position?: number;
    /** ALiBi slope: lowers each scaled score by slope · distance (Press et al. 2022). */
    alibi?: number;
    /** RoPE base, usually 10000: q and k are rotated by their positions first (Su et al. 2021). */
    rope?: number;
    /**
     * Which two components `rope` turns together: neighbours (0, 1), (2, 3) … as its paper has it and LLaMA's own code, or halves
     * (0, d/2), (1, d/2 + 1) … as GPT-NeoX and Hugging Face's models have it. Neighbours if left out.
     */
    ropePairs?: RopePairs;
    /** [n, m], or [batch, n, m]: added to the scaled scores; −Infinity hides a key from a query. */
    bias?: Numbers;
    /** [m], or [batch, m]: 0 hides a key from every query: padding. */
    keyMask?: Uint8Array;
}

export interface AttendOptions extends TraceOptions {
    /** [n, dv], filled and returned instead of a new array. (Of a `CoreArray` its `values` are returned.) */
    out?: Numbers;
}

/** With `batch` each array has that many of these, one after the other. */
export interface TraceResult {
    /** [n, m] raw q·k, also where masked. */
    scores: Float32Array;
    /** [n, m] scores · scale + position terms; −Infinity where masked. Before the temperature. */
    scaled: Float32Array;
    /** [n, m] softmax of scaled / temperature; exactly 0 where masked. */
    weights: Float32Array;
    /** [n, dv] weights · v. */
    output: Float32Array;
    /** [n] −Σ w ln w of each row of weights, in nats. */
    entropy: Float32Array;
    /** Whether some query saw no key at all: its weights, output and entropy are zeros. */
    anyRowMasked: boolean;
}

export const ROPE_PAIRS: readonly RopePairs[] = ["neighbours", "halves"];

const SHAPE: Known = ["n", "d", "m", "dv", "batch"];
const SCORING = ["window", "scale", "temperature", "alibi"];
const MASKS = ["causal", "rope", "ropePairs", "bias", "keyMask"];
export const TRACE_OPTIONS: Known = [...MASKS, ...SCORING, "position"];
export const ATTEND_OPTIONS: Known = ["out", ...MASKS, ...SCORING, "position"];
export const MULTI_HEAD_OPTIONS: Known = [...MASKS, ...SCORING, "out", "weights"];
export const DECODE_OPTIONS: Known = [...SCORING, "out"];

/** A call with every default filled in. One object is kept and filled again for each call. */
export class CheckedCall {
    n = 0;
    m = 0;
    d = 0;
    dv = 0;
    batch = 1;
    causal = false;
    window = 0;
    /** NaN: none given, 1/√d. */
    scale = NaN;
    temperature = 1;
    position = 0;
    alibi = 0;
    rope = 0;
    /** The pairs that rope turns are halves, not neighbours. */
    halves = false;
    bias: Numbers | undefined;
    keyMask: Uint8Array | undefined;
    /** From one item's bias and keyMask to the next's; 0: one for all. */
    biasStep = 0;
    maskStep = 0;
    /** Of q, k, v, bias and out. */
    anyInCore = false;

    /** Throws a TypeError or RangeError, or leaves a valid call here. */
    check(q: Numbers, k: Numbers, v: Numbers, shape: AttendShape, options: TraceOptions, names: Known): void {
        checkObject("shape", shape, SHAPE);
        const n = shape.n;
        const d = shape.d;
        const m = shape.m ?? n;
        const dv = shape.dv ?? d;
        const batch = shape.batch ?? 1;
        checkWhole("n", n, 1);
        checkWhole("m", m, 1);
        checkWhole("d", d, 1);
        checkWhole("dv", dv, 1);
        checkWhole("batch", batch, 1);
        this.n = n;
        this.m = m;
        this.d = d;
        this.dv = dv;
        // The text is made only when it is needed: strings on the hot path cost more than the attention.
        const rows = batch * n;
        const keys = batch * m;
        this.anyInCore = false;
        if (!(q instanceof Float32Array) || q.length !== rows * d) this.#checkArray("q", q, rows * d, sizes(batch, "n × d", n, d));
        if (!(k instanceof Float32Array) || k.length !== keys * d) this.#checkArray("k", k, keys * d, sizes(batch, "m × d", m, d));
        if (!(v instanceof Float32Array) || v.length !== keys * dv) this.#checkArray("v", v, keys * dv, sizes(batch, "m × dv", m, dv));
        this.checkOptions(options, names, batch, n, m, d);
    }

    checkOptions(options: TraceOptions, names: Known, batch: number, n: number, m: number, d: number): void {
        checkObject("options", options, names);
        this.batch = batch;
        const { causal, window, scale, temperature, position, alibi, rope, ropePairs, bias, keyMask } = options;
        checkFlag("causal", causal);
        this.causal = causal === true;
        this.window = 0;
        if (window !== undefined) {
            checkWhole("window", window, 1);
            this.window = window;
        }
        this.scale = NaN;
        if (scale !== undefined) {
            checkNumber("scale", scale);
            this.scale = scale;
        }
        this.temperature = 1;
        if (temperature !== undefined) {
            checkNumber("temperature", temperature, 0);
            this.temperature = temperature;
        }
        this.position = 0;
        if (position !== undefined) {
            checkWhole("position", position, 0);
            this.position = position;
        }
        this.alibi = 0;
        if (alibi !== undefined) {
            checkNumber("alibi", alibi);
            this.alibi = alibi;
        }
        this.rope = 0;
        if (rope !== undefined) {
            checkNumber("rope", rope, 0);
            if (d < 2) throw new RangeError(`rope rotates pairs of components: d must be at least 2, got ${d}`);
            this.rope = rope;
        }
        this.halves = false;
        if (ropePairs !== undefined) {
            checkOneOf("ropePairs", ropePairs, ROPE_PAIRS);
            if (rope === undefined)
                throw new TypeError(`ropePairs says which components rope turns: rope must be a number, got ${describeValue(rope)}`);
            this.halves = ropePairs === "halves";
        }
        this.bias = undefined;
        if (bias !== undefined) {
            const one = bias?.length === n * m ? 1 : batch;
            this.#checkArray("bias", bias, one * n * m, sizes(one, "n × m", n, m));
            this.bias = bias;
            this.biasStep = one === 1 ? 0 : n * m;
        }
        this.keyMask = undefined;
        if (keyMask !== undefined) {
            if (!isUint8Array(keyMask)) {
                throw new TypeError(`keyMask must be a Uint8Array, got ${describeValue(keyMask)}`);
            }
            const one = keyMask.length === m ? 1 : batch;
            if (keyMask.length !== one * m) {
                const wanted = one === 1 ? `m = ${m}` : `batch × m = ${one} × ${m} = ${one * m}`;
                throw new RangeError(`keyMask has ${keyMask.length} numbers, must have ${wanted}`);
            }
            this.keyMask = keyMask;
            this.maskStep = one === 1 ? 0 : m;
        }
    }

    /** Floats of the call's block that inputs take. RoPE turns them where they lie, so it wants copies. */
    inputs(q: Numbers, k: Numbers, v: Numbers): number {
        const turned = this.rope !== 0;
        return room(q, turned) + room(k, turned) + room(v) + room(this.bias) + (this.keyMask ? padded(this.keyMask.length) : 0);
    }

    /** Where they are then. */
    put(heap: Heap, q: Numbers, k: Numbers, v: Numbers): { atQ: number; atK: number; atV: number; atBias: number; atMask: number } {
        return {
            atQ: this.rope ? heap.copyOf(q) : heap.put(q),
            atK: this.rope ? heap.copyOf(k) : heap.put(k),
            atV: heap.put(v),
            atBias: this.bias ? heap.put(this.bias) : 0,
            atMask: this.keyMask ? heap.putBytes(this.keyMask) : 0,
        };
    }

    /** A RangeError unless `out` is undefined or [batch, rows, columns]. */
    checkOut(out: unknown, names: string, rows: number, columns: number): void {
        const length = this.batch * rows * columns;
        if (out === undefined || (out instanceof Float32Array && out.length === length)) return;
        this.#checkArray("out", out, length, sizes(this.batch, names, rows, columns));
    }

    #checkArray(name: string, value: unknown, length: number, shape: string): asserts value is Numbers {
        checkArray(name, value, length, shape);
        if (value instanceof CoreArray) this.anyInCore = true;
    }
}

/** "n × d = 6 × 8", and of several "batch × n × d = 2 × 6 × 8". */
function sizes(batch: number, names: string, rows: number, columns: number): string {
    return batch === 1 ? `${names} = ${rows} × ${columns}` : `batch × ${names} = ${batch} × ${rows} × ${columns}`;
}

/** q [n, d], k [m, d], v [m, dv] → [n, dv]; of each `batch`. */
export function attend(
    module: CoreModule,
    heap: Heap,
    call: CheckedCall,
    q: Numbers,
    k: Numbers,
    v: Numbers,
    out: Numbers | undefined,
): Float32Array {
    if (call.anyInCore) return attendInCore(module, heap, call, q, k, v, out);
    // Nothing lies in the core's memory. Apart from the other way: short calls feel every question.
    const { batch, n, m, d, dv } = call;
    const length = batch * n * dv;
    const scratch = module._core_attend_scratch(call.n, call.m, call.d, call.dv);
    const bias = call.bias ? padded(call.bias.length) : 0;
    const mask = call.keyMask ? padded(call.keyMask.length) : 0;
    heap.begin(padded(batch * n * d) + padded(batch * m * d) + padded(batch * m * dv) + bias + mask + padded(length) + padded(scratch));
    const atQ = heap.copy(q as Float32Array);
    const atK = heap.copy(k as Float32Array);
    const atV = heap.copy(v as Float32Array);
    const atBias = bias ? heap.copy(call.bias as Float32Array) : 0;
    const atMask = mask ? heap.putBytes(call.keyMask!) : 0;
    const atOut = heap.take(length);
    compute(module, call, atQ, atK, atV, atOut, heap.take(scratch), atBias, atMask);
    return heap.copyOut(atOut, length, out as Float32Array | undefined);
}

function attendInCore(
    module: CoreModule,
    heap: Heap,
    call: CheckedCall,
    q: Numbers,
    k: Numbers,
    v: Numbers,
    out: Numbers | undefined,
): Float32Array {
    const length = call.batch * call.n * call.dv;
    const scratch = module._core_attend_scratch(call.n, call.m, call.d, call.dv);
    heap.begin(call.inputs(q, k, v) + padded(length) + padded(scratch));
    const { atQ, atK, atV, atBias, atMask } = call.put(heap, q, k, v);
    const atOut = heap.place(length, out);
    heap.checkApart(out, atOut, "q", q, atQ);
    heap.checkApart(out, atOut, "k", k, atK);
    heap.checkApart(out, atOut, "v", v, atV);
    heap.checkApart(out, atOut, "bias", call.bias, atBias);
    compute(module, call, atQ, atK, atV, atOut, heap.take(scratch), atBias, atMask);
    return heap.get(atOut, length, out);
}

function compute(
    module: CoreModule,
    call: CheckedCall,
    atQ: number,
    atK: number,
    atV: number,
    atOut: number,
    atScratch: number,
    atBias: number,
    atMask: number,
): void {
    if (call.rope) applyRope(module, call, atQ, atK);
    module._core_attend(
        atQ,
        atK,
        atV,
        atOut,
        atScratch,
        call.batch,
        call.n,
        call.m,
        call.d,
        call.dv,
        +call.causal,
        call.window,
        call.position,
        call.scale,
        call.temperature,
        call.alibi,
        atBias,
        call.biasStep,
        atMask,
        call.maskStep,
    );
}

/** The same with everything kept. */
export function trace(module: CoreModule, heap: Heap, call: CheckedCall, q: Numbers, k: Numbers, v: Numbers): TraceResult {
    const { batch, n, m, d, dv } = call;
    const pairs = batch * n * m;
    heap.begin(call.inputs(q, k, v) + 3 * padded(pairs) + padded(batch * n * dv) + padded(batch * n));
    const { atQ, atK, atV, atBias, atMask } = call.put(heap, q, k, v);
    const atScores = heap.take(pairs);
    const atScaled = heap.take(pairs);
    const atWeights = heap.take(pairs);
    const atOut = heap.take(batch * n * dv);
    const atEntropy = heap.take(batch * n);
    if (call.rope) applyRope(module, call, atQ, atK);
    let allSeen = true;
    for (let item = 0; item < batch; item++) {
        const queries = 4 * item * n;
        const keys = 4 * item * m;
        const seen = module._core_trace(
            atQ + queries * d,
            atK + keys * d,
            atV + keys * dv,
            atScores + queries * m,
            atScaled + queries * m,
            atWeights + queries * m,
            atOut + queries * dv,
            atEntropy + queries,
            n,
            m,
            d,
            dv,
            +call.causal,
            call.window,
            call.position,
            call.scale,
            call.temperature,
            call.alibi,
            atBias && atBias + 4 * item * call.biasStep,
            atMask && atMask + item * call.maskStep,
        );
        allSeen &&= seen !== 0;
    }
    return {
        scores: heap.get(atScores, pairs),
        scaled: heap.get(atScaled, pairs),
        weights: heap.get(atWeights, pairs),
        output: heap.get(atOut, batch * n * dv),
        entropy: heap.get(atEntropy, batch * n),
        anyRowMasked: !allSeen,
    };
}

function applyRope(module: CoreModule, call: CheckedCall, q: number, k: number): void {
    const { batch, n, m, d } = call;
    for (let item = 0; item < batch; item++) {
        module._core_rope(q + 4 * item * n * d, n, 1, d, call.position, call.rope, +call.halves);
        module._core_rope(k + 4 * item * m * d, m, 1, d, 0, call.rope, +call.halves);
    }
}
