// Pages of other people, that are not kind: another language and direction, styles for their own text, zoom and transforms, what scrolls inside, themes further
// down, a framework that owns the text, a sandbox. A figure in them is the figure of a plain page.
import assert from "node:assert/strict";
import { settled } from "../../browser/support.mjs";
import { assertSame } from "../expected.mjs";
import { drag, open, papers, picture, pointOf, quiet } from "../page.mjs";
import { exhibits, timed, tour, tourOf, wide } from "./drawing.mjs";

/** What a page may say of its own text, and all that is inherited of it. */
const odd = `.odd { letter-spacing: 3px; word-spacing: 9px; text-transform: uppercase; text-shadow: 2px 2px 2px red; text-indent: 40px; text-align: center; white-space: pre;
    word-break: break-all; font: italic small-caps 900 29px/3 monospace; font-feature-settings: "smcp"; -webkit-text-stroke: 1px red; hyphens: auto; quotes: "<" ">"; cursor: wait; text-anchor: middle;
    dominant-baseline: hanging; stroke: red; stroke-width: 3px; stroke-dasharray: 2 2; fill-opacity: 0.3; paint-order: stroke; shape-rendering: crispEdges;
    -webkit-text-fill-color: transparent; text-emphasis: dot red }
.unkind { zoom: 1.25; transform: rotate(0.5deg) scale(0.9); overflow: auto; width: 800px; height: 500px } .unkind > div { width: 1600px; height: 700px }`;
const inOdd = (tag) => `<div class="odd" dir="rtl" lang="ar">${tag}</div>`;
/** Zoomed, turned, made smaller, below the fold of what scrolls both ways. */
const unkind = (tag) => `<div class="unkind"><div></div>${tag}</div>`;

const softmax = '<attention-explainer id="f" exhibit="softmax"></attention-explainer>';

/** Fails unless a figure of each exhibit, in such surroundings, is that of a plain page to the last pixel, or to the last node of its drawing. */
async function assertAsPlain(browser, around, plain) {
    const seen = await tourOf(browser, { ...wide, style: `${wide.style} ${odd}` }, (tag) => inOdd(around(tag)));
    for (const { id } of exhibits) {
        const { said, saved, strokes, against: _, ...look } = seen[id];
        const { said: words, saved: state, strokes: lines, against: __, ...wanted } = plain[id];
        assert.equal(saved, state, id);
        if (timed.has(id)) continue;
        assertSame(said, words, id);
        assert.ok(strokes === lines, `${id}: other strokes`);
        assert.deepEqual(look, wanted, id);
    }
}

const asSvg = (tag) => tag.replace("></", ' renderer="svg"></');

export const hosts = [
    {
        name: "in Arabic, from right to left, with styles for the page's text: every exhibit is the plain page's, to the pixel",
        async run(browser) {
            await assertAsPlain(browser, (tag) => tag, await tour(browser));
        },
    },
    {
        name: "the same with figures that are drawn as SVG, zoomed, turned and made smaller, in what scrolls both ways: to the last node",
        async run(browser) {
            await assertAsPlain(browser, (tag) => unkind(asSvg(tag)), await tourOf(browser, wide, asSvg));
        },
    },
    {
        name: "there a hand and keys do what they do elsewhere",
        async run(browser) {
            const states = [];
            for (const around of [(tag) => tag, inOdd]) {
                const page = await open(browser, around(softmax), { ...wide, style: `${wide.style} ${odd}` });
                const at = await page.evaluate(() => {
                    const root = document.querySelector("#f").shadowRoot;
                    const control = root.querySelector('[name="score1"]').closest(".control").getBoundingClientRect();
                    const canvas = root.querySelector("canvas").getBoundingClientRect();
                    return [control.left - canvas.left, control.top - canvas.top, control.width, control.height];
                });
                const from = await pointOf(page, [at[0] + at[2] * 0.4, at[1] + at[3] / 2]);
                await drag(page, [from, [from[0] + 20, from[1]]]);
                await page.evaluate(() => document.querySelector("#f").shadowRoot.querySelector('[name="temperature"]').focus());
                await page.hand.press("ArrowRight");
                await settled(page);
                states.push(await page.saved());
                await quiet(page);
                await page.close();
            }
            for (const changed of [/score1=/, /temperature=/]) assert.match(states[0], changed);
            assert.equal(states[1], states[0]);
        },
    },
    {
        name: "a theme that is switched on the body, on a section",
        async run(browser) {
            const page = await open(browser, `<section>${softmax}</section>`, { style: ".night { color-scheme: dark }" });
            for (const [selector, night] of [
                ["body", true],
                ["body", false],
                ["section", true],
            ]) {
                await page.evaluate(([where, dark]) => document.querySelector(where).classList.toggle("night", dark), [selector, night]);
                await page.until(
                    (dark) => document.querySelector("#f").shadowRoot.querySelector(".box").classList.contains("dark") === dark,
                    night,
                );
                await settled(page);
                assert.equal((await picture(page)).paper, papers[night ? "dark" : "light"], `${selector} ${night}`);
            }
            await page.close();
        },
    },
    {
        name: "in what scrolls inside of the page, down or to the side: loaded before it is seen, dragged where it is",
        async run(browser) {
            let soon = true;
            for (const style of [
                "#scroller { height: 600px; overflow: auto } .room { height: 2600px } #f { width: 640px }",
                "#scroller { width: 600px; overflow: auto; display: flex } .room { flex: none; width: 2600px } #f { flex: none; width: 640px }",
            ]) {
                const page = await open(browser, `<div id="scroller" tabindex="0"><div class="room"></div>${softmax}</div>`, {
                    style,
                    wait: false,
                });
                assert.deepEqual(page.wasm(), []);
                soon = await page.evaluate(() => "scrollMargin" in IntersectionObserver.prototype);
                await page.evaluate((to) => document.querySelector("#scroller").scrollTo(to, to), soon ? 1800 : 2500);
                await page.until(() => document.querySelector("#f").path !== undefined);
                await page.evaluate(() => document.querySelector("#scroller").scrollTo(2500, 2500));
                await settled(page);
                // (Firefox finds what is under a hand by what it has painted.)
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                const from = await page.evaluate(() => {
                    const { left, top, width, height } = document
                        .querySelector("#f")
                        .shadowRoot.querySelector('[name="score1"]')
                        .closest(".control")
                        .getBoundingClientRect();
                    return [left + width / 2, top + height / 2];
                });
                await drag(page, [from, [from[0] + 60, from[1]]]);
                assert.match(await page.saved(), /^score1=/);
                await quiet(page);
                await page.close();
            }
            return soon ? undefined : "loaded when it is seen";
        },
    },
    {
        name: "zoomed and transformed parents: the hand is where the picture is",
        async run(browser) {
            const states = [];
            for (const style of [
                "",
                "#around { zoom: 1.25 }",
                "#around { transform: scale(0.8) rotate(0.0001deg); transform-origin: 0 0 }",
            ]) {
                const page = await open(browser, `<div id="around">${softmax}</div>`, { style: `${style} #f { width: 640px }` });
                const middle = (part) =>
                    page.evaluate((share) => {
                        const box = document
                            .querySelector("#f")
                            .shadowRoot.querySelector('[name="score1"]')
                            .closest(".control")
                            .getBoundingClientRect();
                        return [box.left + box.width * share, box.top + box.height / 2];
                    }, part);
                await drag(page, [await middle(0.5), await middle(0.6)]);
                states.push((await page.evaluate(() => document.querySelector("#f").state)).score1);
                await page.close();
            }
            for (const state of states) assert.ok(Math.abs(state - states[0]) <= 0.11, `${states}`);
        },
    },
    {
        name: "a framework that writes the text of `attention-value` again and again",
        async run(browser) {
            const page = await open(
                browser,
                `<p>T is <attention-value id="t" for="f" parameter="temperature">1.00</attention-value>.</p>${softmax}`,
            );
            for (const state of [0.5, 3]) {
                await page.state({ temperature: state }, "#f");
                await page.evaluate(() => {
                    const value = document.querySelector("#t");
                    if (value.firstChild) value.firstChild.data = "1.00";
                    else value.append("1.00");
                });
                await settled(page);
                await page.until((wanted) => document.querySelector("#t").text === wanted, state.toFixed(2));
                assert.equal(await page.evaluate(() => document.querySelector("#t").textContent), "1.00");
            }
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "framed by a page without an origin: it says hello back and obeys",
        async run(browser) {
            const page = await open(browser, '<iframe width="700" height="600" title="frame"></iframe>', { headers: {}, wait: false });
            await page.evaluate((address) => {
                window.heard = [];
                addEventListener("message", ({ data }) => data.heard && window.heard.push(data.heard));
                const inner = `<iframe src="${address}" width="600" height="500"></iframe><script>
                    addEventListener("message", ({ data, source }) => {
                        if (source === frames[0]) parent.postMessage({ heard: data }, "*");
                        else frames[0].postMessage(data, "*");
                    });
                </scr${"ipt"}>`;
                document.querySelector("iframe").src = `data:text/html,${encodeURIComponent(inner)}`;
            }, `${page.base}embed.html?exhibit=softmax`);
            const say = (message) =>
                page.evaluate((data) => document.querySelector("iframe").contentWindow.postMessage(data, "*"), message);
            // (it may not be there yet)
            const heard = async (type, message) => {
                const end = Date.now() + 60_000;
                for (;;) {
                    await say(message);
                    await new Promise((resolve) => setTimeout(resolve, 50));
                    const found = await page.evaluate((wanted) => window.heard.find((one) => one.type === wanted), type);
                    if (found) return found;
                    assert.ok(Date.now() < end, `no ${type}`);
                }
            };
            assert.equal((await heard("ready", { type: "hello" })).exhibit, "softmax");
            assert.equal((await heard("change", { type: "restore", state: "temperature=2" })).state, "temperature=2");
            await page.close();
        },
    },
];
