// Tensors of the page's own on their way to a figure: what shows them follows, or what is wrong with them. Meanwhile what is shown stays, or where nothing is,
// the room that they will take. What is read, and how, web/tensors knows.

import { engine } from "./engine.js";
import type { Stage } from "./stage.js";
import { ExplainerError, messageOf } from "../errors.js";
import { imported } from "../imported.js";
import { parseState } from "../state/state.js";
import type { ExhibitInfo, Value } from "../types.js";
import type { Brought } from "../../tensors/bring.js";

/** Makes the values of an exhibit that has these. Throws where it cannot. */
export type Setting = (exhibit: ExhibitInfo, values: readonly Value[]) => Value[];

export interface ArrivalsOwner {
    /** The values that an exhibit begins with. */
    beginningOf(exhibit: ExhibitInfo): readonly Value[];
    /** take() has something. */
    tensorsArrived(): void;
    /** Others than are shown could not be. */
    tensorsFailed(error: ExplainerError): void;
}

/** What is to be shown now: their exhibit, or its room (`held`). */
interface Next {
    exhibit: ExhibitInfo;
    held: boolean;
    brought: Brought;
    tensors: unknown;
}

/** Tensors that are read for the exhibit of that id, once it is known what they are. */
interface Coming {
    readonly id: string;
    brought: Brought | null;
}

/** What is shown of tensors. */
type Shown = Omit<Next, "held">;

export class Arrivals {
    /** Those of the page's own that are shown or on their way; null: none. */
    tensors: unknown = null;
    readonly #stage: Stage;
    readonly #owner: ArrivalsOwner;
    #turn = new AbortController(); // ended when something else is to be shown
    #coming: Coming | null = null;
    #shown: Shown | null = null;
    #next: Next | null = null;
    #later: Setting[] = []; // what is to be set once they are there

    constructor(stage: Stage, owner: ArrivalsOwner) {
        this.#stage = stage;
        this.#owner = owner;
    }

    /** Begins anew: reads the tensors for that exhibit, or (null) ends what was on its way. */
    begin(id: string | null): void {
        this.#turn.abort();
        this.#coming?.brought?.rest();
        this.#coming = null;
        this.#later = [];
        this.#next = null;
        this.#stage.bringing = id !== null;
        if (id !== null) void this.#bring({ id, brought: null });
    }

    /** What is to be shown now, if anything is; entered() follows. */
    take(): Next | null {
        const next = this.#next;
        this.#next = null;
        return next;
    }

    /** The stage shows it now, or its room. What was set meanwhile, which is to be set now. */
    entered(next: Next): Setting[] {
        if (!next.held) {
            this.#shown = next;
            this.#coming = null;
            this.#stage.bringing = false;
        }
        return this.#later.splice(0);
    }

    /** The stage shows something else now. */
    left(): void {
        this.#shown?.exhibit.free?.();
        this.#shown?.brought.rest();
        this.#shown = null;
    }

    /** The values that a setting makes, and keeps it for what is on its way. Null: there is nothing yet that has values. */
    set(setting: Setting, needed: () => ExhibitInfo): Value[] | null {
        const stage = this.#stage;
        const values = !stage.bringing || stage.held ? this.#valuesOf(setting, needed()) : null;
        if (stage.bringing) this.#later.push(setting);
        return values;
    }

    /** What a model says of another text, or without a head, in place of what is shown of it. Rejects with what is wrong. */
    async again(text: string, without: readonly [number, number] | null, signal: AbortSignal): Promise<void> {
        const shown = this.#shown;
        if (!shown) return;
        const { readOn } = await imported(() => import("../../tensors/arrive.js"));
        const came = await readOn(shown, text, without, { ...this.#owner, stage: this.#stage }, signal).catch((error: unknown) => {
            if (!signal.aborted) this.#owner.tensorsFailed(new ExplainerError("tensors", messageOf(error)));
            throw error;
        });
        if (!came) return;
        this.#shown = { ...shown, exhibit: came.exhibit };
        this.#stage.replace(came.exhibit, came.values);
        shown.exhibit.free?.();
    }

    /** The figure is in no document any more: nothing is kept running for it. */
    rest(): void {
        this.#shown?.brought.rest();
        if (!this.#coming?.brought?.again) return;
        this.#turn.abort();
        this.#coming.brought.rest();
    }

    /** The figure is in a document again. */
    resume(): void {
        if (this.#coming && this.#turn.signal.aborted) void this.#bring(this.#coming);
    }

    /** The values of a state. */
    readonly parsed = (exhibit: ExhibitInfo, state: string): Value[] => this.#valuesOf((one) => parseState(one, state), exhibit);

    /** In another text's state values may be of tokens that this one has not: they are held against the ranges of any text. */
    #valuesOf(setting: Setting, exhibit: ExhibitInfo): Value[] {
        const { values } = this.#stage;
        try {
            return setting(exhibit, values);
        } catch (error) {
            const wanted = exhibit.read ? setting(exhibit.read.any, values) : null;
            const text = exhibit.parameters.findIndex(({ name }) => name === "text");
            if (!wanted || wanted[text] === exhibit.read?.text) throw error;
            return wanted;
        }
    }

    /** Reads them when the reader is near. */
    async #bring(coming: Coming): Promise<void> {
        const stage = this.#stage;
        const owner = this.#owner;
        const { tensors } = this;
        const { signal } = (this.#turn = new AbortController());
        this.#coming = coming;
        const next = (brought: Brought, exhibit: ExhibitInfo, held: boolean): void => {
            this.#next = { tensors, brought, exhibit, held };
            owner.tensorsArrived();
        };
        try {
            const { arrive } = await imported(() => import("../../tensors/arrive.js"));
            if (signal.aborted) return;
            await arrive(tensors, coming, { ...owner, stage, engine, later: this.#later, next }, signal);
        } catch (error) {
            if (signal.aborted) return;
            coming.brought?.rest();
            stage.bringing = false;
            const failure = error instanceof ExplainerError ? error : new ExplainerError("tensors", messageOf(error));
            if (!stage.seen) return stage.fail(new ExplainerError(failure.type, failure.message));
            this.tensors = this.#shown?.tensors ?? null;
            this.#later = [];
            owner.tensorsFailed(failure);
        }
    }
}
