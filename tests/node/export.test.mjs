// Descriptions as files: what a spreadsheet must not compute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../browser/support.mjs";

const { toCsv } = await load("web/element/menu/export.ts");

test("words that a spreadsheet would take for a formula stay words in CSV; numbers, and words that are numbers, are as they are", () => {
    const harmless = ["word", "1 = 1", "a@b", "", "\u22120.5", "-3", "+0.31", "x-y", "'quoted"];
    const formulas = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "\u22122+3", "@SUM(A1)", "\tx", "\r=1", '=HYPERLINK("x","y")'];
    const table = { title: "=title", columns: ["@column"], rows: [...harmless, ...formulas, -0.5].map((cell) => [cell]) };
    const lines = toCsv({ tables: [table] }).split("\r\n");
    // RFC 4180 read back; the tab and the line break are inside quotes
    const cells = [...toCsv({ tables: [table] }).matchAll(/"((?:[^"]|"")*)"\r\n|([^"\r\n]*)\r\n/g)].map(([, quoted, plain]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    );
    assert.deepEqual(cells, ["'=title", "'@column", ...harmless, ...formulas.map((words) => `'${words}`), "-0.5"]);
    assert.equal(lines.at(-1), "");
});
