// The request "time-builds" (n, d, causal): times every build of the core beside plain JavaScript on the reader's machine, in slices of a
// few milliseconds, and compares their answers with double precision. Draws nothing and keeps nothing.

import { relaxedSimd, simd } from "wasm-feature-detect";
import { type AttentionCore, type CorePath, createAttentionCore } from "../core/index.js";
import type { Words } from "../element/language/words.js";
import type { Tensor } from "../element/types.js";
import { exactAttention, plainAttention } from "./plain.js";
import type { Runner } from "./runner.js";
import { nextFrame, samples } from "./slices.js";

interface Contender {
    name: string;
    run(): void;
    calls: number; // in one batch
    times: number[]; // milliseconds a call
    largestError: number;
}

const roundsWanted = 15;
const warmUps = 40; // at most; engines begin in a baseline compiler, and the optimised code may be a second away
const batchTime = 5; // milliseconds: many steps of the clock, and less than a frame
const paths: CorePath[] = ["relaxed", "simd128", "scalar"];

function batch(contender: Contender): number {
    const begin = performance.now();
    for (let call = 0; call < contender.calls; call++) contender.run();
    return (performance.now() - begin) / contender.calls;
}

function median(values: readonly number[]): number {
    return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** What each build is called before readers. */
const spoken: Record<CorePath, string> = {
    relaxed: /* say */ "the core with relaxed SIMD",
    simd128: /* say */ "the core with SIMD",
    scalar: /* say */ "the core without SIMD",
};

/** The builds that this browser can run, and messages about those that could not be loaded. */
async function cores(words: Words): Promise<{ running: AttentionCore[]; trouble: string }> {
    const running: AttentionCore[] = [];
    const reasons = new Map<string, CorePath[]>(); // the same for all builds, as a rule
    const able = { relaxed: await relaxedSimd(), simd128: await simd(), scalar: true };
    const wanted = paths.filter((path) => able[path]); // what this browser lacks is left out
    const made = await Promise.allSettled(wanted.map((path) => createAttentionCore({ path })));
    made.forEach((result, index) => {
        const path = wanted[index] as CorePath;
        if (result.status === "fulfilled") {
            running.push(result.value);
            return;
        }
        const reason = (result.reason as Error).message.replace(/\S*\/core\.\w+\.wasm: /, ""); // the build is named already
        reasons.set(reason, [...(reasons.get(reason) ?? []), path]);
    });
    const trouble = [...reasons].map(([reason, builds]) => {
        const named = builds.map((path) => words.say(spoken[path])).reduce((some, one) => words.say("{} and {}", some, one));
        return words.say("Could not be loaded: {} ({}).", named, reason.replace(/\.$/, ""));
    });
    return { running, trouble: trouble.join(" ") };
}

/** Finds how many calls fill a batch, and goes on until no contender gets any faster. */
async function warmUp(contenders: readonly Contender[], signal: AbortSignal): Promise<void> {
    for (const one of contenders) {
        let fastest = Infinity;
        for (let round = 0, unchanged = 0; round < warmUps && unchanged < 6; round++) {
            await nextFrame();
            if (signal.aborted) return;
            const time = batch(one);
            unchanged = time > 0 && time > 0.97 * fastest ? unchanged + 1 : 0;
            if (time > 0) fastest = Math.min(fastest, time);
            // Too quick for the clock: more calls. The slowest contender may stay at one.
            one.calls = Math.max(1, Math.min(one.calls * 8, Math.floor(batchTime / Math.max(time, batchTime / 1e5))));
        }
    }
}

/** Of any output, absolute; NaN if any answer is none. */
function largestError(out: Float32Array, exact: readonly number[]): number {
    return out.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (exact[index] as number))), 0); // Math.max keeps NaN
}

/** What one contender has come to so far; nothing is measured yet while the rounds are 0. */
function tensorOf({ name, times, largestError: error }: Contender): Tensor {
    return { name, shape: [4], data: Float32Array.of(1000 * median(times), error, times.length, roundsWanted) };
}

/** One short slice a frame; a tensor for each contender after every round: microseconds a call, largest error, rounds, rounds wanted. */
export const timeBuilds: Runner = async (wanted, report, signal, _element, words) => {
    const [n, d, causal] = [Number(wanted.n), Number(wanted.d), Number(wanted.causal) !== 0];
    if (!(n > 0 && d > 0)) throw new Error("time-builds needs n and d.");
    const [q, k, v] = [samples(n * d, 1), samples(n * d, 2), samples(n * d, 3)] as const;
    const exact = exactAttention(q, k, v, d, causal);
    const out = new Float32Array(n * d);
    const { running, trouble } = await cores(words);
    try {
        if (trouble) report({ error: trouble });
        const plain = plainAttention(n);
        const contender = (name: string, run: () => void): Contender => ({ name, run, calls: 1, times: [], largestError: 0 });
        const contenders = [
            ...running.map((core) => contender(spoken[core.path], () => void core.attend(q, k, v, { n, d }, { causal, out }))),
            contender(/* say */ "plain JavaScript", () => plain(q, k, v, d, causal, out)),
        ];
        for (const one of contenders) {
            out.fill(NaN);
            one.run();
            one.largestError = largestError(out, exact);
        }
        report({ tensors: contenders.map(tensorOf) });
        await warmUp(contenders, signal);
        for (let round = 0; round < roundsWanted; round++) {
            for (const one of contenders) {
                await nextFrame();
                if (signal.aborted) return;
                one.times.push(batch(one));
            }
            report({ progress: (round + 1) / roundsWanted, tensors: contenders.map(tensorOf) });
        }
    } finally {
        for (const core of running) core.dispose();
    }
};
