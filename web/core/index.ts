// attention-explainer/core: the attention core, and a transformer above it, without any UI.
import { AttentionCore } from "./core.js";
import { type CoreOptions, loadCore } from "./load.js";

export { AttentionCore, type RopeOptions, type SoftmaxOptions } from "./core.js";
export { CoreArray, type Numbers } from "./core-array.js";
export type { AttendOptions, AttendShape, RopePairs, TraceOptions, TraceResult } from "./attend.js";
export { type CacheShape, type DecodeOptions, KeyValueCache } from "./key-value-cache.js";
export { type DeviationOptions, type DeviationResult, ScoreDeviation } from "./deviation.js";
export { type MultiHeadOptions, type MultiHeadResult, type MultiHeadShape, type MultiHeadWeights, PreparedWeights } from "./multi-head.js";
export type { FullConfig, Gpt2Config, LlamaConfig, ModelConfig, ModelShape } from "../model/config.js";
export { createModel } from "../model/load.js";
export type { WeightsSource } from "../model/weights.js";
export {
    Decoder,
    type DecoderOptions,
    type ForwardOptions,
    LanguageModel,
    type LayerTrace,
    type ModelAttention,
    type ModelTrace,
    type Patch,
    type RunOptions,
    type Tokens,
} from "../model/model.js";
export type { CoreOptions, CorePath, CoreSource } from "./load.js";

/**
 * Fetches and starts the core: one wasm file, the best build that this engine runs unless `path` says otherwise.
 * Each core has its own memory. Rejects with an Error where the engine cannot run the path or the file cannot be had.
 */
export async function createAttentionCore(options: CoreOptions = {}): Promise<AttentionCore> {
    const { path, module } = await loadCore(options);
    return new AttentionCore(path, module);
}
