// The pictures of the essay's figures as files (dist/figures): well-formed, complete in themselves, light and dark, small.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const root = new URL("../../", import.meta.url);
const { load: parse } = createRequire(new URL("build/npm/", root))("cheerio");
const folder = new URL("dist/figures/", root);
const files = readdirSync(folder);
const $ = parse(readFileSync(new URL("dist/index.html", root), "utf8"));
const most = 60 * 1024; // bytes, gzip -9: a reader without script may come with a telephone

/** What keeps a text from being XML, as far as SVGs without comments, sections and declarations go. */
function xmlProblem(text) {
    const open = [];
    let at = 0;
    for (const match of text.matchAll(/<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
        const between = text.slice(at, match.index);
        if (/[<]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(between + match[3]))
            return `not XML: ${between.slice(0, 80)}${match[0].slice(0, 80)}`;
        if (open.length === 0 && between.trim() !== "") return `outside of all: ${between.slice(0, 80)}`;
        at = match.index + match[0].length;
        const names = [...match[3].matchAll(/([\w:-]+)=/g)].map(([, name]) => name);
        if (new Set(names).size < names.length) return `an attribute twice: ${match[0]}`;
        if (match[1]) {
            if (open.pop() !== match[2]) return `${match[0]} closes another`;
        } else if (!match[4]) {
            open.push(match[2]);
        }
    }
    return open.length > 0
        ? `not closed: ${open.join()}`
        : text.slice(at).trim() === ""
          ? ""
          : `behind the end: ${text.slice(at, at + 80)}`;
}

test("the check of XML finds what is wrong", () => {
    assert.equal(xmlProblem('<svg a="1"><g/><text>x &amp; y</text></svg>\n'), "");
    for (const wrong of [
        "<svg><g></svg>",
        "<svg>a & b</svg>",
        "<svg>a < b</svg>",
        '<svg a="1" a="2"/>',
        "<svg/>x",
        '<svg a="<"/>',
        "<svg>",
    ])
        assert.notEqual(xmlProblem(wrong), "", wrong);
});

for (const file of files) {
    test(`${file} is a picture that stands by itself`, () => {
        const text = readFileSync(new URL(file, folder), "utf8");
        assert.equal(xmlProblem(text), "");
        assert.doesNotMatch(text, /<script|<foreignObject|\son\w+=|@import/i);
        assert.doesNotMatch(text, /[">\s:(](?:NaN|-?Infinity|inf|undefined|null)[",\s)<]/);
        for (const [, reference] of text.matchAll(/(?:href="|url\()([^")]*)/g))
            assert.match(reference, /^(?:#|data:(?:image\/png|font\/woff2);base64,)/);
        for (const [, id] of text.matchAll(/url\(#([^)]*)\)/g)) assert.ok(text.includes(`id="${id}"`), id);
        for (const [, name] of text.matchAll(/class="([^"]*)"/g)) assert.ok(text.includes(`.${name}{`), name);
        assert.match(text, /@media screen and \(prefers-color-scheme:dark\)/);
        const compressed = gzipSync(text, { level: 9 }).length;
        assert.ok(compressed <= most, `${compressed} bytes`);
    });
}

test("each figure of the page has its picture at three widths, with the size that the file has", () => {
    const named = new Set();
    for (const element of $("main attention-explainer").toArray()) {
        const images = $(element).children("picture").children().toArray();
        assert.equal(images.length, 3, element.attribs.id);
        for (const { attribs } of images) {
            const file = (attribs.src ?? attribs.srcset).replace("figures/", "");
            named.add(file);
            const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(readFileSync(new URL(file, folder), "utf8"));
            assert.deepEqual([attribs.width, attribs.height], [width, height], file);
        }
        const { loading, alt } = images.at(-1).attribs;
        assert.equal(loading, "lazy");
        assert.ok(alt.length > 20, element.attribs.id);
    }
    assert.deepEqual([...named].sort(), [...files].sort());
});
