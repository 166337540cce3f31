// The essay page as a reader meets it: no error, no violation of its policy, every figure drawn, nothing wider than the screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, notAveraged, open, origin, settled } from "./support.mjs";

/** The figures of the page, in their order. */
const figuresOf = (page) =>
    page.evaluate(() => [...document.querySelectorAll("attention-explainer")].map(({ id, exhibit }) => ({ id, exhibit })));

test("the page loads without console errors or policy violations, and draws its exhibits", async (t) => {
    const page = await open(t, `${await origin()}/index.html`);
    const figures = await figuresOf(page);
    for (const wanted of ["dot-product", "softmax", "heads"]) assert.ok(figures.some(({ exhibit }) => exhibit === wanted));
    for (const { id, exhibit } of figures) {
        const selector = `#${id}`;
        await page.locator(selector).scrollIntoViewIfNeeded();
        await page.waitForFunction((wanted) => document.querySelector(wanted).shadowRoot.querySelector(".poster").hidden, selector);
        await settled(page);
        if (!notAveraged.includes(exhibit)) await assertDrawn(page, selector);
        const { summary } = await describe(page, selector);
        assert.match(summary, /\d/);
    }
    assert.deepEqual(page.problems, []);
    // (the proof exhibit fetches the builds of core.js as well, to time them)
    assert.equal(page.fetched.filter((path) => /explainer\.\w+\.wasm$/.test(path)).length, 1);
});

for (const [width, scheme] of [
    [360, "light"],
    [768, "dark"],
    [1280, "light"],
]) {
    test(`nothing is wider than a ${width} px screen (${scheme})`, async (t) => {
        const page = await open(t, `${await origin()}/index.html`, { width, height: 800, colorScheme: scheme });
        await settled(page);
        const wide = await page.evaluate(() => {
            const limit = document.documentElement.clientWidth;
            const all = [...document.querySelectorAll("body *:not(math *)")].filter(
                (element) => element.getBoundingClientRect().right > limit + 0.5,
            ); // (a long formula scrolls)
            return { scroll: document.documentElement.scrollWidth - limit, all: all.map((element) => element.outerHTML.slice(0, 80)) };
        });
        assert.deepEqual(wide, { scroll: 0, all: [] });
        assert.deepEqual(page.problems, []);
    });
}

test("printed from a dark screen, every figure is drawn on white, near or not", async (t) => {
    const page = await open(t, `${await origin()}/index.html`, { colorScheme: "dark" });
    const figures = await figuresOf(page);
    for (const { id } of figures) {
        await page.locator(`#${id}`).scrollIntoViewIfNeeded();
        await settled(page);
    }
    const papers = () =>
        page.evaluate(() =>
            [...document.querySelectorAll("attention-explainer")]
                .map(({ shadowRoot }) => shadowRoot.querySelector("canvas"))
                .map((canvas) =>
                    canvas.width > 0 ? [...canvas.getContext("2d").getImageData(1, 1, 1, 1).data.slice(0, 3)].join() : "far",
                ),
        );
    assert.deepEqual([...new Set(await papers())].sort(), ["20,24,31", "far"]);
    await page.emulateMedia({ media: "print" });
    // (All of them are drawn before the browser answers again: on a busy machine that takes a while.)
    await page.waitForFunction(() => !document.querySelector("attention-explainer").shadowRoot.querySelector(".dark"), null, {
        timeout: 120_000,
    });
    assert.deepEqual(await papers(), Array(figures.length).fill("255,255,255"));
    await settled(page); // scaling goes on counting, and what it has counted meanwhile is in the export
    await assertDrawn(page, `attention-explainer${notAveraged.map((id) => `:not([exhibit="${id}"])`).join("")}`);
});

test("the theme that is picked in one tab holds in the others", async (t) => {
    const page = await open(t, `${await origin()}/index.html`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const theme = (one) => one.evaluate(() => document.documentElement.dataset.theme ?? "");
    for (const [label, wanted] of [
        ["dark", "dark"],
        ["light", "light"],
        ["as the system", ""],
    ]) {
        await page.locator(".themes").getByRole("button", { name: label }).click();
        assert.equal(await theme(page), wanted);
        await other.waitForFunction((name) => (document.documentElement.dataset.theme ?? "") === name, wanted);
        assert.equal(await other.locator('.themes [aria-pressed="true"]').innerText(), label);
    }
});
