// Links that drive a figure: <a href="#ID" data-state="temperature=0.1">, or with data-set, which leaves what it does not name. A press brings the
// figure into view, if it is not (and if the link does not say data-stay), and to that state, with motion; without script the same link leads to the figure. The one listener on the document that prevents a default: of
// such links only.

import type { AttentionExplainer } from "../element/element.js";
import { scaleOf } from "../element/state/scale.js";
import { messageOf } from "../element/errors.js";
import { onTheirWay } from "../element/figures.js";
import { historyOf } from "../element/page/history.js";
import { withPieces } from "../element/state/pieces.js";
import { defaults, formatState, parseState } from "../element/state/state.js";
import { prefersReducedMotion } from "../element/drawing/theme.js";
import type { ExhibitInfo, Value } from "../element/types.js";
import { exhibitOf, findFigure } from "./figure.js";
import { decodedFragment } from "./fragment.js";

const milliseconds = 300;
const running = new WeakMap<AttentionExplainer, AbortController>();
const drivenTo = new WeakMap<AttentionExplainer, string>();

/** This state of a figure, but with the pieces that it shows now. */
export function withPiecesOf(figure: AttentionExplainer, state: string): string {
    const exhibit = exhibitOf(figure);
    return exhibit ? formatState(exhibit, withPieces(exhibit, parseState(exhibit, state), parseState(exhibit, figure.save()))) : state;
}

/**
 * Whether the figure is where a link has taken it, whatever pieces it shows, or on the way there. Who asks after each change learns whether its reader has
 * touched it since.
 */
export function isAsDriven(figure: AttentionExplainer): boolean {
    const to = drivenTo.get(figure);
    const is = onTheirWay.has(figure) || (to !== undefined && withPiecesOf(figure, to) === figure.save());
    if (!is) drivenTo.delete(figure);
    return is;
}

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
export function inView(element: Element): boolean {
    const { top, bottom, height } = element.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return seen >= Math.min(height, innerHeight) / 2;
}

/**
 * Takes a figure to a state: at once, or in 300 ms of small steps while it is seen. What it does not name is the default. Throws and changes nothing if
 * the state is wrong. Whatever else changes it ends the motion.
 */
export function driveFigure(figure: AttentionExplainer, state: string, still = prefersReducedMotion()): void {
    running.get(figure)?.abort();
    running.delete(figure);
    const history = historyOf(figure);
    history.pause(); // a link is a step of its own
    const exhibit = exhibitOf(figure);
    const target = exhibit ? parseState(exhibit, state) : [];
    if (exhibit) drivenTo.set(figure, formatState(exhibit, target)); // first, as the change is reported at once
    if (!exhibit || still || document.hidden || !inView(figure)) {
        figure.restore(state);
        return;
    }
    let shown = figure.save();
    const end = formatState(exhibit, target);
    history.note(end, ""); // the step is its end, even if it never gets there
    const from = parseState(exhibit, shown);
    const motion = new AbortController();
    running.set(figure, motion);
    const over = (resolve: () => void): void => {
        onTheirWay.delete(figure);
        resolve();
    };
    onTheirWay.set(figure, new Promise((resolve) => motion.signal.addEventListener("abort", () => over(resolve))));
    figure.addEventListener(
        "change",
        ({ detail }) => {
            if (detail.source !== "api") motion.abort(); // also in the middle of one of our own steps
        },
        { signal: motion.signal },
    );
    let began = NaN;
    const step = (time: number): void => {
        if (motion.signal.aborted) return;
        // It is gone, or somebody else has changed it, or has taken the step back before anything had changed.
        if (!figure.isConnected || exhibitOf(figure) !== exhibit || figure.save() !== shown || history.present !== end)
            return motion.abort();
        if (Number.isNaN(began)) began = time;
        const part = Math.min(1, (time - began) / milliseconds);
        history.passing = formatState(exhibit, between(exhibit, from, target, part));
        figure.restore(part < 1 ? history.passing : state);
        history.passing = null;
        shown = figure.save();
        if (part < 1) requestAnimationFrame(step);
        else motion.abort();
    };
    requestAnimationFrame(step);
}

/** Where a figure is to stand in the window: in the middle, or with its beginning at the top if it is higher. */
export const placeOf = (figure: Element): ScrollLogicalPosition =>
    figure.getBoundingClientRect().height > innerHeight ? "start" : "center";

/**
 * Into view with motion, if it is not there: no further than shows half a window of it, so that the words that led there stay in sight where they can.
 */
export function bringIntoView(figure: HTMLElement): void {
    if (inView(figure)) return;
    const { top, height } = figure.getBoundingClientRect();
    const block = top > 0 ? "end" : "start";
    const margin = top > 0 ? "scrollMarginBottom" : "scrollMarginTop";
    const { style } = figure;
    const before = style[margin];
    style[margin] = `${Math.min(height, innerHeight) / 2 - height}px`; // as if it ended there, whatever it is that scrolls
    figure.scrollIntoView({ block, behavior: prefersReducedMotion() ? "auto" : "smooth" });
    style[margin] = before;
}

/** The driving link that this click is on; null also where the click asks the browser for something else. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
    const origin = event.composedPath()[0];
    const link = origin instanceof Element ? origin.closest("a[href^='#']:is([data-state], [data-set])") : null;
    return link instanceof HTMLAnchorElement ? link : null;
}

/**
 * The state that a link leads to: data-state is the whole of it but for the pieces that are shown, data-set changes the present one (where another link is under
 * way, the one that it leads to). Throws if it is wrong.
 */
function stateOf({ dataset }: HTMLAnchorElement, figure: AttentionExplainer): string {
    const exhibit = exhibitOf(figure);
    const whole = dataset["state"];
    if (!exhibit) return whole ?? "";
    const present = parseState(exhibit, (onTheirWay.has(figure) ? drivenTo.get(figure) : null) ?? figure.save());
    if (whole === undefined) return formatState(exhibit, parseState(exhibit, dataset["set"] ?? "", present));
    const pieces = parseState(exhibit, whole, withPieces(exhibit, defaults(exhibit), present));
    return formatState(exhibit, withPieces(exhibit, parseState(exhibit, whole), pieces));
}

function followed(event: MouseEvent): void {
    const link = linkOf(event);
    if (!link || event.defaultPrevented) return;
    const figure = findFigure(link, decodedFragment(link.hash.slice(1)));
    if (!figure) return; // an ordinary link
    try {
        driveFigure(figure, stateOf(link, figure));
    } catch (error) {
        console.warn(`attention-explainer: the link to ${link.hash}: ${messageOf(error)}`);
        return;
    }
    event.preventDefault();
    if (!("stay" in link.dataset)) bringIntoView(figure);
}

/**
 * Listens on a document; a link inside a shadow root is found through the way its event came. What is on its way to a link is awaited there, after the
 * link's own listeners: a page that keeps clicks from its document has such links all the same.
 */
export function followLinks(document: Document): void {
    document.addEventListener("click", (event) => linkOf(event)?.addEventListener("click", followed, { once: true }), true);
}
