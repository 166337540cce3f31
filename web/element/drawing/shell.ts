// The shadow DOM of one element: the box that keeps its place, the canvas, the poster before it is loaded, the message when it fails.
// Knows no view and no exhibit; what lies in it is put there by stage.ts.

import { make, setAttribute, setText } from "../dom.js";
import { english, type Words } from "../language/words.js";
import { LocalPlace } from "./local-place.js";
import { styleSheet } from "./styles.js";

export class Shell {
    readonly canvas = make("canvas", "", "canvas");
    /** As wide as the box in the page's pixels, and of no height: its width can be watched while height and magnification are being set. */
    readonly ruler = make("div", "ruler");
    /** Where points of the window lie on the canvas. */
    readonly place = new LocalPlace();
    readonly #root: ShadowRoot;
    readonly #box = make("div", "box");
    readonly #space = make("div", "space"); // gives the box its natural height, unless the author gave the element one
    readonly surface = make("div", "stage"); // the picture and all that lies over it
    readonly #poster = make("div", "poster", "poster");
    readonly #title = make("span");
    readonly #progress = make("progress");
    readonly #error = make("div", "error", "error");
    readonly #errorText = make("p");
    readonly #again = make("button");

    /** `again` is called when the reader wants what failed to be tried again. */
    constructor(root: ShadowRoot, again: () => void) {
        this.#root = root;
        this.adopted();
        this.#box.setAttribute("role", "group");
        // All that the figure says is drawn and counted from left to right, whatever the page around it is. (What the author puts in keeps its own way.)
        this.#box.dir = "ltr";
        this.canvas.setAttribute("aria-hidden", "true"); // its numbers are in the controls and the tables
        this.#progress.setAttribute("aria-hidden", "true");
        const posterSlot = make("slot");
        posterSlot.name = "poster";
        posterSlot.dir = "auto";
        posterSlot.append(this.#title);
        this.#poster.append(posterSlot, this.#progress);
        const content = make("slot");
        content.dir = "auto";
        content.addEventListener("slotchange", () => {
            this.#box.classList.toggle(
                "pictured",
                content.assignedElements().some((element) => element.matches("picture, img")),
            );
        });
        this.#errorText.setAttribute("role", "alert");
        this.#again.addEventListener("click", again);
        this.#error.append(this.#errorText, this.#again, content);
        this.#error.hidden = true;
        this.surface.append(...this.place.marks, this.canvas, this.#poster, this.#error);
        this.#box.append(this.#space, this.surface);
        root.append(this.ruler, this.#box);
        this.words = english;
    }

    /** What it says is of this language, and says so, whatever the page around it speaks. */
    set words(words: Words) {
        this.#box.lang = words.lang;
        this.#again.textContent = words.say("Try again");
    }

    /** What stands in the poster. */
    set title(title: string) {
        setText(this.#title, title);
    }

    /** Adds what belongs to the element besides the picture. */
    append(...parts: Element[]): void {
        this.surface.append(...parts);
    }

    /** The element is in another document, which has a style sheet of its own. */
    adopted(): void {
        const sheet = styleSheet(this.#root.ownerDocument);
        this.#root.adoptedStyleSheets = sheet ? [sheet] : [];
    }

    get label(): string {
        return this.#box.getAttribute("aria-label") ?? "";
    }

    set label(label: string) {
        setAttribute(this.#box, "aria-label", label);
    }

    get dark(): boolean {
        return this.#box.classList.contains("dark");
    }

    set dark(dark: boolean) {
        this.#box.classList.toggle("dark", dark);
    }

    /** How much larger all of it is than usual, in as wide a place. */
    get magnification(): number {
        return Number(this.#box.style.zoom) || 1;
    }

    set magnification(factor: number) {
        this.#box.style.zoom = String(factor);
        this.#box.style.setProperty("--zoom", String(factor));
    }

    /** It is being printed, with the canvas as a picture of its own size. */
    set paper(paper: boolean) {
        this.#box.classList.toggle("paper", paper);
    }

    /** Keeps a place of this height (CSS px), unless it is 0. */
    reserve(height: number): void {
        const text = `${Math.ceil(height)}px`;
        if (height > 0 && this.#space.style.height !== text) this.#space.style.height = text;
    }

    /** What stands there until the picture does. */
    showPoster(): void {
        this.#poster.hidden = false;
        this.#box.classList.add("waiting");
    }

    hidePoster(): void {
        this.#poster.hidden = true;
        this.#box.classList.remove("waiting");
    }

    /** How much is loaded, in bytes; a total of 0 is not known. */
    showProgress(loaded: number, total: number): void {
        this.#progress.classList.add("running");
        if (total <= 0) return;
        this.#progress.max = total;
        this.#progress.value = loaded;
    }

    /** A drawing under the canvas, which is empty then but takes the pointer; or none. */
    set drawing(drawing: Element | null) {
        if (this.canvas.previousElementSibling?.matches(".drawing")) this.canvas.previousElementSibling.remove();
        if (drawing) this.canvas.before(drawing);
    }

    /** A message and the fallback content in the place of the picture; and a button, if it is of use to try again. */
    showError(message: string, button: boolean): void {
        this.#error.hidden = false;
        this.message = message;
        this.#again.hidden = !button;
        this.hidePoster();
        this.#box.classList.add("failed");
    }

    /** To the button in that message. */
    focus(options?: FocusOptions): void {
        this.#again.focus(options);
    }

    /** What that message says. */
    set message(message: string) {
        this.#errorText.textContent = message;
    }

    /** Returns whether the keyboard was there. */
    hideError(): boolean {
        this.#error.hidden = true;
        this.#box.classList.remove("failed");
        return this.#root.activeElement === this.#again;
    }
}
