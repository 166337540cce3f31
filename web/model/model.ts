// LanguageModel: a transformer of GPT-2's or Llama's shape. Checks first, then one call into wasm, then copies out.
import { checkObject, checkWhole, describeValue, isFloat32Array, type Known } from "../core/check.js";
import type { CorePath } from "../core/load.js";
import type { FullConfig, ModelShape } from "./config.js";
import { bytes, type ModelMemory } from "./memory.js";

/** Tokens by their numbers. */
export type Tokens = ArrayLike<number>;

export interface ForwardOptions {
    /** Heads that add nothing, as if their outputs were zeros: [layer, head] each, counted from 0. */
    off?: readonly (readonly [layer: number, head: number])[];
}

export interface DecoderOptions extends ForwardOptions {
    /** Tokens that there is room for: keys and values of so many are kept. The whole context if left out, which may be more than there is memory. */
    tokens?: number;
}

/** Values that stand in for what a run would have computed, mostly those of another one (activation patching). */
export interface Patch {
    /** The residual stream as it enters this layer, 0 … layers (at the number of layers: as the last norm sees it). */
    layer: number;
    /** The output of this head of the layer instead, as `heads` of a trace has it in its columns. */
    head?: number;
    /** The first token whose values are replaced; 0, if it is not said. */
    position?: number;
    /** [rows, width], or of a head [rows, d]: a row a token. */
    values: Float32Array;
}

export interface RunOptions extends ForwardOptions {
    /** One after the other. */
    patches?: readonly Patch[];
}

/** One layer's values for n tokens; sizes are `model.shape`'s. */
export interface LayerTrace {
    /** [n, width] the residual stream, normed, as attention sees it. */
    norm1: Float32Array;
    /** [n, heads · d], heads side by side; turned by RoPE, if any. */
    q: Float32Array;
    /** [n, kvHeads · d] each. */
    k: Float32Array;
    v: Float32Array;
    /** [heads, n, n], exactly 0 for later keys. */
    weights: Float32Array;
    /** [n, heads · d] weights · v, heads side by side. */
    heads: Float32Array;
    /** [heads, n, width] what each head adds to the residual stream; zeros where it is off. */
    parts: Float32Array;
    /** [n, width] what all of them add, with the bias. */
    attention: Float32Array;
    /** [n, width] the residual stream, normed, as the MLP sees it. */
    norm2: Float32Array;
    /** [n, inner] before the GELU, and after it. Of SwiGLU: the gate, and what it let through of `up`. */
    hiddenBefore: Float32Array;
    hidden: Float32Array;
    /** [n, width] what the MLP adds. */
    mlp: Float32Array;
    /** [n, inner] what SwiGLU's gate lets through. */
    up?: Float32Array;
}

export interface ModelTrace {
    /** [n, width] each, 2 · layers + 1 of them: as it enters each layer, between its attention and its MLP, and at the end. */
    residual: Float32Array[];
    layers: LayerTrace[];
    /** [n, width] of the residual stream's end. */
    norm: Float32Array;
    /** [n, vocabulary]. */
    logits: Float32Array;
}

export interface ModelAttention {
    /** [heads, n, n] of each layer, exactly 0 for later keys. */
    weights: Float32Array[];
    /** [vocabulary] of what may follow the last token. */
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
    "up", // the last one: GELU has none
] as const satisfies readonly (keyof LayerTrace)[];

const WEIGHTS = RESIDUAL + 1 + OF_LAYERS.indexOf("weights");
// What a run keeps: Keep of src/model/run.h.
const KEEP = { everything: 0, weights: 1, logits: 2 };

const DECODER_OPTIONS: Known = ["off", "tokens"];
const RUN_OPTIONS: Known = ["off", "patches"];
const PATCH: Known = ["layer", "head", "position", "values"];
const NO_OPTIONS: RunOptions = Object.freeze({});

/** A transformer that runs. From `createModel`. Each has a memory of its own, which `dispose()` gives back. */
export class LanguageModel {
    /** Which build runs. */
    readonly path: CorePath;
    /** By the names of its family, with what was left out. */
    readonly config: Readonly<FullConfig>;
    /** The same by one set of names. */
    readonly shape: ModelShape;
    readonly #memory: ModelMemory;
    readonly #model: number;
    #alive = true;

    /** Use `createModel`. `model`: the address of one whose weights are bound (weights.ts). */
    constructor(path: CorePath, memory: ModelMemory, model: number, { full, shape }: { full: FullConfig; shape: ModelShape }) {
        this.path = path;
        this.config = full;
        this.shape = shape;
        this.#memory = memory;
        this.#model = model;
    }

    /** Tokens [n] → logits [n, vocabulary] of what may follow each. Vaswani et al. 2017; Radford et al. 2019; Touvron et al. 2023. */
    forward(tokens: Tokens, options: RunOptions = NO_OPTIONS): Float32Array {
        this.#run(tokens, options, KEEP.logits);
        return this.#memory.matrix(this.#model, LOGITS, 0);
    }

    /** What each head looks at, and what may follow the last token: as `trace` has both, in a fraction of its memory. */
    attention(tokens: Tokens, options: RunOptions = NO_OPTIONS): ModelAttention {
        this.#run(tokens, options, KEEP.weights);
        const weights = Array.from({ length: this.shape.layers }, (_, layer) => this.#memory.matrix(this.#model, WEIGHTS, layer));
        return { weights, logits: this.#memory.matrix(this.#model, LOGITS, 0) };
    }

    /** The same with everything kept, to be looked at. */
    trace(tokens: Tokens, options: RunOptions = NO_OPTIONS): ModelTrace {
        this.#run(tokens, options, KEEP.everything);
        const matrix = (what: number, layer: number) => this.#memory.matrix(this.#model, what, layer);
        const { layers, family } = this.shape;
        const names = family === "llama" ? OF_LAYERS : OF_LAYERS.slice(0, -1);
        const layerTrace = (_: unknown, layer: number) =>
            Object.fromEntries(names.map((name, i) => [name, matrix(RESIDUAL + 1 + i, layer)])) as unknown as LayerTrace;
        return {
            residual: Array.from({ length: 2 * layers + 1 }, (_, i) => matrix(RESIDUAL, i)),
            layers: Array.from({ length: layers }, layerTrace),
            norm: matrix(NORM, 0),
            logits: matrix(LOGITS, 0),
        };
    }

    /** Goes on token by token; keys and values of the past are kept. */
    decode(options: DecoderOptions = NO_OPTIONS): Decoder {
        const off = this.#off(options, DECODER_OPTIONS);
        const { context } = this.shape;
        const { tokens = context } = options;
        checkWhole("tokens", tokens, 1);
        if (tokens > context) throw new RangeError(`tokens must be at most ${context}, got ${tokens}`);
        return new Decoder(this.#live(), this.#memory, this.#model, this.shape, tokens, off);
    }

    /** Gives the memory back. Any later call throws. */
    dispose(): void {
        if (!this.#alive) return;
        this.#alive = false;
        this.#memory.module._model_delete(this.#model);
    }

    #live(): () => void {
        const check = () => {
            if (!this.#alive) throw new Error("this model was disposed");
        };
        check();
        return check;
    }

    #run(tokens: Tokens, options: RunOptions, keep: number): void {
        this.#live();
        const off = this.#off(options, RUN_OPTIONS);
        const { places, values } = this.#patches(options.patches ?? []);
        const list = checkTokens(tokens, this.shape.vocabulary, this.shape.context);
        const { module } = this.#memory;
        this.#memory.with(
            [bytes(list), off, places && bytes(places), values && bytes(values)],
            ([at = 0, atOff = 0, atPlaces = 0, atValues = 0]) =>
                this.#memory.check(
                    module._model_forward(this.#model, at, list.length, atOff, atPlaces, (places?.length ?? 0) / 4, atValues, keep),
                ),
        );
    }

    /** Layer, head or −1, position and number of rows of each; and all values, one behind the other. */
    #patches(patches: readonly Patch[]): { places?: Int32Array; values?: Float32Array } {
        if (!Array.isArray(patches)) throw new TypeError(`patches must be an array, got ${describeValue(patches)}`);
        const { width: residual, d } = this.shape;
        const places: number[] = [];
        const values: Float32Array[] = [];
        for (const patch of patches as readonly Patch[]) {
            checkObject("patch", patch, PATCH);
            const { layer, head, position = 0, values: own } = patch;
            checkWhole("patch: layer", layer, 0);
            if (head !== undefined) checkWhole("patch: head", head, 0);
            checkWhole("patch: position", position, 0);
            if (!isFloat32Array(own)) throw new TypeError(`patch: values must be a Float32Array, got ${describeValue(own)}`);
            const width = head === undefined ? residual : d;
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
        const { layers, heads } = this.shape;
        const map = new Uint8Array(layers * heads);
        for (const pair of off) {
            if (!Array.isArray(pair) || pair.length !== 2)
                throw new TypeError(`off must be pairs of [layer, head], got ${describeValue(pair)}`);
            const [layer, head] = pair as [unknown, unknown];
            checkBelow("off: layer", layer, layers);
            checkBelow("off: head", head, heads);
            map[layer * heads + head] = 1;
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
    readonly #shape: ModelShape;
    readonly #off: Uint8Array | undefined;

    /** Use `model.decode()`. */
    constructor(check: () => void, memory: ModelMemory, model: number, shape: ModelShape, tokens: number, off?: Uint8Array) {
        this.#check = check;
        this.#memory = memory;
        this.#model = model;
        this.#shape = shape;
        this.#off = off;
        this.#address = memory.with([new Uint8Array(4)], ([out = 0]) => {
            memory.check(memory.module._model_decoder(model, tokens, out));
            return new Uint32Array(memory.module.HEAPU8.buffer, out, 1)[0] as number;
        });
    }

    /** Tokens so far. */
    get length(): number {
        return this.#length;
    }

    /**
     * The next token → logits [vocabulary] of what may follow it. Several, such as a prompt, are read at once, much faster than one by one:
     * logits of what may follow the last. A RangeError if there is no room for all; nothing has happened then.
     */
    next(token: number | Tokens): Float32Array {
        this.#live();
        const { vocabulary, context } = this.#shape;
        if (typeof token !== "object") checkBelow("token", token, vocabulary);
        const list = typeof token === "object" ? checkTokens(token, vocabulary, context) : Int32Array.of(token);
        const memory = this.#memory;
        const logits = memory.with([bytes(list), new Uint8Array(4 * vocabulary), this.#off], ([at = 0, atLogits = 0, atOff = 0]) => {
            memory.check(memory.module._model_next(this.#model, this.#address, at, list.length, atOff, atLogits));
            return memory.module.HEAPF32.slice(atLogits >>> 2, (atLogits >>> 2) + vocabulary);
        });
        this.#length += list.length;
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
