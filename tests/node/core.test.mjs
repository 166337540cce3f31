// core.js in Node, every build: the essays' numbers, sizes, `out`, errors, memory, disposal.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import vm from "node:vm";

import { createAttentionCore, distance, floats, paths, random, reference, wasmFile } from "./open.mjs";

const rounded = (array, digits) => Array.from(array, (x) => Number(x.toFixed(digits)));

for (const path of paths) {
    const core = await createAttentionCore({ path });

    test(`${path}: runs the path asked for`, () => assert.equal(core.path, path));

    test(`${path}: numbers of "Attention: queries, keys, and values"`, () => {
        const percent = core.softmax(floats(2.4, 0.5, 3.1, -1, 1.7), { rows: 1, cols: 5 }).map((x) => 100 * x);
        assert.deepEqual(rounded(percent, 1), [27.1, 4.0, 54.5, 0.9, 13.4]);
        const rows = [
            [
                [-1, 3.5, -1, -1, -1, -1, 1],
                [0.01, 0.88, 0.01, 0.01, 0.01, 0.01, 0.07],
            ],
            [
                [-1, 1],
                [0.12, 0.88],
            ],
            [
                [-1, -1, 1],
                [0.11, 0.11, 0.79],
            ],
            [
                [-1, -1, -1, 1],
                [0.1, 0.1, 0.1, 0.71],
            ],
            [
                [-1, -1, -1, -1, -1, 1],
                [0.08, 0.08, 0.08, 0.08, 0.08, 0.6],
            ],
            [
                [3, -1, -1, -1, 1],
                [0.84, 0.02, 0.02, 0.02, 0.11],
            ],
        ];
        for (const [scores, weights] of rows) {
            assert.deepEqual(rounded(core.softmax(floats(...scores), { rows: 1, cols: scores.length }), 2), weights);
        }
        const { scores } = core.trace(floats(3, 1), floats(2, 1.4, -1, 3, -2.4, -1), floats(0, 0, 0), { n: 1, m: 3, d: 2, dv: 1 });
        assert.deepEqual(rounded(scores, 2), [7.4, 0, -8.2]);
    });

    test(`${path}: numbers of "Attention as weighted aggregation"`, () => {
        const q = floats(1, 0),
            k = floats(1, 0, 0, 1, 1, 1),
            v = floats(10, 0, 0, 10, 5, 5);
        const t = core.trace(q, k, v, { n: 1, m: 3, d: 2 });
        assert.deepEqual(rounded(t.weights, 3), [0.401, 0.198, 0.401]);
        assert.deepEqual(rounded(t.output, 3), [6.017, 3.983]);
        assert.deepEqual(rounded(core.attend(q, k, v, { n: 1, m: 3, d: 2 }), 3), [6.017, 3.983]);
        assert.equal(t.anyRowMasked, false);
    });

    test(`${path}: attend and trace against double`, () => {
        const make = random(1);
        for (const shape of [
            { n: 1, d: 1 },
            { n: 6, d: 8 },
            { n: 7, m: 19, d: 5, dv: 11 },
            { n: 64, d: 64 },
            { n: 130, d: 64 },
        ]) {
            const { n, m = n, d, dv = d } = shape;
            const [q, k, v] = [make(n * d), make(m * d), make(m * dv)];
            for (const options of [{}, { causal: true }, { temperature: 0.5 }, { scale: 0.3, causal: true }, { scale: 0 }]) {
                const expected = reference(q, k, v, shape, options);
                const bound = options.scale || options.temperature ? 5e-6 : 2e-6; // larger scores, larger roundings
                assert.ok(distance(core.attend(q, k, v, shape, options), expected) < bound);
                assert.ok(distance(core.trace(q, k, v, shape, options).output, expected) < bound);
            }
        }
    });

    test(`${path}: masks, positions and window agree between attend and trace`, () => {
        const make = random(2);
        const shape = { n: 20, m: 33, d: 8, dv: 6 };
        const [q, k, v, bias] = [make(160), make(264), make(198), make(660)];
        const keyMask = Uint8Array.from({ length: 33 }, (_, j) => +(j % 3 !== 0));
        for (const options of [
            { window: 4 },
            { alibi: 0.25, position: 13 },
            { rope: 10000 },
            { rope: 10000, ropePairs: "halves" },
            { bias },
            { keyMask, causal: true, position: 5 },
        ]) {
            const t = core.trace(q, k, v, shape, options);
            assert.ok(distance(core.attend(q, k, v, shape, options), t.output) < 3e-6);
        }
        const masked = core.trace(q, k, v, shape, { keyMask, causal: true });
        assert.equal(masked.anyRowMasked, true); // row 0 sees key 0 only, which is padding
        assert.equal(masked.weights[0], 0);
        assert.equal(masked.scaled[0], -Infinity);
    });

    test(`${path}: RoPE's pairs are neighbours unless halves are asked for`, () => {
        const q = floats(1, 2, 3, 4),
            k = floats(4, 3, 2, 1),
            shape = { n: 1, d: 4, dv: 1 },
            v = floats(1);
        // A query at place 2 asks a key at place 0: only the query turns, by 2 and by 0.02.
        const score = (pairs) => {
            const turned = [...q];
            pairs.forEach(([a, b], p) => {
                const angle = 2 * 10000 ** ((-2 * p) / 4);
                turned[a] = q[a] * Math.cos(angle) - q[b] * Math.sin(angle);
                turned[b] = q[a] * Math.sin(angle) + q[b] * Math.cos(angle);
            });
            return turned.reduce((sum, x, t) => sum + x * k[t], 0);
        };
        const scoreOf = (options) => core.trace(q, k, v, shape, { rope: 10000, position: 2, ...options }).scores[0];
        const neighbours = score([
                [0, 1],
                [2, 3],
            ]),
            halves = score([
                [0, 2],
                [1, 3],
            ]);
        assert.ok(Math.abs(scoreOf({}) - neighbours) < 1e-5);
        assert.ok(Math.abs(scoreOf({ ropePairs: "neighbours" }) - neighbours) < 1e-5);
        assert.ok(Math.abs(scoreOf({ ropePairs: "halves" }) - halves) < 1e-5);
        assert.ok(Math.abs(neighbours - halves) > 1);
        const make = random(8),
            x = make(24),
            wq = make(16),
            wk = make(16),
            wv = make(16),
            wo = make(16);
        const many = (options) => core.multiHead(x, { wq, wk, wv, wo }, { n: 6, dModel: 4, heads: 1 }, { rope: 10000, ...options }).output;
        assert.deepEqual(many({}), many({ ropePairs: "neighbours" }));
        assert.ok(distance(many({}), many({ ropePairs: "halves" })) > 1e-3);
    });

    test(`${path}: out is filled and returned, also where it is an input`, () => {
        const q = random(3)(48),
            k = random(4)(48),
            v = random(5)(48);
        const out = new Float32Array(48);
        assert.equal(core.attend(q, k, v, { n: 6, d: 8 }, { out }), out);
        assert.deepEqual(out, core.attend(q, k, v, { n: 6, d: 8 }));
        const x = floats(1, 2, 3);
        assert.equal(core.softmax(x, { rows: 1, cols: 3 }, { out: x }), x);
        assert.ok(Math.abs(x[0] + x[1] + x[2] - 1) < 1e-6);
    });

    test(`${path}: errors name the argument and both numbers, and nothing is written`, () => {
        const q = floats(1, 2, 3, 4),
            out = floats(9, 9, 9, 9),
            shape = { n: 2, d: 2 };
        const call =
            (shape, options = {}, k = q, v = q) =>
            () =>
                core.attend(q, k, v, shape, { out, ...options });
        const range = (f, message) => assert.throws(f, { name: "RangeError", message });
        const type = (f, message) => assert.throws(f, { name: "TypeError", message });
        range(call({ n: 3, d: 2 }), "q has 4 numbers, must have n × d = 3 × 2 = 6");
        range(call({ n: 2, m: 3, d: 2 }), "k has 4 numbers, must have m × d = 3 × 2 = 6");
        range(call(shape, {}, q, floats(1)), "v has 1 numbers, must have m × dv = 2 × 2 = 4");
        range(call({ n: NaN, d: 2 }), "n must be a whole number of at least 1, got NaN");
        range(call({ n: 0, d: 2 }), "n must be a whole number of at least 1, got 0");
        range(call({ n: -1, d: 2 }), "n must be a whole number of at least 1, got -1");
        range(call({ n: 1.5, d: 2 }), "n must be a whole number of at least 1, got 1.5");
        range(call({ n: 2, d: 2, dv: 1e12 }), "dv must be a whole number of at least 1, got 1000000000000");
        type(call({ n: 2 }), "d must be a number, got undefined");
        type(call({ n: "2", d: 2 }), 'n must be a number, got "2"');
        type(call(undefined), "shape must be an object, got undefined");
        range(call(shape, { temperature: 0 }), "temperature must be greater than 0, got 0");
        range(call(shape, { temperature: -1 }), "temperature must be greater than 0, got -1");
        range(call(shape, { temperature: NaN }), "temperature must be greater than 0, got NaN");
        type(call(shape, { temperature: "1" }), 'temperature must be a number, got "1"');
        range(call(shape, { scale: Infinity }), "scale must be a finite number, got Infinity");
        range(call(shape, { window: 0 }), "window must be a whole number of at least 1, got 0");
        range(call(shape, { out: floats(1) }), "out has 1 numbers, must have n × dv = 2 × 2 = 4");
        type(call(shape, { out: [1, 2, 3, 4] }), "out must be a Float32Array, got Array");
        range(call(shape, { rope: 10000, ropePairs: "half" }), 'ropePairs must be "neighbours" or "halves", got "half"');
        type(call(shape, { ropePairs: true }), 'ropePairs must be "neighbours" or "halves", got true');
        type(call(shape, { causal: 1 }), "causal must be true or false, got 1");
        type(call(shape, { bias: [1] }), "bias must be a Float32Array, got Array");
        range(call(shape, { keyMask: new Uint8Array(3) }), "keyMask has 3 numbers, must have m = 2");
        type(call(shape, {}, [1, 2, 3, 4]), "k must be a Float32Array, got Array");
        type(call(shape, {}, new Float64Array(4)), "k must be a Float32Array, got Float64Array");
        range(() => core.softmax(q, { rows: 1, cols: 3 }), "x has 4 numbers, must have rows × cols = 1 × 3 = 3");
        range(() => core.softmax(q, { rows: 2, cols: 2 }, { temperature: 0, out }), "temperature must be greater than 0, got 0");
        assert.deepEqual(out, floats(9, 9, 9, 9));
    });

    test(`${path}: too large is a RangeError, and the core goes on; memory grows and views follow`, async () => {
        const own = await createAttentionCore({ path });
        const before = own.attend(floats(1, 0), floats(1, 0), floats(3, 4), { n: 1, d: 2 });
        // 200,000² weights are 160 GB; 23,000² × 3 are over 4 GB too but fit 32 bits of floats each.
        for (const n of [200000, 23000]) {
            const x = new Float32Array(n);
            assert.throws(() => own.trace(x, x, x, { n, d: 1 }), { name: "RangeError", message: /too large for memory/ });
        }
        assert.deepEqual(own.attend(floats(1, 0), floats(1, 0), floats(3, 4), { n: 1, d: 2 }), before);
        const make = random(9);
        const [q, k, v] = [make(4000 * 64), make(4000 * 64), make(4000 * 64)];
        const shape = { n: 4000, d: 64 }; // 16 MB: grows past the initial memory
        const row = own.attend(q, k, v, shape, { window: 1 });
        assert.ok(distance(row, v) < 1e-6);
    });

    test(`${path}: sizes that 32 bits cannot hold are refused too`, async () => {
        const own = await createAttentionCore({ path });
        const zeros = new Float32Array(13108 * 13108),
            weights = { wq: zeros, wk: zeros, wv: zeros, wo: zeros };
        const shape = { dModel: 13108, heads: 13108 }; // packed 4.3e9 floats, modulo 2^32 next to nothing
        const tooLarge = { name: "RangeError", message: /too large for memory/ };
        assert.throws(() => own.prepareWeights(weights, shape), tooLarge);
        assert.throws(() => own.multiHead(zeros.subarray(0, 13108), weights, { n: 1, ...shape }), tooLarge);
        assert.throws(() => own.createCache({ capacity: 2 ** 31 - 1, d: 2 ** 31 - 1, heads: 2 ** 31 - 1 }), tooLarge);
        assert.deepEqual(own.attend(floats(1), floats(1), floats(3), { n: 1, d: 1 }), floats(3));
    });

    test(`${path}: a temperature of 1e-38 leaves ties ties; a scale of 0 is not the default`, () => {
        const shape = { n: 1, m: 2, d: 1 },
            q = floats(-2),
            k = floats(2, 2),
            v = floats(1, 3);
        assert.deepEqual(core.attend(q, k, v, shape, { temperature: 1e-38 }), floats(2));
        assert.deepEqual(core.trace(q, k, v, shape, { temperature: 1e-38 }).weights, floats(0.5, 0.5));
        assert.deepEqual(core.attend(q, floats(2, 1), v, shape, { scale: 0 }), floats(2));
        assert.ok(core.attend(q, floats(2, 1), v, shape)[0] > 2.5);
        assert.deepEqual(
            core.attend(q, floats(2, 1), v, shape, { scale: undefined }),
            core.attend(q, floats(2, 1), v, shape, { scale: 1 }),
        );
    });

    test(`${path}: position 2³¹ − 1 counts on past 31 bits`, () => {
        const shape = { n: 9, m: 12, d: 2 },
            make = random(8);
        const [q, k, v] = [make(18), make(24), make(24)];
        const all = core.attend(q, k, v, shape);
        const far = { causal: true, position: 2 ** 31 - 1 }; // sees every key
        assert.ok(distance(core.attend(q, k, v, shape, far), all) < 1e-6);
        assert.ok(distance(core.trace(q, k, v, shape, far).output, all) < 1e-6);
        const slopes = { ...far, alibi: 1e-9 }; // the distances differ by 12 in 2³¹
        assert.ok(distance(core.attend(q, k, v, shape, slopes), all) < 1e-6);
        assert.ok(distance(core.trace(q, k, v, shape, slopes).output, all) < 1e-6);
    });

    test(`${path}: arrays of another realm are arrays`, () => {
        const realm = vm.createContext();
        const other = (array) => vm.runInContext(`(x) => new ${array.constructor.name}(x)`, realm)([...array]);
        const make = random(6),
            shape = { n: 3, d: 4 };
        const [q, k, v] = [make(12), make(12), make(12)];
        const options = { bias: make(9), keyMask: Uint8Array.of(1, 0, 1) };
        const expected = core.attend(q, k, v, shape, options);
        const out = other(new Float32Array(12));
        assert.ok(!(out instanceof Float32Array));
        const given = core.attend(other(q), other(k), other(v), shape, { bias: other(options.bias), keyMask: other(options.keyMask), out });
        assert.equal(given, out);
        assert.deepEqual([...out], [...expected]);
        const weights = other(floats(0.25, 0.75));
        assert.deepEqual([...core.entropy(weights, { rows: 1, cols: 2 })], [...core.entropy(floats(0.25, 0.75), { rows: 1, cols: 2 })]);
        assert.equal(core.softmaxGradientNorm(weights), core.softmaxGradientNorm(floats(0.25, 0.75)));
        core.softmax(other(q), { rows: 3, cols: 4 }, { out });
        const cache = core.createCache({ capacity: 2, d: 4 });
        cache.append(other(k.slice(0, 4)), other(v.slice(0, 4)));
        assert.deepEqual([...cache.attend(other(q.slice(0, 4)))], [...v.slice(0, 4)]);
        cache.dispose();
        const fake = { [Symbol.toStringTag]: "Float32Array", length: 12 };
        assert.throws(() => core.attend(fake, k, v, shape), { name: "TypeError", message: /^q must be a Float32Array, got/ });
    });

    test(`${path}: dispose kills what came from the core, and says so; disposing of that then is harmless`, async () => {
        const own = await createAttentionCore({ path });
        const shape = { dModel: 2, heads: 1 },
            square = floats(1, 0, 0, 1),
            row = floats(1, 2);
        const prepare = (from) => from.prepareWeights({ wq: square, wk: square, wv: square, wo: square }, shape);
        const cache = own.createCache({ capacity: 4, d: 2 }),
            weights = prepare(own);
        const experiment = own.startScoreDeviation({ d: 4, pairs: 100 }),
            finished = own.startScoreDeviation({ d: 4, pairs: 100 });
        cache.append(row, row);
        experiment.advance(10);
        finished.advance(100);
        const { raw } = experiment;
        own.dispose();
        const dead = (f, what) => assert.throws(f, { name: "Error", message: `the core that this ${what} came from was disposed` });
        dead(() => cache.append(row, row), "KeyValueCache");
        dead(() => cache.attend(row), "KeyValueCache");
        dead(() => cache.clear(), "KeyValueCache");
        dead(() => experiment.advance(10), "ScoreDeviation");
        dead(() => core.multiHead(row, weights, { n: 1, ...shape }), "PreparedWeights");
        assert.throws(() => own.multiHead(row, weights, { n: 1, ...shape }), { name: "Error", message: "this core was disposed" });
        assert.equal(experiment.raw, raw);
        assert.equal(finished.advance(1), 0);
        for (const each of [cache, weights, experiment, finished, own, cache]) each.dispose();

        const mine = core.createCache({ capacity: 4, d: 2 }),
            mineToo = prepare(core),
            trial = core.startScoreDeviation({ d: 4, pairs: 100 });
        for (const each of [mine, mineToo, trial]) each.dispose();
        const gone = (f, what) => assert.throws(f, { name: "Error", message: `this ${what} was disposed` });
        gone(() => mine.append(row, row), "KeyValueCache");
        gone(() => core.multiHead(row, mineToo, { n: 1, ...shape }), "PreparedWeights");
        gone(() => trial.advance(1), "ScoreDeviation");
    });

    test(`${path}: memory is freed once: what is allocated after a double dispose stays whole`, () => {
        const first = core.createCache({ capacity: 8, d: 4 });
        first.dispose();
        const second = core.createCache({ capacity: 8, d: 4 }),
            row = floats(1, 2, 3, 4);
        second.append(row, row);
        first.dispose(); // would free what is now the second's
        const third = core.createCache({ capacity: 8, d: 4 }),
            other = floats(9, 9, 9, 9);
        third.append(other, other);
        assert.deepEqual(second.attend(row), row);
        second.dispose();
        third.dispose();
    });

    test(`${path}: after dispose every call throws; twice is fine`, async () => {
        const own = await createAttentionCore({ path, wasm: await readFile(wasmFile(path)) });
        own.dispose();
        own.dispose();
        assert.throws(() => own.softmax(floats(1), { rows: 1, cols: 1 }), /disposed/);
    });
}

test("paths: auto works, an unknown one and bad wasm are errors", async () => {
    assert.ok(["relaxed", "simd128", "scalar"].includes((await createAttentionCore()).path));
    await assert.rejects(createAttentionCore({ path: "fast" }), { name: "RangeError", message: /"fast"/ });
    await assert.rejects(createAttentionCore({ path: "scalar", wasm: 5 }), { name: "TypeError" });
    await assert.rejects(createAttentionCore({ path: "scalar", wasm: new Uint8Array([1, 2, 3]) }), { name: "CompileError" });
    if (!paths.includes("relaxed")) await assert.rejects(createAttentionCore({ path: "relaxed" }), /relaxed/);
});
