// The essay as it is in dist/index.html, held against the engine: every number in a sentence is what its figure computes as the page opens, every link
// that drives names a state that there is, every link within the page leads somewhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { startEngine } from "./open.mjs";

const root = new URL("../../", import.meta.url);
const { load: parse } = createRequire(new URL("build/npm/", root))("cheerio");
const $ = parse(readFileSync(new URL("dist/index.html", root), "utf8"));
const exhibits = JSON.parse(readFileSync(new URL("../../build/web/generated/exhibits.json", import.meta.url), "utf8"));
const { parseState, stateObject } = await load("web/element/state/state.ts");
const { scaleOf } = await load("web/element/state/scale.ts");
const { decimalsOf, lookOf, numberText } = await load("web/prose/number-text.ts");
const engine = await startEngine();

const figures = new Map(
    $("attention-explainer")
        .toArray()
        .map(({ attribs }) => {
            const exhibit = exhibits.find(({ id }) => id === attribs.exhibit);
            return [attribs.id, { exhibit, state: attribs.state ?? "" }];
        }),
);
const described = new Map();

/** What a figure says of itself as the page opens, when all is computed. */
function valuesOf(id) {
    if (described.has(id)) return described.get(id);
    const { exhibit, state } = figures.get(id);
    const view = engine.makeView(exhibit.id);
    assert.equal(view.restore(state), "");
    view.resize(960, Math.ceil(view.naturalHeight(960)), 960, Math.ceil(view.naturalHeight(960)));
    for (let time = 0; view.step(time, false) && time < 60_000; time += 16);
    const { values } = view.describe();
    described.set(id, values);
    view.delete();
    return values;
}

const name = (one) => $.html(one).replace(/\s+/g, " ");

test("figures stand in it by their own ids, each exhibit at least once", () => {
    for (const [id, { exhibit, state }] of figures) {
        assert.ok(exhibit, id);
        parseState(exhibit, state);
    }
    const shown = new Set([...figures.values()].map(({ exhibit }) => exhibit.id));
    assert.deepEqual(
        exhibits.filter(({ id }) => !shown.has(id)).map(({ id }) => id),
        [],
    );
});

test("its two parts are at most 6,500 words; each figure but the last sheets shows one thing at first", () => {
    const appendix = $("section[data-part=Appendix]").get(0);
    const parts = $("main section").toArray();
    const words = parts
        .slice(0, parts.indexOf(appendix))
        .map((section) => $(section).clone())
        .map((section) => section.find("attention-explainer, math, details").remove().end().text())
        .flatMap((text) => text.split(/\s+/).filter((word) => /\w/.test(word)));
    assert.ok(words.length > 3000 && words.length <= 6500, `${words.length} words`);
    for (const figure of parts.slice(0, parts.indexOf(appendix)).flatMap((section) => $(section).find("attention-explainer").toArray())) {
        const { id, show } = figure.attribs;
        const pieces = figures.get(id).exhibit.parameters.some(({ piece }) => piece);
        assert.ok(!pieces || (show !== undefined && show.split(" ").length <= 2), id);
    }
});

test("every number in a sentence is what its figure computes", () => {
    const wrong = [];
    for (const one of $("attention-value").toArray()) {
        const { for: id, parameter, value, digits = null, unit = null, on = "on", off = "off" } = one.attribs;
        const { exhibit, state } = figures.get(id) ?? {};
        if (!exhibit) wrong.push(`${name(one)}: no figure ${id}`);
        else if (parameter !== undefined) {
            const known = exhibit.parameters.find((each) => each.name === parameter);
            const now = known && stateObject(exhibit, parseState(exhibit, state))[parameter];
            const text =
                now === undefined
                    ? "no such parameter"
                    : typeof now === "number"
                      ? numberText(now, lookOf($(one).text(), digits, unit, decimalsOf(scaleOf(known).step)))
                      : typeof now === "boolean"
                        ? now
                            ? on
                            : off
                        : (known.choices.find((choice) => choice.id === now)?.label ?? String(now));
            if (text !== $(one).text()) wrong.push(`${name(one)}: ${text}`);
        } else {
            const now = valuesOf(id)[value];
            if (now === undefined && exhibit.id === "proof" && !/\d/.test($(one).text())) continue; // measured on the reader's machine: no number is known before
            const text =
                now === undefined
                    ? `no such value; there are ${Object.keys(valuesOf(id)).join(", ")}`
                    : numberText(now, lookOf($(one).text(), digits, unit, 3));
            if (text !== $(one).text()) wrong.push(`${name(one)}: ${text}`);
        }
    }
    assert.deepEqual(wrong, []);
});

test("every link that drives names a figure and a state of it", () => {
    const links = $("a[data-state]").toArray();
    assert.ok(links.length > 20);
    for (const link of links) {
        const figure = figures.get(link.attribs.href.slice(1));
        assert.ok(figure, name(link));
        assert.doesNotThrow(() => parseState(figure.exhibit, link.attribs["data-state"]), name(link));
    }
});

test("ids are unique, links within the page lead somewhere, headings are in order", () => {
    const ids = $("[id]")
        .toArray()
        .map(({ attribs }) => attribs.id);
    assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
    );
    for (const link of $('a[href^="#"]').toArray()) assert.ok(ids.includes(decodeURIComponent(link.attribs.href.slice(1))), name(link));
    const levels = $("h1, h2, h3, h4")
        .toArray()
        .map((heading) => Number(heading.name[1]));
    assert.equal(levels[0], 1);
    levels.forEach((level, index) => assert.ok(index === 0 || (level > 1 && level <= levels[index - 1] + 1), `heading ${index}`));
});

test("figures are counted, the contents name every section", () => {
    $("figcaption").each((index, caption) => assert.match($(caption).text(), new RegExp(`^Figure ${index + 1}\\. `)));
    const sections = $("main section[id]").not(".list").toArray();
    assert.deepEqual(
        $("#contents ol > li > a")
            .toArray()
            .map(({ attribs }) => attribs.href),
        sections.map(({ attribs }) => `#${attribs.id}`),
    );
});

test("every term is in the list and leads back, every marked symbol has an entry, every formula stands in MathML", () => {
    for (const link of $("main a.term").toArray()) {
        assert.equal($(`#terms dt[id="${link.attribs.href.slice(1)}"]`).length, 1, name(link));
        assert.equal($(`#terms .back a[href="#${link.attribs.id}"]`).length, 1, name(link));
    }
    for (const symbol of $("[data-symbol]").toArray())
        assert.equal($(`#symbols dt[id="${symbol.attribs["data-symbol"]}"]`).length, 1, name(symbol));
    assert.ok($("math.tml-display").length > 8);
    for (const formula of $("math.tml-display").toArray()) assert.ok(formula.attribs.alttext?.length > 3);
    assert.doesNotMatch($("main").text(), /\\[([]|\\frac|\\query/);
});

test("nothing in it needs more than the page's policy allows", () => {
    assert.equal($("[style]").length, 0);
    assert.equal($("script:not([src])").length + $("style").length, 0);
    for (const attribute of Object.keys(
        $("*")
            .toArray()
            .reduce((all, { attribs }) => Object.assign(all, attribs), {}),
    ))
        assert.doesNotMatch(attribute, /^on./);
});
