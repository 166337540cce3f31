// What a reader fetches of dist/, beside what was kept in tests/sizes.json and beside the limits: `node web/sizes.mjs`; with --keep the sizes
// of now are kept. Only limits fail, and only in the test (tests/node/sizes.test.mjs).
import { pathToFileURL } from "node:url";
import { at, read, write } from "./build/paths.mjs";

const kept = "tests/sizes.json";

/** Bytes, gzip -9. */
export const limits = {
    "the page without the engine": 110 * 1024,
    "the scripts that are only the page's": 8 * 1024,
    "the questions, once one is near": 4 * 1024,
    "the first figure": 480 * 1024,
    "the first figure, if it is the one that asks others": 480 * 1024,
    "all figures": 560 * 1024,
    "the model that learned, besides": 240 * 1024,
    "training, besides": 17 * 1024,
    "one word in it, step by step, besides": 12 * 1024,
    "all checkpoints of the model that learned": 1024 * 1024,
    "the one that is trained, besides": 24 * 1024,
    "the worker that trains it": 20 * 1024,
    "figures of the second part, besides": 32 * 1024,
    "what those of a model and of the second part share": 12 * 1024,
    "heads of a page’s own, besides": 40 * 1024,
    "a head’s vectors of a page’s own, besides": 36 * 1024,
    "a text that a model of the page’s own read, besides": 10 * 1024,
    "the worker that runs a reader's model": 64 * 1024,
    "a build of the core": 20 * 1024,
    "a build of the core with core.js": 40 * 1024,
    "a build of the model": 40 * 1024,
};

/** A line for each group: gzip, its limit, brotli, and by how much gzip differs from what was kept. */
export function table(sizes, before) {
    const kilobytes = (bytes) => (bytes / 1024).toFixed(1);
    const rows = Object.entries(sizes).map(([group, { gzip, brotli }]) => {
        const change = group in before ? gzip - before[group].gzip : null;
        const difference = change === null ? "new" : change === 0 ? "" : `${change > 0 ? "+" : "−"}${Math.abs(change)} bytes`;
        return [group, kilobytes(gzip), group in limits ? `of ${limits[group] / 1024}` : "", kilobytes(brotli), difference];
    });
    const lines = [["KB", "gzip -9", "", "brotli", "since tests/sizes.json"], ...rows].map(([name, gzip, limit, brotli, difference]) =>
        `${name.padEnd(54)}${gzip.padStart(8)} ${limit.padEnd(7)}${brotli.padStart(8)}  ${difference}`.trimEnd(),
    );
    return `${lines.join("\n")}\n`;
}

/** What is over its limit, a line each. */
export const tooMuch = (sizes) =>
    Object.entries(limits)
        .filter(([group, most]) => !(sizes[group]?.gzip <= most))
        .map(([group, most]) => `${group}: ${sizes[group]?.gzip} bytes (gzip -9), ${most} at most`);

export const sizesNow = () => JSON.parse(read("build/web/sizes.json"));
export const sizesKept = () => JSON.parse(read(kept));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
    const sizes = sizesNow();
    if (process.argv[2] === "--keep") {
        const groups = Object.entries(sizes).map(
            ([group, { gzip, brotli }]) => `    ${JSON.stringify(group)}: ${JSON.stringify({ gzip, brotli })}`,
        );
        write(kept, `{\n${groups.join(",\n")}\n}\n`);
    }
    process.stdout.write(
        table(sizes, sizesKept()) +
            tooMuch(sizes)
                .map((line) => `too much: ${line}\n`)
                .join(""),
    );
}
