// The request "time-lengths" (n, d, window): times six ways of attention, and one step of decoding, at growing lengths on the reader's machine, in slices of a few
// milliseconds. Rows of queries (when decoding: steps) are done a part at a time, so that no call is longer than a slice; a time is the sum
// of its parts. Draws nothing and keeps nothing.

import { type AttentionCore, createAttentionCore } from "../core/index.js";
import type { Tensor } from "../element/types.js";
import type { Runner } from "./runner.js";
import { nextFrame, samples } from "./slices.js";

const shortest = 64; // tokens
const longest = 65536;
const slice = 6; // milliseconds of work a frame
const rounds = 3; // slices for what is shorter than one
const most = 400; // milliseconds: a way that would take longer goes no further
const mostScores = 4096 ** 2; // 64 MiB of n × n, held in full
const mostNumbers = 2 ** 22; // of each of q, k, v and the output

interface Sizes {
    d: number;
    window: number;
}

/** One way at one length: does the rows from … to − 1, of a pass from 0 to n; `free` when all is done. */
interface Work {
    rows(from: number, to: number): void;
    free?(): void;
}

interface Way {
    name: string; // name of its tensor in the exhibit
    start(n: number): Work;
    multiplied(n: number): number; // in proportion: how much longer another length takes
    dots: number[]; // n, microseconds, n, microseconds …
    over: boolean; // it goes no further
}

/** Milliseconds of one pass that is shorter than a slice: the best of some slices full of them, as anything else on the machine only adds. */
async function timeShort(work: Work, n: number, signal: AbortSignal): Promise<number> {
    let best = Infinity;
    for (let round = 0; round < rounds; round++) {
        await nextFrame();
        if (signal.aborted) break;
        const begin = performance.now();
        let [passed, passes] = [0, 0];
        do {
            work.rows(0, n);
            passes++;
            passed = performance.now() - begin;
        } while (passed < slice);
        best = Math.min(best, passed / passes);
    }
    return best;
}

/** Milliseconds of one pass that takes about `guess`, part by part. */
async function timeLong(work: Work, n: number, guess: number, signal: AbortSignal): Promise<number> {
    const rows = Math.max(1, Math.min(n, Math.floor((n * slice) / 2 / guess))); // a call
    let spent = 0;
    for (let row = 0; row < n;) {
        await nextFrame();
        if (signal.aborted) break;
        const begin = performance.now();
        let passed = 0;
        do {
            const to = Math.min(n, row + rows);
            work.rows(row, to);
            row = to;
            passed = performance.now() - begin;
        } while (passed < slice && row < n);
        spent += passed;
    }
    return spent;
}

/** Milliseconds of one pass; meaningless if it was stopped. */
async function time(way: Way, n: number, guess: number, signal: AbortSignal): Promise<number> {
    const work = way.start(n);
    try {
        return await (guess < slice / 2 ? timeShort(work, n, signal) : timeLong(work, n, guess, signal));
    } finally {
        work.free?.();
    }
}

/** Numbers enough for the longest length: some, over and over, as making them all would take long; written in slices, as touching new memory does too. */
async function repeated(length: number, seed: number): Promise<Float32Array> {
    const some = samples(Math.min(length, 2 ** 15), seed);
    const all = new Float32Array(length);
    for (let at = 0; at < length;) {
        for (const end = performance.now() + slice; at < length && performance.now() < end; at += some.length)
            all.set(some.subarray(0, length - at), at);
        await nextFrame();
    }
    return all;
}

async function waysOf(core: AttentionCore, { d, window }: Sizes, longestN: number): Promise<Way[]> {
    const size = longestN * d;
    const [q, k, v, out] = [await repeated(size, 1), await repeated(size, 2), await repeated(size, 3), await repeated(size, 4)] as const;
    const part = (array: Float32Array, from: number, to: number): Float32Array => array.subarray(from * d, to * d);
    /** Rows of queries against the keys that they see. */
    const attend = (from: number, to: number, first: number, last: number, options: { causal?: boolean; window?: number }): void => {
        const shape = { n: to - from, m: last - first, d };
        core.attend(part(q, from, to), part(k, first, last), part(v, first, last), shape, {
            ...options,
            position: from - first,
            out: part(out, from, to),
        });
    };
    const way = (name: string, multiplied: Way["multiplied"], start: Way["start"]): Way => ({
        name,
        multiplied,
        start,
        dots: [],
        over: false,
    });
    return [
        way(
            "materialised",
            (n) => n ** 2,
            (n) => {
                const kept: Float32Array[] = []; // n × n weights
                const rows = (from: number, to: number): void => {
                    if (from === 0) kept.length = 0;
                    kept.push(core.trace(part(q, from, to), part(k, 0, n), part(v, 0, n), { n: to - from, m: n, d }).weights);
                };
                return { rows };
            },
        ),
        way(
            "causal",
            (n) => n ** 2,
            () => ({ rows: (from, to) => attend(from, to, 0, to, { causal: true }) }),
        ),
        way(
            "window",
            (n) => Math.min(n, window) * n,
            () => ({
                rows: (from, to) => attend(from, to, Math.max(0, from - window + 1), to, { causal: true, window }),
            }),
        ),
        way(
            "streaming",
            (n) => n ** 2,
            (n) => ({ rows: (from, to) => attend(from, to, 0, n, {}) }),
        ),
        way(
            "cache",
            (n) => n ** 2,
            (n) => {
                const cache = core.createCache({ capacity: n, d });
                const rows = (from: number, to: number): void => {
                    if (from === 0) cache.clear();
                    for (let i = from; i < to; i++) {
                        cache.append(part(k, i, i + 1), part(v, i, i + 1));
                        cache.attend(part(q, i, i + 1), { out: part(out, i, i + 1) });
                    }
                };
                return { rows, free: () => cache.dispose() };
            },
        ),
        way(
            "step",
            (n) => n,
            (n) => {
                const cache = core.createCache({ capacity: n, d });
                cache.append(part(k, 0, n), part(v, 0, n), n);
                const rows = (_: number, to: number): void => {
                    // one step is the last part of a pass, however many it has
                    if (to === n) cache.attend(part(q, n - 1, n), { out: part(out, n - 1, n) });
                };
                return { rows, free: () => cache.dispose() };
            },
        ),
        way(
            "no-cache",
            (n) => n ** 3,
            () => ({
                rows: (from, to) => {
                    for (let i = from + 1; i <= to; i++) attend(0, i, 0, i, { causal: true });
                },
            }),
        ),
    ];
}

/** Powers of two, and the reader's own n. */
function lengthsOf(n: number): number[] {
    const lengths = new Set([n]);
    for (let length = shortest; length <= longest; length *= 2) lengths.add(length);
    return [...lengths].sort((a, b) => a - b);
}

const tensorOf = ({ name, dots }: Way): Tensor => ({ name, shape: [dots.length / 2, 2], data: Float32Array.from(dots) });

/** From the shortest length to the longest, each way as far as it is quick enough; a tensor for a way with each new time: n, microseconds. */
export const timeLengths: Runner = async (wanted, report, signal, _element, words) => {
    const [n, d, window] = [Number(wanted.n), Number(wanted.d), Number(wanted.window)];
    if (!(n > 0 && d > 0 && window > 0)) throw new Error("time-lengths needs n, d and window.");
    const lengths = lengthsOf(n).filter((length) => length * d <= mostNumbers);
    const core = await createAttentionCore();
    try {
        const ways = await waysOf(core, { d, window }, lengths.at(-1) ?? shortest);
        for (const way of ways) await time(way, shortest, 0, signal); // engines begin in a baseline compiler
        let done = 0;
        for (const length of lengths) {
            for (const way of ways) {
                done++;
                if (way.over) continue;
                if (way.name === "materialised" && length ** 2 > mostScores) {
                    way.over = true;
                    report({ error: words.say("Materialised not above n = {}: n × n would take too much memory.", Math.sqrt(mostScores)) });
                    continue;
                }
                const [before, took] = way.dots.slice(-2);
                const guess = before && took ? ((took / 1000) * way.multiplied(length)) / way.multiplied(before) : 0; // milliseconds
                if (guess > most) {
                    way.over = true;
                    continue;
                }
                try {
                    const milliseconds = await time(way, length, guess, signal);
                    if (signal.aborted) return;
                    way.dots.push(length, 1000 * milliseconds);
                    report({ progress: done / (lengths.length * ways.length), tensors: [tensorOf(way)] });
                } catch (error) {
                    way.over = true;
                    report({ error: words.say("{} not above n = {}: {}", way.name, way.dots.at(-2) ?? 0, (error as Error).message) });
                }
            }
        }
        const cut = lengths.length < lengthsOf(n).length && ways.some((way) => !way.over);
        if (cut) report({ error: words.say("Nothing above n = {}: q, k and v would take too much memory.", lengths.at(-1) ?? 0) });
    } finally {
        core.dispose();
    }
};
