// Keys: on the native controls behind the picture, through them with Tab, and past them to the page.
import assert from "node:assert/strict";
import { exhibitTable, focusControl, settled } from "../../browser/support.mjs";
import { focused, open, picture, quiet } from "../page.mjs";

const parameter = (exhibit, name) =>
    exhibitTable()
        .find(({ id }) => id === exhibit)
        .parameters.find((one) => one.name === name);
const valueOf = (page, name) => page.evaluate((wanted) => document.querySelector("attention-explainer").state[wanted], name);
const around = (exhibit) =>
    `<button id="before">before</button><attention-explainer exhibit="${exhibit}"></attention-explainer><button id="after">after</button>`;

async function press(page, ...keys) {
    for (const key of keys) await page.hand.press(key);
    await settled(page);
}

/** Waits until scrolling has come to rest: some frames in the same place. */
const rest = (page) =>
    page.evaluate(
        () =>
            new Promise((resolve) => {
                let [last, same] = [NaN, 0];
                const look = () => {
                    same = scrollY === last ? same + 1 : 0;
                    last = scrollY;
                    if (same > 8) resolve();
                    else requestAnimationFrame(look);
                };
                look();
            }),
    );

export const keys = [
    {
        name: "arrow keys, Home and End on a slider",
        async run(browser) {
            const page = await open(browser, "softmax");
            const { minimum, maximum } = parameter("softmax", "temperature");
            await focusControl(page, "temperature");
            await press(page, "ArrowRight");
            assert.ok((await valueOf(page, "temperature")) > 1);
            await press(page, "ArrowLeft");
            assert.equal(await page.saved(), "");
            for (const [key, end] of [
                ["Home", minimum],
                ["End", maximum],
            ]) {
                await press(page, key);
                assert.equal(await valueOf(page, "temperature"), end, key);
            }
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "Space on a checkbox",
        async run(browser) {
            const page = await open(browser, "heads");
            await focusControl(page, "causal");
            const before = await valueOf(page, "causal");
            await press(page, "Space");
            assert.equal(await valueOf(page, "causal"), !before);
            await press(page, "Space");
            assert.equal(await page.saved(), "");
            await page.close();
        },
    },
    {
        name: "keys on a select",
        async run(browser) {
            const page = await open(browser, "heads");
            await focusControl(page, "head");
            const { choices } = parameter("heads", "head");
            const before = await valueOf(page, "head");
            const next = choices[choices.findIndex(({ id }) => id === before) + 1].id;
            await press(page, "ArrowDown");
            const opened = (await valueOf(page, "head")) === before; // a list, from which to choose
            if (opened) await press(page, "ArrowDown", "Enter");
            await page.until((wanted) => document.querySelector("attention-explainer").state.head === wanted, next);
            await page.close();
        },
    },
    {
        name: "a sentence typed into the figure",
        async run(browser) {
            const page = await open(browser, "heads");
            await page.state({ sentence: "own" });
            await focusControl(page, "words");
            await page.hand.press("Control+a");
            await page.hand.type("the nör dog sat");
            await page.hand.press("Enter");
            await page.until(() => document.querySelector("attention-explainer").state.words === "the nör dog sat");
            await settled(page);
            assert.match(
                await page.evaluate(() => JSON.stringify(document.querySelector("attention-explainer").describe().tables)),
                /"nör"/,
            );
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "a number typed into a cell of a matrix",
        async run(browser) {
            const page = await open(browser, "blend");
            await focusControl(page, "k");
            const at = await page.evaluate(() => {
                const cell = document.querySelector("attention-explainer").shadowRoot.activeElement;
                cell.select();
                return cell.localName;
            });
            assert.equal(at, "input");
            await page.hand.type("0.25");
            await page.hand.press("Enter");
            await page.until(() => document.querySelector("attention-explainer").state.k.flat().includes(0.25));
            await page.close();
        },
    },
    {
        name: "the focus shows in the picture, and goes with it",
        async run(browser) {
            const page = await open(browser, around("softmax"));
            await page.evaluate(() => document.querySelector("#before").focus());
            await settled(page);
            const still = await picture(page);
            await focusControl(page, "temperature");
            await settled(page);
            const lit = await picture(page);
            assert.notEqual(lit.hash, still.hash);
            await focusControl(page, "score1");
            await settled(page);
            assert.notEqual((await picture(page)).hash, lit.hash);
            await page.evaluate(() => document.querySelector("#before").focus());
            await settled(page);
            assert.deepEqual(await picture(page), still);
            await page.close();
        },
    },
    {
        name: "Tab goes through the controls in their order, far down the page as well, and leaves; Shift+Tab comes back",
        async run(browser) {
            const ways = [];
            for (const room of [0, 9000]) {
                const page = await open(browser, around("softmax").replace("<attention", '<p class="room">on</p><attention'), {
                    style: `.room { height: ${room}px }`,
                });
                await page.evaluate(async () => {
                    const figure = document.querySelector("attention-explainer");
                    figure.loading = "eager";
                    await figure.loaded;
                    document.querySelector("#before").focus({ preventScroll: true });
                });
                const visited = [];
                for (let steps = 0; steps < 60; ++steps) {
                    await page.hand.press("Tab");
                    const at = await focused(page);
                    if (at === "after") break;
                    visited.push(at);
                }
                assert.equal(await focused(page), "after", visited.join(" "));
                const names = visited.filter((name) => parameter("softmax", name));
                const shown = await page.evaluate(() =>
                    [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".control:not([hidden]) [name]")].map(
                        (one) => one.getAttribute("name"),
                    ),
                );
                assert.ok(names.length > 7, visited.join(" "));
                assert.deepEqual(names, [...new Set(shown)]);
                assert.ok(visited.includes("menu-button"));
                await page.hand.press("Shift+Tab");
                assert.equal(await focused(page), visited.at(-1));
                assert.equal(await page.saved(), "");
                ways.push(visited);
                await page.close();
            }
            assert.deepEqual(ways[1], ways[0]);
        },
    },
    {
        name: "typing, Space and PageDown elsewhere are the page's",
        async run(browser) {
            const page = await open(browser, ['<input id="field">', "softmax", '<p class="tall">on</p>'], {
                style: ".tall { height: 4000px }",
            });
            await page.evaluate(() => document.querySelector("#field").focus());
            await page.hand.type("two words");
            await page.hand.press("ArrowLeft");
            await page.hand.press("Backspace");
            assert.equal(await page.evaluate(() => document.querySelector("#field").value), "two wors");
            await page.evaluate(() => document.activeElement.blur());
            for (const [key, down] of [
                ["Space", true],
                ["Home", false],
                ["PageDown", true],
            ]) {
                await page.hand.press(key);
                await page.until((far) => (far ? scrollY > 300 : scrollY === 0), down);
                await rest(page);
            }
            assert.deepEqual(await page.evaluate(() => window.watched.prevented), []);
            assert.equal(await page.saved(), "");
            await page.close();
        },
    },
];
