// Slow and broken networks: progress goes on however slowly, each failure says what it is and can be tried again, and what is tried again with success
// is as if nothing had been.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { assertDrawn, describe, dist, makePage, open, settled, wasmFor, wasmOf } from "./support.mjs";

const wasm = await readFile(join(dist, "explainer.relaxed.wasm"));
const figures = `<attention-explainer id="a" exhibit="softmax" state="temperature=2"><p id="fallback">Instead.</p></attention-explainer>
    <attention-explainer exhibit="dot-product"></attention-explainer>`;

/** Keeps what the elements tell. */
function listen() {
    window.asked = [];
    const original = window.fetch;
    window.fetch = (address, options) => (
        /explainer\.\w+\.wasm/.test(address) && window.asked.push(options.cache),
        original(address, options)
    );
    window.told = { error: [], progress: [], load: [] };
    for (const type of Object.keys(window.told))
        document.addEventListener(type, ({ target, detail }) => target.describe && window.told[type].push({ ...detail }), true);
}

const opened = (t) => open(t, "about:blank", { init: listen, height: 1500 });
const told = (page, type) => page.evaluate((wanted) => window.told[wanted], type);
const failed = (page, count) => page.waitForFunction((wanted) => window.told.error.length >= wanted, count);
const messages = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].map(({ shadowRoot }) => {
            const error = shadowRoot.querySelector(".error");
            return error.checkVisibility() ? error.querySelector("[role=alert]").textContent : "";
        }),
    );
const button = (page, selector = "attention-explainer") => page.locator(`${selector} >> role=button[name="Try again"]`).first();

/** Nothing of a failure is left: both figures live, with the state that they had. */
async function assertAsIfNothing(page, count = 2) {
    await page.waitForFunction((wanted) => window.told.load.length >= wanted, count);
    await settled(page);
    assert.deepEqual(await messages(page), ["", ""]);
    assert.equal((await describe(page, "#a")).saved, "temperature=2");
    assert.ok(!(await page.locator("#fallback").isVisible()));
    await assertDrawn(page);
}

test("a byte now and then: each is told, the page stays alive, nobody gives up; broken off, it is tried again from the keyboard", async (t) => {
    const responses = [];
    let whole = false;
    const address = new URL(await makePage(figures));
    const server = createServer(async (request, response) => {
        if (request.url.endsWith("explainer.relaxed.wasm") && !whole) {
            response.writeHead(200, { "content-type": "application/wasm", "content-length": wasm.length });
            response.flushHeaders();
            return responses.push(response);
        }
        const { headers, status, body } = await fetch(new URL(request.url, address)); // all else as the other tests have it
        response.writeHead(status, Object.fromEntries(headers));
        for await (const bytes of body ?? []) response.write(bytes);
        response.end();
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    t.after(() => (server.closeAllConnections(), server.close()));
    const page = await opened(t);
    await page.goto(`http://127.0.0.1:${server.address().port}${address.pathname}`);
    while (responses.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.evaluate(
        () =>
            void (window.all = Promise.all([...document.querySelectorAll("attention-explainer")].map((element) => element.settled())).then(
                () => "settled",
            )),
    );
    for (let sent = 0; sent < 5; ++sent) {
        responses[0].write(wasm.subarray(sent, sent + 1));
        await page.waitForFunction((bytes) => window.told.progress.some(({ loaded }) => loaded === bytes), sent + 1);
        await page.evaluate((temperature) => (document.querySelector("#a").state = { temperature }), sent + 3); // it takes what is asked of it
    }
    await page.evaluate(() => (document.querySelector("#a").state = { temperature: 2 }));
    assert.deepEqual(
        (await told(page, "progress")).map(({ loaded, total }) => [loaded, total]),
        [1, 2, 3, 4, 5].flatMap((loaded) => [
            [loaded, wasm.length],
            [loaded, wasm.length],
        ]),
    );
    assert.equal(await page.evaluate(() => Promise.race([window.all, Promise.resolve("waits")])), "waits");
    assert.deepEqual([await told(page, "error"), await messages(page)], [[], ["", ""]]);
    responses[0].destroy();
    await failed(page, 2);
    assert.deepEqual(
        (await told(page, "error")).map(({ type }) => type),
        ["load", "load"],
    );
    const [said] = await messages(page);
    assert.deepEqual(
        (await told(page, "error")).map(({ message }) => message),
        [said, said],
    );
    assert.match(said, /^The exhibit's engine could not be loaded: /);

    // It fails once more: the button is there, with the focus.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
        document.querySelector("#a").shadowRoot.querySelector(".error p").textContent.startsWith("Trying again"),
    );
    while (responses.length < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
    responses[1].destroy();
    await failed(page, 4);
    const focus = () =>
        page.evaluate(() => [
            document.activeElement.id,
            document.activeElement.shadowRoot?.activeElement?.textContent || document.activeElement.shadowRoot?.activeElement?.name,
        ]);
    assert.deepEqual(await focus(), ["a", "Try again"]);
    whole = true;
    await page.keyboard.press("Enter");
    await assertAsIfNothing(page);
    assert.equal((await focus())[0], "a");
    assert.ok((await focus())[1], "the keyboard is on a control of the figure");
    const before = await page.evaluate(() => document.querySelector("#a").save());
    await page.evaluate(() => document.querySelector("#a").shadowRoot.querySelector("[name=temperature]").focus());
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await page.evaluate(() => document.querySelector("#a").save()), before);
});

const html = { status: 200, contentType: "text/html", body: "<!doctype html><title>Home</title>" };
for (const [what, answer, words] of [
    [
        "a truncated wasm",
        { status: 200, contentType: "application/wasm", body: wasm.subarray(0, wasm.length >> 1) },
        /explainer\.relaxed\.wasm \(application\/wasm\) is broken/,
    ],
    ["the home page instead of the wasm", html, /explainer\.relaxed\.wasm \(text\/html\) is broken/],
    ["500", { status: 500, body: "" }, /explainer\.relaxed\.wasm answered 500/],
    ["no glue", { status: 404, body: "" }, /dynamically imported module/],
]) {
    test(`${what}: an error in words, and all that failed for it are tried again together, past the cache`, async (t) => {
        const page = await opened(t);
        let bad = true;
        let asked = 0;
        // The glue is the chunk that is fetched with the engine and knows its memory.
        const glue = async (url) =>
            (await readFile(join(dist, url.pathname.slice(1)), "utf8").catch(() => "")).includes("instantiateWasm") &&
            url.pathname.startsWith("/chunk-");
        const main = async (url) => (await readFile(join(dist, url.pathname.slice(1)), "utf8").catch(() => "")).includes("customElements");
        await page.route(words.source.includes("wasm") ? "**/explainer.relaxed.wasm" : "**/chunk-*.js*", async (route) => {
            const url = new URL(route.request().url());
            const meant = url.pathname.endsWith(".wasm") || ((await glue(url)) && !(await main(url)));
            if (meant) asked += 1;
            return bad && meant ? route.fulfill(answer) : route.continue();
        });
        await page.goto(await makePage(`${figures}<attention-explainer id="other" exhibit="nothing"></attention-explainer>`));
        await failed(page, 3);
        const errors = (await told(page, "error")).filter(({ type }) => type !== "state");
        assert.deepEqual(
            errors.map(({ type }) => type),
            ["load", "load"],
        );
        for (const { message } of errors) assert.match(message, words);
        assert.deepEqual(
            (await messages(page)).slice(0, 2),
            errors.map(({ message }) => message),
        );
        assert.ok(await page.locator("#fallback").isVisible());
        assert.equal(await button(page, "#other").count(), 0, "what cannot be helped has no button");
        bad = false;
        await button(page).click();
        await page.evaluate(() => document.querySelector("#other").remove());
        await assertAsIfNothing(page);
        assert.equal(asked, words.source.includes("wasm") ? 2 : 3);
        assert.deepEqual(await page.evaluate(() => window.asked), ["default", "reload"], "what the cache has may be what is broken");
    });
}

test("somebody else gets through: those that failed before are there too", async (t) => {
    const page = await opened(t);
    let bad = true;
    await page.route("**/*.wasm", (route) => (bad ? route.abort() : route.continue()));
    await page.goto(await makePage(figures));
    await failed(page, 2);
    bad = false;
    await page.evaluate(() => {
        const late = document.createElement("attention-explainer");
        late.exhibit = "softmax";
        document.body.prepend(late);
        return late.settled();
    });
    await page.evaluate(() => document.querySelector("attention-explainer").remove());
    await assertAsIfNothing(page, 3);
});

test("offline after loading: live figures go on, more of them come; what was never fetched says so and is there when the network is", async (t) => {
    const page = await opened(t);
    await page.goto(await makePage(figures));
    await settled(page);
    await page.context().setOffline(true);
    const fetched = page.fetched.length;
    const rows = await page.evaluate(async () => {
        document.querySelector("#a").state = { count: 3 };
        const more = document.createElement("attention-explainer");
        more.exhibit = "scaling"; // whose code came with softmax
        more.loading = "eager";
        document.body.append(more);
        await Promise.all([...document.querySelectorAll("attention-explainer")].map((element) => element.settled()));
        return [document.querySelector("#a").describe().tables[0].rows.length, more.describe().tables.length > 0];
    });
    assert.deepEqual(rows, [3, true]);
    await assertDrawn(page, "#a");
    assert.equal(page.fetched.length, fetched, "nothing more was asked for");

    await page.evaluate(() => {
        const more = document.createElement("attention-explainer");
        more.id = "heads";
        more.exhibit = "heads"; // whose code was never asked for
        more.loading = "eager";
        document.body.append(more);
    });
    await failed(page, 1);
    assert.match((await messages(page)).at(-1), /^The exhibit's engine could not be loaded: /);
    await assertDrawn(page, "#a");
    await page.context().setOffline(false);
    await button(page, "#heads").click();
    await page.waitForFunction(() => document.querySelector("#heads").shadowRoot.querySelector("canvas").width > 300);
    await settled(page);
    assert.ok((await describe(page, "#heads")).tables.length > 0);
    await assertDrawn(page, "#heads");
    assert.deepEqual(wasmOf([...new Set(page.fetched)]), wasmFor(["softmax", "dot-product", "heads"]));
    await page.evaluate(() => document.querySelector("#heads").remove());
    await page.context().setOffline(true);

    await page.evaluate(() => {
        for (const one of [...document.querySelectorAll("attention-explainer")].slice(0, 2)) one.setAttribute("renderer", "svg");
    });
    await failed(page, 3);
    assert.deepEqual(
        (await told(page, "error")).map(({ type }) => type),
        ["load", "load", "load"],
    );
    assert.match((await messages(page))[0], /^This exhibit could not be shown: /);
    await page.context().setOffline(false);
    // In one go: those that share a reason are tried again together, and what is settled is drawn.
    const drawn = await page.evaluate(async () => {
        const figures = [...document.querySelectorAll("attention-explainer")].slice(0, 2);
        figures[0].shadowRoot.querySelector(".error button").click();
        await Promise.all(figures.map((figure) => figure.settled()));
        return figures.map(({ shadowRoot }) => shadowRoot.querySelectorAll(".drawing text").length > 5);
    });
    assert.deepEqual(drawn, [true, true]);
    assert.deepEqual(await messages(page), ["", "", ""]);
    assert.equal((await describe(page, "#a")).saved, "count=3;temperature=2");
});
