// The focus on a computed matrix: two integers, row and column, behind one grid with one Tab stop. The figure draws the cells; this
// names them. Only the cells around the focus exist: a matrix may have millions.

import { type ControlsOwner, type FocusPlace, ParameterControl, type Shown } from "./control.js";
import { make, setAttribute, setText } from "../dom.js";
import { maximumOf } from "../state/follow.js";
import { type Cell, cellAfter, clampCell, type GridRange } from "./grid-keys.js";
import type { EngineView, ParameterInfo } from "../types.js";

/** Adds the missing ones of the elements that `make` makes for first … last; those that are there stay where they are, with their focus. */
function complete<Item extends HTMLElement>(
    parent: HTMLElement,
    items: Map<number, Item>,
    first: number,
    last: number,
    create: (key: number) => Item,
): void {
    let before: Element | null = null;
    for (let key = last; key >= first; --key) {
        let item = items.get(key);
        if (!item) {
            item = create(key);
            items.set(key, item);
            // Others that are still there, but will go, may stand anywhere: only the order among those that stay counts.
            parent.insertBefore(item, before);
        }
        before = item;
    }
}

function prune<Item extends HTMLElement>(items: Map<number, Item>, first: number, last: number): void {
    for (const [key, item] of items) {
        if (key >= first && key <= last) continue;
        item.remove();
        items.delete(key);
    }
}

export class GridControl extends ParameterControl {
    #grid = make("div");
    #columnIndex: number;
    #rows = new Map<number, HTMLDivElement>();
    #cells = new Map<number, Map<number, HTMLDivElement>>(); // by row, by column
    #cell: Cell = { row: 0, column: 0 };
    #extent: GridRange = { first: { row: 0, column: 0 }, last: { row: 0, column: 0 } };

    constructor(parameter: ParameterInfo, index: number, columnIndex: number, owner: ControlsOwner) {
        super(parameter, index, owner);
        this.#columnIndex = columnIndex;
        this.holder.className = "control grid";
        this.#grid.id = `control-${index}`;
        this.#grid.setAttribute("role", "grid");
        this.#grid.setAttribute("aria-label", parameter.label);
        this.describe(this.#grid);
        this.holder.append(this.#grid, this.help);
        this.#grid.addEventListener("keydown", (event) => {
            const to = cellAfter(event, this.#cell, this.#extent);
            if (!to) return;
            event.preventDefault();
            this.#go(to);
        });
        this.#grid.addEventListener("click", (event) => this.#click(event)); // of assistive technology: the canvas takes pointers
    }

    show({ exhibit, values, view }: Shown): void {
        const column = exhibit.parameters[this.#columnIndex];
        if (!column) return;
        this.#extent = {
            first: { row: this.parameter.minimum, column: column.minimum },
            last: { row: maximumOf(exhibit, values, this.now(exhibit)), column: maximumOf(exhibit, values, column) },
        };
        this.#cell = clampCell({ row: Number(values[this.index]), column: Number(values[this.#columnIndex]) }, this.#extent);
        this.#render(view);
    }

    focus(): void {
        this.#element(this.#cell)?.focus({ preventScroll: true });
    }

    override focusPlace(): FocusPlace {
        return { parameter: this.index, preset: -1, ...this.#cell };
    }

    #go(to: Cell): void {
        if (to.row === this.#cell.row && to.column === this.#cell.column) return;
        this.owner.controlChanged(
            new Map([
                [this.index, to.row],
                [this.#columnIndex, to.column],
            ]),
        );
    }

    #element({ row, column }: Cell): HTMLElement | undefined {
        return this.#cells.get(row)?.get(column);
    }

    /** The focused cell and its neighbours, so that the focus always moves between elements, which screen readers then read. */
    #render(view: EngineView | null): void {
        const { first, last } = this.#extent;
        const from = clampCell({ row: this.#cell.row - 1, column: this.#cell.column - 1 }, this.#extent);
        const to = clampCell({ row: this.#cell.row + 1, column: this.#cell.column + 1 }, this.#extent);
        setAttribute(this.#grid, "aria-rowcount", String(last.row - first.row + 1));
        setAttribute(this.#grid, "aria-colcount", String(last.column - first.column + 1));
        const root = this.#grid.getRootNode();
        const focused = root instanceof ShadowRoot && this.#grid.contains(root.activeElement);
        complete(this.#grid, this.#rows, from.row, to.row, (row) => this.#makeRow(row - first.row + 1));
        for (let row = from.row; row <= to.row; ++row) {
            const line = this.#rows.get(row);
            const cells = this.#cells.get(row) ?? new Map<number, HTMLDivElement>();
            this.#cells.set(row, cells);
            if (line) complete(line, cells, from.column, to.column, (column) => this.#makeCell(column - first.column + 1));
        }
        for (let row = from.row; row <= to.row; ++row) {
            for (let column = from.column; column <= to.column; ++column) this.#name(view, { row, column });
        }
        if (focused) this.focus(); // its element was named before and has been removed since
        prune(this.#rows, from.row, to.row);
        for (const [row, cells] of this.#cells) {
            if (this.#rows.has(row)) prune(cells, from.column, to.column);
            else this.#cells.delete(row);
        }
    }

    #name(view: EngineView | null, { row, column }: Cell): void {
        const cell = this.#element({ row, column });
        if (!cell) return;
        const current = row === this.#cell.row && column === this.#cell.column;
        setAttribute(cell, "tabindex", current ? "0" : "-1");
        setAttribute(cell, "aria-selected", String(current));
        const { first } = this.#extent;
        const place = this.owner.words().say("row {}, column {}", row - first.row + 1, column - first.column + 1);
        setText(cell, view?.cellText(this.index, row, column) || place);
    }

    #makeRow(place: number): HTMLDivElement {
        const row = make("div");
        row.setAttribute("role", "row");
        row.setAttribute("aria-rowindex", String(place));
        return row;
    }

    #makeCell(place: number): HTMLDivElement {
        const cell = make("div");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", String(place));
        return cell;
    }

    #click(event: Event): void {
        for (const [row, cells] of this.#cells) {
            for (const [column, cell] of cells) if (cell === event.target) this.#go({ row, column });
        }
    }
}
