// core.js: an option that a call does not have is refused, whether it is misspelt or is another call's; nothing is written then.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createAttentionCore, floats, paths, random } from "./open.mjs";

const refused = (f, message) => assert.throws(f, { name: "TypeError", message });

for (const path of paths) {
    const core = await createAttentionCore({ path });
    const make = random(21);
    const q = make(4),
        row = make(2),
        out = floats(9, 9, 9, 9),
        shape = { n: 2, d: 2 };
    const square = { wq: q, wk: q, wv: q, wo: q },
        heads = { n: 2, dModel: 2, heads: 1 };

    test(`${path}: misspelt options and those of other calls`, () => {
        const attend = "options may have out, causal, rope, ropePairs, bias, keyMask, window, scale, temperature, alibi, position, got ";
        refused(() => core.attend(q, q, q, shape, { out, tempreature: 2 }), attend + '"tempreature"');
        refused(() => core.attend(q, q, q, shape, { out, weights: true }), attend + '"weights"');
        refused(() => core.trace(q, q, q, shape, { out }), attend.replace("out, ", "") + '"out"');
        refused(() => core.multiHead(q, square, heads, { out, position: 1 }), /^options may have .*weights.*, got "position"$/);
        refused(() => core.softmax(q, { rows: 2, cols: 2 }, { out, scale: 2 }), 'options may have temperature, out, got "scale"');
        refused(() => core.softmaxJacobian(row, { out }), 'options may have temperature, got "out"');
        refused(() => core.softmaxGradientNorm(row, { scale: 1 }), 'options may have temperature, got "scale"');
        refused(() => core.rope(q, shape, { rope: 100, out }), 'options may have base, pairs, position, out, got "rope"');
        refused(() => core.scoreDeviation({ d: 2, pairs: 4, sed: 3 }), 'options may have d, pairs, seed, got "sed"');
        assert.deepEqual(out, floats(9, 9, 9, 9));
    });

    test(`${path}: a cache has no rope, mask, bias or place of yours`, () => {
        const cache = core.createCache({ capacity: 2, d: 2 }),
            own = floats(9, 9);
        cache.append(row, row);
        const others = {
            rope: 10000,
            ropePairs: "halves",
            causal: true,
            position: 3,
            bias: floats(0),
            keyMask: Uint8Array.of(1),
            weights: true,
        };
        for (const [name, value] of Object.entries(others)) {
            refused(
                () => cache.attend(row, { [name]: value, out: own }),
                `options may have window, scale, temperature, alibi, out, got "${name}"`,
            );
        }
        assert.deepEqual(own, floats(9, 9));
        assert.deepEqual(cache.attend(row, { out: own, window: 1, scale: 2, temperature: 3, alibi: 0.5 }), row);
        cache.dispose();
    });

    test(`${path}: sizes and weights that are misspelt`, () => {
        refused(() => core.attend(q, q, q, { ...shape, dV: 2 }), 'shape may have n, d, m, dv, batch, got "dV"');
        refused(() => core.softmax(q, { rows: 2, cols: 2, columns: 2 }), 'shape may have rows, cols, got "columns"');
        refused(
            () => core.multiHead(q, square, { ...heads, kvheads: 1 }),
            'shape may have n, dModel, heads, kvHeads, batch, got "kvheads"',
        );
        refused(() => core.multiHead(q, { ...square, bq: row }, heads), 'weights may have wq, wk, wv, wo, got "bq"');
        refused(() => core.prepareWeights(square, { dModel: 2, heads: 1, kvheads: 1 }), /^shape may have .* got "kvheads"$/);
        refused(() => core.createCache({ capacity: 1, d: 2, head: 1 }), 'shape may have capacity, d, dv, heads, kvHeads, got "head"');
        refused(() => core.rope(q, { n: 2, d: 2, cols: 2 }), 'shape may have n, d, heads, got "cols"');
        core.prepareWeights(square, heads).dispose(); // n plays no role there: the shape of a call will do
    });

    test(`${path}: what is undefined is left out; what is inherited counts; ropePairs wants rope`, () => {
        assert.deepEqual(core.attend(q, q, q, shape, { temprature: undefined, rope: undefined }), core.attend(q, q, q, shape));
        assert.deepEqual(core.attend(q, q, q, shape, Object.create({ causal: true })), core.attend(q, q, q, shape, { causal: true }));
        refused(() => core.attend(q, q, q, shape, Object.create({ casual: true })), /got "casual"$/);
        refused(
            () => core.attend(q, q, q, shape, { ropePairs: "halves" }),
            "ropePairs says which components rope turns: rope must be a number, got undefined",
        );
    });
}

test("createAttentionCore", async () => {
    await assert.rejects(createAttentionCore({ paths: "scalar" }), {
        name: "TypeError",
        message: 'options may have path, wasm, got "paths"',
    });
});
