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
