// What is drawn on: a context that is lost in the middle of a resize, a canvas that the browser refuses, a size beyond what can be drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, openExhibits, picture, settled } from "./support.mjs";

/** Keeps hold of the engine's context. */
function watchContexts() {
    window.contexts = [];
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = original.call(this, kind, ...rest);
        if (kind === "webgl2" && context) window.contexts.push(context);
        return context;
    };
}

test("a resize while the context is lost: the figure is drawn in its new size, not blank until the next one", async (t) => {
    const page = await openExhibits(t, '<div id="frame"><attention-explainer exhibit="softmax"></attention-explainer></div>', { init: watchContexts });
    // In one frame: the context is gone, the event not yet there, the observers report the new size.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => {
        const context = window.contexts.at(-1);
        context.canvas.addEventListener("webglcontextlost", () => resolve());
        context.getExtension("WEBGL_lose_context").loseContext();
        document.querySelector("#frame").style.width = "640px";
    })));
    await settled(page);
    assert.ok((await page.evaluate(() => window.contexts.length)) > 1, "the context came back");
    const [{ width, height }] = await picture(page);
    const box = await page.evaluate(() => document.querySelector("attention-explainer").offsetHeight);
    assert.deepEqual([width, height], [640, box]);
    await assertDrawn(page);
});

test("a refused 2-D canvas: an error in words, the numbers as tables, controls that work", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax"><p id="fallback">Instead of the figure.</p></attention-explainer>', {
        init: () => {
            const original = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return kind === "2d" ? null : original.call(this, kind, ...rest);
            };
            window.errors = [];
            document.addEventListener("error", (event) => window.errors.push(event.detail), true);
        },
    });
    const errors = await page.evaluate(() => window.errors);
    assert.equal(errors.length, 1);
    assert.equal(errors[0].type, "engine");
    assert.match(errors[0].message, /no canvas to draw on/);
    assert.ok(await page.locator("attention-explainer").getByText("no canvas to draw on").isVisible());
    assert.ok(await page.locator("#fallback").isVisible());
    assert.ok(await page.locator("attention-explainer table").first().isVisible());
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { count: 3 }));
    await settled(page);
    assert.equal((await describe(page)).tables[0].rows.length, 3);
    assert.equal(await page.locator("attention-explainer table").first().locator("tbody tr").count(), 3);
});

test("taller than what can be drawn it is drawn coarser, in the right proportion", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax"></attention-explainer>', { width: 600 });
    await page.evaluate(() => (document.querySelector("attention-explainer").style.height = "10000px"));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await settled(page);
    const got = await page.evaluate(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        return [canvas.height, canvas.width / canvas.height, canvas.clientWidth / canvas.clientHeight];
    });
    assert.ok(got[0] > 1000 && got[0] <= 8192, String(got));
    assert.ok(Math.abs(got[1] - got[2]) < 1 / got[0], String(got));
});
