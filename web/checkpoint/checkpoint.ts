// A reader's own model, GPT-2's shape or Llama's, as Hugging Face keeps it: model.safetensors, config.json, tokenizer.json. A worker runs it on a text; what
// comes back is its attention and what may follow, as if these had been brought.

import type { Arrays, ShapedArray } from "../tensors/arrays.js";
import { blobOf, isAddress, located } from "../tensors/bytes.js";
import type { Following, Reading, Start } from "./messages.js";
import { type Progress, Runner } from "./runner.js";

/** Each part a file, its bytes, its address, or (but for the model) what its JSON says. */
interface Parts {
    model: unknown;
    config: unknown;
    tokenizer: unknown;
    tokenizerConfig?: unknown;
    text?: string;
}

/** What the model is run on: a text, and a head that is switched off besides. */
export interface Wish {
    text: string;
    without: readonly [layer: number, head: number] | null;
}

const someText = "The cat sat on the mat because it was tired.";

function checked(given: object): Parts {
    const { text, config, tokenizer } = given as Partial<Parts>;
    for (const [name, part] of Object.entries({ config, tokenizer }))
        if (part === undefined || part === null) throw new TypeError(`a model needs its ${name}: { model, config, tokenizer, text }`);
    if (text !== undefined && typeof text !== "string") throw new TypeError(`text must be a string, got ${typeof text}`);
    return given as Parts;
}

const inFolder = (folder: string): Parts => ({
    model: `${folder}model.safetensors`,
    config: `${folder}config.json`,
    tokenizer: `${folder}tokenizer.json`,
});

async function textOf(part: unknown): Promise<string> {
    const isJson = typeof part === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(part) as object | null);
    return isJson ? JSON.stringify(part) : (await blobOf(part)).text();
}

async function startOf({ model, config, tokenizer, tokenizerConfig }: Parts): Promise<Start> {
    const [configText = "", tokenizerText = "", configOfTokenizer = ""] = await Promise.all(
        [config, tokenizer, tokenizerConfig ?? {}].map(textOf),
    );
    return {
        // (An address that may be taken back is read now.)
        model: isAddress(model) && !String(model).startsWith("blob:") ? located(model) : await blobOf(model),
        config: configText,
        tokenizer: tokenizerText,
        tokenizerConfig: configOfTokenizer,
    };
}

const textArray = (name: string, ...words: string[]): ShapedArray => ({ name, shape: [words.length], data: [], words });

const following = (name: string, { logits, candidates }: Following): ShapedArray[] => [
    { name: `logits${name}`, shape: [logits.length], data: logits },
    textArray(`candidates${name}`, ...candidates),
];

/** A model as one figure shows it: of one text at a time. */
export class Checkpoint {
    /** What it reads as long as nobody has typed anything. */
    readonly firstText: string;
    readonly #parts: Parts;
    readonly #key: unknown; // figures with the same one share a worker
    #runner: Runner | null = null;
    #latest: { text: string; reading: Reading } | null = null;

    /** Of a folder's address, which ends in "/", or an object that a script has made. */
    constructor(given: string | object) {
        const parts = (this.#parts = typeof given === "string" ? inFolder(given) : checked(given));
        this.firstText = parts.text ?? someText;
        const files = [parts.model, parts.config, parts.tokenizer, parts.tokenizerConfig ?? ""];
        this.#key = files.every(isAddress) ? files.map((file) => located(file).href).join(" ") : given;
    }

    /** Rejects with what is wrong, in a sentence, or when `signal` is aborted. `progress`: of the model, if it has to be loaded. */
    async read({ text, without }: Wish, signal: AbortSignal, progress: Progress): Promise<Arrays> {
        if (!this.#runner?.runs) {
            this.rest();
            this.#runner = Runner.of(this.#key, () => startOf(this.#parts));
        }
        const known = this.#latest?.text === text ? this.#latest.reading : null;
        const answer = known && !without ? null : await this.#runner.run({ text, reading: !known, without }, signal, progress);
        const reading = known ?? answer?.reading;
        if (!reading) throw new Error("The model said nothing.");
        this.#latest = { text, reading };
        const { attention, shape, tokens } = reading;
        return {
            arrays: [
                { name: "attention", shape, data: attention },
                ...following("", reading),
                ...(answer?.without ? following("_without", answer.without) : []),
                textArray("text", text),
                textArray("first_text", this.firstText),
                ...(without ? [{ name: "without", shape: [2], data: [...without] }] : []),
            ],
            tokens,
            queries: [],
        };
    }

    /** Gives the worker back. The next text loads the model again. */
    rest(): void {
        this.#runner?.leave();
        this.#runner = null;
    }
}
