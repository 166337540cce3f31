// createModel of dist/core.js: the model that learned and PyTorch's test case, in the builds that Node can run; errors by name.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { createModel, distance, modelFile, paths } from "./open.mjs";

const file = (name) => readFileSync(new URL(`../../${name}`, import.meta.url));
const weights = file("train/learned/model.safetensors");
const config = JSON.parse(file("train/learned/config.json"));
const words = JSON.parse(file("train/learned/vocabulary.json"));
const tokensOf = (sentence) => sentence.split(" ").map((word) => words.indexOf(word));
const make = (path, bytes = weights, sizes = config) => createModel(bytes, sizes, { path, wasm: readFileSync(modelFile(path)) });

/** The tensors of a safetensors file, read anew: {name: {shape, numbers}}. */
function stored(bytes) {
    const length = Number(bytes.readBigUInt64LE(0));
    const { __metadata__: metadata, ...tensors } = JSON.parse(bytes.subarray(8, 8 + length));
    const types = { F32: Float32Array, I32: Int32Array, U8: Uint8Array };
    const numbers = ({ dtype, data_offsets: [begin, end] }) =>
        new types[dtype](Uint8Array.from(bytes.subarray(8 + length + begin, 8 + length + end)).buffer);
    return {
        metadata,
        numbers: Object.fromEntries(Object.entries(tensors).flatMap(([name, it]) => (types[it.dtype] ? [[name, numbers(it)]] : []))),
    };
}

const largest = (logits) => words[logits.indexOf(Math.max(...logits))];

for (const path of paths) {
    test(`${path}: it answers what the essay asks`, async () => {
        const model = await make(path);
        assert.equal(model.path, path);
        for (const [sentence, next] of [
            ["the cat sat on the soft", "cushion"],
            ["the singer sang in a soft", "voice"],
            ["the girl saw the dog because", "she"],
        ]) {
            const logits = model.forward(tokensOf(sentence));
            assert.equal(logits.length, tokensOf(sentence).length * words.length);
            assert.equal(largest(logits.subarray(-words.length)), next, sentence);
        }
        model.dispose();
        assert.throws(() => model.forward([1]), /disposed/);
    });

    test(`${path}: logits are PyTorch's to 1e-4, with all heads and with some switched off`, async () => {
        const bytes = file("tests/model/torch_case.safetensors");
        const { metadata, numbers } = stored(bytes);
        const sizes = JSON.parse(metadata.config);
        const model = await make(path, bytes, sizes);
        const n = sizes.n_ctx;
        const off = [...numbers["case.off"]].flatMap((flag, i) => (flag ? [[Math.floor(i / sizes.n_head), i % sizes.n_head]] : []));
        assert.ok(off.length > 0);
        const batch = numbers["case.tokens"].length / n;
        for (const [name, options] of [
            ["case.logits", {}],
            ["case.logits_without", { off }],
        ])
            for (let b = 0; b < batch; ++b) {
                const expected = numbers[name].subarray(b * n * sizes.vocab_size, (b + 1) * n * sizes.vocab_size);
                const got = model.forward(numbers["case.tokens"].subarray(b * n, (b + 1) * n), options);
                assert.ok(distance(got, expected) < 1e-4, `${name} ${b}: ${distance(got, expected)}`);
            }
        model.dispose();
    });

    test(`${path}: a trace adds up, decoding gives the same, in random sentences`, async () => {
        const model = await make(path);
        const next = random(seed);
        const { n_embd: width, n_head: heads, n_layer: layers, vocab_size: vocabulary } = model.config;
        for (let round = 0; round < 20; ++round) {
            const n = 1 + Math.floor(next() * 48);
            const tokens = Array.from({ length: n }, () => Math.floor(next() * vocabulary));
            const off = round % 2 ? [[Math.floor(next() * layers), Math.floor(next() * heads)]] : [];
            const trace = model.trace(tokens, { off });
            const note = `seed ${seed}, round ${round}`;
            assert.deepEqual(trace.logits, model.forward(tokens, { off }), note);
            const { weights, logits } = model.attention(tokens, { off });
            assert.deepEqual(
                weights,
                trace.layers.map((layer) => layer.weights),
                note,
            );
            assert.deepEqual(logits, trace.logits.subarray(-vocabulary), note);
            assert.equal(trace.residual.length, 2 * layers + 1);
            trace.layers.forEach((layer, l) => {
                assert.equal(layer.weights.length, heads * n * n);
                for (let row = 0; row < heads * n; ++row) {
                    const own = layer.weights.subarray(row * n, (row + 1) * n);
                    assert.ok(Math.abs(own.reduce((sum, w) => sum + w, 0) - 1) < 1e-5, note);
                    assert.ok(
                        own.subarray((row % n) + 1).every((w) => w === 0),
                        `a later key, ${note}`,
                    );
                }
                // The stream after attention is the stream before it and what attention adds; and so for the MLP.
                for (const [before, added] of [
                    [2 * l, layer.attention],
                    [2 * l + 1, layer.mlp],
                ]) {
                    const sum = trace.residual[before].map((x, i) => Math.fround(x + added[i]));
                    assert.ok(distance(sum, trace.residual[before + 1]) < 1e-5, note);
                }
                for (let h = 0; h < heads; ++h) {
                    const part = layer.parts.subarray(h * n * width, (h + 1) * n * width);
                    assert.equal(
                        part.every((x) => x === 0),
                        off.some(([a, b]) => a === l && b === h),
                        note,
                    );
                }
            });
            const decoder = model.decode({ off });
            tokens.forEach((token, i) => {
                const logits = decoder.next(token);
                assert.ok(distance(logits, trace.logits.subarray(i * vocabulary, (i + 1) * vocabulary)) < 1e-4, `token ${i}, ${note}`);
            });
            assert.equal(decoder.length, n);
            decoder.clear();
            assert.equal(decoder.length, 0);
            assert.deepEqual(decoder.next(tokens[0]).length, vocabulary);
            decoder.dispose();
            assert.throws(() => decoder.next(0), /disposed/);
        }
        model.dispose();
    });
}

for (const path of paths) {
    test(`${path}: activations of one sentence, brought into another`, async () => {
        const model = await make(path);
        const { n_embd: width, n_head: heads, n_layer: layers, vocab_size: vocabulary } = model.config;
        const cat = tokensOf("the cat sat on the soft");
        const singer = tokensOf("the singer sat on the soft");
        const n = cat.length;
        const there = model.trace(singer);
        const plain = model.forward(cat);
        const patched = (...patches) => model.forward(cat, { patches });
        for (let layer = 0; layer <= layers; ++layer)
            assert.deepEqual(patched({ layer, values: there.residual[2 * layer] }), there.logits, "every position");
        const row = (layer, position) => ({
            layer,
            position,
            values: there.residual[2 * layer].subarray(position * width, (position + 1) * width),
        });
        assert.deepEqual(patched(row(0, 1)), there.logits, "the word that differs");
        assert.deepEqual(patched(row(0, 2)), plain, "one that does not");
        assert.equal(largest(patched(row(1, 1)).subarray(-vocabulary)), "voice");
        assert.equal(largest(plain.subarray(-vocabulary)), "cushion");
        // A head that says zeros is a head that is off; what it says itself changes nothing.
        const d = width / heads;
        assert.deepEqual(patched({ layer: 1, head: 0, values: new Float32Array(n * d) }), model.forward(cat, { off: [[1, 0]] }));
        const { heads: said } = model.trace(cat).layers[1];
        const own = Float32Array.from({ length: n * d }, (_, i) => said[Math.floor(i / d) * width + 2 * d + (i % d)]);
        assert.deepEqual(patched({ layer: 1, head: 2, values: own }), plain);
        // Two at once, of which the second one has the last word.
        assert.deepEqual(patched(row(1, 1), { layer: 1, values: model.trace(cat).residual[2] }), plain);
        model.dispose();
    });
}

/** The same bytes in random pieces. */
function streamOf(bytes, next) {
    let at = 0;
    return new ReadableStream({
        pull(controller) {
            if (at >= bytes.length) return controller.close();
            const length = Math.floor(next() ** 4 * 50_000);
            controller.enqueue(Uint8Array.from(bytes.subarray(at, at + length)));
            at += length;
        },
    });
}

test("weights may come as a stream, in whatever pieces; what is wrong with it is said all the same", async () => {
    const next = random(seed);
    const whole = await make("scalar");
    const expected = whole.forward([1, 2, 3]);
    for (let round = 0; round < 5; ++round)
        assert.deepEqual((await make("scalar", streamOf(weights, next))).forward([1, 2, 3]), expected, `seed ${seed}, round ${round}`);
    const cut = 8 + Number(weights.readBigUInt64LE(0));
    for (const [bytes, words] of [
        [weights.subarray(0, 5), /^RangeError: weights: file has 5 bytes/],
        [weights.subarray(0, cut - 1), /^RangeError: weights: header has \d+ bytes, the file ends after \d+/],
        [weights.subarray(0, weights.length - 1), /^RangeError: weights: \S+ is at \d+ to \d+, there are \d+ bytes of data/],
        [Buffer.alloc(300_000, 255), /^RangeError: weights: header has \d+ bytes, at most/],
    ])
        await assert.rejects(make("scalar", streamOf(bytes, next)), (error) => {
            assert.match(String(error), words);
            return true;
        });
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("the line is cut")) });
    await assert.rejects(make("scalar", broken), /the line is cut/);
});

/** The file with another header. */
function withHeader(change) {
    const length = Number(weights.readBigUInt64LE(0));
    const header = JSON.parse(weights.subarray(8, 8 + length));
    const text = Buffer.from(JSON.stringify(change(header) ?? header));
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(text.length));
    return Buffer.concat([size, text, weights.subarray(8 + length)]);
}

for (const [what, bytes, sizes, words] of [
    ["no weights", null, config, /^TypeError: weights must be the bytes of a safetensors file, got null/],
    ["an empty file", Buffer.alloc(3), config, /^RangeError: weights: file has 3 bytes/],
    ["a header beyond the end", Buffer.alloc(16, 1), config, /^RangeError: weights: header has \d+ bytes/],
    ["a header that is no JSON", Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]), Buffer.from("{]")]), config, /header is not JSON/],
    [
        "a tensor that is missing",
        withHeader((header) => void delete header["h.0.ln_1.weight"]),
        config,
        /^RangeError: h\.0\.ln_1\.weight is missing/,
    ],
    [
        "a tensor of another shape",
        withHeader((header) => void (header["h.1.attn.c_attn.weight"].shape = [192, 64])),
        config,
        /h\.1\.attn\.c_attn\.weight has shape \[192, 64\], must have \[64, 192\]/,
    ],
    [
        "a type that is not for weights",
        withHeader((header) => void (header["wte.weight"].dtype = "I16")),
        config,
        /wte\.weight has type I16/,
    ],
    ["a type that nobody has", withHeader((header) => void (header["wte.weight"].dtype = "F7")), config, /wte\.weight has the type F7/],
    [
        "offsets beyond the data",
        withHeader((header) => void (header["wte.weight"].data_offsets[1] = 1e9)),
        config,
        /wte\.weight is at \d+ to 1000000000/,
    ],
    ["no config", weights, null, /^TypeError: config must be an object/],
    ["a size that is none", weights, { ...config, n_layer: 0 }, /^RangeError: config\.n_layer must be a whole number of at least 1, got 0/],
    ["heads that do not divide", weights, { ...config, n_head: 5 }, /config\.n_head must divide n_embd: 5 does not divide 64/],
    ["another vocabulary", weights, { ...config, vocab_size: 75 }, /wte\.weight has shape \[74, 64\], must have \[75, 64\]/],
])
    test(`${what}: an error that says so`, async () => {
        await assert.rejects(make("scalar", bytes, sizes), (error) => {
            assert.match(String(error), words);
            return true;
        });
    });

test("wrong tokens and heads: an error that names them, and the model goes on", async () => {
    const model = await make("scalar");
    const before = model.forward([1, 2, 3]);
    for (const [work, words] of [
        [() => model.forward([]), /^RangeError: tokens must be 1 to 48, got 0/],
        [() => model.forward(Array(49).fill(1)), /^RangeError: tokens must be 1 to 48, got 49/],
        [() => model.forward("cat"), /^TypeError: tokens must be an array of numbers, got "cat"/],
        [() => model.forward([1, 74]), /^RangeError: tokens\[1\] must be less than 74, got 74/],
        [() => model.forward([1.5]), /^RangeError: tokens\[0\] must be a whole number/],
        [() => model.forward([NaN]), /^RangeError: tokens\[0\]/],
        [() => model.forward([1], { off: [[2, 0]] }), /^RangeError: off: layer must be less than 2, got 2/],
        [() => model.forward([1], { off: [[0, 4]] }), /^RangeError: off: head must be less than 4, got 4/],
        [() => model.forward([1], { off: [3] }), /^TypeError: off must be pairs of \[layer, head\], got 3/],
        [() => model.trace([1], { of: [] }), /^TypeError: options may have off, patches, got "of"/],
        [() => model.decode({ patches: [] }), /^TypeError: options may have off, tokens, got "patches"/],
        [() => model.forward([1], { patches: {} }), /^TypeError: patches must be an array, got Object/],
        ...[
            [{ layer: 3 }, /^RangeError: patch: layer is 3, there are 3/],
            [{ layer: 2, head: 0, values: new Float32Array(16) }, /^RangeError: patch: layer is 2, there are 2/],
            [{ layer: 0, head: 4, values: new Float32Array(16) }, /^RangeError: patch: head is 4, there are 4/],
            [{ layer: -1 }, /^RangeError: patch: layer must be a whole number of at least 0, got -1/],
            [{ layer: 0, head: -1 }, /^RangeError: patch: head must be a whole number of at least 0, got -1/],
            [{}, /^TypeError: patch: layer must be a number, got undefined/],
            [{ layer: 0, position: 1 }, /^RangeError: patch: position is 1, there are 1/],
            [{ layer: 0, values: [1] }, /^TypeError: patch: values must be a Float32Array, got Array/],
            [{ layer: 0, values: new Float32Array(65) }, /^RangeError: patch: values must be rows of 64 numbers, got 65 numbers/],
            [{ layer: 0, head: 0 }, /^RangeError: patch: values has 4 rows, from its position on there are 1/],
            [{ layer: 0, where: 1 }, /^TypeError: patch may have layer, head, position, values, got "where"/],
        ].map(([patch, said]) => [() => model.forward([1], { patches: [{ values: new Float32Array(64), ...patch }] }), said]),
    ])
        assert.throws(work, (error) => {
            assert.match(String(error), words);
            return true;
        });
    const decoder = model.decode();
    for (let i = 0; i < 48; ++i) decoder.next(1);
    assert.throws(() => decoder.next(1), /^RangeError: tokens are 49, the context has places for 48/);
    assert.equal(decoder.length, 48);
    assert.deepEqual(model.forward([1, 2, 3]), before);
});
