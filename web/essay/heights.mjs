// CSS that keeps a figure's place until its element is defined: the height that the element will reserve, at every width of a figure on the
// page, from the same table (web/heights.mjs). Where the height grows with the width it follows a line, at most two pixels off.

import { heightWith, unpacked } from "../heights.mjs";
import { piecesShown } from "./pieces.mjs";

const narrowest = 272;
const leastWidth = 320; // narrower, it is this figure made smaller (web/element/drawing/extent.ts)
const widest = 960;
const tolerance = 2; // a browser counts no shift below three

/** The fewest lines {from, slope, at} that are nowhere further off than the tolerance: each as long as it can be. */
function linesOf({ first, heights }) {
    const heightAt = (width) => (heights[Math.max(width, leastWidth) - first] * Math.min(width, leastWidth)) / leastWidth;
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

/** The heights of an exhibit that shows these pieces. */
function heightsShowing(exhibit, show) {
    const { first, heights } = unpacked(exhibit.heights);
    const tables = new Map();
    const table = (text) => tables.get(text) ?? tables.set(text, unpacked(text).heights).get(text);
    const values = [];
    for (const { index, on } of piecesShown(exhibit, show)) values[index] = on;
    return { first, heights: heights.map((_, i) => heightWith(exhibit, values, (text) => table(text)[i])) };
}

const rulesOf = (selector, heights) =>
    linesOf(heights).map(({ from, slope, at }, index) => {
        const height = slope === 0 ? `${at}px` : `calc(${slope * 100}cqw + ${Math.round((at - slope * from) * 10) / 10}px)`;
        const rule = `${selector}{--height:${height}}`;
        return index === 0 ? rule : `@container(width>=${from}px){${rule}}`;
    });

/** Rules for figures of these exhibits, [{exhibit, show}]; `show` may be missing, as the attribute. */
export function heightRules(exhibits, figures) {
    const rules = exhibits.flatMap((exhibit) =>
        [...new Set(figures.filter((figure) => figure.exhibit === exhibit.id).map(({ show }) => show ?? null))].flatMap((show) =>
            rulesOf(`[exhibit=${exhibit.id}]${show === null ? "" : `[show="${show}"]`}`, heightsShowing(exhibit, show)),
        ),
    );
    return `@media (scripting:enabled){${rules.join("")}}\n`;
}
