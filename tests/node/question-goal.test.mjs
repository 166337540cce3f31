// Goals of the questions that are graded from a figure (web/page/question-goal.ts): where they begin and end, and what is said of how far off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../bundled.mjs";

const { changedSince, goalOf, judgeGoal } = await load("web/page/question-goal.ts");

const judge = (name, attributes, values, state = {}) => {
    const { met, words } = judgeGoal(goalOf(name, attributes), { values, state });
    return [met, words.replace(/\u00a0/g, " ")];
};

test("bounds: strict ones exclude themselves, others do not", () => {
    for (const [attributes, value, met] of [
        [{ below: "0.4" }, 0.4, false],
        [{ below: "0.4" }, 0.39999, true],
        [{ most: "0.4" }, 0.4, true],
        [{ most: "0.4" }, 0.40001, false],
        [{ above: "2" }, 2, false],
        [{ above: "2" }, 2.001, true],
        [{ least: "2" }, 2, true],
        [{ least: "2" }, 1.999, false],
        [{ least: "0.2", below: "0.4" }, 0.1, false],
        [{ least: "0.2", below: "0.4" }, 0.3, true],
        [{ equals: "3", within: "0.05" }, 3.05, true],
        [{ equals: "3", within: "0.05" }, 2.94, false],
        [{ equals: "0" }, 0, true],
        [{ equals: "0" }, -0, true],
        [{ equals: "0" }, 1, false],
        [{ below: "1" }, -Infinity, true],
        [{ below: "1" }, Infinity, false],
        [{ below: "1" }, NaN, false],
    ])
        assert.equal(judge("it", { value: "a", ...attributes }, { a: value })[0], met, `${JSON.stringify(attributes)} ${value}`);
});

test("what is said: the number as it stands, and how far it is off, with as many digits as that takes", () => {
    const weight = { value: "a", unit: "%", digits: "1" };
    assert.deepEqual(judge("the weight", { ...weight, below: "0.4" }, { a: 0.545 }), [false, "The weight is 54.5 %: 14.5 points too much"]);
    assert.deepEqual(judge("the weight", { ...weight, below: "0.4" }, { a: 0.4002 }), [
        false,
        "The weight is 40.0 %: 0.02 points too much",
    ]);
    assert.deepEqual(judge("the weight", { ...weight, below: "0.4" }, { a: 0.4 }), [false, "The weight is 40.0 %, just on the edge"]);
    assert.deepEqual(judge("the weight", { ...weight, below: "0.4" }, { a: 0.4 + 1e-9 }), [false, "The weight is 40.0 %: a hair too much"]);
    assert.deepEqual(judge("the weight", { ...weight, below: "0.4" }, { a: 0.3 }), [true, "The weight is 30.0 %"]);
    assert.deepEqual(judge("x₁", { value: "a", least: "2", tooLittle: "too short" }, { a: 1.5 }), [false, "x₁ is 1.50: 0.50 too short"]);
    assert.deepEqual(judge("the cache", { value: "a", scale: "1024", most: "2", unit: "KiB" }, { a: 4096 }), [
        false,
        "The cache is 4.00 KiB: 2.00 KiB too much",
    ]);
    assert.deepEqual(judge("the score", { value: "a", equals: "0", within: "0.05" }, { a: -7.4 }), [
        false,
        "The score is −7.40: 7.40 too little",
    ]);
    assert.deepEqual(judge("the score", { value: "gone", below: "1" }, { a: 1 }), [false, "The score is not there now"]);
});

test("ratios and differences show what they are made of", () => {
    const parts = { value: "a", partUnit: "%", partDigits: "1" };
    assert.deepEqual(judge("the ratio", { ...parts, per: "b", equals: "2", within: "0.05" }, { a: 0.545, b: 0.271 }), [
        true,
        "54.5 ÷ 27.1 = 2.01",
    ]);
    assert.deepEqual(judge("the ratio", { ...parts, per: "b", equals: "3", within: "0.05" }, { a: 0.545, b: 0.271 }), [
        false,
        "54.5 ÷ 27.1 = 2.01: 0.99 too little",
    ]);
    assert.deepEqual(
        judge("the difference", { ...parts, less: "b", equals: "0", within: "0.01", unit: "%", digits: "1" }, { a: 0.2, b: 0.5 }),
        [false, "20.0 − 50.0 = −30.0 %: 30.0 points too little"],
    );
    assert.equal(judge("the ratio", { ...parts, per: "b", below: "3" }, { a: 1, b: 0 })[0], false);
    assert.equal(judge("the ratio", { ...parts, per: "b", below: "3" }, { a: 0, b: 0 })[0], false);
});

test("parameters: by number, by choice", () => {
    assert.deepEqual(judge("T", { parameter: "temperature", below: "1" }, {}, { temperature: 0.5 }), [true, "T is 0.50"]);
    assert.deepEqual(judge("the mask", { parameter: "mask", is: "causal", otherwise: "The mask is another" }, {}, { mask: "none" }), [
        false,
        "The mask is another",
    ]);
    assert.deepEqual(judge("the mask", { parameter: "mask", is: "causal" }, {}, { mask: "causal" }), [true, ""]);
});

test("what has to stay as it was is named, the first of them, with what it was", () => {
    const exhibit = {
        id: "e",
        parameters: [
            { name: "a", label: "x₁" },
            { name: "b", label: "keys" },
            { name: "c", label: "mask", choices: [{ id: "none", label: "no mask" }] },
            { name: "d", label: "free" },
        ].map((one) => ({ choices: [], ...one })),
    };
    const start = { a: 2.4, b: [[1, 2]], c: "causal", d: 1 };
    assert.equal(changedSince(exhibit, "a b c", start, { ...start, d: 7 }), "");
    assert.equal(changedSince(exhibit, "a b c", start, { ...start, a: -3, c: "none" }), "The setting “x₁” is −3: put it back to 2.4");
    assert.equal(changedSince(exhibit, "a b c", start, { ...start, b: [[1, 3]] }), "First put back what else was changed: keys");
    assert.equal(
        changedSince(exhibit, "a b c", start, { ...start, c: "none" }),
        "The setting “mask” is “no mask”: put it back to “causal”",
    );
    assert.equal(changedSince(exhibit, "", start, { ...start, a: 1 }), "");
});
