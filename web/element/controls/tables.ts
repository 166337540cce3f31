// What is spoken instead of shown: the exhibit's numbers as real tables, and a polite live region that speaks the summary after the
// reader changed something. None of it is visible.

import { make, setText } from "../dom.js";
import type { Words } from "../language/words.js";
import type { Description, Table } from "../types.js";

/** A number as a table shows it: five significant digits, a true minus sign, never 0.30000000000000004. */
function cellText(cell: string | number, words: Words): string {
    return typeof cell === "number" ? words.number(Number(cell.toPrecision(5))) : String(cell);
}

function makeTable(table: Table, words: Words): HTMLTableElement {
    const element = make("table");
    element.createCaption().textContent = table.title;
    const head = element.createTHead().insertRow();
    for (const column of table.columns) {
        const cell = make("th");
        cell.scope = "col";
        cell.textContent = column;
        head.append(cell);
    }
    const body = element.createTBody();
    for (const row of table.rows) {
        const line = body.insertRow();
        row.forEach((value, index) => {
            // A first column of words names its row.
            const cell = index === 0 && typeof value === "string" ? make("th") : make("td");
            if (cell.tagName === "TH") cell.scope = "row";
            cell.textContent = cellText(value, words);
            line.append(cell);
        });
    }
    return element;
}

export class Tables {
    readonly element = make("div", "tables unseen");
    readonly status = make("div", "status unseen");
    #last = "";

    constructor() {
        this.status.setAttribute("role", "status");
        this.status.setAttribute("aria-live", "polite");
    }

    /** Shows a description; rebuilds the tables, if they are wanted, only where it is another one. `speak` hands the summary to the live region. */
    show(description: Description, words: Words, wanted: boolean, speak: boolean): void {
        const text = wanted ? JSON.stringify(description) : "";
        if (wanted && text !== this.#last) {
            this.#last = text;
            const summary = make("p");
            summary.textContent = description.summary;
            this.element.replaceChildren(summary, ...description.tables.map((table) => makeTable(table, words)));
        }
        if (speak) setText(this.status, description.summary);
    }

    /** Nobody is near who could read them. */
    putAway(): void {
        this.#last = "";
        this.element.replaceChildren();
    }

    clear(): void {
        this.putAway();
        this.status.textContent = "";
    }
}
