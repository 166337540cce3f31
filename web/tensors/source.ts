// What a page may bring: a file, by its address or its bytes, arrays of its own, or a model to be run. Turns any of them into one of two: bytes, or
// arrays with a shape each. Knows no engine.

import type { Checkpoint } from "../checkpoint/checkpoint.js";
import { imported } from "../element/imported.js";
import type { Arrays } from "./arrays.js";
import { blobOf, isAddress } from "./bytes.js";
import { arraysOfJson } from "./json.js";

/** Reads it, as often as it is wanted. */
export type Source = () => Promise<Blob | Arrays>;

/** Null: it is no model. */
export async function checkpointOf(given: unknown): Promise<Checkpoint | null> {
    const isFolder = isAddress(given) && String(given).endsWith("/");
    const isModel = typeof given === "object" && given !== null && "model" in given && ("config" in given || "tokenizer" in given);
    if (!isFolder && !isModel) return null;
    const { Checkpoint } = await imported(() => import("../checkpoint/checkpoint.js"));
    return new Checkpoint(isFolder ? String(given) : (given as object));
}

/** Of what is no model. An error's text is for readers. An address that may be taken back (blob:) is read now. */
export async function sourceOf(given: unknown): Promise<Source> {
    if (isAddress(given) && String(given).startsWith("blob:")) {
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
