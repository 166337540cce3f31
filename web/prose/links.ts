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
import { exhibitOf, exhibitOfAnyText, findFigure } from "./figure.js";
import { decodedFragment } from "./fragment.js";

const milliseconds = 300;
const running = new WeakMap<AttentionExplainer, AbortController>();
const drivenTo = new WeakMap<AttentionExplainer, string>();

/** This state of a figure, but with the pieces that it shows now. */
export function withPiecesOf(figure: AttentionExplainer, state: string): string {
    const exhibit = exhibitOfAnyText(figure);
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

/** What an element stands in; null: in the window. What the body says of overflow is the window's, unless the root says something itself. */
function aroundOf(element: Element): Element | null {
    const { body, documentElement } = document;
    const around = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;
    const isWindow = around === documentElement || (around === body && getComputedStyle(documentElement).overflowY === "visible");
    return isWindow ? null : around;
}

/** Between which heights an element can be seen, in the window and in all that scrolls or clips around it; and how high the lowest of these is. */
function portOf(element: Element): [top: number, bottom: number, room: number] {
    const around = aroundOf(element);
    if (!around) return [0, innerHeight, innerHeight];
    const port = portOf(around);
    if (getComputedStyle(around).overflowY === "visible") return port;
    const { top, bottom, height } = around.getBoundingClientRect();
    return [Math.max(top, port[0]), Math.min(bottom, port[1]), Math.min(height, port[2])];
}

/** Whether at least a half of it can be seen. */
export function inView(element: Element): boolean {
    const { top, bottom, height } = element.getBoundingClientRect();
    const [first, last, room] = portOf(element);
    return Math.min(bottom, last) - Math.max(top, first) >= Math.min(height, room) / 2;
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
    const target = exhibit ? parseState(exhibit.read?.any ?? exhibit, state) : [];
    if (exhibit) drivenTo.set(figure, formatState(exhibit, target)); // first, as the change is reported at once
    if (!exhibit || still || document.hidden || !inView(figure)) {
        figure.restore(state);
        history.pause();
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

/** Where a figure is to stand in the window, or in what scrolls there: in the middle, or with its beginning at the top if it is higher. */
export const placeOf = (figure: Element): ScrollLogicalPosition =>
    figure.getBoundingClientRect().height > portOf(figure)[2] ? "start" : "center";

const pixels = (length: string): number => Number.parseFloat(length) || 0; // of "auto", none

/**
 * Into view with motion, if it is not there: no further than shows half a window of it, so that the words that led there stay in sight where they can. What
 * scrolls around it goes by itself, from the innermost on: browsers asked for "nearest" take the outer ones too short a way.
 */
export function bringIntoView(figure: HTMLElement): void {
    if (inView(figure)) return;
    const behavior = prefersReducedMotion() ? "instant" : "smooth";
    let { top, bottom } = figure.getBoundingClientRect(); // and then what of it can be seen in what is scrolled already
    const wanted = Math.min(bottom - top, portOf(figure)[2]) / 2;
    const own = getComputedStyle(figure);
    let around: Element | null = figure;
    let position = "";
    while (around && position !== "fixed") {
        around = aroundOf(around);
        const scroller = (around ?? document.scrollingElement)!;
        const style = getComputedStyle(scroller);
        ({ position } = style); // what is fixed the window does not move
        if (around && /visible|clip/.test(style.overflowY)) continue;
        const box = around?.getBoundingClientRect();
        const scale = box ? box.height / (around as HTMLElement).offsetHeight : 1; // to the window's pixels, in which all here is
        const edge = box ? box.top + scale * scroller.clientTop : 0;
        const first = edge + scale * (pixels(style.scrollPaddingTop) + pixels(own.scrollMarginTop)); // under what stays on top, if it says so
        const last = edge + scale * scroller.clientHeight;
        const seen = Math.min(bottom, last) - Math.max(top, first);
        const far = seen >= wanted ? 0 : top > first ? top + wanted - last : bottom - wanted - first;
        const to = Math.min(scroller.scrollHeight - scroller.clientHeight, Math.max(0, scroller.scrollTop + far / scale));
        const way = scale * (to - scroller.scrollTop);
        if (far !== 0) scroller.scrollTo({ top: to, behavior });
        [top, bottom] = [Math.max(top - way, first), Math.min(bottom - way, last)];
    }
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
