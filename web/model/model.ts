// LanguageModel: a transformer of GPT-2's shape. Checks first, then one call into wasm, then copies out.
import { checkObject, checkWhole, describeValue, isFloat32Array, type Known } from "../core/check.js";
import type { CorePath } from "../core/load.js";
import { type ModelConfig, readConfig } from "./config.js";
import { bytes, ModelMemory, text } from "./memory.js";
import type { ModelModule } from "./module.js";
import { bytesOf, readSafetensors } from "./safetensors.js";

/** Tokens by their numbers. */
export type Tokens = ArrayLike<number>;

export interface ForwardOptions {
    /** Heads that add nothing, as if their outputs were zeros: [layer, head] each, counted from 0. */
    off?: readonly (readonly [layer: number, head: number])[];
}

/** Values that stand in for what a run would have computed, mostly those of another one (activation patching). */
export interface Patch {
    /** The residual stream as it enters this layer, 0 … n_layer (at n_layer: as the last norm sees it); with a head, 0 … n_layer − 1. */
    layer: number;
    /** The output of this head of the layer instead, as `heads` of a trace has it in its columns. */
    head?: number;
    /** The first token whose values are replaced; 0, if it is not said. */
    position?: number;
    /** [rows, n_embd], or of a head [rows, n_embd / n_head]: a row a token. */
    values: Float32Array;
}

export interface RunOptions extends ForwardOptions {
    /** One after the other. */
    patches?: readonly Patch[];
}

/** One layer's values for n tokens; width is n_embd. */
export interface LayerTrace {
    /** [n, width] the residual stream, normed, as attention sees it. */
    norm1: Float32Array;
    /** [n, width] each, heads side by side. */
    q: Float32Array;
    k: Float32Array;
    v: Float32Array;
    /** [heads, n, n], exactly 0 for later keys. */
    weights: Float32Array;
    /** [n, width] weights · v, heads side by side. */
    heads: Float32Array;
    /** [heads, n, width] what each head adds to the residual stream; zeros where it is off. */
    parts: Float32Array;
    /** [n, width] what all of them add, with the bias. */
    attention: Float32Array;
    /** [n, width] the residual stream, normed, as the MLP sees it. */
    norm2: Float32Array;
    /** [n, n_inner] before the GELU, and after it. */
    hiddenBefore: Float32Array;
    hidden: Float32Array;
    /** [n, width] what the MLP adds. */
    mlp: Float32Array;
}

export interface ModelTrace {
    /** [n, width] each, 2 · layers + 1 of them: as it enters each layer, between its attention and its MLP, and at the end. */
    residual: Float32Array[];
    layers: LayerTrace[];
    /** [n, width] of the residual stream's end. */
    norm: Float32Array;
    /** [n, vocab_size]. */
    logits: Float32Array;
}

// As model_view of src/host/model_bindings.cpp counts.
const LOGITS = 0;
const NORM = 1;
const RESIDUAL = 2;
const OF_LAYERS = [
    "norm1",
    "q",
    "k",
    "v",
    "weights",
    "heads",
    "parts",
    "attention",
    "norm2",
    "hiddenBefore",
    "hidden",
    "mlp",
] as const satisfies readonly (keyof LayerTrace)[];

const OPTIONS: Known = ["off"];
const RUN_OPTIONS: Known = [...OPTIONS, "patches"];
const PATCH: Known = ["layer", "head", "position", "values"];
const NO_OPTIONS: RunOptions = Object.freeze({});

/** A transformer that runs. From `createModel`. Each has a memory of its own, which `dispose()` gives back. */
export class LanguageModel {
    /** Which build runs. */
    readonly path: CorePath;
    readonly config: Readonly<Required<ModelConfig> & { n_inner: number }>;
    readonly #memory: ModelMemory;
    readonly #model: number;
    #data = 0;
    #alive = true;

    /** Use `createModel`. */
    constructor(path: CorePath, module: ModelModule, weights: unknown, config: unknown) {
        this.path = path;
        this.config = Object.freeze(readConfig(config));
        const { tensors, data } = readSafetensors(bytesOf(weights));
        const memory = (this.#memory = new ModelMemory(module));
        this.#model = module._model_new() >>> 0;
        this.#data = memory.keep(data);
        for (const { name, dtype, shape, begin, end } of tensors) {
            const known = memory.with([text(name), text(dtype), bytes(Uint32Array.from(shape))], ([atName = 0, atType = 0, atShape = 0]) =>
                module._model_tensor(this.#model, atName, atType, atShape, shape.length, this.#data + begin, end - begin),
            );
            if (!known) throw new RangeError(`weights: ${name} has the type ${dtype}, which the format has not`);
        }
        const { vocab_size, n_ctx, n_embd, n_layer, n_head, n_inner, layer_norm_epsilon } = this.config;
        memory.check(module._model_bind(this.#model, vocab_size, n_ctx, n_embd, n_layer, n_head, n_inner, layer_norm_epsilon));
    }

    /** Tokens [n] → logits [n, vocab_size] of what may follow each. Vaswani et al. 2017; Radford et al. 2019. */
    forward(tokens: Tokens, options: RunOptions = NO_OPTIONS): Float32Array {
        this.#run(tokens, options);
        return this.#memory.matrix(this.#model, LOGITS, 0);
    }

    /** The same with everything kept, to be looked at. */
    trace(tokens: Tokens, options: RunOptions = NO_OPTIONS): ModelTrace {
        this.#run(tokens, options);
        const matrix = (what: number, layer: number) => this.#memory.matrix(this.#model, what, layer);
        const { n_layer } = this.config;
        const layerTrace = (_: unknown, layer: number) =>
            Object.fromEntries(OF_LAYERS.map((name, i) => [name, matrix(RESIDUAL + 1 + i, layer)])) as unknown as LayerTrace;
        return {
            residual: Array.from({ length: 2 * n_layer + 1 }, (_, i) => matrix(RESIDUAL, i)),
            layers: Array.from({ length: n_layer }, layerTrace),
            norm: matrix(NORM, 0),
            logits: matrix(LOGITS, 0),
        };
    }

    /** Goes on token by token; keys and values of the past are kept. */
    decode(options: ForwardOptions = NO_OPTIONS): Decoder {
        const off = this.#off(options, OPTIONS);
        return new Decoder(this.#live(), this.#memory, this.#model, this.config, off);
    }

    /** Gives the memory back. Any later call throws. */
    dispose(): void {
        if (!this.#alive) return;
        this.#alive = false;
        this.#memory.module._model_delete(this.#model);
        this.#memory.module._model_free(this.#data);
    }

    #live(): () => void {
        const check = () => {
            if (!this.#alive) throw new Error("this model was disposed");
        };
        check();
        return check;
    }

    #run(tokens: Tokens, options: RunOptions): void {
        this.#live();
        const off = this.#off(options, RUN_OPTIONS);
        const { places, values } = this.#patches(options.patches ?? []);
        const list = checkTokens(tokens, this.config.vocab_size, this.config.n_ctx);
        const { module } = this.#memory;
        this.#memory.with(
            [bytes(list), off, places && bytes(places), values && bytes(values)],
            ([at = 0, atOff = 0, atPlaces = 0, atValues = 0]) =>
                this.#memory.check(
                    module._model_forward(this.#model, at, list.length, atOff, atPlaces, (places?.length ?? 0) / 4, atValues),
                ),
        );
    }

    /** Layer, head or −1, position and number of rows of each; and all values, one behind the other. */
    #patches(patches: readonly Patch[]): { places?: Int32Array; values?: Float32Array } {
        if (!Array.isArray(patches)) throw new TypeError(`patches must be an array, got ${describeValue(patches)}`);
        const { n_embd, n_head } = this.config;
        const places: number[] = [];
        const values: Float32Array[] = [];
        for (const patch of patches as readonly Patch[]) {
            checkObject("patch", patch, PATCH);
            const { layer, head, position = 0, values: own } = patch;
            checkWhole("patch: layer", layer, 0);
            if (head !== undefined) checkWhole("patch: head", head, 0);
            checkWhole("patch: position", position, 0);
            if (!isFloat32Array(own)) throw new TypeError(`patch: values must be a Float32Array, got ${describeValue(own)}`);
            const width = head === undefined ? n_embd : n_embd / n_head;
            if (own.length === 0 || own.length % width > 0)
                throw new RangeError(`patch: values must be rows of ${width} numbers, got ${own.length} numbers`);
            places.push(layer, head ?? -1, position, own.length / width);
            values.push(own);
        }
        if (places.length === 0) return {};
        const all = new Float32Array(values.reduce((sum, { length }) => sum + length, 0));
        values.reduce((at, own) => (all.set(own, at), at + own.length), 0);
        return { places: Int32Array.from(places), values: all };
    }

    #off(options: ForwardOptions, known: Known): Uint8Array | undefined {
        checkObject("options", options, known);
        const { off } = options;
        if (off === undefined) return undefined;
        const { n_layer, n_head } = this.config;
        const map = new Uint8Array(n_layer * n_head);
        for (const pair of off) {
            if (!Array.isArray(pair) || pair.length !== 2)
                throw new TypeError(`off must be pairs of [layer, head], got ${describeValue(pair)}`);
            const [layer, head] = pair as [unknown, unknown];
            checkBelow("off: layer", layer, n_layer);
            checkBelow("off: head", head, n_head);
            map[layer * n_head + head] = 1;
        }
        return map;
    }
}

/** Writes on, token by token. From `model.decode()`. */
export class Decoder {
    #length = 0;
    #address: number;
    readonly #check: () => void;
    readonly #memory: ModelMemory;
    readonly #model: number;
    readonly #config: Readonly<Required<ModelConfig>>;
    readonly #off: Uint8Array | undefined;

    /** Use `model.decode()`. */
    constructor(check: () => void, memory: ModelMemory, model: number, config: Readonly<Required<ModelConfig>>, off?: Uint8Array) {
        this.#check = check;
        this.#memory = memory;
        this.#model = model;
        this.#config = config;
        this.#off = off;
        this.#address = memory.module._model_decoder(model) >>> 0;
        if (this.#address === 0) throw new RangeError("too large for memory: keys and values of a whole context");
    }

    /** Tokens so far. */
    get length(): number {
        return this.#length;
    }

    /** The next token → logits [vocab_size] of what may follow it. A RangeError if the context is full; nothing has happened then. */
    next(token: number): Float32Array {
        this.#live();
        const { vocab_size } = this.#config;
        checkBelow("token", token, vocab_size);
        const memory = this.#memory;
        const logits = memory.with([new Uint8Array(4 * vocab_size), this.#off], ([atLogits = 0, atOff = 0]) => {
            memory.check(memory.module._model_next(this.#model, this.#address, token, atOff, atLogits));
            return memory.module.HEAPF32.slice(atLogits >>> 2, (atLogits >>> 2) + vocab_size);
        });
        ++this.#length;
        return logits;
    }

    /** Forgets all tokens and begins anew. */
    clear(): void {
        this.#live();
        this.#memory.module._model_restart(this.#address);
        this.#length = 0;
    }

    /** Gives the memory back. Any later call throws. */
    dispose(): void {
        if (this.#address === 0) return;
        this.#memory.module._model_delete_decoder(this.#address);
        this.#address = 0;
    }

    #live(): void {
        this.#check();
        if (this.#address === 0) throw new Error("this Decoder was disposed");
    }
}

function checkBelow(name: string, value: unknown, size: number): asserts value is number {
    checkWhole(name, value, 0);
    if (value >= size) throw new RangeError(`${name} must be less than ${size}, got ${value}`);
}

function checkTokens(tokens: unknown, vocabulary: number, context: number): Int32Array {
    if (typeof tokens !== "object" || tokens === null || typeof (tokens as Tokens).length !== "number")
        throw new TypeError(`tokens must be an array of numbers, got ${describeValue(tokens)}`);
    const { length } = tokens as Tokens;
    if (length < 1 || length > context) throw new RangeError(`tokens must be 1 to ${context}, got ${length}`);
    return Int32Array.from(tokens as Tokens, (token, i) => {
        checkBelow(`tokens[${i}]`, token, vocabulary);
        return token;
    });
}
