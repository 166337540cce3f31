// multiHead: sizes, weights (given each time, or packed once), layout of the call.
import { CheckedCall, type TraceOptions } from "./attend.js";
import { checkArray, checkFlag, checkObject, checkWhole } from "./check.js";
import { type Heap, type KeptMemory, padded } from "./heap.js";
import type { CoreModule } from "./module.js";

/** Projections, each [in, out]: y = x W. d_k = dModel / heads. */
export interface MultiHeadWeights {
    /** [dModel, heads · d_k] */
    wq: Float32Array;
    /** [dModel, kvHeads · d_k] */
    wk: Float32Array;
    /** [dModel, kvHeads · d_k] */
    wv: Float32Array;
    /** [heads · d_k, dModel] */
    wo: Float32Array;
}

export interface MultiHeadShape {
    /** Tokens. */
    n: number;
    /** Components of a token; heads must divide it. */
    dModel: number;
    heads: number;
    /** Heads of keys and values, each shared by heads / kvHeads queries (grouped-query attention); `heads` if left out. */
    kvHeads?: number;
}

export interface MultiHeadOptions extends Omit<TraceOptions, "position"> {
    /** [n, dModel], filled and used as `output` instead of a new array. */
    out?: Float32Array;
    /** Also return each head's weights, which takes longer. */
    weights?: boolean;
}

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
    checkObject("weights", weights);
    const kv = (dModel / heads) * kvHeads;
    checkArray("wq", weights.wq, dModel * dModel, `dModel × dModel = ${dModel} × ${dModel}`);
    checkArray("wk", weights.wk, dModel * kv, `dModel × kvHeads · d_k = ${dModel} × ${kv}`);
    checkArray("wv", weights.wv, dModel * kv, `dModel × kvHeads · d_k = ${dModel} × ${kv}`);
    checkArray("wo", weights.wo, dModel * dModel, `dModel × dModel = ${dModel} × ${dModel}`);
}

/** Floats of the call's block that `packWeights` takes. */
function rawWeights(weights: MultiHeadWeights): number {
    return padded(weights.wq.length) + padded(weights.wk.length) + padded(weights.wv.length) + padded(weights.wo.length);
}

function packWeights(
    module: CoreModule, heap: Heap, weights: MultiHeadWeights, dModel: number, heads: number, kvHeads: number, to: number,
): void {
    const [wq, wk, wv, wo] = [heap.put(weights.wq), heap.put(weights.wk), heap.put(weights.wv), heap.put(weights.wo)];
    module._core_pack_weights(wq, wk, wv, wo, dModel, heads, kvHeads, to);
}

export function prepareWeights(
    module: CoreModule, heap: Heap, weights: MultiHeadWeights, shape: Omit<MultiHeadShape, "n">,
): PreparedWeights {
    checkObject("shape", shape);
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
    module: CoreModule, heap: Heap, call: CheckedCall,
    x: Float32Array, weights: MultiHeadWeights | PreparedWeights, shape: MultiHeadShape, options: MultiHeadOptions,
): MultiHeadResult {
    checkObject("shape", shape);
    checkObject("options", options);
    const { n, dModel, heads, kvHeads = heads } = shape;
    checkWhole("n", n, 1);
    checkHeads(dModel, heads, kvHeads);
    checkArray("x", x, n * dModel, `n × dModel = ${n} × ${dModel}`);
    const prepared = weights instanceof PreparedWeights ? weights : undefined;
    if (prepared) {
        prepared.addressIn(module);
        if (prepared.dModel !== dModel || prepared.heads !== heads || prepared.kvHeads !== kvHeads) {
            const was = `dModel ${prepared.dModel}, heads ${prepared.heads}, kvHeads ${prepared.kvHeads}`;
            throw new RangeError(`weights were prepared for ${was}; this call has ${dModel}, ${heads}, ${kvHeads}`);
        }
    } else checkWeights(weights as MultiHeadWeights, dModel, heads, kvHeads);
    call.checkOptions(options, n, n, dModel / heads);
    const { out } = options;
    if (out !== undefined) checkArray("out", out, n * dModel, `n × dModel = ${n} × ${dModel}`);
    checkFlag("weights", options.weights);

    const raw = prepared ? undefined : (weights as MultiHeadWeights);
    const kept = options.weights ? heads * n * n : 0;
    const packedFloats = raw ? module._core_packed_weights(dModel, heads, kvHeads) : 0;
    const scratch = module._core_multi_head_scratch(n, dModel, heads, kvHeads, kept ? 1 : 0);
    heap.begin(
        (raw ? rawWeights(raw) : 0) + padded(packedFloats) + 2 * padded(n * dModel) + padded(scratch) + padded(kept) +
            (call.bias ? padded(n * n) : 0) + padded(n),
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
    const atOut = heap.take(n * dModel);
    const atWeights = kept ? heap.take(kept) : 0;
    module._core_multi_head(
        atX, packed, atScratch, atOut, atWeights, n, dModel, heads, kvHeads,
        +call.causal, call.window, 0, call.scale, call.temperature, call.alibi, call.rope, +call.halves, atBias, atMask,
    );
    const output = heap.get(atOut, n * dModel, out);
    return kept ? { output, weights: heap.get(atWeights, kept) } : { output };
}
