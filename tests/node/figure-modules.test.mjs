// The engine's code is in several modules (cmake/figure_modules.mjs). A figure finds all of its own in the engine and its modules, whatever state
// it is in: what had been taken out too much would be a call into nowhere, a trap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, figureModules, tensorModule } from "../../web/build/engine.mjs";
import { exhibitTable } from "../browser/support.mjs";
import { stateStrings } from "../browser/random-states.mjs";
import { random, seed } from "../random.mjs";

const { [tensorModule]: ofTensors, ...modules } = figureModules("explainer.scalar");
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
    assert.deepEqual(ofTensors, [tensorModule, ...modules.heads]);
    for (const one of ["training", "patch", "one-word"]) assert.deepEqual(modules[one], [one, ...modules["learned-heads"]]);
    assert.ok(modules.check.length > 1 && modules.check.length < new Set(Object.values(modules).flat()).size);
});

test("without its module a figure cannot be made: it is really elsewhere", async () => {
    const engine = await engineOf("explainer.scalar", ["heads"]);
    const view = engine.makeView("softmax");
    assert.throws(() => view.describe(), WebAssembly.RuntimeError);
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
