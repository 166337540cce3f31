// createModel: chooses a build, fetches its one wasm file and binds weights to it. In browsers and workers; Node's way in is ../core/node.ts.
import createModule from "../generated/model-module.js";
import { type CoreOptions, type CorePath, loadBuild } from "../core/load.js";
import type { Create } from "../core/module.js";
import type { ModelConfig } from "./config.js";
import { LanguageModel } from "./model.js";
import type { ModelModule } from "./module.js";

/** Each spelled out, because bundlers look for this very form. */
const addresses: Record<CorePath, () => URL> = {
    relaxed: () => new URL("./model.relaxed.wasm", import.meta.url),
    simd128: () => new URL("./model.simd128.wasm", import.meta.url),
    scalar: () => new URL("./model.scalar.wasm", import.meta.url),
};

/**
 * A transformer of GPT-2's shape (learned positions, pre-norm, GELU, tied embeddings), which runs: `forward`, `trace`, `decode`.
 *
 * `weights`: the bytes of a safetensors file with GPT-2's names (`wte.weight`, `h.0.attn.c_attn.weight`, …), F32, F16 or BF16, copied.
 * `config`: its config.json. `options` as of `createAttentionCore`; the wasm is another, `model.*.wasm`. Rejects with a TypeError or RangeError
 * that names what is wrong: a size of config, a tensor that is missing, or has the wrong shape or type.
 */
export async function createModel(weights: BufferSource, config: ModelConfig, options: CoreOptions = {}): Promise<LanguageModel> {
    const { path, module } = await loadBuild(options, addresses, createModule as Create<ModelModule>);
    return new LanguageModel(path, module, weights, config);
}
