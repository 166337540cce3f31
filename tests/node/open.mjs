// Opens dist/core.js for the tests in Node: the paths that this Node can run, the explainer's engine, and small helpers.
import { engineOf } from "../../web/build/engine.mjs";
import { random as uniforms } from "../random.mjs";

const dist = process.env.ATTENTION_DIST ?? new URL("../../dist/", import.meta.url).href;

export const { createAttentionCore, AttentionCore, createModel } = await import(new URL("core.js", dist).href);
export const wasmFile = (path) => new URL(`core.${path}.wasm`, dist);
export const modelFile = (path) => new URL(`model.${path}.wasm`, dist);

/** Node 20 runs the relaxed build only with --experimental-wasm-relaxed-simd. */
export const paths = (await createAttentionCore()).path === "relaxed" ? ["relaxed", "simd128", "scalar"] : ["simd128", "scalar"];

/** Starts the explainer's engine, which needs a browser only to draw. */
export const startEngine = (variant = "scalar") => engineOf(`explainer.${variant}`);

export const floats = (...values) => Float32Array.from(values);

/** Seeded normal numbers. */
export function random(seed) {
    const uniform = uniforms(seed);
    return (length, scale = 1) =>
        Float32Array.from({ length }, () => scale * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));
}

/** Largest |a − b|; NaN anywhere gives Infinity. */
export function distance(a, b) {
    if (a.length !== b.length) return Infinity;
    let worst = 0;
    for (let i = 0; i < a.length; i++) {
        const difference = Math.abs(a[i] - b[i]);
        if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference;
    }
    return worst;
}

/** Attention as an essay writes it, in double. */
export function reference(q, k, v, { n, m = n, d, dv = d }, { causal = false, scale = 1 / Math.sqrt(d), temperature = 1 } = {}) {
    const output = new Float64Array(n * dv);
    for (let i = 0; i < n; i++) {
        const row = [];
        for (let j = 0; j < (causal ? Math.min(m, i + 1) : m); j++) {
            let score = 0;
            for (let t = 0; t < d; t++) score += q[i * d + t] * k[j * d + t];
            row.push((score * scale) / temperature);
        }
        const shift = Math.max(...row);
        const exps = row.map((x) => Math.exp(x - shift));
        const sum = exps.reduce((a, b) => a + b, 0);
        exps.forEach((e, j) => {
            for (let t = 0; t < dv; t++) output[i * dv + t] += (e / sum) * v[j * dv + t];
        });
    }
    return output;
}
