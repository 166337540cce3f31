// CSS that keeps a figure's place until its element is defined: the height that the element will reserve, at every width of a figure on the
// page, from the same table (web/heights.mjs). Where the height grows with the width it follows a line, at most two pixels off.

import { unpacked } from "../heights.mjs";

const narrowest = 272;
const widest = 960;
const tolerance = 2; // a browser counts no shift below three

/** The fewest lines {from, slope, at} that are nowhere further off than the tolerance: each as long as it can be. */
function linesOf({ first, heights }) {
    const heightAt = (width) => heights[width - first];
    const lines = [];
    for (let from = narrowest; from <= widest;) {
        const start = heightAt(from);
        let [low, high] = [-Infinity, Infinity];
        let to = from;
        while (to < widest) {
            const run = to + 1 - from,
                rise = heightAt(to + 1) - start;
            const [nextLow, nextHigh] = [Math.max(low, (rise - tolerance) / run), Math.min(high, (rise + tolerance) / run)];
            if (nextLow > nextHigh) break;
            [low, high] = [nextLow, nextHigh];
            ++to;
        }
        const slope = low <= 0 && high >= 0 ? 0 : Math.round(((low + high) / 2) * 1000) / 1000;
        lines.push({ from, slope, at: start });
        from = to + 1;
    }
    return lines;
}

/** Rules for these exhibits of the table. */
export function heightRules(exhibits) {
    const rules = exhibits.flatMap(({ id, heights }) =>
        linesOf(unpacked(heights)).map(({ from, slope, at }, index) => {
            const height = slope === 0 ? `${at}px` : `calc(${slope * 100}cqw + ${Math.round((at - slope * from) * 10) / 10}px)`;
            const rule = `[exhibit=${id}]{--height:${height}}`;
            return index === 0 ? rule : `@container(width>=${from}px){${rule}}`;
        }),
    );
    return `@media (scripting:enabled){${rules.join("")}}\n`;
}
