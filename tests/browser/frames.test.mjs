// What a frame costs in calls: no question that waits for the GPU's process, and nothing sent up that is there already.
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
