// Attention as one would write it in JavaScript, twice: over Float32Array, to be timed, and in double precision, to be right.
// Vaswani et al. 2017, eq. 1. No tricks on purpose. The two share no code: engines make the timed one fast only while it sees
// one type of array.

/**
 * A function to time: softmax(q kᵀ / √d) v over q, k, v, out [n, d], row-major, in single precision in, out and between, as
 * the core has it.
 */
export function plainAttention(
    n: number,
): (q: Float32Array, k: Float32Array, v: Float32Array, d: number, causal: boolean, out: Float32Array) => void {
    const weights = new Float32Array(n);
    return (q, k, v, d, causal, out) => {
        const scale = 1 / Math.sqrt(d);
        for (let i = 0; i < n; i++) {
            const seen = causal ? i + 1 : n;
            let largest = -Infinity;
            for (let j = 0; j < seen; j++) {
                let score = 0;
                for (let c = 0; c < d; c++) score += q[i * d + c]! * k[j * d + c]!;
                weights[j] = score * scale;
                if (score * scale > largest) largest = score * scale;
            }
            let sum = 0;
            for (let j = 0; j < seen; j++) {
                const exponential = Math.exp(weights[j]! - largest);
                weights[j] = exponential;
                sum += exponential;
            }
            for (let c = 0; c < d; c++) out[i * d + c] = 0;
            for (let j = 0; j < seen; j++) {
                const weight = weights[j]! / sum;
                for (let c = 0; c < d; c++) out[i * d + c]! += weight * v[j * d + c]!;
            }
        }
    };
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

function rows(matrix: Float32Array, d: number): number[][] {
    return Array.from({ length: matrix.length / d }, (_, i) => [...matrix.subarray(i * d, (i + 1) * d)]);
}

/** The same in double precision throughout; n × d numbers, row-major. */
export function exactAttention(q: Float32Array, k: Float32Array, v: Float32Array, d: number, causal: boolean): number[] {
    const [keys, values] = [rows(k, d), rows(v, d)];
    return rows(q, d).flatMap((query, i) => {
        const seen = causal ? i + 1 : keys.length;
        const scores = keys.slice(0, seen).map((key) => dot(query, key) / Math.sqrt(d));
        const largest = Math.max(...scores);
        const exponentials = scores.map((score) => Math.exp(score - largest));
        const sum = exponentials.reduce((total, value) => total + value, 0);
        return query.map((_, c) => exponentials.reduce((total, value, j) => total + (value / sum) * values[j]![c]!, 0));
    });
}
