// The state strings' grammar and checks, the scales of ranges and the exports, as pure functions in Node: no browser, no WebAssembly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { exhibitTable, load } from "./support.mjs";

const state = await load("web/element/state/state.ts");
const exhibits = exhibitTable(true);
const cases = JSON.parse(readFileSync(new URL("../state-strings.json", import.meta.url), "utf8"));
const messageOf = (work) => {
    try {
        work();
    } catch (error) {
        assert.ok(error instanceof TypeError || error instanceof RangeError, `${error} is of a foreign kind`);
        return error.message;
    }
    return null;
};

for (const { exhibit: id, good, bad } of cases) {
    test(`state strings of ${id}: the good become canonical, the bad say why`, () => {
        const exhibit = state.findExhibit(exhibits, id);
        for (const { in: text, canonical } of good) {
            assert.equal(state.formatState(exhibit, state.parseState(exhibit, text)), canonical, text);
            assert.equal(state.formatState(exhibit, state.parseState(exhibit, canonical)), canonical, "canonical is a fixed point");
        }
        for (const { in: text, error } of bad)
            assert.equal(
                messageOf(() => state.parseState(exhibit, text)),
                error,
                text,
            );
    });
}

const sentence = {
    name: "sentence",
    label: "",
    help: "",
    kind: "text",
    minimum: 0,
    maximum: 0,
    step: 0,
    logarithmic: false,
    default: "The cat",
    choices: [],
    maxLength: 10,
};
const withText = { id: "test", title: "", summary: "", parameters: [sentence], presets: [], heights: "" };

test("text is percent-encoded, may hold anything, and has a greatest length", () => {
    for (const text of ["", "a;b&c=d", "50 % ½ √", "名前", "\u{1F600}"]) {
        const string = state.formatState(withText, [text]);
        assert.match(string, /^sentence=[\w.!~*'()%-]*$/);
        assert.deepEqual(state.parseState(withText, string), [text]);
    }
    assert.deepEqual(state.parseState(withText, "sentence=a b"), ["a b"], "plain text is text too");
    assert.equal(
        messageOf(() => state.parseState(withText, "sentence=12345678901")),
        "sentence is too long: 11 characters, at most 10",
    );
    assert.equal(
        messageOf(() => state.parseState(withText, "sentence=%zz")),
        'sentence is not percent-encoded text: "%zz"',
    );
    assert.equal(
        messageOf(() => state.parseState(withText, "sentence=%ff")),
        'sentence is not percent-encoded text: "%ff"',
    );
    assert.equal(state.formatState(withText, state.mergeState(withText, ["x"], { sentence: "a\ud800" })), "sentence=a%EF%BF%BD");
});

test("merging objects: values of the right type and range, and nothing half done", () => {
    const exhibit = state.findExhibit(exhibits, "softmax");
    const values = state.defaults(exhibit);
    const merged = state.mergeState(exhibit, values, { temperature: 0.5, count: 3 });
    assert.equal(state.formatState(exhibit, merged), "count=3;temperature=0.5");
    assert.deepEqual(values, state.defaults(exhibit));
    const refused = [
        [{ temperature: 0 }, "temperature must be a number from 0.05 to 30, got 0"],
        [{ temperature: "1" }, 'temperature must be a number from 0.05 to 30, got "1"'],
        [{ temperature: NaN }, "temperature must be a number from 0.05 to 30, got NaN"],
        [{ temperature: Infinity }, "temperature must be a number from 0.05 to 30, got Infinity"],
        [{ temperature: null }, "temperature must be a number from 0.05 to 30, got null"],
        [{ temperature: undefined }, "temperature must be a number from 0.05 to 30, got undefined"],
        [{ count: 2.5 }, "count must be a whole number from 2 to 8, got 2.5"],
        [{ count: 3, nothing: 1 }, /^unknown parameter "nothing" \(softmax has count, temperature, /],
        [{ toString: 1 }, /^unknown parameter "toString"/],
        [null, "state must be an object, got null"],
        ["temperature=1", 'state must be an object, got "temperature=1"'],
        [[1], "state must be an object, got an array"],
    ];
    for (const [changes, message] of refused) {
        const got = messageOf(() => state.mergeState(exhibit, values, changes));
        if (message instanceof RegExp) assert.match(got, message);
        else assert.equal(got, message);
    }
    assert.throws(() => state.mergeState(exhibit, values, { temperature: 90 }), RangeError);
    assert.throws(() => state.mergeState(exhibit, values, { temperature: "9" }), TypeError);
    assert.throws(() => state.mergeState(exhibit, values, { nothing: 9 }), TypeError);
});

test("merging matrices: holes, rows that are none and objects that do not print are refused in words; typed arrays are rows", () => {
    const exhibit = state.findExhibit(exhibits, "parts");
    const values = state.defaults(exhibit);
    const wide = (length, ...items) => Object.assign([...items], { length });
    const foreign = runInNewContext("[[1, 2], new Float32Array([3, 0.5])]");
    const bare = Object.create(null);
    const want = "m must be a matrix of 2 × 2 numbers, got ";
    for (const [m, message] of [
        [wide(2, [1, 2]), `${want}an array`],
        [wide(2), `${want}an array`],
        [[[1, 2], wide(2, 3)], "m[1][1] must be a number from -10 to 10, got undefined"],
        [[wide(2), [1, 2]], "m[0][0] must be a number from -10 to 10, got undefined"],
        [new Float32Array([1, 2]), `${want}an array`],
        [[[1, 2], new DataView(new ArrayBuffer(2))], `${want}an array`],
        [[[1, 2], { length: 2, 0: 1, 1: 2 }], `${want}an array`],
        [[[1, 2], new BigInt64Array(2)], "m[1][0] must be a number from -10 to 10, got 0"],
        [[[1, 2], new Float32Array([1, NaN])], "m[1][1] must be a number from -10 to 10, got NaN"],
        [[[1, 2], new Float32Array(3)], `${want}rows of different lengths`],
        [bare, `${want}an object`],
        [
            [
                [1, 2],
                [3, bare],
            ],
            "m[1][1] must be a number from -10 to 10, got an object",
        ],
        [() => 1, `${want}a function`],
    ])
        assert.equal(
            messageOf(() => state.mergeState(exhibit, values, { m })),
            message,
        );
    assert.equal(
        messageOf(() => state.mergeState(exhibit, values, { amount: bare })),
        "amount must be a number from -2 to 2, got an object",
    );
    assert.equal(
        messageOf(() => state.mergeState(exhibit, values, new Float32Array(2))),
        "state must be an object, got an array",
    );
    assert.deepEqual(values, state.defaults(exhibit));
    for (const m of [foreign, [[1, 2], new Float64Array([3, 0.5])]]) {
        const merged = state.mergeState(exhibit, values, { m });
        assert.equal(state.formatState(exhibit, merged), "m=1,2/3,0.5");
        assert.ok(
            state.stateObject(exhibit, merged).m.every((row) => Array.isArray(row)),
            "kept as plain rows",
        );
    }
});

test("a logarithmic range: round values, small factors, both ends and the default on it, each shown value once", async () => {
    const { scaleOf } = await load("web/element/state/scale.ts");
    const info = state.findExhibit(exhibits, "softmax").parameters.find(({ name }) => name === "temperature");
    const scale = scaleOf(info);
    const values = Array.from({ length: scale.maximum + 1 }, (_, position) => scale.value(position));
    assert.equal(values[0], info.minimum);
    assert.equal(values.at(-1), info.maximum);
    assert.ok(values.includes(info.default));
    assert.equal(new Set(values.map((value) => value.toFixed(2))).size, values.length);
    values.forEach((value, position) => {
        assert.equal(scale.position(value), position);
        assert.ok(String(value).length <= 5, `${value} is not round`);
        if (position > 0) assert.ok(value / values[position - 1] <= 1.21 && value > values[position - 1]);
    });
    assert.equal(scale.value(-3), info.minimum);
    assert.equal(scale.value(9999), info.maximum);
});

test("a reversed range: right is the least value, left the greatest, which a step need not reach", async () => {
    const { scaleOf } = await load("web/element/state/scale.ts");
    const info = state.findExhibit(exhibits, "learn").parameters.find(({ name }) => name === "ago");
    for (const maximum of [40, 37, 0]) {
        const { minimum, maximum: right, step, value, position } = scaleOf(info, maximum);
        assert.deepEqual([right, step], [0, 10]);
        assert.ok(minimum <= -maximum && minimum > -maximum - step && minimum % step === 0);
        assert.equal(value(right) + 0, 0);
        assert.equal(position(0) + 0, right);
        for (const ago of [0, 10, 20].filter((one) => one <= maximum)) assert.equal(value(position(ago)) + 0, ago);
    }
});

test("exports: CSV quotes what it must, NumPy source names what it can, JSON reads back", async () => {
    const { toCsv, toJson, toNumpy } = await load("web/element/menu/export.ts");
    const description = {
        summary: "One, two.",
        tables: [
            {
                title: "Weights, α",
                columns: ["key", "α", "score"],
                rows: [
                    ["cat", 0.1, -1],
                    ['the "the"', 1 / 3, 2.5],
                ],
            },
            { title: "Weights, α", columns: ["a"], rows: [[1], [Infinity]] },
        ],
    };
    assert.equal(
        toCsv(description),
        [
            '"Weights, α"',
            "key,α,score",
            "cat,0.1,-1",
            '"the ""the""",0.3333333333333333,2.5',
            "",
            '"Weights, α"',
            "a",
            "1",
            "Infinity",
            "",
        ].join("\r\n"),
    );
    assert.deepEqual(JSON.parse(toJson("x", { a: 1 }, description)).tables[0].rows[0], ["cat", 0.1, -1]);
    const python = toNumpy("x", "a=1", description);
    assert.match(python, /^weights_key = \["cat", "the \\"the\\""\]$/m);
    assert.match(python, /^weights = np\.array\(\[ {2}# columns: α, score$/m);
    assert.match(python, /^ {4}\[0\.3333333333333333, 2\.5\],$/m);
    assert.match(python, /^weights_2 = np\.array/m);
    assert.match(python, /\[np\.inf\]/);
});
