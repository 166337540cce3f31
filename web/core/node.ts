// attention-explainer/core in Node: core.js, whose wasm is read from the disk and handed over. Bundlers for the web never see this file.
import { readFile } from "node:fs/promises";

import { type AttentionCore, type CoreOptions, createAttentionCore as create } from "./index.js";

export * from "./index.js";

const besideThis: CoreOptions["wasm"] = (path) => readFile(new URL(`./core.${path}.wasm`, import.meta.url));

export function createAttentionCore(options: CoreOptions = {}): Promise<AttentionCore> {
    const given = typeof options !== "object" || options === null || options.wasm !== undefined; // or it is wrong, and core.js says how
    return create(given ? options : { ...options, wasm: besideThis });
}
