// Addresses that open the page at a figure in a state: …#ID?temperature=0.5, as a figure's menu copies them. Read, never written.

import { messageOf } from "../element/errors.js";
import { beginningOf } from "../element/state/pieces.js";
import { formatState, parseState } from "../element/state/state.js";
import { exhibitOfAnyText, findFigure } from "./figure.js";
import { decodedFragment } from "./fragment.js";
import { driveFigure, placeOf } from "./links.js";

function follow(document: Document, opening: boolean): void {
    const [, id = "", state] = /^#([^?]*)\?(.*)$/s.exec(location.hash) ?? [];
    if (state === undefined) return; // an ordinary fragment is the browser's business
    try {
        const figure = findFigure(document, decodedFragment(id));
        if (!figure) return;
        const show = (): void => figure.scrollIntoView({ block: placeOf(figure) });
        // As the page opens, figures above it have yet to learn how wide they are, and so how high: what is there before would move.
        if (!opening) show();
        requestAnimationFrame(() => requestAnimationFrame(show));
        // Last: where its state is wrong, the page is at the figure all the same. Pieces that it does not name are as the tag shows them.
        const text = decodeURIComponent(state);
        const exhibit = exhibitOfAnyText(figure);
        driveFigure(figure, exhibit ? formatState(exhibit, parseState(exhibit, text, beginningOf(exhibit, figure.show))) : text, true);
    } catch (error) {
        console.warn(`attention-explainer: the address ${location.hash}: ${messageOf(error)}`);
    }
}

/** Whether a press on a link leaves the address as it is: the browser then tells nobody of it. */
function leadsHere(event: MouseEvent): boolean {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
    const origin = event.composedPath()[0];
    const link = origin instanceof Element ? origin.closest("a[href]") : null;
    return link instanceof HTMLAnchorElement && link.href === location.href && (link.target === "" || link.target === "_self");
}

/** Follows the address that the page was opened with, each one that it gets later, and the same one again where a link is pressed that names it. */
export function followAddress(document: Document): void {
    follow(document, true);
    window.addEventListener("hashchange", () => follow(document, false));
    document.addEventListener("click", (event) => {
        if (leadsHere(event)) follow(document, false);
    });
}
