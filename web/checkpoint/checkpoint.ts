// A reader's own model, GPT-2's shape or Llama's, as Hugging Face keeps it: model.safetensors, config.json, tokenizer.json. A worker runs it on a text; what
// comes back is its attention, as if that had been brought.

import type { Arrays } from "../tensors/arrays.js";
import { blobOf } from "../tensors/bytes.js";
import type { Told, Wanted } from "./messages.js";

/** Each part a file, its bytes, its address, or (but for the model) what its JSON says. */
export interface Checkpoint {
    model: unknown;
    config: unknown;
    tokenizer: unknown;
    tokenizerConfig?: unknown;
    text?: string;
}

const someText = "The cat sat on the mat because it was tired.";

/** Of an object that a script has made. */
export function checkpointOf(given: object): Checkpoint {
    const { text, config, tokenizer } = given as Partial<Checkpoint>;
    for (const [name, part] of Object.entries({ config, tokenizer }))
        if (part === undefined || part === null) throw new TypeError(`a model needs its ${name}: { model, config, tokenizer, text }`);
    if (text !== undefined && typeof text !== "string") throw new TypeError(`text must be a string, got ${typeof text}`);
    return given as Checkpoint;
}

/** Of a folder's address, which ends in "/". */
export const checkpointIn = (folder: string): Checkpoint => ({
    model: `${folder}model.safetensors`,
    config: `${folder}config.json`,
    tokenizer: `${folder}tokenizer.json`,
});

async function textOf(part: unknown): Promise<string> {
    const isJson = typeof part === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(part) as object | null);
    return isJson ? JSON.stringify(part) : (await blobOf(part)).text();
}

function started(): Worker {
    try {
        return new Worker(new URL("./checkpoint-worker.js", import.meta.url), { type: "module" });
    } catch (error) {
        throw new Error(`A model runs only where the figure’s script comes from the page’s own server (${String(error)})`);
    }
}

/** Rejects with what is wrong, in a sentence. `progress`: bytes of the model that were read. */
export async function attentionOf(
    { model, config, tokenizer, tokenizerConfig, text = someText }: Checkpoint,
    signal: AbortSignal,
    progress: (loaded: number, total: number) => void,
): Promise<Arrays> {
    const [configText, tokenizerText, tokenizerConfigText] = await Promise.all([config, tokenizer, tokenizerConfig ?? {}].map(textOf));
    const file = await blobOf(model, signal); // last: it is large
    signal.throwIfAborted();
    const wanted: Wanted = {
        model: file,
        config: configText ?? "",
        tokenizer: tokenizerText ?? "",
        tokenizerConfig: tokenizerConfigText ?? "",
        text,
    };
    const worker = started();
    try {
        return await new Promise((resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason as Error));
            worker.addEventListener("error", () => reject(new Error("The worker that runs the model could not be started.")));
            worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
                if ("error" in data) reject(new Error(data.error));
                else if ("loaded" in data) progress(data.loaded, data.total);
                else
                    resolve({ arrays: [{ name: "attention", shape: data.shape, data: data.attention }], tokens: data.tokens, queries: [] });
            });
            worker.postMessage(wanted);
        });
    } finally {
        worker.terminate();
    }
}
