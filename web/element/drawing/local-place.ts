// Where a point of the window lies in a box, and how large the box is shown, whatever the page has done to it: scaled, turned, sheared. Read from three marks
// of no size in the box: once the box is turned, its own rectangle is only its hull. Exact but for perspective.

import { make } from "../dom.js";

const arm = 1000; // CSS px between the marks: a rectangle is known to 1/64 px

export class LocalPlace {
    /** To be put into the box, whose upper left corner the first one marks. */
    readonly marks: readonly [HTMLElement, HTMLElement, HTMLElement];

    constructor() {
        const mark = (left: number, top: number): HTMLElement => {
            const element = make("i", "mark");
            element.style.left = `${left}px`;
            element.style.top = `${top}px`;
            return element;
        };
        this.marks = [mark(0, 0), mark(arm, 0), mark(0, arm)];
    }

    /** The corner, and what one CSS pixel to the right and one down in the box are in the window. */
    #axes(): [x: number, y: number, ux: number, uy: number, vx: number, vy: number] {
        const [origin, right, below] = this.marks.map((mark) => mark.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
        const { x, y } = origin;
        return [x, y, (right.x - x) / arm, (right.y - y) / arm, (below.x - x) / arm, (below.y - y) / arm];
    }

    /** A point of the window in the box's own CSS pixels; far outside if the box has no area. */
    of({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
        const [x, y, ux, uy, vx, vy] = this.#axes();
        const [px, py] = [clientX - x, clientY - y];
        const area = ux * vy - uy * vx;
        if (area === 0) return [-1e6, -1e6];
        return [(px * vy - py * vx) / area, (ux * py - uy * px) / area];
    }

    /** How many of the window's pixels one of the box's is long, to a ten-thousandth; 0 if it is not displayed. */
    scale(): number {
        const [, , ux, uy, vx, vy] = this.#axes();
        return Math.round(Math.max(Math.hypot(ux, uy), Math.hypot(vx, vy)) * 1e4) / 1e4;
    }
}
