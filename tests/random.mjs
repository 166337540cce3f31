// Numbers that a seed repeats, for tests in Node and in the browser. SEED of the environment, which tests/run makes of the checkout, repeats
// a run; there is another one each time where there is none. What fails prints it.

/** The seed of this run. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** Numbers from 0 to 1 (mulberry32). */
export function random(from) {
    return () => {
        from = (from + 0x6d2b79f5) | 0;
        let t = Math.imul(from ^ (from >>> 15), from | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}
