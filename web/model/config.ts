// A model's sizes, as Hugging Face's config.json names them for GPT-2 and for Llama, checked; what would change the computation and is not
// computed here is refused by its key, not passed over.
import { checkFlag, checkNumber, checkWhole, describeValue } from "../core/check.js";

/** GPT-2's config.json. What else it has is left alone, if it changes nothing. */
export interface Gpt2Config {
    model_type?: "gpt2";
    /** Tokens that it knows, 0 … vocab_size − 1. */
    vocab_size: number;
    /** Tokens that it can look at; older files say n_ctx. */
    n_positions?: number;
    n_ctx?: number;
    /** Width of the residual stream. */
    n_embd: number;
    n_layer: number;
    n_head: number;
    /** Width of the MLP's hidden layer; 4 · n_embd if left out. */
    n_inner?: number | null;
    /** Added to variances in layer norms; 1e-5 if left out. */
    layer_norm_epsilon?: number;
    /** False: logits are products with `lm_head.weight`. True if left out: with `wte.weight`. */
    tie_word_embeddings?: boolean;
}

/** Llama's config.json. What else it has is left alone, if it changes nothing. */
export interface LlamaConfig {
    model_type?: "llama";
    /** Tokens that it knows, 0 … vocab_size − 1. */
    vocab_size: number;
    /** Tokens that it can look at. */
    max_position_embeddings: number;
    /** Width of the residual stream. */
    hidden_size: number;
    num_hidden_layers: number;
    num_attention_heads: number;
    /** Heads of keys and values, each for several heads of queries; as many as those if left out. */
    num_key_value_heads?: number | null;
    /** Width of one head; hidden_size / num_attention_heads if left out. */
    head_dim?: number | null;
    /** Width of the MLP's hidden layer. */
    intermediate_size: number;
    /** Added to mean squares in RMSNorm; 1e-6 if left out. */
    rms_norm_eps?: number;
    /** Base of RoPE's angles; 10000 if left out. Newer files have it in `rope_parameters`. */
    rope_theta?: number;
    rope_parameters?: object | null;
    /** True: logits are products with the embeddings. False if left out: with `lm_head.weight`. */
    tie_word_embeddings?: boolean;
}

export type ModelConfig = Gpt2Config | LlamaConfig;

/** What all of them come to, in one set of names. */
export interface ModelShape {
    readonly family: "gpt2" | "llama";
    readonly vocabulary: number;
    /** Tokens that it can look at. */
    readonly context: number;
    /** Of the residual stream. */
    readonly width: number;
    readonly layers: number;
    readonly heads: number;
    /** Heads of keys and values. */
    readonly kvHeads: number;
    /** Width of one head. */
    readonly d: number;
    /** Width of the MLP's hidden layer. */
    readonly inner: number;
    /** Added to variances, or mean squares. */
    readonly epsilon: number;
    /** Base of RoPE's angles; 0: places have embeddings of their own. */
    readonly ropeTheta: number;
    /** Logits are products with the tokens' embeddings. */
    readonly tied: boolean;
}

/** The config with what was left out filled in. */
export type FullConfig =
    | (Required<Omit<Gpt2Config, "n_inner">> & { n_inner: number })
    | (Required<Omit<LlamaConfig, "num_key_value_heads" | "head_dim" | "rope_parameters">> & {
          num_key_value_heads: number;
          head_dim: number;
      });

type Keys = Record<string, unknown>;

/** Only these values of a key are computed; left out or null, it has the first. */
function mustBe(config: Keys, key: string, ...values: readonly unknown[]): void {
    const value = config[key] ?? values[0];
    if (values.includes(value)) return;
    const wanted = values.map(describeValue).join(" or ");
    throw new RangeError(`config.${key} must be ${wanted}, got ${describeValue(value)}: other models are not computed here`);
}

function readFlag(config: Keys, key: string, otherwise: boolean): boolean {
    const value = config[key] ?? undefined;
    checkFlag(`config.${key}`, value);
    return value ?? otherwise;
}

function readWhole(config: Keys, key: string, otherwise?: number): number {
    const value = config[key] ?? otherwise;
    checkWhole(`config.${key}`, value, 1);
    return value;
}

function readPositive(config: Keys, key: string, otherwise: number, from = "config"): number {
    const value = config[key] ?? otherwise;
    checkNumber(`${from}.${key}`, value, 0);
    return value;
}

function checkDivides(part: string, small: number, whole: string, large: number): void {
    if (large % small !== 0) throw new RangeError(`config.${part} must divide ${whole}: ${small} does not divide ${large}`);
}

interface Read {
    full: FullConfig;
    shape: ModelShape;
}

function readGpt2(config: Keys): Read {
    mustBe(config, "activation_function", "gelu_new", "gelu_pytorch_tanh", "gelu_fast"); // three names of one formula
    mustBe(config, "scale_attn_weights", true);
    mustBe(config, "scale_attn_by_inverse_layer_idx", false);
    mustBe(config, "add_cross_attention", false);
    const vocab_size = readWhole(config, "vocab_size");
    const n_positions = readWhole(config, config["n_positions"] === undefined ? "n_ctx" : "n_positions");
    const n_embd = readWhole(config, "n_embd");
    const n_layer = readWhole(config, "n_layer");
    const n_head = readWhole(config, "n_head");
    const n_inner = readWhole(config, "n_inner", 4 * n_embd);
    const layer_norm_epsilon = readPositive(config, "layer_norm_epsilon", 1e-5);
    const tie_word_embeddings = readFlag(config, "tie_word_embeddings", true);
    checkDivides("n_head", n_head, "n_embd", n_embd);
    return {
        full: {
            model_type: "gpt2",
            vocab_size,
            n_positions,
            n_ctx: n_positions,
            n_embd,
            n_layer,
            n_head,
            n_inner,
            layer_norm_epsilon,
            tie_word_embeddings,
        },
        shape: {
            family: "gpt2",
            vocabulary: vocab_size,
            context: n_positions,
            width: n_embd,
            layers: n_layer,
            heads: n_head,
            kvHeads: n_head,
            d: n_embd / n_head,
            inner: n_inner,
            epsilon: layer_norm_epsilon,
            ropeTheta: 0,
            tied: tie_word_embeddings,
        },
    };
}

/** What tells of angles that are not plain RoPE's: `rope_scaling`, and `rope_parameters` of newer files. */
function checkRope(config: Keys, key: string): Keys {
    const rope = config[key] ?? {};
    if (typeof rope !== "object") throw new TypeError(`config.${key} must be an object, got ${describeValue(rope)}`);
    const { rope_type, type = rope_type ?? "default", factor } = rope as Keys;
    if (type !== "default" && !(type === "linear" && factor === 1))
        throw new RangeError(
            `config.${key} must be null or of type "default", got ${describeValue(type)}: scaled angles are not computed here`,
        );
    return rope as Keys;
}

function readLlama(config: Keys): Read {
    mustBe(config, "hidden_act", "silu", "swish"); // two names of one function
    for (const key of ["attention_bias", "mlp_bias", "rope_interleaved"]) mustBe(config, key, false);
    mustBe(config, "partial_rotary_factor", 1);
    mustBe(config, "quantization_config", null);
    const vocab_size = readWhole(config, "vocab_size");
    const max_position_embeddings = readWhole(config, "max_position_embeddings");
    const hidden_size = readWhole(config, "hidden_size");
    const num_hidden_layers = readWhole(config, "num_hidden_layers");
    const num_attention_heads = readWhole(config, "num_attention_heads");
    const num_key_value_heads = readWhole(config, "num_key_value_heads", num_attention_heads);
    checkDivides("num_key_value_heads", num_key_value_heads, "num_attention_heads", num_attention_heads);
    if (config["head_dim"] === undefined || config["head_dim"] === null)
        checkDivides("num_attention_heads", num_attention_heads, "hidden_size", hidden_size);
    const head_dim = readWhole(config, "head_dim", hidden_size / num_attention_heads);
    if (head_dim % 2 !== 0) throw new RangeError(`config.head_dim must be even for RoPE, got ${head_dim}`);
    const intermediate_size = readWhole(config, "intermediate_size");
    const rms_norm_eps = readPositive(config, "rms_norm_eps", 1e-6);
    checkRope(config, "rope_scaling");
    const parameters = checkRope(config, "rope_parameters");
    mustBe(parameters, "partial_rotary_factor", 1);
    const rope_theta =
        "rope_theta" in parameters
            ? readPositive(parameters, "rope_theta", 1e4, "config.rope_parameters")
            : readPositive(config, "rope_theta", 1e4);
    const window = config["use_sliding_window"] === false ? null : (config["sliding_window"] ?? null);
    if (window !== null && !(typeof window === "number" && window >= max_position_embeddings))
        throw new RangeError(`config.sliding_window must be null or at least max_position_embeddings, got ${describeValue(window)}`);
    const tie_word_embeddings = readFlag(config, "tie_word_embeddings", false);
    return {
        full: {
            model_type: "llama",
            vocab_size,
            max_position_embeddings,
            hidden_size,
            num_hidden_layers,
            num_attention_heads,
            num_key_value_heads,
            head_dim,
            intermediate_size,
            rms_norm_eps,
            rope_theta,
            tie_word_embeddings,
        },
        shape: {
            family: "llama",
            vocabulary: vocab_size,
            context: max_position_embeddings,
            width: hidden_size,
            layers: num_hidden_layers,
            heads: num_attention_heads,
            kvHeads: num_key_value_heads,
            d: head_dim,
            inner: intermediate_size,
            epsilon: rms_norm_eps,
            ropeTheta: rope_theta,
            tied: tie_word_embeddings,
        },
    };
}

/** All of it, checked. Without a model_type, Llama's is known by its hidden_size. */
export function readConfig(config: unknown): Read {
    if (typeof config !== "object" || config === null) throw new TypeError(`config must be an object, got ${String(config)}`);
    const keys = config as Keys;
    const type = keys["model_type"] ?? ("hidden_size" in keys ? "llama" : "gpt2");
    if (type !== "gpt2" && type !== "llama")
        throw new RangeError(`config.model_type must be "gpt2" or "llama", got ${describeValue(type)}: other models are not computed here`);
    const read = type === "llama" ? readLlama(keys) : readGpt2(keys);
    return { full: Object.freeze(read.full), shape: Object.freeze(read.shape) };
}
