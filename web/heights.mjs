// An exhibit's natural heights at every whole width, as one short text: the build writes it, the element and the page's style sheet read it.
// "240 796 1*3 -43": the first width, its height, then by how much each next one differs, runs counted.

/** The text for heights from the width `first` on. */
export function packed(first, heights) {
    const runs = [];
    heights.slice(1).forEach((height, i) => {
        const change = height - heights[i];
        if (runs.at(-1)?.change === change) ++runs.at(-1).count;
        else runs.push({ change, count: 1 });
    });
    return [first, heights[0], ...runs.map(({ change, count }) => (count > 1 ? `${change}*${count}` : `${change}`))].join(" ");
}

/** The first width and the heights from there on; none of an empty text. */
export function unpacked(text) {
    const [first, height, ...runs] = text.split(" ");
    const heights = height ? [Number(height)] : [];
    for (const run of runs) {
        const [change, count = "1"] = run.split("*");
        for (let i = 0; i < Number(count); ++i) heights.push(heights.at(-1) + Number(change));
    }
    return { first: Number(first), heights };
}

/**
 * How high an exhibit is with these values of its parameters: as it opens, more what the pieces add that are shown beyond those, less what those add that are not,
 * unless a table of its own says it of just these pieces. `at` says what a table has at the width in question.
 */
export function heightWith({ heights, others, parameters }, values, at) {
    const pieces = parameters
        .map((parameter, index) => ({ ...parameter, shown: values[index] ?? parameter.default }))
        .filter((parameter) => parameter.heights);
    const shown = pieces.filter((piece) => piece.shown).map(({ piece }) => piece);
    const own = others?.[shown.join(" ")];
    return own ? at(own) : pieces.reduce((height, piece) => height + (piece.shown - piece.default) * at(piece.heights), at(heights));
}
