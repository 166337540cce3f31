// Maps of attention that a reader brings, beside pictures that NumPy draws of the same numbers (attention_pictures.py): every cell of twenty random
// heads, from files of every kind. Needs a display.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { seed } from "../random.mjs";
import { folder, readPng, run } from "./support.mjs";

const cases = 20;

/** The map's frame: the largest box whose upper and lower edges are lines of the theme's colour. */
function frameOf({ width, height, channels, pixels }, line) {
    const edges = [];
    for (let y = 0; y < height; ++y) {
        let from = -1;
        for (let x = 0; x <= width; ++x) {
            const at = (y * width + x) * channels;
            if (x < width && line.every((value, c) => Math.abs(pixels[at + c] - value) <= 2)) {
                if (from < 0) from = x;
                continue;
            }
            if (from >= 0 && x - from > 300) edges.push({ y, from, to: x });
            from = -1;
        }
    }
    for (const top of edges)
        for (const bottom of edges) {
            const side = top.to - top.from;
            if (bottom.from === top.from && bottom.to === top.to && Math.abs(bottom.y - top.y - side) <= 2)
                return { x: top.from, y: top.y, side };
        }
    throw new Error("there is no frame of a map in the picture");
}

/** The colour that most pixels of a box have: numbers in cells and lines between them are fewer. */
function commonest({ width, channels, pixels }, x0, y0, x1, y1) {
    const counts = new Map();
    for (let y = Math.ceil(y0); y < y1; ++y)
        for (let x = Math.ceil(x0); x < x1; ++x) {
            const colour = pixels.readUIntBE((y * width + x) * channels, 3);
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
    const [[colour]] = [...counts].sort((a, b) => b[1] - a[1]);
    return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

test(`${cases} random heads have the colours that NumPy gives their weights`, (t) => {
    const files = join(folder, "attention");
    mkdirSync(files);
    const python = spawnSync(
        process.env.PYTHON ?? "/usr/bin/python3",
        [fileURLToPath(new URL("attention_pictures.py", import.meta.url)), files, String(seed), String(cases)],
        { encoding: "utf8", maxBuffer: 1 << 26, env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } },
    );
    assert.equal(python.status, 0, python.stderr);
    let furthest = 0;
    for (const { file, state, theme, colours } of JSON.parse(python.stdout)) {
        const shown = `${file}, state "${state}", ${theme}, SEED=${seed}`;
        const picture = join(folder, "attention.png");
        const size = ["--theme", theme, "--size", "960x760"];
        const { status, stderr } = run("--exhibit", "heads", "--tensors", file, "--state", state, ...size, "--screenshot", picture);
        assert.equal(status, 0, `${shown}: ${stderr}`);
        const png = readPng(picture);
        const frame = frameOf(png, theme === "light" ? [0x7c, 0x88, 0x98] : [0x66, 0x75, 0x8a]);
        const [rows, cols] = [colours.length, colours[0].length];
        const cell = frame.side / Math.max(rows, cols);
        // (As large as it can be, in the middle.)
        const [left, top] = [frame.x + (frame.side - cols * cell) / 2, frame.y + (frame.side - rows * cell) / 2];
        colours.forEach((line, i) =>
            line.forEach((wanted, j) => {
                const [x, y] = [left + j * cell, top + i * cell];
                const colour = commonest(png, x + 0.2 * cell, y + 0.2 * cell, x + 0.8 * cell, y + 0.8 * cell);
                const apart = Math.max(...colour.map((value, c) => Math.abs(value - wanted[c])));
                furthest = Math.max(furthest, apart);
                assert.ok(apart <= 2, `${shown}, query ${i}, key ${j}: ${colour} beside NumPy's ${wanted}`);
            }),
        );
    }
    t.diagnostic(`at most ${furthest} of 255 apart`);
});
