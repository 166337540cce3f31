// The table of exhibits as the package has it: column by column, as similar values compress better side by side (a fifth of the size). web/build.mjs
// writes the columns.

import type { ExhibitInfo } from "../types.js";

/** What a key has in each row; of lists of further rows how many each has, and the columns of them all. */
export type Column = readonly unknown[] | { counts: readonly number[]; columns: Columns };
export interface Columns {
    readonly [key: string]: Column;
}

function rowsOf(columns: Columns): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = [];
    for (const [key, column] of Object.entries(columns)) {
        let values = column as readonly unknown[];
        if ("counts" in column) {
            const all = rowsOf(column.columns);
            values = column.counts.map((count) => all.splice(0, count));
        }
        values.forEach((value, row) => {
            if (value !== null) (rows[row] ??= {})[key] = value; // null: it has none
        });
    }
    return rows;
}

export const exhibitsOf = (columns: Columns): ExhibitInfo[] => rowsOf(columns) as unknown as ExhibitInfo[];
