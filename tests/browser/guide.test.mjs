// The guide as an author uses it: what the builder writes makes the same figure in a page of one's own, samples are the files, nothing is left out.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { describe, dist, exhibitTable, makePage, open, origin, require, root, settled } from "./support.mjs";

const openGuide = async (t, options) => {
    const page = await open(t, `${await origin()}/guide.html`, options);
    await page.waitForFunction(() => document.querySelector("#made code").textContent !== "");
    await settled(page);
    return page;
};

/** Replaces the package's folder by where the tests serve it. */
const served = (text) =>
    text
        .replaceAll("attention-explainer/attention-explainer.js", "/attention-explainer.js")
        .replaceAll("attention-explainer/embed.html", "/embed.html");
const made = (page) => page.locator("#made code").textContent();

test("what the builder writes makes the same figure in another page: exhibits and states at random", async (t) => {
    const page = await openGuide(t);
    await page.locator("#built").scrollIntoViewIfNeeded();
    const number = random(seed);
    const tried = exhibitTable()
        .map((exhibit) => [number(), exhibit])
        .sort(([a], [b]) => a - b)
        .slice(0, 5)
        .map(([, exhibit]) => exhibit);
    for (const { id, parameters } of tried) {
        await page.locator('[name="exhibit"]').selectOption(id);
        await settled(page, "#built");
        const chosen = parameters.filter(({ kind }) => kind === "toggle" || kind === "number");
        const one = chosen[Math.floor(number() * chosen.length)];
        if (one) {
            const value =
                one.kind === "toggle"
                    ? !one.default
                    : Math.round((one.minimum + number() * (one.maximum - one.minimum)) / one.step) * one.step;
            await page.evaluate(([name, wanted]) => (document.querySelector("#built").state = { [name]: wanted }), [one.name, value]);
        }
        await settled(page, "#built");
        const built = await describe(page, "#built");
        const text = await made(page);
        assert.ok(text.includes(`exhibit="${id}"`), text);
        const other = await open(t, await makePage(served(text), { script: false }));
        await settled(other);
        const copied = await describe(other);
        assert.equal(copied.saved, built.saved, `${id}, SEED=${seed}`);
        if (id !== "cost" && id !== "proof" && id !== "check") assert.equal(copied.summary, built.summary, `${id}, SEED=${seed}`); // (these measure, or count up)
        assert.equal(
            (await other.locator("attention-explainer").textContent()).trim().replace(/\s+/g, " "),
            (await page.locator('[name="fallback"]').inputValue()).trim().replace(/\s+/g, " "),
        );
        assert.deepEqual(other.problems, []);
        await other.context().close();
    }
    assert.deepEqual(page.problems, []);
});

test("theme, menu, name, width and words of one's own, with signs that HTML knows, in every kind", async (t) => {
    const page = await openGuide(t);
    await page.locator("#built").scrollIntoViewIfNeeded();
    await page.locator('[name="theme"]').selectOption("dark");
    await page.locator('[name="menu"]').selectOption("none");
    await page.locator('[name="width"]').selectOption("360");
    await page.locator('[name="alt"]').fill('Shares "of" <one> & all');
    await page.locator('[name="fallback"]').fill("Five < six & </attention-explainer>\nsecond line");
    await page.evaluate(() => (document.querySelector("#built").state = { temperature: 2 }));
    await settled(page, "#built");
    const markup = await made(page);
    assert.ok(!markup.includes("<style"), "which a strict policy forbids");
    const [, rule] = /<!-- in your style sheet: (.*?) -->/.exec(markup);
    const open1 = await open(t, await makePage(served(markup), { script: false, headers: {}, head: `<style>${rule}</style>` }));
    await settled(open1);
    assert.deepEqual(
        await open1.evaluate(() => {
            const element = document.querySelector("attention-explainer");
            const { theme, menu, alt } = element;
            return {
                theme,
                menu,
                alt,
                width: element.getBoundingClientRect().width,
                state: element.save(),
                text: element.textContent.trim().replace(/\s+/g, " "),
                all: document.querySelectorAll("attention-explainer").length,
            };
        }),
        {
            theme: "dark",
            menu: "none",
            alt: 'Shares "of" <one> & all',
            width: 360,
            state: "temperature=2",
            text: "Five < six & </attention-explainer> second line",
            all: 1,
        },
    );

    await page.locator('[data-kind="frame"]').click();
    const framed = await open(t, await makePage(served(await made(page)), { script: false, headers: {} }));
    const frame = await (await framed.waitForSelector("iframe")).contentFrame();
    await frame.waitForFunction(() => document.querySelector("attention-explainer")?.save?.() === "temperature=2");
    assert.equal(await framed.locator("iframe").getAttribute("title"), 'Shares "of" <one> & all');

    await page.locator('[data-kind="react"]').click();
    const jsx = await made(page);
    const { code } = await require("esbuild").transform(jsx, { loader: "jsx", jsxFactory: "h" });
    const [, body] = /h\((.*)\);?\s*$/s.exec(code);
    const [tag, properties, child] = new Function(`return [${body}]`)();
    assert.deepEqual(
        { tag, properties, child },
        {
            tag: "attention-explainer",
            child: "Five < six & </attention-explainer>\nsecond line",
            properties: {
                exhibit: "softmax",
                state: "temperature=2",
                theme: "dark",
                menu: "none",
                alt: 'Shares "of" <one> & all',
                style: { maxWidth: 360 },
            },
        },
    );

    await page.locator('[data-kind="sentence"]').click();
    const sentence = await open(t, await makePage(served(await made(page)), { script: false, headers: {} }));
    await settled(sentence);
    const { values } = await describe(sentence);
    const [name, value] = await sentence.evaluate(() => [
        document.querySelector("attention-value").getAttribute("value"),
        document.querySelector("attention-value").text,
    ]);
    assert.ok(
        Math.abs(Number.parseFloat(value.replace("−", "-").replace(/[^\d.-]/g, "")) - values[name]) < 0.01 * Math.abs(values[name]) + 0.01,
        `${name}: ${value} beside ${values[name]}`,
    );
    for (const one of [page, open1, framed, sentence]) assert.deepEqual(one.problems, []);
});

test("samples are the files of web/examples, and what is shown beside a sample is what it says", async (t) => {
    const page = await openGuide(t);
    const samples = await page.evaluate(() =>
        [...document.querySelectorAll("pre.sample")].map((sample) => [sample.dataset.sample ?? "", sample.textContent]),
    );
    const files = samples.filter(([file]) => file !== "");
    assert.ok(files.length >= 6);
    for (const [file, text] of files) assert.equal(text, readFileSync(join(root, "web/examples", file), "utf8").trimEnd(), file);
    const shown = new Set(files.map(([file]) => file.split("/")[0]));
    for (const file of readdirSync(join(root, "web/examples"))) assert.ok(shown.has(file), `${file} is in no section of the guide`);
});

test("it names all that esbuild leaves behind: wasm, weights and words", async (t) => {
    const page = await openGuide(t);
    const said = await page.locator("#pages details", { hasText: "esbuild" }).textContent();
    for (const name of ["*.wasm", "learned/", "words/"]) assert.ok(said.includes(name), name);
});

test("tables have every attribute, method, event and property of the manifest; sizes are those of the files", async (t) => {
    const page = await openGuide(t);
    const text = await page.locator("[data-reference]").innerText();
    const {
        modules: [{ declarations }],
    } = JSON.parse(readFileSync(join(dist, "custom-elements.json"), "utf8"));
    for (const { tagName, attributes, events = [], members } of declarations) {
        for (const { name } of [...attributes, ...events, ...members])
            assert.ok(new RegExp(`(^|\\W)${name}(\\W|$)`).test(text), `${tagName}: ${name}`);
    }
    const sizes = await page
        .locator("[data-sizes] tbody tr")
        .evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, Number.parseInt(row.cells[1].textContent, 10)]));
    assert.ok(sizes.length >= 3);
    const weighed = JSON.parse(readFileSync(join(root, "build/web/sizes.json"), "utf8"));
    const total = (group) => weighed[group].gzip / 1024;
    const shown = Object.fromEntries(sizes);
    assert.ok(
        Math.abs(shown["a first figure such as dot-product, with the script and the engine"] - total("the first figure")) <= 1,
        JSON.stringify(sizes),
    );
    assert.ok(
        Math.abs(shown["all figures but those of models, with those that time the core's builds"] - total("all figures")) <= 1,
        JSON.stringify(sizes),
    );
});

test("the log has a figure's events as they come, and can be cleared", async (t) => {
    const page = await openGuide(t);
    await page.locator("#watched").scrollIntoViewIfNeeded();
    await settled(page, "#watched");
    const entries = () =>
        page
            .locator("#log li")
            .evaluateAll((items) =>
                items.map((item) => [item.querySelector("b").textContent, JSON.parse(item.querySelector("code").textContent)]),
            );
    await page.waitForFunction(() => document.querySelector("#log li"));
    assert.ok((await entries()).some(([name]) => name === "load"));
    await page.evaluate(() => (document.querySelector("#watched").state = { qx: 1.5 }));
    await page.waitForFunction(() => document.querySelector("#log b").textContent === "change");
    const [[, detail]] = await entries();
    assert.equal(detail.source, "api");
    assert.equal(detail.state.qx, 1.5);
    await page.locator("#clear").click();
    assert.deepEqual(await entries(), []);
});

for (const [width, colorScheme] of [
    [320, "light"],
    [768, "dark"],
    [1280, "light"],
]) {
    test(`at ${width} px (${colorScheme}) nothing is wider than the screen, and axe finds nothing`, async (t) => {
        const page = await openGuide(t, { width, height: 900, colorScheme, bypassCSP: true });
        for (const summary of await page.locator("#pages summary").all()) await summary.click();
        const wide = await page.evaluate(() => {
            const limit = document.documentElement.clientWidth;
            const scrolls = (element) => element.closest("pre, .scroll, #contents");
            const all = [...document.querySelectorAll("body *")].filter(
                (element) => !scrolls(element) && element.getBoundingClientRect().right > limit + 0.5,
            );
            return { scroll: document.documentElement.scrollWidth - limit, all: all.map((element) => element.outerHTML.slice(0, 80)) };
        });
        assert.deepEqual(wide, { scroll: 0, all: [] });
        await page.addScriptTag({ path: require.resolve("axe-core") });
        const violations = await page.evaluate(async () =>
            (await window.axe.run(document, { rules: { "color-contrast": { enabled: true } } })).violations.map(
                ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`,
            ),
        );
        assert.deepEqual(violations, []);
    });
}

test("links lead somewhere, and it loads without errors or violations of its policy", async (t) => {
    const page = await openGuide(t);
    const dead = await page.evaluate(async () => {
        const links = [...document.querySelectorAll("a[href]")];
        const bad = await Promise.all(
            links.map(async (link) => {
                if (link.hash && link.pathname === location.pathname)
                    return !document.getElementById(decodeURIComponent(link.hash.slice(1)));
                return !(await fetch(link.href)).ok;
            }),
        );
        return links.filter((_, i) => bad[i]).map(({ href }) => href);
    });
    assert.deepEqual(dead, []);
    assert.deepEqual(page.problems, []);
});
