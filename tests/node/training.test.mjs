// The figure that trains comes to the same numbers, to the last bit, in the builds with and without SIMD. (Natively and in a browser that has
// relaxed SIMD: tests/browser/learn.test.mjs.)
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, figureModules } from "../../web/build/engine.mjs";

const told = async (variant, state) => {
    const engine = await engineOf(`explainer.${variant}`, figureModules("explainer.scalar").learn);
    const view = engine.makeView("learn");
    assert.equal(view.restore(state), "");
    while (view.unfinished());
    const { values, tables } = view.describe();
    view.delete();
    return { values, tables };
};

for (const state of [
    "step=120",
    "task=count;shape=2-4;seed=5;step=60;head11=false",
    "task=reverse;shape=1-1;step=90;ago=40",
    "task=agree;rate=low;step=90",
    "mlp=true;step=120",
])
    test(`${state}: the same with and without SIMD`, async () => {
        const [scalar, simd] = [await told("scalar", state), await told("simd128", state)];
        assert.ok(scalar.tables.length > 2);
        assert.deepEqual(simd, scalar);
    });
