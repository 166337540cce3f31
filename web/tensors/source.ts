// What a page may bring: a file, by its address or its bytes, or arrays of its own. Turns any of them into one of two: bytes, or arrays with a shape
// each. Knows no engine.

import type { Arrays } from "./arrays.js";
import { arraysOfJson } from "./json.js";

/** The bytes of a file, or arrays. An error's text is for readers. */
export async function opened(source: unknown): Promise<Blob | Arrays> {
    if (typeof source === "string" || source instanceof URL) return fetched(String(source));
    if (source instanceof Blob) return source;
    if (source instanceof ArrayBuffer || source instanceof Uint8Array || source instanceof DataView) return new Blob([source as BlobPart]);
    if (ArrayBuffer.isView(source)) throw new TypeError("tensors have numbers without a shape: give { shape, data }");
    if (typeof source === "object" && source !== null) return arraysOfJson(source);
    throw new TypeError(`tensors must be a file, its bytes, its address, or an object of arrays; got ${typeof source}`);
}

/** The same in a form that can be read again later: an address of the page's own (blob:) may be taken back. */
export async function lasting(source: unknown): Promise<unknown> {
    const address = typeof source === "string" || source instanceof URL ? String(source) : "";
    return address.startsWith("blob:") ? opened(source) : source;
}

/** With a hash behind its "#", sha256-…, it must be that very file. */
async function fetched(given: string): Promise<Blob> {
    const { href, hash } = new URL(given, document.baseURI);
    const [address = ""] = given.split("#");
    const integrity = hash.startsWith("#sha256-") ? hash.slice(1) : "";
    const response = await fetch(href, { credentials: "same-origin", integrity }).catch((error: unknown) => {
        throw new Error(`${address} could not be fetched${integrity && ", or is another file by now"} (${String(error)})`);
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.blob();
}
