// How large one figure is: what its place measures, how much the page magnifies its type, how high it is by nature, what it is on paper; and what of that
// its view covers. Draws nothing.

import type { Magnification } from "./magnification.js";
import type { Shell } from "./shell.js";
import { drawableSize, reservedHeight, type Size, sizeIn, sizeOf, widthOf } from "./size.js";
import { isPrinting } from "./theme.js";
import type { EngineView, ExhibitInfo, Value } from "../types.js";

// CSS pixels: how wide it is taken to be before it has had a width
const widthOfNone = 640;
const leastWidth = 320; // what larger type leaves of it; in a place that is narrower, all of it is smaller:
const leastFactor = 0.85;
const widthOnPaper = 960; // laid out for a large screen, and as much smaller as the column is narrower
const densityOnPaper = 2; // device pixels to a CSS pixel

let zoomTells = true; // whether rectangles reflect `zoom` in this browser, as far as is known

export class Extent {
    /** What the view covers. */
    covered: Size = { width: 0, height: 0, pixelWidth: 0, pixelHeight: 0 };
    /** It is laid out for print, as a picture that layout makes smaller. */
    onPaper = false;
    #host: HTMLElement;
    #shell: Shell;
    #magnification: Magnification;
    #place = 0; // the width of its place, in the page's pixels
    #measured: Size | null = null; // null while it has no size: not laid out yet, or not displayed

    constructor(host: HTMLElement, shell: Shell, magnification: Magnification) {
        this.#host = host;
        this.#shell = shell;
        this.#magnification = magnification;
    }

    /** Whether it has a size to be drawn in. */
    get known(): boolean {
        return this.#measured !== null;
    }

    /** Its place is so wide now. Magnification and height follow from that; the canvas, which is deeper, is then reported in the same frame. */
    set place(width: number) {
        this.#place = width;
    }

    /** The width it is laid out for, to the 64th of a pixel that browsers lay out in: a quotient that is 320 but for its last bit would be a 319. */
    get #width(): number {
        return Math.round((this.#place / this.#shell.magnification) * 64) / 64;
    }

    /** Notes the size of the canvas; none if it is not displayed. */
    set measured(size: Size) {
        this.#measured = size.pixelWidth > 0 && size.pixelHeight > 0 ? size : null;
    }

    /** Magnifies the figure `wanted` times, but leaves it enough width to be laid out in. Returns whether that changed anything. */
    magnify(wanted: number): boolean {
        const room = this.#place / leastWidth;
        const factor = !zoomTells ? 1 : room > 0 ? Math.min(wanted, Math.max(leastFactor, room)) : wanted;
        const before = this.#shell.magnification;
        if (Math.abs(factor - before) < 1e-4) return false;
        const scale = this.#shell.place.scale();
        this.#shell.magnification = factor;
        // Where a browser's rectangles ignore `zoom` (WebKit until 2025), a point of the window could not be found in the picture.
        const told = this.#shell.place.scale() / scale;
        if (scale > 0 && Math.abs(told - factor / before) > 0.02 * told) {
            zoomTells = false;
            this.#shell.magnification = 1;
        }
        // With a height set by the author, no observer reports that the canvas has a different number of its own pixels now.
        this.#magnification.measure();
        if (this.#measured) this.measured = sizeOf(this.#shell.canvas, this.#magnification);
        return true;
    }

    /** Keeps the place that an exhibit will need. */
    reserve(exhibit: ExhibitInfo, values: readonly Value[]): void {
        this.#shell.reserve(reservedHeight(exhibit, this.#width, values));
    }

    /** Measures by itself where no observer has reported yet, or none will. */
    look(): void {
        // An engine that is there at once can be quicker than the first report of a size: the height at `load` must not change afterwards.
        if (this.#place === 0) this.#place = widthOf(this.#shell.ruler);
        // Behind the message of a failure the canvas had no size, and is there again: a frame before that is reported.
        else if (!this.#measured && this.#shell.canvas.getClientRects().length > 0)
            this.measured = sizeOf(this.#shell.canvas, this.#magnification);
        // What is skipped in layout (in a closed <details>) is not reported, though another exhibit has another height.
        if (this.#measured && this.#host.checkVisibility?.() === false) this.measured = sizeOf(this.#shell.canvas, this.#magnification);
    }

    /** Gives the view its size: the measured one, or a natural one while there is none (exports and pictures have a size all the same). */
    fit(view: EngineView, largestSide: number): void {
        view.setStill(this.onPaper);
        if (this.onPaper) {
            const height = Math.ceil(view.naturalHeight(widthOnPaper));
            const size = { width: widthOnPaper, height, pixelWidth: widthOnPaper * densityOnPaper, pixelHeight: height * densityOnPaper };
            return this.#cover(view, size, largestSide);
        }
        const width = Math.floor(this.#width) || widthOfNone;
        const natural = Math.ceil(view.naturalHeight(width));
        this.#cover(view, this.#measured ?? sizeIn(this.#host, this.#magnification, width, natural), largestSide);
        if (this.#width > 0) this.#shell.reserve(natural);
    }

    /** Gives the view the measured size, whatever its natural height is. */
    fill(view: EngineView, largestSide: number): void {
        if (this.#measured) this.#cover(view, this.#measured, largestSide);
    }

    /** When printed, a figure of natural height is laid out as on a large screen, whatever this screen is; afterwards as before. Returns whether that has changed. */
    turn(view: EngineView | null): boolean {
        const { width = 0, height = 0 } = this.#measured ?? {};
        const natural = (): boolean => view !== null && width > 0 && Math.abs(view.naturalHeight(width) - height) < 2;
        const paper = isPrinting() && (this.onPaper || natural());
        if (paper === this.onPaper) return false;
        this.onPaper = this.#shell.paper = paper;
        return true;
    }

    /** With fewer device pixels if these are more than the engine can draw. */
    #cover(view: EngineView, size: Size, largestSide: number): void {
        this.covered = drawableSize(size, largestSide);
        view.resize(this.covered.width, this.covered.height, this.covered.pixelWidth, this.covered.pixelHeight);
    }
}
