// What a page may bring: a file, by its address or its bytes, arrays of its own, or a model to be run. Turns any of them into one of two: bytes, or
// arrays with a shape each. Knows no engine.

import { imported } from "../element/imported.js";
import type { Arrays } from "./arrays.js";
import { blobOf } from "./bytes.js";
import { arraysOfJson } from "./json.js";

/** Reads it, as often as it is wanted. */
export type Source = () => Promise<Blob | Arrays>;

const isAddress = (given: unknown): given is string | URL => typeof given === "string" || given instanceof URL;

/**
 * An error's text is for readers. A model is run now, and an address that may be taken back (blob:) is read now; `progress` hears of bytes until then, and nothing
 * comes of it once `signal` is aborted.
 */
export async function sourceOf(given: unknown, signal: AbortSignal, progress: (loaded: number, total: number) => void): Promise<Source> {
    const address = isAddress(given) ? String(given) : "";
    if (
        address.endsWith("/") ||
        (typeof given === "object" && given !== null && "model" in given && ("config" in given || "tokenizer" in given))
    ) {
        const { attentionOf, checkpointIn, checkpointOf } = await imported(() => import("../checkpoint/checkpoint.js"));
        const arrays = await attentionOf(address ? checkpointIn(address) : checkpointOf(given as object), signal, progress);
        return () => Promise.resolve(arrays);
    }
    if (address.startsWith("blob:")) {
        const file = await blobOf(given);
        return () => Promise.resolve(file);
    }
    return () => opened(given);
}

async function opened(given: unknown): Promise<Blob | Arrays> {
    const isFile = isAddress(given) || given instanceof Blob || given instanceof ArrayBuffer;
    if (isFile || given instanceof Uint8Array || given instanceof DataView) return blobOf(given);
    if (ArrayBuffer.isView(given)) throw new TypeError("tensors have numbers without a shape: give { shape, data }");
    if (typeof given === "object" && given !== null) return arraysOfJson(given);
    throw new TypeError(`tensors must be a file, its bytes, its address, or an object of arrays; got ${typeof given}`);
}
