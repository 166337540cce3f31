// Links that drive a figure: <a href="#ID" data-state="temperature=0.1">. A press brings the figure into view, if it is not, and to that
// state, with motion; without script the same link leads to the figure. The one listener on the document that prevents a default: of
// such links only.

import type { AttentionExplainer } from "../element/element.js";
import { scaleOf } from "../element/scale.js";
import { messageOf } from "../element/errors.js";
import { formatState, parseState } from "../element/state.js";
import { prefersReducedMotion } from "../element/theme.js";
import type { ExhibitInfo, Value } from "../element/types.js";
import { exhibitOf, findFigure } from "./figure.js";

const milliseconds = 300;
const running = new WeakMap<AttentionExplainer, AbortController>();

/** The part of the way that is done after a part of the time: slow, fast, slow. */
const eased = (part: number): number => part * part * (3 - 2 * part);

/** The values between two states: numbers move on the scale that their slider has, all else is as it will be. */
function between(exhibit: ExhibitInfo, from: readonly Value[], to: readonly Value[], part: number): Value[] {
    return to.map((target, index) => {
        const parameter = exhibit.parameters[index];
        const start = from[index];
        if (parameter?.kind !== "number" || typeof target !== "number" || typeof start !== "number" || start === target) return target;
        const scale = scaleOf(parameter);
        const [first, last] = [scale.position(start), scale.position(target)];
        return scale.value(first + (last - first) * eased(part));
    });
}

/** Whether at least a half of it is in the window. */
function inView(element: Element): boolean {
    const { top, bottom, height } = element.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return seen >= Math.min(height, innerHeight) / 2;
}

/**
 * Takes a figure to a state: at once, or in 300 ms of small steps while it is seen. What it does not name is the default. Throws and changes nothing if
 * the state is wrong. A hand on the figure ends the motion.
 */
export function driveFigure(figure: AttentionExplainer, state: string, still = prefersReducedMotion()): void {
    running.get(figure)?.abort();
    running.delete(figure);
    const exhibit = exhibitOf(figure);
    const target = exhibit ? parseState(exhibit, state) : [];
    if (!exhibit || still || !inView(figure)) {
        figure.restore(state);
        return;
    }
    const from = parseState(exhibit, figure.save());
    const motion = new AbortController();
    running.set(figure, motion);
    figure.addEventListener("change", ({ detail }) => {
        if (detail.source !== "api") motion.abort();
    }, { signal: motion.signal });
    let began = NaN;
    const step = (time: number): void => {
        if (motion.signal.aborted || !figure.isConnected || exhibitOf(figure) !== exhibit) return;
        if (Number.isNaN(began)) began = time;
        const part = Math.min(1, (time - began) / milliseconds);
        figure.restore(part < 1 ? formatState(exhibit, between(exhibit, from, target, part)) : state);
        if (part < 1) requestAnimationFrame(step);
        else motion.abort();
    };
    requestAnimationFrame(step);
}

/** Into view with motion, if it is not there. */
export function bringIntoView(figure: Element): void {
    if (!inView(figure)) figure.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

function followed(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const origin = event.composedPath()[0];
    const link = origin instanceof Element ? origin.closest("a[href][data-state]") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.getAttribute("href")?.startsWith("#")) return;
    const figure = findFigure(link, decodeURIComponent(link.hash.slice(1)));
    if (!figure) return; // whatever it leads to, it leads there
    try {
        driveFigure(figure, link.dataset["state"] ?? "");
    } catch (error) {
        console.warn(`attention-explainer: the link to ${link.hash}: ${messageOf(error)}`);
        return;
    }
    event.preventDefault();
    bringIntoView(figure);
}

/** Listens on a document; a link inside a shadow root is found through the way its event came. */
export function followLinks(document: Document): void {
    document.addEventListener("click", followed);
}
