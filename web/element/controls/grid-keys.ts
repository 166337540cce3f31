// The keys of the ARIA grid pattern: which cell an arrow, Home or End goes to. Pure; prevents nothing.

export interface Cell {
    row: number;
    column: number;
}

/** The first and the last cell of a grid, or of a part of it. */
export interface GridRange {
    first: Cell;
    last: Cell;
}

export function clampCell({ row, column }: Cell, { first, last }: GridRange): Cell {
    return {
        row: Math.max(first.row, Math.min(last.row, row)),
        column: Math.max(first.column, Math.min(last.column, column)),
    };
}

/** The cell that a key goes to from `from` (the same at an edge), or null if the key is not the grid's. */
export function cellAfter(event: KeyboardEvent, from: Cell, extent: GridRange): Cell | null {
    if (event.altKey || event.metaKey || event.shiftKey) return null;
    const { row, column } = from;
    const whole = event.ctrlKey; // Home and End of the grid, not of the row
    const cells: Partial<Record<string, Cell>> = whole
        ? { Home: extent.first, End: extent.last }
        : {
              ArrowLeft: { row, column: column - 1 },
              ArrowRight: { row, column: column + 1 },
              ArrowUp: { row: row - 1, column },
              ArrowDown: { row: row + 1, column },
              Home: { row, column: extent.first.column },
              End: { row, column: extent.last.column },
          };
    const to = cells[event.key];
    return to ? clampCell(to, extent) : null;
}
