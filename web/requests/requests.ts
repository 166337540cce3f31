// What exhibits ask of the page, and who answers: for each kind of request one runner, fetched with the first request of its kind.
// A view has one request at a time; a newer one ends the one before. Shows nothing: the view does, also what went wrong.

import { messageOf } from "../element/errors.js";
import { imported } from "../element/imported.js";
import type { Words } from "../element/language/words.js";
import type { Reply, Request } from "../element/types.js";
import type { News, Runner } from "./runner.js";

/** What a figure shows nothing without. */
const needed = new Set(["learned"]);

const runners: Record<string, () => Promise<Runner>> = {
    checkpoint: async () => (await imported(() => import("./learned.js"))).bringCheckpoint,
    learned: async () => (await imported(() => import("./learned.js"))).bringLearned,
    train: async () => (await imported(() => import("./training.js"))).train,
    read: async () => (await imported(() => import("./read.js"))).readText,
    open: async () => (await imported(() => import("./open.js"))).openExhibit,
    "time-builds": async () => (await imported(() => import("./timings.js"))).timeBuilds,
    "time-lengths": async () => (await imported(() => import("./timings.js"))).timeLengths,
};

async function runnerOf(kind: string): Promise<Runner> {
    const fetchRunner = Object.hasOwn(runners, kind) ? runners[kind] : undefined;
    if (!fetchRunner) throw new Error(`This page cannot answer “${kind}”.`);
    try {
        return await fetchRunner();
    } catch (error) {
        console.warn(`attention-explainer: ${messageOf(error)}`); // it holds an address, which is no use to a reader
        throw new Error(/* say */ "The script for this could not be loaded.");
    }
}

export class Requests {
    #current: AbortController | null = null;
    #element: HTMLElement;
    #words: () => Words;
    #reply: (reply: Reply) => boolean;
    #ended: () => void;
    #failed: (error: Error) => void;

    /**
     * For `element`'s view, which speaks `words`: `reply` hands news to the view and says whether it wants more; `ended` is called when nothing runs any more,
     * `failed` where it cannot have what it shows nothing without.
     */
    constructor(
        element: HTMLElement,
        words: () => Words,
        reply: (reply: Reply) => boolean,
        ended: () => void,
        failed: (error: Error) => void,
    ) {
        this.#element = element;
        this.#words = words;
        this.#reply = reply;
        this.#ended = ended;
        this.#failed = failed;
    }

    get running(): boolean {
        return this.#current !== null;
    }

    start(request: Request): void {
        this.stop();
        if (request.kind === "" || request.kind === "stop") {
            this.#ended();
            return;
        }
        const mine = new AbortController();
        this.#current = mine;
        void this.#run(request, mine).then(() => {
            if (this.#current !== mine) return;
            this.#current = null;
            this.#ended();
        });
    }

    stop(): void {
        this.#current?.abort();
        this.#current = null;
    }

    async #run({ kind, generation, arguments: wanted }: Request, mine: AbortController): Promise<void> {
        const report = (news: News, done = false): void => {
            if (mine.signal.aborted) return;
            const more = this.#reply({ generation, progress: done ? 1 : 0, done, tensors: [], error: "", ...news });
            if (!more) mine.abort();
        };
        try {
            await (
                await runnerOf(kind)
            )(wanted, report, mine.signal, this.#element, this.#words());
            report({}, true);
        } catch (error) {
            if (!needed.has(kind)) report({ error: this.#words().say(messageOf(error)) }, true);
            else if (!mine.signal.aborted) this.#failed(error as Error);
        }
    }
}
