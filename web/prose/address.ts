// Addresses that open the page at a figure in a state: …#ID?temperature=0.5, as a figure's menu copies them. Read, never written.

import { messageOf } from "../element/errors.js";
import { findFigure } from "./figure.js";
import { driveFigure, placeOf } from "./links.js";

function follow(document: Document, opening: boolean): void {
    const [, id = "", state] = /^#([^?]*)\?(.*)$/s.exec(location.hash) ?? [];
    if (state === undefined) return; // an ordinary fragment is the browser's business
    try {
        const figure = findFigure(document, decodeURIComponent(id));
        if (!figure) return;
        const show = (): void => figure.scrollIntoView({ block: placeOf(figure) });
        // As the page opens, figures above it have yet to learn how wide they are, and so how high: what is there before would move.
        if (!opening) show();
        requestAnimationFrame(() => requestAnimationFrame(show));
        driveFigure(figure, decodeURIComponent(state), true); // last: where its state is wrong, the page is at the figure all the same
    } catch (error) {
        console.warn(`attention-explainer: the address ${location.hash}: ${messageOf(error)}`);
    }
}

/** Follows the address that the page was opened with, and each one that it gets later. */
export function followAddress(document: Document): void {
    follow(document, true);
    window.addEventListener("hashchange", () => follow(document, false));
}
