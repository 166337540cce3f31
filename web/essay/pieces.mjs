// Which pieces of an exhibit a figure of the essay shows (show="…" of its tag; web/element/state/pieces.ts is what the element makes of it).

/** Its toggles for pieces, as the table has them, each with whether it is on; none of a figure without `show`. */
export function piecesShown({ parameters }, show) {
    const names = show?.split(/\s+/) ?? null;
    return parameters
        .filter(({ piece }) => names && piece)
        .map((parameter) => ({ ...parameter, on: names.includes("all") || names.includes(parameter.piece) }));
}
