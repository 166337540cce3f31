// The steps by which tensors come into the engine, with their types: EngineModule.tensors() is one function for all (src/host/tensor_bindings.cpp).
// Tensors have a number, `which`; a text says what is wrong, "" nothing.

import type { EngineModule } from "../element/types.js";

interface Steps {
    /** Room for a file of so many bytes; 0: there is no memory for it. For arrays alone none is wanted. */
    begin: [{ bytes: number }, number];
    /** The file's next bytes. 0: they are more than were said. */
    put: [{ which: number; chunk: Uint8Array }, 0 | 1];
    /** What the file is. */
    open: [
        { which: number },
        string | { format: string; entries: { name: string; deflated: number; begin: number; length: number; size: number }[] },
    ];
    /** The file in the engine's memory, until that moves. */
    bytes: [{ which: number }, Uint8Array];
    /** An entry of a .zip, with its bytes where it is compressed there. */
    entry: [{ which: number; index: number; inflated: Uint8Array | null }, string];
    /** A tensor in the file, of what safetensors calls its data from `data` on. */
    tensor: [{ which: number; data: number; tensor: object }, string];
    /** An array of the page's, copied. */
    array: [{ which: number; array: object }, string];
    /** All is there: what the parameters of its exhibit are. */
    bring: [
        { which: number; exhibit: string; tokens: readonly string[]; queries: readonly string[] },
        string | { maximum: number; initial: number }[],
    ];
    free: [{ which: number }, 0];
}

export const step = <Name extends keyof Steps>(engine: EngineModule, name: Name, of: Steps[Name][0]): Steps[Name][1] =>
    engine.tensors(name, of) as Steps[Name][1];
