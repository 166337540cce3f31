// The palette (web/palette.mjs) is also the engine's default and what the element's documentation says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { figureColours } from "../../web/palette.mjs";

const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("the engine draws with these colours where nobody gives it others", () => {
    const source = read("src/explainer/drawing/theme.cpp");
    for (const [index, theme] of ["light", "dark"].entries()) {
        const [body] = new RegExp(`& ${theme}_theme\\(\\) \\{[^]*?\\n\\}`).exec(source);
        const colours = [...body.matchAll(/rgb\(0x([0-9a-f]{6})\)/g)].map(([, hex]) => `#${hex}`);
        assert.deepEqual(
            colours,
            Object.values(figureColours).map((both) => both[index]),
            theme,
        );
    }
});

test("the element's documentation says which colours a page replaces", () => {
    const said = [...read("web/element/element.ts").matchAll(/@cssprop \[--attention-(\w+)=(#\w+), dark (#\w+)\]/g)].map(
        ([, role, ...both]) => [role, both],
    );
    assert.deepEqual(
        said,
        Object.entries(figureColours).filter(([role]) => role !== "wrong"),
    );
});
