// createModel: chooses a build, fetches its one wasm file and binds weights to it. In browsers and workers; Node's way in is ../core/node.ts.
import createModule from "../generated/model-module.js";
import { type CoreOptions, type CorePath, loadBuild } from "../core/load.js";
import type { Create } from "../core/module.js";
import { type ModelConfig, readConfig } from "./config.js";
import { ModelMemory } from "./memory.js";
import { LanguageModel } from "./model.js";
import type { ModelModule } from "./module.js";
import { bindWeights, type WeightsSource } from "./weights.js";

/** Each spelled out, because bundlers look for this very form. */
const addresses: Record<CorePath, () => URL> = {
    relaxed: () => new URL("./model.relaxed.wasm", import.meta.url),
    simd128: () => new URL("./model.simd128.wasm", import.meta.url),
    scalar: () => new URL("./model.scalar.wasm", import.meta.url),
};

/**
 * A transformer of GPT-2's shape (layer norm, GELU, learned positions) or of Llama's (RMSNorm, SwiGLU, RoPE, grouped queries), which runs:
 * `forward`, `attention`, `trace`, `decode`.
 *
 * `weights`: a safetensors file by Hugging Face's names (`wte.weight`, `transformer.h.0.attn.c_attn.weight`, …; `model.layers.0…`), F32, F16 or
 * BF16: its bytes, or a stream of them (`response.body`), which is then held nowhere else. What the model needs of it is copied, as it is:
 * halves stay halves, widened when they are used. `config`: its config.json.
 * `options` as of `createAttentionCore`; the wasm is another, `model.*.wasm`. Rejects with a TypeError or RangeError that names what is wrong: a
 * key of config, a tensor that is missing, or has the wrong shape or type; or how much memory is wanted, if there is less.
 */
export async function createModel(weights: WeightsSource, config: ModelConfig, options: CoreOptions = {}): Promise<LanguageModel> {
    const { path, module } = await loadBuild(options, addresses, createModule as Create<ModelModule>);
    const read = readConfig(config);
    const memory = new ModelMemory(module);
    return new LanguageModel(path, memory, await bindWeights(memory, weights, read.shape), read);
}
