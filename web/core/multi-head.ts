// multiHead: sizes, weights (given each time, or packed once), layout of the call.
import { CheckedCall, MULTI_HEAD_OPTIONS, type TraceOptions } from "./attend.js";
import { checkArray } from "./check-array.js";
import { checkFlag, checkObject, checkWhole, type Known } from "./check.js";
import type { Numbers } from "./core-array.js";
import { type Heap, padded, room } from "./heap.js";
import type { KeptMemory } from "./kept-memory.js";
import type { CoreModule } from "./module.js";

const WEIGHTS: Known = ["wq", "wk", "wv", "wo"];
const SHAPE: Known = ["n", "dModel", "heads", "kvHeads", "batch"];

/** Projections, each [in, out]: y = x W. d_k = dModel / heads. */
export interface MultiHeadWeights {
    /** [dModel, heads · d_k] */
    wq: Numbers;
    /** [dModel, kvHeads · d_k] */
    wk: Numbers;
    /** [dModel, kvHeads · d_k] */
    wv: Numbers;
    /** [heads · d_k, dModel] */
    wo: Numbers;
}

export interface MultiHeadShape {
    /** Tokens. */
    n: number;
    /** Components of a token; heads must divide it. */
    dModel: number;
    heads: number;
    /** Heads of keys and values, each shared by heads / kvHeads queries (grouped-query attention); `heads` if left out. */
    kvHeads?: number;
    /** Sequences of n tokens, independent of each other, one after the other; 1 if left out. */
    batch?: number;
}

export interface MultiHeadOptions extends Omit<TraceOptions, "position"> {
    /** [n, dModel], filled and used as `output` instead of a new array. (Of a `CoreArray` its `values` are.) */
    out?: Numbers;
    /** Also return each head's weights, which takes longer. */
    weights?: boolean;
}

/** With `batch` each array has that many of these, one after the other. */
export interface MultiHeadResult {
    /** [n, dModel] */
    output: Float32Array;
    /** [heads, n, n], only if asked for. */
    weights?: Float32Array;
}

/** Weights copied into the core and packed for speed. From `core.prepareWeights`; `dispose()` gives the memory back. */
export class PreparedWeights {
    readonly dModel: number;
    readonly heads: number;
    readonly kvHeads: number;
    readonly #memory: KeptMemory;

    /** Use `core.prepareWeights`. */
    constructor(memory: KeptMemory, dModel: number, heads: number, kvHeads: number) {
        this.#memory = memory;
        this.dModel = dModel;
        this.heads = heads;
        this.kvHeads = kvHeads;
    }

    /** Where they lie in that core's memory. */
    addressIn(module: CoreModule): number {
        const memory = this.#memory;
        if (memory.module !== module) throw new RangeError("these weights were prepared by another core");
        return memory.address;
    }

    dispose(): void {
        this.#memory.free();
    }
}

export function checkHeads(dModel: unknown, heads: unknown, kvHeads: unknown): void {
    checkWhole("dModel", dModel, 1);
    checkWhole("heads", heads, 1);
    checkWhole("kvHeads", kvHeads, 1);
    if (dModel % heads !== 0) throw new RangeError(`heads must divide dModel: ${heads} does not divide ${dModel}`);
    if (heads % kvHeads !== 0) throw new RangeError(`kvHeads must divide heads: ${kvHeads} does not divide ${heads}`);
}

export function checkWeights(weights: MultiHeadWeights, dModel: number, heads: number, kvHeads: number): void {
    checkObject("weights", weights, WEIGHTS);
    const kv = (dModel / heads) * kvHeads;
    checkArray("wq", weights.wq, dModel * dModel, `dModel × dModel = ${dModel} × ${dModel}`);
    checkArray("wk", weights.wk, dModel * kv, `dModel × kvHeads · d_k = ${dModel} × ${kv}`);
    checkArray("wv", weights.wv, dModel * kv, `dModel × kvHeads · d_k = ${dModel} × ${kv}`);
    checkArray("wo", weights.wo, dModel * dModel, `dModel × dModel = ${dModel} × ${dModel}`);
}

/** Floats of the call's block that `packWeights` takes. */
function rawWeights(weights: MultiHeadWeights): number {
    return room(weights.wq) + room(weights.wk) + room(weights.wv) + room(weights.wo);
}

function packWeights(
    module: CoreModule,
    heap: Heap,
    weights: MultiHeadWeights,
    dModel: number,
    heads: number,
    kvHeads: number,
    to: number,
): void {
    const [wq, wk, wv, wo] = [heap.put(weights.wq), heap.put(weights.wk), heap.put(weights.wv), heap.put(weights.wo)];
    module._core_pack_weights(wq, wk, wv, wo, dModel, heads, kvHeads, to);
}

export function prepareWeights(
    module: CoreModule,
    heap: Heap,
    weights: MultiHeadWeights,
    shape: Omit<MultiHeadShape, "n">,
): PreparedWeights {
    checkObject("shape", shape, SHAPE);
    const { dModel, heads, kvHeads = heads } = shape;
    checkHeads(dModel, heads, kvHeads);
    checkWeights(weights, dModel, heads, kvHeads);
    const floats = module._core_packed_weights(dModel, heads, kvHeads);
    heap.check(floats + rawWeights(weights)); // before memory grows for what is then refused
    heap.begin(rawWeights(weights));
    const memory = heap.keep("PreparedWeights", floats, () => module._core_allocate(floats));
    packWeights(module, heap, weights, dModel, heads, kvHeads, memory.address);
    return new PreparedWeights(memory, dModel, heads, kvHeads);
}

export function multiHead(
    module: CoreModule,
    heap: Heap,
    call: CheckedCall,
    x: Numbers,
    weights: MultiHeadWeights | PreparedWeights,
    shape: MultiHeadShape,
    options: MultiHeadOptions,
): MultiHeadResult {
    checkObject("shape", shape, SHAPE);
    const { n, dModel, heads, kvHeads = heads, batch = 1 } = shape;
    checkWhole("n", n, 1);
    checkWhole("batch", batch, 1);
    checkHeads(dModel, heads, kvHeads);
    const length = batch * n * dModel;
    checkArray("x", x, length, batch === 1 ? `n × dModel = ${n} × ${dModel}` : `batch × n × dModel = ${batch} × ${n} × ${dModel}`);
    const prepared = weights instanceof PreparedWeights ? weights : undefined;
    if (prepared) {
        prepared.addressIn(module);
        if (prepared.dModel !== dModel || prepared.heads !== heads || prepared.kvHeads !== kvHeads) {
            const was = `dModel ${prepared.dModel}, heads ${prepared.heads}, kvHeads ${prepared.kvHeads}`;
            throw new RangeError(`weights were prepared for ${was}; this call has ${dModel}, ${heads}, ${kvHeads}`);
        }
    } else checkWeights(weights as MultiHeadWeights, dModel, heads, kvHeads);
    call.checkOptions(options, MULTI_HEAD_OPTIONS, batch, n, n, dModel / heads);
    const { out } = options;
    call.checkOut(out, "n × dModel", n, dModel);
    checkFlag("weights", options.weights);

    const raw = prepared ? undefined : (weights as MultiHeadWeights);
    const kept = options.weights ? heads * n * n : 0; // of each item
    const packedFloats = raw ? module._core_packed_weights(dModel, heads, kvHeads) : 0;
    const scratch = module._core_multi_head_scratch(n, dModel, heads, kvHeads, kept ? 1 : 0);
    heap.begin(
        (raw ? rawWeights(raw) : 0) +
            padded(packedFloats) +
            room(x) +
            padded(length) +
            padded(scratch) +
            padded(batch * kept) +
            room(call.bias) +
            (call.keyMask ? padded(call.keyMask.length) : 0),
    );
    let packed: number;
    if (raw) {
        packed = heap.take(packedFloats);
        packWeights(module, heap, raw, dModel, heads, kvHeads, packed);
    } else packed = prepared!.addressIn(module);
    const atX = heap.put(x);
    const atBias = call.bias ? heap.put(call.bias) : 0;
    const atMask = call.keyMask ? heap.putBytes(call.keyMask) : 0;
    const atScratch = heap.take(scratch);
    const atOut = heap.place(length, out);
    const atWeights = kept ? heap.take(batch * kept) : 0;
    heap.checkApart(out, atOut, "x", x, atX);
    heap.checkApart(out, atOut, "bias", call.bias, atBias);
    for (let item = 0; item < batch; item++) {
        const rows = 4 * item * n * dModel;
        module._core_multi_head(
            atX + rows,
            packed,
            atScratch,
            atOut + rows,
            atWeights && atWeights + 4 * item * kept,
            n,
            dModel,
            heads,
            kvHeads,
            +call.causal,
            call.window,
            0,
            call.scale,
            call.temperature,
            call.alibi,
            call.rope,
            +call.halves,
            atBias && atBias + 4 * item * call.biasStep,
            atMask && atMask + item * call.maskStep,
        );
    }
    const output = heap.get(atOut, length, out);
    return kept ? { output, weights: heap.get(atWeights, batch * kept) } : { output };
}
