// The heights that the element reserves before the engine is there, held against the engine itself at every width.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { random, seed } from "../random.mjs";
import { engineOf, modulesBeside } from "../../web/build/engine.mjs";
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

test("a figure is as high before the model that learned is there as after, in English and German, whichever piece is open", async () => {
    const without = await engineOf("explainer.scalar", modulesBeside("explainer.scalar"), false);
    const { decimal, words } = JSON.parse(readFileSync(new URL("../../web/words/de.json", import.meta.url), "utf8"));
    const sorted = Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1));
    const german = sorted.map((texts) => texts.map((text) => `${text}\0`).join("")).join("");
    const engines = [engine, without].map((one) => ({ engine: one, languages: [0, one.makeLanguage(decimal, german)] }));
    let waiting = 0;
    for (const { id, parameters } of exhibits) {
        const pieces = parameters.flatMap(({ piece }, index) => (piece ? [index] : []));
        for (const language of [0, 1]) {
            const [there, missing] = engines.map(({ engine: one, languages }) => {
                const view = one.makeView(id);
                view.setLanguage(languages[language]);
                return view;
            });
            waiting += there.describe().summary === missing.describe().summary ? 0 : 1;
            for (const open of [() => true, () => false, ...pieces.map((one) => (piece) => piece === one)]) {
                for (const piece of pieces) for (const view of [there, missing]) view.set(piece, open(piece));
                const shown = pieces.filter(open).map((piece) => parameters[piece].name);
                for (let width = 280; width <= 1400; ++width)
                    assert.equal(
                        Math.ceil(missing.naturalHeight(width)),
                        Math.ceil(there.naturalHeight(width)),
                        `${id}, ${["English", "German"][language]}, ${width} px, ${shown}`,
                    );
            }
            there.delete();
            missing.delete();
        }
    }
    assert.ok(waiting >= 10, `${waiting}: the model is missing in one of them`);
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
