// Times every build of the core beside plain JavaScript on the reader's machine, in slices of a few milliseconds, and compares their
// answers with double precision. Loaded only when an exhibit asks for it. Draws nothing and keeps nothing.

import { type AttentionCore, type CorePath, createAttentionCore } from "../core/index.js";
import { exactAttention, plainAttention } from "./plain.js";

/** Attention of q, k, v [n, d], with or without a causal mask. */
export interface Experiment {
    n: number;
    d: number;
    causal: boolean;
}

/** What one contender has come to so far. Nothing is measured yet while `rounds` is 0. */
export interface Measurement {
    name: string;
    /** Of one call: the median of the rounds. */
    microseconds: number;
    /** Of any output, absolute, against double precision. */
    largestError: number;
    rounds: number;
    roundsWanted: number;
}

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

/** Numbers that look normal enough (a sum of four uniform ones), the same on every run. */
function samples(length: number, seed: number): Float32Array {
    let state = seed;
    const uniform = (): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes' generator
        return state / 2 ** 32 - 0.5;
    };
    return Float32Array.from({ length }, () => (uniform() + uniform() + uniform() + uniform()) * Math.sqrt(3));
}

/** Lets the page draw and answer before the next slice. */
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function batch(contender: Contender): number {
    const begin = performance.now();
    for (let call = 0; call < contender.calls; call++) contender.run();
    return (performance.now() - begin) / contender.calls;
}

function median(values: readonly number[]): number {
    return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function cores(): Promise<AttentionCore[]> {
    const made = await Promise.allSettled(paths.map((path) => createAttentionCore({ path })));
    return made.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])); // what this browser lacks is left out
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

/** Runs an experiment, one short slice a frame, and reports after every round. Ends early, without a word, when `signal` is aborted. */
export async function runExperiment(wanted: Experiment, report: (news: Measurement) => void, signal: AbortSignal): Promise<void> {
    const { n, d, causal } = wanted;
    const [q, k, v] = [samples(n * d, 1), samples(n * d, 2), samples(n * d, 3)] as const;
    const exact = exactAttention(q, k, v, d, causal);
    const out = new Float32Array(n * d);
    const running = await cores();
    try {
        const plain = plainAttention(n);
        const contender = (name: string, run: () => void): Contender => ({ name, run, calls: 1, times: [], largestError: 0 });
        const contenders = [
            ...running.map((core) => contender(`core, ${core.path}`, () => void core.attend(q, k, v, { n, d }, { causal, out }))),
            contender("plain JavaScript", () => plain(q, k, v, d, causal, out)),
        ];
        const tell = ({ name, times, largestError }: Contender): void =>
            report({ name, microseconds: 1000 * median(times), largestError, rounds: times.length, roundsWanted });
        for (const one of contenders) {
            out.fill(NaN);
            one.run();
            one.largestError = out.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (exact[index] as number))), 0);
            tell(one);
        }
        await warmUp(contenders, signal);
        for (let round = 0; round < roundsWanted; round++) {
            for (const one of contenders) {
                await nextFrame();
                if (signal.aborted) return;
                one.times.push(batch(one));
            }
            contenders.forEach(tell);
        }
    } finally {
        for (const core of running) core.dispose();
    }
}
