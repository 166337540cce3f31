// The requests "learned", the weights of the model that learned, and "checkpoint" (step), what is stored of them at a step of its training.
// Each file is fetched once for the page, as the first figure asks for it.

import { type LearnedTensor, learnedFile, learnedTensors } from "../learned.mjs";
import type { Runner } from "./runner.js";

async function fetched(file: URL): Promise<LearnedTensor[]> {
    const response = await fetch(file).catch(() => undefined);
    if (!response?.ok) throw new Error(/* say */ "The file with the model’s weights could not be loaded.");
    return learnedTensors(new Uint8Array(await response.arrayBuffer()));
}

let weights: Promise<LearnedTensor[]> | undefined;

export const bringLearned: Runner = async (_wanted, report) => {
    weights ??= fetched(new URL("./learned/model.safetensors", import.meta.url));
    try {
        report({ tensors: await weights });
    } catch (error) {
        weights = undefined; // the next figure that asks tries again
        throw error;
    }
};

const pending = new Map<unknown, Promise<LearnedTensor[]>>();

export const bringCheckpoint: Runner = async ({ step }, report) => {
    const here = import.meta.url; // (a name, so that bundlers leave the address alone)
    const file = new URL(`learned/${learnedFile("checkpoint", { step: Number(step) })}`, here);
    // Two figures that ask at once share it; the engine keeps what it says, so the page need not.
    if (!pending.has(step)) pending.set(step, fetched(file));
    try {
        report({ tensors: await pending.get(step)! });
    } finally {
        pending.delete(step);
    }
};
