// Attention as one would write it in JavaScript, twice: over Float32Array, to be timed, and in double precision, to be right.
// Vaswani et al. 2017, eq. 1. No tricks on purpose.

/** softmax(q kᵀ / √d) v; q, k, v, out [n, d], row-major. `weights` is scratch of n numbers; its type is the precision. */
function attend(
    q: Float32Array, k: Float32Array, v: Float32Array, n: number, d: number, causal: boolean,
    out: Float32Array | Float64Array, weights: Float32Array | Float64Array,
): void {
    const scale = 1 / Math.sqrt(d);
    for (let i = 0; i < n; i++) {
        const seen = causal ? i + 1 : n;
        let largest = -Infinity;
        for (let j = 0; j < seen; j++) {
            let score = 0;
            for (let c = 0; c < d; c++) score += (q[i * d + c] as number) * (k[j * d + c] as number);
            weights[j] = score * scale;
            largest = Math.max(largest, score * scale);
        }
        let sum = 0;
        for (let j = 0; j < seen; j++) sum += weights[j] = Math.exp((weights[j] as number) - largest);
        for (let c = 0; c < d; c++) out[i * d + c] = 0;
        for (let j = 0; j < seen; j++) {
            const weight = (weights[j] as number) / sum;
            for (let c = 0; c < d; c++) out[i * d + c] = (out[i * d + c] as number) + weight * (v[j * d + c] as number);
        }
    }
}

/** A function to time: single precision in, out and between, as the core has it. */
export function plainAttention(n: number): (q: Float32Array, k: Float32Array, v: Float32Array, d: number, causal: boolean, out: Float32Array) => void {
    const weights = new Float32Array(n);
    return (q, k, v, d, causal, out) => attend(q, k, v, n, d, causal, out, weights);
}

/** The same in double precision throughout. */
export function exactAttention(q: Float32Array, k: Float32Array, v: Float32Array, n: number, d: number, causal: boolean): Float64Array {
    const out = new Float64Array(n * d);
    attend(q, k, v, n, d, causal, out, new Float64Array(n));
    return out;
}
