// A hand on the picture: what it takes hold of, and what it leaves to the page.
import assert from "node:assert/strict";
import { controlBox, settled } from "../../browser/support.mjs";
import { draggedTo, handlesOf, width } from "../expected.mjs";
import { drag, open, picture, pointOf, quiet } from "../page.mjs";

const wide = { style: `body { margin: 0 } attention-explainer { width: ${width}px } .tall { height: 3000px }` };
const tall = '<p class="tall">on</p>';

// the tip of the query: the handle that lies furthest right
const tip = () => handlesOf("dot-product").reduce((best, point) => (point[0] > best[0] ? point : best));
const path = () => {
    const [x, y] = tip();
    return [
        [x, y],
        [x - 20, y + 12],
        [x - 50, y + 20],
        [x - 60, y + 44],
    ];
};
const cursor = (page) =>
    page.evaluate(() => getComputedStyle(document.querySelector("attention-explainer").shadowRoot.querySelector("canvas")).cursor);

export const pointer = [
    {
        name: "a handle is dragged: the same hand, the same state",
        async run(browser) {
            const page = await open(browser, "dot-product", wide);
            const before = await picture(page);
            await drag(page, path());
            const saved = await page.saved();
            assert.match(saved, /q[xy]=/);
            assert.equal(saved, draggedTo("dot-product", "", path(), false));
            assert.notEqual((await picture(page)).hash, before.hash);
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "larger type (`--attention-font-size`), and a handle is dragged",
        async run(browser) {
            const large = `body { margin: 0 } attention-explainer { width: ${1.25 * width}px; --attention-font-size: ${1.25 * 15}px }`;
            const page = await open(browser, "dot-product", { style: large });
            const laid = await page.evaluate(() =>
                Number(
                    document
                        .querySelector("attention-explainer")
                        .export("svg")
                        .match(/viewBox="0 0 ([\d.]+)/)[1],
                ),
            );
            const usual = laid === 1.25 * width;
            assert.ok(usual || laid === width, `laid out ${laid} px wide`);
            if (!usual) {
                const points = path().map((point) => point.map((length) => Math.round(1.25 * length)));
                await drag(page, points);
                assert.equal(
                    await page.saved(),
                    draggedTo(
                        "dot-product",
                        "",
                        points.map((point) => point.map((length) => length / 1.25)),
                        false,
                    ),
                );
            }
            await quiet(page);
            await page.close();
            return usual ? "type stays at 15 px" : undefined;
        },
    },
    {
        name: "a pointer over a handle: the picture and the cursor answer, and forget",
        async run(browser) {
            const page = await open(browser, "dot-product", wide);
            await page.hand.move(width + 100, 400);
            await settled(page);
            const [still, arrow] = [await picture(page), await cursor(page)];
            await page.hand.move(...tip());
            await settled(page);
            assert.notEqual((await picture(page)).hash, still.hash);
            assert.notEqual(await cursor(page), arrow);
            await page.hand.move(width + 100, 400);
            await settled(page);
            assert.deepEqual(await picture(page), still);
            await page.close();
        },
    },
    {
        name: "a slider follows the pointer outside and lets go there",
        async run(browser) {
            const page = await open(browser, "softmax", wide);
            const { x, width: long, middle } = await controlBox(page, "score1");
            await drag(page, [
                [x + long / 2, middle.y],
                [x + long * 0.6, middle.y],
                [width + 200, 700],
            ]);
            const saved = await page.saved();
            assert.match(saved, /^score1=/);
            await page.hand.move(x + long * 0.3, middle.y);
            await settled(page);
            assert.equal(await page.saved(), saved);
            await page.close();
        },
    },
    {
        name: "the wheel scrolls the page, over a figure as elsewhere",
        async run(browser) {
            const page = await open(browser, ["dot-product", tall], wide);
            await page.hand.wheel(...tip(), 240);
            await page.until(() => scrollY === 240);
            assert.deepEqual(await page.evaluate(() => window.watched.prevented), []);
            assert.equal(await page.saved(), "");
            await page.close();
        },
    },
    {
        name: "a finger drags a handle, and the page stays",
        needs: "touch",
        async run(browser) {
            const page = await open(browser, ["dot-product", tall], { ...wide, touch: true });
            await page.hand.swipe(path());
            const wanted = draggedTo("dot-product", "", path(), true);
            // Firefox hands a finger's moves to the page after it has told that they are done.
            await page.until((state) => document.querySelector("attention-explainer").save() === state, wanted).catch(() => {});
            assert.equal(await page.saved(), wanted);
            assert.equal(await page.evaluate(() => scrollY), 0);
            assert.ok((await page.evaluate(() => window.watched.prevented)).includes("touchstart"));
            await page.close();
        },
    },
    {
        name: "a finger elsewhere scrolls the page past it",
        needs: "scrolling by touch",
        async run(browser) {
            const page = await open(browser, ["dot-product", tall], { ...wide, touch: true });
            const slider = await controlBox(page, "qx");
            const y = Math.min(slider.middle.y, 700);
            await page.hand.swipe(Array.from({ length: 11 }, (_, step) => [200, y - 25 * step]));
            await page.until(() => scrollY > 100);
            assert.equal(await page.saved(), "");
            assert.deepEqual(await page.evaluate(() => window.watched.prevented), []);
            await page.close();
        },
    },
    {
        name: "after a resize it is as wide as its place, and as sharp as the screen",
        async run(browser) {
            const page = await open(browser, "softmax");
            for (const wanted of [1000, 520, 760]) {
                await page.resize(wanted, 800);
                await page.until((size) => innerWidth === size, wanted);
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // observers have told of it
                await settled(page);
                const seen = await picture(page);
                const [wide, high, ratio] = await page.evaluate(() => {
                    const { clientWidth, clientHeight } = document.querySelector("attention-explainer");
                    return [clientWidth, clientHeight, devicePixelRatio];
                });
                const scale = seen.renderer === "svg" ? 1 : ratio;
                assert.ok(wide <= wanted && wide > wanted - 40, `${wide} of ${wanted}`);
                assert.ok(Math.abs(seen.width - wide * scale) <= 1 && Math.abs(seen.height - high * scale) <= 1, JSON.stringify(seen));
            }
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "once still, it asks for no frame and no timer",
        async run(browser) {
            const page = await open(browser, ["softmax", "dot-product"]);
            await page.hand.move(300, 300);
            await settled(page);
            const { idle, awake } = await page.evaluate(async () => {
                const seen = [];
                const sleep = setTimeout.bind(window);
                for (const name of ["requestAnimationFrame", "setTimeout", "setInterval"]) {
                    const original = window[name].bind(window);
                    window[name] = (...rest) => (seen.push(name), original(...rest));
                }
                await new Promise((resolve) => sleep(resolve, 700)); // the one wait for a time: nothing is what is waited for
                const before = [...seen];
                document.querySelector("attention-explainer").state = { temperature: 2 };
                return { idle: before, awake: seen.length };
            });
            assert.deepEqual(idle, []);
            assert.ok(awake > 0);
            await page.close();
        },
    },
];
