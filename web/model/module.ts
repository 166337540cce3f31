// The compiled module as TypeScript sees it: the C exports of src/host/model_bindings.cpp. Addresses come back signed: use `>>> 0`.

export interface ModelModule {
    /** Replaced when memory grows, which detaches the old one. */
    HEAPF32: Float32Array;
    HEAPU8: Uint8Array;
    /** Memory that outlives a call; 0 when there is none. */
    _model_allocate(bytes: number): number;
    _model_free(address: number): void;
    _model_new(): number;
    _model_delete(model: number): void;
    _model_tensor(model: number, name: number, dtype: number, shape: number, rank: number, length: number): number;
    /** Where the bytes of the i-th tensor go; 0: nowhere. */
    _model_place(model: number, i: number): number;
    /** These return the address of what is wrong, in UTF-8, ending with a 0; or 0. */
    _model_reserve(model: number, sizes: number, numbers: number): number;
    _model_bind(model: number): number;
    _model_forward(
        model: number,
        tokens: number,
        n: number,
        off: number,
        places: number,
        patches: number,
        values: number,
        keep: number,
    ): number;
    _model_next(model: number, decoder: number, tokens: number, n: number, off: number, logits: number): number;
    /** Its address → out. */
    _model_decoder(model: number, tokens: number, out: number): number;
    /** Address, rows, cols, stride of a matrix of the newest pass → out. */
    _model_view(model: number, what: number, layer: number, out: number): void;
    _model_restart(decoder: number): void;
    _model_delete_decoder(decoder: number): void;
}
