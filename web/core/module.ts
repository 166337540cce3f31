// The compiled module as TypeScript sees it: the C exports of src/host/core_bindings.cpp.
// Addresses are bytes in the heap and come back signed: use `>>> 0`.

/** What the glue that Emscripten makes exports by default. */
export type CreateModule = (options: {
    instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
}) => Promise<CoreModule>;

/** One running build of the core. */
export interface CoreModule {
    /** The heap as floats. Replaced when memory grows, which detaches the old one. */
    HEAPF32: Float32Array;
    HEAPU8: Uint8Array;
    /** A block of at least `floats` floats, contents lost; 0 when there is no memory. */
    _core_reserve(floats: number): number;
    _core_release(): void;
    /** Floats of scratch that `_core_attend` wants. */
    _core_attend_scratch(n: number, m: number, d: number, dv: number): number;
    _core_attend(
        q: number, k: number, v: number, out: number, scratch: number,
        n: number, m: number, d: number, dv: number,
        causal: number, window: number, position: number, scale: number, temperature: number,
        alibi: number, bias: number, keyMask: number,
    ): number;
    _core_trace(
        q: number, k: number, v: number,
        scores: number, scaled: number, weights: number, out: number, entropy: number,
        n: number, m: number, d: number, dv: number,
        causal: number, window: number, position: number, scale: number, temperature: number,
        alibi: number, bias: number, keyMask: number,
    ): number;
    _core_softmax(x: number, rows: number, cols: number, temperature: number, out: number): number;
    _core_rope(x: number, rows: number, cols: number, position: number, base: number): void;
}
