// What is computed, said and drawn, in every engine what it is in Node. One look at all exhibits serves several behaviours.
import assert from "node:assert/strict";
import { againstSvg, exhibitTable, notAveraged, settled, wasmFor } from "../../browser/support.mjs";
import { assertSame, described, strokes, width } from "../expected.mjs";
import { open, picture, pictures, quiet } from "../page.mjs";

export const exhibits = exhibitTable();
export const timed = new Set(["proof"]); // it shows times: only what it begins with is compared
const smaller = { map: "n=128" }; // its default, 4096 tokens, takes a software renderer ten seconds
const stateOf = (id) => smaller[id] ?? "";
const tagOf = (id) => `<attention-explainer exhibit="${id}" state="${stateOf(id)}"></attention-explainer>`;
/** A preset of an exhibit in that size, in which there are no such far tokens as it may point at. */
const presetOf = (id, state) => (smaller[id] ? [smaller[id], state.replace(/\bkey=\d+;?/, "")].filter(Boolean).join(";") : state);
export const wide = { style: `attention-explainer { width: ${width}px }` };

const tours = new WeakMap();

/** Scrolls to each exhibit on a plain page, as a reader does, and keeps what it says and shows there. */
export function tour(browser) {
    if (!tours.has(browser)) tours.set(browser, tourOf(browser, wide));
    return tours.get(browser);
}

/** The same on a page with these options; `around` puts each tag into what it stands in there. */
export async function tourOf(browser, options, around = (tag) => tag) {
    const page = await open(
        browser,
        exhibits.map(({ id }) => around(tagOf(id))),
        options,
    );
    const seen = {};
    for (const { id } of exhibits) {
        const selector = `[exhibit=${id}]`;
        await page.evaluate((wanted) => document.querySelector(wanted).scrollIntoView(), selector);
        if (!timed.has(id)) await settled(page, selector);
        else
            await page.until((wanted) => {
                const { renderer, shadowRoot } = document.querySelector(wanted);
                if (renderer === "svg") return shadowRoot.querySelector(".drawing")?.firstChild != null;
                return renderer === "webgl2" && ![0, 300].includes(shadowRoot.querySelector("canvas").width); // what it has far away, and before it is drawn
            }, selector);
        seen[id] = {
            ...(await picture(page, selector)),
            ...(await page.evaluate((wanted) => {
                const element = document.querySelector(wanted);
                const nodes = element.shadowRoot.querySelector(".drawing")?.querySelectorAll("*") ?? [];
                const shapes = [...nodes].map(({ localName }) => localName);
                return {
                    said: element.describe(),
                    strokes: element.export("svg"),
                    shapes,
                    height: element.clientHeight,
                    saved: element.save(),
                };
            }, selector)),
        };
        const { renderer } = seen[id];
        if (renderer === "webgl2" && !notAveraged.includes(id)) [seen[id].against] = await againstSvg(page, selector);
    }
    await quiet(page);
    await page.close();
    return seen;
}

/** Which build runs. */
const pathOf = (page) => page.evaluate(() => document.querySelector("attention-explainer").path);

/** What is drawn, but for maps, of which a file has more pixels. */
const drawnShape = (name) => !["svg", "title", "desc", "image"].includes(name);
const shapesOf = (svg) => [...svg.matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name).filter(drawnShape);
const withoutPictures = (svg) => svg.replaceAll(/data:[^"]*/g, "");

export const drawing = [
    {
        name: "loads: one build of the engine, no error",
        async run(browser, engine) {
            const page = await open(browser, "softmax");
            const [path, renderer, loads] = await page.evaluate(() => {
                const element = document.querySelector("attention-explainer");
                return [element.path, element.renderer, window.watched.loads];
            });
            assert.deepEqual([renderer, loads], [engine.webgl2 ? "webgl2" : "svg", 1]);
            assert.deepEqual(page.wasm(), wasmFor(["softmax"], path));
            await quiet(page);
            await page.close();
            return `${path}, ${renderer === "svg" ? "SVG" : "WebGL2"}`;
        },
    },
    {
        name: "every exhibit says the same numbers and words",
        async run(browser) {
            const seen = await tour(browser);
            for (const { id } of exhibits) {
                assert.equal(seen[id].saved, stateOf(id), id);
                const [said, wanted] = [seen[id].said, described(id, stateOf(id))];
                if (timed.has(id))
                    assert.deepEqual(
                        said.tables.map(({ title, columns }) => [title, columns]),
                        wanted.tables.map(({ title, columns }) => [title, columns]),
                    );
                else assertSame(said, wanted, id);
            }
        },
    },
    {
        name: "and so in the states of its presets",
        async run(browser) {
            const page = await open(browser, "softmax", wide);
            for (const { id, presets } of exhibits.filter(({ presets: some }) => some.length > 0)) {
                const said = await page.evaluate(
                    async ([exhibit, states]) => {
                        const element = document.querySelector("attention-explainer");
                        element.exhibit = exhibit;
                        const list = [];
                        for (const state of states) {
                            element.restore(state);
                            await element.settled();
                            list.push(element.describe());
                        }
                        return list;
                    },
                    [id, presets.map(({ state }) => presetOf(id, state))],
                );
                presets.forEach(({ state }, index) => assertSame(said[index], described(id, presetOf(id, state)), `${id} ${state}`));
            }
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "every exhibit is drawn as its strokes say",
        async run(browser, engine) {
            for (const [id, { renderer, richness, shapes, strokes: file, against }] of Object.entries(await tour(browser))) {
                assert.equal(renderer, engine.webgl2 ? "webgl2" : "svg", id);
                assert.ok(richness >= 20, `${id}: ${richness} colours or nodes`);
                if (renderer === "svg") assert.deepEqual(shapes.filter(drawnShape), shapesOf(file), id);
                else if (against && !timed.has(id)) assert.ok(against.alike > 0.9 && against.mean < 4, `${id}: ${JSON.stringify(against)}`);
            }
        },
    },
    {
        name: "the strokes are the same to the last digit but one",
        async run(browser) {
            const seen = await tour(browser);
            for (const { id } of exhibits.filter((one) => !timed.has(one.id)))
                assertSame(withoutPictures(seen[id].strokes), withoutPictures(strokes(id, stateOf(id))), id);
        },
    },
    {
        name: "the height reserved before it loads is the height after",
        async run(browser) {
            const far = '<div class="far"></div>';
            const page = await open(browser, [far, ...exhibits.map(({ id }) => id)], { style: ".far { height: 9000px }" });
            const heights = () =>
                page.evaluate(() =>
                    [...document.querySelectorAll("attention-explainer")].map(({ exhibit, offsetHeight }) => [exhibit, offsetHeight]),
                );
            const reserved = await heights();
            assert.ok(reserved.every(([, height]) => height > 100));
            assert.deepEqual(page.wasm(), []);
            await page.evaluate(async () => {
                const all = [...document.querySelectorAll("attention-explainer")];
                for (const element of all) element.loading = "eager";
                await Promise.all(all.map((element) => element.settled()));
            });
            assert.ok(await page.evaluate(() => document.querySelector("[exhibit=proof]").path));
            assert.deepEqual(await heights(), reserved);
            await page.close();
        },
    },
    {
        name: "20 elements: one engine, no file twice, each its own picture",
        async run(browser, engine) {
            const kinds = ["softmax", "dot-product", "blend"];
            const page = await open(
                browser,
                Array.from({ length: 20 }, (_, index) => kinds[index % 3]),
            );
            for (let index = 0; index < 20; ++index) {
                await page.evaluate(async (at) => {
                    const element = document.querySelectorAll("attention-explainer")[at];
                    element.scrollIntoView();
                    await element.settled();
                }, index);
            }
            assert.deepEqual(page.wasm(), wasmFor(kinds, await pathOf(page)));
            assert.equal(await page.evaluate(() => window.watched.contexts.size), engine.webgl2 ? 1 : 0);
            const before = await pictures(page);
            assert.equal(new Set(before.map(({ hash }) => hash)).size, 3, "the same exhibit looks the same everywhere");
            await page.evaluate(async () => {
                const element = document.querySelectorAll("attention-explainer")[18];
                element.state = { temperature: 0.3 };
                element.scrollIntoView();
                await element.settled();
            });
            const after = await pictures(page);
            assert.deepEqual(
                after.flatMap(({ hash }, index) => (hash === before[index].hash ? [] : [index])),
                [18],
            );
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "a lost WebGL context: back with its state",
        needs: "WebGL2",
        async run(browser) {
            const page = await open(browser, '<attention-explainer exhibit="softmax" state="temperature=0.25"></attention-explainer>');
            const before = await picture(page);
            await page.evaluate(async () => {
                const [context] = window.watched.contexts;
                const lost = new Promise((resolve) => context.canvas.addEventListener("webglcontextlost", resolve));
                context.getExtension("WEBGL_lose_context").loseContext();
                await lost;
                document.querySelector("attention-explainer").state = { count: 3 };
            });
            await settled(page);
            assert.equal(await page.evaluate(() => window.watched.contexts.size), 2);
            assert.equal(await page.saved(), "count=3;temperature=0.25");
            const after = await picture(page);
            assert.ok(after.richness > 20 && after.hash !== before.hash);
            assert.deepEqual(page.wasm(), wasmFor(["softmax"], await pathOf(page)));
            await quiet(page);
            await page.close();
        },
    },
    {
        name: '`renderer="svg"` there and back: same state, same words',
        async run(browser, engine) {
            const page = await open(browser, '<attention-explainer exhibit="softmax" state="temperature=0.4"></attention-explainer>');
            const said = () =>
                page.evaluate(() => [
                    document.querySelector("attention-explainer").save(),
                    document.querySelector("attention-explainer").describe().summary,
                ]);
            const before = await said();
            for (const renderer of ["svg", "webgl2"]) {
                await page.evaluate((name) => (document.querySelector("attention-explainer").renderer = name), renderer);
                await settled(page);
                const { renderer: drawn, richness } = await picture(page);
                assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").renderer), drawn);
                assert.equal(drawn === "svg", renderer === "svg" || !engine.webgl2);
                assert.ok(richness > 20);
                assert.deepEqual(await said(), before);
            }
            await quiet(page);
            await page.close();
        },
    },
];
