// Runs what a view asks the page to measure (web/experiment), one at a time; a newer wish ends the one before. The code that measures
// is fetched with the first wish. Shows nothing: the view does.

import { messageOf } from "./errors.js";
import type { Experiment, Measurement } from "./types.js";

export class Experiments {
    #current: AbortController | null = null;
    #report: (news: Measurement) => void;
    #ended: () => void;

    /** `report` gets what comes in; `ended` is called when nothing is running any more. */
    constructor(report: (news: Measurement) => void, ended: () => void) {
        this.#report = report;
        this.#ended = ended;
    }

    get running(): boolean {
        return this.#current !== null;
    }

    start(wanted: Experiment): void {
        this.stop();
        const mine = new AbortController();
        this.#current = mine;
        void this.#run(wanted, mine).then(() => {
            if (this.#current !== mine) return;
            this.#current = null;
            this.#ended();
        });
    }

    stop(): void {
        this.#current?.abort();
        this.#current = null;
    }

    async #run(wanted: Experiment, { signal }: AbortController): Promise<void> {
        try {
            const { runExperiment } = await import("../experiment/experiment.js");
            await runExperiment(wanted, (news) => signal.aborted || this.#report(news), signal);
        } catch (error) {
            console.warn(`attention-explainer: the experiment did not run: ${messageOf(error)}`);
        }
    }
}
