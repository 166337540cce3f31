// The height that is reserved before anything is loaded is the height that the figure then has, at widths that nobody listed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exhibitTable, hold, makePage, open } from "./support.mjs";

test("reserved and loaded heights are the same at random widths, whole and fractional, for every exhibit", async (t) => {
    const seed = process.env.SEED ? Number(process.env.SEED) : Math.floor(Math.random() * 2 ** 31);
    const page = await open(t, "about:blank", { width: 1500, height: 900 });
    const release = await hold(page, "**/explainer.*.wasm");
    await page.goto(await makePage(""));
    const reserved = await page.evaluate(
        async ([exhibits, begin]) => {
            await customElements.whenDefined("attention-explainer");
            let state = begin;
            const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
            for (const exhibit of exhibits) {
                for (let count = 0; count < 16; ++count) {
                    const width = 280 + random() * 1120;
                    const frame = document.createElement("div");
                    frame.style.width = `${count % 2 === 0 ? Math.floor(width) : width}px`;
                    const element = document.createElement("attention-explainer");
                    element.exhibit = exhibit;
                    element.loading = "eager";
                    frame.append(element);
                    document.body.append(frame);
                }
            }
            window.heights = () =>
                [...document.querySelectorAll("attention-explainer")].map((element) => [
                    element.exhibit,
                    element.parentNode.style.width,
                    element.getBoundingClientRect().height,
                ]);
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            return window.heights();
        },
        [exhibitTable().map(({ id }) => id), seed],
    );
    assert.ok(reserved.every(([, , height]) => height > 100));
    const loads = page.evaluate(() =>
        Promise.all(
            [...document.querySelectorAll("attention-explainer")].map(
                (element) => new Promise((resolve) => element.addEventListener("load", resolve)),
            ),
        ).then(() => {}),
    );
    await page.evaluate(() => 0); // the listeners are there
    release();
    await loads;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.deepEqual(await page.evaluate(() => window.heights()), reserved, `SEED=${seed}`);
    assert.deepEqual(page.problems, []);
});
