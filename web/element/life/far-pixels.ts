// The pixels of a canvas far from the reader: freed, and restored when it comes nearer or a jump (to an anchor, say) brings it into the window.

import { isSeen, observeLeaps } from "./nearness.js";
import { isPrinting } from "../drawing/theme.js";

export class FarPixels {
    /** Whether it is so far away that it needs no pixels. */
    far = false;
    #host: Element;
    #canvas: HTMLCanvasElement;
    #stop: (() => void) | null = null; // while they are freed

    constructor(host: Element, canvas: HTMLCanvasElement) {
        this.#host = host;
        this.#canvas = canvas;
    }

    /** Its pixels are freed. */
    get gone(): boolean {
        return this.#stop !== null;
    }

    /** Its pixels are freed, and it is near enough to need them. */
    get wanted(): boolean {
        return this.gone && (!this.far || isSeen(this.#host));
    }

    /**
     * Frees them if it is far away; `seen` is called when a jump brings it into the window. What is merely hidden keeps them, as it may be
     * shown at any moment. Returns whether they have been freed.
     */
    giveBack(seen: () => void): boolean {
        if (!this.far || this.gone || isPrinting() || parent !== window || this.#host.checkVisibility?.() === false) return false;
        if (this.#canvas.width * this.#canvas.height > 0) this.#canvas.width = this.#canvas.height = 0;
        this.#stop = observeLeaps(this.#host, seen);
        return true;
    }

    /** It has pixels again, or is out of the page. */
    keep(): void {
        this.#stop?.();
        this.#stop = null;
    }
}
