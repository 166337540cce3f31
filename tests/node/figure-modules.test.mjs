// The engine's code is in several modules (cmake/figure_modules.mjs). A figure finds all of its own in the engine and its modules, whatever state
// it is in: what had been taken out too much would be a call into nowhere, a trap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, figureModules, ofTensors } from "../../web/build/engine.mjs";
import { exhibitTable } from "../browser/support.mjs";
import { stateStrings } from "../browser/random-states.mjs";
import { random, seed } from "../random.mjs";

const all = figureModules("explainer.scalar");
const modules = Object.fromEntries(Object.entries(all).filter(([id]) => !id.startsWith(ofTensors)));
const table = exhibitTable();

test("each exhibit has its code in one module, and in one more what several share; only those that ask others need theirs, and not all", () => {
    assert.deepEqual(Object.keys(modules).sort(), table.map(({ id }) => id).sort());
    for (const [exhibit, names] of Object.entries(modules))
        if (!["check", "training", "patch", "one-word"].includes(exhibit))
            assert.equal(names.filter((name) => name !== "later").length, 1, exhibit);
    const sharing = Object.keys(modules).filter((exhibit) => modules[exhibit].includes("later"));
    const ofModels = [
        "opening",
        "one-word",
        "learn",
        "induction",
        "learned-heads",
        "training",
        "next-word",
        "patch",
        "streaming",
        "decode",
    ];
    assert.deepEqual(sharing.sort(), ofModels.sort());
    const own = (id, ...names) => assert.deepEqual([...all[ofTensors + id]].sort(), names.sort());
    own("heads", "own-heads", "own-maps", "brought", ...modules.heads);
    own("map", "own-map", "own-maps", "own-vectors", "brought", ...modules.heads);
    for (const id of ["scores", "values", "blend", "position"]) own(id, "own-scores", "own-vectors", "brought");
    for (const id of ["learned-heads", "next-word"]) own(id, "own-learned-heads", ...all[`${ofTensors}heads`], ...modules["learned-heads"]);
    for (const one of ["training", "patch", "one-word"]) assert.deepEqual(modules[one], [one, ...modules["learned-heads"]]);
    assert.ok(modules.check.length > 1 && modules.check.length < new Set(Object.values(modules).flat()).size);
});

test("without its module a figure cannot be made: it is really elsewhere", async () => {
    const engine = await engineOf("explainer.scalar", ["heads"]);
    const view = engine.makeView("softmax");
    assert.throws(() => view.describe(), WebAssembly.RuntimeError);
});

for (const id of ["learned-heads", "next-word"])
    test(`${id} of a text that a model read: the same`, async () => {
        const next = random(seed);
        const engine = await engineOf("explainer.scalar", all[ofTensors + id]);
        const exhibit = (await engineOf("explainer.parts")).tensorExhibits().find((one) => one.id === id);
        const which = engine.tensors("begin", { bytes: 0 });
        const numbers = (count) => Float32Array.from({ length: count }, () => next() / 3);
        const arrays = [
            { name: "attention", shape: [2, 3, 3], data: numbers(18) },
            { name: "logits", shape: [90], data: numbers(90) },
            { name: "logits_without", shape: [90], data: numbers(90) },
            { name: "without", shape: [2], data: Float32Array.of(0, 1) },
            { name: "candidates", shape: [3], data: [], words: ["a", " b", "\n"] },
            { name: "text", shape: [1], data: [], words: ["abc"] },
            { name: "first_text", shape: [1], data: [], words: ["abc"] },
        ];
        for (const array of arrays) assert.equal(engine.tensors("array", { which, array }), "");
        const ranges = engine.tensors("bring", { which, exhibit: id, tokens: ["a", "b", "c"], queries: [] });
        assert.equal(ranges.length, exhibit.parameters.length);
        const view = engine.makeTensorView(id, which);
        for (const state of ["", ...Array.from({ length: 30 }, stateStrings(next).bind(null, exhibit))]) {
            if (view.restore(state)) continue;
            view.resize(280 + Math.floor(next() * 1200), 2000, 100, 100);
            for (let frame = 0; frame < 3; ++frame) {
                view.pointer(0, next() * 1000, next() * 1500, false);
                assert.equal(typeof view.step(200 * frame, false), "boolean", `${state}, seed ${seed}`);
            }
            view.takeRequest();
            assert.match(view.svg(), /^<svg/);
            assert.ok(view.describe().summary.length > 0);
        }
        view.delete();
    });

for (const exhibit of table) {
    test(`${exhibit.id}: with its own modules alone it computes, is laid out, drawn and described, in any state`, async () => {
        const next = random(seed);
        const engine = await engineOf("explainer.scalar", modules[exhibit.id]);
        const view = engine.makeView(exhibit.id);
        const random20 = Array.from({ length: 20 }, stateStrings(next).bind(null, exhibit));
        let time = 0;
        for (const state of ["", ...exhibit.presets.map((preset) => preset.state), ...random20]) {
            if (state.length > 2000 || view.restore(state)) continue; // a wrong one, said in words
            view.resize(280 + Math.floor(next() * 1200), 2000, 100, 100);
            for (let frame = 0; frame < 3; ++frame) {
                view.pointer(0, next() * 1000, next() * 1500, false);
                assert.equal(typeof view.step((time += 200), false), "boolean", `${state}, seed ${seed}`);
            }
            assert.ok(view.naturalHeight(360) > 0);
            assert.match(view.svg(), /^<svg/);
            assert.ok(view.describe().summary.length > 0);
            view.numpy();
        }
        view.delete();
    });
}
