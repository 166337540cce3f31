// Runs in the page: workloads, answers checked against double, interleaved timing. window.bench(options) → results.
import { makePeak } from "./peak.mjs";
import { makePeers } from "./peers.mjs";

function random(seed) {
    const uniform = () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    return (length, scale = 1) => Float32Array.from({ length }, () => scale * normal());
}

function attend(n, d, causal = false) {
    const make = random(n + d);
    const [q, k, v] = [make(n * d), make(n * d), make(n * d)];
    const flop = 4 * n * n * d; // the dense count, also where a mask saves half
    return { id: `n=${n} d=${d}${causal ? " causal" : ""}`, kind: "attend", n, d, causal, q, k, v, flop, out: new Float32Array(n * d) };
}

/** A few queries against many keys: [n, d] and [m, d]. */
function few(n, m, d) {
    const make = random(n + m);
    const [q, k, v] = [make(n * d), make(m * d), make(m * d)];
    return { id: `n=${n} m=${m} d=${d}`, kind: "few", n, m, d, q, k, v, flop: 4 * n * m * d, out: new Float32Array(n * d) };
}

/** The newest token of each head asks all tokens before it, whose keys and values are kept: q [heads, d], k and v [tokens, heads, d]. */
function decode(heads, tokens, d) {
    const make = random(tokens);
    const [q, k, v] = [make(heads * d), make(tokens * heads * d), make(tokens * heads * d)];
    return {
        id: `decode ${heads} heads, ${tokens} tokens`,
        kind: "decode",
        heads,
        tokens,
        d,
        q,
        k,
        v,
        flop: 4 * heads * tokens * d,
        out: new Float32Array(heads * d),
    };
}

function multiHead(n, dModel, heads) {
    const make = random(7);
    const matrix = () => make(dModel * dModel, 1 / Math.sqrt(dModel));
    const weights = { wq: matrix(), wk: matrix(), wv: matrix(), wo: matrix() };
    const flop = 8 * n * dModel * dModel + 4 * n * n * dModel;
    return {
        id: `multi-head ${n}/${dModel}/${heads}`,
        kind: "heads",
        n,
        dModel,
        heads,
        weights,
        x: make(n * dModel),
        flop,
        out: new Float32Array(n * dModel),
    };
}

function softmax(rows, cols) {
    return {
        id: `softmax ${rows}×${cols}`,
        kind: "softmax",
        rows,
        cols,
        x: random(5)(rows * cols, 2),
        flop: 0,
        out: new Float32Array(rows * cols),
    };
}

export const workloads = () => [
    attend(6, 8),
    attend(64, 64),
    attend(256, 64),
    attend(1024, 64),
    attend(1024, 64, true),
    attend(2048, 64, true),
    multiHead(256, 512, 8),
    softmax(1024, 1024),
    decode(8, 4096, 64),
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => few(n, 4096, 64)),
];

function softmaxRow(row) {
    const top = row.reduce((a, b) => Math.max(a, b), -Infinity);
    let sum = 0;
    for (let j = 0; j < row.length; j++) sum += row[j] = Math.exp(row[j] - top);
    for (let j = 0; j < row.length; j++) row[j] /= sum;
    return row;
}

/** In double: n queries against m keys, all seen. `stride` is that of k and v, from whose place `at` on they are read. */
function fewDouble(q, k, v, n, m, d, stride, at, out, to) {
    for (let i = 0; i < n; i++) {
        const row = new Float64Array(m);
        for (let j = 0; j < m; j++) {
            for (let t = 0; t < d; t++) row[j] += q[to + i * d + t] * k[j * stride + at + t];
            row[j] /= Math.sqrt(d);
        }
        softmaxRow(row).forEach((p, j) => {
            for (let t = 0; t < d; t++) out[to + i * d + t] += p * v[j * stride + at + t];
        });
    }
}

/** In double: q, k, v with rows `stride` apart, into out. */
function attendDouble(q, k, v, n, d, causal, stride, out, at) {
    for (let i = 0; i < n; i++) {
        const row = new Float64Array(causal ? i + 1 : n);
        for (let j = 0; j < row.length; j++) {
            for (let t = 0; t < d; t++) row[j] += q[i * stride + at + t] * k[j * stride + at + t];
            row[j] /= Math.sqrt(d);
        }
        softmaxRow(row).forEach((p, j) => {
            for (let t = 0; t < d; t++) out[i * stride + at + t] += p * v[j * stride + at + t];
        });
    }
}

function reference(w) {
    if (w.kind === "softmax") {
        const y = Float64Array.from(w.x);
        for (let i = 0; i < w.rows; i++) softmaxRow(y.subarray(i * w.cols, (i + 1) * w.cols));
        return y;
    }
    const out = new Float64Array(w.out.length);
    if (w.kind === "attend") {
        attendDouble(w.q, w.k, w.v, w.n, w.d, w.causal, w.d, out, 0);
        return out;
    }
    if (w.kind === "few") {
        fewDouble(w.q, w.k, w.v, w.n, w.m, w.d, w.d, 0, out, 0);
        return out;
    }
    if (w.kind === "decode") {
        for (let h = 0; h < w.heads; h++) fewDouble(w.q, w.k, w.v, 1, w.tokens, w.d, w.heads * w.d, h * w.d, out, h * w.d);
        return out;
    }
    const { n, dModel, heads, weights } = w;
    const multiply = (a, b) => {
        const c = new Float64Array(n * dModel);
        for (let i = 0; i < n; i++) {
            for (let t = 0; t < dModel; t++) for (let j = 0; j < dModel; j++) c[i * dModel + j] += a[i * dModel + t] * b[t * dModel + j];
        }
        return c;
    };
    const [q, k, v] = [weights.wq, weights.wk, weights.wv].map((m) => multiply(w.x, m));
    for (let h = 0; h < heads; h++) attendDouble(q, k, v, n, dModel / heads, false, dModel, out, (h * dModel) / heads);
    return multiply(out, weights.wo);
}

async function batch(peer, w, calls) {
    const start = performance.now();
    if (peer.async) for (let i = 0; i < calls; i++) await peer.call(w);
    else for (let i = 0; i < calls; i++) peer.call(w);
    return (performance.now() - start) / calls;
}

/** Engines start slow and swap faster code in later: warms up until it stops getting faster; returns calls per batch. */
async function warmUp(peer, w, batchMs) {
    let calls = 1,
        best = Infinity,
        stale = 0;
    const start = performance.now();
    while (stale < 4 && performance.now() - start < 3000) {
        const ms = await batch(peer, w, calls);
        if (ms * calls < batchMs / 2) calls *= 2;
        else {
            stale = ms < best * 0.97 ? 0 : stale + 1;
            best = Math.min(best, ms);
        }
    }
    return Math.max(1, Math.round(batchMs / best));
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

window.bench = async ({ rounds, batchMs, only }) => {
    const report = { userAgent: navigator.userAgent, isolated: crossOriginIsolated, failures: {}, workloads: [] };
    const peers = [];
    for (const peer of makePeers()) {
        try {
            await peer.init();
            peers.push(peer);
        } catch (error) {
            report.failures[peer.name] = String(error);
        }
    }
    const peak = await makePeak();
    for (let i = 0; i < 200; i++) peak.run();
    const allPeaks = [];
    for (const w of workloads()) {
        if (only && !w.id.includes(only)) continue;
        window.progress(w.id);
        const expected = reference(w);
        const live = [];
        for (const peer of peers) {
            try {
                if ((await peer.prepare(w)) === false) continue;
                const y = await peer.call(w);
                let error = y.length === expected.length ? 0 : Infinity;
                for (let i = 0; i < expected.length; i++) error = Math.max(error, Math.abs(y[i] - expected[i]));
                if (!(error < 1e-4)) throw new Error(`wrong answer: off by ${error}`);
                live.push({ peer, error, calls: await warmUp(peer, w, batchMs), ms: [] });
            } catch (error) {
                report.failures[`${peer.name}, ${w.id}`] = String(error);
            }
        }
        const peaks = [];
        const native = [];
        for (let round = 0; round < rounds; round++) {
            for (const entry of live) entry.ms.push(await batch(entry.peer, w, entry.calls));
            if (window.native && w.kind === "attend") native.push(await window.native(w.n, w.d, +w.causal, batchMs));
            const start = performance.now();
            for (let i = 0; i < 20; i++) peak.run();
            peaks.push((20 * peak.flop) / (performance.now() - start) / 1e6);
        }
        const results = {};
        for (const { peer, error, ms } of live) {
            results[peer.name] = { ms: median(ms), best: Math.min(...ms), error, runtime: peer.runtime ?? peer.name };
            await peer.dispose?.();
        }
        if (native.length > 0) results.native = { ms: median(native), best: Math.min(...native), runtime: "native" };
        report.workloads.push({ id: w.id, flop: w.flop, causal: !!w.causal, peak: median(peaks), results });
        allPeaks.push(...peaks);
    }
    report.peak = median(allPeaks);
    return report;
};
