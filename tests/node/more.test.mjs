// core.js in Node, the rest of it: heads, cache, experiment, softmax's derivatives, memory over many calls.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createAttentionCore, distance, floats, paths, random } from "./open.mjs";

const range = (f, message) => assert.throws(f, { name: "RangeError", message });

/** y [n, b] = x [n, a] w [a, b] in double. */
function multiply(x, w, n, a, b) {
    const y = new Float64Array(n * b);
    for (let i = 0; i < n; i++) for (let t = 0; t < a; t++) for (let j = 0; j < b; j++) y[i * b + j] += x[i * a + t] * w[t * b + j];
    return y;
}

for (const path of paths) {
    const core = await createAttentionCore({ path });
    const make = random(11);
    const [n, dModel, heads, kvHeads] = [13, 24, 4, 2];
    const x = make(n * dModel);
    const weights = { wq: make(576, 0.2), wk: make(288, 0.2), wv: make(288, 0.2), wo: make(576, 0.2) };
    const shape = { n, dModel, heads, kvHeads };

    test(`${path}: multiHead is its parts put together; prepared weights give the same`, () => {
        const [q, k, v] = [multiply(x, weights.wq, n, 24, 24), multiply(x, weights.wk, n, 24, 12), multiply(x, weights.wv, n, 24, 12)];
        const columns = (y, width, from) => Float32Array.from({ length: n * 6 }, (_, i) => y[Math.floor(i / 6) * width + from + (i % 6)]);
        const concat = new Float64Array(n * 24);
        const all = [];
        for (let h = 0; h < heads; h++) {
            const kv = (h >> 1) * 6;
            const one = core.trace(columns(q, 24, h * 6), columns(k, 12, kv), columns(v, 12, kv), { n, d: 6 }, { causal: true });
            one.output.forEach((y, i) => (concat[Math.floor(i / 6) * 24 + h * 6 + (i % 6)] = y));
            all.push(...one.weights);
        }
        const expected = multiply(concat, weights.wo, n, 24, 24);
        const out = new Float32Array(n * 24);
        const plain = core.multiHead(x, weights, shape, { causal: true, out });
        assert.equal(plain.output, out);
        assert.equal(plain.weights, undefined);
        assert.ok(distance(out, expected) < 5e-6);
        const kept = core.multiHead(x, weights, shape, { causal: true, weights: true });
        assert.ok(distance(kept.output, expected) < 5e-6);
        assert.ok(distance(kept.weights, all) < 5e-6);
        const prepared = core.prepareWeights(weights, { dModel, heads, kvHeads });
        assert.ok(distance(core.multiHead(x, prepared, shape, { causal: true }).output, out) === 0);
        range(
            () => core.multiHead(x, prepared, { ...shape, heads: 2 }),
            "weights were prepared for dModel 24, heads 4, kvHeads 2; this call has 24, 2, 2",
        );
        prepared.dispose();
        assert.throws(() => core.multiHead(x, prepared, shape), /disposed/);
    });

    test(`${path}: multiHead errors`, () => {
        range(() => core.multiHead(x, weights, { ...shape, heads: 5, kvHeads: 5 }), "heads must divide dModel: 5 does not divide 24");
        range(() => core.multiHead(x, weights, { ...shape, kvHeads: 3 }), "kvHeads must divide heads: 3 does not divide 4");
        range(
            () => core.multiHead(x, weights, { ...shape, kvHeads: 4 }),
            "wk has 288 numbers, must have dModel × kvHeads · d_k = 24 × 24 = 576",
        );
        range(() => core.multiHead(x, weights, { ...shape, n: 12 }), "x has 312 numbers, must have n × dModel = 12 × 24 = 288");
        assert.throws(() => core.multiHead(x, { ...weights, wo: [1] }, shape), {
            name: "TypeError",
            message: "wo must be a Float32Array, got Array",
        });
    });

    test(`${path}: the same seed gives the same numbers everywhere, to the last bit`, () => {
        // As tests/attention/deviation.test.cpp has them, from a program in Python.
        assert.equal(core.scoreDeviation({ d: 64, pairs: 50, seed: 42 }).raw, 7.657392852815441);
        assert.deepEqual(core.scoreDeviation({ d: 4, pairs: 200 }), { raw: 1.9645062497677976, scaled: 0.9822531248838988 });
    });

    test(`${path}: decoding with a cache equals causal attention`, () => {
        const d = 8,
            length = 30;
        const [q, k, v] = [make(length * d), make(length * d), make(length * d)];
        const expected = core.attend(q, k, v, { n: length, d }, { causal: true });
        const cache = core.createCache({ capacity: length, d });
        const out = new Float32Array(d);
        for (let i = 0; i < length; i++) {
            const row = (x) => x.subarray(i * d, (i + 1) * d);
            cache.append(row(k), row(v));
            assert.equal(cache.attend(row(q), { out }), out);
            assert.ok(distance(out, row(expected)) < 2e-6);
        }
        range(() => cache.append(k.subarray(0, d), v.subarray(0, d)), "the cache is full: it has 30 tokens of 30");
        range(() => cache.append(k.subarray(0, 3), v), "key has 3 numbers, must have kvHeads × d = 1 × 8 = 8");
        cache.clear();
        assert.equal(cache.length, 0);
        assert.deepEqual(cache.attend(q.subarray(0, d)), new Float32Array(d));
        cache.dispose();
        assert.throws(() => cache.clear(), /disposed/);
        range(() => core.createCache({ capacity: 2 ** 30, d: 64 }), /too large for memory/);
    });

    test(`${path}: score deviation: √d raw, 1 scaled; steps do not matter`, () => {
        const all = core.scoreDeviation({ d: 64, pairs: 5000, seed: 42 });
        assert.ok(Math.abs(all.raw / 8 - 1) < 0.05 && Math.abs(all.scaled - 1) < 0.05);
        const steps = core.startScoreDeviation({ d: 64, pairs: 5000, seed: 42 });
        while (steps.advance(700) > 0) assert.ok(steps.done < 5000);
        assert.equal(steps.raw, all.raw);
        assert.equal(steps.advance(1), 0);
        range(() => core.scoreDeviation({ d: 0, pairs: 5 }), "d must be a whole number of at least 1, got 0");
    });

    test(`${path}: entropy, Jacobian and gradient norm of softmax`, () => {
        assert.ok(distance(core.entropy(floats(0.25, 0.25, 0.25, 0.25, 0, 0, 1, 0), { rows: 2, cols: 4 }), [Math.log(4), 0]) < 1e-6);
        const w = floats(0.2, 0.3, 0.5);
        const jacobian = core.softmaxJacobian(w, { temperature: 2 });
        assert.ok(distance(jacobian, [0.08, -0.03, -0.05, -0.03, 0.105, -0.075, -0.05, -0.075, 0.125]) < 1e-6);
        assert.ok(Math.abs(core.softmaxGradientNorm(w, { temperature: 2 }) - Math.hypot(...jacobian)) < 1e-6);
        range(() => core.softmaxJacobian(new Float32Array(0)), "weights has 0 numbers, must have at least 1 = 1");
    });

    test(`${path}: a million calls take no more memory`, () => {
        const [q, k, v, out] = [make(48), make(48), make(48), new Float32Array(48)];
        const size = { n: 6, d: 8 },
            options = { out };
        const some = (calls) => {
            for (let i = 0; i < calls; i++) core.attend(q, k, v, size, options);
        };
        some(1000);
        const before = process.memoryUsage();
        some(path === "relaxed" || !paths.includes("relaxed") ? 1e6 : 1e5);
        const after = process.memoryUsage();
        assert.ok(after.arrayBuffers - before.arrayBuffers < 1 << 20);
        assert.ok(after.external - before.external < 1 << 20);
        for (let i = 0; i < 200; i++) {
            core.prepareWeights(weights, { dModel, heads, kvHeads }).dispose();
            core.createCache({ capacity: 1000, d: 64 }).dispose();
            core.startScoreDeviation({ d: 4, pairs: 9 }).dispose();
        }
        assert.ok(process.memoryUsage().external - before.external < 8 << 20);
    });
}

test("n = 16384, d = 64, causal, runs in the default memory", async () => {
    const core = await createAttentionCore();
    const n = 16384,
        x = random(3)(n * 64);
    const out = core.attend(x, x, x, { n, d: 64 }, { causal: true });
    assert.ok(out.every(Number.isFinite));
    const first = core.attend(x.subarray(0, 64 * 64), x.subarray(0, 64 * 64), x.subarray(0, 64 * 64), { n: 64, d: 64 }, { causal: true });
    assert.ok(distance(out.subarray(0, 64 * 64), first) < 2e-6);
});
