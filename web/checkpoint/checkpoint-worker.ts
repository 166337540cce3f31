// The worker that runs a reader's model on a text, so that the page stays alive. It ends when the page has the answer, or wants none any more.
import { Tokenizer } from "@huggingface/tokenizers";
import { messageOf } from "../element/errors.js";
import { createModel } from "../model/load.js";
import type { ModelConfig } from "../model/config.js";
import type { Told, Wanted } from "./messages.js";

const scope = globalThis as unknown as {
    postMessage(message: Told, transfer?: Transferable[]): void;
    onmessage: (event: MessageEvent<Wanted>) => void;
};

const mostTokens = 256; // of a trace, which has all that the model computed

function parsed(file: string, text: string): object {
    try {
        const value: unknown = JSON.parse(text);
        if (typeof value === "object" && value !== null) return value;
    } catch {
        // said below
    }
    throw new Error(`${file} is not a JSON object.`);
}

/** The file in memory, piece by piece: the page is told how far it is. */
async function bytesOf(file: Blob): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
        bytes = new Uint8Array(file.size);
    } catch {
        throw new Error(`There is no memory for ${(file.size / 1e6).toFixed(0)} MB.`);
    }
    let loaded = 0;
    const stream = file.stream().getReader();
    for (let part = await stream.read(); !part.done; part = await stream.read()) {
        bytes.set(part.value, loaded);
        loaded += part.value.length;
        scope.postMessage({ loaded, total: file.size });
    }
    return bytes;
}

async function attentionOf({
    model: file,
    config,
    tokenizer: rules,
    tokenizerConfig,
    text,
}: Wanted): Promise<Exclude<Told, { error: string }>> {
    const tokenizer = new Tokenizer(parsed("tokenizer.json", rules), parsed("tokenizer_config.json", tokenizerConfig));
    const { ids, tokens: pieces } = tokenizer.encode(text);
    const unknown = ids.findIndex((id) => !Number.isInteger(id));
    if (unknown >= 0) throw new Error(`The tokenizer has no token for “${pieces[unknown] ?? ""}”.`);
    if (ids.length === 0) throw new Error("The text has no tokens.");
    if (ids.length > mostTokens) throw new Error(`The text has ${ids.length} tokens; at most ${mostTokens} are shown.`);
    const model = await createModel((await bytesOf(file)) as BufferSource, parsed("config.json", config) as ModelConfig);
    const { context } = model.shape;
    if (ids.length > context) throw new Error(`The text has ${ids.length} tokens; the model reads ${context}.`);
    const { layers } = model.trace(ids);
    const size = layers[0]?.weights.length ?? 0;
    const attention = new Float32Array(layers.length * size);
    layers.forEach(({ weights }, layer) => attention.set(weights, layer * size));
    const n = ids.length;
    return {
        attention,
        shape: [layers.length, size / (n * n), n, n],
        tokens: ids.map((id) => tokenizer.decode([id], { skip_special_tokens: false, clean_up_tokenization_spaces: false })),
    };
}

scope.onmessage = ({ data }) =>
    void attentionOf(data).then(
        (told) => scope.postMessage(told, "attention" in told ? [told.attention.buffer] : []),
        (error: unknown) => scope.postMessage({ error: messageOf(error) }),
    );
