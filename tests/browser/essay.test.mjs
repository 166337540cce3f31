// The essay read: by script and without, wide and narrow, with pointer, touch and keys. Nothing moves that the reader did not move, numbers and links
// answer, terms and symbols are explained, the contents follow.
import { load as parse } from "cheerio";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dist, exhibitTable, load, open, origin, require, settled, wasmFor, wasmOf } from "./support.mjs";

const html = readFileSync(`${dist}/index.html`, "utf8");
const $ = parse(html);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const { lookOf, numberText } = await load("web/prose/number-text.ts");
const { formatState, parseState } = await load("web/element/state/state.ts");
const table = new Map(exhibitTable().map((exhibit) => [exhibit.id, exhibit]));
const figures = $("attention-explainer")
    .toArray()
    .map(({ attribs }) => attribs.id);
const exhibitOf = (id) =>
    table.get(
        $("attention-explainer")
            .filter((_, one) => one.attribs.id === id)
            .attr("exhibit"),
    );
const address = async (rest = "") => `${await origin()}/index.html${rest}`;

/** Brings a figure near and waits until it is there and still. */
async function come(page, id) {
    await page.evaluate((wanted) => document.getElementById(wanted).scrollIntoView({ block: "center" }), id);
    await page.waitForFunction(
        (wanted) =>
            document.getElementById(wanted).path !== undefined &&
            document.getElementById(wanted).shadowRoot.querySelector(".poster").hidden,
        id,
    );
    await settled(page, `[id="${id}"]`);
}

/** Notes every layout shift, and of what. */
function watchShifts() {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            window.shifts.push(
                `${value}: ${sources.map(({ node, currentRect: { x, y } }) => `${(node?.outerHTML ?? node?.textContent ?? "").slice(0, 80)} at ${x}, ${y}`).join(" | ")}`,
            );
    }).observe({ type: "layout-shift", buffered: true });
}

for (const [width, height] of [
    [1280, 800],
    [360, 740],
]) {
    test(`nothing moves while it loads and is read to the end, ${width} px wide`, { timeout: 280_000 }, async (t) => {
        const page = await open(t, await address(), {
            width,
            height,
            init: watchShifts,
        });
        await page.waitForTimeout(500);
        const end = await page.evaluate(() => document.documentElement.scrollHeight);
        for (let y = 0; y < end; y += height * 0.7) {
            await page.evaluate((top) => scrollTo(0, top), y);
            await page.waitForTimeout(150);
            await page.evaluate(() =>
                Promise.all(
                    [...document.querySelectorAll("attention-explainer")]
                        .filter((one) => one.path !== undefined)
                        .map((one) => one.settled()),
                ),
            );
        }
        assert.deepEqual(await page.evaluate(() => window.shifts), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), end, "as high at the end as at the start");
        assert.deepEqual(page.problems, []);
    });
}

test("without script there are text, formulas, terms and answers; no number is missing", async (t) => {
    const page = await open(t, await address(), { javaScriptEnabled: false, width: 1280 });
    const text = await page.locator("main").innerText();
    assert.ok(text.split(/\s+/).length > 3500);
    for (const id of ["why-look-back", "the-score", "shares", "your-machine", "terms", "symbols", "sources"])
        assert.ok(await page.locator(`#${id}`).isVisible(), id);
    assert.ok((await page.locator("math").count()) > 20);
    const [formula] = await page
        .locator("#shares math.tml-display")
        .first()
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(formula > 30, "a fraction is higher than a line");
    for (const one of await page.locator("main attention-value").all()) assert.match(await one.textContent(), /\S/);
    for (const form of await page.locator("form.question details").all()) assert.match(await form.textContent(), /\w+/);
    assert.ok(await page.locator("#contents ol").last().isVisible());
    await page.locator("main a.term").first().click();
    assert.match(page.url(), /#term-/);
});

test("only what the opening needs is fetched at first, and what the next figure needs as it comes near", async (t) => {
    const page = await open(t, await address(), { height: 300 });
    await come(page, figures[0]);
    await page.waitForTimeout(1500);
    const shown = figures.slice(0, 2).map((id) => exhibitOf(id).id);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(shown.slice(0, 1)));
    assert.equal(page.fetched.filter((path) => path.endsWith(".safetensors")).length, 1);
    await come(page, figures[1]);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(shown));
    assert.deepEqual(page.problems, []);
});

test("each link that drives takes its figure to that state, and the numbers about it follow", { timeout: 280_000 }, async (t) => {
    const page = await open(t, await address(), { reducedMotion: "reduce" });
    for (const id of figures) {
        const links = $(`a[data-state][href="#${id}"]`)
            .toArray()
            .map(({ attribs }) => attribs["data-state"]);
        const readings = $("attention-value[value]")
            .toArray()
            .filter(({ attribs }) => attribs.for === id);
        if (links.length === 0 && readings.length === 0) continue;
        await come(page, id);
        const compared = new Set();
        const compare = async (when) => {
            const { values, shown } = await page.evaluate(async (wanted) => {
                const figure = document.getElementById(wanted);
                await figure.settled();
                await new Promise((done) => setTimeout(done));
                return {
                    values: figure.describe().values,
                    shown: [...document.querySelectorAll("main attention-value[value]")]
                        .filter((one) => one.getAttribute("for") === wanted)
                        .map((one) => one.text),
                };
            }, id);
            readings
                .filter((one) => $(one).closest("main").length > 0)
                .forEach((one, index) => {
                    const { value, digits = null, unit = null } = one.attribs;
                    if (values[value] === undefined) return; // (a figure may have nothing to say in some state: then the last text stands)
                    compared.add(one);
                    assert.equal(
                        shown[index],
                        numberText(values[value], lookOf($(one).text(), digits, unit, 3)),
                        `${id}, ${value}, ${when}`,
                    );
                });
        };
        await compare("as it opens");
        for (const [index, state] of links.entries()) {
            await page.evaluate(
                ([wanted, at]) => [...document.querySelectorAll(`a[data-state][href="#${wanted}"]`)][at].click(),
                [id, index],
            );
            const exhibit = exhibitOf(id);
            assert.equal(
                // (A link leaves the pieces of a sheet as they are shown.)
                (await page.evaluate((wanted) => document.getElementById(wanted).save(), id)).replace(/;?show[A-Z]\w*=(true|false)/g, ""),
                formatState(exhibit, parseState(exhibit, state)),
                `${id}: ${state}`,
            );
            await compare(state);
        }
        // (But each in some state.)
        assert.deepEqual(
            readings
                .filter((one) => $(one).closest("main").length > 0 && !compared.has(one))
                .map(({ attribs }) => `${id}, ${attribs.value}`),
            [],
        );
    }
    assert.deepEqual(page.problems, []);
});

for (const [width, height] of [
    [1280, 800],
    [360, 740],
]) {
    test(`an address opens the page at a figure, in a state, and nothing moves, ${width} px wide`, async (t) => {
        const page = await open(t, await address("#softmax?temperature=0.5"), { width, height, init: watchShifts });
        await page.waitForFunction(() => document.getElementById("softmax").path !== undefined);
        await settled(page, "#softmax");
        assert.equal(
            await page.evaluate(() => document.getElementById("softmax").save()),
            "temperature=0.5;showSteps=false;showBudget=false",
        );
        assert.ok(
            await page.evaluate(() => {
                const { top, bottom } = document.getElementById("softmax").getBoundingClientRect();
                return top < innerHeight && bottom > 0;
            }),
        );
        assert.equal(await page.locator('.legend attention-value[parameter="temperature"]').evaluate(({ text }) => text), "0.50");
        assert.deepEqual(await page.evaluate(() => window.shifts), []);
    });
}

const note = (page) => page.locator(".note");
const middle = (page, selector) =>
    page
        .locator(selector)
        .first()
        .evaluate((one) => one.scrollIntoView({ block: "center" }));
const term = "#shares a.term";
const symbol = "#shares math.tml-display [data-symbol]";

test("from a figure far away Back leads to the words that led there", async (t) => {
    const page = await open(t, await address(), { reducedMotion: "reduce" });
    await page.waitForFunction(() => document.querySelector(".tally") && document.querySelector("attention-explainer:defined"));
    const links = await page.locator("main a[data-state]:not(details a)").all();
    let far = 0;
    for (const link of links) {
        await link.evaluate((one) => one.scrollIntoView({ block: "center" }));
        const [before, hash, seen] = await link.evaluate((one) => {
            const { top, bottom } = document.getElementById(one.hash.slice(1)).getBoundingClientRect();
            const here = document.getElementById(one.hash.slice(1)).closest("section").contains(one);
            return [scrollY, one.hash, here || (bottom > 0 && top < innerHeight)];
        });
        if (seen || far > 2) continue;
        ++far;
        const name = await link.textContent();
        await link.click();
        await page.waitForFunction((place) => scrollY !== place, before);
        assert.equal(await page.evaluate(() => location.hash), hash, name);
        // A second one from there, and back to each of the places.
        const second = page.locator('#what-a-weight-does-not-say a[href="#heads"]').first();
        await second.evaluate((one) => {
            one.scrollIntoView({ block: "center" });
            scrollBy(0, 137);
        });
        const between = await page.evaluate(() => scrollY);
        await second.evaluate((one) => one.click());
        await page.waitForFunction((place) => scrollY !== place, between);
        await page.goBack();
        await page.waitForFunction((place) => Math.abs(scrollY - place) < 2, between);
        await page.goBack();
        await page.waitForFunction((place) => Math.abs(scrollY - place) < 2, before);
        assert.equal(await page.evaluate(() => location.hash), "", name);
    }
    assert.ok(far > 0, "no link leads far");
});

test("terms and symbols are explained on hover and focus, one at a time; Escape and leaving end it", async (t) => {
    const page = await open(t, await address(), { height: 700 });
    const meaning = $(`dt[id="${$(term).first().attr("href").slice(1)}"]`)
        .next("dd")
        .clone()
        .children(".back")
        .remove()
        .end()
        .text()
        .trim();
    await middle(page, term);
    await page.locator(term).first().hover();
    await note(page).waitFor();
    assert.ok((await note(page).textContent()).replace(/\s+/g, " ").includes(meaning.replace(/\s+/g, " ")));
    assert.equal(await page.locator(term).first().getAttribute("aria-describedby"), "note");
    await note(page).hover(); // one may go into it
    await page.waitForTimeout(500);
    assert.ok(await note(page).isVisible());
    await page.mouse.move(5, 5);
    await note(page).waitFor({ state: "hidden" });
    await middle(page, symbol);
    await page.keyboard.press("Tab");
    await page
        .locator(symbol)
        .first()
        .evaluate((one) => one.focus());
    await note(page).waitFor();
    const first = await note(page).textContent();
    const { bottom, right } = await page
        .locator("#shares math.tml-display")
        .first()
        .evaluate((one) => one.getBoundingClientRect().toJSON());
    const box = await note(page).boundingBox();
    assert.ok(box.x >= right || box.y >= bottom || box.y + box.height <= bottom, "the formula is not covered");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await page.evaluate(() => document.activeElement.textContent + document.activeElement.matches("[data-symbol]")), "");
    await page.keyboard.press("Escape");
    await note(page).waitFor({ state: "hidden" });
    assert.ok(first.length > 10);
    assert.equal(await page.locator("[aria-describedby=note]").count(), 0);
});

test("a tap explains, a tap elsewhere ends it, and the page stays where it is", async (t) => {
    const page = await open(t, await address(), { width: 360, height: 740, hasTouch: true });
    for (const selector of [term, symbol]) {
        await middle(page, selector);
        const top = await page.evaluate(() => scrollY);
        await page.locator(selector).first().tap();
        await note(page).waitFor();
        const box = await note(page).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 360, "it is within the screen");
        assert.equal(await page.evaluate(() => scrollY), top);
        assert.doesNotMatch(page.url(), /#term/);
        await page.touchscreen.tap(350, 60 + (box.y < 200 ? 500 : 30));
        await note(page).waitFor({ state: "hidden" });
    }
});

test("the contents show where one is, what is read, and what the section holds; narrow, in one bar", async (t) => {
    const page = await open(t, await address(), { width: 1280 });
    const stations = () =>
        page.locator("#contents ol > li").evaluateAll((all) => ({
            here: all.findIndex((one) => one.matches(".here")),
            read: all.filter((one) => one.matches(".read")).length,
        }));
    assert.deepEqual(await stations(), { here: 0, read: 0 });
    const held = await page
        .locator("#contents ol > li")
        .evaluateAll((all) => all.map((one) => [...one.querySelectorAll("ul a")].map((link) => link.getAttribute("href"))));
    assert.deepEqual(
        held,
        $("main section[id]")
            .not(".list")
            .toArray()
            .map((section) =>
                $(section)
                    .find("attention-explainer, form.question")
                    .toArray()
                    .map(({ attribs }) => `#${attribs.id}`),
            ),
    );
    await page.locator("#contents ol > li > a").nth(4).click();
    await page.waitForFunction(() => document.querySelectorAll("#contents .read").length === 4);
    assert.deepEqual(await stations(), { here: 4, read: 4 });
    assert.ok(await page.locator('#contents a[href="#softmax"]').isVisible());
    assert.equal(await page.locator('#contents a[href="#blend"]').isVisible(), false);
    assert.equal(await page.locator("#contents [aria-current]").count(), 1);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => document.getElementById("the-blend").scrollIntoView());
    await page.waitForFunction(() => document.querySelector(".bar-number").textContent === "6");
    const bar = await page.locator("#contents").boundingBox();
    assert.ok(bar.y === 0 && bar.height <= 50, `${bar.y}, ${bar.height}`);
    await page.locator("#contents summary").click();
    assert.ok(await page.locator("#contents ol").last().isVisible());
    await page.locator("#contents ol > li > a").nth(1).click();
    await page.locator("#contents ol").last().waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.querySelector(".bar-number").textContent === "2");
});

test("colours: as the system is, or as the reader says, who is remembered only then", async (t) => {
    const page = await open(t, await address(), { colorScheme: "dark" });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(await paper(), "rgb(20, 24, 31)");
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await page.locator(".themes button", { hasText: "light" }).click();
    assert.equal(await paper(), "rgb(255, 255, 255)");
    await page.reload();
    assert.equal(await paper(), "rgb(255, 255, 255)");
    await page.locator(".themes button", { hasText: "as the system" }).click();
    assert.equal(await paper(), "rgb(20, 24, 31)");
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await page.locator(".themes button", { hasText: /^dark/ }).click();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await paper(), "rgb(255, 255, 255)");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("main p")).color), "rgb(28, 36, 48)");
    assert.equal(await page.locator("#contents, .themes, .legend").filter({ visible: true }).count(), 0);
});

for (const scheme of ["light", "dark"]) {
    test(`axe-core finds nothing with an explanation open (${scheme})`, async (t) => {
        const page = await open(t, await address(), { colorScheme: scheme });
        await middle(page, term);
        await page.locator(term).first().hover();
        await note(page).waitFor();
        await page.evaluate(axe); // by the debugger, past the page's policy
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        assert.deepEqual(
            violations.map(
                ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
            ),
            [],
        );
    });
}

test("at 320 px nothing scrolls sideways, and the type face of the figures is the text's", async (t) => {
    const page = await open(t, await address(), { width: 320, height: 640 });
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(
        await page.evaluate(() =>
            [...document.querySelectorAll("main *")]
                .filter((one) => one.getBoundingClientRect().right > 320.5 && !one.closest("math"))
                .map((one) => one.outerHTML.slice(0, 90)),
        ),
        [],
    );
    await page.evaluate(() => document.fonts.ready);
    assert.ok(
        await page.evaluate(
            () =>
                document.fonts.check('18px "Text"') &&
                [...document.fonts].some(({ family, status }) => family.includes("Text") && status === "loaded"),
        ),
    );
});
