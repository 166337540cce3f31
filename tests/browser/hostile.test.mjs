// A page that is not kind: right to left and in Arabic, with styles for its own text that are inherited, zoomed and transformed. A figure in it is the
// figure of a plain page: picture, numbers, keys, what is read aloud.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describe, exhibitTable, focusControl, makePage, open, quickTag, require, settled } from "./support.mjs";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const hostile = `dir="rtl" lang="ar" style="letter-spacing: 3px; word-spacing: 9px; text-transform: uppercase; text-shadow: 2px 2px 2px red; text-indent: 40px;
    text-align: center; white-space: pre; word-break: break-all; font-variant: small-caps; font-feature-settings: 'smcp'; line-height: 3; -webkit-text-stroke: 1px red;
    font-style: italic; font-weight: 900; hyphens: auto; writing-mode: horizontal-tb; quotes: '<' '>';
    text-anchor: middle; dominant-baseline: hanging; stroke: red; stroke-width: 3px; stroke-opacity: .5; stroke-dasharray: 2 2; stroke-linecap: round; fill-opacity: .3;
    paint-order: stroke; shape-rendering: crispEdges; color-interpolation: linearRGB; -webkit-text-fill-color: transparent; text-emphasis: dot red; text-wrap: nowrap;
    text-align-last: right; tab-size: 1"`;
const relaxed = { headers: {} };

/** Where the labels of an SVG figure stand, and how large they are. */
const labels = (page, selector) =>
    page.evaluate((which) => {
        const root = document.querySelector(which).shadowRoot;
        const { left, top } = root.querySelector(".drawing").getBoundingClientRect();
        return [...root.querySelectorAll(".drawing text")].map((label) => {
            const box = label.getBoundingClientRect();
            return [label.textContent, ...[box.left - left, box.top - top, box.width, box.height].map((x) => Math.round(x * 4) / 4)].join(
                " ",
            );
        });
    }, selector);

for (const { id } of exhibitTable()) {
    test(`${id}: in a hostile page the labels of the SVG picture stand where they stand in a plain one, and its numbers are the same`, async (t) => {
        const tag = quickTag(id).replace(">", ' renderer="svg">');
        const [plain, odd] = [
            tag.replace("<attention-explainer", '<attention-explainer id="a"'),
            tag.replace("<attention-explainer", '<attention-explainer id="b"'),
        ];
        const page = await open(
            t,
            await makePage(`<div style="width: 640px">${plain}</div><div ${hostile}><div style="width: 640px">${odd}</div></div>`, relaxed),
            {
                height: 3000,
            },
        );
        await settled(page, "#a");
        await page.locator("#b").scrollIntoViewIfNeeded();
        await settled(page, "#b");
        const wanted = await labels(page, "#a");
        assert.ok(wanted.length > 5);
        if (id !== "proof") {
            assert.deepEqual(await labels(page, "#b"), wanted);
            assert.deepEqual((await describe(page, "#b")).values, (await describe(page, "#a")).values);
        }
        const box = await page.evaluate(() => {
            const { lang, dir } = document.querySelector("#b").shadowRoot.querySelector(".box");
            return { lang, dir };
        });
        assert.deepEqual(box, { lang: "en", dir: "ltr" });
    });
}

test("in a page from right to left an arrow to the right goes up on a slider that is drawn from left to right", async (t) => {
    const page = await open(
        t,
        await makePage(`<div ${hostile}><attention-explainer exhibit="softmax"></attention-explainer></div>`, relaxed),
    );
    await settled(page);
    const temperature = () => page.evaluate(() => document.querySelector("attention-explainer").state.temperature);
    await focusControl(page, "temperature");
    const before = await temperature();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.ok((await temperature()) > before);
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    assert.equal(await temperature(), before);
});

test("a number in an Arabic sentence: its name is English and says so, what stands in it is the page's", async (t) => {
    const page = await open(
        t,
        await makePage(
            `<p ${hostile}>قيمة <attention-value for="f" parameter="temperature">1.00</attention-value></p><attention-explainer id="f" exhibit="softmax"></attention-explainer>`,
            relaxed,
        ),
    );
    await settled(page);
    const said = await page.evaluate(() => {
        const touch = document.querySelector("attention-value").shadowRoot.querySelector("[aria-label]");
        return [touch.ariaLabel, touch.matches(":lang(en)"), touch.firstElementChild.matches(":lang(ar)")];
    });
    assert.deepEqual(said, ["temperature T", true, true]);
});

for (const direction of ["ltr", "rtl"]) {
    test(`axe-core finds nothing wrong with figures, menus and numbers in a page ${direction}`, async (t) => {
        const figures = ["softmax", "heads", "blend"].map((id) => `<attention-explainer id="${id}" exhibit="${id}"></attention-explainer>`);
        const page = await open(
            t,
            await makePage(
                `<main dir="${direction}" lang="${direction === "rtl" ? "ar" : "en"}"><h1>شكل</h1><p><attention-value for="softmax" parameter="temperature">1.00</attention-value></p>
                ${figures.join("")}${figures[0].replace('id="softmax"', 'id="drawn" renderer="svg" menu="auto"')}</main>`,
                relaxed,
            ),
            { height: 5000 },
        );
        await settled(page);
        await page.evaluate(() => {
            const button = document.querySelector("#softmax").shadowRoot.querySelector(".menu-button");
            button.focus();
            button.click();
        });
        await page.waitForFunction(() => document.querySelector("#softmax").shadowRoot.querySelector(".menu-panel:popover-open"));
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
            [],
        );
    });
}

test("what an author puts into a figure keeps its own language and its own direction", async (t) => {
    const page = await open(
        t,
        await makePage(
            `<div dir="rtl" lang="ar"><attention-explainer exhibit="softmax" loading="lazy"><p slot="poster" id="p">شكل الانتباه</p></attention-explainer></div>`,
            relaxed,
        ),
    );
    const way = await page.evaluate(() => getComputedStyle(document.querySelector("#p")).direction);
    assert.equal(way, "rtl");
});

test("a theme that is switched anywhere above the figure is the figure's: on the body, on a section, by a class", async (t) => {
    const page = await open(
        t,
        await makePage(`<main><section><attention-explainer exhibit="softmax"></attention-explainer></section></main>`, {
            headers: {},
            head: "<style>.night { color-scheme: dark } .day { color-scheme: light }</style>",
        }),
        { colorScheme: "light" },
    );
    await settled(page);
    const dark = () =>
        page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector(".box").classList.contains("dark"));
    assert.equal(await dark(), false);
    const wear = async (selector, change, wanted) => {
        await page.evaluate(([where, what]) => Object.assign(document.querySelector(where), what), [selector, change]);
        await page.waitForFunction(
            (is) => document.querySelector("attention-explainer").shadowRoot.querySelector(".box").classList.contains("dark") === is,
            wanted,
        );
        await settled(page);
        const paper = await page.evaluate(() => {
            const picture = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
            const copy = new OffscreenCanvas(1, 1).getContext("2d");
            copy.drawImage(picture, 0, 0, 1, 1, 0, 0, 1, 1);
            return copy.getImageData(0, 0, 1, 1).data[0];
        });
        assert.equal(paper < 128, wanted, `${selector} ${JSON.stringify(change)}`);
    };
    await wear("body", { className: "night" }, true);
    await wear("body", { className: "" }, false);
    await wear("section", { className: "night" }, true);
    await wear("main", { className: "day" }, true); // the nearer one counts
    await wear("section", { className: "" }, false);
    await wear("main", { className: "night" }, true);
    await wear("section", { style: "color-scheme: light" }, false);
    // What is not displayed has no transition that would tell of it.
    await page.evaluate(() => {
        document.querySelector("main").hidden = true;
        document.querySelector("section").removeAttribute("style");
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await wear("main", { hidden: false }, true);
});

for (const [content, prefers, wanted] of [
    ["dark", "light", true],
    ["light", "dark", false],
    ["light dark", "dark", true],
]) {
    test(`a page whose meta tag says "${content}" to a reader who prefers ${prefers}: the figure is ${wanted ? "dark" : "light"}`, async (t) => {
        const page = await open(
            t,
            await makePage(`<div hidden><attention-explainer exhibit="softmax"></attention-explainer></div>`, {
                headers: {},
                head: `<meta name="color-scheme" content="${content}">`,
            }),
            { colorScheme: prefers },
        );
        await page.evaluate(() => (document.querySelector("div").hidden = false));
        await settled(page);
        const dark = await page.evaluate(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".box").classList.contains("dark"),
        );
        assert.equal(dark, wanted);
    });
}
