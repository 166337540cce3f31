// attention-explainer/core in Node: core.js, whose wasm is read from the disk and handed over. Bundlers for the web never see this file.
import { readFile } from "node:fs/promises";

import {
    type AttentionCore,
    type CoreOptions,
    createAttentionCore as create,
    createModel as createFrom,
    type LanguageModel,
    type ModelConfig,
    type WeightsSource,
} from "./index.js";

export * from "./index.js";

/** The options with what is read from beside this file, unless they say where it is, or are wrong, and core.js says how. */
function withWasm(options: CoreOptions, name: string): CoreOptions {
    if (typeof options !== "object" || options === null || options.wasm !== undefined) return options;
    return { ...options, wasm: (path) => readFile(new URL(`./${name}.${path}.wasm`, import.meta.url)) };
}

export function createAttentionCore(options: CoreOptions = {}): Promise<AttentionCore> {
    return create(withWasm(options, "core"));
}

export function createModel(weights: WeightsSource, config: ModelConfig, options: CoreOptions = {}): Promise<LanguageModel> {
    return createFrom(weights, config, withWasm(options, "model"));
}
