// Words of other languages (web/words): what TypeScript asks for is there. What the engine asks for besides,
// tests/explainer/language.test.cpp knows. `RENEW_WORDS=FILE` writes what is missing.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { engineOf } from "../../web/build/engine.mjs";
import { load } from "../bundled.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { Translation } = await load("web/element/language/translation.ts");
const { complaintAbout, typedNumber } = await load("web/element/state/typed-number.ts");

const exhibits = JSON.parse(readFileSync(join(root, "build/web/generated/exhibits.json"), "utf8"));

/** Texts in the sources: `say("…")`, the errors that readers see, and what is looked up elsewhere, which has a mark before it. */
function textsOfSources() {
    const folders = ["element", "prose", "requests"].map((folder) => join(root, "web", folder));
    const files = folders.flatMap((folder) =>
        readdirSync(folder, { recursive: true })
            .filter((file) => file.endsWith(".ts"))
            .map((file) => join(folder, file)),
    );
    const text =
        /(?:(?<![#\w])say\(\s*|\/\* say \*\/\s*|new ExplainerError\(\s*(?:"(?:engine|load|no-wasm|csp)"|type),\s*)("(?:[^"\\]|\\.)*")/g;
    return files.flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(text)].map(([, literal]) => JSON.parse(literal.replace(/\\u\{?([0-9a-f]+)\}?/g, "\\u$1"))),
    );
}

/** What the table of exhibits says to readers. */
function textsOfExhibits() {
    return exhibits.flatMap(({ title, summary, parameters, presets }) => [
        title,
        summary,
        ...presets.map(({ label }) => label),
        ...parameters.flatMap(({ label, help, choices }) => [label, help, ...choices.map((choice) => choice.label)]),
    ]);
}

test("the texts that are looked up are found in the sources", () => {
    const texts = textsOfSources();
    for (const one of [
        "Try again",
        "Copy link",
        "Menu of {}",
        "row {}, column {}",
        "plain JavaScript",
        "The exhibit's engine could not be loaded: {}",
    ])
        assert.ok(texts.includes(one), one);
});

for (const file of readdirSync(join(root, "web/words")).filter((name) => name.endsWith(".json"))) {
    const language = JSON.parse(readFileSync(join(root, "web/words", file), "utf8"));

    test(`${file} has what the element says`, () => {
        const mark = "\u0001";
        const words = new Translation({ ...language, words: Object.fromEntries(Object.keys(language.words).map((key) => [key, mark])) });
        const texts = [...textsOfSources(), ...textsOfExhibits().filter((text) => /\p{L}{2}/u.test(text))]; // (not "q·k")
        const missing = [...new Set(texts)].filter((text) => words.say(text) !== mark);
        if (process.env.RENEW_WORDS) writeFileSync(process.env.RENEW_WORDS, missing.map((text) => `${text}\n`).join(""));
        else assert.deepEqual(missing, []);
    });

    test(`${file} is a file of words: the same values in each text and its translation`, () => {
        assert.equal(language.lang, file.replace(".json", ""));
        assert.match(language.decimal, /^[.,]$/);
        for (const [english, said] of Object.entries(language.words)) {
            const values = (text) => (text.match(/\{\d*\}/g) ?? []).length;
            assert.ok(said.length > 0 && values(said) === values(english), `${english}: ${said}`);
        }
    });
}

const german = new Translation({
    lang: "de",
    decimal: ",",
    words: { cat: "Katze", "{} of {} cats": "{2} Katzen, davon {1}", "a {} b": "", "{} stays": "es bleibt {}" },
});

test("a text has a place for each value; what is not there stays", () => {
    assert.equal(german.say("cat"), "Katze");
    assert.equal(german.say("{} of {} cats", 3, 7), "7 Katzen, davon 3");
    assert.equal(german.say("3 of 7 cats"), "3 of 7 cats");
    assert.equal(german.say("{} stays", -0.25), "es bleibt −0,25");
    assert.equal(german.say("{} goes", "0.5"), "0.5 goes");
    assert.equal(german.say("a {} b", 1), "a 1 b");
    assert.equal(german.say(""), "");
});

test("how high a figure is in another language follows from nothing that was measured before, in whatever language", async () => {
    const engine = await engineOf("explainer.scalar");
    const longer = [...new Set(textsOfExhibits())].filter((text) => /\p{L}{2}/u.test(text)).sort();
    const longerNumber = engine.makeLanguage(",", longer.map((text) => `${text}\0${text.replace(/(\p{L}) /gu, "$1lich ")}\0`).join(""));
    const heightOf = (id, language) => {
        const view = engine.makeView(id);
        view.setLanguage(language);
        const heights = [360, 800, 360].map((width) => view.naturalHeight(width));
        view.delete();
        assert.equal(heights[0], heights[2], id);
        return heights.join();
    };
    for (const { id } of exhibits) {
        const [german, english] = [heightOf(id, longerNumber), heightOf(id, 0)];
        assert.deepEqual([heightOf(id, longerNumber), heightOf(id, 0)], [german, english], id);
    }
});

test("numbers are typed with either sign; what is two numbers to readers of the language is refused", () => {
    const range = { minimum: -5, maximum: 5000 };
    for (const sign of [".", ","]) for (const text of ["0,5", "0.5", " .5"]) assert.equal(typedNumber(range, text, sign), 0.5);
    assert.equal(typedNumber(range, "1,024", ","), 1.024);
    assert.equal(typedNumber(range, "1.024", ","), null);
    assert.equal(typedNumber(range, "1,024"), null);
    assert.equal(typedNumber(range, "1.024"), 1.024);
    assert.match(complaintAbout(range, "1.024", german), /1,024 .*1024/);
});

test("heights of a file of words: what is none is said, and English ones stand in only where the file has none", () => {
    const file = { lang: "de", decimal: ",", words: {} };
    for (const one of [null, "a", ["a"], { heights: "1" }, { heights: "1", added: [2] }, { heights: "1", added: [], others: [3] }])
        assert.throws(() => new Translation({ ...file, heights: { x: one } }), /"heights"/, JSON.stringify(one));
    const info = { id: "x", title: "", summary: "", presets: [], parameters: [], heights: "E", others: { "": "E0" } };
    assert.equal(new Translation({ ...file, heights: { x: { heights: "D", added: [] } } }).exhibit(info).others, undefined);
    assert.deepEqual(new Translation(file).exhibit(info).others, info.others);
});
