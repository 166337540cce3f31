// Pointers over the canvas, handed to the view: hover, press, drag with capture, and a release in any case. Listens on the canvas, and to
// the window's blur while something is pressed; no wheel, no keys; prevents nothing but the touch scrolling that would steal a drag
// the exhibit owns, and the browser's zoom by two fingers that are both on a map.

import type { LocalPlace } from "./local-place.js";
import type { EngineView, PointerKind } from "../types.js";

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
const drag = 2; // as hit() counts
const map = 3;
const sideways = 4;
const primaryButton = 1; // in `buttons`; as `button` it is 0

/** Two fingers: what lies in the middle of them, and how far they are apart. */
interface Fingers {
    x: number;
    y: number;
    distance: number;
}

export class Pointer {
    #canvas: HTMLCanvasElement;
    #surface: HTMLElement;
    #place: LocalPlace;
    #owner: PointerOwner;
    #pressed: { id: number; touch: boolean; window: Window } | null = null; // the pointer that holds something of the view's
    #queued: { x: number; y: number; touch: boolean } | null = null; // only the last move before a frame counts
    #blurred = (): void => this.cancel();
    #fingers: Fingers | null = null; // two of them, on a map
    #started: { x: number; y: number } | null = null; // where a finger began on what is dragged sideways, and whose it is is not clear yet
    #slid = (event: TouchEvent): void => this.#slide(event);
    #slideEnded = (): void => this.#endSlide();
    #parted = (event: TouchEvent): void => this.#pinch(event);
    #lifted = (event: TouchEvent): void => {
        if (event.targetTouches.length !== 2) this.#endPinch();
    };

    /** `surface` is the element that the canvas and what lies over it are in. */
    constructor(canvas: HTMLCanvasElement, surface: HTMLElement, place: LocalPlace, owner: PointerOwner) {
        this.#canvas = canvas;
        this.#surface = surface;
        this.#place = place;
        this.#owner = owner;
        canvas.addEventListener("pointermove", (event) => this.#move(event));
        canvas.addEventListener("pointerdown", (event) => this.#down(event));
        canvas.addEventListener("pointerup", (event) => this.#up(event));
        canvas.addEventListener("pointercancel", (event) => this.#release(event));
        canvas.addEventListener("lostpointercapture", (event) => this.#release(event));
        canvas.addEventListener("pointerleave", (event) => this.#leave(event));
        // On what the canvas and the unseen controls over it are in: Chromium lets nobody prevent a touch that begins where a layer without
        // such a listener lies on top, although it takes no pointer.
        surface.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
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
        this.#letGo();
        this.#endPinch();
        this.#endSlide();
        this.#queued = null;
    }

    /** Ends a press without a click, as if the pointer had gone. */
    cancel(): void {
        if (this.#pressed) this.#gone(this.#pressed.touch);
    }

    #move(event: PointerEvent): void {
        const pressed = this.#pressed;
        if (!event.isPrimary || (pressed && pressed.id !== event.pointerId)) return;
        if (pressed && !(event.buttons & primaryButton)) {
            // Let go while another button stays down, which is no pointerup; or no event reported the release.
            if (event.button === 0) this.#finish(event);
            else this.cancel();
            return;
        }
        const touch = event.pointerType === "touch";
        if (!pressed && touch) return; // a finger that scrolls by
        const [x, y] = this.#place.of(event);
        this.#queued = { x, y, touch };
        this.#owner.pointerMoved();
    }

    #down(event: PointerEvent): void {
        if (!event.isPrimary || event.button !== 0) return;
        this.cancel(); // a press whose end was not reported
        const touch = event.pointerType === "touch";
        const [x, y] = this.#place.of(event);
        // A press on empty ground belongs to the page: the view does not get it, so nothing has to be released.
        const taken = this.#owner.withView((view) => {
            this.flush(view);
            if (view.hit(x, y, touch) === 0) return false;
            view.pointer(down, x, y, touch);
            return true;
        });
        if (!taken) return;
        const window = this.#canvas.ownerDocument.defaultView ?? globalThis.window;
        this.#pressed = { id: event.pointerId, touch, window };
        window.addEventListener("blur", this.#blurred);
        try {
            this.#canvas.setPointerCapture(event.pointerId);
        } catch {
            // the pointer is gone already (a synthetic or very short press): up, cancel or leave follows
        }
        this.#owner.pointerMoved();
    }

    #up(event: PointerEvent): void {
        if (event.pointerId !== this.#pressed?.id) return;
        if (event.button === 0) this.#finish(event);
        else this.cancel();
    }

    /** The press is complete. */
    #finish(event: PointerEvent): void {
        const touch = event.pointerType === "touch";
        const [x, y] = this.#place.of(event);
        this.#letGo(); // before the capture is lost, which is then no cancel
        this.#owner.withView((view) => {
            this.flush(view);
            view.pointer(up, x, y, touch);
        });
        this.#owner.pointerReleased(touch);
    }

    /** The press ended without an up: cancelled by the browser, or the capture was taken away. */
    #release(event: PointerEvent): void {
        if (event.pointerId === this.#pressed?.id) this.cancel();
    }

    #leave(event: PointerEvent): void {
        if (!event.isPrimary) return;
        if (this.#pressed && (this.#pressed.id !== event.pointerId || this.#canvas.hasPointerCapture(event.pointerId))) return;
        this.#gone(event.pointerType === "touch");
    }

    #gone(touch: boolean): void {
        this.#letGo();
        this.#queued = null;
        this.#owner.withView((view) => view.pointer(leave, -1, -1, touch));
        this.#owner.pointerMoved();
    }

    #letGo(): void {
        this.#pressed?.window.removeEventListener("blur", this.#blurred);
        this.#pressed = null;
    }

    #touch(event: TouchEvent): void {
        const touch = event.changedTouches[0];
        if (!touch || event.target !== this.#canvas) return;
        this.#endSlide();
        if (event.touches.length > 1) return this.#beginPinch(event);
        // A finger that catches the page while it still scrolls goes on scrolling it, which nobody can prevent: what it pressed is let go.
        if (!event.cancelable) return this.cancel();
        const [x, y] = this.#place.of(touch);
        const hit = this.#owner.withView((view) => view.hit(x, y, true));
        if (hit === drag) event.preventDefault();
        if (hit !== sideways) return;
        this.#started = { x: touch.clientX, y: touch.clientY };
        this.#surface.addEventListener("touchmove", this.#slid, { passive: false });
        for (const end of ["touchend", "touchcancel"] as const) this.#surface.addEventListener(end, this.#slideEnded);
    }

    /** A finger on a slider that goes sideways keeps the page where it is, or what scrolls sideways in it; up and down it is the page's. */
    #slide(event: TouchEvent): void {
        const [touch] = event.targetTouches;
        if (!touch || event.touches.length > 1) return this.#endSlide();
        const { x, y } = this.#started ?? { x: touch.clientX, y: touch.clientY };
        const [across, along] = [Math.abs(touch.clientX - x), Math.abs(touch.clientY - y)];
        if (this.#started && across + along < 2) return; // not clear yet
        if (this.#started && along > across) return this.#endSlide();
        this.#started = null;
        if (event.cancelable) return event.preventDefault();
        this.cancel();
        this.#endSlide();
    }

    #endSlide(): void {
        this.#started = null;
        this.#surface.removeEventListener("touchmove", this.#slid);
        for (const end of ["touchend", "touchcancel"] as const) this.#surface.removeEventListener(end, this.#slideEnded);
    }

    /** Two fingers are the browser's zoom, except where both are on a map, and the page does not already scroll under them. */
    #beginPinch(event: TouchEvent): void {
        this.#endPinch();
        const { targetTouches: touches, cancelable } = event;
        if (!cancelable || touches.length !== 2 || event.touches.length !== 2) return;
        const onMap = [...touches].every((touch) => {
            const [x, y] = this.#place.of(touch);
            return this.#owner.withView((view) => view.hit(x, y, true)) === map;
        });
        if (!onMap) return;
        event.preventDefault();
        this.cancel(); // what the first finger pressed
        this.#fingers = this.#fingersOf(touches);
        // Added only now: while a listener may prevent scrolling, the page cannot scroll at once.
        this.#surface.addEventListener("touchmove", this.#parted, { passive: false });
        this.#surface.addEventListener("touchend", this.#lifted);
        this.#surface.addEventListener("touchcancel", this.#lifted);
    }

    #pinch(event: TouchEvent): void {
        const before = this.#fingers;
        if (!before || event.targetTouches.length !== 2) return;
        if (event.cancelable) event.preventDefault();
        const now = this.#fingersOf(event.targetTouches);
        this.#fingers = now;
        this.#owner.withView((view) => view.pinch(now.x, now.y, now.distance / before.distance, now.x - before.x, now.y - before.y));
        this.#owner.pointerMoved();
    }

    #endPinch(): void {
        if (!this.#fingers) return;
        this.#fingers = null;
        this.#surface.removeEventListener("touchmove", this.#parted);
        this.#surface.removeEventListener("touchend", this.#lifted);
        this.#surface.removeEventListener("touchcancel", this.#lifted);
    }

    #fingersOf(touches: TouchList): Fingers {
        const [[ax, ay], [bx, by]] = [this.#place.of(touches[0]!), this.#place.of(touches[1]!)];
        return { x: (ax + bx) / 2, y: (ay + by) / 2, distance: Math.max(1, Math.hypot(ax - bx, ay - by)) };
    }
}
