// The type face of formulas: fetched where there are formulas, which it draws alone; and coming late it moves nothing. (What each engine makes of it:
// tests/engines/behaviours/formulas.mjs.)
import { create } from "fontkit";
import { load as parse } from "cheerio";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cutMathFace } from "../../web/essay/math-face.mjs";
import { dist, open, origin } from "./support.mjs";

const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const loaded = (page) =>
    page.waitForFunction(() => [...document.fonts].some(({ family, status }) => family === "Formulas" && status === "loaded"));

test("it is small, has a MATH table, and is fetched by the page with formulas only", async (t) => {
    const file = readFileSync(`${dist}/formulas.woff2`);
    assert.ok(file.length < 14 * 1024, `${file.length} bytes`);
    assert.ok(create(file).directory.tables.MATH.length > 1000);
    for (const [name, wanted] of [
        ["index.html", 1],
        ["guide.html", 0],
        ["embed.html?exhibit=softmax", 0],
    ]) {
        const page = await open(t, `${await origin()}/${name}`);
        assert.equal((await page.locator("math").count()) > 0, wanted > 0, name);
        if (wanted) await loaded(page);
        await drawn(page);
        assert.equal(page.fetched.filter((path) => path.endsWith("/formulas.woff2")).length, wanted, name);
        assert.deepEqual(page.problems, []);
    }
});

test("no sign of a formula is drawn by another face", async (t) => {
    const page = await open(t, "about:blank", { javaScriptEnabled: false });
    // As a rule it is there at the first paint or not used; here it is waited for.
    await page.route("**/page.css", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll("font-display:optional", "font-display:block") });
    });
    await page.goto(`${await origin()}/index.html`);
    const session = await page.context().newCDPSession(page);
    const ask = (method, given) => session.send(method, given);
    await ask("DOM.enable");
    await ask("CSS.enable");
    const { root } = await ask("DOM.getDocument");
    const { nodeIds } = await ask("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "math :is(mi, mn, mo, mtext)" });
    assert.ok(nodeIds.length > 400);
    const others = [];
    for (const nodeId of nodeIds) {
        const { fonts } = await ask("CSS.getPlatformFontsForNode", { nodeId });
        if (fonts.some(({ familyName, isCustomFont }) => !isCustomFont || familyName !== "STIX Two Math"))
            others.push([(await ask("DOM.getOuterHTML", { nodeId })).outerHTML, fonts]);
    }
    assert.deepEqual(others, []);
});

test("what it lacks, and a root that it is cut too low for, stop the build", async () => {
    await assert.rejects(cutMathFace("<math><mi>語</mi></math>"), /lacks 語/);
    await assert.rejects(cutMathFace("<math><msqrt><mfrac><mi>a</mi><mi>b</mi></mfrac></msqrt></math>"), /more than one line/);
    const face = create(await cutMathFace("<math><mi>h</mi><mi>max</mi><msqrt><mi>α</mi></msqrt></math>"));
    for (const sign of " ℎmax√𝛼") assert.ok(face.hasGlyphForCodePoint(sign.codePointAt(0)), sign);
    for (const sign of "hα𝑚") assert.ok(!face.hasGlyphForCodePoint(sign.codePointAt(0)), sign);
});

test("formulas are set close: signs in scripts, functions, primes", () => {
    const $ = parse(readFileSync(`${dist}/index.html`, "utf8"));
    assert.equal($("math .tml-prime").length, 0);
    for (const sign of $("math :is(msub, msup, munder, munderover) > :not(:first-child) mo").toArray())
        assert.ok(sign.attribs.lspace === "0em" || $(sign).text() === ",", $.html(sign.parent));
    for (const sign of $("math mo").toArray()) if ($(sign).text() === "\u2061") assert.equal($(sign).next().length, 0, $.html(sign.parent));
});

for (const width of [1280, 360]) {
    test(`it comes late, and nothing moves (${width} px)`, async (t) => {
        const page = await open(t, "about:blank", {
            width,
            height: 900,
            init: () => {
                window.shifts = [];
                new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({
                    type: "layout-shift",
                    buffered: true,
                });
            },
        });
        let release;
        const wait = new Promise((resolve) => (release = resolve));
        await page.route("**/formulas.woff2", async (route) => {
            await wait;
            await route.continue();
        });
        await page.goto(`${await origin()}/index.html`, { waitUntil: "domcontentloaded" });
        const heights = () => page.evaluate(() => [...document.querySelectorAll("math")].map((one) => one.getBoundingClientRect().height));
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        await page.evaluate(() => document.querySelector("math").scrollIntoView({ block: "center" }));
        await page.waitForFunction(
            () => [...document.fonts].filter(({ family, status }) => family === "Text" && status === "loaded").length >= 3,
        );
        await drawn(page);
        const before = await heights();
        release();
        await loaded(page);
        await drawn(page);
        assert.deepEqual(await heights(), before);
        assert.deepEqual(await page.evaluate(() => window.shifts), []);
    });
}
