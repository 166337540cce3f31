// Where an element is in its life, as a state machine:
//
//     waiting ── begin ──▶ loading ── arrive ──▶ live
//     live ── renew, lose, leave ──▶ loading       any ── fail ──▶ failed
//     failed ── again ──▶ loading                  any ── rest ──▶ waiting
//     failed ── leave ──▶ waiting
//
// It has a view exactly while it is live. Draws nothing and decides nothing: the stage says what happens.

import type { EngineView } from "../types.js";
import { engine, type EngineClient } from "./engine.js";

type Life =
    /** Nothing runs: it is not near yet, or not in a document. */
    | { readonly state: "waiting" }
    /** The engine is on its way, or about to give it a view. */
    | { readonly state: "loading" }
    /** Its view computes and draws. */
    | { readonly state: "live"; readonly view: EngineView }
    /** Nothing runs, and a message says why. */
    | { readonly state: "failed" };

export class LifeCycle {
    #life: Life = { state: "waiting" };
    readonly #client: EngineClient;
    readonly #ending: () => void;

    /** `ending` is called before its view goes, if it has one. */
    constructor(client: EngineClient, ending: () => void) {
        this.#client = client;
        this.#ending = ending;
    }

    get state(): Life["state"] {
        return this.#life.state;
    }

    get view(): EngineView | null {
        return this.#life.state === "live" ? this.#life.view : null;
    }

    /** Runs something on the view; undefined if there is none, or if that was its end. */
    run<T>(work: (view: EngineView) => T): T | undefined {
        const { view } = this;
        return view ? engine.run(this.#client, () => work(view)) : undefined;
    }

    /** Asks the engine for a view, if it waits. */
    begin(): void {
        if (this.state !== "waiting") return;
        this.#life = { state: "loading" };
        engine.attach(this.#client);
    }

    /** Leaves what it shows, for another exhibit: the view goes, and so does what made it fail. renew or begin follows. */
    leave(): void {
        this.#dropView();
        if (this.state === "failed") this.#life = { state: "waiting" };
    }

    /** Asks for a new view: of another exhibit, or drawn in another way. */
    renew(): void {
        this.#dropView();
        this.#life = { state: "loading" };
        engine.detach(this.#client);
        engine.attach(this.#client);
    }

    /** The engine has made its view. */
    arrive(view: EngineView): void {
        this.#life = { state: "live", view };
    }

    /** The view died with the engine, which starts again. */
    lose(): void {
        this.#ending();
        if (this.state === "live") this.#life = { state: "loading" };
    }

    /** Something went wrong: the view goes, and the engine is left. */
    fail(): void {
        this.#dropView();
        this.#life = { state: "failed" };
        engine.detach(this.#client);
    }

    /** What failed is being tried again. */
    again(): void {
        this.#life = { state: "loading" };
    }

    /** Gives its view back, and leaves the engine. */
    rest(): void {
        this.#dropView();
        engine.detach(this.#client);
        this.#life = { state: "waiting" };
    }

    #dropView(): void {
        this.#ending();
        this.run((view) => view.delete());
        if (this.state === "live") this.#life = { state: "loading" };
    }
}
