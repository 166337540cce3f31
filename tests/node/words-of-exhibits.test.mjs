// What stands in the sources of exhibits is there in other languages (web/words): each text in quotation marks, as a
// whole or as a piece of one. Whether the wholes that are made of pieces are there, tests/explainer/language.test.cpp
// asks in random states; here a piece cannot hide in a state that is hardly ever reached.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** No reader sees these as texts: names by which something is asked for, sentences that figures are about. */
const unseen = new Set([
    "deviation of the listing's scores",
    "deviation of the listing's scaled scores",
    "first component of the output",
    "second component of the output",
    "q · k of “I” and “love”",
    "q · k of “AI” and “love”",
    "share of the first token",
    "share of the window",
    "share of the diagonal",
    "share of the copied passage",
    "MiB .88",
    "log T",
    "taken word",
    "task shape seed rate mlp",
    "words row level",
    "/scroll rows",
    "/selected row",
    "the more you look the more you see",
    "the girl saw the dog because",
    "the boy saw the queen and gave",
    "the dogs behind the girl",
    "the singer sang in a soft",
    "the rain fell on the soft",
    "say ball cat old again cat",
    "card",
    "flow",
    "the big cat",
    "the big cat saw a big",
    "say old cat bird queen soft again old",
]);
const unseenFiles = /\/(learned|sentences|state_grammar|parameters|python|numpy_random)\.(cpp|h)$|\/(test_sheets|drawing)\//;

/** The same as language.cpp's asked(): "{}" for numbers, lowered digits and what is quoted. */
function asked(text) {
    return text
        .replace(/#[0-9e]/g, "0") // (numbers of a claim)
        .replace(/“[^”]*”/g, "“{}”")
        .replace(/∞|[₀-₉]|(?<![A-Za-z0-9])\d+(?:[.,]\d+)*(?:·10[⁻⁰¹²³⁴-⁹]+)?[⁻⁰¹²³⁴-⁹]*/g, "{}")
        .replace(/−(?=\{\})/g, "");
}

/** Texts in quotation marks, those that stand next to each other as one; without numpy() and what add_value() names. */
function* literals(source) {
    const python = /^( *)[^\n;]*\bnumpy\([^\n]*\{\n[\s\S]*?\n\1\}/gm;
    const code = source
        .replace(python, "")
        .replace(/^#include.*$/gm, "")
        .replace(/R"(\w*)\([\s\S]*?\)\1"/g, "0");
    const token = /\/\/.*|'(?:[^'\\\n]|\\.)'|"((?:[^"\\\n]|\\.)*)"|\badd_value\(|[()]|\w+|[^\s\w]/g;
    let text,
        depth = 0,
        named = 0;
    for (const [one, inside] of code.matchAll(token)) {
        if (inside !== undefined) {
            text =
                (text ?? "") +
                inside.replace(/\\u([0-9a-fA-F]{4})|\\(.)/g, (_, hex, sign) =>
                    hex ? String.fromCodePoint(parseInt(hex, 16)) : sign === "n" ? "\n" : sign,
                );
            continue;
        }
        if (one.startsWith("//")) continue;
        if (text !== undefined && named === 0) yield text;
        text = undefined;
        if (one.endsWith("(")) depth += 1;
        if (one === "add_value(") named ||= depth;
        if (one === ")") depth -= 1;
        if (depth < named) named = 0;
    }
}

const isShown = (text) =>
    /\p{L}{3,} | \p{L}{3,}|^[A-Z][a-z]+$/u.test(text) &&
    !/exp\($|^Σ exp/.test(text) &&
    !/[\n[\]@_&|=]|\bnp\.|\w\(\w|: ?\w+=/.test(text.replace(/ = ?$|^ ?= |d_k|W_\w/g, "")) &&
    !unseen.has(text.trim());

for (const file of readdirSync(join(root, "web/words")).filter((name) => name.endsWith(".json"))) {
    test(`${file} has the texts that stand in the sources of exhibits`, () => {
        const plain = (text) => asked(text.replace(/⟦.|⟧/g, "")).replace(/−(?=\{\})/g, "");
        const known = Object.keys(JSON.parse(readFileSync(join(root, "web/words", file), "utf8")).words)
            .map(plain)
            .join("\n");
        /** Whole words of a text, not a part of one. */
        const isPiece = (text) => {
            const of = (place) => !/^\p{L}{2}$/u.test(known.slice(place - 1, place + 1));
            for (let at = known.indexOf(text); at >= 0; at = known.indexOf(text, at + 1)) if (of(at) && of(at + text.length)) return true;
            return false;
        };
        const folder = join(root, "src/explainer");
        const missing = [];
        let count = 0;
        for (const name of readdirSync(folder, { recursive: true })) {
            const path = join(folder, name);
            if (!/\.(cpp|h)$/.test(path) || unseenFiles.test(path)) continue;
            for (const text of literals(readFileSync(path, "utf8"))) {
                if (!isShown(text)) continue;
                count += 1;
                const sentences = text.trim().split(/(?<=[.?]) (?=[A-Z“])/); // (they may be there one by one)
                if (isPiece(asked(text).trim()) || sentences.every((one) => isPiece(asked(one)))) continue;
                missing.push(`${name}: ${text}`);
            }
        }
        assert.ok(count > 1000, `${count} texts`);
        assert.deepEqual(missing, []);
    });
}
