// What runners that measure share: numbers to work on, and the pause between two slices. Measures nothing itself.

/** Numbers that look normal enough (a sum of four uniform ones), the same on every run. */
export function samples(length: number, seed: number): Float32Array {
    let state = seed;
    const uniform = (): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes' generator
        return state / 2 ** 32 - 0.5;
    };
    return Float32Array.from({ length }, () => (uniform() + uniform() + uniform() + uniform()) * Math.sqrt(3));
}

/** Lets the page draw and answer before the next slice. */
export const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
