// attend and trace: sizes, options, layout of the call. The arithmetic is in src/attention.
import { checkArray, checkFlag, checkNumber, checkObject, checkOneOf, checkWhole, describeValue, isUint8Array } from "./check.js";
import { type Heap, padded } from "./heap.js";
import type { CoreModule } from "./module.js";

/** Sizes of one attention: q [n, d], k [m, d], v [m, dv]. */
export interface AttendShape {
    /** Queries. */
    n: number;
    /** Keys; as many as queries if left out. */
    m?: number;
    /** Components of a query and a key. */
    d: number;
    /** Components of a value; d if left out. */
    dv?: number;
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
    /** [n, m], added to the scaled scores; −Infinity hides a key from a query. */
    bias?: Float32Array;
    /** [m], 0 hides a key from every query: padding. */
    keyMask?: Uint8Array;
}

export interface AttendOptions extends TraceOptions {
    /** [n, dv], filled and returned instead of a new array. */
    out?: Float32Array;
}

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

const ROPE_PAIRS: readonly RopePairs[] = ["neighbours", "halves"];

/** A call with every default filled in. One object is kept and filled again for each call. */
export class CheckedCall {
    n = 0;
    m = 0;
    d = 0;
    dv = 0;
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
    bias: Float32Array | undefined;
    keyMask: Uint8Array | undefined;

    /** Throws a TypeError or RangeError, or leaves a valid call here. */
    check(q: Float32Array, k: Float32Array, v: Float32Array, shape: AttendShape, options: TraceOptions): void {
        checkObject("shape", shape);
        const n = shape.n;
        const d = shape.d;
        const m = shape.m ?? n;
        const dv = shape.dv ?? d;
        checkWhole("n", n, 1);
        checkWhole("m", m, 1);
        checkWhole("d", d, 1);
        checkWhole("dv", dv, 1);
        this.n = n;
        this.m = m;
        this.d = d;
        this.dv = dv;
        // The text is made only when it is needed: strings on the hot path cost more than the attention.
        if (!(q instanceof Float32Array) || q.length !== n * d) checkArray("q", q, n * d, `n × d = ${n} × ${d}`);
        if (!(k instanceof Float32Array) || k.length !== m * d) checkArray("k", k, m * d, `m × d = ${m} × ${d}`);
        if (!(v instanceof Float32Array) || v.length !== m * dv) checkArray("v", v, m * dv, `m × dv = ${m} × ${dv}`);
        this.checkOptions(options, n, m, d);
    }

    checkOptions(options: TraceOptions, n: number, m: number, d: number): void {
        checkObject("options", options);
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
            this.halves = ropePairs === "halves";
        }
        this.bias = undefined;
        if (bias !== undefined) {
            checkArray("bias", bias, n * m, `n × m = ${n} × ${m}`);
            this.bias = bias;
        }
        this.keyMask = undefined;
        if (keyMask !== undefined) {
            if (!isUint8Array(keyMask)) {
                throw new TypeError(`keyMask must be a Uint8Array, got ${describeValue(keyMask)}`);
            }
            if (keyMask.length !== m) throw new RangeError(`keyMask has ${keyMask.length} numbers, must have m = ${m}`);
            this.keyMask = keyMask;
        }
    }

    /** Floats of heap that the inputs take. */
    inputs(): number {
        const { n, m, d, dv } = this;
        let total = padded(n * d) + padded(m * d) + padded(m * dv);
        if (this.bias) total += padded(n * m);
        if (this.keyMask) total += padded(m);
        return total;
    }
}

/** q [n, d], k [m, d], v [m, dv] → [n, dv]. */
export function attend(
    module: CoreModule, heap: Heap, call: CheckedCall,
    q: Float32Array, k: Float32Array, v: Float32Array, out: Float32Array | undefined,
): Float32Array {
    const { n, m, d, dv } = call;
    const scratch = module._core_attend_scratch(n, m, d, dv);
    heap.begin(call.inputs() + padded(n * dv) + padded(scratch));
    const atQ = heap.put(q);
    const atK = heap.put(k);
    const atV = heap.put(v);
    const atBias = call.bias ? heap.put(call.bias) : 0;
    const atMask = call.keyMask ? heap.putBytes(call.keyMask) : 0;
    const atOut = heap.take(n * dv);
    const atScratch = heap.take(scratch);
    if (call.rope) applyRope(module, call, atQ, atK);
    module._core_attend(
        atQ, atK, atV, atOut, atScratch, n, m, d, dv,
        +call.causal, call.window, call.position, call.scale, call.temperature, call.alibi, atBias, atMask,
    );
    return heap.get(atOut, n * dv, out);
}

/** The same with everything kept. */
export function trace(
    module: CoreModule, heap: Heap, call: CheckedCall, q: Float32Array, k: Float32Array, v: Float32Array,
): TraceResult {
    const { n, m, d, dv } = call;
    heap.begin(call.inputs() + 3 * padded(n * m) + padded(n * dv) + padded(n));
    const atQ = heap.put(q);
    const atK = heap.put(k);
    const atV = heap.put(v);
    const atBias = call.bias ? heap.put(call.bias) : 0;
    const atMask = call.keyMask ? heap.putBytes(call.keyMask) : 0;
    const atScores = heap.take(n * m);
    const atScaled = heap.take(n * m);
    const atWeights = heap.take(n * m);
    const atOut = heap.take(n * dv);
    const atEntropy = heap.take(n);
    if (call.rope) applyRope(module, call, atQ, atK);
    const allSeen = module._core_trace(
        atQ, atK, atV, atScores, atScaled, atWeights, atOut, atEntropy, n, m, d, dv,
        +call.causal, call.window, call.position, call.scale, call.temperature, call.alibi, atBias, atMask,
    );
    return {
        scores: heap.get(atScores, n * m),
        scaled: heap.get(atScaled, n * m),
        weights: heap.get(atWeights, n * m),
        output: heap.get(atOut, n * dv),
        entropy: heap.get(atEntropy, n),
        anyRowMasked: !allSeen,
    };
}

function applyRope(module: CoreModule, call: CheckedCall, q: number, k: number): void {
    module._core_rope(q, call.n, call.d, call.position, call.rope, +call.halves);
    module._core_rope(k, call.m, call.d, 0, call.rope, +call.halves);
}
