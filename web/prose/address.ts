// Addresses that open the page at a figure in a state: …#ID?temperature=0.5, as a figure's menu copies them. Read, never written.

import { messageOf } from "../element/errors.js";
import { findFigure } from "./figure.js";
import { driveFigure } from "./links.js";

function follow(document: Document): void {
    const [, id = "", state] = /^#([^?]*)\?(.*)$/s.exec(location.hash) ?? [];
    if (state === undefined) return; // an ordinary fragment is the browser's business
    try {
        const figure = findFigure(document, decodeURIComponent(id));
        if (!figure) return;
        driveFigure(figure, state, true);
        figure.scrollIntoView({ block: "center" });
    } catch (error) {
        console.warn(`attention-explainer: the address ${location.hash}: ${messageOf(error)}`);
    }
}

/** Follows the address that the page was opened with, and each one that it gets later. */
export function followAddress(document: Document): void {
    follow(document);
    window.addEventListener("hashchange", () => follow(document));
}
