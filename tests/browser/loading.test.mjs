// How the engine's bytes come: to the compiler as they were fetched, counted on the way, from servers of every kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, makePage, open, rowsOf, settled, wasmFor, wasmOf } from "./support.mjs";

/** Opens a page with an element that is loaded by these headers; keeps what the compiler was given and what was told of progress. */
async function load(t, contentType) {
    const page = await open(t, "about:blank", {
        init: () => {
            window.given = [];
            const original = WebAssembly.compileStreaming;
            WebAssembly.compileStreaming = (source) => (window.given.push([source.type, source.url]), original(source));
            window.progress = [];
            document.addEventListener("progress", ({ detail }) => window.progress.push([detail.loaded, detail.total]), true);
        },
    });
    let length = 0;
    await page.route("**/explainer.*.wasm", async (route) => {
        const response = await route.fetch();
        const body = await response.body();
        if (route.request().url().endsWith("/explainer.relaxed.wasm")) length = body.length;
        await route.fulfill({ body, headers: { ...response.headers(), "content-type": contentType } });
    });
    await page.goto(await makePage('<attention-explainer exhibit="softmax"></attention-explainer>'));
    await settled(page);
    assert.equal(rowsOf(await describe(page), "Weights").length, 5);
    const { given, progress } = await page.evaluate(() => ({ given: window.given, progress: window.progress }));
    assert.deepEqual(progress.at(-1), [length, length]);
    assert.deepEqual(page.problems, []);
    return given;
}

// Chromium keeps compiled code by the address of the response: one that is made of another's body has none, a clone's original has.
test("the compiler gets the very response that was fetched, with its address, and its bytes are counted all the same", async (t) => {
    const given = await load(t, "application/wasm");
    assert.deepEqual(wasmOf(given.map(([, address]) => address)), wasmFor(["softmax"]));
    for (const [type] of given) assert.equal(type, "basic");
});

test("a server that knows no application/wasm is good enough", async (t) => {
    assert.deepEqual(await load(t, "application/octet-stream"), []);
});

test("the WebGL context is made while the bytes come, after they are asked for; one that is lost by then is made anew", async (t) => {
    for (const lost of [false, true]) {
        const page = await open(t, await makePage('<attention-explainer exhibit="softmax"></attention-explainer>'), {
            argument: lost,
            init: (lose) => {
                window.order = [];
                const { fetch } = window;
                window.fetch = (...rest) => {
                    window.order.push("fetch");
                    return fetch(...rest).then(async (response) => {
                        if (lose) await new Promise((done) => setTimeout(done, 200)); // a slow network
                        return response;
                    });
                };
                const { getContext } = HTMLCanvasElement.prototype;
                HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                    const context = getContext.call(this, kind, ...rest);
                    if (kind === "webgl2") {
                        window.order.push("context");
                        if (lose && window.order.length === 3) context.getExtension("WEBGL_lose_context").loseContext();
                    }
                    return context;
                };
            },
        });
        await settled(page);
        assert.deepEqual(await page.evaluate(() => window.order), ["fetch", "fetch", "context", ...(lost ? ["context"] : [])]);
        assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").renderer), "webgl2");
        await assertDrawn(page);
    }
});

test("inside of what scrolls in the page a figure is made ready near its fold, and nothing further down is", async (t) => {
    const body = `<div id="scroller" tabindex="0"><div class="room"></div><attention-explainer exhibit="softmax"></attention-explainer></div>`;
    const head =
        "<style>#scroller { height: 500px; overflow-y: scroll } .room { height: 1700px } attention-explainer { height: 400px }</style>";
    const page = await open(t, await makePage(body, { headers: {}, head }));
    await page.evaluate(() => document.querySelector("attention-explainer").settled());
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").path), undefined, "1,200 px below the fold");
    await page.evaluate(() => (document.querySelector("#scroller").scrollTop = 900)); // it begins 300 px below the fold
    await page.waitForFunction(() => document.querySelector("attention-explainer").path !== undefined);
    await settled(page);
    assert.deepEqual(page.problems, []);
});
