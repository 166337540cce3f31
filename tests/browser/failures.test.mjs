// What happens when something fails: lost contexts, traps, missing WebGL2 or WebAssembly, a forbidding policy, missing files, wrong
// states. Every view comes back with its state, or says in words why not.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
    assertDrawn,
    describe,
    difference,
    focusControl,
    keepPictures,
    makePage,
    open,
    openExhibits,
    picture,
    rowsOf,
    settled,
    strictPolicy,
    wasmFor,
    wasmOf,
} from "./support.mjs";

/** Keeps hold of the engine's context and counts them. */
function watchContexts() {
    window.contexts = [];
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = original.call(this, kind, ...rest);
        if (kind === "webgl2" && context) window.contexts.push(context);
        return context;
    };
    window.errors = [];
    document.addEventListener("error", (event) => window.errors.push(event.detail), true);
}

const lose = (page) =>
    page.evaluate(async () => {
        const context = window.contexts.at(-1);
        const lost = new Promise((resolve) => context.canvas.addEventListener("webglcontextlost", resolve));
        context.getExtension("WEBGL_lose_context").loseContext();
        await lost;
    });

test("a lost WebGL context: the engine starts again, every view is back with its state, and still works", async (t) => {
    const page = await openExhibits(t, ["softmax", "dot-product"], { init: watchContexts, height: 1400 });
    await page.evaluate(() => {
        const [softmax, dot] = document.querySelectorAll("attention-explainer");
        softmax.state = { temperature: 0.25, count: 3 };
        dot.state = { kx: -1, ky: 3 };
    });
    await settled(page);
    await keepPictures(page);
    await lose(page);
    await settled(page);
    assert.equal(await page.evaluate(() => window.contexts.length), 2);
    for (const share of await difference(page)) assert.ok(share < 1e-4, `the new engine's pictures differ: ${share}`);
    const before = await picture(page);
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { temperature: 2 }));
    await settled(page);
    const after = await picture(page);
    assert.notEqual(after[0].hash, before[0].hash);
    assert.equal((await describe(page)).saved, "count=3;temperature=2");
    assert.deepEqual(wasmOf(page.fetched), wasmFor(["softmax", "dot-product"]), "nothing is fetched again");
    assert.deepEqual(await page.evaluate(() => window.errors), []);
});

/** Makes the engine's next call into WebAssembly trap: its glue calls exports through the instance, which this wraps. */
function trapOnDemand() {
    window.traps = 0;
    const original = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...rest) => {
        const instance = await original(...rest);
        const trap =
            (work) =>
            (...values) => {
                if (window.traps > 0) {
                    window.traps -= 1;
                    throw new WebAssembly.RuntimeError("unreachable");
                }
                return work(...values);
            };
        const exports = {};
        for (const [name, value] of Object.entries(instance.exports)) {
            // Calls of bound methods go through the function table; allocating a string or a value does not. malloc is in both ways.
            exports[name] = typeof value === "function" && !(value instanceof WebAssembly.Table) ? trap(value) : value;
        }
        return { exports };
    };
}

test("a trap in the engine: it starts again with the state; a view that traps again and again is given up, with words", async (t) => {
    const page = await openExhibits(t, ["softmax", "heads"], { init: trapOnDemand, height: 1900 });
    await page.evaluate(() => {
        const [softmax] = document.querySelectorAll("attention-explainer");
        window.errors = [];
        softmax.addEventListener("error", ({ detail }) => window.errors.push(detail));
        softmax.state = { temperature: 0.25 };
    });
    await settled(page);
    await keepPictures(page);
    const trapOnce = () =>
        page.evaluate(() => {
            const element = document.querySelector("attention-explainer");
            window.traps = 1;
            element.describe === undefined ||
                (() => {
                    try {
                        element.export("svg");
                    } catch {
                        /* not loaded: the trap */
                    }
                })();
            return window.traps;
        });
    assert.equal(await trapOnce(), 0, "the trap was met");
    await settled(page);
    for (const share of await difference(page)) assert.ok(share < 1e-4, `the new engine's pictures differ: ${share}`);
    assert.deepEqual(await page.evaluate(() => window.errors), []);
    assert.equal((await describe(page)).saved, "temperature=0.25");

    assert.equal(await trapOnce(), 0);
    await settled(page);
    const errors = await page.evaluate(() => window.errors);
    assert.equal(errors.length, 1);
    assert.equal(errors[0].type, "engine");
    assert.match(errors[0].message, /stopped/);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").save()), "temperature=0.25", "the state is kept");
    assert.ok((await difference(page))[1] < 1e-4, "the other view goes on");
    await page.locator('attention-explainer >> role=button[name="Try again"]').click();
    await settled(page);
    await page.evaluate(() => document.activeElement.blur()); // the keyboard is on its first control, which is drawn so
    await settled(page);
    for (const share of await difference(page)) assert.ok(share < 1e-4, `tried again, it is as it was: ${share}`);
    assert.equal(await trapOnce(), 0);
    await settled(page);
    assert.ok((await difference(page))[0] < 1e-4, "and it may trap once more before it is given up");
});

const failures = [
    [
        "no-wasm",
        "no WebAssembly",
        {
            init: () => {
                delete window.WebAssembly;
            },
        },
    ],
    ["csp", "security policy", { page: { headers: { "content-security-policy": strictPolicy.replace(" 'wasm-unsafe-eval'", "") } } }],
    [
        "csp",
        "security policy",
        { page: { headers: { "content-security-policy": strictPolicy.replace("connect-src 'self'", "connect-src 'none'") } } },
    ],
    ["load", "404", { missing: true }],
];
for (const [type, words, options] of failures) {
    test(`error ${type} (${words}): the event, the message, the fallback content; describe() says it is not loaded`, async (t) => {
        const address = await makePage(
            '<attention-explainer exhibit="softmax" state="temperature=2"><p id="fallback">Instead.</p></attention-explainer>',
            { ...options.page },
        );
        const page = await open(t, "about:blank", {});
        if (options.missing) await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
        if (options.init) await page.addInitScript(options.init);
        await page.addInitScript(() => {
            window.errors = [];
            document.addEventListener("error", (event) => event.detail && window.errors.push(event.detail), true);
        });
        await page.goto(address);
        await settled(page);
        await page.waitForFunction(() => window.errors.length > 0);
        const errors = await page.evaluate(() => window.errors);
        assert.equal(errors.length, 1);
        assert.equal(errors[0].type, type);
        assert.match(errors[0].message, new RegExp(words));
        assert.ok(await page.locator("#fallback").isVisible());
        assert.ok(await page.locator("attention-explainer").getByText(errors[0].message).isVisible());
        const [name, saved] = await page.evaluate(() => {
            const element = document.querySelector("attention-explainer");
            try {
                element.describe();
                return ["no error"];
            } catch (error) {
                return [error.name, element.save()];
            }
        });
        assert.equal(name, "InvalidStateError");
        assert.equal(saved, "temperature=2");
    });
}

test("a failed fetch is tried again by the next element that comes", async (t) => {
    const page = await open(t, await makePage("", {}));
    let refuse = true;
    await page.route("**/*.wasm", (route) => (refuse ? route.abort() : route.continue()));
    const types = () =>
        page.evaluate(
            () =>
                new Promise((resolve) => {
                    const element = document.createElement("attention-explainer");
                    element.exhibit = "softmax";
                    element.addEventListener("error", ({ detail }) => resolve(detail.type));
                    element.addEventListener("load", () => resolve("loaded"));
                    document.body.append(element);
                }),
        );
    assert.equal(await types(), "load");
    refuse = false;
    assert.equal(await types(), "loaded");
});

test("wrong states and unknown exhibits: the errors of the design; what is shown stays", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" state="temperature=0.5"></attention-explainer>', {
        init: watchContexts,
    });
    const before = await describe(page);
    const [shown] = await picture(page);
    const attempts = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        const events = [];
        element.addEventListener("error", ({ detail }) => events.push(detail));
        const thrown = (work) => {
            try {
                work();
                return "nothing";
            } catch (error) {
                return `${error.name}: ${error.message}`;
            }
        };
        const result = [
            thrown(() => (element.state = { temperature: 0 })),
            thrown(() => (element.state = { temperature: "abc" })),
            thrown(() => (element.state = { x: 1 })),
            thrown(() => element.restore("temperature=0")),
            thrown(() => element.restore("count=2;temperature=abc")),
            thrown(() => element.export("pdf")),
        ];
        element.setAttribute("state", "temperature=0");
        await element.settled();
        element.setAttribute("state", "temperature=abc");
        await element.settled();
        element.setAttribute("exhibit", "nothing");
        await element.settled();
        await Promise.resolve();
        return { result, events };
    });
    const range = "temperature must be a number from 0.05 to 30, got";
    assert.deepEqual(attempts.result.slice(0, 2), [`RangeError: ${range} 0`, `TypeError: ${range} "abc"`]);
    assert.match(attempts.result[2], /^TypeError: unknown parameter "x" \(softmax has count, temperature/);
    assert.deepEqual(attempts.result.slice(3, 5), [`RangeError: ${range} 0`, `TypeError: ${range} "abc"`]);
    assert.match(attempts.result[5], /^RangeError: format must be one of csv, json, numpy, svg; got "pdf"/);
    assert.deepEqual(
        attempts.events.map(({ type }) => type),
        ["state", "state", "state"],
    );
    assert.deepEqual(
        attempts.events.slice(0, 2).map(({ message }) => message),
        [`${range} 0`, `${range} "abc"`],
    );
    assert.match(attempts.events[2].message, /^unknown exhibit "nothing" \(there are opening, one-word, dot-product, /);
    await settled(page);
    assert.deepEqual(await describe(page), before);
    assert.deepEqual((await picture(page))[0], shown);
});

test("an element that begins with an unknown exhibit says so in words", async (t) => {
    const page = await open(
        t,
        await makePage('<attention-explainer exhibit="nothing"><p id="fallback">Instead.</p></attention-explainer>'),
        { init: watchContexts },
    );
    await settled(page);
    assert.ok(await page.locator("attention-explainer").getByText('unknown exhibit "nothing"').isVisible());
    assert.ok(await page.locator("#fallback").isVisible());
    assert.equal((await page.evaluate(() => window.errors))[0].type, "state");
    await page.evaluate(() => (document.querySelector("attention-explainer").exhibit = "softmax"));
    await settled(page);
    await assertDrawn(page); // and shows a known one when asked to
    assert.equal(rowsOf(await describe(page), "Weights").length, 5);
});
