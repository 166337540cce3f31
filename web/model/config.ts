// A model's sizes, as GPT-2's config.json names them.
import { checkNumber, checkWhole } from "../core/check.js";

export interface ModelConfig {
    /** Tokens that it knows, 0 … vocab_size − 1. */
    vocab_size: number;
    /** Tokens that it can look at. */
    n_ctx: number;
    /** Width of the residual stream. */
    n_embd: number;
    n_layer: number;
    n_head: number;
    /** Width of the MLP's hidden layer; 4 · n_embd if left out. */
    n_inner?: number | null;
    /** Added to variances in layer norms; 1e-5 if left out. */
    layer_norm_epsilon?: number;
}

/** All of them, checked. What else the object has (a real config.json has much) is left alone. */
export function readConfig(config: unknown): Required<ModelConfig> & { n_inner: number } {
    if (typeof config !== "object" || config === null) throw new TypeError(`config must be an object, got ${String(config)}`);
    const { vocab_size, n_ctx, n_embd, n_layer, n_head, n_inner, layer_norm_epsilon = 1e-5 } = config as Record<string, unknown>;
    checkWhole("config.vocab_size", vocab_size, 1);
    checkWhole("config.n_ctx", n_ctx, 1);
    checkWhole("config.n_embd", n_embd, 1);
    checkWhole("config.n_layer", n_layer, 1);
    checkWhole("config.n_head", n_head, 1);
    const inner = n_inner ?? 4 * n_embd;
    checkWhole("config.n_inner", inner, 1);
    checkNumber("config.layer_norm_epsilon", layer_norm_epsilon, 0);
    if (n_embd % n_head !== 0) throw new RangeError(`config.n_head must divide n_embd: ${n_head} does not divide ${n_embd}`);
    return { vocab_size, n_ctx, n_embd, n_layer, n_head, n_inner: inner, layer_norm_epsilon };
}
