// The numbers of the essays, from describe() and from core.js in the browser; and that the three builds agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, makePage, open, openExhibits, picture, rowsOf, settled, wasmFor, wasmOf } from "./support.mjs";

const close = (actual, expected, tolerance, what = "") => {
    const pairs = Array.isArray(expected) ? expected.map((value, index) => [actual[index], value]) : [[actual, expected]];
    for (const [a, b] of pairs) assert.ok(Math.abs(a - b) <= tolerance, `${what} ${actual} is not ${expected} ± ${tolerance}`);
};

/** What an exhibit says after a state string. */
async function inState(page, exhibit, state) {
    await page.evaluate(
        ([id, text]) => {
            const element = document.querySelector(`attention-explainer[exhibit="${id}"]`);
            element.restore(text);
        },
        [exhibit, state],
    );
    await settled(page);
    return describe(page, `attention-explainer[exhibit="${exhibit}"]`);
}

const all = (page) =>
    Promise.all(["dot-product", "softmax", "heads"].map((exhibit) => describe(page, `attention-explainer[exhibit="${exhibit}"]`)));
const numbersIn = (description) => description.tables.flatMap((table) => table.rows.flat().filter((cell) => typeof cell === "number"));

test("the essay section and the book chapter, from describe()", async (t) => {
    const page = await openExhibits(t, ["dot-product", "softmax", "heads"], { height: 3000 });
    for (const [state, dot] of [
        ["", 7.4],
        ["kx=-1;ky=3", 0],
        ["kx=-2.4;ky=-1", -8.2],
    ]) {
        const numbers = numbersIn(await inState(page, "dot-product", state));
        assert.ok(
            numbers.some((number) => Math.abs(number - dot) < 1e-5),
            `${dot} is not among ${numbers}`,
        );
    }
    const weights = async (state) => rowsOf(await inState(page, "softmax", state), "Weights").map(({ weight }) => weight);
    close(await weights(""), [0.271, 0.04, 0.545, 0.009, 0.134], 0.0006);
    close(await weights("count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1"), [0.401, 0.198, 0.401], 0.0005);
    close(await weights("count=4;score1=22;score2=-3;score3=1;score4=-5"), [1, 0, 0, 0], 1e-6, "the mathematics article: one-hot");
    close(
        await weights("count=3;temperature=0.14142135623730953;score1=1;score2=0;score3=1"),
        [0.4998, 0.0004, 0.4998],
        0.00005,
        "the book chapter: logits × 10",
    );

    const row = async (state) => {
        const description = await inState(page, "heads", state);
        const table = description.tables.find(({ columns }) => columns.some((column) => /^(weight|α)/i.test(column)));
        assert.ok(table, `no column of weights in ${JSON.stringify(description.tables.map(({ columns }) => columns))}`);
        const index = table.columns.findIndex((column) => /^(weight|α)/i.test(column));
        return table.rows.map((cells) => cells[index]);
    };
    close(await row(""), [0.01, 0.88, 0.01, 0.01, 0.01, 0.01, 0.07], 0.005, "row ?");
    close(await row("row=1"), [0.12, 0.88], 0.005, "row cat");
    close(await row("row=2"), [0.11, 0.11, 0.79], 0.005, "row sat");
    close(await row("row=3"), [0.1, 0.1, 0.1, 0.71], 0.005, "row on");
    close(await row("row=4"), [0.84, 0.02, 0.02, 0.02, 0.11], 0.005, "row the");
    close(await row("row=5"), [0.08, 0.08, 0.08, 0.08, 0.08, 0.6], 0.005, "row soft");
});

test("the essay section and the book chapter, from core.js in the browser, under the strict policy", async (t) => {
    const page = await open(t, await makePage("", { script: false }));
    const got = await page.evaluate(async () => {
        const { createAttentionCore } = await import("/core.js");
        const core = await createAttentionCore();
        const floats = (...values) => Float32Array.from(values);
        const trace = core.trace(floats(1, 0), floats(1, 0, 0, 1, 1, 1), floats(10, 0, 0, 10, 5, 5), { n: 1, m: 3, d: 2 });
        const dots = [
            [2, 1.4],
            [-1, 3],
            [-2.4, -1],
        ].map((k) => core.trace(floats(3, 1), floats(...k), floats(0, 0), { n: 1, m: 1, d: 2 }).scores[0]);
        const softmax = core.softmax(floats(2.4, 0.5, 3.1, -1, 1.7), { rows: 1, cols: 5 });
        const content = core.softmax(floats(-1, 3.5, -1, -1, -1, -1, 1), { rows: 1, cols: 7 });
        const errors = [];
        for (const work of [
            () => core.softmax(floats(1, 2), { rows: 1, cols: 3 }),
            () => core.softmax(floats(1, 2), { rows: 1, cols: 2 }, { temperature: 0 }),
        ]) {
            try {
                work();
                errors.push("none");
            } catch (error) {
                errors.push(`${error.name}: ${error.message}`);
            }
        }
        const result = {
            path: core.path,
            weights: [...trace.weights],
            output: [...trace.output],
            dots,
            softmax: [...softmax],
            content: [...content],
            errors,
        };
        core.dispose();
        return result;
    });
    assert.equal(got.path, "relaxed");
    close(got.dots, [7.4, 0, -8.2], 1e-5);
    close(got.softmax, [0.271, 0.04, 0.545, 0.009, 0.134], 0.0006);
    close(got.content, [0.01, 0.88, 0.01, 0.01, 0.01, 0.01, 0.07], 0.005);
    close(got.weights, [0.401, 0.198, 0.401], 0.0005);
    close(got.output, [6.017, 3.983], 0.0005);
    for (const error of got.errors) assert.match(error, /^(Range|Type)Error: .*\d/);
    assert.deepEqual(page.problems, []);
});

test("core.js in the browser: arrays in its own memory, a seed's very bits, and what does not apply is refused", async (t) => {
    const page = await open(t, await makePage("", { script: false }));
    const got = await page.evaluate(async () => {
        const { createAttentionCore } = await import("/core.js");
        const results = [];
        for (const path of ["relaxed", "simd128", "scalar"]) {
            const core = await createAttentionCore({ path });
            const [q, k, v, out] = [2, 6, 6, 2].map((length) => core.allocate(length));
            (q.values.set([1, 0]), k.values.set([1, 0, 0, 1, 1, 1]), v.values.set([10, 0, 0, 10, 5, 5]));
            const output = core.attend(q, k, v, { n: 1, m: 3, d: 2 }, { out });
            const cache = core.createCache({ capacity: 3, d: 2 });
            cache.append(k, v, 3);
            let error;
            try {
                cache.attend(q, { rope: 10000 });
            } catch ({ name, message }) {
                error = `${name}: ${message}`;
            }
            results.push({
                path: core.path,
                output: [...output],
                inPlace: output.buffer === q.values.buffer,
                decoded: [...cache.attend(q)],
                error,
                deviation: core.scoreDeviation({ d: 64, pairs: 50, seed: 42 }).raw,
            });
            core.dispose();
        }
        return results;
    });
    assert.deepEqual(
        got.map(({ path }) => path),
        ["relaxed", "simd128", "scalar"],
    );
    for (const { output, inPlace, decoded, error, deviation } of got) {
        close(output, [6.017, 3.983], 0.0005);
        close(decoded, [6.017, 3.983], 0.0005);
        assert.equal(inPlace, true);
        assert.equal(error, 'TypeError: options may have window, scale, temperature, alibi, out, got "rope"');
        assert.equal(deviation, 7.657392852815441); // as tests/attention/deviation.test.cpp has it
    }
    assert.deepEqual(page.problems, []);
});

// The test's own way to force a build: detection asks WebAssembly.validate about a small module of each kind.
const pretend = {
    relaxed: () => {},
    simd128: () => {
        const original = WebAssembly.validate;
        let asked = 0;
        WebAssembly.validate = (bytes) => (asked++ === 0 ? false : original(bytes)); // relaxed SIMD is asked for first
    },
    scalar: () => {
        WebAssembly.validate = () => false;
    },
};

test("relaxed, simd128 and scalar builds run, are the only wasm fetched, and agree in numbers and pictures", async (t) => {
    const results = {};
    for (const [path, init] of Object.entries(pretend)) {
        const page = await openExhibits(t, ["dot-product", "softmax", "heads"], { init, height: 3000 });
        assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").path), path);
        assert.deepEqual(wasmOf(page.fetched), wasmFor(["dot-product", "softmax", "heads"], path));
        await page.evaluate(() => {
            const [dot, softmax, heads] = document.querySelectorAll("attention-explainer");
            dot.state = { qx: -1.3, ky: 2.7 };
            softmax.state = { temperature: 0.37, count: 8 };
            heads.state = { row: 4, scaled: true };
        });
        await settled(page);
        results[path] = { descriptions: await all(page), pictures: await picture(page) };
    }
    for (const path of ["simd128", "scalar"]) {
        results[path].descriptions.forEach((description, index) => {
            const other = results.relaxed.descriptions[index];
            assert.equal(description.summary, other.summary);
            const [a, b] = [numbersIn(description), numbersIn(other)];
            assert.ok(a.length > 5 && a.length === b.length);
            a.forEach((number, at) => close(number, b[at], 1e-5 * Math.max(1, Math.abs(b[at]))));
        });
        assert.deepEqual(
            results[path].pictures.map(({ width, height }) => [width, height]),
            results.relaxed.pictures.map(({ width, height }) => [width, height]),
        );
    }
});
