// Twenty elements in one page: one wasm, one WebGL context, all drawn, each for itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertDrawn, dist, openExhibits, picture, settled, wasmFor, wasmOf } from "./support.mjs";

function countContexts() {
    window.webgl = new Set();
    for (const type of [HTMLCanvasElement, window.OffscreenCanvas].filter(Boolean)) {
        const original = type.prototype.getContext;
        type.prototype.getContext = function (kind, ...rest) {
            const context = original.call(this, kind, ...rest);
            if (/webgl/.test(kind) && context) window.webgl.add(context);
            return context;
        };
    }
}

test("20 elements share one wasm and one WebGL context; changing one leaves the others' pixels alone", async (t) => {
    const kinds = ["softmax", "dot-product", "heads"];
    const tags = Array.from({ length: 20 }, (_, index) => kinds[index % 3]);
    const page = await openExhibits(t, tags, { init: countContexts, height: 4000 });
    const elements = page.locator("attention-explainer");
    for (let index = 0; index < 20; ++index) {
        await elements.nth(index).scrollIntoViewIfNeeded();
        await elements.nth(index).evaluate((element) => element.settled());
    }
    await settled(page);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(kinds));
    assert.equal(await page.evaluate(() => window.webgl.size), 1);
    const before = await picture(page);
    assert.equal(before.length, 20);
    await assertDrawn(page);
    assert.equal(new Set(before.map(({ hash }) => hash)).size, 3, "the same exhibit looks the same everywhere");

    const chosen = 18; // a softmax
    await page.evaluate((index) => {
        document.querySelectorAll("attention-explainer")[index].state = { temperature: 0.3 };
    }, chosen);
    await settled(page);
    const after = await picture(page);
    after.forEach(({ hash }, index) => {
        if (index === chosen) assert.notEqual(hash, before[index].hash);
        else assert.equal(hash, before[index].hash, `element ${index} changed`);
    });
    assert.deepEqual(page.problems, []);
});

/** A script of dist/ and what it imports as it loads, itself or through others. */
function importedBy(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    const text = readFileSync(join(dist, name), "utf8");
    for (const [, other] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) importedBy(other, found);
    return found;
}

test("a lazy element fetches nothing until it comes near; an eager one does at once", async (t) => {
    const far = '<div class="far"></div><attention-explainer exhibit="softmax"></attention-explainer>';
    const page = await openExhibits(t, far, {
        init: () => {
            addEventListener("DOMContentLoaded", () => (document.querySelector(".far").style.height = "6000px"));
        },
    });
    await page.waitForLoadState("networkidle");
    const script = "attention-explainer.js";
    assert.deepEqual(
        page.fetched
            .map((path) => path.split("/").at(-1))
            .filter((name) => !name.endsWith(".html"))
            .sort(),
        [...importedBy(script)].sort(),
    );
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").path), undefined);
    await page.evaluate(() => (document.querySelector("attention-explainer").loading = "eager"));
    await page.waitForFunction(() => document.querySelector("attention-explainer").path);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(["softmax"]));
});

test("scrolling to a lazy element loads it, before it is in view", async (t) => {
    const far = '<div class="far"></div><attention-explainer exhibit="softmax"></attention-explainer>';
    const page = await openExhibits(t, far, {
        init: () => {
            addEventListener("DOMContentLoaded", () => (document.querySelector(".far").style.height = "6000px"));
        },
    });
    const loaded = page.evaluate(
        () =>
            new Promise((resolve) => {
                const element = document.querySelector("attention-explainer");
                element.addEventListener("load", () => resolve(element.getBoundingClientRect().top - innerHeight));
            }),
    );
    await page.evaluate(() => scrollTo(0, 6000 - innerHeight - 200));
    assert.ok((await loaded) > 0, "it loaded while still below the window");
    await page.evaluate(() => scrollTo(0, 6000));
    await settled(page);
    await assertDrawn(page);
});

test("idle: once settled, no animation frame, no timer, for three seconds", async (t) => {
    const page = await openExhibits(t, ["dot-product", "softmax", "heads"], { height: 3000 });
    await page.mouse.move(300, 300); // a hover must come to rest too
    await settled(page);
    const count = await page.evaluate(async () => {
        const seen = [];
        const sleep = setTimeout.bind(window);
        for (const name of ["requestAnimationFrame", "setTimeout", "setInterval", "requestIdleCallback"]) {
            const original = window[name].bind(window);
            window[name] = (...rest) => (seen.push(name), original(...rest));
        }
        await new Promise((resolve) => sleep(resolve, 3000));
        const idle = [...seen];
        document.querySelector("attention-explainer").state = { qx: 1 }; // the wrapping itself must be able to see something
        return { idle, awake: seen.length };
    });
    assert.deepEqual(count.idle, []);
    assert.ok(count.awake > 0);
});
