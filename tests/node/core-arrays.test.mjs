// core.js: many at once. A batch, many tokens for a cache, arrays in the core's own memory, RoPE for a cache.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createAttentionCore, distance, floats, paths, random, reference } from "./open.mjs";

const range = (f, message) => assert.throws(f, { name: "RangeError", message });
const type = (f, message) => assert.throws(f, { name: "TypeError", message });
/** Item `i` of an array of `count` items. */
const item = (array, i, count) => array.subarray((array.length / count) * i, (array.length / count) * (i + 1));

for (const path of paths) {
    const core = await createAttentionCore({ path });
    const make = random(31);

    test(`${path}: a batch is its items: attend, trace`, () => {
        const shape = { n: 5, m: 7, d: 4, dv: 6 },
            batch = 3;
        const [q, k, v] = [make(batch * 20), make(batch * 28), make(batch * 42)];
        for (const options of [{}, { causal: true }, { temperature: 0.5 }]) {
            const output = core.attend(q, k, v, { ...shape, batch }, options);
            const all = core.trace(q, k, v, { ...shape, batch }, options);
            assert.equal(all.scores.length, batch * 35);
            assert.equal(all.entropy.length, batch * 5);
            for (let i = 0; i < batch; i++) {
                const expected = reference(item(q, i, batch), item(k, i, batch), item(v, i, batch), shape, options);
                assert.ok(distance(item(output, i, batch), expected) < 5e-6);
                assert.ok(distance(item(all.output, i, batch), expected) < 5e-6);
                const one = core.trace(item(q, i, batch), item(k, i, batch), item(v, i, batch), shape, options);
                for (const part of ["scores", "scaled", "weights", "entropy"]) assert.deepEqual(item(all[part], i, batch), one[part]);
            }
        }
    });

    test(`${path}: a batch has a mask and a bias for each item, or one for all; RoPE turns each from its first place on`, () => {
        const shape = { n: 3, m: 4, d: 4, dv: 2 },
            batch = 2;
        const [q, k, v, bias] = [make(24), make(32), make(16), make(24)];
        const keyMask = Uint8Array.of(1, 1, 0, 1, 0, 1, 1, 1);
        const check = (options, ofItem) => {
            const output = core.attend(q, k, v, { ...shape, batch }, options);
            const all = core.trace(q, k, v, { ...shape, batch }, options);
            for (let i = 0; i < batch; i++) {
                const one = core.attend(item(q, i, batch), item(k, i, batch), item(v, i, batch), shape, ofItem(i));
                assert.ok(distance(item(output, i, batch), one) < 1e-6);
                assert.ok(distance(item(all.output, i, batch), one) < 3e-6);
            }
        };
        check({ bias, keyMask }, (i) => ({ bias: item(bias, i, batch), keyMask: item(keyMask, i, batch) }));
        const [oneBias, oneMask] = [item(bias, 0, 2), item(keyMask, 0, 2)];
        check({ bias: oneBias, keyMask: oneMask }, () => ({ bias: oneBias, keyMask: oneMask }));
        check({ rope: 100, position: 1, causal: true }, () => ({ rope: 100, position: 1, causal: true }));
        const some = core.trace(q, k, v, { ...shape, batch }, { keyMask: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0) });
        assert.equal(some.anyRowMasked, true); // the second item sees nothing
        const none = core.trace(q, k, v, { ...shape, batch }, { keyMask: Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 1) });
        assert.equal(none.anyRowMasked, true);
    });

    test(`${path}: a batch of multiHead is its items, with weights given or prepared`, () => {
        const shape = { n: 4, dModel: 8, heads: 2, kvHeads: 1 },
            batch = 3;
        const x = make(96),
            weights = { wq: make(64), wk: make(32), wv: make(32), wo: make(64) };
        const bias = make(48),
            keyMask = Uint8Array.from({ length: 12 }, (_, j) => +(j % 5 !== 2));
        const prepared = core.prepareWeights(weights, shape);
        const options = { causal: true, weights: true, bias, keyMask };
        const all = core.multiHead(x, weights, { ...shape, batch }, options);
        assert.deepEqual(core.multiHead(x, prepared, { ...shape, batch }, options), all);
        assert.equal(all.weights.length, batch * 2 * 16);
        for (let i = 0; i < batch; i++) {
            const own = { ...options, bias: item(bias, i, batch), keyMask: item(keyMask, i, batch) };
            const one = core.multiHead(item(x, i, batch), weights, shape, own);
            assert.deepEqual(item(all.output, i, batch), one.output);
            assert.deepEqual(item(all.weights, i, batch), one.weights);
        }
        assert.ok(distance(item(all.output, 0, batch), item(all.output, 1, batch)) > 1e-3);
        prepared.dispose();
    });

    test(`${path}: a batch's errors name the argument and both numbers, and nothing is written`, () => {
        const out = floats(9, 9, 9, 9),
            shape = { n: 1, m: 2, d: 2, batch: 2 },
            q = make(4),
            k = make(8);
        range(() => core.attend(k, k, k, shape, { out }), "q has 8 numbers, must have batch × n × d = 2 × 1 × 2 = 4");
        range(() => core.attend(q, q, k, shape, { out }), "k has 4 numbers, must have batch × m × d = 2 × 2 × 2 = 8");
        range(() => core.attend(q, k, k, shape, { out: floats(1) }), "out has 1 numbers, must have batch × n × dv = 2 × 1 × 2 = 4");
        range(() => core.attend(q, k, k, { ...shape, batch: 0 }, { out }), "batch must be a whole number of at least 1, got 0");
        range(() => core.attend(q, k, k, shape, { out, bias: make(3) }), "bias has 3 numbers, must have batch × n × m = 2 × 1 × 2 = 4");
        type(() => core.attend(q, k, k, shape, { out, bias: null }), "bias must be a Float32Array, got null");
        range(
            () => core.attend(q, k, k, shape, { out, keyMask: new Uint8Array(3) }),
            "keyMask has 3 numbers, must have batch × m = 2 × 2 = 4",
        );
        const weights = { wq: q, wk: q, wv: q, wo: q };
        range(
            () => core.multiHead(q, weights, { n: 2, dModel: 2, heads: 1, batch: 2 }, { out }),
            "x has 4 numbers, must have batch × n × dModel = 2 × 2 × 2 = 8",
        );
        assert.deepEqual(out, floats(9, 9, 9, 9));
    });

    test(`${path}: a cache takes many tokens at once, all of them or none`, () => {
        const shape = { capacity: 9, d: 3, dv: 5, heads: 4, kvHeads: 2 };
        const [keys, values, query] = [make(9 * 6), make(9 * 10), make(12)];
        const [atOnce, oneByOne] = [core.createCache(shape), core.createCache(shape)];
        atOnce.append(keys.subarray(0, 12), values.subarray(0, 20), 2);
        atOnce.append(keys.subarray(12, 42), values.subarray(20, 70), 5);
        for (let i = 0; i < 7; i++) oneByOne.append(item(keys, i, 9), item(values, i, 9));
        assert.equal(atOnce.length, 7);
        const before = atOnce.attend(query);
        assert.deepEqual(before, oneByOne.attend(query));
        range(
            () => atOnce.append(keys.subarray(0, 18), values.subarray(0, 30), 3),
            "the cache is full: it has 7 tokens of 9 and no room for 3 more",
        );
        range(
            () => atOnce.append(keys.subarray(0, 12), values.subarray(0, 20), 3),
            "key has 12 numbers, must have tokens × kvHeads × d = 3 × 2 × 3 = 18",
        );
        range(
            () => atOnce.append(keys.subarray(0, 12), values.subarray(0, 10), 2),
            "value has 10 numbers, must have tokens × kvHeads × dv = 2 × 2 × 5 = 20",
        );
        range(() => atOnce.append(keys.subarray(0, 12), values.subarray(0, 20), 0), "tokens must be a whole number of at least 1, got 0");
        assert.equal(atOnce.length, 7);
        assert.deepEqual(atOnce.attend(query), before);
        atOnce.append(keys.subarray(42), values.subarray(70), 2);
        for (let i = 7; i < 9; i++) oneByOne.append(item(keys, i, 9), item(values, i, 9));
        assert.deepEqual(atOnce.attend(query), oneByOne.attend(query));
        // The last of its tokens sees what the last row of causal attention sees; head 3 reads key head 1.
        const head = (array, width, from, length) =>
            Float32Array.from({ length: 9 * length }, (_, i) => array[Math.floor(i / length) * width + from + (i % length)]);
        const expected = reference(query.subarray(9, 12), head(keys, 6, 3, 3), head(values, 10, 5, 5), { n: 1, m: 9, d: 3, dv: 5 });
        assert.ok(distance(atOnce.attend(query).subarray(15), expected) < 2e-6);
        for (const cache of [atOnce, oneByOne]) cache.dispose();
    });

    test(`${path}: rope turns keys for a cache, and what is decoded is what attend gives with rope`, () => {
        const n = 6,
            d = 4,
            pairs = "halves";
        const [q, k, v] = [make(n * d), make(n * d), make(n * d)];
        const expected = core.attend(q, k, v, { n, d }, { causal: true, rope: 100, ropePairs: pairs });
        const cache = core.createCache({ capacity: n, d });
        for (let i = 0; i < n; i++) {
            const turned = (x) => core.rope(item(x, i, n), { n: 1, d }, { base: 100, pairs, position: i });
            cache.append(turned(k), item(v, i, n));
            assert.ok(distance(cache.attend(turned(q)), item(expected, i, n)) < 3e-6);
        }
        cache.dispose();
        // (1, 0) at place 2 by 10000^0 · 2 radians; two heads of a token turn alike, a token later by one more.
        const two = core.rope(floats(1, 0, 0, 1, 1, 0, 0, 1), { n: 2, d: 2, heads: 2 }, { position: 2 });
        const [c2, s2, c3, s3] = [Math.cos(2), Math.sin(2), Math.cos(3), Math.sin(3)];
        assert.ok(distance(two, [c2, s2, -s2, c2, c3, s3, -s3, c3]) < 1e-6);
        const x = make(8),
            before = x.slice(),
            out = new Float32Array(8);
        assert.equal(core.rope(x, { n: 2, d: 4 }, { out }), out);
        assert.deepEqual(x, before);
        assert.equal(core.rope(x, { n: 2, d: 4 }, { out: x }), x);
        assert.deepEqual(x, out);
        range(() => core.rope(x, { n: 8, d: 1 }), "d must be a whole number of at least 2, got 1");
        range(() => core.rope(x, { n: 2, d: 2 }), "x has 8 numbers, must have n × heads × d = 2 × 1 × 2 = 4");
        range(() => core.rope(x, { n: 2, d: 4 }, { base: 0 }), "base must be greater than 0, got 0");
        range(() => core.rope(x, { n: 2, d: 4 }, { pairs: "both" }), 'pairs must be "neighbours" or "halves", got "both"');
    });

    test(`${path}: arrays in the core's memory give what copied ones give, and the result lies there`, () => {
        const inCore = (array) => {
            const kept = core.allocate(array.length);
            kept.values.set(array);
            return kept;
        };
        const shape = { n: 5, m: 7, d: 4, dv: 6 };
        const [q, k, v, bias] = [make(20), make(28), make(42), make(35)];
        const [cq, ck, cv, cb, out] = [inCore(q), inCore(k), inCore(v), inCore(bias), core.allocate(30)];
        assert.deepEqual([...out.values], new Array(30).fill(0));
        for (const options of [{}, { causal: true, bias: "own" }, { rope: 100 }]) {
            const given = (own) => (options.bias ? { ...options, bias: own } : options);
            const expected = core.attend(q, k, v, shape, given(bias));
            const result = core.attend(cq, ck, cv, shape, { ...given(cb), out });
            assert.equal(result, out.values);
            assert.equal(result.buffer, cq.values.buffer);
            assert.deepEqual(result.slice(), expected);
            assert.deepEqual(core.attend(cq, k, cv, shape, given(cb)), expected); // mixed
            assert.deepEqual(core.trace(cq, ck, cv, shape, given(cb)), core.trace(q, k, v, shape, given(bias)));
            for (const [kept, array] of [
                [cq, q],
                [ck, k],
                [cv, v],
                [cb, bias],
            ])
                assert.deepEqual(kept.values.slice(), array);
        }
        cq.values.fill(0); // written where it lies: all scores are equal
        const mean = Array.from({ length: 6 }, (_, t) => Array.from({ length: 7 }, (_, j) => v[6 * j + t] / 7).reduce((a, b) => a + b));
        assert.ok(distance(core.attend(cq, ck, cv, shape, { out }).subarray(0, 6), mean) < 1e-6);

        const rows = inCore(floats(1, 2, 3, 4)),
            apart = core.allocate(4),
            table = { rows: 2, cols: 2 };
        const expected = core.softmax(floats(1, 2, 3, 4), table);
        assert.deepEqual(core.softmax(rows, table), expected);
        assert.deepEqual(rows.values.slice(), floats(1, 2, 3, 4));
        assert.deepEqual(core.softmax(rows, table, { out: apart }).slice(), expected);
        assert.deepEqual(core.softmax(rows, table, { out: rows }).slice(), expected);
        assert.deepEqual(rows.values.slice(), expected);
        assert.deepEqual(core.entropy(rows, table), core.entropy(expected, table));
        assert.deepEqual(core.softmaxJacobian(rows.subarray(0, 2)), core.softmaxJacobian(expected.subarray(0, 2)));

        const weights = { wq: make(16), wk: make(16), wv: make(16), wo: make(16) },
            heads = { n: 5, dModel: 4, heads: 2 };
        const kept = Object.fromEntries(Object.entries(weights).map(([name, w]) => [name, inCore(w)]));
        cq.values.set(q);
        const to = core.allocate(20);
        assert.equal(core.multiHead(cq, kept, heads, { out: to }).output, to.values);
        assert.deepEqual(to.values.slice(), core.multiHead(q, weights, heads).output);
        assert.equal(core.rope(cq, { n: 5, d: 4 }, { out: to }), to.values);
        assert.deepEqual(to.values.slice(), core.rope(q, { n: 5, d: 4 }));
        assert.deepEqual(core.rope(cq, { n: 5, d: 4 }, { out: cq }).slice(), core.rope(q, { n: 5, d: 4 }));
        for (const each of [cq, ck, cv, cb, out, rows, apart, to, ...Object.values(kept)]) each.dispose();
    });

    test(`${path}: a cache is fed from the core's memory, part by part`, () => {
        const [keys, values, query] = [make(32), make(32), make(4)];
        const [ck, cv, cq, out] = [core.allocate(32), core.allocate(32), core.allocate(4), core.allocate(4)];
        (ck.values.set(keys), cv.values.set(values), cq.values.set(query));
        const cache = core.createCache({ capacity: 8, d: 4 });
        cache.append(ck.subarray(0, 12), cv.subarray(0, 12), 3);
        cache.append(ck.subarray(12), cv.subarray(12), 5);
        assert.equal(cache.attend(cq, { out }), out.values);
        assert.ok(distance(out.values, reference(query, keys, values, { n: 1, m: 8, d: 4 })) < 2e-6);
        assert.equal(ck.subarray(4, 8).subarray(1, 3).values[0], keys[5]);
        for (const [begin, end] of [
            [4, 4],
            [0, 33],
            [5, 2],
        ]) {
            range(() => ck.subarray(begin, end), `begin and end must be a part of 32 numbers, got ${begin} and ${end}`);
        }
        range(() => ck.subarray(-1), "begin must be a whole number of at least 0, got -1");
        for (const each of [cache, ck, cv, cq, out]) each.dispose();
    });

    test(`${path}: errors with arrays in the core's memory`, async () => {
        const shape = { n: 2, d: 2 },
            a = core.allocate(4),
            b = core.allocate(8),
            q = make(4);
        a.values.set(q);
        range(() => core.attend(b, q, q, shape), "q has 8 numbers, must have n × d = 2 × 2 = 4");
        range(() => core.attend(a, q, q, shape, { out: a }), "out and q overlap in the core's memory: number 0 of q is the first of out");
        range(
            () => core.attend(q, q, b.subarray(0, 4), shape, { out: b.subarray(2, 6) }),
            "out and v overlap in the core's memory: number 2 of v is the first of out",
        );
        range(() => core.softmax(b.subarray(0, 4), { rows: 2, cols: 2 }, { out: b.subarray(1, 5) }), /^out and x overlap/);
        assert.deepEqual(a.values.slice(), q);
        assert.deepEqual(b.values.slice(), new Float32Array(8));
        core.attend(b.subarray(4), q, q, shape, { out: b.subarray(0, 4) }); // side by side is no overlap
        const other = await createAttentionCore({ path });
        const foreign = other.allocate(4);
        range(() => core.attend(q, foreign, q, shape), "this CoreArray lies in the memory of another core");
        range(() => core.attend(q, q, q, shape, { out: foreign }), "this CoreArray lies in the memory of another core");
        assert.deepEqual(foreign.values.slice(), new Float32Array(4));
        range(() => core.allocate(0), "length must be a whole number of at least 1, got 0");
        range(() => core.allocate(2 ** 31 - 1), /^too large for memory/);
        type(() => core.allocate("4"), 'length must be a number, got "4"');
        const part = b.subarray(2, 4);
        b.dispose();
        b.dispose();
        const gone = { name: "Error", message: "this CoreArray was disposed" };
        assert.throws(() => b.values, gone);
        assert.throws(() => part.values, gone);
        assert.throws(() => core.softmax(b, { rows: 2, cols: 4 }), gone);
        assert.throws(() => core.attend(q.subarray(0, 2), q, q, { n: 1, m: 2, d: 2 }, { out: part }), gone);
        other.dispose();
        assert.throws(() => foreign.values, { name: "Error", message: "the core that this CoreArray came from was disposed" });
        a.dispose();
    });

    test(`${path}: memory that grows in between moves no array; its views are asked for again`, async () => {
        const own = await createAttentionCore({ path });
        const kept = own.allocate(64 * 64),
            before = kept.values;
        kept.values.set(make(64 * 64));
        const numbers = kept.values.slice();
        const n = 40000,
            big = Float32Array.from({ length: n * 64 }, (_, i) => (i % 97) / 97),
            out = own.allocate(n * 64);
        const result = own.attend(big, big, big, { n, d: 64 }, { window: 1, out }); // three copies of 10 MB: more than there was
        assert.equal(before.length, 0);
        assert.deepEqual(kept.values.slice(), numbers);
        assert.equal(result, out.values);
        assert.ok(distance(result, big) < 1e-6);
        own.attend(kept, kept, kept, { n: 64, d: 64 }, { out: out.subarray(0, 4096), causal: true });
        assert.ok(distance(out.values.subarray(0, 4096), reference(numbers, numbers, numbers, { n: 64, d: 64 }, { causal: true })) < 5e-6);
        own.dispose();
    });
}
