// The model that learned: its weights are fetched once, by pages that show it, and a figure that cannot get them says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, focusControl, hold, makePage, open, openExhibits, settled } from "./support.mjs";

const weights = (page) => page.fetched.filter((path) => path.endsWith(".safetensors"));

test("two figures fetch the weights once, and say the same", async (t) => {
    const page = await openExhibits(t, [
        '<attention-explainer id="a" exhibit="learned-heads"></attention-explainer>',
        '<attention-explainer id="b" exhibit="learned-heads" state="head21=false" loading="eager"></attention-explainer>',
    ]);
    const a = await describe(page, "#a");
    const b = await describe(page, "#b");
    assert.ok(a.values["right, as switched"] > 0.99, a.summary);
    assert.ok(b.values["right, as switched"] < 0.01, b.summary);
    assert.equal(b.values["right, all heads on"], a.values["right, all heads on"]);
    assert.equal(weights(page).length, 1);
    assert.deepEqual(page.problems, []);
});

test("Enter and Space on the opening's word go on to the next, and from the last to the first", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="opening"></attention-explainer>');
    await focusControl(page, "subject");
    const seen = [];
    for (const key of ["Enter", "Space", "Enter"]) {
        await page.keyboard.press(key);
        await settled(page);
        seen.push(await page.evaluate(() => document.querySelector("attention-explainer").state.subject));
    }
    assert.deepEqual(seen, ["singer", "rain", "cat"]);
    assert.deepEqual(page.problems, []);
});

const stepsFetched = (page) => weights(page).map((path) => (/model/.test(path) ? "model" : Number(/step-(\d+)/.exec(path)[1])));

test("each checkpoint is fetched only when it is looked at, once for two figures, and none for the curve alone", async (t) => {
    const page = await openExhibits(t, '<attention-explainer id="a" exhibit="training" show="curve"></attention-explainer>');
    assert.deepEqual(weights(page), []);
    const show = async (state) => {
        await page.evaluate((to) => document.querySelector("#a").restore(to), state);
        await settled(page);
    };
    await show("showStrip=false");
    assert.deepEqual(stepsFetched(page), ["model", 520, 0, 400]);
    assert.ok((await describe(page, "#a")).values["likeliest word"] > 0.5);
    await show("checkpoint=20;showStrip=false");
    assert.deepEqual(stepsFetched(page).slice(4), [1400, 1100]);
    await show("showMap=false");
    assert.deepEqual(stepsFetched(page).slice(6, 8), [2100, 1750], "the film strip from its end");
    assert.equal(stepsFetched(page).length, 24);
    await page.evaluate(() =>
        document.body.insertAdjacentHTML(
            "beforeend",
            '<attention-explainer id="b" exhibit="training" loading="eager"></attention-explainer>',
        ),
    );
    await settled(page);
    assert.equal(stepsFetched(page).length, 24);
    assert.deepEqual(page.problems, []);
});

test("two figures that come at once share what they fetch; one far away fetches nothing", async (t) => {
    const page = await openExhibits(t, [
        '<attention-explainer id="a" exhibit="training"></attention-explainer>',
        '<attention-explainer id="b" exhibit="training" state="checkpoint=8" loading="eager"></attention-explainer>',
    ]);
    assert.equal(new Set(stepsFetched(page)).size, stepsFetched(page).length);
    const far = await openExhibits(t, ["<p>far</p>".repeat(300), '<attention-explainer id="a" exhibit="training"></attention-explainer>']);
    assert.deepEqual(weights(far), []);
});

test("a page without such a figure does not fetch them", async (t) => {
    const page = await openExhibits(t, "heads");
    assert.deepEqual(weights(page), []);
});

test("without its weights a figure says so and can try again, with others like it; one that comes later tries too", async (t) => {
    const page = await open(t, "about:blank", {
        init: () =>
            document.addEventListener("error", ({ target, detail }) => (window.errors ??= []).push([target.id, detail?.type]), true),
    });
    const tag = (id) => `<attention-explainer id="${id}" exhibit="learned-heads" loading="eager"></attention-explainer>`;
    await page.route("**/*.safetensors", (route) => route.abort());
    await page.goto(await makePage(tag("first") + tag("second")));
    const button = page.locator("#first .error button");
    await button.waitFor();
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.errors.sort()), [
        ["first", "load"],
        ["second", "load"],
    ]);
    assert.equal(await page.locator("#second .error p").textContent(), "The file with the model’s weights could not be loaded.");
    await page.unroute("**/*.safetensors");
    await button.click();
    await page.evaluate(() => document.querySelector("#second").loaded);
    await settled(page);
    assert.ok((await describe(page, "#first")).values["right, as switched"] > 0.99);
    assert.ok((await describe(page, "#second")).values["right, as switched"] > 0.99);
    assert.equal(await page.locator(".error:visible").count(), 0);
});

test("while its weights are on their way a figure is as high as with them", async (t) => {
    const page = await open(t, "about:blank");
    const release = await hold(page, "**/*.safetensors");
    await page.goto(await makePage('<attention-explainer exhibit="learned-heads"></attention-explainer>'));
    const heights = async () => {
        const out = [];
        for (const width of [320, 360, 480, 700, 900, 1200]) {
            await page.setViewportSize({ width, height: 800 });
            await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
            out.push(await page.evaluate(() => document.querySelector("attention-explainer").offsetHeight));
        }
        return out;
    };
    await page.evaluate(() => document.querySelector("attention-explainer").loaded);
    assert.match((await describe(page)).summary, /not loaded yet/);
    const before = await heights();
    release();
    await settled(page);
    assert.ok((await describe(page)).values["right, as switched"] > 0.99);
    assert.deepEqual(await heights(), before);
});
