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

test("under the builder stand the figure's values, as they are now, and its size; in the tables what states are at first", async (t) => {
    const page = await openGuide(t);
    await page.locator("#built").scrollIntoViewIfNeeded();
    await settled(page, "#built");
    await page.evaluate(() => (document.querySelector("#built").state = { temperature: 2 }));
    await settled(page, "#built");
    const { values } = await page.evaluate(() => document.querySelector("#built").describe());
    const listed = (await page.locator("#names-of-values").evaluate((list) => list.innerHTML)).split("<br>").filter(Boolean);
    const read = listed.map((line) => line.match(/^<code>(.*)<\/code>: (.*)$/).slice(1));
    assert.deepEqual(
        read.map(([name]) => name),
        Object.keys(values),
    );
    for (const [name, text] of read) {
        const number = Number(text.replace("−", "-"));
        assert.ok(Math.abs(number - values[name]) <= 0.005 * Math.abs(values[name]), `${name}: ${text}, ${values[name]}`);
    }
    const { width, height } = await page.locator("#built").boundingBox();
    assert.equal(
        await page.locator("#size-of-figure").textContent(),
        `The figure above is ${Math.round(width)} px wide and ${Math.round(height)} px high.`,
    );
    const { parameters } = exhibitTable().find(({ id }) => id === "softmax");
    const first = await page
        .locator('[data-parameters] details:has(summary code:text-is("softmax")) tbody tr')
        .evaluateAll((rows) => rows.map(({ cells: [name, , at] }) => [name.textContent, at.textContent]));
    assert.deepEqual(
        first,
        parameters.filter(({ kind }) => kind !== "action").map(({ name, default: value }) => [name, String(value)]),
    );
    assert.deepEqual(page.problems, []);
});

test("the policy that it prints is all that figures need, as WebGL2 and as SVG; README prints the same", async (t) => {
    const [, policy] = /Content-Security-Policy: ([^<]+)</.exec(readFileSync(join(dist, "guide.html"), "utf8"));
    assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(`\`${policy}\``));
    const body = ["webgl2", "svg"].map(
        (renderer) => `<attention-explainer id="${renderer}" exhibit="map" renderer="${renderer}"></attention-explainer>`,
    );
    const page = await open(t, await makePage(body.join(""), { headers: { "content-security-policy": `default-src 'none'; ${policy}` } }), {
        height: 2000,
    });
    await settled(page);
    const drawn = await page.evaluate(() =>
        Promise.all(
            [...document.querySelectorAll("attention-explainer")].map(async (one) => {
                const bitmap = await createImageBitmap(await one.toBlob());
                const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                context.drawImage(bitmap, 0, 0);
                const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
                return [one.renderer, new Set(new Uint32Array(data.buffer)).size > 100];
            }),
        ),
    );
    assert.deepEqual(drawn, [
        ["webgl2", true],
        ["svg", true],
    ]);
    assert.deepEqual(page.problems, []);
});

test("what it says of keys and of a figure that fails: typed keys have the element as target and a field in their path; `loaded` stays pending", async (t) => {
    const guide = await openGuide(t);
    const said = await guide.locator("#reference").innerText();
    for (const word of ["event.composedPath()[0]", "stays pending where a figure fails"]) assert.ok(said.includes(word), word);
    const page = await open(
        t,
        await makePage(`<p><attention-value for="f" parameter="temperature">1.00</attention-value></p>
            <attention-explainer id="f" exhibit="softmax"></attention-explainer><attention-explainer id="wrong"></attention-explainer>`),
    );
    await settled(page, "#f");
    await page.evaluate(() => {
        window.keys = [];
        addEventListener("keydown", (event) => window.keys.push([event.target.localName, event.composedPath()[0].localName]));
    });
    await page.locator("attention-value .touch").click();
    await page.keyboard.press("5");
    await page.keyboard.press("Escape");
    await page.locator("#f input").first().focus();
    await page.keyboard.press("s");
    assert.deepEqual(await page.evaluate(() => window.keys), [
        ["attention-value", "input"],
        ["attention-explainer", "input"],
    ]);
    const first = await page.evaluate(async () => {
        const figure = document.querySelector("#wrong");
        const error = new Promise((heard) => figure.addEventListener("error", () => heard("error")));
        const loaded = figure.loaded.then(() => "loaded");
        figure.exhibit = "nothing";
        return Promise.race([error, loaded]);
    });
    assert.equal(first, "error");
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
