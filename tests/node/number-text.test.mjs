// How numbers stand in sentences (web/prose/number-text.ts): the author's own text says how, what is written reads back as the number.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { random, seed } from "../random.mjs";

const { decimalsOf, lookOf, numberText, widestText } = await load("web/prose/number-text.ts");

test("digits and the gap before the unit are the author's text's, attributes say otherwise", () => {
    for (const [text, digits, unit, look] of [
        ["1.00", null, null, [2, "", "\u00a0"]],
        ["54.5 %", null, "%", [1, "%", " "]],
        ["54.5\u00a0%", null, "%", [1, "%", "\u00a0"]],
        ["54.5%", null, "%", [1, "%", ""]],
        ["about 7 times", null, null, [0, "", "\u00a0"]],
        ["\u22120.25", null, null, [2, "", "\u00a0"]],
        ["54.54 %", "1", "%", [1, "%", " "]],
        ["none", null, null, [3, "", "\u00a0"]],
        ["none", "2", "KB", [2, "KB", "\u00a0"]],
        ["1.5", "-1", null, [1, "", "\u00a0"]],
        ["1.5", "1e9", null, [1, "", "\u00a0"]],
        ["1.5", "99", null, [10, "", "\u00a0"]],
        ["", "", "", [3, "", "\u00a0"]],
        ["5 of 7 %", null, "%", [0, "%", "\u00a0"]],
        ["\u0660\u066b\u0665\u0660", null, null, [2, "", "\u00a0"]], // Arabic digits and decimal sign
        ["\u0667\u0666\u066b\u0661 %", null, "%", [1, "%", " "]],
        ["\u0967\u0968.\u0969", null, null, [1, "", "\u00a0"]], // Devanagari
    ]) {
        const got = lookOf(text, digits, unit, 3);
        assert.deepEqual([got.digits, got.unit, got.gap], look, `${text}, ${digits}, ${unit}`);
    }
});

test("decimals are counted with either sign; signs that group thousands are none", () => {
    for (const [text, point, comma] of [
        ["0.50", 2, 2],
        ["0,50", 2, 2],
        ["0,500", 3, 3],
        ["1.000,50", 2, 2],
        ["1,000.50", 2, 2],
        ["1,000", 0, 3], // thousands only where a comma is no decimal sign
        ["\u22128,192 tokens", 0, 3],
        ["1.000", 3, 0], // and the other way round
        ["1,000,000", 0, 0],
        ["1.000.000", 0, 0],
        ["10\u2009000,5", 1, 1],
        ["54\u2009%", 0, 0],
        ["about 3, or 4.25", 0, 0],
        ["0.5, or less", 1, 1],
    ])
        assert.deepEqual(
            [".", ","].map((decimal) => lookOf(text, null, null, 7, decimal).digits),
            [point, comma],
            text,
        );
});

test("thousands stand apart as the author's text parts them", () => {
    for (const [text, value, shown, comma] of [
        ["1,680", 70144, "70,144", "70144,000"], // (three decimals, where a comma is the decimal sign)
        ["1680", 70144, "70144", "70144"],
        ["8,192 tokens", -1234567, "\u22121,234,567", "\u22121234567,000"],
        ["131\u202f072", 9216, "9\u202f216", "9\u202f216"],
        ["1,234.50", 999.5, "999.50", "999,50"],
        ["1,234.50", 1999.5, "1,999.50", "1999,50"],
        ["1.234,50", 1999.5, "1999.50", "1.999,50"],
        ["1,000", 12, "12", "12,000"],
        ["1,000", 1e13, "1.00·10¹³", "1,00·10¹³"],
        ["0,500", 1999, "1999.000", "1999,000"],
    ]) {
        assert.equal(numberText(value, lookOf(text, null, null, 7)), shown, text);
        assert.equal(numberText(value, lookOf(text, null, null, 7, ",")), comma, text);
    }
});

test("what is written reads back as the number, to its digits; no minus before nothing", () => {
    const next = random(seed);
    for (let round = 0; round < 3000; ++round) {
        const value = (next() - 0.5) * 10 ** Math.floor(next() * 12 - 6);
        const digits = Math.floor(next() * 8);
        const unit = ["", "%", "KB"][round % 3];
        const text = numberText(value, { digits, unit, gap: " " });
        const [, number, rest] = /^(\u2212?[\d.]+)(.*)$/.exec(text) ?? [];
        const shown = unit === "%" ? value * 100 : value;
        assert.ok(
            Math.abs(Number(number?.replace("\u2212", "-")) - shown) <= 0.5 * 10 ** -digits * (1 + 1e-9) + 1e-12 * Math.abs(shown),
            `SEED=${seed}: ${value} to ${digits} digits is ${text}`,
        );
        assert.equal(rest, unit && ` ${unit}`);
        if (!/[1-9]/.test(text)) assert.ok(!text.startsWith("\u2212"), `SEED=${seed}: ${value} is ${text}`);
    }
    assert.equal(numberText(NaN, { digits: 2, unit: "", gap: "" }), "");
    assert.equal(numberText(-Infinity, { digits: 2, unit: "%", gap: " " }), "\u2212\u221e %");
    assert.equal(numberText(-1e30, { digits: 2, unit: "", gap: "" }), "\u22121.00·10³⁰");
});

test("steps say how many decimals they need", () => {
    for (const [step, decimals] of [
        [1, 0],
        [0.05, 2],
        [0.5, 1],
        [10, 0],
        [0.125, 3],
        [1e-12, 10],
        [2.5, 1],
    ])
        assert.equal(decimalsOf(step), decimals, step);
});

test("as wide as the wider end of the range, but at most one digit more than what is written", () => {
    const look = { digits: 2, unit: "", gap: "" };
    for (const [minimum, maximum, text, width] of [
        [0.05, 30, "1.00", 5],
        [-100, 100, "3.10", 5],
        [0, 9, "1.00", 4],
        [0, 1e6, "", 10],
        [-1, 1, "\u22120.50", 5],
    ])
        assert.equal(widestText(minimum, maximum, look, text), width, `${minimum} to ${maximum}, "${text}"`);
});
