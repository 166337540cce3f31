// A figure's menu: one quiet button where nothing else is touched. What opens behind it comes
// when a reader first comes near (menu-panel.ts); where the button stands is here.

import { make } from "../dom.js";
import { imported } from "../imported.js";
import type { MenuOwner } from "./menu-panel.js";
import type { Rectangle } from "../types.js";

const inset = 2; // CSS px
const side = 44; // of the button, in CSS px; as in styles.ts

const overlap = (a: Rectangle, b: Rectangle): number =>
    Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
    Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const dots: Rectangle = { x: 11, y: 16, width: 22, height: 12 }; // what is seen of the button, in it

/** What is under the dots is hidden; what is under the rest of the button can be seen, but not pressed. */
const coveredBy = (x: number, y: number, taken: readonly Rectangle[]): number =>
    taken.reduce(
        (sum, one) => sum + overlap({ x, y, width: side, height: side }, one) + 9 * overlap({ ...dots, x: x + dots.x, y: y + dots.y }, one),
        0,
    );

/**
 * Where the button lies on the least of what is touched or read: in the upper right corner if that is free, else the first free place down the right edge, then
 * down the left one. CSS px.
 */
function freePlace(width: number, height: number, taken: readonly Rectangle[]): { x: number; y: number } {
    let best = { x: width - side - inset, y: inset };
    let least = Infinity;
    for (const x of [width - side - inset, inset]) {
        for (let y = inset; y + side + inset <= Math.max(height, side + 2 * inset); y += 4) {
            const covered = coveredBy(x, y, taken);
            if (covered === 0) return { x, y };
            if (covered < least) [best, least] = [{ x, y }, covered];
        }
    }
    return best;
}

export class Menu {
    readonly element = make("div", "menu", "menu");
    #button = make("button", "menu-button");
    #panel = make("div", "menu-panel");
    #owner: MenuOwner;
    #coming: Promise<void> | null = null;
    #leave = (): void => {}; // ends what an open panel watches
    #offer: (() => void) | null = null; // updates which items apply; null while the panel is empty
    #at = { x: 0, y: 0, width: 0 }; // where it lies, in a figure so wide

    constructor(owner: MenuOwner) {
        this.#owner = owner;
        this.#button.type = "button";
        this.#button.textContent = "\u22ef";
        this.#button.setAttribute("aria-haspopup", "dialog");
        this.#panel.setAttribute("role", "dialog");
        this.#panel.popover = "auto";
        this.#button.popoverTargetElement = this.#panel; // opens, closes, says whether it is open
        for (const sign of ["pointerenter", "focusin", "dragenter"])
            owner.figure.addEventListener(sign, () => void this.#fetch().catch(() => {}), { once: true });
        let wanted = false; // the panel is to open once it has loaded
        let told = false; // the reader knows that it could not be loaded
        this.#panel.addEventListener("beforetoggle", (event) => {
            if (event.newState !== "open" || this.#offer || told) {
                told = false;
                return;
            }
            event.preventDefault();
            wanted = !wanted; // a second press takes it back
            const tell = (): void => {
                told = true;
                this.#panel.replaceChildren(owner.words().say("The script for this could not be loaded."));
            };
            const open = (): void => {
                // A reader who has moved on meanwhile is not disturbed.
                if (wanted && !this.element.hidden && this.#button.matches(":focus, :hover")) this.#panel.showPopover();
                wanted = told = false;
            };
            this.#fetch()
                .catch(tell)
                .then(open)
                .catch(() => {}); // (it may be out of the page)
        });
        this.#panel.addEventListener("toggle", ({ newState }) => {
            this.element.classList.toggle("open", newState === "open");
            if (newState === "open") this.#follow();
            else this.#leave();
        });
        this.element.append(this.#button, this.#panel);
        this.label = "";
    }

    /** The label of the figure that the menu belongs to. */
    set label(label: string) {
        const words = this.#owner.words();
        const text = label ? words.say("Menu of {}", label) : words.say("Menu");
        for (const element of [this.#button, this.#panel]) element.setAttribute("aria-label", text);
        this.refresh(); // it may be in another language
    }

    set hidden(hidden: boolean) {
        if (hidden && this.#panel.matches(":popover-open")) this.#panel.hidePopover();
        this.element.hidden = hidden;
    }

    /** Moves the button to where it covers nothing that can be touched; while it covers nothing it stays where it is. */
    place(width: number, height: number, taken: readonly Rectangle[]): void {
        const at = this.#at;
        const stays = at.width === width && at.y + side <= height && coveredBy(at.x, at.y, taken) === 0;
        const { x, y } = stays ? at : freePlace(width, height, taken);
        this.#at = { x, y, width };
        const text = `translate(${x}px, ${y}px)`;
        if (this.element.style.transform !== text) this.element.style.transform = text;
    }

    /** What can be done has changed. */
    refresh(): void {
        if (this.#panel.matches(":popover-open")) this.#offer?.();
    }

    /** Keeps the panel beside its button while anything scrolls; where the button is scrolled out of sight, the panel goes. */
    #follow(): void {
        this.#lay();
        const page = this.element.ownerDocument;
        const lay = (): void => this.#lay();
        const seen = new IntersectionObserver((entries) => {
            if (!entries.at(-1)?.isIntersecting) this.#panel.hidePopover();
        });
        page.addEventListener("scroll", lay, { capture: true, passive: true });
        seen.observe(this.#button);
        this.#leave = () => {
            page.removeEventListener("scroll", lay, { capture: true });
            seen.disconnect();
            this.#leave = () => {};
        };
    }

    /** Beside the button, within the window; it scrolls with the page. */
    #lay(): void {
        const from = this.#button.getBoundingClientRect();
        const { width, height } = this.#panel.getBoundingClientRect();
        const view = this.#panel.ownerDocument.defaultView ?? window;
        const page = view.document.documentElement;
        const factor = width / Number.parseFloat(view.getComputedStyle(this.#panel).width) || 1; // by how much it is zoomed, which its places are as well
        const top = from.bottom + 4 + height <= page.clientHeight ? from.bottom + 4 : Math.max(4, from.top - 4 - height);
        const left = Math.max(4, Math.min(Math.max(4, from.right - width), page.clientWidth - width - 4));
        this.#panel.style.top = `${(top + view.scrollY) / factor}px`;
        this.#panel.style.left = `${(left + view.scrollX) / factor}px`;
    }

    /** Fills the panel, once; after a failure again. */
    #fetch(): Promise<void> {
        this.#coming ??= imported(() => import("./menu-panel.js")).then(
            ({ fill }) => void (this.#offer = fill(this.#panel, this.#button, this.#owner)),
        );
        this.#coming.catch(() => (this.#coming = null));
        return this.#coming;
    }
}
