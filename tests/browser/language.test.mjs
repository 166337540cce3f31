// Figures in another language: which one they speak, that all of it is said in it, and that nothing else about them differs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { dist, exhibitTable, focusControl, hold, makePage, open, require, root, settled } from "./support.mjs";

/** Some German, whatever the package's own file has by now. */
const some = {
    lang: "de",
    decimal: ",",
    words: {
        "How scores become weights": "Wie aus Scores Gewichte werden",
        "temperature T": "Temperatur T",
        scores: "Anzahl",
        "How many scores compete.": "Wie viele Scores es gibt.",
        Weights: "Gewichte",
        weight: "Gewicht",
        percent: "Prozent",
        "Menu of {}": "Menü zu {}",
        Reset: "Zurücksetzen",
        "Copy link": "Link kopieren",
        "row {}, column {}": "Zeile {}, Spalte {}",
        "must be a number from {} to {}, not {}": "muss eine Zahl von {} bis {} sein, nicht {}",
        "\u201c{}\u201d": "„{}“",
        "{}; {} stays": "{}; es bleibt {}",
        "Arrow keys change it, Enter types over it.": "Pfeiltasten ändern sie, Enter überschreibt sie.",
        "The exhibit's engine could not be loaded: {}": "Die Figur konnte nicht geladen werden: {}",
        "Try again": "Noch einmal",
        on: "an",
        off: "aus",
    },
};
const titles = Object.fromEntries(exhibitTable().map(({ id, title }) => [id, title]));
some.words[titles.softmax] = "Softmax, Schritt für Schritt";

/** Opens a page with a file of words for `words="words.json"`, and the package's own replaced by it. */
async function german(t, body, { file = some, own = file, html = "", height = 3000, ...options } = {}) {
    const page = await open(t, "about:blank", { height, ...options });
    const fulfil = (answer) => (route) =>
        typeof answer === "object"
            ? route.fulfill({ contentType: "application/json", body: JSON.stringify(answer) })
            : route.fulfill(answer === 404 ? { status: 404 } : { body: answer });
    await page.route("**/made/words.json", fulfil(file));
    if (own) await page.route("**/words/de.json", fulfil(own));
    page.fetched.length = 0;
    const address = await makePage(body, options.page);
    if (html)
        await page.addInitScript((lang) => {
            new MutationObserver((_, observer) => {
                if (!document.documentElement) return;
                document.documentElement.lang = lang;
                observer.disconnect();
            }).observe(document, { childList: true });
        }, html);
    await page.goto(address);
    await settled(page);
    return page;
}

const softmax = (attributes = "", id = "f") => `<attention-explainer id="${id}" exhibit="softmax" ${attributes}></attention-explainer>`;

/** What a figure says: of its tables, its controls, its menu, its box and its picture. */
const said = (page, selector = "#f") =>
    page.evaluate((wanted) => {
        const figure = document.querySelector(wanted);
        const inside = (one) => figure.shadowRoot.querySelector(one);
        const { summary, tables, values } = figure.describe();
        const temperature = inside('[name="temperature"]');
        return {
            lang: inside(".box").lang,
            label: inside(".box").ariaLabel,
            menu: inside(".menu-button").ariaLabel,
            control: temperature.labels[0].textContent,
            spoken: temperature.getAttribute("aria-valuetext"),
            table: tables[0].title,
            cells: [...figure.shadowRoot.querySelectorAll(".tables td")].map((cell) => cell.textContent),
            drawn: figure.export("svg").includes("Temperatur"),
            summary,
            values,
        };
    }, selector);

function assertGerman(it) {
    assert.equal(it.lang, "de");
    assert.equal(it.label, "Softmax, Schritt für Schritt");
    assert.equal(it.menu, "Menü zu Softmax, Schritt für Schritt");
    assert.equal(it.control, "Temperatur T");
    assert.match(it.spoken, /^1,00?$|^1$/);
    assert.equal(it.table, "Gewichte");
    assert.ok(it.drawn, "the picture");
    assert.ok(it.cells.some((cell) => /^\d+,\d+$/.test(cell)) && !it.cells.some((cell) => /^\d+\.\d+$/.test(cell)), String(it.cells));
}

function assertEnglish(it) {
    assert.equal(it.lang, "en");
    assert.equal(it.label, titles.softmax);
    assert.equal(it.control, "temperature T");
    assert.equal(it.table, "Weights");
    assert.ok(!it.drawn && it.cells.some((cell) => /^\d+\.\d+$/.test(cell)));
}

for (const [name, body, html] of [
    ["its own lang", softmax('lang="de"')],
    ["that of an ancestor, in a region", `<main lang="de-AT"><div>${softmax()}</div></main>`],
    ["that of the page", softmax(), "de"],
    ["its author's words, whatever lang says", softmax('words="words.json" lang="en"')],
    ["its author's words on a page of a third language", `<div lang="fr">${softmax('words="words.json"')}</div>`],
])
    test(`a figure speaks ${name}: picture, controls, menu, tables`, async (t) => {
        const page = await german(t, body, { html });
        assertGerman(await said(page));
        assert.deepEqual(page.problems, []);
    });

test("on a page in English, or in a language that there is not, nothing of another is fetched", async (t) => {
    const page = await german(
        t,
        `${softmax()}<div lang="fr">${softmax("", "g")}</div><div lang="de"><p lang="">${softmax("", "h")}</p></div>`,
    );
    for (const id of ["#f", "#g", "#h"]) assertEnglish(await said(page, id));
    assert.deepEqual(
        page.fetched.filter((path) => path.endsWith(".json")),
        [],
    );
});

test("many figures fetch one file, when they connect and not when they come near; inside a shadow root too", async (t) => {
    const page = await german(t, `<div class="room"></div><div lang="de">${softmax()}${softmax("", "g")}<div id="host"></div></div>`);
    await page.evaluate(() => {
        const shadow = document.querySelector("#host").attachShadow({ mode: "open" });
        shadow.innerHTML = '<attention-explainer exhibit="softmax"></attention-explainer>';
    });
    await page.evaluate(() => document.querySelector("#host").shadowRoot.firstChild.loaded);
    assert.equal(await page.evaluate(() => document.querySelector("#host").shadowRoot.firstChild.describe().tables[0].title), "Gewichte");
    assert.equal(page.fetched.filter((path) => path.endsWith("/words/de.json")).length, 1);
    // the page of its shadow root changes
    await page.evaluate(() => (document.querySelector("#host").lang = "en"));
    await page.evaluate(() => document.querySelector("#host").shadowRoot.firstChild.settled());
    assert.equal(await page.evaluate(() => document.querySelector("#host").shadowRoot.firstChild.describe().tables[0].title), "Weights");
    assertGerman(await said(page));
});

test("far from the reader it has its words, and nothing else", async (t) => {
    const page = await german(t, `<p id="room"></p><div lang="de">${softmax()}</div>`, {
        height: 600,
        init: () => addEventListener("DOMContentLoaded", () => (document.querySelector("#room").style.height = "9000px")),
    });
    await page.waitForFunction(() => document.querySelector("#f").shadowRoot.querySelector(".box").lang === "de");
    assert.deepEqual(
        page.fetched.filter((path) => path.endsWith(".wasm")),
        [],
    );
    assert.equal(
        await page.evaluate(() => document.querySelector("#f").shadowRoot.querySelector(".poster span").textContent),
        "Softmax, Schritt für Schritt",
    );
});

for (const [name, file, why] of [
    ["is not there", 404, /answered 404/],
    ["is no JSON", "<!doctype html>", /JSON/],
    ["has no words", { lang: "de", decimal: "," }, /"words"/],
    ["has words that are no texts", { lang: "de", decimal: ",", words: { weight: 3 } }, /"words"/],
    ["has another decimal sign", { lang: "ar", decimal: "٫", words: {} }, /"decimal"/],
    ["is a list", [], /"lang"/],
])
    test(`where the file ${name} the figure is English and says why`, async (t) => {
        const page = await german(t, "", { file });
        const [type, message] = await page.evaluate(async () => {
            const figure = document.createElement("attention-explainer");
            figure.id = "f";
            figure.exhibit = "softmax";
            figure.words = "words.json";
            const error = new Promise((told) =>
                figure.addEventListener("error", ({ detail }) => told([detail.type, detail.message]), { once: true }),
            );
            document.body.append(figure);
            await figure.loaded;
            await figure.settled();
            return error;
        });
        assert.equal(type, "load");
        assert.match(message, why);
        assert.match(message, /words\.json .*English/);
        assertEnglish(await said(page));
    });

test("chosen, left and chosen again while its file is on the way, a language that cannot be had is one error", async (t) => {
    const page = await german(t, softmax());
    const release = await hold(page, "**/words/de.json", (route) => route.fulfill({ status: 404 }));
    await page.evaluate(async () => {
        const figure = document.querySelector("#f");
        window.errors = [];
        figure.addEventListener("error", ({ detail }) => window.errors.push(detail.message));
        for (const lang of ["de", "en", "de"]) {
            document.documentElement.lang = lang;
            await new Promise((resolve) => setTimeout(resolve)); // (observers have seen it)
        }
    });
    release();
    await settled(page);
    assert.equal((await page.evaluate(() => window.errors)).length, 1);
    assertEnglish(await said(page));
});

test("where the engine's code for other languages cannot be had the figure is English and says why; put in again it tries again", async (t) => {
    const page = await german(t, "");
    const code = "**/explainer.language.*.wasm";
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    const why = await page.evaluate(async () => {
        const figure = document.createElement("attention-explainer");
        Object.assign(figure, { id: "f", exhibit: "softmax", lang: "de" });
        window.errors = [];
        figure.addEventListener("error", ({ detail }) => window.errors.push([detail.type, detail.message]));
        document.body.append(figure);
        await figure.loaded;
        await figure.settled();
        return window.errors;
    });
    assert.equal(why.length, 1);
    assert.equal(why[0][0], "load");
    assert.match(why[0][1], /de\.json .*English: .*answered 404/);
    assertEnglish(await said(page));
    await page.unroute(code);
    await page.evaluate(async () => {
        const figure = document.querySelector("#f");
        figure.remove();
        document.body.append(figure);
        await new Promise((resolve) => setTimeout(resolve));
        await figure.settled();
    });
    assertGerman(await said(page));
    assert.equal(await page.evaluate(() => window.errors.length), 1);
});

test("changed while it is there it keeps its state, its values and its events, on whatever element lang is changed", async (t) => {
    const page = await german(t, `<main><section>${softmax('state="temperature=0.5;count=3"')}</section></main>`);
    await page.evaluate(() => {
        const figure = document.querySelector("#f");
        window.events = [];
        for (const type of ["load", "change", "error"]) figure.addEventListener(type, () => window.events.push(type));
        figure.state = { score1: 1.5 };
    });
    await settled(page);
    const values = await page.evaluate(() => document.querySelector("#f").describe().values);
    const state = await page.evaluate(() => document.querySelector("#f").save());
    for (const [lang, change] of [
        ["de", (figure) => (figure.lang = "de")],
        ["en", (figure) => figure.removeAttribute("lang")],
        ["de", (figure) => (figure.closest("section").lang = "de")],
        ["en", (figure) => (figure.closest("section").lang = "en")],
        ["de", (figure) => (figure.closest("section").removeAttribute("lang"), (document.documentElement.lang = "de-CH"))],
        ["en", () => (document.documentElement.lang = "en")],
        ["de", (figure) => (figure.words = "words.json")],
        ["en", (figure) => figure.removeAttribute("words")],
    ]) {
        await page.locator("#f").evaluate(change);
        await settled(page);
        const now = await said(page);
        assert.equal(now.lang, lang, String(change));
        assert.equal(now.table, lang === "de" ? "Gewichte" : "Weights", String(change));
        assert.deepEqual(now.values, values, String(change));
        assert.equal(await page.evaluate(() => document.querySelector("#f").save()), state);
    }
    assert.deepEqual(await page.evaluate(() => window.events), ["change"]);
    // it goes on: by hand, and back
    await focusControl(page, "temperature");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.events), ["change", "change"]);
    await page.evaluate(() => document.querySelector("#f").undo());
    assert.match(await page.evaluate(() => document.querySelector("#f").save()), /temperature=0.5/);
    assert.deepEqual(page.problems, []);
});

test("the focus stays where it is when the language changes", async (t) => {
    const page = await german(t, softmax());
    await focusControl(page, "temperature");
    await page.evaluate(async () => {
        document.documentElement.lang = "de";
        await document.querySelector("#f").settled();
    });
    assert.equal(await page.evaluate(() => document.querySelector("#f").shadowRoot.activeElement?.name), "temperature");
    assertGerman(await said(page));
});

test("moved into a place of another language it speaks that", async (t) => {
    const page = await german(t, `<div id="a">${softmax()}</div><div id="b" lang="de"></div>`);
    const move = (id, how) =>
        page.evaluate(
            async ([to, by]) => {
                const figure = document.querySelector("#f");
                const place = document.querySelector(to);
                place[by] ? place[by](figure, null) : place.append(figure);
                await figure.settled();
            },
            [id, how],
        );
    await move("#b", "moveBefore");
    assertGerman(await said(page));
    await move("#a", "insertBefore");
    assertEnglish(await said(page));
    await move("#b", "insertBefore");
    assertGerman(await said(page));
});

test("two figures of two languages on one page, each its own; as a group they share what they have in common", async (t) => {
    const page = await german(t, `${softmax('group="g"')}<div lang="de">${softmax('group="g"', "g")}</div>`);
    assertEnglish(await said(page, "#f"));
    assertGerman(await said(page, "#g"));
    await page.evaluate(() => (document.querySelector("#g").state = { temperature: 0.5, count: 3 }));
    await settled(page);
    assert.equal(await page.evaluate(() => document.querySelector("#f").save()), "count=3;temperature=0.5");
    await page.evaluate(() => (document.querySelector("#f").state = { temperature: 2 }));
    await settled(page);
    assert.match((await said(page, "#g")).spoken, /^2/);
    assert.deepEqual((await said(page, "#g")).values, (await said(page, "#f")).values);
});

test("numbers of describe(), CSV and JSON keep their point at random states, and values their names", async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const next = random(seed);
    const page = await german(t, `${softmax()}<div lang="de">${softmax("", "g")}</div>`);
    for (let round = 0; round < 4; ++round) {
        const scores = Array.from({ length: 8 }, (_, i) => `score${i + 1}=${(next() * 8 - 4).toFixed(2)}`);
        const state = [`count=${2 + Math.floor(next() * 7)}`, `temperature=${(0.1 + next() * 3).toFixed(2)}`, ...scores].join(";");
        const [english, translated] = await page.evaluate(async (wanted) => {
            const all = [];
            for (const figure of document.querySelectorAll("attention-explainer")) {
                figure.restore(wanted);
                await figure.settled();
                all.push({
                    ...figure.describe(),
                    saved: figure.save(),
                    state: JSON.stringify(figure.state),
                    csv: figure.export("csv"),
                    json: JSON.parse(figure.export("json")),
                });
            }
            return all;
        }, state);
        assert.deepEqual(translated.values, english.values, state);
        assert.equal(translated.saved, english.saved);
        assert.equal(translated.state, english.state);
        const numbers = ({ tables }) => tables.map(({ rows }) => rows.map((row) => row.filter((cell) => typeof cell === "number")));
        assert.deepEqual(numbers(translated), numbers(english), state);
        assert.deepEqual(numbers(translated.json), numbers(english.json));
        assert.match(translated.csv, /\d\.\d/);
        assert.match(translated.csv, /^Gewichte/);
        assert.equal(translated.json.tables[0].title, "Gewichte");
        assert.deepEqual(Object.keys(translated.json), Object.keys(english.json));
    }
});

test("a number written with the other decimal sign has as many decimals all the same", async (t) => {
    const value = (text) => `<attention-value for="f" parameter="temperature">${text}</attention-value>`;
    for (const [lang, written, shown] of [
        ["en", "0,50", "0.50"],
        ["de", "0.50", "0,50"],
        ["de", "1.000,50", "0,50"],
        ["de", "8.192", "1"],
        ["en", "8,192", "1"],
        ["de", "0.500", "0,500"],
    ]) {
        const page = await german(
            t,
            `<p>T = ${value(written)}</p><attention-explainer id="f" lang="${lang}" exhibit="softmax" state="temperature=0.5"></attention-explainer>`,
        );
        assert.equal(await page.evaluate(() => document.querySelector("attention-value").text), shown, `${written} under ${lang}`);
    }
});

test("a number in a sentence has the decimal sign of its figure, its name too; both signs are typed", async (t) => {
    const page = await german(
        t,
        `<p>T = <attention-value for="f" parameter="temperature">1.00</attention-value>, <attention-value id="v" for="f" value="largest weight" digits="1" unit="%">54.5 %</attention-value>,
        <attention-value id="own" for="f" value="largest weight">0,545</attention-value></p><div lang="de">${softmax()}</div>`,
    );
    const text = (selector = "attention-value") => page.evaluate((wanted) => document.querySelector(wanted).text, selector);
    const touch = page.locator("attention-value .touch");
    const temperature = () => page.evaluate(() => document.querySelector("#f").state.temperature);
    assert.equal(await text(), "1,00");
    assert.match(await text("#v"), /^\d+,\d %$/);
    assert.match(await text("#own"), /^0,\d{3}$/);
    assert.deepEqual(await touch.evaluate((one) => [one.lang, one.ariaLabel, one.ariaValueNow]), ["de", "Temperatur T", "1"]);
    assert.match(await touch.evaluate((one) => one.getAttribute("aria-description")), /Pfeiltasten/);
    for (const [typed, number, shown] of [
        ["0,5", 0.5, "0,50"],
        ["0.25", 0.25, "0,25"],
        ["1,125", 1.125, "1,13"],
    ]) {
        await touch.focus();
        await page.keyboard.press("Enter");
        await page.keyboard.type(typed);
        await page.keyboard.press("Enter");
        await settled(page);
        assert.equal(await temperature(), number, typed);
        assert.equal(await text(), shown);
    }
    // what stands in the field is taken back as it stands
    await touch.focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("attention-value input").inputValue(), "1,125");
    await page.keyboard.press("Enter");
    assert.equal(await temperature(), 1.125);
    await touch.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("viel");
    await page.keyboard.press("Enter");
    assert.match(
        await page.locator("attention-value input").evaluate((field) => field.validationMessage),
        /^muss eine Zahl von 0,\d+ bis \d+ sein, nicht „viel“$/,
    );
    await page.keyboard.press("Escape");
    // In English again
    await page.evaluate(async () => {
        document.querySelector("[lang=de]").lang = "en";
        await document.querySelector("#f").settled();
    });
    assert.equal(await text(), "1.13");
    assert.equal(await touch.evaluate((one) => one.ariaLabel), "temperature T");
});

test("the cells of a matrix are named, typed and refused in the language; the state is not", async (t) => {
    const page = await german(t, '<div lang="de"><attention-explainer id="f" exhibit="projection"></attention-explainer></div>');
    const name = exhibitTable()
        .find(({ id }) => id === "projection")
        .parameters.find(({ kind }) => kind === "matrix").name;
    const field = page.locator(`#f input[name="${name}"]`);
    const first = () => page.evaluate((matrix) => document.querySelector("#f").state[matrix][0][0], name);
    await focusControl(page, name);
    for (const [typed, number] of [
        ["0,5", 0.5],
        ["-0.25", -0.25],
    ]) {
        await page.keyboard.type(typed);
        await page.keyboard.press("Enter");
        await settled(page);
        assert.equal(await first(), number);
        assert.equal(await field.inputValue(), String(number).replace(".", ","));
    }
    await page.keyboard.type("x");
    const message = await page.evaluate((matrix) => {
        const { shadowRoot } = document.querySelector("#f");
        return shadowRoot.getElementById(shadowRoot.querySelector(`[name="${matrix}"]`).getAttribute("aria-errormessage")).textContent;
    }, name);
    assert.match(message, /^Zeile 1, Spalte 1 muss eine Zahl von −\d+ bis \d+ sein, nicht „x“$/);
    assert.match(await page.evaluate(() => document.querySelector("#f").save()), /-0\.25/);
});

test("the menu is said in the language, also after it has changed", async (t) => {
    const page = await german(t, softmax());
    const items = async () => {
        await page.locator("#f .menu-button").focus();
        await page.keyboard.press("Enter");
        await page.locator("#f .menu-panel:popover-open button").first().waitFor();
        const texts = await page.locator("#f .menu-panel button").allTextContents();
        await page.keyboard.press("Escape");
        return texts.slice(0, 4);
    };
    assert.deepEqual(await items(), ["Reset", "Undo", "Redo", "Copy link"]);
    await page.evaluate(async () => {
        document.documentElement.lang = "de";
        await document.querySelector("#f").settled();
    });
    assert.deepEqual(await items(), ["Zurücksetzen", "Undo", "Redo", "Link kopieren"]);
    await page.locator("#f .menu-button").press("Enter");
    await page.evaluate(async () => {
        document.documentElement.lang = "en";
        await document.querySelector("#f").settled();
    });
    assert.ok(await page.locator("#f .menu-panel").evaluate((panel) => panel.matches(":popover-open")));
    assert.equal(await page.locator("#f .menu-panel button").first().textContent(), "Reset", "while it is open");
});

test("what went wrong is said to readers in their language, to scripts in English", async (t) => {
    const page = await open(t, "about:blank");
    await page.route("**/words/de.json", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify(some) }));
    await page.route("**/explainer.*.wasm", (route) => route.fulfill({ status: 404 }));
    await page.goto(await makePage("<main></main>"));
    const message = await page.evaluate(async () => {
        await customElements.whenDefined("attention-explainer");
        const figure = document.createElement("attention-explainer");
        figure.lang = "de";
        figure.exhibit = "softmax";
        const error = new Promise((told) => figure.addEventListener("error", ({ detail }) => told(detail.message), { once: true }));
        document.querySelector("main").append(figure);
        return error;
    });
    assert.match(message, /^The exhibit's engine could not be loaded: .* answered 404$/);
    await settled(page);
    assert.match(
        await page.locator("attention-explainer .error p").textContent(),
        /^Die Figur konnte nicht geladen werden: .* answered 404$/,
    );
    assert.equal(await page.locator("attention-explainer .error button").textContent(), "Noch einmal");
});

test("in German too the height that is reserved is the height after, at random widths, whatever pieces are shown", async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const next = random(seed);
    const page = await open(t, "about:blank", { width: 1500, height: 900 });
    const release = await hold(page, "**/explainer.*.wasm");
    await page.goto(await makePage("<main lang='de'></main>"));
    const wanted = exhibitTable().flatMap(({ id, parameters }) =>
        Array.from({ length: 4 }, (_, i) => {
            const width = 280 + next() * 1120;
            const pieces = parameters.flatMap(({ piece }) => (piece && next() < 0.5 ? [piece] : []));
            return { id, width: i % 2 ? width : Math.floor(width), show: i > 1 ? pieces.join(" ") : null };
        }),
    );
    const heights = () =>
        page.evaluate(() =>
            [...document.querySelectorAll("attention-explainer")].map((one) => [
                one.exhibit,
                one.parentNode.style.width,
                one.show,
                one.getBoundingClientRect().height,
            ]),
        );
    await page.evaluate(async (all) => {
        await customElements.whenDefined("attention-explainer");
        for (const { id, width, show } of all) {
            const frame = document.createElement("div");
            frame.style.width = `${width}px`;
            const figure = document.createElement("attention-explainer");
            Object.assign(figure, { exhibit: id, show, loading: "eager" });
            frame.append(figure);
            document.querySelector("main").append(frame);
        }
    }, wanted);
    await page.waitForFunction(() =>
        [...document.querySelectorAll("attention-explainer")].every((one) => one.shadowRoot.querySelector(".box").lang === "de"),
    );
    const reserved = await heights();
    assert.ok(reserved.every(([, , , height]) => height > 100));
    release();
    await page.evaluate(() => Promise.all([...document.querySelectorAll("attention-explainer")].map((one) => one.loaded)));
    const loaded = await heights();
    const wrong = loaded.flatMap((one, i) => (one[3] === reserved[i][3] ? [] : [[...one, reserved[i][3]].join(", ")]));
    assert.deepEqual(wrong, [], `SEED=${seed}`);
    assert.deepEqual(page.problems, []);
});

test("axe-core finds nothing wrong with a German figure, its menu and its number", async (t) => {
    const page = await german(
        t,
        `<main lang="de"><h1>Gewichte</h1><p>T = <attention-value for="f" parameter="temperature">1,00</attention-value></p>${softmax()}</main>`,
        { page: { headers: {} } },
    );
    await page.locator("#f .menu-button").focus();
    await page.keyboard.press("Enter");
    await page.locator("#f .menu-panel:popover-open").waitFor();
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
        [],
    );
});

test("the frame page takes a language", async (t) => {
    const page = await open(t, (await makePage("")).replace(/made.*/, "embed.html?exhibit=softmax&lang=de"));
    await page.evaluate(() => customElements.whenDefined("attention-explainer"));
    await page.waitForFunction(() => document.querySelector("attention-explainer")?.shadowRoot.querySelector(".box").lang === "de");
    await settled(page);
    assert.deepEqual(page.problems, []);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
});

test("the package's files of words are those of the sources, with the heights of every exhibit", () => {
    const made = JSON.parse(readFileSync(join(dist, "words/de.json"), "utf8"));
    const { heights, ...rest } = made;
    assert.deepEqual(rest, JSON.parse(readFileSync(join(root, "web/words/de.json"), "utf8")));
    for (const { id, parameters } of exhibitTable())
        assert.equal(heights[id].added.length, parameters.filter(({ piece }) => piece).length, id);
});
