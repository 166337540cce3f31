// What a frame costs in calls: no question that waits for the GPU's process, nothing sent up that is there already, and under a drag no
// native control written, which nobody could read then; let go, they say what is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exhibitTable, handles, openExhibits, settled, controlBox } from "./support.mjs";

/** Counts the calls of every WebGL function, by name. */
function countCalls() {
    window.calls = {};
    for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)) {
        const { value, ...rest } = Object.getOwnPropertyDescriptor(WebGL2RenderingContext.prototype, name);
        if (typeof value !== "function") continue;
        Object.defineProperty(WebGL2RenderingContext.prototype, name, {
            ...rest,
            value(...args) {
                window.calls[name] = (window.calls[name] ?? 0) + 1;
                return value.apply(this, args);
            },
        });
    }
}

/** Draws `count` frames while the pointer drags the handle at `from`; what was called meanwhile. */
async function drag(page, from, count) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await settled(page);
    await page.evaluate(() => (window.calls = {}));
    let frames = 0;
    for (let i = 1; i <= count; ++i) {
        await page.mouse.move(from.x + (i % 2 ? 3 : -3) * (i % 7), from.y + (i % 5));
        frames += await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))));
    }
    await settled(page);
    await page.mouse.up();
    assert.equal(frames, count);
    return page.evaluate(() => window.calls);
}

// isContextLost answers from a flag of the page's own process.
const waits = (name) => /^(get|is|read|finish|flush|check|fence|client|wait)/.test(name) && name !== "isContextLost";

for (const { id } of exhibitTable()) {
    test(`${id}: thirty frames of a drag ask the GPU nothing`, async (t) => {
        const page = await openExhibits(t, id, { init: countCalls, height: 1400 });
        const [handle] = await handles(page);
        const { parameters } = exhibitTable().find((exhibit) => exhibit.id === id);
        const dragged = parameters.find(({ kind }) => kind === "number" || kind === "integer");
        const from = handle ?? (dragged ? (await controlBox(page, dragged.name)).middle : { x: 200, y: 200 });
        const calls = await drag(page, from, 30);
        assert.ok((calls.drawElements ?? 0) >= 30, `frames were drawn: ${JSON.stringify(calls)}`);
        assert.deepEqual(Object.keys(calls).filter(waits), [], JSON.stringify(calls));
    });
}

/** What each native control says: its value, and what is spoken for it. */
function nativeControls(page) {
    return page.evaluate(() => {
        const controls = document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".controls [name]");
        return [...controls].map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value, one.getAttribute("aria-valuetext"), one.getAttribute("aria-label")]);
    });
}

for (const { id, parameters } of exhibitTable()) {
    const dragged = parameters.find(({ kind }) => kind === "number");
    if (!dragged) continue; // nothing that a drag changes in every frame
    test(`${id}: a drag writes no native control before it is let go, and then each says what the engine says`, async (t) => {
        const page = await openExhibits(t, id, { height: 1400 });
        const box = await controlBox(page, dragged.name);
        await page.mouse.move(box.x + box.width * 0.5, box.middle.y);
        await page.mouse.down();
        await settled(page);
        const [before, values] = [await nativeControls(page), await page.evaluate(() => document.querySelector("attention-explainer").save())];
        for (const share of [0.2, 0.9, 0.7]) await page.mouse.move(box.x + box.width * share, box.middle.y);
        await settled(page);
        assert.notEqual(await page.evaluate(() => document.querySelector("attention-explainer").save()), values, "it was no drag");
        assert.deepEqual(await nativeControls(page), before);
        await page.mouse.up();
        await settled(page);
        const after = await nativeControls(page);
        assert.notDeepEqual(after, before);
        // The same state on an element that nobody has touched.
        const state = await page.evaluate(() => document.querySelector("attention-explainer").save());
        const fresh = await openExhibits(t, `<attention-explainer exhibit="${id}" state="${state}"></attention-explainer>`, { height: 1400 });
        assert.deepEqual(after, await nativeControls(fresh));
    });
}
