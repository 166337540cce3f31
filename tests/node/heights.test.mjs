// The heights that the element reserves before the engine is there, held against the engine itself at every width.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { random, seed } from "../random.mjs";
import { startEngine } from "./open.mjs";

const { reservedHeight } = await load("web/element/drawing/size.ts");
const exhibits = JSON.parse(readFileSync(new URL("../../build/web/generated/exhibits.json", import.meta.url), "utf8"));
const engine = await startEngine();

test("the table names every exhibit of the engine", async () => {
    const all = (await startEngine("parts")).exhibits().map(({ id }) => id);
    assert.deepEqual(
        exhibits.map(({ id }) => id),
        all.filter((id) => engine.makeView(id) !== null),
    );
    assert.deepEqual(
        exhibits.map(({ id }) => id),
        all.filter((id) => !/^parts\b/.test(id)),
    );
});

for (const exhibit of exhibits) {
    test(`${exhibit.id}: the reserved height is the engine's at every whole width from 280 to 1400, and just below the next`, () => {
        const view = engine.makeView(exhibit.id);
        for (let width = 280; width <= 1400; ++width) {
            const height = Math.ceil(view.naturalHeight(width));
            assert.equal(reservedHeight(exhibit, width), height, `${width} px`);
            assert.equal(reservedHeight(exhibit, width + 0.984375), height, `${width} px and a fraction`);
            if (width % 50 === 0)
                assert.equal(Math.ceil(view.naturalHeight(width + 0.984375)), height, `${width} px and a fraction, the engine`);
        }
        view.delete();
    });
}

test(`whatever pieces are shown, the reserved height is the engine's (seed ${seed})`, () => {
    const next = random(seed);
    const withPieces = exhibits.filter(({ parameters }) => parameters.some(({ piece }) => piece));
    for (const exhibit of withPieces) {
        const view = engine.makeView(exhibit.id);
        for (let i = 0; i < 60; ++i) {
            const values = exhibit.parameters.map(({ piece, default: opened }) => (piece ? next() < 0.5 : opened));
            values.forEach((value, index) => exhibit.parameters[index].piece && view.set(index, value));
            const width = 280 + Math.floor(next() * 1120);
            const shown = exhibit.parameters.filter(({ piece }, index) => piece && values[index]).map(({ name }) => name);
            assert.equal(
                reservedHeight(exhibit, width, values),
                Math.ceil(view.naturalHeight(width)),
                `${exhibit.id}, ${width} px, ${shown}`,
            );
        }
        view.delete();
    }
});

test("outside of the widths that are known the nearest one counts; a table that knows none gives 0", () => {
    const exhibit = { heights: "240 796 1*3 -43 0*2", parameters: [] };
    for (const [width, height] of [
        [0, 796],
        [240, 796],
        [241.9, 797],
        [243, 799],
        [244, 756],
        [246, 756],
        [5000, 756],
    ]) {
        assert.equal(reservedHeight(exhibit, width), height, `${width} px`);
    }
    assert.equal(reservedHeight({ heights: "", parameters: [] }, 300), 0);
});

test("an id that the engine does not know gives no view", () => {
    assert.equal(engine.makeView("nothing"), null);
    assert.equal(engine.makeView(""), null);
});
