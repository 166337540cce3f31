// What authors and readers do with figures: sentences and links that drive them, the menu, groups, states, files, frames, the essay.
import assert from "node:assert/strict";
import { settled } from "../../browser/support.mjs";
import { assertSame, described } from "../expected.mjs";
import { focused, open, picture, pictures, quiet } from "../page.mjs";

const figure = '<attention-explainer id="f" exhibit="softmax"></attention-explainer>';

/** The middle of something in the window, by selectors that go through shadow roots. */
const middleOf = (page, ...selectors) =>
    page.evaluate((path) => {
        const one = path.reduce((root, selector) => (root.shadowRoot ?? root).querySelector(selector), document);
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    }, selectors);

async function click(page, ...selectors) {
    await page.hand.move(...(await middleOf(page, ...selectors)));
    await page.hand.down();
    await page.hand.up();
}

async function openMenu(page) {
    await page.hand.move(...(await middleOf(page, "#f", ".menu-button")));
    await click(page, "#f", ".menu-button");
    await page.until(() => document.querySelector("#f").shadowRoot.querySelector(".menu").classList.contains("open")); // and has its place
}

const act = (page, action) => click(page, "#f", `[data-action=${action}]`);

export const use = [
    {
        name: "a number in a sentence reads the figure, and is dragged, stepped and typed over",
        async run(browser) {
            const page = await open(
                browser,
                `<p>At T = <attention-value id="t" for="f" parameter="temperature">1.00</attention-value> it gets
                <attention-value id="w" for="f" value="largest weight" digits="1" unit="%">?</attention-value>.</p>${figure}`,
            );
            const text = (id) => page.evaluate((one) => document.getElementById(one).text, id);
            const reads = async () => {
                await settled(page);
                const { values } = described("softmax", await page.saved());
                await page.until(
                    (wanted) => document.querySelector("#w").text === wanted,
                    `${(values["largest weight"] * 100).toFixed(1)}\u00a0%`,
                );
            };
            await reads();
            const [x, y] = await middleOf(page, "#t");
            await page.hand.move(x, y);
            await page.hand.down();
            for (const by of [10, 25, 40]) await page.hand.move(x + by, y);
            await page.hand.up();
            await page.until(() => document.querySelector("#f").state.temperature > 1);
            await reads();
            await page.evaluate(() => document.querySelector("#t").shadowRoot.querySelector(".touch").focus());
            const before = await text("t");
            await page.hand.press("ArrowRight");
            assert.ok(Number(await text("t")) > Number(before));
            await page.hand.press("Enter");
            await page.hand.press("Control+a");
            await page.hand.type("0.25");
            await page.hand.press("Enter");
            assert.equal(await page.saved("#f"), "temperature=0.25");
            await reads();
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "a link drives the figure, and goes nowhere",
        async run(browser) {
            const page = await open(browser, `<p><a id="link" href="#f" data-state="temperature=0.1">cool it</a></p>${figure}`, {
                prefers: undefined,
            });
            const address = await page.evaluate(() => location.href);
            await click(page, "#link");
            await page.until(() => document.querySelector("#f").save() === "temperature=0.1");
            await settled(page);
            assert.equal(await page.evaluate(() => location.href), address);
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "an address that names a figure and a state opens there",
        async run(browser) {
            const page = await open(browser, ['<div class="far"></div>', figure], {
                style: ".far { height: 4000px }",
                file: "page.html#f?temperature=0.5",
            });
            await page.until(() => scrollY > 3000);
            assert.equal(await page.saved(), "temperature=0.5");
            await page.evaluate(() => (location.hash = "#f?temperature=2"));
            await page.until(() => document.querySelector("#f").save() === "temperature=2");
            await page.close();
        },
    },
    {
        name: "the menu: in the window, as high as its buttons, beside its own",
        async run(browser) {
            const page = await open(browser, figure);
            await openMenu(page);
            const { panel, items, button, inside } = await page.evaluate(() => {
                const root = document.querySelector("#f").shadowRoot;
                const box = (one) => one.getBoundingClientRect().toJSON();
                const all = [...root.querySelectorAll(".menu-panel [data-action]:not([hidden])")].map(box);
                return {
                    panel: box(root.querySelector(".menu-panel")),
                    items: all,
                    button: box(root.querySelector(".menu-button")),
                    inside: [innerWidth, innerHeight],
                };
            });
            assert.ok(panel.left >= 0 && panel.right <= inside[0] && panel.top >= 0 && panel.bottom <= inside[1], JSON.stringify(panel));
            const [first, last] = [Math.min(...items.map(({ top }) => top)), Math.max(...items.map(({ bottom }) => bottom))];
            const around = [first - panel.top, panel.bottom - last];
            assert.ok(
                around.every((space) => space >= 4 && space < 24),
                `${around} px above and below the buttons, of ${panel.height}`,
            );
            assert.ok(
                items.every(({ height }) => height >= 35 && height < 60),
                JSON.stringify(items),
            );
            assert.ok(Math.min(Math.abs(panel.top - button.bottom), Math.abs(button.top - panel.bottom)) < 8, "away from its button");
            await page.close();
        },
    },
    {
        name: "the menu: reset is a step of its own, undone and done again",
        async run(browser) {
            const page = await open(browser, figure);
            await page.state({ temperature: 3 });
            await openMenu(page);
            await act(page, "reset");
            await page.until(() => document.querySelector("#f").save() === "");
            await act(page, "undo");
            await page.until(() => document.querySelector("#f").save() === "temperature=3");
            await act(page, "redo");
            await page.until(() => document.querySelector("#f").save() === "");
            await page.state({ temperature: 5 });
            assert.deepEqual(
                await page.evaluate(() => {
                    const element = document.querySelector("#f");
                    return [element.undo(), element.save(), element.undo(), element.save(), element.undo(), element.save(), element.undo()];
                }),
                [true, "", true, "temperature=3", true, "", false],
            );
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "the menu by keys: Enter opens, Tab goes in, Escape closes and gives the focus back",
        async run(browser) {
            const page = await open(browser, figure);
            await page.state({ temperature: 3 });
            await page.evaluate(() => document.querySelector("#f").shadowRoot.querySelector(".menu-button").focus());
            await page.hand.press("Enter");
            await page.until(() => document.querySelector("#f").shadowRoot.querySelector(".menu-panel").matches(":popover-open"));
            await page.hand.press("Tab");
            assert.equal(await page.evaluate(() => document.querySelector("#f").shadowRoot.activeElement.dataset.action), "reset");
            await page.hand.press("Enter");
            await page.until(() => document.querySelector("#f").save() === "");
            await page.hand.press("Escape");
            await page.until(() => !document.querySelector("#f").shadowRoot.querySelector(".menu-panel").matches(":popover-open"));
            await page.until(() => document.querySelector("#f").shadowRoot.activeElement?.className === "menu-button");
            assert.equal(await focused(page), "menu-button");
            await page.close();
        },
    },
    {
        name: "elements of a group share what they have in common",
        async run(browser) {
            const page = await open(browser, [
                '<attention-explainer id="f" exhibit="softmax" group="g"></attention-explainer>',
                '<attention-explainer id="b" exhibit="softmax" group="g"></attention-explainer>',
                '<attention-explainer id="c" exhibit="softmax"></attention-explainer>',
            ]);
            await page.state({ temperature: 0.5, count: 3 });
            assert.deepEqual(
                [await page.saved("#f"), await page.saved("#b"), await page.saved("#c")],
                ["count=3;temperature=0.5", "count=3;temperature=0.5", ""],
            );
            const said = await page.evaluate(async () => {
                const other = document.querySelector("#b");
                other.scrollIntoView();
                await other.settled();
                return other.describe().values;
            });
            assertSame(said, described("softmax", "count=3;temperature=0.5").values, "the other");
            await page.close();
        },
    },
    {
        name: "save, restore, reset, undo, redo; one `change` event each",
        async run(browser) {
            const page = await open(browser, figure);
            const seen = await page.evaluate(async () => {
                const element = document.querySelector("#f");
                const log = [];
                element.addEventListener("change", ({ detail }) => log.push(`${detail.source} ${detail.state.temperature}`));
                element.state = { temperature: 2 };
                const saved = element.save();
                element.state = { count: 3 };
                element.reset();
                element.restore(saved);
                await element.settled();
                const events = [...log];
                return [events, element.undo(), element.save(), element.undo(), element.save(), element.redo(), element.save()];
            });
            assert.deepEqual(seen[0], ["api 2", "api 2", "api 1", "api 2"]);
            assert.deepEqual(seen.slice(1), [true, "", true, "count=3;temperature=2", true, ""]);
            await page.close();
        },
    },
    {
        name: "toBlob() is the picture that is shown",
        async run(browser) {
            const page = await open(browser, figure);
            const shown = await picture(page);
            const { type, width, height, richness } = await page.evaluate(async () => {
                const blob = await document.querySelector("#f").toBlob();
                const bitmap = await createImageBitmap(blob);
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
                canvas.getContext("2d").drawImage(bitmap, 0, 0);
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                return {
                    type: blob.type,
                    width: bitmap.width,
                    height: bitmap.height,
                    richness: new Set(new Uint32Array(data.buffer)).size,
                };
            });
            assert.deepEqual([type, width, height], ["image/png", shown.width, shown.height]);
            if (shown.renderer === "svg") assert.ok(richness > 50, `${richness} colours`);
            else assert.equal(richness, shown.richness);
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "export(): CSV, JSON, NumPy, SVG",
        async run(browser) {
            const page = await open(browser, figure);
            const [csv, json, numpy, svg] = await page.evaluate(() =>
                ["csv", "json", "numpy", "svg"].map((format) => document.querySelector("#f").export(format)),
            );
            const { tables } = described("softmax");
            for (const { title } of tables) assert.ok(csv.includes(title), title);
            assert.equal(JSON.parse(json).exhibit, "softmax");
            assert.match(numpy, /import numpy/);
            assert.equal(
                await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.localName, svg),
                "svg",
            );
            await page.close();
        },
    },
    {
        name: "in a frame: embed.html says ready and change, and obeys restore",
        async run(browser) {
            const page = await open(browser, '<iframe title="figure"></iframe>', {
                wait: false,
                headers: {},
                style: "iframe { width: 700px; height: 2000px }",
                before: () => {
                    window.heard = [];
                    addEventListener("message", ({ data, origin }) => window.heard.push({ ...data, here: origin === location.origin }));
                },
            });
            await page.evaluate(() => (document.querySelector("iframe").src = "embed.html?exhibit=softmax&state=temperature=0.5"));
            await page.until(() => window.heard.some(({ type }) => type === "ready"));
            await page.evaluate(() => frames[0].postMessage({ type: "restore", state: "temperature=2" }, "*"));
            await page.until(() => window.heard.some(({ type }) => type === "change"));
            await page.evaluate(() => frames[0].postMessage({ type: "restore", state: "temperature=0" }, "*"));
            await page.until(() => window.heard.some(({ type }) => type === "error"));
            const heard = await page.evaluate(() => window.heard);
            const of = (wanted) => heard.find(({ type }) => type === wanted);
            assert.ok(heard.every(({ source, version, here }) => source === "attention-explainer" && version === 1 && here));
            assert.deepEqual(
                [of("ready").state, of("ready").width, of("change").state, of("error").error],
                ["temperature=0.5", 700, "temperature=2", "state"],
            );
            await page.close();
        },
    },
    {
        name: "settled(): after scrolling to a figure it is drawn",
        async run(browser) {
            const page = await open(browser, ["blend", '<div class="far"></div>', figure], { style: ".far { height: 6000px }" });
            await page.evaluate(async () => {
                const element = document.querySelector("#f");
                element.scrollIntoView();
                await element.settled();
            });
            const [, { richness }] = await pictures(page);
            assert.ok(richness > 20, `${richness} colours or nodes`);
            await page.close();
        },
    },
    {
        name: "the essay: all figures live, no error, no layout wider than the window",
        async run(browser) {
            const page = await open(browser, "", { wait: false, file: "index.html", width: 760 });
            await page.until(() => customElements.get("attention-explainer") !== undefined);
            const seen = await page.evaluate(async () => {
                const failed = [];
                addEventListener("error", ({ message }) => message && failed.push(message));
                document.addEventListener("error", ({ detail }) => detail && failed.push(detail.message), true);
                document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => failed.push(violatedDirective));
                const live = [];
                for (const element of document.querySelectorAll("main attention-explainer")) {
                    if (!element.checkVisibility()) continue; // (in what is folded)
                    element.scrollIntoView();
                    await element.settled();
                    live.push(element.path !== undefined && element.describe().summary.length > 20);
                }
                return { failed, live, wide: document.documentElement.scrollWidth - innerWidth };
            });
            assert.deepEqual(seen.failed, []);
            assert.ok(seen.live.length > 12 && seen.live.every(Boolean), JSON.stringify(seen.live));
            assert.ok(seen.wide <= 0, `${seen.wide} px too wide`);
            await page.close();
        },
    },
    {
        name: "a figure is trained in the page, by a worker",
        async run(browser) {
            const page = await open(browser, '<attention-explainer id="f" exhibit="learn"></attention-explainer>');
            await settled(page);
            await page.evaluate(() => {
                window.told = 0;
                window.Worker = class extends Worker {
                    constructor(...how) {
                        super(...how);
                        this.addEventListener("message", () => window.told++);
                    }
                };
                document.querySelector("#f").restore("step=120;task=agree");
            });
            await settled(page);
            assert.equal(await page.evaluate(() => window.told), 13); // twelve times ten steps, and that it is done
            assertSame(
                await page.evaluate(() => document.querySelector("#f").describe()),
                described("learn", "step=120;task=agree"),
                "learn",
            );
            await quiet(page);
            await page.close();
        },
    },
];
