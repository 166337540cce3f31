// The table of exhibits in columns, as the package has it, says what the engine says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../bundled.mjs";

const { exhibitsOf } = await load("web/element/state/exhibit-table.ts");
const read = (file) => readFileSync(new URL(`../../build/web/${file}`, import.meta.url), "utf8");

for (const folder of ["generated", "generated-parts"]) {
    test(`the rows of ${folder} come back from their columns`, () => {
        const [, columns] = /exhibitsOf\((\{.*\})\);\n$/s.exec(read(`${folder}/exhibits.ts`));
        assert.deepEqual(exhibitsOf(JSON.parse(columns)), JSON.parse(read(`${folder}/exhibits.json`)));
    });
}

test("keys that only some rows have, empty lists and lists of lists", () => {
    const rows = exhibitsOf({
        id: ["a", "b", "c"],
        hidden: [null, true, null],
        data: [[[1, 2], [3]], [], [[]]],
        parts: { counts: [2, 0, 1], columns: { name: ["x", "y", "z"], of: { counts: [0, 1, 0], columns: { k: [7] } } } },
    });
    assert.deepEqual(rows, [
        {
            id: "a",
            data: [[1, 2], [3]],
            parts: [
                { name: "x", of: [] },
                { name: "y", of: [{ k: 7 }] },
            ],
        },
        { id: "b", hidden: true, data: [], parts: [] },
        { id: "c", data: [[]], parts: [{ name: "z", of: [] }] },
    ]);
});
