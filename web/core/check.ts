// Argument checks. Every message names the argument and both numbers: what came and what was wanted.
// Nothing is written before all checks of a call have passed.

/** What a value is, for messages: its class, or the value itself when that says more. */
export function describeValue(value: unknown): string {
    if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") {
        return String(value);
    }
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "object") return value.constructor?.name ?? "an object";
    return typeof value;
}

/** A whole number of at least `least`, and of at most 2³¹ − 1. */
export function checkWhole(name: string, value: unknown, least: number): asserts value is number {
    if (typeof value !== "number") {
        throw new TypeError(`${name} must be a number, got ${describeValue(value)}`);
    }
    if (!Number.isInteger(value) || value < least || value > 0x7fffffff) {
        throw new RangeError(`${name} must be a whole number of at least ${least}, got ${value}`);
    }
}

/** A finite number; `above`: strictly greater than that. */
export function checkNumber(name: string, value: unknown, above = -Infinity): asserts value is number {
    if (typeof value !== "number") {
        throw new TypeError(`${name} must be a number, got ${describeValue(value)}`);
    }
    // What float32 would turn into infinity or zero is no number for the kernels either.
    const single = Math.fround(value);
    if (!Number.isFinite(single) || !(single > above)) {
        const wanted = above === -Infinity ? "a finite number" : `greater than ${above}`;
        throw new RangeError(`${name} must be ${wanted}, got ${value}`);
    }
}

/** The class of a typed array by its own brand, which no object can fake and which is the same in every realm. */
const brandOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), Symbol.toStringTag)!.get as (
    this: unknown,
) => string | undefined;

// Arrays from another realm (a frame, a vm context) are not instances of this one's classes. `instanceof` comes first: it is
// faster, and short calls feel it.
export function isFloat32Array(value: unknown): value is Float32Array {
    return value instanceof Float32Array || brandOf.call(value) === "Float32Array";
}

export function isUint8Array(value: unknown): value is Uint8Array {
    return value instanceof Uint8Array || brandOf.call(value) === "Uint8Array";
}

/** Names that an object may have: of one call's options, of its sizes. The two that are used the most stand first. */
export type Known = readonly string[];

/**
 * An object to read options or sizes from, with none that the call does not know: what is misspelt or does not apply would else
 * be ignored without a word. One that is undefined is left out.
 */
export function checkObject(name: string, value: unknown, names: Known): asserts value is object {
    if (typeof value !== "object" || value === null) {
        throw new TypeError(`${name} must be an object, got ${describeValue(value)}`);
    }
    for (const key in value) {
        if (key !== names[0] && key !== names[1] && !names.includes(key)) refuse(name, value, key, names);
    }
}

function refuse(name: string, value: object, key: string, names: Known): void {
    if ((value as Record<string, unknown>)[key] === undefined) return;
    throw new TypeError(`${name} may have ${names.join(", ")}, got ${JSON.stringify(key)}`);
}

export function checkFlag(name: string, value: unknown): asserts value is boolean | undefined {
    if (value !== undefined && typeof value !== "boolean") {
        throw new TypeError(`${name} must be true or false, got ${describeValue(value)}`);
    }
}

/** One of a few words. */
export function checkOneOf<Word extends string>(name: string, value: unknown, words: readonly Word[]): asserts value is Word {
    const wanted = words.map(describeValue).join(" or ");
    if (typeof value !== "string") throw new TypeError(`${name} must be ${wanted}, got ${describeValue(value)}`);
    if (!words.includes(value as Word)) throw new RangeError(`${name} must be ${wanted}, got ${describeValue(value)}`);
}
