// What a link of the essay has done to a figure is taken back when its reader goes on (web/page/take-back.ts), unless the figure has been touched since.
import assert from "node:assert/strict";
import { test } from "node:test";
import { focusControl, open, origin, settled } from "./support.mjs";

/** The essay at a section's heading. */
const read = (page, id) => page.evaluate((wanted) => document.querySelector(`#${wanted} h2`).scrollIntoView({ block: "start" }), id);
const stateOf = (page, id) => page.evaluate((wanted) => document.getElementById(wanted).save(), id);
/** Waits until what has to be told of the scrolled page has been told: two frames. */
const told = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

async function essay(t) {
    const page = await open(t, `${await origin()}/index.html`, { reducedMotion: "reduce" });
    await come(page, "softmax");
    return page;
}

async function come(page, id) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await page.waitForFunction((wanted) => document.getElementById(wanted).path !== undefined, id);
    await settled(page, `#${id}`);
}

/** Presses the link of a section that leads to this state, as a reader would: with the link in the window. */
const press = (page, section, state) => page.locator(`#${section} a[data-state="${state}"]`).first().click();

test("the state before the first link is back in the next section, and in the one before", async (t) => {
    const page = await essay(t);
    for (const elsewhere of ["the-blend", "the-score"]) {
        await page.evaluate(() => document.getElementById("softmax").restore("count=4;score1=2"));
        await press(page, "shares", "temperature=0.1");
        await press(page, "shares", "temperature=10");
        assert.equal(await stateOf(page, "softmax"), "temperature=10");
        await read(page, "shares");
        await told(page);
        assert.equal(await stateOf(page, "softmax"), "temperature=10", "in its own section it stays");
        await read(page, elsewhere);
        await page.waitForFunction(() => document.getElementById("softmax").save() === "count=4;score1=2");
    }
    assert.deepEqual(page.problems, []);
});

test("a figure that was touched after the link stays as it is, also after a later link to another", async (t) => {
    const page = await essay(t);
    await press(page, "shares", "temperature=10");
    await focusControl(page, "temperature", "#softmax");
    await page.keyboard.press("ArrowLeft");
    await settled(page, "#softmax");
    const touched = await stateOf(page, "softmax");
    assert.notEqual(touched, "temperature=10");
    await come(page, "blend");
    const blend = await stateOf(page, "blend");
    await press(page, "the-blend", "temperature=100");
    await read(page, "why-divide");
    await page.waitForFunction((state) => document.getElementById("blend").save() === state, blend);
    assert.equal(await stateOf(page, "softmax"), touched);
    // pressed again, what is taken back is what the reader had made of it
    await press(page, "shares", "temperature=0.1");
    await read(page, "the-blend");
    await page.waitForFunction((state) => document.getElementById("softmax").save() === state, touched);
    assert.deepEqual(page.problems, []);
});

test("a link that leads to a figure elsewhere: neither there nor on the way is it taken back", async (t) => {
    const page = await open(t, `${await origin()}/index.html`); // with motion: the page scrolls through the sections between
    const link = page.locator('#what-a-weight-does-not-say a[href="#heads"]').first();
    await come(page, "heads");
    const before = await stateOf(page, "heads");
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await page.waitForFunction(() => {
        const { top, bottom } = document.getElementById("heads").getBoundingClientRect();
        return Math.min(bottom, innerHeight) - Math.max(top, 0) > 0.4 * (bottom - top);
    });
    await settled(page, "#heads");
    await read(page, "made-heads");
    await told(page);
    assert.notEqual(await stateOf(page, "heads"), before);
    await read(page, "the-score");
    await page.waitForFunction((state) => document.getElementById("heads").save() === state, before);
    assert.deepEqual(page.problems, []);
});

test("unfolding a piece is no touch, and what was unfolded stays", async (t) => {
    const page = await essay(t);
    await press(page, "shares", "temperature=0.1");
    await page.evaluate(() => {
        const softmax = document.getElementById("softmax");
        softmax.state = { showSensitivity: true };
    });
    const pieces = await page.evaluate(() => {
        const { temperature, ...rest } = document.getElementById("softmax").state;
        return [temperature, rest.showSensitivity];
    });
    assert.deepEqual(pieces, [0.1, true]);
    await read(page, "the-blend");
    await page.waitForFunction(() => document.getElementById("softmax").state.temperature === 1);
    assert.equal(await page.evaluate(() => document.getElementById("softmax").state.showSensitivity), true);
    assert.deepEqual(page.problems, []);
});

test("a link back to where the figure starts leaves nothing to take back", async (t) => {
    const page = await essay(t);
    await page.evaluate(() => document.getElementById("softmax").restore("score1=2.2"));
    await press(page, "shares", "temperature=10");
    await press(page, "shares", "");
    await read(page, "the-blend");
    await told(page);
    assert.equal(await page.evaluate(() => document.getElementById("softmax").state.score1), 2.4);
    assert.deepEqual(page.problems, []);
});

test("the figures of its group are what they were", async (t) => {
    const page = await open(t, `${await origin()}/index.html`, { reducedMotion: "reduce" });
    for (const id of ["projection", "scores", "values"]) await come(page, id);
    const states = () => page.evaluate(() => ["projection", "scores", "values"].map((id) => document.getElementById(id).save()));
    const before = await states();
    const section = "what-a-weight-does-not-say";
    await press(page, section, "data=two");
    assert.notDeepEqual((await states()).slice(0, 2), before.slice(0, 2), "the link changes them too");
    await read(page, "what-it-costs");
    await page.waitForFunction((state) => document.getElementById("values").save() === state, before[2]);
    assert.deepEqual(await states(), before);
    assert.deepEqual(page.problems, []);
});
