// The request "open" (exhibit, state): a reader wants to see an exhibit in a state. The page is asked first, by an event that it may
// cancel; then it goes to the figure of that exhibit on the same page, else to a page of its own. Shows nothing itself.

import { homeOf, pageIn } from "../element/menu/home.js";
import type { Words } from "../element/language/words.js";
import type { Runner } from "./runner.js";

/** What is asked of another figure. (The element's own class is not imported: it is what brings us here.) */
interface Figure extends HTMLElement {
    exhibit: string;
    restore(state: string): void;
}

/** The first other element that shows the exhibit and can be seen, in the order of the page; what is folded away is unfolded. */
function figureOf(exhibit: string, asking: HTMLElement): Figure | undefined {
    const all = [...asking.ownerDocument.querySelectorAll<Figure>("attention-explainer")].filter(
        (one) => one !== asking && one.exhibit === exhibit,
    );
    const seen = (one: Element): boolean => one.checkVisibility?.() !== false;
    return (
        all.find(seen) ??
        all.find((one) => {
            const folds: HTMLDetailsElement[] = [];
            for (let fold = one.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
                if (!fold.open) folds.push(fold);
            for (const fold of folds) fold.open = true;
            if (seen(one)) return true;
            for (const fold of folds) fold.open = false; // something else hides it
            return false;
        })
    );
}

/** Gives a figure the state, the page's attention and the keyboard. */
function goTo(figure: Figure, state: string): void {
    figure.restore(state);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    figure.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
    // The element itself takes no focus; its first control that can does.
    const root = figure.shadowRoot;
    for (const control of root?.querySelectorAll<HTMLElement>("input, select, button") ?? []) {
        control.focus({ preventScroll: true });
        if (root?.activeElement === control) break;
    }
}

/** The page that shows one exhibit, in a window that knows nothing of this one. */
function openPage(exhibit: string, state: string, asking: HTMLElement, words: Words): void {
    const home = homeOf(asking);
    if (home === null) throw new Error(words.say("There is no figure of {} on this page.", exhibit));
    const address = pageIn(home, exhibit, state, words.lang, asking);
    // With "noopener" a refused window cannot be told from an opened one; but browsers open none without a press.
    if (navigator.userActivation?.isActive === false)
        throw new Error(words.say("The browser opens no window by itself; {} is at {}", exhibit, address.href));
    window.open(address, "_blank", "noopener");
}

export const openExhibit: Runner = async (wanted, _report, signal, element, words) => {
    const { exhibit, state } = wanted;
    if (typeof exhibit !== "string" || typeof state !== "string") throw new Error("open needs an exhibit and a state.");
    if (signal.aborted) return;
    const event = new CustomEvent("open", { detail: { exhibit, state }, bubbles: true, composed: true, cancelable: true });
    if (!element.dispatchEvent(event)) return; // the page does it in its own way
    const figure = figureOf(exhibit, element);
    if (figure) goTo(figure, state);
    else openPage(exhibit, state, element, words);
};
