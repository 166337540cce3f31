// A figure's menu: one button where nothing else is touched, quiet until the figure is hovered or has the focus. What opens behind it comes
// when a reader first comes near (menu-panel.ts); where the button stands is here.

import { make } from "./dom.js";
import { imported } from "./imported.js";
import type { MenuOwner } from "./menu-panel.js";
import type { Rectangle } from "./types.js";

const side = 36; // CSS px: the button
const inset = 2;

const overlap = (a: Rectangle, b: Rectangle): number =>
    Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * Where the button lies on the least of what is touched or read: in the upper right corner if that is free, else the first free place down the right edge, then
 * down the left one. CSS px.
 */
export function freePlace(width: number, height: number, taken: readonly Rectangle[]): { x: number; y: number } {
    let best = { x: width - side - inset, y: inset };
    let least = Infinity;
    for (const x of [width - side - inset, inset]) {
        for (let y = inset; y + side + inset <= Math.max(height, side + 2 * inset); y += 4) {
            const box = { x, y, width: side, height: side };
            const covered = taken.reduce((sum, one) => sum + overlap(box, one), 0);
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
    #offer: (() => void) | null = null; // what is in the panel says what it can do now; null while there is nothing in it

    constructor(owner: MenuOwner) {
        this.#owner = owner;
        this.#button.type = "button";
        this.#button.textContent = "\u22ef";
        this.#button.setAttribute("aria-haspopup", "true");
        this.#panel.popover = "auto";
        this.#button.popoverTargetElement = this.#panel; // opens, closes, says whether it is open
        for (const sign of ["pointerenter", "focusin"]) owner.figure.addEventListener(sign, () => void this.#fetch().catch(() => {}), { once: true });
        let told = false; // that it cannot be had
        this.#panel.addEventListener("beforetoggle", (event) => {
            if (event.newState !== "open" || this.#offer || told) {
                told = false;
                return;
            }
            event.preventDefault();
            const tell = (): void => {
                told = true;
                this.#panel.replaceChildren("The script for this could not be loaded.");
            };
            this.#fetch().catch(tell).then(() => this.#panel.showPopover()).catch(() => {}); // (it may be out of the page meanwhile)
        });
        this.#panel.addEventListener("toggle", (event) => this.element.classList.toggle("open", event.newState === "open"));
        this.element.append(this.#button, this.#panel);
        this.label = "";
    }

    /** What the menu is of. */
    set label(label: string) {
        this.#button.setAttribute("aria-label", label ? `Menu of ${label}` : "Menu");
    }

    set hidden(hidden: boolean) {
        if (hidden && this.#panel.matches(":popover-open")) this.#panel.hidePopover();
        this.element.hidden = hidden;
    }

    /** Where it covers nothing in the picture that is touched. */
    place(width: number, height: number, taken: readonly Rectangle[]): void {
        const { x, y } = freePlace(width, height, taken);
        const text = `translate(${x}px, ${y}px)`;
        if (this.element.style.transform !== text) this.element.style.transform = text;
    }

    /** What can be done has changed. */
    refresh(): void {
        if (this.#panel.matches(":popover-open")) this.#offer?.();
    }

    /** Fills the panel, once; after a failure again. */
    #fetch(): Promise<void> {
        this.#coming ??= imported(() => import("./menu-panel.js")).then(({ fill }) => void (this.#offer = fill(this.#panel, this.#button, this.#owner)));
        this.#coming.catch(() => (this.#coming = null));
        return this.#coming;
    }
}
