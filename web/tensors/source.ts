// What a page may bring: a file, by its address or its bytes, or arrays of its own. Turns any of them into one of two: bytes, or arrays with a shape
// each. Knows no engine.

import type { Arrays } from "./arrays.js";
import { arraysOfJson } from "./json.js";

/** The bytes of a file, or arrays. An error's text is for readers. */
export async function opened(source: unknown): Promise<Blob | Arrays> {
    if (typeof source === "string" || source instanceof URL) return fetched(String(source));
    if (source instanceof Blob) return source;
    if (source instanceof ArrayBuffer || source instanceof Uint8Array || source instanceof DataView) return new Blob([source as BlobPart]);
    if (typeof source === "object" && source !== null) return arraysOfJson(source);
    throw new TypeError(`tensors must be a file, its bytes, its address, or an object of arrays; got ${typeof source}`);
}

async function fetched(address: string): Promise<Blob> {
    const response = await fetch(new URL(address, document.baseURI), { credentials: "same-origin" });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.blob();
}
