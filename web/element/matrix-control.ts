// The native control of a matrix: a grid of number inputs with one Tab stop. Arrows go from cell to cell; typing, Enter, F2 or a press
// edits the one that has the focus, which is visible over its cell in the canvas, so that caret and selection show. A number counts as
// soon as it is one; anything else is refused in words. Escape, and leaving with what is refused, give back what was there.

import { type ControlsOwner, type FocusPlace, ParameterControl, type Shown } from "./control.js";
import { make, setAttribute, setText } from "./dom.js";
import { sameValue } from "./follow.js";
import { type Cell, cellAfter, clampCell } from "./grid-keys.js";
import { complaintAbout, forPeople, isBegun, typedNumber } from "./typed-number.js";
import type { EngineView, FocusRequest, ParameterInfo } from "./types.js";

// CSS pixels: the visible input is never smaller, however small the cell
const leastWidth = 44;
const leastHeight = 32;

/** A cell that is being edited. */
interface Editing extends Cell {
    before: number; // what stood in it when editing began, or what somebody else has put there since
    now: number; // what stands in it
}

export class MatrixControl extends ParameterControl {
    #grid = make("div");
    #message = make("span", "message");
    #inputs: HTMLInputElement[][] = [];
    #matrix: number[][] = [];
    #cell: Cell = { row: 0, column: 0 }; // the one in the Tab order
    #editing: Editing | null = null;
    #wentElsewhere = false; // the focus, when it left

    constructor(parameter: ParameterInfo, index: number, owner: ControlsOwner) {
        super(parameter, index, owner);
        this.#grid.id = `control-${index}`;
        this.#grid.setAttribute("role", "grid");
        this.#grid.setAttribute("aria-label", parameter.label);
        this.describe(this.#grid);
        this.#message.id = `message-${index}`;
        this.#message.setAttribute("role", "status");
        this.holder.append(this.#grid, this.#message, this.help);
        this.#grid.addEventListener("keydown", (event) => this.#key(event));
        this.#grid.addEventListener("beforeinput", () => this.#edit());
        this.#grid.addEventListener("pointerdown", (event) => this.#pressed(event));
        this.#grid.addEventListener("input", (event) => this.#input(event));
        this.#grid.addEventListener("focusin", (event) => this.#focused(event));
        this.#grid.addEventListener("focusout", (event) => this.#left(event));
    }

    show({ values, view }: Shown): void {
        const matrix = values[this.index];
        if (!Array.isArray(matrix)) return;
        const columns = matrix[0]?.length ?? 0;
        if (this.#inputs.length !== matrix.length || this.#inputs[0]?.length !== columns) this.#build(matrix.length, columns);
        this.#matrix = matrix;
        const editing = this.#editing;
        const now = editing ? this.#valueAt(editing) : 0;
        if (editing && now !== editing.now) editing.before = editing.now = now;
        this.#inputs.forEach((line, row) => line.forEach((input, column) => {
            const text = String(matrix[row]?.[column]);
            if (row !== editing?.row || column !== editing.column) this.#write(input, text);
            // An exhibit that says more of a cell than its number names it.
            const said = view?.cellText(this.index, row, column) ?? "";
            setAttribute(input, "aria-label", /\p{L}/u.test(said) ? said : `row ${row + 1}, column ${column + 1}`);
        }));
    }

    override place(view: EngineView, width: number): void {
        super.place(view, width);
        const input = this.#current();
        if (!input) return;
        const holder = view.rect(this.index);
        const cell = view.cellRect(this.index, this.#cell.row, this.#cell.column);
        const placed = cell.width > 0 && cell.height > 0;
        for (const other of this.#inputs.flat()) if (other !== input || !placed) other.removeAttribute("style");
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
            left: `${left}px`, top: `${top + tall + 4}px`, maxWidth: `min(16em, ${width}px)`, transform: `translateX(min(0px, ${room}px - 100%))`,
        });
    }

    focus({ row, column }: FocusRequest): void {
        if (row !== undefined && column !== undefined) this.#moveTo({ row, column });
        this.#current()?.focus({ preventScroll: true });
    }

    override focusPlace(): FocusPlace {
        return { parameter: this.index, preset: -1, ...this.#cell };
    }

    #build(rows: number, columns: number): void {
        const root = this.#grid.getRootNode();
        const focused = root instanceof ShadowRoot && this.#grid.contains(root.activeElement);
        this.#editing = null;
        this.#inputs = Array.from({ length: rows }, () => Array.from({ length: columns }, () => this.#makeInput()));
        this.#grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
        this.#grid.replaceChildren(...this.#inputs.map((line) => {
            const row = make("div");
            row.setAttribute("role", "row");
            row.append(...line.map((input) => {
                const cell = make("div");
                cell.setAttribute("role", "gridcell");
                cell.append(input);
                return cell;
            }));
            return row;
        }));
        this.#moveTo(this.#cell);
        if (focused) this.#current()?.focus({ preventScroll: true });
    }

    #makeInput(): HTMLInputElement {
        const input = make("input");
        input.type = "text"; // "number" has no selection, hides what it does not understand, and takes the arrow keys
        input.inputMode = "decimal";
        input.name = this.parameter.name;
        input.autocomplete = "off";
        input.spellcheck = false;
        input.tabIndex = -1;
        return input;
    }

    #inputAt({ row, column }: Cell): HTMLInputElement | undefined {
        return this.#inputs[row]?.[column];
    }

    #current(): HTMLInputElement | undefined {
        return this.#inputAt(this.#cell);
    }

    #valueAt({ row, column }: Cell): number {
        return this.#matrix[row]?.[column] ?? 0;
    }

    #write(input: HTMLInputElement, text: string): void {
        if (input.value === text) return;
        input.value = text;
        const root = this.#grid.getRootNode();
        if (root instanceof ShadowRoot && root.activeElement === input) input.select();
    }

    /** Makes a cell the one in the Tab order. */
    #moveTo(cell: Cell): void {
        const last = { row: this.#inputs.length - 1, column: (this.#inputs[0]?.length ?? 0) - 1 };
        this.#current()?.setAttribute("tabindex", "-1");
        this.#cell = clampCell(cell, { first: { row: 0, column: 0 }, last });
        this.#current()?.setAttribute("tabindex", "0");
    }

    #focused(event: FocusEvent): void {
        const row = this.#inputs.findIndex((line) => line.some((input) => input === event.target));
        const column = this.#inputs[row]?.findIndex((input) => input === event.target) ?? -1;
        if (row < 0 || column < 0) return;
        this.#moveTo({ row, column });
        if (this.#wentElsewhere) this.#say("");
        this.#current()?.select(); // what is typed takes its place
    }

    /** What is refused by now is given up, and with it what was a number on the way there; whoever leaves is not held. */
    #left(event: FocusEvent): void {
        // Who goes on to another cell (with a press there is nothing between) is still to read what is said of this one.
        this.#wentElsewhere = event.relatedTarget instanceof Node && !this.#grid.contains(event.relatedTarget);
        const editing = this.#editing;
        const input = editing && this.#inputAt(editing); // the focus may be elsewhere in the grid already
        this.#editing = null;
        if (!input) this.#say("");
        if (!input) return;
        const text = input.value;
        const refused = typedNumber(this.parameter, text) === null;
        if (refused) this.#set(editing, editing.before);
        input.value = String(this.#valueAt(editing));
        setAttribute(input, "aria-invalid", "false");
        input.removeAttribute("aria-errormessage");
        setText(this.#message, refused ? `${this.#complaint(editing, text)}; ${forPeople(this.#valueAt(editing))} stays` : "");
    }

    #edit(): void {
        if (this.#editing) return;
        const value = this.#valueAt(this.#cell);
        this.#editing = { ...this.#cell, before: value, now: value };
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
            const end = this.#current()?.value.length ?? 0;
            this.#current()?.setSelectionRange(end, end);
            return;
        }
        const last = { row: this.#inputs.length - 1, column: (this.#inputs[0]?.length ?? 0) - 1 };
        const to = cellAfter(event, this.#cell, { first: { row: 0, column: 0 }, last });
        if (!to) return;
        event.preventDefault();
        this.#inputs[to.row]?.[to.column]?.focus({ preventScroll: true });
    }

    #input(event: Event): void {
        const input = this.#current();
        if (!input || (event instanceof InputEvent && event.isComposing)) return;
        this.#edit();
        const number = typedNumber(this.parameter, input.value);
        const wrong = number === null && !isBegun(input.value);
        setAttribute(input, "aria-invalid", String(wrong));
        this.#say(wrong ? this.#complaint(this.#cell, input.value) : "");
        if (number !== null) this.#set(this.#cell, number);
    }

    #commit(): void {
        const input = this.#current();
        if (!input) return;
        if (typedNumber(this.parameter, input.value) === null) {
            setAttribute(input, "aria-invalid", "true");
            this.#say(this.#complaint(this.#cell, input.value));
            return;
        }
        this.#editing = null;
        this.#write(input, String(this.#valueAt(this.#cell)));
        input.select();
    }

    #giveBack(before: number): void {
        const input = this.#current();
        this.#editing = null;
        this.#set(this.#cell, before);
        this.#say("");
        if (!input) return;
        setAttribute(input, "aria-invalid", "false");
        input.value = String(before);
        input.select();
    }

    #set({ row, column }: Cell, number: number): void {
        const matrix = this.#matrix.map((line) => [...line]);
        const line = matrix[row];
        if (!line) return;
        line[column] = number;
        if (this.#editing) this.#editing.now = number; // this change is ours
        if (!sameValue(matrix, this.#matrix)) this.changed(matrix);
    }

    #complaint({ row, column }: Cell, text: string): string {
        return `row ${row + 1}, column ${column + 1} ${complaintAbout(this.parameter, text)}`;
    }

    #say(text: string): void {
        setText(this.#message, text);
        const input = this.#current();
        if (text) input?.setAttribute("aria-errormessage", this.#message.id);
        else input?.removeAttribute("aria-errormessage");
    }
}
