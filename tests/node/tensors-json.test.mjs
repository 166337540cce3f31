// Arrays in JSON and of scripts (web/tensors/json.ts): what they come to, what is wrong with them, and the schema that says which JSON is meant.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { random, seed } from "../random.mjs";

const Ajv = createRequire(new URL("../../build/npm/package.json", import.meta.url))("ajv/dist/2020.js");
const { arraysOfJson } = await load("web/tensors/json.ts");
const schema = JSON.parse(readFileSync(new URL("../../web/tensors/tensors.schema.json", import.meta.url), "utf8"));
const valid = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

/** With the numbers as a plain list. */
const plain = ({ arrays, ...names }) => ({ arrays: arrays.map((one) => ({ ...one, data: [...one.data] })), ...names });

const good = {
    "a map": [
        [
            [1, 0],
            [0.5, 0.5],
        ],
        { arrays: [{ name: "attention", shape: [2, 2], data: [1, 0, 0.5, 0.5] }], tokens: [], queries: [] },
    ],
    "layers and tokens": [
        { tokens: ["a", "b"], attention: [[[[1, 0]]], [[[0.25, null]]]] },
        { arrays: [{ name: "attention", shape: [2, 1, 1, 2], data: [1, 0, 0.25, NaN] }], tokens: ["a", "b"], queries: [] },
    ],
    "a shape": [
        { attention: { shape: [1, 2], data: [0.5, null] } },
        { arrays: [{ name: "attention", shape: [1, 2], data: [0.5, NaN] }], tokens: [], queries: [] },
    ],
    "layers one by one": [
        {
            attention: [
                { shape: [1, 1, 1], data: [1] },
                { shape: [1, 1, 1], data: [0] },
            ],
        },
        {
            arrays: [
                { name: "attention.0", shape: [1, 1, 1], data: [1] },
                { name: "attention.1", shape: [1, 1, 1], data: [0] },
            ],
            tokens: [],
            queries: [],
        },
    ],
    "arrays by other names": [
        { q: [[1, 2]], k: { shape: [1, 2], data: [3, 4] } },
        {
            arrays: [
                { name: "q", shape: [1, 2], data: [1, 2] },
                { name: "k", shape: [1, 2], data: [3, 4] },
            ],
            tokens: [],
            queries: [],
        },
    ],
    "tokens of queries": [
        { attention: [[1, 0]], tokens: ["k", "l"], query_tokens: ["q"] },
        { arrays: [{ name: "attention", shape: [1, 2], data: [1, 0] }], tokens: ["k", "l"], queries: ["q"] },
    ],
    "what BertViz's views are given": [
        { attention: [{ name: null, attn: [[[[1]]]], left_text: ["q"], right_text: ["k"] }], default_filter: "0", bidirectional: false },
        { arrays: [{ name: "attention", shape: [1, 1, 1, 1], data: [1] }], queries: ["q"], tokens: ["k"] },
    ],
    "one of several views of BertViz's, of a model with an encoder and a decoder": [
        {
            attention: [
                { name: "Encoder", attn: [[[[1]]]], left_text: ["e"], right_text: ["e"] },
                {
                    name: "Decoder",
                    attn: [
                        [
                            [
                                [1, 0],
                                [0.5, 0.5],
                            ],
                        ],
                    ],
                    left_text: ["a", "b"],
                    right_text: ["a", "b"],
                },
                { name: "Cross", attn: [[[[1], [1]]]], left_text: ["a", "b"], right_text: ["e"] },
            ],
            default_filter: "2",
            layer: null,
            heads: null,
        },
        { arrays: [{ name: "attention", shape: [1, 1, 2, 1], data: [1, 1] }], queries: ["a", "b"], tokens: ["e"] },
    ],
    "BertViz's view of neurons, which has queries and keys": [
        {
            attention: {
                aa: { attn: [[[[1]]]], left_text: ["a"], right_text: ["a"] },
                all: {
                    attn: [
                        [
                            [
                                [1, 0],
                                [0.25, 0.75],
                            ],
                        ],
                    ],
                    left_text: ["a", "b"],
                    right_text: ["a", "b"],
                    queries: [
                        [
                            [
                                [1, 2, 3],
                                [4, 5, 6],
                            ],
                        ],
                    ],
                    keys: [
                        [
                            [
                                [7, 8, 9],
                                [1, 1, 1],
                            ],
                        ],
                    ],
                },
            },
            default_filter: "all",
            bidirectional: false,
        },
        {
            arrays: [
                { name: "attention", shape: [1, 1, 2, 2], data: [1, 0, 0.25, 0.75] },
                { name: "q", shape: [1, 1, 2, 3], data: [1, 2, 3, 4, 5, 6] },
                { name: "k", shape: [1, 1, 2, 3], data: [7, 8, 9, 1, 1, 1] },
            ],
            queries: ["a", "b"],
            tokens: ["a", "b"],
        },
    ],
};

for (const [what, [json, wanted]] of Object.entries(good))
    test(`${what}: is what the schema describes, and comes to its numbers`, () => {
        assert.ok(valid(json), JSON.stringify(valid.errors));
        assert.deepEqual(plain(arraysOfJson(json)), wanted);
    });

test("what the schema does not describe is refused by name", () => {
    for (const [json, why] of [
        [{ attention: [[1, 0], [1]] }, /^attention has a list of 2 and one of 1 beside it$/],
        [{ attention: [[1, 0], 1] }, /^attention has a list of 2 and a number beside it$/],
        [{ attention: [1, [0]] }, /^attention has lists where others have numbers$/],
        [{ attention: "no" }, /^attention must be lists of numbers, or an object with shape and data$/],
        [{ q: null }, /^q must be lists of numbers/],
        [{ q: { shape: 3, data: [] } }, /^q must be lists of numbers/],
        [{ weights: { shape: [1] } }, /^weights must be lists of numbers/],
    ])
        assert.throws(() => arraysOfJson(json), { name: "TypeError", message: why }, JSON.stringify(json));
    // (Lists of different lengths are beyond a schema.)
    for (const json of [{ attention: "no" }, { q: null }, { q: { shape: 3, data: [] } }, { weights: { shape: [1] } }, {}, [], 7, "a"])
        assert.equal(valid(json), false, JSON.stringify(json));
});

test("typed arrays of a script, nested or with a shape, come to the numbers that nested lists come to", () => {
    const next = random(seed);
    const draw = (below) => Math.floor(next() * below);
    const kinds = [Float32Array, Float64Array, Uint8Array, Int32Array, BigInt64Array];
    for (let round = 0; round < 50; ++round) {
        const [layers, n, m] = [1 + draw(3), 1 + draw(4), 1 + draw(4)];
        const Kind = kinds[draw(kinds.length)];
        const value = () => (Kind === BigInt64Array ? BigInt(draw(2)) : draw(2));
        const lists = Array.from({ length: layers }, () => Array.from({ length: n }, () => Array.from({ length: m }, value)));
        const numbers = lists.flat(2).map(Number);
        const typed = lists.map((layer) => layer.map((row) => Kind.from(row)));
        for (const attention of [typed, { shape: [layers, n, m], data: Kind.from(lists.flat(2)) }])
            assert.deepEqual(
                plain(arraysOfJson({ attention })).arrays,
                [{ name: "attention", shape: [layers, n, m], data: numbers }],
                `${Kind.name}, SEED=${seed}`,
            );
    }
});
