// The request "train" (task, layers, heads, seed, rate, mlp, from, until, every): a worker trains for the figure. Where there can be none (another
// origin's script, a policy that forbids it), the answer is an error, and the figure trains itself, in slices.

import type { Runner } from "./runner.js";
import type { Told, Wanted } from "../learner/messages.js";

/** Milliseconds without work after which a worker ends; one that begins anew trains again what the figure has, which takes it a second or two. */
const patience = 60_000;

/** Milliseconds without news after which the figure goes on by itself: a script or a build that does not come. */
const silence = 10_000;

interface Trainer {
    worker: Worker;
    leaving: ReturnType<typeof setTimeout> | undefined;
}

const trainers = new WeakMap<HTMLElement, Trainer>();
let requests = 0;

function trainerOf(element: HTMLElement): Trainer {
    let trainer = trainers.get(element);
    if (!trainer) {
        const worker = new Worker(new URL("./training-worker.js", import.meta.url), { type: "module" });
        const made: Trainer = { worker, leaving: undefined };
        worker.addEventListener("error", () => end(element, made)); // it may fail while nobody waits for it
        trainers.set(element, (trainer = made));
    }
    clearTimeout(trainer.leaving);
    return trainer;
}

function end(element: HTMLElement, trainer: Trainer): void {
    trainer.worker.terminate();
    if (trainers.get(element) === trainer) trainers.delete(element);
}

export const train: Runner = async (wanted, report, signal, element) => {
    if (signal.aborted) return;
    const trainer = trainerOf(element);
    const { worker } = trainer;
    const number = (name: string): number => Number(wanted[name]);
    const id = ++requests;
    const message: Wanted = {
        id,
        training: {
            task: number("task"),
            layers: number("layers"),
            heads: number("heads"),
            seed: number("seed"),
            rate: number("rate"),
            mlp: number("mlp"),
        },
        from: number("from"),
        until: number("until"),
        every: number("every"),
    };
    const mine = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    try {
        await new Promise<void>((resolve, reject) => {
            const wait = (): void => {
                clearTimeout(waiting);
                waiting = setTimeout(() => reject(new Error("The worker that trains says nothing.")), silence);
            };
            wait();
            signal.addEventListener(
                "abort",
                () => {
                    worker.postMessage({ ...message, id: ++requests, until: 0 }); // it may be that nobody asks anew
                    resolve();
                },
                mine,
            );
            worker.addEventListener("error", () => reject(new Error("The worker that trains could not be started.")), mine);
            worker.addEventListener(
                "message",
                ({ data }: MessageEvent<Told>) => {
                    if (data.id !== id) return;
                    wait();
                    if ("error" in data) reject(new Error(data.error));
                    else if ("done" in data) resolve();
                    else report({ tensors: Object.entries(data.trained).map(([name, data]) => ({ name, shape: [data.length], data })) });
                },
                mine,
            );
            worker.postMessage(message);
        });
        if (element.isConnected) trainer.leaving = setTimeout(() => end(element, trainer), patience);
        else end(element, trainer);
    } catch (error) {
        end(element, trainer);
        throw error;
    } finally {
        clearTimeout(waiting);
        mine.abort();
    }
};
