// The pixels of a canvas far from the reader: given back, and had again when it comes nearer or a leap brings it into the window.

import { isSeen, observeLeaps } from "./nearness.js";
import { isPrinting } from "../drawing/theme.js";

export class FarPixels {
    /** Whether it is so far that it needs none. */
    far = false;
    #host: Element;
    #canvas: HTMLCanvasElement;
    #stop: (() => void) | null = null; // while they are given back

    constructor(host: Element, canvas: HTMLCanvasElement) {
        this.#host = host;
        this.#canvas = canvas;
    }

    /** It has none. */
    get gone(): boolean {
        return this.#stop !== null;
    }

    /** It has none, and is near enough to need some. */
    get wanted(): boolean {
        return this.gone && (!this.far || isSeen(this.#host));
    }

    /**
     * Gives them back if it is far away; `seen` is called when a leap brings it into the window. Layout does not ask it for a size then. What is only
     * hidden keeps them: it may be shown at any moment. Returns whether they are gone now.
     */
    giveBack(seen: () => void): boolean {
        if (!this.far || this.gone || isPrinting() || parent !== window || this.#host.checkVisibility?.() === false) return false;
        if (this.#canvas.width * this.#canvas.height > 0) this.#canvas.width = this.#canvas.height = 0;
        this.#stop = observeLeaps(this.#host, seen);
        return true;
    }

    /** It has some again, or is out of the page. */
    keep(): void {
        this.#stop?.();
        this.#stop = null;
    }
}
