// Between a page and the worker that runs a reader's model. Types only.

import type { Located } from "../tensors/bytes.js";

/** The first message: the model. */
export interface Start {
    /** A safetensors file. */
    model: Blob | Located;
    /** Texts of config.json, tokenizer.json and tokenizer_config.json. */
    config: string;
    tokenizer: string;
    tokenizerConfig: string;
}

/** Then as many of these as are wanted, each with a number of its own. */
export interface Job {
    job: number;
    /** What the model reads. */
    text: string;
    /** Whether attention and what follows is wanted of it. */
    reading: boolean;
    /** What follows without this head is wanted, too. */
    without: readonly [layer: number, head: number] | null;
}

/** That job is wanted no more. */
export interface Drop {
    drop: number;
}

export type Wanted = Start | Job | Drop;

/** What may come next. */
export interface Following {
    /** [vocabulary]. */
    logits: Float32Array;
    /** The likeliest tokens as one would write them behind the text, the likeliest first. */
    candidates: string[];
}

export interface Reading extends Following {
    /** [layers, heads, n, n], and the n tokens as one reads them. */
    attention: Float32Array;
    shape: number[];
    tokens: string[];
}

export interface Answer {
    job: number;
    reading: Reading | null;
    without: Following | null;
}

export type Told =
    /** Bytes of the model; a total of 0 is not known. */
    | { loaded: number; total: number }
    /** `broken`: there is no model, and nothing will come of this worker. */
    | { job: number; error: string; broken: boolean }
    | Answer;
