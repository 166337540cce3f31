// Which pieces of an exhibit a figure of the essay shows (show="…" of its tag; web/element/state/pieces.ts is what the element makes of it).

/** Its toggles for pieces, each with its name, its place in the table and whether it is on; none of a figure without `show`. */
export function piecesShown({ parameters }, show) {
    const names = show?.split(/\s+/) ?? null;
    return parameters
        .map(({ name, piece }, index) => ({ name, piece, index, on: names !== null && (names.includes("all") || names.includes(piece)) }))
        .filter(({ piece }) => names && piece);
}
