// Pointers over the canvas, handed to the view: hover, press, drag with capture, release whatever happens. Listens on the canvas
// only; no wheel, no keys; prevents nothing but the touch scrolling that would steal a drag the exhibit owns.

import type { EngineView, PointerKind } from "./types.js";

export interface PointerOwner {
    /** Runs something on the view; undefined if there is none. */
    withView<T>(work: (view: EngineView) => T): T | undefined;
    /** Something happened: draw soon. */
    pointerMoved(): void;
    /** A press ended: draw now, inside the event, so that a phone shows its keyboard for a field that asks for the focus. */
    pointerReleased(touch: boolean): void;
    /** A tap is complete, and no compatibility mouse event will take the focus away any more. */
    tapped(): void;
}

const move: PointerKind = 0;
const down: PointerKind = 1;
const up: PointerKind = 2;
const leave: PointerKind = 3;

export class Pointer {
    #canvas: HTMLCanvasElement;
    #owner: PointerOwner;
    #pressed: number | null = null; // the pointer that is down
    #queued: { x: number; y: number; touch: boolean } | null = null; // only the last move before a frame counts

    constructor(canvas: HTMLCanvasElement, owner: PointerOwner) {
        this.#canvas = canvas;
        this.#owner = owner;
        canvas.addEventListener("pointermove", (event) => this.#move(event));
        canvas.addEventListener("pointerdown", (event) => this.#down(event));
        canvas.addEventListener("pointerup", (event) => this.#up(event));
        canvas.addEventListener("pointercancel", (event) => this.#release(event));
        canvas.addEventListener("lostpointercapture", (event) => this.#release(event));
        canvas.addEventListener("pointerleave", (event) => this.#leave(event));
        canvas.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
        canvas.addEventListener("click", () => this.#owner.tapped());
    }

    /** True while a press or drag is under way. */
    get pressed(): boolean {
        return this.#pressed !== null;
    }

    /** Hands the last move to the view; called at the start of each frame. */
    flush(view: EngineView): void {
        const queued = this.#queued;
        if (!queued) return;
        this.#queued = null;
        view.pointer(move, queued.x, queued.y, queued.touch);
    }

    /** The view is another one: it knows of no press. */
    forget(): void {
        this.#pressed = null;
        this.#queued = null;
    }

    #at(event: { clientX: number; clientY: number }): [number, number] {
        const box = this.#canvas.getBoundingClientRect();
        // A CSS transform of the page scales the box but not the view's own pixels.
        const scaleX = box.width > 0 ? this.#canvas.offsetWidth / box.width : 1;
        const scaleY = box.height > 0 ? this.#canvas.offsetHeight / box.height : 1;
        return [(event.clientX - box.left) * scaleX, (event.clientY - box.top) * scaleY];
    }

    #move(event: PointerEvent): void {
        if (!event.isPrimary) return;
        if (this.#pressed === null && event.pointerType === "touch") return; // a finger that scrolls by
        const [x, y] = this.#at(event);
        this.#queued = { x, y, touch: event.pointerType === "touch" };
        this.#owner.pointerMoved();
    }

    #down(event: PointerEvent): void {
        if (!event.isPrimary || event.button !== 0) return;
        const touch = event.pointerType === "touch";
        const [x, y] = this.#at(event);
        const hit = this.#owner.withView((view) => {
            this.flush(view);
            const under = view.hit(x, y, touch);
            if (under !== 0 || !touch) view.pointer(down, x, y, touch);
            return under;
        });
        if (hit === undefined || (hit === 0 && touch)) return;
        this.#pressed = event.pointerId;
        if (hit !== 0) {
            try {
                this.#canvas.setPointerCapture(event.pointerId);
            } catch {
                // the pointer is gone already (a synthetic or very short press): up or cancel follows
            }
        }
        this.#owner.pointerMoved();
    }

    #up(event: PointerEvent): void {
        if (event.pointerId !== this.#pressed || event.button !== 0) return;
        const touch = event.pointerType === "touch";
        const [x, y] = this.#at(event);
        this.#pressed = null; // before the capture is lost, which is then no cancel
        this.#owner.withView((view) => {
            this.flush(view);
            view.pointer(up, x, y, touch);
        });
        this.#owner.pointerReleased(touch);
    }

    /** The press ended without an up: cancelled by the browser, or the capture was taken away. */
    #release(event: PointerEvent): void {
        if (event.pointerId === this.#pressed) this.#gone(event);
    }

    #leave(event: PointerEvent): void {
        if (event.isPrimary && this.#pressed === null) this.#gone(event);
    }

    #gone(event: PointerEvent): void {
        this.#pressed = null;
        this.#queued = null;
        const [x, y] = this.#at(event);
        this.#owner.withView((view) => view.pointer(leave, x, y, event.pointerType === "touch"));
        this.#owner.pointerMoved();
    }

    #touch(event: TouchEvent): void {
        const touch = event.changedTouches[0];
        if (!touch || event.touches.length > 1) return; // two fingers are the browser's: zoom
        const [x, y] = this.#at(touch);
        if (this.#owner.withView((view) => view.hit(x, y, true)) === 2 && event.cancelable) event.preventDefault();
    }
}
