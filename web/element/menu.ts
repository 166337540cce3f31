// A figure's menu: one button where nothing else is touched, quiet until the figure is hovered or has the focus; behind it
// native buttons. What they do is the owner's; where they stand and what they say is here.

import { make, setText } from "./dom.js";
import { messageOf } from "./errors.js";
import type { Rectangle } from "./types.js";

const actions = [
    ["reset", "Reset"], ["undo", "Undo"], ["redo", "Redo"], ["link", "Copy link"], ["tag", "Copy tag"], ["screen", "Full screen"],
    ["png", "Save PNG"], ["svg", "Save SVG"], ["csv", "Save CSV"], ["json", "Save JSON"], ["numpy", "Save NumPy"],
] as const;

export type MenuAction = (typeof actions)[number][0];

export interface MenuOwner {
    /** Whether the action has anything to do now. */
    can(action: MenuAction): boolean;
    /** Does it; what is then to be said, if anything. What it throws is shown to the reader. */
    act(action: MenuAction): Promise<string> | string;
}

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
    #status = make("p", "menu-status");
    #items = new Map<MenuAction, HTMLButtonElement>();
    #owner: MenuOwner;
    #hadFocus = false; // when it was closed

    constructor(owner: MenuOwner) {
        this.#owner = owner;
        this.#button.type = "button";
        this.#button.textContent = "\u22ef";
        this.#button.setAttribute("aria-haspopup", "true");
        this.#status.setAttribute("role", "status");
        for (const [action, label] of actions) {
            const item = make("button");
            item.type = "button";
            item.dataset["action"] = action;
            item.textContent = label;
            item.addEventListener("click", () => void this.#act(action));
            this.#items.set(action, item);
            this.#panel.append(item);
        }
        this.#panel.append(this.#status);
        this.#panel.popover = "auto";
        this.#button.popoverTargetElement = this.#panel; // opens, closes, says whether it is open
        this.#panel.addEventListener("beforetoggle", (event) => {
            if (event.newState === "open") {
                setText(this.#status, "");
                this.#offer();
            }
            else this.#hadFocus = this.#panel.matches(":focus-within");
        });
        this.#panel.addEventListener("toggle", (event) => {
            this.element.classList.toggle("open", event.newState === "open");
            if (event.newState === "open") this.#lay();
            else if (this.#hadFocus) this.#button.focus({ preventScroll: true });
        });
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
        if (this.#panel.matches(":popover-open")) this.#offer();
    }

    /** (Not `disabled`: a button that has the focus would lose it.) */
    #offer(): void {
        for (const [action, item] of this.#items) item.setAttribute("aria-disabled", String(!this.#owner.can(action)));
    }

    /** Beside the button, within the window; it scrolls with the page. */
    #lay(): void {
        const from = this.#button.getBoundingClientRect();
        const { offsetWidth: width, offsetHeight: height, style } = this.#panel;
        const view = this.#panel.ownerDocument.defaultView ?? window;
        const page = view.document.documentElement;
        const top = from.bottom + 4 + height <= page.clientHeight ? from.bottom + 4 : Math.max(4, from.top - 4 - height);
        const left = Math.min(Math.max(4, from.right - width), page.clientWidth - width - 4);
        style.top = `${top + view.scrollY}px`;
        style.left = `${Math.max(4, left) + view.scrollX}px`;
    }

    async #act(action: MenuAction): Promise<void> {
        if (!this.#owner.can(action)) return;
        let said: string;
        try {
            said = await this.#owner.act(action);
        } catch (error) {
            said = messageOf(error);
        }
        setText(this.#status, said);
        this.refresh();
    }
}
