// embed.html in an iframe: what it tells its parent, what it takes from it, and from whom it takes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { copied, exhibitTable, makePage, open, origin, root, settled } from "./support.mjs";

/** A page that frames embed.html and keeps what it hears. */
async function frame(t, query, options = {}) {
    const page = await open(
        t,
        await makePage('<iframe width="600" height="500" title="exhibit"></iframe>', { script: false, headers: {} }),
        {
            init: () => {
                window.heard = [];
                addEventListener("message", ({ data, origin: from, source }) => {
                    window.heard.push({ ...data, from, framed: source === document.querySelector("iframe")?.contentWindow });
                });
            },
            ...options,
        },
    );
    await page.evaluate(
        (address) => (document.querySelector("iframe").src = address),
        `${options.origin ?? (await origin())}/embed.html?${query}`,
    );
    return page;
}

const wait = (page, type, count = 1) =>
    page.waitForFunction(([wanted, many]) => window.heard.filter((message) => message.type === wanted).length >= many, [type, count]);
const heard = (page, type) => page.evaluate((wanted) => window.heard.filter((message) => message.type === wanted), type);
const say = (page, message) => page.evaluate((data) => document.querySelector("iframe").contentWindow.postMessage(data, "*"), message);

test("ready, change and resize reach the parent; restore is obeyed; a wrong state is answered and changes nothing", async (t) => {
    const page = await frame(t, "exhibit=softmax&state=temperature=0.5;count=3&theme=dark");
    await wait(page, "ready");
    const [ready] = await heard(page, "ready");
    assert.equal(ready.source, "attention-explainer");
    assert.equal(ready.version, 1);
    assert.equal(ready.exhibit, "softmax");
    assert.equal(ready.state, "count=3;temperature=0.5");
    assert.equal(ready.from, await origin());
    assert.ok(ready.framed && ready.height > 100 && ready.width === 600);

    await say(page, { type: "restore", state: "temperature=2" });
    await wait(page, "change");
    const [change] = await heard(page, "change");
    assert.deepEqual(
        [change.state, change.values.temperature, change.by, change.source],
        ["temperature=2", 2, "api", "attention-explainer"],
    );

    await say(page, { type: "restore", state: "temperature=0" });
    await wait(page, "error");
    const [error] = await heard(page, "error");
    assert.match(error.message, /temperature must be a number from 0\.05 to 30, got 0/);
    assert.equal(await page.frames()[1].evaluate(() => document.querySelector("attention-explainer").save()), "temperature=2");

    assert.deepEqual(await heard(page, "resize"), []); // the height told by ready was the right one
    await page.evaluate(() => (document.querySelector("iframe").width = "330"));
    await wait(page, "resize");
    const [resize] = await heard(page, "resize");
    assert.equal(resize.width, 330);
    assert.notEqual(resize.height, ready.height);
    assert.deepEqual(page.problems, []);
});

test("restore without a state string is answered with an error and resets nothing; an empty string is the default state", async (t) => {
    const page = await frame(t, "exhibit=softmax&state=temperature=2");
    await wait(page, "ready");
    const odd = [
        {},
        { state: undefined },
        { state: null },
        { state: 5 },
        { state: { temperature: 3 } },
        { state: ["temperature=3"] },
        { State: "temperature=3" },
    ];
    for (const [index, rest] of odd.entries()) {
        await say(page, { type: "restore", ...rest });
        await wait(page, "error", index + 1);
    }
    assert.deepEqual(
        (await heard(page, "error")).map(({ error, message }) => [error, message]),
        odd.map(() => ["state", "restore needs a state, as a string"]),
    );
    assert.deepEqual(await heard(page, "change"), []);
    await say(page, { type: "restore", state: "" });
    await wait(page, "change");
    assert.deepEqual(
        (await heard(page, "change")).map(({ state }) => state),
        [""],
    );
    assert.deepEqual(page.problems, []);
});

test("it obeys its parent only: another frame, or a message that is none, changes nothing", async (t) => {
    const page = await frame(t, "exhibit=softmax");
    await wait(page, "ready");
    await page.evaluate(() =>
        document.body.append(Object.assign(document.createElement("iframe"), { srcdoc: "<p>other</p>", id: "other" })),
    );
    const other = await (await page.waitForSelector("#other")).contentFrame();
    await other.evaluate(() => parent.frames[0].postMessage({ type: "restore", state: "temperature=3" }, "*"));
    for (const nonsense of [null, "restore", 5, { type: "other" }, []]) await say(page, nonsense);
    await say(page, { type: "restore", state: "temperature=2" }); // messages arrive in order: after this one, the others have been
    await wait(page, "change");
    const changes = await heard(page, "change");
    assert.deepEqual(
        changes.map(({ state }) => state),
        ["temperature=2"],
    );
});

test("framed by another origin it speaks to that origin", async (t) => {
    const page = await frame(t, "exhibit=dot-product", { origin: (await origin()).replace("127.0.0.1", "localhost") });
    await wait(page, "ready");
    assert.equal((await heard(page, "ready"))[0].from, (await origin()).replace("127.0.0.1", "localhost"));
    await say(page, { type: "restore", state: "qx=1" });
    await wait(page, "change");
    assert.equal((await heard(page, "change"))[0].state, "qx=1");
});

for (const [query, words] of [
    ["exhibit=nothing", 'unknown exhibit "nothing"'],
    ["", "exhibit attribute is missing"],
]) {
    test(`embed.html?${query} says what is wrong, in words`, async (t) => {
        const page = await open(t, `${await origin()}/embed.html?${query}`);
        assert.ok(await page.getByText(words).isVisible());
        assert.deepEqual(page.problems, []);
    });
}

/** A page that frames a page without an origin, which frames embed.html: what that hears is in `heard`. `tell` has it say something to embed.html, or make it narrower. */
async function frameWithoutOrigin(t, query, helloAtLoad = false) {
    const inner = `<!doctype html><iframe src="${await origin()}/embed.html?${query}" width="600" height="500"
        ${helloAtLoad ? "onload=\"frames[0].postMessage({ type: 'hello' }, '*')\"" : ""}></iframe><script>
        const heard = [];
        addEventListener("message", ({ data, source }) => {
            if (data.do) frames[0].postMessage(data.do, "*");
            else if (data.narrower) document.querySelector("iframe").width = data.narrower;
            else if (source === frames[0]) { heard.push(data); parent.postMessage({ heard }, "*"); }
        });
        </script>`;
    const page = await open(
        t,
        await makePage('<iframe width="700" height="600" title="without an origin"></iframe>', { script: false, headers: {} }),
        {
            init: () => {
                window.heard = [];
                addEventListener("message", ({ data }) => data.heard && (window.heard = data.heard));
            },
        },
    );
    // (A page from a data: address has no origin; a sandboxed one would hand its sandbox on to the frame in it.)
    await page.evaluate((text) => (document.querySelector("iframe").src = `data:text/html,${encodeURIComponent(text)}`), inner);
    const tell = (message) => page.evaluate((data) => document.querySelector("iframe").contentWindow.postMessage(data, "*"), message);
    return { page, tell };
}

test("a parent that has no origin says hello, and is answered: ready, resize, and its restore is obeyed", async (t) => {
    const { page, tell } = await frameWithoutOrigin(t, "exhibit=softmax");
    // Until it is there.
    for (const end = Date.now() + 20_000; ;) {
        await tell({ do: { type: "hello" } });
        if (await page.evaluate(() => new Promise((done) => setTimeout(() => done(window.heard.some(({ type }) => type === "ready")), 50))))
            break;
        assert.ok(Date.now() < end, "no answer");
    }
    const [ready] = await heard(page, "ready");
    assert.equal(ready.state, "");
    await tell({ do: { type: "restore", state: "temperature=3" } });
    await page.waitForFunction(() => window.heard.some(({ type, state }) => type === "change" && state === "temperature=3"));
    await tell({ narrower: 330 });
    await wait(page, "resize");
    const resize = (await heard(page, "resize")).at(-1);
    assert.equal(resize.width, 330);
    assert.notEqual(resize.height, ready.height);
    assert.deepEqual(await heard(page, "error"), []);
});

for (const [query, message, types] of [
    ["exhibit=nothing", /unknown exhibit "nothing"/, ["error"]],
    ["exhibit=softmax&state=temperature=0", /temperature must be a number from 0\.05 to 30, got 0/, ["error", "ready"]],
]) {
    for (const atLoad of [true, false]) {
        test(`embed.html?${query}: a parent that has no origin and says hello ${atLoad ? "at load" : "late"} hears what is wrong`, async (t) => {
            const { page, tell } = await frameWithoutOrigin(t, query, atLoad);
            if (!atLoad) {
                const shown = types.includes("ready") ? "canvas" : ".error";
                await page.frameLocator("iframe").frameLocator("iframe").locator(shown).waitFor();
                await page.frames()[2].evaluate(() => document.querySelector("attention-explainer").settled());
                assert.deepEqual(await page.evaluate(() => window.heard), []); // to nobody, so far
                await tell({ do: { type: "hello" } });
            }
            for (const type of types) await wait(page, type);
            const all = await page.evaluate(() => window.heard);
            assert.deepEqual(
                all.map(({ type }) => type),
                types,
            );
            assert.equal(all[0].error, "state");
            assert.match(all[0].message, message);
        });
    }
}

test("a frame in the colours that its address names copies a link in these colours", async (t) => {
    for (const theme of ["", "&theme=dark"]) {
        const address = `${await origin()}/embed.html?exhibit=softmax`;
        const page = await open(t, address + theme, { permissions: ["clipboard-read", "clipboard-write"] });
        await settled(page);
        await page.hover("attention-explainer");
        await page.locator(".menu-button").click();
        assert.equal(await copied(page, () => page.locator("[data-action=link]").click()), address + theme);
    }
});

test("its document is in the language of its figure, and has its title", async (t) => {
    for (const lang of ["en", "de"]) {
        const page = await frame(t, `exhibit=softmax&lang=${lang}`);
        await wait(page, "ready");
        const [title, spoken] = await page.frames()[1].evaluate(() => [document.title, document.documentElement.lang]);
        const { title: english } = exhibitTable().find(({ id }) => id === "softmax");
        const { words } = JSON.parse(readFileSync(`${root}/web/words/de.json`, "utf8"));
        assert.deepEqual([title, spoken], [lang === "de" ? words[english] : english, lang]);
    }
});
