// What attention costs, in a real browser: times come only when they are asked for, dot by dot, and can be stopped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, openExhibits, rowsOf } from "./support.mjs";

const press = async (page, name) => {
    await page.locator("attention-explainer").getByRole("button", { name }).focus();
    await page.keyboard.press("Space");
};
const measured = async (page) => {
    const description = await describe(page);
    return description.tables.some(({ title }) => title === "Measured on this machine")
        ? rowsOf(description, "Measured on this machine")
        : [];
};
/** Looks again and again, as times come in one by one; the caller says what it waits for. */
async function until(page, enough) {
    for (let i = 0; i < 600; i++) {
        const rows = await measured(page);
        if (enough(rows)) return rows;
        await page.waitForTimeout(100);
    }
    throw new Error("nothing came of measuring within a minute");
}

test("cost: nothing is measured before the button, then all six ways and a step of decoding, and stop ends it", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="cost" state="d=8;window=16"></attention-explainer>');
    assert.deepEqual(await measured(page), []);
    await press(page, "measure here");
    const rows = await until(page, (rows) => new Set(rows.map(({ way }) => way)).size === 7 && rows.some(({ n }) => n >= 256));
    for (const { way, n, seconds } of rows) assert.ok(seconds > 0 && seconds < 60, `${way} at n = ${n}: ${seconds} s`);
    await press(page, "stop");
    const before = await measured(page);
    await page.waitForTimeout(500);
    assert.deepEqual(await measured(page), before, "what was stopped goes no further");
    assert.equal(
        await page.evaluate(() => document.querySelector("attention-explainer").save()),
        "d=8;window=16",
        "no time is in the state",
    );
    assert.deepEqual(page.problems, []);
});

test("cost: other sizes throw away the times and end the measuring", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="cost" state="d=8"></attention-explainer>');
    await press(page, "measure here");
    await until(page, (rows) => rows.length > 0);
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { d: 16 }));
    assert.deepEqual(await measured(page), []);
    await page.waitForTimeout(300);
    assert.deepEqual(await measured(page), []);
});
