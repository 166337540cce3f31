// The model's WebAssembly memory: what is put in for a call, matrices that are copied out, and what it says that is wrong.
import type { ModelModule } from "./module.js";

export class ModelMemory {
    readonly module: ModelModule;

    constructor(module: ModelModule) {
        this.module = module;
    }

    /** Bytes that stay until they are freed. */
    keep(bytes: Uint8Array): number {
        const address = this.module._model_allocate(bytes.length) >>> 0;
        if (address === 0) throw new RangeError(`too large for memory: ${(bytes.length / 1048576).toFixed(0)} MiB`);
        this.module.HEAPU8.set(bytes, address);
        return address;
    }

    /** Puts bytes in for as long as `work` runs; an absent array is address 0. */
    with<T>(arrays: readonly (Uint8Array | undefined)[], work: (addresses: number[]) => T): T {
        const addresses: number[] = [];
        try {
            for (const array of arrays) addresses.push(array ? this.keep(array) : 0);
            return work(addresses);
        } finally {
            for (const address of addresses) this.module._model_free(address);
        }
    }

    /** Throws what the module says, if it says anything. */
    check(said: number): void {
        if (said === 0) return;
        const { HEAPU8 } = this.module;
        const begin = said >>> 0;
        throw new RangeError(new TextDecoder().decode(HEAPU8.slice(begin, HEAPU8.indexOf(0, begin))));
    }

    /** A copy of a matrix of the newest pass, row-major. */
    matrix(model: number, what: number, layer: number): Float32Array {
        return this.with([new Uint8Array(16)], ([out = 0]) => {
            this.module._model_view(model, what, layer, out);
            const { HEAPF32, HEAPU8 } = this.module;
            const [address = 0, rows = 0, cols = 0, stride = 0] = new Uint32Array(HEAPU8.buffer, out, 4);
            const first = address >>> 2;
            if (stride === cols) return HEAPF32.slice(first, first + rows * cols);
            const copy = new Float32Array(rows * cols);
            for (let row = 0; row < rows; ++row) copy.set(HEAPF32.subarray(first + row * stride, first + row * stride + cols), row * cols);
            return copy;
        });
    }
}

/** The bytes of these numbers. */
export const bytes = (array: Int32Array | Uint32Array | Float32Array): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
/** A text as C reads it. */
export const text = (string: string): Uint8Array => new TextEncoder().encode(`${string}\0`);
