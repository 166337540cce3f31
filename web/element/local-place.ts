// Where a point of the window lies in a box, whatever the page has done to it: scaled, turned, sheared. Three points of the box, of no
// size themselves, tell; the box's own rectangle, once it is turned, is only its hull. Exact but for perspective.

import { make } from "./dom.js";

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

    /** A point of the window in the box's own CSS pixels; far outside if the box has no area. */
    of({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
        const [origin, right, below] = this.marks.map((mark) => mark.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
        const [ux, uy] = [(right.x - origin.x) / arm, (right.y - origin.y) / arm];
        const [vx, vy] = [(below.x - origin.x) / arm, (below.y - origin.y) / arm];
        const [px, py] = [clientX - origin.x, clientY - origin.y];
        const area = ux * vy - uy * vx;
        if (area === 0) return [-1e6, -1e6];
        return [(px * vy - py * vx) / area, (ux * py - uy * px) / area];
    }
}
