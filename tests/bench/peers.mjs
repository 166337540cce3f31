// The ones that are timed, behind one face: prepare(workload) is not timed, call(workload) goes from Float32Arrays to a
// Float32Array, so copies into and out of a runtime count, as they do for its users.
import { createAttentionCore } from "/dist/core.js";

import { onnxModel, sizesOf } from "./onnx.mjs";
import { tfliteModel } from "./tflite.mjs";

function ours(path) {
    let core, shape, options, weights, cache;
    return {
        name: path,
        async init() {
            core = await createAttentionCore({ path });
        },
        prepare(w) {
            weights?.dispose();
            cache?.dispose();
            weights = cache = undefined;
            options = { out: w.out };
            if (w.kind === "attend") {
                shape = { n: w.n, d: w.d };
                options.causal = w.causal;
            } else if (w.kind === "few") {
                shape = { n: w.n, m: w.m, d: w.d };
            } else if (w.kind === "decode") {
                cache = core.createCache({ capacity: w.tokens, heads: w.heads, d: w.d });
                cache.append(w.k, w.v, w.tokens);
            } else if (w.kind === "softmax") shape = { rows: w.rows, cols: w.cols };
            else {
                shape = { n: w.n, dModel: w.dModel, heads: w.heads };
                weights = core.prepareWeights(w.weights, shape);
            }
        },
        call(w) {
            if (w.kind === "attend" || w.kind === "few") return core.attend(w.q, w.k, w.v, shape, options);
            if (w.kind === "decode") return cache.attend(w.q, options);
            if (w.kind === "softmax") return core.softmax(w.x, shape, options);
            return core.multiHead(w.x, weights, shape, options).output;
        },
    };
}

/** The loops that pages write. */
function plain() {
    /** Row i of out: a query at q[i d] against m keys whose rows lie `stride` apart, from `at` on. */
    const attendRow = (q, k, v, i, m, d, stride, at, row, out) => {
        const scale = 1 / Math.sqrt(d);
        for (let j = 0; j < m; j++) {
            let sum = 0;
            for (let t = 0; t < d; t++) sum += q[i * d + t] * k[j * stride + at + t];
            row[j] = sum * scale;
        }
        softmax(row, 0, m);
        for (let j = 0; j < m; j++) for (let t = 0; t < d; t++) out[i * d + t] += row[j] * v[j * stride + at + t];
    };
    const attend = (q, k, v, n, m, d, causal) => {
        const out = new Float32Array(n * d),
            row = new Float32Array(m);
        for (let i = 0; i < n; i++) attendRow(q, k, v, i, causal ? i + 1 : m, d, d, 0, row, out);
        return out;
    };
    const decode = ({ q, k, v, heads, tokens, d }) => {
        const out = new Float32Array(heads * d),
            row = new Float32Array(tokens);
        for (let h = 0; h < heads; h++) attendRow(q, k, v, h, tokens, d, heads * d, h * d, row, out);
        return out;
    };
    const softmax = (x, at, cols) => {
        let top = -Infinity;
        for (let j = at; j < at + cols; j++) top = Math.max(top, x[j]);
        let sum = 0;
        for (let j = at; j < at + cols; j++) sum += x[j] = Math.exp(x[j] - top);
        for (let j = at; j < at + cols; j++) x[j] /= sum;
    };
    const multiply = (a, b, n, inner, cols) => {
        const c = new Float32Array(n * cols);
        for (let i = 0; i < n; i++) {
            for (let t = 0; t < inner; t++) {
                const x = a[i * inner + t];
                for (let j = 0; j < cols; j++) c[i * cols + j] += x * b[t * cols + j];
            }
        }
        return c;
    };
    return {
        name: "plain JavaScript",
        init() {},
        prepare() {},
        call(w) {
            if (w.kind === "attend") return attend(w.q, w.k, w.v, w.n, w.n, w.d, w.causal);
            if (w.kind === "few") return attend(w.q, w.k, w.v, w.n, w.m, w.d, false);
            if (w.kind === "decode") return decode(w);
            if (w.kind === "softmax") {
                const x = w.x.slice();
                for (let i = 0; i < w.rows; i++) softmax(x, i * w.cols, w.cols);
                return x;
            }
            const { n, dModel, heads, weights } = w;
            const d = dModel / heads;
            const [q, k, v] = [weights.wq, weights.wk, weights.wv].map((m) => multiply(w.x, m, n, dModel, dModel));
            const concat = new Float32Array(n * dModel);
            for (let h = 0; h < heads; h++) {
                const part = (m) => Float32Array.from({ length: n * d }, (_, i) => m[Math.floor(i / d) * dModel + h * d + (i % d)]);
                const one = attend(part(q), part(k), part(v), n, n, d, false);
                for (let i = 0; i < n; i++) concat.set(one.subarray(i * d, (i + 1) * d), i * dModel + h * d);
            }
            return multiply(concat, weights.wo, n, dModel, dModel);
        },
    };
}

let ort;
function onnxruntime(flavour, name) {
    let session;
    const tensor = (x, dims) => new ort.Tensor("float32", x, dims);
    return {
        name,
        runtime: "onnxruntime-web",
        async: true,
        async init() {
            if (ort) return;
            ort = await import("/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs");
            Object.assign(ort.env.wasm, { wasmPaths: "/node_modules/onnxruntime-web/dist/", numThreads: 1 });
            ort.env.logLevel = "error";
        },
        async prepare(w) {
            if (w.kind === "softmax" && flavour !== "graph") return false;
            if (w.kind === "decode" && flavour === "graph") return false;
            session = await ort.InferenceSession.create(onnxModel(flavour, w), { executionProviders: ["wasm"], logSeverityLevel: 3 });
        },
        async call(w) {
            if (w.kind === "attend") {
                const dims = [1, w.n, w.d];
                return (await session.run({ q: tensor(w.q, dims), k: tensor(w.k, dims), v: tensor(w.v, dims) })).y.data;
            }
            if (w.kind === "few" || w.kind === "decode") {
                const [q, k] = sizesOf(w);
                return (await session.run({ q: tensor(w.q, q), k: tensor(w.k, k), v: tensor(w.v, k) })).y.data;
            }
            if (w.kind === "softmax") return (await session.run({ x: tensor(w.x, [w.rows, w.cols]) })).y.data;
            return (await session.run({ x: tensor(w.x, [1, w.n, w.dModel]) })).z.data;
        },
        dispose: () => session?.release(),
    };
}

function litert() {
    let runtime, model;
    return {
        name: "LiteRT.js",
        async: true,
        async init() {
            runtime = await import("/node_modules/@litertjs/core/dist/index.js");
            await runtime.loadLiteRt("/node_modules/@litertjs/core/wasm/", { threads: false });
        },
        async prepare(w) {
            if (w.kind === "few" || w.kind === "decode") return false;
            model = await runtime.loadAndCompile(tfliteModel(w), { accelerator: "wasm" });
        },
        async call(w) {
            const arrays = w.kind === "attend" ? [w.q, w.k, w.v] : [w.x];
            const dims = w.kind === "attend" ? [1, w.n, w.d] : w.kind === "softmax" ? [w.rows, w.cols] : [w.n, w.dModel];
            const tensors = arrays.map((x) => new runtime.Tensor(x, dims));
            const [y] = await model.run(tensors);
            const result = y.toTypedArray();
            y.delete();
            for (const t of tensors) t.delete();
            return result;
        },
        dispose: () => model?.delete(),
    };
}

export const makePeers = () => [
    ours("relaxed"),
    ours("simd128"),
    ours("scalar"),
    plain(),
    onnxruntime("graph", "onnxruntime-web, primitives"),
    onnxruntime("attention", "onnxruntime-web, Attention"),
    onnxruntime("ms", "onnxruntime-web, MultiHeadAttention"),
    litert(),
];
