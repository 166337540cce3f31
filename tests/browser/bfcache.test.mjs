// Back and forward: a page with live figures goes into the browser's back/forward cache, comes out of it as it was, and goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, launch, makePage, settled, wholeChromium } from "./support.mjs";

test("a page with live figures is kept while the reader is elsewhere, and lives on when he is back", async (t) => {
    // Playwright turns this cache off in the browser that the other tests share.
    const browser = await launch({ executablePath: wholeChromium, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    t.after(() => browser.close());
    const page = await (await browser.newContext({ viewport: { width: 1000, height: 1600 } })).newPage();
    const fetched = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(
        await makePage(
            '<attention-explainer id="a" exhibit="softmax"></attention-explainer><attention-explainer exhibit="heads"></attention-explainer>',
        ),
    );
    await settled(page);
    await page.evaluate(() => {
        document.querySelector("#a").state = { temperature: 0.5 };
        addEventListener("pageshow", ({ persisted }) => (window.persisted = persisted));
    });
    await page.goto(await makePage("<p>Elsewhere.</p>", { script: false }));
    const asked = fetched.length;
    await page.evaluate(() => history.back()).catch(() => {}); // the answer may go with the page
    await page.waitForFunction(() => document.querySelector("attention-explainer"));
    const back = await page.evaluate(() => ({
        persisted: window.persisted,
        reasons: performance.getEntriesByType("navigation")[0].notRestoredReasons,
    }));
    assert.deepEqual(back, { persisted: true, reasons: null });
    await settled(page);
    assert.equal((await describe(page, "#a")).saved, "temperature=0.5");
    await assertDrawn(page, "#a");
    await page.evaluate(() => (document.querySelector("#a").state = { count: 3 }));
    await settled(page);
    assert.equal((await describe(page, "#a")).tables[0].rows.length, 3);
    await assertDrawn(page, "#a");
    assert.deepEqual(fetched.slice(asked), []);
});
