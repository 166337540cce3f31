// The exhibit that measures, in a real browser: every build answers, all are right, the button runs it again, the page gets its frames.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { describe, dist, makePage, open, openExhibits, rowsOf, settled } from "./support.mjs";

const small = '<attention-explainer exhibit="proof" state="size=sentence"></attention-explainer>';

test("proof: every build of the core and plain JavaScript are timed and right", async (t) => {
    const page = await openExhibits(t, small);
    const rows = rowsOf(await describe(page), "This machine");
    assert.deepEqual(
        rows.map((row) => row["what ran"]),
        ["the core with relaxed SIMD", "the core with SIMD", "the core without SIMD", "plain JavaScript"],
    );
    for (const row of rows) {
        assert.ok(row["microseconds a call"] > 0, `${row["what ran"]} took time`);
        assert.ok(row["largest error"] > 0 && row["largest error"] < 2e-6, `${row["what ran"]}: error ${row["largest error"]}`);
        assert.equal(row.rounds, 15);
    }
    assert.deepEqual(page.problems, []);
});

test("proof: measuring gives the page a frame between any two slices, and asks for none once it is done", async (t) => {
    const page = await openExhibits(t, small, {
        init: () => {
            window.framesAsked = 0;
            const request = window.requestAnimationFrame;
            window.requestAnimationFrame = (callback) => (window.framesAsked++, request.call(window, callback));
        },
    });
    // Four contenders, fifteen rounds, and the warming up.
    assert.ok((await page.evaluate(() => window.framesAsked)) > 60);
    await page.evaluate(() => (window.framesAsked = 0));
    await settled(page);
    assert.equal(await page.evaluate(() => window.framesAsked), 0);
});

test("proof: the button runs it again; without SIMD the builds that cannot run are left out", async (t) => {
    const page = await openExhibits(t, small, { init: () => (WebAssembly.validate = () => false) });
    const names = async () => rowsOf(await describe(page), "This machine").map((row) => row["what ran"]);
    assert.ok((await names()).includes("the core without SIMD"));
    await page.locator("attention-explainer").getByRole("button", { name: "run again" }).focus();
    await page.keyboard.press("Space");
    assert.equal((await names()).length, 0, "old numbers would pass for new ones");
    await settled(page);
    assert.ok((await names()).includes("the core without SIMD"));
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").save()), "size=sentence");
});

/** Opens the exhibit with some files missing: those that match are answered with a 404. */
async function without(t, files) {
    const page = await open(t, "about:blank");
    await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(await makePage(small));
    await settled(page);
    return page;
}

test("proof: without its script it says so, instead of measuring for ever", async (t) => {
    // (in quotation marks: the exhibit's description says the words too)
    const scripts = readdirSync(dist).filter(
        (name) => /^chunk-.*\.js$/.test(name) && readFileSync(join(dist, name), "utf8").includes('"plain JavaScript"'),
    );
    assert.equal(scripts.length, 1, `${scripts}`);
    const [script] = scripts;
    const page = await without(t, `**/${script}*`); // it is asked for a second time, under another address
    const { summary } = await describe(page);
    assert.match(summary, /could not be loaded/);
    assert.doesNotMatch(summary, /not measured yet/);
});

test("proof: a build that cannot be had is named with the reason, and the others are measured", async (t) => {
    const page = await without(t, "**/core.simd128.wasm");
    const description = await describe(page);
    assert.match(description.summary, /Could not be loaded: the core with SIMD \(404 Not Found\)\./);
    assert.deepEqual(
        rowsOf(description, "This machine").map((row) => row["what ran"]),
        ["the core with relaxed SIMD", "the core without SIMD", "plain JavaScript"],
    );
});
