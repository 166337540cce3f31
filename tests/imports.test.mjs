// The imports of web/: no file imports itself by a detour, be it for a type only. Reads the sources; builds nothing.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../web", import.meta.url));
const sources = readdirSync(web, { recursive: true })
    .filter((file) => /\.(ts|mjs|js)$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => join(web, file));

/** The files below web/ that a file imports; what the build generates leads to no other file but the table's reader. */
function importsOf(file) {
    const text = readFileSync(file, "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']/g)].map(([, path]) => resolve(dirname(file), path));
    return named.map((path) => [path, path.replace(/\.js$/, ".ts")].find(existsSync)).filter((path) => path?.startsWith(web));
}

/** Each circle as the list of its files: a depth-first walk that meets a file it is still in. */
function circlesOf(graph) {
    const circles = [];
    const done = new Set();
    const walk = (file, path) => {
        const start = path.indexOf(file);
        if (start >= 0) return circles.push([...path.slice(start), file]);
        if (done.has(file)) return;
        for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
        done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    return circles;
}

test("the walk finds a circle, and only a circle", () => {
    const graph = (edges) => new Map(Object.entries(edges));
    assert.deepEqual(circlesOf(graph({ a: ["b"], b: ["c", "d"], c: ["d"], d: [] })), []);
    assert.deepEqual(circlesOf(graph({ a: ["b"], b: ["c"], c: ["b"] })), [["b", "c", "b"]]);
});

test("no file of web/ imports itself by a detour", () => {
    const graph = new Map(sources.map((file) => [file, importsOf(file)]));
    assert.ok([...graph.values()].flat().length > 200, "imports are found");
    const circles = circlesOf(graph).map((circle) => circle.map((file) => file.slice(web.length + 1)).join(" → "));
    assert.deepEqual(circles, []);
});
