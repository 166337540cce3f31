// Where a glyph lies in the atlas follows from what the page's figures drew before, and must not be seen: the same figure is the same pixels whatever was drawn before it, at any
// density of the screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openExhibits, picture, settled } from "./support.mjs";

/** The pixels of a figure on a page whose figures were drawn in this order. */
async function after(t, before, exhibit, density) {
    const page = await openExhibits(t, `<attention-explainer exhibit="${before[0] ?? exhibit}"></attention-explainer>`, {
        deviceScaleFactor: density,
        reducedMotion: "reduce",
    });
    for (const next of [...before.slice(1), exhibit]) {
        await page.evaluate((id) => (document.querySelector("attention-explainer").exhibit = id), next);
        await settled(page);
    }
    return (await picture(page))[0];
}

for (const density of [1, 1.25, 1.5, 1.75, 2, 3]) {
    test(`at ${density} device pixels to a CSS pixel a figure is the same to the last pixel, whatever was drawn before it`, async (t) => {
        for (const exhibit of ["pipeline", "softmax"]) {
            const alone = await after(t, [], exhibit, density);
            for (const before of [["masks"], ["heads", "multi-head", "dot-product"]])
                assert.deepEqual(await after(t, before, exhibit, density), alone, `${exhibit} after ${before}`);
        }
    });
}
