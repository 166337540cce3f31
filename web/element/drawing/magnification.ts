// How large the page's transforms and its `zoom` show a figure. No event reports a change, so this measures again after anything that may have made one: a style or
// a class of something around the figure, the end of a transition there, a resize, the pointer entering. Two measurements, a frame apart, have to agree, so
// that a running animation is left to the compositor. An idle page runs nothing of it.

import type { LocalPlace } from "./local-place.js";
import { cancelFrame, type Drawable, requestFrame } from "./scheduler.js";

// Smaller, it cannot be read; larger, it does not fit the window.
const [least, most] = [0.25, 4];

export class Magnification implements Drawable {
    /** Pixels of the window to one of the figure's. */
    factor = 1;
    #host: Element;
    #place: LocalPlace;
    #looked: () => void;
    #changed = (): void => {};
    #seen = NaN;
    #around: MutationObserver;

    /** `looked` is called after each measurement. */
    constructor(host: Element, place: LocalPlace, looked: () => void) {
        this.#host = host;
        this.#place = place;
        this.#looked = looked;
        this.#around = new MutationObserver(() => this.look());
    }

    /** Calls back when it has changed. Returns the way to stop. */
    observe(changed: () => void): () => void {
        this.#changed = changed;
        const host = this.#host;
        const ending = new AbortController();
        const page = host.ownerDocument;
        for (const [target, types] of [
            [host, "pointerenter"],
            [page.defaultView, "resize"],
            [page, "transitionend animationend"],
        ] as const) {
            for (const type of types.split(" ")) {
                target?.addEventListener(
                    type,
                    ({ target: of }) => {
                        if (!(of instanceof Node) || of.contains(host)) this.look();
                    },
                    { signal: ending.signal },
                );
            }
        }
        this.#watchAround();
        return () => {
            ending.abort();
            this.#around.disconnect();
            cancelFrame(this);
        };
    }

    /** The figure stands elsewhere in its document, within other elements, and has not been out of it. */
    moved(): void {
        this.#watchAround();
        this.look();
    }

    #watchAround(): void {
        this.#around.disconnect();
        for (
            let node: Node | null = this.#host;
            node;
            node = (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null
        ) {
            if (node instanceof Element) this.#around.observe(node, { attributeFilter: ["style", "class"] });
        }
    }

    /** Measures in the next frames. */
    look(): void {
        this.#seen = NaN;
        requestFrame(this);
    }

    frame(): boolean {
        const [before, now] = [this.#seen, this.#now()];
        this.#seen = now;
        if (Number.isNaN(before)) return true;
        if (now === before && now !== this.factor) {
            this.factor = now;
            this.#changed();
        }
        queueMicrotask(this.#looked); // after the scheduler has noted that it is over
        return false;
    }

    /** During layout: a larger factor counts at once, a smaller one only after it has been seen to stay. */
    measure(): void {
        const now = this.#now();
        if (now < this.factor) this.look();
        this.factor = Math.max(now, Math.min(1, this.factor));
    }

    #now(): number {
        const scale = this.#place.scale();
        return scale > 0 ? Math.min(most, Math.max(least, scale)) : this.factor;
    }
}
