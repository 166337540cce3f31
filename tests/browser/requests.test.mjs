// What an exhibit asks of its page: to open another exhibit. The page is asked first; then the figure on the same page, else a new tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openExhibits, settled } from "./support.mjs";

const check = '<attention-explainer exhibit="check" state="claim=divided-within-one" loading="eager"></attention-explainer>';
const target = { exhibit: "scaling", state: "d=512;row=0" }; // where that claim leads

/** Presses the native button of the action, by the keyboard. */
async function go(page) {
    await page.locator('attention-explainer[exhibit="check"]').getByRole("button", { name: "go to its exhibit" }).focus();
    await page.keyboard.press("Enter");
}

/** Notes what the event carries as it arrives at the document, and cancels it if it is to. */
const listen = (page, cancel) =>
    page.evaluate((cancel) => {
        window.opened = [];
        document.addEventListener("open", (event) => {
            window.opened.push({ detail: event.detail, from: event.target.exhibit, composed: event.composed });
            if (cancel) event.preventDefault();
        });
    }, cancel);

test("open: the page hears of it by an event that bubbles, and cancels it", async (t) => {
    const page = await openExhibits(t, [check, '<attention-explainer exhibit="scaling"></attention-explainer>']);
    const pages = page.context().pages().length;
    await listen(page, true);
    await go(page);
    await page.waitForFunction(() => window.opened.length > 0);
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.opened), [{ detail: target, from: "check", composed: true }]);
    assert.equal(await page.evaluate(() => document.querySelector('[exhibit="scaling"]').save()), "");
    assert.equal(page.context().pages().length, pages);
    assert.deepEqual(page.problems, []);
});

test("open: the figure of that exhibit on the page takes the state, comes into view and has the keyboard", async (t) => {
    const page = await openExhibits(
        t,
        [check, '<div style="height: 3000px"></div><attention-explainer exhibit="scaling"></attention-explainer>'],
        { page: { headers: {} }, reducedMotion: "reduce" },
    );
    await listen(page, false);
    await go(page);
    await page.waitForFunction((state) => document.querySelector('[exhibit="scaling"]').save() === state, target.state);
    await page.waitForFunction(() => {
        const { top } = document.querySelector('[exhibit="scaling"]').getBoundingClientRect();
        return top > -2 && top < innerHeight;
    });
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("exhibit")), "scaling");
    assert.equal(page.context().pages().length, 1);
    // Once: neither a restored state nor a redrawn page asks again.
    await page.evaluate(() => document.querySelector('[exhibit="check"]').restore("claim=zero-ignored"));
    await page.evaluate(() => document.querySelector('[exhibit="check"]').restore("claim=divided-within-one"));
    await settled(page);
    assert.equal(await page.evaluate(() => window.opened.length), 1);
    assert.deepEqual(page.problems, []);
});

test("open: with no such figure on the page, a tab of its own opens with the exhibit in that state", async (t) => {
    const page = await openExhibits(t, check);
    const [other] = await Promise.all([page.context().waitForEvent("page"), go(page)]);
    await other.waitForLoadState();
    const address = new URL(other.url());
    assert.ok(address.pathname.endsWith("/embed.html"), address.pathname);
    assert.deepEqual(Object.fromEntries(address.searchParams), target);
    assert.equal(await other.evaluate(() => window.opener), null);
    await other.waitForFunction((state) => document.querySelector("attention-explainer")?.save() === state, target.state);
    assert.deepEqual(page.problems, []);
});

test("open: what the browser takes for no press is answered in words, with the address", async (t) => {
    const page = await openExhibits(t, check, {
        init: () => Object.defineProperty(navigator, "userActivation", { value: { isActive: false } }),
    });
    await go(page);
    await page.waitForFunction(() =>
        /opens no window by itself; scaling is at http/.test(document.querySelector("attention-explainer").describe().summary),
    );
    assert.equal(page.context().pages().length, 1);
    assert.deepEqual(page.problems, []);
});
