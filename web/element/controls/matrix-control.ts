// The native control of a matrix: a grid of cells with one Tab stop. Arrows go from cell to cell; typing, Enter, F2 or a press edits the one
// that has the focus, which is visible over its place in the canvas, so that caret and selection show. A number counts as soon as it is one;
// anything else is refused in words. Escape, and leaving with what is refused, give back what was there. Only the cell in the Tab order has an
// input, the others say their number: inputs cost more than anything else a figure has in the document, and a figure may have hundreds of cells.

import { type ControlsOwner, type FocusPlace, ParameterControl, type Shown } from "./control.js";
import { make, setAttribute, setText } from "../dom.js";
import { sameValue } from "../state/follow.js";
import { type Cell, cellAfter, clampCell } from "./grid-keys.js";
import { complaintAbout, isBegun, typedNumber } from "../state/typed-number.js";
import type { EngineView, FocusRequest, ParameterInfo } from "../types.js";

// CSS pixels: the visible input is never smaller, however small the cell
const leastWidth = 44;
const leastHeight = 32;

/** A cell that is being edited. */
interface Editing extends Cell {
    input: HTMLInputElement;
    before: number; // what stood in it when editing began, or what somebody else has put there since
    now: number; // what stands in it
}

export class MatrixControl extends ParameterControl {
    #grid = make("div");
    #message = make("span", "message");
    #cells: HTMLDivElement[][] = [];
    #input: HTMLInputElement | null = null; // in the cell that is in the Tab order
    #matrix: number[][] = [];
    #cell: Cell = { row: 0, column: 0 }; // the one in the Tab order
    #editing: Editing | null = null;
    #wentElsewhere = false; // the focus has moved to another element
    #words = new WeakMap<HTMLDivElement, string>(); // what each cell is called

    constructor(parameter: ParameterInfo, index: number, owner: ControlsOwner) {
        super(parameter, index, owner);
        this.#grid.id = `control-${index}`;
        this.#grid.hidden = true; // while it has no cells
        this.#grid.setAttribute("role", "grid");
        this.#grid.setAttribute("aria-label", parameter.label);
        this.describe(this.#grid);
        this.#message.id = `message-${index}`;
        this.#message.setAttribute("role", "status");
        this.holder.append(this.#grid, this.#message, this.help);
        this.#grid.addEventListener("keydown", (event) => this.#key(event));
        this.#grid.addEventListener("beforeinput", () => this.#edit());
        this.#grid.addEventListener("pointerdown", (event) => this.#pressed(event));
        for (const type of ["input", "compositionend"]) this.#grid.addEventListener(type, (event) => this.#typed(event));
        this.#grid.addEventListener("focusin", () => this.#focused());
        this.#grid.addEventListener("focusout", (event) => this.#left(event));
        this.#grid.addEventListener("click", (event) => this.#clicked(event)); // of assistive technology: the canvas takes pointers
    }

    /** Its cells exist while it applies in this state. */
    show({ values, view }: Shown): void {
        const matrix = values[this.index];
        if (!Array.isArray(matrix)) return;
        this.#matrix = matrix;
        // (What has the focus keeps its cells until the focus is elsewhere, and they are right until then.)
        if (!view || this.active(view) || this.#hasFocus()) this.#fill(view);
        else this.#build(0, 0);
    }

    #fill(view: EngineView | null): void {
        const matrix = this.#matrix;
        // Before the engine is there one cell holds the place in the Tab order: what has not been near costs little.
        const whole = view !== null || this.#cells.length > 1;
        const [rows, columns] = whole ? [matrix.length, matrix[0]?.length ?? 0] : [Math.min(1, matrix.length), 1];
        if (this.#cells.length !== rows || this.#cells[0]?.length !== columns) this.#build(rows, columns);
        const editing = this.#editing;
        const now = editing ? this.#valueAt(editing) : 0;
        if (editing && now !== editing.now) editing.before = editing.now = now;
        if (this.#input && !editing) this.#write(this.#input, this.#textAt(this.#cell));
        this.#cells.forEach((line, row) =>
            line.forEach((_, column) => {
                // An exhibit that says more of a cell than its number names it.
                const said = view?.cellText(this.index, row, column) ?? "";
                this.#name({ row, column }, /\p{L}/u.test(said) ? said : this.#place({ row, column }));
            }),
        );
    }

    /** What a cell is called, by its input if it has one; else it says its number too. */
    #name(cell: Cell, words: string): void {
        const element = this.#cellAt(cell);
        if (!element) return;
        const text = this.#textAt(cell);
        this.#words.set(element, words);
        setAttribute(element, "data-number", text); // shown by the style sheet where the canvas has no place for it
        if (cell.row === this.#cell.row && cell.column === this.#cell.column) {
            element.removeAttribute("aria-label");
            if (this.#input) setAttribute(this.#input, "aria-label", words);
        } else {
            setAttribute(element, "aria-label", `${words}: ${text}`);
        }
    }

    override place(view: EngineView, width: number): void {
        super.place(view, width);
        if (!this.#input) this.#fill(view); // it applies again
        const input = this.#input;
        if (!input) return;
        const holder = view.rect(this.index);
        const cell = view.cellRect(this.index, this.#cell.row, this.#cell.column);
        const placed = cell.width > 0 && cell.height > 0;
        if (!placed) input.removeAttribute("style");
        this.#message.removeAttribute("style");
        if (!placed) return;
        const wide = Math.max(leastWidth, cell.width);
        const tall = Math.max(leastHeight, cell.height);
        const left = Math.max(0, Math.min(width - wide, cell.x + cell.width / 2 - wide / 2)) - holder.x;
        const top = Math.max(0, cell.y + cell.height / 2 - tall / 2) - holder.y;
        Object.assign(input.style, { position: "absolute", left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${tall}px` });
        // Words that would go over the right edge end there instead, however long they are going to be.
        const room = width - holder.x - left;
        Object.assign(this.#message.style, {
            left: `${left}px`,
            top: `${top + tall + 4}px`,
            maxWidth: `min(16em, ${width}px)`,
            transform: `translateX(min(0px, ${room}px - 100%))`,
        });
    }

    focus({ row, column }: FocusRequest): void {
        if (row !== undefined && column !== undefined) this.#moveTo({ row, column });
        this.#input?.focus({ preventScroll: true });
    }

    override focusPlace(): FocusPlace {
        return { parameter: this.index, preset: -1, ...this.#cell };
    }

    #hasFocus(): boolean {
        const root = this.#grid.getRootNode();
        return root instanceof ShadowRoot && this.#grid.contains(root.activeElement);
    }

    #build(rows: number, columns: number): void {
        if (rows === 0 && !this.#input) return;
        const focused = this.#hasFocus();
        this.#editing = null;
        this.#input = null;
        setText(this.#message, "");
        this.#grid.hidden = rows === 0;
        this.#cells = Array.from({ length: rows }, () =>
            Array.from({ length: columns }, () => {
                const cell = make("div");
                cell.setAttribute("role", "gridcell");
                return cell;
            }),
        );
        if (columns > 0) this.#grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
        this.#grid.replaceChildren(
            ...this.#cells.map((line) => {
                const row = make("div");
                row.setAttribute("role", "row");
                row.append(...line);
                return row;
            }),
        );
        if (rows > 0) this.#moveTo(this.#cell);
        if (focused) this.focus({ parameter: this.index });
    }

    #makeInput(): HTMLInputElement {
        const input = make("input");
        input.type = "text"; // "number" has no selection, hides what it does not understand, and takes the arrow keys
        input.inputMode = "decimal";
        input.name = this.parameter.name;
        input.autocomplete = "off";
        input.spellcheck = false;
        input.tabIndex = 0;
        return input;
    }

    #cellAt({ row, column }: Cell): HTMLDivElement | undefined {
        return this.#cells[row]?.[column];
    }

    get #last(): Cell {
        return { row: this.#cells.length - 1, column: (this.#cells[0]?.length ?? 0) - 1 };
    }

    #valueAt({ row, column }: Cell): number {
        return this.#matrix[row]?.[column] ?? 0;
    }

    /** The number of a cell as it stands there: as people of its language write it, but with a hyphen, which they can type. */
    #textAt(cell: Cell): string {
        return String(this.#valueAt(cell)).replace(".", this.owner.words().decimal);
    }

    #typedNumber(text: string): number | null {
        return typedNumber(this.parameter, text, this.owner.words().decimal);
    }

    #place({ row, column }: Cell): string {
        return this.owner.words().say("row {}, column {}", row + 1, column + 1);
    }

    #write(input: HTMLInputElement, text: string): void {
        if (input.value === text) return;
        input.value = text;
        const root = this.#grid.getRootNode();
        if (root instanceof ShadowRoot && root.activeElement === input) input.select();
    }

    /** Makes a cell the one in the Tab order, with the focus if the one before had it: it goes from one input to another, which screen readers then read. */
    #moveTo(cell: Cell): void {
        if (this.#cells.length === 0) return;
        const [before, from, focused] = [this.#input, this.#cell, this.#hasFocus()];
        this.#cell = clampCell(cell, { first: { row: 0, column: 0 }, last: this.#last });
        const element = this.#cellAt(this.#cell);
        if (!element || (before && before.parentElement === element)) return;
        if (!focused) this.#endEdit(); // not every browser reports that a removed element had the focus
        const input = this.#makeInput();
        input.value = this.#textAt(this.#cell);
        this.#input = input;
        element.append(input);
        this.#name(this.#cell, this.#words.get(element) ?? "");
        if (focused) input.focus({ preventScroll: true }); // what was being edited is left now
        before?.remove();
        const left = this.#cellAt(from);
        if (before && left) this.#name(from, this.#words.get(left) ?? "");
        // Whoever listened to the change that leaving made may have brought another matrix, whose input is there now.
        const page = this.#grid.ownerDocument;
        if (focused && this.#input !== input && page.activeElement === page.body) this.#input?.focus({ preventScroll: true });
    }

    #focused(): void {
        if (this.#wentElsewhere) this.#say("");
        this.#input?.select(); // what is typed takes its place
    }

    #clicked(event: Event): void {
        this.#cells.forEach((line, row) =>
            line.forEach((element, column) => {
                if (element === event.target) this.focus({ parameter: this.index, row, column });
            }),
        );
    }

    #left(event: FocusEvent): void {
        // Whoever moves on to another cell should still be able to read the message about this one.
        this.#wentElsewhere = event.relatedTarget !== null && !this.#grid.contains(event.relatedTarget as Node); // (of an iframe's realm, perhaps)
        if (this.#editing) this.#endEdit();
        else this.#say("");
    }

    /** A text that is refused is dropped, together with any number it was on the way; leaving is never prevented. */
    #endEdit(): void {
        const editing = this.#editing;
        this.#editing = null;
        if (!editing) return;
        const { input } = editing; // the focus may be elsewhere in the grid already
        const text = input.value;
        const refused = this.#typedNumber(text) === null;
        if (refused) this.#set(editing, editing.before);
        input.value = this.#textAt(editing);
        setAttribute(input, "aria-invalid", "false");
        input.removeAttribute("aria-errormessage");
        const words = this.owner.words();
        setText(this.#message, refused ? words.say("{}; {} stays", this.#complaint(editing, text), this.#valueAt(editing)) : "");
    }

    #edit(): void {
        if (this.#editing || !this.#input) return;
        const value = this.#valueAt(this.#cell);
        this.#editing = { ...this.#cell, input: this.#input, before: value, now: value };
        this.#say("");
    }

    #pressed(event: Event): void {
        const root = this.#grid.getRootNode();
        if (root instanceof ShadowRoot && root.activeElement === event.target) this.#edit(); // to place the caret
    }

    #key(event: KeyboardEvent): void {
        if (event.isComposing) return;
        if (this.#editing) {
            if (event.key === "Enter") this.#commit();
            else if (event.key === "Escape") this.#giveBack(this.#editing.before);
            else return; // the input's own: caret, selection, Tab
            event.preventDefault();
            return;
        }
        if ((event.key === "Enter" || event.key === "F2") && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            this.#edit();
            const end = this.#input?.value.length ?? 0;
            this.#input?.setSelectionRange(end, end);
            return;
        }
        const to = cellAfter(event, this.#cell, { first: { row: 0, column: 0 }, last: this.#last });
        if (!to) return;
        event.preventDefault();
        this.focus({ parameter: this.index, ...to });
    }

    #typed(event: Event): void {
        if (event instanceof InputEvent && event.isComposing) return;
        // What an IME commits because the focus goes on still belongs to the cell that is left.
        if (event.target !== this.#editing?.input) this.#edit();
        const editing = this.#editing;
        if (!editing) return;
        const { input } = editing;
        const number = this.#typedNumber(input.value);
        const wrong = number === null && !isBegun(input.value);
        setAttribute(input, "aria-invalid", String(wrong));
        this.#say(wrong ? this.#complaint(editing, input.value) : "", input);
        if (number !== null) this.#set(editing, number);
    }

    #commit(): void {
        const input = this.#input;
        if (!input) return;
        if (this.#typedNumber(input.value) === null) {
            setAttribute(input, "aria-invalid", "true");
            this.#say(this.#complaint(this.#cell, input.value));
            return;
        }
        this.#editing = null;
        this.#write(input, this.#textAt(this.#cell));
        input.select();
    }

    #giveBack(before: number): void {
        const input = this.#input;
        this.#editing = null;
        this.#set(this.#cell, before);
        this.#say("");
        if (!input) return;
        setAttribute(input, "aria-invalid", "false");
        input.value = this.#textAt(this.#cell);
        input.select();
    }

    #set({ row, column }: Cell, number: number): void {
        const matrix = this.#matrix.map((line) => [...line]);
        const line = matrix[row];
        if (line?.[column] === undefined) return; // there is another matrix now
        line[column] = number;
        if (this.#editing) this.#editing.now = number; // this change is ours
        if (!sameValue(matrix, this.#matrix)) this.changed(matrix);
    }

    #complaint(cell: Cell, text: string): string {
        const words = this.owner.words();
        return `${this.#place(cell)} ${complaintAbout(this.parameter, text, words)}`;
    }

    #say(text: string, input = this.#input): void {
        setText(this.#message, text);
        if (text) input?.setAttribute("aria-errormessage", this.#message.id);
        else input?.removeAttribute("aria-errormessage");
    }
}
