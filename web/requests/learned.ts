// The request "learned": the weights of the model that learned, fetched once for the page.

import { type LearnedTensor, learnedTensors } from "../learned.mjs";
import type { Runner } from "./runner.js";

async function fetchWeights(): Promise<LearnedTensor[]> {
    const response = await fetch(new URL("./learned/model.safetensors", import.meta.url)).catch(() => undefined);
    if (!response?.ok) throw new Error(/* say */ "The file with the model’s weights could not be loaded.");
    return learnedTensors(new Uint8Array(await response.arrayBuffer()));
}

let weights: Promise<LearnedTensor[]> | undefined;

export const bringLearned: Runner = async (_wanted, report) => {
    weights ??= fetchWeights();
    try {
        report({ tensors: await weights });
    } catch (error) {
        weights = undefined; // the next figure that asks tries again
        throw error;
    }
};
