// What the native program draws is what the browser shows: its pictures beside the element's canvas, averaged over blocks of 16 × 16
// pixels, so that the rasterisers need not agree on a pixel but every bar, arrow and heap of text has to be where the other has it.
// Needs a display and a browser: `xvfb-run -a node --import ./cmake/packages.mjs --test tests/native/pictures.test.mjs`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { exhibitTable, openExhibits } from "../browser/support.mjs";
import { folder, readPng, run } from "./support.mjs";

/** Mean red, green and blue of each block, row by row. */
function coarse({ width, height, channels, pixels }) {
    const out = [];
    for (let y = 0; y + 16 <= height; y += 16)
        for (let x = 0; x + 16 <= width; x += 16) {
            const sum = [0, 0, 0];
            for (let row = y; row < y + 16; ++row)
                for (let column = x; column < x + 16; ++column)
                    for (let c = 0; c < 3; ++c) sum[c] += pixels[(row * width + column) * channels + c] / 256;
            out.push(...sum);
        }
    return out;
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a, b) {
    const [am, bm] = [average(a), average(b)];
    const product = (p, pm, q, qm) => average(p.map((value, index) => (value - pm) * (q[index] - qm)));
    return product(a, am, b, bm) / Math.sqrt(product(a, am, a, am) * product(b, bm, b, bm));
}

for (const { id } of exhibitTable()) {
    if (id === "proof") continue; // shows times that it measures
    for (const [theme, width] of [
        ["light", 960],
        ["dark", 560],
    ])
        test(`${id}: the native picture is the browser's, ${theme}, ${width} px`, async (t) => {
            const page = await openExhibits(t, `<attention-explainer exhibit="${id}" theme="${theme}"></attention-explainer>`, {
                width: width + 16,
                height: 900,
            });
            const canvas = await page.evaluate(() => {
                const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                let text = "";
                for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
                return { width: canvas.width, height: canvas.height, data: btoa(text) };
            });
            const file = join(folder, `${id}-${theme}.png`);
            const { status, stderr } = run("--exhibit", id, "--theme", theme, "--screenshot", file, "--size", `${width}x${canvas.height}`);
            assert.equal(status, 0, stderr);
            const native = readPng(file);
            assert.deepEqual([native.width, native.height], [width, canvas.height]);
            assert.equal(canvas.width, width);
            const here = coarse({ ...canvas, channels: 4, pixels: Buffer.from(canvas.data, "base64") });
            const there = coarse(native);
            const apart = average(here.map((value, index) => Math.abs(value - there[index])));
            const alike = correlation(here, there);
            t.diagnostic(`${apart.toFixed(2)} of 255 apart, alike ${alike.toFixed(4)}`);
            assert.ok(alike > 0.99 && apart < 0.5, `${apart.toFixed(2)} of 255 apart, alike ${alike.toFixed(4)}`);
        });
}
