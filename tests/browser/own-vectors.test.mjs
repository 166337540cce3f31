// Queries, keys and values of a reader's own on a page: every number that a figure says of them, beside the same computed here in double from the arrays alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { figureOf, npy, npz, unicode } from "./tensor-files.mjs";

const next = random(seed);
const below = (count) => Math.floor(next() * count);

/** Heads of a random shape, some of which share keys and values. */
function heads() {
    const layers = 1 + below(3);
    const shared = 1 + below(3);
    const groups = 1 + below(2);
    const [n, d, dv] = [2 + below(9), 2 * (1 + below(5)), 1 + below(7)];
    const rows = 1 + below(n);
    const array = (...shape) => ({
        shape,
        data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => Math.round((next() * 4 - 2) * 64) / 64),
    });
    return {
        shape: { layers, heads: shared * groups, shared, rows, n, d, dv },
        q: array(layers, shared * groups, rows, d),
        k: array(layers, groups, n, d),
        v: array(layers, groups, n, dv),
        tokens: Array.from({ length: n }, (_, i) => `t${i}`),
    };
}

/** Row `i` of the matrix of a layer and a head. */
function rowOf({ shape, data }, layer, head, i) {
    const [, count, rows, cols] = shape;
    const at = ((layer * count + head) * rows + i) * cols;
    return [...data.subarray(at, at + cols)];
}
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const norm = (a) => Math.hypot(...a);

/** What one query's scores come to. Later keys than its own have none, if it is causal. */
function expected({ shape, q, k, v }, { layer, head, query, causal, temperature = 1 }) {
    const group = Math.floor(head / shape.shared);
    const asks = rowOf(q, layer, head, query);
    const seen = causal ? shape.n - shape.rows + query + 1 : shape.n;
    const scores = Array.from({ length: seen }, (_, j) => dot(asks, rowOf(k, layer, group, j)));
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp((score - most) / Math.sqrt(shape.d) / temperature));
    const sum = powers.reduce((a, b) => a + b);
    const weights = powers.map((power) => power / sum);
    const values = weights.map((_, j) => rowOf(v, layer, group, j));
    const output = values[0].map((_, c) => values.reduce((total, value, j) => total + weights[j] * value[c], 0));
    return { scores, weights, lengths: values.map(norm), output };
}

const near = (is, wanted, what) =>
    assert.ok(Math.abs(is - wanted) <= 1e-5 * Math.max(1, Math.abs(wanted)), `${what}: ${is}, not ${wanted}`);
/** One value that each says, which no other does. */
const own = {
    map: "share of the first token",
    scores: "score divided by √d",
    values: "weight times length",
    blend: "share of the variance",
    position: "score without places",
};

/** Adjacent pairs of components, turned by their angle a place (Su et al. 2021). */
function turned(row, place, base) {
    const out = [...row];
    for (let c = 0; c < row.length; c += 2) {
        const angle = place * base ** (-c / row.length);
        out[c] = row[c] * Math.cos(angle) - row[c + 1] * Math.sin(angle);
        out[c + 1] = row[c] * Math.sin(angle) + row[c + 1] * Math.cos(angle);
    }
    return out;
}

test("scores, weights and what arrives of values are those of the arrays in a file, whatever their shape", async (t) => {
    t.diagnostic(`SEED=${seed}`);
    for (let round = 0; round < 4; ++round) {
        const given = heads();
        const { layers, heads: count, rows, n } = given.shape;
        const arrays = ["q", "k", "v"].map((name) => [`${name}.npy`, npy("<f4", given[name].shape, Buffer.from(given[name].data.buffer))]);
        const files = { "heads.npz": npz({ ...Object.fromEntries(arrays), "tokens.npy": unicode(given.tokens) }) };
        for (const exhibit of Object.keys(own)) {
            const page = await figureOf(t, `exhibit="${exhibit}" src="/own/heads.npz"`, { files });
            for (let state = 0; state < 3; ++state) {
                const chosen = { layer: below(layers), head: below(count), query: below(rows), key: 0, causal: next() < 0.5 };
                chosen.key = below(chosen.causal ? n - rows + chosen.query + 1 : n);
                if (exhibit === "blend") chosen.temperature = 0.25 + Math.round(next() * 12) / 4;
                if (exhibit === "position") Object.assign(chosen, { scheme: "rope", base: 1 + below(2000) });
                const { values, errors } = await page.evaluate(async (chosen) => {
                    const figure = document.getElementById("figure");
                    await figure.settled();
                    figure.state = chosen;
                    await figure.settled();
                    return { values: figure.describe().values, errors: window.errors };
                }, chosen);
                const told = `SEED=${seed}, ${exhibit}, ${JSON.stringify(given.shape)}, ${JSON.stringify(chosen)}`;
                assert.deepEqual(errors, [], told);
                assert.ok(own[exhibit] in values, `${told}: ${Object.keys(values)}`);
                const { scores, weights, lengths, output } = expected(given, chosen);
                const { key } = chosen;
                if (exhibit !== "position") near(values["weight"], weights[key], `${told}, weight`);
                if (exhibit === "scores") {
                    near(values["score"], scores[key], `${told}, score`);
                    near(values["score divided by √d"], scores[key] / Math.sqrt(given.shape.d), `${told}, divided`);
                }
                if (exhibit === "blend") {
                    const entropy = -weights.reduce((sum, weight) => sum + (weight > 0 ? weight * Math.log(weight) : 0), 0);
                    near(values["as many equal weights"], Math.exp(entropy), `${told}, spread`);
                    assert.equal(values["keys at T towards infinity"], weights.length, told);
                }
                if (exhibit === "map") {
                    const all = Array.from({ length: rows }, (_, query) => expected(given, { ...chosen, query }).weights);
                    const first = all.reduce((sum, row) => sum + row[0], 0) / rows;
                    near(values["share of the first token"], first, `${told}, first token`);
                    near(values["share of the first token in the row"], weights[0], `${told}, first token in the row`);
                    assert.equal(values["place in the row"], 1 + weights.filter((weight) => weight > weights[key]).length, told);
                }
                if (exhibit === "position") {
                    const [asks, asked] = [
                        rowOf(given.q, chosen.layer, chosen.head, chosen.query),
                        rowOf(given.k, chosen.layer, Math.floor(chosen.head / given.shape.shared), key),
                    ];
                    const place = n - rows + chosen.query;
                    near(values["score without places"], scores[key] / Math.sqrt(given.shape.d), `${told}, without`);
                    near(
                        values["score"],
                        dot(turned(asks, place, chosen.base), turned(asked, key, chosen.base)) / Math.sqrt(given.shape.d),
                        `${told}, score`,
                    );
                }
                if (exhibit === "values") {
                    near(values["length of v"], lengths[key], `${told}, ‖v‖`);
                    near(values["weight times length"], weights[key] * lengths[key], `${told}, α‖v‖`);
                    near(values["length of the output"], norm(output), `${told}, output`);
                    near(
                        values["sum of what arrives"],
                        weights.reduce((sum, weight, j) => sum + weight * lengths[j], 0),
                        `${told}, sum`,
                    );
                }
            }
            await page.context().close();
        }
    }
});

test("each fetches its own code and no other's, and lies in the height that was reserved for it", async (t) => {
    const given = heads();
    const attention = { shape: [1, 1, 2], data: [0.25, 0.75] };
    const files = {
        "vectors.json": Buffer.from(JSON.stringify({ q: plain(given.q), k: plain(given.k), v: plain(given.v) })),
        "weights.json": Buffer.from(JSON.stringify({ attention })),
    };
    const modules = {
        heads: ["own-heads", "own-maps", "heads", "brought"],
        map: ["own-map", "own-maps", "own-vectors", "heads", "brought"],
        scores: ["own-scores", "own-vectors", "brought"],
        values: ["own-scores", "own-vectors", "brought"],
        blend: ["own-scores", "own-vectors", "brought"],
        position: ["own-scores", "own-vectors", "brought"],
    };
    for (const [exhibit, wanted] of Object.entries(modules)) {
        for (const lang of ["en", "de"]) {
            const page = await figureOf(
                t,
                `exhibit="${exhibit}" src="/own/${exhibit === "heads" ? "weights" : "vectors"}.json" lang="${lang}"`,
                { files, width: 360 + below(900) },
            );
            const [heights, fetched] = await page.evaluate(async () => {
                const figure = document.getElementById("figure");
                const height = () => figure.getBoundingClientRect().height;
                while (height() < 100) await new Promise(requestAnimationFrame); // (its table of heights is on its way)
                const reserved = height();
                await figure.settled();
                const names = performance.getEntriesByType("resource").map(({ name }) => /explainer\.([\w-]+)\.\w+\.wasm$/.exec(name)?.[1]);
                return [[reserved, height()], names.filter((name) => name)];
            });
            const told = `SEED=${seed}, ${exhibit}, ${lang}`;
            assert.equal(heights[0], heights[1], told);
            assert.deepEqual(fetched.filter((name) => name !== "language").sort(), [...wanted].sort(), told);
            await page.context().close();
        }
    }
});
const plain = ({ shape, data }) => ({ shape, data: [...data] });

test("a map of 4,096 × 4,096 weights takes no more than 1.3 times the memory of its file", async (t) => {
    const page = await figureOf(t, `exhibit="map"`, {
        init: () => {
            const { instantiate } = WebAssembly;
            WebAssembly.instantiate = async (...given) => {
                const made = await instantiate.apply(WebAssembly, given);
                const memory = Object.values((made.instance ?? made).exports).find((one) => one instanceof WebAssembly.Memory);
                if (memory) window.memory = () => memory.buffer.byteLength;
                return made;
            };
        },
    });
    const { size, grown, values, errors, seconds } = await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        await figure.settled();
        const before = window.memory();
        const n = 4096;
        const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${n}, ${n}), }`.padEnd(117) + "\n";
        const data = new Float32Array(n * n);
        for (let row = 0; row < n; ++row) for (let col = 0; col <= row; ++col) data[row * n + col] = 1 / (row + 1);
        const file = new File([Uint8Array.from("\x93NUMPY\x01\x00\x76\x00", (sign) => sign.charCodeAt(0)), header, data], "map.npy");
        const begun = performance.now();
        figure.tensors = file;
        figure.state = { query: 999, key: 3 };
        await new Promise((resolve) => figure.addEventListener("load", resolve, { once: true }));
        const seconds = (performance.now() - begun) / 1000;
        await figure.settled();
        const { values } = figure.describe();
        return { size: file.size, grown: window.memory() - before, values, errors: window.errors, seconds };
    });
    t.diagnostic(`shown after ${seconds.toFixed(2)} s; ${(grown / size).toFixed(2)} times the file's memory`);
    assert.deepEqual(errors, []);
    near(values["weight"], 0.001, "weight");
    assert.equal(values["rows that do not sum to 1"], 0);
    assert.ok(grown <= 1.3 * size, `${grown / size}`);
});
