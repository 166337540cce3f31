// The compiled module as TypeScript sees it: the C exports of src/host/core_bindings.cpp.
// Addresses are bytes in the heap and come back signed: use `>>> 0`. Sizes come back as they are, also beyond 2³².
// `scale`: NaN where none is given.

/** What the glue that Emscripten makes exports by default. */
export type Create<Module> = (options: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
}) => Promise<Module>;

/** One running build of the core. */
export interface CoreModule {
    /** The heap as floats. Replaced when memory grows, which detaches the old one. */
    HEAPF32: Float32Array;
    HEAPU8: Uint8Array;
    /** A block of at least `floats` floats, contents lost; 0 when there is no memory. */
    _core_reserve(floats: number): number;
    /** Floats of scratch that `_core_attend` wants. */
    _core_attend_scratch(n: number, m: number, d: number, dv: number): number;
    _core_attend(
        q: number,
        k: number,
        v: number,
        out: number,
        scratch: number,
        batch: number,
        n: number,
        m: number,
        d: number,
        dv: number,
        causal: number,
        window: number,
        position: number,
        scale: number,
        temperature: number,
        alibi: number,
        bias: number,
        biasStep: number,
        keyMask: number,
        maskStep: number,
    ): number;
    _core_trace(
        q: number,
        k: number,
        v: number,
        scores: number,
        scaled: number,
        weights: number,
        out: number,
        entropy: number,
        n: number,
        m: number,
        d: number,
        dv: number,
        causal: number,
        window: number,
        position: number,
        scale: number,
        temperature: number,
        alibi: number,
        bias: number,
        keyMask: number,
    ): number;
    _core_softmax(x: number, rows: number, cols: number, temperature: number, out: number): number;
    _core_rope(x: number, n: number, heads: number, d: number, position: number, base: number, halves: number): void;
    /** Memory that outlives a call; 0 when there is none. */
    _core_allocate(floats: number): number;
    _core_free(address: number): void;
    _core_packed_weights(dModel: number, heads: number, kvHeads: number): number;
    _core_pack_weights(
        wq: number,
        wk: number,
        wv: number,
        wo: number,
        dModel: number,
        heads: number,
        kvHeads: number,
        packed: number,
    ): void;
    _core_multi_head_scratch(n: number, dModel: number, heads: number, kvHeads: number, weights: number): number;
    _core_multi_head(
        x: number,
        packed: number,
        scratch: number,
        out: number,
        weights: number,
        n: number,
        dModel: number,
        heads: number,
        kvHeads: number,
        causal: number,
        window: number,
        position: number,
        scale: number,
        temperature: number,
        alibi: number,
        rope: number,
        halves: number,
        bias: number,
        keyMask: number,
    ): number;
    /** A key-value cache; 0 when there is no memory. `_core_free` gives it back. */
    _core_cache(capacity: number, kvHeads: number, d: number, dv: number): number;
    _core_cache_append(cache: number, keys: number, values: number, tokens: number): number;
    _core_cache_clear(cache: number): void;
    _core_cache_scratch(cache: number, heads: number): number;
    _core_cache_attend(
        cache: number,
        query: number,
        heads: number,
        window: number,
        scale: number,
        temperature: number,
        alibi: number,
        scratch: number,
        out: number,
    ): number;
    _core_entropy(weights: number, count: number): number;
    _core_gradient_norm(weights: number, count: number, temperature: number): number;
    _core_jacobian(weights: number, count: number, temperature: number, out: number): void;
    /** A score-deviation experiment; 0 when there is no memory. `_core_free` gives it back. */
    _core_deviation(d: number, pairs: number, seed: number): number;
    /** Draws up to `count` more pairs; returns how many are left. */
    _core_deviation_advance(experiment: number, count: number): number;
    _core_deviation_raw(experiment: number): number;
}
