// Numbers as text: what the web's module writes by JavaScript is the exact value, rounded; and what the native one writes, which is held
// to the same table (tests/decimals.json; `MAKE=1 node --test tests/node/decimals.test.mjs` makes it anew).
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { startEngine } from "./open.mjs";

const table = new URL("../decimals.json", import.meta.url);
const engine = await startEngine("parts");

/** Of all sizes, and such as people write: many of those are halfway between two. */
function someNumbers(from, count) {
    const next = random(from);
    const bits = new DataView(new ArrayBuffer(8));
    const out = [
        0,
        0.5,
        1.5,
        2.5,
        0.125,
        0.375,
        1.005,
        9.5,
        99.5,
        0.95,
        1e21,
        1.5e21,
        2.5e22,
        5e-324,
        1e-6,
        1e-7,
        0.1 + 0.2,
        2 ** 53,
        2 ** -44,
        1e15 + 0.5,
        15,
        122500,
        25e20,
        995,
        Number.MAX_VALUE,
        1125899906842624.25,
        1125899906842624.75,
        4125142.25,
        2097153.75,
    ];
    for (let power = -1070; power < 1024; power += 37) out.push(2 ** power);
    while (out.length < count) {
        bits.setUint32(0, next() * 2 ** 32);
        bits.setUint32(4, next() * 2 ** 32);
        const kinds = [
            () => bits.getFloat64(0),
            () => Math.floor(next() * 2 ** 24) / 2 ** Math.floor(next() * 24),
            () => Math.round(next() * 1e6) / 1000,
            () => bits.getFloat32(0),
        ];
        const value = kinds[out.length % 4]();
        if (Number.isFinite(value)) out.push(out.length % 3 ? Math.abs(value) : -Math.abs(value));
    }
    return out;
}

/** value = whole · 2^power, exactly. */
function exact(value) {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, Math.abs(value));
    const high = bits.getUint32(0);
    const whole = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
    return high >>> 20 === 0 ? { whole, power: -1074 } : { whole: whole | (1n << 52n), power: (high >>> 20) - 1075 };
}

/** value · 10^shift, the nearest whole number; what lies halfway goes away from zero. */
function scaled(value, shift) {
    let { whole: above, power } = exact(value);
    let below = 1n;
    if (shift >= 0) above *= 10n ** BigInt(shift);
    else below *= 10n ** BigInt(-shift);
    if (power >= 0) above <<= BigInt(power);
    else below <<= BigInt(-power);
    return (2n * above + below) / (2n * below);
}

function fixed(value, decimals) {
    const digits = scaled(value, decimals)
        .toString()
        .padStart(decimals + 1, "0");
    const text = decimals > 0 ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

function scientific(value, digits) {
    if (value === 0) return "0";
    let exponent = Math.floor(Math.log10(Math.abs(value))) - 1; // or one or two above
    while (scaled(value, digits - 1 - exponent).toString().length > digits) ++exponent;
    const text = scaled(value, digits - 1 - exponent).toString();
    const power = String(exponent)
        .replace("-", "⁻")
        .replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
    return `${value < 0 ? "−" : ""}${text[0]}${digits > 1 ? `.${text.slice(1)}` : ""}·10${power}`;
}

test("the exact value is rounded, what lies halfway away from zero", () => {
    someNumbers(seed, 20000).forEach((value, i) => {
        const digits = i % 12;
        assert.equal(engine.fixed(value, digits), fixed(value, digits), `${value} with ${digits} decimals`);
        assert.equal(engine.scientific(value, digits + 1), scientific(value, digits + 1), `${value} with ${digits + 1} digits`);
        assert.equal(engine.shortest(value), String(value));
        const float = Math.fround(value);
        if (Number.isFinite(float)) assert.equal(Math.fround(engine.tidy(value)), float);
    });
    assert.deepEqual(
        [NaN, Infinity, -Infinity].map((value) => engine.fixed(value, 2)),
        ["–", "∞", "−∞"],
    );
    assert.deepEqual(
        [NaN, Infinity, -Infinity].map((value) => engine.tidy(value)),
        [NaN, Infinity, -Infinity],
    );
    assert.equal(engine.fixed(0.25, -1), "0");
});

test("tests/decimals.json: as the native engine writes them", () => {
    const rows = someNumbers(7, 300)
        .map((value, i) => ({ value, digits: i % 12 }))
        .filter(({ value }) => Number.isFinite(Math.fround(value)))
        .map(({ value, digits }) => ({
            value,
            digits,
            fixed: engine.fixed(value, digits),
            scientific: engine.scientific(value, digits + 1),
            shortest: engine.shortest(value),
            tidy: engine.tidy(value),
        }));
    if (process.env.MAKE) writeFileSync(table, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
    assert.deepEqual(JSON.parse(readFileSync(table, "utf8")), JSON.parse(JSON.stringify(rows)));
});
