// One worker with one model, for all figures that show it: it runs as long as one of them does. A figure waits for one text at a time.

import type { Answer, Job, Start, Told } from "./messages.js";

/** Bytes of the model; a total of 0 is not known. */
export type Progress = (loaded: number, total: number) => void;

interface Waiting {
    resolve(answer: Answer): void;
    reject(error: unknown): void;
    progress: Progress;
}

const runners = new Map<unknown, Runner>();

export class Runner {
    readonly #key: unknown;
    readonly #worker: Promise<Worker>;
    readonly #waiting = new Map<number, Waiting>(); // by their jobs' numbers
    #users = 0;
    #latest = 0;

    private constructor(key: unknown, start: () => Promise<Start>) {
        this.#key = key;
        runners.set(key, this);
        this.#worker = start().then((model) => this.#start(model));
        this.#worker.catch((error: unknown) => this.#fail(error));
    }

    /** That of the model with this key, which leave() lets go. `start` says what it loads, if it does not run yet. */
    static of(key: unknown, start: () => Promise<Start>): Runner {
        const runner = runners.get(key) ?? new Runner(key, start);
        ++runner.#users;
        return runner;
    }

    /** Rejects with what is wrong, in a sentence, or when `signal` is aborted. */
    async run(wanted: Omit<Job, "job">, signal: AbortSignal, progress: Progress): Promise<Answer> {
        signal.throwIfAborted();
        const job = ++this.#latest;
        const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(job, { resolve, reject, progress }));
        const drop = (): void => {
            this.#waiting.get(job)?.reject(signal.reason);
            this.#waiting.delete(job);
            void this.#worker.then(
                (worker) => worker.postMessage({ drop: job }),
                () => {},
            );
        };
        signal.addEventListener("abort", drop);
        void this.#worker.then(
            (worker) => this.#waiting.has(job) && worker.postMessage({ ...wanted, job }),
            () => {},
        );
        return answer.finally(() => signal.removeEventListener("abort", drop));
    }

    leave(): void {
        if (--this.#users === 0) this.#fail(new Error("The model is not shown any more."));
    }

    #start(model: Start): Worker {
        let worker: Worker;
        try {
            worker = new Worker(new URL("./checkpoint-worker.js", import.meta.url), { type: "module" });
        } catch (error) {
            throw new Error(`A model runs only where the figure’s script comes from the page’s own server (${String(error)})`);
        }
        if (runners.get(this.#key) !== this) {
            worker.terminate(); // it was left meanwhile
            return worker;
        }
        worker.addEventListener("error", () => this.#fail(new Error("The worker that runs the model could not be started.")));
        worker.addEventListener("message", ({ data }: MessageEvent<Told>) => this.#hear(data));
        worker.postMessage(model);
        return worker;
    }

    #hear(told: Told): void {
        if ("loaded" in told) {
            for (const { progress } of this.#waiting.values()) progress(told.loaded, told.total);
            return;
        }
        const waiting = this.#waiting.get(told.job);
        this.#waiting.delete(told.job);
        if (!("error" in told)) return waiting?.resolve(told);
        const error = new Error(told.error);
        waiting?.reject(error);
        if (told.broken) this.#fail(error);
    }

    /** Nothing comes of it any more: whoever wants the model begins anew. */
    #fail(error: unknown): void {
        if (runners.get(this.#key) === this) runners.delete(this.#key);
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
        void this.#worker.then(
            (worker) => worker.terminate(),
            () => {},
        );
    }

    /** Whether it can still be asked. */
    get runs(): boolean {
        return runners.get(this.#key) === this;
    }
}
