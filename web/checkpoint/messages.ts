// Between a page and the worker that runs a reader's model. Types only.

export interface Wanted {
    /** A safetensors file. */
    model: Blob;
    /** Texts of config.json, tokenizer.json and tokenizer_config.json. */
    config: string;
    tokenizer: string;
    tokenizerConfig: string;
    /** What it reads. */
    text: string;
}

export type Told =
    /** What it does now, and how far it is. */
    | { loaded: number; total: number }
    | { error: string }
    /** [layers, heads, n, n], and the n tokens as one reads them. */
    | { attention: Float32Array; shape: number[]; tokens: string[] };
